"""What the user's own documents describe of the tree, and the way to the map and back.

A document notes the Python objects that it describes, whoever wrote the
descriptions: a person, autodoc, sphinx-autoapi. Their definitions are looked up
when all documents are read, and kept in the environment while the tree stays as it is.
Buttons lead from the descriptions to the listings, the entries of definitions back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from sphinx.builders import Builder

from ...codemap.names.documented_objects import find_documented
from ...model.digests import digest
from ...model.named_tuple import NamedTuple
from ...pages.page_context import LISTING_ID
from .document_dependencies import DescribedObject
from .domain import KwDomain, Location


class Description(NamedTuple):
    """Where an object is described."""

    docname: str
    anchor: str
    dotted: str
    objtype: str


class _Definition(NamedTuple):
    path: str
    line: int
    anchor: str
    dotted: str
    """The name by which its own module has it."""


class Descriptions:
    """The described objects of a build and their definitions.

    :param domain: with a tree; its uses are those of all documents.
    """

    def __init__(self, domain: KwDomain) -> None:
        self._domain = domain
        self._code = domain.tree
        # By what a description says of an object: its name and its type.
        cached: tuple[str, dict[tuple[str, str], _Definition | None]]
        cached = domain.data["described objects"]
        if cached[0] != self._code.state:
            cached = domain.data["described objects"] = self._code.state, {}
        self._definitions = cached[1]

    def _find(self, dotted: str, objtype: str) -> _Definition | None:
        key = dotted, objtype
        if key not in self._definitions:
            row = find_documented(self._code, dotted, objtype)
            self._definitions[key] = None
            if row is not None:
                dotted = f"{self._code.modules.name(row.path)}.{row.qualname}"
                self._definitions[key] = _Definition(
                    row.path, row.line, row.anchor, dotted
                )
        return self._definitions[key]

    def place(self, dotted: str) -> tuple[str, str] | None:
        """Return path and id of the definition that a full name means, if it is one."""
        definition = self._find(dotted, "")
        return (definition.path, definition.anchor) if definition else None

    def listing(
        self, dotted: str, objtype: str, builder: Builder | None = None
    ) -> Location | None:
        """Return where the first line of an object is in a source listing.

        :param builder: for what makes one page of all documents, or a book.
        """
        definition = self._find(dotted, objtype)
        if definition is None:
            return None
        line = f"L{definition.line}"
        return self._domain.section_location(definition.path, LISTING_ID, line, builder)

    @cached_property
    def by_definition(self) -> dict[str, dict[str, Description]]:
        """Where definitions are described, by path and by the id of the definition.

        Of several descriptions it is that by the name that the definition has in its
        own module, or else in its own class, and the first of those.
        """
        candidates: defaultdict[str, dict[str, list[tuple[int, Description]]]]
        candidates = defaultdict(lambda: defaultdict(list))
        for docname, dependencies in self._domain.dependencies.items():
            for described in dependencies:
                if isinstance(described, DescribedObject) and described.anchor:
                    dotted, objtype, anchor = described
                    if definition := self._find(dotted, objtype):
                        description = Description(docname, anchor, dotted, objtype)
                        rank = _rank(dotted, definition.dotted)
                        candidates[definition.path][definition.anchor].append(
                            (rank, description)
                        )
        return {
            path: {
                anchor: min(ranked, key=lambda item: (item[0], item[1].docname))[1]
                for anchor, ranked in sorted(by_anchor.items())
            }
            for path, by_anchor in sorted(candidates.items())
        }

    def states(self) -> Iterator[tuple[str, str]]:
        """Yield documents with a digest of the descriptions that they lead to."""
        return self._domain.states_of_files(self.by_definition)


def _rank(dotted: str, own: str) -> int:
    """Return how far a name is from that which a definition has itself."""
    if dotted == own:
        return 0
    # A subclass has a name of its own.
    return 1 if dotted.split(".")[-2:] == own.split(".")[-2:] else 2


def descriptions(domain: KwDomain) -> Descriptions | None:
    """Return the descriptions of a build; ``None`` without a tree."""
    if domain.code is None:
        return None
    return domain.state.shared(Descriptions, lambda: Descriptions(domain))


def button_digest(domain: KwDomain, described: DescribedObject) -> str:
    """Return a digest of where the button of an object leads now."""
    described_objects = descriptions(domain)
    if described_objects is None or not domain.env.config.kwindex_source_buttons:
        return digest(None)
    return digest(described_objects.listing(described.dotted, described.objtype))
