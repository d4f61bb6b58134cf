# SPDX-License-Identifier: Apache-2.0
"""Parameters and ports of a core as its RTL declares them, elaborated by slang.

Descriptions are the comments after the declarations, so the datasheet agrees with the source.
"""

from dataclasses import dataclass

from sealwright.base.errors import CheckFailed
from sealwright.base.files import INCLUDE_DIRS, repo_root, resolve
from sealwright.cores.config import CoreConfig
from sealwright.report.choices import declared
from sealwright.tools.verilator import literal


@dataclass(frozen=True)
class Parameter:
    """A parameter of the top with the value that the core gives it; `local` ones follow."""

    name: str
    value: int
    local: bool
    text: str


@dataclass(frozen=True)
class Port:
    """A port of the top."""

    name: str
    direction: str  # in, out
    width: int


@dataclass(frozen=True)
class Interface:
    """Parameters and ports of a core."""

    parameters: tuple[Parameter, ...]
    ports: tuple[Port, ...]


def interface(config: CoreConfig) -> Interface:
    """Elaborates the core's top with its parameters."""
    from pyslang.driver import Driver  # here: importing these classes alone needs no slang

    driver = Driver()
    driver.addStandardArgs()
    words = [f"-I{repo_root() / folder}" for folder in INCLUDE_DIRS]
    words += [f"-G{name}={literal(value)}" for name, value in config.rtl_params().items()]
    words += [str(resolve(name)) for name in config.files()]
    line = " ".join(f'"{word}"' for word in ("slang", "--top", config.top, *words))
    read = driver.parseCommandLine(line) and driver.processOptions()
    if not (read and driver.parseAllSources()):
        raise CheckFailed(f"slang cannot read the sources of {config.name}")
    tops = list(driver.createCompilation().getRoot().topInstances)
    if [top.name for top in tops] != [config.top]:
        raise CheckFailed(f"slang cannot elaborate {config.top}")
    body = tops[0].body
    source = {each.name: each.text for each in declared(config)}
    parameters = [
        Parameter(p.name, int(p.value.value), p.isLocalParam, source.get(p.name, ""))
        for p in body.parameters
        if not p.isType
    ]
    ports = [
        Port(p.name, p.direction.name.lower().removesuffix("put"), p.type.bitWidth)
        for p in body.portList
    ]
    return Interface(tuple(parameters), tuple(ports))
