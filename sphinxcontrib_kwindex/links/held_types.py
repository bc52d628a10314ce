"""What containers and smart pointers of C++ hold, as far as files say it.

``std::vector<std::unique_ptr<A>> all;`` makes ``all[0]->f()`` call ``A::f``. What is
declared so is a spec of the kind ``generic``; what is taken of a value, as by an index,
is one of the kind ``either`` with one part and what is done with that as its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..model.containers import MAPS, OF_POINTERS, SMART_POINTERS, TAKING
from ..model.kinds import CALLABLES, TYPES
from ..model.names import last_part
from ..model.references import CALL, ELEMENT, VALUE, Spec
from ..model.rows import DefinitionRow
from .names_of_tree import UNCALLED, Rows

Said = tuple[str, Spec]
"""A spec, after the file that says it."""
#: How many values are followed, each declared as the one before.
_MOST: Final = 30


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
        path, spec = said
        container, held = (self._parts(path)[part] for part in spec.parts)
        return path, held if _is_smart(container) else container

    def hides(self, said: Said, name: str) -> bool:
        """Tell whether a member of what something points to may be its own."""
        found = self._container(said, _MOST) if name in OF_POINTERS else None
        return found is not None and _is_smart(self._parts(found[0])[found[1].parts[0]])

    def taken(self, said: Said) -> tuple[Said, tuple[str, ...]] | None:
        """Return what is taken of containers, and the steps from there.

        These are those of an object that is no container.

        :param said: of the kind ``either``.
        :return: ``None`` if nothing is known.
        """
        return self._taken(said, _MOST)

    def _taken(self, said: Said, most: int) -> tuple[Said, tuple[str, ...]] | None:
        path, spec = said
        place = path, self._parts(path)[spec.parts[0]]
        for number, step in enumerate(spec.steps):
            container = self._container(place, most)
            if container is None:
                return place, spec.steps[number:]
            where, what = container
            of, held = (self._parts(where)[part] for part in what.parts)
            is_map = last_part(of.base) in MAPS
            if (step == ELEMENT and is_map) or (step == VALUE and not is_map):
                return None
            place = where, held
        return place, ()

    def _container(self, said: Said, most: int) -> Said | None:
        """Return the container that something is, or is declared as."""
        path, spec = said
        if spec.kind == "generic":
            return said
        if not most:
            return None
        most -= 1
        if spec.kind == "either":
            taken = self._taken(said, most)
            return self._container(taken[0], most) if taken and not taken[1] else None
        is_called = spec.steps[-1:] == (CALL,)
        of = spec._replace(steps=spec.steps[:-1]) if is_called else spec
        rows, by_name = self._find(path, of, CALLABLES if is_called else UNCALLED)
        if is_called and not rows:
            held = self._returned((path, of), most)
            return held and self._container(held, most)
        if by_name or any(row.kind in TYPES - {"type"} for row in rows):
            return None
        for row in rows:
            if (declared := self._declared(row)) is not None:
                return self._container((row.path, declared), most)
        return None

    def returned(self, said: Said) -> Said | None:
        """Return what a method of a container returns: ``front`` what it holds."""
        return self._returned(said, _MOST)

    def _returned(self, said: Said, most: int) -> Said | None:
        path, spec = said
        if spec.kind != "member" or spec.base not in TAKING:
            return None
        for part in spec.parts:
            whole = self._container((path, self._parts(path)[part]), most)
            if whole is not None:
                where, what = whole
                return where, self._parts(where)[what.parts[1]]
        return None


def _is_smart(container: Spec) -> bool:
    return last_part(container.base) in SMART_POINTERS
