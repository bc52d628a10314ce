"""Everything that was found out, in one SQLite file.

The store has two halves. *Facts* are kept by the digest of the content they were
read from, so that one analysis serves every later build and every branch; a file
that moved or came back is not analysed again. *The tree* is what stands in the
root at this build: a row for each file, definition and import, what the imports
mean, and the pages to make. The first half is a cache, the second is made anew
from it wherever it differs; deleting the file costs time and nothing else.

Rows are looked up where they are needed and never held together: a page takes the
facts of its file, the domain asks for one name, the inventory reads a cursor.
A connection belongs to the process that opened it; after a fork the child opens
its own.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

from ..analysis.ruff import Finding
from ..model.codec import decode
from ..model.facts import KINDS, Definition, FileFacts, Import, large_parts
from ..model.rows import (
    IN_FULL,
    DefinitionRow,
    FileRow,
    ImportRow,
    LinkRow,
    Page,
    ReferenceRow,
    Standing,
    digest,
)

#: Raised by one whenever a table or the encoding of facts changes.
SCHEMA_VERSION: Final = 13
#: So many seconds one process waits for what another one writes.
_PATIENCE: Final = 60.0
#: What SQLite says of a file that is no database any more.
_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
#: Facts that no tree used for so many changes of it are dropped.
GENERATIONS_KEPT: Final = 50

_SCHEMA: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE facts (key TEXT PRIMARY KEY, used INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE finding (
    key TEXT NOT NULL, rules TEXT NOT NULL, unread TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (key, rules)) WITHOUT ROWID;
CREATE TABLE file (
    path TEXT PRIMARY KEY, ordinal INTEGER NOT NULL, folder TEXT NOT NULL,
    key TEXT NOT NULL, indexed TEXT NOT NULL, type TEXT NOT NULL,
    python INTEGER NOT NULL, lines INTEGER NOT NULL, summary TEXT NOT NULL,
    mainly TEXT NOT NULL, docstring INTEGER NOT NULL, main_line INTEGER NOT NULL,
    problem INTEGER NOT NULL, exports TEXT, size INTEGER NOT NULL,
    category TEXT NOT NULL, reason TEXT NOT NULL, docs INTEGER NOT NULL,
    kw INTEGER NOT NULL, document TEXT NOT NULL, decided TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX file_folder ON file (folder, ordinal);
CREATE TABLE definition (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, kind TEXT NOT NULL,
    qualname TEXT NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL,
    line INTEGER NOT NULL, anchor TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE INDEX definition_name ON definition (name);
CREATE INDEX definition_folded ON definition (folded, name, qualname, path);
CREATE TABLE hidden (
    path TEXT NOT NULL, kind TEXT NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, kind, qualname)) WITHOUT ROWID;
CREATE TABLE import (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, module TEXT NOT NULL,
    level INTEGER NOT NULL, name TEXT NOT NULL, bound TEXT NOT NULL,
    lazy INTEGER NOT NULL, runs INTEGER NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE TABLE link (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, category TEXT NOT NULL,
    module TEXT NOT NULL, target TEXT NOT NULL, qualname TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE INDEX link_module ON link (module, path);
CREATE INDEX link_target ON link (target, qualname, path);
CREATE TABLE reference (
    path TEXT PRIMARY KEY, digest TEXT NOT NULL, targets TEXT NOT NULL,
    names TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE base (
    path TEXT NOT NULL, qualname TEXT NOT NULL, ordinal INTEGER NOT NULL,
    target TEXT NOT NULL, base TEXT NOT NULL, dotted TEXT NOT NULL,
    PRIMARY KEY (path, qualname, ordinal)) WITHOUT ROWID;
CREATE INDEX base_target ON base (target, base);
CREATE TABLE test (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, target TEXT NOT NULL,
    qualname TEXT NOT NULL, line INTEGER NOT NULL, owner TEXT NOT NULL,
    at INTEGER NOT NULL, runners TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE TABLE use (
    target TEXT NOT NULL, qualname TEXT NOT NULL, path TEXT NOT NULL,
    anchor TEXT NOT NULL, line INTEGER NOT NULL, count INTEGER NOT NULL,
    places TEXT NOT NULL, PRIMARY KEY (target, qualname, path)) WITHOUT ROWID;
CREATE INDEX use_path ON use (path);
CREATE TABLE excerpt (
    target TEXT NOT NULL, ordinal INTEGER NOT NULL, qualname TEXT NOT NULL,
    path TEXT NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (target, ordinal)) WITHOUT ROWID;
CREATE TABLE pointer (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, target TEXT NOT NULL,
    fragment TEXT NOT NULL, line INTEGER NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE INDEX pointer_target ON pointer (target, path);
CREATE TABLE cycle (path TEXT PRIMARY KEY, paths TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE related (
    path TEXT NOT NULL, ordinal INTEGER NOT NULL, other TEXT NOT NULL,
    reasons TEXT NOT NULL,
    PRIMARY KEY (path, ordinal)) WITHOUT ROWID;
CREATE TABLE history (
    path TEXT PRIMARY KEY, date TEXT NOT NULL, revision TEXT NOT NULL,
    changes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE page (
    docname TEXT PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL,
    ordinal INTEGER NOT NULL, digest TEXT NOT NULL) WITHOUT ROWID;
"""
_TREE_TABLES: Final = (
    "file",
    "definition",
    "hidden",
    "import",
    "link",
    "reference",
    "base",
    "test",
    "use",
    "excerpt",
    "pointer",
    "cycle",
    "related",
    "history",
    "page",
)


