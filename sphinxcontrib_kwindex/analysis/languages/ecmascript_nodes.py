"""Syntax trees of JavaScript and TypeScript: what stands around nodes and in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Final

from tree_sitter import Node

from ..grammars.grammar import Outer, Syntax
from ..grammars.nodes import any_field, child_of, field, first_child, led_to, within

FUNCTIONS: Final = frozenset(
    {"function_expression", "arrow_function", "generator_function"}
)
#: What else only runs once it is called.
_CALLED: Final = FUNCTIONS | {
    *("function_declaration", "generator_function_declaration", "method_definition"),
}
BRACKETS: Final = frozenset({"parenthesized_expression"})
#: What may be around a call in a statement that is nothing else.
_IN_STATEMENT: Final = BRACKETS | {"unary_expression", "expression_statement"}
#: What may be around statements that are run when the file is, on a condition.
_CHOSEN: Final = frozenset({"statement_block", "if_statement", "else_clause"})
#: What is given a function that makes a module, as AMD has it, or that is all of a
#: script, and run when its page is loaded.
_TAKE_MODULES: Final = frozenset(
    {b"define", b"require", b"requirejs", b"$", b"jQuery", b"jQuery(document).ready"}
    | {b"$(document).ready", b"$(window).ready", b"$(window).load"}
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
_BRANCHES: Final = frozenset(
    {"if_statement", "else_clause", "try_statement", "catch_clause", "finally_clause"}
)
AROUND: Final = frozenset(
    {"export_statement", "ambient_declaration", "lexical_declaration"}
    | {"variable_declaration", "expression_statement"}
)
#: Around the value of a constant.
_VALUE: Final = frozenset(
    {"as_expression", "satisfies_expression", "parenthesized_expression"}
)
#: Around what ``require()`` returns, and ``import()``.
OF_MODULES: Final = frozenset(
    {"member_expression", "await_expression", "parenthesized_expression"}
)
#: A name, and one that may be of a member.
_NAMES: Final = frozenset({"identifier", "property_identifier"})
NAMED: Final = frozenset({"identifier", "member_expression"})
#: Around what a class or an interface is derived from, and that.
_HERITAGE: Final = frozenset(
    {"class_heritage", "extends_type_clause", "extends_clause", "implements_clause"}
)
_BASES: Final = NAMED | {"type_identifier", "nested_type_identifier"}
#: Values that a class has, and a schema has not.
_WRITTEN: Final = FUNCTIONS | {
    *("string", "template_string", "number", "true", "false", "null", "object"),
    *("array", "regex"),
}


#: What is given the function of a component: ``memo(forwardRef(() => …))``.
_MAKE_COMPONENTS: Final = frozenset(
    of + name for of in (b"", b"React.") for name in (b"forwardRef", b"memo")
)
#: How many names one statement gives to a value.
_MOST_ASSIGNED: Final = 100
#: How many nodes around a statement may be at the top: each takes as long to be found
#: as it is deep.
_DEEPEST: Final = 12


def at_top(
    node: Node, outer: Outer | None = None, *, on_condition: bool = False
) -> bool:
    """Return whether a statement is at the top of a file or a namespace.

    :param outer: what it stands in.
    :param on_condition: whether it may stand in an ``if`` or ``try`` there.
    """
    transparent = _TRANSPARENT | _BRANCHES if on_condition else _TRANSPARENT
    around = node.parent
    for _ in range(_DEEPEST):
        if around is None or around.type == "program":
            return True
        if outer and around.end_byte == outer.end and outer.kind in {"", "namespace"}:
            return True
        if around.type == "ERROR":
            # What follows what a grammar does not know may be all in one.
            around = around.parent
            return around is None or around.type == "program"
        if around.type == "statement_block":
            holder = around.parent
            if holder is None or not (
                holder.type in transparent or _is_wrapper(holder)
            ):
                return False
            if holder.type in FUNCTIONS:
                return True
        elif around.type not in transparent:
            return False
        around = around.parent
    return False


def in_function(node: Node) -> bool:
    """Return whether something is in a function, which is not run at once."""
    around = node.parent
    while around is not None:
        if around.type in _CALLED and not _is_wrapper(around):
            return True
        around = around.parent
    return False


def function_around(node: Node) -> Node | None:
    """Return the innermost function that something is in."""
    around = node.parent
    while around is not None and around.type not in _CALLED:
        around = around.parent
    return around


def run_at_once(value: Node | None) -> Node | None:
    """Return the function of which a value is the result, if it is called right there.

    >>> "(function () { return { a: 1 }; })()"
    """
    called = field(value, "function")
    if called is not None and called.type == "member_expression":
        # "(function () {}).call(this)"
        called = field(called, "object")
    called = plain_value(called)
    return called if called is not None and called.type in FUNCTIONS else None


def only_function_given(value: Node | None) -> Node | None:
    """Return the body of the only function that a call is given, if it is a block.

    >>> "defineStore('a', () => { function b() {} })"
    """
    given = field(value, "arguments")
    if value is None or value.type != "call_expression" or given is None:
        return None
    functions = [child for child in given.named_children if child.type in FUNCTIONS]
    body = field(functions[0], "body") if len(functions) == 1 else None
    return body if body is not None and body.type == "statement_block" else None


def has_functions(value: Node, depth: int = 3) -> bool:
    """Return whether a value is an object with a function in it.

    :param depth: how deep objects may be in one another.
    """
    if value.type != "object" or not depth:
        return False
    for child in value.named_children:
        given = plain_value(child.child_by_field_name("value"))
        if child.type == "method_definition" or (
            given and (given.type in FUNCTIONS or has_functions(given, depth - 1))
        ):
            return True
    return False


def object_of(value: Node | None) -> Node | None:
    """Return the object that a value is, or that a function is given that makes it.

    >>> "defineStore('shop', { actions: { buy() {} } })"
    """
    if value is None or value.type == "object":
        return value
    last = led_to(field(value, "arguments"), -1)
    return last if last is not None and has_functions(last) else None


def returns_itself(variable: Node) -> bool:
    """Return whether a variable is what a function, run at once, defines by its name.

    >>> "var A = (function () { function A() {} return A; })()"
    """
    name = field(variable, "name")
    body = field(run_at_once(plain_value(field(variable, "value"))), "body")
    last = body and body.child(max(body.child_count - 2, 0))
    if not name or not last or last.type != "return_statement":
        return False
    returned = first_child(last)
    return returned is not None and returned.text == name.text


def _is_wrapper(function: Node, depth: int = _DEEPEST) -> bool:
    """Return whether a function is there to keep the names of a script to itself.

    It is called at once, or handed to what calls it: ``define()``, a function that
    asks which way modules are made, or what waits until a page is loaded.

    :param depth: how many may be around it.
    """
    if function.type not in FUNCTIONS or not depth:
        return False
    around = outside(function, BRACKETS)
    if around is not None and around.type == "arguments":
        call = around.parent
        called = plain_value(field(call, "function"))
        if called is None or not (
            called.type in FUNCTIONS or called.text in _TAKE_MODULES
        ):
            return False
    else:
        call = around
        if call is not None and call.type == "member_expression":
            call = call.parent
        called = field(call, "function")
        if called is None or not (
            called.start_byte <= function.start_byte
            and function.end_byte <= called.end_byte
        ):
            return False
    statement = call and outside(call, _IN_STATEMENT)
    if statement is not None and statement.type == "variable_declarator":
        return at_top(statement) and returns_itself(statement)
    for _ in range(_DEEPEST):
        if statement is None or statement.type == "program":
            break
        holder = statement.parent
        if holder is not None and holder.type in FUNCTIONS:
            return _is_wrapper(holder, depth - 1)
        if statement.type not in _CHOSEN:
            return False
        statement = holder
    return statement is not None and statement.type == "program"


def outside(node: Node, kinds: Set[str]) -> Node | None:
    """Return what is around a node and what of some kinds is around it."""
    around = node.parent
    for _ in range(_DEEPEST):
        if around is None or around.type not in kinds:
            break
        around = around.parent
    return around


def outermost(node: Node) -> Node:
    """Return the statement around a definition, with ``export`` and decorators."""
    while (parent := node.parent) is not None and parent.type in AROUND:
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


def decorators(*nodes: Node) -> tuple[Node, ...]:
    """Return the decorators of a definition, inside of it or before it."""
    by_start: dict[int, Node] = {}
    for node in nodes:
        own = [child for child in node.named_children[:20] if child.type == "decorator"]
        before: Node | None = node
        while before is not None and before.type == "decorator":
            own.append(before)
            before = before.next_named_sibling
        by_start.update((decorator.start_byte, decorator) for decorator in own)
    return tuple(by_start[start] for start in sorted(by_start))


def bases(node: Node) -> Iterator[Node]:
    """Yield what a class or an interface extends and implements."""
    waiting = [
        child for child in reversed(node.named_children) if child.type in _HERITAGE
    ]
    while waiting:
        part = waiting.pop()
        if part.type in _HERITAGE:
            waiting += reversed(part.named_children)
        elif part.type == "generic_type":
            waiting += part.named_children[:1]
        elif part.type in _BASES:
            yield part


def extended(value: Node | None) -> tuple[tuple[Node, ...], list[Node]] | None:
    """Return of ``Base.extend(Mixin, {…})`` the classes above and the objects.

    Frameworks make classes so that are older than the word. A schema that gets more
    members is none: these are made by calls, and have neither functions nor literals.
    """
    if value is None or value.type != "call_expression":
        return None
    called, given = field(value, "function"), field(value, "arguments")
    if called is None or (called.text or b"")[-7:] != b".extend":
        return None
    base = field(called, "object")
    name = field(base, "property") or base
    if base is None or name is None or given is None or name.type not in _NAMES:
        return None
    objects = [child for child in given.named_children if child.type == "object"]
    above = (base, *(child for child in given.named_children if child.type in NAMED))
    is_class = (name.text or b"")[:1].isupper() and base.text != b"Object"
    if is_class and any(map(_may_be_class_body, objects)):
        return above, objects
    return None


def _may_be_class_body(node: Node) -> bool:
    return not node.named_child_count or any(
        child.type == "method_definition"
        or getattr(child.child_by_field_name("value"), "type", "") in _WRITTEN
        for child in node.named_children
    )


def plain_value(node: Node | None) -> Node | None:
    """Return the value that parentheses and types are around."""
    return within(node, *_VALUE)


def component(value: Node | None) -> Node | None:
    """Return the function that a component of React is made of, else the value."""
    made = value
    for _ in range(_DEEPEST):
        if made is None or made.type != "call_expression":
            break
        called = field(made, "function")
        if called is None or called.text not in _MAKE_COMPONENTS:
            break
        made = plain_value(first_child(field(made, "arguments")))
    return made if made is not None and made.type in FUNCTIONS else value


def merged(value: Node | None) -> tuple[Node | None, list[Node]]:
    """Return what a value is, and the objects that ``Object.assign()`` adds to it."""
    value = plain_value(value)
    if value is not None and value.type == "call_expression":
        called, given = field(value, "function"), field(value, "arguments")
        among = given.named_children if given else []
        if called and among and called.text == b"Object.assign":
            return among[0], [child for child in among[1:] if child.type == "object"]
    return value, []


def last_assigned(value: Node) -> Node | None:
    """Return what several names are given: ``exports = module.exports = x``."""
    last: Node | None = value
    for _ in range(_MOST_ASSIGNED):
        if last is None or last.type != "assignment_expression":
            break
        last = plain_value(last.child_by_field_name("right"))
    return last


def required(value: Node | None) -> tuple[Node, tuple[str, ...]] | None:
    """Return the path that ``require()`` is given, and what is taken of the module."""
    steps: tuple[str, ...] = ()
    while value is not None and value.type in OF_MODULES:
        if (taken := value.child_by_field_name("property")) is not None:
            steps = ((taken.text or b"").decode(errors="replace"), *steps)
        value = field(value, "object") or first_child(value)
    if value is None or value.type != "call_expression":
        return None
    called, first = field(value, "function"), first_child(field(value, "arguments"))
    if called is None or first is None or first.type != "string":
        return None
    is_one = called.type == "import" or called.text == b"require"
    return (first, steps) if is_one else None


def pattern_names(pattern: Node) -> Iterator[Node]:
    """Yield the names that a pattern binds."""
    waiting = [pattern]
    while waiting:
        part = waiting.pop()
        if part.type in {"identifier", "shorthand_property_identifier_pattern"}:
            yield part
        elif part.type in {"object_assignment_pattern", "assignment_pattern"}:
            waiting += part.named_children[:1]
        elif part.type == "pair_pattern":
            waiting += part.named_children[1:]
        else:
            waiting += reversed(part.named_children)


def word_default(statement: Node | None) -> Node | None:
    """Return the word ``default`` of an export."""
    return None if statement is None else child_of(statement, "default")


def signature(node: Node, syntax: Syntax) -> str:
    """Return the parameters of a function and what it returns."""
    first = any_field(node, "type_parameters", "parameters", "parameter")
    if first is None:
        return ""
    last = any_field(node, "return_type", "parameters") or first
    text = syntax.head(first.start_byte, last.end_byte)
    return text if text.startswith(("(", "<")) else f"({text})"


def annotation(node: Node, syntax: Syntax) -> str:
    """Return the type of a variable or a field."""
    return syntax.line(node, "type").removeprefix(":").strip()


def holder_of(member: Node) -> Node | None:
    """Return what a member stands in: a class, an interface, an object."""
    holder = member.parent
    if holder is not None and holder.type != "object":
        holder = holder.parent
    while holder is not None and holder.type == "intersection_type":
        holder = holder.parent
    return holder


def head_of_part(
    node: Node, pattern: Node, part: Node, around: Sequence[str], syntax: Syntax
) -> str:
    """Return the head of one part of many: of a pattern on several lines.

    :param around: what stands for the others.

    >>> "const { a, b = 1, c } = f()"
    'const { …, b = 1, … } = f()'
    """
    if pattern.start_point.row == pattern.end_point.row or node.parent is None:
        return ""
    word = syntax.of(node.parent.child(0))
    export = syntax.head(outermost(node).start_byte, node.parent.start_byte)
    begin, end = syntax.of(pattern.child(0)), syntax.text[pattern.end_byte - 1]
    rest = syntax.head(pattern.end_byte, node.end_byte)
    before, behind = around
    shown = f"{export} {word} {begin} {before}{syntax.line(part)}{behind} {end}"
    return f"{shown}{'' if rest.startswith(':') else ' '}{rest}".lstrip()
