"""What the calls of a file give the parameters of its private functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property

from ....model.names import split_name
from ....model.references import ANNOTATION, Spec
from ..values import MOST_EXPRESSIONS, UNKNOWN, Passed, Value, either
from .bindings import BindingWalk


class PrivateCalls:
    """The calls of functions that nothing but their file calls.

    :param meaning: returns the number of the spec that an occurrence stands for.
    :param specs: all of them.
    """

    def __init__(
        self, walk: BindingWalk, meaning: Callable[[int], int], specs: Sequence[Spec]
    ) -> None:
        self._walk = walk
        self._meaning = meaning
        self._specs = specs

    @cached_property
    def _mentions(self) -> Counter[str]:
        """How often names stand in the file; what is no call may be one elsewhere."""
        walk = self._walk
        mentions = Counter(walk.quoted)
        for number, occurrence in enumerate(walk.occurrences):
            name = occurrence.name
            if name in walk.calls and walk.roles.get(number) != ANNOTATION:
                mentions[name] += 1
        return mentions

    def value(self, passed: Passed) -> Value:
        """Return what all calls give a parameter; unknown if there may be others."""
        owner, name = split_name(passed.function)
        calls = self._walk.calls.get(name, ())
        if not 0 < len(calls) == self._mentions[name] <= MOST_EXPRESSIONS:
            return UNKNOWN
        values: list[Value] = []
        for function, given in calls:
            spec = self._spec(function)
            if spec and spec.kind == "def" and spec != Spec("def", passed.function):
                # That of another class.
                continue
            of = self._walk.occurrences[function].of
            if passed.needs_object and self._spec(of) == Spec("def", owner):
                # "C.method(object, …)"
                return UNKNOWN
            number = str(passed.number)
            values.append(given.get(passed.name, given.get(number, UNKNOWN)))
        return either(values) if values else UNKNOWN

    def _spec(self, value: Value) -> Spec | None:
        if not isinstance(value, int) or value < 0:
            return None
        meaning = self._meaning(value)
        return self._specs[meaning] if meaning >= 0 else None
