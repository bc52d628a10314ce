"""SQL, of whatever dialects its grammar reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from msgspec import structs
from tree_sitter import Node

from ...model.facts import Definition, FileFacts
from ..grammars.grammar import Found, Grammar, Outer, Syntax, with_blanks
from ..grammars.nodes import child_of
from ..grammars.read_file import read_script

#: Kind and modifiers of what a statement creates.
_KINDS: Final = {
    "create_table": ("class", ("table",)),
    "create_view": ("class", ("view",)),
    "create_materialized_view": ("class", ("view",)),
    "create_type": ("type", ()),
    "create_function": ("function", ()),
    "create_procedure": ("function", ("procedure",)),
    "create_trigger": ("function", ("trigger",)),
    "column_definition": ("field", ()),
}
#: What quotes names: of the standard, of MySQL, of SQL Server.
_QUOTES: Final = '"`[]'
#: What a statement creates that is a definition.
_CREATES: Final = re.compile(
    r"\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:TEMP|TEMPORARY|UNLOGGED|MATERIALIZED)\s+)?"
    r"(?:TABLE|VIEW|TYPE|FUNCTION|PROCEDURE|TRIGGER)\b",
    re.IGNORECASE,
)
#: What has no end of a statement in it, and what is one; that of PostgreSQL's shell is
#: a line that begins with a backslash.
_PARTS: Final = re.compile(
    r"""(?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))|'(?:[^']|'')*'|"[^"\n]*"
      | (?P<quote>\$\w*\$)|(?P<command>\\[^\n]*)|;|[^\s;]""",
    re.VERBOSE | re.DOTALL,
)
_QUOTE: Final = re.compile(r"\$\w*\$")
#: Options, of which grammars know least.
_OPTIONS: Final = re.compile(r"\bWITH\s*\([^()]*\)", re.IGNORECASE)
#: A column with arguments of its type: those of no other would end the table.
_COLUMN: Final = re.compile(
    r"""(?:^|[(,])[ \t]*
      (?!(?:PRIMARY|FOREIGN|UNIQUE|CONSTRAINT|CHECK|KEY|INDEX|EXCLUDE|PERIOD|LIKE)\b)
      (?:"[^"\n]+"|`[^`\n]+`|\w+)[ \t]+
      (?!(?:N?(?:VAR)?CHAR(?:ACTER)?|(?:VAR)?BINARY|NUMERIC|DEC(?:IMAL)?|NUMBER|FLOAT
        |DOUBLE|(?:TINY|SMALL|MEDIUM|BIG)?INT(?:EGER)?|BIT|ENUM|KEY|INDEX|AS|IN
        |TIME(?:STAMP)?|DATETIME(?:OFFSET)?)\b)
      (?P<type>[A-Za-z]\w*\((?:[^()\n]|\([^()\n]*\))*\))""",
    re.VERBOSE | re.IGNORECASE | re.MULTILINE,
)
#: Words of comments that generators write before what they create.
_SAYS_NOTHING: Final = frozenset(
    {"create", "new", "table", "view", "type", "name", "schema", "owner", "structure"}
    | {"alter", "add", "column", "for"}
)
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


class _Statement(NamedTuple):
    """Where a statement stands."""

    start: int
    end: int
    bodies: tuple[tuple[int, int], ...]
    """What stands in quotes with dollars: bodies of functions."""


def _statements(text: str) -> Iterator[_Statement]:
    """Yield the statements of a text, without the comments before them."""
    last = {match[0]: match.start() for match in _QUOTE.finditer(text)}
    start, at, bodies = -1, 0, list[tuple[int, int]]()
    while part := _PARTS.search(text, at):
        at = part.end()
        if part["comment"]:
            continue
        if start < 0:
            start = part.start()
        if (quote := part["quote"]) and last.get(quote, 0) >= at:
            end = text.find(quote, at)
            bodies.append((at, end))
            at = end + len(quote)
        elif part[0] == ";" or part["command"]:
            yield _Statement(start, at, tuple(bodies))
            start = -1
            bodies.clear()


def _prepare(text: str) -> str:
    """Remove what the grammar does not know where that costs a definition."""
    if not _CREATES.search(text):
        return text
    root = GRAMMAR.tree_as_is(text)
    if root.has_error and (plain := _COLUMN.sub(_as_one_word, text)) != text:
        text, root = plain, GRAMMAR.tree_as_is(plain)
    if not root.has_error:
        return text
    unknown: list[tuple[int, int]] = []
    details: list[tuple[int, int]] = []
    is_lost = False
    for start, end, bodies in _statements(text):
        if _CREATES.match(text, start):
            node = _definition_at(root, start)
            is_lost = is_lost or node is None
            if node is None or node.has_error:
                options = _OPTIONS.finditer(text, start, end)
                known = (*bodies, *(option.span() for option in options))
                if node is None and not known and _is_unknown(text[start:end]):
                    # What is behind it would be lost with it: triggers of SQLite.
                    known = ((start, end),)
                details += known
        elif not _CREATES.search(text, start, end):
            unknown.append((start, end))
    if is_lost:
        details += (
            (start, end)
            for start, end in unknown
            if GRAMMAR.tree_as_is(text[start:end]).has_error
        )
    return with_blanks(text, sorted(details))


def _as_one_word(column: re.Match[str]) -> str:
    """Return a column with a type that is one word of the same length."""
    before = column.start("type") - column.start()
    return column[0][:before] + re.sub(r"\W", "_", column["type"])


def _is_unknown(statement: str) -> bool:
    """Tell whether a statement defines nothing, not even when it stands alone."""
    return _definition_at(GRAMMAR.tree_as_is(statement), 0) is None


def _definition_at(root: Node, start: int) -> Node | None:
    """Return the definition that begins at a place, if one does."""
    node = root.descendant_for_byte_range(start, start + 1)
    while node is not None and node.start_byte == start and node.type not in _KINDS:
        node = node.parent
    return node if node is not None and node.start_byte == start else None


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    kind, modifiers = _KINDS[node.type]
    if node.type == "column_definition":
        name = node.child_by_field_name("name")
        table = _table_with(node)
        if name is not None and (outer is not None or table is not None):
            written = [*_parts(table, syntax), syntax.of(name).strip(_QUOTES)]
            what = syntax.line(node, "type")
            yield Found(kind, ".".join(written), name, annotation=what)
        return
    whole = child_of(node, "object_reference")
    if whole is None:
        return
    if "(" in syntax.text[node.start_byte : whole.start_byte]:
        # The grammar does not know the options behind the name.
        return
    at = whole.child_by_field_name("name") or whole
    yield Found(
        *(kind, ".".join(_parts(whole, syntax)), at),
        body=child_of(node, *_BODIES),
        signature=syntax.line(child_of(node, "function_arguments")),
        modifiers=modifiers,
        holds=node.type == "create_table",
    )


def _table_with(column: Node) -> Node | None:
    """Return the name of the table that a statement adds a column to."""
    around = column.parent
    if around is None or around.type != "add_column" or around.parent is None:
        return None
    return child_of(around.parent, "object_reference")


def _parts(name: Node | None, syntax: Syntax) -> list[str]:
    """Return the parts of a qualified name without quotes."""
    written = syntax.line(name).split(".") if name is not None else []
    return [part.strip(_QUOTES) for part in written]


#: What the head of a definition ends before.
_BODIES: Final = frozenset(
    {"column_definitions", "create_query", "function_body", "procedure_body"}
)


def _analyse(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file, without comments that only repeat what is there."""
    read = read_script(grammar, text, facts)
    rows = (
        structs.replace(row, docstring="", summary="") if _is_repeated(row) else row
        for row in read.definitions
    )
    return structs.replace(read, definitions=tuple(rows))


def _is_repeated(row: Definition) -> bool:
    """Tell whether a comment says no more than the statement behind it."""
    said = {word.lower() for word in _WORD.findall(row.docstring)}
    there = {word.lower() for word in _WORD.findall(row.qualname)}
    return bool(said & _SAYS_NOTHING) and said <= there | _SAYS_NOTHING


GRAMMAR: Final = Grammar(
    "tree-sitter-sql", ("sql",), _define, this=(), prepare=_prepare
)
SQL: Final = replace(
    GRAMMAR.language("SQL", _analyse),
    suffixes=(".sql", ".ddl", ".pgsql", ".psql", ".mysql"),
    lexer="sql",
)
