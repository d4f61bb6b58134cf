# SPDX-License-Identifier: Apache-2.0
"""Algebraic proof that a circuit multiplies in GF(2^m): complete, in seconds, for any structure.

Each net of a multiplier is a polynomial over GF(2) in the operand bits, linear in a[] and linear
in b[]. The proof computes these polynomials gate by gate, from the inputs to the outputs, and
compares the outputs with the specification (`sealwright.model.field`), coefficient by coefficient.
Nothing is sampled. Registers of a feed-forward pipeline count as wires, after a check that all
paths from inputs to outputs have the same number of them. A serial multiplier is computed cycle by
cycle, from registers with arbitrary contents, with operands that are valid in the first cycle only.

A polynomial is one `int`: bit i S + j, S = n + 1, is the coefficient of the product of a[i-1] (or 1
if i = 0) and b[j-1] (or 1 if j = 0), with n bits in an operand. A sum is an exclusive or; the
product of a polynomial in a[] and one in b[] is an integer product, in which no two partial
products overlap. An arbitrary value is None.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealwright.base.errors import CheckFailed
from sealwright.base.files import library_files
from sealwright.cores.multiplier import Multiplier
from sealwright.model.field import Field
from sealwright.synth.gates import ONE, ZERO, Gate, GateNetlist, elaborate_gates, ordered, ranks

Value = int | None


def prove(mult: Multiplier) -> GateNetlist:
    """Prove `seal_gf_mult` with these knobs; returns the netlist that was proved."""
    netlist = elaborate_gates("seal_gf_mult", library_files("gf"), mult.rtl_params())
    if mult.how.serial:
        prove_serial(netlist, mult.field, mult.latency, held=mult.how.held)
    elif mult.kind == "fixed-key":
        prove_constant(netlist, mult.field, mult.knob("key"), mult.latency)
    else:
        prove_netlist(netlist, mult.field, mult.latency, lanes=mult.lane_count)
    return netlist


def prove_netlist(netlist: GateNetlist, field: Field, stages: int, *, lanes: int = 1) -> None:
    """Prove that p_o is the sum of the products of the lanes, `stages` cycles later."""
    ports = _Ports.of(netlist, field.width, lanes)
    _equal_ranks(netlist, ports.p, stages)
    algebra = _Algebra(lanes * field.width)
    found = algebra.values(netlist, algebra.operands(ports), ports.p)
    for k, row in enumerate(field.reduction_rows):
        _compare(algebra, k, found[ports.p[k]], algebra.product(row, field.width, lanes))


def prove_constant(netlist: GateNetlist, field: Field, key: int, stages: int) -> None:
    """Prove that p_o = a_i key in `field`, `stages` cycles later, whatever b_i is."""
    ports = _Ports.of(netlist, field.width, 1)
    if key:  # nothing waits for the product with zero
        _equal_ranks(netlist, ports.p, stages)
    algebra = _Algebra(field.width)
    found = algebra.values(netlist, algebra.operands(ports), ports.p)
    columns = [field.multiply(1 << i, key) for i in range(field.width)]
    for k in range(field.width):
        wanted = sum(
            1 << (i + 1) * algebra.stride for i, column in enumerate(columns) if column >> k & 1
        )
        _compare(algebra, k, found[ports.p[k]], wanted)


def prove_serial(netlist: GateNetlist, field: Field, cycles: int, *, held: bool = False) -> None:
    """Prove that p_o = a_i b_i in `field`, `cycles` cycles after start_i; b_i may be held."""
    ports = _Ports.of(netlist, field.width, 1)
    (start,) = netlist.inputs["start_i"]
    algebra = _Algebra(field.width)
    flops = [gate for gate in netlist.gates if gate.is_flop]
    state: dict[int, Value] = {gate.output: None for gate in flops}
    inputs: dict[int, Value] = {**algebra.operands(ports), start: 1}
    for _ in range(cycles):
        wanted = [gate.inputs[0] for gate in flops]
        found = algebra.values(netlist, {**inputs, **state}, wanted, through_flops=False)
        state = {gate.output: found[gate.inputs[0]] for gate in flops}
        gone = ports.a if held else (*ports.a, *ports.b)
        inputs = {**inputs, **dict.fromkeys(gone), start: 0}
    result = algebra.values(netlist, {**inputs, **state}, ports.p, through_flops=False)
    for k, row in enumerate(field.reduction_rows):
        _compare(algebra, k, result[ports.p[k]], algebra.product(row, field.width, 1))


@dataclass(frozen=True)
class _Ports:
    a: tuple[int, ...]
    b: tuple[int, ...]
    p: tuple[int, ...]

    @classmethod
    def of(cls, netlist: GateNetlist, width: int, lanes: int) -> "_Ports":
        try:
            a, b, p = netlist.inputs["a_i"], netlist.inputs["b_i"], netlist.outputs["p_o"]
        except KeyError as error:
            raise CheckFailed(f"{netlist.top}: no port {error}") from error
        if (len(a), len(b), len(p)) != (lanes * width, lanes * width, width):
            raise CheckFailed(f"{netlist.top}: the ports of the operands are not {width} bits wide")
        _one_clock(netlist)
        return cls(a, b, p)


def _one_clock(netlist: GateNetlist) -> None:
    """All registers must follow the clock; only then are they wires, or cycles."""
    (clock,) = netlist.inputs["clk_i"]
    for gate in netlist.gates:
        if gate.is_flop and gate.clock != clock:
            raise CheckFailed(f"{netlist.top}: the register of net {gate.output} is not on clk_i")


def _equal_ranks(netlist: GateNetlist, p: Sequence[int], stages: int) -> None:
    rank = ranks(netlist)
    for k, net in enumerate(p):
        if rank.get(net) != stages:
            raise CheckFailed(f"p_o[{k}]: {rank.get(net, 0)} registers on the way, not {stages}")


def _compare(algebra: "_Algebra", k: int, found: Value, wanted: int) -> None:
    if found is None:
        raise CheckFailed(f"p_o[{k}]: depends on what was there before")
    wrong = found ^ wanted
    if not wrong:
        return
    lowest = (wrong & -wrong).bit_length() - 1
    i, j = divmod(lowest, algebra.stride)
    term = " ".join([f"a_i[{i - 1}]"] * (i > 0) + [f"b_i[{j - 1}]"] * (j > 0)) or "constant 1"
    state = "missing" if wanted >> lowest & 1 else "too much"
    others = wrong.bit_count() - 1
    raise CheckFailed(f"p_o[{k}]: {term} is {state}" + (f", {others} more" if others else ""))


@dataclass(frozen=True)
class _Algebra:
    """Polynomials in a[] and b[], n bits each, packed into integers."""

    bits: int

    @property
    def stride(self) -> int:
        return self.bits + 1

    def operands(self, ports: _Ports) -> dict[int, Value]:
        a: dict[int, Value] = {net: 1 << (i + 1) * self.stride for i, net in enumerate(ports.a)}
        return a | {net: 1 << (j + 1) for j, net in enumerate(ports.b)}

    def product(self, row: int, width: int, lanes: int) -> int:
        """Sum of all a[i] b[j] of a lane with bit i + j of `row` set, over all lanes."""
        mask = (1 << width) - 1
        total = 0
        for lane in range(lanes):
            first = lane * width
            for i in range(width):
                total |= (row >> i & mask) << ((first + i + 1) * self.stride + first + 1)
        return total

    def values(
        self,
        netlist: GateNetlist,
        known: Mapping[int, Value],
        keep: Sequence[int],
        through_flops: bool = True,
    ) -> dict[int, Value]:
        """The polynomials of the nets `keep`; others are dropped when they are no longer used."""
        value: dict[int, Value] = {ZERO: 0, ONE: 1, **known}
        uses = Counter(net for gate in netlist.gates for net in gate.inputs)
        uses.update((*keep, ZERO, ONE))
        a_only = sum(1 << i * self.stride for i in range(self.stride))
        for gate in ordered(netlist, through_flops):
            try:
                operands = [value[net] for net in gate.inputs]
            except KeyError as error:
                raise CheckFailed(f"net {error}: neither operand nor driven by one") from error
            value[gate.output] = self._output(netlist, gate, operands, a_only)
            for net in gate.inputs:
                uses[net] -= 1
                if not uses[net]:
                    del value[net]
        return value

    def _output(
        self, netlist: GateNetlist, gate: Gate, operands: Sequence[Value], a_only: int
    ) -> Value:
        """The polynomial at the output of a gate; fails if it is not of this form."""
        x, y = operands[0], operands[-1]
        if gate.kind == "$_MUX_":  # pins in alphabetical order: A, B, S
            if y not in (0, 1):
                raise CheckFailed(f"{netlist.top}: net {gate.output} is chosen by an operand")
            return operands[y]
        if gate.kind == "$_AND_" and 0 in (x, y):
            return 0
        if x is None or y is None:
            return None
        b_end = 1 << self.stride
        match gate.kind:
            case "$_DFF_P_":
                return x
            case "$_NOT_":
                return x ^ 1
            case "$_XOR_":
                return x ^ y
            case "$_XNOR_":
                return x ^ y ^ 1
            case "$_AND_" if (x < b_end and y & a_only == y) or (y < b_end and x & a_only == x):
                return x * y
            case _:
                raise CheckFailed(
                    f"{netlist.top}: the {gate.kind.strip('$_')} gate of net {gate.output} has no "
                    "place in a multiplier, or mixes the operands"
                )
