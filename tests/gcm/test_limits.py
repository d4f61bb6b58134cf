# SPDX-License-Identifier: Apache-2.0
"""Lengths of messages that a core takes, as its rules have them; figures within these lengths."""

from typing import Any

import pytest

from sealwright.base.errors import CheckFailed
from sealwright.families import family_of, load_core
from sealwright.families.message import bench, key_changes
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.limits import longest_tag, most_text, too_long
from sealwright.families.message.rules import Rules
from sealwright.families.message.sealed import Job, read_message
from sealwright.families.message.sim import Cause, KeyLoad, Message


def core(name: str, **knobs: Any) -> MessageConfig:
    config = load_core(name, knobs)
    assert isinstance(config, MessageConfig)
    return config


CORES = [
    core("gcm-default", text_limit=5, aad_limit_log2=5),
    core("gcm-store", store_beats=7),
    core("gcm-store", store_beats=9, text_limit=3),
    core("gcm-sst", text_limit=4, aad_limit_log2=6),
]


@pytest.mark.parametrize("config", CORES, ids=lambda config: config.name)
def test_a_core_refuses_what_is_too_long(config: MessageConfig) -> None:
    for aad in (0, 1, 16, 17, 31, 32, 63, 64):
        for text in range(0, 160, 8):
            tag = longest_tag(config, max(aad, text))
            sent = Message(aad=bytes(aad), text=bytes(text), iv=bytes(12), tag_len=tag)
            (answer,) = Rules(config).expect([KeyLoad(0, bytes(16), 4), sent])
            refused = answer.cause in (Cause.LENGTH, Cause.STORE)
            assert refused == bool(too_long(config, text, aad)), (text, aad)
            assert refused or text <= most_text(config, aad)


def test_aad_takes_room_from_the_store_alone() -> None:
    """Not from the limit of text, as long as both fit."""
    config = core("gcm-store", text_limit=4)
    assert most_text(config, 64) == most_text(config, 0) == 64
    assert most_text(core("gcm-store", store_beats=9), 64) == 64
    assert read_message(Reader(bytes(64)), config, Job(bytes(16), bytes(64), bytes(12)))


class Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, size: int) -> bytes:
        found, self.data = self.data[:size], self.data[size:]
        return found


@pytest.mark.parametrize("knobs", [{}, {"text_limit": 2, "message_limit": 3}])
@pytest.mark.parametrize("name", ["gcm-store", "gcm-default"])
def test_a_rate_is_that_of_a_message_which_fits(
    name: str, knobs: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Limits change no cycle: without them the longest message is as long as the store."""

    def measure(config: MessageConfig, sizes: list[int], work: bench.Workload) -> Any:
        assert not too_long(config, *sizes, 0) and sizes[0] >= 511 * 16
        assert config.message_limit > 2 * (work.messages + bench.WARM_UP)
        return {"results": [{"bits_per_cycle": 100.0}]}

    monkeypatch.setattr(bench, "measure", measure)
    config = core(name, **knobs)
    assert family_of(config).rate(config) == 100


def test_tags_of_messages_with_new_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 14 bytes, as AES-GCM-SST has them: they pass."""
    config = core("gcm-sst", sbox="table", multiplier="partial-product", mult_halt=0)
    rows = key_changes.measure(config, [64], [16])["rows"]
    assert rows[0]["cycles"] == pytest.approx(config.cost(64, 0), abs=0.5)
    monkeypatch.setattr(key_changes, "longest_tag", lambda config, size: 16)
    with pytest.raises(CheckFailed, match="messages were refused"):
        key_changes.measure(config, [64], [16])
