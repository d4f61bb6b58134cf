# SPDX-License-Identifier: Apache-2.0
"""Tables of Mancillas-López 2010: published figures agree, measured ones are those of results/."""

from typing import Any

import pytest

from sealwright.base import results as files
from sealwright.base.results import Results
from sealwright.families import cores_of, families, load_core
from sealwright.families.sector import bench, conclusions, paper, tables
from sealwright.families.sector.config import SEVERAL_PLACEMENTS, SectorConfig
from sealwright.families.sector.figures import OURS, figures
from sealwright.families.sector.paper import Measured
from sealwright.families.sector.results import heh_table
from sealwright.model.sector.papers_schedule import alone
from sealwright.study import result_tables
from sealwright.study import tables as all_tables

PUBLISHED = {"VI": paper.PIPELINED, "VII": paper.SEQUENTIAL, "VIII": paper.ENCRYPT}
ROWS = [
    pytest.param(row, id=f"{name}-{mode}")
    for name, rows in PUBLISHED.items()
    for mode, row in rows.items()
]


# ---- published figures --------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS)
def test_published_figures_follow_from_each_other(row: Measured) -> None:
    """Time, throughput and TPA as Mancillas-López 2010 defines them: a wrong digit would show."""
    time = row.cycles / float(row.mhz)
    assert time == pytest.approx(float(row.time), abs=0.0025)
    assert 8 * paper.SIZE / time / 1000 == pytest.approx(float(row.gbps), abs=0.008)
    area = row.slices + paper.BRAM_IN_SLICES * row.brams
    assert 1e6 / (area * time) == pytest.approx(float(row.tpa), rel=0.003)


@pytest.mark.parametrize(("name", "mode"), [(n, m) for n, rows in PUBLISHED.items() for m in rows])
def test_published_cycles_are_those_of_the_model(name: str, mode: str) -> None:
    """But for HCH and HCHfp with a sequential cipher, and for HCHfp in table VIII."""
    known = {("VII", "hch"): 10, ("VII", "hchfp"): 10, ("VIII", "hchfp"): 2}
    row, model = PUBLISHED[name][mode], alone(mode, pipelined=name != "VII")
    assert row.cycles - model.last == known.get((name, mode), 0)


def test_published_latencies_are_those_of_the_model() -> None:
    """Within two cycles, as table VIII differs from VI; but that of HCH, which is a misprint."""
    for name in ("VI", "VIII"):
        for mode, row in PUBLISHED[name].items():
            cycles = float(row.latency or 0) * float(row.mhz)
            near = abs(cycles - alone(mode).first) <= 2.1
            assert near or (name, mode) == ("VI", "hch")
    assert alone("hch").first / float(paper.PIPELINED["hch"].mhz) == pytest.approx(1.15, abs=0.005)


def test_rows_of_cores() -> None:
    """That with the same kind of cipher."""
    cycles = {}
    for core in cores_of("sector"):
        row = paper.row_of(core)
        cycles[core.name] = row.cycles if row else None
    assert (cycles["sector-hchfp"], cycles["sector-hchfp-pipelined"]) == (96, 96)
    assert (cycles["sector-hchfp-sequential"], cycles["sector-hchfp-encrypt"]) == (405, 98)
    assert cycles["sector-xts"] is cycles["sector-hch-encrypt"] is None
    assert bench.published(load(), 512) == 89 and bench.published(load(), 4096) is None


def load(name: str = "sector-hctr") -> SectorConfig:
    core = load_core(name)
    assert isinstance(core, SectorConfig)
    return core


# ---- counts -------------------------------------------------------------------------------------


def test_counted_formulas_are_the_published_ones() -> None:
    for row in all_tables.measure("mancillas-I")["rows"]:
        for name in ("calls", "products"):
            published = row[f"{name} published"].replace("2(", "2 * (").replace("2m", "2 * m")
            counted = row[f"{name} counted"].replace(" m", " * m")
            for m in (1, 7, 128):
                assert eval(published, {"m": m}) == eval(counted, {"m": m})
        assert row["keys published"] == row["keys"]


@pytest.mark.parametrize("mode", paper.OPERATIONS)
def test_counts_are_linear(mode: str) -> None:
    """A third length lies on the line of the two that give the formula."""
    for back in (False, True):
        low, middle, high = (tables.counts(mode, m, back=back) for m in (2, 12, 32))
        for a, b, c in zip(low, middle, high, strict=True):
            assert 3 * b == 2 * a + c


