"""Check the imports that a site lists, and where they lead.

Listed must be what CPython's ``ast`` sees: each name of each import statement,
wherever in the file, with its line, once. And those that mean a file of the tree must
link to it. What they mean is found here by path alone, after the language reference
(5.2 to 5.7, 7.11) and independently of the extension: a relative import starts at
the folder of the file; an absolute one at the folders that hold outermost packages
(the tree itself, where it is a package, is called after its folder), at source folders
(``src``, ``lib``, ``python``) and beside a script; ``__init__`` modules make packages,
folders without one are namespace packages if nothing else has the name. ``from m
import n`` means what ``m`` binds to ``n``, followed through imports to the file that
defines it, else the submodule ``n``, else, bound by a program, ``m``.

The tree is what the site has pages about.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from markup import escape_output, read_text, resolve, site_files

SUFFIX = "_docs.html"
SHOWN = 30
SOURCE_FOLDERS = {"src", "lib", "python"}
SECTION = re.compile(r'<section id="dependencies">(.*?)</section>', re.DOTALL)
GROUP = re.compile(
    r'<p class="rubric">([^<]*)</p>\s*(.*?)(?=<p class="rubric">|\Z)', re.DOTALL
)
ENTRY = re.compile(
    r'<li><(?:a class="(?:[^"]* )?kw-name" href="([^"]*)"|code class="kw-name")>(.*?)</'
    r'[^\n]*?<a class="(?:[^"]* )?kw-where" href="[^"]*">'
    r"lines? ([\d, \N{EN DASH}]+)</a>([^\n]*)"
)
#: One of several names of a statement.
NAME = re.compile(
    r'<(?:a(?: class="[^"]*")? href="([^"]*)"|code[^>]*)>(?:<code[^>]*>)?([^ <]+)'
)
GROUPS = (
    "This repository",
    "Standard library",
    "Third party",
    "Not in the source tree",
)


class Shown(NamedTuple):
    """An import as a page shows it."""

    lines: frozenset[int]
    """Those of the statements that import from one module."""
    written: str
    group: str
    target: str
    """The path of the file or folder that it links to; empty without a link, or for
    one to elsewhere."""


class Asked(NamedTuple):
    """An import as a file has it."""

    line: int
    module: str
    level: int
    name: str

    @property
    def written(self) -> str:
        """The dotted name with its dots."""
        dots = "." * self.level
        return dots + ".".join(part for part in (self.module, self.name) if part)


def asked_in(tree: ast.AST) -> Iterator[Asked]:
    """Yield the imports of a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield Asked(node.lineno, one.name, 0, "")
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                yield Asked(node.lineno, node.module or "", node.level, one.name)


def shown_on(html: str, page: str, files: set[str], prefix: str) -> list[Shown]:
    """Return the imports that a page lists."""
    section = SECTION.search(html)
    found = []
    for title, body in GROUP.findall(section[1]) if section else ():
        group = title.rpartition(" (")[0]
        if group not in GROUPS:
            continue
        for uri, name, numbers, rest in ENTRY.findall(body):
            runs = [run.split("\N{EN DASH}") for run in numbers.split(", ")]
            lines = frozenset(
                line for run in runs for line in range(int(run[0]), int(run[-1]) + 1)
            )
            written = unescape(name.replace("<wbr/>", ""))
            parts = rest.partition('<span class="kw-parts">')[2]
            names = NAME.findall(parts.replace("<wbr/>", ""))
            dot = "" if written.endswith(".") else "."
            several = [(where, f"{written}{dot}{one}") for where, one in names]
            for where, dotted in several or [(uri, written)]:
                target = ""
                if where and "://" not in where:
                    there = resolve(page, unescape(where).partition("#")[0], files)
                    target = there.removeprefix(f"{prefix}/").removesuffix(SUFFIX)
                    target = re.sub(r"(^|/)index\.html$", "", target) or "."
                found.append(Shown(lines, unescape(dotted), group, target))
    return found


