"""The code map: everything that pages ask about the tree.

A page asks for what it shows: the facts of its file, what the imports mean, who
imports it, what else stands in the folder, on which page something is to be
found. :class:`CodeMap` answers from the store and keeps nothing but names.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache, partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from ..i18n import mark
from ..links.imports.modules_on_path import kept_on_path
from ..links.imports.package_folders import kept_package_folders
from ..links.imports.package_names import kept_namespaces
from ..links.languages.python import Modules
from ..links.tree_paths import by_base_name, folder_distance
from ..model.facts import WITHHELD, FileFacts
from ..model.grouped import grouped
from ..model.kinds import DERIVING
from ..model.rows import DefinitionRow, FileRow, LinkRow, Page, UseRow
from ..model.shown_facts import shown_facts, with_summary
from ..scan.test_paths import test_folder
from ..store import (
    definition_queries,
    file_queries,
    import_queries,
    related_queries,
    test_queries,
    use_queries,
)
from ..store.counterpart_queries import counterparts
from ..store.database import Store
from ..store.definition_queries import definitions_in
from ..store.import_queries import import_targets
from .folders import README_FOLDER, Folder, describing_file, read_folders, readme
from .settings import Settings

if TYPE_CHECKING:
    from ..analysis.languages.language import Language

    # They take long to import, and most who ask a question need none.
    from ..analysis.linter_rules import Finding
    from ..links.imports.import_graph import ImportGraph
    from ..links.imports.import_resolver import ImportResolver
    from ..links.inheritance import ClassHierarchy
    from ..links.places import Target
    from ..links.testing.pytest_configuration import PytestConfigurations
    from .class_members import ClassMembers
    from .distributions import Distributions
    from .inherited_patterns import InheritedPatterns

Anchors = dict[str, dict[str, str]]
"""By qualified name and kind the id of a definition."""
_Arguments = ParamSpec("_Arguments")
_Answer = TypeVar("_Answer")


def _asks(
    query: Callable[Concatenate[Store, _Arguments], _Answer],
) -> Callable[Concatenate[CodeMap, _Arguments], _Answer]:
    """Return a method of :class:`CodeMap` that asks a query of its store."""

    @wraps(query)
    def ask(
        code: CodeMap, /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> _Answer:
        return query(code.store, *args, **kwargs)

    return ask


class CodeMap:
    """Everything that is known of the tree, from the store.

    :param store: as :func:`.ingest` and :func:`.link_tree` left it.
    :param root: where the files are.
    :param settings: what the configuration says.
    """

    def __init__(
        self, store: Store, root: Path, settings: Settings | None = None
    ) -> None:
        self.store = store
        self.root = root
        self.settings = settings or Settings()
        self.pages: dict[tuple[str, str], Page] = {}
        """The generated pages by kind and path, in their order."""
        self.keywords: list[str] = []
        """The keys of the generated pages of keywords, in their order."""
        self.kept: dict[object, Any] = {}
        """What others know of the tree and keep, each by a key of its own."""
        self.empty_sections: set[tuple[str, str]] = set()
        """The ids and paths of sections without content, of pages written by this
        process."""
        # What one page asks for more than once.
        self.file = lru_cache(256)(self.store.file)
        self.facts_key = lru_cache(256)(self.store.file_key)
        self.facts: Callable[[str], FileFacts] = lru_cache(4)(self._facts)
        self.incoming_uses = lru_cache(4)(self._incoming_uses)
        self.sure_users = lru_cache(4)(partial(use_queries.sure_users, store))
        self.definitions = lru_cache(4)(partial(definitions_in, store))
        self.counterparts = lru_cache(4)(partial(counterparts, store))
        self.links: Callable[[str], list[LinkRow]] = lru_cache(4)(self.store.links)
        self.import_targets = lru_cache(4)(partial(import_targets, store))
        self.paths_by_name = cache(self._paths_by_name)
        self.anchors: Callable[[str], Anchors] = lru_cache(64)(self._anchors)

    # What the store answers by itself.

    reading = _asks(Store.reading)
    planned_pages = _asks(Store.pages)
    files_in = _asks(Store.files)
    hidden = _asks(Store.hidden)
    pages_of_files = _asks(file_queries.pages_of_files)
    python_sources_below = _asks(file_queries.python_sources_below)
    programs_below = _asks(file_queries.programs_below)
    sizes_below = _asks(file_queries.sizes_below)
    data_by_reason = _asks(file_queries.data_by_reason)
    files_by_type = _asks(file_queries.files_by_type)
    count_files = _asks(file_queries.count_files)
    count_keyword_indexes = _asks(file_queries.count_keyword_indexes)
    count_main_guards = _asks(file_queries.count_main_guards)
    count_documents = _asks(file_queries.count_documents)
    definitions_called = _asks(definition_queries.definitions_called)
    definitions_named = _asks(definition_queries.definitions_named)
    definitions_by_end = _asks(definition_queries.definitions_by_end)
    names_of_kinds = _asks(definition_queries.names_of_kinds)
    definitions_below = _asks(definition_queries.definitions_below)
    definitions_between = _asks(definition_queries.definitions_between)
    definitions_folded = _asks(definition_queries.definitions_folded)
    definitions_by_folded_name = _asks(definition_queries.count_by_folded_name)
    definitions_by_sort = _asks(definition_queries.count_by_sort)
    definitions_by_type = _asks(definition_queries.count_by_type)
    count_definitions = _asks(definition_queries.count_definitions)
    count_definitions_in = _asks(definition_queries.count_definitions_in)
    imports_of = _asks(import_queries.imports_of)
    imported_as = _asks(import_queries.imported_as)
    importers = _asks(import_queries.importers)
    indirect_importers = _asks(import_queries.indirect_importers)
    all_importers = _asks(import_queries.all_importers)
    names_taken_from = _asks(import_queries.names_taken_from)
    taken_from = _asks(import_queries.taken_from)
    import_cycle = _asks(import_queries.import_cycle)
    calls_by = _asks(use_queries.calls_by)
    calls_from = _asks(use_queries.calls_from)
    calls_to = _asks(use_queries.calls_to)
    count_users_of_definition = _asks(use_queries.count_users_of_definition)
    names_used_by = _asks(use_queries.names_used_by)
    examples_of = _asks(use_queries.examples_of)
    calls_between = _asks(use_queries.calls_between)
    references = _asks(Store.references)
    reference_targets = _asks(Store.reference_targets)
    references_digest = _asks(Store.references_digest)
    identifiers = _asks(Store.identifiers)
    precise_references = _asks(Store.precise_references)
    external_references = _asks(use_queries.external_references)
    tests_of = _asks(test_queries.collected_tests)
    resolved_mentions = _asks(related_queries.resolved_mentions)
    mentioned_in = _asks(related_queries.mentioned_in)
    related_files = _asks(related_queries.related_files)

    def once(self, make: Callable[[CodeMap], _Answer]) -> _Answer:
        """Return what a function makes of the tree, which it is asked for once."""
        return self.keep(make, lambda: make(self))

    def keep(self, key: object, make: Callable[[], _Answer]) -> _Answer:
        """Return what is kept by a key, which is made when it is asked for first."""
        if key not in self.kept:
            self.kept[key] = make()
        made: _Answer = self.kept[key]
        return made

    def set_pages(self, pages: list[Page]) -> None:
        """Say which pages are made."""
        self.pages = {(page.kind, page.path): page for page in pages}
        self.keywords = [page.path for page in pages if page.kind == "keywords"]

    def page(self, kind: str, path: str) -> Page | None:
        """Return the page of a kind about a path, or ``None`` if it is not made."""
        return self.pages.get((kind, path))

    @property
    def state(self) -> str:
        """A digest of the tree as a whole, and of what is shown of it."""
        return self.store.meta("planned") + self.store.meta("tree")

    @cached_property
    def by_docname(self) -> dict[str, Page]:
        """The generated pages by docname."""
        return {page.docname: page for page in self.pages.values()}

    @cached_property
    def neighbours(self) -> dict[str, tuple[Page | None, Page | None]]:
        """Previous and next page of the same kind by docname."""
        rows = grouped((page.kind, page) for page in self.pages.values())
        return {
            page.docname: (before, after)
            for row in rows.values()
            for before, page, after in zip(
                [None, *row[:-1]], row, [*row[1:], None], strict=True
            )
        }

    def _facts(self, path: str) -> FileFacts:
        """Return the facts of a file, without its references and what is not shown.

        :raises KeyError: if the path is not a file of the tree.
        """
        key = self.facts_key(path)
        if key is None:
            raise KeyError(path)
        facts = shown_facts(self.store.get_facts(key), self.hidden(path))
        row = self.file(path)
        return with_summary(facts, row.summary) if row else facts

    def language_of(self, path: str) -> Language | None:
        """Return the language whose source a file of the tree is, if there is one."""
        from ..store import file_languages

        return file_languages.language_of(self.store, path)

    def source(self, path: str) -> str:
        r"""Return the text of a file as it is now, with ``\n`` line ends.

        :raises OSError: if it cannot be read any more.
        """
        if path in self.withheld:
            return ""
        from ..analysis.file_text import file_text

        return file_text(path, (self.root / path).read_bytes()).text

    def text(self, path: str) -> str:
        """Return what :meth:`source` does; empty for what cannot be read any more."""
        try:
            return self.source(path)
        except OSError:
            return ""

    @cached_property
    def withheld(self) -> frozenset[str]:
        """The files that are listed without their content, which nobody may see."""
        return frozenset(file_queries.files_of_type(self.store, WITHHELD))

    @cached_property
    def folders(self) -> dict[str, Folder]:
        """All folders by path, each before its subfolders."""
        return read_folders(self.store)

    def compact_folders(self, folder: str) -> Iterator[str]:
        """Yield a folder and, as long as it holds nothing but a folder, that folder.

        A folder that is a line in the list of the folder above is not among them.
        """
        yield folder
        while folder := self.folders[folder].only_subfolder:
            if self.folders[folder].only_data:
                return
            yield folder

    def index_row(self, path: str) -> tuple[str, str] | None:
        """Return where a file or folder without a page of its own is listed.

        :return: the folder in whose index it has a row, and the path that the row is
            about: its own, or that of the folder whose data it belongs to. ``None`` for
            what is not in the tree, and for a folder that has an index.
        """
        folder = self.folders.get(path)
        if folder is None:
            folder = self.folders.get(path.rpartition("/")[0])
            if folder is None:
                return None
            if folder.has_index:
                row = self.file(path) if folder.data_counted else None
                counted = row is not None and row.only_listed
                return folder.path, folder.path if counted else path
        elif folder.has_index:
            return None
        # A folder of data, or a folder that is shown with the only folder in it.
        listed = folder.path
        while not folder.has_index:
            listed = folder.path if folder.only_data else listed
            folder = self.folders[folder.path.rpartition("/")[0]]
        return folder.path, listed

    def has_file(self, path: str) -> bool:
        """Return whether a path is a file of the tree."""
        return self.facts_key(path) is not None

    def is_text(self, path: str) -> bool:
        """Return whether the content of a file is read as text."""
        row = self.file(path)
        return row is not None and not row.binary

    @cached_property
    def index_rows(self) -> dict[str, tuple[str, str, str]]:
        """All files and folders without a page of their own, with their `index_row`.

        By their paths as JSON has them between quotation marks.
        """
        paths = list(file_queries.files_without_documentation(self.store))
        paths += [path for path, folder in self.folders.items() if not folder.has_index]
        return {
            quoted: (path, *row)
            for path in paths
            if (row := self.index_row(path))
            # The store writes characters that are not ASCII as their numbers.
            for quoted in {
                json.dumps(path, ensure_ascii=False)[1:-1],
                json.dumps(path)[1:-1],
            }
        }

    def _paths_by_name(self, kind: str) -> dict[str, list[str]]:
        """Return the paths of all files, or of all folders, by base name."""
        files = file_queries.file_paths(self.store)
        return by_base_name(self.folders if kind == "folder" else files)

    @cached_property
    def modules(self) -> Modules:
        """How the files are imported."""
        paths = file_queries.file_paths(self.store)
        namespaces, on_path = kept_namespaces(self.store), kept_on_path(self.store)
        root_name = self.store.meta("root name")
        declared = kept_package_folders(self.store)
        return Modules(paths, root_name, namespaces, on_path=on_path, declared=declared)

    @cached_property
    def import_resolver(self) -> ImportResolver:
        """Which definitions imported names lead to."""
        from ..links.imports.import_resolver import ImportResolver

        root_name = self.store.meta("root name")
        return ImportResolver(self.store, root_name, linked=True, modules=self.modules)

    @cached_property
    def pytest(self) -> PytestConfigurations:
        """Which files pytest looks into, and what it takes for a test."""
        from ..links.testing.pytest_configuration import PytestConfigurations

        return PytestConfigurations(self.import_resolver)

    @cached_property
    def distributions(self) -> Distributions:
        """What the project asks for, and how it is called."""
        from .distributions import Distributions

        return Distributions(self.store, self.modules)

    @cached_property
    def unused(self) -> defaultdict[str, set[str]]:
        """By file the names that nothing is found to use (:mod:`.unused`)."""
        points = self.distributions.entry_points
        called = {(point.target, point.qualname) for point in points}
        unused: defaultdict[str, set[str]] = defaultdict(set)
        for path, qualname in use_queries.unused_definitions(self.store):
            if (path, qualname) not in called:
                unused[path].add(qualname)
        return unused

    @cached_property
    def class_hierarchy(self) -> ClassHierarchy:
        """Which classes derive from which."""
        from ..links.inheritance import ClassHierarchy

        return ClassHierarchy(self.store)

    def inherited_members(
        self, path: str, qualname: str, name: str
    ) -> list[DefinitionRow]:
        """Return what a class has by a name from a class above it, if that is clear.

        :param qualname: of the class, at *path*, which does not define the name.
        """
        base = self.class_members.inherited_from(path, qualname, name)
        return self.definitions_called(*base.member(name)) if base else []

    @cached_property
    def class_members(self) -> ClassMembers:
        """Which definitions of classes redefine which."""
        from .class_members import ClassMembers

        return ClassMembers(self.store, self.class_hierarchy)

    @cached_property
    def inherited_patterns(self) -> InheritedPatterns:
        """What rows of patterns say of classes by bases in other files."""
        from .inherited_patterns import InheritedPatterns

        return InheritedPatterns(
            self.class_hierarchy, self.import_resolver, self.settings.idioms
        )

    @property
    def submodules(self) -> tuple[str, ...]:
        """The repositories inside of the tree, which are no part of it."""
        return tuple(filter(None, self.store.meta("submodules").split("\n")))

    @cached_property
    def linter(self) -> tuple[str, str, str]:
        """What findings depend on, the version of Ruff, and why it did not run."""
        key, version, problem = json.loads(self.store.meta("linter") or '["", "", ""]')
        return key, version, problem

    def findings(self, path: str) -> tuple[tuple[Finding, ...], str]:
        """Return the findings of Ruff in a file, and why it could not look otherwise.

        Asserts in tests are no findings, nor are the imports of a package.
        """
        key, _, problem = self.linter
        result = self.store.get_findings(self.facts_key(path) or "", key)
        if result is None:
            return (), problem or mark("no result for this file")
        from ..analysis.ruff import relevant_findings

        findings, unread = result
        return relevant_findings(path, findings, tests=self._in_tests(path)), unread

    def _in_tests(self, path: str) -> bool:
        """Tell whether tests are collected from a file, or beside it in ``test``."""
        folder, tests = test_folder(path), self.test_files
        beside = bool(folder) and any(test.startswith(folder) for test in tests)
        return beside or path in tests

    @cached_property
    def test_files(self) -> frozenset[str]:
        """The files from which tests are collected."""
        return frozenset(test_queries.files_with_tests(self.store))

    def history(self, path: str) -> tuple[str, str, int, bool] | None:
        """Return what git knows of the changes of a file, if it was asked.

        :return: the day and the commit of the last change, how many there were, and
            whether there may be more.
        """
        row = file_queries.history(self.store, path)
        return row and (*row, self.store.meta("shallow") == "yes")

    def _incoming_uses(self, path: str) -> list[UseRow]:
        """Return who uses what a file defines, itself first, then nearest first."""
        rows = list(use_queries.uses_of(self.store, path))
        distances = {
            user: (user != path, folder_distance(path, user))
            for user in {row.path for row in rows}
        }
        return sorted(rows, key=lambda row: distances[row.path])

    def _anchors(self, path: str) -> Anchors:
        """Return the ids of the definitions of a file by qualified name and kind."""
        anchors: Anchors = {}
        for qualname, kind, anchor in definition_queries.anchors_in(self.store, path):
            anchors.setdefault(qualname, {}).setdefault(kind, anchor)
        return anchors

    def class_anchor(self, target: Target) -> str:
        """Return the id of a class on the page of its file; empty if it is hidden."""
        of_kind = self.anchors(target.path).get(target.qualname, {}).get
        return next(filter(None, map(of_kind, DERIVING)), "")

    @cached_property
    def parsed(self) -> frozenset[str]:
        """The Python files that could be parsed."""
        return frozenset(file_queries.parsed_files(self.store))

    @cached_property
    def import_graph(self) -> ImportGraph:
        """Which files import which."""
        from ..links.imports.import_graph import ImportGraph

        return ImportGraph(self.store)

    def summary(self, folder: str) -> str:
        """Return the sentence that describes a folder, empty without a sentence."""
        row = self.describing_file(folder)
        return row.summary if row else ""

    def describing_file(self, folder: str, at_length: bool = False) -> FileRow | None:
        """Return the file that describes a folder, as :func:`.describing_file` does."""
        files = self.files_in(folder)
        about = None if folder else self.readme(folder)
        if about and about not in files:
            files = [*files, about]
        return describing_file(files, at_length=at_length)

    def readme(self, folder: str) -> FileRow | None:
        """Return the README of a folder; that of the root may be in another."""
        about = readme(self.files_in(folder))
        if about is None and not folder:
            return readme(self.files_in(README_FOLDER))
        return about

    def subtree_size(self, folder: str) -> tuple[int, int]:
        """Return the number of files and of definitions below a folder."""
        return self.count_files(folder), self.count_definitions(folder)
