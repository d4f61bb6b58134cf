# SPDX-License-Identifier: Apache-2.0
"""Sector engines beside their models under random traffic.

`verify` simulates the core itself, then a variant with the other kind of status and with limits and
buffers so small that they are reached. The expected answers are those of `rules`. A cell of the
coverage table, operation by place of the tweak by cause, that has no command is a fault.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from sealwright.base.console import progress
from sealwright.base.errors import CheckFailed
from sealwright.families.family import Verification
from sealwright.families.sector.config import SectorConfig
from sealwright.families.sector.random_traffic import Cell, RandomTraffic, cells
from sealwright.families.sector.rules import Rules, run_checked
from sealwright.families.sector.sim import Cause, KeyCause, SectorSim
from sealwright.report.tables import table
from sealwright.tools.traffic import PRESETS, Traffic

BATCH = 60  # commands per preset
ROUNDS = 5  # through the coverage table, at most, when there are commands enough


@dataclass
class Coverage:
    """Counts of commands by cell, and of keys by answer, over all variants."""

    wanted: set[Cell] = field(default_factory=set)
    commands: Counter[Cell] = field(default_factory=Counter)
    keys: Counter[KeyCause] = field(default_factory=Counter)

    def missing(self) -> list[Cell]:
        """The cells without a command."""
        return [cell for cell in sorted(self.wanted, key=_order) if not self.commands[cell]]

    def rows(self) -> list[dict[str, int | str]]:
        """One record for each cell, in the order of the table."""
        return [
            {
                "op": cell.op,
                "tweak": "data" if cell.in_data else "number",
                "cause": cell.cause.name,
                "commands": self.commands[cell],
            }
            for cell in sorted(self.wanted, key=_order)
        ]

    def text(self) -> str:
        """A row for each cause, a column for each operation and place of the tweak."""
        columns = sorted({(cell.op, cell.in_data) for cell in self.wanted})
        heads = [f"op {op}, {'data' if in_data else 'number'}" for op, in_data in columns]
        rows = []
        for cause in Cause:
            row = [Cell(*column, cause) for column in columns]
            found = [self.commands[cell] if cell in self.wanted else "" for cell in row]
            rows.append((cause.name, *found))
        keys = ", ".join(f"{cause.name} {n}" for cause, n in sorted(self.keys.items()))
        return f"{table(('cause', *heads), rows)}\n\nkeys: {keys}"


def _order(cell: Cell) -> tuple[int, bool, int]:
    return cell.op, cell.in_data, cell.cause


def variants(config: SectorConfig) -> list[SectorConfig]:
    """The core itself, and one with small limits and the other kind of status."""
    small = config.with_knobs(
        f"{config.name}, small limits",
        status="command" if config.status == "unit" else "unit",
        unit_limit=80,
        tweak_limit=32 if config.scheme.any_tweak else 16,
        buffer_blocks=16,
        units_in_flight=min(config.units_in_flight, 2),
        id_width=min(config.id_width, 4),
    )
    return [config, small]


def random_run(config: SectorConfig, seed: int, commands: int, coverage: Coverage) -> int:
    """Random traffic: at least that many commands, and until every cell of the core has one.

    Returns how many there were. A cell can lose its command to a zeroise after it, so a few rounds
    may be needed; the caller reports a core that leaves a cell empty for longer.
    """
    coverage.wanted.update(cells(config))
    source, rules = RandomTraffic(config, seed), Rules(config)
    with SectorSim(config, seed=seed % 2**31) as sim:
        batch, missed = 0, set(source.cells)
        while len(source.aimed) < commands or (missed and source.rounds < ROUNDS):
            first = len(source.aimed)
            preset = PRESETS[batch % len(PRESETS)]
            events = source.batch(BATCH)
            where = f"{config.name}, seed {seed}, batch {batch} ({preset})"
            try:
                result = run_checked(sim, rules, events, Traffic.preset(preset, seed + batch))
            except CheckFailed as error:
                raise CheckFailed(f"{where}: {error}") from None
            coverage.keys.update(key.cause for key in result.keys)
            for cell, answer in zip(source.aimed[first:], result.commands, strict=True):
                if cell is None:
                    continue
                may_pass = cell.cause is Cause.ZEROISED and answer.cause is Cause.NONE
                if answer.cause not in (cell.cause, Cause.ZEROISED) and not may_pass:
                    raise CheckFailed(f"{where}: {cell} ended with {answer.cause.name}")
                hit = replace(cell, cause=answer.cause)
                coverage.commands[hit] += hit in coverage.wanted
                missed.discard(hit)
            batch += 1
    return len(source.aimed)


def verify(config: SectorConfig, seed: int, commands: int) -> Verification:
    """All variants; a cell of the coverage table without a command is a fault."""
    coverage, counts, faults = Coverage(), {}, []
    for variant in variants(config):
        progress(f"verify: {variant.name}, seed {seed}")
        try:
            counts[variant.name] = random_run(variant, seed, commands, coverage)
        except CheckFailed as error:
            faults.append(str(error))
    faults += [f"no command: {cell}" for cell in coverage.missing()]
    lines = [*(f"{name}: {n} commands agree with the model" for name, n in counts.items()), ""]
    lines += [coverage.text(), ""]
    return Verification(faults, lines, {"commands": counts, "coverage": coverage.rows()})
