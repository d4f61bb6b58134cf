# SPDX-License-Identifier: Apache-2.0
"""What a core takes of a device, in one form for the ECP5 and the others."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sealwright.synth.devices import DEVICES, DPR16X4_LUTS, ECP5, Part

TOO_LARGE = "does not fit"  # how the reason begins
# As nextpnr says it. The core's own counts are below those of the device, so that it may fit where
# its ports lead to other logic.
_FULL = re.compile(r"no BELs remaining to implement (?:cell type )?'?(\w+)")
PARTS: Mapping[str, Part] = {"ecp5": ECP5, **DEVICES}
# Devices whose blocks of memory have 18 kbit, as those of the 7 series: a core takes as many, give
# or take a few.
_BLOCKS_OF_18: Final = ("ecp5", "gowin-gw2a", "gowin-gw5ast", "nexus")


@dataclass(frozen=True)
class Fit:
    """A core on a device; `reason` says why there is no clock. None is what is not known."""

    target: str
    lut: int | None
    bram: int | None
    mhz: float | None
    reason: str

    @property
    def part(self) -> Part:
        return PARTS[self.target]

    @property
    def fits(self) -> bool | None:
        """None: it was not tried, or the placer failed."""
        return False if self.reason.startswith(TOO_LARGE) else True if self.mhz else None


def too_large(
    target: str, found: Callable[[str], Mapping[str, Any]], *, multiplies: bool = False
) -> str:
    """That a core does not fit, as far as its outcomes for other targets show it; empty if it may.

    `found` gives them, or nothing: its LUT4 for any device, unless it `multiplies` (there, LUT4 are
    in place of the device's multipliers), and its blocks of memory in the 7 series.
    """
    part = PARTS[target]
    counts = [] if multiplies else [(found("lut4").get("lut", 0), part.luts, "LUTs")]
    if target in _BLOCKS_OF_18:
        counts.append((found("xilinx").get("bram", 0), part.brams, "memories"))
    for count, most, unit in counts:
        if most is not None and count > most:
            return f"{TOO_LARGE} ({count:,} of {most:,} {unit})"
    return ""


def fit(target: str, found: Mapping[str, Any]) -> Fit:
    """From the outcome of `synth`; LUTs are those of logic and of memories in LUTs."""
    ram = found.get("lut_ram", found.get("dpr16x4", 0) * DPR16X4_LUTS)
    none = "" if "fmax_mhz" in found else "synthesis only"
    reason = str(found.get("not_placed", none))
    if full := _FULL.search(reason):
        reason = f"no {full[1]} left beside the registers of the wrapper"
    return Fit(target, found["lut"] + ram, found["bram"], found.get("fmax_mhz"), reason)
