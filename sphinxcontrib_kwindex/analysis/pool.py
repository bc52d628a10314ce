"""Has files analysed in processes that can be ended.

An :class:`Analyst` is a process of its own with :mod:`.pool_worker` in it. What
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
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import astuple, dataclass
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from ..model.codec import encode
from .analyse import analyse

if TYPE_CHECKING:
    from .patterns.detectors import NameRule

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
    f" from {__package__}.pool_worker import main; main()"
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
"""The facts of a file as :func:`.codec.encode` writes them, or why there are
none."""
_Hands = Callable[[Batch], "Future[list[Answer]]"]


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

    :param rules: the user's rules for the table of patterns.
    :param timeout: the seconds that one file may take; 0 for no limit.
    """

    def __init__(self, rules: Sequence[NameRule], timeout: float) -> None:
        self._header = json.dumps([astuple(rule) for rule in rules]).encode() + b"\n"
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._sent: deque[tuple[str, bytes]] = deque()
        #: So many of these the process has.
        self._written = 0

    def analyse(self, name: str, data: bytes) -> Answer:
        """Return the facts of a file, or why there are none."""
        self.send(name, data)
        return self.receive()

    def send(self, name: str, data: bytes) -> None:
        """Have a file analysed when those sent before it are.

        The process gets it at the next :meth:`receive`, whose time limit holds for
        that, too: a process that is in a long call of C reads nothing.
        """
        self._sent.append((name, data))

    def receive(self) -> Answer:
        """Return the facts of the file that was sent first, or why there are none."""
        try:
            process = self._started()
        except (OSError, EOFError) as exc:
            self.close()
            self._sent.popleft()
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
            # What is wrong with the process is seen where its answer is read: it may
            # have one ready.
            with contextlib.suppress(OSError):
                self._write(process)
            answer = self._read(process)
            self._written -= 1
        except (OSError, EOFError, ValueError):
            # What was sent behind it is for another process.
            self.close()
            if overdue.is_set():
                return f"its analysis took more than {self._timeout:g} seconds"
            return f"its analysis ended with {_ending(process.returncode)}"
        else:
            return answer
        finally:
            self._sent.popleft()
            if clock:
                clock.cancel()

    def _write(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin
        for name, data in islice(self._sent, self._written, None):
            process.stdin.write(json.dumps([name, len(data)]).encode() + b"\n")
            process.stdin.write(data)
            process.stdin.flush()
            self._written += 1

    def _read(self, process: subprocess.Popen[bytes]) -> bytes:
        assert process.stdout
        size = int(process.stdout.readline() or -1)
        answer = process.stdout.read(max(size, 0))
        if size < 0 or len(answer) != size:
            raise EOFError
        return answer

    def _started(self) -> subprocess.Popen[bytes]:
        if self._written and self._process:
            return self._process
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
        self._written = 0
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


def _analyst(rules: Sequence[NameRule], timeout: float) -> Analyst:
    analyst = Analyst(rules, timeout)
    with _lock:
        _all.add(analyst)
    return analyst


def analyse_batch(
    batch: Batch, rules: tuple[NameRule, ...], timeout: float
) -> list[Answer]:
    """Return what is to be known of each file of a batch."""
    key = (rules, timeout)
    if _bench.analyst is None or _bench.key != key:
        if _bench.analyst:
            _bench.analyst.close()
        _bench.analyst, _bench.key = _analyst(*key), key
    return [_bench.analyst.analyse(name, data) for name, data in batch]


class _Threads:
    """Threads of this process, each of which waits for an analyst.

    An analyst has its next file before it is through with one, and need not wait until
    this process, which has answers to keep and files to read, hands it on. A single one
    has not, or two processes would work at a time; and of the last files each goes to
    whoever is free.
    """

    def __init__(self, rules: Sequence[NameRule], staff: Staff) -> None:
        self._todo: SimpleQueue[tuple[Batch, Future[list[Answer]]] | None]
        self._todo = SimpleQueue()
        self._threads = [
            threading.Thread(
                target=self._serve,
                args=(_analyst(rules, staff.timeout),),
                name=f"kwindex-{number}",
                daemon=True,
            )
            for number in range(staff.jobs)
        ]

    def __enter__(self) -> _Threads:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        for _thread in self._threads:
            self._todo.put(None)
        for thread in self._threads:
            thread.join()

    def submit(self, batch: Batch) -> Future[list[Answer]]:
        """Have a batch analysed that is one file."""
        future: Future[list[Answer]] = Future()
        self._todo.put((batch, future))
        return future

    def _enough(self) -> bool:
        return self._todo.qsize() >= len(self._threads) > 1

    def _serve(self, analyst: Analyst) -> None:
        waiting: deque[Future[list[Answer]]] = deque()
        while True:
            while len(waiting) < (2 if self._enough() else 1):
                try:
                    task = self._todo.get(block=not waiting)
                except Empty:
                    break
                if task is None:
                    if not waiting:
                        return
                    # First what is sent.
                    self._todo.put(None)
                    break
                [file], future = task
                analyst.send(*file)
                waiting.append(future)
            try:
                answer = analyst.receive()
            except Exception as exc:
                # Nobody may wait for ever.
                analyst.close()
                waiting.popleft().set_exception(exc)
            else:
                waiting.popleft().set_result([answer])


def dismiss() -> None:
    """End all analysts of this process."""
    with _lock:
        while _all:
            _all.pop().close()


def analyse_all(
    files: Iterable[tuple[str, bytes]],
    rules: tuple[NameRule, ...],
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
            yield place, encode(analyse(name, data, rules))
        return
    ahead = _AHEAD * staff.jobs
    under_way: dict[Future[list[Answer]], tuple[int, Batch]] = {}
    failed = False

    def submitted(hands: _Hands, batch: Batch) -> Future[list[Answer]] | None:
        if failed:
            return None
        try:
            return hands(batch)
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
                    found = analyse_batch(batch, rules, staff.timeout)
                yield from enumerate(found, place)

    def report(exc: Exception) -> None:
        nonlocal failed
        if not failed:
            warn(f"the executor failed ({type(exc).__name__}: {exc})")
        failed = True

    place = 0
    try:
        with _hands(rules, staff) as hands:
            for batch in _batches(files, _FILES if staff.executor else 1):
                if future := submitted(hands, batch):
                    under_way[future] = place, batch
                else:
                    found = analyse_batch(batch, rules, staff.timeout)
                    yield from enumerate(found, place)
                place += len(batch)
                yield from answers(ahead)
            yield from answers(0)
    finally:
        dismiss()


@contextlib.contextmanager
def _hands(rules: tuple[NameRule, ...], staff: Staff) -> Iterator[_Hands]:
    """Give what hands a batch to whoever analyses it."""
    if staff.executor is None:
        with _Threads(rules, staff) as threads:
            yield threads.submit
        return
    with staff.executor() as executor:
        yield lambda batch: executor.submit(analyse_batch, batch, rules, staff.timeout)


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
