"""Queries about uses of names, and about bases of classes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ..model.named_tuple import NamedTuple
from ..model.references import CALLED, MENTION
from ..model.rows import UseRow
from .database import Store, among, below
from .link_rows import BaseRow

#: Where several uses are alike, the order in which they were kept must not matter: it
#: is another one after an edit.
_IN_ORDER: Final = "ORDER BY path, around, qualname, anchor, by_name"


#: The columns of a :class:`.UseRow`, without an example, but for its line.
_USES: Final = (
    "SELECT target, qualname, path, around, by_name, anchor, around_anchor, role,"
    " count, {} AS here, text, '' FROM use WHERE target = "
)
#: What is neither vendored nor generated.
_OWN: Final = "path NOT IN (SELECT path FROM file WHERE category = 'data')"


def uses_by(store: Store, paths: Iterable[str]) -> Iterator[UseRow]:
    """Iterate over what some files use, their own definitions among them."""
    where, values = among(paths)
    order = "target, qualname, line, around, by_name, anchor"
    query = f"SELECT * FROM use WHERE {where} ORDER BY {order}"
    return map(UseRow._make, store.select(query, values))


def names_used_in(store: Store, path: str) -> Iterator[tuple[str, str, str]]:
    """Iterate over what a file uses, each with the definition around the use.

    :return: the qualified name of that, and path and qualified name of what is used.
    """
    query = "SELECT around, target, qualname FROM use WHERE path = ?"
    return store.select(query, (path,))


def calls_by(store: Store, path: str) -> Iterator[tuple[str, str, str, str]]:
    """Iterate over what a file surely calls, line by line.

    :return: the qualified name of the caller, and path, qualified name and id of what
        it calls.
    """
    query = (
        "SELECT around, target, qualname, anchor FROM use"
        f" WHERE path = ? AND role = {CALLED} AND NOT by_name"
        " ORDER BY line, target, qualname, around, anchor"
    )
    return store.select(query, (path,))


def classes_named_beside_calls(
    store: Store, path: str, called: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Iterate over classes that are named, and not called, at a call or just below.

    :param called: the qualified names of the definitions in *path* that are called.
    :return: paths and qualified names of the classes.
    """
    where, values = among(called, "called.qualname")
    query = (
        "SELECT DISTINCT given.target, given.qualname FROM use AS called JOIN use AS"
        " given USING (path, around) JOIN definition ON definition.path = given.target"
        " AND definition.qualname = given.qualname AND definition.kind = 'class'"
        f" WHERE called.target = ? AND {where} AND called.role = {CALLED}"
        f" AND given.role = {MENTION} AND (given.line - called.line BETWEEN 0 AND 3"
        # The line is the first of several.
        " OR (given.line > called.line AND called.count > 1)"
        " OR (given.line < called.line AND given.count > 1))"
    )
    return store.select(query, (path, *values))


class CallRow(NamedTuple):
    """A definition that calls another."""

    path: str
    around: str
    """The qualified name of the caller; empty on the level of the module."""
    around_anchor: str
    target: str
    qualname: str
    anchor: str
    by_name: bool
    """Whether nothing but the name says so."""


_CALLS: Final = (
    "SELECT path, around, around_anchor, target, qualname, min(anchor), min(by_name)"
    f" FROM use WHERE role = {CALLED} AND target <> '' AND"
)


def calls_from(store: Store, path: str, around: str) -> list[CallRow]:
    """Return what a definition calls, surely or by name, in its order."""
    query = (
        f"{_CALLS} path = ? AND around = ? GROUP BY target, qualname"
        " ORDER BY min(line), target, qualname"
    )
    return list(map(CallRow._make, store.select(query, (path, around))))


def calls_to(store: Store, target: str, qualname: str) -> list[CallRow]:
    """Return who calls a definition, surely or by name."""
    query = f"{_CALLS} target = ? AND qualname = ? GROUP BY path, around"
    return list(map(CallRow._make, store.select(query, (target, qualname))))


def names_used_by(store: Store, path: str) -> Iterator[tuple[str, str, str, int]]:
    """Iterate over the definitions that a file surely uses, and in how many places.

    :return: path, qualified name and id of the definition, and the number.
    """
    query = (
        "SELECT target, qualname, anchor, sum(count) FROM use"
        " WHERE path = ? AND NOT by_name GROUP BY target, qualname, anchor"
    )
    return store.select(query, (path,))


def names_used_between(store: Store) -> Iterator[tuple[str, str, str, int, int]]:
    """Iterate over what files use of others, file by file.

    :return: both paths, the qualified name, in how many places, and whether nothing but
        the name is known of any.
    """
    return store.select(
        "SELECT path, target, qualname, sum(count), min(by_name) FROM use"
        " WHERE target <> '' AND target <> path GROUP BY path, target, qualname"
        " ORDER BY path, target, qualname"
    )


