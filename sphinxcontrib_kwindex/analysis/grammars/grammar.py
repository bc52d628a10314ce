"""What a language defines for tree-sitter: its grammar and its queries.

The query says which nodes of the syntax tree mean what, by the names of its captures:

``define``
    what may define something, for :attr:`Grammar.define`;
``import``
    what may import something, open a namespace or give something another name, for
    :attr:`Grammar.imports`;
``comment``, ``shell``
    comments, and text for a shell with names of variables: ``$NAME``, ``${NAME}``;
``opaque``
    what has no names that stand for something: labels, attributes;
``scope``
    what the names of parameters and local variables hold in: a whole function, a block;
``block``
    a scope of what is captured as ``local`` in it, and of nothing else;
``local``
    the identifier of a parameter or a local variable where it is declared;
``typed``
    what declares of which type something is, for :attr:`Grammar.typed`;
``parameter``
    the same of a parameter, which is asked for only where a member of it is;
``late``
    what declares local variables that hold only behind what it stands in;
``wide``
    that of a local variable that holds beyond the blocks around it;
``assigned``
    that of one that a value is given to, which a block around may have already;
``changed``
    a variable, or an attribute, where it gets a value that may be of another type;
``named``
    the name of what is a scope itself, which holds around that;
``matched``
    what a pattern takes apart, and does not call: ``Some(x)``;
``qualifier``
    the type that a method, or several, are defined for outside of it;
``receiving``
    a function in which names alone may be members of something that it is called for;
``name``, ``type``, ``member``
    identifiers that stand for something: by the scopes around them, of a type, and of
    something that stands before them (``x.member``, ``x->member``).
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Set
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import tree_sitter
from tree_sitter import Node, Parser, Query, QueryCursor

from ...model.errors import error_line
from ...model.facts import Definition, FileFacts, Import
from ...model.named_tuple import NamedTuple
from ...model.references import Spec
from ..first_sentence import limited
from ..languages.language import UNLOADED, Analyse, Language, LanguageError
from .bounded_parsing import captured_in_any_order, parse_until
from .nodes import START, field

#: What a capsule with a grammar is called; it has to stay in memory.
_CAPSULE: Final = b"tree_sitter.Language"
_QUERIES: Final = Path(__file__).parents[1] / "languages"
#: Characters of the head of a definition that are kept.
HEAD_LIMIT: Final = 300
#: Those of a text that is written on one line: where brackets are missing, each is
#: nearly all of a file.
LONGEST: Final = 20 * HEAD_LIMIT
#: White space to Python, and to no grammar.
_SEPARATORS: Final = "\x1c\x1d\x1e\x1f"
_NO_ASCII: Final = re.compile(r"[^\x00-\x7f]")


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
    head: str = ""
    """As :attr:`.Definition.head`, where that is not what stands before the body."""
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
    whole: Node | None = None
    """All of it, where that is not the captured node: one of several in a call."""


class Imported(NamedTuple):
    """What a statement makes known in a file."""

    imports: tuple[Import, ...] = ()
    bound: tuple[tuple[str, Spec], ...] = ()
    """The names that it binds, and what they stand for: ``module`` or ``name``."""
    opened: tuple[str, ...] = ()
    """The namespaces whose names need not be qualified from here on."""
    offered: bool = False
    """Whether these are open in files that see the names of this one, too."""
    exported: tuple[tuple[str, Spec], ...] = ()
    """What other files find under a name that nothing is defined by, and what it is."""
    places: tuple[tuple[Node, Spec], ...] = ()
    """What leads to what besides identifiers: the path of an ``#include``."""
    within: Node | None = None
    """The scope in which it binds them, if that is not the file."""
    package: str = ""
    """As :attr:`.FileFacts.package`."""
    relative: bool = False
    """Whether its paths may begin with what others bind: ``use io::Read``."""
    optional: bool = False
    """Whether it counts on a condition only, so that its names may be others."""


