# SPDX-License-Identifier: Apache-2.0
"""Rules for what tools are known to refuse that do not run here: those of docs/inside/style.md.

They read slang's syntax tree of each file, since what they look for is a way of writing: a tool
that elaborates would show only that it accepts it. Steps of loops are counted by slang's
interpreter, as far as the file itself says how many there are.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from pyslang import (
    DiagnosticEngine,
    SourceLocation,
    SourceManager,
    SVInt,
    ast,
    parsing,
    syntax,
)

from sealwright.base.files import INCLUDE_DIRS, relative, repo_root, resolve
from sealwright.synth.lint_tools import LintFinding

MOST_STEPS: Final = 2000  # of a loop
_LEVELS: Final = ("0", "1", "2")  # what $fatal takes first
# Ports and members of structures at which Verilator 5.006 stops: its C++ has these names, too.
_C_NAMES: Final = frozenset(
    re.findall(
        r"\w+",
        """
        abort alignas alignof and_eq asm atomic_cancel atomic_commit atomic_noexcept auto
        bit_vector bitand bitor bool catch cdecl char char16_t char32_t compl complex concept
        const_cast const_iterator constexpr decltype delete deque double dynamic_cast explicit
        false far float friend goto huge inline interrupt iterator list long map mutable
        namespace near noexcept not_eq nullptr operator or_eq pascal private public queue
        reference register requires sc_clock sc_in sc_inout sc_out sc_signal sensitive
        sensitive_neg sensitive_pos set short sizeof stack static_assert static_cast switch
        synchronized template thread_local throw transaction_safe_dynamic true try type_info
        typeid typename using vector volatile wchar_t xor_eq
        """,
    )
)
_LOOPS: Final = (
    syntax.LoopGenerateSyntax,
    syntax.ForLoopStatementSyntax,
    syntax.LoopStatementSyntax,
    syntax.ForeachLoopStatementSyntax,
    syntax.DoWhileStatementSyntax,
    syntax.ForeverStatementSyntax,
)

NodeT = TypeVar("NodeT")


class Tree:
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


def _unpacked_parameters(tree: Tree) -> Found:
    for parameter in tree.of(syntax.ParameterDeclarationSyntax):
        for item in Tree(parameter).of(syntax.DeclaratorSyntax):
            if len(item.dimensions) > 0:
                yield item, "an unpacked array"


def _strings(tree: Tree) -> Found:
    message = "a string as a parameter or variable"
    for node in tree.of(syntax.KeywordTypeSyntax):
        if node.kind == syntax.SyntaxKind.StringType:
            yield node, message
    for parameter in tree.of(
        syntax.ParameterDeclarationSyntax,
        syntax.SpecparamDeclarationSyntax,
        syntax.ParameterValueAssignmentSyntax,  # of an instance
        syntax.DefParamAssignmentSyntax,
    ):
        for value in Tree(parameter).of(syntax.LiteralExpressionSyntax):
            if value.kind == syntax.SyntaxKind.StringLiteralExpression:
                yield value, message


def _types(tree: Tree) -> Found:
    for node in tree.of(syntax.TypeParameterDeclarationSyntax):
        yield node, "a type as a parameter"


def _interfaces(tree: Tree) -> Found:
    message = "an interface"
    for module in tree.of(syntax.ModuleDeclarationSyntax):
        if module.kind == syntax.SyntaxKind.InterfaceDeclaration:
            yield module, message
        if isinstance(module.header.ports, syntax.NonAnsiPortListSyntax):
            yield from ((port, message) for port in _undirected(module))
    for node in tree.of(
        syntax.ModportDeclarationSyntax,
        syntax.InterfacePortHeaderSyntax,
        syntax.VirtualInterfaceTypeSyntax,
    ):
        yield node, message
    for header in tree.of(syntax.VariablePortHeaderSyntax):
        kind = header.dataType
        if (
            not (header.direction or header.varKeyword)
            and isinstance(kind, syntax.NamedTypeSyntax)
            and isinstance(kind.name, syntax.IdentifierNameSyntax)  # not one of a package
        ):
            yield header, f"{message}, or a port without its direction"


def _undirected(module: Any) -> Iterator[Any]:
    """Names in an old list of ports without a declaration as input, output or inout."""
    items, names = syntax.PortDeclarationSyntax, syntax.DeclaratorSyntax
    told = {_text(n.name) for item in Tree(module).of(items) for n in Tree(item).of(names)}
    for port in Tree(module.header.ports).of(syntax.PortReferenceSyntax):
        if _text(port.name) not in told:
            yield port


def _arguments(call: Any) -> list[str]:
    """As they are written."""
    if call.arguments is None:
        return []
    return [_text(node) for node in Tree(call.arguments).of(syntax.OrderedArgumentSyntax)]


def _silent_tasks(tree: Tree) -> Found:
    for task in tree.of(syntax.ElabSystemTaskSyntax):
        if not set(_arguments(task)) - {'""', *_LEVELS}:
            yield task, "an elaboration task without a text"


def _fatal_numbers(tree: Tree) -> Found:
    calls: list[tuple[str, syntax.SyntaxNode]]
    calls = [(_text(node.name), node) for node in tree.of(syntax.ElabSystemTaskSyntax)]
    calls += [(_text(node.left), node) for node in tree.of(syntax.InvocationExpressionSyntax)]
    for name, call in calls:
        if name == "$fatal" and (first := _arguments(call)[:1]) and first[0] not in _LEVELS:
            yield call, "the first argument is no number"


def _cases_inside(tree: Tree) -> Found:
    for case in tree.of(syntax.CaseStatementSyntax):
        if case.matchesOrInside.kind == parsing.TokenKind.InsideKeyword:
            yield case, "case with inside"


def _several_imports(tree: Tree) -> Found:
    for module in tree.of(syntax.ModuleDeclarationSyntax):
        items = syntax.PackageImportItemSyntax
        groups = module.header.imports
        names = {_text(item.package) for group in groups for item in Tree(group).of(items)}
        if len(names) > 1:
            yield module, f"{_text(module.header.name)} imports {len(names)} packages in its header"


def _recursive_modules(tree: Tree) -> Found:
    for module in tree.of(syntax.ModuleDeclarationSyntax):
        name = _text(module.header.name)
        for instance in Tree(module).of(syntax.HierarchyInstantiationSyntax):
            if _text(instance.type) == name:
                yield instance, f"{name} instantiates itself"
                break


def _recursive_functions(tree: Tree) -> Found:
    """Calls from which the caller is reached again, within a module or package."""
    for scope in tree.of(syntax.ModuleDeclarationSyntax):
        calls: dict[str, dict[str, syntax.SyntaxNode]] = {}  # the first of each, by caller
        own = f"{_text(scope.header.name)}::"
        for function in Tree(scope).of(syntax.FunctionDeclarationSyntax):
            called = calls.setdefault(_text(function.prototype.name), {})
            for call in Tree(function).of(syntax.InvocationExpressionSyntax):
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


def _c_names(tree: Tree) -> Found:
    places = (syntax.StructUnionMemberSyntax, syntax.ImplicitAnsiPortSyntax)
    for place in tree.of(*places):
        for item in Tree(place).of(syntax.DeclaratorSyntax):
            if (name := _text(item.name)) in _C_NAMES:
                yield item, f"a port or member of a structure with a name of C++: {name}"


def _long_loops(tree: Tree) -> Found:
    for loop, steps in counted(tree):
        if steps is not None and steps > MOST_STEPS:
            yield loop, f"a loop of more than {MOST_STEPS} steps"


def counted(tree: Tree) -> Iterator[tuple[Any, int | None]]:
    """Loops with their steps, as far as the file says how many; above the limit, some more.

    Names with a dot are those that no file can have.
    """
    parameters = list(tree.of(syntax.ParameterDeclarationSyntax))
    for loop in tree.of(*_LOOPS):
        steps = None
        if head := _head(loop):
            session = ast.ScriptSession()
            for declaration in _visible(parameters, loop):
                session.eval(declaration)
            session.eval(
                rf"function automatic int \f.x (); int \n.x ; {head} begin"
                rf" \n.x ++; if (\n.x > {MOST_STEPS}) break; end return \n.x ; endfunction"
            )
            value = session.eval(r"\f.x ()").value
            steps = int(value) if isinstance(value, SVInt) else None
        yield loop, steps


def around(place: Any) -> Iterator[Any]:
    """A node of the tree, and those that it is in."""
    while place is not None:
        yield place
        place = place.parent


def _visible(parameters: Iterable[Any], place: Any) -> Iterable[str]:
    """Those that this place sees, each declared by itself; of two of one name the inner one."""
    scopes = list(around(place))
    found: dict[str, str] = {}
    for parameter in parameters:
        scope = parameter.parent
        if scope.kind == syntax.SyntaxKind.ParameterDeclarationStatement:
            scope = scope.parent
        elif scope.kind == syntax.SyntaxKind.ParameterPortList:
            scope = scope.parent.parent
        if scope in scopes:
            for item in Tree(parameter).of(syntax.DeclaratorSyntax):
                found.pop(name := _text(item.name), None)
                found[name] = f"localparam {parameter.type} {item};"
    return found.values()


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


RULES: Final[dict[str, Callable[[Tree], Found]]] = {
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
    "c-name": _c_names,
    "long-loop": _long_loops,
}


def lint_portable(files: Sequence[str]) -> list[LintFinding]:
    """What these files, and those that they include, have that some tool refuses; each once."""
    return list(dict.fromkeys(finding for name in files for finding in _lint(name)))


def parse(name: str, sources: SourceManager) -> syntax.SyntaxTree:
    """A file with what it includes."""
    for folder in INCLUDE_DIRS:
        sources.addUserDirectories(str(repo_root() / folder))
    return syntax.SyntaxTree.fromFile(str(resolve(name)), sources)


def _lint(name: str) -> Iterator[LintFinding]:
    """Findings of a file; of one that slang cannot parse, its first error alone."""
    sources = SourceManager()
    parsed = parse(name, sources)

    def finding(place: SourceLocation, rule: str, message: str) -> LintFinding:
        place = sources.getFullyExpandedLoc(place)
        file = relative(Path(sources.getFullPath(place.buffer)))
        return LintFinding("portable", file, sources.getLineNumber(place), rule, message)

    for error in parsed.diagnostics:
        if error.isError():
            yield finding(error.location, "parse", DiagnosticEngine(sources).formatMessage(error))
            return
    tree = Tree(parsed.root)
    for rule, read in RULES.items():
        for node, message in read(tree):
            yield finding(node.sourceRange.start, rule, message)
