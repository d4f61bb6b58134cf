# SPDX-License-Identifier: Apache-2.0
"""The GCM core with one key schedule beside the rounds (Patel 2008, sections 4.1 and 4.2): which
message enters when, that no key overtakes another, and what is left of a secret.

What it shares with the core of unrolled schedules is in test_gcm_fresh.py."""

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from elaboration import refusal
from knob_values import array, first_of, name_of, values_of
from message_rows import agrees
from quick_aes import SBOXES, quick
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.base.files import library_files, repo_root
from sealwright.cores.cipher import ROUNDS
from sealwright.families import load_core
from sealwright.families.message.bench import Bench, Workload
from sealwright.families.message.coverage import LIMITS, STORE_BEATS
from sealwright.families.message.on_the_fly import KEY_CHANGES, GcmOnTheFlyConfig
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import (
    Barrier,
    Cause,
    Event,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    Zeroise,
)
from sealwright.report.interface import interface
from sealwright.tools.cocotb_run import run_bench
from sealwright.tools.traffic import PRESETS, Traffic

FAST: Final[dict[str, Any]] = {"sbox": "table", "multiplier": "partial-product", "mult_halt": 0}
VALUES = values_of(GcmOnTheFlyConfig, **LIMITS, store_beats=STORE_BEATS)
VALUES["store_beats"].remove(1 << 20)  # a sweep of a million cycles
VALUES["message_limit"].remove(0)  # which seals no vector
CHEAP: Final = {
    "sbox": ["table"],
    "multiplier": ["partial-product"],
    **{k: [n] for k, n in LIMITS.items() if k != "iv_limit"},
}
DAY = [  # of several key sizes: with one of them nothing overtakes
    row
    for change, slots, sizes in (
        ("one-cycle", 1, (128, 192, 256)),
        ("four-cycle", 16, (128, 256)),  # and the one between them is not built
    )
    for own in ({"key_change": [change], "slots": [slots], "key_sizes": [sizes]},)
    for row in first_of(array(GcmOnTheFlyConfig, VALUES | CHEAP | own), 1)
]


def on_the_fly(key_change: str, **knobs: Any) -> GcmOnTheFlyConfig:
    config = load_core(f"gcm-patel-{key_change}", {**FAST, **knobs})
    assert isinstance(config, GcmOnTheFlyConfig)
    return config


@pytest.mark.parametrize("row", [*DAY, *nightly(array(GcmOnTheFlyConfig, VALUES))], ids=name_of)
def test_core(row: dict[str, Any]) -> None:
    agrees(GcmOnTheFlyConfig.from_knobs(name_of(row), "", row))


Core = tuple[GcmOnTheFlyConfig, MessageSim, Rules]


@pytest.fixture(scope="module", params=KEY_CHANGES)
def core(request: pytest.FixtureRequest) -> Iterator[Core]:
    config = on_the_fly(request.param)
    with MessageSim(config) as sim:
        yield config, sim, Rules(config)


BITS: Final = (256, 128, 192, 128)  # of the keys of the slots


