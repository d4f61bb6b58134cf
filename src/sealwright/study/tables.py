# SPDX-License-Identifier: Apache-2.0
"""`sealwright tables`: tables of the literature, with measured figures beside the published ones.

A table is named after the author of its paper and its number there, such as patel-3.1. Published
figures are given as printed; measured ones come from synthesis and simulation of this project's
circuits, whose results are cached. Where the published figures are of other devices and libraries,
only the order of the rows can be compared, not the ratios.
"""

import argparse
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sealwright.base.console import emit, progress
from sealwright.base.errors import UsageError
from sealwright.base.results import Results
from sealwright.families import families
from sealwright.report.published import Published, Row, merged
from sealwright.report.tables import table
from sealwright.study import tables_cells, tables_mult
from sealwright.synth.liberty import DEBIAN, library
from sealwright.synth.targets import LIBERTY

_SHARED = (tables_mult.TABLES, tables_cells.TABLES)
_OWN = (family.tables() for family in families().values())
TABLES: Mapping[str, Published] = MappingProxyType(
    dict(sorted(item for tables in (*_SHARED, *_OWN) for item in tables.items()))
)


def measure(name: str, cells: str = DEBIAN) -> dict[str, Any]:
    """One table, measured."""
    if name not in TABLES:
        raise UsageError(f"unknown table {name!r}; there are {', '.join(TABLES)}")
    wanted = TABLES[name]
    if wanted.measure is None:
        return {"table": name, **wanted.shown(Results())}
    figures = wanted.measure(f"{LIBERTY}{cells}")
    if wanted.simulate:
        figures = merged(figures, wanted.simulate())
    return {"table": name, **wanted.shown(figures)}


def text_of(found: Mapping[str, Any]) -> str:
    """A measured table as plain text."""
    rows: Sequence[Row] = found["rows"]
    body = table(list(rows[0]), [list(row.values()) for row in rows])
    return f"{found['table']}: {found['title']}\n\n{body}\n\n{found['note']}"


# ---- the command --------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="TABLE", nargs="*", help="such as patel-3.1 (list)")
    parser.add_argument(
        "--liberty",
        metavar="FILE",
        default=DEBIAN,
        help=f"library of patel-3.3 ({DEBIAN})",
    )


def run(args: argparse.Namespace) -> int:
    if not args.names:
        listed = [{"table": name, "title": shown.title} for name, shown in TABLES.items()]
        emit(args, listed, table(("table", "title"), [list(row.values()) for row in listed]))
        return 0
    for name in args.names:  # before anything slow
        if name not in TABLES:
            raise UsageError(f"unknown table {name!r}; one of {', '.join(TABLES)}")
        if "liberty" in TABLES[name].targets:
            library(f"{LIBERTY}{args.liberty}")
    if args.liberty != DEBIAN and not any("liberty" in TABLES[n].targets for n in args.names):
        raise UsageError("--liberty: none of these tables is measured with a library")
    if any(TABLES[name].measure is None for name in args.names):
        progress("tables: figures of results/ as they are; study.results --check tells old ones")
    found = [measure(name, args.liberty) for name in args.names]
    emit(args, found, "\n\n".join(map(text_of, found)))
    return 0
