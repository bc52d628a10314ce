"""What the detectors say of one file.

Frozen dataclasses of texts and numbers, as those in
:mod:`~sphinxcontrib_kwindex.facts` are, with the same terms: qualified names after
PEP 3155, lines counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """One place where a row of the table applies."""

    name: str
    """The name of the row: ``dataclass``, ``generator``, ``thread``."""
    qualname: str
    """The definition that it is about; of a call the definition that it stands in,
    or the name that it is assigned to. Empty for the module itself."""
    line: int
    """The line of its ``class``, ``def`` or binding; of a call that of the call."""
    detail: str = ""
    """What there is to add: abstract methods, operators, the name that told it and
    its simple arguments (``functools.lru_cache(maxsize=None)``)."""


@dataclass(frozen=True, slots=True)
class Base:
    """One base of one class, for those who know the other files too."""

    qualname: str
    """The class."""
    line: int
    """The line of the class."""
    dotted: str = ""
    """The base as imported: ``torch.nn.Module``; with leading dots where the import
    is relative: ``..base.Model``; ``builtins.X`` for what Python brings along.
    Empty for a class of this file, and for what is no dotted name."""
    local: str = ""
    """The qualified name of the base where it is a class of this file."""


@dataclass(frozen=True, slots=True)
class Measure:
    """How involved one function is."""

    qualname: str
    line: int
    complexity: int
    """McCabe's number as ``mccabe`` and Ruff's C901 count it; 1 without a branch."""
    loop_depth: int = 0
    """How many ``for`` and ``while`` statements the deepest loop stands in, itself
    included. Those of functions inside count for these only, and comprehensions
    do not count."""
    loop_line: int = 0
    """The line of the first loop of that depth, 0 without one."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """All that the detectors say of a file."""

    patterns: tuple[Pattern, ...] = ()
    """By line, name and qualified name."""
    bases: tuple[Base, ...] = ()
    """In the order of the file."""
    measures: tuple[Measure, ...] = ()
    """Of each ``def``, in the order of the file."""
