# SPDX-License-Identifier: Apache-2.0
"""The table of all named cores: purpose, speed, size, and whether they are measured."""

from collections.abc import Mapping

from sealwright.base.results import Result, Results, measured
from sealwright.cores.config import CoreConfig
from sealwright.families import cores_of, families
from sealwright.report.markdown import figure, markdown
from sealwright.synth.ecp5 import DEVICE_TABLES

HEAD = ("core", "what for", "bits/cycle", "LUT6", "flip-flops", "ECP5 MHz", "Gb/s", "figures")


def too_large(core: CoreConfig) -> bool:
    """Whether a core has more tables than the device on which speed is measured.

    `lut4` counts S-boxes in block RAM as tables: with these a core may fit all the same.
    """
    tables = measured(f"{core.name}.lut4").get("lut", 0)
    return bool(tables > DEVICE_TABLES) and core.knobs().get("sbox") != "bram"


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
    if too_large(core):
        del found["speed"]
        shown[3] = "too large"  # in place of the clock
    return [f"`{core.name}`", core.summary, *shown, status(found)]


def all_cores_table(results: Results) -> str:
    """The named cores by family, the one to start from first."""
    rows: list[list[object]] = []
    for family in families().values():
        rows.append([f"**{family.title}**", *[""] * (len(HEAD) - 1)])
        for core in sorted(cores_of(family.name), key=lambda core: core.name != family.default):
            rows.append(row(core, *family.headline(core, results), results))
    return markdown(HEAD, rows, "ll" + 5 * "r" + "l")
