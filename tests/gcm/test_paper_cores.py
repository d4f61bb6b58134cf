# SPDX-License-Identifier: Apache-2.0
"""The GCM systems of papers: configurations beside their tables, cycles, and random traffic.

For the tables, synthesis and simulation are replaced by round figures.
"""

from typing import Any

import pytest

from message_rows import agrees
from rows import nightly
from sealwright.cli import main
from sealwright.families import core_names, family_of, load_core, paper_cores
from sealwright.families.message import bench, check
from sealwright.families.message import tables as tables_gcm
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.events import Op
from sealwright.model.vectors import cavp, wycheproof
from sealwright.study import tables

GCM = [name for name in paper_cores() if name.startswith("gcm-")]
BY_DAY = ["gcm-lemsitzer-64-digit-composite", "gcm-lemsitzer-32-counter-bram", "gcm-yang-decrypt"]


def core(name: str) -> MessageConfig:
    config = load_core(name)
    assert isinstance(config, MessageConfig)
    return config


@pytest.fixture(name="asked")
def round_figures(monkeypatch: pytest.MonkeyPatch) -> list[tuple[dict[str, int], str]]:
    """Every synthesis that a table needs, in order; the LUTs of each are its number."""
    asked: list[tuple[dict[str, int], str]] = []

    def synth(_top: str, _files: Any, params: dict[str, int], target: str) -> dict[str, Any]:
        asked.append((params, target))
        placed = {"lut": 1000 + len(asked), "bram": 2, "fmax_mhz": 100.0 + len(asked)}
        return {**placed, "nand2": 5000 + len(asked), "delay_ns": 4.0}

    def measure(config: MessageConfig, *_: Any) -> dict[str, Any]:
        return {"results": [{"bits_per_cycle": 8 * config.stream.beat_bytes - 0.5}]}

    monkeypatch.setattr(tables_gcm, "synth", synth)
    monkeypatch.setattr(bench, "measure", measure)
    return asked


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
    assert (knobs["slots"], knobs["round_stages"], knobs["mult_stages"]) == (1, 1, 1)
    if paper == "yang":
        assert knobs["key_sizes"] == (128,)
        ways = {"encrypt": (Op.SEAL,), "decrypt": (Op.OPEN,)}
        assert config.ops == (ways[words[0]] if words else tuple(Op))
        return
    assert knobs["key_sizes"] == (128, 192, 256) and knobs["sbox"] == words.pop()
    if paper == "lemsitzer":
        assert 8 * config.stream.beat_bytes == int(words[0])
        if words[1] == "counter":
            assert config.ops == (Op.COUNTER,)
        else:
            kinds = {"spb": "spb", "array": "partial-product", "digit": "digit-serial"}
            assert knobs["multiplier"] == kinds.get(words[1], words[1])
    else:
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


@pytest.mark.parametrize("name", nightly(GCM))
def test_published_vectors(name: str) -> None:
    outcome = check.check_core(core(name), cavp() + wycheproof())
    assert outcome.failures == []


# ---- tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", tables_gcm.LEMSITZER)
def test_lemsitzer(width: int, asked: list[tuple[dict[str, int], str]]) -> None:
    number = {128: 4, 64: 5, 32: 6, 16: 7}[width]
    found = tables.measure(f"lemsitzer-{number}")
    rows = found["rows"]
    assert len(rows) == len(tables_gcm.LEMSITZER[width]) == len(asked) / 2
    assert {params.get("BeatBytes", 16) for params, _ in asked} == {width // 8}
    row = rows[1]  # the fourth synthesis
    assert row["S-box"] == "composite" and row["ecp5 lut4"] == 1004 and row["ecp5 MHz"] == "104.0"
    assert row["bits per cycle"] == f"{width - 0.5}"
    assert row["ecp5 Gb/s"] == f"{(width - 0.5) * 0.104:.2f}"
    assert "Area, least first, published: " in found["note"]


def test_patel_in_cells(asked: list[tuple[dict[str, int], str]]) -> None:
    found = tables.measure("patel-4.1")
    first, *_, last = found["rows"]
    assert (first["multiplier"], first["S-box"], first["gates"]) == ("Fan-Hasan", "LUT", 219336)
    assert (last["multiplier"], last["S-box"], last["NAND2"]) == ("Mastrovito", "composite", 5006)
    assert {target.split("=")[0] for _, target in asked} == {"liberty"}
    assert "0 % and 0 %" in found["note"]


def test_patel_placed(asked: list[tuple[dict[str, int], str]]) -> None:
    found = tables.measure("patel-4.2")
    assert len(found["rows"]) == 9 and len(asked) == 18
    by = {(row["S-box"], row["multiplier"]): row for row in found["rows"]}
    assert by["RAM", "Karatsuba"]["slices published"] == 9352
    assert by["RAM", "Mastrovito"]["slices published"] == ""
    assert "RAM: Fan-Hasan, Karatsuba" in found["note"]


# ---- the command --------------------------------------------------------------------------------


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cores", "--papers"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in GCM)
    assert all(family_of(core(name)).name == "message" for name in GCM)
