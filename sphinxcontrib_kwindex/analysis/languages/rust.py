"""Rust."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import structs
from tree_sitter import Node

from ...model.facts import FileFacts, Import
from ...model.kinds import CONTAINERS
from ...model.references import Spec
from ..grammars.grammar import (
    Found,
    Grammar,
    Imported,
    Outer,
    Syntax,
    blank,
    signature_of,
)
from ..grammars.nodes import child_of, field, first_child
from ..grammars.read_file import read_file
from .common_names import common_names
from .programs import rust_program
from .rust_macros import tests_in_macro, wrappers
from .rust_paths import leaves, modules, path_of, places_in, spec_of, written_here
from .rust_python import exception_of, exposed
from .rust_types import PRELUDE, type_name, typed

#: The kinds of what has a name of its own, and the words that say which sort it is.
_SORTS: Final = {
    "struct_item": ("class", ("struct",)),
    "union_item": ("class", ("union",)),
    "trait_item": ("class", ("trait",)),
    "enum_item": ("enum", ()),
    "enum_variant": ("constant", ("variant",)),
    "type_item": ("type", ()),
    "associated_type": ("type", ()),
    "mod_item": ("namespace", ("module",)),
    "macro_definition": ("macro", ()),
}
#: Types that consist of others.
_BUILT: Final = frozenset(
    {"tuple_type", "array_type", "function_type", "pointer_type", "bounded_type"}
)
_LIFETIME: Final = re.compile(r" ?\+ ?'\w+|'\w+(?:, ?| \+ ?| )?")
#: What keeps what it holds, where it says nothing else, from others.
_PRIVATE: Final = ("private",)
_WORDS: Final = re.compile(r"\b(async|const|unsafe|extern)\b")
#: An attribute that makes a function a test, and what may stand between.
_TEST: Final = re.compile(
    r"#\[\s*(?:\w+::)*(?:(?:\w+_)?test|rstest|test_case|quickcheck)\b[^\]]*\]"
    r"\s*+(?:#\[(?:\"(?:\\.|[^\"\\])*+\"|[^\]\"])*+\]\s*+|//[^\n]*+\s*+)*+$"
)
#: An attribute that says on which condition something is there.
_CONDITION: Final = re.compile(
    r"#\[\s*cfg\b[^\n]*\]\s*+(?:#\[[^\]]*+\]\s*+|//[^\n]*+\s*+)*+$"
)
#: The attribute that says in which file a module is.
_PATH: Final = re.compile(
    r'#\[\s*path\s*=\s*"([^"]+)"\s*\]\s*+(?:#\[[^\]]*+\]\s*+|//[^\n]*+\s*+)*+$'
)
#: What of these is there for tests alone.
_FOR_TESTS: Final = re.compile(r"cfg\s*\(\s*(?:all\s*\([^()\n]*)?\btest\b")
#: A word before traits and what implements them that the grammar does not know, and
#: what in a macro stands for the crate that it is of.
_UNKNOWN: Final = re.compile(
    r"const(?<![*\w]const)(?=\s+(?:unsafe\s+)?(?:trait|impl)\b)|\$(?=crate::)"
)
#: Characters before a function in which its attributes are looked for.
_BEFORE: Final = 400


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    kind = node.type
    name = node.child_by_field_name("name")
    if kind == "impl_item":
        yield from _implementation(node, syntax)
    elif kind == "macro_invocation":
        yield from tests_in_macro(node, syntax)
        if exception := exception_of(node, syntax):
            yield Found("class", syntax.of(exception), exception, whole=node)
    elif name is None or (text := syntax.of(name)) == "_":
        return
    elif kind in {"function_item", "function_signature_item"}:
        yield _function(node, syntax, name, outer)
    elif kind in {"const_item", "static_item", "field_declaration"}:
        sort = {"const_item": "constant", "static_item": "data"}.get(kind, "field")
        yield Found(
            *(sort, text, name),
            annotation=syntax.line(node, "type"),
            value=syntax.line(node, "value"),
            modifiers=_visibility(node, syntax, outer),
        )
    elif (body := field(node, "body")) or kind != "mod_item":
        sort, words = _SORTS[kind]
        if kind == "macro_definition":
            # Those that are exported stand at the top of the crate.
            exported = "#[macro_export" in _before(node, syntax)
            modifiers: tuple[str, ...] = ("pub",) if exported else ()
            around = node.parent and node.parent.parent
            if not exported and around and "#[macro_use" not in _before(around, syntax):
                # It is in a module or a block, and seen only there.
                modifiers = _PRIVATE
            body = child_of(node, *"({[")
        else:
            modifiers = (*_visibility(node, syntax, outer), *words)
        bounds = field(node, "bounds")
        above = bounds.named_children if bounds and words == ("trait",) else ()
        yield Found(
            *(sort, text, name),
            body=body,
            modifiers=modifiers,
            bases=tuple(base for base in above if base.type != "lifetime"),
            holds=True,
            at_top=kind == "macro_definition" and modifiers != _PRIVATE,
        )


def _implementation(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield what holds the methods of a type, whose base a trait is."""
    type_, trait = field(node, "type"), field(node, "trait")
    if type_ is None:
        return
    name = type_name(type_)
    text = syntax.of(name)
    parameters = field(node, "type_parameters")
    own = parameters.named_children if parameters else ()
    is_own = any(syntax.of(child, "name") == text for child in own)
    if trait and (name is None or is_own or type_.type in _BUILT):
        # They belong to no type: "<&T as Trait>::f", as the compiler has it.
        what, of = (
            _LIFETIME.sub("", syntax.line(part)).replace("<>", "")
            for part in (type_, trait)
        )
        text = f"<{what} as {of}>"
    yield Found(
        # Where its type is named is no name of its own: that leads to the type.
        *("", text, node),
        body=node.child_by_field_name("body"),
        modifiers=("impl", *(("trait",) if trait else ())),
        bases=(trait,) if trait else (),
        holds=True,
    )


