# SPDX-License-Identifier: Apache-2.0
"""The modes of the sector engines: their numbers in the RTL, their keys, and what they take.

A key is given by the strings that the models take: `key`, and `hash_key` where the hash has one of
its own. On `s_key_data` it is a row of fields from bit 0 up: AES keys of 256 bits each, short ones
at the low end, then fields of one block.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sealwright.base.errors import UsageError

BLOCK, AES_FIELD = 16, 32  # bytes
SIZES = (128, 192, 256)  # of AES keys, by s_key_size
LONGEST = 8176  # bytes of a data unit: 511 blocks, as nine bits count
ORDERS = MappingProxyType({"gcm": 0, "le": 1, "be": 2})

_Split = Callable[[bytes, bytes], tuple[list[bytes], list[bytes]]]  # AES keys, other fields


def _one(key: bytes, hash_key: bytes) -> tuple[list[bytes], list[bytes]]:
    return [key], [hash_key] if hash_key else []


def _two(key: bytes, hash_key: bytes) -> tuple[list[bytes], list[bytes]]:
    half = len(key) // 2
    return [key[:half], key[half:]], [hash_key] if hash_key else []


def _eme2(key: bytes, hash_key: bytes) -> tuple[list[bytes], list[bytes]]:
    """The key of the standard is K_AD, K_ECB, K_AES."""
    return [key[2 * BLOCK :]], [key[:BLOCK], key[BLOCK : 2 * BLOCK]]


@dataclass(frozen=True)
class Mode:
    """A scheme as the engine has it."""

    number: int | None  # parameter Mode
    split: _Split = _one
    aes_keys: int = 1  # on s_key_data
    fields: int = 0  # on s_key_data, of one block
    stored_keys: int = 1  # AES keys that a slot has memory for: 1, 2 or 4
    unit_keys: bool = False  # each unit in flight has a key of its own
    order: str | None = None  # the only bit order that it has
    sizes: tuple[int, ...] = SIZES
    any_tweak: bool = False  # tweaks of any length; otherwise of one block
    whole: bool = False  # whole blocks only
    one_length: bool = False  # of all data units under a key
    longest: int = LONGEST  # bytes of a data unit
    most_in_flight: int = 32  # data units
    inverse: bool = False  # both operations need the inverse cipher
    has_hash_key: bool = False
    calls: str = "blocks"  # of the cipher for a unit of whole blocks, its tweak one block

    @property
    def key_bytes(self) -> int:
        """The width of s_key_data."""
        return AES_FIELD * self.aes_keys + BLOCK * self.fields

    def pack(self, key: bytes, hash_key: bytes) -> bytes:
        """A key as it stands on s_key_data."""
        aes, fields = self.split(key, hash_key)
        data = b"".join(part.ljust(AES_FIELD, b"\0") for part in aes) + b"".join(fields)
        if len(data) != self.key_bytes:
            raise UsageError(f"a key of {len(key)} and {len(hash_key)} bytes: no key of this mode")
        return data

    def aes_bits(self, key: bytes) -> int:
        """The size of the AES keys in a key."""
        return 8 * len(self.split(key, b"")[0][0])

    def key_length(self, bits: int) -> int:
        """Bytes of a key whose AES keys have that many bits."""
        return bits // 8 * self.aes_keys + (2 * BLOCK if self.split is _eme2 else 0)


MODES: Mapping[str, Mode] = MappingProxyType(
    {
        "xts": Mode(0, _two, 2, stored_keys=2, order="le", calls="blocks + 1"),
        "hctr2": Mode(1, order="gcm", any_tweak=True),
        "hctr": Mode(2, fields=1, any_tweak=True, has_hash_key=True),
        "hch": Mode(3, most_in_flight=16, calls="blocks + 3"),
        "hchfp": Mode(4, fields=1, one_length=True, has_hash_key=True, calls="blocks + 2"),
        "xcb": Mode(5, stored_keys=4, inverse=True, sizes=(128,), calls="blocks + 1"),
        "xcb-aes": Mode(6, stored_keys=4, inverse=True, any_tweak=True, calls="blocks + 1"),
        "eme": Mode(7, order="le", whole=True, longest=2048, calls="2 * blocks + 1"),
        "eme2": Mode(
            8,
            _eme2,
            fields=2,
            order="le",
            any_tweak=True,
            calls="2 * blocks + 2 + (blocks - 1) // 128",
        ),
        "tet": Mode(
            9,
            _two,
            2,
            fields=1,
            stored_keys=2,
            whole=True,
            has_hash_key=True,
            calls="blocks + 1",
        ),
        "hctr2-twkd": Mode(
            10,
            unit_keys=True,
            order="gcm",
            sizes=(128, 256),
            any_tweak=True,
            calls="blocks + bits // 128 + 3",
        ),
        "heh": Mode(11, stored_keys=2, order="le", calls="blocks + 2"),
        "heh-fp": Mode(12, fields=1, order="le", whole=True, has_hash_key=True, calls="blocks + 1"),
        "chctr2": Mode(None, _two, 2, stored_keys=2, order="gcm", any_tweak=True),
    }
)
