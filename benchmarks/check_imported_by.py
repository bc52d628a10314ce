"""Check which files import each file of a tree, with Python itself as the judge.

A file imports another where the module of one of its import statements is that file, or
a name that it imports from one is that module. What the statements are, CPython's
``ast`` says; what module a name means, where a file stands. What is behind a name that
a package binds, Python says where ``--python`` names an interpreter that can import the
tree: the name that the statement binds in the module, or else the attribute of the
package in the end. For modules that cannot be imported the statements of the
package decide: what none of them binds is its submodule. A name that is bound to what
a function returns is no import of the module that this happens to be; it is told.

The tree is a package; the interpreter has it, or the folder around it, on its path.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

if __name__ == "__main__":
    # The checkout that this script stands in is what is checked.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.scan.scan import scan
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import ingest

SHOWN: Final = 40

#: Run by the judge: imports what it is told, and says what modules are behind names.
JUDGE: Final = """
import contextlib, importlib, io, json, sys, types
above, names, cases = json.load(sys.stdin)
sys.path.insert(0, above)
silent = io.StringIO()
def load(name):
    try:
        with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
            return importlib.import_module(name)
    except BaseException:
        return None
modules = {name: load(name) for name in names}
def behind(importer, bound, module, name):
    # None: that is not known.
    here, there = modules.get(importer), modules.get(module)
    if there is None:
        return None
    values = [vars(here)[bound]] if bound in getattr(here, "__dict__", ()) else []
    known = True
    try:
        values.append(getattr(there, name))
    except BaseException:
        # It could not be imported.
        known = False
    # A module may put something else in its place, or be a class of its own, of which
    # what is asked for raises.
    for value in values:
        if value is sys.modules.get(f"{module}.{name}", behind):
            return f"{module}.{name}"
        if issubclass(type(value), types.ModuleType):
            return value.__name__
    return "" if known else None
# A module of a daemon may have closed everything that is open.
with open(sys.argv[1], "w") as out:
    json.dump([behind(*case) for case in cases], out)
"""


class Case(NamedTuple):
    """A name that a file imports from a module."""

    importer: str
    bound: str
    """The name that it binds when the module runs; empty if it does so later."""
    module: str
    name: str


def statements(
    body: list[ast.stmt], *, runs: bool = True
) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield all statements, each with whether it runs with the module."""
    for node in body:
        yield node, runs
        inside = runs and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for name in ("body", "orelse", "finalbody"):
            yield from statements(getattr(node, name, []), runs=inside)
        for case in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from statements(case.body, runs=inside)


class Tree:
    """The modules of a package by their names, and what they import.

    :param root: its folder.
    """

    def __init__(self, root: Path) -> None:
        self.paths: dict[str, str] = {}
        """The path of each module by its name; a source comes before its stub."""
        self.trees: dict[str, ast.Module] = {}
        """What each file says, by its path."""
        self.names: dict[str, str] = {}
        for file in sorted(root.rglob("*.py*"), key=lambda file: file.suffix):
            if file.suffix not in {".py", ".pyi"}:
                continue
            path = file.relative_to(root).as_posix()
            parts = [root.name, *path.rpartition(".")[0].split("/")]
            name = ".".join(parts).removesuffix(".__init__")
            self.paths.setdefault(name, path)
            self.names[path] = name
            try:
                self.trees[path] = ast.parse(file.read_bytes())
            except (SyntaxError, ValueError):
                print(f"not read: {path}")

    def is_package(self, path: str) -> bool:
        """Tell whether a file makes its folder a package."""
        return path.rpartition("/")[2].startswith("__init__.")

    def module(self, path: str, node: ast.ImportFrom) -> str:
        """Return the name of the module from which a statement imports."""
        if not node.level:
            return node.module or ""
        parts = self.names[path].split(".")
        up = node.level - self.is_package(path)
        parts = parts[: len(parts) - up]
        return ".".join([*parts, *([node.module] if node.module else [])])

    def modules_and_cases(self, path: str) -> tuple[set[str], list[Case]]:
        """Return the modules that the statements of a file name, and the names."""
        modules: set[str] = set()
        cases: list[Case] = []
        for node, runs in statements(self.trees[path].body):
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                module = self.module(path, node)
                modules.add(module)
                for alias in node.names:
                    bound = (alias.asname or alias.name) if runs else ""
                    cases.append(Case(self.names[path], bound, module, alias.name))
        return modules, cases

    def is_called_for(self, module: str, name: str) -> bool:
        """Tell whether a module binds a name to what some function returns."""
        path = self.paths.get(module, "")
        return any(
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and name in bound_by(node)
            for node, _ in (statements(self.trees[path].body) if path else ())
        )

    def meant(self, module: str, name: str, seen: frozenset[object]) -> str:
        """Return the module behind a name, by what the statements say; or nothing."""
        path = self.paths.get(module, "")
        if (module, name) in seen:
            return ""
        bound = False
        for node, runs in (
            statements(self.trees[path].body) if path in self.trees else ()
        ):
            if not runs:
                continue
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if (alias.asname or alias.name) == name:
                        there = self.module(path, node)
                        if found := self.meant(
                            there, alias.name, seen | {(module, name)}
                        ):
                            return found
                        bound |= there != module
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    if (
                        alias.asname or alias.name
                    ) == name and alias.name in self.paths:
                        return alias.name
            else:
                bound |= name in bound_by(node)
        submodule = f"{module}.{name}"
        return submodule if submodule in self.paths and not bound else ""


