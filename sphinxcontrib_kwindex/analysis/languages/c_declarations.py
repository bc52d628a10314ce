"""Declarations of C and C++: functions, methods, fields, variables and tests.

What is declared stands in the middle of a declarator: ``*(*f)(int)[3]``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ...model.extension_names import INIT, OPERATORS
from ...model.kinds import DECLARATION
from ...model.named_tuple import NamedTuple
from ...model.names import last_part
from ..grammars.grammar import Found, Outer, Syntax
from ..grammars.nodes import called_by, child_of, field, first_child, reached
from .c_python import MODULES
from .c_tests import TEST_MACROS, test_name

#: Keywords before a declaration that a reader wants to see.
_KEYWORDS: Final = (
    *("static", "extern", "inline", "virtual", "explicit", "constexpr", "consteval"),
    *("constinit", "const", "friend", "mutable", "thread_local"),
    *("__global__", "__device__", "__host__", "__shared__", "__constant__"),
)
_KEYWORD: Final = re.compile("|".join(_KEYWORDS))
#: The nodes that have them.
_SPECIFIERS: Final = frozenset(
    {"storage_class_specifier", "type_qualifier", "virtual", "inline"}
    | {"virtual_function_specifier", "explicit_function_specifier"}
)
#: Around the name that is declared.
_DECLARATORS: Final = frozenset(
    {"pointer_declarator", "reference_declarator", "array_declarator"}
    | {"init_declarator", "parenthesized_declarator", "attributed_declarator"}
    | {"function_declarator", "variadic_declarator", "pointer_type_declarator"}
)
#: The name itself.
_NAMES: Final = frozenset(
    {"identifier", "field_identifier", "type_identifier", "qualified_identifier"}
    | {"operator_name", "destructor_name", "template_function"}
)
#: Names of one word.
_WORDS_ALONE: Final = frozenset({"identifier", "field_identifier", "type_identifier"})
#: What the head of a function ends before.
_BODIES: Final = frozenset(
    {"compound_statement", "try_statement", "field_initializer_list"}
    | {"constructor_try_statement", "default_method_clause", "delete_method_clause"}
)
#: What an error, or the text of a macro, may have taken for a name.
RESERVED_IN_C: Final = frozenset(
    {"", "if", "else", "for", "while", "do", "switch", "case", "default", "break"}
    | {"continue", "goto", "return", "sizeof", "typedef", "defined", "void", "bool"}
    | {"char", "short", "int", "long", "float", "double", "signed", "unsigned", "const"}
    | {"volatile", "static", "extern", "inline", "register", "struct", "union", "enum"}
)
#: Fields of C are called so.
RESERVED_IN_CPP: Final = RESERVED_IN_C | frozenset(
    {"class", "template", "typename", "operator", "noexcept", "requires", "decltype"}
)
_LONGEST: Final = 300
_NAME: Final = re.compile(
    r"(?:[A-Z]+(?:_[A-Z]+)*\(\".*\"\))|\w+\.\w+|"
    r"(?:\w+(?:<[^;{}#\"]*>)?::)*"
    r"(?:~?\w+(?:<[^;{}#\"]*>)?|\w+\([^;{}#\"]*\)|operator *[^\s;{}#]+[^;{}#]*)"
)
_MACRO: Final = re.compile(r"[A-Z][A-Z0-9_]*")
#: White space that says nothing, around what is no word.
_BLANKS: Final = re.compile(r"\s*([^\w\s])\s*")
_WORDS: Final = re.compile(r"\w+")
_ARGUMENTS: Final = re.compile(r"<([^<>]*)>")


def outermost(node: Node, syntax: Syntax) -> Node:
    """Return the template declaration around a node, or the node."""
    before = syntax.text[max(node.start_byte - 200, 0) : node.start_byte].rstrip()
    # Words that no grammar knows are left out: "template <class T> inline …".
    is_behind = before[-1:] == ">" or (
        before[-1:].isidentifier() and before.rfind(">") > max(map(before.rfind, ";{}"))
    )
    if not is_behind and "requires" not in before:
        # To ask for what is around a node takes long.
        return node
    while (parent := node.parent) is not None and parent.type == "template_declaration":
        node = parent
    return node


def access_of(outer: Outer | None) -> tuple[str, ...]:
    """Return whether a member is private or protected, or something of its file."""
    if outer is None:
        return ()
    unless = "struct" in outer.modifiers or "union" in outer.modifiers
    default = "private" if outer.kind == "class" and not unless else ""
    access = outer.state.get("access", default)
    return (access,) if access in {"private", "protected"} else ()


def space_of(outer: Outer | None) -> str:
    """Return the namespace around a definition."""
    return "" if outer is None else outer.state.get("space", outer.qualname)


def tidy(name: str) -> str:
    """Return a name with white space where it is needed only."""
    if name.isidentifier():
        return name
    return _BLANKS.sub(r"\1", " ".join(name.split())).replace(",", ", ")


def is_name(name: str, reserved: frozenset[str]) -> bool:
    """Return whether something can be a name: ``A<int>::operator()``.

    :param reserved: what cannot.
    """
    if name.isidentifier():
        return name not in reserved
    return len(name) <= _LONGEST and bool(_NAME.fullmatch(name))


class _Declared(NamedTuple):
    """What a declarator declares."""

    at: Node
    """Its name."""
    end: int
    """Where the name ends in the text."""
    function: Node | None
    """What has the parameters of a function."""


def declarator_of(node: Node | None) -> _Declared | None:
    """Return what a declarator declares."""
    function = None
    kind = "" if node is None else node.type
    while node is not None and kind in _DECLARATORS:
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next(filter(_is_declared, node.named_children), None)
        inner_kind = "" if inner is None else inner.type
        if kind == "function_declarator" and inner is not None:
            if inner_kind == kind and _makes_name(inner, node):
                return _Declared(inner, inner.end_byte, node)
            # "int (*f)(int)" is a variable, "int (f)(int)" is none.
            function = None if _is_pointer(inner) else node
        node, kind = inner, inner_kind
    if node is None:
        return None
    if kind in _WORDS_ALONE:
        return _Declared(node, node.end_byte, function)
    cast = reached(node, {"operator_cast"}, {"qualified_identifier": "name"})
    if cast is not None:
        # "operator T *() const"
        while cast is not None and cast.type != "abstract_function_declarator":
            abstract = (
                child
                for child in cast.named_children
                if child.type.startswith("abstract_")
            )
            cast = field(cast, "declarator") or next(abstract, None)
        function = cast
    parameters = field(function, "parameters")
    in_name = parameters and parameters.start_byte < node.end_byte
    end = parameters.start_byte if parameters and in_name else node.end_byte
    return _Declared(node, end, function)


def _makes_name(inner: Node, function: Node) -> bool:
    """Return whether a macro makes the name of a function: ``int P(scan)(int a)``."""
    macro, words = field(inner, "declarator"), field(inner, "parameters")
    parameters = field(function, "parameters")
    if macro is None or words is None or parameters is None:
        return False
    given = words.named_children
    return (
        macro.type == "identifier"
        and len(given) == 1
        and [child.type for child in given[0].named_children] == ["type_identifier"]
        # Behind a function there may be a macro with arguments, too.
        and parameters.start_byte - inner.end_byte <= 1
    )


def _is_pointer(node: Node) -> bool:
    """Return whether the name that is declared stands in brackets, and not alone."""
    return node.type == "parenthesized_declarator" and any(
        child.type in _DECLARATORS for child in node.named_children
    )


def _last(node: Node) -> Node:
    """Return the last part of a qualified name."""
    while node.type == "qualified_identifier" and (
        inner := node.child_by_field_name("name")
    ):
        node = inner
    return node


def _is_declared(node: Node) -> bool:
    return node.type in _DECLARATORS or node.type in _NAMES


def _keywords(node: Node, end: int, syntax: Syntax) -> list[str]:
    """Return what is said of a declaration before a place in the text."""
    if not _KEYWORD.search(syntax.text, node.start_byte, end):
        # To ask for the children of a node takes long.
        return []
    words = {
        match[0]
        for child in node.children
        if child.type in _SPECIFIERS
        and (match := _WORDS.match(syntax.text, child.start_byte))
    }
    return [word for word in _KEYWORDS if word in words] if words else []


def declared(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield the functions, methods, fields and variables of a declaration."""
    declarators = node.children_by_field_name("declarator")
    if not declarators:
        return
    keywords = _keywords(node, declarators[0].start_byte, syntax)
    is_function = node.type == "function_definition"
    in_class = outer is not None and outer.kind == "class"
    hidden = access_of(outer)
    if "static" in keywords and not in_class and node.type != "field_declaration":
        hidden = ("private",)
    for declarator in declarators:
        what = declarator_of(declarator)
        if what is None:
            continue
        if _is_guide(node, what.function):
            # It defines nothing: "box(T) -> box<T>;"
            continue
        if what.function is None:
            if is_function and (macro := syntax.of(node, "type")) in TEST_MACROS:
                # "START_TEST(adds) { … }"
                yield from _test(node, what.at, test_name(macro, syntax.of(what.at)))
            elif (in_class or not is_function) and not _lost(node):
                yield _variable(node, syntax, declarator, what, keywords, hidden)
        elif _by_macro(node, syntax, outer):
            if is_function and not in_class:
                yield from _function_by_macro(node, syntax, what.function)
        else:
            body = child_of(node, *_BODIES) if is_function else None
            yield _function(node, syntax, what, keywords, hidden, outer, body)


