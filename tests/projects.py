"""Projects made for a test: a source tree, a manual in its ``docs``, and builds of it.

A :class:`Project` is a folder with ``repo`` (the tree, with ``docs/conf.py`` and
``docs/index.rst``), ``out`` (a folder for each builder) and ``doctrees``. Each build
runs Sphinx in this process as ``sphinx-build`` does, and what it said, read and wrote
is in the :class:`Build` that it returns.
"""

from __future__ import annotations

import io
import os
import posixpath
import re
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import docutils_namespace, patch_docutils
from sphinx.util.inventory import InventoryFile

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from check_links import check

#: What names of files cannot have on some systems.
_REFUSED = re.compile('[<>:"|?*\\\\\x00-\x1f\ud800-\udfff]|[ .]$')
_ESCAPES = re.compile("\x1b\\[[0-9;]*[A-Za-z]")
INDEX = "Manual\n======\n\nWelcome.\n"
#: In the output and in no comparison: what was made of what.
STATE = (
    *(".doctrees", "environment.pickle", ".buildinfo.bak"),
    *(".kwindex", ".kwindex-cards", ".kwindex-exports", ".kwindex-twins"),
)


@dataclass
class Build:
    """What one run of Sphinx did."""

    project: Project
    outdir: Path
    app: Sphinx
    status: str
    warnings: str
    """Everything on the warning stream, without colours."""
    read: set[str]
    """The documents that were read."""
    written: set[str]
    """The documents that were resolved to be written."""
    removed: set[str]
    """The documents that were forgotten."""

    @property
    def env(self) -> BuildEnvironment:
        """The environment as the build left it."""
        return self.app.env

    def path(self, name: str) -> Path:
        """Return the path of an output: a file name or a docname."""
        path = self.outdir / name
        if path.exists() or path.suffix in {".html", ".txt", ".xml"}:
            return path
        return Path(self.outdir, f"{name}.html")

    @property
    def analysed(self) -> list[str]:
        """The paths of the files that were analysed; told to builds with ``-v``."""
        return re.findall(r"analysing code\.\.\. \[ *\d+%\] (.+)", self.status)

    def text(self, name: str) -> str:
        """Return the text of an output: a file name, or the docname of a page."""
        return self.path(name).read_text("utf-8")

    def body(self, name: str) -> str:
        """Return the text of a page without markup, blanks folded."""
        text = re.sub(r"(?s)<(head|script|style)\b.*?</\1>", " ", self.text(name))
        return " ".join(re.sub(r"<[^>]*>", "", text).split())

    def listing(self, path: str) -> str:
        """Return the lines of the listing of a file, with their markup."""
        page = self.text(f"code/{path}_docs")
        return page.partition('class="kw-source')[2].partition("</pre>")[0]

    def check_links(self) -> None:
        """Fail where a link leads nowhere or a page has an id twice."""
        found = check(self.outdir)
        assert found.pages
        # pydata_sphinx_theme has a template among its static files.
        dead = {
            target: sources
            for target, sources in found.dead.items()
            if any(not source.startswith("_static/") for source in sources)
        }
        assert dead == {}
        assert found.repeated == []


@dataclass
class Project:
    """A source tree with a manual."""

    base: Path
    conf: dict[str, Any] = field(default_factory=dict)

    @property
    def repo(self) -> Path:
        """The root of the tree."""
        return self.base / "repo"

    @property
    def docs(self) -> Path:
        """The source directory."""
        return self.repo / "docs"

    @property
    def doctrees(self) -> Path:
        """The doctree directory."""
        return self.base / "doctrees"

    def write(self, files: Mapping[str, str | bytes | None]) -> None:
        """Write files of the tree by path; delete those that are ``None``."""
        for name, content in files.items():
            path = self.repo / name
            if content is None:
                path.unlink()
            else:
                write_file(path, content)

    def configure(self, **settings: Any) -> None:
        """Change ``conf.py``, and with it every later build."""
        self.conf.update(settings)
        lines = [f"{name} = {value!r}\n" for name, value in self.conf.items()]
        self.write({"docs/conf.py": "".join(lines)})

    def build(
        self,
        builder: str = "html",
        *,
        outdir: Path | None = None,
        doctrees: Path | None = None,
        confdir: Path | None = None,
        parallel: int = 1,
        verbosity: int = 0,
        setup: Callable[[Sphinx], object] | None = None,
        fresh: bool = False,
        broken: bool = False,
        **overrides: Any,
    ) -> Build:
        """Run Sphinx.

        :param confdir: the folder of another ``conf.py`` (``-c``).
        :param setup: called with the application before the build, to connect
            handlers.
        :param fresh: whether everything is read anew (``-E -a``).
        :param broken: whether errors in the package under test are expected.
        :param overrides: configuration values for this build alone (``-D``).
        """
        outdir = outdir or self.base / "out" / builder
        status, warning = io.StringIO(), io.StringIO()
        read: set[str] = set()
        written: set[str] = set()
        removed: set[str] = set()

        def inited(app: Sphinx) -> None:
            # Behind all other handlers, which may still add to the list.
            app.connect(
                "env-before-read-docs",
                lambda _app, _env, names: read.update(names),
                priority=10_000,
            )
            app.connect(
                "env-get-outdated",
                lambda _app, _env, _new, _changed, gone: removed.update(gone) or [],
            )
            app.connect("doctree-resolved", lambda _app, _tree, name: written.add(name))
            if setup:
                setup(app)

        class Application(Sphinx):
            def _init_builder(self) -> None:
                inited(self)
                super()._init_builder()

        with patch_docutils(self.docs), docutils_namespace():
            app = Application(
                srcdir=self.docs,
                confdir=confdir or self.docs,
                outdir=outdir,
                doctreedir=doctrees or self.doctrees,
                buildername=builder,
                confoverrides=overrides,
                status=status,
                warning=warning,
                parallel=parallel,
                verbosity=verbosity,
                freshenv=fresh,
            )
            app.build(force_all=fresh)
        warnings = _ESCAPES.sub("", warning.getvalue())
        assert broken == ("[kwindex.internal]" in warnings), warnings
        return Build(
            self,
            Path(outdir),
            app,
            _ESCAPES.sub("", status.getvalue()),
            warnings,
            read,
            written,
            removed,
        )

    def touch(self, seconds: float = 10) -> None:
        """Give every source a time that lies in the future."""
        later(self.repo, seconds)

    def copy(self, base: Path) -> Project:
        """Return a project with the same sources somewhere else, never built."""
        shutil.copytree(self.repo, base / "repo", symlinks=True)
        return Project(base, dict(self.conf))


