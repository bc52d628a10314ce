"""The state of one build.

Each application has one state. It stands beside the events, which an application and
its environment have in common, and so is not pickled with the environment. What is to
last longer is data of the domain. Nothing else is kept in objects of Sphinx.

What is put in the place of something of Sphinx's is no state. These modules do that:

- :mod:`.extension_errors`: how events are emitted, and the transforms of a generated
  document;
- :mod:`.garbage_collection`: what builds, to end well however that ends;
- :mod:`.parallel_jobs`: what writes a document, as there is no event for that;
- :mod:`..documents.generated_documents`: the project, which finds the documents;
- :mod:`..documents.books_without_map`: what a builder does and sees while it makes a
  book, taken back at its end;
- :mod:`..html.navigation`: how sidebars are chosen for a generated page;
- :mod:`..html.rendered_pages`: how templates are rendered;
- :mod:`..html.search_index`: the format of the index, and what is fed to it;
- the shortcuts of :mod:`..fast_lane`, taken back at the end of the build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from docutils import nodes
from docutils.parsers.rst.states import RSTStateMachine
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ...codemap.code_map import CodeMap
from ...model.rows import Page
from .docutils_settings import NEW_MACHINE

T = TypeVar("T")

InventoryItem = tuple[str, str, str, str, str, int]
"""What a domain lists of an object: name, display name, type, docname, id, priority."""

_ATTRIBUTE: Final = "kwindex_build_state"


@dataclass(slots=True, eq=False)
class BuildState:
    """The state of one build."""

    app: Sphinx
    code: CodeMap | None = None
    """The code map; ``None`` while nothing asked for it."""
    error: Exception | None = None
    """The first error in this package that did not end the build."""
    scan_problems: int = 0
    """The number of paths that the scan left out with a warning."""
    untracked: int = 0
    """The number of files left out because git does not track them."""
    interrupted: bool = False
    """Whether the last build into the output directory did not end."""
    book: Set[str] | None = None
    """The documents in the book that is made, where that leaves the map out."""
    written: set[str] = field(default_factory=set)
    """The documents that were written."""
    scheduled: set[str] = field(default_factory=set)
    """The documents that Sphinx has in its list of those to be written."""
    listed: Callable[[], Iterable[InventoryItem]] | None = None
    """What the domain lists in place of all its objects, while it is set."""
    walkabout: Callable[[nodes.Node, nodes.NodeVisitor], bool] = nodes.Node.walkabout
    """Walks through the body of a generated page in HTML."""
    new_machine: Callable[[], RSTStateMachine] = NEW_MACHINE
    """Makes what parses a docstring in reStructuredText."""
    undo: ExitStack = field(default_factory=ExitStack)
    """Takes back at the end of the build what was changed for it."""
    undo_book: ExitStack = field(default_factory=ExitStack)
    """Takes back what was changed while a book is put together without the map."""
    undo_page: ExitStack = field(default_factory=ExitStack)
    """Takes back what was changed for the context of one page."""
    undo_collection: ExitStack | None = None
    """Is to put Python's collector back; ``None`` but for the part of a build in which
    the collector is not changed yet."""
    watched: int = 0
    """The process whose end ends its workers; 0 where they are the host's alone."""
    _objects: dict[type, Any] = field(default_factory=dict)

    @property
    def tree(self) -> CodeMap:
        """The code map, for what is done only where there is one."""
        assert self.code is not None
        return self.code

    @property
    def pages(self) -> dict[str, Page]:
        """The generated pages by docname."""
        return self.code.by_docname if self.code else {}

    def schedule(self, docnames: Iterable[str]) -> list[str]:
        """Return which of some documents are to be added to Sphinx's list.

        It may not have any twice: themes change each page in it when all are written.
        """
        new = [name for name in dict.fromkeys(docnames) if name not in self.scheduled]
        self.scheduled.update(new)
        return new

    def shared(self, kind: type[T], make: Callable[[], T]) -> T:
        """Return this build's object of a class, which is made when first asked for."""
        if kind not in self._objects:
            self._objects[kind] = make()
        shared_object: T = self._objects[kind]
        return shared_object

    def forget(self, *kinds: type) -> None:
        """Have objects of some classes made anew."""
        for kind in kinds:
            self._objects.pop(kind, None)


def build_state(owner: Sphinx | BuildEnvironment) -> BuildState:
    """Return the state of an application, or of the application of an environment."""
    state: BuildState = vars(owner.events)[_ATTRIBUTE]
    return state


def replace(undo: ExitStack, owner: object, name: str, value: object) -> None:
    """Give one object an attribute of its own in the place of its class's.

    :param undo: gives the object back what it had.
    """
    own = vars(owner)
    if name in own:
        undo.callback(own.__setitem__, name, own[name])
    else:
        undo.callback(own.pop, name, None)
    own[name] = value


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Take back what was changed for the build alone, and let go of the store.

    Windows deletes no file that is open. Who still asks opens it again.
    """
    state = build_state(app)
    state.undo.close()
    if state.code is not None:
        state.code.store.close()


def setup_build_state(app: Sphinx) -> None:
    """Give an application its state."""
    vars(app.events)[_ATTRIBUTE] = BuildState(app)
