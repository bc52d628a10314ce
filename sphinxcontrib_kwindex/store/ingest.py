"""Brings the files of a scan into the store.

Each file is read once and known by the digest of its content. What the store
does not know yet is analysed; what it knows costs the reading. Then the tree in
the store is made to agree with the scan, file by file, so that one edited file
costs one file.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b, file_digest
from typing import Final

from ..analysis.analyse import facts_key, without_analysis
from ..analysis.decoding import BINARY_PREFIX
from ..analysis.file_text import is_binary
from ..analysis.file_types import TEXT, file_type
from ..analysis.languages.plugin_languages import failures
from ..analysis.languages.python import PYTHON
from ..analysis.languages.registry import language_of as language_by_name
from ..analysis.languages.registry import languages, may_be_of_python, to_blame
from ..analysis.linter_rules import Rules
from ..analysis.project.project_files import analysed_name, project_role
from ..analysis.ruff import find_ruff, run_ruff
from ..analysis.worker_pool import WorkerPool, analyse_all
from ..model.codec import EncodedFacts, encode
from ..model.digests import digest
from ..model.facts import WITHHELD, Definition, FileFacts, Problem, is_not_public
from ..model.grouped import grouped
from ..model.name_rule import NameRule
from ..model.rows import Changes, PageDecision
from ..scan.file_classes import CLASSES, FileClass, WithPages, class_by_content
from ..scan.git_history import checkout, history
from ..scan.scan import Scan, SourceFile
from .database import Store
from .definition_queries import keep_names
from .file_languages import language_of

#: What the keys of files begin with that hold credentials. Nothing of their content is
#: in the key, and so none of it in facts that are kept by the key.
WITHHELD_KEY: Final = "withheld:"
#: The number of files from which on a sentence says nothing of one of them, such as the
#: name of the project above its licence.
_MANY: Final = 5
#: The number of files whose facts are committed at once.
_AT_ONCE: Final = 50
#: The beginnings of the keys of files whose content is not analysed.
NOT_READ: Final = (
    *("unreadable:", "large ", "failed:", "language:", "listed:", WITHHELD_KEY),
)

Progress = Callable[[Sequence[SourceFile]], Iterable[SourceFile]]
"""Passes files on and shows how far it is."""
Skip = Callable[[str, Definition], bool]
"""Tells whether a definition of a path is not to be shown."""


@dataclass(frozen=True)
class IngestOptions:
    """How files are analysed, and which of them have pages."""

    idioms: tuple[NameRule, ...] = ()
    """The user's rules of the patterns."""
    pool: WorkerPool = field(default_factory=WorkerPool)
    max_size: int = 0
    """The size in bytes above which a file is listed without its content; 0 for no
    limit."""
    with_pages: WithPages = field(default_factory=WithPages)
    """Which files have pages."""
    documents: Mapping[str, str] = field(default_factory=dict)
    """The docnames, by path, of the files that Sphinx makes pages of."""
    warn: Callable[[str], None] = lambda _: None
    """Called with a sentence if the executor fails."""


