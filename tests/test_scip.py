"""Links from indexes in the SCIP format."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from projects import Build, Project, assert_same, contents

from sphinxcontrib_kwindex.analysis.scip.index_process import ScipError, read
from sphinxcontrib_kwindex.analysis.scip.messages import message_classes
from sphinxcontrib_kwindex.analysis.scip.read_index import (
    Document,
    End,
    fields,
    read_index,
)
from sphinxcontrib_kwindex.analysis.scip.text_matches import (
    fitting_occurrences,
    name_of,
)

pytest.importorskip("google.protobuf")

Make = Callable[..., Project]
#: A package, and the index that scip-python 0.6.6 made of it.
ROOT = Path(__file__).parent / "roots" / "scip"
INDEX = (ROOT / "index.scip").read_bytes()
FILES = {
    f"pkg/{path.name}": path.read_text("utf-8") for path in (ROOT / "pkg").glob("*.py")
}
USE = FILES["pkg/use.py"]
#: Its last line has characters that are two in UTF-16.
CRYSTAL = '# 😀😀😀\ndef area(side)\n  side * side\nend\ns = "😀😀😀"; puts area(3)\n'


def make_index(
    documents: dict[str, Sequence[tuple[Sequence[int], str, int]]],
    notes: dict[str, str] | None = None,
    root: str = "file:///ci/repo",
    **more: Any,
) -> bytes:
    """Return an index.

    :param documents: by path the occurrences: range, symbol, roles.
    :param notes: documentation of what is defined elsewhere, by symbol.
    :param root: the folder that it was made in.
    :param more: fields of the documents.
    """
    classes = message_classes()
    tool = {"name": "a-tool", "version": "1.2"}
    parts = [(1, classes["Metadata"](tool_info=tool, project_root=root))]
    for path, occurrences in documents.items():
        rows = [
            {"range": where, "symbol": symbol, "symbol_roles": roles}
            for where, symbol, roles in occurrences
        ]
        document = classes["Document"](relative_path=path, occurrences=rows, **more)
        parts.append((2, document))
    for symbol, text in (notes or {}).items():
        message = classes["SymbolInformation"](symbol=symbol, documentation=[text])
        parts.append((3, message))
    return b"".join(
        bytes([number << 3 | 2])
        + _number(message.ByteSize())
        + message.SerializeToString()
        for number, message in parts
    )


def _number(value: int) -> bytes:
    more, low = divmod(value, 128)
    return bytes([low | 128]) + _number(more) if more else bytes([low])


def assert_clean(built: Build, project: Project) -> None:
    fresh = project.base / "fresh"
    doctrees = project.base / "fresh-doctrees"
    project.build(outdir=fresh, doctrees=doctrees, fresh=True)
    assert_same(built.outdir, fresh)


@pytest.fixture
def project(make_project: Make) -> Project:
    files = {**FILES, "ci/index.scip": INDEX}
    return make_project(files, kwindex_scip=["../ci/index.scip"])


def test_occurrences_of_a_real_index_are_the_links(project: Project) -> None:
    built = project.build()
    assert built.warnings == ""
    built.check_links()
    code = built.listing("pkg/use.py")
    assert "Links in the listing: scip-python 0.6.6." in built.body(
        "code/pkg/use.py_docs"
    )
    # That the elements of what groupby() gives are squares, a type checker knows.
    last = code.partition('id="L14"')[2]
    assert 'href="shapes.py_docs.html#src-Square.area">area</a>' in last
    assert 'href="shapes.py_docs.html#src-Square.twice">twice</a>' in code
    assert 'href="__init__.py_docs.html">pkg</a>' in code
    assert "by name only" not in code
    # What is nowhere in the tree says what it is.
    assert ' title="class range( __stop' in code
    # The users of a definition follow.
    shapes = built.body("code/pkg/shapes.py_docs")
    assert "use.py" in shapes.partition("Used by")[2]


def test_files_that_changed_keep_their_own_links(project: Project) -> None:
    project.write({"pkg/shapes.py": "# One line more.\n" + FILES["pkg/shapes.py"]})
    built = project.build()
    assert built.warnings == ""
    assert "1 file changed since the indexes of kwindex_scip were made" in built.status
    assert "Links in the listing" not in built.body("code/pkg/shapes.py_docs")
    assert 'href="#src-Square">Square</a>' in built.listing("pkg/shapes.py")
    # Others still lead into it, by names.
    code = built.listing("pkg/use.py")
    assert 'href="shapes.py_docs.html#src-Square.area">area</a>' in code


def test_changes_end_as_a_clean_build(project: Project) -> None:
    shapes = FILES["pkg/shapes.py"]
    first = contents(project.build().outdir)
    for changed in (
        {"pkg/shapes.py": shapes.replace("largest", "biggest")},
        {"pkg/shapes.py": shapes, "pkg/use.py": USE + "\n\nlast = total(3)\n"},
        {"ci/index.scip": make_index({"pkg/other.py": []}), "pkg/other.py": "x = 1\n"},
        {"ci/index.scip": None, "pkg/use.py": USE, "pkg/other.py": None},
    ):
        project.write(changed)
        assert_clean(project.build(), project)
    project.write({"ci/index.scip": INDEX})
    built = project.build()
    assert contents(built.outdir) == first
    assert "Links in the listing" in built.body("code/pkg/use.py_docs")
    project.configure(kwindex_scip=[])
    assert_clean(project.build(), project)


def test_files_of_any_language(make_project: Make) -> None:
    symbol = "scip-ruby gem a 1 area()."
    occurrences = [
        ((1, 4, 8), symbol, 1),
        ((1, 9, 13), "local 1", 1),
        ((2, 2, 6), "local 1", 8),
        ((2, 9, 13), "local 1", 8),
        # Columns in UTF-16.
        ((4, 14, 18), "scip-ruby gem ruby 3 puts().", 8),
        ((4, 19, 23), symbol, 8),
    ]
    index = make_index(
        {"lib/a.cr": occurrences}, {"scip-ruby gem ruby 3 puts().": "Writes\nlines."}
    )
    files = {"sub/lib/a.cr": CRYSTAL, "sub/index.scip": index}
    built = make_project(files, kwindex_scip=["../sub/index.scip"]).build()
    assert built.warnings == ""
    built.check_links()
    code = built.listing("sub/lib/a.cr")
    assert '<a href="#L2">area</a>' in code
    assert ' title="Writes lines.">puts</a>' in code


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "No such file or directory"),
        (b"<html>", "it is not an index in the SCIP format"),
        (INDEX[:-10], "it ends in the middle"),
        (b"\x12\x05\xff\xff\xff\xff\xff", "it cannot be read (Error parsing message"),
        (make_index({"elsewhere.py": []}), "it knows no file of the tree"),
    ],
)
def test_what_is_no_index_of_the_tree(
    make_project: Make, content: bytes | None, reason: str
) -> None:
    files: dict[str, str | bytes | None] = {"a.py": "x = 1\nprint(x)\n"}
    if content is not None:
        files["index.scip"] = content
    built = make_project(files, kwindex_scip=["../index.scip"]).build()
    assert f"kwindex_scip: '../index.scip' is not used: {reason}" in built.warnings
    assert built.warnings.count("\n") == 1
    assert 'href="#src-x"' in built.listing("a.py")


@pytest.mark.skipif(os.name == "nt", reason="Windows says that it may not be read")
def test_a_folder_is_no_index(make_project: Make) -> None:
    built = make_project({"a.py": "x = 1\n"}, kwindex_scip=[".."]).build()
    reason = "kwindex_scip: '..' is not used: Is a directory [kwindex.scip]"
    assert built.warnings == f"WARNING: {reason}\n"


def test_without_protobuf_a_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    with pytest.raises(ScipError, match=r"pip install 'sphinxcontrib-kwindex\[scip\]'"):
        list(read(ROOT / "index.scip", 0))


def test_reading_has_a_limit_of_time() -> None:
    with pytest.raises(ScipError, match=r"took more than 0\.001 seconds"):
        list(read(ROOT / "index.scip", 0.001))


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
@pytest.mark.parametrize("written", ["", '{"type": "Docu'])
def test_a_process_that_ends_early(
    written: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\nprintf '%s' '{written}'\n", "utf-8")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    with pytest.raises(ScipError, match="ended early"):
        list(read(ROOT / "index.scip", 0))


@pytest.mark.parametrize(
    ("descriptors", "name"),
    [
        ("`pkg.use`/total().", "total"),
        ("Square#area(+1).", "area"),
        ("total().(count)", "count"),
        ("Box#[T]", "T"),
        ("a/MAX!", "MAX"),
        ("`a.ts`/`say ``it```.", "say `it`"),
        ("Box#`<init>`().", ""),
        ("`pkg.use`/__init__:", ""),
        ("at/native/", ""),
    ],
)
def test_names_of_symbols(descriptors: str, name: str) -> None:
    assert name_of(f"scip-x npm pkg 1 {descriptors}") == name


def _documents(index: bytes) -> list[Document]:
    return [row for row in read_index(io.BytesIO(index)) if isinstance(row, Document)]


def test_an_index_is_of_one_text() -> None:
    for document in _documents(INDEX):
        lines = FILES[document.path].split("\n")
        last = max(line for line, *_ in document.occurrences)
        assert fitting_occurrences(document, "\n".join(lines)) is not None
        for at in range(last + 1):
            for changed in (
                [*lines[:at], "", *lines[at:]],
                lines[:at] + lines[at + 1 :],
            ):
                found = fitting_occurrences(document, "\n".join(changed))
                assert found is None, (document.path, at)


def test_the_text_in_an_index_decides() -> None:
    occurrences = [((0, 0, 1), "a b c d x.", 1)]
    (document,) = _documents(make_index({"a.py": occurrences}, text="x = 1\r\n"))
    assert fitting_occurrences(document, "x = 1\n")
    assert fitting_occurrences(document, "x = 2\n") is None


@pytest.mark.parametrize("root", ["file://[", "file:///" + "a/" * 50_000, "\0"])
def test_odd_addresses_of_the_tree(make_project: Make, root: str) -> None:
    odd = [((0, -1, 1), "x", 1), ((2**31 - 1, 0, 1), "\x1b[31m", 1)]
    documents = {"a.py": odd, "../../etc/passwd": odd, "b.py": []}
    index = make_index(documents, {"y": "<b>"}, root=root)
    files = {"a.py": "x = 1\n", "b.py": "", "index.scip": index}
    assert make_project(files, kwindex_scip=["../index.scip"]).build().warnings == ""


def test_hostile_indexes_end_with_a_reason() -> None:
    for at in range(0, len(INDEX), 37):
        for changed in (INDEX[:at], INDEX[:at] + b"\xff" + INDEX[at + 1 :]):
            *_, end = read_index(io.BytesIO(changed))
            assert isinstance(end, End)
    with pytest.raises(ValueError, match="too large"):
        list(fields(io.BytesIO(b"\x12\xff\xff\xff\xff\xff\x0f")))
