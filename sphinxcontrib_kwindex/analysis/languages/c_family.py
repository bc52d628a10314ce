"""What C, C++ and CUDA have in common: definitions, includes, scopes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tree_sitter import Node

from ...model.kinds import DECLARATION
from ...model.names import last_part, outer_name
from ...model.references import Spec
from ..grammars.grammar import LONGEST, Found, Imported, Outer, Syntax
from ..grammars.nodes import field
from .c_declarations import (
    RESERVED_IN_CPP,
    access_of,
    block,
    declarator_of,
    declared,
    is_name,
    outermost,
    space_of,
    tidy,
)

#: A comment behind the value of a macro.
_COMMENT: Final = re.compile(r"\s+//[^\"']*$")
#: A directive where the grammar knows none, and the path that it may name.
_DIRECTIVES: Final = frozenset({"#include", "preproc_directive"})
_INCLUDE: Final = re.compile(r"#[ \t]*+include[ \t]*+(\"[^\"\n]+\"|<[^>\n]+>)")
#: What is around what stands in no namespace.
_TOP: Final = frozenset({"translation_unit", "preproc_if", "preproc_ifdef"})
#: What :attr:`.Definition.kind` and :attr:`.Definition.modifiers` are of a class.
_CLASSES: Final = {
    "class_specifier": (),
    "struct_specifier": ("struct",),
    "union_specifier": ("union",),
}


def define(
    node: Node,
    syntax: Syntax,
    outer: Outer | None,
    reserved: frozenset[str] = RESERVED_IN_CPP,
) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`.

    :param reserved: what is no name in the language.
    """
    for definition in _DEFINED.get(node.type, _declaration)(node, syntax, outer):
        # Of an error a grammar may make any name.
        if not definition.kind or is_name(definition.name, reserved):
            yield definition


def _declaration(node: Node, syntax: Syntax, outer: Outer | None) -> Iterable[Found]:
    if outer is None or not (
        outer.kind in {"function", "method"} or "block" in outer.state
    ):
        return declared(node, syntax, outer)
    return ()


def _access(node: Node, syntax: Syntax, outer: Outer | None) -> Iterable[Found]:
    if outer is not None:
        outer.state["access"] = syntax.of(node).split()[0].rstrip(":")
    return ()


def _enumerator(node: Node, syntax: Syntax, _: Outer | None) -> Iterable[Found]:
    if (name := field(node, "name")) is None:
        return ()
    value = syntax.line(node, "value")
    return (Found("constant", syntax.of(name), name, value=value),)


