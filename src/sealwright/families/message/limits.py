# SPDX-License-Identifier: Apache-2.0
"""Lengths and counts of messages that a core takes."""

from dataclasses import replace
from typing import Any

from sealwright.base.errors import UsageError
from sealwright.families.message.config import BLOCK, MessageConfig

# Knobs that change no cycle of the messages which they allow
_WITHOUT_CYCLES = ("text_limit", "aad_limit_log2", "message_limit")


def too_long(config: MessageConfig, text: int, aad: int) -> str:
    """Why a core refuses a message of so many bytes of text and AAD; empty if it takes it."""
    if config.room is not None and config.blocks(text) + config.blocks(aad) > config.room:
        return f"{config.name} stores {config.store_beats} beats, of text, AAD and a tag"
    if config.blocks(text) > config.text_limit:
        return f"{config.name} takes {BLOCK * config.text_limit} bytes of text (text_limit)"
    if aad >= 1 << config.aad_limit_log2:
        return f"{config.name} takes fewer than 2^{config.aad_limit_log2} bytes of AAD"
    return ""


def check_takes(config: MessageConfig, text: int, aad: int, messages: int) -> None:
    """UsageError unless a core seals so many messages of this size, with one key."""
    if reason := too_long(config, text, aad):
        raise UsageError(f"messages of {text} bytes are too long: {reason}")
    if messages > config.message_limit:
        raise UsageError(
            f"{messages} messages with one key: {config.name} seals {config.message_limit} "
            "(message_limit)"
        )


def most_text(config: MessageConfig, aad: int) -> int:
    """Bytes of text that a message with so many bytes of AAD may have; negative if none fits."""
    most = config.text_limit
    if config.room is not None:
        most = min(most, config.room - config.blocks(aad))
    return BLOCK * most


def longest_tag(config: MessageConfig, size: int) -> int:
    """Bytes of the longest tag that a text, and AAD, of this size may have."""
    return max(n for n in config.mode.tag_sizes if config.mode.most(n) >= size)


def without_limits(config: MessageConfig) -> MessageConfig:
    """A core with the same cycles that refuses no message for its length, but for its store."""
    highest: dict[str, Any] = {}
    for name, about in config.knobs_about().items():
        if name in _WITHOUT_CYCLES and isinstance(about.values, tuple):
            highest[name] = about.values[1]
    return replace(config, **highest)
