"""What stands at a place of a Python file, by :mod:`ast` alone.

The checks of links ask it what a line that another program names binds, and what an
identifier hangs on that is not linked. It shares no code with the package.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

ENTRY: Final = "entry"
PARAMETER: Final = "parameter"
LOCAL: Final = "local"
#: How ``from m import name`` binds: the name is the same there.
IMPORT: Final = "import by its name"

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BRANCHES: Final = (ast.If, ast.Try, ast.For, ast.While, ast.With, ast.Match)


class Bound(NamedTuple):
    """What a line binds under a name."""

    kind: str
    """:data:`ENTRY`, :data:`PARAMETER` or :data:`LOCAL`."""
    qualname: str
    """Of an entry its own, else that of the function around it."""
    how: str
    """``class``, ``def``, ``import``, ``assigned a call``, ``loop``, …"""


class Source(NamedTuple):
    """What an import statement gets."""

    module: str
    """As it is written, with leading dots."""
    name: str = ""
    """Of what is imported from it; empty if it is the module itself."""


@dataclass
class Scope:
    """A module, class, function, lambda or comprehension."""

    node: ast.AST
    qualname: str
    outer: Scope | None
    this: str = ""
    """The first parameter of a method."""
    owner: str = ""
    """The qualified name of the class whose method this is or stands in."""
    elsewhere: set[str] = field(default_factory=set)
    """The names that are ``global`` or ``nonlocal``."""
    bound: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """How each name is bound."""
    imported: dict[str, list[Source]] = field(default_factory=lambda: defaultdict(list))
    """What each name is that is imported."""

    @property
    def is_function(self) -> bool:
        """Whether its names are local."""
        return isinstance(self.node, (*_FUNCTIONS, *_COMPREHENSIONS))

    def inside(self, name: str) -> str:
        """Return the qualified name of what is defined here."""
        if not self.qualname:
            return name
        locals_ = ".<locals>" if isinstance(self.node, _FUNCTIONS) else ""
        return f"{self.qualname}{locals_}.{name}"


class Bindings:
    """The names that a file binds, and what hangs on what.

    :raises SyntaxError: if it cannot be parsed.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self.tree = ast.parse(text)
        self.at: dict[tuple[int, str], Bound] = {}
        """By line and name, what is bound there."""
        self.stars = False
        self.module = Scope(self.tree, "", None)
        self._places: dict[tuple[int, int], tuple[ast.AST, Scope]] = {}
        self._conditional: list[str] = []
        self._visit_all(self.tree, self.module)

    def column(self, line: int, byte: int) -> int:
        """Return a column in characters."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return byte if text.isascii() else len(text.encode()[:byte].decode())

    @cached_property
    def keywords(self) -> set[tuple[int, int]]:
        """Return the places of the names of keyword arguments."""
        return {
            place
            for place, (node, _) in self._places.items()
            if isinstance(node, _Keyword)
        }

    def has(self, line: int, column: int) -> bool:
        """Tell whether an identifier of the code stands there, and no text."""
        return (line, column) in self._places

    def is_binding(self, line: int, column: int, name: str) -> bool:
        """Tell whether an identifier is a name that is bound there."""
        node, _ = self._places.get((line, column), (None, None))
        if isinstance(node, ast.Name):
            return isinstance(node.ctx, ast.Store)
        return node is None and (line, name) in self.at

    # The walk

    def _visit_all(self, node: ast.AST, scope: Scope) -> None:
        for child in ast.iter_child_nodes(node):
            self._visit(child, scope)

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        branch = isinstance(node, _BRANCHES)
        if branch:
            self._conditional.append(type(node).__name__.lower())
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                self._function(node, scope)
            case ast.ClassDef():
                self._bind(scope, node.name, node.lineno, "class", node)
                for one in (*node.decorator_list, *node.bases, *node.keywords):
                    self._visit(one, scope)
                inner = Scope(node, scope.inside(node.name), scope)
                for one in node.body:
                    self._visit(one, inner)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inner = Scope(node, scope.qualname, scope, scope.this, scope.owner)
                for one in node.generators:
                    self._targets(one.target, "comprehension", inner)
                self._visit_all(node, inner)
            case ast.Global() | ast.Nonlocal():
                scope.elsewhere.update(node.names)
            case ast.Import() | ast.ImportFrom():
                self._import(node, scope)
            case ast.Call():
                for one in node.keywords:
                    if one.arg:
                        column = self.column(one.lineno, one.col_offset)
                        place = one.lineno, column
                        self._places[place] = _Keyword(one.arg, node), scope
                self._visit_all(node, scope)
            case ast.Name():
                column = self.column(node.lineno, node.col_offset)
                self._places[node.lineno, column] = node, scope
            case ast.Attribute():
                line = node.end_lineno or node.lineno
                column = self.column(line, node.end_col_offset or 0) - len(node.attr)
                self._places[line, column] = node, scope
                self._visit(node.value, scope)
            case _:
                self._statement(node, scope)
                self._visit_all(node, scope)
        if branch:
            self._conditional.pop()

    def _function(self, node: Function, scope: Scope) -> None:
        name = "<lambda>" if isinstance(node, ast.Lambda) else node.name
        inner = Scope(node, scope.inside(name), scope, scope.this, scope.owner)
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        stars = [one for one in (arguments.vararg, arguments.kwarg) if one]
        decorators: list[ast.expr] = []
        if not isinstance(node, ast.Lambda):
            self._bind(scope, name, node.lineno, "def", node)
            decorators = node.decorator_list
            static = any(
                isinstance(one, ast.Name) and one.id == "staticmethod"
                for one in decorators
            )
            if isinstance(scope.node, ast.ClassDef):
                inner.owner = scope.qualname
                inner.this = "" if static or not every else every[0].arg
        for one in every:
            how = "annotated parameter" if one.annotation else "parameter"
            if isinstance(node, ast.Lambda):
                how = "lambda parameter"
            elif one.arg == inner.this and one is every[0]:
                how = "self"
            self._parameter(one, how, inner)
        for one in stars:
            self._parameter(one, "star parameter", inner)
        for default in (*arguments.defaults, *arguments.kw_defaults, *decorators):
            if default is not None:
                self._visit(default, scope)
        if isinstance(node, ast.Lambda):
            self._visit(node.body, inner)
            return
        if node.returns:
            self._visit(node.returns, scope)
        conditional, self._conditional = self._conditional, []
        for statement in node.body:
            self._visit(statement, inner)
        self._conditional = conditional

    def _parameter(self, one: ast.arg, how: str, scope: Scope) -> None:
        self.at[one.lineno, one.arg] = Bound(PARAMETER, scope.qualname, how)
        scope.bound[one.arg].append(how)
        if one.annotation and scope.outer:
            self._visit(one.annotation, scope.outer)

    def _import(self, node: ast.Import | ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            if alias.name == "*":
                self.stars = True
                continue
            name = alias.asname or alias.name.partition(".")[0]
            plain = isinstance(node, ast.ImportFrom) and not alias.asname
            self._bind(scope, name, alias.lineno, IMPORT if plain else "import", alias)
            module = alias.name if alias.asname else name
            source = Source(module)
            if isinstance(node, ast.ImportFrom):
                source = Source("." * node.level + (node.module or ""), alias.name)
            _binding_scope(scope, name).imported[name].append(source)
            column = self.column(alias.lineno, alias.col_offset)
            self._places[alias.lineno, column] = alias, scope

    def _statement(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.Assign():
                for target in node.targets:
                    self._targets(target, f"assigned {_sort(node.value)}", scope)
            case ast.AnnAssign():
                self._targets(node.target, "annotated variable", scope)
            case ast.AugAssign() if isinstance(node.target, ast.Name):
                self._targets(node.target, "augmented", scope)
            case ast.NamedExpr():
                self._targets(node.target, f"assigned {_sort(node.value)}", scope)
            case ast.For() | ast.AsyncFor():
                self._targets(node.target, "loop", scope)
            case ast.withitem() if node.optional_vars:
                self._targets(node.optional_vars, "with", scope)
            case ast.ExceptHandler() if node.name:
                self._bind(scope, node.name, node.lineno, "except", node)
            case ast.MatchAs() | ast.MatchStar() if node.name:
                self._bind(scope, node.name, node.lineno, "match", node)

    def _targets(self, target: ast.expr, how: str, scope: Scope) -> None:
        match target:
            case ast.Name():
                self._bind(scope, target.id, target.lineno, how, target)
            case ast.Attribute(value=ast.Name(id=name)):
                line = target.end_lineno or target.lineno
                around: Scope | None = scope
                while around and isinstance(around.node, _COMPREHENSIONS):
                    around = around.outer
                if around and around.this == name:
                    qualname = f"{around.owner}.{target.attr}"
                    bound = Bound(ENTRY, qualname, f"self {how}")
                    self.at.setdefault((line, target.attr), bound)
            case ast.Tuple() | ast.List():
                for one in target.elts:
                    self._targets(one, f"unpacked, {how}", scope)
            case ast.Starred():
                self._targets(target.value, f"unpacked, {how}", scope)

    def _bind(
        self, scope: Scope, name: str, line: int, how: str, node: ast.AST
    ) -> None:
        if getattr(node, "decorator_list", ()):
            how = f"decorated {how}"
        if self._conditional and not scope.is_function:
            how = f"conditional {how}"
        scope = _binding_scope(scope, name)
        scope.bound[name].append(how)
        definition = "class" in how or "def" in how
        if scope.is_function and not definition:
            bound = Bound(LOCAL, scope.qualname, how)
        else:
            bound = Bound(ENTRY, scope.inside(name), how)
        self.at.setdefault((line, name), bound)

    # Causes

    def cause(self, line: int, column: int) -> str:
        """Return of what sort an identifier is, and what it hangs on."""
        node, scope = self._places.get((line, column), (None, None))
        if node is None or scope is None:
            text = self._lines[line - 1].lstrip() if line <= len(self._lines) else ""
            if text.startswith(("from ", "import ")):
                return "word of an import"
            return "in a string, an import or a pattern"
        if isinstance(node, ast.alias):
            return "word of an import"
        if isinstance(node, _Keyword):
            return f"keyword of a call: {self._called(node.call.func, scope)}"
        if isinstance(node, ast.Name):
            return f"name: {self._how(node.id, scope)}"
        assert isinstance(node, ast.Attribute)
        return f"receiver: {self._receiver(node.value, scope)}"

    def _called(self, node: ast.expr, scope: Scope) -> str:
        if isinstance(node, ast.Attribute):
            return f"method, receiver {self._receiver(node.value, scope)}"
        return self._receiver(node, scope)

    def _receiver(self, node: ast.expr, scope: Scope) -> str:
        match node:
            case ast.Name():
                return self._how(node.id, scope)
            case ast.Call(func=ast.Name(id="super")):
                return "super()"
            case ast.Call():
                return f"result of a call ({self._called_name(node.func, scope)})"
            case ast.Attribute(value=ast.Name()):
                return f"attribute of ({self._receiver(node.value, scope)})"
            case ast.Attribute():
                return f"attribute of ({_sort(node.value)})"
        return _sort(node)

    def _called_name(self, node: ast.expr, scope: Scope) -> str:
        match node:
            case ast.Name():
                return self._how(node.id, scope)
            case ast.Attribute(value=ast.Name()):
                return f"method of {self._how(node.value.id, scope)}"
            case ast.Attribute():
                return f"method of {_sort(node.value)}"
        return _sort(node)

    def _how(self, name: str, scope: Scope) -> str:
        inner: Scope | None = scope
        while inner:
            is_class = isinstance(inner.node, ast.ClassDef)
            if name in inner.bound and (inner is scope or not is_class):
                hows = inner.bound[name]
                if name == inner.this and hows[0] == "self":
                    return "self"
                where = "" if inner.is_function else " of the module"
                if is_class:
                    where = " of the class"
                if len(hows) > 1:
                    several = " and ".join(sorted(set(hows))[:2])
                    return f"several bindings{where}: {several}"
                closure = ", of a function around"
                outside = inner.is_function and not _same(inner, scope)
                return hows[0] + where + (closure if outside else "")
            inner = inner.outer
        return "by a star import" if self.stars else "builtin or unknown name"

    @cached_property
    def mentions(self) -> dict[tuple[str, str], dict[Source | None, tuple[int, int]]]:
        """Where the code has each name first: line and column.

        By the name and how it stands there: ``name``, ``attribute``, ``keyword``; and
        by the import that it comes from, or the object whose attribute it is
        (``None`` if it comes from no import).
        Without those in strings, in comments and in import statements, and without
        the names after ``def`` and ``class``.
        """
        first: dict[tuple[str, str], dict[Source | None, tuple[int, int]]] = {}
        for place, (node, scope) in sorted(
            self._places.items(), key=lambda row: row[0]
        ):
            match node:
                case ast.Name():
                    key = node.id, "name"
                case ast.Attribute():
                    key = node.attr, "attribute"
                case _Keyword():
                    key = node.name, "keyword"
                case _:
                    continue
            expression = node.call.func if isinstance(node, _Keyword) else node
            source = _source(expression, scope)
            first.setdefault(key, {}).setdefault(source, place)
        return first


class _Keyword(ast.AST):
    """Stands for the name of a keyword argument."""

    def __init__(self, name: str, call: ast.Call) -> None:
        self.name = name
        self.call = call


def _binding_scope(scope: Scope, name: str) -> Scope:
    """Return the scope in which a name is bound that is bound in another."""
    while name in scope.elsewhere and scope.outer:
        scope = scope.outer
    return scope


def _source(node: ast.expr, scope: Scope | None) -> Source | None:
    """Return the import that the first name of an expression comes from."""
    while isinstance(node, ast.Attribute):
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    inner = scope
    while scope:
        is_class = isinstance(scope.node, ast.ClassDef)
        if node.id in scope.bound and (scope is inner or not is_class):
            imported = scope.imported.get(node.id, [])
            others = [how for how in scope.bound[node.id] if "import" not in how]
            # What is not installed is set to None.
            if all(how.endswith("assigned a literal") for how in others):
                return imported[-1] if imported else None
            return None
        scope = scope.outer
    return None


def _same(outer: Scope, inner: Scope) -> bool:
    """Tell whether only comprehensions are between two scopes."""
    around: Scope | None = inner
    while around and around is not outer:
        if not isinstance(around.node, _COMPREHENSIONS):
            return False
        around = around.outer
    return True


def _sort(node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Name(id="super")):
            return "super()"
        case ast.Call():
            return "a call"
        case ast.Attribute():
            return "an attribute"
        case ast.Name():
            return "a name"
        case ast.Subscript():
            return "an item"
        case ast.Constant() | ast.JoinedStr():
            return "a literal"
        case ast.List() | ast.Dict() | ast.Set() | ast.Tuple():
            return "a container"
        case ast.Await():
            return "an await"
    return f"a {type(node).__name__}"
