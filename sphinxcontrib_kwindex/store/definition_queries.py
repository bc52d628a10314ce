"""Queries about definitions: those of a file, of a name, of a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap
from typing import Final

from ..model.kinds import EXTENSION, KINDS, TYPES
from ..model.named_tuple import NamedTuple
from ..model.names import last_part
from ..model.references import ComputedName
from ..model.rows import DefinitionRow
from .database import Store, among, below

#: The order of lists from A to Z; an index has it.
_BY_NAME: Final = "folded, name, qualname, path, ordinal"
#: Under which the names of all definitions are kept.
_NAMES: Final = "names"


def definitions_in(store: Store, path: str) -> list[DefinitionRow]:
    """Return the definitions of a file, in their order."""
    return list(store.definitions("path = ?", (path,)))


def anchors_in(store: Store, path: str) -> Iterator[tuple[str, str, str]]:
    """Iterate over the definitions of a file, in their order.

    :return: qualified name, kind and id.
    """
    query = "SELECT qualname, kind, anchor FROM definition WHERE path = ?"
    return store.select(f"{query} ORDER BY ordinal", (path,))


def anchors_of_kinds(
    store: Store, kinds: Sequence[str]
) -> Iterator[tuple[str, str, str, str, int]]:
    """Iterate over the definitions of some kinds, file by file, in their order.

    Types that are declared ahead are left out, which may be those of other projects.

    :return: path, kind, qualified name and id, and whether it is private.
    """
    types = sorted(TYPES)
    query = (
        "SELECT path, kind, qualname, anchor, private FROM definition"
        f" WHERE {_kind_in(kinds)} AND NOT (declaration AND {_kind_in(types)})"
        " ORDER BY path, ordinal"
    )
    return store.select(query, (*kinds, *types))


def definitions_called(store: Store, path: str, qualname: str) -> list[DefinitionRow]:
    """Return the definitions of a file with a qualified name."""
    return list(store.definitions("path = ? AND qualname = ?", (path, qualname)))


def members_of_classes(
    store: Store, *, path: str | None = None, names: Iterable[str] | None = None
) -> Iterator[tuple[str, str, str, str, int, str]]:
    """Iterate over what classes define, also what is not shown.

    :param path: the file of the classes; by default all.
    :param names: the last parts of the names of what is shown; by default all.
    :return: path, kind, qualified name, id (empty if it is not shown), whether the body
        of the class binds it at run time, and which of the modifiers ``conditional``,
        ``class`` and ``property``, of the words ``kept`` and ``fixed`` hold.
    """
    in_file, paths = ("1", ()) if path is None else ("path = ?", (path,))
    named, values = among(names, "name")
    return store.select(
        "SELECT path, kind, qualname, anchor, bound, traits FROM definition"
        f" WHERE {in_file} AND {named}"
        " AND kind IN ('method', 'attribute', 'class', 'field') AND name <> qualname"
        " UNION ALL SELECT path, kind, qualname, '', 1, '' FROM hidden"
        f" WHERE {in_file} AND kind IN ('method', 'attribute', 'class', 'field')"
        " AND (qualname LIKE '%.%' OR qualname LIKE '%::%')",
        (*paths, *values, *paths),
    )


def classes_with_metaclass(store: Store, path: str) -> Iterator[str]:
    """Iterate over the classes of a file whose metaclass may set attributes."""
    query = "SELECT qualname FROM definition WHERE path = ?"
    return store.column(f"{query} AND traits LIKE '%metaclass%'", (path,))


def registering_classes(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of classes that are told of those below.

    They have a metaclass that is not of the standard library, or the method
    ``__init_subclass__``.
    """
    return store.select(
        "SELECT path, qualname FROM definition WHERE traits LIKE '%metaclass%'"
        " UNION SELECT path, rtrim(substr(qualname, 1, length(qualname) - 17), '.')"
        " FROM definition WHERE name = '__init_subclass__' AND kind = 'method'"
    )


