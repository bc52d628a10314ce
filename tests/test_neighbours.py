"""A host builds with us as it does without, whatever else it uses.

Each neighbour is tried before and behind us in ``extensions``, in processes of its
own, because extensions change docutils for all that comes after. The host without us
has a document of its own in the place of the start page, so that everything that a
theme renders of the entry is the same on both sides: navigation, previous and next.

The whole table takes minutes; ``tox -e neighbours`` installs what is in it and runs
it. Of what is always installed a part runs with the other tests.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from neighbours.rows import BUILT_IN, OTHERS, THEMES, Neighbour
from trees import write

HOST = Path(__file__).parent / "neighbours" / "host"
OURS = "sphinxcontrib_kwindex"
#: Stands where the start page does.
STAND_IN = {"docs/code/index.rst": ":orphan:\n\nCode map\n========\n"}
#: What Read the Docs sets.
READ_THE_DOCS = {
    "READTHEDOCS": "True",
    "READTHEDOCS_GIT_CLONE_URL": "https://github.com/me/host.git",
    "READTHEDOCS_GIT_IDENTIFIER": "main",
    "READTHEDOCS_GIT_COMMIT_HASH": "0123456789abcdef0123456789abcdef01234567",
    "READTHEDOCS_VERSION": "latest",
    "READTHEDOCS_VERSION_TYPE": "branch",
    "READTHEDOCS_VERSION_NAME": "latest",
    "READTHEDOCS_PROJECT": "host",
    "READTHEDOCS_LANGUAGE": "en",
    "READTHEDOCS_CANONICAL_URL": "https://host.example.org/en/latest/",
}
_NOTICED = re.compile(r"\b(WARNING|ERROR|CRITICAL|Traceback)\b|Error\b")
_READ = re.compile(r"updating environment: (.*)")
_NOTHING = "0 added, 0 changed, 0 removed"
#: Where the output is no terminal there is a line for each document.
_DONE = re.compile(r"(?m)^(?:reading|writing) .*\[ *\d+%\].*$")


class BuildError(Exception):
    """A build ended early, with what it said."""


@dataclass(frozen=True)
class Outcome:
    """What two builds of a host, one after the other, left and said."""

    out: Path
    said: tuple[str, str]
    """The output of each."""
    warned: tuple[str, str]

    @property
    def warnings(self) -> set[str]:
        """The lines that warn, without what differs from folder to folder."""
        base = str(self.out.parent)
        return {
            line.replace(base, "")
            for line in "\n".join(self.warned).splitlines()
            if _NOTICED.search(line)
        }

    @property
    def read_again(self) -> tuple[str, ...]:
        """What the second build read and wrote, though nothing had changed."""
        found = _READ.findall(self.said[1])
        found = [one for one in found if not one.startswith(_NOTHING)]
        return (*found, *_DONE.findall(self.said[1]))

    def pages(self) -> dict[str, str]:
        """Return the pages of the host, by path, without links to our listings."""
        return {
            path.relative_to(self.out).as_posix(): _normal(
                path.read_text("utf-8").replace(str(self.out.parent), "")
            )
            for path in sorted(self.out.rglob("*.html"))
            if path.relative_to(self.out).parts[0] not in {"code", "_static"}
        }


_SOURCE = re.compile(
    r'<a class="reference internal" href="[^"]*"><span class="viewcode-link">'
    r'<span class="pre">\[source\]</span></span></a>'
)
#: Numbers that extensions draw anew for each page, and how long something took.
_DRAWN = re.compile(
    r"\?v=[0-9a-f]{8}|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|sd-tab-item-\d+"
    r"|\d+ minutes \d+\.\d+ seconds|\d+:\d\d\.\d+"
    # What sphinxext-opengraph quotes of a page is without the entry.
    r"|, Code map(?=\.\")"
)


#: What sphinx_immaterial tells of a page that is an object of a domain: the entry is.
_TOLD = re.compile(r'<span title="[^"]*\(Code map \w+\)">(<span>[^<]*</span>)</span>')


def _normal(page: str) -> str:
    return _DRAWN.sub("", _TOLD.sub(r"\1", _SOURCE.sub("", page)))


def make_host(
    base: Path, rows: tuple[Neighbour, ...], conf: Mapping[str, Any], *more: str
) -> Path:
    """Make a repository with a manual, and return it.

    :param more: the extensions, in their order.
    """
    repo = base / "repo"
    shutil.copytree(HOST, repo)
    values: dict[str, Any] = {
        "project": "Host",
        "extensions": list(more),
        "html_theme": "alabaster",
        "exclude_patterns": ["_build"],
    }
    files = {}
    for row in rows:
        values |= row.conf
        files |= row.files
    values |= conf
    lines = [f"{name} = {value!r}\n" for name, value in values.items()]
    lines += ["import sys\n", f"sys.path.insert(0, {str(repo)!r})\n"]
    lines.append("def linkcode_resolve(domain, info):\n    return None\n")
    files["docs/conf.py"] = "".join(lines)
    if OURS not in more:
        files |= STAND_IN
        toc = "docs/_toc.yml"
        if toc in files:
            files[toc] += "- file: code/index\n"
        else:
            index = (repo / "docs/index.rst").read_text("utf-8")
            files["docs/index.rst"] = f"{index}   code/index\n"
    write(repo, files)
    with (repo / "docs/feature.rst").open("a") as feature:
        feature.writelines(row.feature for row in rows)
    _commit(repo)
    return repo


def _commit(repo: Path) -> None:
    if not shutil.which("git"):
        return
    identity = ("-c", "user.name=Me", "-c", "user.email=me@example.org")
    for arguments in (
        ("init", "-q"),
        ("add", "-A"),
        (*identity, "commit", "-q", "-m", "All", "--date", "2020-01-01T00:00:00Z"),
    ):
        subprocess.run(("git", *arguments), cwd=repo, check=True, env=_environment({}))


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("READTHEDOCS", "GIT_", "PYTEST"))
    }
    fixed = {"SOURCE_DATE_EPOCH": "1700000000", "GIT_CONFIG_GLOBAL": os.devnull}
    return kept | fixed | {"PYTHONHASHSEED": "0"} | dict(more)


def build_twice(repo: Path, environment: Mapping[str, str]) -> Outcome:
    """Build a host two times, and fail where a build ends early."""
    base = repo.parent
    out = base / "out"
    said, warned = [], []
    for _ in range(2):
        command = [sys.executable, "-m", "sphinx", "-b", "html"]
        command += ["-d", str(base / "doctrees"), str(repo / "docs"), str(out)]
        done = subprocess.run(
            command,
            env=_environment(environment),
            cwd=repo,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        if done.returncode:
            raise BuildError(done.stderr)
        said.append(done.stdout)
        warned.append(done.stderr)
    return Outcome(out, (said[0], said[1]), (warned[0], warned[1]))


def compare(plain: Outcome, ours: Outcome) -> None:
    """Fail where the host is not what it is without us."""
    assert sorted(ours.warnings - plain.warnings) == []
    if not plain.read_again:
        assert ours.read_again == (), ours.read_again
    before, after = plain.pages(), ours.pages()
    assert sorted(after.keys() ^ before.keys()) == []
    for name, page in before.items():
        assert after[name].splitlines() == page.splitlines(), name
    assert (ours.out / "code/index.html").is_file()


def check(
    tmp_path: Path,
    rows: tuple[Neighbour, ...],
    orders: tuple[str, ...] = ("before", "behind"),
    environment: Mapping[str, str] | None = None,
    **conf: Any,
) -> Iterator[Outcome]:
    """Build a host without us and with us, compare, and return what each left."""
    theirs = [name for row in rows for name in (*row.also, row.name)]
    # A theme is no extension unless it says so.
    themes = {row.name for row in THEMES}
    theirs = [
        name
        for number, name in enumerate(theirs)
        if name not in theirs[:number]
        and (name not in themes or any(name in row.also for row in rows))
    ]
    conf = {"kwindex_timeout": 0} | conf
    try:
        plain = build_twice(
            make_host(tmp_path / "plain", rows, conf, *theirs), environment or {}
        )
    except BuildError as exc:
        pytest.skip(f"ends without us, too: {exc}"[:500])
    for order in orders:
        names = [*theirs, OURS] if order == "before" else [OURS, *theirs]
        repo = make_host(tmp_path / order, rows, conf, *names)
        ours = build_twice(repo, environment or {})
        compare(plain, ours)
        yield ours


def _ids(row: Neighbour) -> str:
    return row.name


def _skip_unless_installed(row: Neighbour) -> None:
    if not row.installed:
        pytest.skip(f"{row.name} is not installed")


def test_what_sphinx_brings(tmp_path: Path) -> None:
    """The part that is always run: all of Sphinx's own extensions at once."""
    list(check(tmp_path, BUILT_IN, ("behind",), READ_THE_DOCS))


@pytest.mark.neighbours
@pytest.mark.parametrize("place", ["locally", "on Read the Docs"])
@pytest.mark.parametrize("row", THEMES, ids=_ids)
def test_theme(tmp_path: Path, row: Neighbour, place: str) -> None:
    _skip_unless_installed(row)
    environment = READ_THE_DOCS if place == "on Read the Docs" else {}
    (ours,) = check(tmp_path, (row,), ("behind",), environment, html_theme=row.name)
    contents_are_shown(row.name, ours)


def contents_are_shown(theme: str, ours: Outcome) -> None:
    """Fail where the contents list beside a generated page is empty."""
    page = (ours.out / "code/pkg/core.py_docs.html").read_text("utf-8")
    links = page.count('href="#original-source"')
    # The others have none.
    if theme not in {"alabaster", "sphinx_rtd_theme"}:
        assert links >= 2
    assert ".kwindex" not in page


@pytest.mark.neighbours
@pytest.mark.parametrize("row", [*BUILT_IN, *OTHERS], ids=_ids)
def test_extension(tmp_path: Path, row: Neighbour) -> None:
    _skip_unless_installed(row)
    list(check(tmp_path, (row,)))
