# SPDX-License-Identifier: Apache-2.0
"""The AES-GCM-SST core: pairs of knobs, cycles, what its draft allows, illegal parameters."""

import re
from dataclasses import replace
from typing import Any, Final

import pytest

from elaboration import refusal
from iv_as_data import spacing
from knob_values import array, name_of, values_of
from message_rows import agrees
from narrow_latency import bounded
from quick_aes import ROUNDS, SBOXES, quick
from rows import nightly
from sealwright.base.errors import UsageError
from sealwright.base.files import library_files, repo_root, rtl_files
from sealwright.families import load_core
from sealwright.families.message.bench import Bench, Workload
from sealwright.families.message.coverage import LIMITS, STORE_BEATS
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
    WaitReady,
)
from sealwright.families.message.sst import GcmSstConfig
from sealwright.model.gcm_sst import GCM_SST, TAGS
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
KEY: Final = bytes(range(16))
SMALL: Final = {name: value for name, value in LIMITS.items() if name != "iv_limit"}
# Parts that simulate fast; the product of the named core is pipelined, too.
QUICK: Final = {"sbox": "table", "multiplier": "partial-product", "mult_halt": 0}
# Streams of 32 bits, with a multiplier of one product at a time
NARROW: Final = {**QUICK, "width": 32, "multiplier": "digit-serial", "mult_digit": 32}
WHOLE: Final = {**QUICK, "multiplier": "digit-serial", "mult_digit": 128, "round_stages": 1}
VALUES = values_of(GcmSstConfig, **SMALL, store_beats=STORE_BEATS, mult_digit=43)
VALUES["store_beats"].remove(1 << 20)  # a sweep of a million cycles
VALUES["mult_digit"] += [16, 32, 64, 128]  # the least of each width
VALUES["message_limit"].remove(0)  # which seals no vector
VALUES["mult_halt"].sort()
VALUES["key_sizes"] = [(128,), (256,), (128, 256)]


def core(**knobs: Any) -> GcmSstConfig:
    config = load_core("gcm-sst", knobs)
    assert isinstance(config, GcmSstConfig)
    return config


def row(**knobs: Any) -> dict[str, Any]:
    return {**core(**knobs).knobs(), **SMALL}


STORE: Final = {"release": "store", "store_beats": 24, "key_busy": "refuse", "slots": 1}
BY_DAY = [row(**QUICK), row(**WHOLE, **STORE)]
BY_NIGHT = [row(**NARROW), row(), *array(GcmSstConfig, VALUES)]


@pytest.mark.parametrize("row", [*BY_DAY, *nightly(BY_NIGHT)], ids=name_of)
def test_core(row: dict[str, Any]) -> None:
    agrees(GcmSstConfig.from_knobs(name_of(row), "", row))


# ---- cycles -------------------------------------------------------------------------------------

CORES: Final = [QUICK, *nightly([NARROW, WHOLE, {**QUICK, "width": 64}, {**QUICK, "width": 16}])]


@pytest.mark.parametrize("knobs", CORES)
def test_a_message_takes_its_blocks_and_three(knobs: dict[str, Any]) -> None:
    """Mixed in operation, key, key size and length, with AAD or without."""
    for aad in (0, 20):
        work = Workload(aad=aad, op="mixed", slots="random", keys="mixed", messages=60)
        bench = Bench(core(**knobs), work)
        for size in (0, 1, 16, 20, 64, 256):
            assert bench.row(size).cycles <= bench.config.cost(size, aad)
            assert spacing(bench, size) == {bench.config.cost(size, aad)}  # IVs as data
        mix = bench.mix((0, 1, 16, 33, 100, 300))
        fold = bench.config.fold
        # The span between two last beats leaves out what precedes the first and follows the last:
        # at the input also the hash keys of the last message, for which beats wait in the front.
        assert abs(mix.cycles_in - mix.expected) <= 8 * fold
        assert abs(mix.cycles_out - mix.expected) <= 2 * fold


