"""Where identifiers of languages other than Python lead.

A name is looked up from the scope that it stands in outwards, the members of classes
above among its own, then in the namespaces that its file has opened, which the scopes
may be in. What a file sees without importing a name, the rules of its language say
(:meth:`.ImportRules.sees`); where such a file defines the name, that is surely meant.
What a file does not see, and only one definition of the tree has as its name, is found
by nothing but the name; so is a member of something unknown that few have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Final

from ...analysis.languages.registry import row_of
from ...model.grouped import grouped
from ...model.kinds import CALLABLES, CONTAINERS, OVERLOADED, TYPES, VALUES
from ...model.names import enclosing, last_part, outer_name, split_name
from ...model.references import A_TYPE, AN_ATTRIBUTE, CALL, OWNER_OF, Spec
from ...model.rows import DefinitionRow, ReferenceRow
from ..expressions.expression_steps import Steps
from ..expressions.method_resolution import Mro
from ..places import Target
from .element_types import OPERATORS, HeldTypes, is_parameter
from .exported_names import ExportedNames
from .names_of_tree import (
    EVERY,
    MANY,
    NO_VALUES,
    UNCALLED,
    Names,
    Rows,
    is_constructor,
    kinds_meant,
    names_so,
    reference,
    separator_of,
)
from .opened_namespaces import OpenedNamespaces
from .outside_types import OutsideTypes
from .scoped_members import ScopedMembers, is_own

_MOST_TYPES: Final = 30  # How many are looked up for one another.
#: How many names a chain of members has at most that is followed: ``a.b.c``.
_MOST_IN_CHAIN: Final = 100
_BASES: Final = TYPES | {"namespace"}  # What a module of Ruby is.
_STANDARD: Final = "std"  # What C++ brings along, to which some files add.


class ScopedNames:
    """Follows the identifiers of all languages but Python.

    :param steps: knows what imports mean, and the interfaces of files.
    """

    def __init__(self, steps: Steps) -> None:
        self._imports = imports = steps.imports
        self._interface = read_interface = steps.interface
        self._names = Names(imports.store)
        self._exports = ExportedNames(
            imports,
            read_interface,
            self._names,
            lambda path, rows, names, among: self._steps(
                path, self._class_of(path, rows), names, among
            ),
        )
        self._members = ScopedMembers(
            self._names,
            imports,
            read_interface,
            base_of=self._base,
            stands_for=lambda cls: self._class_at(cls.path, cls, {"type"}),
        )
        self._outside = OutsideTypes(
            self._found,
            self._declared,
            lambda path, name: bool(self._names.of(path, name, TYPES)),
        )
        self._held = HeldTypes(
            self._found, self._declared, lambda path: self._interface(path).parts
        )
        self._asked: set[Target] = set()
        self._path, self._depth = "", 0
        self._opened = OpenedNamespaces(imports)
        self._parts: dict[tuple[object, ...], Target | None] = {}
        self._pointers: dict[tuple[str, int], Target | None] = {}
        """The classes of the parts of the file asked about; those as smart pointers."""

    def row(self, path: str, spec: Spec) -> ReferenceRow | None:
        """Return where an identifier of a file leads; ``None`` if nowhere."""
        if path != self._path:
            self._path = path
            self._parts.clear()
            self._pointers.clear()
            self._outside.known.clear()
        used_as = spec.steps[-1:]
        among = kinds_meant(row_of(path), spec)
        if used_as in {(CALL,), (A_TYPE,)}:
            spec = spec._replace(steps=spec.steps[:-1])
        if spec.kind == "module":
            return self._exports.imported(path, spec, among)
        rows, by_name = self._found(path, spec, among)
        if used_as == (CALL,):  # A function comes before a value of its name.
            rows = [row for row in rows if row.kind in CALLABLES] or rows
        rows = [
            # Which of its forms is meant is not known.
            row._replace(declaration=False)
            if row.declaration
            and self._interface(row.path).traits.get(row.qualname) == OVERLOADED
            else row
            for row in self._names.defined(rows)
        ]
        if not by_name:
            rows = self._exports.built(path, rows)
        meant = self._exports.foreign(path, rows)
        return reference(path if meant is rows else "", meant, by_name=by_name)

    def classes(self, path: str) -> Iterator[tuple[str, tuple[Mro, ...]]]:
        """Yield the classes of a file that have bases, each with these.

        :return: as of :meth:`.IdentifierResolver.classes`.
        """
        for qualname in self._interface(path).bases:
            bases = self._members.bases(Target(path, qualname))
            yield qualname, tuple((base,) for base in bases)

    def _base(self, cls: Target, spec: Spec) -> Target | None:
        """Return the class that a base is, if it is in the tree."""
        if spec.kind == "name" and spec.steps and spec.steps[0] == cls.qualname:
            # What the class holds does not count yet.
            spec = spec._replace(steps=(enclosing(cls.qualname), *spec.steps[1:]))
        row = self.row(cls.path, spec)
        if row is None or row.by_name or row.kind not in _BASES:
            return None
        base = Target(row.path, row.qualname)
        return base if base != cls else None

    def _found(self, path: str, spec: Spec, among: frozenset[str]) -> tuple[Rows, bool]:
        """Return what is meant, and whether nothing but its name says so.

        :param among: the kinds that may be meant.
        """
        kind, base, steps, _ = spec
        if steps[-1:] == (A_TYPE,):
            return self._found(path, spec._replace(steps=steps[:-1]), TYPES)
        if steps[-1:] == (AN_ATTRIBUTE,):
            for name in (f"{base}Attribute", base):
                named = spec._replace(base=name, steps=steps[:-1])
                rows, by_name = self._found(path, named, TYPES)
                if rows := self._members.with_bases(rows):
                    return rows, by_name
            return [], False
        if kind == "name" and steps and steps[-1].startswith(OWNER_OF):
            named = spec._replace(steps=steps[:-1])
            types, _ = self._found(path, named, TYPES)
            found = self._found(path, named, among)
            return self._members.owner(found, types, steps[-1].removeprefix(OWNER_OF))
        if kind == "name":
            return self._found_name(path, spec, among)
        if kind == "member":
            return self._found_member(path, spec, among)
        if kind in {"this", "super"} or (kind == "def" and steps):
            rows = self._of_object(path, spec, among, own=kind != "super")
            return self._members.or_extensions(path, rows)
        if kind == "def":
            return self._names.in_file(path, base, among), False
        if kind == "module":
            return self._exports.imported_rows(path, spec, among), False
        return [], False

    def _found_member(
        self, path: str, spec: Spec, among: frozenset[str]
    ) -> tuple[Rows, bool]:
        """Return a member of something of which its parts may say what it is."""
        if rows := self._member_of(path, spec, among):
            return self._members.or_extensions(path, rows)
        name = (spec.base, *spec.steps)[-1]
        if name in row_of(path).common:
            return [], False
        parts = self._interface(path).parts
        if self._outside.any_of(path, spec.parts, parts):
            return self._names.extensions(path, name, among), True
        if any(is_parameter(parts[part]) for part in spec.parts):
            # Nobody knows what the function takes.
            return [], False
        rows = self._names.by_name(path, name, among, members=True)
        return rows or self._members.macro(path, name), True

    def _found_name(
        self, path: str, spec: Spec, among: frozenset[str]
    ) -> tuple[Rows, bool]:
        """Return what is looked up from where it stands: a name, or qualified names."""
        base, separator = spec.base, separator_of(path)
        is_standard = separator == "::" and base.split(separator, 1)[0] == _STANDARD
        known = row_of(path).writes or base in self._interface(path).exports
        if is_standard or not (known or self._names.by_qualname(path, base)):
            return [], False
        for seen in self._opened.added_to(path, spec):
            rows = self._in_scopes(path, seen, among)
            if not is_own(path, rows):
                opened = self._in_opened(path, seen, among)
                rows = opened if is_own(path, opened) else rows or opened
            if rows:
                return self._members.loaded(path, rows)
        if outer_name(base):
            whole_path = row_of(path).whole_path
            whole = whole_path and whole_path(base.split(separator))
            if whole and (rows := self._exports.imported_rows(path, whole, among)):
                return rows, False
            rows, by_name = self._named_member(path, spec, among)
            if rows:
                return rows, by_name
            holds = self._imports.rules_of(path).holds
            if rows := self._names.in_namespace(path, base, among, holds):
                return rows, False
        # A letter says nothing by itself, nor does what is always there.
        says_nothing = len(base) == 1 or base in row_of(path).prelude
        if row_of(path).imports_all or says_nothing:
            return [], False
        rows, by_name = self._unseen(path, base, among)
        # "::name" is in nothing.
        return [row for row in rows if spec.steps or row.qualname == base], by_name

    def _in_scopes(self, path: str, spec: Spec, among: frozenset[str]) -> Rows:
        """Return what the scopes around a name have, from the innermost outwards.

        Then those that may be in the namespaces that are open.
        """
        base, separator = spec.base, separator_of(path)
        scope, *opened = spec.steps or ("",)
        scopes = [scope]
        while scopes[-1]:
            scopes.append(enclosing(scopes[-1]))
        scopes += [separator.join(pair) for pair in product(opened, scopes[:-1])]
        for number, scope in enumerate(scopes):
            qualname = f"{scope}{separator}{base}" if scope else base
            rows = self._seen(path, qualname, base, among)
            if not rows and scope:
                rows = self._members.inherited(Target(path, scope), base, among)
            if rows and not self._names.are_of_others(path, rows, scopes[:number]):
                return rows
        return []

    def _in_opened(self, path: str, spec: Spec, among: frozenset[str]) -> Rows:
        """Return what one of the namespaces has that are open where a name stands."""
        base, separator = spec.base, separator_of(path)
        named = self._names.by_qualname(path, base)
        opens = partial(self._imports.rules_of(path).opens, path)
        for namespace in spec.steps[1:]:
            name = f"{namespace}{separator}{base}"
            inner = (it for it in named if it.endswith(f"{separator}{name}"))
            for rows in (self._seen(path, it, base, among) for it in (name, *inner)):
                if rows and opens(namespace, rows[0].path):
                    return rows
            imported = Spec("module", namespace, tuple(base.split(separator)))
            if rows := self._exports.imported_rows(path, imported, among):
                return rows
        return []

    def _seen(self, path: str, qualname: str, base: str, among: frozenset[str]) -> Rows:
        """Return the definitions of a qualified name that a file has, or sees.

        :param base: how it is written; a class alone does not mean its constructor.
        """
        rows = self._names.called(path, qualname, among)
        if not rows or (is_constructor(rows[0]) and not outer_name(base)):
            return []
        return self._members.seen(path, rows, among)

    def _unseen(self, path: str, base: str, among: frozenset[str]) -> tuple[Rows, bool]:
        """Return what a name means that the file sees nowhere, as in :meth:`_found`."""
        rows = self._names.by_name(path, base, among, members=False)
        if rows and names_so(self._interface(rows[0].path).exports, base, rows[0]):
            return rows, not self._imports.sees(path, rows[0].path)
        first = base.split(separator_of(path), 1)[0]
        if not rows and first != base:
            # A namespace of the tree has names of others by statements elsewhere.
            if self._names.of(path, first, CONTAINERS):
                rows = self._names.by_name(path, last_part(base), among, members=False)
            rows = rows or self._names.by_name(path, base, among, members=True)
        return rows or self._names.of_modules(path, base), True

    def _named_member(
        self, path: str, spec: Spec, among: frozenset[str]
    ) -> tuple[Rows, bool]:
        """Return a member of what is named before it: ``Derived::name``."""
        if spec.base.count(separator_of(path)) > _MOST_IN_CHAIN:
            return [], False
        outer, name = split_name(spec.base)
        if spec.base in self._interface(path).exports:
            return self._exports.reexported(path, path, spec.base, among, {}), False
        before = NO_VALUES if row_of(path).includes else UNCALLED
        rows, by_name = self._found(path, spec._replace(base=outer), before)
        if by_name or not rows:
            return [], False
        if cls := self._class_of(path, rows):
            of_class = self._steps(path, cls, (name,), among)
            if rows[0].kind in TYPES:
                return of_class, False
            return self._members.or_extensions(path, of_class)
        if rows[0].kind not in VALUES or self._outside.is_value(rows[0]):
            return self._names.extensions(path, name, among), True
        return self._names.by_name(path, name, among, members=True), True

    def _member_of(self, path: str, spec: Spec, among: frozenset[str]) -> Rows:
        """Return a member of what the parts of a spec say."""
        names = spec.base, *spec.steps
        for part in spec.parts:
            if rows := self._steps(path, self._own_pointer(path, part), names, among):
                return rows
            if self._held.hides((path, self._interface(path).parts[part]), spec.base):
                continue
            cls = self._class_of_part(path, part)
            if rows := self._steps(path, cls, names, among):
                return rows
        return []

    def _own_pointer(self, path: str, part: int) -> Target | None:
        """Return the class of the tree that a part of a spec is as a smart pointer."""
        if not self._names.has_pointers(self._names.family(path)):
            return None
        if (path, part) not in self._pointers and self._depth <= _MOST_TYPES:
            self._depth += 1
            cls = None
            if said := self._held.pointer((path, self._interface(path).parts[part])):
                rows, by_name = self._found(*said, TYPES)
                cls = None if by_name else self._class_of(said[0], rows)
            self._depth -= 1
            self._pointers[path, part] = cls
        return self._pointers.get((path, part))

    def _declared(self, row: DefinitionRow) -> Spec | None:
        """Return what a definition is declared as."""
        return self._interface(row.path).values.get(row.qualname)

    def _class_of_part(self, path: str, part: int) -> Target | None:
        """Return the class of a part of a spec; none behind a very long chain."""
        if (whole := (path, part)) in self._parts:
            return self._parts[whole]
        # Each call in a chain asks twice for what stands before it.
        asked = (*whole, self._depth, frozenset(self._asked))
        if self._depth > _MOST_TYPES or asked in self._parts:
            return self._parts.get(asked)
        self._depth += 1
        cls = self._class(path, self._interface(path).parts[part])
        self._depth -= 1
        self._parts[asked if self._depth or self._asked else whole] = cls
        return cls

    def _of_object(
        self, path: str, spec: Spec, among: frozenset[str], *, own: bool
    ) -> Rows:
        """Return a member of the object that a method belongs to, or what it holds."""
        name, *rest = spec.steps
        at = Target(path, spec.base)
        if not rest:
            return self._members.member(at, name, among, own=own)
        rows = self._members.member(at, name, UNCALLED, own=own)
        return self._steps(path, self._class_of(path, rows), rest, among)

    def _steps(
        self, path: str, cls: Target | None, names: Sequence[str], among: frozenset[str]
    ) -> Rows:
        """Return what is reached from a class by the names of members.

        :param path: the file that asks for it, which may implement it itself.
        """
        if len(names) > _MOST_IN_CHAIN:
            return []
        *through, last = names
        for name in through:
            rows = cls and self._of_class(path, cls, name, UNCALLED)
            cls = self._class_of(path, rows) if rows else None
        return self._of_class(path, cls, last, among) if cls else []

    def _of_class(
        self, path: str, cls: Target, name: str, among: frozenset[str]
    ) -> Rows:
        own: Rows = []
        if path != cls.path:
            qualname = f"{cls.qualname}{separator_of(path)}{name}"
            own = self._names.in_file(path, qualname, among)
        if own and any(
            not row.declaration for row in self._names.in_file(path, cls.qualname)
        ):
            # It is of another class with the same name.
            own = []
        return own or self._members.own_member(cls, name, among)

    def _class_of(self, path: str, rows: Rows) -> Target | None:
        """Return the class that is surely meant, or that a value is declared as."""
        rows = self._likeliest(path, rows)
        places = {Target(row.path, row.qualname) for row in rows}
        if len(places) > 1 and places <= {
            *(parts := self._members.parts_of(min(places)))
        }:
            places = {parts[0]}
        if 1 < len(places) <= MANY:
            # Whichever a condition chooses, what it gives may be of one class.
            at = grouped((Target(row.path, row.qualname), row) for row in rows)
            classes = {self._class_of(place.path, at[place]) for place in places}
            return classes.pop() if len(classes) == 1 else None
        if len(places) != 1:
            return None
        return self._class_at(path, places.pop(), {row.kind for row in rows})

    def _likeliest(self, path: str, rows: Rows) -> Rows:
        """Return the definitions of a type or a value that say most about it."""
        rows = self._names.defined(rows)
        # What is declared of a value is known from its declaration, too.
        rows = [row for row in rows if not row.declaration] or [
            row for row in rows if row.kind not in TYPES or row_of(row.path).declares
        ]
        rows = [row for row in rows if row.path == path] or rows
        # A definition file of Cython has all members.
        return [row for row in rows if row.path.endswith(".pxd")] or rows

    def _class_at(self, path: str, place: Target, kinds: set[str]) -> Target | None:
        """Return the class that a definition is, or that it is declared as.

        :param kinds: what it is; where ``#if`` chooses, it may be several things.
        """
        if not kinds.isdisjoint(_BASES - {"type"}):
            return place
        if kinds == {"type"} and self._names.in_file(*place, VALUES):
            return None  # "type A = …; const A = { … }": members may be of the value.
        declared = self._interface(place.path).values.get(place.qualname)
        if declared is None or place in self._asked:
            return place if declared is None and "type" in kinds else None
        named = declared.kind == "generic" and "type" in kinds and row_of(path).embeds
        if named or declared == Spec("def", place.qualname):
            return place  # A container has methods, what has a type without a name it.
        # Its type may begin with a name that is its own, too.
        self._asked.add(place)
        cls = self._class(place.path, declared)
        self._asked.discard(place)
        return cls

    def _class(self, path: str, declared: Spec) -> Target | None:
        """Return the class of the tree that a type is, or of which a value is."""
        if declared.kind == "generic":
            return self._class(*self._held.inside((path, declared)))
        if declared.kind == "either":
            return self._class_of_taken(path, declared)
        if declared.steps[-1:] == (CALL,):
            declared = declared._replace(steps=declared.steps[:-1])
            rows, by_name = self._found(path, declared, CALLABLES)
            if rows:
                return None if by_name else self._class_of(path, rows)
            if held := self._held.returned((path, declared)):
                return self._class(*held)
            # A value that is called is no object of what it is declared as.
            rows, by_name = self._found(path, declared, TYPES)
        else:
            rows, by_name = self._found(path, declared, UNCALLED)
        rows = [row for row in rows if row.kind in TYPES] or rows
        return None if by_name else self._class_of(path, rows)

    def _class_of_taken(self, path: str, spec: Spec) -> Target | None:
        """Return the class of what is taken of a value: by an index, by ``*``."""
        if is_parameter(spec):
            return self._class_of_parameter(path, spec)
        if (taken := self._held.taken((path, spec))) is None:
            return None
        said, steps = taken
        if steps and row_of(path).own_index:
            # A type may say itself what it points to, or has.
            return None
        cls = self._class(*said)
        for step in steps:
            if cls is None or (operator := OPERATORS.get(step)) is None:
                return None
            if rows := self._members.own_member(cls, operator, CALLABLES):
                cls = self._class_of(path, rows)
            elif None in self._members.bases(cls):
                return None
            # Otherwise it is an array, or a pointer.
        return cls

    def _class_of_parameter(self, path: str, spec: Spec) -> Target | None:
        """Return the type of a parameter of a function, or of a constructor."""
        function = self._interface(path).parts[spec.parts[0]]
        rows, by_name = self._found(path, function, EVERY)
        rows = [] if by_name else self._names.defined(rows)
        for row in rows if len(rows) == 1 else ():
            values = self._interface(row.path).values
            constructor = f"{row.qualname}{separator_of(row.path)}constructor"
            for name in (row.qualname, constructor):
                if declared := values.get(name + spec.steps[0]):
                    return self._class(row.path, declared)
        return None
