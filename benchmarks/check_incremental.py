"""Check that builds after edits end as a clean build does, byte by byte.

Parts of a tree are copied, built, and edited at random (a seed makes it repeatable)
again and again: bodies, docstrings, names, imports, bases, whole files and folders
that come, go or move, syntax that breaks and is mended, links in texts, requirements,
encodings, files of data, symbolic links, pages of the manual, the configuration. After
each edit the copy is built incrementally, and once more from nothing elsewhere; every
file of the two outputs must be the same. How many pages were read is printed: an edit
of a body must not read the site. With several builders each build takes the next of
them, over the same doctree directory.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import json
import multiprocessing
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
#: The folder of the manual in the copy.
DOCS = "docs-of-check"
CONF = """
import json, sys
from pathlib import Path

project = "edited"
extensions = ["sphinxcontrib_kwindex"]
html_theme = "THEME"
kwindex_exclude = ["/docs-of-check"]
# A machine that stands still for a while is not what is looked for.
kwindex_timeout = 1_000_000

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
#: Not compared: where Sphinx keeps what it noted of the build before, once the
#: configuration has changed.
LEFT_OUT = frozenset({".buildinfo.bak"})
#: Each build has a process of its own, in which everything is imported already.
_CONTEXT = multiprocessing.get_context(
    "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
)
_CONTEXT.set_forkserver_preload(
    [
        *("sphinx.cmd.build", "sphinx.application", "sphinx.builders.html"),
        "sphinxcontrib_kwindex.sphinx_wiring.register",
    ]
)
SHOWN = 5
BROKEN = "\n\ndef broken(:\n"
SOURCES = (
    *(".c", ".h", ".cc", ".cpp", ".hpp", ".cu", ".cuh", ".pyx", ".pxd", ".pyi"),
    *(".js", ".mjs", ".jsx", ".ts", ".tsx", ".rs", ".go", ".java", ".vue", ".sh"),
    *(".ipynb", ".sql", ".proto", ".cmake", ".mk"),
)
WORD = re.compile(r"[A-Za-z_]\w{2,}")
#: Configuration values that an edit gives; taken back, they have their default.
SETTINGS = {
    "project": ("edited again",),
    "html_show_sphinx": (False,),
    "pygments_style": ("tango",),
    "kwindex_private": (False,),
    "kwindex_title": ("The map", "Another map"),
    "kwindex_source_link": ("https://example.org/{path}#L{line}",),
    "kwindex_source_buttons": (False,),
    "kwindex_output": ("map", "code/deep"),
    "kwindex_exclude": (["/DOCS", "test_*"], ["/DOCS", "*.md", "*.rst"]),
    "kwindex_max_size": (3000,),
    "kwindex_max_complexity": (3,),
    "kwindex_security_rules": ([], ["S1"]),
    "kwindex_idioms": ([{"name": "Length taken", "calls": ["len"]}],),
}
ODD_NAMES = (
    *("index.py", "doc/x.py", "sub/x.py", "index/doc.md", "_sources/x.py"),
    *("two words.py", "\xe9t\xe9.py", "a#b%20c.md", "x.py_docs", "Makefile"),
)
#: What the edited page of the manual may hold.
MANUAL = (
    ".. kwfile:: PATH",
    ".. kwfolder:: FOLDER",
    ".. index:: edited; EDIT",
    ":kw:file:`PATH` and :kw:obj:`nowhere.at_all`",
    ":kw:folder:`FOLDER`",
    ".. py:function:: edited_EDIT()",
    "Words: wordEDIT.",
)


