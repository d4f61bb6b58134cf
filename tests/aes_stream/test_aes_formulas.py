# SPDX-License-Identifier: Apache-2.0
"""Formulas and causes of the packages of rtl/aes_stream, and those of the toolkit and a bench."""

import importlib.util
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from sealwright.base.files import library_files, repo_root
from sealwright.cores.cipher import KEY_BITS, SBOXES, key_stages
from sealwright.families import load_core
from sealwright.families.aes.config import (
    DIRECTIONS,
    FOLDS,
    KEY_CHANGES,
    WIDTHS,
    AesConfig,
    OnTheFlyConfig,
)
from sealwright.families.aes.sim import Cause
from sealwright.tools import yosys
from sealwright.tools.sv_package import read_package

MASKS: Final = range(1, 8)
SIZES: Final = dict(enumerate(KEY_BITS))


class Calls:
    """Calls of a package's functions with the expected results; all are made at once."""

    def __init__(self) -> None:
        self.expected: dict[str, int] = {}

    def add(self, expected: int, name: str, *arguments: int) -> None:
        self.expected[f"{name}({', '.join(map(str, arguments))})"] = expected

    def compare(self, package: str, folder: Path) -> None:
        path = folder / "calls.sv"
        calls = ",\n    ".join(f"32'({call})" for call in reversed(self.expected))
        width = 32 * len(self.expected)
        path.write_text(
            f"module calls import {package}::*; (output logic [{width - 1}:0] o);\n"
            f"  assign o = {{\n    {calls}\n  }};\nendmodule\n"
        )
        files = [*library_files(*AesConfig.libraries), str(path)]
        design = yosys.netlist([yosys.read_command("calls", files, {}), "proc", "opt"], "calls")
        bits = yosys.top_module(design)["ports"]["o"]["bits"]
        words = int("".join(reversed(bits)), 2)
        found = {call: words >> 32 * n & 0xFFFFFFFF for n, call in enumerate(self.expected)}
        assert found == self.expected


@pytest.fixture(name="calls")
def no_calls() -> Calls:
    return Calls()


def core(name: str, mask: int = 7, **knobs: Any) -> AesConfig:
    sizes = [bits for code, bits in SIZES.items() if mask >> code & 1]
    config = load_core(name, {"key_sizes": sizes, **knobs})
    assert isinstance(config, AesConfig)
    return config


def test_causes() -> None:
    causes = read_package("rtl/aes_stream/seal_aes_cause_pkg.sv").enums["block_cause_e"]
    assert {cause.name.removeprefix("Blk"): cause.value for cause in causes} == {
        "None": Cause.NONE,
        "NoKey": Cause.NO_KEY,
        "Direction": Cause.NO_DIRECTION,
        "Beats": Cause.BEATS,
    }


def test_choices() -> None:
    """Enums that both sides declare."""
    directions = read_package("rtl/aes/seal_aes_pkg.sv").enums["dir_e"]
    assert [DIRECTIONS[word] for word in ("encrypt", "decrypt", "both")] == list(directions)
    changes = read_package("rtl/aes_stream/seal_aes_fly_pkg.sv").enums["fixed_e"]
    assert [KEY_CHANGES[word] for word in ("four-cycle", "one-cycle", "passing")] == list(changes)


def test_registers_within_an_s_box_of_the_key_schedule(calls: Calls, tmp_path: Path) -> None:
    for (sbox, number), stages in product(SBOXES.items(), range(1, 6)):
        calls.add(key_stages(sbox, stages), "key_stages", number, stages)
    calls.compare("seal_aes_pkg", tmp_path)


def test_stream(calls: Calls, tmp_path: Path) -> None:
    for mask, stages, fold in product(MASKS, range(1, 6), FOLDS):
        config = core("aes-pipelined", mask, round_stages=stages, cycles=fold)
        printed = config.figures()
        at = (mask, stages, fold)
        calls.add(printed["latency"], "stream_latency", *at)
        calls.add(printed["zeroise"], "stream_clear", *at)
        places = -(-printed["latency"] // fold) + 2  # in flight at once, and two
        calls.add(places, "stream_depth", *at)
    calls.compare("seal_aes_stream_pkg", tmp_path)


def test_fly(calls: Calls, tmp_path: Path) -> None:
    for mask, (change, fixed) in product(MASKS, KEY_CHANGES.items()):
        config = core("aes-fly", mask, key_change=change)
        assert isinstance(config, OnTheFlyConfig)
        calls.add(config.key_gap, "fly_gap", mask, fixed)
        calls.add(max(config.latency().values()) + 2, "fly_depth", mask, fixed)
        for size, bits in SIZES.items():
            if not mask >> size & 1:
                continue
            calls.add(config.latency()[f"AES-{bits}"], "fly_latency", mask, fixed, size)
            calls.add(11 + 2 * size + config.key_gap, "fly_key_change", mask, fixed, size, 0)
            for blocks in range(1, 21):
                cycles = config.key_change_cycles(bits, blocks)
                calls.add(cycles, "fly_key_change", mask, fixed, size, blocks)
    calls.compare("seal_aes_fly_pkg", tmp_path)


def test_unrolled(calls: Calls, tmp_path: Path) -> None:
    for mask in MASKS:
        latency = max(core("aes-unrolled", mask).latency().values())
        calls.add(latency, "unrolled_latency", mask)
        calls.add(latency + 2, "unrolled_depth", mask)
    calls.compare("seal_aes_unrolled_pkg", tmp_path)


def bench() -> Any:
    """The formulas of the bench of seal_aes_iterative, which it compares with the core."""
    path = repo_root() / "tb/aes_iterative/formulas.py"
    spec = importlib.util.spec_from_file_location("formulas", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_iterative(calls: Calls, tmp_path: Path) -> None:
    own = bench()
    for width, slots in product(WIDTHS, (1, 3, 16)):
        calls.add(own.sweep(width, slots), "iterative_sweep_cycles", width, slots)
    for width, (size, bits), (name, sbox) in product(WIDTHS, SIZES.items(), SBOXES.items()):
        config = core("aes-iterative-8", width=width, sbox=name)
        calls.add(own.block(width, size, sbox), "iterative_cycles", width, size, sbox)
        calls.add(own.key(width, size), "iterative_key_cycles", width, size)
        assert own.block(width, size, sbox) == config.block_cycles(bits)
    calls.compare("seal_aes_iterative_pkg", tmp_path)