def bound_by(node: ast.stmt) -> set[str]:
    """Return the names that a statement binds, an annotation alone none."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return set()
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return {
        inner.id
        for target in targets
        if isinstance(target, ast.AST)
        for inner in ast.walk(target)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    }


def expected(tree: Tree, root: Path, python: str) -> dict[str, set[str]]:
    """Return the files that import each file."""
    importers: defaultdict[str, set[str]] = defaultdict(set)
    cases: list[tuple[str, Case]] = []
    for path in tree.trees:
        modules, asked = tree.modules_and_cases(path)
        for module in modules:
            importers[tree.paths.get(module, "")].add(path)
        cases += [(path, case) for case in asked]
    answers: list[str | None] = [None] * len(cases)
    if python:
        # Each by its own program would take hours; the package itself comes first.
        names = sorted(name for name, path in tree.paths.items() if path[-1] == "y")
        names = [name for name in names if not name.endswith("__main__")]
        question = [str(root.resolve().parent), names, [case for _, case in cases]]
        with tempfile.TemporaryDirectory() as folder:
            said = Path(folder, "answers.json")
            command = [python, "-B", "-c", JUDGE, str(said)]
            subprocess.run(command, input=json.dumps(question), text=True, check=False)
            answers = json.loads(said.read_text("utf-8"))
    for (path, case), answer in zip(cases, answers, strict=True):
        if answer is None or path.endswith("i"):
            answer = tree.meant(case.module, case.name, frozenset())
        elif answer in tree.paths and tree.is_called_for(case.module, case.name):
            print(f"{path}: {case.name} of {case.module} is {answer} by a call")
            continue
        importers[tree.paths.get(answer, "")].add(path)
    known = sum(answer is not None for answer in answers)
    print(f"{len(cases):,} imported names, {known:,} of them known by Python")
    return importers


def main() -> int:
    """Return 0 where every file has the importers that it should have, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path, help="folder of the package")
    parser.add_argument("--python", default="", help="an interpreter that imports it")
    parser.add_argument("--store", type=Path, help="keep what is known of the tree")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    tree = Tree(root)
    importers = expected(tree, root, arguments.python)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(arguments.store or Path(folder, "store.sqlite"), print)
        files = scan(root, include=[], exclude=[], outputs=[]).files
        ingest(store, files, skip=lambda *_: False, skip_digest="", progress=iter)
        assert link_tree(store, root, root.name) == []
        code = CodeMap(store, root)
        wrong = 0
        for path in tree.trees:
            shown = set(code.importers(path)) & tree.trees.keys()
            right = importers[path] - {path}
            if shown != right:
                wrong += 1
                if wrong <= SHOWN:
                    print(f"{path}: {len(shown)} files, {len(right)} are right")
                    for sign, some in (("+", shown - right), ("-", right - shown)):
                        print(
                            *(f"  {sign} {one}\n" for one in sorted(some)[:5]), end=""
                        )
        store.close()
    print(f"{len(tree.trees):,} files, wrong: {wrong:,}")
    return 1 if wrong or not tree.trees else 0


if __name__ == "__main__":
    sys.exit(main())
