"""Which classes a class derives from over several files, and what that tells of it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from projects import Build, Project
from trees import surveyed

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.links.expressions.method_resolution import MOST_ANCESTORS
from sphinxcontrib_kwindex.links.imports.import_resolver import ImportResolver
from sphinxcontrib_kwindex.links.inheritance import OneOf, Unresolved, find_class
from sphinxcontrib_kwindex.links.places import External, Target
from sphinxcontrib_kwindex.model.name_rule import NameRule
from sphinxcontrib_kwindex.pages.sections.architecture_data import _class_relations
from sphinxcontrib_kwindex.pages.sections.inherited_members import inherited_members

Make = Callable[..., Project]

FILES = {
    "app/compat.py": (
        "try:\n    from maybe import Maybe\nexcept ImportError:\n    Maybe = object\n\n"
        "class Here(Maybe): ...\n"
    ),
    "app/__init__.py": "from .core import *\nfrom .base import Base as Root\n",
    "app/base.py": "class Base:\n    class Inner:\n        pass\n",
    "app/core.py": (
        "from .base import Base\n\nAlias = Base\n\n\n"
        "class Core(Base, Exception):\n    pass\n"
    ),
    "app/use.py": (
        "import unittest\nfrom enum import Enum as E\nfrom typing import Generic\n\n"
        "import app\nfrom app import Core\nfrom app.base import Base\n"
        "from app.core import Alias\nfrom app.gone import Gone\n"
        "from other.package import Thing\n\n"
        "from .compat import Maybe\n"
        "class Star(Core): ...\n"
        "class Named(app.Root): ...\n"
        "class Inner(Base.Inner): ...\n"
        "class Through(Alias): ...\n"
        "class Python(unittest.TestCase, E, KeyError, object): ...\n"
        "class Box(Thing[int], Generic[T]): ...\n"
        "class Unknown(Gone): ...\n"
        "class Called(make(), Base): ...\n"
        "class Perhaps(Maybe): ...\n"
        "class Plain: ...\n\n\n"
        "def function():\n    class Local(Star): ...\n"
    ),
}


def bases(code: CodeMap, path: str) -> dict[str, list[str]]:
    """Return the rows of a file, a base as ``path::qualname`` or as a dotted name."""
    found: dict[str, list[str]] = {}
    query = (
        "SELECT qualname, target, base, dotted FROM base WHERE path = ?"
        " ORDER BY qualname, ordinal, choice"
    )
    for qualname, target, base, dotted in code.store.select(query, (path,)):
        assert not (target and dotted)
        found.setdefault(qualname, []).append(f"{target}::{base}" if target else dotted)
    return found


def test_bases(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", FILES)
    assert bases(code, "app/core.py") == {
        "Core": ["app/base.py::Base", "builtins.Exception"]
    }
    assert bases(code, "app/compat.py") == {"Here": ["maybe.Maybe", "builtins.object"]}
    assert bases(code, "app/use.py") == {
        "Box": ["other.package.Thing", "typing.Generic"],
        "Called": ["", "app/base.py::Base"],
        "Inner": ["app/base.py::Base.Inner"],
        "Named": ["app/base.py::Base"],
        # What stands in for a class that may be missing is not what it derives from.
        "Perhaps": [""],
        "Python": [
            *("unittest.TestCase", "enum.Enum"),
            *("builtins.KeyError", "builtins.object"),
        ],
        "Star": ["app/core.py::Core"],
        "Through": ["app/base.py::Base"],
        "Unknown": [""],
        "function.<locals>.Local": ["app/use.py::Star"],
    }


#: A class that branches bind differently, here and for others.
BRANCHES = {
    "win.py": "class Windows:\n    def run(self): ...\n",
    "unix.py": "class Unix:\n    def run(self): ...\n",
    "app.py": (
        "import sys\nfrom typing import TYPE_CHECKING\n\nimport win\n\n"
        "if sys.platform == 'win32':\n    from win import Windows as Runner\n"
        "else:\n    from unix import Unix as Runner\n\n"
        "try:\n    from lark import Tree\nexcept ImportError:\n    class Tree: ...\n\n"
        "if TYPE_CHECKING:\n    Like = win.Windows\nelse:\n    Like = object\n\n"
        "class own: ...\n\n"
        "if TYPE_CHECKING:\n    kept = win.Windows\nelse:\n    kept = own\n\n\n"
        "class Here(Runner):\n    def run(self): ...\n\n\n"
        "if TYPE_CHECKING:\n    class Twice(win.Windows): ...\n"
        "else:\n    class Twice: ...\n\n\n"
        "class Seen(Like):\n    def run(self): ...\n\n\nclass Kept(kept): ...\n"
    ),
    "other.py": (
        "import app\n\n\nclass There(app.Runner):\n    def run(self): ...\n\n\n"
        "class Leaf(app.Tree): ...\n"
    ),
    "same.py": (
        "try:\n    from win import Windows\nexcept ImportError:\n"
        "    class Windows: ...\n\n\nclass Low(Windows): ...\n"
    ),
}


def test_a_base_that_branches_bind_differently(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", BRANCHES)
    windows, unix = Target("win.py", "Windows"), Target("unix.py", "Unix")
    either = OneOf((windows, unix))
    hierarchy = code.class_hierarchy
    assert hierarchy.bases_of("app.py", "Here") == (either,)
    assert hierarchy.bases_of("other.py", "There") == (either,)
    assert hierarchy.bases_of("app.py", "Seen") == (
        OneOf((windows, External("builtins.object"))),
    )
    assert hierarchy.bases_of("app.py", "Twice") == (
        OneOf((windows, External("builtins.object"))),
    )
    assert hierarchy.bases_of("app.py", "Kept") == (
        OneOf((windows, Target("app.py", "own"))),
    )
    assert hierarchy.bases_of("other.py", "Leaf") == (
        OneOf((Target("app.py", "Tree"), External("lark.Tree"))),
    )
    # What is sure of none of them is not said of both.
    assert hierarchy.subclasses_of(windows) == ()
    assert not hierarchy.ancestors_of("app.py", "Here").complete
    assert code.class_members.redefined(Target("other.py", "There")) == {}
    (there,) = [
        one for one in _class_relations(code, "other.py") if one.qualname == "There"
    ]
    assert [(base.name, base.others[0].name) for base in there.bases] == [
        ("Windows", "Unix")
    ]
    (low,) = [one for one in _class_relations(code, "same.py") if one.qualname == "Low"]
    assert {base.name for base in (low.bases[0], *low.bases[0].others)} == {
        *("win.py::Windows", "same.py::Windows")
    }


def test_a_class_whose_name_another_branch_binds(tmp_path: Path) -> None:
    fallback = "except ImportError:\n    class {}:\n        def run(self): ...\n"
    files = {
        "a.py": (
            f"try:\n    import cleaning\n{fallback.format('Known')}"
            "else:\n    Known = cleaning.Known\n\n"
            f"try:\n    import making\n{fallback.format('Unknown')}"
            "else:\n    Unknown = making.make()[0]\n\n"
            "class Own:\n    def run(self): ...\n\nOwn = making.register(Own)\n\n"
            f"try:\n    pass\n{fallback.format('Lost')}else:\n    Lost = None\n\n"
            "class Here(Known):\n    def run(self): ...\n"
        ),
        "b.py": "import a\n"
        + "".join(
            f"\n\nclass {name}(a.{name}):\n    def run(self): ...\n"
            for name in ("Known", "Unknown", "Own", "Lost")
        ),
    }
    code = surveyed(tmp_path / "tree", files)
    hierarchy, redefined = code.class_hierarchy, code.class_members.redefined
    known = OneOf((Target("a.py", "Known"), External("cleaning.Known")))
    assert hierarchy.bases_of("a.py", "Here") == (known,)
    assert hierarchy.bases_of("b.py", "Known") == (known,)
    assert hierarchy.bases_of("b.py", "Unknown") == (Unresolved("b.py", "a.Unknown"),)
    for name in ("Known", "Unknown"):
        assert not redefined(Target("b.py", name))
    for name in ("Own", "Lost"):
        assert hierarchy.bases_of("b.py", name) == (Target("a.py", name),)
        assert redefined(Target("b.py", name))["run"].base == Target("a.py", name)


def test_bases_agree_with_what_files_say_themselves(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", FILES)
    said = {
        (one.qualname, one.dotted)
        for one in code.facts("app/use.py").bases
        if one.dotted and not one.dotted.startswith(("app", "."))
    }
    known = {
        (qualname, dotted)
        for qualname, several in bases(code, "app/use.py").items()
        for dotted in several
        if dotted and "::" not in dotted
    }
    assert said == known


def test_up_and_down(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.py": "class Top(KeyError): ...\nclass Other: ...\n",
            "b.py": (
                "from a import Other, Top\nclass Left(Top): ...\n"
                "class Right(Top, Other): ...\nclass Odd(Right, what()): ...\n"
            ),
            "c.py": (
                "import b\nclass Both(b.Left, b.Right): ...\nclass Low(b.Odd): ...\n"
            ),
        },
    )
    lineage = code.class_hierarchy
    top, left, right = (
        Target("a.py", "Top"),
        Target("b.py", "Left"),
        Target("b.py", "Right"),
    )
    assert lineage.bases_of("c.py", "Both") == (left, right)
    assert lineage.bases_of("a.py", "Other") == ()
    assert lineage.connected_files({"a.py"}) == {"a.py", "b.py", "c.py"}
    assert lineage.connected_files({"c.py"}) == {"a.py", "b.py", "c.py"}
    found = lineage.ancestors_of("c.py", "Both")
    assert found.complete
    assert [one.base for one in found.classes] == [
        *(left, right, top),
        *(External("builtins.KeyError"), Target("a.py", "Other")),
    ]
    assert [one.derived.qualname for one in found.classes] == [
        *("Both", "Both", "Left", "Top", "Right")
    ]
    # One base of one class above is not known.
    low = lineage.ancestors_of("c.py", "Low")
    assert not low.complete
    assert right in [one.base for one in low.classes]
    assert lineage.ancestors_of("a.py", "Other").classes == ()
    assert lineage.ancestors_of("a.py", "Other").complete
    # It is found once.
    assert lineage.ancestors_of("c.py", "Both") is found


def test_circles_end(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.py": "import b\nclass A(b.B): ...\nclass Twice: ...\n"
            "class Twice(Twice): ...\n",
            "b.py": "import a\nclass B(a.A, ValueError): ...\n",
        },
    )
    lineage = code.class_hierarchy
    above = [one.base for one in lineage.ancestors_of("a.py", "A").classes]
    assert above == [Target("b.py", "B")]
    assert not lineage.ancestors_of("a.py", "A").complete
    assert lineage.ancestors_of("a.py", "Twice").classes == ()


def test_a_long_chain(tmp_path: Path) -> None:
    text = "class C0(Exception): ...\n" + "".join(
        f"class C{number + 1}(C{number}): ...\n" for number in range(1500)
    )
    code = surveyed(tmp_path / "tree", {"a.py": text})
    found = code.class_hierarchy.ancestors_of("a.py", "C90")
    assert (len(found.classes), found.complete) == (91, True)
    # No person wrote that, and each class would hold all those above it.
    found = code.class_hierarchy.ancestors_of("a.py", "C1500")
    assert (len(found.classes), found.complete) == (MOST_ANCESTORS, False)
    assert found.classes[0].base == Target("a.py", "C1499")


@pytest.mark.parametrize(
    ("dotted", "found"),
    [
        ("app.base.Base", Target("app/base.py", "Base")),
        ("app.Root", Target("app/base.py", "Base")),
        ("app.Core", Target("app/core.py", "Core")),
        ("app.base.Base.Inner", Target("app/base.py", "Base.Inner")),
        ("app.core", None),
        ("app.Gone", None),
        ("unittest.TestCase", None),
        ("Exception", None),
    ],
)
def test_class_called(tmp_path: Path, dotted: str, found: Target | None) -> None:
    code = surveyed(tmp_path / "tree", FILES)
    assert find_class(ImportResolver(code.store, ""), dotted) == found


# What overrides what

BODIES = """
import typing, other
from typing import TYPE_CHECKING, Generic


