# SPDX-License-Identifier: Apache-2.0
"""The folder: RTL in both forms, bench, header, constraints and projects, figures."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.base.files import relative, repo_root, with_includes
from sealwright.base.results import FOLDER
from sealwright.cores.config import CoreConfig, setting_text
from sealwright.export.bench import bench
from sealwright.export.c_header import c_header
from sealwright.export.equal import same
from sealwright.export.flows import flows
from sealwright.export.plain import plain_verilog
from sealwright.export.traffic import Words, signals, streams_of, words
from sealwright.families import core_names, family_of
from sealwright.report.header import opening
from sealwright.report.interface import interface
from sealwright.report.vcd import read_vcd
from sealwright.synth.fingerprint import Design

PARTS = Path(__file__).with_name("parts")


def export(config: CoreConfig, target: Path, more: Mapping[str, str], *, prove: bool) -> list[str]:
    """Writes the folder, and returns the names of its files; `more` are texts by file name.

    UsageError if the folder is there already; after an error there is nothing.
    """
    with new_folder(target) as folder:
        _write(config, folder, more, prove=prove)
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*"))


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """A folder that has its name when the block ends without an exception."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(f"{target}: exists; name a new or an empty folder")
    if not target.absolute().parent.is_dir():
        raise UsageError(f"{target}: there is no folder {target.absolute().parent}")
    part = Path(tempfile.mkdtemp(prefix=".sealwright-", dir=target.absolute().parent))
    try:
        yield part
        part.chmod(0o755)
        part.replace(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _write(config: CoreConfig, folder: Path, more: Mapping[str, str], *, prove: bool) -> None:
    name, about = config.name, interface(config)
    if not name.replace("-", "").replace("_", "").isalnum():
        raise UsageError(f"{name!r}: the name of an exported core has letters, digits, - and _")
    design = Design(config.top, config.files(), config.rtl_params())
    progress(f"export: {name}.v ...")
    body = plain_verilog(design)
    if prove:
        progress(f"export: proof that {name}.v is the same hardware ...")
        if not same(design, body):
            raise CheckFailed(f"{name}: the plain Verilog is not the same hardware as its sources")
    progress("export: traffic of the bench ...")
    moved = _traffic(config)
    version = metadata.version("sealwright")
    texts = {
        f"{name}.v": f"{_head(config, version)}\n{body}",
        "bench.v": bench(name, config.top, about.ports, moved),
        "streams.v": part("streams.v"),
        **{f"{stream}.hex": one.text() for stream, one in moved.items()},
        "Makefile": part("Makefile", name=name, top=config.top),
        f"{name}.h": c_header(config, about.ports),
        **flows(name, config.top, version, config.summary, about.ports),
        **more,
    }
    for file, text in texts.items():
        (folder / file).write_text(text)
    listed = _sources(config, folder)
    (folder / f"{name}.f").write_text(listed)
    shutil.copy(repo_root() / "LICENSE", folder)
    for kept in _results(config):
        (folder / FOLDER).mkdir(exist_ok=True)
        shutil.copy(kept, folder / FOLDER)
    total = sum(len(one.values) for one in moved.values())
    (folder / "README.md").write_text(_readme(config, version, total, prove=prove, more=more))


def part(file: str, **words: str) -> str:
    """One of the files that are the same for every core, but for a few words: @name@."""
    text = (PARTS / file).read_text()
    for name, value in words.items():
        text = text.replace(f"@{name}@", value)
    return text


def _traffic(config: CoreConfig) -> Mapping[str, Words]:
    """The words of all streams of an example."""
    streams = streams_of(interface(config).ports)
    with tempfile.TemporaryDirectory(prefix="sealwright-") as scratch:
        path = Path(scratch) / "example.vcd"
        family_of(config).example(config, 1, path)
        return words(read_vcd(path, signals(streams)), streams)


def _head(config: CoreConfig, version: str) -> str:
    knobs = ", ".join(f"{knob} {setting_text(value)}" for knob, value in config.knobs().items())
    lines = [
        "SPDX-License-Identifier: Apache-2.0",
        "",
        f"{config.name}: {config.summary}",
        f"Knobs: {knobs}",
        f"Plain Verilog (IEEE 1364-2005) of {config.top}, by sealwright {version}.",
    ]
    return "".join(f"// {line}".rstrip() + "\n" for line in lines)


def _sources(config: CoreConfig, folder: Path) -> str:
    """Copies the SystemVerilog in its folders; the text of the file list."""
    for path in with_includes(config.files()):
        copy = folder / relative(path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    values = [f"// -G{name}={value}" for name, value in config.rtl_params().items()]
    head = [f"// {config.name}: top {config.top} with these parameters", *values]
    return "\n".join([*head, "+incdir+rtl/common", *config.files(), ""])


def _results(config: CoreConfig) -> list[Path]:
    """What has been measured of a named core."""
    if config.name not in core_names():
        return []
    return sorted((repo_root() / FOLDER).glob(f"{config.name}.*.json"))


def _readme(
    config: CoreConfig, version: str, total: int, *, prove: bool, more: Mapping[str, str]
) -> str:
    name = config.name
    files = {
        f"{name}.v": "the core in plain Verilog, parameters fixed",
        f"rtl/, {name}.f": "the SystemVerilog sources and their list, with the parameters",
        "bench.v, streams.v, *.hex": "bench: its top, the ends of a stream, the words",
        f"{name}.h": "codes and fields for C",
        f"{name}.sdc, {name}.xdc, {name}.lpf": "constraints for 100 MHz",
        "vivado.tcl, quartus.tcl": "projects",
        f"Bender.yml, {name}.core, component.xml": "Bender, FuseSoC, IP-XACT",
        **dict.fromkeys(more, "the datasheet"),
    }
    if _results(config):
        files["results/"] = "measured figures, each with its command and tools"
    rows = [f"| `{file.replace(', ', '`, `')}` | {words} |" for file, words in files.items()]
    knobs = [f"* `{knob}` {setting_text(value)}" for knob, value in config.knobs().items()]
    proof = "It has been proved to be the same hardware, bit by bit.\n" if prove else ""
    return part(
        "README.md",
        name=name,
        summary=config.summary,
        opening=opening(config.top),
        version=version,
        words=f"{total:,}",
        files="\n".join(rows),
        knobs="\n".join(knobs),
        proof=proof,
    )
