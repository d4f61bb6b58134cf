# SPDX-License-Identifier: Apache-2.0
"""GHASH cores for tests: products are stubs, or sums of shifted operands, which build soonest."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from sealwright.families.ghash.config import NO_H, GhashConfig

STUBS: Final = ("seal_gf_karatsuba", "seal_gf_mult_fixed")
H: Final = "66e94bd4ef8a2c3b884cfa59ca342b2e"  # E(0, 0)
BASE: Final[dict[str, Any]] = {
    "lanes": 4,
    "reductions": 1,
    "mult": "karatsuba",
    "mult_stages": 4,
    "mult_halt": 32,
    "slots": 3,
    "key": "slots",
    "h": NO_H,
}
FIXED: Final[dict[str, Any]] = {"key": "fixed", "slots": 1, "mult_stages": 1, "h": H}


def ghash_core(**knobs: Any) -> GhashConfig:
    """A core with some knobs changed."""
    return GhashConfig.from_knobs("ghash-test", "", {**BASE, **knobs})


# Both ends of lanes, stages and slots; one reduction and several; a constant key
CORES: Final = {
    "joint": ghash_core(),
    "several": ghash_core(lanes=2, reductions=2, mult="partial-product", mult_stages=3, slots=16),
    "least": ghash_core(lanes=1, mult="partial-product", mult_stages=1, slots=1),
    "most": ghash_core(lanes=8, reductions=8, mult="partial-product", mult_stages=8, slots=2),
    "fixed": ghash_core(**FIXED),
}


def quick(files: Iterable[str]) -> list[str]:
    """The same files, with stubs."""
    instead = {f"rtl/gf/{name}.sv": f"tb/stubs/{name}.sv" for name in STUBS}
    return [instead.get(name, name) for name in files]


@contextmanager
def stubs(*, by_night: bool) -> Iterator[None]:
    """By day, cores are made of the stubs."""
    real = GhashConfig.files

    def files(config: GhashConfig) -> list[str]:
        return real(config) if by_night else quick(real(config))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GhashConfig, "files", files)
        yield
