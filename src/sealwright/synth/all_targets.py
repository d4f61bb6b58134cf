# SPDX-License-Identifier: Apache-2.0
"""Every target of synthesis by its name: those of `targets`, and the `devices`.

They are apart since a kept figure depends on the code that measured it: a further device leaves
the figures of all other targets as they are.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sealwright.base.errors import UsageError
from sealwright.synth import placement, targets
from sealwright.synth.devices import DEVICES

NAMES = (*targets.TARGETS, *DEVICES)
PLACED = ("ecp5", *(name for name, device in DEVICES.items() if device.placer))


def check(target: str) -> None:
    """UsageError that lists the targets for a name that is none."""
    if target not in NAMES and not target.startswith(targets.LIBERTY):
        raise UsageError(
            f"unknown target {target!r}; there are {', '.join(NAMES)}, {targets.LIBERTY}FILE"
        )


def synth(
    top: str,
    files: Sequence[str | Path],
    params: Mapping[str, int],
    target: str,
    *,
    seeds: Sequence[int] = (1,),
    estimate: bool = False,
) -> dict[str, Any]:
    """Area, depth or speed of `top`; `seeds` are for place and route, `estimate` for ecp5."""
    check(target)
    if target in DEVICES:
        return placement.synth(top, files, params, target, seeds=seeds)
    return targets.synth(top, files, params, target, seeds=seeds, estimate=estimate)
