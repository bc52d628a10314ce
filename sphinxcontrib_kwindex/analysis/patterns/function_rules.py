"""The rules that recognise a function by its body.

Each is the name of a pattern and a function that returns the detail to show with it,
an empty text without a detail, or ``None`` where the function does not have the
pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from astroid import nodes

from ..python.blocks import returned
from ..python.expressions import (
    called,
    decorators_of,
    name_of,
    own_name,
    positional,
    string_of,
)
from ..python.scopes import CLASS, MODULE, Scope
from .imported_names import decorator_names, dotted_names


@dataclass(frozen=True, slots=True)
class FunctionSite:
    """A function and where it stands."""

    node: nodes.FunctionDef
    scope: Scope
    """What its header is evaluated in."""
    yields: bool
    """Whether a ``yield`` in it is its own."""
    part: bool = False
    """Whether it is part of a decorator that is noted already."""

    @property
    def asynchronous(self) -> bool:
        """Whether it is an ``async def``."""
        return type(self.node) is nodes.AsyncFunctionDef


#: Decorators that say which address a function answers.
_ROUTES: Final = frozenset(
    {"route", "get", "post", "put", "patch", "delete", "head", "options", "trace"}
    | {"websocket", "api_route"}
)

#: Decorators that make a function a command of something.
_COMMANDS: Final = frozenset({"command", "group"})
#: What takes an option of a command line: of argparse, optparse, pytest, click, Typer.
_TAKING_OPTIONS: Final = frozenset(
    {"add_argument", "add_option", "addoption", "option", "Option"}
)
_OPTION: Final = re.compile(r"--?\w")
_PARSERS: Final = frozenset({"click.command", "click.group"})

FunctionRule = tuple[str, Callable[[FunctionSite], str | None]]
"""The name of a pattern, and what returns its detail."""


def only_argument(node: nodes.FunctionDef, scope: Scope) -> str:
    """Return the parameter in which a decorator gets what it decorates.

    That is the first parameter, if all others have defaults, without the ``self`` of a
    method; empty where more are required.

    :param scope: what the header of the function is evaluated in.
    """
    arguments = node.args
    parameters = positional(arguments)
    if scope.kind == CLASS and "builtins.staticmethod" not in decorator_names(
        node, scope
    ):
        parameters = parameters[1:]
    required = len(parameters) - len(arguments.defaults or ())
    if not parameters or required > 1 or None in (arguments.kw_defaults or ()):
        return ""
    return str(parameters[0].name)


def returned_functions(node: nodes.FunctionDef, body: Scope) -> list[nodes.FunctionDef]:
    """Return those functions that a function defines and returns.

    :param body: the scope of the function.
    """
    inner = {
        name: functions
        for name, several in node.locals.items()
        if (functions := [one for one in several if isinstance(one, nodes.FunctionDef)])
    }
    if not inner:
        return []
    found = (
        function
        for value in returned(node)
        for name in _returned_names(value, body)
        for function in inner.get(name, ())
    )
    return list(dict.fromkeys(found))


_WRAPS: Final = "functools.wraps"
_PASSING_ON: Final = frozenset({"functools.update_wrapper", "typing.cast"})


def _returned_names(value: nodes.NodeNG | None, body: Scope) -> Iterator[str]:
    """Yield the names that are returned, also as ``wraps(f)(name)`` and the like."""
    if isinstance(value, nodes.Name):
        yield value.name
    elif isinstance(value, nodes.Call):
        func = value.func
        if _PASSING_ON.intersection(dotted_names(func, body)) or (
            isinstance(func, nodes.Call) and _WRAPS in dotted_names(func.func, body)
        ):
            for argument in value.args:
                yield from _returned_names(argument, body)


def wraps_argument(function: nodes.FunctionDef, argument: str, body: Scope) -> bool:
    """Tell whether a function calls a parameter of the function around it.

    :param body: the scope of the function around it.
    """
    if any(
        isinstance(decorator, nodes.Call)
        and _WRAPS in dotted_names(decorator.func, body)
        and argument in map(name_of, decorator.args)
        for decorator in decorators_of(function)
    ):
        return True
    if argument in function.locals:
        return False
    pending = list(function.body)
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.Call) and name_of(node.func) == argument:
            return True
        if not (isinstance(node, nodes.LocalsDictNodeNG) and argument in node.locals):
            pending.extend(node.get_children())
    return False


def is_decorator(node: nodes.FunctionDef, scope: Scope) -> bool:
    """Tell whether a function is a decorator.

    It returns an inner function that calls its only argument.
    """
    body = scope.of(node)
    inner = returned_functions(node, body)
    argument = only_argument(node, scope) if inner else ""
    return bool(argument) and any(
        wraps_argument(function, argument, body) for function in inner
    )


def decorators_made(node: nodes.FunctionDef, scope: Scope) -> list[nodes.FunctionDef]:
    """Return the decorators that a function defines and returns."""
    body = scope.of(node)
    return [
        function
        for function in returned_functions(node, body)
        if is_decorator(function, body)
    ]


def _decorator(site: FunctionSite) -> str | None:
    if site.part:
        return None
    # What is made last is what gets the function; what is around it may well call its
    # own argument in there, too.
    if decorators_made(site.node, site.scope):
        return "with arguments"
    return "" if is_decorator(site.node, site.scope) else None


def _module_getattr(site: FunctionSite) -> str | None:
    named = site.node.name == "__getattr__"
    return "" if named and site.scope.kind == MODULE else None


def _route(site: FunctionSite) -> str | None:
    """Return the addresses that a function of a web application answers."""
    routes = []
    for decorator in decorators_of(site.node):
        if type(decorator) is not nodes.Call or not decorator.args:
            continue
        first, written = decorator.args[0], called(decorator)
        is_path = isinstance(first, nodes.Const) and str(first.value).startswith("/")
        if is_path and isinstance(first.value, str) and own_name(written) in _ROUTES:
            owner = name_of(getattr(written, "expr", None))
            of = f"{owner}." if owner else ""
            routes.append(f"{of}{own_name(written)}({first.value!r})")
    return ", ".join(routes) if routes else None


def _command(site: FunctionSite) -> str | None:
    """Return the commands of a program that a function carries out."""
    commands = []
    for decorator in decorators_of(site.node):
        written = called(decorator)
        owner, word = name_of(getattr(written, "expr", None)), own_name(written)
        is_command = type(decorator) is nodes.Call and word in _COMMANDS and owner
        # What these decorate is a parser of its own.
        if is_command and _PARSERS.isdisjoint(dotted_names(written, site.scope)):
            named = (row.value for row in decorator.keywords if row.arg == "name")
            names = (
                repr(node.value)
                for node in (*decorator.args[:1], *named)
                if isinstance(node, nodes.Const) and isinstance(node.value, str)
            )
            commands.append(f"{owner}.{word}({next(names, '')})")
    return ", ".join(commands) if commands else None


def option_names(call: nodes.Call) -> str:
    """Return how an option of a command line is written that a call declares.

    Browsers that tests start are given their arguments by a method of that name, too.
    """
    name = own_name(call.func)
    is_alone = len(call.args) + len(call.keywords) == 1
    if name not in _TAKING_OPTIONS or (name == "add_argument" and is_alone):
        return ""
    return ", ".join(filter(_OPTION.match, map(string_of, call.args)))


FUNCTION_RULES: Final[tuple[FunctionRule, ...]] = (
    ("generator", lambda site: "" if site.yields and not site.asynchronous else None),
    ("coroutine", lambda site: "" if site.asynchronous and not site.yields else None),
    ("async generator", lambda site: "" if site.asynchronous and site.yields else None),
    # Returns an inner function that calls its only argument, or a function that does.
    ("decorator", _decorator),
    # PEP 562.
    ("module __getattr__", _module_getattr),
    # Of Flask, FastAPI, Starlette, aiohttp, Sanic, Bottle and others like these.
    ("route", _route),
    # Of click and Typer.
    ("command", _command),
)
