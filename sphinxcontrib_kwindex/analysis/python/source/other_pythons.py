"""Syntax of other Pythons than the one that runs: the nearest that this one parses.

A build reads the files of a project that may need a newer Python than the build itself,
or Python 2. What this one has not is written otherwise, in as many bytes, so that every
place stays the same, and type parameters, which older trees have no place for, are
added to the tree. Of newer Pythons that is:

- type parameters and ``type`` statements (:pep:`695`, :pep:`696`);
- quotes, backslashes and comments in the fields of f-strings (:pep:`701`);
- template strings (:pep:`750`), ``except A, B:`` (:pep:`758`), unpacking in
  comprehensions (:pep:`798`) and lazy imports (:pep:`810`).

Of Python 2 it is what its last grammar has and Python 3 has not: ``print`` and ``exec``
statements, ``raise A, b``, ``except A, b:``, ``<>``, ```a```, ``10L``, ``010``,
``ur""`` and tuples among parameters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import tree_sitter_python
from astroid import nodes
from astroid.exceptions import AstroidError
from tree_sitter import Language, Node, Parser

from ....model.named_tuple import NamedTuple

#: The beginning of a string: its prefix, and its quotes.
_START: Final = re.compile(rb"([A-Za-z]*)('''|\"\"\"|'|\")")
_KEPT: Final = re.compile(rb"[^\n]")
#: So many line ends with backslashes take tree-sitter a time that grows by the square.
_CONTINUED: Final = re.compile(r"(?:\\\n[ \t]*){1000}")
_COMPREHENSIONS: Final = frozenset(
    {
        *("list_comprehension", "set_comprehension", "dictionary_comprehension"),
        "generator_expression",
    }
)
_OLD_INTEGER: Final = re.compile(rb"(0[xX][0-9a-fA-F]+)[lL]|0*([0-9]+?)[lL]?")
#: Between what would be read otherwise, where a statement begins.
_NOTHING: Final = b"0"

#: Makes astroid's tree of a text.
Build = Callable[[str], nodes.Module]
#: The line of a statement, and its column in bytes.
Position = tuple[int, int]


class _Parameter(NamedTuple):
    """A type parameter: what stands before its name, and the rest as a statement."""

    stars: int
    place: Position
    statement: str


class Parsed(NamedTuple):
    """The tree of a text of another Python."""

    module: nodes.Module
    python_2: bool
    """Whether no Python 3 parses it."""


class _Written(NamedTuple):
    """A text in syntax that this Python parses, and what of it has none."""

    text: str
    parameters: dict[Position, list[_Parameter]]
    """The type parameters of functions, classes and aliases, by where these begin."""
    aliases: frozenset[Position]
    """Where the names of ``type`` statements stand."""
    lazy: frozenset[Position]
    """Where lazy imports begin, behind that word."""


def parse_other(text: str, build: Build) -> Parsed:
    """Return the tree of a text that has the syntax of another Python.

    :param build: makes the tree of what this Python parses.
    :raises AstroidError: where that is not all that is wrong with it.
    """
    if _CONTINUED.search(text):
        raise AstroidError("One line goes on for too long.")
    python_2 = False
    data = text.encode()
    root = _parser().parse(data).root_node
    written = _rewritten(data, root)
    try:
        module = build(written.text)
    except AstroidError:
        python_2 = True
        written = _rewritten(data, root, _rewrite_python_2)
        module = build(written.text)
    _add_type_parameters(module, written, build)
    for node in module.nodes_of_class((nodes.Import, nodes.ImportFrom)):
        # As the nodes of Python 3.15 say it.
        node.is_lazy = (node.lineno, node.col_offset) in written.lazy
    return Parsed(module, python_2)


def _rewritten(
    data: bytes,
    root: Node,
    rewrite: Callable[[Node, bytearray], None] = lambda _, __: None,
) -> _Written:
    """Write a text otherwise.

    :param root: its tree.
    :param rewrite: what else is written otherwise of a node.
    """
    written = bytearray(data)
    parameters: dict[Position, list[_Parameter]] = {}
    aliases: set[Position] = set()
    lazy: set[Position] = set()
    for node in _nodes(root):
        match node.type:
            case "function_definition" | "class_definition":
                for bracketed in node.children_by_field_name("type_parameters"):
                    parameters[_place(node)] = _parameters(bracketed)
                    _blank(written, *bracketed.byte_range)
            case "type_alias_statement" if node.children[1].named_children:
                name, *generic = node.children[1].named_children
                if name.type == "generic_type":
                    name, *generic = name.named_children
                for bracketed in generic:
                    parameters[_place(name)] = _parameters(bracketed)
                    _blank(written, *bracketed.byte_range)
                aliases.add(_place(name))
                between = b" " * (name.start_byte - node.start_byte - 2)
                written[node.start_byte : name.start_byte] = _NOTHING + between + b";"
            case "except_clause":
                for comma in node.children:
                    if comma.type == ",":
                        written[comma.start_byte : comma.end_byte] = b"|"
            case "list_splat" if (node.parent or node).type in _COMPREHENSIONS:
                written[node.start_byte : node.start_byte + 1] = b" "
            case "string":
                _rewrite_string(node, written)
            case "ERROR" if node.text == b"lazy" and node.next_sibling is not None:
                lazy.add(_place(node.next_sibling))
                written[node.start_byte : node.end_byte] = b"0  ;"
        rewrite(node, written)
    return _Written(written.decode(), parameters, frozenset(aliases), frozenset(lazy))


def _rewrite_python_2(node: Node, written: bytearray) -> None:
    """Write otherwise what only Python 2 has."""
    start, end = node.start_byte, node.end_byte
    match node.type:
        case "print" | "exec" if (node.parent or node).type.endswith("_statement"):
            # What is printed is a tuple.
            written[start:end] = _NOTHING.ljust(end - start - 1) + b","
        case "chevron" | "tuple_pattern" if node.parent and node.parent.type in {
            *("print_statement", "parameters", "lambda_parameters")
        }:
            for sign in node.children:
                if sign.type in {">>", "(", ")"}:
                    written[sign.start_byte : sign.end_byte] = b" " * len(sign.type)
        case "expression_list" if (node.parent or node).type == "raise_statement":
            comma = next(child for child in node.children if child.type == ",")
            written[comma.start_byte : comma.end_byte] = b";"
        case "<>":
            written[start:end] = b"!="
        case "integer" if match := _OLD_INTEGER.fullmatch(written, start, end):
            written[start:end] = (match[1] or match[2]).rjust(end - start)
        case "string" if written[start:end][:1] == b"`":
            written[start : start + 1], written[end - 1 : end] = b"(", b")"
        case "string" if written[start : start + 2].lower() == b"ur":
            written[start : start + 1] = b" "


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_python.language()))


def _nodes(root: Node) -> Iterator[Node]:
    """Iterate over nodes, what holds others first; over none within strings."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        if node.type != "string":
            waiting += node.children


