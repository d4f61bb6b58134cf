# SPDX-License-Identifier: Apache-2.0
"""The folder of a multiplier: besides what any has, a bench with products of the model."""

import random
from collections.abc import Mapping
from functools import reduce
from operator import xor
from pathlib import Path

from sealwright.base import store
from sealwright.base.console import counted, progress
from sealwright.cores.multiplier import Multiplier, polynomial
from sealwright.export.flows import Made
from sealwright.export.frame import Texts, frame, readme, verilog
from sealwright.export.write import written
from sealwright.report.interface import Port
from sealwright.synth import proof
from sealwright.synth.multiplier import TOP, design

_PRODUCTS = 200
_PROVED = """\
It has been proved to be the same hardware, and the sources have been proved to be this multiplier.
"""
_BENCH = """\
// SPDX-License-Identifier: Apache-2.0
//
// Bench of {top}: a line of products.hex is a, b and their product. Operands change every {every}
// cycle(s), and a product is there {latency} cycle(s) after its operands. Prints PASS or FAIL.
module bench;
  reg clk = 1'b0;
  always #5 clk = !clk;

  reg  [{a_top}:0] a, b;
  reg  start;
  wire [{p_top}:0] p;
  reg  [{line_top}:0] words [0:{last}];
  integer cycle, errors, number;

  {top} dut (.clk_i(clk), .start_i(start), .a_i(a), .b_i(b), .p_o(p));

  initial begin
    $readmemh("products.hex", words);
    errors = 0;
    for (cycle = 0; cycle < {cycles}; cycle = cycle + 1) begin
      @(negedge clk);
      if (cycle >= {latency} && (cycle - {latency}) % {every} == 0) begin
        number = (cycle - {latency}) / {every};
        if (number < {products} && p !== words[number][{p_top}:0]) begin
          errors = errors + 1;
          $display("product %0d is %h, expected %h", number, p, words[number][{p_top}:0]);
        end
      end
      start = cycle % {every} == 0;
      if (start && cycle / {every} < {products}) {{a, b}} = words[cycle / {every}] >> {width};
    end
    if (errors == 0) $display("PASS: {products} products");
    else $display("FAIL: %0d errors", errors);
    $finish;
  end
endmodule
"""


def export(mult: Multiplier, target: Path, *, prove: bool) -> list[str]:
    """Writes the folder, and returns the names of its files; errors as for a core."""
    return written(target, lambda: _texts(mult, prove=prove))


def _texts(mult: Multiplier, *, prove: bool) -> Texts:
    if prove:
        progress(f"proof of {mult.kind}, {mult.width} bits ...")
        proof.prove(mult)
    circuit = design(mult)
    made = Made(
        f"{mult.kind}-{store.digest(circuit.params)[:8]}",
        f"product in GF(2)[x]/({polynomial(mult.poly)}): {mult.how.what}",
        circuit,
        {"kind": mult.kind, **{knob: _setting(mult, knob) for knob in mult.how.knobs}},
        _ports(mult),
        bench=("bench.v",),
        words=("products.hex",),
    )
    return {
        **verilog(made, prove=prove),
        "bench.v": _bench(mult, made.top),
        "products.hex": _products(mult),
        **frame(made),
        **readme(
            made,
            {},
            opening=f"`{TOP}` of the kind {mult.kind}, parameters fixed.",
            words=f"{_PRODUCTS} products",
            use=_use(mult),
            proof=_PROVED if prove else "",
            answers="from a model in Python",
        ),
    }


def _setting(mult: Multiplier, knob: str) -> str:
    """A knob as the command line takes it."""
    return f"{mult.knob(knob):x}" if knob == "key" else str(mult.knob(knob))


def _ports(mult: Multiplier) -> list[Port]:
    operand = mult.width * mult.lane_count
    inputs = {"clk_i": 1, "start_i": 1, "a_i": operand, "b_i": operand}
    return [*(Port(name, "in", n) for name, n in inputs.items()), Port("p_o", "out", mult.width)]


def _use(mult: Multiplier) -> str:
    """How its ports are driven."""
    every = "Operands may change in every cycle"
    if mult.how.serial:
        every = f"Operands may change every {mult.cycles} cycles, with `start_i` high"
    held = "; `b_i` stays as it is until the product is there" if mult.how.held else ""
    return f"""\
## Ports

One clock, `clk_i`, of which the rising edge counts; no reset. {every}{held}.
A product is at `p_o` {counted(mult.latency, "cycle")} after its operands at `a_i` and `b_i`.
Bit i is the coefficient of x^i.
"""


def _products(mult: Multiplier) -> str:
    """Operands at the ends of their range, then random ones."""
    rng, width, lanes = random.Random(1), mult.width, mult.lane_count
    full = (1 << width * lanes) - 1
    operands = [(0, full), (full, full), (1, full), (full, 1)]
    while len(operands) < _PRODUCTS:
        operands.append((rng.getrandbits(width * lanes), rng.getrandbits(width * lanes)))
    digits = -(-_line(mult) // 4)
    return "".join(f"{_word(mult, a, b):0{digits}x}\n" for a, b in operands)


def _line(mult: Multiplier) -> int:
    """Bits of a, b and the product."""
    return mult.width * (2 * mult.lane_count + 1)


def _word(mult: Multiplier, a: int, b: int) -> int:
    width, lanes, mask = mult.width, mult.lane_count, (1 << mult.width) - 1
    fixed = mult.knob("key") if "key" in mult.how.knobs else None
    pairs = ((a >> width * n & mask, b >> width * n & mask) for n in range(lanes))
    products = (mult.field.multiply(x, y if fixed is None else fixed) for x, y in pairs)
    return (a << width * lanes | b) << width | reduce(xor, products)


def _bench(mult: Multiplier, top: str) -> str:
    numbers: Mapping[str, int] = {
        "a_top": mult.width * mult.lane_count - 1,
        "p_top": mult.width - 1,
        "line_top": _line(mult) - 1,
        "width": mult.width,
        "last": _PRODUCTS - 1,
        "products": _PRODUCTS,
        "every": mult.cycles,
        "latency": mult.latency,
        "cycles": mult.cycles * _PRODUCTS + mult.latency + 1,
    }
    return _BENCH.format(top=top, **numbers)
