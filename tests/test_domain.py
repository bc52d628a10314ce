"""The domain `kw`: where names lead, what the inventory says, other projects."""

from __future__ import annotations

import os
import re
import unicodedata
import zlib
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest
from projects import Build, Project

from sphinxcontrib_kwindex.sphinx_wiring.documents.document_dependencies import (
    Dependency,
    RoleTarget,
)
from sphinxcontrib_kwindex.sphinx_wiring.documents.domain import (
    DomainObject,
    KwDomain,
    find_objects,
    kw_domain,
)

Make = Callable[..., Project]

INDEX = "Manual\n======\n\n.. toctree::\n   :glob:\n\n   *\n"
TREE = {
    "pkg/__init__.py": "from .core import Engine as Motor, start\n",
    "pkg/core.py": '''"""The core."""

LIMIT = 3


class Engine:
    """What drives."""

    speed = 1

    def run(self):
        """Run."""

        def inner(): ...

    class Part:
        def run(self): ...


def start(): ...
''',
    "pkg/other.py": "class Engine: ...\nclass Wheel:\n    def turn(self): ...\n",
    "pkg/tyre.py": (
        "import abc, dict\nfrom . import other\nfrom typing import Generic\n"
        "class Tyre(Generic[int], other.Wheel, abc.ABC):\n    width = 3\n"
        "class Flat(Tyre): ...\nclass Odd(dict.Odd, Tyre): ...\n"
    ),
    "pkg/deep/core.py": "def dig(): ...\n",
    "pkg/deep/__init__.py": "from ..tyre import *\n",
    "tools/run.py": "def main(): ...\n",
    "tools/a b.py": "x = 1\n",
    "README.md": "# Read me\n",
}
CORE = "code/pkg/core.py_docs.html"
OTHER = "code/pkg/other.py_docs.html"
TYRE = "code/pkg/tyre.py_docs.html"
INIT = "code/pkg/__init__.py_docs.html"

SPEED = "core.py::Engine.speed"

