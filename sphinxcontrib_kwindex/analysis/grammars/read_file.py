"""The facts of a file of a language that tree-sitter parses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, islice, permutations
from operator import attrgetter, neg
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from ...model.facts import VALUE_LIMIT, Definition, FileFacts, Remark
from ...model.kinds import DECLARATION, DERIVING, OVERLOADED, TYPES, VALUES
from ...model.names import outer_name
from ...model.references import Block
from ..boilerplate import is_legal
from ..comments.placement import Comment, FileComments
from ..first_sentence import without_colon
from ..leading_comments import NOTHING, leading_comment
from .grammar import HEAD_LIMIT, LONGEST, Found, Grammar, Outer, Syntax, start_of_head
from .identifiers import read_references
from .nodes import END, START, last_line

#: Characters of a qualified name in which others still stand: longer ones are no names.
NAME_LIMIT: Final = 1000

_SIZE: Final = attrgetter("descendant_count")
#: What stands before the sign of an operator of C++: ``operator << (A, B)``.
_OPERATOR: Final = re.compile(r"\boperator\s+(?=[^\w\s])")
#: What stands for the body of a method of C++ that cannot be called, or of one that
#: the compiler writes.
_DELETED: Final = "delete_method_clause"
_WORDS_FOR_BODIES: Final = frozenset({_DELETED, "default_method_clause"})
#: What a name may begin with that the file has itself.
_OUTER: Final = TYPES | {"namespace"}
#: What ends a definition, or begins what it holds.
_APART: Final = frozenset("{(;")
#: The characters before a definition that are looked at.
_NEAR: Final = 200
#: What says the package of a file in Go and Java, or of which module it is.
_PACKAGE: Final = frozenset(
    {"package_clause", "package_declaration", "module_declaration"}
)
#: The namespaces in which a definition may be declared that are noted.
_MOST_OPENED: Final = 20


def read_file(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file, as :attr:`.Language.analyse` does."""
    syntax = grammar.parse(text)
    outline = Outline()
    lines = text.split("\n")
    nodes = syntax.nodes.get("comment", ())
    written = [Comment(syntax.of(node), node.start_point[0] + 1) for node in nodes]
    comments = FileComments(written, lines, grammar.docformat)
    about = comments.of_file()
    firsts: dict[int, int] = {}
    for node, definition, outer in _found(grammar, syntax):
        whole = definition.first or node
        line, start = whole.start_point[0] + 1, whole.start_byte
        before = syntax.text[max(firsts.setdefault(line, start), start - _NEAR) : start]
        # What is above a line is about the first definition there, not those inside.
        above = line if _APART.isdisjoint(before) else 0
        if (
            not about.text
            and (definition.kind, grammar.docformat) == ("namespace", "doxygen")
            and not (outer or (line > 1 and lines[line - 2].strip()))
            and not leading_comment(text, facts.language)
        ):
            # Behind a blank line it is about what the file has of the namespace.
            about, above = comments.documentation(above), 0
        outline.add(
            _definition(grammar, syntax, comments, node, definition, outer, above),
            *(definition, node),
        )
    if not about.text:
        about = _of_package(syntax, comments, alone=not outline.rows)
    summary = _summary(about.text, grammar.docformat, legal=False)
    if summary.endswith(":") or (summary.isascii() and summary.isalnum()):
        summary = ""  # A list follows, or it is the name of the project.
    nodes = [*syntax.nodes.get("import", ()), *syntax.nodes.get("path", ())]
    imported = [
        import_
        for node in sorted(nodes, key=START)
        for import_ in grammar.imports(node, syntax)
    ]
    return replace(
        facts,
        docstring=about.text,
        summary=summary,
        docstring_line=about.line,
        package=next((import_.package for import_ in imported if import_.package), ""),
        definitions=outline.definitions(
            dict.fromkeys(name for import_ in imported for name in import_.opened)
        ),
        imports=tuple(row for import_ in imported for row in import_.imports),
        docformat=grammar.docformat,
        opened=tuple(
            name for import_ in imported if import_.offered for name in import_.opened
        ),
        references=read_references(
            *(grammar, syntax, outline.blocks, outline.names, outline.own_bases()),
            *(imported, outline.rows.values()),
        ),
    )


