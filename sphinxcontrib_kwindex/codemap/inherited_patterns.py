"""What the table of patterns says of classes by what other files derive them from.

A file's own analysis knows the bases that it imports and the classes that it defines.
Here the rows are asked again with the whole tree in view: with a base class in another
file and what is above that, and with the classes of the tree that the rows themselves
mean (``torch.nn.Module`` where the tree is torch).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..analysis.patterns.detectors import BaseRows, Row
from ..links.identifiers import External, Target
from ..links.imports import ImportResolver
from ..links.inheritance import Ancestor, ClassHierarchy, find_class


class InheritedPattern(NamedTuple):
    """A row that holds for a class through a class of another file."""

    name: str
    """The name of the row."""
    qualname: str
    """The class."""
    detail: str
    """The dotted name that told it."""
    by: Target
    """The class that is meant by it or, if that is none of the tree, the one that has
    it as a base."""


class InheritedPatterns:
    """Asks the rows about the classes of files.

    :param extra_rows: the user's rows.
    """

    def __init__(
        self, lineage: ClassHierarchy, links: ImportResolver, extra_rows: Iterable[Row]
    ) -> None:
        self._classes = lineage
        self._module_name = links.modules.name
        self._rows = BaseRows(extra_rows)
        self._names: defaultdict[Target, list[str]] = defaultdict(list)
        for name in self._rows.names:
            if found := find_class(links, name):
                self._names[found].append(name)
        # By the place of each class above another one, and whether directly so.
        self._told: dict[tuple[Target | External, bool], list[tuple[Row, str]]] = {}

    def of_file(self, path: str) -> tuple[InheritedPattern, ...]:
        """Return which rows hold for the classes of a file, each row once a class."""
        return tuple(
            one
            for qualname in self._classes.classes_with_bases(path)
            for one in self._of_class(Target(path, qualname))
        )

    def _of_class(self, own: Target) -> Iterator[InheritedPattern]:
        bases = self._classes.bases_of(*own)
        told: set[str] = set()
        for above in self._classes.ancestors_of(*own).classes:
            for row, name in self._telling(above.base, direct=above.base in bases):
                if row.name in told:
                    continue
                # The nearest one tells it. What this file imports it tells itself.
                told.add(row.name)
                by = _place(above)
                if by == above.base or by.path != own.path:
                    detail = name.removeprefix("builtins.")
                    yield InheritedPattern(row.name, own.qualname, detail, by)

    def _telling(
        self, one: Target | External, *, direct: bool
    ) -> list[tuple[Row, str]]:
        found = self._told.get((one, direct))
        if found is None:
            names = [one.dotted] if isinstance(one, External) else self._named(one)
            found = self._told[one, direct] = [
                (row, name)
                for name in names
                for row in self._rows.told(name, direct=direct)
            ]
        return found

    def _named(self, one: Target) -> list[str]:
        own = f"{self._module_name(one.path)}.{one.qualname}"
        return list(dict.fromkeys([*self._names.get(one, ()), own]))


def _place(above: Ancestor) -> Target:
    return above.base if isinstance(above.base, Target) else above.derived
