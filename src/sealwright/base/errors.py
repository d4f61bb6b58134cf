# SPDX-License-Identifier: Apache-2.0
"""The one exception family: every error that a user can cause or must see."""


class SealwrightError(Exception):
    """Base class; `exit_code` is what the command line returns for it."""

    exit_code = 2


class UsageError(SealwrightError):
    """Bad arguments, files or configurations: the message has the cause and the remedy."""


class ToolMissing(SealwrightError):
    """A program that this command needs is not installed; the message names it."""


class CheckFailed(SealwrightError):
    """A cryptographic or other check failed (tag, vector, truncation, proof)."""

    exit_code = 1


class BadInput(UsageError):
    """A file is not what the command takes; whoever opened it puts its name before the message."""


class Damaged(CheckFailed):
    """A file is not what was sealed; likewise."""
