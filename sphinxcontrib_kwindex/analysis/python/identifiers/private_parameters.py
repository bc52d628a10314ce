"""Parameters of private functions that say nothing of themselves.

Nobody else calls what begins with an underscore, or what is defined in a function. So
what all calls of the file give a parameter is what it is (:mod:`.private_calls`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from astroid import nodes

from ....model.facts import is_private
from ....model.named_tuple import NamedTuple
from ....model.names import last_part
from ..expressions import with_annotations, with_defaults
from ..scopes import CLASS, FUNCTION, Scope
from ..values import UNKNOWN, Passed, Value

#: Decorators of what is called with the same arguments.
_KEEPING: Final = frozenset({"staticmethod", "classmethod"})


class Call(NamedTuple):
    """A call of what has a name, with what it is given."""

    function: int
    """The occurrence that is called."""
    given: Mapping[str, Value]
    """The arguments, by their numbers and names."""


def passed_values(
    function: nodes.FunctionDef,
    outer: Scope,
    decorators: Collection[str],
    *,
    of_object: bool,
) -> dict[str, Value]:
    """Return what parameters are that have neither annotation nor default.

    :param outer: where the function is defined.
    :param of_object: whether its first parameter is ``self`` or the like.
    :return: nothing for a function that others may call.
    """
    called = outer.qualify(function.name)
    is_making = outer.kind == CLASS and function.name == "__init__"
    if is_making and outer.parent is not None:
        called, outer = outer.qualname, outer.parent
    is_hidden = outer.kind == FUNCTION or is_private(last_part(called))
    if not (is_hidden and _KEEPING.issuperset(decorators)):
        return {}
    needs_object = of_object and not is_making and not decorators
    by_place = with_annotations(function.args)[of_object:]
    by_name = zip(
        function.args.kwonlyargs, function.args.kwonlyargs_annotations, strict=False
    )
    numbers = {
        parameter.name: number if number < len(by_place) else UNKNOWN
        for number, (parameter, annotation) in enumerate((*by_place, *by_name))
        if annotation is None
    }
    return {
        name: Passed(called, numbers[name], name, needs_object)
        for parameter, default in with_defaults(function.args)
        if default is None and (name := parameter.name) in numbers
    }
