"""What JavaScript and TypeScript have in common: definitions, scopes, members.

Definitions are what stands at the top of a file, in a namespace or in the function
around a whole script, and the members of classes, interfaces, enums and objects there.
What is inside of other functions is local.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace
from tree_sitter import Node

from ...model.facts import Definition, FileFacts
from ...model.kinds import CALLABLES, DECLARATION, MEMBERS
from ...model.name_rule import NameRule
from ...model.names import enclosing
from ...model.references import DEFAULT
from ..comments.jsdoc import jsdoc_modifiers
from ..grammars.grammar import Found, Grammar, Outer, Syntax, child_of, field
from ..grammars.read_file import read_file
from .ecmascript_found import (
    EXPORT,
    MAKES,
    access,
    class_by_call,
    class_found,
    function_found,
    of_objects,
)
from .ecmascript_nodes import (
    FUNCTIONS,
    NAMED,
    annotation,
    at_top,
    component,
    decorators,
    extended,
    head_of_part,
    holder_of,
    keywords,
    last_assigned,
    merged,
    outermost,
    pattern_names,
    plain_value,
    required,
    signature,
    word_default,
)
from .ecmascript_tests import define_test
from .ecmascript_text import functions, prototypes

_CALLABLE: Final = frozenset(
    {"function_declaration", "generator_function_declaration", "function_signature"}
)
_CLASSES: Final = frozenset(
    {"class_declaration", "abstract_class_declaration", "class"}
)
_METHODS: Final = frozenset(
    {"method_definition", "method_signature", "abstract_method_signature"}
)
_FIELDS: Final = frozenset(
    {"public_field_definition", "field_definition", "property_signature"}
)
_IDENTIFIER: Final = re.compile(r"#?[\w$]+|\[Symbol\..*")
_PROTOTYPE: Final = ".prototype"
_TEST: Final = "test"
#: What a comment says by a tag.
_PUBLIC: Final = "public"
#: As :data:`._LONG_LINES` of other text.
_LONG_LINES: Final = 110
#: What people write has more blanks among its characters, even in long lines.
_BLANKS: Final = 0.1


def analyse(
    grammar: Grammar, text: str, facts: FileFacts, _rules: Sequence[NameRule] = ()
) -> FileFacts:
    """Return the facts of a file, as :attr:`.Language.analyse` does.

    What is minified is read by nobody. What a module does not export is its own.
    """
    if (
        facts.type == "JavaScript"
        and len(text) > _LONG_LINES * facts.lines
        and text.count(" ") < _BLANKS * len(text)
    ):
        return replace(facts, minified=True)
    read = read_file(grammar, text, facts, ())
    specs = read.references.specs
    shown = {row.qualname for row in read.definitions if EXPORT in row.modifiers}
    exports = {
        name: specs[number].base.partition(".")[0]
        for name, number in read.references.exports
    }
    exported = {base for name, base in exports.items() if "." not in name}
    is_module = bool(exported or shown) or any(
        row.text.startswith("import") for row in read.imports
    )
    # What is in an object is for all whom the object is for.
    shown |= {DEFAULT, *exported}
    exported |= {
        base for name, base in exports.items() if name.partition(".")[0] in shown
    }
    around = {row.qualname: row.kind for row in read.definitions}
    return replace(
        read,
        definitions=tuple(
            _with_access(
                row,
                hidden=is_module
                and _TEST not in row.modifiers
                and row.kind not in MEMBERS
                and row.qualname not in exported
                and around.get(enclosing(row.qualname), "namespace") == "namespace",
            )
            for row in read.definitions
        ),
    )


def is_local(outer: Outer | None) -> bool:
    """Return whether what stands in a definition is local."""
    return outer is not None and (outer.kind in CALLABLES or MAKES in outer.state)


def _with_access(row: Definition, *, hidden: bool) -> Definition:
    """Return a definition with what its place and its comment say for whom it is."""
    said = jsdoc_modifiers(row.docstring) if "@" in row.docstring else ()
    words = dict.fromkeys((*row.modifiers, *said))
    if hidden and words.keys().isdisjoint((EXPORT, _PUBLIC, DECLARATION)):
        words["internal"] = None
    modifiers = tuple(word for word in words if word not in {EXPORT, _PUBLIC})
    return row if modifiers == row.modifiers else replace(row, modifiers=modifiers)


def define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if kind == "call_expression":
        yield from define_test(node, syntax)
    elif kind in _METHODS or kind in _FIELDS or kind == "pair":
        yield from _member(node, syntax, outer)
    elif kind == "assignment_expression":
        yield from _assigned(node, syntax, outer)
    elif kind == "arguments":
        yield from _extended(node, syntax, outer)
    elif kind == "class" or is_local(outer) or not at_top(node, outer):
        return
    elif kind == "return_statement":
        # What a module of AMD is: "define(function () { return {…}; })".
        if (value := plain_value(next(iter(node.named_children), None))) is not None:
            yield from _module_value(node, node.children[0], value, syntax)
    elif kind == "export_statement":
        value, at = plain_value(node.child_by_field_name("value")), word_default(node)
        # "export default x" names what is defined elsewhere.
        what, _ = merged(value)
        if at is not None and what is not None and what.type != "identifier":
            yield from _valued("default", at, value, node, syntax, (EXPORT,))
    elif kind in _CALLABLE:
        yield from _function(node, name, syntax)
    elif name is None:
        return
    elif kind == "variable_declarator":
        yield from _variable(node, name, syntax)
    elif kind in _CLASSES:
        yield class_found(node, name, node, syntax)


def _function(node: Node, name: Node | None, syntax: Syntax) -> Iterator[Found]:
    at = name or word_default(node.parent)
    if at is not None:
        yield function_found(syntax.of(at), at, node, node, syntax, access(node))


def _variable(node: Node, name: Node, syntax: Syntax) -> Iterator[Found]:
    value = plain_value(node.child_by_field_name("value"))
    # "var A = exports.A = function() {}"
    value = value and last_assigned(value)
    if required(value):
        return
    if name.type == "identifier":
        yield from _valued(syntax.of(name), name, value, node, syntax, access(node))
    else:
        kind, parts = _kind(node), name.named_children
        for part in parts:
            around = ["…, " * (part != parts[0]), ", …" * (part != parts[-1])]
            head = head_of_part(node, name, part, around, syntax)
            for pattern_name in pattern_names(part):
                yield Found(
                    *(kind, syntax.of(pattern_name), pattern_name),
                    first=outermost(node),
                    head=head,
                    modifiers=access(node),
                )


def _kind(node: Node) -> str:
    parent = node.parent
    # Of all its children a list would be made for each of them.
    first = parent.child(0) if parent is not None else None
    return "constant" if first is not None and first.type == "const" else "data"


def _valued(
    name: str,
    at: Node,
    value: Node | None,
    node: Node,
    syntax: Syntax,
    modifiers: tuple[str, ...],
) -> Iterator[Found]:
    """Yield what a name is bound to: a function, a class, an object, data."""
    value = component(value)
    if value is not None and value.type in FUNCTIONS:
        yield function_found(name, at, value, node, syntax, modifiers)
    elif value is not None and value.type == "class":
        definition = class_found(node, at, value, syntax)
        yield definition._replace(name=name, modifiers=modifiers)
    elif made := extended(value):
        yield from class_by_call(name, at, made, node, syntax, modifiers)
    else:
        is_object = value is not None and value.type == "object"
        yield Found(
            *("constant" if node.type == "export_statement" else _kind(node), name, at),
            first=outermost(node),
            body=value if is_object else None,
            annotation=annotation(node, syntax),
            value=syntax.line(value),
            modifiers=modifiers,
            holds=is_object,
        )


# Members


def _member(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield the member of a class, an interface or an object that a node defines."""
    if outer is None or is_local(outer):
        return
    name = (
        node.child_by_field_name("name")
        or node.child_by_field_name("property")
        or node.child_by_field_name("key")
    )
    holder = holder_of(node)
    if name is None or holder is None:
        return
    if holder.end_byte != outer.end and not _ends(holder, outer, syntax):
        return
    text = member_name(name, syntax)
    if name.type == "computed_property_name" and not text.startswith("[Symbol."):
        return
    words = keywords(node)
    hidden = syntax.of(child_of(node, "accessibility_modifier"))
    hidden = hidden or ("private" if text.startswith("#") else "")
    modifiers = (*words, *((hidden,) if hidden not in {"", "public"} else ()))
    value = plain_value(node.child_by_field_name("value"))
    first = outermost(node)
    marks = decorators(node, first)
    if node.type in _METHODS or (value is not None and value.type in FUNCTIONS):
        function = value if value is not None else node
        yield Found(
            # What a module exports as an object is its own.
            *("method" if outer.qualname else "function", text, name),
            first=first,
            body=function.child_by_field_name("body"),
            signature=signature(function, syntax),
            modifiers=(*modifiers, *(() if outer.qualname else (EXPORT,))),
            holds=True,
            decorators=marks,
        )
        if text == "constructor":
            yield from _parameter_fields(node, syntax, outer)
    elif node.type != "pair":
        yield Found(
            *("field", text, name),
            first=first,
            annotation=annotation(node, syntax),
            value=syntax.line(value),
            modifiers=modifiers,
            decorators=marks,
        )


