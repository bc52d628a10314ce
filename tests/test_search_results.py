"""What Sphinx's search finds first, as its own script says it.

The script runs under Node where that is installed; ``benchmarks/check_search.py`` asks
it in a browser about documentation that others wrote.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import pytest
from projects import Build, Project

from sphinxcontrib_kwindex.sphinx_wiring.documents.domain import kw_domain
from sphinxcontrib_kwindex.sphinx_wiring.html.search_ranking import SORTED_LAST

Make = Callable[..., Project]
pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="Node is not there")

SCRIPT = Path(__file__).parents[1] / "benchmarks/search.mjs"
DOCS = {
    "index.rst": (
        "Zoo\n===\n\nZebras, and what configurations they need.\n\n"
        ".. toctree::\n\n   api\n   graze\n\n.. glossary::\n\n   Herd\n      Many.\n"
    ),
    "api.rst": "API\n===\n\n.. py:module:: zoo\n\n.. py:class:: Zebra\n\n"
    "   .. py:method:: gallop()\n\n.. py:function:: feed_all()\n",
    "graze.rst": "Let them graze\n==============\n\nGrass, said the walrus keeper.\n",
}
FILES = {
    "zoo.py": '''"""Zebras need a config and grass, and okapis."""


class Zebra:
    """A walrus is none."""

    def gallop(self):
        """Graze."""

        def walrus(): ...

    def walrus(self): ...


def _walrus(): ...


class Walrus:
    def swim(self): ...


class WalrusKeeper: ...


def feed_walrus(): ...


def feed(): ...


def feed_all(): ...


def okapi(): ...


def okapis(): ...


class Okapi:
    def okapi(self): ...
''',
    "walrus.py": '"""A file of its own."""\nx = 1\n',
    "tusk.py": "",
    "deep/tusk.png": b"\x89PNG\r\n",
    "graze/grass.txt": "Zebras\n",
    "api.py": '"""API of the zoo."""\n',
    "herd.py": "class Herd: ...\n",
}
QUERIES = (
    *("zoo", "Zoo", "api", "API", "zebra", "Zebra", "zebras", "zoo.Zebra.gallop"),
    *("gallop", "graze", "let them graze", "grass", "walrus", "keeper", "herd"),
    *("config", "configuration", "need", "feed", "feed_all", "zoo api", "py", "ed"),
    *("python class", "zebra config", "let them", "gallop zebra", "keep", "okapi"),
    *("map", "code map"),
)


class Result(NamedTuple):
    docname: str
    title: str
    anchor: str
    description: str | None
    score: int
    filename: str
    kind: str

    @property
    def shown(self) -> str:
        """The title without what is not seen."""
        return self.title.replace(SORTED_LAST, "")


def ask(outdir: Path, queries: Iterable[str]) -> dict[str, list[Result]]:
    queries = list(queries)
    done = subprocess.run(
        ["node", str(SCRIPT), str(outdir)],
        input=json.dumps(queries),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found = json.loads(done.stdout)
    return {
        query: [Result(*one) for one in results]
        for query, results in zip(queries, found, strict=True)
    }


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    return make_shared(FILES, DOCS).build()


@pytest.fixture(scope="module")
def without(make_shared: Make) -> Build:
    return make_shared(FILES, DOCS, extensions=[]).build()


@pytest.fixture(scope="module")
def found(built: Build) -> dict[str, list[Result]]:
    return ask(built.outdir, QUERIES)


def names(results: Iterable[Result]) -> list[str]:
    return [one.shown for one in results if one.kind == "object"]


def test_the_host_comes_first_and_as_without_the_map(
    found: dict[str, list[Result]], built: Build, without: Build
) -> None:
    before = ask(without.outdir, QUERIES)
    seen = 0
    for query, results in found.items():
        theirs = [one for one in results if one.docname in without.env.all_docs]
        assert theirs == before[query], query
        # Entries of the index are shown behind everything by Sphinx, whosever they are.
        results = [one for one in results if one.kind != "index"]
        first = [one for one in theirs if one.kind != "index"]
        assert results[: len(first)] == first, query
        seen += len(first) < len(results)
    assert seen > 15


def test_the_host_comes_first_with_a_scorer_of_its_own(make_project: Make) -> None:
    scorer = (
        "var Scorer = {objNameMatch: 20, objPartialMatch: 3, objPrioDefault: 0,"
        " objPrio: {0: 9, 1: 8, 2: -7}, title: 30, partialTitle: 7, term: 4,"
        " partialTerm: 1, score: r => r[4] * 2};"
    )
    project = make_project(FILES, DOCS)
    project.configure(html_search_scorer=str(project.docs / "scorer.js"))
    project.write({"docs/scorer.js": scorer})
    built = project.build()
    code = kw_domain(built.env).code
    assert code is not None
    for query, results in ask(built.outdir, QUERIES).items():
        ours = [
            one.docname in code.by_docname for one in results if one.kind != "index"
        ]
        assert ours == sorted(ours), query


def test_words_of_the_map_weigh_less_for_pagefind(built: Build, without: Build) -> None:
    weighed = {
        name
        for name in built.env.all_docs
        if " data-pagefind-weight=" in built.text(name)
    }
    assert weighed == built.env.all_docs.keys() - without.env.all_docs.keys()


def test_definitions_come_in_order_and_before_files(
    found: dict[str, list[Result]],
) -> None:
    assert names(found["walrus"]) == [
        *("feed_walrus", "WalrusKeeper", "Walrus", "Zebra.walrus", "_walrus"),
        "Walrus.swim",
    ]
    assert [(one.shown, one.kind) for one in found["walrus"][-1:]] == [
        ("walrus.py", "index")
    ]
    # What the host does not know is found by its whole name first.
    assert names(found["okapi"])[:3] == ["Okapi", "okapi", "Okapi.okapi"]
    assert "okapis" in names(found["okapi"])[3:]


def test_nothing_is_escaped_and_nothing_local_is_found(built: Build) -> None:
    (results,) = ask(built.outdir, ["locals"]).values()
    assert results == []
    text = built.text("searchindex.js")
    assert "&lt;" not in text
    assert "locals" not in text


def test_places_are_found_by_their_names(built: Build) -> None:
    queries = ["walrus.py", "herd.py", "WALRUS"]
    found = ask(built.outdir, queries)
    for query, place in zip(
        queries, ["walrus.py", "herd.py", "walrus.py"], strict=True
    ):
        last = found[query][-1]
        assert (last.shown, last.kind) == (place, "index")
        assert built.path(last.docname).is_file()


def test_places_without_a_page_are_found_as_rows_behind_definitions(
    make_project: Make,
) -> None:
    files = FILES | {"a/tusk.json": "", "b.py": "def tusk_json(): ...\n"}
    built = make_project(files, DOCS).build()
    found = ask(built.outdir, ["tusk", "tusk.py", "json"])
    assert [(one.shown, one.kind) for one in found["tusk"]] == [
        ("tusk_json", "object"),
        ("tusk.json", "object"),
        ("tusk.png", "object"),
        ("tusk.py", "object"),
    ]
    assert "tusk.py" in names(found["tusk.py"])
    assert "Code map file, in " in (found["tusk"][-1].description or "")
    assert [one.shown for one in found["json"]] == ["tusk_json", "tusk.json"]
    for one in (*found["tusk"], *found["tusk.py"]):
        assert f'id="{one.anchor[1:]}"' in built.text(one.docname), one


def test_words_of_docstrings_are_found(found: dict[str, list[Result]]) -> None:
    def pages(query: str) -> list[str]:
        return [one.shown for one in found[query] if one.kind == "text"]

    assert pages("okapi") == ["zoo.py"]
    # Of the host's longer word as without the map, and the word itself.
    assert pages("config") == ["Zoo", "zoo.py"]
    assert pages("grass") == ["Let them graze", "zoo.py"]


def test_ids_lead_to_definitions(found: dict[str, list[Result]], built: Build) -> None:
    for results in found.values():
        for one in results:
            if one.kind == "object":
                assert f'id="{one.anchor[1:]}"' in built.text(one.docname), one


def test_pages_in_which_nothing_is_found_are_left_out(built: Build) -> None:
    text = built.text("searchindex.js")
    assert "zoo.py_docs" in text
    assert "zoo.py_kw" not in text
