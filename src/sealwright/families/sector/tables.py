# SPDX-License-Identifier: Apache-2.0
"""Tables I, VI, VII and VIII of Mancillas-López 2010, with the figures of this project beside them.

Counts of operations come from the models, the others from results/. The cores of the comparison
take one sector at a time: `sector-MODE-pipelined`, `-sequential` and `-encrypt`; `sector-MODE`
overlaps sectors.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from sealwright.base.results import Result, Results
from sealwright.families.sector import paper
from sealwright.families.sector.figures import OURS, figures
from sealwright.families.sector.modes import BLOCK, MODES
from sealwright.families.sector.paper import NAMES, Measured
from sealwright.model.sector import SCHEMES
from sealwright.model.sector.base import Scheme
from sealwright.report.markdown import figure
from sealwright.report.published import Published, Row, collected

COLUMNS = ("slices, LUT4", "BRAM", "MHz", "cycles", "us", "us to first block", "Gb/s", "TPA")


# ---- table I: operations ------------------------------------------------------------------------


def _scheme(mode: str) -> Scheme:
    key = bytes(range(BLOCK * MODES[mode].aes_keys))
    return SCHEMES[mode](key, bytes(range(1, BLOCK + 1)) if MODES[mode].has_hash_key else None)


def counts(mode: str, m: int, *, back: bool = False) -> tuple[int, int]:
    """Calls of the cipher and products for a sector of m blocks, what a key gives included."""
    scheme = _scheme(mode)
    way = scheme.decrypt if back else scheme.encrypt
    way(bytes(BLOCK), bytes(BLOCK * m))
    return scheme.cost.calls, scheme.cost.products


def linear(low: int, high: int, m: tuple[int, int]) -> str:
    """The formula in m of two counts."""
    slope = (high - low) // (m[1] - m[0])
    rest = low - slope * m[0]
    if not slope:
        return str(rest)
    times = "m" if slope == 1 else f"{slope} m"
    return times if not rest else f"{times} {'+' if rest > 0 else '-'} {abs(rest)}"


def formulas(mode: str, *, back: bool = False) -> list[str]:
    """Calls and products for m blocks, from counts at two lengths."""
    m = (2, 32)
    low, high = (counts(mode, each, back=back) for each in m)
    return [linear(a, b, m) for a, b in zip(low, high, strict=True)]


def _operations(_: Results) -> list[Row]:
    rows: list[Row] = []
    for mode, (calls, products, keys) in paper.OPERATIONS.items():
        counted, back = formulas(mode), formulas(mode, back=True)
        rows.append(
            {
                "mode": NAMES[mode],
                "calls published": calls,
                "calls counted": counted[0],
                "products published": products,
                "products counted": counted[1],
                "products of decryption": back[1],
                "keys published": keys,
                "keys": MODES[mode].aes_keys + MODES[mode].fields,
            }
        )
    return rows


def _operations_note(_: Results) -> str:
    return (
        "For m blocks and a tweak of one block. Counted: what the models do, derivation of keys "
        "included; products with x are not counted. An engine keeps what a key gives: XCB saves "
        "five calls per sector, EME and TET one."
    )


# ---- tables VI to VIII: the hardware ------------------------------------------------------------


def _paper_row(mode: str, row: Measured) -> Row:
    values = (row.slices, row.brams, row.mhz, row.cycles, row.time, row.latency or "-")
    cells = (*values, row.gbps, row.tpa)
    return {
        "mode": NAMES[mode],
        "figures": "Mancillas-López 2010",
        **dict(zip(COLUMNS, cells, strict=True)),
    }


def _own_row(mode: str, core: str, results: Results, overlapped: bool) -> Row:
    found = figures(core, results, overlapped=overlapped)
    bench, placed = found.sources

    def cell(value: float | None, form: str, *sources: Result) -> str | None:
        return figure(None if value is None else format(value, form), *sources)

    cells = (
        cell(found.luts, ",", placed),
        cell(found.brams, ",", placed),
        cell(found.mhz, ".1f", placed),
        cell(found.cycles, ".1f" if overlapped else ",", bench),
        cell(found.time, ".3f", bench, placed),
        cell(found.latency, ".3f", bench, placed),
        cell(found.gbps, ".2f", bench, placed),
        cell(found.tpa, ".2f", bench, placed),
    )
    return {"mode": (NAMES | OURS)[mode], "figures": core, **dict(zip(COLUMNS, cells, strict=True))}


def _hardware(
    published: Mapping[str, Measured],
    kinds: Sequence[str],
    results: Results,
    ours: Iterable[str] = (),
) -> list[Row]:
    rows: list[Row] = []
    for mode in (*published, *ours):
        if mode in published:
            rows.append(_paper_row(mode, published[mode]))
        for kind in kinds:
            rows.append(_own_row(mode, f"sector-{mode}{kind}", results, overlapped=not kind))
    return rows


_MEASURED = (
    "Sectors of 512 bytes. Published: Virtex-4, slices. Measured: LFE5U-85F, speed grade 6, placed "
    "and routed, LUT4, so areas and clocks of the two cannot be compared, only orders. Time "
    "of one sector at a time: from its first beat in to its last beat out. TPA is 1 / ((area + 128 "
    "BRAM) time)."
)


def _pipelined_note(_: Results) -> str:
    return (
        f"{_MEASURED} Where sectors overlap, cycles and time are those from sector to sector; "
        "these cores have four key slots of all key sizes (XCB: of AES-128) and take sectors of up "
        "to 4,096 bytes (EME 2,048; TET has twice the buffers, HCTR tweaks of up to 64 bytes), "
        "so their areas and TPA do not compare the schemes alone. HEH and HEHfp are not in the "
        "paper's table. The 26.06 us of HCH to its first "
        "block are a misprint: by the analysis of the paper it takes 75 cycles and one for the "
        "reset, 1.15 us at its clock."
    )


def _sequential_note(_: Results) -> str:
    return (
        f"{_MEASURED} A call takes 11 cycles in the paper, 8 in these cores, which have two rounds "
        "in hardware."
    )


def _encrypt_note(_: Results) -> str:
    return (
        f"{_MEASURED} XCB needs the inverse cipher in both directions. The paper has no figures of "
        "HCH here, and two cycles more for HCHfp than in its table VI, without an explanation."
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "mancillas-I": collected("Operations of six schemes", _operations, _operations_note),
        "mancillas-VI": collected(
            "Six schemes with a pipelined AES for both directions",
            lambda results: _hardware(paper.PIPELINED, ("-pipelined", ""), results, OURS),
            _pipelined_note,
        ),
        "mancillas-VII": collected(
            "Six schemes with a sequential AES",
            lambda results: _hardware(paper.SEQUENTIAL, ("-sequential",), results),
            _sequential_note,
        ),
        "mancillas-VIII": collected(
            "Four schemes with a pipelined AES for encryption only",
            lambda results: _hardware(paper.ENCRYPT, ("-encrypt",), results),
            _encrypt_note,
        ),
    }
)
