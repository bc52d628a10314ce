"""What differs between two versions of a tree, and what that breaks."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from test_git_history import commit, git
from trees import new_store

from sphinxcontrib_kwindex.codemap.comparison.broken_signatures import breakages
from sphinxcontrib_kwindex.codemap.comparison.changes import (
    Change,
    Comparison,
    shortened,
)
from sphinxcontrib_kwindex.codemap.comparison.compare import compare
from sphinxcontrib_kwindex.codemap.comparison.version import (
    Rules,
    Version,
    version_of_commit,
)
from sphinxcontrib_kwindex.model.facts import Definition
from sphinxcontrib_kwindex.scan.git_commit_files import revision_files, write_files

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")

BODY = """\
    first = value * 2
    second = first + value
    return [first, second, value, "and some more of the same, to be told by"]
"""


def commit_files(root: Path, files: dict[str, str], tag: str) -> None:
    """Commit a tree that has just these files."""
    for path in list(root.iterdir()):
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    commit(root, files, day=1)
    git(root, "tag", tag)


def versions(
    folder: Path, old: dict[str, str], new: dict[str, str]
) -> tuple[Version, Version]:
    root = folder / "project"
    root.mkdir()
    git(root, "init", "-q")
    commit_files(root, old, "old")
    commit_files(root, new, "new")
    sides = []
    for name in ("old", "new"):
        store = new_store(folder / f"{name}.sqlite")
        users = name == "new"
        sides.append(version_of_commit(root, name, store, rules=Rules(), users=users))
    return sides[0], sides[1]


def compared(folder: Path, old: dict[str, str], new: dict[str, str]) -> Comparison:
    return compare(*versions(folder, old, new))


def told(comparison: Comparison) -> list[str]:
    """Return the public changes as short lines."""
    return [_told(one) for one in comparison.changes if one.public]


def _told(change: Change) -> str:
    broken = [" ".join(filter(None, breakage)) for breakage in change.breakages]
    name = change.old.name if change.old else change.place.name
    moved = change.new and change.old and change.new.name != change.old.name
    to = f" -> {change.new.name}" if moved and change.new else ""
    return f"{change.what} {change.kind} {name}{to}" + "".join(
        f"; {one}" for one in broken
    )


def test_what_came_and_went(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        {
            "pkg/__init__.py": "",
            "pkg/a.py": "def gone(): ...\ndef _private(): ...\nclass Kept:\n"
            "    def one(self): ...\n    def two(self): ...\n",
            "tests/test_a.py": "def test_one(): ...\n",
        },
        {
            "pkg/__init__.py": "",
            "pkg/a.py": "class Kept:\n    def one(self, more): ...\n"
            "class New:\n    def first(self): ...\n",
            "tests/test_a.py": "from pkg.a import gone\n",
        },
    )
    assert told(found) == [
        "removed function pkg/a.py::gone; removed pkg.a.gone",
        "removed method pkg/a.py::Kept.two; removed pkg.a.Kept.two",
        "changed method pkg/a.py::Kept.one; parameter-added more",
        "added class pkg/a.py::New",
    ]
    gone = found.changes[0]
    assert [(row.path, row.line, row.text) for row in gone.users] == [
        ("tests/test_a.py", 1, "from pkg.a import gone")
    ]
    added = next(found.of("added"))
    assert (added.inside, added.public) == (1, ("pkg.a.New",))
    others = [one.place.qualname for one in found.changes if not one.public]
    assert others == ["_private", "test_one"]


def test_a_method_that_was_inherited_is_not_new(tmp_path: Path) -> None:
    base = (
        "class Base:\n    def __init__(self, a): ...\n    def one(self): ...\n"
        "    def two(self, a): ...\n    x = 1\n"
    )
    own = "    def one(self): ...\n    def two(self, a, b): ...\n    def x(self): ...\n"
    found = compared(
        tmp_path,
        {"a.py": f"{base}class Box(Base):\n    y = 1\n"},
        {"a.py": f"{base}class Box(Base):\n    def __init__(self): ...\n{own}"},
    )
    assert told(found) == [
        "removed attribute a.py::Box.y; removed a.Box.y",
        "changed method a.py::Base.__init__ -> a.py::Box.__init__; parameter-removed a",
        "changed method a.py::Base.two -> a.py::Box.two; parameter-added b",
        "added method a.py::Box.x",
    ]


def test_a_method_that_is_inherited_and_only_written_otherwise(tmp_path: Path) -> None:
    base = "class Base:\n    def one(self, a = None): ...\n"
    box = f"{base}class Box(Base):\n    y = 1\n"
    own = "    def one(self, a=None): ...\n"
    assert told(compared(tmp_path, {"a.py": box}, {"a.py": f"{box}{own}"})) == []


def test_a_class_of_typing_has_what_the_one_has_that_it_stands_for(
    tmp_path: Path,
) -> None:
    head = "import typing\nclass Box(typing.Mapping[str, int]):\n    y = 1\n"
    found = compared(
        tmp_path,
        {"a.py": f"{head}    def values(self): ...\n    def more(self): ...\n"},
        {"a.py": head},
    )
    assert told(found) == ["removed method a.py::Box.more; removed a.Box.more"]


def test_a_property_above_that_is_given_a_value(tmp_path: Path) -> None:
    shared = "    @property\n    def debug(self): ...\n"
    new = "class App(Base):\n    def __init__(self):\n        self.debug = self.x = 1\n"
    found = compared(
        tmp_path,
        {"a.py": f"class App:\n    def __init__(self): ...\n    x = 2\n{shared}"},
        {"a.py": f"class Base:\n{shared}\n{new}"},
    )
    assert told(found) == [
        "changed class a.py::App",
        "changed attribute a.py::App.x; value 2 1",
        "added class a.py::Base",
    ]


def test_who_uses_what_changed(tmp_path: Path) -> None:
    user = "from pkg.a import one\n\ndef caller():\n    return one(1)\n"
    found = compared(
        tmp_path,
        {"pkg/__init__.py": "", "pkg/a.py": "def one(x): ...\n", "pkg/b.py": user},
        {"pkg/__init__.py": "", "pkg/a.py": "def one(): ...\n", "pkg/b.py": user},
    )
    assert told(found) == ["changed function pkg/a.py::one; parameter-removed x"]
    users = [(row.path, row.line, row.around) for row in found.changes[0].users]
    assert ("pkg/b.py", 4, "caller") in users
    assert found.changes[0].breaks


def test_who_still_asks_for_a_member_that_is_gone(tmp_path: Path) -> None:
    classes = (
        "class A:\n    def keep(self): return self.{}()\n    def {}(self): ...\n\n"
        "class B(A):\n    def more(self): self.gone(), self.moved()\n\n"
        "class C:\n    def gone(self): ...\n    def keep(self): self.gone()\n\n"
        "class D:\n    def __getattr__(self, name): ...\n\n"
        "class E(B):\n    def moved(self): ...\n"
    )
    use = (
        "from pkg.a import A, B, C, D\n\ndef use(a: A, b: B, c: C, d: D, e):\n"
        "    a.gone(), c.gone(), d.gone(), e.gone(), a.keep()\n    b.gone()\n"
        "\nE().gone(), A().moved\n"
    )
    more = "    def moved(self): ...\n"
    old = {
        "pkg/__init__.py": "",
        "pkg/a.py": classes.replace("def {}", f"{more.strip()}\n    def {{}}").format(
            *["gone"] * 2
        ),
        "use.py": use,
    }
    found = compared(tmp_path, old, old | {"pkg/a.py": classes.format(*["new"] * 2)})
    asking = {
        change.place.qualname: [
            (row.path, row.line, row.around) for row in change.users
        ]
        for change in found.changes
        if change.breakages
    }
    assert asking == {
        # A class below has the other one, and what is asked may be one of that.
        "A.gone": [
            ("pkg/a.py", 6, "B.more"),
            ("use.py", 4, "use"),
            ("use.py", 5, "use"),
        ],
        "A.moved": [],
    }


def test_a_name_that_still_leads_there_is_not_gone(tmp_path: Path) -> None:
    """It moved to another module, to a package, or to a class above."""
    found = compared(
        tmp_path,
        {
            "pkg/__init__.py": "from .a import exported\n",
            "pkg/a.py": f"def exported(value):\n{BODY}\ndef moved(value):\n{BODY}",
            "pkg/b.py": "class C:\n    def one(self): ...\n",
            "pkg/m.py": "def same(): ...\n",
        },
        {
            "pkg/__init__.py": "from .c import exported\n",
            "pkg/a.py": "from .c import moved, exported\n",
            "pkg/b.py": "class Base:\n    def one(self): ...\nclass C(Base): ...\n",
            "pkg/c.py": f"def exported(value):\n{BODY}\ndef moved(value):\n{BODY}",
            "pkg/m/__init__.py": "def same(): ...\n",
        },
    )
    assert told(found) == [
        "renamed function pkg/a.py::exported -> pkg/c.py::exported",
        "renamed function pkg/a.py::moved -> pkg/c.py::moved",
        "changed class pkg/b.py::C",
        "added class pkg/b.py::Base",
        "added file pkg/c.py",
    ]
    assert not found.breaking


def test_names_that_a_package_offered(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        {
            "pkg/__init__.py": "from ._impl import one, two\n__all__ = 'one', 'two'\n",
            "pkg/_impl.py": "def one(): ...\ndef two(): ...\ndef three(): ...\n",
        },
        {
            "pkg/__init__.py": "from ._impl import one\n__all__ = ['one']\n",
            "pkg/_impl.py": "def one(*, key): ...\ndef two(): ...\n",
        },
    )
    assert told(found) == [
        "removed import pkg/__init__.py::two; removed pkg.two",
        "changed function pkg/_impl.py::one; parameter-added key",
    ]
    (hidden,) = found.of("removed", public=False)
    assert hidden.place.qualname == "three"


def test_names_that_a_package_offered_of_a_file_that_is_gone(tmp_path: Path) -> None:
    was = f"def lost(value):\n{BODY}\n\ndef kept(): ...\n\n\ndef _own(): ...\n"
    found = compared(
        tmp_path,
        {
            "pkg/__init__.py": "from ._was import kept, lost\n",
            "pkg/_was.py": was,
            "pkg/open.py": "def there(): ...\n",
        },
        {
            "pkg/__init__.py": "from ._now import kept\n",
            "pkg/_now.py": "LONG = 1\n\n\ndef kept(more=1): ...\n",
        },
    )
    assert [line for line in told(found) if line.startswith("removed")] == [
        "removed function pkg/_was.py::lost; removed pkg.lost",
        "removed file pkg/open.py; removed pkg.open",
    ]


def test_names_that_a_package_gives_when_they_are_asked_for(tmp_path: Path) -> None:
    lazy = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
        "    from ._impl import one\n__all__ = ['one']\ndef __getattr__(name): ...\n"
    )
    found = compared(
        tmp_path,
        {"pkg/__init__.py": lazy, "pkg/_impl.py": "def one(): ...\n"},
        {"pkg/__init__.py": lazy, "pkg/_impl.py": "def one(*, key): ...\n"},
    )
    assert told(found) == [
        "changed function pkg/_impl.py::one; parameter-added key",
    ]
    assert found.breaking


def test_files_and_definitions_with_another_name(tmp_path: Path) -> None:
    one = f"def one(value):\n{BODY}\ndef two(value):\n    x = 1\n{BODY}"
    found = compared(
        tmp_path,
        {
            "pkg/__init__.py": "",
            "pkg/a.py": one,
            "pkg/b.py": f"def old(value):\n    y = 2\n{BODY}",
            "pkg/user.py": "from pkg.b import old\nold(1)\n",
        },
        {
            "pkg/__init__.py": "",
            "pkg/c.py": one + "\ndef three(): ...\n",
            "pkg/b.py": f"def new(value):\n    y = 2\n{BODY}",
            "pkg/user.py": "from pkg.b import old\nold(1)\n",
            "tests/test_b.py": "from pkg.b import new\nnew(1)\n",
        },
    )
    # Who uses the new name is not broken.
    users = [(row.path, row.line, row.text) for row in found.changes[0].users]
    assert users == [("pkg/user.py", 1, "from pkg.b import old")]
    assert told(found) == [
        "renamed function pkg/b.py::old -> pkg/b.py::new; removed pkg.b.old",
        "renamed file pkg/a.py -> pkg/c.py; removed pkg.a",
        "added function pkg/c.py::three",
    ]


def test_a_tree_that_moved_into_src(tmp_path: Path) -> None:
    """Modules are the same by the name that they are imported by."""
    old = {"pkg/__init__.py": "", "pkg/a.py": "def one(): ...\n"}
    new = {f"src/{path}": text for path, text in old.items()}
    assert told(compared(tmp_path, old, new)) == []


def test_bases(tmp_path: Path) -> None:
    base = "class Base:\n    def method(self): ...\nclass Other(Base): ...\n"
    found = compared(
        tmp_path,
        {
            "pkg/__init__.py": "",
            "pkg/a.py": f"{base}class A(Base): ...\nclass B(Base): ...\n",
        },
        {
            "pkg/__init__.py": "",
            "pkg/a.py": f"{base}class A: ...\nclass B(Other): ...\n",
        },
    )
    assert told(found) == [
        "changed class pkg/a.py::A; base-removed Base; member-removed method",
        "changed class pkg/a.py::B",
    ]


def test_bases_that_say_nothing_or_are_made(tmp_path: Path) -> None:
    old = (
        "from collections import namedtuple\nfrom six import with_metaclass\n"
        "class Base(object): ...\n"
        "class Table(dict): ...\n"
        "class Meta(with_metaclass(type, Base)): ...\n"
        "class Only(with_metaclass(type)): ...\n"
        "class Pair(namedtuple('Pair', 'x y')): ...\n"
        "class Single(namedtuple('Single', 'x')): ...\n"
    )
    new = (
        "from typing import Dict, NamedTuple\n"
        "class Base: ...\n"
        "class Table(Dict[str, int]): ...\n"
        "class Meta(Base, metaclass=type): ...\n"
        "class Only(metaclass=type): ...\n"
        "class Pair(NamedTuple): ...\n"
        "class Single: ...\n"
    )
    sides = [{"pkg/__init__.py": "", "pkg/a.py": text} for text in (old, new)]
    assert told(compared(tmp_path, *sides)) == [
        "changed class pkg/a.py::Table",
        "changed class pkg/a.py::Meta",
        "changed class pkg/a.py::Only",
        "changed class pkg/a.py::Pair",
        "changed class pkg/a.py::Single; base-removed namedtuple('Single', 'x')",
    ]


def test_what_may_still_be_there(tmp_path: Path) -> None:
    """``__getattr__`` may give it, or a class of another project."""
    found = compared(
        tmp_path,
        {
            "pkg/__init__.py": "X = 1\n",
            "pkg/a.py": "import other\nclass M:\n    two = 1\n"
            "class C(other.Base, M):\n    two = 1\n    def one(self): ...\n",
        },
        {
            "pkg/__init__.py": "def __getattr__(name):\n    if name == 'X': ...\n",
            "pkg/a.py": "import other\nclass M:\n    two = 1\n"
            "class C(other.Base, M): ...\n",
        },
    )
    assert told(found) == [
        "removed data pkg/__init__.py::X; perhaps-removed pkg.X __getattr__()",
        "removed method pkg/a.py::C.one; perhaps-removed pkg.a.C.one other.Base",
        "added function pkg/__init__.py::__getattr__",
    ]


def test_names_from_other_projects(tmp_path: Path) -> None:
    """They are as good as own ones, and modules that a build makes are not gone."""
    offering = "from ext.funcs import lazy\nfrom ._made import version\n"
    offering += "__all__ = ['lazy', 'version']\n"
    passing = "from .a import lazy\n__all__ = ['lazy']\n"
    own = "def one(): ...\ndef two(): ...\ndef three(): ...\ndef checked(): ...\n"
    outside = (
        "from typing import TYPE_CHECKING\nfrom ext import one\nfrom other import *\n"
        "from .a import lazy as three\nif TYPE_CHECKING:\n    from ext import checked\n"
    )
    files = {"pkg/__init__.py": "", "pkg/a.py": offering, "pkg/b.py": passing}
    edited = {path: f"{text}X = 1\n" for path, text in files.items() if text}
    found = compared(
        tmp_path, {**files, "pkg/c.py": own}, {**files, **edited, "pkg/c.py": outside}
    )
    assert told(found) == [
        "removed function pkg/c.py::two; perhaps-removed pkg.c.two other",
        "removed function pkg/c.py::checked; perhaps-removed pkg.c.checked other",
    ]


def test_names_from_modules_that_a_build_makes(tmp_path: Path) -> None:
    old = "__version__ = '1'\n__all__ = ['__version__', 'speed']\nspeed = 1\n"
    new = (
        "from ._made import __version__\n__all__ = ['__version__', 'speed']\n"
        "try:\n    from ._fast import speed\nexcept ImportError:\n    pass\n"
    )
    found = compared(tmp_path, {"pkg/__init__.py": old}, {"pkg/__init__.py": new})
    assert [it for it in told(found) if it.startswith("removed")] == [
        "removed data pkg/__init__.py::speed; removed pkg.speed"
    ]


def test_values_in_the_place_of_another_project(tmp_path: Path) -> None:
    old = "class Context:\n    def wrap(self): ...\ndef one(): ...\n"
    new = (
        "Context = None\ntry:\n    from ext import Context, one\n"
        "except ImportError:\n    one = None\n"
    )
    found = compared(
        tmp_path,
        {"pkg/__init__.py": "", "pkg/a.py": old},
        {"pkg/__init__.py": "", "pkg/a.py": new},
    )
    assert not found.breaking


def test_constructors_that_nobody_wrote(tmp_path: Path) -> None:
    """Fields make them, and every class has what ``object`` has."""
    start = "from dataclasses import KW_ONLY, dataclass, field\n"
    old = (
        "@dataclass\nclass Base:\n    a: int\n"
        "@dataclass\nclass Fields(Base):\n    b: int = 1\n    _c: int = 2\n"
        "class Becomes:\n    def __init__(self, a, b=1): ...\n"
        "    def __ne__(self, other): ...\n"
        "class Bare:\n    def __init__(self, a): ...\n"
        "class Free:\n    def __init__(self): ...\n"
        "class Other:\n    def __init__(self, a): ...\n"
    )
    new = (
        "@dataclass\nclass Base:\n    a: int\n"
        "@dataclass\nclass Fields(Base):\n    b: int = 1\n"
        "    d: int = field(default=3)\n    _c: int = 2\n"
        "    e: int = field(init=False)\n    _: KW_ONLY\n    f: str\n"
        "@dataclass(frozen=True)\nclass Becomes:\n    a: int\n    b: int = 2\n"
        "class Bare: ...\nclass Free: ...\n"
        "class Other:\n    def __new__(cls, a): ...\n"
    )
    found = compared(
        tmp_path,
        {"pkg/__init__.py": "", "pkg/a.py": start + old},
        {"pkg/__init__.py": "", "pkg/a.py": start + new},
    )
    assert [line for line in told(found) if not line.startswith("added")] == [
        "removed method pkg/a.py::Bare.__init__; parameter-removed a",
        "changed class pkg/a.py::Fields; parameter-moved _c; parameter-added f",
    ]


def test_a_module_that_is_a_function_now(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        {"pkg/__init__.py": "", "pkg/one.py": "class Gone: ...\n"},
        {"pkg/__init__.py": "def one(): ...\n"},
    )
    assert told(found) == [
        "removed file pkg/one.py; kind pkg.one module function",
        "added function pkg/__init__.py::one",
    ]


def test_what_nobody_imports_is_not_public(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        {
            "Makefile": "one:\n\techo\n",
            "docs_src/pkg/__init__.py": "def one(): ...\n",
            "pkg/a.c": "/* Generated by Cython 3.0.8 */\nint one(int a) {}\n",
        },
        {"Makefile": "two:\n\techo\n"},
    )
    assert not told(found)


def test_what_builds_a_module_is_not_public(tmp_path: Path) -> None:
    """In a tree without packages any other module is."""
    files = {
        "setup.py": "def long_description(): ...\n",
        "noxfile.py": "def tests(session): ...\n",
        "manual/conf.py": "project = 'one'\n",
        "one.py": "def two(): ...\n",
    }
    found = compared(tmp_path, files, {"pyproject.toml": ""})
    assert told(found) == [
        "removed file one.py; removed one",
    ]


def test_short_members_of_other_classes_are_not_the_same(tmp_path: Path) -> None:
    member = "    def make(cls):\n        return cls()\n"
    found = compared(
        tmp_path,
        {"pkg/__init__.py": "", "pkg/a.py": f"class A:\n    x = 1\n{member}"},
        {"pkg/__init__.py": "", "pkg/a.py": f"class A:\n    x = 1\nclass B:\n{member}"},
    )
    assert told(found) == [
        "removed method pkg/a.py::A.make; removed pkg.a.A.make",
        "added class pkg/a.py::B",
    ]


def test_other_languages(tmp_path: Path) -> None:
    old = "pub fn one(a: i32) -> i32 { a }\npub fn gone() {}\nfn inner() {}\n"
    new = "pub fn one(a: i64) -> i32 { 1 }\n"
    found = compared(tmp_path, {"src/lib.rs": old}, {"src/lib.rs": new})
    assert told(found) == [
        "removed function src/lib.rs::gone; removed gone",
        "changed function src/lib.rs::one",
    ]


def test_what_another_file_of_another_language_has_now(tmp_path: Path) -> None:
    go = "package x\n\nfunc Keep() {}\n"
    run = "\nfunc Run(a int) int { return a }\n"
    ruby = "module Shop\n  class %s\n  end\nend\n"
    header = "namespace shop {\nclass %s { int a; };\n}\n"
    found = compared(
        tmp_path,
        {
            "x/a.go": go + run,
            "x/b.go": go.replace("Keep", "Other"),
            "lib/sale.rb": ruby % "Sale",
            "lib/item.rb": ruby % "Item",
            "sale.h": header % "Sale",
            "item.h": header % "Item",
            "a.c": "int one(void) { return 1; }\n",
        },
        {
            "x/a.go": go,
            "x/b.go": go.replace("Keep", "Other") + run.replace("a }", "-a }"),
            "lib/sale.rb": ruby % "Sale",
            "lib/more.rb": ruby % "More",
            "sale.h": header % "Sale",
            "more.h": header % "More",
            "a.c": "",
            "b.c": "int one(void) { return 2; }\n",
        },
    )
    assert told(found) == [
        "removed class item.h::shop::Item; removed shop::Item",
        "removed class lib/item.rb::Shop::Item; removed Shop::Item",
        "renamed function a.c::one -> b.c::one",
        "renamed function x/a.go::Run -> x/b.go::Run",
        "added class lib/more.rb::Shop::More",
        "added class more.h::shop::More",
    ]


def test_what_another_header_declares_now(tmp_path: Path) -> None:
    source = "int one(int a) { return a; }\n"
    found = compared(
        tmp_path,
        {"a.h": "int one(int);\nint two(int);\n", "b.h": "", "a.c": source},
        {"a.h": "int two(int);\n", "b.h": "int one(int);\n", "a.c": source},
    )
    assert told(found) == [
        "renamed function a.h::one -> b.h::one; other-header one b.h"
    ]


def test_type_parameters_with_constraints() -> None:
    old, new = (
        Definition("function", "f", (1,), 1, (f"[T: (int, str)]{given}",))
        for given in ("(a: T, b: T) -> T", "(a: T) -> T")
    )
    assert [(one.rule, one.name) for one in breakages(old, new)] == [
        ("parameter-removed", "b")
    ]


def test_functions_that_have_to_be_awaited_now(tmp_path: Path) -> None:
    old = (
        "from typing import Awaitable\n\n\ndef one(a): ...\n\n\n"
        "async def two(): ...\n\n\ndef three() -> Awaitable[int]: ...\n\n\n"
        "@app.get('/')\ndef four(): ...\n"
    )
    new = (
        "async def one(a): ...\n\n\ndef two(): ...\n\n\n"
        "async def three() -> int: ...\n\n\n@app.get('/')\nasync def four(): ...\n"
    )
    found = compared(tmp_path, {"a.py": old}, {"a.py": new})
    assert told(found) == [
        "changed function a.py::one; kind function async function",
        "changed function a.py::two; kind async function function",
        "changed function a.py::three",
    ]


def test_classes_below_the_bases_that_a_class_had(tmp_path: Path) -> None:
    old = "class {}(type): ...\nclass {}(Exception): ...\nclass C(ValueError): ...\n"
    new = "import abc\nclass {}(abc.ABCMeta): ...\nclass {}(OSError): ...\n"
    found = compared(
        tmp_path,
        {"a.py": old.format("A", "B")},
        {"a.py": new.format("A", "B") + "class C(Exception): ...\n"},
    )
    assert told(found) == [
        "changed class a.py::A",
        "changed class a.py::B",
        "changed class a.py::C; base-removed ValueError",
    ]


def test_what_a_class_of_another_language_has_from_one_above_is_not_gone(
    tmp_path: Path,
) -> None:
    base = "export class Base {\n  keep() { return 1; }\n}\n"
    box = "export class Box extends Base {\n"
    trait = (
        "pub trait Read {\n    fn next(&self);\n    fn read(&self) {}\n}\n"
        "pub struct Map;\nimpl Read for Map {\n    fn next(&self) {}\n"
    )
    found = compared(
        tmp_path,
        {
            "a.ts": f"{base}{box}  keep() {{}}\n  gone() {{ return 3; }}\n}}\n",
            "a.rs": f"{trait}    fn read(&self) {{}}\n}}\n",
        },
        {"a.ts": f"{base}{box}}}\n", "a.rs": f"{trait}}}\n"},
    )
    assert told(found) == ["removed method a.ts::Box.gone; removed Box.gone"]


def test_macros_of_rust_that_are_not_exported(tmp_path: Path) -> None:
    macro = "macro_rules! %s {\n    () => {};\n}\n"
    old = f"{macro % 'inner'}#[macro_export]\n{macro % 'outer'}"
    found = compared(tmp_path, {"src/lib.rs": old}, {"src/lib.rs": "fn x() {}\n"})
    assert told(found) == ["removed macro src/lib.rs::outer; removed outer"]


def test_internal_packages_of_go_are_for_nobody(tmp_path: Path) -> None:
    text = "package box\n\nfunc Open() {}\n"
    paths = ("internal/box/a.go", "box/internal/a.go", "box/a.go")
    found = compared(tmp_path, dict.fromkeys(paths, text), {"x.md": "X.\n"})
    assert told(found) == ["removed function box/a.go::Open; removed Open"]


def test_what_is_renamed_and_changed(tmp_path: Path) -> None:
    """A name with another case, or a class with most of its members."""
    go = "package x\n\ntype %s struct {\n\tWho string\n}\n\n%s"
    run = "func (a %s) Run() int { return %d }\n"
    box = "class %s:\n    def one(self): %s\n    def two(self): ...\n    def %s: ...\n"
    found = compared(
        tmp_path,
        {
            "a.go": go % ("logWriter", run % ("logWriter", 1)),
            "a.py": box % ("Box", "...", "three(self)"),
        },
        {
            "a.go": go % ("LogWriter", run % ("LogWriter", 2) + "type Two struct {}\n"),
            "a.py": box % ("Crate", "1", "four(self)"),
        },
    )
    assert [_told(change) for change in found.changes if change.what == "renamed"] == [
        "renamed class a.go::logWriter -> a.go::LogWriter",
        "renamed class a.py::Box -> a.py::Crate; removed a.Box",
    ]


def test_programs_of_go_are_for_nobody(tmp_path: Path) -> None:
    """Nothing imports a package that is called ``main``."""
    text = "package %s\n\nvar ErrGone = 1\n"
    old = {"cmd/x/a.go": text % "main", "box/a.go": text % "box"}
    found = compared(tmp_path, old, {"x.md": "X.\n"})
    assert told(found) == ["removed data box/a.go::ErrGone; removed ErrGone"]


def test_what_javascript_marks_as_its_own(tmp_path: Path) -> None:
    box = "export class Box {\n  constructor() { this._own = 1; this.all = 1; }\n}\n"
    text = f"{box}export function _inner() {{}}\nexport function _() {{}}\n"
    found = compared(tmp_path, {"a.js": text}, {"a.js": "export class Box {}\n"})
    assert told(found) == [
        "removed method a.js::Box.constructor; removed Box.constructor",
        "removed field a.js::Box.all; removed Box.all",
        "removed function a.js::_; removed _",
    ]


def test_what_a_package_of_javascript_exports(tmp_path: Path) -> None:
    """A package that exports what only a build makes may export all."""
    one = "export function %s() {}\n"
    old = {
        "a/package.json": '{"name": "a", "exports": {".": {"types": "./dist/x.d.ts",'
        ' "default": "./dist/index.js"}, "./sub/*": "./src/sub/*.ts"}}',
        "a/src/index.ts": 'import { kept } from "./kept";\nexport { kept };\n'
        'export * from "./all.js";\nexport { one as two } from "./one";\n',
        **{f"a/src/{name}.ts": one % name for name in ("kept", "all", "one", "inner")},
        "a/src/sub/deep.ts": one % "deep",
        "b/package.json": '{"name": "b", "exports": "./dist/bundle.js"}',
        "b/src/other.ts": one % "other",
        "c/package.json": '{"name": "c", "exports": "./main.js"}',
        "c/main.js": 'const it = require("./lib/it");\nexports.it = it;\n',
        "c/lib/it.js": "function it() {}\nmodule.exports = it;\n",
        "c/lib/less.js": "exports.less = () => 1;\n",
    }
    new = {path: text for path, text in old.items() if path.endswith((".json", "x.ts"))}
    found = compared(tmp_path, old, new)
    assert {one.split("; ")[1] for one in told(found) if ";" in one} == {
        *("removed kept", "removed all", "removed one", "removed deep"),
        *("removed other", "removed it"),
    }


def test_configurations_of_tools_are_for_nobody(tmp_path: Path) -> None:
    text = "export function x() { return 1; }\n"
    paths = ("babel.config.js", "web/vite.config.mts", "main.js")
    paths += (".eslintrc.cjs", ".storybook/preview.ts")
    found = compared(tmp_path, dict.fromkeys(paths, text), {"x.md": "X.\n"})
    assert told(found) == ["removed function main.js::x; removed x"]


def test_links_and_credentials_of_a_commit(tmp_path: Path) -> None:
    """A link is the file that it leads to; what holds credentials is not read."""
    old, _ = versions(
        tmp_path,
        {"pkg/__init__.py": "", "pkg/a.py": "x = 1\n", ".env": "TOKEN=abc\n"},
        {"pkg/__init__.py": ""},
    )
    assert sorted(old.code.store.file_keys()) == [".env", "pkg/__init__.py", "pkg/a.py"]
    assert old.code.facts(".env").withheld
    assert old.bodies({"pkg/a.py": {"x"}})


def test_a_tree_that_was_made_by_hand(tmp_path: Path) -> None:
    """No path leads out of the folder that the files are written to, and no link."""
    root, folder = tmp_path / "project", tmp_path / "out/inside"
    root.mkdir()
    folder.mkdir(parents=True)
    git(root, "init", "-q")
    commit(root, {"pkg/a.py": "x = 1\n", "to": "pkg/a.py", "away": "../../x"}, day=1)

    def blob(name: str) -> str:
        return git(root, "rev-parse", f"HEAD:{name}")

    entries = [
        *(f"100644 blob {blob('to')}\t..", f"040000 tree {blob('pkg')}\tpkg"),
        *(f"120000 blob {blob('to')}\tlink.py", f"120000 blob {blob('away')}\tb.py"),
        f"160000 commit {git(root, 'rev-parse', 'HEAD')}\tmodule",
    ]
    listing = tmp_path / "entries"
    listing.write_text("".join(f"{one}\n" for one in entries), "utf-8", newline="\n")
    with listing.open("rb") as stream:
        made = subprocess.run(
            ["git", "mktree"],
            cwd=root,
            stdin=stream,
            capture_output=True,
            check=True,
        )
    tree = made.stdout.decode().strip()
    name = git(root, "commit-tree", "-m", "x", tree)
    revision = revision_files(root, name)
    assert sorted(revision.files) == ["link.py", "pkg/a.py"]
    write_files(root, revision, folder)
    assert (folder / "link.py").read_text("utf-8") == "x = 1\n"
    assert not (folder / "link.py").is_symlink()
    written = sorted(path.name for path in folder.parent.rglob("*") if path.is_file())
    assert written == ["a.py", "link.py"]


def test_a_second_time_nothing_is_read(tmp_path: Path) -> None:
    files = {"pkg/__init__.py": "", "pkg/a.py": "def one(): ...\n"}
    old, _ = versions(tmp_path, files, {"pkg/__init__.py": ""})
    # What is not there cannot be read.
    blob = git(old.code.root, "rev-parse", "old:pkg/a.py")
    (old.code.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    again = version_of_commit(old.code.root, "old", old.code.store, rules=Rules())
    assert again.commit == old.commit
    assert [row.qualname for row in again.code.definitions_below("")] == ["one"]


def definition(signature: str, kind: str = "function", **more: object) -> Definition:
    return Definition(kind, "f", (1,), 1, (signature,), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(a)", "(a)", []),
        ("(a)", "(a, b=1)", []),
        ("(a)", "(a, *, b=1)", []),
        ("(a)", "(a, b)", ["parameter-added b"]),
        ("(a)", "(a, *, b)", ["parameter-added b"]),
        ("(a)", "(a, *args, **kwargs)", []),
        ("(a, b)", "(a)", ["parameter-removed b"]),
        ("(a, b)", "(a, **kwargs)", ["parameter-removed b"]),
        ("(a, *, b)", "(a, **kwargs)", []),
        ("(a, b, /)", "(a, *args)", []),
        ("(a, b, /)", "(a, c, /)", []),
        ("(__a, b)", "(c, /, b)", []),
        ("(_, __, b)", "(a, c, b)", []),
        ("(_, b)", "(b)", ["parameter-moved b"]),
        (
            "(a, __b)",
            "(a, c, /)",
            [
                "parameter-kind a positional or keyword positional-only",
                "parameter-kind __b positional or keyword positional-only",
            ],
        ),
        (
            "(a)",
            "(c, b, /)",
            [
                "parameter-kind a positional or keyword positional-only",
                "parameter-added b",
            ],
        ),
        (
            "(a, b)",
            "(b, a, /)",
            [
                "parameter-kind a positional or keyword positional-only",
                "parameter-kind b positional or keyword positional-only",
            ],
        ),
        ("(a, b)", "(b, a)", ["parameter-moved a", "parameter-moved b"]),
        ("(*, a)", "(a)", []),
        ("(*, a, b)", "(b, *, a)", []),
        ("(a)", "(*, a)", ["parameter-kind a positional or keyword keyword-only"]),
        ("(a)", "(a, /)", ["parameter-kind a positional or keyword positional-only"]),
        ("(a=1)", "(a)", ["parameter-required a"]),
        ("(a=1)", "(a=2)", ["parameter-default a 1 2"]),
        ("(a=(1,2))", "(a=(1, 2))", []),
        (
            "(a=UNSET, b=UNSET)",
            "(a=Box.UNSET, b=.5)",
            ["parameter-default b UNSET 0.5"],
        ),
        ("(a=5)", "(a=.5)", ["parameter-default a 5 0.5"]),
        ("(a)", "(a=1)", []),
        ("(*args)", "()", ["parameter-removed args"]),
        ("(*args)", "(*more)", []),
        ("(*args)", "(a, b=1)", ["parameter-named args a, b", "parameter-added a"]),
        ("(**kwargs)", "(*, a=1)", ["parameter-named kwargs a"]),
        ("(*args)", "(*, a=1)", ["parameter-removed args"]),
        ("() -> int", "() -> str", ["return-type int str"]),
        ("() -> 'int'", "() -> int", []),
        ("() -> int", "()", []),
        ("() -> t.Optional[t.List['A']]", "() -> list[A] | None", []),
        ("() -> Union[Iterator[str], A]", "() -> cabc.Iterator[str] | A", []),
        (
            "() -> Optional[A]",
            "() -> A",
            ["return-type Optional[A] A"],
        ),
        (
            "() -> Literal['a']",
            "() -> Literal['b']",
            ["return-type Literal['a'] Literal['b']"],
        ),
        ("() -> 'a b'", "() -> List['(']", ["return-type a b List['(']"]),
        ("[T](a: T)", "[T](a: T, b: T)", ["parameter-added b"]),
        ("(a: 'x = (", "(b)", []),
        (
            "(a, b)",
            "(a, c, **kwargs)",
            ["parameter-removed b", "parameter-added c"],
        ),
        ("(a, b)", "(a, c=1, **kwargs)", ["parameter-renamed b c"]),
        ("(a, b=1)", "(a, c=1, *args, **kwargs)", ["parameter-renamed b c"]),
        ("(a, b)", "(a, c)", ["parameter-removed b", "parameter-added c"]),
    ],
)
def test_signatures(old: str, new: str, found: list[str]) -> None:
    rules = breakages(definition(old), definition(new))
    assert [" ".join(filter(None, one)) for one in rules] == found


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("(self, a)", "(this, a)", []),
        ("(__self, __a, *b)", "(self, a, /, *b)", []),
        ("(self, __a)", "(self, a, /)", []),
        (
            "(self, __a__)",
            "(self, a, /)",
            ["parameter-kind __a__ positional or keyword positional-only"],
        ),
        ("(cls, a)", "(self, b)", ["parameter-removed a", "parameter-added b"]),
        ("(self, a)", "(*args)", ["parameter-removed a"]),
    ],
)
def test_receivers_are_given_by_nobody(old: str, new: str, found: list[str]) -> None:
    rules = breakages(definition(old, "method"), definition(new, "method"))
    assert [" ".join(filter(None, one)) for one in rules] == found


def test_static_and_class_methods() -> None:
    static = definition("(x)", "method", modifiers=("staticmethod",))
    of_class = definition("(cls, x)", "method", modifiers=("classmethod",))
    of_instance = definition("(self, x)", "method")
    assert not list(breakages(static, of_class))
    assert not list(breakages(of_class, static))
    of_other = definition("(self, y)", "method")
    kinds = ["kind static method method", "kind method static method"]
    for old, new, told in (
        (static, of_instance, kinds[:1]),
        (of_instance, static, kinds[1:]),
        (static, of_other, [*kinds[:1], "parameter-removed x", "parameter-added y"]),
    ):
        rules = breakages(old, new)
        assert [" ".join(filter(None, one)) for one in rules] == told


def test_what_a_method_hands_on(tmp_path: Path) -> None:
    base = "class Base:\n    def save(self, force=False, using=None): ...\n"
    handing = (
        "class A(Base):\n    def save(self, *args, **kwargs):\n"
        "        return super().save(*args, **kwargs)\n"
    )
    named = "class A(Base):\n    def save(self, force=False, using=None): ...\n"
    less = "class A(Base):\n    def save(self, force=False): ...\n"
    sides = [{"pkg/__init__.py": "", "pkg/a.py": f"{base}{a}"} for a in (handing, less)]
    (tmp_path / "one").mkdir()
    assert told(compared(tmp_path / "one", *sides)) == [
        "changed method pkg/a.py::A.save; parameter-removed using"
    ]
    # What it names itself is no part of that.
    more = handing.replace("*args, **kwargs):", "now, *args, **kwargs):")
    other = less.replace("force", "now, force")
    sides = [{"pkg/__init__.py": "", "pkg/a.py": f"{base}{a}"} for a in (more, other)]
    (tmp_path / "three").mkdir()
    assert "using" not in " ".join(told(compared(tmp_path / "three", *sides)))
    sides = [{"pkg/__init__.py": "", "pkg/a.py": f"{base}{a}"} for a in (handing, less)]
    sides[1]["pkg/a.py"] = f"{base}{named}"
    (tmp_path / "two").mkdir()
    assert told(compared(tmp_path / "two", *sides)) == [
        "changed method pkg/a.py::A.save"
    ]


def test_an_alias_of_a_class_is_a_class(tmp_path: Path) -> None:
    alias = "class Other: ...\nName = Other\n"
    own = "class Other: ...\nclass Name(Other): ...\n"
    files = [{"pkg/__init__.py": "", "pkg/a.py": text} for text in (alias, own)]
    for folder, sides in {"one": files, "two": files[::-1]}.items():
        (tmp_path / folder).mkdir()
        found = told(compared(tmp_path / folder, *sides))
        assert not [line for line in found if "kind" in line]


@pytest.mark.parametrize(
    ("alias", "own", "kinds"),
    [
        # A class of Python's own, and what is not known.
        ("Name = ConnectionError", "class Name(Exception): ...", 0),
        ("OSError = OSError", "class OSError(Exception): ...", 0),
        ("import other\nName = other.Name", "class Name: ...", 0),
        ("class C:\n    Name = self.of.Name", "class C:\n    def Name(self): ...", 0),
        ("class C:\n    Name = lambda x: 1", "class C:\n    def Name(self): ...", 0),
        ("Name = lambda x: 1", "def Name(value): ...", 0),
        ("Name = None", "class Name: ...", 1),
        ("value = 1\nName = value", "value = 1\ndef Name(): ...", 1),
    ],
)
def test_what_an_alias_may_be(tmp_path: Path, alias: str, own: str, kinds: int) -> None:
    files = [{"pkg/__init__.py": "", "pkg/a.py": text} for text in (alias, own)]
    for folder, sides in {"one": files, "two": files[::-1]}.items():
        (tmp_path / folder).mkdir()
        found = told(compared(tmp_path / folder, *sides))
        assert len([line for line in found if "kind" in line]) == kinds


def test_what_makes_a_class_is_one(tmp_path: Path) -> None:
    old = "import collections\nPair = collections.namedtuple('Pair', 'x y')\n"
    new = "from typing import NamedTuple\nclass Pair(NamedTuple):\n    x: int\n"
    sides = [{"pkg/__init__.py": "", "pkg/a.py": text} for text in (old, new)]
    found = told(compared(tmp_path, *sides))
    assert not [line for line in found if "kind" in line]


def test_an_alias_of_a_function_is_a_function(tmp_path: Path) -> None:
    old = (
        "def one(x): ...\nother = one\n"
        "class C:\n    def call(self, a, b): ...\n    also = call\n"
        "    given = classmethod(call)\n    less = call\n    value = call(1, 2)\n"
    )
    new = (
        "def one(x): ...\ndef other(x): ...\n"
        "class C:\n    def call(self, a, b): ...\n    def also(self, a, b): ...\n"
        "    @classmethod\n    def given(cls, a, b): ...\n    def less(self, a): ...\n"
        "    def value(self): ...\n"
    )
    sides = [{"pkg/__init__.py": "", "pkg/a.py": text} for text in (old, new)]
    for folder, (before, after) in {"one": sides, "two": sides[::-1]}.items():
        (tmp_path / folder).mkdir()
        found = compared(tmp_path / folder, before, after)
        rules = {
            one.place.qualname: [it.rule for it in one.breakages]
            for one in found.changes
        }
        assert not any(rules.get(it) for it in ("other", "C.also", "C.given"))
        lost = "parameter-removed" if folder == "one" else "parameter-added"
        assert rules["C.less"] == [lost]
        assert rules["C.value"] == ["kind"]


def test_an_alias_of_another_class_is_told(tmp_path: Path) -> None:
    classes = "class X: ...\nclass Y: ...\n"
    sides = [
        {"pkg/__init__.py": "", "pkg/a.py": f"{classes}Name = {name}\n"}
        for name in ("X", "Y")
    ]
    assert told(compared(tmp_path, *sides)) == [
        "changed data pkg/a.py::Name; value X Y"
    ]


def test_members_of_a_class_that_moved(tmp_path: Path) -> None:
    old = "class {}:\n    def isvalid(self): ...\n    def two(self): ...\n"
    new = "class {}:\n    def is_valid(self): ...\n    def two(self, value): ...\n"
    found = compared(
        tmp_path,
        {"pkg/__init__.py": old.format("Kept") + old.format("Info")},
        {
            "pkg/__init__.py": "from .other import Info, Kept\n",
            "pkg/other.py": new.format("Kept")
            + new.format("Version")
            # The class has another name, too.
            + "Info = Version\n",
        },
    )
    before, after = "pkg/__init__.py::", "pkg/other.py::"
    assert set(told(found)) == {
        f"removed method {before}Kept.isvalid; removed pkg.Kept.isvalid",
        f"removed method {before}Info.isvalid; removed pkg.Info.isvalid",
        f"renamed class {before}Kept -> {after}Kept",
        f"renamed class {before}Info -> {after}Version",
        f"changed method {before}Kept.two -> {after}Kept.two; parameter-added value",
        f"changed method {before}Info.two -> {after}Version.two; parameter-added value",
        "added file pkg/other.py",
        f"added method {after}Kept.is_valid",
        f"added method {after}Version.is_valid",
        f"added data {after}Info",
    }


def test_long_texts_are_shown_where_they_differ() -> None:
    start = ", ".join(f"name{number}=None" for number in range(30))
    was, now = shortened(f"({start}, kw_only=False)", f"({start}, kw_only=None)", 60)
    assert was.endswith("kw_only=False)")
    assert now.endswith("kw_only=None)")
    assert was.startswith("…name")
    assert len(now) < 62
    # A comma far before does not push the difference out.
    old, new = (f"(a, {'b' * 90} {end})" for end in ("c", "d"))
    was, now = shortened(old, new, 60)
    assert (was[-2:], now[-2:]) == ("c)", "d)")
    assert shortened("a" * 90, "b", 60) == (f"{'a' * 60}…", "b")
    assert shortened("(x)", "(y,\n  z)", 60) == ("(x)", "(y, z)")


def test_kinds_and_values() -> None:
    method = definition("(self)", "method")
    a_property = definition("(self)", "method", modifiers=("property",))
    data = Definition("data", "f", (1,), 1, value="1")
    assert [one.rule for one in breakages(method, a_property)] == ["kind"]
    attribute = Definition("attribute", "f", (1,), 1, value="2")
    assert [one.rule for one in breakages(a_property, attribute)] == []
    assert [one[2:] for one in breakages(data, attribute)] == [("1", "2")]


def test_what_changed_while_its_file_was_renamed(tmp_path: Path) -> None:
    files = {"pkg/__init__.py": "from ._a import A, kept\n__all__ = ['A', 'kept']\n"}
    body = f"def kept(value):\n{BODY}\n\nclass A:\n    def work(self, x=1): ...\n"
    changed = body.replace("x=1", "x").replace("kept(value)", "kept(value, more)")
    comparison = compared(
        tmp_path,
        {**files, "pkg/_a.py": body},
        {
            "pkg/__init__.py": files["pkg/__init__.py"].replace("_a", "_b"),
            "pkg/_b.py": changed,
        },
    )
    assert [one.place.name for one in comparison.changes if one.breaks] == [
        "pkg/_b.py::kept",
        "pkg/_b.py::A.work",
    ]


def test_what_a_package_of_go_keeps_is_not_public(tmp_path: Path) -> None:
    text = "package a\n\ntype Box struct {{{}}}\n\ntype Shown interface {{{}}}\n"
    found = compared(
        tmp_path,
        {"a/a.go": text.format("", "")},
        {
            "a/a.go": text.format(
                "\n\tSize int\n\tdepth int\n", "\n\tShow()\n\thide()\n"
            )
        },
    )
    public = {one.place.qualname for one in found.changes if one.public}
    assert public == {"Box.Size", "Shown.Show"}


def test_what_is_called_as_before(tmp_path: Path) -> None:
    made = (
        "class Exit:\n    def __call__(self): ...\n\n\n"
        "def calls(name):\n    def update(self): ...\n    return update\n\n\n"
        "def count(): ...\n\n\n"
    )
    before = (
        "def leave(): ...\n\n\ndef number(): ...\n\n\n"
        "class Items:\n    update = calls('update')\n"
    )
    after = (
        "leave = Exit()\nnumber = count()\n\n\n"
        "class Items:\n    def update(self): ...\n"
    )
    found = compared(tmp_path, {"a.py": made + before}, {"a.py": made + after})
    assert [line for line in told(found) if "kind" in line] == [
        "changed data a.py::number; kind function attribute"
    ]


def test_what_methods_set_to_several_values_has_no_one(tmp_path: Path) -> None:
    base = (
        "class Base:\n    done = False\n    def end(self):\n        self.done = True\n"
    )
    task = "class Task(Base):\n    def __init__(self):\n        self.size = {}\n"
    run = "    def run(self):\n        {}\n        self.size = 3\n"
    found = compared(
        tmp_path,
        {"a.py": base + task.format(1) + run.format("self.done = True")},
        {"a.py": base + task.format(2) + run.format("self.end()")},
    )
    assert told(found) == []


def test_a_value_that_is_written_otherwise(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        {"a.py": 'A = box("""\\\n+-\n""")\nB = 1000\nC = "a"\n'},
        {"a.py": "A = box('+' '-\\n')\nB = 1_000\nC = 'b'\n"},
    )
    assert told(found) == ["""changed data a.py::C; value "a" 'b'"""]


def test_what_is_behind_the_main_guard_is_not_public(tmp_path: Path) -> None:
    text = (
        "import json\n\nbefore = {0}\nboth = {0}\n\nif __name__ == '__main__':\n"
        "    with open('a') as file:\n        both = json.load(file)\n"
        "    def show(): ...\n"
    )
    found = compared(
        tmp_path,
        {"a.py": text.format(1)},
        {"a.py": text.format(2).replace("file", "new").replace("show", "tell")},
    )
    assert told(found) == [
        "changed data a.py::before; value 1 2",
        "changed data a.py::both; value 1 2",
    ]


def test_what_is_between_two_main_guards_is_public(tmp_path: Path) -> None:
    text = (
        "if __name__ == '__main__':\n    import sys\n\nimport json\n\nvalue = {}\n\n"
        "if __name__ == '__main__':\n    of_program = {}\n"
    )
    found = compared(tmp_path, {"a.py": text.format(1, 1)}, {"a.py": text.format(2, 2)})
    assert told(found) == ["changed data a.py::value; value 1 2"]


def test_a_base_with_another_name(tmp_path: Path) -> None:
    base = "class {}:\n    def work(self, value):\n" + BODY.replace("    ", " " * 8)
    found = compared(
        tmp_path,
        {
            "old.py": base.format("Connection"),
            "a.py": "from old import Connection\nclass Client(Connection): ...\n",
        },
        {
            "old.py": "from new import Protocol as Connection\n",
            "new.py": base.format("Protocol"),
            "a.py": "from new import Protocol\nclass New(Protocol): ...\n"
            "class Client(New): ...\n",
        },
    )
    assert "renamed class old.py::Connection -> new.py::Protocol" in told(found)
    assert not [line for line in told(found) if "base-removed" in line]


def test_a_type_that_is_taken_from_its_module() -> None:
    def returns(old: str, new: str) -> list[str]:
        sides = (definition(f"() -> {one}") for one in (old, new))
        return [one.rule for one in breakages(*sides)]

    assert returns("list[frames.Frame]", "list[Frame]") == []
    assert returns("Frame", "a.b.Frame | None") == ["return-type"]
    assert returns("a.Frame", "b.Frame") == ["return-type"]


@pytest.mark.parametrize(
    ("decorator", "rules"),
    [
        ("builder", []),
        ("tools.Builder('x')", []),
        ("functools.lru_cache(maxsize=2)", ["return-type"]),
        ("x.setter", ["return-type"]),
    ],
)
def test_what_a_decorator_may_return_instead(decorator: str, rules: list[str]) -> None:
    sides = (
        definition(f"() -> {one}", decorators=(decorator,)) for one in ("Box", "None")
    )
    assert [one.rule for one in breakages(*sides)] == rules


def test_types_that_are_written_otherwise_are_no_change(tmp_path: Path) -> None:
    old = {
        "a.py": "import typing as t\n"
        "def same(a: t.Optional['A'], *b: t.List[int], c: 'A' = 'A') -> t.Any: ...\n"
        "def other(a: t.Optional[int] = None) -> None: ...\n"
        "def less(a: int) -> None: ...\n"
        "def default(a: str = 'List') -> None: ...\n"
        "class Plain(object): ...\nclass Empty(): ...\nclass Base(dict, object): ...\n"
        "class Meta(object, metaclass=type): ...\ndef _f(object): ...\n"
        "class Other(objects): ...\n"
    }
    new = {
        "a.py": "from typing import Any\n"
        "def same(a: A | None, *b: list[int], c: A = 'A') -> Any: ...\n"
        "def other(a: str | None = None) -> None: ...\n"
        "def less(a) -> None: ...\n"
        "def default(a: str = 'list') -> None: ...\n"
        "class Plain: ...\nclass Empty: ...\nclass Base(dict): ...\n"
        "class Meta(metaclass=type): ...\ndef _f(): ...\nclass Other: ...\n"
    }
    comparison = compared(tmp_path, old, new)
    assert [it.place.qualname for it in comparison.changes if not it.public] == ["_f"]
    assert told(comparison) == [
        "changed function a.py::other",
        "changed function a.py::less",
        "changed function a.py::default; parameter-default a 'List' 'list'",
        "changed class a.py::Other; base-removed objects",
    ]


def test_an_extension_module_is_no_circle(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/fast.c": (
            "#include <Python.h>\n"
            "static PyObject *mask(PyObject *self) {return self;}\n"
            "PyMODINIT_FUNC PyInit_fast(void) {return 0;}\n"
        ),
    }
    stub = {"pkg/fast.pyi": "def mask(): ...\ndef other(): ...\n"}
    found = compared(tmp_path, files, {**files, **stub})
    assert "added function pkg/fast.pyi::other" in told(found)


def test_what_a_decorator_makes_of_a_class(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        {"a.py": "class Old:\n    def run(self): ...\n\ndef f(): ...\n"},
        {
            "a.py": "def deprecated(text): ...\nclass New:\n    def go(self): ...\n"
            "Old = deprecated('Use New.')(New)\nf = int(text)\n"
        },
    )
    assert [line for line in told(found) if ";" in line] == [
        "removed method a.py::Old.run; perhaps-removed a.Old.run Old",
        "changed data a.py::f; kind function attribute",
    ]


def test_what_has_no_suffix_is_not_imported(tmp_path: Path) -> None:
    text = "#!/usr/bin/env python3\ndef {}(): ...\n"
    found = compared(
        tmp_path,
        {"bin/run": text.format("one"), "a.py": "def x(): ...\n"},
        {"bin/run": text.format("two"), "a.py": ""},
    )
    assert told(found) == ["removed function a.py::x; removed a.x"]


def test_how_a_class_has_slots_is_not_public(tmp_path: Path) -> None:
    found = compared(
        tmp_path,
        {"a.py": "class A:\n    __slots__ = ['x']\nclass B:\n    __slots__ = ()\n"},
        {"a.py": "class A:\n    __slots__ = ('x',)\nclass B:\n    x = 1\n"},
    )
    assert told(found) == ["added attribute a.py::B.x"]


def test_texts_that_are_only_written_otherwise(tmp_path: Path) -> None:
    numbers = ", ".join(f"u'{number}'" for number in range(90))
    old = f"LONG = {{{numbers}}}\nSHORT = u'a'\ndef f(a=u'', b=''): ...\nMORE = u'a'\n"
    new = old.replace("u'", "'").replace("'", '"').replace('MORE = "a"', "MORE = 'b'")
    lines = "\n".join(told(compared(tmp_path, {"a.py": old}, {"a.py": new})))
    assert "MORE" in lines
    assert not [name for name in ("LONG", "SHORT", "f(") if name in lines]
