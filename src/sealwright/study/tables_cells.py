# SPDX-License-Identifier: Apache-2.0
"""Cores of several families in standard cells, measured beside published.

yang: B. Yang, S. Mishra, R. Karri, A High Speed Architecture for Galois/Counter Mode of
      Operation (GCM), 2005: table 1
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sealwright.base.console import progress
from sealwright.families import family_of, load_core
from sealwright.report.published import Published, Row
from sealwright.synth.targets import synth

# gates, MHz, Gb/s, cycles
YANG: Mapping[str, tuple[int, int, str, str]] = MappingProxyType(
    {
        "Iterative AES": (29436, 276, "3.53", "10"),
        "Pipelined AES": (287184, 282, "36.09", "1"),
        "GHASH": (78974, 271, "34.69", "1"),
        "GCM encryption": (463328, 271, "34.69", "12"),
        "GCM decryption": (446108, 271, "34.69", "11"),
        "GCM en/decryption": (498658, 271, "34.69", "12"),
    }
)


@dataclass(frozen=True)
class Circuit:
    """A module with its parameters, and what it takes in per cycle."""

    top: str
    files: Sequence[str | Path]
    params: Mapping[str, int]
    bits_per_cycle: float


def _circuit(core: str, **knobs: Any) -> Circuit:
    """A named core with some knobs changed; its rate from simulation."""
    config = load_core(core, knobs)
    rate = family_of(config).rate(config)
    return Circuit(config.top, config.files(), config.rtl_params(), rate)


def _circuits() -> dict[str, Circuit]:
    """What there is of the table: AES-128 and one key, as in Yang 2005.

    GHASH is a part of GCM, and takes a block per cycle.
    """
    one = {"key_sizes": [128], "sbox": "table"}
    gcm = _circuit("gcm-mastrovito", **one, slots=1, round_stages=1, mult_stages=1)
    hashing = {name: gcm.params[name] for name in ("Slots", "MultKind", "MultStages")}
    return {
        "Iterative AES": _circuit("aes-iterative-128", **one, direction="encrypt"),
        "Pipelined AES": _circuit("aes-pipelined-128", **one, round_stages=1),
        "GHASH": Circuit("seal_hash", gcm.files, hashing, 128),
        "GCM en/decryption": gcm,
    }


def _cells(target: str) -> list[Row]:
    circuits = _circuits()
    rows = []
    for name, (gates, clock, rate, cycles) in YANG.items():
        row = {
            "design": name,
            "gates published": gates,
            "MHz published": clock,
            "Gb/s published": rate,
            "latency published": cycles,
            "NAND2": None,
            "MHz": None,
            "bits per cycle": None,
            "Gb/s": None,
        }
        if name in circuits:
            progress(f"standard cells: {name} (minutes, unless known) ...")
            circuit = circuits[name]
            found = synth(circuit.top, circuit.files, circuit.params, target)
            clock_mhz = 1000 / found["delay_ns"]
            row["NAND2"] = found.get("nand2")
            row["MHz"] = f"{clock_mhz:.1f}"
            row["bits per cycle"] = f"{circuit.bits_per_cycle:.1f}"
            row["Gb/s"] = f"{circuit.bits_per_cycle * clock_mhz / 1000:.2f}"
        rows.append(row)
    return rows


def _cells_note(_: list[Row]) -> str:
    return (
        "Published: TSMC 0.18 um, after layout. Measured: the library of --liberty, before layout, "
        "with table S-boxes, AES-128, one key, Mastrovito's multiplier in one stage; streams, "
        "queues and key schedules are in, bits per cycle of GCM with packets of 65536 bytes. "
        "There is no core here that only seals or only opens."
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "yang-1": Published(
            "AES, GHASH and GCM in 0.18 um standard cells",
            _cells,
            _cells_note,
            ("common", "gf", "aes", "engine", "aes_stream", "message", "gcm"),
            ("liberty",),
            simulated=True,
        ),
    }
)
