"""The address of the original files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Project
from sphinx.errors import ConfigError
from test_git_history import commit, git, needs_git

from sphinxcontrib_kwindex.codemap.settings import Settings
from sphinxcontrib_kwindex.sphinx_wiring.setup.repository_urls import (
    revision,
    web_address,
)

Make = Callable[..., Project]
FILES = {"pkg/a.py": "x = 1\n", "pkg/b #1.py": "y = 1\n"}
TEMPLATE = "https://github.com/me/it/blob/{revision}/{path}#L{line}"


@pytest.fixture(autouse=True)
def _outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("", "_GIT_CLONE_URL", "_GIT_IDENTIFIER", "_VERSION_TYPE"):
        monkeypatch.delenv(f"READTHEDOCS{name}", raising=False)


def on_read_the_docs(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    monkeypatch.setenv("READTHEDOCS", "True")
    for name, value in variables.items():
        monkeypatch.setenv(f"READTHEDOCS_{name}", value)


def link(project: Project, **conf: object) -> str:
    built = project.build("dummy", **conf)
    code = built.env.get_domain("kw").code
    return str(code.settings.original("pkg/a.py", 12))


def test_lines_and_quoting() -> None:
    settings = Settings(source_link=TEMPLATE.replace("{revision}", "main"))
    base = "https://github.com/me/it/blob/main"
    assert settings.original("a b/#c{line}.py") == f"{base}/a%20b/%23c%7Bline%7D.py"
    assert settings.original("a.py", 7) == f"{base}/a.py#L7"
    query = Settings(source_link="https://x.org/?p=/{path}&line={line}")
    assert query.original("a.py") == "https://x.org/?p=/a.py&line=1"
    single = Settings(source_link="https://x.org/#/{path}/{{{line}}}")
    assert single.original("a.py", 3) == "https://x.org/#/a.py/{3}"
    assert Settings().original("a.py", 3) == ""


def test_project_called_blob_keeps_its_name() -> None:
    settings = Settings(source_link="https://x.org/me/blob/blob/main/{path}#L{line}")
    assert settings.original_at("a/blob/b.py", "edit") == (
        "https://x.org/me/blob/edit/main/a/blob/b.py"
    )
    assert (
        Settings(source_link="https://x.org/{path}").original_at("blob", "tree") == ""
    )


@pytest.mark.parametrize(
    ("template", "says"),
    [
        ("https://x.org/{file}", "unknown placeholder"),
        ("https://x.org/{path}/{}", "unknown placeholder"),
        ("https://x.org/{path!r}", "unknown placeholder"),
        ("https://x.org/{path:>9}", "unknown placeholder"),
        ("https://x.org/{path}/{", "single brace"),
        ("https://x.org/{path}}", "single brace"),
        ("https://x.org/blob/main/", "lacks the placeholder"),
    ],
)
def test_a_template_that_cannot_be_filled(
    make_project: Make, template: str, says: str
) -> None:
    project = make_project(FILES, kwindex_source_link=template)
    with pytest.raises(ConfigError, match=says):
        project.build("dummy")


@needs_git
def test_revision_is_the_branch_or_the_tag(make_project: Make) -> None:
    project = make_project(FILES, kwindex_source_link=TEMPLATE)
    base = "https://github.com/me/it/blob"
    assert link(project) == f"{base}/HEAD/pkg/a.py#L12"
    git(project.repo, "init", "-q")
    commit(project.repo, {}, 2)
    git(project.repo, "checkout", "-q", "-b", "fix/a#1")
    assert link(project) == f"{base}/fix/a%231/pkg/a.py#L12"
    # What a theme is told comes first.
    told = {"html_context": {"github_version": "dev"}}
    assert link(project, **told) == f"{base}/dev/pkg/a.py#L12"
    git(project.repo, "checkout", "-q", "--detach")
    assert link(project) == f"{base}/HEAD/pkg/a.py#L12"
    git(project.repo, "tag", "v2")
    assert link(project) == f"{base}/v2/pkg/a.py#L12"


@needs_git
def test_a_commit_reads_nothing(make_project: Make) -> None:
    project = make_project(FILES, kwindex_source_link=TEMPLATE)
    git(project.repo, "init", "-q")
    commit(project.repo, {}, 2)
    built = project.build()
    html = built.text("code/pkg/b #1.py_docs".replace(" #", " -23-"))
    assert 'href="https://github.com/me/it/blob/main/pkg/b%20%231.py"' in html
    git(project.repo, "commit", "-q", "--allow-empty", "-m", "x", day=3)
    assert project.build().read == set()
    git(project.repo, "checkout", "-q", "-b", "other")
    assert "code/pkg/a.py_docs" in project.build().read


@pytest.mark.parametrize(
    ("clone", "expected"),
    [
        ("https://github.com/me/it.git", "https://github.com/me/it/blob/v1/{}#L12"),
        ("git@github.com:me/it.git", "https://github.com/me/it/blob/v1/{}#L12"),
        ("git@gitlab.com:a/b/c.git", "https://gitlab.com/a/b/c/-/blob/v1/{}#L12"),
        ("https://bitbucket.org/a/b", "https://bitbucket.org/a/b/src/v1/{}#lines-12"),
        ("https://codeberg.org/a/b", "https://codeberg.org/a/b/src/v1/{}#L12"),
        ("https://git.example.org/a/b", ""),
    ],
)
def test_read_the_docs(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, clone: str, expected: str
) -> None:
    variables = {"GIT_CLONE_URL": clone, "GIT_IDENTIFIER": "v1", "VERSION_TYPE": "tag"}
    on_read_the_docs(monkeypatch, **variables)
    assert link(make_project(FILES)) == expected.format("pkg/a.py")


def test_read_the_docs_fills_what_is_configured(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_read_the_docs(monkeypatch, GIT_IDENTIFIER="v1", VERSION_TYPE="tag")
    theme = {"source_repository": "https://github.com/me/it/", "source_branch": "main"}
    project = make_project(FILES, html_theme="furo", html_theme_options=theme)
    assert link(project) == "https://github.com/me/it/blob/v1/pkg/a.py#L12"
    project = make_project(FILES, kwindex_source_link="https://x.org/{path}@{revision}")
    assert link(project) == "https://x.org/pkg/a.py@v1"


def test_pull_requests() -> None:
    preview = {
        "READTHEDOCS": "True",
        "READTHEDOCS_GIT_IDENTIFIER": "42",
        "READTHEDOCS_VERSION_TYPE": "external",
        "READTHEDOCS_GIT_COMMIT_HASH": "c0ffee",
    }
    assert revision(preview, "github") == "refs/pull/42/head"
    assert revision(preview, "gitlab") == "c0ffee"
    assert revision(preview | {"READTHEDOCS": ""}, "github") == ""


@pytest.mark.parametrize(
    ("clone", "web"),
    [
        ("git@github.com:me/it.git", "https://github.com/me/it"),
        ("github.com:me/it.git/", "https://github.com/me/it"),
        ("ssh://git@gitlab.com:2222/a/b.git", "https://gitlab.com/a/b"),
        ("https://user:secret@github.com/me/it", "https://github.com/me/it"),
        ("https://git.example.org:8443/a/b.git", "https://git.example.org:8443/a/b"),
        ("/srv/git/it.git", ""),
        ("file:///srv/git/it.git", ""),
        ("", ""),
    ],
)
def test_where_a_clone_is_seen(clone: str, web: str) -> None:
    assert web_address(clone) == web


@pytest.mark.parametrize("site", ["github", "gitlab", "bitbucket"])
def test_what_themes_are_told(make_project: Make, site: str) -> None:
    told = {f"{site}_user": "me", f"{site}_repo": "it", f"{site}_version": "main"}
    told[f"{site}_url"] = "https://code.example.org/"
    found = link(make_project(FILES, html_context=told))
    assert found.startswith("https://code.example.org/me/it/")
    assert "/main/pkg/a.py#" in found


def test_a_root_below_the_work_tree(make_project: Make) -> None:
    project = make_project(
        {"sub dir/a.py": "", "sub dir/.keep": ""},
        kwindex_root="../sub dir",
        html_context={"github_user": "a", "github_repo": "b", "github_version": "main"},
    )
    Path(project.repo, ".git").mkdir()
    built = project.build("dummy")
    found = built.env.get_domain("kw").code.settings.original("a.py")
    assert found == "https://github.com/a/b/blob/main/sub%20dir/a.py"
