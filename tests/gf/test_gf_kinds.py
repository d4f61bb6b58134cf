# SPDX-License-Identifier: Apache-2.0
"""Every kind of multiplier: proofs in many fields, counts, what it refuses."""

import dataclasses
import os
import random
from datetime import date

import pytest

from rows import nightly
from sealwright.base.errors import CheckFailed, UsageError
from sealwright.cores.multiplier import KINDS, Multiplier, has_lattice, parse_polynomial
from sealwright.model.field import GCM_FIELD, is_irreducible
from sealwright.synth.multiplier import levels, measure
from sealwright.synth.proof import prove, prove_constant, prove_netlist, prove_serial

GCM = GCM_FIELD.poly
KEY = 0x66E94BD4EF8A2C3B884CFA59CA342B2E  # any
WIDTHS = {  # exponents of the usual polynomials
    2: (2, 1, 0),
    3: (3, 1, 0),
    8: (8, 4, 3, 1, 0),
    16: (16, 5, 3, 1, 0),
    17: (17, 3, 0),
    32: (32, 7, 3, 2, 0),
    64: (64, 4, 3, 1, 0),
    127: (127, 1, 0),
    128: (128, 7, 2, 1, 0),
    163: (163, 7, 6, 3, 0),
    233: (233, 74, 0),
    256: (256, 10, 5, 2, 0),
}
ANYWHERE = [kind for kind in KINDS if kind != "hybrid"]
PIPELINED = [kind for kind in ANYWHERE if "stages" in KINDS[kind].knobs]


def field_poly(width: int) -> int:
    return sum(1 << e for e in WIDTHS[width])


def instance(kind: str, poly: int, seed: int) -> Multiplier:
    """With knobs at random, so that the kinds meet several values of each."""
    rng = random.Random(f"{kind} {poly} {seed}")
    width = poly.bit_length() - 1
    choices = {
        "stages": rng.randint(1, 8),
        "halt": rng.randint(1, min(width, 9)),
        "digit": rng.randint(1, min(width, 40)),
        "lanes": rng.randint(1, 3),
        "key": rng.getrandbits(width),
        "tables": rng.randint(0, 1),
        "lattice": 0,
        "fold": rng.randint(0, 1),
        "levels": width.bit_length() + rng.randint(1, 6),
    }
    if has_lattice(width, choices["halt"]):
        choices["lattice"] = rng.randint(0, 1)
    return Multiplier(kind, poly, **{k: v for k, v in choices.items() if k in KINDS[kind].knobs})


@pytest.mark.parametrize("width", [2, 8, *nightly([3, 16, 17])])
@pytest.mark.parametrize("kind", ANYWHERE)
def test_small_fields(kind: str, width: int) -> None:
    for seed in range(2):
        prove(instance(kind, field_poly(width), seed))


@pytest.mark.parametrize("poly", [0b1101101, 0b111101])
def test_folding_of_other_taps(poly: int) -> None:
    """Pairs of taps that are two apart, and three taps, where the usual polynomials have others."""
    prove(Multiplier("karatsuba", poly, fold=1))


@pytest.mark.parametrize("levels", [7, 9, 12])
def test_shallow_products_of_odd_width(levels: int) -> None:
    prove(Multiplier("tmvp-shallow", field_poly(17), levels=levels))


@pytest.mark.nightly
@pytest.mark.parametrize("width", [64, 127, 128, 163, 233, 256])
@pytest.mark.parametrize("kind", ANYWHERE)
def test_wide_fields(kind: str, width: int) -> None:
    prove(instance(kind, field_poly(width), 0))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["karatsuba", "tmvp-dual", "lfsr"])
def test_widest_fields(kind: str) -> None:
    prove(Multiplier(kind, 1 << 512 | 0b100100101))


def random_fields(count: int) -> list[int]:
    """Different every day, the same within a day; SEALWRIGHT_SEED repeats those of another day."""
    rng = random.Random(os.environ.get("SEALWRIGHT_SEED", date.today().isoformat()))
    found: list[int] = []
    while len(found) < count:
        width = rng.randint(2, 96)
        poly = 1 << width | rng.getrandbits(width) | 1
        if is_irreducible(poly):
            found.append(poly)
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("poly", random_fields(20))
def test_random_fields(poly: int) -> None:
    """Dense polynomials: the highest tap is near the top, every row of a matrix is heavy."""
    for kind in ANYWHERE:
        mult = instance(kind, poly, 0)
        try:
            prove(mult)
        except CheckFailed as error:
            raise CheckFailed(f"{mult}: {error}") from None


