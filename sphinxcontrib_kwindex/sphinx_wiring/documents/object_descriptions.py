"""What the user's own documents describe of the tree, and the way there and back.

A document notes the Python objects that it describes, whoever wrote the
descriptions: a person, autodoc, sphinx-autoapi. Which definitions they are is found
out when all documents are read, and kept in the environment while the tree stays as
it is. Buttons lead from there to the listings, the entries of definitions back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ...codemap.documented_objects import find_documented
from ...model.rows import digest
from ...pages.page_context import id_prefix
from .domain import KwDomain

if TYPE_CHECKING:
    from sphinx.builders import Builder

#: The id of the section with the listing.
_LISTING_ID: Final = "original-source"
#: How a use of the tree begins that is a described object.
BUTTON: Final = "button"


class Description(NamedTuple):
    """Where an object is described."""

    docname: str
    anchor: str
    dotted: str
    objtype: str


class _Place(NamedTuple):
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
        assert domain.code is not None
        self._domain = domain
        self._code = domain.code
        self._homes = domain.homes()
        data = domain.data
        if data.get("definitions state") != self._code.state:
            data["definitions"] = {}
            data["definitions state"] = self._code.state
        self._known: dict[tuple[str, str], _Place | None] = data["definitions"]

    def _find(self, dotted: str, objtype: str) -> _Place | None:
        key = dotted, objtype
        if key not in self._known:
            row = find_documented(self._code, dotted, objtype)
            self._known[key] = None
            if row is not None:
                dotted = f"{self._code.modules.name(row.path)}.{row.qualname}"
                self._known[key] = _Place(row.path, row.line, row.anchor, dotted)
        return self._known[key]

    def listing(
        self, dotted: str, objtype: str, builder: Builder | None = None
    ) -> tuple[str, str] | None:
        """Return the document with the listing of an object and the id of its line.

        :param builder: for what makes one page of all documents, or a book.
        """
        found = self._find(dotted, objtype)
        if found is None:
            return None
        single = builder is not None and builder.name == "singlehtml"
        if builder is not None and self._domain.book is not None:
            home = self._domain.book_homes.get((found.path, _LISTING_ID), "")
            if home:
                prefix = id_prefix(found.path, home, single=single)
                return home, f"{prefix}L{found.line}"
            single = False
        page = self._code.page("docs", found.path)
        if page and not self._code.settings.has_section(_LISTING_ID):
            return None
        home = "" if page else self._homes.get((found.path, _LISTING_ID), "")
        docname = page.docname if page else home
        if not docname:
            return None
        prefix = id_prefix(found.path, home, single=single)
        return docname, f"{prefix}L{found.line}"

    @cached_property
    def back(self) -> dict[str, dict[str, Description]]:
        """Where definitions are described, by path and by the id of the definition.

        Of several descriptions it is the one by the name that the definition has in
        its own module, or else in its own class, and the first of those.
        """
        found: defaultdict[str, dict[str, list[tuple[int, Description]]]]
        found = defaultdict(lambda: defaultdict(list))
        for docname, uses in self._domain.uses.items():
            for use in uses:
                if use[0] == BUTTON and use[3]:
                    dotted, objtype, anchor = use[1:]
                    if place := self._find(dotted, objtype):
                        one = Description(docname, anchor, dotted, objtype)
                        rank = _rank(dotted, place.dotted)
                        found[place.path][place.anchor].append((rank, one))
        return {
            path: {
                anchor: min(several, key=lambda one: (one[0], one[1].docname))[1]
                for anchor, several in sorted(there.items())
            }
            for path, there in sorted(found.items())
        }

    def states(self) -> Iterator[tuple[str, str]]:
        """Yield documents of ours with a digest of where they lead back to."""
        for path, there in self.back.items():
            if page := self._code.page("docs", path):
                yield page.docname, digest(list(there.items()))
        if not self.back:
            return
        for docname, uses in self._domain.uses.items():
            for use in uses:
                if use[0] == "kwfile" and use[1] in self.back:
                    yield docname, digest(list(self.back[use[1]].items()))


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
    if domain.descriptions is None:
        domain.descriptions = Descriptions(domain)
    return domain.descriptions


def button_digest(domain: KwDomain, dotted: str, objtype: str) -> str:
    """Return a digest of where the button of an object leads now."""
    found = descriptions(domain)
    shown = domain.env.config.kwindex_source_buttons
    return digest(found.listing(dotted, objtype) if found and shown else None)
