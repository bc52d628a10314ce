"""Types of single steps of an expression: attribute, call, item, loop, …

Whole expressions are followed in :mod:`.expression_targets`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from ...analysis.python.builtin_names import BUILTINS
from ...analysis.python.values import IN_PLACE, OPERATORS
from ...model.facts import FileFacts, is_private
from ...model.names import last_part, split_name
from ...model.references import (
    ASYNC_ELEMENT,
    ASYNC_ENTER,
    AWAIT,
    CALL,
    ELEMENT,
    ENTER,
    FIXTURE,
    SLICE,
)
from ..builtin_types import RETURNED, is_class
from ..imports.import_resolver import ImportResolver
from ..module_interface import (
    ANNOTATED,
    CONTEXT,
    COROUTINE,
    HOLDING,
    MADE,
    OF_METACLASS,
    ModuleInterface,
)
from ..places import (
    GETATTR,
    UNSETTLED,
    UNSOLVED,
    Applied,
    Arguments,
    External,
    Instance,
    MadeUp,
    Member,
    Parameter,
    Place,
    Places,
    Target,
    dotted_of,
    instance,
    instances,
    joined,
    named,
    place_found,
)
from ..shared_objects import Shared
from .call_arguments import CallArguments
from .django_models import MANAGERS, is_key, manager, object_of_key
from .made_definitions import decorated, metaclass_of, objects_alone
from .method_resolution import (
    EMPTY_BASES,
    Mro,
    is_enumeration,
    is_generic,
    may_have,
)
from .outside_steps import OF_OWN_CLASS, OutsideSteps, called_outside
from .own_members import or_assigned, own_member
from .parameters import Fields, declared_above, held_above, held_by
from .signature_choice import of_unsettled
from .type_arguments import TypeArguments
from .type_tests import is_guess, is_of_outside, is_partly_unknown
from .type_variables import bound, is_made, is_variable

_FUNCTIONS: Final = frozenset({"function", "method"})
#: The methods that steps call, the first that there is.
_METHODS: Final = {
    CALL: ("__call__",),
    ENTER: ("__enter__",),
    ASYNC_ENTER: ("__aenter__",),
    ELEMENT: ("__iter__", "__next__", "__getitem__"),
    ASYNC_ELEMENT: ("__aiter__",),
    AWAIT: ("__await__",),
    RETURNED: (),
}
#: What is done to what such a method gives.
_AFTER: Final = {
    "__aenter__": AWAIT,
    "__iter__": ELEMENT,
    "__aiter__": ELEMENT,
    "__await__": RETURNED,
}
_CONTEXT_MANAGER: Final = "contextlib.AbstractContextManager"
#: Results of functions with ``async`` that are no coroutines.
_ASYNC_GENERATORS: Final = ("AsyncIterator", "AsyncGenerator", "AsyncIterable")
#: Modules of Python's own whose classes make something else of what is bound in them.
_MAGIC: Final = frozenset({"enum", "typing", "ctypes", "dataclasses"})
_OPERATIONS: Final = frozenset(OPERATORS.values()) | IN_PLACE.keys()
OBJECT: Final = External("object")
_TYPE: Final = External("type")
#: What classes of other projects have that depends on the class that is asked.
_OF_RECEIVER: Final = OF_OWN_CLASS | MANAGERS


class Steps(OutsideSteps):
    """Takes steps from places of a tree.

    :param imports: what imports mean.
    """

    def __init__(self, imports: ImportResolver) -> None:
        self.imports: Final = imports
        self._interfaces: dict[str, ModuleInterface] = {}
        self._shared = Shared()
        self._type_arguments = TypeArguments(self)
        self._fields = Fields(self.interface)
        self._call_arguments = CallArguments(self, self._type_arguments, self._fields)

    def interface(self, path: str, facts: FileFacts | None = None) -> ModuleInterface:
        """Return what other files need to know of a file.

        :param facts: those of the file, which then need not be read again.
        """
        interface = self._interfaces.get(path)
        if interface is None:
            interface = ModuleInterface()
            if path in self.imports.sources:
                # What is not shown still comes before what is derived from.
                facts = facts or self.imports.store.all_facts_of(path)
                interface = ModuleInterface.of(facts, self._shared)
            self._interfaces[path] = interface
        return interface

    def kind(self, target: Target) -> str:
        """Return the kind of a definition, ``file`` for a file or folder."""
        if not target.qualname:
            return "file"
        return self.interface(target.path).kinds.get(target.qualname, "")

    def trait(self, target: Target) -> str:
        """Return what is special about a definition."""
        return self.interface(target.path).traits.get(target.qualname, "")

    def definition(self, path: str, name: str, importer: str = "") -> Places | None:
        """Return what a name of a module is.

        :param importer: the file that imports it, if one does.
        """
        targets = self.imports.find_definitions(path, name, importer)
        return tuple(place_found(name, *target) for target in targets) or None

    def builtin(self, path: str, name: str) -> Places | None:
        """Return the builtin that a name is where no star import may bring another."""
        known = name in BUILTINS and self.imports.stars_stay_inside(path)
        return (External(name),) if known or name == OBJECT.dotted else None

    # Steps

    def step(self, places: Places | None, name: str) -> Places | None:
        """Return what a step from some places gives.

        :param name: as in :attr:`.Spec.steps`.
        """
        places = self.evaluated(places, variables=name == CALL)
        if places and UNSETTLED in places:
            return of_unsettled(places, lambda those: self.step(those, name))
        if places is None or (name[-1] not in ")]" and is_partly_unknown(places)):
            return None
        given = joined(self._step_from(place, name) for place in places)
        # What stands on the right of an operator may have what it calls.
        return given or None if places and name in _OPERATIONS else given

    def _step_from(self, place: Place, name: str) -> Places | None:
        """Take a step from one place, as :meth:`step` does from several."""
        if isinstance(place, Instance):
            if place.cls == UNSOLVED:
                return None
            if name == "__class__":
                return (Applied(place.cls, place.arguments),)
            if isinstance(place.cls, External):
                return self.step_outside(place, place.cls, name)
            return self._step_inside(place, place.cls, name)
        if isinstance(place, External | Member | Parameter | MadeUp):
            return self._step_from_value(place, name)
        applied = place if isinstance(place, Applied) else Applied(place, ())
        cls, arguments = applied.cls, applied.arguments
        if name == "__class__" and (classes := instances((place,))):
            return (Applied(_TYPE, (classes,)),)
        if isinstance(cls, Target):
            return self._step_from_definition(cls, arguments, name)
        if name == CALL and arguments:
            return (instance(cls, arguments),)
        return self._step_from_value(cls, name)

    def _step_from_definition(
        self, place: Target, arguments: tuple[Places | None, ...], name: str
    ) -> Places | None:
        """Take a step from a class, a function or a module of the tree.

        :param arguments: the types that it is given.
        """
        kind, is_attribute = self.kind(place), name[-1] not in ")]"
        if kind == "file":
            return self.definition(place.path, name) if is_attribute else None
        if kind in _FUNCTIONS:
            return self._step_from_function(place, name)
        if name == CALL:
            # A type variable, too.
            return (instance(place, arguments),)
        if kind != "class":
            return None
        if is_attribute:
            return self._class_member(instance(place, arguments), name, place)
        if is_enumeration(self.mro(place)):
            return (Instance(place),)
        # With type arguments it is the same class.
        return (place,) if name[-1] == "]" and is_generic(self.mro(place)) else None

    def _step_from_function(self, function: Target, name: str) -> Places | None:
        if name == CALL:
            return self._result(function, None)
        if name == FIXTURE:
            return self.value(Target(function.path, function.qualname + name), None)
        return self.step(objects_alone(decorated(self, function, None)), name)

    def _step_from_value(self, place: Place, name: str) -> Places | None:
        """Take a step from a function, or from something of another project."""
        if isinstance(place, Member):
            if name[0] == "(" and name != CALL:
                return declared_above(self, place, name)
            if managing := manager(place):
                return self.step(managing, name)
            if name != CALL:
                made = objects_alone(decorated(self, place.target, place.receiver))
                got = (self._got(object_, unless_known=None) for object_ in made or ())
                return made and self.step(joined(got), name)
            if isinstance(place.target, Target):
                return self._result(place.target, place.receiver)
            return self.known_result(place.receiver, last_part(place.target.dotted))
        if isinstance(place, External):
            if name == CALL:
                return called_outside(place)
            if name[-1] in ")]":
                return None
            dotted = f"{place.dotted}.{name}"
            return self.operators(dotted) or (External(dotted),)
        return None

    def operators(self, dotted: str) -> Places:
        """Return the functions of C++ that a name of PyTorch stands for."""
        return tuple(Target(*one) for one in self.imports.extensions.operators(dotted))

    def _step_inside(self, place: Instance, cls: Target, name: str) -> Places | None:
        """Take a step from an instance of a class of the tree."""
        if is_variable(cls, self):
            return self._step_from_bound(bound(self, cls), name)
        mro = self.mro(cls)
        if name[-1] not in ")]":
            return or_assigned(self, self.member(place, name, mro, cls), name, place)
        if name == CALL and place.arguments and not self._type_arguments.variables(cls):
            # A class, as one that its metaclass is asked of.
            return place.arguments[0]
        if field := self._fields.at(mro, name):
            return self.member(place, field, mro, cls) or None
        for method in _METHODS.get(name, ("__getitem__",)):
            members = self.member(place, method, mro, cls)
            if members is None:
                return None
            for member in members:
                if isinstance(member, Member) and isinstance(member.target, External):
                    return self.known_result(member.receiver, name)
            if members and name == SLICE:
                return None
            if members:
                given = self.step(members, CALL)
                after = _AFTER.get(method)
                if after is None or given is None:
                    return given
                if after != ELEMENT:
                    return self.step(given, after)
                return joined(map(self.next_of, given))
        # What has no such method is not what is meant, where others have one.
        return None if name == RETURNED else ()

    def _class_member(
        self, receiver: Instance, name: str, cls: Target
    ) -> Places | None:
        """Return what the attribute of a class is.

        Its metaclass may have it, of which properties come before all else.
        """
        mro = self.mro(cls)
        attribute = self.member(receiver, name, mro, cls)
        metaclass = metaclass_of(self, mro)
        if metaclass is None:
            return attribute
        order = self.mro(metaclass)
        own = self.member(instance(metaclass, [(receiver,)]), name, order, metaclass)
        first = named(own[0]) if own else None
        is_property = isinstance(first, Target) and self.kind(first) == "property"
        return own if is_property or attribute == () else attribute

    def _step_from_bound(self, least: Places | None, name: str) -> Places | None:
        """Take a step from an instance of some class below others.

        That class is as likely to have what may be of another project.
        """
        given = self.step(least, name)
        if not any(map(is_guess, given or ())):
            return given
        classes = (place.cls for place in least or () if isinstance(place, Instance))
        orders = (self.mro(cls) for cls in classes if isinstance(cls, Target))
        is_behind = any(
            isinstance(cls, Target) and self.kind(cls.member(name))
            for order in orders
            for cls in order
        )
        return given if is_behind else None

    def member(
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
                if may_have(cls.dotted, name):
                    if name not in _OF_RECEIVER:
                        receiver = self._type_arguments.as_class(receiver, cls)
                    return (Member(External(f"{cls.dotted}.{name}"), receiver),)
            elif (own := own_member(self, cls.member(name), receiver)) != ():
                return own
        for cls in mro:
            for method in (GETATTR, "__getattribute__"):
                if isinstance(cls, Target):
                    making = cls.member(method)
                    if making.qualname in self.interface(cls.path).kinds:
                        return self._made_up(making, receiver, name)
        other = IN_PLACE.get(name)
        return self.member(receiver, other, mro, owner) if other else ()

    def _made_up(self, making: Target, receiver: Instance, name: str) -> Places | None:
        """Return what a class gives for an attribute that it has not."""
        # Python looks up special methods in classes alone.
        is_looked_up = making.qualname.endswith(GETATTR) and not name.startswith("__")
        made = self.value(making, receiver) if is_looked_up else None
        is_known = made and all(isinstance(place, Instance) for place in made)
        return made if is_known else None

    # Values

    def evaluated(
        self, places: Places | None, *, variables: bool = False
    ) -> Places | None:
        """Return what is there: modules, classes, instances, functions, …

        :param variables: whether type variables stay what they are.
        """
        if places is None:
            return None
        evaluated: list[Place] = []
        pending = list(places[::-1])
        seen: set[Place] = set()
        while pending:
            place = pending.pop()
            if isinstance(place, MadeUp):
                return None
            target = place.target if isinstance(place, Member) else place
            kind = self.kind(target) if isinstance(target, Target) else ""
            if isinstance(target, Target) and kind == "class":
                # Which class it was asked of does not matter.
                evaluated.append(target)
            elif not isinstance(target, Target) or kind not in HOLDING:
                evaluated.append(place)
            elif place not in seen:
                seen.add(place)
                value = self._held(target, place)
                if value is None:
                    return None
                if variables and any(map(is_made, value)):
                    evaluated.append(target)
                else:
                    pending += value[::-1]
        return joined([tuple(evaluated)])

    def _held(self, target: Target, place: Place) -> Places | None:
        """Return what data, an attribute or a property holds."""
        receiver = place.receiver if isinstance(place, Member) else None
        held = held_by(self, target, receiver)
        trait = self.trait(target)
        if held is None or trait not in {MADE, *ANNOTATED}:
            return held
        if trait != MADE:
            return joined(self._got(value, unless_known=(value,)) for value in held)
        made = joined(self._bound(value, target, receiver) for value in held)
        return held_above(self, target) if made is None else made

    def _bound(
        self, place: Place, target: Target, receiver: Instance | None
    ) -> Places | None:
        """Return what a class makes of something that is bound in its body."""
        outer, name = split_name(target.qualname)
        owner = Target(target.path, outer)
        if not isinstance(place, Instance) or self.kind(owner) != "class":
            return (place,)
        if place.cls == owner:
            # The member of an enumeration.
            return (place,)
        if is_key(place):
            return object_of_key(place)
        cls = receiver.cls if receiver is not None else owner
        for above in self.mro(cls) if isinstance(cls, Target) else ():
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
            elif self.trait(above) == OF_METACLASS and not is_private(name):
                return None
        if isinstance(place.cls, External):
            return (place,) if is_class(place.cls.dotted) else None
        return self._got(place, unless_known=None)

    def _got(self, place: Place, *, unless_known: Places | None) -> Places | None:
        """Return what is there instead of something that may be a descriptor.

        :param unless_known: what to return if that is not known of its class.
        """
        if not isinstance(place, Instance) or not isinstance(place.cls, Target):
            return (place,)
        getter = self._step_inside(place, place.cls, "__get__")
        if getter is None or any(map(is_of_outside, getter)):
            return unless_known
        return self.step(getter, CALL) if getter else (place,)

    def call(
        self, called: Places | None, arguments: Callable[[], Arguments]
    ) -> Places | None:
        """Return what a call gives.

        :param arguments: returns what the arguments are.
        """
        called = self.evaluated(called, variables=True)
        if called is None:
            return None
        if UNSETTLED in called:
            return of_unsettled(called, lambda those: self.call(those, arguments))
        given: list[Places | None] = []
        for place in called:
            function = place
            if isinstance(place, Instance) and isinstance(place.cls, Target):
                # The arguments are for its method.
                own = self._step_from(place, "__call__") or ()
                function = own[0] if len(own) == 1 else place
            receiver = function.receiver if isinstance(function, Member) else None
            function = function.target if isinstance(function, Member) else function
            if isinstance(function, Target) and self.kind(function) in _FUNCTIONS:
                given.append(self._result(function, receiver, arguments))
            else:
                made = self._call_arguments.made(function, arguments)
                given.append(made or self._step_from(place, CALL))
        return joined(given)

    def _result(
        self,
        target: Target,
        receiver: Instance | None,
        arguments: Callable[[], Arguments] | None = None,
    ) -> Places | None:
        """Return what a call of a function gives."""
        result = self.value(target, receiver, arguments)
        trait = self.trait(target)
        if result is None:
            return self.step(decorated(self, target, receiver), CALL)
        if trait not in {COROUTINE, CONTEXT}:
            return result
        if trait == CONTEXT:
            return (instance(External(_CONTEXT_MANAGER), [self.step(result, ELEMENT)]),)
        if any(
            isinstance(place, Instance)
            and dotted_of(place.cls).endswith(_ASYNC_GENERATORS)
            for place in result
        ):
            return result
        return (instance(External("typing.Coroutine"), [result]),)
