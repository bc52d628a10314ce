"""Names of configuration values that nobody knows, and values of the wrong type."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Project
from sphinx.errors import ConfigError

Make = Callable[..., Project]

FILES = {"a.py": "x = 1\n", "b.py": "y = 1\n"}


def test_an_unknown_name_gets_the_nearest(make_project: Make) -> None:
    project = make_project(FILES, kwindex_titel="T", kwindex_qqq=1, other_value=2)
    conf = project.docs / "conf.py"
    text = f"{conf.read_text('utf-8')}\ndef kwindex_skip(*_):\n    pass\n"
    project.write({"docs/conf.py": text})
    unknown = "WARNING: unknown configuration value"
    assert project.build().warnings.splitlines() == [
        f"{unknown} kwindex_qqq [kwindex.config]",
        f"{unknown} kwindex_titel; did you mean kwindex_title? [kwindex.config]",
    ]
    # Sphinx warns of it too, and knows no other name.
    said = project.build(kwindex_exclud="b.py").warnings.splitlines()
    assert sum("did you mean kwindex_exclude?" in line for line in said) == 1


def written(project: Project, *lines: str) -> None:
    """Write values into ``conf.py``; Sphinx brings others to the right type."""
    conf = project.docs / "conf.py"
    project.write({"docs/conf.py": "\n".join([conf.read_text("utf-8"), *lines, ""])})


@pytest.mark.parametrize("name", ["root", "cache", "coverage"])
def test_a_path_may_be_a_path(make_project: Make, tmp_path: Path, name: str) -> None:
    project = make_project(FILES)
    given = {"root": "..", "cache": tmp_path / "cache", "coverage": "none"}[name]
    project_line = f"kwindex_{name} = Path({str(given)!r})"
    written(project, "from pathlib import Path", project_line)
    assert "has type" not in project.build().warnings


def test_paths_may_be_written_as_on_windows(make_project: Make) -> None:
    project = make_project(FILES)
    given = {"root": r"..\docs\..", "cache": r"c\d", "coverage": r"c\x.json"}
    written(project, *(f"kwindex_{name} = {path!r}" for name, path in given.items()))
    project.write({"docs/c/x.json": "{}"})
    built = project.build()
    assert "No such file" not in built.warnings
    assert (built.outdir / "code/a.py_docs.html").exists()
    assert (project.docs / "c/d").is_dir()


def test_a_value_of_the_wrong_type(make_project: Make) -> None:
    wrong = [
        ("title", None, "None is not of type str; 'Code map' is used instead"),
        ("robots", True, "True is not of type str; 'noindex' is used instead"),
        ("timeout", "60", "'60' is not of type int or float; 60 is used instead"),
        ("max_complexity", None, "None is not of type int; 10 is used instead"),
        ("max_size", True, "True is not of type int; 10000000 is used instead"),
        ("private", "no", "'no' is not of type bool; True is used instead"),
        ("output", 3, "3 is not of type str; 'code' is used instead"),
        ("exports", "json", "'json' is not of type list; ['json'] is used instead"),
        ("scip", None, "None is not of type list; [] is used instead"),
        ("exclude", "/b.py", "'/b.py' is not of type list; ['/b.py'] is used instead"),
        ("executor", 3, "3 is not of type str; None is used instead"),
        (
            "markdown",
            "yes",
            "'yes' is neither True nor False nor \"listed\"; True is used instead",
        ),
    ]
    project = make_project(FILES)
    written(project, *(f"kwindex_{name} = {value!r}" for name, value, _ in wrong))
    built = project.build()
    assert sorted(built.warnings.splitlines()) == sorted(
        f"WARNING: kwindex_{name}: {said} [kwindex.config]" for name, _, said in wrong
    )
    assert (built.outdir / "code/a.py_docs.html").exists()
    assert not (built.outdir / "code/b.py_docs.html").exists()


def test_an_empty_title_is_none(make_project: Make) -> None:
    project = make_project(FILES)
    written(project, "kwindex_title = ''")
    assert "<h1>Code map<" in project.build().text("code/index.html")


def test_a_function_is_no_text(make_project: Make) -> None:
    project = make_project(FILES)
    written(project, "kwindex_output = str", "kwindex_title = print")
    said = project.build().warnings
    assert said.count("is not of type str; ") == said.count("\n") == 2


@pytest.mark.parametrize(
    "line",
    [
        # What would be shown instead is more than what was meant.
        "kwindex_exclude = None",
        "kwindex_exclude = {'b.py'}",
        "kwindex_include = 3",
        "kwindex_root = 3",
        "kwindex_exclude = [3]",
        "kwindex_pages = [3]",
        "kwindex_idioms = [{'name': 'x', 'bases': [3]}]",
        "kwindex_cache = 'conf.py'",
        "kwindex_cache = 'conf.py/below'",
        "kwindex_timeout = float('nan')",
        "kwindex_max_complexity = -1",
        "kwindex_include = ['!']",
        "kwindex_exclude = ['a', '!']",
        "kwindex_pages = ['!']",
        "kwindex_security_rules = ['s1']",
        "kwindex_performance_rules = [3]",
    ],
)
def test_a_value_that_cannot_be_used_ends_the_build(
    make_project: Make, line: str
) -> None:
    project = make_project(FILES)
    written(project, line)
    with pytest.raises(ConfigError, match=f"^{line.split(' ')[0]}: "):
        project.build()


def test_several_roots_end_the_build_with_what_to_do(make_project: Make) -> None:
    project = make_project(FILES)
    written(project, "kwindex_root = ['../a', '../b']")
    with pytest.raises(ConfigError, match="a manual has one map"):
        project.build()


@pytest.mark.parametrize("line", ["", "kwindex_root = '../pkg'", "kwindex_root = HERE"])
def test_the_root_is_in_the_copy_that_holds_the_sources(
    make_project: Make, tmp_path: Path, line: str
) -> None:
    """So sphinx-multiversion builds: the ``conf.py`` of now, other sources."""
    project = make_project({"pkg/a.py": "def now():\n    pass\n"})
    earlier = project.copy(tmp_path / "earlier")
    earlier.write({"pkg/a.py": "def then():\n    pass\n"})
    here = "import pathlib\nHERE = pathlib.Path(__file__).parents[1]\n"
    written(project, here + line)
    project.write({".git/HEAD": ""})
    built = earlier.build(confdir=project.docs)
    shown = built.listing("a.py" if "pkg" in line else "pkg/a.py")
    assert ">then</a>" in shown
    assert ">now</a>" not in shown


def test_sources_elsewhere_that_are_no_copy(make_project: Make, tmp_path: Path) -> None:
    project = make_project({"a.py": "def now():\n    pass\n"})
    written(project, "")
    subprocess.run(["git", "init", "-q", project.repo], check=True)
    made = Project(tmp_path / "made")
    made.write({"docs/index.rst": "Made\n====\n"})
    built = made.build(confdir=project.docs)
    assert ">now</a>" in built.listing("a.py")


@pytest.mark.parametrize("limit", ["float('inf')", "10**10", "10**400"])
def test_no_limit_may_be_infinite(make_project: Make, limit: str) -> None:
    project = make_project(FILES)
    written(project, f"kwindex_timeout = {limit}")
    built = project.build()
    assert built.warnings == ""
