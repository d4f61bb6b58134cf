# SPDX-License-Identifier: Apache-2.0
"""What a mode that seals messages is to the toolkit, by its model.

Sealing is encryption by a key stream that key and IV determine, and a tag over AAD and text.
"""

from abc import ABC, abstractmethod
from typing import ClassVar


class Mode(ABC):
    """A mode of authenticated encryption; its models are the fast ones, for bulk tests."""

    name: ClassVar[str]  # in files of known answers
    tag_sizes: ClassVar[tuple[int, ...]]  # bytes
    iv_bytes: ClassVar[int]  # of an IV in the command
    counter: ClassVar[bool] = True  # has the operation of `counter_only`

    def most(self, tag_size: int) -> int:
        """Bytes of text, and of AAD, that the tag allows, beside the limits of the core."""
        return 1 << 64

    @abstractmethod
    def seal(
        self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag_size: int = 16
    ) -> tuple[bytes, bytes]:
        """Ciphertext and tag."""

    @abstractmethod
    def open(self, key: bytes, iv: bytes, aad: bytes, text: bytes, tag: bytes) -> bytes:
        """The plaintext, or CheckFailed and nothing."""

    @abstractmethod
    def crypt(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        """The beginning of a text under the key stream of its message, in either direction."""

    @abstractmethod
    def counter_only(self, key: bytes, iv: bytes, text: bytes) -> bytes:
        """A text without AAD and tag; an IV of a whole block is the first counter block."""
