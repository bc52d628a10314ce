"""Runs the analysis in worker processes that can be killed.

A :class:`Worker` drives one process that runs :mod:`.worker_process`. A process that
takes too long is killed, a process that dies is replaced, and the file that it
analysed is left out with the reason. An executor schedules the work: threads of this
process, one for each process of ``-j``, or whatever ``kwindex_executor`` gives, on a
cluster of machines too. What is submitted to it is :func:`analyse_batch`, bytes in and
bytes out.
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
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from ..model.codec import EncodedFacts
from ..model.name_rule import NameRule
from ..scan.overdue_process import killed_after
from .analyse import encoded_facts
from .languages.registry import Entry, languages

#: The files, and their bytes, of a batch for an executor. Threads of this process get
#: one file at a time, so that its result is there when it is ready.
_BATCH_FILES: Final = 16
_BATCH_BYTES: Final = 1 << 19
#: The number of batches for each process that are submitted and not finished.
_BATCHES_AHEAD: Final = 4

#: A process more takes as long to start as to analyse about so many bytes.
_BYTES_OF_A_PROCESS: Final = 200_000

#: Neither the environment nor the current folder nor what ``conf.py`` did to
#: ``sys.path`` decides what is imported; nothing hides the standard library. None of
#: what is imported is ever garbage: to look for some is a seventh of the time.
_PROGRAM: Final = (
    "import gc, sys; gc.disable(); sys.path.extend(sys.argv[1:]);"
    f" from {__package__}.worker_process import main; main()"
)
#: The packages that the analysis imports.
_REQUIRED_PACKAGES: Final = (
    "sphinxcontrib_kwindex",
    *("astroid", "docutils", "markdown_it", "mdit_py_plugins", "mdurl", "msgspec"),
    *("packaging", "pygments", "tree_sitter", "yaml"),
)


def isolated_python() -> list[str]:
    """Return how Python is started so that no environment decides what is imported.

    It writes bytecode where this process does.
    """
    folder = sys.pycache_prefix
    options = ["-X", f"pycache_prefix={folder}"] if folder else []
    return [sys.executable, "-I", *["-B"] * sys.dont_write_bytecode, *options]


def import_path(entries: tuple[Entry, ...]) -> list[str]:
    """Return the folders in which the required packages stand, and some languages."""
    folders: dict[str, None] = {}
    for language in languages().all:
        for name in language.requires:
            with contextlib.suppress(PackageNotFoundError):
                folder = Path(str(distribution(name).locate_file("")))
                folders[str(folder.resolve())] = None
    modules = (value.partition(":")[0].strip() for _, value, _ in entries if value)
    for name in (*_REQUIRED_PACKAGES, *(name.partition(".")[0] for name in modules)):
        spec = find_spec(name)
        for place in (spec and spec.submodule_search_locations) or ():
            folders[str(Path(place).resolve().parent)] = None
        if spec and spec.origin and spec.submodule_search_locations is None:
            folders[str(Path(spec.origin).resolve().parent)] = None
    return list(folders)


Batch = Sequence[tuple[str, bytes]]
"""Names and contents of files."""
Result = EncodedFacts | str
"""The facts of a file, or why there are none."""
#: The seconds within which most files are analysed.
_SOON: Final = 0.2
#: The seconds that a process may take to import what it analyses with.
_START_LIMIT: Final = 60.0


@dataclass(frozen=True)
class WorkerPool:
    """How many workers analyse, how long each file may take, and who schedules them."""

    jobs: int = 1
    """The number of processes."""
    timeout: float = 0.0
    """The seconds that one file may take; 0 for no limit."""
    executor: Callable[[], Executor] | None = None
    """Makes the executor; by default an executor of threads of this process."""

    @property
    def in_process(self) -> bool:
        """Whether this process does it all itself: nothing has to be killed."""
        return self.jobs == 1 and not self.timeout and self.executor is None

    def worthwhile(self, size: int) -> WorkerPool:
        """Return the pool with no more processes than so many bytes are worth."""
        if self.executor:
            return self
        most = size // _BYTES_OF_A_PROCESS + 1
        return replace(self, jobs=min(self.jobs, most))


class Worker:
    """A process that analyses one file after another.

    :param rules: the user's rules of the patterns.
    :param timeout: the seconds that one file may take; 0 for no limit.
    :param languages: those that it has besides Python.
    """

    def __init__(
        self,
        rules: Sequence[NameRule],
        timeout: float,
        languages: tuple[Entry, ...] = (),
    ) -> None:
        self._header = msgspec.json.encode((rules, languages)) + b"\n"
        self._languages = languages
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None

    def analyse(self, name: str, data: bytes) -> Result:
        """Return the facts of a file, or why there are none."""
        try:
            process = self._started()
        except (OSError, EOFError) as exc:
            self.close()
            return f"no process could be started for it ({type(exc).__name__})"
        with killed_after(process, self._timeout) as overdue:
            try:
                return self._request(process, name, data)
            except (OSError, EOFError, ValueError):
                self.close()
                if overdue.is_set():
                    return f"its analysis took more than {self._timeout:g} seconds"
                return f"its analysis ended with {_ending(process.returncode)}"

    def _request(
        self, process: subprocess.Popen[bytes], name: str, data: bytes
    ) -> Result:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps([name, len(data)]).encode() + b"\n")
        process.stdin.write(data)
        process.stdin.flush()
        sizes = json.loads(process.stdout.readline())
        parts = [process.stdout.read(size) for size in sizes]
        if [*map(len, parts)] != sizes:
            raise EOFError
        return parts[0].decode() if len(parts) == 1 else EncodedFacts(*parts)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603
                [*isolated_python(), "-c", _PROGRAM, *import_path(self._languages)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert self._process.stdin
            self._process.stdin.write(self._header)
            self._process.stdin.flush()
            assert self._process.stdout
            with killed_after(self._process, _START_LIMIT):
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


class _ThreadState(threading.local):
    """The worker of each thread, which outlives the batch."""

    worker: Worker | None = None
    key: object = None


_thread_state = _ThreadState()
_workers: set[Worker] = set()
_lock: Final = threading.Lock()


def analyse_batch(
    batch: Batch,
    rules: tuple[NameRule, ...],
    timeout: float,
    languages: tuple[Entry, ...] = (),
) -> list[Result]:
    """Analyse the files of a batch in the worker of this thread.

    :param rules: the user's rules of the patterns.
    :param timeout: the seconds that one file may take; 0 for no limit.
    :param languages: those that there are besides Python.
    :return: for each file, in order, its facts, or a sentence that says why not.
    """
    key = (rules, timeout, languages)
    worker = _thread_state.worker
    if worker is None or _thread_state.key != key:
        if worker:
            worker.close()
        worker = Worker(*key)
        _thread_state.worker, _thread_state.key = worker, key
    with _lock:
        # It may have been closed with all others.
        _workers.add(worker)
    return [worker.analyse(name, data) for name, data in batch]


def close_workers() -> None:
    """End all workers of this process."""
    with _lock:
        while _workers:
            _workers.pop().close()


def analyse_all(
    files: Iterable[tuple[str, bytes]],
    rules: tuple[NameRule, ...],
    pool: WorkerPool,
    warn: Callable[[str], None],
    waits: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, Result]]:
    """Analyse files and yield the result of each, as soon as it is there.

    :param files: names and contents; read as they are needed.
    :param rules: the user's rules of the patterns.
    :param pool: how many processes there are, and how long a file may take.
    :param warn: called with a sentence if the executor fails. Its files are analysed
        by this process then.
    :param waits: called when there was no result for a while.
    :return: the indexes of the files, from 0, and the results. Of several processes one
        may be through with many files while another still works on a large file.
    """
    if pool.in_process:
        for index, (name, data) in enumerate(files):
            yield index, encoded_facts(name, data, rules)
        return
    shared = rules, pool.timeout, tuple(languages().entries)
    submitted = _Submitted(shared, warn, waits)
    try:
        with _made_executor(pool, submitted.fail) as executor:
            batches = _batches(files, _BATCH_FILES if pool.executor else 1)
            try:
                yield from submitted.results(executor, batches, pool.jobs)
            except BaseException:
                # Nobody waits for files that nobody asks for.
                submitted.cancel()
                close_workers()
                raise
    finally:
        close_workers()


class _Submitted:
    """The batches that an executor has; where it fails, this process analyses them.

    :param shared: what :func:`analyse_batch` is given besides the batch.
    """

    def __init__(
        self,
        shared: tuple[tuple[NameRule, ...], float, tuple[Entry, ...]],
        warn: Callable[[str], None],
        waits: Callable[[], None],
    ) -> None:
        self._shared = shared
        self._warn = warn
        self._waits = waits
        self._pending: dict[Future[list[Result]], tuple[int, Batch]] = {}
        self._failed = False

    def fail(self, exc: Exception) -> None:
        """Note that the executor failed."""
        if not self._failed:
            self._warn(f"the executor failed ({type(exc).__name__}: {exc})")
        self._failed = True

    def cancel(self) -> None:
        """Have the executor begin with no other batch."""
        for future in self._pending:
            future.cancel()

    def results(
        self, executor: Executor, batches: Iterable[Batch], jobs: int
    ) -> Iterator[tuple[int, Result]]:
        """Yield the results of batches, as :func:`analyse_all` does."""
        index = 0
        for batch in batches:
            if not self._failed:
                try:
                    future = executor.submit(analyse_batch, batch, *self._shared)
                    self._pending[future] = index, batch
                except Exception as exc:
                    self.fail(exc)
            if self._failed:
                yield from enumerate(analyse_batch(batch, *self._shared), index)
            index += len(batch)
            yield from self._finished(_BATCHES_AHEAD * jobs)
        yield from self._finished(0)

    def _finished(self, most: int) -> Iterator[tuple[int, Result]]:
        """Yield results until no more than *most* batches are pending."""
        while len(self._pending) > most:
            done = wait(self._pending, _SOON, FIRST_COMPLETED).done
            if not done:
                self._waits()
                done = wait(self._pending, return_when=FIRST_COMPLETED).done
            for future in done:
                index, batch = self._pending.pop(future)
                try:
                    results = future.result()
                except Exception as exc:
                    self.fail(exc)
                    results = analyse_batch(batch, *self._shared)
                yield from enumerate(results, index)


def _made_executor(pool: WorkerPool, fail: Callable[[Exception], None]) -> Executor:
    """Return what runs batches: threads, too, where no other executor can be made."""
    if pool.executor:
        try:
            made: object = pool.executor()
        except Exception as exc:
            fail(exc)
        else:
            if isinstance(made, Executor):
                return made
            fail(TypeError(f"{made!r} is not an Executor"))
    return ThreadPoolExecutor(pool.jobs, "kwindex")


def _batches(files: Iterable[tuple[str, bytes]], count: int) -> Iterator[Batch]:
    batch: list[tuple[str, bytes]] = []
    size = 0
    for name, data in files:
        batch.append((name, data))
        size += len(data)
        if len(batch) == count or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
