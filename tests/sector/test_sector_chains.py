# SPDX-License-Identifier: Apache-2.0
"""Chains of calls while a key for another slot is derived, which takes calls of the cipher, too."""

from itertools import product
from typing import Final

import pytest

from rows import nightly
from sealwright.families.sector.rules import scheme_of
from sealwright.families.sector.sim import Barrier, KeyLoad, SectorSim, Units, WaitReady
from sealwright.model.sector.xts import tweak_of
from sealwright.tools.traffic import Traffic
from sectors import BUILT, core, key_of

UNIT: Final = 32
# Cycles of a call, units in flight. Of these schemes HEH alone has chains of several calls and
# derives keys by calls.
DAY: Final = [("heh", 8, 8)]
FEWER: Final = {"hch": 16, "hctr2-twkd": 8, "chctr2": 8}  # units in flight, at most
NIGHT: Final = [
    (mode, cycles, min(window, FEWER.get(mode, window)))
    for mode, (cycles, window) in product(BUILT, [(2, 16), (4, 16), (8, 32)])
]


@pytest.mark.parametrize(("mode", "cycles", "window"), [*DAY, *nightly(NIGHT)])
def test_a_key_for_another_slot(mode: str, cycles: int, window: int) -> None:
    """At any time while the first calls of all units go in at once, and go on."""
    config = core(
        mode,
        cycles=cycles,
        units_in_flight=window,
        slots=2,
        key_sizes=(128,),
        unit_limit=512,
        buffer_blocks=64,
    )
    key, hash_key = key_of(config)
    scheme, texts = scheme_of(config, key, hash_key), [bytes([n]) * UNIT for n in range(60)]
    wanted = b"".join(scheme.encrypt(tweak_of(n), text) for n, text in enumerate(texts))
    other = KeyLoad(1, key, UNIT, hash_key, wait=False)
    with SectorSim(config) as simulation:
        simulation.run([KeyLoad(0, key, UNIT, hash_key), WaitReady(0), Barrier()])
        for seed in range(24):
            sent = texts[: window + seed % 29]
            late = {"key_idle": 240} if seed % 2 else {"cmd_idle": 250}
            found = simulation.run(
                [other, Units(texts=tuple(sent)), Barrier()], Traffic(seed=seed, **late)
            )
            assert found.commands[0].text == wanted[: UNIT * len(sent)]
