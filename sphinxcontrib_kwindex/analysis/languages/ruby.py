"""Ruby.

Names are those of classes and modules, ``Outer::Inner::method``, whether a method is
one of the class or of its instances. What methods make while a program runs is not
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from posixpath import normpath
from typing import Final

from tree_sitter import Node

from ...model.facts import FileFacts
from ...model.names import outer_name
from ..grammars.grammar import (
    HEAD_LIMIT,
    Found,
    Grammar,
    Imported,
    Outer,
    Syntax,
    Typed,
)
from ..grammars.nodes import field, first_child, reached
from ..grammars.read_file import read_file
from .common_names import common_names
from .test_titles import titled

_ACCESS: Final = frozenset({"private", "protected", "public"})
#: What makes methods of a module those of its own, too.
_OF_MODULE: Final = "module_function"
#: What methods are by the word before or above them.
_BY_WORD: Final = {
    "private": "private",
    "protected": "protected",
    "public": "",
    _OF_MODULE: "static",
}
#: What hides constants, and methods of the class.
_OF_CLASS: Final = frozenset({"private_constant", "private_class_method"})
#: What makes tests of a title and a block: https://rspec.info/features/,
#: https://docs.seattlerb.org/minitest/, https://guides.rubyonrails.org/testing.html.
_TESTS: Final = frozenset({"it", "specify", "example", "scenario", "test"})
#: What makes attributes of the names it is given.
_ACCESSORS: Final = frozenset(
    {"attr_accessor", "attr_reader", "attr_writer", "cattr_accessor", "mattr_accessor"}
)
#: What makes a method of the first name it is given.
_METHODS: Final = frozenset({"alias_method", "define_method"})
_SYMBOLS: Final = frozenset({"simple_symbol", "string"})
#: By what has it the method that makes a class, which a constant may name.
_MAKERS: Final = {"Class": "new", "Module": "new", "Struct": "new", "Data": "define"}
#: What a block holds that is of what stands around it, which a state notes.
_BY_CONSTANTS: Final = frozenset({"class", "namespace", "constant"})
_AROUND: Final = "around"
#: What makes the methods of modules those of a class.
_MIXINS: Final = frozenset({"include", "extend", "prepend"})
_BLOCKS: Final = frozenset({"block", "do_block"})
_OWN_FOLDER: Final = r"(?:__dir__|File\.dirname\(__FILE__\))"
#: How a path is made of that of its own file, and of the folder of that.
_BY_OWN_PATH: Final = tuple(
    map(
        re.compile,
        (
            r"""File\.expand_path\(\s*(["'][^"'#]+["'])\s*,\s*__FILE__\s*\)""",
            rf"""File\.expand_path\(\s*(["'][^"'#]+["'])\s*,\s*{_OWN_FOLDER}\s*\)""",
            rf"""File\.join\(\s*{_OWN_FOLDER}\s*,([^#()]+)\)""",
            rf"""\"\#\{{{_OWN_FOLDER}\}}/?([^"#]+\")""",
        ),
    )
)
_PARTS: Final = re.compile(r"""["']?([^"',\s]+)["']""")


