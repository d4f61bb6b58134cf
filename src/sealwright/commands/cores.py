# SPDX-License-Identifier: Apache-2.0
"""`sealwright cores`: the named cores, or those of papers, with the knobs in which they differ."""

import argparse

from sealwright.base.console import emit
from sealwright.cores.config import CoreConfig
from sealwright.families import core_names, load_core, paper_cores
from sealwright.report.tables import table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--papers", action="store_true", help="the systems that papers compare")


def run(args: argparse.Namespace) -> int:
    cores = [load_core(name) for name in (paper_cores() if args.papers else core_names())]
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
