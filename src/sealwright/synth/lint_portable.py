# SPDX-License-Identifier: Apache-2.0
"""Rules for what tools are known to refuse that do not run here: those of docs/inside/style.md.

They read slang's syntax tree of each file, since what they look for is a way of writing: a tool
that elaborates would show only that it accepts it. Steps of loops are counted by slang's
interpreter, as far as the file itself says how many there are.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from pyslang import SourceManager, SVInt, ast, parsing, syntax

from sealwright.base.files import INCLUDE_DIRS, repo_root, resolve
from sealwright.synth.lint_tools import LintFinding

MOST_STEPS: Final = 2000  # of a loop
_LEVELS: Final = ("0", "1", "2")  # what $fatal takes first

NodeT = TypeVar("NodeT")


class _Tree:
    """The syntax of a file, or of a part of it."""

    def __init__(self, root: syntax.SyntaxNode) -> None:
        self.nodes: list[Any] = []
        root.visit(self.nodes.append)

    def of(self, *kinds: type[NodeT]) -> Iterator[NodeT]:
        """In the order of the text."""
        return (node for node in self.nodes if isinstance(node, kinds))


Found = Iterator[tuple[syntax.SyntaxNode, str]]  # a place in a file, and what is wrong there


def _text(node: Any) -> str:
    """Its tokens, without comments and blanks."""
    if isinstance(node, parsing.Token):
        return str(node.rawText)
    return "".join(_text(part) for part in node)


def _joined(items: Iterable[object]) -> str:
    """A list with its commas."""
    return "".join(map(str, items))


def _unpacked_parameters(tree: _Tree) -> Found:
    for parameter in tree.of(syntax.ParameterDeclarationSyntax):
        for item in _Tree(parameter).of(syntax.DeclaratorSyntax):
            if len(item.dimensions) > 0:
                yield item, "an unpacked array"


def _strings(tree: _Tree) -> Found:
    message = "a string as a parameter or variable"
    for node in tree.of(syntax.KeywordTypeSyntax):
        if node.kind == syntax.SyntaxKind.StringType:
            yield node, message
    for parameter in tree.of(syntax.ParameterDeclarationSyntax):
        for value in _Tree(parameter).of(syntax.LiteralExpressionSyntax):
            if value.kind == syntax.SyntaxKind.StringLiteralExpression:
                yield value, message


def _types(tree: _Tree) -> Found:
    for node in tree.of(syntax.TypeParameterDeclarationSyntax):
        yield node, "a type as a parameter"


def _interfaces(tree: _Tree) -> Found:
    for module in tree.of(syntax.ModuleDeclarationSyntax):
        if module.kind == syntax.SyntaxKind.InterfaceDeclaration:
            yield module, "an interface"
    for node in tree.of(syntax.ModportDeclarationSyntax, syntax.InterfacePortHeaderSyntax):
        yield node, "an interface"


def _arguments(call: Any) -> list[str]:
    """As they are written."""
    if call.arguments is None:
        return []
    return [_text(node) for node in _Tree(call.arguments).of(syntax.OrderedArgumentSyntax)]


def _silent_tasks(tree: _Tree) -> Found:
    for task in tree.of(syntax.ElabSystemTaskSyntax):
        if not set(_arguments(task)) - {'""', *_LEVELS}:
            yield task, "an elaboration task without a text"


def _fatal_numbers(tree: _Tree) -> Found:
    calls: list[tuple[str, syntax.SyntaxNode]]
    calls = [(_text(node.name), node) for node in tree.of(syntax.ElabSystemTaskSyntax)]
    calls += [(_text(node.left), node) for node in tree.of(syntax.InvocationExpressionSyntax)]
    for name, call in calls:
        if name == "$fatal" and (first := _arguments(call)[:1]) and first[0] not in _LEVELS:
            yield call, "the first argument is no number"


def _cases_inside(tree: _Tree) -> Found:
    for case in tree.of(syntax.CaseStatementSyntax):
        if case.matchesOrInside.kind == parsing.TokenKind.InsideKeyword:
            yield case, "case with inside"


def _several_imports(tree: _Tree) -> Found:
    for module in tree.of(syntax.ModuleDeclarationSyntax):
        items = syntax.PackageImportItemSyntax
        groups = module.header.imports
        names = {_text(item.package) for group in groups for item in _Tree(group).of(items)}
        if len(names) > 1:
            yield module, f"{_text(module.header.name)} imports {len(names)} packages in its header"


def _recursive_modules(tree: _Tree) -> Found:
    for module in tree.of(syntax.ModuleDeclarationSyntax):
        name = _text(module.header.name)
        for instance in _Tree(module).of(syntax.HierarchyInstantiationSyntax):
            if _text(instance.type) == name:
                yield instance, f"{name} instantiates itself"
                break


def _recursive_functions(tree: _Tree) -> Found:
    """Calls from which the caller is reached again, within a module or package."""
    for scope in tree.of(syntax.ModuleDeclarationSyntax):
        calls: dict[str, dict[str, syntax.SyntaxNode]] = {}  # the first of each, by caller
        own = f"{_text(scope.header.name)}::"
        for function in _Tree(scope).of(syntax.FunctionDeclarationSyntax):
            called = calls.setdefault(_text(function.prototype.name), {})
            for call in _Tree(function).of(syntax.InvocationExpressionSyntax):
                called.setdefault(_text(call.left).removeprefix(own), call)
        for name in calls:
            for callee, place in calls[name].items():
                if name in _reached(callee, calls):
                    yield place, f"{name} calls itself"


def _reached(start: str, calls: dict[str, dict[str, syntax.SyntaxNode]]) -> list[str]:
    """A function, and those that it calls, directly or not."""
    found = [start]
    for name in found:  # grows while it is read
        found += [callee for callee in calls.get(name, {}) if callee not in found]
    return found


def _long_loops(tree: _Tree) -> Found:
    loops = [(node, head) for node in tree.nodes if (head := _head(node))]
    if not loops:
        return
    session = ast.ScriptSession()
    for parameter in tree.of(syntax.ParameterDeclarationSyntax):
        session.eval(f"localparam {parameter.type} {_joined(parameter.declarators)};")
    for number, (loop, head) in enumerate(loops):
        session.eval(
            f"function automatic int steps_{number}(); int steps; {head} begin"
            f" steps++; if (steps > {MOST_STEPS}) break; end return steps; endfunction"
        )
        steps = session.eval(f"steps_{number}()").value
        if isinstance(steps, SVInt) and bool(steps > MOST_STEPS):
            yield loop, f"a loop of more than {MOST_STEPS} steps"


def _head(loop: object) -> str:
    """A loop without what it does, and its variables; empty for what is none with a count."""
    if isinstance(loop, syntax.LoopGenerateSyntax):
        start = f"int {loop.identifier.valueText} = {loop.initialExpr}"
        return f"for ({start}; {loop.stopExpr}; {loop.iterationExpr})"
    if isinstance(loop, syntax.ForLoopStatementSyntax):
        start = _joined(loop.initializers)
        if not start:
            return ""  # it counts what was set before
        if not isinstance(loop.initializers[0], syntax.ForVariableDeclarationSyntax):
            start = f"int {start}"
        return f"for ({start}; {loop.stopExpr}; {_joined(loop.steps)})"
    if isinstance(loop, syntax.LoopStatementSyntax) and _text(loop.repeatOrWhile) == "repeat":
        return f"repeat ({loop.expr})"
    return ""


RULES: Final[dict[str, Callable[[_Tree], Found]]] = {
    "unpacked-parameter": _unpacked_parameters,
    "string": _strings,
    "type-parameter": _types,
    "interface": _interfaces,
    "silent-task": _silent_tasks,
    "fatal-number": _fatal_numbers,
    "case-inside": _cases_inside,
    "several-imports": _several_imports,
    "recursive-module": _recursive_modules,
    "recursive-function": _recursive_functions,
    "long-loop": _long_loops,
}


def lint_portable(files: Sequence[str]) -> list[LintFinding]:
    """What these files have that some tool refuses."""
    found = []
    for name in files:
        sources = SourceManager()
        for folder in INCLUDE_DIRS:
            sources.addUserDirectories(str(repo_root() / folder))
        tree = _Tree(syntax.SyntaxTree.fromFile(str(resolve(name)), sources).root)
        for rule, read in RULES.items():
            for node, message in read(tree):
                line = sources.getLineNumber(node.sourceRange.start)
                found.append(LintFinding("portable", name, line, rule, message))
    return found
