# SPDX-License-Identifier: Apache-2.0
"""The CWC core: vectors and random traffic, cycles, key loads, faults, zeroise at any moment."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pyslang
import pytest
from pyslang.ast import Compilation, CompilationOptions
from pyslang.driver import Driver

from elaboration import refusal
from knob_values import array, first_of, name_of, values_of
from message_rows import agrees
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.base.files import INCLUDE_DIRS, repo_root
from sealwright.families import load_core
from sealwright.families.message.bench import Bench, Workload, measure, missed
from sealwright.families.message.coverage import LIMITS, STORE_BEATS, variants
from sealwright.families.message.cwc import CwcConfig, second_pieces
from sealwright.families.message.rules import Rules
from sealwright.families.message.sealing import check_core
from sealwright.families.message.sim import (
    Barrier,
    Beat,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    RawMessage,
    Section,
    WaitReady,
    Zeroise,
)
from sealwright.families.message.waves import wave_svg
from sealwright.families.packet.beats import cut, ended
from sealwright.model.cwc import CWC, NONCE, PIECE
from sealwright.tools.packet.stream import ONE_LANE
from sealwright.tools.traffic import Traffic

KEY: Final = bytes(range(32))
OWN_LIMITS: Final = {name: value for name, value in LIMITS.items() if name != "iv_limit"}
VALUES = values_of(CwcConfig, **OWN_LIMITS, store_beats=STORE_BEATS)
VALUES["store_beats"].remove(1 << 20)  # a sweep of a million cycles
VALUES["message_limit"].remove(0)  # seals no vector
CHEAP: Final = {"sbox": ["table"]}
BY_DAY = first_of(array(CwcConfig, VALUES | CHEAP), 2, slots=16, release="store", mult_stages=1)


def core(**knobs: Any) -> CwcConfig:
    config = load_core("cwc-default", {"sbox": "table", **knobs})
    assert isinstance(config, CwcConfig)
    return config


@pytest.mark.parametrize("row", [*BY_DAY, *nightly(array(CwcConfig, VALUES))], ids=name_of)
def test_core(row: dict[str, Any]) -> None:
    agrees(CwcConfig.from_knobs(name_of(row), "", row))


def constant(config: CwcConfig, name: str) -> int:
    """A local parameter of the top."""
    driver = Driver()
    driver.addStandardArgs()
    files = [str(repo_root() / file) for file in config.files()]
    words = ["slang", *(f"-I{repo_root() / folder}" for folder in INCLUDE_DIRS), *files]
    assert driver.parseCommandLine(" ".join(words))
    assert driver.processOptions() and driver.parseAllSources()
    options = CompilationOptions()
    options.topModules = {config.top}
    options.paramOverrides = [f"{key}={value}" for key, value in config.rtl_params().items()]
    compilation = Compilation(pyslang.Bag([options]))
    for tree in driver.syntaxTrees:
        compilation.addSyntaxTree(tree)
    (top,) = compilation.getRoot().topInstances
    return int(str(top.body.lookupName(name).value).removeprefix("32'd"))


# ---- cycles -------------------------------------------------------------------------------------


def pieces_of(size: int, *, behind: bool) -> int:
    """Blocks of two pieces, counted one by one."""
    waiting, seconds = PIECE if behind else 0, 0
    for first in range(0, size, 16):
        block = min(16, size - first)
        made = 1 if waiting == PIECE else 0
        waiting -= PIECE * made
        if waiting + block > PIECE:
            made += 1
            waiting -= PIECE
        waiting += block
        seconds += made == 2
    return seconds


def test_second_pieces() -> None:
    for behind in (False, True):
        for size in range(400):
            assert second_pieces(size, behind=behind) == pieces_of(size, behind=behind)


LEAST: Final[dict[str, Any]] = {"mult_stages": 1, "round_stages": 1, "key_sizes": [128]}
STORE: Final[dict[str, Any]] = {"release": "store", "store_beats": 512}


@pytest.fixture(scope="module", params=[{}, *nightly([LEAST, {"mult_stages": 3}])])
def timed(request: pytest.FixtureRequest) -> CwcConfig:
    return core(**request.param)


@pytest.mark.parametrize(
    ("op", "aad", "sizes"),
    [
        ("seal", 0, (0, 1, 12, 13, 16, 48, 60, 61, 64, 65, 109, 110, 552, 1500)),
        ("mixed", 13, (0, 1, 12, 13, 60, 61, 64, 109)),
        ("open", 61, (0, 12, 13, 61)),
    ],
)
def test_messages_take_their_cycles(
    timed: CwcConfig, op: str, aad: int, sizes: tuple[int, ...]
) -> None:
    """Back to back: the AES pipe or the hash is busy in every one.

    What the hashes that come back leave to requests is spread a little, so that the last of many
    messages may be a cycle earlier or later.
    """
    bench = Bench(timed, Workload(aad=aad, op=op, slots="random", messages=48))
    for size in sizes:
        row = bench.row(size)
        assert row.expected == timed.cost(size, aad)
        assert abs(row.cycles - row.expected) * 48 < 1.5, size


def test_bench_allows_what_the_spread_of_hashes_costs(timed: CwcConfig) -> None:
    assert missed(timed, measure(timed, (13, 16), Workload(messages=50))) == []


def test_messages_without_data_delay_others_as_the_page_says(timed: CwcConfig) -> None:
    """In turns; the bounds are those of docs/reference/cwc.md, of the core as it is by default."""
    for turn, most in (((96,) * 4 + (0,) * 27, 1.27), ((61,) + (0,) * 8, 1.15)):
        sent = [message(Op.SEAL, aad=0, text=size) for size in turn * 8]
        key = KEY[: timed.key_sizes[0] // 8]
        with MessageSim(timed) as sim:
            results = sim.run([KeyLoad(1, key, 4), WaitReady(1), *sent]).messages
        warm = 2 * len(turn)
        taken = results[-1].stamps.last_out - results[warm - 1].stamps.last_out
        assert taken <= most * sum(timed.cost(size, 0) for size in turn * 6)


def test_counter_mode_has_no_hash(timed: CwcConfig) -> None:
    sent = [message(Op.COUNTER, text=480) for _ in range(60)]
    key = KEY[: timed.key_sizes[0] // 8]
    with MessageSim(timed) as sim:
        results = sim.run([KeyLoad(1, key, 4), WaitReady(1), *sent]).messages
    first, last = results[20].stamps, results[-1].stamps
    assert last.last_out - first.last_out == 39 * timed.cost(480, 0, Op.COUNTER) == 39 * (30 + 2)


def test_a_text_whose_counter_has_more_than_sixteen_bits(timed: CwcConfig) -> None:
    bench = Bench(timed, Workload())
    bench.play([bench.message(0, (16 << 16) + 40)])


def test_keys_beside_a_hash_that_is_busy(timed: CwcConfig) -> None:
    """Powers of keys take cycles of a hash that has none to spare, and never one of its pieces."""
    bench = Bench(timed, Workload())
    sent: list[Event] = [bench.message(0, 4000, slot=0) for _ in range(8)]
    loads: list[Event] = [KeyLoad(1, bytes(16), 4, wait=False) for _ in range(5)]
    events = [event for pair in zip(sent, loads, strict=False) for event in pair]
    results = bench.sim.run([*sent[:2], *events, *sent])
    assert all(answer.passed for answer in results.messages)
    assert {key.cause for key in results.keys} == {KeyCause.LOADED}


@pytest.mark.parametrize("knobs", [{}, LEAST, {"slots": 16, **STORE}, {"mult_stages": 3}])
def test_formulas_are_those_of_the_package(knobs: dict[str, Any]) -> None:
    config = core(**knobs)
    figures = config.figures()
    names = {"aes": "AesLatency", "loop": "Loop", "entries": "Depth", "messages": "Messages"}
    names["zeroise"] = "SweepCycles"
    for name, each in names.items():
        assert figures[name] == constant(config, each), name
    assert figures["powers"] == 1 << constant(config, "SweepW")


@pytest.mark.parametrize("op", ["seal", "open"])
def test_latencies(timed: CwcConfig, op: str) -> None:
    """The tag of a long message comes latest, as the hash is behind by all blocks that can wait."""
    formula = timed.latency(opening=op == "open")
    bench = Bench(timed, Workload(op=op))
    found = []
    for size in (0, 12, 16, 128, 560, 4096, 4100):
        stamps = bench.play([bench.message(0, size)])[0].stamps
        found.append(stamps.last_out - stamps.last_in)
        assert stamps.first_out - stamps.first_in == formula["first_beat"] or size <= 16
    assert formula["verdict"] - 1 <= max(found) <= formula["verdict"]


def test_key_loads(timed: CwcConfig) -> None:
    """As long as the formula says, and a cycle of each unit from other traffic at most."""
    bench = Bench(timed, Workload())
    for size in (bits // 8 for bits in timed.key_sizes):
        (key,) = bench.sim.run([KeyLoad(1, bytes(size), 4), WaitReady(1)]).keys
        assert key.ready - key.accepted == timed.load_cycles(8 * size)
    found = Bench(timed, Workload()).load()
    assert found is not None
    assert found.ready == found.ready_bound
    assert found.lost <= found.lost_expected


# ---- faults -------------------------------------------------------------------------------------


def message(op: int, aad: int = 39, text: int = 70, *, in_data: bool = False) -> Message:
    rng = random.Random(aad << 8 | text)
    iv, body, tag = rng.randbytes(NONCE), rng.randbytes(text), b""
    head = b"" if op == Op.COUNTER else rng.randbytes(aad)
    if op == Op.OPEN:
        body, tag = CWC.seal(KEY, iv, head, body)
    return Message(op=op, slot=1, iv=iv, iv_in_data=in_data, aad=head, text=body, tag=tag)


def load(slot: int = 1) -> list[Event]:
    return [KeyLoad(slot, KEY, 4), WaitReady(slot)]


@pytest.fixture(scope="module", params=[1, *nightly([2])])
def small(request: pytest.FixtureRequest) -> Iterator[tuple[CwcConfig, MessageSim, Rules]]:
    """With limits that are reached."""
    config = variants(core(key_sizes=[128, 256]))[request.param]
    with MessageSim(config) as sim:
        yield config, sim, Rules(config)


Small = tuple[CwcConfig, MessageSim, Rules]


def nonce(size: int, op: int) -> RawMessage:
    """A message with a nonce of another length."""
    parts = [*cut(Beat, bytes(size), Section.IV, ONE_LANE), Beat(b"t", Section.TEXT)]
    return RawMessage(op=op, slot=1, iv_in_data=True, beats=ended(parts, False))


@pytest.mark.parametrize("op", [Op.SEAL, Op.COUNTER])
def test_nonces_have_eleven_bytes(small: Small, op: int) -> None:
    _, sim, rules = small
    for size in (1, 10, 12, 13, 16, 27):
        events: list[Event] = [*load(), message(op), nonce(size, op), message(Op.OPEN)]
        causes = [answer.cause for answer in rules.run_checked(sim, events).messages]
        assert causes == [Cause.NONE, Cause.LENGTH, Cause.NONE]
    right = rules.run_checked(sim, [*load(), message(op, in_data=True), message(op)]).messages
    assert [answer.cause for answer in right] == [Cause.NONE, Cause.NONE]
    assert right[0].text == right[1].text


def test_tags_have_sixteen_bytes(small: Small) -> None:
    """Of a command, and as it is received; each bit of it counts."""
    _, sim, rules = small
    events = load()
    lengths = [(n, op) for n in (4, 8, 12, 15) for op in (Op.SEAL, Op.OPEN)]
    events += [Message(op=op, slot=1, tag_len=n, text=b"t") for n, op in lengths]
    sealed = message(Op.OPEN)
    for bit in range(128):
        flipped = int.from_bytes(sealed.tag, "little") ^ 1 << bit
        tag = flipped.to_bytes(16, "little")
        events.append(replace(sealed, tag=tag))
    found = [answer.cause for answer in rules.run_checked(sim, events).messages]
    assert found == [Cause.TAG_LENGTH] * 8 + [Cause.TAG_MISMATCH] * 128


def test_each_byte_counts(small: Small) -> None:
    """Of AAD and text: where they are cut into pieces, and where one ends and the other begins."""
    _, sim, rules = small
    for aad, text in ((0, 49), (29, 1), (13, 36), (28, 45)):
        sealed = message(Op.OPEN, aad, text)
        events, whole = load(), sealed.aad + sealed.text
        for place in range(len(whole)):
            other = bytearray(whole)
            other[place] ^= 1 << place % 8
            head, body = bytes(other[:aad]), bytes(other[aad:])
            events.append(replace(sealed, aad=head, text=body))
        events.append(replace(sealed, aad=whole[: aad + 1], text=whole[aad + 1 :]))
        result = rules.run_checked(sim, [*events, sealed])
        causes = [answer.cause for answer in result.messages]
        assert causes == [Cause.TAG_MISMATCH] * (len(whole) + 1) + [Cause.NONE]


# ---- zeroise ------------------------------------------------------------------------------------


@pytest.mark.parametrize("op", Op)
def test_zeroise_at_each_moment(small: Small, op: int) -> None:
    """From the command on to the second pass of the AES pipe; and the core works again after it."""
    config, sim, rules = small
    causes = set()
    for cycles in (*range(0, 40, 3), *range(40, 200, 7), 400):
        events = [*load(), message(op), message(op, 5, 5), Zeroise(cycles=cycles), Barrier()]
        result = sim.run(events, Traffic())
        assert rules.compare(rules.expect(events), result) == []
        causes |= {answer.cause for answer in result.messages}
        after: list[Event] = [message(Op.SEAL), *load(), message(Op.SEAL), message(Op.OPEN)]
        later = rules.run_checked(sim, after)
        found = [answer.cause for answer in later.messages]
        assert found == [Cause.SLOT, Cause.NONE, Cause.NONE]
    assert causes == {Cause.ZEROISED, Cause.NONE}
    assert config.sweep_cycles > config.loop_latency


def test_zeroise_during_a_key_load(small: Small) -> None:
    """Of the schedule, the hash key, each of its powers."""
    _, sim, _ = small
    (key,) = sim.run([KeyLoad(3, KEY, 4), WaitReady(3)]).keys
    took = key.ready - key.accepted
    answers = set()
    for cycles in (*range(0, took, 11), *range(took - 6, took + 3)):
        result = sim.run([KeyLoad(3, KEY, 4), Zeroise(cycles=cycles), Barrier()])
        answers |= {key.cause for key in result.keys}
        again = sim.run([*load(3), *load(), message(Op.OPEN)])
        assert again.messages[0].passed
    assert answers == {KeyCause.LOADED, KeyCause.ZEROISED}


# ---- other commands ------------------------------------------------------------------------------


def test_files_are_sealed_with_gcm() -> None:
    with pytest.raises(UsageError, match="mode cwc: files are sealed with GCM"):
        check_core(core(), 16)


@pytest.mark.parametrize("op", [Op.SEAL, Op.OPEN])
def test_waveforms(op: Op) -> None:
    assert "s_cmd_iv" in wave_svg(core(), op)


# ---- parameters ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "text"),
    [
        ({"Slots": 17}, "Slots must be 1 to 16"),
        ({"KeySizes": 8}, "KeySizes must be a mask of 1 to 7"),
        ({"MultStages": 0}, "MultStages must be 1 to 5"),
        ({"MultStages": 6}, "MultStages must be 1 to 5"),
        ({"AadLimitLog2": 36}, "AadLimitLog2 must be 5 to 35"),
        ({"Store": 1, "StoreBeats": 1}, "StoreBeats must be 2 or more"),
    ],
)
def test_elaboration_stops(params: dict[str, int], text: str) -> None:
    config = core()
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert re.search(rf"seal_\w+: {re.escape(text)}", found)


@pytest.mark.parametrize(
    ("knobs", "text"),
    [
        ({"mult_stages": 6}, "mult_stages = 6: must be 1 to 5"),
        ({"multiplier": "karatsuba"}, "unknown knob 'multiplier'"),
        ({"store_beats": 9}, "must be 0 with release = 'cut-through'"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError, match=text):
        core(**knobs)
