"""What edits of some files change in the links of the tree.

Most edits are seen in one file alone: a body that changed, a comment that moved the
lines behind it, a docstring. Others are seen by the files that ask for the names that
stand for something else now (:mod:`.affected_files`). The links of both are made again,
and those of other files that lead to them, by the functions that
:func:`.link_all.link_tree` has for the whole tree. A file that comes or goes is an edit
from or to nothing, and may change what paths mean (:mod:`.path_changes`). Where much
changed, the whole tree is linked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ...analysis.languages.registry import may_declare
from ...model.facts import FileFacts
from ...model.rows import LinkRow, UseRow
from ...store import change_queries, link_rows, use_queries
from ...store.database import Store
from ...store.import_queries import imported_files
from ...store.related_queries import text_links_between_files
from ...store.scip_rows import indexed_files
from ..expressions.expression_targets import IdentifierResolver
from ..imports.import_graph import cycle_rows
from ..imports.import_resolver import PATH, ImportResolver
from ..imports.modules_on_path import kept_on_path, modules_on_path
from ..imports.package_folders import kept_package_folders, package_folders
from ..imports.package_names import kept_namespaces, namespace_packages, package_name
from ..inheritance import base_rows
from ..languages.python import is_package_file
from ..related_files import related_rows
from ..scopes.scoped_names import ScopedNames
from ..testing.test_collection_rules import collected_test_rows
from ..testing.used_by_tests import tested_rows
from ..text_links import text_link_rows
from ..uses.identifier_links import link_identifiers
from ..uses.unused import unused_rows
from .affected_files import Edit, affected_files
from .path_changes import (
    NO_CHANGES,
    PathChanges,
    may_change_anything,
    path_changes,
    without_namespaces,
)


@dataclass(slots=True)
class LinkChanges:
    """What edits changed: rows that came or went, by their tables."""

    edits: Mapping[str, Edit]
    """The edited files by path."""
    names: frozenset[str]
    """The names that may stand for something else."""
    asking: frozenset[str]
    """The files with identifiers that may lead elsewhere, the edited among them."""
    reaching: bool
    """Whether names stand for something else, or are seen by an include."""
    paths: frozenset[str] = frozenset()
    """The files that came or went."""
    importers: frozenset[str] = frozenset()
    """Where files came or went, the files whose imports mean something else."""
    link: set[LinkRow] = field(default_factory=set)
    reference: set[link_rows.FileReferences] = field(default_factory=set)
    use: set[UseRow] = field(default_factory=set)
    """All with the line 0: that a use moved concerns nobody but its own file."""
    base: set[link_rows.BaseRow] = field(default_factory=set)
    test: set[link_rows.TestRow] = field(default_factory=set)
    unused: set[link_rows.UnusedRow] = field(default_factory=set)
    cycle: set[link_rows.CycleRow] = field(default_factory=set)
    pointer: set[link_rows.TextLinkRow] = field(default_factory=set)
    related: set[tuple[str, int, str, str]] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    """What could not be found out, and why."""


def link_edits(
    store: Store, root: Path, root_name: str, edited: Mapping[str, str]
) -> LinkChanges | None:
    """Find out what edited files mean to the others now, and keep it.

    :param store: with all links as they were before the edits.
    :param root: where the files are.
    :param root_name: the name of the root folder.
    :param edited: the paths of the files, each with the key of the facts that it had.
    :return: ``None``, with nothing done, if the edits may have changed any link.
    """
    indexed = set(indexed_files(store))
    edits = _read_edits(store, edited)
    if edits is None or not indexed.isdisjoint(edited):
        # What an index says of them, and of others that lead to them, fits no more.
        return None
    paths = {path: edit for path, edit in edits.items() if edit.came_or_went}
    if paths and (indexed or may_change_anything(store, paths)):
        return None
    names = _changed_names(store, edits, paths)
    if names is None or not _packages_as_kept(store, root_name, edits, names):
        return None
    imports = ImportResolver(store, store.meta("root name"))
    others = bool(names) or any(edit.imports_changed for edit in edits.values())
    order_may_differ = others or any(map(is_package_file, edits))
    if order_may_differ and not imports.order.is_as_kept:
        return None
    moved = _moved_paths(imports, edits, paths)
    if moved is None:
        return None
    names |= moved.names
    identifiers = IdentifierResolver(imports)
    asking: set[str] | None = set(edits)
    reaching = bool(names or paths) or any(
        edit.includes_changed for edit in edits.values()
    )
    if reaching:
        asking = affected_files(identifiers, edits, names, moved.includers)
    if asking is None:
        return None
    asking |= moved.importers
    changes = LinkChanges(
        *(edits, frozenset(names), frozenset(asking), reaching),
        *(frozenset(paths), moved.importers),
    )
    with store.transaction():
        if order_may_differ:
            imports.order.keep()
        _link_again(root, changes, identifiers)
    return changes


def _read_edits(store: Store, edited: Mapping[str, str]) -> dict[str, Edit] | None:
    """Return what files were and are, by path; ``None`` if that is not kept."""
    edits: dict[str, Edit] = {}
    for path, key in edited.items():
        try:
            before = store.get_all_facts(key) if key else None
        except KeyError:
            return None
        after = store.all_facts_of(path) if store.file_key(path) is not None else None
        edits[path] = Edit.of(before, after)
    return edits


def _changed_names(
    store: Store, edits: Mapping[str, Edit], paths: Mapping[str, Edit]
) -> set[str] | None:
    """Return the names that stand for something else; ``None`` for any.

    :param paths: the edits of files that came or went.
    """
    names: set[str] = set()
    for path, edit in edits.items():
        told = without_namespaces(store, edit, paths.keys()) if path in paths else edit
        changed = told.changed_names()
        if changed is None or PATH in changed:
            return None
        names |= changed
    return names


def _packages_as_kept(
    store: Store, root_name: str, edits: Mapping[str, Edit], names: Set[str]
) -> bool:
    """Tell whether modules of the tree have the names by which they were imported."""
    if names and package_name(store, root_name) != store.meta("root name"):
        return False
    may_differ = bool(names) or any(
        edit.imports_changed or edit.came_or_went for edit in edits.values()
    )
    if not may_differ:
        return True
    namespaces, name = kept_namespaces(store), store.meta("root name")
    declared = kept_package_folders(store)
    return (
        namespace_packages(store) == namespaces
        and package_folders(store) == declared
        and modules_on_path(store, name, namespaces, declared) == kept_on_path(store)
    )


def _moved_paths(
    imports: ImportResolver, edits: Mapping[str, Edit], paths: Mapping[str, Edit]
) -> PathChanges | None:
    """Return what it changes that files came or went; ``None`` for any link."""
    is_run = any(edit.run_changed for edit in edits.values())
    if not paths and not is_run:
        return NO_CHANGES
    moved = path_changes(imports, paths, set(edits))
    if moved and is_run and not moved.importers <= edits.keys():
        # What stands beside a script is found from below it.
        return None
    return moved


def _link_again(
    root: Path, changes: LinkChanges, identifiers: IdentifierResolver
) -> None:
    """Link edited files, and those whose links they may have changed."""
    imports = identifiers.imports
    store = imports.store
    scoped = ScopedNames(identifiers)

    def files(table: str) -> set[str]:
        return set[str]().union(*(rule(store, changes) for rule in RULES[table]))

    asking = changes.asking
    importing = changes.importers if changes.paths else files("link")
    # Any text may name what came or went.
    pointing = None if changes.paths else files("pointer")
    connections = _connections(store, importing, pointing)

    links = imports.link_rows(importing)
    changes.link = link_rows.IMPORT_TARGETS.renew(store, links, importing)
    if importing:
        changes.cycle = link_rows.CYCLES.renew(store, cycle_rows(store))
    linked = list(link_identifiers(root, identifiers, scoped, asking))
    changes.problems += filter(None, (file.problem for file in linked))
    references = (file.references for file in linked)
    changes.reference = link_rows.REFERENCES.renew(store, references, asking)
    uses = (use for file in linked for use in file.uses)
    changes.use = link_rows.USES.renew(store, uses, asking)
    texts = text_link_rows(store, pointing)
    changes.pointer = link_rows.TEXT_LINKS.renew(store, texts, pointing)
    if changes.reaching:
        bases = base_rows(identifiers, scoped, asking)
        changes.base = link_rows.BASES.renew(store, bases, asking)
        # A class has the tests of those above it, which nobody names.
        changes.test = link_rows.TESTS.renew(store, collected_test_rows(imports))
    else:
        holding = files("test")
        tests = collected_test_rows(imports, holding)
        changes.test = link_rows.TESTS.renew(store, tests, holding)
    if (
        changes.paths
        or changes.use
        or changes.test
        or (changes.reaching and any(map(may_declare, changes.edits)))
    ):
        link_rows.TESTED.renew(store, tested_rows(store))
    if _may_change_unused(changes):
        changes.unused = link_rows.UNUSED.renew(store, unused_rows(store))
    if changes.paths or connections != _connections(store, importing, pointing):
        changes.related = link_rows.RELATED.renew(store, related_rows(store))
    elif near := files("related"):
        related = related_rows(store, near)
        changes.related = link_rows.RELATED.renew(store, related, near)


def _may_change_unused(changes: LinkChanges) -> bool:
    """Tell whether a use may be found for other definitions than before."""

    def offered(facts: FileFacts) -> object:
        heads = [
            (row.qualname, row.decorators, row.signatures * (row.kind == "class"))
            for row in facts.definitions
        ]
        return facts.exports, heads, facts.quoted, facts.computed

    rows = changes.link, changes.reference, changes.use, changes.base, changes.test
    return (
        bool(changes.paths)
        or any(rows)
        or any(
            edit.imports_changed or offered(edit.before) != offered(edit.after)
            for edit in changes.edits.values()
        )
    )


def _connections(
    store: Store, importing: Iterable[str], pointing: Iterable[str] | None
) -> tuple[object, ...]:
    """Return which files some import, and which some point to and how often."""
    imported = imported_files(store, importing)
    return set(imported), set(text_links_between_files(store, pointing))


# Which files are linked again


def _edited(_store: Store, changes: LinkChanges) -> Iterable[str]:
    """An edited file says something else."""
    return changes.edits


def _importing_otherwise(_store: Store, changes: LinkChanges) -> Iterable[str]:
    """Other imports mean something else."""
    return (path for path, edit in changes.edits.items() if edit.imports_changed)


def _importing_names(store: Store, changes: LinkChanges) -> Iterable[str]:
    """An import of a name leads to what the name stands for."""
    return change_queries.files_with_rows(store, "import", "name", changes.names)


def _pointing_to_edited(store: Store, changes: LinkChanges) -> Iterable[str]:
    """Texts point to lines, which may have moved."""
    return change_queries.files_with_rows(store, "pointer", "target", changes.edits)


def _collecting_from_edited(store: Store, changes: LinkChanges) -> Iterable[str]:
    """A test that another file defines is collected with its line there."""
    return change_queries.files_with_rows(store, "test", "target", changes.edits)


def _sharing_names(store: Store, changes: LinkChanges) -> Iterable[str]:
    """Files that use the same names are related by them, until one uses others."""
    changed = changes.use
    uses = use_queries.uses_by(store, {use.path for use in changed})
    now = {use._replace(line=0) for use in uses}
    # A file may use in other places what it used before.
    names = _names_of_others(now) ^ _names_of_others(now ^ changed)
    users = change_queries.users_of_names(store, {name[:2] for name in names})
    return {*users, *(path for _, _, path in names)}


def _names_of_others(uses: Iterable[UseRow]) -> set[tuple[str, str, str]]:
    return {
        (use.target, use.qualname, use.path)
        for use in uses
        if use.path != use.target and not use.by_name
    }


Rule = Callable[[Store, LinkChanges], Iterable[str]]
#: Whose rows are made again, by table. Those of other tables follow
#: :attr:`LinkChanges.asking`, or are made again as a whole.
RULES: Final[dict[str, tuple[Rule, ...]]] = {
    "link": (_importing_otherwise, _importing_names),
    "pointer": (_edited, _pointing_to_edited),
    "test": (_edited, _collecting_from_edited),
    "related": (_sharing_names,),
}
