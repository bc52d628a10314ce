"""Check which files are said to use a definition, for names that are bound once.

Where a name is bound only once in a tree, a search in the code of all files tells who
uses it: the files that have the name as an identifier or an attribute, strings,
comments and imports aside (a method only as an attribute; an attribute also as the name
of a keyword argument). Names that builtins or their attributes have are left out. That
is compared with the files that pages list as users, sure and by name together.
A definition counts as right if both are the same. The file of the definition itself is
left out on both sides.

Namesakes in other projects are no uses. So a name does not count where an import
statement gets it, or the module whose attribute it is, from another project. What a
module defines is asked of nothing but what is imported, and no other file has what is
local to a function. Keyword arguments name the fields of a class, which its body
annotates. Methods and attributes with a name that the standard library has are left
out, for nobody knows what an object without a type is, and so are names of modules.
``--strict`` counts all of that.

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

from bindings_by_ast import ENTRY, IMPORT, Bindings, Source
from linked_tree import LinkedTree
from outside_names import Imports, standard_names
from results import table

from sphinxcontrib_kwindex.analysis.python.source.encoding import decode_python

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
    "attribute": ("attribute",),
    "field": ("attribute", "keyword"),
    "function": ("name", "attribute"),
    "data": ("name", "attribute"),
    "class": ("name", "attribute"),
}
_OF_OBJECTS: Final = {"method", "attribute"}
_BUILTIN: Final = {
    *dir(builtins),
    *(name for one in vars(builtins).values() for name in dir(one)),
}


class Once(NamedTuple):
    """A definition whose name nothing else in the tree has."""

    path: str
    qualname: str
    kind: str
    ways: tuple[str, ...]
    """How its name is used, of :data:`WAYS`."""


@dataclass
class Names:
    """The names of all files, by :mod:`ast`."""

    imports: Imports
    once: dict[str, Once] = field(default_factory=dict)
    """By name what is defined once."""
    files: dict[tuple[str, str], dict[str, set[Source | None]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """The files whose code has a name in a way (:data:`WAYS`), with what imports say
    of it."""
    aliases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The other names that imports give to what has a name."""

    def having(self, name: str, once: Once, *, strict: bool) -> set[str]:
        """Return the files that use the only definition of a name."""
        return {
            path
            for way in once.ways
            for path, sources in self.files.get((name, way), {}).items()
            if strict or any(self._may_be(once, way, path, one) for one in sources)
        }

    def _may_be(self, once: Once, way: str, path: str, source: Source | None) -> bool:
        if "<locals>" in once.qualname:
            return False
        if source is not None:
            return not self.imports.is_outside(path, source)
        # A module has what has no class around it.
        in_class = "." in once.qualname
        return in_class or way == "name" or once.kind in _OF_OBJECTS


def names_of(root: Path, tree: LinkedTree, *, strict: bool) -> Names:
    """Return the names of all files of a tree.

    :param strict: whether namesakes in other projects count.
    """
    bound: dict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    names = Names(Imports(root))
    for path in tree.paths:
        own = parsed(root, path)
        if own is None:
            # Its syntax is newer than this Python; what it defines is defined.
            for qualname, there in tree.definitions(path).items():
                bound[there.name].setdefault((path, qualname), "")
            continue
        names.imports.add(path, own)
        for mention, sources in own.mentions.items():
            names.files[mention][path] = set(sources)
        for alias, imported in own.module.imported.items():
            for source in imported:
                names.aliases[source.name].add(alias)
        for (_, name), one in own.at.items():
            if one.how.endswith(IMPORT):
                continue
            is_entry = one.kind == ENTRY and "import" not in one.how
            # What is local is a second meaning, whatever it is called.
            qualname = one.qualname if is_entry else f"{one.qualname} {name}"
            bound[name].setdefault((path, qualname), one.how)
    for name, places in bound.items():
        ((path, qualname), how), *others = places.items()
        definition = tree.definitions(path).get(qualname)
        if others or definition is None or name in _BUILTIN:
            continue
        kind = definition.kind
        if not strict and (
            (kind in _OF_OBJECTS and name in standard_names())
            or names.imports.has_module(name)
        ):
            continue
        is_field = kind == "attribute" and (
            strict or ("annotated" in how and not how.startswith("self"))
        )
        ways = WAYS["field" if is_field else kind] if kind in WANTED else ()
        names.once[name] = Once(path, qualname, kind, ways)
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
    parser.add_argument(
        "--strict", action="store_true", help="namesakes in other projects count"
    )
    arguments = parser.parse_args()
    good = True
    for root in (root.resolve() for root in arguments.roots):
        with tempfile.TemporaryDirectory() as folder:
            tree = LinkedTree(root, Path(folder), arguments.cache)
            good &= check(root, tree, arguments.shown, strict=arguments.strict)
            tree.store.close()
    return 0 if good else 1


def check(root: Path, tree: LinkedTree, shown: int, *, strict: bool) -> bool:
    """Compare and print; return whether enough is right."""
    names = names_of(root, tree, strict=strict)
    users = tree.users()
    right: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    missed: dict[str, list[tuple[str, Once]]] = defaultdict(list)
    extra: list[str] = []
    for name, once in sorted(names.once.items()):
        expected = names.having(name, once, strict=strict) - {once.path}
        ours = users.get((once.path, once.qualname), set()) - {once.path}
        if (not expected and not ours) or once.kind not in WANTED:
            continue
        counted[once.kind] += 1
        # Annotations in strings have names, too.
        called = {name, *names.aliases.get(name, ())}
        more = {path for path in ours - expected if not _has(root / path, called)}
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
    _print_missed(root, missed, names.imports, shown)
    return all(right[kind] >= WANTED[kind] * counted[kind] for kind in WANTED)


def _has(file: Path, names: set[str]) -> bool:
    text = file.read_bytes()
    return any(name.encode() in text for name in names)


def _share(right: Counter[str], counted: Counter[str], kind: str) -> str:
    return f"{right[kind] / counted[kind]:.1%}" if counted[kind] else "-"


def _print_missed(
    root: Path,
    missed: dict[str, list[tuple[str, Once]]],
    imports: Imports,
    shown: int,
) -> None:
    """Print the files that are missed, by kind and by cause."""
    causes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, several in missed.items():
        own = parsed(root, path)
        assert own
        for name, once in several:
            places = [
                (source is not None and imports.is_outside(path, source), place)
                for way in once.ways
                for source, place in own.mentions.get((name, way), {}).items()
            ]
            _, (line, column) = min(places)
            place = f"{path}:{line}:{column} {once.path}::{once.qualname}"
            causes[once.kind, own.cause(line, column)].append(place)
    for kind in WANTED:
        some = {cause: ones for (of, cause), ones in causes.items() if of == kind}
        total = sum(map(len, some.values()))
        print(f"\nmissed, {kind}: {total:,} files")
        for cause, ones in sorted(some.items(), key=lambda row: -len(row[1])):
            print(f"  {len(ones):4} {cause}")
            for one in sorted(ones)[:shown]:
                print(f"         {one}")


if __name__ == "__main__":
    sys.exit(main())
