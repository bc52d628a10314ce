"""The identifiers in expressions: the base of the walk over a module.

An *occurrence* is an identifier at a place, as a name in a scope or as an attribute
of an earlier occurrence. What they mean is resolved when all names are bound
(:mod:`.resolve_names`). A call is an occurrence too,
called ``()`` and without a place, so that ``f().x`` is a path like ``a.b.x``; it is
noted only where something goes on from it.

Every visitor returns the number of the occurrence that an expression is, the
number of what it calls as ``-2 - number``, or -1 for any other expression.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from astroid import nodes

from ...model.references import CALL, CALLED, Block
from .blocks import FIELDS
from .scopes import COMPREHENSION, MODULE, Scope

_DEFINITIONS: Final = {nodes.ClassDef, nodes.FunctionDef, nodes.AsyncFunctionDef}
_NO_CODE: Final = re.compile(r"\s*(#|$)")
#: The occurrence of a call of ``super``.
SUPER: Final = "super()"


class Occurrence(NamedTuple):
    """An identifier at a place."""

    parent: int
    """The occurrence whose attribute it is; -1 for a name."""
    name: str
    line: int
    """0 for what has no place of its own."""
    column: int
    """Where it begins or, of an attribute, ends; in bytes."""
    scope: Scope
    store: bool = False
    """Whether it is bound here."""


class Occurrences:
    """The identifiers in expressions, in the order of execution.

    What binds names is for :class:`~.bindings.BindingWalk`.

    :param module: the tree.
    :param text: the text that it was parsed from, with LF line ends.
    """

    def __init__(self, module: nodes.Module, text: str) -> None:
        self.occurrences: Final[list[Occurrence]] = []
        self.lines: Final = text.split("\n")
        self.scope = Scope(MODULE, node=module)
        self.roles: Final[dict[int, int]] = {}
        """What some occurrences are there for, as a role of :mod:`...model.references`."""
        self.blocks: Final[list[Block]] = []
        """The classes and functions."""
        self.spans: Final[list[tuple[int, int]]] = []
        """First and last line of what takes several; see :class:`.References`."""
        self.visitors: Final[defaultdict[type[nodes.NodeNG], Callable[[Any], int]]] = (
            defaultdict(lambda: self._children)
        )
        self.visitors.update(
            {
                nodes.Const: self._nothing,
                nodes.Pass: self._nothing,
                nodes.Name: self._name,
                nodes.Attribute: self._attribute,
                nodes.DelAttr: self._attribute,
                nodes.Call: self._call,
                nodes.ListComp: self._comprehension,
                nodes.SetComp: self._comprehension,
                nodes.DictComp: self._comprehension,
                nodes.GeneratorExp: self._comprehension,
            }
        )

    def visit(self, node: nodes.NodeNG) -> int:
        """Note the identifiers of a node; see the module for what is returned."""
        return self.visitors[type(node)](node)

    def visit_all(self, several: list[nodes.NodeNG] | None) -> None:
        """Note the identifiers of nodes; ``None`` stands for a missing node."""
        visitors = self.visitors
        for node in several or ():
            if node is not None:
                visitors[type(node)](node)

    def visit_block(self, body: list[nodes.NodeNG]) -> None:
        """Note the identifiers of the statements of a block."""
        visitors = self.visitors
        for node in body:
            if node.end_lineno and node.end_lineno > node.lineno:
                kind = type(node)
                if kind in FIELDS:
                    self.note_header(node.lineno, getattr(node, FIELDS[kind][1][0])[0])
                elif kind not in _DEFINITIONS:
                    self.spans.append((node.lineno, node.end_lineno))
            visitors[type(node)](node)

    def note_header(self, line: int, behind: nodes.NodeNG) -> None:
        """Note the lines of what stands before a block.

        :param line: the first of them.
        :param behind: what the block begins with.
        """
        decorators = getattr(behind, "decorators", None)
        # The cases of a `match` have no line of their own.
        last = (decorators or getattr(behind, "pattern", behind)).lineno - 1
        while last > line and _NO_CODE.match(self.lines[last - 1]):
            last -= 1
        if last > line:
            self.spans.append((line, last))

    def visit_as(self, node: nodes.NodeNG, role: int) -> int:
        """Note the identifiers of an expression, the last of them in a role."""
        number = self.visit(node)
        named = -2 - number if number < -1 else number
        if named >= 0:
            self.roles[named] = role
        return number

    def note(
        self, parent: int, name: str, line: int, column: int, store: bool = False
    ) -> int:
        """Note an occurrence in the scope of now, and return its number."""
        self.occurrences.append(
            Occurrence(parent, name, line, column, self.scope, store)
        )
        return len(self.occurrences) - 1

    def path(self, result: int) -> int:
        """Return the occurrence that the result of a visitor stands for."""
        return self.note(-2 - result, CALL, 0, 0) if result < -1 else result

    def _nothing(self, _node: nodes.NodeNG) -> int:
        return -1

    def _children(self, node: nodes.NodeNG) -> int:
        visitors = self.visitors
        for child in node.get_children():
            visitors[type(child)](child)
        return -1

    def _name(self, node: nodes.Name) -> int:
        occurrences = self.occurrences
        occurrences.append(
            Occurrence(-1, node.name, node.lineno, node.col_offset, self.scope)
        )
        return len(occurrences) - 1

    def _attribute(self, node: nodes.Attribute) -> int:
        expression = node.expr
        parent = self.visitors[type(expression)](expression)
        if parent == -1:
            return -1
        if parent < -1:
            parent = self.note(-2 - parent, CALL, 0, 0)
        occurrences = self.occurrences
        occurrences.append(
            Occurrence(
                parent,
                node.attrname,
                node.end_lineno,
                node.end_col_offset,
                self.scope,
            )
        )
        return len(occurrences) - 1

    def _call(self, node: nodes.Call) -> int:
        visitors = self.visitors
        function = node.func
        called = visitors[type(function)](function)
        if called >= 0:
            self.roles[called] = CALLED
        for argument in node.args:
            visitors[type(argument)](argument)
        for keyword in node.keywords:
            value = keyword.value
            visitors[type(value)](value)
        if type(function) is nodes.Name and function.name == "super":
            return self._super(node, called)
        if called < -1:
            called = self.note(-2 - called, CALL, 0, 0)
        return -2 - called if called >= 0 else -1

    def _super(self, node: nodes.Call, called: int) -> int:
        scope: Scope | None = self.scope
        while scope is not None and not scope.owner:
            scope = scope.parent
        if scope is None or self.scope.lookup("super", called) is not None:
            return -1
        if node.args:
            first = node.args[0]
            own = scope.owner.rpartition(".")[2]
            if not isinstance(first, nodes.Name) or first.name not in {
                own,
                "__class__",
            }:
                return -1
        return self.note(called, SUPER, 0, 0)

    def _comprehension(self, node: nodes.ListComp) -> int:
        first = node.generators[0]
        self.visit(first.iter)
        outer = self.scope
        self.scope = Scope(COMPREHENSION, outer, outer.prefix, node=node)
        for generator in node.generators:
            if generator is not first:
                self.visit(generator.iter)
            self.visit(generator.target)
            self.visit_all(generator.ifs)
        if isinstance(node, nodes.DictComp):
            self.visit(node.key)
            self.visit(node.value)
        else:
            self.visit(node.elt)
        self.scope = outer
        return -1
