"""Patterns of classes that hold through base classes in other files.

A file's own analysis knows the bases that it imports and the classes that it defines.
Here the rows are compared again with the whole tree in view: with a base class in
another file and what is above that, and with the classes of the tree that the rows
themselves mean (``torch.nn.Module`` where the tree is torch).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from ..analysis.patterns.base_rules import AncestorRules
from ..links.imports.import_resolver import ImportResolver
from ..links.inheritance import ClassHierarchy, find_class
from ..links.places import External, Target
from ..model.grouped import grouped
from ..model.name_rule import NameRule
from ..model.named_tuple import NamedTuple


class InheritedPattern(NamedTuple):
    """A row that holds for a class through a class of another file."""

    name: str
    """The name of the row."""
    qualname: str
    """The class."""
    detail: str
    """The dotted name of the class that the row is about."""
    by: Target
    """The class that is meant by it or, if that is none of the tree, the class that has
    it as a base."""


class InheritedPatterns:
    """Asks the rows about the classes of files.

    :param imports: what imports mean.
    :param extra_rows: the user's rows.
    """

    def __init__(
        self,
        classes: ClassHierarchy,
        imports: ImportResolver,
        extra_rows: Iterable[NameRule],
    ) -> None:
        self._classes = classes
        self._imports = imports
        self._rows = AncestorRules(extra_rows)
        self._rows_of_base = cache(self._find_rows)

    @cached_property
    def _names(self) -> dict[Target, list[str]]:
        """The dotted names in the rows that mean a class of the tree, by that."""
        return grouped(
            (cls, name)
            for name in self._rows.names
            if (cls := find_class(self._imports, name))
        )

    def of_file(self, path: str) -> tuple[InheritedPattern, ...]:
        """Return which rows hold for the classes of a file, each row once a class."""
        return tuple(
            pattern
            for qualname in self._classes.classes_with_bases(path)
            for pattern in self._of_class(Target(path, qualname))
        )

    def _of_class(self, cls: Target) -> Iterator[InheritedPattern]:
        bases = self._classes.bases_of(*cls)
        seen: set[str] = set()
        for base, derived in self._classes.ancestors_of(*cls).classes:
            for row, name in self._rows_of_base(base, direct=base in bases):
                if row.name in seen:
                    continue
                # The nearest class decides. The facts of the file have what it imports.
                seen.add(row.name)
                by = base if isinstance(base, Target) else derived
                if by == base or by.path != cls.path:
                    detail = name.removeprefix("builtins.")
                    yield InheritedPattern(row.name, cls.qualname, detail, by)

    def _find_rows(
        self, base: Target | External, *, direct: bool
    ) -> list[tuple[NameRule, str]]:
        """Return the rows about a base class, each with the dotted name of that."""
        if isinstance(base, External):
            names = [base.dotted]
        else:
            own = f"{self._imports.modules.name(base.path)}.{base.qualname}"
            names = list(dict.fromkeys([*self._names.get(base, ()), own]))
        return [
            (row, name)
            for name in names
            for row in self._rows.matching(name, direct=direct)
        ]