class Editor:
    """Edits files at random.

    :param root: the tree.
    :param chance: what decides.
    :param docs: the folder of the manual in it; only its configuration and a page
        named ``edited.rst`` are edited.
    """

    def __init__(self, root: Path, chance: random.Random, docs: str = DOCS) -> None:
        self._root = root
        self._chance = chance
        self._docs = root / docs
        self._settings: dict[str, object] = {}
        self._number = 0
        self._broken: dict[Path, str] = {}
        self._removed: dict[Path, bytes] = {}
        self.kinds: dict[str, Callable[[], str]] = {
            "body": self.body,
            "line": self.line,
            "call": self.call,
            "statement": self.statement,
            "docstring": self.docstring,
            "rename here": self.rename_here,
            "rename everywhere": self.rename_everywhere,
            "add file": self.add_file,
            "delete file": self.delete_file,
            "rename file": self.rename_file,
            "any file": self.any_file,
            "import": self.change_import,
            "drop import": self.drop_import,
            "base": self.change_base,
            "break or mend": self.break_or_mend,
            "link in a text": self.text_link,
            "requirement": self.requirement,
            "test": self.add_test,
            "finding": self.add_finding,
            "package": self.package,
            "offer": self.offer,
            "fixture": self.fixture,
            "script": self.script,
            "move folder": self.move_folder,
            "swap": self.swap,
            "text": self.text,
            "source": self.source,
            "data": self.data,
            "encoding": self.encoding,
            "odd name": self.odd_name,
            "symbolic link": self.symbolic_link,
            "manual": self.manual,
            "configuration": self.configuration,
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
        """Return text files, those with some suffixes or all."""
        return [
            path
            for path in self._anything()
            if (not suffixes or path.suffix in suffixes) and _is_text(path)
        ]

    def _anything(self) -> list[Path]:
        """Return all files but links and the manual."""
        return [
            path
            for path in sorted(self._root.rglob("*"))
            if not path.is_relative_to(self._docs)
            and path.is_file()
            and not path.is_symlink()
        ]

    def _folders(self) -> list[Path]:
        """Return the folders with files in them, at any depth."""
        found = {folder for path in self._anything() for folder in path.parents}
        return sorted(one for one in found if self._root in one.parents)

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
            try:
                tree = ast.parse(path.read_text("utf-8"))
            except (SyntaxError, ValueError):
                continue
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

    def line(self) -> str:
        """Put a comment or a blank line before a statement at the top of a module."""
        found = self._nodes(ast.FunctionDef, ast.ClassDef, ast.ImportFrom)
        if found is None:
            return ""
        path, node = found
        assert isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ImportFrom))
        if node.col_offset or getattr(node, "decorator_list", ()):
            return ""
        lines = self._lines(path)
        lines.insert(node.lineno - 1, self._chance.choice(["", "# Comment."]))
        self._write(path, lines)
        return f"{self._name(path)} line {node.lineno}"

    def call(self) -> str:
        """Call something that a file imports, on two lines."""
        found = self._nodes(ast.FunctionDef)
        if found is None:
            return ""
        path, node = found
        assert isinstance(node, ast.FunctionDef)
        lines = self._lines(path)
        names = [
            one.asname or one.name
            for other in ast.parse("\n".join(lines)).body
            if isinstance(other, ast.ImportFrom)
            for one in other.names
        ]
        last = node.body[-1]
        start = lines[last.lineno - 1][: last.col_offset]
        if start.strip() or not names:
            return ""
        name = self._chance.choice(names)
        text = [f"{start}{name}({self._number},", f"{start}    [1, 2])"]
        lines[last.lineno - 1 : last.lineno - 1] = text
        self._write(path, lines)
        return f"{self._name(path)} {name} in {node.name}"

    def statement(self) -> str:
        """Take a statement out of a function."""
        found = self._nodes(ast.Expr, ast.Assign, ast.Return)
        if found is None:
            return ""
        path, node = found
        assert isinstance(node, ast.stmt)
        lines = self._lines(path)
        line = lines[node.lineno - 1]
        if node.lineno != node.end_lineno or not node.col_offset or ";" in line:
            return ""
        lines[node.lineno - 1] = f"{line[: node.col_offset]}pass"
        self._write(path, lines)
        return f"{self._name(path)} line {node.lineno}"

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

    def any_file(self) -> str:
        """Remove, bring back, move, rename or copy a file of any language."""
        if self._removed and self._chance.random() < 0.4:
            path = self._chance.choice(sorted(self._removed))
            data = self._removed.pop(path)
            if path.exists() or any(parent.is_file() for parent in path.parents):
                return ""
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            return f"{self._name(path)} is back"
        path = self._chance.choice(self._anything())
        near = self._chance.choice(self._anything())
        data = path.read_bytes()
        how = self._chance.choice(["remove", "move", "rename", "copy"])
        new = near.parent / path.name
        if how == "rename":
            new = path.with_name(f"renamed_{self._number}{path.suffix}")
        if how != "remove":
            if new.exists():
                return ""
            new.write_bytes(data)
        if how != "copy":
            path.unlink()
            self._removed[path] = data
            self._broken.pop(path, None)
        return f"{how} {self._name(path)} {self._name(new)}"

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
        text = init.read_text("utf-8") if init.exists() and _is_text(init) else ""
        self._broken.pop(init, None)
        tree = re.sub(r'\A(\s*)("""|\'\'\')[\s\S]*?\2', "", text).removesuffix(BROKEN)
        self._write(init, f'"""Package number {self._number}."""\n{tree}')
        return self._name(path.parent)

    def offer(self) -> str:
        """Let a package offer something by another name, or list what it offers."""
        named = self._public()
        packages = [path for path in self._files(".py") if path.name == "__init__.py"]
        if named is None or not packages:
            return ""
        path, (module, name) = self._chance.choice(packages), named
        text = f"from {module} import {name} as offered_{self._number}"
        if self._chance.random() < 0.3:
            text = f"__all__ = [{name!r}]"
        self._write(path, [*self._lines(path), text, ""])
        return f"{self._name(path)} {text}"

    def fixture(self) -> str:
        """Define a fixture and ask for it, or move one, or rename it."""
        files = self._files(".py")
        fixtures = [path for path in files if path.name == "conftest.py"]
        tests = [path for path in files if path.name.startswith("test_")]
        if not fixtures or not tests:
            return ""
        path, test = self._chance.choice(fixtures), self._chance.choice(tests)
        text, name = path.read_text("utf-8"), f"given_{self._number}"
        chosen = self._chance.random()
        if chosen < 0.2:
            self._write(path, f"\n{text}")
        elif chosen < 0.4:
            self._write(path, re.sub(r"\bgiven_\d+", name, text, count=1))
        else:
            define = f"import pytest\n\n\n@pytest.fixture\ndef {name}():\n    pass\n"
            self._write(path, f"{text}\n\n{define}")
            asked = f"def test_{self._number}({name}):\n    pass\n"
            self._write(test, f"{test.read_text('utf-8')}\n\n{asked}")
        return f"{self._name(path)} {name}"

    def script(self) -> str:
        """Make a script of a file, or move what makes it one."""
        path = self._python()
        if path is None:
            return ""
        text, guard = path.read_text("utf-8"), 'if __name__ == "__main__":'
        if guard in text:
            text = text.replace(guard, f"\n{guard}")
        else:
            text = f"{text}\n\n{guard}\n    print({self._number})\n"
        self._write(path, text)
        return self._name(path)

    def move_folder(self) -> str:
        """Rename a folder, or move it into another one."""
        folders = self._folders()
        if not folders:
            return ""
        folder, other = self._chance.choice(folders), self._chance.choice(folders)
        new = folder.with_name(f"{folder.name}_{self._number}")
        if self._chance.random() < 0.4:
            new = other / folder.name
        if new.exists() or folder in new.parents:
            return ""
        folder.rename(new)
        for path in [path for path in self._broken if folder in path.parents]:
            self._broken[new / path.relative_to(folder)] = self._broken.pop(path)
        return f"{self._name(folder)} to {self._name(new)}"

    def swap(self) -> str:
        """Let two files change places: nothing new, but everything elsewhere."""
        one, other = self._python(), self._python()
        if one is None or other is None or one == other:
            return ""
        content = one.read_bytes()
        one.write_bytes(other.read_bytes())
        other.write_bytes(content)
        return f"{self._name(one)} and {self._name(other)}"

    def text(self) -> str:
        """Change a text that is not Python, or add one, or empty a file."""
        files = [path for path in self._files() if path.suffix != ".py"]
        near = self._chance.choice(self._anything())
        chosen = self._chance.random()
        if chosen < 0.3 or not files:
            suffix = self._chance.choice([".md", ".rst", ".toml", ".json", ".txt", ""])
            path = near.with_name(f"NOTES_{self._number}{suffix}")
            self._write(path, f"Notes {self._number}\n=======\n\n{near.name}\n")
        elif chosen < 0.4:
            path = near
            self._broken.pop(path, None)
            path.write_bytes(b"")
        else:
            path = self._chance.choice(files)
            lines = self._lines(path)
            at = self._chance.randrange(len(lines))
            lines[at : at + self._chance.randrange(3)] = [f"Line {self._number}"]
            self._write(path, lines)
        return self._name(path)

    def source(self) -> str:
        """Drop, double or borrow lines of a source, or rename a word in it."""
        files = self._files(*SOURCES)
        if not files:
            return ""
        path = self._chance.choice(files)
        other = self._chance.choice([one for one in files if one.suffix == path.suffix])
        lines, others = self._lines(path), self._lines(other)
        at = self._chance.randrange(len(lines))
        length = self._chance.choice((1, 1, 2, 5, 20))
        how = self._chance.choice(("drop", "double", "borrow", "rename", "rename"))
        if how == "drop":
            del lines[at : at + length]
        elif how == "double":
            lines[at:at] = lines[at : at + length]
        elif how == "borrow":
            start = self._chance.randrange(len(others))
            lines[at:at] = others[start : start + length]
        else:
            words = WORD.findall("\n".join(lines)), WORD.findall("\n".join(others))
            if not all(words):
                return ""
            old, new = map(self._chance.choice, words)
            lines = re.sub(rf"\b{old}\b", new, "\n".join(lines)).split("\n")
        self._write(path, lines)
        return f"{how} {self._name(path)} {at + 1}"

    def data(self) -> str:
        """Change or add a file of data, or make one of a text."""
        near = self._chance.choice(self._anything())
        path = near.with_name(self._chance.choice(["logo.png", "data.bin", near.name]))
        self._broken.pop(path, None)
        path.write_bytes(bytes(range(256)) + bytes([self._number % 256]))
        return self._name(path)

    def encoding(self) -> str:
        """Write a file in another encoding or with other ends of lines."""
        path = self._python()
        if path is None:
            return ""
        text = path.read_text("utf-8")
        how = self._chance.choice(["latin-1", "cp1252 undeclared", "BOM", "CRLF"])
        if how == "latin-1":
            text = f"# -*- coding: latin-1 -*-\n# \xe9t\xe9\n{text}"
            path.write_bytes(text.encode("latin-1", "replace"))
        elif how == "BOM":
            path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        elif how == "CRLF":
            path.write_bytes(text.replace("\n", "\r\n").encode())
        else:
            path.write_bytes(f"# \x80\n{text}".encode("cp1252", "replace"))
        return f"{self._name(path)} {how}"

    def odd_name(self) -> str:
        """Add a file or folder whose name is that of a page, or hard to write."""
        near = self._chance.choice(self._anything()).parent
        path = near / self._chance.choice(ODD_NAMES)
        if path.exists():
            if len(self._anything()) < 5:
                return ""
            path.unlink()
            self._broken.pop(path, None)
            return f"no more {self._name(path)}"
        if any(parent.is_file() for parent in path.parents):
            return ""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._write(path, f"x = {self._number}\n")
        return self._name(path)

    def symbolic_link(self) -> str:
        """Add a link to a file, a folder or nothing, or remove it."""
        path = self._root / "linked"
        if path.is_symlink():
            path.unlink()
            return "removed"
        targets = [*self._anything(), *self._folders(), self._root / "nowhere"]
        target = self._chance.choice(targets)
        try:
            # The tree may be copied.
            relative = target.relative_to(self._root)
            path.symlink_to(relative, target_is_directory=target.is_dir())
        except OSError:
            return ""
        return f"to {self._name(target)}"

    def manual(self) -> str:
        """Write a page of the manual, or remove it."""
        page = self._docs / "edited.rst"
        if page.exists() and self._chance.random() < 0.3:
            page.unlink()
            return "removed"
        path = self._chance.choice(self._anything())
        folder = path.parent if path.parent != self._root else path.parent / "."
        # Of a page that never showed the tree Sphinx leaves the output.
        chosen = [MANUAL[0], *self._chance.sample(MANUAL, self._chance.randrange(5))]
        text = "\n\n".join(
            line.replace("EDIT", f"{self._number}")
            .replace("PATH", self._name(path))
            .replace("FOLDER", self._name(folder))
            for line in chosen
        )
        self._write(page, f":orphan:\n\nEdited\n======\n\n{text}\n")
        return f"{len(chosen)} paragraphs of {self._name(path)}"

    def configuration(self) -> str:
        """Give a configuration value, or take one back."""
        name = self._chance.choice(list(SETTINGS))
        if self._settings and self._chance.random() < 0.5:
            name = self._chance.choice(list(self._settings))
            del self._settings[name]
            done = f"{name} as before"
        else:
            self._settings[name] = self._chance.choice(SETTINGS[name])
            done = f"{name} = {self._settings[name]!r}"
        lines = [
            f"{name} = {value!r}\n".replace("DOCS", self._docs.name)
            for name, value in self._settings.items()
        ]
        self._write(self._docs / "conf.py", "".join([self._conf, "\n", *lines]))
        return done

    @cached_property
    def _conf(self) -> str:
        return (self._docs / "conf.py").read_text("utf-8")