class Typed(NamedTuple):
    """What something is an instance of, as far as its file says.

    Without a name or a type nothing is said.
    """

    name: Node | None
    """The name of a variable, a field or a function, or an identifier that is a member
    of something."""
    type: Node | None
    """The last name of the type, or of what is called and returns it."""
    member: bool = False
    """Whether it is the type of what the identifier is a member of."""
    call: bool = False
    """Whether it is called."""
    taken: tuple[str, ...] = ()
    """What is taken of it, as :attr:`.Spec.steps`: an element."""
    held: tuple[Node, ...] = ()
    """The last names of the type that a container holds, of what that holds, …"""
    inherited: bool = False
    """Whether it is one only if nothing else has its name: what a base has, perhaps."""
    key: bool = False
    """Whether the identifier of a member is none but for this."""
    parameter: int = -1
    """The number of a parameter: of *name* with the type, or of a member's *type*."""
    variable: Node | None = None
    """What gets the member of *type*, which is a value: ``b`` of ``{ a: b } = c``."""


#: How deep a tree is looked through: for each node it takes the longer the deeper that
#: is. In a chain of ``else if`` each is two nodes deeper than the one before.
_DEEPEST: Final = 4000
#: How often the parser may ask, each hundred steps, whether to go on. Of all sources
#: that were looked at none asks more than 0.03 times for a byte, some broken ones 5.
_ASKED_FOR_A_BYTE: Final = 0.2
_MOST_ASKED: Final = 2_000
#: How many times a text is parsed again for what its tree shows to be misread.
_MOST_ROUNDS: Final = 3
#: What stands between a bracket and what is in it, or before a comma, on several lines.
_BROKEN: Final = re.compile(r"(?<=\() |,? (?=\))| (?=,)")
#: A comment in place of a name, and what is behind it.
_NAMES_A_PARAMETER: Final = re.compile(r"/\*[^*\n]{0,200}\*/[ \t]*[,)=]")
#: What a heading does not begin with, in the words of grammars.
_ATTRIBUTES: Final = frozenset({"annotation", "attribute_list", "marker_annotation"})


class Syntax(NamedTuple):
    """A parsed file."""

    text: str
    """In which each character is where tree-sitter counts a byte."""
    nodes: dict[str, list[Node]]
    """By the names of the query's captures; comments in their order."""
    blank: tuple[tuple[int, int], ...] = ()
    """Where it stands for nothing in the tree, :attr:`Grammar.blank`."""

    def of(self, node: Node | None, *names: str) -> str:
        """Return the text of a node, or of what its fields lead to; empty for none."""
        node = field(node, *names) if names else node
        return "" if node is None else self.text[node.start_byte : node.end_byte]

    def line(self, node: Node | None, *names: str) -> str:
        """Return the same on one line."""
        return " ".join(self.of(node, *names)[:LONGEST].split())

    def import_of(self, node: Node, module: str, name: str = "") -> Import:
        """Return the import that a statement is."""
        text = self.line(node).rstrip("; ")
        first, last = node.start_point.row + 1, node.end_point.row + 1
        return Import(module, first, name, end_line=last, text=text)

    def imported(
        self, node: Node, path: Node, module: str, name: str = "", text: str = ""
    ) -> Imported:
        """Return what a statement on one line makes known that names a file.

        :param path: where it names it.
        :param text: the statement, where it is more than the node.
        """
        line = node.start_point.row + 1
        text = limited(text or self.line(node), HEAD_LIMIT)
        row = Import(module, line, name, end_line=line, text=text)
        return Imported((row,), places=((path, Spec("module", module)),))

    def head(self, start: int, end: int) -> str:
        """Return the text between two places on one line, as if written on one.

        Comments on several lines stay out, which would seem to be about what comes
        next, but for those that name a parameter: ``int /* unused */,``. Of conditions
        of a preprocessor the first branch is there, as in the tree.
        """
        text = self.text[start:end]
        if "\n" not in text:
            return " ".join(text.split())
        comments = self.nodes.get("comment", [])
        first, last = (bisect_left(comments, at, key=START) for at in (start, end))
        left_out = [
            node.byte_range
            for node in comments[first:last]
            if not _NAMES_A_PARAMETER.match(self.text, node.start_byte)
        ]
        if "#" in text:
            first, last = (bisect_left(self.blank, (at,)) for at in (start, end))
            left_out += (
                place
                for place in self.blank[first:last]
                if self.text[slice(*place)].lstrip().startswith("#")
            )
            left_out.sort()
        kept, begin = [], start
        for place in left_out:
            kept.append(self.text[begin : place[0]])
            begin = max(begin, place[1])
        kept.append(self.text[begin:end])
        return _BROKEN.sub("", " ".join(" ".join(kept).split()))