def uses_of(store: Store, path: str) -> Iterator[UseRow]:
    """Iterate over who uses what a file defines, file by file.

    What moves in another file leaves them as they are: they have no lines there, and
    no examples (:func:`examples_of`).
    """
    query = f"{_USES}? ORDER BY path, here, around, qualname, by_name, anchor"
    line = "CASE path WHEN target THEN line ELSE 0 END"
    return map(UseRow._make, store.select(query.format(line), (path,)))


def uses_with_lines(store: Store, path: str) -> Iterator[UseRow]:
    """Iterate over who uses what a file defines, with the lines in other files."""
    query = f"SELECT * FROM use WHERE target = ? {_IN_ORDER}"
    return map(UseRow._make, store.select(query, (path,)))


def uses_of_definition(
    store: Store, path: str, qualname: str, anchor: str
) -> Iterator[UseRow]:
    """Iterate over who uses a definition of a file, without examples, in no order.

    :param anchor: its id. Several definitions may have one name.
    """
    query = f"{_USES.format('line')}? AND qualname = ? AND anchor = ?"
    return map(UseRow._make, store.select(query, (path, qualname, anchor)))


class UserRow(NamedTuple):
    """A file that surely uses a definition of another."""

    path: str
    qualname: str
    anchor: str
    places: int
    """In how many it does."""


def sure_users(
    store: Store, path: str, qualname: str = "", anchor: str = ""
) -> list[UserRow]:
    """Return which other files surely use what a file defines, in no order.

    :param qualname: of one definition, with its id; by default of all.
    """
    condition = " AND qualname = ?2 AND anchor = ?3" if anchor else ""
    query = (
        "SELECT path, qualname, anchor, sum(count) FROM use WHERE target = ?1"
        f" AND path <> ?1 AND NOT by_name{condition} GROUP BY path, qualname, anchor"
    )
    values = (path, qualname, anchor) if anchor else (path,)
    return list(map(UserRow._make, store.select(query, values)))


def examples_of(store: Store, path: str) -> Iterator[UseRow]:
    """Iterate over the uses of what a file defines that have an example."""
    query = f"SELECT * FROM use WHERE target = ? AND example <> '' {_IN_ORDER}"
    return map(UseRow._make, store.select(query, (path,)))


def users_of(store: Store, path: str) -> Iterator[tuple[str, str, str, int, int, int]]:
    """Iterate over what a file defines, and in which definitions that is used.

    :return: the qualified name, path and qualified name of the user, whether by
        nothing but the name, the role, and whether it is raised.
    """
    columns = "qualname, path, around, by_name, role, text LIKE 'raise %'"
    return store.select(f"SELECT {columns} FROM use WHERE target = ?", (path,))


class UsedName(NamedTuple):
    """A name by which files of Python use one of many members, not known which."""

    name: str
    places: int = 0
    users: int = 0
    """In how many definitions these are."""
    definitions: int = 0
    """How many methods and attributes of Python have the name."""


def used_names(store: Store, of_python: Callable[[str], bool]) -> dict[str, UsedName]:
    """Return the names by which members are used that are not known.

    :param of_python: tells whether a file is of Python.
    """
    query = (
        "SELECT name, path, count(*) FROM definition"
        " WHERE kind IN ('method', 'attribute')"
        " AND name IN (SELECT qualname FROM use WHERE target = '') GROUP BY name, path"
    )
    having: Counter[str] = Counter()
    for name, path, number in store.select(query):
        having[name] += number * of_python(path)
    query = (
        "SELECT qualname, sum(count), count(*) FROM use WHERE target = ''"
        " GROUP BY qualname"
    )
    return {
        name: UsedName(name, places, users, having[name])
        for name, places, users in store.select(query)
    }


def users_of_definitions(store: Store) -> Iterator[tuple[str, str, str]]:
    """Iterate over what other files surely import or use, file by file.

    What vendored and generated files define is left out.

    :return: path and qualified name of a definition, the name empty for the file as a
        module, and the path of a file that uses it.
    """
    query = (
        "SELECT * FROM (SELECT module AS file, '' AS name, path AS user FROM link"
        " UNION SELECT target, qualname, path FROM link"
        " UNION SELECT target, qualname, path FROM use WHERE NOT by_name)"
        " WHERE file <> user AND file IN"
        " (SELECT path FROM file WHERE category <> 'data') ORDER BY file, name, user"
    )
    return store.select(query)


def indirect_users(store: Store, path: str, users: Iterable[str]) -> list[str]:
    """Return the files that use what a file defines and do not import the file.

    They have it from a package or another file; in the order of the tree.

    :param users: those of the file that :func:`sure_users` returns.
    """
    query = (
        "SELECT path FROM file WHERE path <> ?1 AND path IN ("
        "SELECT path FROM link WHERE target = ?1 AND qualname <> ''"
        " UNION SELECT value FROM json_each(?2)"
        " EXCEPT SELECT path FROM link WHERE module = ?1"
        " EXCEPT SELECT path FROM link WHERE target = ?1 AND qualname = '')"
        " ORDER BY ordinal"
    )
    return list(store.column(query, (path, json.dumps(sorted(set(users))))))


