# SPDX-License-Identifier: Apache-2.0
"""The picture of bit and byte order: a string, its bits at a port, and as a polynomial."""

from sealwright.model.field import Order, block_to_poly
from sealwright.report.blocks import CONTROL, DATA
from sealwright.report.svg import FAINT, INK, MONO, Drawing

WIDTH, HEIGHT = 960, 430
EXAMPLE = bytes.fromhex("66e94bd4ef8a2c3b884cfa59ca342b2e")  # H of the key of 16 zero bytes
LEFT, CELL, BIT = 140, 49, 46
ORDERS = {
    Order.GCM: "GCM: GHASH",
    Order.LE: "XTS: IEEE 1619",
    Order.BE: "last bit is x^0",
}


def exponent(byte: int, bit: int, order: Order) -> int:
    """The power of x that a bit of a block stands for."""
    block = bytearray(16)
    block[byte] = 1 << bit
    return block_to_poly(bytes(block), order).bit_length() - 1


def _cell(drawing: Drawing, x: float, y: float, w: float, words: str, fill: str) -> None:
    drawing.rect(x, y, w, 26, fill, f'stroke="{INK}" stroke-width="0.9"')
    font = f'font-family="{MONO}"'
    drawing.text(x + w / 2, y + 17.5, words, anchor="middle", size=12, extra=font)


def _label(drawing: Drawing, y: float, words: str) -> None:
    drawing.text(LEFT - 12, y + 17.5, words, anchor="end", size=12)


def _bits(drawing: Drawing, byte: int, x: float, y: float) -> None:
    """One byte, bit by bit: at the port, its value, and what it means in each order."""
    title = f"byte {byte} = 0x{EXAMPLE[byte]:02x}"
    drawing.text(x + 4 * BIT, y - 8, title, anchor="middle", size=12, fill=FAINT)
    for place, bit in enumerate(reversed(range(8))):
        left = x + place * BIT
        _cell(drawing, left, y, BIT, f"[{8 * byte + bit}]", CONTROL)
        _cell(drawing, left, y + 32, BIT, str(EXAMPLE[byte] >> bit & 1), DATA)
        for row, order in enumerate(ORDERS):
            power = f"x^{exponent(byte, bit, order)}"
            _cell(drawing, left, y + 74 + 32 * row, BIT, power, "#ffffff")


def terms(order: Order, shown: int = 6) -> str:
    """The example as a polynomial, its first terms."""
    poly = block_to_poly(EXAMPLE, order)
    powers = [e for e in range(128) if poly >> e & 1]
    return " + ".join(f"x^{e}" for e in powers[:shown]) + f" + ... + x^{powers[-1]}"


def byte_order_svg() -> str:
    """The drawing."""
    drawing = Drawing(WIDTH, HEIGHT, "Bit and byte order")
    _label(drawing, 40, "string")
    _label(drawing, 72, "128-bit port")
    for n, value in enumerate(EXAMPLE):
        x = LEFT + n * CELL
        drawing.text(x + CELL / 2, 32, f"byte {n}", anchor="middle", size=11, fill=FAINT)
        _cell(drawing, x, 40, CELL, f"{value:02x}", DATA)
        drawing.rect(x, 72, CELL, 26, CONTROL, f'stroke="{INK}" stroke-width="0.9"')
        bits = f"{8 * n + 7}:{8 * n}"
        drawing.text(
            x + CELL / 2, 89, bits, anchor="middle", size=10, extra=f'font-family="{MONO}"'
        )
    right = LEFT + 16 * CELL - 8 * BIT
    thin = f'stroke="{FAINT}" stroke-dasharray="3 3"'
    for byte, x in ((0, LEFT), (15, right)):
        drawing.line(LEFT + byte * CELL, 98, x, 150, thin)
        drawing.line(LEFT + (byte + 1) * CELL, 98, x + 8 * BIT, 150, thin)
        _bits(drawing, byte, x, 150)
    _label(drawing, 150, "bit of the port")
    _label(drawing, 182, "value")
    for row, words in enumerate(ORDERS.values()):
        _label(drawing, 224 + 32 * row, words)
    drawing.text(LEFT, 350, f"As GHASH reads it, this block is  {terms(Order.GCM)}.", size=13)
    notes = (
        "A bit order is a permutation of wires at the inputs of a multiplier (block_to_poly),",
        "and the same one at its output. Inside, bit i is the coefficient of x^i.",
    )
    for line, words in enumerate(notes):
        drawing.text(LEFT, 374 + 17 * line, words, size=12, fill=FAINT)
    return drawing.render()
