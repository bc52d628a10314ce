"""Fixtures that make and build projects; see :mod:`projects`."""

from __future__ import annotations

import itertools
import logging
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import jinja2
import pytest
from projects import Build, Project
from projects import make_project as make
from sphinx import theming
from sphinx.locale import translators

from sphinxcontrib_kwindex.i18n import set_language

pytest_plugins = ["sphinx.testing.fixtures"]

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


def pytest_sessionstart() -> None:
    """Leave out of each build what is the same for all of them, or shown by none."""
    jinja2.Environment.compile = _compile_once  # type: ignore[assignment]
    # Themes are looked for among all installed packages.
    theming.entry_points = cache(theming.entry_points)  # type: ignore[attr-defined]
    # Sphinx formats each of these messages, some 700, whoever hears them.
    logging.disable(logging.DEBUG)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Forget the language of a build, which Sphinx keeps for the next one, too."""
    yield
    set_language(NullTranslations())
    translators.clear()


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
