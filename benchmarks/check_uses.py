"""Check which files are said to use a definition, for names that are bound once.

Where a name is bound only once in a tree, a search in the code of all files tells who
uses it: the files that have the name as an identifier or an attribute, strings,
comments and imports aside (a method only as an attribute; an attribute also as the name
of a keyword argument). Names that builtins or their attributes have are left out. That
is compared with the files that pages list as users, sure and by name together.
A definition counts as right if
both are the same; namesakes in other projects count as missed. The file of the
definition itself is left out on both sides.

Files that are missed are shown with what the name hangs on there.
"""

from __future__ import annotations

import argparse
import builtins
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from bindings_by_ast import ENTRY, IMPORT, Bindings
from linked_tree import LinkedTree
from results import table

from sphinxcontrib_kwindex.analysis.python.encoding import decode_python

#: By kind the share that has to be right.
WANTED: Final = {
    "method": 0.9,
    "attribute": 0.9,
    "function": 0.98,
    "data": 0.98,
    "class": 0.99,
}


#: By kind the ways in which its names are used.
WAYS: Final = {
    "method": ("attribute",),
    "attribute": ("attribute", "keyword"),
    "function": ("name", "attribute"),
    "data": ("name", "attribute"),
    "class": ("name", "attribute"),
}
_BUILTIN: Final = {
    *dir(builtins),
    *(name for one in vars(builtins).values() for name in dir(one)),
}


class Once(NamedTuple):
    """A definition whose name nothing else in the tree has."""

    path: str
    qualname: str
    kind: str


@dataclass
class Names:
    """The names of all files, by :mod:`ast`."""

    once: dict[str, Once] = field(default_factory=dict)
    """By name what is defined once."""
    files: dict[tuple[str, str], set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )
    """The files whose code has a name in a way (:data:`WAYS`)."""

    def having(self, name: str, kind: str) -> set[str]:
        """Return the files that use the only definition of a name."""
        files = (self.files.get((name, way), set()) for way in WAYS[kind])
        return set().union(*files)


def names_of(root: Path, tree: LinkedTree) -> Names:
    """Return the names of all files of a tree."""
    bound: dict[str, set[tuple[str, str]]] = defaultdict(set)
    names = Names()
    for path in tree.paths:
        own = parsed(root, path)
        if own is None:
            continue
        for mention in own.mentions:
            names.files[mention].add(path)
        for (_, name), one in own.at.items():
            if one.how.endswith(IMPORT):
                continue
            is_entry = one.kind == ENTRY and "import" not in one.how
            # What is local is a second meaning, whatever it is called.
            qualname = one.qualname if is_entry else f"{one.qualname} {name}"
            bound[name].add((path, qualname))
    for name, places in bound.items():
        (path, qualname), *others = places
        definition = tree.definitions(path).get(qualname)
        if not others and definition and name not in _BUILTIN:
            names.once[name] = Once(path, qualname, definition.kind)
    return names


def parsed(root: Path, path: str) -> Bindings | None:
    """Return what a file binds; ``None`` if it cannot be parsed."""
    try:
        return Bindings(decode_python((root / path).read_bytes()).text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def main() -> int:
    """Return 0 where the shares of all kinds are as wanted, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "roots", nargs="+", type=Path, help="packages, or their parents"
    )
    parser.add_argument("--cache", type=Path, help="keeps facts between runs")
    parser.add_argument("--shown", type=int, default=3, help="places for each cause")
    arguments = parser.parse_args()
    good = True
    for root in (root.resolve() for root in arguments.roots):
        with tempfile.TemporaryDirectory() as folder:
            tree = LinkedTree(root, Path(folder), arguments.cache)
            good &= check(root, tree, arguments.shown)
            tree.store.close()
    return 0 if good else 1


def check(root: Path, tree: LinkedTree, shown: int) -> bool:
    """Compare and print; return whether enough is right."""
    names = names_of(root, tree)
    users = tree.users()
    right: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    missed: dict[str, list[tuple[str, Once]]] = defaultdict(list)
    extra: list[str] = []
    for name, once in sorted(names.once.items()):
        expected = names.having(name, once.kind) - {once.path}
        ours = users.get((once.path, once.qualname), set()) - {once.path}
        if not expected and not ours:
            continue
        counted[once.kind] += 1
        # Annotations in strings have names, too.
        more = {path for path in ours - expected if not _has(root / path, name)}
        right[once.kind] += expected <= ours and not more
        extra += [f"{once.path}::{once.qualname}: {path}" for path in more]
        for path in expected - ours:
            missed[path].append((name, once))
    rows = [
        [kind, f"{right[kind]:,}", f"{counted[kind]:,}", _share(right, counted, kind)]
        for kind in WANTED
    ]
    print(f"\n# {root.name}: {len(tree.paths):,} files\n")
    print(table(["kind", "right", "of", "share"], rows))
    print(f"\nsaid to use what they do not have: {len(extra):,}")
    for one in extra[:shown]:
        print(f"  {one}")
    _print_missed(root, missed, shown)
    return all(right[kind] >= WANTED[kind] * counted[kind] for kind in WANTED)


def _has(file: Path, name: str) -> bool:
    return name.encode() in file.read_bytes()


def _share(right: Counter[str], counted: Counter[str], kind: str) -> str:
    return f"{right[kind] / counted[kind]:.1%}" if counted[kind] else "-"


def _print_missed(
    root: Path, missed: dict[str, list[tuple[str, Once]]], shown: int
) -> None:
    """Print the files that are missed, by kind and by cause."""
    causes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, several in missed.items():
        own = parsed(root, path)
        assert own
        for name, (there, qualname, kind) in several:
            ways = (own.mentions.get((name, way)) for way in WAYS[kind])
            line, column = min(filter(None, ways))
            place = f"{path}:{line}:{column} {there}::{qualname}"
            causes[kind, own.cause(line, column)].append(place)
    for kind in WANTED:
        some = {cause: ones for (of, cause), ones in causes.items() if of == kind}
        total = sum(map(len, some.values()))
        print(f"\nmissed, {kind}: {total:,} files")
        for cause, ones in sorted(some.items(), key=lambda row: -len(row[1])):
            print(f"  {len(ones):4} {cause}")
            for place in sorted(ones)[:shown]:
                print(f"         {place}")


if __name__ == "__main__":
    sys.exit(main())
