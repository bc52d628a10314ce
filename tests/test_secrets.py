"""That no output holds anything of a file that holds credentials.

The token stands in every such file, as a docstring, a name, a value and a comment, and
is looked for in all that a build leaves behind, compressed or not.
"""

from __future__ import annotations

import io
import re
import sqlite3
import subprocess
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from projects import Build, Project, make_project
from test_credentials import SECRET
from test_scan import needs_git

from sphinxcontrib_kwindex.command import main as command
from sphinxcontrib_kwindex.command.build_arguments import parse

TOKEN = "zqxjkv"
CONTENT = f'# {TOKEN}\n"""{TOKEN} is it."""\n\n{TOKEN} = "{TOKEN}"  # {TOKEN}\n'
BUILDERS = (
    *("html", "dirhtml", "singlehtml", "markdown", "latex", "text", "xml", "epub"),
    *("texinfo", "man", "json", "pseudoxml", "dummy"),
)
LINKS = {
    "notes.txt": ".env",
    "tool.py": "id_rsa",
    "README.md": "credentials.json",
    "pyproject.toml": ".npmrc",
}
PAGE = """\
Secrets
=======

.. kwfile:: .env

.. kwfile:: tool.py
   :sections: Original Source

.. kwindex:: tool.py

.. kwfolder:: .

:kw:file:`a.py` and :kw:func:`f`.
"""
MARKDOWN_PAGE = """\
# Secrets

```{kwfile} notes.txt
```

```{kwindex} .env
```
"""


def _unpacked(data: bytes) -> Iterator[bytes]:
    """Yield *data* and whatever is compressed or kept in it."""
    yield data
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield from _unpacked(archive.read(name))
    if data.startswith(b"# Sphinx inventory version 2"):
        yield zlib.decompress(data.split(b"\n", 4)[4])


def _kept(store: Path) -> Iterator[bytes]:
    with sqlite3.connect(store) as database:
        for (data,) in database.execute("SELECT data FROM facts"):
            yield zlib.decompress(data)


def leaks(*folders: Path, token: str = TOKEN) -> set[str]:
    """Return the files in which the token stands."""
    found = set()
    for folder in folders:
        for path in folder.rglob("*"):
            if not path.is_file():
                continue
            parts = [path.as_posix().encode(), *_unpacked(path.read_bytes())]
            if path.name == "kwindex.sqlite":
                parts += _kept(path)
            if any(token.encode() in part.lower() for part in parts):
                found.add(path.as_posix())
    return found


def _link(project: Project) -> None:
    for name, target in LINKS.items():
        try:
            (project.repo / name).symlink_to(target)
        except OSError:
            pytest.skip("symbolic links are not allowed here")


def _track(project: Project) -> None:
    for words in (["init", "-q"], ["add", "-A", "-f"]):
        subprocess.run(["git", *words], cwd=project.repo, check=True)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    # Where case does not matter, ".ENV" is another name of the same file.
    files = {path: CONTENT for path in SECRET if path == path.lower()}
    code = '"""Reads .env."""\n\n\ndef f():\n    """Opens tool.py."""\n'
    text = "# Setup\n\nCopy [it](.env.example) to [.env](.env), and `id_rsa`.\n"
    return make_project(
        tmp_path,
        files | {"a.py": code, "setup.md": text, ".env.example": "KEY=\n"},
        {"secrets.rst": PAGE, "more.md": MARKDOWN_PAGE},
        extensions=["sphinxcontrib_kwindex", "myst_parser"],
    )


def _check(project: Project, build: Callable[[str], Build]) -> None:
    for builder in BUILDERS:
        built = build(builder)
        assert "[kwindex.withheld]" in built.warnings or builder != "html"
    assert leaks(project.base / "out", project.doctrees) == set()


def test_secrets_are_in_no_output(project: Project) -> None:
    _link(project)
    _check(project, project.build)
    index = (project.base / "out/html/code/index.html").read_text("utf-8")
    said = "Its name suggests that it holds credentials, so its content is not shown."
    assert len(re.findall(re.escape(said), index)) >= 10
    for name in (".env", "id_rsa", "notes.txt", ".env.example"):
        assert f">{name}<" in index
    shown = (project.base / "out/html/code/.env.example_docs.html").read_text("utf-8")
    assert "KEY=" in re.sub("<[^>]*>", "", shown)


