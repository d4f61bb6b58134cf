# SPDX-License-Identifier: Apache-2.0
"""Nodes of logic: equal ones are one, and constants are folded.

Inputs of AND, OR, XOR and of a carry count in any order.
"""

import hashlib
from collections.abc import Iterable

Key = tuple[int, ...]  # what a node is and its inputs


def number(text: str) -> int:
    """A name of a kind as a number, the same in every process."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7])


KIND = {kind: number(kind) for kind in ("and", "or", "xor", "carry", "not", "mux")}
SORTED = {KIND[kind] for kind in ("and", "or", "xor", "carry")}


class Nodes:
    """Nodes by number, those of `constants` first: `kinds` and `inputs`."""

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.inputs: list[tuple[int, ...]] = []
        self._known: dict[Key, int] = {}
        self.constants = {bit: self._leaf(f"constant {bit}") for bit in "01xz"}
        self._zero, self._one = self.constants["0"], self.constants["1"]

    def _new(self, kind: int, inputs: tuple[int, ...]) -> int:
        self.kinds.append(kind)
        self.inputs.append(inputs)
        return len(self.kinds) - 1

    def _leaf(self, what: str) -> int:
        return self._new(number(what), ())

    def _node(self, kind: int, inputs: tuple[int, ...]) -> int:
        """The node of this kind with these inputs; equal ones are the same."""
        key = (kind, *inputs)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._new(kind, inputs)
        return found

    def _not(self, a: int) -> int:
        if a in (self._zero, self._one):
            return self._one if a == self._zero else self._zero
        if self.kinds[a] == KIND["not"]:
            return self.inputs[a][0]
        return self._node(KIND["not"], (a,))

    def _gate(self, kind: str, inputs: Iterable[int]) -> int:
        """AND, OR or XOR of any number of bits, in any order."""
        if kind == "xor":
            return self._xor(inputs)
        absorbing, neutral = self._zero, self._one
        if kind == "or":
            absorbing, neutral = neutral, absorbing
        bits = set(inputs) - {neutral}
        if absorbing in bits:
            return absorbing
        if len(bits) < 2:
            return bits.pop() if bits else neutral
        return self._node(KIND[kind], tuple(sorted(bits)))

    def _xor(self, inputs: Iterable[int]) -> int:
        odd: set[int] = set()
        for bit in inputs:
            odd ^= {bit}
        inverted = self._one in odd
        odd -= {self._zero, self._one}
        if len(odd) < 2:
            found = odd.pop() if odd else self._zero
        else:
            found = self._node(KIND["xor"], tuple(sorted(odd)))
        return self._not(found) if inverted else found

    def _carry(self, inputs: Iterable[int]) -> int:
        """Whether two of three bits are one."""
        a, b, c = sorted(inputs)  # constants have the least numbers
        if a == b or b == c:
            return b
        if a in (self._zero, self._one):
            return self._gate("and" if a == self._zero else "or", (b, c))
        return self._node(KIND["carry"], (a, b, c))

    def _mux(self, select: int, low: int, high: int) -> int:
        if select in (self._zero, self._one) or low == high:
            return high if select == self._one else low
        if {low, high} == {self._zero, self._one}:
            return select if high == self._one else self._not(select)
        return self._node(KIND["mux"], (select, low, high))
