# SPDX-License-Identifier: Apache-2.0
"""The GCM core against OpenSSL on all short lengths, long messages, and random traffic."""

import random
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from corners import FAST
from rows import nightly
from sealwright.base.errors import CheckFailed
from sealwright.families import load_core
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import Coverage, variants
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import END, Expected, Rules
from sealwright.families.message.sim import (
    Beat,
    Cause,
    Event,
    KeyLoad,
    Message,
    MessageSim,
    Op,
    RawMessage,
    Section,
)
from sealwright.families.message.verify import VERIFIER
from sealwright.tools.traffic import PRESETS, Traffic

TEXT_EDGES = (0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 128, 257)
LONG = (1023, 1024, 1025, 4096, 9001, 65521, 65535, 65536)


def default() -> GcmConfig:
    config = load_core("gcm-default", FAST)
    assert isinstance(config, GcmConfig)
    return config


@pytest.fixture(scope="module")
def sim() -> Iterator[MessageSim]:
    with MessageSim(default()) as core:
        yield core


class Openssl:
    """Messages in both directions with the results of OpenSSL."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.keys = [self.rng.randbytes(size) for size in (16, 24, 32, 16)]
        self.events: list[Event] = [KeyLoad(slot, key) for slot, key in enumerate(self.keys)]
        self.wanted: list[tuple[bytes, bytes, bytes]] = []

    def add(self, aad_len: int, text_len: int) -> None:
        """One message sealed and opened, each with a slot of its own."""
        rng = self.rng
        aad, text, iv = rng.randbytes(aad_len), rng.randbytes(text_len), rng.randbytes(12)
        for op in (Op.SEAL, Op.OPEN):
            slot = rng.randrange(4)
            sealed = AESGCM(self.keys[slot]).encrypt(iv, text, aad)
            ct, tag = sealed[:text_len], sealed[text_len:]
            opening = op is Op.OPEN
            self.events.append(
                Message(
                    op=op,
                    slot=slot,
                    iv=iv,
                    iv_in_data=rng.random() < 0.1,
                    aad=aad,
                    text=ct if opening else text,
                    tag=tag if opening else b"",
                )
            )
            self.wanted.append((aad, text, b"") if opening else (aad, ct, tag))

    def check(self, sim: MessageSim, traffic: Traffic) -> None:
        results = sim.run(self.events, traffic).messages
        assert {result.cause for result in results} == {Cause.NONE}
        assert [(r.aad, r.text, r.tag) for r in results] == self.wanted


@pytest.mark.parametrize("text_len", TEXT_EDGES)
def test_all_lengths_of_aad(sim: MessageSim, text_len: int) -> None:
    """0 to 257 bytes of AAD with text around the block edges, by every kind of traffic in turn."""
    work = Openssl(text_len)
    for aad_len in range(258):
        work.add(aad_len, text_len)
    preset = PRESETS[TEXT_EDGES.index(text_len) % len(PRESETS)]
    work.check(sim, Traffic.preset(preset, seed=text_len))


@pytest.mark.parametrize("preset", PRESETS)
def test_long_messages(sim: MessageSim, preset: str) -> None:
    """Up to 64 KiB of text, and of AAD, between short messages."""
    work = Openssl(PRESETS.index(preset) + 1000)
    lengths = [*((0, n) for n in LONG), *((n, 20) for n in LONG), (65536, 65536)]
    for aad_len, text_len in work.rng.sample(lengths, 9):
        work.add(work.rng.randrange(40), work.rng.randrange(40))
        work.add(aad_len, text_len)
    work.check(sim, Traffic.preset(preset, seed=7))


def test_lengths_of_more_than_twenty_bits(sim: MessageSim) -> None:
    work = Openssl(20)
    work.add((1 << 20) + 5, (1 << 20) + 19)
    work.check(sim, Traffic())


@pytest.mark.parametrize("low", [0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFF8, 0, 1])
@pytest.mark.parametrize("key_len", [16, 24, 32])
def test_counter_only_wraps_at_32_bits(sim: MessageSim, low: int, key_len: int) -> None:
    """A 16-byte IV is the first counter block; inc32 leaves its first 96 bits alone (6.2).

    OpenSSL's CTR counts over 128 bits, so here each block is a CTR call of its own.
    """
    rng = random.Random(low + key_len)
    key, prefix, text = rng.randbytes(key_len), rng.randbytes(12), rng.randbytes(12 * 16 + 5)
    wanted = b""
    for i in range(0, len(text), 16):
        block = prefix + ((low + i // 16) % 2**32).to_bytes(4, "big")
        cipher = Cipher(algorithms.AES(key), modes.CTR(block)).encryptor()
        wanted += cipher.update(text[i : i + 16])
    message = Message(op=Op.COUNTER, iv=prefix + low.to_bytes(4, "big"), iv_in_data=True, text=text)
    (result,) = sim.run([KeyLoad(0, key), message]).messages
    assert result.passed
    assert (result.aad, result.text, result.tag) == (b"", wanted, b"")


@pytest.mark.parametrize("variant", [1, 2], ids=["cut-through", "store"])
def test_random_traffic(variant: int) -> None:
    """Every cell of the coverage table, with limits that are reached, by all kinds of traffic."""
    coverage = Coverage()
    VERIFIER.random_run(variants(default())[variant], 1, 1200, coverage)
    assert coverage.missing() == []


@pytest.mark.parametrize(
    ("knob", "value"),
    [("message_limit", 0), *nightly([("iv_limit", n) for n in (11, 12, 15, 16)])],
)
def test_every_cell_of_a_core_with_narrow_limits_can_be_reached(knob: str, value: int) -> None:
    """Where an IV of 12 or 16 bytes is too long, or no message may be sealed at all."""
    coverage = Coverage()
    config = load_core("gcm-default", {**FAST, knob: value})
    assert isinstance(config, GcmConfig)
    VERIFIER.random_run(config, 1, 300, coverage)
    assert coverage.missing() == []


@pytest.mark.nightly
@pytest.mark.parametrize("variant", [0, 1, 2], ids=["named limits", "cut-through", "store"])
def test_long_random_traffic(variant: int) -> None:
    VERIFIER.random_run(variants(default())[variant], 2, 20_000, Coverage())


def test_random_traffic_of_the_named_core() -> None:
    """The core with its own S-boxes and limits."""
    named = load_core("gcm-default")
    assert isinstance(named, GcmConfig)
    source, rules = RandomTraffic(named, 3), Rules(named)
    with MessageSim(named) as sim:
        for seed, preset in enumerate(PRESETS):
            events = source.batch(150)
            wanted = rules.expect(events)
            assert rules.compare(wanted, sim.run(events, Traffic.preset(preset, seed))) == []


def test_compare_sees_faults(sim: MessageSim) -> None:
    """A wrong cause, a missing beat, a wrong byte, a wrong flag: each is reported."""
    key = bytes(range(16))
    text = Beat(bytes(16), Section.TEXT, last=True)
    events: list[Event] = [KeyLoad(0, key), RawMessage(beats=(text,))]
    rules = Rules(default())
    (right,) = rules.expect(events)
    result = sim.run(events)
    assert rules.compare([right], result) == []
    first, last = right.packet
    wrong = [
        Expected(Cause.ABORTED, right.packet),
        Expected(Cause.NONE, (last,)),
        Expected(Cause.NONE, (Beat(bytes(16), Section.TEXT, keep=0xFFFF), last)),
        Expected(Cause.NONE, (first, END)),
        Expected(Cause.TAG_MISMATCH, (first, END), zeroise=True),
    ]
    for answer in wrong:
        assert len(rules.compare([answer], result)) == 1


def test_a_wrong_model_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`verify` fails, with the seed and the batch, when core and rules differ."""
    monkeypatch.setattr(Rules, "command", lambda self, message: Cause.SLOT)
    config = variants(default())[1]
    with pytest.raises(CheckFailed, match=r"small limits, seed 4, batch 0 \(full\): \d+ of"):
        VERIFIER.random_run(config, 4, 50, Coverage())
