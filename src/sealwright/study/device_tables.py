# SPDX-License-Identifier: Apache-2.0
"""Tables of the cores to choose from over the devices: whether each fits, and how fast it is.

docs/use/cores.md has all that is known, README the clocks.
"""

from itertools import product
from typing import Final

from sealwright.base.results import Results
from sealwright.report.fit import PARTS, fit
from sealwright.report.markdown import markdown, marked
from sealwright.report.published import MISSING
from sealwright.study.all_cores import PICKED, too_large
from sealwright.synth.all_targets import PLACED
from sealwright.synth.devices import DEVICES

# The cores to choose from, but gcm-store: on an ECP5 it has five LUTs more than
# gcm-default.
CHOSEN: Final = tuple(name for name in PICKED if name != "gcm-store")
# The smallest, on the devices that it was made for
SMALLEST: Final = "gcm-tiny"
# Beside them, two that only the largest device may hold, and a family of larger ones.
LARGE: Final = ("gcm-lanes2", "sector-chctr2")
# Core and target.
MEASURED: Final = (
    *product(CHOSEN, DEVICES),
    *product(LARGE, ("gowin-gw5ast", "xilinx")),
    *product((SMALLEST,), ("ice40-up5k", "ice40-hx8k")),
)


def _head(target: str) -> str:
    part = PARTS[target]
    grade = part.grade if target in PLACED else "not placed"
    return f"{part.maker} {part.name}" + (f" ({grade})" if grade else "")


def _cell(name: str, target: str, results: Results, *, size: bool) -> str:
    """The clock of a core on a device, or why there is none.

    With its size, and a number where it does not fit; without, a dash there.
    """
    result = results.of(f"{name}.{target}")
    if not result:
        reason = too_large(name, target)
        return (reason if size else MISSING) if reason else "not measured"
    found = fit(target, result)
    if found.fits is False:
        return marked(found.reason if size else MISSING, result)
    clock = f"{found.mhz:.1f} MHz" if found.mhz else "not placed"
    blocks = f", {found.bram} RAM" if found.bram else ""
    parts = [f"{found.lut:,} LUT{blocks}"] * size + [clock] * (target in PLACED)
    return marked(", ".join(parts), result)


def _table(names: tuple[str, ...], targets: tuple[str, ...], results: Results, size: bool) -> str:
    rows = [[f"`{n}`", *(_cell(n, t, results, size=size) for t in targets)] for n in names]
    return markdown(("core", *map(_head, targets)), rows)


def devices_table(results: Results) -> str:
    """Each core to choose from on each device."""
    return _table((*CHOSEN, *LARGE, SMALLEST), tuple(PARTS), results, size=True)


def short_devices_table(results: Results) -> str:
    """Clocks of the cores to choose from."""
    return _table(CHOSEN, PLACED, results, size=False)