# kind, other knobs, AND gates, XOR gates (what depends on the key alone too): the latter exactly
# for the kinds of Toeplitz products, at the most for the others
GATES = [
    ("tmvp-precomputed", {"halt": 4, "lattice": 1}, 3888, 7477),
    ("fixed-key", {"key": KEY}, 0, 4000),
    ("karatsuba", {"halt": 4, "fold": 1}, 3888, 8455 + 445),
]
MORE_GATES = [
    ("tmvp-dual", {"halt": 4}, 3888, 7557 + 328 + 10),
    ("tmvp-shallow", {"levels": 10}, 5540, 9630),
    ("partial-product", {}, 128 * 128, 128 * 127 + 3 * 127),
    ("tmvp-dual", {"halt": 2}, 2916, 8651 + 328 + 10),
    ("tmvp-precomputed", {"halt": 4}, 3888, 7557 + 328 + 10),
    ("tmvp-precomputed", {"halt": 2, "lattice": 1}, 2916, 8186),
]


@pytest.mark.parametrize(("kind", "knobs", "and2", "xor2"), [*GATES, *nightly(MORE_GATES)])
def test_gates_at_128_bits(kind: str, knobs: dict[str, int], and2: int, xor2: int) -> None:
    mult = Multiplier(kind, **knobs)
    prove(mult)
    found = measure(mult, luts=False)
    assert found["and"] == and2
    assert found["xor"] == xor2 if kind.startswith("tmvp") else found["xor"] <= xor2
    assert found["other"] == 0


@pytest.mark.parametrize(("halt", "gates"), [(4, 9336), *nightly([(2, 8364)])])
def test_a_precomputed_key_side_leaves_the_rest(halt: int, gates: int) -> None:
    """What is left in every product, and the way back."""
    found = measure(Multiplier("tmvp-precomputed", halt=halt), luts=False)
    assert found["and"] + found["xor"] - found["key_only_xor"] == gates + 10


MORE_BALANCED = [(32, 2), (32, 8), (64, 2), (64, 5), (64, 8)]


@pytest.mark.parametrize(("width", "stages"), [(32, 5), *nightly(MORE_BALANCED)])
@pytest.mark.parametrize("kind", PIPELINED)
def test_stages_are_balanced(kind: str, width: int, stages: int) -> None:
    """With the key side in front, which depends on a register that is loaded once for each key."""
    check_balance(Multiplier(kind, field_poly(width), stages=stages))


