# SPDX-License-Identifier: Apache-2.0
"""The datasheet of a core: one self-contained HTML page.

The page is made from the configuration, the RTL, the results given as arguments, and the
`Parts` of the core's family.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from sealwright.cores.config import CoreConfig
from sealwright.report.interface import Interface, interface
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
.key { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px;
  margin: 16px 0; }
.key div { background: #f3f7fb; border-radius: 6px; padding: 10px 14px; }
.key b { display: block; font-size: 21px; } .key span { color: #52606d; font-size: 12.5px; }
svg { max-width: 100%; height: auto; } .open { color: #8a5a00; } .done { color: #1f6f4a; }
@media (max-width: 700px) { .two { grid-template-columns: 1fr; } }
@media print { body { max-width: none; padding: 0; } h2 { break-after: avoid; } }
"""


@dataclass(frozen=True)
class Parts:
    """What the family of a core adds."""

    note: str  # what a message or a block costs
    figures: Sequence[tuple[str, str]] = ()  # number and words: what comes first
    pictures: Sequence[str] = ()  # SVG, the block diagram in front
    bench: tuple[Sequence[str], Sequence[Sequence[object]]] | None = None  # headings and rows
    causes: Sequence[tuple[int, str, str]] = ()  # of errors: code, name, meaning


def html_table(head: Sequence[str], rows: Sequence[Sequence[object]], code: int = 1) -> str:
    """A table; the first `code` columns are names of the source."""
    numeric = [
        bool(rows) and all(isinstance(row[i], int | float) for row in rows)
        for i in range(len(head))
    ]

    def line(tag: str, values: Sequence[object], plain: bool) -> str:
        cells = []
        for i, value in enumerate(values):
            text = escape(cell(value))
            text = f"<code>{text}</code>" if i < code and not plain else text
            mark = ' class="n"' if numeric[i] else ""
            cells.append(f"<{tag}{mark}>{text}</{tag}>")
        return f"<tr>{''.join(cells)}</tr>"

    body = "\n".join(line("td", row, plain=False) for row in rows)
    return f"<table><thead>{line('th', head, plain=True)}</thead><tbody>\n{body}\n</tbody></table>"


def _figures(parts: Parts, area: Mapping[str, Any] | None) -> str:
    """The few numbers that come first."""
    shown = list(parts.figures)
    if area and "lut" in area:
        shown.append((f"{area['lut']:,}", f"{area['target'].upper()} tables"))
        shown.append((f"{area['ff']:,}", "flip-flops"))
    boxes = "".join(f"<div><b>{escape(b)}</b><span>{escape(s)}</span></div>" for b, s in shown)
    return f'<div class="key">{boxes}</div>'


def _performance(config: CoreConfig, parts: Parts) -> str:
    formulas = [(f.name, f.text, f.value, f.meaning) for f in config.figure_list()]
    found = [
        f"<p>{escape(parts.note)}</p>",
        html_table(("name", "formula", "value", "meaning"), formulas, code=2),
    ]
    if parts.bench:
        found += ["<h2>Cycles</h2>", html_table(*parts.bench, code=0)]
        found.append("<p>Back to back, source and sink always ready; every result checked.</p>")
    return "\n".join(found)


def _area(area: Mapping[str, Any] | None) -> str:
    if not area:
        return (
            '<p class="open">Not measured in this run: <code>sealwright synth</code> does it.</p>'
        )
    hidden = ("target", "top", "params", "tools", "core")
    rows = [(name, value) for name, value in area.items() if name not in hidden]
    tools = ", ".join(f"{name} {version}" for name, version in area["tools"].items())
    note = f"<p>Target {escape(area['target'])}, {escape(tools)}.</p>"
    return html_table(("measure", "value"), rows) + note


def _status(checks: Sequence[tuple[str, bool, str]]) -> str:
    if not checks:
        return (
            '<p class="open">No checks were run with this page: '
            "<code>sealwright check</code> and <code>sealwright verify</code> do it.</p>"
        )
    items = [
        f'<li><span class="{"done" if good else "open"}">{"passed" if good else "FAILED"}</span> '
        f"{escape(name)}: {escape(detail)}</li>"
        for name, good, detail in checks
    ]
    return f"<ul>{''.join(items)}</ul>"


def _tables(config: CoreConfig, outside: Interface) -> str:
    given = [(p.name, p.value, p.text) for p in outside.parameters if not p.local]
    ports = [(p.name, p.direction, p.width) for p in outside.ports]
    half = (len(ports) + 1) // 2
    knobs = [(name, cell(value)) for name, value in config.knobs().items()]
    head = ("port", "", "bits")
    return f"""<h2>Parameters of {config.top}</h2><div class="two">
{html_table(("knob", "value"), knobs)}
{html_table(("parameter", "value", "meaning"), given)}</div>
<h2>Ports</h2><div class="two">
{html_table(head, ports[:half])}
{html_table(head, ports[half:])}</div>
<p>One clock; asynchronous active-low reset of control registers; AXI4-Stream for data; byte 0 of
every string in bits [7:0].</p>"""


def datasheet_html(
    config: CoreConfig,
    parts: Parts,
    *,
    area: Mapping[str, Any] | None = None,
    checks: Sequence[tuple[str, bool, str]] = (),
) -> str:
    """The page; `area` is the result of `synth`, `checks` are names, outcomes and details."""
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
<h1>{name}</h1><p class="lead">{escape(config.summary)}</p>
{_figures(parts, area)}
{first}
{_tables(config, interface(config))}
<h2>Latency and throughput</h2>
{_performance(config, parts)}
{drawn}
<h2>Area</h2>
{_area(area)}
{causes}
<h2>Verification</h2>
{_status(checks)}
</body></html>"""
