"""The store: facts, links and findings, in one SQLite file.

It has two halves. *Facts* are cached by content (:mod:`.facts_cache`). *The tree* is
what stands in the root at this build: a row for each file, definition and import, what
the imports mean, and the pages to make. It is made anew from the facts wherever it
differs; deleting the file costs time and nothing else.

Rows are looked up where they are needed and never held together: a page takes the
facts of its file, the domain asks for one name, the inventory reads a cursor.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

import msgspec

from ..model.facts import Definition, FileFacts
from ..model.references import PreciseReferences, References
from ..model.rows import (
    WITH_ALL_PAGES,
    DefinitionRow,
    FileRow,
    ImportRow,
    LinkRow,
    Page,
    PageDecision,
    ReferenceRow,
)
from .facts_cache import FactsCache

#: The tables with what each file says.
_OF_FILES: Final = (
    *("file", "definition", "may_be", "hidden", "looked_up", "import", "exposed"),
    *("opened", "sentence"),
)


class Store(FactsCache):
    """The facts and the tree."""

    def file_keys(self) -> dict[str, str]:
        """Return the key of each file of the tree by its path."""
        return dict(self._database.execute("SELECT path, key FROM file"))

    def decision_inputs(self) -> dict[str, str]:
        """Return by path what the pages of each file of the tree were decided from."""
        return dict(self._database.execute("SELECT path, decided FROM file"))

    def remove_file(self, path: str) -> None:
        """Forget a file of the tree, its definitions and its imports."""
        for table in _OF_FILES:
            self._database.execute(f"DELETE FROM {table} WHERE path = ?", (path,))

    def add_file(
        self,
        path: str,
        key: str,
        facts: FileFacts,
        skip: Callable[[str, Definition], bool],
        decision: PageDecision = WITH_ALL_PAGES,
    ) -> None:
        """Put a file into the tree, with the definitions that *skip* leaves in.

        :param decision: its class, and which pages it may have.
        """
        # Whoever only reads need not wait for what knows all languages.
        from .file_rows import definition_rows, file_row, import_rows, split_hidden

        shown, hidden = split_hidden(path, facts, skip)
        self.add("file", [file_row(path, key, facts, shown, hidden, decision)])
        self.add("definition", definition_rows(path, facts, shown))
        may_be = ((at, name) for at, one in enumerate(shown) for name in one.may_be)
        self.add("may_be", ((path, *row) for row in may_be))
        self.add("hidden", [(path, one.kind, one.qualname) for one in hidden])
        if facts.quoted or facts.computed:
            names = " ".join(facts.quoted), json.dumps(facts.computed)
            self.add("looked_up", [(path, *names)])
        self.add("import", import_rows(path, facts))
        self.add("exposed", ((path, it.name, it.qualname) for it in facts.exposed))
        self.add("opened", ((path, name) for name in dict.fromkeys(facts.opened)))
        sentences = enumerate(facts.sentences)
        self.add("sentence", ((path, at, it.text) for at, it in sentences))

    def order_files(self, paths: Sequence[str]) -> None:
        """Number the files in the order of *paths*."""
        self._database.executemany(
            "UPDATE file SET ordinal = ? WHERE path = ?", enumerate(paths)
        )

    def set_summaries(self, summaries: Mapping[str, str]) -> None:
        """Set the summaries of files by their paths."""
        self._database.executemany(
            "UPDATE file SET summary = ? WHERE path = ?",
            ((summary, path) for path, summary in summaries.items()),
        )

    def files(self, folder: str | None = None) -> list[FileRow]:
        """Return the files of the tree, or of one folder, in their order."""
        which = ("1",) if folder is None else ("folder = ?", folder)
        return list(self._files(*which))

    def file(self, path: str) -> FileRow | None:
        """Return a file of the tree, ``None`` if it is not there."""
        return next(self._files("path = ?", path), None)

    def _files(self, where: str, *values: str) -> Iterator[FileRow]:
        columns = ", ".join(FileRow._fields)
        query = f"SELECT {columns} FROM file WHERE {where} ORDER BY ordinal"
        for row in map(FileRow._make, self._database.execute(query, values)):
            names: Any = row.exports  # in JSON
            yield row._replace(exports=tuple(json.loads(names))) if names else row

    def file_key(self, path: str) -> str | None:
        """Return the key of a file's facts, or ``None`` if it is not in the tree."""
        return self._text("SELECT key FROM file WHERE path = ?", path) or None

    def source_type(self, path: str) -> str:
        """Return the type of a file that is the source of a language, else nothing."""
        return self._text("SELECT type FROM file WHERE path = ? AND source", path)

    def facts_of(self, path: str) -> FileFacts:
        """Return the facts of a file of the tree, without their references.

        :raises KeyError: if it is not one.
        """
        return self.get_facts(self.file_key(path) or "")

    def all_facts_of(self, path: str) -> FileFacts:
        """Return the facts of a file of the tree, with their references.

        :raises KeyError: if it is not one.
        """
        return self.get_all_facts(self.file_key(path) or "")

    def hidden(self, path: str) -> set[tuple[str, str]]:
        """Return kind and qualified name of a file's definitions not to be shown."""
        query = "SELECT kind, qualname FROM hidden WHERE path = ?"
        return set(self._database.execute(query, (path,)))

    def definitions(
        self, where: str = "1", values: Sequence[str] = (), order: str = "path, ordinal"
    ) -> Iterator[DefinitionRow]:
        """Iterate over the definitions shown.

        :param where: a condition over ``path``, ``kind``, ``qualname``, ``name``
            (the last part), ``folded`` (that casefolded) and ``line``.
        """
        columns = ", ".join(DefinitionRow._fields)
        query = f"SELECT {columns} FROM definition WHERE {where} ORDER BY {order}"
        yield from map(DefinitionRow._make, self._database.execute(query, values))

    def count(self, table: str, where: str = "1", values: Sequence[str] = ()) -> int:
        """Return the number of rows of *table* for which *where* holds."""
        query = f"SELECT count(*) FROM {table} WHERE {where}"
        return int(self._database.execute(query, values).fetchone()[0])

    def select(self, query: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """Run a query of a module of this folder; see ``schema.sql``."""
        return iter(self._database.execute(query, values))

    def column(self, query: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        """Run a query for one column, and iterate over what is in that."""
        return (value for (value,) in self._database.execute(query, values))

    def imports(self, path: str | None = None) -> Iterator[ImportRow]:
        """Iterate over the imports of a file, or of the whole tree file by file."""
        where, values = ("1", ()) if path is None else ("path = ?", (path,))
        query = f"SELECT * FROM import WHERE {where} ORDER BY path, ordinal"
        yield from map(ImportRow._make, self._database.execute(query, values))

    def replace(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Replace all rows of a table; see ``schema.sql``."""
        self._database.execute(f"DELETE FROM {table}")
        self.add(table, rows)

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
            self.add(table, after)
        return before ^ after

    def add(self, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Add rows to a table; see ``schema.sql``."""
        remaining = iter(rows)
        first = next(remaining, None)
        if first is not None:
            marks = ",".join("?" * len(first))
            self._database.executemany(
                f"INSERT INTO {table} VALUES ({marks})", chain([first], remaining)
            )

    def links(self, path: str) -> list[LinkRow]:
        """Return what each import of a file means, in the order of its imports."""
        query = "SELECT * FROM link WHERE path = ? ORDER BY ordinal"
        return [LinkRow(*row) for row in self._database.execute(query, (path,))]

    def references(self, path: str) -> list[ReferenceRow | None]:
        """Return where each of the specs of a file's references leads."""
        targets = json.loads(self.reference_targets(path) or "[]")
        return [_row(target) if target else None for target in targets]

    def reference_targets(self, path: str) -> str:
        """Return :meth:`references` as they are kept, in JSON; empty without any."""
        return self._text("SELECT targets FROM reference WHERE path = ?", path)

    def references_digest(self, path: str) -> str:
        """Return a digest of those :meth:`references` that stay in the tree."""
        return self._text("SELECT digest FROM reference WHERE path = ?", path)

    def precise_references(self, path: str) -> PreciseReferences | None:
        """Return the references of a file that an index has, ``None`` without them."""
        text = self._text("SELECT precise FROM reference WHERE path = ?", path)
        return _decoder().decode(text) if text else None

    def identifiers(self, path: str) -> References:
        """Return what the identifiers of a file stand for.

        :raises KeyError: if the path is not a file of the tree.
        """
        own = self.get_references(self.file_key(path) or "")
        precise = self.precise_references(path)
        return precise.instead_of(own) if precise else own

    def set_pages(self, pages: Iterable[Page]) -> None:
        """Replace the list of pages."""
        rows = ((*page[:3], at, page.digest) for at, page in enumerate(pages))
        self.replace("page", rows)

    def pages(self) -> list[Page]:
        """Return all pages in the order of the tree."""
        query = "SELECT docname, kind, path, digest FROM page ORDER BY ordinal"
        return [Page(*row) for row in self._database.execute(query)]


#: The condition for files of data that have neither a page nor a document; as
#: :attr:`.FileRow.only_listed`.
ONLY_LISTED: Final = "category = 'data' AND NOT docs AND document = ''"


def below(folder: str, column: str = "path") -> tuple[str, tuple[str, ...]]:
    """Return a condition for the paths below *folder*, and its values."""
    if not folder:
        return "1", ()
    # "0" is the character behind "/": a range that an index serves.
    return f"{column} >= ? AND {column} < ?", (f"{folder}/", f"{folder}0")


def among(
    names: Iterable[str] | None, column: str = "path"
) -> tuple[str, tuple[str, ...]]:
    """Return a condition for paths or names, by default all of them, and its values."""
    if names is None:
        return "1", ()
    return f"{column} IN (SELECT value FROM json_each(?))", (json.dumps(list(names)),)


@cache
def _decoder() -> msgspec.json.Decoder[PreciseReferences]:
    return msgspec.json.Decoder(PreciseReferences)


def _row(values: Iterable[Any]) -> ReferenceRow:
    row = ReferenceRow(*values)
    # In JSON it is a list.
    return row if row.more == () else row._replace(more=tuple(map(_row, row.more)))
