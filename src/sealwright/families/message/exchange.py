# SPDX-License-Identifier: Apache-2.0
"""The demonstration's exchange of messages: a simulated core against OpenSSL, and forgeries."""

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from sealwright.base.console import progress
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.limits import most_text
from sealwright.families.message.sim import (
    Cause,
    Event,
    KeyLoad,
    Message,
    MessageResult,
    MessageSim,
    Op,
    WaitReady,
)

SIZES = (0, 1, 15, 16, 17, 40, 64, 256, 576, 1024, 1500, 4096, 8192)
AAD_BYTES = (0, 9, 16)
FORGED = 8  # messages that are attacked, in four ways each
SEED = 1


@dataclass(frozen=True)
class Traffic:
    """Messages to seal and the key of each slot."""

    keys: tuple[bytes, ...]
    messages: tuple[Message, ...]


@dataclass(frozen=True)
class Outcome:
    """The results for the messages."""

    messages: int
    bytes: int
    aad_bytes: int
    slots: int
    sealed_agree: int
    opened_agree: int
    refused: dict[str, int]  # forgeries refused, by what was changed
    forged: int  # of each kind


def make_traffic(config: MessageConfig, data: bytes) -> Traffic:
    """Cuts the data into messages, of every size at least once; few data are repeated."""
    draw = random.Random(SEED)
    longest = min(SIZES[-1], most_text(config, max(AAD_BYTES)))
    sizes = [size for size in SIZES if size <= longest]
    lengths = [config.key_sizes[slot % len(config.key_sizes)] // 8 for slot in range(config.slots)]
    data *= -(-sum(sizes) // len(data)) or 1
    keys = tuple(secrets.token_bytes(length) for length in lengths)
    messages: list[Message] = []
    done = 0
    while done < len(data):
        index = len(messages)
        size = sizes[index] if index < len(sizes) else draw.choice(sizes)
        text = data[done : done + size]
        done += len(text)
        aad = f"message {index}".encode()[: draw.choice(AAD_BYTES)]
        slot = draw.randrange(config.slots)
        iv = index.to_bytes(12, "big")
        messages.append(Message(slot=slot, iv=iv, aad=aad, text=text))
    return Traffic(keys, tuple(messages))


class Core:
    """The core with a key in every slot."""

    def __init__(self, config: MessageConfig, keys: Sequence[bytes]) -> None:
        self.sim = MessageSim(config)
        loads: list[Event] = [KeyLoad(slot, key) for slot, key in enumerate(keys)]
        self.sim.run([*loads, *(WaitReady(slot) for slot in range(len(keys)))])

    def run(self, messages: Sequence[Message]) -> tuple[MessageResult, ...]:
        return self.sim.run(messages).messages


def _openssl_opens(key: bytes, message: Message, result: MessageResult) -> bool:
    try:
        plain = AESGCM(key).decrypt(message.iv, result.text + result.tag, message.aad)
    except InvalidTag:
        return False
    return result.passed and plain == message.text


def _openssl_seals(key: bytes, message: Message) -> Message:
    """The same text under another IV, ready for the core to open."""
    iv = bytes([message.iv[0] ^ 0x80]) + message.iv[1:]
    sealed = AESGCM(key).encrypt(iv, message.text, message.aad)
    return replace(message, op=Op.OPEN, iv=iv, text=sealed[:-16], tag=sealed[-16:])


def _flip(data: bytes) -> bytes:
    """One bit changed, in the middle."""
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def forgeries(genuine: Sequence[Message]) -> dict[str, list[Message]]:
    """Messages with one flipped bit, by the field that has it."""
    chosen = [message for message in genuine if message.aad and message.text][:FORGED]
    return {
        "AAD": [replace(m, aad=_flip(m.aad)) for m in chosen],
        "ciphertext": [replace(m, text=_flip(m.text)) for m in chosen],
        "tag": [replace(m, tag=_flip(m.tag)) for m in chosen],
        "IV": [replace(m, iv=_flip(m.iv)) for m in chosen],
    }


def exchange(config: MessageConfig, data: bytes) -> Outcome:
    """Core against OpenSSL in both directions, then the forgeries."""
    traffic = make_traffic(config, data)
    messages, keys = traffic.messages, traffic.keys
    core = Core(config, keys)
    progress(f"sealing and opening {len(messages)} messages ...")
    sealed = core.run(messages)
    agree = sum(_openssl_opens(keys[m.slot], m, r) for m, r in zip(messages, sealed, strict=True))
    foreign = [_openssl_seals(keys[m.slot], m) for m in messages]
    opened = core.run(foreign)
    right = [r.passed and r.text == m.text for m, r in zip(messages, opened, strict=True)]
    refused, forged = {}, 0
    for field, forged_messages in forgeries(foreign).items():
        results = core.run(forged_messages)
        forged = len(results)
        refused[field] = sum(not r.passed and r.cause == Cause.TAG_MISMATCH for r in results)
    core.sim.close()
    return Outcome(
        messages=len(messages),
        bytes=sum(len(m.text) for m in messages),
        aad_bytes=sum(len(m.aad) for m in messages),
        slots=len({m.slot for m in messages}),
        sealed_agree=agree,
        opened_agree=sum(right),
        refused=refused,
        forged=forged,
    )
