"""Fixtures that make and build projects; see :mod:`projects`."""

from __future__ import annotations

import copy
import gc
import itertools
import json
import logging
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from gettext import NullTranslations
from importlib import import_module
from pathlib import Path
from typing import Any

import jinja2
import pytest
from docutils import SettingsSpec
from docutils.frontend import OptionParser
from docutils.writers import _html_base
from projects import Build, Project
from projects import make_project as make
from sphinx import registry, theming
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import translators
from sphinx.util.logging import SphinxLoggerAdapter
from trees import write

from sphinxcontrib_kwindex.i18n import set_language

from check_edits import Followed  # isort: skip - on the path by projects

pytest_plugins = ["sphinx.testing.fixtures"]

TESTS = Path(__file__).resolve().parent
#: What has to be free in memory for the files of tests, in bytes: ten times the most.
MEMORY = 2 * 2**30

_compile = jinja2.Environment.compile
_compiled: dict[object, Any] = {}


def _compile_once(environment: jinja2.Environment, source: Any, *rest: Any) -> Any:
    """Compile a template once and not for each build, of which it is a third."""
    if not isinstance(source, str):
        return _compile(environment, source, *rest)
    key = (source, rest, *environment.extensions)
    if key not in _compiled:
        _compiled[key] = _compile(environment, source, *rest)
    return _compiled[key]


_populate = OptionParser.populate_from_components
_populated: dict[object, tuple[object, dict[str, Any]]] = {}
#: What a parser of options has of its components.
_OPTIONS = (
    *("option_list", "option_groups", "_short_opt", "_long_opt"),
    *("defaults", "lists", "relative_path_settings"),
)


def _populate_once(
    parser: OptionParser, components: Iterable[SettingsSpec | None]
) -> None:
    """Take the options of docutils from a parser that has them already."""
    specs = [
        (
            *(one.settings_spec, one.settings_defaults),
            *(one.settings_default_overrides, one.relative_path_settings),
        )
        for one in components
        if one is not None
    ]
    key = tuple(map(id, itertools.chain(*specs)))
    if key in _populated:
        values = _populated[key][1]
        vars(parser).update({name: copy.copy(one) for name, one in values.items()})
    else:
        _populate(parser, components)
        values = {name: getattr(parser, name) for name in _OPTIONS}
        # Without the parser, which leads to its whole build.
        # Python 3.15 keeps what nothing copies with them; there it is done each time.
        with suppress(TypeError):
            values = copy.deepcopy(values, {id(parser): None})
            # With what the key is made of: no other has its identity then.
            _populated[key] = specs, values


_run = subprocess.run
_RUFF = Path(sysconfig.get_path("scripts"), "ruff")
_VERSION = [str(_RUFF), "--version"]
_CHECK = [str(_RUFF), "check"]


@cache
def _version_of_ruff(_changed: int) -> subprocess.CompletedProcess[bytes]:
    return _run(_VERSION, capture_output=True, check=False)


#: What Ruff found in a file, by all that it depends on.
_checked: dict[object, list[dict[str, Any]]] = {}
#: What each build has otherwise in its environment, and Ruff does not read.
_OF_BUILDS = {"DOCUTILSCONFIG", "PYTEST_CURRENT_TEST"}
#: The tests of how Ruff is run.
_OF_RUFF = ("test_ruff.py", "test_trapped.py")
#: The tests that look for all garbage of the process.
_OF_GARBAGE = ("test_garbage_collection.py", "test_host_process.py")
#: After so many tests it is looked for what they left.
SOME = 16
_tests = itertools.count(1)
_count_frozen = gc.get_freeze_count


def _check_once(
    command: list[str], options: dict[str, Any]
) -> subprocess.CompletedProcess[bytes]:
    """Have Ruff read a file once and not for each build; all others read it again."""
    at = command.index("--") + 1
    before, paths = command[:at], command[at:]
    environment = {k: v for k, v in options["env"].items() if k not in _OF_BUILDS}
    run = (*before, *sorted(environment.items()))
    try:
        keys = {
            path: (run, Path(path).parts[-2:], Path(path).read_bytes())
            for path in paths
        }
    except OSError:
        # What Ruff says of a file that is gone.
        return _run(command, **options)
    new = [path for path in paths if keys[path] not in _checked]
    if new:
        done = _run([*before, *new], **options)
        found: dict[str, list[dict[str, Any]]] = {path: [] for path in new}
        try:
            for one in json.loads(done.stdout):
                found[one["filename"]].append(one)
        except (ValueError, KeyError):
            # It failed, or says more than what stands in these files.
            return _run(command, **options)
        _checked.update((keys[path], found[path]) for path in new)
    said = [one | {"filename": path} for path in paths for one in _checked[keys[path]]]
    return subprocess.CompletedProcess(command, 0, json.dumps(said).encode(), b"")


