"""`kwindex`, `kwfile`, `kwfolder`, `kwgraph` on hand-written pages, in both markups."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from docutils import nodes
from projects import Build, Project, later

from sphinxcontrib_kwindex.sphinx_wiring.documents.placeholder import kw_placeholder

Make = Callable[..., Project]

INDEX = "Manual\n======\n\n.. toctree::\n   :glob:\n\n   *\n"
TREE = {
    "pkg/__init__.py": '"""A package.\n\nIt has a :class:`pkg.core.Engine`.\n"""\n',
    "pkg/core.py": '''"""The core."""

import os
from . import other

LIMIT = 3


class Zebra:
    """Stripes.

    .. note:: Not a horse.
    """

    colour = "black"

    def run(self):
        """Run *fast*."""


class Apple:
    def _peel(self): ...


def start(): ...


def _stop(): ...
''',
    "pkg/other.py": "def elsewhere(): ...\n",
    "pkg/deep/leaf.py": "class Leaf: ...\n",
    "README.md": "# Read me\n\nAbout it.\n\n## More\n",
}

#: Directive, path, options.
SHOWN: list[tuple[str, str, dict[str, str]]] = [
    ("kwindex", "pkg/core.py", {}),
    ("kwindex", "pkg/core.py", {"kinds": "class, function"}),
    ("kwindex", "pkg/core.py", {"private": ""}),
    ("kwindex", "pkg/core.py", {"imports": ""}),
    ("kwindex", "pkg/core.py", {"sort": "name"}),
    ("kwindex", "pkg/core.py", {"sort": "line", "kinds": "method", "private": ""}),
    ("kwindex", "./pkg/", {}),
    ("kwindex", ".", {"kinds": "class"}),
    ("kwindex", "README.md", {}),
    ("kwfile", "pkg/core.py", {}),
    ("kwfile", "pkg/core.py", {"sections": "File Metadata, Detailed Analysis"}),
    ("kwfile", "README.md", {}),
    ("kwfolder", "pkg", {}),
    ("kwfolder", "pkg/deep/", {}),
    ("kwfolder", ".", {}),
    ("kwgraph", "pkg", {}),
    ("kwgraph", "pkg/core.py", {"kind": "imports"}),
    ("kwgraph", ".", {"kind": "map"}),
]
MARKUPS = pytest.mark.parametrize("markup", ["rst", "md"])


def restructuredtext(name: str, path: str, options: dict[str, str]) -> str:
    lines = [f"   :{option}: {value}".rstrip() for option, value in options.items()]
    return "\n".join([f".. {name}:: {path}", *lines, ""])


def markdown(name: str, path: str, options: dict[str, str]) -> str:
    lines = [f":{option}: {value}".rstrip() for option, value in options.items()]
    return "\n".join([f"```{{{name}}} {path}", *lines, "```", ""])


def page(markup: str, *shown: tuple[str, str, dict[str, str]]) -> str:
    """Return a page with a title on its first lines and directives."""
    if markup == "rst":
        return "\n".join(["Page\n====\n", *(restructuredtext(*one) for one in shown)])
    return "\n".join(["# Page\n\n", *(markdown(*one) for one in shown)])


def conf(**more: object) -> dict[str, object]:
    return {
        "extensions": ["sphinxcontrib_kwindex", "myst_parser"],
        **more,
    }


def pseudoxml(build: Build, docname: str) -> str:
    """Return a page as the builder for pseudo-XML writes it, without its source."""
    text = build.text(f"{docname}.pseudoxml")
    return re.sub(r' source="[^"]*"', "", text)


@pytest.fixture(scope="module")
def shown(make_shared: Make) -> Project:
    """A project with a page for each of SHOWN in both markups."""
    docs = {
        f"{markup}{number}.{markup}": page(markup, one)
        for number, one in enumerate(SHOWN)
        for markup in ("rst", "md")
    }
    docs["index.rst"] = INDEX
    return make_shared(TREE, docs, **conf(nitpicky=True, html_copy_source=False))


@pytest.fixture(scope="module")
def html(shown: Project) -> Build:
    return shown.build()


@pytest.fixture(scope="module")
def trees(html: Build) -> Build:
    """The same pages as trees; after HTML, so that the doctrees are used again."""
    built = html.project.build("pseudoxml")
    assert built.read == set()
    return built


def names(build: Build, number: int) -> list[str]:
    """Return the first literal of every list item: the keywords."""
    text = pseudoxml(build, f"rst{number}")
    return re.findall(
        r"<list_item>\s+<paragraph>\s+(?:<reference[^>]*>\s+)?<literal[^>]*>\s+(.+)",
        text,
    )


def rubrics(build: Build, number: int) -> list[str]:
    text = pseudoxml(build, f"rst{number}")
    return re.findall(r"<rubric[^>]*>\s+(.+)", text)


def test_nothing_is_warned_of(html: Build) -> None:
    assert html.warnings == ""


@pytest.mark.parametrize(
    "number", range(len(SHOWN)), ids=lambda n: " ".join(SHOWN[n][:2])
)
def test_both_markups_show_the_same(trees: Build, html: Build, number: int) -> None:
    one = pseudoxml(trees, f"rst{number}")
    other = pseudoxml(trees, f"md{number}")
    same = one.replace(f"rst{number}", "") == other.replace(f"md{number}", "")
    assert same, (one, other)
    assert "<rubric" in one or SHOWN[number][0] == "kwgraph"
    # Nothing but the page's own title enters its outline.
    assert one.count("<section") == 1
    assert html.env.tocs[f"rst{number}"].astext() == "Page"


@pytest.mark.parametrize(
    "number", range(len(SHOWN)), ids=lambda n: " ".join(SHOWN[n][:2])
)
def test_while_reading_it_is_one_node(html: Build, number: int) -> None:
    tree = html.env.get_doctree(f"rst{number}")
    (node,) = tree.findall(kw_placeholder)
    assert all(isinstance(child, nodes.Text) for child in node)
    assert not any("." in one["ids"] for one in tree.findall(nodes.Element))


def test_ids_are_unique_and_links_lead_somewhere(html: Build) -> None:
    html.check_links()


def test_kwindex_of_a_file(trees: Build) -> None:
    assert rubrics(trees, 0) == [
        "Classes",
        "Functions",
        "Methods",
        "Attributes",
        "Variables",
    ]
    assert names(trees, 0) == [
        "Zebra",
        "Apple",
        "start",
        "Zebra.run",
        "Zebra.colour",
        "LIMIT",
    ]


def test_kinds(trees: Build) -> None:
    assert rubrics(trees, 1) == ["Classes", "Functions"]
    assert names(trees, 1) == ["Zebra", "Apple", "start"]


def test_private(trees: Build) -> None:
    assert names(trees, 2) == [
        "Zebra",
        "Apple",
        "start",
        "_stop",
        "Zebra.run",
        "Apple._peel",
        "Zebra.colour",
        "LIMIT",
    ]
    assert names(trees, 5) == ["Zebra.run", "Apple._peel"]


def test_imports(trees: Build) -> None:
    assert rubrics(trees, 3)[-1] == "Imports"
    assert names(trees, 3)[-2:] == ["os", ".other"]


def test_sort(trees: Build) -> None:
    assert names(trees, 4)[:2] == ["Apple", "Zebra"]


def test_kwindex_of_a_folder(trees: Build) -> None:
    assert set(names(trees, 6)) == {
        "Zebra", "Apple", "start", "Zebra.run", "Zebra.colour", "LIMIT", "elsewhere",
        "Leaf",
    }  # fmt: skip
    assert names(trees, 7) == ["Apple", "Leaf", "Zebra"]
    assert rubrics(trees, 8) == ["Headings"]


def test_kwfile(trees: Build) -> None:
    text = pseudoxml(trees, "rst9")
    assert {"File Metadata", "Original Source", "Dependencies"} <= set(
        rubrics(trees, 9)
    )
    assert "Not a horse." in text
    assert "<emphasis>" in text
    assert rubrics(trees, 10) == ["File Metadata", "Detailed Analysis"]


def test_kwfolder(trees: Build) -> None:
    assert {"Subfolders", "Files", "Role", "Contents"} <= set(rubrics(trees, 12))
    assert "It has a" in pseudoxml(trees, "rst12")


def test_docstrings_are_found_by_the_search_and_sources_are_not(html: Build) -> None:
    index = html.text("searchindex.js")
    terms = index.partition("terms:")[2] or index.partition('"terms"')[2]
    assert "hors" in terms
    assert "elsewher" not in terms.partition("titles")[0]


# Errors

#: Directive, path, options, what the message says.
WRONG: list[tuple[str, str, dict[str, str], str]] = [
    (
        "kwindex",
        "pkg/cor.py",
        {},
        "below kwindex_root; did you mean 'pkg/core.py'?",
    ),
    (
        "kwindex",
        "../../outside.py",
        {},
        "no file or folder '../../outside.py' below kwindex_root; did you mean",
    ),
    (
        "kwindex",
        "/etc/passwd",
        {},
        "no file or folder '/etc/passwd' below kwindex_root; did you mean",
    ),
    ("kwfile", "leaf.py", {}, "no file 'leaf.py' below kwindex_root; did you mean"),
    ("kwfile", "pkg", {}, "no file 'pkg' below kwindex_root; did you mean"),
    ("kwfile", "pkg/othr.py", {}, "did you mean 'pkg/other.py'?"),
    ("kwfolder", "pkg/core.py", {}, "no folder 'pkg/core.py' below kwindex_root"),
    ("kwfolder", "pkg/dep", {}, "did you mean 'pkg/deep'?"),
    (
        "kwindex",
        "pkg",
        {"kinds": "class, metod"},
        "unknown kind 'metod'; did you mean 'method'?",
    ),
    (
        "kwindex",
        "pkg",
        {"kinds": "xyz"},
        (
            "unknown kind 'xyz'; choose from namespace, class, interface, enum, type, "
            "function, method, macro, target, field, attribute, constant, data"
        ),
    ),
    ("kwindex", "pkg", {"kinds": "struct"}, "kind 'struct'; 'class' includes it"),
    (
        "kwfile",
        "pkg/core.py",
        {"sections": "Original Sauce"},
        "no section 'original-sauce'; did you mean 'original-source'?",
    ),
    (
        "kwgraph",
        "pkg",
        {"kind": "import"},
        "unknown kind 'import'; did you mean 'imports'?",
    ),
    (
        "kwgraph",
        "pkg/core.py",
        {"kind": "map"},
        "kind 'map' shows a folder, not a file",
    ),
    (
        "kwgraph",
        "pkg/core.py::Zebra",
        {},
        "kind 'imports' takes a path without a name",
    ),
    (
        "kwgraph",
        "pkg/core.py",
        {"kind": "calls"},
        "kind 'calls' takes pkg/core.py:: and the name of a function, method or class",
    ),
    ("kwgraph", "pkg/othr.py", {}, "did you mean 'pkg/other.py'?"),
]


def without_quotes(text: str) -> str:
    """Take away what Sphinx makes typographic."""
    return re.sub("['\u2018\u2019]", "", text)


@MARKUPS
def test_errors_stand_at_the_line_and_the_build_goes_on(
    make_project: Make, markup: str
) -> None:
    docs = {
        f"page{number}.{markup}": page(
            markup, wrong[:3], ("kwindex", "pkg/other.py", {})
        )
        for number, wrong in enumerate(WRONG)
    }
    docs["index.rst"] = INDEX
    built = make_project(TREE, docs, **conf(show_warning_types=True)).build()
    warnings = built.warnings.splitlines()
    assert len(warnings) == len(WRONG)
    for number, (name, _, _, says) in enumerate(WRONG):
        (warning,) = [line for line in warnings if f"page{number}.{markup}:" in line]
        assert f"page{number}.{markup}:4: ERROR: {name}: " in warning
        assert says in warning
        assert "[kwindex.directive]" in warning
        body = built.body(f"page{number}.html")
        # Candidates are for the author, and pages would not follow them.
        told = says.partition("; ")[0]
        assert without_quotes(told) in without_quotes(body) or told.startswith("did")
        assert "did you mean" not in body
        # What stands behind it is shown.
        assert "elsewhere" in body


@MARKUPS
def test_unknown_options_are_said_and_the_build_goes_on(
    make_project: Make, markup: str
) -> None:
    wrong: list[tuple[str, str, dict[str, str]]] = [
        ("kwindex", "pkg", {"sort": "size"}),
        ("kwindex", "pkg", {"sections": "x"}),
        ("kwfile", "pkg/core.py", {"kinds": "class"}),
        ("kwfolder", "pkg", {"private": ""}),
    ]
    docs = {
        f"page{number}.{markup}": page(markup, one) for number, one in enumerate(wrong)
    }
    docs["index.rst"] = INDEX
    built = make_project({"pkg/core.py": "x = 1\n"}, docs, **conf()).build()
    for number, (name, *_) in enumerate(wrong):
        # The older MyST names its file after the default suffix.
        said = rf"page{number}\.{markup}(\.rst)?:[45]: (ERROR|WARNING): .*{name}"
        assert re.search(said, built.warnings)
        assert "Page" in built.body(f"page{number}.html")


# Paths as literalinclude takes them

#: Where it is written, and what it means.
PATHS = [
    ("page", "../pkg/core.py", "pkg/core.py"),
    ("page", "../pkg/../pkg/other.py", "pkg/other.py"),
    ("page", "sample.py", "docs/sample.py"),
    ("page", "/sample.py", "docs/sample.py"),
    ("page", "/../pkg/other.py", "pkg/other.py"),
    ("deep/er/page", "../../../pkg/other.py", "pkg/other.py"),
    ("deep/er/page", "beside.py", "docs/deep/er/beside.py"),
    ("deep/er/page", "./beside.py", "docs/deep/er/beside.py"),
    ("deep/er/page", "/deep/er/beside.py", "docs/deep/er/beside.py"),
    # A path from the root comes first, as ever.
    ("pkg/page", "pkg/core.py", "pkg/core.py"),
    ("deep/er/page", "./pkg/core.py", "pkg/core.py"),
    # With a slash it is none.
    ("page", "/pkg/core.py", "docs/pkg/core.py"),
]


@MARKUPS
def test_paths_as_literalinclude_takes_them(make_project: Make, markup: str) -> None:
    tree = TREE | {
        "docs/sample.py": "sample = 1\n",
        "docs/deep/er/beside.py": "beside = 1\n",
        "docs/pkg/core.py": "other = 1\n",
        "docs/pkg/pkg/core.py": "other = 1\n",
        "docs/deep/er/pkg/core.py": "other = 1\n",
    }
    orphan = ":orphan:" if markup == "rst" else "---\norphan: true\n---"
    # One page for each, as a page shows a section of a file once.
    docs = {}
    for number, (docname, given, _) in enumerate(PATHS):
        shown = page(markup, ("kwfile", given, {"sections": "File Metadata"}))
        docs[f"{docname}{number}.{markup}"] = f"{orphan}\n\n{shown}"
    built = make_project(tree, docs, **conf(kwindex_exclude=["*.rst", "*.md"])).build()
    assert built.warnings == ""
    for number, (docname, _, meant) in enumerate(PATHS):
        assert f"Path: {meant} " in built.body(f"{docname}{number}.html")


def test_a_folder_from_the_document(make_project: Make) -> None:
    shown = [("kwfolder", "../pkg/deep/", {}), ("kwindex", "..", {})]
    docs = {"index.rst": page("rst", *shown)}
    built = make_project(TREE, docs).build()
    assert built.warnings == ""
    assert "Leaf" in built.body("index")
    assert "Zebra" in built.body("index")


def test_a_path_from_the_root_takes_the_place_of_one_from_the_document(
    make_project: Make,
) -> None:
    docs = {"index.rst": page("rst", ("kwindex", "core.py", {}))}
    tree = TREE | {"docs/core.py": "class Near: ...\n"}
    project = make_project(tree, docs, kwindex_exclude=["*.rst"])
    assert "Near" in project.build().body("index")
    project.write({"core.py": "class Top: ...\n"})
    built = project.build()
    assert "Top" in built.body("index")
    assert "Near" not in built.body("index")
    project.write({"core.py": None})
    assert "Near" in project.build().body("index")


@pytest.mark.skipif(os.name == "nt", reason="no symbolic links")
def test_a_project_behind_a_symbolic_link(make_project: Make, tmp_path: Path) -> None:
    docs = {"index.rst": page("rst", ("kwindex", "../pkg/core.py", {}))}
    project = make_project(TREE, docs)
    (tmp_path / "link").symlink_to(project.base)
    linked = Project(tmp_path / "link", project.conf).build()
    assert linked.warnings == ""
    assert "Zebra" in linked.body("index")


def test_a_path_that_leads_out_of_the_tree_is_unknown(make_project: Make) -> None:
    docs = {"index.rst": page("rst", ("kwfile", "../../secret.py", {}))}
    project = make_project(TREE, docs)
    (project.base / "secret.py").write_text("secret = 1\n")
    built = project.build()
    assert (
        "no file '../../secret.py' below kwindex_root; did you mean" in built.warnings
    )
    assert "secret = 1" not in built.text("index")


# The same file twice


def test_a_file_shown_twice_has_ids_of_its_own_each_time(make_project: Make) -> None:
    twice = ("kwfile", "pkg/core.py", {})
    docs = {
        "index.rst": INDEX,
        "one.rst": page(
            "rst", twice, twice, ("kwindex", "pkg/core.py", {}), ("kwfolder", "pkg", {})
        ),
        "other.md": page("md", twice, ("kwfile", "pkg/other.py", {}), twice),
    }
    built = make_project(TREE, docs, **conf()).build()
    assert built.warnings == ""
    built.check_links()
    text = built.text("one.html")
    assert text.count('id="pkg--core.py-def-Zebra"') == 1
    assert 'id="L1"' not in text
    assert 'id="pkg--core.py-L1"' in text
    for name in re.findall(r' id="([^"]*)"', text):
        assert not set(name) & set(" \t:")


def test_what_is_shown_again_leads_to_where_it_is_shown_first(
    make_project: Make,
) -> None:
    names, file = ("kwindex", "pkg/core.py", {}), ("kwfile", "pkg/core.py", {})
    purpose = ("kwfile", "pkg/core.py", {"sections": "File Purpose, Dependencies"})
    analysis = ("kwfile", "pkg/core.py", {"sections": "Detailed Analysis"})
    docs = {
        "index.rst": f"{INDEX}\n:kw:class:`pkg/core.py::Zebra`\n",
        "one.rst": page("rst", names, names, purpose, file, analysis, names),
    }
    project = make_project(TREE, docs, **conf(kwindex_generate=False))
    built = project.build()
    assert built.warnings == ""
    built.check_links()
    assert 'href="one.html#pkg--core.py-def-Zebra"' in built.text("index.html")
    text = built.text("one.html")
    assert text.count('id="pkg--core.py-1-def-Zebra"') == 1
    assert text.count('href="#pkg--core.py-def-Zebra"') > 3


def test_lists_on_a_page_lead_to_the_generated_pages(html: Build) -> None:
    text = html.text("rst0.html")
    assert 'href="code/pkg/core.py_docs.html#def-Zebra"' in text
    assert 'href="code/pkg/core.py_docs.html#L9"' in text


# Without generated pages


@pytest.fixture
def alone(make_project: Make) -> Project:
    """A project that shows a file in a page and generates none."""
    docs = {
        "index.rst": INDEX,
        "a.rst": "A\n=\n\n:kw:class:`Zebra`, :kw:file:`pkg/core.py`,"
        " :kw:meth:`~pkg/core.py::Zebra.run`\n",
        "shown.rst": page("rst", ("kwfile", "pkg/core.py", {})),
    }
    return make_project(TREE, docs, **conf(kwindex_generate=False, nitpicky=True))


def test_roles_lead_to_the_page_that_shows_the_file(alone: Project) -> None:
    built = alone.build()
    assert built.warnings == ""
    assert built.env.all_docs.keys() == {"index", "a", "shown"}
    text = built.text("a.html")
    assert 'href="shown.html#pkg--core.py-def-Zebra"' in text
    assert 'href="shown.html#pkg--core.py-def-Zebra.run"' in text
    assert 'href="shown.html"' in text
    built.check_links()
    inventory = [one[:5] for one in built.env.get_domain("kw").get_objects()]
    assert (
        "pkg/core.py::Zebra",
        "Zebra",
        "class",
        "shown",
        "pkg--core.py-def-Zebra",
    ) in inventory
    assert {one[3] for one in inventory} == {"shown"}


def test_a_second_build_reads_and_writes_nothing(alone: Project) -> None:
    alone.build()
    again = alone.build()
    assert (again.read, again.written, again.warnings) == (set(), set(), "")


def test_what_no_page_shows_is_said_to_be_on_no_page(alone: Project) -> None:
    alone.write({"docs/a.rst": "A\n=\n\n:kw:func:`elsewhere`\n"})
    assert (
        "kw:func reference target has no page in this build: elsewhere"
        in alone.build().warnings
    )


def test_roles_follow_the_page_that_shows_the_file(alone: Project) -> None:
    alone.build()
    alone.write(
        {
            "docs/shown.rst": "Page\n====\n",
            "docs/moved.rst": page("rst", ("kwfile", "pkg/core.py", {})),
        }
    )
    built = alone.build()
    assert built.warnings == ""
    assert 'href="moved.html#pkg--core.py-def-Zebra"' in built.text("a.html")


def test_a_page_that_shows_some_sections_is_home_to_them_only(alone: Project) -> None:
    alone.write(
        {
            "docs/shown.rst": page(
                "rst", ("kwfile", "pkg/core.py", {"sections": "Detailed Analysis"})
            )
        }
    )
    built = alone.build()
    assert built.warnings == ""
    built.check_links()
    assert 'href="shown.html#pkg--core.py-def-Zebra"' in built.text("a.html")


# Read again when what is shown changes, and not otherwise

DIRECTIVES = [
    ("kwindex", "pkg/core.py"),
    ("kwfile", "pkg/core.py"),
    ("kwfolder", "pkg"),
    ("kwindex", "pkg"),
    ("kwgraph", "pkg"),
]


def test_a_page_is_read_again_when_what_it_shows_changes(make_project: Make) -> None:
    docs = {
        f"{name}-{path.rpartition('/')[2]}.rst": page("rst", (name, path, {}))
        for name, path in DIRECTIVES
    }
    pages = {name.removesuffix(".rst") for name in docs}
    docs["index.rst"] = INDEX
    project = make_project(TREE, docs, **conf())
    project.build()
    assert project.build().read == set()

    def read_after(path: str, content: str) -> set[str]:
        project.write({path: content})
        built = project.build()
        assert built.warnings == ""
        # Written where it is read, and the second time around at peace.
        assert built.read & pages <= built.written
        assert project.build().read == set()
        return built.read & pages

    # Another file, below and beside what is shown.
    assert read_after("README.md", "# Read me\n\nMore about it.\n") == set()
    # A new time.
    later(project.repo / "pkg")
    assert project.build().read == set()
    core = TREE["pkg/core.py"]
    # Nothing that an index shows.
    assert read_after("pkg/core.py", core.replace('"black"', '"white"')) == {
        "kwfile-core.py"
    }
    # A sentence.
    assert read_after("pkg/core.py", core.replace("Stripes.", "Lines.")) == {
        "kwfile-core.py",
        "kwindex-core.py",
    }
    # A new name.
    assert read_after("pkg/core.py", f"{core}\n\ndef fresh(): ...\n") == pages - {
        "kwgraph-pkg"
    }
    # Another import.
    assert read_after("pkg/other.py", "from .deep import leaf\n") >= {"kwgraph-pkg"}
    project.write({"pkg/other.py": TREE["pkg/other.py"]})
    project.build()
    # The docstring of the package, which its files show too.
    package = TREE["pkg/__init__.py"].replace("A package.", "Another package.")
    assert read_after("pkg/__init__.py", package) == {
        "kwfolder-pkg",
        "kwfile-core.py",
    }


def test_a_page_whose_file_is_gone_says_so(make_project: Make) -> None:
    docs = {
        "index.rst": INDEX,
        "shown.rst": page("rst", ("kwfile", "pkg/other.py", {})),
    }
    project = make_project(TREE, docs, **conf())
    assert project.build().warnings == ""
    project.write({"pkg/other.py": None, "pkg/core.py": "x = 1\n"})
    built = project.build()
    assert "shown" in built.read
    assert "no file 'pkg/other.py' below kwindex_root" in built.warnings
    # And it comes back with the file.
    project.write({"pkg/other.py": "def elsewhere(): ...\n"})
    built = project.build()
    assert "shown" in built.read
    assert built.warnings == ""


# Roles in docstrings

DOCSTRINGS = {
    "pkg/__init__.py": '''"""Roles of somebody else.

