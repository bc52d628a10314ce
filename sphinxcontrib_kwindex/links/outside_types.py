"""Values of types that nothing in the tree defines, so that no member is meant.

A type may have members that it does not define itself: those of what it points to, and
in Rust those that others add to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..analysis.languages.registry import family_of
from ..model.kinds import CALLABLES, TYPES
from ..model.names import last_part
from ..model.references import CALL, Spec
from ..model.rows import DefinitionRow
from .names_of_tree import EVERY, Rows, imports_all

#: Types of C++ with the members of what they point to.
_POINTERS: Final = re.compile(
    r"(?:[pP]tr|[iI]terator|Ref|[hH]andle|[oO]ptional|_wrapper|StatusOr)$"
)
#: How many values are followed, each declared as the one before.
_MOST: Final = 30


def is_outside(
    find: Callable[[str, Spec, frozenset[str]], tuple[Rows, bool]],
    declared: Callable[[DefinitionRow], Spec | None],
    path: str,
    spec: Spec,
) -> bool:
    """Tell whether something is of a type that nothing in the tree defines.

    :param find: returns what a spec of a file leads to, and whether by its name alone.
    :param declared: returns what a value is declared as.
    :param path: the file.
    :param spec: a type, or a value.
    """
    closed = imports_all(path)
    if spec.kind == "local" or spec.steps[-1:] == (CALL,):
        return closed and spec.kind == "local"
    for _ in range(_MOST):
        if not closed and _may_have_more(path, last_part(spec.base)):
            return False
        rows, by_name = find(path, spec, EVERY - CALLABLES)
        if by_name or not rows:
            is_type = spec.kind in {"name", "module"} or bool(spec.parts)
            return is_type and not by_name
        row = rows[0]
        value = declared(row)
        if row.kind in TYPES or value is None:
            return closed and row.kind in TYPES
        path, spec = row.path, value
    return False


def _may_have_more(path: str, name: str) -> bool:
    return family_of(path) != "c" or bool(_POINTERS.search(name))
