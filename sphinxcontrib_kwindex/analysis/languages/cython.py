"""Cython, by the parser of its own compiler, without compiling anything.

It is there if Cython is installed; without it these files are text.
"""

from __future__ import annotations

import contextlib
import inspect
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate
from typing import Any, Final

from msgspec.structs import replace

from ...model.facts import VALUE_LIMIT, Definition, FileFacts, Import
from ...model.kinds import DECLARATION
from ...model.name_rule import NameRule
from ...model.record import Record
from ..first_sentence import first_sentence, summary_of, without_colon
from ..python.source.encoding import decode_python
from ..python.source.source_segments import tokens
from .cython_references import declared, read_references
from .language import Language

Node = Any
"""A node of ``Cython.Compiler.Nodes``, which has no types."""

#: What statements may be nested in that define what stands in them.
_BRANCHES: Final = (
    *("stats", "body", "if_clauses", "else_clause", "except_clauses", "finally_clause"),
    "attributes",
)
_MOST_CHARACTERS: Final = 500
#: Brackets within one another, and casts and pointers in a row, that are parsed.
_DEEPEST: Final = 1_000
_BRACKET: Final = re.compile(r"[()\[\]{}]")
_RUN: Final = re.compile(
    rf"(?:\*\s*+){{{_DEEPEST}}}|(?:<[^<>\n]{{1,80}}>\s*+){{{_DEEPEST}}}"
)
_FIRST_STRING: Final = re.compile(r"""^[rRuUbB]{0,2}["']""", re.MULTILINE)


class _Outer(Record, frozen=True):
    """What a statement stands in."""

    qualname: str = ""
    kind: str = ""
    extern: bool = False
    lazy: bool = False
    """Whether it is a function, of which imports count and nothing else."""
    guarded: bool = False

    @property
    def external(self) -> tuple[str, ...]:
        return (DECLARATION,) if self.extern else ()

    def name(self, name: str) -> str:
        return f"{self.qualname}.{name}" if self.qualname else name


