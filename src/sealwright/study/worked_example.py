# SPDX-License-Identifier: Apache-2.0
"""A product in GF(2^4) in the ways of the multipliers, and the picture of one Toeplitz split.

Bit i of a number is the coefficient of x^i; a vector is a list of bits.
"""

from collections.abc import Sequence
from textwrap import fill

from sealwright.model.field import Field, poly_multiply
from sealwright.report.blocks import CONTROL, DATA, STORE
from sealwright.report.svg import FAINT, INK, MONO, Drawing

FIELD = Field(0b10011)
A, B = 0b1101, 0b0111  # B is the key
WIDTH = FIELD.width
HALF = WIDTH // 2

Bits = list[int]
Matrix = list[Bits]


def terms(value: int) -> str:
    """A polynomial in words, the highest power first."""
    names = {0: "1", 1: "x"}
    found = [names.get(i, f"x^{i}") for i in range(value.bit_length()) if value >> i & 1]
    return " + ".join(reversed(found)) or "0"


def dual(value: int, count: int = WIDTH) -> Bits:
    """s_k: the coefficient of x^(m-1) in x^k times the value."""
    return [FIELD.multiply(FIELD.power(2, k), value) >> WIDTH - 1 & 1 for k in range(count)]


def backwards(value: int) -> Bits:
    """The coefficients, the highest first."""
    return [value >> i & 1 for i in reversed(range(WIDTH))]


def toeplitz(sequence: Sequence[int]) -> Matrix:
    """The matrix with these diagonals, that at the upper right corner first."""
    size = (len(sequence) + 1) // 2
    return [[sequence[size - 1 + i - j] for j in range(size)] for i in range(size)]


def times(matrix: Matrix, vector: Bits) -> Bits:
    return [sum(m & v for m, v in zip(row, vector, strict=True)) % 2 for row in matrix]


def plus(one: Bits, other: Bits) -> Bits:
    return [a ^ b for a, b in zip(one, other, strict=True)]


def windows(sequence: Bits) -> tuple[Bits, Bits, Bits]:
    """The diagonals of T0 + T1, T1 + T2 and T1."""
    sums = [s ^ sequence[i + HALF] for i, s in enumerate(sequence[: 2 * WIDTH - 1 - HALF])]
    size = 2 * HALF - 1
    return sums[:size], sums[HALF : HALF + size], sequence[HALF : HALF + size]


def split(sequence: Bits, vector: Bits) -> tuple[Bits, Bits, Bits]:
    """P0, P1 and P2."""
    parts = (vector[HALF:], vector[:HALF], plus(vector[:HALF], vector[HALF:]))
    products = [times(toeplitz(w), v) for w, v in zip(windows(sequence), parts, strict=True)]
    return products[0], products[1], products[2]


def joined(products: tuple[Bits, Bits, Bits]) -> Bits:
    """The whole product of matrix and vector."""
    p0, p1, p2 = products
    return [*plus(p0, p2), *plus(p1, p2)]


TEXT = """
Modulo R = {field}, the product of a = {a} and of the key b = {b} is

    {product}  =  {result}  modulo R.

*As polynomials* (`karatsuba`, `reyhani-masoleh`): first the product, then the reduction.

*As a matrix* (`mastrovito`): its columns are b, x b, x^2 b and x^3 b modulo R, so the key
determines it. The coefficients of 1 are in the first row, those of x^3 in the last:

{by_powers}

*In dual coordinates* (`tmvp-dual`): let s_k be the coefficient of x^3 in x^k b modulo R, here
{sequence}. The coefficients of x^3 in x^j a b are d_j = sum of s_(i+j) a_i. This is a Toeplitz
matrix, with the same number along each diagonal, times a read backwards:

{by_diagonals}

They are the product in other coordinates: d0 = {d[0]} is its coefficient of x^3, d1 = {d[1]} that
of x^2, d2 = {d[2]} that of x, and d0 + d3 = {last} that of 1. This one sum is left of the
reduction.

*A split.* Two of the four quarters of a Toeplitz matrix are equal, so three products of half its
size are enough, here {parts}. Each of them is split again, from the width of the field down to
`--halt`, and each split leaves three quarters of the AND gates. The sums of s depend on the key
alone: `tmvp-precomputed` stores them, with the sums of all smaller splits.
"""


def _rows(matrix: Matrix, vector: Bits, names: Sequence[str], found: Bits) -> str:
    """Matrix times vector, as text."""
    rows = zip(matrix, vector, names, found, strict=True)
    return "\n".join(
        f"    [{' '.join(map(str, row))}]   [{v}] {name}   [{bit}]" for row, v, name, bit in rows
    )


def example() -> str:
    """The generated block of the page."""
    columns = [FIELD.multiply(1 << i, B) for i in range(WIDTH)]
    by_powers = [[column >> i & 1 for column in columns] for i in range(WIDTH)]
    names, bits = [f"a{i}" for i in range(WIDTH)], backwards(A)
    sequence = dual(B, 2 * WIDTH - 1)
    products = split(sequence, bits)
    d = joined(products)
    text = TEXT.format(
        field=terms(FIELD.poly),
        a=terms(A),
        b=terms(B),
        product=terms(poly_multiply(A, B)),
        result=terms(FIELD.multiply(A, B)),
        by_powers=_rows(by_powers, bits[::-1], names, times(by_powers, bits[::-1])),
        sequence=", ".join(f"s{k} = {s}" for k, s in enumerate(sequence)),
        by_diagonals=_rows(toeplitz(sequence), bits, names[::-1], d),
        d=d,
        last=d[0] ^ d[3],
        parts=", ".join(f"P{n} = ({one}, {two})" for n, (one, two) in enumerate(products)),
    )
    paragraphs = text.strip("\n").split("\n\n")
    return "\n\n".join(part if part.startswith("    ") else fill(part, 110) for part in paragraphs)


