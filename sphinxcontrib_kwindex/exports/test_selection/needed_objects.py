"""Which tests may come to a definition, where a method needs an object of its class.

Who follows uses backwards (:mod:`.tests_to_run`, for pages
:mod:`.tests_of_definitions`) comes from each method to all calls of its
name, and of what it overrides, and from there to tests that know nothing of its class.
So uses are followed a second time, forwards, with all tests at once: a step to a method
that is only likely is taken by those tests alone that also come to a use of its class,
or of one below it. This is rapid type analysis (Bacon and Sweeney, "Fast static
analysis of C++ virtual function calls", 1996), with any use of a class for one that
makes an object, but in what only asks whether something is one.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...model.names import Symbol, last_part
from ...model.record import Record
from ...model.references import MENTION
from ...model.rows import UseRow
from ...scan.test_paths import is_test
from .keyed_entries import Entry
from .test_order import Test


class MemberName(Record, frozen=True, order=True):
    """What members of unknown things are called, which many have."""

    name: str
    family: str
    """As of :func:`.apart`: the only languages that mean them, if there are such."""


class _ObjectsOf(Record, frozen=True):
    """All objects of a class."""

    cls: Symbol


Runner = Symbol | MemberName | Entry
"""What runs something: a definition, a module, whatever uses a name, or a table."""
_Node = Runner | _ObjectsOf
#: Sorts of steps: to what surely runs, to what is only likely, to an object of a class.
_SURE, _LIKELY, _OBJECT = range(3)
#: What asks whether something is an object of a class.
_ASKING: Final = re.compile(
    r"\b(?:isinstance|issubclass)\((?:[^()]|\([^()]*\))*\)|^except\b[^:]*"
    r"|\bis\s+(?:not\s+)?[\w.]+"
)
#: Tests that are followed together; of each node a bit for each is kept.
_TOGETHER: Final = 4096


@dataclass(frozen=True)
class Tree:
    """What is asked of a tree."""

    users: Callable[[Runner], Iterable[tuple[Runner, bool]]]
    """What runs something, each with whether that is only likely."""
    class_of: Callable[[Symbol], Symbol | None]
    """The class of which a method needs an object; of others ``None``."""
    subclasses: Callable[[Symbol], Iterable[Symbol]]
    """The classes that derive from a class at once."""
    own_tests: Callable[[Runner], Collection[Test] | None]
    """Of a class of tests and what it defines the tests that have it: no other has an
    object of the class. Of an entry of a table those that name its key. ``None`` for
    everything else."""
    collected: Mapping[Symbol, Sequence[Test]]
    """The tests in which definitions run at once."""


def only_imports(user: Runner, runner: Runner) -> bool:
    """Tell whether something only runs because a module is imported.

    What a file of tests itself runs then belongs to its tests.
    """
    if not isinstance(user, tuple) or user[1]:
        return False
    of_module = isinstance(runner, tuple) and not runner[1]
    return of_module or not is_test(user[0])


def only_asks(row: UseRow) -> bool:
    """Tell whether a class is used where it is asked whether something is one of it."""
    word = re.compile(rf"\b{re.escape(last_part(row.qualname))}\b")
    return (
        row.role == MENTION
        and len(word.findall(row.text)) >= row.count
        and not word.search(_ASKING.sub("", row.text))
    )


def reaching_tests(starts: Iterable[Symbol], tree: Tree) -> set[Test]:
    """Return the tests that may come to one of some definitions."""
    starts = list(starts)
    steps = _steps(starts, tree)
    places = [node for node in steps if isinstance(node, tuple)]
    every = list(
        {test: None for place in places for test in tree.collected.get(place, ())}
    )
    own = {
        node: tree.own_tests(node) for node in steps if not isinstance(node, _ObjectsOf)
    }
    reaching: set[Test] = set()
    for first in range(0, len(every), _TOGETHER):
        bits = {
            test: 1 << number
            for number, test in enumerate(every[first : first + _TOGETHER])
        }
        begin: dict[_Node, int] = {
            place: sum(bits.get(test, 0) for test in set(collected))
            for place, collected in tree.collected.items()
            if place in steps
        }
        masks: dict[_Node, int] = {
            node: sum(bits.get(test, 0) for test in tests)
            for node, tests in own.items()
            if tests is not None
        }
        at = _spread(steps, begin, masks)
        reached = 0
        for start in starts:
            reached |= at.get(start, 0)
        reaching.update(test for test, bit in bits.items() if reached & bit)
    return reaching


def _steps(
    starts: Iterable[Symbol], tree: Tree
) -> Mapping[_Node, list[tuple[_Node, int]]]:
    """Return by each node from which a start may be reached its steps forwards."""
    steps: dict[_Node, list[tuple[_Node, int]]] = {}
    queue: deque[_Node] = deque(starts)
    back: list[tuple[_Node, int]]
    seen: set[_Node] = set()
    while queue:
        node = queue.popleft()
        if node in seen:
            continue
        seen.add(node)
        steps.setdefault(node, [])
        if isinstance(node, _ObjectsOf):
            back = [(node.cls, _SURE)]
            back += [(_ObjectsOf(cls), _SURE) for cls in tree.subclasses(node.cls)]
        else:
            owner = tree.class_of(node) if isinstance(node, tuple) else None
            back = [
                (user, _LIKELY if likely and owner else _SURE)
                for user, likely in tree.users(node)
            ]
            if owner:
                back.append((_ObjectsOf(owner), _OBJECT))
        for user, sort in back:
            steps.setdefault(user, []).append((node, sort))
            queue.append(user)
    return steps


def _spread(
    steps: Mapping[_Node, list[tuple[_Node, int]]],
    begin: Mapping[_Node, int],
    masks: Mapping[_Node, int],
) -> Mapping[_Node, int]:
    """Return by node the tests that come to it, as bits."""
    at: dict[_Node, int] = {node: tests for node, tests in begin.items() if tests}
    by: list[dict[_Node, int]] = [dict(at), {}, {}]
    changed = deque(at)
    waiting = set(changed)
    while changed:
        node = changed.popleft()
        waiting.discard(node)
        for target, sort in steps[node]:
            before = by[sort].get(target, 0)
            after = before | at[node]
            if after == before:
                continue
            by[sort][target] = after
            now = by[_SURE].get(target, 0)
            if likely := by[_LIKELY].get(target, 0):
                now |= likely & by[_OBJECT].get(target, 0)
            if target in masks:
                now &= masks[target]
            if now != at.get(target, 0):
                at[target] = now
                if target not in waiting:
                    waiting.add(target)
                    changed.append(target)
    return at
