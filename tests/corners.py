# SPDX-License-Identifier: Apache-2.0
"""GCM cores that several tests share: one build serves them all."""

from typing import Any, Final

_PRODUCT: Final[dict[str, Any]] = {"multiplier": "partial-product", "mult_halt": 0}
# Parts that take the same cycles as those of the named cores, and are proved equal to them: they
# build in half the time and simulate ten times as fast.
FAST: Final[dict[str, Any]] = {"sbox": "bram", **_PRODUCT}

_STORE: Final[dict[str, Any]] = {"release": "store", "store_beats": 512}
# Of gcm-default: both ends of each knob that shapes the pipes, and both releases, with limits that
# leave room for long messages
CORNERS: Final[dict[str, dict[str, Any]]] = {
    "least": {
        "sbox": "table",
        **_PRODUCT,
        "round_stages": 1,
        "mult_stages": 1,
        "slots": 1,
        "key_sizes": [128],
    },
    "most": {"sbox": "table", "round_stages": 4, "mult_stages": 8, "slots": 16, **_STORE},
    "uneven": {
        "sbox": "table",
        "round_stages": 2,
        "multiplier": "mastrovito",
        "mult_halt": 0,
        "mult_stages": 3,
        "slots": 2,
        "key_sizes": [192, 128],
        "key_busy": "refuse",
    },
    "memory": {**FAST, "round_stages": 1, "mult_stages": 2, "slots": 3, **_STORE},
    "precomputed": {
        "sbox": "bram",
        "multiplier": "tmvp-precomputed",
        "mult_stages": 5,
        "slots": 3,
    },
}