def check_balance(mult: Multiplier) -> None:
    """No gates are left after the last register, and no stage is much deeper than the others."""
    found, stages = levels(mult), mult.knob("stages")
    assert len(found["stage_depths"]) == stages, mult
    assert max(found["stage_depths"]) <= -(-found["depth"] // stages) + 1, mult


@pytest.mark.parametrize("stages", [2, 4])
def test_a_fixed_key_has_no_stage_beyond_its_share(stages: int) -> None:
    """Its plan spares no levels, since nothing stands in front of it."""
    found = levels(Multiplier("fixed-key", field_poly(128), stages=stages))
    assert max(found["stage_depths"]) == -(-found["depth"] // stages)


DENSE = [(5, 2, 0)]
DENSEST = [
    (11, 9, 7, 6, 5, 3, 2, 1, 0),
    (15, 11, 10, 9, 8, 7, 5, 2, 0),
    (16, 15, 13, 11, 8, 7, 4, 3, 0),
]


@pytest.mark.parametrize(
    "exponents",
    [*DENSE, *nightly((exponents,) for exponents in DENSEST)],
    ids=lambda exponents: str(exponents[0]),
)
@pytest.mark.parametrize("kind", PIPELINED)
def test_stages_of_dense_fields(kind: str, exponents: tuple[int, ...]) -> None:
    """Where the depth of the matrix, or of the reduction, is not on the longest path."""
    halts = (4, 2, 3) if "halt" in KINDS[kind].knobs else (0,)
    for stages, halt in (*((2, halt) for halt in halts), (3, halts[0])):
        knobs = {"halt": halt} if halt else {}
        check_balance(Multiplier(kind, sum(1 << e for e in exponents), stages=stages, **knobs))


@pytest.mark.nightly
@pytest.mark.parametrize("width", [127, 128, 163, 233, 256])
@pytest.mark.parametrize("kind", PIPELINED)
def test_stages_of_wide_fields(kind: str, width: int) -> None:
    for stages in (2, 3, 4, 8):
        check_balance(Multiplier(kind, field_poly(width), stages=stages))


@pytest.mark.parametrize("kind", ["partial-product", "digit-serial", "fixed-key"])
def test_registers_on_other_clocks_are_refuted(kind: str) -> None:
    knobs = {"stages": 2} if "stages" in KINDS[kind].knobs else {}
    mult = Multiplier(kind, field_poly(8), **knobs)
    netlist = prove(mult)
    other = netlist.inputs["a_i"][0]
    last = max(i for i, gate in enumerate(netlist.gates) if gate.is_flop)
    gates = list(netlist.gates)
    gates[last] = dataclasses.replace(gates[last], clock=other)
    broken = dataclasses.replace(netlist, gates=tuple(gates))
    with pytest.raises(CheckFailed, match="is not on clk_i"):
        if KINDS[kind].serial:
            prove_serial(broken, mult.field, mult.latency)
        elif kind == "fixed-key":
            prove_constant(broken, mult.field, mult.knob("key"), mult.latency)
        else:
            prove_netlist(broken, mult.field, mult.latency)


def test_serial_proofs_refute() -> None:
    """A product that is a cycle late, and one that depends on the state before it."""
    mult = Multiplier("digit-serial", field_poly(16), digit=3)
    netlist = prove(mult)
    with pytest.raises(CheckFailed, match=r"p_o\[\d+\]: a_i"):
        prove_serial(netlist, mult.field, mult.latency - 1)
    (start,) = netlist.inputs["start_i"]
    stuck = [
        dataclasses.replace(gate, inputs=tuple(0 if net == start else net for net in gate.inputs))
        for gate in netlist.gates
    ]
    broken = dataclasses.replace(netlist, gates=tuple(stuck))
    with pytest.raises(CheckFailed, match="what was there before"):
        prove_serial(broken, mult.field, mult.latency)


@pytest.mark.parametrize("tower", [0, *nightly([1])])
def test_hybrid(tower: int) -> None:
    prove(Multiplier("hybrid", tower=tower))


@pytest.mark.parametrize(
    ("kind", "knobs", "message"),
    [
        ("school", {}, "unknown kind 'school'"),
        ("karatsuba", {"poly": 0x11F}, r"x\^8 \+ x\^4 \+ x\^3 \+ x\^2 \+ x \+ 1 is reducible"),
        ("karatsuba", {"halt": 0}, "halt 0: must be 1 to 128"),
        ("karatsuba", {"halt": 129}, "halt 129: must be 1 to 128"),
        ("karatsuba", {"stages": 9}, "stages 9: must be 1 to 8"),
        ("lfsr", {"halt": 4}, "lfsr has no knob 'halt'"),
        ("mastrovito", {"lanes": 2}, "mastrovito has no knob 'lanes'"),
        ("hybrid", {"poly": 0x11B}, "hybrid has no tower but for"),
        ("hybrid", {"tower": 2}, "tower 2: must be 0 to 1"),
        ("fixed-key", {"key": 1 << 128}, "key"),
    ],
)
def test_refused(kind: str, knobs: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Multiplier(kind, **knobs)


@pytest.mark.parametrize(
    ("text", "width", "poly"),
    [("7,2,1,0", 128, GCM), ("128,7,2,1,0", 128, GCM), ("4,3,1,0", 8, 0x11B)],
)
def test_polynomials(text: str, width: int, poly: int) -> None:
    assert parse_polynomial(text, width) == poly


@pytest.mark.parametrize("text", ["", "7;2", "1,1", "-1,2", "600,0", "9,4,0"])
def test_bad_polynomials(text: str) -> None:
    with pytest.raises(UsageError, match="--poly"):
        parse_polynomial(text, 8)
