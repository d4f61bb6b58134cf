# SPDX-License-Identifier: Apache-2.0
"""Wires of a layout as resistors and capacitors: from qrouter's file to SPEF (IEEE Std 1481).

qrouter writes a line for each net, whose wires are a tree: name, a number, the pin that drives it,
the number of pins, and then in parentheses the resistance (ohm) and capacitance (pF) of each piece
of wire, with the pin where it ends, if any, and the pieces behind it:

    _a_ 1 INVX1_1/Y 2 ( 2.5 0.0004 ( 1.0 0.0002 INVX1_2/A , ( 3.5 0.0006 NOR2X1_1/B ) ) )

    INVX1_1/Y --2.5 ohm-- * --1.0 ohm-- INVX1_2/A
                           `--3.5 ohm-- NOR2X1_1/B

Where wires make a loop, it goes around until it gives up, with ERROR for an end: of such a net, the
pieces on the way to the first mention of each pin are kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

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
    name, _, driver, _, *tokens = _TOKEN.findall(line)
    pieces: list[Piece] = []
    # Ends to come back to: that of the piece before each open parenthesis
    starts: list[int] = []
    last, rest, loop = 0, iter(tokens), False
    try:
        for token in rest:
            if token == "(":
                starts.append(last)
            elif token == ")":
                last = starts.pop()
            elif token == ",":
                last = starts[-1]
            elif token == _LOOP:
                loop = True
            elif "/" in token:
                pieces[-1] = replace(pieces[-1], pin=token)
            else:
                pieces.append(Piece(starts[-1], float(token), float(next(rest)), None))
                last = len(pieces)
    except (ValueError, IndexError, StopIteration):
        raise CheckFailed(f"net {name}: its wires are no tree") from None
    if starts:
        raise CheckFailed(f"net {name}: its wires are no tree")
    return Net(name, driver, _without_loops(pieces) if loop else tuple(pieces))


def _without_loops(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces between the driver and the first mention of each pin."""
    kept, pins = {0}, set()
    for number, piece in enumerate(pieces, 1):
        if piece.pin is not None and piece.pin not in pins:
            pins.add(piece.pin)
            while number not in kept:
                kept.add(number)
                number = pieces[number - 1].start
    numbers = {number: place for place, number in enumerate(sorted(kept))}
    return tuple(
        replace(piece, start=numbers[piece.start])
        for number, piece in enumerate(pieces, 1)
        if number in kept
    )


def spef(nets: Iterable[Net]) -> str:
    """All nets that have wires, as a file."""
    return _HEAD + "".join(net.spef() for net in nets if net.pieces)
