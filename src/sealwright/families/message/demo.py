# SPDX-License-Identifier: Apache-2.0
"""`sealwright demo`: a file through a simulated core, against OpenSSL, with attacks and measures.

The file is cut into GCM messages of mixed sizes, with AAD, under keys of mixed sizes in all slots.
The core seals them and OpenSSL opens them, then the other way round; one flipped bit in AAD,
ciphertext, tag or IV must be refused. One screen reports the results and the names of the files.
"""

import argparse
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sealwright.base.console import emit, progress
from sealwright.base.duration import timed
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import relative, repo_root
from sealwright.base.results import Result
from sealwright.base.streams import input_stream, os_error, output_stream, read_file
from sealwright.families import families, family_of
from sealwright.families.arguments import add_set, core_of_kind
from sealwright.families.family import Check
from sealwright.families.message.bench import Workload, measure, sealed_in_a_run
from sealwright.families.message.config import GcmConfig, MessageConfig
from sealwright.families.message.container import (
    DEFAULT_CHUNK,
    Header,
    derive,
    open_stream,
    seal_stream,
)
from sealwright.families.message.datasheet import parts
from sealwright.families.message.exchange import AAD_BYTES, Outcome, exchange
from sealwright.families.message.limits import check_takes
from sealwright.families.message.pipeline import pipeline_svg
from sealwright.families.message.sealing import CoreSealer, check_core
from sealwright.families.message.sim import Op
from sealwright.families.message.waves import wave_svg
from sealwright.report.datasheet import datasheet_html
from sealwright.report.svg import write
from sealwright.synth.targets import synth

BENCH_SIZES = (64, 1500)
BENCH_MESSAGES = 1000
DEFAULT_FILES = ("README.md", "LICENSE")
MAX_FILE = 2**24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file", metavar="PATH", help="a file to seal; default: README, LICENSE, RTL"
    )
    parser.add_argument("--out", metavar="DIR", default="build/demo", help="default: build/demo")
    parser.add_argument("--core", default="gcm-default", help="default: gcm-default")
    add_set(parser)
    parser.add_argument("--no-area", action="store_true", help="leaves synthesis out")


def _input(args: argparse.Namespace, config: MessageConfig) -> tuple[str, bytes]:
    """Names and content of what is sealed."""
    if args.file is not None:
        data = read_file(args.file, MAX_FILE, "too many for the demo; `seal` takes any file")
        if not data:
            raise UsageError(f"{args.file}: an empty file, of which the demo can show nothing")
        return Path(args.file).name, data
    rtl = config.files()
    names = [name for name in DEFAULT_FILES if (repo_root() / name).is_file()]
    data = b"".join((repo_root() / name).read_bytes() for name in (*names, *rtl))
    return f"{', '.join(names)} and {len(rtl)} RTL files", data


