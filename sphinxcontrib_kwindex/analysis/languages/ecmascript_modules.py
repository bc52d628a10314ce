"""What modules of JavaScript and TypeScript import and export.

Both those of ECMAScript and those of CommonJS are read. What a module exports under
another name than it has in the module is an export of its own; what it is as a whole
(``module.exports = x``, ``export = x``) has the name :data:`~.references.WHOLE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tree_sitter import Node

from ...model.facts import Definition, Import
from ...model.names import LOCALS
from ...model.references import DEFAULT, WHOLE, Spec
from ..grammars.grammar import Imported, Syntax
from ..grammars.nodes import any_field, child_of, field, first_child
from .ecmascript_found import access
from .ecmascript_nodes import (
    BRACKETS,
    OF_MODULES,
    at_top,
    extended,
    function_around,
    in_function,
    merged,
    outermost,
    outside,
    pattern_names,
    plain_value,
    required,
    run_at_once,
)
from .ecmascript_text import whole_modules

#: What a loader of modules has itself: https://github.com/amdjs/amdjs-api
_OF_LOADERS: Final = frozenset({"require", "exports", "module"})
#: How many modules that one takes are looked at.
_MOST_MODULES: Final = 200
#: What of a statement is kept as the text of an import.
_TEXT_LIMIT: Final = 200
_CALLBACKS: Final = frozenset({"arrow_function", "function_expression"})
_EXPORTS: Final = frozenset({b"exports", b"module.exports"})
_OF_EXPORTS: Final = re.compile(r"\s*(?:module\s*\.\s*)?exports\s*\.")


def imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a node makes known, as :attr:`.Grammar.imports`."""
    kind = node.type
    source = _source(node)
    if kind == "string":
        yield _required(node, syntax)
    elif kind == "import_statement" and source is not None:
        yield _imported(node, source, syntax)
    elif kind == "export_statement":
        yield from _exported(node, source, syntax)
    elif kind == "default" and node.parent is not None:
        yield from _default(node.parent, syntax)
    elif kind == "=" and (left := field(node.parent, "left")):
        yield from _assigned(left, syntax)
    elif kind == "=" and node.parent is not None:
        holder = field(node.parent, "name")
        if holder is None:
            yield from _stands_for(WHOLE, node.next_sibling, syntax)
        elif module := module_taken_apart(node.parent, syntax):
            whole = outermost(node.parent)
            yield _bound(field(node.parent, "name"), whole, syntax, module)
        elif (
            holder.type == "identifier"
            and node.next_sibling is not None
            and at_top(node.parent)
        ):
            value, added = merged(node.next_sibling)
            if value is not None and value.text in _EXPORTS:
                # "var common = exports;"
                yield Imported(exported=((WHOLE, Spec("def", syntax.of(holder))),))
            for object_ in added or [value or node]:
                yield from _object(object_, syntax, f"{syntax.of(holder)}.")
    elif kind == "import_alias":
        if len(node.named_children) > 1:
            name, meant = node.named_children[:2]
            spec = Spec("name", syntax.of(meant), ("",))
            yield Imported(bound=((syntax.of(name), spec),))
    elif kind == "member_expression":
        yield from _assigned(node, syntax)
    elif kind == "array":
        yield from _named_by_amd(node, syntax)
    elif kind == "return":
        yield from _whole(node.next_named_sibling, syntax)
    elif kind == "{" and node.parent is not None:
        yield from _returned(node.parent, syntax)


def module_taken_apart(node: Node, syntax: Syntax) -> str:
    """Return the module that a variable declarator names members of, if it does.

    ``const { a, b: c } = ns``, where ``ns`` is a module as a whole.
    """
    name, value = field(node, "name"), field(node, "value")
    if name is None or value is None or name.type != "object_pattern":
        return ""
    if value.type != "identifier" or not at_top(node) or access(node):
        return ""
    return whole_modules(syntax.text).get(syntax.of(value), "")


def _source(node: Node) -> Node | None:
    clause = child_of(node, "import_require_clause")
    return field(node, "source") or field(clause, "source")


def _text(node: Node | None) -> str:
    """Return a string without its quotes."""
    if node is None or node.text is None:
        return ""
    return node.text.decode("utf-8", "replace").strip("\"'`")


