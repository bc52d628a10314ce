"""PHP.

Names are qualified within their file, ``Class::member``; the namespace that a file
declares says, with the name of the file, what others import
(:mod:`~sphinxcontrib_kwindex.links.languages.php`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from posixpath import normpath, splitext
from typing import Final

from msgspec.structs import replace as with_facts
from tree_sitter import Node

from ...model.facts import FileFacts
from ...model.names import enclosing
from ...model.references import Spec
from ..grammars.declared_types import typed_by_value
from ..grammars.grammar import (
    HEAD_LIMIT,
    Found,
    Grammar,
    Imported,
    Outer,
    Syntax,
    Typed,
    head_of,
    signature_of,
)
from ..grammars.nodes import any_field, child_of, field
from ..grammars.read_file import read_file
from .common_names import common_names
from .language import names_at_top

#: Kind and modifiers of what has a name of its own.
_NAMED: Final = {
    "class_declaration": ("class", ()),
    "interface_declaration": ("interface", ()),
    "trait_declaration": ("class", ("trait",)),
    "enum_declaration": ("enum", ()),
    "enum_case": ("constant", ()),
    "anonymous_class": ("class", ()),
    "function_definition": ("function", ()),
    "method_declaration": ("method", ()),
}
#: Nodes that declare several, and their kind.
_SEVERAL: Final = {
    "property_declaration": ("property_element", "field"),
    "const_declaration": ("const_element", "constant"),
}
#: What holds the names of bases; traits are among them.
_BASES: Final = frozenset({"base_clause", "class_interface_clause", "use_declaration"})
_NAMES: Final = frozenset({"name", "qualified_name"})
#: What may hold the name of one type.
_ONE_TYPE: Final = frozenset(
    {"named_type", "optional_type", "qualified_name", "type_list"}
)
#: What has another file run, and what a path may stand in.
_REQUIRES: Final = frozenset(
    {"include_expression", "include_once_expression"}
    | {"require_expression", "require_once_expression"}
)
_WRAPS: Final = frozenset({"argument", "parenthesized_expression"})
_STRINGS: Final = frozenset({"encapsed_string", "string"})
#: The constants that name the folder of a file and the file, as if in that folder.
_PLACES: Final = {"__DIR__": ".", "__FILE__": "./file"}
#: How the number of folders that ``dirname()`` goes up is written, and how in a path.
_UPWARDS: Final = {str(number): "/.." * number for number in range(1, 10)}
#: What PHP itself calls a class without a name.
_ANONYMOUS: Final = "class@anonymous"
_FUNCTIONS: Final = frozenset({"function", "method"})
#: What leads to the type of a value, or to what is called and returns it.
_SAYS_TYPE: Final[dict[str, str | int]] = {
    "object_creation_expression": 0,
    "function_call_expression": "function",
    "member_call_expression": "name",
    "nullsafe_member_call_expression": "name",
    "scoped_call_expression": "name",
}


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    in_function = outer is not None and (outer.kind in _FUNCTIONS or not outer.kind)
    if node.type == "property_promotion_parameter":
        if outer is not None and outer.kind == "method":
            yield _variable(node, node, "field", syntax, enclosing(outer.qualname))
    elif node.type == "function_call_expression":
        yield from _defined(node, syntax)
    elif node.type == "anonymous_class" and outer is None and _is_returned(node):
        yield _named(node, node.children[0], syntax, outer)
    elif node.type == "anonymous_class" or in_function:
        # What is in it is nobody else's.
        yield Found("", "", node, holds=True)
    elif node.type in _SEVERAL:
        type_, kind = _SEVERAL[node.type]
        for element in node.named_children:
            if element.type == type_:
                yield _variable(element, node, kind, syntax)
    elif name := node.child_by_field_name("name"):
        yield _named(node, name, syntax, outer)


def _is_returned(node: Node) -> bool:
    """Return whether an object of a class without a name is what a file returns."""
    around = node.parent and node.parent.parent
    return around is not None and around.type == "return_statement"


def _named(node: Node, name: Node, syntax: Syntax, outer: Outer | None) -> Found:
    kind, sort = _NAMED[node.type]
    body = node.child_by_field_name("body")
    modifiers = [*sort, *_modifiers(node, syntax)]
    signature = ""
    if kind in _FUNCTIONS:
        signature = signature_of(node, name, syntax)
        if kind == "method" and _is_test(node, name, syntax, outer):
            modifiers.append("test")
    return Found(
        *(kind, syntax.of(name) if name.is_named else _ANONYMOUS, name),
        body=body,
        signature=signature,
        annotation=syntax.line(node, "return_type"),
        value=syntax.line(node, "value"),
        modifiers=tuple(modifiers),
        bases=tuple(_bases(node, body)),
        holds=node.type != "enum_case",
        head=head_of(node, body, syntax),
    )


def _defined(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield the constant that a call of ``define()`` makes, wherever it stands."""
    arguments = node.child_by_field_name("arguments")
    assert arguments
    name, *more = arguments.named_children
    (string, *_) = name.named_children
    text = child_of(string, "string_content")
    if text is not None and string.named_child_count == 1 and more:
        yield Found(
            *("constant", syntax.of(text), text),
            head=syntax.line(node),
            value=syntax.line(more[0]),
            at_top=True,
        )


