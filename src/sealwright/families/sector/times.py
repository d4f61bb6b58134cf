# SPDX-License-Identifier: Apache-2.0
"""How long an engine takes for a key, for a unit by itself and for a sweep, as formulas.

A mode has its list of what is derived from a key (`derive` of seal_sector_MODE_pkg), and the chain
of calls, hashes and registers from the first beat of a unit to its first beat out. Tests hold
them against simulation (tests/sector/test_sector_times.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from sealwright.cores.engine import EXPAND, KEY_HOLD
from sealwright.cores.formulas import Formula


@dataclass(frozen=True, kw_only=True)
class Times:
    """What a mode derives from a key before its slot is ready, and the wait of a unit by itself.

    `first`: cycles from the first beat in to the first beat out, of an encryption that meets no
    other work; a decryption takes no more.
    """

    first: str
    last: str = "first_beat + blocks - 1"
    key_hold: str = KEY_HOLD.text
    schedules: int = 1  # of AES keys, that on s_key_data among them
    calls: int = 0
    hash_keys: int = 0
    constants: int = 0
    inverse: bool = False  # of sigma, which is a hash of as many ones as a unit has blocks

    @property
    def key_load(self) -> str:
        """Cycles from the acceptance of a key to its slot being ready."""
        parts = [_times(self.schedules, "(expand + 5)"), f"{self.constants + 1}"]
        parts += [_times(self.calls, "call")] if self.calls else []
        parts += [_times(self.hash_keys, "hash_key")] if self.hash_keys else []
        parts += ["invert"] if self.inverse else []
        return " + ".join(parts)


# Into the first hash, and through the stream; short units wait for other things, but no longer
_PASSES = "max(blocks, 16) * (1 + cycles)"


def _times(number: int, what: str) -> str:
    return what if number == 1 else f"{number} * {what}"


def _hashed(constant: int, calls: int = 2) -> str:
    """Of modes that hash, stream and hash again, with so many calls one behind the other."""
    return f"{constant} + {calls} * turn + 4 * mult_stages + {_PASSES} + partial"


def _apart(constant: int, calls: int) -> str:
    """Of modes whose last whole block goes before the others: the hash, the call of that block and
    that of the first one; or the chain of calls, where the tweak's take longer than the hash."""
    chain = f"{constant} + {calls} * turn + 2 * mult_stages + blocks * cycles"
    return f"max({chain}, 32 + 2 * turn + 4 * mult_stages + blocks * (1 + cycles)) + partial"


_LAYERS = "4 * turn + 2 * max(blocks, 18) * cycles"
_RENEWED = "(blocks - 1) // 128 * (turn + 2)"

TIMES: Mapping[str, Times] = MappingProxyType(
    {
        "xts": Times(
            first="13 + 2 * turn + partial * (blocks == 2)",
            last="13 + 2 * turn + partial + (blocks - 1) * cycles",
            schedules=2,
            key_hold="6",  # its halves are compared first
        ),
        "hctr2": Times(first=_hashed(33), calls=2, hash_keys=1, constants=1),
        "hctr": Times(first=_hashed(37), hash_keys=1),
        "hch": Times(first=f"hash_key + {_hashed(33, 4)}"),
        "hchfp": Times(first=_hashed(35, 3), hash_keys=1),
        "xcb": Times(first=_hashed(37), schedules=4, calls=5, hash_keys=2),
        "xcb-aes": Times(
            first=f"29 + 3 * turn + 2 * mult_stages + {_PASSES} + partial",
            schedules=4,
            calls=7,
            hash_keys=1,
        ),
        "eme": Times(first=f"21 + {_LAYERS}", calls=1, constants=1),
        "eme2": Times(  # the layers, or the chain of calls with those of a long tweak
            first=f"max(22 + {_LAYERS} + {_RENEWED}, 25 + 5 * turn + blocks * cycles) + partial",
            constants=1,
        ),
        "tet": Times(
            first=f"42 + turn + 6 * mult_stages + {_PASSES}",
            schedules=2,
            calls=1,
            hash_keys=1,
            constants=1,
            inverse=True,
        ),
        "hctr2-twkd": Times(
            first=f"own_key + bits // 128 * (turn + 2) + hash_key + {_hashed(37, 5)}"
        ),
        "heh": Times(first=_apart(25, 4), schedules=2, calls=4, hash_keys=1, constants=1),
        "heh-fp": Times(first=_apart(23, 3), hash_keys=1),
        "chctr2": Times(
            first=f"2 * ({_hashed(33)}) - 3",
            key_hold="key_load + 11",
            calls=2,
            hash_keys=1,
            constants=1,
        ),
    }
)

# A folded pipe goes through the rounds that it has, and one register, `cycles` times.
PIPE = (
    Formula("stages", "-(-rounds // cycles) * round_stages", "registers of the rounds in hardware"),
    Formula(
        "aes",
        "2 + stages + (cycles - 1) * (stages + 1 + stages % 2)",
        "cycles through the AES pipe",
    ),
    Formula(
        "turn",
        "aes + cycles + 2",
        "the same, slice and choice before it, and the wait for a turn, at most",
    ),
)
_HASH_KEY = Formula(
    "hash_key",
    "2 + (mult_stages - 1) * (mult_stages + 5)",
    "cycles until a hash key and its powers are stored",
)
_INVERT = Formula(
    "invert",
    "blocks + 206 + 13 * hash_key + 14 * mult_stages",
    "cycles until the inverse of sigma is stored",
)
_OWN_KEY = Formula("own_key", "expand + 5", "cycles from unit to unit for keys of their own")
# Where it takes a call more, and where a few registers
_CALLED, _PADDED = "(turn + 4)", "6"
ZEROISE = Formula(
    "zeroise",
    "max(buffer_blocks, 512) + 74",
    "cycles from the end of `zeroise_i` until a core without commands is idle, at most",
)


_KEY_LOAD = "cycles from the acceptance of a key to its slot being ready, in an idle core, at most"


def key_formulas(mode: str) -> tuple[Formula, ...]:
    """From the offer of a key to its slot being ready, in an idle core."""
    times, found = TIMES[mode], [EXPAND]
    if times.calls:
        found.append(Formula("call", "turn + 1", "cycles of a call for a key, at most"))
    if times.hash_keys or "hash_key" in times.first:
        found.append(_HASH_KEY)
    if times.inverse:
        found.append(_INVERT)
    found.append(Formula("key_load", times.key_load, _KEY_LOAD))
    return (*found, replace(KEY_HOLD, text=times.key_hold))


def unit_formulas(mode: str) -> tuple[Formula, ...]:
    """A unit by itself, from its first beat in."""
    times = TIMES[mode]
    found = [_OWN_KEY] if "own_key" in times.first else []
    if "partial" in times.last + times.first:
        more = _CALLED if mode in ("xts", "eme2") else _PADDED
        text = f"{more} * min(unit_limit % 16, 1)"
        found.append(Formula("partial", text, "cycles more for a partial last block, at most"))
    first = "cycles from the first beat of such a unit to its first beat out, alone, at most"
    last = "the same to its last beat out"
    return (
        *found,
        Formula("first_beat", times.first, first),
        Formula("last_beat", times.last, last),
    )
