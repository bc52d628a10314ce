"""What a name means at a place, by Python's rules of scope.

A *scope* is a module, a class, a function (also a lambda), a comprehension, or
what holds the type parameters of a definition (PEP 695). Statements bind names in
scopes. A name is looked up from the scope it stands in outwards (section 4.2 of the
Python reference), and code that runs at once sees the bindings that hold then
(:mod:`.flow`), whereas the body of a function sees what is there in the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from astroid import nodes

from ...model.named_tuple import NamedTuple
from .builtin_names import BUILTINS
from .values import GIVEN, NONE, UNKNOWN, Value

MODULE: Final = 0
CLASS: Final = 1
FUNCTION: Final = 2
COMPREHENSION: Final = 3
TYPE_PARAMETERS: Final = 4
#: The nodes of these.
_TYPE_PARAMETERS: Final = {nodes.TypeVar, nodes.ParamSpec, nodes.TypeVarTuple}

#: The modules out of which builtin names come, and what is like them in Python 2.
_OF_BUILTINS: Final = frozenset(
    {"builtins", "__builtin__", "six.moves", "six.moves.builtins", "itertools"}
)

# What a name is bound to, the most specific first.
DEFINED: Final = 0
"""A class or a function; the qualified name says which."""
IMPORTED: Final = 1
DATA: Final = 2
"""Data of a module or an attribute in a class body, by its qualified name."""
LOCAL: Final = 3
"""A local variable or a parameter, which has no entry but a line."""
DELETED: Final = 4


class Binding(NamedTuple):
    """A name is bound here."""

    kind: int
    """One of :data:`DEFINED`, :data:`IMPORTED`, …"""
    target: str = ""
    """A qualified name; of an import the module as written, with its dots."""
    name: str = ""
    """The name imported out of a module, empty for the module itself."""
    value: Value = UNKNOWN
    """What it is bound to, of data and local names."""
    line: int = 0
    """Where a local name gets this value; 0 for no place."""
    is_parameter: bool = False

    @property
    def tells(self) -> bool:
        """Whether it says more of a name that is bound in other places, too."""
        return self.value not in {NONE, GIVEN}


Bindings = tuple[Binding, ...]


class Held(NamedTuple):
    """What a name is bound to at a moment."""

    depth: int
    """In how many loops that was found out; in those that began later it may have come
    from an earlier turn."""
    bindings: Bindings
    """One of them, as different ways lead here."""
    widened: Held | None = None
    """What holds again when no test of its type is in force any more."""
    narrowed: Callable[[Binding], Binding] | None = None
    """What the tests make of a binding; they count for those of earlier turns, too."""
    outer: Held | None = None
    """What holds again when the last of these tests is no longer in force."""


class Scope:
    """A namespace.

    :param kind: one of :data:`MODULE`, :data:`CLASS`, …
    :param parent: the scope around it, ``None`` for a module.
    :param prefix: what qualified names of definitions in it begin with.
    :param owner: the qualified name of the class that ``super()`` means here.
    :param node: astroid's node for it; ``None`` for type parameters.
    """

    __slots__ = (
        *("_scopes", "annotated", "bindings", "declared", "dotted_names"),
        *("global_names", "held", "kind", "late", "node", "nonlocal_names", "owner"),
        *("parent", "prefix"),
    )

    def __init__(
        self,
        kind: int,
        parent: Scope | None = None,
        prefix: str = "",
        owner: str = "",
        node: nodes.NodeNG | None = None,
    ) -> None:
        self.kind = kind
        self.parent = parent
        self.prefix = prefix
        self.owner = owner
        self.bindings: dict[str, list[Binding]] = {}
        """All bindings of each name."""
        self.held: dict[str, Held] = {}
        """Those that hold now, and at last in the end."""
        self.late: dict[str, list[Binding]] = {}
        """Those by functions that declare a name ``global`` or ``nonlocal``."""
        self.declared: dict[str, Binding] = {}
        """By annotations without a value, which bind nothing."""
        self.annotated: dict[str, Value] = {}
        """What parameters, and variables with a value, are declared as."""
        self.global_names: set[str] = set()
        self.nonlocal_names: set[str] = set()
        self.node = node
        self.dotted_names: dict[str, tuple[str, ...]] = {}
        """What imports make of the names that are used here, once looked up."""
        self._scopes: dict[nodes.NodeNG, Scope] = (
            {} if parent is None else parent._scopes
        )
        if node is not None:
            self._scopes[node] = self

    def of(self, node: nodes.NodeNG) -> Scope:
        """Return the scope that a class, function, … of the same module opens.

        One that no walk has met is made, for a class or a function in this scope.
        """
        scope = self._scopes.get(node)
        if scope is None:
            is_class = isinstance(node, nodes.ClassDef)
            kind, inside = (CLASS, ".") if is_class else (FUNCTION, ".<locals>.")
            scope = Scope(kind, self, f"{self.qualify(node.name)}{inside}", node=node)
        return scope

    @property
    def qualname(self) -> str:
        """The qualified name of the class or function that it belongs to."""
        return self.prefix.removesuffix(".").removesuffix(".<locals>")

    def qualify(self, name: str) -> str:
        """Return the qualified name of what is bound here."""
        return name if name in self.global_names else self.prefix + name

    def binding_scope(self, name: str) -> Scope | None:
        """Return the scope that binds a name used here; ``None`` for a built-in.

        When that happens does not matter: this goes by what astroid has noted.
        """
        scope: Scope | None = self
        inside_class = True
        while scope is not None:
            node = scope.node
            if scope.kind == TYPE_PARAMETERS:
                if name in scope.bindings:
                    return scope
            else:
                is_seen = scope.kind != CLASS or inside_class
                bound = node.locals.get(name, ()) if is_seen and node else ()
                # To astroid a class binds its type parameters itself.
                if any(type(each.parent) not in _TYPE_PARAMETERS for each in bound):
                    return scope
                inside_class = False
            scope = scope.parent
        return None

    def statements(self, name: str) -> list[nodes.NodeNG]:
        """Return the nodes that bind a name used here; none of type parameters."""
        owner = self.binding_scope(name)
        if owner is None or owner.node is None:
            return []
        bound: list[nodes.NodeNG] = owner.node.locals[name]
        return bound

    def is_builtin(self, name: str) -> bool:
        """Tell whether a name used here is built in, and nothing else has it."""
        return name in BUILTINS and all(
            isinstance(node, nodes.ImportFrom) and node.modname in _OF_BUILTINS
            for node in self.statements(name)
        )

    @property
    def module(self) -> Scope:
        """The module that it is in."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def now(self, name: str) -> tuple[Scope, Held | None] | None:
        """Return the scope that a name is read from at once, and what it is now.

        :return: ``None`` if only the end tells: a function reads names of the scopes
            around it when it is called.
        """
        scope: Scope | None = self
        inside_class = True
        while scope is not None:
            kind = scope.kind
            if kind != CLASS or inside_class:
                if name in scope.global_names and kind != MODULE:
                    if kind != CLASS:
                        return None
                    scope = scope.module
                    continue
                held = scope.held.get(name)
                if held is not None and (
                    kind == FUNCTION or not _all_deleted(held.bindings)
                ):
                    return scope, held
                if kind == FUNCTION and scope.node and name in scope.node.locals:
                    return None if name in scope.nonlocal_names else (scope, None)
            if kind == FUNCTION:
                return None
            if kind != TYPE_PARAMETERS:
                inside_class = False
            scope = scope.parent
        return None

    def lookup(self, name: str) -> Bindings:
        """Return what *name* means here in the end; nothing for what is not bound.

        Names of a class body are told by :meth:`now` alone.
        """
        scope: Scope | None = self
        while scope is not None:
            kind = scope.kind
            if kind != CLASS:
                if name in scope.global_names and kind != MODULE:
                    scope = scope.module
                    continue
                if bindings := scope.finally_bound(name):
                    return bindings
            scope = scope.parent
        return ()

    def finally_bound(self, name: str) -> Bindings:
        """Return what a name of this scope itself means in the end."""
        late = self.late.get(name, ())
        if self.kind == MODULE and (held := self.held.get(name)) is not None:
            bindings = tuple(dict.fromkeys((*held.bindings, *late)))
            return () if _all_deleted(bindings) else bindings
        everything = [*self.bindings.get(name, ()), *late]
        if not everything and name in self.declared:
            everything = [self.declared[name]]
        return tuple(everything)


def _all_deleted(bindings: Bindings) -> bool:
    return all(binding.kind == DELETED for binding in bindings)
