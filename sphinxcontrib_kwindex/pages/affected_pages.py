"""Pages that may change after edits, by rules for each kind of fact.

A page too many costs the time to make its digest; a page too few would stay as it was.
What a page shows of other files is what the functions ``…_inputs`` return. Whatever
they ask of other files is covered by a rule here: a row of :data:`SHOWN_BY` or a
function of :data:`RULES`, whose docstring says what it covers. :mod:`.page_plan` asks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, product
from typing import Final

from ..analysis.patterns.base_rules import AncestorRules
from ..codemap.code_map import CodeMap
from ..codemap.folders import README_FOLDER
from ..codemap.import_contracts import folders_with_contracts
from ..codemap.names.moved_places import moved_rows
from ..codemap.testing.pytest_fixtures import (
    all_requests,
    defined_fixtures,
    files_that_know,
    files_with_fixtures,
    is_conftest,
)
from ..codemap.testing.tests_of_definitions import GraphOfTests, annotated_set_ups
from ..links.edits.affected_files import Edit
from ..links.edits.link_edits import LinkChanges
from ..links.languages.python import is_package_file
from ..links.places import Target
from ..links.testing.pytest_configuration import RULE_NAMES
from ..links.tree_paths import folders_above
from ..model.names import last_part, split_name
from ..model.reachable import reached
from ..model.rows import LinkRow
from ..scan.test_paths import is_test, test_folder
from ..store import change_queries
from ..store.definition_queries import members_called
from ..store.link_rows import UnusedRow
from ..store.use_queries import unused_definitions
from .affected_by_declarations import counterparts, types_beside
from .affected_by_paths import (
    PageKey,
    indexes_above,
    indexes_with_texts,
    is_read_by_name,
    pages_about_paths,
)
from .page_kind_names import FOLDER_KINDS
from .sections.architecture_data import package_folder

Rule = Callable[[CodeMap, LinkChanges], Iterable[PageKey]]


def affected_pages(code: CodeMap, links: LinkChanges) -> set[PageKey] | None:
    """Return the pages that may show something else.

    :param links: what the edits changed.
    :return: ``None`` if any page may.
    """
    if any(map(is_read_by_name, links.paths)) or _other_rows(code, links.names):
        return None
    pages = {
        ("docs", row[column])
        for table, columns in SHOWN_BY.items()
        for row in getattr(links, table)
        for column in columns
    }
    rules = chain.from_iterable(RULES.values())
    return pages.union(*(rule(code, links) for rule in rules))


#: Who shows a row of links that came or went: by table the columns with those files.
SHOWN_BY: Final[dict[str, tuple[int, ...]]] = {
    "reference": (0,),
    "cycle": (0,),
    "related": (0,),
    # Of who uses it the references changed, or it is an edited file.
    "use": (0,),
    "pointer": (0, 2),
    "test": (0,),
}


def _other_rows(code: CodeMap, names: frozenset[str]) -> bool:
    """Tell whether a class of the tree that the table of patterns has may be another.

    Such as ``torch.nn.Module`` where the tree is torch.
    """
    rows = [name.split(".") for name in AncestorRules(code.settings.idioms).names]
    asking = {top for top, *others in rows if not names.isdisjoint(others)}
    if not asking:
        return False
    known = {code.modules.root_name}
    for path in code.modules.files:
        known.update(path.rpartition(".")[0].split("/"))
    return not asking.isdisjoint(known)


# What the edited files say


def _start_page(_code: CodeMap, _links: LinkChanges) -> Iterator[PageKey]:
    """What there is in the tree is counted and ranked."""
    yield "index", ""


def _edited_files(_code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """The pages of a file show its facts."""
    for path in links.edits:
        yield from (("docs", path), ("kw", path))


def _rows_of_files(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """A folder's pages show a row for each file in it.

    What a file says may be what its folder says, in the list that has the folder.
    """
    for path in links.edits:
        if (first := path.rpartition("/")[0]) in code.folders:
            yield from (("doc", first), *indexes_above(code, path, 2))
        if first == README_FOLDER:
            yield "doc", ""


def _folders_above(_code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Folders show the size of files below, their largest parts, and what they say."""
    for path, edit in links.edits.items():
        before, after = edit.before, edit.after
        same = (before.main_line, before.summary) == (after.main_line, after.summary)
        if is_package_file(path) and same:
            # What it re-exports stands for it.
            same = before.exports == after.exports and not edit.imports_changed
        if not same or edit.resized or edit.redescribed:
            yield from (("doc", folder) for folder in folders_above(path))


