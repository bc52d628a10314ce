"""Languages of other packages, as the manual describes them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import tree_sitter
import tree_sitter_cpp
from projects import Build, Project, assert_same
from sphinx.util.inventory import InventoryFile

from sphinxcontrib_kwindex.analysis.analyse import analyse, encoded_facts, facts_key
from sphinxcontrib_kwindex.analysis.grammars import bounded_parsing, grammar
from sphinxcontrib_kwindex.analysis.languages import registry
from sphinxcontrib_kwindex.analysis.languages.registry import language_of, languages
from sphinxcontrib_kwindex.analysis.worker_pool import Worker
from sphinxcontrib_kwindex.model.codec import EncodedFacts, decode

Make = Callable[..., Project]
Install = Callable[..., None]
Without = Callable[[], AbstractContextManager[None]]

ROOT = Path(__file__).parents[1]
MANUAL = ROOT / "demo_docs/howto/language.rst"
#: Uses what stands in a file beside it.
FILES = {
    "draw/shapes.toy": "to square\nend\nto circle\n  square\nend\n",
    "draw/house.toy": (
        "use circle from shapes\nuse roof from lost\nto house\n  circle\nend\n"
    ),
    "other.py": "def house():\n    return 1\n",
}


def test_each_query_is_that_of_a_grammar() -> None:
    folder = Path(registry.__file__).parent
    named = set()
    for module, _ in registry.BUILT_IN:
        found = vars(import_module(module, registry.__package__)).values()
        grammars = [one for one in found if isinstance(one, grammar.Grammar)]
        named.update(name for one in grammars for name in one.queries)
    assert named == {path.stem for path in folder.glob("*.scm")}


def example(name: str) -> str:
    """Return a code block of the manual by its caption."""
    text = MANUAL.read_text("utf-8")
    found = re.search(rf":caption: {re.escape(name)}\n\n((?:   .*\n|\n)+)", text)
    assert found
    return dedent(found[1])


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package with the module of the manual, or with another one."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(registry, "_current", [])

    def installed(
        code: str = "", version: str = "1.0", entry: str = "toy = kwindex_toy:TOY"
    ) -> None:
        (folder / "kwindex_toy.py").write_text(code or example("kwindex_toy.py"))
        for info in folder.glob("*.dist-info"):
            info.rename(folder / f"kwindex_toy-{version}.dist-info")
        info = folder / f"kwindex_toy-{version}.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Name: kwindex-toy\nVersion: {version}\n")
        (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{entry}\n")
        sys.modules.pop("kwindex_toy", None)
        registry._current.clear()

    yield installed
    sys.modules.pop("kwindex_toy", None)


def test_example_is_short_and_as_a_package_names_it() -> None:
    code = [line for line in example("kwindex_toy.py").split("\n") if line.strip()]
    assert len(code) < 30
    assert registry.GROUP in example("pyproject.toml")
    assert 'toy = "kwindex_toy:TOY"' in example("pyproject.toml")


@pytest.mark.parametrize("timeout", [0, 60], ids=["here", "in a worker"])
def test_a_language_of_another_package(
    make_project: Make, install: Install, timeout: int
) -> None:
    install()
    project = make_project(FILES)
    build = project.build(kwindex_timeout=timeout)
    assert build.warnings == ""
    assert "Toy" in build.body("code/draw/house.toy_docs")
    # Keywords, outline, A to Z, inventory.
    assert "circle" in build.body("code/draw/shapes.toy_kw")
    assert 'id="def-circle"' in build.text("code/draw/shapes.toy_docs")
    assert "draw/shapes.toy" in build.body("code/keywords")
    with build.path("objects.inv").absolute().open("rb") as stream:
        inventory = InventoryFile.load(stream, "", lambda *parts: "".join(parts))
    assert "draw/shapes.toy::circle" in inventory["kw:function"]
    # Imports, and who imports.
    house = build.text("code/draw/house.toy_docs")
    assert 'href="shapes.toy_docs.html#def-circle"' in house
    assert "Not in the source tree (1)" in build.body("code/draw/house.toy_docs")
    shapes = build.text("code/draw/shapes.toy_docs")
    imported_by = shapes.partition("Imported by (1 file)")[2]
    assert 'href="house.toy_docs.html"' in imported_by
    # Links in the listings, to this file and to the other.
    listing = build.listing("draw/house.toy")
    assert 'href="shapes.toy_docs.html#src-circle"' in listing
    listing = build.listing("draw/shapes.toy")
    assert 'href="#src-square"' in listing
    assert 'id="src-square" data-to="2" href="#def-square"' in listing
    # Who uses a function is told where it is defined.
    assert "house.toy" in shapes.partition('id="def-circle"')[2]
    build.check_links()


def failing(end: str) -> str:
    """Return the code of the language with another end of its analysis."""
    code = example("kwindex_toy.py")
    start = code.index("    references = ")
    return f"{code[:start]}{end}\n{code[code.index('def resolve') - 1 :]}"


def warning_of(build: Build) -> str:
    (line,) = build.warnings.splitlines()
    assert line.endswith("[kwindex.language]")
    return line


@pytest.mark.parametrize(
    ("code", "entry", "reason"),
    [
        ("raise RuntimeError('no')", "toy = kwindex_toy:TOY", "RuntimeError: no"),
        ("TOY = 1", "toy = kwindex_toy:TOY", "TypeError: kwindex_toy:TOY is no Lang"),
        ("", "toy = kwindex_gone:TOY", "ModuleNotFoundError: No module named"),
        ("", "toy = kwindex_toy:NO", "AttributeError: module 'kwindex_toy' has no"),
        (
            example("kwindex_toy.py").replace('".toy"', '".py"'),
            "toy = kwindex_toy:TOY",
            "ValueError: .py belongs to another language",
        ),
    ],
    ids=["module", "no language", "no module", "no attribute", "taken"],
)
def test_what_cannot_be_loaded_is_left_out(
    make_project: Make, install: Install, code: str, entry: str, reason: str
) -> None:
    install(code, entry=entry)
    project = make_project(FILES)
    build = project.build()
    assert f"the language toy failed: {reason}" in warning_of(build)
    assert "Text" in build.body("code/draw/house.toy_docs")
    assert not build.path("code/draw/house.toy_kw").exists()
    assert build.path("code/other.py_kw").exists()
    # It is told at each build.
    assert reason in warning_of(project.build())


@pytest.mark.parametrize(
    ("end", "reason", "timeout"),
    [
        ("    raise KeyError(1)", "KeyError: 1", 0),
        ("    raise KeyError(1)", "KeyError: 1", 60),
        ("    return None", "ValidationError: ", 0),
        (
            "    return replace(facts, definitions=(Definition('spell', 'x', (1,), 1),))",  # noqa: E501
            "ValueError: x is of the kind 'spell'",
            0,
        ),
        (
            "    return replace(facts, definitions=(Definition('class', 'x', (9,), 9),))",  # noqa: E501
            "ValueError: there is no line 9",
            0,
        ),
    ],
    ids=["raises", "raises in a worker", "nothing", "kind", "line"],
)
def test_where_it_fails_a_file_has_its_page(
    make_project: Make, install: Install, end: str, reason: str, timeout: int
) -> None:
    install(failing(end))
    project = make_project(FILES)
    build = project.build(kwindex_timeout=timeout)
    assert "the language Toy failed: draw/" in warning_of(build)
    assert reason in warning_of(build)
    page = build.body("code/draw/house.toy_docs")
    assert reason in page
    assert "use circle from shapes" in page


def test_what_works_again_needs_no_other_version(
    make_project: Make, built_project: Make, install: Install
) -> None:
    install(failing("    raise KeyError(1)"))
    project = make_project(FILES)
    project.build()
    assert "KeyError: 1" in warning_of(project.build())
    install()
    mended = project.build()
    assert mended.warnings == ""
    assert_same(mended.outdir, built_project(FILES).base / "out/html")


def test_a_worker_loads_what_it_is_told(install: Install) -> None:
    install()
    for entries, name in {(): "Text", tuple(languages().entries): "Toy"}.items():
        worker = Worker((), 60, entries)
        result = worker.analyse("a.toy", b"")
        worker.close()
        assert isinstance(result, EncodedFacts)
        assert decode(*result).type == name


#: Analyses files as a worker does that has no other, and prints whether it loads C, and
#: what reads its files.
ANALYSED = """
import json
import sys
from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.languages.registry import use

