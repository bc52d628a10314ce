"""Where an attribute of something unknown may lead, by nothing but its name.

It is one of the definitions with that name, if these are few: first of all one of a
file that is imported from, or else near. Methods of which one overrides the other are
one thing to a reader: where there are many, they count as the one that overrides no
other of them, which leads to all. Of a name that still too many have, or a class of the
standard library too, no definition is likelier than the others: the place belongs to
the name.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from ...model.named_tuple import NamedTuple
from ...model.names import outer_name
from ...model.references import Spec
from ...model.rows import ReferenceRow
from ...scan.test_paths import example_folder, is_test
from ...store.definition_queries import definitions_named
from ...store.file_languages import is_of_python
from ..builtin_types import BUILTIN_NAMES, STANDARD_NAMES
from ..expressions.expression_targets import IdentifierResolver
from ..expressions.method_resolution import Mro, known_class
from ..expressions.parameters import taken_by
from ..languages.python import stubbed_source, without_stubs
from ..module_interface import HOOK, OWN
from ..places import External, Places, Target, Unknown, dotted_of, named
from ..tree_paths import folder_distance

#: How many definitions may have the name of an attribute of something unknown.
MOST_BY_NAME: Final = 3
#: Of how many it is found out which override which.
_MOST_LOOKED_AT: Final = 100
#: The kind of a row that stands for all members of a name, of which there are many.
ANY_MEMBER: Final = "any member"


class _Members(NamedTuple):
    """The methods, attributes and hooks with a name."""

    rows: list[ReferenceRow]
    public: list[ReferenceRow]
    """Those that any file may mean."""
    heads: list[ReferenceRow]
    """What stands for these."""


class ByName:
    """The definitions that an attribute of something unknown may be.

    :param resolver: knows the classes that have them.
    """

    def __init__(self, resolver: IdentifierResolver) -> None:
        self._store = resolver.imports.store
        self._resolver = resolver
        self._members = cache(self._read_members)
        self._imported = lru_cache(1)(self._read_imported)
        self._only_module = cache(self._find_only_module)

    def row(self, path: str, unknown: Unknown) -> ReferenceRow | None:
        """Return where an attribute may lead, ``None`` if nowhere in the tree.

        :param path: the file that asks for it.
        """
        name = unknown.name
        if name in BUILTIN_NAMES:
            return None
        heads = [] if unknown.unbound else self._offered(path, unknown)
        if name not in STANDARD_NAMES and 0 < len(heads) <= MOST_BY_NAME:
            first, *more = self._likeliest_first(path, heads)
            return first._replace(more=tuple(more))
        is_constant = name.isupper()
        is_filled = unknown.classes and not (heads or is_constant)
        may_be_of_module = unknown.made_up or unknown.unbound or is_filled
        if name[:1].isupper() and may_be_of_module:
            # "settings.DEBUG" is a line of another module, "plugins.Reader" a class.
            kinds = ("data",) if is_constant else ("class", "function")
            rows = _known_to(self._rows_named(name, kinds), is_test(path))
            if len(rows) == 1 and rows[0].qualname == name:
                return rows[0]
        return ReferenceRow("", ANY_MEMBER, name, by_name=True) if heads else None

    def unknown(self, path: str, spec: Spec) -> Unknown | None:
        """Return what is asked for, if its definition is known at most by its name.

        :param spec: one that leads nowhere.
        """
        if spec.kind == "star" and not spec.steps:
            is_unbound = self._resolver.imports.stars_stay_inside(path)
            return Unknown(spec.base, unbound=True) if is_unbound else None
        unknown = self._resolver.asked_of_unknown(path, spec)
        if (
            unknown
            and unknown == Unknown(unknown.name)
            and self._is_put_later(path, spec)
        ):
            return unknown._replace(made_up=True)
        is_known = unknown is not None and not unknown.given_by
        if is_known or len(spec.steps) < 2 or spec.steps[-1][-1] in ")]":
            return unknown
        # What it is asked of may be what a class of the tree holds.
        *steps, name = spec.steps
        before = spec._replace(steps=tuple(steps))
        is_held = self.hidden(path, before) or self.below(path, before)
        return Unknown(name) if is_held else unknown

    def _is_put_later(self, path: str, spec: Spec) -> bool:
        """Tell whether it is of what a module of the tree is given when it runs."""
        if len(spec.steps) < 2:
            return False
        *before, lacking, _ = spec.steps
        modules = self._resolver.resolve(path, spec._replace(steps=tuple(before)))
        if not any(isinstance(it, Target) and not it.qualname for it in modules):
            return False
        return not self._resolver.resolve(path, spec._replace(steps=(*before, lacking)))

    def hidden(self, path: str, spec: Spec) -> list[Target]:
        """Return what an attribute may be that a class of another project may have.

        Behind such a class Python looks at others: at a mixin that is named last.

        :param spec: one that leads to an attribute of such a class.
        """
        if not spec.steps or _is_common(spec.steps[-1]):
            return []
        return self._resolver.behind_outside(path, spec)

    def elsewhere(self, path: str, outside: External) -> list[Target]:
        """Return what a name of another project may be in a module called like that.

        A program may put the folder of the module on Python's path when it runs.
        """
        top, *names = outside.dotted.split(".")
        if not names or top in sys.stdlib_module_names:
            return []
        module = self._only_module(top)
        if not module or not _may_be_found(module, path):
            return []
        places: Places | None = (Target(module, ""),)
        for name in names:
            places = self._resolver.step(places, name)
        several = map(named, places or ())
        return [target for target in several if isinstance(target, Target)]

    def _find_only_module(self, name: str) -> str:
        """Return the only file that is imported by a name; empty if there are more."""
        paths = without_stubs(self._resolver.imports.modules.called(name))
        return paths[0] if len(paths) == 1 else ""

    def below(self, path: str, spec: Spec) -> list[ReferenceRow]:
        """Return what classes below define of what a class is asked for.

        :param spec: as in :meth:`hidden`.
        """
        classes = self._resolver.asked_classes(path, spec)
        name = spec.steps[-1] if classes else ""
        if not name or len(self._members(name, is_test(path)).rows) > _MOST_LOOKED_AT:
            return []
        heads = self._offered(path, Unknown(name, classes))
        return heads if len(heads) <= MOST_BY_NAME else []

    def _offered(self, path: str, unknown: Unknown) -> list[ReferenceRow]:
        rows, public, heads = self._members(unknown.name, is_test(path))
        if unknown.behind is not None:
            # "super()" finds neither the class that it stands in nor one below it.
            rows = [row for row in rows if unknown.behind not in self._mro(row)]
            public = [row for row in public if row in rows]
            heads = self._heads(public)
        if unknown.given_by:
            public = [row for row in public if self._is_of(row, unknown.given_by)]
            return self._heads(public)
        if unknown.classes:
            classes = set(unknown.classes)
            return self._heads(
                [row for row in rows if not classes.isdisjoint(self._mro(row))]
            )
        if len(public) < len(rows) and any(row.path == path for row in rows):
            return self._heads(
                [row for row in rows if row.path == path or row in public]
            )
        if (
            len(rows) == 1
            and not unknown.of_self
            and "<locals>" not in rows[0].qualname
        ):
            # What no other class has is it, even if its class keeps it for itself.
            return rows
        return heads

    def _likeliest_first(
        self, path: str, rows: list[ReferenceRow]
    ) -> Sequence[ReferenceRow]:
        """Sort definitions: what a file has imports from, then what lies near it."""
        if not rows[1:]:
            return rows
        imported = self._imported(path)

        def rank(row: ReferenceRow) -> tuple[bool, bool, int]:
            others = row.path != path, row.path not in imported
            return *others, folder_distance(path, row.path)

        return sorted(rows, key=rank)

    def _read_imported(self, path: str) -> set[str]:
        return {row.target for row in self._resolver.imports.link_rows([path])}

    def _mro(self, row: ReferenceRow) -> Mro:
        """Return the class that a definition is in, and those above it."""
        return self._resolver.mro(_owner(row))

    def _is_of(self, row: ReferenceRow, project: str) -> bool:
        """Tell whether a class with a definition derives from one of a project."""
        return any(dotted_of(cls).startswith(f"{project}.") for cls in self._mro(row))

    def _rows_named(self, name: str, kinds: Sequence[str]) -> list[ReferenceRow]:
        """Return the definitions of Python of a name and some kinds."""
        is_there = self._resolver.imports.sources.__contains__
        rows: dict[tuple[str, str], ReferenceRow] = {}
        for row in definitions_named(self._store, name, kinds):
            if not is_of_python(self._store, row.path):
                continue
            # A stub says the same again.
            path = stubbed_source(row.path, is_there) or row.path
            if path == row.path or (path, row.qualname) not in rows:
                rows[path, row.qualname] = ReferenceRow(
                    row.path, row.kind, row.qualname, row.anchor, by_name=True
                )
        return list(rows.values())

    def _read_members(self, name: str, in_tests: bool) -> _Members:
        rows = self._rows_named(name, ("method", "attribute", "function"))
        # Functions that are called as attributes are hooks of plugins.
        rows = [row for row in rows if row.kind != "function" or self._is_hook(row)]
        rows = [row for row in rows if not self._is_taken(row)]
        rows = _known_to(rows, in_tests)
        public = list(filter(self._is_public, rows))
        return _Members(rows, public, self._heads(public))

    def _is_hook(self, row: ReferenceRow) -> bool:
        return self._resolver.trait(Target(row.path, row.qualname)) == HOOK

    def _is_taken(self, row: ReferenceRow) -> bool:
        return taken_by(self._resolver, Target(row.path, row.qualname)) is not None

    def _is_public(self, row: ReferenceRow) -> bool:
        # What is local is used where it is defined, and so is what a class keeps for
        # itself: "_meta" of anything else is not its "self._meta".
        target = Target(row.path, row.qualname)
        return "<locals>" not in row.qualname and self._resolver.trait(target) != OWN

    def _heads(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return what stands for some members: of many those that override no other."""
        if not MOST_BY_NAME < len(rows) <= _MOST_LOOKED_AT:
            return rows
        owners = set(map(_owner, rows))
        heads = [row for row in rows if owners.isdisjoint(self._mro(row)[1:])]
        return heads or rows


def _known_to(rows: list[ReferenceRow], in_tests: bool) -> list[ReferenceRow]:
    """Return what others than tests know of: nothing that tests define."""
    return [row for row in rows if in_tests or not is_test(row.path)]


def _may_be_found(module: str, path: str) -> bool:
    """Tell whether a file may import a module from a folder that it does not name."""
    is_open = not is_test(module) or is_test(path)
    return is_open and module != path and not example_folder(module)


@cache
def _is_common(name: str) -> bool:
    """Tell whether a class of another project is likely to have an attribute."""
    return hasattr(known_class("unittest.TestCase"), name)


def _owner(row: ReferenceRow) -> Target:
    return Target(row.path, outer_name(row.qualname))
