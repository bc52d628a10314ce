"""Calls of functions that are Python's own, or attrs', and say more than they show.

``cast(C, x)`` is a `C`, ``copy(x)`` is like `x`, ``import_module("m")`` is `m`, and
``partial(f, key=1)`` gives an argument of `f` its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Final

from astroid import nodes

from ....model.references import AWAIT, CALL, CALLED, ELEMENT
from ..expressions import dotted_name, own_name
from ..scopes import Scope
from ..values import (
    UNKNOWN,
    Combined,
    Root,
    Value,
    container,
    either,
    instance,
    is_key,
    returned,
    step,
    type_of,
    unless_known,
)
from .annotations import of_generic, visit_annotation
from .identifier_walk import Occurrences
from .occurrence import Keyword
from .standard_results import METHODS, RESULTS, awaitable

_MODULE: Final = re.compile(r"\.*\w+(\.\w+)*")
#: Those whose result may be awaited in place of their first argument, or of all.
_TASKS: Final = {"create_task", "ensure_future", "shield", "gather"}
#: Those that return the module that is named, and their modules.
_IMPORTING: Final = {"import_module": {"importlib"}, "importorskip": {"pytest"}}
#: All, and their modules; the others return something like their first argument.
_MODULES: Final[dict[str, Set[str]]] = {
    "cast": {"typing", "typing_extensions"},
    "defaultdict": {"collections"},
    **dict.fromkeys(_TASKS, frozenset({"asyncio"})),
    **_IMPORTING,
    **dict.fromkeys(("copy", "deepcopy"), frozenset({"copy"})),
    "replace": {"dataclasses", "copy", "msgspec.structs"},
    **dict.fromkeys(("evolve", "assoc"), frozenset({"attr", "attrs"})),
    "partial": {"functools"},
    "proxy": {"weakref"},
    "wait_for": {"asyncio"},
    **{name: row.modules for name, row in RESULTS.items()},
}
#: Those that are not in the module itself.
_PATHS: Final = {"from_iterable": "chain.from_iterable"}
#: Builtins that call their first argument with what is in the others.
_APPLYING: Final = {"map", "filter"}
#: Those of them whose keyword arguments a class gets, or a function.
_PASSING: Final = {"replace": True, "evolve": True, "assoc": True, "partial": False}


def visit_call(walk: Occurrences, node: nodes.Call) -> Value:
    """Note the names in a call, and return what it gives."""
    function, arguments = node.func, node.args
    wanted = own_name(function)
    if wanted.endswith("cast"):
        # Under another name, too: "typecast".
        wanted = "cast"
    modules = _MODULES.get(wanted)
    has_all = len(arguments) == 2 if wanted == "cast" else bool(arguments)
    is_other = not has_all or (wanted == "gather" and bool(node.keywords))
    if wanted in _APPLYING and _applies_lambda(walk, node):
        return _applied(walk, wanted, node)
    if (
        modules is None
        or is_other
        or not _is_from(modules, _PATHS.get(wanted, wanted), function, walk.scope)
    ):
        return _other_call(walk, wanted, node)
    called = walk.visit_as(function, CALLED)
    if wanted == "gather":
        return awaitable(_gathered(walk, arguments))
    if wanted == "cast":
        values = [visit_annotation(walk, arguments[0]), walk.visit(arguments[1])]
    else:
        values = [walk.visit(argument) for argument in arguments]
    for keyword in node.keywords:
        if type(keyword.value) is nodes.Lambda and keyword.arg == "key":
            walk.lambdas[keyword.value] = step(values[-1], ELEMENT)
        walk.visit(keyword.value)
        given = called if wanted in RESULTS else UNKNOWN
        if wanted in _PASSING:
            given = type_of(values[0]) if _PASSING[wanted] else values[0]
        if keyword.arg and given != UNKNOWN:
            walk.keywords.append(
                Keyword(keyword.lineno, keyword.col_offset, keyword.arg, given)
            )
    if result := RESULTS.get(wanted):
        is_starred = any(type(argument) is nodes.Starred for argument in arguments)
        return UNKNOWN if is_starred else result.of(values)
    if wanted in _IMPORTING:
        return _imported(*arguments)
    if wanted == "defaultdict":
        return instance(of_generic(called, (UNKNOWN, type_of(step(values[0], CALL)))))
    if wanted in _TASKS:
        return awaitable(step(values[0], AWAIT))
    # With arguments before those of the call it takes others; a class does not mind.
    is_shifted = wanted == "partial" and len(values) > 1
    may_mind = is_shifted and not own_name(arguments[0])[:1].isupper()
    return UNKNOWN if may_mind else values[0]


def _other_call(walk: Occurrences, name: str, node: nodes.Call) -> Value:
    """Return what a call gives; of a method of an event loop if nothing else is known.

    :param name: that of the function.
    """
    value = walk.call(node)
    if type(value) is not Combined:
        return value
    given = dict(zip(value.base.split(","), value.parts[1:], strict=True))
    if name == "getattr" and type(node.func) is nodes.Name:
        found = _attribute(node, given) if walk.scope.is_builtin(name) else UNKNOWN
        return value if found == UNKNOWN else found
    if name not in METHODS:
        return value
    number, result = METHODS[name]
    return unless_known(value, result(given.get(str(number), UNKNOWN)))


def _attribute(node: nodes.Call, given: Mapping[str, Value]) -> Value:
    """Return what ``getattr`` gives, if the name is written down."""
    values = [getattr(argument, "value", argument) for argument in node.args]
    name = values[1] if len(values) > 1 else None
    if type(name) is not str or not is_key(name):
        return UNKNOWN
    attribute = step(given.get("0", UNKNOWN), name)
    if values[2:] in ([], [None]):
        return attribute
    return either((attribute, given.get("2", UNKNOWN)))


def _applies_lambda(walk: Occurrences, node: nodes.Call) -> bool:
    """Tell whether a builtin calls a function without a name with what is in others."""
    kinds = list(map(type, node.args))
    return (
        len(kinds) > 1
        and kinds[0] is nodes.Lambda
        and nodes.Starred not in kinds
        and type(node.func) is nodes.Name
        and walk.scope.is_builtin(node.func.name)
    )


def _applied(walk: Occurrences, name: str, node: nodes.Call) -> Value:
    """Return what such a call of a builtin gives."""
    walk.visit_as(node.func, CALLED)
    function, *others = node.args
    values = list(map(walk.visit, others))
    walk.lambdas[function] = step(values[0], ELEMENT)
    return returned(name, [walk.visit(function), *values])


def _gathered(walk: Occurrences, arguments: Sequence[nodes.NodeNG]) -> Value:
    """Return the results of several tasks."""
    if type(arguments[0]) is nodes.Starred and len(arguments) == 1:
        tasks = walk.visit(arguments[0].value)
        return container("list", [step(step(tasks, ELEMENT), AWAIT)])
    values = [walk.visit(argument) for argument in arguments]
    if any(type(argument) is nodes.Starred for argument in arguments):
        return UNKNOWN
    return container("tuple", *([step(value, AWAIT)] for value in values))


def _imported(module: nodes.NodeNG, package: nodes.NodeNG | None = None) -> Value:
    """Return the module that is imported, if its name is written down."""
    name = module.value if type(module) is nodes.Const else None
    if type(name) is not str or not _MODULE.fullmatch(name):
        return UNKNOWN
    is_own = package is not None and dotted_name(package) == "__package__"
    return Root("module", name) if is_own or name[0] != "." else UNKNOWN


def is_enumeration(node: nodes.ClassDef, scope: Scope) -> bool:
    """Tell whether a class is an enumeration, as its bases and the imports say."""
    return any(
        name.endswith(("Enum", "Flag")) and _is_from({"enum"}, name, base, scope)
        for base in node.bases
        for name in (own_name(base),)
    )


def _is_from(
    modules: Set[str], wanted: str, function: nodes.NodeNG, scope: Scope
) -> bool:
    """Tell whether it is the function of one of some modules, as imports say."""
    name, _, attribute = dotted_name(function).partition(".")
    bound = scope.statements(name)
    return bool(bound) and all(
        isinstance(statement, nodes.Import | nodes.ImportFrom)
        and (
            (statement.real_name(name) in modules and attribute == wanted)
            if isinstance(statement, nodes.Import)
            else (
                statement.modname in modules
                and not statement.level
                and f"{statement.real_name(name)}.{attribute}".rstrip(".") == wanted
            )
        )
        for statement in bound
    )
