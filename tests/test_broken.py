"""Files that are broken, enormous or made to be slow, and machines that fail."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Timer
from types import ModuleType
from typing import Any, get_args

import fuzz
import fuzz_grammars
import monsters
import pytest
from check_sources import problems as listing_problems
from projects import Build, Project, assert_same, write_script
from sphinx.application import Sphinx
from sphinx.builders.dummy import DummyBuilder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.file_text import file_text
from sphinxcontrib_kwindex.analysis.first_sentence import first_sentence, plain
from sphinxcontrib_kwindex.analysis.leading_comments import leading_comment
from sphinxcontrib_kwindex.analysis.names_in_text import names_in_text
from sphinxcontrib_kwindex.analysis.project.module_paths import module_paths
from sphinxcontrib_kwindex.analysis.project.project_files import read_project
from sphinxcontrib_kwindex.analysis.project.settings_files import configuration
from sphinxcontrib_kwindex.analysis.ruff import Ruff, find_ruff, run_ruff
from sphinxcontrib_kwindex.analysis.text.headings import markdown_outline, rst_outline
from sphinxcontrib_kwindex.analysis.text.markdown_mentions import markdown_mentions
from sphinxcontrib_kwindex.analysis.text.rst_mentions import rst_mentions
from sphinxcontrib_kwindex.analysis.worker_pool import Worker
from sphinxcontrib_kwindex.links.edits.affected_files import asking_for
from sphinxcontrib_kwindex.links.uses.statements import Statements
from sphinxcontrib_kwindex.model.codec import EncodedFacts, decode
from sphinxcontrib_kwindex.model.facts import Definition, FileFacts
from sphinxcontrib_kwindex.sphinx_wiring.docstrings import limits
from sphinxcontrib_kwindex.sphinx_wiring.docstrings.dialects import (
    as_restructuredtext,
    dialect,
)
from sphinxcontrib_kwindex.sphinx_wiring.documents.domain import kw_domain
from sphinxcontrib_kwindex.sphinx_wiring.html.highlighting.highlighted_lines import (
    highlight,
)
from sphinxcontrib_kwindex.sphinx_wiring.setup.messages import Subtype
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.file_rows import split_hidden

Make = Callable[..., Project]
ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    one = Worker((), 60)
    yield one
    one.close()


def faults(build: Build, tree: dict[str, bytes], suffix: str = ".html") -> list[str]:
    """Return what is missing on the pages of files."""
    found = []
    code = kw_domain(build.env).code
    assert code is not None
    for name, data in tree.items():
        pages = build.outdir / "code"
        found += [f"{name}: {one}" for one in fuzz.missing(code, name, pages, suffix)]
        source = file_text(name.rpartition("/")[2], data)
        page = pages / f"{name}_docs.html"
        if suffix == ".html" and source.encoding and page.is_file():
            text = page.read_bytes().decode("utf-8").replace("\r\n", "\n")
            found += [f"{name}: {one}" for one in listing_problems(text, source.text)]
    return found


# What a file may hold


def test_every_monster_has_its_pages(make_project: Make) -> None:
    tree = monsters.SMALL | dict(list(monsters.contents(limit=40))[120::4])
    assert len(tree) > 150
    project = make_project(tree)
    built = project.build()
    assert faults(built, tree) == []
    said = [line for line in built.warnings.splitlines() if "WARNING" in line]
    assert all(re.search(r"\[kwindex\.\w+\]$", line) for line in said), said
    # One for each, on the line of the error.
    broken = {line.partition(":")[0] for line in said}
    assert {"syntax.py", "unclosed.py", "null.py", "invalid_utf8.py"} <= broken
    assert len(said) == len(broken)
    assert "unclosed.py:5: WARNING: unterminated triple-quoted" in built.warnings
    assert "Python 2 · " in built.text("code/python2.py_docs")
    unsaid = [
        name
        for name in tree
        if (problem := analyse(name.rpartition("/")[2], tree[name]).problem)
        and f"{name}:" not in built.warnings
        and problem
    ]
    assert unsaid == []
    assert not project.build().warnings


def test_monsters_in_markdown(make_project: Make) -> None:
    pytest.importorskip("sphinx_markdown_builder")
    tree = dict(list(monsters.contents(limit=40))[121::4])
    built = make_project(tree).build("markdown")
    assert faults(built, tree, ".md") == []


@pytest.mark.parametrize(
    ("name", "problem", "line", "text"),
    [
        ("latin1.py", "", 0, "'Größe'"),
        ("vim.py", "", 0, "'€'"),
        ("koi8.py", "", 0, "'мир'"),
        ("gb18030.py", "", 0, "文档𠀀"),
        ("utf7.py", "", 0, "'ä'"),
        ("two_cookies.py", "", 0, "'ä'"),
        ("cookie_is_wrong.py", "byte 0xe4 is not valid utf-8", 2, "\ufffd"),
        ("cookie_and_bom.py", "encoding problem: utf-8", 1, "x = 1"),
        ("second_line.py", "byte 0xe4 is not valid ascii", 3, "\ufffd"),
        ("third_line.py", "byte 0xe4 is not valid utf-8", 4, "\ufffd"),
        ("rot13.py", "'rot13' is not a text encoding", 1, "k = 1"),
        ("zlib.py", "'zlib' is not a text encoding", 1, "x = 1"),
        ("unknown.py", "unknown encoding: klingon", 1, "x = 1"),
        ("undefined.py", "undefined encoding", 1, "x = 1"),
        ("bom.py", "", 0, '"""Doc."""\n'),
        ("two_boms.py", "U+FEFF", 1, "\ufeffx = 1"),
        ("utf16le.py", "byte 0xff is not valid utf-8", 1, "x"),
        ("utf32be.py", "byte 0xfe is not valid utf-8", 1, "x"),
        ("utf16_without.py", "null bytes", 1, "x"),
        ("null.py", "null bytes", 2, "y = 2"),
        ("surrogates.py", "byte 0xed is not valid utf-8", 2, "\ufffd"),
        ("cr.py", "", 0, "x = 1\ny = 2\ndef f():\n"),
        ("mixed.py", "", 0, "b = 2\nc = 3\nd = '''\n\n\n'''\n\ndef f(): ...\n"),
        ("separators.py", "", 0, "\u2028"),
        ("separators_outside.py", "U+2028", 1, "\u2028"),
        ("python2.py", "", 0, "print 'hello'"),
        ("unclosed.py", "unterminated triple-quoted string", 5, "never ends"),
        ("type_comments.py", "", 0, "# type: ((("),
        ("empty.py", "", 0, ""),
    ],
)
def test_what_is_said_of_broken_python(
    name: str, problem: str, line: int, text: str
) -> None:
    data = monsters.SMALL[name]
    facts = analyse(name, data)
    assert problem in (facts.problem.message if facts.problem else "")
    assert bool(problem) == (facts.problem is not None)
    assert line == (facts.problem.line if facts.problem else 0)
    assert text in file_text(name, data).text


def test_line_ends_are_those_of_python() -> None:
    facts = analyse("a.py", monsters.SMALL["separators.py"])
    assert [(one.qualname, one.lines) for one in facts.definitions] == [
        ("x", (1,)),
        ("A", (5,)),
    ]
    facts = analyse("a.py", monsters.SMALL["mixed.py"])
    assert [one.qualname for one in facts.definitions] == list("abcdf")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("brackets.py", "too many nested parentheses"),
        ("subscripts.py", "nested too deeply"),
        ("call_chain.py", "nested too deeply"),
        ("attribute_chain.py", ""),
        ("sum.py", ""),
        ("not.py", "too complex"),
        ("tilde.py", "too complex"),
        ("ternary.py", ""),
        ("lambda.py", "too complex"),
        ("elif.py", "too complex"),
        ("fstrings.py", "too many nested"),
        ("digits.py", "4300 digits"),
        ("decorators.py", ""),
        ("decorators_10000.py", ""),
        ("assign.py", ""),
        ("compare.py", ""),
        ("float_digits.py", ""),
        ("multiplied.py", ""),
        ("markers/requirements.txt", ""),
        ("deep/pyproject.toml", "nested too deeply"),
        ("table.md", ""),
    ],
)
def test_depth_ends_no_process(worker: Worker, name: str, says: str) -> None:
    number, make = monsters.GROWING[name]
    answer = worker.analyse(name.rpartition("/")[2], make(number))
    process = worker._process
    assert isinstance(answer, EncodedFacts), answer
    problem = decode(*answer).problem
    # Other versions of Python find other words, and can go deeper.
    if sys.version_info[:2] == (3, 11):
        assert bool(problem) is bool(says)
        assert says in (problem.message if problem else "")
    assert isinstance(worker.analyse("a.py", b"x = 1\n"), EncodedFacts)
    assert worker._process is process


def test_deep_blocks_end_no_process(worker: Worker) -> None:
    for name in ("if.py", "nested_functions.py"):
        data = monsters.GROWING[name][1](2_000)
        answer = worker.analyse(name, data)
        assert isinstance(answer, EncodedFacts)
        assert "indentation" in str(decode(*answer).problem)


def test_calls_in_calls_take_no_time_that_grows_with_their_square() -> None:
    calls = "f(" * 40_000 + "x" + ")" * 40_000
    text = f"int f(void) {{}}\n{calls}\nint g() {{ return 1; }}\n"
    start = time.process_time()
    facts = analyse("a.c", text.encode())
    # It was a hundred times as much.
    assert time.process_time() - start < 20
    assert [one.qualname for one in facts.definitions] == ["f", "g"]


SEE = "// see below\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.cuh", f"{SEE * 1_500}int a{', a'.join(map(str, range(9_000)))};"),
        ("a.mk", f"include {'a/b.mk ' * 40_000}\n"),
        ("a.mjs", f"{'module.a = ' * 2_500}1;\n"),
        ("a.cts", f"let a{', a'.join(map(str, range(20_000)))};\n"),
        ("a.rs", f"fn f({', '.join(f'a{n}: B' for n in range(6_000))}) {{}}\n"),
        ("a.cu", f"#define A {'/* ' * 60_000}\nint b;\n"),
        ("a.py", f"a = ['\xe9', {'f(b.c), ' * 40_000}]\n"),
    ],
)
def test_what_stands_in_one_line_takes_no_time_that_grows_with_its_square(
    name: str, text: str
) -> None:
    start = time.process_time()
    assert analyse(name, text.encode()).problem is None
    # It was more than that.
    assert time.process_time() - start < 10


def test_many_lookups_in_a_function_take_no_time_that_grows_with_their_square() -> None:
    text = "".join(f"    n{n} = 'a_' + b\n    getattr(c, n{n})\n" for n in range(2_000))
    start = time.process_time()
    facts = analyse("a.py", f"def f(b, c):\n{text}".encode())
    # It was more than that.
    assert time.process_time() - start < 10
    assert [one.begin for one in facts.computed] == ["a_"]


def test_separators_that_only_python_knows_are_in_no_name() -> None:
    text = "f() { a; }\n\x1cf\nb=\x1dc\n"
    lines = text.split("\n")
    facts = analyse("a.sh", text.encode())
    found = [
        lines[one.line - 1][one.column : one.column + one.length]
        for one in facts.references.iterate()
    ]
    assert "f" in found
    assert found == [name.strip() for name in found]


def test_what_a_parser_does_not_come_to_an_end_with_is_a_problem() -> None:
    text = "package a\n" + "/* " * 2_000 + "\nvar a int" * 1_000
    start = time.process_time()
    problem = analyse("a.go", text.encode()).problem
    # It was half a minute.
    assert time.process_time() - start < 10
    assert problem
    assert problem.message == "it takes too long to parse"
    assert problem.line == 2
    # The next file is another one.
    (row,) = analyse("a.go", b"package a\nfunc f() { }\n").definitions
    assert row.qualname == "f"


@pytest.mark.parametrize("suffix", ["cs", "ts"])
def test_comments_without_an_end_are_not_read_to_the_end_of_the_file_each(
    suffix: str,
) -> None:
    start = time.process_time()
    problem = analyse(f"a.{suffix}", b"/*\n" * 50_000).problem
    # C# took more than a minute.
    assert time.process_time() - start < 15
    assert problem
    assert problem.message == "it takes too long to parse"


def test_a_definition_with_thousands_of_lines_is_read_in_linear_time() -> None:
    def taken(count: int) -> float:
        start = time.process_time()
        (row,) = analyse("a.cpp", b"extern int a;\n" * count).definitions
        assert len(row.lines) == count
        return (time.process_time() - start) / count

    taken(100)
    # Each line took four times as long.
    assert taken(20_000) < 1.75 * taken(2_000)


@pytest.mark.parametrize("name", ["a.c", "a.cs", "a.go", "a.java", "a.rs", "a.ts"])
def test_signs_without_end_take_no_minutes(name: str) -> None:
    # It took the square of the time: half a minute and more.
    sign = b"{" if name == "a.java" else b"(" if name == "a.c" else b"["
    start = time.process_time()
    analyse(name, sign * 200_000)
    assert time.process_time() - start < 10


def test_queries_read_the_names_of_long_files() -> None:
    text = f"const a = require{'_' * 100}('./a');\n" * 900
    assert not analyse("a.js", text.encode()).imports
    assert analyse("a.js", text.replace("_", "").encode()).imports


def test_a_long_chain_of_branches_is_read_to_its_end() -> None:
    branches = "".join(f"if (x == {n}) return h();\nelse " for n in range(1_900))
    text = f"int h(void);\nint f(int x) {{\n{branches}return h();\n}}\n"
    found = [one.line for one in analyse("a.c", text.encode()).references.iterate()]
    assert found[-1] == 1_903


def test_a_long_chain_of_names_is_followed_so_far() -> None:
    """What the last one is may be unknown; the file has its identifiers."""
    chain = [f"    x{n} = (c if c else (c if c else x{n - 1}))" for n in range(1, 99)]
    text = "\n".join(["def f(c, x0):", *chain, "    return x98.y", "f(1, 2)", ""])
    facts = analyse("a.py", text.encode())
    assert facts.problem is None
    assert facts.references.specs


def test_identifiers_nested_too_deeply() -> None:
    problem = analyse("a.py", b"x = a" + b" + a" * 50_000 + b"\n").problem
    assert problem
    assert "nested too deeply" in problem.message


class Unread(bytes):
    """A content that fails the first time that it is decoded."""

    error: Exception | None = None

    def decode(self, *rest: Any) -> str:
        error, self.error = self.error, None
        if error:
            raise error
        return super().decode(*rest)


def test_whatever_an_analysis_raises_is_a_problem() -> None:
    for error, says in (
        (RecursionError(), "nested too deeply"),
        (MemoryError(), "too complex"),
        (KeyError("a\nb"), "KeyError"),
    ):
        data = Unread(b"# T\n")
        data.error = error
        facts = analyse("a.md", data)
        assert facts.problem
        assert says in facts.problem.message
        assert (facts.lines, facts.language) == (1, "markdown")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited there")
def test_memory_is_limited(worker: Worker) -> None:
    import resource

    assert isinstance(worker.analyse("a.py", b"x = 1\n"), EncodedFacts)
    assert worker._process
    process = worker._process.pid
    limit, _ = resource.prlimit(process, resource.RLIMIT_AS)
    assert 0 < limit <= 1 << 32
    # The same with less of it.
    resource.prlimit(process, resource.RLIMIT_AS, (1 << 28, 1 << 28))
    answer = worker.analyse("a.py", b"x = [" + b"[], " * 400_000 + b"]\n")
    said = answer if isinstance(answer, str) else str(decode(*answer).problem)
    assert "too complex" in said or "ended with" in said
    assert isinstance(worker.analyse("a.py", b"x = 1\n"), EncodedFacts)


def test_a_large_file_is_not_held_in_memory(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n", "b.bin": "x"})
    for name in ("large.py", "large.bin"):
        # Nothing but a size: no disk is used for it.
        with (project.repo / name).open("wb") as stream:
            stream.truncate(100_000_000)
    built = project.build()
    assert built.warnings.count("\n") == 1
    assert "large.py: it has 100,000,000 bytes" in built.warnings
    assert "[kwindex.limit]" in built.warnings
    index = built.body("code/index")
    assert "large.py 100.0 MB it has 100,000,000 bytes, more than the limit" in index
    assert "large.bin Binary 100.0 MB binary file" in index


# Time


def _seconds(function: Callable[[], object]) -> float:
    begun = time.process_time()
    function()
    return time.process_time() - begun


def _leading(text: str) -> object:
    return leading_comment(f"# {text}", "c"), leading_comment(f"/* {text}", "c")


def _outline(text: str) -> object:
    return markdown_outline(text), rst_outline(text)


def _mentions(text: str) -> object:
    return markdown_mentions(text), rst_mentions(text)


def _project(text: str) -> object:
    return [
        read_project(name, text)
        for name in ("requirements.txt", "setup.cfg", "pyproject.toml")
    ]


def _settings(text: str) -> object:
    names = ("Makefile", "Dockerfile", "tox.ini", ".gitignore", "pyproject.toml")
    found = [configuration(name) for name in names]
    return [one.parts(text) for one in found if one]


def _quote(text: str) -> object:
    return Statements([text], []).quote(1, 1)


def _docstring(text: str) -> object:
    return limits.parsable(text), dialect(text), as_restructuredtext(text, "google")


def _quoted(text: str) -> object:
    return names_in_text("Text", text), names_in_text("reStructuredText", text)


def _python(text: str) -> object:
    return analyse("a.py", f'def f(\n{text}\n): "\n'.encode())


def _script(text: str) -> object:
    return analyse("a.js", f"(function () {{\n{text}}}).call(this);\n".encode())


#: Each needed minutes, or would if an expression went back.
ATTACKS = [
    *(
        "[a](",
        "![a](",
        "[![a](b)",
        "[",
        "[]",
        "](",
        "<a ",
        "<a href=",
        "<!--",
        "`a ",
        "``a ",
    ),
    *(
        "*a ",
        "**a ",
        "_a ",
        ":a",
        ":a ",
        ":a:",
        ":a:`",
        "|a ",
        "e.g. ",
        "a.'",
        "..",
        ".. ",
        "#",
    ),
    *(
        " ",
        "\t",
        "\n",
        " \n",
        "\x0b ",
        "a",
        "a ",
        "a/",
        "a@",
        "[a",
        "(",
        "((",
        ")(",
        "$(",
        "\\",
    ),
    *(
        "\\a",
        "a=",
        "=",
        " =",
        ";",
        " ;",
        "-",
        " -",
        "--a ",
        "a,",
        "'",
        '"',
        "'''",
        '\\"',
        "{",
        "%(",
    ),
    *(
        "Args:\n",
        "Args:\n  a (",
        "Parameters\n---",
        "```",
        "```\n",
        "http://a",
        "[a](http://b",
        "!!! note\n  ",
        '=== "a"\n\n',
        "[`a`][b.",
    ),
    *("{{", "{% ", "{{<", "[a b][", "A. ", "a a a a:\n- ", "+++\n", "# 1.1 jan\n\n"),
]


@pytest.mark.parametrize(
    "function",
    [
        *(first_sentence, plain, _outline, _mentions, _project, _settings, _docstring),
        *(_leading, _python, _quoted),
    ],
)
def test_time_is_linear(function: Callable[[str], object]) -> None:
    slow = {}
    for piece in ATTACKS:
        text = "x" + piece * (20_000 // len(piece)) + "y\n"
        seconds = _seconds(lambda text=text: function(text))
        if seconds > 0.5:
            slow[piece] = seconds
    assert slow == {}


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (first_sentence, "[a](" * 25_000),
        (first_sentence, ":a" * 50_000),
        (first_sentence, "e.g. " * 20_000),
        (first_sentence, "1. " * 30_000),
        (first_sentence, "Released " * 12_000),
        (_leading, "Released " * 12_000),
        (_leading, "the (c) licence under the " * 4_000),
        (_outline, "x_" * 50_000),
        (_outline, "[a" * 50_000),
        (_outline, "[^" * 50_000),
        (_outline, "![a](" * 20_000),
        (
            _outline,
            "A\n==\n\nB\n--\n\nC\n--\n\n" + "run `a`_ now\n\n.. _a: b\n\n" * 4_000,
        ),
        (_project, "a" + " " * 100_000 + "b\n"),
        (_project, "a/" * 50_000 + " b\n"),
        (_project, "[a]\nb" + " " * 100_000 + "c\n"),
        (_project, "{# " * 30_000),
        (partial(module_paths, "package.json"), '{"a": ' + "/* " * 30_000),
        (_settings, "a" + " " * 100_000 + "b\n"),
        (_docstring, "[a](http://b" * 8_000),
        (_python, "x" + "\\\n" * 50_000),
        (_script, "x();\n" * 25_000 + "function f() {}\n" * 2_000),
        (_quote, "f(" + '\\"' * 50_000),
        (_quote, "'" * 100_001),
        (_quote, "f(" + " " * 100_000),
        (lambda text: highlight(text, "python"), "x = [" + "1," * 50_000 + "]\n"),
        (lambda text: highlight(text, "json"), "[" * 100_000),
    ],
)
def test_a_hundred_kilobytes_take_no_second(
    function: Callable[[str], object], text: str
) -> None:
    # On a busy machine one measurement may say three times as much.
    assert any(_seconds(lambda: function(text)) < 1 for _ in range(3))


def test_names_that_files_ask_for_take_no_second() -> None:
    requested = {str(n): f" {' '.join(map(str, range(400)))} " for n in range(1_000)}
    names = {f"name_{n}" for n in range(3_000)}
    assert _seconds(lambda: list(asking_for(names, requested))) < 1
    for some in ({"399"}, names | {"399"}):
        assert list(asking_for(some, requested)) == list(requested)


def test_what_is_hidden_takes_no_second() -> None:
    rows = tuple(Definition("data", f"_a{n}", (n,), n) for n in range(1, 40_000))
    facts = FileFacts("Python", "python", 0, definitions=rows)
    assert _seconds(lambda: split_hidden("a.py", facts, lambda _, __: True)) < 1


@pytest.mark.parametrize(
    ("docstring", "parsed"),
    [
        ("Say *x*.\n\n- a\n\n  - b\n", True),
        ("`a " * 1000, True),
        ("`a " * 30_000, False),
        ("word\n" * 30_000, False),
        ("\n\n".join(["a *b*"] * 10_000), True),
        ("\n".join("  " * depth + "x\n" for depth in range(30)), True),
        ("\n".join("  " * depth + "x\n" for depth in range(60)), False),
        ("- " * 60 + "x", False),
        ("a b" * 5_000, False),
        ("``` a\n\n" * 1_000, True),
        ("``` a\n\n" * 10_000, False),
    ],
)
def test_which_docstrings_are_parsed(docstring: str, parsed: bool) -> None:
    assert limits.parsable(docstring) == parsed


def test_a_docstring_that_is_not_parsed_is_shown_as_it_is(make_project: Make) -> None:
    bomb = "|a0|\n\n" + "".join(
        f".. |a{one}| replace:: |a{one + 1}| |a{one + 1}|\n" for one in range(40)
    )
    built = make_project(
        {
            "a.py": f"def f():\n    r'''{'`a ' * 9_000}'''\n",
            "b.py": f"def f():\n    r'''{bomb}'''\n",
            "c.py": b"__docformat__ = 'markdown'\n"
            b"def f():\n    '''" + b"|a" * 900 + b"|\n    " + b"|-" * 900 + b"|\n    "
            b"|b|\n    " * 900 + b"'''\n",
        }
    ).build()
    assert built.warnings == ""
    text = built.body("code/a.py_docs")
    assert (
        "This docstring is too large to be parsed; it is shown as plain text." in text
    )
    assert "too large" not in built.body("code/b.py_docs")
    assert "|a39| replace:: |a40| |a40|" in built.body("code/b.py_docs")
    assert built.text("code/c.py_docs").count("<td>") == 0


def hurry(monkeypatch: pytest.MonkeyPatch, clock: str, times: float) -> None:
    """Have a clock run faster, as if the machine were slower."""
    real = getattr(time, clock)
    monkeypatch.setattr(time, clock, lambda: times * real())


@pytest.mark.parametrize(
    ("text", "language"),
    [("  \n" * 20_000, "c"), ("a\n" * 30_000, "java"), ("x" * 20_000, "json")],
)
def test_a_lexer_is_given_up(
    monkeypatch: pytest.MonkeyPatch, text: str, language: str
) -> None:
    begun = time.process_time()
    with monkeypatch.context() as patch:
        hurry(patch, "process_time", 50)
        assert "".join(highlight(text, language)) == text
    assert time.process_time() - begun < 2


def test_a_long_chain_of_classes_is_cut(make_project: Make) -> None:
    lines = ["class C0: ..."]
    lines += [f"class C{n + 1}(C{n}): ..." for n in range(100)]
    built = make_project({"a.py": "\n".join(lines)}).build()
    assert re.search(r"C100 [^.]*→ C8\d → …", built.body("code/a.py_docs")) or (
        "→ …" in built.body("code/a.py_docs")
    )


# Files that change, or cannot be read


class Meddler(ThreadPoolExecutor):
    """Analyses files, and edits some before and some behind that."""

    def __init__(self) -> None:
        super().__init__(1)
        self._repo = Path(os.environ["MEDDLED"])
        (self._repo / "a.py").unlink()

    def __exit__(self, *error: Any) -> None:
        super().__exit__(*error)
        (self._repo / "b.py").unlink()
        (self._repo / "c.py").write_text("def other(): ...\n" * 3)


def test_a_file_that_is_deleted_meanwhile(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({"a.py": "x = 1\n", "b.py": "y = 1\n", "c.py": "z = 1\n"})
    monkeypatch.setenv("MEDDLED", str(project.repo))
    built = project.build(kwindex_executor=f"{__name__}:Meddler")
    assert "a.py: it could not be read: No such file" in built.warnings
    assert "[kwindex.unreadable]" in built.warnings
    assert built.warnings.count("WARNING") == 1
    assert "could not be read: No such file" in built.body("code/index")
    assert not built.path("code/a.py_docs").exists()
    assert "The file could not be read: No such file" in built.body("code/b.py_docs")
    assert "def other(): ..." in built.body("code/c.py_docs")
    again = project.build()
    assert again.removed >= {"code/b.py_docs", "code/b.py_kw"}
    assert "a.py" not in again.body("code/index")
    assert "other" in again.body("code/c.py_kw")
    assert again.warnings == ""


def test_a_file_without_permission(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    real = Path.open

    def opened(path: Path, *rest: Any, **options: Any) -> Any:
        if path.name == "a.py":
            raise PermissionError(13, "Permission denied")
        return real(path, *rest, **options)

    monkeypatch.setattr(Path, "open", opened)
    built = project.build()
    monkeypatch.undo()
    assert "a.py: it could not be read: Permission denied" in built.warnings
    assert str(project.base) not in built.warnings
    assert "it could not be read: Permission denied" in built.body("code/index")
    assert "kwindex: 1 file not analysed" in built.status
    again = project.build()
    assert again.warnings == ""
    assert "left out" not in again.status
    assert "x = 1" in again.body("code/a.py_docs")


def test_lone_surrogates_in_names_cost_no_page_and_no_export(
    make_project: Make,
) -> None:
    escape = r'"\ud800"'
    fixture = f"import pytest\n\n\n@pytest.fixture(name={escape})\ndef f():\n    pass\n"
    files = {
        "package.json": f'{{"scripts": {{{escape}: "x"}}}}\n',
        "tests/conftest.py": fixture,
        "tests/test_a.py": f"import pytest\n\n\n@pytest.mark.usefixtures({escape})\n"
        "def test():\n    pass\n",
    }
    made = make_project(files, kwindex_exports=["json"], kwindex_markdown=True)
    build = made.build()
    assert build.warnings == ""
    assert "\ufffd" in build.text("code/package.json_docs.md")
    assert (build.outdir / "exports/kwindex.json").is_file()


def test_a_page_that_cannot_be_made_says_so(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n", "b.py": "y = 1\n"})

    def damage(app: Sphinx) -> None:
        store = kw_domain(app.env).code.store
        with closing(sqlite3.connect(store.path)) as other:
            row = ("a.py", 0, "b.py", "<oh>")
            other.execute("INSERT OR REPLACE INTO related VALUES (?, ?, ?, ?)", row)
            other.commit()

    # Behind the survey.
    built = project.build(
        setup=lambda app: app.connect("builder-inited", damage, priority=950)
    )
    assert built.warnings.count("[kwindex.page]") == 1
    assert "code/a.py_docs" in built.warnings
    said = "This page could not be generated: JSONDecodeError: "
    assert said in built.body("code/a.py_docs")
    assert "y = 1" in built.body("code/b.py_docs")


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
def test_files_and_folders_without_permission_for_a_user(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n", "b.py": "y = 1\n", "f/c.py": "z = 1\n"})
    (project.repo / "b.py").chmod(0)
    (project.repo / "f").chmod(0)
    try:
        if os.access(project.repo / "b.py", os.R_OK):
            pytest.skip("permissions do not hold for this user")
        built = project.build()
    finally:
        (project.repo / "f").chmod(0o755)
    assert "b.py: The file cannot be read. [kwindex.scan]" in built.warnings
    assert "f: The folder cannot be read. [kwindex.scan]" in built.warnings
    assert "2 paths left out" in built.status


def test_git_that_does_not_work_leaves_nothing_out(make_project: Make) -> None:
    built = make_project({"a.py": "x = 1\n", ".git": "nonsense"}).build()
    assert "only the .gitignore files are applied. [kwindex.scan]" in built.warnings
    assert "left out" not in built.status


# The machine


@pytest.mark.parametrize("spare", [-20, 4])
def test_a_full_disk(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, spare: int
) -> None:
    empty = Store(tmp_path / "empty.sqlite", pytest.fail)
    ((pages,),) = empty.select("PRAGMA page_count")
    empty.close()
    tree = {
        f"m{number}.py": "".join(f"def f{number}_{n}(): ...\n" for n in range(40))
        for number in range(5)
    }
    project = make_project(tree)
    connect = sqlite3.connect

    def small(path: Any, *rest: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(path, *rest, **options)
        connection.execute(f"PRAGMA max_page_count = {pages + spare}")
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", small)
        with pytest.raises(SphinxError) as caught:
            project.build()
    assert "kwindex.sqlite: database or disk is full" in str(caught.value)
    after = project.build()
    assert after.warnings == ""
    fresh = project.copy(project.base / "fresh").build()
    assert_same(after.outdir, fresh.outdir, but=(".buildinfo", "searchindex.js"))


def test_a_disk_that_is_full_while_stubs_are_written(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({"a.py": "x = 1\n", "b.py": "y = 1\n"})
    real = Path.write_text

    def write_text(path: Path, text: str, *rest: Any, **options: Any) -> int:
        if path.name == "b.py_docs.kwindex":
            real(path, text[:3], *rest, **options)
            raise OSError(28, "No space left on device", str(path))
        return real(path, text, *rest, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", write_text)
        with pytest.raises(SphinxError, match="pages: No space left on device"):
            project.build()
    after = project.build()
    assert "y = 1" in after.body("code/b.py_docs")
    assert after.warnings == ""


def test_a_store_that_cannot_be_written(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({"a.py": "x = 1\n"})
    project.build()
    connect = sqlite3.connect

    def readonly(path: Any, *rest: Any, **options: Any) -> sqlite3.Connection:
        return connect(f"{Path(path).as_uri()}?mode=ro", *rest, uri=True, **options)

    project.write({"a.py": "x = 2\n"})
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", readonly)
        with pytest.raises(SphinxError, match="attempt to write a readonly database"):
            project.build()
    assert "x = 2" in project.build().body("code/a.py_docs")


def test_a_damaged_store_is_a_warning_of_its_own(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n"})
    project.build()
    (project.doctrees / "kwindex.sqlite").write_bytes(b"no database" * 1000)
    built = project.build()
    assert built.warnings.count("WARNING") == 1
    assert "analysing everything again [kwindex.store]" in built.warnings
    assert not built.read
    (project.doctrees / "kwindex.sqlite").write_bytes(b"no database" * 1000)
    assert project.build(suppress_warnings="kwindex.store").warnings == ""


def damage(project: Project, statement: str) -> None:
    """Make values of the store such that reading them is an error."""
    with closing(sqlite3.connect(project.doctrees / "kwindex.sqlite")) as store, store:
        assert store.execute(statement).rowcount


def test_one_file_does_not_end_the_build(make_project: Make) -> None:
    """Of a file that is an error everywhere, the others have their pages."""
    project = make_project(
        {
            "pkg/__init__.py": "",
            "pkg/odd.py": "def odd():\n    pass\n",
            "pkg/base.py": "class Base:\n    pass\n",
            "pkg/user.py": (
                "from pkg.base import Base\nfrom pkg.odd import odd\n\n\n"
                "class User(Base):\n    def go(self):\n        odd()\n"
            ),
        }
    )
    project.build()
    facts = "SELECT key FROM file WHERE path = 'pkg/odd.py'"
    damage(project, f"UPDATE facts SET data = x'00' WHERE key IN ({facts})")
    # The whole tree is linked and planned again.
    damage(project, "UPDATE meta SET value = '' WHERE name IN ('linked', 'planned')")
    built = project.build(broken=True, fresh=True)
    told = built.warnings.splitlines()
    assert [line for line in told if "pkg/odd.py: " in line and "please report" in line]
    assert all(re.search(r" at line \d+|\[kwindex\.page\]", line) for line in told)
    assert "class User" in built.body("code/pkg/user.py_docs")
    # It is said again, and tried again, until it is all right.
    assert "pkg/odd.py: " in project.build(broken=True).warnings
    project.write({"pkg/odd.py": "def odd():\n    return 1\n"})
    after = project.build(fresh=True)
    assert after.warnings == ""
    assert "return 1" in after.body("code/pkg/odd.py_docs")


def test_an_error_over_the_whole_tree_leaves_the_manual(make_project: Make) -> None:
    shown = ":kw:file:`pkg/a.py`\n\n.. kwindex:: pkg/a.py\n"
    docs = {"index.rst": f"Manual\n======\n\n{shown}"}
    tree = {"pkg/a.py": "a = 1\n", "pkg/__init__.py": "from pkg import a\n"}
    project = make_project(tree, docs)
    project.build()
    damage(project, "UPDATE import SET level = 'x'")
    damage(project, "UPDATE meta SET value = '' WHERE name IN ('linked', 'planned')")
    built = project.build(broken=True)
    told = built.warnings.splitlines()
    assert told[0].startswith(
        "WARNING: cannot make the code map and have Sphinx know its pages: TypeError: "
    )
    assert "reference target not found: pkg/a.py" in told[1]
    assert len(told) == 2
    assert "there was an error, see the warnings" in built.body("index")
    assert not built.path("code/index").exists()
    project.write({"pkg/b.py": "b = 1\n"})
    # Nothing is left of it where the store is new.
    (project.doctrees / "kwindex.sqlite").unlink()
    after = project.build()
    assert after.warnings == ""
    assert "b = 1" in after.body("code/pkg/b.py_docs")


def test_an_error_while_a_page_is_written_costs_a_part_of_it(
    make_project: Make,
) -> None:
    tree = {
        "pkg/a.py": "def a():\n    pass\n",
        "pkg/b.py": "from pkg.a import a\na()\n",
    }
    project = make_project(tree)
    project.build()
    damage(project, "UPDATE definition SET qualname = x'00'")
    damage(project, "UPDATE meta SET value = '' WHERE name = 'planned'")
    built = project.build(broken=True, fresh=True)
    assert "please report it [kwindex.internal]" in built.warnings
    body = built.body("code/pkg/sub")
    assert "1 keyword. Warning This page could not be generated: see the warn" in body
    assert "a.py" in built.body("code/pkg/b.py_docs")


def test_a_store_in_use_is_not_taken_for_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.sqlite"
    Store(path, pytest.fail).close()
    connect = sqlite3.connect
    other = connect(path, isolation_level=None)

    def at_once(*rest: Any, **options: Any) -> sqlite3.Connection:
        return connect(*rest, **options | {"timeout": 0})

    monkeypatch.setattr(sqlite3, "connect", at_once)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        Store(path, pytest.fail)
    other.execute("ROLLBACK")
    other.close()
    Store(path, pytest.fail)


# Two builds at once

_BUILD = """
import sys
from sphinx.cmd.build import build_main
docs, base, name = sys.argv[1:]
arguments = ["-b", name, docs, f"{base}/out/{name}", "-d", f"{base}/doctrees"]
sys.exit(build_main(arguments))
"""


def test_two_builds_at_once_over_one_doctree_directory(make_project: Make) -> None:
    tree = {f"p/m{n}.py": f"class A{n}:\n    'Do.'\n" for n in range(6)}
    project = make_project(tree)
    begun = [
        subprocess.Popen(
            [sys.executable, "-c", _BUILD, project.docs, project.base, name],
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for name in ("html", "dirhtml")
    ]
    said = [one.communicate(timeout=120)[0] for one in begun]
    assert [one.returncode for one in begun] == [0, 0], said
    assert all("warning" not in text.lower() for text in said), said
    for name in ("html", "dirhtml"):
        fresh = project.copy(project.base / name).build(name)
        but = (".buildinfo", "searchindex.js")
        assert_same(project.base / "out" / name, fresh.outdir, but=but)


def test_another_build_that_does_not_end(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({"a.py": "x = 1\n"})
    project.doctrees.mkdir(parents=True)
    other = holding(project.doctrees / "kwindex.lock")
    with monkeypatch.context() as patch:
        hurry(patch, "perf_counter", 3_000)
        with pytest.raises(SphinxError, match=r"another build has been using"):
            project.build()
    # A process that is killed leaves no lock behind.
    other.kill()
    other.communicate()
    assert project.build().warnings == ""
    # Nor does a build, whatever became of it.
    holding(project.doctrees / "kwindex.lock").communicate("\n")


def holding(path: Path) -> subprocess.Popen[str]:
    """Start a process that has a lock until something is written to it."""
    code = (
        "import sys; from filelock import FileLock;"
        " lock = FileLock(sys.argv[1]); lock.acquire(timeout=0);"
        " print('held', flush=True); input()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout
    assert other.stdout.readline() == "held\n"
    return other


def test_a_build_waits_for_another_one(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project({"a.py": "x = 1\n"})
    project.doctrees.mkdir(parents=True)
    held = holding(project.doctrees / "kwindex.lock")

    def setup(app: Sphinx) -> None:
        # Not before: until then it takes a busy machine longer than that.
        app.connect(
            "config-inited",
            lambda *_: Timer(0.5, held.communicate, ["\n"]).start(),
            priority=999,
        )

    other = ModuleType("lets_go")
    vars(other)["setup"] = setup
    monkeypatch.setitem(sys.modules, "lets_go", other)
    built = project.build(extensions=["sphinxcontrib_kwindex", "lets_go"])
    assert "kwindex: waiting for another build that uses" in built.status


@pytest.mark.parametrize("builder", ["dummy", "starts_another"])
def test_a_build_that_a_finished_build_starts_does_not_wait(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, builder: str
) -> None:
    """With the same doctrees; both wait for each other else.

    sphinx-llm does so at the end, atsphinx-mini18n while its builder finishes.
    """
    project = make_project({"a.py": "x = 1\n"})
    done: list[subprocess.CompletedProcess[str]] = []
    apps: list[Sphinx] = []

    class StartsAnother(DummyBuilder):
        name = "starts_another"

        def finish(self) -> None:
            build_again(*apps, None)

    def build_again(app: Sphinx, _exception: Exception | None) -> None:
        command = [sys.executable, "-m", "sphinx", "-b", "text", "-d", app.doctreedir]
        command += ["-c", app.confdir, app.srcdir, project.base / "again"]
        done.append(subprocess.run(command, capture_output=True, text=True, timeout=60))

    def setup(app: Sphinx) -> None:
        apps.append(app)
        app.add_builder(StartsAnother)
        if builder == "dummy":
            app.connect("build-finished", build_again, priority=100)

    other = ModuleType("builds_again")
    vars(other)["setup"] = setup
    monkeypatch.setitem(sys.modules, "builds_again", other)
    project.build(builder, extensions=["sphinxcontrib_kwindex", "builds_again"])
    assert (done[0].returncode, done[0].stderr) == (0, "")
    assert (project.base / "again/code/a.py_docs.txt").is_file()
    assert not [name for name in os.environ if "KWINDEX_LOCK" in name]
    assert not project.build().read


@pytest.mark.usefixtures("own_garbage")
def test_builds_of_one_process_do_not_wait(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n"})
    folders = project.docs, project.docs, project.base / "other", project.doctrees
    with docutils_namespace():
        never_built = Sphinx(*folders, "html", status=None, warning=None)
    assert "waiting" not in project.build().status
    del never_built
    gc.collect()
    holding(project.doctrees / "kwindex.lock").communicate("\n")


# The linter


def runs_of(program: Path) -> int:
    """Return how often a script ran that writes it down."""
    return len(Path(f"{program}.log").read_text("utf-8").splitlines())


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_one_file_that_kills_the_linter_costs_no_other(tmp_path: Path) -> None:
    script = 'echo run >> "$0.log"; case "$*" in *bad*) exit 3;; esac; echo "[]"'
    program = write_script(tmp_path / "ruff", script)
    names = [f"m{number}.py" for number in range(100)]
    names[17] = names[63] = "bad.py"
    names = [f"{number}{name}" for number, name in enumerate(names)]
    asked = [(name, Path("/", name)) for name in names]
    found = run_ruff(asked, ruff=Ruff(str(program), "ruff"))
    assert found.problem == ""
    assert sorted(found.unread) == ["17bad.py", "63bad.py"]
    assert len(found.files) == 98
    assert runs_of(program) < 50


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_a_linter_that_never_works_is_not_asked_again_and_again(
    tmp_path: Path,
) -> None:
    script = 'echo run >> "$0.log"; echo "error: no such rule" >&2; exit 2'
    program = write_script(tmp_path / "ruff", script)
    asked = [(f"m{number}.py", Path(f"/m{number}.py")) for number in range(100)]
    found = run_ruff(asked, ruff=Ruff(str(program), "ruff"))
    assert found.problem == "ruff failed (error: no such rule)"
    assert runs_of(program) == 2


@pytest.mark.skipif(bool(find_ruff().problem), reason="Ruff cannot be run here")
def test_what_overflows_the_stack_of_ruff(tmp_path: Path) -> None:
    texts = {"a.py": b"import os\n", "deep.py": monsters.GROWING["not.py"][1](50_000)}
    for name, data in texts.items():
        (tmp_path / name).write_bytes(data)
    found = run_ruff([(name, tmp_path / name) for name in texts])
    assert found.problem == ""
    assert [one.rule for one in found.files["a.py"]] == ["F401"]


# Warnings


def test_every_warning_is_in_the_manual() -> None:
    manual = (ROOT / "demo_docs/reference/warnings.rst").read_text("utf-8")
    described = re.findall(r"^kwindex\.(\w+)\n-+$", manual, re.MULTILINE)
    assert sorted(described) == sorted(get_args(Subtype))
    for name in described:
        assert f".. _warning-{name}:" in manual


BROKEN = {
    "a.py": "x = 1\n\ndef (\n",
    "b.py": "y = 1\n",
    "c.toml": "x = 1\n",
    "large.py": "x = 1\n" * 100,
    "pyproject.toml": "[project\n",
}


def test_warnings_come_once_and_end_with_a_count(make_project: Make) -> None:
    project = make_project(BROKEN, kwindex_max_size=500)
    built = project.build()
    assert sorted(re.findall(r"\[kwindex\.\w+\]", built.warnings)) == [
        *("[kwindex.limit]", "[kwindex.syntax]", "[kwindex.syntax]"),
    ]
    assert "\na.py:3: WARNING: invalid syntax" in f"\n{built.warnings}"
    assert "kwindex: 2 files could not be parsed (a.py, pyproject.toml)" in built.status
    closing = "kwindex: 1 file not analysed, as too large, too slow or"
    assert f"{closing} unreadable (large.py)" in built.status
    assert "kwindex: " not in built.warnings
    # Neither another builder nor another build over the same says it again.
    for again in (project.build("dirhtml"), project.build()):
        assert again.warnings == ""
        assert "kwindex: 2 files could not be parsed" in again.status
    project.write({"a.py": "x = 1\n", "large.py": None, "pyproject.toml": ""})
    better = project.build()
    assert better.warnings == ""
    assert "kwindex: " not in better.status


def test_warnings_are_suppressed_alone(make_project: Make) -> None:
    project = make_project(BROKEN, kwindex_max_size=500)
    limit = project.build(
        "dummy", suppress_warnings="kwindex.syntax", fresh=True
    ).warnings
    assert re.findall(r"\[.*\]", limit) == ["[kwindex.limit]"]
    syntax = project.build(
        "dummy", suppress_warnings="kwindex.limit", fresh=True
    ).warnings
    assert set(re.findall(r"\[.*\]", syntax)) == {"[kwindex.syntax]"}
    assert (
        project.build("dummy", suppress_warnings="kwindex", fresh=True).warnings == ""
    )


def test_parallel_builds_warn_as_often(make_project: Make) -> None:
    tree = {f"m{number}.py": "def (\n" for number in range(12)}
    built = make_project(tree).build(parallel=2)
    assert built.warnings.count("[kwindex.syntax]") == 12


@pytest.mark.skipif(os.name == "nt", reason="no file can be called so there")
def test_warnings_have_no_control_characters(make_project: Make) -> None:
    warnings = make_project({"a\x07\u202e.py": "def (\n"}).build().warnings
    assert "a\u2407\ufffd.py:1: WARNING: invalid syntax" in warnings


def test_a_message_that_quotes_a_whole_file_is_cut(make_project: Make) -> None:
    tree = {"a.py": "# coding: " + "a" * 50_000 + "\n"}
    built = make_project(tree).build()
    assert "a.py:1: WARNING: unknown encoding: aaa" in built.warnings
    assert len(built.warnings) < 1000
    # Once in the listing and no more.
    assert built.body("code/a.py_docs").count("a" * 1000) == 50


@pytest.mark.parametrize("quotes", ['"""', "'''"])
def test_a_string_of_escapes_that_ends_far_below_is_quoted_at_once(quotes: str) -> None:
    lines = ["A = call(", f"  name, r{quotes}", *["\\\\" * 60] * 20, f"{quotes})"]
    begun = time.process_time()
    assert Statements(lines, [(1, len(lines))]).quote(2, 2).startswith("A = call(name")
    assert time.process_time() - begun < 5