def member_name(name: Node, syntax: Syntax) -> str:
    """Return the name of a member, in brackets where it is no identifier."""
    text = syntax.of(name)
    plain = text.strip("\"'")
    if name.type == "string":
        return plain if _IDENTIFIER.fullmatch(plain) else f"[{text}]"
    return plain


def _ends(holder: Node, outer: Outer, syntax: Syntax) -> bool:
    """Return whether only types and brackets are behind the value of a constant."""
    if holder.type not in {"object", "object_type"} or holder.end_byte > outer.end:
        return False
    behind = syntax.text[holder.end_byte : outer.end].strip(" \n;)")
    return not behind or behind.startswith(("as ", "satisfies "))


def _parameter_fields(node: Node, syntax: Syntax, outer: Outer) -> Iterator[Found]:
    """Yield the fields that the parameters of a constructor declare."""
    parameters = node.child_by_field_name("parameters")
    for parameter in parameters.named_children if parameters else ():
        words = [
            syntax.of(child)
            for child in parameter.children
            if child.type in {"accessibility_modifier", "readonly"}
        ]
        at = parameter.child_by_field_name("pattern")
        if words and at is not None and at.type == "identifier":
            yield Found(
                *("field", f"{outer.qualname}.{syntax.of(at)}", at),
                first=parameter,
                head=syntax.line(parameter),
                annotation=annotation(parameter, syntax),
                modifiers=tuple(word for word in words if word != "public"),
                at_top=True,
            )


