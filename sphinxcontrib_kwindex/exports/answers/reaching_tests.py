"""Which tests may come to a definition, where a method needs an object of its class.

Who follows uses backwards comes from each method to all calls of its name, and of what
it overrides, and from there to tests that know nothing of its class. So uses are
followed a second time, forwards, with all tests at once: a step to a method that is
only likely is taken by those tests alone that also come to a use of its class, or of
one below it. This is rapid type analysis (Bacon and Sweeney, "Fast static analysis of
C++ virtual function calls", 1996), with any use of a class for one that makes an
object.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from ...codemap.tests_of_definitions import Place

#: What is known of a step: what runs a definition, and whether it is only likely.
Step = tuple[Place, bool]
T = TypeVar("T")
#: Sorts of steps: to what surely runs, to what is only likely, to an object of a class.
_SURE, _LIKELY, _OBJECT = range(3)


def reaching_tests(
    starts: Iterable[Place],
    users: Callable[[Place], Iterable[Step]],
    classes: Callable[[Place], Sequence[Place]],
    own: Callable[[Place], Collection[T] | None],
    collected: Mapping[Place, Sequence[T]],
) -> set[T]:
    """Return the tests that may come to one of some definitions.

    :param users: says what runs a definition.
    :param classes: says of a method of whose classes an object is needed; empty if of
        none, as of other definitions.
    :param own: says of what is in a class of tests for which tests it can be: no other
        test has an object of it. ``None`` for everything else.
    :param collected: the tests in which definitions run at once.
    """
    starts = list(starts)
    to: defaultdict[Place, list[tuple[Place, int]]] = defaultdict(list)
    seen: set[Place] = set()
    queue = deque(starts)
    while queue:
        place = queue.popleft()
        if place in seen:
            continue
        seen.add(place)
        needed = classes(place)
        for user, likely in users(place):
            to[user].append((place, _LIKELY if likely and needed else _SURE))
            queue.append(user)
        for one in needed:
            to[one].append((place, _OBJECT))
            queue.append(one)
    numbers = {
        test: number
        for number, test in enumerate(
            {it: None for place in seen for it in collected.get(place, ())}
        )
    }
    # Of each place the tests that come to it by each sort of step, a bit for each test.
    by = {place: [0, 0, 0] for place in seen}
    tests = dict.fromkeys(seen, 0)
    changed: deque[Place] = deque()
    for place in seen:
        for test in collected.get(place, ()):
            by[place][_SURE] |= 1 << numbers[test]
        if by[place][_SURE]:
            tests[place] = by[place][_SURE]
            changed.append(place)
    allowed = {
        place: sum(1 << numbers[test] for test in tests_of if test in numbers)
        for place in seen
        if (tests_of := own(place)) is not None
    }
    waiting = set(changed)
    while changed:
        place = changed.popleft()
        waiting.discard(place)
        for target, sort in to[place]:
            of_target = by[target]
            of_target[sort] |= tests[place]
            now = of_target[_SURE] | (of_target[_LIKELY] & of_target[_OBJECT])
            now &= allowed.get(target, now)
            if now != tests[target]:
                tests[target] = now
                if target not in waiting:
                    waiting.add(target)
                    changed.append(target)
    found = 0
    for start in starts:
        found |= tests[start]
    return {test for test, number in numbers.items() if found >> number & 1}
