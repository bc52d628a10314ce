"""Has files analysed in processes that can be ended.

An :class:`Analyst` is a process of its own with :mod:`.analysis.worker` in it. What
takes too long is killed, what dies is replaced, and the file in hand is left out with
the reason. Who waits for analysts is an executor's business: threads of this process,
one for each process of ``-j``, or whatever ``kwindex_executor`` gives, on a cluster of
machines too. What is handed to it is :func:`analyse_batch`, bytes in and bytes out.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import astuple, dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .analysis import analyse
from .facts_json import encode

if TYPE_CHECKING:
    from .analysis.patterns import Row

#: A batch for an executor has so many files, or files of so many bytes. What threads
#: of this process are handed is one file, so that its answer is there when it is ready.
_FILES: Final = 16
_BYTES: Final = 1 << 19
#: So many batches for each process are under way, read but not answered.
_AHEAD: Final = 4

#: Neither the environment nor the current folder nor what ``conf.py`` did to
#: ``sys.path`` decides what is imported; nothing hides the standard library.
_PROGRAM: Final = (
    "import sys; sys.path.extend(sys.argv[1:]);"
    f" from {__package__}.analysis.worker import main; main()"
)
#: What the analysis imports.
_NEEDED: Final = (
    "sphinxcontrib_kwindex",
    *("astroid", "docutils", "markdown_it", "mdit_py_plugins", "mdurl", "packaging"),
    *("pygments", "yaml"),
)


@cache
def _roots() -> list[str]:
    """Return the folders in which that stands."""
    found: dict[str, None] = {}
    for name in _NEEDED:
        spec = find_spec(name)
        if spec and spec.origin:
            found[str(Path(spec.origin).resolve().parents[1])] = None
    return list(found)


Batch = Sequence[tuple[str, bytes]]
"""Names and contents of files."""
Answer = bytes | str
"""The facts of a file as :func:`.facts_json.encode` writes them, or why there are
none."""


@dataclass(frozen=True)
class Staff:
    """Who analyses."""

    jobs: int = 1
    """How many processes."""
    timeout: float = 0.0
    """The seconds that one file may take; 0 for no limit."""
    executor: Callable[[], Executor] | None = None
    """Makes what the work is handed to; by default threads of this process."""

    @property
    def here(self) -> bool:
        """Whether this process does it all itself: nothing has to be ended."""
        return self.jobs == 1 and not self.timeout and self.executor is None


class Analyst:
    """A process that analyses one file after another.

    :param rows: the user's rows for the table of patterns.
    :param timeout: the seconds that one file may take; 0 for no limit.
    """

    def __init__(self, rows: Sequence[Row], timeout: float) -> None:
        self._header = json.dumps([astuple(row) for row in rows]).encode() + b"\n"
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None

    def analyse(self, name: str, data: bytes) -> Answer:
        """Return the facts of a file, or why there are none."""
        try:
            process = self._started()
        except (OSError, EOFError) as exc:
            self.close()
            return f"no process could be started for it ({type(exc).__name__})"
        overdue = threading.Event()

        def end() -> None:
            overdue.set()
            process.kill()

        clock = threading.Timer(self._timeout, end) if self._timeout else None
        if clock:
            clock.daemon = True
            clock.start()
        try:
            return self._ask(process, name, data)
        except (OSError, EOFError, ValueError):
            self.close()
            if overdue.is_set():
                return f"its analysis took more than {self._timeout:g} seconds"
            return f"its analysis ended with {_ending(process.returncode)}"
        finally:
            if clock:
                clock.cancel()

    def _ask(self, process: subprocess.Popen[bytes], name: str, data: bytes) -> bytes:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps([name, len(data)]).encode() + b"\n")
        process.stdin.write(data)
        process.stdin.flush()
        size = int(process.stdout.readline() or -1)
        answer = process.stdout.read(max(size, 0))
        if size < 0 or len(answer) != size:
            raise EOFError
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-I", "-c", _PROGRAM, *_roots()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert self._process.stdin
            self._process.stdin.write(self._header)
            self._process.stdin.flush()
            assert self._process.stdout
            if not self._process.stdout.readline():
                raise EOFError
        return self._process

    def close(self) -> None:
        """End the process; the next file starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream:
                    stream.close()
        process.wait()


def _ending(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit code {code}"
    return f"signal {-code}"


class _Bench(threading.local):
    """The analyst of each thread, which outlives the batch."""

    analyst: Analyst | None = None
    key: object = None


_bench = _Bench()
_all: set[Analyst] = set()
_lock: Final = threading.Lock()


def analyse_batch(batch: Batch, rows: tuple[Row, ...], timeout: float) -> list[Answer]:
    """Return what is to be known of each file of a batch."""
    key = (rows, timeout)
    if _bench.analyst is None or _bench.key != key:
        if _bench.analyst:
            _bench.analyst.close()
        _bench.analyst, _bench.key = Analyst(rows, timeout), key
        with _lock:
            _all.add(_bench.analyst)
    return [_bench.analyst.analyse(name, data) for name, data in batch]


def dismiss() -> None:
    """End all analysts of this process."""
    with _lock:
        while _all:
            _all.pop().close()


def analyse_all(
    files: Iterable[tuple[str, bytes]],
    rows: tuple[Row, ...],
    staff: Staff,
    warn: Callable[[str], None],
) -> Iterator[tuple[int, Answer]]:
    """Yield what is to be known of each file, as soon as it is, with its place.

    :param files: names and contents; read as they are needed.
    :param warn: called with a sentence if the executor fails. Its files are analysed
        by this process then.
    :return: the places of the files, from 0, and the answers. Of several processes one
        may be through with many files while another has a large one in hand.
    """
    if staff.here:
        for place, (name, data) in enumerate(files):
            yield place, encode(analyse(name, data, rows))
        return
    ahead = _AHEAD * staff.jobs
    under_way: dict[Future[list[Answer]], tuple[int, Batch]] = {}
    failed = False

    def submitted(executor: Executor, batch: Batch) -> Future[list[Answer]] | None:
        if failed:
            return None
        try:
            return executor.submit(analyse_batch, batch, rows, staff.timeout)
        except Exception as exc:
            report(exc)
            return None

    def answers(most: int) -> Iterator[tuple[int, Answer]]:
        while len(under_way) > most:
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                place, batch = under_way.pop(future)
                try:
                    found = future.result()
                except Exception as exc:
                    report(exc)
                    found = analyse_batch(batch, rows, staff.timeout)
                yield from enumerate(found, place)

    def report(exc: Exception) -> None:
        nonlocal failed
        if not failed:
            warn(f"the executor failed ({type(exc).__name__}: {exc})")
        failed = True

    make = staff.executor or (lambda: ThreadPoolExecutor(staff.jobs, "kwindex"))
    place = 0
    try:
        with make() as executor:
            for batch in _batches(files, _FILES if staff.executor else 1):
                if future := submitted(executor, batch):
                    under_way[future] = place, batch
                else:
                    found = analyse_batch(batch, rows, staff.timeout)
                    yield from enumerate(found, place)
                place += len(batch)
                yield from answers(ahead)
            yield from answers(0)
    finally:
        dismiss()


def _batches(files: Iterable[tuple[str, bytes]], count: int) -> Iterator[Batch]:
    batch: list[tuple[str, bytes]] = []
    size = 0
    for name, data in files:
        batch.append((name, data))
        size += len(data)
        if len(batch) == count or size >= _BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
