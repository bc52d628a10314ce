"""What the type variables of generic classes stand for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from ...model.names import number_of_type_parameter
from ..places import (
    Applied,
    External,
    Instance,
    Places,
    Target,
    Tree,
    dotted_of,
    instance,
    joined,
    named,
)
from .type_tests import is_any
from .type_variables import bound, is_variable

#: The last type argument of ``tuple[C, ...]``.
AS_MANY: Final = (External("Ellipsis"),)


class TypeArguments:
    """The type arguments of instances.

    :param tree: what is known of the classes.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._above: dict[Instance, dict[Target | External, Instance]] = {}

    def as_class(self, receiver: Instance, cls: Target | External) -> Instance:
        """Return an instance as one of a class above its own."""
        if receiver.cls == cls or not isinstance(receiver.cls, Target):
            return receiver
        if receiver not in self._above:
            above: dict[Target | External, Instance] = {receiver.cls: receiver}
            for ancestor in self._tree.mro(receiver.cls):
                if isinstance(ancestor, Target):
                    own = above.setdefault(ancestor, Instance(ancestor))
                    for base in self._tree.applied_bases(ancestor):
                        arguments = [
                            self.substituted(some, own) for some in base.arguments
                        ]
                        above.setdefault(base.cls, instance(base.cls, arguments))
            if self._tree.uncertain:
                return above.get(cls, Instance(cls))
            self._above[receiver] = above
        return self._above[receiver].get(cls, Instance(cls))

    def substituted(self, places: Places | None, receiver: Instance) -> Places | None:
        """Return places with the type arguments of an instance for the variables.

        :param receiver: as one of the class that the places are said in.
        """
        if places is None or not isinstance(receiver.cls, Target):
            return places
        variables = self.variables(receiver.cls)
        if not variables:
            return places
        given = dict(zip(variables, receiver.arguments, strict=False))

        def meaning(variable: Target) -> Places | None:
            # Without an argument it is what every argument is.
            is_given = variable in given
            return given[variable] if is_given else bound(self._tree, variable)

        return replaced(places, variables, meaning)

    def applied(self, types: Places, arguments: list[Places | None]) -> Places | None:
        """Return types with type arguments.

        Those of an alias are for its type variables, in the order of its brackets or,
        without these, in which they stand in it
        (https://typing.python.org/en/latest/spec/aliases.html).
        """
        numbers: dict[Target | External, int] = {}
        for variable in variables_in(self._tree, types):
            declared = number_of_type_parameter(variable.qualname)
            numbers.setdefault(variable, len(numbers) if declared is None else declared)
        if numbers:
            several = enumerate(arguments)
            given = {
                number: argument for number, argument in several if argument != AS_MANY
            }
            return replaced(types, numbers, lambda target: given.get(numbers[target]))
        # "tuple[C, ...]" holds as many as it likes.
        kept = tuple(argument for argument in arguments if argument != AS_MANY)
        classes = map(named, types)
        return tuple(
            Applied(cls, kept) for cls in classes if isinstance(cls, Target | External)
        )

    def variables(self, cls: Target) -> tuple[Target | External, ...]:
        """Return the type variables of a class in their order."""
        bases = self._tree.applied_bases(cls)
        declaring = [
            base
            for base in bases
            if dotted_of(base.cls).rpartition(".")[2] in {"Generic", "Protocol"}
        ]
        return tuple(
            {
                place.cls: None
                for base in declaring or bases
                for some in base.arguments
                for place in some or ()
                if isinstance(place, Instance) and is_variable(place.cls, self._tree)
            }
        )


def variables_in(tree: Tree, places: Places | None) -> Iterator[Target]:
    """Yield the type variables in some places, in their order."""
    for place in places or ():
        cls = place.cls if isinstance(place, Instance | Applied) else place
        if is_variable(cls, tree):
            yield cls
        for some in getattr(place, "arguments", ()):
            yield from variables_in(tree, some)


def replaced(
    places: Places | None,
    variables: Collection[Target | External],
    meaning: Callable[[Target], Places | None],
) -> Places | None:
    """Return places with what type variables stand for.

    :param meaning: what the instances are that a variable stands for.
    """
    if places is None:
        return None
    several: list[Places | None] = []
    for place in places:
        cls = place.cls if isinstance(place, Instance | Applied) else place
        if isinstance(cls, Target) and cls in variables:
            meant = meaning(cls)
            several.append(meant if isinstance(place, Instance) else classes_of(meant))
            continue
        if isinstance(place, Instance | Applied):
            inner = [replaced(some, variables, meaning) for some in place.arguments]
            if isinstance(place, Instance):
                place = instance(place.cls, inner)
            else:
                place = Applied(place.cls, tuple(inner))
        several.append((place,))
    return joined(several)


def classes_of(places: Places | None) -> Places | None:
    """Return the classes of instances; of anything it is anything."""
    if places is None or not all(isinstance(place, Instance) for place in places):
        return None
    return tuple(
        place if is_any(place) else Applied(place.cls, place.arguments)
        for place in places
        if isinstance(place, Instance)
    )