def _function(node: Node, syntax: Syntax, name: Node, outer: Outer | None) -> Found:
    words = _WORDS.findall(syntax.text[node.start_byte : name.start_byte])
    is_test = bool(_TEST.search(_before(node, syntax)))
    is_method = outer is not None and not {"trait", "impl"}.isdisjoint(outer.modifiers)
    return Found(
        *("method" if is_method else "function", syntax.of(name), name),
        body=node.child_by_field_name("body"),
        signature=signature_of(node, name, syntax),
        modifiers=(*_visibility(node, syntax, outer), *words, *["test"] * is_test),
        holds=True,
    )


def _before(node: Node, syntax: Syntax) -> str:
    return syntax.text[max(node.start_byte - _BEFORE, 0) : node.start_byte]


def _visibility(node: Node, syntax: Syntax, outer: Outer | None) -> tuple[str, ...]:
    """Return how far a name is seen, as written; what says nothing is private.

    What a trait or an enumeration has is seen where these are.
    """
    first = first_child(node)
    if first is not None and first.type == "visibility_modifier":
        return ("".join(syntax.of(first).split()).replace("(in", "(in "),)
    is_shared = node.type == "enum_variant" or (
        outer is not None and (outer.kind == "enum" or "trait" in outer.modifiers)
    )
    around = node.parent and node.parent.parent
    is_shared |= around is not None and around.type == "enum_variant"
    return () if is_shared else _PRIVATE


#: The folder of which ``automod::dir!`` makes each file a module.
_FOLDER: Final = re.compile(r'"([^"\\]+?)/?"')


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    line, end_line = node.start_point.row + 1, node.end_point.row + 1
    text = syntax.line(node).rstrip(";")
    within, inside, top = written_here(node, syntax)
    if node.type in {"crate", "super", "self"}:
        spec = Spec("module", "::".join(path_of([syntax.of(node)], inside)))
        yield Imported(places=((node, spec),))
    elif node.type == "mod_item":
        name = syntax.of(node, "name")
        written = _PATH.search(_before(node, syntax))
        module = written[1] if written else "::".join(("self", *inside, name))
        row = Import(module, line, alias=name, end_line=end_line, text=text, apart=True)
        yield Imported((row,), ((name, Spec("module", module)),), within=within)
    elif node.type == "macro_invocation":
        if folder := _FOLDER.search(text):
            row = Import(f"{folder[1]}/", line, end_line=end_line, text=text)
            yield Imported((row,))
    elif node.type == "extern_crate_declaration":
        name, alias = syntax.of(node, "name"), syntax.of(node, "alias")
        if name == "self":
            return
        row = Import(name, line, alias=alias, end_line=end_line, text=text)
        yield Imported((row,), ((alias or name, Spec("module", name)),))
    else:
        of_tests = any(_asks_for_tests(item, syntax) for item in (node, top))
        yield from _uses(node, syntax, inside, within, of_tests=of_tests)