def _is_text(path: Path) -> bool:
    try:
        return "\0" not in path.read_bytes().decode("utf-8")
    except ValueError:
        return False


def copy_parts(
    root: Path, parts: list[str], base: Path, theme: str = "alabaster"
) -> Path:
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
    (docs / "conf.py").write_text(CONF.replace("THEME", theme), "utf-8")
    (docs / "index.rst").write_text("Edited\n======\n\nIt is edited.\n", "utf-8")
    return copy


class Build:
    """A build that goes on in a process of its own.

    :param copy: the tree.
    :param base: where the outputs and the doctree directory are.
    """

    def __init__(self, copy: Path, base: Path, builder: str, jobs: int = 1) -> None:
        self.out = base / "out" / builder
        self._doctrees = base / "doctrees"
        self._doctrees.mkdir(parents=True, exist_ok=True)
        (self._doctrees / "said.json").unlink(missing_ok=True)
        arguments = ["-q", "-b", builder, "-j", str(jobs)]
        arguments += [str(copy / DOCS), str(self.out), "-d", str(self._doctrees)]
        self.said = ""
        self._log = base / "said.txt"
        self._process = _CONTEXT.Process(target=_run, args=(arguments, self._log))
        self._process.start()

    def done(self) -> dict[str, list[str]]:
        """Return what was read and written, once it is.

        :raises RuntimeError: if the build failed.
        """
        self._process.join()
        self.said = self._log.read_text("utf-8", "replace")
        if self._process.exitcode:
            raise RuntimeError(self.said)
        text = (self._doctrees / "said.json").read_text("utf-8")
        found: dict[str, list[str]] = json.loads(text)
        return found


