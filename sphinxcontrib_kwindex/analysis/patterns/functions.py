"""The table of what is told by the body of a function.

The rows are as those of :mod:`~sphinxcontrib_kwindex.analysis.patterns.classes`:
a name, how it is told, and a function that returns what there is to add, or ``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from astroid import nodes

from .scopes import Scope


@dataclass(frozen=True, slots=True)
class FunctionSite:
    """A function and where it stands."""

    node: nodes.FunctionDef
    scope: Scope
    """What its header is evaluated in."""
    yields: bool
    """Whether a ``yield`` in it is its own."""
    part: bool = False
    """Whether the function around it has been told by it already."""

    @property
    def asynchronous(self) -> bool:
        """Whether it is an ``async def``."""
        return type(self.node) is nodes.AsyncFunctionDef

    @property
    def method(self) -> bool:
        """Whether it stands in the body of a class."""
        return self.scope.kind == "class"


@dataclass(frozen=True, slots=True)
class FunctionShape:
    """A row of the table."""

    name: str
    told: str
    detail: Callable[[FunctionSite], str | None]


def own_statements(body: list[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
    """Yield the statements of a body, in their order.

    Those of the functions and classes in it are theirs.
    """
    pending = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if type(node) in _BLOCKS:
            for name in reversed(_BLOCKS[type(node)]):
                pending.extend(reversed(getattr(node, name)))


_BLOCKS: Final[dict[type[nodes.NodeNG], tuple[str, ...]]] = {
    nodes.If: ("body", "orelse"),
    nodes.For: ("body", "orelse"),
    nodes.AsyncFor: ("body", "orelse"),
    nodes.While: ("body", "orelse"),
    nodes.With: ("body",),
    nodes.AsyncWith: ("body",),
    nodes.Try: ("body", "handlers", "orelse", "finalbody"),
    nodes.TryStar: ("body", "handlers", "orelse", "finalbody"),
    nodes.ExceptHandler: ("body",),
    nodes.Match: ("cases",),
    nodes.MatchCase: ("body",),
}


def only_argument(node: nodes.FunctionDef, scope: Scope) -> str:
    """Return the parameter in which a decorator gets what it decorates.

    That is the first one, if all others have defaults, without the ``self`` of a
    method; empty where more is asked for.

    :param scope: what the header of the function is evaluated in.
    """
    arguments = node.args
    positional = [*arguments.posonlyargs, *(arguments.args or ())]
    if scope.kind == "class" and "builtins.staticmethod" not in scope.decorators(node):
        positional = positional[1:]
    required = len(positional) - len(arguments.defaults or ())
    if not positional or required > 1 or None in (arguments.kw_defaults or ()):
        return ""
    return str(positional[0].name)


def returned_functions(node: nodes.FunctionDef, body: Scope) -> list[nodes.FunctionDef]:
    """Return those functions that a function defines and returns.

    :param body: the scope of the function.
    """
    inner: dict[str, list[nodes.FunctionDef]] = {}
    for name, bindings in node.locals.items():
        functions = [one for one in bindings if isinstance(one, nodes.FunctionDef)]
        if functions:
            inner[name] = functions
    if not inner:
        return []
    found: dict[nodes.FunctionDef, None] = {}
    for statement in own_statements(node.body):
        if type(statement) is nodes.Return:
            for name in _returned_names(statement.value, body):
                found.update(dict.fromkeys(inner.get(name, ())))
    return list(found)


_WRAPS: Final = "functools.wraps"
_PASSING_ON: Final = frozenset({"functools.update_wrapper", "typing.cast"})


def _returned_names(value: nodes.NodeNG | None, body: Scope) -> Iterator[str]:
    """Yield the names that are returned, also as ``wraps(f)(name)`` and the like."""
    if isinstance(value, nodes.Name):
        yield value.name
    elif isinstance(value, nodes.Call):
        func = value.func
        if _PASSING_ON.intersection(body.names(func)) or (
            isinstance(func, nodes.Call) and _WRAPS in body.names(func.func)
        ):
            for argument in value.args:
                yield from _returned_names(argument, body)


def wraps_argument(function: nodes.FunctionDef, argument: str, body: Scope) -> bool:
    """Tell whether a function calls a parameter of the function around it.

    :param body: the scope of the function around it.
    """
    if function.decorators is not None:
        for decorator in function.decorators.nodes:
            if (
                isinstance(decorator, nodes.Call)
                and _WRAPS in body.names(decorator.func)
                and any(_is_name(one, argument) for one in decorator.args)
            ):
                return True
    if argument in function.locals:
        return False
    pending = list(function.body)
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.Call) and _is_name(node.func, argument):
            return True
        if not (isinstance(node, nodes.LocalsDictNodeNG) and argument in node.locals):
            pending.extend(node.get_children())
    return False


def _is_name(node: nodes.NodeNG, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.name == name


def is_decorator(node: nodes.FunctionDef, scope: Scope) -> bool:
    """Tell whether a function returns an inner one that calls its only argument."""
    body = Scope(node, "function", "", scope)
    inner = returned_functions(node, body)
    argument = only_argument(node, scope) if inner else ""
    return bool(argument) and any(wraps_argument(one, argument, body) for one in inner)


def decorators_made(node: nodes.FunctionDef, scope: Scope) -> list[nodes.FunctionDef]:
    """Return the decorators that a function defines and returns."""
    body = Scope(node, "function", "", scope)
    return [one for one in returned_functions(node, body) if is_decorator(one, body)]


def _decorator(site: FunctionSite) -> str | None:
    if site.part or not any(_inner_functions(site.node)):
        return None
    # What is made last is what gets the function; what is around it may well call its
    # own argument in there, too.
    if decorators_made(site.node, site.scope):
        return "with arguments"
    return "" if is_decorator(site.node, site.scope) else None


def _inner_functions(node: nodes.FunctionDef) -> Iterator[bool]:
    for bindings in node.locals.values():
        yield any(isinstance(one, nodes.FunctionDef) for one in bindings)


def _module_getattr(site: FunctionSite) -> str | None:
    named = site.node.name == "__getattr__"
    return "" if named and site.scope.kind == "module" else None


FUNCTION_SHAPES: Final = (
    FunctionShape(
        "generator",
        "def with a yield of its own",
        lambda site: "" if site.yields and not site.asynchronous else None,
    ),
    FunctionShape(
        "coroutine",
        "async def without a yield",
        lambda site: "" if site.asynchronous and not site.yields else None,
    ),
    FunctionShape(
        "async generator",
        "async def with a yield of its own",
        lambda site: "" if site.asynchronous and site.yields else None,
    ),
    FunctionShape(
        "decorator",
        "returns an inner function that calls its only argument, or one that does",
        _decorator,
    ),
    FunctionShape(
        "module __getattr__",
        "def __getattr__ at module level (PEP 562)",
        _module_getattr,
    ),
)
