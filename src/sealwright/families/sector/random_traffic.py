# SPDX-License-Identifier: Apache-2.0
"""Random commands, key loads and faults (see sealwright.families.packet.random_traffic)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum

from sealwright.families.packet import random_traffic
from sealwright.families.packet.beats import cut, ended
from sealwright.families.sector.config import KEY_LIMITS, OPERATIONS, SectorConfig
from sealwright.families.sector.modes import BLOCK, LONGEST, SIZES
from sealwright.families.sector.rules import NUMBERS, scheme_of
from sealwright.families.sector.sim import (
    Beat,
    Cause,
    Event,
    KeyLoad,
    RawCommand,
    Section,
)

EDGES = (16, 16, 17, 24, 31, 32, 33, 47, 48, 64, 65, 80, 100, 128, 255)
LONG = (512, 520, 1024, 2048, 2064, 2079, 4096, 4111, LONGEST)
BATCH_BYTES = 2048  # of a command, unless one unit is longer
MOST_UNITS = 63  # of a command
SPOILT = 2  # units that a fault may add to a command
HOLES = tuple(keep for keep in (0x0005, 0x7FFE, 0xFF7F, 0x8000, 0xFFF0))


@dataclass(frozen=True, slots=True)
class Cell:
    """A class of commands. `op` is the code of `s_cmd_op`."""

    op: int
    in_data: bool
    cause: Cause

    def __str__(self) -> str:
        where = "tweak in data" if self.in_data else "number"
        return f"op {self.op}, {where}, {self.cause.name}"

    def ended(self, cause: Cause) -> "Cell":
        return replace(self, cause=cause)


def refuses(config: SectorConfig, op: int) -> bool:
    """Whether an operation of the core is none under a key of two equal halves."""
    return config.equal_halves == "decrypt" and op == OPERATIONS["encrypt"]


def cells(config: SectorConfig) -> list[Cell]:
    """All cells of a core; the unit's number is not used, and cannot wrap, with tweaks in data."""
    ops = [OPERATIONS[name] for name in config.operations()]
    found = [Cell(op, in_data, Cause.OP) for op in range(4) for in_data in (False, True)]
    found = [cell for cell in found if cell.op not in ops or refuses(config, cell.op)]
    for op in ops:
        for cause in Cause:
            if cause is not Cause.OP:
                found += [Cell(op, in_data, cause) for in_data in (False, True)]
    numbers_fail = config.mode == "hctr2-twkd"
    limit_is_near = config.key_limit_log2 == min(KEY_LIMITS)
    return [
        cell
        for cell in found
        if not (cell.cause is Cause.LIMIT and not limit_is_near)
        and not (cell.cause is Cause.WRAP and cell.in_data)
        and not (cell.cause is Cause.TWEAK and not cell.in_data and not numbers_fail)
    ]


@dataclass
class Draft:
    """A command in the making: its beats, by data unit."""

    op: int
    slot: int
    number: int
    count: int
    in_data: bool
    beats: list[Beat] = field(default_factory=list)
    abort: bool = False

    def command(self) -> RawCommand:
        return RawCommand(
            op=self.op,
            slot=self.slot,
            number=self.number,
            count=self.count,
            tweak_in_data=self.in_data,
            beats=ended(self.beats, self.abort),
        )


