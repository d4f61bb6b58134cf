# SPDX-License-Identifier: Apache-2.0
"""What is inside a core; of two, g_twin[0] and g_twin[1] of a bench, what differs."""

from collections.abc import Iterator
from typing import Any

from cocotb.handle import HierarchyArrayObject, HierarchyObject


def signals(handle: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every register, memory and output of a core, by its path within it."""
    if isinstance(handle, HierarchyObject | HierarchyArrayObject):
        for child in handle:
            name = child._name.rsplit(".", 1)[-1]
            yield from signals(child, f"{path}.{name}")
    elif hasattr(handle, "value"):
        yield path, handle


def differing(dut: Any) -> list[str]:
    """Names of what is not the same in both; there are hundreds of signals in all."""
    one, other = (dict(signals(dut[f"g_twin[{n}]"])) for n in (0, 1))
    assert one.keys() == other.keys() and len(one) > 100
    return [name for name in one if str(one[name].value) != str(other[name].value)]
