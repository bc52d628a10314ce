"""``kwindex.json``: its schema, and that what pages show can be had from it."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest
from projects import Project
from trees import write as write_tree

from sphinxcontrib_kwindex.command.main import main
from sphinxcontrib_kwindex.command.open_tree import open_tree
from sphinxcontrib_kwindex.exports.kwindex_json import (
    definition_record,
    document,
    file_record,
    write,
)

FORMAT = (definition_record, file_record, document)
SCHEMA = Path(write.__file__).with_name(document.SCHEMA_FILE)


# The schema


def documented(module: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the fields of the records of a module, each with what is said of it."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            for one, after in zip(node.body, [*node.body[1:], None], strict=True):
                if isinstance(one, ast.AnnAssign) and isinstance(after, ast.Expr):
                    assert isinstance(one.target, ast.Name)
                    assert isinstance(after.value, ast.Constant)
                    yield node.name, one.target.id, plain(after.value.value)


def plain(text: str) -> str:
    return (
        inspect.cleandoc(text)
        .replace("``", "`")
        .replace("\n\n", "\0")
        .replace("\n", " ")
        .replace("\0", "\n\n")
    )


def made_schema() -> dict[str, Any]:
    """Return the schema that the records have."""
    made = msgspec.json.schema(document.Document)
    records = made["$defs"]
    for name, record in records.items():
        (kind,) = {getattr(it, name) for it in FORMAT if hasattr(it, name)}
        record["description"] = plain(kind.__doc__)
    for name, field, text in chain.from_iterable(map(documented, FORMAT)):
        if name in records:
            field = {"schema": "$schema"}.get(field, field)
            records[name]["properties"][field]["description"] = text
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": document.SCHEMA_ID,
        "title": write.NAME,
        **made,
    }


def test_the_schema_is_that_of_the_records() -> None:
    text = json.dumps(made_schema(), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("KWINDEX_UPDATE_SNAPSHOTS"):
        SCHEMA.write_text(text, "utf-8", newline="\n")
    if version("msgspec").startswith("0.19."):
        # It puts the alternatives in another order.
        assert sorted(SCHEMA.read_text("utf-8")) == sorted(text)
    else:
        assert SCHEMA.read_text("utf-8") == text


# The files

ROOT = Path(__file__).parents[1]
MANUAL = (ROOT / "demo_docs/reference/kwindex-json.rst").read_text("utf-8")

FILES = {
    "pkg/__init__.py": "from .shop import Cart\n\n__all__ = ['Cart']\n",
    "pkg/shop.py": (
        '"""Things to buy."""\n\nimport os\nimport pickle\n\n\n'
        "class Cart:\n"
        '    """What somebody wants to buy."""\n\n'
        "    def add(self, thing: str) -> None:\n"
        '        """Put a thing into it."""\n'
        "        _log(thing)\n\n\n"
        "def _log(text):\n    print(pickle.loads(text))\n"
    ),
    "pkg/sale.py": (
        "from pkg.shop import Cart\n\n\n"
        "class Sale(Cart):\n"
        "    def add(self, thing, *more):\n"
        "        self.add(thing)\n"
        + "".join(f"\n\nclass C{n}:\n    def pay(self): ...\n" for n in range(4))
        + "\n\ndef sell(some):\n    some.pay()\n"
    ),
    "tests/test_shop.py": (
        "from pkg import Cart\n\n\ndef test_add():\n"
        "    cart = Cart()\n    cart.add('näh')\n"
    ),
    "README.md": "# Shop\n\nSee [the cart](pkg/shop.py).\n",
    ".env": "PASSWORD=secret\n",
}
PAGE = """\
# pkg/shop.py

Python, 16 lines

Things to buy.

## Definitions

- class Cart (line 7)
  What somebody wants to buy.
  - base in pkg/sale.py::Sale, line 4
  - call in tests/test_shop.py::test_add, line 5
  - tested by tests/test_shop.py::test_add
- method Cart.add(self, thing: str) -> None (line 10)
  Put a thing into it.
  - call in tests/test_shop.py::test_add, line 6
  - tested by tests/test_shop.py::test_add
- function _log(text) (line 15)
  - call in pkg/shop.py::Cart.add, line 12
  - tested by tests/test_shop.py::test_add

## Imports

- os (line 3)
- pickle (line 4)
- imported by pkg/__init__.py
- imported by pkg/sale.py
- S301: `pickle` and modules that wrap it can be unsafe when used to deserialize \
untrusted data, possible security issue (line 16)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree", FILES)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of a tree that nobody changes."""
    return export(write_tree(tmp_path_factory.mktemp("json") / "tree", FILES))


