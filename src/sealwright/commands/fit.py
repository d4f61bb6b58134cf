# SPDX-License-Identifier: Apache-2.0
"""`sealwright fit`: the devices that a core fits into, and its clock on each.

Figures of `results/` are shown at once where they are of this core; others are measured, which
takes minutes for a small core and a device, and an hour for a large one: --device chooses. Where
the LUT4 that `results/` has for any device, or the memories that it has for the 7 series, are more
than a device has, the core is not tried. A device whose placer is not installed is not measured.
LUTs are those of logic and of memories in LUTs; they have four inputs, on xilinx six, and on
gatemate they are halves of a CPE. Memories are blocks of 18 kbit (gatemate 20, ice40 4). A clock is
that of one placement, or the median of those in `results/`.
"""

import argparse
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from sealwright.base.console import emit, progress
from sealwright.base.errors import CheckFailed, ToolMissing, UsageError
from sealwright.base.results import Job, load
from sealwright.cores.config import CoreConfig
from sealwright.families import paper_cores
from sealwright.families.arguments import core_of
from sealwright.report.fit import PARTS, TOO_LARGE, Fit, fit, too_large
from sealwright.report.jobs import device_job, synth_job
from sealwright.report.tables import table
from sealwright.synth import all_targets, placement
from sealwright.synth.devices import DEVICES

_HEAD = ("device", "fits", "LUTs", "of", "memories", "of", "MHz")
_REMEDY: Final = "make setup-devices"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--device",
        metavar="DEVICE",
        action="append",
        help=f"one of {', '.join(PARTS)}; may be repeated (all)",
    )


def run(args: argparse.Namespace) -> int:
    config = core_of(args)
    chosen = list(dict.fromkeys(args.device or PARTS))
    for name in chosen:
        if name not in PARTS:
            raise UsageError(f"unknown device {name!r}; there are {', '.join(PARTS)}")
    known = {name: _known(config, name) for name in chosen}
    missing = {name for name in chosen if known[name] is None and _placer_is_missing(name)}
    if missing == set(chosen):
        placement.versions(chosen[0])  # ToolMissing: there is nothing to show
    untried = {n: Fit(n, None, None, None, f"not measured: {_REMEDY}") for n in missing}
    fits = [known[n] or untried.get(n) or _measured(config, n) for n in chosen]
    shown = [
        asdict(each)
        | {"device": each.part.title, "luts": each.part.luts, "brams": each.part.brams}
        | {"fits": each.fits}
        for each in fits
    ]
    text = f"{config.name}\n\n{table(_HEAD, [_row(each) for each in fits])}"
    if missing:
        names = ", ".join(name for name in chosen if name in missing)
        text += f"\n\nNo placer is installed for {names}: run `{_REMEDY}`, or install "
        text += "sealwright[devices]."
    emit(args, {"core": config.name, "devices": shown}, text)
    return 0


def _row(found: Fit) -> tuple[object, ...]:
    part, fits = found.part, {True: "yes", False: "no", None: "-"}[found.fits]
    sizes = (found.lut, part.luts, found.bram, part.brams)
    clock = f"{found.mhz:.1f}" if found.mhz else found.reason
    if found.fits is None and found.lut is not None:
        clock = f"not placed: {clock}"
    return part.title, fits, *("-" if number is None else number for number in sizes), clock


def _placer_is_missing(target: str) -> bool:
    if target not in DEVICES:
        return False
    try:
        placement.versions(target)
    except ToolMissing:
        return True
    return False


def _known(config: CoreConfig, target: str) -> Fit | None:
    """What results/ has of this core, if not old, or that others show it to be too large."""

    def outcome(name: str) -> Mapping[str, Any]:
        if name in DEVICES:
            return _result(device_job(config, name))
        # cores of papers are placed once (families/message/paper.py)
        return _result(synth_job(config, name, int(config.name in paper_cores())))

    if found := outcome(target):
        return fit(target, found)
    reason = too_large(target, outcome, multiplies=config.multiplies)
    return Fit(target, None, None, None, reason) if reason else None


def _result(job: Job) -> Mapping[str, Any]:
    """Empty if there is none, or an old one."""
    found = load(job.name) if job.done() else None
    return found["measured"] if found else {}


def _measured(config: CoreConfig, target: str) -> Fit:
    progress(f"{config.name} on {PARTS[target].title} (minutes, unless known already) ...")
    design = (config.top, config.files(), config.rtl_params())
    try:
        found: Mapping[str, Any] = all_targets.synth(*design, target)
    except CheckFailed as error:
        if error.found is None:  # it is another one
            raise
        reason = f"{TOO_LARGE} ({error.found['lut']:,} of {PARTS[target].luts:,} LUTs)"
        found = {**error.found, "not_placed": reason}
    return fit(target, found)
