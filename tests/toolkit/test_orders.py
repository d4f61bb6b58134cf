# SPDX-License-Identifier: Apache-2.0
"""Verdicts on the orders of papers: ties, spread, and figures that are missing or old."""

import pytest

from sealwright.report.orders import compared, ratios, rising


def test_rising() -> None:
    assert rising({"b": 2, "a": 1, "c": 2}) == "a, b = c"
    assert rising({"a": 100, "b": 109, "c": 121}, 0.1) == "a = b, c"
    assert rising({"a": 100, "b": 109, "c": 118, "d": 119}, 0.1) == "a = b, c = d"


def test_ratios() -> None:
    text = ratios("Clock, b to a", [(100, 80), (90, 90)], [(50, 25), (80, 100)])
    assert text == " Clock, b to a: published 0.80, 1.00; measured 0.50, 1.25."
    assert ratios("Clock", [(1, 1)], [(1, None)]) == ""
    assert ratios("Clock", [(1, 1)], [(1, 2)], old=True).endswith("2.00†.")


@pytest.mark.parametrize(
    ("measured", "spread", "verdict"),
    [
        ((70, 69, 80), 0.0, "confirmed"),  # published, a and b are equal
        ((70, 69, 80), 0.2, "neither confirmed nor contradicted, measured: b = a = c"),
        ((70, 80, 75), 0.0, "measured: a, c, b"),
        ((70, 80, 75), 0.05, "measured: a, c, b"),
        ((70, 80, 70), 0.0, "measured: a = c, b"),
        ((70, 70, 70), 0.0, "neither confirmed nor contradicted, measured: a = b = c"),
    ],
)
def test_verdict(measured: tuple[float, ...], spread: float, verdict: str) -> None:
    published = {"a": 90.0, "b": 90.0, "c": 120.0}
    text = compared("Clock", published, dict(zip("abc", measured, strict=True)), spread=spread)
    start, _, found = text.partition("; ")
    assert start == " Clock, least first, published: a = b, c"
    assert found.partition(", where")[0].rstrip(".") == verdict
    assert ("5 % apart" in text) == (spread == 0.05)


def test_missing_and_old() -> None:
    assert compared("Area", {"a": 1, "b": 2}, {"a": 1, "b": None}) == ""
    assert compared("Area", {"a": 1, "b": 2}, {"a": 1, "b": 2}, old=True).endswith("confirmed†.")
