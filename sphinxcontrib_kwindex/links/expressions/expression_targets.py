"""Which definition an identifier leads to.

The facts of a file say what its identifiers stand for in terms of that file: this
definition, the name `b` of the module `a`, attribute `x` of an instance of that class
(:class:`~.references.Spec`). :meth:`IdentifierResolver.resolve` follows such a spec
over the tree, step by step, from :data:`~.places.Places` to places. A step out of a
module is what :class:`~.import_resolver.ImportResolver` knows already, re-exports and
star imports included; a step out of a class is looked up along its bases in Python's
own order (:mod:`.method_resolution`); a call of a class is an instance of it; and data,
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

from collections.abc import Callable
from functools import cache, partial
from typing import Final

from ...model.kinds import CALLABLES
from ...model.names import outer_name, split_name
from ...model.references import Spec
from ..imports.import_resolver import ImportResolver
from ..imports.pytest_plugins import PytestPlugins
from ..languages.python import is_stub, stubbed_source
from ..places import (
    UNSETTLED,
    UNSOLVED,
    Applied,
    Arguments,
    External,
    Instance,
    Member,
    Parameter,
    Place,
    Places,
    Target,
    Unknown,
    instances,
    joined,
    named,
)
from .bases import Bases
from .call_arguments import imported
from .lookup_context import Asked, Source
from .parameters import parameter_of, taken_by
from .signature_choice import first_fitting
from .type_arguments import AS_MANY
from .type_tests import (
    is_any,
    is_guess,
    is_lacking,
    is_of_variable,
    remaining,
    types_alone,
)
from .type_variables import bound, is_made, is_variable

#: The module whose names may stand for functions of C++.
_TORCH: Final = "torch"
#: Kinds of specs that say by themselves what they stand for.
_PLAIN: Final = frozenset({"def", "builtin", "module"})
#: What a stub says that says nothing.
_ANYTHING: Final = frozenset({("Any",), ("Incomplete",)})
#: Specs within specs that are followed.
_NESTED: Final = 30
#: Those that are followed for each other; Python's stack does not hold many more.
_DEEP: Final = 80


class IdentifierResolver(Bases):
    """Follows what files say of their identifiers over the tree.

    :param imports: what imports mean.
    """

    def __init__(self, imports: ImportResolver) -> None:
        super().__init__(imports)
        self._plugins = PytestPlugins(imports)
        # The specs of one file are not kept for the next.
        self._source = Source("", None, "", {})
        self._nested = self._following = 0

    def resolve(
        self, path: str, spec: Spec
    ) -> tuple[Target | External | Parameter, ...]:
        """Return where an identifier leads; the first is the likeliest.

        :param path: the file that has *spec*.
        :return: several where several are as sure, none where nothing is.
        """
        if spec.steps[-1:] == ("__class__",):
            # It is the class, and no name of it.
            return ()
        places = self._places(path, spec) or ()
        targets = [
            Target(*self.imports.implemented(*(taken_by(self, target) or target)))
            if isinstance(target, Target)
            else target
            for target in map(named, places)
        ]
        inside = [one for one in targets if isinstance(one, Target | Parameter)]
        several = tuple(dict.fromkeys(inside))
        if several:
            return () if UNSETTLED in targets and len(several) > 1 else several
        outside = [one for one in targets if isinstance(one, External)]
        # What a call gives has no name there.
        return tuple(one for one in outside if "()" not in one.dotted)[:1]

    def asked_of_unknown(self, path: str, spec: Spec) -> Unknown | None:
        """Return what is asked for, if its definition is known at most by its name.

        :param spec: one that leads nowhere.
        """
        kind, base, steps, _ = spec
        if kind == "member" and not steps:
            return Unknown(base)
        if kind == "keyword" or not steps or steps[-1][-1] in ")]":
            return None
        name = steps[-1]
        if kind in {"this", "super"} and len(steps) == 1:
            # Another base of a class that is derived from it may have it.
            behind = Target(path, base) if kind == "super" else None
            return Unknown(name, of_self=True, behind=behind)
        # That its definition is known does not say what it is.
        places = self._received(self._places(path, spec._replace(steps=steps[:-1])))
        if not places or any(map(is_any, places)):
            return Unknown(name)
        pairs = [(cls, place) for place in places if (cls := self._class_of(place))]
        classes = tuple(cls for cls, _ in pairs)
        members = (
            self.member(place, name, self.mro(cls), cls)
            for cls, place in pairs
            if isinstance(place, Instance)
        )
        # A class that is not known may have a metaclass, too.
        if any(None in self.mro(cls) for cls in classes) or any(
            member is None or any(isinstance(of, Instance) for of in member)
            for member in members
        ):
            return Unknown(name, made_up=True)
        if classes:
            is_open = any(map(self.is_protocol, classes))
            return Unknown(name, () if is_open else classes)
        # It is something else, too, than what was seen of it, as what a decorator
        # makes of a function; or what calls hooks.
        is_hook = steps[-2:-1] == ("hook",)
        is_other = (
            is_lacking(place, name) or self._is_function(place) for place in places
        )
        if is_hook or any(is_other):
            return Unknown(name)
        # A framework hands its classes others that the tree derives from its own:
        # "self.application.name".
        given = named(places[0]) if (kind, len(steps)) == ("this", 2) else None
        if isinstance(given, External) and is_guess(places[0]):
            return Unknown(name, given_by=given.dotted.partition(".")[0])
        return None

    def behind_outside(self, path: str, spec: Spec) -> list[Target]:
        """Return the definitions that a class of another project may hide.

        :param spec: one that leads to an attribute, which such a class may have.
        """
        kind, base, steps, _ = spec
        name = steps[-1]
        places = self._places(path, spec)
        if places and not any(isinstance(place, Member) for place in places):
            # It is what a module of another project has.
            return []
        if kind == "super" and len(steps) == 1:
            orders = [self.mro(Target(path, base))[1:]]
        else:
            before = self._places(path, spec._replace(steps=steps[:-1]))
            classes = map(self._class_of, self._received(before) or ())
            orders = [self.mro(cls) for cls in classes if cls is not None]
        hidden = (self.first_inside(order, name) for order in orders)
        return list(dict.fromkeys(filter(None, hidden)))

    def asked_classes(self, path: str, spec: Spec) -> tuple[Target, ...]:
        """Return below which classes a spec as for :meth:`behind_outside` may lead."""
        is_own = (spec.kind, len(spec.steps)) == ("this", 1)
        if not is_own and not all(map(is_guess, self._places(path, spec) or ())):
            return ()
        before = self._places(path, spec._replace(steps=spec.steps[:-1]))
        received = self._received(before) or ()
        objects = (place for place in received if isinstance(place, Instance))
        return tuple(filter(None, map(self._class_of, objects)))

    def _received(self, places: Places | None) -> Places | None:
        """Return what something is asked of, at least."""
        places = self.evaluated(places)
        return places and joined(map(self._without_variable, places))

    def _without_variable(self, place: Place) -> Places | None:
        """Return what a type variable or an instance of it is at least."""
        cls = place.cls if isinstance(place, Instance) else None
        if isinstance(place, Instance) and (cls == UNSOLVED or is_made(place)):
            return place.arguments[0] if place.arguments else None
        if is_variable(cls, self):
            return bound(self, cls)
        return (place,)

    def _class_of(self, place: Place) -> Target | None:
        """Return the class of the tree that something is, or is an instance of."""
        cls = place.cls if isinstance(place, Instance | Applied) else place
        return cls if isinstance(cls, Target) and self.kind(cls) == "class" else None

    def _is_function(self, place: Place) -> bool:
        target = named(place)
        return isinstance(target, Target) and self.kind(target) in CALLABLES

    # Specs

    def _places(self, path: str, spec: Spec | None) -> Places | None:
        """Return what a spec of the file that is linked stands for."""
        if spec is None:
            return None
        if path != self._source.path:
            self._source = Source(path, None, "", {})
        if not spec.steps and spec.kind in _PLAIN:
            return self._root(self._source, spec)
        if spec in self._source.known:
            places = self._source.known[spec]
        else:
            places = self.values.patiently(partial(self.follow, self._source, spec))
            self.resolution.in_circle = False
            self._source.known[spec] = places
        if places is None and spec.kind == "either" and not spec.steps:
            # What one of several bindings means may be in no file of the tree.
            return joined(filter(None, self._followed_parts(self._source, spec.parts)))
        return places

    def follow(self, source: Source, spec: Spec) -> Places | None:
        """Return what a spec stands for in what is asked."""
        if spec in source.known:
            return source.known[spec]
        if self._nested >= _NESTED:
            return None
        self._nested += 1
        self._following += 1
        try:
            places = self._followed(source, spec)
        finally:
            self._nested -= 1
            self._following -= 1
        if not self.values.uncertain and not self.resolution.in_circle:
            source.known[spec] = places
        return places

    def _followed(self, source: Source, spec: Spec) -> Places | None:
        kind, base, steps, parts = spec
        if kind != "super":
            if not steps:
                return self._root(source, spec)
        elif len(steps) == 1:
            this = self._this(source, base)
            owner = Target(source.path, base)
            order = self.mro(this.cls) if isinstance(this.cls, Target) else ()
            number = order.index(owner) + 1 if owner in order else 0
            behind = order[number:] if number else self.mro(owner)[1:]
            return self.member(this, steps[0], behind, owner)
        elif not steps:
            return None
        if base == _TORCH and (operators := self.operators(".".join((base, *steps)))):
            return operators
        places = self.follow(source, Spec(kind, base, steps[:-1], parts))
        if kind == "module" and len(steps) == 1 and places:
            module = places[0]
            if isinstance(module, Target):
                return self.definition(module.path, steps[0], source.path)
        return self.step(places, steps[-1])

    def _this(self, source: Source, owner: str) -> Instance:
        if source.receiver is not None and source.owner == owner:
            return source.receiver
        return Instance(Target(source.path, owner))

    def _root(self, source: Source, spec: Spec) -> Places | None:
        """Return what a spec stands for before its steps."""
        path, base = source.path, spec.base
        match spec.kind:
            case "def":
                return self._defined(source, base)
            case "this":
                return (self._this(source, base),)
            case "builtin":
                return (External(base),)
            case "star":
                # Where no star import is, no name of the file itself is meant.
                stars = self.imports.names(path).stars
                places = self.definition(path, base) if stars else None
                return places or self.builtin(path, base)
            case "called":
                return self._called(source, spec)
            case "fixture":
                return self._fixture(path, base)
            case "module":
                return self._module(path, base)
        return self._composed(source, spec)

    def _defined(self, source: Source, qualname: str) -> Places | None:
        """Return what a file defines; of a method that of the receiver's class."""
        owner, name = split_name(qualname)
        if source.receiver is None or owner != source.owner:
            return (Target(source.path, qualname),)
        # A class below may have one of its own.
        cls = source.receiver.cls
        mro = self.mro(cls) if isinstance(cls, Target) else ()
        return self.member(source.receiver, name, mro, Target(source.path, owner))

    def _composed(self, source: Source, spec: Spec) -> Places | None:
        """Return what a spec stands for that is put together of others."""
        parts = self._followed_parts(source, spec.parts)
        match spec.kind:
            case "either":
                specs = list(map(self.interface(source.path).parts.get, spec.parts))
                several = list(zip(specs, parts, strict=True))
                signatures = [of for of in specs if of and of.kind == "overload"]
                if signatures:
                    results = tuple(of.parts[0] for of in signatures)
                    follow = partial(self._followed_parts, source, results)
                    return first_fitting(parts, follow)
                there = [part for of, part in several if part or not _is_import(of)]
                return joined(there or parts)
            case "or":
                places, declared = parts
                # What others hold on must grow with what is known of it.
                decides = source is self._source and not self.evaluated(places)
                return declared if decides else places
            case "union":
                return types_alone(self, self.evaluated(joined(parts), variables=True))
            case "generic":
                return self._applied(parts[0], parts[1:])
            case "without":
                evaluated = map(self.evaluated, parts)
                return remaining(self, next(evaluated), evaluated)
            case "decorated":
                is_kept = all(is_of_variable(self, result) for result in parts[1:])
                return parts[0] if is_kept else None
            case "solved" | "overload":
                return self._call_arguments.returned(source, spec, parts)
            case "passed":
                return joined(filter(None, parts))
            case "keyword":
                called = self.evaluated(*parts)
                return called and joined(
                    parameter_of(self, function, spec.base) for function in called
                )
        return None

    def _followed_parts(
        self, source: Source, parts: tuple[int, ...]
    ) -> list[Places | None]:
        specs = map(self.interface(source.path).parts.get, parts)
        return [spec and self.follow(source, spec) for spec in specs]

    def _called(self, source: Source, spec: Spec) -> Places | None:
        """Return what a call gives whose arguments may say more of it."""
        specs = list(map(self.interface(source.path).parts.get, spec.parts))

        @cache
        def arguments() -> Arguments:
            followed = [part and self.follow(source, part) for part in specs[1:]]
            return tuple(zip(spec.base.split(","), followed, strict=True))

        called = specs[0] and self.follow(source, specs[0])
        return self.call(called, arguments)

    def _applied(
        self, classes: Places | None, arguments: list[Places | None]
    ) -> Places | None:
        """Return classes with type arguments."""
        classes = self.evaluated(classes, variables=True)
        if classes is None:
            return None
        values = [
            argument
            if argument == AS_MANY
            else instances(self.evaluated(argument, variables=True))
            for argument in arguments
        ]
        return self._type_arguments.applied(classes, values)

    def _fixture(self, path: str, name: str) -> Places | None:
        """Return what the nearest file with fixtures that has a name means by it."""
        known = self._plugins.known_to(path)
        found = (self.definition(file, name) for file in known)
        return next((fixture for fixture in found if fixture is not None), None)

    def _module(self, path: str, base: str) -> Places | None:
        module = base.lstrip(".")
        level = len(base) - len(module)
        if module_path := self.imports.find_module(path, module, level):
            return (Target(module_path, ""),)
        missing = self.imports.category(path, module, level) == "missing"
        # What should be in the tree and is not leads nowhere.
        return None if missing else (External(module),)

    def value(
        self,
        target: Target,
        receiver: Instance | None,
        arguments: Callable[[], Arguments] | None = None,
    ) -> Places | None:
        """Return what its file says that a definition holds or returns.

        :param arguments: returns what it is called with.
        """
        path = self._said_in(target)
        spec = self.interface(path).values.get(target.qualname)
        if spec is None:
            return None
        if receiver is not None:
            owner = Target(target.path, outer_name(target.qualname))
            as_owner = self._type_arguments.as_class(receiver, owner)
            if not as_owner.arguments and not self._asks_for(owner, path, spec):
                receiver = None
        deep = self._following > _DEEP
        given = (
            () if arguments is None or not self._is_solved(path, spec) else arguments()
        )
        result = self.values.find(Asked(target, receiver, given), deep=deep)
        return imported(self.imports, path, result, arguments)

    def _is_solved(self, path: str, spec: Spec) -> bool:
        """Tell whether the arguments of a call say what a function returns."""
        specs = self.interface(path).unfolded(spec) if spec.parts else ()
        return any(part.kind in {"solved", "overload"} for part in specs)

    def _said_in(self, target: Target) -> str:
        """Return the path of the file that says what a definition holds.

        That is the stub of its own file, if it says something.
        """
        stub = self.imports.stub_of(target.path)
        said = self.interface(stub).values.get(target.qualname) if stub else None
        return stub if said and said.steps[:1] not in _ANYTHING else target.path

    def _asks_for(self, owner: Target, path: str, spec: Spec) -> bool:
        """Tell whether a spec asks for an attribute of a class by ``self``."""
        specs = self.interface(path).unfolded(spec) if spec.parts else (spec,)
        return any(
            part.kind in {"this", "super"}
            or (part.kind == "def" and outer_name(part.base) == owner.qualname)
            for part in specs
        )

    def search_value(self, asked: Asked) -> Places | None:
        """Return what a definition holds or returns."""
        target, receiver, arguments = asked
        path = self._said_in(target)
        owner = outer_name(target.qualname)
        circle, self.resolution.in_circle = self.resolution.in_circle, False
        nested, self._nested = self._nested, 0
        try:
            spec = self.interface(path).values[target.qualname]
            if spec.kind == "overload":
                # The only signature is the one that is meant.
                spec = spec._replace(kind="solved")
            value = self.follow(Source(path, receiver, owner, {}, arguments), spec)
        finally:
            self._nested = nested
        if self.resolution.in_circle:
            self.values.doubt()
        self.resolution.in_circle |= circle
        if receiver is not None:
            owner_class = Target(target.path, owner)
            value = self._type_arguments.substituted(
                value, self._type_arguments.as_class(receiver, owner_class)
            )
        if is_stub(path) and value is not None:
            value = joined([tuple(map(self._implemented, value))])
        return value

    def _implemented(self, place: Place) -> Place:
        """Return what a place in a stub is in the file that the stub is beside."""
        if isinstance(place, Instance) and isinstance(place.cls, Target):
            cls = self._implemented(place.cls)
            return Instance(cls, place.arguments) if isinstance(cls, Target) else place
        if isinstance(place, Target) and is_stub(place.path):
            path = stubbed_source(place.path, self.imports.sources.__contains__)
            source = Target(path, place.qualname)
            if source.qualname in self.interface(source.path).kinds:
                return source
        return place


def _is_import(spec: Spec | None) -> bool:
    """Tell whether it is what an import gets, which another one may stand in for."""
    return spec is not None and spec.kind == "module" and len(spec.steps) < 2
