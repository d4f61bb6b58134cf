# SPDX-License-Identifier: Apache-2.0
"""The pictures of the documents, drawn by `python -m sealwright.study.pictures`."""

import sys
from collections.abc import Callable
from functools import cache

from sealwright.base.errors import SealwrightError
from sealwright.base.files import need_checkout, repo_root
from sealwright.base.results import measured
from sealwright.families import families
from sealwright.report.svg import write
from sealwright.study import engine
from sealwright.study.byte_order import byte_order_svg
from sealwright.study.multipliers import area_delay_svg
from sealwright.study.worked_example import toeplitz_svg

FOLDER = "docs/images"


@cache
def pictures() -> dict[str, Callable[[], str]]:
    """Every drawing, by the name of its file."""
    found = {
        "byte_order.svg": byte_order_svg,
        "hash.svg": engine.hash_svg,
        "key_load.svg": engine.key_load_svg,
        "toeplitz.svg": toeplitz_svg,
        "multipliers.svg": lambda: area_delay_svg(measured("multipliers")),
    }
    for family in families().values():
        found |= family.pictures()
    return found


def main() -> int:
    """Draws all of them."""
    try:
        need_checkout("pictures")
        for name, draw in pictures().items():
            write(repo_root() / FOLDER / name, draw())
    except SealwrightError as error:
        print(f"pictures: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