def export(root: Path, *arguments: str, code: int = 0) -> Path:
    """Run ``kwindex export``, and return the index."""
    out = root.with_name("out")
    options = ["-f", "json", "-o", str(out), "--cache", str(root.with_name("cache"))]
    assert main(["export", str(root), *options, *arguments]) == code
    return out / "kwindex.json"


def documents(index: Path) -> list[document.Document]:
    """Return the index and its parts, each with the types of the schema."""
    read = partial(msgspec.json.decode, type=document.Document)
    whole = read(index.read_bytes())
    parts = [read(index.with_name(part.name).read_bytes()) for part in whole.parts]
    return [whole, *parts]


def records(index: Path) -> dict[str, file_record.File]:
    return {file.path: file for one in documents(index) for file in one.files}


def described(index: Path, path: str) -> str:
    """Return what the program of the manual prints."""
    block = r"(?m)^   :caption: describe.py\n\n((?:   .*\n|\n)+)"
    found = re.search(block, MANUAL)
    assert found
    program = re.sub(r"(?m)^   ", "", found[1])
    run = [sys.executable, "-X", "utf8", "-c", program, str(index), path]
    return subprocess.run(run, check=True, capture_output=True, encoding="utf-8").stdout


def test_the_program_of_the_manual(index: Path) -> None:
    assert described(index, "pkg/shop.py") == PAGE
    out = index.parent
    assert (out / "kwindex.schema.json").read_bytes() == SCHEMA.read_bytes()


def test_all_that_refers_to_something_leads_there(index: Path) -> None:
    files, (whole, *_) = records(index), documents(index)
    known = set(files) | {folder.path for folder in whole.folders}
    known |= {one.id for file in files.values() for one in file.definitions}
    assert {path for one in whole.folders for path in one.files} == files.keys()
    for path, file in files.items():
        for one in file.definitions:
            led = {use.by for use in one.used_by}
            led |= {*one.calls, *one.subclasses, *(it.id for it in one.overridden_by)}
            assert led <= known
            assert one.id == f"{path}::{one.qualname}"
        assert {
            *file.imported_by,
            *file.calls,
            *(one.id for one in file.offers),
        } <= known
        for target in file.references.targets if file.references else ():
            assert target.id in known or (target.kind, target.id) == ("external", "")
    sale = {one.qualname: one for one in files["pkg/sale.py"].definitions}
    overrides = sale["Sale.add"].overrides
    assert overrides
    assert overrides.id == "pkg/shop.py::Cart.add"
    assert [base.id for base in sale["Sale"].ancestors] == ["pkg/shop.py::Cart"]
    (unresolved,) = files["pkg/sale.py"].unresolved
    assert (unresolved.name, unresolved.by) == ("pay", "pkg/sale.py::sell")
    (link,) = files["README.md"].text_links
    assert link.target == "pkg/shop.py"
    assert files["pkg/shop.py"].mentioned_in == ("README.md",)
    (test,) = files["tests/test_shop.py"].collected
    assert test.id == "tests/test_shop.py::test_add"


def test_the_places_of_references(index: Path) -> None:
    def identifiers(path: str) -> set[tuple[str, str, int]]:
        """Return the identifiers of a file, what they stand for, and their roles."""
        lines = FILES[path].split("\n")
        references = records(index)[path].references
        assert references
        found = set()
        for line, column, length, number, role in references.places:
            target = references.targets[number]
            text = lines[line - 1][column : column + length]
            found.add((text, target.id or target.dotted, role))
        return found

    cart = "pkg/shop.py::Cart"
    assert identifiers("tests/test_shop.py") == {
        ("pkg", "pkg/__init__.py", 5),
        ("Cart", cart, 5),
        ("Cart", cart, 1),
        ("cart", "tests/test_shop.py", 0),
        ("add", f"{cart}.add", 1),
    }


def test_what_is_not_shown_is_not_in_it(tree: Path) -> None:
    (tree / "pyproject.toml").write_text(
        '[tool.kwindex]\nprivate = false\nsections = ["Detailed Analysis"]\n'
    )
    index = export(tree)
    files = records(index)
    assert files[".env"].type == "Withheld"
    assert "secret" not in index.read_text("utf-8")
    shop = files["pkg/shop.py"]
    assert [one.qualname for one in shop.definitions] == ["Cart", "Cart.add"]
    assert shop.findings == ()


def test_it_has_the_configuration_of_the_tree(tree: Path) -> None:
    (tree / "pyproject.toml").write_text(
        '[tool.kwindex]\nsecurity_rules = ["S3"]\nmax_complexity = 3\n'
        'source_link = "https://example.org/{path}"\n'
        '[[tool.kwindex.idioms]]\nname = "pickler"\ncalls = ["pickle.loads"]\n'
    )
    index = export(tree)
    whole = documents(index)[0]
    assert whole.linter
    assert (whole.linter.security, whole.linter.max_complexity) == (("S3",), 3)
    assert "pickler" in whole.idioms
    shop = records(index)["pkg/shop.py"]
    assert shop.url == "https://example.org/pkg/shop.py"
    (finding,) = shop.findings
    assert (finding.rule, finding.group) == ("S301", "security")
    assert [row.name for row in shop.patterns] == ["pickler"]


