# SPDX-License-Identifier: Apache-2.0
"""The parts of a datasheet for GCM cores."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sealwright.base.files import resolve
from sealwright.families.gcm.config import GcmConfig
from sealwright.families.gcm.diagram import diagram_svg
from sealwright.families.gcm.family import FAMILY
from sealwright.report.datasheet import Parts

_CAUSE = re.compile(r"^\s*Cause(\w+)\s*=\s*4'd(\d+),?\s*(?://\s*(.*))?$", re.MULTILINE)
_SHOWN = (64, 1500)  # bytes of the messages among the first figures


def causes() -> list[tuple[int, str, str]]:
    """Code, name and meaning of each error, from the RTL package."""
    text = resolve("rtl/gcm/seal_gcm_pkg.sv").read_text()
    found = _CAUSE.findall(text)
    return [(int(code), name, words or "the message passed") for name, code, words in found]


def parts(
    config: GcmConfig, bench: Mapping[str, Any] | None = None, pictures: Sequence[str] = ()
) -> Parts:
    """The parts of the page; `bench` is the result of that command."""
    figures = [("128", "bits per cycle at most"), (f"{config.slots}", "key slots")]
    rows: list[tuple[str, float, int, float]] = []
    for row in bench["results"] if bench else ():
        if row["size"] in _SHOWN:
            words = f"bits per cycle at {row['size']} B ({row['op']})"
            figures.append((f"{row['bits_per_cycle']:.1f}", words))
        message = f"{row['op']}, {row['size']} B"
        rows.append((message, float(row["cycles"]), row["expected"], float(row["bits_per_cycle"])))
    head = ("message", "cycles, measured", "n + a + 1", "bits per cycle")
    return Parts(
        note=FAMILY.note(config),
        figures=figures,
        pictures=(diagram_svg(config), *pictures),
        bench=(head, rows) if rows else None,
        causes=causes(),
    )
