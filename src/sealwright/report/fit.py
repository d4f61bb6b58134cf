# SPDX-License-Identifier: Apache-2.0
"""What a core takes of a device, in one form for the ECP5 and the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sealwright.synth.devices import DEVICES, DPR16X4_LUTS, ECP5, Part

TOO_LARGE = "does not fit"  # how the reason begins
PARTS: Mapping[str, Part] = {"ecp5": ECP5, **DEVICES}


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


def fit(target: str, found: Mapping[str, Any]) -> Fit:
    """From the outcome of `synth`; LUTs are those of logic and of memories in LUTs."""
    ram = found.get("lut_ram", found.get("dpr16x4", 0) * DPR16X4_LUTS)
    none = "" if "fmax_mhz" in found else "synthesis only"
    reason = str(found.get("not_placed", none))
    return Fit(target, found["lut"] + ram, found["bram"], found.get("fmax_mhz"), reason)
