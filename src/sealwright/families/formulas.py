# SPDX-License-Identifier: Apache-2.0
"""Latency, throughput and sizes of a core as formulas with their values.

A formula is written as it is printed and evaluated as it is written, so text and number cannot
differ; a test compares them with the core's own (`seal_gcm_pkg` and its twin).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sealwright.cores.cipher import ROUNDS, sub_stages
from sealwright.cores.config import CoreConfig
from sealwright.families.aes.config import AesConfig
from sealwright.families.gcm.config import GcmConfig


@dataclass(frozen=True)
class Formula:
    """`text` over knobs and the names of earlier formulas."""

    name: str
    text: str
    value: int
    meaning: str


def clog2(value: int) -> int:
    """Bits that count `value` things: SystemVerilog's $clog2."""
    return (value - 1).bit_length()


_GCM = (
    ("aes", "2 + rounds * round_stages", "cycles through the AES pipe"),
    ("first_beat", "aes + 11", "cycles from the first beat in to the first beat out"),
    ("last_beat_to_tag", "aes + 2 * mult_stages + 18", "cycles from the last beat in to the tag"),
    (
        "loop",
        "aes + 2 * mult_stages + 17",
        "cycles from a token to its message's status, within which credits come back",
    ),
    (
        "key_hold",
        "loop + 3",
        "cycles from offer to taking of a key, no message of its slot in front",
    ),
    ("expand", "4 * rounds + 5 + sbox_steps * sub_stages", "cycles of the key schedule"),
    (
        "key_load",
        "expand + aes + 5 + (mult_stages - 1) * (aes + mult_stages + 6)",
        "cycles from taking the longest key to its slot being ready",
    ),
    ("places", "2 ** clog2(loop + 4)", "beats that the output FIFO holds"),
    ("messages", "2 ** clog2(loop // 2 + 4)", "messages in flight at most"),
    ("powers", "slots * 2 ** max(clog2(mult_stages), 1)", "words of the memory of powers of H"),
    ("zeroise", "max(loop, places, messages, powers) + 4", "cycles until every memory is clear"),
)
# S-box look-ups that follow one another in the schedule of the longest key.
_SBOX_STEPS = {128: 10, 192: 8, 256: 13}


def gcm_formulas(config: GcmConfig) -> list[Formula]:
    """The formulas of a GCM core."""
    names: dict[str, object] = {"clog2": clog2, "max": max, **config.knobs()}
    longest = max(config.key_sizes)
    names |= {"rounds": ROUNDS[longest], "sbox_steps": _SBOX_STEPS[longest]}
    names["sub_stages"] = sub_stages(config.sbox, config.round_stages)
    found = []
    for name, text, meaning in _GCM:
        if name == "places" and config.release == "store":
            text = "store_beats"
        value = int(eval(text, {"__builtins__": {}}, names))  # our own text, from above
        names[name] = value
        found.append(Formula(name, text, value, meaning))
    return found


_BLOCK = "cycles from block to block"
_LATENCY = "cycles from the first beat of a block to the last one of its result, nothing waiting"
_CLEAR = "cycles from the fall of zeroise_i until nothing is left of keys and blocks"


def _on_the_fly(latency: str, gap: str, zeroise: str) -> tuple[tuple[str, str, str], ...]:
    return (
        ("latency", latency, _LATENCY),
        ("block", "1", _BLOCK),
        ("gap", gap, "cycles from a key to the first block that may follow"),
        ("key_change", "max(gap, nr)", "cycles without a block after a single one of a key"),
        ("zeroise", zeroise, _CLEAR),
    )


# By architecture, and on the fly by what a change of key costs. `nr` and `bits` are those of a key,
# `rounds` those of the longest.
_AES = {
    "pipelined": (
        ("units", "-(-rounds // cycles)", "rounds' worth of logic"),
        ("loop", "units * round_stages + 1 + units * round_stages % 2", "cycles of a pass"),
        ("pipe", "2 + units * round_stages + (cycles - 1) * loop", "cycles through all rounds"),
        ("latency", "pipe + 2", _LATENCY),
        ("block", "cycles", _BLOCK),
        ("expand", "4 * nr + 5 + sbox_steps * sub_stages", "cycles of the key schedule"),
        ("key_load", "pipe + 5 + expand", "cycles from the offer of a key to its answer"),
        ("zeroise", "32 * cycles + pipe + 7", _CLEAR),
    ),
    "iterative": (
        ("beats", "128 // width", "of a block, and steps of a round"),
        ("step", "1 + (sbox == 'bram')", "cycles of a step"),
        ("block", "beats * (1 + step * nr)", _BLOCK),
        ("latency", "beats * (1 + step * nr)", _LATENCY),
        (
            "key_load",
            "-(-bits // width) + max(1, 32 // width) * (4 * nr + 12 + sbox_steps)",
            "cycles from the first beat of a key to its answer",
        ),
        ("zeroise", "2 + 16 * slots * beats", "cycles from the rise of zeroise_i, else the same"),
    ),
    "four-cycle": _on_the_fly("nr + 4", "max(1, rounds - fewest)", "rounds + 8"),
    "one-cycle": _on_the_fly("rounds + 4", "1", "rounds + 8"),
    "passing": _on_the_fly("rounds + 5", "0", "rounds + 9"),
    "unrolled": (
        ("latency", "rounds + 4", _LATENCY),
        ("block", "1", _BLOCK),
        ("zeroise", "rounds + 8", _CLEAR),
    ),
}


def aes_formulas(config: AesConfig) -> list[Formula]:
    """The formulas of an AES core; one that depends on the key's size comes once for each."""
    key = config.key_change if config.architecture == "on-the-fly" else config.architecture
    values = {bits: _aes_values(config, bits, _AES[key]) for bits in config.key_sizes}
    found = []
    for name, text, meaning in _AES[key]:
        by_size = {bits: values[bits][name] for bits in config.key_sizes}
        if len(set(by_size.values())) == 1:
            by_size = {0: by_size[config.key_sizes[0]]}
        found += [
            Formula(f"{name}, AES-{bits}" if bits else name, text, value, meaning)
            for bits, value in by_size.items()
        ]
    return found


def _aes_values(
    config: AesConfig, bits: int, rows: Sequence[tuple[str, str, str]]
) -> dict[str, int]:
    """Each formula under a key of so many bits."""
    names: dict[str, object] = {"max": max, **config.knobs(), "bits": bits, "nr": ROUNDS[bits]}
    names |= {"rounds": config.rounds, "fewest": min(ROUNDS[n] for n in config.key_sizes)}
    names |= {"sbox_steps": _SBOX_STEPS[bits]}
    names["sub_stages"] = sub_stages(config.sbox, config.round_stages)
    found: dict[str, int] = {}
    for name, text, _ in rows:
        found[name] = int(eval(text, {"__builtins__": {}}, {**names, **found}))  # our own text
    return found


def formulas(config: CoreConfig) -> list[Formula]:
    """Those of any core."""
    if isinstance(config, AesConfig):
        return aes_formulas(config)
    assert isinstance(config, GcmConfig)
    return gcm_formulas(config)


def throughput_note(config: CoreConfig) -> str:
    """What one message or block costs, in words."""
    if isinstance(config, GcmConfig):
        return message_note(config)
    return "Blocks of any slot, key size and direction that the core has follow each other."


def message_note(config: GcmConfig) -> str:
    """What one message costs, in words."""
    return (
        "A message of n text blocks and a AAD blocks takes n + a + 1 cycles, whatever the mix of "
        f"messages, keys ({' or '.join(map(str, config.key_sizes))} bit) and slots around it."
    )
