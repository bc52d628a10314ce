"""Findings: those of Ruff run by hand, and nothing else has a say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from projects import write_script

from sphinxcontrib_kwindex.analysis import ruff as findings
from sphinxcontrib_kwindex.analysis.linter_rules import (
    IMPORTS,
    PERFORMANCE,
    SECURITY,
    Finding,
    Rules,
)
from sphinxcontrib_kwindex.analysis.ruff import (
    Ruff,
    find_ruff,
    relevant_findings,
    run_ruff,
)

RUFF = find_ruff()
PACKAGE = Path(__file__).parent.parent / "sphinxcontrib_kwindex"
needs_ruff = pytest.mark.skipif(bool(RUFF.problem), reason="needs ruff")
posix = pytest.mark.skipif(os.name == "nt", reason="a script for POSIX")

UNSAFE = 'import subprocess\n\nsubprocess.run("ls *", shell=True)\n'
SLOW = "ys = []\nfor x in (1, 2):\n    ys.append(x + 1)\n"
UNUSED = "import os, re as r\nimport sys  # noqa: F401\n"
PROJECT = '[project]\nname = "x"\nversion = "1"\nrequires-python = ">=3.7"\n'
BRANCHY = "def g(x):\n" + "    if x:\n        pass\n" * 10


def by_hand(*files: Path, options: tuple[str, ...] = ()) -> list[tuple[str, str, int]]:
    """Return file, rule and line of what Ruff says on the command line."""
    command = [RUFF.program, "check", "--isolated", "--no-cache", "--exit-zero"]
    command += ["--output-format=json", *options]
    command += [f"--select={','.join(Rules().selected)}", *map(str, files)]
    said = subprocess.run(command, capture_output=True, check=True).stdout
    return sorted(
        (one["filename"], one["code"], one["location"]["row"])
        for one in json.loads(said)
        if one["code"] not in {None, "invalid-syntax"}
    )


def ours(*files: Path) -> list[tuple[str, str, int]]:
    found = run_ruff([(str(file), file) for file in files])
    assert not found.problem
    return sorted(
        (path, one.rule, one.line)
        for path, several in found.files.items()
        for one in several
    )


def rules_in(folder: Path, *names: str) -> dict[str, list[str]]:
    found = run_ruff([(name, folder / name) for name in names])
    assert not found.problem
    return {
        name: [one.rule for one in several] for name, several in found.files.items()
    }


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    return folder


@needs_ruff
def test_equal_those_of_ruff_by_hand(tmp_path: Path) -> None:
    write(tmp_path, unsafe=UNSAFE, slow=SLOW, branchy=BRANCHY, unused=UNUSED)
    files = sorted([*PACKAGE.rglob("*.py"), *tmp_path.rglob("*.py")])
    found = ours(*files)
    assert found == by_hand(*files)
    assert {rule for _, rule, _ in found} >= {"S602", "PERF401", "C901", "F401"}


@needs_ruff
def test_what_a_finding_says(tmp_path: Path) -> None:
    write(
        tmp_path,
        a="def f():\n    assert (\n        f\n    )\n    eval(f)\n",
        b="x = 1\n",
    )
    found = run_ruff([("a.py", tmp_path / "a.py"), ("b.py", tmp_path / "b.py")])
    assert found.files == {
        "a.py": (
            Finding(
                "S101",
                "Use of `assert` detected",
                2,
                2,
                "https://docs.astral.sh/ruff/rules/assert",
            ),
            Finding(
                "S307",
                "Use of possibly insecure function; consider using `ast.literal_eval`",
                5,
                5,
                "https://docs.astral.sh/ruff/rules/suspicious-eval-usage",
            ),
        ),
        "b.py": (),
    }
    rules = ("S", "PERF", "C901", "PLR0911", "PLR0912", "PLR0915", "F401")
    assert Rules().selected == rules
    assert RUFF.version.startswith("ruff ")


@needs_ruff
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ruff.toml", 'lint.ignore = ["ALL"]\nextend-exclude = ["*"]\n'),
        (".ruff.toml", 'force-exclude = true\nexclude = ["*.py"]\n'),
        ("ruff.toml", 'lint.per-file-ignores = {"*" = ["S"]}\n'),
        ("ruff.toml", "lint.mccabe.max-complexity = 99\n"),
        ("ruff.toml", "this is no TOML"),
        (
            "pyproject.toml",
            f'{PROJECT}[tool.ruff.lint]\nselect = ["E"]\n',
        ),
        (".gitignore", "*\n"),
    ],
)
def test_no_configuration_of_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    in_loop = (
        "for x in ():\n    try:\n        pass\n    except OSError:\n        pass\n"
    )
    write(tmp_path, unsafe=UNSAFE, branchy=BRANCHY, loop=in_loop)
    names = ("unsafe.py", "branchy.py", "loop.py")
    before = rules_in(tmp_path, *names)
    assert before["branchy.py"] == ["C901"]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert rules_in(tmp_path, *names) == before
    assert not (tmp_path / ".ruff_cache").exists()


@needs_ruff
def test_no_configuration_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, unsafe=UNSAFE)
    before = rules_in(tmp_path, "unsafe.py")
    (tmp_path / "ruff").mkdir()
    (tmp_path / "ruff" / "ruff.toml").write_text('lint.ignore = ["ALL"]\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("RUFF_OUTPUT_FILE", str(tmp_path / "out"))
    monkeypatch.setenv("RUFF_OUTPUT_FORMAT", "concise")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert rules_in(tmp_path, "unsafe.py") == before
    assert not (tmp_path / "out").exists()


@needs_ruff
def test_excluded_folders_and_noqa(tmp_path: Path) -> None:
    for folder in ("build", ".venv", "node_modules"):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, a="eval(x)\n")
        assert rules_in(tmp_path, f"{folder}/a.py") == {f"{folder}/a.py": ["S307"]}
    write(
        tmp_path, line="eval(x)  # noqa: S307\neval(y)\n", whole="# ruff: noqa\neval(x)"
    )
    assert rules_in(tmp_path, "line.py", "whole.py") == {
        "line.py": ["S307"],
        "whole.py": [],
    }


@pytest.mark.parametrize(
    ("path", "dropped"),
    [
        ("test_a.py", True),
        ("a/b_test.py", True),
        ("conftest.py", True),
        ("tests/a.py", True),
        ("a/tests/b/c.py", True),
        ("test/b/c.py", True),
        ("a/test/b/c.py", False),
        ("testing/a.py", False),
        ("a.py", False),
        ("attest_a.py", False),
        ("tests.py", False),
    ],
)
def test_what_tests_do_is_no_finding_in_them(path: str, *, dropped: bool) -> None:
    done = [Finding(rule, "", 1, 1, "") for rule in ("S101", "S106", "S108", "S311")]
    other = Finding("S102", "", 1, 1, "")
    assert relevant_findings(path, [*done, other]) == (
        (other,) if dropped else (*done, other)
    )


@pytest.mark.parametrize(
    ("path", "dropped"),
    [
        ("__init__.py", True),
        ("a/__init__.pyi", True),
        ("a/tests/__init__.py", True),
        ("a.py", False),
        ("a__init__.py", False),
        ("__init__/a.py", False),
    ],
)
def test_imports_of_a_package_are_no_findings(path: str, *, dropped: bool) -> None:
    unused = Finding("F401", "", 1, 1, "")
    assert relevant_findings(path, [unused]) == (() if dropped else (unused,))


@needs_ruff
def test_unused_imports(tmp_path: Path) -> None:
    write(tmp_path, __init__="from .a import b\n", a="from .a import b\n")
    text = "try:\n    import yaml\nexcept ImportError:\n    pass\n"
    write(tmp_path, c=text)
    files = [(name, tmp_path / name) for name in ("__init__.py", "a.py", "c.py")]
    found = run_ruff(files, Rules(security=(), performance=())).files
    # The same for the same content, whatever the file is called.
    assert found["__init__.py"] == found["a.py"]
    assert [(one.rule, one.message, one.line) for one in found["a.py"]] == [
        ("F401", "`.a.b` imported but unused", 1)
    ]
    assert [(one.message, one.line) for one in found["c.py"]] == [
        ("`yaml` imported but unused", 2)
    ]


@needs_ruff
def test_files_that_ruff_does_not_read(tmp_path: Path) -> None:
    write(tmp_path, broken="def f(:\n", fine="eval(x)\n")
    (tmp_path / "latin.py").write_bytes(b"# coding: latin-1\nx = '\xe9'\nassert x\n")
    names = ["broken.py", "fine.py", "latin.py", "missing.py"]
    found = run_ruff([(name, tmp_path / name) for name in names])
    assert not found.problem
    assert {path: len(several) for path, several in found.files.items()} == {
        "broken.py": 0,
        "fine.py": 1,
    }
    assert found.unread.keys() == {"latin.py", "missing.py"}
    assert "UTF-8" in found.unread["latin.py"]
    assert "\n" not in "".join(found.unread.values())


@needs_ruff
@pytest.mark.parametrize(
    "name",
    [
        "with space.py",
        "quo'te\".py",
        "-x.py",
        "--fix.py",
        "@args.py",
        "été.py",
        "$(touch x).py",
        pytest.param(
            "new\nline.py",
            marks=pytest.mark.skipif(os.name == "nt", reason="no such names"),
        ),
    ],
)
def test_file_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    if os.name == "nt" and '"' in name:
        pytest.skip("no such names")
    (tmp_path / name).write_text("eval(x)\n")
    assert rules_in(tmp_path, name) == {name: ["S307"]}
    monkeypatch.chdir(tmp_path)
    found = run_ruff([(name, Path(name))])
    assert [one.rule for one in found.files[name]] == ["S307"]


@needs_ruff
@pytest.mark.skipif(os.name == "nt", reason="links need rights")
def test_links_and_two_paths_for_one_file(tmp_path: Path) -> None:
    write(tmp_path, real="eval(x)\n")
    (tmp_path / "link.py").symlink_to("real.py")
    assert rules_in(tmp_path, "real.py", "link.py") == {
        "real.py": ["S307"],
        "link.py": ["S307"],
    }
    twice = run_ruff([("a.py", tmp_path / "real.py"), ("b.py", tmp_path / "real.py")])
    assert twice.files["a.py"] == twice.files["b.py"] != ()


#: Finds something in every other file, and writes down how long its arguments are.
EVERY_OTHER = f"""#!{sys.executable} -SE
import json, sys
files = sys.argv[sys.argv.index("--") + 1:]
with open(__file__ + ".log", "a") as log:
    print(len(files), sum(len(one) + 1 for one in sys.argv), file=log)
