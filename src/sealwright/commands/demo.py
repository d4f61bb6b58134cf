# SPDX-License-Identifier: Apache-2.0
"""`sealwright demo`: a file through a simulated core, against OpenSSL, with attacks and measures.

The file is cut into GCM messages of mixed sizes, with AAD, under keys of mixed sizes in all slots.
The core seals them and OpenSSL opens them, then the other way round; one flipped bit in AAD,
ciphertext, tag or IV must be refused. One screen says what happened and where the files are.
"""

import argparse
import random
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealwright.commands.common import emit, gcm_core_of, progress
from sealwright.commands.streams import input_stream, os_error, output_stream, read_file
from sealwright.container import DEFAULT_CHUNK, Header, derive, open_stream, seal_stream
from sealwright.cores.gcm import GcmConfig
from sealwright.errors import CheckFailed, UsageError
from sealwright.files import relative, repo_root
from sealwright.report.datasheet import datasheet_html
from sealwright.report.pipeline import pipeline_svg
from sealwright.report.svg import write
from sealwright.report.waves import wave_svg
from sealwright.sim.gcm import Cause, Event, GcmSim, KeyLoad, Message, MessageResult, Op, WaitReady
from sealwright.sim.sealing import CoreGcm, max_text
from sealwright.study.bench import Workload, measure
from sealwright.synth.targets import synth

SIZES = (0, 1, 15, 16, 17, 40, 64, 256, 576, 1024, 1500, 4096, 8192)
BENCH_SIZES = (64, 1500)
BENCH_MESSAGES = 1000
DEFAULT_FILES = ("README.md", "LICENSE")
MAX_FILE = 2**24
FORGED = 8  # messages that are attacked, in four ways each
SEED = 1


@dataclass(frozen=True)
class Traffic:
    """Messages to seal and the key of each slot."""

    keys: tuple[bytes, ...]
    messages: tuple[Message, ...]


@dataclass(frozen=True)
class Outcome:
    """What the screen says of the messages."""

    messages: int
    bytes: int
    aad_bytes: int
    slots: int
    sealed_agree: int
    opened_agree: int
    refused: dict[str, int]  # forgeries refused, by what was changed
    forged: int  # of each kind


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--file", metavar="PATH", help="what to seal; default: README and LICENSE")
    parser.add_argument("--out", metavar="DIR", default="build/demo", help="default: build/demo")
    parser.add_argument("--core", default="gcm-default", help="default: gcm-default")
    parser.add_argument("--set", metavar="KNOB=VALUE", action="append", default=[])
    parser.add_argument("--no-area", action="store_true", help="leaves synthesis out")


def _input(args: argparse.Namespace) -> tuple[str, bytes]:
    """Names and content of what is sealed."""
    if args.file is not None:
        data = read_file(args.file)
        if len(data) > MAX_FILE:
            raise UsageError(f"{args.file}: the demo takes {MAX_FILE} bytes; `seal` takes any file")
        return Path(args.file).name, data
    paths = [repo_root() / name for name in DEFAULT_FILES if (repo_root() / name).is_file()]
    return " and ".join(path.name for path in paths), b"".join(p.read_bytes() for p in paths)


