# SPDX-License-Identifier: Apache-2.0
"""The code of the toolkit's own files, as far as it can change what they measure.

Comments, docstrings and layout cannot, nor can what is said of errors and of progress, the places
of the toolkit's modules, and the names of the project's hardware, `seal_*`: the hardware itself
counts as a design.
"""

import ast
import hashlib
import inspect
import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

from sealwright.base.files import PACKAGE
from sealwright.base.sources import code

_PACKAGE = "sealwright"
_HARDWARE = re.compile(r"\bseal_\w+")
# Fields that say nothing, or that not every version of Python has.
_LEFT_OUT = {"ctx", "kind", "type_comment", "type_params"}
_SAYS = {"print", "progress"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def toolkit_digests(paths: Iterable[Path]) -> list[str]:
    """Digests of the code of Python and C++ files, whatever they are called."""
    return sorted(_digest(path, path.stat().st_mtime_ns) for path in set(paths))


@cache
def _digest(path: Path, changed: int) -> str:
    text = path.read_text()
    bare = repr(_plain(ast.parse(text), {})) if path.suffix == ".py" else code(text)
    return hashlib.sha256(bare.encode()).hexdigest()


def imported(start: Iterable[Path]) -> set[Path]:
    """These files of the toolkit, and all others that they import, at any place and any depth."""
    queue = list(start)
    for path in queue:  # grows while it is read
        queue += _imports(path, path.stat().st_mtime_ns) - set(queue)
    return set(queue)


@cache
def _imports(path: Path, changed: int) -> frozenset[Path]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
    places = [PACKAGE.joinpath(*n.split(".")[1:]) for n in names if n.split(".")[0] == _PACKAGE]
    files = [file for at in places for file in (at.with_suffix(".py"), at / "__init__.py")]
    return frozenset(filter(Path.is_file, files))


def function_code(function: Callable[..., Any]) -> str:
    """Digest of the code of a function and of all in its own module that it uses.

    What it uses of other modules does not belong to it, nor do the arguments of a partial.
    """
    if isinstance(function, partial):
        return function_code(function.func)
    path = Path(inspect.getfile(function))
    return code_of(path, function.__name__, path.stat().st_mtime_ns)


@cache
def code_of(path: Path, function: str, changed: int = 0) -> str:
    """The same by names; what names the module gives does not count."""
    tree = ast.parse(path.read_text())
    places = {name: node for node in tree.body for name in _defined(node)}
    queue, numbers = [function], {function: "0"}
    for name in queue:  # grows while it is read
        for used in _names(places[name]):
            if used in places and used not in numbers:
                numbers[used] = str(len(numbers))
                queue.append(used)
    nodes = dict.fromkeys(places[name] for name in queue)
    text = repr([_plain(node, numbers) for node in nodes])
    return hashlib.sha256(text.encode()).hexdigest()


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module gives to something of its own."""
    if isinstance(node, _DEFINITIONS):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [n.id for t in targets if t is not None for n in ast.walk(t) if isinstance(n, ast.Name)]


def _names(node: ast.AST) -> list[str]:
    """The names in a piece of code, in order."""
    return [found.id for found in ast.walk(node) if isinstance(found, ast.Name)]


def _plain(node: Any, numbers: dict[str, str]) -> Any:
    """A syntax tree as nested lists, without what does not count; `numbers` replace names."""
    if isinstance(node, list):
        return [_plain(each, numbers) for each in node if not _says(each)]
    if isinstance(node, str):
        return _HARDWARE.sub("seal_", node)
    if not isinstance(node, ast.AST):
        return node
    if isinstance(node, ast.Raise):
        return ["raise"]
    if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == _PACKAGE:
        return ["import", sorted(alias.asname or alias.name for alias in node.names)]
    fields = {name: value for name, value in ast.iter_fields(node) if name not in _LEFT_OUT}
    if isinstance(node, (*_DEFINITIONS, ast.Module)) and ast.get_docstring(node) is not None:
        fields["body"] = fields["body"][1:]
    for place in ("id", "name"):
        fields |= {place: numbers.get(fields[place], fields[place])} if place in fields else {}
    kept = [(n, _plain(v, numbers)) for n, v in sorted(fields.items()) if v not in (None, [])]
    return [type(node).__name__, *kept]


def _says(node: Any) -> bool:
    """Whether a statement only tells the user something."""
    call = node.value if isinstance(node, ast.Expr) else None
    name = call.func if isinstance(call, ast.Call) else None
    return isinstance(name, ast.Name) and name.id in _SAYS
