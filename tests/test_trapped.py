"""A repository full of traps: whatever runs code, or reads outside, leaves a mark."""

from __future__ import annotations

import os
import pickle
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from projects import inventory

import sphinxcontrib_kwindex

PACKAGE = Path(sphinxcontrib_kwindex.__file__).parents[1]
SECRET = "xyzzyplugh"
posix_only = pytest.mark.skipif(os.name == "nt", reason="traps are shell scripts")
#: Modules that Sphinx, docutils, astroid, Pygments or Python itself import, some late.
MODULES = (
    *("alabaster", "astroid", "babel", "docutils", "filelock", "furo"),
    *("imagesize", "jinja2"),
    *("markdown_it", "myst_parser", "packaging", "pathspec", "platformdirs", "PIL"),
    *("pygments", "requests", "roman_numerals", "ruff", "snowballstemmer", "sphinx"),
    *("sphinx_markdown_builder", "tabulate", "tree_sitter", "tree_sitter_python"),
    *("yaml", "Stemmer", "typing_extensions", "tomli", "attr", "numpy", "lxml"),
    *("ast", "asyncio", "bdb", "codecs", "csv", "ctypes", "datetime", "email"),
    *("encodings", "gettext", "html", "inspect", "json", "linecache", "locale"),
    *("logging", "mimetypes", "multiprocessing", "pathlib", "pickle", "platform"),
    *("random", "re", "readline", "shutil", "site", "sqlite3", "subprocess"),
    *("sysconfig", "tempfile", "tomllib", "typing", "urllib", "warnings", "weakref"),
    *("webbrowser", "xml", "zipfile"),
)
#: What tools run or take for plug-ins, by the name of the file.
SCRIPTS = (
    *(
        "__init__.py",
        "__main__.py",
        "conftest.py",
        "setup.py",
        "noxfile.py",
        "tasks.py",
    ),
    *("sitecustomize.py", "usercustomize.py", "evil.py", "evil_codec.py", "plugin.py"),
    *("conf.py", "manage.py", "fabfile.py", "dodo.py", "build_backend.py", "hatch.py"),
    *("wscript", "SConstruct", "docs_conf.py", "pkg/__init__.py", "pkg/late.py"),
)
#: All modules and packages are read, and say the same: one of them has pages.
PAGES = [
    *("code", "prose", "configuration", "!/*/__init__.py"),
    *(f"!/{name}.py" for name in MODULES if name != "json"),
]
#: What would act in a docstring. "evil" is a directive and a role of the manual.
DOCSTRING = """\
Says what it does.

.. evil::
.. evil:: {secret}

:evil:`x` and |evil| and |today| and |date| and :source:`x`

.. include:: {secret}
.. include:: {secret}
   :literal:
.. literalinclude:: {secret}
.. raw:: html
   :file: {secret}
.. raw:: html
   :url: file://{absolute}
.. csv-table::
   :file: {secret}
.. csv-table::
   :url: file://{absolute}
.. image:: {secret}
.. image:: {absolute}
.. figure:: {secret}
.. |evil| image:: {secret}
.. |date| date:: %Y
.. code-block:: python
   :caption: x

   x
.. eval-rst::
   .. evil::
.. jupyter-execute::

   import pkg.late
.. program-output:: touch x
.. command-output:: touch x
.. graphviz:: {secret}
.. inheritance-diagram:: pkg.late
.. automodule:: pkg.late
   :members:
.. autoclass:: pkg.late.Klass
.. doctest::

   >>> import pkg.late
.. testsetup::

   import pkg.late
.. plot:: {secret}
.. ipython::

   import pkg.late
.. only:: html

   .. evil::
.. role:: own(evil)
.. default-role:: evil

`x` :own:`x` :download:`x <{secret}>` :download:`x <{absolute}>`

.. toctree::
   :glob:

   {secret}
   *
.. glossary::

   evil term
      Defined.
.. option:: --evil
.. envvar:: EVIL_VARIABLE
.. py:module:: evil_module
.. py:function:: evil_function()
.. py:class:: evil_class
.. index:: evil index entry
.. math:: x
   :label: evil-equation
.. _genindex:
.. _evil-label:
.. _search:

Evil section
------------

.. [EVIL2020] A citation.
.. [1] A footnote.

:index:`evil index role` :ref:`evil-label` :ref:`manual-label` :envvar:`EVIL_VARIABLE`

>>> import pkg.late
"""
MARKDOWN = """\
# Evil

```{{evil}}
```
```{{include}} {secret}
```
```{{literalinclude}} {secret}
```
```{{eval-rst}}
.. evil::
.. include:: {secret}
```
```{{code-cell}} python
import pkg.late
```
![x]({secret}) ![x]({absolute}) [x]({secret}) {{evil}}`x` {{download}}`{secret}`

(evil-label)=
{{{{ evil }}}}
"""


