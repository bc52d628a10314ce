"""Markdown twins of the pages of HTML builders, and the lists of what there is."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest
from projects import Build, Project, assert_same
from sphinx.application import Sphinx

pytest.importorskip("sphinx_markdown_builder")

Make = Callable[..., Project]

FILES = {
    "pkg/__init__.py": '"""What the package is."""\n',
    "pkg/a.py": (
        '"""Helps *b*; see :func:`f` and :doc:`/own`."""\n\n\n'
        'def f(x):\n    """Call :class:`C`."""\n    return g(x)\n\n\n'
        "def g(x):\n    return f(x)\n"
    ),
    "pkg/b.py": (
        '"""Uses *a*."""\n\nfrom pkg.a import f, g\n\n\nclass C:\n    x = f(g(1))\n'
    ),
    "pkg/sub/__init__.py": "",
    "pkg/sub/c.py": "from pkg.a import f\n\ny = f(2)\n",
    "pkg/[slug].ts": "export const one = 1;\n",
    "README.md": (
        "# Sample\n\nA sample of code\n\nSee `pkg/a.py`, line 4, and [b](pkg/b.py).\n"
    ),
    "setup.cfg": "[tool]\nfile = pkg/a.py\n",
}
DOCS = {
    "index.rst": "Manual\n======\n\n.. toctree::\n\n   own\n\n:kw:func:`pkg.a.f`\n",
    "own.rst": "Own\n===\n\nWritten by hand.\n",
}
SOURCE = "https://example.org/{path}#L{line}"
ENTRY = re.compile(r"- \[([^\]]+)\]\(([^)]+)\)(?:: (.*))?")


@pytest.fixture(scope="module")
def shared(make_shared: Make) -> Project:
    return make_shared(FILES, DOCS, kwindex_markdown=True)


@pytest.fixture(scope="module")
def html(shared: Project) -> Build:
    """The map in HTML, with its twins."""
    return shared.build()


@pytest.fixture(scope="module")
def dirhtml(shared: Project, html: Build) -> Build:
    """The same in folders, of what was read for the other."""
    return shared.build("dirhtml")


def twins(built: Build) -> list[Path]:
    """Return all Markdown below the map."""
    found = sorted(Path(built.outdir, "code").rglob("*.md"))
    assert found
    return found


def links(text: str) -> Iterator[str]:
    """Yield where links lead, those in listings left out."""
    text = re.sub(r"(?ms)^(`{3,})[^`]*?$.*?^\1", "", text)
    yield from re.findall(r"\]\(([^)\s]*)\)", text)


def ids(path: Path) -> set[str]:
    """Return the ids of a file: of HTML or of Markdown with its headings."""
    text = path.read_text("utf-8")
    found = set(re.findall(r'\bid="([^"]*)"', text))
    for title in re.findall(r"(?m)^#+ (.*)$", text):
        plain = re.sub(r"\\|`", "", title).lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


def check_links(built: Build, files: list[Path]) -> None:
    """Fail where a link leads nowhere."""
    seen = 0
    for file in files:
        for link in links(file.read_text("utf-8")):
            path, _, name = unquote(link.replace("&amp;", "&")).partition("#")
            if "://" in path:
                continue
            target = (file.parent / path).resolve() if path else file
            if target.is_dir():
                target /= "index.html"
            assert target.is_file(), (file, link)
            assert not name or name in ids(target), (file, link)
            seen += 1
    assert seen > len(files)


@pytest.mark.parametrize("source", ["", SOURCE])
def test_twins_are_what_the_markdown_builder_writes(
    make_project: Make, source: str
) -> None:
    project = make_project(
        FILES, DOCS, kwindex_markdown=True, kwindex_source_link=source
    )
    built, written = project.build(), project.build("markdown")
    names = [path.relative_to(built.outdir) for path in twins(built)]
    assert names == [path.relative_to(written.outdir) for path in twins(written)]
    for name in names:
        text = Path(built.outdir, name).read_text("utf-8")
        # What leads out of the map leads to HTML.
        text = re.sub(r"\]\(\.\./\.\./(own|index)\.html\)", r"](../../\1.md)", text)
        assert text == Path(written.outdir, name).read_text("utf-8"), name
    listed = Path(built.outdir, "code/pkg/a.py_docs.md").read_text("utf-8")
    assert ("https://example.org/pkg/a.py#L4" in listed) == bool(source)
    assert "(../../own.html)" in listed


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_links_lead_somewhere(builder: str, request: pytest.FixtureRequest) -> None:
    built = request.getfixturevalue(builder)
    assert not built.warnings
    for docname in built.app.env.all_docs:
        page = Path(built.app.builder.get_outfilename(docname))  # type: ignore[attr-defined]
        assert page.with_suffix(".md").is_file() == docname.startswith("code/")
    files = twins(built)
    check_links(built, files)
    lists = [built.outdir / "llms.txt", built.outdir / "code/llms.txt"]
    check_links(built, lists)
    built.check_links()


def test_pages_say_where_their_twins_are(html: Build, dirhtml: Build) -> None:
    twin = '<link rel="alternate" type="text/markdown" href="%s" />'
    covers = '<link rel="describedby" href="%s" />'
    page = html.text("code/pkg/a.py_docs")
    assert page.count(twin % "a.py_docs.md") == 1
    assert page.count(covers % "../llms.txt") == 1
    page = dirhtml.text("code/pkg/a.py_docs/index.html")
    assert twin % "index.md" in page
    assert covers % "../../llms.txt" in page
    assert "describedby" not in dirhtml.text("own/index.html")


def entries(text: str) -> dict[str, list[tuple[str, str, str]]]:
    """Return what is listed below each heading, as the proposal's parser reads it."""
    start, *rest = re.split(r"(?m)^##\s*(.*?$)", text)
    assert re.match(r"# .+\n\n> .+\n", start)
    found: dict[str, list[tuple[str, str, str]]] = {}
    for heading, lines in zip(rest[::2], rest[1::2], strict=True):
        found[heading] = [
            entry.groups("")  # type: ignore[misc]
            for line in lines.split("\n")
            if line.strip() and (entry := ENTRY.fullmatch(line))
        ]
        assert all(ENTRY.fullmatch(line) for line in lines.split("\n") if line.strip())
    return found


