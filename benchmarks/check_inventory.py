"""Compare what a site's ``objects.inv`` lists with what CPython sees in the files.

The extension names classes, functions and methods by its own walk over astroid's
trees. Here the same names are made a second time by other means, the ``ast``
module and CPython's rules for ``__qualname__``, and the two sets must be equal.
Then every object's address is followed: its page must exist and have its anchor.
The inventory is read by this module itself, so that a mistake in writing it does
not hide behind the same mistake in reading.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import sys
import warnings
import zlib
from collections import defaultdict
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from markup import escape_output, read_markup, read_text, resolve, site_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = ("class", "function", "method")
ENTRY = re.compile(r"(.+?)\s+(\S+?):(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)")
SHOWN = 20
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BODIES = (ast.stmt, ast.excepthandler, ast.match_case)


class Entry(NamedTuple):
    """One object of the domain ``kw``."""

    name: str
    kind: str
    uri: str


class Named(NamedTuple):
    """A definition as both sides can say it."""

    path: str
    qualname: str
    kind: str


def read_inventory(path: Path) -> list[Entry]:
    """Return the ``kw`` objects of an inventory of version 2.

    Raises :exc:`ValueError` where the file is not one.
    """
    data = path.read_bytes()
    header, *_, rest = data.split(b"\n", 4)
    if header.rstrip() != b"# Sphinx inventory version 2":
        raise ValueError(f"{path.name}: not a Sphinx inventory of version 2")
    entries = []
    for line in zlib.decompress(rest).decode().split("\n"):
        match = ENTRY.fullmatch(line.rstrip())
        if match and match[2] == "kw":
            name, uri = match[1], match[5]
            if uri.endswith("$"):
                uri = uri[:-1] + name
            entries.append(Entry(name, match[3], uri))
    return entries


def scope_statements(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements of a scope, those of nested blocks too, those of nested
    scopes not.
    """
    pending = [*ast.iter_child_nodes(scope)][::-1]
    while pending:
        node = pending.pop()
        if not isinstance(node, BODIES):
            continue
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            pending += [*ast.iter_child_nodes(node)][::-1]


def definitions(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield qualified name and kind of every class and function in a tree.

    A name that its enclosing function or class declares ``global`` is qualified
    by itself alone (``compiler_set_qualname`` in CPython's compiler). The scopes
    of type parameters (PEP 695) do not show.
    """
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        scope, prefix = pending.pop()
        statements = [*scope_statements(scope)]
        names = (node.names for node in statements if isinstance(node, ast.Global))
        loose = {name for group in names for name in group} if prefix else set()
        for node in statements:
            if isinstance(node, ast.ClassDef):
                kind = "class"
            elif isinstance(node, FUNCTIONS):
                kind = "method" if isinstance(scope, ast.ClassDef) else "function"
            else:
                continue
            qualname = node.name if node.name in loose else prefix + node.name
            yield qualname, kind
            inner = "." if kind == "class" else ".<locals>."
            pending.append((node, qualname + inner))


def python_files(root: Path, exclude: Iterable[str]) -> Iterator[str]:
    """Yield the Python files below `root` as POSIX paths from there.

    Version control's own folders are passed over, and every path that matches a
    pattern of `exclude`, where ``*`` stands for slashes too.
    """
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in (".git", ".hg"))
        for name in sorted(names):
            path = Path(folder, name)
            relative = path.relative_to(root).as_posix()
            if (
                name.endswith((".py", ".pyi"))
                and path.is_file()
                and not any(fnmatch(relative, pattern) for pattern in exclude)
            ):
                yield relative


def parse(path: Path) -> ast.Module | None:
    """Return the tree of a file, ``None`` where this Python cannot parse it."""
    try:
        return ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def bad_addresses(
    site: Path, entries: Iterable[Entry], prefix: str
) -> Iterator[tuple[Entry, str]]:
    """Yield the objects whose address leads nowhere, with what is wrong."""
    files = site_files(site)
    by_page: dict[str, list[tuple[Entry, str]]] = defaultdict(list)
    for entry in entries:
        address, _, fragment = entry.uri.partition("#")
        page = resolve("", address or "/", files)
        if page not in files:
            yield entry, "no such page"
        elif "::" in entry.name and not page.startswith(prefix):
            yield entry, f"not below {prefix}"
        elif "::" in entry.name and not fragment:
            yield entry, "no anchor"
        elif fragment:
            by_page[page].append((entry, unquote(fragment)))
    for page, wanted in sorted(by_page.items()):
        anchors = read_markup(read_text(site / page)).anchors
        for entry, fragment in wanted:
            if fragment not in anchors:
                yield entry, "no such anchor"


def show(title: str, lines: Iterable[str]) -> int:
    """Print how many `lines` there are and the first of them; return the number."""
    every = list(lines)
    print(f"{len(every):,} {title}")
    for line in every[:SHOWN]:
        print(f"  {line}")
    return len(every)


def main() -> int:
    """Return 0 where inventory and files agree and every address holds, else 1."""
    parser = argparse.ArgumentParser(
        description="Compare a site's inventory with what CPython sees in the files."
    )
    parser.add_argument("site", type=Path, help="folder with objects.inv")
    parser.add_argument("root", type=Path, help="folder that the site shows")
    parser.add_argument("--prefix", default="code", help="folder of generated pages")
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="files that the site leaves out, such as '*.pyi'; may be repeated",
    )
    arguments = parser.parse_args()
    escape_output()
    warnings.simplefilter("ignore")  # of the files' own: invalid escapes
    entries = read_inventory(arguments.site / "objects.inv")
    listed_files = {entry.name for entry in entries if entry.kind == "file"}
    listed = {
        Named(*entry.name.partition("::")[::2], entry.kind)
        for entry in entries
        if entry.kind in KINDS
    }
    expected: set[Named] = set()
    unparsed = []
    paths = list(python_files(arguments.root, arguments.exclude))
    for path in paths:
        tree = parse(arguments.root / path)
        if tree is None:
            unparsed.append(path)
        else:
            expected |= {Named(path, *found) for found in definitions(tree)}
    listed = {named for named in listed if named.path not in set(unparsed)}
    prefix = f"{arguments.prefix.strip('/')}/".lstrip("/")
    print(f"{len(paths):,} Python files, {len(entries):,} kw objects")
    for kind in KINDS:
        here, there = (sum(n.kind == kind for n in side) for side in (expected, listed))
        print(f"  {kind}: {here:,} in the files, {there:,} in the inventory")
    show("files that this Python cannot parse, not compared", unparsed)
    wrong = show(
        "Python files without an object", (p for p in paths if p not in listed_files)
    )
    for title, names in (
        ("missing in the inventory", expected - listed),
        ("extra in the inventory", listed - expected),
    ):
        wrong += show(
            title, (f"{n.path}::{n.qualname} ({n.kind})" for n in sorted(names))
        )
    wrong += show(
        "addresses that lead nowhere",
        (
            f"{entry.name} ({entry.kind}): {entry.uri}: {problem}"
            for entry, problem in bad_addresses(arguments.site, entries, prefix)
        ),
    )
    if not paths or not entries:
        print("nothing to compare", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
