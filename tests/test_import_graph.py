"""Where a file stands among the others: cycles, classes, offers, files nearby."""

from __future__ import annotations

import json
import random
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docutils import nodes
from projects import Build, Project, check
from trees import surveyed

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.offers import offers
from sphinxcontrib_kwindex.links.imports.import_graph import (
    ImportGraph,
    reverse,
    shortest_cycle,
)
from sphinxcontrib_kwindex.links.related_files import plain_name, related_rows
from sphinxcontrib_kwindex.links.strongly_connected import cycles
from sphinxcontrib_kwindex.model.references import MENTION
from sphinxcontrib_kwindex.model.rows import Page, UseRow
from sphinxcontrib_kwindex.pages.nodes import kw_entries
from sphinxcontrib_kwindex.pages.page_context import Context
from sphinxcontrib_kwindex.pages.sections.architecture import architecture
from sphinxcontrib_kwindex.pages.sections.architecture_data import (
    ImportPosition,
    Reexporter,
    import_position,
)
from sphinxcontrib_kwindex.pages.sections.related_files import related_files

Make = Callable[..., Project]


# Cycles


def found_cycles(root: Path, files: Mapping[str, str]) -> dict[str, list[str]]:
    code = surveyed(root, files)
    rows = code.store.select("SELECT path, paths FROM cycle ORDER BY path")
    return {path: json.loads(paths) for path, paths in rows}


def test_cycles(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/a.py": "from pkg.b import x\n",
        "pkg/b.py": "import pkg.c\nfrom pkg import aside\n",
        "pkg/c.py": "from . import a\n",
        "pkg/aside.py": "x = 1\n",
        "pkg/d.py": "from .a import x\nfrom .e import y\n",
        "pkg/e.py": "if True:\n    from pkg.d import x\n",
    }
    assert found_cycles(tmp_path / "repo", files) == {
        "pkg/a.py": ["pkg/a.py", "pkg/b.py", "pkg/c.py"],
        "pkg/b.py": ["pkg/b.py", "pkg/c.py", "pkg/a.py"],
        "pkg/c.py": ["pkg/c.py", "pkg/a.py", "pkg/b.py"],
        "pkg/d.py": ["pkg/d.py", "pkg/e.py"],
        "pkg/e.py": ["pkg/e.py", "pkg/d.py"],
    }


@pytest.mark.parametrize(
    "back",
    [
        "def later():\n    from pkg.a import x\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .a import x\n",
        "y = 1\nif __name__ == '__main__':\n    import pkg.a\n",
        # The package runs first, but nobody says so.
        "import pkg.other\nfrom pkg import other\nfrom . import other\n",
        "# from pkg.a import x\n's = \"import pkg.a\"'\n",
        "import b\nfrom . import b\n",
    ],
)
def test_no_cycle(tmp_path: Path, back: str) -> None:
    files = {
        "pkg/__init__.py": "from .a import x\nfrom . import b\n",
        "pkg/a.py": "from pkg.b import y\nx = 1\n",
        "pkg/b.py": back,
        "pkg/other.py": "z = 1\n",
    }
    assert found_cycles(tmp_path / "repo", files) == {}


def test_stubs_go_round_in_no_circle(tmp_path: Path) -> None:
    files = {"a.pyi": "from b import x\n", "b.pyi": "from a import y\n"}
    assert found_cycles(tmp_path / "repo", files) == {}


def test_a_cycle_through_a_package_that_says_so(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "from .a import x\n",
        "pkg/a.py": "from pkg import y\nx = 1\n",
        # A module that the package has from elsewhere is got out of the package.
        "two/__init__.py": "from pkg import a\nfrom . import in_two\n",
        "two/in_two.py": "from two import a\n",
    }
    found = found_cycles(tmp_path / "repo", files)
    assert found["pkg/a.py"] == ["pkg/a.py", "pkg/__init__.py"]
    assert found["two/in_two.py"] == ["two/in_two.py", "two/__init__.py"]


