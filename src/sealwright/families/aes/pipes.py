# SPDX-License-Identifier: Apache-2.0
"""LUTs saved by folding an AES pipe, and the cost of a second direction.

Kept in results/aes-pipes.json, from which two tables of docs/reference/aes.md are made. All for
AES-128 and one slot. Folds: `seal_aes_pipe`, which is the rounds with the memories of their
keys, for encryption. Directions: the whole core, `seal_aes_pipelined`, with streams, key schedule
and queue."""

from itertools import product
from typing import Any

from sealwright.base.console import progress
from sealwright.base.files import library_files
from sealwright.cores.cipher import SBOXES
from sealwright.families.aes.config import DIRECTIONS, FOLDS, AesConfig
from sealwright.synth.fingerprint import Design
from sealwright.synth.targets import synth

FILES = tuple(library_files(*AesConfig.libraries))
SMALL = ("composite", "table", "gates")  # S-boxes with which directions are compared
TARGETS = ("lut4", "lut6")
ONE_KEY = {"KeySizes": 1, "Slots": 1}


def _fold(fold: int) -> Design:
    return _design("seal_aes_pipe", {"Fold": fold}, "composite")


def _core(sbox: str, direction: str) -> Design:
    return _design("seal_aes_pipelined", {"Dir": DIRECTIONS[direction]}, sbox)


def _design(top: str, params: dict[str, int], sbox: str) -> Design:
    return Design(top, FILES, {**ONE_KEY, "Sbox": SBOXES[sbox], **params})


def designs() -> list[Design]:
    """What is measured."""
    return [*map(_fold, FOLDS), *(_core(*each) for each in product(SMALL, DIRECTIONS))]


def study() -> dict[str, Any]:
    """Rows of both tables, with LUTs counted for each target."""
    folds = [{"cycles": fold, **_luts(_fold(fold))} for fold in FOLDS]
    directions = [
        {"sbox": sbox, "direction": name, **_luts(_core(sbox, name))}
        for sbox, name in product(SMALL, DIRECTIONS)
    ]
    return {"folds": folds, "directions": directions}


def _luts(design: Design) -> dict[str, int]:
    progress(f"AES pipes: {design.top}, {design.params}")
    return {target: synth(*design, target)["lut"] for target in TARGETS}