:class:`pkg.here.Described`, :func:`pkg.here.described`, :meth:`Described.method`,
:class:`Ours`, :func:`pkg.there.ours`, :meth:`Ours.method`, :attr:`pkg.there.Ours.size`,
:data:`pkg.there.LIMIT`, :mod:`pkg.there`, :exc:`Failure`,
:py:class:`~pkg.there.Ours`, :class:`the thing <Ours>`,
:class:`Unknown`, :func:`nowhere.at_all`, :meth:`twice`, :any:`anything`,
:ref:`nothing`, :doc:`/no/document`, :foo:`bar`, :term:`no term`, `default role`.
"""
''',
    "pkg/there.py": """LIMIT = 1
class Ours:
    size = 1
    def method(self): ...
    def twice(self): ...
class Other:
    def twice(self): ...
class Failure(Exception): ...
def ours(): ...
""",
}
DESCRIBED = """Manual
======

.. py:module:: pkg.here

.. py:class:: Described

   .. py:method:: method()

.. py:function:: described()
"""
THERE = "there.py_docs.html"


@pytest.mark.parametrize("where", ["generated", "hand-written"])
def test_roles_in_docstrings(make_project: Make, where: str) -> None:
    docs = {
        "index.rst": INDEX,
        "described.rst": DESCRIBED,
        "page.rst": page("rst", ("kwfile", "pkg/__init__.py", {})),
    }
    project = make_project(DOCSTRINGS, docs, **conf(nitpicky=True))
    built = project.build()
    assert built.warnings == ""
    if where == "generated":
        text, up, code = built.text("code/pkg/__init__.py_docs.html"), "../../", ""
    else:
        text, up, code = built.text("page.html"), "", "code/pkg/"
    overview = re.split("High-Level Overview", text)[-1].partition("__all__")[0]
    # Behind the listing, which shows the roles as they are written.
    overview = overview.partition("Roles of somebody else")[2]

    def leads(shown: str) -> str | None:
        pattern = rf'href="([^"]*)"[^>]*>(?:<code[^>]*>)?{re.escape(shown)}<'
        found = re.search(pattern, re.sub("</?span[^>]*>", "", overview))
        return found[1] if found else None

    # The project's own objects come first.
    assert leads("pkg.here.Described") == f"{up}described.html#pkg.here.Described"
    assert leads("pkg.here.described()") == f"{up}described.html#pkg.here.described"
    # Then ours.
    for shown, anchor in {
        "Ours": "#def-Ours",
        "pkg.there.ours()": "#def-ours",
        "Ours.method()": "#def-Ours.method",
        "pkg.there.Ours.size": "#def-Ours.size",
        "pkg.there.LIMIT": "#def-LIMIT",
        "pkg.there": "",
        "Failure": "#def-Failure",
        "the thing": "#def-Ours",
    }.items():
        assert leads(shown) == f"{code}{THERE}{anchor}", shown
    # What is unknown or ambiguous is text.
    for shown in (
        "Unknown",
        "nowhere.at_all()",
        "twice()",
        "anything",
        "bar",
        "no term",
    ):
        assert shown in overview
        assert leads(shown) is None


def test_an_autodoc_project_gets_its_own_objects(
    make_project: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = {
        "kwindex_sample/__init__.py": '"""Uses :class:`kwindex_sample.Thing`."""\n\n\n'
        'class Thing:\n    """It refers to :meth:`go`."""\n\n    def go(self):\n'
        '        """Go."""\n',
        "kwindex_sample/far.py": '"""Far from :class:`.Thing`."""\n',
    }
    docs = {
        "index.rst": "Manual\n======\n\n"
        ".. automodule:: kwindex_sample\n   :members:\n\n"
        ":any:`kwindex_sample.Thing`, :py:class:`kwindex_sample.Thing`\n"
    }
    project = make_project(
        tree,
        docs,
        extensions=["sphinx.ext.autodoc", "sphinxcontrib_kwindex"],
        nitpicky=True,
    )
    monkeypatch.syspath_prepend(str(project.repo))
    built = project.build()
    assert built.warnings == ""
    page = built.text("code/kwindex_sample/__init__.py_docs.html")
    assert 'href="../../index.html#kwindex_sample.Thing"' in page


def test_a_broken_docstring_is_no_error_of_the_manual(make_project: Make) -> None:
    tree = {
        "a.py": 'def f():\n    """Broken ``literal and *emphasis.\n\n'
        "    .. nosuch:: directive\n\n    Title\n    ==\n\n      indented\n"
        '    back |sub| [1]_ `a`_ .. _x:\n    """\n'
    }
    built = make_project(
        tree, {"index.rst": page("rst", ("kwfile", "a.py", {}))}
    ).build()
    assert built.warnings == ""
    assert "Broken" in built.body("code/a.py_docs.html")
    built.check_links()


def test_source_directory_is_left_as_it_was(shown: Project, html: Build) -> None:
    assert sorted(path.suffix for path in Path(html.app.srcdir).iterdir()) == sorted(
        [".py", ".rst", *[".rst", ".md"] * len(SHOWN)]
    )


def test_file_shown_twice_beside_one_that_it_imports(make_project) -> None:
    shown = ".. kwfile:: pkg/__init__.py\n\n"
    project = make_project(
        {"pkg/__init__.py": "from .sub import g\n", "pkg/sub.py": "def g(): pass\n"},
        {"index.rst": f"M\n=\n\n{shown}{shown}.. kwfile:: pkg/sub.py\n"},
        kwindex_generate=False,
    )
    project.build().check_links()
