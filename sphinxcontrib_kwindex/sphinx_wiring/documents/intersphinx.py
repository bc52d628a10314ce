"""What other projects document, as far as intersphinx knows their inventories.

Only exact names lead anywhere. What pages are written with is part of the record of
each output directory, so that a page is written again when the answer for one of its
names changes, and no other page is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from operator import attrgetter
from pathlib import PurePosixPath
from posixpath import join
from typing import Any, Final

from sphinx.locale import _

from ...i18n import say
from ...model.digests import digest
from ...pages.external_names import imported_names
from .domain import KwDomain

_PREFIX: Final = "py:"
_MODULE: Final = "py:module"
#: The project whose names without a module are the builtins.
_PYTHON: Final = "Python"
#: What an inventory says of a name, as far as anybody asks.
_FIELDS: Final = attrgetter("project_name", "project_version", "uri")


class Inventories:
    """The inventories of a build.

    :param domain: with a tree.
    :param objects: all inventories together, by object type and name.
    """

    def __init__(self, domain: KwDomain, objects: dict[str, dict[str, Any]]) -> None:
        self._code = domain.tree
        self._domain = domain
        self._objects = {
            objtype: names
            for objtype, names in sorted(objects.items())
            if objtype.startswith(_PREFIX)
        }
        self._find = cache(self._search)

    def link(self, dotted: str, docname: str) -> tuple[str, str] | None:
        """Return URI and title of what a dotted name means, for a document."""
        answer = self._find(dotted)
        if answer is None:
            return None
        uri, title = answer
        if "://" not in uri:
            # As intersphinx does it.
            uri = join("../" * len(PurePosixPath(docname).parent.parts), uri)
        return uri, title

    def _search(self, dotted: str) -> tuple[str, str] | None:
        for objtype, names in self._objects.items():
            item = names.get(dotted)
            if item is None:
                continue
            project, version, uri = _FIELDS(item)
            # Without a dot it is a module that was imported, or a builtin. Other
            # projects may well describe an `open` of their own without its module.
            if "." in dotted or objtype == _MODULE or project == _PYTHON:
                if version:
                    version = f"v{version}" if version[0].isdigit() else version
                    where = _("(in %s %s)") % (project, version)
                else:
                    where = _("(in %s)") % project
                return uri, f"{say(objtype.removeprefix(_PREFIX))} {dotted} {where}"
        return None

    @cached_property
    def _state(self) -> str:
        """A digest of everything that the answers depend on."""
        items = (
            (objtype, name, _FIELDS(item))
            for objtype, names in self._objects.items()
            for name, item in sorted(names.items())
        )
        return digest(self._code.state, list(items))

    def states(self) -> Iterator[tuple[str, str]]:
        """Yield documents with a digest of where they lead to other projects."""
        cached: tuple[str, dict[str, tuple[str, str]]]
        cached = self._domain.data["external digests"]
        if cached[0] != self._state:
            cached = self._state, self._digests()
            self._domain.data["external digests"] = cached
        digests = cached[1]
        for path, (imports, everything) in digests.items():
            for kind, state in (("docs", everything), ("kw", imports)):
                page = self._code.page(kind, path)
                if page and state:
                    yield page.docname, state
        for docname, shown in self._domain.shown_paths():
            if shown.directive != "kwfolder" and shown.path in digests:
                yield docname, digests[shown.path][shown.directive == "kwfile"]

    def _digests(self) -> dict[str, tuple[str, str]]:
        """Return by path a digest of the answers for imports, and of all answers."""
        imports = self._answers(imported_names(self._code))
        listings = self._answers(self._code.external_references())
        return {
            path: (
                digest(sorted(imports[path])) if path in imports else "",
                digest(sorted(imports.get(path, ())), sorted(listings.get(path, ()))),
            )
            for path in sorted(imports.keys() | listings.keys())
        }

    def _answers(
        self, names: Iterable[tuple[str, str]]
    ) -> dict[str, set[tuple[str, str]]]:
        answers: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for path, dotted in names:
            if answer := self._find(dotted):
                answers[path].add(answer)
        return dict(answers)


def inventories(domain: KwDomain) -> Inventories | None:
    """Return the inventories of a build; ``None`` where there are none, or no tree."""
    if domain.code is None:
        return None
    if "sphinx.ext.intersphinx" not in domain.state.app.extensions:
        return None

    def load() -> Inventories:
        # Only where it is loaded anyway: it takes a tenth of a second.
        from sphinx.ext.intersphinx import InventoryAdapter

        objects = InventoryAdapter(domain.env).main_inventory
        return Inventories(domain, dict(objects))

    return domain.state.shared(Inventories, load)
