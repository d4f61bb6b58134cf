# SPDX-License-Identifier: Apache-2.0
"""Whole cores whose S-boxes, or rounds, are not what is tested: stubs build and simulate sooner.

They take the same cycles as what they replace. All S-boxes are proved equal to the table in
tests/aes/test_sbox_formal.py; the pipes of tests/aes/test_aes_rtl.py have real S-boxes, the AES
cores of tests/aes_stream real rounds. Only tables and memories have stubs: cores with composite
S-boxes, as most named ones, have both real. By night all cores have, but for the pairs whose
registers are compared.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from sealwright.cores.config import CoreConfig

SBOXES: Final = ("seal_aes_sbox",)
ROUNDS: Final = ("seal_aes_round",)


def quick(files: Iterable[str], stubs: tuple[str, ...] = SBOXES) -> list[str]:
    """The same files, with stubs."""
    instead = {f"rtl/aes/{name}.sv": f"tb/stubs/{name}.sv" for name in stubs}
    return [instead.get(name, name) for name in files]


def by_night(request: pytest.FixtureRequest) -> bool:
    """Whether this is `make nightly`, in which everything is real."""
    return request.config.getoption("markexpr") == "nightly"


@contextmanager
def stubs(names: tuple[str, ...], *sboxes: str) -> Iterator[None]:
    """Cores with these S-boxes are made of the stubs."""
    real = CoreConfig.files

    def files(config: CoreConfig) -> list[str]:
        found = real(config)
        return quick(found, names) if getattr(config, "sbox", "") in sboxes else found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CoreConfig, "files", files)
        yield