def _variable(
    element: Node, declaration: Node, kind: str, syntax: Syntax, cls: str = ""
) -> Found:
    """Return what declares a property or a constant.

    :param cls: the class that it belongs to, if it does not stand in that alone.
    """
    at = element.child_by_field_name("name") or element.named_children[0]
    if at.type == "variable_name":
        at = at.named_children[0]
    name = syntax.of(at)
    values = [
        child for child in element.named_children if child.start_byte > at.end_byte
    ]
    return Found(
        *(kind, f"{cls}::{name}" if cls else name, at),
        first=declaration,
        annotation=syntax.line(declaration, "type"),
        value=syntax.line(values[-1]) if values else "",
        modifiers=tuple(_modifiers(declaration, syntax)),
        at_top=bool(cls),
        head=head_of(declaration, None, syntax),
    )


def _modifiers(node: Node, syntax: Syntax) -> Iterator[str]:
    for child in node.children:
        if child.type.endswith("_modifier") and (word := syntax.of(child)) != "public":
            yield word


def _attributes(node: Node) -> tuple[Node, ...]:
    return tuple(
        child for child in node.named_children if child.type == "attribute_list"
    )


def _bases(node: Node, body: Node | None) -> Iterator[Node]:
    for clause in (*node.named_children, *(body.named_children if body else ())):
        if clause.type in _BASES:
            yield from (
                child for child in clause.named_children if child.type in _NAMES
            )