def _run_once(command: Any, *rest: Any, **options: Any) -> Any:
    """Ask the installed Ruff once and not for each build."""
    if command == _VERSION and _RUFF.is_file():
        return _version_of_ruff(_RUFF.stat().st_mtime_ns)
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[0]
    checks = isinstance(command, list) and command[:2] == _CHECK and "--" in command
    if checks and not test.endswith(_OF_RUFF):
        return _check_once(command, options)
    return _run(command, *rest, **options)


_add_config_value = Sphinx.add_config_value


def _add_without_limit(
    app: Sphinx, name: str, default: Any, *rest: Any, **options: Any
) -> None:
    """Have commands start no process for the analysis unless they run in their own."""
    default = 0 if name == "kwindex_timeout" else default
    _add_config_value(app, name, default, *rest, **options)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Have one process more than there are processors: tests wait for others, too."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Have tests write to memory where there is enough; they wait a fifth for disks.

    Processes find what others compiled: each would compile all tests and the package.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    memory = Path("/dev/shm")
    there = not config.option.basetemp and os.access(memory, os.W_OK)
    if there and shutil.disk_usage(memory).free > MEMORY:
        # Whoever asks for a folder: the package does so each time that it runs Ruff.
        for name in ("PYTEST_DEBUG_TEMPROOT", "TMPDIR"):
            os.environ.setdefault(name, str(memory))
        tempfile.tempdir = None


def pytest_sessionstart() -> None:
    """Leave out of each build what is the same for all of them, or shown by none."""
    jinja2.Environment.compile = _compile_once  # type: ignore[assignment]
    # Themes and builders are looked for among all installed packages.
    for module in (theming, registry):
        module.entry_points = cache(module.entry_points)  # type: ignore[attr-defined]
    theming._load_theme_conf = cache(theming._load_theme_conf)  # type: ignore[assignment]
    # Sphinx's templates show no style sheets of docutils, which each page looks for.
    _html_base.utils.get_stylesheet_list = lambda _: []  # type: ignore[assignment]
    OptionParser.populate_from_components = _populate_once  # type: ignore[method-assign]
    Sphinx.add_config_value = _add_without_limit  # type: ignore[method-assign]
    subprocess.run = _run_once  # type: ignore[assignment]
    # Sphinx formats each of these messages, some 700, whoever hears them.
    logging.disable(logging.DEBUG)
    # Nor is it said where in Sphinx a message was made, and in which process.
    logging._srcfile = None  # type: ignore[attr-defined]
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    SphinxLoggerAdapter.debug = lambda *_, **__: None  # type: ignore[assignment]
    # All values, in the text of such a message for an event that has them.
    Config.__repr__ = object.__repr__  # type: ignore[method-assign]


def _import_own_part() -> None:
    """Import a part of the modules, as each process does, before all are collected.

    To compile them takes three times as long as to load what others compiled.
    """
    worker = os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")
    step = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for path in sorted(TESTS.glob("test_*.py"))[int(worker) :: step]:
        # What is wrong with it is said when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(path.stem)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for garbage seldom, and not at all until all tests are known."""
    gc.disable()
    collected = [Path(argument).resolve() for argument in session.config.args]
    try:
        if "PYTEST_XDIST_WORKER" in os.environ and TESTS in collected:
            _import_own_part()
        return (yield)
    finally:
        gc.enable()
        gc.set_threshold(10_000, 20, 20)
        _set_apart()


