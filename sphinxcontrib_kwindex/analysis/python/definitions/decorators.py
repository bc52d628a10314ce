"""The modifiers that decorators give a function, by their names.

Nothing is resolved: ``cached_property`` counts from wherever it comes, and so does
any ``….cached_property``, and ``lazyproperty``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from astroid import nodes

from ..blocks import returned
from ..expressions import (
    decorators_of,
    dotted_name,
    is_none,
    name_of,
    own_name,
    positional,
    with_defaults,
)

#: Methods whose first parameter is a class without a decorator that says so.
_IMPLICIT_CLASSMETHODS: Final = {"__new__", "__init_subclass__", "__class_getitem__"}
_MODIFIERS: Final = {
    "overload": ("overload",),
    "abstractproperty": ("property", "abstractmethod"),
    "staticmethod": ("staticmethod",),
    "abstractstaticmethod": ("staticmethod", "abstractmethod"),
    "classmethod": ("classmethod",),
    "abstractclassmethod": ("classmethod", "abstractmethod"),
    "abstractmethod": ("abstractmethod",),
}
#: What the names of those end with that make a property, also one that is kept.
_PROPERTY: Final = ("property", "memoized_attribute", "reify", "cache_readonly")
#: Others that leave alone what a function returns.
_KEEP_RESULT: Final = {
    *("staticmethod", "classmethod", "abstractmethod", "override", "final"),
    *("overload", "lru_cache", "cache"),
    # What they make of it is known.
    *("contextmanager", "asynccontextmanager"),
}

#: What makes something else of what a function returns, or of its parameters.
_CHANGING: Final = (nodes.Nonlocal, nodes.Yield, nodes.YieldFrom)
_SCOPES: Final = (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)


def modifiers_of(node: nodes.ClassDef | nodes.FunctionDef) -> set[str]:
    """Return the modifiers that its decorators give a class or a function.

    So does what older code has behind a method: ``name = staticmethod(name)``.
    """
    modifiers = {
        modifier
        for decorator in decorators_of(node)
        for modifier in _decorator_modifiers(decorator, node.name)
    }
    around = node.parent.frame()
    if type(around) is nodes.ClassDef:
        for bound in around.locals.get(node.name, ()):
            match bound.parent:
                case nodes.Assign(
                    value=nodes.Call(
                        func=nodes.Name(
                            name="staticmethod" | "classmethod" as modifier
                        ),
                        args=[nodes.Name(name=node.name)],
                    )
                ):
                    modifiers.add(modifier)
    return modifiers


def keeps_function(name: str) -> bool:
    """Tell whether a decorator leaves alone what a function returns.

    :param name: its name, without the module that it is from.
    """
    return name in _KEEP_RESULT or name.endswith(_PROPERTY)


def bound_parameter(
    node: nodes.FunctionDef, modifiers: Collection[str]
) -> tuple[str, bool] | None:
    """Return the parameter that is ``self`` or ``cls``, and whether it is ``self``.

    :param node: a method.
    :return: ``None`` for a static method, and where there is no such parameter.
    """
    parameters = positional(node.args)
    if not parameters or "staticmethod" in modifiers:
        return None
    of_class = "classmethod" in modifiers or node.name in _IMPLICIT_CLASSMETHODS
    return parameters[0].name, not of_class


def _decorator_modifiers(decorator: nodes.NodeNG, name: str) -> tuple[str, ...]:
    """Return the modifiers that a decorator gives the function *name*."""
    dotted = dotted_name(decorator)
    owner, _, last = dotted.rpartition(".")
    if last in {"getter", "setter", "deleter"}:
        # `@Base.x.setter` makes a property of what has no other decorator.
        return ("property",) if owner.rpartition(".")[2] == name else ()
    return _MODIFIERS.get(last) or (("property",) if last.endswith(_PROPERTY) else ())


def keeps_result(function: nodes.FunctionDef) -> bool:
    """Tell whether a function is a decorator that leaves alone what others return.

    It returns what it is given, or a function in it that returns what that returns.
    """
    given = function.args.args or ()
    if not given or not _returns_name(function):
        return False
    name = given[0].name
    inner = {
        local: bound[0]
        for local, bound in function.locals.items()
        if isinstance(bound[0], nodes.FunctionDef)
    }
    if not inner:
        return False
    results = [name_of(_unwrapped(value)) for value in returned(function)]
    return any(result in inner for result in results) and all(
        result == name or (result in inner and _returns_call(inner[result], name))
        for result in results
    )


def given_back(function: nodes.FunctionDef) -> str:
    """Return the name of the parameter that a function returns as it was given.

    :return: empty if it returns anything else, or makes something else of it.
    """
    if not _returns_name(function):
        return ""
    name = name_of(function.body[-1].value)
    bound = function.locals.get(name, ())
    is_kept = len(bound) == 1 and isinstance(bound[0].parent, nodes.Arguments)
    others = (value for value in returned(function) if name_of(value) != name)
    if not is_kept or not all(map(_is_nothing, others)):
        return ""
    return "" if any(function.nodes_of_class(_CHANGING)) else name


def called_for_result(function: nodes.FunctionDef) -> str:
    """Return the name of the parameter that a function calls for all that it returns.

    :return: empty if it returns anything else, or the parameter has a default.
    """
    last = function.body[-1] if function.body else None
    value = last.value if isinstance(last, nodes.Return) else None
    if bound := function.locals.get(name_of(value)):
        value = getattr(bound[0].parent, "value", None)
    if not isinstance(value, nodes.Call) or isinstance(
        function, nodes.AsyncFunctionDef
    ):
        return ""
    name = name_of(value.func)
    without_default = {
        parameter.name
        for parameter, default in with_defaults(function.args)
        if default is None
    }
    if name not in without_default or len(function.locals[name]) > 1:
        return ""
    is_all = _returns_call(function, name)
    return name if is_all and not any(function.nodes_of_class(_CHANGING)) else ""


def _returns_name(function: nodes.FunctionDef) -> bool:
    last = function.body[-1] if function.body else None
    value = last.value if isinstance(last, nodes.Return) else None
    return isinstance(_unwrapped(value), nodes.Name)


def _unwrapped(node: nodes.NodeNG | None) -> nodes.NodeNG | None:
    """Return the function to which a call gives the name of another, else itself.

    That is what ``update_wrapper(g, f)`` and ``wraps(f)(g)`` return.
    """
    if not isinstance(node, nodes.Call) or not node.args:
        return node
    making = node.func.func if isinstance(node.func, nodes.Call) else node.func
    wanted = "update_wrapper" if making is node.func else "wraps"
    return node.args[0] if own_name(making) == wanted else node


def _returns_call(function: nodes.FunctionDef, name: str) -> bool:
    """Tell whether a function returns what another returns, and nothing else."""
    values = [value for value in returned(function) if not _is_nothing(value)]
    called = {
        target.name
        for node in function.nodes_of_class(nodes.Assign, _SCOPES)
        if _is_call(node.value, name)
        for target in node.targets
        if isinstance(target, nodes.AssignName)
        and len(function.locals.get(target.name, ())) == 1
    }
    return bool(values) and all(
        _is_call(value, name) or name_of(value) in called for value in values
    )


def _is_call(node: nodes.NodeNG | None, name: str) -> bool:
    if isinstance(node, nodes.Await):
        node = node.value
    return isinstance(node, nodes.Call) and name_of(node.func) == name


def _is_nothing(node: nodes.NodeNG | None) -> bool:
    return node is None or is_none(node)