@pytest.mark.parametrize("knobs", CORES)
@pytest.mark.parametrize("op", ["seal", "open"])
def test_latencies_are_bounded_by_the_formulas(knobs: dict[str, Any], op: str) -> None:
    bounded(core(**knobs), op)


@pytest.mark.parametrize("knobs", CORES)
def test_a_key_load_takes_no_time_from_others(knobs: dict[str, Any]) -> None:
    """And as long as its schedule."""
    config = core(**knobs)
    load = Bench(config, Workload()).load()
    assert load is not None and load.lost == 0
    with MessageSim(config) as sim:
        for size in (16, 32):
            (key,) = sim.run([KeyLoad(1, bytes(size), 4), WaitReady(1)]).keys
            assert key.ready - key.accepted == config.load_cycles(8 * size)


# ---- what the draft allows ----------------------------------------------------------------------


def causes(events: list[Event]) -> list[Cause]:
    """Of the messages, as the rules have them."""
    config = core(**QUICK)
    with MessageSim(config) as sim:
        result = Rules(config).run_checked(sim, events)
    return [answer.cause for answer in result.messages]


def test_tags_of_its_lengths_only() -> None:
    events: list[Event] = [KeyLoad(0, KEY, 0)]
    events += [Message(text=b"text", tag_len=size) for size in range(32)]
    events += [KeyLoad(0, KEY, 8), *(Message(text=b"text", tag_len=size) for size in TAGS)]
    found = causes(events)
    right = {Cause.NONE: set(TAGS), Cause.TAG_LENGTH: set(range(32)) - set(TAGS)}
    for cause, sizes in right.items():
        assert {size for size in range(32) if found[size] is cause} == sizes
    assert found[32:] == [Cause.TAG_LENGTH] * 2 + [Cause.NONE] * 3


def test_what_gcm_has_and_sst_has_not() -> None:
    """Counter mode alone, AES-192, IVs of other lengths than 12 bytes."""
    events: list[Event] = [
        KeyLoad(0, KEY, 4),
        Message(op=Op.COUNTER, text=b"text", tag_len=12),
        Message(op=Op.COUNTER, slot=3, text=b"text", tag_len=12),
        *(Message(iv=bytes(n), iv_in_data=True, text=b"t", tag_len=4) for n in (11, 12, 13, 16)),
        Message(text=b"text", tag_len=12),
    ]
    assert causes(events) == [
        *(Cause.OP, Cause.OP, Cause.LENGTH, Cause.NONE, Cause.LENGTH, Cause.LENGTH, Cause.NONE)
    ]
    config = core(**QUICK)
    with MessageSim(config) as sim:
        assert sim.run([KeyLoad(1, bytes(24), 4)]).keys[0].cause is KeyCause.BAD_SIZE


def test_a_tag_of_14_bytes_has_a_limit_of_its_own() -> None:
    """2^16 bytes of text, and of AAD; of each by itself, and anew for each message."""
    most = GCM_SST.most(14)
    full, more, short = bytes(most), bytes(most + 1), bytes(most - 16)

    def message(aad: bytes, text: bytes, tag_len: int = 14) -> Message:
        return Message(aad=aad, text=text, tag_len=tag_len)

    sealed, tag = GCM_SST.seal(KEY, bytes(12), full, full, 14)
    opened = Message(op=Op.OPEN, tag_len=14, aad=full, text=sealed, tag=tag)
    sent: list[tuple[Message, Cause]] = [
        (message(full, full), Cause.NONE),
        (message(b"", bytes(40)), Cause.NONE),
        (message(b"", more), Cause.LENGTH),
        (message(more, b""), Cause.LENGTH),
        (message(more, b"", 12), Cause.NONE),
        (message(b"", more, 12), Cause.NONE),
        (message(b"", short), Cause.NONE),
        (message(b"", bytes(40)), Cause.NONE),  # whose first block comes with its command
        (message(short, b""), Cause.NONE),
        (message(bytes(40), b""), Cause.NONE),
        (message(b"", full + full), Cause.LENGTH),
        (message(full + bytes(16), b""), Cause.LENGTH),
        (opened, Cause.NONE),
        (replace(opened, text=sealed + b"x"), Cause.LENGTH),
    ]
    assert causes([KeyLoad(0, KEY, 4), *(each for each, _ in sent)]) == [want for _, want in sent]


