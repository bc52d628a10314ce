"""Measure what a build with the extension costs, in units of the floor.

Seconds say little: machines differ and other work runs beside. So the same corpus
is built in turns with the extension and without it, from nothing, and what counts
is the ratio within each pair. The other side of a pair is the *floor*: the same
two pages for every Python file, the source included by Sphinx's own
``literalinclude`` and thirty literals in place of keywords, nothing analysed. That
is what Sphinx itself takes to put so many pages of that size on a disk, with the
same theme, builder and hand-written manual.

Peak memory is that of all processes of a build together: their proportional set
sizes, in which a page that a fork shares counts once, are added up every 50 ms.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import mean, median
from typing import TYPE_CHECKING

import sphinx
from markup import escape_output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

#: The checkout, put before installed packages: it is what gets measured.
CHECKOUT = Path(__file__).resolve().parents[1]
#: Seconds between two looks at the memory, at least. A look takes milliseconds, in
#: which the kernel walks through all that the processes hold: it may take so much of
#: the time and no more, or builds with several processes would pay for being measured.
INTERVAL = 0.05
SHARE = 0.04
MEGA = 1_000_000
PAGES = frozenset({".html", ".xhtml", ".md", ".tex", ".texi", ".txt", ".xml"})
PER_CHAPTER = 10
SHOWN = 10
LABEL = 34
QUANTITIES = ("wall", "cpu", "peak", "size", "pages", "written", "index", "largest")
#: Counts, and says how many seconds it took, about half a one.
COUNT = """\
from time import perf_counter
begun, total = perf_counter(), 0
for number in range(8_000_000):
    total += number * number % 7
print(perf_counter() - begun)
"""
WARNING = re.compile(r"\b(?:WARNING|ERROR|CRITICAL): ")


# The projects


@dataclass(frozen=True)
class Project:
    """A Sphinx project on disk: ``source``, and what builds of it leave behind."""

    name: str
    folder: Path
    builder: str
    settings: tuple[str, ...] = ()
    """``NAME=VALUE``, given to Sphinx with ``-D``."""
    jobs: int = 1
    """Sphinx's ``-j``."""
    python: str = sys.executable
    """The Python that runs Sphinx."""
    peer: bool = False
    """Whether this is another extension: the checkout is not on its path, and a build
    that fails is a result.
    """
    generated: tuple[str, ...] = ()
    """Folders that a build makes inside of the source directory."""

    @property
    def source(self) -> Path:
        """The source directory."""
        return self.folder / "source"

    @property
    def output(self) -> Path:
        """The output directory."""
        return self.folder / "output"

    @property
    def doctrees(self) -> Path:
        """The doctree directory, beside the output so that its size is not counted."""
        return self.folder / "doctrees"

    def clean(self) -> None:
        """Delete what earlier builds left."""
        made = (self.source / name for name in self.generated)
        for folder in (self.output, self.doctrees, *made):
            shutil.rmtree(folder, ignore_errors=True)

    def command(self) -> list[str]:
        """Return the command line of a build."""
        command = [self.python, "-m", "sphinx", "-q", "--no-color"]
        command += ["-b", self.builder, "-j", str(self.jobs), "-d", str(self.doctrees)]
        for setting in self.settings:
            command += ["-D", setting]
        return [*command, str(self.source), str(self.output)]