place = {{"row": 1, "column": 1}}
about = {{"message": "m", "location": place, "end_location": place, "url": None}}
print(json.dumps([{{"filename": one, "code": "S101", **about}} for one in files[::2]]))
"""


@posix
def test_five_thousand_files(tmp_path: Path) -> None:
    program = tmp_path / "ruff"
    program.write_text(EVERY_OTHER, "utf-8")
    program.chmod(0o755)
    ruff = Ruff(str(program), "ruff 1")
    root = Path(os.sep).absolute() / ("folder" * 10)
    files = [(f"{number}.py", root / f"{number}.py") for number in range(5000)]
    found = run_ruff(files, ruff=ruff)
    assert found.problem == ""
    assert len(found.files) == 5000
    log = Path(f"{program}.log").read_text("utf-8").splitlines()
    commands = [tuple(map(int, line.split())) for line in log]
    assert sum(count for count, _ in commands) == 5000
    assert sum(map(len, found.files.values())) == sum(
        -(-count // 2) for count, _ in commands
    )
    assert 1 < len(commands) < 40
    assert all(length < findings._COMMAND_LIMIT + 500 for _, length in commands)
    assert run_ruff([], ruff=ruff).files == {}


@pytest.mark.usefixtures("programs")
def test_without_ruff(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin"]))
    (tmp_path / "bin").mkdir()
    for place in (Path("ruff"), Path("bin/ruff")):
        trap = tmp_path / place
        if not trap.exists():
            trap.write_text("#!/bin/sh\ntouch ran\n")
            trap.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert find_ruff() == Ruff(problem="ruff was not found")
    found = run_ruff([("a.py", tmp_path / "a.py")])
    assert found.problem == "ruff was not found"
    assert found.files == {}
    assert not (tmp_path / "ran").exists()


@posix
@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("echo 'ruff 9'; exit 0", "Ruff's output could not be parsed"),
        ("echo 'oh no' >&2; test $1 != check; exit $?", "ruff failed (oh no)"),
        ("echo 'ruff 9'; test $1 != check", "ruff failed (exit code 1)"),
        ("echo '[{}]'", "Ruff's output could not be parsed (ValidationError)"),
        (
            """echo '[{"filename": "a.py", "code": "S101", "message": ""}]'""",
            "Ruff's output could not be parsed (ValidationError)",
        ),
        ("exit 3", "ruff failed (exit code 3)"),
    ],
)
def test_ruff_that_fails(
    programs: Path, tmp_path: Path, script: str, problem: str
) -> None:
    write_script(programs / "ruff", script)
    found = run_ruff([("a.py", tmp_path / "a.py")])
    assert problem in found.problem
    assert found.files == {}


@needs_ruff
def test_rules_that_ruff_does_not_know(tmp_path: Path) -> None:
    write(tmp_path, a="eval(x)\n")
    found = run_ruff([("a.py", tmp_path / "a.py")], Rules(security=("ZZZ",)))
    assert "ZZZ" in found.problem
    assert found.files == {}


@posix
def test_one_file_that_ruff_stumbles_over(tmp_path: Path) -> None:
    place = {"row": 1, "column": 1}
    about = {"location": place, "end_location": place, "url": None}
    file = str(Path("a.py").absolute())
    said = [{"filename": file, "code": "panic", "message": "Oh!\nStack", **about}]
    (tmp_path / "said").write_text(json.dumps(said), "utf-8")
    program = write_script(tmp_path / "ruff", f"cat '{tmp_path}/said'; exit 2")
    ruff = Ruff(str(program), "1")
    found = run_ruff([("a.py", Path("a.py")), ("b.py", Path("b.py"))], ruff=ruff)
    assert found.unread == {"a.py": "Oh!"}
    assert found.files == {"b.py": ()}


def test_groups() -> None:
    rules = Rules()
    assert rules.group("S602") == SECURITY
    assert rules.group("SIM102") == ""
    # What every assert and every process is reported for.
    assert rules.group("S101") == rules.group("S603") == ""
    assert rules.without(SECURITY) == ["S101", "S603"]
    named = Rules(security=("S", "S603"))
    assert named.group("S603") == SECURITY
    assert named.without(SECURITY) == ["S101"]
    assert rules.without(PERFORMANCE) == named.without(PERFORMANCE) == []
    assert rules.group("F401") == Rules(security=("ALL",)).group("F401") == IMPORTS
    assert {rules.group(one) for one in ("PERF401", "C901", "PLR0912")} == {PERFORMANCE}
    assert rules.group("C401") == ""
    mixed = Rules(security=("ALL",), performance=("PL", "S3"))
    assert mixed.group("S608") == SECURITY
    assert mixed.group("S301") == PERFORMANCE
    assert mixed.group("PLW0108") == PERFORMANCE


def test_rules_are_checked() -> None:
    for wrong in ("s", "S,ALL", "", "S 1", "--fix", "S101\n"):
        with pytest.raises(ValueError, match="not a Ruff rule"):
            Rules(security=(wrong,))
    assert Rules().key("ruff 1") == Rules(performance=Rules().performance).key("ruff 1")
    assert Rules().key("ruff 1") != Rules(max_complexity=9).key("ruff 1")
    assert Rules().key("ruff 1") != Rules().key("ruff 2")


@needs_ruff
def test_no_module_called_ruff_is_imported(tmp_path: Path) -> None:
    write(tmp_path, ruff="raise SystemExit('imported')\n", a="eval(x)\n")
    script = (
        "import sys; sys.path.insert(0, '.')\n"
        "from pathlib import Path\n"
        "from sphinxcontrib_kwindex.analysis.ruff import run_ruff\n"
        "print(len(run_ruff([('a.py', Path('a.py'))]).files['a.py']))\n"
    )
    path = os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert (done.stdout, done.stderr) == ("1\n", "")
