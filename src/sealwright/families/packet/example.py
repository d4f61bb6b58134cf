# SPDX-License-Identifier: Apache-2.0
"""Traffic of a core for whoever has no model of it: known answers, then random commands.

Keys are loaded between commands, never beside them, so that every answer is the same however the
streams stall. There is no zeroise, after which an answer depends on the cycle. A bench in plain
Verilog is to end within minutes, and Icarus Verilog takes more than a second for a block where a
round of AES has no register inside: so there are few commands, and no long ones.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sealwright.cores.engine import KeyCause
from sealwright.families.packet.rules import Rules
from sealwright.tools.packet.events import Barrier, Command, KeyLoad, WaitReady, Zeroise
from sealwright.tools.packet.sim import PacketSim
from sealwright.tools.traffic import Traffic

KNOWN, RANDOM, BEATS = 12, 30, 17  # vectors; commands; beats of a command


def settled(events: Iterable[Any], rules: Rules[Any, Any, Any, Any, Any]) -> Iterator[Any]:
    """The events as said above; a key that is accepted is waited for."""
    for event in events:
        if isinstance(event, KeyLoad):
            yield Barrier()
            yield event
            if rules.key_cause(event) is KeyCause.LOADED:
                yield WaitReady(event.slot)
        elif isinstance(event, Command) and len(getattr(event, "beats", ())) > BEATS:
            continue
        elif not isinstance(event, Zeroise | WaitReady):
            yield event


def play(
    sim: PacketSim[Any, Any, Any],
    events: Iterable[Any],
    rules: Rules[Any, Any, Any, Any, Any],
    seed: int,
    path: Path,
) -> None:
    """Writes the waveform; CheckFailed for any answer that is wrong."""
    sim.trace(path)
    rules.run_checked(sim, list(settled(events, rules)), Traffic.preset("both", seed))
    sim.stop_trace()