class Modules:
    """What imports mean, by path."""

    def __init__(self, root: Path, paths: Iterable[str]) -> None:
        self.root = root
        self.paths = set(paths)
        self.folders = {
            "/".join(parts[:number])
            for path in self.paths
            for parts in [path.split("/")]
            for number in range(len(parts))
        }
        self.trees: dict[str, ast.Module] = {}
        self.bound: dict[str, dict[str, list[Asked | None]]] = {}
        self.stars: dict[str, list[Asked]] = {}
        self.all: dict[str, list[str] | None] = {}
        self.starts = self._starts()

    def _is_package(self, folder: str) -> bool:
        return f"{folder}/__init__.py".lstrip("/") in self.paths

    def _starts(self) -> list[str]:
        """Return the folders at which absolute imports may start."""
        found = set()
        for folder in self.folders:
            above = folder.rpartition("/")[0]
            if folder and self._is_package(folder) and not self._is_package(above):
                found.add(above)
            if folder.rpartition("/")[2] in SOURCE_FOLDERS and not self._is_package(
                folder
            ):
                found.add(folder)
        if not self._is_package(""):
            found.add("")
        return sorted(found)

    def at(self, folder: str, parts: list[str]) -> str | None:
        """Return the module *parts* in a folder: a file, or a folder."""
        for number, part in enumerate(parts):
            base = f"{folder}/{part}".lstrip("/")
            if self._is_package(base):
                folder = base
            elif f"{base}.py" in self.paths:
                return f"{base}.py" if number == len(parts) - 1 else None
            elif base in self.folders:
                folder = base
            else:
                return None
        init = f"{folder}/__init__.py".lstrip("/")
        return init if init in self.paths else folder

    def module(self, importer: str, one: Asked) -> str | None:
        """Return the file or folder that the module of an import means."""
        parts = one.module.split(".") if one.module else []
        folder = importer.rpartition("/")[0]
        if one.level:
            above = folder.split("/") if folder else []
            if one.level - 1 > len(above):
                return None
            return self.at("/".join(above[: len(above) - one.level + 1]), parts)
        if self._is_package("") and parts[0] == self.root.name:
            return self.at("", parts[1:])
        beside = [] if self._is_package(folder) else [folder]
        # Nearer ones first: of several projects in one tree a file means its own.
        starts = sorted(
            self.starts,
            key=lambda start: (
                not f"{importer}/".startswith(f"{start}/" if start else ""),
                -len(start),
            ),
        )
        namespace = None
        for start in [*beside, *starts]:
            if self.at(start, parts[:1]) is None:
                continue
            if parts[0] in sys.stdlib_module_names and start not in beside:
                continue
            found = self.at(start, parts)
            if found in self.paths:
                return found
            namespace = namespace or found
        return namespace

    def _read(self, path: str) -> None:
        if path in self.bound:
            return
        bound: defaultdict[str, list[Asked | None]] = defaultdict(list)
        stars: list[Asked] = []
        exported: list[str] | None = None
        tree = self.trees.get(path, ast.Module([], []))
        for node in _at_top(tree.body):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                bound[node.name].append(None)
            elif isinstance(node, ast.Import):
                for one in node.names:
                    if one.asname:
                        bound[one.asname].append(Asked(node.lineno, one.name, 0, ""))
                    else:
                        top = one.name.partition(".")[0]
                        bound[top].append(Asked(node.lineno, top, 0, ""))
            elif isinstance(node, ast.ImportFrom):
                for one in node.names:
                    asked = Asked(node.lineno, node.module or "", node.level, one.name)
                    if one.name == "*":
                        stars.append(asked)
                    else:
                        bound[one.asname or one.name].append(asked)
            else:
                for inner in _expressions(node):
                    if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                        bound[inner.id].append(None)
                        if inner.id == "__all__":
                            exported = _listed(node, exported)
        self.bound[path], self.stars[path], self.all[path] = (
            dict(bound),
            stars,
            exported,
        )

    def meant(
        self, importer: str, one: Asked, seen: frozenset[object] = frozenset()
    ) -> set[str]:
        """Return the files of the tree that an import may mean; empty for none."""
        module = self.module(importer, one)
        if module is None or (importer, one) in seen:
            return set()
        if not one.name or one.name == "*":
            return {module}
        if found := self._name(module, one.name, seen | {(importer, one)}):
            return found
        # What no statement of the tree binds, or only an import from elsewhere, leads
        # to the module that the import itself names.
        return set() if seen else {module}

    def _name(self, module: str, name: str, seen: frozenset[object]) -> set[str]:
        found: set[str] = set()
        if module in self.paths:
            self._read(module)
            for binding in self.bound[module].get(name, ()):
                if binding is None:
                    found.add(module)
                else:
                    found |= self.meant(module, binding, seen)
            if not found:
                for star in self.stars[module]:
                    there = self.module(module, star)
                    if there and there in self.paths and (there, name) not in seen:
                        self._read(there)
                        listed = self.all[there]
                        offered = (
                            not name.startswith("_")
                            if listed is None
                            else name in listed
                        )
                        if offered:
                            found |= self._name(there, name, seen | {(there, name)})
        if not found:
            folder, _, base = module.rpartition("/")
            if module in self.folders:
                folder, base = module, "__init__.py"
            if base == "__init__.py":
                submodule = self.at(folder, [name])
                found = {submodule} if submodule is not None else set()
        return found