def _uses(
    node: Node,
    syntax: Syntax,
    inside: tuple[str, ...],
    within: Node | None,
    *,
    of_tests: bool,
) -> Iterator[Imported]:
    """Yield what a ``use`` declaration makes known: each leaf of its tree."""
    text = syntax.line(node).rstrip(";")
    condition = 0
    if asked := _CONDITION.search(_before(node, syntax)):
        condition = node.start_point.row + 1 - asked[0].count("\n")
    # What a module in the file offers others find in that.
    offers = bool(inside) and text.startswith("pub")
    for leaf in leaves(node.child_by_field_name("argument"), syntax):
        parts = path_of(leaf.parts, inside)
        module, rest = modules(parts, whole=leaf.star)
        spec = spec_of(parts, whole=leaf.star)
        called = leaf.alias or ("" if leaf.star else parts[-1])
        alias = called if leaf.alias or len(rest) != 1 else ""
        if inside or (leaf.star and rest):
            # What a module in the file binds is none of the file's names, and what an
            # enumeration has is not known here.
            is_opened = offers and leaf.star and not rest
            alias = "::".join((*inside, "*")) if is_opened else "_"
        row = Import(
            "::".join(module),
            node.start_point.row + 1,
            "::".join(rest) or ("*" if leaf.star else ""),
            alias=alias,
            end_line=node.end_point.row + 1,
            lazy=within is not None and within.type == "block",
            condition=condition,
            text=text,
            apart=of_tests,
        )
        # What stands in the file itself is no import.
        is_own = module == ["self"] or module[0][:1].isupper()
        is_bound = called not in {"", "_"} and (
            module != ["self"] or called != parts[-1] or len(parts) > 2
        )
        yield Imported(
            () if is_own else (row,),
            bound=((called, spec),) if is_bound else (),
            opened=("::".join(parts),) if leaf.star else (),
            exported=(("::".join((*inside, called)), spec),)
            if offers and called
            else (),
            places=tuple(places_in(leaf, inside)),
            within=within,
            relative=True,
            optional=condition > 0,
        )


def _asks_for_tests(node: Node, syntax: Syntax) -> bool:
    """Tell whether an attribute of a node asks whether tests are compiled."""
    asked = _CONDITION.search(_before(node, syntax))
    return bool(asked and _FOR_TESTS.search(asked[0]))


def _offered(imports: Iterable[Import]) -> Iterator[Import]:
    """Yield imports; those that offer what a module of the file has are apart."""
    rows = list(imports)
    here = {row.alias for row in rows if row.apart and not row.name}
    for row in rows:
        path = [*row.module.split("::"), row.name]
        first = path[path[0] in {"crate", "self"}]
        offers = row.text.startswith("pub") and first in here
        yield structs.replace(row, apart=True) if offers else row


#: A field that is called stands in parentheses: "(x.f)()".
_CALLS_APART: Final = frozenset({"this", "member"})


def _blank(text: str) -> Iterator[tuple[int, int]]:
    return wrappers(text, GRAMMAR.tree)


GRAMMAR: Final = Grammar(
    "tree-sitter-rust",
    ("rust",),
    _define,
    _imports,
    typed,
    follows=True,
    crates=True,
    own_types=frozenset({"Self"}),
    bare_members=False,
    separator="::",
    this=("self",),
    calls_apart=_CALLS_APART,
    docformat="rustdoc",
    prepare=partial(_UNKNOWN.sub, lambda match: blank(match[0])),
    blank=_blank,
    # "cfg_if! { if #[cfg(unix)] {" and "} else {" stand around items.
    reserved=frozenset({"if", "else"}),
)


def _analyse(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file; what it takes out of itself is no import."""
    facts = read_file(grammar, text, facts)
    own = {row.qualname for row in facts.definitions}
    holding = {row.qualname for row in facts.definitions if row.kind in CONTAINERS}
    around = {
        line: row.qualname
        for row in facts.definitions
        if row.kind == "namespace"
        for line in range(row.line, row.end_line + 1)
    }
    imports = (
        row
        for row in facts.imports
        if holding.isdisjoint(_beginnings(row, around))
        and (row.module not in own or row.name)
    )
    offers = exposed(grammar, text, facts.definitions)
    return structs.replace(facts, imports=tuple(_offered(imports)), exposed=offers)


def _beginnings(row: Import, around: Mapping[int, str]) -> Iterator[str]:
    """Yield what the path of an import may begin with that its file defines.

    :param around: by line the innermost module of the file that it stands in.
    """
    first = row.module.partition("::")[0]
    yield first
    if row.line in around:
        yield f"{around[row.line]}::{first}"


def _visible(facts: FileFacts) -> Iterator[tuple[str, object]]:
    """Yield the modules of a file, from which paths of others lead on."""
    yield "", {(row.module, row.bound) for row in facts.imports if not row.name}


RUST: Final = replace(
    GRAMMAR.language("Rust", _analyse),
    suffixes=(".rs",),
    folder_files=("lib.rs", "mod.rs", "main.rs"),
    lexer="rust",
    program=rust_program,
    import_cycles=False,
    tests_inside=True,
    prelude=PRELUDE,
    common=common_names("members", "rust"),
    own_index=True,
    members_anywhere=True,
    whole_path=lambda parts: Spec("module", parts[0], tuple(parts[1:])),
    shared=frozenset({"pub(crate)"}),
    offering="pub",
    visible=_visible,
)