def ingest(
    store: Store,
    files: Sequence[SourceFile],
    *,
    skip: Skip,
    skip_digest: str | None,
    progress: Progress,
    options: IngestOptions = IngestOptions(),
) -> Changes:
    """Make the tree in *store* agree with *files*.

    :param skip: which definitions are not to be shown.
    :param skip_digest: the digest of what decides *skip*, so that a change of it is
        seen; ``None`` where that cannot be known (a user's function decides), and then
        *skip* is called again for every definition.
    :param progress: wraps the files that are analysed.
    :return: what of the tree changed; false if nothing did.
    """
    keys = _analyse_unknown(store, files, progress, options)
    before = store.file_keys()
    inputs = {file.path: _decision_inputs(file, options) for file in files}
    inputs_before = store.decision_inputs()
    redecided = {path for path in inputs if inputs[path] != inputs_before.get(path)}
    whole = skip_digest is None or store.meta("skip") != skip_digest
    gone = before.keys() - keys.keys()
    changed = [
        path
        for path, key in keys.items()
        if whole or before.get(path) != key or path in redecided
    ]
    versions = repr([(language.name, language.version) for language in languages().all])
    whole_links = store.meta("languages") != versions
    if not gone and not changed and not whole_links:
        return Changes({})
    by_name = {file.path: file.class_by_name for file in files}
    with store.transaction():
        for path in gone:
            store.remove_file(path)
        for path in changed:
            if path in before:
                store.remove_file(path)
            facts = store.get_facts(keys[path])
            decision = _decision(path, by_name[path], facts, inputs[path], options)
            store.add_file(path, keys[path], facts, skip, decision)
        # What was shown and now holds credentials is not kept for later either.
        store.forget_facts(
            before[path]
            for path in changed
            if path in before and keys[path].startswith(WITHHELD_KEY)
        )
        others = _settle_summaries(store).difference(changed)
        store.order_files(in_tree_order(keys))
        keep_names(store)
        _note_state(store, skip_digest, versions, keys, inputs)
        store.forget_unused()
    edited = {path: before[path] for path in gone}
    edited |= {path: before.get(path, "") for path in changed}
    more = whole or whole_links or others or not redecided.isdisjoint(before)
    return Changes(edited, more=bool(more))


def skip_private(*, shown: bool) -> tuple[Skip, str]:
    """Return which definitions are not shown by default, and a digest of that rule.

    :param shown: whether those are that are not public.
    """

    def skip(path: str, definition: Definition) -> bool:
        return not shown and is_not_public(definition, python=may_be_of_python(path))

    return skip, f"private={shown}"


def _analyse_unknown(
    store: Store,
    files: Sequence[SourceFile],
    progress: Progress,
    options: IngestOptions,
) -> dict[str, str]:
    """Analyse the files whose facts are not kept; return the keys of all by path."""
    known = store.known_keys()
    # Where nothing is known each file is read when it is analysed, and once.
    keys = {file.path: _read(file, options)[0] for file in files} if known else {}
    unknown = [file for file in files if keys.get(file.path) not in known]
    if unknown:
        _analyse(store, unknown, keys, progress, options)
    return keys


def _settle_summaries(store: Store) -> set[str]:
    """Have the summary of each file be its first sentence that few other files have.

    It is empty if there is none. What does not come from a comment stays.

    :return: the files whose summary was another.
    """
    query = "SELECT path, text FROM sentence ORDER BY path, ordinal"
    sentences = grouped(store.select(query))
    files = Counter(text for texts in sentences.values() for text in set(texts))
    own = {
        path: next((text for text in texts if files[text] < _MANY), "")
        for path, texts in sentences.items()
    }
    query = "SELECT path, summary FROM file WHERE path IN (SELECT path FROM sentence)"
    others = {
        path: own[path] for path, summary in store.select(query) if own[path] != summary
    }
    store.set_summaries(others)
    return set(others)


def _note_state(
    store: Store,
    skip_digest: str | None,
    versions: str,
    keys: Mapping[str, str],
    inputs: Mapping[str, str],
) -> None:
    """Note of what the tree was made, and that nothing follows from it yet.

    What a build that is killed has not done the next build does.
    """
    # Where a user's function decides, what it left out is part of the state.
    generation = store.meta("generation") if skip_digest is None else ""
    state = sorted(keys.items()), sorted(inputs.items()), skip_digest, generation
    store.set_meta("skip", skip_digest or "")
    store.set_meta("languages", versions)
    store.set_meta("linked", "")
    store.set_meta("planned", "")
    store.set_meta("tree", digest(*state))


def _decision_inputs(file: SourceFile, options: IngestOptions) -> str:
    """Return what decides about the pages of a file beside its content."""
    wanted = [name for name in CLASSES if options.with_pages(file.path, name)]
    document = options.documents.get(file.path, "")
    by_name = (*map(str, file.class_by_name), str(file.withheld))
    return " ".join((*by_name, "/", *wanted, "/", document))


