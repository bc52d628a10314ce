"""What a written name means: paths, dotted names, and endings of either.

Roles, directives and references in docstrings all ask here. A name is clear when
one object fits it best; between several that fit equally well nobody chooses.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from .codemap import CodeMap
from .facts import KINDS
from .rows import DefinitionRow

#: The kinds that each role of the domain ``kw`` looks for.
ROLES: Final[dict[str, tuple[str, ...]]] = {
    "file": ("file",),
    "folder": ("folder",),
    "class": ("class",),
    "func": ("function",),
    "meth": ("method",),
    "attr": ("attribute",),
    "data": ("data",),
    "obj": ("file", "folder", *KINDS),
}
#: The same for the roles of the Python domain, as docstrings use them.
PYTHON_ROLES: Final[dict[str, tuple[str, ...]]] = {
    "class": ("class",),
    "exc": ("class",),
    "func": ("function", "class", "method"),
    "meth": ("method", "function"),
    "attr": ("attribute", "method"),
    "data": ("data",),
    "const": ("data",),
    "mod": ("file",),
    "obj": ROLES["obj"],
    "any": ROLES["obj"],
}
PLACES: Final = ("file", "folder")


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """An object of the domain."""

    kind: str
    path: str
    qualname: str = ""
    anchor: str = ""
    """The id of a definition on the page of its file."""

    @property
    def name(self) -> str:
        """Its name in the inventory."""
        return f"{self.path}::{self.qualname}" if self.qualname else self.path or "."


def find(code: CodeMap, name: str, kinds: Iterable[str]) -> list[Target]:
    """Return the objects that a name may mean, the best matches only.

    :param name: ``path::qualname``, a path, a dotted name, or the ending of one.
    :return: one object if the name is clear, none if it is unknown.
    """
    kinds = tuple(kinds)
    found: list[tuple[int, Target]] = []
    if any(kind in PLACES for kind in kinds) and "::" not in name:
        found += _find_places(code, name, kinds)
    if any(kind not in PLACES for kind in kinds):
        found += _find_definitions(code, name, kinds)
    if not found:
        return []
    best = min(rank for rank, _ in found)
    return sorted({target for rank, target in found if rank == best})


def find_from(
    code: CodeMap, path: str, scope: str, name: str, kinds: Iterable[str]
) -> list[Target]:
    """Return what a name may mean where it is written in a docstring.

    What stands next to it comes first: in the definition itself, in those around it,
    in its file; then the whole tree.

    :param scope: the qualified name of the definition that has the docstring.
    """
    kinds = tuple(kinds)
    around = scope
    while True:
        qualname = f"{around}.{name}" if around else name
        where = f"path = ? AND qualname = ? AND {_among(kinds)}"
        rows = code.store.definitions(where, (path, qualname, *kinds))
        if found := [_target(row) for row in rows]:
            return found[:1]
        if not around:
            return find(code, name, kinds)
        around = around.rpartition(".")[0].removesuffix(".<locals>")


def _find_places(
    code: CodeMap, name: str, kinds: tuple[str, ...]
) -> Iterator[tuple[int, Target]]:
    path = "" if name == "." else name.strip("/")
    for kind, place in code.places_called(path.rpartition("/")[2]):
        if kind in kinds:
            if place == path:
                yield 0, Target(kind, place)
            elif place.endswith(f"/{path}"):
                yield 2, Target(kind, place)
    if "file" in kinds:
        for file in code.modules_named(path):
            yield 1, Target("file", file)


def _find_definitions(
    code: CodeMap, name: str, kinds: tuple[str, ...]
) -> Iterator[tuple[int, Target]]:
    path, exact, qualname = name.rpartition("::")
    if "/" in qualname:
        return
    last = qualname.rpartition(".")[2]
    where = f"name = ? AND {_among(kinds)}"
    for row in code.store.definitions(where, (last, *kinds)):
        if exact:
            rank = _rank_in_file(row, path, qualname)
        else:
            rank = _rank_dotted(code, row, qualname)
        if rank is not None:
            yield rank, _target(row)
    if not exact:
        for row in code.reexported(qualname):
            if row.kind in kinds:
                yield 1, _target(row)


def _among(kinds: tuple[str, ...]) -> str:
    return f"kind IN ({', '.join('?' * len(kinds))})"


def _target(row: DefinitionRow) -> Target:
    return Target(row.kind, row.path, row.qualname, row.anchor)


def _rank_in_file(row: DefinitionRow, path: str, qualname: str) -> int | None:
    exact_path = row.path == path
    if not exact_path and not row.path.endswith(f"/{path}"):
        return None
    if row.qualname == qualname:
        return 0 if exact_path else 2
    return (1 if exact_path else 3) if row.qualname.endswith(f".{qualname}") else None


def _rank_dotted(code: CodeMap, row: DefinitionRow, name: str) -> int | None:
    dotted = f"{code.modules.name(row.path)}.{row.qualname}"
    if dotted == name:
        return 0
    if row.qualname == name:
        return 2
    return 3 if dotted.endswith(f".{name}") else None


def nearest(code: CodeMap, name: str, kinds: Iterable[str]) -> list[str]:
    """Return names of the tree that look like one that is not there."""
    kinds = tuple(kinds)
    found: list[str] = []
    if "folder" in kinds:
        found += difflib.get_close_matches(name, [path or "." for path in code.folders])
    if "file" in kinds:
        paths = [path for folder in code.folders.values() for path in folder.files]
        found += difflib.get_close_matches(name, paths)
    definitions = [kind for kind in kinds if kind not in PLACES]
    if definitions:
        last = name.rpartition("::")[2].rpartition(".")[2].casefold()
        # Comparing with every name of a large tree takes seconds.
        rows = code.store.select(
            "SELECT DISTINCT folded FROM definition WHERE folded >= ? AND folded < ?",
            (last[:1], f"{last[:1]}\U0010ffff"),
        )
        for match in difflib.get_close_matches(last, [one for (one,) in rows]):
            rows = code.store.definitions("folded = ?", (match,))
            found += [row.target for row in rows if row.kind in definitions]
    return found