#: Role, target as written, where it leads, what is shown.
LEADS = [
    ("file", "pkg/core.py", CORE, "pkg/core.py"),
    ("file", "other.py", OTHER, "other.py"),
    ("file", "pkg.other", OTHER, "pkg.other"),
    ("file", "README.md", "code/README.md_docs.html", "README.md"),
    ("file", "~pkg/other.py", OTHER, "other.py"),
    ("file", "tools/a b.py", "code/tools/a%20b.py_docs.html", "tools/a b.py"),
    ("folder", "pkg", "code/pkg/index.html", "pkg"),
    ("folder", "pkg/deep/", "code/pkg/deep/index.html", "pkg/deep/"),
    ("folder", "deep", "code/pkg/deep/index.html", "deep"),
    ("folder", ".", "code/index.html", "."),
    ("class", "pkg/core.py::Engine", f"{CORE}#def-Engine", "pkg/core.py::Engine"),
    ("class", "~pkg/core.py::Engine.Part", f"{CORE}#def-Engine.Part", "Part"),
    ("class", "other.py::Engine", f"{OTHER}#def-Engine", "other.py::Engine"),
    ("class", "pkg.other.Engine", f"{OTHER}#def-Engine", "pkg.other.Engine"),
    ("class", "~pkg.core.Engine", f"{CORE}#def-Engine", "Engine"),
    ("class", "pkg.Motor", f"{CORE}#def-Engine", "pkg.Motor"),
    ("class", "Wheel", f"{OTHER}#def-Wheel", "Wheel"),
    ("class", "The wheel <Wheel>", f"{OTHER}#def-Wheel", "The wheel"),
    ("func", "pkg/core.py::start", f"{CORE}#def-start", "pkg/core.py::start"),
    ("func", "pkg.start", f"{CORE}#def-start", "pkg.start"),
    ("func", "inner", f"{CORE}#def-Engine.run..inner", "inner"),
    ("func", "dig", "code/pkg/deep/core.py_docs.html#def-dig", "dig"),
    ("meth", "Engine.run", f"{CORE}#def-Engine.run", "Engine.run"),
    ("meth", "~pkg.core.Engine.Part.run", f"{CORE}#def-Engine.Part.run", "run"),
    ("meth", "turn", f"{OTHER}#def-Wheel.turn", "turn"),
    ("attr", "core.py::Engine.speed", f"{CORE}#def-Engine.speed", SPEED),
    ("data", "pkg.core.LIMIT", f"{CORE}#def-LIMIT", "pkg.core.LIMIT"),
    ("meth", "Tyre.turn", f"{OTHER}#def-Wheel.turn", "Tyre.turn"),
    ("meth", "~pkg/tyre.py::Flat.turn", f"{OTHER}#def-Wheel.turn", "turn"),
    ("attr", "~pkg.tyre.Flat.width", f"{TYRE}#def-Tyre.width", "width"),
    # By a star import.
    ("class", "pkg.deep.Flat", f"{TYRE}#def-Flat", "pkg.deep.Flat"),
    ("meth", "~pkg.deep.Flat.turn", f"{OTHER}#def-Wheel.turn", "turn"),
    ("obj", "tyre.Flat.turn", f"{OTHER}#def-Wheel.turn", "tyre.Flat.turn"),
    ("mod", "pkg.core", CORE, "pkg.core"),
    ("mod", "~pkg.other", OTHER, "other"),
    ("mod", "pkg/other.py", OTHER, "pkg/other.py"),
    ("mod", "pkg/tyre", TYRE, "pkg/tyre"),
    ("mod", "other", OTHER, "other"),
    ("mod", "deep.core", "code/pkg/deep/core.py_docs.html", "deep.core"),
    ("mod", "pkg", INIT, "pkg"),
    ("mod", "The package <pkg/>", INIT, "The package"),
    ("mod", "pkg/__init__.py", INIT, "pkg/__init__.py"),
    ("obj", "pkg/core.py", CORE, "pkg/core.py"),
    ("obj", "pkg/deep", "code/pkg/deep/index.html", "pkg/deep"),
    ("obj", "pkg/core.py::LIMIT", f"{CORE}#def-LIMIT", "pkg/core.py::LIMIT"),
    ("obj", "Wheel", f"{OTHER}#def-Wheel", "Wheel"),
    ("any", "pkg/core.py::Engine", f"{CORE}#def-Engine", "pkg/core.py::Engine"),
    ("any", "pkg/core.py", CORE, "pkg/core.py"),
    ("any", "pkg/deep", "code/pkg/deep/index.html", "pkg/deep"),
    ("any", "Read it <README.md>", "code/README.md_docs.html", "Read it"),
]  # fmt: skip


def restructuredtext(roles: list[tuple[str, str]]) -> str:
    lines = [f"{number}. {role(*one)}\n" for number, one in enumerate(roles, 1)]
    return "Roles\n=====\n\n" + "".join(lines)


def role(name: str, target: str) -> str:
    return f":{name}:`{target}`"


def markdown(roles: list[tuple[str, str]]) -> str:
    lines = [
        f"{number}. {{{name}}}`{t}`\n" for number, (name, t) in enumerate(roles, 1)
    ]
    return "# Roles\n\n" + "".join(lines)


def domain_name(name: str) -> str:
    return name if name == "any" else f"kw:{name}"


def references(page: str) -> list[tuple[str, str]]:
    """Return the links in the text of a page with what they show."""
    body = page.partition('role="main"')[2].partition("sphinxsidebar")[0]
    found = re.findall(
        r'(?s)<a class="reference (?:in|ex)ternal" href="([^"]*)"[^>]*>(.*?)</a>', body
    )
    return [
        (unescape(href), unescape(re.sub("<[^>]*>", "", text))) for href, text in found
    ]


MARKUPS = pytest.mark.parametrize("markup", ["rst", "md"])


@pytest.fixture(scope="module")
def roles(make_shared: Make) -> Build:
    """A build of every role in both markups."""
    written = [(domain_name(name), target) for name, target, _, _ in LEADS]
    project = make_shared(
        TREE,
        {
            "index.rst": INDEX,
            "rst.rst": restructuredtext(written),
            "md.md": markdown(written),
        },
        extensions=["sphinxcontrib_kwindex", "myst_parser"],
        nitpicky=True,
    )
    return project.build()