def _container(config: MessageConfig, data: bytes, out: Path) -> tuple[Path, Path]:
    """The file as a container, opened again by the core; returns it and its key."""
    key = secrets.token_bytes(max(config.key_sizes) // 8)
    header = Header.new(len(key), min(DEFAULT_CHUNK, config.most_text))
    keys = derive(header, key)
    plain, sealed, key_file = out / "input", out / "input.sealed", out / "input.key"
    with output_stream(str(plain)) as writer:
        writer.write(data)
    with output_stream(str(key_file), most=0o600) as writer:
        writer.write(f"{key.hex()}\n".encode())
    with CoreSealer(config, keys.key) as core:
        with input_stream(str(plain)) as reader, output_stream(str(sealed)) as writer:
            seal_stream(reader, writer, header, keys, core.seal)
        opened = out / "input.opened"
        with input_stream(str(sealed)) as reader, output_stream(str(opened)) as writer:
            open_stream(reader, writer, Header.read(reader), keys, core.open)
    if opened.read_bytes() != data:
        raise CheckFailed("demo: the opened container is not what was sealed")
    return sealed, key_file


def _area(config: MessageConfig) -> dict[str, Any]:
    with timed(f"synthesis of {config.name} for lut4", config.name, "lut4", 1, False):
        return synth(config.top, config.files(), config.rtl_params(), "lut4")


def run(args: argparse.Namespace) -> int:
    start = time.monotonic()
    config = core_of_kind(args, GcmConfig)
    check_core(config, max(config.key_sizes) // 8, Op.SEAL, Op.OPEN)
    count = sealed_in_a_run(len(BENCH_SIZES), BENCH_MESSAGES)
    check_takes(config, max(BENCH_SIZES), max(AAD_BYTES), count)
    name, data = _input(args, config)
    out = Path(args.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise os_error(error) from None
    with ThreadPoolExecutor(max_workers=1) as pool:
        # synthesis is a child process: it works beside the simulation
        area = None if args.no_area else pool.submit(_area, config)
        outcome = exchange(config, data)
        name += ", repeated" * (outcome.bytes > len(data))
        sealed, key_file = _container(config, data, out)
        progress("measuring ...")
        bench = measure(config, BENCH_SIZES, Workload(messages=BENCH_MESSAGES))
        others = [check for family in families().values() for check in family.demonstrate(data)]
        progress("drawing ...")
        picture = pipeline_svg(config)
        files = {
            "container": sealed,
            "key": key_file,
            "picture": write(out / "pipeline.svg", picture),
            "seal_waves": write(out / "wave_seal.svg", wave_svg(config, Op.SEAL)),
            "open_waves": write(out / "wave_open.svg", wave_svg(config, Op.OPEN)),
            "datasheet": out / f"{Path(args.core).stem}.html",
        }
        if area is not None and not area.done():
            progress("waiting for synthesis ...")
        cost = None if area is None else area.result()
    checks = _checks(outcome)
    note = family_of(config).note(config)
    shown = parts(config, note, Result(bench, old=False), [picture])
    page = datasheet_html(config, shown, costs=[cost] if cost else [], checks=checks)
    checks += others
    write(files["datasheet"], page)
    result = {
        "core": config.name,
        "input": name,
        **asdict(outcome),
        "others": [dict(zip(("check", "good", "detail"), other, strict=True)) for other in others],
        "bench": bench["results"],
        "area": cost,
        "files": {key: str(path) for key, path in files.items()},
        "seconds": round(time.monotonic() - start, 1),
    }
    emit(
        args,
        result,
        _screen(config, name, outcome, checks, bench, cost, files, time.monotonic() - start),
    )
    if not all(good for _, good, _ in checks):
        raise CheckFailed("demo: not every message was handled as it should be")
    return 0


def _checks(outcome: Outcome) -> list[Check]:
    total = outcome.messages
    both = {
        "core seals, OpenSSL opens": outcome.sealed_agree,
        "OpenSSL seals, core opens": outcome.opened_agree,
    }
    checks = [(name, n == total > 0, f"{n} of {total} messages") for name, n in both.items()]
    for field, refused in outcome.refused.items():
        good = refused == outcome.forged > 0
        checks.append(
            (f"one bit of {field} flipped", good, f"{refused} of {outcome.forged} refused")
        )
    return checks


def _screen(
    config: MessageConfig,
    name: str,
    outcome: Outcome,
    checks: list[Check],
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
    for title, good, detail in checks:
        lines.append(f"  {'ok' if good else 'WRONG':5} {title + ' ':.<32} {detail}")
    lines += ["", f"  bits per cycle, back to back: {rates}"]
    if cost:
        lines.append(
            f"  area: {cost['lut']:,} LUT4, {cost['ff']:,} flip-flops, "
            f"{cost['ram_bits']:,} bits of memory, {cost['depth']} LUTs deep (Yosys)"
        )
    lines.append("")
    lines += [f"  {title.replace('_', ' '):11} {_shown(path)}" for title, path in files.items()]
    lines += ["", f"{seconds:.0f} seconds"]
    return "\n".join(lines)


def _shown(path: Path) -> str:
    return relative(path.absolute())