def _set_apart() -> None:
    """Have no collection go through what is there by now."""
    gc.freeze()
    # To count them is to go through them, too.
    gc.get_freeze_count = lambda: 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Look for garbage of some tests at a time, and not among what stays.

    Each eighth build would go through what all modules hold, which takes as long as
    three builds; but not where the host has set that apart.
    """
    if item.path.name in _OF_GARBAGE:
        gc.unfreeze()
        gc.get_freeze_count = _count_frozen
    done = yield
    is_last = nextitem is None or nextitem.path != item.path
    if is_last or next(_tests) % SOME == 0:
        gc.collect()
    if is_last:
        _set_apart()
    return done


def pytest_sessionfinish() -> None:
    """Have pytest, when it ends, not go five times through what all tests left."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put first the tests that look for garbage: they go through what others leave."""
    items.sort(key=lambda item: item.path.name not in _OF_GARBAGE)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Forget the language of a build, which Sphinx keeps for the next one, too."""
    yield
    set_language(NullTranslations())
    translators.clear()


@pytest.fixture
def own_garbage() -> Iterator[None]:
    """Have a whole collection look for garbage of this test alone.

    To go through all that other tests of the process left takes seconds.
    """
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the only one in which a linter is looked for."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setattr(sysconfig, "get_path", lambda *_: str(folder))
    monkeypatch.setattr(sys, "executable", str(folder / "python"))
    others = [one for one in os.get_exec_path() if not shutil.which("ruff", path=one)]
    monkeypatch.setenv("PATH", os.pathsep.join(others))
    return folder


@pytest.fixture
def make_project(tmp_path: Path) -> Callable[..., Project]:
    """Make a project: ``make_project({"a.py": "x = 1"}, {"page.rst": …}, **conf)``."""
    numbers = itertools.count()

    def project(*arguments: Any, **conf: Any) -> Project:
        return make(tmp_path / f"project{next(numbers)}", *arguments, **conf)

    return project


@pytest.fixture
def build(make_project: Callable[..., Project]) -> Callable[..., Build]:
    """Make a project and build it: as ``make_project``, with ``builder="html"``."""

    def built(*arguments: Any, builder: str = "html", **conf: Any) -> Build:
        return make_project(*arguments, **conf).build(builder)

    return built


@pytest.fixture(scope="module")
def make_shared(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., Project]:
    """Make a project that the tests of a module share; as ``make_project``."""

    def project(*arguments: Any, **conf: Any) -> Project:
        return make(tmp_path_factory.mktemp("shared"), *arguments, **conf)

    return project


@pytest.fixture(scope="module")
def _followed() -> dict[str, Followed]:
    """Trees that tests of a module began with, by their files."""
    return {}


@pytest.fixture
def follow(
    _followed: dict[str, Followed],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[Mapping[str, str]], Followed]:
    """Return a tree of some files that was followed: linked once in a module."""

    def followed(files: Mapping[str, str]) -> Followed:
        key = repr(files)
        if key not in _followed:
            base = tmp_path_factory.mktemp("followed")
            _followed[key] = Followed(write(base / "tree", files), base)
        return _followed[key].copied(tmp_path)

    return followed


@pytest.fixture
def follow_edits(
    follow: Callable[[Mapping[str, str]], Followed],
) -> Callable[..., None]:
    """Edit a tree, some files at a time, and fail where that ends otherwise than new.

    What is linked, and the digests of all pages, are compared.
    """

    def followed(files: Mapping[str, str], *edits: Mapping[str, str | None]) -> None:
        tree = follow(files)
        for changed in edits:
            for name in (name for name, text in changed.items() if text is None):
                (tree.root / name).unlink()
            write(tree.root, {k: v for k, v in changed.items() if v is not None})
            assert tree.follow()
            assert list(tree.differences()) == []

    return followed


@pytest.fixture(scope="module")
def built_project(make_shared: Callable[..., Project]) -> Callable[..., Project]:
    """Make a project that was built: as ``make_project``, with ``builder="html"``.

    For the tests of a module that ask for the same project it is built once. Each has
    it as it was then, also the times, and may change it.
    """
    known: dict[str, Project] = {}

    def project(*arguments: Any, builder: str = "html", **conf: Any) -> Project:
        key = repr((arguments, builder, conf))
        if key in known:
            base = known[key].base
            shutil.rmtree(base)
            shutil.copytree(base.with_name(f"{base.name}-copy"), base, symlinks=True)
        else:
            made = make_shared(*arguments, **conf)
            assert made.build(builder).warnings == ""
            base = made.base
            shutil.copytree(base, base.with_name(f"{base.name}-copy"), symlinks=True)
            known[key] = made
        return Project(base, dict(known[key].conf))

    return project
