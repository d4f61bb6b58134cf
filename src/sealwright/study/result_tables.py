# SPDX-License-Identifier: Apache-2.0
"""The tables of README.md and docs/, made of the files of results/.

Each is in a generated block, which `python -m sealwright.study.results` fills:

    <!-- generated: NAME -->
    <!-- end -->
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from textwrap import fill
from typing import TypeVar

from sealwright.base.files import repo_root
from sealwright.base.results import Results, table_name
from sealwright.families import cores_of, cores_of_kinds, families
from sealwright.families.family import PageBlock
from sealwright.report.choices import (
    formulas_table,
    knobs_table,
    list_table,
    parameters_table,
)
from sealwright.report.markdown import markdown
from sealwright.study import mutants, tables
from sealwright.study.all_cores import all_cores_table, headlines, picked_cores_table
from sealwright.study.device_tables import devices_table, short_devices_table
from sealwright.study.layout import layout_table
from sealwright.study.memories import memories_table
from sealwright.study.worked_example import example

T = TypeVar("T")

_PAGE_BLOCK = re.compile(r"(?<=<!-- generated: )([\w-]+) -->\n.*?(?=<!-- end -->)", re.S)


def deliberate_table(results: Results) -> str:
    """The bugs put in by hand, and a test that fails."""
    found = results.of("mutants-deliberate")
    rows = []
    for fault in found.get("faults", ()):
        test = fault["caught_by"]
        verdict = "survived" if test is None else f"`{test}`"
        rows.append((fault["name"], f"`{Path(fault['file']).name}`", verdict))
    return markdown(("bug", "file", "caught by"), rows, "", found)


def mutants_table(results: Results) -> str:
    """How many of the sample were caught, and by what."""
    found = results.of("mutants")
    catchers = Counter(
        mutants.catcher(fault["caught_by"])
        for fault in found.get("faults", ())
        if fault["caught_by"] is not None
    )
    rows: list[tuple[object, ...]] = [(f"caught by {n}", k) for n, k in catchers.most_common()]
    rows += [(word, found.get(word)) for word in ("equivalent", "survived")]
    return markdown(("verdict", "faults"), rows, "lr", found)


def multipliers_table(results: Results) -> str:
    """All multipliers for GCM."""
    found = results.of("multipliers")
    columns = {
        "multiplier": "name",
        "AND": "and",
        "XOR": "xor",
        "other": "other",
        "of these key alone": "key_only_xor",
        "levels, key stored": "depth",
        "levels, everything in": "depth_all",
        "LUT4": "lut4",
        "LUT6": "lut6",
        "LUT6, key stored": "lut6_keyed",
        "flip-flops": "ff",
        "key bits": "stored_bits",
        "cycles": "cycles",
        "latency": "latency",
    }
    rows = [[row.get(key, "") for key in columns.values()] for row in found.get("rows", ())]
    return markdown(list(columns), rows, "l" + 13 * "r", found)


# The multipliers that come nearest to the aims
_FEWEST = "tmvp-precomputed, halt 2, lattice 1"
_SHALLOW = "tmvp-shallow, levels 10"
_TABLES = "tmvp-precomputed, halt 8, stages 3, tables 1, lattice 1"
_AROUND = 328 + 10  # XOR for the sequence in front of a Toeplitz product, and the way back


def _gates(row: Mapping[str, int]) -> int:
    return row["and"] + row["xor"]


def key_sides_table(results: Results) -> str:
    """What tmvp-precomputed stores, and three ways to make it."""
    found = results.of("multipliers")
    rows_of = {row["name"]: row for row in found.get("rows", ())}
    head = [
        "halting size",
        "gates per product",
        "levels",
        "key bits",
        "XOR by splitting",
        "levels, everything in",
        "XOR on the lattice",
        "levels, everything in",
    ]
    head += ["serial: LUT6", "serial: flip-flops", "serial: cycles"]
    rows = []
    for serial in found.get("serial_keys", ()):
        plain = rows_of[f"tmvp-precomputed, halt {serial['halt']}"]
        lattice = rows_of[f"tmvp-precomputed, halt {serial['halt']}, lattice 1"]
        gates = plain["and"] + plain["xor"] - plain["key_only_xor"]
        made = [row.get(name) for row in (plain, lattice) for name in ("key_only_xor", "depth_all")]
        rows.append(
            [serial["halt"], gates, plain["depth"], plain["stored_bits"], *made]
            + [serial[name] for name in ("lut6", "ff", "cycles")]
        )
    return markdown(head, rows, 11 * "r", found)


AIMS: tuple[tuple[str, int, str, Callable[[dict[str, int]], int]], ...] = (
    ("gates of a Toeplitz product alone", 11_300, _FEWEST, lambda row: _gates(row) - _AROUND),
    ("gates of a product, everything in", 11_700, _FEWEST, lambda row: _gates(row)),
    ("gates with ten levels, key stored", 16_000, _SHALLOW, lambda row: _gates(row)),
    ("LUT6 of a product, everything in", 3_800, _TABLES, lambda row: row["lut6"]),
    ("LUT6 of a product, key stored", 3_000, _TABLES, lambda row: row["lut6_keyed"]),
    ("LUT6 of an eighth of it per cycle", 1_000, "digit-serial-dual", lambda row: row["lut6"]),
)


def aims_table(results: Results) -> str:
    """The aims for the multipliers of this project, and what they reach."""
    found = results.of("multipliers")
    rows_of = {row["name"]: row for row in found.get("rows", ())}
    rows: list[list[object]] = []
    for what, most, name, value in AIMS:
        row = rows_of.get(name)
        reached = (
            (value(row), row.get("depth"), row.get("depth_all")) if row else (None, None, None)
        )
        rows.append([what, most, *reached, f"`{name}`"])
    head = ("aim", "at most", "reached", "levels, key stored", "levels, everything in", "by")
    return markdown(head, rows, "lrrrrl", found)


def published_table(name: str, results: Results) -> str:
    """A table of a paper, with its note."""
    shown = tables.TABLES[name]
    if shown.measure is None:
        made = shown.rows(results)
        cells = [list(row.values()) for row in made]
        body = markdown(list(made[0]), cells, _sides(cells))
        return f"{name}: {shown.title}\n\n{body}\n\n{fill(shown.note(results), 100)}"
    found = shown.kept(name, results)
    if not found:
        return f"{name}: {shown.title}: not measured yet."
    made = shown.rows(found)
    rows = [
        ["" if v is None else str(v) if isinstance(v, float) else v for v in row.values()]
        for row in made
    ]
    body = markdown(list(made[0]), rows, "r" * len(made[0]), found)
    return f"{name}: {shown.title}\n\n{body}\n\n{fill(shown.note(found), 100)}"


def _sides(rows: Sequence[Sequence[object]]) -> str:
    """Columns with a word in them to the left, figures to the right."""
    columns = zip(*rows, strict=True)
    words = [any(str(value)[:1].isalpha() for value in column if value) for column in columns]
    return "".join("l" if word else "r" for word in words)


@cache
def page_blocks() -> Mapping[str, PageBlock]:
    """Every table of the documents, by the name of its generated block."""
    found: dict[str, PageBlock] = {
        "multipliers": multipliers_table,
        "worked-example": lambda _: example(),
        "key-sides": key_sides_table,
        "aims": aims_table,
        "all-cores": all_cores_table,
        "headlines": headlines,
        "picked-cores": picked_cores_table,
        "devices": devices_table,
        "devices-short": short_devices_table,
        "layout": layout_table,
        "memories": memories_table,
        "deliberate": deliberate_table,
        "mutants": mutants_table,
        **{table_name(name): partial(published_table, name) for name in tables.TABLES},
    }
    for family in families().values():
        cores = cores_of(family.name)
        found |= family.page_blocks(cores)
        found[f"list-{family.name}"] = _fixed(list_table, cores)
        every = cores_of_kinds(family.name)
        for kind in dict.fromkeys(core.kind for core in every):
            own = [core for core in every if core.kind == kind]
            own.sort(key=lambda core: core.name != family.default)
            found[f"knobs-{kind}"] = _fixed(knobs_table, own[0])
            same = [core for core in cores if core.top == own[0].top]
            found[f"parameters-{kind}"] = _fixed(parameters_table, same)
            found[f"formulas-{kind}"] = _fixed(formulas_table, own)
    return found


def _fixed(make: Callable[[T], str], of: T) -> PageBlock:
    """A table that depends on no result."""
    return lambda _: make(of)


def pages() -> list[Path]:
    """Where generated blocks may stand."""
    readme = [path for path in (repo_root() / "README.md",) if path.is_file()]
    return readme + sorted((repo_root() / "docs").rglob("*.md"))


def renewed(text: str, results: Results) -> str:
    """A page with the tables of this module updated; other blocks stay."""

    def table(match: "re.Match[str]") -> str:
        make = page_blocks().get(match[1])
        return f"{match[1]} -->\n{make(results)}\n" if make else match[0]

    return _PAGE_BLOCK.sub(table, text)
