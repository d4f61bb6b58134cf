# SPDX-License-Identifier: Apache-2.0
"""`sealwright mult`: one multiplier over GF(2^m), counted, proved, or written for other tools.

Gates are two-input gates as written, with identical ones counted once, key side included. depth_and
and depth_xor are those of the longest path, key side included. `depth` and `stage_depths` are for a
key in its stored form; the same with `_all` include the key side. --prove is a complete proof over
the netlist, not a sample.
"""

import argparse
from pathlib import Path
from typing import Any

from sealwright.base.console import emit, progress
from sealwright.base.errors import UsageError
from sealwright.cores.multiplier import KINDS, OWN, Multiplier, parse_polynomial
from sealwright.export.multiplier import export
from sealwright.model.field import GCM_FIELD
from sealwright.report.tables import cell, table
from sealwright.synth.multiplier import levels, measure
from sealwright.synth.proof import prove

_KNOBS = ("halt", "stages", "digit", "lanes", "levels", "tower", "tables", "lattice", "fold")
_WITH_A_KIND = ("width", "poly", *_KNOBS, "key", "prove", "export")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", nargs="?", help="a kind that --list lists")
    parser.add_argument("--list", action="store_true", help="list the kinds")
    parser.add_argument("--width", type=int, help="degree of the field (128)")
    parser.add_argument("--poly", help="exponents below the degree, such as 7,2,1,0 (that of GCM)")
    parser.add_argument(
        "--halt", type=int, help="width from which on nothing is split (4, but see --list)"
    )
    parser.add_argument(
        "--stages", type=int, help="registers from operands to product (1, but see --list)"
    )
    parser.add_argument("--digit", type=int, help="bits in a cycle (16)")
    parser.add_argument("--lanes", type=int, help="products in the sum (4)")
    parser.add_argument("--levels", type=int, help="levels of gates of tmvp-shallow")
    parser.add_argument("--tower", type=int, help="which tower of fields: 0 or 1 (0)")
    parser.add_argument(
        "--tables", type=int, help="1: sums shaped for LUTs of six inputs (see --list)"
    )
    parser.add_argument(
        "--lattice", type=int, help="1: key side of tmvp-precomputed with fewer gates, deeper (0)"
    )
    parser.add_argument("--fold", type=int, help="1: reduction with fewer gates, deeper (0)")
    parser.add_argument("--key", help="the constant, in hexadecimal (H of the zero key)")
    parser.add_argument("--prove", action="store_true", help="prove it")
    parser.add_argument(
        "--export", metavar="DIR", help="write plain Verilog and a bench; with --prove, proved too"
    )


def multiplier_of(args: argparse.Namespace) -> Multiplier:
    """The multiplier that the arguments ask for."""
    if args.kind is None:
        raise UsageError("mult: KIND is missing (see mult --list)")
    width = GCM_FIELD.width if args.width is None else args.width
    if args.poly is not None:
        poly = parse_polynomial(args.poly, width)
    elif width == GCM_FIELD.width:
        poly = GCM_FIELD.poly
    else:
        raise UsageError(f"--width {args.width}: --poly is missing (only width 128 has a default)")
    try:
        key = None if args.key is None else int(args.key, 16)
    except ValueError:
        raise UsageError(f"--key {args.key}: hexadecimal digits expected") from None
    knobs = {name: getattr(args, name) for name in _KNOBS}
    return Multiplier(args.kind, poly, key=key, **knobs)


def _knob(kind: str, knob: str) -> str:
    """A knob as --list shows it: with its default, if that is one of the kind's own."""
    own = OWN.get(kind, {})
    return f"{knob} ({own[knob]})" if knob in own else knob


def run(args: argparse.Namespace) -> int:
    if args.list:
        asked = [args.kind, *(f"--{name}" for name in _WITH_A_KIND if getattr(args, name))]
        if any(asked):
            raise UsageError(f"--list shows all kinds: leave out {next(filter(None, asked))}")
        kinds = [
            {"kind": name, "knobs": list(kind.knobs), "what": kind.what}
            for name, kind in KINDS.items()
        ]
        rows = [
            (name, ", ".join(_knob(name, knob) for knob in kind.knobs), kind.what)
            for name, kind in KINDS.items()
        ]
        emit(args, kinds, table(("kind", "knobs", "what"), rows))
        return 0
    mult = multiplier_of(args)
    result: dict[str, Any] = {"kind": mult.kind, "width": mult.width}
    if args.prove:
        result["proved"] = True
    if args.export is not None:
        if not args.export:
            raise UsageError("--export: the name of the folder is empty")
        result |= {"folder": args.export}
        result["files"] = export(mult, Path(args.export), prove=args.prove)
    elif args.prove:
        progress(f"proof of {mult.kind}, {mult.width} bits ...")
        prove(mult)
    if not args.prove and args.export is None:
        progress(
            f"synthesis of {mult.kind}, {mult.width} bits (a minute, unless known already) ..."
        )
        everything = {f"{k}_all": v for k, v in levels(mult, keyed=False).items()}
        result |= {**measure(mult), **levels(mult), **everything}
    measures = [(k, len(v) if k == "files" else cell(v)) for k, v in result.items()]
    emit(args, result, table(("measure", "value"), measures))
    return 0
