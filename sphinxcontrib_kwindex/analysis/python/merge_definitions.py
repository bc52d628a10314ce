"""From single bindings to definitions.

Overloads, a property and its setter, the branches of an ``if``, an attribute that
three methods set: what has one qualified name and one kind is one thing to the
reader, with several places. :func:`merged` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from ...model.facts import Definition
from ..first_sentence import first_sentence

_Value = TypeVar("_Value", str, tuple[str, ...])

# In the order that :attr:`~sphinxcontrib_kwindex.model.facts.Definition.modifiers` has.
_MODIFIERS: Final = (
    "async",
    "overload",
    "property",
    "staticmethod",
    "classmethod",
    "abstractmethod",
    "instance",
)


@dataclass(slots=True)
class Found:
    """One place at which a name is bound; fields as those of a definition."""

    kind: str
    qualname: str
    line: int
    end_line: int
    signature: str = ""
    annotation: str = ""
    value: str = ""
    decorators: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    docstring: str = ""
    modifiers: set[str] = field(default_factory=set)


def merged(found: Iterable[Found]) -> tuple[Definition, ...]:
    """Return the definitions, by their first line and their qualified name."""
    groups: dict[tuple[str, str], list[Found]] = {}
    for one in found:
        groups.setdefault((one.kind, one.qualname), []).append(one)
    definitions = [_definition(group) for group in groups.values()]
    definitions.sort(key=lambda definition: (definition.lines[0], definition.qualname))
    return tuple(definitions)


def _definition(group: list[Found]) -> Definition:
    group.sort(key=lambda one: one.line)
    first = group[0]
    callable_or_class = first.kind not in {"attribute", "data"}
    if callable_or_class:
        lines = tuple(one.line for one in group)
    else:
        lines = tuple(dict.fromkeys(one.line for one in group))
    modifiers = set().union(*(one.modifiers for one in group)) if group else set()
    if not all("instance" in one.modifiers for one in group):
        # Bound in the body or on the class as well.
        modifiers.discard("instance")
    if "async" not in first.modifiers:
        # One branch of several; how it is called is said of the first.
        modifiers.discard("async")
    docstring = _first(group, lambda one: one.docstring)
    return Definition(
        kind=first.kind,
        qualname=first.qualname,
        lines=lines,
        end_line=first.end_line,
        signatures=tuple(one.signature for one in group) if callable_or_class else (),
        annotation=_first(group, lambda one: one.annotation),
        value=_first(group, lambda one: one.value),
        decorators=_first(group, lambda one: one.decorators),
        bases=_first(group, lambda one: one.bases),
        docstring=docstring,
        summary=first_sentence(docstring) if docstring else "",
        modifiers=tuple(name for name in _MODIFIERS if name in modifiers),
    )


def _first(group: list[Found], value: Callable[[Found], _Value]) -> _Value:
    """Return the first value that is not empty."""
    for one in group:
        if this := value(one):
            return this
    return value(group[0])
