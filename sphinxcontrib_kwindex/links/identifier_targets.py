"""Which definition an identifier leads to.

The facts of a file say what its identifiers stand for in terms of that file: this
definition, the name `b` of the module `a`, attribute `x` of an instance of that class
(:class:`~.references.Spec`). :meth:`IdentifierResolver.resolve` follows such a spec
over the tree, step by step, from :data:`~.places.Places` to places. A step out of a
module is what :class:`~.imports.ImportResolver` knows already, re-exports and star
imports included; a step out of a class is looked up along its bases in Python's own
order (:mod:`.method_resolution`); a call of a class is an instance of it; and data,
attributes and functions stand for what their files say that they hold or return.

A method that returns ``self`` returns an instance of the class whose method is called,
which may be below the class that defines it. So what a definition holds is found for
the class that it is asked of, and so are the type arguments of its classes.

A chain ends, and there is no link, where nothing sure is known any more: at a base
class that is not known, for it may define the attribute before the next class does,
at a class of another project for the same reason, at a value that nobody declared.
Of what belongs to another project the dotted name is known; an inventory may know
the rest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple

from ..model.references import AWAIT, CALL, ELEMENT, ENTER, ITEM, Spec
from .builtin_types import ANY, ITSELF, Result, is_class, result_of
from .fixpoint import Fixpoint
from .imports import ImportResolver
from .method_resolution import EMPTY_BASES, MOST_ANCESTORS, Class, MethodResolution, Mro
from .module_interface import CONTEXT, COROUTINE, MADE, METACLASS, ModuleInterface
from .parameters import parameter_of
from .places import (
    Applied,
    External,
    Instance,
    Member,
    Parameter,
    Place,
    Places,
    Target,
    instance,
    instances,
    joined,
)

__all__ = [
    "EMPTY_BASES",
    "MOST_ANCESTORS",
    "External",
    "IdentifierResolver",
    "ModuleInterface",
    "Parameter",
    "Target",
]

_OBJECT: Final = External("object")
_HOLDING: Final = frozenset({"attribute", "data", "property"})
_FUNCTIONS: Final = frozenset({"function", "method"})
#: The methods that steps call, the first that there is.
_METHODS: Final = {
    CALL: ("__call__",),
    ENTER: ("__enter__", "__aenter__"),
    ELEMENT: ("__iter__", "__aiter__", "__getitem__"),
    AWAIT: ("__await__",),
}
#: What another method does to what such a method gives.
_AFTER: Final = {
    "__aenter__": AWAIT,
    "__iter__": "__next__",
    "__aiter__": "__anext__",
}
_CONTEXT_MANAGER: Final = "contextlib.AbstractContextManager"
#: Results of functions with ``async`` that are no coroutines.
_ASYNC_GENERATORS: Final = ("AsyncIterator", "AsyncGenerator", "AsyncIterable")
#: Modules of Python's own whose classes make something else of what is bound in them.
_MAGIC: Final = frozenset({"enum", "typing", "ctypes", "dataclasses"})
_TYPES: Final = frozenset({"type", "typing.Type"})
_VARIABLES: Final = frozenset({"typing.TypeVar", "typing_extensions.TypeVar"})
#: Specs within specs that are followed.
_NESTED: Final = 30


class _Asked(NamedTuple):
    """A definition whose value is asked for."""

    target: Target
    receiver: Instance | None
    """The instance that it is an attribute of, if that matters."""


class _Source(NamedTuple):
    """Where a spec is followed."""

    path: str
    receiver: Instance | None
    """What ``self`` is in :attr:`owner`."""
    owner: str
    known: dict[Spec, Places | None]
    """The specs that were followed there."""


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
        self._values: Fixpoint[_Asked, Places | None] = Fixpoint(
            self._search_value, lambda one, other: joined((one, other)), (), None
        )
        self._resolution = MethodResolution(self._bases, lambda: self._values.uncertain)
        self._mro = self._resolution.of
        self._applied_bases = cache(self._find_applied_bases)
        self._arguments: dict[Instance, dict[Target | External, Instance]] = {}
        # The specs of one file are not kept for the next.
        self._source = _Source("", None, "", {})
        self._nested = 0

    def resolve(
        self, path: str, spec: Spec
    ) -> tuple[Target | External | Parameter, ...]:
        """Return where an identifier leads; the first is the likeliest.

        :param path: the file that has *spec*.
        :return: several where several are as sure, none where nothing is.
        """
        if spec.kind == "keyword":
            callee = self._places(path, self._part(path, spec.parts[0]))
            found: Places | None = None
            if callee is not None:
                with_name = (
                    parameter_of(self, place, spec.base)
                    for place in self._evaluated(callee) or ()
                )
                found = joined(with_name)
        else:
            found = self._places(path, spec)
        targets = [_named(place) for place in found or ()]
        inside = [one for one in targets if isinstance(one, Target | Parameter)]
        outside = [one for one in targets if isinstance(one, External)]
        return tuple(dict.fromkeys(inside)) or tuple(outside[:1])

    def asked_of_unknown(self, path: str, spec: Spec) -> str:
        """Return the attribute that an identifier is, if its object is not known.

        :param spec: one that leads nowhere.
        :return: empty if it is no attribute, or none of an object that is known.
        """
        kind, base, steps, _ = spec
        if kind == "member" and not steps:
            return base
        if kind == "keyword" or not steps or steps[-1][-1] in ")]":
            return ""
        if kind in {"this", "super"} and len(steps) == 1:
            # A class that is derived from it, or another base of that, may have it.
            return steps[0]
        place = self._places(path, spec._replace(steps=steps[:-1]))
        return steps[-1] if place is None else ""

    def classes(self, path: str) -> Iterator[tuple[str, Mro]]:
        """Yield the classes of a file that have bases, each with these in order.

        :return: pairs of a qualified name and, for each base, the class of the tree
            or of another project that it surely is, else ``None``.
        """
        for qualname in self.interface(path).bases:
            found: list[Class] = []
            self._values.patiently(
                lambda name=qualname, found=found: found.extend(  # type: ignore[misc]
                    self._bases(Target(path, name))
                )
            )
            yield qualname, tuple(found)

    def interface(self, path: str) -> ModuleInterface:
        """Return what other files need to know of a file."""
        if path not in self._interfaces:
            is_source = path in self._imports.sources
            self._interfaces[path] = (
                self._read_interface(path) if is_source else ModuleInterface()
            )
        return self._interfaces[path]

    def kind(self, target: Target) -> str:
        """Return the kind of a definition, ``file`` for a file or folder."""
        if not target.qualname:
            return "file"
        return self.interface(target.path).kinds.get(target.qualname, "")

    def trait(self, target: Target) -> str:
        """Return what is special about a definition."""
        return self.interface(target.path).traits.get(target.qualname, "")

    def mro(self, owner: Target) -> Mro:
        """Return the classes that an attribute is looked up in, in their order."""
        return self._mro(owner)

    # Specs

    def _part(self, path: str, number: int) -> Spec | None:
        return self.interface(path).parts.get(number)

    def _places(self, path: str, spec: Spec | None) -> Places | None:
        """Return what a spec of the file that is linked stands for."""
        if spec is None:
            return None
        if path != self._source.path:
            self._source = _Source(path, None, "", {})
        if spec in self._source.known:
            return self._source.known[spec]
        found: list[Places | None] = []
        self._values.patiently(lambda: found.append(self._follow(self._source, spec)))
        self._resolution.in_circle = False
        self._source.known[spec] = found[0]
        return found[0]

    def _follow(self, source: _Source, spec: Spec) -> Places | None:
        if spec in source.known:
            return source.known[spec]
        if self._nested >= _NESTED:
            return None
        self._nested += 1
        try:
            found = self._followed(source, spec)
        finally:
            self._nested -= 1
        if not self._values.uncertain and not self._resolution.in_circle:
            source.known[spec] = found
        return found

    def _followed(self, source: _Source, spec: Spec) -> Places | None:
        kind, base, steps, _ = spec
        if kind != "super":
            if not steps:
                return self._root(source, spec)
        elif len(steps) == 1:
            this = self._this(source, base)
            owner = Target(source.path, base)
            return self._member(this, steps[0], self._mro(owner)[1:], owner)
        elif not steps:
            return None
        places = self._follow(source, spec._replace(steps=steps[:-1]))
        return self._step(places, steps[-1])

    def _this(self, source: _Source, owner: str) -> Instance:
        if source.receiver is not None and source.owner == owner:
            return source.receiver
        return Instance(Target(source.path, owner))

    def _root(self, source: _Source, spec: Spec) -> Places | None:
        path = source.path
        kind, base, _, parts = spec
        if kind == "def":
            return (Target(path, base),)
        if kind == "this":
            return (self._this(source, base),)
        if kind == "builtin":
            return (External(base),)
        if kind == "star":
            return self._definition(path, base)
        if kind == "either":
            return joined(self._followed_parts(source, parts))
        if kind == "generic":
            cls, *arguments = self._followed_parts(source, parts)
            return self._applied(cls, arguments)
        return self._module(path, base) if kind == "module" else None

    def _followed_parts(
        self, source: _Source, parts: tuple[int, ...]
    ) -> list[Places | None]:
        specs = [self._part(source.path, part) for part in parts]
        return [spec and self._follow(source, spec) for spec in specs]

    def _applied(
        self, classes: Places | None, arguments: list[Places | None]
    ) -> Places | None:
        """Return classes with type arguments."""
        classes = self._evaluated(classes)
        if classes is None:
            return None
        values = tuple(map(self._of_type, arguments))
        return tuple(
            Applied(cls, values)
            for cls in classes
            if isinstance(cls, Target | External)
        )

    def _of_type(self, argument: Places | None) -> Places | None:
        """Return what a type argument stands for: instances."""
        return instances(self._evaluated(argument, variables=True))

    def _module(self, path: str, base: str) -> Places | None:
        module = base.lstrip(".")
        level = len(base) - len(module)
        if module_path := self._imports.find_module(path, module, level):
            return (Target(module_path, ""),)
        missing = self._imports.category(path, module, level) == "missing"
        # What should be in the tree and is not leads nowhere.
        return None if missing else (External(module),)

    def _definition(self, path: str, name: str) -> Places | None:
        definition = self._imports.find_definition(path, name)
        return (Target(*definition),) if definition else None

    # Steps

    def _step(self, places: Places | None, name: str) -> Places | None:
        places = self._evaluated(places, variables=name == CALL)
        if places is None:
            return None
        return joined(self._step_from(place, name) for place in places)

    def _step_from(self, place: Place, name: str) -> Places | None:
        if isinstance(place, Instance):
            if isinstance(place.cls, External):
                return self._step_outside(place, place.cls, name)
            return self._step_inside(place, place.cls, name)
        if isinstance(place, External | Member | Parameter):
            return self._step_from_value(place, name)
        applied = place if isinstance(place, Applied) else Applied(place, ())
        cls, arguments = applied.cls, applied.arguments
        if isinstance(cls, External):
            if name == CALL and arguments:
                return (instance(cls, arguments),)
            return self._step_from_value(cls, name)
        kind = self.kind(cls)
        if kind == "file":
            return None if name[-1] in ")]" else self._definition(cls.path, name)
        if name == CALL:
            if kind in _FUNCTIONS:
                return self._result(cls, None)
            # A type variable, too.
            return (instance(cls, arguments),)
        if kind == "class" and name[-1] not in ")]":
            return self._member(instance(cls, arguments), name, self._mro(cls), cls)
        return None

    def _step_from_value(self, place: Place, name: str) -> Places | None:
        """Take a step from a function, or from something of another project."""
        if isinstance(place, Member):
            if name != CALL:
                return None
            if isinstance(place.target, Target):
                if self.kind(place.target) == "class":
                    return (Instance(place.target),)
                return self._result(place.target, place.receiver)
            method = place.target.dotted.rpartition(".")[2]
            return self._known_result(place.receiver, method)
        if isinstance(place, External):
            if name == CALL:
                return instances((place,))
            return None if name[-1] in ")]" else (External(f"{place.dotted}.{name}"),)
        return None

    def _step_outside(self, place: Instance, cls: External, name: str) -> Places | None:
        """Take a step from an instance of a class of another project."""
        if cls.dotted in _TYPES:
            # What is an instance of a type argument is a class where it is none.
            return joined(
                self._step(classes, name) for classes in _classes(place.arguments)
            )
        if name[-1] in ")]":
            return self._known_result(place, name)
        return (Member(External(f"{cls.dotted}.{name}"), place),)

    def _known_result(self, place: Instance, step: str) -> Places | None:
        """Return what a step from an instance of one of Python's own classes gives."""
        if not isinstance(place.cls, External):
            return None
        arguments = place.arguments
        if step.startswith("[") and step != ITEM:
            number = int(step[1:-1])
            if result_of(place.cls.dotted, ITEM) == ANY and number < len(arguments):
                return arguments[number]
            step = ITEM
        result = result_of(place.cls.dotted, step)
        return None if result is None else self._given(result, place)

    def _given(self, result: Result, place: Instance) -> Places | None:
        if isinstance(result, tuple):
            name, inner = result
            return (
                instance(External(name), [self._given(one, place) for one in inner]),
            )
        if result == ITSELF:
            return (place,)
        arguments = place.arguments
        if result == ANY:
            return joined(arguments) if arguments else None
        return arguments[result] if result < len(arguments) and arguments else None

    def _step_inside(self, place: Instance, cls: Target, name: str) -> Places | None:
        """Take a step from an instance of a class of the tree."""
        if self.kind(cls) != "class":
            return None
        mro = self._mro(cls)
        if name == "__class__":
            return (Applied(cls, place.arguments),)
        if name[-1] not in ")]":
            return self._member(place, name, mro, cls)
        for method in _METHODS.get(name, ("__getitem__",)):
            found = self._member(place, method, mro, cls)
            if found is None:
                return None
            for member in found:
                if isinstance(member, Member) and isinstance(member.target, External):
                    return self._known_result(member.receiver, name)
            if found:
                given = self._step(found, CALL)
                after = _AFTER.get(method)
                if after is None or given is None:
                    return given
                if after == AWAIT:
                    return self._step(given, AWAIT)
                return joined(self._next(one, after) for one in given)
        return None

    def _next(self, iterator: Place, method: str) -> Places | None:
        """Return what comes out of an iterator."""
        if isinstance(iterator, Instance) and isinstance(iterator.cls, External):
            return self._known_result(iterator, ELEMENT)
        found = self._step(self._step((iterator,), method), CALL)
        return self._step(found, AWAIT) if method == "__anext__" else found

    # Classes

    def _member(
        self, receiver: Instance, name: str, mro: Mro, owner: Target
    ) -> Places | None:
        """Return what the attribute of a class or its instance is.

        :param mro: the classes to look it up in.
        :param owner: the class in whose text the name would be mangled.
        """
        if name.startswith("__") and not name.endswith("__"):
            # Only the class itself knows it by this name.
            mro = mro[:1] if mro[:1] == (owner,) else ()
        for cls in mro:
            if cls is None:
                return None
            if isinstance(cls, External):
                if cls.dotted not in EMPTY_BASES:
                    outside = self._as(receiver, cls)
                    return (Member(External(f"{cls.dotted}.{name}"), outside),)
            elif f"{cls.qualname}.{name}" in self.interface(cls.path).kinds:
                return (Member(Target(cls.path, f"{cls.qualname}.{name}"), receiver),)
        if any(
            isinstance(cls, Target)
            and f"{cls.qualname}.__getattr__" in self.interface(cls.path).kinds
            for cls in mro
        ):
            return None
        return ()

    def _bases(self, owner: Target) -> list[Class]:
        specs = self.interface(owner.path).bases.get(owner.qualname, ())
        return [self._base(owner.path, spec) for spec in specs]

    def _base(self, path: str, spec: Spec | None) -> Class:
        if spec is None:
            return None
        places = self._evaluated(self._follow(_Source(path, None, "", {}), spec))
        if places is None or len(places) != 1:
            return None
        place = places[0]
        if isinstance(place, Applied | Member):
            place = place.cls if isinstance(place, Applied) else place.target
        if place == _OBJECT and spec.kind != "builtin":
            # By another name it stands in for a class that may not be installed.
            return None
        if isinstance(place, Target) and self.kind(place) != "class":
            return None
        return place if isinstance(place, Target | External) else None

    # Type arguments

    def _find_applied_bases(self, cls: Target) -> tuple[Applied, ...]:
        """Return the bases of a class that have type arguments."""
        source = _Source(cls.path, None, "", {})
        found: list[Applied] = []
        for spec in self.interface(cls.path).bases.get(cls.qualname, ()):
            if spec is not None and spec.kind == "generic":
                places = self._follow(source, spec) or ()
                found += [place for place in places if isinstance(place, Applied)]
        return tuple(found)

    def _as(self, receiver: Instance, cls: Target | External) -> Instance:
        """Return an instance as one of a class above its own."""
        if receiver.cls == cls or not isinstance(receiver.cls, Target):
            return receiver
        if receiver not in self._arguments:
            above: dict[Target | External, Instance] = {receiver.cls: receiver}
            for one in self._mro(receiver.cls):
                if isinstance(one, Target):
                    own = above.setdefault(one, Instance(one))
                    for base in self._applied_bases(one):
                        arguments = [
                            self._substituted(some, own) for some in base.arguments
                        ]
                        above.setdefault(base.cls, instance(base.cls, arguments))
            if self._values.uncertain:
                return above.get(cls, Instance(cls))
            self._arguments[receiver] = above
        return self._arguments[receiver].get(cls, Instance(cls))

    def _substituted(self, places: Places | None, receiver: Instance) -> Places | None:
        """Return places with the type arguments of an instance for the variables.

        :param receiver: as one of the class that the places are said in.
        """
        if places is None or not isinstance(receiver.cls, Target):
            return places
        variables = self._variables(receiver.cls)
        if not variables:
            return places
        given = dict(zip(variables, receiver.arguments, strict=False))
        found: list[Places | None] = []
        for place in places:
            if isinstance(place, Instance):
                if place.cls in variables:
                    found.append(given.get(place.cls))
                    continue
                inner = [self._substituted(some, receiver) for some in place.arguments]
                place = instance(place.cls, inner)
            found.append((place,))
        return joined(found)

    def _variables(self, cls: Target) -> tuple[Target | External, ...]:
        """Return the type variables of a class in their order."""
        bases = self._applied_bases(cls)
        declaring = [
            base
            for base in bases
            if isinstance(base.cls, External)
            and base.cls.dotted.rpartition(".")[2] in {"Generic", "Protocol"}
        ]
        return tuple(
            {
                place.cls: None
                for base in declaring or bases
                for some in base.arguments
                for place in some or ()
                if isinstance(place, Instance)
                and isinstance(place.cls, Target)
                and self.kind(place.cls) != "class"
            }
        )

    # Values

    def _evaluated(
        self, places: Places | None, *, variables: bool = False
    ) -> Places | None:
        """Return what is there: modules, classes, instances, functions, …

        :param variables: whether type variables stay what they are.
        """
        if places is None:
            return None
        found: list[Place] = []
        pending = list(places)
        seen: set[Place] = set()
        while pending:
            place = pending.pop()
            target = place.target if isinstance(place, Member) else place
            if not isinstance(target, Target) or self.kind(target) not in _HOLDING:
                found.append(place)
            elif place not in seen:
                seen.add(place)
                value = self._held(target, place)
                if value is None:
                    return None
                is_variable = any(
                    isinstance(one, Instance)
                    and isinstance(one.cls, External)
                    and one.cls.dotted in _VARIABLES
                    for one in value
                )
                if is_variable and variables:
                    found.append(target)
                else:
                    pending += value[::-1]
        return joined([tuple(found)])

    def _held(self, target: Target, place: Place) -> Places | None:
        """Return what data, an attribute or a property holds."""
        receiver = place.receiver if isinstance(place, Member) else None
        held = self._value(target, receiver)
        if held is None or self.trait(target) != MADE:
            return held
        return joined(self._bound(one, target, receiver) for one in held)

    def _bound(
        self, place: Place, target: Target, receiver: Instance | None
    ) -> Places | None:
        """Return what a class makes of something that is bound in its body."""
        owner = Target(target.path, target.qualname.rpartition(".")[0])
        if not isinstance(place, Instance) or self.kind(owner) != "class":
            return (place,)
        cls = receiver.cls if receiver is not None else owner
        for above in self._mro(cls) if isinstance(cls, Target) else ():
            if above is None:
                return None
            if isinstance(above, External):
                module = above.dotted.partition(".")[0]
                if (
                    "." in above.dotted
                    and (module in _MAGIC or module not in sys.stdlib_module_names)
                    and above.dotted not in EMPTY_BASES
                ):
                    return None
            elif self.trait(above) == METACLASS:
                return None
        if isinstance(place.cls, External):
            return (place,) if is_class(place.cls.dotted) else None
        getter = self._step_inside(place, place.cls, "__get__")
        return self._step(getter, CALL) if getter or getter is None else (place,)

    def _result(self, target: Target, receiver: Instance | None) -> Places | None:
        """Return what a call of a function gives."""
        result = self._value(target, receiver)
        trait = self.trait(target)
        if result is None or trait not in {COROUTINE, CONTEXT}:
            return result
        if trait == CONTEXT:
            return (
                instance(External(_CONTEXT_MANAGER), [self._step(result, ELEMENT)]),
            )
        if any(
            isinstance(place, Instance)
            and isinstance(place.cls, External)
            and place.cls.dotted.endswith(_ASYNC_GENERATORS)
            for place in result
        ):
            return result
        return (instance(External("typing.Coroutine"), [result]),)

    def _value(self, target: Target, receiver: Instance | None) -> Places | None:
        """Return what its file says that a definition holds or returns."""
        path = self._said_in(target)
        spec = self.interface(path).values.get(target.qualname)
        if spec is None:
            return None
        if receiver is not None:
            owner = Target(target.path, target.qualname.rpartition(".")[0])
            as_owner = self._as(receiver, owner)
            if not as_owner.arguments and not self._asks_for_this(path, spec):
                receiver = None
        return self._values.find(_Asked(target, receiver))

    def _said_in(self, target: Target) -> str:
        """Return the path of the file that says what a definition holds.

        That is a stub beside its own file, if it says something.
        """
        stub = f"{target.path}i"
        if target.path.endswith(".py") and stub in self._imports.sources:
            return (
                stub if target.qualname in self.interface(stub).values else target.path
            )
        return target.path

    def _asks_for_this(self, path: str, spec: Spec) -> bool:
        if not spec.parts:
            return spec.kind in {"this", "super"}
        specs = self.interface(path).unfolded(spec)
        return any(one.kind in {"this", "super"} for one in specs)

    def _search_value(self, asked: _Asked) -> Places | None:
        target, receiver = asked
        path = self._said_in(target)
        owner = target.qualname.rpartition(".")[0]
        circle, self._resolution.in_circle = self._resolution.in_circle, False
        nested, self._nested = self._nested, 0
        try:
            spec = self.interface(path).values[target.qualname]
            found = self._follow(_Source(path, receiver, owner, {}), spec)
        finally:
            self._nested = nested
        if self._resolution.in_circle:
            self._values.doubt()
        self._resolution.in_circle |= circle
        if receiver is not None:
            owner_class = Target(target.path, owner)
            found = self._substituted(found, self._as(receiver, owner_class))
        if path.endswith(".pyi") and found is not None:
            found = joined([tuple(map(self._implemented, found))])
        return found

    def _implemented(self, place: Place) -> Place:
        """Return what a place in a stub is in the file that the stub is beside."""
        if isinstance(place, Instance) and isinstance(place.cls, Target):
            cls = self._implemented(place.cls)
            return Instance(cls, place.arguments) if isinstance(cls, Target) else place
        if isinstance(place, Target) and place.path.endswith(".pyi"):
            source = Target(place.path[:-1], place.qualname)
            if source.qualname in self.interface(source.path).kinds:
                return source
        return place


def _named(place: Place) -> Target | External | Parameter | None:
    """Return what an identifier leads to that stands for a place."""
    if isinstance(place, Member):
        return place.target
    if isinstance(place, Applied):
        return place.cls
    return None if isinstance(place, Instance) else place


def _classes(arguments: tuple[Places | None, ...]) -> Iterator[Places | None]:
    """Yield the classes whose instances type arguments are."""
    for some in arguments or (None,):
        if some is None:
            yield None
        else:
            yield tuple(
                Applied(place.cls, place.arguments)
                for place in some
                if isinstance(place, Instance)
            )
