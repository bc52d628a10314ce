"""Narrows the types of names by ``isinstance`` and other tests.

``if isinstance(name, C)`` says that it is an instance of `C`, or that it is none;
``if issubclass(name, C)`` that it is `C` or a class below it. The same is known of an
attribute of a local name (``name.a.b``) and of an item (``name[0]``) until that name or
the attribute is bound, or something is called that may bind it: a method of the name,
or what is given the name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from typing import Final

from astroid import nodes

from ..builtin_names import BUILTINS
from ..expressions import dotted_name, is_optional_keyword, operands, own_name
from ..scopes import LOCAL, MODULE, Binding, Held, Scope
from ..values import GIVEN, NONE, UNKNOWN, Value, either, instance, without
from .filled_containers import PUTTING
from .flow import Branch, Flow, outers

#: The functions that ask what class something is of, or is.
TESTS: Final = {"isinstance", "issubclass"}


class Narrowing(ABC):
    """What names are at the place that a walk has reached.

    :param module: what is walked over.
    """

    def __init__(self, module: nodes.Module) -> None:
        self.scope = Scope(MODULE, node=module)
        self.flow: Final = Flow()
        self._tests: Final[dict[nodes.NodeNG, tuple[str, Value, list[Value]]]] = {}
        """The name that is asked for, what it is if so, and if not no instance of."""
        self.evaluated: Final[dict[nodes.NodeNG, Branch]] = {}
        """What operands of ``and`` and ``or`` bind where all of them are evaluated."""
        self.tested_parts: Final[set[str]] = set()
        """The parts of dotted names of which a test has said something."""
        self._dotted: Final[defaultdict[Scope, dict[str, None]]] = defaultdict(dict)
        """These names, by the scope that binds their first part."""

    @abstractmethod
    def visit(self, node: nodes.NodeNG) -> Value:
        """Note the identifiers of a node, and return its value."""

    def is_given(self, node: nodes.NodeNG) -> bool:
        """Tell whether it is what was given for a parameter, which is not known."""
        if type(node) is nodes.Call:
            return is_optional_keyword(node)
        if type(node) is not nodes.Name:
            return False
        _, held = self.scope.now(node.name) or (None, None)
        return held is not None and all(one.value == GIVEN for one in held.bindings)

    def narrow(self, test: nodes.NodeNG, outcome: bool) -> None:
        """Go on knowing what a test says that turned out so, which was visited."""
        kind = type(test)
        if kind is nodes.UnaryOp and test.op == "not":
            self.narrow(test.operand, not outcome)
        elif kind is nodes.BoolOp and (test.op == "and") is outcome:
            self.flow.apply(self.evaluated.get(test, {}))
            for value in test.values:
                self.narrow(value, outcome)
        elif test in self._tests:
            name, value, classes = self._tests[test]
            if outcome:
                self.narrow_name(name, value)
            elif classes:
                self._narrow(name, lambda value: without(value, classes))

    def narrow_name(self, name: str, value: Value) -> None:
        """Go on knowing the value of a local name, or of an attribute of one."""
        if value not in {UNKNOWN, NONE}:
            self._narrow(name, lambda _: value)

    def _narrow(self, name: str, change: Callable[[Value], Value]) -> None:
        """Go on knowing more of the value of a local name, or of its attribute."""
        first, *attributes = name.split(".")
        now = self.scope.now(first)
        if now is None:
            return
        scope, held = now
        if held is None or any(binding.kind != LOCAL for binding in held.bindings):
            return
        if attributes:
            if (value := change(UNKNOWN)) != UNKNOWN:
                depth = len(self.flow.loops)
                binding = Binding(LOCAL, value=value)
                outer = scope.held.get(name)
                held = Held(depth, (binding,), Held(depth, ()), outer=outer)
                self.flow.put((scope, name), held)
                self.tested_parts.update((first, *attributes))
                self._dotted[scope][name] = None
            return
        before = held.narrowed

        def narrowed(binding: Binding) -> Binding:
            binding = before(binding) if before else binding
            return binding._replace(value=change(binding.value))

        widened = held.widened or held
        bindings = tuple(map(narrowed, widened.bindings))
        # In all turns of a loop: the value that is tested is the one that is here.
        now_held = Held(held.depth, bindings, widened, narrowed, held)
        self.flow.put((scope, name), now_held)

    def tested(self, node: nodes.Attribute | nodes.Subscript, value: Value) -> Value:
        """Return what a test says of an attribute or an item, else its value."""
        is_changed = own_name(node.parent) in PUTTING
        name = "" if is_changed else dotted_name(node, items=True)
        now = self.scope.now(name.partition(".")[0]) if name else None
        held = now and now[0].held.get(name)
        # An earlier turn of a loop may have bound it.
        is_known = held and held.bindings and held.depth >= len(self.flow.loops)
        return held.bindings[0].value if held and is_known else value

    def bound(self, part: str) -> None:
        """No longer know what tests said of attributes that have a name as a part."""
        now = self.scope.now(part)
        for scope in dict.fromkeys((self.scope, now[0] if now else self.scope)):
            for name in self._dotted.get(scope, ()):
                if name in scope.held and part in name.split("."):
                    self.flow.put((scope, name), None)

    def widen(self, mark: int) -> None:
        """No longer know what tests said since a moment."""
        for (scope, name), before in self.flow.changed(mark).items():
            held = scope.held.get(name)
            if held is not None and held.widened is not None:
                is_outer = any(before is outer for outer in outers(held))
                self.flow.put((scope, name), before if is_outer else held.widened)

    def test(self, node: nodes.Call) -> list[Value]:
        """Note the identifiers in a call of :data:`TESTS`, and what it asks."""
        tested, *several = node.args
        of = self.visit(tested)
        classes = [cls for kind in several for cls in self._classes_tested(kind)]
        name = dotted_name(tested, items=True)
        asked = {
            own_name(x) for kind in several for x in (kind, *getattr(kind, "elts", ()))
        }
        # What an attribute is given says more than a type of Python's own.
        says_less = "." in name and asked & BUILTINS
        if name and classes and not says_less:
            is_instance = node.func.name == "isinstance"
            value = either(map(instance, classes) if is_instance else classes)
            self._tests[node] = name, value, classes if is_instance else []
        return [of, *classes]

    def _classes_tested(self, node: nodes.NodeNG) -> list[Value]:
        parts = node.elts if type(node) is nodes.Tuple else operands(node, "|")
        if parts == [node]:
            return [self.visit(node)]
        return [cls for part in parts for cls in self._classes_tested(part)]
