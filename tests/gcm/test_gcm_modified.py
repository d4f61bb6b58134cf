# SPDX-License-Identifier: Apache-2.0
"""GCM with the length block behind the AAD (Yang 2005, equation (3)), which is not AES-GCM."""

from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from elaboration import refusal
from message_rows import agrees
from quick_aes import ROUNDS, SBOXES, quick
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import library_files, repo_root
from sealwright.families import load_core
from sealwright.families.message.bench import Bench, Workload
from sealwright.families.message.modified import GcmModifiedConfig
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import (
    Beat,
    Cause,
    Event,
    KeyLoad,
    MessageSim,
    Op,
    RawMessage,
    Section,
)
from sealwright.model.gcm import GCM, bits
from sealwright.model.gcm_modified import GCM_MODIFIED
from sealwright.tools.cocotb_run import run_bench

TB: Final = repo_root() / "tb"
KEY: Final = bytes(range(16))
LIMITS: Final = {"text_limit": 64, "aad_limit_log2": 8}


def core(**knobs: Any) -> GcmModifiedConfig:
    """Two slots, a product in two steps, small limits."""
    own = {"slots": 2, "multiplier": "partial-product", "mult_stages": 2, **LIMITS}
    config = load_core("gcm-yang-modified", {**own, **knobs})
    assert isinstance(config, GcmModifiedConfig)
    return config


# ---- the model ----------------------------------------------------------------------------------


def times(x: int, y: int) -> int:
    """SP 800-38D, Algorithm 1."""
    z = 0
    for i in range(127, -1, -1):
        z ^= y * (x >> i & 1)
        y = y >> 1 ^ (0xE1 << 120) * (y & 1)
    return z


def equation_3(key: bytes, iv: bytes, aad: bytes, ct: bytes) -> bytes:
    """The tag, step by step."""
    encrypt = Cipher(algorithms.AES(key), modes.ECB()).encryptor().update
    h, x = int.from_bytes(encrypt(bytes(16)), "big"), 0
    lengths = (8 * len(aad) << 64 | 8 * len(ct)).to_bytes(16, "big")
    for string in (aad, lengths, ct):
        for at in range(0, len(string), 16):
            x = times(x ^ int.from_bytes(string[at : at + 16].ljust(16, b"\0"), "big"), h)
    mask = int.from_bytes(encrypt(iv + b"\0\0\0\1"), "big")
    return (x ^ mask).to_bytes(16, "big")


@pytest.mark.parametrize(("aad", "text"), [(0, 0), (0, 1), (20, 0), (16, 33), (40, 64)])
def test_model(aad: int, text: int) -> None:
    """Text as in GCM; the tag by the equation: another one, unless there is no text."""
    iv, a, p = bytes(range(12)), bytes(range(aad)), bytes(range(text))
    ct, tag = GCM_MODIFIED.seal(KEY, iv, a, p)
    assert tag == equation_3(KEY, iv, a, ct)
    sealed = GCM.seal(KEY, iv, a, p)
    assert ct == sealed[0] and (tag == sealed[1]) == (text == 0)
    assert GCM_MODIFIED.open(KEY, iv, a, ct, tag[:12]) == p
    with pytest.raises(CheckFailed):
        GCM_MODIFIED.open(KEY, iv, a, ct, bytes(16))
    with pytest.raises(UsageError, match="12 bytes"):
        GCM_MODIFIED.seal(KEY, iv + b"x", a, p)


def test_two_messages_have_the_same_tag() -> None:
    """The place of the length block does not show: whoever sees the first has forged the second."""
    iv, a = bytes(12), bytes(range(16))
    _, tag = GCM_MODIFIED.seal(KEY, iv, a + bits(a, bytes(16)), b"")
    forged = bits(bytes(32), b"")
    assert GCM_MODIFIED.open(KEY, iv, a, forged, tag) == GCM_MODIFIED.crypt(KEY, iv, forged)
    with pytest.raises(CheckFailed):
        GCM.open(KEY, iv, a, forged, GCM.seal(KEY, iv, a + bits(a, bytes(16)), b"")[1])


def test_it_says_that_it_is_no_gcm() -> None:
    assert load_core("gcm-yang-modified").summary.startswith("not AES-GCM, unsafe")
    assert "Not AES-GCM" in (GcmModifiedConfig.__doc__ or "")