c = "sphinxcontrib_kwindex.analysis.languages.c"
for name in sys.argv[2:]:
    sys.modules.pop(c, None)
    use(json.loads(sys.argv[1]))
    found = analyse(name, b"#!/bin/bash" if name == "run" else b"").type
    reads = sys.modules.pop(f"{c}_macros", None) is not None
    print(name, found, c in sys.modules, reads)
"""


def test_a_worker_loads_languages_for_the_first_of_their_files() -> None:
    files = {"a.py": "Python", "README.md": "Markdown", "notes": "Text"}
    theirs = {
        "GNUmakefile": "Makefile",
        "Dockerfile.alpine": "Docker",
        "run": "Bash",
        "a.c": "C",
        "A.C": "C",
        "a.C": "C++",
    }
    entries = json.dumps(languages().entries)
    command = [sys.executable, "-c", ANALYSED, entries, *files, *theirs]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        *(f"{name} {kind} False False" for name, kind in files.items()),
        *(f"{name} {kind} True {kind[0] == 'C'}" for name, kind in theirs.items()),
    ]


def test_a_name_with_another_ending_is_of_the_same_language() -> None:
    for name, expected in {
        "Dockerfile.alpine": "Docker",
        "Containerfile.dev": "Docker",
        "a.containerfile": "Docker",
        "Makefile.win": "Makefile",
        "makefile.unx": "Makefile",
        "Dockerfile.md": "Markdown",
        "Dockerfile.dockerignore": "Text",
        "Dockerfile.py": "Python",
        "Vagrantfile": "Ruby",
        "a.podspec": "Ruby",
        ".envrc": "Bash",
        "PKGBUILD": "Bash",
        "a.es6": "JavaScript",
        "a.csx": "C#",
    }.items():
        assert analyse(name, b"x\n").type == expected, name


def test_a_worker_writes_bytecode_where_its_parent_writes_it(
    install: Install, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prefix = tmp_path / "bytecode"
    monkeypatch.setattr(sys, "pycache_prefix", str(prefix))
    # What it imports besides is compiled once.
    for writes in (True, False):
        monkeypatch.setattr(sys, "dont_write_bytecode", not writes)
        install()
        worker = Worker((), 60, tuple(languages().entries))
        assert isinstance(worker.analyse("a.toy", b""), EncodedFacts)
        worker.close()
        found = [path for path in tmp_path.rglob("*.pyc") if "kwindex_toy" in path.name]
        assert [path.is_relative_to(prefix) for path in found] == [True] * writes
        for path in found:
            path.unlink()


def test_a_worker_may_not_be_able_to_load_it(
    make_project: Make, install: Install
) -> None:
    code = "import sys\nif sys.flags.isolated:\n    raise OSError('alone')\n"
    install(code + example("kwindex_toy.py"))
    build = make_project(FILES, kwindex_timeout=60).build()
    assert "for the analysis: OSError: alone" in warning_of(build)
    assert "OSError: alone" in build.body("code/draw/house.toy_docs")


def test_a_file_may_be_no_source(make_project: Make, install: Install) -> None:
    line = 'raise SyntaxError("what is this", ("", number, 0, ""))'
    code = example("kwindex_toy.py").replace(
        "        match line.split():\n",
        "        match line.split():\n"
        '            case ["?", *_]:\n'
        f"                {line}\n",
    )
    install(code)
    build = make_project({"a.toy": "to a\n? b\n"}).build()
    assert "a.toy:2: WARNING: what is this" in build.warnings.replace("\\", "/")
    assert "[kwindex.syntax]" in build.warnings


def test_resolving_may_fail(make_project: Make, install: Install) -> None:
    install(example("kwindex_toy.py").replace("return normpath", "return 1 / 0, norm"))
    build = make_project(FILES).build()
    assert "the language Toy failed: draw/house.toy: ZeroDivision" in warning_of(build)
    assert "Not in the source tree (2)" in build.body("code/draw/house.toy_docs")


def test_another_version_is_analysed_and_linked_again(
    make_project: Make, built_project: Make, install: Install
) -> None:
    install()
    key = facts_key("a.toy", b"")
    project = built_project(FILES)
    assert not project.build().read
    elsewhere = example("kwindex_toy.py").replace("{module}.toy", "../{module}.toy")
    install(elsewhere, version="1.1")
    assert facts_key("a.toy", b"") != key
    build = project.build()
    assert "Not in the source tree (2)" in build.body("code/draw/house.toy_docs")
    assert_same(build.outdir, make_project(FILES).build().outdir)


def test_a_language_that_is_gone(
    make_project: Make, built_project: Make, install: Install
) -> None:
    install()
    project = built_project(FILES)
    install(entry="")
    assert language_of("a.toy") is None
    build = project.build()
    assert build.warnings == ""
    assert_same(build.outdir, make_project(FILES).build().outdir)


@pytest.mark.parametrize(
    "edit",
    [
        {"draw/shapes.toy": "to circle\nend\nto roof\nend\n"},
        {"draw/shapes.toy": "to square\nend\n"},
        {"draw/lost.toy": "to roof\nend\n"},
        {"draw/house.toy": "use square from shapes\nsquare\n"},
        {"draw/shapes.toy": "\n\nto square\nend\nto circle\n  square\nend\n"},
    ],
)
def test_an_edit_is_as_a_clean_build(
    make_project: Make, built_project: Make, install: Install, edit: dict[str, Any]
) -> None:
    install()
    project = built_project(FILES)
    project.write(edit)
    build = project.build()
    assert_same(build.outdir, make_project(FILES | edit).build().outdir)


def test_looked_up_by_name(install: Install) -> None:
    install(
        example("kwindex_toy.py").replace('(".toy",)', '(".toy",), names=("Toys",)')
    )
    for name, language in {
        "a.toy": "Toy",
        "A/B.TOY": "Toy",
        "x/Toys": "Toy",
        "toys": None,
        "toy": None,
        "a.py": "Python",
        ".py": "Python",
        "a.pyi": "Python",
        "py": None,
    }.items():
        found = language_of(name)
        assert (found and found.name) == language
    (definition,) = analyse("a.toy", b"to x\nend\nto x\nend\n").definitions
    assert (definition.qualname, definition.lines) == ("x", (1, 3))


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("a.c", "C"),
        ("a.C", "C++"),
        ("MAIN.C", "C"),
        ("a.H", "C++"),
        ("A.H", "C/C++ header"),
    ],
)
def test_capitals_tell_languages_apart_as_gcc_has_it(name: str, language: str) -> None:
    found = language_of(name)
    assert found
    assert found.name == language


def test_suffixes_of_python_stand_in_its_two_files() -> None:
    package = ROOT / "sphinxcontrib_kwindex"
    suffix = re.compile(
        r"""endswith\(\(?"[\w.]*\.pyi?"|removesuffix\("\.pyi?"|is_python\("""
    )
    found = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if suffix.search(path.read_text("utf-8"))
    }
    assert not found


NATIVE = {
    "src/add.cpp": "int add(int a) { return a; }\n",
    "src/main.c": "int main(void) { return 0; }\n",
}


@pytest.fixture
def without_cpp(monkeypatch: pytest.MonkeyPatch) -> Iterator[Without]:
    """Return a context in which the grammar of C++ is not installed."""
    from_name = Distribution.from_name

    def found(name: str) -> Distribution:
        if name == "tree-sitter-cpp":
            raise PackageNotFoundError(name)
        return from_name(name)

    @contextmanager
    def without() -> Iterator[None]:
        with monkeypatch.context() as other:
            other.setattr(Distribution, "from_name", found)
            registry._current.clear()
            yield
        registry._current.clear()

    yield without
    registry._current.clear()


@pytest.mark.parametrize("timeout", [0, 60], ids=["here", "in a worker"])
def test_a_grammar_that_is_not_installed(
    make_project: Make, without_cpp: Without, timeout: int
) -> None:
    project = make_project(NATIVE, kwindex_timeout=timeout)
    with without_cpp():
        # Each build tells it once, and where no file lacks the language none does.
        for _ in range(2):
            build = project.build()
            said = "the language C++ failed: tree-sitter-cpp is not installed;"
            assert said in warning_of(build)
        assert make_project({"src/main.c": "int main;\n"}).build().warnings == ""
        assert "int add(int a) { return a; }" in build.body("code/src/add.cpp_docs")
        assert not build.path("code/src/add.cpp_kw").exists()
        assert build.path("code/src/main.c_kw").exists()
        build.check_links()
    build = project.build()
    assert build.warnings == ""
    assert_same(build.outdir, make_project(NATIVE).build().outdir)


def test_a_parser_that_would_end_python(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    metadata = tmp_path / "old/tree_sitter-0.25.2.dist-info/METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Name: tree-sitter\nVersion: 0.25.2\n")
    project = make_project(NATIVE | {"a.py": "x = 1\n"}, kwindex_timeout=0)
    with monkeypatch.context() as other:
        other.syspath_prepend(tmp_path / "old")
        bounded_parsing._release.cache_clear()
        build = project.build()
    bounded_parsing._release.cache_clear()
    assert "tree-sitter 0.25.2 is older than 0.26;" in build.warnings
    assert "int add(int a) { return a; }" in build.body("code/src/add.cpp_docs")
    assert build.path("code/a.py_kw").exists()


def test_a_grammar_that_does_not_load(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    cpp = tree_sitter_cpp.language()
    language = tree_sitter.Language

    def loaded(pointer: object) -> tree_sitter.Language:
        if pointer is cpp:
            raise ValueError("Incompatible Language version 99")
        return language(pointer)

    project = make_project(NATIVE | {"src/two.cpp": "int two;\n"})
    with monkeypatch.context() as other:
        other.setattr(tree_sitter_cpp, "language", lambda: cpp)
        other.setattr(tree_sitter, "Language", loaded)
        grammar._loaded.cache_clear()
        build = project.build()
        assert "ValueError: Incompatible Language version 99;" in warning_of(build)
        assert "int add(int a) { return a; }" in build.body("code/src/add.cpp_docs")
        assert build.path("code/src/main.c_kw").exists()
        build.check_links()
    grammar._loaded.cache_clear()
    build = project.build()
    assert build.warnings == ""
    assert build.path("code/src/two.cpp_kw").exists()


def test_a_worker_may_lack_a_grammar(without_cpp: Without) -> None:
    with without_cpp():
        registry.use([("C++", "", (".cpp",))])
        result = encoded_facts("a.cpp", b"", ())
        assert isinstance(result, str)
        assert "for the analysis: tree-sitter-cpp is not installed" in result
        assert registry.to_blame("a.cpp", result) == "C++"


def test_the_manual_lists_the_languages() -> None:
    text = (ROOT / "demo_docs/reference/languages.rst").read_text("utf-8")
    rows = {row.partition("\n")[0]: row for row in text.split("\n   * - ")}
    for language in languages().all:
        names = *language.suffixes, *language.names, *language.requires
        row = rows[language.name]
        assert [name for name in names if f"``{name}``" not in row] == []


@pytest.mark.parametrize(
    ("name", "source", "head"),
    [
        (
            "a.cpp",
            "int f(int a, // a\n  int /* b */, /* c */\n  int d) // e\n{}\n",
            "int f(int a, int /* b */, int d)",
        ),
        ("a.rs", "fn f(\n    a: u8, // a\n) -> u8 // b\n{ a }\n", "fn f(a: u8) -> u8"),
        ("A.java", "@B // b\nclass A // a\n  extends C\n{}\n", "class A extends C"),
        ("a.go", "package a\nfunc F(\n\ta int, // a\n) {}\n", "func F(a int)"),
        ("a.ts", "export class A // a\n  extends B {}\n", "export class A extends B"),
        ("a.ts", "let {\n  a = 1,\n}: C = f()\n", "let { a = 1 }: C = f()"),
        ("a.js", "const [\n  [a],\n] = f()\n", "const [ [a] ] = f()"),
    ],
)
def test_heads_have_no_comments(name: str, source: str, head: str) -> None:
    (row,) = analyse(name, source.encode()).definitions
    assert row.head == head