def _is_test(node: Node, name: Node, syntax: Syntax, outer: Outer | None) -> bool:
    """Tell whether PHPUnit runs a method.

    Its classes have names in ``Test``; the methods begin so, or have an attribute.
    """
    if outer is None or not outer.qualname.endswith(("Test", "TestCase")):
        return False
    marked = any(syntax.of(attribute) == "#[Test]" for attribute in _attributes(node))
    return marked or syntax.of(name).startswith("test")


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a statement makes known, as :attr:`.Grammar.imports`."""
    if node.type in _REQUIRES:
        for asked in node.named_children[-1:]:
            if path := _file_of(asked, syntax):
                yield syntax.imported(node, asked, path)
        return
    if node.type == "namespace_name":
        yield Imported(package=syntax.of(node))
        return
    if node.type == "qualified_name":
        path = syntax.of(node)
        name, rooted = node.named_children[-1], path.startswith("\\")
        spec = Spec("module", path.removeprefix("\\"), (syntax.of(name),))
        yield Imported(places=((name, spec),), relative=not rooted)
        return
    # "use A\{B, C as D};"
    group = next(
        (one for one in node.named_children if one.type.endswith("group")), None
    )
    prefix = next(
        (syntax.of(one) for one in node.named_children if one.type == "namespace_name"),
        "",
    )
    for clause in (group or node).named_children:
        named = [child for child in clause.named_children if child.type in _NAMES]
        if not clause.type.startswith("namespace_use") or not named:
            continue
        module = "\\".join(filter(None, (prefix, syntax.of(named[0]).strip("\\"))))
        called = module.rpartition("\\")[2]
        alias = clause.child_by_field_name("alias")
        row = syntax.import_of(node, module)
        spec = Spec("module", module, (called,))
        bound = syntax.of(alias) if alias else called
        yield Imported((row,), bound=((bound, spec),), places=((named[0], spec),))


def _file_of(node: Node, syntax: Syntax) -> str:
    """Return the path of the file that is required, empty if it names none.

    :return: with ``./`` before what is found from the folder of the file alone, and
        ``*/`` before what is in a folder that only a run knows.
    """
    if node.end_byte - node.start_byte > HEAD_LIMIT:
        return ""
    _, unknown, path = _path_of(node, syntax).rpartition("*/")
    if path.startswith("./"):
        path = f"./{normpath(path)}"
    _, suffix = splitext(path)
    return f"{unknown}{path.lstrip('/')}" if suffix and "*" not in path else ""


def _path_of(node: Node, syntax: Syntax) -> str:
    """Return the path that an expression makes, with ``*`` for what is not known."""
    parts = node.named_children
    if node.type in _WRAPS and parts:
        return _path_of(parts[-1], syntax)
    if node.type == "binary_expression" and syntax.of(node, "operator") == ".":
        return "".join(_path_of(part, syntax) for part in parts)
    if node.type in _STRINGS:
        return "".join(
            syntax.of(part) if part.type == "string_content" else "*" for part in parts
        )
    arguments = node.child_by_field_name("arguments")
    if syntax.of(node, "function") == "dirname" and arguments:
        path, level = [*arguments.named_children, None, None][:2]
        up = _UPWARDS.get(syntax.of(level) or "1", "*")
        return f"{_path_of(path, syntax)}{up}" if path else ""
    text = syntax.of(node)
    return _PLACES.get(text, "*" if text.startswith("$") else "*/")


def _typed(node: Node) -> Iterator[Typed]:
    """Yield variables, properties and functions, each with the name of a type."""
    value, name = any_field(node, "right", "object"), any_field(node, "left", "name")
    if value is not None:
        member = node.type != "assignment_expression"
        yield typed_by_value(name, value, _SAYS_TYPE, _last_name, member=member)
        return
    named = _last_name(any_field(node, "type", "return_type"))
    for element in (node, *node.named_children):
        if element == node or element.type == "property_element":
            yield Typed(field(element, "name"), named)


def _last_name(what: Node | None) -> Node | None:
    """Return the last name of a type, if it is one, and not of several."""
    while what is not None and what.type != "name":
        types = what.named_children
        if what.type == "union_type":
            types = [type_ for type_ in types if type_.text != b"null"]
        elif what.type not in _ONE_TYPE or not types:
            return None
        what = types[-1] if what.type == "qualified_name" or len(types) == 1 else None
    return what


def _read(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file; one that PHP's own tests are says what it tests.

    https://qa.php.net/phpt_details.php
    """
    read = read_file(grammar, text, facts)
    head, _, rest = text.partition("\n")
    if head.rstrip() != "--TEST--":
        return read
    title = rest.partition("\n")[0].strip()
    return with_facts(read, docstring=title, summary=title, docstring_line=2)


GRAMMAR: Final = Grammar(
    "tree-sitter-php",
    ("php",),
    _define,
    _imports,
    _typed,
    separator="::",
    own_types=frozenset({"self", "static"}),
    bare_members=False,
    # Methods and properties have names of their own.
    calls_apart=frozenset({"this", "member"}),
    follows=True,
    hoists=True,
    common=common_names("members", "php"),
    docformat="phpdoc",
    function="language_php",
)


PHP: Final = replace(
    GRAMMAR.language("PHP", _read),
    suffixes=(".php", ".phtml", ".phpt", ".php5", ".phps", ".ctp"),
    interpreters=("php",),
    lexer="php",
    found_by="packages",
    package_word="namespace",
    visible=names_at_top,
)
