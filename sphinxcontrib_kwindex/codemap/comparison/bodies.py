"""What a comparison knows of the texts of definitions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from ...analysis.moved_definitions import Content, content_of
from ...links.places import Target
from ...model.facts import Definition
from ...model.named_tuple import NamedTuple
from .signatures import hands_on


class Body(NamedTuple):
    """What is known of the text of a definition."""

    content: Content
    hands_on: bool = False
    """Whether a method hands all that it is given on to that above it."""


Bodies = Callable[[Mapping[str, Collection[str]]], dict[Target, Body]]
"""Returns what is known of definitions, given by their files and qualified names."""


def bodies_in(
    definitions: Sequence[Definition], text: str
) -> Iterator[tuple[Definition, Body]]:
    """Yield what is known of some definitions of a file.

    :param text: of the file.
    """
    lines = text.split("\n")
    for definition in definitions:
        own = "\n".join(lines[definition.line - 1 : definition.end_line])
        yield (
            definition,
            Body(
                content_of(definition, lines),
                definition.kind == "method" and hands_on(definition, own),
            ),
        )
