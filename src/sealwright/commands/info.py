# SPDX-License-Identifier: Apache-2.0
"""`sealwright info`: everything about a core that needs no simulation.

Parameters and ports are read from the RTL; formulas are evaluated for this core.
"""

import argparse
from dataclasses import asdict

from sealwright.base.console import emit
from sealwright.families import family_of
from sealwright.families.arguments import core_of
from sealwright.report.interface import interface
from sealwright.report.tables import table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments of its own."""


def run(args: argparse.Namespace) -> int:
    config = core_of(args)
    outside, found = interface(config), config.figure_list()
    files = config.files()
    obj = {
        "name": config.name,
        "kind": config.kind,
        "top": config.top,
        "summary": config.summary,
        "knobs": config.knobs(),
        **asdict(outside),
        "formulas": [asdict(formula) for formula in found],
        "files": files,
    }
    given = [(p.name, p.value, p.text) for p in outside.parameters if not p.local]
    sections = {
        "knobs": table(("knob", "value"), [(k, str(_word(v))) for k, v in config.knobs().items()]),
        f"parameters of {config.top}": table(("parameter", "value", "meaning"), given),
        "ports": table(
            ("port", "direction", "bits"), [tuple(asdict(p).values()) for p in outside.ports]
        ),
        "formulas": table(
            ("name", "formula", "value", "meaning"),
            [(f.name, f.text, f.value, f.meaning) for f in found],
        )
        + f"\n\n{family_of(config).note(config)}",
        "files": "\n".join(files),
    }
    parts = [f"{config.name}: {config.summary}"]
    parts += [f"{title}\n\n{text}" for title, text in sections.items()]
    emit(args, obj, "\n\n".join(parts))
    return 0


def _word(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
