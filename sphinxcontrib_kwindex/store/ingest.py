"""Brings the files of a scan into the store.

Each file is read once and known by the digest of its content. What the store
does not know yet is analysed; what it knows costs the reading. Then the tree in
the store is made to agree with the scan, file by file, so that one edited file
costs one file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from hashlib import blake2b, file_digest
from itertools import count
from typing import TYPE_CHECKING, Final

from ..analysis.analyse import facts_key, without_analysis
from ..analysis.decoding import BINARY_PREFIX, is_binary
from ..analysis.file_types import PYTHON, TEXT, file_type, is_python
from ..analysis.pool import WorkerPool, analyse_all
from ..analysis.project.project_files import project_role, telling_name
from ..analysis.ruff import Rules, find, find_ruff
from ..model.codec import encode
from ..model.facts import WITHHELD, Definition, FileFacts, Problem
from ..model.rows import Changes, PageDecision, digest
from ..scan.file_classes import CLASSES, FileClass, WithPages, class_by_content
from ..scan.git_history import checkout, history
from ..scan.scan import Scan, SourceFile
from .database import Store

if TYPE_CHECKING:
    from ..analysis.patterns.detectors import NameRule

#: What the keys of files begin with that hold credentials. Nothing of their content is
#: in the key, and so none of it in facts that are kept by the key.
WITHHELD_KEY: Final = "withheld:"
#: What keys begin with whose files nobody looks into.
NOT_READ: Final = ("unreadable:", "large ", "failed:", "listed:", WITHHELD_KEY)

Progress = Callable[[Sequence[SourceFile]], Iterable[SourceFile]]
"""Passes files on and shows how far it is."""


@dataclass(frozen=True)
class Limits:
    """What is not read."""

    max_size: int = 0
    """The size in bytes above which a file is listed without its content; 0 for no
    limit."""


@dataclass(frozen=True)
class Work:
    """How files are analysed."""

    rows: tuple[NameRule, ...] = ()
    """The user's rows for the table of patterns."""
    pool: WorkerPool = field(default_factory=WorkerPool)
    limits: Limits = field(default_factory=Limits)
    with_pages: WithPages = field(default_factory=WithPages)
    """Which files have pages."""
    documents: Mapping[str, str] = field(default_factory=dict)
    """The docnames, by path, of the files that Sphinx makes pages of."""
    warn: Callable[[str], None] = lambda _: None
    """Called with a sentence if the executor fails."""


def take_in(
    store: Store,
    files: Sequence[SourceFile],
    *,
    skip: Callable[[str, Definition], bool],
    skip_digest: str | None,
    progress: Progress,
    work: Work = Work(),
) -> Changes:
    """Make the tree in *store* agree with *files*.

    :param skip: whether a definition of a path is not to be shown.
    :param skip_digest: what decides *skip*, so that a change of it is seen; ``None``
        where that cannot be known (somebody's function decides), and then every
        definition is asked for again.
    :param progress: wraps the files that are analysed.
    :param work: how files are analysed.
    :return: what of the tree changed; false if nothing did.
    """
    read = {file.path: _key(file, work) for file in files}
    _analyse_unknown(store, files, read, progress, work)
    before = store.file_keys()
    decided = {file.path: _decided(file, work) for file in files}
    decided_before = store.decision_inputs()
    others = {path for path in decided if decided[path] != decided_before.get(path)}
    named = {file.path: file.named for file in files}
    again = skip_digest is None or store.meta("skip") != skip_digest
    gone = before.keys() - read.keys()
    changed = [
        path
        for path, key in read.items()
        if again or before.get(path) != key or path in others
    ]
    if not gone and not changed:
        return Changes({})
    with store.transaction():
        for path in gone:
            store.remove_file(path)
        for path in changed:
            store.remove_file(path)
            facts = store.get_facts(read[path])
            store.add_file(
                path,
                read[path],
                facts,
                skip,
                _standing(path, named[path], facts, decided[path], work),
            )
        # What was shown and now is not to be known is not kept for later either.
        store.forget_facts(
            before[path]
            for path in changed
            if path in before and read[path].startswith(WITHHELD_KEY)
        )
        store.order_files(in_tree_order(read))
        store.set_meta("skip", skip_digest or "")
        # A build that is killed before it has planned the pages plans them next time.
        store.set_meta("planned", "")
        # Where somebody's function decides, what it left out is the state too.
        generation = store.meta("generation") if skip_digest is None else ""
        state = sorted(read.items()), sorted(decided.items()), skip_digest, generation
        store.set_meta("tree", digest(*state))
        store.forget_unused()
    edited = {path: before[path] for path in changed if path in before.keys() - others}
    return Changes(edited, more=bool(again or gone or len(edited) < len(changed)))


