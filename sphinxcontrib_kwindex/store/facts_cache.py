"""Facts and findings, cached by the digest of the content that they were read from.

One analysis serves every later build and every branch; a file that moved or came back
is not analysed again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec.structs import astuple

from ..analysis.linter_rules import Finding
from ..model.codec import EncodedFacts, decode, decode_references
from ..model.facts import FileFacts
from ..model.references import References
from .connection import Connection
from .schema import SCHEMA_VERSION

#: Facts that no tree used for this number of its changes are dropped.
GENERATIONS_KEPT: Final = 50


class FactsCache(Connection):
    """The part of the store that is kept by content."""

    def known_keys(self) -> set[str]:
        """Return the keys of the contents whose facts are in the store."""
        return {key for (key,) in self._database.execute("SELECT key FROM facts")}

    def put_facts(self, key: str, facts: EncodedFacts) -> None:
        """Keep the facts of a content."""
        self._database.execute(
            "REPLACE INTO facts VALUES (?, ?, ?, ?)", (key, self._generation(), *facts)
        )

    def take_facts(self, other: Path) -> None:
        """Take over the facts of another store, so that nothing is analysed twice.

        Nothing is taken from a store of another version.
        """
        database = self._database
        database.execute("ATTACH ? AS other", (str(other),))
        try:
            (version,) = database.execute("PRAGMA other.user_version").fetchone()
            if version != SCHEMA_VERSION:
                return
            database.execute(
                "INSERT OR IGNORE INTO facts"
                " SELECT key, ?, data, identifiers FROM other.facts",
                (self._generation(),),
            )
        finally:
            database.execute("DETACH other")

    def get_facts(self, key: str) -> FileFacts:
        """Return the facts kept by *key*, without their references.

        :raises KeyError: if there are none.
        """
        return decode(*self._encoded("data", key))

    def get_references(self, key: str) -> References:
        """Return the references in the facts kept by *key*.

        :raises KeyError: if there are no facts.
        """
        return decode_references(*self._encoded("identifiers", key))

    def get_all_facts(self, key: str) -> FileFacts:
        """Return the facts kept by *key*, with their references.

        :raises KeyError: if there are none.
        """
        return decode(*self._encoded("data, identifiers", key))

    def _encoded(self, columns: str, key: str) -> tuple[bytes, ...]:
        query = f"SELECT {columns} FROM facts WHERE key = ?"
        row: tuple[bytes, ...] | None
        row = self._database.execute(query, (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        return row

    def forget_facts(self, keys: Iterable[str]) -> None:
        """Forget facts that no file of the tree has, and leave no trace in the file."""
        database = self._database
        used = {key for (key,) in database.execute("SELECT key FROM file")}
        unused = [(key,) for key in set(keys) - used]
        if not unused:
            return
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
        """Keep the findings of a linter in a content, or why it could not read it.

        :param key: that of the file's facts.
        :param rules: what names the linter's version and the rules that ran.
        :param unread: why there are no findings; empty if it read the file.
        """
        data = json.dumps([astuple(finding) for finding in findings])
        self._database.execute(
            "REPLACE INTO finding VALUES (?, ?, ?, ?)", (key, rules, unread, data)
        )

    def get_findings(self, key: str, rules: str) -> tuple[list[Finding], str] | None:
        """Return what :meth:`put_findings` kept, ``None`` if it was never asked to."""
        query = "SELECT data, unread FROM finding WHERE key = ? AND rules = ?"
        row = self._database.execute(query, (key, rules)).fetchone()
        if row is None:
            return None
        return [Finding(*fields) for fields in json.loads(row[0])], row[1]

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
