# SPDX-License-Identifier: Apache-2.0
"""The worked example of the page about multipliers: its steps, for every pair of operands."""

from itertools import product

from sealwright.model.field import poly_modulo
from sealwright.study import worked_example as steps

NUMBERS = range(1 << steps.WIDTH)


def test_a_split_is_the_product() -> None:
    """In dual coordinates, and back by the one sum that the page names."""
    for a, b in product(NUMBERS, NUMBERS):
        wanted = steps.FIELD.multiply(a, b)
        sequence, vector = steps.dual(b, 2 * steps.WIDTH - 1), steps.backwards(a)
        d = steps.joined(steps.split(sequence, vector))
        assert d == steps.times(steps.toeplitz(sequence), vector) == steps.dual(wanted)
        assert [d[0] ^ d[3], d[2], d[1], d[0]] == [wanted >> i & 1 for i in range(steps.WIDTH)]


def test_quarters_are_windows_of_the_sequence() -> None:
    """Sums of quarters, entry by entry."""
    for b in NUMBERS:
        sequence = steps.dual(b, 2 * steps.WIDTH - 1)
        whole, half = steps.toeplitz(sequence), steps.HALF
        t1, t0 = ([row[i : i + half] for row in whole[:half]] for i in (0, half))
        t2, same = ([row[i : i + half] for row in whole[half:]] for i in (0, half))
        sums = [
            [steps.plus(one, other) for one, other in zip(x, y, strict=True)]
            for x, y in ((t0, t1), (t1, t2))
        ]
        assert same == t1
        assert [steps.toeplitz(window) for window in steps.windows(sequence)] == [*sums, t1]


def test_numbers_of_the_page() -> None:
    text = steps.example()
    reduced = poly_modulo(0b100011, steps.FIELD.poly)
    assert (steps.A, steps.B, reduced) == (0b1101, 0b0111, 0b0101)
    assert "\n    x^5 + x + 1  =  x^2 + 1  modulo R.\n" in text
    assert "d0 = 0 is its coefficient of x^3" in text and "d0 + d3 = 1 that of 1" in text
    assert steps.terms(0) == "0"