def definitions_named(
    store: Store, name: str, kinds: Sequence[str]
) -> Iterator[DefinitionRow]:
    """Iterate over the definitions of some kinds whose last part is *name*."""
    return store.definitions(f"name = ? AND {_kind_in(kinds)}", (name, *kinds))


def exposed_as(store: Store, name: str) -> Iterator[tuple[str, str]]:
    """Iterate over what extension modules offer by a name (:class:`.Exposed`).

    :return: paths and qualified names.
    """
    query = "SELECT path, qualname FROM exposed WHERE name = ?"
    return store.select(f"{query} ORDER BY path, qualname", (name,))


def exposed_by(store: Store, path: str) -> Iterator[tuple[str, str]]:
    """Iterate over names that a module offers in Python, and over what has them."""
    return store.select("SELECT name, qualname FROM exposed WHERE path = ?", (path,))


def is_any_exposed(store: Store, suffix: str) -> bool:
    """Tell whether files with a suffix are extension modules."""
    return store.count("exposed", "path LIKE ?", (f"%{suffix}",)) > 0


def definitions_by_end(
    store: Store, name: str, ending: str, kinds: Sequence[str]
) -> Iterator[DefinitionRow]:
    """Iterate over the definitions of some kinds that a name may mean, by their ends.

    :param name: ends with their qualified names, with a module before.
    :param ending: their qualified names end with it, with something before.
    """
    where = (
        f"name = ? AND {_kind_in(kinds)} AND"
        " (substr(?, -length(qualname)) = qualname"
        " OR substr(qualname, -length(?)) = ?)"
    )
    values = (last_part(ending), *kinds, name, ending, ending)
    return store.definitions(where, values)


def lines_of_names(
    store: Store, names: Iterable[str], paths: Iterable[str]
) -> dict[tuple[str, str], int]:
    """Return the first lines of definitions, by path and qualified name.

    :param names: the last parts of their names.
    """
    (named, values), (where, more) = among(names, "name"), among(paths)
    rows = store.select(
        "SELECT path, qualname, min(line) FROM definition"
        f" WHERE {named} AND {where} GROUP BY path, qualname",
        (*values, *more),
    )
    return {(path, qualname): line for path, qualname, line in rows}


def names_of_kinds(store: Store, kinds: Sequence[str]) -> str:
    """Return the last parts of the names of all definitions of some kinds.

    :return: a name a line, in order. There may be 100,000 of them.
    """
    if set(KINDS) <= set(kinds):
        return store.meta(_NAMES)
    return _read_names(store, _kind_in(kinds), kinds)


def keep_names(store: Store) -> None:
    """Keep the names of definitions of all kinds, which takes long to put together."""
    store.set_meta(_NAMES, _read_names(store, "1", ()))


def _read_names(store: Store, where: str, values: Iterable[str]) -> str:
    names = f"SELECT DISTINCT name FROM definition WHERE {where} ORDER BY name"
    query = f"SELECT group_concat(name, char(10)) FROM ({names})"
    return next(store.select(query, tuple(values)))[0] or ""


def _kind_in(kinds: Sequence[str]) -> str:
    return f"kind IN ({', '.join('?' * len(kinds))})"


def definitions_below(store: Store, folder: str) -> Iterator[DefinitionRow]:
    """Iterate over the definitions below a folder, by their names."""
    return store.definitions(*below(folder), _BY_NAME)


def definitions_between(
    store: Store, first: str, end: str, *, without: tuple[str, str] | None = None
) -> Iterator[DefinitionRow]:
    """Iterate over the definitions with a casefolded name in a range, by their names.

    :param end: the first name behind the range.
    :param without: a range that is left out of it.
    """
    where = "folded >= ? AND folded < ?"
    if without:
        where += f" AND NOT ({where})"
    return store.definitions(where, (first, end, *(without or ())), _BY_NAME)