def test_list_of_the_map(html: Build) -> None:
    text = html.text("code/llms.txt")
    assert "\n\n> A sample of code\n\n" in text
    assert "\n\n8 files in 3 folders define" in text
    listed = entries(text)
    assert [*listed] == ["Overview", "Packages", "Most Imported Files"]
    overview = {address: name for name, address, _ in listed["Overview"]}
    assert overview["index.md"] == "Code map"
    assert overview["keywords.md"] == "Keywords A to Z"
    packages = {name: sentence for name, _, sentence in listed["Packages"]}
    assert packages["`pkg/`"].startswith("What the package is.")
    assert "`pkg/sub/`" in packages
    name, address, sentence = listed["Most Imported Files"][0]
    assert (name, address) == ("`pkg/a.py`", "pkg/a.py_docs.md")
    assert sentence.endswith("(imported by 2 files)")


def test_list_of_the_project(html: Build) -> None:
    listed = entries(html.text("llms.txt"))
    assert [row[:2] for row in listed["Documentation"]] == [
        ("Manual", "index.html"),
        ("Own", "own.html"),
    ]
    assert [row[:2] for row in listed["Code map"]] == [("Code map", "code/llms.txt")]


def test_the_proposals_own_parser_reads_the_lists(html: Build) -> None:
    reader = pytest.importorskip("llms_txt")
    for name in ("llms.txt", "code/llms.txt"):
        text = html.text(name)
        read = reader.parse_llms_file(text)
        assert {key: len(rows) for key, rows in read.sections.items()} == {
            key: len(rows) for key, rows in entries(text).items()
        }


