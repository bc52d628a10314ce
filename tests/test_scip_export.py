"""The export of an index in the SCIP format."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from trees import surveyed
from trees import write as write_tree

from sphinxcontrib_kwindex.analysis.scip.messages import message_classes
from sphinxcontrib_kwindex.analysis.scip.read_index import Document, fields, read_index
from sphinxcontrib_kwindex.analysis.scip.text_matches import fitting_occurrences
from sphinxcontrib_kwindex.command.main import main
from sphinxcontrib_kwindex.exports.scip import write

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
from check_scip import Index, compare, known, lint
from judges import Place
from scip_verdicts import NEITHER, OURS, THEIRS, UNDECIDED, Difference, Verdicts

#: A package, and the index that scip-python 0.6.6 made of it.
ROOT = Path(__file__).parent / "roots" / "scip"
FILES = {f"pkg/{it.name}": it.read_text("utf-8") for it in (ROOT / "pkg").glob("*.py")}
OWN = "scip-python python tree ."

DERIVED = {
    "pkg/__init__.py": "",
    "pkg/base.py": """
        import abc

        class Base(abc.ABC):
            limit = 1

            def run(self, wait: bool = False): ...
        """,
    "pkg/derived.py": '''
        from .base import Base

        class Derived(Base):
            """Runs."""

            limit = 2

            def run(self, wait: bool = True):
                "😀"; self.count = 0
                return Base.run(self, wait=wait)

        def by_name(thing):
            thing.run()
        ''',
    "pyproject.toml": '[project]\nname = "a name"\nversion = "1.2"\n',
}


def index_of(root: Path, files: Mapping[str, str | bytes]) -> tuple[Index, bytes]:
    """Return the index that is written of a tree, and its bytes; it has no faults."""
    write(surveyed(root, files), root.parent)
    file = root.parent / "index.scip"
    index = Index(file)
    assert not list(lint(index, root))
    return index, file.read_bytes()


def occurrences(index: Index) -> set[tuple[str, tuple[int, ...], str, bool]]:
    """Return the occurrences of what is not local, without packages and versions."""
    return {
        (place.path, place[1:], symbol.split(" ")[-1], is_definition)
        for place, symbol, is_definition in index.occurrences()
        if not symbol.startswith("local ")
    }


@pytest.mark.parametrize("output", ["-", "out"])
def test_what_is_missing_is_a_message(
    output: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tree = write_tree(tmp_path / "tree", {"a.py": "x = 1\n"})
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    monkeypatch.chdir(tmp_path)
    options = ["-o", output, "--cache", "cache", "-q"]
    assert main(["export", str(tree), "-f", "scip", *options]) == 3
    told = capsys.readouterr().err
    assert told.startswith("kwindex: error: the export 'scip' failed (")
    assert "protobuf is missing" in told


def test_symbols_are_those_of_scip_python(tmp_path: Path) -> None:
    ours, theirs = index_of(tmp_path / "tree", FILES)[0], Index(ROOT / "index.scip")
    found, known = occurrences(ours), occurrences(theirs)
    # It gives two functions in methods of a class one name.
    twice = {
        ("pkg/habits.py", (24, 12, 17), "`pkg.habits`/Counter#one().twice().", True),
        ("pkg/habits.py", (32, 12, 17), "`pkg.habits`/Counter#two().twice().", True),
    }
    assert {one for one in found - known if one[3]} == twice
    assert {one[:2] for one in known - found if one[3]} == {one[:2] for one in twice}
    others = {
        # It takes the module of an import by dots for one of no package, and the
        # second part of a module for the whole.
        ("pkg/__init__.py", (2, 6, 12), "`pkg.shapes`/__init__:", False),
        ("pkg/shapes.py", (4, 5, 16), "collections/__init__:", False),
        ("pkg/shapes.py", (4, 17, 20), "`collections.abc`/__init__:", False),
        ("pkg/use.py", (5, 5, 8), "pkg/__init__:", False),
        ("pkg/use.py", (5, 9, 15), "`pkg.shapes`/__init__:", False),
        # It follows what the standard library takes from elsewhere.
        ("pkg/shapes.py", (4, 28, 36), "`collections.abc`/Callable#", False),
        ("pkg/shapes.py", (27, 20, 28), "`collections.abc`/Callable#", False),
        # Of these the kind is not known.
        ("pkg/shapes.py", (2, 23, 34), "__future__/annotations.", False),
        ("pkg/use.py", (12, 24, 31), "itertools/groupby.", False),
        # It takes functions that Python brings along for local names.
        ("pkg/habits.py", (17, 46, 49), "builtins/len().", False),
        *(
            (path, (line + 3, 15, 20), name, False)
            for path, (line, *_), name, _ in twice
        ),
    }
    assert {one for one in found - known if not one[3]} == others


def test_definitions_say_what_is_known_of_them(tmp_path: Path) -> None:
    index, content = index_of(tmp_path / "tree", DERIVED)
    own = "scip-python python a  name 1.2"
    (document,) = (it for it in index.documents if it.relative_path == "pkg/derived.py")
    rows = {row.symbol: row for row in document.symbols}
    cls = rows[f"{own} `pkg.derived`/Derived#"]
    assert (cls.display_name, cls.kind, list(cls.documentation)) == (
        "Derived",
        7,
        ["Runs."],
    )
    assert cls.signature_documentation.text == "class Derived(Base):"
    assert [(it.symbol, it.is_implementation) for it in cls.relationships] == [
        (f"{own} `pkg.base`/Base#", True)
    ]
    method = rows[f"{own} `pkg.derived`/Derived#run()."]
    assert [
        (it.symbol, it.is_implementation, it.is_reference)
        for it in method.relationships
    ] == [(f"{own} `pkg.base`/Base#run().", True, True)]
    assert "python-stdlib . abc/ABC#" in "".join(it.symbol for it in index.external)
    # Columns are counted in code points.
    assert document.position_encoding == 3
    ((where, whole),) = (
        (list(it.range), list(it.enclosing_range))
        for it in document.occurrences
        if it.symbol == method.symbol and it.symbol_roles & 1
    )
    assert (where, whole) == ([8, 8, 11], [8, 4, 10, 40])
    metadata = next(it for number, it in fields(io.BytesIO(content)) if number == 1)
    assert b"file:///tree" in metadata
    assert str(tmp_path).encode() not in content


def test_methods_that_redefine_others_in_other_languages(tmp_path: Path) -> None:
    files = {
        "A.java": "class A { void go() {} }\nclass B extends A { void go() {} }\n",
        "a.hpp": "struct A { virtual void go(); };\nstruct B : A { void go(); };\n",
    }
    index, _ = index_of(tmp_path / "tree", files)
    related = {
        (row.symbol.split(" ")[-1], it.symbol.split(" ")[-1])
        for document in index.documents
        for row in document.symbols
        for it in row.relationships
        if it.is_reference
    }
    assert related == {
        ("`A.java`/B#go().", "`A.java`/A#go()."),
        ("`a.hpp`/B#go().", "`a.hpp`/A#go()."),
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse the name")
def test_a_root_whose_name_is_not_unicode(tmp_path: Path) -> None:
    index, _ = index_of(tmp_path / os.fsdecode(b"caf\xe9"), {"a.py": "def f(): ...\n"})
    assert "scip-python python caf? . a/f()." in {
        row.symbol for row in index.documents[0].symbols
    }


def test_only_sure_links(tmp_path: Path) -> None:
    index, _ = index_of(tmp_path / "tree", DERIVED)
    found = occurrences(index)
    path, run = "pkg/derived.py", "`pkg.base`/Base#run()."
    assert (path, (9, 18, 23), "`pkg.derived`/Derived#count.", True) in found
    assert (path, (10, 20, 23), run, False) in found
    assert (path, (10, 30, 34), f"{run}(wait)", False) in found
    assert (path, (10, 35, 39), "`pkg.derived`/Derived#run().(wait)", False) in found
    # What "thing" is nobody knows, whoever has the name.
    assert {one[2] for one in found if one[0] == path and one[1][0] == 13} == {
        "`pkg.derived`/by_name().(thing)"
    }


def test_variables_of_comprehensions_are_their_own(tmp_path: Path) -> None:
    text = """
        def one(x, y):
            a = [x for x in y]
            return x, a

        def two(x):
            return [x for x in x]

        def three(x, y):
            for x in y:
                x = [x for x in x]
            return x
        """
    index, _ = index_of(tmp_path / "tree", {"a.py": text})
    symbols = {
        place[1:3]: symbol.rpartition("/")[2]
        for place, symbol, _ in index.occurrences()
        if place.path == "a.py"
    }
    own = {place for place, symbol in symbols.items() if symbol.startswith("local")}
    assert {(2, 9), (2, 15), (6, 12), (6, 18)} <= own
    assert (symbols[3, 11], symbols[6, 23]) == ("one().(x)", "two().(x)")
    assert symbols[11, 11] == "three().(x)"


def test_what_is_given_to_parameters_and_properties(tmp_path: Path) -> None:
    text = """\
        class Box:
            @property
            def lid(self): ...

            @lid.setter
            def lid(self, value): ...

            def close(self, tape, glue):
                if not tape:
                    tape = glue
                for glue in tape:
                    self.lid = glue
                return glue, tape
        """
    index, _ = index_of(tmp_path / "tree", {"a.py": text})
    (document,) = index.documents
    roles = {
        tuple(one.range[:2]): (one.symbol.rpartition("#")[2], one.symbol_roles)
        for one in document.occurrences
    }
    assert roles[9, 12] == ("close().(tape)", 4)
    assert roles[10, 12] == ("close().(glue)", 4)
    assert roles[11, 17] == ("lid().", 4)
    assert roles[12, 15] == ("close().(glue)", 8)


def test_parameters_before_a_body_on_the_same_line(tmp_path: Path) -> None:
    text = """\
        def f(a,
              *b: int, **c: int) -> None: ...
        def g(
            d) -> None:
            e = 1
            return e
        """
    index, _ = index_of(tmp_path / "tree", {"a.py": text})
    (document,) = index.documents
    ends = {it.display_name for it in document.symbols}
    assert {"a", "b", "c", "d"} <= ends


def test_our_reader_reads_it(tmp_path: Path) -> None:
    _, content = index_of(tmp_path / "tree", DERIVED)
    read = {
        it.path: it
        for it in read_index(io.BytesIO(content))
        if isinstance(it, Document)
    }
    assert read.keys() == {path for path in DERIVED if path.endswith(".py")}
    for path, document in read.items():
        text = (tmp_path / "tree" / path).read_text("utf-8")
        fitting = fitting_occurrences(document, text)
        assert fitting is not None
        assert len(fitting) == len(document.occurrences)


def test_hostile_and_odd_names(tmp_path: Path) -> None:
    cell = '{"cells": [{"cell_type": "code", "source": "def f(): ..."}]}'
    files: dict[str, str | bytes] = {
        "a `b` c.py": "def f(x, /, *y, **z): return x, y, z\n",
        "one/conftest.py": "def f(): ...\n",
        "two/conftest.py": "def f(): ...\n",
        "pkg/__init__.py": "from .m import *\nfrom . import m\n",
        "pkg/m.py": "def f(): return f\nx = y = 1\nx = 2\nclass C:\n a: int\n a = a\n",
        "pkg/m.pyi": "def f() -> int: ...\nclass C(object): ...\n",
        "n.ipynb": cell,
        "latin.py": "# coding: latin-1\nd\xe9f = 1\nprint(d\xe9f)\n".encode("latin-1"),
        "lines.py": b"\xef\xbb\xbfdef f():\r\n    return [f for f in [f]]\r\n",
        "broken.py": "def f(:\n",
        "odd/.py": "x = 1\n",
        "t.sql": 'CREATE TABLE "a`b\n\tlocal 1" (c INT);\n',
        "u.sql": 'CREATE TABLE "\x1b[2J" (d INT);\n',
        "a.hpp": "namespace n { struct S { bool operator==(const S&); ~S(); }; }\n",
        "a.cpp": '#include "a.hpp"\nbool n::S::operator==(const S& s) { return 0; }\n',
        "j.java": "package p; class J<T> extends K { int f(int a) { return f(a); } }\n",
        "pyproject.toml": "[project]\nname = 3\n",
    }
    index, _ = index_of(tmp_path / "tree", files)
    paths = {it.relative_path for it in index.documents}
    assert paths == files.keys() - {"n.ipynb", "broken.py", "pyproject.toml"}
    symbols = {row.symbol for it in index.documents for row in it.symbols}
    assert f"{OWN} `a ``b`` c`/f().(y)" in symbols
    assert {f"{OWN} `one.conftest`/f().", f"{OWN} `two.conftest`/f()."} <= symbols
    assert "kwindex . tree . `a.cpp`/n/S#`operator==`()." in symbols
    # The text may be another one by now; nothing of it is told then.
    root = tmp_path / "tree"
    code = surveyed(root, {})
    for path in paths:
        (root / path).write_bytes(b"\n")
    write(code, tmp_path)
    assert not list(lint(Index(tmp_path / "index.scip"), root))
    for path in paths:
        (root / path).unlink()
    write(code, tmp_path)
    assert Index(tmp_path / "index.scip").documents


def test_without_protobuf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = surveyed(tmp_path / "tree", {"m.py": ""})
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    with pytest.raises(
        ImportError, match=r"pip install 'sphinxcontrib-kwindex\[scip\]'"
    ):
        write(code, tmp_path)
    monkeypatch.undo()
    assert message_classes()["Document"]


class Judge:
    """Says of identifiers what it was told, by line and column."""

    def __init__(self, said: dict[tuple[int, int], list[Place]]) -> None:
        self._said = said

    def of_file(
        self, _path: str, _text: str, asked: list[tuple[int, int, str]]
    ) -> list[list[Place] | None]:
        return [self._said.get(one[:2]) for one in asked]


def test_a_judge_says_which_index_is_right(tmp_path: Path) -> None:
    files = {
        "a.py": "class A:\n    x = 1\n\nA.x\nA\nA\nlen\nA\n",
        "b.py": "from c import f\n",
        "b.pyi": "def f(): ...\n",
        "c.py": "def f(): ...\n",
        "d.py": "import b\nb.f\n",
    }
    index, _ = index_of(tmp_path / "tree", files)
    assert not any(differing for _, differing in compare(index, index, 0).values())
    in_a = known(index)

    def verdict(path: str, line: int, start: int, end: int, said: Place | None) -> str:
        names = {
            index.name(symbol)
            for place, symbol, _ in index.occurrences()
            if place == (path, line, start, end)
        }
        (ours,) = names
        other = frozenset({("own", "a/A#x.")})
        one = Difference(path, line, start, end, ours, other, False)
        judge = Judge({(line + 1, start): [said]} if said else {})
        (found,) = Verdicts(tmp_path / "tree", [judge], in_a, in_a).of([one])
        return found

    assert verdict("a.py", 4, 0, 1, Place("a.py", 1, 6, "A")) == OURS
    assert verdict("a.py", 5, 0, 1, Place("a.py", 2, 4, "x")) == THEIRS
    assert verdict("a.py", 6, 0, 3, Place("", 0, 0, "len", "builtins.len")) == OURS
    assert verdict("a.py", 6, 0, 3, Place("", 0, 0, "sum", "builtins.sum")) == NEITHER
    assert verdict("a.py", 7, 0, 1, Place("", 0, 0, "A", "b.A")) == NEITHER
    assert verdict("a.py", 7, 0, 1, None) == UNDECIDED
    # What the stub declares is what the module has by that name.
    assert verdict("d.py", 1, 2, 3, Place("b.pyi", 1, 4, "f")) == OURS