class Store:
    """The SQLite file.

    :param path: where it is or shall be; its folder must exist.
    :param message: called with a sentence when an outdated file was replaced.
    :param warn: the same when a damaged one was.
    :raises OSError: if the file can be neither opened nor replaced.
    :raises sqlite3.Error: the same, or if another process does not let go of it.
    """

    def __init__(
        self,
        path: Path,
        message: Callable[[str], None],
        warn: Callable[[str], None] | None = None,
    ) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._reading = False
        try:
            if self._usable():
                return
            message(
                f"{path} was written by another version; analysing everything again"
            )
        except sqlite3.DatabaseError as exc:
            if getattr(exc, "sqlite_errorcode", _DAMAGED[0]) & 0xFF not in _DAMAGED:
                # Locked, not to be written, no space left: none the worse for it.
                raise
            (warn or message)(f"{path} is damaged ({exc}); analysing everything again")
        self.close()
        path.unlink(missing_ok=True)
        Path(f"{path}-journal").unlink(missing_ok=True)
        self._usable()

    def _usable(self) -> bool:
        database = self._database
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version == SCHEMA_VERSION:
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
            (tables,) = database.execute(
                "SELECT count(*) FROM sqlite_master"
            ).fetchone()
            if tables:
                return False
            for statement in _SCHEMA.split(";"):
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return True

    @property
    def _database(self) -> sqlite3.Connection:
        if self._connection is None or self._owner != os.getpid():
            # Never use, and never close, a connection from across a fork.
            self._connection = sqlite3.connect(
                self.path, timeout=_PATIENCE, isolation_level=None
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
        except BaseException:
            # Where the disk is full there is nothing left to roll back.
            if database.in_transaction:
                database.execute("ROLLBACK")
            raise
        database.execute("COMMIT")

    def meta(self, name: str) -> str:
        """Return what :meth:`set_meta` kept, or an empty string."""
        row = self._database.execute(
            "SELECT value FROM meta WHERE name = ?", (name,)
        ).fetchone()
        return str(row[0]) if row else ""

    def set_meta(self, name: str, value: str) -> None:
        """Keep a value of the build as a whole."""
        self._database.execute("REPLACE INTO meta VALUES (?, ?)", (name, value))

    # Facts, by content.

    def known(self, keys: Iterable[str]) -> set[str]:
        """Return those of *keys* whose facts are in the store."""
        stored = {key for (key,) in self._database.execute("SELECT key FROM facts")}
        return stored.intersection(keys)

    def put_facts(self, key: str, facts: bytes) -> None:
        """Keep the facts of a content, as :func:`.codec.encode` writes them."""
        self._database.execute(
            "REPLACE INTO facts VALUES (?, ?, ?)", (key, self._generation(), facts)
        )

    def get_facts(self, key: str) -> FileFacts:
        """Return the facts kept by *key*.

        :raises KeyError: if there are none.
        """
        row = self._database.execute(
            "SELECT data FROM facts WHERE key = ?", (key,)
        ).fetchone()
        if row is None:
            raise KeyError(key)
        return decode(row[0])

    def forget_facts(self, keys: Iterable[str]) -> None:
        """Forget facts that no file of the tree has, and leave no trace in the file."""
        unused = [(key,) for key in set(keys).difference(self.keys().values())]
        if not unused:
            return
        database = self._database
        database.execute("PRAGMA secure_delete = ON")
        for table in ("facts", "finding"):
            database.executemany(f"DELETE FROM {table} WHERE key = ?", unused)

    def known_findings(self, rules: str) -> set[str]:
        """Return the keys of the contents that a linter has looked at.

        :param rules: what the findings depend on besides the content.
        """
        query = "SELECT key FROM finding WHERE rules = ?"
        return {key for (key,) in self._database.execute(query, (rules,))}

    def put_findings(
        self, key: str, rules: str, findings: Iterable[Finding], unread: str = ""
    ) -> None:
        """Keep what a linter found in a content, or why it could not read it."""
        data = json.dumps([astuple(one) for one in findings])
        self._database.execute(
            "REPLACE INTO finding VALUES (?, ?, ?, ?)", (key, rules, unread, data)
        )

    def get_findings(self, key: str, rules: str) -> tuple[list[Finding], str] | None:
        """Return what :meth:`put_findings` kept, ``None`` if it was never asked to."""
        query = "SELECT data, unread FROM finding WHERE key = ? AND rules = ?"
        row = self._database.execute(query, (key, rules)).fetchone()
        if row is None:
            return None
        return [Finding(*one) for one in json.loads(row[0])], row[1]

    def _generation(self) -> int:
        return int(self.meta("generation") or 0)

    def forget_unused(self) -> None:
        """Count a change of the tree, and drop facts that were not used for long."""
        generation = self._generation() + 1
        self.set_meta("generation", str(generation))
        database = self._database
        database.execute(
            "UPDATE facts SET used = ? WHERE key IN (SELECT key FROM file)",
            (generation,),
        )
        database.execute(
            "DELETE FROM facts WHERE used < ?", (generation - GENERATIONS_KEPT,)
        )
        database.execute("DELETE FROM finding WHERE key NOT IN (SELECT key FROM facts)")

    # The tree.

    def clear_tree(self) -> None:
        """Forget the tree, and keep the facts."""
        for table in _TREE_TABLES:
            self._database.execute(f"DELETE FROM {table}")

    def keys(self) -> dict[str, str]:
        """Return the key of each file of the tree by its path."""
        return dict(self._database.execute("SELECT path, key FROM file"))

    def decided(self) -> dict[str, str]:
        """Return by path what decided about the pages of each file of the tree."""
        return dict(self._database.execute("SELECT path, decided FROM file"))

    def remove_file(self, path: str) -> None:
        """Forget a file of the tree, its definitions and its imports."""
        for table in ("file", "definition", "hidden", "import"):
            self._database.execute(
                f"DELETE FROM {table} WHERE path = ?",
                (path,),
            )

    def add_file(
        self,
        path: str,
        key: str,
        facts: FileFacts,
        skip: Callable[[str, Definition], bool],
        standing: Standing = IN_FULL,
    ) -> None:
        """Put a file into the tree, with the definitions that *skip* leaves in.

        :param standing: its class, and whether it is to have pages.
        """
        hidden: list[Definition] = []
        inside_hidden: tuple[str, ...] = ()
        for one in sorted(facts.definitions, key=lambda one: one.qualname.count(".")):
            # What is not shown does not show what is in it either.
            if one.qualname.startswith(inside_hidden) or skip(path, one):
                hidden.append(one)
                inside_hidden += (f"{one.qualname}.",)
        left_out = {(one.kind, one.qualname) for one in hidden}
        shown = [
            one for one in facts.definitions if (one.kind, one.qualname) not in left_out
        ]
        anchors = _anchors(shown)
        database = self._database
        database.execute(
            "INSERT INTO file VALUES (?,0,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                path,
                path.rpartition("/")[0],
                key,
                _indexed_digest(facts, hidden),
                facts.type,
                facts.python,
                facts.lines,
                facts.summary,
                "" if facts.summary else _mainly(shown, facts.lines),
                bool(facts.docstring),
                facts.main_line,
                facts.problem is not None,
                None if (names := listed(facts)) is None else json.dumps(names),
                facts.size,
                standing.category,
                standing.reason,
                standing.pages and _more_than_a_row(facts),
                standing.pages and facts.python and bool(shown or facts.imports),
                standing.document,
                standing.decided,
            ),
        )
        database.executemany(
            "INSERT INTO definition VALUES (?,?,?,?,?,?,?,?)",
            (
                (
                    path,
                    ordinal,
                    one.kind,
                    one.qualname,
                    one.name,
                    one.name.casefold(),
                    one.line,
                    anchors[one.kind, one.qualname],
                )
                for ordinal, one in enumerate(shown)
            ),
        )
        database.executemany(
            "INSERT OR IGNORE INTO hidden VALUES (?,?,?)",
            ((path, one.kind, one.qualname) for one in hidden),
        )
        database.executemany(
            "INSERT INTO import VALUES (?,?,?,?,?,?,?,?)", import_rows(path, facts)
        )

    def order_files(self, paths: Sequence[str]) -> None:
        """Number the files in the order of *paths*."""
        self._database.executemany(
            "UPDATE file SET ordinal = ? WHERE path = ?",
            ((ordinal, path) for ordinal, path in enumerate(paths)),
        )

    def files(self, folder: str | None = None) -> list[FileRow]:
        """Return the files of the tree, or of one folder, in their order."""
        where, values = ("1", ()) if folder is None else ("folder = ?", (folder,))
        query = (
            "SELECT path, key, indexed, type, python, lines, summary, mainly,"
            " docstring, main_line, problem, size, category, reason, docs, kw,"
            " document, exports"
            f" FROM file WHERE {where} ORDER BY ordinal"
        )
        found: list[FileRow] = []
        for *row, exports in self._database.execute(query, values):
            names = None if exports is None else tuple(json.loads(exports))
            found.append(FileRow._make([*row[:11], names, *row[11:]]))
        return found

    def file_key(self, path: str) -> str | None:
        """Return the key of a file's facts, or ``None`` if it is not in the tree."""
        row = self._database.execute(
            "SELECT key FROM file WHERE path = ?", (path,)
        ).fetchone()
        return None if row is None else str(row[0])

    def hidden(self, path: str) -> set[tuple[str, str]]:
        """Return kind and qualified name of a file's definitions not to be shown."""
        return set(
            self._database.execute(
                "SELECT kind, qualname FROM hidden WHERE path = ?", (path,)
            )
        )

    def definitions(
        self, where: str = "", values: Sequence[str] = (), order: str = "path, ordinal"
    ) -> Iterator[DefinitionRow]:
        """Iterate over the definitions shown.

        :param where: a condition over ``path``, ``kind``, ``qualname``, ``name``
            (the last part), ``folded`` (that casefolded) and ``line``.
        """
        clause = f"WHERE {where}" if where else ""
        for row in self._database.execute(
            f"SELECT path, kind, qualname, line, anchor FROM definition {clause}"
            f" ORDER BY {order}",
            values,
        ):
            yield DefinitionRow(*row)

    def count(self, table: str, where: str = "", values: Sequence[str] = ()) -> int:
        """Return the number of rows of *table* for which *where* holds."""
        clause = f"WHERE {where}" if where else ""
        (number,) = self._database.execute(
            f"SELECT count(*) FROM {table} {clause}",
            values,
        ).fetchone()
        return int(number)

    def select(self, query: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """Run a query of a page's own; see :data:`_SCHEMA` for the tables."""
        return iter(self._database.execute(query, values))

    def imports(self, path: str | None = None) -> Iterator[ImportRow]:
        """Iterate over the imports of a file, or of the whole tree file by file."""
        where, values = ("1", ()) if path is None else ("path = ?", (path,))
        for row in self._database.execute(
            f"SELECT * FROM import WHERE {where} ORDER BY path, ordinal", values
        ):
            yield ImportRow(*row)

    def replace(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Replace all rows of a table; see :data:`_SCHEMA`."""
        database = self._database
        database.execute(f"DELETE FROM {table}")
        self._insert(table, rows)

    def renew(
        self,
        table: str,
        rows: Iterable[Sequence[Any]],
        where: str = "1",
        values: Sequence[Any] = (),
    ) -> set[tuple[Any, ...]]:
        """Replace the rows of a table for which *where* holds.

        :return: the rows that came or went.
        """
        database = self._database
        query = f"SELECT * FROM {table} WHERE {where}"
        before = set(database.execute(query, values))
        after = set(map(tuple, rows))
        if before != after:
            database.execute(f"DELETE FROM {table} WHERE {where}", values)
            self._insert(table, after)
        return before ^ after

    def _insert(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        columns = len(list(self._database.execute(f"PRAGMA table_info({table})")))
        marks = ",".join("?" * columns)
        self._database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def links(self, path: str) -> list[LinkRow]:
        """Return what each import of a file means, in the order of its imports."""
        return [
            LinkRow(*row)
            for row in self._database.execute(
                "SELECT * FROM link WHERE path = ? ORDER BY ordinal", (path,)
            )
        ]

    def references(self, path: str) -> list[ReferenceRow | None]:
        """Return where each of the specs of a file's references leads."""
        query = "SELECT targets FROM reference WHERE path = ?"
        row = self._database.execute(query, (path,)).fetchone()
        if row is None:
            return []
        return [ReferenceRow(*one) if one else None for one in json.loads(row[0])]

    def reference_targets(self, path: str) -> str:
        """Return :meth:`references` as they are kept, in JSON; empty without any."""
        query = "SELECT targets FROM reference WHERE path = ?"
        row = self._database.execute(query, (path,)).fetchone()
        return "" if row is None else str(row[0])

    def references_digest(self, path: str) -> str:
        """Return a digest of those :meth:`references` that stay in the tree."""
        query = "SELECT digest FROM reference WHERE path = ?"
        row = self._database.execute(query, (path,)).fetchone()
        return "" if row is None else str(row[0])

    def set_pages(self, pages: Iterable[Page]) -> None:
        """Replace the list of pages."""
        self.replace(
            "page",
            (
                (page.docname, page.kind, page.path, ordinal, page.digest)
                for ordinal, page in enumerate(pages)
            ),
        )

    def pages(self) -> list[Page]:
        """Return all pages in the order of the tree."""
        return [
            Page(*row)
            for row in self._database.execute(
                "SELECT docname, kind, path, digest FROM page ORDER BY ordinal"
            )
        ]


#: The condition for files of data that have neither a page nor a document; as
#: :attr:`.FileRow.only_listed`.
ONLY_LISTED: Final = "category = 'data' AND NOT docs AND document = ''"


def below(folder: str, column: str = "path") -> tuple[str, tuple[str, ...]]:
    """Return a condition for the paths below *folder*, and its values."""
    if not folder:
        return "1", ()
    # "0" is the character behind "/": a range that an index serves.
    return f"{column} >= ? AND {column} < ?", (f"{folder}/", f"{folder}0")


def import_rows(path: str, facts: FileFacts) -> Iterator[ImportRow]:
    """Yield the imports of a file as rows of the table ``import``."""
    for ordinal, one in enumerate(facts.imports):
        told = (one.module, one.level, one.name, one.bound, one.lazy)
        yield ImportRow(path, ordinal, *told, runs(one, facts))


def listed(facts: FileFacts) -> tuple[str, ...] | None:
    """Return the names in ``__all__`` where all of them are known."""
    return facts.exports if facts.exports_complete else None


def runs(one: Import, facts: FileFacts) -> bool:
    """Return whether an import runs as soon as the file is imported.

    What stands behind ``if __name__ == "__main__":`` is taken for part of it.
    """
    script = 0 < facts.main_line < one.line
    return not (one.lazy or one.type_checking or script)


def _more_than_a_row(facts: FileFacts) -> bool:
    """Tell whether there is more to read in a file than what its row in a list says.

    The row has the first sentence of what a file says of itself.
    """
    if facts.binary or facts.blank:
        return False
    # ``class Wrong(Exception): """Is raised."""`` is a line of a docstring.
    if facts.definitions or facts.imports:
        return True
    kinds = facts.line_kinds
    if kinds is None or kinds.code or kinds.comments:
        return True
    return " ".join(facts.docstring.split()) != facts.summary


def _mainly(definitions: Iterable[Definition], lines: int) -> str:
    for size, one in large_parts(definitions, lines):
        if 2 * size >= lines:
            return f"{one.qualname}: {one.summary}" if one.summary else one.qualname
    return ""


def _anchors(definitions: Iterable[Definition]) -> dict[tuple[str, str], str]:
    """Give each definition an id that is its own on the page of its file.

    The prefix keeps names such as ``L12`` or ``content`` apart from the ids of lines
    and of themes. Where one name has several kinds, the first of
    :data:`~.facts.KINDS` has the plain id. No id has white space, ``:``, ``<`` or
    ``>``; ``..`` stands for ``.<locals>.``.
    """
    anchors: dict[tuple[str, str], str] = {}
    taken = set()
    for one in sorted(definitions, key=lambda one: KINDS.index(one.kind)):
        anchor = f"def-{one.qualname.replace('.<locals>.', '..')}"
        if anchor in taken:
            anchor = f"{anchor}-{one.kind}"
        taken.add(anchor)
        anchors[one.kind, one.qualname] = anchor
    return anchors


def _indexed_digest(facts: FileFacts, hidden: Sequence[Definition]) -> str:
    shown = [
        (one.kind, one.qualname, one.lines, one.summary) for one in facts.definitions
    ]
    left_out = [(one.kind, one.qualname) for one in hidden]
    headings = [(one.text, one.line, one.level) for one in facts.headings]
    return digest(
        facts.type,
        facts.problem,
        facts.lines,
        shown,
        left_out,
        facts.imports,
        headings,
    )