def count_users_of_definition(store: Store, path: str, qualname: str) -> int:
    """Return how many other files surely import or use a definition of a file."""
    query = (
        "SELECT count(*) FROM (SELECT path FROM link"
        " WHERE target = ?1 AND qualname = ?2 AND path <> ?1"
        " UNION SELECT path FROM use"
        " WHERE target = ?1 AND qualname = ?2 AND path <> ?1 AND NOT by_name)"
    )
    return int(next(store.select(query, (path, qualname)))[0])


def uses_of_name(store: Store, name: str) -> list[UseRow]:
    """Return where members of a name are used that are not known, without lines."""
    query = f"{_USES.format(0)}'' AND qualname = ? ORDER BY path, around, text"
    return list(map(UseRow._make, store.select(query, (name,))))


def count_uses(store: Store, path: str) -> Iterator[tuple[str, str, int, int]]:
    """Iterate over what a file defines, where that is used, and in how many places.

    :return: the qualified names of both, whether by nothing but the name, the number.
    """
    query = "SELECT qualname, around, by_name, count FROM use WHERE target = ?"
    return store.select(query, (path,))


def used_definitions(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of what is used outside of itself."""
    return store.select(
        "SELECT DISTINCT target, qualname FROM use"
        " WHERE path <> target OR (around <> qualname"
        " AND substr(around, 1, length(qualname) + 1) <> qualname || '.')"
    )


def names_requested_beside(
    store: Store, modules: Iterable[str], except_for: Iterable[str]
) -> Iterator[list[str]]:
    """Iterate over what files ask for that import some modules, or out of them.

    :param except_for: names that do not count where they are imported.
    """
    imported, values = among(modules, "module")
    passed_over, more = among(except_for, "name")
    query = (
        "SELECT names FROM reference WHERE path IN (SELECT path FROM import"
        f" WHERE NOT level AND {imported} AND NOT {passed_over})"
    )
    return map(str.split, store.column(query, (*values, *more)))


def unused_definitions(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over path and name of the definitions that nothing is found to use.

    Of what others wrote or a program made, nobody expects that all of it is used.
    """
    query = f"SELECT path, qualname FROM unused WHERE {_OWN} ORDER BY path, qualname"
    return store.select(query)


def calls_between(store: Store, folder: str) -> Iterator[tuple[str, str, int]]:
    """Iterate over two files below a folder and how often one calls the other.

    Each pair of a caller and what it surely calls counts once.
    """
    callers, targets = below(folder), below(folder, "target")
    query = (
        "SELECT path, target, count(*) FROM use WHERE path <> target AND NOT by_name"
        f" AND role = {CALLED} AND {callers[0]} AND {targets[0]} GROUP BY path, target"
    )
    return store.select(query, (*callers[1], *targets[1]))


def external_references(store: Store) -> Iterator[tuple[str, str]]:
    """Iterate over files, each with a dotted name of other projects in its text."""
    query = (
        "SELECT reference.path, json_extract(value, '$[2]')"
        " FROM reference, json_each(targets)"
        " WHERE json_extract(value, '$[1]') = 'external'"
    )
    return store.select(query)


def direct_subclasses(
    store: Store, path: str, qualname: str
) -> Iterator[tuple[str, str]]:
    """Iterate over path and qualified name of what derives directly from a class."""
    query = (
        "SELECT DISTINCT path, qualname FROM base WHERE target = ?1 AND base = ?2"
        " AND (path <> ?1 OR qualname <> ?2)"
    )
    return store.select(query, (path, qualname))


def is_unused(store: Store, path: str, qualname: str) -> bool:
    """Tell whether a definition is one of :func:`unused_definitions`."""
    where = f"path = ? AND qualname = ? AND {_OWN}"
    return bool(store.count("unused", where, (path, qualname)))


def bases_of_classes(store: Store, around: tuple[str, str] | None) -> Iterator[BaseRow]:
    """Iterate over the bases of classes, class by class.

    :param around: path and qualified name of a class: only those of it, of what
        derives from it, and of all that is above any of these; ``None`` for all.
    """
    # The order of the tables is fixed (CROSS JOIN): SQLite does not know that few
    # classes are connected.
    connected = (
        "WITH RECURSIVE below(path, qualname) AS (VALUES (?, ?) UNION"
        " SELECT base.path, base.qualname FROM below CROSS JOIN base"
        " ON base.target = below.path AND base.base = below.qualname"
        "), near(path, qualname) AS (SELECT * FROM below UNION"
        " SELECT base.target, base.base FROM near CROSS JOIN base"
        " ON base.path = near.path AND base.qualname = near.qualname"
        " WHERE base.target <> '')"
        " SELECT base.* FROM near CROSS JOIN base"
        " ON base.path = near.path AND base.qualname = near.qualname"
    )
    query = f"{connected if around else 'SELECT * FROM base'} ORDER BY 1, 2, 3, 4"
    return map(BaseRow._make, store.select(query, around or ()))
