"""C#.

Names are qualified within their file: ``Outer.Inner.Method``. The namespace that a file
declares tells which files see each other
(:mod:`~sphinxcontrib_kwindex.links.languages.csharp`). What stands in methods is nobody
else's, and no definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from msgspec import structs
from tree_sitter import Node

from ...model.facts import FileFacts
from ...model.kinds import EXTENSION
from ...model.project_facts import ModuleName
from ...model.references import Spec
from ..grammars.declared_types import typed_by_value
from ..grammars.grammar import (
    Found,
    Grammar,
    Imported,
    Outer,
    Syntax,
    Typed,
    head_of,
    signature_of,
)
from ..grammars.nodes import any_field, child_of, field, first_child, reached
from ..grammars.read_file import read_file
from .annotated_tests import test_words
from .common_names import common_names
from .csharp_conditions import unreadable
from .language import names_at_top

_NAMED: Final = {
    "class_declaration": ("class", ()),
    "interface_declaration": ("interface", ()),
    "struct_declaration": ("class", ("struct",)),
    "record_declaration": ("class", ("record",)),
    "enum_declaration": ("enum", ()),
    "enum_member_declaration": ("constant", ()),
    "delegate_declaration": ("type", ()),
    "method_declaration": ("method", ()),
    "constructor_declaration": ("method", ()),
    "operator_declaration": ("method", ()),
    "conversion_operator_declaration": ("method", ()),
    "property_declaration": ("attribute", ()),
    "event_declaration": ("field", ()),
    "indexer_declaration": ("attribute", ()),
    "destructor_declaration": ("method", ()),
}
#: The field with the type of a value, or with what is called and returns it.
_SAYS_TYPE: Final = {
    "object_creation_expression": "type",
    "cast_expression": "type",
    "as_expression": "right",
    "invocation_expression": "function",
}
#: The field with what an operator is named by.
_OPERATORS: Final = {
    "operator_declaration": "operator",
    "conversion_operator_declaration": "type",
}
_WITH_SIGNATURE: Final = frozenset({"method", "type"})
_FUNCTIONS: Final = frozenset({"method", "function"})
_HIDDEN: Final = frozenset({"private", "protected", "internal", "file"})
#: What nobody says about who may use it.
_WITHOUT_ACCESS: Final = frozenset(
    {"enum_member_declaration", "destructor_declaration"}
)


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    in_method = outer is not None and outer.kind in {*_FUNCTIONS, ""}
    if node.type == "local_function_statement" and outer and outer.kind in _FUNCTIONS:
        yield from _local_function(node, syntax)
    elif node.type == "local_function_statement" or in_method:
        # What is in it is nobody else's: the files of a program share no functions.
        yield Found("", "", node, holds=True)
    elif node.type in {"field_declaration", "event_field_declaration"}:
        yield from _fields(node, syntax, outer)
    elif node.type in _OPERATORS:
        for name in node.children_by_field_name(_OPERATORS[node.type])[-1:]:
            called = f"operator {syntax.of(name)}"
            yield _named(node, name, syntax, outer)._replace(name=called)
    elif node.type == "indexer_declaration":
        for name in node.children:
            if name.type == "this":
                yield _named(node, name, syntax, outer)
    elif at := node.child_by_field_name("name"):
        named = _named(node, at, syntax, outer)
        is_end = node.type == "destructor_declaration"
        yield named._replace(name=f"~{named.name}") if is_end else named
        if node.type == "record_declaration":
            yield from _positional(node, syntax.of(at), syntax)


def _local_function(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield a function that stands in a method or in another one."""
    if name := field(node, "name"):
        body = field(node, "body")
        yield Found(
            *("function", syntax.of(name), name),
            body=body,
            head=head_of(node, body, syntax),
            signature=signature_of(node, name, syntax),
            annotation=syntax.line(node, "type"),
            modifiers=("private", *_words(node, syntax)),
            holds=True,
        )


