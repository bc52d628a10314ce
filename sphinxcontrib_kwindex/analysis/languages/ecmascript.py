"""What JavaScript and TypeScript have in common: definitions, scopes, members.

Definitions are what stands at the top of a file, in a namespace or in the function
around a whole script, and the members of classes, interfaces, enums and objects there.
What is inside of other functions is local.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tree_sitter import Node

from ...model.facts import CALLABLES, DECLARATION, MEMBERS, Definition, FileFacts
from ...model.names import enclosing
from ..grammars.grammar import Found, Grammar, Outer, Syntax
from ..grammars.read_file import read_file

if TYPE_CHECKING:
    from ..patterns.detectors import NameRule

#: The captures of all grammars.
_QUERY: Final = """
(class_declaration) @define
(class) @define
(function_declaration) @define
(generator_function_declaration) @define
(method_definition) @define
(variable_declarator) @define
(pair value: [(function_expression) (arrow_function) (parenthesized_expression)])
  @define
(assignment_expression left: (member_expression)) @define
(export_statement value: (_)) @define

(import_statement) @import
(export_statement source: (_)) @import
(export_statement (export_clause)) @import
(export_statement "default" @import)
(call_expression function: (identifier) @_require
  arguments: (arguments . (string) @import) (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @import))
(assignment_expression left: (member_expression) @import
  (#match? @import "^(module\\\\.)?exports\\\\b"))

(export_statement) @module
(comment) @comment

(function_declaration) @scope
(generator_function_declaration) @scope
(function_expression) @scope
(generator_function) @scope
(arrow_function) @scope
(method_definition) @scope
(class_declaration) @scope
(class) @scope
(class_static_block) @scope
(if_statement) @block
(for_statement) @block
(for_in_statement) @block
(while_statement) @block
(do_statement) @block
(try_statement) @block
(catch_clause) @block
(switch_statement) @block
(switch_case (statement_block) @block)
(switch_default (statement_block) @block)
(statement_block (statement_block) @block)
(program (statement_block) @block)

(function_declaration name: (identifier) @named)
(generator_function_declaration name: (identifier) @named)
(class_declaration name: (_) @named)
(function_expression name: (identifier) @local)
(generator_function name: (identifier) @local)
(class name: (_) @local)
(variable_declaration (variable_declarator name: (identifier) @wide))
(lexical_declaration (variable_declarator name: (identifier) @local))
(arrow_function parameter: (identifier) @local)
(assignment_pattern left: (identifier) @local)
(rest_pattern (identifier) @local)
(pair_pattern value: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement kind: _ left: (identifier) @local)

(identifier) @name
(shorthand_property_identifier) @name
(member_expression property: (property_identifier) @member)
(private_property_identifier) @member
"""
_SHORTHAND: Final = "shorthand_property_identifier_pattern"
#: Patterns with the names that they bind, unless they stand in an assignment.
_PATTERNS: Final = (
    "(array_pattern (identifier) @local)",
    f"(object_pattern ({_SHORTHAND}) @local)",
    f"(object_pattern (object_assignment_pattern ({_SHORTHAND}) @local))",
)
#: What declares the names of patterns in it.
_DECLARING: Final = (
    *("variable_declarator", "for_in_statement", "catch_clause", "rest_pattern"),
    *("array_pattern", "pair_pattern", "assignment_pattern"),
)


def query(*lines: str, declaring: Iterable[str]) -> str:
    """Return the query of a grammar.

    :param declaring: what else declares the names of patterns in it: parameters.
    """
    patterns = (
        f"({holder} {pattern})"
        for holder in (*_DECLARING, *declaring)
        for pattern in _PATTERNS
    )
    return "\n".join((_QUERY, *patterns, *lines))


_FUNCTIONS: Final = frozenset(
    {"function_expression", "arrow_function", "generator_function"}
)
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
#: Keywords before a name that a reader wants to see.
_KEYWORDS: Final = (
    *("abstract", "static", "async", "get", "set", "override", "readonly", "const"),
)
#: What holds statements that are at the top where it is itself.
_TRANSPARENT: Final = frozenset(
    {"export_statement", "ambient_declaration", "expression_statement"}
    | {"lexical_declaration", "variable_declaration", "variable_declarator"}
    | {"internal_module", "module", "assignment_expression"}
)
_AROUND: Final = frozenset(
    {"export_statement", "ambient_declaration", "lexical_declaration"}
    | {"variable_declaration", "expression_statement"}
)
#: Around the value of a constant.
_VALUE: Final = frozenset(
    {"as_expression", "satisfies_expression", "parenthesized_expression"}
)
#: The word by which :func:`define` marks what is exported where it is defined.
_EXPORT: Final = "export"
#: The name of what a module is as a whole, as the compiler of TypeScript has it.
WHOLE: Final = "export="
#: Members of what the language itself has: of objects, arrays, texts, promises, …
_COMMON: Final = """
add all allSettled any apply at bind call catch charAt charCodeAt clear
codePointAt concat constructor copyWithin create defineProperty delete
endsWith entries every exec exports fill filter finally find findIndex
findLast findLastIndex flat flatMap forEach freeze from fromEntries get
getTime has hasOwn hasOwnProperty includes indexOf is isArray isPrototypeOf
join keys lastIndexOf length localeCompare log map match matchAll message name
next normalize now of padEnd padStart parse pop prototype push race raw reduce
reduceRight reject repeat replace replaceAll resolve return reverse search set
shift size slice some sort source splice split stack startsWith stringify
substr substring test then throw toFixed toISOString toJSON toLocaleString
toLowerCase toPrecision toSorted toString toUpperCase trim trimEnd trimStart
unshift value valueOf values addEventListener appendChild attributes children
classList className click close data dataset error id innerHTML parentNode
querySelector querySelectorAll remove removeEventListener setAttribute
getAttribute style target textContent type on once emit end write read open
send url
"""
COMMON: Final = frozenset(_COMMON.split())
#: As :data:`._LONG_LINES` of other text.
_LONG_LINES: Final = 110
#: So many characters may be a statement or two of one long line.
_SHORT: Final = 2_000


def analyse(
    grammar: Grammar, text: str, facts: FileFacts, _rules: Sequence[NameRule] = ()
) -> FileFacts:
    """Return the facts of a file, as :attr:`.Language.analyse` does.

    What is minified is read by nobody. What a module does not export is its own.
    """
    long = _LONG_LINES * max(facts.lines, 1)
    if facts.type == "JavaScript" and len(text) > max(long, _SHORT):
        return replace(facts, minified=True)
    found = read_file(grammar, text, facts, ())
    specs = found.references.specs
    exported = {
        specs[number].base.partition(".")[0] for _, number in found.references.values
    }
    is_module = bool(exported) or any(
        _EXPORT in row.modifiers for row in found.definitions
    )
    around = {row.qualname: row.kind for row in found.definitions}
    return replace(
        found,
        definitions=tuple(
            _with_access(
                row,
                hidden=is_module
                and row.kind not in MEMBERS
                and row.qualname not in exported
                and around.get(enclosing(row.qualname), "namespace") == "namespace",
            )
            for row in found.definitions
        ),
    )


def _with_access(row: Definition, *, hidden: bool) -> Definition:
    if _EXPORT in row.modifiers:
        words = tuple(word for word in row.modifiers if word != _EXPORT)
        return replace(row, modifiers=words)
    if hidden and DECLARATION not in row.modifiers:
        return replace(row, modifiers=(*row.modifiers, "internal"))
    return row


def is_module(syntax: Syntax) -> bool:
    """Return whether a file has its names to itself, as modules do."""
    return bool(syntax.nodes.get("import") or syntax.nodes.get("module"))


def define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if kind in _METHODS or kind in _FIELDS or kind == "pair":
        yield from _member(node, syntax, outer)
    elif kind == "assignment_expression":
        yield from _assigned(node, syntax)
    elif kind == "class" or not at_top(node):
        return
    elif kind == "export_statement":
        value, at = _value(node.child_by_field_name("value")), _default(node)
        # "export default x" names what is defined elsewhere.
        if value is not None and at is not None and value.type != "identifier":
            yield _valued("default", at, value, node, syntax, (_EXPORT,))
    elif kind in _CALLABLE:
        yield from _function(node, name, syntax)
    elif name is None:
        return
    elif kind == "variable_declarator":
        yield from _variable(node, name, syntax)
    elif kind in _CLASSES:
        yield class_found(node, name, node, syntax)


def _function(node: Node, name: Node | None, syntax: Syntax) -> Iterator[Found]:
    at = name or _default(node.parent)
    if at is not None:
        yield Found(
            *("function", syntax.of(at), at),
            first=outermost(node),
            body=node.child_by_field_name("body"),
            signature=signature(node, syntax),
            modifiers=(*keywords(node), *access(node)),
            holds=node.child_by_field_name("body") is not None,
        )


def _default(statement: Node | None) -> Node | None:
    """Return the word ``default`` of an export."""
    children = statement.children if statement is not None else []
    return next((child for child in children if child.type == "default"), None)


def at_top(node: Node) -> bool:
    """Return whether a statement is at the top of a file or a namespace."""
    around = node.parent
    while around is not None and around.type != "program":
        if around.type == "ERROR":
            # What follows what a grammar does not know may be all in one.
            around = around.parent
            return around is None or around.type == "program"
        if around.type == "statement_block":
            holder = around.parent
            if holder is None or not (
                holder.type in _TRANSPARENT or _is_wrapper(holder)
            ):
                return False
            if holder.type in _FUNCTIONS:
                return True
        elif around.type not in _TRANSPARENT:
            return False
        around = around.parent
    return True


def _is_wrapper(function: Node) -> bool:
    """Return whether a function is there to keep the names of a script to itself."""
    if function.type not in _FUNCTIONS:
        return False
    call = function.parent
    if call is not None and call.type == "parenthesized_expression":
        call = call.parent
    if call is not None and call.type == "member_expression":
        call = call.parent
    if call is None or call.type != "call_expression":
        return False
    statement = call.parent
    while statement is not None and statement.type in {
        *("unary_expression", "parenthesized_expression", "expression_statement"),
    }:
        statement = statement.parent
    called = call.child_by_field_name("function")
    begins = called is not None and called.start_byte <= function.start_byte
    return (
        statement is not None
        and statement.type == "program"
        and begins
        and called is not None
        and function.end_byte <= called.end_byte
    )


def outermost(node: Node) -> Node:
    """Return the statement around a definition, with ``export`` and decorators."""
    while (parent := node.parent) is not None and parent.type in _AROUND:
        node = parent
    before = node.prev_named_sibling
    while before is not None and before.type == "decorator":
        node, before = before, before.prev_named_sibling
    return node


def keywords(node: Node) -> list[str]:
    """Return the keywords before the name of a definition."""
    words = {child.type for child in node.children if not child.is_named}
    if node.type == "abstract_class_declaration":
        words.add("abstract")
    return [word for word in _KEYWORDS if word in words]


def access(node: Node) -> tuple[str, ...]:
    """Return whether a definition is exported where it stands, or only declared."""
    words: list[str] = []
    around = node.parent
    while around is not None and around.type in _AROUND:
        if around.type == "export_statement":
            words.append(_EXPORT)
        elif around.type == "ambient_declaration":
            words.append(DECLARATION)
        around = around.parent
    return tuple(words)


def signature(node: Node, syntax: Syntax) -> str:
    """Return the parameters of a function and what it returns."""
    first = (
        node.child_by_field_name("type_parameters")
        or node.child_by_field_name("parameters")
        or node.child_by_field_name("parameter")
    )
    if first is None:
        return ""
    last = (
        node.child_by_field_name("return_type")
        or node.child_by_field_name("parameters")
        or first
    )
    text = " ".join(syntax.text[first.start_byte : last.end_byte].split())
    return text if text.startswith(("(", "<")) else f"({text})"


def annotation(node: Node, syntax: Syntax) -> str:
    """Return the type of a variable or a field."""
    return syntax.line(node.child_by_field_name("type")).removeprefix(":").strip()


def class_found(name_of: Node, name: Node, node: Node, syntax: Syntax) -> Found:
    """Return a class.

    :param name_of: what is named: the class, or a variable that it is the value of.
    :param node: the class.
    """
    return Found(
        *("class", syntax.of(name), name),
        first=outermost(name_of),
        body=node.child_by_field_name("body"),
        modifiers=(*keywords(node), *access(name_of)),
        bases=tuple(bases(node)),
        holds=True,
        decorators=decorators(node, outermost(name_of)),
    )


def decorators(*nodes: Node) -> tuple[Node, ...]:
    """Return the decorators of a definition, inside of it or before it."""
    found: dict[int, Node] = {}
    for node in nodes:
        own = [child for child in node.named_children[:20] if child.type == "decorator"]
        before: Node | None = node
        while before is not None and before.type == "decorator":
            own.append(before)
            before = before.next_named_sibling
        found.update((one.start_byte, one) for one in own)
    return tuple(found[start] for start in sorted(found))


def bases(node: Node) -> Iterator[Node]:
    """Yield what a class or an interface extends and implements."""
    waiting = [
        child
        for child in node.named_children
        if child.type in {"class_heritage", "extends_type_clause"}
    ]
    while waiting:
        one = waiting.pop(0)
        if one.type in {"class_heritage", "extends_clause", "implements_clause"} or (
            one.type == "extends_type_clause"
        ):
            waiting += one.named_children
        elif one.type == "generic_type":
            waiting += one.named_children[:1]
        elif one.type in {
            *("identifier", "member_expression", "type_identifier"),
            "nested_type_identifier",
        }:
            yield one


def _value(node: Node | None) -> Node | None:
    """Return the value that parentheses and types are around."""
    while node is not None and node.type in _VALUE and node.named_children:
        node = node.named_children[0]
    return node


def _variable(node: Node, name: Node, syntax: Syntax) -> Iterator[Found]:
    value = _value(node.child_by_field_name("value"))
    if name.type == "identifier":
        if is_required(value):
            return
        yield _valued(syntax.of(name), name, value, node, syntax, access(node))
    elif not is_required(value):
        kind = _kind(node)
        for one in pattern_names(name):
            yield Found(
                *(kind, syntax.of(one), one),
                first=outermost(node),
                modifiers=access(node),
            )


def is_required(value: Node | None) -> bool:
    """Return whether a value is what ``require()`` returns, or something of it."""
    while value is not None and value.type in {"member_expression", "await_expression"}:
        value = value.child_by_field_name("object") or _first(value)
    if value is None or value.type != "call_expression":
        return False
    called = value.child_by_field_name("function")
    inside = value.child_by_field_name("arguments")
    first = _first(inside)
    return (
        called is not None
        and first is not None
        and first.type == "string"
        and (called.type == "import" or called.text == b"require")
    )


def _first(node: Node | None) -> Node | None:
    return node.named_children[0] if node is not None and node.named_children else None


def pattern_names(pattern: Node) -> Iterator[Node]:
    """Yield the names that a pattern binds."""
    waiting = [pattern]
    while waiting:
        one = waiting.pop()
        if one.type in {"identifier", "shorthand_property_identifier_pattern"}:
            yield one
        elif one.type in {"object_assignment_pattern", "assignment_pattern"}:
            waiting += one.named_children[:1]
        elif one.type == "pair_pattern":
            waiting += one.named_children[1:]
        else:
            waiting += reversed(one.named_children)


def _kind(node: Node) -> str:
    parent = node.parent
    first = parent.children[0].type if parent is not None else ""
    return "constant" if first == "const" else "data"


def _valued(
    name: str,
    at: Node,
    value: Node | None,
    node: Node,
    syntax: Syntax,
    modifiers: tuple[str, ...],
) -> Found:
    """Return what a name is bound to: a function, a class, an object, data."""
    if value is not None and value.type in _FUNCTIONS:
        return Found(
            *("function", name, at),
            first=outermost(node),
            body=value.child_by_field_name("body"),
            signature=signature(value, syntax),
            modifiers=(*keywords(value), *modifiers),
            holds=True,
        )
    if value is not None and value.type == "class":
        found = class_found(node, at, value, syntax)
        return found._replace(name=name, modifiers=modifiers)
    kind = _kind(node)
    if node.type == "export_statement":
        kind = "constant"
    is_object = value is not None and value.type == "object"
    return Found(
        *(kind, name, at),
        first=outermost(node),
        body=value if is_object else None,
        annotation=annotation(node, syntax),
        value=syntax.line(value),
        modifiers=modifiers,
        holds=is_object,
    )


# Members


def _member(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    name = (
        node.child_by_field_name("name")
        or node.child_by_field_name("property")
        or node.child_by_field_name("key")
    )
    holder = node.parent.parent if node.parent is not None else None
    if node.parent is not None and node.parent.type == "object":
        holder = node.parent
    if name is None or outer is None or holder is None or outer.kind in CALLABLES:
        return
    if holder.end_byte != outer.end and not _ends(holder, outer, syntax):
        return
    text = syntax.of(name).strip("\"'")
    if name.type == "computed_property_name" and not text.startswith("[Symbol."):
        return
    words = keywords(node)
    hidden = next(
        (
            syntax.of(child)
            for child in node.children
            if child.type == "accessibility_modifier"
        ),
        "private" if text.startswith("#") else "",
    )
    modifiers = (*words, *((hidden,) if hidden not in {"", "public"} else ()))
    value = _value(node.child_by_field_name("value"))
    first = outermost(node)
    marks = decorators(node, first)
    if node.type in _METHODS or (value is not None and value.type in _FUNCTIONS):
        function = value if value is not None else node
        yield Found(
            # What a module exports as an object is its own.
            *("method" if outer.qualname else "function", text, name),
            first=first,
            body=function.child_by_field_name("body"),
            signature=signature(function, syntax),
            modifiers=(*modifiers, *(() if outer.qualname else (_EXPORT,))),
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
                annotation=annotation(parameter, syntax),
                modifiers=tuple(word for word in words if word != "public"),
                at_top=True,
            )


def _assigned(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield what an assignment defines: of a module, of a prototype, of an object."""
    left = node.child_by_field_name("left")
    value = _value(node.child_by_field_name("right"))
    if left is None or value is None or not at_top(node):
        return
    while value.type == "assignment_expression":
        # "exports = module.exports = x"
        right = _value(value.child_by_field_name("right"))
        if right is None:
            return
        value = right
    at = left.child_by_field_name("property")
    words = syntax.of(left).split(".")
    if at is None or not all(word.replace("$", "_").isidentifier() for word in words):
        return
    if words in (["module", "exports"], ["exports", "default"]):
        if value.type == "object":
            yield Found("", "", node, body=value, holds=True)
        elif value.type in _FUNCTIONS or value.type == "class":
            named = value.child_by_field_name("name")
            name = syntax.of(named) if named else "default"
            found = _valued(name, named or at, value, node, syntax, (_EXPORT,))
            yield found
        return
    if words[0] == "module" and words[1:2] == ["exports"]:
        words = words[1:]
    exported = words[0] == "exports"
    if exported and len(words) == 2:
        # "exports.x = void 0" stands above what is exported at last.
        named = value.type in {"identifier", "undefined", "unary_expression"}
        if not named and not is_required(value):
            yield _valued(words[1], at, value, node, syntax, (_EXPORT,))
        return
    if exported or words[0] in {"window", "globalThis", "self", "global", "this"}:
        return
    whole = [word for word in words if word != "prototype"]
    if words[-1] == "prototype" and value.type == "object":
        yield Found("", ".".join(whole), node, body=value, holds=True)
    elif value.type in _FUNCTIONS and len(whole) > 1:
        yield Found(
            *("method", ".".join(whole), at),
            first=outermost(node),
            body=value.child_by_field_name("body"),
            signature=signature(value, syntax),
            modifiers=tuple(keywords(value)),
            holds=True,
        )
