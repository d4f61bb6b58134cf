# SPDX-License-Identifier: Apache-2.0
"""Rows of parametrised tests that are left to the nightly run."""

from collections.abc import Iterable
from typing import Any

import pytest


def nightly(rows: Iterable[object]) -> list[Any]:
    """Each row (a tuple, or the value of a single parameter) for the nightly run only."""
    return [
        pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=pytest.mark.nightly)
        for row in rows
    ]