@MARKUPS
def test_roles_lead_to_what_they_name(roles: Build, markup: str) -> None:
    found = references(roles.text(f"{markup}.html"))
    assert len(found) == len(LEADS)
    for (name, target, href, shown), (is_href, is_shown) in zip(
        LEADS, found, strict=True
    ):
        assert (is_href, is_shown) == (href, shown), (name, target)


def test_roles_warn_of_nothing_and_lead_to_anchors(roles: Build) -> None:
    assert roles.warnings == ""
    roles.check_links()


def test_a_role_says_what_it_leads_to(roles: Build) -> None:
    page = roles.text("rst.html")
    assert 'title="class pkg/core.py::Engine"' in page
    assert 'title="variable pkg/core.py::LIMIT"' in page
    assert 'title="file pkg/other.py"' in page


# What leads nowhere

RUNS = "pkg/core.py::Engine.Part.run, pkg/core.py::Engine.run"
#: Role, target, what is wrong, what is named instead.
WRONG = [
    ("class", "Engin", "not found", "pkg/core.py::Engine"),
    ("class", "Engine", "is ambiguous", "pkg/core.py::Engine, pkg/other.py::Engine"),
    ("meth", "run", "is ambiguous", RUNS),
    ("func", "Engine.run", "not found", "pkg/core.py::Engine.run"),
    ("class", "pkg/core.py::Enigne", "not found", "pkg/core.py::Engine"),
    ("file", "pkg/cor.py", "not found", "pkg/core.py"),
    ("file", "core.py", "is ambiguous", "pkg/core.py, pkg/deep/core.py"),
    ("folder", "dep", "not found", "pkg/deep"),
    ("folder", "pgk", "not found", "pkg"),
    ("obj", "nothing at all", "not found", ""),
    ("data", "LIMITS", "not found", "pkg/core.py::LIMIT"),
    ("data", "zzz", "not found", ""),
    ("meth", "Odd.turn", "not found", "pkg/other.py::Wheel.turn"),
    ("meth", "Wheel.trun", "not found", "pkg/other.py::Wheel.turn"),
    ("mod", "pkg.othr", "not found", "pkg.other"),
    ("mod", "core", "is ambiguous", "pkg/core.py, pkg/deep/core.py"),
]  # fmt: skip


@MARKUPS
def test_wrong_targets_warn_with_what_may_be_meant(
    make_project: Make, markup: str
) -> None:
    write = {"rst": restructuredtext, "md": markdown}[markup]
    written = [(f"kw:{name}", target) for name, target, _, _ in WRONG]
    project = make_project(
        TREE,
        {"index.rst": INDEX, f"page.{markup}": write(written)},
        extensions=["sphinxcontrib_kwindex", "myst_parser"],
        show_warning_types=True,
    )
    built = project.build()
    warnings = built.warnings.splitlines()
    assert len(warnings) == len(WRONG)
    first = {"rst": 4, "md": 3}[markup]
    for number, (name, target, reason, candidates) in enumerate(WRONG):
        said = f"kw:{name} reference target {reason}: {target}"
        (warning,) = [
            line for line in warnings if re.search(rf"{re.escape(said)}(;| \[)", line)
        ]
        assert "[kwindex.reference]" in warning
        assert f"page.{markup}:{first + number}: WARNING" in warning
        assert f"; candidates: {candidates}" in warning
    assert references(built.text("page.html")) == []


def test_a_mark_of_exclamation_is_text(make_project: Make) -> None:
    page = restructuredtext([("kw:class", "!Engine"), ("kw:class", "!~nowhere.X")])
    built = make_project(TREE, {"index.rst": page}, nitpicky=True).build()
    assert built.warnings == ""
    assert "!" not in built.body("index.html").partition("Roles")[2][:40]


def test_warnings_can_be_suppressed(make_project: Make) -> None:
    page = restructuredtext([("kw:class", "Nowhere"), ("kw:file", "no.py")])
    conf = {"suppress_warnings": ["kwindex.reference"]}
    assert make_project(TREE, {"index.rst": page}, **conf).build().warnings == ""


def test_a_definition_that_is_hidden_is_unknown(make_project: Make) -> None:
    tree = {"a.py": "def _hidden(): ...\ndef shown(): ...\n"}
    page = restructuredtext([("kw:func", "_hidden"), ("kw:func", "shown")])
    built = make_project(tree, {"index.rst": page}, kwindex_private=False).build()
    assert "kw:func reference target not found: _hidden" in built.warnings
    assert "unknown: shown" not in built.warnings


