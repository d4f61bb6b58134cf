# SPDX-License-Identifier: Apache-2.0
"""Figures of Mancillas-López 2010, as printed: tables I, VI, VII and VIII.

C. Mancillas-Lopez, D. Chakraborty, F. Rodriguez-Henriquez, Reconfigurable Hardware Implementations
of Tweakable Enciphering Schemes, 2010. Virtex-4, sectors of 512 bytes, one at a time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sealwright.families.sector.config import SectorConfig

SIZE = 512  # bytes of a sector
BRAM_IN_SLICES = 128  # of TPA, 1 / ((slices + 128 BRAM) total time)
NAMES = {"hch": "HCH", "hchfp": "HCHfp", "hctr": "HCTR", "xcb": "XCB", "eme": "EME", "tet": "TET"}

# Table I: calls of the block cipher, products, keys, for m blocks
OPERATIONS: Mapping[str, tuple[str, str, int]] = MappingProxyType(
    {
        "hch": ("m + 3", "2(m - 1)", 1),
        "hchfp": ("m + 2", "2(m - 1)", 2),
        "hctr": ("m", "2(m + 1)", 2),
        "xcb": ("m + 6", "2(m + 1)", 1),
        "eme": ("2(m + 1)", "0", 1),
        "tet": ("m + 2", "2m + 2", 3),
    }
)


@dataclass(frozen=True)
class Measured:
    """A row of tables VI to VIII; times in microseconds, throughput in Gb/s."""

    slices: int
    brams: int
    mhz: str
    cycles: int
    time: str
    latency: str | None  # to the first block; not in table VII
    gbps: str
    tpa: str


PIPELINED: Mapping[str, Measured] = MappingProxyType(  # table VI
    {
        "hch": Measured(13622, 80, "65.939", 107, "1.623", "26.06", "2.524", "25.82"),
        "hchfp": Measured(12970, 85, "66.5", 96, "1.443", "0.992", "2.84", "29.04"),
        "hctr": Measured(12068, 85, "79.65", 89, "1.117", "0.703", "3.67", "39.0"),
        "xcb": Measured(13418, 85, "54.021", 116, "2.147", "1.110", "1.91", "19.168"),
        "eme": Measured(10120, 87, "67.835", 107, "1.577", "1.120", "2.60", "29.82"),
        "tet": Measured(12072, 87, "60.505", 111, "1.834", "1.305", "2.23", "23.494"),
    }
)
SEQUENTIAL: Mapping[str, Measured] = MappingProxyType(  # table VII
    {
        "hch": Measured(8688, 18, "64.026", 416, "6.497", None, "0.631", "14.00"),
        "hchfp": Measured(7903, 18, "64.587", 405, "6.270", None, "0.653", "15.62"),
        "hctr": Measured(7006, 18, "77.737", 388, "4.991", None, "0.82", "21.53"),
        "xcb": Measured(8351, 18, "52.108", 455, "8.731", None, "0.469", "10.749"),
        "eme": Measured(5053, 20, "65.922", 716, "10.861", None, "0.377", "12.09"),
        "tet": Measured(7030, 20, "58.592", 421, "7.185", None, "0.570", "14.512"),
    }
)
ENCRYPT: Mapping[str, Measured] = MappingProxyType(  # table VIII
    {
        "hchfp": Measured(7513, 85, "95.801", 98, "1.022", "0.678", "4.00", "53.15"),
        "hctr": Measured(6996, 85, "98.580", 89, "0.902", "0.557", "4.54", "61.96"),
        "eme": Measured(4200, 87, "149.09", 107, "0.717", "0.496", "5.71", "90.86"),
        "tet": Measured(7165, 87, "93.035", 111, "1.193", "0.849", "3.43", "45.802"),
    }
)


def row_of(config: SectorConfig) -> Measured | None:
    """The row whose cipher is most like that of a core."""
    if config.cycles == 1:
        return (PIPELINED if config.direction == "both" else ENCRYPT).get(config.mode)
    return SEQUENTIAL.get(config.mode) if config.cycles == 8 else None