def _is_guide(node: Node, function: Node | None) -> bool:
    """Return whether a declaration tells which arguments a template deduces."""
    return (
        function is not None
        and node.child_by_field_name("type") is None
        and child_of(function, "trailing_return_type") is not None
    )


def _function(
    node: Node,
    syntax: Syntax,
    what: _Declared,
    keywords: list[str],
    hidden: tuple[str, ...],
    outer: Outer | None,
    body: Node | None,
) -> Found:
    """Return a function, declared or defined.

    :param what: what its declarator declares.
    :param keywords: the words before it that are shown.
    :param hidden: the word that hides it, if one does.
    :param body: ``None`` if it is only declared.
    """
    at, _, function = what
    first = outermost(node, syntax)
    name = tidy(syntax.text[at.start_byte : what.end]).removeprefix("::")
    if "<" in name:
        name = _without_parameters(name, first, node, syntax)
    before = node.end_byte if body is None else body.start_byte
    parameters = field(function, "parameters")
    start = parameters.start_byte if parameters else at.end_byte
    signature = syntax.head(start, before).rstrip("; ")
    defined = body is not None or signature.endswith("= 0")
    is_friend = _is_friend(first, syntax)
    if is_friend:
        # It belongs to the namespace around the class.
        keywords = ["friend", *keywords]
        hidden = ()
        space = space_of(outer)
        name = f"{space}::{name}" if space and "::" not in name else name
    in_class = outer is not None and outer.kind == "class" and not is_friend
    is_method = in_class or "::" in name.partition("operator")[0]
    if is_method and not in_class:
        # Who may use it stands in the class.
        hidden = ()
    at = _last(at)
    words = [word for word in keywords if word != "const"]
    return Found(
        *("method" if is_method and not is_friend else "function", name, at),
        first=first,
        body=body,
        signature=signature,
        modifiers=(*words, *hidden, *(() if defined else (DECLARATION,))),
        holds=True,
        at_top=is_friend,
    )