@dataclass(slots=True)
class _Reader:
    text: str
    rows: dict[tuple[str, str], Definition] = field(default_factory=dict)
    imports: list[Import] = field(default_factory=list)
    lines: list[str] = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = self.text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    def read(self, node: Node, outer: _Outer) -> None:
        """Read a statement, or what holds statements."""
        name = type(node).__name__
        reads = getattr(self, f"_{name}", None)
        if reads is not None:
            reads(node, outer)
        else:
            self.inside(node, outer)

    def inside(self, node: Node, outer: _Outer) -> None:
        """Read the statements that a statement holds."""
        for attribute in _BRANCHES:
            inner = getattr(node, attribute, None)
            for child in inner if isinstance(inner, list) else [inner]:
                if hasattr(child, "child_attrs"):
                    self.read(child, outer)

    # Definitions

    def _DefNode(self, node: Node, outer: _Outer) -> None:
        self._function(node, str(node.name), self._behind(node, "def"), outer)

    def _CFuncDefNode(self, node: Node, outer: _Outer) -> None:
        _, base = declared(node.declarator)
        words = "cpdef" if node.overridable else "cdef"
        self._function(node, str(base.name), self._offset(base), outer, words)

    def _function(
        self, node: Node, name: str, at: int, outer: _Outer, *words: str
    ) -> None:
        if not outer.lazy:
            end = self._offset(node.body) if node.body else len(self.text)
            behind = self._head(at + len(name), end)
            modifiers = (*words, *map(str, getattr(node, "modifiers", ())))
            kind = "method" if outer.kind == "class" else "function"
            self._define(kind, name, at, node, outer, modifiers, signature=behind)
        self.inside(node, replace(outer, lazy=True))

    def _CClassDefNode(self, node: Node, outer: _Outer) -> None:
        modifiers = ("cdef",) if node.body else ("cdef", DECLARATION)
        self._class(node, node.class_name, "class", outer, modifiers)

    def _PyClassDefNode(self, node: Node, outer: _Outer) -> None:
        self._class(node, node.name, "class", outer, ())

    def _CppClassNode(self, node: Node, outer: _Outer) -> None:
        self._class(node, node.name, "cppclass", outer, outer.external)

    def _CStructOrUnionDefNode(self, node: Node, outer: _Outer) -> None:
        word = str(node.kind)
        self._class(node, node.name, word, outer, (word, *outer.external))

    def _class(
        self,
        node: Node,
        called: Any,
        word: str,
        outer: _Outer,
        modifiers: tuple[str, ...],
    ) -> None:
        """Read a class.

        :param called: its name.
        :param word: the keyword before that.
        """
        if not outer.lazy:
            name, at = str(called), self._behind(node, word)
            of_cpp = getattr(node, "base_classes", None) or ()
            bases = getattr(getattr(node, "bases", None), "args", of_cpp)
            above = tuple(map(_dotted, bases))
            self._define("class", name, at, node, outer, modifiers, bases=above)
            self.inside(node, replace(outer, qualname=outer.name(name), kind="class"))

    def _CEnumDefNode(self, node: Node, outer: _Outer) -> None:
        if outer.lazy:
            return
        inner = outer
        if node.name:
            name, at = str(node.name), self._behind(node, "enum")
            self._define("enum", name, at, node, outer, outer.external)
            if node.create_wrapper:
                inner = replace(outer, qualname=outer.name(name))
        for item in node.items or ():
            at = self._offset(item)
            self._define("constant", str(item.name), at, item, inner)

    def _CTypeDefNode(self, node: Node, outer: _Outer) -> None:
        _, base = declared(node.declarator)
        if base is not None:
            name, at = str(base.name), self._offset(base)
            self._define("type", name, at, node, outer, outer.external)

    def _FusedTypeNode(self, node: Node, outer: _Outer) -> None:
        name, at = str(node.name), self._behind(node, "fused")
        self._define("type", name, at, node, outer, ("fused",))

    def _PropertyNode(self, node: Node, outer: _Outer) -> None:
        name, at = str(node.name), self._behind(node, "property")
        self._define("attribute", name, at, node, outer, ("property",))

    def _CVarDefNode(self, node: Node, outer: _Outer) -> None:
        if outer.lazy:
            return
        visible = (str(node.visibility),)
        modifiers = visible if visible[0] in {"public", "readonly"} else ()
        for declarator in node.declarators:
            function, base = declared(declarator)
            if base is None or not base.name:
                continue
            name, at = str(base.name), self._offset(base)
            if function is not None:
                kind = "method" if outer.kind == "class" else "function"
                words = "cpdef" if getattr(node, "overridable", False) else "cdef"
                behind = self._statement(at + len(name))
                self._define(
                    *(kind, name, at, node, outer, (words, DECLARATION)),
                    signature=behind,
                )
                continue
            kind = "attribute" if outer.kind == "class" else "data"
            what = self.text[self._offset(node.base_type) : at].split(",")[0]
            value = ""
            if getattr(base, "default", None) is not None:
                value = self._statement(self._offset(base.default))
            self._define(
                *(kind, name, at, node, outer, (*modifiers, *outer.external)),
                annotation=" ".join(what.split()),
                value=value,
            )

    def _SingleAssignmentNode(self, node: Node, outer: _Outer) -> None:
        left, right = node.lhs, node.rhs
        if type(right).__name__ == "ImportNode":
            module = str(right.module_name.value)
            alias = str(left.name) if right.is_import_as_name else ""
            self._import(node, outer, module, alias=alias)
        elif type(left).__name__ == "NameNode" and not outer.lazy:
            kind = "attribute" if outer.kind == "class" else "data"
            value = self._statement(self._offset(right))
            at = self._offset(left)
            self._define(kind, str(left.name), at, left, outer, value=value)

    def _define(
        self,
        kind: str,
        name: str,
        at: int,
        node: Node,
        outer: _Outer,
        modifiers: Iterable[str] = (),
        *,
        signature: str = "",
        annotation: str = "",
        value: str = "",
        bases: tuple[str, ...] = (),
    ) -> None:
        """Add a definition; of several of one kind and name all are one.

        :param name: without what it stands in.
        :param at: where the name stands in the text.
        """
        if outer.lazy:
            return
        line = bisect_right(self.starts, at)
        docstring = inspect.cleandoc(str(getattr(node, "doc", None) or ""))
        hidden = name.startswith("_") and not name.endswith("__")
        body = getattr(node, "body", None)
        end = self._offset(body) if body else 0
        start = self.starts[line - 1]
        row = Definition(
            kind,
            outer.name(name),
            (line,),
            self._end(node, line),
            (signature,) if signature else (),
            annotation=annotation,
            value=value[:VALUE_LIMIT],
            head=self._head(start, end) if end else self._statement(start),
            bases=bases,
            docstring=docstring,
            summary=summary_of(docstring, name),
            modifiers=(*modifiers, *(("private",) if hidden else ())),
        )
        key = kind, row.qualname
        if first := self.rows.get(key):
            row = replace(
                first,
                lines=tuple(sorted({*first.lines, line})),
                signatures=(*first.signatures, *row.signatures),
            )
        self.rows[key] = row

    # Imports

    def _CDefExternNode(self, node: Node, outer: _Outer) -> None:
        file = str(node.include_file or "")
        if file and file != "*":
            self._import(node, outer, file)
        self.inside(node, replace(outer, extern=True))

    def _CImportStatNode(self, node: Node, outer: _Outer) -> None:
        alias = str(node.as_name or "")
        self._import(node, outer, str(node.module_name), alias=alias)

    def _FromCImportStatNode(self, node: Node, outer: _Outer) -> None:
        level = max(node.relative_level or 0, 0)
        for _, name, alias, *_ in node.imported_names:
            what = str(name), str(alias or "")
            self._import(node, outer, str(node.module_name or ""), *what, level=level)

    def _FromImportStatNode(self, node: Node, outer: _Outer) -> None:
        level = max(node.module.level or 0, 0)
        module = str(node.module.module_name.value or "")
        for name, target in node.items:
            bound = str(getattr(target, "name", None) or name)
            alias = bound if bound != name else ""
            self._import(node, outer, module, str(name), alias, level=level)

    def _TryExceptStatNode(self, node: Node, outer: _Outer) -> None:
        self.inside(node, replace(outer, guarded=True))

    def _import(
        self,
        node: Node,
        outer: _Outer,
        module: str,
        name: str = "",
        alias: str = "",
        *,
        level: int = 0,
    ) -> None:
        line = node.pos[1]
        row = Import(
            *(module, line, name, alias, level),
            guarded=outer.guarded,
            lazy=outer.lazy,
            end_line=line,
            text=self._statement(self.starts[line - 1]).rstrip(" :"),
        )
        self.imports.append(row)

    # Text

    def _offset(self, node: Node) -> int:
        """Return where a node begins."""
        line, column = int(node.pos[1]), int(node.pos[2])
        return min(self.starts[min(line, len(self.lines)) - 1] + column, len(self.text))

    def _behind(self, node: Node, word: str) -> int:
        """Return where the name behind a keyword stands."""
        start = self._offset(node)
        match = re.compile(rf"\b{word}\s+(?:[\w.]+\.)?(?=\w)").search(self.text, start)
        return match.end() if match else start

    def _head(self, start: int, end: int) -> str:
        """Return what stands before a body, on one line."""
        stop = min(end, start + _MOST_CHARACTERS)
        return _one_line(self.text[start:stop], ends_at="colon")

    def _statement(self, start: int) -> str:
        """Return a statement on one line, up to where its brackets are closed."""
        return _one_line(self.text[start : start + _MOST_CHARACTERS], ends_at="gap")

    def _end(self, node: Node, line: int) -> int:
        """Return the last line of a definition: no line behind is indented more."""
        if getattr(node, "body", None) is None and not getattr(
            node, "attributes", None
        ):
            items = getattr(node, "items", None) or [node]
            return max(line, *(int(item.pos[1]) for item in items), 0)
        margin = _margin(self.lines[line - 1])
        last = max(line, int(node.end_pos()[1]))
        for number in range(last + 1, len(self.lines) + 1):
            text = self.lines[number - 1]
            if text.strip():
                if _margin(text) <= margin:
                    break
                last = number
        return last


