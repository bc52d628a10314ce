"""Reads ``kwindex_moved.toml``: files and definitions that moved.

Each row names a file or a definition by its old name, and where it went, which may have
moved on: rows are followed. What is in them is all that is known of the past, so that
every build says the same of it, whatever was built before and however much of the
history a clone has.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Final

from ...model.grouped import grouped
from ...model.named_tuple import NamedTuple
from ...model.names import full_name
from .toml_lines import toml_lines

#: The name of the file.
MOVED_FILE: Final = "kwindex_moved.toml"
#: Its tables.
FILES, DEFINITIONS = "files", "definitions"
#: In bytes; a larger file is not read.
_LARGEST: Final = 10_000_000
_MEMBER: Final = "."


class ObjectName(NamedTuple):
    """A file, or a definition in one."""

    path: str
    qualname: str = ""

    @property
    def name(self) -> str:
        """Its name in the inventory."""
        return full_name(self.path, self.qualname)


class Row(NamedTuple):
    """Where something went."""

    new: ObjectName
    line: int


class Problem(NamedTuple):
    """Something in the file that cannot be used."""

    line: int
    text: str


def place(name: str) -> ObjectName:
    """Return what a name means: a path, or ``path::qualname``."""
    path, _, qualname = name.partition("::")
    return ObjectName(path, qualname)


@dataclass
class Moved:
    """The rows of the file."""

    rows: dict[ObjectName, Row] = field(default_factory=dict)
    """By the old place."""
    problems: list[Problem] = field(default_factory=list)
    """What is wrong with the text."""

    @cached_property
    def state(self) -> list[tuple[str, str]]:
        """What the rows say, as plain data."""
        return [(old.name, row.new.name) for old, row in self.rows.items()]

    @cached_property
    def _departed(self) -> dict[str, list[ObjectName]]:
        """The definitions that have rows, by path."""
        return grouped((old.path, old) for old in self.rows if old.qualname)

    @cached_property
    def _ends(self) -> dict[ObjectName, ObjectName]:
        """Where places are that rows alone lead to which are about them."""
        return {}

    def paths(self) -> Iterator[str]:
        """Yield the old paths of files, and of definitions."""
        return iter(dict.fromkeys(old.path for old in self.rows))

    def end(
        self, old: ObjectName, exists: Callable[[ObjectName], bool]
    ) -> ObjectName | None:
        """Return where a place is when all rows are followed.

        A definition went with the one around it, and with its file, unless it has a
        row itself.

        :param exists: tells whether a place is in the tree.
        :return: ``None`` where rows lead in a circle, in which nothing exists.
        """
        used: set[ObjectName] = set()
        passed = [old]
        by_name = True  # whether each row was about the very place
        while step := self._step(at := passed[-1]):
            row, new = step
            if row in used:
                return next((later for later in passed[1:] if exists(later)), None)
            by_name = by_name and row == at
            if by_name and at in self._ends:
                return self._ends[at]
            used.add(row)
            passed.append(new)
        if by_name:
            self._ends.update(dict.fromkeys(passed[:-1], passed[-1]))
        return passed[-1]

    def _step(self, old: ObjectName) -> tuple[ObjectName, ObjectName] | None:
        """Return the old place of a row that is about a place, and where that went."""
        parts = old.qualname.split(_MEMBER) if old.qualname else []
        outer = accumulate(parts, lambda left, right: f"{left}{_MEMBER}{right}")
        for qualname in (*reversed([*outer]), ""):
            key = ObjectName(old.path, qualname)
            if row := self.rows.get(key):
                rest = old.qualname[len(qualname) :]
                return key, ObjectName(row.new.path, row.new.qualname + rest)
        return None

    def departed(self, path: str, *, renamed: bool) -> dict[str, ObjectName]:
        """Return the definitions that were at an address of a file, by qualified name.

        :param renamed: whether the file itself went; it took its address along for as
            long as it had the next name.
        """
        places: dict[str, ObjectName] = {}
        seen: set[str] = set()
        while path not in seen:
            seen.add(path)
            for old in self._departed.get(path, ()):
                places.setdefault(old.qualname, old)
            row = self.rows.get(ObjectName(path)) if renamed else None
            path = row.new.path if row else path
        return places


def parse_moved(text: str) -> Moved:
    """Return what the text of the file says."""
    text = text.replace("\r\n", "\n")
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Moved(problems=[Problem(1, f"is not valid TOML: {error}")])
    lines = toml_lines(text)
    moved = Moved()
    for table, rows in tables.items():
        if table not in {FILES, DEFINITIONS} or not isinstance(rows, dict):
            what = f"unknown table or key {table!r}; use [files] and [definitions]"
            moved.problems.append(Problem(lines.get((table,), 1), what))
            continue
        for name, value in rows.items():
            line = lines.get((table, name), 1)
            old, new = place(name), place(value if isinstance(value, str) else "")
            named = table == DEFINITIONS
            if not _fits(old, named=named) or not _fits(new, named=named):
                form = "path::name" if named else "a path"
                what = f"[{table}] {name!r} and where it went are not both {form}"
                moved.problems.append(Problem(line, what))
            else:
                moved.rows[old] = Row(new, line)
    return moved


def _fits(where: ObjectName, *, named: bool) -> bool:
    """Return whether a place is what its table is about, below the root."""
    parts = where.path.split("/")
    return bool(where.qualname) == named and not {"", ".", ".."}.intersection(parts)


def read_moved(root: Path) -> Moved:
    """Return what the file at *root* says; without rows if there is none."""
    path = root / MOVED_FILE
    try:
        if not path.is_file() or not path.resolve().is_relative_to(root.resolve()):
            return Moved()
        if path.stat().st_size > _LARGEST:
            return Moved(problems=[Problem(1, "is too large")])
        return parse_moved(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        return Moved(problems=[Problem(1, f"cannot be read: {error}")])
