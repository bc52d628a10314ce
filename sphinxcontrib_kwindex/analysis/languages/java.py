"""Java.

Names are qualified within their file: ``Outer.Inner.method``. The package that a file
declares tells which files are of one package
(:mod:`~sphinxcontrib_kwindex.links.languages.java`). What stands in methods and in
classes without a name is nobody else's, and no definition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from msgspec import structs
from tree_sitter import Node

from ...model.facts import FileFacts
from ...model.names import split_name
from ...model.references import PACKAGE_OF, Spec
from ..grammars.declared_types import typed_by_value
from ..grammars.grammar import (
    Found,
    Grammar,
    Imported,
    Outer,
    Syntax,
    Typed,
    signature_of,
)
from ..grammars.nodes import any_field, child_of, field, reached
from ..grammars.read_file import read_file
from .annotated_tests import test_words
from .common_names import common_names
from .programs import java_program

#: What Java and Kotlin have in common: each uses what the other defines.
JVM: Final = "jvm"
#: https://projectlombok.org/features/
_LOMBOK: Final = "lombok"
#: What the names of the methods begin with that it writes for a field.
_WRITTEN: Final = ("get", "is", "set", "with")
#: Kind and modifiers of what is declared as a type.
_TYPES: Final = {
    "class_declaration": ("class", ()),
    "interface_declaration": ("interface", ()),
    "enum_declaration": ("enum", ()),
    "record_declaration": ("class", ("record",)),
    "annotation_type_declaration": ("interface", ("annotation",)),
}
_NAMES: Final = frozenset({"type_identifier", "identifier"})
#: What a reader wants to see of the words before a definition.
_KEYWORDS: Final = frozenset(
    {"abstract", "static", "final", "sealed", "non-sealed", "default", "native"}
    | {"synchronized", "transient", "volatile"}
)
#: The field with the type of a value, or with what is called and returns it.
_SAYS_TYPE: Final = {
    "method_invocation": "name",
    "object_creation_expression": "type",
    "cast_expression": "type",
}
#: What holds bases: ``extends`` and ``implements``.
_BASES: Final = frozenset({"superclass", "super_interfaces", "extends_interfaces"})


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    name = node.child_by_field_name("name")
    if _is_local(node, outer):
        # What it holds is no more anybody else's.
        yield Found("", "", name or node, holds=True, state={"local": "yes"})
    elif kind in {"field_declaration", "constant_declaration"}:
        yield from _fields(node, syntax, outer)
    elif name is None:
        return
    elif kind in _TYPES:
        yield from _type(node, syntax, outer, name)
    elif kind == "enum_constant":
        what, body = ("constant", syntax.of(name), name), field(node, "body")
        value = syntax.line(node, "arguments")
        yield Found(*what, body=body, value=value, holds=body is not None)
    else:
        yield _method(node, syntax, outer, name)


def _dotted(node: Node, syntax: Syntax) -> str:
    return "".join(syntax.of(node).split())


def _is_local(node: Node, outer: Outer | None) -> bool:
    """Return whether something stands in a method or in a class without a name."""
    if outer is not None and (outer.kind == "method" or "local" in outer.state):
        return True
    body = node.parent
    around = body and body.parent
    return bool(
        (body and body.type == "block")
        or (around and around.type == "object_creation_expression")
    )


def _modifiers(node: Node, syntax: Syntax, outer: Outer | None) -> tuple[str, ...]:
    """Return the words before a definition, and who may use it."""
    words = [
        syntax.of(leaf)
        for child in node.named_children
        if child.type == "modifiers"
        for leaf in child.children
        if not leaf.named_children
    ]
    shown = [word for word in words if word in _KEYWORDS]
    access = [word for word in words if word in {"private", "protected"}]
    if access or "public" in words or (outer and outer.kind == "interface"):
        return (*access, *shown)
    if outer and outer.kind == "enum" and node.type == "constructor_declaration":
        return ("private", *shown)
    return ("package-private", *shown)


def _annotations(node: Node, syntax: Syntax) -> Iterator[str]:
    """Yield the names of the annotations of a definition, without packages."""
    for child in node.named_children:
        if child.type == "modifiers":
            for modifier in child.named_children:
                if name := modifier.child_by_field_name("name"):
                    yield syntax.of(name).rpartition(".")[2]


def _type(
    node: Node, syntax: Syntax, outer: Outer | None, name: Node
) -> Iterator[Found]:
    kind, sort = _TYPES[node.type]
    bases = [
        base
        for clause in node.named_children
        if clause.type in _BASES
        for child in clause.named_children
        for base in (child.named_children if child.type == "type_list" else (child,))
    ]
    yield Found(
        *(kind, syntax.of(name), name),
        body=node.child_by_field_name("body"),
        modifiers=(*sort, *_modifiers(node, syntax, outer)),
        bases=tuple(bases),
        holds=True,
    )
    if sort == ("record",) and (fields := node.child_by_field_name("parameters")):
        for parameter in fields.named_children:
            # "String... names" has the name one deeper.
            declarator = child_of(parameter, "variable_declarator")
            if at := field(declarator or parameter, "name"):
                yield Found(
                    *("field", f"{syntax.of(name)}.{syntax.of(at)}", at),
                    whole=parameter,
                    annotation=syntax.line(parameter, "type"),
                    modifiers=("private", "final"),
                )


def _method(node: Node, syntax: Syntax, outer: Outer | None, name: Node) -> Found:
    result = syntax.line(node, "type")
    tells = test_words(_annotations(node, syntax))
    return Found(
        *("method", syntax.of(name), name),
        body=node.child_by_field_name("body"),
        signature=signature_of(node, name, syntax),
        annotation=result,
        modifiers=(*_modifiers(node, syntax, outer), *tells),
        holds=True,
    )


def _fields(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    modifiers = _modifiers(node, syntax, outer)
    constant = {"static", "final"} <= set(modifiers) or (
        outer is not None and outer.kind == "interface"
    )
    what = syntax.line(node, "type")
    for declarator in node.children_by_field_name("declarator"):
        if name := declarator.child_by_field_name("name"):
            yield Found(
                *("constant" if constant else "field", syntax.of(name), name),
                annotation=what,
                value=syntax.line(declarator, "value"),
                modifiers=modifiers,
            )


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a statement makes known, as :attr:`.Grammar.imports`."""
    if node.type.endswith("identifier"):
        package = _dotted(node, syntax)
        yield Imported(package=package, places=((node, Spec("module", package)),))
        return
    named = [
        child for child in node.named_children if child.type.endswith("identifier")
    ]
    if not named:
        return
    path = named[-1]
    dotted = _dotted(path, syntax)
    is_static = any(child.type == "static" for child in node.children)
    if any(child.type == "asterisk" for child in node.named_children):
        yield everything(node, path, dotted, syntax)
        return
    module, steps = split_type(dotted.rpartition(".")[0] if is_static else dotted)
    around, name = field(path, "scope"), field(path, "name")
    called = dotted.rpartition(".")[2]
    if is_static:
        steps = (*steps, called)
    if not steps or around is None or name is None:
        # No type by the names of its parts.
        yield Imported((syntax.import_of(node, dotted),))
        return
    spec = Spec("module", module, steps)
    places = (around, outside(module, steps)), (name, spec)
    row = syntax.import_of(node, module, called)
    yield Imported((row,), bound=((called, spec),), places=places)


