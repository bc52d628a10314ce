"""The walk that tries the rules on every class, function and call of a file.

It goes over the statements in the order of the file and into their expressions, for
the calls and the ``yield`` in them; annotations are left out. Nothing recurses with
the depth of the source, save for lambdas in lambdas. Functions are looked at when all
is walked, since only then it is known which of them yield.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final

from astroid import nodes

from ...model.facts import Base, Import, Measure, Pattern
from ...model.name_rule import NameRule
from ...model.named_tuple import NamedTuple
from ..python.blocks import FIELDS as BLOCK_FIELDS
from ..python.expressions import bases_of, called, decorators_of, dotted_name, own_name
from ..python.scopes import FUNCTION, Scope
from .class_rules import CLASS_RULES, ClassSite
from .complexity import Counts
from .function_rules import FUNCTION_RULES, FunctionSite, decorators_made, option_names
from .imported_names import dotted_names, local_classes
from .name_rules import NAME_RULES, RuleIndex, has_argument, matching
from .pattern_names import OPTION
from .registry_idiom import registries

#: An argument that is longer is left out of a detail.
_ARGUMENT_LIMIT: Final = 40

_Pending = list[tuple[nodes.NodeNG, Scope]]


class _Function(NamedTuple):
    node: nodes.FunctionDef
    scope: Scope
    body: Scope
    line: int


@dataclass(frozen=True, slots=True)
class Patterns:
    """What the rules find in a file."""

    patterns: tuple[Pattern, ...] = ()
    """By line, name and qualified name."""
    bases: tuple[Base, ...] = ()
    """In the order of the file."""
    measures: tuple[Measure, ...] = ()
    """Of each ``def``, in the order of the file."""


class PatternWalk:
    """The patterns of a module; all of them are there when the walk is made.

    :param scope: that of the module.
    :param imports: the imports of the file, from its facts.
    :param rules: what is matched by name.
    """

    def __init__(
        self, scope: Scope, imports: Iterable[Import], rules: RuleIndex
    ) -> None:
        module = scope.node
        assert module is not None
        self._index: Final = rules
        self._call_roots: Final = _roots_of_calls(imports, self._index)
        self._patterns: Final[dict[Pattern, None]] = {}
        self._bases: Final[list[Base]] = []
        self._classes: Final[dict[nodes.NodeNG, tuple[str, frozenset[str]]]] = {}
        self._functions: Final[list[_Function]] = []
        self._decorating: Final[set[str]] = set()
        self._yielding: Final[set[Scope]] = set()
        # By each call that is all that a name is assigned.
        self._assigned: Final[dict[nodes.NodeNG, str]] = {}
        self._pending: Final[_Pending] = []

        self._statements(module.body, scope)
        while self._pending:
            self._statement(*self._pending.pop())
        measures = self._measures(Counts(module))
        self._apply_function_rules()
        order = attrgetter("line", "name", "qualname", "detail")
        patterns = tuple(sorted(self._patterns, key=order))
        self.patterns: Final = Patterns(patterns, tuple(self._bases), measures)

    def _note(self, name: str, qualname: str, line: int, detail: str = "") -> None:
        detail = detail.removeprefix("builtins.")
        if detail == name:
            detail = ""
        self._patterns[Pattern(name, qualname, line, detail)] = None

    # Statements

    def _statements(self, body: list[nodes.NodeNG], scope: Scope) -> None:
        self._pending.extend((node, scope) for node in reversed(body))

    def _statement(self, node: nodes.NodeNG, scope: Scope) -> None:
        kind = type(node)
        fields = BLOCK_FIELDS.get(kind)
        if fields is not None:
            expressions, blocks = fields
            for name in reversed(blocks):
                self._statements(getattr(node, name), scope)
            for name in expressions:
                self._expression(getattr(node, name), scope)
        elif kind is nodes.FunctionDef or kind is nodes.AsyncFunctionDef:
            self._function(node, scope)
        elif kind is nodes.ClassDef:
            self._class(node, scope)
        else:
            if (kind is nodes.Assign or kind is nodes.AnnAssign) and (
                type(node.value) is nodes.Call and scope.kind != FUNCTION
            ):
                self._assignment(node, scope)
            self._expression(node, scope)

    def _assignment(self, node: nodes.Assign | nodes.AnnAssign, scope: Scope) -> None:
        targets = node.targets if type(node) is nodes.Assign else [node.target]
        if len(targets) == 1 and type(targets[0]) is nodes.AssignName:
            self._assigned[node.value] = scope.qualify(targets[0].name)

    # Definitions

    def _class(self, node: nodes.ClassDef, scope: Scope) -> None:
        qualname = scope.qualify(node.name)
        line = _line(node)
        self._statements(node.body, scope.of(node))
        ancestors = self._ancestors(node, qualname, line, scope)
        direct = {
            name
            for base in bases_of(node)
            for name in dotted_names(_plain(base), scope)
        }
        # Each rule counts once, for an own base rather than for a base further up.
        matched: set[str] = set()
        for name in sorted(ancestors, key=lambda name: (name not in direct, name)):
            for rule in matching(self._index.bases, name):
                if rule.name not in matched and (name in direct or not rule.direct):
                    matched.add(rule.name)
                    self._note(rule.name, qualname, line, name)
        self._decorators(node, qualname, line, scope)
        site = ClassSite(node, scope, ancestors)
        for pattern, describe in CLASS_RULES:
            detail = describe(site)
            if detail is not None:
                self._note(pattern, qualname, line, detail)
        self._expression([*node.bases, *node.keywords, site.metaclass()], scope)

    def _ancestors(
        self, node: nodes.ClassDef, qualname: str, line: int, scope: Scope
    ) -> frozenset[str]:
        """Note the bases of a class, and return those that this file tells."""
        ancestors: set[str] = set()
        for written in bases_of(node):
            base = _plain(written)
            names = dotted_names(base, scope)
            ancestors.update(names)
            local_bases = [] if names else local_classes(base, scope)
            local = ""
            for other in local_bases:
                local, above = self._classes.get(other, ("", frozenset()))
                ancestors |= above
            dotted = names[0] if names else ""
            self._bases.append(Base(qualname, line, dotted, local))
        all_ancestors = frozenset(ancestors)
        self._classes[node] = qualname, all_ancestors
        return all_ancestors

    def _function(self, node: nodes.FunctionDef, scope: Scope) -> None:
        qualname = scope.qualify(node.name)
        line = _line(node)
        body = scope.of(node)
        self._functions.append(_Function(node, scope, body, line))
        self._statements(node.body, body)
        self._decorators(node, qualname, line, scope)
        self._expression(node.args, scope)

    def _decorators(
        self,
        node: nodes.ClassDef | nodes.FunctionDef,
        qualname: str,
        line: int,
        scope: Scope,
    ) -> None:
        for decorator in decorators_of(node):
            is_call, written = type(decorator) is nodes.Call, called(decorator)
            if is_call and (names := option_names(decorator)):
                self._note(OPTION, qualname, decorator.lineno or 0, names)
                continue
            self._decorating.add(own_name(written))
            matched = False
            for name in dotted_names(written, scope):
                for rule in matching(self._index.decorators, name):
                    matched = True
                    detail = _written(name, decorator) if is_call else name
                    self._note(rule.name, qualname, line, detail)
            if not matched:
                self._expression(decorator, scope)
            elif is_call:
                for argument in (*decorator.args, *decorator.keywords):
                    self._expression(argument, scope)

    # Expressions

    def _expression(self, root: object, scope: Scope) -> None:
        """Look for calls and yields in a node or in a list of nodes."""
        call_roots = self._call_roots
        fields = _FIELDS
        pending = [root]
        while pending:
            node = pending.pop()
            kind = type(node)
            parts = fields.get(kind)
            if parts is None:
                if kind is list or kind is tuple:
                    pending.extend(node)  # type: ignore[arg-type]
                elif kind in _SCOPES:
                    self._scope(node, scope)
                elif isinstance(node, nodes.NodeNG):
                    fields[kind] = _expression_fields(kind)
                    pending.append(node)
                continue
            if kind is nodes.Call:
                first = node.func  # type: ignore[attr-defined]
                while type(first) is nodes.Attribute:
                    first = first.expr
                if type(first) is nodes.Name and first.name in call_roots:
                    self._call(node, scope)
                if names := option_names(node):
                    self._note(OPTION, scope.qualname, node.lineno or 0, names)  # type: ignore[attr-defined]
            elif kind is nodes.Yield or kind is nodes.YieldFrom:
                self._yielding.add(scope)
            for name in parts:
                part = getattr(node, name)
                if part is None:
                    continue
                if type(part) is list:
                    pending.extend(part)
                else:
                    pending.append(part)

    def _scope(self, node: nodes.NodeNG, scope: Scope) -> None:
        """Look into a lambda or a comprehension."""
        inner = scope.of(node)
        if type(node) is nodes.Lambda:
            self._expression(node.args, scope)
            self._expression(node.body, inner)
        else:
            # The first thing to loop over is evaluated outside.
            first, *others = node.generators
            self._expression(first.iter, scope)
            self._expression([first.target, first.ifs, others], inner)
            for name in ("elt", "key", "value"):
                self._expression(getattr(node, name, None), inner)

    def _call(self, node: nodes.Call, scope: Scope) -> None:
        target = self._assigned.get(node)
        for name in dotted_names(node.func, scope):
            for rule in matching(self._index.calls, name):
                if rule.assigned and target is None:
                    continue
                if rule.arguments and not self._has_argument(node, rule, scope):
                    continue
                qualname = scope.qualname if target is None else target
                self._note(rule.name, qualname, node.lineno or 0, _written(name, node))

    def _has_argument(self, node: nodes.Call, rule: NameRule, scope: Scope) -> bool:
        """Tell whether a call has one of the arguments that a rule requires."""
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        return any(
            has_argument(rule, name)
            for value in values
            for name in dotted_names(value, scope)
            or [cls.name for cls in local_classes(value, scope)]
        )

    # Behind the walk

    def _apply_function_rules(self) -> None:
        parts: set[nodes.NodeNG] = set()
        for node, scope, body, line in self._functions:
            qualname = body.qualname
            site = FunctionSite(node, scope, body in self._yielding, node in parts)
            for pattern, describe in FUNCTION_RULES:
                detail = describe(site)
                if detail is None:
                    continue
                self._note(pattern, qualname, line, detail)
                if pattern == "decorator":
                    parts.update(decorators_made(node, scope))
            for name, at, filled in registries(node, scope, self._decorating):
                self._note("registry", name, at, f"filled by {qualname}, line {filled}")

    def _measures(self, counts: Counts) -> tuple[Measure, ...]:
        return tuple(
            Measure(body.qualname, line, of.decisions + 1, of.loop_depth, of.loop_line)
            for node, _, body, line in self._functions
            for of in (counts[node],)
        )


def _roots_of_calls(imports: Iterable[Import], index: RuleIndex) -> frozenset[str]:
    """Return the first names of the dotted names that may be calls of a rule."""
    names = set()
    for imported in imports:
        # "import a.b" binds "a".
        bound = imported.written if imported.name or imported.alias else imported.bound
        if bound in index.call_beginnings or matching(index.calls, bound):
            names.add(imported.bound)
    return index.called_builtins | names


def _line(node: nodes.ClassDef | nodes.FunctionDef) -> int:
    """Return the line of the keyword of a definition."""
    # `lineno` is that of the first decorator.
    position = node.position
    return (position.lineno if position is not None else node.fromlineno) or 0


def _plain(base: nodes.NodeNG) -> nodes.NodeNG:
    """Return ``Base`` for ``Base[T]``."""
    while type(base) is nodes.Subscript:
        base = base.value
    return base


def _written(name: str, call: nodes.Call) -> str:
    """Return a call with those of its arguments that are short."""
    arguments = [_argument(argument) for argument in call.args]
    for keyword in call.keywords:
        value = _argument(keyword.value)
        arguments.append(f"{keyword.arg}={value}" if keyword.arg else "…")
    return f"{name}({', '.join(arguments)})"


def _argument(node: nodes.NodeNG) -> str:
    """Return a constant, a name or a call of one; ``…`` for what is longer."""
    text = dotted_name(node) or "…"
    if isinstance(node, nodes.Const):
        text = repr(node.value)
        raw = text.replace("\\\\", "\\")
        # As patterns of addresses are written.
        if raw.count("\\") * 2 == text.count("\\") > 0 and raw[-2] != "\\":
            text = f"r{raw}"
    elif isinstance(node, nodes.Call) and (name := dotted_name(node.func)):
        text = f"{name}({'…' if node.args or node.keywords else ''})"
    return text if len(text) <= _ARGUMENT_LIMIT else "…"


_SCOPES: Final = {
    nodes.Lambda,
    nodes.ListComp,
    nodes.SetComp,
    nodes.DictComp,
    nodes.GeneratorExp,
}
#: Of each node the fields in which calls may be. Filled as nodes are met.
_FIELDS: Final[dict[type, tuple[str, ...]]] = {
    nodes.Arguments: ("defaults", "kw_defaults"),
    **dict.fromkeys((type(None), str, nodes.Global, nodes.Nonlocal), ()),
    **dict.fromkeys((nodes.Import, nodes.ImportFrom, nodes.TypeAlias), ()),
}


def _expression_fields(kind: type[nodes.NodeNG]) -> tuple[str, ...]:
    return tuple(name for name in kind._astroid_fields if name != "annotation")


def patterns(
    module: Scope, imports: Iterable[Import], extra_rules: Iterable[NameRule] = ()
) -> Patterns:
    """Return the patterns of a file.

    :param module: its scope.
    :param imports: its imports, from the same text.
    :param extra_rules: the user's rules.
    """
    return PatternWalk(module, imports, _index(tuple(extra_rules))).patterns


@lru_cache(1)
def _index(extra_rules: tuple[NameRule, ...]) -> RuleIndex:
    return RuleIndex((*NAME_RULES, *extra_rules))