def definitions_folded(
    store: Store, name: str, folder: str, *, inside: bool = False
) -> Iterator[DefinitionRow]:
    """Iterate over the definitions below a folder that have a casefolded name.

    :param inside: whether the folder itself is meant, without its subfolders.
    """
    where, values = below(folder)
    if inside:
        where += " AND path NOT LIKE ?"
        values += (f"{folder}/%/%" if folder else "%/%",)
    return store.definitions(f"folded = ? AND {where}", (name, *values), _BY_NAME)


def count_by_folded_name(store: Store) -> list[tuple[str, int]]:
    """Return each casefolded name with its number of definitions."""
    query = "SELECT folded, count(*) FROM definition GROUP BY folded"
    return list(store.select(query))


def names_of_more_than(store: Store, number: int) -> Iterator[str]:
    """Iterate over the last parts of names that more than some definitions have."""
    query = "SELECT name FROM definition GROUP BY name HAVING count(*) > ?"
    return store.column(query, (number,))


def count_by_sort(
    store: Store, folder: str = "", *, declared: bool = False
) -> dict[str, int]:
    """Return how many definitions below a folder there are of each sort.

    What many files of C, C++, C# or PHP open, or declare, is one. Where there is
    Python, whose tests are functions, those of other languages are functions as well.

    :param declared: whether to count what is only declared instead.
    """
    where, values = below(folder)
    query = (
        "SELECT sort, CASE WHEN declaration OR kind = 'namespace' THEN count(DISTINCT"
        " CASE WHEN family = 'c' OR path LIKE '%.cs' OR path LIKE '%.php' THEN ''"
        " ELSE path || ':' END || qualname) ELSE count(*) END FROM definition"
        f" WHERE {where} AND declaration = ? GROUP BY sort"
    )
    numbers: dict[str, int] = dict(store.select(query, (*values, declared)))
    query = (
        "SELECT 1 FROM definition JOIN file USING (path)"
        f" WHERE {where} AND type = 'Python' LIMIT 1"
    )
    if "test" in numbers and list(store.select(query, values)):
        numbers["function"] = numbers.get("function", 0) + numbers.pop("test")
    return numbers


def count_by_type(store: Store) -> dict[str, int]:
    """Return how many definitions the files of each type have, data left out."""
    query = (
        "SELECT type, count(*) FROM definition JOIN file USING (path)"
        " WHERE category <> 'data' GROUP BY type"
    )
    return dict(store.select(query))


class PlainDefinition(NamedTuple):
    """A definition of a Python file that nothing but its name leads to."""

    path: str
    kind: str
    qualname: str
    exports: str | None
    """The names in ``__all__`` of its file, as JSON, where all of them are known."""


def plain_definitions(store: Store) -> Iterator[PlainDefinition]:
    """Iterate over the definitions that nothing but their names lead to, in order.

    They are no attributes, are not decorated, have no special name, are in no file
    with tests, and no import at the top of their file binds their name as well.
    """
    query = (
        "SELECT path, kind, qualname, iif(instr(qualname, '.'), NULL, exports)"
        " FROM definition JOIN file USING (path)"
        " WHERE python AND NOT problem AND NOT decorated AND kind <> 'attribute'"
        " AND name NOT GLOB '__*__' AND trim(name, '_') <> ''"
        " AND path NOT IN (SELECT path FROM test)"
        " AND NOT EXISTS (SELECT 1 FROM import WHERE import.path = definition.path"
        " AND bound = qualname AND NOT lazy)"
        " ORDER BY path, definition.ordinal"
    )
    return map(PlainDefinition._make, store.select(query))


