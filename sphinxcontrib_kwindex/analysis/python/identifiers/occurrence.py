"""Occurrences of identifiers that the walk over a module records."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from astroid import nodes

from ....model.named_tuple import NamedTuple
from ....model.references import ParameterName
from ..scopes import Scope
from ..source.source_segments import character_index
from ..values import Value, container, either


class Occurrence(NamedTuple):
    """An identifier at a place."""

    of: Value
    """That whose attribute it is; for a name :data:`UNKNOWN`."""
    name: str
    line: int
    """0 for what has no place of its own."""
    column: int
    """Where it begins or, of an attribute, ends; in bytes."""
    scope: Scope
    is_attribute: bool = False
    store: bool = False
    """Whether it is bound here."""


class Keyword(NamedTuple):
    """The name of an argument in a call."""

    line: int
    column: int
    """In bytes."""
    name: str
    called: Value


class Known(NamedTuple):
    """What is known of what a definition holds, from one of its bindings."""

    owner: int | str
    """The occurrence that is bound, or a qualified name."""
    value: Value
    annotated: bool = False

    @property
    def called(self) -> str:
        """The qualified name of what is called: of ``__init__`` the class."""
        return str(self.owner).removesuffix(".__init__")


class Results:
    """What the body of a function returns and yields."""

    def __init__(self) -> None:
        self.returned: list[Value] = []
        self.yielded: list[Value] = []

    def value(self, *, is_async: bool) -> Value:
        """Return what a call gives."""
        if not self.yielded:
            return either(self.returned)
        name = "typing.AsyncIterator" if is_async else "typing.Iterator"
        return container(name, self.yielded)


def keyword_parameters(
    arguments: nodes.Arguments, *, of_object: bool
) -> dict[str, nodes.AssignName]:
    """Return the parameters of a function that a keyword argument can name.

    :param of_object: whether the first one is ``self`` or the like.
    """
    positional = list(arguments.args or ())
    if of_object:
        del positional[: not arguments.posonlyargs]
    return {
        parameter.name: parameter for parameter in (*positional, *arguments.kwonlyargs)
    }


def parameter_names(
    parameters: Mapping[str, Mapping[str, nodes.AssignName]],
    functions: Collection[str],
    lines: list[str],
) -> tuple[tuple[str, tuple[ParameterName, ...]], ...]:
    """Return what others need to know of the parameters of functions.

    :param functions: those that have an entry.
    :param lines: those of the file.
    """
    return tuple(
        (
            function,
            tuple(
                ParameterName(
                    node.name,
                    node.lineno,
                    character_index(lines[node.lineno - 1], node.col_offset),
                )
                for node in several.values()
            ),
        )
        for function, several in parameters.items()
        if several and function in functions
    )
