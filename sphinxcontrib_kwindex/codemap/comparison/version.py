"""A version of a tree that can be compared: a code map, and texts of definitions."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from ...analysis.analyse import ANALYSER_VERSION
from ...analysis.file_text import file_text
from ...analysis.moved_definitions import Content, content_of
from ...links.link_all import link_names, link_tree
from ...links.places import Target
from ...model.digests import digest
from ...model.facts import Definition
from ...model.named_tuple import NamedTuple
from ...model.rows import FileRow
from ...scan.git_commit_files import Revision, revision_files, write_files
from ...scan.git_renames import Contents
from ...scan.scan import scan
from ...store.database import Store
from ...store.ingest import IngestOptions, Skip, ingest
from ..code_map import CodeMap
from ..signatures import hands_on
from .public_names import PublicNames


class Body(NamedTuple):
    """What is known of the text of a definition."""

    content: Content
    hands_on: bool = False
    """Whether a method hands all that it is given on to that above it."""


Bodies = Callable[[Mapping[str, Collection[str]]], dict[Target, Body]]
"""Returns what is known of definitions, given by their files and qualified names."""


def bodies_in(
    definitions: Sequence[Definition], text: str
) -> Iterator[tuple[Definition, Body]]:
    """Yield what is known of some definitions of a file.

    :param text: of the file.
    """
    lines = text.split("\n")
    for definition in definitions:
        own = "\n".join(lines[definition.line - 1 : definition.end_line])
        yield (
            definition,
            Body(
                content_of(definition, lines),
                definition.kind == "method" and hands_on(definition, own),
            ),
        )


#: To be raised when the same files give another store.
_VERSION: Final = "2"


@dataclass(frozen=True, eq=False)
class Version:
    """One side of a comparison."""

    code: CodeMap
    bodies: Bodies
    commit: str = ""
    """The name of the commit; empty for files on disk, and for those of an export."""
    content: Callable[[FileRow], str] = attrgetter("key")
    """Returns what is the same of files with the same content."""

    @cached_property
    def names(self) -> PublicNames:
        """The names by which others import what is defined."""
        return PublicNames(self.code)


def work_tree(code: CodeMap) -> Version:
    """Return the version that a code map of files on disk is."""

    def texts(paths: Iterable[str]) -> dict[str, str]:
        return {path: code.source(path) for path in paths}

    return Version(code, partial(_bodies, code, texts))


def _bodies(
    code: CodeMap,
    texts: Callable[[Iterable[str]], dict[str, str]],
    wanted: Mapping[str, Collection[str]],
) -> dict[Target, Body]:
    """Return what is known of definitions from the texts of their files."""
    bodies = {}
    for path, text in texts(wanted).items():
        known = code.facts(path).definitions
        chosen = [row for row in known if row.qualname in wanted[path]]
        for definition, body in bodies_in(chosen, text):
            bodies[Target(path, definition.qualname)] = body
    return bodies


class Rules(NamedTuple):
    """What decides which files and definitions there are; see :func:`.scan`."""

    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    skip: Skip = lambda _, __: False
    """As :func:`.ingest` takes it."""
    skip_digest: str | None = ""
    options: IngestOptions = IngestOptions()


def version_of_commit(
    root: Path,
    name: str,
    store: Store,
    *,
    rules: Rules,
    facts: Sequence[Path] = (),
    users: bool = False,
) -> Version:
    """Return the version that is a commit of the repository around *root*.

    Its files are read where git keeps them, and written for a moment into a folder of
    their own.

    :param name: what names the commit: a tag, a branch, ``HEAD~3``.
    :param store: keeps what was found out; it is used again for the same commit.
    :param facts: other stores, which may know some of the contents.
    :param users: whether it is to be known who uses what.
    :raises GitError: if git cannot say, or there is no such commit.
    :raises MissingContentError: if the clone does not have its contents.
    :raises OSError: if the files cannot be written.
    """
    revision = revision_files(root, name)
    state = digest(
        *(_VERSION, ANALYSER_VERSION, revision.commit, root.name, users),
        *(list(rules.include), list(rules.exclude), rules.skip_digest),
        rules.options.max_size,
    )
    if rules.skip_digest is None or store.meta("commit") != state:
        store.set_meta("commit", "")
        for other in facts:
            store.take_facts(other)
        with tempfile.TemporaryDirectory(prefix="kwindex-") as temporary:
            folder = Path(temporary).resolve() / root.name
            folder.mkdir()
            write_files(root, revision, folder)
            _read(store, folder, revision, rules, users=users)
        store.set_meta("commit", state)
    code = CodeMap(store, root)
    bodies = partial(_bodies, code, _reader(root, revision))
    return Version(code, bodies, revision.commit)


def _read(
    store: Store, folder: Path, revision: Revision, rules: Rules, *, users: bool
) -> None:
    scanned = scan(
        folder,
        include=rules.include,
        exclude=rules.exclude,
        tracked_files=revision.files,
    )
    ingest(
        store,
        scanned.files,
        skip=rules.skip,
        skip_digest=rules.skip_digest,
        progress=iter,
        options=rules.options,
    )
    if users:
        link_tree(store, folder, folder.name)
    else:
        link_names(store, folder.name)


def _reader(
    root: Path, revision: Revision
) -> Callable[[Iterable[str]], dict[str, str]]:
    def texts(paths: Iterable[str]) -> dict[str, str]:
        with Contents(root) as contents:
            return {
                path: file_text(path, contents.read(revision.files[path])).text
                for path in paths
            }

    return texts