def _class(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield the class, structure or union that a node defines or declares."""
    name, body, whole = field(node, "name"), field(node, "body"), node.parent
    state = {"space": space_of(outer)}
    if name is None:
        declaration = declarator_of(field(whole, "declarator"))
        if body and declaration and whole and whole.type != "type_definition":
            # "struct { int x; } point;"
            yield Found("", syntax.of(declaration.at), node, holds=True, state=state)
        return
    if body is None and not _alone(node, syntax):
        return
    bases = [
        base
        for clause in node.children
        if clause.type == "base_class_clause"
        for base in clause.named_children
        if base.type in {"type_identifier", "qualified_identifier", "template_type"}
    ]
    yield Found(
        *("class", tidy(syntax.of(name)), name),
        body=body,
        first=outermost(node, syntax),
        modifiers=(*_CLASSES[node.type], *access_of(outer), *_declares(body)),
        bases=tuple(bases),
        holds=body is not None,
        state=state,
    )


def _alone(node: Node, syntax: Syntax) -> bool:
    """Return whether a class or enumeration without a body is declared.

    So is ``struct A;``, and not ``struct A *a;`` or a friend.
    """
    whole = node.parent
    if whole is None or whole.type in {"friend_declaration", "template_instantiation"}:
        return False
    if whole.type in {"declaration", "field_declaration"}:
        return whole.child_by_field_name("declarator") is None
    return syntax.text.startswith(";", node.end_byte)


def _declares(body: Node | None) -> tuple[str, ...]:
    return () if body else (DECLARATION,)


def _enum(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    name, body = field(node, "name"), field(node, "body")
    if name is None or (body is None and not _alone(node, syntax)):
        return
    scoped = any(child.type in {"class", "struct"} for child in node.children)
    yield Found(
        *("enum", tidy(syntax.of(name)), name),
        body=body,
        modifiers=(*access_of(outer), *_declares(body)),
        holds=scoped and body is not None,
    )


def _namespace(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    name, body = field(node, "name"), field(node, "body")
    if name is None:
        yield Found("", "", node, holds=True, state={"access": "private"})
        return
    inline = node.children[0].type == "inline"
    parts = tidy(syntax.of(name)).split("::")
    # "namespace a::inline b": what it has is that of a.
    written = "::".join(part for part in parts if not part.startswith("inline "))
    yield Found(
        *("namespace", written, name),
        body=body,
        modifiers=(*(("inline",) if inline else ()), *access_of(outer)),
        holds=not inline,
    )
    if inline:
        # Its names are those of the namespace around it.
        yield Found("", "", node, holds=True)


#: Where a file has begun, in characters, whatever comment it begins with.
_HEAD: Final = 20_000
#: Comments, and what only compilers read.
_NO_CODE: Final = re.compile(
    r"/\*.*?\*/|//[^\n]*|\n[ \t]*+#[ \t]*+(?:pragma|error|warning)\b[^\n]*",
    re.DOTALL,
)
#: All of a file that stands before what a guard defines.
_ASKED: Final = re.compile(
    r"\s*#\s*(?:ifndef\s+(\w+)|if\s*!\s*defined\s*(?:\(\s*(\w+)\s*\)|(\w+)))\s*"
)
_CONDITION: Final = re.compile(r"^[ \t]*+#[ \t]*+(?:(if)|endif)", re.MULTILINE)


def _macro(node: Node, syntax: Syntax, _: Outer | None) -> Iterator[Found]:
    name, value = field(node, "name"), field(node, "value")
    if name is None:
        return
    parameters = field(node, "parameters")
    if parameters is None and _is_guard(node, name, syntax):
        return
    text = syntax.line(value) if parameters is None else ""
    signature = syntax.line(parameters)
    yield Found(
        *("macro", syntax.of(name), name),
        body=value,
        head=f"#define {syntax.of(name)}{signature}",
        signature=signature,
        value=_COMMENT.sub("", text),
        at_top=True,
    )


def _is_guard(node: Node, name: Node, syntax: Syntax) -> bool:
    """Return whether a macro keeps a header from being included twice.

    It is the first that a condition defines that asks whether it is defined, around all
    else that the file has. The text tells, for there may be errors in the tree.
    """
    text, start, word = syntax.text, node.start_byte, syntax.of(name)
    if start > _HEAD or word not in text[:start]:
        return False
    asked = _ASKED.fullmatch(_NO_CODE.sub("", f"\n{text[:start]}"))
    if asked is None or word not in asked.groups():
        return False
    rest, depth = _NO_CODE.sub("", f"\n{text[node.end_byte :]}"), 1
    for match in _CONDITION.finditer(rest):
        depth += 1 if match[1] else -1
        if not depth:
            return (
                bool(rest[: match.start()].strip()) and not rest[match.end() :].strip()
            )
    return False


def _lost_macro(node: Node, syntax: Syntax, _: Outer | None) -> Iterator[Found]:
    """Yield a macro that is defined where the grammar knows none: among values."""
    name = node.next_sibling
    while name is not None and name.named_child_count:
        name = name.named_child(0)
    if name is not None and name.type == "identifier":
        start = node.start_byte
        text = syntax.text[start : start + LONGEST].partition("\n")[0].rstrip()
        called, before = syntax.of(name), node.prev_sibling
        if text.split()[-2:] != [called, called]:
            yield Found("macro", called, name, head=text, at_top=True)
        elif before is not None and syntax.of(before) == called:
            # "A #define A A": it stands for the enumerator, which is lost, too.
            yield Found("constant", called, before, head=called)


def _type(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield the names that ``using`` or ``typedef`` give to types."""
    name = node.child_by_field_name("name")
    access = access_of(outer)
    if name is not None:
        first = outermost(node, syntax)
        yield Found("type", syntax.of(name), name, first=first, modifiers=access)
        return
    what = field(node, "type")
    # "typedef n::A A;" gives another name to what is defined elsewhere.
    is_own = what is not None and what.type in {*_CLASSES, "enum_specifier"}
    body, named = field(what, "body"), field(what, "name") if is_own else None
    ahead = named if what and not body and what.type in _CLASSES and not outer else None
    for declarator in node.children_by_field_name("declarator"):
        declaration = declarator_of(declarator)
        if declaration is None:
            continue
        at = declaration.at
        if what and named and at == declarator and syntax.of(at) == syntax.of(named):
            # "typedef struct A { … } A;": both are one, as they are in C++.
            kind = "class" if what.type in _CLASSES else "enum"
            modifiers = (*_CLASSES.get(what.type, ()), *access, DECLARATION)
            yield Found(kind, syntax.of(at), at, modifiers=modifiers)
        elif what and body and at == declarator and not named:
            # "typedef struct { … } A, *B;": it has no other name.
            is_class = what.type in _CLASSES
            yield Found(
                *("class" if is_class else "enum", syntax.of(at), at),
                body=body,
                head=f"typedef {syntax.of(what.children[0])} {syntax.of(at)}",
                modifiers=(*_CLASSES.get(what.type, ()), *access),
                holds=is_class,
            )
            body = None
        else:
            yield Found("type", syntax.of(at), at, modifiers=access)
            if what and ahead and syntax.of(ahead) != syntax.of(at):
                # "typedef struct A B;" declares A.
                words = (*_CLASSES[what.type], DECLARATION)
                head = syntax.of(what)
                yield Found(
                    "class", syntax.of(ahead), ahead, head=head, modifiers=words
                )
                ahead = None


#: By the type of a node what yields what it defines; others are declarations.
_DEFINED: Final[dict[str, Callable[[Node, Syntax, Outer | None], Iterable[Found]]]] = {
    "access_specifier": _access,
    **dict.fromkeys(_CLASSES, _class),
    "enum_specifier": _enum,
    "enumerator": _enumerator,
    "namespace_definition": _namespace,
    **dict.fromkeys(("preproc_def", "preproc_function_def"), _macro),
    **dict.fromkeys(
        ("type_definition", "alias_declaration", "concept_definition"), _type
    ),
    "compound_statement": lambda node, syntax, _: block(node, syntax),
    "#define": _lost_macro,
}


def imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a statement makes known, as :attr:`.Grammar.imports`."""
    if node.type == "preproc_include":
        path = node.child_by_field_name("path")
        if path is None or path.type not in {"string_literal", "system_lib_string"}:
            return
        yield syntax.imported(node, path, syntax.of(path).strip('"'), "*")
    elif node.type in _DIRECTIVES:
        if match := _INCLUDE.match(syntax.text, node.start_byte):
            yield syntax.imported(node, node, match[1].strip('"'), "*", match[0])
    elif node.type == "namespace_alias_definition":
        name, *_, target = node.named_children
        spec = Spec("name", syntax.of(target), ("",))
        yield Imported(bound=((syntax.of(name), spec),))
    elif node.type == "using_declaration" and node.named_children:
        opened = syntax.of(node.named_children[-1])
        at_top = node.parent is not None and node.parent.type in _TOP
        if any(child.type == "namespace" for child in node.children):
            yield Imported(opened=(opened,), offered=at_top)
        elif (last := last_part(opened)) != last_part(outer_name(opened)):
            # Constructors of a class above are no other name.
            bound = ((last, Spec("name", opened, ("",))),)
            yield Imported(bound=bound, exported=bound if at_top else ())
