# SPDX-License-Identifier: Apache-2.0
"""`sealwright synth`: area, depth or speed of a core on a target.

gates: two-input gates as written; lut4, lut6: the same generic mapping for every design; ecp5
(LFE5U-85F, speed grade 6), gowin-gw2a, gowin-gw5ast, nexus, gatemate, ice40-up5k, ice40-hx8k: place
and route, with the fastest clock and the throughput at it (bits per cycle are simulated, with long
messages or units); xilinx: LUTs, registers and memories of a 7-series FPGA by synthesis only,
without placement or clock; liberty=FILE: standard cells, before layout. The placers of devices
other than ecp5 are installed by `make setup-devices`. Results are kept under a hash of everything
that they depend on, so the second call is quick.
"""

import argparse
from collections.abc import Mapping
from typing import Any

from sealwright.base import store
from sealwright.base.console import emit, progress, seed_number
from sealwright.base.duration import timed
from sealwright.base.errors import UsageError
from sealwright.base.python_code import toolkit_digests
from sealwright.cores.config import CoreConfig
from sealwright.families import family_of
from sealwright.families.arguments import core_of
from sealwright.report.jobs import measuring_files, simulation_files
from sealwright.report.tables import cell, table
from sealwright.synth.all_targets import NAMES, PLACED, check, synth
from sealwright.synth.fingerprint import Design
from sealwright.synth.liberty import library
from sealwright.synth.targets import LIBERTY
from sealwright.tools.verilator import verilator_version


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(NAMES)
    parser.add_argument("--target", default="lut4", help=f"{names}, or liberty=FILE (lut4)")
    parser.add_argument("--seed", type=seed_number, help="of place and route (1)")
    parser.add_argument(
        "--seeds", type=int, default=1, metavar="N", help="so many from --seed on; the median (1)"
    )
    parser.add_argument(
        "--estimate",
        action="store_true",
        help="ecp5: stop after placing; a clock that ranks designs",
    )


def run(args: argparse.Namespace) -> int:
    config = core_of(args)
    if not 1 <= args.seeds <= 100:
        raise UsageError(f"--seeds {args.seeds}: must be 1 to 100")
    check(args.target)
    if args.target not in PLACED and (args.seed is not None or args.seeds > 1):
        raise UsageError(f"--seed and --seeds are for place and route: {', '.join(PLACED)}")
    if args.target != "ecp5" and args.estimate:
        raise UsageError("--estimate is for --target ecp5")
    first = 1 if args.seed is None else args.seed
    if first + args.seeds > 1 << 31:
        raise UsageError(f"--seed {first} and --seeds {args.seeds}: the last seed is 2147483647")
    check(args.target)
    if args.target.startswith(LIBERTY):
        library(args.target)  # before anything that takes minutes
    work = (config.name, args.target, args.seeds, args.estimate)
    with timed(f"synthesis of {config.name} for {args.target}", *work):
        found = synth(
            config.top,
            config.files(),
            config.rtl_params(),
            args.target,
            seeds=range(first, first + args.seeds),
            estimate=args.estimate,
        )
    result = {"core": config.name, **found}
    if "fmax_mhz" in found:
        rate = _rate(config)
        result |= {"bits_per_cycle": rate, "gbps": round(rate * found["fmax_mhz"] / 1000, 3)}
    hidden = ("core", "target", "top", "params", "tools", *_LISTS)
    rows = [(name, cell(value)) for name, value in result.items() if name not in hidden]
    tools = ", ".join(f"{name} {version}" for name, version in found["tools"].items())
    text = f"{config.name} on {args.target} ({tools})\n\n{table(('measure', 'value'), rows)}"
    emit(args, result, text + _where_time_goes(found))
    return 0


_LISTS = ("fmax_of_seeds", "critical_path", "slower_than_mhz", "slowest")


def _where_time_goes(found: Mapping[str, Any]) -> str:
    """What several seeds gave, end points by clock, the slowest path of each pair of parts."""
    text = ""
    if len(found.get("fmax_of_seeds", ())) > 1:
        text += f"\n\n{table(('seed', 'MHz'), list(found['fmax_of_seeds'].items()))}"
    if "slowest" in found:
        text += f"\n\n{table(('MHz', 'end points slower'), [*found['slower_than_mhz'].items()])}"
        head = ("first", "last", "MHz", "levels", "logic ns", "routing ns", "slowest nets")
        names = ("first", "last", "mhz", "levels", "logic_ns", "routing_ns")
        rows = [(*(path[n] for n in names), "; ".join(path["nets"])) for path in found["slowest"]]
        text += f"\n\n{table(head, rows)}"
    return text


def _rate(config: CoreConfig) -> float:
    """Bits per cycle in long messages or units, simulated once."""
    sources = Design(config.top, config.files(), config.rtl_params()).code()
    rate_of = family_of(config).rate
    scripts = [*simulation_files(type(config), rate_of), *measuring_files(rate_of)]
    key = store.digest(sources, toolkit_digests(scripts), verilator_version())

    def simulate() -> dict[str, float]:
        progress(f"simulating {config.name} for its bits per cycle ...")
        return {"bits_per_cycle": round(rate_of(config), 3)}

    rate: float = store.json_entry("rate", f"{config.top}-{key}", simulate)["bits_per_cycle"]
    return rate
