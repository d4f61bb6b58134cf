# SPDX-License-Identifier: Apache-2.0
"""`sealwright synth`: what a core costs on a target.

gates: two-input gates as written; lut4, lut6: the same generic mapping for every design; ecp5:
place and route, with the fastest clock; liberty=FILE: standard cells, before layout. Results are
kept under a digest of everything that they depend on, so the second call is quick.
"""

import argparse

from sealwright.base.console import emit, progress, seed_number
from sealwright.families.arguments import core_of
from sealwright.report.tables import cell, table
from sealwright.synth.targets import TARGETS, synth


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(TARGETS)
    parser.add_argument("--target", default="lut4", help=f"{names}, or liberty=FILE (lut4)")
    parser.add_argument("--seed", type=seed_number, default=1, help="of place and route")


def run(args: argparse.Namespace) -> int:
    config = core_of(args)
    progress(f"synthesis of {config.name} for {args.target} (minutes, unless known already) ...")
    found = synth(config.top, config.files(), config.rtl_params(), args.target, seed=args.seed)
    result = {"core": config.name, **found}
    hidden = ("core", "target", "top", "params", "tools")
    rows = [(name, cell(value)) for name, value in result.items() if name not in hidden]
    tools = ", ".join(f"{name} {version}" for name, version in found["tools"].items())
    text = f"{config.name} on {args.target} ({tools})\n\n{table(('measure', 'value'), rows)}"
    emit(args, result, text)
    return 0
