"""Check that what is linked and planned again after edits is enough, row by row.

Parts of a tree are copied and edited at random, as ``check_incremental.py`` does.
After each edit one store follows it, as a build does; in another one the tree is linked
and planned from nothing. All rows of both must be the same, the digests of the pages
with them. No page is made, so that hundreds of edits take minutes. With ``--commits``
the last commits of a repository are followed instead, one after the other.
"""

from __future__ import annotations

import argparse
import copy
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    # The checkout that this script stands in is what is checked.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_incremental import DOCS, Editor, copy_parts

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.codemap.settings import Settings
from sphinxcontrib_kwindex.links.edits.link_edits import LinkChanges, link_edits
from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.model.facts import Definition, is_private
from sphinxcontrib_kwindex.pages.affected_pages import affected_pages
from sphinxcontrib_kwindex.pages.page_plan import plan
from sphinxcontrib_kwindex.scan.scan import scan
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import ingest, ingest_findings

TABLES: Final = (
    *("file", "definition", "hidden", "import", "link", "reference", "base", "test"),
    *("use", "pointer", "cycle", "related", "page"),
)
#: What most edits are.
USUAL: Final = ("body", "line", "call", "statement", "docstring", "text", "source")
SHOWN: Final = 5


class Followed:
    """A tree, and what is known of it in two ways.

    :param root: the tree.
    :param base: where the stores are.
    """

    def __init__(self, root: Path, base: Path) -> None:
        self.root = root
        self._base = base
        self.store = Store(base / "followed.sqlite", _warn)
        self.way = ""
        """What was linked last: ``edits`` that nobody else sees, ``names``, ``paths``,
        the same with ``all pages`` planned, or the ``tree``."""
        self.links: LinkChanges | None = None
        self.affected: set[tuple[str, str]] | None = None
        """Kind and path of the pages that were planned again; ``None`` for all."""
        self.seconds = 0.0
        """What linking and planning took of the processor."""
        self.first: Followed | None = None
        """What it is a copy of."""
        self.follow()

    def copied(self, base: Path) -> Followed:
        """Return the same of a copy of the tree, with a store of its own.

        :param base: where both are.
        """
        self.store.close()
        other = copy.copy(self)
        other.root, other._base, other.first = base / self.root.name, base, self
        shutil.copytree(self.root, other.root)
        path = base / self.store.path.name
        other.store = Store(Path(shutil.copyfile(self.store.path, path)), _warn)
        return other

    def follow(self) -> set[str]:
        """Follow an edit as a build does, and return the pages that it changed."""
        before = {page.docname: page.digest for page in self.store.pages()}
        self._survey(self.store)
        after = {page.docname: page.digest for page in self.store.pages()}
        return {name for name, _ in before.items() ^ after.items()}

    def differences(self) -> Iterator[str]:
        """Yield what the tree made from nothing has otherwise."""
        last = self.way, self.links, self.affected, self.seconds
        anew = self._base / "anew.sqlite"
        self.store.close()
        # The facts are the same.
        shutil.copyfile(self.store.path, anew)
        store = Store(anew, _warn)
        with store.transaction():
            for path in store.file_keys():
                store.remove_file(path)
            for table in TABLES:
                store.replace(table, ())
        self._survey(store, whole=True)
        yield from self._compared(store)
        store.close()
        self.way, self.links, self.affected, self.seconds = last

    def differences_from_first(self) -> Iterator[str]:
        """Yield what the tree has otherwise than what it is a copy of.

        That was made from nothing, so nothing has to be where edits were taken back.
        """
        assert self.first
        return self._compared(self.first.store)

    def _compared(self, store: Store) -> Iterator[str]:
        for table in TABLES:
            query = f"SELECT * FROM {table}"
            found = set(self.store.select(query)), set(store.select(query))
            for one in sorted(found[0] - found[1], key=repr)[:SHOWN]:
                yield f"{table}: {one} too much"
            for one in sorted(found[1] - found[0], key=repr)[:SHOWN]:
                yield f"{table}: {one} missing"

    def _survey(self, store: Store, *, whole: bool = False) -> None:
        files = scan(self.root, include=[], exclude=[f"/{DOCS}"], outputs=[]).files
        changed = ingest(
            store, files, skip=_private, skip_digest="", progress=lambda files: files
        )
        code = CodeMap(store, self.root, Settings())
        ingest_findings(store, files, code.settings.rules)
        began = time.process_time()
        links = None
        problems: list[str] = []
        if not whole and not changed.more:
            links = link_edits(store, self.root, "tree", changed.edited)
            problems += links.problems if links else []
        if links is None:
            problems += link_tree(store, self.root, "tree")
        some = affected_pages(code, links) if links else None
        planned = [page[:3] for page in store.pages()]
        paths = links.paths if links else frozenset[str]()
        pages, unknown = plan(code, "code", some, paths)
        problems += unknown
        if problems:
            raise RuntimeError("; ".join(problems))
        way = _way(links, some)
        # What stands beside a page that came or went is planned, too.
        if [page[:3] for page in pages] != planned:
            some = None
        self.links, self.affected, self.way = links, some, way
        with store.transaction():
            store.set_pages(pages)
        self.seconds = time.process_time() - began


