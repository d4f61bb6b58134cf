# SPDX-License-Identifier: Apache-2.0
"""Output registers of ECP5's block RAMs.

A DP16KD gives its word 5.6 ns after the clock, or early in the cycle if the register at its output
is in use (REGMODE = OUTREG; Lattice, "ECP5 and ECP5-5G Memory Usage Guide"). Yosys maps to the
first form only. Where a register follows every bit of a port, and nothing else does, it is made
that one.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

_PLAIN = {"CEMUX": "1", "CLKMUX": "CLK", "LSRMUX": "LSR", "REGSET": "RESET"}
_OUTPUTS = 18  # of a port

Cell = dict[str, Any]


def use_output_registers(module: Mapping[str, Any]) -> int:
    """Moves registers behind block RAMs into them, in a module of Yosys' JSON; returns how many.

    A register can move if it is clocked with the memory and never held, set or reset, and if it is
    all that reads its bit. A port moves as a whole or not at all.
    """
    readers = _readers(module)
    moved = 0
    for memory in [cell for cell in module["cells"].values() if cell["type"] == "DP16KD"]:
        for port in "AB":
            found = _registers(module["cells"], memory, port, readers)
            if found:
                memory["parameters"][f"REGMODE_{port}"] = "OUTREG"
            for pin, name in found.items():
                memory["connections"][pin] = module["cells"].pop(name)["connections"]["Q"]
            moved += len(found)
    return moved


def _readers(module: Mapping[str, Any]) -> dict[int, list[str]]:
    """For each net, the cells that read it; the module's own ports have the name ''."""
    readers: dict[int, list[str]] = defaultdict(list)
    for port in module["ports"].values():
        if port["direction"] != "input":
            for bit in port["bits"]:
                readers[bit].append("")
    for name, cell in module["cells"].items():
        for pin, bits in cell["connections"].items():
            if cell["port_directions"][pin] != "output":
                for bit in bits:
                    readers[bit].append(name)
    return readers


def _registers(
    cells: Mapping[str, Cell], memory: Cell, port: str, readers: Mapping[int, list[str]]
) -> dict[str, str]:
    """The register behind each output pin that is read; empty if one of them has to stay."""
    nets = memory["connections"]
    found = {}
    for pin in (f"DO{port}{n}" for n in range(_OUTPUTS)):
        after = [name for bit in nets.get(pin, []) for name in readers.get(bit, [])]
        if len(after) > 1 or any(not _movable(cells.get(name), nets, port, pin) for name in after):
            return {}
        if after:
            found[pin] = after[0]
    return found


def _movable(cell: Cell | None, memory: Mapping[str, list[Any]], port: str, pin: str) -> bool:
    """Whether a cell is a register of the memory's clock and of nothing else."""
    if cell is None or cell["type"] != "TRELLIS_FF":
        return False
    knobs, nets = cell["parameters"], cell["connections"]
    return (
        all(knobs.get(name, value).strip() == value for name, value in _PLAIN.items())
        and nets["CLK"] == memory[f"CLK{port}"]
        and nets["DI"] == memory[pin]
        and nets.get("LSR", ["0"]) == ["0"]
    )