@needs_git
@pytest.mark.parametrize("tracked", [False, True])
def test_secrets_of_a_checkout_are_in_no_output(
    project: Project, tracked: bool
) -> None:
    project.write({"hidden/notes.md": f"# {TOKEN}\n\n{TOKEN}.\n"})
    _link(project)
    if tracked:
        project.write({"hidden/notes.md": None})
        _track(project)
    else:
        subprocess.run(["git", "init", "-q"], cwd=project.repo, check=True)
        names = ["add", "a.py", "setup.md", ".env.example", "docs", *LINKS]
        subprocess.run(["git", *names], cwd=project.repo, check=True)
    page = PAGE if tracked else "Secrets\n=======\n"
    project.write({"docs/secrets.rst": page, "docs/more.md": None})
    for builder in ("html", "markdown", "latex"):
        built = project.build(builder)
        assert ("listed without content" in built.status) == tracked
    assert leaks(project.base / "out", project.doctrees) == set()


def test_directives_say_that_content_is_withheld(project: Project) -> None:
    _link(project)
    built = project.build()
    for page, path in (("secrets.rst", ".env"), ("more.md", "notes.txt")):
        line = rf"{re.escape(page)}:\d+: WARNING: .*{re.escape(path)} is not shown"
        assert re.search(line, built.warnings)
    for page in ("secrets", "more"):
        assert "Its name suggests that it holds credentials" in built.body(page)


def test_what_was_shown_once_is_gone_when_it_is_withheld(tmp_path: Path) -> None:
    project = make_project(
        tmp_path,
        {"a.py": "x = 1\n", "web.env": CONTENT, "b/credentials.json": CONTENT},
        kwindex_include=["*.py", "web.env", "credentials.json"],
    )
    try:
        (project.repo / "link.py").symlink_to("web.env")
    except OSError:
        pytest.skip("symbolic links are not allowed here")
    for builder in ("html", "markdown"):
        project.build(builder)
    assert len(leaks(project.base / "out")) > 5
    project.configure(kwindex_include=["*"], kwindex_exclude=["/docs/"])
    for builder in ("html", "markdown"):
        built = project.build(builder)
        assert "3 files listed without content" in built.status
    assert leaks(project.base / "out", project.doctrees) == set()


def test_a_copy_under_another_name_is_not_withheld(tmp_path: Path) -> None:
    project = make_project(tmp_path, {"copy.py": CONTENT, "id_rsa": CONTENT})
    built = project.build()
    assert TOKEN in built.body("code/copy.py_docs")
    assert not (built.outdir / "code/id_rsa_docs.html").exists()
    # Known by its content, and still not shown under the other name.
    project.write({"copy.py": None})
    project.build()
    assert leaks(built.outdir) == set()


def test_the_command_shows_no_secrets(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    _link(project)
    site, cache = project.base / "site", project.base / "cache"
    words = [str(project.repo), "-o", str(site), "--cache", str(cache)]
    assert command.main(words) == 0
    assert "files" in capsys.readouterr().out
    assert leaks(site, cache) == set()


@needs_git
def test_the_command_counts_what_git_does_not_track(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = make_project(tmp_path, {"a.py": "", "new.py": "", "more.py": ""})
    words = [str(project.repo), "-o", str(tmp_path / "site")]
    words += ["--cache", str(tmp_path / "cache"), "--exclude", "docs"]
    subprocess.run(["git", "init", "-q"], cwd=project.repo, check=True)
    assert command.main(words) == 0
    assert "git tracks no files here" in capsys.readouterr().out
    subprocess.run(["git", "add", "a.py"], cwd=project.repo, check=True)
    for _ in range(2):
        assert command.main(words) == 0
        said = capsys.readouterr().out
        assert "2 files left out that git does not track (see --untracked)" in said
        assert "1 file with 0 definitions" in said
    assert command.main([*words, "--untracked"]) == 0
    said = capsys.readouterr().out
    assert "3 files with 0 definitions" in said
    assert "left out" not in said
    assert parse(["."]).values == {}


@needs_git
def test_a_build_counts_what_git_does_not_track(tmp_path: Path) -> None:
    project = make_project(
        tmp_path, {"a.py": "", "new.py": "A = 1\n", "b/more.py": "B = 1\n"}
    )
    subprocess.run(["git", "init", "-q"], cwd=project.repo, check=True)
    said = "kwindex: git tracks no files here"
    built = project.build()
    assert said in built.status
    assert "code/new.py_docs" in built.env.all_docs
    subprocess.run(["git", "add", "a.py"], cwd=project.repo, check=True)
    built = project.build()
    assert said not in built.status
    assert "2 files left out that git does not track" in built.status
    assert built.warnings == ""
    assert {"code/new.py_docs", "code/b/index"}.isdisjoint(built.env.all_docs)
    assert not built.path("code/new.py_docs.html").exists()
    built = project.build(kwindex_untracked=True)
    assert "left out" not in built.status
    assert "code/b/more.py_docs" in built.env.all_docs
