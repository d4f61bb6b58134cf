# SPDX-License-Identifier: Apache-2.0
"""The tables of README.md and docs/, made of the files of results/.

Each stands in a fence, which `python -m sealwright.study.results` writes anew:

    <!-- generated: NAME -->
    <!-- end -->
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any

from sealwright.base.files import repo_root
from sealwright.base.results import DEFAULT, aes_cores, measured, named_cores, table_name
from sealwright.families.aes import bench as aes_bench
from sealwright.families.gcm import bench
from sealwright.study import mutants, tables

_FENCE = re.compile(r"(?<=<!-- generated: )([\w-]+) -->\n.*?(?=<!-- end -->)", re.S)


def markdown(head: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table; `right` has an "r" for each column whose numbers stand to the right."""
    rule = ["---:" if i < len(right) and right[i] == "r" else "---" for i in range(len(head))]
    lines = [head, rule, *([_cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: object) -> str:
    if value is None:
        return "n/a"  # not measured yet
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def _rows_of(measured: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    return {row["size"]: row for row in measured.get("results", ())}


def cores_table() -> str:
    """The named cores: throughput, area, speed."""
    head = ["core", "bits/cycle, 64 B", "bits/cycle, 1500 B", "LUT4", "LUT6", "flip-flops"]
    head += ["RAM bits", "ECP5 LUT4", "ECP5 MHz", "Gb/s, 1500 B"]
    rows: list[list[object]] = []
    for core in named_cores():
        cycles = _rows_of(measured(f"{core.name}.bench-seal"))
        rate = {size: cycles.get(size, {}).get("bits_per_cycle") for size in (64, 1500)}
        lut4, lut6, placed = (measured(f"{core.name}.{t}") for t in ("lut4", "lut6", "ecp5"))
        speed = placed.get("fmax_mhz")
        gbps = rate[1500] * speed / 1000 if rate[1500] and speed else None
        area = (lut4.get("lut"), lut6.get("lut"), lut4.get("ff"), lut4.get("ram_bits"))
        rows.append([f"`{core.name}`", rate[64], rate[1500], *area, placed.get("lut"), speed, gbps])
    return markdown(head, rows, "l" + 9 * "r")


def aes_cores_table() -> str:
    """The named AES cores: cycles, area, speed."""
    head = ["core", "cycles per block, AES-128", "LUT4", "LUT6", "flip-flops", "RAM bits"]
    head += ["ECP5 LUT4", "block RAMs", "ECP5 MHz", "Gb/s", "Gb/s per kLUT6"]
    rows: list[list[object]] = []
    for core in aes_cores():
        lut4, lut6, placed = (measured(f"{core.name}.{t}") for t in ("lut4", "lut6", "ecp5"))
        shortest = measured(f"{core.name}.bench").get("results", [{}])[0]
        cycles, speed = shortest.get("cycles"), placed.get("fmax_mhz")
        gbps = 128 / cycles * speed / 1000 if cycles and speed else None
        each = gbps / lut6["lut"] * 1000 if gbps and lut6 else None
        area = [lut4.get("lut"), lut6.get("lut"), lut4.get("ff"), lut4.get("ram_bits")]
        rates = [None if value is None else f"{value:.2f}" for value in (gbps, each)]
        row: list[object] = [f"`{core.name}`", None if cycles is None else f"{cycles:g}"]
        rows.append([*row, *area, placed.get("lut"), placed.get("bram"), speed, *rates])
    return markdown(head, rows, "l" + 10 * "r")


def sboxes_table() -> str:
    """S-boxes: gates, tables, depth."""
    head = ["S-box", "direction", "AND", "XOR", "other", "gate levels"]
    head += ["LUT4", "levels", "LUT6", "levels", "two on ECP5: LUT4", "block RAMs", "MHz"]
    names = ["sbox", "direction", "and", "xor", "other", "depth"]
    names += ["lut4", "lut4_depth", "lut6", "lut6_depth", "pair_lut4", "pair_bram", "pair_mhz"]
    rows = [[row.get(name) for name in names] for row in measured("sboxes").get("rows", ())]
    return markdown(head, rows, "ll" + 11 * "r")


def folds_table() -> str:
    """Folded pipes: look-up tables, and their share of those of the whole pipe."""
    rows = measured("aes-pipes").get("folds", ())
    shares = [[row["cycles"], *_beside(row, rows[0])] for row in rows]
    return markdown(("cycles per block", "LUT4", "share", "LUT6", "share"), shares, 5 * "r")


def directions_table() -> str:
    """Pipes for decryption and for both directions beside those for encryption."""
    rows = measured("aes-pipes").get("directions", ())
    encrypt = {row["sbox"]: row for row in rows if row["direction"] == "encrypt"}
    ratios = [[row["sbox"], row["direction"], *_beside(row, encrypt[row["sbox"]])] for row in rows]
    head = ("S-box", "direction", "LUT4", "ratio", "LUT6", "ratio")
    return markdown(head, ratios, "llrrrr")


def _beside(row: Mapping[str, int], whole: Mapping[str, int]) -> list[object]:
    """Tables of each size, and their ratio to those of another row."""
    pairs = [(row[name], f"{row[name] / whole[name]:.2f}") for name in ("lut4", "lut6")]
    return [value for pair in pairs for value in pair]


def key_changes_table() -> str:
    """Keys on the fly: cycles of a change, measured beside Table 4.3 of 000."""
    head = ["core", "cycles, round keys complete", "at worst", "published", "IPI share, %"]
    head += ["of 36 Gb/s", "published"]
    rows: list[list[object]] = []
    for core in aes_cores():
        found = measured(f"{core.name}.bench")
        if not core.key_first:
            continue
        cycles = [n for change in found.get("key_change", ()) for n in change["cycles"].values()]
        (least, worst), average = aes_bench.PAPER_000.get(core.key_change, ((None, None), ""))
        share = found.get("ipi_share")
        row: list[object] = [f"`{core.name}`", min(cycles, default=None)]
        row += [max(cycles, default=None), "" if least is None else f"{least} to {worst}"]
        row.append(None if share is None else f"{100 * share:.1f}")
        row.append(None if share is None else f"{aes_bench.PAPER_000_MAX * share:.2f}")
        rows.append([*row, average])
    return markdown(head, rows, "l" + 6 * "r")


def cycles_table() -> str:
    """Cycles per message of the default core, and bits per cycle beside those of the paper."""
    seal, opened, mixed = (measured(f"{DEFAULT}.bench-{n}") for n in ("seal", "open", "slots"))
    head = ["text bytes", "n + 1", "sealing", "opening", "mixed, any slot"]
    head += ["bits/cycle", "003, Table 2: bits/cycle"]
    cycles = [_rows_of(found) for found in (seal, opened, mixed)]
    rows: list[tuple[object, ...]] = []
    for size in bench.SIZES:
        found = [rows_of.get(size, {}).get("cycles") for rows_of in cycles]
        exact = [f"{value:.2f}" if value is not None else None for value in found]
        rate = cycles[0].get(size, {}).get("bits_per_cycle")
        # What the paper prints stays as it is printed.
        paper = str(bench.PAPER_003.get(size, ""))
        rows.append((size, bench.cost(size, 0), *exact, rate, paper))
    average = seal.get("ipi_average")
    rows.append(("Internet mix (IPI)", "", "", "", "", average, str(bench.PAPER_003_IPI)))
    return markdown(head, rows, 7 * "r")


def deliberate_table() -> str:
    """The bugs put in by hand, and the test that fails."""
    rows = [
        (fault["name"], f"`{Path(fault['file']).name}`", f"`{fault['caught_by']}`")
        for fault in measured("mutants-deliberate").get("faults", ())
    ]
    return markdown(("bug", "file", "first test that fails"), rows)


def mutants_table() -> str:
    """How many of the sample were caught, and by what."""
    found = measured("mutants")
    catchers = Counter(
        mutants.catcher(fault["caught_by"])
        for fault in found.get("faults", ())
        if fault["caught_by"] is not None
    )
    rows: list[tuple[object, ...]] = [(f"caught by {n}", k) for n, k in catchers.most_common()]
    rows += [(word, found.get(word)) for word in ("equivalent", "survived")]
    return markdown(("verdict", "faults"), rows, "lr")


def multipliers_table() -> str:
    """All multipliers for GCM."""
    columns = {
        "multiplier": "name",
        "AND": "and",
        "XOR": "xor",
        "other": "other",
        "of these key alone": "key_only_xor",
        "levels, key stored": "depth",
        "LUT4": "lut4",
        "LUT6": "lut6",
        "LUT6, key stored": "lut6_keyed",
        "flip-flops": "ff",
        "key bits": "stored_bits",
        "cycles": "cycles",
        "latency": "latency",
    }
    rows = [
        [row.get(key, "") for key in columns.values()]
        for row in measured("multipliers").get("rows", ())
    ]
    return markdown(list(columns), rows, "l" + 12 * "r")


# The multipliers that come nearest to what was aimed at
_FEWEST = "tmvp-precomputed, halt 2, lattice 1"
_SHALLOW = "tmvp-shallow, levels 10"
_TABLES = "tmvp-precomputed, halt 8, stages 3, tables 1, lattice 1"
_AROUND = 391 + 10  # XOR for the sequence in front of a Toeplitz product, and the way back


def _gates(row: Mapping[str, int]) -> int:
    return row["and"] + row["xor"]


def key_sides_table() -> str:
    """What tmvp-precomputed stores, and three ways to make it."""
    found = measured("multipliers")
    rows_of = {row["name"]: row for row in found.get("rows", ())}
    head = [
        "halting size",
        "gates per product",
        "key bits",
        "XOR by splitting",
        "XOR on the lattice",
    ]
    head += ["serial: LUT6", "serial: flip-flops", "serial: cycles"]
    rows = []
    for serial in found.get("serial_keys", ()):
        plain = rows_of[f"tmvp-precomputed, halt {serial['halt']}"]
        lattice = rows_of[f"tmvp-precomputed, halt {serial['halt']}, lattice 1"]
        gates = plain["and"] + plain["xor"] - plain["key_only_xor"]
        made = (plain["key_only_xor"], lattice["key_only_xor"])
        rows.append(
            [serial["halt"], gates, plain["stored_bits"], *made]
            + [serial[name] for name in ("lut6", "ff", "cycles")]
        )
    return markdown(head, rows, 8 * "r")


AIMS: tuple[tuple[str, int, str, Callable[[dict[str, int]], int]], ...] = (
    ("gates of a Toeplitz product alone", 11_300, _FEWEST, lambda row: _gates(row) - _AROUND),
    ("gates of a product, everything in", 11_700, _FEWEST, lambda row: _gates(row)),
    ("gates with ten levels, key stored", 16_000, _SHALLOW, lambda row: _gates(row)),
    ("LUT6 of a product, everything in", 3_800, _TABLES, lambda row: row["lut6"]),
    ("LUT6 of a product, key stored", 3_000, _TABLES, lambda row: row["lut6_keyed"]),
    ("LUT6 of an eighth of it per cycle", 1_000, "digit-serial-dual", lambda row: row["lut6"]),
)


def aims_table() -> str:
    """What the multipliers of this project should come to, and what they do."""
    rows_of = {row["name"]: row for row in measured("multipliers").get("rows", ())}
    rows = [
        (what, most, value(rows_of[name]) if name in rows_of else None, f"`{name}`")
        for what, most, name, value in AIMS
    ]
    return markdown(("aim", "at most", "reached", "by"), rows, "lrrl")


def published_table(name: str) -> str:
    """A table of a paper, with its note."""
    found = measured(table_name(name))
    if not found:
        return f"{name}: n/a"
    rows = [[str(v) if isinstance(v, float) else v for v in row.values()] for row in found["rows"]]
    head = list(found["rows"][0])
    body = markdown(head, rows, "r" * len(head))
    return f"{name}: {found['title']}\n\n{body}\n\n{fill(found['note'], 100)}"


TABLES: dict[str, Callable[[], str]] = {
    "multipliers": multipliers_table,
    "key-sides": key_sides_table,
    "aims": aims_table,
    **{table_name(name): partial(published_table, name) for name in tables.TABLES},
    "cores": cores_table,
    "aes-cores": aes_cores_table,
    "sboxes": sboxes_table,
    "aes-folds": folds_table,
    "aes-directions": directions_table,
    "key-changes": key_changes_table,
    "cycles": cycles_table,
    "deliberate": deliberate_table,
    "mutants": mutants_table,
}


def pages() -> list[Path]:
    """Where fences may stand."""
    readme = [path for path in (repo_root() / "README.md",) if path.is_file()]
    return readme + sorted((repo_root() / "docs").rglob("*.md"))


def renewed(text: str) -> str:
    """A page with the tables of this module made anew; other fences stay."""

    def table(match: "re.Match[str]") -> str:
        made = TABLES.get(match[1])
        return f"{match[1]} -->\n{made()}\n" if made else match[0]

    return _FENCE.sub(table, text)
