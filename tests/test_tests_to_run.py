"""``kwindex tests``: which tests are to run for what changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_git_history import commit, git
from trees import write

from sphinxcontrib_kwindex.command.main import main

FILES = {
    "pyproject.toml": "[tool.pytest.ini_options]\ntestpaths = ['tests']\n",
    "pkg/__init__.py": "",
    "pkg/base.py": (
        "class Base:\n"
        "    def run(self):\n"
        "        return self.step()\n"
        "\n"
        "    def step(self):\n"
        "        return 1\n"
        "\n"
        "    def __eq__(self, other):\n"
        "        return True\n"
    ),
    "pkg/shape.py": (
        "from pkg.base import Base\n"
        "\n"
        "\n"
        "class Shape(Base):\n"
        "    def step(self):\n"
        "        return helper()\n"
        "\n"
        "\n"
        "def helper():\n"
        "    return 2\n"
        "\n"
        "\n"
        "def unused():\n"
        "    return 3\n"
        "\n"
        "\n"
        "def factory(number):\n"
        "    def made():\n"
        "        return number\n"
        "    return made\n"
    ),
    "pkg/table.py": (
        "from pkg.shape import factory\n\nVALUE = factory(1)\n\n\n"
        "def look():\n    return VALUE\n"
    ),
    "tests/test_shape.py": (
        "from pkg.shape import Shape\n\n\n"
        "def test_run():\n    assert Shape().run() == 2\n\n\n"
        "class TestEqual:\n"
        "    def test_equal(self):\n        assert Shape() == Shape()\n"
    ),
    "tests/test_table.py": (
        "from pkg.table import look\n\n\ndef test_look():\n    assert look()\n"
    ),
    "tests/test_other.py": "def test_nothing():\n    assert True\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return write(tmp_path / "tree", FILES)


@pytest.fixture
def ids(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str, code: int = 0) -> list[str]:
        options = ["-C", str(tree), "--cache", str(tmp_path / "cache"), "-q"]
        assert main(["tests", *arguments, *options]) == code
        return capsys.readouterr().out.splitlines()

    return run


RUN = "tests/test_shape.py::test_run"
EQUAL = "tests/test_shape.py::TestEqual::test_equal"
LOOK = "tests/test_table.py::test_look"
NOTHING = "tests/test_other.py::test_nothing"


def test_no_test_is_an_option_of_pytest(tree: Path, ids) -> None:
    text = FILES["tests/test_shape.py"]
    (tree / "--co_test.py").write_text(text, "utf-8")
    (tree / "pyproject.toml").write_text("", "utf-8")
    assert "./--co_test.py::test_run" in ids("pkg/shape.py::helper")
    assert "./--co_test.py" in ids("pkg/shape.py::helper", "--files")


def test_names_with_blanks_are_ended_for_other_programs(tree: Path, ids) -> None:
    (tree / "tests/test_a b.py").write_text(FILES["tests/test_table.py"], "utf-8")
    for options, end in (("-0",), "::test_look"), (("--null", "--files"), ""):
        (shown,) = ids("pkg/table.py::look", *options)
        assert shown.endswith("\0")
        assert f"tests/test_a b.py{end}" in shown.split("\0")


def test_names_and_folders(tree: Path, ids, capsys: pytest.CaptureFixture[str]) -> None:
    assert ids("Base.step") == ids("pkg/base.py::Base.step")
    assert ids("pkg.table.look") == ids("pkg/table.py::look")
    assert ids("pkg/base.py::run") == ids("pkg/base.py::Base.run")
    for name, said in (
        ("step", "step may mean 2 definitions: pkg/base.py::Base.step"),
        ("pkg/none.py", "pkg/none.py is neither a file nor a definition of the tree"),
    ):
        with pytest.raises(AssertionError):
            ids(name)
        assert said in capsys.readouterr().err
    (tree / "lib").mkdir()
    (tree / "pkg").rename(tree / "lib/pkg")
    assert {RUN, LOOK, EQUAL} <= {*ids("lib", "--all")}


def test_tests_that_name_it_are_first(tree: Path, ids) -> None:
    names = "left_pad", "centre", "trim"
    text = "".join(f"def _{name}(text):\n    return text\n\n\n" for name in names)
    table = ", ".join(f"'{name}': _{name}" for name in names)
    text += f"_TABLE = {{{table}}}\n\n\ndef style(name):\n    return _TABLE[name]\n"
    write(
        tree,
        {
            "pkg/style.py": text,
            "tests/test_style.py": (
                "from pkg.style import style\n\n\n"
                "def test_all():\n    style(input())\n\n\n"
                "def test_centred():\n    style('centre')\n\n\n"
                "def test_padding():\n    style(input() or 'pad')\n\n\n"
                "def test_trim():\n    style(input())\n"
            ),
        },
    )
    base = "tests/test_style.py::test_"
    for name, first in ("_left_pad", "padding"), ("_trim", "trim"), ("style", "all"):
        told = ids(f"pkg/style.py::{name}", "--all")
        assert told[0] == f"{base}{first}"
        assert len(told) == 4


def test_a_caller_through_what_it_overrides(ids) -> None:
    assert RUN in ids("pkg/shape.py::helper")
    assert RUN in ids("pkg/shape.py::Shape.step")


def test_what_python_calls_by_itself(ids) -> None:
    assert EQUAL in ids("pkg/base.py::Base.__eq__")


@pytest.mark.parametrize(
    "name",
    [
        'f"visit_{kind}"',
        '"visit_" + kind',
        '"visit_%s" % kind',
        '"visit_{}".format(kind)',
        'f"VISIT_{kind}".lower()',
        'f"visit-{kind}".replace("-", "_")',
        "name",
    ],
)
def test_names_that_are_put_together(tree: Path, ids, name: str) -> None:
    (tree / "pkg/visitor.py").write_text(
        "class Visitor:\n"
        "    def visit(self, kind):\n"
        '        name = "visit_" + kind\n'
        f"        return getattr(self, {name})()\n\n\n"
        "class Printer(Visitor):\n"
        "    def visit_leaf(self):\n"
        "        return 1\n\n"
        "    def leaf(self):\n"
        "        return 2\n",
        "utf-8",
    )
    (tree / "tests/test_visitor.py").write_text(
        "from pkg.visitor import Printer\n\n\n"
        "def test_visit():\n    assert Printer().visit('leaf')\n",
        "utf-8",
    )
    assert ids("pkg/visitor.py::Printer.visit_leaf") == [
        "tests/test_visitor.py::test_visit"
    ]
    assert ids("pkg/visitor.py::Printer.leaf", code=1) == []


def test_a_name_with_something_unknown_put_in(tree: Path, ids) -> None:
    (tree / "pkg/visitor.py").write_text(
        "class Visitor:\n"
        "    def visit(self, kind, sep):\n"
        '        return getattr(self, f"do-it-{kind}".replace("-", sep))()\n\n'
        "    def do_it_now(self):\n"
        "        return 1\n",
        "utf-8",
    )
    (tree / "tests/test_visitor.py").write_text(
        "from pkg.visitor import Visitor\n\n\n"
        "def test_visit():\n    assert Visitor().visit('now', '_')\n",
        "utf-8",
    )
    found = ["tests/test_visitor.py::test_visit"]
    assert ids("pkg/visitor.py::Visitor.do_it_now") == found


def test_what_a_library_calls(tree: Path, ids) -> None:
    """A method that overrides one of a class that is not in the tree."""
    (tree / "pkg/thread.py").write_text(
        "import string\nfrom collections.abc import Mapping\n"
        "from lib import Server\n\n\n"
        "class Formatter(string.Formatter):\n"
        "    def get_field(self, name, args, kwargs):\n        return 1, name\n\n\n"
        "class Below(Formatter):\n"
        "    def get_value(self, key, args, kwargs):\n        return 1\n\n\n"
        "class Items(Mapping):\n"
        "    def own_items(self):\n        return 1\n\n\n"
        "class Handler(Server):\n"
        "    def handle_any(self):\n        return 1\n\n\n"
        "class Text(str):\n"
        "    def casefold(self):\n        return self\n",
        "utf-8",
    )
    (tree / "tests/test_thread.py").write_text(
        "from pkg.thread import Below, Formatter, Handler, Items, Text\n\n\n"
        "def test_format():\n    assert Formatter().format('{x}')\n\n\n"
        "def test_below():\n    assert Below().format('{x}')\n\n\n"
        "def test_handler():\n    assert Handler().serve()\n\n\n"
        "def test_text():\n    assert Text() and Items()\n",
        "utf-8",
    )
    test = "tests/test_thread.py::test_"
    both = [f"{test}format", f"{test}below"]
    assert ids("pkg/thread.py::Formatter.get_field") == both
    # The class in between defines nothing of that name.
    assert ids("pkg/thread.py::Below.get_value") == [f"{test}below"]
    assert ids("pkg/thread.py::Handler.handle_any") == [f"{test}handler"]
    assert ids("pkg/thread.py::Items.own_items", code=1) == []
    assert ids("pkg/thread.py::Text.casefold", code=1) == []


def test_what_asks_for_members_of_texts(tree: Path, ids) -> None:
    (tree / "pkg/text.py").write_text(
        "def middle(text):\n    return text.center(9)\n\n\n"
        "class Text(str):\n"
        "    def center(self, width):\n        return self\n\n"
        "    def zfill(self, width):\n        return self\n\n"
        "    def title(self):\n        return self\n",
        "utf-8",
    )
    (tree / "tests/test_text.py").write_text(
        "from pkg.text import Text, middle\n\n\n"
        "def test_middle():\n    assert middle(Text('a'))\n\n\n"
        "def test_middle_of_another():\n    assert middle('a')\n\n\n"
        "def test_zfill():\n    assert getattr(Text('a'), 'zfill')(3)\n\n\n"
        "def test_none():\n    assert Text('a')\n",
        "utf-8",
    )
    assert ids("pkg/text.py::Text.center") == ["tests/test_text.py::test_middle"]
    assert ids("pkg/text.py::Text.zfill") == ["tests/test_text.py::test_zfill"]
    assert ids("pkg/text.py::Text.title", code=1) == []


def test_what_uses_operators(tree: Path, ids) -> None:
    (tree / "pkg/part.py").write_text(
        "import operator\n\n\n"
        "def joined(one: 'int | None', other):\n    return one | other\n\n\n"
        "def added(parts):\n    return sum(parts)\n\n\n"
        "def marked(text: int | None):\n    return text\n\n\n"
        "def opened(part):\n    with part:\n        return 1\n\n\n"
        "class Part:\n"
        "    def __or__(self, other):\n        return self\n\n"
        "    def __ror__(self, other):\n        return self\n\n"
        "    def __radd__(self, other):\n        return self\n\n"
        "    def __xor__(self, other):\n        return self\n\n"
        "    def __exit__(self, *args):\n        return 1\n\n"
        "    def __neg__(self):\n        return self\n",
        "utf-8",
    )
    (tree / "tests/test_part.py").write_text(
        "import operator\n"
        "from pkg.part import Part, added, joined, marked, opened\n\n\n"
        "def test_joined():\n    assert joined(Part(), 1)\n\n\n"
        "def test_joined_numbers():\n    assert joined(1, 2)\n\n\n"
        "def test_marked():\n    assert marked(Part())\n\n\n"
        "def test_added():\n    assert added([Part()])\n\n\n"
        "def test_xor():\n    assert operator.ixor(Part(), 1)\n\n\n"
        "def test_opened():\n    opened(Part())\n",
        "utf-8",
    )

    def tests(name: str) -> list[str]:
        found = ids(f"pkg/part.py::Part.{name}")
        return [one.removeprefix("tests/test_part.py::test_") for one in found]

    assert tests("__or__") == tests("__ror__") == ["joined"]
    assert tests("__radd__") == ["added"]
    assert tests("__xor__") == ["xor"]
    assert tests("__exit__") == ["opened"]
    # Nothing says where it is called, so it may be wherever there is an object.
    assert tests("__neg__") == ["added", "joined", "marked", "opened", "xor"]


def test_what_deletes_and_copies(tree: Path, ids) -> None:
    (tree / "pkg/bag.py").write_text(
        "import copy\n\n\n"
        "def shortened(bag):\n    del bag['a']\n    return bag\n\n\n"
        "def twice(bag):\n    return copy.copy(bag)\n\n\n"
        "class Bag(dict):\n"
        "    def __delitem__(self, key):\n        return None\n\n"
        "    def __delattr__(self, key):\n        return None\n\n"
        "    def __getstate__(self):\n        return {}\n\n"
        "    def copy(self):\n        return twice(self)\n\n"
        "    def setdefault(self, key):\n        return key\n\n"
        "    def update(self, other):\n        return other\n",
        "utf-8",
    )
    (tree / "tests/test_bag.py").write_text(
        "import pickle\n"
        "from pkg.bag import Bag, shortened\n\n\n"
        "def test_deleted():\n    assert shortened(Bag())\n\n\n"
        "def test_pickled():\n    assert pickle.dumps(Bag())\n\n\n"
        "def test_copied():\n    assert Bag().copy()\n\n\n"
        "def test_popped():\n    assert Bag(a=1).pop('a')\n\n\n"
        "def test_made():\n    assert Bag()\n",
        "utf-8",
    )

    def tests(name: str, code: int = 0) -> list[str]:
        found = ids(f"pkg/bag.py::Bag.{name}", code=code)
        return sorted(one.removeprefix("tests/test_bag.py::test_") for one in found)

    assert tests("__delitem__") == tests("__delattr__") == ["deleted", "popped"]
    assert tests("__getstate__") == ["copied", "pickled"]
    assert tests("copy") == ["copied"]
    assert tests("setdefault", code=1) == []
    # A library may call it.
    assert tests("update") == ["copied", "deleted", "made", "pickled", "popped"]


def test_who_asks_for_a_class_makes_no_object(tree: Path, ids) -> None:
    (tree / "pkg/marks.py").write_text(
        "class Mark:\n"
        "    def __init__(self):\n        self.name = ''\n\n"
        "    def work(self):\n        return 1\n\n"
        "    @property\n    def size(self):\n        return 1\n\n\n"
        "class Big(Mark):\n"
        "    def __init__(self):\n        self.name = 'big'\n\n"
        "    def work(self):\n        return 2\n\n\n"
        "def compiled(it):\n"
        "    if isinstance(it, (int, Big)) or it is Big:\n        return it\n"
        "    return isinstance(it.size, int) or it.work()\n",
        "utf-8",
    )
    (tree / "tests/test_marks.py").write_text(
        "from pkg.marks import Big, Mark, compiled\n\n\n"
        "def test_big():\n    compiled(Big())\n\n\n"
        "def test_chosen():\n    for one in (Big, Mark):\n        compiled(one())\n\n\n"
        "def test_mark():\n    compiled(Mark())\n",
        "utf-8",
    )

    def tests(name: str) -> list[str]:
        found = ids(f"pkg/marks.py::{name}")
        return [one.removeprefix("tests/test_marks.py::test_") for one in found]

    assert tests("Big.__init__") == tests("Big.work") == ["big", "chosen"]
    assert (
        sorted(tests("Big")) == sorted(tests("Mark.size")) == ["big", "chosen", "mark"]
    )
    assert sorted(tests("compiled")) == ["big", "chosen", "mark"]


def test_what_makes_an_object_surely_runs_its_constructor(tree: Path, ids) -> None:
    """A class below without one of its own does, and what ``map`` is handed."""
    (tree / "pkg/coins.py").write_text(
        "class Coin:\n"
        "    def __init__(self, value=0):\n        self.value = value\n\n\n"
        "class Cent(Coin):\n    pass\n\n\n"
        "class Token(Coin):\n"
        "    def __init__(self, value=0):\n        self.token = value\n",
        "utf-8",
    )
    uses = {
        "called": "Coin(1)",
        "below": "Cent(1)",
        "mapped": "list(map(Coin, [1, 2]))",
        "sorted": "sorted([1, 2], key=coins.Coin)",
        "partial": "functools.partial(\n        Coin, 1)()",
        "raised": "pytest.raises(TypeError, Coin, 1, 2)",
        "own": "Token(1)",
        "named": "repr(Coin)",
        "first": "list(map(repr, [Coin]))",
        "other": "bitmap(Coin, 1)",
    }
    (tree / "tests/test_coins.py").write_text(
        "import functools\n\nimport pytest\n\nfrom pkg import coins\n"
        "from pkg.coins import Cent, Coin, Token\n"
        + "".join(f"\n\ndef test_{it}():\n    {use}\n" for it, use in uses.items()),
        "utf-8",
    )
    options = "pkg/coins.py::Coin.__init__", "--all", "--json"
    told = json.loads("\n".join(ids(*options)))["tests"]
    steps = {test["id"].rpartition("_")[2]: test["distance"] for test in told}
    likely = 16
    assert {it for it, far in steps.items() if far < likely} == {
        *("called", "below", "mapped", "sorted", "partial", "raised")
    }
    assert {"own", "named", "first", "other"} <= set(steps)


def test_what_is_called_as_members_of_builtins_are(tree: Path, ids) -> None:
    (tree / "pkg/cart.py").write_text(
        "def wipe(thing):\n    return thing.clear()\n\n\n"
        "class Cart:\n    def clear(self):\n        return 1\n",
        "utf-8",
    )
    (tree / "tests/test_cart.py").write_text(
        "from pkg.cart import Cart, wipe\n\n\n"
        "def test_wipe():\n    assert wipe(Cart())\n\n\n"
        "def test_wipe_nothing():\n    assert wipe({}) is None\n",
        "utf-8",
    )
    assert ids("pkg/cart.py::Cart.clear") == ["tests/test_cart.py::test_wipe"]


def test_no_program_asks_objects_of_another_language_for_members(
    tree: Path, ids
) -> None:
    (tree / "web").mkdir()
    (tree / "web/box.ts").write_text(
        "export class Box {\n  contents() { return 1; }\n}\n"
    )
    (tree / "web/box.test.ts").write_text(
        "test('holds', () => { made().contents(); });\n"
    )
    # So many have one that it is not known whose it is.
    (tree / "tests/test_box.py").write_text(
        "".join(f"class C{one}:\n    def contents(self): ...\n" for one in range(30))
        + "def test_box(box):\n    assert box.contents()\n"
    )
    found = ids("web/box.ts::Box.contents", "--all")
    assert found == ['web/box.test.ts::test("holds")']


def test_tests_of_one_name_in_a_file_are_several(tree: Path, ids) -> None:
    (tree / "tests/add_test.cc").write_text(
        "#include <gtest/gtest.h>\nint add() { return 1; }\n"
        "TEST(One, Adds) { add(); }\nTEST(Two, Adds) { add(); }\n"
    )
    assert ids("tests/add_test.cc::add") == [
        "tests/add_test.cc::One.Adds",
        "tests/add_test.cc::Two.Adds",
    ]


def test_what_runs_when_a_module_is_imported(ids) -> None:
    found = ids("pkg/shape.py::factory")
    assert LOOK in found
    assert NOTHING not in found
    assert LOOK in ids("pkg/shape.py::factory.<locals>.made")


def test_what_only_imports_is_left_out(tree: Path, ids, capsys) -> None:
    (tree / "pkg/table.py").write_text(
        "from pkg.shape import factory\n\nVALUE = factory(1)\n\n\n"
        "def look():\n    return 1\n\n\ndef read():\n    return VALUE\n",
        "utf-8",
    )
    (tree / "tests/test_read.py").write_text(
        "from pkg.table import read\n\n\ndef test_read():\n    assert read()\n",
        "utf-8",
    )
    read = "tests/test_read.py::test_read"
    assert ids("pkg/shape.py::factory") == [read]
    assert ids("pkg/shape.py::factory", "--all") == [read, LOOK]
    answer = json.loads("\n".join(ids("pkg/shape.py::factory", "--json")))
    assert answer["notes"] == [
        "left out (see --all): 1 test only importing a module that runs it"
    ]


OBJECTS = {
    "pkg/field.py": (
        "class Field:\n"
        "    def convert(self, value):\n        return value\n"
        "\n\n"
        "class Number(Field):\n"
        "    def convert(self, value):\n        return int(value)\n"
        "\n\n"
        "class Text(Field):\n"
        "    def convert(self, value):\n        return str(value)\n"
        "\n\n"
        "def convert_all(fields):\n"
        "    return [field.convert(1) for field in fields]\n"
    ),
    "tests/helpers.py": (
        "from pkg.field import Text\n\n\ndef texts():\n    return [Text()]\n"
    ),
    "tests/test_field.py": (
        "from helpers import texts\n"
        "from pkg.field import Number, convert_all\n"
        "\n\n"
        "def test_number():\n    assert convert_all([Number()])\n"
        "\n\n"
        "def test_text():\n    assert convert_all(texts())\n"
        "\n\n"
        "def test_none():\n    assert not convert_all([])\n"
    ),
}


def test_a_method_needs_its_class(tree: Path, ids, capsys) -> None:
    for path, text in OBJECTS.items():
        (tree / path).write_text(text, "utf-8")
    number, text, none = (
        f"tests/test_field.py::test_{it}" for it in ("number", "text", "none")
    )
    assert ids("pkg/field.py::Number.convert") == [number]
    assert ids("pkg/field.py::Text.convert") == [text]
    # Any below it may run it.
    assert ids("pkg/field.py::Field.convert") == [number, text]
    found = ids("pkg/field.py::Text.convert", "--all")
    assert set(found) == {number, text, none}
    assert found[-1] != text
    answer = json.loads("\n".join(ids("pkg/field.py::Text.convert", "--json")))
    assert answer["notes"] == [
        "left out (see --all): 2 tests coming to it without naming its class or its key"
    ]
    assert ids("pkg/field.py::convert_all") == sorted([none, number, text])


def test_long_ways_are_left_out_of_most_tests(tree: Path, ids) -> None:
    """Each ``.step_2(`` asks something unknown, which may be a ``Link``."""
    chain = "".join(
        f"class Link{number}:\n"
        f"    def step_{number}(self, other):\n"
        f"        return other.step_{number + 1}(self)\n\n\n"
        for number in range(4)
    )
    text = f"{chain}class Last:\n    def step_4(self, other):\n        return 1\n"
    (tree / "pkg/chain.py").write_text(text, "utf-8")
    made = ", ".join(f"Link{number}()" for number in range(4))
    for path in (tree / "tests").glob("test_*.py"):
        path.unlink()
    (tree / "tests/test_chain.py").write_text(
        "from pkg.chain import *\n\n\n"
        f"def links():\n    return [Last(), {made}]\n\n\n"
        "def test_none():\n    assert True\n\n\n"
        "def test_near():\n    assert Last().step_4(1)\n\n\n"
        "def test_step():\n    assert links()[4].step_3(1)\n\n\n"
        "def test_whole():\n    assert links()[1].step_0(1)\n",
        "utf-8",
    )
    near, step, whole = (
        f"tests/test_chain.py::test_{it}" for it in ("near", "step", "whole")
    )
    answer = json.loads("\n".join(ids("pkg/chain.py::Last.step_4", "--json")))
    assert [test["id"] for test in answer["tests"]] == [near, step]
    told = "1 test coming to it over several steps that are only likely"
    assert answer["notes"] == [f"left out (see --all): {told}"]
    assert ids("pkg/chain.py::Last.step_4", "--all") == [near, step, whole]
    # The nearest fill a third, but for those that no order parts.
    path, last = tree / "tests/test_chain.py", whole.removesuffix("whole")
    more = "def test_middle():\n    assert links()[3].step_2(1)\n\n\n"
    for number in range(5):
        more += f"def test_{number}():\n    assert links()[1].step_0(1)\n\n\n"
    path.write_text(path.read_text("utf-8") + f"\n\n{more}", "utf-8")
    found = [near, step, f"{last}middle"]
    assert ids("pkg/chain.py::Last.step_4") == found
    # Of what makes less than a half of the tests none is left out.
    more = "".join(f"\n\ndef test_no_{number}():\n    pass\n" for number in range(8))
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    found += [*(f"{last}{number}" for number in range(5)), whole]
    assert ids("pkg/chain.py::Last.step_4") == found
    # A distance that nearly all have parts none from the others.
    more = "".join(
        f"\n\ndef test_far_{number}():\n    assert links()[1].step_0(1)\n"
        for number in range(40)
    )
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    assert len(ids("pkg/chain.py::Last.step_4")) == len(found) + 40
    # Those stay that have a word of the name which few have, or one as a key.
    made = "def test_{}():\n    assert links()[{}].step_{}(1)  # {}\n\n\n"
    more = "".join(made.format(f"step_{n}", 4, 3, "") for n in range(3))
    more += "".join(made.format(n, 1, 0, "") for n in range(31))
    more += made.format("whole", 1, 0, "to the last")
    more += made.format("keyed", 1, 0, "{'step': 4}")
    more += made.format("of_words", 1, 0, "lookup('last-step')")
    text = path.read_text("utf-8").partition("def test_step")[0]
    path.write_text(text + more, "utf-8")
    found = [
        near,
        whole,
        f"{last}keyed",
        f"{last}of_words",
        *(f"{last}step_{number}" for number in range(3)),
    ]
    assert sorted(ids("pkg/chain.py::Last.step_4")) == sorted(found)


def test_fixtures_of_inherited_tests(tree: Path, ids) -> None:
    text = (
        "import pytest\n"
        "from pkg.shape import Shape, helper, unused\n"
        "\n\n"
        "class TestOne:\n"
        "    @pytest.fixture\n"
        "    def made(self):\n        return helper()\n"
        "\n"
        "    def test_made(self, made):\n        assert made\n"
        "\n\n"
        "class TestTwo(TestOne):\n"
        "    @pytest.fixture\n"
        "    def made(self):\n        return unused()\n"
    )
    (tree / "tests/test_made.py").write_text(text, "utf-8")
    again = "from test_made import TestTwo\n\n\nclass TestThree(TestTwo):\n    pass\n"
    (tree / "tests/test_again.py").write_text(again, "utf-8")
    assert set(ids("pkg/shape.py::unused")) == {
        "tests/test_made.py::TestTwo::test_made",
        "tests/test_again.py::TestTwo::test_made",
        "tests/test_again.py::TestThree::test_made",
    }


def test_what_tests_give_to_tests_that_they_inherit(tree: Path, ids) -> None:
    (tree / "pkg/store.py").write_text(
        "class Store:\n"
        "    def wipe(self):\n        return 1\n\n\n"
        "class Fast(Store):\n"
        "    def wipe(self):\n        return 2\n\n\n"
        "class Slow(Store):\n"
        "    def wipe(self):\n        return 3\n",
        "utf-8",
    )
    (tree / "tests/common.py").write_text(
        "class Common:\n"
        "    Made = None\n\n"
        "    def make(self):\n        raise NotImplementedError\n\n"
        "    def test_wiped(self):\n        self.Made().wipe()\n\n"
        "    def test_made(self):\n        assert self.make()\n",
        "utf-8",
    )
    for name in ("Fast", "Slow"):
        (tree / f"tests/test_{name.lower()}.py").write_text(
            f"from pkg.store import {name}\n"
            "from tests.common import Common\n\n\n"
            f"class Test{name}(Common):\n"
            f"    Made = {name}\n\n"
            "    def make(self):\n        return 1\n",
            "utf-8",
        )
    fast = "tests/test_fast.py::TestFast"
    assert ids("pkg/store.py::Fast.wipe") == [f"{fast}::test_wiped"]
    assert ids("tests/test_fast.py::TestFast.make") == [f"{fast}::test_made"]


def test_nothing_uses_it(ids) -> None:
    assert ids("pkg/shape.py::unused", code=1) == []


def test_a_tree_of_whose_tests_pytest_collects_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``unittest discover -p "*tests.py"`` finds them."""
    text = "import unittest\nfrom one import f\nclass T(unittest.TestCase):\n"
    files = {
        "one.py": "def f(): ...\n",
        "f_tests.py": f"{text}    def test_f(self): f()\n",
    }
    tree = write(tmp_path / "tree", files)
    options = ["-C", str(tree), "--cache", str(tmp_path / "cache"), "-q"]
    assert main(["tests", "one.py", *options]) == 1
    assert capsys.readouterr().err == (
        "kwindex: no test found; the tree has none (in Python, none that pytest"
        " collects)\n"
    )


def test_a_whole_file(ids) -> None:
    found = ids("pkg/shape.py")
    assert {RUN, EQUAL, LOOK} <= set(found)
    assert NOTHING not in found
    assert ids("pkg/shape.py", "--files") == [
        "tests/test_shape.py",
        "tests/test_table.py",
    ]


def test_a_file_that_strings_name(tree: Path, ids) -> None:
    page = "def page():\n    return render('shop/page.html')\n\ndef none(): ...\n"
    uses = "from page import none, page\n\ndef test_page(): page()\n"
    files = {
        "src/page.py": page,
        "tests/test_page.py": f"{uses}\ndef test_none(): none()\n",
        "templates/shop/page.html": "{% extends 'base.html' %}\n",
        "templates/base.html": "<p>\n",
    }
    write(tree, files)
    for name in ("templates/shop/page.html", "templates/base.html"):
        assert ids(name) == ["tests/test_page.py::test_page"]


def test_a_property_is_run_by_what_sets_it(tree: Path, ids) -> None:
    text = """\
class Table:
    def __init__(self):
        self.align = {}

    @property
    def align(self):
        return self._align

    @align.setter
    def align(self, value):
        self._align = dict(value)
"""
    (tree / "pkg/grid.py").write_text(text, "utf-8")
    test = "from pkg.grid import Table\n\n\ndef test_it():\n    assert Table()\n"
    (tree / "tests/test_grid.py").write_text(test, "utf-8")
    assert ids("pkg/grid.py::Table.align") == ["tests/test_grid.py::test_it"]
    # What sets it in a class below; another has an attribute of its own.
    text = text.replace("        self.align = {}\n", "        pass\n")
    below = (
        "class Wide(Table):\n    def __init__(self):\n        self.align = {}\n\n\n"
        "class Own(Table):\n    align = None\n\n"
        "    def __init__(self):\n        self.align = {}\n"
    )
    (tree / "pkg/grid.py").write_text(f"{text}\n\n{below}", "utf-8")
    tests = "".join(
        f"def test_{name}():\n    assert {name}()\n"
        for name in ("Table", "Wide", "Own")
    )
    test = f"from pkg.grid import Own, Table, Wide\n\n\n{tests}"
    (tree / "tests/test_grid.py").write_text(test, "utf-8")
    assert ids("pkg/grid.py::Table.align") == ["tests/test_grid.py::test_Wide"]


def test_json_has_the_way(ids) -> None:
    answer = json.loads("\n".join(ids("pkg/shape.py::helper", "--json")))
    (run,) = [test for test in answer["tests"] if test["id"] == RUN]
    assert run["way"][-1] == {"path": "pkg/shape.py", "name": "helper"}


def test_what_changed_since_a_commit(tree: Path, ids) -> None:
    git(tree, "init", "-q")
    commit(tree, FILES, 1)
    file = tree / "pkg/table.py"
    file.write_text(file.read_text("utf-8").replace("return VALUE", "return VALUE + 0"))
    assert ids("--since", "HEAD") == [LOOK]
    (tree / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", "utf-8")
    assert NOTHING in ids("--since", "HEAD")


def test_what_configures_pytest_lists_what_else_is_left_out(tree: Path, ids) -> None:
    """Also where the same commit changed something that tests only import."""
    table = FILES["pkg/table.py"].replace("return VALUE", "return 1")
    files = {**FILES, "pkg/table.py": table}
    git(tree, "init", "-q")
    commit(tree, files, 1)
    shape = tree / "pkg/shape.py"
    shape.write_text(shape.read_text("utf-8").replace("return made", "return  made"))
    assert LOOK in ids("--since", "HEAD")
    shape.write_text(shape.read_text("utf-8").replace("return 2", "return 1 + 1"))
    assert LOOK not in ids("--since", "HEAD")
    (tree / "pyproject.toml").write_text("[tool.pytest.ini_options]\n", "utf-8")
    assert set(ids("--since", "HEAD")) == {RUN, EQUAL, LOOK, NOTHING}


def test_all_tests_below_a_conftest_that_is_gone(tree: Path, ids) -> None:
    git(tree, "init", "-q")
    commit(tree, FILES | {"tests/conftest.py": "def pytest_configure(): ...\n"}, 1)
    (tree / "tests/conftest.py").unlink()
    assert set(ids("--since", "HEAD")) == {RUN, EQUAL, LOOK, NOTHING}


def test_what_still_imports_a_module_that_is_gone(tree: Path, ids, capsys) -> None:
    git(tree, "init", "-q")
    commit(tree, FILES, 1)
    (tree / "pkg/table.py").unlink()
    answer = json.loads("\n".join(ids("--since", "HEAD", "--json")))
    assert [test["id"] for test in answer["tests"]] == [LOOK]
    assert answer["notes"] == ["deleted, so other users are unknown: pkg/table.py"]


def test_what_git_does_not_track_any_more_is_not_gone(tree: Path, ids) -> None:
    git(tree, "init", "-q")
    commit(tree, FILES, 1)
    (tree / ".git/index").unlink()
    answer = json.loads("\n".join(ids("--since", "HEAD", "--json")))
    assert "gone" not in str(answer["notes"])


def test_many_files_that_are_gone_are_one_note(tree: Path, ids) -> None:
    git(tree, "init", "-q")
    pictures = {f"{number}.png": "" for number in range(7)}
    commit(tree, FILES | pictures, 1)
    for name in pictures:
        (tree / name).unlink()
    answer = json.loads("\n".join(ids("--since", "HEAD", "--json", code=1)))
    names = "0.png, 1.png, 2.png, 3.png, 4.png and 2 more"
    assert answer["notes"][0] == f"deleted, so other users are unknown: {names}"


def test_wrong_usage(tree: Path, tmp_path: Path, ids, capsys) -> None:
    ids(code=2)
    ids("pkg/none.py", code=2)
    ids("pkg/shape.py::None_", code=2)
    capsys.readouterr()
    options = ["-C", str(tree), "--cache", str(tmp_path / "cache"), "-q"]
    assert main(["tests", "--since", "HEAD", *options]) == 3
    assert capsys.readouterr().err == (
        "kwindex: error: cannot compare with 'HEAD': not a git repository\n"
    )
    git(tree, "init", "-q")
    commit(tree, FILES, 1)
    ids("--since", "nothing", code=2)


REGISTERED = """\
from functools import singledispatch
import group
from other import Group, outside
first = Group()

@first.command()
def sub(): return helper()
def helper(): ...
@group.second.command("two")
def two(): ...
@group.command
def plain(): ...
@outside.command
def foreign(): ...
@Group.static
def of_class(): ...
TABLE: dict = {}
MORE = {}
logger = object()
def register(name):
    def decorate(cls):
        logger.debug(name)
        TABLE[name] = cls
        return cls
    return decorate
def enter(name, cls): MORE[name] = cls
def build(name): return MORE[name]()
def make(name): return TABLE[name]()
def log(): logger.debug("")
@register("dot")
class Dot: ...
@Group.register
class Line: ...
class Dash: ...
enter("dash", Dash)

@singledispatch
def show(value): ...
@show.register
def _(value: int): ...

class Box:
    put = Group()
    @put.register(int)
    def _put(self): ...
    @property
    def width(self): ...
    @width.setter
    def width(self, value): ...
"""


def test_what_is_registered_may_run_where_that_is_used(tree: Path, ids) -> None:
    tests = "".join(
        f"def test_{name}(): {use}\n"
        for name, use in (
            ("first", "run(first, 'sub')"),
            ("second", "run(second)"),
            ("show", "show(1)"),
            ("put", "Box().put(1)"),
            ("dot", "make('dot')"),
            ("dash", "build('dash')"),
            ("log", "log()"),
            ("line", "Group.lines"),
        )
    )
    files = {
        "prog.py": REGISTERED,
        "group.py": "second = object()\ndef command(function): ...\n",
        "other.py": "import outside\nclass Group:\n    def static(f): ...\n"
        "    lines = []\n    @classmethod\n"
        "    def register(cls, line): cls.lines.append(line)\n",
        "tests/test_prog.py": (
            "from prog import Box, build, first, log, make, show\n"
            f"from group import second\nfrom other import Group\n{tests}"
        ),
    }
    for path, text in files.items():
        (tree / path).write_text(text, "utf-8")
    for names, test in (
        (("sub", "helper"), "first"),
        (("two",), "second"),
        (("_",), "show"),
        (("Box._put",), "put"),
        (("Dot",), "dot"),
        (("Line",), "line"),
        (("Dash",), "dash"),
        (("plain", "foreign", "of_class", "Box.width"), ""),
    ):
        for name in names:
            expected = [f"tests/test_prog.py::test_{test}"] if test else []
            assert ids(f"prog.py::{name}", code=not test) == expected
            assert ids(f"prog.py::{name}", "--sure", code=1) == []


def test_who_asks_for_objects_of_a_class_comes_to_its_metaclass(
    tree: Path, ids
) -> None:
    files = {
        "word.py": "class Meta(type):\n    def __instancecheck__(self, it): ...\n"
        "class Word(metaclass=Meta): ...\n",
        "use.py": "from word import Word\ndef taken(it: Word): ...\n"
        "def asked(it): return isinstance(it, Word)\ndef other(it): ...\n",
        "tests/test_use.py": "from use import asked, other, taken\n"
        "def test_taken(): taken('')\ndef test_asked(): asked('')\n"
        "def test_other(): other('')\n",
    }
    for path, text in files.items():
        (tree / path).write_text(text, "utf-8")
    assert ids("word.py::Meta.__instancecheck__") == [
        "tests/test_use.py::test_asked",
        "tests/test_use.py::test_taken",
    ]


def test_what_only_a_key_leads_to_is_for_tests_that_name_it(tree: Path, ids) -> None:
    files = {
        "dot.py": "class Dot:\n    def to_svg(self): return 1\n",
        "line.py": "class Line:\n    def to_svg(self): return 2\n",
        "table.py": "import dot\nimport line\n"
        "TABLE = {'dot': dot.Dot(), 'line': line.Line()}\n"
        "def make(what, name='line'): return getattr(TABLE[name], f'to_{what}')()\n",
        "tests/test_dot.py": "from table import make\n"
        "def test_dot(): make('svg', 'dot')\n",
        "tests/test_line.py": "from table import make\ndef test_line(): make('svg')\n",
        "tests/test_all.py": "from table import TABLE\n"
        "def test_all(): [it.to_svg() for it in TABLE.values()]\n",
    }
    for path, text in files.items():
        (tree / path).write_text(text, "utf-8")
    every = ["tests/test_all.py::test_all", "tests/test_dot.py::test_dot"]
    assert sorted(ids("dot.py::Dot.to_svg")) == every
    every.append("tests/test_line.py::test_line")
    assert sorted(ids("dot.py::Dot.to_svg", "--all")) == every
    assert sorted(ids("line.py::Line.to_svg")) == every


SHAPES = '''"""Shapes.

>>> Shape().area()
1
"""
from pkg.lines import LINE


class Shape:
    def area(self):
        """The area.

        >>> double(2)
        4
        """
        return LINE

    @property
    def name(self):
        return "shape"


def double(number):
    return 2 * number


def outer():
    """No example."""
'''


#: What a fixture may give to doctests by its name, and what has the name of a variable.
GIVEN = "class Given:\n    def one(self): ...\ndef given(): ...\ndef print(): ...\n"


@pytest.mark.parametrize(
    ("options", "run"),
    [
        ("--doctest-modules", {"modules", "txt"}),
        ("--doctest-modules --import-mode=importlib --ignore=src", {"txt"}),
        ("--doctest-plus --doctest-rst", {"modules", "rst", "txt"}),
        ("--doctest-glob '*.rst'", {"rst"}),
        ("--doctest-glob=*.md", set()),
        ("", {"txt"}),
    ],
)
def test_doctests_are_tests_where_pytest_runs_them(
    tree: Path, ids, options: str, run: set[str]
) -> None:
    (tree / "pyproject.toml").unlink()
    (tree / "pytest.ini").write_text(f"[pytest]\naddopts = -q {options}\n", "utf-8")
    (tree / "src").mkdir()
    (tree / "pkg").rename(tree / "src/pkg")
    (tree / "src/pkg/lines.py").write_text("LINE = 1\n", "utf-8")
    (tree / "src/pkg/shapes.py").write_text(SHAPES, "utf-8")
    text = ">>> from pkg.shapes import Shape, double as twice\n>>> twice(2)\n4\n"
    (tree / "src/pkg/given.py").write_text(GIVEN, "utf-8")
    (tree / "test_given.txt").write_text(
        ">>> given = print(Given().one)\n>>> odd = pkg.given.print()\n", "utf-8"
    )
    for name in ("usage.rst", "test_usage.txt"):
        (tree / name).write_text(text, "utf-8")
    of_module = "src/pkg/shapes.py::pkg.shapes"
    of_area = f"{of_module}.Shape.area"
    expected = {
        "src/pkg/shapes.py::double": {"modules": {of_area}},
        "src/pkg/shapes.py::Shape.area": {"modules": {of_module, of_area}},
        "src/pkg/lines.py::LINE": {"modules": {of_module, of_area}},
    }
    for of_texts, name in ("rst", "usage.rst"), ("txt", "test_usage.txt"):
        expected["src/pkg/shapes.py::double"][of_texts] = {f"{name}::{name}"}
    for what, by_sort in expected.items():
        tests = set().union(*(by_sort.get(sort, set()) for sort in run))
        assert set(ids(what, code=0 if tests else 1)) == tests
    for name in ("Given", "Given.one") if "txt" in run else ():
        assert ids(f"src/pkg/given.py::{name}") == ["test_given.txt::test_given.txt"]
        ids(f"src/pkg/given.py::{name}", "--sure", code=1)
        assert ids("src/pkg/given.py::print") == ["test_given.txt::test_given.txt"]
    ids("src/pkg/given.py::given", code=1)
    if "modules" in run:
        assert of_area in ids("src/pkg/shapes.py::double", "--sure")


def test_what_an_example_defines_is_nothing_of_the_tree(tree: Path, ids) -> None:
    (tree / "tests/test_look.txt").write_text(
        ">>> def look(): return helper()\n>>> class Shape: ...\n>>> look(), Shape()\n"
    )
    assert ids("pkg/table.py::look") == [LOOK]
    assert "tests/test_look.txt::test_look.txt" not in ids("pkg/shape.py::Shape")
    assert "tests/test_look.txt::test_look.txt" in ids("pkg/shape.py::helper")


def test_what_no_python_reads_in_a_doctest(tree: Path, ids) -> None:
    (tree / "setup.cfg").write_text("[tool:pytest]\ndoctest_plus = enabled\n", "utf-8")
    (tree / "pyproject.toml").unlink()
    texts = ["print 1", "(" * 300, "\\d + double(1)"]
    docstrings = "".join(
        f'def f{number}():\n    r""">>> {text}"""\n'
        for number, text in enumerate(texts)
    )
    (tree / "pkg/odd.py").write_text(
        f'{docstrings}def double(number):\n    """\n    >>> f1()\n  1\n    """\n',
        "utf-8",
    )
    assert ids("pkg/odd.py::f1") == ["pkg/odd.py::pkg.odd.f1"]
    assert len(ids("pkg/odd.py")) == len(texts)


def test_who_names_a_program_may_run_it(tree: Path, ids) -> None:
    write(
        tree,
        {
            "tools/convert.py": (
                "def convert():\n    return 1\n\n\ndef main():\n    convert()\n\n\n"
                "if __name__ == '__main__':\n    main()\n"
            ),
            "tests/test_convert.py": (
                "import subprocess\nimport sys\n\n\n"
                "def run(*options):\n"
                "    subprocess.run([sys.executable, 'tools/convert.py', *options])\n"
                "\n\ndef test_help():\n    run('--help')\n\n\n"
                "def test_other():\n    pass\n"
            ),
        },
    )
    told = ["tests/test_convert.py::test_help"]
    assert ids("tools/convert.py::convert") == told
    assert ids("tools/convert.py") == told


def test_who_names_an_entry_point_or_the_module_of_a_program_may_run_it(
    tree: Path, ids
) -> None:
    source = (
        "from subprocess import run\n\n\n"
        "def start(*options):\n    run(['shape-it', *options])\n\n\n"
        "def test_name():\n    start('--help')\n\n\n"
        "def test_line():\n    run('shape-it --help', shell=True)\n\n\n"
        "def test_module():\n    run(['python', '-m', 'pkg'])\n\n\n"
        "def test_others():\n    run(['shape', 'shape-it-too', 'pkg', '-m', 'pkg.x'])\n"
    )
    program = (
        "from pkg.shape import helper\n\n\ndef main():\n    helper()\n\n\n"
        "if __name__ == '__main__':\n    main()\n"
    )
    write(
        tree,
        {
            "pyproject.toml": (
                "[project]\nname = 'shape-it'\n\n"
                "[project.scripts]\nshape-it = 'pkg.__main__:main'\n"
            ),
            "pkg/__main__.py": program,
            "tests/test_program.py": source,
        },
    )
    of_module, name, line = (
        f"tests/test_program.py::test_{name}" for name in ("module", "name", "line")
    )
    assert set(ids("pkg/__main__.py::main")) == {of_module, name, line}
    assert {of_module, name, line} < set(ids("pkg/shape.py::helper"))
    assert ids("pkg/__main__.py::main", "--sure", code=1) == []


def test_only_who_runs_a_program_comes_behind_its_guard(tree: Path, ids) -> None:
    """``if __name__ == "__main__":``, which no import runs."""
    program = (
        "def used(): return main\n\n\ndef main(): return 1\n\n\n"
        "def shown(item): return item\n\n\n"
        'if __name__ == "__main__":\n    print(main(), shown(1))\n'
    )
    (tree / "pkg/program.py").write_text(program, "utf-8")
    text = (
        "from pkg import program\n\n\ndef test_used(): assert program.used()\n\n\n"
        "def test_run(): assert not call(['-m', 'pkg.program'])\n"
    )
    (tree / "tests/test_program.py").write_text(text, "utf-8")
    run, used = (f"tests/test_program.py::test_{name}" for name in ("run", "used"))
    assert sorted(ids("pkg/program.py::main")) == [run, used]
    assert ids("pkg/program.py::shown") == [run]


def test_who_asks_for_an_attribute_runs_what_it_is_made_of(tree: Path, ids) -> None:
    """``day = parser(to_day)`` in a class that nothing looks into."""
    for head, others in (
        ("class Reader:", set()),
        ("class Reader(Base):", {"test_hour", "test_made"}),
        ("@known\nclass Reader:", {"test_hour", "test_made"}),
    ):
        (tree / "pkg/reader.py").write_text(
            "from outside import Base, known, parser\n\n\n"
            "def to_day(text): ...\n\n\ndef to_hour(text): ...\n\n\n"
            f"{head}\n    day = parser(\n        to_day,\n    )\n"
            "    hour = parser(to_hour)\n",
            "utf-8",
        )
        text = "from pkg.reader import Reader\n\n\n" + "".join(
            f"def test_{name}(): {text}\n\n\n"
            for name, text in (
                ("made", "Reader()"),
                ("day", "Reader().day('1')"),
                ("hour", "Reader().hour('1')"),
            )
        )
        (tree / "tests/test_reader.py").write_text(text, "utf-8")
        printed = {it.partition("::")[2] for it in ids("pkg/reader.py::to_day")}
        assert printed == {"test_day", *others}


def test_who_asks_for_any_value_of_a_module_that_uses_it(tree: Path, ids) -> None:
    """``first`` and ``second`` are both made with ``space``."""
    (tree / "pkg/grammar.py").write_text("def space(): ...\n", "utf-8")
    (tree / "tests/test_grammar.py").write_text(
        "from pkg.grammar import space\n\nfirst = lambda it: it << space\n"
        "other = None\nsecond = (\n    other,\n    space\n)\n\n\n"
        "def test_first(): first(1)\n\n\ndef test_second(): second.parse(1)\n\n\n"
        "def test_other(): assert other\n",
        "utf-8",
    )
    found = ["tests/test_grammar.py::test_first", "tests/test_grammar.py::test_second"]
    assert ids("pkg/grammar.py::space") == found


def test_who_asks_for_what_a_class_is_given_runs_it(tree: Path, ids) -> None:
    (tree / "pkg/bunch.py").write_text(
        "class Bunch:\n    pass\n\n\ndef to_text(it): ...\n\n\n"
        "def of_text(cls): ...\n\n\nBunch.text = to_text\n"
        "Bunch.made = classmethod(of_text)\n",
        "utf-8",
    )
    (tree / "tests/test_bunch.py").write_text(
        "from pkg.bunch import Bunch\n\n\ndef test_text():\n    Bunch().text()\n\n\n"
        "def test_made():\n    Bunch.made()\n\n\ndef test_other():\n    Bunch()\n",
        "utf-8",
    )
    assert ids("pkg/bunch.py::to_text") == ["tests/test_bunch.py::test_text"]
    assert ids("pkg/bunch.py::of_text") == ["tests/test_bunch.py::test_made"]


def test_names_that_are_put_together_for_what_is_mixed_in(tree: Path, ids) -> None:
    """A class that is made by a call has what is put together in another."""
    (tree / "pkg/rules.py").write_text(
        "class Rules:\n    def run(self, rule):\n"
        "        return getattr(self, f'_check_{rule}')()\n\n\n"
        "class More:\n    def _check_type(self):\n        super(More, self)\n\n\n"
        "class Apart:\n    def _check_type(self):\n        super(Apart, self)\n\n\n"
        "def made():\n    return type('Made', (More, Rules), {})()\n\n\n"
        "def apart():\n    return Apart()\n",
        "utf-8",
    )
    (tree / "tests/test_rules.py").write_text(
        "from pkg.rules import apart, made\n\n\n"
        "def test_made():\n    made().run('type')\n\n\n"
        "def test_apart():\n    assert apart()\n",
        "utf-8",
    )
    assert ids("pkg/rules.py::More._check_type") == ["tests/test_rules.py::test_made"]
    assert ids("pkg/rules.py::Apart._check_type", code=1) == []
