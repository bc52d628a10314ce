"""Do eight tasks of a developer on pages of Django, by keyboard alone.

    python benchmarks/check_tasks.py DJANGO                # an unpacked sdist of Django
    python benchmarks/check_tasks.py DJANGO --keep DIR     # build there, once

``check_tasks.mjs`` does them in Chromium and in Firefox (Node.js, and ``npm install``
in the checkout), and counts steps: a key of the page, a word that is written with the
key that ends it, a link that is followed. Stops of the Tab key are counted apart.
What has to be shown is found here, by ``ast`` and without the extension: names are
followed through imports, re-exports and ``import *``. Names that are looked for by
mistyping them are drawn with a seed.

There are two sites: of ``django/``, and, for the tests of a file, of ``django/db`` with
some of ``tests/``.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from markup import escape_output

CHECKOUT: Final = Path(__file__).parents[1]
#: Folders of the tests that are shown beside ``django/db``.
TESTS: Final = ("basic", "bulk_create", "model_fields", "queries", "schema")
METHOD: Final = "QuerySet.bulk_create"
FUNCTION: Final = ("utils/encoding.py", "force_str")
BASE: Final = ("db/models/fields/__init__.py", "Field")
FILE: Final = "db/models/query.py"
FOLDER: Final = "db/models"
#: Where a name is, and the method from which it is followed.
JUMP: Final = ("db/models/deletion.py", "Collector", "QuerySet.delete")
#: How many names are mistyped.
MISTYPED: Final = 12

Place = tuple[str, str]
"""A path and a name of its module; the name is empty for the module."""


class Tree:
    """What ``ast`` says of the Python files below a folder.

    :param package: the name of the package that the folder is; empty if it holds them.
    """

    def __init__(self, root: Path, package: str = "") -> None:
        self.trees: dict[str, ast.Module] = {}
        self._modules: dict[str, str] = {}
        self._resolved: dict[tuple[str, str], Place | None] = {}
        for file in sorted(root.rglob("*.py")):
            path = file.relative_to(root).as_posix()
            try:
                self.trees[path] = ast.parse(file.read_bytes())
            except SyntaxError:
                continue
            dotted = path.removesuffix(".py").removesuffix("__init__").strip("/")
            parts = [package, *dotted.split("/")]
            self._modules[".".join(filter(None, parts))] = path

    @cached_property
    def _imports(self) -> dict[str, list[tuple[str, tuple[str, str]]]]:
        """What each file imports: the name that it gets, the module, the name there."""
        return {
            path: [
                one
                for node in ast.walk(tree)
                if isinstance(node, ast.Import | ast.ImportFrom)
                for one in self._imported(path, node)
            ]
            for path, tree in self.trees.items()
        }

    @cached_property
    def _names(self) -> dict[str, str]:
        return {path: name for name, path in self._modules.items()}

    @cached_property
    def bound(self) -> dict[str, dict[str, tuple[str, str] | None]]:
        """What the top level of each file binds: None for itself, else module, name."""
        found: dict[str, dict[str, tuple[str, str] | None]] = {}
        for path, tree in self.trees.items():
            names = found[path] = dict[str, tuple[str, str] | None](self._imports[path])
            for node in tree.body:
                if isinstance(node, ast.ClassDef | ast.FunctionDef):
                    names[node.name] = None
                elif isinstance(node, ast.Assign):
                    for target in node.targets:
                        if isinstance(target, ast.Name):
                            names[target.id] = None
        return found

    def _imported(
        self, path: str, node: ast.Import | ast.ImportFrom
    ) -> Iterator[tuple[str, tuple[str, str]]]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or name, (name, "")
        else:
            module = node.module or ""
            if node.level:
                own = self._names[path].split(".")
                drop = node.level - path.endswith("__init__.py")
                module = ".".join([*own[: len(own) - drop], *filter(None, [module])])
            for alias in node.names:
                yield alias.asname or alias.name, (module, alias.name)

    def resolve(self, path: str, name: str) -> Place | None:
        """Return what a name of a file means."""
        key = path, name
        if key not in self._resolved:
            self._resolved[key] = None
            self._resolved[key] = self._resolve(path, name)
        return self._resolved[key]

    def _resolve(self, path: str, name: str) -> Place | None:
        names = self.bound[path]
        if name in names:
            told = names[name]
            return self.member(*told) if told else (path, name)
        stars = [module for one, (module, _) in self._imports[path] if one == "*"]
        several = (self.member(module, name) for module in stars)
        return next(filter(None, several), None)

    def member(self, module: str, name: str) -> Place | None:
        """Return what a name of a module means."""
        path = self._modules.get(module, "")
        if not name:
            return (path, "") if path else None
        if (
            path
            and name in self.bound[path]
            and self.bound[path][name] != (module, name)
        ):
            return self.resolve(path, name)
        if inside := self._modules.get(f"{module}.{name}"):
            return inside, ""
        return self.resolve(path, name) if path else None

    def meaning(self, path: str, node: ast.expr) -> Place | None:
        """Return what ``name`` or ``module.name`` means in a file."""
        if isinstance(node, ast.Name):
            return self.resolve(path, node.id)
        if isinstance(node, ast.Attribute):
            module = self.meaning(path, node.value)
            if module and not module[1]:
                return self.member(self._names[module[0]], node.attr)
        return None

    def used(self, path: str) -> Iterator[Place]:
        """Yield what a file imports, and what it reads of modules."""
        told = [told for _, told in self._imports[path]]
        found = [self.member(*one) for one in told]
        found += [self.member(module, "") for module, _ in told]
        found += [self.meaning(path, node) for node in self._attributes[path]]
        yield from filter(None, found)

    def users(self, of: str) -> list[str]:
        """Return the files that import a file or a name of it, or read one."""
        return [
            path
            for path in self.trees
            if path != of and any(one[0] == of for one in self.used(path))
        ]

    def importers(self, of: str) -> int:
        """Return how many files import a file itself."""
        module = self._names[of]
        return sum(
            any(
                told[0] == module or self.member(*told) == (of, "")
                for _, told in imports
            )
            for path, imports in self._imports.items()
            if path != of
        )

    def subclasses(self, of: Place) -> set[Place]:
        """Return all classes below a class, those in functions too."""
        below: defaultdict[Place, set[Place]] = defaultdict(set)
        for path, tree in self.trees.items():
            for qualname, node in definitions(tree):
                for base in node.bases if isinstance(node, ast.ClassDef) else ():
                    if meant := self.meaning(path, base):
                        below[meant].add((path, qualname))
        found: set[Place] = set()
        waiting = [of]
        while waiting:
            new = below[waiting.pop()] - found
            found |= new
            waiting += new
        return found

    def read(self, place: Place) -> Counter[str]:
        """Return how often files read a name, by path."""
        return Counter(
            path
            for path, tree in self.trees.items()
            for node in ast.walk(tree)
            if isinstance(node, ast.Name | ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and self.meaning(path, node) == place
        )

    @cached_property
    def _attributes(self) -> dict[str, list[ast.Attribute]]:
        return {
            path: [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
            for path, tree in self.trees.items()
        }

    def behind_dots(self, names: set[str]) -> dict[str, Counter[str]]:
        """Return how often each of some names stands behind a dot, by path."""
        return {
            path: found
            for path, nodes in self._attributes.items()
            if (found := Counter(node.attr for node in nodes if node.attr in names))
        }


def definitions(
    tree: ast.AST, around: str = ""
) -> Iterator[tuple[str, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield classes and functions with their qualified names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = around + node.name
            yield name, node
            inside = "." if isinstance(node, ast.ClassDef) else ".<locals>."
            yield from definitions(node, name + inside)
        else:
            yield from definitions(node, around)


def mistyped(tree: Tree) -> list[tuple[str, str]]:
    """Return queries with a typing error, and the name that each means."""
    names = Counter(
        qualname.rpartition(".")[2]
        for one in tree.trees.values()
        for qualname, _ in definitions(one)
        if "<locals>" not in qualname
    )
    drawn = random.Random(5)
    long = sorted(name for name, number in names.items() if number == 1 < len(name) - 8)
    pairs = []
    for name in drawn.sample(long, MISTYPED):
        at = drawn.randrange(2, len(name) - 2)
        left, right = name[:at], name[at:]
        wrong = [left + right[1:], left + right[1] + right[0] + right[2:]]
        pairs.append((drawn.choice(wrong), name))
    return pairs


def line_of(tree: Tree, place: Place) -> int:
    """Return the line on which a definition begins."""
    path, name = place
    return next(
        node.lineno for one, node in definitions(tree.trees[path]) if one == name
    )


def expected(package: Tree, beside: Tree) -> dict[str, object]:
    """Return what each task has to show.

    :param beside: the tree with tests.
    """
    file = f"django/{FILE}"
    names = {
        qualname.rpartition(".")[2]: path
        for path, tree in beside.trees.items()
        for qualname, _ in definitions(tree)
        if path != file
    }
    own = {
        name
        for qualname, _ in definitions(beside.trees[file])
        if (name := qualname.rpartition(".")[2]) not in names
    }
    tests = [path for path in beside.users(file) if is_test(path)]
    by_name = {
        path: sorted(names)
        for path, names in beside.behind_dots(own).items()
        if is_test(path) and path not in tests
    }
    inside = [
        path
        for path in package.trees
        if path.rpartition("/")[0] == FOLDER and not path.endswith("__init__.py")
    ]
    path, name = FUNCTION
    function = next(
        node for one, node in definitions(package.trees[path]) if one == name
    )
    docstring = ast.get_docstring(function) or ""
    return {
        "callers": {
            "name": METHOD,
            "files": {
                path: found.total()
                for path, found in package.behind_dots({METHOD.split(".")[-1]}).items()
            },
        },
        "tests": {
            "path": file,
            "files": tests,
            "by_name": by_name,
        },
        "subclasses": {
            "name": BASE[1],
            # There are three of that name.
            "query": f"models {BASE[1]}",
            "classes": sorted(package.subclasses(BASE)),
        },
        "jump": {
            "from": JUMP[2],
            "page": FILE,
            "to": JUMP[0],
            "name": JUMP[1],
            "line": line_of(package, JUMP[:2]),
        },
        "mistyped": mistyped(package),
        "folder": {
            "path": f"{FOLDER}/",
            "files": sorted(inside, key=package.importers, reverse=True)[:5],
        },
        "dependents": {"path": FILE, "files": package.users(FILE)},
        "function": {
            "name": name,
            "files": package.read(FUNCTION),
            "where": f"{path}, line {function.lineno}",
            "says": docstring.split("\n")[0].strip().split(". ")[0].rstrip("."),
        },
    }


def is_test(path: str) -> bool:
    """Tell whether a file holds tests, as Django runs them."""
    return path.rpartition("/")[2].startswith("test")


def build(folder: Path, root: Path) -> Path:
    """Return the site of a source tree; it is built if it is not there."""
    site = folder / "out"
    if site.is_dir():
        return site
    docs = folder / "docs"
    docs.mkdir(parents=True)
    (docs / "index.rst").write_text("Manual\n======\n", "utf-8")
    (docs / "conf.py").write_text(
        f"extensions = ['sphinxcontrib_kwindex']\nkwindex_root = {str(root)!r}\n",
        "utf-8",
    )
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-d", folder / "doctrees", docs, site],
        check=True,
    )
    return site


def with_tests(source: Path, folder: Path) -> Path:
    """Return a tree of a part of the package with some of its tests."""
    root = folder / "source"
    if not root.is_dir():
        shutil.copytree(source / "django/db", root / "django/db")
        shutil.copy(source / "django/__init__.py", root / "django")
        for name in TESTS:
            shutil.copytree(source / "tests" / name, root / "tests" / name)
    return root


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 1 if a task takes more than two steps or shows too little, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("source", type=Path, metavar="DJANGO")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="where the sites are, or are left"
    )
    given = parser.parse_args(arguments)
    escape_output()
    if not shutil.which("node") or not (CHECKOUT / "node_modules").is_dir():
        print("skipped: there is no Node.js, or npm install has not run")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = given.keep or Path(name)
        package, beside = given.source / "django", with_tests(given.source, folder)
        asked = expected(Tree(package, "django"), Tree(beside))
        sites = [
            build(folder / "package", package),
            build(folder / "with-tests", beside),
        ]
        done = subprocess.run(
            ["node", Path(__file__).with_suffix(".mjs"), *sites],
            input=json.dumps(asked),
            text=True,
            cwd=CHECKOUT,
            check=False,
        )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
