# SPDX-License-Identifier: Apache-2.0
"""The GCM core for a new key with each message: keys, cycles, knobs, what is left of a secret."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import pytest

from elaboration import refusal
from iv_as_data import spacing
from knob_values import array, first_of, name_of, values_of
from message_rows import agrees
from quick_aes import SBOXES, quick
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.base.files import library_files, repo_root
from sealwright.families import load_core
from sealwright.families.message import key_changes
from sealwright.families.message.bench import IPI, Bench, Workload
from sealwright.families.message.coverage import LIMITS, STORE_BEATS
from sealwright.families.message.fresh import GcmFreshConfig
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
    Zeroise,
)
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.traffic import PRESETS, Traffic

SIZES: Final = (16, 24, 32)
FAST: Final[dict[str, Any]] = {"sbox": "table", "multiplier": "partial-product", "mult_halt": 0}
VALUES = values_of(GcmFreshConfig, **LIMITS, store_beats=STORE_BEATS)
VALUES["store_beats"].remove(1 << 20)  # a sweep of a million cycles
VALUES["message_limit"].remove(0)  # which seals no vector
CHEAP: Final = {
    "sbox": ["table"],
    "multiplier": ["partial-product"],
    **{k: [n] for k, n in LIMITS.items() if k != "iv_limit"},
}
ONE_SLOT: Final = {"slots": 1, "release": "cut-through", "mult_stages": 1, "round_stages": 1}
DAY = [
    *first_of(array(GcmFreshConfig, VALUES | CHEAP | {k: [v] for k, v in ONE_SLOT.items()}), 1),
    *first_of(
        array(GcmFreshConfig, VALUES | CHEAP | {"release": ["store"], "round_stages": [3]}), 1
    ),
]


def fresh(**knobs: Any) -> GcmFreshConfig:
    config = load_core("gcm-fresh-key", {**FAST, **knobs})
    assert isinstance(config, GcmFreshConfig)
    return config


@pytest.mark.parametrize("row", [*DAY, *nightly(array(GcmFreshConfig, VALUES))], ids=name_of)
def test_core(row: dict[str, Any]) -> None:
    agrees(GcmFreshConfig.from_knobs(name_of(row), "", row))


Core = tuple[GcmFreshConfig, MessageSim, Rules]


@pytest.fixture(scope="module")
def core() -> Iterator[Core]:
    config = fresh()
    with MessageSim(config) as sim:
        yield config, sim, Rules(config)


def sealing(slot: int, length: int, **fields: Any) -> Message:
    text = random.Random(length).randbytes(length)
    return Message(slot=slot, aad=b"header", text=text, iv=bytes(12), **fields)


# ---- a new key with each message ----------------------------------------------------------------


def with_keys(config: GcmFreshConfig, lengths: list[int], slots: int, wait: bool) -> list[Event]:
    """Without waiting, a message's command is offered in the cycle of its key."""
    rng = random.Random(slots)
    events: list[Event] = []
    for number, length in enumerate(lengths):
        slot, bits = number % slots, rng.choice(config.key_sizes)
        events += [KeyLoad(slot, rng.randbytes(bits // 8), 4, wait=wait), sealing(slot, length)]
    return [*events, Barrier()]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("slots", [1, 2, 4])
def test_a_new_key_with_each_message(core: Core, slots: int, preset: str) -> None:
    """The key of any size, before its message or in the same cycle as the command."""
    config, sim, rules = core
    rng = random.Random(preset)
    for wait in (True, False):
        lengths = [rng.choice((0, 1, 16, 17, 100)) for _ in range(40)]
        events = with_keys(config, lengths, slots, wait)
        traffic = Traffic.preset(preset, slots)
        if not wait:
            traffic = replace(traffic, key_idle=0)  # or the command would come first
        result = rules.run_checked(sim, events, traffic)
        assert {answer.cause for answer in result.messages} == {Cause.NONE}
        assert {key.cause for key in result.keys} == {KeyCause.LOADED}


@pytest.mark.parametrize(("slots", "text"), [(1, 80), (1, 96), (2, 16), (2, 48), (4, 16), (4, 32)])
def test_key_changes_take_nothing(core: Core, slots: int, text: int) -> None:
    """n + a + 2 cycles from message to message, whether the key is new or not."""
    config, sim, rules = core
    for wait in (True, False):
        events = with_keys(config, [text] * 60, slots, wait)
        found = [answer.stamps.last_out for answer in rules.run_checked(sim, events).messages]
        apart = {later - before for before, later in pairwise(found[20:])}
        assert apart == {config.cost(text, len(b"header"))}


def test_each_message_has_its_own_hash_key(core: Core) -> None:
    """One of two cycles is between others, so that three keys are in the hash at a time.

    (The tag of an empty message itself does not depend on its H.)
    """
    config, sim, rules = core
    loads: list[Event] = [KeyLoad(slot, bytes([slot] * 32), 4) for slot in range(config.slots)]
    texts = (bytes(20), b"", bytes(1), b"", b"", bytes(50), b"")
    sent = [Message(slot=n % 4, iv=bytes([n] * 12), text=texts[n % len(texts)]) for n in range(56)]
    found = rules.run_checked(sim, [*loads, *sent, Barrier()]).messages
    assert {answer.cause for answer in found} == {Cause.NONE}
    apart = found[48].stamps.last_out - found[20].stamps.last_out
    assert apart == sum(config.cost(len(message.text), 0) for message in sent[21:49])


def test_a_command_waits_for_a_key_in_the_same_cycle(core: Core) -> None:
    """And no longer than the load takes."""
    config, sim, rules = core
    formula = config.latency()
    for size in SIZES:
        load = KeyLoad(2, bytes([size] * size), 4, wait=False)
        result = rules.run_checked(sim, [Barrier(), load, sealing(2, 20), Barrier()])
        (key,), (answer,) = result.keys, result.messages
        assert key.accepted - key.offered == formula["key_hold"]
        assert key.ready - key.accepted == formula["key_load"]
        assert answer.stamps.command == key.ready


def test_messages_in_flight_keep_their_key(core: Core) -> None:
    """Their slot has had other keys since."""
    config, sim, rules = core
    first = KeyLoad(1, bytes(32), 4)
    later: list[Event] = [KeyLoad(1, bytes([n] * 16), 4) for n in range(1, 9)]
    for length in (0, 16, 400):
        events: list[Event] = [first, sealing(1, length), sealing(1, length), *later, Barrier()]
        result = rules.run_checked(sim, events)
        assert result.keys[-1].ready < result.messages[0].stamps.status
        assert [answer.cause for answer in result.messages] == [Cause.NONE] * 2
    assert config.slots > 1


def test_a_refused_key_changes_nothing(core: Core) -> None:
    config, sim, rules = core
    assert config.slots < 9
    events: list[Event] = [KeyLoad(1, bytes(16), 4), KeyLoad(9, bytes(16), 4)]
    events += [KeyLoad(1, bytes([5] * 16), 4, size=3), sealing(1, 40), Barrier()]
    result = rules.run_checked(sim, events)
    causes = [KeyCause.LOADED, KeyCause.BAD_SLOT, KeyCause.BAD_SIZE]
    assert [key.cause for key in result.keys] == causes


# ---- cycles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "knobs",
    [
        {"round_stages": 1, "mult_stages": 1, "key_sizes": [128]},
        {},
        *nightly([{"round_stages": 4}, {"round_stages": 3, "key_sizes": [192]}]),
        *nightly([{"release": "store", "store_beats": 32}]),
    ],
)
@pytest.mark.parametrize("op", ["seal", "open"])
def test_cycles_are_those_of_the_formulas(knobs: dict[str, Any], op: str) -> None:
    config = fresh(**knobs)
    bench = Bench(config, Workload(op=op, messages=20))
    assert bench.latency().items() <= config.latency(opening=op == "open").items()
    for aad in (0, 20):
        bench.work = Workload(op=op, messages=20, aad=aad)
        for size in (0, 1, 16, 64, 100):
            row = bench.row(size)
            assert row.cycles == row.expected == config.blocks(size) + config.blocks(aad) + 2
    for size in (0, 1, 64, 300):
        assert spacing(bench, size) == {config.cost(size, aad)}  # IVs of 12 bytes as data


def test_keys_that_change_are_measured(core: Core) -> None:
    """A key for one message and for several; the shares of the thesis's Table 4.3."""
    config, _, _ = core
    rows = key_changes.measure(config, (64, 512), (1, 4))["rows"]
    assert {(row["size"], row["every"]) for row in rows} > {(64, 1), (64, 4), (512, 1), (512, 4)}
    assert all(row["cycles"] == config.cost(row["size"], 0) for row in rows)
    for name, (least, most) in key_changes.TABLE_4_3.items():
        taken = {size: key_changes.reckoned(size, 1, least, most) for size in IPI}
        assert round(100 * key_changes.mix_share(taken)) == key_changes.PUBLISHED[name]
    with pytest.raises(UsageError, match="has one slot"):
        key_changes.measure(fresh(slots=1), (64,), (1,))


# ---- zeroise ------------------------------------------------------------------------------------


def test_zeroise_at_each_moment(core: Core) -> None:
    """While keys come with messages: all after it have no key, and the core works again."""
    config, sim, rules = core
    for moment in (*range(80), *range(80, 160, 9)):
        events = [*with_keys(config, [0, 40, 100], 2, wait=True)[:-1], Zeroise(cycles=moment)]
        result = sim.run([*events, Barrier()])
        assert rules.compare(rules.expect([*events, Barrier()]), result) == []
        assert rules.compare_keys([*events, Barrier()], result) == []
        empty: list[Event] = [sealing(slot, 20) for slot in range(config.slots)]
        again = [*with_keys(config, [33], 1, wait=True), Barrier()]
        assert {m.cause for m in rules.run_checked(sim, empty).messages} == {Cause.SLOT}
        assert {m.cause for m in rules.run_checked(sim, again).messages} == {Cause.NONE}


@pytest.mark.parametrize(
    "own",
    [
        {"Slots": 2, "MultStages": 2, "RoundStages": 1, "Store": 0},
        *nightly([{"Slots": 16, "MultStages": 1, "RoundStages": 2, "Store": 0}]),
        *nightly([{"Slots": 1, "MultStages": 2, "RoundStages": 4, "Store": 1}]),
    ],
)
def test_nothing_is_left_of_a_secret(own: dict[str, int]) -> None:
    """After a zeroise, no register depends on keys, AAD, texts or tags."""
    params = {"KeySizes": 1, "Sbox": 0, "MultKind": 2, "MultHalt": 1, "StoreBeats": 16, **own}
    files = quick(library_files("common", "gf", "aes", "engine", "message", "gcm"), SBOXES)
    folder = repo_root() / "tb" / "gcm_pair"
    run_bench("seal_gcm_fresh", files, folder, "test_gcm_pair", params, inside=True)


# ---- illegal parameters -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"Slots": 0}, "Slots must be 1 to 16"),
        ({"Slots": 17}, "Slots must be 1 to 16"),
        ({"KeySizes": 8}, "KeySizes must be a mask of 1 to 7"),
        ({"RoundStages": 5}, "RoundStages must be 1 to 4"),
        ({"Sbox": 5}, "Sbox must be 0 to 4 or 6"),
        ({"MultStages": 3}, "MultStages must be 1 or 2"),
        ({"MultKind": 16}, "MultKind must be 0 to 11, 13 or 14"),
        ({"MultHalt": 0}, "MultHalt must be 1 to 128"),
        ({"Store": 1, "StoreBeats": 1}, "StoreBeats must be 2 or more"),
        ({"AadLimitLog2": 62}, "AadLimitLog2 must be 5 to 61"),
        ({"TextLimit": 0xFFFFFFFF}, "TextLimit must be 1 to"),
        ({"IdWidth": 17}, "IdWidth must be 1 to 16"),
    ],
)
def test_elaboration_stops(params: dict[str, int], message: str) -> None:
    config = fresh()
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert re.search(rf"seal_\w+: {re.escape(message)}", found)


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"sbox": "bram"}, "must be one of table, composite"),
        ({"round_stages": 5}, "must be 1 to 4"),
        ({"mult_stages": 3}, "must be 1 to 2"),
        ({"iv_lengths": "any"}, "unknown knob 'iv_lengths'"),
        ({"multiplier": "digit-serial", "mult_halt": 0}, "must be one of karatsuba"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_core("gcm-fresh-key", knobs)


def test_ivs_of_other_lengths_are_refused(core: Core) -> None:
    _, sim, rules = core
    load = KeyLoad(0, bytes(16), 4)
    sent = [Message(iv=bytes(n), iv_in_data=True, text=bytes(20)) for n in (1, 11, 12, 13, 16, 40)]
    sent.append(Message(op=Op.COUNTER, iv=bytes(16), iv_in_data=True, text=bytes(20)))
    result = rules.run_checked(sim, [load, *sent, Barrier()])
    causes = [answer.cause for answer in result.messages]
    assert causes == [Cause.LENGTH if len(m.iv) != 12 else Cause.NONE for m in sent]
