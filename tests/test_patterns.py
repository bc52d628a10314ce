"""Detectors: `sources/patterns/*.py` say themselves what is to be found in them.

A comment ``# is: NAME; NAME`` marks a line where patterns are; nothing else in the
files may be one. ``not: NAME`` marks a line that looks like one and is none.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from sphinxcontrib_kwindex.analysis.patterns.base_rules import AncestorRules
from sphinxcontrib_kwindex.analysis.patterns.class_rules import CLASS_RULES
from sphinxcontrib_kwindex.analysis.patterns.function_rules import FUNCTION_RULES
from sphinxcontrib_kwindex.analysis.patterns.pattern_names import NAMES, OPTION, SHAPES
from sphinxcontrib_kwindex.analysis.patterns.walk import Patterns, patterns
from sphinxcontrib_kwindex.analysis.python.definitions.module_definitions import (
    DefinitionWalk,
)
from sphinxcontrib_kwindex.analysis.python.identifiers.bindings import BindingWalk
from sphinxcontrib_kwindex.analysis.python.module_facts import parse
from sphinxcontrib_kwindex.analysis.ruff import find_ruff
from sphinxcontrib_kwindex.model.facts import Base, Measure, Pattern
from sphinxcontrib_kwindex.model.name_rule import NameRule

SOURCES = Path(__file__).parent / "sources" / "patterns"
FILES = sorted(SOURCES.glob("*.py"))
RUFF = find_ruff()
PACKAGE = Path(__file__).parent.parent / "sphinxcontrib_kwindex"
RULES = (
    NameRule("task", decorators=("celery.shared_task",)),
    NameRule("shop model", bases=("shop.models.Base",)),
    NameRule("plug-in", bases=(".plugins.Plugin",)),
    NameRule("evaluation", calls=("eval",)),
)


def detect(text: str, *rules: NameRule) -> Patterns:
    tree = parse(text)
    module = BindingWalk(tree, text).scope
    return patterns(module, DefinitionWalk(module, text).imports, rules)


def found(name: str) -> dict[tuple[str, str], str]:
    """Return the details of what is in a source file, by pattern and definition."""
    file = detect((SOURCES / f"{name}.py").read_text("utf-8"))
    return {(one.name, one.qualname): one.detail for one in file.patterns}


def marked(text: str) -> Counter[tuple[int, str]]:
    return Counter(
        (number, name.strip())
        for number, line in enumerate(text.split("\n"), 1)
        for comment in re.findall(r"# is: (.+)", line)
        for name in comment.split(";")
        if not name.strip().startswith("not: ")
    )


def looks_alike(text: str) -> set[tuple[int, str]]:
    return {
        (number, name.strip())
        for number, line in enumerate(text.split("\n"), 1)
        for name in re.findall(r"\bnot: ([^;]+)", line)
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_true_none_false(path: Path) -> None:
    text = path.read_text("utf-8")
    rows = RULES if path.stem == "user_rows" else ()
    is_found = Counter((one.line, one.name) for one in detect(text, *rows).patterns)
    if path.stem == "branches":
        names = {"generator", "coroutine"}
        is_found = Counter({k: n for k, n in is_found.items() if k[1] not in names})
    assert is_found == marked(text)


def test_every_rule_has_a_name_that_pages_know() -> None:
    shapes = [name for name, _ in (*CLASS_RULES, *FUNCTION_RULES)]
    assert [*shapes, "registry", OPTION] == list(SHAPES)


def test_every_row_has_a_true_case() -> None:
    names = {name for path in FILES for _, name in marked(path.read_text("utf-8"))}
    assert names >= {name for group in NAMES.values() for name in group}


def test_every_row_has_a_look_alike() -> None:
    for path in FILES:
        text = path.read_text("utf-8")
        rows = RULES if path.stem == "user_rows" else ()
        found = {(one.line, one.name) for one in detect(text, *rows).patterns}
        assert not found & looks_alike(text), path.stem
    names = {name for path in FILES for _, name in looks_alike(path.read_text("utf-8"))}
    assert names >= {name for group in NAMES.values() for name in group}


def test_three_examples() -> None:
    text = """