def _one_line(source: str, *, ends_at: str) -> str:
    """Return what a source begins with, on one line and without comments.

    :param ends_at: the kind of the token that ends it outside of brackets.
    """
    pieces: list[str] = []
    depth = position = 0
    for kind, start, end in tokens(source):
        depth += (kind == "open") - (kind == "close")
        continued = source[start:end].lstrip().startswith("\\")
        is_end = kind == ends_at and depth <= 0 and not continued
        if is_end or kind == "gap":
            pieces.append(source[position:start])
            position = len(source) if is_end else end
        if is_end:
            break
    pieces.append(source[position:])
    return " ".join(" ".join(pieces).split()).rstrip(" :")


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _dotted(node: Node) -> str:
    """Return a name with dots as it is written."""
    parts: list[str] = []
    while hasattr(node, "attribute"):
        parts.append(str(node.attribute))
        node = node.obj
    parts.append(str(getattr(node, "name", None) or ""))
    return ".".join(reversed(parts))


def _parsed(text: str) -> tuple[Node, list[tuple[str, int]]]:
    """Return the tree of a source, and the files that it includes with the lines.

    :raises SyntaxError: for what Cython does not parse.
    """
    if _overflows(text):
        raise SyntaxError("nested too deeply")
    try:
        return _parsed_as(text, "module")
    except SyntaxError:
        with contextlib.suppress(SyntaxError):
            # What only definition files may have: "def f(x=*)".
            return _parsed_as(text, "module_pxd")
        raise


