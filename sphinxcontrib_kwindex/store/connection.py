"""The connection to the SQLite file: opening, transactions, and values of the build.

A connection belongs to the process that opened it; after a fork the child opens
its own. A file of another version, or a damaged file, is replaced by an empty file.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from .schema import SCHEMA, SCHEMA_VERSION

#: The store's name in the folder that it is kept in.
STORE_NAME: Final = "kwindex.sqlite"
#: The seconds that one process waits while another process writes.
LOCK_TIMEOUT: Final = 60.0
#: How many statements are kept compiled: more than the package has. To compile those of
#: a small build each time that they are run takes a twentieth of it.
_COMPILED: Final = 500
#: The errors of SQLite for a file that is no database any more.
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def tells_damage(error: sqlite3.Error) -> bool:
    """Tell whether an error says that a file is no database any more."""
    return getattr(error, "sqlite_errorcode", _DAMAGED[0]) & 0xFF in _DAMAGED


class Connection:
    """The SQLite file.

    :param path: where it is or shall be; its folder must exist.
    :param message: called with a sentence when an outdated file was replaced.
    :param warn: the same when a damaged file was.
    :param intact: whether it is known not to be damaged; to look takes a while.
    :raises OSError: if the file can be neither opened nor replaced.
    :raises sqlite3.Error: the same, or if another process does not let go of it.
    """

    def __init__(
        self,
        path: Path,
        message: Callable[[str], None],
        warn: Callable[[str], None] | None = None,
        *,
        intact: bool = False,
    ) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._reading = False
        try:
            if self._usable(intact=intact):
                return
            message(
                f"{path} was written by another version; analysing everything again"
            )
        except sqlite3.DatabaseError as exc:
            if not tells_damage(exc):
                # Locked, not to be written, no space left: none the worse for it.
                raise
            (warn or message)(f"{path} is damaged ({exc}); analysing everything again")
        self.close()
        path.unlink(missing_ok=True)
        Path(f"{path}-journal").unlink(missing_ok=True)
        self._usable()

    def _usable(self, *, intact: bool = False) -> bool:
        """Tell whether the database has the schema of this version, made if it is new.

        :param intact: whether it is known not to be damaged.
        :raises sqlite3.DatabaseError: if it is.
        """
        database = self._database
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version == SCHEMA_VERSION and not intact:
            # A tenth of a second for a large tree; a page of rubbish in the middle
            # would otherwise end the build when it is come across.
            (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(str(verdict).partition("\n")[0])
        if version:
            return bool(version == SCHEMA_VERSION)
        with self.transaction():
            # Another process may have been first while this one waited.
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version:
                return bool(version == SCHEMA_VERSION)
            if self._text("SELECT name FROM sqlite_master"):
                return False
            for statement in SCHEMA.read_text("utf-8").split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return True

    @property
    def _database(self) -> sqlite3.Connection:
        if self._connection is None or self._owner != os.getpid():
            # Never use, and never close, a connection from across a fork.
            self._connection = sqlite3.connect(
                self.path,
                timeout=LOCK_TIMEOUT,
                isolation_level=None,
                cached_statements=_COMPILED,
            )
            self._owner = os.getpid()
            # The file survives the death of the process; a power cut may damage
            # it, and then it is made again.
            self._connection.execute("PRAGMA synchronous = OFF")
            if self._reading:
                self._connection.execute("BEGIN")
        return self._connection

    def close(self) -> None:
        """Close this process's connection; the next use opens it again."""
        if self._connection is not None and self._owner == os.getpid():
            self._connection.close()
        self._connection = None

    def begin_reading(self) -> None:
        """Have the file stay as it is, and write nothing, until :meth:`end_reading`.

        SQLite then need not ask the system at each statement, with some six calls,
        whether another process wrote to it. Processes that are forked meanwhile do the
        same.
        """
        if not self._reading:
            self._database.execute("BEGIN")
            self._reading = True

    def end_reading(self) -> None:
        """Let it change again; nothing where it may already."""
        if self._reading:
            self._reading = False
            self._database.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Have the file stay as it is for what happens inside."""
        if self._reading:
            yield
            return
        self.begin_reading()
        try:
            yield
        finally:
            self.end_reading()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Make what happens inside visible at once or not at all."""
        database = self._database
        database.execute("BEGIN IMMEDIATE")
        try:
            yield
            database.execute("COMMIT")
        except BaseException:
            # Where the disk is full there is nothing left to roll back.
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise

    def _text(self, query: str, *values: str) -> str:
        """Return the text that a query finds, empty without any."""
        row = self._database.execute(query, values).fetchone()
        return "" if row is None else str(row[0])

    def meta(self, name: str) -> str:
        """Return what :meth:`set_meta` kept, or an empty string."""
        return self._text("SELECT value FROM meta WHERE name = ?", name)

    def set_meta(self, name: str, value: str) -> None:
        """Keep a value of the build as a whole."""
        self._database.execute("REPLACE INTO meta VALUES (?, ?)", (name, value))


def has_table(location: Path, table: str) -> bool:
    """Return whether the database of another program has a table.

    Nothing is written, also where the file is empty.

    :raises sqlite3.Error: if it is no database.
    """
    uri = f"{location.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as database:
        query = "SELECT 1 FROM sqlite_master WHERE name = ?"
        return database.execute(query, (table,)).fetchone() is not None
