# SPDX-License-Identifier: Apache-2.0
"""Two cores side by side, g_twin[0] and g_twin[1] of a bench: which of their state differs."""

from collections.abc import Iterator
from typing import Any

from cocotb.handle import HierarchyArrayObject, HierarchyObject


def state(handle: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every register, memory and output of a core, by its path within it."""
    if isinstance(handle, HierarchyObject | HierarchyArrayObject):
        for child in handle:
            name = child._name.rsplit(".", 1)[-1]
            yield from state(child, f"{path}.{name}")
    elif hasattr(handle, "value"):
        yield path, str(handle.value)


def differing(dut: Any) -> list[str]:
    """Names of what is not the same in both; there are hundreds of signals in all."""
    one, other = (dict(state(dut[f"g_twin[{n}]"])) for n in (0, 1))
    assert one.keys() == other.keys() and len(one) > 100
    return [name for name in one if one[name] != other[name]]
