# SPDX-License-Identifier: Apache-2.0
"""The pictures of the documents, drawn anew by `python -m sealwright.report.pictures`."""

import sys
from collections.abc import Callable

from sealwright.cores.config import load_core
from sealwright.cores.gcm import GcmConfig
from sealwright.errors import SealwrightError, UsageError
from sealwright.files import repo_root
from sealwright.report.aes_area import throughput_svg
from sealwright.report.diagram import diagram_svg
from sealwright.report.pipeline import pipeline_svg
from sealwright.report.svg import write
from sealwright.report.waves import wave_svg
from sealwright.sim.gcm import Op
from sealwright.study.measured import measured
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
