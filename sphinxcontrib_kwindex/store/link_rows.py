"""The links of the tree as rows, and the tables that keep them.

The functions of ``links/`` yield the rows; only the table knows how they are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

from ..model.named_tuple import NamedTuple
from ..model.record import Record
from ..model.rows import LinkRow, UseRow
from .database import Store, among

Row = TypeVar("Row", bound=tuple[Any, ...])


class FileReferences(NamedTuple):
    """Where the identifiers of a file lead."""

    path: str
    digest: str
    """Of those that stay in the tree."""
    targets: str
    """A :class:`~.rows.ReferenceRow` for each spec, as JSON; 0 where none is known."""
    names: str
    """The names that are asked for, each between blanks."""
    precise: str = ""
    """What an index says of it (:class:`~.PreciseReferences`), as JSON; empty where
    none does."""


class BaseRow(NamedTuple):
    """A base of a class, one of the last three if it has a name."""

    path: str
    qualname: str
    ordinal: int
    """Its place among the bases of the class."""
    choice: int
    """Its place among the classes of which it is one: branches bind it differently."""
    target: str
    """The path of the base, and its qualified name, if it is a class of the tree."""
    base: str
    dotted: str
    """Else the name by which it is imported (``builtins.Exception``)."""
    written: str
    """Where neither is surely known the base as written."""


class UnusedRow(NamedTuple):
    """A definition that nothing is found to use."""

    path: str
    qualname: str


class TestRow(NamedTuple):
    """A test that a file is collected for; as :class:`~.CollectedTest`."""

    path: str
    """The file that is collected."""
    ordinal: int
    target: str
    """The file that defines the test."""
    qualname: str
    line: int
    owner: str
    at: int
    runners: str
    """Who collects it, with blanks between."""


class CycleRow(NamedTuple):
    """A shortest cycle of imports through a file."""

    path: str
    paths: str
    """The files on the way as JSON, the file itself first and not repeated."""


class TextLinkRow(NamedTuple):
    """What a mention in a text means."""

    path: str
    ordinal: int
    """Its place in :attr:`FileFacts.mentions <.facts.FileFacts.mentions>`."""
    target: str
    """The file or folder that it means."""
    fragment: str
    line: int
    """The line that the fragment means, 0 for none."""


class LinkTable(Record, Generic[Row], frozen=True):
    """The links of one kind.

    They are made again together for the file that has them, ``path``.
    """

    make: Callable[[Iterable[Any]], Row]
    """Makes a row of its values."""
    name: str
    what: str
    """What its rows are, for messages."""
    moving: str = ""
    """The name of a column that other files do not see: a row of which nothing else
    changed did not change for them. It is 0 in the rows that came or went."""

    def add(self, store: Store, rows: Iterable[Row]) -> None:
        """Keep links that are not there yet."""
        store.add(self.name, rows)

    def replace(self, store: Store, rows: Iterable[Row]) -> None:
        """Replace the links of the whole tree."""
        store.replace(self.name, rows)

    def renew(
        self, store: Store, rows: Iterable[Row], paths: Iterable[str] | None = None
    ) -> set[Row]:
        """Replace the links of some files, by default all, where they changed.

        :return: the rows that came or went.
        """
        changed: Any = map(self.make, store.renew(self.name, rows, *among(paths)))
        if not self.moving:
            return set(changed)
        counts = Counter(row._replace(**{self.moving: 0}) for row in changed)
        # What both came and went has only moved.
        return {row for row, count in counts.items() if count == 1}


IMPORT_TARGETS: Final = LinkTable(LinkRow._make, "link", "what imports lead to")
REFERENCES: Final = LinkTable(FileReferences._make, "reference", "identifiers")
USES: Final = LinkTable(UseRow._make, "use", "uses", moving="line")
BASES: Final = LinkTable(BaseRow._make, "base", "base classes")
TESTS: Final = LinkTable(TestRow._make, "test", "tests")
TESTED: Final = LinkTable[tuple[str, str]](tuple, "tested", "what tests use")
UNUSED: Final = LinkTable(UnusedRow._make, "unused", "definitions without use")
CYCLES: Final = LinkTable(CycleRow._make, "cycle", "import cycles")
TEXT_LINKS: Final = LinkTable(TextLinkRow._make, "pointer", "links in texts")
RELATED: Final = LinkTable[tuple[str, int, str, str]](tuple, "related", "related files")