def _decided(file: SourceFile, work: Work) -> str:
    """Return what decides about the pages of a file beside its content."""
    wanted = [name for name in CLASSES if work.with_pages(file.path, name)]
    document = work.documents.get(file.path, "")
    said = (*map(str, file.named), str(file.withheld))
    return " ".join((*said, "/", *wanted, "/", document))


def _standing(
    path: str, named: FileClass, facts: FileFacts, decided: str, work: Work
) -> PageDecision:
    found = class_by_content(named, facts)
    document = work.documents.get(path, "")
    # Nobody can ask for a page with nothing on it.
    wanted = work.with_pages(path, found.name) and not document and not facts.withheld
    return PageDecision(found.name, found.reason, wanted, document, decided)


def take_findings(store: Store, files: Sequence[SourceFile], rules: Rules) -> str:
    """Have the linter look at the Python files whose content it has not seen.

    :param files: the tree as :func:`take_in` has taken it in.
    :return: a digest of what the linter is, and why and where it could not run if it
        could not.
    """
    ruff = find_ruff()
    key = rules.key(ruff.version)
    keys = store.file_keys()
    seen = store.known_findings(key)
    asked = [
        (file.path, file.location)
        for file in files
        if is_python(file.path.rpartition("/")[2])
        and keys.get(file.path, "unreadable:") not in seen
        and not keys.get(file.path, "unreadable:").startswith(NOT_READ)
    ]
    problem = ruff.problem
    unseen = {path for path, _ in asked}
    if asked and not problem:
        found = find(asked, rules, ruff)
        problem = found.problem
        with store.transaction():
            for path, findings in found.files.items():
                store.put_findings(keys[path], key, findings)
            for path, why in found.unread.items():
                store.put_findings(keys[path], key, (), why)
        unseen -= found.files.keys() | found.unread.keys()
    linter = [key, ruff.version, problem]
    if store.meta("linter") != json.dumps(linter):
        store.set_meta("linter", json.dumps(linter))
    return digest(linter, rules, sorted(unseen))


def take_history(store: Store, found: Scan | None) -> str:
    """Keep what git knows of the changes of files; read it if it may be another.

    :param found: the tree; ``None`` if git is not to be asked, and nothing is kept.
    :return: the state of the history, empty without one.
    :raises GitError: if git cannot say.
    """
    known = checkout(found.root) if found else None
    paths = [file.path for file in found.files] if found else []
    state = digest(known.revision, sorted(known.boundary), paths) if known else ""
    if store.meta("history") != state:
        rows = history(found.root, known, paths) if found and known else ()
        with store.transaction():
            store.replace("history", map(astuple, rows))
            store.set_meta("shallow", "yes" if known and known.shallow else "")
            store.set_meta("history", state)
    return state


def in_tree_order(paths: Iterable[str]) -> list[str]:
    """Sort paths so that each folder's files come first and then its subfolders."""
    return sorted(
        paths,
        key=lambda path: (path.rpartition("/")[0].split("/"), path.rpartition("/")[2]),
    )


def _is_read(file: SourceFile, work: Work) -> bool:
    """Tell whether there is anything to find out from the content of a file."""
    return (
        file.named.read
        or is_python(file.path)
        or bool(project_role(telling_name(file.path)))
        or work.with_pages(file.path, file.named.name)
    )