# :any:

AUTODOC = """
Manual
======

.. py:module:: pkg.core

.. py:class:: Engine

   .. py:method:: run()

.. py:function:: start()

:any:`Engine`, :any:`pkg.core.Engine`, :any:`Engine.run`, :any:`start`,
:any:`pkg.core`, :any:`pkg.core.start`, :any:`pkg/core.py::Engine`.
"""


def test_any_is_never_ambiguous_with_what_autodoc_describes(make_project: Make) -> None:
    built = make_project(TREE, {"index.rst": AUTODOC}, nitpicky=True).build()
    assert built.warnings == ""
    found = {shown: href for href, shown in references(built.text("index.html"))}
    ours = {shown for shown, href in found.items() if href.startswith("code/")}
    assert ours - {"Code map", "[source]"} == {"pkg/core.py::Engine"}
    assert found["pkg.core.Engine"] == "#pkg.core.Engine"


def test_any_takes_no_endings(make_project: Make) -> None:
    names = ["Wheel", "pkg.other.Wheel", "other.py", "deep"]
    page = restructuredtext([("any", name) for name in names])
    built = make_project(TREE, {"index.rst": page}).build()
    for name in names:
        assert f"'any' reference target not found: {name}" in built.warnings


# The inventory


class Item(NamedTuple):
    kind: str
    priority: int
    uri: str
    shown: str


def inventory(path: Path) -> dict[str, Item]:
    """Read the objects of our domain, as the format of Sphinx's inventories is."""
    data = path.read_bytes()
    for _ in range(4):
        _, _, data = data.partition(b"\n")
    found = {}
    for line in zlib.decompress(data).decode().splitlines():
        match = re.fullmatch(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)", line)
        assert match, line
        name, kind, priority, uri, shown = match.groups()
        if kind.startswith("kw:"):
            uri = uri[:-1] + name if uri.endswith("$") else uri
            item = Item(kind[3:], int(priority), uri, name if shown == "-" else shown)
            assert name not in found
            found[name] = item
    return found


def test_inventory(roles: Build) -> None:
    found = inventory(roles.outdir / "objects.inv")
    names = {
        "pkg/core.py::Engine": ("class", 1, "Engine"),
        "pkg/core.py::Engine.speed": ("attribute", -1, "Engine.speed"),
        "pkg/core.py::Engine.run": ("method", 1, "Engine.run"),
        "pkg/core.py::Engine.run.<locals>.inner": (
            "function",
            1,
            "Engine.run.<locals>.inner",
        ),
        "pkg/core.py::Engine.Part": ("class", 1, "Engine.Part"),
        "pkg/core.py::Engine.Part.run": ("method", 1, "Engine.Part.run"),
        "pkg/core.py::start": ("function", 1, "start"),
        "pkg/core.py::LIMIT": ("data", -1, "LIMIT"),
        "pkg/other.py::Engine": ("class", 1, "Engine"),
        "pkg/other.py::Wheel": ("class", 1, "Wheel"),
        "pkg/other.py::Wheel.turn": ("method", 1, "Wheel.turn"),
        "pkg/tyre.py::Tyre": ("class", 1, "Tyre"),
        "pkg/tyre.py::Tyre.width": ("attribute", -1, "Tyre.width"),
        "pkg/tyre.py::Flat": ("class", 1, "Flat"),
        "pkg/tyre.py::Odd": ("class", 1, "Odd"),
        "pkg/deep/core.py::dig": ("function", 1, "dig"),
        "tools/run.py::main": ("function", 1, "main"),
        "tools/a b.py::x": ("data", -1, "x"),
    }
    names |= {path: ("file", -1, path) for path in TREE}
    names |= {path: ("folder", -1, path) for path in (".", "pkg", "pkg/deep", "tools")}
    assert {
        name: (item.kind, item.priority, item.shown) for name, item in found.items()
    } == names
    assert found["pkg/core.py::Engine"].uri == f"{CORE}#def-Engine"
    assert found["pkg/core.py"].uri == CORE
    assert found["."].uri == "code/index.html"


