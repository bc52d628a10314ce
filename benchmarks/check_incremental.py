"""Check that builds after edits end as a clean build does, byte by byte.

Parts of a tree are copied, built, and edited at random (a seed makes it repeatable)
again and again: bodies, docstrings, names, imports, bases, whole files that come, go
or move, syntax that breaks and is mended, links in texts, requirements. After each
edit the copy is built incrementally, and once more from nothing elsewhere; every file
of the two outputs must be the same, but Sphinx's own ``searchindex.js``. How many pages
were read is printed: an edit of a body must not read the site.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
#: The folder of the manual in the copy.
DOCS = "docs-of-check"
CONF = """
import json, sys
from pathlib import Path

project = "edited"
extensions = ["sphinxcontrib_kwindex"]
html_theme = "alabaster"
kwindex_exclude = ["/docs-of-check"]

def setup(app):
    said = {"read": [], "written": []}
    app.connect(
        "env-before-read-docs",
        lambda _app, _env, names: said["read"].extend(names),
        priority=10_000,
    )
    app.connect(
        "doctree-resolved", lambda _app, _tree, name: said["written"].append(name)
    )
    app.connect(
        "build-finished",
        lambda app, _: Path(app.doctreedir, "said.json").write_text(json.dumps(said)),
    )
"""
#: Not compared: Sphinx writes it otherwise after the first build.
LEFT_OUT = frozenset({"searchindex.js"})
SHOWN = 5
BROKEN = "\n\ndef broken(:\n"


class Editor:
    """Edits files at random.

    :param root: the tree.
    :param chance: what decides.
    :param but: names of folders that are left alone.
    """

    def __init__(
        self, root: Path, chance: random.Random, but: Iterable[str] = (DOCS,)
    ) -> None:
        self._root = root
        self._chance = chance
        self._but = frozenset(but)
        self._number = 0
        self._broken: dict[Path, str] = {}
        self.kinds: dict[str, Callable[[], str]] = {
            "body": self.body,
            "docstring": self.docstring,
            "rename here": self.rename_here,
            "rename everywhere": self.rename_everywhere,
            "add file": self.add_file,
            "delete file": self.delete_file,
            "rename file": self.rename_file,
            "import": self.change_import,
            "drop import": self.drop_import,
            "base": self.change_base,
            "break or mend": self.break_or_mend,
            "link in a text": self.text_link,
            "requirement": self.requirement,
            "test": self.add_test,
            "finding": self.add_finding,
            "package": self.package,
        }

    def edit(self, kind: str = "") -> str:
        """Make an edit, of any kind unless told, and return what was done."""
        self._number += 1
        for _ in range(50):
            chosen = kind or self._chance.choice(list(self.kinds))
            if done := self.kinds[chosen]():
                return f"{chosen}: {done}"
        return f"{kind}: nothing to edit"

    # What there is

    def _files(self, *suffixes: str) -> list[Path]:
        return [
            path
            for path in sorted(self._root.rglob("*"))
            if path.suffix in suffixes
            and self._but.isdisjoint(path.relative_to(self._root).parts)
            and path.is_file()
        ]

    def _python(self) -> Path | None:
        files = [path for path in self._files(".py") if path not in self._broken]
        return self._chance.choice(files) if files else None

    def _name(self, path: Path) -> str:
        return path.relative_to(self._root).as_posix()

    def _module(self, path: Path) -> str:
        dotted = self._name(path).removesuffix(".py").replace("/", ".")
        return dotted.removesuffix(".__init__")

    def _nodes(self, *kinds: type[ast.AST]) -> tuple[Path, ast.AST] | None:
        """Return a node of one of some kinds, from any file that has one."""
        files = self._files(".py")
        self._chance.shuffle(files)
        for path in files:
            try:
                tree = ast.parse(path.read_text("utf-8"))
            except (SyntaxError, ValueError):
                continue
            if found := [node for node in ast.walk(tree) if isinstance(node, kinds)]:
                return path, self._chance.choice(found)
        return None

    @staticmethod
    def _lines(path: Path) -> list[str]:
        return path.read_text("utf-8").split("\n")

    @staticmethod
    def _write(path: Path, lines: list[str] | str) -> None:
        text = lines if isinstance(lines, str) else "\n".join(lines)
        path.write_bytes(text.encode())

    def _public(self) -> tuple[str, str] | None:
        """Return a module and a class or function at its top."""
        for _ in range(20):
            path = self._python()
            if path is None:
                return None
            tree = ast.parse(path.read_text("utf-8"))
            names = [
                node.name
                for node in tree.body
                if isinstance(node, (ast.ClassDef, ast.FunctionDef))
            ]
            if names:
                return self._module(path), self._chance.choice(names)
        return None

    # Edits

    def body(self) -> str:
        """Put a line into a function."""
        found = self._nodes(ast.FunctionDef)
        if found is None:
            return ""
        path, node = found
        assert isinstance(node, ast.FunctionDef)
        last = node.body[-1]
        lines = self._lines(path)
        start = lines[last.lineno - 1][: last.col_offset]
        if start.strip():
            return ""
        lines.insert(last.lineno - 1, f"{start}probe_{self._number} = 1")
        self._write(path, lines)
        return f"{self._name(path)} {node.name}"

    def docstring(self) -> str:
        """Change the first sentence of a docstring."""
        for _ in range(20):
            found = self._nodes(ast.FunctionDef, ast.ClassDef, ast.Module)
            if found is None:
                return ""
            path, node = found
            assert isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module))
            text = ast.get_docstring(node, clean=False)
            if not text:
                continue
            at = node.body[0].lineno - 1
            lines = self._lines(path)
            new = re.sub(
                r'("""|\'\'\')', rf"\1Edit {self._number} of: ", lines[at], count=1
            )
            if new != lines[at]:
                lines[at] = new
                self._write(path, lines)
                return f"{self._name(path)} {getattr(node, 'name', '')}"
        return ""

    def _renaming(self) -> tuple[Path, str, str] | None:
        found = self._nodes(ast.FunctionDef, ast.ClassDef)
        if found is None:
            return None
        path, node = found
        assert isinstance(node, (ast.FunctionDef, ast.ClassDef))
        if node.name.startswith("__"):
            return None
        return path, node.name, f"{node.name}_{self._number}"

    def rename_here(self) -> str:
        """Rename a definition in its file alone, so that others lose it."""
        found = self._renaming()
        if found is None:
            return ""
        path, old, new = found
        text = path.read_text("utf-8")
        self._write(path, re.sub(rf"\b{old}\b", new, text))
        return f"{self._name(path)} {old}"

    def rename_everywhere(self) -> str:
        """Rename a definition in all files."""
        found = self._renaming()
        if found is None:
            return ""
        path, old, new = found
        for other in self._files(".py", ".rst", ".md", ".txt"):
            text = other.read_text("utf-8")
            if (changed := re.sub(rf"\b{old}\b", new, text)) != text:
                self._write(other, changed)
        return f"{self._name(path)} {old}"

    def add_file(self) -> str:
        """Add a file that uses others, or a copy of one."""
        path, named = self._python(), self._public()
        if path is None or named is None:
            return ""
        new = path.with_name(f"added_{self._number}.py")
        if self._chance.random() < 0.3:
            shutil.copyfile(path, new)
            return f"{self._name(new)}, a copy of {path.name}"
        module, name = named
        text = f'"""Added as number {self._number}."""\n\nfrom {module} import {name}\n'
        text += f"\n\ndef call():\n    return {name}({self._number})\n"
        self._write(new, text)
        return f"{self._name(new)} of {module}.{name}"

    def delete_file(self) -> str:
        """Delete a file."""
        files = self._files(".py", ".rst", ".md", ".txt")
        if len(files) < 5:
            return ""
        path = self._chance.choice(files)
        path.unlink()
        self._broken.pop(path, None)
        return self._name(path)

    def rename_file(self) -> str:
        """Rename a file, or move it."""
        path, other = self._python(), self._python()
        if path is None or other is None or path.name == "__init__.py":
            return ""
        new = path.with_name(f"{path.stem}_{self._number}.py")
        if self._chance.random() < 0.3:
            new = other.with_name(path.name)
            if new.exists():
                return ""
        path.rename(new)
        return f"{self._name(path)} to {self._name(new)}"

    def change_import(self) -> str:
        """Let an import ask for something else, or add one."""
        found, named = self._nodes(ast.Import, ast.ImportFrom), self._public()
        if found is None or named is None:
            return ""
        path, node = found
        assert isinstance(node, (ast.Import, ast.ImportFrom))
        lines = self._lines(path)
        start = lines[node.lineno - 1][: node.col_offset]
        if start.strip() or ast.unparse(node).startswith("from __future__"):
            return ""
        module, name = named
        new = f"{start}from {module} import {name}"
        if self._chance.random() < 0.3:
            new = f"{start}import {module} as module_{self._number}"
        if self._chance.random() < 0.5:
            assert node.end_lineno is not None
            lines[node.lineno - 1 : node.end_lineno] = [new]
        else:
            lines.insert(node.lineno - 1, new)
        self._write(path, lines)
        return f"{self._name(path)} {module}.{name}"

    def drop_import(self) -> str:
        """Drop an import."""
        found = self._nodes(ast.Import, ast.ImportFrom)
        if found is None:
            return ""
        path, node = found
        assert isinstance(node, (ast.Import, ast.ImportFrom))
        lines = self._lines(path)
        start = lines[node.lineno - 1][: node.col_offset]
        if start.strip():
            return ""
        assert node.end_lineno is not None
        lines[node.lineno - 1 : node.end_lineno] = [f"{start}pass"]
        self._write(path, lines)
        return f"{self._name(path)} {ast.unparse(node)}"

    def change_base(self) -> str:
        """Add a class that derives from one of another file."""
        path, named = self._python(), self._public()
        if path is None or named is None:
            return ""
        module, name = named
        text = path.read_text("utf-8").rstrip("\n")
        text += f"\n\n\nfrom {module} import {name}\n\n\n"
        text += f"class Derived{self._number}({name}):\n    x = {self._number}\n"
        self._write(path, text)
        return f"{self._name(path)} of {module}.{name}"

    def break_or_mend(self) -> str:
        """Mend the syntax of a file that is broken, or break that of another one."""
        if self._broken:
            path = self._chance.choice(sorted(self._broken))
            text = self._broken.pop(path)
            if path.exists():
                self._write(path, text)
                return f"mend {self._name(path)}"
        found = self._python()
        if found is None:
            return ""
        self._broken[found] = found.read_text("utf-8")
        self._write(found, f"{self._broken[found]}{BROKEN}")
        return f"break {self._name(found)}"

    def text_link(self) -> str:
        """Add a link to a text, or drop a line of it."""
        texts, targets = self._files(".md", ".rst"), self._files(".py", ".md", ".rst")
        if not texts or not targets:
            return ""
        path, target = self._chance.choice(texts), self._chance.choice(targets)
        lines = self._lines(path)
        if self._chance.random() < 0.3:
            at = self._chance.randrange(len(lines))
            dropped = lines.pop(at)
            self._write(path, lines)
            return f"{self._name(path)} without {dropped!r}"
        up = "../" * (len(path.relative_to(self._root).parts) - 1)
        uri = f"{up}{self._name(target)}"
        link = f"[there]({uri})" if path.suffix == ".md" else f"`there <{uri}>`__"
        lines += ["", f"See {link}.", ""]
        self._write(path, lines)
        return f"{self._name(path)} to {uri}"

    def requirement(self) -> str:
        """Ask for another version, or for something else."""
        path = self._root / "pyproject.toml"
        if not path.exists():
            return ""
        text = path.read_text("utf-8")
        asked = f'dependencies = [\n  "docutils>=0.{self._number}",'
        new = re.sub(r"(?m)^dependencies = \[\n?", f"{asked}\n", text, count=1)
        new = re.sub(r'\n  "docutils>=0\.\d+",(?=\n  "docutils)', "", new)
        self._write(path, new)
        return f"docutils>=0.{self._number}" if new != text else ""

    def add_test(self) -> str:
        """Add a test of something."""
        path, named = self._python(), self._public()
        if path is None or named is None:
            return ""
        module, name = named
        new = path.with_name(f"test_added_{self._number}.py")
        text = f"import pytest\n\nfrom {module} import {name}\n\n\n"
        text += "@pytest.fixture\ndef thing():\n    return 1\n\n\n"
        text += f"def test_it(thing, tmp_path):\n    assert {name}(thing)\n"
        self._write(new, text)
        return f"{self._name(new)} of {module}.{name}"

    def add_finding(self) -> str:
        """Add what the linter objects to."""
        path = self._python()
        if path is None:
            return ""
        text = path.read_text("utf-8").rstrip("\n")
        text += f"\n\n\ndef risky_{self._number}(text):\n    return eval(text)\n"
        self._write(path, text)
        return self._name(path)

    def package(self) -> str:
        """Make a folder a package, or say something else of one."""
        path = self._python()
        if path is None:
            return ""
        init = path.parent / "__init__.py"
        if init.exists() and init not in self._broken and self._chance.random() < 0.3:
            init.unlink()
            return f"no more {self._name(path.parent)}"
        text = init.read_text("utf-8") if init.exists() else ""
        self._broken.pop(init, None)
        tree = re.sub(r'\A(\s*)("""|\'\'\')[\s\S]*?\2', "", text).removesuffix(BROKEN)
        self._write(init, f'"""Package number {self._number}."""\n{tree}')
        return self._name(path.parent)


