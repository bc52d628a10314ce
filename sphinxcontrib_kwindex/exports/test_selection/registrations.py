"""What functions and classes are registered with, by their decorators or by calls.

By a member of a value or a function: ``@group.command()``, ``@show.register``. Or by a
function or a class method of the tree that knows a collection: ``@register("name")``
or ``register("name", function)`` over ``TABLE[name] = function``. Whoever uses that
value, function or collection may run what is registered, and names it nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from ...codemap.code_map import CodeMap
from ...model.grouped import grouped
from ...model.kinds import CALLABLES, VALUES
from ...model.names import Symbol, split_name
from ...model.python_suffixes import SOURCE
from ...model.references import MENTION
from ...model.rows import UseRow
from ...store.use_queries import names_used_in

#: How what collects others is written.
_COLLECTIONS: Final = (
    *("{", "[", "dict(", "list(", "set(", "defaultdict(", "OrderedDict("),
    *("collections.", "weakref.", "Weak"),
)

#: A statement that only calls something.
_CALL: Final = re.compile(r"([\w.]+)\(")


class Registrations:
    """What definitions are registered with.

    :param kinds_in: returns the kinds of the definitions of a file by name.
    """

    def __init__(
        self, code: CodeMap, kinds_in: Callable[[str], Mapping[str, Sequence[str]]]
    ) -> None:
        self._code = code
        self._kinds_in = kinds_in
        self._decorators_in = cache(self._read_decorators)
        self._collections_of = cache(lambda place: tuple(self._collections(*place)))

    def of(self, place: Symbol) -> Iterator[tuple[Symbol, Symbol | None]]:
        """Yield what a definition is registered with.

        :return: the value, function or collection; of this with what registers, which
            leads to others that are in it.
        """
        path, qualname = place
        outer = split_name(qualname)[0]
        for decorator in self._decorators_in(path).get(qualname, ()):
            holder, members = self._holder(path, outer, decorator)
            if holder is None or not holder[1] or holder == place:
                continue
            kinds = self._kinds_in(holder[0]).get(holder[1], ())
            if members and "class" not in kinds:
                yield holder, None
            else:
                yield from self._filled_by(holder, members)

    def by_call(self, row: UseRow) -> Iterator[tuple[Symbol, Symbol]]:
        """Yield the collections that a call enters something in, with what does so."""
        call = _CALL.match(row.text) if row.path.endswith(SOURCE) else None
        if call is None or row.role != MENTION or row.by_name:
            return
        holder, members = self._holder(row.path, split_name(row.around)[0], call[1])
        if holder and holder[1]:
            yield from self._filled_by(holder, members)

    def _filled_by(
        self, holder: Symbol, members: Sequence[str]
    ) -> Iterator[tuple[Symbol, Symbol]]:
        """Yield the collections that a function, or a method of a class, enters."""
        if len(members) < 2:
            function = holder[0], ".".join([holder[1], *members])
            for collection in self._collections_of(function):
                yield collection, function

    def _holder(
        self, path: str, outer: str, decorator: str
    ) -> tuple[Symbol | None, list[str]]:
        """Return the definition that a decorator begins with, and what follows it."""
        find = self._code.import_resolver.find_definition
        first, *more = decorator.partition("(")[0].split(".")
        own = f"{outer}.{first}"
        if outer and own in self._kinds_in(path):
            return (path, own), more
        holder = find(path, first)
        while holder and not holder[1] and more:
            holder = find(holder[0], more.pop(0))
        return holder, more

    def _collections(self, path: str, qualname: str) -> Iterator[Symbol]:
        """Yield the collections that a function names."""
        if CALLABLES.isdisjoint(self._kinds_in(path).get(qualname, ())):
            return
        inside = f"{qualname}.<locals>"
        for around, target, name in names_used_in(self._code.store, path):
            if around == qualname or around.startswith(inside):
                known = self._code.facts(target).definitions if target else ()
                if any(
                    it.qualname == name
                    and it.kind in VALUES
                    and it.value.startswith(_COLLECTIONS)
                    for it in known
                ):
                    yield target, name

    def _read_decorators(self, path: str) -> Mapping[str, list[str]]:
        known = self._code.facts(path).definitions if path.endswith(SOURCE) else ()
        return grouped(
            (definition.qualname, decorator)
            for definition in known
            for decorator in definition.decorators
        )
