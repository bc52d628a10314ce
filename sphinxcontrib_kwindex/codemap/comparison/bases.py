"""What a class lost with the bases that it has no more."""

from __future__ import annotations

from collections.abc import Iterator

from ...links.expressions.method_resolution import is_derived
from ...links.places import External, Target
from ...model.facts import Definition
from ...model.names import last_part
from ..signatures import BUILTIN, written_behind
from .changes import Breakage
from .counterparts import Counterparts
from .version import Version


class Bases:
    """Compares the bases of the classes of two versions."""

    def __init__(self, old: Version, new: Version, same: Counterparts) -> None:
        self._old = old
        self._new = new
        self._same = same

    def lost(
        self, where: Target, new: Target, was: Definition, now: Definition
    ) -> Iterator[Breakage]:
        """Yield the bases that a class has lost, and the members that it had of them.

        :param where: the class in the old version.
        :param new: the class in the new one.
        """
        if was.bases == now.bases:
            return
        above = self._new.code.class_hierarchy.ancestors_of(*new)
        bases = {cls.base for cls in above.classes}
        known = {"object", *self._known_now(where, new, now, bases)}
        outside = self._outside(where)
        derived = [base.dotted for base in bases if isinstance(base, External)]
        for base in was.bases:
            name = _base_name(base)
            if "(" in base and written_behind(now):
                # What a call makes, "namedtuple(…)", may be written otherwise now.
                continue
            if any(is_derived(cls, outside.get(name, "")) for cls in derived):
                continue
            if name not in known and "=" not in base:
                yield Breakage("base-removed", base)
        for name in self._inherited(where):
            if self._new.names.member(new, name) is None:
                yield Breakage("member-removed", name)

    def _known_now(
        self, where: Target, new: Target, now: Definition, bases: set[Target | External]
    ) -> Iterator[str]:
        """Yield what bases are called that a class has now, or had by other names."""
        yield from map(_base_name, now.bases)
        for base in bases:
            name = base.dotted if isinstance(base, External) else base.qualname
            yield _base_name(name)
        if new.qualname != where.qualname or new.path != where.path:
            # It may be what it derived from.
            yield last_part(new.qualname)
        for old, place in self._same.moved.items():
            if place in bases:
                yield last_part(old.qualname)

    def _outside(self, where: Target) -> dict[str, str]:
        """Return by their names the classes of others that a class derived from."""
        return {
            last_part(base.dotted): base.dotted
            for base in self._old.code.class_hierarchy.bases_of(*where)
            if isinstance(base, External)
        }

    def _inherited(self, where: Target) -> list[str]:
        """Return the public members that a class had of those above it.

        What is gone from the base itself is told of that.
        """
        code = self._old.code
        inherited = {
            name
            for base in code.class_hierarchy.ancestors_of(*where).inside
            for name, member in code.class_members.of_class(base).items()
            if member.anchor
            and not name.startswith("_")
            and base.member(name) not in self._same.gone
        }
        return sorted(inherited - code.class_members.of_class(where).keys())


def _base_name(base: str) -> str:
    name = base.partition("[")[0].rpartition(".")[2]
    return BUILTIN.get(name, name)
