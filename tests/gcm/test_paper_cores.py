# SPDX-License-Identifier: Apache-2.0
"""The GCM systems of papers: configurations beside their tables, cycles, and random traffic.

For the tables, results are replaced by round figures.
"""

from typing import Any, ClassVar

import pytest

from message_rows import agrees
from rows import nightly
from sealwright.base import results as files
from sealwright.base.results import Result, Results
from sealwright.cli import main
from sealwright.families import core_names, family_of, load_core, paper_cores
from sealwright.families.message import bench, check, tables_lemsitzer
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.events import Op
from sealwright.model.vectors import cavp, wycheproof
from sealwright.report.markdown import OLD
from sealwright.study import tables

GCM = [name for name in paper_cores() if name.startswith("gcm-")]
BY_DAY = ["gcm-lemsitzer-64-digit-composite", "gcm-lemsitzer-32-counter-bram", "gcm-yang-decrypt"]


def core(name: str) -> MessageConfig:
    config = load_core(name)
    assert isinstance(config, MessageConfig)
    return config


@pytest.fixture(name="found")
def round_figures(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    """Results of every core of a paper by their names, in place of the files: round figures."""
    found: dict[str, dict[str, Any]] = {}
    jobs = [job for shown in tables.TABLES.values() for job in shown.jobs()]
    for number, job in enumerate(jobs):
        name, what = job.name.split(".")
        if what.startswith("bench"):
            config = load_core(name)
            rate = 8 * config.stream.beat_bytes - 0.5 if isinstance(config, MessageConfig) else 12.0
            row = {"cycles": 5.0 + number, "bits_per_cycle": rate}
            rows = [{"size": size, **row} for size in (16, 64, 1500)]
            keys = [{"size": size, "every": 1, "cycles": 5.0 + number} for size in bench.IPI]
            found[job.name] = {"results": rows, "latency": {"verdict": number}, "rows": keys}
        else:
            cells = {"nand2": 5000 + number, "delay_ns": 4.0, "ram_bits": 64}
            found[job.name] = {"lut": 1000 + number, "bram": 2, "fmax_mhz": 100.0, **cells}
    monkeypatch.setattr(
        files, "load", lambda name: {"measured": found[name]} if name in found else None
    )
    return found


# ---- configurations -----------------------------------------------------------------------------


def test_names_are_not_those_of_other_cores() -> None:
    assert GCM and not set(core_names()) & set(GCM)


def test_a_core_of_a_paper_is_changed_as_a_named_one() -> None:
    changed = load_core("gcm-lemsitzer-64-digit-table", {"slots": 2, "mult_digit": 64})
    assert changed.name == "gcm-lemsitzer-64-digit-table with slots=2"
    assert changed.knobs() == {**core("gcm-lemsitzer-64-digit-table").knobs(), "slots": 2}


@pytest.mark.parametrize("name", GCM)
def test_configuration(name: str) -> None:
    """What its name says: the width, the multiplier, the S-box; one key, and one register."""
    _, paper, *words = name.split("-")
    config = core(name)
    knobs = config.knobs()
    assert config.name == name
    assert (config.round_registers, knobs["mult_stages"]) == (1, 1)
    if words == ["one", "cycle"] or words == ["four", "cycle"]:
        assert config.kind == "gcm-on-the-fly" and knobs["key_change"] == "-".join(words)
        return
    if paper == "yang":
        assert knobs["key_sizes"] == (128,)
        ways = {"encrypt": (Op.SEAL,), "decrypt": (Op.OPEN,), "modified": (Op.SEAL, Op.OPEN)}
        assert config.ops == (ways[words[0]] if words else tuple(Op))
        return
    assert knobs["key_sizes"] == (128, 192, 256) and knobs["sbox"] == words.pop()
    assert knobs["slots"] == 1
    if paper == "lemsitzer":
        assert 8 * config.stream.beat_bytes == int(words[0])
        if words[1] == "counter":
            assert config.ops == (Op.COUNTER,)
        else:
            kinds = {"spb": "spb", "array": "partial-product", "digit": "digit-serial"}
            assert knobs["multiplier"] == kinds.get(words[1], words[1])
    else:
        if words[:2] == ["four", "lanes"]:
            assert config.stream.lanes == 4
            del words[:2]
        kinds = {"fan-hasan": "tmvp-1"}
        assert knobs["multiplier"] == kinds.get("-".join(words), "-".join(words))
        assert not config.any_iv


@pytest.mark.parametrize("name", [*BY_DAY, *nightly(name for name in GCM if name not in BY_DAY)])
def test_core(name: str) -> None:
    """Random traffic; and n + a + 1 blocks' time for a message."""
    config = core(name)
    agrees(config)
    op = "mixed" if len(config.ops) > 1 else bench.default_op(config)
    aad = 0 if op == "counter" else 20
    work = bench.Workload(op=op, messages=100, aad=aad, seed=3)
    (row,) = bench.measure(config, [200], work)["results"]
    assert row["cycles"] == pytest.approx(config.cost(200, aad), abs=0.5)


@pytest.mark.parametrize("name", nightly(name for name in GCM if core(name).mode.name == "gcm"))
def test_published_vectors(name: str) -> None:
    """All that the core can take; a core of no standard has none."""
    config, vectors = core(name), cavp() + wycheproof()
    outcome = check.check_core(config, vectors)
    assert outcome.failures == []
    assert outcome.passed == sum(check.skip_reason(v, config) is None for v in vectors) > 0


# ---- tables -------------------------------------------------------------------------------------

PAPERS = [name for name, shown in tables.TABLES.items() if list(shown.jobs())]


class Asked(Results):
    """Takes down the names of the results that a table asks for."""

    names: ClassVar[set[str]] = set()

    def of(self, name: str) -> Result:
        self.names.add(name)
        return super().of(name)


def test_measured_is_what_tables_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each result is of one job and stands in a table; no table waits for one without a job."""
    monkeypatch.setattr(Asked, "names", set())
    jobs = [job.name for name in PAPERS for job in tables.TABLES[name].jobs()]
    for name in PAPERS:
        tables.TABLES[name].shown(Asked())
    assert len(set(jobs)) == len(jobs) and Asked.names == set(jobs)
    measured = {name.split(".")[0] for name in jobs}
    assert measured == {*paper_cores(), "gcm-yang-ghash"}


@pytest.mark.parametrize("name", PAPERS)
def test_a_row_is_shown_as_soon_as_it_is_measured(
    name: str, found: dict[str, dict[str, Any]]
) -> None:
    """One by one: the other rows have dashes, and a figure that is old has its mark."""
    whole = tables.measure(name)
    assert "-" not in {value for row in whole["rows"] for value in row.values()}
    assert "not measured" not in whole["note"]
    jobs = [job.name for job in tables.TABLES[name].jobs()]
    first = jobs[0].split(".")[0]
    for job in jobs:
        if not job.startswith(f"{first}."):
            del found[job]
    partly = tables.measure(name)
    old = tables.TABLES[name].shown(Results(frozenset(jobs)))
    assert OLD in {str(value)[-1:] for row in old["rows"] for value in row.values()}
    found.clear()
    none = tables.measure(name)["rows"]
    own = ["-" in row.values() for row in none]  # some rows are of published figures alone
    assert any(own) and [row for row, has in zip(none, own, strict=True) if not has] == [
        row for row, has in zip(whole["rows"], own, strict=True) if not has
    ]
    same = [a == b for a, b in zip(whole["rows"], partly["rows"], strict=True)]
    assert sum(same) == 1 + own.count(False)
    assert partly["note"].endswith("-: not measured yet.")


@pytest.mark.parametrize("width", tables_lemsitzer.LEMSITZER)
def test_lemsitzer(width: int, found: dict[str, dict[str, Any]]) -> None:
    number = {128: 4, 64: 5, 32: 6, 16: 7}[width]
    table = tables.measure(f"lemsitzer-{number}")
    rows = table["rows"]
    assert len(rows) == len(tables_lemsitzer.LEMSITZER[width])
    name = f"gcm-lemsitzer-{width}-{'spb' if width == 128 else 'digit'}-composite"
    row = rows[1]
    assert row["S-box"] == "composite" and row["ecp5 MHz"] == "100.0"
    assert row["ecp5 lut4"] == found[f"{name}.ecp5"]["lut"]
    assert row["lut6"] == found[f"{name}.lut6"]["lut"]
    assert row["bits per cycle"] == f"{width - 0.5}"
    assert row["ecp5 Gb/s"] == f"{(width - 0.5) * 0.1:.2f}"
    assert row["kb/s per ecp5 lut4"] == round((width - 0.5) * 1e5 / row["ecp5 lut4"])
    assert "Area, least first, published: " in table["note"]


def test_a_core_that_does_not_fit(found: dict[str, dict[str, Any]]) -> None:
    found["gcm-lemsitzer-128-spb-table.ecp5"] = {"lut": 90_000, "bram": 2, "not_placed": "no room"}
    row = tables.measure("lemsitzer-4")["rows"][2]
    assert [row[f"ecp5 {name}"] for name in ("lut4", "MHz", "Gb/s")] == [90_000, "no room", "-"]


def test_counter_mode(found: dict[str, dict[str, Any]]) -> None:
    rows = tables.measure("lemsitzer-2.counter")["rows"]
    by = {(row["bits"], row["S-box"]): row for row in rows}
    assert len(by) == len(rows) == 12
    row = by[64, "RAM"]
    assert (row["slices published"], row["bits per cycle"]) == ("3.8k", "63.5")
    assert row["lut6"] == found["gcm-lemsitzer-64-counter-bram.lut6"]["lut"]


def test_patel_in_cells(found: dict[str, dict[str, Any]]) -> None:
    table = tables.measure("patel-4.1")
    first, *_, last = table["rows"]
    assert (first["multiplier"], first["S-box"], first["gates"]) == ("Fan-Hasan", "LUT", 219336)
    assert (last["multiplier"], last["S-box"]) == ("Mastrovito", "composite")
    assert last["NAND2"] == found["gcm-patel-mastrovito-composite.osu018"]["nand2"]
    assert (first["ns"], first["Gb/s"]) == ("4.000", f"{127.5 / 4:.2f}")
    assert "0 % and 0 % with S-boxes from tables" in table["note"]


def test_patel_placed(found: dict[str, dict[str, Any]]) -> None:
    found["gcm-patel-karatsuba-bram.ecp5"]["lut"] = 900
    table = tables.measure("patel-4.2")
    assert len(table["rows"]) == 9
    by = {(row["S-box"], row["multiplier"]): row for row in table["rows"]}
    assert by["RAM", "Karatsuba"]["slices published"] == 9352
    assert by["RAM", "Mastrovito"]["slices published"] == ""
    assert "Area with RAM, least first, published: Karatsuba, Fan-Hasan; confirmed" in table["note"]
    assert (
        "Area with LUT, least first, published: Karatsuba, Fan-Hasan; measured: Fan-Hasan"
        in (table["note"])
    )


def test_yang(found: dict[str, dict[str, Any]]) -> None:
    table = tables.measure("yang-1")
    rows = {row["design"]: row for row in table["rows"]}
    assert rows["Iterative AES"]["Gb/s"] == f"{12 * 250 / 1000:.2f}"
    assert rows["GHASH"]["Gb/s"] == "32.00" and rows["GCM en/decryption"]["Gb/s"] == "31.88"
    assert rows["GCM encryption"]["NAND2"] == found["gcm-yang-encrypt.osu018"]["nand2"]
    assert "only seals takes 1.00 of the gates of both, one that only opens 1.00" in table["note"]


def test_length_block_behind_the_aad(found: dict[str, dict[str, Any]]) -> None:
    plain, modified = tables.measure("yang-6")["rows"]
    assert [row["by the paper: cycles beside the blocks"] for row in (plain, modified)] == [12, 11]
    opened = found["gcm-yang-modified.bench-open"]["latency"]["verdict"]
    assert modified["open: last beat to verdict"] == opened
    cycles = found["gcm-yang.bench-seal"]["results"][1]["cycles"]
    assert plain["cycles per 64 B"] == f"{cycles:.1f}"
    assert plain["LUT6"] == found["gcm-yang.lut6"]["lut"]


# ---- the command --------------------------------------------------------------------------------


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cores", "--papers"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in GCM)
    assert all(family_of(core(name)).name == "message" for name in GCM)