def test_repository_cannot_forge_an_entry(make_project: Make) -> None:
    files = {
        "bad/__init__.py": '"""Bad](x)\\n\\n## Optional\\n- [evil](https://evil.example)"""\n',
        "bad/](https:evil)\n- [b.py": "x = 1\n",
        "bad/a.py": "from bad import x\n",
        "bad/[evil](b)/__init__.py": '"""[Click](https://evil.example) <script>"""\n',
    }
    built = make_project(
        files, kwindex_markdown=True, kwindex_title="T](x)\n## U"
    ).build()
    for name in ("llms.txt", "code/llms.txt"):
        text = built.text(name)
        assert "## Optional" not in text.splitlines()
        for rows in entries(text).values():
            for _, address, _ in rows:
                assert "evil.example" not in address
                assert "://" not in address
        assert not re.search(r"(?<!\\)\]\(https://evil", text)
        assert "<script>" not in text.replace("\\<script", "")


def test_somebody_elses_list_stays(make_project: Make) -> None:
    docs = {**DOCS, "extra/llms.txt": "# Mine\n\n## Docs\n\n- [Own](own.html)\n"}
    project = make_project(
        FILES, docs, html_extra_path=["extra"], kwindex_markdown=True
    )
    built = project.build()
    assert built.text("llms.txt") == docs["extra/llms.txt"]
    assert Path(built.outdir, "code/llms.txt").is_file()
    for _ in range(2):
        built = project.build(kwindex_markdown="listed")
        text = built.text("llms.txt")
        assert text.startswith(docs["extra/llms.txt"])
        assert text.count("(code/llms.txt)") == 1
    assert not built.warnings


@pytest.mark.parametrize("order", ["before", "behind"])
@pytest.mark.parametrize(
    "other", ["sphinx_llms_txt", "sphinx_llm.txt", "sphinx_llm_friendly"]
)
def test_beside_others(make_project: Make, other: str, order: str) -> None:
    pytest.importorskip(other)
    extensions = ["sphinxcontrib_kwindex"]
    extensions.insert(order == "behind", other)
    project = make_project(FILES, DOCS, extensions=extensions, kwindex_markdown=True)
    for value in (True, "listed"):
        built = project.build(kwindex_markdown=value)
        assert not built.warnings
        assert "sphinxcontrib-kwindex" not in built.text("llms.txt")
        assert ("(code/llms.txt)" in built.text("llms.txt")) == (value == "listed")
        page = built.text("code/pkg/a.py_docs")
        assert page.count('type="text/markdown"') == 1
        check_links(built, [built.outdir / "code/llms.txt"])


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("llms_txt_exclude", "code/**"),
        ("llm_friendly_exclude", "code/**"),
        ("llms_excludes", "code/**"),
        ("spelling_exclude_patterns", "**.kwindex"),
    ],
)
def test_map_is_left_out_of_what_others_list(
    make_project: Make, monkeypatch: pytest.MonkeyPatch, name: str, pattern: str
) -> None:
    """They would list stubs, or the files of the repository."""

    def setup(app: Sphinx) -> None:
        app.add_config_value(name, ["about*"], "")

    other = ModuleType("other_list")
    vars(other)["setup"] = setup
    monkeypatch.setitem(sys.modules, "other_list", other)
    extensions = ["sphinxcontrib_kwindex", "other_list"]
    built = make_project(FILES, DOCS, extensions=extensions).build()
    assert built.app.config[name] == ["about*", pattern]


def clean(project: Project, builder: str) -> Path:
    """Return what a build from nothing writes."""
    base = project.base / "clean"
    return project.build(builder, outdir=base / "out", doctrees=base / "dt").outdir


def test_edits_end_as_a_clean_build(make_project: Make) -> None:
    project = make_project(FILES, DOCS, kwindex_markdown=True)
    project.build()
    project.write(
        {
            "pkg/a.py": FILES["pkg/a.py"]
            .replace("Helps *b*", "Other")
            .replace("f(", "h("),
            "pkg/sub/c.py": None,
            "pkg/new.py": "from pkg.b import C\n\nD = C()\n",
        }
    )
    project.touch()
    built = project.build()
    assert not Path(built.outdir, "code/pkg/sub/c.py_docs.md").exists()
    assert_same(built.outdir, clean(project, "html"))


