# SPDX-License-Identifier: Apache-2.0
"""The folder of a core: besides what any has, bench, C header and figures."""

import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from sealwright.base.console import progress
from sealwright.base.errors import UsageError
from sealwright.base.files import repo_root
from sealwright.base.results import FOLDER
from sealwright.cores.config import CoreConfig, setting_text
from sealwright.export.bench import bench
from sealwright.export.c_header import c_header
from sealwright.export.flows import Made
from sealwright.export.frame import Texts, copies, frame, one_line, part, readme, verilog
from sealwright.export.traffic import Words, signals, streams_of, words
from sealwright.export.write import written
from sealwright.families import family_of, is_named
from sealwright.report.header import about
from sealwright.report.interface import interface
from sealwright.report.vcd import read_vcd
from sealwright.synth.fingerprint import Design

_TAKEN = ("bench", "streams")  # NAME.v of such a core would be a file of the bench


def export(
    config: CoreConfig, target: Path, more: Callable[[], Texts], *, prove: bool
) -> list[str]:
    """Writes the folder, with what `more` makes in it, and returns the names of its files.

    UsageError before any work if the name, the core or the folder will not do; after an error
    there is nothing.
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
    name, ports = config.name, interface(config).ports
    streams = streams_of(ports)
    made = Made(
        name,
        one_line(config.summary),
        Design(config.top, config.files(), config.rtl_params()),
        {knob: setting_text(value) for knob, value in config.knobs().items()},
        ports,
        bench=("streams.v", "bench.v"),
        words=tuple(f"{stream.name}.hex" for stream in streams),
    )
    constant_key = bool(made.design.params.get("FixedKey"))  # of GHASH alone
    core = verilog(made, prove=prove)
    progress("export: traffic of the bench ...")
    moved = _traffic(config)
    figures = copies(results_of(config))
    rows = {f"{name}.h": "codes and fields for C", **dict.fromkeys(more, "the datasheet")}
    if figures:
        rows["results/"] = "measured figures, with command and tools; the datasheet marks old ones"
    return {
        **core,
        "bench.v": bench(name, made.top, ports, moved, constant_key=constant_key),
        "streams.v": part("streams.v"),
        **{f"{stream}.hex": one.text() for stream, one in moved.items()},
        f"{name}.h": c_header(config, ports),
        **more,
        **frame(made),
        **figures,
        **readme(
            made,
            rows,
            opening=about(config),
            words=f"{sum(len(one.values) for one in moved.values()):,} words of traffic",
            use=part(
                "README-core.md",
                slots="the slot has its constant key" if constant_key else "no slot has a key",
            ),
            proof="It has been proved to be the same hardware, bit by bit.\n" if prove else "",
            answers="from a simulation of the sources in which each was compared with a model in\n"
            "Python; published vectors are among them",
        ),
    }


def _traffic(config: CoreConfig) -> Mapping[str, Words]:
    """The words of all streams of an example."""
    streams = streams_of(interface(config).ports)
    with tempfile.TemporaryDirectory(prefix="sealwright-") as scratch:
        path = Path(scratch) / "example.vcd"
        family_of(config).example(config, 1, path)
        return words(read_vcd(path, signals(streams)), streams)


def results_of(config: CoreConfig) -> list[Path]:
    """What has been measured of a named core."""
    if not is_named(config):
        return []
    return sorted((repo_root() / FOLDER).glob(f"{config.name}.*.json"))