def test_formulas_are_readable() -> None:
    m = (2, 32)
    lines = {"m": (2, 32), "m + 3": (5, 35), "2 m - 2": (2, 62), "0": (0, 0), "7": (7, 7)}
    assert [tables.linear(*counts, m) for counts in lines.values()] == list(lines)


# ---- measured figures ---------------------------------------------------------------------------


def of_core(cycles: int, mhz: float = 100.0, lut: int = 872) -> dict[str, dict[str, Any]]:
    """Round figures: 1,000 with its block RAM as area."""
    bench_of = {
        "results": [{"size": 512, "cycles": cycles / 4}, {"size": 4096, "cycles": 1.0}],
        "alone": [{"op": "encrypt", "size": 512, "first_block": cycles - 30, "cycles": cycles}],
    }
    return {"bench": bench_of, "ecp5": {"lut": lut, "bram": 1, "fmax_mhz": mhz}}


@pytest.fixture(name="kept")
def made_up_results(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    kept: dict[str, dict[str, Any]] = {}

    def load_file(name: str) -> dict[str, Any] | None:
        return {"inputs": "", "measured": kept[name]} if name in kept else None

    monkeypatch.setattr(files, "load", load_file)
    return kept


def put(kept: dict[str, dict[str, Any]], core: str, *args: Any, **knobs: Any) -> None:
    kept.update({f"{core}.{name}": found for name, found in of_core(*args, **knobs).items()})


def test_figures_follow_from_results(kept: dict[str, dict[str, Any]]) -> None:
    put(kept, "sector-hctr-pipelined", 160)
    put(kept, "sector-hctr", 132)
    rows = {row["figures"]: row for row in all_tables.measure("mancillas-VI")["rows"]}
    row = rows["sector-hctr-pipelined"]
    assert (row["cycles"], row["us"], row["us to first block"]) == ("160", "1.600", "1.300")
    assert (row["Gb/s"], row["TPA"]) == ("2.56", "625.00")  # 1 / (1,000 times 1.6 us)
    assert rows["sector-hctr"]["cycles"] == "33.0" and rows["sector-hctr"]["us"] == "0.330"
    assert rows["sector-hch"]["cycles"] is None
    assert figures("sector-hch", Results()).tpa is None


def test_heh_beside_tet(kept: dict[str, dict[str, Any]]) -> None:
    """Each figure in its column; a core without figures is named."""
    alone = [{"op": op, "first_block": first} for op, first in (("decrypt", 113), ("encrypt", 127))]
    spaced, ready = [{"cycles": 152.0}], {"512": {"128": 418}}
    found = {"results": spaced, "alone": alone, "key_ready_cycles": ready}
    kept["sector-tet-pipelined.bench"] = found
    kept["sector-tet-pipelined.lut4"] = {"lut": 20000, "ff": 5000}
    kept["sector-tet-pipelined.ecp5"] = {"fmax_mhz": 51.5}
    text = heh_table(Results())
    assert "| `sector-tet-pipelined` | 418 | 127 | 113 | 152.0 | 20,000 | 5,000 | 51.5 |" in text
    assert "Not measured yet: `sector-heh-pipelined`, `sector-heh-fp-pipelined`." in text


def test_old_and_missing_figures_show(kept: dict[str, dict[str, Any]]) -> None:
    put(kept, "sector-hctr-pipelined", 160)
    block = result_tables.page_blocks()["table-mancillas-VI"]
    text = block(Results(frozenset({"sector-hctr-pipelined.bench"})))
    assert "| 872 | 1 | 100.0 | 160† | 1.600† | 1.300† | 2.56† | 625.00† |" in text
    assert (
        "| HCTR | Mancillas-López 2010 | 12,068 | 85 | 79.65 | 89 | 1.117 | 0.703 | 3.67 | 39.0 |"
        in text
    )
    assert "| HCH | sector-hch |  |  |  |  |  |  |  |  |" in text
    assert "Empty: not measured yet." in text and "n/a" not in text


def test_published_orders_are_the_conclusions() -> None:
    """Mancillas-López 2010's own figures have each scheme where its text puts it."""
    for each in conclusions.CONCLUSIONS:
        assert conclusions.word(each, conclusions.published(each)) == "confirmed", each.words


@pytest.mark.parametrize(
    ("words", "values", "found"),
    [
        ("HCTR is the fastest", {"hctr": 2.3, "eme": 2.0, "xcb": 1.0}, "confirmed"),
        ("HCTR is the fastest", {"hctr": 2.2, "eme": 2.0, "xcb": 1.0}, "undecided"),
        ("HCTR is the fastest", {"hctr": 1.9, "eme": 2.0, "xcb": 1.0}, "undecided"),
        ("HCTR is the fastest", {"hctr": 1.8, "eme": 2.0, "xcb": 1.0}, "refuted"),
        ("XCB is the slowest", {"hctr": 2.0, "eme": 1.2, "xcb": 1.0}, "confirmed"),
        ("XCB is the slowest", {"hctr": 2.0, "eme": 1.0, "xcb": 1.05}, "undecided"),
        ("XCB is the slowest", {"hctr": 2.0, "eme": 1.0, "xcb": 1.2}, "refuted"),
        ("EME is the smallest", {"hctr": 101.0, "eme": 100.0}, "confirmed"),
        ("XCB is the largest", {"hctr": 101.0, "xcb": 100.0}, "refuted"),
    ],
)
def test_clocks_that_are_no_further_apart_than_placements_decide_nothing(
    words: str, values: dict[str, float], found: str
) -> None:
    (each,) = [each for each in conclusions.CONCLUSIONS if each.words == words]
    assert conclusions.word(each, values) == found


def test_conclusions(kept: dict[str, dict[str, Any]]) -> None:
    """Confirmed or refuted as soon as every scheme is measured, and not before."""
    modes = list(paper.NAMES)
    fewest = conclusions.CONCLUSIONS[0]
    for i, mode in enumerate(modes[:-1]):
        put(kept, f"sector-{mode}-pipelined", 200 + i)
    assert conclusions.verdict(fewest, Results()) is None
    put(kept, "sector-tet-pipelined", 300)
    refuted = "refuted: HCH 200, HCHfp 201, HCTR 202, XCB 203, EME 204, TET 300"
    assert conclusions.verdict(fewest, Results()) == refuted
    put(kept, "sector-hctr-pipelined", 200)
    verdict = conclusions.verdict(fewest, Results(frozenset({"sector-eme-pipelined.ecp5"})))
    assert verdict is not None and verdict.startswith("confirmed") and not verdict.endswith("†")
    verdict = conclusions.verdict(fewest, Results(frozenset({"sector-eme-pipelined.bench"})))
    assert verdict is not None and verdict.endswith("†")
    assert conclusions.verdict(fewest, Results(), overlapped=True) is None


def test_every_core_of_a_table_is_named() -> None:
    """So that results has its cycles and areas."""
    names = {core.name for core in cores_of("sector")}
    for name in ("mancillas-VI", "mancillas-VII", "mancillas-VIII"):
        rows = families()["sector"].tables()[name].rows(Results())
        assert {row["figures"] for row in rows} - {"Mancillas-López 2010"} <= names


@pytest.mark.parametrize("mode", paper.NAMES)
def test_cores_of_the_comparison(mode: str) -> None:
    """One sector of 512 bytes at a time, one key, blocks and products as in the paper."""
    for ending in ("-pipelined", "-sequential", "-encrypt"):
        if (mode, ending) != ("xcb", "-encrypt"):
            core = load(f"sector-{mode}{ending}")
            assert (core.mode, core.unit_limit, core.units_in_flight) == (mode, 512, 1)
            assert (core.slots, core.key_sizes, core.mult_stages) == (1, (128,), 1)
            assert core.cycles == (8 if ending == "-sequential" else 1)
            assert core.direction == ("forward" if ending == "-encrypt" else "both")


@pytest.mark.parametrize("mode", OURS)
def test_heh_is_like_tet_in_all_but_the_scheme(mode: str) -> None:
    """So that the difference is that of the hashes: each knob but the mode and its bit order."""
    ours, tet = (load(f"sector-{each}-pipelined").knobs() for each in (mode, "tet"))
    assert {name for name in tet if ours[name] != tet[name]} == {"mode", "bit_order"}


def test_cores_that_are_close_have_several_placements() -> None:
    """All of tables VI and VIII that work on one sector at a time."""
    names = {f"sector-{mode}-pipelined" for mode in (*paper.PIPELINED, *OURS)}
    names |= {f"sector-{mode}-encrypt" for mode in paper.ENCRYPT}
    assert names <= set(SEVERAL_PLACEMENTS)
