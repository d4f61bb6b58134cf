# SPDX-License-Identifier: Apache-2.0
"""The ends of each parameter of each top and adapter, as the headers of the RTL give them."""

from typing import Final

WORD: Final = 2**32 - 1
AES: Final = {"KeySizes": (1, 7), "Sbox": (0, 6)}
ROUNDS: Final = {"RoundStages": (1, 5), "Fold": (1, 8)}
HASH: Final = {"MultKind": (0, 14), "MultStages": (1, 8), "MultHalt": (1, 128)}
UNITS: Final = {"MaxUnit": (16, 8176), "MaxTweak": (16, 240), "Buffer": (2, 1024)}
SECTOR: Final = {**AES, **ROUNDS, **HASH, **UNITS, "Window": (1, 32), "IdWidth": (1, 16)}
LANES: Final = {"Lanes": (2, 8)}
LIMITS: Final = {"TextLimit": (1, WORD - 1), "AadLimitLog2": (5, 61), "MsgLimit": (0, WORD)}
# Of cores that seal messages; the small one has neither slots nor a store.
SMALL: Final[dict[str, tuple[int, int | None]]] = {**LIMITS, "Sbox": (0, 6), "IdWidth": (1, 16)}
MESSAGE: Final = {**SMALL, "KeySizes": (1, 7), "Slots": (1, 16), "StoreBeats": (2, None)}
FRAME: Final = {"AadBytes": (0, 64), "TagBytes": (1, 16)}
# Least and greatest value of each parameter; None where only the parts around it set a limit.
ADAPTERS: Final[dict[str, dict[str, tuple[int, int | None]]]] = {
    "seal_axis_error": {"Bytes": (1, None)},
    "seal_lanes_from_axis": {**LANES},
    "seal_lanes_from_mac": {**LANES, **FRAME},
    "seal_lanes_to_axis": {**LANES},
    "seal_lanes_to_mac": {**LANES},
}
ENDS: Final[dict[str, dict[str, tuple[int, int | None]]]] = {
    "seal_gcm": {
        **MESSAGE,
        **HASH,
        "BeatBytes": (2, 16),
        "MultKind": (0, 18),
        "MultDigit": (1, 128),
        "RoundStages": (1, 5),
        "IvLimit": (1, 65536),
        "Ops": (1, 7),
    },
    "seal_gcm_lanes": {
        **MESSAGE,
        **HASH,
        **LANES,
        "RoundStages": (1, 5),
        "StoreBeats": (8, None),
        "IvLimit": (1, 65536),
    },
    "seal_gcm_sst": {
        **MESSAGE,
        "KeySizes": (1, 5),
        "BeatBytes": (2, 16),
        "RoundStages": (1, 5),
        "MultKind": (0, 18),
        "MultDigit": (1, 128),
        "MultHalt": (1, 128),
        "TextLimit": (1, WORD - 2),
        "AadLimitLog2": (5, 35),
    },
    "seal_gcm_fresh": {
        **MESSAGE,
        **HASH,
        "RoundStages": (1, 4),
        "Schedule": (0, 2),
        "MultStages": (1, 2),
    },
    "seal_gcm_xaes": {
        **{name: ends for name, ends in MESSAGE.items() if name != "KeySizes"},
        **HASH,
        "RoundStages": (1, 4),
        "MultStages": (1, 2),
    },
    "seal_gcm_small": {**SMALL, "MultDigit": (1, 16), "IvLimit": (1, 65536)},
    "seal_cwc": {
        **MESSAGE,
        "RoundStages": (1, 5),
        "MultStages": (1, 5),
        "AadLimitLog2": (5, 35),
    },
    "seal_sector": {
        **SECTOR,
        "Mode": (0, 12),
        "Slots": (1, 16),
        "Order": (0, 2),
        "Dir": (0, 2),
        "Pipes": (1, 2),
        "KeyLimitLog2": (9, 44),
    },
    "seal_sector_cascade": {**SECTOR, "Slots": (1, 7)},
    "seal_aes_pipelined": {**AES, **ROUNDS, "Slots": (1, 16), "Dir": (0, 2)},
    "seal_aes_iterative": {**AES, "Width": (8, 128), "Dir": (0, 2), "Slots": (1, 16)},
    "seal_aes_fly": {**AES, "Fixed": (0, 2)},
    "seal_aes_unrolled": AES,
    "seal_ghash": {
        **HASH,
        "MultKind": (0, 11),
        "Slots": (1, 16),
        "Lanes": (1, 8),
        "Reductions": (1, 4),
    },
    "seal_ocp_lock_ee": {
        "Slots": (1, 15),
        "Keys": (1, 2),
        "Fields": (0, 3),
        "KeySizes": (1, 7),
        "InfoW": (1, None),
    },
    **ADAPTERS,
}
# What makes an elaboration short, and what has to go with a parameter or with one of its values.
SHORT: Final = {
    "seal_gcm": {"MultKind": 2},
    "seal_gcm_fresh": {"MultKind": 2},
    "seal_gcm_lanes": {"MultKind": 2},
    "seal_gcm_sst": {"MultKind": 2},
    "seal_gcm_xaes": {"MultKind": 2},
    "seal_sector": {"MultKind": 2, "MaxUnit": 16, "Window": 2},
    "seal_sector_cascade": {"MultKind": 2, "MaxUnit": 16, "Window": 2},
}
WITH: Final[dict[str, dict[str, int]]] = {
    "seal_gcm StoreBeats": {"Store": 1},
    "seal_cwc StoreBeats": {"Store": 1},
    "seal_gcm_fresh StoreBeats": {"Store": 1},
    "seal_gcm_fresh Schedule 2": {"RoundStages": 1},
    "seal_gcm_xaes StoreBeats": {"Store": 1},
    "seal_gcm MultKind 18": {"BeatBytes": 2},
    "seal_gcm_lanes StoreBeats": {"Store": 1},
    "seal_gcm_sst StoreBeats": {"Store": 1},
    "seal_gcm_sst MultKind 18": {"BeatBytes": 2},
    "seal_ghash MultKind 11": {"Reductions": 4},
    "seal_sector Order": {"Mode": 2},
    "seal_sector Mode 0": {"Order": 1},
    "seal_sector Mode 12": {"Order": 1},
    "seal_sector KeyLimitLog2": {"Mode": 0, "Order": 1},
}
