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
from sealwright.synth.fingerprint import Design
from sealwright.synth.targets import synth

FILES = library_files("common", "aes")
TARGETS = ("gates", "lut4", "lut6", "ecp5")


def _variants() -> list[tuple[str, str, dict[str, int]]]:
    """S-box, direction and parameters."""
    return [
        (sbox, direction, {"Kind": kind, "Dir": code, "Stages": int(sbox == "bram")})
        for (sbox, kind), (direction, code) in product(SBOXES.items(), DIRECTIONS.items())
    ]


def _one(params: dict[str, int]) -> Design:
    return Design("seal_aes_sbox", FILES, params)


def _pair(params: dict[str, int]) -> Design:
    return Design("seal_aes_sub_bytes", FILES, {**params, "Bytes": 2})


def designs() -> list[Design]:
    """What is measured."""
    return [made(params) for *_, params in _variants() for made in (_one, _pair)]


def study() -> dict[str, Any]:
    """One row for each S-box and direction."""
    rows = [
        {"sbox": sbox, "direction": direction, **_measure(params)}
        for sbox, direction, params in _variants()
    ]
    return {"rows": rows}


def _measure(params: dict[str, int]) -> dict[str, Any]:
    progress(f"S-boxes: {params}")
    gates, lut4, lut6 = (synth(*_one(params), target) for target in TARGETS[:3])
    pair = synth(*_pair(params), TARGETS[3])
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
