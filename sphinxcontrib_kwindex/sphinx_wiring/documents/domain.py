"""The domain ``kw``: names of files, folders and definitions, and what they lead to.

The domain keeps no objects. It asks the store, and says of an object only that it
exists where a document of this build shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils import nodes
from docutils.nodes import Element
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from ...codemap.code_map import CodeMap
from ...codemap.lookup import (
    PLACES,
    PYTHON_ROLES,
    ROLES,
    DomainObject,
    find_in_scope,
    find_objects,
    similar_objects,
)
from ...model.rows import digest
from ...pages.definition_counts import kind_word
from ...pages.page_context import OUTLINE_ID, id_prefix, row_id

if TYPE_CHECKING:
    from sphinx.util.typing import RoleFunction

    from ..fast_lane.sidebars import Sidebars
    from ..setup.guarded_handlers import Guests
    from .intersphinx import Inventories
    from .object_descriptions import Descriptions

logger = logging.getLogger(__name__)

_LIKE_AN_OBJECT: Final = re.compile(r"\s\S+\s+-?\d+\s")
#: Stands for the id of any definition; no id has a line feed.
_ANY: Final = "\n"
#: So many candidates are named in a warning.
_CANDIDATES_NAMED: Final = 5


def _last_part(name: str, *, is_place: bool) -> str:
    """Return the part of a name that a tilde leaves: of a path the file's own name."""
    _, exact, qualname = name.rpartition("::")
    if not exact and (is_place or "/" in name):
        return name.rstrip("/").rpartition("/")[2]
    return qualname.rpartition(".")[2]


class KwRole(XRefRole):
    """A role whose target is looked up while reading, so that a change is noticed."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Take off the tilde and note what the target resolves to."""
        if not has_explicit_title and title.startswith("~"):
            title = _last_part(title[1:], is_place=refnode["reftype"] in PLACES)
        target = target.lstrip("~").removesuffix("()")
        domain = kw_domain(env)
        use = ("role", refnode["reftype"], target)
        domain.note_use(env.docname, use, domain.role_digest(*use[1:]))
        return title, target


