"""Protocol Buffers: messages, enumerations, services.

No grammar is published for it, and its syntax is small: what stands between ``;``,
``{`` and ``}`` is a statement, and its first word says what it is.
https://protobuf.dev/reference/protobuf/proto3-spec/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from ...model import references as model
from ...model.facts import Definition, FileFacts, Import
from ...model.name_rule import NameRule
from ...model.named_tuple import NamedTuple
from ...model.references import Block, References, Spec, packed
from ..comments.placement import Comment, FileComments
from ..first_sentence import first_sentence, without_colon
from .language import Language

_TOKEN: Final = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))
      | (?P<string>"(?:\\[^\n]|[^"\\\n])*"|'(?:\\[^\n]|[^'\\\n])*')
      | (?P<name>\.?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)
      | (?P<other>[^\s\w])""",
    re.VERBOSE | re.DOTALL,
)
#: Kinds and modifiers of what has a body.
_BODIES: Final = {
    "message": ("class", ("message",)),
    "group": ("class", ("message",)),
    "enum": ("enum", ()),
    "service": ("interface", ("service",)),
}
_LABELS: Final = frozenset({"optional", "repeated", "required", "stream", "returns"})
_SCALARS: Final = frozenset(
    {
        *("double", "float", "int32", "int64", "uint32", "uint64", "sint32", "sint64"),
        *("fixed32", "fixed64", "sfixed32", "sfixed64", "bool", "string", "bytes"),
        "map",
    }
)
#: Statements in which nothing is defined or named.
_SKIPPED: Final = frozenset({"option", "syntax", "edition", "reserved", "extensions"})


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    line: int
    column: int


class _Scope(NamedTuple):
    """What statements stand in."""

    word: str
    """``message``, ``enum``, …; empty for what is skipped."""
    qualname: str
    key: tuple[str, str] | None = None
    """Of the definition that it is the body of."""


def _tokens(text: str) -> Iterator[_Token]:
    line, start_of_line, done = 1, 0, 0
    for match in _TOKEN.finditer(text):
        start = match.start()
        if passed := text.count("\n", done, start):
            line += passed
            start_of_line = text.rfind("\n", done, start) + 1
        done = start
        kind = match.lastgroup or ""
        yield _Token(kind, match[0], start, line, start - start_of_line)


