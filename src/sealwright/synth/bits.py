# SPDX-License-Identifier: Apache-2.0
"""An elaborated module bit by bit: what remains of it without names, hierarchy and words.

Yosys elaborates a module and writes its cells; here each of their bits becomes a node with the
nodes that it is made of. Bits that reach no output are left out, equal logic is one node, and
constants are folded, so that the nodes do not depend on how bits are grouped in signals, structs
and modules. Sums and comparisons are a chain of carries, of which only the bits count that are
used and are not constant; other arithmetic keeps its words.

A register is a node for each bit, whose inputs count from one clock to the next; a memory is one
for each column, that is for a bit of all its words. A register that holds one value only is that
value (`settled`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sealwright.base.errors import CheckFailed
from sealwright.synth.nodes import Nodes, number

Bit = int | str  # a net, or a constant, as in Yosys' JSON
Cell = Mapping[str, Any]

_ALL = slice(None)
# Attributes that steer synthesis; the others of a memory are names and places.
_NAMES = {"src", "hdlname", "full_case", "parallel_case", "keep_hierarchy"}
_CONTROLS = ("CLK", "ARST", "SRST", "ALOAD", "EN", "SET", "CLR")
_LOADED = ("D", "AD")
_COMPARED = {"$eq": "and", "$ne": "and", "$eqx": "eqx", "$nex": "eqx"}
_SUMS = ("$add", "$sub")
# Comparisons: whether operands are exchanged, and whether the result is inverted.
_ORDERS = {
    "$ge": (False, False),
    "$lt": (False, True),
    "$le": (True, False),
    "$gt": (True, True),
}
_REDUCED = {
    "$reduce_and": "and",
    "$reduce_or": "or",
    "$reduce_bool": "or",
    "$reduce_xor": "xor",
    "$reduce_xnor": "xor",
    "$logic_not": "or",
}

_CONDITIONS = {*_ORDERS, *_COMPARED, *_REDUCED, "$logic_and", "$logic_or"}


class Bits(Nodes):
    """The nodes of a module: `kinds` and `inputs` by number, those of an output after its name.

    `held` has the values of nets that are known to be constant.
    """

    def __init__(self, module: Mapping[str, Any], held: Mapping[Bit, str] | None = None) -> None:
        super().__init__()
        self.states: list[int] = []  # nodes whose inputs count from one clock to the next
        self.ports = {
            name: (port["direction"], len(port["bits"])) for name, port in module["ports"].items()
        }
        self._nodes: dict[Bit, int] = {}  # of nets
        self._columns: dict[tuple[int, int], int] = {}
        self._open: list[tuple[int, Cell, int]] = []  # states whose inputs are not yet known
        self._registers: list[tuple[int, Cell, int]] = []
        self._drivers: dict[Bit, tuple[Cell, str, int]] = {}
        self._initial = _initial(module)
        self._nodes.update(self.constants)
        self._nodes.update((net, self.constants[value]) for net, value in (held or {}).items())
        for name, port in module["ports"].items():
            if port["direction"] != "output":
                for place, bit in enumerate(port["bits"]):
                    self._nodes[bit] = self._leaf(f"port {name} {place}")
        for cell in module["cells"].values():
            for port, way in cell["port_directions"].items():
                if way == "output":
                    for place, bit in enumerate(cell["connections"][port]):
                        self._drivers[bit] = (cell, port, place)
        outputs = {n: p["bits"] for n, p in module["ports"].items() if p["direction"] == "output"}
        self.outputs = {name: self._word(bits) for name, bits in outputs.items()}
        while self._open:
            self._close(*self._open.pop())

    # ---- from nets to nodes ---------------------------------------------------------------------

    def _word(self, bits: Sequence[Bit]) -> tuple[int, ...]:
        """The nodes of these nets, made if need be, from the inputs on."""
        stack = [bit for bit in bits if bit not in self._nodes]
        begun: set[Bit] = set()
        while stack:
            bit = stack[-1]
            if bit in self._nodes:
                stack.pop()
            elif bit not in self._drivers:
                self._nodes[bit] = self.constants["x"]
            else:
                cell, port, place = self._drivers[bit]
                ahead = [n for n in _read(cell, port, place) if n not in self._nodes]
                if ahead and bit in begun:  # a loop of logic: it is cut at this net
                    self._nodes[ahead[0]] = self._leaf("loop")
                elif ahead:
                    begun.add(bit)
                    stack += ahead
                else:
                    self._nodes[bit] = self._make(cell, port, place)
        return tuple(self._nodes[bit] for bit in bits)

    def _pins(self, cell: Cell, port: str, chosen: slice = _ALL) -> tuple[int, ...]:
        nodes = self._nodes
        return tuple([nodes[bit] for bit in cell["connections"][port][chosen]])

    def _bit(self, cell: Cell, port: str, place: int) -> int:
        """One bit of an operand, which is extended to any width."""
        bits = cell["connections"][port]
        if place < len(bits):
            return self._nodes[bits[place]]
        signed = int(cell["parameters"][f"{port}_SIGNED"], 2)
        return self._nodes[bits[-1]] if signed else self._zero

    def _make(self, cell: Cell, port: str, place: int) -> int:
        """The node of one bit of a cell's output, whose inputs are known."""
        kind = cell["type"]
        if kind in ("$and", "$or", "$xor", "$xnor"):
            pair = (self._bit(cell, "A", place), self._bit(cell, "B", place))
            return self._xor((*pair, self._one)) if kind == "$xnor" else self._gate(kind[1:], pair)
        if kind in ("$not", "$pos", "$buf"):
            bit = self._bit(cell, "A", place)
            return self._not(bit) if kind == "$not" else bit
        if kind in ("$mux", "$bwmux"):
            low, high = (self._bit(cell, name, place) for name in "AB")
            select = cell["connections"]["S"][place if kind == "$bwmux" else 0]
            return self._mux(self._nodes[select], low, high)
        if kind in _SUMS:
            return self._sum(cell, place)
        if kind == "$mul" and (found := self._multiple(cell, place)) is not None:
            return found
        if kind in _CONDITIONS:
            return self._condition(cell) if place == 0 else self._zero
        if kind == "$mem_v2":
            return self._read_port(cell, place)
        if is_register(cell):
            return self._register(cell, place)
        return self._other(cell, port, place)

    def _carries(self, cell: Cell, width: int, *, minus: bool) -> tuple[list[int], list[int]]:
        """Bits of A with B or its complement, without carries, and the carries into each and out.

        The numbers of a comparison with signs are shifted up by half their range.
        """
        carries, halves = [self._one if minus else self._zero], []
        signed = cell["type"] in _ORDERS and int(cell["parameters"]["A_SIGNED"], 2)
        for place in range(width):
            a, b = (self._bit(cell, name, place) for name in "AB")
            if signed and place == width - 1:
                a, b = self._not(a), self._not(b)
            b = self._not(b) if minus else b
            halves.append(self._xor((a, b)))
            carries.append(self._carry((a, b, carries[-1])))
        return halves, carries

    def _sum(self, cell: Cell, place: int) -> int:
        """One bit of a sum or difference."""
        halves, carries = self._carries(cell, place + 1, minus=cell["type"] == "$sub")
        return self._xor((halves[place], carries[place]))

    def _multiple(self, cell: Cell, place: int) -> int | None:
        """One bit of a product with zero or a power of two, as far as this is known."""
        if int(cell["parameters"]["A_SIGNED"], 2):
            return None
        for constant, other in ("AB", "BA"):
            factor = self._pins(cell, constant)
            if {*factor} <= {self._zero, self._one} and factor.count(self._one) < 2:
                shift = factor.index(self._one) if self._one in factor else place + 1
                return self._bit(cell, other, place - shift) if shift <= place else self._zero
        return None

    def _order(self, cell: Cell) -> int:
        """Which of two numbers is larger, by the carry out of their difference."""
        nets = cell["connections"]
        width = max(len(nets[name]) for name in "AB")
        swapped, inverted = _ORDERS[cell["type"]]
        if swapped:
            cell = {**cell, "connections": {**nets, "A": nets["B"], "B": nets["A"]}}
        found = self._carries(cell, width, minus=True)[1][-1]  # whether A is not less than B
        return self._not(found) if inverted else found

    def _condition(self, cell: Cell) -> int:
        """One bit from whole words: reductions, comparisons, conditions."""
        kind = cell["type"]
        if kind in _ORDERS:
            return self._order(cell)
        if kind in _REDUCED:
            found = self._gate(_REDUCED[kind], self._pins(cell, "A"))
            return self._not(found) if kind in ("$reduce_xnor", "$logic_not") else found
        if kind in ("$logic_and", "$logic_or"):
            either = [self._gate("or", self._pins(cell, name)) for name in "AB"]
            return self._gate(kind.removeprefix("$logic_"), either)
        width = max(len(cell["connections"][name]) for name in "AB")
        same = [
            self._xor((self._bit(cell, "A", n), self._bit(cell, "B", n), self._one))
            for n in range(width)
        ]
        if _COMPARED[kind] == "and":
            found = self._gate("and", same)
        else:
            found = self._node(number("eqx"), tuple(sorted(same)))
        return self._not(found) if kind in ("$ne", "$nex") else found

    def _other(self, cell: Cell, port: str, place: int) -> int:
        """Bits of multiplexers of several ways by themselves; of arithmetic, of a whole word."""
        kind, width = cell["type"], int(cell["parameters"].get("WIDTH", "0"), 2)
        if kind in ("$pmux", "$bmux"):
            each = slice(place, None, width)
            data = self._pins(cell, "B" if kind == "$pmux" else "A", each)
            default = (self._bit(cell, "A", place),) if kind == "$pmux" else ()
            select = self._pins(cell, "S")
            if kind == "$bmux" and len(select) == 1:
                return self._mux(select[0], *data)
            return self._node(number(kind), (*select, *default, *data))
        if kind == "$demux":
            way, within = divmod(place, width)
            data = self._pins(cell, "A", slice(within, within + 1))
            return self._node(number(f"demux {way}"), (*self._pins(cell, "S"), *data))
        ports = sorted(p for p, way in cell["port_directions"].items() if way == "input")
        words = [self._pins(cell, name) for name in ports]
        about = [kind, sorted(cell["parameters"].items()), [len(word) for word in words]]
        whole = self._node(number(repr(about)), sum(words, ()))
        return self._node(number(f"bit {port} {place}"), (whole,))

    # ---- registers and memories -----------------------------------------------------------------

    def _state(self, kind: object, cell: Cell, place: int) -> int:
        node = self._new(number(repr(kind)), ())
        self.states.append(node)
        self._open.append((node, cell, place))
        return node

    def _register(self, cell: Cell, place: int) -> int:
        about = [
            (name, value[::-1][place] if name.endswith("_VALUE") else value)
            for name, value in sorted(cell["parameters"].items())
            if name != "WIDTH"
        ]
        initial = self._initial.get(cell["connections"]["Q"][place], "x")
        node = self._state((cell["type"], about, initial), cell, place)
        self._registers.append((node, cell, place))
        return node

    def _read_port(self, cell: Cell, place: int) -> int:
        about = cell["parameters"]
        width, address = int(about["WIDTH"], 2), int(about["ABITS"], 2)
        port, column = divmod(place, width)
        if int(about["RD_CLK_ENABLE"], 2):
            raise CheckFailed("a memory is read with a clock of its own")
        key = (id(cell), column)
        if key not in self._columns:
            initial = about["INIT"][::-1][column::width]
            shape = [about[name] for name in ("WIDTH", "SIZE", "OFFSET", "ABITS")]
            writes = [value for name, value in sorted(about.items()) if name.startswith("WR_")]
            steered = sorted(i for i in cell["attributes"].items() if i[0] not in _NAMES)
            kind = (shape, writes, steered, initial)
            self._columns[key] = self._state(kind, cell, column)
        pins = self._pins(cell, "RD_ADDR", slice(port * address, (port + 1) * address))
        return self._node(number("read"), (self._columns[key], *pins))

    def _close(self, node: int, cell: Cell, place: int) -> None:
        """Finds the inputs of a state, and makes what they need."""
        nets = cell["connections"]
        if cell["type"] != "$mem_v2":
            bits = [bit for name in _CONTROLS for bit in nets.get(name, ())]
            bits += [nets[name][place] for name in _LOADED if name in nets]
        else:
            width = int(cell["parameters"]["WIDTH"], 2)
            bits = [*nets["WR_ADDR"], *nets["WR_CLK"]]
            bits += nets["WR_DATA"][place::width] + nets["WR_EN"][place::width]
        self.inputs[node] = self._word(bits)

    def held(self) -> dict[Bit, str]:
        """Registers that hold one value only, by their nets: a chain as far as it has no logic."""
        values = {self._zero: "0", self._one: "1"}
        found: dict[Bit, str] = {}
        more = True
        while more:
            more = False
            for node, cell, place in reversed(self._registers):  # from inputs on
                if node not in values and (value := self._only_value(cell, place, values)):
                    values[node] = value
                    found[cell["connections"]["Q"][place]] = value
                    more = True
        return found

    def _only_value(self, cell: Cell, place: int, values: Mapping[int, str]) -> str | None:
        """The one value that a register bit is loaded with, reset to, and begins with."""
        nets = cell["connections"]
        loaded = {values.get(self._nodes[nets[n][place]], "") for n in _LOADED if n in nets}
        resets = {v[::-1][place] for n, v in cell["parameters"].items() if n.endswith("_VALUE")}
        possible = loaded | (resets | {self._initial.get(nets["Q"][place], "x")}) - {"x"}
        return possible.pop() if len(possible) == 1 else None


