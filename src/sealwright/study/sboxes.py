# SPDX-License-Identifier: Apache-2.0
"""All S-boxes compared: gates and look-up tables, their depth, in each direction.

Kept in results/sboxes.json, from which a table of docs/aes.md is made. Generic look-up tables know
no memories with an initial content, and so the S-box in a memory counts here as what it takes where
there is none; on ECP5, two of them are one block of 18 Kbit.
"""

from itertools import product
from typing import Any

from sealwright.commands.common import progress
from sealwright.cores.aes import DIRECTIONS, SBOXES
from sealwright.files import library_files
from sealwright.synth.targets import synth

TOP = "seal_aes_sbox"
TOPS, FILES = (TOP,), library_files("aes")


def study() -> dict[str, Any]:
    """One row for each S-box and direction."""
    rows = []
    for (sbox, kind), (direction, code) in product(SBOXES.items(), DIRECTIONS.items()):
        stages = 1 if sbox == "bram" else 0
        params = {"Kind": kind, "Dir": code, "Stages": stages}
        rows.append({"sbox": sbox, "direction": direction, **_measure(params)})
    return {"rows": rows}


def _measure(params: dict[str, int]) -> dict[str, Any]:
    progress(f"S-boxes: {params}")
    gates, lut4, lut6 = (synth(TOP, FILES, params, target) for target in ("gates", "lut4", "lut6"))
    return {
        "and": gates["and"],
        "xor": gates["xor"],
        "other": gates["other"],
        "depth": gates["depth"],
        "lut4": lut4["lut"],
        "lut4_depth": lut4["depth"],
        "lut6": lut6["lut"],
        "lut6_depth": lut6["depth"],
    }