def _is_friend(node: Node, syntax: Syntax) -> bool:
    start = node.start_byte
    return "friend" in syntax.text[max(start - 20, 0) : start] and (
        node.parent is not None and node.parent.type == "friend_declaration"
    )


def _without_parameters(name: str, first: Node, node: Node, syntax: Syntax) -> str:
    """Return the name of a member of a template without what is its parameters.

    ``A<T>::f`` is ``A::f``; ``A<int>::f``, of a specialisation, stays.
    """
    words = set(_WORDS.findall(syntax.text[first.start_byte : node.start_byte]))
    if not words:
        return name

    def shortened(match: re.Match[str]) -> str:
        arguments = match[1].replace("...", "").split(",")
        return "" if words.issuperset(map(str.strip, arguments)) else match[0]

    before, word, after = name.partition("operator")
    return f"{_ARGUMENTS.sub(shortened, before)}{word}{after}"


def _variable(
    node: Node,
    syntax: Syntax,
    declarator: Node,
    what: _Declared,
    keywords: list[str],
    hidden: tuple[str, ...],
) -> Found:
    """Return a variable or a field.

    :param declarator: one of those that the node has.
    :param what: what that declares.
    :param keywords: the words before it that are shown.
    :param hidden: the word that hides it, if one does.
    """
    at = what.at
    value = field(declarator, "value") or _default_of(declarator)
    is_declared = "extern" in keywords and value is None
    annotation = syntax.line(node, "type")
    head = ""
    if field(node, "type", "body"):
        annotation = annotation.partition("{")[0].strip()
        head = f"{annotation} {syntax.of(at)}"
    before = syntax.text[declarator.start_byte : at.start_byte].strip()
    if before and not before.strip("*&"):
        annotation += f" {before}"
    constant = "constexpr" in keywords or ("const" in keywords and value is not None)
    is_field = node.type == "field_declaration"
    return Found(
        "field" if is_field else "constant" if constant else "data",
        *(tidy(syntax.of(at)), at),
        first=node if is_field else outermost(node, syntax),
        head=head,
        annotation=annotation,
        value=syntax.line(value),
        modifiers=(*keywords, *hidden, *((DECLARATION,) if is_declared else ())),
    )


