"""A build after one that was killed ends as a clean build, and nothing is left over."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Project, assert_same

from check_killed import Build, Moment, names, stored  # isort: skip - on the path by projects

pytestmark = pytest.mark.skipif(
    not hasattr(os, "killpg"), reason="needs process groups"
)

FILES = {
    "README.md": "# Shop\n\nSells [things](shop/part0.py).\n",
    **{
        f"shop/part{number}.py": (
            f'"""Part {number}."""\n\nfrom shop.part{(number + 1) % 8} import f\n\n\n'
            f"class C{number}:\n    def m(self):\n        return f\n\n\ndef f():\n"
            '    """Return a thing."""\n'
        )
        for number in range(8)
    },
}
#: Each phase takes a while, and what a worker of Sphinx hands back does not fit into a
#: pipe, as in a large project.
SLOW = """
import time
from sphinx.util.logging import getLogger

def setup(app):
    def read(app, doctree):
        app.env.metadata[app.env.docname]["large"] = "x" * 100_000
        time.sleep(0.01)

    def write(app, name, template, context, doctree):
        getLogger(__name__).debug("x" * 100_000)
        time.sleep(0.01 if doctree else 0.1)

    app.connect("doctree-read", read)
    app.connect("html-page-context", write)
"""
#: Takes seconds to analyse.
LONG = b"def f():\n" + b"    [y for y in (1, 2) if y or (y, y)]\n" * 12_000


def kill(project: Project, phase: str, jobs: int = 1, *, alone: bool = False) -> Build:
    """Kill a slow build from nothing."""
    conf = project.docs / "conf.py"
    conf.write_text(conf.read_text("utf-8") + SLOW, "utf-8")
    chance = random.Random(phase)
    for _ in range(5):
        killed = Build(project.docs, project.base, jobs=jobs)
        if killed.kill(Moment(phase, chance.random()), 0.1, alone=alone):
            return killed
        shutil.rmtree(killed.out)
        shutil.rmtree(killed.doctrees)
    pytest.fail(killed.said)


@pytest.mark.parametrize(
    ("phase", "jobs", "alone"),
    [("reading", 2, True), ("writing", 2, True), ("end", 1, False)],
)
def test_killed_build_is_followed_by_a_good_one(
    make_project: Callable[..., Project], phase: str, jobs: int, *, alone: bool
) -> None:
    project = make_project(FILES, kwindex_timeout=60 if alone else 0)
    killed = kill(project, phase, jobs, alone=alone)
    # What it started ends by itself where only the first process is killed.
    assert not killed.left()
    built = project.build()
    assert "the last build did not finish" in built.status
    clean = project.copy(project.base / "clean").build()
    assert_same(built.outdir, clean.outdir)
    assert names(built.project.doctrees) == names(clean.project.doctrees)
    assert not list(killed.temporary.iterdir())
    assert not project.build().written


def test_killed_analysis_loses_the_file_in_hand(
    make_project: Callable[..., Project],
) -> None:
    project = make_project(FILES | {"zoo.py": LONG}, kwindex_timeout=60)
    before = sorted(path.rpartition("/")[2] for path in FILES)
    killed = Build(project.docs, project.base)
    store = killed.doctrees / "kwindex.sqlite"
    try:
        deadline = time.monotonic() + 60
        while stored(store) < len(FILES) and time.monotonic() < deadline:
            time.sleep(0.02)
    finally:
        assert killed.kill(Moment("analysis", 0), 0, alone=False), killed.said
    assert not killed.left()
    assert stored(store) == len(before)
    assert not Path(f"{store}-journal").exists()

    project.write({"zoo.py": "x = 1\n"})
    assert project.build(kwindex_timeout=0, verbosity=1).analysed == ["zoo.py"]


#: Starts what analyses files for it, with the same input and output.
PARENT = """
import subprocess
import sys

program = "from sphinxcontrib_kwindex.analysis.worker_process import main; main()"
subprocess.run([sys.executable, "-c", program])
"""


def test_analysis_ends_with_the_process_that_asked_for_it() -> None:
    # Its input is still open, as if it were busy with a file for ever.
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])},
    )
    assert parent.stdin
    assert parent.stdout
    with parent:
        parent.stdin.write(b"[[], []]\n")
        parent.stdin.flush()
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
        ended = threading.Thread(target=parent.stdout.read, daemon=True)
        ended.start()
        ended.join(20)
        alive = ended.is_alive()
        parent.stdin.close()
        assert not alive
