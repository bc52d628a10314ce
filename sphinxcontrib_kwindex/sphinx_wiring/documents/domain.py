"""The domain ``kw``: names of files, folders and definitions, and what they lead to.

The domain keeps no objects. It asks the store, and says of an object only that it
exists where a document of this build shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cache, cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils import nodes
from docutils.nodes import Element
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from ...codemap.code_map import CodeMap
from ...codemap.names.lookup import (
    PLACES,
    PYTHON_ROLES,
    ROLES,
    DomainObject,
    find_in_scope,
    find_objects,
    similar_objects,
)
from ...codemap.names.moved_places import find_moved
from ...model.anchors import id_prefix, row_id
from ...model.digests import digest
from ...model.english import first_names
from ...model.kinds import KINDS, VALUES
from ...model.named_tuple import NamedTuple
from ...model.names import last_part
from ...pages.page_context import OUTLINE_ID, FileSection
from ...pages.quantities import kind_word
from ...store.definition_queries import definitions_with_anchors
from ..setup.build_state import BuildState, InventoryItem, build_state
from ..setup.guarded_handlers import fence
from ..setup.messages import warn
from .document_dependencies import (
    Dependency,
    DocstringReference,
    MissingPath,
    RoleTarget,
    ShownGraph,
    ShownPath,
)

if TYPE_CHECKING:
    from sphinx.util.typing import RoleFunction

    from ..docstrings.docstring_reader import DocstringReader

_LIKE_AN_OBJECT: Final = re.compile(r"\s\S+\s+-?\d+\s")
#: Stands for the id of any definition; no id has a line feed.
_ANY: Final = "\n"

Showing = dict[FileSection, str]
"""The documents that show files, by path and section; an empty section is any."""


class Location(NamedTuple):
    """Where something is shown."""

    docname: str
    anchor: str
    """An id in the document; empty for the document as a whole."""


def _last_part(name: str, *, is_place: bool) -> str:
    """Return the part of a name that a tilde leaves: of a path the file's own name."""
    path, exact, qualname = name.partition("::")
    if not exact and (is_place or "/" in name):
        return name.rstrip("/").rpartition("/")[2]
    return last_part(qualname if exact else path)


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
        dependency = RoleTarget(refnode["reftype"], target)
        digest = ""
        what = f"look up what the role {refnode['reftype']} leads to"
        with fence(domain.state, what, env.docname):
            digest = domain.role_digest(*dependency)
        domain.note_dependency(env.docname, dependency, digest)
        return title, target


