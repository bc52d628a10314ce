"""When Python looks for garbage while pages are planned, read and written.

Python's collector walks all containers that survived it, again and again, to find the
few that are garbage. The nodes of a document are circles that live until it is read or
written, and are garbage then, all of them. So it is looked for between two documents,
and in the middle of a document only when there is very much.

What follows the names of a tree makes much that stays, and little garbage.

The process is the host's. So the collector is as the host has it again when the tree is
linked and its pages are planned, until the first generated page is read or written, and
when the build ends. What is there until then stays, and is set apart meanwhile
(:func:`gc.freeze`) unless the host does that. Python then counts anew what survived,
and in a process that builds again and again would never come to look at what builds
left behind; so that is done here now and then.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .build_state import build_state

#: The number of new objects for which it is worth to collect between two documents;
#: Python 3.14 collects then.
_SOME: Final = 2_000
#: After this number of collections what survived is looked at again.
_COLLECTIONS: Final = 20
#: The number of new objects for which it is worth to collect within a document: they
#: would no longer be in the processor's cache, and take much memory.
_MANY: Final = 50_000
#: The number of pages for which it is worth to look at all that is there: that takes as
#: long as some pages do.
_LARGE: Final = 300
#: After so many builds in one process it is looked for what they left.
_SEVERAL: Final = 8

_builds: Final = count(1)


def collect_between_documents() -> None:
    """Look for garbage before a document is read or written, if there may be some.

    Where the collector is as Python has it, there are never that many new objects.
    """
    new, collections = gc.get_count()[:2]
    if new > _SOME and gc.isenabled() and gc.get_threshold()[0]:
        gc.collect(1 if collections > _COLLECTIONS else 0)


def collect_seldom() -> None:
    """Let very many new objects come together, unless collection is turned off."""
    first, *others = gc.get_threshold()
    if 0 < first < _MANY:
        gc.set_threshold(_MANY, *others)


@contextmanager
def collecting_seldom() -> Iterator[None]:
    """Collect seldom for a while."""
    threshold = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*threshold)


def builder_inited(app: Sphinx) -> None:
    """Have the collector put back however the build ends, also by Ctrl-C."""
    state, build = build_state(app), app.builder.build

    def build_and_restore(*args: Any, **options: Any) -> None:
        with ExitStack() as undo:
            undo.callback(setattr, state, "undo_collection", None)
            state.undo_collection = undo
            build(*args, **options)

    vars(app.builder)["build"] = build_and_restore


def _begin(app: Sphinx, documents: int = 1) -> None:
    """Collect seldom, and set apart what is there, until the build ends.

    :param documents: how many there are to read.
    """
    state = build_state(app)
    if state.undo_collection is None:
        return
    undo, state.undo_collection = state.undo_collection, None
    undo.callback(gc.set_threshold, *gc.get_threshold())
    collect_seldom()
    # What the host set apart could not be told from the rest again.
    if not gc.get_freeze_count():
        undo.callback(gc.unfreeze)
        is_due = next(_builds) % _SEVERAL == 0 and gc.isenabled()
        if documents > _LARGE or is_due:
            # Garbage would stay with it: of linking and planning 16 MB for torch.
            gc.collect()
        gc.freeze()


def env_before_read_docs(
    app: Sphinx, env: BuildEnvironment, docnames: list[str]
) -> None:
    """Begin if a generated page is going to be read."""
    if generated := build_state(app).pages.keys() & set(docnames):
        _begin(app, len(generated))


def source_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Collect before a document is read."""
    collect_between_documents()


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Collect before a document is written."""
    if docname in build_state(app).pages:
        _begin(app)
    collect_between_documents()
