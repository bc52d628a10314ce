"""Long paths and names on narrow screens: where they may break, and that they do."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from projects import Build, Project
from sphinx.application import Sphinx

pytest.importorskip("fcntl", reason="browsers are asked over pipes of POSIX")
import check_widths
from check_scripts import PROGRAMS, Browser, browser, served

from sphinxcontrib_kwindex.sphinx_wiring.html.line_breaks import one_a_line

Make = Callable[..., Project]

FOLDER = "src/infrastructure_components"
STEM = "asynchronous_configuration_serializer_registry"
CLASS = "AsynchronousConfigurationSerializerRegistry"
FILES = {
    f"{FOLDER}/{STEM}.py": f'"""It."""\n\n\nclass {CLASS}:\n    """It."""\n',
    f"{FOLDER}/user.py": f"from {STEM} import {CLASS}\n\nx = {CLASS}()\n",
    "a&b<c>.py": '"""Other."""\n\n\ndef f():\n    pass\n',
}
NARROW_STEM = (
    "asynchronous_<wbr/>configuration_<wbr/>serializer_<wbr/>registry.<wbr/>py"
)
#: Each break is an element: where there is room, short pieces stay together.
BROKEN_STEM = "asynchronous_<wbr/>configuration_<wbr/>serializer_registry.py"


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    docs = {"page.rst": f"Page\n====\n\n.. kwfolder:: {FOLDER}\n"}
    return make_shared(FILES, docs).build()


@pytest.mark.parametrize(
    "lines",
    [
        ["(", "self,", "a: dict[str, int] = {},", "b=(1, ')'),", "*,", "c=', ') -> X"],
        ["(", "f: fn(A, B) -> C,", "x: Map<K, V>)"],
        ["<A: B, C>(x: Map<K, V>) -> Vec<T>"],
        ["(", "a,", "b"],
        ["[a, b]"],
        [""],
    ],
)
def test_parameters_have_a_line_each(lines: list[str]) -> None:
    signature = " ".join(lines).replace("( ", "(", 1)
    assert one_a_line(signature).split("\n") == lines


def test_paths_and_long_names_may_break(built: Build) -> None:
    index = built.text(f"code/{FOLDER}/index")
    assert f'kw-name" href="{STEM}.py_docs.html">{BROKEN_STEM}</a>' in index
    assert f"{NARROW_STEM}<a" in built.text(f"code/{FOLDER}/{STEM}.py_docs")
    names = built.text(f"code/{FOLDER}/{STEM}.py_kw")
    assert ">Asynchronous<wbr/>ConfigurationSerializer<wbr/>Registry<" in names
    assert "src/<wbr/>infrastructure_" in names
    # Short ones do without.
    assert 'kw-name" href="user.py_docs.html">user.py</a>' in index


def test_names_break_between_words_in_a_column_of_names(make_project: Make) -> None:
    text = (
        "from inspect import iscoroutinefunction\nfrom http_error import HTTPErrors\n"
    )
    files = {"a.py": text + "from b.http_error import HTTPErrors\n"}
    page = make_project(files).build().text("code/a.py_docs")
    assert ">http_error.HTTPErrors<" in page
    assert ">inspect.<wbr/>iscoroutinefunction<" in page


def test_the_title_in_the_contents_list_may_break(make_project: Make) -> None:
    """Themes show the list in a column beside the text."""
    built = make_project(FILES, html_theme="classic").build()
    assert f'href="#">{NARROW_STEM}</a>' in built.text(f"code/{FOLDER}/{STEM}.py_docs")


def test_references_to_characters_stay_whole(built: Build) -> None:
    assert "a&amp;b&lt;c&gt;.py" in built.text("code/index")


def test_text_is_what_it_was(built: Build) -> None:
    """What is copied has nothing in it that parts it."""
    page = built.text(f"code/{FOLDER}/{STEM}.py_docs")
    listing = re.search(r'(?s)<pre class="kw-source[^>]*>.*?</pre>', page)
    assert listing
    assert "<wbr" not in listing[0]
    assert re.sub(r"<[^>]*>", "", listing[0]) == FILES[f"{FOLDER}/{STEM}.py"]
    assert "\N{ZERO WIDTH SPACE}" not in page
    assert "<wbr" not in re.sub(r"(?s)^.*</head>.*?<title>|</title>.*", "", page)


def test_what_is_ours_is_in_one_element(built: Build, make_project: Make) -> None:
    start = '<div class="mathjax_ignore tex2jax_ignore kw-map'
    for name in ("page", "code/index", f"code/{FOLDER}/{STEM}.py_docs"):
        assert built.text(name).count(start) == 1, name

    def connect(app: Sphinx) -> None:
        def nothing(self: Any, node: nodes.section) -> None:
            self.section_level += 1

        def less(self: Any, node: nodes.section) -> None:
            self.section_level -= 1

        # As sphinx_immaterial does.
        app.add_node(nodes.section, override=True, html=(nothing, less))

    flat = make_project(FILES).build(setup=connect).text("code/index")
    assert "<section" not in flat
    assert flat.count(start) == 1


def test_pages_with_folded_rows_load_the_script(make_project: Make) -> None:
    files = {f"data/{number:02}.png": b"\0" for number in range(40)}
    files["data/a.py"] = b"def f():\n    pass\n"
    page = make_project(files).build().text("code/data/index")
    assert '<li id="row-39.png"' in page.partition("<details")[2]
    assert "kwindex.js" in page


@contextmanager
def skipping_without_browser() -> Iterator[None]:
    try:
        yield
    except (EOFError, TimeoutError) as exc:
        pytest.skip(f"the browser does not run here: {exc}")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("no Chromium")
    with skipping_without_browser(), browser(program) as one:
        yield one


@pytest.mark.parametrize("theme", ["alabaster", "classic", "furo"])
def test_nothing_is_wider_than_a_phone(
    chromium: Browser, tmp_path: Path, theme: str
) -> None:
    project = Project(check_widths.write_host(tmp_path, theme).parent)
    site = project.build().outdir
    kinds = [kind for kind in check_widths.OURS if not kind.startswith("search")]
    with served(site) as origin, skipping_without_browser():
        found = check_widths.faults(chromium, site, origin, theme, 390, kinds)
        assert list(found) == []


def test_parts_of_pages_are_none_of_bootstrap(
    chromium: Browser, make_project: Make
) -> None:
    """Its classes have the same names, and the width of a page, or of the title."""
    project = make_project(
        {**FILES, "README.md": "# It\n\nWhat it is.\n"},
        html_static_path=["_static"],
        html_css_files=["b.css"],
        templates_path=["_templates"],
    )
    crumbs = '<nav class="breadcrumb"><ul><li>{{ title|striptags }}</li></ul></nav>'
    crumbs += '<nav class="flex"><span>\n{{ title|striptags|e }}\n</span></nav>'
    rules = (
        ".container { margin: 0 auto; padding: 0 12px; width: 1170px; }\n"
        ".breadcrumb { white-space: nowrap; }\n"
        ".breadcrumb li { display: inline-block; }\n"
        ".flex { display: flex; flex-wrap: wrap; }\n"
        "dt.sig { text-wrap: nowrap; }\n"
    )
    block = "{% block document %}" + crumbs + "{{ super() }}{% endblock %}"
    layout = '{% extends "!layout.html" %}\n' + block
    project.write({"docs/_static/b.css": rules, "docs/_templates/layout.html": layout})
    built = project.build()
    left = """[...document.querySelectorAll(".kw-map p:not(nav p)")].slice(0, 2).map(
      one => one.getBoundingClientRect().left)"""
    with served(built.outdir) as origin, skipping_without_browser():
        check_widths.show(chromium, 1000)
        page = check_widths.measure(chromium, origin, "code/index")
        opening, below = chromium.value(left)
        check_widths.show(chromium, 390)
        file = check_widths.measure(chromium, origin, f"code/{FOLDER}/{STEM}.py_docs")
    assert page["over"] == 0, page["widest"]
    assert opening == below
    assert file["over"] == 0, file["widest"]
    assert not file["beside"]


def test_titles_and_names_in_results_of_searches_may_break(make_project: Make) -> None:
    """The host's page of results has no style of ours."""
    method = "serialize_every_configuration"
    code = f"class {CLASS}:\n    def {method}(self): ...\n    def f(self): ...\n"
    built = make_project({**FILES, f"{FOLDER}/{STEM}.py": code}).build()
    text = built.text("searchindex.js")
    index = json.loads(text.removeprefix("Search.setIndex(").removesuffix(")"))
    gap = "\N{ZERO WIDTH SPACE}"
    stem = NARROW_STEM.replace("<wbr/>", gap)
    titles = [one.lstrip("\ufeff") for one in index["titles"]]
    assert f"src/{gap}infrastructure_components/{gap}{stem}" in titles
    rows = {prefix.lstrip("\ufeff"): one for prefix, one in index["objects"].items()}
    # An id that is made of the name would have the gap in it.
    assert {
        (anchor, name.rstrip("\ufeff")) for *_, anchor, name in rows[f"{CLASS}{gap}"]
    } == {(f"def-{CLASS}.{one}", one) for one in (method, "f")}
