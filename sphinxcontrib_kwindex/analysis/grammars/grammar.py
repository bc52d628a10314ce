"""What is special about a language that tree-sitter parses: its grammar and a query.

The query says which nodes of the syntax tree mean what, by the names of its captures:

``define``
    what may define something, for :attr:`Grammar.define`;
``import``
    what may import something, open a namespace or give something another name, for
    :attr:`Grammar.imports`;
``comment``
    comments;
``scope``
    what the names of parameters and local variables hold in: a whole function, a block;
``block``
    a scope of what is captured as ``local`` in it, and of nothing else;
``local``
    the identifier of a parameter or a local variable where it is declared;
``wide``
    that of a local variable that holds beyond the blocks around it;
``named``
    the name of what is a scope itself, which holds around that;
``name``, ``type``, ``member``
    identifiers that stand for something: by the scopes around them, of a type, and of
    something that stands before them (``x.member``, ``x->member``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Final, NamedTuple

import tree_sitter
from tree_sitter import Node, Parser, Query

from ...model.facts import Import
from ...model.references import Spec

#: Characters of the head of a definition that are kept.
HEAD_LIMIT: Final = 300


class Outer(NamedTuple):
    """A definition that others stand in."""

    end: int
    """Where it ends in the text."""
    qualname: str
    """Empty for a namespace without a name at the top of a file."""
    kind: str
    """Its kind; empty for what is no definition: a namespace without a name."""
    modifiers: tuple[str, ...]
    state: dict[str, str]
    """What :attr:`Grammar.define` notes for what follows in it: an access specifier."""


class Found(NamedTuple):
    """A definition as a syntax tree has it."""

    kind: str
    """One of the kinds of the language; empty for what only holds others."""
    name: str
    """Its name, as far as its source names what it belongs to: ``A::f`` of a method
    that is defined outside of its class."""
    at: Node
    """Where the name stands."""
    first: Node | None = None
    """The outermost node of it, where that is not the captured one: a template, an
    export."""
    body: Node | None = None
    """What its head ends before."""
    signature: str = ""
    """As :attr:`.Definition.signatures`."""
    annotation: str = ""
    """The type of data."""
    value: str = ""
    """As :attr:`.Definition.value`."""
    modifiers: tuple[str, ...] = ()
    """As :attr:`.Definition.modifiers`."""
    bases: tuple[Node, ...] = ()
    """What a class derives from, or implements."""
    holds: bool = False
    """Whether the names of what it holds stand below its own name."""
    at_top: bool = False
    """Whether its name stands by itself, wherever it is defined: a macro."""
    state: dict[str, str] | None = None
    """What :attr:`Outer.state` begins with."""
    decorators: tuple[Node, ...] = ()
    """In their order, before its head or within."""


class Imported(NamedTuple):
    """What a statement makes known in a file."""

    imports: tuple[Import, ...] = ()
    bound: tuple[tuple[str, Spec], ...] = ()
    """The names that it binds, and what they stand for: ``module`` or ``name``."""
    opened: tuple[str, ...] = ()
    """The namespaces whose names need not be qualified from here on."""
    exported: tuple[tuple[str, Spec], ...] = ()
    """What other files find under a name that nothing is defined by, and what it is."""
    places: tuple[tuple[Node, Spec], ...] = ()
    """What leads to what besides identifiers: the path of an ``#include``."""


class Syntax(NamedTuple):
    """A parsed file."""

    text: str
    """In which each character is where tree-sitter counts a byte."""
    nodes: dict[str, list[Node]]
    """By the names of the query's captures."""

    def of(self, node: Node | None) -> str:
        """Return the text of a node; empty without one."""
        return "" if node is None else self.text[node.start_byte : node.end_byte]

    def line(self, node: Node | None) -> str:
        """Return the text of a node on one line."""
        return " ".join(self.of(node).split())


@dataclass(frozen=True, slots=True)
class Grammar:
    """A grammar, and what its nodes mean."""

    package: str
    """The distribution that has it: ``tree-sitter-cpp``."""
    query: str
    """See :mod:`the module <.grammar>`."""
    define: Callable[[Node, Syntax, Outer | None], Iterable[Found]]
    """Yields what a captured node defines, inside of what."""
    imports: Callable[[Node, Syntax], Iterable[Imported]] = lambda *_: ()
    """Yields what a captured node makes known."""
    separator: str = "."
    """What stands between the parts of a qualified name."""
    this: tuple[str, ...] = ("this",)
    """What methods call the object that they belong to."""
    hoists: bool = False
    """Whether a local variable holds in all of its scope, above its declaration too."""
    bare_members: bool = True
    """Whether names alone may be those of members of the class that they stand in."""
    closed: Callable[[Syntax], bool] = lambda _: False
    """Whether a file has no names but what it defines and imports."""
    common: frozenset[str] = frozenset()
    """The names of members that are too common to tell anything of what has them."""
    docformat: str = ""
    """The dialect of its documentation comments."""
    function: str = "language"
    """What of the package's module makes the grammar."""
    prepare: Callable[[str], str] = str
    """Replaces what the grammar does not know by as many characters."""

    @property
    def version(self) -> str:
        """The version of the grammar, which decides what is read.

        :raises PackageNotFoundError: if it is not installed.
        """
        return f"{self.package} {version(self.package)}"

    def parse(self, text: str) -> Syntax:
        """Parse a text; what is wrong in it costs the nodes around it."""
        parser, query = _loaded(self.package, self.function, self.query)
        prepared = self.prepare(text)
        data = prepared.encode() if prepared.isascii() else _as_ascii(prepared)
        tree = parser.parse(data)
        return Syntax(text, tree_sitter.QueryCursor(query).captures(tree.root_node))


@cache
def _loaded(package: str, function: str, query: str) -> tuple[Parser, Query]:
    module = import_module(package.replace("-", "_"))
    language = tree_sitter.Language(getattr(module, function)())
    return Parser(language), Query(language, query)


def _as_ascii(text: str) -> bytes:
    """Return a text with one byte for each character.

    What is in no identifier is blank: it means something in strings and comments only.
    """
    return "".join(
        char if char < "\x80" else "x" if char.isalnum() else " " for char in text
    ).encode("ascii")