def start_of_head(node: Node) -> int:
    """Return where a declaration begins behind its attributes, or annotations."""
    # To ask for all children takes long where one declares thousands.
    for child in map(node.child, range(node.child_count)):
        words = child.children if child.type == "modifiers" else (child,)
        if said := [word for word in words if word.type not in _ATTRIBUTES]:
            return said[0].start_byte
    return node.start_byte


def head_of(node: Node, body: Node | None, syntax: Syntax) -> str:
    """Return the head of a declaration without the attributes that it begins with."""
    end = body.start_byte if body else node.end_byte
    return syntax.head(start_of_head(node), end).rstrip("=; ")


def signature_of(node: Node, name: Node, syntax: Syntax) -> str:
    """Return what stands between the name of a function and its body."""
    body = node.child_by_field_name("body")
    end = body.start_byte if body else node.end_byte
    return syntax.head(name.end_byte, end).rstrip("; ")


@dataclass(frozen=True, slots=True)
class Grammar:
    """A grammar, and what its nodes mean."""

    package: str
    """The distribution that has it: ``tree-sitter-cpp``."""
    queries: tuple[str, ...]
    """The names, without ``.scm``, of the files beside the languages that its query is
    made of; see :mod:`the module <.grammar>`."""
    define: Callable[[Node, Syntax, Outer | None], Iterable[Found]]
    """Yields what a captured node defines, inside of what."""
    imports: Callable[[Node, Syntax], Iterable[Imported]] = lambda *_: ()
    """Yields what a captured node makes known."""
    typed: Callable[[Node], Iterable[Typed]] = lambda _: ()
    """Yields what a captured node says the types of."""
    separator: str = "."
    """What stands between the parts of a qualified name."""
    own_types: Set[str] = frozenset()
    """How a type calls itself: ``Self``."""
    bare_members: bool = True
    """Whether names alone may be those of members of the class that they stand in."""
    spaces: frozenset[str] = frozenset({"namespace", "function", "method"})
    """Where they may not, the kinds of what names alone are looked up in."""
    this: tuple[str, ...] = ("this",)
    """What methods call the object that they belong to."""
    above: tuple[str, ...] = ("super",)
    """What stands before a member of the classes above."""
    own: bool = False
    """Whether names stand for nothing but what their own file defines."""
    calls_apart: Container[str] = frozenset()
    """As :attr:`.Language.calls_apart`: specs of what is called end with a call."""
    values_called: bool = False
    """As :attr:`.Language.values_called`: a call may be ``f {``."""
    follows: bool = False
    """Whether members are followed through the declared types of fields, of data, of
    what functions return and what other types are names for: ``x.field.method``."""
    types_first: bool = False
    """Whether a variable, a field and a function have their type before their name."""
    tags: bool = False
    """Whether only ``struct x`` names a type that something else has the name of."""
    types_apart: bool = False
    """Whether a type may have the name of a member nearby: ``Status Status``."""
    extensions: bool = False
    """Whether functions may be called as members of anything, if they are imported or
    of the file."""
    crates: bool = False
    """Whether a path may begin with the name of a package: ``serde::Serialize``."""
    hoists: bool = False
    """Whether a local variable holds in all of its scope, above its declaration too."""
    closed: Callable[[Syntax], bool] = lambda _: False
    """Whether a file has no names but what it defines and imports."""
    unnamed: Callable[[Syntax, Iterable[Definition]], Set[str]] = lambda *_: frozenset()
    """What a file defines that are no names in itself: ``exports.x = 1``."""
    common: frozenset[str] = frozenset()
    """The names of members that are too common to tell anything of what has them."""
    docformat: str = ""
    """The dialect of its documentation comments."""
    function: str = "language"
    """What of the package's module makes the grammar."""
    prepare: Callable[[str], str] = str
    """Replaces what the grammar does not know by as many characters."""
    blank: Callable[[str], Iterable[tuple[int, int]]] = lambda _: ()
    """Yields in their order where words begin and end that the grammar cannot know, as
    the macros of C: they are no part of the tree, and the identifiers in them names."""
    reserved: frozenset[str] = frozenset()
    """The words that are no names where the text alone tells what there is."""
    wraps: bool = False
    """Whether one statement may be around nearly all of a file."""
    misread: Callable[[Syntax], Iterable[tuple[int, int]]] = lambda _: ()
    """Yields the same where only the tree shows it; the text is parsed again then."""

    @property
    def version(self) -> str:
        """The version of the grammar, which decides what is read; none without it."""
        try:
            return f"{self.package} {version(self.package)}"
        except PackageNotFoundError:
            return ""

    def language(self, name: str, read: Read) -> Language:
        """Return the row of a language with this grammar, but for its files."""
        return Language(
            *(name, self.analysis(read), self.version),
            requires=(self.package,),
            separator=self.separator,
            calls_apart=self.calls_apart,
            values_called=self.values_called,
            common=self.common,
        )

    def analysis(self, read: Read) -> Analyse:
        """Return :attr:`.Language.analyse`, for which no rules of patterns count."""
        return lambda text, facts, _rules: read(self, text, facts)

    def parse(self, text: str) -> Syntax:
        """Parse a text; what is wrong in it costs the nodes around it."""
        syntax = self._parsed(text, tuple(self.blank(text)))
        for _ in range(_MOST_ROUNDS):
            misread = tuple(self.misread(syntax))
            if not misread:
                break
            syntax = self._parsed(text, tuple(sorted((*syntax.blank, *misread))))
        return syntax

    def _parsed(self, text: str, blank: tuple[tuple[int, int], ...]) -> Syntax:
        _, query = _loaded(self.package, self.function, self.queries)
        root = self.tree(with_blanks(text, blank) if blank else text)
        cursor = QueryCursor(query)
        cursor.set_max_start_depth(_DEEPEST)
        captured = captured_in_any_order if self.wraps else QueryCursor.captures
        nodes = captured(cursor, root)
        # A query has them in no order.
        nodes.get("comment", []).sort(key=START)
        return Syntax(text, nodes, blank)

    def tree(self, text: str) -> Node:
        """Return the root of the syntax tree of a text.

        :raises SyntaxError: if it takes far more work than any source does.
        """
        return self.tree_as_is(self.prepare(text))

    def tree_as_is(self, text: str) -> Node:
        """Return the same without what :attr:`prepare` does, which may ask for it."""
        parser, _ = _loaded(self.package, self.function, self.queries)
        for char in _SEPARATORS:  # Much faster than to translate them.
            text = text.replace(char, " ")
        data = text.encode() if text.isascii() else _as_ascii(text)
        asked, reached = 0, 0
        most = _MOST_ASKED + len(data) * _ASKED_FOR_A_BYTE

        def too_long(at: int, _: bool) -> bool:
            nonlocal asked, reached
            asked, reached = asked + 1, at
            return asked > most

        try:
            return parse_until(parser, data, too_long).root_node
        except ValueError as error:
            line = text.count("\n", 0, reached) + 1
            raise SyntaxError(
                "it takes too long to parse", ("", line, 0, "")
            ) from error


