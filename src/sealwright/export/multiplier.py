# SPDX-License-Identifier: Apache-2.0
"""A multiplier as a folder: plain Verilog, and a bench with products of the model."""

import random
from collections.abc import Mapping
from functools import reduce
from operator import xor
from pathlib import Path

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed
from sealwright.cores.multiplier import Multiplier, polynomial
from sealwright.export.equal import same
from sealwright.export.folder import part
from sealwright.export.plain import plain_verilog
from sealwright.export.write import written
from sealwright.synth.multiplier import TOP, design

_PRODUCTS = 200
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


def _texts(mult: Multiplier, *, prove: bool) -> Mapping[str, str]:
    progress(f"export: {TOP}.v ...")
    body = plain_verilog(design(mult))
    if prove and not same(design(mult), body):
        raise CheckFailed(f"{mult.kind}: the plain Verilog is not the same hardware")
    return {
        f"{TOP}.v": f"{_head(mult)}\n{body}",
        "bench.v": _bench(mult),
        "products.hex": _products(mult),
        "Makefile": part("Makefile", name=TOP, top=TOP).replace(" streams.v", ""),
    }


def _head(mult: Multiplier) -> str:
    knobs = ", ".join(f"{knob} {mult.knob(knob)}" for knob in mult.how.knobs) or "no knobs"
    lines = [
        "SPDX-License-Identifier: Apache-2.0",
        "",
        f"Product in GF(2)[x]/({polynomial(mult.poly)}): {mult.how.what}.",
        f"{mult.kind}, {knobs}; {mult.latency} cycle(s). Bit i is the coefficient of x^i.",
    ]
    return "".join(f"// {line}".rstrip() + "\n" for line in lines)


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


def _bench(mult: Multiplier) -> str:
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
    return _BENCH.format(top=TOP, **numbers)
