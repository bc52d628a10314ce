"""What C, C++ and CUDA have in common: definitions, includes, scopes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from ...model.facts import Import
from ...model.kinds import DECLARATION
from ...model.references import Spec
from ..grammars.grammar import Found, Imported, Outer, Syntax

#: The captures of both grammars.
QUERY: Final = """
(struct_specifier) @define
(union_specifier) @define
(enum_specifier) @define
(enumerator) @define
(function_definition) @define
(translation_unit (declaration) @define)
(declaration_list (declaration) @define)
(linkage_specification (declaration) @define)
(preproc_if (declaration) @define)
(preproc_ifdef (declaration) @define)
(preproc_else (declaration) @define)
(preproc_elif (declaration) @define)
(field_declaration) @define
(type_definition) @define
(preproc_def) @define
(preproc_function_def) @define
(preproc_include) @import
(comment) @comment
(function_definition) @scope
(compound_statement) @scope
(for_statement) @scope
(preproc_function_def) @scope
(preproc_params (identifier) @local)
(parameter_declaration declarator: (identifier) @local)
(declaration declarator: (identifier) @local)
(init_declarator declarator: (identifier) @local)
(pointer_declarator declarator: (identifier) @local)
(array_declarator declarator: (identifier) @local)
(identifier) @name
(type_identifier) @type
(field_identifier) @member
"""

#: What :attr:`.Definition.kind` and :attr:`.Definition.modifiers` are of a class.
_CLASSES: Final = {
    "class_specifier": (),
    "struct_specifier": ("struct",),
    "union_specifier": ("union",),
}
#: Keywords before a declaration that a reader wants to see.
_KEYWORDS: Final = (
    *("static", "extern", "inline", "virtual", "explicit", "constexpr", "consteval"),
    *("constinit", "const", "friend", "mutable", "thread_local"),
)
#: The nodes that have them.
_SPECIFIERS: Final = frozenset(
    {
        "storage_class_specifier",
        "type_qualifier",
        "virtual",
        "virtual_function_specifier",
    }
    | {"explicit_function_specifier", "inline"}
)
#: Around the name that is declared.
_DECLARATORS: Final = frozenset(
    {"pointer_declarator", "reference_declarator", "array_declarator"}
    | {"init_declarator", "parenthesized_declarator", "attributed_declarator"}
    | {"function_declarator", "variadic_declarator", "pointer_type_declarator"}
)
_MACRO: Final = re.compile(r"[A-Z][A-Z0-9_]*")
_BLANKS: Final = re.compile(r"\s+")
#: Macros of googletest, Catch2 and doctest that define a test.
_TESTS: Final = frozenset(
    {"TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "TEST_CASE", "SCENARIO"}
    | {"TEST_CASE_METHOD", "TEST_CASE_TEMPLATE"}
)
#: Macros between the words of a declaration, which the grammars take for types: behind
#: the word that begins a type, and before two more words.
_ATTRIBUTES: Final = (
    re.compile(r"\b(?:class|struct|union) +([A-Z][A-Z0-9_]{2,})(?=\s+[A-Za-z_])"),
    re.compile(
        r"^[ \t]*(?:(?:static|inline|extern|virtual|constexpr|template *<[^\n<>]*>) +)*"
        r"([A-Z][A-Z0-9_]{2,})"
        r"(?=\s+[A-Za-z_][\w:]*(?:<[^\n;{}()]{0,80}>)?[ \t*&]+[A-Za-z_~])",
        re.MULTILINE,
    ),
)


def blank_attributes(text: str) -> str:
    """Return a text with blanks for the macros that stand for attributes."""
    for expression in _ATTRIBUTES:
        text = expression.sub(_blank_macro, text)
    return text


def _blank_macro(match: re.Match[str]) -> str:
    return match[0][: -len(match[1])] + " " * len(match[1])


def define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    if kind == "access_specifier":
        if outer is not None:
            outer.state["access"] = syntax.of(node).split()[0].rstrip(":")
    elif kind in _CLASSES:
        yield from _class(node, syntax, outer)
    elif kind == "enum_specifier":
        yield from _enum(node, syntax, outer)
    elif kind == "enumerator":
        name = node.child_by_field_name("name")
        if name is not None:
            value = syntax.line(node.child_by_field_name("value"))
            yield Found("constant", syntax.of(name), name, value=value)
    elif kind == "namespace_definition":
        yield from _namespace(node, syntax)
    elif kind in {"preproc_def", "preproc_function_def"}:
        yield from _macro(node, syntax)
    elif kind in {"type_definition", "alias_declaration", "concept_definition"}:
        yield from _type(node, syntax, outer)
    elif outer is None or outer.kind not in {"function", "method"}:
        yield from _declared(node, syntax, outer)


def _outermost(node: Node) -> Node:
    """Return the template declaration around a node, or the node."""
    while (parent := node.parent) is not None and parent.type == "template_declaration":
        node = parent
    return node


def _access(outer: Outer | None) -> tuple[str, ...]:
    """Return whether a member is private or protected."""
    if outer is None:
        return ()
    default = "private" if outer.kind == "class" and not outer.modifiers else ""
    access = outer.state.get("access", default)
    return (access,) if access in {"private", "protected"} else ()


def _hidden(outer: Outer | None) -> tuple[str, ...]:
    """Return whether a namespace without a name keeps something to its file."""
    return ("private",) if outer and outer.state.get("access") == "file" else ()


def _class(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        return
    parent = _outermost(node).parent
    if body is None:
        # "struct A;", and not "struct A *a;"
        whole = node.parent
        if whole is None or whole.type not in {"declaration", "field_declaration"}:
            if whole is None or syntax.text[node.end_byte : node.end_byte + 1] != ";":
                return
        elif whole.child_by_field_name("declarator") is not None:
            return
        if parent is not None and parent.type == "friend_declaration":
            return
    bases = [
        base
        for clause in node.children
        if clause.type == "base_class_clause"
        for base in clause.named_children
        if base.type in {"type_identifier", "qualified_identifier", "template_type"}
    ]
    declared = () if body else (DECLARATION,)
    modifiers = (*_CLASSES[node.type], *_access(outer), *_hidden(outer), *declared)
    yield Found(
        *("class", _name(name, syntax), name),
        body=body,
        first=_outermost(node),
        modifiers=modifiers,
        bases=tuple(bases),
        holds=body is not None,
    )


def _name(node: Node, syntax: Syntax) -> str:
    return _BLANKS.sub(
        "" if "operator" not in syntax.of(node) else " ", syntax.of(node)
    )


def _enum(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if body is None or name is None:
        return
    scoped = any(child.type in {"class", "struct"} for child in node.children)
    yield Found(
        *("enum", syntax.of(name), name),
        body=body,
        modifiers=(*_access(outer), *_hidden(outer)),
        holds=scoped,
    )


def _namespace(node: Node, syntax: Syntax) -> Iterator[Found]:
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None:
        yield Found("", "", node, holds=True, state={"access": "file"})
    else:
        yield Found("namespace", _name(name, syntax), name, body=body, holds=True)


def _macro(node: Node, syntax: Syntax) -> Iterator[Found]:
    name = node.child_by_field_name("name")
    if name is None:
        return
    value = node.child_by_field_name("value")
    parameters = node.child_by_field_name("parameters")
    text = syntax.line(value) if parameters is None else ""
    yield Found(
        *("macro", syntax.of(name), name),
        body=value,
        signature=syntax.line(parameters),
        value=text,
        at_top=True,
    )


def _type(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    name = node.child_by_field_name("name")
    access = (*_access(outer), *_hidden(outer))
    if name is not None:
        yield Found(
            "type", syntax.of(name), name, first=_outermost(node), modifiers=access
        )
        return
    what = node.child_by_field_name("type")
    for declarator in node.children_by_field_name("declarator"):
        found = _declarator(declarator)
        if found is None:
            continue
        at, _ = found
        sort = _CLASSES.get(what.type) if what is not None else None
        anonymous = what is not None and what.child_by_field_name("name") is None
        if sort is not None and anonymous and what is not None:
            body = what.child_by_field_name("body")
            yield Found(
                *("class", syntax.of(at), at),
                body=body,
                modifiers=(*sort, *access),
                holds=True,
            )
            return
        yield Found("type", syntax.of(at), at, modifiers=access)


def _declarator(node: Node | None) -> tuple[Node, Node | None] | None:
    """Return the node of the name that is declared, and the function declarator."""
    function = None
    while node is not None and node.type in _DECLARATORS:
        if node.type == "function_declarator" and function is None:
            function = node
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next(
                (
                    child
                    for child in node.named_children
                    if child.type in _DECLARATORS
                    or child.type in {"identifier", "field_identifier"}
                ),
                None,
            )
        if (
            function is node
            and inner is not None
            and inner.type == "parenthesized_declarator"
        ):
            # "int (*f)(int)" is a variable.
            function = None
        node = inner
    return None if node is None else (node, function)


def _keywords(node: Node, syntax: Syntax) -> list[str]:
    words = [
        syntax.of(child).split("(")[0]
        for child in node.children
        if child.type in _SPECIFIERS or child.type == "virtual"
    ]
    return [word for word in _KEYWORDS if word in words]


def _declared(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield the functions, methods, fields and variables of a declaration."""
    keywords = _keywords(node, syntax)
    hidden = (*_access(outer), *_hidden(outer))
    if "static" in keywords and (outer is None or outer.kind != "class"):
        hidden = ("private",)
    in_class = outer is not None and outer.kind == "class"
    what = node.child_by_field_name("type")
    body = node.child_by_field_name("body")
    declarators = node.children_by_field_name("declarator")
    if node.type == "function_definition" and body is None:
        # "= default", "= delete"
        body = next(
            (
                child
                for child in node.children
                if child.type in {"default_method_clause", "delete_method_clause"}
            ),
            None,
        )
    for declarator in declarators:
        found = _declarator(declarator)
        if found is None:
            continue
        at, function = found
        name = _name(at, syntax).removeprefix("::")
        if function is None:
            yield _variable(node, syntax, declarator, at, keywords, hidden, in_class)
            continue
        if what is None and (macro := _MACRO.fullmatch(name)) and not in_class:
            if node.type == "function_definition":
                yield _by_macro(node, syntax, function, macro[0])
            continue
        if "friend" in keywords and body is None:
            continue
        parameters = function.child_by_field_name("parameters")
        start = parameters.start_byte if parameters else at.end_byte
        end = body.start_byte if body else node.end_byte
        initialisers = next(
            (
                child
                for child in node.children
                if child.type == "field_initializer_list"
            ),
            None,
        )
        if initialisers is not None:
            end = initialisers.start_byte
        signature = " ".join(syntax.text[start:end].split()).rstrip("; ")
        pure = signature.endswith("= 0")
        declared = () if body is not None or pure else (DECLARATION,)
        is_method = in_class or ("::" in name and not name.startswith("operator"))
        yield Found(
            *("method" if is_method else "function", name, at),
            first=_outermost(node),
            body=initialisers or body,
            signature=signature,
            modifiers=(*keywords, *hidden, *declared),
            holds=True,
        )


