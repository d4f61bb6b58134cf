# SPDX-License-Identifier: Apache-2.0
"""Wires of a layout as resistors and capacitors: from qrouter's file to SPEF (IEEE Std 1481).

qrouter writes a line for each net, whose wires are a tree: name, a number, the pin that drives it,
how many pins it has else, and the pieces of wire. A piece is in parentheses: resistance (ohm),
capacitance (pF), the pin where it ends, if any, and the pieces that begin at its end, after commas:

    _a_ 1 INVX1_1/Y 3 ( 2.5 0.0004 ( 1.0 0.0002 INVX1_2/A , ( 3.5 0.0006 OR2X1_1/B ) ) , ( 7 ...

    INVX1_1/Y --2.5 ohm-- * --1.0 ohm-- INVX1_2/A --3.5 ohm-- OR2X1_1/B
                           `--7 ohm-- ...

Where wires make a loop, it goes around until it gives up, with ERROR for an end: of such a net, the
pieces on the way to the first mention of each pin are kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from sealwright.base.errors import CheckFailed

_TOKEN = re.compile(r"[(),]|[^\s(),]+")
_NET = re.compile(r"\w+(?:\[\d+\])?")
_OUTSIDE, _LOOP = "PIN", "ERROR"  # the cell of a port; where the wires go around
_LEAST_OHM = 0.001
_HEAD = """\
*SPEF "IEEE 1481-1998"
*DESIGN "layout"
*DATE ""
*VENDOR ""
*PROGRAM ""
*VERSION ""
*DESIGN_FLOW ""
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY
"""


@dataclass(frozen=True)
class Piece:
    """A piece of wire from the end of another one (0: from the driver) to its own."""

    start: int
    ohm: float
    pf: float
    pin: str | None  # where it ends

    def end(self, net: str, number: int) -> str:
        """The name of its end in SPEF."""
        return f"{net}:{number}" if self.pin is None else _pin(self.pin)


@dataclass(frozen=True)
class Net:
    """The wires of a net; its pieces are numbered from 1."""

    name: str
    driver: str
    pieces: tuple[Piece, ...]
    missing: int = 0  # pins that its line counts and does not have

    def spef(self) -> str:
        """Its section of a file."""
        net = self.name
        ends = [_pin(self.driver), *(p.end(net, n) for n, p in enumerate(self.pieces, 1))]
        load = sum(piece.pf for piece in self.pieces)
        pins = [(self.driver, "O"), *((p.pin, "I") for p in self.pieces if p.pin is not None)]
        lines = [f"*D_NET {net} {load:.8g}", "*CONN"]
        lines += [_connection(pin, way) for pin, way in pins]
        lines += ["*CAP"]
        lines += [f"{n} {ends[n]} {p.pf:.8g}" for n, p in enumerate(self.pieces, 1)]
        lines += ["*RES"]
        lines += [
            f"{n} {ends[p.start]} {ends[n]} {max(p.ohm, _LEAST_OHM):.8g}"
            for n, p in enumerate(self.pieces, 1)
        ]
        return "\n".join([*lines, "*END\n"])


def _pin(pin: str) -> str:
    cell, _, name = pin.rpartition("/")
    return name if cell == _OUTSIDE else f"{cell}:{name}"


def _connection(pin: str, way: str) -> str:
    """A pin of a cell; or a port, whose direction is that of the module."""
    if pin.startswith(f"{_OUTSIDE}/"):
        return f"*P {_pin(pin)} {'I' if way == 'O' else 'O'}"
    return f"*I {_pin(pin)} {way}"


def read_nets(text: str, netlist: str) -> Iterator[Net]:
    """All of a file, by the names that nets have in the Verilog netlist of the same layout.

    There, bits of ports have the same names; those of other buses, and of the buffers behind a
    port, have names of their own. CheckFailed if a line is no tree.
    """
    known = set(_NET.findall(netlist))
    for line in text.splitlines():
        if line.strip():
            net = _net(line)
            name = net.name if net.name in known else re.sub(r"\W", "_", net.name)
            yield replace(net, name=name)


def _net(line: str) -> Net:
    name, *tokens = _TOKEN.findall(line)
    pieces: list[Piece] = []
    inside = [0]  # the pieces whose parentheses are open, behind the driver
    loop = False
    try:
        _, driver, count, *tokens = tokens
        rest = iter(tokens)
        for token in rest:
            if token == "(":
                pieces.append(Piece(inside[-1], float(next(rest)), float(next(rest)), None))
                inside.append(len(pieces))
            elif token == ")":
                inside.pop()
            elif token == _LOOP:
                loop = True
            elif token != ",":
                pieces[inside[-1] - 1] = replace(pieces[inside[-1] - 1], pin=_checked(token))
        if len(inside) != 1:
            raise ValueError
        kept = _without_loops(pieces) if loop else tuple(pieces)
        pins = [piece.pin for piece in kept if piece.pin is not None]
        if len(set(pins)) != len(pins) or any(not 0 <= p.ohm + p.pf < inf for p in kept):
            raise ValueError
        return Net(name, driver, kept, int(count) - len(pins))
    except (ValueError, IndexError, StopIteration):
        raise CheckFailed(f"net {name}: its wires are no tree") from None


def _checked(pin: str) -> str:
    """A pin has a cell: a number out of place has none."""
    if "/" not in pin:
        raise ValueError
    return pin


def _without_loops(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces between the driver and the first mention of each pin."""
    kept, ends = {0}, dict[str, int]()
    for number, piece in enumerate(pieces, 1):
        if piece.pin is not None and piece.pin not in ends:
            ends[piece.pin] = number
            while number not in kept:
                kept.add(number)
                number = pieces[number - 1].start
    places = {number: place for place, number in enumerate(sorted(kept))}
    return tuple(
        replace(piece, start=places[piece.start], pin=name)
        for number, piece in enumerate(pieces, 1)
        if number in kept
        for name in [piece.pin if ends.get(piece.pin or "") == number else None]
    )


def spef(nets: Iterable[Net]) -> str:
    """All nets that have wires, as a file."""
    return _HEAD + "".join(net.spef() for net in nets if net.pieces)