def _at_top(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run when a module does, those in blocks included."""
    for node in body:
        yield node
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        blocks = (getattr(node, name, []) for name in ("body", "orelse", "finalbody"))
        yield from _at_top(chain.from_iterable(blocks))
        for handler in getattr(node, "handlers", []):
            yield from _at_top(handler.body)


def _listed(node: ast.stmt, before: list[str] | None) -> list[str] | None:
    """Return what ``__all__`` holds after a statement that binds it, if it says so."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return None
    try:
        found = list(ast.literal_eval(node.value)) if node.value else None
    except (ValueError, TypeError):
        return None
    if found is not None and isinstance(node, ast.AugAssign):
        return None if before is None else before + found
    return found


def _expressions(node: ast.stmt) -> Iterator[ast.AST]:
    """Walk a statement, but not the statements in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.stmt, ast.ExceptHandler)):
            yield from ast.walk(child)


def main() -> int:
    """Return 0 where all imports are listed and 99.5 % lead to their files, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("site", type=Path, help="folder of HTML pages")
    parser.add_argument("root", type=Path, help="folder that the site shows")
    parser.add_argument("--prefix", default="code", help="folder of generated pages")
    arguments = parser.parse_args()
    escape_output()
    base = arguments.site / arguments.prefix
    files = site_files(arguments.site)
    pages = {
        page.relative_to(base).as_posix().removesuffix(SUFFIX): page
        for page in sorted(base.rglob(f"*.py{SUFFIX}"))
    }
    modules = Modules(arguments.root.resolve(), pages)
    unread = []
    for path in pages:
        try:
            modules.trees[path] = ast.parse((arguments.root / path).read_bytes())
        except (SyntaxError, ValueError):
            unread.append(path)
    imports = inside = linked = 0
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, tree in modules.trees.items():
        asked = list(asked_in(tree))
        imports += len(asked)
        page = pages[path].relative_to(arguments.site).as_posix()
        shown = shown_on(read_text(pages[path]), page, files, arguments.prefix)
        places = defaultdict(list)
        for one in shown:
            places[one.written].append(one)
        lines = {(one.line, one.written) for one in asked}
        for one in shown:
            if not any((line, one.written) in lines for line in one.lines):
                place = f"{path}:{min(one.lines)} {one.written}"
                found["listed and not there"].append(place)
        for one in asked:
            there = next(
                (row for row in places[one.written] if one.line in row.lines), None
            )
            if there is None:
                found["not listed"].append(f"{path}:{one.line} {one.written}")
                continue
            meant = {target or "." for target in modules.meant(path, one)}
            place = f"{path}:{one.line} {one.written}"
            if not meant:
                if there.target or there.group == "This repository":
                    found["linked, and not in the tree by path"].append(
                        f"{place} to {there.target}"
                    )
                continue
            inside += 1
            # What a file imports of itself stands on the page already.
            if there.target in meant or meant == {path}:
                linked += 1
            elif not there.target:
                found["not linked"].append(f"{place} ({there.group}), is {meant}")
            else:
                found["linked to another file"].append(
                    f"{place} to {there.target}, is {meant}"
                )
    print(f"{len(modules.trees):,} files, {imports:,} imports")
    print(f"{len(unread):,} files that this Python cannot parse, not compared")
    missing = len(found["not listed"])
    print(f"  listed: {1 - missing / max(imports, 1):.3%}")
    print(f"  of {inside:,} that mean a file of the tree linked to it:")
    print(f"  {linked:,}, {linked / max(inside, 1):.3%}")
    for title, places_found in found.items():
        if places_found:
            print(f"{len(places_found):,} {title}")
            for line in places_found[:SHOWN]:
                print(f"  {line}")
    bad = missing or found["listed and not there"] or linked < 0.995 * inside
    return 1 if bad or not imports else 0


if __name__ == "__main__":
    sys.exit(main())
