# SPDX-License-Identifier: Apache-2.0
"""`sealwright env`: the lines of a shell after which `verilator` is the one of the toolkit.

    eval "$(sealwright env)"

`make -C examples/gcm`, FuseSoC and cocotb then find it, with settings for this machine's compiler.
"""

import argparse
import shlex

from sealwright.base.console import emit
from sealwright.tools.verilator import verilator_env


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments of its own."""


def run(args: argparse.Namespace) -> int:
    found = verilator_env()
    variables = {name: found[name] for name in ("VERILATOR_ROOT", "PATH")}
    lines = [f"export {name}={shlex.quote(value)}" for name, value in variables.items()]
    emit(args, variables, "\n".join(lines))
    return 0