# Chance


def test_what_chance_makes_has_its_pages() -> None:
    folder = ROOT / "sphinxcontrib_kwindex"
    corpus = fuzz.Corpus.of([folder / "analysis", folder / "pages", ROOT / "demo_docs"])
    made = list(fuzz.files(40, 7, corpus, strategies=False))
    assert made == list(fuzz.files(40, 7, corpus, strategies=False))
    assert len({name for name, _ in made}) == 40
    assert fuzz.run(made).faults == []


CPP = """\
#include "a.h"
/// Adds.
template <class T> struct Box : Base<T> {
  int size() const { return this->n + MAX(1, 2); }
 private:
  int n = 0;
};
namespace a::b { enum class Color { red, green = 2 }; using C = Color; }
#define MAX(a, b) ((a) > (b) ? (a) : (b))
"""


def test_what_chance_makes_of_a_grammar_s_files() -> None:
    made = list(fuzz_grammars.mutated([CPP.encode()], [".cpp", ".h", ".c"], 24, 3))
    result = fuzz_grammars.run(made, timeout=60)
    assert result.faults == []
    assert result.files == 24
    assert fuzz.run(made[8:12]).faults == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        # The lines of identifiers are those of all else.
        ("a.c", "int a;\x0c\x0b\u2028\nint b = a;\n"),
        # What the line end belongs to ends on the line before.
        ("a.c", "#define A 1\n"),
        ("a.c", '#include "a\nb.h"\n'),
        ("a.cpp", 'extern "C"  __global__{\n#endif\n'),
        # Each name was looked up in all of its scopes.
        ("a.c", "void f(int a) { " * 10_000 + "a;" * 10_000),
        # Each way to part them was tried.
        ("a.cpp", "void f()" + "&" * 200 + ");"),
        # The statement was read for each of its names.
        ("a.ts", f"import {{{','.join(f'a{n}' for n in range(20_000))}}} from 'b';\n"),
    ],
)
def test_what_is_said_of_a_file_fits_it(name: str, text: str) -> None:
    data = text.encode()
    facts = analyse(name, data)
    assert list(fuzz_grammars.faults(name, data, facts)) == []


