# SPDX-License-Identifier: Apache-2.0
"""The command line: parses, calls, prints.

Exit codes: 0 done; 1 a cryptographic or other check failed; 2 wrong use or bad input. Errors are
one line on standard error. The module of a command is imported when it is called, so a missing
package affects only the commands that need it.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from types import ModuleType
from typing import NoReturn

from sealwright.base.console import add_json, plain
from sealwright.base.errors import SealwrightError, ToolMissing, UsageError
from sealwright.base.signals import end_on_signals
from sealwright.base.streams import naming, os_error
from sealwright.families import families
from sealwright.families.arguments import add_core
from sealwright.families.family import Entry

INTERRUPTED, BROKEN_PIPE = 130, 141
ASKED = "_ARGCOMPLETE"  # set by a shell that wants to complete a word


COMMANDS = {
    "cores": Entry("commands.cores", "list the named cores", core=False),
    "info": Entry("commands.info", "knobs, parameters, ports, formulas and files of a core"),
    "datasheet": Entry("commands.datasheet", "a page about a core, as HTML or PDF"),
    "check": Entry("commands.check", "vectors through a simulated core", words="files"),
    "verify": Entry(
        "commands.verify", "lint, elaboration, model comparison, random traffic", core=False
    ),
    "bench": Entry("commands.bench", "cycles per message or block, back to back"),
    "seal": Entry("commands.seal", "seal a file with a simulated core"),
    "open": Entry("commands.open", "open a sealed file with a simulated core"),
    "synth": Entry("commands.synth", "area, depth or speed of a core on a target"),
    "export": Entry("commands.export", "a core as a folder for any tool: plain Verilog, bench"),
    "fit": Entry("commands.fit", "the devices that a core fits into, and its clock on each"),
    "mult": Entry("commands.mult", "area, depth and proof of one multiplier", core=False),
    "tables": Entry(
        "study.tables", "tables of papers, with measured figures", core=False, words="names"
    ),
    "env": Entry("commands.env", "a shell in which verilator works", core=False),
    "mutants": Entry("study.mutants", "faults put into the RTL, which must be caught", core=False),
    **{name: entry for family in families().values() for name, entry in family.commands.items()},
}


class _Parser(argparse.ArgumentParser):
    """Reports bad arguments in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"sealwright: {plain(message)} (see {self.prog} --help)\n")


def load(command: str) -> ModuleType:
    """The module of a command; a missing import is reported by name."""
    try:
        return import_module(f"sealwright.{COMMANDS[command].module}")
    except ModuleNotFoundError as error:
        package = (error.name or "?").partition(".")[0]
        if package == "sealwright":
            raise
        raise ToolMissing(
            f"{command}: the Python package {package} is not installed (run `make setup`)"
        ) from None


def version() -> str:
    """The installed version; from the sources alone there is none."""
    try:
        return f"sealwright {metadata.version('sealwright')}"
    except metadata.PackageNotFoundError:
        return "sealwright (not installed)"


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser; only the chosen command gets its arguments, and only its module is loaded."""
    parser = _Parser(
        prog="sealwright", description="Open hardware cores that encrypt links and disks."
    )
    parser.add_argument("--version", action="version", version=version())
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, entry in COMMANDS.items():
        sub = commands.add_parser(name, help=entry.help, description=entry.help)
        if name == chosen:
            module = load(name)
            sub.description = module.__doc__
            sub.formatter_class = argparse.RawDescriptionHelpFormatter
            if entry.core:
                add_core(sub)
            add_json(sub)
            module.add_arguments(sub)
    return parser


def _offer_words() -> None:
    """Answers a shell that asks how its line may go on, and ends the process."""
    from sealwright.commands.completion import offer

    typed = os.environ.get("COMP_LINE", "").split()
    offer(build_parser(next((word for word in typed[1:] if word in COMMANDS), None)))


def call(argv: Sequence[str]) -> int:
    """Parses and runs one command; its errors are the caller's."""
    chosen = next((word for word in argv if not word.startswith("-")), None)
    parser = build_parser(chosen)
    args, rest = parser.parse_known_args(argv)
    words = COMMANDS[args.command].words
    if rest and (not words or any(word.startswith("-") for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if words:  # argparse takes a list of words in one piece only
        setattr(args, words, [*getattr(args, words), *rest])
    code: int = load(args.command).run(args)
    with naming("standard output"):
        sys.stdout.flush()  # a broken pipe shows here and not at exit
    return code


def _fail(error: SealwrightError) -> int:
    if sys.stderr is not None:
        print(f"sealwright: {plain(str(error))}", file=sys.stderr)
    return error.exit_code


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code; without `argv` it is that of the process."""
    if argv is None:
        if ASKED in os.environ:
            _offer_words()
        end_on_signals("sealwright")
    if sys.stdout is None:  # closed by the caller; reported before anything is done
        return _fail(UsageError("standard output is closed"))
    if isinstance(sys.stdout, io.TextIOWrapper):  # what it cannot encode is escaped
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return call(sys.argv[1:] if argv is None else argv)
    except SealwrightError as error:
        return _fail(error)
    except BrokenPipeError:
        with contextlib.suppress(OSError):  # so that the interpreter has nothing left to flush
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        return _fail(os_error(error))
    except MemoryError:
        return _fail(SealwrightError("out of memory"))
    except KeyboardInterrupt:
        print("sealwright: interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
