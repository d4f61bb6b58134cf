# SPDX-License-Identifier: Apache-2.0
"""Cores of several families in standard cells, measured beside published.

yang: B. Yang, S. Mishra, R. Karri, A High Speed Architecture for Galois/Counter Mode of
      Operation (GCM), 2005: table 1
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sealwright.base.results import Job, Result, Results
from sealwright.families import family_of, load_core
from sealwright.report.jobs import CELLS, cells_job
from sealwright.report.published import Published, Row, collected, missing_note, number, shown
from sealwright.synth.fingerprint import Design

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


CORES: Mapping[str, str] = MappingProxyType(
    {
        "Iterative AES": "aes-yang-iterative",
        "Pipelined AES": "aes-yang-pipelined",
        "GCM encryption": "gcm-yang-encrypt",
        "GCM decryption": "gcm-yang-decrypt",
        "GCM en/decryption": "gcm-yang",
    }
)
HASH = "gcm-yang-ghash"  # a part of `gcm-yang`, which takes a block per cycle


def _design(name: str) -> Design:
    """A core of `CORES`, or the hash of one."""
    config = load_core("gcm-yang" if name == HASH else name)
    design = Design(config.top, config.files(), config.rtl_params())
    if name != HASH:
        return design
    knobs = {name: design.params[name] for name in ("Slots", "MultKind", "MultStages")}
    return Design("seal_hash", design.files, knobs)


def _jobs() -> Iterator[Job]:
    for config in map(load_core, CORES.values()):
        yield family_of(config).headline_job(config)
    yield cells_job(HASH, _design(HASH))
    yield from (cells_job(name, _design(name), load_core(name)) for name in CORES.values())


def _rate(design: str, results: Results) -> tuple[float | None, Result]:
    """Bits per cycle, and where they are from."""
    if design not in CORES:
        return 128.0, Result({}, old=False)
    config = load_core(CORES[design])
    return family_of(config).headline(config, results)


def _latency(design: str) -> int | str:
    """Cycles from the first block or beat in to the first one out, by formulas; not of GHASH."""
    if design not in CORES:
        return ""
    figures = load_core(CORES[design]).figures()
    return figures["first_beat" if "first_beat" in figures else "latency"]


def _rows(results: Results) -> list[Row]:
    rows = []
    for design, (gates, clock, gbps, cycles) in YANG.items():
        cells = results.of(f"{CORES.get(design, HASH)}.{CELLS}")
        rate, source = _rate(design, results)
        mhz = 1000 / cells["delay_ns"] if cells else None
        speed = rate * mhz / 1000 if rate and mhz else None
        rows.append(
            {
                "design": design,
                "gates published": gates,
                "MHz published": clock,
                "Gb/s published": gbps,
                "latency published": cycles,
                "latency": _latency(design),
                "NAND2": shown(cells.get("nand2"), cells),
                "RAM bits": shown(cells.get("ram_bits"), cells),
                "MHz": shown(number(mhz, 1), cells),
                "bits per cycle": shown(number(rate, 1), source),
                "Gb/s": shown(number(speed, 2), cells, source),
            }
        )
    return rows


def _note(results: Results) -> str:
    one, other, both = (
        results.of(f"{CORES[f'GCM {way}']}.{CELLS}").get("nand2")
        for way in ("encryption", "decryption", "en/decryption")
    )
    shares = (
        f" A core that only seals takes {one / both:.2f} of the gates of both, one that only opens "
        f"{other / both:.2f} (published: 0.93, 0.89)."
        if one and other and both
        else ""
    )
    return (
        "Published: TSMC 0.18 um, after layout. Measured: OSU 0.18 um, before layout, with table "
        "S-boxes, AES-128, one key, Mastrovito's multiplier in one stage; streams, queues and key "
        "schedules are in, memories apart in bits; bits per cycle are of GCM with packets of 1,500 "
        "bytes." + shares + missing_note(_rows(results))
    )


TABLES: Mapping[str, Published] = MappingProxyType(
    {"yang-1": collected("AES, GHASH and GCM in 0.18 um standard cells", _rows, _note, _jobs)}
)
