"""``kwindex check``: what a pipeline refuses."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from trees import write

from sphinxcontrib_kwindex.command.main import main

FILES = {
    ".importlinter": (
        "[importlinter]\nroot_package = pkg\n\n"
        "[importlinter:contract:1]\nname = Low knows nothing of high\n"
        "type = forbidden\nsource_modules = pkg.low\nforbidden_modules = pkg.high\n"
    ),
    "pkg/__init__.py": '"""A package."""\n',
    "pkg/low.py": (
        '"""Low."""\nfrom pkg import high\n\n\n'
        "def bare():\n    return high.top()\n\n\n"
        'def told():\n    """Do it."""\n\n\ndef _own(): ...\n'
    ),
    "pkg/high.py": (
        '"""High."""\nfrom pkg import low\n\n\n'
        'def top():\n    """Do it."""\n    return low.bare(), low.told()\n'
    ),
    # What others wrote is not looked at.
    "pkg/_vendor/__init__.py": "",
    "pkg/_vendor/other.py": "from pkg._vendor import more\n\n\ndef theirs(): ...\n",
    "pkg/_vendor/more.py": "from pkg._vendor import other\n\n\ndef lost(): ...\n",
    "examples/show.py": "def show(): ...\n\n\ndef hide(): ...\n\n\nshow()\n",
    "docs/a.rst": (
        "See :kw:func:`told`, :kw:func:`a title <tolld>` and ``:kw:func:`quoted```.\n\n"
        "Like this::\n\n   :kw:func:`in_a_literal_block`\n\n"
        ".. note::\n\n   :kw:class:`Nowhere` in a note.\n\n"
        "Quoted: ``:kw:func:`not\na role```, and :kw:func:`a title\n<dropped>`,\n"
        "- :kw:func:`told` and :kw:func:`gone\n  <away>`.\n\n"
        "+--------------+---+\n| :kw:func:`a  | b |\n| <told>`      |   |\n"
        "+--------------+---+\n"
    ),
    "docs/b.md": (
        "{kw:func}`bare`\n\n```\n{kw:func}`in_a_fence`\n```\n{kw:func}`vanished`\n"
        "and {kw:func}`with a title\n<fled>`\n\n"
        "> {kw:func}`a title\n> <told>`\n"
    ),
    "docs/c.md": (
        "```{note}\n{kw:func}`left`\n```\n{kw:func}`missed`\n\n"
        "````{tab-set}\n```{code-block} markdown\n{kw:func}`shown`\n```\n````\n"
        ":::{code} markdown\n{kw:func}`shown`\n:::\n"
        ":::wide\n{kw:func}`away`\n:::\n~~~\n```\n{kw:func}`shown`\n~~~\n"
    ),
}


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    root = tmp_path / "tree"
    write(root, FILES)

    def run(*arguments: str, code: int = 1) -> list[str]:
        options = ["-C", str(root), "--cache", str(tmp_path / "cache"), "-q"]
        assert main(["check", *arguments, *options]) == code
        return capsys.readouterr().out.splitlines()

    return run


def test_links_of_texts(check) -> None:
    assert check("--rule", "dead-link") == [
        f"{where} (dead-link)"
        for where in (
            "docs/a.rst:1: 'tolld' leads nowhere; did you mean 'pkg/low.py::told'?",
            "docs/a.rst:9: 'Nowhere' leads nowhere",
            "docs/a.rst:12: 'dropped' leads nowhere",
            "docs/a.rst:14: 'away' leads nowhere",
            "docs/b.md:6: 'vanished' leads nowhere",
            "docs/b.md:7: 'fled' leads nowhere",
            "docs/c.md:2: 'left' leads nowhere",
            "docs/c.md:4: 'missed' leads nowhere",
            "docs/c.md:15: 'away' leads nowhere",
        )
    ]


def test_contracts_and_cycles(check) -> None:
    cycle, contract = check("--rule", "contract", "--rule", "cycle")
    chain = "pkg/high.py -> pkg/low.py -> pkg/high.py"
    assert cycle == f"pkg/high.py: imports itself: {chain} (cycle)"
    assert check("--rule", "cycle", "pkg/low.py") == [cycle]
    assert check("--rule", "cycle", "docs", code=0) == []
    broken = "breaks the contract 'Low knows nothing of high': pkg.low -> pkg.high"
    assert contract == f"pkg/low.py:2: {broken} (contract)"


def test_documentation_and_use(check) -> None:
    assert check("--rule", "undocumented") == [
        "pkg/low.py:5: the function bare has no documentation (undocumented)"
    ]
    assert check("--rule", "unused", code=0) == []


def test_what_is_in_one_folder(check, tmp_path: Path) -> None:
    assert {line.partition("/")[0] for line in check("docs")} == {"docs"}
    assert check("docs/b.md") == [
        "docs/b.md:6: 'vanished' leads nowhere (dead-link)",
        "docs/b.md:7: 'fled' leads nowhere (dead-link)",
    ]
    assert check(str(tmp_path / "tree")) == check()
    check("nowhere", code=2)


def test_a_baseline_has_what_is_known(check, tmp_path: Path) -> None:
    baseline = str(tmp_path / "known.json")
    check("--write-baseline", baseline, code=0)
    assert check("--baseline", baseline, code=0) == []
    (tmp_path / "tree/pkg/low.py").write_text(
        "\n\n" + FILES["pkg/low.py"] + "\n\ndef more(): ...\n", "utf-8"
    )
    answer = json.loads("\n".join(check("--baseline", baseline, "--json")))
    assert {(one["rule"], one["name"]) for one in answer["findings"]} == {
        ("undocumented", "more"),
        ("unused", "more"),
    }
    low = [{"path": "pkg/low.py", "rule": "undocumented", "name": "bare"}]
    (tmp_path / "tree/pkg/low.py").write_text('"""Low."""\n', "utf-8")
    options = ("--baseline", baseline, "--rule", "undocumented", "--json")
    assert json.loads("\n".join(check(*options, code=0))) == {
        "findings": [],
        "known": 0,
        "gone": low,
    }
    # What is not looked at has not gone.
    answer = json.loads("\n".join(check("docs", *options, code=0)))
    assert answer["gone"] == []
    (tmp_path / "known.json").write_text("[]", "utf-8")
    check("--baseline", baseline, code=2)
    Path(baseline).write_text('{"findings": ' + "[" * 100_000, "utf-8")
    check("--baseline", baseline, code=2)


def test_a_baseline_knows_what_moved(check, tmp_path: Path) -> None:
    root, baseline = tmp_path / "tree", str(tmp_path / "known.json")
    check("--write-baseline", baseline, code=0)
    (root / "pkg/low.py").rename(root / "pkg/under.py")
    (root / "docs/b.md").rename(root / "docs/c.md")
    for path in ("pkg/under.py", "pkg/high.py", ".importlinter"):
        text = (root / path).read_text("utf-8")
        text = text.replace("low", "under").replace("bare", "naked")
        (root / path).write_text(text, "utf-8")
    rows = (
        '[files]\n"pkg/low.py" = "pkg/under.py"\n"docs/b.md" = "docs/c.md"\n'
        '[definitions]\n"pkg/low.py::bare" = "pkg/under.py::naked"\n'
    )
    (root / "kwindex_moved.toml").write_text(rows, "utf-8")
    new = check("--baseline", baseline)
    # A contract names modules, and not files; and one role has no "bare" to lead to.
    assert [line.split(" ")[-1] for line in new] == ["(dead-link)", "(contract)"]


def test_a_baseline_in_the_tree_uses_nothing(check, tmp_path: Path) -> None:
    (tmp_path / "tree/pkg/low.py").write_text('"""L."""\n\n\nLOST_ONE = 1\n', "utf-8")
    baseline = str(tmp_path / "tree/known.json")
    before = check("--rule", "unused")
    assert "LOST_ONE" in before[-1]
    check("--write-baseline", baseline, code=0)
    assert check("--rule", "unused") == before
    assert check("--baseline", baseline, "--rule", "unused", code=0) == []


def test_what_a_header_documents_is_documented(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "a.h": "/** Returns one. */\nint one(void);\nint two(void);\n",
        "a.c": '#include "a.h"\nint one(void) { return 1; }\nint two(void) {}\n',
    }
    write(tmp_path / "tree", files)
    arguments = ["--cache", str(tmp_path / "cache"), "--rule", "undocumented"]
    assert main(["check", "-C", str(tmp_path / "tree"), *arguments]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "a.c:3: the function two has no documentation (undocumented)"
    ]


def test_what_needs_no_documentation_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "pkg/__init__.py": "from pkg._core import offered\n",
        "pkg/_core.py": "def offered(): ...\n\n\ndef inner(): ...\n",
        "pkg/base.py": (
            "import ast\nimport threading\n\n\n"
            'class Base:\n    """B."""\n\n    def told(self):\n        """Do it."""\n\n'
            "    def silent(self): ...\n\n\n"
            'class Worker(threading.Thread):\n    """W."""\n\n'
            "    def run(self): ...\n\n    def walk(self): ...\n"
        ),
        "pkg/below.py": (
            "from pkg.base import Base\n\n__all__ = ['Below']\n\n\n"
            "class Middle(Base):\n    def told(self): ...\n\n\n"
            'class Below(Middle):\n    """B."""\n\n'
            "    def told(self): ...\n\n    def silent(self): ...\n"
        ),
        "setup.py": "def build(): ...\n",
        "pkg/fast.py": "",
        "pkg/fast.pyi": "def not_in_the_source(): ...\n",
        "view.js": (
            "/** A. */\nexport function View() {}\n"
            "View.defaultProps = { onChange: () => {}, render() {} };\n"
            "View.show = () => {};\nexport const api = { get() {} };\n"
        ),
    }
    write(tmp_path / "tree", files)
    arguments = ["--cache", str(tmp_path / "cache"), "--rule", "undocumented"]
    assert main(["check", "-C", str(tmp_path / "tree"), *arguments]) == 1
    found = capsys.readouterr().out.splitlines()
    assert [one.partition(" has no")[0] for one in found] == [
        "pkg/_core.py:1: the function offered",
        "pkg/base.py:11: the method Base.silent",
        "pkg/base.py:19: the method Worker.walk",
        "view.js:4: the method View.show",
        "view.js:5: the method api.get",
    ]


def test_a_long_file_takes_no_time_that_grows_with_its_square(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = 2_000
    text = "".join(f"export function f{one}() {{}}\n" for one in range(number))
    root = write(tmp_path / "tree", {"a.ts": text})
    arguments = ["-C", str(root), "--cache", str(tmp_path / "cache"), "-q"]
    assert main(["query", "f1", *arguments]) == 0
    start = time.process_time()
    assert main(["check", "--rule", "undocumented", *arguments]) == 1
    # It was several times as much.
    assert time.process_time() - start < 2
    assert capsys.readouterr().out.count("(undocumented)") == number