def _decision(
    path: str, by_name: FileClass, facts: FileFacts, inputs: str, options: IngestOptions
) -> PageDecision:
    file_class = class_by_content(by_name, facts)
    document = options.documents.get(path, "")
    pages = (
        options.with_pages(path, file_class.name)
        and not document
        # A page would have nothing on it.
        and not facts.withheld
    )
    return PageDecision(file_class.name, file_class.reason, pages, document, inputs)


def ingest_findings(
    store: Store,
    files: Sequence[SourceFile],
    rules: Rules,
    warn: Callable[[str], None] = lambda _: None,
) -> str:
    """Have the linter look at the Python files whose content it has not seen.

    :param files: those that :func:`ingest` was given.
    :param warn: called with the reason if the linter is there and fails.
    :return: a digest of what the linter is, and why and where it could not run if it
        could not.
    """
    ruff = find_ruff()
    key = rules.key(ruff.version)
    keys = store.file_keys()
    seen = store.known_findings(key)
    unseen = {
        file.path: file.location
        for file in files
        if language_of(store, file.path) is PYTHON
        and keys.get(file.path, "unreadable:") not in seen
        and not keys.get(file.path, "unreadable:").startswith(NOT_READ)
    }
    problem = ruff.problem
    if unseen and not problem:
        result = run_ruff(unseen.items(), rules, ruff)
        problem = result.problem
        if problem:
            warn(problem)
        with store.transaction():
            for path, findings in result.files.items():
                store.put_findings(keys[path], key, findings)
            for path, reason in result.unread.items():
                store.put_findings(keys[path], key, (), reason)
        for path in (*result.files, *result.unread):
            unseen.pop(path, None)
    linter = [key, ruff.version, problem]
    if store.meta("linter") != json.dumps(linter):
        store.set_meta("linter", json.dumps(linter))
    return digest(linter, rules, sorted(unseen))


def ingest_history(store: Store, scanned: Scan | None) -> str:
    """Keep what git knows of the changes of files; read it if it may be another.

    :param scanned: the tree; ``None`` if git is not to be asked, and nothing is kept.
    :return: the state of the history, empty without a history.
    :raises GitError: if git cannot say.
    """
    state = ""
    if scanned:
        known, paths = checkout(scanned.root), [file.path for file in scanned.files]
        state = digest(known.revision, sorted(known.boundary), paths)
    if store.meta("history") != state:
        rows = history(scanned.root, known, paths) if scanned else ()
        with store.transaction():
            store.replace("history", rows)
            store.set_meta("shallow", "yes" if scanned and known.shallow else "")
            store.set_meta("history", state)
    return state


def in_tree_order(paths: Iterable[str]) -> list[str]:
    """Sort paths so that each folder's files come first and then its subfolders."""
    return sorted(
        paths,
        key=lambda path: (path.rpartition("/")[0].split("/"), path.rpartition("/")[2]),
    )


def _is_read(file: SourceFile, options: IngestOptions) -> bool:
    """Tell whether there is anything to find out from the content of a file."""
    # What is vendored and not read is installed: others wrote it, for themselves.
    is_installed = file.class_by_name.reason == "vendored"
    return (
        file.class_by_name.read
        or (not is_installed and language_by_name(file.path) is not None)
        or bool(project_role(analysed_name(file.path)))
        or options.with_pages(file.path, file.class_by_name.name)
    )


def _type_by_name(name: str) -> str:
    """Return the type of a file that is not read, by its name."""
    named_type = file_type(name)
    suffix = name.rpartition(".")[2] if "." in name else ""
    # Compiled catalogues have the suffix of sources in Modelica.
    if named_type == TEXT or suffix == "mo":
        return suffix.upper() or "Binary"
    return named_type.name


