"""Values of types that nothing in the tree defines, so that no member is meant.

A type may have members that it does not define itself: those of what it points to, or
those that others add to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ...analysis.languages.registry import row_of
from ...model.kinds import CALLABLES, TYPES
from ...model.names import last_part
from ...model.references import CALL, Spec
from ...model.rows import DefinitionRow
from .names_of_tree import EVERY, Rows

#: How many values are followed, each declared as the one before.
_MOST: Final = 30


class OutsideTypes:
    """Tells of the parts of specs whether they are of such types.

    :param find: returns what a spec of a file leads to, and whether by its name alone.
    :param declared: returns what a value is declared as.
    :param named: tells whether a type of the tree has a name, which may add to that of
        others.
    """

    def __init__(
        self,
        find: Callable[[str, Spec, frozenset[str]], tuple[Rows, bool]],
        declared: Callable[[DefinitionRow], Spec | None],
        named: Callable[[str, str], bool],
    ) -> None:
        self._find = find
        self._declared = declared
        self._named = named
        self._depth = 0
        self._asked: list[DefinitionRow] = []
        self.known: dict[tuple[str, int], bool] = {}
        """By file and number of the part."""

    def any_of(
        self, path: str, parts: Iterable[int], specs: Mapping[int, Spec]
    ) -> bool:
        """Tell whether one of some parts is of a type that nothing in the tree defines.

        :param specs: those of the parts of the file.
        """
        return any(
            self._is_one(path, part, specs[part])
            for part in parts
            if row_of(path).imports_all or not _is_of_parameter(specs[part], specs)
        )

    def is_value(self, row: DefinitionRow) -> bool:
        """Tell whether a definition is a value of such a type."""
        declared = self._declared(row)
        if declared is None or row in self._asked:
            # It is declared by a name that seems to begin with its own.
            return False
        self._asked.append(row)
        is_outside = self._is_outside(row.path, declared)
        self._asked.pop()
        return is_outside

    def _is_one(self, path: str, part: int, spec: Spec) -> bool:
        if (path, part) not in self.known:
            if self._depth > _MOST:
                # The end of a very long chain that nobody has asked about.
                return False
            self._depth += 1
            self.known[path, part] = self._is_outside(path, spec)
            self._depth -= 1
        return self.known[path, part]

    def _is_outside(self, path: str, spec: Spec) -> bool:
        closed = row_of(path).imports_all
        if spec.kind in {"local", "either"} or spec.steps[-1:] == (CALL,):
            return closed and spec.kind == "local"
        for _ in range(_MOST):
            is_imported = spec.kind == "module" and bool(spec.steps)
            name = spec.steps[-1] if is_imported else last_part(spec.base)
            if not closed and _may_have_more(path, name):
                return False
            rows, by_name = self._find(path, spec, EVERY - CALLABLES)
            if by_name or not rows:
                is_type = spec.kind in {"name", "module"} or bool(spec.parts)
                added = is_imported and not closed and self._named(path, name)
                return is_type and not by_name and not added
            row = rows[0]
            value = self._declared(row)
            if row.kind in TYPES or value is None:
                return closed and row.kind in TYPES
            path, spec = row.path, value
        return False


def _is_of_parameter(spec: Spec, specs: Mapping[int, Spec]) -> bool:
    """Tell whether a pointer is one to the parameter of a template: to anything."""
    of = specs.get(spec.parts[0]) if spec.kind == "generic" else None
    return of is not None and of.kind == "local"


def _may_have_more(path: str, name: str) -> bool:
    pointers = row_of(path).pointers
    return pointers is None or bool(pointers.search(name))
