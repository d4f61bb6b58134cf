# SPDX-License-Identifier: Apache-2.0
"""Latency, throughput and sizes of a core as formulas with their values.

A formula is written as it is printed and evaluated as it is written, so text and number cannot
differ; a test compares them with the core's own (`seal_gcm_pkg` and its twin).
"""

from dataclasses import dataclass

from sealwright.cores.aes import ROUNDS, AesConfig, sub_stages
from sealwright.cores.config import CoreConfig
from sealwright.cores.gcm import GcmConfig


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


def aes_formulas(config: AesConfig) -> list[Formula]:
    """Cycles of an AES core under each key size."""
    what = {
        "latency": (
            "cycles from the first beat of a block to the last one of its result",
            _latency,
        ),
        "cycles": ("cycles from block to block", AesConfig.block_cycles),
    }
    return [
        Formula(f"{name}, AES-{bits}", "", value_of(config, bits), meaning)
        for name, (meaning, value_of) in what.items()
        for bits in config.key_sizes
    ]


def _latency(config: AesConfig, bits: int) -> int:
    return config.latency()[f"AES-{bits}"]


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
