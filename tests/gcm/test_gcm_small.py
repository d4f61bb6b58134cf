# SPDX-License-Identifier: Apache-2.0
"""The small GCM core: knobs, cycles, illegal parameters, zeroise, what is left of a secret."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from elaboration import refusal
from faulty import TAG, full, parts, play, raw
from knob_values import array, name_of, values_of
from message_rows import agrees
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.base.files import library_files, repo_root
from sealwright.families import load_core
from sealwright.families.message.bench import Bench, Workload
from sealwright.families.message.coverage import LIMITS
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import (
    Barrier,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    Section,
    WaitReady,
    Zeroise,
)
from sealwright.families.message.small import DIGITS, GcmSmallConfig
from sealwright.model.gcm import fast_seal
from sealwright.synth import all_targets
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.traffic import Traffic

KEY = bytes(range(16))
LOAD: list[Event] = [KeyLoad(0, KEY, 4), WaitReady(0)]
VALUES = values_of(GcmSmallConfig, **LIMITS)
VALUES["mult_digit"] = list(DIGITS)
VALUES["message_limit"].remove(0)  # which seals no vector
DAY = [{**load_core("gcm-small").knobs(), **LIMITS, "sbox": "table", "mult_digit": 16}]


def small(name: str = "gcm-small", **knobs: Any) -> GcmSmallConfig:
    config = load_core(name, {"sbox": "table", **knobs})
    assert isinstance(config, GcmSmallConfig)
    return config


@pytest.mark.parametrize("row", [*DAY, *nightly(array(GcmSmallConfig, VALUES))], ids=name_of)
def test_core(row: dict[str, Any]) -> None:
    agrees(GcmSmallConfig.from_knobs(name_of(row), "", row))


@pytest.fixture(scope="module")
def sim() -> Iterator[MessageSim]:
    with MessageSim(small()) as sim:
        yield sim


# ---- cycles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("digit", [1, 4, *nightly([2, 8, 16])])
@pytest.mark.parametrize("op", ["seal", "open"])
def test_cycles_are_bounded_by_the_formulas(digit: int, op: str) -> None:
    """Whole blocks of text take as many as the formula says; a partial one may take fewer."""
    config = small(mult_digit=digit)
    figures = config.figures()
    bench = Bench(config, Workload(op=op, messages=2))
    found = {}
    for aad, text in product((0, 1, 16, 35, 48), (0, 1, 16, 21, 64, 80)):
        bench.work = Workload(op=op, messages=2, aad=aad)
        row = bench.row(text)
        found[aad, text] = row.cycles
        assert row.expected - 60 < row.cycles <= row.expected
    for aad in (0, 1, 16, 35, 48):
        assert found[aad, 80] - found[aad, 64] == figures["text"]
    assert max(config.cost(t, a, Op.OPEN) - n for (a, t), n in found.items()) >= 0


@pytest.mark.parametrize(("digit", "most"), [(4, 44), (1, 134)])
def test_a_block_in_44_cycles(digit: int, most: int) -> None:
    assert small(mult_digit=digit).figures()["text"] <= most


@pytest.mark.parametrize("digit", [1, 4, *nightly([2, 8, 16])])
@pytest.mark.parametrize("op", ["seal", "open"])
def test_latencies_are_bounded_by_the_formulas(digit: int, op: str) -> None:
    config = small(mult_digit=digit)
    formula = config.latency(opening=op == "open")
    bench = Bench(config, Workload(op=op))
    found = bench.latency()
    assert found["verdict"] == formula["verdict"]
    assert formula["first_beat"] - 4 <= found["first_beat"] <= formula["first_beat"]
    for size in range(0, 100, 7):
        bench.play([bench.message(0, size)])
        assert bench.latency()["verdict"] <= formula["verdict"]


def test_key_loads_take_as_long_as_the_formula_says() -> None:
    config = small()
    with MessageSim(config) as sim:
        keys = [sim.run([*LOAD, Barrier()]).keys[0] for _ in range(6)]
    assert {key.ready - key.accepted for key in keys} == {config.load_cycles(128)}
    hold = config.figures()["key_hold"]
    assert hold - 1 <= max(key.accepted - key.offered for key in keys) <= hold


def test_a_key_waits_until_the_answer_to_the_one_before_is_taken(sim: MessageSim) -> None:
    slow = Traffic(seed=1, key_stall=240, burst=50)
    loads: list[Event] = [KeyLoad(0, KEY, 4), KeyLoad(1, KEY, 4)]
    loads += [KeyLoad(0, KEY, 4, size=size) for size in (1, 2, 3)]
    rules = Rules(small())
    result = rules.run_checked(sim, [*loads * 2, message(Op.OPEN), Barrier()], slow)
    causes = (KeyCause.LOADED, KeyCause.BAD_SLOT, *[KeyCause.BAD_SIZE] * 3)
    assert tuple(key.cause for key in result.keys) == causes * 2
    assert result.messages[0].passed


# ---- rules: the benches of faults that GCM cores share are *nightly* for this one ---------------


def test_a_section_goes_on_behind_whole_blocks_only(sim: MessageSim) -> None:
    """Behind a block of any other number of bytes, each section in turn."""
    bench = (small(), sim, Rules(small()))
    for op, section in ((Op.SEAL, Section.IV), (Op.SEAL, Section.AAD), (Op.OPEN, Section.TEXT)):
        head = [] if section == Section.IV else parts(bench, TAG, Section.IV)
        faulty = [
            raw(message(op, 20), [*head, *parts(bench, TAG[:size], section), full(bench, section)])
            for size in range(1, 16)
            if size % 4  # a block goes on behind whole beats
        ]
        play(bench, faulty, {Cause.PARTIAL})


# ---- zeroise ------------------------------------------------------------------------------------


def message(op: int, iv_len: int = 12) -> Message:
    """Several blocks of each section."""
    iv, aad, text, tag = bytes(range(iv_len)), bytes(37), bytes(70), b""
    if op == Op.COUNTER:
        aad = b""
    if op == Op.OPEN:
        text, tag = fast_seal(KEY, iv, aad, text)
    return Message(op=op, iv=iv, iv_in_data=iv_len != 12, aad=aad, text=text, tag=tag)


def causes_of(sim: MessageSim, events: list[Event], traffic: Traffic) -> list[Cause]:
    """Plays events with a zeroise, then checks that the core is empty and usable."""
    rules = Rules(small())
    found = rules.run_checked(sim, [*events, Barrier()], traffic)
    empty = rules.run_checked(sim, [message(Op.SEAL), Barrier()])
    again = rules.run_checked(sim, [*LOAD, message(Op.SEAL, 20), message(Op.OPEN), Barrier()])
    assert [answer.cause for answer in empty.messages] == [Cause.SLOT]
    assert all(answer.passed for answer in again.messages)
    assert all(key.cause in (KeyCause.LOADED, KeyCause.ZEROISED) for key in found.keys)
    return [answer.cause for answer in found.messages]


@pytest.mark.parametrize("op", Op)
@pytest.mark.parametrize("iv_len", [12, 16, 40])
@pytest.mark.parametrize("step", [19, *nightly([1])])
def test_zeroise_at_each_moment_of_a_message(
    sim: MessageSim, op: int, iv_len: int, step: int
) -> None:
    for preset, pulse in (("full", 1), ("both", 3)):
        found = {
            causes_of(
                sim,
                [*LOAD, message(op, iv_len), Zeroise(cycles=cycles, pulse=pulse)],
                Traffic.preset(preset, cycles),
            )[0]
            for cycles in (*range(0, 700, step), 2000)
        }
        assert found == {Cause.ZEROISED, Cause.NONE}


def test_zeroise_at_each_moment_of_a_key_load(sim: MessageSim) -> None:
    """The answer comes all the same, and may be waiting."""
    for cycles in (*range(0, 240, 7), 400):
        for key_stall in (0, 240):
            events = [KeyLoad(0, KEY, 4), Zeroise(cycles=cycles)]
            causes_of(sim, events, Traffic(seed=cycles, key_stall=key_stall, burst=50))


def test_zeroise_while_the_output_waits(sim: MessageSim) -> None:
    slow = Traffic(seed=3, axis_stall=240, status_stall=200, burst=30)
    for op, cycles in product(Op, range(0, 1500, 97)):
        events = [*LOAD, *[message(op)] * 3, Zeroise(cycles=cycles, pulse=1 + cycles % 3)]
        causes_of(sim, events, slow)


@pytest.mark.parametrize(
    ("folder", "bench", "digit"),
    [
        *(("gcm_small_pair", "test_gcm_small_pair", 4), ("gcm_small", "test_gcm_small", 4)),
        *nightly([("gcm_small_pair", "test_gcm_small_pair", 1)]),
    ],
)
def test_inside(folder: str, bench: str, digit: int) -> None:
    """What is left of a secret after a zeroise; busy_o; counts that would take days."""
    files = library_files("common", "gf", "aes", "engine", "message", "gcm")
    params = {"Sbox": 0, "MultDigit": digit}
    run_bench("seal_gcm_small", files, repo_root() / "tb" / folder, bench, params, inside=True)


# ---- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"Sbox": 5}, "Sbox must be 0 to 4 or 6"),
        ({"Sbox": 7}, "Sbox must be 0 to 4 or 6"),
        ({"MultDigit": 3}, "MultDigit must be 1, 2, 4, 8 or 16"),
        ({"MultDigit": 32}, "MultDigit must be 1, 2, 4, 8 or 16"),
        ({"IdWidth": 0}, "IdWidth must be 1 to 16"),
        ({"TextLimit": 0}, "TextLimit must be 1 to 2^32 - 2 blocks"),
        ({"AadLimitLog2": 62}, "AadLimitLog2 must be 5 to 61"),
        ({"IvLimit": 65537}, "IvLimit must be 1 to 65536 bytes"),
    ],
)
def test_elaboration_stops(params: dict[str, int], message: str) -> None:
    config = small()
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert f"seal_gcm_small: {message}" in found


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"mult_digit": 3}, "must be 1, 2, 4, 8 or 16"),
        ({"sbox": "bram"}, "sbox"),
        ({"slots": 2}, "slots"),
        ({"iv_limit": 0}, "iv_limit"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_core("gcm-small", knobs)


# ---- area ---------------------------------------------------------------------------------------


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "most"), [("gcm-small", 2500), ("gcm-tiny", 1500)])
def test_four_input_luts(name: str, most: int) -> None:
    """As docs/use/cores.md says; memories are apart."""
    config = load_core(name)
    found = all_targets.synth(config.top, config.files(), config.rtl_params(), "lut4")
    assert found["lut"] < most
