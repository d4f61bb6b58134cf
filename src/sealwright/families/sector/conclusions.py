# SPDX-License-Identifier: Apache-2.0
"""What Mancillas-López 2010 concludes about six schemes, beside the figures of this project.

Each conclusion is an order of the schemes by one figure, the best first, and what Mancillas-López
2010 says of its ends. The order of figures in results/ stands beside it, with one sector at a time
as in Mancillas-López 2010 and with sectors that overlap. An order is shown when all of its schemes
are measured, and the cores differ in nothing else: those whose sectors overlap take different keys,
tweaks and lengths, so their areas are not put in an order."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sealwright.base.results import Results
from sealwright.families.sector.figures import Figures, figures
from sealwright.families.sector.paper import (
    BRAM_IN_SLICES,
    ENCRYPT,
    NAMES,
    PIPELINED,
    SEQUENTIAL,
    Measured,
)
from sealwright.report.markdown import figure, markdown
from sealwright.report.orders import SPREAD


@dataclass(frozen=True)
class Quantity:
    """Something by which schemes are ordered."""

    name: str
    published: Callable[[Measured], float]
    measured: Callable[[Figures], float | None]
    form: str
    most: bool  # whether more is better
    parts: tuple[int, ...] = (0, 1)  # of Figures.sources
    spread: float = 0.0  # what is less apart is not told apart


CYCLES = Quantity("cycles", lambda row: row.cycles, lambda f: f.cycles, ".4g", False, (0,))
GBPS = Quantity("Gb/s", lambda row: float(row.gbps), lambda f: f.gbps, ".2f", True, spread=SPREAD)
AREA = Quantity(
    "area with BRAM",
    lambda row: row.slices + BRAM_IN_SLICES * row.brams,
    lambda f: f.area,
    ",.0f",
    False,
    (1,),
)
TPA = Quantity("TPA", lambda row: float(row.tpa), lambda f: f.tpa, ".2f", True, spread=SPREAD)
OVERLAPPED = (CYCLES, GBPS)  # what is compared of cores whose sectors overlap


@dataclass(frozen=True)
class Conclusion:
    """That a scheme is the first or the last in an order."""

    words: str
    quantity: Quantity
    cores: str  # what their names end with
    published: Mapping[str, Measured]
    place: int  # 0 first, -1 last
    scheme: str


_BOTH = ("-pipelined", PIPELINED)
CONCLUSIONS = (
    Conclusion("HCTR takes the fewest cycles", CYCLES, *_BOTH, 0, "hctr"),
    Conclusion("HCTR is the fastest", GBPS, *_BOTH, 0, "hctr"),
    Conclusion("XCB is the slowest", GBPS, *_BOTH, -1, "xcb"),
    Conclusion("EME is the smallest", AREA, *_BOTH, 0, "eme"),
    Conclusion("XCB is the largest", AREA, *_BOTH, -1, "xcb"),
    Conclusion("HCTR has the best TPA", TPA, *_BOTH, 0, "hctr"),
    Conclusion("sequential AES: EME is the slowest", GBPS, "-sequential", SEQUENTIAL, -1, "eme"),
    Conclusion("encryption only: EME is the fastest", GBPS, "-encrypt", ENCRYPT, 0, "eme"),
    Conclusion("encryption only: EME has the best TPA", TPA, "-encrypt", ENCRYPT, 0, "eme"),
)

_Values = Mapping[str, float]


def order(values: _Values, quantity: Quantity) -> list[str]:
    """The schemes, the best first."""
    return sorted(values, key=lambda mode: values[mode], reverse=quantity.most)


def listed(values: _Values, quantity: Quantity) -> str:
    """The order, each scheme with its value."""
    ordered = order(values, quantity)
    return ", ".join(f"{NAMES[mode]} {format(values[mode], quantity.form)}" for mode in ordered)


def word(conclusion: Conclusion, values: _Values) -> str:
    """Whether no scheme is better, or worse, than the one named; undecided within the spread."""
    quantity = conclusion.quantity
    first = order(values, quantity)[conclusion.place]
    rest = [value for mode, value in values.items() if mode != conclusion.scheme]
    most = quantity.most == (conclusion.place == 0)  # whether it should be the largest one
    nearest = max(rest) if most else min(rest)
    low, high = sorted((values[conclusion.scheme], nearest))
    if quantity.spread and high <= low * (1 + quantity.spread):
        return "undecided"
    return "confirmed" if values[conclusion.scheme] == values[first] else "refuted"


def published(conclusion: Conclusion) -> _Values:
    """The figures of Mancillas-López 2010."""
    rows = conclusion.published.items()
    return {mode: conclusion.quantity.published(row) for mode, row in rows}


def verdict(conclusion: Conclusion, results: Results, *, overlapped: bool = False) -> str | None:
    """Whether it holds here, with the order; None if a scheme is not measured."""
    ending, quantity = "" if overlapped else conclusion.cores, conclusion.quantity
    found = {
        mode: figures(f"sector-{mode}{ending}", results, overlapped=overlapped)
        for mode in conclusion.published
    }
    values = {mode: quantity.measured(of) for mode, of in found.items()}
    known = {mode: value for mode, value in values.items() if value is not None}
    if len(known) < len(values):
        return None
    sources = [of.sources[part] for of in found.values() for part in quantity.parts]
    return figure(f"{word(conclusion, known)}: {listed(known, quantity)}", *sources)


def conclusions_table(results: Results) -> str:
    """Every conclusion with its order in Mancillas-López 2010 and here."""
    head = (
        "Mancillas-López 2010",
        "best first, by",
        "in Mancillas-López 2010",
        "here, one at a time",
        "here, overlapped",
    )
    rows = []
    for each in CONCLUSIONS:
        both = each.cores == _BOTH[0] and each.quantity in OVERLAPPED
        rows.append(
            (
                each.words,
                each.quantity.name,
                listed(published(each), each.quantity),
                verdict(each, results),
                verdict(each, results, overlapped=True) if both else "",
            )
        )
    return markdown(head, rows)