def everything(node: Node, path: Node, dotted: str, syntax: Syntax) -> Imported:
    """Return what the import of all of a package makes known, or of a type."""
    module, steps = split_type(dotted)
    opened = (".".join(steps),) if steps else ()
    places = ((path, Spec("module", module, steps)),)
    row = syntax.import_of(node, module, "*")
    return Imported((row,), opened=opened, places=places)


def outside(module: str, steps: tuple[str, ...]) -> Spec:
    """Return what something stands in: a type, or the package of a type.

    :param module: as of :func:`split_type`, with the parts.
    """
    if len(steps) > 1:
        return Spec("module", module, steps[:-1])
    return Spec("module", f"{module}{PACKAGE_OF}")


def split_type(dotted: str) -> tuple[str, tuple[str, ...]]:
    """Return the dotted name of a type at the top of a file, and its parts there.

    Packages are written in lower case (6.1 of the language's specification).
    """
    parts = dotted.split(".")
    for number, part in enumerate(parts):
        if part[:1].isupper():
            return ".".join(parts[: number + 1]), tuple(parts[number:])
    return dotted, ()


def _typed(node: Node) -> Iterator[Typed]:
    """Yield members of what is called or made, and variables that are declared so."""
    if node.type == "object_creation_expression":
        body, made = child_of(node, "class_body"), _last_of(field(node, "type"))
        if body is not None and made is not None:
            own = {
                name.text
                for child in body.named_children
                if (name := child.child_by_field_name("name"))
            }
            for name in _called_alone(body):
                if name.text not in own:
                    yield Typed(name, made, member=True, inherited=True)
        return
    if node.type == "local_variable_declaration":
        what = node.child_by_field_name("type")
        if what is None or what.text != b"var":
            # Its type stands before it.
            return
        for declarator in node.children_by_field_name("declarator"):
            name, value = field(declarator, "name"), field(declarator, "value")
            yield typed_by_value(name, value, _SAYS_TYPE, _last_of, member=False)
        return
    name, value = any_field(node, "name", "field"), field(node, "object")
    yield typed_by_value(name, value, _SAYS_TYPE, _last_of, member=True)