def _named(node: Node, name: Node, syntax: Syntax, outer: Outer | None) -> Found:
    kind, sort = _NAMED[node.type]
    body = any_field(node, "body", "accessors")
    if _is_extension(node):
        sort = (EXTENSION,)
    modifiers = [*sort, *_modifiers(node, syntax, outer)]
    signature = ""
    if kind in _WITH_SIGNATURE:
        signature = signature_of(node, name, syntax)
        modifiers += test_words(_attributes(node, syntax))
    what, value = any_field(node, "returns", "type"), field(node, "value")
    return Found(
        *(kind, syntax.of(name), name),
        body=body,
        head=head_of(node, body or value, syntax),
        signature=signature,
        annotation=syntax.line(what),
        value=syntax.line(value),
        modifiers=tuple(modifiers),
        bases=tuple(_bases(node)),
        holds=kind not in {"constant", "attribute", "field", "type"},
    )


def _is_extension(method: Node) -> bool:
    """Tell whether a method is called as one of its first parameter: ``this Box``."""
    first = first_child(child_of(method, "parameter_list"))
    word = child_of(first, "modifier")
    return word is not None and word.text == b"this"


def _positional(node: Node, record: str, syntax: Syntax) -> Iterator[Found]:
    """Yield the properties that the parameters of a record are."""
    parameters = child_of(node, "parameter_list")
    for parameter in parameters.named_children if parameters else ():
        if at := field(parameter, "name"):
            yield Found(
                *("attribute", f"{record}.{syntax.of(at)}", at),
                annotation=syntax.line(parameter, "type"),
                head=head_of(parameter, None, syntax),
                whole=parameter,
            )


def _bases(node: Node) -> Iterator[Node]:
    """Yield the types that a type derives from, without what their constructors take.

    ``: byte`` of an enumeration says what it is stored as.
    """
    bases = child_of(node, "base_list")
    for base in bases.named_children if bases else ():
        if base.type not in {"argument_list", "predefined_type"}:
            yield field(base, "type") or base


