# SPDX-License-Identifier: Apache-2.0
"""Cycles of a run of messages between key loads, and with an output that waits, by simulation.

A run takes what its messages cost (`cost`), and

* for each key what its load takes from the traffic (`load_cost`). A key is loaded one change ahead,
  into the next slot; where the messages of a key take less time than a load, from the offer of
  a key to that of the next one, they take the time of a load;
* each cycle in which the output offers a beat that is not taken (`held`). So the output's own rate
  is the bound where it is less than that of the core, and nothing is lost beyond it: what the
  output did not take is made up for by no idle cycle behind it.

Packed lanes may be part full at both ends of what is measured (`ENDS`). Every message is checked
against the model.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sealwright.base.errors import CheckFailed
from sealwright.families.message.bench import IPI
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.limits import check_takes, longest_tag
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import Event, KeyLoad, Message, MessageSim, Op
from sealwright.tools.traffic import Traffic

SIZES = (64, 512, 1500)  # bytes of the messages of a run
MIX = 0  # in their place: packets of the Internet mix
WARM_UP = 100
ENDS = 2  # cycles


@dataclass(frozen=True)
class Work:
    """A run: its name, messages, those of a key (0: of one key for all), and the output."""

    name: str
    messages: int
    every: int = 0
    stall: int = 0
    burst: int = 1

    def traffic(self) -> Traffic:
        return Traffic(axis_stall=self.stall, burst=self.burst)


WORKS = (
    Work("10 per key", 500, every=10),
    Work("1000 per key", 2000, every=1000),
    Work("output waits", 500, stall=96),
    Work("output in bursts", 500, stall=128, burst=48),
)


@dataclass(frozen=True)
class Row:
    """A run: cycles between the ends of the first and the last message, and what they are for."""

    work: str
    size: int
    messages: int
    cycles: int
    cost: float  # of the messages
    keys: float  # cycles for key loads, beside or instead of messages
    held: int
    bits_per_cycle: float

    @property
    def bound(self) -> float:
        """Cycles that the run may take."""
        return self.cost + self.keys + self.held + ENDS


def _sizes(size: int, count: int, rng: random.Random) -> list[int]:
    """Those of the messages."""
    if size != MIX:
        return [size] * count
    packets = {each: share / each for each, share in IPI.items()}
    return rng.choices(list(packets), list(packets.values()), k=count)


def _events(config: MessageConfig, sizes: Sequence[int], every: int) -> list[Event]:
    """Sealed messages; the next key is loaded before the first message of the one before it."""
    rng, slots = random.Random(len(sizes) + every), config.slots
    length = max(config.key_sizes) // 8
    events: list[Event] = [KeyLoad(0, rng.randbytes(length), 4)]
    for n, size in enumerate(sizes):
        change = n // every if every else 0
        if every and n % every == 0:
            events.append(KeyLoad((change + 1) % slots, rng.randbytes(length), 4))
        iv, text = rng.randbytes(config.mode.iv_bytes), rng.randbytes(size)
        tag = longest_tag(config, size)
        events.append(Message(slot=change % slots, iv=iv, text=text, tag_len=tag))
    return events


def _keys(config: MessageConfig, costs: Sequence[float], every: int) -> float:
    """Cycles that key loads add to messages of these costs: what they take, or their time."""
    period = config.load_cycles(max(config.key_sizes)) + config.latency()["key_hold"] + 1
    of_keys = [sum(costs[at : at + every]) for at in range(0, len(costs), every)]
    return sum(max(sum(config.load_cost.values()), period - cost) for cost in of_keys)


def row(config: MessageConfig, sim: MessageSim, work: Work, size: int) -> Row:
    """One run."""
    sizes = _sizes(size, WARM_UP + work.messages, random.Random(work.messages))
    events = _events(config, sizes, work.every)
    result = Rules(config).run_checked(sim, events, work.traffic())
    if not all(message.passed for message in result.messages):
        raise CheckFailed(f"{config.name}: messages were refused")
    ends = [message.stamps.last_out for message in result.messages]
    first, last = ends[WARM_UP - 1], ends[-1]
    measured = sizes[WARM_UP:]
    costs = [config.cost(each, 0, Op.SEAL, longest_tag(config, each)) for each in measured]
    return Row(
        work=work.name,
        size=size,
        messages=work.messages,
        cycles=last - first,
        cost=sum(costs),
        keys=_keys(config, costs, work.every) if work.every else 0,
        held=sum(first < cycle < last for cycle in result.held),
        bits_per_cycle=8 * sum(measured) / (last - first),
    )


def possible(
    config: MessageConfig, works: Sequence[Work], sizes: Sequence[int]
) -> list[tuple[Work, int]]:
    """All runs with all sizes: without new keys in one slot; of a store, of which two fit."""
    most = config.store_beats // 2 or 1 << 32
    fit = [size for size in sizes if config.blocks(size or max(IPI)) + 1 <= most]
    return [(w, size) for w in works for size in fit if config.slots > 1 or not w.every]


def measure(config: MessageConfig, works: Sequence[Work], sizes: Sequence[int]) -> dict[str, Any]:
    """Those that are possible."""
    runs = possible(config, works, sizes)
    for work, size in runs:
        check_takes(config, size or max(IPI), 0, WARM_UP + work.messages)
    with MessageSim(config) as sim:
        rows = [row(config, sim, *run) for run in runs]
    return {"core": config.name, "rows": [asdict(r) | {"bound": r.bound} for r in rows]}


def missed(found: Mapping[str, Any]) -> list[str]:
    """Runs that take more cycles than they should."""
    return [
        f"{r['work']}, {name(r['size'])}: {r['cycles']} cycles for {r['messages']} messages, "
        f"expected {r['bound']:.0f}"
        for r in found["rows"]
        if r["cycles"] > r["bound"]
    ]


def name(size: int) -> str:
    """Of the messages of a run."""
    return "Internet mix" if size == MIX else f"{size} bytes"


def table(found: Mapping[str, Any]) -> str:
    """The measurement as text."""
    titles = ("messages", "cycles", "cost", "keys", "held", "bits/cycle")
    lines = [found["core"], "", f"{'run':18}{'of':14}" + "".join(f"{t:>11}" for t in titles)]
    lines += [
        f"{r['work']:18}{name(r['size']):14}{r['messages']:11}{r['cycles']:11}{r['cost']:11.0f}"
        f"{r['keys']:11.0f}{r['held']:11}{r['bits_per_cycle']:11.1f}"
        for r in found["rows"]
    ]
    return "\n".join(lines)
