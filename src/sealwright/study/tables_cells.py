# SPDX-License-Identifier: Apache-2.0
"""Cores of several families in standard cells, measured beside published.

yang: B. Yang, S. Mishra, R. Karri, A High Speed Architecture for Galois/Counter Mode of
      Operation (GCM), 2005: table 1
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

from sealwright.base.console import progress
from sealwright.families import family_of, load_core
from sealwright.report.published import Figures, Published, Row
from sealwright.synth.fingerprint import Design
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
    """A module, and what it takes in per cycle, from simulation if need be."""

    design: Design
    rate: Callable[[], float]


def _circuit(core: str, **knobs: Any) -> Circuit:
    """A named core with some knobs changed."""
    config = load_core(core, knobs)
    design = Design(config.top, config.files(), config.rtl_params())
    return Circuit(design, partial(family_of(config).rate, config))


def _circuits() -> dict[str, Circuit]:
    """What there is of the table: AES-128 and one key, as in Yang 2005.

    GHASH is a part of GCM, and takes a block per cycle.
    """
    one = {"key_sizes": [128], "sbox": "table"}
    gcm = _circuit("gcm-yang")
    hashing = {name: gcm.design.params[name] for name in ("Slots", "MultKind", "MultStages")}
    return {
        "Iterative AES": _circuit("aes-iterative-128", **one, direction="encrypt"),
        "Pipelined AES": _circuit("aes-pipelined-128", **one, round_stages=1),
        "GHASH": Circuit(Design("seal_hash", gcm.design.files, hashing), lambda: 128.0),
        "GCM encryption": _circuit("gcm-yang-encrypt"),
        "GCM decryption": _circuit("gcm-yang-decrypt"),
        "GCM en/decryption": gcm,
    }


WAYS = ("encryption", "decryption")


def designs() -> list[Design]:
    """What is measured."""
    return [circuit.design for circuit in _circuits().values()]


def cells(target: str) -> Figures:
    """Area and delay of each."""
    found = {}
    for name, circuit in _circuits().items():
        progress(f"standard cells: {name} (minutes, unless known) ...")
        measured = synth(*circuit.design, target)
        found[name] = {each: measured.get(each) for each in ("nand2", "delay_ns")}
    return found


def rates() -> Figures:
    """Bits per cycle of each."""
    return {name: {"bits_per_cycle": circuit.rate()} for name, circuit in _circuits().items()}


def _cells_rows(figures: Figures) -> list[Row]:
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
        if found := figures.get(name):
            clock_mhz = 1000 / found["delay_ns"]
            row["NAND2"] = found["nand2"]
            row["MHz"] = f"{clock_mhz:.1f}"
            row["bits per cycle"] = f"{found['bits_per_cycle']:.1f}"
            row["Gb/s"] = f"{found['bits_per_cycle'] * clock_mhz / 1000:.2f}"
        rows.append(row)
    return rows


def _cells_note(figures: Figures) -> str:
    both = figures["GCM en/decryption"]["nand2"] if "GCM encryption" in figures else 0
    shares = [f"{figures[f'GCM {way}']['nand2'] / both:.2f}" for way in WAYS] if both else []
    return (
        "Published: TSMC 0.18 um, after layout. Measured: the library of --liberty, before layout, "
        "with table S-boxes, AES-128, one key, Mastrovito's multiplier in one stage; streams, "
        "queues and key schedules are in, bits per cycle of GCM with packets of 65536 bytes. "
        "A core that only seals takes "
        f"{' of the gates of both, one that only opens '.join(shares)} (published: 0.93, 0.89)."
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {
        "yang-1": Published(
            "AES, GHASH and GCM in 0.18 um standard cells",
            _cells_rows,
            _cells_note,
            cells,
            designs,
            ("liberty",),
            rates,
        ),
    }
)