def _define(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a node defines, as :attr:`.Grammar.define`."""
    around = outer.state.get(_AROUND) if outer is not None else None
    for definition in _defined(node, syntax, outer):
        if around is not None and definition.kind in _BY_CONSTANTS:
            name = f"{around}::{definition.name}".removeprefix("::")
            yield definition._replace(name=name, at_top=True)
        else:
            yield definition


def _defined(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    kind = node.type
    if outer is not None and outer.kind in {"function", "method"}:
        return
    if kind == "identifier":
        # From here on.
        if outer is not None:
            outer.state["access"] = syntax.of(node)
    elif kind == "singleton_class":
        yield Found("", "", node, holds=True)
    elif kind == "assignment":
        left, value = field(node, "left"), field(node, "right")
        if left is not None and (maker := _maker(value, syntax)) and value:
            yield from _class_by_call(left, value, maker, syntax, outer)
        elif left is not None:
            called = syntax.of(left)
            hidden = _hidden(node, called, syntax, outer)
            what = "constant", called, left
            yield Found(*what, value=syntax.line(value), modifiers=hidden)
    elif kind == "call" and syntax.of(node, "method") in _TESTS:
        yield from _titled_test(node, syntax)
    elif kind == "call":
        yield from _made(node, syntax, outer)
    elif name := node.child_by_field_name("name"):
        if kind in {"class", "module"}:
            yield _class(node, name, syntax)
        elif name.type == "global_variable":
            yield Found("data", syntax.of(name), name)  # "alias $ERROR $!"
        elif _is_of(outer, syntax.of(node, "object")):
            yield _method(node, name, syntax, outer)


def _is_of(outer: Outer | None, written: str) -> bool:
    """Tell whether a method is one of what it stands in.

    :param written: what it is defined for, empty for instances; ``HTTP`` in the class
        of that name is ``self`` there.
    """
    if written in {"", "self"}:
        return True
    return outer is not None and f"::{outer.qualname}".endswith(f"::{written}")


def _class(node: Node, name: Node, syntax: Syntax) -> Found:
    body = node.child_by_field_name("body")
    above = node.child_by_field_name("superclass")
    bases = [] if above is None else above.named_children[:1]
    for child in body.named_children if body else ():
        if child.type == "call" and syntax.of(child, "method") in _MIXINS:
            bases += _arguments(child, "constant", "scope_resolution")
    return Found(
        "class" if node.type == "class" else "namespace",
        *(syntax.of(name), name),
        body=body,
        modifiers=("module",) * (node.type == "module"),
        head=f"{node.type} {syntax.line(name)} {syntax.line(above)}".rstrip(),
        bases=tuple(
            base for base in bases if base.type in {"constant", "scope_resolution"}
        ),
        holds=True,
    )


def _maker(call: Node | None, syntax: Syntax) -> str:
    """Return what a call makes a class of: ``Struct`` of ``Struct.new(:x)``."""
    maker = syntax.of(call, "receiver").removeprefix("::")
    return maker if _MAKERS.get(maker) == syntax.of(call, "method") else ""


def _class_by_call(
    name: Node, call: Node, maker: str, syntax: Syntax, outer: Outer | None
) -> Iterator[Found]:
    """Yield a class that a call makes, and the attributes that it is given.

    ``Point = Struct.new(:x, :y) do … end``

    :param name: the constant that names it.
    :param maker: as of :func:`_maker`.
    """
    called, body = syntax.of(name), call.child_by_field_name("block")
    head = syntax.head(name.start_byte, body.start_byte if body else call.end_byte)
    is_module = maker == "Module"
    bases = _arguments(call, "constant", "scope_resolution")
    yield Found(
        *("namespace" if is_module else "class", called, name),
        body=body,
        head=head,
        modifiers=("module",) * is_module,
        bases=tuple(bases) if maker == "Class" else (),
        holds=True,
        state={_AROUND: outer.qualname if outer is not None else ""},
    )
    for symbol in _arguments(call, "simple_symbol"):
        attribute = f"{called}::{syntax.of(symbol).strip(':')}"
        yield Found("attribute", attribute, symbol, whole=symbol, head=head)


def _method(node: Node, name: Node, syntax: Syntax, outer: Outer | None) -> Found:
    parameters = node.child_by_field_name("parameters")
    signature = syntax.line(parameters)
    modifiers = []
    if node.type == "singleton_method":
        modifiers += ["static", *_hidden(node, syntax.of(name), syntax, outer)]
    elif access := _access(node, syntax, outer):
        modifiers.append(access)
    if _is_test(name, syntax, outer):
        modifiers.append("test")
    end = parameters or node.child_by_field_name("alias") or name
    return Found(
        "method" if outer is not None or _in_block(node) else "function",
        *(syntax.of(name), name),
        body=node.child_by_field_name("body"),
        head=syntax.head(node.start_byte, end.end_byte),
        signature=signature or "()",
        modifiers=tuple(modifiers),
        holds=True,
    )


def _in_block(node: Node) -> bool:
    """Tell whether a block is around a node: who calls it says of what a method is."""
    around: Node | None = node
    while around is not None and around.type not in _BLOCKS:
        around = around.parent
    return around is not None


def _access(node: Node, syntax: Syntax, outer: Outer | None) -> str:
    """Return what the word before a method or above makes it: hidden, or static."""
    word = outer.state.get("access", "") if outer is not None else ""
    if (before := _word_before(node, syntax)) in _BY_WORD:
        word = before
    elif node.parent is not None and outer is not None:
        _note_listed(node.parent, syntax, outer)
        word = outer.state.get(f":{syntax.of(node, 'name')}", word)
    return _BY_WORD.get(word, "")


def _word_before(node: Node, syntax: Syntax) -> str:
    """Return the name of the method that is given what a statement makes."""
    around = node.parent and node.parent.parent
    return syntax.of(around, "method") if around and around.type == "call" else ""


def _hidden(
    node: Node, name: str, syntax: Syntax, outer: Outer | None
) -> tuple[str, ...]:
    """Return the word that hides a constant, or a method of a class.

    ``private_constant :A``, ``private_class_method :a``
    """
    if node.parent is None or outer is None:
        return ()
    _note_listed(node.parent, syntax, outer)
    word = outer.state.get(f"self:{name}", "")
    if _word_before(node, syntax) in _OF_CLASS:
        word = "private"
    return (word,) if word else ()


def _note_listed(body: Node, syntax: Syntax, outer: Outer) -> None:
    """Note the words for what is listed in a body: ``private :a, :b``."""
    if outer.state.setdefault(f"listed {body.id}", "") or body.type != "body_statement":
        return
    outer.state[f"listed {body.id}"] = "yes"
    for call in body.named_children:
        word = syntax.of(call.child_by_field_name("method"))
        if call.type == "call" and word in {*_BY_WORD, *_OF_CLASS}:
            for name in _arguments(call, "simple_symbol"):
                if word in _OF_CLASS:
                    outer.state[f"self{syntax.of(name)}"] = "private"
                else:
                    outer.state[syntax.of(name)] = word


def _is_test(name: Node, syntax: Syntax, outer: Outer | None) -> bool:
    """Tell whether Minitest or Test::Unit runs a method."""
    return bool(
        outer is not None
        and outer.kind == "class"
        and "Test" in outer.qualname
        and syntax.of(name).startswith("test_")
    )


def _titled_test(node: Node, syntax: Syntax) -> Iterator[Found]:
    """Yield the test that a call with a title and a block defines."""
    title = first_child(node.child_by_field_name("arguments"))
    if title is not None and title.type == "string" and field(node, "block"):
        name = titled(syntax.of(node, "method"), syntax.line(title))
        yield Found("function", name, title, whole=node, modifiers=("test",))


def _made(node: Node, syntax: Syntax, outer: Outer | None) -> Iterator[Found]:
    """Yield what a call in the body of a class makes."""
    word = syntax.of(node, "method")
    names = list(_arguments(node, *_SYMBOLS))
    if outer is None or word not in _ACCESSORS | _METHODS:
        return
    before = _word_before(node, syntax)
    access = before if before in _ACCESS else outer.state.get("access", "")
    hidden = (access,) if access in _ACCESS - {"public"} else ()
    for at in names if word in _ACCESSORS else names[:1]:
        kind = "attribute" if word in _ACCESSORS else "method"
        name = syntax.of(at).strip(":\"'")
        if name:
            yield Found(kind, name, at, modifiers=hidden)


def _arguments(call: Node, *types: str) -> Iterator[Node]:
    arguments = call.child_by_field_name("arguments")
    for argument in arguments.named_children if arguments else ():
        if argument.type in types:
            yield argument


def _imports(node: Node, syntax: Syntax) -> Iterator[Imported]:
    """Yield what a statement makes known, as :attr:`.Grammar.imports`."""
    for path in _arguments(node, "string", "call"):
        if beside := _beside(syntax.of(path)[:HEAD_LIMIT]):
            yield syntax.imported(node, path, beside)
            return
        if path.type == "call":
            return
        module = syntax.of(path).strip("\"'")
        if module and "#{" not in module:
            word = syntax.of(node, "method")
            if word == "require_relative" and not module.startswith("."):
                module = f"./{module}"
            yield syntax.imported(node, path, module)
        return


def _beside(text: str) -> str:
    """Return the path that an expression makes of its own file's, else nothing."""
    for number, expression in enumerate(_BY_OWN_PATH):
        if match := expression.fullmatch(text):
            path = "/".join(_PARTS.findall(match[1]))
            # The first begins at the file, as if that were a folder.
            return f"./{normpath(path if number else f'file/{path}')}"
    return ""


def _typed(node: Node) -> Iterator[Typed]:
    """Yield variables that are given ``X.new``, and members of that, and of ``X``."""
    is_member = node.type == "call"
    name = node.child_by_field_name("method" if is_member else "left")
    value = node.child_by_field_name("receiver" if is_member else "right")
    made = field(value, "method")
    if made and made.text == b"new":
        value = field(value, "receiver")
    elif not is_member:
        return
    value = reached(value, {"constant"}, {"scope_resolution": "name"})
    yield Typed(name, value, is_member)


GRAMMAR: Final = Grammar(
    "tree-sitter-ruby",
    ("ruby",),
    _define,
    _imports,
    _typed,
    hoists=True,
    separator="::",
    this=("self",),
    common=common_names("members", "ruby"),
    docformat="rdoc",
)


def _visible(facts: FileFacts) -> Iterator[tuple[str, object]]:
    """Yield what modules have, of which others may be known by name."""
    kinds = {row.qualname: row.kind for row in facts.definitions}
    for row in facts.definitions:
        if row.kind == "method":
            yield row.qualname, kinds.get(outer_name(row.qualname)) == "namespace"


RUBY: Final = replace(
    GRAMMAR.language("Ruby", read_file),
    suffixes=(
        *(".rb", ".rake", ".gemspec", ".ru", ".rbw", ".rbi", ".podspec", ".thor"),
        *(".jbuilder", ".builder", ".rabl"),
    ),
    names=(
        *("Rakefile", "Gemfile", "Vagrantfile", "Podfile", "Guardfile", "Brewfile"),
        *("Capfile", "Berksfile", "Dangerfile", "Fastfile", "Thorfile", "Appraisals"),
        *("Steepfile", "Puppetfile", ".irbrc", ".pryrc", ".simplecov"),
    ),
    interpreters=("ruby",),
    lexer="ruby",
    prelude=common_names("prelude", "ruby"),
    adds_to_prelude=True,
    outer_members=False,
    found_by="imports",
    # https://api.rubyonrails.org/classes/ActiveSupport/Concern.html
    mixed_in=("ClassMethods", "InstanceMethods"),
    partial_types=True,
    visible=_visible,
)
