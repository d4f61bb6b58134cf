# SPDX-License-Identifier: Apache-2.0
"""The flow of a message through the lanes of a GHASH core, from a waveform of its simulation.

Block i of the message is the number i, so that it is known again in front of its multiplier. For
each cycle: the block of each lane with the power that multiplies it, the product behind the
multipliers, and whether the hash is there.
"""

from typing import Any

from sealwright.base.errors import CheckFailed
from sealwright.cores.formulas import clog2
from sealwright.families.ghash.config import GhashConfig
from sealwright.families.ghash.sim import BLOCK, GhashSim, Key, Message
from sealwright.families.packet.recording import recorded, sources
from sealwright.model.ghash import ghash_fast

H = bytes.fromhex("66e94bd4ef8a2c3b884cfa59ca342b2e")  # E(0, 0)
_CORE = "u_hash"
SIGNALS = tuple(
    f"{_CORE}.{name}" for name in ("beat_q", "blocks_q", "power", "done", "next_o", "hash_o")
)


def flow(config: GhashConfig, blocks: int) -> dict[str, Any]:
    """One message of so many blocks; cycle 1 is that of its first beat at the multipliers."""
    data = b"".join(number.to_bytes(BLOCK, "big") for number in range(1, blocks + 1))
    with GhashSim(config, sources(config), trace=True) as sim:
        wave, run = recorded(sim, [Key(H)], [Message(data)], SIGNALS)
    if run.hashes[0].data != ghash_fast(H, data):
        raise CheckFailed(f"{config.name}: the hash of {blocks} blocks is wrong")
    beat, held, power, done, ends = (wave[name] for name in SIGNALS[:-1])
    width, mask = max(clog2(config.lanes * config.mult_stages), 1), (1 << 128) - 1
    begins = [t + 1 for t in range(wave.cycles) if beat[t]]  # one register further on
    valid = [t for t in range(wave.cycles) if done[t] >> 5 & 1]  # the first field of the struct
    tag = [t + 1 for t in range(wave.cycles) if ends[t]]
    rows = []
    for t in range(begins[0], tag[0] + 1):
        lanes = []
        for lane in range(config.lanes if t in begins else 0):
            block = int.from_bytes((held[t - 1] >> 128 * lane & mask).to_bytes(BLOCK, "little"))
            lanes.append([block, (power[t - 1] >> width * lane & (1 << width) - 1) + 1])
        product = valid.index(t) + 1 if t in valid else None
        rows.append(
            {"clk": t - begins[0] + 1, "lanes": lanes, "product": product, "hash": t in tag}
        )
    return {"core": config.name, "blocks": blocks, "rows": rows}