def _overflows(text: str) -> bool:
    """Tell whether brackets, casts or pointers are nested as no person writes them.

    The parser is compiled: instead of raising an error it would end the process.
    """
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth = depth + 1 if bracket in "([{" else max(depth - 1, 0)
        if depth > _DEEPEST:
            return True
    return _RUN.search(text) is not None


def _parsed_as(text: str, level: str) -> tuple[Node, list[tuple[str, int]]]:
    """Parse a text, and return its tree and what it includes, with the lines.

    :param level: what kind of file it is to Cython.
    :raises SyntaxError: for what is none.
    """
    errors = import_module("Cython.Compiler.Errors")
    fragments = import_module("Cython.Compiler.TreeFragment")
    included: list[tuple[str, int]] = []

    def note(name: str, pos: Any = None, *_: object) -> None:
        included.append((str(name), pos[1] if pos else 1))

    context = fragments.StringParseContext("module", cpp=True)
    context.find_include_file = note
    errors.init_thread()
    errors.open_listing_file(None, echo_to_stderr=False)
    errors.hold_errors()
    try:
        tree = fragments.parse_from_strings(
            "module", text, level=level, context=context
        )
    except errors.CompileError as error:
        place = getattr(error, "position", None)
        message = str(getattr(error, "message_only", error))
        line, column = place[1:3] if place else (0, 0)
        raise SyntaxError(message, (None, line, column, None)) from None
    except ValueError as error:
        # "# cython: language_level=3x"
        raise SyntaxError(str(error)) from None
    finally:
        errors.release_errors(ignore=True)
    return tree, included


def _analyse(text: str, facts: FileFacts, _rules: Sequence[NameRule]) -> FileFacts:
    tree, included = _parsed(text)
    reader = _Reader(text)
    reader.inside(tree, _Outer())
    reader.imports += [
        Import(name, line, end_line=line, text=reader.lines[line - 1].strip())
        for name, line in included
    ]
    definitions = tuple(sorted(reader.rows.values(), key=lambda row: row.line))
    docstring = inspect.cleandoc(str(tree.doc or ""))
    match = _FIRST_STRING.search(text) if docstring else None
    return replace(
        facts,
        docstring=docstring,
        summary=without_colon(first_sentence(docstring)),
        docstring_line=text.count("\n", 0, match.start()) + 1 if match else 0,
        definitions=definitions,
        imports=tuple(sorted(reader.imports, key=lambda row: row.line)),
        references=read_references(tree, text, definitions),
    )


def _version() -> str:
    """Return the version of the parser, which decides what is read; none without it."""
    try:
        return f"2 {version('cython')}"
    except PackageNotFoundError:
        return ""


CYTHON: Final = Language(
    name="Cython",
    analyse=_analyse,
    version=_version(),
    requires=("cython",),
    suffixes=(".pyx", ".pxd", ".pxi"),
    lexer="cython",
    decode=decode_python,
    declares="c",
    submodules=True,
)