def _way(links: LinkChanges | None, pages: set[tuple[str, str]] | None) -> str:
    if links is None:
        return "tree"
    if pages is None:
        return "all pages"
    if links.paths:
        return "paths"
    return "names" if links.names else "edits"


def _private(_path: str, one: Definition) -> bool:
    return is_private(one.qualname)


def _warn(text: str) -> None:
    print(text, file=sys.stderr)


def _edits(
    tree: Path, chance: random.Random, kinds: list[str], number: int
) -> Iterator[list[str]]:
    """Edit a tree at random, and yield what was done, some edits at a time."""
    editor = Editor(tree, chance)
    others = kinds or [
        one for one in editor.kinds if one not in {"manual", "configuration"}
    ]
    usual = 0 if kinds else 0.8
    for _ in range(number):
        yield [
            editor.edit(chance.choice(USUAL if chance.random() < usual else others))
            for _ in range(chance.choice((1, 1, 1, 2, 3)))
        ]


def _commits(tree: Path, number: int) -> Iterator[list[str]]:
    """Check out the last commits of a tree, and yield the name of each but the first.

    The first of them is checked out before the second is asked for.
    """

    def git(*words: str) -> str:
        command = ["git", "-C", str(tree), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout

    hashes = git("rev-list", "--first-parent", "HEAD").split()
    for commit in hashes[number::-1]:
        git("checkout", "--quiet", "--force", commit)
        yield [commit[:8]]


def main() -> int:
    """Return 0 where nothing differed, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="*", help="files and folders of it; all if none")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--commits", type=int, help="follow so many instead")
    parser.add_argument("--kinds", nargs="*", default=[], help="of edits; all if none")
    parser.add_argument("--seed", default="kwindex")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    seconds: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        root = arguments.root.resolve()
        if arguments.commits:
            copy = base / root.name
            clone = ["git", "clone", "--quiet", str(root), str(copy)]
            subprocess.run(clone, check=True)
            steps = _commits(copy, arguments.commits)
            next(steps)
        else:
            copy = copy_parts(root, arguments.parts, base, "alabaster")
            steps = _edits(copy, chance, arguments.kinds, arguments.edits)
        followed = Followed(copy, base)
        print(f"{followed.store.count('file'):,} files", flush=True)
        for number, done in enumerate(steps, 1):
            followed.follow()
            ways[followed.way] += 1
            seconds[followed.way] += followed.seconds
            found = list(followed.differences())
            bad += bool(found)
            if found:
                print(f"{number}, {followed.way}: {done}", *found, sep="\n  ")
    for way, count in ways.items():
        print(f"{way}: {count} times, {seconds[way] / count:.2f} s each")
    print(f"{bad} of {ways.total()} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
