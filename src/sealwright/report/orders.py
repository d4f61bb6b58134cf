# SPDX-License-Identifier: Apache-2.0
"""Whether what a paper ranks is ranked so here, in words."""

from collections.abc import Mapping, Sequence

from sealwright.report.markdown import OLD

# Clocks of one design, from one placement to the next, differ by a tenth and more.
SPREAD = 0.1


def rising(values: Mapping[str, float], spread: float = 0.0) -> str:
    """Names by their values, least first; "=" joins those that are larger than the first of them by
    `spread` at most."""
    text, first = "", None
    for name in sorted(values, key=lambda name: values[name]):
        apart = first is not None and values[name] > values[first] * (1 + spread)
        if first is not None:
            text += ", " if apart else " = "
        text, first = text + name, name if apart or first is None else first
    return text


def ratios(
    what: str,
    published: Sequence[tuple[float, float]],
    measured: Sequence[tuple[float | None, float | None]],
    *,
    old: bool = False,
) -> str:
    """Second to first of each pair, in the paper and here; nothing unless all are measured."""
    if not all(a and b for a, b in measured):
        return ""
    texts = (
        ", ".join(f"{b / a:.2f}" for a, b in pairs if a and b) for pairs in (published, measured)
    )
    there, here = texts
    return f" {what}: published {there}; measured {here}{OLD if old else ''}."


def compared(
    what: str,
    published: Mapping[str, float],
    measured: Mapping[str, float | None],
    *,
    spread: float = 0.0,
    old: bool = False,
) -> str:
    """Whether an order of the paper is found again; nothing unless all are measured.

    It is confirmed if whatever differs in the paper differs here, the same way and by more than
    `spread`, and contradicted if anything differs the other way. `old`: measured before the latest
    change.
    """
    known = {name: value for name, value in measured.items() if value is not None}
    if known.keys() != published.keys():
        return ""
    pairs = [(a, b) for a in published for b in published if published[a] < published[b]]

    def apart(less: str, more: str) -> bool:
        return known[less] * (1 + spread) < known[more]

    if all(apart(less, more) for less, more in pairs):
        verdict = "confirmed"
    elif any(apart(more, less) for less, more in pairs):
        verdict = f"measured: {rising(known, spread)}"
    else:
        verdict = f"neither confirmed nor contradicted, measured: {rising(known, spread)}"
    if spread and verdict != "confirmed":
        verdict += f", where = is less than {spread:.0%} apart, as placements of one design may be"
        verdict = verdict.replace("%", " %")
    mark = OLD if old else ""
    return f" {what}, least first, published: {rising(published)}; {verdict}{mark}."