def write_page(path: Path, title: str, *blocks: str) -> None:
    """Write a reStructuredText page of a title and blocks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "\n\n".join((f"{title}\n{'=' * len(title)}", *blocks))
    path.write_text(f"{text}\n", encoding="utf-8")


def write_conf(source: Path, **values: object) -> None:
    """Write ``conf.py`` with `values`."""
    source.mkdir(parents=True)
    lines = [f"{name} = {value!r}\n" for name, value in values.items()]
    (source / "conf.py").write_text("".join(lines), encoding="utf-8")


def toctree(docnames: Iterable[str]) -> str:
    """Return a ``toctree`` directive."""
    return ".. toctree::\n\n" + "\n".join(f"   {name}" for name in docnames)


def write_manual(source: Path, pages: int) -> list[str]:
    """Write a hand-written manual of `pages` pages, some sections on each.

    Every chapter has :data:`PER_CHAPTER` pages, its first one with a ``toctree``
    of the others. Returns the docnames of the chapters.
    """
    sections = [
        f"Section {number}\n-----------\n\n" + "What a person wrote by hand. " * 12
        for number in range(1, 4)
    ]
    chapters = []
    for start in range(0, pages, PER_CHAPTER):
        numbers = range(start + 1, min(start + PER_CHAPTER, pages))
        chapter = f"manual/chapter{start // PER_CHAPTER:03}"
        names = [f"page{number:04}" for number in numbers]
        for name in names:
            write_page(source / chapter / f"{name}.rst", f"The {name}", *sections)
        inner = [toctree(f"/{chapter}/{name}" for name in names)] if names else []
        title = f"Chapter {start // PER_CHAPTER}"
        write_page(source / chapter / "index.rst", title, *sections, *inner)
        chapters.append(f"/{chapter}/index")
    return chapters


def write_index(source: Path, title: str, manual: int) -> None:
    """Write the root document, with a manual of `manual` pages."""
    blocks = ["A page written by hand."]
    if manual:
        blocks.append(toctree(write_manual(source, manual)))
    write_page(source / "index.rst", title, *blocks)


def write_extension(source: Path, root: Path, theme: str, manual: int) -> None:
    """Write a project that shows `root` with the extension."""
    write_conf(
        source,
        project="corpus",
        extensions=["sphinxcontrib_kwindex"],
        html_theme=theme,
        html_copy_source=False,
        kwindex_root=str(root),
        kwindex_include=["*.py"],
    )
    write_index(source, "Corpus", manual)


def write_floor(
    source: Path,
    root: Path,
    theme: str,
    manual: int,
    extensions: Sequence[str],
    *,
    folders: bool = False,
) -> None:
    """Write the floor: two pages for every Python file below `root`.

    With `folders` also three for every folder, as many as the extension makes.
    """
    write_conf(
        source,
        project="floor",
        extensions=list(extensions),
        html_theme=theme,
        html_copy_source=False,
        exclude_patterns=["corpus"],
        suppress_warnings=["toc.not_included"],
    )
    (source / "corpus").symlink_to(root, target_is_directory=True)
    write_index(source, "Floor", manual)
    keywords = "\n".join(f"- ``name{number}``" for number in range(30))
    for path in python_files(root):
        name = path.relative_to(root).as_posix()
        listing = f".. literalinclude:: /corpus/{name}\n   :linenos:"
        write_page(source / "f" / f"{name}_docs.rst", f"{name} docs", listing)
        write_page(source / "f" / f"{name}_kw.rst", f"{name} kw", keywords)
    for folder in folders_of(root) if folders else ():
        for name in ("index", "doc", "sub"):
            page = source / "f" / folder.relative_to(root) / f"{name}.rst"
            write_page(page, f"{name} {folder.name}", keywords)


def python_files(root: Path) -> list[Path]:
    """Return the Python files below `root`."""
    return sorted(path for path in root.rglob("*.py") if path.is_file())


def folders_of(root: Path) -> list[Path]:
    """Return `root` and the folders below it that hold Python files, at any depth."""
    found = {root}
    for path in python_files(root):
        found.update(one for one in path.parents if one.is_relative_to(root))
    return sorted(found)


# The measuring


@dataclass(frozen=True)
class Build:
    """What one build took."""

    wall: float
    """Seconds by the clock."""
    cpu: float
    """Seconds of processor time, user and system, of all processes."""
    peak: int
    """Bytes of memory, of all processes at one time."""
    size: int
    """Bytes in the output directory."""
    pages: int
    written: int
    """Pages that this build wrote."""
    index: int
    """Bytes of ``searchindex.js``."""
    largest: int
    """Bytes of the largest page."""
    messages: str
    """What the build printed."""
    ending: str = ""
    """How it ended, if not as it should."""


def process_memory(process: Path) -> int:
    """Return the bytes that a process (its folder in ``/proc``) holds in memory: its
    proportional set size, or what is resident where the kernel does not tell.
    """
    try:
        for line in (process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except FileNotFoundError:
        try:
            resident = (process / "statm").read_text().split()[1]
        except OSError:
            return 0
        return int(resident) * resource.getpagesize()
    except OSError:  # it ended, or is about to
        return 0
    return 0


def session_memory(session: int) -> int:
    """Return the bytes that all processes of a session hold in memory; 0 where the
    system has no ``/proc``.
    """
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            total += process_memory(stat.parent)
    return total


@contextmanager
def sampling(session: int) -> Iterator[list[int]]:
    """Hold the peak memory of a session, in bytes, as a list's only element."""
    peak = [0]
    over = threading.Event()

    def sample() -> None:
        took = 0.0
        while not over.wait(max(INTERVAL, took / SHARE)):
            start = time.perf_counter()
            peak[0] = max(peak[0], session_memory(session))
            took = time.perf_counter() - start

    thread = threading.Thread(target=sample, daemon=True)
    thread.start()
    try:
        yield peak
    finally:
        over.set()
        thread.join()


