"""Which names of a folder others use most, however they came by them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same

Make = Callable[..., Project]

FILES = {
    "lib/__init__.py": "from .app import *\nfrom .params import Argument, Option\n",
    "lib/app.py": (
        '__all__ = ["App", "run"]\n\n\nclass App:\n    def go(self): ...\n\n\n'
        "def run(): ...\n"
    ),
    "lib/params.py": (
        "__version__ = '1'\n\n\ndef _hidden(): ...\n\n\ndef Option(): ...\n\n\n"
        "def Argument(): ...\n\n\n"
        "Option()\n\nclass Used:\n"
        "    pass\n\nUsed()\n"
    ),
    # Of these one imports by name, and two through the package.
    "uses/first.py": "import lib\n\n\nlib.App().go()\nlib.Option()\n",
    "uses/second.py": "import lib as of_lib\n\nof_lib.App().go()\nof_lib.Option()\n",
    "uses/third.py": "from lib import Argument, App\n\nApp().go()\n",
    **{
        f"uses/{name}.py": "from lib.params import __version__, _hidden\n\n_hidden()\n"
        for name in "xyz"
    },
    # Neither what is vendored nor what tests share is what the tree is for.
    "vendor/six.py": "def six(): ...\n",
    "tests/helper.py": "import vendor.six\n\nvendor.six.six()\n\ndef helper(): ...\n",
    **{
        f"tests/test_{name}.py": "from tests.helper import helper\n"
        "import vendor.six\n\nvendor.six.six()\n\n\ndef test():\n    helper()\n"
        for name in "abcd"
    },
    "native/shape.hpp": (
        "#pragma once\nnamespace at {\nclass Shape {\n public:\n  int area();\n};\n}\n"
    ),
    "native/other.hpp": "#pragma once\nint other();\n",
    "main.cpp": (
        '#include "native/shape.hpp"\n\nint main() {\n  at::Shape one;\n'
        "  return 0;\n}\n"
    ),
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    return make_shared(FILES, {"index.rst": "Manual\n======\n"}).build()


def concepts(built: Build, folder: str, *, outside: bool = True) -> list[str]:
    body = built.body(f"code/{folder}doc")
    listed = body.partition("Key Concepts¶")[2].partition("¶")[0]
    assert ("The names that files outside this folder use most." in listed) == outside
    return [
        f"{name} {path} {number}"
        for name, path, number in re.findall(
            r"(\S+) (\S+) used in (\d+) files?", listed
        )
    ]


def test_uses_through_a_package_count(built: Build) -> None:
    assert concepts(built, "lib/") == [
        "App app.py 3",
        "Option params.py 2",
        "Argument params.py 1",
        # What is private is no concept of others, nor a version, though more use it.
        "__version__ params.py 3",
        "_hidden params.py 3",
    ]


def test_tests_decide_only_between_those_that_others_use_alike(
    make_project: Make,
) -> None:
    files = {
        "src/lib.py": "".join(
            f'def {name}():\n    """Be {name}.\n\n    More."""\n\n\n'
            for name in ("common", "checked", "set_up")
        ),
        **{f"src/{name}.py": "from lib import common\n" for name in "abcde"},
        "script.py": "from src.lib import checked\n",
        **{
            f"tests/test_{name}.py": "from src.lib import checked, set_up\n"
            for name in "abc"
        },
    }
    built = make_project(files, {"index.rst": "Manual\n======\n"}).build()
    # That one script uses something does not say what the folder is about.
    listed = built.body("code/src/doc").partition("Key Concepts")[2]
    files_said = r"\d+ (?:test )?files?(?: and \d+ test files?)?"
    assert re.findall(rf"lib.py Be (\w+)\. used in ({files_said})", listed) == [
        ("common", "5 files"),
        ("checked", "1 file and 3 test files"),
        ("set_up", "3 test files"),
    ]


def test_names_of_other_languages_count(built: Build) -> None:
    assert concepts(built, "native/") == ["at::Shape shape.hpp 1"]


def test_where_nobody_is_outside_all_other_files_count(built: Build) -> None:
    assert concepts(built, "", outside=False) == [
        "App lib/app.py 3",
        "Option lib/params.py 3",
        "Argument lib/params.py 2",
        "at::Shape native/shape.hpp 1",
        "__version__ lib/params.py 3",
        "_hidden lib/params.py 3",
    ]


def test_names_without_a_letter_stand_behind_others(make_project: Make) -> None:
    files = {
        "src/i18n.ts": "export function _(text: string) { return text; }\n"
        "export function format() {}\n",
        "src/other.ts": "export function other() {}\n",
        **{
            f"{name}.ts": 'import { _ } from "./src/i18n";\n\n_("a");\n'
            for name in "ab"
        },
        "c.ts": 'import { format } from "./src/i18n";\n\nformat();\n',
    }
    built = make_project(files, {"index.rst": "Manual\n======\n"}).build()
    assert concepts(built, "src/") == ["format i18n.ts 1", "_ i18n.ts 2"]


def test_a_package_names_first_what_is_used_most(built: Build) -> None:
    purpose = built.body("code/lib/__init__.py_docs")
    assert re.search(r"2 names: *Option *, *Argument", purpose)


def test_a_new_use_is_counted(make_project: Make, tmp_path: Path) -> None:
    project = make_project(FILES, {"index.rst": "Manual\n======\n"})
    project.build()
    project.write({"uses/second.py": "import lib as of_lib\n\nof_lib.Argument()\n"})
    later = project.build()
    assert concepts(later, "lib/") == [
        "App app.py 2",
        "Argument params.py 2",
        "Option params.py 1",
        "__version__ params.py 3",
        "_hidden params.py 3",
    ]
    clean = project.copy(tmp_path / "copy").build()
    assert_same(later.outdir, clean.outdir)


def test_what_is_said_of_a_name_is_kept_up_to_date(
    make_project: Make, tmp_path: Path
) -> None:
    said = FILES["lib/params.py"].replace("Option(): ...", 'Option(): """Take."""')
    said = f'"""Of all."""\n\n{said}'
    files = FILES | {"lib/params.py": said}
    project = make_project(files, {"index.rst": "Manual\n======\n"})
    project.build()
    project.write({"lib/params.py": said.replace("Take", "Choose")})
    project.build()
    said = said.replace("Take", "Choose").replace("all", "many")
    project.write({"lib/params.py": said})
    later = project.build()
    about = r"params\.py imported by [\w ]+ Of many\."
    assert re.search(f"lib/{about}", later.body("code/index"))
    for folder, file in ("", "lib/params.py"), ("lib/", "params.py"):
        body = later.body(f"code/{folder}doc")
        assert f" {file} Choose. used in" in body
        # Of the root the start page tells.
        assert bool(re.search(about, body)) == bool(folder)
    clean = project.copy(tmp_path / "copy").build()
    assert_same(later.outdir, clean.outdir)


def test_empty_files_are_not_important(make_project: Make, tmp_path: Path) -> None:
    files = {f"{name}.py": "from core import text\n" for name in "abc"}
    files |= {"core/__init__.py": "", "core/text.py": "def wrap(): ...\n"}
    project = make_project(files, {"index.rst": "Manual\n======\n"})

    def important(built: Build) -> list[str]:
        part = built.body("code/index").partition("Most Imported Files")[2]
        return re.findall(r"(\S+\.py) .*?imported by", part.partition("Folder Map")[0])

    assert important(project.build()) == ["core/text.py"]
    project.write({"core/__init__.py": "VERSION = 1\n"})
    later = project.build()
    assert important(later) == ["core/__init__.py", "core/text.py"]
    clean = project.copy(tmp_path / "copy").build()
    assert_same(later.outdir, clean.outdir)


def test_a_file_lists_who_uses_it_without_importing_it(built: Build) -> None:
    body = built.body("code/lib/params.py_docs")
    assert "Used indirectly by (3 files)" in body
    body = built.body("code/lib/app.py_docs")
    listed = body.partition("Used indirectly by (3 files)")[2]
    assert listed.split()[:3] == ["uses/first.py", "uses/second.py", "uses/third.py"]
    assert "Used by 4 files" in body


def test_files_of_packages_are_ranked_by_use(make_project: Make) -> None:
    files = {
        "go.mod": "module example.org/box\n",
        "box.go": "package box\n\ntype Box struct{}\n",
        "lid.go": "package box\n\nfunc Shut(one Box) {}\n",
        "all.go": "package box\n\nfunc All() { Shut(Box{}) }\n",
    }
    body = make_project(files).build().body("code/index")
    listed = body.partition("Most Used Files")[2]
    assert re.findall(r"(\w+\.go) .*?used by (\d)", listed) == [
        ("box.go", "2"),
        ("lid.go", "1"),
    ]


def test_files_of_java_are_ranked_by_use(make_project: Make) -> None:
    """What stands in one package needs no import."""
    files = {
        "x/Box.java": "package x;\npublic class Box { }\n",
        "x/Lid.java": "package x;\nclass Lid { Box box; }\n",
        "x/All.java": "package x;\nclass All { Box box; Lid lid; }\n",
        "y/One.java": "package y;\nimport x.All;\nclass One { All all; }\n",
    }
    body = make_project(files).build().body("code/index")
    listed = body.partition("Most Used Files")[2]
    assert re.findall(r"(\w+\.java) .*?used by (\d)", listed) == [
        ("Box.java", "2"),
        ("All.java", "1"),
        ("Lid.java", "1"),
    ]


def test_the_file_that_stands_for_a_package_is_not_imported(make_project: Make) -> None:
    files = {
        "go.mod": "module example.org/box\n",
        "doc.go": "// Package box is one.\npackage box\n",
        "box.go": "package box\n\ntype Box struct{}\n",
        "cmd/one/main.go": 'package main\n\nimport "example.org/box"\n\n'
        "func main() { _ = box.Box{} }\n",
    }
    body = make_project(files).build().body("code/index")
    assert "Imported Files" not in body
    listed = body.partition("Most Used Files")[2]
    assert re.findall(r"(\w+\.go) .*?used by (\d)", listed) == [("box.go", "1")]


def test_values_of_an_enum_are_no_concepts(make_project: Make) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "x"\n',
        "src/lib.rs": "mod a;\nmod b;\npub mod unit;\n",
        "src/unit.rs": "pub enum Unit {\n    Second,\n}\npub const MOST: i32 = 1;\n",
        **{
            f"src/{name}.rs": "use crate::unit::{Unit, MOST};\n"
            "fn f() { g(Unit::Second, MOST) }\n"
            for name in "ab"
        },
    }
    body = make_project(files).build().body("code/src/doc")
    concepts = body.partition("Key Concepts¶")[2].partition("¶")[0]
    assert "Unit " in concepts
    assert "MOST " in concepts
    assert "Unit::Second" not in concepts


def test_types_that_are_declared_ahead_are_no_concepts(make_project: Make) -> None:
    files = {
        "lib/other.h": "#define OTHER 1\n",
        "lib/box.h": "class Outside;\nclass Box {\npublic:\n  Outside *f();\n};\n",
        **{
            f"src/{name}.cpp": '#include "../lib/box.h"\n'
            "Outside *g(Box &b) { return b.f(); }\n"
            for name in "ab"
        },
    }
    built = make_project(files).build()
    concepts = built.body("code/lib/doc").partition("Key Concepts")[2]
    assert "Box " in concepts
    assert "Outside" not in concepts
    # The header is not what another project defines.
    assert "Outside" not in built.body("code/lib/index")


def test_what_go_has_for_each_platform_is_one(make_project: Make) -> None:
    files = {
        "go.mod": "module example.org/box\n",
        "size_amd64.go": "package box\n\nconst Most = 2\n",
        "size_arm.go": "package box\n\nconst Most = 1\n",
        "all.go": "package box\n\nvar All = Most\n",
        "more.go": "package box\n\nvar More = Most\n",
    }
    body = make_project(files).build().body("code/doc")
    listed = body.partition("Key Concepts¶")[2].partition("¶")[0]
    assert listed.count("Most size_") == 1


def test_tests_are_told_apart_from_what_a_folder_is_for(make_project: Make) -> None:
    guard = 'if __name__ == "__main__":\n    main()\n'
    files = {
        "src/low.py": "def main(): ...\n",
        "src/run.py": f"from .low import main\n\n{guard}",
        "src/other.py": "from .low import main\n",
        "src/tests/test_low.py": f"from ..low import main\n\n{guard}",
        "src/tests/test_run.py": "from ..run import main\n",
    }
    built = make_project(files).build()
    body = built.body("code/src/doc")
    listed = body.partition("Important Files")[2]
    assert re.findall(
        r"(\S+\.py) .*?imported by (\d+ \w+(?: file)?(?: and.*?files?)?)", listed
    ) == [
        ("low.py", "2 files and 1 test file"),
        ("run.py", "1 test file"),
    ]
    run = r"(\S+) line \d+ has a __main__ guard"
    assert re.findall(run, body) == ["run.py"]
    in_tests = built.body("code/src/tests/doc")
    assert re.findall(run, in_tests) == ["test_low.py"]