def copy_parts(root: Path, parts: list[str], base: Path) -> Path:
    """Copy parts of a tree and write a configuration; return the copy."""
    copy = base / "tree"
    copy.mkdir(parents=True)
    hidden = shutil.ignore_patterns("__pycache__", ".*", "*.pyc")
    for part in parts or [path.name for path in sorted(root.iterdir())]:
        source, target = root / part, copy / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=hidden)
        else:
            shutil.copyfile(source, target)
    docs = copy / DOCS
    docs.mkdir()
    (docs / "conf.py").write_text(CONF, "utf-8")
    (docs / "index.rst").write_text("Edited\n======\n\nIt is edited.\n", "utf-8")
    return copy


def build(copy: Path, base: Path) -> dict[str, list[str]]:
    """Build a tree and return what was read and written."""
    docs, out, doctrees = copy / DOCS, base / "out", base / "doctrees"
    if doctrees.exists():
        (doctrees / "said.json").unlink(missing_ok=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html"]
    command += [str(docs), str(out), "-d", str(doctrees)]
    with tempfile.TemporaryFile() as said:
        subprocess.run(command, check=True, cwd=REPOSITORY, stderr=said)
    found: dict[str, list[str]] = json.loads((doctrees / "said.json").read_text())
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """Return what a folder holds, by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in LEFT_OUT
    }


def differences(one: Path, other: Path) -> Iterator[str]:
    """Yield where two output directories differ."""
    left, right = contents(one), contents(other)
    for name in sorted(left.keys() ^ right.keys()):
        yield f"{name}: only {'after edits' if name in left else 'in the clean build'}"
    for name in sorted(left.keys() & right.keys()):
        if left[name] != right[name]:
            pairs = zip(
                left[name].decode(errors="replace").splitlines(),
                right[name].decode(errors="replace").splitlines(),
                strict=False,
            )
            line, there = next((two for two in pairs if two[0] != two[1]), ("", ""))
            yield f"{name}:\n      edited {line[:300]!r}\n      clean  {there[:300]!r}"


def main() -> int:
    """Return 0 where every build ended as a clean one, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="*", help="files and folders of it; all if none")
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--seed", default="kwindex")
    parser.add_argument("--keep", type=Path, help="work in this new folder")
    arguments = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        base = arguments.keep or Path(folder)
        copy = copy_parts(arguments.root.resolve(), arguments.parts, base)
        editor = Editor(copy, random.Random(arguments.seed))
        first = build(copy, base / "edited")
        print(f"{len(first['read']):,} pages", flush=True)
        # Each kind once, then at random.
        kinds = [*editor.kinds, *[""] * arguments.edits][: arguments.edits]
        for number, kind in enumerate(kinds, 1):
            done = editor.edit(kind)
            start = time.monotonic()
            said = build(copy, base / "edited")
            seconds = time.monotonic() - start
            shutil.rmtree(base / "clean", ignore_errors=True)
            build(copy, base / "clean")
            found = list(differences(base / "edited" / "out", base / "clean" / "out"))
            bad += bool(found)
            print(
                f"{number:3} {done}: {len(said['read']):,} read,"
                f" {len(set(said['written'])):,} written, {seconds:.1f} s"
                f"{', ' + str(len(found)) + ' DIFFER' if found else ''}",
                flush=True,
            )
            for line in found[:SHOWN]:
                print(f"    {line}", flush=True)
    print(f"{bad} of {arguments.edits} builds differ from a clean one")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