class KwDomain(Domain):
    """Files, folders and definitions of a source tree."""

    name = "kw"
    label = "Code map"
    object_types: ClassVar[dict[str, ObjType]] = {
        "file": ObjType("file", "file", "mod", "obj"),
        "folder": ObjType("folder", "folder", "obj"),
        "class": ObjType("class", "class", "obj"),
        "function": ObjType("function", "func", "obj"),
        "method": ObjType("method", "meth", "obj"),
        "attribute": ObjType("attribute", "attr", "obj"),
        "data": ObjType("variable", "data", "obj"),
    }
    roles: ClassVar[dict[str, RoleFunction | XRefRole]] = {
        role: KwRole(warn_dangling=True) for role in ROLES
    }
    initial_data: ClassVar[dict[str, Any]] = {"uses": {}}
    data_version = 1

    code: CodeMap | None = None
    """What is known of the tree; ``None`` while nothing asked for it."""
    app: Sphinx | None = None
    killed: bool = False
    """Whether the last build into the output directory did not end."""
    left_out: int = 0
    """How many paths the scan found that cannot be input."""
    book: Set[str] | None = None
    """The documents in the book that is made, where that leaves the map out."""
    untracked: int = 0
    """How many files the scan left out because git does not track them."""
    sidebars: Sidebars | None = None
    """The user's table of contents as rendered in this build."""
    descriptions: Descriptions | None = None
    """What documents describe of the tree; found when all of them are read."""
    inventories: Inventories | None = None
    """What other projects document."""
    guests: Guests | None = None
    """What other extensions raised in this build."""
    _homes: dict[tuple[str, str], str] | None = None
    """What :meth:`homes` found, until a document says something else."""

    @cached_property
    def written(self) -> set[str]:
        """The documents that were written in this build."""
        return set()

    @cached_property
    def listed(self) -> set[str]:
        """The documents that Sphinx has in its list of those to be written."""
        return set()

    def unlisted(self, docnames: Iterable[str]) -> list[str]:
        """Return which of some documents are to be added to Sphinx's list.

        It may not have any twice: themes change each page in it when all are written.
        """
        new = [one for one in dict.fromkeys(docnames) if one not in self.listed]
        self.listed.update(new)
        return new

    @property
    def uses(self) -> dict[str, dict[tuple[str, ...], str]]:
        """By hand-written document, what it shows of the tree and a digest of that.

        A key is ``("role", role, target)``, or a directive with its path and the
        sections that it shows, or ``("error", directive, path)`` where it shows
        nothing, or ``("docstring", path, scope, role, target)`` for a reference in a
        docstring, also on generated pages, or ``("button", dotted, objtype, id)`` for
        the description of a Python object.
        """
        uses: dict[str, dict[tuple[str, ...], str]] = self.data["uses"]
        return uses

    def shows_tree(self) -> bool:
        """Return whether a directive in a hand-written document shows the tree."""
        return any(
            use[0] not in {"role", "docstring", "button"}
            for uses in self.uses.values()
            for use in uses
        )

    def note_use(self, docname: str, use: tuple[str, ...], digest: str) -> None:
        """Note that a hand-written document shows something of the tree."""
        self.uses.setdefault(docname, {})[use] = digest
        self._homes = None

    def role_digest(self, role: str, target: str) -> str:
        """Return a digest of what a role leads to now."""
        if self.code is None:
            return ""
        found = find_objects(self.code, target, ROLES[role])
        return digest(found, [self.place(one) for one in found])

    def in_docstring(
        self, path: str, scope: str, role: str, target: str
    ) -> DomainObject | None:
        """Return what a reference in a docstring means in the tree, if it is clear.

        :param scope: the qualified name of the definition that has the docstring.
        :param role: a role of the Python domain.
        """
        key = (path, scope, role, target)
        if key not in self._in_docstrings:
            assert self.code is not None
            kinds = PYTHON_ROLES.get(role, ())
            name = target.lstrip(".~!").removesuffix("()")
            found = find_in_scope(self.code, path, scope, name, kinds) if kinds else []
            self._in_docstrings[key] = found[0] if len(found) == 1 else None
        return self._in_docstrings[key]

    @cached_property
    def _in_docstrings(self) -> dict[tuple[str, str, str, str], DomainObject | None]:
        return {}

    def docstring_digest(self, path: str, scope: str, role: str, target: str) -> str:
        """Return a digest of what a reference in a docstring leads to now."""
        if self.code is None:
            return ""
        found = self.in_docstring(path, scope, role, target)
        return digest(found, self.place(found)) if found else ""

    def clear_doc(self, docname: str) -> None:
        """Forget a document that is read again or was removed."""
        self.uses.pop(docname, None)
        self._homes = None

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel process read."""
        for docname in docnames:
            if docname in otherdata["uses"]:
                self.uses[docname] = otherdata["uses"][docname]
        self._homes = None

    def homes(self) -> dict[tuple[str, str], str]:
        """Return the hand-written documents that show a file.

        :return: docnames by the path and the id of a section; an empty id stands for
            any section.
        """
        if self._homes is None:
            self._homes = self._homes_among(self.uses)
        return self._homes

    @cached_property
    def book_homes(self) -> dict[tuple[str, str], str]:
        """The same for the documents of a book that leaves the map out."""
        return self._homes_among(self.uses.keys() & (self.book or ()))

    def _homes_among(self, docnames: Iterable[str]) -> dict[tuple[str, str], str]:
        homes: dict[tuple[str, str], str] = {}
        for docname in sorted(docnames):
            for use in self.uses[docname]:
                if use[0] == "kwfile":
                    for section in ("", *use[2:]):
                        homes.setdefault((use[1], section), docname)
        return homes

    def place(
        self, target: DomainObject, *, single: bool = False
    ) -> tuple[str, str] | None:
        """Return the document that shows an object and the id there.

        :param single: whether all documents are on one page.
        """
        assert self.code is not None
        kind = "index" if target.kind == "folder" else "docs"
        page = self.code.page(kind, target.path)
        home = None
        if page is None:
            section = OUTLINE_ID if target.anchor else ""
            home = self.homes().get((target.path, section))
            if home is None:
                return self._row(target.path, single=single)
        anchor = target.anchor
        if page and not self.code.settings.has_section(OUTLINE_ID):
            anchor = ""
        prefix = ""
        if anchor:
            prefix = id_prefix(target.path, home or "", single=single)
        return page.docname if page else home or "", f"{prefix}{anchor}"

    def _row(self, path: str, *, single: bool) -> tuple[str, str] | None:
        """Return where what has no page of its own is listed."""
        assert self.code is not None
        found = self.code.index_row(path)
        page = self.code.page("index", found[0]) if found else None
        if found is None or page is None:
            return None
        prefix = id_prefix(found[0], "", single=single)
        return page.docname, f"{prefix}{row_id(*found)}"

    def place_in(
        self, builder: Builder, target: DomainObject
    ) -> tuple[str, str] | None:
        """Return where an object is shown, and the id there, for a link.

        A book that leaves the map out may have a hand-written page that shows it.
        """
        single = builder.name == "singlehtml"
        if self.book is None:
            return self.place(target, single=single)
        home = self.book_homes.get((target.path, OUTLINE_ID if target.anchor else ""))
        if home is None or target.kind == "folder":
            # On a page of its own, which is elsewhere.
            return self.place(target)
        prefix = id_prefix(target.path, home, single=single) if target.anchor else ""
        return home, f"{prefix}{target.anchor}"

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """Resolve a role of the domain if its target is clear."""
        if self.code is None or typ not in ROLES:
            return None
        found = find_objects(self.code, target, ROLES[typ])
        if len(found) != 1:
            return None
        return self._refnode(builder, fromdocname, found[0], contnode)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Resolve ``:any:`` for a path or ``path::qualname``, and no endings.

        Endings would make every name that autodoc describes ambiguous.
        """
        if self.code is None:
            return []
        exact = [
            one
            for one in find_objects(self.code, target, ROLES["obj"])
            if one.name == target and ("::" in target or "/" in target or "." in target)
        ]
        found = []
        for one in exact[:1]:
            if refnode := self._refnode(builder, fromdocname, one, contnode):
                role = self.role_for_objtype(one.kind) or "obj"
                found.append((f"kw:{role}", refnode))
        return found

    def _refnode(
        self,
        builder: Builder,
        fromdocname: str,
        target: DomainObject,
        contnode: Element,
    ) -> nodes.reference | None:
        place = self.place_in(builder, target)
        if place is None or place[0] not in self.env.all_docs:
            return None
        docname, anchor = place
        title = f"{kind_word(target.kind)} {target.name}"
        return one_fragment(
            make_refnode(builder, fromdocname, docname, anchor, contnode, title)
        )

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield all objects that a document shows, for the inventory and search."""
        if self.code is None:
            return
        documents = self.env.all_docs
        for path in self.code.folders:
            place = self.place(DomainObject("folder", path))
            if place and place[0] in documents and _fits_a_line(path):
                yield path or ".", path or ".", "folder", *place, -1
        places: dict[str, tuple[str, str]] = {}
        for (path,) in self.code.store.select("SELECT path FROM file ORDER BY path"):
            if not _fits_a_line(path):
                continue
            place = self.place(DomainObject("file", path))
            if place and place[0] in documents:
                yield path, path, "file", *place, -1
            # The document and the prefix of its ids, the same for the whole file. Of a
            # file without a page its row stands for all that it defines.
            place = self.place(DomainObject("class", path, "", _ANY))
            if place and place[0] in documents:
                places[path] = place
        # The rows as they are: there are many, and builders ask twice for all of them.
        for path, kind, qualname, anchor in self.code.store.select(
            "SELECT path, kind, qualname, anchor FROM definition ORDER BY path, ordinal"
        ):
            if path in places:
                docname, place_id = places[path]
                # Attributes and data would drown the rest in the search.
                priority = -1 if kind in {"attribute", "data"} else 1
                name, anchor = f"{path}::{qualname}", place_id.replace(_ANY, anchor)
                yield name, qualname, kind, docname, anchor, priority

    def get_full_qualified_name(self, node: Element) -> str | None:
        """Return the name under which intersphinx looks a reference up."""
        return str(node["reftarget"])


def _fits_a_line(path: str) -> bool:
    """Return whether a path is read from an inventory as it is written there.

    A line has blanks between name, type, priority and the rest. A file could be called
    like a whole line, and be an object of its choice in somebody else's manual.
    """
    whole = path.isprintable() and path == path.rstrip()
    return whole and not _LIKE_AN_OBJECT.search(f"{path} ")


def one_fragment(reference: nodes.reference) -> nodes.reference:
    """Return a reference whose URI has one fragment at most.

    On the one page of singlehtml a document is a fragment itself, and Sphinx puts that
    of the target behind it.
    """
    uri = reference.get("refuri", "")
    if uri.count("#") > 1:
        reference["refuri"] = f"#{uri.rpartition('#')[2]}"
    return reference


def kw_domain(env: BuildEnvironment) -> KwDomain:
    """Return the domain of an environment."""
    domain = env.get_domain("kw")
    assert isinstance(domain, KwDomain)
    return domain


def warn_missing_reference(
    app: Sphinx, domain: Domain | None, node: addnodes.pending_xref
) -> bool | None:
    """Name what an unknown or ambiguous target may have meant."""
    if not isinstance(domain, KwDomain):
        return None
    target, role = node["reftarget"], node["reftype"]
    kinds = ROLES.get(role, ())
    found = find_objects(domain.code, target, kinds) if domain.code else []
    if found:
        reason = "ambiguous" if len(found) > 1 else "on no page of this build"
        names = [one.name for one in found]
    else:
        reason = "unknown"
        names = _meant(domain.code, target, kinds) if domain.code else []
    shown = ", ".join(names[:_CANDIDATES_NAMED])
    more = ", …" if len(names) > _CANDIDATES_NAMED else ""
    hint = f"; candidates: {shown}{more}" if names else ""
    logger.warning(
        "kw:%s reference target is %s: %s%s",
        role,
        reason,
        target,
        hint,
        location=node,
        type="kwindex",
        subtype="reference",
    )
    return True


def _meant(code: CodeMap, target: str, kinds: Iterable[str]) -> list[str]:
    """Return what an unknown target may mean: an object of another kind, or name."""
    others = [one.name for one in find_objects(code, target, ROLES["obj"])]
    return others or similar_objects(code, target, kinds)


def setup_domain(app: Sphinx) -> None:
    """Register the domain and its warnings."""
    app.add_domain(KwDomain)
    app.connect("warn-missing-reference", warn_missing_reference)
