"""Definitions for which no use is found in the tree.

Nothing in the tree names them outside of themselves, not even by name alone
(:class:`.ReferenceRow`), and no class or method of that name is asked for: its module
may be imported by a name that is put together, and anything that is defined in it may
be asked for in a file that imports modules so (:data:`_IMPORTERS`), or in any if
several modules define it, of which a program may choose one. That says little of
what is used without being named, so this is left out: what is local, since another
branch may bind its name too, and so may an import; what other files import, as packages
do that offer it as their own; what is in ``__all__``; what is decorated, since the
decorator may register it, and methods of a class that is; classes below one of
another project or one not known, or below one with a
metaclass or with ``__init_subclass__``, which may register them, or with that something
is compared (``issubclass(found, Base)``), or below which others are looked for
(``all_subclasses(Base)``); special methods;
methods of a name that a class above or below has too, or where a class above is of
another project or not known; attributes; tests; what is in notebooks; what is looked up
by its name (``looked_up_names.toml``); and what may be looked up by a string: its name
stands in one, in a template or configuration, in an example, or in a directive or role
that shows or documents it, or a file uses it without binding it, as what runs the file
may do (:attr:`.FileFacts.quoted`), or attributes of its class or module are looked up
by names that are not written down (:attr:`.FileFacts.computed`).
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from ...analysis.file_types import is_notebook
from ...model.names import last_part, outer_name, split_name
from ...model.references import SUBCLASSES
from ...scan.test_paths import is_test
from ...store import change_queries, definition_queries, import_queries, use_queries
from ...store.database import Store
from ...store.definition_queries import PlainDefinition
from ...store.link_rows import UnusedRow
from ..expressions.method_resolution import EMPTY_BASES
from ..inheritance import ClassHierarchy
from ..languages.python import is_stub
from ..places import External, Target, dotted_of

#: Modules of the standard library that import others by names that are computed.
_IMPORTERS: Final = frozenset(
    {"importlib", "importlib.machinery", "importlib.util", "imp", "pkgutil", "runpy"}
)
#: What they hold that imports nothing.
_NO_IMPORTERS: Final = frozenset({"metadata", "resources"})
#: Where classes are that know of none below them.
_STANDARD: Final = sys.stdlib_module_names | {"typing_extensions"}
#: Parts of names with fewer characters tell too little of these.
_FEWEST: Final = 3


def unused_rows(store: Store) -> Iterator[UnusedRow]:
    """Yield the definitions that nothing is found to use, file by file.

    Of a class that nothing uses its members are not among them.

    :param store: with imports, uses and bases.
    """
    hierarchy = ClassHierarchy(store)
    candidates = _not_in_strings(store, list(_candidates(store, hierarchy)))
    related = _related_members(store, hierarchy, candidates)
    unused: set[tuple[str, str]] = set()
    for path, _, qualname, _ in candidates:
        place = path, qualname
        outer = qualname.rpartition(".")[0]
        if not (place in related or place in unused or (path, outer) in unused):
            unused.add(place)
            yield UnusedRow(*place)


def _candidates(store: Store, hierarchy: ClassHierarchy) -> Iterator[PlainDefinition]:
    """Yield what nothing names, and neither its file nor its class tells is used."""
    held = _looked_up_by_computed_names(store, hierarchy)
    held.update(definition_queries.decorated_classes(store))
    registering = {
        *definition_queries.registering_classes(store),
        *_searched_for_subclasses(store),
    }
    registered = hierarchy.below(Target(*cls) for cls in registering)
    for row in _never_named(store):
        if not (
            is_test(row.path)
            # Who reads it sees what it shows.
            or is_notebook(row.path)
            or is_stub(row.path)
            or _is_looked_up(row.path, row.qualname)
            or (row.path, row.qualname.rpartition(".")[0]) in held
            or (row.path, row.qualname) in registered
            or (row.kind == "class" and _is_below_others(hierarchy, row))
            or _is_inherited_test(hierarchy, row)
        ):
            yield row


def _not_in_strings(
    store: Store, candidates: list[PlainDefinition]
) -> list[PlainDefinition]:
    """Return those whose names stand in no string, whole or by their ends."""
    wanted = {row.qualname.rpartition(".")[2] for row in candidates}
    quoted = {
        name
        for names in definition_queries.names_looked_up(store)
        for name in names & wanted
    }
    parts = set(_parts_of_names(store))
    return [
        row
        for row in candidates
        if (name := row.qualname.rpartition(".")[2]) not in quoted
        and not any(
            row.qualname.endswith(end) and name.startswith(begin)
            for begin, end in parts
        )
    ]


def _never_named(store: Store) -> Iterator[PlainDefinition]:
    """Yield the definitions that nothing names, by file and line."""
    known = set(use_queries.used_definitions(store))
    known.update(import_queries.imported_definitions(store))
    # Off what they are read is mostly not known.
    requested = change_queries.requested_names(store)
    read = {name for names in requested.values() for name in names.split()}
    importing = use_queries.names_requested_beside(store, _IMPORTERS, _NO_IMPORTERS)
    read_off_modules = {name for names in importing for name in names}
    offering_all = set(import_queries.files_imported_with_star(store))
    rows = list(definition_queries.plain_definitions(store))
    read_off_modules |= _read_elsewhere(rows, requested)
    for row in rows:
        path, kind, qualname, exports = row
        outer, _, name = qualname.rpartition(".")
        offered = not outer and (
            name in json.loads(exports or "[]")
            or (path in offering_all and not name.startswith("_"))
        )
        asked = name in (read if kind in {"class", "method"} else read_off_modules)
        local = "<locals>" in qualname
        if not ((path, qualname) in known or asked or local or offered):
            yield row


def _read_elsewhere(
    rows: Iterable[PlainDefinition], requested: Mapping[str, str]
) -> set[str]:
    """Return the names of several modules that a file reads which has none of these.

    A program may choose among such modules, and call the one that it took.

    :param requested: the names that files ask for, with blanks between.
    """
    having: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.kind != "method" and "." not in row.qualname:
            having[row.qualname].add(row.path)
    several = {name for name, paths in having.items() if len(paths) > 1}
    return {
        name
        for path, names in requested.items()
        for name in several.intersection(names.split())
        if path not in having[name]
    }


def _looked_up_by_computed_names(
    store: Store, hierarchy: ClassHierarchy
) -> set[tuple[str, str]]:
    """Return the classes and modules of which any attribute may be looked up.

    :return: paths and qualified names, which are empty for modules.
    """
    classes, modules = set[Target](), set[str]()
    for path, name in _computed_lookups(store):
        if name:
            classes.add(Target(path, name))
            modules.update(import_queries.modules_imported_as(store, path, name))
        else:
            modules.add(path)
    classes |= _handed_to_lookups(store)
    for cls in list(classes):
        classes |= _above(hierarchy, cls)[0]
    classes.update(hierarchy.below(classes))
    return classes | {(path, "") for path in modules}


def _computed_lookups(store: Store) -> set[tuple[str, str]]:
    """Return files, each with what they look up of it by names not written down."""
    return {(path, name.of) for path, name in definition_queries.computed_names(store)}


def _handed_to_lookups(store: Store) -> set[Target]:
    """Return the classes that what looks up attributes may be given.

    They are named where a function is called that does so, or its class.
    """
    looking: defaultdict[str, set[str]] = defaultdict(set)
    for path, name in definition_queries.computed_names(store):
        looking[path] |= {name.around, outer_name(name.around)}
    return {
        Target(*cls)
        for path, names in looking.items()
        for cls in use_queries.classes_named_beside_calls(store, path, names - {""})
    }


def _searched_for_subclasses(store: Store) -> Iterator[tuple[str, str]]:
    """Yield the classes below which others are looked for."""
    for path, name in _computed_lookups(store):
        if name.endswith(SUBCLASSES):
            name = name.removesuffix(SUBCLASSES)
            cls = last_part(name)
            yield path, name
            for _, target, qualname in use_queries.names_used_in(store, path):
                if last_part(qualname) == cls:
                    yield target, qualname


def _is_inherited_test(hierarchy: ClassHierarchy, row: PlainDefinition) -> bool:
    """Tell whether a method is a test of a class below its own, in a file of tests."""
    outer, name = split_name(row.qualname)
    below = hierarchy.below([Target(row.path, outer)]) if name[:4] == "test" else ()
    return any(is_test(path) for path, _ in below)


def _parts_of_names(store: Store) -> Iterator[tuple[str, str]]:
    """Yield how names begin and end that are looked up of who knows what."""
    for path, (of, _, begin, end) in set(definition_queries.computed_names(store)):
        if not of or len(begin + end) < _FEWEST:
            continue
        rows = definition_queries.definitions_called(store, path, of)
        modules = import_queries.modules_imported_as(store, path, of)
        if not any(row.kind == "class" for row in rows) and not list(modules):
            yield begin, end


def _related_members(
    store: Store, hierarchy: ClassHierarchy, candidates: Iterable[PlainDefinition]
) -> set[tuple[str, str]]:
    """Return those of some methods that a class above or below may have too."""
    wanted: defaultdict[str, list[Target]] = defaultdict(list)
    for path, kind, qualname, _ in candidates:
        if kind == "method":
            outer, _, name = qualname.rpartition(".")
            wanted[name].append(Target(path, outer))
    holders: defaultdict[str, set[Target]] = defaultdict(set)
    for path, qualname in definition_queries.members_called(store, wanted):
        outer, _, name = qualname.rpartition(".")
        holders[name].add(Target(path, outer))
    related: set[tuple[str, str]] = set()
    for name, classes in wanted.items():
        overridden = {
            base for cls in holders[name] for base in _above(hierarchy, cls)[0]
        }
        for cls in classes:
            above, known = _above(hierarchy, cls)
            if not known or cls in overridden or not above.isdisjoint(holders[name]):
                related.add((cls.path, f"{cls.qualname}.{name}"))
    return related


def _above(hierarchy: ClassHierarchy, cls: Target) -> tuple[set[Target], bool]:
    """Return the classes of the tree above a class, and whether that is all."""
    ancestors = hierarchy.ancestors_of(*cls)
    foreign = any(_is_foreign(base) for base, _ in ancestors.classes)
    return set(ancestors.inside), ancestors.complete and not foreign


def _is_below_others(hierarchy: ClassHierarchy, row: PlainDefinition) -> bool:
    """Tell whether a class of another project, or one unknown, may know of a class."""
    ancestors = hierarchy.ancestors_of(row.path, row.qualname)
    foreign = [dotted_of(base) for base, _ in ancestors.classes if _is_foreign(base)]
    tops = {top for top, dot, _ in (name.partition(".") for name in foreign) if dot}
    return not ancestors.complete or not tops <= _STANDARD


def _is_foreign(base: Target | External) -> bool:
    """Tell whether a class is of another project, and may call what is below it."""
    dotted = dotted_of(base).removeprefix("builtins.")
    return bool(dotted) and dotted not in EMPTY_BASES


@cache
def _looked_up() -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    """Return the rows of ``looked_up_names.toml``."""
    text = Path(__file__).with_name("looked_up_names.toml").read_text("utf-8")
    return [
        (re.compile(row["names"]), re.compile(f"(?:{row.get('paths', '')})$"))
        for row in tomllib.loads(text)["rule"]
    ]


def _is_looked_up(path: str, qualname: str) -> bool:
    return any(
        names.fullmatch(qualname) and paths.search(path)
        for names, paths in _looked_up()
    )