def test_components_and_shortest_cycles_of_random_graphs() -> None:
    chance = random.Random(7)
    for size in (3, 6, 9, 14):
        for _ in range(60):
            names = [f"n{number}" for number in range(size)]
            graph: dict[str, set[str]] = {}
            for one in names:
                others = {other for other in names if chance.random() < 0.15} - {one}
                if others:
                    graph[one] = others
            distance = {one: _distances(one, graph) for one in names}
            groups = {
                frozenset(
                    two
                    for two in names
                    if two in distance[one] and one in distance[two]
                )
                for one in names
            }
            expected = {group for group in groups if len(group) > 1}
            found = [frozenset(one) for one in cycles(graph)]
            assert len(found) == len(set(found))
            assert set(found) == expected
            for component in found:
                inner = {one: graph[one] & component for one in component}
                for one in component:
                    way = shortest_cycle(one, inner, reverse(inner))
                    assert way[0] == one
                    assert len(way) == distance[one][one]
                    steps = zip(way, [*way[1:], one], strict=True)
                    assert all(there in graph[here] for here, there in steps)


def _distances(start: str, graph: Mapping[str, set[str]]) -> dict[str, int]:
    """Return the length of the shortest way, of at least one step, to each node."""
    found: dict[str, int] = {}
    layer, steps = set(graph.get(start, ())), 1
    while layer:
        found |= dict.fromkeys(layer, steps)
        reached = (graph.get(one, set()) for one in layer)
        layer = {other for others in reached for other in others if other not in found}
        steps += 1
    return found


def test_a_long_chain_needs_no_deep_stack() -> None:
    graph = {f"n{number:05}": {f"n{number + 1:05}"} for number in range(20_000)}
    graph["n20000"] = {"n00000"}
    (found,) = cycles(graph)
    assert len(found) == 20_001


# Standing


def stand(code: CodeMap, path: str) -> ImportPosition:
    found = import_position(code, path)
    assert found is not None
    return found


PACKAGE = {
    "pkg/__init__.py": '"""Does things. And more."""\nfrom .core import Box\n',
    "pkg/core.py": "import json\nfrom .low import base, _hidden\nclass Box: pass\n",
    "pkg/low.py": "base = 1\n_hidden = 2\n",
    "pkg/use.py": "def f():\n    from pkg import core, low\n",
    "pkg/sub/__init__.py": "",
    "script.py": "import pkg.low\n",
    "broken.py": "def (:\n",
    "notes.txt": "words\n",
}