def page_times(output: Path) -> dict[Path, int]:
    """Return the modification time of every page, in nanoseconds; what a theme keeps
    in ``_static`` is no page.
    """
    static = output / "_static"
    files = (
        path
        for path in output.rglob("*")
        if path.suffix in PAGES and static not in path.parents
    )
    return {path: path.stat().st_mtime_ns for path in files}


def build(project: Project, limit: float | None = None) -> Build:
    """Build a project over what is there; leave this program where that fails. A
    peer's build may fail, and is stopped after `limit` seconds.
    """
    before = page_times(project.output)
    environment = dict(os.environ)
    if not project.peer:
        paths = (str(CHECKOUT), os.environ.get("PYTHONPATH"))
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    stopped = threading.Event()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as messages:
        start = time.perf_counter()
        child = subprocess.Popen(
            project.command(),
            stdout=messages,
            stderr=subprocess.STDOUT,
            cwd=project.folder,
            env=environment,
            start_new_session=True,
        )

        def stop() -> None:
            stopped.set()
            with suppress(ProcessLookupError):  # it ended at that moment
                os.killpg(child.pid, signal.SIGKILL)

        alarm = threading.Timer(limit or 0, stop)
        try:
            with sampling(child.pid) as peak:
                if limit and project.peer:
                    alarm.start()
                _, status, usage = os.wait4(child.pid, 0)
                wall = time.perf_counter() - start
                alarm.cancel()
        except BaseException:
            alarm.cancel()
            os.killpg(child.pid, signal.SIGTERM)
            child.wait()
            raise
        child.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        printed = messages.read()
    ending = ""
    if stopped.is_set() and child.returncode:
        ending = f"stopped after {wall:.0f} s"
    elif child.returncode:
        ending = f"exit status {child.returncode} after {wall:.0f} s"
    if ending and not project.peer:
        sys.exit(f"{project.name}: {ending}\n{printed[-4000:]}")
    largest = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    after = page_times(project.output)
    index = project.output / "searchindex.js"
    return Build(
        wall=wall,
        cpu=usage.ru_utime + usage.ru_stime,
        peak=max(peak[0], largest),
        size=sum(p.stat().st_size for p in project.output.rglob("*") if p.is_file()),
        pages=len(after),
        written=sum(before.get(page) != changed for page, changed in after.items()),
        index=index.stat().st_size if index.exists() else 0,
        largest=max((page.stat().st_size for page in after), default=0),
        messages=printed,
        ending=ending,
    )


@dataclass
class Series:
    """The builds of one project, run by run."""

    project: Project
    fresh: list[Build] = field(default_factory=list)
    """From nothing."""
    again: list[Build] = field(default_factory=list)
    """With nothing changed."""

    @property
    def failed(self) -> bool:
        """Whether a build did not end well."""
        return any(build.ending for build in (*self.fresh, *self.again))


def measure(
    projects: Sequence[Project],
    runs: int,
    limit: float | None = None,
    peer_runs: int | None = None,
    look: Callable[[], object] = lambda: None,
) -> list[Series]:
    """Build every project `runs` times from nothing and again, in turns.

    Every other round goes backwards, so that what drifts (heat, other work) does
    not favour the same project. Peers take part in the first `peer_runs` rounds, and
    no more once a build did not end well, or not within `limit` seconds; the limit
    holds for them alone. `look` is called before each build from nothing.
    """
    every = [Series(project) for project in projects]
    for number in range(runs):
        out = peer_runs is not None and number >= peer_runs
        order = [s for s in every if not (s.project.peer and (out or s.failed))]
        if number % 2:
            order.reverse()
        for series in order:
            series.project.clean()
            look()
            series.fresh.append(build(series.project, limit))
            progress(series.project, number, series.fresh[-1], "from nothing")
        for series in order:
            if not series.failed:
                series.again.append(build(series.project, limit))
                progress(series.project, number, series.again[-1], "unchanged")
    return every


