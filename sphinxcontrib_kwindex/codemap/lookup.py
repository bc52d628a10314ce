"""What a written name means: paths, dotted names, and endings of either.

Roles, directives and references in docstrings all ask here. A name is clear when
one object fits it best; between several that fit equally well nobody chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from ..model.facts import KINDS
from ..model.rows import DefinitionRow
from .code_map import CodeMap
from .similar_names import closest

#: Not a kind of objects: a file by the name that it is imported by.
MODULE: Final = "module"
#: The kinds that each role of the domain ``kw`` looks for.
ROLES: Final[dict[str, tuple[str, ...]]] = {
    "file": ("file",),
    "folder": ("folder",),
    "mod": (MODULE,),
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
#: Kinds of what a class has from its bases, too.
_INHERITED: Final = ("method", "attribute")
_SUFFIXES: Final = (".py", ".pyi")
#: So many last parts are taken for what may be meant.
_PARTS: Final = 5
#: So many definitions of one name are looked at.
_ROWS: Final = 200


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
    if MODULE in kinds:
        found += _find_modules(code, name)
    if any(kind in KINDS for kind in kinds):
        found += _find_definitions(code, name, kinds)
    if not found and any(kind in _INHERITED for kind in kinds):
        found += _find_inherited(code, name, kinds)
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


def _find_modules(code: CodeMap, name: str) -> Iterator[tuple[int, Target]]:
    """Yield the files that a module's name or path means; a package's is its own."""
    for file in _sources(code.modules_named(name)):
        yield 0, Target("file", file)
    path = name.strip("/")
    if path.endswith(_SUFFIXES):
        ways = [path]
    else:
        path = path if "/" in path else path.replace(".", "/")
        ways = [f"{path}{end}{one}" for end in ("", "/__init__") for one in _SUFFIXES]
    found = [
        (0 if place == way else 2, place)
        for way in ways
        for kind, place in code.places_called(way.rpartition("/")[2])
        if kind == "file" and (place == way or place.endswith(f"/{way}"))
    ]
    for place in _sources([place for _, place in found]):
        yield min(rank for rank, one in found if one == place), Target("file", place)


def _sources(paths: list[str]) -> list[str]:
    """Return paths without those of stubs that stand beside the source."""
    return [
        path
        for path in paths
        if not (path.endswith(".pyi") and path.removesuffix("i") in paths)
    ]


def _find_inherited(
    code: CodeMap, name: str, kinds: tuple[str, ...]
) -> Iterator[tuple[int, Target]]:
    """Yield what a class that is named has from the classes above it."""
    owner, _, member = name.rpartition(".")
    if "/" in member or not owner:
        return
    for rank, one in _find_definitions(code, owner, ("class",)):
        for row in code.inherited_members(one.path, one.qualname, member)[:1]:
            if row.kind in kinds:
                yield rank, _target(row)


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
    """Return names of the tree that look like one that is not there, the best first.

    They are found by their last parts, and put in order as a whole. There are some
    wherever the tree has anything of the kinds.
    """
    kinds = tuple(kinds)
    found: list[str] = []
    if any(kind in PLACES for kind in kinds):
        places = code.similar("places", code.place_names)
        for base in places.most(name.rstrip("/").rpartition("/")[2], _PARTS):
            found += [
                path or "." for kind, path in code.places_called(base) if kind in kinds
            ]
    if MODULE in kinds:
        modules = code.similar(MODULE, code.module_names)
        found += modules.most(name.replace("/", ".").removesuffix(".py"), _PARTS)
    definitions = tuple(kind for kind in kinds if kind in KINDS)
    if definitions:
        where = _among(definitions)
        query = f"SELECT DISTINCT name FROM definition WHERE {where}"

        def names() -> Iterator[str]:
            return (one for (one,) in code.store.select(query, definitions))

        known = code.similar(" ".join(definitions), names)
        last = name.rpartition("::")[2].rpartition(".")[2]
        for one in known.most(last, _PARTS):
            rows = code.store.definitions(f"name = ? AND {where}", (one, *definitions))
            found += [row.target for row in islice(rows, _ROWS)]
    return closest(name, dict.fromkeys(found))