def test_definitions_are_found_by_name_in_the_search(roles: Build) -> None:
    index = roles.text("searchindex.js")
    assert '"Engine"' in index
    assert "kw:class" in index
    # Attributes and variables would drown the rest.
    assert '"LIMIT"' not in index


# Other projects

EXTERNAL = [
    ("external+one:kw:class", "pkg/core.py::Engine", f"{CORE}#def-Engine"),
    ("external:kw:class", "pkg/core.py::Engine", f"{CORE}#def-Engine"),
    ("kw:class", "pkg/core.py::Engine", f"{CORE}#def-Engine"),
    ("kw:func", "Begin <pkg/core.py::start>", f"{CORE}#def-start"),
    ("kw:meth", "pkg/core.py::Engine.run", f"{CORE}#def-Engine.run"),
    ("kw:attr", "pkg/core.py::Engine.speed", f"{CORE}#def-Engine.speed"),
    ("kw:data", "pkg/core.py::LIMIT", f"{CORE}#def-LIMIT"),
    ("kw:file", "pkg/core.py", CORE),
    ("kw:folder", "pkg/deep", "code/pkg/deep/index.html"),
    ("kw:obj", "pkg/core.py::Engine", f"{CORE}#def-Engine"),
]  # fmt: skip
SITE = "https://one.example/"


def elsewhere(
    make_project: Make, roles: Build, tree: Mapping[str, str], **conf: object
) -> Project:
    written = [(name, target) for name, target, _ in EXTERNAL]
    return make_project(
        tree,
        {
            "index.rst": INDEX,
            "rst.rst": restructuredtext(written),
            "md.md": markdown(written),
        },
        extensions=["sphinxcontrib_kwindex", "sphinx.ext.intersphinx", "myst_parser"],
        intersphinx_mapping={"one": (SITE, str(roles.outdir / "objects.inv"))},
        nitpicky=True,
        **conf,
    )


def test_a_project_that_loads_the_extension_for_intersphinx_scans_nothing(
    make_project: Make, roles: Build
) -> None:
    # A scan would warn that there is nothing.
    project = elsewhere(
        make_project,
        roles,
        {"their.py": "x = 1\n"},
        kwindex_generate=False,
        kwindex_exclude=["*"],
    )
    built = project.build()
    assert built.warnings == ""
    for markup in ("rst", "md"):
        found = [href for href, _ in references(built.text(f"{markup}.html"))]
        assert found == [f"{SITE}{uri}" for _, _, uri in EXTERNAL]
    assert built.env.all_docs.keys() == {"index", "rst", "md"}
    again = project.build()
    assert again.read == set()
    assert again.warnings == ""
    assert not list(project.doctrees.glob("kwindex*"))


def test_a_project_with_a_tree_of_its_own_refers_to_another(
    make_project: Make, roles: Build
) -> None:
    built = elsewhere(make_project, roles, {"their.py": "class Engine: ...\n"}).build()
    assert built.warnings == ""
    found = [href for href, _ in references(built.text("rst.html"))]
    assert found == [f"{SITE}{uri}" for _, _, uri in EXTERNAL]


# Parallel reading, reading again


def dependencies(build: Build) -> dict[str, dict[Dependency, str]]:
    return kw_domain(build.env).dependencies


@pytest.mark.parametrize("generate", [True, False])
def test_parallel_reading_notes_the_same_dependencies(
    make_project: Make, generate: bool
) -> None:
    tree = {"pkg/other.py": TREE["pkg/other.py"]}
    page = restructuredtext([("kw:class", "Wheel"), ("kw:file", "other.py")])
    shown = "\n.. kwfile:: pkg/other.py\n"
    docs = {f"page{number}.rst": page for number in range(8)}
    docs |= {f"page{number}.rst": page + shown for number in (3, 7)}
    docs["index.rst"] = INDEX
    conf = {"kwindex_generate": generate}
    one = make_project(tree, docs, **conf).build()
    two = make_project(tree, docs, **conf).build(parallel=2)
    assert (one.warnings, two.warnings) == ("", "")
    assert len(dependencies(one)) == 8
    assert dependencies(two) == dependencies(one)
    home = "code/pkg/other.py_docs.html#" if generate else "page3.html#pkg--other.py-"
    for built in (one, two):
        found = references(built.text("page1.html"))
        assert found[0] == (f"{home}def-Wheel", "Wheel")
    # What is read again forgets what it used, what is removed too.
    project = two.project
    project.write({"docs/page1.rst": "Roles\n=====\n", "docs/page2.rst": None})
    third = project.build(parallel=2)
    assert third.read - {"index"} == {"page1"}
    assert dependencies(third).keys() == dependencies(one).keys() - {"page1", "page2"}


