# SPDX-License-Identifier: Apache-2.0
"""Where the LUTs of GCM cores are, and what IVs of any length take."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from sealwright.base.results import Job, Results
from sealwright.families import load_core
from sealwright.families.message.config import MessageConfig
from sealwright.families.message.results import headline
from sealwright.report.jobs import parts_job
from sealwright.report.markdown import figure, markdown

AIM = 2.5  # Gb/s per 1,000 LUT6
# Their names in results/, and the knobs that differ from the core with the first part of the name
CORES: Mapping[str, tuple[str, Mapping[str, str]]] = MappingProxyType(
    {
        "gcm-bram-128": ("gcm-bram-128", {}),
        "gcm-default": ("gcm-default", {}),
        "gcm-default-iv-12": ("gcm-default", {"iv_lengths": "12"}),
    }
)
MULTIPLIER = "seal_gf_mult"
MODULES: Mapping[str, str] = MappingProxyType(
    {
        "seal_gcm_pipe": "AES, and the tokens beside it",
        MULTIPLIER: "the multiplier of the hash",
        "seal_gcm_hash": "the hash without it: powers, chains",
        "seal_gcm_front": "checks, commands, counter, blocks that wait",
        "seal_message_egress": "output, verdicts, status",
        "seal_gcm_exit": "text and masks behind AES",
        "seal_gcm_finish": "pending tags, compare",
        "seal_key_slots": "key schedule, slots",
    }
)
REST = "the rest"


def _core(name: str) -> MessageConfig:
    start, knobs = CORES[name]
    config = load_core(start, knobs)
    assert isinstance(config, MessageConfig)
    return config


def jobs() -> Iterator[Job]:
    """One for each core."""
    return (parts_job(_core(name), name) for name in CORES)


def _by_module(parts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """LUTs; all parts of the multiplier are one."""
    found: dict[str, int] = {}
    for part, counts in parts.items():
        name = MULTIPLIER if part.startswith(MULTIPLIER) else part
        found[name] = found.get(name, 0) + counts["lut"]
    return found


def areas_table(results: Results) -> str:
    """LUT6 by module, their sum, and what the core has when it is mapped as a whole."""
    found = {name: results.of(f"{name}.parts") for name in CORES}
    rows: list[list[object]] = []
    luts = {name: _by_module(measured.get("parts", {})) for name, measured in found.items()}

    def row(title: str, what: str, values: Mapping[str, int | None]) -> None:
        rows.append([title, what, *(figure(values[name], found[name]) for name in CORES)])

    for module, what in MODULES.items():
        row(f"`{module}`", what, {name: luts[name].get(module) for name in CORES})
    others = {
        name: sum(n for part, n in of.items() if part not in MODULES) if of else None
        for name, of in luts.items()
    }
    row(REST, "", others)
    row("sum", "", {name: sum(of.values()) or None for name, of in luts.items()})
    whole = {name: results.of(f"{name}.lut6") for name in CORES}
    cells = [figure(whole[name].get("lut"), whole[name]) or "" for name in CORES]
    rows.append(["as a whole", "", *cells])
    titles = [f"`{start}`" + ", IVs of 12 bytes" * bool(knobs) for start, knobs in CORES.values()]
    head = ["module", "what is in it", *titles]
    return markdown(head, rows, "ll" + "r" * len(CORES))


def aim_table(results: Results) -> str:
    """Throughput per area beside the aim, and the LUTs that the aim would leave at this clock."""
    rows: list[list[object]] = []
    for name in ("gcm-bram-128", "gcm-default"):
        rate, cycles = headline(_core(name), results)
        placed, lut6 = (results.of(f"{name}.{target}") for target in ("ecp5", "lut6"))
        clock, luts = placed.get("fmax_mhz"), lut6.get("lut")
        gbps = rate * clock / 1000 if rate and clock else None
        each = f"{gbps / luts * 1000:.2f}" if gbps and luts else None
        most = None if gbps is None else round(gbps / AIM * 1000)
        rows.append(
            [
                f"`{name}`",
                figure(luts, lut6),
                figure(gbps, cycles, placed),
                figure(each, cycles, placed, lut6),
                str(AIM),
                figure(most, cycles, placed),
            ]
        )
    head = ["core", "LUT6", "Gb/s", "Gb/s per kLUT6", "aim", "LUT6 for the aim at this clock"]
    return markdown(head, rows, "l" + 5 * "r")