class Expr:
    name = ""
    kind = None
    def __add__(self, other): ...
    def __radd__(self, other): ...
    def __eq__(self, other): ...
    def __hash__(self): ...
    def get(self): ...
    @property
    def size(self): ...
    class Meta: ...


class Rational(Expr):
    __slots__ = ("kind",)
    kind: str
    name: str
    def __add__(self, other): ...
    __radd__ = __add__
    def __eq__(self, other): ...
    if TYPE_CHECKING:
        def get(self): ...
        size: int = 1


class Integer(Rational):
    def __init__(self):
        self.get = None
        self.__own = 1
    try:
        def __radd__(self, other): ...
    except Exception:
        pass
    def __hash__(self): ...
    def __own(self): ...
    def get(self): ...
    def kind(self): ...
    size = 2
    name: str
    class Meta: ...
    for __add__ in range(2): ...


class Left(Expr):
    def get(self): ...
class Right(Expr):
    def get(self): ...
    size = 3
class Both(Left, Right):
    def get(self): ...
    size = 4
class Names(dict, Expr):
    def get(self): ...
    name = "names"
class Far(other.Thing, Expr):
    name = "far"
class Near(Expr, other.Thing):
    name = "near"
class Typed(Generic[typing.T], Expr):
    name = "typed"