def decorated_classes(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of the classes that a decorator is given."""
    query = "SELECT path, qualname FROM definition WHERE kind = 'class' AND decorated"
    return store.select(query)


def names_looked_up(store: Store) -> Iterator[set[str]]:
    """Iterate over the names in the strings of each file; :attr:`.FileFacts.quoted`."""
    rows = store.column("SELECT quoted FROM looked_up")
    return (set(names.split()) for names in rows)


def computed_names(
    store: Store, path: str | None = None
) -> Iterator[tuple[str, ComputedName]]:
    """Iterate over files and their lookups by names that are not written down.

    :param path: of one file; by default all.
    """
    where, values = ("1", ()) if path is None else ("path = ?", (path,))
    query = f"SELECT path, computed FROM looked_up WHERE computed <> '[]' AND {where}"
    for file, computed in store.select(query, values):
        for name in starmap(ComputedName, json.loads(computed)):
            yield file, name


def members_called(store: Store, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of the members of classes by their names."""
    where, values = among(names, "name")
    kinds = "kind IN ('method', 'attribute', 'field')"
    query = f"SELECT path, qualname FROM definition WHERE {where} AND {kinds}"
    return store.select(query, values)


def count_definitions(store: Store, folder: str = "") -> int:
    """Return the number of definitions below a folder."""
    return store.count("definition", *below(folder))


def count_definitions_in(store: Store, path: str) -> int:
    """Return the number of definitions of a file."""
    return store.count("definition", "path = ?", (path,))


def definitions_with_anchors(store: Store) -> Iterator[tuple[str, str, str, str, int]]:
    """Iterate over path, kind, qualified name, anchor of all definitions shown, and
    whether they are private, or classes that are defined elsewhere.

    Plain tuples: there are many, and builders ask twice for all of them.
    """
    return store.select(
        "SELECT path, kind, qualname, anchor,"
        " private > 0 OR declaration AND kind = 'class' FROM definition"
        " ORDER BY path, ordinal"
    )


def places_of_definitions(
    store: Store, like: str = "%", names: Iterable[str] = ()
) -> Iterator[tuple[str, str, str, int, int]]:
    """Iterate over all definitions shown, file by file in their order.

    :param like: a pattern of SQLite's ``LIKE`` that their qualified names match.
    :param names: qualified names that need not.
    :return: path, kind, qualified name, line, and whether it is not for all; plain
        tuples, since there are many.
    """
    columns = "path, kind, qualname, line, private > 0"
    named, values = among(names, "qualname")
    where = "1" if like == "%" else f"qualname LIKE ? OR {named}"
    query = f"SELECT {columns} FROM definition WHERE {where} ORDER BY path, ordinal"
    return store.select(query, () if where == "1" else (like, *values))


def private_objects(store: Store) -> Iterator[str]:
    """Iterate over the names in the inventory of definitions that are private."""
    return store.column("SELECT path || '::' || qualname FROM definition WHERE private")


def files_with_definitions(store: Store) -> Iterator[str]:
    """Iterate over the files that define what is shown."""
    return store.column("SELECT DISTINCT path FROM definition ORDER BY path")


def names_of_packages(store: Store, suffix: str) -> Iterator[tuple[str, str, bool]]:
    """Iterate over what files with a suffix define that is no member of their classes.

    :return: path, last name, and whether it is for a class of another file.
    """
    return store.select(
        "SELECT path, name, name <> qualname FROM definition WHERE path LIKE ?1"
        f" AND (name = qualname OR sort = '{EXTENSION}' OR kind = 'data')"
        " UNION SELECT path, qualname, 0 FROM hidden"
        " WHERE path LIKE ?1 AND qualname NOT LIKE '%.%'",
        (f"%{suffix}",),
    )


def top_level_kinds(store: Store, path: str) -> Iterator[tuple[str, str]]:
    """Iterate over name and kind of what a module defines, also what is not shown."""
    return store.select(
        "SELECT qualname, kind FROM definition WHERE path = ?1 AND name = qualname"
        " UNION ALL SELECT qualname, kind FROM hidden"
        " WHERE path = ?1 AND qualname NOT LIKE '%.%'",
        (path,),
    )