# ---- the picture --------------------------------------------------------------------------------

CELL = 46
QUARTERS = {"T0": STORE, "T1": DATA, "T2": "#e2f0e8"}
_MONO = f'font-family="{MONO}"'


def _cell(drawing: Drawing, x: float, y: float, fill: str, name: str, value: int) -> None:
    drawing.rect(x, y, CELL, CELL, fill, f'stroke="{INK}" stroke-width="0.9"')
    drawing.text(x + CELL / 2, y + 18, name, size=11, anchor="middle", fill=FAINT, extra=_MONO)
    drawing.text(x + CELL / 2, y + 36, str(value), size=14, anchor="middle", extra=_MONO)


def _column(
    drawing: Drawing, x: float, y: float, names: Sequence[str], bits: Bits, fill: str = CONTROL
) -> None:
    for row, (name, value) in enumerate(zip(names, bits, strict=True)):
        _cell(drawing, x, y + row * CELL, fill, name, value)


def _word(drawing: Drawing, x: float, y: float, words: str, size: float = 15) -> None:
    drawing.text(x, y, words, size=size, anchor="middle")


def _whole(drawing: Drawing, sequence: Bits, left: float, top: float) -> None:
    """The matrix, its quarters in colours, times a read backwards."""
    for i, row in enumerate(toeplitz(sequence)):
        for j, value in enumerate(row):
            k = WIDTH - 1 + i - j
            name = "T1" if (i < HALF) == (j < HALF) else "T0" if i < HALF else "T2"
            _cell(drawing, left + j * CELL, top + i * CELL, QUARTERS[name], f"s{k}", value)
    for name, i, j in (("T1", 0, 0), ("T0", 0, 1), ("T2", 1, 0), ("T1", 1, 1)):
        x = left + (2 * j + 1) * CELL
        _word(drawing, x, top - 10 if i == 0 else top + WIDTH * CELL + 20, name, 13)
    vector, right = backwards(A), left + WIDTH * CELL
    names = [f"a{i}" for i in reversed(range(WIDTH))]
    _column(drawing, right + 22, top, names, vector)
    _word(drawing, right + 22 + CELL / 2, top - 10, "v0", 13)
    _word(drawing, right + 22 + CELL / 2, top + WIDTH * CELL + 20, "v1", 13)
    middle = top + WIDTH * CELL / 2 + 5
    _word(drawing, right + 22 + CELL + 18, middle, "=")
    d = times(toeplitz(sequence), vector)
    _column(drawing, right + 22 + CELL + 36, top, [f"d{i}" for i in range(WIDTH)], d)


def _part(drawing: Drawing, row: int, left: float, top: float, sequence: Bits) -> None:
    """One of the three products: sums of diagonals, sums of halves, the product."""
    head = ("P0 = (T0 + T1) v1", "P1 = (T1 + T2) v0", "P2 = T1 (v0 + v1)")[row]
    first = (0, HALF, HALF)[row]
    matrix = toeplitz(windows(sequence)[row])
    for i, line in enumerate(matrix):
        for j, value in enumerate(line):
            k = first + HALF - 1 + i - j
            name = f"s{k}" if row == 2 else f"s{k}+s{k + HALF}"
            fill = (QUARTERS["T0"], QUARTERS["T2"], QUARTERS["T1"])[row]
            _cell(drawing, left + j * CELL, top + i * CELL, fill, name, value)
    v = backwards(A)
    parts = (v[HALF:], v[:HALF], plus(v[:HALF], v[HALF:]))[row]
    names = (("a1", "a0"), ("a3", "a2"), ("a3+a1", "a2+a0"))[row]
    right = left + HALF * CELL
    _column(drawing, right + 20, top, names, parts)
    _word(drawing, right + 20 + CELL + 18, top + CELL + 5, "=")
    _column(drawing, right + 20 + CELL + 36, top, ("", ""), split(sequence, v)[row])
    drawing.text(left, top - 8, head, size=13)


def toeplitz_svg() -> str:
    """One split of the example."""
    drawing = Drawing(820, 400, "One split of a Toeplitz product")
    sequence = dual(B, 2 * WIDTH - 1)
    _whole(drawing, sequence, 24, 60)
    for row in range(3):
        _part(drawing, row, 440, 40 + row * 122, sequence)
    d = joined(split(sequence, backwards(A)))
    right = 440 + 3 * CELL + 56 + CELL + 60
    for row, (head, bits) in enumerate((("P0 + P2", d[:HALF]), ("P1 + P2", d[HALF:]))):
        top = 100 + row * 134
        drawing.text(right, top - 8, head, size=13)
        _column(drawing, right, top, [f"d{2 * row}", f"d{2 * row + 1}"], bits)
    notes = (
        "Equal diagonals: the quarters on the main",
        "diagonal are the same T1, so three products",
        "of half the size are enough in place of four.",
        "Sums of s depend on the key alone.",
    )
    for line, words in enumerate(notes):
        drawing.text(24, 312 + 19 * line, words, size=13, fill=FAINT)
    return drawing.render()
