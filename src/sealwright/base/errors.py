# SPDX-License-Identifier: Apache-2.0
"""The one exception family: every error that a user can cause or must see."""

from collections.abc import Mapping


class SealwrightError(Exception):
    """Base class; `exit_code` is what the command line returns for it."""

    exit_code = 2


class UsageError(SealwrightError):
    """Bad arguments, files or configurations: the message has the cause and the remedy."""


class ToolMissing(SealwrightError):
    """A program that this command needs is not installed; the message names it."""


class CheckFailed(SealwrightError):
    """A cryptographic or other check failed (tag, vector, truncation, proof).

    `found` is what had been measured by then: a core too large for a device has been counted.
    """

    exit_code = 1

    def __init__(self, message: str, found: Mapping[str, int] | None = None) -> None:
        super().__init__(message)
        self.found = found


class BadInput(UsageError):
    """A file is not what the command takes; whoever opened it puts its name before the message."""


class Damaged(CheckFailed):
    """A file is not what was sealed; likewise."""