def test_what_does_not_fit_a_file_is_found() -> None:
    facts = analyse("a.c", b"int a;\nint b;\nint c = a + b;\n")
    other = b"int a;\nint b;\nint\n"
    (found,) = fuzz_grammars.faults("a.c", other, facts)
    assert found.startswith("line 3, 8: no identifier")
    found, _ = fuzz_grammars.faults("a.c", other, replace(facts, lines=2))
    assert found.startswith("c: no line")
    (found,) = fuzz_grammars.run([("a.c", b"int a;")], timeout=1e-9).faults
    assert found.startswith("a.c: its analysis took more than")


def test_what_goes_wrong_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = [("a.py", b"x = 1\n")]
    made.append(("bad.py", b"bad = 1\n"))
    real = StandaloneHTMLBuilder.write_doc

    def fail(self: Any, docname: str, doctree: Any) -> None:
        if "bad" in docname:
            raise ValueError("oh")
        real(self, docname, doctree)

    monkeypatch.setattr(StandaloneHTMLBuilder, "write_doc", fail)
    # No process is needed for the analysis, and there are many builds.
    monkeypatch.setattr(fuzz, "TIMEOUT", 0)
    (one,) = fuzz.run(made, tmp_path / "keep").faults
    assert one.startswith("bad.py: Traceback")
    assert (tmp_path / "keep/bad.py").read_bytes() == b"bad = 1\n"
    shutil.rmtree(tmp_path / "keep")
