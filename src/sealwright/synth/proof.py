# SPDX-License-Identifier: Apache-2.0
"""Algebraic proof that a circuit multiplies in GF(2^m): complete, in seconds, for any structure.

Each net of a multiplier is a polynomial over GF(2) in the operand bits, linear in a[] and linear
in b[]. The proof carries these polynomials from the inputs through the gates and compares what
arrives at the outputs with the specification (`sealwright.model.field`), coefficient by
coefficient. Nothing is sampled. Registers of a feed-forward pipeline count as wires, after a check
that all paths from inputs to outputs have the same number of them.

A polynomial is one `int`: bit i S + j, S = m + 1, is the coefficient of the product of a[i-1] (or 1
if i = 0) and b[j-1] (or 1 if j = 0). A sum is an exclusive or; the product of a polynomial in a[]
and one in b[] is an integer product, in which no two partial products meet.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sealwright.errors import CheckFailed
from sealwright.files import library_files
from sealwright.model.field import Field
from sealwright.synth.gates import ONE, ZERO, GateNetlist, elaborate_gates, ordered, ranks


def prove_multiplier(poly: int, *, kind: int = 0, stages: int = 1, halt: int = 4) -> GateNetlist:
    """Prove `seal_gf_mult` with these parameters; returns the netlist that was proved."""
    field = Field(poly)
    params = {"Width": field.width, "Poly": poly, "Kind": kind, "Stages": stages, "Halt": halt}
    netlist = elaborate_gates("seal_gf_mult", library_files("gf"), params)
    prove_netlist(netlist, field, stages)
    return netlist


def prove_netlist(netlist: GateNetlist, field: Field, stages: int) -> None:
    """Prove that p_o = a_i b_i in `field`, `stages` cycles later; fails with what is wrong."""
    width = field.width
    try:
        a, b, p = netlist.inputs["a_i"], netlist.inputs["b_i"], netlist.outputs["p_o"]
    except KeyError as error:
        raise CheckFailed(f"{netlist.top}: no port {error}") from error
    if (len(a), len(b), len(p)) != (width, width, width):
        raise CheckFailed(f"{netlist.top}: the ports of the operands are not {width} bits wide")
    rank = ranks(netlist)
    for k, net in enumerate(p):
        if rank.get(net) != stages:
            raise CheckFailed(f"p_o[{k}]: {rank.get(net, 0)} registers on the way, not {stages}")
    algebra = _Algebra(width)
    value = algebra.values(netlist, a, b, p)
    for k, row in enumerate(field.reduction_rows):
        _compare(algebra, k, value[p[k]], algebra.coefficient(row))


def _compare(algebra: "_Algebra", k: int, found: int, wanted: int) -> None:
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
    """Polynomials in a[] and b[] packed into integers."""

    width: int

    @property
    def stride(self) -> int:
        return self.width + 1

    def coefficient(self, row: int) -> int:
        """Sum of all a[i] b[j] with bit i + j of `row` set."""
        mask = (1 << self.width) - 1
        total = 0
        for i in range(self.width):
            total |= (row >> i & mask) << ((i + 1) * self.stride + 1)
        return total

    def values(
        self, netlist: GateNetlist, a: Sequence[int], b: Sequence[int], keep: Sequence[int]
    ) -> dict[int, int]:
        """The polynomials of the nets `keep`; others are dropped when they are no longer used."""
        value = {ZERO: 0, ONE: 1}
        value.update({net: 1 << (i + 1) * self.stride for i, net in enumerate(a)})
        value.update({net: 1 << (j + 1) for j, net in enumerate(b)})
        uses = Counter(net for gate in netlist.gates for net in gate.inputs)
        uses.update((*keep, ZERO, ONE))
        a_only = sum(1 << i * self.stride for i in range(self.stride))
        for gate in ordered(netlist):
            try:
                operands = [value[net] for net in gate.inputs]
            except KeyError as error:
                raise CheckFailed(f"net {error}: neither operand nor driven by one") from error
            result = self._output(gate.kind, operands, a_only)
            if result is None:
                raise CheckFailed(
                    f"{netlist.top}: the {gate.kind.strip('$_')} gate of net {gate.output} has no "
                    "place in a multiplier, or mixes the operands"
                )
            value[gate.output] = result
            for net in gate.inputs:
                uses[net] -= 1
                if not uses[net]:
                    del value[net]
        return value

    def _output(self, kind: str, operands: Sequence[int], a_only: int) -> int | None:
        """The polynomial behind a gate, None if it would have another form."""
        x, y = operands[0], operands[-1]
        match kind:
            case "$_DFF_P_":
                return x
            case "$_NOT_":
                return x ^ 1
            case "$_XOR_":
                return x ^ y
            case "$_XNOR_":
                return x ^ y ^ 1
            case "$_AND_":
                b_end = 1 << self.stride
                one_side_each = (x < b_end and y & a_only == y) or (y < b_end and x & a_only == x)
                return x * y if one_side_each else None
            case _:
                return None