"""


def redefined(code: CodeMap, qualname: str, path: str = "a.py") -> dict[str, str]:
    found = code.class_members.redefined(Target(path, qualname))
    return {
        name: base.qualname + " (conditional)" * conditional
        for name, (base, conditional) in found.items()
    }


CPP_BODIES = """
class Base {
 public:
  Base();
  Base& operator=(const Base&) = delete;
  virtual ~Base();
  virtual int get() const = 0;
  int plain();
  static int make();
 private:
  int secret();
};
class Own : public Base {
 public:
  Own();
  Own& operator=(const Own&) = delete;
  ~Own() override;
  int get() const override;
  int plain();
  static int make();
  int secret();
};
class Last : public Own {
 public:
  int get() const;
};
"""
JAVA_BODIES = """
class Base {
    private int size;
    Base() {}
    private void hide() {}
    void run() {}
    static void make() {}
    static class Builder { Builder() {} void go() {} }
}
class Own extends Base {
    private int size;
    Own() {}
    private void hide() {}
    void run() {}
    static void make() {}
    static class Builder extends Base.Builder { Builder() {} void go() {} }
}
class Last extends Base {}
"""


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("a.cc", CPP_BODIES, {"Own": {"get": "Base"}, "Last": {"get": "Own"}}),
        (
            "A.java",
            JAVA_BODIES,
            {"Own": {"run": "Base"}, "Own.Builder": {"go": "Base.Builder"}, "Last": {}},
        ),
    ],
)
def test_what_other_languages_override(
    tmp_path: Path, path: str, source: str, expected: dict[str, dict[str, str]]
) -> None:
    """No constructor, nothing private or static, no field, no class."""
    code = surveyed(tmp_path / "tree", {path: source})
    for qualname, names in expected.items():
        assert redefined(code, qualname, path) == names


def test_what_other_languages_inherit(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", {"a.cc": CPP_BODIES, "A.java": JAVA_BODIES})
    found = inherited_members(code, "a.cc").inherits
    assert [(one.name, one.numbers) for one in found["def-Last"]] == [
        ("Own", ("3 methods",)),
    ]
    assert "def-Own" not in found
    found = inherited_members(code, "A.java").inherits
    assert [one.numbers for one in found["def-Last"]] == [("2 methods",)]


def test_what_is_overridden(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", {"a.py": BODIES})
    assert redefined(code, "Rational") == {
        **dict.fromkeys(("__add__", "__radd__", "__eq__"), "Expr"),
        "kind": "Expr",
    }
    assert redefined(code, "Integer") == {
        **dict.fromkeys(("__add__", "__radd__", "kind"), "Rational"),
        # What defines only `__eq__` has no hash, and not that of its base.
        **dict.fromkeys(("get", "size", "Meta"), "Expr"),
    }
    assert redefined(code, "Both") == {"get": "Left", "size": "Right"}
    # What comes first may come from others; what Python brings along is known.
    assert redefined(code, "Names") == {"name": "Expr"}
    assert redefined(code, "Far") == {}
    assert redefined(code, "Near") == {"name": "Expr"}
    assert redefined(code, "Typed") == {"name": "Expr"}
    below = code.class_members.redefining(Target("a.py", "Expr"))
    names = {name: [sub.qualname for sub, _ in subs] for name, subs in below.items()}
    assert names["get"] == ["Left", "Right", "Integer"]
    assert names["size"] == ["Right", "Integer"]
    assert names["name"] == ["Names", "Near", "Typed"]


@pytest.mark.parametrize("bases", ["A, B", "Low, A, B", "A, Low, B", "B, Low"])
def test_the_order_of_lookup_is_that_of_python(tmp_path: Path, bases: str) -> None:
    text = (
        "class Top: ...\nclass A(Top): ...\nclass B(Top): ...\n"
        f"class Low(B): ...\nclass It({bases}): ...\n"
    )
    code = surveyed(tmp_path / "tree", {"a.py": text})
    order = code.class_hierarchy.order_of_lookup("a.py", "It")
    names: dict[str, type] = {}
    try:
        exec(text, names)
    except TypeError:
        # Python makes no such class; each is in the order all the same.
        assert len(set(order)) == len(order)
    else:
        expected = [cls.__name__ for cls in names["It"].__mro__[:-1]]
        assert [cls.qualname for cls in order if isinstance(cls, Target)] == expected


def test_what_is_set_as_classes_are_made(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.py": (
                "class Top:\n    name = kind = None\n\n    def run(self): ...\n\n"
                "    def __init_subclass__(cls): cls.name = cls.__name__\n\n\n"
                "class Middle(Top): ...\nclass Low(Middle):\n    name = kind = 1\n\n"
                "    def run(self): ...\n\n\n"
                "class Root:\n    size = 1\n\n"
                "    def __init_subclass__(cls): prepare(cls)\n\n\n"
                "class Trunk(Root): ...\nclass Leaf(Trunk):\n    size = 2\n\n\n"
                "class Meta(type): ...\nclass Made(metaclass=Meta):\n    size = 1\n"
                "class Part(Made): ...\nclass Piece(Part):\n    size = 2\n"
                "class Own(Made):\n    size = 2\n"
            )
        },
    )
    assert redefined(code, "Low") == {"kind": "Top", "run": "Top"}
    assert redefined(code, "Leaf") == {}
    assert redefined(code, "Piece") == {}
    assert redefined(code, "Own") == {"size": "Made"}


def test_what_only_a_branch_binds(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.py": (
                "import sys\nfrom typing import TYPE_CHECKING\n\n\n"
                "class Base:\n    if sys.platform == 'win32':\n"
                "        skip = run = 1\n    else:\n        run = 2\n    size = 1\n\n"
                "class Derived(Base):\n    skip = run = 3\n"
                "    if not TYPE_CHECKING:\n        size = 2\n\n"
                "if sys.argv:\n    class Other(Base):\n        run = 3\n"
                "        if len(sys.argv) > 2:\n            size = 2\n"
            )
        },
    )
    assert redefined(code, "Derived") == {
        "run": "Base",
        "size": "Base",
        "skip": "Base (conditional)",
    }
    assert redefined(code, "Other") == {"run": "Base", "size": "Base (conditional)"}


def test_unknown_bases_are_as_written(tmp_path: Path) -> None:
    text = (
        "from b import Maybe\nclass C(Maybe): ...\n"
        "class A(make('A', x=1), registry()[0].Base): ...\n"
        "if here():\n    class B(make(1)): ...\nelse:\n    class B(make(2)): ...\n"
    )
    maybe = (
        "try:\n    from maybe import Maybe\nexcept ImportError:\n    Maybe = object\n"
    )
    code = surveyed(tmp_path / "tree", {"a.py": text, "b.py": maybe})
    for qualname, expected in (
        ("A", ["make('A', x=1)", "registry()[0].Base"]),
        ("C", ["Maybe"]),
        ("B", ["make(1) | make(2)"]),
    ):
        found = code.class_hierarchy.bases_of("a.py", qualname)
        assert [base.written for base in found if isinstance(base, Unresolved)] == (
            expected
        )


def test_wide_and_dense_hierarchies(tmp_path: Path) -> None:
    layers = [[f"L{layer}x{number}" for number in range(20)] for layer in range(8)]
    text = "".join(f"class {name}: ...\n" for name in layers[0])
    for above, layer in itertools.pairwise(layers):
        text += "".join(f"class {name}({', '.join(above)}): ...\n" for name in layer)
    text += "".join(f"class W{number}(L0x0): ...\n" for number in range(2100))
    code = surveyed(tmp_path / "tree", {"a.py": text})
    started = time.process_time()
    relations = _class_relations(code, "a.py")
    inherited_members(code, "a.py")
    assert time.process_time() - started < 10
    assert relations[0].below == 2100 + 7 * 20
    assert len(relations[0].subclasses) == 2000


# What is told by bases in other files

MODELS: Mapping[str, str] = {
    "torch/__init__.py": "",
    "torch/nn/__init__.py": "from .modules import *\n",
    "torch/nn/modules/__init__.py": "from .module import Module\n",
    "torch/nn/modules/module.py": "class Module: ...\nclass Same(Module): ...\n",
    "torch/nn/layers.py": (
        "import torch.nn\nfrom torch import nn\nfrom .modules.module import Module\n\n"
        "class Layer(Module): ...\nclass Written(nn.Module): ...\n"
    ),
    "torch/nn/deep.py": "from .layers import Layer\nclass Deep(Layer): ...\n",
    "own/module.py": "class Module: ...\n",
    "own/use.py": "from own.module import Module\nclass NoLayer(Module): ...\n",
    "kit/kinds.py": (
        "import enum, threading\nfrom typing import Protocol\n"
        "class Kind(enum.Enum): ...\nclass Problem(KeyError): ...\n"
        "class Meta(type): ...\nclass Worker(threading.Thread): ...\n"
        "class Shape(Protocol): ...\nclass _Hidden(enum.Flag): ...\n"
    ),
    "kit/use.py": (
        "import enum\nfrom .kinds import *\nfrom .kinds import _Hidden\n\n"
        "class Colour(Kind): ...\nclass Bad(Problem): ...\nclass Made(Meta): ...\n"
        "class Busy(Worker): ...\nclass Square(Shape): ...\n"
        "class Two(Kind, enum.Enum): ...\nclass Quiet(_Hidden): ...\n"
        "class Plain: ...\nclass Enum: ...\nclass None_(Enum): ...\n"
    ),
}


def told(code: CodeMap, path: str) -> set[tuple[str, str, str, str]]:
    return {
        (one.name, one.qualname, one.detail, f"{one.by.path}::{one.by.qualname}")
        for one in code.inherited_patterns.of_file(path)
    }


def test_rows_by_classes_of_the_tree(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", MODELS)
    name = "torch.nn.Module"
    module = "torch/nn/modules/module.py::Module"
    assert told(code, "torch/nn/layers.py") == {
        (name, "Layer", name, module),
        (name, "Written", name, module),
    }
    assert told(code, "torch/nn/deep.py") == {(name, "Deep", name, module)}
    assert told(code, "torch/nn/modules/module.py") == {(name, "Same", name, module)}
    assert told(code, "own/use.py") == set()


def test_rows_by_the_name_of_the_root(tmp_path: Path) -> None:
    files = {
        path.removeprefix("torch/"): text
        for path, text in MODELS.items()
        if path.startswith("torch/")
    }
    code = surveyed(tmp_path / "checkout", files)
    assert {one[1] for one in told(code, "nn/deep.py")} == {"Deep"}


def test_rows_by_classes_of_others(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", MODELS)
    assert told(code, "kit/use.py") == {
        ("enum", "Colour", "enum.Enum", "kit/kinds.py::Kind"),
        ("enum", "Quiet", "enum.Flag", "kit/kinds.py::_Hidden"),
        ("exception", "Bad", "KeyError", "kit/kinds.py::Problem"),
        ("metaclass", "Made", "type", "kit/kinds.py::Meta"),
        ("thread", "Busy", "threading.Thread", "kit/kinds.py::Worker"),
    }
    # What a file imports and defines it tells itself.
    assert told(code, "kit/kinds.py") == set()


def test_rows_of_the_user(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", MODELS)
    rows = (
        NameRule("layer", bases=("torch.nn.layers.*",)),
        NameRule("k", bases=("kit.Kind",)),
    )
    code.settings = replace(code.settings, idioms=rows)
    assert {one[:2] for one in told(code, "torch/nn/deep.py")} == {
        ("layer", "Deep"),
        ("torch.nn.Module", "Deep"),
    }
    # No package offers the class by that name.
    assert all(one[0] != "k" for one in told(code, "kit/use.py"))


# Pages


def section(build: Build, docname: str, title: str, after: str) -> str:
    body = build.body(docname)
    return body.rpartition(title)[2].partition(after)[0]


IDIOMS = ("Code Patterns &amp; Idioms", "Performance Considerations")
PERFORMANCE = ("Performance Considerations", "Security &amp; Safety")


def test_pages(make_project: Make) -> None:
    build = make_project(MODELS, kwindex_private=False).build()
    assert build.warnings == ""
    build.check_links()
    text = section(build, "code/torch/nn/deep.py_docs", *IDIOMS)
    assert (
        "torch.nn.Module inherited from Module, torch/nn/modules/module.py Deep" in text
    )
    html = build.text("code/torch/nn/deep.py_docs")
    assert 'href="modules/module.py_docs.html#def-Module"' in html
    text = section(build, "code/kit/use.py_docs", *IDIOMS)
    assert "enum inherited from Kind, kit/kinds.py enum.Enum Colour" in text
    assert "exception inherited from Problem, kit/kinds.py KeyError Bad" in text
    # Its own file says it of Two already, and it is not said again.
    assert text.count("Two") == 1
    assert "enum enum.Enum Two" in text
    # What is not shown has no name either.
    assert "enum inherited from kit/kinds.py enum.Flag Quiet" in text
    assert "_Hidden" not in text
    assert "Plain" not in text
    assert "None_" not in text
    assert "Square" not in text
    text = section(build, "code/kit/use.py_docs", *PERFORMANCE)
    assert "thread inherited from Worker, kit/kinds.py threading.Thread Busy" in text
    written = section(build, "code/torch/nn/layers.py_docs", *IDIOMS)
    assert written.count("Written") == 1


def test_an_unknown_base_is_no_class_that_is_called_so(make_project: Make) -> None:
    """A module may have a class of the name that stands for something else there."""
    text = """\
