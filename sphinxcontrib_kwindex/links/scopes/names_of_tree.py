"""The definitions of a tree by their names, in languages other than Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Final

from ...analysis.languages.language import Language
from ...analysis.languages.registry import row_of
from ...model.container_types import SMART_POINTERS
from ...model.grouped import grouped
from ...model.kinds import (
    CALLABLES,
    CONTAINERS,
    EXTENSION,
    KINDS,
    MEMBERS,
    TYPES,
    VALUES,
)
from ...model.names import LOCALS, last_part, outer_name, parts_of, split_name
from ...model.references import A_TYPE, CALL, Spec
from ...model.rows import DefinitionRow, ReferenceRow
from ...scan.test_paths import is_test
from ...store.database import Store
from ...store.definition_queries import definitions_named
from ...store.file_languages import family_of
from ..places import Target

#: How many definitions may have a name that nothing else decides.
MOST_BY_NAME: Final = 3
#: Of how many names the definitions are kept.
_NAMES: Final = 20_000
#: With more definitions of one name nobody looks through all of them for each file.
MANY: Final = 20
#: All kinds.
EVERY: Final = frozenset(KINDS)
_SPACES: Final = frozenset({"namespace"})
UNCALLED: Final = EVERY - CALLABLES
#: What C++ looks for before ``::``.
NO_VALUES: Final = UNCALLED - VALUES

Rows = list[DefinitionRow]


def only(rows: Rows, kinds: frozenset[str]) -> Rows:
    """Return the definitions of some kinds."""
    return rows if kinds is EVERY else [row for row in rows if row.kind in kinds]


def has_submodules(path: str) -> bool:
    """Tell whether the name of a module may go on with that of another in it."""
    return separator_of(path) == "::" or row_of(path).submodules


def separator_of(path: str) -> str:
    """Return what stands between the parts of qualified names in a file."""
    return row_of(path).separator


class Names:
    """The definitions of a tree by their names.

    Where kinds are given, definitions of others do not count.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.family = lru_cache(_NAMES)(partial(family_of, store))
        """The family of a file, in whose files what it names may be defined."""
        self._named = lru_cache(_NAMES)(self._read_named)
        self.qualified = lru_cache(_NAMES)(self._read_qualified)
        self._by_file = lru_cache(_NAMES)(self._read_by_file)
        self._likely = lru_cache(_NAMES)(self._read_likely)
        self.has_pointers = lru_cache(_NAMES)(self._read_has_pointers)
        """Whether a family has a type that is called as smart pointers are."""

    def by_name(
        self, path: str, name: str, among: frozenset[str], *, members: bool
    ) -> Rows:
        """Return the few definitions with a name; members, or what is none."""
        likely = self._likely(
            self.family(path),
            separator_of(path),
            name,
            among,
            members=members,
            in_tests=is_test(path),
        )
        rows = likely.get("", [])
        if own := likely.get(path):
            rows = sorted((*rows, *own), key=lambda row: (row.path, row.line))
        return rows if _are_few(rows, members=members) else []

    def extensions(self, path: str, name: str, among: frozenset[str]) -> Rows:
        """Return the few methods with a name that are defined for types of others."""
        rows = self.by_name(path, name, among, members=True)
        return [row for row in rows if row.sort == EXTENSION]

    def of_modules(self, path: str, name: str) -> Rows:
        """Return the few methods with a name of modules that may be mixed in."""
        if not row_of(path).mixed_in or name in row_of(path).common:
            return []
        return [
            row
            for row in self.by_name(path, name, CALLABLES, members=True)
            if self.in_file(row.path, outer_name(row.qualname), _SPACES)
        ]

    def _read_likely(
        self,
        family: str,
        separator: str,
        name: str,
        among: frozenset[str],
        *,
        members: bool,
        in_tests: bool,
    ) -> dict[str, Rows]:
        """Return the definitions that a name may mean, by the only file that they are
        for; nothing if those for all are too many. Only tests mean what tests define.
        """
        likely: defaultdict[str, Rows] = defaultdict(list)
        for row in only(self._named(family, last_part(name)), among):
            if not in_tests and is_test(row.path):
                continue
            if LOCALS in row.qualname:
                # It is seen in a function alone.
                continue
            if (row.kind in MEMBERS) == members and (
                row.qualname == name or row.qualname.endswith(f"{separator}{name}")
            ):
                likely[row.path if row.private == 1 else ""].append(row)
        return dict(likely) if _are_few(likely.get("", []), members=members) else {}

    def of(self, path: str, name: str, among: frozenset[str] = EVERY) -> Rows:
        """Return the definitions with the last part of a name."""
        return only(self._named(self.family(path), last_part(name)), among)

    def parts_of(self, cls: Target, sees: Callable[[str, str], bool]) -> list[Target]:
        """Return the parts of a class, in their order; but for some languages itself.

        :param sees: tells whether a file sees what another defines.
        """
        if not row_of(cls.path).partial_types:
            return [cls]
        paths = {row.path for row in self.called(cls.path, cls.qualname, TYPES)}
        return [
            Target(path, cls.qualname)
            for path in sorted({*paths, cls.path})
            if path == cls.path or (sees(cls.path, path) and sees(path, cls.path))
        ]

    def _read_has_pointers(self, family: str) -> bool:
        return any(only(self._named(family, name), TYPES) for name in SMART_POINTERS)

    def _read_named(self, family: str, name: str) -> Rows:
        return [
            row
            for row in definitions_named(self._store, name, KINDS)
            if self.family(row.path) == family
        ]

    def _read_qualified(self, family: str, name: str) -> dict[str, Rows]:
        """Return the definitions with a name by their qualified names."""
        return dict(grouped((row.qualname, row) for row in self._named(family, name)))

    def by_qualname(self, path: str, name: str) -> dict[str, Rows]:
        """Return the definitions with the last part of a name, by qualified name.

        :param path: a file of their family.
        """
        return self.qualified(self.family(path), last_part(name))

    def called(self, path: str, qualname: str, among: frozenset[str] = EVERY) -> Rows:
        """Return the definitions with a qualified name in the family of a file."""
        return only(self.by_qualname(path, qualname).get(qualname, []), among)

    def in_namespace(
        self,
        path: str,
        base: str,
        among: frozenset[str],
        holds: Callable[[str, str, str], bool],
    ) -> Rows:
        """Return what a name means that begins with the namespace of its file.

        :param path: the file that the name stands in.
        :param holds: tells whether a file has its definitions in a namespace that
            another names.
        """
        if row_of(path).found_by != "packages":
            return []
        parts = base.split(separator_of(path))
        for number in range(1, min(len(parts), MANY)):
            space, name = (
                separator_of(path).join(some)
                for some in (parts[:number], parts[number:])
            )
            rows = self.called(path, name, among)
            if len(rows) <= MANY:
                rows = [row for row in rows if holds(path, space, row.path)]
                if rows:
                    return rows
        return []

    def in_file(self, path: str, qualname: str, among: frozenset[str] = EVERY) -> Rows:
        """Return the definitions of a file with a qualified name."""
        rows = self.called(path, qualname)
        if len(rows) > MANY:
            return self._by_file(self.family(path), qualname, among).get(path, [])
        return [row for row in only(rows, among) if row.path == path]

    def defined(self, rows: Rows) -> Rows:
        """Return what defines a type that some rows only declare, if one file does.

        ``class Box;`` stands in many headers, and means the class of that name.
        """
        if not rows or not all(row.declaration and row.kind in TYPES for row in rows):
            return rows
        path, qualname = rows[0].path, rows[0].qualname
        defining = [
            row
            for row in self.called(path, qualname, TYPES)
            if not row.declaration and row.private != 1
        ]
        return defining if len({row.path for row in defining}) == 1 else rows

    def nearest(self, path: str, qualname: str, among: frozenset[str]) -> Rows:
        """Return the definitions of a file with a qualified name, else some of all."""
        by_file = self._by_file(self.family(path), qualname, among)
        return by_file.get(path) or by_file[""]

    def are_of_others(self, path: str, rows: Rows, inner: Iterable[str]) -> bool:
        """Tell whether definitions are not what a name alone means.

        That are members that the class further in does not have, and what files of the
        tree only add to.

        :param inner: the scopes within that in which they were found.
        """
        language, name = row_of(path), rows[0].qualname
        if language.adds_to_prelude and name[0].isupper() and name in language.prelude:
            return True
        return (
            not language.outer_members
            and all(row.kind in MEMBERS and outer_name(row.qualname) for row in rows)
            and any(self.in_file(path, scope, CONTAINERS) for scope in inner)
        )

    def _read_by_file(
        self, family: str, qualname: str, among: frozenset[str]
    ) -> dict[str, Rows]:
        """Return the definitions with a qualified name by file, and some for all."""
        named = self.qualified(family, last_part(qualname))
        rows = only(named.get(qualname, []), among)
        by_file = grouped((row.path, row) for row in rows)
        # What is only declared is named where nobody is known to define it.
        by_file[""] = [row for row in rows if not row.declaration][:MANY] or rows[:MANY]
        return dict(by_file)


