# SPDX-License-Identifier: Apache-2.0
"""Images of disks through a simulated sector engine: `seal` and `open`.

Each sector is a data unit, and its number is its tweak: 16 bytes, little-endian. HCTR2-TwKD takes
only tweaks whose first byte is below 64, so there the number is big-endian. There is no container:
an image becomes one of the same length. Sectors follow each other back to back, in commands of
many.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from sealwright.base.console import counted, meter, parse_hex
from sealwright.base.errors import BadInput, CheckFailed, UsageError
from sealwright.families.family import Options, Report
from sealwright.families.packet.session import Progress, Session
from sealwright.families.sector.config import OPERATIONS, SectorConfig
from sealwright.families.sector.modes import BLOCK
from sealwright.families.sector.rules import key_cause
from sealwright.families.sector.sim import (
    Cause,
    KeyCause,
    KeyLoad,
    SectorSim,
    Units,
)

UNITS = 128  # in a command, at most
RUN_BYTES = 2**18  # of text in a run, at most


@dataclass(frozen=True)
class Disk:
    """A key, the length of a sector, and the number of the first one."""

    key: bytes
    hash_key: bytes
    sector: int
    first: int

    def __repr__(self) -> str:
        return "Disk(...)"  # keys stay out of logs and tracebacks

    def load(self, unit: int) -> KeyLoad:
        """The key for data units of a length."""
        return KeyLoad(0, self.key, unit, self.hash_key)


def disk_of(config: SectorConfig, key: bytes, options: Options) -> Disk:
    """The options of the commands, checked."""
    mode, sector, first = config.scheme, options["sector"], options["first_sector"]
    if not BLOCK <= sector <= config.unit_limit or (mode.whole and sector % BLOCK):
        raise UsageError(f"--sector {sector}: {config.name} takes {_lengths(config)}")
    if not 0 <= first < 1 << _number_bits(config):
        raise UsageError(f"--first-sector: must be 0 to 2^{_number_bits(config)} - 1")
    disk = Disk(*_keys(config, key, options["hash_key"]), sector, first)
    cause = key_cause(config, disk.load(sector))
    if cause is KeyCause.EQUAL:
        raise UsageError("key: its halves are equal, and XTS needs two different keys")
    if cause is KeyCause.UNUSABLE:
        raise UsageError(f"hash key: it cannot be used for sectors of {sector} bytes")
    if cause is not KeyCause.LOADED:
        raise UsageError(f"key: {config.name} refuses it: {cause.name}")
    return disk


def _keys(config: SectorConfig, key: bytes, hash_text: str | None) -> tuple[bytes, bytes]:
    """The key of the cipher and that of the hash, which may stand behind it."""
    mode = config.scheme
    if hash_text is not None and not mode.has_hash_key:
        raise UsageError(f"--hash-key: {config.mode} has no hash key")
    own = [mode.key_length(bits) for bits in config.key_sizes]
    behind = BLOCK if mode.has_hash_key and hash_text is None else 0
    if len(key) - behind not in own:
        *more, longest = (str(size + behind) for size in sorted(own))
        sizes = f"{', '.join(more)} or {longest}" if more else longest
        words = ", the last 16 that of the hash" if behind else ""
        raise UsageError(f"key of {len(key)} bytes: {config.name} takes {sizes}{words}")
    if hash_text is None:
        return key[: len(key) - behind], key[len(key) - behind :]
    hash_key = parse_hex(hash_text, "--hash-key")
    if len(hash_key) != BLOCK:
        raise UsageError(f"--hash-key of {len(hash_key)} bytes: 16 expected")
    return key, hash_key


def _number_bits(config: SectorConfig) -> int:
    """The bits that the number of a sector may have."""
    return 126 if config.mode == "hctr2-twkd" else 128


def _lengths(config: SectorConfig) -> str:
    whole = ", a multiple of 16" if config.scheme.whole else ""
    return f"16 to {config.unit_limit} bytes{whole}"


def check_length(config: SectorConfig, disk: Disk, length: int) -> None:
    """An error for an image whose end is no data unit, or has no number."""
    sectors, rest = divmod(length, disk.sector)
    bits = _number_bits(config)
    if disk.first + sectors + (rest > 0) > 1 << bits:
        raise UsageError(f"--first-sector {disk.first}: the last sector would be 2^{bits} or above")
    if rest == 0:
        return
    found = f"an image of {length} bytes ends with a sector of {rest}"
    if config.scheme.one_length:
        raise BadInput(f"{found}: {config.mode} takes one length only under a key")
    if rest < BLOCK or (config.scheme.whole and rest % BLOCK):
        raise BadInput(f"{found}: {config.name} takes {_lengths(config)}")
    if key_cause(config, disk.load(rest)) is KeyCause.UNUSABLE:
        raise BadInput(f"{found}: the hash key cannot be used for it")


class CoreDisk(Session[SectorSim]):
    """A sector engine that encrypts or decrypts under one key."""

    def __init__(
        self,
        config: SectorConfig,
        disk: Disk,
        *,
        seal: bool,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(progress)
        self.config, self.disk = config, disk
        self.operation = operation(config, seal=seal)
        self._unit = 0  # of the key in slot 0
        self.sectors = 0

    def _start(self) -> SectorSim:
        return SectorSim(self.config.simulated())

    def run(self, data: bytes) -> bytes:
        """The next sectors; one that is shorter than the others must be the last."""
        size = self.disk.sector
        whole = len(data) // size * size
        parts = [self._run(data[:whole], size), self._run(data[whole:], len(data) - whole)]
        return b"".join(parts)

    def _run(self, data: bytes, unit: int) -> bytes:
        """Sectors of one length."""
        if not data:
            return b""
        commands = list(self._commands(data, unit))
        played = self._loaded(unit).run(commands)
        for command, result in zip(commands, played.commands, strict=True):
            if result.cause is not Cause.NONE:
                where = f"the sectors from {command.number} on"
                raise CheckFailed(f"{self.config.name} refused {where}: {result.cause.name}")
        self.sectors += sum(len(command.texts) for command in commands)
        self._done(len(data), played.cycles)
        return b"".join(result.text for result in played.commands)

    def _commands(self, data: bytes, unit: int) -> Iterator[Units]:
        number = self.disk.first + self.sectors
        texts = [data[i : i + unit] for i in range(0, len(data), unit)]
        for i in range(0, len(texts), UNITS):
            some, first = tuple(texts[i : i + UNITS]), number + i
            tweaks = None
            if self.config.mode == "hctr2-twkd":
                numbers = range(first, first + len(some))
                tweaks = tuple(n.to_bytes(BLOCK, "big") for n in numbers)
            op = OPERATIONS[self.operation]
            yield Units(op=op, number=first, texts=some, tweaks=tweaks)

    def _loaded(self, unit: int) -> SectorSim:
        """The simulation, with the key for units of that length."""
        sim = self.sim()
        if self._unit != unit:
            (key,) = sim.run([self.disk.load(unit)]).keys
            if key.cause is not KeyCause.LOADED:
                raise CheckFailed(f"{self.config.name} refused the key: {key.cause.name}")
            self._unit = unit
        return sim


def operation(config: SectorConfig, *, seal: bool) -> str:
    """The operation of the core that is the scheme's encryption, or its decryption."""
    for name in config.operations():
        if config.encrypts(name) == seal:
            return name
    way = "encryption" if seal else "decryption"
    raise UsageError(f"{config.name}: direction = 'forward', so it has no {way}")


