# SPDX-License-Identifier: Apache-2.0
"""Sector engines beside their models under random traffic.

`verify` simulates the core itself, then a variant with the other kind of status and with limits and
buffers so small that they are reached. The expected answers are those of `rules`. A cell of the
coverage table, operation by source of the tweak by cause, that has no command is a fault.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from sealwright.families.packet.verify import Verifier
from sealwright.families.sector.config import KEY_LIMITS, SectorConfig
from sealwright.families.sector.random_traffic import Cell, RandomTraffic, cells
from sealwright.families.sector.rules import Rules
from sealwright.families.sector.sim import Cause, KeyCause, KeyResult, RunResult, SectorSim
from sealwright.report import tables


@dataclass
class Coverage:
    """Counts of commands by cell, and of keys by answer, over all variants."""

    wanted: set[Cell] = field(default_factory=set)
    commands: Counter[Cell] = field(default_factory=Counter)
    keys: Counter[KeyCause] = field(default_factory=Counter)

    def want(self, config: SectorConfig) -> None:
        """Adds the cells of a core."""
        self.wanted.update(cells(config))

    def add(
        self, config: SectorConfig, found: Iterable[Cell], keys: Iterable[KeyResult[KeyCause]]
    ) -> None:
        """Counts commands that have a cell, and keys."""
        del config
        self.keys.update(key.cause for key in keys)
        self.commands.update(cell for cell in found if cell in self.wanted)

    def missing(self) -> list[Cell]:
        """The cells without a command."""
        return [cell for cell in sorted(self.wanted, key=_order) if not self.commands[cell]]

    def holes(self) -> list[str]:
        """The same in words."""
        return list(map(str, self.missing()))

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

    def table(self) -> str:
        """A row for each cause, a column for each operation and source of the tweak."""
        columns = sorted({(cell.op, cell.in_data) for cell in self.wanted})
        heads = [f"op {op}, {'data' if in_data else 'number'}" for op, in_data in columns]
        rows = []
        for cause in Cause:
            row = [Cell(*column, cause) for column in columns]
            found = [self.commands[cell] if cell in self.wanted else "" for cell in row]
            rows.append((cause.name, *found))
        keys = ", ".join(f"{cause.name} {n}" for cause, n in sorted(self.keys.items()))
        return f"{tables.table(('cause', *heads), rows)}\n\nkeys: {keys}"


def _order(cell: Cell) -> tuple[int, bool, int]:
    return cell.op, cell.in_data, cell.cause


def variants(config: SectorConfig) -> list[SectorConfig]:
    """The core itself, and one with small limits and the other kind of status."""
    limit = {"key_limit_log2": min(KEY_LIMITS)} if config.key_limit_log2 else {}
    small = config.with_knobs(
        f"{config.name}, small limits",
        **limit,
        status="command" if config.status == "unit" else "unit",
        unit_limit=80,
        tweak_limit=32 if config.scheme.any_tweak else 16,
        buffer_blocks=16,
        units_in_flight=min(config.units_in_flight, 2),
        id_width=min(config.id_width, 4),
    )
    return [config, small]


VERIFIER: Verifier[SectorConfig, RunResult] = Verifier(
    "commands",
    60,
    variants,
    SectorSim,
    RandomTraffic,
    Rules,
    lambda result: (command.cause for command in result.commands),
)
