# SPDX-License-Identifier: Apache-2.0
"""All S-boxes compared, in each direction: gates, LUTs, their depth, and a pair on ECP5.

Kept in results/sboxes.json, from which a table of docs/reference/aes.md is made. Generic look-up
tables have no memories with initial contents, so an S-box in a memory counts as the logic that
replaces it; on ECP5, two of them are one block RAM. A pair is placed and routed between registers,
so its clock is that of an S-box alone.
"""

from itertools import product
from typing import Any

from sealwright.base.console import progress
from sealwright.base.files import library_files
from sealwright.cores.cipher import SBOXES
from sealwright.families.aes.config import DIRECTIONS
from sealwright.synth.targets import synth

TOP, PAIR = "seal_aes_sbox", "seal_aes_sub_bytes"
TOPS, FILES = (TOP, PAIR), library_files("common", "aes")
TARGETS = ("gates", "lut4", "lut6", "ecp5")


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
    gates, lut4, lut6 = (synth(TOP, FILES, params, target) for target in TARGETS[:3])
    pair = synth(PAIR, FILES, {**params, "Bytes": 2}, TARGETS[3])
    return {
        "and": gates["and"],
        "xor": gates["xor"],
        "other": gates["other"],
        "depth": gates["depth"],
        "lut4": lut4["lut"],
        "lut4_depth": lut4["depth"],
        "lut6": lut6["lut"],
        "lut6_depth": lut6["depth"],
        "pair_lut4": pair["lut"],
        "pair_bram": pair["bram"],
        "pair_mhz": pair["fmax_mhz"],
    }