# class local_param
def f():
    text = "eval(1)"
    cache = {}
    return text, cache
"""
    said = detect(text, *RULES)
    assert said.patterns == ()
    said = detect("def f(x):\n    return eval(x)\n", *RULES)
    assert [one.name for one in said.patterns] == ["evaluation"]


def test_details() -> None:
    assert found("abstract") == {
        ("abstract class", "Shape"): "area, name",
        ("property", "Shape.name"): "",
        ("abstract class", "ByMeta"): "",
        ("metaclass in use", "ByMeta"): "ABCMeta",
        ("abstract class", "StillAbstract"): "more",
    }
    assert found("dataclasses_") == {
        ("dataclass", "Plain"): "dataclasses.dataclass",
        ("dataclass", "Dotted"): "dataclasses.dataclass(frozen=True, slots=True)",
        ("dataclass", "Renamed"): "dataclasses.dataclass()",
        ("dataclass", "Renamed.Nested"): "dataclasses.dataclass",
        ("dataclass", "function.<locals>.Local"): "dataclasses.dataclass",
    }
    assert found("operators")["operator overloading", "Vector"] == (
        "+ *= unary - == []"
    )
    assert found("descriptors")["descriptor", "Everything"] == (
        "__get__, __set__, __delete__, __set_name__"
    )
    assert found("exceptions")["exception", "Further"] == "Exception"
    assert found("decorators")["decorator", "with_arguments"] == "with arguments"
    assert found("decorators")["decorator", "plain"] == ""
    assert found("enums")["enum", "Derived"] == "enum.Enum"


def test_calls_are_of_what_they_stand_in_or_are_assigned_to() -> None:
    assert found("enums")["enum", "Functional"] == "enum.Enum('Functional', 'A B')"
    assert found("command_line")["command-line parser", "main"] == (
        "argparse.ArgumentParser(description='argparse')"
    )
    assert found("properties")["property", "Class.y"] == "property(_y)"
    assert found("concurrency")["lock", "Worker.__init__"] == "threading.Condition()"
    assert found("concurrency")["process", "processes"]
    lines = found("command_line")
    assert lines[OPTION, "options"] == "-v, --verbose"
    assert lines[OPTION, "hello"] == "--name"
    routes = (SOURCES / "routes.py").read_text("utf-8")
    assert [one.detail for one in detect(routes).patterns if not one.qualname] == [
        "django.urls.path('about/', views.about)",
        "django.urls.path('shop/', include(…))",
        r"django.urls.re_path(r'^(\d+)/$', views.Show.as_view(), name='show')",
        r"django.urls.re_path('a\n\\', views.Show(…))",
    ]
    long = detect(f"import os\nos.system({'x' * 50!r}, *a, b=[1], **c)\n")
    assert long.patterns == (Pattern("process", "", 2, "os.system(…, …, b=…, …)"),)


def test_registries_name_what_fills_them() -> None:
    assert found("registries_") == {
        ("registry", "BY_NAME"): "filled by register.<locals>.decorator, line 19",
        ("registry", "LISTED"): "filled by listed, line 26",
        ("registry", "GROUPED"): "filled by grouped, line 36",
        ("registry", "CLASSES"): "filled by all_classes.<locals>.decorator, line 42",
        ("registry", "Base.subclasses"): "filled by Base.__init_subclass__, line 54",
        ("registry", "Base.named"): "filled by Base.register, line 58",
        ("__init_subclass__", "Base"): "",
        ("cache", "computed"): "functools.cache",
    }


def test_bases() -> None:
    text = """
from a.b import C as D
from ..e import F
import g.h

class Own(D, F[int], g.h.I, Exception): pass
class Outer:
    class Inner(Own): pass