Read = Callable[[Grammar, str, FileFacts], FileFacts]
"""Returns the facts of a file, as :attr:`.Language.analyse` does."""


@cache
def _loaded(
    package: str, function: str, queries: tuple[str, ...]
) -> tuple[Parser, Query]:
    """Return what parses, and the query.

    :raises LanguageError: if the package is for another version of tree-sitter, or
        calls its nodes otherwise.
    """
    try:
        module = import_module(package.replace("-", "_"))
        made = getattr(module, function)()
        made = _capsule(made) if isinstance(made, int) else made
        language = tree_sitter.Language(made)
        query = "\n".join(
            (_QUERIES / f"{name}.scm").read_text("utf-8") for name in queries
        )
        return Parser(language), Query(language, query)
    except Exception as error:
        reason = f"{package} {version(package)}: {error_line(error)}"
        raise LanguageError(f"{UNLOADED}: {reason}") from error


def with_blanks(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Return a text with blanks at some places, lines left where they are."""
    parts: list[str] = []
    done = 0
    for start, end in places:
        parts += text[done:start], blank(text[start:end])
        done = end
    return "".join((*parts, text[done:]))


def blank(text: str) -> str:
    """Return the line ends of a text, and blanks in the place of all else."""
    return re.sub(r"\S", " ", text)


def _capsule(pointer: int) -> object:
    """Return a grammar as wheels made by newer tools give it."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    capsule: object = new(pointer, _CAPSULE, None)
    return capsule


def _as_ascii(text: str) -> bytes:
    """Return a text with a byte for each character, blank for what is white space."""
    return _NO_ASCII.sub(
        lambda match: " " if match[0].isspace() or match[0] == "\ufeff" else "x", text
    ).encode("ascii")
