# SPDX-License-Identifier: Apache-2.0
"""A self-checking bench of a core in plain Verilog: words from files, compared with words.

It plays the traffic twice, at full speed and with pauses everywhere, and ends with a zeroise. Each
wait has an end, so that a bench never hangs.
"""

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from sealwright.export.traffic import Stream, Words
from sealwright.report.interface import Port

_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Bench of {name}: plays what the files *.hex hold (see streams.v) and compares all answers,
// first at full speed, then with pauses at every stream; at last it zeroises the core. Prints PASS
// or FAIL as its last line. Run it where the files are.
module bench;
  reg     clk = 1'b0, rst_n = 1'b0, stall = 1'b0, zeroise = 1'b0;
  integer errors = 0, waited, pass;
  always #5 clk = !clk;
"""
_RUN = """
  wire all_sent = {sent};
  wire all_taken = {taken};
  wire moved = {moved};
  wire [31:0] sink_errors = {errors};

  // Known after reset: everything that others act on. A ready counts while something is offered
  // (that of s_cmd may depend on the slot of the command).
  always @(negedge clk) begin
    if (rst_n && (^{{{known}}}) === 1'bx) begin
      errors = errors + 1;
      $display("unknown at %0t: {known_format}", $time, {known});
    end
    if (errors > 9) begin
      $display("FAIL: more than 9 errors");
      $finish;
    end
  end

  // Waits until the core has answered everything and is idle, or nothing moves any more.
  task settle;
    begin
      waited = 0;
      @(negedge clk);
      while ((busy || !all_sent || !all_taken) && waited < {patience}) begin
        @(negedge clk);
        waited = moved ? 0 : waited + 1;
      end
      if (waited >= {patience}) begin
        errors = errors + 1;
        $display("nothing moves any more: {counts}", {counted});
      end
    end
  endtask

  initial begin
    for (pass = 0; pass < 2 && errors + sink_errors == 0; pass = pass + 1) begin
      rst_n = 1'b0;
      stall = pass != 0;
      repeat (4) @(negedge clk);
      rst_n = 1'b1;
      settle;
      if (slot_ready_o == 0) begin
        errors = errors + 1;
        $display("no slot has a key");
      end
    end
    zeroise = 1'b1;
    @(negedge clk) zeroise = 1'b0;
    settle;
    if (slot_ready_o != {left}) begin
      errors = errors + 1;
      $display("{wrong_left}");
    end
    if (errors + sink_errors == 0) $display("PASS: {summary}");
    else $display("FAIL: %0d errors", errors + sink_errors);
    $finish;
  end
endmodule
"""
_PATIENCE = 20_000  # cycles without a transfer
_SEED = 0x9E3779B9


def bench(
    name: str,
    top: str,
    ports: Sequence[Port],
    words: Mapping[str, Words],
    *,
    constant_key: bool = False,
) -> str:
    """The text of the bench of a core with these ports.

    Inputs that are no part of a stream are zero: of a counter for each slot it looks at that of
    slot 0. A constant key is there after a zeroise, too, and no other one.
    """
    lines = [_HEAD.format(name=name)]
    links = [".clk_i(clk)", ".rst_ni(rst_n)", ".zeroise_i(zeroise)", ".busy_o(busy)"]
    lines.append("  wire busy;")
    own = {port for one in words.values() for port in _ports_of(one)}
    for port in ports:
        if port.name not in ("clk_i", "rst_ni", "zeroise_i", "busy_o"):
            rests = port.direction == "in" and port.name not in own
            value = f" = {port.width}'d0" if rests else ""
            lines.append(f"  wire {_range(port.width)}{port.name}{value};")
            links.append(f".{port.name}({port.name})")
    for one in words.values():
        name, places, bits = one.stream.name, one.stream.places, one.stream.width
        lines.append(f"  wire [31:0] {_count(one)}, seen_{name};")
        lines.append(f"  wire [{places - 1}:0] valid_{name};")
        lines.append(f"  wire [{places * bits - 1}:0] data_{name};")
    lines += ["", f"  {top} dut (", _joined(links), "  );"]
    for number, one in enumerate(words.values()):
        lines += ["", *_end(one, number)]
    sources = [one for one in words.values() if one.stream.into_core]
    sinks = [one for one in words.values() if not one.stream.into_core]
    every = [*sources, *sinks]
    known = ["busy"]  # and the others that are no part of a stream
    known += [p.name for p in ports if p.direction == "out" and p.name not in {*own, "busy_o"}]
    known += [one.stream.valid for one in sinks]
    known += [_moves(one) for one in sources]
    run = _RUN.format(
        sent=" && ".join(f"{_count(one)} == {len(one.values)}" for one in sources),
        taken=" && ".join(f"{_count(one)} == {len(one.values)}" for one in sinks),
        moved=" ||\n    ".join(f"({_moves(one)})" for one in every),
        errors=" + ".join(f"errors_{one.stream.name}" for one in sinks),
        known=", ".join(known),
        known_format=", ".join(f"{name} %b" for name in known),
        patience=_PATIENCE,
        left="1" if constant_key else "0",
        wrong_left="the constant key is not there after a zeroise"
        if constant_key
        else "a slot has a key after a zeroise",
        counts=", ".join(f"{one.stream.name} %0d of {len(one.values)}" for one in every),
        counted=", ".join(map(_count, every)),
        summary=", ".join(f"{len(one.values)} words of {one.stream.name}" for one in every),
    )
    return "\n".join(lines) + run


def _range(width: int) -> str:
    return f"[{width - 1}:0] " if width > 1 else ""


def _joined(links: Sequence[str]) -> str:
    """Connections, one in a line."""
    return ",\n".join(f"    {link}" for link in links)


def _count(one: Words) -> str:
    """The signal that counts its transfers; s_cmd_count is a port."""
    return f"count_{one.stream.name}"


def _moves(one: Words) -> str:
    """Whether a transfer takes place."""
    return f"valid_{one.stream.name} != 0 && {one.stream.ready}"


def _ports_of(one: Words) -> list[str]:
    """All ports of a stream."""
    return [one.stream.valid, one.stream.ready, *(port.name for port in one.stream.payload)]


def _end(one: Words, number: int) -> list[str]:
    """The other end of a stream."""
    stream, name = one.stream, one.stream.name
    seed = f"32'h{_SEED * (number + 1) & 0xFFFFFFFF:08x}"
    about = [f".Width({stream.width})", f".Places({stream.places})"]
    about += [f".Words({len(one.values)})", f'.File("{name}.hex")', f".Seed({seed})"]
    links = [".clk_i(clk)", ".rst_ni(rst_n)", ".stall_i(stall)"]
    if stream.into_core:
        behind = f"seen_{one.behind}" if one.behind else "32'd0"
        links += [f".seen_i({behind})", f".valid_o(valid_{name})", f".ready_i({stream.ready})"]
        links += [f".data_o(data_{name})", f".sent_o({_count(one)})"]
        kind, lines = "stream_source", [*_driven(stream), f"  assign seen_{name} = {_count(one)};"]
    else:
        links += [f".valid_i(valid_{name})", f".ready_o({stream.ready})", f".data_i(data_{name})"]
        links += [f".taken_o({_count(one)})", f".seen_o(seen_{name})"]
        links += [f".errors_o(errors_{name})"]
        about.append(f'.Name("{name}")')
        kind, lines = "stream_sink", [f"  wire [31:0] errors_{name};", *_read(stream)]
    return [*lines, f"  {kind} #(", _joined(about), f"  ) end_{name} (", _joined(links), "  );"]


def _driven(stream: Stream) -> Iterator[str]:
    """The ports of a stream into the core, made of its words; an empty place has no marks."""
    one_for_all = "|" if stream.marks else ""
    yield f"  assign {stream.valid} = {one_for_all}valid_{stream.name};"
    low = stream.width
    for port in stream.payload:
        bits = stream.field(port)
        low -= bits
        fields = [
            f"data_{stream.name}[{place * stream.width + low} +: {bits}]"
            + (f" & {{{bits}{{valid_{stream.name}[{place}]}}}}" if port in stream.marks else "")
            for place in reversed(range(stream.places))
        ]
        yield _assigned(port.name, fields)


def _read(stream: Stream) -> Iterator[str]:
    """The words of a stream out of the core, made of its ports."""
    places = list(reversed(range(stream.places)))

    def field(port: Port, place: int) -> str:
        bits = stream.field(port)
        return port.name if stream.places == 1 else f"{port.name}[{place * bits} +: {bits}]"

    filled = [" | ".join([f"|{field(mark, place)}" for mark in stream.marks]) for place in places]
    if stream.marks:
        yield _assigned(f"valid_{stream.name}", [f"{stream.valid} & ({each})" for each in filled])
    else:
        yield f"  assign valid_{stream.name} = {stream.valid};"
    fields = [field(port, place) for place in places for port in stream.payload]
    yield _assigned(f"data_{stream.name}", fields)


def _assigned(name: str, parts: Sequence[str]) -> str:
    """An assignment of a concatenation, the first part in the high bits."""
    text = f"  assign {name} = {{{', '.join(parts)}}};"
    return textwrap.fill(text, 100, subsequent_indent="    ")