def _size(file: SourceFile) -> int:
    try:
        return file.location.stat().st_size
    except OSError:
        return 0


def _read(
    file: SourceFile, options: IngestOptions
) -> tuple[str, FileFacts | None, bytes]:
    """Read a file.

    :return: its key; its facts, where they follow without an analysis; or else its
        content.
    """
    name = analysed_name(file.path)
    try:
        if file.withheld:
            size = file.location.stat().st_size
            return f"{WITHHELD_KEY}{size}", FileFacts(WITHHELD, "", size), b""
        if not _is_read(file, options):
            size, kind = file.location.stat().st_size, _type_by_name(name)
            return f"listed:{kind}:{size}", FileFacts(kind, "", size), b""
        with file.location.open("rb") as stream:
            head = stream.read(BINARY_PREFIX)
            size = os.fstat(stream.fileno()).st_size
            binary = is_binary(name, head)
            if binary or 0 < options.max_size < size:
                # Large files are not held in memory.
                stream.seek(0)
                content = file_digest(stream, blake2b).hexdigest()
                if binary:
                    return f"binary:{content}", FileFacts("Binary", "", size), b""
                limit = options.max_size
                reason = f"it has {size:,} bytes, more than the limit of {limit:,}"
                kind = file_type(name, head).name
                facts = FileFacts(kind, "", size, problem=Problem(reason))
                return f"large {limit} {kind} {name}:{content}", facts, b""
            data = head + stream.read()
    except OSError as exc:
        problem = Problem(f"it could not be read: {exc.strerror}")
        facts = FileFacts("Unreadable", "", 0, problem=problem)
        return f"unreadable:{digest(file.path, exc.strerror)}", facts, b""
    return facts_key(name, data, options.idioms), None, data


def _analyse(
    store: Store,
    files: Sequence[SourceFile],
    keys: dict[str, str],
    progress: Progress,
    options: IngestOptions,
) -> None:
    """Have the facts of files in the store, and their keys in *keys*."""
    # The files that are being analysed, in the order in which they were submitted.
    submitted: dict[int, tuple[SourceFile, str, bytes]] = {}
    with _keeping(store) as (keep, commit):

        def contents() -> Iterator[tuple[str, bytes]]:
            number = 0
            for file in progress(files):
                key, facts, data = _read(file, options)
                # The file may have changed since its key was taken.
                keys[file.path] = key
                if facts is not None:
                    keep(key, encode(facts))
                else:
                    submitted[number] = file, key, data
                    number += 1
                    yield analysed_name(file.path), data

        pool = options.pool.worthwhile(sum(map(_size, files)))
        results = analyse_all(contents(), options.idioms, pool, options.warn, commit)
        for number, result in results:
            file, key, data = submitted.pop(number)
            if isinstance(result, str):
                # It is analysed again at the next build: it may be due to the machine.
                start = "failed:"
                if language := to_blame(file.path, result):
                    start = "language:"
                    failures.setdefault(language, f"{file.path}: {result}")
                    result = f"the language {language} failed: {result}"
                key = keys[file.path] = f"{start}{key}"
                name, problem = analysed_name(file.path), Problem(result)
                result = encode(without_analysis(name, data, problem))
            keep(key, result)


@contextmanager
def _keeping(
    store: Store,
) -> Iterator[tuple[Callable[[str, EncodedFacts], None], Callable[[], None]]]:
    """Give what keeps facts, and what commits them.

    Several are committed at once: for each by itself that takes longer than to write
    it. A build that is killed loses no more than what it had for a moment.
    """
    waiting: list[tuple[str, EncodedFacts]] = []

    def commit() -> None:
        if waiting:
            with store.transaction():
                for key, facts in waiting:
                    store.put_facts(key, facts)
            waiting.clear()

    def keep(key: str, facts: EncodedFacts) -> None:
        waiting.append((key, facts))
        if len(waiting) >= _AT_ONCE:
            commit()

    try:
        yield keep, commit
    finally:
        commit()