def test_package_and_numbers(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", PACKAGE)
    core = stand(code, "pkg/core.py")
    assert core.package == "pkg"
    assert core.package_summary == ("Does things.", "pkg/__init__.py")
    assert (core.importers, core.imported) == (2, 1)
    assert stand(code, "script.py").package is None
    assert stand(code, "pkg/__init__.py").package is None
    assert stand(code, "pkg/sub/__init__.py").package == "pkg"
    low = stand(code, "pkg/low.py")
    assert low.importers == 3
    assert low.runner_up == ("pkg/core.py", 2)
    assert core.runner_up is None
    # Of seven files nobody asks for the ten first.
    assert low.rank == 0
    assert import_position(code, "broken.py") is None
    assert import_position(code, "notes.txt") is None


def test_numbers_are_those_of_the_dependencies(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", PACKAGE)
    for path in code.parsed:
        assert sorted(code.importers(path)) == sorted(
            code.import_graph.importers.get(path, ())
        )


def test_rank(tmp_path: Path) -> None:
    files = {f"f{number}.py": "import a\n" for number in range(20)}
    files |= {f"g{number}.py": "import a, b, c\n" for number in range(20)}
    code = surveyed(tmp_path / "repo", files | {f"{one}.py": "" for one in "abc"})
    assert stand(code, "a.py").rank == 1
    assert stand(code, "a.py").runner_up == ("b.py", 20)
    # Two have as many: neither is second.
    assert stand(code, "b.py").rank == stand(code, "c.py").rank == 0


CLASSES = {
    "top.py": "class Root: pass\nclass Mixin: pass\nclass Alone: pass\n",
    "mid.py": "from top import Root, Mixin\nclass Mid(Mixin, Root): pass\n",
    "low.py": (
        "class Low(Mid, Other): pass\nclass Same(Mid, Other): pass\nclass Odd(f()): 1\n"
    ),
}


def classes(root: Path) -> CodeMap:
    code = surveyed(root, CLASSES)
    # Whatever fills the table, this is what it says.
    code.store.replace(
        "base",
        [
            ("mid.py", "Mid", 0, 0, "top.py", "Mixin", "", ""),
            ("mid.py", "Mid", 1, 0, "top.py", "Root", "", ""),
            ("top.py", "Root", 0, 0, "", "", "builtins.Exception", ""),
            ("low.py", "Low", 0, 0, "mid.py", "Mid", "", ""),
            ("low.py", "Low", 1, 0, "top.py", "Mixin", "", ""),
            ("low.py", "Low", 2, 0, "", "", "other.project.Other", ""),
            ("low.py", "Odd", 0, 0, "", "", "", "f()"),
        ],
    )
    return code


def test_class_hierarchy(tmp_path: Path) -> None:
    code = classes(tmp_path / "repo")
    low, odd = stand(code, "low.py").class_relations
    assert [one.name for one in low.bases] == ["Mid", "Mixin", "other.project.Other"]
    assert [one.name for one in low.above] == [
        *("Mid", "Mixin", "Root", "Exception", "other.project.Other")
    ]
    assert [one.anchor for one in low.bases] == ["def-Mid", "def-Mixin", ""]
    assert [one.name for one in odd.bases] == ["f()"]
    root, mixin = stand(code, "top.py").class_relations
    assert [(one.link.name, one.level) for one in root.subclasses] == [
        ("Mid", 1),
        ("Low", 2),
    ]
    # The nearest come first, then by path; both are of the same folder. With those
    # below it a class stands under its first base.
    assert [(one.link.name, one.level, one.under) for one in mixin.subclasses] == [
        ("Low", 1, "Mid"),
        ("Mid", 1, ""),
        ("Low", 2, ""),
    ]
    assert "Alone" not in {root.qualname, mixin.qualname}


def test_class_hierarchy_ends(tmp_path: Path) -> None:
    files = {
        "a.py": "class A: pass\n",
        "many.py": "".join(f"class C{number:02}: pass\n" for number in range(30)),
    }
    code = surveyed(tmp_path / "repo", files)
    code.store.replace(
        "base",
        [
            ("a.py", "A", 0, 0, "a.py", "A", "", ""),
            *(
                ("many.py", f"C{number:02}", 0, 0, "a.py", "A", "", "")
                for number in range(30)
            ),
            *(
                ("many.py", "C00", number + 1, 0, "", "", f"x.B{number}", "")
                for number in range(29)
            ),
        ],
    )
    (one,) = stand(code, "a.py").class_relations
    names = [subclass.link.name for subclass in one.subclasses]
    assert names == [f"C{number:02}" for number in range(30)]
    assert one.below == 30
    assert one.above == ()
    first = stand(code, "many.py").class_relations[0]
    assert len(first.bases) == 30
    assert (len(first.above), first.more_above) == (20, True)


def test_offers(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "from .in_ import Box, _private, go as run\n",
        "pkg/in_/__init__.py": "from .core import *\n",
        "pkg/in_/core.py": (
            "class Box: pass\n_private = 1\n"
            "def go(): pass\nother = 2\ndef used(): pass\n"
        ),
        "pkg/in_/api.py": (
            "from pkg import Box\nfrom .core import go\n__all__ = ['Box']\n"
        ),
        "pkg/user.py": "from pkg.in_.core import Box, other\n",
        "pkg/lazy/__init__.py": "def f():\n    from pkg.in_.core import Box\n",
        "pkg/listed/__init__.py": (
            "from pkg.in_.core import *\n__all__ = ['go', 'else']\n"
        ),
    }
    code = surveyed(tmp_path / "repo", files)
    offers = stand(code, "pkg/in_/core.py").reexporters
    assert {one.path: one.names for one in offers} == {
        "pkg/__init__.py": ("Box", "go as run"),
        "pkg/in_/api.py": ("Box",),
        "pkg/in_/__init__.py": ("*",),
        "pkg/listed/__init__.py": ("go",),
    }


def test_who_offers_a_name_says_so_itself(tmp_path: Path) -> None:
    """What a package needs from elsewhere, or for itself, it does not offer."""
    files = {
        "pkg/__init__.py": (
            "from .core import Box, used, __version__\nprint(used())\n"
        ),
        "pkg/core.py": "class Box: pass\ndef used(): pass\n__version__ = '1'\n",
        "pkg/other/__init__.py": "from ..core import Box, used\n",
        "pkg/star/__init__.py": "from pkg.core import *\n",
        "said/__init__.py": "from pkg.core import Box as Box, used\n",
    }
    code = surveyed(tmp_path / "repo", files)
    package, said = stand(code, "pkg/core.py").reexporters
    assert package == Reexporter("pkg/__init__.py", ("Box", "__version__"))
    assert said == Reexporter("said/__init__.py", ("Box",))
    for one in package, said:
        offered = offers(code, one.path).names
        assert tuple(row.name for row in offered) == one.names


# Related files


def reasons(code: CodeMap, path: str) -> dict[str, list[str]]:
    """Return what the page of a file says of the files related to it."""
    context = Context(code, "here", lambda docname, name: f"{docname}#{name}")
    (shown,) = related_files(context, path)
    assert isinstance(shown, nodes.Element)
    rows = shown.get("entries", ())
    return {row.text: row.summary.split("; ") for row in rows}


def again(code: CodeMap) -> None:
    """Make the related files anew from what the tables hold."""
    code.store.replace("related", related_rows(code.store))


def test_related_by_imports(tmp_path: Path) -> None:
    files = {
        "a.py": "import b\n",
        "b.py": "def f():\n    import a\n",
        "c.py": "import a, b\n",
        "d.py": "import a, b\n",
        "far.py": "",
    }
    code = surveyed(tmp_path / "repo", files)
    found = reasons(code, "a.py")
    assert list(found) == ["b.py", "c.py", "d.py"]
    assert found["b.py"] == [
        "imports this file and is imported by it",
        "both imported by 2 files",
    ]
    assert found["c.py"] == ["imports this file"]
    assert reasons(code, "far.py") == {}


def test_hubs_are_near_to_nobody(tmp_path: Path) -> None:
    files = {f"m{number:03}.py": "import hub\nimport hub2\n" for number in range(80)}
    files |= {"hub.py": "", "hub2.py": "", "m000.py": "import hub\nimport own\n"}
    code = surveyed(tmp_path / "repo", files | {"own.py": ""})
    assert list(reasons(code, "m000.py")) == ["own.py", "hub.py"]
    assert "hub2.py" not in reasons(code, "hub.py")
    assert len(reasons(code, "hub.py")) == 8


def used(name: str, by: str) -> UseRow:
    """Return the row for a definition of ``z.py`` that a file uses."""
    return UseRow("z.py", name, by, "", False, "", "", MENTION, 1, 1, "", "")


def test_related_by_names(tmp_path: Path) -> None:
    files = {f"{one}.py": "" for one in ("a", "b", "c", "z")}
    code = surveyed(tmp_path / "repo", files)
    code.store.replace(
        "use",
        [
            *(used(name, by="a.py") for name in "PQRST"),
            *(used(name, by="b.py") for name in "PQRST"),
            used("X", by="c.py"),
            used("P", by="z.py"),
        ],
    )
    again(code)
    assert reasons(code, "a.py") == {
        "b.py": ["both use P, Q, R from z.py and 2 more names"]
    }
    assert reasons(code, "c.py") == reasons(code, "z.py") == {}


def test_methods_of_objects_are_no_reason_beside_their_class(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", {f"{one}.py": "" for one in "abcz"})
    names = {"C": "ab", "C.__init__": "abc", "D.__init__": "ac", "D": "a"}
    rows = [used(name, by=f"{one}.py") for name, by in names.items() for one in by]
    code.store.replace("use", rows)
    again(code)
    assert reasons(code, "a.py") == {
        "b.py": ["both use C from z.py"],
        "c.py": ["both use D.__init__, C.__init__ from z.py"],
    }


def test_special_names_of_a_module_are_no_reason(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", {f"{one}.py": "" for one in "abz"})
    code.store.replace("use", [used("__version__", by=f"{one}.py") for one in "ab"])
    again(code)
    assert reasons(code, "a.py") == {}


def test_hidden_names_are_no_reason(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", {f"{one}.py": "" for one in "abz"})
    code.store.replace("use", [used("_p", by="a.py"), used("_p", by="b.py")])
    again(code)
    assert reasons(code, "a.py") == {"b.py": ["both use _p from z.py"]}
    code.store.replace("hidden", [("z.py", "function", "_p")])
    again(code)
    assert reasons(code, "a.py") == {}


def test_related_by_pointers_and_file_names(tmp_path: Path) -> None:
    files = {
        "guide.md": "text\n",
        "guide.png": "text\n",
        "notes.txt": "text\n",
        "other/guide.md": "text\n",
        "mod.py": "",
        "mod.pyi": "",
        "test_mod.py": "",
        "_mod.py": "",
    }
    code = surveyed(tmp_path / "repo", files)
    code.store.replace(
        "pointer",
        [
            ("guide.md", 0, "notes.txt", "", 0),
            ("guide.md", 1, "notes.txt", "x", 0),
            ("guide.md", 2, "gone.txt", "", 0),
            ("guide.md", 3, "guide.md", "x", 0),
        ],
    )
    again(code)
    assert reasons(code, "guide.md") == {
        "guide.png": ["same name"],
        "notes.txt": ["mentioned in this file in 2 places"],
    }
    assert reasons(code, "notes.txt") == {
        "guide.md": ["mentions this file in 2 places"]
    }
    assert reasons(code, "other/guide.md") == {}
    named = reasons(code, "mod.py")
    assert named["mod.pyi"] == ["type stub of this file"]
    assert set(named) == {"mod.pyi", "test_mod.py", "_mod.py"}
    assert reasons(code, "mod.pyi")["mod.py"] == ["module of this stub"]


def test_plain_names() -> None:
    alike = ("a.py", "_a.py", "a.pyi", "a_test.py", "test_a.py", "a.md")
    assert {plain_name(name) for name in alike} == {"a"}
    others = ("__init__.py", ".gitignore", "test_.py", "Makefile", "test_a.txt", "_.py")
    assert [plain_name(name) for name in others] == [
        *("__init__", ".gitignore", "test_", "Makefile", "test_a", "_"),
    ]


# The picture


def test_sides_of_a_picture_are_short(tmp_path: Path) -> None:
    names = [f"m{number}" for number in range(20)]
    files = {f"{name}.py": "import here\n" for name in names}
    files["here.py"] = "".join(f"import {name}, x{name}\n" for name in names[:9])
    files |= {f"x{name}.py": "" for name in names}
    code = surveyed(tmp_path / "repo", files)
    around = stand(code, "here.py").neighbours
    assert len(around.mutual) == 6
    assert (len(around.importers), len(around.imported)) == (6, 0)
    assert around.more_importers == 20 - 12
    assert around.more_imported == 18 - 6


# Pages

FILES = {
    "pkg/__init__.py": '"""Does things."""\nfrom .core import Box\n__all__ = ["Box"]\n',
    "pkg/core.py": (
        '"""The core."""\n\nfrom .low import base\n\n\nclass Box:\n    pass\n\n\n'
        "class Crate(Box):\n    pass\n\n\n_secret = 1\n"
    ),
    "pkg/low.py": "import pkg.core\n\nbase = 1\nother = 2\n__all__ = ['base']\n",
    "far/away.py": "x = 1\n",
    "far/more.py": "y = 1\n",
    "zoo/words.txt": "words\n",
}


def section(build: Build, docname: str, title: str, following: str) -> str:
    body = build.body(docname)
    return body.rpartition(title)[2].partition(following)[0]


@pytest.fixture(scope="module")
def project(make_shared: Make) -> Project:
    return make_shared(FILES)


@pytest.fixture(scope="module")
def built(project: Project) -> Build:
    build = project.build()
    assert build.warnings == ""
    build.check_links()
    return build


def architecture_of(build: Build, path: str) -> str:
    return section(
        build, f"code/{path}_docs", "Architecture &amp; Design", "Dependencies"
    )


def test_special_names_in_all_are_defined_here(make_project: Make) -> None:
    text = (
        "from b import c\n\n__all__ = ['__version__', 'a', 'c']\n"
        "__version__ = '1'\na = 1\n"
    )
    build = make_project({"a.py": text, "b.py": "c = 1\n"}).build()
    said = "1 public · 0 private · __all__ lists 3 · 1 of them not defined here"
    assert said in architecture_of(build, "a.py")


def test_architecture_on_a_page(built: Build) -> None:
    text = architecture_of(built, "pkg/core.py")
    assert "Package: pkg · Does things." in text
    assert "Imported by: 2 files" in text
    assert "Imports: 1 file in the source tree" in text
    assert "2 public · 1 private" in text
    assert (
        "Import cycle (2 files) pkg/core.py (line 3) → pkg/low.py → pkg/core.py" in text
    )
    assert "Re-exported by (1 file)" in text
    low = architecture_of(built, "pkg/low.py")
    assert "2 public · 0 private · __all__ lists 1 · not in __all__: other" in low
    away = architecture_of(built, "far/away.py")
    # Its dependencies say so.
    assert built.body("code/far/away.py_docs").count("No file imports it.") == 1
    assert "No file imports it." not in away
    assert "Import cycle" not in away
    html = built.text("code/pkg/core.py_docs")
    assert html.count("<svg") == 1
    assert '<a href="low.py_docs.html">' in html
    assert "<svg" not in built.text("code/far/away.py_docs")


def test_related_files_on_a_page(built: Build) -> None:
    text = section(built, "code/pkg/core.py_docs", "Related Files", "Cross-References")
    assert "pkg/low.py imports this file and is imported by it" in text
    text = section(built, "code/zoo/words.txt_docs", "Related Files", "Cross-")
    assert "Checked for: mentions of each other, files with the same name." in text


def hierarchy(code: CodeMap, path: str) -> list[str]:
    """Return the lines on classes, with the target of each link behind it."""
    pages = [Page(f"{one}_docs", "docs", one, "") for one in code.parsed]
    code.set_pages(pages)
    context = Context(code, "here", lambda docname, name: f"{docname}#{name}")
    lines = []
    for node in architecture(context, path):
        for item in node.findall(nodes.list_item):
            for link in list(item.findall(nodes.reference)):
                uri = link.get("refuri") or f"#{link['refid']}"
                link += nodes.Text(f"<{uri}>")
            lines.append(item.children[0].astext())
            for tree in item.findall(kw_entries):
                lines.append(tree["title"])
                lines += [
                    f"{'  ' * one.level}{one.text}<{one.uri}> {one.where} {one.summary}"
                    f"{''.join(f'#{anchor}' for anchor in one.anchors)}"
                    for one in tree["entries"]
                ]
    return lines


def test_hierarchy_on_a_page(tmp_path: Path) -> None:
    code = classes(tmp_path / "repo")
    assert hierarchy(code, "top.py") == [
        "Root<top.py_docs#def-Root> base Exception",
        "2 subclasses",
        "  Mid<mid.py_docs#def-Mid> mid.py ",
        "    Low<low.py_docs#def-Low> low.py ",
        "Mixin<top.py_docs#def-Mixin>",
        "2 subclasses",
        "  Low<low.py_docs#def-Low> low.py see Mid",
        "  Mid<mid.py_docs#def-Mid> mid.py ",
        "    Low<low.py_docs#def-Low> low.py ",
    ]
    low, odd = hierarchy(code, "low.py")
    assert re.sub("<.*?>", "", low) == (
        "Low bases Mid, Mixin, other.project.Other"
        " method resolution order Mid → Mixin → Root → Exception → other.project.Other"
    )
    assert odd == "Odd<low.py_docs#def-Odd> base f()"
    assert hierarchy(code, "mid.py") == [
        (
            "Mid<mid.py_docs#def-Mid> bases Mixin<top.py_docs#def-Mixin>,"
            " Root<top.py_docs#def-Root> method resolution order"
            " Mixin<top.py_docs#def-Mixin>"
            " → Root<top.py_docs#def-Root> → Exception"
            " subclass Low<low.py_docs#def-Low>"
        )
    ]


def test_the_order_of_lookup_is_said_where_it_is_more_than_that_of_the_base(
    tmp_path: Path,
) -> None:
    above = "class A: pass\nclass B: pass\nclass Mid(A, B): pass\n"
    files = {
        "a.py": f"{above}class Low(Mid): pass\n",
        "b.py": "from a import Mid\nclass Far(Mid): pass\n",
    }
    code = surveyed(tmp_path / "repo", files)
    lines = [re.sub("<.*?>", "", line) for line in hierarchy(code, "a.py")]
    order = "method resolution order"
    assert f"Mid bases A, B {order} A → B subclasses Low, Far" in lines
    assert "Low base Mid" in lines
    (far,) = hierarchy(code, "b.py")
    assert re.sub("<.*?>", "", far) == f"Far base Mid {order} Mid → A → B"


def test_bases_of_one_name_are_told_apart(tmp_path: Path) -> None:
    files = {
        "a.py": "class Node: pass\nclass Leaf(Node): pass\n",
        "b.py": "import a\nclass Node: pass\nclass Leaf(Node, a.Leaf): pass\n",
    }
    code = surveyed(tmp_path / "repo", files)
    *_, leaf = (re.sub("<.*?>", "", line) for line in hierarchy(code, "b.py"))
    assert leaf == (
        "Leaf bases Node, a.py::Leaf"
        " method resolution order b.py::Node → a.py::Leaf → a.py::Node"
    )


def test_what_derives_from_a_class_is_listed_once(tmp_path: Path) -> None:
    leaves = "".join(f"class Leaf{number}(Mid): pass\n" for number in range(10))
    top = "class Top: pass\nclass Mid(Top): pass\nclass Low(Top): pass\n"
    code = surveyed(tmp_path / "repo", {"a.py": f"{top}{leaves}class Few(Low): pass\n"})
    lines = hierarchy(code, "a.py")
    assert lines[1] == "13 subclasses"
    assert "  Mid<a.py_docs#def-Mid>  #a.py-sub-def-Mid" in lines
    # A short list stands with its class, too.
    assert "  Low<a.py_docs#def-Low>  " in lines
    assert sum(line.startswith("    Leaf3<") for line in lines) == 1
    base = "base Top<a.py_docs#def-Top>"
    there = "10 subclasses in the list of Top<#a.py-sub-def-Mid>"
    assert f"Mid<a.py_docs#def-Mid> {base} {there}" in lines
    few = "subclass Few<a.py_docs#def-Few>"
    assert f"Low<a.py_docs#def-Low> {base} {few}" in lines
    # Nor twice where there are two bases.
    tops = "class A: pass\nclass B: pass\nclass Mid(A, B): pass\n"
    code = surveyed(tmp_path / "two", {"a.py": f"{tops}{leaves}"})
    lines = hierarchy(code, "a.py")
    assert lines.count("11 subclasses") == 2
    assert sum(line.startswith("    Leaf3<") for line in lines) == 1
    assert lines[lines.index("B<a.py_docs#def-B>") + 2].startswith("  Mid<")
    # With another base besides what is below it stands elsewhere.
    other = "class Side(Top): pass\nclass Both(Side, Mid): pass\nclass X(Both): pass\n"
    code = surveyed(tmp_path / "other", {"a.py": f"{top}{leaves}{other}"})
    assert "12 subclasses" in hierarchy(code, "a.py")


def test_classes_with_the_same_bases_share_a_line(tmp_path: Path) -> None:
    names = [f"C{number:02}" for number in range(15)]
    files = {"a.py": "".join(f"class {name}: pass\n" for name in names)}
    code = surveyed(tmp_path / "repo", files)
    rows = [("a.py", name, 0, 0, "", "", "unittest.TestCase", "") for name in names]
    code.store.replace("base", [*rows, ("a.py", "C00", 1, 0, "", "", "x.Y", "")])
    first, rest = hierarchy(code, "a.py")
    assert first.endswith(
        "bases unittest.TestCase, x.Y method resolution order unittest.TestCase → x.Y"
    )
    assert rest.endswith("C14<a.py_docs#def-C14> base unittest.TestCase")
    files = {"b.py": "".join(f"class D{number:02}: pass\n" for number in range(210))}
    code = surveyed(tmp_path / "many", files)
    many = [
        ("b.py", f"D{number:02}", 0, 0, "", "", f"x.Y{number}", "")
        for number in range(210)
    ]
    code.store.replace("base", many)
    lines = hierarchy(code, "b.py")
    assert len(lines) == 201
    assert lines[-1].startswith("10 more classes")


@pytest.mark.parametrize("builder", ["singlehtml", "text", "epub"])
def test_other_builders(project: Project, builder: str) -> None:
    build = project.build(builder, version="1", copyright="me", kwindex_books=True)
    assert build.warnings == ""
    if builder == "singlehtml":
        found = check(build.outdir)
        # The builder makes neither of these pages, the theme leads to both.
        assert set(found.dead) <= {"genindex.html", "search.html"}
        assert found.repeated == []
        assert build.text("index").count("<svg") == 5
    elif builder == "text":
        text = build.text("code/pkg/core.py_docs.txt")
        assert "Mutual imports" in text
        assert "svg" not in text
    else:
        (book,) = build.outdir.glob("*.epub")
        with zipfile.ZipFile(book) as archive:
            for name in archive.namelist():
                if name.endswith(".xhtml"):
                    page = archive.read(name)
                    ElementTree.fromstring(page)
                    assert b"<svg" not in page


def test_private_names_that_are_not_shown_are_counted(make_project: Make) -> None:
    build = make_project(FILES, kwindex_private=False).build()
    text = architecture_of(build, "pkg/core.py")
    assert "2 public · 1 private" in text
    assert "_secret" not in text


# Incremental


def test_an_import_elsewhere_reads_what_it_concerns(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    assert project.build().read == set()
    project.write({"far/away.py": "import far.more\nx = 1\n"})
    assert project.build().read == {
        "code/far/away.py_docs",
        "code/far/away.py_kw",
        "code/far/more.py_docs",
        # The important files of the folders, and of all.
        "code/index",
        "code/far/doc",
    }
    # A cycle is closed: both ends show it.
    project.write({"far/more.py": "from far import away\n\ny = 1\n"})
    build = project.build()
    assert build.read == {
        "code/far/away.py_docs",
        "code/far/more.py_docs",
        "code/far/more.py_kw",
        "code/index",
        "code/far/doc",
    }
    assert "Import cycle (2 files)" in architecture_of(build, "far/away.py")


def test_a_line_elsewhere_reads_nothing_else(make_project: Make) -> None:
    # Of so many lines the maps of the folders above do not show one more.
    text = FILES["pkg/low.py"] + 1000 * "# More.\n"
    project = make_project(FILES | {"pkg/low.py": text})
    project.build("dummy")
    project.write({"pkg/low.py": f"# A comment.\n{text}"})
    assert project.build("dummy").read == {"code/pkg/low.py_docs", "code/pkg/low.py_kw"}


def test_the_purpose_of_the_package_is_read_again(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    text = FILES["pkg/__init__.py"]
    project.write({"pkg/__init__.py": text.replace("Does things", "Does more")})
    build = project.build()
    assert {"code/pkg/core.py_docs", "code/pkg/low.py_docs"} <= build.read
    assert "code/far/away.py_docs" not in build.read
    assert "Does more." in architecture_of(build, "pkg/low.py")


def test_everything_shown_is_in_the_digest(tmp_path: Path) -> None:
    code = classes(tmp_path / "repo")
    before = {path: import_position(code, path) for path in code.parsed}
    rows = list(code.store.select("SELECT * FROM base WHERE path <> 'low.py'"))
    code.store.replace("base", rows)
    code = CodeMap(code.store, code.root)  # which remembers nothing
    after = {path: import_position(code, path) for path in code.parsed}
    changed = {path for path in code.parsed if before[path] != after[path]}
    assert changed == {"low.py", "mid.py", "top.py"}
    assert code.import_cycle("low.py") == ()
    assert ImportGraph(code.store).imported == {"mid.py": {"top.py"}}
