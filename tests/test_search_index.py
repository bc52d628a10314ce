"""The search index that a later build writes is that of a clean build."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from projects import Build, Project
from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

from sphinxcontrib_kwindex.sphinx_wiring.html.search_ranking import Parts

Make = Callable[..., Project]

FILES = {
    "a.py": '"""Zebras."""\n\n\ndef gallop():\n    """Run."""\n',
    "b.py": "def walk():\n    pass\n",
}
#: Entries of several documents, in several cases, with a main one and a "see".
DOCS = {
    "index.rst": "Manual\n======\n\n.. index:: Horse, stable\n\nText.\n",
    "more.rst": (
        ":orphan:\n\nMore\n====\n\n.. index:: horse, Horse\n\n"
        ".. index::\n   ! single: donkey\n   see: mule; horse\n\n"
        "Okapi.\n\n.. py:function:: neigh()\n"
    ),
    "last.rst": ":orphan:\n\nLast\n====\n\n.. index:: horse; black\n\nTapir tapir.\n",
}


def raw(built: Build) -> bytes:
    return (built.outdir / "searchindex.js").read_bytes()


def index(built: Build) -> dict[str, Any]:
    text = built.text("searchindex.js")
    found: dict[str, Any] = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return found


def clean(project: Project) -> Build:
    base = project.base / "clean"
    shutil.rmtree(base, ignore_errors=True)
    return project.copy(base).build()


@pytest.fixture(scope="module")
def snapshot(make_shared: Make) -> Project:
    """A project that was built once."""
    made = make_shared(FILES, DOCS)
    made.build()
    shutil.copytree(made.base, made.base.with_name("snapshot"))
    return made


@pytest.fixture
def project(snapshot: Project) -> Project:
    """The project as it was after its first build."""
    shutil.rmtree(snapshot.base)
    shutil.copytree(snapshot.base.with_name("snapshot"), snapshot.base)
    return Project(snapshot.base, dict(snapshot.conf))


def test_nothing_changed(project: Project) -> None:
    before = clean(project)
    assert {"horse", "mule", "donkey", "neigh()"} <= index(before)[
        "indexentries"
    ].keys()
    assert raw(project.build()) == raw(before)
    assert raw(project.build()) == raw(before)


def test_page_of_the_tree_is_written(project: Project) -> None:
    project.write({"a.py": FILES["a.py"].replace("Zebras", "Quaggas")})
    built = project.build()
    assert "zebra" not in index(built)["terms"]
    assert raw(built) == raw(clean(project))


@pytest.mark.parametrize("docname", ["index", "more", "last"])
def test_document_with_entries_is_written(project: Project, docname: str) -> None:
    text = DOCS[f"{docname}.rst"].replace("horse", "pony").replace("Okapi", "Gnu")
    project.write({f"docs/{docname}.rst": text})
    assert raw(project.build()) == raw(clean(project))


def test_document_comes_goes_and_moves(project: Project) -> None:
    project.write({"docs/first.rst": DOCS["more.rst"], "docs/more.rst": None})
    built = project.build()
    assert raw(built) == raw(clean(project))
    # The numbers of documents move; what is kept moves with them.
    project.write({"docs/first.rst": None, "docs/index.rst": DOCS["last.rst"]})
    built = project.build()
    assert "donkey" not in index(built)["indexentries"]
    assert "okapi" not in index(built)["terms"]
    assert raw(built) == raw(clean(project))


def test_document_loses_its_title(project: Project) -> None:
    project.write({"docs/more.rst": ":orphan:\n\n.. index:: horse\n\nOkapi.\n"})
    assert raw(project.build()) == raw(clean(project))
    project.write({"docs/more.rst": DOCS["more.rst"]})
    assert raw(project.build()) == raw(clean(project))


def test_files_on_documents_that_are_not_written(make_project: Make) -> None:
    docs = {**DOCS, "shown.rst": ":orphan:\n\nShown\n=====\n\n.. kwfile:: a.py\n"}
    project = make_project(FILES, docs, kwindex_generate=False)
    project.build()
    project.write({"docs/last.rst": ":orphan:\n\nLast\n====\n\nOx.\n"})
    assert raw(project.build()) == raw(clean(project))


def test_everything_is_written_again(project: Project) -> None:
    # As after a build that was killed.
    project.write({"docs/last.rst": DOCS["last.rst"].replace("Tapir tapir", "Lynx")})
    (project.base / "out/html/.kwindex-running").touch()
    built = project.build()
    assert "tapir" not in index(built)["terms"]
    assert raw(built) == raw(clean(project))


@pytest.mark.parametrize("damage", [None, "Search.setIndex({})", "half of an ind"])
def test_damaged_index_is_no_error(project: Project, damage: str | None) -> None:
    path = project.base / "out/html/searchindex.js"
    if damage is None:
        path.unlink()
    else:
        path.write_text(damage, "utf-8")
    project.write({"docs/last.rst": f"{DOCS['last.rst']}\nMore.\n"})
    built = project.build()
    assert "incomplete" in built.warnings
    assert set(index(built)["docnames"]) <= set(built.env.all_docs)


def test_index_of_an_unknown_shape_is_left_alone(project: Project) -> None:
    written: list[Any] = []

    class Other:
        def load(self, stream: Any) -> Any:
            raise ValueError

        def dump(self, data: Any, stream: Any) -> None:
            written.append(data)

    def freeze(app: Sphinx) -> None:
        def started(_app: Sphinx, builder: Any) -> None:
            builder.indexer_format._format = Other()

        app.connect("write-started", started)

        def page(_app: Sphinx, *_: object) -> None:
            app.builder.indexer.freeze = lambda: {"terms": {"word": []}}

        app.connect("html-page-context", page)

    project.write({"docs/last.rst": f"{DOCS['last.rst']}\nMore.\n"})
    project.build(setup=freeze)
    assert written == [{"terms": {"word": []}}]


def test_index_without_a_script_around_it(project: Project) -> None:
    def entries(built: Build) -> list[str]:
        return sorted(json.loads(built.text("searchindex.json"))["indexentries"])

    first = project.build("json")
    before = entries(first)
    assert "horse" in before
    project.write({"docs/last.rst": f"{DOCS['last.rst']}\nMore.\n"})
    (first.outdir / "last.fjson").unlink()
    assert entries(project.build("json")) == before


def test_addresses_of_a_web_application_are_found(make_project: Make) -> None:
    text = "@app.route('/healthz')\ndef well():\n    return ''\n"
    built = make_project({"web.py": text}).build()
    found = index(built)
    documents = found["terms"]["healthz"]
    assert found["docnames"][documents] == "code/web.py_docs"


def test_two_processes(project: Project) -> None:
    project.write({"docs/last.rst": f"{DOCS['last.rst']}\nMore.\n"})
    assert raw(project.build(parallel=2)) == raw(clean(project))


def test_ids_of_definitions_are_short_and_lead_where_they_led(
    make_project: Make,
) -> None:
    docs = {
        "index.rst": "Manual\n======\n\n.. py:function:: neigh()\n",
        "shown.rst": ":orphan:\n\nShown\n=====\n\n.. kwfile:: c.py\n",
    }
    files = {
        "a.py": "class Ass:\n    def fly(self):\n        def gap(): pass\n\n"
        "def hop(): pass\ndef _pop(): pass\ndef neigh(): pass\n",
        "b.py": "class Ass:\n    class Bee:\n        def fly(self): pass\n",
        "c.py": "def hop(): pass\nif hop:\n    class hop: pass\n",
    }
    built = make_project(files, docs).build()
    found = index(built)
    places = set()
    for prefix, rows in found["objects"].items():
        for document, kind, _, anchor, last in rows:
            # As in searchtools.js.
            name = f"{prefix}.{last}" if prefix else last
            if anchor == "":
                anchor = name
            elif anchor == "-":
                anchor = f"{found['objnames'][str(kind)][1]}-{name}"
            places.add((found["docnames"][document], anchor))
            assert f'id="{anchor}"' in built.text(f"{found['docnames'][document]}.html")
    ids = {anchor for _, anchor in places}
    assert ids > {"def-Ass", "def-Ass.Bee.fly", "def-hop", "def-neigh", "neigh"}
    assert not [one for one in ids if "gap" in one]
    short = [
        row[4] for rows in found["objects"].values() for row in rows if row[3] == "-"
    ]
    assert sorted(short) == ["Ass", "Ass", "Bee", "hop", "hop"]
    labels = {label for _, _, label in found["objnames"].values()}
    assert labels >= {"Code map class", "Code map method", "Code map function"}


def test_stem_of_a_word_is_taken_once(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    stem = SearchEnglish.stem

    def counted(self: SearchEnglish, word: str) -> str:
        asked.append(word)
        return stem(self, word)

    monkeypatch.setattr(SearchEnglish, "stem", counted)
    files = {f"{name}.py": f'"""Zebras of {name}."""\nx = 1\n' for name in "abc"}
    found = index(make_project(files).build())
    assert len(found["terms"]["zebra"]) >= 3
    assert asked.count("Zebras") == 1
    assert len(asked) == len(set(asked))


def test_what_the_host_says_decides_how_the_map_is_kept(make_project: Make) -> None:
    files = {"a.py": '"""A config."""\n\n\ndef stable(): ...\n', "b.py": ""}
    docs = {"more.rst": ":orphan:\n\nMore\n====\n\nSay configuration, stable.\n"}
    project = make_project(files, docs)
    first = project.build()
    assert raw(project.build()) == raw(first)
    terms = index(first)["terms"]
    assert "config\ufeff" in terms
    assert "config" not in terms
    for text in ("Nothing.", "A config.", docs["more.rst"].splitlines()[-1]):
        project.write({"docs/more.rst": f":orphan:\n\nMore\n====\n\n{text}\n"})
        built = project.build()
        assert built.read == {"more"}
        assert raw(built) == raw(clean(project))
    assert raw(built) == raw(first)


def test_page_of_the_tree_comes_into_the_index_and_leaves_it(
    make_project: Make,
) -> None:
    project = make_project({"a.py": "", "b.py": ""})
    project.build()
    for text in ("def trot(): ...\n", '"""Trot."""\n', "", None, "class Trot: ...\n"):
        project.write({"a.py": text})
        assert raw(project.build()) == raw(clean(project)), text


def test_parts_of_words_are_found_as_by_looking_through_all() -> None:
    texts = [
        "configuration",
        "Konfig a.b",
        "a_b",
        "x" * 40,
        "abab <ab>",
        "ab",
        "über",
        "",
    ]
    text = "\n".join(texts).lower()
    found = Parts(texts)
    candidates = {text[i:j] for i in range(len(text)) for j in range(i, len(text) + 1)}
    candidates |= {f"{one}b" for one in candidates} | {"", "c" * 33, "zz"}
    assert {one for one in candidates if found.contain(one) != (one in text)} == set()
    assert not Parts([]).contain("a")
