# SPDX-License-Identifier: Apache-2.0
"""The expected answers of a sector engine to any sequence of events.

`Rules` gives the packet and the statuses of each command, and the answer to each key. They are the
rules of docs/use/sector.md with the models of the schemes, written a second time,
independently of the states of the RTL. A command that competes with a load of its slot may run
under the old key or the new one, and under no mixture of them: it has an answer for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sealwright.families.packet import rules
from sealwright.families.packet.beats import cut, ended
from sealwright.families.packet.rules import difference
from sealwright.families.sector.config import OPERATIONS, SectorConfig
from sealwright.families.sector.events import beats_of
from sealwright.families.sector.modes import BLOCK, SIZES
from sealwright.families.sector.sim import (
    Beat,
    Cause,
    CommandResult,
    KeyCause,
    KeyLoad,
    RawCommand,
    RunResult,
    Section,
    Units,
)
from sealwright.model.field import Order
from sealwright.model.sector import SCHEMES
from sealwright.model.sector.base import ZERO, Scheme
from sealwright.model.sector.tet import Tet
from sealwright.model.sector.xts import tweak_of

END = Beat(bytes(BLOCK), Section.TEXT, last=True, abort=True, keep=0)  # of a refused command
NUMBERS = 1 << 128
ORDERS = {"gcm": Order.GCM, "le": Order.LE, "be": Order.BE}


@dataclass(frozen=True, slots=True)
class Expected:
    """The texts of the units that come out, and the cause of the first that does not.

    With `zeroise` it may be cut short, with cause ZEROISED. XTS sends blocks as they come: any
    number of those in `partial` may come out of the unit with the error.
    """

    texts: tuple[bytes, ...]
    cause: Cause
    partial: bytes = b""
    zeroise: bool = False
    begun: int = 0  # units that count for the limit of their key

    def packet(self, more: int = 0) -> list[Beat]:
        """The same as beats; with an error there may be `more` of the unit that has it."""
        beats = [beat for text in self.texts for beat in cut(Beat, text, Section.TEXT)]
        beats += cut(Beat, self.partial[: BLOCK * more], Section.TEXT)
        padded = [replace(b, data=b.data.ljust(BLOCK, b"\0"), keep=b.kept()) for b in beats]
        return [*padded, END] if self.cause else list(ended(padded))


@dataclass(slots=True)
class Key:
    """A key that is ready, and the least and most blocks that it may have met."""

    scheme: Scheme
    unit: int
    decrypts_only: bool = False
    least: int = 0
    most: int = 0

    @property
    def blocks(self) -> int:
        """Of a data unit; a partial one counts."""
        return -(-self.unit // BLOCK)


def scheme_of(config: SectorConfig, key: bytes, hash_key: bytes) -> Scheme:
    """The model of a core under a key."""
    scheme = SCHEMES[config.mode]
    order = None if config.scheme.order else ORDERS[config.bit_order]
    return scheme(key, hash_key or None, order=order)


def key_bits(config: SectorConfig, load: KeyLoad) -> int | None:
    """The size of the AES keys by the load's size code; None if it has no meaning."""
    bits = config.scheme.aes_bits(load.key)
    if load.size is None:
        return bits
    return SIZES[load.size] if load.size < len(SIZES) else None


def equal_halves(config: SectorConfig, key: bytes) -> bool:
    """Whether the two keys of XTS are one."""
    half = len(key) // 2
    return config.mode == "xts" and key[:half] == key[half:]