def _are_few(rows: Rows, *, members: bool) -> bool:
    most = MOST_BY_NAME if members else 1
    return len({row.qualname for row in rows}) <= most


def is_constructor(row: DefinitionRow) -> bool:
    """Tell whether a definition has the name of its class, by which that is meant."""
    if row.kind != "method":
        return False
    outer, name = split_name(row.qualname)
    return last_part(outer) == name


def kinds_meant(language: Language, spec: Spec) -> frozenset[str]:
    """Return the kinds of what an identifier may mean, by what it is used as."""
    used_as = spec.steps[-1:]
    if used_as == (A_TYPE,):
        return TYPES
    if spec.kind in language.calls_apart:
        called = EVERY if language.values_called else CALLABLES
        return called if used_as == (CALL,) else UNCALLED
    # C alone says so of what may mean other things: none of them is a type.
    return EVERY - TYPES if used_as == (CALL,) else EVERY


def reference(path: str, rows: Rows, *, by_name: bool) -> ReferenceRow | None:
    """Return what a reference to some definitions leads to, if they are few.

    :param path: the file that it stands in, whose own come first.
    """
    own = [row for row in rows if row.path == path]
    defined = [row for row in own or rows if not row.declaration]
    if own and not defined:
        # A file that declares a type may see its definition.
        types = [row for row in rows if row.kind in TYPES and not row.declaration]
        defined = types if len(types) == 1 else []
    # What is only declared is named where nobody is known to define it.
    rows = defined or own or rows
    if not rows:
        return None
    # Many files may define a name, each for a system of its own. A namespace that many
    # add to is defined nowhere.
    is_sure = not by_name and rows[0].kind != "namespace"
    if len(rows) > (MANY if is_sure else MOST_BY_NAME):
        return None
    if row_of(rows[0].path).partial_types:
        rows = sorted(rows, key=_is_minor_part)
    first, *others = (
        ReferenceRow(row.path, row.kind, row.qualname, row.anchor, by_name=by_name)
        for row in rows
    )
    return first._replace(more=tuple(others)) if others else first


def _is_minor_part(row: DefinitionRow) -> bool:
    """Tell whether a file with a part of a type has another name: ``Box.Tests.cs``."""
    stem, _, _ = row.path.rpartition("/")[2].rpartition(".")
    return stem not in {row.qualname, last_part(row.qualname)}


def module_row(store: Store, module: str) -> ReferenceRow | None:
    """Return what leads to a file or a folder."""
    if not module:
        return None
    is_file = store.file_key(module) is not None
    return ReferenceRow(module, "file" if is_file else "folder")


def names_so(exports: Mapping[str, Spec], name: str, row: DefinitionRow) -> bool:
    """Tell whether a file of C++ calls by a name what it defines: ``using a::B;``.

    :param exports: as of :class:`.ModuleInterface`.
    """
    spec = exports.get(parts_of(name)[0])
    if spec is None or not row_of(row.path).includes:
        return False
    return f"{row.qualname}::".startswith(f"{spec.base}::")
