"""Go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from msgspec import structs
from tree_sitter import Node

from ...model.facts import FileFacts
from ...model.references import ELEMENT, ITEM, Spec
from ..grammars.grammar import (
    Found,
    Grammar,
    Imported,
    Outer,
    Syntax,
    Typed,
    signature_of,
)
from ..grammars.nodes import any_field, called_by, field, first_child, reached
from ..grammars.read_file import read_file
from .common_names import common_names
from .programs import go_program

#: The types that hold others.
_HOLDING: Final = frozenset(
    {"slice_type", "array_type", "implicit_length_array_type", "map_type"}
)
#: How many nodes around a type are looked at for the function that it stands in.
_NEAR: Final = 30
_FUNCTIONS: Final = frozenset(
    {"function_declaration", "method_declaration", "func_literal"}
)
#: What is called has one of these.
_NAMES: Final = frozenset({"identifier", "field_identifier", "type_identifier"})
#: The way from a type to its name.
_TO_NAME: Final[dict[str, str | int]] = {
    **dict.fromkeys(("pointer_type", "parenthesized_type"), 0),
    "generic_type": "type",
    "qualified_type": "name",
}
#: The way from ``(*package.Type)``, or the same of a variable, to its name.
_POINTED_TO: Final[dict[str, str | int]] = {
    "parenthesized_expression": 0,
    "unary_expression": "operand",
    "selector_expression": "field",
}
#: The parameter of a function that ``go test`` runs.
_RUN: Final = re.compile(r"\btesting\.[TBF]\b")
#: The parameters of gocheck's tests.
_GOCHECK: Final = re.compile(r"\(\w+ \*(?:\w+\.)?C\)")
#: What files are built under which conditions, before the clause of the package.
_PACKAGE: Final = re.compile(r"^package\b", re.MULTILINE)
_BUILD: Final = re.compile(r"^//go:build (.*)", re.MULTILINE)
_OLD_BUILD: Final = re.compile(r"^//\s*\+build (.*)", re.MULTILINE)
_SORTS: Final = {
    "struct_type": ("class", ("struct",)),
    "interface_type": ("interface", ()),
}


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    if outer is not None and outer.kind in {"function", "method"}:
        return
    name = node.child_by_field_name("name")
    if kind in {"const_spec", "var_spec"}:
        yield from _values(node, syntax)
    elif kind == "field_declaration":
        for at in node.children_by_field_name("name"):
            what, name_of = syntax.line(node, "type"), syntax.of(at)
            if name_of == "_":
                continue
            yield Found(
                *("field", name_of, at),
                annotation=what,
                modifiers=_hidden(name_of),
                holds="struct" in what,
            )
    elif name is None:
        return
    elif kind == "function_declaration":
        yield from _function(node, syntax, name, "")
    elif kind == "method_declaration":
        receiver = _receiver(node.child_by_field_name("receiver"), syntax)
        yield from _function(node, syntax, name, receiver)
    elif kind == "method_elem":
        yield Found(
            *("method", syntax.of(name), name),
            modifiers=_hidden(syntax.of(name)),
            signature=signature_of(node, name, syntax),
        )
    else:
        yield from _type(node, syntax, name)


def _hidden(name: str) -> tuple[str, ...]:
    """Return whether a name is kept in its package."""
    return () if name[:1].isupper() else ("private",)


def _receiver(node: Node | None, syntax: Syntax) -> str:
    """Return the name of the type that a method belongs to."""
    waiting = [node] if node else []
    while waiting and waiting[0].type != "type_identifier":
        waiting += waiting.pop(0).named_children
    return syntax.of(waiting[0]) if waiting else ""


def _function(node: Node, syntax: Syntax, name: Node, owner: str) -> Iterator[Found]:
    text = syntax.of(name)
    if text == "_":
        return
    signature = signature_of(node, name, syntax)
    if owner:
        is_test = _is_of_suite(text, signature, owner)
    else:
        is_test = _is_run_by_go(text, signature)
    yield Found(
        "method" if owner else "function",
        *(f"{owner}.{text}" if owner else text, name),
        body=node.child_by_field_name("body"),
        signature=signature,
        modifiers=(*_hidden(text), *(("test",) if is_test else ())),
        holds=True,
    )


def _is_run_by_go(name: str, signature: str) -> bool:
    """Tell whether ``go test`` runs a function as a test.

    ``Testify`` is none, nor is ``TestMain``, which runs the others
    (https://pkg.go.dev/testing).
    """
    words = ("Example", "Test", "Benchmark", "Fuzz")
    word = next(filter(name.startswith, words), "")
    if not word or name[len(word) :][:1].islower():
        return False
    return word == "Example" or bool(_RUN.search(signature))


def _is_of_suite(name: str, signature: str, owner: str) -> bool:
    """Tell whether a method is a test of a suite, as of testify and of gocheck.

    testify's have no parameters, gocheck's one that is always called ``C``.
    """
    if not name.startswith(("Test", "Benchmark")):
        return False
    of_testify = signature == "()" and "suite" in owner.lower()
    return of_testify or bool(_GOCHECK.fullmatch(signature))


def _type(node: Node, syntax: Syntax, name: Node) -> Iterator[Found]:
    what = node.child_by_field_name("type")
    kind, sort = _SORTS.get(what.type if what else "", ("type", ()))
    # Of a struct the braces are a node, of an interface its own.
    inner = what.named_children[0] if what and sort and what.named_children else what
    opening = inner.children if inner and kind != "type" else ()
    yield Found(
        *(kind, syntax.of(name), name),
        first=node.parent
        if node.parent and len(node.parent.named_children) == 1
        else None,
        body=next((child for child in opening if child.type == "{"), None),
        modifiers=(*sort, *_hidden(syntax.of(name))),
        bases=tuple(_embedded(inner)) if kind != "type" else (),
        holds=True,
    )


def _embedded(node: Node | None) -> Iterator[Node]:
    """Yield the types whose fields and methods a struct or an interface has, too."""
    for child in node.named_children if node else ():
        if child.type == "field_declaration" and not child.child_by_field_name("name"):
            base = child.child_by_field_name("type")
            yield from [base] if base else ()
        elif child.type == "type_elem" and len(child.named_children) == 1:
            base = child.named_children[0]
            if base.type in {"type_identifier", "qualified_type", "generic_type"}:
                yield base


def _values(node: Node, syntax: Syntax) -> Iterator[Found]:
    kind = "constant" if node.type == "const_spec" else "data"
    what, values = syntax.line(node, "type"), field(node, "value")
    named = node.children_by_field_name("name")
    names = [child for child in named if child.type == "identifier"]
    each = values.named_children if values is not None else []
    for number, name in enumerate(names):
        # A call may return all of them.
        alone = len(each) == len(names)
        value = syntax.line(each[number] if alone else values)
        if syntax.of(name) == "_":
            continue
        yield Found(
            *(kind, syntax.of(name), name),
            annotation=what,
            value=value,
            modifiers=_hidden(syntax.of(name)),
            # Its type may have no name: "var cases = []struct{ name string }{}".
            holds="struct" in what or "struct" in value,
        )


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    if node.type == "package_clause":
        yield Imported(package=syntax.of(node.named_children[-1]))
        return
    path, name = node.child_by_field_name("path"), node.child_by_field_name("name")
    if path is None:
        return
    module = syntax.of(path).strip('"`')
    alias = syntax.of(name) if name else ""
    row = structs.replace(
        syntax.import_of(node, module, "*" if alias == "." else ""),
        alias="" if alias in {".", "_"} else alias,
        text=f"import {syntax.line(node)}",
    )
    spec = Spec("module", module)
    names = {".": (), "_": ()}.get(alias, (alias,)) if alias else _names(module)
    bound = tuple((called, spec) for called in names)
    opened = (module,) if alias == "." else ()
    yield Imported((row,), bound, opened, places=((path, spec),))


def _names(module: str) -> Iterable[str]:
    """Return what a package may be called.

    That says the package. Mostly it is the end of its path, but for a version; of what
    is no identifier without what says that it is of Go: ``go-redis``, ``yaml.v3``.
    """
    parts = [part for part in module.split("/") if not _is_version(part)]
    name = parts[-1] if parts else module
    words = [
        word for word in _NO_WORD.split(name) if word != "go" and not _is_version(word)
    ]
    return sorted({name, "".join(words), "_".join(words)} - {""})


def _is_version(part: str) -> bool:
    return part[:1] == "v" and part[1:].isdecimal()


def _typed(node: Node) -> Iterator[Typed]:
    """Yield variables, members and functions, each with the name of a type."""
    kind = node.type
    if kind == "composite_literal":
        yield from _members(node)
    elif kind == "type_case":
        yield from _of_case(node)
    elif kind == "range_clause":
        left, right = field(node, "left"), field(node, "right")
        if left and len(left.named_children) == 2:
            yield from _of_value(left.named_children[1], right, (ELEMENT,))
    elif kind == "selector_expression":
        if member := field(node, "field"):
            yield from _of_value(member, field(node, "operand"), member=True)
    elif kind in {"short_var_declaration", "var_spec"} and (
        kind != "var_spec" or not node.child_by_field_name("type")
    ):
        left = field(node, "left")
        names = left.named_children if left else node.children_by_field_name("name")
        right = field(node, "right" if left else "value")
        values = right.named_children if right else ()
        for name, value in zip(names, values, strict=False):
            yield from _of_value(name, value)
    elif (what := node.child_by_field_name("type") or _result(node)) and (
        # A type has the members of what it holds, and none of another type.
        kind != "type_spec" or what.type in _HOLDING
    ):
        for name in node.children_by_field_name("name"):
            yield from _of_type(name, what, int(kind.startswith("variadic")))


def _of_type(name: Node, what: Node | None, depth: int = 0) -> Iterator[Typed]:
    """Yield what has a type, or is a container of it, or of such containers.

    These have no members besides those of what they hold.

    :param depth: how many containers are around the type.
    """
    while what is not None:
        if what.type in _HOLDING:
            what, depth = _element(what), depth + 1
        elif what.type == "pointer_type":
            what = what.named_children[0]
        else:
            break
    if named := _type_name(what) or _nameless(what):
        yield Typed(name, named, held=(named,) * depth)
    elif what is not None and what.type == "struct_type" and not depth:
        # Its fields are defined as members of what it is the type of.
        yield Typed(name, name)


def _of_value(
    name: Node, value: Node | None, steps: tuple[str, ...] = (), *, member: bool = False
) -> Iterator[Typed]:
    """Yield what is known of a variable, or a member, by a value.

    :param steps: what is taken of that.
    """
    if value and value.type == "parenthesized_expression":
        # "(*T).method"
        yield Typed(name, reached(value, _NAMES, _POINTED_TO), member=member)
        return
    while value is not None and value.type in {"unary_expression", "index_expression"}:
        steps = (ITEM, *steps) if value.type == "index_expression" else steps
        value = value.child_by_field_name("operand")
    if value is None:
        return
    if value.type == "composite_literal":
        if not steps:
            yield from _of_type(name, value.child_by_field_name("type"))
    elif made := _made(value):
        yield Typed(name, made, member=member)
    elif called := reached(called_by(value), _NAMES, {"selector_expression": "field"}):
        yield Typed(name, called, member=member, call=True, taken=steps)
    elif value.type == "selector_expression" and not (member and not steps):
        yield Typed(name, field(value, "field"), member=member, taken=steps)
    elif value.type == "identifier" and steps:
        yield Typed(name, value, member=member, taken=steps)


def _of_case(node: Node) -> Iterator[Typed]:
    """Yield the members of what has one type in a branch, with that.

    ``switch x := y.(type) { case *T: x.f() }``
    """
    types = node.children_by_field_name("type")
    alias = field(node.parent, "alias")
    what = _type_name(types[0]) if len(types) == 1 else None
    waiting = [child for child in node.named_children if child not in types]
    while waiting and what is not None and alias is not None:
        inner = waiting.pop()
        member, of = field(inner, "field"), field(inner, "operand")
        if of and of.text == alias.text:
            yield Typed(member, what, member=True)
        waiting += inner.named_children


def _element(node: Node) -> Node | None:
    """Return the type of what a container holds."""
    return any_field(node, "element", "value")


def _nameless(node: Node | None) -> Node | None:
    """Return a type without a name in a function, whose fields define nothing."""
    if node is None or node.type != "struct_type":
        return None
    outer = node.parent
    # The deeper it is, the longer it takes to find what that is in.
    for _ in range(_NEAR):
        if outer is None or outer.type in _FUNCTIONS:
            return outer and node
        outer = outer.parent
    return None


def _made(node: Node | None) -> Node | None:
    """Return the type of what is made by ``new(T)``."""
    function, arguments = called_by(node), field(node, "arguments")
    if function is None or function.text != b"new" or arguments is None:
        return None
    given = arguments.named_children
    return _type_name(given[0]) if len(given) == 1 else None


def _result(node: Node) -> Node | None:
    """Return what a function returns, the first of several."""
    result = field(node, "result")
    if result is not None and result.type == "parameter_list":
        return field(first_child(result), "type")
    return result


def _type_name(node: Node | None) -> Node | None:
    """Return where the type is named that a type is, or points to."""
    return reached(node, {"type_identifier"}, _TO_NAME)


def _members(node: Node) -> Iterator[Typed]:
    """Yield the fields that a literal names, those of its elements included."""
    what, body = field(node, "type"), field(node, "body")
    bodies = [body] if body else []
    while what is not None and what.type in _HOLDING:
        what = _element(what)
        elements = [child for body in bodies for child in body.named_children]
        values = [
            field(element, "value") if element.type == "keyed_element" else element
            for element in elements
        ]
        bodies = [
            inner
            for value in values
            for inner in (value.named_children if value else ())
            if inner.type == "literal_value"
        ]
    name = _type_name(what) or _nameless(what)
    is_of_others = what is not None and what.type == "qualified_type"
    for pair in (pair for body in bodies for pair in body.named_children if name):
        member = first_child(field(pair, "key"))
        if member is None or member.type != "identifier" or not name:
            continue
        # What is private in another package is no field, but a key of a map.
        if not (is_of_others and member.text and member.text[:1].islower()):
            yield Typed(member, name, member=True)


def _read_file(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file, with the constraint above its package."""
    read = read_file(grammar, text, facts)
    above = _PACKAGE.split(text, maxsplit=1)[0]
    if lines := _BUILD.findall(above):
        return replace(read, constraint=lines[0].strip())
    # Until Go 1.17: a blank is "or", a comma "and", and every line has to hold.
    lines = _OLD_BUILD.findall(above.rpartition("\n\n")[0])
    wanted = (" || ".join(line.replace(",", "&&").split()) for line in lines)
    return replace(read, constraint=" && ".join(f"({line})" for line in wanted))


#: What parts a name that is no identifier.
_NO_WORD: Final = re.compile(r"[-.]")
GRAMMAR: Final = Grammar(
    "tree-sitter-go",
    ("go",),
    _define,
    _imports,
    _typed,
    follows=True,
    bare_members=False,
    docformat="godoc",
    this=(),
    common=common_names("members", "go"),
)
GO: Final = replace(
    GRAMMAR.language("Go", _read_file),
    suffixes=(".go",),
    folder_files=("doc.go",),
    # https://go.dev/doc/comment#package
    folder_sentence="Package ",
    lexer="go",
    program=go_program,
    found_by="imports",
    imports_all=True,
    embeds=True,
    own_index=True,
)
