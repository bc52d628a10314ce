"""Reads generated documents, before Sphinx reads those that people wrote.

For each document Sphinx makes a command line parser of docutils, of which it wants the
default settings only, and has some forty transforms look for what is written in
reStructuredText. A generated document is a title and a placeholder, so both take twice
as long as everything else about it. Here documents share their settings, and of the
transforms those run that tell domains and extensions of a document, and those of other
extensions. Several processes read in the way Sphinx's do.
"""

from __future__ import annotations

import os
import pickle
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from docutils.transforms import Transform
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import DoctreeReadEvent, SphinxTransformer
from sphinx.transforms.i18n import TranslationProgressTotaliser
from sphinx.transforms.references import SphinxDomains
from sphinx.util.docutils import LoggingReporter
from sphinx.util.parallel import ParallelTasks

from ..documents.generated_documents import PageParser, begin_reading, fill
from ..setup.build_state import build_state
from ..setup.docutils_settings import document_settings
from ..setup.event_priorities import LAST
from ..setup.extension_errors import foreign, foreign_handlers
from ..setup.garbage_collection import collect_between_documents
from ..setup.messages import with_progress
from ..setup.parallel_jobs import split_among, start_worker, worker_count
from .shortcut import Shortcut, connect

_STEP: Final = "reading generated pages"


class Reading:
    """Reads the generated documents of one build."""

    def __init__(self) -> None:
        self._read: list[str] = []

    def env_before_read_docs(
        self, app: Sphinx, env: BuildEnvironment, docnames: list[str]
    ) -> None:
        """Read those of *docnames* that are generated, and take them out of it.

        That is what :meth:`sphinx.builders.Builder.read` would do with them.
        """
        state = build_state(app)
        generated = state.pages
        self._read = [name for name in docnames if name in generated]
        state.scheduled.difference_update(self._read)
        if not self._read:
            return
        docnames[:] = [name for name in docnames if name not in generated]
        for docname in self._read:
            # Take back what the document said when it was read before.
            app.events.emit("env-purge-doc", env, docname)
            env.clear_doc(docname)
        reader = _Reader(app)
        count = _processes(app, len(self._read))
        if count > 1:
            # All of them elsewhere: what is left of reading would lie among what the
            # processes that write share with this one, and be copied with it.
            parts = split_among(self._read, count)
            last = [part[-1] for part in parts]
            progress = with_progress(app, last, _STEP, total=len(self._read))

            def merge(docnames: list[str], known: bytes) -> None:
                reader.merge(docnames, known)
                next(progress)

            tasks = ParallelTasks(count)
            for part in parts:
                tasks.add_task(reader.read_elsewhere, part, merge)
            tasks.join()
            next(progress, None)
            return
        for docname in with_progress(app, self._read, _STEP):
            reader.read(docname)

    def env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Say which documents were read, so that they are written."""
        return build_state(app).schedule(self._read)


def _processes(app: Sphinx, documents: int) -> int:
    """Return how many processes read."""
    safe = all(
        getattr(extension, "parallel_read_safe", None)
        for extension in app.extensions.values()
    )
    return worker_count(app, documents) if safe else 1


class _Reader:
    """Reads one document after the other."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._main = os.getpid()
        self._settings = document_settings(PageParser(), app.env.settings)
        conf = Path(app.confdir, "docutils.conf")
        self._depends_on = [conf] if conf.is_file() else []
        self._transforms: list[type[Transform]] = [
            SphinxDomains,
            TranslationProgressTotaliser,
            DoctreeReadEvent,
        ]
        others = app.registry.get_transforms()
        guarded = foreign_handlers(app).guarded
        self._transforms += [
            guarded(other) for other in others if foreign(other.__module__)
        ]

    def read(self, docname: str) -> None:
        """Read a document, and keep its doctree."""
        collect_between_documents()
        env = self._app.env
        env.prepare_settings(docname)
        for path in self._depends_on:
            env.note_dependency(path)
        begin_reading(env, docname)
        path = env.doc2path(docname)
        document = new_document(str(path), self._settings.copy())
        # Writers of other packages ask for it.
        document.settings._source = str(path)
        # As Sphinx's own: what transforms say of the document is a warning.
        document.reporter = LoggingReporter.from_reporter(document.reporter)
        fill(document)
        document.transformer = SphinxTransformer(document)
        document.transformer.add_transforms(self._transforms)
        document.transformer.apply_transforms()
        # When it was read, in microseconds: Sphinx compares it with times of files.
        env.all_docs[docname] = time.time_ns() // 1_000
        env.temp_data.clear()
        env.ref_context.clear()
        self._app.builder.write_doctree(docname, document)

    def read_elsewhere(self, docnames: list[str]) -> bytes:
        """Read documents in a forked process, and return what is known of them."""
        start_worker(self._main)
        for docname in docnames:
            self.read(docname)
        return pickle.dumps(self._app.env, pickle.HIGHEST_PROTOCOL)

    def merge(self, docnames: list[str], known: bytes) -> None:
        """Take over what another process knows of documents."""
        env: BuildEnvironment = pickle.loads(known)  # noqa: S301
        self._app.env.merge_info_from(docnames, env, self._app)


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have generated documents read before Sphinx looks for what is to be read."""
    reading = Reading()
    handler = reading.env_before_read_docs
    # Everybody else may change the list of documents before.
    connect(undo, app, "env-before-read-docs", handler, LAST)
    connect(undo, app, "env-updated", reading.env_updated)


GENERATED_READING: Final = Shortcut(
    "generated_reading",
    "making a command line parser of docutils and running some forty transforms for"
    " each generated document",
    (
        "sphinx.builders:Builder.read_doc",
        "sphinx.builders:Builder.write_doctree",
        "sphinx.transforms:SphinxTransformer.add_transforms(self, transform_list)",
        "sphinx.transforms:DoctreeReadEvent",
        "sphinx.transforms.i18n:TranslationProgressTotaliser",
        "sphinx.transforms.references:SphinxDomains",
        "sphinx.util.docutils:LoggingReporter.from_reporter(reporter)",
        (
            "sphinx.util.parallel:ParallelTasks.add_task"
            "(self, task_func, arg, result_func)"
        ),
        "registry.get_transforms()",
        "env.clear_doc(docname)",
        "env.prepare_settings(docname)",
        "env.merge_info_from(docnames, other, app)",
    ),
    install,
    saves="8 %",
)
