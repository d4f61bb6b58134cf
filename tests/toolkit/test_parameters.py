# SPDX-License-Identifier: Apache-2.0
"""The ends of each parameter of each top: the least and the greatest value elaborate, and the next
one on either side is refused with a message that names a module and the parameter.

slang elaborates the whole of a top, S-boxes and multipliers too, in a fraction of a second.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pyslang
import pytest
from pyslang.ast import Compilation, CompilationFlags, CompilationOptions
from pyslang.driver import Driver

from parameter_ends import ADAPTERS, ENDS, SHORT, WITH, WORD
from sealwright.base.files import INCLUDE_DIRS, relative, repo_root, resolve, rtl_files
from sealwright.base.sources import compiled, used
from sealwright.families import core_names, load_core


@cache
def _parsed(top: str) -> Driver:
    """What a top uses; its trees live no longer than the driver."""
    most = [name for name in rtl_files() if "/seal_aes_sbox_" not in name]
    files = [relative(resolve(name)) for name in compiled(used(most, [top]))]
    words = ["slang", *(f"-I{repo_root() / name}" for name in INCLUDE_DIRS)]
    driver = Driver()
    driver.addStandardArgs()
    assert driver.parseCommandLine(" ".join([*words, *(str(repo_root() / f) for f in files)]))
    assert driver.processOptions() and driver.parseAllSources()
    return driver


def errors(top: str, params: Mapping[str, int]) -> list[str]:
    """What slang refuses; an $error task has its text."""
    options = CompilationOptions()
    options.topModules = {top}
    options.paramOverrides = [f"{name}=32'd{value}" for name, value in params.items()]
    options.maxConstexprSteps = 10**8
    options.flags = CompilationFlags.IgnoreUnknownModules
    compilation = Compilation(pyslang.Bag([options]))
    for tree in _parsed(top).syntaxTrees:
        compilation.addSyntaxTree(tree)
    found = [one for one in compilation.getAllDiagnostics() if one.isError()]
    return [" ".join(map(str, one.args)).removeprefix(": ") or str(one.code) for one in found]


def around(top: str, name: str, value: int) -> dict[str, int]:
    """The value, and what goes with it."""
    more = [WITH.get(words, {}) for words in (f"{top} {name}", f"{top} {name} {value}")]
    return {**SHORT.get(top, {}), **more[0], **more[1], name: value}


def _rows(*, legal: bool) -> Iterator[Any]:
    for top, ends in ENDS.items():
        for name, (least, greatest) in ends.items():
            near = (least, greatest) if legal else (least - 1, greatest and greatest + 1)
            for value in dict.fromkeys(near):
                if value is not None and 0 <= value <= WORD:
                    yield pytest.param(top, name, value, id=f"{top}-{name}-{value}")


@pytest.mark.parametrize(("top", "name", "value"), [*_rows(legal=True)])
def test_ends_elaborate(top: str, name: str, value: int) -> None:
    assert errors(top, around(top, name, value)) == []


@pytest.mark.parametrize(("top", "name", "value"), [*_rows(legal=False)])
def test_beyond_the_ends_is_refused(top: str, name: str, value: int) -> None:
    found = errors(top, around(top, name, value))
    assert any(re.match(rf"seal_\w+: {name} must be ", text) for text in found), found


def test_every_parameter_of_every_top_is_here() -> None:
    tops = {load_core(name).top for name in core_names()} | {"seal_ocp_lock_ee"}
    assert tops == ENDS.keys() - ADAPTERS.keys()
    for top, ends in ENDS.items():
        (path,) = [name for name in rtl_files() if name.endswith(f"/{top}.sv")]
        names = re.findall(r"^  parameter int unsigned (\w+)", resolve(path).read_text(), re.M)
        assert set(names) == ends.keys(), top
