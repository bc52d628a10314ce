"""Compare the export ``ctags`` with what universal-ctags finds, with ``ast`` as judge.

``check_tags.py ROOT`` analyses the Python files below ROOT, writes ``tags`` and asks
``readtags`` for what is in it: the classes, functions and methods, each by file, line,
name and kind. ``ctags`` finds them, too, and ``ast`` says what there is. Where ours and
those of ctags differ, ``ast`` has to say that ours are right. Last, Vim follows some of
the tags and has to stand on the lines where they are.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from linked_tree import LinkedTree

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.exports.ctags import write

#: The kinds that are compared, by their letters.
KINDS: Final = {"c": "class", "f": "function", "m": "member"}


class Tag(NamedTuple):
    """A definition by its place."""

    path: str
    line: int
    name: str
    kind: str


def main() -> None:
    """Compare what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("--followed", type=int, default=50, help="tags for Vim")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    root = options.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        tree = LinkedTree(root, Path(folder))
        write(CodeMap(tree.store, root), Path(folder))
        file = Path(folder, "tags")
        paths = set(tree.paths)
        ours = {tag for tag in _in_tags(file) if tag.path in paths}
        judged = {tag for path in paths for tag in _by_ast(root, path)}
        theirs = set(_by_ctags(root, sorted(paths)))
        chosen = random.Random(options.seed).sample(
            sorted(ours), min(options.followed, len(ours))
        )
        astray = [tag for tag in chosen if not _followed(root, file, tag)]
    print(f"{len(ours)} ours, {len(theirs)} of ctags, {len(judged)} by ast")
    print(f"{len(ours & theirs)} are the same")
    for title, tags in (
        ("only ours, and ast has them", (ours - theirs) & judged),
        ("only of ctags, and ast has them not", (theirs - ours) - judged),
        ("WRONG: only ours, and ast has them not", (ours - theirs) - judged),
        ("WRONG: only of ctags, and ast has them", (theirs - ours) & judged),
        ("WRONG: Vim did not find them", set(astray)),
    ):
        print(f"{len(tags)} {title}")
        for tag in sorted(tags)[:8]:
            print(f"    {tag.path}:{tag.line} {tag.kind} {tag.name}")
    sys.exit(bool(astray or (ours ^ theirs) & (ours ^ judged)))


def _in_tags(file: Path) -> Iterator[Tag]:
    """Yield what readtags finds in a tags file."""
    listed = subprocess.run(
        ["readtags", "-en", "-t", str(file), "-l"],
        capture_output=True,
        text=True,
        check=True,
    )
    for line in listed.stdout.splitlines():
        name, path, *_ = line.split("\t")
        fields = dict(
            field.split(":", 1) for field in line.rpartition(';"\t')[2].split("\t")
        )
        if fields["kind"] in KINDS:
            yield Tag(path, int(fields["line"]), name, KINDS[fields["kind"]])


def _by_ctags(root: Path, paths: list[str]) -> Iterator[Tag]:
    options = "--languages=Python --map-Python=+.pyi --kinds-Python=cfm --fields=+nK"
    found = subprocess.run(
        ["ctags", "--output-format=json", *options.split(), "-L", "-", "-f", "-"],
        cwd=root,
        input="\n".join(paths),
        capture_output=True,
        text=True,
        check=True,
    )
    for line in found.stdout.splitlines():
        row = json.loads(line)
        yield Tag(row["path"], row["line"], row["name"], row["kind"])


def _by_ast(root: Path, path: str) -> Iterator[Tag]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = ast.parse((root / path).read_bytes())
    pending: list[tuple[ast.AST, bool]] = [(module, False)]
    while pending:
        node, in_class = pending.pop()
        if isinstance(node, ast.ClassDef):
            yield Tag(path, node.lineno, node.name, "class")
            in_class = True
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            kind = "member" if in_class else "function"
            yield Tag(path, node.lineno, node.name, kind)
            in_class = False
        pending += [(child, in_class) for child in ast.iter_child_nodes(node)]


def _followed(root: Path, file: Path, tag: Tag) -> bool:
    """Tell whether Vim finds the line of a tag, among those of its name."""
    script = (
        f"set tags={file} notagrelative",
        f"let found = taglist('^{tag.name}$', '{tag.path}')",
        f"let found = filter(found, 'v:val.line == {tag.line}')",
        "exe 'edit ' . fnameescape(found[0].filename)",
        "exe 'normal! gg'",
        "set nomagic",
        "exe found[0].cmd",
        "call writefile([expand('%') . ':' . line('.')], '/dev/stdout')",
        "qa!",
    )
    commands = [part for line in script for part in ("-c", line)]
    done = subprocess.run(
        ["vim", "-es", "-u", "NONE", "-i", "NONE", *commands],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    place, _, line = done.stdout.strip().rpartition(":")
    if place != tag.path or not line.isdigit():
        return False
    # A pattern finds the first of several lines with the same text.
    text = (root / tag.path).read_text("utf-8", "replace").split("\n")
    return text[int(line) - 1][:90] == text[tag.line - 1][:90]


if __name__ == "__main__":
    main()
