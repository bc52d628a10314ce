"""The members of classes of languages other than Python, and the classes above them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from posixpath import basename, commonprefix
from typing import Final

from ...analysis.languages.registry import row_of
from ...model.kinds import CALLABLES, EXTENSION, MEMBERS, TYPES
from ...model.names import enclosing, last_part, outer_name
from ...model.references import Spec
from ...model.rows import DefinitionRow
from ...scan.test_paths import is_test
from ..imports.import_resolver import ImportResolver
from ..module_interface import ModuleInterface
from ..places import Target
from .names_of_tree import EVERY, MANY, Names, Rows, is_constructor, separator_of

_CONSTANTS: Final = frozenset({"constant"})
_OTHER_NAMES: Final = frozenset({"type"})
#: How many classes above one another are looked through.
_MOST_ABOVE: Final = 30


class ScopedMembers:
    """Finds members in a class, in its parts, and in the classes above it.

    :param base_of: returns the class that a base of a class is, if it is in the tree.
    :param stands_for: returns the class that another name of it means, if it does.
    """

    def __init__(
        self,
        names: Names,
        imports: ImportResolver,
        read_interface: Callable[[str], ModuleInterface],
        base_of: Callable[[Target, Spec], Target | None],
        stands_for: Callable[[Target], Target | None],
    ) -> None:
        self._names = names
        self._imports = imports
        self._interface = read_interface
        self._base_of = base_of
        self._stands_for = stands_for
        self._above: dict[Target, Sequence[Target]] = {}

    def bases(self, cls: Target) -> list[Target | None]:
        """Return the bases of a class, ``None`` for what is not in the tree."""
        specs = self._interface(cls.path).bases.get(cls.qualname, ())
        if not specs and self._names.in_file(cls.path, cls.qualname, _OTHER_NAMES):
            # A type that is another, whose members it has.
            return [self._stands_for(cls)]
        return [spec and self._base_of(cls, spec) for spec in specs]

    def parts_of(self, cls: Target) -> list[Target]:
        """Return all parts of a class that several files define together."""
        return self._names.parts_of(cls, self._imports.sees)

    def seen(self, path: str, rows: Rows, among: frozenset[str]) -> Rows:
        """Return which definitions of one qualified name a file has itself, or sees.

        Only tests mean what tests define, where others define it, too.
        """
        if len(rows) > MANY and rows[0].kind == "namespace":
            # It is everywhere: all see some of them.
            return self._names.nearest(path, rows[0].qualname, among)
        seen = [
            row
            for row in rows
            if row.path == path
            # A member of nothing was misread, and is seen nowhere else.
            or (_is_placed(row) and self._imports.sees(path, row.path))
        ]
        language = row_of(path)
        if len(seen) > 1 and language.imports_all and language.found_by == "packages":
            seen = _of_own_module(path, seen)
        if len(seen) > 1 and not is_test(path):
            return [row for row in seen if not is_test(row.path)] or seen
        return seen

    def loaded(self, path: str, rows: Rows) -> tuple[Rows, bool]:
        """Return which of the definitions that a file sees it has loaded itself.

        :return: all, and that it is not known, where it loads none of several files.
        """
        paths = {row.path for row in rows}
        if len(paths) < 2 or not self._imports.rules_of(path).loads_one:
            return rows, False
        find = self._imports.find_module
        imports = self._imports.store.imports(path)
        loaded = {path, *(find(path, row.module, row.level) for row in imports)}
        known = [row for row in rows if row.path in loaded]
        return known or rows, not known

    def member(
        self, cls: Target, name: str, among: frozenset[str], *, own: bool
    ) -> Rows:
        """Return a member of a class, or of the classes around it.

        :param own: whether what the class has itself counts.
        """
        member = self.own_member if own else self.inherited
        while cls.qualname:
            if rows := member(cls, name, among):
                return rows
            cls = Target(cls.path, enclosing(cls.qualname))
        return []

    def own_member(self, cls: Target, name: str, among: frozenset[str]) -> Rows:
        """Return a member of a class, or of the classes above it."""
        qualname = f"{cls.qualname}{separator_of(cls.path)}{name}"
        rows = self._names.called(cls.path, qualname, among)
        own = self.seen(cls.path, rows, among)
        if rows and not own and row_of(cls.path).members_anywhere:
            # Other files may implement methods of what they import.
            find = self._imports.find_definitions
            own = [row for row in rows if cls in find(row.path, cls.qualname)]
        return (
            own
            or self._embedded(cls, name)
            or self.inherited(cls, name, among)
            or self._enumerator(cls, name)
        )

    def or_extensions(self, path: str, rows: Rows) -> tuple[Rows, bool]:
        """Return a method, or with it what a call of its name may mean instead.

        C# and Kotlin call extensions like it, which of them is told by the arguments.

        :return: the methods, and whether there are several that may be meant.
        """
        if len({row.sort == EXTENSION for row in rows}) > 1:
            return rows, True
        if not (rows and rows[0].kind == "method" and row_of(path).partial_types):
            return rows, False
        others = [
            row
            for row in self._names.of(path, last_part(rows[0].qualname), CALLABLES)
            if row.sort == EXTENSION and row not in rows
        ]
        others = [row for row in others if self._imports.sees(path, row.path)]
        return [*rows, *others], bool(others)

    def owner(
        self, found: tuple[Rows, bool], types: Rows, member: str
    ) -> tuple[Rows, bool]:
        """Return what has a member: a value, or the type that has its name.

        ``Color.Red`` of C# is of the enumeration. Whether a member of a class belongs
        to its objects, its definition does not say here.

        :param found: what the name means otherwise.
        :return: these, and whether nothing but their name says so.
        """
        rows, by_name = found
        for row in types:
            name = f"{row.qualname}{separator_of(row.path)}{member}"
            if row.kind == "enum" and self._names.in_file(row.path, name, _CONSTANTS):
                return types, by_name
        others = [row for row in types if row.kind != "enum" and row not in rows]
        return [*rows, *others], by_name or bool(others)

    def with_bases(self, rows: Rows) -> Rows:
        """Return the classes among some that name others above them."""
        return [row for row in rows if row.qualname in self._interface(row.path).bases]

    def macro(self, path: str, name: str) -> Rows:
        """Return the macro that a member may be: ``#define flags inner.flags``."""
        if not row_of(path).includes:
            return []
        rows = self._names.called(path, name, frozenset({"macro"}))
        return self.seen(path, rows, EVERY)

    def _enumerator(self, cls: Target, name: str) -> Rows:
        """Return what stands beside its enumeration: ``Color::red`` of C++."""
        if not row_of(cls.path).includes:
            return []
        outer = enclosing(cls.qualname)
        qualname = f"{outer}{separator_of(cls.path)}{name}" if outer else name
        return [
            row
            for enum in self._names.in_file(*cls, frozenset({"enum"}))
            for row in self._names.in_file(cls.path, qualname, frozenset({"constant"}))
            if row.line >= enum.line
        ]

    def _embedded(self, cls: Target, name: str) -> Rows:
        """Return the type that a field has its name of, here or in what is embedded."""
        if not row_of(cls.path).embeds:
            return []
        for base in (*self.bases(cls), *self._classes_above(cls)):
            if base and last_part(base.qualname) == name:
                return self._names.in_file(base.path, base.qualname)
        return []

    def inherited(self, cls: Target, name: str, among: frozenset[str]) -> Rows:
        """Return a member that a class has of those above it."""
        mixed_in = row_of(cls.path).mixed_in
        inside = [f"{module}{separator_of(cls.path)}{name}" for module in mixed_in]
        for above in self._classes_above(cls):
            for member in (name, *inside):
                qualname = f"{above.qualname}{separator_of(above.path)}{member}"
                rows = self._names.in_file(above.path, qualname, among)
                if not rows and row_of(cls.path).embeds:
                    # Other files of its package may have its methods.
                    rows = self._names.called(above.path, qualname, among)
                    rows = self.seen(above.path, rows, among)
                if rows and not is_constructor(rows[0]):
                    return rows
        return self._written(cls, name) if row_of(cls.path).writes else []

    def _written(self, cls: Target, name: str) -> Rows:
        """Return the field that a method is of that a compiler writes."""
        for holder in (cls, *self._classes_above(cls)):
            qualname = f"{holder.qualname}{separator_of(holder.path)}{name}"
            spec = self._interface(holder.path).exports.get(qualname)
            if spec is not None and spec.kind == "def":
                return self._names.in_file(holder.path, spec.base)
        return []

    def _classes_above(self, cls: Target) -> Sequence[Target]:
        """Return the classes that a class derives from, the nearest first."""
        if cls in self._above:
            return self._above[cls]
        # While its bases are looked up it has none.
        self._above[cls] = ()
        classes: dict[Target, None] = {}
        waiting = [self._where_defined(cls)]
        while waiting and len(classes) < _MOST_ABOVE:
            for part in self.parts_of(waiting.pop(0)):
                for above in self.bases(part):
                    if above and above != cls and above not in classes:
                        classes.update(dict.fromkeys((above, *self.parts_of(above))))
                        waiting.append(above)
        self._above[cls] = tuple(classes)
        return self._above[cls]

    def _where_defined(self, cls: Target) -> Target:
        """Return a class where it is defined, which another file may implement."""
        rows = self._names.called(cls.path, cls.qualname, TYPES)
        rows = [row for row in rows if not row.declaration]
        if not rows or any(row.path == cls.path for row in rows):
            return cls
        paths = {row.path for row in self.seen(cls.path, rows, TYPES)}
        return Target(paths.pop(), cls.qualname) if len(paths) == 1 else cls


def is_own(path: str, rows: Rows) -> bool:
    """Tell whether some definitions are surely of the project that a file is of.

    Those of Java have packages of the same name, and each its sources in a folder.
    """
    project, source, _ = path.partition("/src/")
    if not (source and rows and row_of(path).imports_all):
        return bool(rows)
    return any(row.path.startswith(f"{project}/") for row in rows)


def _is_placed(row: DefinitionRow) -> bool:
    """Tell whether a definition is no member, or stands in what it is one of."""
    return row.kind not in MEMBERS or bool(outer_name(row.qualname))


def _of_own_module(path: str, rows: Rows) -> Rows:
    """Return what the module of a file has, if several have copies of one file.

    That is the one with the most folders around both.
    """
    paths = {row.path for row in rows}
    if len(paths) == 1 or len(set(map(basename, paths))) > 1:
        return rows
    folders = path.split("/")[:-1]
    shared = {
        other: len(commonprefix([folders, other.split("/")[:-1]])) for other in paths
    }
    most = max(shared.values())
    near = [other for other in shared if shared[other] == most]
    return [row for row in rows if row.path in near] if len(near) == 1 else rows
