"""What Rust offers to Python by PyO3: https://pyo3.rs/latest/module.html.

Classes, functions and modules have a name in Python where their attributes say so, and
methods that of their class before it. What a module exports is written as a path, of
which only the whole tree tells where it leads: it is kept below the qualified name of
the module as :data:`~.extension_names.EXPORTED`. So are the functions that a table of
Python's own C API has (``PyMethodDef``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tree_sitter import Node

from ...model.extension_names import EXPORTED, INIT, ITSELF
from ...model.facts import Definition, Exposed
from ...model.named_tuple import NamedTuple
from ..grammars.grammar import Grammar, Syntax, with_blanks
from ..grammars.nodes import field, within
from .rust_paths import leaves, path_of
from .rust_types import type_name

#: A file that offers something has one of them: to look for words takes little.
_WORDS: Final = (
    *("pyclass", "pyfunction", "pymethods", "pymodule", "PyModule"),
    *("create_exception", INIT),
)
#: "#[pyo3::pyclass(name = "Item")]", also "#[cfg_attr(feature = "python", pyclass)]".
_ATTRIBUTE: Final = re.compile(
    r"(?:cfg_attr\s*\(.*?,\s*(?=(?:pyo3::)?py))?(?:pyo3::)?(\w+)(.*)", re.DOTALL
)
_NAME: Final = re.compile(r'\bname\s*=\s*"(\w+)"')
#: "#[getter(size)]".
_CALLED: Final = re.compile(r"\(\s*(?:r#)?(\w+)\s*\)")
#: What a function adds to a module.
_ADDED: Final = re.compile(
    r"\b(?:add_class|get_type(?:_bound)?)\s*::\s*<\s*([\w:]+)"
    r"|\bwrap_py(?:function|module)!\s*\(\s*([\w:]+)"
)
#: The module that a function is given, as in "m: &Bound<'_, PyModule>".
_GIVEN: Final = re.compile(r"(\w+)\s*:(?!:)(?:[^:]|::)*?\bPyModule\b")
_OPENED: Final = re.compile(r"\buse\s+([\w:]+)::\*\s*;")
_TABLE: Final = re.compile(
    r'\bPyMethodDef\s*\{\s*ml_name:\s*c"(\w+)".*?\{\s*\w+:\s*(\w+)', re.DOTALL
)
_CLASSES: Final = frozenset({"struct_item", "enum_item", "union_item"})
#: What every field or variant of a class is called otherwise.
_ALL_RENAMED: Final = "rename_all"


class _Item(NamedTuple):
    node: Node
    name: str
    attributes: dict[str, str]
    """The arguments of its attributes, by their names."""

    def called(self, kind: str) -> str:
        """Return its name in Python."""
        texts = (self.attributes.get(attribute, "") for attribute in (kind, "pyo3"))
        match = next(filter(None, map(_NAME.search, texts)), None)
        return match[1] if match else self.name.removeprefix("r#")


def exposed(
    grammar: Grammar, text: str, definitions: Sequence[Definition]
) -> tuple[Exposed, ...]:
    """Return what a file offers to Python, by name."""
    if not any(word in text for word in _WORDS):
        return ()
    root = grammar.tree(with_blanks(text, tuple(grammar.blank(text))))
    offered = dict.fromkeys(_Offers(Syntax(text, {})).of(root, ()))
    own = {row.qualname for row in definitions}
    return tuple(
        Exposed(*row)
        for row in sorted(offered)
        if row[1] in own or row[0].endswith(EXPORTED)
    )


class _Offers:
    """Yields names in Python, and what has them in Rust."""

    def __init__(self, syntax: Syntax) -> None:
        self._syntax = syntax
        self._classes: dict[str, str] = {}
        """What the classes of the file are called in Python."""

    def of(self, body: Node, inside: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """Yield what stands in a file, or in a module in it.

        :param inside: the modules in the file around it.
        """
        items = list(self._items(body))
        for item in items:
            if item.node.type in _CLASSES and "pyclass" in item.attributes:
                yield from self._class(item, inside)
        for item in items:
            yield from self._item(item, inside)
            held = item.node.child_by_field_name("body")
            if item.node.type == "mod_item" and held:
                yield from self.of(held, (*inside, item.name))

    def _item(self, item: _Item, inside: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """Yield what an item offers besides classes."""
        node, name, attributes = item
        own = "::".join((*inside, name))
        has: Iterable[str] = ()
        if node.type == "impl_item" and "pymethods" in attributes:
            yield from self._methods(node, inside)
        elif node.type == "macro_invocation":
            if exception := exception_of(node, self._syntax):
                called = self._syntax.of(exception)
                yield called, "::".join((*inside, called))
        elif "pyfunction" in attributes:
            yield item.called("pyfunction"), own
        elif name.startswith(INIT):
            rows = _TABLE.findall(self._syntax.text)
            yield name.removeprefix(INIT), own
            yield from rows
            has = ITSELF, *(f"self::{function}" for _, function in rows)
        elif "pymodule_export" in attributes and node.type == "const_item":
            yield item.called("pymodule_export"), own
        elif "pymodule" in attributes:
            yield item.called("pymodule"), own
            has = ITSELF, *self._exports(item, inside)
        elif node.type == "function_item":
            has = self._added(node, inside)
        yield from ((own + EXPORTED, path) for path in has)

    def _items(self, body: Node) -> Iterator[_Item]:
        attributes: dict[str, str] = {}
        for node in body.named_children:
            if node.type == "attribute_item":
                said = _ATTRIBUTE.match(self._syntax.of(node).strip("#[] \n"))
                attributes |= {said[1]: said[2]} if said else {}
            elif not node.type.endswith("comment"):
                # A macro with a semicolon is a statement.
                item = within(node, "expression_statement") or node
                yield _Item(item, self._syntax.of(item, "name"), attributes)
                attributes = {}

    def _class(self, item: _Item, inside: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        called = item.called("pyclass")
        own = "::".join((*inside, item.name))
        self._classes[own] = called
        yield called, own
        options = item.attributes["pyclass"]
        body = item.node.child_by_field_name("body")
        if body is None or _ALL_RENAMED in options:
            return
        for member in self._items(body):
            said = member.attributes.get("pyo3", "")
            if member.node.type == "enum_variant" or re.search(
                r"\b[gs]et(?:_all)?\b", options + said
            ):
                yield f"{called}.{member.called('')}", f"{own}::{member.name}"

    def _methods(
        self, node: Node, inside: tuple[str, ...]
    ) -> Iterator[tuple[str, str]]:
        type_, body = field(node, "type"), field(node, "body")
        if type_ is None or body is None:
            return
        cls = "::".join((*inside, self._syntax.of(type_name(type_))))
        # The class may stand in another file.
        before = self._classes.get(cls, cls)
        offered: dict[str, str] = {}
        for item in self._items(body):
            name, called = item.name, item.called("")
            for kind, start in (("getter", "get_"), ("setter", "set_")):
                if kind in item.attributes:
                    given = _CALLED.match(item.attributes[kind])
                    known = called if called != name else name.removeprefix(start)
                    called = given[1] if given else known
            called = "__new__" if "new" in item.attributes else called
            # Of what is read and set by one name the first is meant.
            if name and offered.setdefault(called, name) == name:
                yield f"{before}.{called}", f"{cls}::{name}"

    def _exports(self, module: _Item, inside: tuple[str, ...]) -> Iterator[str]:
        """Yield the paths of what a module has, as they are from the file's module."""
        body = module.node.child_by_field_name("body")
        if module.node.type != "mod_item" or body is None:
            yield from self._added(module.node, inside)
            return
        inside = (*inside, module.name)
        for item in self._items(body):
            if item.node.type == "use_declaration":
                if "pymodule_export" in item.attributes:
                    for leaf in leaves(field(item.node, "argument"), self._syntax):
                        yield "::".join(path_of(leaf.parts, inside))
            elif "pymodule_init" in item.attributes:
                yield from self._added(item.node, inside)
            elif any(attribute.startswith("py") for attribute in item.attributes):
                yield "::".join(("self", *inside, item.name))

    def _added(self, node: Node, inside: tuple[str, ...]) -> Iterator[str]:
        """Yield the paths of what a function adds to a module that it is given."""
        given = _GIVEN.search(self._syntax.of(node, "parameters").strip("()"))
        if given is None:
            return
        text = self._syntax.of(node, "body")
        # Other functions that it gives the module to.
        handed = rf"\b([\w:]+)\s*\(\s*(?:_?py\w*\s*,\s*)?&?{given[1]}\s*[,)]"
        for path in re.findall(handed, text):
            yield "::".join(path_of(path.split("::"), inside))
        opened = _OPENED.findall(text)
        for match in _ADDED.finditer(text):
            parts = (match[1] or match[2]).split("::")
            yield "::".join(path_of(parts, inside))
            for module in opened if len(parts) == 1 else ():
                yield "::".join(path_of((*module.split("::"), *parts), inside))


def exception_of(node: Node, syntax: Syntax) -> Node | None:
    """Return the name of the class that ``create_exception!(module, Name)`` makes."""
    arguments = node.named_children[-1]
    called = syntax.of(node, "macro").rpartition("::")[2]
    if called != "create_exception" or arguments.type != "token_tree":
        return None
    tokens = arguments.children
    commas = (at for at, token in enumerate(tokens) if syntax.of(token) == ",")
    return tokens[next(commas, -2) + 1]
