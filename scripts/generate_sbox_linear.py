# SPDX-License-Identifier: Apache-2.0
"""Writes rtl/aes/seal_aes_linear_pkg.sv: the linear parts of the S-box of few gates.

The S-box inverts x in GF(2^8) in three parts: sums y of bits of x; a part with all the products
(seal_aes_gates_pkg); sums of its results z. Since (c x^(2^k))^-1 = c^-1 (x^-1)^(2^k), the middle
part serves as well for c x^(2^k) in place of x, for any of 255 c and 8 k, if that is undone behind
it. For each of these 2040 pairs of linear parts scripts/sbox/linear.cpp finds out how few gates
they need, and for the smallest ones all circuits of that size. A bottom part, with its 18 inputs
and 8 outputs, is the circuit of the transposed matrix read backwards: gates become branches and
branches become gates. So no two parts around this middle part have fewer XOR gates.

Takes half a minute. Random, and seeded, is only which circuits of equal size are compared by depth.
"""

import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from sealwright.base.files import repo_root

LIMIT = 3  # sums besides the wanted ones
MOST = 50  # circuits of equal size that are looked at
SEED = 1
TRIES = 200  # circuits of the same sums that are compared by depth

# Which bits of x are in y_j, and in which bits of the inverse of x is z_i. y_0 to y_17 and the z
# are those of Boyar and Peralta (whose x_0 is bit 7); y_18 and y_19: see seal_aes_gates_pkg.
FORMS = (1, 97, 225, 231, 113, 99, 155, 79, 132, 144, 250, 78, 150, 130, 20, 154, 46, 180, 2, 172)
SHARES = (28, 100, 120, 226, 110, 140, 254, 10, 244, 65, 104, 41, 190, 222, 96, 255, 182, 73)
# How many gates behind the element that is inverted each z is ready, behind the small inversion
# and behind the shallow one
ARRIVAL = ((9, 8, 5, 11, 10, 5, 6, 12, 11) * 2, (6, 4, 5, 6, 4, 5, 6, 7, 5) * 2)
# c and k of the shallowest of all smallest pairs, by direction: forward, inverse. That they are is
# no matter for the circuit's being right; `survey` finds them again, in some minutes.
SHALLOW = ((0x68, 1), (0x83, 1))


@dataclass(frozen=True)
class Choice:
    """The sums that one direction needs for c x^(2^k) in place of x; see FORMS and SHARES."""

    c: int
    k: int
    forms: tuple[int, ...]  # bits of the input in y_j
    shares: tuple[int, ...]  # bits of the output that contain z_i
    offset: int  # bit j: y_j is complemented


@dataclass(frozen=True)
class Circuit:
    """Gates as triples of what is made and of what, in order; wires of the outputs."""

    gates: tuple[tuple[str, str, str], ...]
    outputs: tuple[str, ...]
    depth: int


def times(a: int, b: int) -> int:
    """Product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    result = 0
    for i in reversed(range(8)):
        result = (result << 1) ^ (0x11B if result & 0x80 else 0) ^ (a if b >> i & 1 else 0)
    return result


def power(a: int, k: int) -> int:
    """a^(2^k)"""
    for _ in range(k):
        a = times(a, a)
    return a


def rotated(a: int, shifts: Iterable[int]) -> int:
    """The sum of a rotated to the left by each of the shifts."""
    result = 0
    for n in shifts:
        result ^= (a << n | a >> (8 - n)) & 0xFF
    return result


def affine(a: int) -> int:
    """The matrix of SubBytes (FIPS 197, section 5.1.1)."""
    return rotated(a, range(5))


def affine_inverse(a: int) -> int:
    """Its inverse (section 5.3.2)."""
    return rotated(a, (1, 3, 6))


def same(a: int) -> int:
    return a


def transposed(forms: Sequence[int], images: Sequence[int]) -> tuple[int, ...]:
    """The bits of x in form(map(x)) for each form, by the map's images of the bits."""
    return tuple(sum((m & v).bit_count() % 2 << i for i, v in enumerate(images)) for m in forms)