def _listed_type(name: str) -> str:
    """Return the type of a file that nobody looks into, by its name."""
    known = file_type(name)
    suffix = name.rpartition(".")[2] if "." in name else ""
    return known.name if known != TEXT else suffix.upper() or "Binary"


def _key(file: SourceFile, work: Work) -> str:
    name = telling_name(file.path)
    limits = work.limits
    try:
        if file.withheld:
            return f"{WITHHELD_KEY}{file.location.stat().st_size}"
        if not _is_read(file, work):
            return f"listed:{_listed_type(name)}:{file.location.stat().st_size}"
        with file.location.open("rb") as stream:
            head = stream.read(BINARY_PREFIX)
            size = os.fstat(stream.fileno()).st_size
            binary = is_binary(name, head)
            if binary or 0 < limits.max_size < size:
                stream.seek(0)
                kind = "binary" if binary else f"large {limits.max_size} {name}"
                return f"{kind}:{file_digest(stream, blake2b).hexdigest()}"
            return facts_key(name, head + stream.read(), work.rows)
    except OSError as exc:
        return f"unreadable:{digest(file.path, exc.strerror)}"


def _analyse_unknown(
    store: Store,
    files: Sequence[SourceFile],
    keys: dict[str, str],
    progress: Progress,
    work: Work,
) -> None:
    known = store.known(keys.values())
    unknown = [file for file in files if keys[file.path] not in known]
    if not unknown:
        return
    # What is handed on, by its place, until it is answered.
    asked: dict[int, tuple[SourceFile, str, bytes]] = {}
    places = count()

    def contents() -> Iterator[tuple[str, bytes]]:
        for file in progress(unknown):
            key, facts, data = _read(file, work)
            # The file may have changed since its key was taken.
            keys[file.path] = key
            if facts is not None:
                store.put_facts(key, encode(facts))
            else:
                asked[next(places)] = file, key, data
                yield telling_name(file.path), data

    # Each answer is committed by itself, so that a killed build loses what was in hand.
    for place, answer in analyse_all(contents(), work.rows, work.pool, work.warn):
        file, key, data = asked.pop(place)
        if isinstance(answer, str):
            # It is asked again at the next build: the machine may be to blame.
            key = keys[file.path] = f"failed:{key}"
            problem = Problem(answer)
            answer = encode(without_analysis(telling_name(file.path), data, problem))
        store.put_facts(key, answer)


def _read(file: SourceFile, work: Work) -> tuple[str, FileFacts | None, bytes]:
    """Return key and content of a file, and its facts if nobody has to be asked."""
    name = telling_name(file.path)
    try:
        key = _key(file, work)
        if key.startswith("listed:"):
            listed, _, length = key.rpartition(":")
            kind_of_data = listed.removeprefix("listed:")
            return key, FileFacts(kind_of_data, language="", size=int(length)), b""
        if key.startswith(WITHHELD_KEY):
            size = int(key.removeprefix(WITHHELD_KEY))
            return key, FileFacts(type=WITHHELD, language="", size=size), b""
        # Large files of data are not held in memory.
        if key.startswith("binary:"):
            size = file.location.stat().st_size
            return key, FileFacts(type="Binary", language="", size=size), b""
        if key.startswith("large "):
            size = file.location.stat().st_size
            kind = PYTHON if is_python(name) else file_type(name)
            limit = work.limits.max_size
            problem = Problem(
                f"it has {size:,} bytes, more than the limit of {limit:,}"
            )
            facts = FileFacts(type=kind.name, language="", size=size, problem=problem)
            return key, facts, b""
        data = file.location.read_bytes()
    except OSError as exc:
        problem = Problem(f"it could not be read: {exc.strerror}")
        facts = FileFacts(type="Unreadable", language="", size=0, problem=problem)
        return f"unreadable:{digest(file.path, exc.strerror)}", facts, b""
    return facts_key(name, data, work.rows), None, data