def make_traffic(config: GcmConfig, data: bytes) -> Traffic:
    """Cuts the data into messages; every size is met at least once if the data last."""
    draw = random.Random(SEED)
    longest = min(SIZES[-1], max_text(config) - 64)
    sizes = [size for size in SIZES if size <= longest]
    lengths = [config.key_sizes[slot % len(config.key_sizes)] // 8 for slot in range(config.slots)]
    keys = tuple(secrets.token_bytes(length) for length in lengths)
    messages: list[Message] = []
    done = 0
    while done < len(data) or len(messages) < len(sizes):
        index = len(messages)
        size = sizes[index] if index < len(sizes) else draw.choice(sizes)
        text = data[done : done + size]
        done += len(text)
        aad = f"message {index}".encode()[: draw.choice((0, 9, 16))]
        slot = draw.randrange(config.slots)
        iv = index.to_bytes(12, "big")
        messages.append(Message(slot=slot, iv=iv, aad=aad, text=text))
    return Traffic(keys, tuple(messages))


class _Core:
    """The core with a key in every slot."""

    def __init__(self, config: GcmConfig, keys: Sequence[bytes]) -> None:
        self.sim = GcmSim(config.rtl_params())
        loads: list[Event] = [KeyLoad(slot, key) for slot, key in enumerate(keys)]
        self.sim.run([*loads, *(WaitReady(slot) for slot in range(len(keys)))])

    def run(self, messages: Sequence[Message]) -> tuple[MessageResult, ...]:
        return self.sim.run(messages).messages


def _openssl_opens(key: bytes, message: Message, result: MessageResult) -> bool:
    try:
        plain = AESGCM(key).decrypt(message.iv, result.text + result.tag, message.aad)
    except InvalidTag:
        return False
    return result.passed and plain == message.text


def _openssl_seals(key: bytes, message: Message) -> Message:
    """The same text under another IV, ready for the core to open."""
    iv = bytes([message.iv[0] ^ 0x80]) + message.iv[1:]
    sealed = AESGCM(key).encrypt(iv, message.text, message.aad)
    return replace(message, op=Op.OPEN, iv=iv, text=sealed[:-16], tag=sealed[-16:])


def _flip(data: bytes) -> bytes:
    """One bit changed, in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def forgeries(genuine: Sequence[Message]) -> dict[str, list[Message]]:
    """Messages with one flipped bit, by the field that has it."""
    chosen = [message for message in genuine if message.aad and message.text][:FORGED]
    return {
        "AAD": [replace(m, aad=_flip(m.aad)) for m in chosen],
        "ciphertext": [replace(m, text=_flip(m.text)) for m in chosen],
        "tag": [replace(m, tag=_flip(m.tag)) for m in chosen],
        "IV": [replace(m, iv=_flip(m.iv)) for m in chosen],
    }


def exchange(config: GcmConfig, data: bytes) -> Outcome:
    """Core against OpenSSL in both directions, then the forgeries."""
    traffic = make_traffic(config, data)
    messages, keys = traffic.messages, traffic.keys
    core = _Core(config, keys)
    progress(f"sealing and opening {len(messages)} messages ...")
    sealed = core.run(messages)
    agree = sum(_openssl_opens(keys[m.slot], m, r) for m, r in zip(messages, sealed, strict=True))
    foreign = [_openssl_seals(keys[m.slot], m) for m in messages]
    opened = core.run(foreign)
    right = [r.passed and r.text == m.text for m, r in zip(messages, opened, strict=True)]
    refused, forged = {}, 0
    for field, forged_messages in forgeries(foreign).items():
        results = core.run(forged_messages)
        forged = len(results)
        refused[field] = sum(not r.passed and r.cause == Cause.TAG_MISMATCH for r in results)
    core.sim.close()
    return Outcome(
        messages=len(messages),
        bytes=len(data),
        aad_bytes=sum(len(m.aad) for m in messages),
        slots=len({m.slot for m in messages}),
        sealed_agree=agree,
        opened_agree=sum(right),
        refused=refused,
        forged=forged,
    )


def _container(config: GcmConfig, data: bytes, out: Path) -> tuple[Path, Path]:
    """The file as a container, opened again by the core; returns it and its key."""
    key = secrets.token_bytes(max(config.key_sizes) // 8)
    header = Header.new(len(key), min(DEFAULT_CHUNK, max_text(config)))
    keys = derive(header, key)
    plain, sealed, key_file = out / "input", out / "input.sealed", out / "input.key"
    with output_stream(str(plain)) as writer:
        writer.write(data)
    write(key_file, key.hex())
    key_file.chmod(0o600)
    with CoreGcm(config, keys.key) as core:
        with input_stream(str(plain)) as reader, output_stream(str(sealed)) as writer:
            seal_stream(reader, writer, header, keys, core.seal)
        opened = out / "input.opened"
        with input_stream(str(sealed)) as reader, output_stream(str(opened)) as writer:
            open_stream(reader, writer, Header.read(reader), keys, core.open)
    if opened.read_bytes() != data:
        raise CheckFailed("demo: the opened container is not what was sealed")
    return sealed, key_file


def _area(config: GcmConfig) -> dict[str, Any]:
    return synth(config.top, config.files(), config.rtl_params(), "lut4")


def run(args: argparse.Namespace) -> int:
    start = time.monotonic()
    config = gcm_core_of(args)
    name, data = _input(args)
    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise os_error(error) from None
    with ThreadPoolExecutor(max_workers=1) as pool:
        # synthesis is a child process: it works beside the simulation
        area = None if args.no_area else pool.submit(_area, config)
        outcome = exchange(config, data)
        sealed, key_file = _container(config, data, out)
        progress("measuring ...")
        bench = measure(config, BENCH_SIZES, Workload(messages=BENCH_MESSAGES))
        progress("drawing ...")
        picture = pipeline_svg(config)
        files = {
            "container": sealed,
            "key": key_file,
            "picture": write(out / "pipeline.svg", picture),
            "seal_waves": write(out / "wave_seal.svg", wave_svg(config, Op.SEAL)),
            "open_waves": write(out / "wave_open.svg", wave_svg(config, Op.OPEN)),
            "datasheet": out / f"{config.name}.html",
        }
        if area is not None and not area.done():
            progress("waiting for synthesis ...")
        cost = None if area is None else area.result()
    checks = _checks(outcome)
    page = datasheet_html(config, bench=bench, area=cost, checks=checks, pictures=[picture])
    write(files["datasheet"], page)
    result = {
        "core": config.name,
        "input": name,
        **asdict(outcome),
        "bench": bench["results"],
        "area": cost,
        "files": {key: str(path) for key, path in files.items()},
        "seconds": round(time.monotonic() - start, 1),
    }
    emit(args, result, _screen(config, name, outcome, bench, cost, files, time.monotonic() - start))
    if not all(good for _, good, _ in checks):
        raise CheckFailed("demo: not every message was handled as it should be")
    return 0


def _checks(outcome: Outcome) -> list[tuple[str, bool, str]]:
    total = outcome.messages
    both = (("core seals, OpenSSL opens", outcome.sealed_agree),)
    both += (("OpenSSL seals, core opens", outcome.opened_agree),)
    checks = [(name, agree == total, f"{agree} of {total} messages") for name, agree in both]
    for field, refused in outcome.refused.items():
        good = refused == outcome.forged
        checks.append((f"one bit of {field} flipped", good, f"{refused} of {outcome.forged} refused"))
    return checks


def _screen(
    config: GcmConfig,
    name: str,
    outcome: Outcome,
    bench: dict[str, Any],
    cost: dict[str, Any] | None,
    files: dict[str, Path],
    seconds: float,
) -> str:
    keys = "/".join(map(str, sorted(config.key_sizes)))
    rates = ", ".join(
        f"{row['bits_per_cycle']:.1f} at {row['size']} B ({row['cycles']:g} cycles)"
        for row in bench["results"]
    )
    lines = [
        f"Sealwright demo: {config.name}, its RTL simulated with Verilator",
        "",
        f"  input     {name}: {outcome.bytes:,} bytes and {outcome.aad_bytes:,} of AAD as "
        f"{outcome.messages:,} messages",
        f"  keys      AES-{keys} in {outcome.slots} slots, mixed from message to message",
        "",
    ]
    for title, good, detail in _checks(outcome):
        lines.append(f"  {'ok' if good else 'WRONG':5} {title + ' ':.<32} {detail}")
    lines += ["", f"  bits per cycle, back to back: {rates}"]
    if cost:
        lines.append(
            f"  area: {cost['lut']:,} LUT4, {cost['ff']:,} flip-flops, {cost['ram_bits']:,} bits of "
            f"memory, {cost['depth']} LUTs deep (Yosys)"
        )
    lines.append("")
    lines += [f"  {title.replace('_', ' '):11} {_shown(path)}" for title, path in files.items()]
    lines += ["", f"{seconds:.0f} seconds"]
    return "\n".join(lines)


def _shown(path: Path) -> str:
    return relative(path.absolute())