def _contracts(code: CodeMap, _links: LinkChanges) -> Iterator[PageKey]:
    """A folder that has contracts shows which imports break them."""
    yield from (("doc", folder) for folder in folders_with_contracts(code))


def _package_summaries(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """The files in a package say what it says of itself."""
    for path, edit in links.edits.items():
        folder, _, name = path.rpartition("/")
        is_package = name.partition(".")[0] == "__init__"
        if is_package and edit.before.summary != edit.after.summary:
            for file in code.parsed:
                if package_folder(code, file) == folder:
                    yield "docs", file


def _fixtures(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Tests show the fixtures that they ask for, those of classes above them too."""
    edited = _files_with_other_fixtures(links)
    connected = code.class_hierarchy.connected_files(edited) if edited else ()
    yield from (("docs", file) for file in connected)
    for path in edited:
        for file in (path, *change_queries.files_importing_from(code.store, path)):
            yield "docs", file
            yield from (("docs", user) for user in files_that_know(code, file))


def _files_with_other_fixtures(links: LinkChanges) -> set[str]:
    edited = {path for path, edit in links.edits.items() if _other_fixtures(path, edit)}
    return edited | {link.path for link in links.link if is_conftest(link.path)}


def _other_fixtures(path: str, edit: Edit) -> bool:
    """Tell whether a file has other fixtures for others, its own or another's."""
    before, after = (
        (facts.entry_points, facts.pytest_options, defined_fixtures(facts, path))
        for facts in (edit.before, edit.after)
    )
    return before != after or (is_conftest(path) and edit.imports_changed)


# What they define


def _documented(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Lists of definitions know whether something is said of them."""
    for path, edit in links.edits.items():
        # Of what came or went other rules tell.
        names = edit.redescribed - edit.redefined_names()
        yield from _lists(code, ((path, name) for name in names))


def _definitions_below(_code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Folders list the definitions of all files below, and count them."""
    for path in {path for path, _ in _redefined(links)}:
        # In the index it is the number of those in each folder.
        yield from product(FOLDER_KINDS, folders_above(path))


def _keyword_pages(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """The pages of keywords list the definitions whose names begin alike."""
    return _pages_of_keywords(code, (name for _, name in _redefined(links)))


def _pages_of_keywords(code: CodeMap, names: Iterable[str]) -> Iterator[PageKey]:
    folded = {last_part(name).casefold() for name in names}
    for key in change_queries.keyword_pages(code.store) if folded else ():
        beginning = key.partition("\n")[0].partition("\t")[0]
        if any(name.startswith(beginning) for name in folded):
            yield "keywords", key


def _imported_definitions(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """An import leads to the definition that it names."""
    for path, name in _redefined(links):
        for user in change_queries.files_importing_from(code.store, path, name):
            yield from (("docs", user), ("kw", user))


def _redefined(links: LinkChanges) -> Iterator[tuple[str, str]]:
    """Yield paths and names of definitions that came, went or are others."""
    for path, edit in links.edits.items():
        yield from product([path], edit.redefined_names())


def _entry_points(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Entry points lead to what they call."""
    if links.names or links.paths:
        for path in code.distributions.files_with_entry_points():
            yield from (("docs", path), *_pages_above(path))


def _classes(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Classes show what is above them and below, and what is overridden there."""
    if links.reaching:
        files = set(links.edits)
        for row in links.base:
            files |= {row.path, row.target}
        for file in files | code.class_hierarchy.connected_files(files):
            yield "docs", file


def _departed(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """What was on a page leads to definitions that may have come or gone."""
    if any(_redefined(links)):
        yield from (("docs", path) for path in moved_rows(code).paths())


# Who imports whom


def _imports(_code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Files show what they import and by whom they are imported."""
    for link in links.link:
        yield from (("docs", link.path), ("kw", link.path))
        yield from (("docs", link.module), ("docs", link.target))


def _imported_packages(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Files say whether nobody imports them, nor their package."""
    for link in links.link:
        if link.category == "folder" and link.module in code.folders:
            yield from product(["docs"], code.folders[link.module].files)


def _folders_of_imported(_code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Folders show which files below are imported, from where, and by which names."""
    paths = {path for link in links.link for path in (link.module, link.target)}
    return chain.from_iterable(map(_pages_above, paths))


def _pages_above(path: str) -> Iterator[PageKey]:
    return product(("doc", "index"), folders_above(path))


def _names_of_packages(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """A package says which of its names are used most."""
    imported = {(link.target, link.qualname) for link in links.link}
    return _packages_offering(code, imported)


def _packages_offering(
    code: CodeMap, places: Iterable[tuple[str, str]]
) -> Iterator[PageKey]:
    files = set()
    for path, qualname in places:
        files.add(path)
        files.update(change_queries.files_importing_from(code.store, path, qualname))
    return _packages_among(code, files)


def _offered_definitions(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """A package shows what it offers, with kind and summary, ``*`` looked up."""
    changed = {
        path for path, edit in links.edits.items() if links.names or edit.redescribed
    }
    changed |= {link.path for link in links.link}
    files = changed.copy()
    for path in changed:
        files.update(change_queries.files_importing_from(code.store, path))
    return _packages_among(code, files)


def _packages_among(code: CodeMap, files: set[str]) -> Iterator[PageKey]:
    """Yield the packages among files, and among those that import all of one.

    What takes everything offers what comes and goes, through others too.
    """
    taking = partial(change_queries.files_with_star_of, code.store)
    for path in reached(files, taking):
        if is_package_file(path):
            yield "docs", path


def _offered_names(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """A file shows which other files offer its names as their own."""
    for path, edit in links.edits.items():
        for link in code.links(path) if links.names or edit.aliases_changed else ():
            yield from (("docs", link.module), ("docs", link.target))


def _import_graph(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Files show how many import them, their rank, and who of those imports whom."""
    changed: defaultdict[str, set[LinkRow]] = defaultdict(set)
    for link in links.link:
        changed[link.path].add(link)
    ends: set[str] = set()
    for path, some in changed.items():
        after = set(code.links(path))
        if others := _imported(after) ^ _imported(after ^ some):
            ends |= {path, *others}
    if not ends:
        return
    into, out = code.import_graph.importers, code.import_graph.imported
    # Which of them is imported most, in its folder and in the tree.
    folders = {path.rpartition("/")[0] for path in ends}
    least = min(code.import_graph.most_importers, default=0) - len(ends)
    for path, importers in into.items():
        if path.rpartition("/")[0] in folders or len(importers) >= least:
            yield "docs", path
    for path in ends:
        for file in (path, *into.get(path, ()), *out.get(path, ())):
            yield "docs", file


def _imported(links: Iterable[LinkRow]) -> set[str]:
    """Return the imported files, as :class:`.import_graph.Imports` counts them."""
    imported = set()
    for link in links:
        if link.category == "file":
            imported.add(link.module)
            if not link.qualname:
                imported.add(link.target)
    return imported


# Who uses what


def _uses_between(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Folders and packages show which names are used most, and who calls whom."""
    sure = (use for use in links.use if not use.by_name)
    between = [use for use in sure if use.path != use.target]
    for path in {path for use in between for path in (use.path, use.target)}:
        yield from _pages_above(path)
    used = {(use.target, use.qualname) for use in between}
    yield from _packages_offering(code, used)


def _unused(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Wherever a definition is shown it is marked if no use is found."""
    changed = {*links.unused}
    edits = links.edits.values()
    if any(edit.before.entry_points != edit.after.entry_points for edit in edits):
        # They are uses that no Python file has.
        changed.update(map(UnusedRow._make, unused_definitions(code.store)))
    for path in {row.path for row in changed}:
        yield "docs", path
        yield from (("doc", folder) for folder in folders_above(path))
    yield from _lists(code, ((row.path, row.qualname) for row in changed))


def _lists(code: CodeMap, places: Iterable[tuple[str, str]]) -> Iterator[PageKey]:
    """Yield the pages that list some definitions."""
    names = set()
    files = set()
    for path, name in places:
        files.add(path)
        names.add(name)
    yield from (("kw", path) for path in files)
    folders = {folder for path in files for folder in folders_above(path)}
    yield from (("sub", folder) for folder in folders)
    yield from _pages_of_keywords(code, names)


def _possible_uses(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Members show what their names are asked for, and who uses what they override."""
    asked = {use.qualname for use in links.use if not use.target}
    yield from _pages_of_keywords(code, asked)
    overridden: defaultdict[str, set[Target]] = defaultdict(set)
    for use in links.use:
        outer, name = split_name(use.qualname)
        if use.target and outer:
            overridden[name].add(Target(use.target, outer))
    defined = {last_part(name) for _, name in _redefined(links)}
    names = asked | defined | overridden.keys()
    below = {
        name: code.class_hierarchy.below(classes)
        for name, classes in overridden.items()
    }
    for path, qualname in members_called(code.store, names):
        outer, name = split_name(qualname)
        overriding = Target(path, outer) in below.get(name, ())
        if name in asked or name in defined or overriding:
            yield "docs", path


# Tests


def _rules_of_tests(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Files say by which rule they have no tests, and folders which have some."""
    if not links.names.isdisjoint(RULE_NAMES):
        yield from (("docs", path) for path in code.parsed)
        yield from (("doc", folder) for folder in code.folders)


def _tested_definitions(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Definitions show the tests that use them, through others too."""
    # A test that came and went has moved.
    rows = Counter(
        (row.path, row.owner, row.target, row.qualname) for row in links.test
    )
    files = {path for (path, *_), number in rows.items() if number == 1}
    asking = {
        path
        for path, edit in links.edits.items()
        if all_requests(edit.before) != all_requests(edit.after)
        or annotated_set_ups(edit.before) != annotated_set_ups(edit.after)
    }
    asking |= _files_with_other_fixtures(links)
    # Classes of tests have the fixtures of those above them.
    tests = {*filter(is_test, code.parsed), *code.test_files}
    asking |= {path for row in links.base for path in (row.path, row.target)} & tests
    if asking:
        asking |= code.class_hierarchy.connected_files(asking)
        files |= asking | files_with_fixtures(code)
    graph = code.once(GraphOfTests)
    any_test, redefined = graph.tests or links.test, list(_redefined(links))
    places = graph.reached_by(links.use, files, redefined) if any_test else set()
    if files and code.settings.coverage:
        # Who ran in a test that came or went is not kept.
        places |= set(_defined_in(code, code.parsed))
    yield from (("docs", path) for path, _ in places)
    yield from _lists(code, places)


def _defined_in(code: CodeMap, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    return ((path, row.qualname) for path in paths for row in code.definitions(path))


def _asserts_in_tests(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """Asserts in a folder of tests are no findings."""
    for path in {row[0] for row in links.test}:
        if folder := test_folder(path):
            for file in code.python_sources_below(folder.rstrip("/")):
                yield "docs", file


def _known_as_tests(code: CodeMap, links: LinkChanges) -> Iterator[PageKey]:
    """What is in a file tells those around it that it is a test.

    Lists do not say whether the definitions in it are tested.
    """
    for path in {row[0] for row in links.test}:
        if not is_test(path):
            yield from _lists(code, _defined_in(code, [path]))
            for file in change_queries.connected_files(code.store, path):
                yield "docs", file


#: By what of the changes they follow.
RULES: Final[dict[str, tuple[Rule, ...]]] = {
    "edits": (
        *(_start_page, _edited_files, _rows_of_files, _folders_above),
        *(_package_summaries, _contracts, counterparts, types_beside),
        *(_fixtures, _definitions_below, _keyword_pages, _imported_definitions),
        *(_entry_points, _classes, _offered_names, _offered_definitions),
        *(_departed, _documented, pages_about_paths),
    ),
    "link": (
        *(_imports, _imported_packages, _folders_of_imported, _names_of_packages),
        _import_graph,
    ),
    "pointer": (indexes_with_texts,),
    "test": (_asserts_in_tests, _known_as_tests, _rules_of_tests),
    "use": (_tested_definitions, _uses_between, _possible_uses),
    "unused": (_unused,),
}
