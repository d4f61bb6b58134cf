# SPDX-License-Identifier: Apache-2.0
"""Each memory of the RTL in each flow of Yosys: does it become what it asks for?

Kept in results/memories.json, from which a table of docs/use/integration.md is made. The modules
that declare a memory are mapped by themselves, in shapes that the named cores have.
"""

from typing import Any, Final

from sealwright.base.files import rtl_files
from sealwright.base.results import Results
from sealwright.report.markdown import markdown
from sealwright.synth.fingerprint import Design
from sealwright.synth.memories import FLOWS, Memory, memories, outcomes

TARGETS: Final = ()  # of synthesis: none
SHAPES: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("seal_fifo", {"Width": 144, "Depth": 32, "SyncRead": 1, "Distributed": 1}),
    ("seal_fifo", {"Width": 135, "Depth": 16, "Distributed": 1}),
    ("seal_fifo", {"Width": 16, "Depth": 32}),
    ("seal_fifo_deep", {"Width": 144, "Depth": 512}),
    ("seal_fifo_deep", {"Width": 136, "Depth": 128}),
    ("seal_delay", {"Width": 128, "Cycles": 42}),
    ("seal_delay", {"Width": 170, "Cycles": 15}),
    ("seal_delay", {"Width": 7, "Cycles": 42}),
    ("seal_aes_sbox_bram", {}),
    ("seal_aes_key_mem", {"Words": 4}),
    ("seal_aes_iter_mem", {"Width": 8, "Depth": 240}),
    ("seal_aes_iter_state", {"Width": 8}),
    ("seal_slot_table", {"Slots": 4}),
    ("seal_hash_powers", {"Slots": 4}),
    ("seal_hash_serial", {"Slots": 4}),
    ("seal_gcm_buffer", {}),
    ("seal_gcm_lanes_buffer", {}),
    ("seal_cwc_powers", {"Slots": 4}),
    ("seal_gcm_message_keys", {}),
    ("seal_gcm_xaes_queue", {}),
    ("seal_gcm_xaes_derive", {"Slots": 4}),
    ("seal_key_raw", {"Slots": 4}),
    ("seal_gcm_small", {}),
    ("seal_message_command", {"Slots": 4}),
    ("seal_sector_ring", {}),
    ("seal_sector_file", {"Words": 32}),
    ("seal_sector_egress", {}),
    ("seal_ocp_lock_names", {}),
)


def designs() -> list[Design]:
    """What is mapped."""
    return [Design(top, rtl_files(), params) for top, params in SHAPES]


def study() -> dict[str, Any]:
    """One row for each memory."""
    found: dict[tuple[object, ...], Memory] = {}
    for design in designs():
        for memory in memories(*design):
            if memory.words > 1:  # Yosys sees one word, too, as a memory
                place = (memory.file, memory.style, memory.words, memory.width, memory.clocked)
                found.setdefault(place, memory)
    mapped = {flow: outcomes(list(found.values()), flow) for flow in FLOWS}
    rows = [
        {
            "file": memory.file,
            "asks": memory.style,
            "words": memory.words,
            "width": memory.width,
            "clocked": memory.clocked,
            **{flow: mapped[flow][number] for flow in FLOWS},
        }
        for number, memory in enumerate(found.values())
    ]
    return {"rows": rows}


def memories_table(results: Results) -> str:
    """What is not as asked for is in bold."""
    found = results.of("memories")
    rows = []
    for row in found.get("rows", ()):
        shape = f"{row['words']} x {row['width']}, {'' if row['clocked'] else 'not '}clocked"
        cells = [
            f"**{row[flow]}**" if row["asks"] and row[flow] != row["asks"] else row[flow]
            for flow in FLOWS
        ]
        rows.append([f"`{row['file'].removesuffix('.sv')}`", shape, row["asks"] or "-", *cells])
    head = ["memory in", "for example, read", "asks for", *(f"`{flow}`" for flow in FLOWS)]
    return markdown(head, rows, "", found)