def _last_of(what: Node | None) -> Node | None:
    """Return the last name of a type, or of what is called, if it has one."""
    return reached(what, _NAMES, {"generic_type": 0, "scoped_type_identifier": -1})


def _called_alone(body: Node) -> Iterator[Node]:
    """Yield what methods of a class call by names alone, but for classes in it."""
    waiting = list(body.named_children)
    while waiting:
        node = waiting.pop()
        if (
            node.type == "method_invocation"
            and not node.child_by_field_name("object")
            and (name := node.child_by_field_name("name"))
        ):
            yield name
        if node.type != "class_body":
            waiting += node.named_children


def whole_path(parts: Sequence[str]) -> Spec | None:
    """Return what a name means that begins with a package."""
    at = next((at for at, part in enumerate(parts) if part[:1].isupper()), 0)
    return Spec("module", ".".join(parts[: at + 1]), tuple(parts[at:])) if at else None


#: No value is called.
_CALLS_APART: Final = frozenset({"this", "super", "member", "name", "module"})


def _analyse(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file, with the methods that a compiler writes.

    Those are of records, and of fields where Lombok is imported: getters, setters.
    """
    read = read_file(grammar, text, facts)
    is_lombok = any(row.module.startswith(_LOMBOK) for row in read.imports)
    records = {row.qualname for row in read.definitions if "record" in row.modifiers}
    if not (is_lombok or records):
        return read
    written = {}
    for row in read.definitions:
        owner, name = split_name(row.qualname)
        if row.kind != "field" or not (is_lombok or owner in records):
            continue
        spec = Spec("def", row.qualname)
        written[row.qualname] = spec
        for word in _WRITTEN if is_lombok else ():
            written[f"{owner}.{word}{name[:1].upper()}{name[1:]}"] = spec
    return structs.replace(read, references=read.references.exporting(written))


GRAMMAR: Final = Grammar(
    "tree-sitter-java",
    ("java",),
    _define,
    _imports,
    _typed,
    docformat="javadoc",
    calls_apart=_CALLS_APART,
    types_first=True,
)
JAVA: Final = replace(
    GRAMMAR.language("Java", _analyse),
    suffixes=(".java",),
    folder_files=("package-info.java",),
    lexer="java",
    family=JVM,
    program=java_program,
    found_by="packages",
    imports_all=True,
    writes=True,
    common=common_names("members", "java"),
    whole_path=whole_path,
)
