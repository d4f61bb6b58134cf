# SPDX-License-Identifier: Apache-2.0
"""The XAES-256-GCM core: vectors, derived keys, cycles, keys that change, knobs."""

import hashlib
import io
import random
import re
from dataclasses import replace
from typing import Any, Final

import pytest

from elaboration import refusal
from knob_values import array, first_of, name_of, values_of
from message_rows import agrees
from rows import nightly
from sealwright.base.errors import Damaged, UsageError
from sealwright.families.message.bench import Bench, Workload
from sealwright.families.message.coverage import LIMITS, STORE_BEATS
from sealwright.families.message.open import open_
from sealwright.families.message.rules import Rules
from sealwright.families.message.seal import seal
from sealwright.families.message.sim import (
    Barrier,
    Cause,
    Event,
    KeyCause,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    WaitReady,
)
from sealwright.families.message.xaes import GcmXaesConfig
from sealwright.model.xaes import XAES
from sealwright.tools.traffic import PRESETS, Order, Traffic
from xaes_core import Core, bench, key, sealing, with_keys, xaes

SMALL: Final = {name: value for name, value in LIMITS.items() if name != "iv_limit"}
VALUES = values_of(GcmXaesConfig, **SMALL, store_beats=STORE_BEATS)
VALUES["store_beats"].remove(1 << 20)  # a sweep of a million cycles
VALUES["message_limit"].remove(0)  # which seals no vector
CHEAP: Final = {"sbox": ["table"], "multiplier": ["partial-product"]}
LIMITED: Final = {name: [value] for name, value in SMALL.items()}
BY_DAY: Final[list[dict[str, list[Any]]]] = [
    {"slots": [1], "release": ["cut-through"], "mult_stages": [1], "round_stages": [1]},
    {"slots": [16], "release": ["store"], "round_stages": [4]},
]
DAY = [
    row
    for own in BY_DAY
    for row in first_of(array(GcmXaesConfig, VALUES | CHEAP | LIMITED | own), 1)
]


@pytest.mark.parametrize("row", [*DAY, *nightly(array(GcmXaesConfig, VALUES))], ids=name_of)
def test_core(row: dict[str, Any]) -> None:
    agrees(GcmXaesConfig.from_knobs(name_of(row), "", row))


core = pytest.fixture(bench, scope="module")


# ---- vectors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "digest"),
    [
        (120, None),
        *nightly([(10_000, "e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939")]),
    ],
)
def test_accumulated_test_of_the_specification(core: Core, steps: int, digest: str | None) -> None:
    """C2SP XAES-256-GCM, Accumulated randomized tests: a key, a nonce, text and AAD for each step.

    The first ones are compared with the model, whose digest is that of the specification.
    """
    config, sim, _ = core
    source = hashlib.shake_128(b"").digest(600 * steps)
    at, sealed, model = 0, hashlib.shake_128(), hashlib.shake_128()

    def take(count: int) -> bytes:
        nonlocal at
        at += count
        return source[at - count : at]

    for first in range(0, steps, 100):
        events: list[Event] = []
        for number in range(first, min(first + 100, steps)):
            slot, given, nonce = number % config.slots, take(32), take(24)
            text = take(take(1)[0])
            aad = take(take(1)[0])
            message = Message(slot=slot, iv=nonce, aad=aad, text=text)
            events += [KeyLoad(slot, given, 16), message]
            if digest is None:
                model.update(b"".join(XAES.seal(given, nonce, aad, text)))
        for answer in sim.run([*events, Barrier()]).messages:
            assert answer.cause is Cause.NONE
            sealed.update(answer.text + answer.tag)
    assert sealed.digest(32).hex() == (model.digest(32).hex() if digest is None else digest)


def test_each_part_of_key_and_nonce_counts(core: Core) -> None:
    """One bit in any byte of either changes the tag, and the message still opens under its own."""
    _, sim, rules = core
    plain = Message(iv=bytes(range(24)), text=bytes(20))
    nonces = [bytes(b ^ (i == n) for i, b in enumerate(plain.iv)) for n in range(24)]
    keys = [bytes(i == n for i in range(32)) for n in range(32)]
    events: list[Event] = [KeyLoad(0, bytes(32), 16), plain]
    events += [Message(iv=nonce, text=plain.text) for nonce in nonces]
    for each in keys:
        events += [KeyLoad(0, each, 16), plain]
    found = rules.run_checked(sim, [*events, Barrier()]).messages
    assert len({answer.tag for answer in found}) == 1 + 24 + 32


