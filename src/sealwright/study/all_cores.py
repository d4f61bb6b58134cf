# SPDX-License-Identifier: Apache-2.0
"""Tables of named cores: purpose, speed and size; all of them, a dozen to choose from, the first.

README has the short ones, docs/use/cores.md all cores.
"""

from collections.abc import Mapping
from typing import Any, Final

from sealwright.base.results import Result, Results, measured
from sealwright.cores.config import CoreConfig
from sealwright.families import cores_of, families, load_core
from sealwright.families.family import Family
from sealwright.report import fit
from sealwright.report.markdown import OLD, OLD_NOTE, figure, markdown

HEAD = ("core", "what for", "bits/cycle", "LUT6", "flip-flops", "ECP5-6 MHz", "Gb/s", "figures")

# The cores that a user would choose from, each with the reason to take it.
PICKED: Final = {
    "gcm-default": "the first to try: all key sizes, four keys, S-boxes in logic",
    "gcm-bram": "the same with fewer LUTs and a higher clock: S-boxes in block RAM",
    "gcm-bram-128": "the highest clock, and the smallest of a block per cycle: AES-128, one key",
    "gcm-small": "a tenth of `gcm-bram-128`: one message at a time, by a microprogram",
    "gcm-store": "no text leaves before its tag has been checked",
    "gcm-lanes4": "four blocks per cycle, of several short messages side by side",
    "aes-pipelined": "the first to try: a block per cycle, in both directions, any key size",
    "aes-bram": "the highest clock, for modes that only encrypt, as counter mode: AES-128, one key",
    "aes-fly": "keys that change often: at no cost after 11 to 15 blocks",
    "aes-iterative-32": "small: 32 bits at a time, the usual compromise",
    "aes-iterative-8": "the smallest",
    "sector-xts": "the first to try: the mode that disks use today",
    "sector-hctr2": "a changed bit changes the whole sector, with one AES call per block",
    "ghash-abdellatif-4": "four blocks per cycle, under any key; `ghash-fan-hasan-4` is smaller",
    "sector-eme2": "the same by IEEE Std 1619.2, without a multiplier",
}


def too_large(core: str, target: str) -> str:
    """That a named core does not fit a device, by what results/ has for others; empty if it may."""
    multiplies = load_core(core).multiplies
    return fit.too_large(target, lambda other: measured(f"{core}.{other}"), multiplies=multiplies)


def status(found: Mapping[str, Result]) -> str:
    """The state of a core's figures, in a word or two."""
    missing = [name for name, result in found.items() if not result]
    if len(missing) == len(found):
        return "to be measured"
    if missing:
        return f"without {', '.join(missing)}"
    return "old" if any(result.old for result in found.values()) else "current"


def row(core: CoreConfig, rate: float | None, bench: Result, results: Results) -> list[object]:
    """A core; what is not measured is a dash."""
    area, placed = (results.of(f"{core.name}.{name}") for name in ("lut6", "ecp5"))
    speed = placed.get("fmax_mhz")
    gbps = f"{rate * speed / 1000:.2f}" if rate and speed else None
    figures = (
        figure(rate, bench),
        figure(area.get("lut"), area),
        figure(area.get("ff"), area),
        figure(speed, placed),
        figure(gbps, bench, placed),
    )
    found = {"cycles": bench, "area": area, "speed": placed}
    shown = ["-" if value is None else value for value in figures]
    if too_large(core.name, "ecp5"):
        del found["speed"]
        shown[3] = "too large"  # in place of the clock
    return [f"`{core.name}`", core.summary, *shown, status(found)]


def _heading(family: Family[Any]) -> str:
    return f"**{family.title[0].upper()}{family.title[1:]}**"


def all_cores_table(results: Results) -> str:
    """The named cores by family, the one to start from first."""
    rows: list[list[object]] = []
    for family in families().values():
        rows.append([_heading(family), *[""] * (len(HEAD) - 1)])
        for core in sorted(cores_of(family.name), key=lambda core: core.name != family.default):
            rows.append(row(core, *family.headline(core, results), results))
    return markdown(HEAD, rows, "ll" + 5 * "r" + "l")


def picked_cores_table(results: Results) -> str:
    """The cores of `PICKED` by family, in its order."""
    rows: list[list[object]] = []
    for family in families().values():
        rows.append([_heading(family), *[""] * (len(HEAD) - 2)])
        cores = {core.name: core for core in cores_of(family.name)}
        for name in PICKED:
            if name in cores:
                found = row(cores[name], *family.headline(cores[name], results), results)
                rows.append([found[0], PICKED[name], *found[2:-1]])
    return markdown(("core", "take it for", *HEAD[2:-1]), rows, "ll" + 5 * "r")


def headlines(results: Results) -> str:
    """A line for the core to start from in each family."""
    lines = []
    for family in families().values():
        core = next(core for core in cores_of(family.name) if core.name == family.default)
        name, _, rate, lut, _, clock, gbps, _ = row(core, *family.headline(core, results), results)
        lines.append(
            f"* {_heading(family)} ({name}): {gbps} Gb/s ({rate} bits per cycle at {clock} MHz) "
            f"in {lut} LUT6"
        )
    text = "\n".join(lines)
    return f"{text}\n\n{OLD_NOTE}" if OLD in text else text