class Top: ...


class Base(Top): ...


def test(made, way):
    if way:
        Base = made()

        class Model(Base): ...
    else:

        class Base(Top): ...

        class Model(Base): ...
"""
    body = make_project({"a.py": text}).build().body("code/a.py_docs")
    assert "test.&lt;locals&gt;.Model base Base " in body
    assert "subclasses Base, test.&lt;locals&gt;.Base Base," in body


def test_a_base_that_changes_reads_again_who_derives_from_it(
    make_project: Make,
) -> None:
    files = {
        "kit/__init__.py": "",
        "kit/kinds.py": "import enum\n\n\nclass Kind:\n    pass\n",
        "kit/use.py": "from kit.kinds import Kind\n\n\nclass Colour(Kind):\n    pass\n",
        "kit/far.py": "from kit.use import Colour\n\n\nclass Red(Colour):\n    pass\n",
        "kit/apart.py": "class Apart:\n    pass\n",
    }
    project = make_project(files)
    build = project.build()
    assert "Colour enum" not in build.body("code/kit/use.py_docs")
    text = "import enum\n\n\nclass Kind(enum.Enum):\n    pass\n"
    project.write({"kit/kinds.py": text})
    build = project.build()
    assert build.read == {
        "code/kit/kinds.py_docs",
        "code/kit/use.py_docs",
        "code/kit/far.py_docs",
    }
    assert "enum inherited from Kind, kit/kinds.py enum.Enum Colour" in build.body(
        "code/kit/use.py_docs"
    )
    assert "enum inherited from Kind, kit/kinds.py enum.Enum Red" in build.body(
        "code/kit/far.py_docs"
    )
    # A line above it moves nothing that others show.
    project.write({"kit/kinds.py": text.replace("\n\n\n", "\n\n\n# Kinds\n", 1)})
    build = project.build()
    assert "code/kit/use.py_docs" not in build.read
    assert "code/kit/kinds.py_docs" in build.read
