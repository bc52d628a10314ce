"""Runs the way from the disk to the list of pages, once a build.

Everything is done before Sphinx looks for its documents: scan, analysis, links and
plan. Where nothing changed since the last build, only the files are read; the rest
stands in the store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final
from uuid import uuid4

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError, SphinxError

from ...analysis.analyse import ANALYSER_VERSION
from ...codemap.code_map import CodeMap
from ...codemap.names.moved_places import moved_rows
from ...links.languages.python import package_files
from ...model.digests import digest
from ...model.facts import Definition
from ...pages import PAGES_VERSION
from ...scan.git import GitError
from ...scan.input_filter import PatternError
from ...scan.scan import TRACKS_NOTHING, Scan, SourceFile, scan
from ...store.database import Store
from ...store.ingest import Skip, ingest, ingest_findings, ingest_history, skip_private
from .analysis_warnings import (
    warn_of_errors,
    warn_of_executor,
    warn_of_languages,
    warn_of_moved_file,
    warn_of_ruff,
)
from .build_lock import lock_path
from .build_state import build_state
from .compared_version import Past, past_path
from .config import ingest_options, output, root, settings, store_path, warn_of_classes
from .garbage_collection import collecting_seldom
from .host_documents import generated_paths, own_documents
from .messages import inform, warn, warn_of_file, with_progress
from .scip import read_indexes, tell_of_unused

#: What generated documents end in.
SUFFIX: Final = ".kwindex"
#: The event that decides which definitions are shown.
SKIP_EVENT: Final = "kwindex-skip-definition"


def make_code_map(app: Sphinx, meanwhile: Callable[[], None] | None = None) -> CodeMap:
    """Return the tree below ``kwindex_root`` as it is now, with its pages planned.

    :param meanwhile: called while the last files are being analysed.
    :raises StoreError: if the store cannot be used.
    """
    try:
        return _make_code_map(app, meanwhile)
    except sqlite3.Error as exc:
        raise StoreError(f"{store_path(app)}: {exc}") from exc


class StoreError(SphinxError):
    """The store cannot be used: no space, no permission, another process."""

    category = "kwindex"


def _make_code_map(app: Sphinx, meanwhile: Callable[[], None] | None) -> CodeMap:
    scan_result = _scan(app)
    chosen = settings(app)
    warn_of_classes(app.config, [file.path for file in scan_result.files])
    # Where nothing is generated there is no list of files that could lead to them.
    documents = (
        own_documents(app, scan_result.root, SUFFIX)
        if app.config.kwindex_generate
        else {}
    )
    store = Store(store_path(app), inform, partial(warn, subtype="store"))
    skip, skip_digest = _skip_rule(app)
    linked, planned = store.meta("linked"), store.meta("planned")
    changed = ingest(
        store,
        scan_result.files,
        skip=skip,
        skip_digest=skip_digest,
        progress=lambda files: _progress(app, files, meanwhile),
        options=ingest_options(app, chosen, documents, warn_of_executor),
    )
    linter = ingest_findings(store, scan_result.files, chosen.rules, warn_of_ruff)
    submodules = "\n".join(scan_result.submodules)
    store.set_meta("submodules", submodules)
    history = _history(app, store, scan_result)
    code = CodeMap(store, scan_result.root, chosen)
    # What decides about links, and then about pages, besides the files.
    is_package = any(map(store.file_key, package_files("")))
    root_name = scan_result.root.name if is_package else ""
    indexes = read_indexes(app, code)
    for_links = digest(ANALYSER_VERSION, PAGES_VERSION, root_name, indexes)
    past = Past(app, scan_result.root)
    others = linter, output(app.config), submodules, history, moved_rows(code).state
    for_pages = digest(for_links, code.settings, *others, past.state)
    if changed or planned != for_pages:
        # It takes long to import; where nothing changed it is not needed.
        from .planning import link, planned_pages

        unexpected: list[str] = []
        with collecting_seldom():
            links = None
            if changed or linked != for_links:
                # Without that, a build may have been killed before the tree was linked.
                some = changed if linked == for_links and not changed.more else None
                links = link(app, code, some, unexpected)
                # What is missing is looked for again by the next build.
                store.set_meta("linked", uuid4().hex if unexpected else for_links)
            other = past.keep_changes(code, skip, skip_digest)
            same = planned == for_pages and not other
            pages = planned_pages(app, code, links if same else None, unexpected)
        with store.transaction():
            store.set_pages(pages)
            store.set_meta("planned", uuid4().hex if unexpected else for_pages)
        warn_of_errors(unexpected)
    tell_of_unused(store)
    warn_of_languages()
    warn_of_moved_file(code)
    # Without pages the tree is the same, but shown by directives only.
    code.set_pages(store.pages() if app.config.kwindex_generate else [])
    return code


def _scan(app: Sphinx) -> Scan:
    try:
        scan_result = scan(
            root(app),
            include=app.config.kwindex_include,
            exclude=app.config.kwindex_exclude,
            outputs=[
                Path(app.outdir),
                Path(app.doctreedir),
                store_path(app),
                past_path(app),
                lock_path(app),
                *generated_paths(app),
            ],
            untracked=app.config.kwindex_untracked,
        )
    except PatternError as exc:
        raise ConfigError(f"kwindex_{exc}") from exc
    state = build_state(app)
    # What is said of the root is that git does not work.
    state.scan_problems = sum(path != "." for path, _ in scan_result.problems)
    state.untracked = scan_result.untracked
    if scan_result.tracks_nothing:
        inform(TRACKS_NOTHING)
    for path, reason in scan_result.problems:
        warn_of_file(path, f"{path}: {reason}", subtype="scan")
    if not scan_result.files:
        name = scan_result.root.name
        warn(f"no files to document in the folder {name!r}", subtype="scan")
    return scan_result


def _history(app: Sphinx, store: Store, scan_result: Scan) -> str:
    """Keep what git knows of the files, if it is to be asked, and return its state."""
    if not app.config.kwindex_git:
        return ingest_history(store, None)
    try:
        return ingest_history(store, scan_result)
    except GitError as exc:
        warn(
            f"kwindex_git: {exc}; pages are built without the history of files",
            subtype="scan",
        )
        return ingest_history(store, None)


def _progress(
    app: Sphinx, files: Sequence[SourceFile], meanwhile: Callable[[], None] | None
) -> Iterator[SourceFile]:
    yield from with_progress(app, files, "analysing code", lambda file: file.path)
    # It takes long to import, and the last files are being analysed.
    import_module(".planning", __package__)
    if meanwhile:
        meanwhile()


def _skip_rule(app: Sphinx) -> tuple[Skip, str | None]:
    """Return which definitions are not shown, and a digest of that rule, if any."""
    skip_by_default, digest_of_rule = skip_private(shown=app.config.kwindex_private)
    if not app.events.listeners.get(SKIP_EVENT):
        return skip_by_default, digest_of_rule

    def skip(path: str, definition: Definition) -> bool:
        by_default = skip_by_default(path, definition)
        answer = app.emit_firstresult(SKIP_EVENT, path, definition, by_default)
        return by_default if answer is None else bool(answer)

    return skip, None


def env_before_read_docs(
    app: Sphinx, env: BuildEnvironment, docnames: list[str]
) -> None:
    """From now on until the build ends the tree is only looked at."""
    state = build_state(app)
    if state.code:
        state.code.store.begin_reading()
        state.undo.callback(state.code.store.end_reading)