def _place(node: Node) -> Position:
    return node.start_point.row + 1, node.start_point.column


def _blank(written: bytearray, start: int, end: int) -> None:
    """Leave out what may take several lines, of which one is made with backslashes."""
    blank = _KEPT.sub(b" ", written[start:end])
    written[start:end] = blank.replace(b" \n", b"\\\n")


# Type parameters


def _parameters(bracketed: Node) -> list[_Parameter]:
    """Read what stands in brackets; each with default and bound is like a statement."""
    assert bracketed.text is not None
    parameters = []
    begin = 1
    ends = [node for node in bracketed.children if node.type in {",", "]"}]
    for end in ends:
        stop = end.start_byte - bracketed.start_byte
        part = bracketed.text[begin:stop]
        if name := re.search(rb"\w", part):
            offset = begin + name.start()
            before = bracketed.text[:offset]
            line = bracketed.start_point.row + 1 + before.count(b"\n")
            column = offset - before.rfind(b"\n") - 1
            if b"\n" not in before:
                column += bracketed.start_point.column
            statement = part[name.start() :].decode().rstrip()
            stars = part[: name.start()].count(b"*")
            parameters.append(_Parameter(stars, (line, column), statement))
        begin = stop + 1
    return parameters


def _add_type_parameters(module: nodes.Module, written: _Written, build: Build) -> None:
    for node in list(module.nodes_of_class((nodes.FunctionDef, nodes.ClassDef))):
        # The word "def", not a decorator.
        begin = node.position or node
        place = begin.lineno, begin.col_offset
        if place in written.parameters:
            node.type_params = _made(node, written.parameters[place], build)
    if written.aliases:
        _replace_aliases(module, written, build)


