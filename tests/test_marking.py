"""Lines of a listing that are marked, and long listings."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from projects import Build, Project

Make = Callable[..., Project]

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))),
    None,
)
FILES = {"a.py": "x = 1\n" * 300, "b.py": "y = 1\n" * 100, "c.bin": b"\0"}
DOCS = {"page.rst": "Page\n====\n\n.. kwfile:: b.py\n   :sections: Original Source\n"}

# Clicks on the number of a line, and tells what is marked then.
STEPS = """
const seen = [];
function tell() {
  const marked = [...document.querySelectorAll(".kw-marked")].map((one) => one.id);
  seen.push([location.hash, marked[0] || "", marked.length]);
}
function click(id, shiftKey = false, x = 5) {
  const line = document.getElementById(id);
  const group = line.closest(".kw-lines");
  const { left } = group.getBoundingClientRect();
  const { top, height } = line.getClientRects()[0];
  const at = { clientX: left + x, clientY: top + height / 2 };
  group.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey, ...at }));
  tell();
}
// Goes somewhere else on the page; what is marked follows the event of the address.
const go = (where) => new Promise((resolve) => {
  addEventListener("hashchange", () => setTimeout(resolve), { once: true });
  where();
});
addEventListener("load", async () => {
  const before = history.length;
  tell();
  STEPS
  const grown = history.length - before;
  document.documentElement.dataset.seen = JSON.stringify([seen, grown]);
});
"""


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES, DOCS).build()
    build.check_links()
    return build


def test_pages_of_the_map_load_the_script(built: Build) -> None:
    script = re.compile(
        r'<script data-files="Files" data-filter="Filter" data-find="Find"'
        r' data-root="([./]+)"'
        r' data-version="[0-9a-f]{8}" data-wide="Scrolls sideways" defer="defer"'
        r' src="([./]*)_static/kwindex.js\?v=[0-9a-f]+">'
    )
    for docname in ("code/a.py_docs", "code/a.py_kw", "code/index", "page"):
        found = script.search(built.text(docname))
        assert found, docname
        assert found[1].removeprefix("./") == found[2]
    for docname in ("index", "search", "genindex"):
        assert "kwindex" not in built.text(docname), docname
    assert Path(built.outdir, "_static", "kwindex.js").is_file()
    texts = Path(built.outdir, "_kwindex", "texts.js").read_text("ascii")
    assert texts.startswith('kwindexData("texts",[["')


def test_script_has_its_attributes_where_templates_leave_them_out(
    make_project: Make,
) -> None:
    """Without them it finds none of its files."""
    template = (
        '{% extends "!layout.html" %}{% block scripts %}{% for js in script_files %}'
        '<script src="{{ pathto(js.filename, 1) }}"></script>{% endfor %}{% endblock %}'
    )
    docs = DOCS | {"_templates/layout.html": template}
    built = make_project(FILES, docs, templates_path=["_templates"]).build()
    for docname, root in (
        ("code/a.py_docs", "../"),
        ("code/index", "../"),
        ("page", ""),
    ):
        (tag,) = re.findall(r"<script[^>]*kwindex[^>]*>", built.text(docname))
        assert tag.startswith(f'<script src="{root}_static/kwindex.js"'), docname
        assert f' data-root="{root or "./"}"' in tag
        assert ' data-find="Find"' in tag
        assert ' defer="defer"' in tag
    assert "kwindex" not in built.text("search")


def test_pages_have_style_sheet_and_script_where_templates_leave_them_out(
    make_project: Make,
) -> None:
    """Some themes write those alone that they bring."""
    template = (
        '{% extends "!layout.html" %}{% block css %}{% endblock %}'
        "{% block scripts %}{% endblock %}"
    )
    docs = DOCS | {"_templates/layout.html": template}
    built = make_project(FILES, docs, templates_path=["_templates"]).build()
    for docname, root in (("code/a.py_docs", "../"), ("page", "")):
        head = built.text(docname).partition("</head>")[0]
        assert head.count(f' href="{root}_static/kwindex.css?v=') == 1, docname
        (tag,) = re.findall(r"<script[^>]*kwindex[^>]*>", head)
        assert f' data-root="{root or "./"}"' in tag
        assert f' src="{root}_static/kwindex.js?v=' in tag
    assert "kwindex" not in built.text("search")


def test_code_from_right_to_left_keeps_its_order(make_project: Make) -> None:
    files = {"a.py": 'שם = "שלום"\n', "b.py": 'name = "café"\n'}
    built = make_project(files).build()
    assert '<pre class="kw-source nohighlight kw-bidi"' in built.text("code/a.py_docs")
    assert "kw-bidi" not in built.text("code/b.py_docs")


def test_listings_scroll_with_the_page(built: Build) -> None:
    for docname, groups in (("code/a.py_docs", 4), ("code/b.py_docs", 2)):
        page = built.text(docname)
        listing = '<pre class="kw-source nohighlight" tabindex="0" role="group"'
        assert page.count(f'{listing} aria-label="Source"') == 1
        assert page.count('<span class="kw-lines">') == groups
        # Lines are numbered by hundreds.
        assert re.search(r'<span class="kw-lines">[^\n]* id="L100"[ >]', page)
        skip = page.index('<a class="kw-skip" href="#behind-listing">')
        assert skip < page.index("kw-source") < page.index('id="behind-listing"')
    sheet = Path(built.outdir, "_static", "kwindex.css").read_text("utf-8")
    assert "85vh" not in sheet


def test_books_have_no_script(make_project: Make) -> None:
    project = make_project(FILES, DOCS, kwindex_books=True)
    whole = project.build("singlehtml")
    assert "kwindex.js" not in whole.text("index")
    assert not Path(whole.outdir, "_kwindex").exists()
    built = project.build("epub")
    assert not Path(built.outdir, "_static", "kwindex.js").exists()
    with zipfile.ZipFile(next(built.outdir.glob("*.epub"))) as book:
        for name in book.namelist():
            assert not name.endswith("kwindex.js")
            if name.endswith(".xhtml"):
                text = book.read(name).decode()
                assert "kwindex.js" not in text
                assert "kw-skip" not in text
                assert "tabindex" not in text


def test_it_is_in_the_wheel(tmp_path: Path) -> None:
    builder = WheelBuilder(str(Path(__file__).parents[1]))
    (wheel,) = builder.build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as archive:
        assert "sphinxcontrib_kwindex/static/page/core.js" in archive.namelist()


def run(built: Build, docname: str, fragment: str, steps: str) -> tuple[list, int]:
    """Return hash, first line and number of lines marked after each step.

    Also by how much the history grew.
    """
    page = built.path(docname)
    tried = page.with_name(f"tried-{page.name}")
    script = f"<script>{STEPS.replace('STEPS', steps)}</script></head>"
    tried.write_text(page.read_text("utf-8").replace("</head>", script, 1), "utf-8")
    profile = built.outdir.parent / "profile"
    assert BROWSER
    try:
        done = subprocess.run(
            [
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                f"--user-data-dir={profile}",
                "--virtual-time-budget=5000",
                "--dump-dom",
                f"{tried.as_uri()}#{fragment}",
            ],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
    finally:
        tried.unlink()
    found = re.search(r'data-seen="([^"]*)"', done.stdout)
    if "kw-source" not in done.stdout:
        pytest.skip(f"the browser does not run here: {done.stderr[-300:]}")
    assert found, done.stderr
    seen, grown = json.loads(found[1].replace("&quot;", '"'))
    return seen, grown


needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium")


@needs_browser
def test_clicks_mark_and_unmark(built: Build) -> None:
    seen, grown = run(
        built,
        "code/a.py_docs",
        "",
        """
        click("L3"); click("L7", true); click("L2", true);
        click("L5"); click("L5"); click("L9", true);
        click("L11", false, 120);
        await go(() => history.back()); tell();
        """,
    )
    assert seen == [
        ["", "", 0],
        ["#L3", "L3", 1],
        ["#L3-L7", "L3", 5],
        ["#L2-L3", "L2", 2],
        ["#L5", "L5", 1],
        ["", "", 0],
        ["#L9", "L9", 1],
        # A click on the code marks nothing.
        ["#L9", "L9", 1],
        # One step back leads to where nothing was marked.
        ["", "", 0],
    ]
    assert grown == 1


@needs_browser
def test_fragments_mark(built: Build) -> None:
    seen, _ = run(
        built,
        "code/a.py_docs",
        "L200-L210",
        """
        const box = document.querySelector("pre.kw-source").getBoundingClientRect();
        const line = document.getElementById("L200").getBoundingClientRect();
        seen.push([box.height > 3000, scrollY > 1000, line.top >= 0,
          line.bottom <= innerHeight]);
        for (const one of ["L290-L999", "L9-L8", "L4", "L0", "file-purpose", "%"]) {
          await go(() => { location.hash = one; }); tell();
        }
        """,
    )
    assert seen == [
        ["#L200-L210", "L200", 11],
        [True, True, True, True],
        ["#L290-L999", "L290", 11],
        ["#L9-L8", "L8", 2],
        ["#L4", "L4", 1],
        ["#L0", "", 0],
        ["#file-purpose", "", 0],
        ["#%", "", 0],
    ]


@needs_browser
def test_ids_with_a_prefix(built: Build) -> None:
    seen, _ = run(
        built,
        "page",
        "b.py-L2-L4",
        'click("b.py-L6"); click("b.py-L8", true);',
    )
    assert seen == [
        ["#b.py-L2-L4", "b.py-L2", 3],
        ["#b.py-L6", "b.py-L6", 1],
        ["#b.py-L6-L8", "b.py-L6", 3],
    ]


@needs_browser
def test_folds_keep_their_markers_where_themes_make_blocks_of_them(
    make_project: Make,
) -> None:
    files = {"a.py": 'def f():\n    """Do it."""\n\n\ndef g():\n    return f()\n'}
    built = make_project(
        files,
        {"_static/reset.css": "summary { display: block }"},
        html_static_path=["_static"],
        html_css_files=[("reset.css", {"priority": 100})],
    ).build()
    seen, _ = run(
        built,
        "code/a.py_docs",
        "",
        "seen.length = 0;"
        "for (const one of document.querySelectorAll('details.kw-line > summary'))"
        " seen.push(getComputedStyle(one).display);",
    )
    assert set(seen) == {"list-item"}
