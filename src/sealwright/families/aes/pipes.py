# SPDX-License-Identifier: Apache-2.0
"""LUTs saved by folding an AES pipe, and the cost of a second direction.

Kept in results/aes-pipes.json, from which two tables of docs/reference/aes.md are made. All for
AES-128 and one slot. Folds: `seal_aes_pipe`, which is the rounds with the memories of their
keys, for encryption. Directions: the whole core, `seal_aes_pipelined`, with streams, key schedule
and queue."""

from typing import Any

from sealwright.base.console import progress
from sealwright.base.files import library_files
from sealwright.cores.cipher import SBOXES
from sealwright.families.aes.config import DIRECTIONS, FOLDS, AesConfig
from sealwright.synth.targets import synth

TOPS = ("seal_aes_pipe", "seal_aes_pipelined")
FILES = tuple(library_files(*AesConfig.libraries))
SMALL = ("composite", "table", "gates")  # S-boxes with which directions are compared
TARGETS = ("lut4", "lut6")
ONE_KEY = {"KeySizes": 1, "Slots": 1}


def study() -> dict[str, Any]:
    """Rows of both tables, with LUTs counted for each target."""
    folds = [{"cycles": fold, **_luts(TOPS[0], {"Fold": fold}, "composite")} for fold in FOLDS]
    directions = [
        {"sbox": sbox, "direction": name, **_luts(TOPS[1], {"Dir": code}, sbox)}
        for sbox in SMALL
        for name, code in DIRECTIONS.items()
    ]
    return {"folds": folds, "directions": directions}


def _luts(top: str, params: dict[str, int], sbox: str) -> dict[str, int]:
    progress(f"AES pipes: {top}, {sbox}, {params}")
    params = {**ONE_KEY, "Sbox": SBOXES[sbox], **params}
    return {target: synth(top, FILES, params, target)["lut"] for target in TARGETS}