def _run(arguments: list[str], log: Path) -> None:
    with log.open("wb") as stream:
        for number in (1, 2):
            os.dup2(stream.fileno(), number)
    from sphinx.cmd.build import main as build_main

    sys.exit(build_main(arguments))


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
    parser.add_argument("--builders", default="html", help="html,markdown, say")
    parser.add_argument("--theme", default="alabaster")
    parser.add_argument("--jobs", type=int, default=1, help="of the builds after edits")
    parser.add_argument("--keep", type=Path, help="work in this new folder")
    arguments = parser.parse_args()
    # The checkout that this script stands in is what is checked.
    os.environ["PYTHONPATH"] = str(REPOSITORY)
    sys.path.insert(0, str(REPOSITORY))
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        base = arguments.keep or Path(folder)
        root = arguments.root.resolve()
        copy = copy_parts(root, arguments.parts, base, arguments.theme)
        editor = Editor(copy, random.Random(arguments.seed))
        builders = itertools.cycle(arguments.builders.split(","))
        first = Build(copy, base / "edited", next(builders), arguments.jobs).done()
        print(f"{len(first['read']):,} pages", flush=True)
        # Each kind once, then at random.
        kinds = [*editor.kinds, *[""] * arguments.edits][: arguments.edits]
        for number, kind in enumerate(kinds, 1):
            done = editor.edit(kind)
            shutil.rmtree(base / "clean", ignore_errors=True)
            builder = next(builders)
            edited = Build(copy, base / "edited", builder, arguments.jobs)
            clean = Build(copy, base / "clean", builder)
            try:
                said = edited.done()
            finally:
                every = clean.done()
            found = list(differences(edited.out, clean.out))
            bad += bool(found)
            print(
                f"{number:3} {builder}, {done}: {len(said['read']):,} of"
                f" {len(every['read']):,} read, {len(set(said['written'])):,} written"
                f"{', ' + str(len(found)) + ' DIFFER' if found else ''}",
                flush=True,
            )
            if found:
                # An analysis that took too long, say.
                said_too = set(edited.said.splitlines()) ^ set(clean.said.splitlines())
                found[SHOWN:] = sorted(said_too)[:SHOWN]
            for line in found:
                print(f"    {line}", flush=True)
    print(f"{bad} of {arguments.edits} builds differ from a clean one")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
