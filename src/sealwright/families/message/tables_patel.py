# SPDX-License-Identifier: Apache-2.0
"""GCM cores by multiplier, S-box and change of key, with measured figures beside published ones.

patel: P. Patel, Parallel Multiplier Designs for the Galois/Counter Mode of Operation, 2008:
      tables 4.1 to 4.3, and section 4.3.3
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from sealwright.base.results import Job, Results
from sealwright.families.message import key_changes, paper
from sealwright.families.message.bench import IPI
from sealwright.families.message.paper import Measured
from sealwright.families.message.results import PACKET, changes_job, headline_job
from sealwright.report import orders
from sealwright.report.jobs import synth_job
from sealwright.report.lemsitzer import SBOX_NAMES
from sealwright.report.published import Published, Row, collected, missing_note, number, shown

_MULTIPLIERS = MappingProxyType(
    {"fan-hasan": "Fan-Hasan", "karatsuba": "Karatsuba", "mastrovito": "Mastrovito"}
)
# multiplier, S-box: ns, gates, Gb/s, kb/s per gate, for speed and for area
CELLS: Mapping[tuple[str, str], tuple[str, int, str, str, int, str]] = MappingProxyType(
    {
        ("fan-hasan", "table"): ("2.510", 219336, "232.50", "3.500", 216813, "168.68"),
        ("karatsuba", "table"): ("2.644", 222964, "217.13", "3.500", 216512, "168.91"),
        ("mastrovito", "table"): ("2.500", 245531, "208.53", "3.500", 245062, "149.23"),
        ("fan-hasan", "composite"): ("3.560", 177364, "202.72", "4.500", 148407, "191.67"),
        ("karatsuba", "composite"): ("3.560", 175805, "204.52", "4.500", 148040, "192.14"),
        ("mastrovito", "composite"): ("3.560", 205285, "175.15", "4.500", 177103, "160.61"),
    }
)
# multiplier, S-box: ns, MHz, Gb/s, slices, block RAMs, kb/s per slice
VIRTEX: Mapping[tuple[str, str], tuple[str, int, str, int, int, str]] = MappingProxyType(
    {
        ("fan-hasan", "bram"): ("7.738", 129, "16.54", 9958, 113, "1661.15"),
        ("karatsuba", "bram"): ("8.547", 117, "14.98", 9352, 113, "1601.37"),
        ("fan-hasan", "table"): ("8.191", 122, "15.63", 23718, 1, "658.86"),
        ("karatsuba", "table"): ("9.098", 110, "14.07", 23373, 1, "601.93"),
        ("fan-hasan", "composite"): ("9.226", 108, "13.87", 19394, 1, "715.37"),
        ("karatsuba", "composite"): ("9.811", 102, "13.05", 18731, 1, "696.52"),
    }
)

# Table 4.3: Gb/s at most, average Gb/s, and the core here
CHANGES: Mapping[str, tuple[int, str, str]] = MappingProxyType(
    {
        "[31] in Patel 2008, 40 to 56 cycles (reckoned with 40)": (54, "31.75", ""),
        "[29] in Patel 2008, 14 cycles": (42, "33.32", ""),
        "Patel 2008, 4 to 14 cycles": (36, "32.35", "gcm-patel-four-cycle"),
        "Patel 2008, 1 to 14 cycles": (36, "33.99", "gcm-patel-one-cycle"),
    }
)


def _name(row: tuple[str, str]) -> str:
    multiplier, sbox = row
    return f"gcm-patel-{multiplier}-{sbox}"


_IN_CELLS = [_name(row) for row in CELLS]
_ON_ECP5 = [_name((m, s)) for s in ("bram", "table", "composite") for m in _MULTIPLIERS]


def _cells_rows(results: Results) -> list[Row]:
    rows = []
    for row, (fast, fast_gates, fast_each, slow, least, slow_each) in CELLS.items():
        found = Measured(_name(row), results)
        cells, (rate, cycles), gbps = found.cells, found.rate, found.gbps_in_cells
        gates = cells.get("nand2")
        each = f"{gbps * 1e6 / gates:.2f}" if gbps and gates else None
        rows.append(
            {
                "S-box": SBOX_NAMES[row[1]],
                "multiplier": _MULTIPLIERS[row[0]],
                "ns published, for speed": fast,
                "gates": fast_gates,
                "kb/s per gate": fast_each,
                "ns, for area": slow,
                "gates, for area": least,
                "kb/s per gate, for area": slow_each,
                "ns": shown(number(cells.get("delay_ns"), 3), cells),
                "NAND2": shown(gates, cells),
                "RAM bits": shown(cells.get("ram_bits"), cells),
                "bits per cycle": shown(number(rate, 1), cycles),
                "Gb/s": shown(number(gbps, 2), cells, cycles),
                "kb/s per NAND2": shown(each, cells, cycles),
            }
        )
    return rows


def _larger(sizes: Callable[[tuple[str, str]], float | None], sbox: str) -> str:
    """The core with Mastrovito's multiplier against the two others, in percent."""
    own, *others = (sizes((name, sbox)) for name in ("mastrovito", "fan-hasan", "karatsuba"))
    more = [f"{100 * (own / other - 1):.0f} %" for other in others if own and other]
    return " and ".join(more) if len(more) == len(others) else "not all measured"