# ---- the core -----------------------------------------------------------------------------------


def test_core() -> None:
    agrees(core())


def test_a_message_takes_its_blocks_and_two() -> None:
    for aad in (0, 20):
        bench = Bench(core(), Workload(aad=aad, op="mixed", slots="random", messages=60))
        for size in (0, 1, 16, 20, 64, 256):
            assert bench.row(size).cycles <= bench.config.cost(size, aad)


@pytest.mark.parametrize("op", ["seal", "open"])
def test_a_verdict_comes_a_cycle_earlier_than_in_gcm(op: str) -> None:
    config = core()
    formula = config.latency(opening=op == "open")
    found = Bench(config, Workload(op=op)).latency()
    assert found == {name: formula[name] for name in found}
    plain = load_core("gcm-yang", {"mult_stages": 2}).figures()["verdict"]
    assert formula["verdict"] == plain - 1 - (op == "open")


def test_lengths_that_are_not_as_announced() -> None:
    """Text, AAD, bits of a byte, 15 bytes; and each of them between good ones."""
    good = [(20, 40), (0, 0), (16, 0), (0, 16), (32, 48)]
    bad = [((20, 40), (20, 24)), ((20, 40), (20, 41)), ((20, 40), (20, 0)), ((0, 0), (0, 16))]
    bad += [((20, 40), (4, 40)), ((20, 40), (36, 40)), ((0, 16), (0, 32)), ((0, 16), (0, 15))]
    events: list[Event] = [KeyLoad(0, KEY, 4)]
    wanted: list[Cause] = []

    def send(
        told: tuple[int, int], real: tuple[int, int], op: Op, flip: int = 0, size: int = 16
    ) -> None:
        lengths = (8 * told[0] << 64 | 8 * told[1]) ^ flip
        iv, aad, text = bytes(12), bytes(real[0]), bytes(real[1])
        beats = [Beat(aad[i : i + 16], Section.AAD) for i in range(0, len(aad), 16)]
        beats.append(Beat(lengths.to_bytes(16, "big")[:size], Section.TEXT))
        ct, tag = GCM_MODIFIED.seal(KEY, iv, aad, text)
        data = ct if op is Op.OPEN else text
        beats += [Beat(data[i : i + 16], Section.TEXT) for i in range(0, len(text), 16)]
        beats += [Beat(tag, Section.TAG)] * (op is Op.OPEN)
        beats[-1] = Beat(beats[-1].data, beats[-1].section, last=True)
        events.append(RawMessage(op=op, iv=iv, beats=tuple(beats)))
        right = told == real and not flip and size == 16
        wanted.append(Cause.NONE if right else Cause.LENGTH)

    for op in (Op.SEAL, Op.OPEN):
        for number, (told, real) in enumerate(bad):
            send(told, real, op)
            send(good[number % 5], good[number % 5], op)
        for bit in (0, 2, 39, 63, 64, 127):
            send((20, 40), (20, 40), op, 1 << bit)
            send((0, 0), (0, 0), op, 1 << bit)
        send((0, 0), (0, 0), op, size=15)  # the missing byte would be zero
    config = core()
    with MessageSim(config) as sim:
        result = Rules(config).run_checked(sim, events)
    assert [answer.cause for answer in result.messages] == wanted


def test_nothing_is_left_of_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a zeroise, no register depends on keys, AAD, texts or tags."""
    monkeypatch.setenv("PAIR_IVS", "12,12")
    files = quick(library_files("common", "gf", "aes", "engine", "message", "gcm"), SBOXES + ROUNDS)
    params = {"Slots": 3, "KeySizes": 1, "Sbox": 0, "MultKind": 2, "MultHalt": 1}
    params |= {"AnyIv": 0, "Ops": 3, "LengthFirst": 1}
    run_bench("seal_gcm", files, TB / "gcm_pair", "test_gcm_pair", params, inside=True)


@pytest.mark.parametrize("wrong", [{"AnyIv": 1}, {"Store": 1, "StoreBeats": 16}, {"Ops": 7}])
def test_elaboration_stops(wrong: dict[str, int]) -> None:
    config = core()
    found = refusal(config.top, config.files(), {**config.rtl_params(), **wrong})
    assert "seal_gcm: with LengthFirst, AnyIv and Store must be 0, and Ops 1 to 3" in found
