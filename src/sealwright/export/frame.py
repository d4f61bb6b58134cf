# SPDX-License-Identifier: Apache-2.0
"""What the folders of cores and of multipliers have in common: all but the bench and its words."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from sealwright.base import store
from sealwright.base.console import plain, progress
from sealwright.base.errors import CheckFailed
from sealwright.base.files import relative, repo_root, with_includes
from sealwright.base.version import version
from sealwright.export.equal import same
from sealwright.export.flows import Made, flows
from sealwright.export.plain import plain_verilog

PARTS = Path(__file__).with_name("parts")

Texts = Mapping[str, str]  # by the names of their files


def part(file: str, **words: str) -> str:
    """One of the files that are the same for every folder, but for a few words: @name@."""
    text = (PARTS / file).read_text(encoding="utf-8")
    names = "|".join(words)
    return re.sub(f"@({names})@", lambda found: words[found[1]], text) if words else text


def copies(files: Iterable[Path]) -> Texts:
    """These files, in their folders."""
    return {relative(path): path.read_text(encoding="utf-8") for path in files}


def verilog(made: Made, *, prove: bool) -> Texts:
    """NAME.v; CheckFailed if it is not the same hardware."""
    progress(f"export: {made.name}.v ...")
    body = plain_verilog(made.design, made.end)
    if prove:
        progress(f"export: proof that {made.name}.v is the same hardware ...")
        if not same(made.design, body, made.top):
            raise CheckFailed(
                f"{made.name}: the plain Verilog is not the same hardware as its sources"
            )
    return {f"{made.name}.v": f"{_head(made)}\n{body}"}


def frame(made: Made) -> Texts:
    """Sources, constraints, projects, manifests, makefile, licence."""
    return {
        "Makefile": part("Makefile", name=made.name, top=made.top, bench=" ".join(made.bench)),
        **flows(made),
        f"{made.name}.f": _list(made),
        **copies(with_includes(made.design.files)),
        **copies([repo_root() / "LICENSE"]),
    }


def readme(made: Made, more: Mapping[str, str], **words: str) -> Texts:
    """README.md; `more` are rows of its table, `words` those of the template."""
    name = made.name
    files = {
        f"{name}.v": "plain Verilog, parameters fixed",
        f"rtl/, {name}.f": "the SystemVerilog sources and their list, with the parameters",
        f"{', '.join(made.bench)}, *.hex": "bench, and the words that it plays",
        "Makefile": "runs it, and Yosys",
        f"{name}.sdc, {name}.xdc, {name}.lpf": "constraints for 100 MHz",
        "vivado.tcl": "project for Vivado",
        "quartus.tcl": "project for Quartus Prime Lite or Standard",
        f"Bender.yml, {name}.core, component.xml": "Bender, FuseSoC, IP-XACT",
        **more,
    }
    rows = [f"| `{file.replace(', ', '`, `')}` | {what} |" for file, what in files.items()]
    knobs = [f"* `{knob}` {value}" for knob, value in made.knobs.items()]
    return {
        "README.md": part(
            "README.md",
            **words,
            name=name,
            top=made.top,
            end=made.end,
            summary=made.summary,
            version=version(),
            files="\n".join(rows),
            knobs="\n".join(knobs),
        )
    }


def one_line(summary: str) -> str:
    """For a comment and for XML, which takes no control characters."""
    return plain(" ".join(summary.split()))


def _head(made: Made) -> str:
    lines = [
        "SPDX-License-Identifier: Apache-2.0",
        "",
        f"{made.name}: {made.summary}",
        f"Knobs: {', '.join(f'{knob} {value}' for knob, value in made.knobs.items())}",
        f"Plain Verilog (IEEE 1364-2005) of {made.design.top}, by sealwright {version()}.",
        f"Digest of the sources and parameters: {store.digest(made.design.code())}",
    ]
    return "".join(f"// {line}".rstrip() + "\n" for line in lines)


def _list(made: Made) -> str:
    """The file list of the SystemVerilog."""
    params = [f".{name}({_number(value)})" for name, value in made.design.params.items()]
    head = [f"// {made.name}: an instance of {made.design.top} with these parameters"]
    head += [f"//   {one}{',' * (one is not params[-1])}" for one in params]
    return "\n".join([*head, "+incdir+rtl/common", *map(str, made.design.files), ""])


def _number(value: int) -> str:
    """In SystemVerilog: more than 32 bits have their width."""
    return str(value) if value < 1 << 31 else f"{value.bit_length()}'h{value:x}"
