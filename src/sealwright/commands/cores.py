# SPDX-License-Identifier: Apache-2.0
"""`sealwright cores`: the named cores, with the knobs in which they differ."""

import argparse

from sealwright.base.console import emit
from sealwright.cores.config import CoreConfig
from sealwright.families import core_names, load_core
from sealwright.report.tables import table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments of its own."""


def run(args: argparse.Namespace) -> int:
    cores = [load_core(name) for name in core_names()]
    width = max(len(core.name) for core in cores)
    parts = ["\n".join(f"{core.name:{width}}  {core.summary}" for core in cores)]
    for kind in dict.fromkeys(core.kind for core in cores):
        own = [core for core in cores if core.kind == kind]
        if len(own) > 1:
            parts.append(_differences(own))
    text = "\n\n".join(parts)
    listed = [
        {"name": c.name, "kind": c.kind, "summary": c.summary, "knobs": c.knobs()} for c in cores
    ]
    emit(args, listed, text)
    return 0


def _differences(cores: list[CoreConfig]) -> str:
    """The knobs in which cores of one kind differ, as a table."""
    differing = [k for k in cores[0].knobs() if len({core.knobs()[k] for core in cores}) > 1]
    rows = [(core.name, *(core.knobs()[knob] for knob in differing)) for core in cores]
    return table(("core", *differing), rows)
