"""The tree as an index in the SCIP format, for code search and navigation.

``index.scip`` has what is sure: the definitions, what identifiers lead to, which class
derives from which, and which definition redefines which. A link by nothing but a name
is not in it. The index is written file by file, as its format asks for.

https://github.com/sourcegraph/scip
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from .. import __version__
from ..analysis.python.source.syntax_trees import module_tree
from ..analysis.scip.messages import message_classes
from ..analysis.scip.text_matches import DEFINITION, IMPORT, WRITE
from ..codemap.code_map import CodeMap
from ..links.languages.python import is_stub, stubbed
from ..links.places import External, Target
from ..model.definition_heads import annotation_and_value, shown_signature
from ..model.facts import Definition, FileFacts
from ..model.kinds import CALLABLES, DERIVING, WITH_BODY
from ..model.named_tuple import NamedTuple
from ..model.names import split_name
from ..model.references import IMPORTED, STORED, Reference, References, names_around
from ..pages.sections.original_source import words
from ..store.file_queries import source_files
from .scip_symbols import Symbols, valid_unicode

_READ: Final = 8
_TEST: Final = 32
_ROLES: Final = {IMPORTED: IMPORT, STORED: WRITE}
#: Columns count code points, and text is UTF-8.
_UTF32: Final = 3
_UTF8: Final = 1
#: Numbers of what the format calls the kind of a symbol, by :attr:`.Definition.sort`.
_KINDS: Final = {
    "namespace": 30,
    "class": 7,
    "struct": 49,
    "union": 59,
    "trait": 53,
    "interface": 21,
    "enum": 11,
    "type": 54,
    "message": 28,
    "function": 17,
    "method": 26,
    "macro": 25,
    "field": 15,
    "attribute": 15,
    "constant": 8,
    "data": 61,
}
_PARAMETER: Final = 37
_VARIABLE: Final = 61
_MODULE: Final = 29
_FILE: Final = 16
#: The languages that the format calls otherwise than pages do.
_LANGUAGES: Final = {
    "C++": "CPP",
    "Bash": "ShellScript",
    "Docker": "Dockerfile",
    "TSX": "TypeScriptReact",
}


def write(code: CodeMap, folder: Path) -> None:
    """Write ``index.scip``.

    :param folder: where the file goes.
    :raises ImportError: if protobuf is not installed.
    """
    try:
        index = message_classes()["Index"]
    except ImportError as error:
        text = "protobuf is missing: pip install 'sphinxcontrib-kwindex[scip]'"
        raise ImportError(text) from error
    symbols = Symbols(code)
    paths = [
        path
        for path in sorted(source_files(code.store))
        # The lines of a notebook are not those of its file.
        if code.facts(path).notebook is None
    ]
    outside: dict[str, str] = {}
    with (folder / "index.scip").open("wb") as stream:
        tool = {"name": "sphinxcontrib-kwindex", "version": __version__}
        # Where it was made is nobody's business.
        root = f"file:///{quote(valid_unicode(code.root.name))}"
        metadata = {
            "tool_info": tool,
            "project_root": root,
            "text_document_encoding": _UTF8,
        }
        stream.write(index(metadata=metadata).SerializeToString())
        documents = frozenset(paths)
        for path in paths:
            document = _File(code, symbols, path, documents, outside).document()
            stream.write(index(documents=[document]).SerializeToString())
        for symbol, name in sorted(outside.items()):
            row = {"symbol": symbol, "display_name": name}
            stream.write(index(external_symbols=[row]).SerializeToString())


class _Range(NamedTuple):
    """A part of a line."""

    line: int
    """Counted from 0."""
    start: int
    end: int


class _File:
    """Makes the document of a file.

    :param documents: the files that have one.
    :param outside: what is defined elsewhere, by symbol; it grows.
    """

    def __init__(
        self,
        code: CodeMap,
        symbols: Symbols,
        path: str,
        documents: frozenset[str],
        outside: dict[str, str],
    ) -> None:
        self._code = code
        self._symbols = symbols
        self._path = path
        self._documents = documents
        self._outside = outside
        self._facts: FileFacts = code.facts(path)
        self._references: References = code.identifiers(path)
        self._lines = code.text(path).split("\n")
        self._around = names_around(self._references.blocks, len(self._lines))
        self._taken: defaultdict[int, set[int]] = defaultdict(set)
        """By line, counted from 1, where words of the text are known to begin."""
        self._stored: defaultdict[int, set[int]] = defaultdict(set)
        """Those of them by which something is given a value."""
        for line, column, *_, role in self._references.iterate():
            self._taken[line].add(column)
            if role == STORED:
                self._stored[line].add(column)
        self._occurrences: dict[tuple[_Range, str], int] = {}
        """By place and symbol the roles."""
        self._enclosing: dict[tuple[_Range, str], list[int]] = {}
        self._information: dict[str, dict[str, Any]] = {}
        self._parameters: dict[tuple[int, str], str] = {}
        """By line and name the symbols of parameters."""

    def document(self) -> dict[str, Any]:
        """Return the fields of the document."""
        path, facts = self._path, self._facts
        own = self._symbols.of_file(path)
        self._occurrences[_Range(0, 0, 0), own] = DEFINITION
        kind = _MODULE if facts.python else _FILE
        self._inform(own, path.rpartition("/")[2], kind, docstring=facts.docstring)
        self._add_parameters()
        for definition in facts.definitions:
            self._add_definition(definition)
        self._add_references()
        test = _TEST if path in self._code.test_files else 0
        return {
            "language": _LANGUAGES.get(facts.type, facts.type),
            "relative_path": path,
            "position_encoding": _UTF32,
            "occurrences": [
                {
                    "range": list(where),
                    "symbol": symbol,
                    "symbol_roles": roles | test,
                    "enclosing_range": self._enclosing.get((where, symbol), ()),
                }
                for (where, symbol), roles in self._without_overlap()
            ],
            "symbols": [row for _, row in sorted(self._information.items())],
        }

    def _without_overlap(self) -> Iterator[tuple[tuple[_Range, str], int]]:
        """Yield the occurrences in their order, each beside the other."""
        last = _Range(0, 0, 0)
        for key, roles in sorted(self._occurrences.items()):
            where = key[0]
            if where == last or where[:2] >= (last.line, last.end):
                yield key, roles
                last = where

    # Definitions

    def _inform(
        self,
        symbol: str,
        name: str,
        kind: int,
        *,
        docstring: str = "",
        signature: str = "",
        relationships: Sequence[dict[str, Any]] = (),
    ) -> None:
        if symbol not in self._information:
            language = self._facts.language
            shown = {"language": language, "text": signature}
            self._information[symbol] = {
                "symbol": symbol,
                "display_name": name,
                "kind": kind,
                "documentation": [docstring] if docstring else [],
                "relationships": relationships,
                "signature_documentation": shown if signature else None,
            }

    def _add_parameters(self) -> None:
        """Take the parameters of functions, first those that keywords can name."""
        for function, several in self._references.parameters:
            symbol = self._symbols.of_parameter
            for name, line, column in several:
                if known := symbol(self._path, function, name):
                    self._add_parameter(known, name, line, column)
        heads = dict(self._references.spans)
        for defined in self._facts.definitions if self._facts.python else ():
            if defined.kind not in CALLABLES:
                continue
            for line, signature in zip(defined.lines, defined.signatures, strict=False):
                last = heads.get(line, line)
                for name in _parameter_names(signature):
                    self._add_other_parameter(defined, name, line, last)

    def _add_other_parameter(
        self, function: Definition, name: str, first: int, last: int
    ) -> None:
        if any((line, name) in self._parameters for line in range(first, last + 1)):
            return
        symbol = self._symbols.of_parameter(self._path, function.qualname, name)
        for line in range(first, last + 1) if symbol else ():
            # Behind the name of the function itself.
            after = self._find(line, function.name) if line == first else -1
            column = self._find(line, name, after + 1)
            if column >= 0:
                self._add_parameter(symbol, name, line, column)
                return

    def _add_parameter(self, symbol: str, name: str, line: int, column: int) -> None:
        if where := self._range(line, column, name):
            self._taken[line].add(column)
            self._parameters[line, name] = symbol
            self._occurrences[where, symbol] = DEFINITION
            self._inform(symbol, name, _PARAMETER)

    def _add_definition(self, definition: Definition) -> None:
        name, kind = definition.name, definition.kind
        symbol = self._symbols.of_definition(self._path, definition.qualname, kind)
        self._inform(
            symbol,
            name,
            _KINDS.get(definition.sort) or _KINDS.get(kind, 0),
            docstring=definition.docstring,
            signature=_head(definition),
            relationships=list(self._relationships(definition)),
        )
        for number, line in enumerate(definition.lines):
            roles = DEFINITION if number == 0 or kind in WITH_BODY else WRITE
            column = self._find(line, name, stored=roles == DEFINITION)
            if column < 0 or (where := self._range(line, column, name)) is None:
                continue
            self._taken[line].add(column)
            self._occurrences[where, symbol] = roles
            if number == 0 and kind in WITH_BODY:
                self._enclosing[where, symbol] = self._whole(definition)

    def _whole(self, definition: Definition) -> list[int]:
        """Return the range of a definition with its body."""
        text = self._lines[definition.line - 1]
        last = min(definition.end_line, len(self._lines)) or definition.line
        start = len(text) - len(text.lstrip())
        return [definition.line - 1, start, last - 1, len(self._lines[last - 1])]

    def _relationships(self, definition: Definition) -> Iterator[dict[str, Any]]:
        path, code = self._path, self._code
        if is_stub(path) and code.has_file(stubbed(path)):
            # Its source has them.
            return
        related = {}
        if definition.kind in DERIVING:
            for base in code.class_hierarchy.bases_of(path, definition.qualname):
                if isinstance(base, Target):
                    kind = self._symbols.kinds(base.path).get(base.qualname)
                    if kind and base.path in self._documents:
                        symbol = self._symbols.of_definition(*base, kind)
                        related[symbol] = {"is_implementation": True}
                elif isinstance(base, External):
                    related[self._external(base.dotted)] = {"is_implementation": True}
        else:
            owner, name = split_name(definition.qualname)
            members = code.class_members.redefined(Target(path, owner)) if owner else {}
            if (member := members.get(name)) and not member.conditional:
                base = member.base
                # With what stands before it in this language.
                qualname = base.qualname + definition.qualname.removeprefix(owner)
                kind = self._symbols.kinds(base.path).get(qualname)
                if kind and base.path in self._documents:
                    symbol = self._symbols.of_definition(base.path, qualname, kind)
                    flags = {"is_implementation": True, "is_reference": True}
                    related[symbol] = flags
        own = self._symbols.of_definition(path, definition.qualname, definition.kind)
        for symbol, flags in sorted(related.items()):
            if symbol != own:
                yield {"symbol": symbol, **flags}

    # References

    def _add_references(self) -> None:
        rows = self._code.references(self._path)
        specs = self._references.specs
        local: dict[int, tuple[tuple[int, ...], str]] = {}
        symbols: dict[int, list[str]] = {}
        for number, spec in enumerate(specs):
            row = rows[number] if number < len(rows) else None
            if spec.kind == "local" and len(spec.steps) == 2:
                local[number] = tuple(map(int, spec.base.split(","))), spec.steps[1]
            elif row is not None and not row.by_name:
                sure = (choice for choice in (row, *row.more) if not choice.by_name)
                symbols[number] = list(filter(None, map(self._symbol_of, sure)))
        of_locals = self._locals(local)
        for use in self._references.iterate():
            for symbol in symbols.get(use.spec) or of_locals.get(use.spec) or ():
                self._add_reference(use, symbol)

    def _symbol_of(self, row: Any) -> str:
        if row.kind == "external":
            return self._external(row.qualname)
        return self._symbols.of_row(row) if row.path in self._documents else ""

    def _external(self, dotted: str) -> str:
        symbol = self._symbols.outside(dotted, python=self._facts.python)
        self._outside.setdefault(symbol, dotted)
        return symbol

    def _add_reference(self, reference: Reference, symbol: str) -> None:
        end = reference.column + reference.length
        where = _Range(reference.line - 1, reference.column, end)
        if self._is_word(where):
            self._occurrences[where, symbol] = _ROLES.get(reference.role, _READ)

    def _locals(
        self, specs: dict[int, tuple[tuple[int, ...], str]]
    ) -> dict[int, list[str]]:
        """Return the symbols of local names, by the numbers of their specs.

        Those that have a line of a value in common are one.
        """
        groups: dict[tuple[int, str], set[int]] = {}
        for lines, name in specs.values():
            joined = set(lines).union(*(groups.get((line, name), ()) for line in lines))
            groups.update(((line, name), joined) for line in joined)
        symbols: dict[int, list[str]] = {}
        known: dict[tuple[int, str], str] = {}
        for number, (lines, name) in sorted(specs.items(), key=lambda item: item[1]):
            places = [(line, name) for line in sorted(groups[lines[0], name])]
            symbol = known.get(first := places[0])
            if self._comprehended.isdisjoint(places):
                parameters = filter(None, map(self._parameters.get, places))
                symbol = next(parameters, symbol) or self._own_parameter(number)
            if first not in known:
                known[first] = self._bind(symbol or f"local {len(known)}", places)
            symbol = symbol or known[first]
            symbols[number] = [symbol] if symbol else []
        return symbols

    @cached_property
    def _comprehended(self) -> set[tuple[int, str]]:
        """By line and name the variables of comprehensions, which are theirs alone."""
        if not self._facts.python:
            return set()
        module = module_tree("\n".join(self._lines))
        if module is None:
            return set()
        targets: set[ast.AST] = set()
        stored: set[ast.Name] = set()
        for node in ast.walk(module):
            if isinstance(node, ast.comprehension):
                targets.update(ast.walk(node.target))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                stored.add(node)
        inside, outside = (
            {(node.lineno, node.id) for node in names}
            for names in (stored & targets, stored - targets)
        )
        return inside - outside

    def _own_parameter(self, number: int) -> str | None:
        """Return the symbol of a parameter that its function gives another value."""
        spec = self._references.specs[number]
        sort, name = spec.steps
        line = int(spec.base.split(",")[0])
        if sort != "variable" or line >= len(self._around):
            return None
        symbol = self._symbols.of_parameter(self._path, self._around[line], name)
        return symbol if symbol in self._information else None

    def _bind(self, symbol: str, places: Sequence[tuple[int, str]]) -> str:
        """Note where a local name, or a parameter of a function, is given a value.

        :return: the symbol; empty for a local name that the text has not.
        """
        is_local = symbol.startswith("local ")
        roles = DEFINITION if is_local else WRITE
        for line, name in places:
            column = self._find(line, name)
            is_known = not is_local and (line, name) in self._parameters
            where = self._range(line, column, name) if column >= 0 else None
            if where and not is_known:
                self._taken[line].add(column)
                self._occurrences[where, symbol] = roles
                roles = WRITE
        if is_local and roles == WRITE:
            self._inform(symbol, places[0][1], _VARIABLE)
        return symbol if roles == WRITE else ""

    # The text

    def _find(
        self, line: int, name: str, start: int = 0, *, stored: bool = False
    ) -> int:
        """Return where a line has a word of which nothing is known yet; -1 for none.

        :param stored: whether it may be one that is given a value there.
        """
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        places = list(words(text, name, start))
        new = [place for place in places if place not in self._taken[line]]
        if stored and not new:
            new = [place for place in places if place in self._stored[line]]
        return next(iter(new), -1)

    def _range(self, line: int, column: int, name: str) -> _Range | None:
        where = _Range(line - 1, column, column + len(name))
        return where if self._is_word(where) else None

    def _is_word(self, where: _Range) -> bool:
        """Tell whether the text has the range: it may have changed meanwhile."""
        line, start, end = where
        return line < len(self._lines) and start < end <= len(self._lines[line])


def _head(definition: Definition) -> str:
    """Return a definition without its body."""
    if definition.head:
        return definition.head
    signature = shown_signature(definition)
    if definition.kind in CALLABLES:
        word = "async def" if "async" in definition.modifiers else "def"
        return f"{word} {definition.name}{signature}:"
    if definition.kind == "class":
        return f"class {definition.name}{signature}:"
    return definition.name + annotation_and_value(definition)


def _parameter_names(signature: str) -> list[str]:
    """Return the names of all parameters of a function of Python."""
    tree = module_tree(f"def f{signature}: pass") or ast.Module([], [])
    return [node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)]
