"""Which definition an identifier leads to.

The facts of a file say what its identifiers stand for in terms of that file: this
definition, the name `b` of the module `a`, attribute `x` of an instance of that class
(:class:`~.references.Spec`). :meth:`IdentifierResolver.resolve` follows such a spec
over the tree, step by step. A step out of a module is what
:class:`~.imports.ImportResolver` knows already, re-exports and star imports included; a
step out of a class is looked up along its bases in Python's own order (C3); a call of a
class is an instance of it; and data, attributes and functions stand for what their
files declare that they hold or return.

A chain ends, and there is no link, where nothing sure is known any more: at a base
class that is not known, for it may define the attribute before the next class does,
at a class of another project for the same reason, at a value that nobody declared.
Of what belongs to another project the dotted name is known; an inventory may know
the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeVar

from ..model.facts import Definition
from ..model.references import CALL, References, Spec
from .imports import ImportResolver

#: Bases of other projects that define nothing that is looked up on an instance.
EMPTY_BASES: Final = frozenset(
    {
        *("object", "abc.ABC", "typing.Generic", "typing.Protocol"),
        *("typing_extensions.Generic", "typing_extensions.Protocol"),
    }
)


class Target(NamedTuple):
    """A definition, file or folder of the tree."""

    path: str
    qualname: str
    """Empty for a file or folder."""


class External(NamedTuple):
    """Something of another project, or of Python itself."""

    dotted: str
    """The name as it is imported; builtins without a module."""


_OBJECT: Final = External("object")

#: How many classes above a class are looked at: a program may write a chain of
#: thousands.
MOST_ANCESTORS: Final = 100
#: Searches within searches from which on the stack may not hold what comes.
_DEEP: Final = 50


@dataclass(frozen=True, slots=True)
class ModuleInterface:
    """What the identifiers of other files need to know of a file."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    """The kind of each definition by qualified name, ``property`` for methods that
    are one."""
    bases: Mapping[str, tuple[Spec | None, ...]] = field(default_factory=dict)
    """By qualified name the bases of each class that has some; ``None`` for a
    base of which nothing is known."""
    values: Mapping[str, Spec] = field(default_factory=dict)
    """What is known of values and results by qualified name."""

    @classmethod
    def of(
        cls, definitions: tuple[Definition, ...], references: References
    ) -> ModuleInterface:
        """Return the interface of a file with these definitions and references."""
        kinds: dict[str, str] = {}
        for row in definitions:
            kind = "property" if "property" in row.modifiers else row.kind
            # A method comes before an attribute: it may be a descriptor.
            if row.qualname not in kinds or kind not in {"attribute", "data"}:
                kinds[row.qualname] = kind
        specs = references.specs
        return cls(
            kinds,
            {
                name: tuple(specs[base] if base >= 0 else None for base in bases)
                for name, bases in references.bases
            },
            {name: specs[number] for name, number in references.values},
        )


class _Instance(NamedTuple):
    """An instance of the class at a path with a qualified name."""

    path: str
    qualname: str


_Place = Target | External | _Instance
_Mro = tuple[Target | External | None, ...]
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class IdentifierResolver:
    """Follows what files say of their identifiers over the tree.

    :param imports: what imports mean.
    :param read_interface: returns the interface of a source file of the tree; called
        once for each file that something leads to.
    """

    def __init__(
        self,
        imports: ImportResolver,
        read_interface: Callable[[str], ModuleInterface],
    ) -> None:
        self._imports = imports
        self._read_interface = read_interface
        self._interfaces: dict[str, ModuleInterface] = {}
        self._mros: dict[Target, _Mro] = {}
        self._declarations: dict[Target, _Place | None] = {}
        # The specs of one file are not kept for the next.
        self._places: dict[tuple[str, Spec], _Place | None] = {}
        self._path = ""
        self._searching: set[object] = set()
        self._finding_above = False
        self._in_circle = False

    def resolve(self, path: str, spec: Spec) -> Target | External | None:
        """Return where an identifier leads.

        :param path: the file that has *spec*.
        :return: ``None`` if that is not known surely.
        """
        self._enter(path)
        place = self._follow(path, spec)
        return None if isinstance(place, _Instance) else place

    def classes(self, path: str) -> Iterator[tuple[str, _Mro]]:
        """Yield the classes of a file that have bases, each with these in order.

        :return: pairs of a qualified name and, for each base, the class of the tree
            or of another project that it surely is, else ``None``.
        """
        self._enter(path)
        for qualname in self._interface(path).bases:
            yield qualname, tuple(self._bases(Target(path, qualname)))

    def _enter(self, path: str) -> None:
        if path != self._path:
            self._places.clear()
            self._path = path

    def _memoised(
        self,
        answers: dict[_Key, _Value],
        key: _Key,
        search: Callable[[], _Value],
        in_circle: _Value,
    ) -> _Value:
        """Return an answer that is known, or search for it.

        :param in_circle: the answer within the search for the same. What such an answer
            had a part in is not kept, or it would depend on what was looked up first.
        """
        if key in answers:
            return answers[key]
        mark = (id(answers), key)
        if mark in self._searching:
            self._in_circle = True
            return in_circle
        self._searching.add(mark)
        outer, self._in_circle = self._in_circle, False
        try:
            answer = search()
        finally:
            self._searching.discard(mark)
        if not self._in_circle:
            answers[key] = answer
        self._in_circle |= outer
        return answer

    def _interface(self, path: str) -> ModuleInterface:
        if path not in self._interfaces:
            is_source = path in self._imports.sources
            self._interfaces[path] = (
                self._read_interface(path) if is_source else ModuleInterface()
            )
        return self._interfaces[path]

    def _follow(self, path: str, spec: Spec) -> _Place | None:
        return self._memoised(
            self._places, (path, spec), lambda: self._search(path, spec), None
        )

    def _search(self, path: str, spec: Spec) -> _Place | None:
        kind, base, steps, _ = spec
        if kind == "super":
            if len(steps) == 1:
                return self._member(Target(path, base), steps[0], above=True)
            if not steps:
                return None
        elif not steps:
            return self._root(path, kind, base)
        place = self._follow(path, Spec(kind, base, steps[:-1]))
        if kind == "module" and len(steps) == 1 and isinstance(place, Target):
            return self._definition(place.path, steps[0], path)
        return None if place is None else self._step(place, steps[-1])

    def _root(self, path: str, kind: str, base: str) -> _Place | None:
        if kind == "def":
            return Target(path, base)
        if kind == "builtin":
            return External(base)
        if kind == "star":
            return self._definition(path, base)
        module = base.lstrip(".")
        level = len(base) - len(module)
        if module_path := self._imports.find_module(path, module, level):
            return Target(module_path, "")
        missing = self._imports.category(path, module, level) == "missing"
        # What should be in the tree and is not leads nowhere.
        return None if missing else External(module)

    def _definition(self, path: str, name: str, importer: str = "") -> Target | None:
        definition = self._imports.find_definition(path, name, importer)
        return Target(*definition) if definition else None

    # Steps

    def _step(self, place: _Place, name: str) -> _Place | None:
        if isinstance(place, Target):
            if name == CALL and self._kind(place) in {"function", "method"}:
                return self._declared(place)
            value = self._value(place)
            if value is None:
                return None
            place = value
        is_call = name == CALL
        if isinstance(place, External):
            return None if is_call else External(f"{place.dotted}.{name}")
        if isinstance(place, _Instance):
            return None if is_call else self._member(Target(*place), name)
        if not place.qualname:
            return None if is_call else self._definition(place.path, name)
        if self._kind(place) != "class":
            return None
        return _Instance(*place) if is_call else self._member(place, name)

    def _kind(self, target: Target) -> str:
        if not target.qualname:
            return "file"
        return self._interface(target.path).kinds.get(target.qualname, "")

    def _declared(self, target: Target) -> _Place | None:
        """Return what its file declares that a definition holds or returns."""
        spec = self._interface(target.path).values.get(target.qualname)
        if spec is None:
            return None
        return self._memoised(
            self._declarations, target, lambda: self._follow(target.path, spec), None
        )

    def _value(self, target: Target) -> _Place | None:
        """Return what is there: a module, a class, an instance, …"""
        seen: set[Target] = set()
        place: _Place | None = target
        while isinstance(place, Target):
            if self._kind(place) not in {"attribute", "data", "property"}:
                return place
            if place in seen:
                return None
            seen.add(place)
            place = self._declared(place)
        return place

    # Classes

    def _member(
        self, owner: Target, name: str, *, above: bool = False
    ) -> _Place | None:
        """Return what the attribute of a class or its instance is.

        :param above: whether to begin behind the class itself, as ``super`` does.
        """
        if name.startswith("__") and not name.endswith("__"):
            # Mangled: only the class itself knows it by this name.
            own = f"{owner.qualname}.{name}"
            is_defined = own in self._interface(owner.path).kinds and not above
            return Target(owner.path, own) if is_defined else None
        for cls in self._mro(owner)[above:]:
            if cls is None:
                return None
            if isinstance(cls, External):
                if cls.dotted not in EMPTY_BASES:
                    return External(f"{cls.dotted}.{name}")
            elif f"{cls.qualname}.{name}" in self._interface(cls.path).kinds:
                return Target(cls.path, f"{cls.qualname}.{name}")
        return None

    def _mro(self, owner: Target) -> _Mro:
        """Return the classes that an attribute is looked up in, in their order.

        ``None`` stands for those that are not known.
        """
        deep = len(self._searching) > _DEEP
        if deep and not self._finding_above and owner not in self._mros:
            self._finding_above = True
            try:
                self._find_mros_above(owner)
            finally:
                self._finding_above = False
        return self._memoised(
            self._mros, owner, lambda: self._linearise(owner), (owner, None)
        )

    def _find_mros_above(self, owner: Target) -> None:
        """Find the orders of lookup of the classes above a class, the farthest first.

        Python's stack does not hold a chain of some hundred classes.
        """
        above = {owner: None}
        pending = [owner]
        while pending:
            for base in self._bases(pending.pop()):
                if isinstance(base, Target) and base not in self._mros:
                    if base not in above:
                        pending.append(base)
                    above[base] = None
        for cls in list(above)[:0:-1]:
            self._mro(cls)

    def _linearise(self, owner: Target) -> _Mro:
        bases = self._bases(owner)
        mros: list[list[Target | External | None]] = [
            list(self._mro(base)) if isinstance(base, Target) else [base]
            for base in bases
        ]
        mro = (owner, *_c3_merge([*mros, bases]))
        return mro if len(mro) <= MOST_ANCESTORS else (*mro[:MOST_ANCESTORS], None)

    def _bases(self, owner: Target) -> list[Target | External | None]:
        specs = self._interface(owner.path).bases.get(owner.qualname, ())
        return [self._base(owner.path, spec) for spec in specs]

    def _base(self, path: str, spec: Spec | None) -> Target | External | None:
        if spec is None:
            return None
        place = self._follow(path, spec)
        if isinstance(place, Target):
            place = self._value(place)
        if place == _OBJECT and spec.kind != "builtin":
            # By another name it stands in for a class that may not be installed.
            return None
        if isinstance(place, Target) and self._kind(place) != "class":
            return None
        return None if isinstance(place, _Instance) else place


def _c3_merge(
    orders: list[list[Target | External | None]],
) -> list[Target | External | None]:
    """Merge orders as C3 does; where that is impossible, depth first.

    Behind a class that is not known nothing is sure, so the order ends with it.
    """
    merged: list[Target | External | None] = []
    orders = [list(order) for order in orders if order]
    while orders:
        for order in orders:
            head = order[0]
            if head is None or not any(head in other[1:] for other in orders):
                break
        else:
            head = orders[0][0]
        merged.append(head)
        if head is None:
            break
        orders = [
            rest for order in orders if (rest := [cls for cls in order if cls != head])
        ]
    return merged
