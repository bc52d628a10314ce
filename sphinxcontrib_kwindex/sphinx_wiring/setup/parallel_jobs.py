"""How many processes work at a time, how they part what there is to do, and their end.

Where the main process of a parallel build is killed, Sphinx's workers would stay for
ever: what they have read or written they hand back through a pipe whose other end they
hold open themselves, and once nobody reads from it, they wait.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final, TypeVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.parallel import ParallelTasks, parallel_available

from ...analysis.worker_memory import end_with
from .build_state import build_state

T = TypeVar("T")
R = TypeVar("R")

#: With fewer items it is not worth while to start another process.
FEW: Final = 100
#: The number of items that go to the same process at a time: neighbours have much in
#: common, and some folders have more in them than others.
BLOCK: Final = 20


def processes(app: Sphinx) -> int:
    """Return how many processes are to work at a time.

    That is what ``-j`` says, and no more than this process may have processors: more
    only cost memory.
    """
    return max(1, min(app.parallel, _processors()))


def worker_count(app: Sphinx, items: int) -> int:
    """Return how many processes are worth forking for a number of items."""
    return processes(app) if parallel_available and items >= FEW else 1


def start_worker(main: int) -> None:
    """Begin a process that was forked from the process with the id *main*."""
    end_with(main)
    # To look at an object is to copy the memory that it shares with the main process.
    gc.freeze()


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1


def split_among(items: Sequence[T], count: int) -> list[list[T]]:
    """Part what there is to do among some processes."""
    blocks = [items[at : at + BLOCK] for at in range(0, len(items), BLOCK)]
    return [list(chain.from_iterable(blocks[at::count])) for at in range(count)]


def parallel_map(
    app: Sphinx, function: Callable[[T], R], items: Sequence[T]
) -> Iterable[R]:
    """Return what a function returns for each of some items, in their order.

    A single process calls it as the results are asked for. Among several processes,
    this process has a part of the items, and what the function remembers of that is
    there for processes that are forked later.
    """
    count = worker_count(app, len(items))
    if count == 1:
        return map(function, items)
    own, *others = split_among(range(len(items)), count)
    main = os.getpid()
    results: dict[int, R] = {}

    def work(indices: list[int]) -> list[R]:
        start_worker(main)
        return [function(items[index]) for index in indices]

    def merge(indices: list[int], values: list[R]) -> None:
        results.update(zip(indices, values, strict=True))

    tasks = ParallelTasks(len(others))
    for indices in others:
        tasks.add_task(work, indices, merge)
    try:
        merge(own, [function(items[index]) for index in own])
    except BaseException:
        # They wait for somebody to take their results.
        tasks.terminate()
        raise
    tasks.join()
    return [results[index] for index in range(len(items))]


def _watch(app: Sphinx) -> None:
    """Start to watch, in a worker that does not yet."""
    state = build_state(app)
    if state.watched not in {0, os.getpid()}:
        main, state.watched = state.watched, os.getpid()
        start_worker(main)


def builder_inited(app: Sphinx) -> None:
    """Have each worker watch from the first document that it reads or writes."""
    # Without generated pages the workers are the host's alone.
    if app.parallel <= 1 or not build_state(app).pages:
        return
    build_state(app).watched = os.getpid()
    write_doc = app.builder.write_doc

    def write(docname: str, doctree: nodes.document) -> None:
        _watch(app)
        write_doc(docname, doctree)

    # No event is sent for each document that a worker writes, with any builder.
    app.builder.write_doc = write  # type: ignore[method-assign]


def source_read(app: Sphinx, docname: str, content: list[str]) -> None:
    """Watch, in a worker that reads."""
    _watch(app)
