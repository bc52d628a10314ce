"""Kotlin.

Names are qualified within their file: ``Outer.Inner.method``. What a companion object
has is named as a member of its class, and a function that extends a class as one of
that: ``String.shout``. The package that a file declares tells which files are of one
package, with those of Java (:mod:`~sphinxcontrib_kwindex.links.languages.java`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from msgspec import structs
from tree_sitter import Node

from ...model.facts import FileFacts
from ...model.kinds import DERIVING, EXTENSION
from ...model.references import Spec
from ..grammars.grammar import (
    Found,
    Grammar,
    Imported,
    Outer,
    Syntax,
    Typed,
    head_of,
    start_of_head,
)
from ..grammars.name_lookup import single_extensions
from ..grammars.nodes import child_of, field, reached, within
from ..grammars.read_file import read_file
from .annotated_tests import test_words
from .common_names import common_names
from .java import JVM, everything, outside, split_type, whole_path
from .programs import c_program

_BODIES: Final = ("class_body", "enum_class_body", "function_body", "block")
#: What is declared in these belongs to the file, or to a class.
_HOLDERS: Final = frozenset({"source_file", "class_body", "enum_class_body"})
_TYPES: Final = frozenset({"user_type", "nullable_type"})
#: What follows a property that has no value.
_ACCESSORS: Final = frozenset({"getter", "setter", "type_constraints"})
#: What begins a line that the grammar takes for an accessor of the value above: a call
#: of what gets takes nothing there, of what sets one thing; a variable is no accessor.
_CALL: Final = re.compile(
    r"^([ \t]+)(?:get(?=\([ \t]*[^\s)])|set(?=\([^()\n]*,)"
    r"|[gs]et(?=[ \t]*(?:[-+*/%]?=[^=]|[.\[])))",
    re.MULTILINE,
)
#: A word that the grammar takes for a name behind an annotation at the top of a file.
_CONST: Final = re.compile(r"^(@[^\n]*[ \t])?const(?=[ \t]+val\b)", re.MULTILINE)
#: A word before a constructor on a line of its own, which ends the class to it.
_ACTUAL: Final = re.compile(
    r"^([ \t]*(?:(?:public|internal|private|protected)[ \t]+)?)"
    r"actual(?=[ \t]+constructor\b)",
    re.MULTILINE,
)
#: A class in another, with its constructor on the line below: a member of that to the
#: grammar, which here gets the line end behind the bracket.
_BELOW: Final = re.compile(
    r"^([ \t]+(?:[\w@]+[ \t]+){0,9}class[ \t]+\w+(?:<[^\n]{0,200}>)?[ \t]*)"
    r"\n([ \t]*[^\n\"{}()=]{0,100}\bconstructor[ \t]*\()",
    re.MULTILINE,
)
#: A body on one line with members, of which the grammar wants the last one ended.
_ON_ONE_LINE: Final = re.compile(
    r"\b(?:class|interface|object)\b[^\n{}\"]{0,200}\{[ \t]"
    r"(?=[^\n{}\"]{0,80}\b(?:va[lr]|fun)\b)"
    r"(?:[^\n{}\"]|\"(?:[^\"\\\n]|\\.)*+\"){1,300}+(?<=[^;] )\}"
)
_FUNCTIONS: Final = frozenset({"function_declaration", "secondary_constructor"})


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    if kind == "class_parameter":
        yield from _property_of_constructor(node, syntax, outer)
    elif _is_local(node, outer):
        # What it holds is nobody else's.
        yield Found("", "", node, holds=True, state={"local": "yes"})
    elif kind == "companion_object":
        yield Found("", "", node, holds=True)
    elif kind in _FUNCTIONS:
        yield _function(node, syntax, outer)
    elif kind == "property_declaration":
        yield from _property(node, syntax, outer)
    elif kind == "enum_entry":
        yield from _entry(node, syntax)
    elif kind == "type_alias":
        if name := node.child_by_field_name("type"):
            value = syntax.line(node.named_children[-1])
            words = _words(node, syntax)
            yield Found("type", syntax.of(name), name, value=value, modifiers=words)
    elif name := node.child_by_field_name("name"):
        yield _class(node, name, syntax)


def _entry(node: Node, syntax: Syntax) -> Iterator[Found]:
    if name := child_of(node, "identifier"):
        body = child_of(node, "class_body")
        value = syntax.line(child_of(node, "value_arguments"))
        what = "constant", syntax.of(name), name
        yield Found(*what, body=body, value=value, holds=body is not None)


def _is_local(node: Node, outer: Outer | None) -> bool:
    """Return whether something stands in a function or in an object without a name."""
    if outer is not None and (
        outer.kind in {"function", "method"} or "local" in outer.state
    ):
        return True
    around = node.parent
    if around is not None and around.type == "ERROR":
        # Where it stands is not known, and most properties are variables.
        return node.type == "property_declaration"
    return node.type == "object_literal" or (
        around is not None and around.type not in _HOLDERS
    )


def _class(node: Node, name: Node, syntax: Syntax) -> Found:
    words = _words(node, syntax)
    kind = "enum" if "enum" in words else "class"
    if child_of(node, "interface"):
        kind = "interface"
    if node.type == "object_declaration":
        words = ("object", *words)
    specifiers = child_of(node, "delegation_specifiers")
    bases = [
        base
        for specifier in (specifiers.named_children if specifiers else ())
        if (base := _type_in(specifier)) is not None
    ]
    return Found(
        *(kind, syntax.of(name), name),
        body=child_of(node, *_BODIES),
        modifiers=tuple(word for word in words if word != "enum"),
        bases=tuple(bases),
        holds=True,
    )


def _function(node: Node, syntax: Syntax, outer: Outer | None) -> Found:
    name = node.child_by_field_name("name")
    body = child_of(node, *_BODIES)
    parameters = child_of(node, "function_value_parameters")
    words = _words(node, syntax)
    called = "constructor" if name is None else syntax.of(name)
    owner = _extended(node, syntax, outer)
    words = (*words, *test_words(_annotations(node, syntax)))
    end = body.start_byte if body else node.end_byte
    if handed_on := child_of(node, "constructor_delegation_call"):
        end = handed_on.start_byte
    start = parameters.start_byte if parameters else end
    if owner:
        words = (EXTENSION, *words)
    return Found(
        "method" if owner or outer is not None else "function",
        f"{owner}.{called}" if owner else called,
        name or child_of(node, "constructor") or node,
        body=body,
        head=head_of(node, body, syntax).removesuffix("="),
        signature=syntax.head(start, end).rstrip("=: "),
        annotation=syntax.line(_result(node)),
        modifiers=words,
        holds=True,
    )


def _extended(node: Node, syntax: Syntax, outer: Outer | None) -> str:
    """Return the name of the class that a function of a file is for, if it is for one.

    In a class it is a member of that.
    """
    for child in node.children if outer is None else ():
        if child.type in _TYPES:
            return syntax.of(_last_name(child))
        if child.type in {"identifier", "variable_declaration"}:
            break
    return ""


def _result(node: Node) -> Node | None:
    """Return the type that a function returns, as far as it is declared."""
    behind = False
    for child in node.children:
        if behind and child.type in {*_TYPES, "function_type"}:
            return child
        behind = behind or child.type == "function_value_parameters"
    return None


def _property(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    words = _words(node, syntax)
    declared = child_of(node, "variable_declaration")
    name = declared.named_children[0] if declared else None
    if declared is None or name is None or name.type != "identifier":
        return
    owner = _extended(node, syntax, outer)
    kind = "data" if outer is None else "attribute"
    first = declared.next_named_sibling
    value = first if first is not None and first.type not in _ACCESSORS else None
    is_value = value is not None and value.type != "property_delegate"
    yield Found(
        "constant" if "const" in words else kind,
        *(f"{owner}.{syntax.of(name)}" if owner else syntax.of(name), name),
        head=syntax.head(start_of_head(node), declared.end_byte),
        annotation=syntax.line(child_of(declared, *_TYPES, "function_type")),
        value=syntax.line(value) if is_value else "",
        modifiers=(
            *([EXTENSION] if owner else ()),
            *(word for word in words if word != "const"),
        ),
    )


def _property_of_constructor(
    node: Node, syntax: Syntax, outer: Outer | None
) -> Iterator[Found]:
    """Yield the property that a parameter of a class declares: ``val size: Int``."""
    name = child_of(node, "identifier")
    if name is None or outer is None or "local" in outer.state:
        return
    if any(child.type in {"val", "var"} for child in node.children):
        yield Found(
            *("attribute", syntax.of(name), name),
            annotation=syntax.line(child_of(node, *_TYPES, "function_type")),
            modifiers=_words(node, syntax),
        )


def _words(node: Node, syntax: Syntax) -> tuple[str, ...]:
    """Return the words before a definition, but for what is so without them."""
    modifiers = child_of(node, "modifiers")
    words = [
        syntax.of(child)
        for child in (modifiers.named_children if modifiers else ())
        if child.type != "annotation"
    ]
    return tuple(word for word in words if word not in {"public", "final"})


def _annotations(node: Node, syntax: Syntax) -> Iterator[str]:
    """Yield the names of the annotations of a definition, without packages."""
    modifiers = child_of(node, "modifiers")
    for child in modifiers.named_children if modifiers else ():
        if child.type == "annotation" and child.named_children:
            yield syntax.of(_last_name(_type_in(child)))


def _type_in(node: Node) -> Node | None:
    """Return the type that something names, or makes, or is delegated from."""
    return reached(node, {"user_type"}, other=0)


def _last_name(what: Node | None) -> Node | None:
    """Return the last name of a type, without what is in angle brackets."""
    if what is not None and what.type == "nullable_type":
        what = child_of(what, "user_type")
    is_type = what is not None and what.type == "user_type"
    names = what.named_children if what is not None and is_type else ()
    return next((name for name in reversed(names) if name.type == "identifier"), None)


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a statement makes known, as :attr:`.Grammar.imports`."""
    path = child_of(node, "qualified_identifier", "identifier")
    if path is None:
        return
    dotted = "".join(syntax.of(path).split())
    if node.type == "package_header":
        yield Imported(package=dotted, places=((path, Spec("module", dotted)),))
        return
    if any(child.type == "*" for child in node.children):
        yield everything(node, path, dotted, syntax)
        return
    module, steps = split_type(dotted)
    package, _, name = dotted.rpartition(".")
    # What a companion object has is a member of its class.
    steps = tuple(step for step in steps if step != "Companion") or (name,)
    alias = node.named_children[-1]
    called = name if alias == path else syntax.of(alias)
    spec = Spec("module", module, steps)
    parts = path.named_children or [path]
    places = [(parts[-1], spec)]
    if package and len(parts) > 1:
        places.insert(0, (parts[-2], outside(module, steps)))
    yield Imported(
        (syntax.import_of(node, module, name),),
        bound=((called, spec),),
        places=tuple(places),
    )