def _cells_note(results: Results) -> str:
    def size(row: tuple[str, str]) -> float | None:
        return Measured(_name(row), results).cells.get("nand2")

    def each(row: tuple[str, str]) -> float | None:
        gbps, gates = Measured(_name(row), results).gbps_in_cells, size(row)
        return gbps / gates if gbps and gates else None

    verdicts = []
    for sbox in dict.fromkeys(sbox for _, sbox in CELLS):
        rows = {_MULTIPLIERS[m]: (m, s) for m, s in CELLS if s == sbox}
        verdicts.append(
            orders.compared(
                f"Throughput per gate with {SBOX_NAMES[sbox]}",
                {name: float(CELLS[row][2]) for name, row in rows.items()},
                {name: each(row) for name, row in rows.items()},
                old=any(Measured(_name(row), results).cells.old for row in rows.values()),
            )
        )
    return (
        "Published: a library of 0.13 um before layout, and Gb/s of 128 bits per cycle. Measured: "
        "OSU 0.18 um before layout, one synthesis, bits per cycle of packets of "
        f"{PACKET} bytes; queues, checks and causes are in, memories apart in bits. How much "
        "larger the core with Mastrovito's multiplier is than those with Fan-Hasan's and "
        "Karatsuba's: "
        f"{_larger(size, 'table')} with S-boxes from tables (thesis: 12 %), "
        f"{_larger(size, 'composite')} with composite ones (18 %). The thesis has two designs of "
        "others beside its own, with Mastrovito's multiplier: 3.000 ns, 297,542 gates and 143.40 "
        "kb/s per gate with S-boxes of decision diagrams; 4.000 ns, 181,198 gates and 176.60, or "
        "5.000 ns, 174,016 and 147.11, with composite ones."
        + "".join(verdicts)
        + missing_note(_cells_rows(results))
    )


def _virtex_rows(results: Results) -> list[Row]:
    rows = []
    for name in _ON_ECP5:
        multiplier, sbox = name.removeprefix("gcm-patel-").rsplit("-", 1)
        published = VIRTEX.get((multiplier, sbox), ("",) * 6)
        heads = ("ns", "MHz", "Gb/s", "slices", "BRAM", "kb/s per slice")
        rows.append(
            {
                "S-box": SBOX_NAMES[sbox],
                "multiplier": _MULTIPLIERS[multiplier],
                **{f"{h} published": v for h, v in zip(heads, published, strict=True)},
                **Measured(name, results).placed_columns(),
            }
        )
    return rows


def _virtex_note(results: Results) -> str:
    verdicts = []
    for sbox, called in SBOX_NAMES.items():
        rows = {_MULTIPLIERS[m]: (m, sbox) for m in ("fan-hasan", "karatsuba")}
        published = {name: float(VIRTEX[row][3]) for name, row in rows.items()}
        found = {name: results.of(f"{_name(row)}.ecp5") for name, row in rows.items()}
        measured = {name: each.get("lut") for name, each in found.items()}
        old = any(each.old for each in found.values())
        verdicts.append(orders.compared(f"Area with {called}", published, measured, old=old))
        per_slice = {name: float(VIRTEX[row][5]) for name, row in rows.items()}
        per_lut = {name: Measured(_name(row), results).per_lut for name, row in rows.items()}
        verdicts.append(
            orders.compared(
                f"Throughput per area with {called}",
                per_slice,
                per_lut,
                spread=orders.SPREAD,
                old=old,
            )
        )
    return (
        "Published: Virtex-4, placed and routed; the thesis has Mastrovito's multiplier on an FPGA "
        "from Lemsitzer 2007 only (lemsitzer-4), and beside its own a design of others for keys of "
        "128 bits alone: Karatsuba, composite, 8.393 ns, 119 MHz, 15.25 Gb/s, 13,523 slices, no "
        "block RAM, 1127.77 kb/s per slice. Measured: LFE5U-85F, speed grade 6, one "
        f"placement, bits per cycle of packets of {PACKET} bytes, and Gb/s of them."
        + "".join(verdicts)
        + missing_note(_virtex_rows(results))
    )


