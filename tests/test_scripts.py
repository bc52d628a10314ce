"""Texts that try to be script, in every place that a page shows.

``benchmarks/check_scripts.py`` opens the same site in a browser. Here the pages are
parsed, which needs none and finds what no browser of today runs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Set
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import payloads
import pytest
import sphinx
from check_markdown import problems
from projects import Build, Project, make_project

from sphinxcontrib_kwindex.sphinx_wiring.html import search_ranking as search_map
from sphinxcontrib_kwindex.sphinx_wiring.html.mathml import mathml

#: Each second one, for time; a browser is given all of them.
GIVEN = payloads.PAYLOADS[::2]
#: Attributes that take an address, or several.
ADDRESSES = {
    *("href", "src", "action", "formaction", "data", "srcdoc", "poster", "ping"),
    *("background", "cite", "xlink:href", "srcset", "manifest", "codebase"),
}
NEVER = {"iframe", "frame", "object", "embed", "base", "applet", "form", "portal"}
SCHEME = re.compile(r"\s*([a-zA-Z][\w+.-]*):")


class Page(HTMLParser):
    """Finds what would run, or ask somebody, in a page."""

    def __init__(self, text: str, *, own: Set[str] = frozenset()) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.scripts: list[str] = []
        self.leads_on: list[str] = []
        self._own = own
        self._in_script = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        given = dict(attrs)
        if tag == "script":
            self.scripts += [given["src"] or ""] if "src" in given else []
        elif tag in NEVER - self._own:
            self.found.append(f"<{tag}>")
        elif tag == "meta" and (given.get("http-equiv") or "").lower() == "refresh":
            self.leads_on.append(given.get("content") or "")
            if "refresh" not in self._own:
                self.found.append("refresh")
        for name, value in attrs:
            if name.startswith("on"):
                self.found.append(f"{name}={value}")
            if name in ADDRESSES:
                # Browsers leave out what does not show.
                target = re.sub(r"[\x00-\x20]", "", value or "")
                scheme = SCHEME.match(target)
                if scheme and scheme[1].lower() not in {"http", "https", "mailto"}:
                    self.found.append(f"{name}={value}")
                if payloads.HOST in target and name != "href":
                    self.found.append(f"{name}={value}")
            if name == "style" and "(" in (value or ""):
                self.found.append(f"style={value}")

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.scripts.append(data)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    base = tmp_path_factory.mktemp("payloads")
    made = make_project(
        base,
        {},
        html_theme="alabaster",
        html_math_renderer="kwindex-mathml",
        suppress_warnings=["kwindex.syntax", "kwindex.moved"],
    )
    assert payloads.write(base / "repo", GIVEN, every=10) >= 60
    return made


@pytest.fixture(scope="module")
def html(project: Project) -> Build:
    return project.build("html")


def test_pages_have_the_scripts_of_the_theme_only(html: Build) -> None:
    pages = sorted(html.outdir.rglob("*.html"))
    assert len(pages) > 100
    wrong = {}
    scripts = set()
    # The search box, and pages that lead on to where a file is now.
    own = {"form", "refresh"}
    for path in pages:
        page = Page(path.read_text("utf-8"), own=own)
        if page.found:
            wrong[path.name] = page.found
        for content in page.leads_on:
            target = unquote(content.removeprefix("0; url=").partition("#")[0])
            if not (path.parent / target).is_file():
                wrong[path.name] = [content]
        scripts |= {re.sub(r"^(\.\./)+|\?v=\w+$", "", one) for one in page.scripts}
    assert wrong == {}
    assert {one for one in scripts if not one.startswith("_static/")} <= {
        "searchindex.js",
        "document.getElementById('searchbox').style.display = \"block\"",
    }
    assert html.warnings == ""


def test_every_payload_is_shown(html: Build) -> None:
    shown = {
        re.sub(r"<[^>]*>", "", path.read_text("utf-8"))
        for path in html.outdir.rglob("text/*_docs.html")
    }
    text = unescape("\n".join(shown))
    for number, payload in enumerate(payloads.PAYLOADS, 1):
        if payload not in GIVEN:
            continue
        assert f"alert({number})" in text or f"/{number}" in text, payload


def test_search_never_takes_a_title_for_html(
    make_project: Callable[..., Project],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """Before Sphinx 8.2 or so the search makes HTML of titles."""
    project = make_project({"<img src=x onerror=alert(1)>.py": "x = 1\n", "a.py": ""})
    script = project.build().text("_static/searchtools.js")
    assert ("innerHTML = title" in script) == search_map.takes_titles_for_html()
    request.addfinalizer(search_map.takes_titles_for_html.cache_clear)
    for takes in (True, False):
        theme = tmp_path / f"{takes}/themes/basic/static"
        theme.mkdir(parents=True)
        (theme / "searchtools.js").write_text("innerHTML = title" if takes else "")
        search_map.takes_titles_for_html.cache_clear()
        monkeypatch.setattr(sphinx, "__file__", f"{tmp_path}/{takes}/__init__.py")
        for number in range(2):
            # The titles of pages that are not read again come from the last index.
            project.write({"a.py": f"x = {number}\n"})
            made = project.build(fresh=not number)
            index = made.text("searchindex.js")
            found = json.loads(index[index.index("{") : index.rindex("}") + 1])
            shown = [*found["titles"]]
            for prefix, rows in found["objects"].items():
                shown += [f"{prefix}.{row[4]}" for row in rows]
            of_it = [one.replace("\ufeff", "") for one in shown if "img" in one]
            name = "img src=x onerror=alert(1)"
            assert {*of_it} == {f"&lt;{name}&gt;.py" if takes else f"<{name}>.py"}


def test_markdown_has_no_markup_of_theirs(project: Project) -> None:
    made = project.build("markdown")
    pages = sorted(made.outdir.rglob("*.md"))
    assert len(pages) > 100
    wrong = {}
    for path in pages:
        said = [
            one
            for one in problems(path, made.outdir.resolve())
            if "raw HTML" in one or "scheme" in one or "fence" in one
        ]
        if said:
            wrong[path.name] = said
    assert wrong == {}


@pytest.mark.parametrize(
    "markup",
    [
        "<script>alert(1)</script>",
        "<p onclick='x'>",
        "<a href='java&#9;script:x'>",
        "<a href=' JAVASCRIPT:x'>",
        "<svg><a xlink:href='data:text/html,x'>",
        "<iframe src=x>",
        "<meta http-equiv=Refresh content=0>",
        f"<img src='http://{payloads.HOST}/x'>",
    ],
)
def test_the_parser_finds_what_runs(markup: str) -> None:
    page = Page(markup)
    assert page.found or page.scripts


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\def\x{1} \x",
        r"\style{color: red}{x}",
        r"a \class{sidebar}{x}",
        r"\require{html}",
        r"\mmlToken{mi}[href=x]{x}",
    ],
)
def test_tex_that_is_more_than_an_equation_is_code(
    build: Callable[..., Build], tex: str
) -> None:
    text = f'r"""See :math:`{tex}`.\n\n.. math:: {tex}\n\nAnd :math:`x`.\n"""\n'
    made = build({"a.py": text}, html_math_renderer="mathjax")
    page = made.text("code/a.py_docs")
    assert page.count("mathjax_process") == 1
    assert f"\\({tex}" not in unescape(page)
    assert tex.split("{")[0] in unescape(page)


def test_mathjax_is_kept_to_equations(build: Callable[..., Build]) -> None:
    r"""It takes ``\(`` in any text for TeX, also in a title."""
    name = r"\(\href{javascript:x}{go}\).py"
    text = (
        'r"""Say \\(\\href{javascript:x}{go}\\).\n\n'
        ".. container:: math MathJax_process kw-long other\n\n   \\(x\\)\n\n"
        ':math:`y`\n"""\n'
    )
    made = build(
        {name: text, "a.py": text},
        {"index.rst": "Manual\n======\n\n.. kwfile:: a.py\n\n:math:`z`\n"},
    )
    page = made.text("code/a.py_docs")
    assert page.count("mathjax_process tex2jax_process") == 1
    assert len(re.findall(r'class="(?:[^"]* )?math[ "]', page)) == 1
    assert re.search(r'<section class="[^"]*mathjax_ignore', page)
    assert 'class="other ' in page
    assert not re.search(r'class="[^"]*kw-long', page)
    assert '<div class="mathjax_ignore tex2jax_ignore' in made.text("index")
    assert "mathjax@" in page
    for path in made.outdir.rglob("*.html"):
        page = re.sub(
            r'(?s)<section class="[^"]*mathjax_ignore.*</section>', "", path.read_text()
        )
        if path.name != "index.html":
            assert not re.search(r"(?<!\\)\\href", page), path


def test_equations_need_no_script(build: Callable[..., Build]) -> None:
    text = '"""Half: :math:`\\\\frac{1}{2}`.\n\n.. math:: a \\\\\\\\ b\n"""\n'
    made = build({"a.py": text}, html_math_renderer="kwindex-mathml")
    page = made.text("code/a.py_docs")
    assert "<mfrac>" in page
    assert 'display="block"' in page
    assert "mathjax@" not in page
    assert mathml(r"\nothing<b>", block=False) == r"<code>\nothing&lt;b&gt;</code>"
    assert mathml(r"\nothing", block=True) == r"<pre>\nothing</pre>"