def _with_equal_halves(load: KeyLoad) -> KeyLoad:
    return replace(load, key=load.key[: len(load.key) // 2] * 2)


class RandomTraffic(random_traffic.RandomTraffic[SectorConfig, Cell, Draft]):
    """An endless source of events."""

    def __init__(self, config: SectorConfig, seed: int) -> None:
        super().__init__(config, seed, cells(config))
        self._units: dict[int, int] = {}  # bytes of a data unit, of the slots that are ready
        self._left: dict[int, int] = {}  # blocks that still go under the key, at least
        self._racing: set[int] = set()  # slots whose commands compete with a load
        # Slots whose keys have equal halves, if the core takes such keys
        self._equal = set(self._loadable[1::2] if config.equal_halves == "decrypt" else ())

    def batch(self, commands: int) -> list[Event]:
        self._racing.clear()
        return super().batch(commands)

    def meets(self, cell: Cell, cause: IntEnum) -> bool:
        """A command that is to be cut short may have ended before."""
        late = cell.cause is Cause.ZEROISED and cause is Cause.NONE
        return late or super().meets(cell, cause)

    # ---- keys -----------------------------------------------------------------------------------

    def _key(self, slot: int, bits: int) -> KeyLoad:
        """A key with a length of data units that the core takes."""
        config, rng = self.config, self.rng
        mode = config.scheme
        kind = rng.random()
        unit = rng.choice(EDGES if kind < 0.8 else LONG) if kind < 0.9 else rng.randrange(16, 600)
        unit = min(unit, config.unit_limit)
        hash_key = rng.randbytes(BLOCK) if mode.has_hash_key else b""
        unit -= unit % BLOCK if mode.whole else 0
        if config.key_limit_log2 and self._need(unit) > 1 << config.key_limit_log2:
            unit = rng.choice(EDGES)
        load = KeyLoad(slot, rng.randbytes(mode.key_length(bits)), unit, hash_key)
        return _with_equal_halves(load) if slot in self._equal else load

    def _refused_load(self) -> None:
        """A key that is refused and changes nothing."""
        config, rng = self.config, self.rng
        load = self._key(rng.randrange(config.slots), rng.choice(config.key_sizes))
        missing = [code for code, bits in enumerate((*SIZES, 0)) if bits not in config.key_sizes]
        ways = [
            replace(load, size=rng.choice(missing)),
            replace(load, unit=rng.randrange(16)),
        ]
        if config.slots < 16:
            ways.append(replace(load, slot=rng.randrange(config.slots, 16)))
        if config.unit_limit < 8191:
            ways.append(replace(load, unit=rng.randrange(config.unit_limit + 1, 8192)))
        if config.scheme.whole:
            ways.append(replace(load, unit=load.unit - rng.randrange(1, 16)))
        if config.mode == "xts" and config.equal_halves == "refuse":
            ways.append(_with_equal_halves(load))
        self._events.append(rng.choice(ways))
        self._racing.clear()

    def _spent_load(self, slot: int) -> None:
        """A hash key that cannot serve units of this length (TET, sigma is zero)."""
        load = self._key(slot, self.rng.choice(self.config.key_sizes))
        one = scheme_of(self.config, load.key, load.hash_key).field.one()
        self._events.append(replace(load, hash_key=one, unit=16 * self.rng.choice((1, 3))))
        self._units.pop(slot, None)
        self._racing.clear()

    def _need(self, unit: int) -> int:
        """Blocks of the longest command for such units."""
        count = max(1, min(MOST_UNITS, BATCH_BYTES // unit))
        return (count + SPOILT) * -(-unit // BLOCK)

    def _load(self, slot: int, *, wait: bool = False) -> None:
        """A key, for which the commands that follow may or, without `wait`, may not wait."""
        rng = self.rng
        if rng.random() < 1 / 4:
            self._refused_load()
        if self.config.mode == "tet" and rng.random() < 1 / 8:
            self._spent_load(slot)
        load = self._key(slot, rng.choice(self.config.key_sizes))
        if wait or rng.random() < 0.7:
            self._racing.clear()
            self._left[slot] = 1 << self.config.key_limit_log2
        else:
            same = slot in self._units and rng.random() < 0.8  # commands that both keys take
            unit = self._units[slot] if same else load.unit
            load = replace(load, unit=unit, wait=False)
            self._racing.add(slot)
            self._left.setdefault(slot, 1 << self.config.key_limit_log2)
        self._events.append(load)
        self._units[slot] = load.unit

    def _slot(self, cell: Cell | None = None) -> int:
        """A slot with a key, under which a command may end as it is to."""
        slots = self._loadable
        if cell and refuses(self.config, cell.op):
            equal = cell.cause is Cause.OP
            slots = [slot for slot in slots if (slot in self._equal) == equal]
        slot = self.rng.choice(slots)
        if slot not in self._units or self.rng.random() < 1 / 8:
            self._load(slot)
        if self.config.key_limit_log2 and self._left[slot] < self._need(self._units[slot]):
            self._load(slot, wait=True)
        return slot

    # ---- right commands -------------------------------------------------------------------------

    def _number(self, count: int) -> int:
        """A first number, in a part of the cases one after which low parts are full or wrap."""
        rng = self.rng
        if self.config.mode == "hctr2-twkd":  # the top bits of byte 0 are zero in all of them
            return rng.getrandbits(120) << 8 | rng.randrange(max(1, 64 - count))
        if rng.random() < 0.3:
            bits = rng.choice((8, 32, 64, 96, 128))
            least = count if bits == 128 else 1
            return int(max(0, (1 << bits) - rng.randrange(least, 2 * count + 1)))
        return rng.getrandbits(rng.choice((8, 40, 127)))

    def _tweak(self) -> bytes:
        config, rng = self.config, self.rng
        if not config.scheme.any_tweak:
            return rng.randbytes(BLOCK)
        least = BLOCK if config.mode == "hctr2-twkd" else 0
        tweak = rng.randbytes(rng.randrange(least, config.tweak_limit + 1))
        if least:
            tweak = bytes([tweak[0] & 0x3F]) + tweak[1:]
        return tweak

    def _draft(self, op: int, slot: int, in_data: bool, count: int = 0) -> Draft:
        """A right command, for `count` units or any number."""
        rng, unit = self.rng, self._units.get(slot, 32)
        most = max(1, min(MOST_UNITS, BATCH_BYTES // unit))
        count = count or min(most, rng.choice((1, 1, 2, 3, rng.randrange(1, most + 1))))
        draft = Draft(op, slot, self._number(count), count, in_data)
        if in_data and rng.random() < 0.5:
            # Not used, so that it may not be refused either
            number = rng.getrandbits(128)
            draft.number = number if number % 2 else NUMBERS - 1
        for _ in range(draft.count):
            if in_data:
                draft.beats += cut(Beat, self._tweak(), Section.TWEAK)
            draft.beats += cut(Beat, rng.randbytes(unit), Section.TEXT)
        return draft

    # ---- aims -----------------------------------------------------------------------------------

    def _send(self, draft: Draft, cell: Cell | None) -> None:
        """What becomes of a command that competes with a key is open: another one has its aim."""
        self._events.append(draft.command())
        if draft.slot in self._left and draft.slot in self._units:
            self._left[draft.slot] -= draft.count * -(-self._units[draft.slot] // BLOCK)
        races = draft.slot in self._racing
        self.aimed.append(None if races else cell)
        if races and cell is not None and cell.cause:
            self._deck.insert(0, cell)

    def _aim(self, cell: Cell) -> None:
        if cell.cause is Cause.SLOT:
            slot = self.rng.choice([s for s in range(16) if s not in self._units])
        else:
            slot = self._slot(cell)
        count = self._fill(slot, cell) if cell.cause is Cause.LIMIT else 0
        draft = self._draft(cell.op, slot, cell.in_data, count)
        fault = FAULTS.get(cell.cause)
        if fault is not None:
            fault(self, draft)
        self._send(draft, cell)
        if cell.cause is Cause.ZEROISED:
            self._zeroise(len(draft.beats))

    def _fill(self, slot: int, cell: Cell) -> int:
        """Brings a new key close to its limit; the count of a command that goes past it."""
        self._load(slot, wait=True)
        blocks = -(-self._units[slot] // BLOCK)
        spare = self.rng.randrange(3)
        right = cell.ended(Cause.NONE)
        while (units := self._left[slot] // blocks - spare) > 0:
            self._send(self._draft(cell.op, slot, cell.in_data, min(units, MOST_UNITS)), right)
        return self._left[slot] // blocks + self.rng.randrange(1, 3)

    def _zeroise(self, beats: int) -> None:
        super()._zeroise(beats)
        self._units.clear()
        self._left.clear()
        unsure = sorted(self._racing)
        self._racing.clear()
        for slot in unsure:
            self._load(slot)

    def _wild(self) -> None:
        rng = self.rng
        draft = self._draft(rng.choice((0, 0, 1, 1, 2)), self._slot(), rng.random() < 0.5)
        self._spoil(draft)
        self._send(draft, None)

    def _any_section(self) -> Section:
        return Section(self.rng.choice((0, 0, 1, 2, 2, 3)))

    def _spoil_command(self, draft: Draft) -> None:
        kind = self.rng.randrange(4)
        if kind == 0:
            draft.count = max(0, draft.count + self.rng.choice((-1, 1)))
        elif kind == 1:
            draft.slot = self.rng.randrange(16)
        elif kind == 2:
            draft.number = NUMBERS - self.rng.randrange(1, 4)
        else:
            draft.in_data = not draft.in_data

    # ---- faults ---------------------------------------------------------------------------------

    def no_count(self, draft: Draft) -> None:
        """A command for no units: a null beat, or anything else."""
        draft.count = 0
        if self.rng.random() < 0.7:
            draft.beats = [Beat(b"")]

    def wrap(self, draft: Draft) -> None:
        """A last number just beyond the highest one."""
        draft.count += draft.count == 1
        draft.number = NUMBERS - self.rng.randrange(1, draft.count)

    def keep(self, draft: Draft) -> None:
        """Too few bytes in a beat of text, too many, or others than the first."""
        section = self.rng.choice(sorted({beat.section for beat in draft.beats}))
        i = self.rng.choice([i for i, b in enumerate(draft.beats) if b.section is section])
        beat = draft.beats[i]
        choices = [0, *HOLES]
        if beat.section is Section.TEXT:
            choices += [self.full, 0x7FFF, 1, beat.kept() >> 1, beat.kept() << 1 & self.full]
        elif draft.beats[i + 1].section is Section.TWEAK:
            choices += [0x7FFF, 1]  # right by itself, but the tweak goes on
        keep = self.rng.choice([keep for keep in choices if keep != beat.kept()])
        data = self.rng.randbytes(16) if beat.section is Section.TEXT else beat.data
        draft.beats[i] = Beat(data, beat.section, keep=keep)
        goes_on = beat.section is Section.TWEAK and keep in (0x7FFF, 1)
        self._may_end(draft, i + goes_on)

    def _may_end(self, draft: Draft, wrong: int) -> None:
        """The beat that breaks a rule is the last one, in a part of the cases."""
        if self.rng.random() < 0.4:
            del draft.beats[wrong + 1 :]

    def short(self, draft: Draft) -> None:
        """The packet ends before its last unit does."""
        if len(draft.beats) == 1:
            draft.count += 1  # a unit that does not come at all, but has a number
            draft.number &= (1 << 127) - 1
        else:
            del draft.beats[self.rng.randrange(1, len(draft.beats)) :]

    def long(self, draft: Draft) -> None:
        """The packet goes on after its last unit."""
        for _ in range(self.rng.choice((1, 1, 2, 40))):
            section = self.rng.choice((Section.TWEAK, Section.TEXT, Section.TEXT))
            draft.beats.append(Beat(self.rng.randbytes(self.rng.choice((1, 16))), section))

    def section(self, draft: Draft) -> None:
        """A beat of an unknown section, or a tweak where there is none."""
        if not draft.in_data and self.rng.random() < 0.5:
            i = min(self.rng.randrange(len(draft.beats) + 1), len(draft.beats) - 1)
            draft.beats.insert(i, Beat(bytes(16), Section.TWEAK))
        else:
            i = self.rng.randrange(len(draft.beats))
            number = self.rng.choice((Section.ONE, Section.THREE))
            draft.beats[i] = replace(draft.beats[i], section=number)
        self._may_end(draft, i)

    def tweak(self, draft: Draft) -> None:
        """A tweak of the first unit that is too long, or too short, or has the wrong bits."""
        config, rng = self.config, self.rng
        if not draft.in_data:
            draft.number |= 64 << rng.randrange(2)
            return
        lengths = [*range(config.tweak_limit + 1, config.tweak_limit + 40)]
        if not config.scheme.any_tweak or config.mode == "hctr2-twkd":
            lengths += range(16)
        tweak, marked = rng.randbytes(rng.choice(lengths)), False
        if config.mode == "hctr2-twkd":
            marked = rng.random() < 0.3
            first = rng.randrange(64, 256) if marked else rng.randrange(64)
            tweak = bytes([first]) + tweak[1:]
        while draft.beats[0].section is Section.TWEAK:
            del draft.beats[0]
        beats = cut(Beat, tweak, Section.TWEAK)
        draft.beats[:0] = beats
        self._may_end(draft, 0 if marked else min(len(beats), config.tweak_limit // BLOCK))

    def aborted(self, draft: Draft) -> None:
        """The sender gives up: somewhere inside, or at the end."""
        rng = self.rng
        del draft.beats[rng.randrange(1, len(draft.beats) + 1) :]
        if rng.random() < 0.5:  # whatever else is wrong with the last beat
            keep, section = rng.randrange(self.full), rng.choice(list(Section))
            draft.beats[-1] = Beat(rng.randbytes(16), section, keep=keep)
        draft.abort = True


FAULTS: dict[Cause, Callable[[RandomTraffic, Draft], None]] = {
    Cause.COUNT: RandomTraffic.no_count,
    Cause.WRAP: RandomTraffic.wrap,
    Cause.KEEP: RandomTraffic.keep,
    Cause.SHORT: RandomTraffic.short,
    Cause.LONG: RandomTraffic.long,
    Cause.SECTION: RandomTraffic.section,
    Cause.TWEAK: RandomTraffic.tweak,
    Cause.ABORTED: RandomTraffic.aborted,
}
