# SPDX-License-Identifier: Apache-2.0
"""Whether what a paper ranks is ranked so here, in words."""

from collections.abc import Mapping

from sealwright.report.markdown import OLD

# Clocks of one design, from one placement to the next, differ by a tenth and more.
SPREAD = 0.1


def rising(values: Mapping[str, float], spread: float = 0.0) -> str:
    """Names by their values, least first; "=" where the next one is larger by `spread` at most."""
    text, last = "", None
    for name in sorted(values, key=lambda name: values[name]):
        if last is not None:
            text += ", " if values[name] > values[last] * (1 + spread) else " = "
        text, last = text + name, name
    return text


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