def _fields(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    declaration = child_of(node, "variable_declaration")
    if declaration is None:
        return
    modifiers = tuple(_modifiers(node, syntax, outer))
    what = syntax.line(declaration, "type")
    for declarator in declaration.named_children:
        name = declarator.child_by_field_name("name")
        if declarator.type != "variable_declarator" or name is None:
            continue
        values = [child for child in declarator.named_children if child != name]
        yield Found(
            *("constant" if "const" in modifiers else "field", syntax.of(name), name),
            head=head_of(node, None, syntax),
            annotation=what,
            value=syntax.line(values[-1]) if values else "",
            modifiers=modifiers,
        )


def _words(node: Node, syntax: Syntax) -> list[str]:
    return [syntax.of(child) for child in node.children if child.type == "modifier"]


def _modifiers(node: Node, syntax: Syntax, outer: Outer | None) -> list[str]:
    """Return the words before a definition, and who may use it.

    Without such a word members are private, and types are of their assembly.
    """
    words = _words(node, syntax)
    if node.type in _WITHOUT_ACCESS or "public" in words:
        return [word for word in words if word != "public"]
    if _HIDDEN.isdisjoint(words) and (outer is None or outer.kind != "interface"):
        words.insert(0, "internal" if outer is None else "private")
    return words


def _attributes(node: Node, syntax: Syntax) -> Iterator[str]:
    """Yield the names of the attributes of a definition, without namespaces."""
    for child in node.named_children:
        if child.type == "attribute_list":
            for attribute in child.named_children:
                if name := attribute.child_by_field_name("name"):
                    yield syntax.of(name).rpartition(".")[2].removesuffix("Attribute")


_NAMESPACE: Final = "namespace_declaration"


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a statement makes known, as :attr:`.Grammar.imports`."""
    if node.type != "using_directive":
        if package := _namespace(node, syntax):
            yield Imported(package=package)
        return
    alias = field(node, "name")
    others = (child for child in node.named_children if child != alias)
    names = (child for child in others if child.type.endswith(("name", "identifier")))
    if (path := next(names, None)) is None:
        return
    module = syntax.line(path).removeprefix("global::").partition("<")[0]
    of_class = ""
    if any(child.type == "static" for child in node.children):
        module, _, of_class = module.rpartition(".")
    places = ((path, Spec("module", module)),)
    row = syntax.import_of(node, module, of_class)
    bound = ((syntax.of(alias), Spec("name", module, ("",))),) if alias else ()
    opened = (of_class,) if of_class else ()
    yield Imported((row,), bound=bound, opened=opened, places=places)


def _namespace(name: Node, syntax: Syntax) -> str:
    """Return the qualified name of a namespace, empty if it holds another."""
    around = name.parent
    if child_of(field(around, "body"), _NAMESPACE):
        return ""
    names: list[str] = []
    while around is not None:
        if around.type in {_NAMESPACE, f"file_scoped_{_NAMESPACE}"}:
            names.insert(0, syntax.line(around, "name"))
        around = around.parent
    return ".".join(names)


def _typed(node: Node) -> Iterator[Typed]:
    """Yield members of what is called or made, and variables that are made so."""
    if node.type == "member_access_expression":
        name, value = _last_name(field(node, "name")), field(node, "expression")
        yield typed_by_value(name, value, _SAYS_TYPE, _last_name, member=True)
        return
    if node.type != "variable_declaration":
        made = _type_named(node)
        for name in _members_set(node):
            yield Typed(name, made, member=True)
        return
    for declarator in node.named_children:
        *_, value = declarator.named_children or (None,)
        name = declarator.child_by_field_name("name")
        if value != name:
            yield typed_by_value(name, value, _SAYS_TYPE, _last_name, member=False)


def _type_named(node: Node) -> Node | None:
    """Return the last name of the type whose members an expression or a pattern names.

    Of what is copied it is the variable.
    """
    if node.type == "with_expression":
        value = node.named_children[0]
        return value if value.type == "identifier" else _last_name(field(value, "type"))
    declared: Node | None = node
    if node.type == "implicit_object_creation_expression":
        declared = node.parent
        if declared is not None and declared.type == "variable_declarator":
            declared = declared.parent
    return _last_name(field(declared, "type"))


def _members_set(node: Node) -> Iterator[Node]:
    """Yield the names of members in braces."""
    for braces in node.named_children:
        if braces.type == "with_initializer":
            yield from braces.named_children[:1]
        elif braces.type in {"initializer_expression", "property_pattern_clause"}:
            is_pattern = braces.type == "property_pattern_clause"
            for child in braces.named_children:
                name = first_child(child) if is_pattern else field(child, "left")
                # What else stands in an initializer are the elements of a collection.
                if name is not None and name.type == "identifier":
                    yield name


def _last_name(node: Node | None) -> Node | None:
    """Return the last name of a type, or of what is called; none of other things."""
    return reached(node, {"identifier"}, {"generic_name": 0}, other="name")


def _unreadable(text: str) -> list[tuple[int, int]]:
    """Return what no part of the tree is, as :attr:`.Grammar.blank`."""
    return unreadable(text, GRAMMAR.tree_as_is)


def _analyse(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file, as :attr:`.Language.analyse` does."""
    result = read_file(grammar, text, facts)
    known = [row.module for row in result.imports if row.text.startswith("global ")]
    names = tuple(ModuleName(module, "") for module in known)
    return structs.replace(result, module_names=names) if names else result


GRAMMAR: Final = Grammar(
    "tree-sitter-c-sharp",
    ("csharp",),
    _define,
    _imports,
    _typed,
    above=("base",),
    # "x.Store" is no constructor.
    calls_apart=frozenset({"member"}),
    types_first=True,
    types_apart=True,
    common=common_names("members", "csharp"),
    docformat="xmldoc",
    blank=_unreadable,
    reserved=common_names("reserved", "csharp"),
)


CSHARP: Final = replace(
    GRAMMAR.language("C#", _analyse),
    suffixes=(".cs", ".csx"),
    lexer="csharp",
    found_by="packages",
    package_word="namespace",
    partial_types=True,
    shared=frozenset({"internal"}),
    visible=names_at_top,
)
