# SPDX-License-Identifier: Apache-2.0
"""The folder: RTL in both forms, bench, header, constraints and projects, figures."""

import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
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
from sealwright.export.flows import Made, flows
from sealwright.export.plain import plain_verilog
from sealwright.export.traffic import Words, signals, streams_of, words
from sealwright.export.write import written
from sealwright.families import core_names, family_of, load_core
from sealwright.report.header import opening
from sealwright.report.interface import interface
from sealwright.report.vcd import read_vcd
from sealwright.synth.fingerprint import Design

PARTS = Path(__file__).with_name("parts")
_TAKEN = ("bench", "streams")  # NAME.v of such a core would be a file of the bench

Texts = Mapping[str, str]  # by the names of their files


def export(
    config: CoreConfig, target: Path, more: Callable[[], Texts], *, prove: bool
) -> list[str]:
    """Writes the folder, with what `more` makes in it, and returns the names of its files.

    UsageError before any work if the name or the folder will not do; after an error there is
    nothing.
    """
    _check_name(config.name)
    return written(target, lambda: _texts(config, more(), prove=prove))


def _check_name(name: str) -> None:
    """It becomes a part of the names of files, of macros of C, and of packages."""
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]*", name):
        raise UsageError(
            f"{name!r}: the name of an exported core has letters, digits, - and _; write the knobs "
            "into a file NAME.toml, like those in configs/, and export that"
        )
    if name.lower() in _TAKEN:
        raise UsageError(f"{name!r}: {name}.v would be a file of the bench; rename the core's file")


def _texts(config: CoreConfig, more: Texts, *, prove: bool) -> Texts:
    name, about = config.name, interface(config)
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
    total = sum(len(one.values) for one in moved.values())
    traffic = {f"{stream}.hex": one.text() for stream, one in moved.items()}
    return {
        f"{name}.v": f"{_head(config, version)}\n{body}",
        "bench.v": bench(name, config.top, about.ports, moved),
        "streams.v": part("streams.v"),
        **traffic,
        "Makefile": part("Makefile", name=name, top=config.top),
        f"{name}.h": c_header(config, about.ports),
        **flows(
            Made(
                name,
                config.top,
                version,
                config.summary,
                about.ports,
                bench=("streams.v", "bench.v"),
                words=tuple(traffic),
            )
        ),
        **more,
        f"{name}.f": _list(config),
        **_copies(with_includes(config.files())),
        **_copies([repo_root() / "LICENSE", *_results(config)]),
        "README.md": _readme(config, version, total, prove=prove, more=more),
    }


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


def _copies(files: Iterable[Path]) -> Texts:
    """These files, in their folders."""
    return {relative(path): path.read_text(encoding="utf-8") for path in files}


def _list(config: CoreConfig) -> str:
    """The file list of the SystemVerilog."""
    values = [f"// -G{name}={value}" for name, value in config.rtl_params().items()]
    head = [f"// {config.name}: top {config.top} with these parameters", *values]
    return "\n".join([*head, "+incdir+rtl/common", *config.files(), ""])


def _results(config: CoreConfig) -> list[Path]:
    """What has been measured of a named core; a file of one's own may have the name of another."""
    if config.name not in core_names() or load_core(config.name) != config:
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
