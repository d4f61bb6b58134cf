# SPDX-License-Identifier: Apache-2.0
"""Cores with parameters that stop their elaboration."""

from collections.abc import Iterable, Mapping

from sealwright.synth import lint_tools
from sealwright.tools import yosys


def refusal(top: str, files: Iterable[str], params: Mapping[str, int]) -> str:
    """The errors; S-boxes, rounds and multipliers, which take most of the time, have no bodies."""
    code, log = lint_tools.elaborate(lint_tools.Point(top, tuple(files), tuple(params.items())))
    assert code != 0, f"{top} elaborates with {params}"
    return "\n".join(m.text for m in yosys.messages(log) if m.kind == "error")