def transform(
    config: SectorConfig,
    key: bytes,
    reader: IO[bytes],
    writer: IO[bytes],
    options: Options,
    *,
    seal: bool,
) -> Report:
    """A whole image."""
    disk, verb = disk_of(config, key, options), "sealed" if seal else "opened"
    with CoreDisk(config, disk, seal=seal, progress=meter(verb)) as core:
        check_length(config, disk, _left(reader))
        size = RUN_BYTES // disk.sector * disk.sector
        while data := _read(reader, size):
            check_length(config, disk, core.bytes + len(data))
            writer.write(core.run(data))
    if not core.bytes:
        raise BadInput(f"an empty image: a sector has {_lengths(config)}")
    rate = 8 * core.bytes / core.cycles
    sbox = config.simulated().sbox
    found = {
        "simulated_sbox": sbox,
        "bytes": core.bytes,
        "sectors": core.sectors,
        "cycles": core.cycles,
        "bits_per_cycle": round(rate, 2),
    }
    text = (
        f"{verb} {counted(core.bytes, 'byte')} in {counted(core.sectors, 'sector')}: "
        f"{counted(core.cycles, 'cycle')} of {config.name}, {rate:.1f} bits per cycle "
        f"(simulated with S-boxes of kind {sbox})"
    )
    return Report(found, text)


def _left(reader: IO[bytes]) -> int:
    """The bytes of a stream as far as they are known before they are read."""
    if not reader.seekable():
        return 0
    here = reader.tell()
    end = reader.seek(0, os.SEEK_END)
    reader.seek(here)
    return max(end - here, 0)


def _read(reader: IO[bytes], size: int) -> bytes:
    """That many bytes; fewer only at the end of the stream."""
    data = bytearray()
    while len(data) < size and (more := reader.read(size - len(data))):
        data += more
    return bytes(data)