def test_merge_takes_only_what_was_read(make_project: Make) -> None:
    env = make_project({"a.py": ""}).build().env
    domain = KwDomain(env)
    role = RoleTarget("file", "a.py")
    domain.dependencies.update({"kept": {role: "1"}, "read": {role: "old"}})
    entries = domain.data["toctree entries"] = {"kept": "code/index"}
    theirs = {
        "dependencies": {"kept": {role: "stale"}, "read": {role: "new"}},
        "toctree entries": {"kept": "", "read": "code/doc"},
    }
    domain.merge_domaindata({"read", "other"}, theirs)
    assert domain.dependencies == {"kept": {role: "1"}, "read": {role: "new"}}
    assert entries == {"kept": "code/index", "read": "code/doc"}
    domain.clear_doc("read")
    domain.clear_doc("never there")
    assert domain.dependencies == {"kept": {role: "1"}}
    assert entries == {"kept": "code/index"}


def test_a_document_is_read_again_when_a_role_leads_elsewhere(
    make_project: Make,
) -> None:
    page = restructuredtext([("kw:class", "Wheel")])
    project = make_project(TREE, {"index.rst": page})
    project.build("dummy")
    project.write({"tools/run.py": "def main(): ...\n\ndef more(): ...\n"})
    assert "index" not in project.build("dummy").read
    # Another wheel makes the name ambiguous.
    project.write({"tools/run.py": "class Wheel: ...\n"})
    built = project.build("dummy")
    assert "index" in built.read
    assert "kw:class reference target is ambiguous: Wheel" in built.warnings
    project.write({"tools/run.py": None})
    built = project.build("dummy")
    assert "index" in built.read
    assert built.warnings == ""


# Names


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_path_may_have_the_sign_between_path_and_name(make_project: Make) -> None:
    code = kw_domain(make_project({"lib/A::B.py": "class X: ...\n"}).build().env).code
    assert code is not None
    for name in ("lib/A::B.py", "A::B.py", "lib/A::B.py::X"):
        assert len(find_objects(code, name, ["file", "class"])) == 1


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_accents_may_be_written_in_another_way(
    make_project: Make, forms: tuple[str, str]
) -> None:
    stored, written = (unicodedata.normalize(form, "caf\u00e9.py") for form in forms)
    roles = f":kw:file:`{written}` :kw:class:`{written}::A`"
    page = f"Page\n====\n\n{roles}\n\n.. kwfile:: {written}\n"
    project = make_project({stored: "class A: ...\n"}, {"index.rst": page})
    built = project.build()
    assert built.warnings == ""
    for title in (f"file {stored}", f"class {stored}::A"):
        assert f'title="{title}"' in built.text("index.html")


def test_an_exact_name_is_stronger_than_an_ending(make_project: Make) -> None:
    tree = {
        "a.py": "class X: ...\n",
        "p/a.py": "class X: ...\n",
        "q/a/X.py": "def a(): ...\n",
    }
    code = kw_domain(make_project(tree).build().env).code
    assert code is not None

    def named(name: str, *kinds: str) -> list[str]:
        return [one.name for one in find_objects(code, name, kinds)]

    assert named("a.py", "file") == ["a.py"]
    assert named("a.py::X", "class") == ["a.py::X"]
    assert named("a.X", "class") == ["a.py::X", "p/a.py::X"]
    assert named("p/a.py::X", "class") == ["p/a.py::X"]
    assert named("X", "class") == ["a.py::X", "p/a.py::X"]
    assert named("a", "folder") == ["q/a"]
    assert named("::X", "class") == []
    assert named("", "file", "folder", "class") in ([], ["."])
    assert find_objects(code, "a.py::X", ["class"]) == [
        DomainObject("class", "a.py", "X", "def-X")
    ]