def _replace_aliases(module: nodes.Module, written: _Written, build: Build) -> None:
    for node in list(module.nodes_of_class(nodes.Assign)):
        place = node.lineno, node.col_offset
        if place not in written.aliases:
            continue
        ends = {"end_lineno": node.end_lineno, "end_col_offset": node.end_col_offset}
        alias = nodes.TypeAlias(*place, node.parent, **ends)
        alias.postinit(
            name=node.targets[0],
            type_params=_made(alias, written.parameters.get(place, []), build),
            value=node.value,
        )
        alias.name.parent = alias.value.parent = alias
        for field in node.parent._astroid_fields:
            block = getattr(node.parent, field)
            if isinstance(block, list) and node in block:
                number = block.index(node)
                # And what stands for the word "type".
                block[number - 1 : number + 1] = [alias]


def _made(
    parent: nodes.NodeNG, parameters: list[_Parameter], build: Build
) -> list[nodes.NodeNG]:
    return [
        node
        for parameter in parameters
        if (node := _type_parameter(parent, parameter, build)) is not None
    ]


def _type_parameter(
    parent: nodes.NodeNG, parameter: _Parameter, build: Build
) -> nodes.NodeNG | None:
    """Return the node of a type parameter, as newer Pythons have it.

    :param parent: the class or function that it belongs to.
    :return: ``None`` for what is none.
    """
    line, column = parameter.place
    before = "\n" * (line - 1) + "0;".ljust(column)
    try:
        statement = build(before + parameter.statement).body[-1]
    except AstroidError:
        # Its bound takes several lines, say.
        name = re.match(r"\w+", parameter.statement)
        assert name is not None
        statement = build(f"{before}{name[0]}").body[-1]
    bound = default = None
    match statement:
        case nodes.AnnAssign(target=target, annotation=bound, value=default):
            pass
        case nodes.Assign(targets=[target, *_], value=default):
            pass
        case nodes.Expr(value=target):
            pass
        case _:
            return None
    if not isinstance(target, nodes.Name | nodes.AssignName):
        return None
    kind = (nodes.TypeVar, nodes.TypeVarTuple, nodes.ParamSpec)[min(parameter.stars, 2)]
    ends: dict[str, Any] = {
        "end_lineno": statement.end_lineno,
        "end_col_offset": statement.end_col_offset,
    }
    made = kind(line, column, parent, **ends)
    name = nodes.AssignName(target.name, line, column, made, **ends)
    # What astroid 4 asks for when it is made astroid 3 does not know.
    made.name, made.bound, made.default_value = name, bound, default
    for node in (bound, default):
        if node is not None:
            node.parent = made
    return made


# Strings


def _rewrite_string(node: Node, written: bytearray, around: bytes = b"") -> None:
    """Have the fields of an f-string hold what they could before :pep:`701`.

    :param around: the quotes of the strings that it stands in.
    """
    start = _START.match(written, node.start_byte)
    if start is None or not start[1]:
        return
    prefix, quotes = start[1], start[2]
    as_format = prefix.replace(b"t", b"f").replace(b"T", b"F")
    written[start.start(1) : start.end(1)] = as_format
    fields = [child for child in node.children if child.type == "interpolation"]
    if not fields:
        return
    used = around + quotes[:1]
    for field in fields:
        waiting = [field]
        while waiting:
            inner = waiting.pop()
            if inner.type == "string":
                _rewrite_inner(inner, written, used)
            elif inner.type == "comment":
                _blank(written, *inner.byte_range)
            else:
                waiting += inner.children
    if len(quotes) == 1 and any(
        b"\n" in written[field.start_byte : field.end_byte] for field in fields
    ):
        # It has no other form: what is in it is not read.
        _blank(written, start.end(), node.end_byte - 1)
        written[start.start(1) : start.end(1)] = b"r".rjust(len(prefix), b" ")


def _rewrite_inner(node: Node, written: bytearray, used: bytes) -> None:
    """Write a string in a field with quotes that those around it have not."""
    start = _START.match(written, node.start_byte)
    other = next((bytes([quote]) for quote in b"'\"" if quote not in used), b"")
    text = bytes(written[node.start_byte : node.end_byte])
    if start is None or not other or b"\n" in text:
        blank = _KEPT.sub(b" ", text)
        written[node.start_byte : node.end_byte] = _NOTHING + blank[1:]
        return
    length = len(start[2])
    begin, end = start.end(), node.end_byte - length
    spans = [
        (child.start_byte, child.end_byte)
        for child in node.children
        if child.type == "interpolation"
    ]
    for number in range(begin, end):
        if any(first <= number < last for first, last in spans):
            continue
        if written[number] in b"'\"\\":
            written[number : number + 1] = b" "
    written[begin - length : begin] = written[end : end + length] = other * length
    _rewrite_string(node, written, used)