def make_project(
    base: Path,
    files: Mapping[str, str | bytes | None],
    docs: Mapping[str, str] | None = None,
    **conf: Any,
) -> Project:
    """Make a project in an empty folder.

    :param files: the tree, by path from its root.
    :param docs: the manual, by path from ``docs``; an ``index.rst`` is added.
    :param conf: configuration values; the manual itself is left out of the tree
        unless ``kwindex_exclude`` says otherwise. Pages have no sidebars unless a
        theme is named.
    """
    if "html_theme" not in conf:
        # A tenth of a build, and the same on each page.
        conf = {"html_sidebars": {"**": []}} | conf
    project = Project(base)
    project.write(files)
    docs = dict(docs or {})
    if "index.rst" not in docs and "index.md" not in docs:
        docs["index.rst"] = INDEX
    project.write({f"docs/{name}": text for name, text in docs.items()})
    project.configure(
        **{
            "project": "Sample",
            "extensions": ["sphinxcontrib_kwindex"],
            "html_theme": "alabaster",
            "kwindex_exclude": ["/docs"],
            # Without a limit no process is started for the analysis.
            "kwindex_timeout": 0,
            # Some themes append to it: not to Sphinx's own list, for all builds.
            "templates_path": [],
        }
        | conf
    )
    return project


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file, and the folders that it is in; a text in UTF-8.

    Where the system has no such names, as Windows has no ``a:b``, the test is skipped.
    """
    if isinstance(content, str):
        content = content.encode()
    is_odd = bool(_REFUSED.search(path.name + path.parent.name))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError:
        if not is_odd:
            raise
    # Windows writes "a:b" into "a".
    if is_odd and path not in path.parent.glob("*"):
        pytest.skip(f"no file can be called {path.name!r} here")


def write_script(path: Path, script: str) -> Path:
    """Write a program for the shell of POSIX."""
    path.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


def later(folder: Path, seconds: float = 10) -> None:
    """Give every file below a folder a time that lies in the future."""
    for path in folder.rglob("*"):
        now = path.stat().st_mtime + seconds
        os.utime(path, (now, now))


def contents(folder: Path) -> dict[str, bytes]:
    """Return what a folder holds, by path; empty folders with a final slash."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if any(name == state or name.startswith(f"{state}/") for state in STATE):
            continue
        if path.is_file():
            found[name] = path.read_bytes()
        elif not any(path.iterdir()):
            found[f"{name}/"] = b""
    return found


def assert_same(one: Path, other: Path, *, but: tuple[str, ...] = ()) -> None:
    """Fail where two output directories differ, naming the first places.

    :param but: names of files that are not compared.
    """
    left, right = contents(one), contents(other)
    assert sorted(left) == sorted(right)
    differ = [name for name in left if left[name] != right[name] and name not in but]
    for name in differ:
        lines = zip(left[name].splitlines(), right[name].splitlines(), strict=False)
        for line, there in lines:
            assert line == there, name
    assert not differ


def inventory(output: Path) -> dict[str, dict[str, str]]:
    """Return the addresses in ``objects.inv`` by kind and name."""
    with (output / "objects.inv").open("rb") as stream:
        found = InventoryFile.load(stream, "", posixpath.join)
    return {
        kind: {name: one.uri for name, one in names.items()}
        for kind, names in found.items()
    }
