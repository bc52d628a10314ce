"""Judge links of JavaScript and TypeScript by TypeScript's own language service.

    npm install
    python benchmarks/check_typescript.py ROOT [--seed 1] [--sample 1500] [--by-name]

A link is right if the service names a line of the definition that it leads to. What the
service knows nothing of does not count: a property of an object whose type it does not
know is its own definition, and the package of an import may not be installed. A module
that is one value (``module.exports = …``) is its first line to it. It exits with 1 if
less than 98 % of the others are right; of links that nothing but a name tells
(``--by-name``) nothing is asked.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    # The checkout that this script stands in is what is checked.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from linked_tree import LinkedTree

SUFFIXES: Final = (".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs")
PATTERNS: Final = (*(f"*{suffix}" for suffix in SUFFIXES), "*.json")
WANTED: Final = 0.98
SHOWN: Final = 25
#: Where no definition is that a line could be compared of.
_PLACES: Final = frozenset({"file", "folder", "line", "external", "note"})
_IMPORT: Final = re.compile(r"^import |\brequire\(")
_JUDGE: Final = Path(__file__).with_name("typescript_judge.mjs")

#: Path, line and column, then the path and the lines of what the link leads to.
Link = tuple[str, int, int, str, tuple[int, ...], str]


def links(tree: LinkedTree, *, by_name: bool) -> list[Link]:
    """Return the links of a tree that lead to definitions, in order."""
    found: list[Link] = []
    for path in sorted(tree.store.file_keys()):
        if not path.endswith(SUFFIXES):
            continue
        targets = tree.targets(path)
        for one in tree.facts(path).references.iterate():
            row = targets[one.spec]
            if row is None or row.kind in _PLACES or row.by_name != by_name:
                continue
            lines = [
                line
                for target in (row, *row.more)
                for definition in tree.facts(target.path).definitions
                if definition.qualname == target.qualname
                for line in definition.lines
            ]
            place = (path, one.line, one.column)
            found.append((*place, row.path, tuple(lines), row.qualname))
    return found


def _is_import(root: Path, path: object, line: object) -> bool:
    """Tell whether a statement is an import, which the service followed no further."""
    text = (root / str(path)).read_text("utf-8", "replace").split("\n")
    return bool(_IMPORT.search(text[int(str(line)) - 1]))


def main() -> int:
    """Judge a sample of the links of a tree."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=1_500)
    parser.add_argument("--by-name", action="store_true")
    arguments = parser.parse_args()
    node = shutil.which("node")
    if node is None:
        print("skipped: no node")
        return 0
    root = arguments.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        tree = LinkedTree(root, Path(folder), patterns=PATTERNS)
        found = links(tree, by_name=arguments.by_name)
    drawn = random.Random(arguments.seed).sample(
        found, min(arguments.sample, len(found))
    )
    result = subprocess.run(
        [node, _JUDGE, root],
        input=json.dumps(drawn),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    told: list[list[list[object]]] = json.loads(result.stdout)
    known = [
        (link, places)
        for link, places in zip(drawn, told, strict=True)
        if places
        and not _is_import(root, *places[-1])
        and any((path, line) != (link[0], link[1]) for path, line in places)
    ]
    wrong = [
        (link, places)
        for link, places in known
        if not any(path == link[3] and line in (1, *link[4]) for path, line in places)
    ]
    for (path, line, column, target, _, qualname), places in wrong[:SHOWN]:
        print(f"{path}:{line}:{column}: {target} {qualname}; TypeScript: {places}")
    right = len(known) - len(wrong)
    print(
        f"{len(found):,} links, {len(drawn):,} drawn; {right:,} of {len(known):,} right"
    )
    return int(not arguments.by_name and right < WANTED * len(known))


if __name__ == "__main__":
    sys.exit(main())
