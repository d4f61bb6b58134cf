# SPDX-License-Identifier: Apache-2.0
"""The pictures of the documents, drawn anew by `python -m sealwright.study.pictures`."""

import sys
from collections.abc import Callable

from sealwright.base.errors import SealwrightError, UsageError
from sealwright.base.files import repo_root
from sealwright.base.results import measured
from sealwright.cores.config import load_core
from sealwright.families.aes.area import throughput_svg
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.diagram import diagram_svg
from sealwright.families.gcm.pipeline import pipeline_svg
from sealwright.families.gcm.sim import Op
from sealwright.families.gcm.waves import wave_svg
from sealwright.report.svg import write
from sealwright.study.multipliers import area_delay_svg

CORE = "gcm-default"
FOLDER = "docs/images"
PICTURES: dict[str, Callable[[GcmConfig], str]] = {
    "gcm.svg": diagram_svg,
    "pipeline.svg": pipeline_svg,
    "wave_seal.svg": lambda config: wave_svg(config, Op.SEAL),
    "wave_open.svg": lambda config: wave_svg(config, Op.OPEN),
    "aes.svg": lambda _: throughput_svg(),
    "multipliers.svg": lambda _: area_delay_svg(measured("multipliers")),
}


def draw(name: str) -> str:
    """One of the pictures."""
    config = load_core(CORE)
    if not isinstance(config, GcmConfig):
        raise UsageError(f"{CORE} is no GCM core")
    return PICTURES[name](config)


def main() -> int:
    """Draws all of them."""
    try:
        for name in PICTURES:
            write(repo_root() / FOLDER / name, draw(name))
    except SealwrightError as error:
        print(f"pictures: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
