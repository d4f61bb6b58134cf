# SPDX-License-Identifier: Apache-2.0
"""Cycles per message, measured in simulation.

Messages follow each other back to back; source and sink never wait. The spacing of a stream is
measured at the last input beats and at the last output beats. Every message is checked against the
model. Expected is the `cost` of the configuration: for one lane of 16 bytes n + a + 1 cycles for n
blocks of text and a of AAD (SP 800-38D needs n + 1 AES calls and n + a + 1 hash steps), and at most
two for an empty message.
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sealwright.base.errors import CheckFailed, UsageError
from sealwright.families.arguments import check_amount
from sealwright.families.message.config import BLOCK, MessageConfig
from sealwright.families.message.limits import check_takes, too_long
from sealwright.families.message.sim import (
    Event,
    KeyLoad,
    Message,
    MessageResult,
    MessageSim,
    Op,
    WaitReady,
)
from sealwright.families.packet.bench import numbers, slot_of, slots_for, spacing
from sealwright.tools.traffic import Order, Traffic

PAPER_SIZES = (16, 20, 40, 44, 64, 128, 256, 552, 576, 1024, 1500, 8192)
SIZES = (0, 1, *PAPER_SIZES)
# Yang, Mishra and Karri, Table 2 (GCM): bits per cycle by packet size, and its IPI average.
YANG = dict(
    zip(
        PAPER_SIZES,
        (9.85, 11.4, 21.3, 23.5, 32.0, 51.2, 73.1, 94.0, 96.0, 108.0, 113.0, 125.0),
        strict=True,
    )
)
YANG_IPI = 90.0
# The same table: CWC
YANG_CWC = dict(
    zip(
        PAPER_SIZES,
        (10.7, 12.3, 22.9, 25.1, 34.1, 53.9, 75.9, 96.0, 98.0, 109.0, 114.0, 125.0),
        strict=True,
    )
)
YANG_CWC_IPI = 92.2
YANG_NAME = "Yang, Mishra, Karri: High Speed Architecture for Galois/Counter Mode of Operation"
# Internet Performance Index: share of the data in packets of that size (Yang 2005, section 5).
IPI = {1500: 0.60, 576: 0.20, 552: 0.15, 44: 0.05}
WARM_UP = 100
LONG = 65536  # bytes of a packet for the sustained rate
ALONE = 128  # bytes of the message whose latency is measured
BESIDE_LOAD = 900  # messages for the cost of a key load, at most


@dataclass(frozen=True)
class Row:
    """Spacing of messages of one size; `cycles` is the larger of input and output."""

    op: str
    size: int
    aad: int
    cycles: float
    bits_per_cycle: float
    cycles_in: float
    cycles_out: float
    expected: float


@dataclass(frozen=True)
class Mix:
    """A seeded random mix of sizes: cycles between the first and the last message."""

    messages: int
    cycles_in: int
    cycles_out: int
    expected: int


@dataclass(frozen=True)
class Load:
    """A key load beside saturated traffic: cycles that the traffic lost, cycles to ready."""

    lost: int
    lost_expected: int
    ready: int
    ready_bound: int


@dataclass(frozen=True)
class Workload:
    """What `bench` plays: see the command's options."""

    aad: int = 0
    op: str = "seal"  # open, counter; mixed: sealed and opened in turn
    slots: str = "same"
    keys: str = "same"
    messages: int = 1000
    seed: int = 1
    aligned: bool = False  # of several lanes: each message begins a beat


def is_slow(config: MessageConfig) -> bool:
    """Whether a block takes so many cycles that long messages are simulated for minutes."""
    return config.cost(2 * BLOCK, 0) - config.cost(BLOCK, 0) > 16


