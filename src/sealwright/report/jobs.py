# SPDX-License-Identifier: Apache-2.0
"""Measurements as jobs: what each one depends on, and how it is repeated.

A result is old when something that it depends on has changed: the code of the RTL that it is made
of, the files of the toolkit that measure it, tools, knobs.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from sealwright.base import store
from sealwright.base.files import library_files, repo_root
from sealwright.base.results import Job, table_name
from sealwright.base.sources import rtl_digests
from sealwright.cores.config import CoreConfig
from sealwright.report.published import Published
from sealwright.synth import ecp5, liberty, targets
from sealwright.tools import yosys
from sealwright.tools.verilator import compiler_version, verilator_version

SEED = 1
Measure = Callable[[], dict[str, Any]]


def bench_job(
    config: CoreConfig, name: str, command: str, measure: Measure, scripts: Iterable[Path]
) -> Job:
    """Cycles from simulation; `command` repeats it, `scripts` are the family's files for it."""
    tools = {"verilator": verilator_version()}  # the compiler does not change a cycle count
    inputs = _digest(config, [*simulation_files(), *scripts], tools, command)
    about = _about(config, command, tools)
    return Job(f"{config.name}.{name}", about, inputs, measure, more_tools=_compiler)


def _compiler() -> dict[str, str]:
    return {"g++": compiler_version()}


def synth_job(config: CoreConfig, target: str) -> Job:
    """Area, depth or speed on one target; place and route with the seeds of the core's kind."""
    seeds = config.placements if target == "ecp5" else 1
    tools = ecp5.versions() if target == "ecp5" else {"yosys": yosys.yosys_version()}

    def measure() -> dict[str, Any]:
        several = range(SEED, SEED + seeds)
        found = targets.synth(
            config.top, config.files(), config.rtl_params(), target, seeds=several
        )
        return {name: value for name, value in found.items() if name not in ("params", "tools")}

    more = f" --seeds {seeds}" if seeds > 1 else ""
    return Job(
        f"{config.name}.{target}",
        _about(config, f"synth {config.name} --target {target}{more}", tools),
        _digest(config, targets.scripts(target), tools, target, *([seeds] if seeds > 1 else [])),
        measure,
        slow=target == "ecp5",
    )


def study_job(name: str, study: ModuleType) -> Job:
    """Modules compared in one file: `study` has TOPS, FILES, TARGETS and a function `study`."""
    placed = "ecp5" in study.TARGETS
    tools = ecp5.versions() if placed else {"yosys": yosys.yosys_version()}
    scripts = {path for target in study.TARGETS for path in targets.scripts(target)}
    scripts.add(Path(study.__file__ or ""))
    inputs = store.digest(rtl_digests(study.FILES, study.TOPS), digests(scripts), tools)
    about = {"command": only(name), "tools": tools, "seed": SEED}
    return Job(name, about, inputs, study.study, slow=placed)


def table_job(name: str, shown: Published, measure: Measure) -> Job:
    """A table of a paper, with measured figures beside the published ones."""
    scripts = {Path(sys.modules[shown.rows.__module__].__file__ or "")}
    for target in shown.targets:
        scripts.update(targets.scripts(target))
    tools = {"yosys": yosys.yosys_version()}
    if "ecp5" in shown.targets:
        tools |= ecp5.versions()
    if shown.simulated:
        scripts.update(simulation_files())
        tools |= {"verilator": verilator_version()}
    files = [path for library in shown.libraries for path in library_files(library)]
    inputs = store.digest(rtl_digests(files), digests(scripts), tools)
    about = {"command": f"sealwright tables {name}", "tools": tools, "seed": SEED}
    needs = liberty.DEBIAN if "liberty" in shown.targets else ""
    return Job(table_name(name), about, inputs, measure, slow=True, needs=needs)


def only(name: str) -> str:
    """The command that measures one result again."""
    return f"python -m sealwright.study.results --only {name}"


def digests(scripts: Iterable[Path]) -> list[tuple[str, str]]:
    """Digests of files of the toolkit."""
    return store.file_digests(sorted(set(scripts)))


def simulation_files() -> list[Path]:
    """The files of the toolkit on which every figure from simulation depends: not on Yosys."""
    found = {path for layer in ("tools", "model") for path in source(layer).glob("*.*")}
    return sorted(path for path in found - {Path(yosys.__file__)} if path.is_file())


def packet_files() -> list[Path]:
    """Those of the packet harness, on which the figures of a simulation depend."""
    return sorted(path for path in source("tools/packet").glob("*.*") if path.is_file())


def source(layer: str) -> Path:
    """A folder of the toolkit."""
    return repo_root() / "src" / "sealwright" / layer


def _about(config: CoreConfig, command: str, tools: Mapping[str, str]) -> dict[str, Any]:
    return {
        "core": config.name,
        "configuration": config.knobs(),
        "command": f"sealwright {command}",
        "tools": dict(tools),
        "seed": SEED,
    }


def _digest(config: CoreConfig, scripts: Sequence[Path], *more: object) -> str:
    rtl = _rtl(tuple(config.libraries), config.top)
    return store.digest(config.rtl_params(), rtl, digests(scripts), *more)


@cache
def _rtl(libraries: tuple[str, ...], top: str) -> list[tuple[str, str]]:
    """Digests of the files of a top; cached, since many jobs need the same."""
    return rtl_digests(library_files(*libraries), [top])
