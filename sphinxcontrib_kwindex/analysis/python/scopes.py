"""What a name means at a place, by Python's rules of scope.

A *scope* is a module, a class, a function (also a lambda), a comprehension, or
what holds the type parameters of a definition (PEP 695). Statements bind names in
scopes; a *binding* keeps when it happens, so that `x = x` in a class body reads
the outer `x`, and whether it certainly happens. A name is looked up from the scope
it stands in outwards (section 4.2 of the Python reference), and code that runs at
once sees what was bound so far, whereas the body of a function sees what is there
in the end.

Where several bindings may be meant (the branches of an `if`, an import and its
fallback), the most specific is taken: a class or function, then an import, then
data, as :mod:`~sphinxcontrib_kwindex.links.imports` does between files.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from astroid import nodes

MODULE: Final = 0
CLASS: Final = 1
FUNCTION: Final = 2
COMPREHENSION: Final = 3
TYPE_PARAMETERS: Final = 4

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

    time: int
    """How many identifiers stand before it, in the order of execution."""
    conditional: bool
    kind: int
    """One of :data:`DEFINED`, :data:`IMPORTED`, …"""
    target: str = ""
    """A qualified name; of an import the module as written, with its dots; of a
    parameter the class whose instance or which itself it is."""
    name: str = ""
    """The name imported out of a module, empty for the module itself; of a
    parameter ``()`` for an instance."""
    value: int = -1
    """The occurrence that a local variable is another name of; -1 if unknown."""


class Local(NamedTuple):
    """A local variable or parameter gets a value here."""

    line: int
    parameter: bool


OPAQUE: Final = Binding(0, False, LOCAL)
"""Something local of which nothing is known."""


class Bindings:
    """All bindings of one name in one scope.

    For each moment it keeps the binding that holds, so that asking is no matter of how
    many there are: generated files bind one name thousands of times.
    """

    __slots__ = ("_holding", "_most_specific", "_times")

    def __init__(self, first: Binding) -> None:
        self._most_specific = first
        # Most names are bound once; lists for each took a fifth of the time.
        self._times: list[int] | None = None
        self._holding: list[Binding] | None = None

    @property
    def several(self) -> bool:
        """Whether there is more than one binding."""
        return self._times is not None

    def add(self, binding: Binding) -> None:
        """Add a binding that is later than the others."""
        if self._times is None or self._holding is None:
            self._times = [self._most_specific.time]
            self._holding = [self._most_specific]
        if binding.kind < self._most_specific.kind:
            self._most_specific = binding
        before = self._holding[-1]
        keep = binding.conditional and before.kind <= binding.kind
        self._holding.append(before if keep else binding)
        self._times.append(binding.time)

    def at(self, time: int) -> Binding | None:
        """Return the binding that holds at a time, ``None`` if none does yet.

        :param time: -1 for the end.
        """
        if self._times is None or self._holding is None:
            only = self._most_specific
            return only if time < 0 or only.time <= time else None
        last = len(self._times) if time < 0 else bisect_right(self._times, time)
        return self._holding[last - 1] if last else None

    def ever(self) -> Binding:
        """Return the most specific of all."""
        return self._most_specific


class Scope:
    """A namespace.

    :param kind: one of :data:`MODULE`, :data:`CLASS`, …
    :param parent: the scope around it, ``None`` for a module.
    :param prefix: what qualified names of definitions in it begin with.
    :param owner: the qualified name of the class that ``super()`` means here.
    :param node: astroid's node for it; ``None`` for type parameters.
    """

    __slots__ = (
        "_scopes",
        "bindings",
        "dotted_names",
        "global_names",
        "kind",
        "locals",
        "node",
        "nonlocal_names",
        "owner",
        "parent",
        "prefix",
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
        self.bindings: dict[str, Bindings] = {}
        self.locals: dict[str, list[Local]] = {}
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
        """Return the scope that a class, function, … of the same module opens."""
        return self._scopes[node]

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
        while scope is not None:
            node = scope.node
            if (
                node is not None
                and name in node.locals
                and (scope.kind != CLASS or scope is self)
            ):
                return scope
            scope = scope.parent
        return None

    @property
    def module(self) -> Scope:
        """The module that it is in."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def bind(self, name: str, binding: Binding) -> None:
        """Note a binding."""
        bindings = self.bindings.get(name)
        if bindings is None:
            self.bindings[name] = Bindings(binding)
        else:
            bindings.add(binding)

    def rebind(self, name: str, binding: Binding) -> None:
        """Replace what is known of a name by a binding."""
        self.bindings.pop(name, None)
        self.bind(name, binding)

    def lookup(self, name: str, time: int) -> Binding | None:
        """Return what *name* means here, or ``None`` if the module binds no such name.

        :param time: when it is asked for, on the clock of :attr:`Binding.time`.
        """
        scope: Scope | None = self
        inside_class = at_once = True
        while scope is not None:
            kind = scope.kind
            if kind != CLASS or inside_class:
                if name in scope.global_names and kind != MODULE:
                    at_once = at_once and kind == CLASS
                    scope = scope.module
                    continue
                bindings = scope.bindings.get(name)
                if bindings:
                    binding = _select(bindings, time if at_once else -1, kind)
                    if binding is not None:
                        return binding
            if kind == FUNCTION:
                at_once = False
            if kind != TYPE_PARAMETERS:
                inside_class = False
            scope = scope.parent
        return None


def local_place(scope: Scope | None, name: str) -> Local | None:
    """Return where a local name gets its value, if that is one place.

    :param scope: that of the identifier.
    """
    inside_class = True
    while scope is not None:
        if scope.kind != CLASS or inside_class:
            if name in scope.global_names and scope.kind != MODULE:
                return None
            if name in scope.bindings:
                places = scope.locals.get(name, [])
                return places[0] if len(places) == 1 else None
        if scope.kind != TYPE_PARAMETERS:
            inside_class = False
        scope = scope.parent
    return None


def _select(bindings: Bindings, time: int, kind: int) -> Binding | None:
    """Return the binding that holds, or ``None`` if the name is not bound here.

    :param time: now, or -1 for the end.
    :param kind: that of the scope.
    """
    best = bindings.at(time)
    if best is None:
        # A class looks outwards for what it has not bound yet; elsewhere this is
        # the second turn of a loop, or an annotation that is read later.
        if kind == CLASS:
            return None
        best = bindings.ever()
    if best.kind == DELETED:
        return OPAQUE if kind == FUNCTION else None
    if best.kind == LOCAL and bindings.several:
        return OPAQUE
    return best