class Last(Outer.Inner, unknown, make()): pass
"""
    assert detect(text).bases == (
        Base("Own", 6, "a.b.C"),
        Base("Own", 6, "..e.F"),
        Base("Own", 6, "g.h.I"),
        Base("Own", 6, "builtins.Exception"),
        Base("Outer.Inner", 8, local="Own"),
        Base("Last", 9, local="Outer.Inner"),
        Base("Last", 9),
        Base("Last", 9),
    )


def test_rules_of_bases_known_from_other_files() -> None:
    rules = AncestorRules(RULES)

    def names(ancestor: str, *, direct: bool = False) -> list[str]:
        return [rule.name for rule in rules.matching(ancestor, direct=direct)]

    assert names("x.Y") == []
    assert names("torch.nn.modules.module.Module") == ["torch.nn.Module"]
    assert names("shop.models.Base") == ["shop model"]
    assert names("builtins.KeyError") == ["exception"]
    assert names("typing.Protocol") == []
    assert names("typing.Protocol", direct=True) == ["protocol"]
    assert {"shop.models.Base", "enum.Enum", "builtins.type"} <= set(rules.names)


def test_deepest_loops() -> None:
    text = (SOURCES / "branches.py").read_text("utf-8")
    line = {number: row.strip() for number, row in enumerate(text.split("\n"), 1)}
    deepest = {
        one.qualname: (one.loop_depth, line.get(one.loop_line, ""))
        for one in detect(text).measures
        if one.loop_depth > 1
    }
    assert deepest == {
        "loops": (3, "while cell:"),
        "nested": (3, "for three in two:"),
        "nested.<locals>.inner": (3, "for four in three:"),
        "asynchronous": (2, "async for z in y:"),
    }
    assert Measure("nothing", 4, 1) in detect(text).measures


@pytest.mark.skipif(bool(RUFF.problem), reason="needs ruff")
@pytest.mark.parametrize(
    "folder",
    [SOURCES, PACKAGE / "analysis/python", Path(json.__file__).parent],
    ids=lambda path: path.name,
)
def test_complexity_is_that_of_ruff(folder: Path) -> None:
    files = sorted(folder.rglob("*.py"))
    command = [RUFF.program, "check", "--isolated", "--no-cache", "--exit-zero"]
    command += ["--select=C901", "--config=lint.mccabe.max-complexity=0"]
    command += ["--ignore-noqa", "--output-format=json", *map(str, files)]
    said = subprocess.run(command, capture_output=True, check=True)
    expected = Counter(
        (
            one["filename"],
            one["location"]["row"],
            *re.search(r"`(.+)` .*\((\d+) >", one["message"]).groups(),
        )
        for one in json.loads(said.stdout)
        if one["code"] == "C901"
    )
    counted = Counter(
        (
            str(path),
            one.line,
            one.qualname.rpartition(".")[2],
            str(one.complexity),
        )
        for path in files
        for one in detect(path.read_text("utf-8")).measures
    )
    assert counted == expected
    assert counted


def test_deep_source() -> None:
    chain = "def f(x):\n    if x:\n        pass\n"
    chain += "    elif x:\n        f(x)\n" * 150
    (measure,) = detect(chain).measures
    assert measure.complexity == 152
    text = "import os\nx = " + "(" * 60 + "os.fork()" + " + 1)" * 60
    assert [one.name for one in detect(text).patterns] == ["process"]


def test_nothing_is_imported_or_opened() -> None:
    script = """
import sys
from pathlib import Path
from sphinxcontrib_kwindex.analysis.python.identifiers.bindings import BindingWalk
from sphinxcontrib_kwindex.analysis.python.definitions.module_definitions import (
    DefinitionWalk,
)
from sphinxcontrib_kwindex.analysis.patterns.walk import patterns
from sphinxcontrib_kwindex.analysis.python.module_facts import parse

texts = [path.read_text("utf-8") for path in Path(sys.argv[1]).glob("*.py")]
trees = [(parse(text), text) for text in texts]
detect = lambda tree, text: patterns(
    module := BindingWalk(tree, text).scope, DefinitionWalk(module, text).imports
)
detect(parse(""), "")
modules = set(sys.modules)
events = []
sys.addaudithook(lambda event, _: events.append(event))
for tree, text in trees:
    detect(tree, text)
# What is quoted is parsed, which is told as "compile"; what is run is told as "exec".
assert not {"open", "import", "exec"} & set(events), set(events)
assert set(sys.modules) == modules
"""
    subprocess.run([sys.executable, "-c", script, str(SOURCES)], check=True)
