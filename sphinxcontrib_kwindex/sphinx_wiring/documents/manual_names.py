"""Which definitions of the tree the user's own documents name, and which none names.

A document notes what its roles of the Python domain and its examples of Python may
mean. Which definitions these are is looked up when all documents are read. The entry of
a definition leads to the documents, and the documentation of a folder lists the public
names that no document names.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

from docutils import nodes
from sphinx import addnodes

from ...analysis.python.source.syntax_trees import module_tree
from ...codemap.names.documented_objects import public_names
from ...i18n import say
from ...links.tree_paths import is_within
from ...model.digests import digest
from ...model.named_tuple import NamedTuple
from ...pages.nodes import ListEntry
from .document_dependencies import NamedObject, RoleTarget
from .domain import KwDomain
from .object_descriptions import Descriptions, descriptions

Uri = Callable[[str], str]

#: Pygments' names of the lexers for Python; "default" is what Sphinx tries Python for.
_PYTHON: Final = frozenset(
    {
        *("python", "python3", "py", "py3", "pycon", "pycon3", "python-console"),
        *("ipython", "ipython3", "default", "doctest"),
    }
)
_PROMPT: Final = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
#: Longer examples are not parsed.
_MOST_CHARACTERS: Final = 100_000


def names_in(doctree: nodes.document) -> Iterator[NamedObject]:
    """Yield what a document may name by roles and in its examples."""
    imported: dict[str, str] = {}
    for node in doctree.findall(nodes.Element):
        if isinstance(node, addnodes.pending_xref):
            if names := _role_names(node):
                yield NamedObject(names, in_code=False)
        elif isinstance(node, nodes.literal_block | nodes.doctest_block):
            language = node.get("language", "doctest")
            if language in _PYTHON:
                for chain in _names_in_code(node.astext(), imported):
                    yield NamedObject(_prefixes(chain), in_code=True)


def _role_names(node: addnodes.pending_xref) -> tuple[str, ...]:
    """Return what a role may mean, in the order in which Sphinx looks for it."""
    if node.get("refdomain") != "py" or node.get("reftype") == "mod":
        return ()
    outer = node.parent
    while outer is not None:
        # The types in a signature are made references by Sphinx.
        if isinstance(outer, addnodes.desc_signature):
            return ()
        outer = outer.parent
    target = node.get("reftarget", "").lstrip("~.!").removesuffix("()")
    module, owner = node.get("py:module") or "", node.get("py:class") or ""
    inside = (target, f"{owner}.{target}" if owner else "")
    names = (*inside, *(f"{module}.{name}" for name in inside if module and name))
    if "refspecific" in node:
        names = names[::-1]
    return tuple(dict.fromkeys(name for name in names if "." in name))


def _names_in_code(text: str, imported: dict[str, str]) -> Iterator[str]:
    """Yield the dotted names that an example imports or uses.

    :param imported: what the examples before it have imported, by name; extended.
    """
    lines = text.split("\n")
    if any(line.startswith(">>>") for line in lines):
        lines = [line[4:] for line in lines if _PROMPT.match(line)]
    source = "\n".join(lines)
    if len(source) > _MOST_CHARACTERS:
        return
    tree = module_tree(source)
    if tree is None:
        return
    inner: set[ast.AST] = set()
    # From the outside in, and imports before what stands deeper.
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                for alias in aliases:
                    first = alias.name.partition(".")[0]
                    imported[alias.asname or first] = (
                        alias.name if alias.asname else first
                    )
            case ast.ImportFrom(module=str(module), names=aliases, level=0):
                for alias in aliases:
                    dotted = f"{module}.{alias.name}"
                    imported[alias.asname or alias.name] = dotted
                    yield dotted
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and node not in inner:
            parts, expression = [], node
            while isinstance(expression, ast.Attribute):
                inner.add(expression.value)
                parts.append(expression.attr)
                expression = expression.value  # type: ignore[assignment]
            if isinstance(expression, ast.Name) and expression.id in imported:
                yield ".".join([imported[expression.id], *reversed(parts)])


def _prefixes(dotted: str) -> tuple[str, ...]:
    """Return a name and those that it begins with, but for the first part alone."""
    parts = dotted.split(".")
    return tuple(".".join(parts[:end]) for end in range(len(parts), 1, -1))


class _Naming(NamedTuple):
    """A document that names a definition."""

    docname: str
    title: str
    in_code: bool
    """Whether examples alone name it."""


class ManualNames:
    """What the documents of a build name.

    :param domain: with a tree; its dependencies are those of all documents.
    """

    def __init__(self, domain: KwDomain, described: Descriptions) -> None:
        self._domain = domain
        self._code = domain.tree
        self._described = described

    @cached_property
    def by_definition(self) -> dict[str, dict[str, list[_Naming]]]:
        """By path and id of a definition the documents, but for what describes it."""
        namings: defaultdict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
        for docname, dependencies in sorted(self._domain.dependencies.items()):
            for dependency in dependencies:
                if isinstance(dependency, NamedObject):
                    place, in_code = self._place(dependency.names), dependency.in_code
                elif isinstance(dependency, RoleTarget):
                    place, in_code = self._role_place(dependency), False
                else:
                    continue
                if place is not None:
                    known = namings[place]
                    known[docname] = known.get(docname, True) and in_code
        shown: defaultdict[str, dict[str, list[_Naming]]] = defaultdict(dict)
        for (path, anchor), documents in sorted(namings.items()):
            about = self._described.by_definition.get(path, {}).get(anchor)
            rows = [
                _Naming(docname, self._title(docname), in_code)
                for docname, in_code in documents.items()
                if about is None or docname != about.docname
            ]
            shown[path][anchor] = sorted(rows, key=lambda row: (row.in_code, row.title))
        return dict(shown)

    def _place(self, names: tuple[str, ...]) -> tuple[str, str] | None:
        for dotted in names:
            if place := self._described.place(dotted):
                return place
        return None

    def _role_place(self, role: RoleTarget) -> tuple[str, str] | None:
        targets = self._domain.targets(*role)
        if len(targets) == 1 and targets[0].anchor:
            return targets[0].path, targets[0].anchor
        return None

    def _title(self, docname: str) -> str:
        title = self._domain.env.titles.get(docname)
        return title.astext() if title else docname

    def unnamed(self, folder: str) -> list[tuple[str, tuple[str, ...]]]:
        """Return the public names of a folder that no document names, by file.

        Nothing where the documents name nothing of the folder at all. What is below a
        subfolder that has a page is there.
        """
        if not any(is_within(path, folder) for path in self._named):
            return []
        listed = ((path, self._left_out(path)) for path in self._files(folder))
        return [(path, names) for path, names in listed if names]

    @cached_property
    def _named(self) -> dict[str, set[str]]:
        """The ids of all that documents describe or name, by path."""
        named: defaultdict[str, set[str]] = defaultdict(set)
        for source in (self._described.by_definition, self.by_definition):
            for path, by_anchor in source.items():
                named[path].update(by_anchor)
        return dict(named)

    def _left_out(self, path: str) -> tuple[str, ...]:
        # Whoever names a member knows the class.
        known = set(self._named.get(path, ()))
        for anchor in list(known):
            while anchor := anchor.rpartition(".")[0]:
                known.add(anchor)
        rows = public_names(self._code, path)
        return tuple(row.qualname for row in rows if row.anchor not in known)

    def _files(self, folder: str) -> Iterator[str]:
        yield from self._code.folders[folder].files
        for subfolder in self._code.folders[folder].subfolders:
            if self._code.page("doc", subfolder) is None:
                yield from self._files(subfolder)

    def states(self) -> Iterator[tuple[str, str]]:
        """Yield documents with a digest of what they say of the user's documents."""
        if not self._named:
            return
        yield from self._domain.states_of_files(self.by_definition)
        for folder in self._code.folders:
            page = self._code.page("doc", folder)
            if page and (unnamed := self.unnamed(folder)):
                yield page.docname, digest(unnamed)


def naming_rows(
    names: ManualNames | None, path: str, anchor: str, uri: Uri
) -> list[ListEntry]:
    """Return the documents that name a definition.

    :param uri: gives the URI of a document.
    """
    rows = names.by_definition.get(path, {}).get(anchor, []) if names else []
    return [
        ListEntry(
            row.title,
            uri(row.docname),
            kind=say("example") if row.in_code else "",
            prose=True,
        )
        for row in rows
    ]


def manual_names(domain: KwDomain) -> ManualNames | None:
    """Return what the documents of a build name; ``None`` without a tree."""
    described = descriptions(domain)
    if described is None:
        return None
    return domain.state.shared(ManualNames, lambda: ManualNames(domain, described))
