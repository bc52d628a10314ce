"""Result types of functions of the standard library, and of tqdm.

``itertools.chain(a, b)`` gives what is in `a` and what is in `b`, ``asyncio.run(f())``
what `f` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import Final

from ....model.named_tuple import NamedTuple
from ....model.references import AWAIT, CALL, ELEMENT
from ..values import (
    ELLIPSIS,
    UNKNOWN,
    Root,
    Value,
    container,
    instance,
    step,
    type_of,
    unless_known,
)
from .annotations import of_generic

Values = Sequence[Value]


class StandardResult(NamedTuple):
    """What a function makes of its arguments."""

    modules: Set[str]
    """Those that the function is in."""
    of: Callable[[Values], Value]
    """Returns its result."""


def awaitable(result: Value) -> Value:
    """Return what gives a result once it is awaited, or a future has it."""
    return _held("asyncio", "Task", result)


def endpoint(protocol: Value) -> Value:
    """Return what an event loop connects: once awaited, a transport and a protocol."""
    return awaitable(container("tuple", [UNKNOWN], [step(protocol, CALL)]))


def _held(module: str, name: str, value: Value) -> Value:
    cls = step(Root("module", module), name)
    return instance(of_generic(cls, (type_of(value),)))


def _element(value: Value) -> Value:
    return step(value, ELEMENT)


def _elements(values: Values) -> Value:
    return container("typing.Iterator", map(_element, values))


def _groups(values: Values) -> Value:
    """Return an iterator over tuples of as many elements as wanted."""
    kind = type_of(_element(values[0]))
    group = instance(of_generic(Root("builtin", "tuple"), (kind, ELLIPSIS)))
    return container("typing.Iterator", [group] if kind != UNKNOWN else [])


def _rows(values: Values) -> Value:
    """Return an iterator over tuples with an element of each."""
    if len(values) == 1:
        return _groups(values)
    row = container("tuple", *([_element(value)] for value in values))
    return container("typing.Iterator", [row])


def _keyed(values: Values) -> Value:
    pair = container("tuple", [UNKNOWN], [_elements(values[:1])])
    return container("typing.Iterator", [pair])


def _reduced(values: Values) -> Value:
    if len(values) != 2:
        return UNKNOWN
    return unless_known(step(values[0], CALL), _element(values[1]))


def _first(values: Values) -> Value:
    return _element(values[0])


def _list(values: Values) -> Value:
    return container("list", map(_element, values[:1]))


def _future(values: Values) -> Value:
    return _held("concurrent.futures", "Future", step(values[0], AWAIT))


def _managed(values: Values) -> Value:
    return _held("contextlib", "AbstractContextManager", values[0])


def _message(values: Values) -> Value:
    """Return what a program has `email` make, an object of its own class perhaps."""
    cls = values[1] if values[1:] else step(Root("module", "email.message"), _MESSAGE)
    return step(cls, CALL)


def _of(
    module: str, names: str, of: Callable[[Values], Value]
) -> dict[str, StandardResult]:
    return dict.fromkeys(names.split(), StandardResult(frozenset(module.split()), of))


_GROUPING: Final = "combinations permutations combinations_with_replacement pairwise"
_MESSAGE: Final = "EmailMessage"
_READING: Final = (
    "message_from_string message_from_bytes message_from_file message_from_binary_file"
)
_TQDM: Final = "tqdm tqdm.auto tqdm.std tqdm.notebook tqdm.asyncio"

#: By the names of the functions.
RESULTS: Final[dict[str, StandardResult]] = {
    **_of("itertools", "chain", _elements),
    **_of("itertools", "from_iterable", lambda got: _elements([_first(got)])),
    **_of("itertools", "islice cycle compress", lambda got: _elements(got[:1])),
    **_of(
        "itertools", "takewhile dropwhile filterfalse", lambda got: _elements(got[1:])
    ),
    **_of("itertools", "zip_longest product", _rows),
    **_of("itertools", _GROUPING, _groups),
    **_of("itertools", "groupby", _keyed),
    **_of("functools", "reduce", _reduced),
    **_of("heapq", "heappop heappushpop heapreplace", _first),
    **_of("heapq", "merge", _elements),
    **_of("heapq", "nlargest nsmallest", lambda got: _list(got[1:])),
    **_of("random secrets", "choice", _first),
    **_of("random", "choices sample", _list),
    **_of("asyncio", "run", lambda got: step(got[0], AWAIT)),
    **_of("asyncio", "to_thread", lambda got: awaitable(step(got[0], CALL))),
    **_of("asyncio", "run_coroutine_threadsafe", _future),
    **_of("contextlib", "closing nullcontext", _managed),
    **_of("email", _READING, _message),
    **_of(_TQDM, "tqdm", lambda got: _held("tqdm", "tqdm", _first(got))),
}

#: Methods of event loops, whatever an object is: what they make of which argument.
METHODS: Final[dict[str, tuple[int, Callable[[Value], Value]]]] = {
    "run_until_complete": (0, lambda given: step(given, AWAIT)),
    "run_in_executor": (1, lambda given: awaitable(step(given, CALL))),
    **dict.fromkeys(
        (
            *("create_connection", "create_datagram_endpoint"),
            *("create_unix_connection", "connect_accepted_socket"),
            *("connect_read_pipe", "connect_write_pipe"),
            *("subprocess_exec", "subprocess_shell"),
        ),
        (0, endpoint),
    ),
}
