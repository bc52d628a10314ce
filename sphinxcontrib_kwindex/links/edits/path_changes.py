"""Effects of added and removed files on others, by their paths alone.

Such a file is an edit from or to facts that say nothing, and so are its names those
that changed (:mod:`.affected_files`). Besides, an import of another file may mean it
now, or something else in its place: a path ends as one of several now, a folder has a
package. Which do is not argued from the rules of a language. All imports are resolved
and compared with what they meant before, which takes a small part of what it takes to
follow identifiers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from typing import Final

from msgspec.structs import replace

from ...analysis.languages.registry import row_of
from ...analysis.project.project_files import analysed_name, project_role
from ...model.facts import FileFacts
from ...model.named_tuple import NamedTuple
from ...store import change_queries
from ...store.database import Store
from ...store.file_queries import packages_of_files
from ..imports.import_resolver import ImportResolver
from ..languages.python import is_package_file, source_stem
from ..scopes.names_of_tree import MANY
from ..tree_paths import folders_above
from .affected_files import Edit


class PathChanges(NamedTuple):
    """What paths that came or went mean to other files."""

    importers: frozenset[str]
    """The files with imports that mean something else, those that came among them."""
    includers: frozenset[str]
    """Those of them that were there before and see other files by that."""
    names: frozenset[str]
    """The names that may stand for something else."""


NO_CHANGES: Final = PathChanges(frozenset(), frozenset(), frozenset())


def may_change_anything(store: Store, paths: Mapping[str, Edit]) -> bool:
    """Tell whether files that came or went may change more than is known here."""
    rows = {path: row_of(path) for path in paths}
    if any(
        # Names of modules, folders told to compilers and the like.
        project_role(analysed_name(path))
        # All imports below may begin elsewhere.
        or is_package_file(path)
        or (row.name and not row.found_by)
        for path, row in rows.items()
    ):
        return True
    # The folder of a package is meant by what else is named in it.
    packages = {
        (path.rpartition("/")[0], package)
        for path, package in packages_of_files(store)
        if path not in paths
    }
    if any(
        rows[path].found_by == "packages"
        and (path.rpartition("/")[0], edit.after.package) not in packages
        for path, edit in paths.items()
    ):
        return True
    # A folder with files of Python is a namespace package, and hides others.
    before = {*store.file_keys()}.symmetric_difference(paths)
    return _folders(store.file_keys()) != _folders(before)


def _folders(paths: Iterable[str]) -> set[str]:
    paths = [path for path in paths if row_of(path).found_by == "folders"]
    own = {path.rpartition("/")[0] for path in paths}
    return {above for folder in own for above in folders_above(f"{folder}/")}


def without_namespaces(store: Store, edit: Edit, paths: Set[str]) -> Edit:
    """Return an edit without the namespaces that are all over the tree.

    Of more than :data:`.names_of_tree.MANY` parts none is meant more than another,
    whether there is one more or not.

    :param paths: all that came or went.
    """
    everywhere = {
        name
        for name in {
            row.qualname
            for facts in (edit.before, edit.after)
            for row in facts.definitions
            if row.kind == "namespace"
        }
        if change_queries.is_everywhere(store, name, MANY, paths)
    }
    if not everywhere:
        return edit

    def kept(facts: FileFacts) -> FileFacts:
        rows = [row for row in facts.definitions if row.qualname not in everywhere]
        return replace(facts, definitions=tuple(rows))

    return Edit(kept(edit.before), kept(edit.after))


def path_changes(
    imports: ImportResolver, paths: Iterable[str], edited: Set[str]
) -> PathChanges | None:
    """Return what files that came or went mean to others.

    :param edited: all edited files, whose names are known to have changed.
    :return: ``None`` if others may take all names of another file than before.
    """
    store = imports.store
    before = set(change_queries.all_links(store))
    changed = before ^ set(imports.link_rows())
    led_elsewhere: defaultdict[str, set[int]] = defaultdict(set)
    for link in changed:
        led_elsewhere[link.path].add(link.ordinal)
    names = {source_stem(path) for path in paths}
    includers: set[str] = set()
    for path in led_elsewhere.keys() - edited:
        if row_of(path).includes:
            includers.add(path)
            continue
        for number, row in enumerate(store.imports(path)):
            if number not in led_elsewhere[path]:
                continue
            if row.name == "*":
                return None
            names |= {row.bound, row.name}
    importers = frozenset(led_elsewhere)
    return PathChanges(importers, frozenset(includers), frozenset(names - {""}))