@dataclass(slots=True)
class _Reader:
    text: str
    comments: FileComments
    package: str = ""
    rows: dict[tuple[str, str], Definition] = field(default_factory=dict)
    imports: list[Import] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    specs: dict[Spec, int] = field(default_factory=dict)
    places: list[tuple[int, ...]] = field(default_factory=list)
    scopes: list[_Scope] = field(default_factory=list)

    def read(self, tokens: Sequence[_Token]) -> None:
        statement: list[_Token] = []
        brackets = 0
        for token in tokens:
            if token.text in {"[", "]"}:
                brackets = max(brackets + (1 if token.text == "[" else -1), 0)
            elif token.text == "}" and not (brackets and len(statement)):
                self._close(token)
                statement, brackets = [], 0
            elif token.text == "{" and not brackets:
                self._statement(statement, token)
                statement = []
            elif token.text == ";":
                self._statement(statement, token)
                statement, brackets = [], 0
            elif not brackets:
                statement.append(token)

    def _close(self, token: _Token) -> None:
        if not self.scopes:
            return
        scope = self.scopes.pop()
        if scope.key and (row := self.rows.get(scope.key)):
            self.rows[scope.key] = replace(row, end_line=token.line)
            self.blocks.append(Block(row.line, token.line, row.qualname))

    def _statement(self, tokens: list[_Token], end: _Token) -> None:
        """Read what ends with ``;``, or opens a body with ``{``."""
        names = [token for token in tokens if token.kind == "name"]
        word = names[0].text if names else ""
        around = self.scopes[-1] if self.scopes else _Scope("file", self.package)
        inner = _Scope("", around.qualname)
        where = tokens, end, around.qualname
        if not around.word or not names or word in _SKIPPED:
            pass
        elif word == "import" and around.word == "file":
            self._import(tokens, end)
        elif word == "package" and around.word == "file" and len(names) > 1:
            self.package = names[1].text
            self._define("namespace", names[1], tokens, end, "")
        elif end.text == "{" and word in {"oneof", "extend"}:
            # What it holds stands beside it.
            inner = _Scope("message", around.qualname)
            if word == "extend":
                self._refer(names[1:2], around.qualname)
            elif len(names) > 1:
                key = self._define("field", names[1], *where, ("oneof",))
                inner = inner._replace(key=key)
        elif end.text == "{" and (body := self._body(names)):
            what, name = body
            kind, modifiers = _BODIES[what]
            key = self._define(kind, name, *where, modifiers)
            inner = _Scope(what, key[1], key)
        elif word == "rpc" and len(names) > 1:
            behind = self._text(names[1].start + len(names[1].text), end)
            self._define("method", names[1], *where, signature=behind)
            self._refer(names[2:], around.qualname)
        elif around.word == "enum" and self._is_set(tokens, names[0]):
            self._define("constant", names[0], *where)
        elif around.word in {"message", "group"} and len(names) > 1:
            *types, name = names[: self._named(tokens)] or names[:1]
            if types and self._is_set(tokens, name):
                what = self._text(types[0].start, name)
                self._define("field", name, *where, annotation=what)
                self._refer(types, around.qualname)
        if end.text == "{":
            self.scopes.append(inner)

    @staticmethod
    def _named(tokens: Sequence[_Token]) -> int:
        """Return how many names stand before ``=``."""
        before = takewhile(lambda token: token.text != "=", tokens)
        return sum(token.kind == "name" for token in before)

    @staticmethod
    def _is_set(tokens: Sequence[_Token], name: _Token) -> bool:
        behind = tokens.index(name) + 1
        return behind < len(tokens) and tokens[behind].text == "="

    @staticmethod
    def _body(names: Sequence[_Token]) -> tuple[str, _Token] | None:
        """Return what has a body, and its name."""
        at = 1 if names[0].text in _LABELS else 0
        if len(names) > at + 1 and names[at].text in _BODIES:
            return names[at].text, names[at + 1]
        return None

    def _text(self, start: int, end: _Token) -> str:
        """Return the text from a place up to a token, on one line."""
        return " ".join(self.text[start : end.start].split())

    def _import(self, tokens: Sequence[_Token], end: _Token) -> None:
        path = next((token for token in tokens if token.kind == "string"), None)
        if path is None:
            return
        module, first = path.text[1:-1], tokens[0]
        text = self._text(first.start, end)
        self.imports.append(Import(module, first.line, end_line=end.line, text=text))
        self._place(path, Spec("module", module), model.IMPORTED)

    def _define(
        self,
        kind: str,
        name: _Token,
        tokens: Sequence[_Token],
        end: _Token,
        around: str,
        modifiers: tuple[str, ...] = (),
        signature: str = "",
        annotation: str = "",
    ) -> tuple[str, str]:
        """Add a definition, and return its kind and qualified name.

        :param tokens: those of its statement.
        :param end: what the statement ends with.
        :param around: the qualified name of what it stands in.
        """
        qualname = f"{around}.{name.text}" if around else name.text
        scope = self.scopes[-1].key if self.scopes else None
        first = tokens[0].line
        if scope and self.rows[scope].line == first:
            # Above stands what is said of the scope.
            first = 0
        documented = self.comments.documentation(
            first, end.line, member=kind in {"field", "constant"}
        )
        row = Definition(
            kind,
            qualname,
            (name.line,),
            end.line,
            (signature,) if signature else (),
            annotation=annotation,
            head=self._text(tokens[0].start, end),
            docstring=documented.text,
            summary=without_colon(first_sentence(documented.text)),
            modifiers=modifiers,
        )
        self.rows.setdefault((kind, qualname), row)
        return kind, qualname

    def _refer(self, names: Sequence[_Token], around: str) -> None:
        for name in names:
            if name.text in _LABELS or name.text in _SCALARS:
                continue
            rooted = name.text.startswith(".")
            base = name.text.removeprefix(".")
            spec = Spec("name", base, ("" if rooted else around,))
            self._place(name, spec, model.ANNOTATION)

    def _place(self, token: _Token, spec: Spec, role: int) -> None:
        number = self.specs.setdefault(spec, len(self.specs))
        row = token.line, token.column, len(token.text), number, role
        self.places.append(row)


def _analyse(text: str, facts: FileFacts, _rules: Sequence[NameRule]) -> FileFacts:
    tokens = list(_tokens(text))
    comments = [
        Comment(token.text, token.line) for token in tokens if token.kind == "comment"
    ]
    reader = _Reader(text, FileComments(comments, text.split("\n"), ""))
    reader.read([token for token in tokens if token.kind != "comment"])
    return replace(
        facts,
        definitions=tuple(sorted(reader.rows.values(), key=lambda row: row.line)),
        imports=tuple(reader.imports),
        references=References(
            specs=tuple(reader.specs),
            positions=packed(reader.places),
            blocks=tuple(sorted(reader.blocks)),
        ),
    )


PROTOBUF: Final = Language(
    name="Protocol Buffer",
    analyse=_analyse,
    version="2",
    suffixes=(".proto",),
    lexer="protobuf",
)