def key_cause(config: SectorConfig, load: KeyLoad) -> KeyCause:
    """The answer to a key if no zeroise cuts it short."""
    mode = config.scheme
    if load.slot >= config.slots:
        return KeyCause.BAD_SLOT
    if key_bits(config, load) not in config.key_sizes:
        return KeyCause.BAD_SIZE
    if not BLOCK <= load.unit <= config.unit_limit or (mode.whole and load.unit % BLOCK):
        return KeyCause.BAD_UNIT
    if config.equal_halves == "refuse" and equal_halves(config, load.key):
        return KeyCause.EQUAL
    if config.mode == "tet":
        tet = scheme_of(config, load.key, load.hash_key)
        assert isinstance(tet, Tet)
        if tet.sigma(load.unit // BLOCK) == ZERO:
            return KeyCause.UNUSABLE
    return KeyCause.LOADED


Answers = tuple[Expected, ...]  # any of them is right


class Rules(
    rules.Rules[SectorConfig, Units | RawCommand, KeyLoad, Answers, RunResult],
):
    """The expected answers of a core: for each command those that it may have."""

    def __init__(self, config: SectorConfig) -> None:
        super().__init__(config)
        # What a slot may hold, the newest last, and the slots in which that is open.
        self.keys: dict[int, tuple[Key | None, ...]] = {}
        self._racing: set[int] = set()

    def key_cause(self, load: KeyLoad) -> KeyCause:
        return key_cause(self.config, load)

    def _answer(self, command: Units | RawCommand) -> Answers:
        keys = self.keys.get(command.slot, (None,))
        return tuple(
            answer for key in keys for answer in self._under(command, key, alone=len(keys) == 1)
        )

    def _under(self, command: Units | RawCommand, key: Key | None, *, alone: bool) -> Answers:
        """Those under one key, for each number of blocks that it may have met before."""
        if key is None:
            return (self._command(command, None),)
        counts = range(key.least, key.most + 1, key.blocks)
        answers = [self._command(command, key, used) for used in counts]
        key.most += answers[-1].begun * key.blocks
        if alone:
            key.least += answers[0].begun * key.blocks
        return tuple(dict.fromkeys(answers))

    def _maybe_cut(self, answer: Answers) -> Answers:
        return tuple(replace(each, zeroise=True) for each in answer)

    def _settle(self) -> None:
        """All keys so far are in their slots."""
        self.keys.update({slot: self.keys[slot][-1:] for slot in self._racing})
        self._racing.clear()

    def _zeroise(self) -> None:
        """A key that was on offer may have been cleared, or be taken afterwards."""
        self.keys = {slot: (None, self.keys[slot][-1]) for slot in self._racing}
        for _, key in self.keys.values():
            if key is not None:
                key.least = 0
        self._racing.clear()

    def _key(self, load: KeyLoad) -> None:
        """A key that is refused changes nothing; one that turns out to be unusable does."""
        if load.wait:  # keys are taken one after the other
            self._settle()
        cause = self.key_cause(load)
        if cause is KeyCause.LOADED:
            scheme = scheme_of(self.config, load.key, load.hash_key)
            new = Key(scheme, load.unit, equal_halves(self.config, load.key))
        elif cause is KeyCause.UNUSABLE:
            new = None
        else:
            return
        held = () if load.wait else self.keys.get(load.slot, (None,))
        self.keys[load.slot] = (*held, new)
        if not load.wait:
            self._racing.add(load.slot)

    def compare(self, expected: Sequence[Answers], result: RunResult) -> list[str]:
        faults = []
        for number, (answers, got) in enumerate(zip(expected, result.commands, strict=True)):
            flaws = [_flaw(self.config, wanted, got) for wanted in answers]
            if all(flaws):
                faults.append(f"command {number}: {' and '.join(dict.fromkeys(flaws))}")
        return faults

    def _command(self, command: Units | RawCommand, key: Key | None, used: int = 0) -> Expected:
        cause = self._refusal(command, key)
        if cause is not Cause.NONE or key is None:
            return Expected((), cause)
        return Reading(self.config, command, key, used).answer()

    def _refusal(self, command: Units | RawCommand, key: Key | None) -> Cause:
        """What is wrong with a command before its data."""
        names = {OPERATIONS[name] for name in self.config.operations()}
        count, in_data = shape(command)
        if command.op not in names:
            return Cause.OP
        if key is None:
            return Cause.SLOT
        if key.decrypts_only and command.op == OPERATIONS["encrypt"]:
            return Cause.OP
        if count == 0:
            return Cause.COUNT
        if command.number + count > NUMBERS and not in_data:
            return Cause.WRAP
        return Cause.NONE


def shape(command: Units | RawCommand) -> tuple[int, bool]:
    """The number of data units of a command, and whether their tweaks are in the data."""
    if isinstance(command, Units):
        return len(command.texts), command.tweaks is not None
    return command.count, command.tweak_in_data


class Reading:
    """One command that was not refused at once, read beat by beat up to the first fault."""

    def __init__(
        self, config: SectorConfig, command: Units | RawCommand, key: Key, used: int = 0
    ) -> None:
        self.config, self.command, self.key = config, command, key
        self.used = used  # blocks under the key before
        self.count, self.in_data = shape(command)
        self.beats = beats_of(command)
        self.at = 0  # of the next beat
        self.due = Section.TEXT  # what must come: a tweak, or text

    def _goes_under(self, units: int) -> bool:
        """Whether so many units still go under the key."""
        limit = self.config.key_limit_log2
        return limit == 0 or self.used + units * self.key.blocks <= 1 << limit

    def answer(self) -> Expected:
        """Unit by unit."""
        texts: list[bytes] = []
        way = self.key.scheme.decrypt
        if self.command.op == OPERATIONS[self.config.forward]:
            way = self.key.scheme.encrypt
        for i in range(self.count):
            if self.at == len(self.beats):
                return Expected(tuple(texts), Cause.SHORT, begun=i)
            if not self._goes_under(i + 1):
                return Expected(tuple(texts), Cause.LIMIT, begun=i)
            tweak, cause = self._tweak(i)
            text = b""
            if not cause:
                text, cause = self._text(last=i == self.count - 1)
            if cause:
                whole = text[: len(text) // BLOCK * BLOCK] if self.config.mode == "xts" else b""
                partial = way(tweak, whole) if whole else b""
                return Expected(tuple(texts), cause, partial, begun=i + 1)
            texts.append(way(tweak, text))
        return Expected(tuple(texts), Cause.NONE, begun=self.count)

    def _tweak(self, unit: int) -> tuple[bytes, Cause]:
        """The tweak of a unit, and what is wrong with it."""
        tweak = tweak_of((self.command.number + unit) % NUMBERS)
        if self.in_data:
            tweak, cause = self._tweak_in_data()
            if cause:
                return tweak, cause
        return tweak, Cause.NONE if self._takes(tweak) else Cause.TWEAK

    def _takes(self, tweak: bytes) -> bool:
        """Whether the scheme takes a tweak that is not too long."""
        if self.config.mode == "hctr2-twkd":
            return len(tweak) >= BLOCK and tweak[0] >> 6 == 0
        return self.config.scheme.any_tweak or len(tweak) == BLOCK

    def _tweak_in_data(self) -> tuple[bytes, Cause]:
        """The beats of section 0 up to a beat of text."""
        tweak, self.due = b"", Section.TWEAK
        while True:
            beat, size = self.beats[self.at], self.beats[self.at].kept().bit_count()
            if beat.last and beat.abort:
                return tweak, Cause.ABORTED
            if beat.section is Section.TEXT:
                return tweak, Cause.NONE
            if beat.section is not Section.TWEAK:
                return tweak, Cause.SECTION
            if beat.kept() != (1 << size) - 1 or size == 0 or len(tweak) % BLOCK:
                return tweak, Cause.KEEP
            tweak += beat.data.ljust(BLOCK, b"\0")[:size]
            marked = self.config.mode == "hctr2-twkd" and tweak[0] >> 6
            if marked or len(tweak) > self.config.tweak_limit:
                return tweak, Cause.TWEAK
            if beat.last:
                return tweak, Cause.SHORT
            self.at += 1

    def _text(self, *, last: bool) -> tuple[bytes, Cause]:
        """The text of a unit; `last`: of the command."""
        text, self.due = b"", Section.TEXT
        while len(text) < self.key.unit:
            beat = self.beats[self.at]
            size = min(BLOCK, self.key.unit - len(text))
            final = len(text) + size == self.key.unit
            if beat.last and beat.abort:
                return text, Cause.ABORTED
            if beat.section is not Section.TEXT:
                return text, Cause.SECTION
            if beat.kept() != (1 << size) - 1:
                return text, Cause.KEEP
            if beat.last and not final:
                return text, Cause.SHORT
            if final and last and not beat.last:
                return text, Cause.LONG
            text += beat.data.ljust(BLOCK, b"\0")[:size]
            self.at += 1
        return text, Cause.NONE


# ---- comparison ---------------------------------------------------------------------------------


def _flaw(config: SectorConfig, wanted: Expected, got: CommandResult) -> str:
    """What is wrong with an answer that a zeroise cannot have changed."""
    cut = wanted.zeroise and _cut_short(config, wanted, got)
    return "" if cut else _difference(config, wanted, got)


def _cut_short(config: SectorConfig, wanted: Expected, got: CommandResult) -> bool:
    """Whether a zeroise can have made this of an answer.

    Of the cascade it may reach the second engine alone, after the first one has found an error.
    """
    text, whole = got.packet.text(), b"".join(wanted.texts) + wanted.partial
    ends = got.packet.beats()[-1:] == [END]
    passed = all(status.passed for status in got.statuses[:-1])
    causes = {Cause.ZEROISED}
    if config.mode == "chctr2" and wanted.cause is not Cause.NONE:
        causes.add(wanted.cause)
    return got.cause in causes and ends and whole.startswith(text) and passed


def _difference(config: SectorConfig, wanted: Expected, got: CommandResult) -> str:
    """What is wrong with an answer; nothing if it is right."""
    if config.status == "unit" and got.cause is wanted.cause:
        statuses = len(wanted.texts) + (wanted.cause is not Cause.NONE)
        if len(got.statuses) != statuses:
            return f"{wanted.cause.name}: {len(got.statuses)} statuses, expected {statuses}"
    packet, right = got.packet.beats(), wanted.packet()
    if packet != right and wanted.partial:
        right = wanted.packet(len(packet) - len(right))
    return difference(got.cause, packet, wanted.cause, right)