class Bench:
    """One simulated core with keys in all of its slots."""

    def __init__(self, config: MessageConfig, work: Workload) -> None:
        self.config, self.work = config, work
        self.random = random.Random(work.seed)
        sizes = config.key_sizes if work.keys == "mixed" else config.key_sizes[:1]
        self.keys = [
            self.random.randbytes(sizes[slot % len(sizes)] // 8) for slot in range(config.slots)
        ]
        self.sim = MessageSim(config, seed=work.seed)
        self.sim.run([*(KeyLoad(s, k, 4) for s, k in enumerate(self.keys)), *self._all_ready()])

    def _all_ready(self) -> list[Event]:
        return [WaitReady(slot) for slot in range(self.config.slots)]

    def _slot(self, index: int) -> int:
        return slot_of(self.work.slots, index, self.config.slots, self.random)

    def message(self, index: int, text_bytes: int, slot: int | None = None) -> Message:
        """A valid message of that size, to be sealed or opened as in the workload."""
        slot = self._slot(index) if slot is None else slot
        iv, aad = (
            self.random.randbytes(self.config.mode.iv_bytes),
            self.random.randbytes(self.work.aad),
        )
        text = self.random.randbytes(text_bytes)
        sealing = self.work.op == "seal" or (self.work.op == "mixed" and index % 2 == 0)
        mode = self.config.mode
        size = max(n for n in mode.tag_sizes if mode.most(n) >= max(text_bytes, len(aad)))
        if sealing:
            return Message(op=Op.SEAL, slot=slot, iv=iv, tag_len=size, aad=aad, text=text)
        if self.work.op == "counter":
            return Message(op=Op.COUNTER, slot=slot, iv=iv, text=text)
        text, tag = mode.seal(self.keys[slot], iv, aad, text, size)
        return Message(op=Op.OPEN, slot=slot, iv=iv, tag_len=size, aad=aad, text=text, tag=tag)

    def play(
        self, messages: Sequence[Message], traffic: Traffic | None = None
    ) -> tuple[MessageResult, ...]:
        """Runs the messages and checks each result."""
        aligned = Traffic(aligned=self.work.aligned)
        results = self.sim.run(messages, traffic or aligned).messages
        for sent, got in zip(messages, results, strict=True):
            if not (got.passed and self._is_right(sent, got)):
                raise CheckFailed(f"bench: message {got.ident} came out wrong ({got.cause.name})")
        return results

    def _is_right(self, sent: Message, got: MessageResult) -> bool:
        mode, key = self.config.mode, self.keys[sent.slot]
        if sent.op == Op.COUNTER:
            return got.text == (mode.counter_only(key, sent.iv, sent.text) if sent.text else b"")
        plain, sealed = (sent, got) if sent.op == Op.SEAL else (got, sent)
        made = mode.seal(key, sent.iv, sent.aad, plain.text, sent.tag_len)
        return made == (sealed.text, sealed.tag)

    def row(self, size: int) -> Row:
        """Messages of one size."""
        sent = [self.message(i, size) for i in range(self.work.messages + WARM_UP)]
        results = self.play(sent)
        return Row(
            op=self.work.op,
            aad=self.work.aad,
            **spacing([result.stamps for result in results], WARM_UP, size),
            expected=self._expected(sent),
        )

    def mix(self, sizes: Sequence[int]) -> Mix:
        """Sizes drawn at random."""
        drawn = [self.random.choice(sizes) for _ in range(self.work.messages + WARM_UP)]
        sent = [self.message(i, size) for i, size in enumerate(drawn)]
        results = self.play(sent)
        first, last = results[WARM_UP - 1].stamps, results[-1].stamps
        # Where the last beat of sealing is text, its END follows: at the input the spacing of last
        # beats leaves out that cycle of the last message and counts that of the first.
        return Mix(
            messages=self.work.messages,
            cycles_in=last.last_in - first.last_in,
            cycles_out=last.last_out - first.last_out,
            expected=math.ceil(self._cost(sent)),
        )

    def _expected(self, sent: Sequence[Message]) -> float:
        """What each should take in the mean; of several lanes, a part of a cycle counts."""
        each = self._cost(sent) / self.work.messages
        return each if self.config.stream.lanes > 1 else math.ceil(each)

    def _cost(self, sent: Sequence[Message]) -> float:
        """What the messages after the warm-up should take, together."""
        return sum(
            self.config.cost(len(each.text), len(each.aad), Op(each.op), each.tag_len)
            for each in sent[WARM_UP:]
        )

    def latency(self) -> dict[str, int]:
        """A single message into an idle core: names as in its formulas.

        It has eight blocks: no fewer than the multiplier has stages.
        """
        lead = self.config.command_lead
        traffic = Traffic(order=Order.DATA_LAGS, gap=lead) if lead else Traffic()
        stamps = self.play([self.message(0, 128)], traffic)[0].stamps
        if self.config.release == "store":
            return {"verdict": stamps.first_out - stamps.last_in}
        return {
            "first_beat": stamps.first_out - stamps.first_in,
            "verdict": stamps.last_out - stamps.last_in,
        }

    def load(self) -> Load | None:
        """A key load of the last slot while the others are saturated; None with one slot."""
        if self.config.slots < 2:
            return None
        spare = self.config.slots - 1
        sent = [self.message(i, 64, slot=i % spare) for i in range(400)]
        plain = self.play(sent)
        key = self.random.randbytes(max(self.config.key_sizes) // 8)
        beside = self.sim.run([*sent[:100], KeyLoad(spare, key, 4, wait=False), *sent[100:]])
        self.keys[spare] = key
        if not all(result.passed for result in beside.messages):
            raise CheckFailed("bench: a message beside a key load came out wrong")
        return Load(
            lost=_span(beside.messages) - _span(plain),
            lost_expected=sum(self.config.load_cost.values()),
            ready=beside.keys[0].ready - beside.keys[0].accepted,
            ready_bound=self.config.load_cycles(8 * len(key)),
        )


def _span(results: Sequence[MessageResult]) -> int:
    return results[-1].stamps.last_out - results[0].stamps.last_out


def ipi_average(cycles: dict[int, float]) -> float | None:
    """Bits per cycle over the Internet Performance Index; None if a size is missing."""
    if any(size not in cycles for size in IPI):
        return None
    packets = {size: share / size for size, share in IPI.items()}
    bits = sum(8 * size * count for size, count in packets.items())
    return bits / sum(cycles[size] * count for size, count in packets.items())


def measure(config: MessageConfig, sizes: Sequence[int], work: Workload) -> dict[str, Any]:
    """Everything that `bench` reports, as it is written with --json."""
    bench = Bench(config, work)
    rows = [bench.row(size) for size in sizes]
    mix, load = bench.mix(sizes), bench.load()
    latency = bench.latency()
    return {
        "core": config.name,
        "workload": asdict(work),
        "results": [asdict(row) for row in rows],
        "mix": asdict(mix),
        "key_load": asdict(load) if load else None,
        "key_ready_cycles": load.ready if load else None,
        "latency": latency,
        "latency_formula": config.latency(opening=work.op == "open"),
        "ipi_average": ipi_average({row.size: row.cycles for row in rows}),
    }


def missed(config: MessageConfig, found: Mapping[str, Any]) -> list[str]:
    """Sizes at which messages take more cycles than they should, and the mix if it does.

    With store-and-release that is promised where two messages fit into the buffer. With several
    lanes one beat may be part full at each end of the messages that are measured, and the hash of
    CWC, which passes the pipe as a block, may come a cycle earlier or later. In the mix the
    first and the last message may end before their last cycle, and a beat per thousand is allowed.
    """
    messages = found["workload"]["messages"]
    ends = 1 / messages if config.stream.lanes > 1 else 0
    if config.mode.name == "cwc":
        ends = 1.5 / messages
    most = config.store_beats // 2 or 1 << 32  # blocks of AAD, text and tag
    if found["workload"]["aligned"]:
        return []  # lanes are idle behind each message
    fits = all(_blocks(config, row["size"], row["aad"]) < most for row in found["results"])
    mix = found["mix"]
    slow = fits and mix["cycles_out"] > mix["expected"] + 2 + messages // 1000
    mixed = f"the mix: {mix['cycles_out']} cycles, {mix['expected']} by {config.cost_text}"
    return [mixed] * slow + [
        f"{row['size']} bytes, AAD of {row['aad']}: {row['cycles']:.3f} cycles per message, "
        f"{config.cost_text} = {row['expected']}"
        for row in found["results"]
        if row["cycles"] > row["expected"] + ends
        and _blocks(config, row["size"], row["aad"]) < most
    ]


# ---- printing ------------------------------------------------------------------------------


def table(config: MessageConfig, found: dict[str, Any]) -> str:
    """The report as text, the paper's figures beside it."""
    cost = config.cost_text.replace(" ", "")
    papers, paper_average = (
        (YANG_CWC, YANG_CWC_IPI) if config.mode.name == "cwc" else (YANG, YANG_IPI)
    )
    titles = f"{'op':6} {'bytes':>6} {'aad':>5} {'cycles':>9} {cost:>6} {'bits/cycle':>11}"
    lines = [found["core"], "", f"{titles} {'Yang':>7}"]
    for row in found["results"]:
        paper = papers.get(row["size"])
        lines.append(
            f"{row['op']:6} {row['size']:6} {row['aad']:5} {row['cycles']:9.3f} "
            f"{row['expected']:6g} {row['bits_per_cycle']:11.1f} {paper or '':>7}"
        )
    average = found["ipi_average"]
    if average is not None:
        lines.append(f"{'IPI average':35} {average:11.1f} {paper_average:>7}")
    mix, load, latency = found["mix"], found["key_load"], found["latency"]
    formula = found["latency_formula"]
    lines += [
        "",
        f"random mix of these sizes, {mix['messages']} messages: {mix['cycles_in']} cycles at the "
        f"input, {mix['cycles_out']} at the output, sum of {cost} {mix['expected']}",
        "latency: " + ", ".join(f"{n} {latency[n]} (formula {formula[n]})" for n in latency),
    ]
    if load:
        uses = ", ".join(f"{unit} {n}" for unit, n in config.load_cost.items())
        lines.append(
            f"key load beside saturated traffic: costs it {load['lost']} cycles "
            f"({uses}), ready {load['ready']} cycles after the key "
            f"was taken (bound {load['ready_bound']})"
        )
    lines.append(f"Yang 2005: {YANG_NAME}, Table 2, bits per cycle")
    return "\n".join(lines)


# ---- options ---------------------------------------------------------------------------------


def default_sizes(config: MessageConfig, aad: int) -> list[int]:
    """Those of SIZES that the core takes with so many bytes of AAD."""
    return [size for size in SIZES if not too_long(config, size, aad)]


def _blocks(config: MessageConfig, size: int, aad: int) -> int:
    return config.blocks(size) + config.blocks(aad) + 1


def sealed_in_a_run(sizes: int, messages: int) -> int:
    """Messages under a key, at most: of each size, in the mix, and beside a key load."""
    return (sizes + 1) * (messages + WARM_UP) + BESIDE_LOAD


def names(config: MessageConfig) -> list[str]:
    """The operations of a core, as `--op` has them."""
    return [op.name.lower() for op in config.ops]


def default_op(config: MessageConfig) -> str:
    """What is measured unless something else is asked for: sealing, if the core seals."""
    return names(config)[0]


def needed(op: str) -> set[Op]:
    """The operations that a workload uses."""
    return {Op.SEAL, Op.OPEN} if op == "mixed" else {Op[op.upper()]}


def workload(
    config: MessageConfig, seed: int, options: Mapping[str, Any]
) -> tuple[list[int], Workload]:
    """Sizes and workload of the command's options."""
    aad, messages, slots, keys = (options[name] for name in ("aad", "messages", "slots", "keys"))
    if not 0 <= aad <= 1 << 16:
        raise UsageError(f"--aad {aad}: must be 0 to 65536")
    text = options["sizes"]
    sizes = default_sizes(config, aad) if text is None else _sizes(text)
    check_amount("--messages", messages, max(sizes, default=0) + aad)
    op = options["op"] or default_op(config)
    count = sealed_in_a_run(len(sizes), messages) if Op.SEAL in needed(op) else 0
    check_takes(config, max(sizes, default=max(SIZES)), aad, count)
    if reason := too_long(config, ALONE, aad):
        raise UsageError(f"the message of {ALONE} bytes whose latency is measured: {reason}")
    if not needed(op) <= {*config.ops}:
        raise UsageError(f"--op {op}: {config.name} cannot; it has {', '.join(names(config))}")
    if op == "counter" and aad:
        raise UsageError(f"--aad {aad}: messages in counter mode have none")
    aligned = options["aligned"]
    if aligned and config.stream.lanes == 1:
        raise UsageError(f"--aligned: {config.name} has one lane")
    return sizes, Workload(aad, op, slots_for(slots, keys), keys, messages, seed, aligned)


def _sizes(text: str) -> list[int]:
    sizes = numbers(text)
    if not sizes or not all(0 <= size <= 1 << 20 for size in sizes):
        raise UsageError(f"--sizes {text}: byte counts from 0 to 1048576, separated by commas")
    return sizes
