"""Resolves written names: paths, dotted names, and endings of either.

Roles, directives and references in docstrings all ask here. A name is clear when
one object fits it best; between several that fit equally well nobody chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Final

from ...links.languages.python import dotted_name, module_paths, without_stubs
from ...model.kinds import CONTAINERS, DERIVING, KINDS, MEMBERS, PYTHON_KINDS
from ...model.names import (
    SEPARATORS,
    enclosing,
    ends_with,
    full_name,
    last_part,
    parts_of,
    spellings,
    split_name,
)
from ...model.record import Record
from ...model.rows import DefinitionRow
from ...store.file_queries import packages_of_files
from ..code_map import CodeMap
from .documented_objects import documented
from .similar_names import NameIndex, by_likeness, lines

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
    **{kind: (kind,) for kind in KINDS if kind not in PYTHON_KINDS},
    "obj": ("file", "folder", *KINDS),
}
#: The same for the roles of the Python domain, as docstrings use them.
PYTHON_ROLES: Final[dict[str, tuple[str, ...]]] = {
    "class": ("class", "interface", "enum", "type"),
    "exc": ("class",),
    "func": ("function", "class", "method", "macro"),
    "meth": ("method", "function"),
    "attr": ("attribute", "method", "field"),
    "data": ("data", "constant"),
    "const": ("data", "constant"),
    "mod": ("file",),
    "obj": ROLES["obj"],
    "any": ROLES["obj"],
}
PLACES: Final = ("file", "folder")
_DEFINITION_KINDS: Final = frozenset(KINDS)
#: What stands between the parts of names and paths.
SIGNS: Final = re.compile(r"::|->|[.#/:\\]")
#: A place as compilers, grep and tracebacks print it: ``a/b.py:12``, ``a/b.py:12:5:``.
_PLACE: Final = re.compile(r"([^:]+):(\d{1,9})(?::\d{1,9})?:?")
#: How many similar last parts of names are looked for.
_SIMILAR: Final = 5
#: How many are suggested where none is similar.
_SUGGESTED: Final = 3
#: How many definitions of one name are looked at.
_ROWS: Final = 200


class DomainObject(Record, frozen=True, order=True):
    """An object of the domain."""

    kind: str
    path: str
    qualname: str = ""
    anchor: str = ""
    """The id of a definition on the page of its file."""

    @property
    def name(self) -> str:
        """Its name in the inventory."""
        return full_name(self.path, self.qualname)


_Match = tuple[int, DomainObject]
"""How well an object fits a name, 0 best, and the object."""


def find_objects(code: CodeMap, name: str, kinds: Iterable[str]) -> list[DomainObject]:
    """Return the objects that a name may mean, the best matches only.

    :param name: ``path::qualname``, a path, a dotted name, or the ending of either.
    :return: one object if the name is clear, none if it is unknown.
    """
    kinds = tuple(kinds)
    found = (_found(code, spelled, kinds) for spelled in spellings(name))
    return next(filter(None, found), [])


def _found(code: CodeMap, name: str, kinds: tuple[str, ...]) -> list[DomainObject]:
    matches = list(_find_places(code, name, kinds))
    if MODULE in kinds:
        matches += _find_modules(code, name)
    if not _DEFINITION_KINDS.isdisjoint(kinds):
        matches += _find_definitions(code, name, kinds)
    if not matches and "." in name and "/" not in name and "::" not in name:
        # A module may offer what others define.
        for rank, whole in ((0, True), (3, False)):
            rows = documented(code, name, whole=whole)
            matches += [(rank, _definition(row)) for row in rows if row.kind in kinds]
            if matches:
                break
    if not matches and not MEMBERS.isdisjoint(kinds):
        matches += _find_inherited(code, name, kinds)
    best = min((rank for rank, _ in matches), default=0)
    objects = {match for rank, match in matches if rank == best}
    classes = {found.qualname for found in objects if found.kind in DERIVING}
    return sorted(found for found in objects if not _is_constructor(found, classes))


def _is_constructor(found: DomainObject, classes: Container[str]) -> bool:
    """Tell whether a method has its name from one of some classes, as in C++."""
    around = enclosing(found.qualname)
    named_alike = last_part(around) == last_part(found.qualname)
    return found.kind == "method" and named_alike and around in classes


def find_by_any_signs(
    code: CodeMap, name: str, kinds: Iterable[str]
) -> list[DomainObject]:
    """Return the objects that a name may mean, written as any language writes it.

    What :func:`find_objects` does not know may have signs of another language between
    its parts, and the brackets of a call: ``Cart#total``, ``cart::Cart.total()``. It
    may begin with a package, as files of Go and Java say theirs, or else with the end
    of a path. A line of a file (``shop/cart.py:12``) is in the innermost definition
    there.
    """
    kinds = tuple(kinds)
    if objects := find_objects(code, name, kinds):
        return objects
    if place := _PLACE.fullmatch(name):
        return _around(code, without_line(name), int(place[2]), kinds)
    # So paths from the root of a crate begin in Rust.
    written = name.removesuffix("()").removeprefix("crate::")
    parts = [part for part in SIGNS.split(written) if part]
    rows = [*code.definitions_named(parts[-1], kinds)] if parts else []
    packages = code.keep(packages_of_files, lambda: dict(packages_of_files(code.store)))

    def called(*beginnings: Callable[[DefinitionRow], str]) -> list[DomainObject]:
        return sorted(
            {
                _definition(row)
                for row in rows
                for begin in beginnings
                if [*SIGNS.split(begin(row)), *parts_of(row.qualname)][-len(parts) :]
                == parts
            }
        )

    return called(lambda row: packages.get(row.path, "")) or called(
        lambda row: row.path, lambda row: row.path.rpartition(".")[0]
    )


def without_line(name: str) -> str:
    """Return the file of a name that is a line of one, else the name as it is."""
    place = _PLACE.fullmatch(name)
    return place[1] if place else name


def _around(
    code: CodeMap, file: str, line: int, kinds: tuple[str, ...]
) -> list[DomainObject]:
    """Return the innermost definition that has a line, of each file of a name."""
    objects = []
    for found in find_objects(code, file, ("file",)):
        around = [
            (definition.line, -definition.end_line, definition.qualname)
            for definition in code.facts(found.path).definitions
            if definition.line <= line <= definition.end_line
        ]
        *_, qualname = max(around, default=(0, 0, ""))
        objects += [
            _definition(row)
            for row in code.definitions(found.path)
            if row.qualname == qualname and row.kind in kinds
        ]
    return objects


def find_in_scope(
    code: CodeMap, path: str, scope: str, name: str, kinds: Iterable[str]
) -> list[DomainObject]:
    """Return what a name may mean where it is written in a docstring.

    What stands next to it comes first: in the definition itself, in those around it,
    in its file; then the whole tree.

    :param scope: the qualified name of the definition that has the docstring.
    """
    kinds = tuple(kinds)
    while True:
        for separator in SEPARATORS if scope else ("",):
            for row in code.definitions_called(path, f"{scope}{separator}{name}"):
                if row.kind in kinds:
                    return [_definition(row)]
        if not scope:
            return find_objects(code, name, kinds)
        scope = enclosing(scope)


def _places(kinds: tuple[str, ...]) -> list[str]:
    return [kind for kind in PLACES if kind in kinds]


def _find_places(code: CodeMap, name: str, kinds: tuple[str, ...]) -> Iterator[_Match]:
    path = "" if name == "." else name.strip("/")
    for kind in _places(kinds):
        for place in code.paths_by_name(kind).get(path.rpartition("/")[2], ()):
            if place == path:
                yield 0, DomainObject(kind, place)
            elif place.endswith(f"/{path}"):
                yield 2, DomainObject(kind, place)
    if "file" in kinds:
        for file in code.modules.called(path):
            yield 1, DomainObject("file", file)


def _find_modules(code: CodeMap, name: str) -> Iterator[_Match]:
    """Yield the files that a module's name or path means; a package's is its own."""
    for file in without_stubs(code.modules.called(name)):
        yield 0, DomainObject("file", file)
    ranks: dict[str, int] = {}
    for candidate in module_paths(name):
        base = candidate.rpartition("/")[2]
        for place in code.paths_by_name("file").get(base, ()):
            if f"/{place}".endswith(f"/{candidate}"):
                ranks.setdefault(place, 0 if place == candidate else 2)
    for place in without_stubs(list(ranks)):
        yield ranks[place], DomainObject("file", place)


def _find_definitions(
    code: CodeMap, name: str, kinds: tuple[str, ...]
) -> Iterator[_Match]:
    path, has_path, qualname = _parted(code, name)
    if "/" in name and not has_path:
        return
    asked = qualname if has_path else name
    for row in code.definitions_by_end(name, asked, kinds):
        ranks = [_rank_dotted(code, row, name)]
        if has_path:
            ranks.append(_rank_in_file(row, path, qualname))
        if known := [rank for rank in ranks if rank is not None]:
            yield min(known), _definition(row)
    if not has_path:
        for row in _reexported(code, name):
            if row.kind in kinds:
                yield 1, _definition(row)


def _parted(code: CodeMap, name: str) -> tuple[str, str, str]:
    """Part a name at the end of a path, which may have the sign itself."""
    parts = name.split("::") if "/" in name else ()
    for count in range(1, len(parts)):
        path = "::".join(parts[:count])
        if code.has_file(path):
            return path, "::", "::".join(parts[count:])
    # What is before the first is a path, or a part of a qualified name.
    return name.partition("::")


def _reexported(code: CodeMap, dotted: str) -> Iterator[DefinitionRow]:
    """Yield the definitions that a module imports and so offers by its own name.

    :param dotted: the module's name, a dot, and the name there.
    """
    parts = dotted.split(".")
    for end in range(1, len(parts)):
        for path in code.modules.called(".".join(parts[:end])):
            for row in code.imported_as(path, parts[end]):
                names = filter(None, (row.qualname, *parts[end + 1 :]))
                yield from code.definitions_called(row.target, ".".join(names))


def _find_inherited(
    code: CodeMap, name: str, kinds: tuple[str, ...]
) -> Iterator[_Match]:
    """Yield what a class that is named has from the classes above it."""
    owner, member = split_name(name)
    if "/" in member or not owner:
        return
    for rank, cls in _find_definitions(code, owner, tuple(CONTAINERS)):
        for row in code.inherited_members(cls.path, cls.qualname, member)[:1]:
            if row.kind in kinds:
                yield rank, _definition(row)


def _definition(row: DefinitionRow) -> DomainObject:
    return DomainObject(row.kind, row.path, row.qualname, row.anchor)


def _rank_in_file(row: DefinitionRow, path: str, qualname: str) -> int | None:
    exact_path = row.path == path
    if not exact_path and not row.path.endswith(f"/{path}"):
        return None
    if row.qualname == qualname:
        return 0 if exact_path else 2
    return (1 if exact_path else 3) if ends_with(row.qualname, qualname) else None


def _rank_dotted(code: CodeMap, row: DefinitionRow, name: str) -> int | None:
    if row.qualname == name:
        return 2
    if ends_with(row.qualname, name):
        return 3
    if not name.endswith(f".{row.qualname}"):
        return None
    dotted = f"{code.modules.name(row.path)}.{row.qualname}"
    if dotted == name:
        return 0
    return 3 if ends_with(dotted, name) else None


def files_without_suffix(code: CodeMap, name: str) -> list[str]:
    """Return the files whose paths end with a name if their suffixes are left out."""
    base = name.rpartition("/")[2]
    named = code.paths_by_name("file").items() if base else ()
    paths = [group for key, group in named if key.rpartition(".")[0] == base]
    end = f"/{name}"
    return sorted(
        path for path in chain(*paths) if f"/{path}".rpartition(".")[0].endswith(end)
    )


def similar_objects(code: CodeMap, name: str, kinds: Iterable[str]) -> list[str]:
    """Return names of the tree that look like a name that is not there, the best first.

    They are looked up by their last parts, and put in order as a whole, with or without
    their paths. There are some wherever the tree has anything of the kinds, but for a
    name without a letter.
    """
    kinds = tuple(kinds)
    if not re.search(r"\w", name):
        return []
    candidates: list[str] = []
    if places := [code.paths_by_name(kind) for kind in _places(kinds)]:
        last = name.rstrip("/").rpartition("/")[2]
        of = " ".join(_places(kinds))
        for base in _similar(code, of, lambda: lines(chain(*places)), last):
            candidates += [
                path or "." for place in places for path in place.get(base, ())
            ]
    if MODULE in kinds:
        named = map(code.modules.name, code.modules.files)
        candidates += _similar(code, MODULE, lambda: lines(named), dotted_name(name))
    definitions = tuple(kind for kind in kinds if kind in KINDS)
    if definitions:
        names = partial(code.names_of_kinds, definitions)
        last = last_part(name.rpartition("/")[2])
        for similar_name in _similar(code, " ".join(definitions), names, last):
            rows = code.definitions_named(similar_name, definitions)
            candidates += [row.target for row in islice(rows, _ROWS)]
    of_path = by_likeness(name, candidates)
    short = {whole: whole.partition("::")[2] or whole for whole in candidates}
    of_name = by_likeness(name, short.values())
    likeness = {whole: max(of_path[whole], of_name[short[whole]]) for whole in short}
    return sorted(likeness, key=lambda whole: (-likeness[whole], whole))


def _similar(code: CodeMap, of: str, names: Callable[[], str], name: str) -> list[str]:
    """Return the names of one sort that are similar to *name*; they are kept.

    :param names: as :class:`.NameIndex` takes them.
    """
    index = code.keep((NameIndex, of), lambda: NameIndex(names()))
    return index.similar(name, _SIMILAR, _SUGGESTED)
