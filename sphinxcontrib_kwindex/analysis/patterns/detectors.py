"""Which idioms a Python file uses, and what in it costs time.

Everything is told by the tree, never by the text: a comment that says ``class x`` is
no class, a string that says ``eval(`` no call, a local variable called ``cache`` no
cache. There are two kinds of tables.

- :mod:`.names` tells by name: a class by its bases, a definition by its decorators, a
  call by what is called. Names are those that the file's imports give
  (:mod:`.scopes`), so ``dc.dataclass`` after ``import dataclasses as dc`` is
  one, and a class of the file that is itself called ``Enum`` is none. Users add rows.
- :mod:`.classes`, :mod:`.functions` and :mod:`.registries` tell by shape: a class
  with ``__enter__`` and ``__exit__``, a function that returns an inner one which calls
  its argument.

:mod:`.walk` takes a file past all of them, once. A base class in another file is not
followed, since a fact knows only its own file: :class:`Base` says which it is, and
:class:`BaseRows` what follows once the links know the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from astroid import nodes

from ...model.facts import Base, Import, Measure, Pattern
from .classes import ANCESTOR_ROWS, CLASS_SHAPES
from .facts import Patterns
from .functions import FUNCTION_SHAPES
from .names import IDIOM, PERFORMANCE, ROWS, Index, Row, matching
from .walk import Walk

__all__ = [
    "IDIOM",
    "NAMES",
    "PERFORMANCE",
    "ROWS",
    "Base",
    "BaseRows",
    "Measure",
    "Pattern",
    "Patterns",
    "Row",
    "patterns",
]

#: The names that a :class:`Pattern` can have without rows of the user, by the group
#: that shows them, in the order of the tables.
NAMES: Final[dict[str, tuple[str, ...]]] = {
    IDIOM: tuple(
        dict.fromkeys(
            [
                *(row.name for row in ROWS if row.group == IDIOM),
                *(shape.name for shape in (*CLASS_SHAPES, *FUNCTION_SHAPES)),
                "registry",
            ]
        )
    ),
    PERFORMANCE: tuple(row.name for row in ROWS if row.group == PERFORMANCE),
}


def patterns(
    tree: nodes.Module, imports: Iterable[Import], extra_rows: Iterable[Row] = ()
) -> Patterns:
    """Return what the detectors find in a file.

    :param tree: its tree, as :func:`~..languages.python.parse` gives it.
    :param imports: its imports, from the same text.
    :param extra_rows: the user's rows.
    """
    return Walk(tree, imports, (*ROWS, *extra_rows)).found


class BaseRows:
    """The rows that tell a class by the classes above it, wherever these are.

    :param extra_rows: the user's rows.
    """

    def __init__(self, extra_rows: Iterable[Row] = ()) -> None:
        self._index = Index((*ROWS, *ANCESTOR_ROWS, *extra_rows)).bases

    @property
    def names(self) -> list[str]:
        """The dotted names of the classes that they ask for, in their order."""
        return [name for name in self._index if not name.endswith(".*")]

    def told(self, ancestor: str, *, direct: bool) -> list[Row]:
        """Return the rows that hold for what derives from a class.

        :param ancestor: the dotted name of the class.
        :param direct: whether it is one of the own bases.
        """
        rows = matching(self._index, ancestor)
        return [row for row in rows if direct or not row.direct]
