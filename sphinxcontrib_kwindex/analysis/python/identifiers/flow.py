"""Which bindings of a name hold at a moment: the ways that a program can take.

The walk over a module notes each change of a name in a log. A *branch* is what was
changed since a mark in the log: it is taken back when the next branch begins, and
where ways meet, each name that one of them changed is what any of them made of it. So
an ``if`` costs as much as the names that are changed in it, however many there are.

What a loop changes may be read by an earlier statement of it, in its next turn: reads
of what a loop did not bind itself are noted, and told when the loop ends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ..scopes import Binding, Bindings, Held, Scope

#: More bindings of one name are not told apart, nor more ways out of one loop.
_MOST_BINDINGS: Final = 32
_MOST_WAYS_OUT: Final = 64

Key = tuple[Scope, str]
Narrowed = Callable[[Binding], Binding] | None
Branch = dict[Key, Held | None]
"""What the names that were changed are now; ``None`` for one that is not bound."""


def outers(held: Held) -> Iterator[Held]:
    """Yield what is held of a name, and what is without its last test, its last two…"""
    outer: Held | None = held
    for _ in range(_MOST_BINDINGS):
        if outer is None:
            return
        yield outer
        outer = outer.outer


class Loop:
    """A loop that the walk is in."""

    __slots__ = ("breaks", "continues", "mark", "reads")

    def __init__(self, mark: int) -> None:
        self.mark = mark
        self.breaks: list[Branch] = []
        self.continues: list[Branch] = []
        self.reads: defaultdict[Key, list[tuple[int, Narrowed]]] = defaultdict(list)
        """The occurrences that may read what an earlier turn bound, each with what a
        test says of that."""

    @property
    def ways(self) -> tuple[list[Branch], list[Branch]]:
        """Those that leave the loop, and those on to its next turn."""
        return self.breaks, self.continues


class Flow:
    """The bindings that hold now."""

    def __init__(self) -> None:
        self.loops: list[Loop] = []
        self.dead = False
        """Whether nothing that follows in this block is run."""
        self.tries: list[defaultdict[Key, dict[int, Held | None]]] = []
        """What names were, by identity, in the blocks around that exceptions leave."""
        self._log: list[tuple[Scope, str, Held | None]] = []

    def bind(self, scope: Scope, name: str, bindings: Bindings) -> None:
        """Note what a name is bound to from now on."""
        self.put((scope, name), Held(len(self.loops), bindings))

    def put(self, key: Key, held: Held | None) -> None:
        """Note what a name is now."""
        scope, name = key
        before = scope.held.get(name)
        self._log.append((scope, name, before))
        if self.tries:
            self._may_be_raised(key, before, held)
        if held is not None:
            scope.held[name] = held
        elif before is not None:
            del scope.held[name]

    def read(
        self, scope: Scope, name: str, held: Held | None, number: int
    ) -> Bindings | None:
        """Return what an occurrence means, and note it for the loops around."""
        if self.loops:
            depth = 0 if held is None else held.depth
            narrowed = None if held is None else held.narrowed
            for loop in self.loops[depth:]:
                loop.reads[scope, name].append((number, narrowed))
        return None if held is None else held.bindings

    # Branches

    def mark(self) -> int:
        """Return the moment of now."""
        return len(self._log)

    def changes(self, mark: int) -> Branch:
        """Return what was changed since a moment."""
        return {
            (scope, name): scope.held.get(name) for scope, name, _ in self._log[mark:]
        }

    def changed(self, mark: int) -> Branch:
        """Return what the names were at a moment that were changed since."""
        return {
            (scope, name): before for scope, name, before in reversed(self._log[mark:])
        }

    def undo(self, mark: int) -> None:
        """Take back what was changed since a moment."""
        for scope, name, before in reversed(self._log[mark:]):
            if before is not None:
                scope.held[name] = before
            else:
                scope.held.pop(name, None)
        del self._log[mark:]

    def forget(self, mark: int) -> None:
        """Keep what was changed since a moment, for good."""
        del self._log[mark:]

    def end_branch(self, mark: int) -> Branch | None:
        """Take a branch back and return it; ``None`` if nothing follows on it."""
        branch = None if self.dead else self.changes(mark)
        self.undo(mark)
        self.dead = False
        return branch

    def apply(self, branch: Branch) -> None:
        """Go on from the end of a branch."""
        for key, held in branch.items():
            self.put(key, held)

    def join(self, branches: Iterable[Branch | None]) -> None:
        """Go on from where branches meet."""
        alive = [branch for branch in branches if branch is not None]
        self.dead = not alive
        if len(alive) == 1:
            # What a test says of a type is still in force if it was the only way.
            for key, held in alive[0].items():
                self.put(key, held and self._here(held))
            return
        for key in dict.fromkeys(key for branch in alive for key in branch):
            before = key[0].held.get(key[1])
            self.put(key, self.merge([branch.get(key, before) for branch in alive]))

    def skip(self, mark: int) -> Branch:
        """Go on as if what was bound since a moment may not be; return that."""
        before = self.changed(mark)
        bound = {
            key: held
            for key, held in self.changes(mark).items()
            if held is not before[key]
        }
        for key, held in bound.items():
            self.put(key, self.merge([before[key], held]))
        return bound

    def merge(self, several: Sequence[Held | None]) -> Held | None:
        """Return what a name is that is one of several.

        What tests say of it is kept where these hold for all of them.
        """
        first, *others = (() if held is None else outers(held) for held in several)
        known = [set(map(id, outer)) for outer in others]
        for outer in first:
            if all(id(outer) in ids for ids in known):
                return outer
        return self._without_tests(several)

    def _without_tests(self, several: Iterable[Held | None]) -> Held | None:
        bindings: dict[int, Binding] = {}
        depth = len(self.loops)
        for held in several:
            if held is None:
                depth = 0
                continue
            held = held.widened or held
            depth = min(depth, held.depth)
            bindings.update((id(binding), binding) for binding in held.bindings)
        if not bindings:
            return None
        return Held(depth, tuple(bindings.values())[:_MOST_BINDINGS])

    def _here(self, held: Held) -> Held:
        depth = len(self.loops)
        return held if held.depth <= depth else held._replace(depth=depth)

    # Exceptions

    def begin_try(self) -> None:
        """Enter a block that exceptions may leave at any moment."""
        self.tries.append(defaultdict(dict))

    def raised(self) -> Branch:
        """Return what holds if an exception comes at any moment since then."""
        return {
            key: self.merge([*several.values()])
            for key, several in self.tries[-1].items()
        }

    def end_try(self) -> Branch:
        """Leave such a block, and return what holds behind an exception in it."""
        raised = self.raised()
        inner = self.tries.pop()
        if self.tries:
            for key, several in inner.items():
                self._may_be_raised(key, *several.values())
        return raised

    def _may_be_raised(self, key: Key, *several: Held | None) -> None:
        known = self.tries[-1][key]
        for held in several:
            if len(known) < _MOST_BINDINGS:
                known[id(held)] = held

    # Loops

    def begin_loop(self) -> Loop:
        """Enter a loop."""
        loop = Loop(self.mark())
        self.loops.append(loop)
        return loop

    def leave(self, *, for_good: bool) -> None:
        """Leave the innermost loop, or go on to its next turn."""
        if self.loops and not self.dead:
            loop = self.loops[-1]
            ways = loop.breaks if for_good else loop.continues
            if len(ways) < _MOST_WAYS_OUT:
                ways.append(self.changes(loop.mark))
        self.dead = True

    def end_loop(self, means: list[Bindings | None]) -> Branch:
        """Leave a loop at its end.

        :param means: what occurrences mean; those that may read what an earlier turn
            bound are told.
        :return: what holds when it is asked whether there is a next turn.
        """
        loop = self.loops.pop()
        turns = [*loop.continues, self.end_branch(loop.mark)]
        again = [turn for turn in turns if turn is not None]
        head: Branch = {}
        for key in dict.fromkeys(key for turn in again for key in turn):
            scope, name = key
            before = scope.held.get(name)
            several = [turn[key] for turn in again if key in turn]
            head[key] = self.merge([before, *several])
            back = self._without_tests(several)
            if back is None:
                continue
            for number, narrowed in loop.reads.get(key, ()):
                known = means[number] or ()
                if narrowed is None:
                    together = {id(one): one for one in (*known, *back.bindings)}
                    bound = tuple(together.values())
                else:
                    bound = tuple(
                        dict.fromkeys((*known, *map(narrowed, back.bindings)))
                    )
                means[number] = bound[:_MOST_BINDINGS]
            # Where it is left an earlier turn may have bound what this one did not.
            for way in loop.breaks if head[key] is not before else ():
                now = way.get(key, before)
                if now is None or now.depth <= len(self.loops):
                    way[key] = self.merge([now, head[key]])
        return head
