# SPDX-License-Identifier: Apache-2.0
"""Sector engines for tests: any mode, with parts that are built and simulated fast."""

from collections.abc import Sequence
from typing import Any, Final

from sealwright.families import cores_of
from sealwright.families.sector.config import (
    BUFFER,
    FOLDS,
    LONGEST_TWEAK,
    WINDOWS,
    CascadeConfig,
    EngineConfig,
    SectorConfig,
)
from sealwright.families.sector.modes import LONGEST, MODES, SIZES

BUILT: Final = tuple(dict.fromkeys(config.mode for config in cores_of("sector")))  # in the RTL
KNOBS: Final[dict[str, Any]] = {
    "slots": 4,
    "buffer_blocks": 512,
    "units_in_flight": 8,
    "status": "command",
    "id_width": 16,
    "sbox": "table",
    "direction": "both",
    "forward": "encrypt",
    "equal_halves": "refuse",
    "key_limit_log2": 0,
    "round_stages": 1,
    "cycles": 1,
    "pipes": 1,
    "multiplier": "partial-product",
    "mult_stages": 4,
    "mult_halt": 0,
}


def core(mode: str, **knobs: Any) -> SectorConfig:
    """A core for a mode: all that the mode takes, and some knobs changed."""
    its = MODES[mode]
    own = {
        "mode": mode,
        "key_sizes": its.sizes,
        "bit_order": its.order or "gcm",
        "unit_limit": min(4096, its.longest),
        "tweak_limit": 64 if its.any_tweak else 16,
    }
    kind = CascadeConfig if mode == "chctr2" else EngineConfig
    chosen = {name: value for name, value in {**KNOBS, **own}.items() if name in kind.knob_names()}
    return kind(name=f"test {mode}", summary="", **{**chosen, **knobs})


# The two engines of `sealwright flip`, which take the same knobs
_DISK: Final[dict[str, Any]] = {
    "key_sizes": (128, 192, 256),
    "status": "unit",
    "units_in_flight": 32,
    "mult_stages": 2,
    "slots": 8,
}
# With the engines of tests/sector/test_sector_pairs.py they have both ends of every knob.
TURNS: Final[dict[str, dict[str, Any]]] = {
    "xts": {**_DISK, "key_limit_log2": 44},
    "hctr2": {**_DISK, "tweak_limit": 64},  # those over 64 bytes: in chctr2
    "hctr": {"slots": 12, "unit_limit": LONGEST, "buffer_blocks": 512, "mult_stages": 8},
    "hch": {"unit_limit": 2064, "buffer_blocks": 256, "cycles": 2, "round_stages": 2, "slots": 15},
    "hchfp": {"direction": "forward", "bit_order": "be", "mult_stages": 1},
    "xcb": {"slots": 4, "mult_stages": 1},
    "xcb-aes": {"forward": "decrypt"},
    "eme": {"pipes": 2, "slots": 16, "unit_limit": 2048},
    "eme2": {"unit_limit": LONGEST, "buffer_blocks": 512, "slots": 9},
    "tet": {"bit_order": "le", "slots": 8, "unit_limit": 2048, "units_in_flight": 16},
    "hctr2-twkd": {"slots": 8, "sbox": "table"},  # keys of units take longer with memories
    "heh": {"slots": 8, "mult_stages": 2},
    "heh-fp": {"mult_stages": 1, "units_in_flight": 16},
    "chctr2": {"status": "unit", "slots": 7, "units_in_flight": 16},
}
# Values of knobs that their configurations have in words, and some between the ends of others
INSIDE: Final[dict[str, Sequence[Any]]] = {
    "slots": (2, 3, 4, 5, 7, 8, 9),
    "key_sizes": ((128,), (192,), (256,), (128, 256), SIZES),
    "unit_limit": (17, 80, 2048, 2065),
    "tweak_limit": (16, 32, 64, 80, LONGEST_TWEAK),
    "buffer_blocks": (2, 8, 256, 512, BUFFER),
    "units_in_flight": WINDOWS,
    "id_width": (5,),
    "round_stages": (2,),
    "cycles": FOLDS,
    "mult_stages": (2, 4),
    "mult_halt": (0, 1, 8, 128),
    "key_limit_log2": (0, 9, 44),
}


def small(mode: str, **knobs: Any) -> SectorConfig:
    """The same with less to build: most with two slots and key sizes, and units of a sector."""
    sizes = tuple(size for size in (128, 256) if size in MODES[mode].sizes)
    own = {"slots": 2, "key_sizes": sizes, "unit_limit": 512, "buffer_blocks": 128, "sbox": "bram"}
    tweak = {"tweak_limit": LONGEST_TWEAK} if MODES[mode].any_tweak else {}
    return core(mode, **{**own, **tweak, **TURNS[mode], **knobs})


def key_of(config: SectorConfig) -> tuple[bytes, bytes]:
    """A key of 128 bits, and that of the hash, if there is one."""
    key = bytes(range(config.scheme.key_length(128)))
    return key, bytes(range(16)) if config.scheme.has_hash_key else b""