def choices(inverse: bool) -> list[Choice]:
    """The 2040 pairs of parts."""
    ahead, behind = (affine_inverse, same) if inverse else (same, affine)
    found = []
    for k, c in product(range(8), range(1, 256)):
        # (c x^(2^k))^-1 = c^-1 (x^-1)^(2^k): multiply by c and take the 2^k-th root, power 2^(8-k)
        forms = transposed(FORMS, [times(c, power(ahead(1 << i), k)) for i in range(8)])
        shares = tuple(behind(power(times(c, z), 8 - k)) for z in SHARES)
        offset = sum((m & 0x63).bit_count() % 2 << j for j, m in enumerate(forms)) if inverse else 0
        found.append(Choice(c, k, forms, shares, offset))
    return found


def smallest(
    program: Path, problems: Iterable[Sequence[int]], most: int, limit: int = LIMIT
) -> list[list[list[int]]]:
    """What the search finds for each problem: bytes of programs, in order."""
    text = "".join(" ".join(map(str, sorted(set(wanted)))) + "\n" for wanted in problems)
    command = [str(program), str(limit), str(most)]
    done = subprocess.run(command, input=text, check=True, capture_output=True, text=True)
    lines = iter(done.stdout.splitlines())
    return [[[int(w) for w in next(lines).split()] for _ in range(int(n))] for n in lines]


def cost(found: Sequence[Sequence[int]], wanted: Sequence[int]) -> int:
    """Gates of a smallest program; if none was found, what it has at least."""
    if found:
        return len(found[0])
    return len({byte for byte in wanted if byte.bit_count() > 1}) + LIMIT + 1


def build(folder: str) -> Path:
    """The search, compiled."""
    program = Path(folder) / "linear"
    source = repo_root() / "scripts/sbox/linear.cpp"
    subprocess.run(["g++", "-O3", "-o", program, source], check=True)
    return program


def best(program: Path, inverse: bool) -> list[Choice]:
    """The choices with the fewest gates."""
    every = choices(inverse)
    tops = smallest(program, (c.forms for c in every), 1)
    bottoms = smallest(program, (c.shares for c in every), 1)
    found = list(zip(every, tops, bottoms, strict=True))
    gates = {c: cost(t, c.forms) + cost(b, c.shares) for c, t, b in found}
    fewest = min(gates[c] for c, t, b in found if t and b)
    assert all(gates[c] >= fewest for c in every), "a program that was not found may be smaller"
    return [c for c, t, b in found if t and b and gates[c] == fewest]


def pairs(order: Sequence[int], rng: random.Random) -> dict[int, tuple[int, int]]:
    """For each byte of a program two bytes before it whose sum it is, least depth first."""
    level = {1 << i: 0 for i in range(8)}
    made: dict[int, tuple[int, int]] = {}
    left = set(order)
    while left:
        ready = {}
        for byte in sorted(left):
            ways = [(a, byte ^ a) for a in level if a < byte ^ a and byte ^ a in level]
            if ways:
                ready[byte] = rng.choice(ways)
        made |= ready
        level |= {byte: 1 + max(level[a], level[b]) for byte, (a, b) in ready.items()}
        left -= set(ready)
    return made


def top(forms: Sequence[int], order: Sequence[int], rng: random.Random) -> Circuit:
    """The circuit of sums of the bits of d."""
    name = {1 << i: f"d[{i}]" for i in range(8)}
    level = dict.fromkeys(name, 0)
    gates: list[tuple[str, str, str]] = []
    for byte, (a, b) in pairs(order, rng).items():
        name[byte] = f"t{len(gates)}"
        level[byte] = 1 + max(level[a], level[b])
        gates.append((name[byte], name[a], name[b]))
    return Circuit(tuple(gates), tuple(name[byte] for byte in forms), max(level.values()))