def settled(module: Mapping[str, Any]) -> Bits:
    """The bits of a module in which no register is left that holds one value only."""
    held: dict[Bit, str] = {}
    while more := (bits := Bits(module, held)).held():
        held |= more
    return bits


def is_register(cell: Cell) -> bool:
    """Whether the cell is flip-flops or latches."""
    return "Q" in cell["connections"] and "D" in cell["connections"]


def _read(cell: Cell, port: str, place: int) -> Iterable[Bit]:
    """The nets that one bit of a cell's output is made of at once."""
    kind, nets = cell["type"], cell["connections"]
    if is_register(cell):
        return ()
    if kind in _SUMS:
        return [*nets["A"][: place + 1], *nets["B"][: place + 1]]
    if kind == "$mem_v2":
        width, address = (int(cell["parameters"][name], 2) for name in ("WIDTH", "ABITS"))
        first = place // width * address
        return tuple(nets["RD_ADDR"][first : first + address])
    if kind in ("$and", "$or", "$xor", "$xnor", "$not", "$pos", "$buf", "$mux", "$bwmux"):
        select = nets.get("S", [])[place:] if kind == "$bwmux" else nets.get("S", [])
        operands = [nets[name] for name in "AB" if name in nets]
        return [*(word[min(place, len(word) - 1)] for word in operands), *select[:1]]
    if kind == "$bmux":
        return [*nets["S"], *nets["A"][place :: len(nets["Y"])]]
    if kind == "$pmux":
        return [*nets["S"], nets["A"][place], *nets["B"][place :: len(nets["Y"])]]
    directions = cell["port_directions"]
    return [bit for name, bits in nets.items() if directions[name] == "input" for bit in bits]


def _initial(module: Mapping[str, Any]) -> dict[Bit, str]:
    """Initial values of registers."""
    return {
        bit: value
        for net in module["netnames"].values()
        if "init" in net["attributes"]
        for bit, value in zip(net["bits"], net["attributes"]["init"][::-1], strict=False)
    }