def marking(marks: Path, name: str) -> str:
    """Return a line of Python that leaves a mark."""
    return f"__import__('io').open({str(marks / name)!r}, 'w').close()"


def shell(marks: Path, name: str) -> str:
    """Return a command that leaves a mark."""
    return f"touch {shlex.quote(str(marks / name))}"


class Bomb:
    """Leaves a mark when it is unpickled."""

    def __init__(self, marks: Path) -> None:
        self.marks = marks

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, (shell(self.marks, "pickle"),)


def trapped(base: Path, marks: Path) -> Path:
    """Make the repository, and a secret beside it."""
    root = base / "repo"
    marks.mkdir()
    (base / "secret.txt").write_text(f"{SECRET}\n")
    (base / "secret").mkdir()
    (base / "secret/code.py").write_text(f"{SECRET} = 1\n")
    names = {"secret": "../secret.txt", "absolute": base / "secret.txt"}

    def write(path: str, text: str | bytes) -> Path:
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode() if isinstance(text, str) else text)
        return place

    for name in MODULES:
        trap = marking(marks, f"module-{name}")
        # Either would be taken; each package has pages of its own in four builds.
        path = f"{name}/__init__.py" if len(name) == 5 else f"{name}.py"
        write(path, f'"""A module."""\n{trap}\ndef setup(app):\n    {trap}\n')
    for path in SCRIPTS:
        name = path.replace("/", "-")
        write(path, f"{marking(marks, name)}\nclass Klass:\n    x = 1\n")
    trap = marking(marks, "pth")
    write("evil.pth", f"import os; {trap}\n")
    write("evil-nspkg.pth", f"import sys; {trap}\n")
    points = (
        "sphinx.builders",
        "sphinx.html_themes",
        "pygments.lexers",
        "console_scripts",
    )
    for point in points:
        for kind in ("dist-info", "egg-info"):
            folder = f"{point}-1.0.{kind}"
            write(f"{folder}/entry_points.txt", f"[{point}]\nevil = evil:setup\n")
            write(f"{folder}/METADATA", f"Metadata-Version: 2.1\nName: {point}\n")
    # What is imported must not be looked up.
    write(
        "imports.py",
        "from pkg.late import *\nfrom evil import *\nfrom _evil import *\n"
        "from encodings.evil_codec import *\nimport evil_module, pkg.late as late\n"
        "class K(late.Klass):\n    def m(self):\n        self.x = late.Klass().y\n",
    )
    for suffix in (".so", f".cpython-{sys.version_info[0]}{sys.version_info[1]}.pyc"):
        write(f"_evil{suffix}", b"\x7fELF\0\0not a library")
    for name in (
        "evil",
        "evil_codec",
        "evil.evil_codec",
        "rot13",
        "zip",
        "unicode_escape",
    ):
        write(f"coding_{name}.py", f"# -*- coding: {name} -*-\nx = 1\n")
    rst, md = DOCSTRING.format(**names), MARKDOWN.format(**names)
    write("docs_rst.py", f'r"""{rst}"""\n\ndef f():\n    r"""{rst}"""\n')
    write("docs_md.py", f'r"""{md}"""\n__docformat__ = "markdown"\n')
    write("docs_google.py", f'r"""Do.\n\nArgs:\n    x: y\n\n{rst}"""\n')
    write("docs_numpy.py", f'r"""Do.\n\nParameters\n----------\nx : y\n\n{rst}"""\n')
    write("README.md", md)
    write("README.rst", rst)
    write("doc/index.rst", rst)
    # Configuration of tools.
    pylint = f"import os; {marking(marks, 'pylint')}"
    write(".pylintrc", f'[MAIN]\ninit-hook="{pylint}"\nload-plugins=plugin\n')
    write("pylintrc", f'[MAIN]\ninit-hook="{pylint}"\nload-plugins=plugin\n')
    ruff = f'extend = "{base / "secret.txt"}"\nrequired-version = "==0.0.1"\n'
    ruff += 'exclude = ["*"]\nexternal = ["V"]\ncache-dir = "../ruff-cache"\n'
    write("ruff.toml", ruff)
    write("pkg/.ruff.toml", ruff)
    write(
        "pyproject.toml",
        "[build-system]\nrequires = ['evil']\nbuild-backend = 'build_backend'\n"
        "backend-path = ['.']\n[project]\nname = 'x'\nreadme = '../secret.txt'\n"
        "license = {file = '../secret.txt'}\ndynamic = ['version', 'dependencies']\n"
        "[tool.setuptools.dynamic]\nversion = {attr = 'evil.__version__'}\n"
        "dependencies = {file = ['../secret.txt']}\n"
        "[tool.hatch.version]\npath = '../secret.txt'\n"
        "[tool.hatch.build.hooks.custom]\npath = 'hatch.py'\n"
        "[tool.pytest.ini_options]\naddopts = '-p plugin'\n"
        f"[tool.kwindex]\npages = {PAGES}\n"
        "[project.entry-points.'sphinx.builders']\nevil = 'evil:setup'\n"
        + "".join(f"[tool.ruff]\n{ruff}"),
    )
    write(
        "setup.cfg",
        "[metadata]\nversion = attr: evil.__version__\nlong_description = "
        "file: ../secret.txt\n[options]\ninstall_requires = file: ../secret.txt\n"
        "[egg_info]\ntag_build = x\n[tool:pytest]\naddopts = -p plugin\n",
    )
    write("docutils.conf", "[general]\nfile_insertion_enabled: yes\nraw_enabled: yes\n")
    write("babel.cfg", "[extractors]\nevil = evil:setup\n")
    write("requirements.txt", f"-r ../secret.txt\n-r {names['absolute']}\n-e .\nevil\n")
    write("constraints.txt", "-c ../secret.txt\n")
    write("tox.ini", "[testenv]\ndeps = -r../secret.txt\ncommands = python setup.py\n")
    write("Makefile", f"X := $(shell {shell(marks, 'make')})\ninclude ../secret.txt\n")
    yaml = f"!!python/object/apply:os.system ['{shell(marks, 'yaml')}']"
    for name in (".pre-commit-config.yaml", ".readthedocs.yaml", "x.yml", "mkdocs.yml"):
        write(name, f"repos:\n- {yaml}\njobs:\n  x: {yaml}\n")
    write(".github/workflows/x.yml", f"jobs:\n  x: {yaml}\n  {yaml}: 1\n")
    write(
        "notebook.ipynb",
        '{"cells": [{"cell_type": "code", "source": ["%run evil.py"]}]}',
    )
    bomb = pickle.dumps(Bomb(marks))
    for name in (
        "x.pkl",
        "kwindex.sqlite",
        "a.doctree",
        "b/environment.pickle",
        "x.npy",
    ):
        write(name, bomb)
    write("b/inside.py", "x = 1\n")
    # Programs that might be looked for here.
    for name in (
        "git",
        "git.exe",
        "ruff",
        "ruff.exe",
        "python",
        "python3",
        "less",
        "sh",
    ):
        for folder in ("", "bin/", ".venv/bin/"):
            place = write(
                f"{folder}{name}", f"#!/bin/sh\n{shell(marks, f'run-{name}')}\n"
            )
            place.chmod(0o755)
    # Ways out.
    for path, target in (
        *(("link.txt", "../secret.txt"), ("absolute.py", base / "secret/code.py")),
        *(("folder", "../secret"), ("above", ".."), ("loop", "."), ("slash", "/")),
        *(
            ("pkg/loop", ".."),
            ("CHANGELOG.md", "../secret.txt"),
            ("LICENSE", "/etc/passwd"),
        ),
    ):
        (root / path).symlink_to(target)
    (root / "pkg/.gitignore").symlink_to("../../secret.txt")
    return root