def _typed(node: Node) -> Iterator[Typed]:
    """Yield what is declared with a type, and what is made or returned by a call."""
    if node.type == "navigation_expression":
        yield from _of_value(node.named_children[-1], node.named_children[0], True)
    elif node.type == "property_declaration":
        declared = child_of(node, "variable_declaration")
        name = declared and child_of(declared, "identifier")
        value = declared and declared.next_named_sibling
        if name and value and value.type not in _ACCESSORS:
            yield from _of_value(name, value, False)
    elif node.type == "call_expression":
        arguments = child_of(node, "value_arguments")
        for argument in arguments.named_children if arguments else ():
            if len(argument.named_children) > 1:
                yield Typed(argument.named_children[0], node.named_children[0], True)
    else:
        is_function = node.type == "function_declaration"
        what = _result(node) if is_function else child_of(node, *_TYPES)
        yield Typed(child_of(node, "identifier"), _last_name(what))


def _of_value(name: Node, value: Node, member: bool) -> Iterator[Typed]:
    """Yield what is known of a variable by its value, or of a member by its object."""
    # "x!!" is what "x" is.
    value = within(value, "parenthesized_expression", "unary_expression") or value
    if value.type == "as_expression":
        yield Typed(name, _last_name(field(value, "right")), member)
    elif value.type == "call_expression":
        called = value.named_children[0]
        if called.type == "navigation_expression":
            called = called.named_children[-1]
        if called.type == "identifier":
            yield Typed(name, called, member, call=True)


