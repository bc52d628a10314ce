"""Queries about what SCIP indexes say of files of the tree."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from ..analysis.scip.read_index import Document, ExternalSymbol, Tool
from ..analysis.scip.text_matches import DEFINITION, LOCAL
from ..model.named_tuple import NamedTuple
from .database import Store

_decoder = msgspec.json.Decoder(Document)


class SymbolPlace(NamedTuple):
    """Where a symbol is defined, or what is said of it."""

    symbol: str
    path: str
    """Empty for what is not in the tree."""
    line: int
    """Counted from 0."""
    start: int
    """The column, in what the document counts; as :attr:`end`."""
    end: int
    documentation: str


def forget_indexes(store: Store) -> None:
    """Remove all that indexes say."""
    for table in ("scip_document", "scip_file", "scip_symbol"):
        store.replace(table, ())


def add_index(
    store: Store,
    number: int,
    messages: Iterable[Tool | Document | ExternalSymbol],
    place: Callable[[Tool, Iterable[str]], Mapping[str, str]],
) -> None:
    """Keep what an index says.

    :param number: which index it is; of several that know a file the first holds.
    :param messages: what is read of it.
    :param place: returns by its paths in the index the path of each file of the tree.
    """
    tool = Tool("", "", "")
    for message in messages:
        if isinstance(message, Tool):
            tool = message
        elif isinstance(message, Document):
            path = message.path
            data = zlib.compress(msgspec.json.encode(message), 1)
            store.add("scip_document", [(number, path, data)])
            defined = {
                (message.symbols[symbol], number, path, line, start, end, "")
                for line, start, end, symbol, roles in message.occurrences
                if roles & DEFINITION and not message.symbols[symbol].startswith(LOCAL)
            }
            store.add("scip_symbol", sorted(defined))
        elif message.documentation and not message.symbol.startswith(LOCAL):
            row = (message.symbol, number, "", 0, 0, 0, message.documentation)
            store.add("scip_symbol", [row])
    query = "SELECT DISTINCT path FROM scip_document WHERE number = ?"
    placed = place(tool, list(store.column(query, (number,))))
    made_by = f"{tool.name} {tool.version}".strip() or "SCIP"
    files = ((source, number, path, made_by) for path, source in placed.items())
    store.add("scip_file", files)


class IndexedFile(NamedTuple):
    """A file of which an index says something."""

    tool: str
    """Name and version of what made the index."""
    document: Document


def indexed_file(store: Store, path: str) -> IndexedFile | None:
    """Return what an index says of a file, ``None`` where none does."""
    query = (
        "SELECT tool, data FROM scip_file JOIN scip_document USING (number, path)"
        " WHERE source = ? ORDER BY number LIMIT 1"
    )
    for tool, data in store.select(query, (path,)):
        return IndexedFile(tool, _decoder.decode(zlib.decompress(data)))
    return None


def indexed_files(store: Store) -> Iterator[str]:
    """Iterate over the files of which an index says something."""
    return store.column("SELECT DISTINCT source FROM scip_file")


def places_of_symbols(store: Store, symbols: Iterable[str]) -> Iterator[SymbolPlace]:
    """Iterate over the places where symbols are defined, and what is said of others.

    Of those in the tree, and what no index defines there.
    """
    query = (
        "SELECT DISTINCT symbol, ifnull(source, ''), line, start, end, documentation"
        " FROM scip_symbol LEFT JOIN scip_file USING (number, path)"
        " WHERE symbol IN (SELECT value FROM json_each(?))"
        " AND (source IS NOT NULL OR documentation <> '')"
        " ORDER BY symbol, number, source, line, start"
    )
    return map(SymbolPlace._make, store.select(query, (json.dumps(list(symbols)),)))


def files_that_do_not_fit(store: Store) -> list[str]:
    """Return the files that an index knows with another text, once they are linked."""
    query = (
        "SELECT path FROM reference JOIN file USING (path) WHERE precise = ''"
        " AND path IN (SELECT source FROM scip_file) ORDER BY ordinal"
    )
    return list(store.column(query))
