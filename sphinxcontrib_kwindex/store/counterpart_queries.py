"""Queries that match declarations with definitions in other files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.kinds import TYPES
from ..model.named_tuple import NamedTuple
from ..model.python_suffixes import PYTHON
from .database import Store

#: How many files may declare what one defines, or define what one declares.
_MOST_COUNTERPARTS: Final = 40
#: https://www.typescriptlang.org/docs/handbook/modules/reference.html
_TYPESCRIPT: Final = (".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte", ".astro")
#: Its files that only declare what stands in others.
DECLARING: Final = (".d.ts", ".d.mts", ".d.cts")


class Counterpart(NamedTuple):
    """What a definition of another file declares or defines by the same name.

    It may lack the namespaces that the file of the definition opens.
    """

    own: str
    """The id of the definition."""
    own_declares: bool
    """Whether that is the declaration."""
    own_name: str
    """Its qualified name."""
    path: str
    anchor: str
    qualname: str
    kind: str
    places: int
    """In how many places it is surely used; of a type nobody counts."""
    files: int
    """In how many files these are."""


#: Types in a query.
_TYPES: Final = ", ".join(f"'{kind}'" for kind in sorted(TYPES))
#: The definitions of a file that may have others, all or those of one name.
_OWN: Final = (
    "SELECT * FROM definition AS own WHERE path = ?1 AND ?2 IN ('', qualname)"
    # A namespace is in each file as much.
    f" AND family <> '' AND kind <> 'namespace' AND (declaration OR kind NOT IN"
    f" ({_TYPES})) AND ?3 >= (SELECT count(*) FROM (SELECT 1 FROM definition"
    " WHERE qualname = own.qualname AND family <> '' AND family = own.family"
    " AND declaration <> own.declaration LIMIT ?3 + 1))"
)
#: What nothing declares by the name that it has itself.
_UNDECLARED: Final = (
    "NOT EXISTS (SELECT 1 FROM definition AS known WHERE known.qualname = {0}.qualname"
    " AND known.family = {0}.family AND known.family <> '' AND known.declaration)"
)
_FOUND: Final = "SELECT own.ordinal, other.path, other.ordinal FROM"
#: Those and others with their names, or with the names that either may have.
_PAIRS: Final = (
    f"{_FOUND} own JOIN definition AS other USING (qualname, family)"
    " WHERE other.family <> ''"
    f" UNION {_FOUND} own JOIN may_be USING (path, ordinal) JOIN definition AS other"
    " ON other.qualname = may_be.qualname AND other.family = own.family"
    f" WHERE other.family <> '' AND {_UNDECLARED.format('own')}"
    f" UNION {_FOUND} own JOIN may_be ON may_be.qualname = own.qualname"
    " JOIN definition AS other USING (family)"
    " WHERE other.path = may_be.path AND other.ordinal = may_be.ordinal"
    f" AND {_UNDECLARED.format('other')}"
)
#: Of programs beside each other each may have a header that declares a name. What
#: includes one of these defines what that declares, and nothing else does.
_INCLUDES: Final = "SELECT 1 FROM link WHERE path = {0}.path AND target = {1}.path"
_OTHER_HEADER: Final = (
    "SELECT 1 FROM definition AS third WHERE qualname = {1}.qualname"
    " AND family = {1}.family AND family <> '' AND declaration"
    f" AND EXISTS ({_INCLUDES.format('{0}', 'third')})"
)
_OTHER_SOURCE: Final = (
    "SELECT 1 FROM definition AS third WHERE qualname = {0}.qualname"
    " AND family = {0}.family AND family <> '' AND NOT declaration"
    f" AND EXISTS ({_INCLUDES.format('third', '{1}')})"
)
#: Whether one, which defines, goes with another, which declares, as a source may too.
_GOES_WITH: Final = (
    "(NOT EXISTS (SELECT 1 FROM link WHERE target = {1}.path)"
    f" OR EXISTS ({_INCLUDES}) OR NOT EXISTS ({_OTHER_HEADER})"
    f" AND NOT EXISTS ({_OTHER_SOURCE}))"
)


def counterparts(store: Store, path: str, qualname: str = "") -> list[Counterpart]:
    """Return what others define that a file declares, and the other way round.

    Where a type is declared only to be named, its definition says nothing of it. What
    a file keeps to itself (``static``) is not what another declares, and in TypeScript
    only a declaration file declares what others define. A source that includes a header
    which declares the name defines what that declares. What more than
    :data:`_MOST_COUNTERPARTS` files define may be of as many programs: none counts.

    :param qualname: the name of one definition of the file; by default all count.
    """
    if path.endswith(PYTHON):
        # It takes a while to import the others, and answers are to come at once.
        return []
    from ..analysis.languages.registry import may_declare

    if not may_declare(path):
        return []
    used = (
        "FROM use WHERE target = other.path AND qualname = other.qualname"
        f" AND anchor = other.anchor AND NOT by_name AND other.kind NOT IN ({_TYPES}))"
    )
    rows = store.select(
        f"WITH own AS ({_OWN}), pair (ordinal, path, other) AS ({_PAIRS})"
        " SELECT own.anchor, own.declaration, own.qualname, other.path, other.anchor,"
        f" other.qualname, other.kind, (SELECT ifnull(sum(count), 0) {used},"
        f" (SELECT count(DISTINCT path) {used}"
        " FROM pair JOIN own USING (ordinal) JOIN definition AS other"
        " ON other.path = pair.path AND other.ordinal = pair.other"
        " WHERE other.path <> own.path AND other.declaration <> own.declaration"
        " AND NOT ((own.kind = 'function' OR own.family = 'javascript')"
        " AND (own.private OR other.private))"
        # Types are declared by whoever names them.
        f" AND (own.kind IN ({_TYPES}) OR iif(own.declaration,"
        f" {_GOES_WITH.format('other', 'own')}, {_GOES_WITH.format('own', 'other')}))"
        " ORDER BY own.ordinal, other.path, other.ordinal",
        (path, qualname, _MOST_COUNTERPARTS),
    )
    others = map(Counterpart._make, rows)
    return [
        row
        for row in others
        if not (where := path if row.own_declares else row.path).endswith(_TYPESCRIPT)
        or where.endswith(DECLARING)
    ]


def named_alike(store: Store, qualname: str) -> Iterator[tuple[str, str]]:
    """Iterate over what may be declared or defined by what has a qualified name.

    Namespaces are neither declarations nor definitions of each other.

    :return: paths and qualified names, of languages with declarations.
    """
    query = (
        "SELECT path, qualname FROM definition WHERE qualname = ?1 AND family <> ''"
        " AND kind <> 'namespace' UNION SELECT definition.path, definition.qualname"
        " FROM may_be JOIN definition USING (path, ordinal) WHERE may_be.qualname = ?1"
        " UNION SELECT other.path, other.qualname FROM definition AS own"
        " JOIN may_be USING (path, ordinal)"
        " JOIN definition AS other ON other.qualname = may_be.qualname"
        " WHERE own.qualname = ?1 AND own.family <> '' AND other.family = own.family"
    )
    return store.select(query, (qualname,))