class KwDomain(Domain):
    """Files, folders and definitions of a source tree."""

    name = "kw"
    label = "Code map"
    object_types: ClassVar[dict[str, ObjType]] = {
        "file": ObjType("file", "file", "mod", "obj"),
        "folder": ObjType("folder", "folder", "obj"),
        **{kind: ObjType(kind, kind, "obj") for kind in KINDS},
        "function": ObjType("function", "func", "obj"),
        "method": ObjType("method", "meth", "obj"),
        "attribute": ObjType("attribute", "attr", "obj"),
        "data": ObjType("variable", "data", "obj"),
    }
    roles: ClassVar[dict[str, RoleFunction | XRefRole]] = {
        role: KwRole(warn_dangling=True) for role in ROLES
    }
    initial_data: ClassVar[dict[str, Any]] = {
        "dependencies": {},
        # What was added to a toctree, by document.
        "toctree entries": {},
        # Each with the state of what it was made from.
        "described objects": ("", {}),
        "external digests": ("", {}),
        "docstring references": "",
    }
    data_version = 3

    @cached_property
    def state(self) -> BuildState:
        """The state of the build."""
        return build_state(self.env)

    @cached_property
    def docstring_reader(self) -> DocstringReader:
        """What reads docstrings in this build."""
        # Its parsers take long to import, and a build that reads nothing needs none.
        from ..docstrings.docstring_reader import DocstringReader

        return DocstringReader(self.env, self.state.new_machine)

    @property
    def code(self) -> CodeMap | None:
        """The code map; ``None`` while nothing asked for it."""
        return self.state.code

    @property
    def tree(self) -> CodeMap:
        """The code map, for what is done only where there is one."""
        return self.state.tree

    @property
    def dependencies(self) -> dict[str, dict[Dependency, str]]:
        """By document, what it shows of the tree and a digest of that.

        Generated documents have references in docstrings alone.
        """
        dependencies: dict[str, dict[Dependency, str]] = self.data["dependencies"]
        return dependencies

    def shown_paths(self) -> Iterator[tuple[str, ShownPath]]:
        """Yield hand-written documents with what directives in them show."""
        for docname, dependencies in self.dependencies.items():
            for dependency in dependencies:
                if isinstance(dependency, ShownPath):
                    yield docname, dependency

    def states_of_files(
        self, shown: Mapping[str, Mapping[str, object]]
    ) -> Iterator[tuple[str, str]]:
        """Yield documents that show files with a digest of what is said of these.

        :param shown: by path and by the id of a definition what is said of it.
        """
        states = {path: digest(list(said.items())) for path, said in shown.items()}
        for path, state in states.items():
            if page := self.tree.page("docs", path):
                yield page.docname, state
        for docname, dependency in self.shown_paths() if states else ():
            if dependency.directive == "kwfile" and dependency.path in states:
                yield docname, states[dependency.path]

    def has_directives(self) -> bool:
        """Return whether a directive in a hand-written document shows the tree."""
        return any(
            isinstance(dependency, ShownPath | ShownGraph | MissingPath)
            for dependencies in self.dependencies.values()
            for dependency in dependencies
        )

    def note_dependency(
        self, docname: str, dependency: Dependency, digest: str
    ) -> None:
        """Note that a document shows something of the tree."""
        self.dependencies.setdefault(docname, {})[dependency] = digest
        self._showing = None

    def role_digest(self, role: str, target: str) -> str:
        """Return a digest of what a role leads to now."""
        if self.code is None:
            return ""
        targets = self.targets(role, target)
        return digest(targets, [self.location(candidate) for candidate in targets])

    def targets(self, role: str, target: str) -> list[DomainObject]:
        """Return what a role may lead to: what has the name, or else had it."""
        objects = find_objects(self.tree, target, ROLES[role])
        return objects or find_moved(self.tree, target, role)

    @cached_property
    def docstring_target(self) -> Callable[[DocstringReference], DomainObject | None]:
        """Returns what a reference in a docstring means in the tree, if it is clear."""
        return cache(self._find_docstring_target)

    def _find_docstring_target(
        self, reference: DocstringReference
    ) -> DomainObject | None:
        path, scope, role, target = reference
        kinds = PYTHON_ROLES.get(role, ())
        name = target.lstrip(".~!").removesuffix("()")
        objects = find_in_scope(self.tree, path, scope, name, kinds) if kinds else []
        return objects[0] if len(objects) == 1 else None

    def docstring_digest(self, reference: DocstringReference) -> str:
        """Return a digest of what a reference in a docstring leads to now."""
        if self.code is None:
            return ""
        target = self.docstring_target(reference)
        return digest(target, self.location(target)) if target else ""

    def clear_doc(self, docname: str) -> None:
        """Forget a document that is read again or was removed."""
        self.dependencies.pop(docname, None)
        self.data["toctree entries"].pop(docname, None)
        self._showing = None

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel process read."""
        for name in ("dependencies", "toctree entries"):
            others = otherdata[name]
            read = docnames & others.keys()
            self.data[name].update({docname: others[docname] for docname in read})
        self._showing = None

    _showing: Showing | None = None

    def showing_documents(self) -> Showing:
        """Return the hand-written documents that show files."""
        if self._showing is None:
            self._showing = self._showing_among(self.dependencies.keys())
        return self._showing

    @cached_property
    def showing_in_book(self) -> Showing:
        """The same for the documents of a book that leaves the map out."""
        return self._showing_among(self.state.book or frozenset())

    def _showing_among(self, docnames: Set[str]) -> Showing:
        showing: Showing = {}
        for docname, shown in sorted(self.shown_paths(), key=itemgetter(0)):
            if docname in docnames and shown.directive == "kwfile":
                for section in ("", *shown.sections):
                    showing.setdefault(FileSection(shown.path, section), docname)
        return showing

    def location(
        self, target: DomainObject, builder: Builder | None = None
    ) -> Location | None:
        """Return where an object is shown.

        :param builder: for a link: it may make one page of all documents, or a book.
        """
        kind, path = target.kind, target.path
        if kind != "folder":
            section = OUTLINE_ID if target.anchor else ""
            location = self.section_location(path, section, target.anchor, builder)
            if location:
                return location
        page = self.tree.page("index" if kind == "folder" else "docs", path)
        if page is not None:
            return Location(page.docname, "")
        single = isinstance(builder, SingleFileHTMLBuilder) and self.state.book is None
        return self._row_location(path, single=single)

    def section_location(
        self, path: str, section: str, anchor: str, builder: Builder | None = None
    ) -> Location | None:
        """Return where an id in a section of a file's documentation is, if anywhere.

        A book that leaves the map out may have a hand-written page that shows it.

        :param section: the section's id; empty for the documentation as a whole.
        """
        single = isinstance(builder, SingleFileHTMLBuilder)
        docname = page = None
        if builder is not None and self.state.book is not None:
            docname = self.showing_in_book.get(FileSection(path, section))
            single = single and docname is not None
        if docname is None:
            page = self.tree.page("docs", path)
            if page and section and not self.tree.settings.has_section(section):
                return None
            where = FileSection(path, section)
            docname = "" if page else self.showing_documents().get(where)
        if docname is None:
            return None
        prefix = id_prefix(path, docname, single=single) if anchor else ""
        return Location(page.docname if page else docname, f"{prefix}{anchor}")

    def _row_location(self, path: str, *, single: bool) -> Location | None:
        """Return where what has no page of its own is listed."""
        row = self.tree.index_row(path)
        page = self.tree.page("index", row[0]) if row else None
        if row is None or page is None:
            return None
        prefix = id_prefix(row[0], "", single=single)
        return Location(page.docname, f"{prefix}{row_id(*row)}")

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
        with fence(self.state, f"resolve {target!r}", node):
            targets = self.targets(typ, target)
            if len(targets) != 1:
                return None
            if not find_objects(self.code, target, ROLES[typ]):
                text = f"kw:{typ} reference target {target} is now {targets[0].name}"
                warn(text, location=node, subtype="moved")
            return self._refnode(builder, fromdocname, targets[0], contnode)
        return None

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
        with fence(self.state, f"resolve {target!r}", node):
            for candidate in find_objects(self.code, target, ROLES["obj"]):
                if candidate.name == target and re.search(r"::|[/.]", target):
                    refnode = self._refnode(builder, fromdocname, candidate, contnode)
                    role = self.role_for_objtype(candidate.kind) or "obj"
                    return [(f"kw:{role}", refnode)] if refnode else []
        return []

    def _refnode(
        self,
        builder: Builder,
        fromdocname: str,
        target: DomainObject,
        contnode: Element,
    ) -> nodes.reference | None:
        location = self.location(target, builder)
        if location is None or location.docname not in self.env.all_docs:
            return None
        title = f"{kind_word(target.kind)} {target.name}"
        return with_one_fragment(
            make_refnode(builder, fromdocname, *location, contnode, title)
        )

    def get_objects(self) -> Iterable[InventoryItem]:
        """Yield all objects that a document shows, for the inventory and search."""
        with fence(self.state, "list the objects of the map"):
            yield from (self.state.listed or self._all_objects)()

    def _all_objects(self) -> Iterator[InventoryItem]:
        """Yield the folders, files and definitions that have a place in a document."""
        if self.code is None:
            return
        documents = self.env.all_docs
        for path in self.code.folders:
            place = self.location(DomainObject("folder", path))
            if place and place.docname in documents and _fits_a_line(path):
                yield path or ".", path or ".", "folder", *place, -1
        places: dict[str, Location] = {}
        for path in sorted(self.code.store.file_keys()):
            if not _fits_a_line(path):
                continue
            place = self.location(DomainObject("file", path))
            if place and place.docname in documents:
                yield path, path, "file", *place, -1
            # The document and the prefix of its ids, the same for the whole file. Of a
            # file without a page its row stands for all that it defines.
            place = self.location(DomainObject("class", path, "", _ANY))
            if place and place.docname in documents:
                places[path] = place
        for path, kind, qualname, anchor, _ in definitions_with_anchors(
            self.code.store
        ):
            if path in places and (" " not in qualname or _fits_a_line(qualname)):
                docname, place_id = places[path]
                # Attributes and data would drown the rest in the search.
                priority = -1 if kind in VALUES else 1
                name, anchor = f"{path}::{qualname}", place_id.replace(_ANY, anchor)
                yield name, qualname, kind, docname, anchor, priority

    def get_full_qualified_name(self, node: Element) -> str | None:
        """Return the name under which intersphinx looks a reference up."""
        return str(node["reftarget"])


def _fits_a_line(path: str) -> bool:
    """Return whether a name is read from an inventory as it is written there.

    A line has blanks between name, type, priority and the rest. A file could be called
    like a whole line, and be an object of its choice in somebody else's manual.
    """
    whole = path.isprintable() and path == path.rstrip()
    return whole and not _LIKE_AN_OBJECT.search(f"{path} ")


def with_one_fragment(reference: nodes.reference) -> nodes.reference:
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
    targets = find_objects(domain.code, target, kinds) if domain.code else []
    if targets:
        reason = "is ambiguous" if len(targets) > 1 else "has no page in this build"
        names = [candidate.name for candidate in targets]
    else:
        reason = "not found"
        code = domain.code
        names = _possible_targets(code, target, kinds) if code else []
    hint = f"; candidates: {first_names(names)}" if names else ""
    text = f"kw:{role} reference target {reason}: {target}{hint}"
    warn(text, location=node, subtype="reference")
    return True


def _possible_targets(code: CodeMap, target: str, kinds: Iterable[str]) -> list[str]:
    """Return what an unknown target may mean: an object of another kind, or name."""
    others = [candidate.name for candidate in find_objects(code, target, ROLES["obj"])]
    return others or similar_objects(code, target, kinds)