def bottom(
    arrival: Sequence[int], shares: Sequence[int], order: Sequence[int], rng: random.Random
) -> Circuit:
    """The circuit of the sums of z: that of `order` backwards."""
    uses: dict[int, list[tuple[int, str]]] = {byte: [] for byte in order}
    uses |= {1 << i: [] for i in range(8)}
    for i, byte in enumerate(shares):
        uses[byte].append((arrival[i], f"z[{i}]"))
    gates: list[tuple[str, str, str]] = []

    def summed(terms: list[tuple[int, str]]) -> tuple[int, str]:
        while len(terms) > 1:
            (_, a), (late, b), *terms = sorted(terms)
            gates.append((f"t{len(gates)}", a, b))
            terms.append((late + 1, gates[-1][0]))
        return terms[0]

    made = pairs(order, rng)
    for byte in reversed(made):
        value = summed(uses[byte])
        for part in made[byte]:
            uses[part].append(value)
    sums = [summed(uses[1 << i]) for i in range(8)]
    return Circuit(tuple(gates), tuple(name for _, name in sums), max(late for late, _ in sums))


def shallowest(
    make: Callable[[Sequence[int], Sequence[int], random.Random], Circuit],
    wanted: Sequence[int],
    found: Sequence[Sequence[int]],
    tries: int = TRIES,
) -> Circuit:
    """The circuit of the least depth among some of the same size."""
    rng = random.Random(SEED)
    tried = [make(wanted, order, rng) for order in found for _ in range(tries)]
    return min(tried, key=lambda circuit: circuit.depth)


def function(name: str, text: str, ports: tuple[str, str], circuit: Circuit, offset: int) -> str:
    """The circuit in SystemVerilog; bits of the output set in `offset` are complemented.

    A gate that makes an output takes its name, and is an XNOR where its polarity asks for that.
    """
    (given, made), width = ports, len(circuit.outputs)
    rename: dict[str, str] = {}
    wanted: dict[str, bool] = {}
    lines = []
    for k, wire in enumerate(circuit.outputs):
        if wire.startswith("t"):
            rename[wire], wanted[wire] = f"{made}[{k}]", bool(offset >> k & 1)
        else:
            lines.append(f"    {made}[{k}] = {'~' if offset >> k & 1 else ''}{wire};")
    inner = [wire for wire, _, _ in circuit.gates if wire not in rename]
    rename |= {wire: f"t{i}" for i, wire in enumerate(inner)}
    polarity: dict[str, bool] = {}
    for wire, a, b in circuit.gates:
        plain = polarity.get(a, False) != polarity.get(b, False)
        polarity[wire] = wanted.get(wire, plain)
        added = f"{rename.get(a, a)} ^ {rename.get(b, b)}"
        right = added if polarity[wire] == plain else f"~({added})"
        lines.append(f"    {rename[wire]} = {right};")
    size = {"z": 18}.get(given, 8)
    declared = [f"    logic [{width - 1}:0] {made};"]
    for i in range(0, len(inner), 15):
        names = ", ".join(rename[wire] for wire in inner[i : i + 15])
        declared.append(f"    logic {names};")
    return "\n".join(
        [
            *(f"  // {line}" for line in text.splitlines()),
            f"  function automatic logic [{width - 1}:0] {name}(logic [{size - 1}:0] {given});",
            "    /* verilator no_inline_task */",
            *declared,
            *lines,
            f"    return {made};",
            "  endfunction",
            "",
        ]
    )


HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Generated by scripts/generate_sbox_linear.py, which writes it again (search:
// scripts/sbox/linear.cpp, seed {seed}): do not edit.
//
// The linear parts of the S-box of few two-input gates (seal_aes_sbox_gates), of XOR and XNOR:
// sums y of bits of the input byte, and the output byte from the products z.
//
//                     gates at the top    at the bottom    map of x
{sizes}
//
// The middle part (seal_aes_gates_pkg) may be fed with c x^(2^k) in place of x, which changes both
// linear parts: map of x says which c and k. Each part has the fewest gates possible, by exhaustive
// search over the sets of bytes that a circuit of XOR gates makes; the bottom part is searched as
// the circuit of its transposed matrix. forward and inverse have the fewest gates in all for any c
// and k, the shallow ones the least depth that was found for any.
//
// Source: FIPS 197, sections 5.1.1 and 5.3.2; J. Boyar and R. Peralta, "A new combinational logic
// minimization technique with applications to cryptology", SEA 2010 (IACR ePrint 2009/191), for the
// sums themselves and the order of y and z; the change of x and the search are this project's.
package seal_aes_linear_pkg;

"""


def parts(
    program: Path, choice: Choice, shallow: bool, tries: int = TRIES
) -> tuple[Circuit, Circuit]:
    """The circuits of a choice."""
    tops, bottoms = smallest(program, (choice.forms, choice.shares), MOST)
    first = shallowest(top, choice.forms, tops, tries)
    last = shallowest(partial(bottom, ARRIVAL[shallow]), choice.shares, bottoms, tries)
    return first, last


def total(circuits: tuple[Circuit, Circuit]) -> int:
    return sum(circuit.depth for circuit in circuits)


def direction(program: Path, inverse: bool, shallow: bool) -> tuple[str, list[str]]:
    """The line of the table, and the functions of both parts."""
    name = ("inverse" if inverse else "forward") + ("_shallow" if shallow else "")
    if shallow:
        choice = next(c for c in choices(inverse) if (c.c, c.k) == SHALLOW[inverse])
    else:
        choice = min(best(program, inverse), key=lambda c: total(parts(program, c, shallow)))
    first, last = parts(program, choice, shallow)
    words = "Inverse" if inverse else "Forward"
    words += ", least deep" if shallow else ", fewest gates"
    sums = function(f"{name}_top", f"{words}: input byte", ("d", "y"), first, choice.offset)
    offset = 0 if inverse else 0x63
    output = function(f"{name}_bottom", f"{words}: output byte", ("z", "s"), last, offset)
    sizes = f"{len(first.gates):<20}{len(last.gates):<17}"
    return f"//   {name:18}{sizes}c = {choice.c:02X}, k = {choice.k}", [sums, output]


def survey(program: Path) -> None:
    """Gates and depth of the linear parts of every choice, for the shallow inversion."""
    for inverse in (False, True):
        rows = []
        for choice in choices(inverse):
            try:
                first, last = parts(program, choice, shallow=True, tries=5)
            except ValueError:  # nothing within the limit
                continue
            gates = len(first.gates) + len(last.gates)
            rows.append((first.depth + last.depth, gates, f"c = {choice.c:02X}, k = {choice.k}"))
        print("inverse" if inverse else "forward", *sorted(rows)[:20], sep="\n  ")


def text() -> str:
    """The whole file."""
    with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
        program = build(folder)
        kinds = [(inverse, shallow) for shallow in (False, True) for inverse in (False, True)]
        made = [direction(program, *kind) for kind in kinds]
        units = [1 << i for i in range(8)]
        rows = transposed(units, [affine_inverse(i) for i in units])
        (orders,) = smallest(program, [rows], MOST, limit=8)
        back = shallowest(top, rows, orders)
    lines = [*(line for line, _ in made), f"//   {'back':18}{len(back.gates)} in all"]
    said = "The affine map of the forward S-box backwards"
    ends = function("back", said, ("d", "s"), back, affine_inverse(0x63))
    body = [*(part for _, pair in made for part in pair), ends, "endpackage", ""]
    return HEAD.format(sizes="\n".join(lines), seed=SEED) + "\n".join(body)


def main() -> None:
    if sys.argv[1:] == ["--survey"]:
        with tempfile.TemporaryDirectory(prefix="sealwright-") as folder:
            survey(build(folder))
    else:
        (repo_root() / "rtl/aes/seal_aes_linear_pkg.sv").write_text(text())


if __name__ == "__main__":
    main()
