"""Type variables of functions, which the arguments of a call give their meaning.

``def first(several: list[T]) -> T`` returns whatever it is given a list of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from astroid import nodes

from ....model.names import type_parameter
from ..definitions.decorators import called_for_result, given_back, keeps_result
from ..expressions import is_none, last_name, literal, own_name, with_annotations
from ..scopes import TYPE_PARAMETERS, Scope
from ..values import (
    NONE,
    UNKNOWN,
    Combined,
    Generic,
    Root,
    Value,
    callable_returning,
    instance,
    typing,
)

_WORD: Final = re.compile(r"\w+")
#: What a function is given that returns it, without annotations: one for a file.
OF_WHAT_IS_GIVEN: Final = type_parameter("", 0)


def is_variable(name: str, scope: Scope, *, imported: bool = False) -> bool:
    """Tell whether a name is a type variable.

    :param imported: whether one that is imported counts, which may be one.
    """
    owner = scope.binding_scope(name)
    if owner is not None and owner.kind == TYPE_PARAMETERS:
        return True
    bound = scope.statements(name)
    return bool(bound) and all(
        _makes_one(node) or (imported and isinstance(node, nodes.ImportFrom))
        for node in bound
    )


def _makes_one(bound: nodes.NodeNG) -> bool:
    value = bound.parent.value if isinstance(bound.parent, nodes.Assign) else None
    return isinstance(value, nodes.Call) and own_name(value.func) == "TypeVar"


def of_arguments(
    function: nodes.FunctionDef,
    result: Value | None,
    values: Mapping[str, Value],
    scope: Scope,
    *,
    overload: bool,
    of_object: bool,
) -> Value | None:
    """Return what a function returns, and which parameters say more of it.

    :param result: what its annotation says.
    :param values: what the annotations of its parameters say.
    :param scope: where the function is defined.
    :param overload: whether it is one of several of a name.
    :param of_object: whether its first parameter is ``self`` or the like.
    """
    if result in {None, UNKNOWN, NONE} or function.returns is None:
        return result
    variables = {
        name
        for name in _names(function.returns)
        if is_variable(name, scope, imported=True)
    }
    saying = _saying(function, variables, values, of_object) if variables else {}
    if overload:
        saying = _declared(function, values, of_object)
    if not saying:
        return result
    assert result is not None
    kind: Final = "overload" if overload else "solved"
    return Combined(kind, ",".join(saying), (result, *saying.values()))


def of_constructor(
    function: nodes.FunctionDef, values: Mapping[str, Value], scope: Scope
) -> Value | None:
    """Return what ``__init__`` makes, and which parameters say more of it.

    :param values: what the annotations of its parameters say.
    :param scope: that of its class.
    :return: ``None`` if they say nothing of type variables of the class.
    """
    cls = function.parent
    if type(cls) is not nodes.ClassDef:
        return None
    bases = (base.slice for base in cls.bases if type(base) is nodes.Subscript)
    names = {parameter.name.name for parameter in cls.type_params}.union(
        *map(_names, bases)
    )
    variables = {name for name in names if is_variable(name, scope, imported=True)}
    saying = _saying(function, variables, values, True) if variables else {}
    if not saying:
        return None
    made = Root("this", scope.prefix[:-1])
    return Combined("solved", ",".join(saying), (made, *saying.values()))


def _saying(
    function: nodes.FunctionDef,
    variables: set[str],
    values: Mapping[str, Value],
    of_object: bool,
) -> dict[str, Value]:
    """Return what parameters are declared as that have type variables."""
    return {
        key: values[name]
        for key, name, annotation in _parameters(function.args, of_object)
        if annotation is not None and not variables.isdisjoint(_names(annotation))
    }


def _declared(
    function: nodes.FunctionDef, values: Mapping[str, Value], of_object: bool
) -> dict[str, Value]:
    """Return what parameters are declared as, with the literals that they must be."""
    declared: dict[str, Value] = {}
    for key, name, annotation in _parameters(function.args, of_object):
        texts = "|".join(_literals(annotation))
        declared[f"{key}={texts}" if texts else key] = values.get(name, UNKNOWN)
    more = {"*": function.args.vararg, "**": function.args.kwarg}
    declared |= {star: UNKNOWN for star, name in more.items() if name}
    return declared or {":": UNKNOWN}


def _literals(annotation: nodes.NodeNG | None) -> list[str]:
    """Return the literals that an annotation names, if it names nothing else."""
    several = [annotation]
    if (
        isinstance(annotation, nodes.Subscript)
        and last_name(annotation.value) == "Literal"
    ):
        inner = annotation.slice
        several = inner.elts if type(inner) is nodes.Tuple else [inner]
    elif not is_none(annotation):
        return []
    constants = [node for node in several if type(node) is nodes.Const]
    return list(map(literal, constants)) if len(constants) == len(several) else []


def as_it_is_given(function: nodes.FunctionDef, *, of_object: bool) -> Value | None:
    """Return what a function that does not say it returns, if it was given that.

    It may have been given what to call for it, too: a class.

    :param of_object: whether its first parameter is ``self`` or the like.
    :return: ``None`` if it returns something else. What it is given is an instance of
        the type variable :data:`OF_WHAT_IS_GIVEN`.
    """
    if keeps_result(function):
        return instance(typing("TypeVar"))
    variable = given = instance(Root("def", OF_WHAT_IS_GIVEN))
    if not (parameter := given_back(function)):
        parameter = called_for_result(function)
        given = callable_returning(variable, is_coroutine=False)
    for key, name, annotation in _parameters(function.args, of_object):
        if name == parameter and annotation is None:
            return Combined("solved", key, (variable, given))
    return None


def _parameters(
    arguments: nodes.Arguments, of_object: bool
) -> Iterator[tuple[str, str, nodes.NodeNG | None]]:
    """Yield parameters by number and name (``0:first``), by name, and annotations.

    :param of_object: whether the first one is ``self`` or the like.
    """
    pairs = with_annotations(arguments)[of_object:]
    for number, (parameter, annotation) in enumerate(pairs):
        yield f"{number}:{parameter.name}", parameter.name, annotation
    by_name = zip(arguments.kwonlyargs, arguments.kwonlyargs_annotations, strict=False)
    for parameter, annotation in by_name:
        yield f":{parameter.name}", parameter.name, annotation


def _names(annotation: nodes.NodeNG) -> set[str]:
    if type(annotation) is nodes.Name:
        return {annotation.name}
    names: set[str] = set()
    for node in annotation.nodes_of_class((nodes.Name, nodes.Const)):
        if type(node) is nodes.Name:
            names.add(node.name)
        elif type(node.value) is str:
            names.update(_WORD.findall(node.value))
    return names


def implied_base(cls: str, number: int) -> Value:
    """Return the base that so many type parameters of a class stand for."""
    names = (type_parameter(cls, place) for place in range(number))
    return Generic(typing("Generic"), tuple(Root("def", name) for name in names))
