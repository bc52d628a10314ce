"""Computes answers that depend on each other, perhaps in cycles.

What a function returns follows from what others return, and some call themselves. The
answers of such a circle are the least that agree with each other: they are searched
for again, each with what was found of the others, until nothing changes. So an answer
does not depend on what was asked first, and each is searched for a few times.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Any, Final, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")
Result = TypeVar("Result")

#: Searches within searches; Python's stack does not hold many more.
_DEEP: Final = 30
#: How often the answers of a circle are searched for.
_ROUNDS: Final = 10
#: Longer chains of answers that wait for others, or longer circles, have no answer.
_WAITING: Final = 10_000
_NO_CIRCLE: Final = sys.maxsize


class TooDeepError(Exception):
    """The answer for :attr:`key` is needed first, and is too far away."""

    def __init__(self, key: Any) -> None:
        super().__init__()
        self.key: Final = key


class Fixpoint(Generic[Key, Answer]):
    """The least answers that agree with each other.

    :param search: finds an answer, and may ask for others.
    :param join: joins what was found in two rounds.
    :param nothing: the least answer, that of the first round.
    :param unknown: the greatest answer.
    """

    def __init__(
        self,
        search: Callable[[Key], Answer],
        join: Callable[[Answer, Answer], Answer],
        nothing: Answer,
        unknown: Answer,
    ) -> None:
        self._search = search
        self._join = join
        self._nothing = nothing
        self._unknown = unknown
        self._known: dict[Key, Answer] = {}
        # Of what is in a circle that is not closed yet.
        self._guesses: dict[Key, Answer] = {}
        self._reached: dict[Key, int] = {}
        # What is being searched for, and since when.
        self._depths: dict[Key, int] = {}
        self._lowest = _NO_CIRCLE

    @property
    def uncertain(self) -> bool:
        """Whether something was met that is not closed yet."""
        return self._lowest != _NO_CIRCLE

    def doubt(self) -> None:
        """Keep nothing of what the searches under way find."""
        if self._depths:
            self._lowest = -1

    def find(self, key: Key, *, deep: bool = False) -> Answer:
        """Return an answer.

        :param deep: whether there is no room for another search.
        :raises TooDeepError: if another is needed first; :meth:`patiently` finds it.
        """
        if key in self._known:
            return self._known[key]
        met = self._depths.get(key, self._reached.get(key))
        if met is not None:
            self._lowest = min(self._lowest, met)
            return self._guesses.get(key, self._nothing)
        depth = len(self._depths)
        if deep or depth >= _DEEP:
            raise TooDeepError(key)
        self._depths[key] = depth
        outer, self._lowest = self._lowest, _NO_CIRCLE
        answer = self._in_rounds(key, depth)
        del self._depths[key]
        if self._lowest < depth:
            self._reached[key] = self._lowest
            self._lowest = min(outer, self._lowest)
            return answer
        if self._lowest == depth:
            self._known.update(
                {other: self._guesses[other] for other in self._circle(depth)}
            )
        self._guesses.pop(key, None)
        self._known[key] = answer
        self._lowest = outer
        return answer

    def _in_rounds(self, key: Key, depth: int) -> Answer:
        """Search until nothing changes in the circle that begins here, if one does."""
        for _ in range(_ROUNDS):
            before = self._guesses.get(key, self._nothing)
            answer = self._join(before, self._search(key))
            self._guesses[key] = answer
            if self._lowest != depth or answer == before:
                return answer
            self._circle(depth)
            self._lowest = _NO_CIRCLE
        self._guesses[key] = self._unknown
        self._search(key)
        return self._unknown

    def _circle(self, depth: int) -> list[Key]:
        """Return what was found in a circle, and forget that it was."""
        keys = [key for key, reached in self._reached.items() if reached >= depth]
        for key in keys:
            del self._reached[key]
        return keys

    def patiently(self, ask: Callable[[], Result]) -> Result:
        """Return what a function does; what is too far away for it is found before.

        :param ask: calls :meth:`find`.
        """
        waiting: dict[Key, None] = {}
        while True:
            try:
                if not waiting:
                    return ask()
                key = next(reversed(waiting))
                self._known.setdefault(key, self.find(key))
                del waiting[key]
            except TooDeepError as exc:
                if exc.key in waiting or len(waiting) > _WAITING:
                    self._known[exc.key] = self._unknown
                else:
                    waiting[exc.key] = None
            finally:
                self._forget()

    def _forget(self) -> None:
        self._guesses.clear()
        self._reached.clear()
        self._depths.clear()
        self._lowest = _NO_CIRCLE
