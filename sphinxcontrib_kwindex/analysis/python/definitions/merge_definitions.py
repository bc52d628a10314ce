"""Merges the places at which a name is bound into definitions.

Overloads, a property and its setter, the branches of an ``if``, an attribute that
three methods set: what has one qualified name and one kind is one definition with
several lines. What a method assigns to a property of its class is no definition: the
property takes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ....model.facts import Definition
from ....model.grouped import grouped
from ....model.names import last_part
from ...first_sentence import summary_of

# In the order that :attr:`~sphinxcontrib_kwindex.model.facts.Definition.modifiers` has.
_MODIFIERS: Final = (
    *("async", "overload", "property", "staticmethod", "classmethod"),
    *("abstractmethod", "instance", "unbound", "conditional", "class"),
)


@dataclass(slots=True)
class DefinitionSite:
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


def merge(sites: Iterable[DefinitionSite]) -> tuple[Definition, ...]:
    """Return the definitions, by their first line and their qualified name."""
    groups = grouped(((site.kind, site.qualname), site) for site in sites)
    definitions = [_definition(group) for group in groups.values()]
    taking = {row.qualname for row in definitions if "property" in row.modifiers}
    definitions = [
        row
        for row in definitions
        if row.qualname not in taking or "instance" not in row.modifiers
    ]
    definitions.sort(key=lambda definition: (definition.lines[0], definition.qualname))
    return tuple(definitions)


def _definition(sites: list[DefinitionSite]) -> Definition:
    """Return the definition that several places with one kind and name make."""
    sites.sort(key=lambda site: site.line)
    first = sites[0]
    callable_or_class = first.kind not in {"attribute", "data"}
    if callable_or_class:
        lines = tuple(site.line for site in sites)
    else:
        lines = tuple(dict.fromkeys(site.line for site in sites))
    modifiers = set().union(*(site.modifiers for site in sites))
    # Bound in the body or on the class as well.
    shared = sites[0].modifiers.intersection(*(site.modifiers for site in sites))
    modifiers -= {"instance", "unbound", "conditional"} - shared
    if "async" not in first.modifiers:
        # One branch of several; the first tells how it is called.
        modifiers.discard("async")
    docstring = next((site.docstring for site in sites if site.docstring), "")
    return Definition(
        kind=first.kind,
        qualname=first.qualname,
        lines=lines,
        end_line=first.end_line,
        signatures=tuple(site.signature for site in sites) if callable_or_class else (),
        annotation=next((site.annotation for site in sites if site.annotation), ""),
        value=next((site.value for site in sites if site.value), ""),
        decorators=next((site.decorators for site in sites if site.decorators), ()),
        bases=tuple(base for site in sites for base in site.bases),
        docstring=docstring,
        summary=summary_of(docstring, last_part(first.qualname)) if docstring else "",
        modifiers=tuple(name for name in _MODIFIERS if name in modifiers),
    )
