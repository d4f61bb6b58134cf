# SPDX-License-Identifier: Apache-2.0
"""The datasheet of a core: one self-contained HTML page.

The page is made from the configuration, the RTL, the results given as arguments, and the
`Parts` of the core's family.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib import metadata
from typing import Any

from sealwright.cores.config import CoreConfig
from sealwright.report.header import about, streams
from sealwright.report.interface import Interface, interface
from sealwright.report.markdown import ALL_OLD_NOTE, OLD, OLD_NOTE
from sealwright.report.pinout import pinout_svg, stream_of
from sealwright.report.tables import cell

_STYLE = """
:root { color-scheme: light; }
body { font: 14px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; color: #1f2933;
  background: #fff; margin: 0 auto; max-width: 980px; padding: 28px 24px 48px; }
h1 { font-size: 26px; margin: 0; letter-spacing: -.01em; }
h2 { font-size: 16px; margin: 30px 0 8px; padding-bottom: 4px; border-bottom: 2px solid #dcebf8; }
p { margin: 6px 0; } .lead { font-size: 16px; color: #52606d; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th { text-align: left; font-weight: 600; color: #52606d; border-bottom: 1px solid #9aa5b1; }
td, th { padding: 3px 10px 3px 0; vertical-align: top; }
td { border-bottom: 1px solid #eef1f4; } td.n, th.n { text-align: right; }
code { font: 12.5px ui-monospace, 'DejaVu Sans Mono', monospace; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0 36px; }
.two > * { min-width: 0; } code { overflow-wrap: anywhere; }
td:first-child code { white-space: nowrap; }
.key { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px;
  margin: 16px 0; }
.key div { background: #f3f7fb; border-radius: 6px; padding: 10px 14px; }
.key b { display: block; font-size: 21px; } .key span { color: #52606d; font-size: 12.5px; }
svg { max-width: 100%; height: auto; } .open { color: #8a5a00; } .done { color: #1f6f4a; }
@media (max-width: 700px) { .two { grid-template-columns: 1fr; } }
@media print { body { max-width: none; padding: 0; } h2 { break-after: avoid; } }
"""


# What `synth` measures on a target, with `old` where the sources have changed since
Cost = Mapping[str, Any]


# Ports that are no streams, the same in all cores
_SINGLE = {
    "clk_i": "the clock, of which the rising edge counts",
    "rst_ni": "asynchronous reset, active low, which ends in step with the clock",
    "slot_ready_o": "a bit for each slot: it has a key",
    "zeroise_i": "ends all traffic, and overwrites keys and data",
    "busy_o": "something is under way: messages, keys, or the overwriting after a zeroise or reset",
    "blocks_slot_i": "the slot whose blocks are read",
    "blocks_o": "blocks of 16 bytes that have met the key of that slot, if they are limited",
}


@dataclass(frozen=True)
class Parts:
    """What the family of a core adds."""

    note: str  # what a message or a block costs
    figures: Sequence[tuple[str, str]] = ()  # number and words: what comes first
    pictures: Sequence[str] = ()  # SVG, the block diagram in front
    bench: tuple[Sequence[str], Sequence[Sequence[object]]] | None = None  # headings and rows
    old: bool = False  # the cycles were measured before the latest change
    causes: Sequence[tuple[int, str, str]] = ()  # of errors: code, name, meaning

    def with_pictures(self, more: Sequence[str]) -> "Parts":
        """The same with pictures behind its own."""
        return replace(self, pictures=(*self.pictures, *more))


def words(text: str) -> str:
    """Text of the sources as HTML: what stands between back quotes is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def html_table(head: Sequence[str], rows: Sequence[Sequence[object]], code: int = 1) -> str:
    """A table; the first `code` columns are names of the source."""
    numeric = [
        bool(rows) and all(isinstance(row[i], int | float) for row in rows)
        for i in range(len(head))
    ]

    def line(tag: str, values: Sequence[object], plain: bool) -> str:
        cells = []
        for i, value in enumerate(values):
            text = cell(value)
            text = f"<code>{escape(text)}</code>" if i < code and not plain else words(text)
            mark = ' class="n"' if numeric[i] else ""
            cells.append(f"<{tag}{mark}>{text}</{tag}>")
        return f"<tr>{''.join(cells)}</tr>"

    body = "\n".join(line("td", row, plain=False) for row in rows)
    return f"<table><thead>{line('th', head, plain=True)}</thead><tbody>\n{body}\n</tbody></table>"


def _about(config: CoreConfig) -> str:
    """Version, licence, and what the core is, as its header says it."""
    try:
        version = f"version {metadata.version('sealwright')}"
    except metadata.PackageNotFoundError:
        version = "not installed"
    return (
        f'<p class="lead">{escape(config.summary)}</p>'
        f"<p>Sealwright, {version}; licence Apache-2.0; top module <code>{config.top}</code>.</p>"
        f"<p>{words(about(config))}</p>"
    )


def _figures(parts: Parts, costs: Sequence[Cost]) -> str:
    """The few numbers that come first."""
    shown = list(parts.figures)
    counted = [cost for cost in costs if "lut" in cost]
    if counted:
        area = counted[0]
        mark = OLD if area.get("old") else ""
        shown.append((f"{area['lut']:,}{mark}", area["target"].upper()))
        shown.append((f"{area['ff']:,}{mark}", "flip-flops"))
    for cost in costs:
        if "fmax_mhz" in cost:
            mark = OLD if cost.get("old") else ""
            shown.append((f"{cost['fmax_mhz']:.1f} MHz{mark}", f"on {cost['device']}"))
    boxes = "".join(f"<div><b>{escape(b)}</b><span>{escape(s)}</span></div>" for b, s in shown)
    note = f"<p>{OLD_NOTE}</p>" if any(OLD in number for number, _ in shown) else ""
    return f'<div class="key">{boxes}</div>{note}'


def _performance(config: CoreConfig, parts: Parts) -> str:
    formulas = [(f.name, f.text, f.value, f.meaning) for f in config.figure_list()]
    found = [
        f"<p>{words(parts.note)}</p>",
        html_table(("name", "formula", "value", "meaning"), formulas, code=2),
    ]
    if parts.bench:
        found += ["<h2>Cycles</h2>", html_table(*parts.bench, code=0)]
        found.append("<p>Back to back, source and sink always ready; every result checked.</p>")
    if parts.bench and parts.old:
        found.append(f"<p>{ALL_OLD_NOTE}</p>")
    return "\n".join(found)


def _area(costs: Sequence[Cost]) -> str:
    if not costs:
        return '<p class="open">Not measured: <code>sealwright synth</code> does it.</p>'
    measures = {
        "and": "AND",
        "xor": "XOR",
        "lut": "LUTs",
        "ff": "flip-flops",
        "ram_bits": "RAM bits",
        "bram": "block RAMs",
        "dpr16x4": "16 x 4 RAMs",
        "depth": "depth",
        "fmax_mhz": "MHz",
    }
    used = [name for name in measures if any(name in cost for cost in costs)]
    rows = [(cost["target"], *(cost.get(name) for name in used), _source(cost)) for cost in costs]
    return html_table(("target", *(measures[name] for name in used), "measured with"), rows)


def _source(cost: Cost) -> str:
    tools = ", ".join(f"{name} {version}" for name, version in cost["tools"].items())
    return f"{tools}; older than its sources" if cost.get("old") else tools


def _status(checks: Sequence[tuple[str, bool, str]], tested: Sequence[str]) -> str:
    """Checks that were run; below them, what the tests do with cores of this kind."""
    items = [
        f'<li><span class="{"done" if good else "open"}">{"passed" if good else "FAILED"}</span> '
        f"{escape(name)}: {escape(detail)}</li>"
        for name, good, detail in checks
    ]
    found = f"<ul>{''.join(items)}</ul>"
    if not checks:
        found = (
            '<p class="open">No checks were run with this page: '
            "<code>sealwright check</code> and <code>sealwright verify</code> do it.</p>"
        )
    if tested:
        listed = "".join(f"<li>{words(each)}</li>" for each in tested)
        found += f"<p>The project's tests take cores of this kind through:</p><ul>{listed}</ul>"
    return found


def _tables(config: CoreConfig, outside: Interface) -> str:
    given = [(p.name, p.value, p.text) for p in outside.parameters if not p.local]
    knobs = [(name, cell(value)) for name, value in config.knobs().items()]
    meaning = streams(config.top)
    by_stream: dict[str, list[str]] = {}
    for port in outside.ports:
        by_stream.setdefault(stream_of(port), []).append(port.name)
    carried = [(name, meaning.get(name, "")) for name in by_stream if name]
    single = [name for name in by_stream.get("", []) if name in _SINGLE]
    carried += [(name, _SINGLE[name]) for name in single]
    return f"""<h2>Parameters of {config.top}</h2><div class="two">
{html_table(("knob", "value"), knobs)}
{html_table(("parameter", "value", "meaning"), given)}</div>
<h2>Ports</h2>
<p>{pinout_svg(config.top, outside.ports)}</p>
{html_table(("stream or port", "meaning"), carried)}
<p>One clock; asynchronous active-low reset of control registers; AXI4-Stream for data; byte 0 of
every string in bits [7:0].</p>"""


def datasheet_html(
    config: CoreConfig,
    parts: Parts,
    *,
    costs: Sequence[Cost] = (),
    checks: Sequence[tuple[str, bool, str]] = (),
    tested: Sequence[str] = (),
) -> str:
    """The page.

    `costs` are results of `synth`, `checks` are names, outcomes and details of what was run,
    `tested` is what the tests do with cores of this kind.
    """
    name = escape(config.name)
    first = "".join(f"<p>{picture}</p>" for picture in parts.pictures[:1])
    drawn = "\n".join(f"<p>{picture}</p>" for picture in parts.pictures[1:])
    causes = ""
    if parts.causes:
        head = ("code", "cause", "meaning")
        causes = f"<h2>Error causes</h2>\n{html_table(head, parts.causes, code=2)}"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{_STYLE}</style></head><body>
<h1>{name}</h1>{_about(config)}
{_figures(parts, costs)}
{first}
{_tables(config, interface(config))}
<h2>Latency and throughput</h2>
{_performance(config, parts)}
{drawn}
<h2>Area and clock</h2>
{_area(costs)}
{causes}
<h2>Verification</h2>
{_status(checks, tested)}
</body></html>"""
