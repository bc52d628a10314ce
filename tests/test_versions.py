"""Builds over what another version left; benchmarks/check_upgrade.py has real ones."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from projects import Project, assert_same

import sphinxcontrib_kwindex

Make = Callable[..., Project]

FILES = {
    "a.py": '"""Has :func:`first`."""\n\nimport pkg.b\n\n\ndef first():\n    pass\n',
    "pkg/b.py": "import a\n\n\nclass B:\n    size = 1\n",
    "README.md": "# Read me\n\nSee [a](a.py).\n",
}
MANUAL = """\
Manual
======

:kw:func:`first`, :py:func:`a.first`

.. kwfile:: a.py

.. kwfile:: gone.py

.. kwfolder:: pkg

.. kwgraph:: pkg

.. py:function:: a.first
"""
#: The classes of the package in what Sphinx pickles, with the fields of tuples, and the
#: version of the environment with which they came.
PICKLED = (
    7,
    {
        "document_dependencies.DescribedObject": ("dotted", "objtype", "anchor"),
        "document_dependencies.DocstringReference": ("path", "scope", "role", "target"),
        "document_dependencies.MissingPath": ("directive", "path"),
        "document_dependencies.NamedObject": ("names", "in_code"),
        "document_dependencies.RoleTarget": ("role", "target"),
        "document_dependencies.ShownGraph": ("kind", "path", "qualname"),
        "document_dependencies.ShownPath": ("directive", "path", "sections"),
        "object_descriptions._Definition": ("path", "line", "anchor", "dotted"),
        "placeholder.kw_placeholder": (),
        "api_source_links.kw_button": (),
    },
)


class Unpickler(pickle.Unpickler):
    """Notes which classes of the package it meets."""

    def __init__(self, file: BinaryIO, met: dict[str, tuple[str, ...]]) -> None:
        super().__init__(file)
        self._met = met

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        if module.startswith(sphinxcontrib_kwindex.__name__):
            short = module.rpartition(".")[2]
            self._met[f"{short}.{name}"] = getattr(found, "_fields", ())
        return found


@pytest.fixture
def project(make_project: Make) -> Project:
    project = make_project(
        FILES, {"index.rst": MANUAL}, suppress_warnings=["kwindex.directive"]
    )
    project.build()
    return project


def test_other_classes_in_doctrees_raise_the_version_of_the_environment(
    project: Project,
) -> None:
    met: dict[str, tuple[str, ...]] = {}
    doctrees = project.doctrees.rglob("*.doctree")
    for path in (project.doctrees / "environment.pickle", *doctrees):
        with path.open("rb") as file:
            Unpickler(file, met).load()
    metadata = project.build().app.extensions["sphinxcontrib_kwindex"].metadata
    assert (metadata["env_version"], met) == PICKLED


def renumber(environment: Path) -> None:
    """Have an environment be of another version."""
    env = pickle.loads(environment.read_bytes())
    env.version = {**env.version, "sphinxcontrib_kwindex": 1}
    environment.write_bytes(pickle.dumps(env))


def move_class(environment: Path) -> None:
    """Have an environment hold a class of a module that is gone."""
    environment.write_bytes(b"csphinxcontrib_kwindex.gone\nGone\n.")


@pytest.mark.parametrize("age", [renumber, move_class])
def test_what_another_version_left_is_replaced_with_one_message(
    project: Project, tmp_path: Path, age: Callable[[Path], None]
) -> None:
    project.build("text")
    age(project.doctrees / "environment.pickle")
    for doctree in project.doctrees.rglob("*.doctree"):
        doctree.write_bytes(b"unreadable")
    store = project.doctrees / "kwindex.sqlite"
    with closing(sqlite3.connect(store)) as database:
        database.execute("PRAGMA user_version = 1")
        database.execute("DROP TABLE page")
    project.write({"README.md": None})
    clean = project.copy(tmp_path / "clean")
    for builder, messages in (("html", 1), ("text", 0)):
        built = project.build(builder)
        assert built.status.count("written by another version") == messages
        assert not built.warnings
        assert_same(built.outdir, clean.build(builder).outdir)
    assert not project.build().read