def _line(node: Node, syntax: Syntax) -> str:
    # Of a long one each name asks for it.
    end = min(node.end_byte, node.start_byte + 20 * _TEXT_LIMIT)
    text = " ".join(syntax.text[node.start_byte : end].split()).removesuffix(";")
    return text if len(text) <= _TEXT_LIMIT else f"{text[: _TEXT_LIMIT - 1]}…"


def _row(
    statement: Node,
    syntax: Syntax,
    module: str,
    name: str = "",
    alias: str = "",
    *,
    types: bool = False,
    lazy: bool = False,
) -> Import:
    return Import(
        module,
        statement.start_point.row + 1,
        name,
        alias="" if alias == name else alias,
        type_checking=types,
        lazy=lazy,
        end_line=statement.end_point.row + 1,
        text=_line(statement, syntax),
    )


def _imported(node: Node, source: Node, syntax: Syntax) -> Imported:
    """Return what an ``import`` declaration makes known.

    :param source: the string that names the module.
    """
    module = syntax.of(source).strip("\"'")
    types = any(child.type == "type" for child in node.children)
    rows: list[Import] = []
    bound: list[tuple[str, Spec]] = []
    places: list[tuple[Node, Spec]] = [(source, Spec("module", module))]

    def bind(name: str, at: Node, *, types: bool = types) -> None:
        spec = Spec("module", module, (name,) if name else ())
        bound.append((syntax.of(at), spec))
        rows.append(_row(node, syntax, module, name, syntax.of(at), types=types))

    waiting = [
        child
        for child in reversed(node.named_children)
        if child.type in {"import_clause", "import_require_clause"}
    ]
    while waiting:
        clause = waiting.pop()
        if clause.type == "import_specifier":
            name, alias = _names(clause)
            if name is None:
                continue
            typed = types or any(child.type == "type" for child in clause.children)
            bind(_text(name), alias or name, types=typed)
            if alias is not None:
                places.append((name, Spec("module", module, (_text(name),))))
        elif clause.type in {"namespace_import", "import_require_clause"}:
            for at in clause.named_children[:1]:
                bind("", at)
        elif clause.type == "identifier":
            bind(DEFAULT, clause)
        else:
            waiting += reversed(clause.named_children)
    rows = rows or [_row(node, syntax, module, types=types)]
    return Imported(tuple(rows), tuple(bound), places=tuple(places))


def _names(specifier: Node) -> tuple[Node | None, Node | None]:
    return field(specifier, "name"), field(specifier, "alias")


def _exported(node: Node, source: Node | None, syntax: Syntax) -> Iterator[Imported]:
    """Yield what ``export { … }`` and ``export … from`` do."""
    specifiers = [
        child
        for clause in node.named_children
        if clause.type == "export_clause"
        for child in clause.named_children
        if child.type == "export_specifier"
    ]
    if source is None:
        for specifier in specifiers:
            name, alias = _names(specifier)
            if name is not None:
                spec = Spec("name", syntax.of(name), ("",))
                yield Imported(
                    exported=((_text(alias or name), spec),),
                    places=((alias, spec),) if alias is not None else (),
                )
        return
    module = syntax.of(source).strip("\"'")
    types = any(child.type == "type" for child in node.children)
    rows: list[Import] = []
    places: list[tuple[Node, Spec]] = [(source, Spec("module", module))]
    for specifier in specifiers:
        name, alias = _names(specifier)
        if name is not None:
            text = _text(name)
            rows.append(_row(node, syntax, module, text, _text(alias), types=types))
            spec = Spec("module", module, (text,))
            places += [(at, spec) for at in (name, alias) if at is not None]
    star = child_of(node, "namespace_export")
    if star is not None and star.named_children:
        at = star.named_children[0]
        rows.append(_row(node, syntax, module, "", _text(at), types=types))
        places.append((at, Spec("module", module)))
    elif not specifiers:
        rows.append(_row(node, syntax, module, "*", types=types))
    yield Imported(tuple(rows), places=tuple(places))


