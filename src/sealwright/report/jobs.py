# SPDX-License-Identifier: Apache-2.0
"""Measurements as jobs: what each one depends on, and how it is repeated.

A result is old when something that it depends on has changed: the design that is elaborated, the
code of the toolkit that measures it, tools, and their options.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

from sealwright.base import store
from sealwright.base.errors import CheckFailed, ToolMissing
from sealwright.base.files import PACKAGE, repo_root
from sealwright.base.python_code import function_code, imported, toolkit_digests
from sealwright.base.results import Inputs, Job, table_name
from sealwright.cores.config import CoreConfig
from sealwright.report.published import Published, cycles_name
from sealwright.synth import ecp5, liberty, parts, placement, targets
from sealwright.synth.all_targets import PLACED
from sealwright.synth.devices import DEVICES
from sealwright.synth.fingerprint import Design
from sealwright.tools import yosys
from sealwright.tools.verilator import compiler_version, verilator_version

SEED = 1
CELLS = "osu018"  # of results in the standard cells of Debian


def bench_job(
    config: CoreConfig,
    name: str,
    command: str,
    measure: "partial[dict[str, Any]]",
    scripts: Iterable[Path],
) -> Job:
    """Cycles from simulation; `command` repeats it.

    `measure` is called with the core and the work; the code of its own module counts as far as it
    is used, and so do `scripts`, the family's other files.
    """
    tools = {"verilator": verilator_version()}  # the compiler does not change a cycle count
    work = [str(part) for part in measure.args[1:]]
    files = [*simulation_files(type(config), measure.func), *scripts]
    inputs = _inputs([_design(config)], files, tools, function_code(measure.func), work)
    about = _about(config, command, tools)
    return Job(f"{config.name}.{name}", about, inputs, measure, more_tools=_compiler)


def _compiler() -> dict[str, str]:
    return {"g++": compiler_version()}


def synth_job(config: CoreConfig, target: str, placements: int = 0) -> Job:
    """Area, depth or speed on one target; place and route by default as often as its kind says."""
    seeds = (placements or config.placements) if target == "ecp5" else 1
    tools = ecp5.versions() if target == "ecp5" else {"yosys": yosys.yosys_version()}

    def measure() -> dict[str, Any]:
        several = range(SEED, SEED + seeds)
        try:
            found = targets.synth(*_design(config), target, seeds=several)
        except CheckFailed as error:
            if not error.found:
                raise
            return {"target": target, **error.found, "not_placed": "does not fit"}
        return {name: value for name, value in found.items() if name not in ("params", "tools")}

    more = f" --seeds {seeds}" if seeds > 1 else ""
    return Job(
        f"{config.name}.{target}",
        _about(config, f"synth {config.name} --target {target}{more}", tools),
        _inputs([_design(config)], targets.scripts(target), tools, target, seeds),
        measure,
        slow=target == "ecp5",
    )


def cells_job(name: str, design: Design, config: CoreConfig | None = None) -> Job:
    """A core, or without `config` a part of one, in the standard cells of Debian's library."""
    target, tools = f"{targets.LIBERTY}{liberty.DEBIAN}", {"yosys": yosys.yosys_version()}

    def measure() -> dict[str, Any]:
        found = targets.synth(*design, target)
        return {name: value for name, value in found.items() if name not in ("params", "tools")}

    full = f"{name}.{CELLS}"
    part = {"parameters": dict(design.params)} if config is None else _about(config, "", tools)
    about = {**part, "command": only(full), "tools": tools, "seed": SEED}
    inputs = _inputs([design], targets.scripts(target), tools, CELLS)
    return Job(full, about, inputs, measure, slow=True, needs=liberty.DEBIAN)


def parts_job(config: CoreConfig, name: str) -> Job:
    """LUTs of a core by module."""
    tools = {"yosys": yosys.yosys_version()}
    full = f"{name}.parts"
    scripts = [*targets.scripts("lut6"), Path(parts.__file__)]
    inputs = _inputs([_design(config)], scripts, tools, "parts")
    about = {**_about(config, "", tools), "command": only(full)}
    return Job(full, about, inputs, lambda: parts.measure(*_design(config)), slow=True)


def device_job(config: CoreConfig, target: str) -> Job:
    """A core on one of `devices`.

    The version of its placer is the locked one, so that results can be told old from new where it
    is not installed.
    """
    locked = {"yosys": yosys.yosys_version(), **_locked_placer(target)}

    def measure() -> dict[str, Any]:
        found = placement.synth(*_design(config), target, seeds=(SEED,))
        if found["tools"] != locked:
            raise ToolMissing(f"{target}: other tools than locked (run `make setup-devices`)")
        return {name: value for name, value in found.items() if name not in ("params", "tools")}

    method = placement.method(target)
    return Job(
        f"{config.name}.{target}",
        _about(config, f"synth {config.name} --target {target}", locked),
        _inputs([_design(config)], placement.SCRIPTS, locked, target, method),
        measure,
        slow=target in PLACED,
    )