def _set(
    node: Node, left: Node, value: Node, syntax: Syntax, outer: Outer | None
) -> Iterator[Found]:
    """Yield the field that a constructor sets."""
    if not is_local(outer):
        return
    at = left.child_by_field_name("property")
    block = node.parent.parent if node.parent is not None else None
    function = block.parent if block is not None else None
    if (
        at is None
        or outer is None
        or function is None
        or function.end_byte != outer.end
    ):
        return
    owner, _, last = outer.qualname.rpartition(".")
    if MAKES in outer.state or (outer.kind == "function" and last[:1].isupper()):
        owner = outer.qualname
    elif outer.kind != "method" or last != "constructor":
        return
    name = syntax.of(at)
    yield Found(
        *("field", f"{owner}.{name}", at),
        value=syntax.line(value),
        modifiers=("private",) if name.startswith("#") else (),
        at_top=True,
    )


def _assigned(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what an assignment defines: of a module, of a prototype, of an object."""
    left = node.child_by_field_name("left")
    value = plain_value(node.child_by_field_name("right"))
    if left is None or value is None:
        return
    if syntax.of(left.child_by_field_name("object")) == "this":
        yield from _set(node, left, value, syntax, outer)
        return
    if is_local(outer) or not at_top(node, outer):
        return
    at = left.child_by_field_name("property")
    value = last_assigned(value)
    words = syntax.of(left).split(".")
    is_named = all(word.replace("$", "_").isidentifier() for word in words)
    if at is None or value is None or not is_named:
        return
    if words in (["module", "exports"], ["exports", "default"]):
        yield from _module_value(node, at, value, syntax)
        return
    if words[0] == "module" and words[1:2] == ["exports"]:
        words = words[1:]
    if words[0] == "exports" and len(words) == 2:
        # "exports.x = void 0" stands above what is exported at last.
        is_defined = value.type not in {"identifier", "undefined", "unary_expression"}
        if is_defined and not required(value):
            yield from _valued(words[1], at, value, node, syntax, (EXPORT,))
    elif words[0] != "exports":
        yield from _member_value(node, at, words, value, syntax)


def _module_value(node: Node, at: Node, value: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield what a module is as a whole: ``module.exports = …``."""
    if value.type == "object":
        yield Found("", "", node, body=value, holds=True)
    elif value.type in FUNCTIONS or value.type == "class" or extended(value):
        named = value.child_by_field_name("name")
        name = syntax.of(named) if named else "default"
        yield from _valued(name, named or at, value, node, syntax, (EXPORT,))


def _member_value(
    node: Node, at: Node, words: list[str], value: Node, syntax: Syntax
) -> Iterator[Found]:
    """Yield what an object gets, or its prototype: ``A.prototype.f = …``."""
    words = [*prototypes(syntax.text).get(words[0], words[0]).split("."), *words[1:]]
    if words[0] in {"window", "globalThis", "self", "global", "this"}:
        return
    whole = [word for word in words if word != "prototype"]
    if words[-1] == "prototype" and value.type == "object":
        yield Found("", ".".join(whole), node, body=value, holds=True)
    elif words[-1] == "prototype":
        # "A.prototype = Object.create(B.prototype)", "A.prototype = new B()"
        given = field(value, "arguments")
        first = given.named_children[0] if given and given.named_children else None
        base = value.child_by_field_name("constructor") or field(first, "object")
        if base is not None:
            yield Found("", ".".join(whole), at, bases=(base,))
    elif made := extended(value):
        yield from class_by_call(".".join(whole), at, made, node, syntax)
    elif value.type in FUNCTIONS and len(whole) > 1:
        yield Found(
            *("method", ".".join(whole), at),
            first=outermost(node),
            body=value.child_by_field_name("body"),
            signature=signature(value, syntax),
            modifiers=tuple(keywords(value)),
            holds=True,
        )
    elif "prototype" in words[1:-1] and words[-1] != "constructor":
        is_function = syntax.of(value) in functions(syntax.text)
        first = outermost(node)
        yield Found(
            *("method" if is_function else "field", ".".join(whole), at),
            first=first,
            head=syntax.head(first.start_byte, at.end_byte),
            value=syntax.line(value),
        )


def _extended(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield a class that gets what objects have: ``extend(A.prototype, {…})``.

    Or what another has: ``util.inherits(A, B)``.
    """
    target, *given = node.named_children
    call, name = node.parent, syntax.of(target)
    is_class = call and syntax.of(field(call, "function")).endswith("inherits")
    if is_local(outer) or "(" in name or not (is_class or name.endswith(_PROTOTYPE)):
        return
    name = name.removesuffix(_PROTOTYPE)
    yield from of_objects(name, [child for child in given if child.type == "object"])
    above = tuple(
        field(child, "object" if syntax.of(child).endswith(_PROTOTYPE) else "") or child
        for child in given
        if child.type in NAMED
    )
    if above:
        yield Found("", name, node, bases=above)
