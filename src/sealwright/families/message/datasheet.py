# SPDX-License-Identifier: Apache-2.0
"""The parts of a datasheet for GCM cores."""

from collections.abc import Sequence

from sealwright.base.results import Result
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.diagram import diagram_svg
from sealwright.families.message.small import GcmSmallConfig
from sealwright.families.message.small_diagram import small_svg
from sealwright.report.datasheet import Parts
from sealwright.report.header import causes
from sealwright.report.markdown import marked

_DIAGRAMS = {GcmSmallConfig.kind: small_svg}  # of kinds that are no pipe
LONG = 480  # bytes; more take their cycles again
_RATE = "bits per cycle at most"
_SHOWN = (64, 1500)  # bytes of the messages among the first figures


def parts(
    config: MessageConfig, note: str, bench: Result | None = None, pictures: Sequence[str] = ()
) -> Parts:
    """The parts of the page; `bench` is the result of that command."""
    figures = [
        (f"{8 * LONG / (config.cost(2 * LONG, 0) - config.cost(LONG, 0)):.3g}", _RATE),
        (f"{config.slots}", "key slots"),
    ]
    rows: list[tuple[str, float, int, float]] = []
    bench = bench or Result({}, old=False)
    for row in bench.get("results", ()):
        if row["size"] in _SHOWN:
            words = f"bits per cycle at {row['size']} B ({row['op']})"
            figures.append((marked(row["bits_per_cycle"], bench), words))
        message = f"{row['op']}, {row['size']} B"
        rows.append((message, float(row["cycles"]), row["expected"], float(row["bits_per_cycle"])))
    head = ("message", "cycles, measured", config.cost_text, "bits per cycle")
    return Parts(
        note=note,
        figures=figures,
        pictures=(_DIAGRAMS.get(config.kind, diagram_svg)(config), *pictures),
        bench=(head, rows) if rows else None,
        old=bench.old,
        causes=causes("rtl/message/seal_message_pkg.sv"),
    )
