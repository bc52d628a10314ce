"""Containers that decorators fill.

A registry is a dict, list or set bound at module level or in a class, and a function
that puts its only argument into it and returns it, as ``@register`` does; or an
``__init_subclass__`` that puts the new class into it.

Others do likewise and mean something else. What is kept under itself is a pool. What
is put in without a key may as well be kept alive or watched; there the function must
be seen at work as a decorator, or be what another function returns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from astroid import nodes

from ...model.named_tuple import NamedTuple
from ..python.blocks import own_statements, returned
from ..python.expressions import name_of, positional
from ..python.scopes import CLASS, FUNCTION, MODULE, Scope
from .function_rules import only_argument
from .imported_names import dotted_names

_CONTAINERS: Final = frozenset(
    {"builtins.dict", "builtins.list", "builtins.set", "weakref.WeakSet"}
    | {f"collections.{name}" for name in ("OrderedDict", "defaultdict", "deque")}
    | {f"weakref.Weak{name}Dictionary" for name in ("Value", "Key")}
)
_ADDING: Final = {"append": 0, "add": 0, "appendleft": 0, "insert": 1, "setdefault": 1}


class Registry(NamedTuple):
    """A container and a function that fills it."""

    qualname: str
    line: int
    filled: int
    """The line that puts something in."""


def registries(
    node: nodes.FunctionDef, scope: Scope, decorating: Collection[str]
) -> Iterator[Registry]:
    """Yield the registries that a function in *scope* fills.

    :param decorating: the last names of what the file has as decorators.
    """
    argument = _registered(node, scope)
    if not argument:
        return
    certain = (
        node.name == "__init_subclass__"
        or node.name in decorating
        or scope.kind == FUNCTION
    )
    body = scope.of(node)
    for statement in own_statements(node.body):
        target = _filled(statement, argument, keyless=certain)
        if target is not None and (container := _container(target, body)):
            yield Registry(*container, statement.lineno or 0)


def _registered(node: nodes.FunctionDef, scope: Scope) -> str:
    """Return the parameter that a function may register; empty if it has none."""
    if scope.kind == CLASS and node.name == "__init_subclass__":
        arguments = node.args.args or ()
        return str(arguments[0].name) if arguments else ""
    argument = only_argument(node, scope)
    is_kept = bool(argument) and argument in map(name_of, returned(node))
    return argument if is_kept else ""


def _filled(
    statement: nodes.NodeNG, argument: str, *, keyless: bool
) -> nodes.NodeNG | None:
    """Return what a statement puts *argument* into.

    :param keyless: whether it may do so without a key.
    """
    if isinstance(statement, nodes.Assign) and name_of(statement.value) == argument:
        for target in statement.targets:
            if (
                isinstance(target, nodes.Subscript)
                and name_of(target.slice) != argument
            ):
                return target.value
    if isinstance(statement, nodes.Expr) and isinstance(statement.value, nodes.Call):
        call = statement.value
        if isinstance(call.func, nodes.Attribute):
            method = call.func.attrname
            place = _ADDING.get(method, -1)
            if (
                (keyless or method == "setdefault")
                and 0 <= place < len(call.args)
                and name_of(call.args[place]) == argument
            ):
                return call.func.expr
    return None


def _container(target: nodes.NodeNG, scope: Scope) -> tuple[str, int] | None:
    """Return the qualified name and the line of a container of module or class."""
    if isinstance(target, nodes.Subscript):
        # X[kind][name] = cls
        return _container(target.value, scope)
    if isinstance(target, nodes.Name):
        owner = scope.binding_scope(target.name)
        if owner is None or owner.kind != MODULE:
            return None
        return _bound(owner, target.name)
    if isinstance(target, nodes.Attribute) and isinstance(target.expr, nodes.Name):
        owner = _class_scope(target.expr, scope)
        return None if owner is None else _bound(owner, target.attrname)
    return None


def _class_scope(node: nodes.Name, scope: Scope) -> Scope | None:
    """Return the class that ``cls``, ``self`` or its own name stand for."""
    owner = scope.binding_scope(node.name)
    method, around = scope, scope.parent
    while around is not None and around.kind != CLASS:
        # What is in between may be the type parameters of the method.
        method = around if around.kind == FUNCTION else method
        around = around.parent
    if around is None or owner is None:
        return None
    if owner is method:
        assert owner.node is not None
        first = positional(owner.node.args)[:1]
        return around if first and first[0].name == node.name else None
    return around if around.node in scope.statements(node.name) else None


def _bound(scope: Scope, name: str) -> tuple[str, int] | None:
    assert scope.node is not None
    for binding in scope.node.locals.get(name, ()):
        statement = binding.parent
        if isinstance(statement, nodes.Assign | nodes.AnnAssign):
            value = statement.value
            if isinstance(value, nodes.Call):
                made = dotted_names(value.func, scope)
                fits = any(container in _CONTAINERS for container in made)
            else:
                fits = isinstance(value, nodes.Dict | nodes.List | nodes.Set)
            if fits:
                return scope.qualify(name), binding.lineno or 0
    return None