def _default(statement: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what ``export default`` stands for, if that has a name."""
    if (declared := field(statement, "declaration")) is not None:
        if (name := field(declared, "name")) is not None:
            yield Imported(exported=((DEFAULT, Spec("def", syntax.of(name))),))
        return
    value, added = merged(field(statement, "value"))
    for node in (value, *added):
        if node is not None and node.type == "object":
            yield from _object(node, syntax, f"{DEFAULT}.")
    yield from _stands_for(DEFAULT, value, syntax)


def _stands_for(
    name: str, value: Node | None, syntax: Syntax, within: str = ""
) -> Iterator[Imported]:
    if (module := required(value)) is not None:
        path, steps = module
        yield Imported(exported=((name, Spec("module", _text(path), steps)),))
    elif value is not None and value.type in {"identifier", "member_expression"}:
        text = syntax.of(value)
        if text.replace(".", "_").replace("$", "_").isidentifier():
            yield Imported(exported=((name, Spec("name", within + text, ("",))),))


def _assigned(left: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what ``module.exports = x``, ``exports.x = y`` and ``A.B = C`` export."""
    assignment = left.parent
    if assignment is None or not at_top(assignment):
        return
    value = field(assignment, "right")
    while value is not None and value.type == "assignment_expression":
        value = field(value, "right")
    if value is None:
        return
    words = syntax.of(left).split(".")
    if words == ["module", "exports"]:
        if (holder := _declared_by(assignment)) is not None:
            yield Imported(exported=((WHOLE, Spec("def", syntax.of(holder))),))
        else:
            yield from _whole(value, syntax)
        return
    if words[0] not in {"module", "exports"} and words[-1] != "prototype":
        yield from _stands_for(syntax.of(left), value, syntax)
        return
    words = [word for word in words if word not in {"module", "exports"}]
    if len(words) == 1 and value.type == "class" and (name := syntax.of(value, "name")):
        yield Imported(exported=((words[0], Spec("def", name)),))
    elif len(words) == 1:
        yield from _stands_for(words[0], value, syntax)


def _whole(value: Node | None, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a module exports that is a value as a whole."""
    if value is None:
        return
    if value.type == "object":
        yield from _object(value, syntax)
    elif value.type in {"function_expression", "class"}:
        spec = Spec("def", syntax.of(value, "name") or DEFAULT)
        yield Imported(exported=((WHOLE, spec),))
    elif value.type == "arrow_function" or extended(value):
        yield Imported(exported=((WHOLE, Spec("def", DEFAULT)),))
    else:
        value, added = merged(value)
        for object_ in added:
            yield from _object(object_, syntax)
        yield from _stands_for(WHOLE, value, syntax)


def _named_by_amd(paths: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what ``define(["a", "b"], function (a, b) {…})`` makes known."""
    function = paths.next_named_sibling
    given = field(function, "parameters")
    names = given.named_children if given is not None else []
    lazy = in_function(paths)
    for number, path in enumerate(paths.named_children[:_MOST_MODULES]):
        module = _text(path)
        if path.type != "string" or module in _OF_LOADERS:
            continue
        spec = Spec("module", module)
        named = names[number : number + 1]
        name = syntax.of(named[0]) if named else ""
        yield Imported(
            (_row(path, syntax, module, alias=name, lazy=lazy),),
            places=tuple((node, spec) for node in (path, *named)),
        )


def unnamed(syntax: Syntax, definitions: Iterable[Definition]) -> set[str]:
    """Return what a module defines only by assigning to ``exports``.

    In the module itself they are no names.
    """
    if "exports." not in syntax.text:
        return set()
    lines = syntax.text.split("\n")
    return {
        row.qualname
        for row in definitions
        if all(_OF_EXPORTS.match(lines[number - 1]) for number in row.lines)
    }


def _declared_by(assignment: Node) -> Node | None:
    """Return ``x`` of ``var x = exports = module.exports = {}``."""
    around = assignment.parent
    while around is not None and around.type == "assignment_expression":
        around = around.parent
    is_declared = around is not None and around.type == "variable_declarator"
    return field(around, "name") if is_declared else None


def _returned(value: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what members of an object stand for that a function returns.

    Only of a function that is run at once to make what a variable holds.
    """
    function = function_around(value)
    call = function and outside(function, BRACKETS)
    around = call and outside(call, BRACKETS)
    made = plain_value(around and any_field(around, "value", "right"))
    left = around and any_field(around, "name", "left")
    if around and left and run_at_once(made) == function and at_top(around):
        name = syntax.of(left)
        yield from _object(value, syntax, f"{name}.", f"{name}.{LOCALS}.")


def _object(
    value: Node, syntax: Syntax, of: str = "", within: str = ""
) -> Iterator[Imported]:
    """Yield what the members of an object stand for that have names elsewhere.

    :param of: what stands before the names of members: what the object is bound to, and
        a point.
    :param within: what stands before the qualified names of what they have.
    """
    for child in value.named_children:
        if child.type == "shorthand_property_identifier":
            name = syntax.of(child)
            spec = Spec("name", within + name, ("",))
            yield Imported(exported=((of + name, spec),))
        elif child.type == "pair":
            key = _text(child.child_by_field_name("key"))
            value_of = child.child_by_field_name("value")
            yield from _stands_for(of + key, value_of, syntax, within)


def _required(path: Node, syntax: Syntax) -> Imported:
    """Return what ``require()`` and ``import()`` of a path make known."""
    module = syntax.of(path).strip("\"'")
    places = [(path, Spec("module", module))]
    call = path.parent.parent if path.parent is not None else None
    if call is None:
        return Imported(places=tuple(places))
    for variable, key in _variables(_taken(call)):
        spec = Spec("module", module, (syntax.of(key),) if key else ())
        places += [(node, spec) for node in dict.fromkeys((key, variable)) if node]
    steps: tuple[str, ...] = ()
    value = call
    while (around := value.parent) is not None and around.type in OF_MODULES:
        of_it = around.child_by_field_name("property")
        if of_it is not None:
            steps = (*steps, syntax.of(of_it))
            places.append((of_it, Spec("module", module, steps)))
        value = around
    binds = around is not None and around.type == "variable_declarator"
    declarator = around if binds else None
    top, whole = at_top(declarator or value), outermost(declarator or value)
    if whole.start_point.row + 1 < call.start_point.row:
        whole = value
    lazy = in_function(value)
    if declarator is None:
        # What is called at once is used, and not only taken.
        called = around is not None and around.type in {"call_expression", "arguments"}
        name = "" if called else ".".join(steps)
        row = _row(whole if top else value, syntax, module, name, lazy=lazy)
        return Imported((row,), places=tuple(places))
    declared = declarator.child_by_field_name("name")
    made = _bound(declared, whole, syntax, module, steps, lazy=lazy)
    return made._replace(
        imports=made.imports or (_row(whole, syntax, module),),
        bound=made.bound if top else (),
        places=(*places, *made.places),
    )


def _bound(
    declared: Node | None,
    whole: Node,
    syntax: Syntax,
    module: str,
    steps: tuple[str, ...] = (),
    *,
    lazy: bool = False,
) -> Imported:
    """Return what a declarator makes known that is a module, or members of it.

    :param declared: what it binds, as of :func:`_variables`.
    :param whole: the statement.
    :param steps: the members that lead to the value.
    """
    rows: list[Import] = []
    bound: list[tuple[str, Spec]] = []
    places: list[tuple[Node, Spec]] = []
    for variable, key in _variables(declared):
        asked = steps if key is None else (*steps, syntax.of(key))
        spec = Spec("module", module, asked)
        alias, name = syntax.of(variable), ".".join(asked)
        bound.append((alias, spec))
        rows.append(_row(whole, syntax, module, name, alias, lazy=lazy))
        places += [(node, spec) for node in dict.fromkeys((key, variable)) if node]
    return Imported(tuple(rows), tuple(bound), places=tuple(places))


def _taken(call: Node) -> Node | None:
    """Return what takes a module that is waited for: ``import(a).then((m) => m.b)``."""
    asked = call.parent
    if (name := field(asked, "property")) is None or name.text != b"then":
        return None
    function = first_child(field(asked and asked.parent, "arguments"))
    if function is None or function.type not in _CALLBACKS:
        return None
    first = first_child(field(function, "parameters"))
    parameter = first or field(function, "parameter")
    return field(parameter, "pattern") or parameter


def _variables(declared: Node | None) -> Iterator[tuple[Node, Node | None]]:
    """Yield the variables that a declarator binds, each with the member it is.

    :param declared: a name, or a pattern: ``{ a, b: c }``.
    :return: of a name by itself no member.
    """
    if declared is None:
        return
    if declared.type == "identifier":
        yield declared, None
    elif declared.type == "object_pattern":
        for child in declared.named_children:
            key = field(child, "key") if child.type == "pair_pattern" else None
            for variable in pattern_names(child):
                yield variable, key or variable
