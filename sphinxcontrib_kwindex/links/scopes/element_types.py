"""What containers and smart pointers of C++ and Rust hold, as far as files say it.

``std::vector<std::unique_ptr<A>> all;`` makes ``all[0]->f()`` call ``A::f``. What is
declared so is a spec of the kind ``generic``; what is taken of a value, as by an index,
is one of the kind ``either`` with one part and what is done with that as its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...model.container_types import MAPS, OF_POINTERS, SMART_POINTERS, TAKING
from ...model.kinds import CALLABLES, TYPES
from ...model.names import last_part
from ...model.references import CALL, ELEMENT, ITEM, POINTED, VALUE, Spec
from ...model.rows import DefinitionRow
from .names_of_tree import UNCALLED, Rows

#: The names of all.
_HIDING: Final = frozenset[str]().union(*OF_POINTERS.values())
_TAKING: Final = frozenset[str]().union(*TAKING.values())
Said = tuple[str, Spec]
"""A spec, after the file that says it."""
#: How many values are followed, each declared as the one before.
_MOST: Final = 30


#: What takes something of an object in C++.
OPERATORS: Final = {ITEM: "operator[]", POINTED: "operator*"}


def is_parameter(spec: Spec) -> bool:
    """Tell whether a spec is of what a parameter of a function is declared as."""
    return spec.kind == "either" and spec.steps[0].startswith("(")


class HeldTypes:
    """Follows values to the containers that they are declared as.

    :param find: returns what a spec of a file leads to, and whether by its name alone.
    :param declared: returns what a definition is declared as.
    :param parts: returns the specs of a file by their numbers.
    """

    def __init__(
        self,
        find: Callable[[str, Spec, frozenset[str]], tuple[Rows, bool]],
        declared: Callable[[DefinitionRow], Spec | None],
        parts: Callable[[str], Mapping[int, Spec]],
    ) -> None:
        self._find = find
        self._declared = declared
        self._parts = parts

    def inside(self, said: Said) -> Said:
        """Return what has the members of a container: that, or what it points to."""
        return self._part(said, 1 if self._name(said) in SMART_POINTERS else 0)

    def _part(self, said: Said, number: int) -> Said:
        """Return a part of a spec: of a container its type, and what it holds."""
        path, spec = said
        return path, self._parts(path)[spec.parts[number]]

    def _name(self, said: Said) -> str:
        """Return the last part of the name of a container."""
        _, of = self._part(said, 0)
        return of.steps[-1] if of.kind == "module" and of.steps else last_part(of.base)

    def pointer(self, said: Said) -> Said | None:
        """Return the smart pointer itself that something is, or is declared as."""
        container = self._container(said)
        if container is None or self._name(container) not in SMART_POINTERS:
            return None
        return self._part(container, 0)

    def hides(self, said: Said, name: str) -> bool:
        """Tell whether a member of what something points to may be its own."""
        pointer = self._container(said) if name in _HIDING else None
        return pointer is not None and name in OF_POINTERS.get(self._name(pointer), ())

    def taken(
        self, said: Said, most: int = _MOST
    ) -> tuple[Said, tuple[str, ...]] | None:
        """Return what is taken of containers, and the steps from there.

        These are those of an object that is no container.

        :param said: of the kind ``either``.
        :return: ``None`` if nothing is known.
        """
        steps, place = said[1].steps, self._part(said, 0)
        for number, step in enumerate(steps):
            container = self._container(place, most)
            if container is None:
                return place, steps[number:]
            is_map = self._name(container) in MAPS
            if (step == ELEMENT and is_map) or (step == VALUE and not is_map):
                return None
            place = self._part(container, 1)
        return place, ()

    def _container(self, said: Said, most: int = _MOST) -> Said | None:
        """Return the container that something is, or is declared as."""
        path, spec = said
        if spec.kind == "generic":
            return said
        if not most:
            return None
        most -= 1
        if spec.kind == "either":
            taken = self.taken(said, most)
            return self._container(taken[0], most) if taken and not taken[1] else None
        is_called = spec.steps[-1:] == (CALL,)
        of = spec._replace(steps=spec.steps[:-1]) if is_called else spec
        rows, by_name = self._find(path, of, CALLABLES if is_called else UNCALLED)
        if is_called and not rows:
            held = self.returned((path, of), most)
            return held and self._container(held, most)
        if by_name or any(row.kind in TYPES - {"type"} for row in rows):
            return None
        for row in rows:
            if (declared := self._declared(row)) is not None:
                return self._container((row.path, declared), most)
        return None

    def returned(self, said: Said, most: int = _MOST) -> Said | None:
        """Return what a method of a container returns: ``front`` what it holds."""
        path, spec = said
        for part in spec.parts if spec.base in _TAKING else ():
            whole = self._container((path, self._parts(path)[part]), most)
            if whole and spec.base in TAKING.get(self._name(whole), ()):
                return self._part(whole, 1)
        return None