def at_once(processes: int) -> float:
    """Return how many times the work of one process so many do here and now.

    They count, and share nothing: more processes make no build faster than that. The
    one is measured before and behind the others, for its speed drifts.
    """

    def seconds(number: int) -> list[float]:
        command = [sys.executable, "-I", "-c", COUNT]
        every = [
            subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            for _ in range(number)
        ]
        return [float(process.communicate()[0]) for process in every]

    before, together, behind = seconds(1), seconds(processes), seconds(1)
    return mean(before + behind) * sum(1 / each for each in together)


def progress(project: Project, run: int, result: Build, what: str) -> None:
    """Say on standard error that a build is done."""
    text = f"run {run + 1}: {project.name}, {what}: {result.wall:.2f} s"
    ending = f", {result.ending}" if result.ending else ""
    print(text + ending, file=sys.stderr, flush=True)


def warm(root: Path) -> None:
    """Read the corpus, compile the extension as an installation does, and import Sphinx
    once, so that the first build does not pay for cold disks.
    """
    for path in python_files(root):
        path.read_bytes()
    package = CHECKOUT / "sphinxcontrib_kwindex"
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(package)], check=True)
    code = "import sphinx.application, sphinx.builders.html"
    subprocess.run([sys.executable, "-c", code], check=True)


# The report


def ratios(builds: Sequence[Build], base: Sequence[Build], what: str) -> list[float]:
    """Return the ratios of one quantity, run by run; a peer may have fewer runs."""
    pairs = zip(builds, base, strict=False)
    return [getattr(a, what) / (getattr(b, what) or math.nan) for a, b in pairs]


def medians(builds: Sequence[Build]) -> dict[str, float]:
    """Return the median of every quantity."""
    return {
        what: median(getattr(build, what) for build in builds) for what in QUANTITIES
    }


def print_table(every: Sequence[Series], base: Series, title: str, which: str) -> None:
    """Print medians of the builds, and for each project but `base` the medians of
    its pairwise ratios to that.
    """
    heads = ("wall s", "cpu s", "peak MB", "output MB", "pages", "written")
    print(f"\n{title:<{LABEL}}" + "".join(f"{head:>11}" for head in heads))
    for series in every:
        builds: list[Build] = getattr(series, which)
        middle = medians(builds)
        print(
            f"{series.project.name:<{LABEL}}{middle['wall']:>11.2f}{middle['cpu']:>11.2f}"
            f"{middle['peak'] / MEGA:>11.0f}{middle['size'] / MEGA:>11.1f}"
            f"{middle['pages']:>11.0f}{middle['written']:>11.0f}"
        )
    for series in every:
        if series is base:
            continue
        sides = (getattr(series, which), getattr(base, which))
        cells = [median(ratios(*sides, w)) for w in ("wall", "cpu", "peak", "size")]
        wall = sorted(ratios(*sides, "wall"))
        print(
            f"{f'{series.project.name} / {base.project.name}':<{LABEL}}"
            + "".join(f"{cell:>11.3f}" for cell in cells)
            + f"    wall {wall[0]:.3f} to {wall[-1]:.3f}"
        )


def print_messages(series: Series) -> None:
    """Print how many warnings the first build of a project had, and the first."""
    for what, builds in (("", series.fresh), (", unchanged", series.again)):
        lines = builds[0].messages.splitlines()
        starts = [n for n, line in enumerate(lines) if WARNING.search(line)]
        other = sum(bool(line.strip()) for line in lines) if not starts else 0
        print(f"\n{series.project.name}{what}: {len(starts):,} warnings", end="")
        print(f", {other:,} other lines printed" if other else "")
        if not starts:
            shown = lines[:SHOWN]
        else:
            spans = list(pairwise([*starts, len(lines)]))[:SHOWN]
            shown = [line for a, b in spans for line in lines[a : min(b, a + 4)]]
        for line in shown:
            print(f"  {line}")


