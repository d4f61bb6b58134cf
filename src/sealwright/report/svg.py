# SPDX-License-Identifier: Apache-2.0
"""A minimum of SVG: elements as text, one style sheet, sizes in pixels, fonts of the viewer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from sealwright.base.streams import output_stream

# Colours that colour-blind readers can distinguish, also in grey (Okabe and Ito), softened.
COLOURS = ("#3d7ab5", "#e0952b", "#3b9b7a", "#b65a8f", "#7a6bb0", "#8a8f98", "#c44e4e", "#6d9a2f")
INK, FAINT, GRID = "#1f2933", "#66727f", "#e3e7eb"
SANS = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', monospace"


@dataclass
class Drawing:
    """Elements in the order in which they are painted."""

    width: float
    height: float
    title: str
    parts: list[str] = field(default_factory=list)

    def rect(
        self, x: float, y: float, w: float, h: float, fill: str, extra: str = "", tip: str = ""
    ) -> None:
        inside = f"<title>{escape(tip)}</title>" if tip else ""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}" {extra}>'
            f"{inside}</rect>"
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, extra: str = "") -> None:
        extra = extra or f'stroke="{GRID}"'
        self.parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {extra}/>')

    def path(self, points: Sequence[tuple[float, float]], extra: str, close: bool = False) -> None:
        steps = " L".join(f"{x:g} {y:g}" for x, y in points)
        self.parts.append(f'<path d="M{steps}{" Z" if close else ""}" {extra}/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 12,
        anchor: str = "start",
        fill: str = INK,
        extra: str = "",
    ) -> None:
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
            f'fill="{fill}" {extra}>{escape(words)}</text>'
        )

    def render(self) -> str:
        """The whole file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} '
            f'{self.height:g}" width="{self.width:g}" height="{self.height:g}" role="img" '
            f'font-family="{SANS}">'
        )
        page = f'<rect width="{self.width:g}" height="{self.height:g}" fill="#ffffff"/>'
        return "\n".join(
            [head, f"<title>{escape(self.title)}</title>", page, *self.parts, "</svg>"]
        )


def write(path: Path, text: str) -> Path:
    """Writes a text file, with its folder; what is no text in a name is escaped."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with output_stream(str(path)) as stream:
        stream.write(f"{text}\n".encode(errors="backslashreplace"))
    return path
