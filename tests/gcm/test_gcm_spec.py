# SPDX-License-Identifier: Apache-2.0
"""The GCM core on the worked examples of the standards, one by one.

The files in tests/data name their sources: McGrew and Viega's GCM specification (Appendix B, test
cases 1 to 18), the ESP examples of draft-mcgrew-gcm-test-01 (RFC 4106), and the MACsec frames of
IEEE 802.1AE (bn-randall-test-vectors-0511-v1). Every message is also sent cut short, with a longer
and with a damaged tag.
"""

from collections.abc import Iterator

import pytest

from corners import FAST
from sealwright.families import load_core
from sealwright.families.message.check import own_vectors
from sealwright.families.message.sim import Cause, KeyLoad, Message, MessageResult, MessageSim, Op
from sealwright.model.gcm import TAG_SIZES
from sealwright.model.vectors import MessageVector

pytestmark = pytest.mark.quick

VECTORS = own_vectors(load_core("gcm-default"))


@pytest.fixture(scope="module")
def sim() -> Iterator[MessageSim]:
    with MessageSim(load_core("gcm-default", FAST)) as default:
        yield default


def name(vector: MessageVector) -> str:
    return vector.name


def play(sim: MessageSim, vector: MessageVector, *messages: Message) -> tuple[MessageResult, ...]:
    """Messages with the vector's key in slot 2."""
    return sim.run([KeyLoad(2, vector.key, min_tag=4), *messages]).messages


def sealing(v: MessageVector, tag_len: int = 16, *, in_data: bool | None = None) -> Message:
    assert v.pt is not None
    by_data = len(v.iv) != 12 if in_data is None else in_data
    return Message(slot=2, iv=v.iv, iv_in_data=by_data, aad=v.aad, text=v.pt, tag_len=tag_len)


def opening(v: MessageVector, tag: bytes, tag_len: int | None = None) -> Message:
    length = len(tag) if tag_len is None else tag_len
    return Message(
        op=Op.OPEN,
        slot=2,
        iv=v.iv,
        iv_in_data=len(v.iv) != 12,
        aad=v.aad,
        text=v.ct,
        tag=tag,
        tag_len=length,
    )


@pytest.mark.parametrize("vector", VECTORS, ids=name)
def test_seals(sim: MessageSim, vector: MessageVector) -> None:
    """With every tag length: the shorter tags are the first bytes of the longest."""
    results = play(sim, vector, *(sealing(vector, length) for length in TAG_SIZES))
    for length, result in zip(TAG_SIZES, results, strict=True):
        assert result.passed
        assert (result.aad, result.text) == (vector.aad, vector.ct)
        assert result.tag == vector.tag[:length]


@pytest.mark.parametrize("vector", VECTORS, ids=name)
def test_opens(sim: MessageSim, vector: MessageVector) -> None:
    results = play(sim, vector, *(opening(vector, vector.tag[:length]) for length in TAG_SIZES))
    for result in results:
        assert result.passed
        assert (result.aad, result.text, result.tag) == (vector.aad, vector.pt, b"")


@pytest.mark.parametrize("vector", VECTORS, ids=name)
def test_every_bit_of_the_tag_counts(sim: MessageSim, vector: MessageVector) -> None:
    """128 damaged tags, and tags of another length than that of the command."""
    damaged = [bytes(t ^ (bit >> 8 * i & 255) for i, t in enumerate(vector.tag)) for bit in BITS]
    results = play(sim, vector, *(opening(vector, tag) for tag in damaged))
    assert {result.cause for result in results} == {Cause.TAG_MISMATCH}
    shorter = opening(vector, vector.tag[:12], tag_len=16)
    longer = opening(vector, vector.tag, tag_len=12)
    again = opening(vector, vector.tag)
    causes = [result.cause for result in play(sim, vector, shorter, longer, again)]
    assert causes == [Cause.TAG_LENGTH, Cause.TAG_LENGTH, Cause.NONE]


BITS = [1 << i for i in range(128)]


@pytest.mark.parametrize("vector", [v for v in VECTORS if len(v.iv) == 12], ids=name)
def test_iv_of_12_bytes_as_data(sim: MessageSim, vector: MessageVector) -> None:
    """J0 = IV || 0^31 1 wherever the 96 bits come from (SP 800-38D, 7.1 step 2)."""
    (result,) = play(sim, vector, sealing(vector, in_data=True))
    assert result.passed
    assert (result.text, result.tag) == (vector.ct, vector.tag)


def test_gmac(sim: MessageSim) -> None:
    """GMAC is GCM without text: the frames of MACsec's integrity-only mode (IEEE 802.1AE)."""
    frames = [v for v in VECTORS if v.aad and not v.ct]
    assert frames
    for frame in frames:
        sealed, opened = play(sim, frame, sealing(frame), opening(frame, frame.tag))
        assert (sealed.aad, sealed.text, sealed.tag) == (frame.aad, b"", frame.tag)
        assert opened.passed and opened.aad == frame.aad