def _locked_placer(target: str) -> dict[str, str]:
    """Name and version of a target's placer, none if it has none or there is no checkout."""
    placer, lock = DEVICES[target].placer, repo_root() / "requirements-devices.txt"
    if placer is None or not lock.is_file():
        return {}
    found = re.search(rf"^{placer.package}==(\S+)", lock.read_text(), re.M)
    assert found, placer.package
    return {placement.tool(placer): found[1]}


def study_job(
    name: str, study: ModuleType, scripts: Iterable[Path] = (), *, slow: bool = False
) -> Job:
    """Modules compared in one file: `study` has TARGETS and functions `designs` and `study`."""
    placed = "ecp5" in study.TARGETS
    tools = ecp5.versions() if placed else {"yosys": yosys.yosys_version()}
    files = [*scripts, *(path for target in study.TARGETS for path in targets.scripts(target))]
    inputs = _inputs(study.designs(), files, tools, function_code(study.study))
    about = {"command": only(name), "tools": tools, "seed": SEED}
    return Job(name, about, inputs, study.study, slow=placed or slow)


def table_job(name: str, shown: Published, measure: Callable[[str], Mapping[str, Any]]) -> Job:
    """The figures of a table of a paper."""
    scripts = [path for target in shown.targets for path in targets.scripts(target)]
    tools = {"yosys": yosys.yosys_version()}
    if "ecp5" in shown.targets:
        tools |= ecp5.versions()
    inputs = _inputs(shown.designs(), scripts, tools, function_code(measure))
    about = {"command": f"sealwright tables {name}", "tools": tools, "seed": SEED}
    liberty_target = f"{targets.LIBERTY}{liberty.DEBIAN}"
    return Job(
        table_name(name),
        about,
        inputs,
        lambda: dict(measure(liberty_target)),
        slow=True,
        needs=liberty.DEBIAN if "liberty" in shown.targets else "",
    )


def cycles_job(name: str, shown: Published, simulate: Callable[[], Mapping[str, Any]]) -> Job:
    """The cycles of a table of a paper."""
    tools = {"verilator": verilator_version()}
    files = [*simulation_files(simulate), *measuring_files(simulate)]
    inputs = _inputs(shown.designs(), files, tools, function_code(simulate))
    about = {"command": f"sealwright tables {name}", "tools": tools, "seed": SEED}
    return Job(cycles_name(name), about, inputs, lambda: dict(simulate()), more_tools=_compiler)


def only(name: str) -> str:
    """The command that measures one result again."""
    return f"python -m sealwright.study.results --only {name}"


def simulation_files(*users: type | Callable[..., Any]) -> list[Path]:
    """The models and tools on which figures from simulation depend: not on Yosys.

    Those in Python are what the modules of a configuration and of a measurement import.
    """
    start = [Path(inspect.getfile(user)) for user in users]
    layers = [source(layer) for layer in ("tools", "model")]
    python = [path for path in imported(start) if any(map(path.is_relative_to, layers))]
    others = [path for path in source("tools").glob("*.*") if path.suffix != ".py"]
    return sorted({*python, *others} - {Path(yosys.__file__)})


def packet_files() -> list[Path]:
    """Those of the packet harness, on which the figures of a simulation depend."""
    return sorted(path for path in source("tools/packet").glob("*.*") if path.is_file())


def measuring_files(function: Callable[..., Any]) -> list[Path]:
    """Those that play and measure the cores of the family that a function belongs to."""
    names = ("harness.cpp", "bench.py", "events.py", "limits.py", "sim.py")
    folders = (Path(inspect.getfile(function)).parent, source("families/packet"))
    found = [folder / name for folder in folders for name in names]
    return [*packet_files(), *filter(Path.is_file, found)]


def source(layer: str) -> Path:
    """A folder of the toolkit."""
    return PACKAGE / layer


def _about(config: CoreConfig, command: str, tools: Mapping[str, str]) -> dict[str, Any]:
    return {
        "core": config.name,
        "configuration": config.knobs(),
        "command": f"sealwright {command}",
        "tools": dict(tools),
        "seed": SEED,
    }


@cache
def _design(config: CoreConfig) -> Design:
    return Design(config.top, config.files(), config.rtl_params())


def _inputs(designs: Sequence[Design], scripts: Iterable[Path], *more: object) -> Inputs:
    """What a result depends on; `more` are tools, options, and code that is not a whole file."""
    return Inputs(
        method=store.digest(toolkit_digests(scripts), *more),
        code=store.digest([design.code() for design in designs]),
        design=lambda: store.digest([design.fingerprint() for design in designs]),
    )
