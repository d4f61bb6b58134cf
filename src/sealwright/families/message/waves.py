# SPDX-License-Identifier: Apache-2.0
"""Waveforms of one message, drawn from a simulation, for integrators."""

from collections.abc import Callable

from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.recording import Recording, opened, record, sealed_message
from sealwright.families.message.sim import Op, Section
from sealwright.report.svg import FAINT, GRID, INK, MONO, Drawing
from sealwright.report.vcd import Wave, runs

CELL, LEFT, TOP, ROW, SWING = 36, 150, 92, 30, 18
BEFORE, AFTER, CUT = 1, 2, 8  # cycles shown around the message; longest stretch of nothing
BUS = {"fill": "#eaf2fa", "edge": "#3d7ab5"}
LINE = f'fill="none" stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"'

Label = Callable[[int], str]


def wave_recording(config: MessageConfig, op: Op) -> Recording:
    """A message with one block of AAD and two and a half of text."""
    message = sealed_message(5 * BLOCK // 2, BLOCK, 1, max(config.mode.tag_sizes))
    played = message if op == Op.SEAL else opened(config.mode, message)
    return record(config, [("", played)], inside=False)


def _section(value: int) -> str:
    return Section(value & 3).name


class Waves:
    """Signals below each other over the same cycles, from `origin` on.

    Stretches in which nothing is busy are cut out, if they are long.
    """

    def __init__(
        self, wave: Wave, busy: set[int], origin: int, title: str, note: str, rows: int
    ) -> None:
        self.wave, self.origin = wave, origin
        self.columns = self._columns(busy)
        self.drawing = Drawing(
            max(LEFT + len(self.columns) * CELL + 24, 760), TOP + rows * ROW + 12, title
        )
        self.drawing.text(20, 27, title, size=16, extra='font-weight="600"')
        self.drawing.text(20, 46, note, fill=FAINT)
        self.y = float(TOP)
        for i, cycle in enumerate(self.columns):
            x = LEFT + i * CELL
            self.drawing.line(x, TOP - 6, x, TOP + rows * ROW - 6)
            if cycle is not None and (cycle - self.origin) % 5 == 0:
                number = str(cycle - self.origin)
                self.drawing.text(
                    x + CELL / 2, TOP - 10, number, size=9.5, anchor="middle", fill=FAINT
                )

    def _columns(self, busy: set[int]) -> list[int | None]:
        """The cycles shown; None stands for a stretch that has been cut."""
        shown: list[int | None] = []
        gap: list[int] = []
        first = max(min(busy) - BEFORE, 0)
        for cycle in range(first, min(max(busy) + AFTER, self.wave.cycles)):
            near = any(t in busy for t in range(cycle - 2, cycle + 3))
            if near:
                if len(gap) > CUT - 4:
                    shown.append(None)
                else:
                    shown += gap
                gap = []
                shown.append(cycle)
            else:
                gap.append(cycle)
        return shown

    def _name(self, name: str) -> None:
        text = f'font-family="{MONO}"'
        self.drawing.text(LEFT - 12, self.y + SWING - 4, name, anchor="end", extra=text)

    def clock(self) -> None:
        self._name("clk_i")
        points = []
        for i in range(len(self.columns)):
            x = LEFT + i * CELL
            low, high = self.y + SWING, self.y
            points += [(x, low), (x, high), (x + CELL / 2, high), (x + CELL / 2, low)]
        points.append((LEFT + len(self.columns) * CELL, self.y + SWING))
        self.drawing.path(points, LINE)
        self.y += ROW

    def bit(self, name: str) -> None:
        self._name(name)
        points = []
        value = 0
        for i, cycle in enumerate(self.columns):
            value = value if cycle is None else self.wave[name][cycle]
            level = self.y + (0 if value else SWING)
            points += [(LEFT + i * CELL, level), (LEFT + (i + 1) * CELL, level)]
        self.drawing.path(points, LINE)
        self.y += ROW

    def bus(self, name: str, valid: str, label: Label) -> None:
        """A bus that means something while `valid` (empty: always); equal words share a box."""
        self._name(name)
        used = [c for c in self.columns if c is not None and (not valid or self.wave[valid][c])]
        values = [-1 if c is None or c not in used else c for c in self.columns]
        middle = self.y + SWING / 2
        end = LEFT + len(values) * CELL
        self.drawing.line(LEFT, middle, end, middle, f'stroke="{GRID}" stroke-width="1.4"')
        words = ["" if c < 0 else label(self.wave[name][c]) for c in values]
        codes = [-1 if c < 0 else words.index(words[i]) for i, c in enumerate(values)]
        for a, b, code in runs(codes):
            if code >= 0:
                self._box(LEFT + a * CELL, LEFT + b * CELL, words[a])
        self.y += ROW

    def _box(self, a: float, b: float, words: str) -> None:
        top, low, slope = self.y, self.y + SWING, 3
        middle = (top + low) / 2
        corners = [
            (a, middle),
            (a + slope, top),
            (b - slope, top),
            (b, middle),
            (b - slope, low),
            (a + slope, low),
        ]
        style = f'fill="{BUS["fill"]}" stroke="{BUS["edge"]}" stroke-width="1.2"'
        self.drawing.path(corners, style, close=True)
        self.drawing.text((a + b) / 2, middle + 3.5, words, size=10, anchor="middle")

    def breaks(self) -> None:
        """Marks the stretches that have been cut out."""
        for i, cycle in enumerate(self.columns):
            if cycle is None:
                x = LEFT + i * CELL
                self.drawing.rect(x + 10, TOP - 4, CELL - 20, self.y - TOP, "#ffffff")
                before, after = self.columns[i - 1], self.columns[i + 1]
                skipped = (after or 0) - (before or 0) - 1
                self.drawing.text(x + CELL / 2, TOP - 10, f"+{skipped}", size=9.5, anchor="middle")
                for side in (x + 10, x + CELL - 10):
                    dash = f'stroke="{FAINT}" stroke-dasharray="3 3"'
                    self.drawing.line(side, TOP - 4, side, self.y - 8, dash)


def _first_byte(value: int) -> str:
    return f"{value & 0xFF:02x}"


def wave_svg(config: MessageConfig, op: Op, recording: Recording | None = None) -> str:
    """One message: command, beats in, beats out, status."""
    recording = recording or wave_recording(config, op)
    wave, first = recording.wave, recording.beats_in[0].cycle
    busy = {beat.cycle for beat in (*recording.beats_in, *recording.beats_out)}
    busy |= {*recording.status, *wave.where("s_cmd_valid", "s_cmd_ready")}
    verb = "Sealing" if op == Op.SEAL else "Opening"
    note = (
        f"{config.name}, simulated; 16 bytes of AAD, 40 of text. "
        "iv and tdata: byte 0. Long stretches without a transfer are cut out."
    )
    waves = Waves(wave, busy, first, f"{verb} a message", note, rows=21)
    waves.clock()
    waves.bit("s_cmd_valid")
    waves.bit("s_cmd_ready")
    waves.bus("s_cmd_op", "s_cmd_valid", lambda v: Op(v).name)
    waves.bus("s_cmd_slot", "s_cmd_valid", str)
    waves.bus("s_cmd_iv", "s_cmd_valid", _first_byte)
    _stream(waves, "s_axis")
    _stream(waves, "m_axis")
    waves.bit("m_status_valid")
    waves.bit("m_status_ready")
    waves.bit("m_status_pass")
    waves.breaks()
    return waves.drawing.render()


def _stream(waves: Waves, name: str) -> None:
    valid = f"{name}_tvalid"
    waves.bit(valid)
    waves.bit(f"{name}_tready")
    waves.bus(f"{name}_tuser", valid, _section)
    waves.bus(f"{name}_tdata", valid, _first_byte)
    waves.bus(f"{name}_tkeep", valid, lambda v: f"{v:04x}")
    waves.bit(f"{name}_tlast")
