"""Analysis in processes that can be ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from projects import Build, Project, assert_same
from sphinx.errors import ConfigError

from sphinxcontrib_kwindex.analysis import worker_pool as pool
from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.worker_pool import Worker, WorkerPool, analyse_all
from sphinxcontrib_kwindex.model.codec import EncodedFacts, decode
from sphinxcontrib_kwindex.model.facts import FileFacts
from sphinxcontrib_kwindex.model.name_rule import NameRule

Make = Callable[..., Project]

ROWS = (NameRule("plug-in", bases=("plug.Base",)),)
FILES = [
    ("a.py", b"class A:\n    pass\n"),
    ("b.py", b"print('not an answer')\n"),
    ("broken.py", b"def (\n"),
    ("c.md", "# Ä\n".encode()),
    ("d.py", b"from plug import Base\n\nclass P(Base): ...\n"),
    ("empty.py", b""),
]
#: Takes a second or more, also on a fast machine; its page has few words for that.
LONG = b"def f():\n" + b"    while x: x = x or x\n" * 12_000


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert not pool._workers


def facts(answer: EncodedFacts | str) -> FileFacts:
    assert isinstance(answer, EncodedFacts), answer
    return decode(*answer)


@pytest.mark.parametrize(
    "workers",
    [
        WorkerPool(),
        WorkerPool(timeout=60),
        WorkerPool(jobs=2),
        WorkerPool(jobs=3, timeout=60),
        WorkerPool(executor=lambda: ThreadPoolExecutor(2)),
        WorkerPool(timeout=60, executor=lambda: ProcessPoolExecutor(1)),
    ],
    ids=["here", "one", "two", "three", "threads", "processes"],
)
def test_whoever_analyses_the_answers_are_the_same(workers: WorkerPool) -> None:
    warned: list[str] = []
    found = sorted(analyse_all(FILES * 5, ROWS, workers, warned.append))
    expected = [analyse(name, data, ROWS) for name, data in FILES]
    assert [place for place, _ in found] == list(range(30))
    assert [facts(answer) for _, answer in found] == expected * 5
    assert not warned


def test_files_are_read_as_they_are_needed() -> None:
    read: list[int] = []

    def files() -> Iterator[tuple[str, bytes]]:
        for number in range(100):
            read.append(number)
            yield "a.py", b"x = 1\n"

    answers = analyse_all(files(), (), WorkerPool(jobs=2), print)
    next(answers)
    assert len(read) < 10
    assert len(list(answers)) == 99


def test_a_long_file_does_not_hold_up_the_others() -> None:
    answered = threading.Event()

    class Held(ThreadPoolExecutor):
        def submit(self, function: Any, batch: Any, *rest: Any) -> Future[Any]:
            def run() -> Any:
                if batch[0][0] == "long.py":
                    assert answered.wait(60)
                return function(batch, *rest)

            return super().submit(run)

    # So large that an executor gets it alone.
    files = [("long.py", b"#" * (1 << 19)), *FILES * 5]
    workers = WorkerPool(executor=lambda: Held(2))
    answers = analyse_all(files, (), workers, pytest.fail)
    assert sorted(next(answers)[0] for _ in range(30)) == list(range(1, 31))
    answered.set()
    assert [place for place, _ in answers] == [0]


def test_what_takes_too_long_is_ended() -> None:
    worker = Worker((), 0.5)
    try:
        begun = time.monotonic()
        assert worker.analyse("long.py", LONG) == (
            "its analysis took more than 0.5 seconds"
        )
        assert time.monotonic() - begun < 20
        # The next one has a process of its own.
        assert facts(worker.analyse(*FILES[0])) == analyse(*FILES[0])
    finally:
        worker.close()


def test_what_dies_is_replaced() -> None:
    worker = Worker((), 60)
    try:
        worker.analyse(*FILES[0])
        process = worker._process
        assert process
        threading.Timer(0.3, process.kill).start()
        assert "its analysis ended with" in str(worker.analyse("long.py", LONG))
        assert facts(worker.analyse(*FILES[0])) == analyse(*FILES[0])
        assert worker._process
        assert worker._process.pid != process.pid
        # Between two files nobody notices.
        worker._process.kill()
        worker._process.wait()
        assert facts(worker.analyse(*FILES[0])) == analyse(*FILES[0])
    finally:
        worker.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="of POSIX")
def test_the_time_limit_holds_while_a_file_is_sent() -> None:
    # A process in a long call of C reads nothing, and a pipe holds 64 KiB.
    large = "large.py", b"x = 1\n#" + b" " * 300_000
    worker = Worker((), 1)
    try:
        assert facts(worker.analyse(*FILES[0])) == analyse(*FILES[0])
        process = worker._process
        assert process
        process.send_signal(signal.SIGSTOP)
        rescue = threading.Timer(20, process.kill)
        rescue.start()
        assert worker.analyse(*large) == "its analysis took more than 1 seconds"
        rescue.cancel()
        worker._timeout = 60
        assert facts(worker.analyse(*large)) == analyse(*large)
    finally:
        worker.close()


class Large(bytes):
    """A content for which only the main thread has memory."""

    def __len__(self) -> int:
        if threading.current_thread() is not threading.main_thread():
            raise MemoryError
        return super().__len__()


def test_nobody_waits_for_an_analyst_that_fails() -> None:
    warned: list[str] = []
    files = [(name, Large(data)) for name, data in FILES]
    found = sorted(analyse_all(files, (), WorkerPool(jobs=2), warned.append))
    assert [facts(one) for _, one in found] == [analyse(*file) for file in FILES]
    assert warned == ["the executor failed (MemoryError: )"]


def test_who_asks_for_no_more_leaves_nothing() -> None:
    answers = analyse_all(FILES * 5, (), WorkerPool(jobs=2), pytest.fail)
    next(answers)
    answers.close()
    assert not [one for one in threading.enumerate() if one.name.startswith("kwindex")]


def test_who_asks_for_no_more_waits_for_nothing() -> None:
    files = [FILES[0], *[("long.py", LONG)] * 3]
    answers = analyse_all(files, (), WorkerPool(jobs=2, timeout=60), pytest.fail)
    assert next(answers)[0] == 0
    begun = time.monotonic()
    answers.close()
    assert time.monotonic() - begun < 5


@pytest.mark.skipif(os.name != "posix", reason="asks for child processes")
def test_no_process_outlives_what_it_was_made_for() -> None:
    program = textwrap.dedent("""\
        import os
        from concurrent.futures import Executor
        from sphinxcontrib_kwindex.analysis.worker_pool import WorkerPool, analyse_all

        for _ in range(2):
            # It takes no work: this process has its own worker.
            pool = WorkerPool(executor=Executor)
            assert list(analyse_all([("a.py", b"A = 1")], (), pool, print))
        try:
            print(os.waitpid(-1, os.WNOHANG))
        except ChildProcessError:
            print("none")
    """)
    run = [sys.executable, "-c", program]
    printed = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert printed.endswith("none\n")


def test_a_process_that_cannot_start_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    answer = Worker((), 60).analyse(*FILES[0])
    assert answer == "no process could be started for it (FileNotFoundError)"


def test_the_current_folder_is_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json.py", "astroid.py", "sitecustomize.py"):
        (tmp_path / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    monkeypatch.chdir(tmp_path)
    worker = Worker((), 60)
    try:
        assert facts(worker.analyse(*FILES[0])) == analyse(*FILES[0])
    finally:
        worker.close()
    assert not (tmp_path / "ran").exists()


class Broken(Executor):
    """Takes some work and then no more."""

    def __init__(self, *, at_once: bool) -> None:
        self.at_once = at_once

    def submit(self, *_arguments: Any, **_options: Any) -> Future[Any]:
        if self.at_once:
            raise BrokenProcessPool("gone")
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("gone"))
        return future


@pytest.mark.parametrize("at_once", [True, False])
def test_a_broken_executor_costs_nothing_but_a_warning(at_once: bool) -> None:
    warned: list[str] = []
    workers = WorkerPool(executor=lambda: Broken(at_once=at_once))
    found = sorted(analyse_all(FILES * 5, (), workers, warned.append))
    expected = [analyse(*file) for file in FILES]
    assert [facts(one) for _, one in found] == expected * 5
    assert warned == ["the executor failed (BrokenProcessPool: gone)"]


def unreachable() -> Executor:
    raise ConnectionRefusedError("no scheduler")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (unreachable, "ConnectionRefusedError: no scheduler"),
        (lambda: 3, "TypeError: 3 is not an Executor"),
    ],
)
def test_an_executor_that_cannot_be_made_costs_nothing_but_a_warning(
    make: Any, reason: str
) -> None:
    warned: list[str] = []
    found = sorted(analyse_all(FILES, (), WorkerPool(executor=make), warned.append))
    assert [facts(one) for _, one in found] == [analyse(*file) for file in FILES]
    assert warned == [f"the executor failed ({reason})"]


def test_a_dask_cluster_analyses() -> None:
    # It takes long to import.
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=1, threads_per_worker=2, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        warned: list[str] = []
        workers = WorkerPool(timeout=60, executor=client.get_executor)
        found = sorted(analyse_all(FILES * 3, ROWS, workers, warned.append))
    expected = [analyse(name, data, ROWS) for name, data in FILES]
    assert [facts(answer) for _, answer in found] == expected * 3
    assert not warned


# In a build

TREE = {f"p/m{number}.py": f"x{number} = {number}\n" for number in range(9)}


def made_executor() -> Executor:
    """Return an executor; named in a configuration below."""
    return ThreadPoolExecutor(2)


def test_builds_are_the_same(make_project: Make) -> None:
    project = make_project(TREE, kwindex_timeout=60)
    one = project.build()
    assert one.warnings == ""
    for number, settings in enumerate(
        [
            {"kwindex_timeout": 0},
            {"parallel": 2},
            {"kwindex_executor": f"{__name__}:made_executor"},
        ]
    ):
        other = project.build(
            outdir=project.base / f"o{number}",
            doctrees=project.base / f"d{number}",
            **settings,  # type: ignore[arg-type]
        )
        assert other.warnings == ""
        assert_same(one.outdir, other.outdir, but=(".buildinfo",))


@pytest.mark.parametrize(("size", "processes"), [(10_000, 1), (300_000, 2)])
def test_there_are_as_many_processes_as_the_files_are_worth(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, size: int, processes: int
) -> None:
    started: list[list[str]] = []
    popen = subprocess.Popen

    def start(command: Any, *rest: Any, **options: Any) -> Any:
        started.extend([command] if "-I" in command else [])
        return popen(command, *rest, **options)

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {*range(4)}, raising=False)
    monkeypatch.setattr(subprocess, "Popen", start)
    tree = {f"p/m{number}.py": "#" * (size // 9) for number in range(9)}
    make_project(tree, kwindex_timeout=60).build(parallel=4)
    assert len(started) == processes


@pytest.mark.parametrize("name", ["nowhere.made", "os.nothing", "sys:flags", "plain"])
def test_an_executor_has_to_be_there(make_project: Make, name: str) -> None:
    with pytest.raises(ConfigError, match="kwindex_executor"):
        make_project(TREE, kwindex_executor=name).build()


def test_limits_are_not_negative(make_project: Make) -> None:
    with pytest.raises(ConfigError, match="kwindex_timeout: -1 is not 0 or more"):
        make_project(TREE, kwindex_timeout=-1).build()


@pytest.fixture
def slow(make_project: Make) -> Project:
    tree = {**TREE, "p/long.py": LONG}
    return make_project(tree, kwindex_timeout=0.5)


def test_a_file_that_takes_too_long_has_its_pages(slow: Project) -> None:
    built = slow.build()
    assert "its analysis took more than 0.5 seconds" in built.warnings
    assert "[kwindex.limit]" in built.warnings
    assert "p/long.py" in built.warnings
    text = built.body("code/p/long.py_docs")
    assert "its analysis took more than 0.5 seconds" in text
    assert "def f():" in text
    assert "m0.py" in built.body("code/p/index")
    # It gets another chance at each build, and costs nothing else.
    again = slow.build()
    assert not again.read
    slow.write({"p/long.py": "x = 1\n"})
    better = slow.build()
    assert "code/p/long.py_docs" in better.read
    assert better.warnings == ""


def test_a_large_file_has_its_row(make_project: Make) -> None:
    tree = {**TREE, "p/large.py": "x = 1  # secret\n" * 100, "p/large.md": "# T\n" * 99}
    project = make_project(tree, kwindex_max_size=350)
    built: Build = project.build()
    assert built.warnings.count("more than the limit of 350") == 2
    text = built.body("code/p/index")
    for name, size, number in (
        ("large.py", "1.6 kB", "1,600"),
        ("large.md", "Markdown 396 bytes", "396"),
    ):
        row = f"{name} {size} it has {number} bytes, more than the limit of 350"
        assert row in text
        assert not built.path(f"code/p/{name}_docs").exists()
    for page in built.outdir.rglob("*.html"):
        assert "secret" not in page.read_text("utf-8")
    assert not project.build().read
    whole = project.build(kwindex_max_size=0)
    assert whole.warnings == ""
    assert "secret" in whole.body("code/p/large.py_docs")
    assert {"code/p/large.py_docs", "code/p/large.md_docs"} <= whole.read
