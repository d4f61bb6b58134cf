# SPDX-License-Identifier: Apache-2.0
"""Files through a simulated core: what `seal` and `open` simulate, and their memory."""

import io
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from sealwright.base.errors import UsageError
from sealwright.families import load_core
from sealwright.families.message import sealing
from sealwright.families.message.config import GcmConfig, MessageConfig
from sealwright.families.message.open import open_
from sealwright.families.message.seal import seal
from sealwright.families.message.sealing import CoreSealer
from sealwright.families.message.sim import KeyLoad, Message, MessageSim, WaitReady
from sealwright.model.gcm import Gcm

KEY = bytes(range(16))
RAW: dict[str, Any] = {"raw": True, "iv": "00" * 12, "aad": None, "chunk": None}


def core(sbox: str = "composite") -> GcmConfig:
    product = {"multiplier": "partial-product", "mult_halt": 0}
    found = load_core("gcm-default", {"key_sizes": [128], "slots": 1, "sbox": sbox, **product})
    assert isinstance(found, GcmConfig)
    return found


def test_the_core_is_simulated_with_tables_in_the_same_cycles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    messages = [Message(iv=bytes([n] * 12), text=b"t" * n, aad=b"a" * n) for n in range(100)]
    with MessageSim(core()) as sim:
        sim.run([KeyLoad(0, KEY), WaitReady(0)])
        exact = sim.run(messages)
    built: list[MessageConfig] = []
    monkeypatch.setattr(
        sealing, "MessageSim", lambda config: built.append(config) or MessageSim(config)
    )
    with CoreSealer(core(), KEY) as fast:
        results = fast.run(messages)
    assert [config.rtl_params() for config in built] == [core("table").rtl_params()]
    assert fast.cycles == exact.cycles
    assert [(r.text, r.tag) for r in results] == [(r.text, r.tag) for r in exact.messages]


def test_files_are_sealed_with_gcm_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container says nothing about its mode."""
    monkeypatch.setattr(Gcm, "name", "other")
    for function in (seal, open_):
        with pytest.raises(UsageError, match="mode other: files are sealed with GCM"):
            function(core(), KEY, io.BytesIO(), io.BytesIO(), RAW)


def test_a_memory_stays_a_memory() -> None:
    assert core("bram").simulated().sbox == "bram"
    assert {core(sbox).simulated().sbox for sbox in ("gates", "bdd", "table")} == {"table"}


def test_a_bare_message_is_held_few_times(tmp_path: Path) -> None:
    """Its records of the simulation are as large as the message, too."""
    size = 1 << 20
    names = [tmp_path / name for name in ("plain", "sealed", "opened")]
    names[0].write_bytes(bytes(size))
    seal(core(), KEY, io.BytesIO(), io.BytesIO(), RAW)  # what is loaded only once
    for way, source, target, most in ((seal, *names[:2], 4.5), (open_, *names[1:], 4)):
        tracemalloc.start()
        with source.open("rb") as reader, target.open("wb") as writer:
            way(core(), KEY, reader, writer, RAW)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < most * size
    assert names[0].read_bytes() == names[2].read_bytes()
