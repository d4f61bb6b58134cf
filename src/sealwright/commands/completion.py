# SPDX-License-Identifier: Apache-2.0
"""What a shell offers for the word that is being typed.

The package argcomplete takes commands, options and choices from the parser. Here are the values
that only this project knows; for all other arguments it offers files.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from argcomplete import autocomplete
from argcomplete.completers import FilesCompleter

from sealwright.cores.multiplier import KINDS
from sealwright.families import core_names
from sealwright.report.fit import PARTS
from sealwright.synth.all_targets import NAMES


def _tables() -> Iterable[str]:
    from sealwright.study.tables import TABLES  # here: it takes longer than all else

    return TABLES


_VALUES: Mapping[str, Callable[[], Iterable[str]]] = MappingProxyType(
    {
        "core": core_names,
        "device": lambda: PARTS,
        "kind": lambda: KINDS,
        "table": _tables,
        "target": lambda: NAMES,
    }
)


class _Values(FilesCompleter):
    """The values of an argument that has no choices."""

    def __call__(self, prefix: str, **about: Any) -> list[str]:
        action: argparse.Action = about["action"]
        values = _VALUES.get(str(action.metavar or action.dest).lower())
        return list(values()) if values else super().__call__(prefix)


def offer(parser: argparse.ArgumentParser) -> None:
    """Answers the shell, and ends the process."""
    autocomplete(parser, default_completer=_Values())
