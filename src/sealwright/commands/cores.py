# SPDX-License-Identifier: Apache-2.0
"""`sealwright cores`: the named cores, with the knobs in which they differ."""

import argparse

from sealwright.commands.common import emit
from sealwright.cores.config import core_names, load_core
from sealwright.report.tables import table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments of its own."""


def run(args: argparse.Namespace) -> int:
    cores = [load_core(name) for name in core_names()]
    shared = [k for k in cores[0].knobs() if all(k in core.knobs() for core in cores)]
    differing = [k for k in shared if len({core.knobs()[k] for core in cores}) > 1]
    rows = [(core.name, *(core.knobs()[knob] for knob in differing)) for core in cores]
    text = "\n".join(
        [
            *(f"{core.name:16} {core.summary}" for core in cores),
            "",
            table(("core", *differing), rows),
        ]
    )
    listed = [
        {"name": c.name, "kind": c.kind, "summary": c.summary, "knobs": c.knobs()} for c in cores
    ]
    emit(args, listed, text)
    return 0
