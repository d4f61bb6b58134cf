# SPDX-License-Identifier: Apache-2.0
"""The GCM core on every published vector, and `sealwright check` itself."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from corners import FAST
from rows import nightly
from sealwright import cli
from sealwright.families import core_names, load_core
from sealwright.families.message import check
from sealwright.families.message.config import GcmConfig, MessageConfig
from sealwright.families.message.sim import Cause, MessageSim
from sealwright.model.gcm import GCM
from sealwright.model.vectors import MessageVector, cavp, wycheproof


def core(name: str, **knobs: object) -> GcmConfig:
    config = load_core(name, knobs)
    assert isinstance(config, GcmConfig)
    return config


@pytest.fixture(scope="module")
def sim() -> Iterator[MessageSim]:
    with MessageSim(core("gcm-default")) as default:
        yield default


@pytest.mark.parametrize(
    ("knobs", "step"), [(FAST, 5), *nightly([(FAST, 1), ({}, 1)])], ids=["fifth", "fast", "named"]
)
def test_cavp_and_wycheproof(knobs: dict[str, Any], step: int) -> None:
    """CAVP's vectors and Wycheproof's, shuffled together, without a reset.

    CAVP has 15 for each combination of lengths: a fifth of them has 3.
    """
    vectors = cavp()[::step] + wycheproof()
    outcome = check.check_core(core("gcm-default", **knobs), vectors)
    count = 47250 // step + 316
    assert outcome.failures == []
    assert outcome.counts() == {"passed": count, "failed": 0, "skipped": 0}
    valid = sum(v.valid for v in vectors)
    assert (outcome.sealed, outcome.opened) == (valid, count)


PRODUCT = {"multiplier": "partial-product", "mult_halt": 0}
BY_DAY = [  # what shares no pipe with gcm-default, with parts that build soonest
    ("gcm-small", {"sbox": "table"}, 60),
    ("gcm-16", {"sbox": "table"}, 40),
    ("gcm-fresh-key", {"sbox": "table", **PRODUCT}, 20),
    ("gcm-patel-four-cycle", {"sbox": "table", **PRODUCT}, 20),
]
NAMED = [
    (name, {}, 1)
    for name in core_names()
    if (named := load_core(name)) and isinstance(named, MessageConfig) and named.mode is GCM
    if named.stream.lanes < 8 and name != "gcm-default"  # others have tests of their own
]


@pytest.mark.parametrize(("name", "knobs", "step"), [*BY_DAY, *nightly(NAMED)])
def test_cavp_and_wycheproof_of_other_cores(name: str, knobs: dict[str, Any], step: int) -> None:
    """All vectors that a core can take, and no other is left out."""
    config = load_core(name, knobs)
    assert isinstance(config, MessageConfig)
    vectors = cavp()[::step] + wycheproof()
    fitting = sum(check.skip_reason(vector, config) is None for vector in vectors)
    outcome = check.check_core(config, vectors)
    assert outcome.failures == []
    assert outcome.counts() == {
        "passed": fitting,
        "failed": 0,
        "skipped": len(vectors) - fitting,
    }
    assert fitting > len(vectors) // 6  # keys of one size, IVs of 12 bytes


@pytest.mark.parametrize("seed", [2, 3])
def test_own_vectors_in_other_orders(sim: MessageSim, seed: int) -> None:
    vectors = check.own_vectors(core("gcm-default"))
    outcome = check.check_vectors(sim, core("gcm-default"), vectors, seed)
    assert outcome.counts() == {"passed": len(vectors), "failed": 0, "skipped": 0}


def test_wrong_vectors_fail(sim: MessageSim) -> None:
    """The check must fail for wrong vectors."""
    good = check.own_vectors(core("gcm-default"))[3]
    assert good.pt is not None and good.aad and good.valid
    flip = {name: bytes([getattr(good, name)[0] ^ 1]) + getattr(good, name)[1:] for name in FIELDS}
    wrong = [replace(good, name=name, **{name: value}) for name, value in flip.items()]
    refused = replace(good, name="valid called invalid", valid=False)
    outcome = check.check_vectors(sim, core("gcm-default"), [good, *wrong, refused, good])
    assert outcome.counts() == {"passed": 2, "failed": len(wrong) + 1, "skipped": 0}
    named = {failure.split(",")[0] for failure in outcome.failures}
    assert named == {*FIELDS, "valid called invalid"}


FIELDS = ("key", "iv", "aad", "pt", "ct", "tag")


def test_what_a_core_cannot_do_is_skipped() -> None:
    vector = next(
        v for v in check.own_vectors(core("gcm-default")) if len(v.key) == 32 and v.pt and v.aad
    )
    assert check.skip_reason(vector, core("gcm-default")) is None
    reasons = {
        "AES-256": core("gcm-aes128"),
        "shorter messages": core("gcm-default", text_limit=1),
        "buffer": core("gcm-store", store_beats=4),
    }
    for words, config in reasons.items():
        long = replace(vector, pt=bytes(64), ct=bytes(64))
        reason = check.skip_reason(long, config)
        assert reason is not None and words in reason
    other_iv = replace(vector, iv=bytes(8))  # one of 12 bytes may always come with the command
    limited = check.skip_reason(other_iv, core("gcm-default", iv_limit=4))
    assert limited is not None and "IVs of 4 bytes" in limited
    odd = check.skip_reason(other_iv, core("gcm-default", iv_lengths="12"))
    assert odd is not None and odd.endswith("takes IVs of 12 bytes alone")
    other = check.skip_reason(replace(vector, mode="ccm"), core("gcm-default"))
    assert other == "gcm-default has no ccm"


def test_nothing_is_built_for_vectors_of_another_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MessageSim", None)
    config = load_core("gcm-sst")
    assert isinstance(config, MessageConfig)
    outcome = check.check_core(config, wycheproof())
    assert outcome.counts() == {"passed": 0, "failed": 0, "skipped": 316}
    assert outcome.skips == {"gcm-sst has no gcm": 316}


@pytest.mark.parametrize(
    ("iv", "tag", "cause"),
    [
        (b"", 16, Cause.EMPTY_IV),
        (b"", 5, Cause.EMPTY_IV),
        (bytes(12), 5, Cause.TAG_LENGTH),
        (bytes(12), 16, Cause.TAG_MISMATCH),
    ],
)
def test_expected_cause(iv: bytes, tag: int, cause: Cause) -> None:
    vector: MessageVector = replace(
        check.own_vectors(core("gcm-default"))[0], iv=iv, tag=bytes(tag), valid=False
    )
    assert check.expected_cause(vector, GCM) is cause
    assert check.expected_cause(replace(vector, valid=True), GCM) is Cause.NONE


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Counts as JSON, and text that ends with them."""
    for options in ([], ["--json"]):
        assert cli.main(["check", "gcm-default", *options]) == 0
    out = capsys.readouterr().out
    count = len(check.own_vectors(core("gcm-default")))
    assert json.loads(out[out.rindex("{") :]) == {
        "core": "gcm-default",
        "passed": count,
        "failed": 0,
        "skipped": 0,
    }
    assert f"\n{count} passed, 0 failed, 0 skipped\n" in out
    assert f"{count:,} messages sealed, {count:,} opened" in out
