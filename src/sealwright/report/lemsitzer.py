# SPDX-License-Identifier: Apache-2.0
"""Table 2 of Lemsitzer 2007, beside which AES alone and GCM cores in counter mode are measured."""

from collections.abc import Mapping
from types import MappingProxyType

SBOX_NAMES: Mapping[str, str] = MappingProxyType(
    {"bram": "RAM", "composite": "composite", "table": "LUT"}
)
# bits of the data path, S-box: slices, block RAMs, MHz, Gb/s, kb/s per slice
WIDTHS: Mapping[tuple[int, str], tuple[str, int, int, str, str]] = MappingProxyType(
    {
        (16, "bram"): ("4.0k", 15, 170, "2.7", "676"),
        (16, "composite"): ("5.6k", 0, 130, "2.1", "370"),
        (16, "table"): ("5.8k", 0, 160, "2.56", "436"),
        (32, "bram"): ("3.9k", 30, 140, "4.5", "1152"),
        (32, "composite"): ("7.3k", 0, 110, "3.5", "479"),
        (32, "table"): ("7.5k", 0, 130, "4.2", "556"),
        (64, "bram"): ("3.8k", 58, 140, "9", "2326"),
        (64, "composite"): ("8.9k", 0, 90, "5.8", "651"),
        (64, "table"): ("11.1k", 0, 140, "9", "804"),
        (128, "bram"): ("3.8k", 114, 140, "17.9", "4719"),
        (128, "composite"): ("13.7k", 0, 100, "12.8", "933.4"),
        (128, "table"): ("18.4k", 0, 140, "17.9", "975.7"),
    }
)