def test_limits_of_tags_beyond_simulation() -> None:
    """Tags of 12 bytes: 2^28 blocks. The counters are set."""
    files = [
        *rtl_files("common"),
        "rtl/gf/seal_gf_lattice_pkg.sv",
        "rtl/gf/seal_gf_pkg.sv",
        "rtl/engine/seal_engine_pkg.sv",
        "rtl/message/seal_message_pkg.sv",
        "rtl/message/seal_message_lengths.sv",
    ]
    params = {"TagLengths": 0x5150, "TagBound": 128, "AadLimitLog2": 35, "TextLimit": 2**32 - 3}
    folder = TB / "message_lengths"
    run_bench("seal_message_lengths", files, folder, "test_message_bound", params, inside=True)


def test_a_key_that_was_used_up_between_messages_of_another() -> None:
    """Refused messages between others bring no keys: those of the others stay as they are."""
    bad, good = Message(slot=2, text=b"x", tag_len=4), Message(text=bytes(33), tag_len=4)
    events: list[Event] = [KeyLoad(0, KEY, 4)]
    for count in range(4):
        events += [good, *[bad] * count, replace(good, aad=b"a"), Barrier()]
    assert {*causes(events)} == {Cause.NONE, Cause.SLOT}


# ---- zeroise ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "own",
    [
        {"Slots": 9},
        *nightly([{"Slots": 2, "MultKind": 16, "MultDigit": 128, "Store": 1, "StoreBeats": 16}]),
        {"Slots": 5, "BeatBytes": 4, "MultKind": 16, "MultDigit": 32},
        *nightly([{"Slots": 16, "BeatBytes": 2, "MultKind": 18}]),
    ],
)
def test_nothing_is_left_of_a_secret(own: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """After a zeroise, no register depends on keys, AAD, texts or tags."""
    monkeypatch.setenv("PAIR_TAG", "14")
    monkeypatch.setenv("PAIR_IVS", "12,12")
    files = quick(library_files("common", "gf", "aes", "engine", "message", "gcm"), SBOXES + ROUNDS)
    params = {"KeySizes": 1, "Sbox": 0, "MultKind": 2, "MultHalt": 1, **own}
    run_bench("seal_gcm_sst", files, TB / "gcm_pair", "test_gcm_pair", params, inside=True)


# ---- illegal parameters and knobs ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"KeySizes": 2}, "KeySizes must be 1, 4 or 5"),
        ({"KeySizes": 7}, "KeySizes must be 1, 4 or 5"),
        ({"BeatBytes": 32}, "BeatBytes must be 2, 4, 8 or 16"),
        ({"MultKind": 16, "MultDigit": 127}, "the multiplier takes more cycles than a block"),
        ({"MultKind": 18}, "the multiplier takes more cycles than a block"),
        ({"AadLimitLog2": 36}, "AadLimitLog2 must be 5 to 35"),
        ({"TextLimit": 2**32 - 2}, "TextLimit must be 1 to 2^32 - 3"),
    ],
)
def test_elaboration_stops(params: dict[str, int], message: str) -> None:
    config = core()
    found = refusal(config.top, config.files(), {**config.rtl_params(), **params})
    assert re.search(rf"seal_\w+: {re.escape(message)}", found)


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"width": 8}, "width = 8: must be 16, 32, 64 or 128"),
        ({"key_sizes": (128, 192)}, "must be 128, 256 or both: the draft has no AES-192"),
        ({"mult_stages": 2}, "mult_stages"),
        ({"iv_limit": 16}, "iv_limit"),
        ({"multiplier": "digit-serial", "mult_halt": 0, "mult_digit": 64}, "takes 2 cycles"),
        ({"text_limit": 2**32 - 2}, "text_limit"),
        ({"aad_limit_log2": 36}, "aad_limit_log2"),
    ],
)
def test_wrong_knobs(knobs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        core(**knobs)
