# SPDX-License-Identifier: Apache-2.0
"""`sealwright export`: a core as a folder that needs nothing of this project.

Plain Verilog with fixed parameters, which any tool reads, and the SystemVerilog sources; a
self-checking bench for Icarus Verilog and Verilator; constraints, projects and manifests, a C
header, the datasheet, and what has been measured. --prove proves bit by bit that the plain Verilog
is the same hardware as the sources.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from sealwright.base.console import emit
from sealwright.base.errors import UsageError
from sealwright.commands.datasheet import page
from sealwright.cores.config import CoreConfig
from sealwright.export.folder import export
from sealwright.families.arguments import core_of


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", help="a folder, new or empty")
    parser.add_argument("--prove", action="store_true", help="prove that the Verilog is the core")


def run(args: Namespace) -> int:
    config = core_of(args)
    if args.folder in ("", "-"):
        raise UsageError("DIR: name a folder; an export is many files")
    files = export(config, Path(args.folder), lambda: _more(config), prove=args.prove)
    result = {"core": config.name, "folder": args.folder, "files": files}
    if args.prove:
        result["proved"] = True
    proved = ", proved to be the same hardware" if args.prove else ""
    emit(args, result, f"{args.folder}: {config.name}, {len(files)} files{proved}")
    return 0


def _more(config: CoreConfig) -> dict[str, str]:
    return {"datasheet.html": page(config, waves=False)}