def test_a_large_tree_is_in_parts(tree: Path, capfd: pytest.CaptureFixture) -> None:
    before = records(export(tree))
    printed = capfd.readouterr().out.splitlines()
    names = "kwindex.json", "kwindex.schema.json"
    assert printed == [str(tree.with_name("out") / name) for name in names]
    whole = (tree.with_name("out") / "kwindex.json").read_text("utf-8")
    export(tree, "-o", "-")
    assert capfd.readouterr().out.endswith(whole)
    (tree / "new.py").write_text("x = 1\n")
    index = tree.with_name("parts") / "kwindex.json"
    index.parent.mkdir()
    with open_tree(tree, cache=tree.with_name("cache"), with_pages=True) as code:
        write.write(code, index.parent, part_size=1000)
    first, *others = documents(index)
    assert len(others) > 1
    assert first.files == ()
    for part, whole in zip(first.parts, others, strict=True):
        ends = whole.files[0].path, whole.files[-1].path
        assert (part.first, part.last, part.files) == (*ends, len(whole.files))
        size = index.with_name(part.name).stat().st_size
        assert size > 1000 or part == first.parts[-1]
    now = records(index)
    assert now.keys() - before.keys() == {"new.py"}
    assert now["pkg/shop.py"] == before["pkg/shop.py"]
    assert described(index, "pkg/shop.py") == PAGE


def test_a_build_writes_the_same(
    tree: Path, make_project: Callable[..., Project]
) -> None:
    conf = {"kwindex_exports": ["json"], "kwindex_title": "tree"}
    project = make_project(FILES, **conf)
    outdir = project.build().outdir
    built = records(outdir / "exports/kwindex.json")
    alone = records(export(tree))
    of_manual = {"docs/conf.py", "docs/index.rst"}
    assert built.keys() - of_manual == alone.keys()
    for path, file in alone.items():
        assert msgspec.structs.replace(
            built[path], document="", pages=None, related=()
        ) == msgspec.structs.replace(file, pages=None, related=())
    # An edit ends as a build from nothing.
    project.write({"pkg/shop.py": "import re\n" + FILES["pkg/shop.py"]})
    edited = records(project.build().outdir / "exports/kwindex.json")
    other = project.base / "clean", project.base / "clean-doctrees"
    clean = project.build(outdir=other[0], doctrees=other[1]).outdir
    assert edited == records(clean / "exports/kwindex.json")
    assert edited["pkg/shop.py"] != built["pkg/shop.py"]
    # Programs go by times.
    time = (outdir / "exports/kwindex.json").stat().st_mtime_ns
    assert not project.build().written
    assert (outdir / "exports/kwindex.json").stat().st_mtime_ns == time
    project.configure(kwindex_exports=[])
    assert not list(project.build().outdir.glob("exports/*"))


def test_what_files_say_cannot_end_a_record(tree: Path) -> None:
    hostile = '\\n{"path": "forged"}\\x1b[2J\\u2028</script>\x9b2J\u202e\U000e0069'
    (tree / "bad.py").write_text(
        f'"""{hostile}\\ud800"""\n\n\ndef f(x=\'{hostile}\'):\n    """{hostile}"""\n',
        "utf-8",
    )
    index = export(tree)
    text = index.read_text("utf-8")
    # Whoever looks at it in a terminal is not fooled.
    assert not [char for char in text if not char.isprintable() and char != "\n"]
    assert "\x9b2J\u202e\U000e0069" in str(records(index)["bad.py"].summary)
    assert sum(line.startswith('{"path"') for line in text.split("\n")) == len(
        records(index)
    ) + len(documents(index)[0].folders)
    assert "forged" not in records(index)


def test_an_output_folder_of_others_is_left_alone(tree: Path) -> None:
    out = tree.with_name("out")
    out.mkdir()
    (out / "kwindex.json").write_text("mine")
    export(tree, code=2)
    assert (out / "kwindex.json").read_text() == "mine"
    assert sorted(path.name for path in out.iterdir()) == ["kwindex.json"]


def test_the_schema_judges_it(index: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    judge = jsonschema.Draft202012Validator(made_schema())
    whole = json.loads(index.read_text("utf-8"))
    assert list(judge.iter_errors(whole)) == []
    whole["files"][0]["size"] = "1"
    assert [error.json_path for error in judge.iter_errors(whole)] == [
        "$.files[0].size"
    ]