def _default_of(declarator: Node) -> Node | None:
    """Return what a field is by default: ``2`` of `b` in ``int a = 1, b = 2;``."""
    behind = declarator.next_sibling
    if behind is not None and behind.type == "bitfield_clause":
        behind = behind.next_sibling
    if behind is not None and behind.type == "=":
        return behind.next_sibling
    return behind if behind is not None and behind.type == "initializer_list" else None


def _lost(node: Node) -> bool:
    """Return whether a declaration may be one of a function that has an error."""
    return (
        node.type == "declaration"
        and node.start_point.column > 0
        and node.parent is not None
        and node.parent.type == "ERROR"
    )


def _by_macro(node: Node, syntax: Syntax, outer: Outer | None) -> bool:
    """Return whether what looks like a function is a macro with arguments."""
    declarator = field(node, "declarator")
    is_function = declarator is not None and declarator.type == "function_declarator"
    if field(node, "type") is not None or not is_function:
        return False
    name = syntax.of(declarator, "declarator")
    constructor = outer is not None and last_part(outer.qualname) == name
    return not constructor and bool(name in TEST_MACROS or _MACRO.fullmatch(name))


def _function_by_macro(node: Node, syntax: Syntax, function: Node) -> Iterator[Found]:
    """Yield what a macro with a body defines: a test, or nothing that is known."""
    at = function.child_by_field_name("parameters") or node
    macro = syntax.of(function, "declarator")
    name = ""
    if macro in MODULES or macro in OPERATORS:
        first = syntax.line(at)[1:-1].partition(",")[0].strip()
        name = f"{INIT}{first}" if macro in MODULES else f"{macro}({first})"
        yield Found("function", name, at, body=field(node, "body"), holds=True)
        return
    if macro in TEST_MACROS:
        parts = [part.strip() for part in syntax.line(at)[1:-1].split(",")]
        # Boost's have the name first, then what they are given.
        count = 1 if macro.startswith("BOOST_") else 2
        name = test_name(macro, *parts[:count])
        if at.named_child_count:
            at = at.named_children[:count][-1]
    yield from _test(node, at, name)


def block(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield what a call of a macro defines together with the block behind it.

    ``TEST_CASE("adds numbers") { … }``
    """
    before = node.prev_named_sibling
    call = first_child(before)
    function, arguments = called_by(call), field(call, "arguments")
    if before is None or function is None:
        return
    given = arguments.named_children[:2] if arguments is not None else []
    name = ""
    if given and syntax.of(function) in TEST_MACROS:
        parts = [syntax.line(part) for part in given]
        if any(part.startswith('"') for part in parts):
            name = f"{syntax.of(function)}({parts[0]})"
        else:
            name = ".".join(parts)
    yield from _test(node, function, name, before)


def _test(
    node: Node, at: Node, name: str, first: Node | None = None
) -> Iterator[Found]:
    if name:
        body = node.child_by_field_name("body") or node
        what = "function", name, at, first, body
        yield Found(*what, modifiers=("test",), holds=True)
    else:
        yield Found("", "", node, holds=True, state={"block": ""})
