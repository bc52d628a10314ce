"""The facts and the links of a tree, as a build keeps them, without a site.

What the checks of links compare with other programs. Facts can be kept between runs;
links are made anew each time, since they are what is checked.
"""

from __future__ import annotations

import shutil
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.model.facts import Definition, FileFacts
from sphinxcontrib_kwindex.model.references import Reference
from sphinxcontrib_kwindex.model.rows import ReferenceRow
from sphinxcontrib_kwindex.scan.scan import scan
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import ingest

#: Of the files of a tree those that have to do with Python.
PATTERNS: Final = ("*.py", "*.pyi", "*.toml", "*.ini", "*.cfg")
#: What facts depend on, in the package.
_MAKES_FACTS: Final = ("analysis", "model", "scan")


class Goal(NamedTuple):
    """A definition or a file of the tree."""

    path: str
    qualname: str
    """Empty for a file."""


@dataclass(frozen=True)
class Answer:
    """Where an identifier leads, by what pages say."""

    goals: tuple[Goal, ...] = ()
    lines: frozenset[int] = frozenset()
    """Those of a local name."""
    external: str = ""
    """The dotted name of what is not in the tree."""
    by_name: bool = False

    @property
    def leads_inside(self) -> bool:
        """Whether there is a link to something in the tree."""
        return bool(self.goals or self.lines)

    def __str__(self) -> str:
        shown = [f"{path}::{name}" if name else path for path, name in self.goals]
        shown += [f"line {line}" for line in sorted(self.lines)]
        text = ", ".join(shown) or self.external or "nothing"
        return f"{text} (by name)" if self.by_name else text


NOTHING: Final = Answer()


class LinkedTree:
    """The files of a tree, what they say of themselves and of each other.

    :param root: a package, or a folder with packages.
    :param folder: where the store is made.
    :param cache: where facts are kept between runs.
    :param patterns: of the files.
    """

    def __init__(
        self,
        root: Path,
        folder: Path,
        cache: Path | None = None,
        *,
        patterns: Sequence[str] = PATTERNS,
    ) -> None:
        self.root = root
        file = folder / "store.sqlite"
        kept = cache and cache / f"facts-{key_of(root)}-{facts_version()}.sqlite"
        if kept and kept.exists():
            shutil.copyfile(kept, file)
        self.store = Store(file, lambda text: print(text, file=sys.stderr))
        files = scan(root, include=patterns, untracked=True).files
        changed = ingest(
            self.store,
            files,
            skip=lambda _path, _definition: False,
            skip_digest="",
            progress=lambda files: files,
        )
        if kept and changed:
            self.store.close()
            partial = kept.with_suffix(f".{folder.name}")
            shutil.copyfile(file, partial)
            partial.replace(kept)
            self.store = Store(file, lambda text: print(text, file=sys.stderr))
        assert link_tree(self.store, root, root.name) == []

    @cached_property
    def paths(self) -> list[str]:
        """The Python files that could be parsed, in their order."""
        return [
            path
            for path in sorted(self.store.file_keys())
            if path.endswith((".py", ".pyi")) and self.facts(path).problem is None
        ]

    @lru_cache(64)  # noqa: B019
    def facts(self, path: str) -> FileFacts:
        """Return what a file says of itself."""
        return self.store.get_all_facts(self.store.file_key(path) or "")

    @lru_cache(512)  # noqa: B019
    def definitions(self, path: str) -> dict[str, Definition]:
        """Return the definitions of a file by qualified name."""
        if self.store.file_key(path) is None:
            return {}
        return {one.qualname: one for one in self.facts(path).definitions}

    @lru_cache(64)  # noqa: B019
    def references(self, path: str) -> dict[tuple[int, int], Reference]:
        """Return the references of a file by line and column."""
        return {
            (one.line, one.column): one for one in self.facts(path).references.iterate()
        }

    @lru_cache(64)  # noqa: B019
    def targets(self, path: str) -> list[ReferenceRow | None]:
        """Return where the specs of a file lead."""
        return [
            None if row is None else _with_rows(row)
            for row in self.store.references(path)
        ]

    def answer(self, path: str, line: int, column: int) -> Answer:
        """Return where the identifier at a place leads."""
        reference = self.references(path).get((line, column))
        if reference is None:
            return NOTHING
        spec = self.facts(path).references.specs[reference.spec]
        if spec.kind == "local":
            return Answer(lines=frozenset(map(int, spec.base.split(","))))
        row = self.targets(path)[reference.spec]
        if row is None:
            return NOTHING
        if row.kind == "external":
            return Answer(external=row.qualname)
        goals = tuple(Goal(one.path, one.qualname) for one in (row, *row.more))
        return Answer(goals=goals, by_name=row.by_name)

    def users_of_any(self, name: str) -> set[tuple[str, str]]:
        """Return in which definitions some member of a name is used that is not known.

        :return: paths and qualified names; empty ones for the level of the module.
        """
        query = "SELECT path, around FROM use WHERE target = '' AND qualname = ?"
        return {(path, around) for path, around in self.store.select(query, (name,))}

    def around(self, path: str, line: int) -> str:
        """Return the qualified name of the innermost definition around a line."""
        blocks = self.facts(path).references.blocks
        around = [one for one in blocks if one.first <= line <= one.last]
        return (
            min(around, key=lambda one: one.last - one.first).qualname if around else ""
        )

    def users(self) -> dict[tuple[str, str], set[str]]:
        """Return by path and qualified name of a definition the files that use it."""
        users: dict[tuple[str, str], set[str]] = defaultdict(set)
        query = "SELECT DISTINCT target, qualname, path FROM use"
        for target, qualname, path in self.store.select(query):
            users[target, qualname].add(path)
        return users


def _with_rows(row: ReferenceRow) -> ReferenceRow:
    """Return a row that was read from JSON with rows in it."""
    return row._replace(more=tuple(ReferenceRow(*one) for one in row.more))


def key_of(root: Path) -> str:
    """Return a name for a tree, by its path."""
    digest = blake2b(str(root.resolve()).encode(), digest_size=4)
    return f"{root.name}-{digest.hexdigest()}"


@lru_cache(1)
def facts_version() -> str:
    """Return a digest of the code that makes facts."""
    package = Path(sphinxcontrib_kwindex.__file__).parent
    digest = blake2b(digest_size=8)
    for room in _MAKES_FACTS:
        for file in sorted((package / room).rglob("*.*")):
            if file.suffix in {".py", ".scm", ".toml"}:
                digest.update(file.read_bytes())
    return digest.hexdigest()
