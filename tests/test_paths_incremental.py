"""What files that come, go or move change: enough, and no more than that."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import write

from check_edits import Followed  # isort: skip - on the path by trees
from check_incremental import Editor  # isort: skip - the same

Follow = Callable[..., Followed]

PARTS = {f"lib/part{number}.cpp": "namespace app {\n}\n" for number in range(23)}
FILES = {
    **PARTS,
    "README.md": "# Sample\n\nSee [the box](lib/box.h) and [more](lib/more.h).\n",
    "lib/box.h": (
        "/// A box.\nnamespace app {\nclass Box {\npublic:\n  int size();\n};\n}\n"
    ),
    "lib/box.cpp": (
        '#include "box.h"\n\nnamespace app {\nint Box::size() { return 1; }\n}\n'
    ),
    "other/deep/util.h": "inline int util() { return 1; }\n",
    "far/deep/util.h": "inline int util() { return 2; }\n",
    "main/main.cpp": (
        '#include "../lib/box.h"\n#include "deep/util.h"\n\n'
        "int main() {\n  app::Box box;\n  return box.size() + util();\n}\n"
    ),
    "go/go.mod": "module example.org/go\n",
    "go/cmd/main.go": (
        'package main\n\nimport "example.org/go/tool"\n\nfunc main() { tool.Run() }\n'
    ),
    "web/use.ts": 'import { thing } from "./thing";\n\nexport const used = thing();\n',
    "web/thing/index.ts": "export function thing() {\n  return 1;\n}\n",
    "web/all.ts": 'export * from "./some";\n',
    "java/org/a/Use.java": (
        "package org.a;\n\nimport org.b.*;\n\n"
        "class Use {\n  int all() { return new Thing().size(); }\n}\n"
    ),
    "java/org/b/Other.java": "package org.b;\n\npublic class Other {}\n",
    "py/app/__init__.py": "",
    "py/app/use.py": (
        "from app import late\nfrom app.core import first\n\n\n"
        "def use():\n    return first() + late.later()\n"
    ),
    "py/app/core.py": "def first():\n    return 1\n",
    "py/tests/test_use.py": (
        "from app.use import use\n\n\ndef test_use():\n    assert use()\n\n\n"
        "def test_other():\n    pass\n"
    ),
}
THING = "package org.b;\n\npublic class Thing {\n  public int size() { return 1; }\n}\n"


@pytest.fixture
def followed(follow: Follow) -> Followed:
    return follow(FILES)


@pytest.mark.parametrize(
    ("path", "text", "way"),
    [
        ("lib/new.cpp", "namespace app {\nint made() { return 1; }\n}\n", "paths"),
        ("lib/more.h", "struct More {};\n", "paths"),
        ("lib/notes.md", "# Notes\n\nSee [it](box.h).\n", "paths"),
        ("alone.txt", "Alone.\n", "paths"),
        # Includes mean another file, or none that is surely meant.
        ("main/deep/util.h", "inline int util() { return 3; }\n", "paths"),
        ("box.h", "struct Box {};\n", "paths"),
        ("go/tool/run.go", "package tool\n\nfunc Run() {}\n", "paths"),
        ("web/thing.ts", "export function thing() {\n  return 2;\n}\n", "paths"),
        ("web/some.ts", "export const some = 1;\n", "tree"),
        ("java/org/b/Thing.java", THING, "paths"),
        ("py/app/late.py", "def later():\n    return 1\n", "paths"),
        ("py/app/deep/__init__.py", "X = 1\n", "tree"),
        ("py/loose/core.py", "def first():\n    return 2\n", "tree"),
        ("web/package.json", '{"name": "web"}\n', "tree"),
        ("py/tests/conftest.py", "def hook():\n    pass\n", "paths, all pages"),
    ],
)
def test_a_file_that_comes_and_goes(
    followed: Followed, path: str, text: str, way: str
) -> None:
    write(followed.root, {path: text})
    for differences in (followed.differences, followed.differences_from_first):
        followed.follow()
        assert list(differences()) == []
        if way == "paths, all pages":
            assert followed.way == "all pages"
        else:
            assert followed.way == way
        (followed.root / path).unlink(missing_ok=True)


@pytest.mark.parametrize("path", sorted(FILES.keys() - PARTS.keys())[::2])
def test_a_file_that_goes_and_comes_back(followed: Followed, path: str) -> None:
    (followed.root / path).unlink()
    followed.follow()
    assert list(followed.differences()) == []
    write(followed.root, {path: FILES[path]})
    followed.follow()
    assert list(followed.differences_from_first()) == []


def test_a_file_goes_while_what_it_includes_sees_others(tmp_path: Path) -> None:
    files = {
        **FILES,
        "main/mid.h": '#include "deep/util.h"\n',
        "main/main.cpp": '#include "mid.h"\n\nint main() { return util(); }\n',
    }
    followed = Followed(write(tmp_path / "tree", files), tmp_path)
    (followed.root / "main/main.cpp").unlink()
    (followed.root / "far/deep/util.h").unlink()
    followed.follow()
    assert followed.way == "paths"
    assert list(followed.differences()) == []


def test_a_package_of_java_gets_another_folder(tmp_path: Path) -> None:
    files = {
        "a/org/x/A.java": "package org.x;\n\npublic class A {}\n",
        "b/org/y/Use.java": "package org.y;\n\nimport org.x.Gone;\n\nclass Use {}\n",
    }
    followed = Followed(write(tmp_path / "tree", files), tmp_path)
    write(followed.root, {"b/org/x/New.java": "package org.x;\n\nclass New {}\n"})
    followed.follow()
    assert list(followed.differences()) == []


def test_a_test_that_goes_is_no_test_of_what_others_call(followed: Followed) -> None:
    path = followed.root / "py/tests/test_use.py"
    text = path.read_text("utf-8")
    path.write_text(text.replace("def test_use():\n    assert use()\n", ""), "utf-8")
    followed.follow()
    assert list(followed.differences()) == []


def test_a_file_that_comes_plans_few_pages(followed: Followed) -> None:
    write(followed.root, {"lib/new.cpp": "namespace app {\nint made();\n}\n"})
    found = followed.follow()
    assert "code/lib/new.cpp_docs" in found
    assert not any(name.startswith("code/java") for name in found)


def test_no_page_leads_to_what_is_called_as_a_part_of_it(tmp_path: Path) -> None:
    files = {f"src/sub/{name}.py": "def f(): ...\n" for name in "abcdef"}
    files |= {"fixtures/ip/b.txt": "B\n", "lib/new/a.txt": "A\n", "src/c.py": ""}
    followed = Followed(write(tmp_path / "tree", files), tmp_path)
    (followed.root / "fixtures/ip/b.txt").rename(followed.root / "lib/new/b.txt")
    followed.follow()
    assert followed.way == "paths"
    assert list(followed.differences()) == []


@pytest.mark.parametrize("seed", range(2))
def test_random_moves(tmp_path: Path, seed: int) -> None:
    tree = write(tmp_path / "tree", FILES)
    editor = Editor(tree, random.Random(seed))
    followed = Followed(tree, tmp_path)
    for _ in range(8):
        done = editor.edit("any file")
        followed.follow()
        assert list(followed.differences()) == [], done


@pytest.mark.parametrize("load", ["importlib.import_module", "load"])
def test_a_module_comes_that_is_imported_by_its_name(follow: Follow, load: str) -> None:
    use = (
        "import importlib\nimport types\n\n\ndef load(name) -> types.ModuleType:\n"
        f"    return importlib.import_module(name)\n\n\n{load}('app.late').first()\n"
    )
    followed = follow({**FILES, "py/app/use.py": use})
    path = followed.root / "py" / "app" / "late.py"
    for text in ("from app.core import *\n", "", "from app.core import *\n"):
        path.write_text(text, "utf-8")
        followed.follow()
        assert list(followed.differences()) == []
    path.unlink()
    followed.follow()
    assert list(followed.differences_from_first()) == []