def _variable(
    node: Node,
    syntax: Syntax,
    declarator: Node,
    at: Node,
    keywords: list[str],
    hidden: tuple[str, ...],
    in_class: bool,
) -> Found:
    value = declarator.child_by_field_name("value")
    if value is None:
        value = node.child_by_field_name("default_value")
    declared = (DECLARATION,) if "extern" in keywords and value is None else ()
    what = node.child_by_field_name("type")
    name = _name(at, syntax)
    constant = "constexpr" in keywords or ("const" in keywords and value is not None)
    kind = "field" if in_class else "constant" if constant else "data"
    return Found(
        *(kind, name, at),
        first=_outermost(node),
        annotation=syntax.line(what),
        value=syntax.line(value),
        modifiers=(*keywords, *hidden, *declared),
    )


def _by_macro(node: Node, syntax: Syntax, function: Node, macro: str) -> Found:
    """Return what a macro with a body defines: a test, or nothing that is known."""
    arguments = syntax.line(function.child_by_field_name("parameters"))[1:-1]
    if macro in _TESTS:
        parts = [part.strip().strip('"') for part in arguments.split(",")]
        name = "::".join(filter(None, parts[:2])) or macro
        body = node.child_by_field_name("body")
        at = function.child_by_field_name("parameters") or node
        return Found("function", name, at, body=body, modifiers=("test",), holds=True)
    return Found("", "", node, holds=True)


def imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a statement makes known, as :attr:`.Grammar.imports`."""
    if node.type == "preproc_include":
        path = node.child_by_field_name("path")
        if path is None or path.type not in {"string_literal", "system_lib_string"}:
            return
        module = syntax.of(path).strip('<>"')
        line = node.start_point.row + 1
        row = Import(module, line, "*", end_line=line, text=syntax.line(node))
        yield Imported((row,), places=((path, Spec("module", module)),))
    elif node.type == "namespace_alias_definition":
        name, *_, target = node.named_children
        spec = Spec("name", syntax.of(target), ("",))
        yield Imported(bound=((syntax.of(name), spec),))
    elif node.type == "using_declaration" and node.named_children:
        opened = syntax.of(node.named_children[-1])
        if any(child.type == "namespace" for child in node.children):
            yield Imported(opened=(opened,))
        else:
            last = opened.rpartition("::")[2]
            yield Imported(bound=((last, Spec("name", opened, ("",))),))