def git(root: Path, *arguments: str) -> None:
    """Run git with nothing that guards it."""
    names = {
        f"GIT_{who}_{what}": "x"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    subprocess.run(
        ["git", *arguments],
        cwd=root,
        env={**os.environ, **names, "PATH": f"/usr/bin:/bin:{os.environ['PATH']}"},
        check=False,
        capture_output=True,
        timeout=60,
    )


def trap_git(root: Path, marks: Path) -> None:
    """Make it a repository of git whose configuration runs something everywhere."""
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    (root / ".gitattributes").write_text(
        "* filter=evil diff=evil merge=evil\n*.md ident\n"
    )
    script = root / ".git/trap"
    script.write_text(f'#!/bin/sh\ntouch {shlex.quote(str(marks))}/"git-$1"\ncat\n')
    script.chmod(0o755)
    trap = f"{shlex.quote(str(script))}"
    hooks = root / ".git/evil-hooks"
    hooks.mkdir()
    for hook in (
        "post-index-change",
        "pre-commit",
        "post-checkout",
        "fsmonitor-watchman",
    ):
        for folder in (hooks, root / ".git/hooks"):
            place = folder / hook
            place.write_text(f"#!/bin/sh\n{shell(marks, f'hook-{hook}')}\n")
            place.chmod(0o755)
    secret = root.parent / "secret.txt"
    for name, value in (
        ("core.fsmonitor", f"{trap} fsmonitor"),
        ("core.hooksPath", str(hooks)),
        ("core.sshCommand", f"{trap} ssh"),
        ("core.pager", f"{trap} pager"),
        ("core.editor", f"{trap} editor"),
        ("core.askPass", f"{trap} askpass"),
        ("core.gitProxy", f"{trap} proxy"),
        ("core.alternateRefsCommand", f"{trap} alternate"),
        ("core.excludesFile", str(secret)),
        ("core.attributesFile", str(secret)),
        ("pager.log", f"{trap} pager-log"),
        ("pager.ls-files", f"{trap} pager-ls"),
        ("diff.external", f"{trap} diff"),
        ("diff.evil.command", f"{trap} diff-command"),
        ("diff.evil.textconv", f"{trap} textconv"),
        ("filter.evil.clean", f"{trap} clean"),
        ("filter.evil.smudge", f"{trap} smudge"),
        ("filter.evil.process", f"{trap} process"),
        ("filter.evil.required", "true"),
        ("merge.evil.driver", f"{trap} merge"),
        ("alias.ls-files", f"!{trap} alias"),
        ("alias.log", f"!{trap} alias"),
        ("alias.rev-parse", f"!{trap} alias"),
        ("credential.helper", f"!{trap} credential"),
        ("gpg.program", f"{trap} gpg"),
        ("log.showSignature", "true"),
        ("sequence.editor", f"{trap} sequence"),
        ("uploadpack.packObjectsHook", f"{trap} pack"),
        ("trace2.eventTarget", str(marks / "git-trace")),
        ("submodule.recurse", "true"),
        ("include.path", str(secret)),
        ("includeIf.gitdir:/.path", str(secret)),
        ("remote.origin.url", f"ext::{trap} remote"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.uploadpack", f"{trap} upload"),
        ("remote.origin.vcs", "evil"),
    ):
        git(root, "config", name, value)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the trapped repository, its manual and the marks."""
    base = tmp_path_factory.mktemp("trapped")
    root = trapped(base, base / "marks")
    git_there = shutil.which("git")
    if git_there:
        trap_git(root, base / "marks")
        for mark in (base / "marks").iterdir():
            mark.unlink()
    manual = base / "manual"
    manual.mkdir()
    (manual / "conf.py").write_text(
        dedent(f"""\
        from docutils.parsers.rst import Directive, roles

        class Evil(Directive):
            has_content = True
            optional_arguments = 1

            def run(self):
                {marking(base / "marks", "directive")}
                return []

        def evil(*arguments):
            {marking(base / "marks", "role")}
            return [], []

        def setup(app):
            app.add_directive("evil", Evil)
            app.add_role("evil", evil)

        extensions = ["sphinxcontrib_kwindex", "myst_parser", "sphinx.ext.mathjax"]
        extensions += ["sphinx.ext.doctest", "sphinx.ext.autodoc"]
        extensions += ["sphinx.ext.graphviz"]
        myst_enable_extensions = ["substitution"]
        kwindex_root = "../repo"
        kwindex_pages = {PAGES}
        kwindex_git = {bool(git_there)!r}
        html_theme = "alabaster"
        """)
    )
    (manual / "index.rst").write_text(
        "Manual\n======\n\n.. _manual-label:\n\nHere\n----\n\n"
        ".. index:: manual entry\n\n"
        ".. kwfile:: docs_rst.py\n"
    )
    return base


def run(base: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the repository, where nothing but this package is added."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "GIT_"))
    }
    environment |= {"PYTHONPATH": str(PACKAGE), "HOME": str(base / "home")}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=base / "repo",
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def marks(base: Path) -> list[str]:
    """Return which traps were sprung, and forget them."""
    found = sorted(path.name for path in (base / "marks").iterdir())
    for name in found:
        (base / "marks" / name).unlink()
    return found


def assert_untouched(base: Path, before: set[str], *made: str) -> None:
    """Fail where a trap was sprung, the secret was read, or something written."""
    assert marks(base) == []
    after = listing(base)
    assert {path for path in after - before if not path.startswith(made)} == set()
    for name in made:
        files = [path for path in (base / name).rglob("*") if path.is_file()]
        assert files or name == "home"
        for path in files:
            data = path.read_bytes()
            assert SECRET.encode() not in data, path
            assert b"root:x:0" not in data, path


def listing(base: Path) -> set[str]:
    """Return every path below a folder."""
    found = set()
    for folder, folders, files in os.walk(base):
        for name in (*folders, *files):
            found.add(os.path.relpath(os.path.join(folder, name), base))  # noqa: PTH118
    return found


SPHINX = "import sys; from sphinx.cmd.build import main; sys.exit(main(sys.argv[1:]))"
KWINDEX = (
    "import sys; from sphinxcontrib_kwindex.command.main import main; sys.exit(main())"
)


@posix_only
@pytest.mark.parametrize("builder", ["html", "markdown"])
def test_nothing_runs_in_a_build(place: Path, builder: str) -> None:
    before = listing(place)
    out = place / "out" / builder
    # As sphinx-build does it; "python -m" would have Python look here for modules.
    done = run(
        *(place, "-P", "-c", SPHINX, "-b", builder, "-d", str(place / "out/trees")),
        *("../manual", str(out)),
    )
    assert done.returncode == 0, done.stderr
    assert_untouched(place, before, "out")
    suffix = "html" if builder == "html" else "md"
    assert (out / f"code/docs_rst.py_docs.{suffix}").exists()
    assert (out / f"code/json.py_docs.{suffix}").exists()
    # Only this manual's own names are known.
    if builder == "html":
        known = inventory(out)
        others = {
            name
            for kind, found in known.items()
            for name in found
            if not kind.startswith("kw:") and kind != "std:doc"
        }
        assert others == {
            *("genindex", "modindex", "py-modindex", "search", "manual-label"),
        }
        assert known["std:label"]["genindex"] == "genindex.html"
        index = (out / "genindex.html").read_text("utf-8")
        assert "manual entry" in index
        assert "evil" not in index.lower()


@posix_only
@pytest.mark.parametrize(
    ("way", "builder"),
    [
        # As the script that is installed; "-c" alone would look here for modules.
        (("-P", "-c", KWINDEX), "html"),
        (("-m", "sphinxcontrib_kwindex"), "markdown"),
    ],
    ids=["kwindex", "python -m"],
)
def test_nothing_runs_by_the_command(
    place: Path, way: tuple[str, ...], builder: str
) -> None:
    if way[0] == "-m":
        # These Python itself imports before it looks for what it is to run.
        for name in BEFORE_ANYTHING:
            for path in (place / "repo" / f"{name}.py", place / "repo" / name):
                if path.exists():
                    path.rename(path.with_name(f"not_{path.name}"))
    before = listing(place)
    made = f"{builder}{way[0]}"
    done = run(
        *(place, *way, ".", "-o", str(place / made), "-b", builder),
        *("--cache", str(place / f"cache-{made}")),
    )
    assert done.returncode == 0, done.stderr
    assert_untouched(place, before, made, f"cache-{made}", "home")


#: What ``python -m`` imports before any module of ours.
BEFORE_ANYTHING = ("warnings", "weakref")


@posix_only
def test_traps_are_traps(tmp_path: Path) -> None:
    base = tmp_path
    root = trapped(base, base / "marks")
    program = dedent("""\
        import os, pickle, runpy, sys
        import yaml
        sys.argv[1:] = []
        for folder, _, names in os.walk("."):
            for name in names:
                path = os.path.join(folder, name)
                if name.endswith(".py") and not os.path.islink(path):
                    try:
                        runpy.run_path(path)
                    except BaseException:
                        pass
        pickle.load(open("x.pkl", "rb"))
        yaml.unsafe_load(open("x.yml"))
        os.system("./git; ./ruff; ./sh")
        """)
    run(base, "-P", "-c", program)
    sprung = set(marks(base))
    assert {f"module-{name}" for name in MODULES} <= sprung
    assert {
        path.replace("/", "-") for path in SCRIPTS if path.endswith(".py")
    } <= sprung
    assert {"pickle", "yaml", "run-git", "run-ruff", "run-sh"} <= sprung
    # Where the current folder is on the path, Python itself walks into it; from 3.13 on
    # before it comes to the import.
    run(base, "-c", "import json")
    assert {"module-json", "module-linecache"} & set(marks(base))
    if shutil.which("git"):
        trap_git(root, base / "marks")
        git(root, "status")
        git(root, "log", "-p")
        git(root, "-c", "filter.evil.required=false", "checkout", "-qb", "other")
        found = " ".join(marks(base))
        assert "git-fsmonitor" in found
        assert "hook-" in found