def _change_measured(core: str, results: Results) -> Row:
    """The share of the Internet mix that a core keeps, and its figures."""
    found = Measured(core, results)
    fresh = found.of("bench-fresh")
    taken = {r["size"]: r["cycles"] for r in fresh.get("rows", ()) if r["every"] == 1}
    share = f"{100 * key_changes.mix_share(taken):.0f}" if taken else None
    return {"core": f"`{core}`", "%": shown(share, fresh), **found.placed_columns()}


def _changes_rows(results: Results) -> list[Row]:
    rows = []
    for name, (fastest, average, core) in CHANGES.items():
        least, most = key_changes.TABLE_4_3[name]
        reckoned = {size: key_changes.reckoned(size, 1, least, most) for size in IPI}
        row: Row = {
            "design": name,
            "Gb/s published, at most": fastest,
            "average published": average,
            "% published": key_changes.PUBLISHED[name],
            "% by equation (4.1)": f"{100 * key_changes.mix_share(reckoned):.0f}",
        }
        rows.append(row | (_change_measured(core, results) if core else {}))
    columns = {column: "" for row in rows for column in row}
    return [columns | row for row in rows]


def _changes_note(results: Results) -> str:
    return (
        "A new key with each packet of the Internet mix, whose shares are averaged. Published: "
        "cycles of a change by the thesis, at the clock of its own design; the one cycle is that "
        "of H. Measured: a message of the cores takes one for its end, too, and with four-cycle "
        "one for H beside the four; the share is that with keys of 256 bits, and bits per cycle "
        f"are those of packets of {PACKET} bytes under keys of 128 bits."
        + missing_note(_changes_rows(results))
    )


def _changes_jobs() -> Iterator[Job]:
    names = [core for *_, core in CHANGES.values() if core]
    yield from paper.placed(names)
    yield from map(changes_job, map(paper.core, names))


# ---- four blocks per cycle (section 4.3.3) -------------------------------------------------------

LANES = ("fan-hasan", "mastrovito")


def _lanes_name(multiplier: str) -> str:
    return f"gcm-patel-four-lanes-{multiplier}-composite"


def _lanes_rows(results: Results) -> list[Row]:
    rows = []
    for multiplier in LANES:
        found = Measured(_lanes_name(multiplier), results)
        lut6, (rate, cycles) = found.of("lut6"), found.rate
        rows.append(
            {
                "multiplier": _MULTIPLIERS[multiplier],
                "core": f"`{found.name}`",
                "bits per cycle": shown(number(rate, 1), cycles),
                "LUT6": shown(lut6.get("lut"), lut6),
            }
        )
    return rows


def _lanes_note(results: Results) -> str:
    least, most = (Measured(_lanes_name(each), results).of("lut6").get("lut") for each in LANES)
    saved = ""
    if least and most:
        saved = f" Saved: {most - least:,} LUT6, {100 - 100 * least / most:.0f} %."
    return (
        "The thesis predicts, for four blocks per cycle with composite S-boxes (Satoh 2007: "
        "600,000 gates), that Toeplitz multipliers save 80,000 gates of Mastrovito's, 13 %, at the "
        f"same throughput. Measured: bits per cycle of packets of {PACKET} bytes.{saved}"
        + missing_note(_lanes_rows(results))
    )


def _lanes_jobs() -> Iterator[Job]:
    for config in map(paper.core, map(_lanes_name, LANES)):
        yield synth_job(config, "lut6")
        yield headline_job(config)


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "patel-4.1": collected(
            "GCM by multiplier and S-box, in standard cells",
            _cells_rows,
            _cells_note,
            partial(map, paper.in_cells, _IN_CELLS),  # its cycles are among those of patel-4.2
        ),
        "patel-4.2": collected(
            "GCM by multiplier and S-box, placed and routed",
            _virtex_rows,
            _virtex_note,
            partial(paper.placed, _ON_ECP5),
        ),
        "patel-4.3": collected(
            "GCM by what a change of key takes", _changes_rows, _changes_note, _changes_jobs
        ),
        "patel-4.3.3": collected(
            "GCM of four blocks per cycle by multiplier", _lanes_rows, _lanes_note, _lanes_jobs
        ),
    }
)