def positive(text: str) -> int:
    """Return a number of at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def name_list(text: str) -> list[str]:
    """Return the names in a comma-separated list."""
    return [name.strip() for name in text.split(",") if name.strip()]


def read_arguments() -> argparse.Namespace:
    """Return the command line's arguments."""
    parser = argparse.ArgumentParser(
        description="Build a folder of Python files with the extension and as the "
        "floor, in turns, and print the ratio."
    )
    add = parser.add_argument
    add("root", type=Path, help="folder of Python files")
    add("--theme", default="alabaster")
    add(
        "--themes",
        type=name_list,
        metavar="A,B",
        help="compare themes with each other instead (ratios to alabaster)",
    )
    add("--runs", type=positive, default=3, metavar="N", help="pairs of builds")
    add("-j", "--jobs", type=positive, default=1, metavar="N", help="Sphinx's -j")
    add("--builder", default="html")
    add(
        "--floor-builder",
        metavar="NAME",
        help="the floor's builder, where the extension's is not Sphinx's own",
    )
    add(
        "--floor-extensions",
        type=name_list,
        default=[],
        metavar="A,B",
        help="extensions that the floor's builder needs",
    )
    add(
        "--floor-folders",
        action="store_true",
        help="give the floor pages for folders too, as many as the extension makes",
    )
    add(
        "--manual",
        type=int,
        default=0,
        metavar="N",
        help="hand-written pages beside, in nested toctrees",
    )
    add(
        "-D",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="configuration value for the builds with the extension; repeatable",
    )
    add("--only", choices=("kwindex", "floor"), help="measure one side alone")
    add("--keep", type=Path, metavar="DIR", help="new folder to work in, not deleted")
    arguments = parser.parse_args()
    arguments.root = arguments.root.resolve()
    if not arguments.root.is_dir() or not python_files(arguments.root):
        parser.error(f"no Python files below {arguments.root}")
    if arguments.keep and arguments.keep.exists() and any(arguments.keep.iterdir()):
        parser.error(f"{arguments.keep} is not empty")
    return arguments


def write_projects(arguments: argparse.Namespace, folder: Path) -> list[Project]:
    """Write the projects to compare; the last one is what the others relate to."""
    root, manual = arguments.root, arguments.manual
    settings, jobs = tuple(arguments.settings), arguments.jobs
    projects = []
    if arguments.themes:
        others = [theme for theme in arguments.themes if theme != "alabaster"]
        for theme in (*others, "alabaster"):
            place = folder / theme
            project = Project(theme, place, arguments.builder, settings, jobs)
            write_extension(project.source, root, theme, manual)
            projects.append(project)
        return projects
    theme = arguments.theme
    if arguments.only != "floor":
        place = folder / "kwindex"
        project = Project("kwindex", place, arguments.builder, settings, jobs)
        write_extension(project.source, root, theme, manual)
        projects.append(project)
    if arguments.only != "kwindex":
        builder = arguments.floor_builder or arguments.builder
        project = Project("floor", folder / "floor", builder, jobs=jobs)
        extensions = arguments.floor_extensions
        write_floor(
            project.source,
            root,
            theme,
            manual,
            extensions,
            folders=arguments.floor_folders,
        )
        projects.append(project)
    return projects


def main() -> None:
    """Measure and report."""
    arguments = read_arguments()
    escape_output()
    with tempfile.TemporaryDirectory(prefix="kwindex-") as temporary:
        folder = (arguments.keep or Path(temporary)).resolve()
        projects = write_projects(arguments, folder)
        warm(arguments.root)
        every = measure(projects, arguments.runs)
    files = python_files(arguments.root)
    size = sum(path.stat().st_size for path in files) / MEGA
    print(
        f"{arguments.root.name}: {len(files):,} Python files, {size:.1f} MB; "
        f"{arguments.builder}, {', '.join(arguments.themes or [arguments.theme])}, "
        f"-j {arguments.jobs}, {arguments.manual} hand-written pages, "
        f"{arguments.runs} runs; "
        f"Python {sys.version.split()[0]}, Sphinx {sphinx.__version__}"
    )
    base = every[-1]
    print_table(every, base, "from nothing", "fresh")
    print_table(every, base, "unchanged", "again")
    for series in every:
        print_messages(series)
    short = [s.project.name for s in every if s.fresh[0].pages < 2 * len(files)]
    if short and arguments.builder in ("html", "dirhtml"):
        sys.exit(f"not two pages a file, so nothing is compared: {', '.join(short)}")


if __name__ == "__main__":
    main()
