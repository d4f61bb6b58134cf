# SPDX-License-Identifier: Apache-2.0
"""Measurements of cycles as jobs."""

from collections.abc import Iterable
from pathlib import Path

from sealwright.report.jobs import packet_files


def scripts(family: Path, names: Iterable[str]) -> list[Path]:
    """The files of the toolkit on which cycles depend: a family's modules by their names."""
    shared = Path(__file__).parent
    found = [shared / f"{name}.py" for name in ("bench", "config", "sim")]
    found += [family / f"{name}.py" for name in names]
    return [*packet_files(), family / "harness.cpp", *found]
