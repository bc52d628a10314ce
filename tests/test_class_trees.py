"""Pictures of classes: which are in them, what is left out, and their markup."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from docutils import nodes
from test_pictures import SVG, check_svg
from trees import surveyed

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.links.places import Target
from sphinxcontrib_kwindex.pages.nodes import kw_entries
from sphinxcontrib_kwindex.pages.page_context import Context
from sphinxcontrib_kwindex.pages.pictures.class_tree import (
    ClassTree,
    class_picture,
    class_tree,
    classes_of_file,
    worth_drawing,
)
from sphinxcontrib_kwindex.sphinx_wiring.html.svg import svg

SHAPES = {
    "pkg/shapes.py": (
        "from abc import ABC\n\n"
        "class Shape(ABC): ...\nclass Round: ...\nclass Ellipse(Shape, Round): ...\n"
        "class Other(object): ...\n"
    ),
    "pkg/more.py": (
        "from .shapes import Ellipse, Shape\n\n"
        "class Circle(Ellipse): ...\nclass Square(Shape): ...\n"
    ),
}


def lines(tree: ClassTree | None) -> set[tuple[str, str]]:
    """Return the lines of a picture by name, the base first."""
    assert tree is not None
    names = [cls.name for cls in tree.classes]
    return {(names[base], names[cls]) for base, cls in tree.lines}


def in_context(code: CodeMap) -> Context:
    return Context(code, "page", lambda docname, name: f"{docname}#{name}")


def tree_of(root: Path, files: Mapping[str, str], path: str) -> ClassTree | None:
    return classes_of_file(surveyed(root, files), path)


def test_what_is_above_and_below(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", SHAPES)
    tree = classes_of_file(code, "pkg/shapes.py")
    assert lines(tree) == {
        ("abc.ABC", "Shape"),
        ("Shape", "Ellipse"),
        ("Round", "Ellipse"),
        ("Shape", "Square"),
        ("Ellipse", "Circle"),
    }
    assert tree is not None
    own = {cls.name for cls in tree.classes if cls.own}
    assert own == {"Shape", "Round", "Ellipse"}
    # What is beside a class is no part of its picture.
    circle = class_tree(code, [Target("pkg/more.py", "Circle")])
    assert lines(circle) == {
        ("abc.ABC", "Shape"),
        ("Shape", "Ellipse"),
        ("Round", "Ellipse"),
        ("Ellipse", "Circle"),
    }
    assert class_tree(code, [Target("pkg/shapes.py", "Other")]) is None


def test_bases_that_are_left_out_are_those_of_one_class(tmp_path: Path) -> None:
    names = [f"A{n}" for n in range(20)]
    files = {
        "lib.rs": "trait Space {}\nstruct Two;\nimpl Space for Two {}\nstruct One;\n"
        "impl Space for One {}\nimpl fmt::Display for One {}\n"
        "impl fmt::Display for Two {}\n"
        + "".join(f"impl From<{name}> for One {{}}\n" for name in names)
    }
    tree = tree_of(tmp_path / "repo", files, "lib.rs")
    assert {("Space", "One"), ("Space", "Two"), ("fmt::Display", "Two")} <= lines(tree)
    assert tree is not None
    assert tree.more == 6
    assert sum(name.startswith("From") for name, _ in lines(tree)) == 14


def test_a_list_says_as_much(tmp_path: Path) -> None:
    files = {
        "many.py": "class A: ...\n"
        + "".join(f"class B{n}(A): ...\n" for n in range(9)),
        "two.py": "class A: ...\nclass B: ...\nclass C(A, B): ...\n",
        "deep.py": "class A: ...\nclass B(A): ...\nclass C(B): ...\nclass D(B): ...\n",
        "diamond.py": (
            "class A: ...\nclass B(A): ...\nclass C(A): ...\nclass D(B, C): ...\n"
        ),
    }
    code = surveyed(tmp_path / "repo", files)
    worth = {path for path in files if worth_drawing(code, path)}
    assert worth == {"deep.py", "diamond.py"}


def test_large_trees_are_condensed(tmp_path: Path) -> None:
    source = "class Top: ...\n"
    for number in range(30):
        source += f"class Mid{number}(Top): ...\n"
        source += "".join(
            f"class Low{number}x{n}(Mid{number}): ...\n" for n in range(9)
        )
    code = surveyed(tmp_path / "repo", {"wide.py": "", "top.py": source})
    tree = class_tree(code, [Target("top.py", "Top")])
    assert tree is not None
    boxes = len(tree.classes) + sum(bool(cls.more) for cls in tree.classes)
    assert 30 < boxes <= 60
    # Each that is left out is counted once.
    assert len(tree.classes) + sum(cls.more for cls in tree.classes) == 301
    # A column of forty boxes is a list.
    files = {"star.py": "class Top: ...\nclass Mid(Top): ...\n"}
    files["star.py"] += "".join(f"class Low{n}(Mid): ...\n" for n in range(40))
    star = tree_of(tmp_path / "star", files, "star.py")
    assert star is not None
    assert len(star.classes) == 18
    files = {"single.py": "".join(f"class C{n}(Base{n}): ...\n" for n in range(99))}
    alone = tree_of(tmp_path / "alone", files, "single.py")
    assert alone is not None
    assert len(alone.classes) <= 60
    assert alone.more > 60


def test_what_is_not_shown_is_left_out(tmp_path: Path) -> None:
    source = (
        "class A: ...\nclass _B(A): ...\nclass C(_B): ...\nclass D(C, _B): ...\n"
        "class E(_B): ...\n"
    )
    code = surveyed(tmp_path / "repo", {"a.py": source, "b.py": ""})
    rows = [row for row in code.definitions("a.py") if row.qualname != "_B"]
    code.store.replace("hidden", [("a.py", "class", "_B")])
    code.anchors = lambda path: ({row.qualname: {row.kind: row.anchor} for row in rows})
    tree = class_tree(code, [Target("a.py", "A")])
    assert lines(tree) == {("A", "C"), ("A", "D"), ("C", "D"), ("A", "E")}


def test_circles_and_unknown_bases(tmp_path: Path) -> None:
    files = {
        "circle.py": "class A(B): ...\nclass B(A): ...\nclass C(A): ...\n",
        "unknown.py": "class A(make()): ...\nclass B(A): ...\nclass C(B, x[0]): ...\n",
        "chosen.py": (
            "try:\n    from one import X\nexcept ImportError:\n"
            "    class X: ...\nclass A(X): ...\n"
        ),
    }
    code = surveyed(tmp_path / "repo", files)
    tree = classes_of_file(code, "circle.py")
    assert tree is None or not lines(tree) or ("A", "C") in lines(tree)
    assert {base for base, _ in lines(classes_of_file(code, "unknown.py"))} == {
        *("make()", "A", "B", "x[0]"),
    }
    assert lines(classes_of_file(code, "chosen.py")) == {("X", "A"), ("one.X", "A")}


def test_picture_and_text(tmp_path: Path) -> None:
    files = {path.replace("pkg/more", "a&b <i>/it's"): t for path, t in SHAPES.items()}
    files["pkg/__init__.py"] = ""
    files["a&b <i>/it's.py"] = files["a&b <i>/it's.py"].replace(".shapes", "pkg.shapes")
    code = surveyed(tmp_path / "repo", files)
    tree = classes_of_file(code, "pkg/shapes.py")
    assert tree is not None
    node = class_picture(in_context(code), "pkg/shapes.py", tree)
    root = check_svg(svg(node["picture"]))
    texts = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert {"Shape", "abc.ABC", "Circle", "a&b <i>/it's.py"} <= set(texts)
    (text,) = node.children
    assert isinstance(text, kw_entries)
    assert [(entry.level, entry.text) for entry in text["entries"]] == [
        *((0, "abc.ABC"), (1, "Shape"), (2, "Ellipse"), (3, "Circle")),
        *((2, "Square"), (0, "Round")),
    ]
    (ellipse,) = [entry for entry in text["entries"] if entry.text == "Ellipse"]
    assert [part.text for part in ellipse.parts] == ["also derives from Round"]
    assert isinstance(node.plain(), nodes.Element)