def _summary(text: str, dialect: str, *, legal: bool = True) -> str:
    # It takes a while to import, and Python needs none of it.
    from ..comments.dialects import comment_summary

    return comment_summary(text, dialect, legal=legal)


def _of_package(syntax: Syntax, comments: FileComments, *, alone: bool) -> Remark:
    """Return the comment above the line that says the package, which documents that.

    In Go any file may have it, in Java only what has nothing else, which is called
    ``package-info.java``: https://go.dev/doc/comment#package.

    :param alone: whether the file defines nothing.
    """
    for name in syntax.nodes.get("import", ()):
        for node in (name, name.parent) if alone else (name,):
            if node is None or node.type not in _PACKAGE:
                continue
            about = comments.documentation(node.start_point[0] + 1)
            is_licence = is_legal(about.text.partition("\n\n")[0])
            return NOTHING if is_licence else about
    return NOTHING


def read_script(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file as :func:`read_file` does.

    One that neither defines nor imports anything is text.
    """
    read = read_file(grammar, text, facts)
    if read.definitions or read.imports:
        return read
    return replace(facts, source=False)


def _found(
    grammar: Grammar, syntax: Syntax
) -> Iterator[tuple[Node, Found, Outer | None]]:
    """Yield the definitions of a file, each with what it stands in."""
    nodes = syntax.nodes.get("define", ())
    ends, sizes = map(END, nodes), map(_SIZE, nodes)
    places = zip(map(START, nodes), map(neg, ends), map(neg, sizes), count())
    outer: list[Outer] = []
    for start, end, _, number in sorted(places):
        node = nodes[number]
        while outer and outer[-1].end <= start:
            outer.pop()
        around = outer[-1] if outer else None
        if around and len(around.qualname) > NAME_LIMIT:
            continue
        for definition in grammar.define(node, syntax, around):
            if definition.kind and definition.at.is_missing:
                continue  # The grammar makes up a name where none stands.
            yield definition.whole or node, definition, around
            if definition.holds:
                name = _qualified(grammar, around, definition)
                state = dict(definition.state or {})
                what = definition.kind, definition.modifiers, state
                closes = definition.whole.end_byte if definition.whole else -end
                outer.append(Outer(closes, name, *what))


def _qualified(grammar: Grammar, outer: Outer | None, definition: Found) -> str:
    if definition.at_top or outer is None or not outer.qualname:
        return definition.name
    return grammar.separator.join(filter(None, (outer.qualname, definition.name)))


def _definition(
    grammar: Grammar,
    syntax: Syntax,
    comments: FileComments,
    node: Node,
    definition: Found,
    outer: Outer | None,
    above: int,
) -> Definition:
    """Return a definition with its head, its comment and its lines.

    :param node: the captured node that *definition* was made of.
    :param outer: what it stands in.
    :param above: the line above which a comment is about it; 0 for none.
    """
    whole, last = node, last_line(node)
    end = node.end_byte
    if (first := definition.first) is not None and first is not node:
        whole = first
        end = max(first.end_byte, end)
    body, signature = definition.body, definition.signature
    if body is not None:
        end = body.start_byte
    end = min(end, whole.start_byte + LONGEST)
    decorators = definition.decorators
    head = definition.head or _head(start_of_head(whole), end, decorators, syntax)
    # In a component something ends the script behind the last line.
    head = head.removesuffix(" ;")
    if "operator " in head:
        # Its name is written without blanks.
        head = _OPERATOR.sub("operator", head)
    if body is not None:
        head = head.removesuffix(" =").removesuffix(":")
    docstring = comments.documentation(
        above,
        last if whole is node else last_line(whole),
        member=definition.kind in VALUES,
    ).text
    if body is not None and not docstring:
        docstring = comments.inside(body.start_point[0] + 1).text
    return Definition(
        definition.kind,
        _qualified(grammar, outer, definition),
        (definition.at.start_point[0] + 1,),
        last,
        (signature,) if signature else (),
        annotation=definition.annotation,
        value=_cut(definition.value, VALUE_LIMIT),
        decorators=tuple(
            _cut(syntax.line(decorator).removeprefix("@"), VALUE_LIMIT)
            for decorator in decorators
        ),
        head=_cut(head, HEAD_LIMIT),
        bases=tuple(map(syntax.line, definition.bases)),
        docstring=docstring,
        summary=without_colon(_summary(docstring, grammar.docformat))
        if docstring
        else "",
        modifiers=definition.modifiers,
    )


def _head(start: int, end: int, without: Sequence[Node], syntax: Syntax) -> str:
    """Return a part of a text without some nodes, on one line."""
    parts = []
    for node in without:
        parts.append(syntax.head(start, max(start, node.start_byte)))
        start = max(start, node.end_byte)
    parts.append(syntax.head(start, end))
    return " ".join(filter(None, parts))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


@dataclass(slots=True)
class Outline:
    """The definitions of a file: those of one kind and name are one."""

    rows: dict[tuple[str, str], Definition] = field(default_factory=dict)
    again: dict[tuple[str, str], list[Definition]] = field(default_factory=dict)
    """By kind and qualified name the others of each, whose lines and signatures come
    behind those of the one in `rows`: an error may have thousands."""
    blocks: list[Block] = field(default_factory=list)
    bases: dict[str, list[tuple[Node, str]]] = field(default_factory=dict)
    """By qualified name what each class derives from, and as it is written."""
    in_class: dict[tuple[str, str], list[Definition]] = field(default_factory=dict)
    """By kind and qualified name the methods that stand in their classes, of each name
    those with a body."""
    deleted: set[tuple[str, str]] = field(default_factory=set)
    """Those of methods that are deleted, as far as these are read."""
    apart: dict[tuple[str, str], str] = field(default_factory=dict)
    """What is defined as part of something that is named before it, ``A::f``, with what
    the namespaces around it are written before its name."""
    names: dict[int, str] = field(default_factory=dict)
    """The qualified names of definitions by where they end in the text; empty for what
    only holds others."""

    def add(self, row: Definition, definition: Found, node: Node) -> None:
        """Add a definition, or what only holds others.

        :param node: all of it.
        """
        if definition.body:
            first = node.start_point[0] + 1
            self.blocks.append(Block(first, row.end_line, row.qualname))
        if definition.bases:
            known = self.bases.setdefault(row.qualname, [])
            texts = {text for _, text in known}
            several = zip(definition.bases, row.bases, strict=True)
            known += [pair for pair in several if pair[1] not in texts]
        if not definition.kind or not definition.name:
            # It only holds others, or its name is missing in the text.
            if definition.at != node:
                self.names[definition.at.end_byte] = ""
            return
        if row.kind == "method" and "::" in definition.name:
            space = outer_name(row.qualname)
            if ("namespace", space) in self.rows and ("class", space) not in self.rows:
                # "int space::f() {}"
                row = replace(row, kind="function")
        key = row.kind, row.qualname
        in_class = row.kind == "method" and "::" not in definition.name
        if "::" in definition.name and not row.declaration:
            self.apart[key] = row.qualname.removesuffix(definition.name)
        is_deleted = definition.body is not None and definition.body.type == _DELETED
        joined: Definition | None = row
        if key not in self.rows:
            if is_deleted:
                self.deleted.add(key)
        elif in_class and key in self.in_class:
            joined = self._declared_again(row, is_deleted=is_deleted)
        else:
            joined = self._joined(row)
        if joined is None:
            return
        if in_class:
            bodies = self.in_class.setdefault(key, [])
            if definition.body and definition.body.type not in _WORDS_FOR_BODIES:
                bodies.append(row)
        self.rows[key] = joined
        self.names[definition.at.end_byte] = row.qualname

    def _declared_again(self, row: Definition, *, is_deleted: bool) -> Definition:
        """Return a method with another of its name, both of which its class declares.

        No class declares a method twice: it is another by the same name.
        """
        key = row.kind, row.qualname
        first = self.rows[key]
        # What nobody can call describes no other.
        if is_deleted:
            row = replace(row, docstring="", summary="")
        elif key in self.deleted:
            self.deleted.discard(key)
            first = replace(first, docstring="", summary="", head=row.head)
        if row.declaration != first.declaration:
            words = (*first.modifiers, DECLARATION, OVERLOADED)
            first = replace(first, modifiers=tuple(dict.fromkeys(words)))
        return self._merged(first, row, key)

    def _joined(self, row: Definition) -> Definition | None:
        """Return a definition with those of its name; ``None`` if it adds nothing."""
        key = row.kind, row.qualname
        first = self.rows[key]
        if first.declaration and not row.declaration:
            # What is declared above only stands for it, and not what has a body there.
            words = (*first.modifiers, *row.modifiers)
            several = [*self.in_class.get(key, ()), row]
            kept: Definition = several[0]
            self.again.pop(key, None)
            for other in several[1:]:
                kept = self._merged(kept, other, key)
            return replace(
                kept,
                modifiers=tuple(
                    word for word in dict.fromkeys(words) if word != DECLARATION
                ),
                docstring=row.docstring or first.docstring,
                summary=row.summary or first.summary,
            )
        if row.declaration and not first.declaration:
            return None
        last = self.again.get(key, (first,))[-1]
        if row.line == last.line and not row.signatures:
            # "int a, a;" is an error, or was made by one.
            return None
        return self._merged(first, row, key)

    def _merged(
        self, first: Definition, row: Definition, key: tuple[str, str]
    ) -> Definition:
        self.again.setdefault(key, []).append(row)
        if first.docstring or not row.docstring:
            return first
        return replace(
            row,
            lines=first.lines,
            signatures=first.signatures,
            end_line=first.end_line,
        )

    def definitions(self, opened: Collection[str]) -> tuple[Definition, ...]:
        """Return the definitions in the order of their first lines.

        :param opened: the namespaces whose names need not be qualified.
        """
        if opened:
            for key, before in self.apart.items():
                names = dict.fromkeys(self._may_be(key[1], before, opened))
                self.rows[key] = replace(self.rows[key], may_be=tuple(names))
        for key, others in self.again.items():
            row = self.rows[key]
            several = (row, *others)
            self.rows[key] = replace(
                row,
                lines=tuple(one.line for one in several),
                signatures=tuple(
                    signature for one in several for signature in one.signatures
                ),
            )
        rows = (
            replace(row, bases=tuple(text for _, text in self.bases[row.qualname]))
            if row.qualname in self.bases and row.kind in DERIVING
            else row
            for row in self.rows.values()
        )
        return tuple(sorted(rows, key=lambda row: row.line))

    def _may_be(
        self, qualname: str, before: str, opened: Collection[str]
    ) -> Iterator[str]:
        """Yield the names of what may be declared in a namespace that is open."""
        name = qualname.removeprefix(before)
        first = name.partition("::")[0]
        own = f"{before}{first}"
        if first in opened or any((kind, own) in self.rows for kind in _OUTER):
            return
        pairs = map("::".join, permutations(opened, 2))
        for space in islice(chain(opened, pairs), _MOST_OPENED):
            # A class is implemented around its namespace, or in that.
            yield f"{before}{space.removeprefix(before)}::{name}"

    def own_bases(self) -> dict[str, list[Node]]:
        """Return by qualified name what each class of the file derives from."""
        own = {name for kind, name in self.rows if kind in DERIVING}
        return {
            name: [node for node, _ in several]
            for name, several in self.bases.items()
            if name in own
        }
