"""Parameters of methods that take their type from what the method overrides.

Type checkers take a parameter without annotation for what the method of a class above
declares under its name. So a method says what its parameters are declared as, and asks
``super()`` for those of which it says nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from astroid import nodes

from ....model.references import Spec, parameter_step
from ..expressions import is_none, positional, with_defaults
from ..scopes import CLASS, Scope
from ..values import GIVEN, Root, Step, Value, step

#: Whoever makes an instance knows its class, so these may be called otherwise.
_MAKING: Final = {"__init__", "__new__", "__init_subclass__"}
#: The annotation of a result, and of a parameter before those with defaults. What
#: begins with characters, and not with one of several, is searched for much faster.
_ANNOTATED: Final = (
    re.compile(r"\)\s*->"),
    re.compile(r"def (?<!\wdef )\w+\([^()=]*\w\s*:"),
)


def given(arguments: nodes.Arguments) -> dict[str, Value]:
    """Return what parameters are that are ``None`` where nothing is given."""
    pairs = with_defaults(arguments)
    return {parameter.name: GIVEN for parameter, default in pairs if is_none(default)}


class OverriddenParameters:
    """What the methods of a file say of parameters, and ask of those above.

    :param text: of the file. Where it annotates nothing, nothing is asked: who writes
        no annotations mostly has none above either.
    """

    def __init__(self, text: str) -> None:
        self.declared: Final[dict[str, Value]] = {}
        """What parameters are declared as, by ``C.method(parameter)``."""
        self._asks = any(pattern.search(text) for pattern in _ANNOTATED)

    def values(
        self, function: nodes.FunctionDef, outer: Scope, annotations: dict[str, Value]
    ) -> dict[str, Value]:
        """Return what the parameters of a function are.

        :param outer: where it is defined.
        :param annotations: what those are of which it says something itself.
        """
        known = given(function.args) | annotations
        name = function.name
        if not self._asks or outer.kind != CLASS or name in _MAKING:
            return known
        qualname = outer.qualify(name)
        arguments = function.args
        parameters = positional(arguments)
        this = parameters[0].name if parameters else ""
        for parameter, value in annotations.items():
            if parameter != this:
                self.declared[qualname + parameter_step(parameter)] = value
        if outer.node is None or not outer.node.bases:
            return known
        above = Step(Root("super", outer.qualname), name)
        return {
            argument.name: step(above, parameter_step(argument.name))
            for argument in (*parameters, *arguments.kwonlyargs)
        } | known


def named_classes(
    declared: Mapping[str, Value], spec_of: Callable[[Value], int], specs: list[Spec]
) -> dict[str, int]:
    """Return what something is declared as, where a class or the like is named.

    :param declared: such as :attr:`OverriddenParameters.declared`.
    :param spec_of: returns the number of the spec of a value, negative for none.
    :param specs: by their numbers.
    """
    known = ((name, spec_of(value)) for name, value in declared.items())
    return {
        name: number
        for name, number in known
        if number >= 0 and specs[number].kind != "builtin"
    }
