"""Contents of containers that begin empty: everything that the file adds.

``found = []`` says nothing of what it holds, ``found.append(C())`` does. What is put
into a local variable counts, and into an attribute by ``self``; not what is put into
the data of a module or the attribute of a class, which other files may fill.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from ....model.names import last_part
from ....model.references import Spec
from ..scopes import LOCAL, Bindings
from ..values import UNKNOWN, Filled, Root, Value, container
from .bindings import BindingWalk
from .filled_containers import Put, element
from .occurrence import Occurrence


class Contents:
    """What is put into the containers of a file.

    :param bindings: returns what the name of an occurrence is bound to.
    :param meaning: returns the number of the spec that an occurrence stands for.
    :param specs: all of them.
    """

    def __init__(
        self,
        walk: BindingWalk,
        bindings: Callable[[int, Occurrence], Bindings | None],
        meaning: Callable[[int], int],
        specs: Sequence[Spec],
    ) -> None:
        self._occurrences = walk.occurrences
        self._bindings = bindings
        self._meaning = meaning
        self._specs = specs
        self._puts: defaultdict[Filled, list[Put]] = defaultdict(list)
        held: defaultdict[str, list[Filled]] = defaultdict(list)
        for owner, value, _ in walk.values:
            if isinstance(owner, int):
                for filled in self._containers(value):
                    held[self._own_attribute(owner)].append(filled)
        elsewhere: set[str] = set()
        for put in walk.puts:
            several = self._containers(put.into)
            name = self._attribute(put.into)
            if qualname := name and self._own_attribute(put.into):
                several = held.get(qualname, [])
            elif name:
                elsewhere.add(name)
            for filled in several:
                self._puts[filled].append(put)
        for qualname, several in held.items():
            if not qualname or last_part(qualname) in elsewhere:
                for filled in several:
                    self._puts[filled].append(Put(filled, "append", (UNKNOWN,)))

    def is_empty(self, value: Value) -> bool:
        """Tell whether a value is a container into which nothing is put."""
        return type(value) is Filled and value not in self._puts

    def telling(self, bindings: Bindings) -> Bindings:
        """Return the bindings that say more of a name than others."""
        several = tuple(binding for binding in bindings if binding.tells) or bindings
        full = tuple(binding for binding in several if not self.is_empty(binding.value))
        return full or several

    def value(self, of: Filled) -> Value:
        """Return what a container is."""
        elements = [element(of, put) for put in self._puts.get(of, ())]
        if of.name == "dict":
            return container("dict", [UNKNOWN], elements)
        return container(of.name, elements)

    def _containers(self, value: Value) -> list[Filled]:
        """Return the containers that something is, or a local name is bound to."""
        if isinstance(value, Filled):
            return [value]
        if not isinstance(value, int) or value < 0:
            return []
        occurrence = self._occurrences[value]
        if occurrence.is_attribute:
            return []
        bindings = self._bindings(value, occurrence) or ()
        values = [binding.value for binding in bindings if binding.kind == LOCAL]
        return [bound for bound in values if isinstance(bound, Filled)]

    def _attribute(self, value: Value) -> str:
        if not isinstance(value, int) or value < 0:
            return ""
        occurrence = self._occurrences[value]
        return occurrence.name if occurrence.is_attribute else ""

    def _own_attribute(self, number: Value) -> str:
        """Return the qualified name of an attribute that `self` is asked for."""
        assert isinstance(number, int)
        of = self._occurrences[number].of
        if not isinstance(of, int) or of < 0 or self._occurrences[of].is_attribute:
            return ""
        bindings = self._bindings(of, self._occurrences[of]) or ()
        if len(bindings) != 1 or not isinstance(bindings[0].value, Root):
            return ""
        meaning = self._meaning(number)
        spec = self._specs[meaning] if meaning >= 0 else None
        return spec.base if spec and spec.kind == "def" and not spec.steps else ""