# ---- keys ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("slots", [1, 4])
def test_a_new_key_with_each_message(core: Core, slots: int, preset: str) -> None:
    """The command of a message comes while the subkey of its key is still awaited."""
    config, sim, rules = core
    rng = random.Random(preset)
    lengths = [rng.choice((0, 1, 16, 17, 100)) for _ in range(40)]
    for wait in (True, False):
        traffic = Traffic.preset(preset, slots)
        if not wait:
            traffic = replace(traffic, key_idle=0)  # or the command would come first
        result = rules.run_checked(sim, with_keys(config, lengths, slots, wait), traffic)
        assert {answer.cause for answer in result.messages} == {Cause.NONE}
        assert {each.cause for each in result.keys} == {KeyCause.LOADED}


def test_a_key_waits_for_commands_of_its_slot_in_the_queue(core: Core) -> None:
    """They were taken before it, and keep the key, the shortest tag and the count of theirs."""
    config, sim, rules = core
    queued = [sealing(1, 100) for _ in range(config.figures()["commands"] - 2)]
    for after in (KeyLoad(1, key(2), 16), KeyLoad(1, key(3), 31)):
        events: list[Event] = [KeyLoad(1, key(1), 16), *queued, after, sealing(1, 5), Barrier()]
        result = rules.run_checked(sim, events)
        early = [answer.stamps.command for answer in result.messages[:-1]]
        assert max(early) < result.keys[1].accepted
        refused = Cause.TAG_LENGTH if after.min_tag > 16 else Cause.NONE
        assert [answer.cause for answer in result.messages] == [
            *[Cause.NONE] * len(queued),
            refused,
        ]


def test_commands_in_the_queue_count_for_their_key() -> None:
    """As many messages as a key may seal, before a new key for the slot and after."""
    config = xaes(message_limit=6)
    with MessageSim(config) as sim:
        sent = [sealing(1, 500) for _ in range(6)]
        events: list[Event] = [KeyLoad(1, key(1), 16), *sent, KeyLoad(1, key(2), 16), *sent]
        found = Rules(config).run_checked(sim, [*events, sealing(1, 5), Barrier()]).messages
    assert [answer.cause for answer in found] == [*[Cause.NONE] * 12, Cause.MESSAGE_LIMIT]


def test_other_slots_do_not_wait_for_a_key(core: Core) -> None:
    """Messages of slot 0 go on at full rate beside a load of slot 1, but for a call of AES."""
    load = Bench(core[0], Workload()).load()
    assert load is not None
    assert load.lost == load.lost_expected == 1
    assert load.ready <= load.ready_bound


def test_keys_of_256_bits_only(core: Core) -> None:
    config, sim, rules = core
    assert config.slots < 9
    events: list[Event] = [KeyLoad(1, key(1), 16), KeyLoad(9, key(2), 16)]
    events += [KeyLoad(1, key(3), 16, size=size) for size in (0, 1, 3)]
    result = rules.run_checked(sim, [*events, sealing(1, 40), Barrier()])
    causes = [KeyCause.LOADED, KeyCause.BAD_SLOT, *[KeyCause.BAD_SIZE] * 3]
    assert [each.cause for each in result.keys] == causes


def test_tags_of_16_bytes_only(core: Core) -> None:
    _, sim, rules = core
    events: list[Event] = [KeyLoad(0, key(0), 0)]
    events += [Message(iv=bytes(24), text=b"text", tag_len=size) for size in range(32)]
    found = rules.run_checked(sim, [*events, Barrier()]).messages
    assert [n for n, answer in enumerate(found) if answer.cause is Cause.NONE] == [16]


# ---- cycles -------------------------------------------------------------------------------------


def check_cycles(bench: Bench, lengths: list[int], aad: int) -> None:
    """Messages behind and before which the queue was full take the sum of their cycles.

    The steps of a message are taken in the time of the messages before it, so that distances
    between neighbours differ from their cost by a few steps.
    """
    commands = bench.config.figures()["commands"]
    sent = [bench.message(n, size) for n, size in enumerate(lengths)]
    answers = bench.play(sent)
    first, last = 2 * commands, len(sent) - commands - 1
    took = answers[last].stamps.last_out - answers[first].stamps.last_out
    cost = sum(bench.config.cost(size, aad) for size in lengths[first + 1 : last + 1])
    assert abs(took - cost) <= 8


@pytest.mark.parametrize(
    "knobs",
    [
        {},
        {"round_stages": 1, "mult_stages": 1},
        *nightly([{"round_stages": 3}, {"round_stages": 4}, {"slots": 1}]),
        *nightly([{"release": "store", "store_beats": 32}]),
    ],
)
@pytest.mark.parametrize("op", ["seal", "open"])
def test_cycles_are_those_of_the_formulas(knobs: dict[str, Any], op: str) -> None:
    """n + a + 4 from message to message, of any size; sums for a mix; latencies."""
    config = xaes(**knobs)
    work = Workload(op=op, slots="alternate", messages=20)
    bench = Bench(config, work)
    assert bench.latency().items() <= config.latency(opening=op == "open").items()
    count = 6 * config.figures()["commands"]
    mix = random.Random(op).choices((0, 0, 0, 16, 16, 33, 100, 500), k=2 * count)
    for aad in (0, 20):
        bench.work = Workload(op=op, slots="alternate", aad=aad)
        for size in (0, 1, 16, 64, 100):
            check_cycles(bench, [size] * count, aad)
        check_cycles(bench, mix, aad)


