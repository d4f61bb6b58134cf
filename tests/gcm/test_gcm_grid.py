# SPDX-License-Identifier: Apache-2.0
"""Other configurations of the GCM core: vectors of the standards and random traffic on each.

Two corners run in every test run; the others, and the grid of round stages, multiplier, stages of
the multiplier and number of slots (hundreds of builds), with each S-box, in the nightly one.
"""

from itertools import product

import pytest

from corners import BY_DAY, CORNERS
from rows import nightly
from sealwright.cores.cipher import SBOXES
from sealwright.cores.multiplier import EACH_CYCLE, KINDS
from sealwright.families import load_core
from sealwright.families.message.check import check_vectors, own_vectors
from sealwright.families.message.config import GcmConfig
from sealwright.families.message.coverage import LIMITS, STORE_BEATS
from sealwright.families.message.random_traffic import RandomTraffic
from sealwright.families.message.rules import Rules
from sealwright.families.message.sim import MessageSim
from sealwright.tools.traffic import PRESETS, Traffic

MULTIPLIERS = {"karatsuba": 8, "mastrovito": 0}  # and where Karatsuba stops splitting
STORE = {"release": "store", "store_beats": 128}


def try_out(**knobs: object) -> None:
    """The project's vectors, then random traffic of each kind."""
    config = load_core("gcm-default", knobs)
    assert isinstance(config, GcmConfig)
    vectors = own_vectors(config)
    with MessageSim(config) as sim:
        outcome = check_vectors(sim, config, vectors)
        assert outcome.failures == []
        usable = [v for v in vectors if 8 * len(v.key) in config.key_sizes]
        assert outcome.passed == len(usable) > 0
        sim.reset()  # the rules begin with empty slots
        source, rules = RandomTraffic(config, 1), Rules(config)
        for seed, preset in enumerate(PRESETS):
            rules.run_checked(sim, source.batch(60), Traffic.preset(preset, seed))


@pytest.mark.parametrize("corner", [*BY_DAY, *nightly(set(CORNERS) - {*BY_DAY})])
def test_corner(corner: str) -> None:
    try_out(**CORNERS[corner])


ROUND_STAGES, SLOTS = (1, 2, 3, 4, 5), (1, 2, 16)
MULTIPLIER_STAGES = tuple(product(MULTIPLIERS, range(1, 9)))
# With each S-box every multiplier, and every pair of round stages and slots; with one, whose
# wrapper is that of all, every pair of round stages and multiplier.
GRID = [
    *(
        ("table", stages, point, SLOTS[i % 3])
        for i, (stages, point) in enumerate(product(ROUND_STAGES, MULTIPLIER_STAGES))
    ),
    *(
        (sbox, ROUND_STAGES[i % 5], point, SLOTS[i % 3])
        for sbox in SBOXES
        if sbox != "table"
        for i, point in enumerate(MULTIPLIER_STAGES)
    ),
]


def test_grid_has_every_s_box() -> None:
    assert {sbox for sbox, *_ in GRID} == set(SBOXES)
    for sbox in SBOXES:
        points = {(stages, slots) for name, stages, _, slots in GRID if name == sbox}
        assert points == set(product(ROUND_STAGES, SLOTS))


@pytest.mark.nightly
@pytest.mark.parametrize(("sbox", "round_stages", "point", "slots"), GRID)
def test_grid(sbox: str, round_stages: int, point: tuple[str, int], slots: int) -> None:
    """Half of the points are store-and-release."""
    multiplier, stages = point
    store = STORE if (round_stages + stages + slots) % 2 else {}
    try_out(
        sbox=sbox,
        round_stages=round_stages,
        multiplier=multiplier,
        mult_stages=stages,
        mult_halt=MULTIPLIERS[multiplier],
        slots=slots,
        **store,
    )


@pytest.mark.nightly
@pytest.mark.parametrize("stages", [1, 3, 8])
@pytest.mark.parametrize("multiplier", [kind for kind in EACH_CYCLE if kind not in MULTIPLIERS])
def test_multipliers(multiplier: str, stages: int) -> None:
    """Every other kind that makes a product of two operands in each cycle."""
    halt = 8 if "halt" in KINDS[multiplier].knobs else 0
    store = STORE if stages == 3 else {}
    try_out(multiplier=multiplier, mult_halt=halt, mult_stages=stages, **store)


@pytest.mark.nightly
@pytest.mark.parametrize("key_sizes", [[128], [192], [256], [128, 192], [128, 256], [192, 256]])
@pytest.mark.parametrize("store", [False, True], ids=["cut-through", "store"])
def test_key_sizes(key_sizes: list[int], store: bool) -> None:
    """Every choice of key sizes, with limits that are reached."""
    release = {"release": "store", "store_beats": STORE_BEATS} if store else {}
    try_out(key_sizes=key_sizes, text_limit=LIMITS["text_limit"], **release)
