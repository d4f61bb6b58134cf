# SPDX-License-Identifier: Apache-2.0
"""Commands that succeed: what they return, and the keys of their JSON, which the page has too."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from corners import FAST
from sealwright import cli
from sealwright.base.files import repo_root
from sealwright.commands import synth
from sealwright.families.aes.config import AesConfig
from sealwright.families.aes.family import Aes
from sealwright.families.message import demo
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.sim import Op
from sealwright.families.sector import bench as sector_bench
from sealwright.study import mutants
from sectors import small

TINY = "aes-iterative-8"
OPERATIONS = ("encrypt", "decrypt")
KEY = "0" * 32


def sets(knobs: dict[str, Any]) -> list[str]:
    """Knobs as options."""
    words = {k: ",".join(map(str, v)) if isinstance(v, tuple) else v for k, v in knobs.items()}
    return [f"--set={knob}={word}" for knob, word in words.items()]


GCM = ["gcm-default", *sets(FAST)]
XTS = ["sector-xts", *sets(small("xts").knobs())]


def run(argv: Sequence[str], capsys: pytest.CaptureFixture[str], code: int = 0) -> Any:
    """The JSON of a command."""
    assert cli.main([*argv, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def documented(command: str) -> str:
    """The cell of the page with the keys of a command."""
    page = (repo_root() / "docs/use/cli.md").read_text()
    rows = re.findall(r"^\| (`.*?`) \| (.*) \|$", page.partition("## Results as JSON")[2], re.M)
    return next(keys for names, keys in rows if f"`{command}`" in names)


def keys_of(found: Any) -> set[str]:
    return set(found[0] if isinstance(found, list) else found)


BENCH = {"core", "results", "key_ready_cycles", "missed"}
SYNTH = {"core", "target", "top", "params", "tools", "ff", "depth"}
MOVED = {"core", "output", "simulated_sbox", "bytes", "cycles", "bits_per_cycle"}
MULT = {"kind", "and", "xor", "other", "key_only_xor", "depth_and", "depth_xor", "cycles", "ff"}
MULT |= {"nand_equivalents", "lut4", "lut6", "stored_bits", "latency", "depth", "stage_depths"}
MULT |= {"depth_all", "stage_depths_all"}
FIELD = ["--width", "8", "--poly", "4,3,1,0"]
JSON: dict[str, tuple[list[str], set[str]]] = {
    "cores": (["cores"], {"name", "kind", "summary", "knobs"}),
    "info": (
        ["info", TINY],
        {"name", "kind", "top", "summary", "knobs", "parameters", "ports", "formulas", "files"},
    ),
    "seal": (["seal", *GCM, "plain", "out", "--key", KEY], MOVED | {"messages"}),
    "seal, sectors": (
        ["seal", *XTS, "plain", "out", "--key", f"1{KEY * 2}"[:64]],
        MOVED | {"sectors"},
    ),
    "open, sectors": (
        ["open", *XTS, "plain", "out", "--key", f"1{KEY * 2}"[:64]],
        MOVED | {"sectors"},
    ),
    "check": (["check", *GCM, "VECTORS"], {"core", "passed", "failed", "skipped"}),
    "verify": (
        ["verify", TINY, "--messages", "1"],
        {"core", "seed", "passed", "faults", "events"},
    ),
    "bench, GCM": (
        ["bench", *GCM, "--sizes", "0,64", "--messages", "20"],
        BENCH | {"workload", "mix", "key_load", "latency", "latency_formula", "ipi_average"},
    ),
    "bench, AES": (["bench", TINY, "--set", "key_sizes=128"], BENCH),
    "bench, sectors": (
        ["bench", *XTS, "--sizes", "512", "--units", "20"],
        BENCH | {"mode", "workload", "alone"},
    ),
    "synth, gates": (["synth", TINY, "--target", "gates"], SYNTH | {"and", "xor", "other"}),
    "synth, lut4": (["synth", TINY, "--target", "lut4"], SYNTH | {"lut", "ram_bits"}),
    "mult": (["mult", "mastrovito", *FIELD], MULT | {"width"}),
    "mult, proved": (["mult", "mastrovito", *FIELD, "--prove"], {"kind", "width", "proved"}),
    "mult, exported": (
        ["mult", "mastrovito", *FIELD, "--export", "drop", "--prove"],
        {"kind", "width", "proved", "folder", "files"},
    ),
    "mult, list": (["mult", "--list"], {"kind", "knobs", "what"}),
    "tables": (["tables", "mancillas-I"], {"table", "title", "rows", "note"}),
    "datasheet": (["datasheet", TINY, "out.html"], {"core", "output", "bytes"}),
    "fit": (["fit", TINY, "--device", "xilinx"], {"core", "devices"}),
    "export": (["export", TINY, "drop", "--prove"], {"core", "folder", "files", "proved"}),
    "env": (["env"], {"VERILATOR_ROOT", "PATH"}),
    "tables, list": (["tables"], {"table", "title"}),
    "flip": (
        ["flip", *XTS, "--out", "out.svg"],
        {"sector", "byte", "bit", "sector_bytes", "cores", "file"},
    ),
}


@pytest.mark.parametrize("case", JSON)
def test_keys_of_json(case: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv, wanted = JSON[case]
    vectors = str(repo_root() / "tests/data/macsec.json")
    found = run([vectors if word == "VECTORS" else word for word in argv], capsys)
    assert keys_of(found) == wanted
    missing = {key for key in wanted if f"`{key}`" not in documented(case.partition(",")[0])}
    assert not missing, "in docs/use/cli.md"


def test_every_command_has_its_keys_tested() -> None:
    own = {"open", "demo", "mutants"}  # below
    assert {case.partition(",")[0] for case in JSON} | own == set(cli.COMMANDS)


def test_keys_of_open(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["seal", *GCM, "plain", "sealed", "--key", KEY], capsys)
    found = run(["open", *GCM, "sealed", "back", "--key", KEY], capsys)
    assert set(found) == MOVED | {"messages"}


def test_keys_of_mutants(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutants, "try_faults", lambda faults, *others: [])
    found = run(["mutants", "--count", "1"], capsys)
    assert set(found) == {"seed", "caught", "survived", "equivalent", "faults"}
    assert all(f"`{key}`" in documented("mutants") for key in found)


# ---- verify, synth, demo ------------------------------------------------------------------------


def test_verify_says_ok(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", TINY, "--messages", "1", "--seed", "2"]) == 0
    assert capsys.readouterr().out.endswith(f"{TINY}, seed 2: ok\n")


def test_throughput_of_a_placed_core(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bits per cycle by the clock; the simulation is not repeated."""
    rates = [1.25]
    placed = {"target": "ecp5", "lut": 5, "fmax_mhz": 80.0, "tools": {"yosys": "0"}}
    monkeypatch.setenv("SEALWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(synth, "synth", lambda *arguments, **options: placed)
    monkeypatch.setattr(synth, "verilator_version", lambda: "0")
    monkeypatch.setattr(Aes, "rate", lambda self, config: rates.pop())
    for _ in range(2):
        found = run(["synth", TINY, "--target", "ecp5"], capsys)
        assert (found["bits_per_cycle"], found["gbps"]) == (1.25, 0.1)
    assert all(f"`{key}`" in documented("synth") for key in ("bits_per_cycle", "gbps"))
    monkeypatch.setattr(synth, "synth", lambda *arguments, **options: {"tools": {}})
    assert "gbps" not in run(["synth", TINY, "--target", "lut4"], capsys)


@pytest.fixture
def shown(here: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A demo of the exchange and the container alone."""
    rows = {"results": [{"bits_per_cycle": 1.0, "size": 64, "cycles": 5, "expected": 5, "op": ""}]}
    monkeypatch.setattr(demo, "measure", lambda *arguments: rows)
    monkeypatch.setattr(demo, "families", dict)
    monkeypatch.setattr(demo, "pipeline_svg", lambda config: "<svg/>")
    monkeypatch.setattr(demo, "wave_svg", lambda config, op: "<svg/>")
    return ["demo", "--no-area", *sets(FAST), "--out", "demo", "--file"]


@pytest.mark.parametrize("size", [1, 20000])
def test_demo(size: int, shown: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Of a short file too, which is repeated until there is something to attack."""
    Path("file").write_bytes(bytes(range(200)) * 100 if size > 200 else b"x" * size)
    found = run([*shown, "file"], capsys)
    assert found["messages"] == found["sealed_agree"] == found["opened_agree"] > 12
    assert found["forged"] == 8 and set(found["refused"].values()) == {8}
    assert found["bytes"] == size if size > 200 else found["bytes"] > size
    assert all(Path(path).is_file() for path in found["files"].values())
    wanted = {"core", "input", "messages", "bytes", "aad_bytes", "slots", "sealed_agree", "seconds"}
    wanted |= {"opened_agree", "refused", "forged", "others", "bench", "area", "files"}
    assert set(found) == wanted
    assert all(f"`{key}`" in documented("demo") for key in wanted)


def test_demo_of_nothing_is_refused(shown: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("file").write_bytes(b"")
    assert cli.main([*shown, "file"]) == 2
    assert "sealwright: file: an empty file" in capsys.readouterr().err
    assert not Path("demo").exists()


def test_no_check_of_nothing_is_ok() -> None:
    nothing = demo.Outcome(0, 0, 0, 0, 0, 0, {"AAD": 0}, 0)
    assert not any(good for _, good, _ in demo._checks(nothing))


# ---- cycles that a core promises ----------------------------------------------------------------


def test_messages_above_their_promise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["bench", *GCM, "--sizes", "64,128", "--messages", "20"]
    assert run(argv, capsys)["missed"] == []
    monkeypatch.setattr(GcmConfig, "cost", lambda self, text, *other: 9 if text > 64 else 4)
    assert cli.main(argv) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "MISSED 64 bytes, AAD of 0: 5.000 cycles per message, n + a + 1 = 4"


def test_the_cost_of_a_message_may_depend_on_its_operation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a mixture it is the average, rounded up; of a random mix the sum."""
    cost = {Op.SEAL: 5, Op.OPEN: 8}
    monkeypatch.setattr(GcmConfig, "cost", lambda self, text, aad, op, tag: cost[op] + tag - 16)
    argv = ["bench", *GCM, "--sizes", "64", "--messages", "20"]
    for op, expected in (("seal", (5, 100)), ("open", (8, 160)), ("mixed", (7, 130))):
        found = run([*argv, "--op", op], capsys)
        assert (found["results"][0]["expected"], found["mix"]["expected"]) == expected


def test_blocks_above_their_promise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["bench", TINY, "--set", "key_sizes=128"]
    assert run(argv, capsys)["missed"] == []
    monkeypatch.setattr(AesConfig, "block_cycles", lambda self, bits: 175)
    missed = run(argv, capsys, 1)["missed"]
    assert missed == [f"{op}, 128 bit: 176.000 cycles per block, not 175" for op in OPERATIONS]


def test_units_above_their_promise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["bench", *XTS, "--sizes", "512", "--units", "20"]
    assert run(argv, capsys)["missed"] == []
    monkeypatch.setattr(sector_bench, "expected", lambda config, size: 30)
    (missed,) = run(argv, capsys, 1)["missed"]
    assert re.fullmatch(r"512 bytes: 3\d\.\d+ cycles per unit, 30 calls", missed)


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([*GCM, "--messages", "99999999"], "--messages 99999999: must be 1 to 100000"),
        ([*GCM, "--messages", "0"], "must be 1 to 100000"),
        ([*GCM, "--messages", "2000", "--sizes", "64,70000"], "2000 of 70000 bytes: more than"),
        ([*GCM, "--messages", "3000", "--sizes", "64", "--aad", "65536"], "of 65600 bytes: more"),
        ([*XTS, "--units", "99999999"], "--units 99999999: must be 1 to 100000"),
        ([*XTS, "--units", "0"], "must be 1 to 100000"),
        (["sector-xts", "--units", "40000", "--sizes", "4096"], "40000 of 4096 bytes: more than"),
    ],
)
def test_bench_takes_no_more_than_it_can_hold(
    argv: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["bench", *argv]) == 2
    assert words in capsys.readouterr().err