def test_a_command_needs_its_lead(core: Core) -> None:
    """A beat that comes before waits for the key; one that comes then finds it there."""
    config, sim, rules = core
    figures = config.figures()
    events: list[Event] = [KeyLoad(0, key(0), 16), WaitReady(0)]
    rules.run_checked(sim, [*events, sealing(0, 20), Barrier()])  # the subkey is there
    for gap, order in ((0, Order.FREE), (figures["lead"], Order.DATA_LAGS)):
        result = sim.run([sealing(0, 20), Barrier()], Traffic(order=order, gap=gap))
        stamps = result.messages[0].stamps
        if order is Order.DATA_LAGS:
            assert stamps.first_out - stamps.first_in == figures["first_beat"]
        else:
            taken = stamps.first_out - stamps.command
            assert (
                figures["lead"] + figures["aes"] <= taken <= figures["lead"] + figures["first_beat"]
            )


def test_a_subkey_takes_its_time(core: Core) -> None:
    """The first message of a key comes out as much later as its subkey takes."""
    config, sim, _ = core
    figures = config.figures()
    for wait in (True, False):
        events: list[Event] = [
            Barrier(),
            KeyLoad(2, key(7), 16, wait=wait),
            sealing(2, 20),
            Barrier(),
        ]
        result = sim.run(events)
        (loaded,), (answer,) = result.keys, result.messages
        assert loaded.accepted - loaded.offered == figures["key_hold"]
        assert loaded.ready - loaded.accepted == figures["key_load"]
        taken = answer.stamps.first_out - loaded.accepted
        least = figures["subkey"] + figures["lead"] + figures["aes"]
        assert least - 4 <= taken <= least + 16


# ---- files --------------------------------------------------------------------------------------


def test_a_bare_message_is_sealed_and_opened() -> None:
    """Those of other implementations: ciphertext and tag. There are no containers."""
    nonce, text = bytes(range(24)), bytes(1000)
    options = {"raw": True, "iv": nonce.hex(), "aad": None, "chunk": None}
    sealed, opened = io.BytesIO(), io.BytesIO()
    seal(xaes(), key(1), io.BytesIO(text), sealed, options)
    assert sealed.getvalue() == b"".join(XAES.seal(key(1), nonce, b"", text))
    open_(xaes(), key(1), io.BytesIO(sealed.getvalue()), opened, options)
    assert opened.getvalue() == text
    with pytest.raises(Damaged, match="the tag is not that of the message"):
        open_(xaes(), key(2), io.BytesIO(sealed.getvalue()), io.BytesIO(), options)
    with pytest.raises(UsageError, match=r"IV of 12 bytes: gcm-xaes256 with .* takes 24"):
        seal(xaes(), key(1), io.BytesIO(text), io.BytesIO(), {**options, "iv": bytes(12).hex()})
    with pytest.raises(UsageError, match="seals bare messages only: add --raw and --iv"):
        seal(xaes(), key(1), io.BytesIO(text), io.BytesIO(), {**options, "raw": False, "iv": None})


# ---- illegal parameters and knobs ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"Slots": 17}, "Slots must be 1 to 16"),
        ({"RoundStages": 5}, "RoundStages must be 1 to 4"),
        ({"Sbox": 5}, "Sbox must be 0 to 4 or 6"),
        ({"MultStages": 3}, "MultStages must be 1 or 2"),
        ({"MultKind": 16}, "MultKind must be 0 to 11, 13 or 14"),
        ({"Store": 1, "StoreBeats": 1}, "StoreBeats must be 2 or more"),
        ({"TextLimit": 0xFFFFFFFF}, "TextLimit must be 1 to"),
    ],
)
def test_elaboration_stops(params: dict[str, int], message: str) -> None:
    config = xaes()
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert re.search(rf"seal_\w+: {re.escape(message)}", found)


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"key_sizes": [128]}, "unknown knob 'key_sizes'"),
        ({"sbox": "bram"}, "must be one of table, composite"),
        ({"round_stages": 5}, "must be 1 to 4"),
        ({"mult_stages": 3}, "must be 1 to 2"),
        ({"iv_lengths": "any"}, "unknown knob 'iv_lengths'"),
    ],
)
def test_illegal_knobs(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        xaes(**knobs)


def test_iv_of_a_command_has_24_bytes(core: Core) -> None:
    _, sim, _ = core
    with pytest.raises(UsageError, match="24 for XAES-256-GCM"):
        sim.run([KeyLoad(0, key(0), 16), Message(op=Op.SEAL, iv=bytes(23), text=b"t")])