def _misread(syntax: Syntax) -> Iterator[tuple[int, int]]:
    """Yield what makes expressions of declarations, as :attr:`.Grammar.misread`.

    The grammar takes ``@A annotation class B`` and ``@A @B actual fun c() = 1`` for
    words between values, and the body of ``class A : B by c() {}`` for an argument of
    what stands before it.
    """
    for node in syntax.nodes.get("misread", ()):
        if node.type == "annotated_expression":
            inner: Node | None = node
            while inner is not None:
                yield from (
                    child.byte_range
                    for child in inner.children
                    if child.type == "annotation"
                )
                inner = child_of(inner, "annotated_expression")
        elif body := _lambda_at_end(node):
            by = node.prev_sibling or node
            yield by.start_byte, body.start_byte


def _lambda_at_end(value: Node) -> Node | None:
    """Return the lambda that is the last argument of a value, without parentheses."""
    node = value
    while node.named_children and node.type != "annotated_lambda":
        node = node.named_children[-1]
    is_last = node.type == "annotated_lambda" and node.end_byte == value.end_byte
    return node if is_last else None


def _analyse(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file, with the names by which extensions are imported."""
    read = read_file(grammar, text, facts)
    names = single_extensions(read.definitions)
    return structs.replace(read, references=read.references.exporting(names))


def _prepare(text: str) -> str:
    """Return a text of the same length without what the grammar misreads."""
    text = _ACTUAL.sub(r"\1      ", _CALL.sub(r"\1got", text))
    text = _CONST.sub(r"\1final", _BELOW.sub(r"\1\2\n", text))
    return _ON_ONE_LINE.sub(_ended, text) if "}" in text else text


def _ended(match: re.Match[str]) -> str:
    return f"{match[0][:-2]};}}"


GRAMMAR: Final = Grammar(
    "tree-sitter-kotlin",
    ("kotlin",),
    _define,
    _imports,
    _typed,
    follows=True,
    extensions=True,
    calls_apart=frozenset({"this", "member"}),
    values_called=True,
    types_apart=True,
    common=common_names("members", "kotlin"),
    docformat="kdoc",
    misread=_misread,
    prepare=_prepare,
)


def _visible(facts: FileFacts) -> Iterator[tuple[str, object]]:
    """Yield the classes of a file, which imports of what is in them name."""
    yield "", {row.name for row in facts.definitions if row.kind in DERIVING}


KOTLIN: Final = replace(
    GRAMMAR.language("Kotlin", _analyse),
    suffixes=(".kt", ".kts"),
    lexer="kotlin",
    family=JVM,
    program=c_program,
    found_by="packages",
    imports_all=True,
    members_anywhere=True,
    exports=True,
    prelude=common_names("prelude", "kotlin"),
    whole_path=whole_path,
    shared=frozenset({"internal"}),
    visible=_visible,
)
