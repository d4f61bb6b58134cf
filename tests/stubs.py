# SPDX-License-Identifier: Apache-2.0
"""Stubs for cores that break the protocol on request, for tests of the packet harness.

Byte 0 of the last key is the fault of a stub: see the headers of tests/data/sv.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Any, ClassVar, Final, NamedTuple

from sealwright.families import load_core
from sealwright.families.message import sim as gcm
from sealwright.families.message.config import GcmConfig
from sealwright.families.sector import sim as sector
from sealwright.families.sector.events import beats_of
from sealwright.tools.packet.sim import PacketSim
from sectors import core

SV: Final = "tests/data/sv"
PAD: Final = 0x5A  # with which the stubs "encrypt"


def files(top: str) -> list[str]:
    """Those of a stub."""
    return [f"{SV}/{name}.sv" for name in ("seal_stub", top)]


def key(fault: int = 0) -> bytes:
    """A key that selects a fault."""
    return bytes([fault]).ljust(16, b"k")


class Moments(NamedTuple):
    """The cycles of one command, in any family."""

    accepted: int
    first_in: int
    last_in: int
    first_out: int
    last_out: int
    status: int


class GcmStub:
    """That of the GCM cores."""

    top, word = "seal_gcm", "message"
    events: ClassVar[Any] = gcm
    bad_section, bad_end = "m_axis: section 0 after 0", "m_axis: tag of 15 bytes instead of 16"

    def open(self, slots: int = 4, **options: Any) -> gcm.MessageSim:
        config = load_core("gcm-default", {"slots": slots, "id_width": 16})
        assert isinstance(config, GcmConfig)
        return gcm.MessageSim(config, files(self.top), **options)

    def key(self, slot: int, fault: int = 0) -> gcm.KeyLoad:
        return gcm.KeyLoad(slot, key(fault))

    def command(self, slot: int = 1, text: bytes = b"", ident: int | None = None) -> gcm.Message:
        return gcm.Message(slot=slot, text=text, ident=ident)

    def raw(self, *beats: gcm.Beat) -> gcm.RawMessage:
        return gcm.RawMessage(beats=beats)

    def commands(self, slot: int = 1) -> list[gcm.Message]:
        """All kinds of well-formed messages."""
        message, counter = gcm.Message, gcm.Op.COUNTER
        return [
            message(slot=slot, aad=b"a" * 16, text=b"hello world, this is text"),
            message(slot=slot, aad=b"only aad, of more than one beat"),
            message(slot=slot, aad=b"a" * 20, text=b"t" * 40, tag_len=12),
            message(slot=slot),
            message(slot=slot, op=counter, text=b"c" * 33),
            message(slot=slot, op=counter),
            message(slot=slot, iv=b"long IV in two beats", iv_in_data=True, text=b"t" * 16),
        ]

    def results(self, run: gcm.RunResult) -> Sequence[gcm.MessageResult]:
        return run.messages

    def moments(self, result: gcm.MessageResult) -> Moments:
        return Moments(*astuple(result.stamps))

    def __str__(self) -> str:
        return self.top


class SectorStub:
    """That of the sector engines."""

    top, word = "seal_sector", "command"
    events: ClassVar[Any] = sector
    bad_section, bad_end = "m_axis: section 0", r"m_status: last 0 on status 2 of 2, cause 0"

    def open(self, slots: int = 4, **options: Any) -> sector.SectorSim:
        config = core("hctr2", status="unit", slots=slots)
        return sector.SectorSim(config, files(self.top), **options)

    def key(self, slot: int, fault: int = 0) -> sector.KeyLoad:
        return sector.KeyLoad(slot, key(fault), 20)

    def command(self, slot: int = 1, text: bytes = b"t", ident: int | None = None) -> sector.Units:
        return sector.Units(slot=slot, texts=(text,), ident=ident)

    def raw(self, *beats: sector.Beat) -> sector.RawCommand:
        return sector.RawCommand(count=1, beats=beats)

    def commands(self, slot: int = 1) -> list[sector.Units | sector.RawCommand]:
        """All kinds of well-formed commands."""
        texts = (b"hello world, this is", b"text of 20 bytes, ok")
        units = sector.Units
        return [
            units(slot=slot, texts=texts, number=7),
            units(slot=slot, texts=texts[:1], tweaks=(b"a tweak of more than a beat",)),
            units(slot=slot, texts=texts * 2, tweaks=(b"", b"t" * 16, b"u" * 17, b"v")),
            sector.RawCommand(slot=slot, count=2, beats=tuple(beats_of(units(texts=texts)))),
        ]

    def results(self, run: sector.RunResult) -> Sequence[sector.CommandResult]:
        return run.commands

    def moments(self, result: sector.CommandResult) -> Moments:
        came_in, went = result.cycles_in, result.packet.cycles
        last = result.statuses[-1].cycle
        return Moments(result.accepted, came_in[0], came_in[-1], went[0], went[-1], last)

    def __str__(self) -> str:
        return self.top


Stub = GcmStub | SectorStub
STUBS: Final[tuple[Stub, ...]] = (GcmStub(), SectorStub())


@dataclass(frozen=True)
class Opened:
    """A stub, simulated."""

    kind: Any
    sim: PacketSim[Any, Any, Any]

    def load(self, slot: int, fault: int = 0) -> list[Any]:
        """A key, and its slot ready."""
        return [self.kind.key(slot, fault), self.kind.events.WaitReady(slot)]

    def run(self, *events: Any, **options: Any) -> Any:
        return self.sim.run(events, **options)

    def results(self, *events: Any, **options: Any) -> Sequence[Any]:
        """Those of the commands."""
        found: Sequence[Any] = self.kind.results(self.run(*events, **options))
        return found
