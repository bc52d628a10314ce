"""Installs the shortcuts at the start of a build, and takes them back at its end."""

from __future__ import annotations

from contextlib import ExitStack
from importlib import import_module
from typing import Final

from packaging.version import Version
from sphinx.application import Sphinx

from ...codemap.names.similar_names import did_you_mean
from ...model.errors import error_line
from ..setup.build_state import build_state
from ..setup.messages import inform, warn
from .asset_tags import ASSET_TAGS
from .docstring_states import DOCSTRING_STATES
from .doctree_memory import DOCTREE_MEMORY
from .generated_reading import GENERATED_READING
from .node_visits import NODE_VISITS
from .page_titles import PAGE_TITLES
from .post_transforms import POST_TRANSFORMS
from .search_prune import SEARCH_PRUNE
from .search_stems import SEARCH_STEMS
from .shortcut import Shortcut, missing
from .sidebars import SIDEBARS
from .unchanged_indexes import UNCHANGED_INDEXES
from .write_processes import WRITE_PROCESSES

#: All, in the order in which they are installed. To add one is to write its file, to
#: put its row here, and to describe it in the manual, with the change to the other
#: project that would make it superfluous.
SHORTCUTS: Final[tuple[Shortcut, ...]] = (
    # Reading
    GENERATED_READING,
    DOCSTRING_STATES,
    DOCTREE_MEMORY,
    # Writing
    WRITE_PROCESSES,
    # HTML
    POST_TRANSFORMS,
    NODE_VISITS,
    SIDEBARS,
    PAGE_TITLES,
    ASSET_TAGS,
    SEARCH_STEMS,
    SEARCH_PRUNE,
    UNCHANGED_INDEXES,
)

#: By distribution, the first and the last version that the tests of both lanes passed
#: with. A later patch release of the last one counts as tested.
TESTED: Final = {"sphinx": ("8.2", "9.2"), "docutils": ("0.20", "0.23")}


def builder_inited(app: Sphinx) -> None:
    """Install the shortcuts that were chosen, and say once which cannot be."""
    # Loaded for its roles alone, the extension changes nothing.
    if build_state(app).code is None:
        return
    off: dict[str, list[str]] = {}
    for shortcut in chosen(app.config.kwindex_fast_lane):
        if shortcut.concerns(app) and (reason := _install(app, shortcut)):
            off.setdefault(reason, []).append(shortcut.name)
    if off:
        reasons = "; ".join(
            f"{', '.join(names)} ({reason})" for reason, names in off.items()
        )
        inform(f"shortcuts that are off, see the manual: {reasons}")


def _install(app: Sphinx, shortcut: Shortcut) -> str:
    """Install a shortcut; return why it is off, or an empty string."""
    reason = untested(shortcut)
    if not reason and (name := missing(shortcut, app)):
        reason = f"{name} is not as expected"
    if reason:
        return reason
    # Some of it is done later in the build, and taken back with the rest.
    undo = ExitStack()
    try:
        shortcut.install(app, undo)
    except Exception as error:
        # Whatever is not as expected: the slow lane does without.
        undo.close()
        return error_line(error)
    build_state(app).undo.push(undo)
    return ""


def chosen(value: object) -> list[Shortcut]:
    """Return the shortcuts that ``kwindex_fast_lane`` names; warn of unknown ones."""
    if isinstance(value, bool):
        return [*SHORTCUTS] if value else []
    # On the command line of sphinx-build it is a text with commas.
    given = value.split(",") if isinstance(value, str) else value
    names = [str(name) for name in given] if isinstance(given, list | tuple) else []
    known = [shortcut.name for shortcut in SHORTCUTS]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known, "choose from")
            text = f"kwindex_fast_lane: no shortcut {name!r}; {hint}"
            warn(text, subtype="fast_lane")
    return [shortcut for shortcut in SHORTCUTS if shortcut.name in names]


def untested(shortcut: Shortcut) -> str:
    """Return which version that it relies on was not tested, or an empty string."""
    for project in sorted(shortcut.projects & TESTED.keys()):
        first, last = TESTED[project]
        installed = Version(import_module(project).__version__)
        newest = Version(last).release
        if installed < Version(first) or installed.release[: len(newest)] > newest:
            return f"{project} {installed} was not tested, {first} to {last} were"
    return ""