def test_switched_on_and_off(make_project: Make) -> None:
    project = make_project(FILES, DOCS)
    plain = project.build()
    assert not list(plain.outdir.rglob("*.md"))
    assert not Path(plain.outdir, "llms.txt").exists()
    on = project.build(kwindex_markdown=True)
    assert on.read == set()
    twins(on)
    Path(on.outdir, "mine.md").write_text("mine", "utf-8")
    off = project.build()
    assert [path.name for path in off.outdir.rglob("*.md")] == ["mine.md"]
    assert not list(off.outdir.rglob("llms.txt"))
    assert "text/markdown" not in off.text("code/pkg/a.py_docs")


def test_workers_write_the_same(make_project: Make) -> None:
    files = {f"pkg/m{number}.py": f"import pkg.m{number + 1}\n" for number in range(12)}
    project = make_project({**FILES, **files}, DOCS, kwindex_markdown=True)
    one, other = project.base / "one", project.base / "other"
    project.build(outdir=one, fresh=True)
    project.build(outdir=other, parallel=2, fresh=True)
    assert_same(one, other)


@pytest.mark.parametrize("builder", ["singlehtml", "epub", "text"])
def test_other_builders_have_none(make_project: Make, builder: str) -> None:
    built = make_project(FILES, DOCS, kwindex_markdown=True).build(builder)
    assert not list(built.outdir.rglob("*.md"))
    assert not list(built.outdir.rglob("llms.txt"))


def test_without_the_package(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sphinx_markdown_builder", None)
    built = make_project(FILES, DOCS, kwindex_markdown=True).build()
    assert "pip install 'sphinxcontrib-kwindex[markdown]'" in built.warnings
    assert not list(built.outdir.rglob("*.md"))


def test_wrong_value(make_project: Make) -> None:
    built = make_project(FILES, DOCS, kwindex_markdown="lists").build()
    assert "kwindex_markdown: 'lists' is neither" in built.warnings


def test_no_character_that_a_terminal_obeys_or_that_reorders_text(
    make_project: Make,
) -> None:
    hidden = "\x07\x1b\x7f\x85\x9b\u2028\u202e\u2066\u2069\U000e0069"
    head = f'"""Says {hidden}a."""\n\nx = "{hidden}b"\n\n\n'
    source = f'{head}def f():\n    """{hidden}c."""\n'
    built = make_project({"a.py": source}, kwindex_markdown=True).build()
    texts = [path.read_text("utf-8") for path in twins(built)]
    assert not [one for text in texts for one in hidden if one in text]
    page = Path(built.outdir, "code/a.py_docs.md").read_text("utf-8")
    # Each stands for one character, so columns are those of the file.
    assert '\nx = "␇␛␡�������b"\n' in page
    codes = "U+0007, U+001B, U+007F, U+0085, U+009B, U+2028, U+202E, U+2066, U+2069"
    codes += ", U+E0069"
    assert f"Control characters in it: {codes}." in page
    html = Path(built.outdir, "code/a.py_docs.html").read_text("utf-8")
    assert f"Control characters in it: {codes}." in html
    # The listing of HTML is the text of the file.
    assert f"&quot;{hidden}b&quot;" in html or f'"{hidden}b"' in html
    assert "Control characters in it" not in Path(
        built.outdir, "code/a.py_kw.md"
    ).read_text("utf-8")


def test_folded_entries_stand_below_what_they_are_part_of(make_project: Make) -> None:
    files = {
        f"{folder}/m{number}.py": f"import os\nx = {number}\n" * (20 - number)
        for folder in ("app", "lib")
        for number in range(12)
    }
    built = make_project(files, kwindex_markdown=True).build()
    twin = (built.outdir / "code/index.md").read_text("utf-8")
    rest = twin.partition(" more</summary>")
    assert re.match(r"\n\n- \[`lib/`\]\(lib/\w+\.md\)\n  - \[`m\d+\.py`\]", rest[2]), (
        rest[2][:200]
    )
    page = built.text("code/index").partition(' more</summary>\n<ul class="kw-entries')[
        2
    ]
    assert re.match(
        r'[^\n]*\n<li><a [^>]*href="lib/\w+\.html"[^>]*>.*</a>\n<ul>\n<li>', page
    ), page[:300]