def loads() -> list[Event]:
    return [KeyLoad(slot, bytes([slot] * (bits // 8)), 4) for slot, bits in enumerate(BITS)]


def message(rng: random.Random, slot: int, length: int, **fields: Any) -> Message:
    return Message(slot=slot, text=rng.randbytes(length), iv=rng.randbytes(12), **fields)


# ---- which message enters when ------------------------------------------------------------------


def test_messages_follow_each_other_as_the_formulas_say(core: Core) -> None:
    """Each pair of key sizes, long and short messages: to the cycle.

    A tag comes a number of cycles behind the last token that depends on the hash of messages of so
    many blocks alone; and, with four-cycle, on the rounds of its key.
    """
    config, sim, rules = core
    rng = random.Random(5)
    lengths = (0, 1, 33, 100, 120, 128, 144, 190, 240, 600)
    sent = [message(rng, rng.randrange(4), rng.choice(lengths)) for _ in range(500)]
    found = rules.run_checked(sim, [*loads(), *sent, Barrier()]).messages
    assert {answer.cause for answer in found} == {Cause.NONE}
    start, behind, seen = 0, defaultdict(set), set()
    before = 0
    for each, answer in zip(sent, found, strict=True):
        figures, rounds = config.under(BITS[each.slot]), ROUNDS[BITS[each.slot]]
        tokens = config.blocks(len(each.text)) + 2
        late = rounds if config.key_change == "four-cycle" else 0
        behind[tokens].add(answer.stamps.last_out - start - tokens - late)
        start += max(tokens + figures["gap"], figures["least"])
        seen.add((before, rounds, tokens + figures["gap"] > figures["least"]))
        before = rounds
    assert all(len(cycles) == 1 for cycles in behind.values()), behind
    assert len(seen) >= 3 * 3 * 2


@pytest.mark.parametrize(
    ("key_change", "op"),
    [
        *(("one-cycle", "seal"), ("four-cycle", "open")),
        *nightly([("one-cycle", "open"), ("four-cycle", "seal")]),
    ],
)
def test_a_message_takes_what_info_says(key_change: str, op: str) -> None:
    """At most, by the longest key; exactly, if that is the only one. Two sizes: a gap of two."""
    knobs = {"key_sizes": [256]} if op == "seal" else {"key_sizes": [192, 256], "mult_stages": 2}
    config = on_the_fly(key_change, **knobs)
    bench = Bench(config, Workload(op=op, messages=20, aad=20))
    shorter = config.rounds - ROUNDS[min(config.key_sizes)]  # the key of the bench
    known = config.latency(opening=op == "open")
    for name, cycles in bench.latency().items():
        assert cycles <= known[name] if shorter else cycles == known[name]
    gap = shorter if key_change == "four-cycle" else 0
    for size in (0, 1, 64, 200, 300):
        row = bench.row(size)
        tokens = config.blocks(size) + 2 + 2
        assert row.cycles == max(tokens + gap, config.rounds - shorter + 1)
        assert row.expected == max(tokens + gap, config.rounds + 1)


@pytest.mark.parametrize("key_change", KEY_CHANGES)
@pytest.mark.parametrize("key_sizes", [[128], [192], [256], [128, 192, 256]])
def test_formulas_are_those_of_the_rtl(key_change: str, key_sizes: list[int]) -> None:
    config = on_the_fly(key_change, key_sizes=key_sizes)
    figures = config.figures()
    local = {p.name: p.value for p in interface(config).parameters if p.local}
    names = {"AesLatency": "aes", "Loop": "loop", "Depth": "entries", "SweepCycles": "zeroise"}
    assert {name: local[name] for name in names} == {k: figures[v] for k, v in names.items()}


def test_latency_of_each_key_size(core: Core) -> None:
    """Into an idle core; one cycle less where the address of the message has stayed."""
    config, sim, rules = core
    rng = random.Random(6)
    for slot, bits in enumerate(BITS):
        figures = config.under(bits)
        for _ in range(3):
            events = [*loads(), Barrier(), message(rng, slot, 100), Barrier()]
            (answer,) = rules.run_checked(sim, events).messages
            stamps = answer.stamps
            late = figures["first_beat"] - (stamps.first_out - stamps.first_in)
            assert late in (0, 1) if figures["gap"] else late == 0
            assert figures["verdict"] - (stamps.last_out - stamps.last_in) == late


def test_beats_that_come_late_find_their_message_open(core: Core) -> None:
    """While the schedule of their own message runs, and after it."""
    _, sim, rules = core
    rng = random.Random(7)
    sent = [message(rng, n % 4, rng.choice((0, 1, 16, 50, 300))) for n in range(120)]
    for preset in PRESETS:
        traffic = Traffic.preset(preset, 7)
        found = rules.run_checked(sim, [*loads(), *sent, Barrier()], traffic).messages
        assert {answer.cause for answer in found} == {Cause.NONE}


def test_refused_messages_between_others(core: Core) -> None:
    """They bring no key: more of them in a row than there are addresses, between all sizes."""
    _, sim, rules = core
    rng = random.Random(8)
    sent: list[Message] = []
    for n in range(60):
        sent.append(message(rng, n % 4, rng.choice((0, 20, 300))))
        many = rng.choice((0, 1, 2, 15, 16, 17, 33))
        sent += [message(rng, n % 4, 16, tag_len=3) for _ in range(many)]
    for number, preset in enumerate(PRESETS):
        traffic = Traffic.preset(preset, number)
        found = rules.run_checked(sim, [*loads(), *sent, Barrier()], traffic).messages
        wanted = [Cause.NONE if m.tag_len == 16 else Cause.TAG_LENGTH for m in sent]
        assert [answer.cause for answer in found] == wanted


def test_counter_mode_and_both_directions(core: Core) -> None:
    """Sealed messages come back to be opened, under keys of all sizes."""
    config, sim, rules = core
    rng = random.Random(9)
    ops = [Op.SEAL, Op.COUNTER, Op.COUNTER]
    sent = [message(rng, n % 4, rng.randrange(80), op=ops[n % 3]) for n in range(100)]
    found = rules.run_checked(sim, [*loads(), *sent, Barrier()]).messages
    back = [
        replace(one, op=Op.OPEN, text=answer.text, tag=answer.tag) if one.op is Op.SEAL else one
        for one, answer in zip(sent, found, strict=True)
    ]
    found += rules.run_checked(sim, [*back, Barrier()]).messages
    assert {answer.cause for answer in found} == {Cause.NONE}
    assert {one.op for one in (*sent, *back)} == set(config.ops) == set(Op)


# ---- zeroise ------------------------------------------------------------------------------------


def test_zeroise_at_each_moment(core: Core) -> None:
    """Schedules, gaps and results under way: none is left, and the core works again."""
    _, sim, rules = core
    rng = random.Random(10)
    for moment in (*range(70), *range(70, 160, 9)):
        sent: list[Event] = [message(rng, n % 4, 40 * (n % 3)) for n in range(6)]
        events = [*loads(), *sent, Zeroise(cycles=moment), Barrier()]
        result = sim.run(events)
        assert rules.compare(rules.expect(events), result) == []
        assert rules.compare_keys(events, result) == []
        again = [*loads(), *(message(rng, slot, 33) for slot in (1, 0, 3, 2)), Barrier()]
        assert {m.cause for m in rules.run_checked(sim, again).messages} == {Cause.NONE}


@pytest.mark.parametrize(
    ("size", "own"),
    [
        (2, {"Schedule": 2, "KeySizes": 7, "Slots": 2, "MultStages": 1}),
        *nightly([(0, {"Schedule": 1, "KeySizes": 5, "Slots": 3, "MultStages": 2})]),
        *nightly([(1, {"Schedule": 1, "KeySizes": 2, "Slots": 1, "MultStages": 2, "Store": 1})]),
    ],
)
def test_nothing_is_left_of_a_secret(
    size: int, own: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a zeroise, no register depends on keys of this size, AAD, texts or tags."""
    monkeypatch.setenv("PAIR_SIZE", str(size))
    params = {"Sbox": 0, "MultKind": 2, "MultHalt": 1, "StoreBeats": 16, "RoundStages": 1, **own}
    files = quick(library_files("common", "gf", "aes", "engine", "message", "gcm"), SBOXES)
    folder = repo_root() / "tb" / "gcm_pair"
    run_bench("seal_gcm_fresh", files, folder, "test_gcm_pair", params, inside=True)


# ---- illegal parameters -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"Schedule": 3}, "Schedule must be 0, 1 or 2"),
        ({"RoundStages": 2}, "RoundStages must be 1 with Schedule 1 or 2"),
        ({"RoundStages": 4, "Schedule": 2}, "RoundStages must be 1 with Schedule 1 or 2"),
        ({"Sbox": 5}, "Sbox must be 0 to 4 or 6"),
        ({"KeySizes": 8}, "KeySizes must be a mask"),
    ],
)
def test_elaboration_stops(params: dict[str, int], words: str) -> None:
    config = on_the_fly("one-cycle")
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert f"seal_gcm_fresh: {words}" in found


@pytest.mark.parametrize(
    ("knobs", "words"),
    [
        ({"sbox": "bram"}, "must be one of table, composite"),
        ({"round_stages": 1}, "unknown knob 'round_stages'"),
        ({"key_change": "two-cycle"}, "must be one of one-cycle, four-cycle"),
        ({"mult_stages": 3}, "must be 1 to 2"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        load_core("gcm-patel-one-cycle", knobs)
