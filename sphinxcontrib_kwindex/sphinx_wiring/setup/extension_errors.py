"""Calls of themes and other extensions that are about a generated page.

They were written for documents that somebody wrote. What such a call raises would end
the build; for a generated page it is a warning, once for each caller, and the page does
without what it would have added. In other documents, what is raised is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter
from typing import Any, Final

from docutils.transforms import Transform, Transformer
from sphinx.application import Sphinx
from sphinx.config import Config

from .build_state import build_state
from .config import output
from .messages import warn
from .pipeline import SUFFIX

#: What the extensions that list all sources for programs leave out.
_LISTS: Final = ("llms_txt_exclude", "llm_friendly_exclude", "llms_excludes")
#: The events that are sent for a document, and which argument is its name. Of the
#: document that is being read the environment has the name.
_ABOUT_A_DOCUMENT: Final = {
    "doctree-read": None,
    "doctree-resolved": 1,
    "env-purge-doc": 1,
    "html-page-context": 0,
    "source-read": 0,
}
#: Of these, what a generated document has none of: handlers of others are not called.
_OF_A_SOURCE: Final = "source-read"
#: Handlers that are for what is written by hand alone. sphinx_tippy takes long to show
#: parts of a page beside links, as cards do. autosectionlabel takes titles for labels,
#: and those of the map would stand in the way of the project's own.
_LEFT_OUT: Final = frozenset(
    {
        ("sphinx_tippy", "html-page-context"),
        ("sphinx.ext.autosectionlabel", "doctree-read"),
    }
)
#: The packages whose errors are not those of an extension.
_TRUSTED: Final = ("sphinx.", "docutils.", "sphinxcontrib_kwindex.")
_EXTENSIONS: Final = "sphinx.ext."


def foreign(module: str) -> bool:
    """Return whether a module is neither of Sphinx's core nor of this package."""
    return module.startswith(_EXTENSIONS) or not module.startswith(_TRUSTED)


class ForeignHandlers:
    """Calls handlers and transforms of one build, in one process."""

    def __init__(self, app: Sphinx) -> None:
        self._app = app
        self._warned: set[str] = set()
        self._emit = app.events.emit

    def failed(self, who: str, error: Exception) -> None:
        """Warn of what somebody raised, once for each.

        That the source of a page has no place below the source directory, or no
        history, is no news: it is a stub.
        """
        stub = str(self._app.doctreedir)
        if who not in self._warned and stub not in str(error):
            self._warned.add(who)
            raised = f"{who} raised {type(error).__name__} on a generated page: {error}"
            warn(
                f"{raised}; generated pages are built without what it adds",
                subtype="theme",
            )

    def emit(
        self,
        name: str,
        *args: Any,
        allowed_exceptions: tuple[type[Exception], ...] = (),
    ) -> list[Any]:
        """Emit an event as :meth:`sphinx.events.EventManager.emit` does."""
        if name not in _ABOUT_A_DOCUMENT or not self._is_generated(name, args):
            return self._emit(name, *args, allowed_exceptions=allowed_exceptions)
        listeners = self._app.events.listeners.get(name, ())
        results = []
        for listener in sorted(listeners, key=attrgetter("priority")):
            module = _module(listener.handler)
            if (module, name) in _LEFT_OUT or (
                name == _OF_A_SOURCE and foreign(module)
            ):
                continue
            try:
                results.append(listener.handler(self._app, *args))
            except Exception as error:
                if not foreign(module):
                    raise
                self.failed(f"{module} ({name})", error)
        return results

    def _is_generated(self, name: str, args: tuple[Any, ...]) -> bool:
        pages = build_state(self._app).pages
        if not pages:
            return False
        at = _ABOUT_A_DOCUMENT[name]
        return (self._app.env.docname if at is None else args[at]) in pages

    def guard(self, transformer: Transformer) -> None:
        """Have a document's transforms guarded, whenever they are added."""
        add = transformer.add_transforms

        def add_transforms(transforms: Iterable[type[Transform]]) -> None:
            add([self._guarded_if_foreign(transform) for transform in transforms])

        vars(transformer)["add_transforms"] = add_transforms
        # Sphinx 9 has added them before the document is parsed.
        transformer.transforms[:] = [
            (priority, self._guarded_if_foreign(transform), pending, options)
            for priority, transform, pending, options in transformer.transforms
        ]

    def _guarded_if_foreign(self, transform: type[Transform]) -> type[Transform]:
        return self.guarded(transform) if foreign(transform.__module__) else transform

    def guarded(self, transform: type[Transform]) -> type[Transform]:
        """Return a transform that warns of what another transform raises."""
        who, failed = f"{_module(transform)} ({transform.__qualname__})", self.failed

        original: Callable[..., None] = transform.apply  # type: ignore[attr-defined]

        def apply(self: Transform, **kwargs: Any) -> None:
            try:
                original(self, **kwargs)
            except Exception as error:
                failed(who, error)

        names = {"apply": apply, "__module__": transform.__module__}
        return type(transform.__name__, (transform,), names)


def _module(handler: Callable[..., Any]) -> str:
    """Return the module of a handler or a transform.

    Sphinx runs ``conf.py`` without a name; Python says ``None`` then, or ``builtins``.
    """
    while isinstance(handler, partial):
        handler = handler.func
    module = getattr(handler, "__module__", None)
    return "conf.py" if module in {None, "builtins"} else str(module)


def foreign_handlers(app: Sphinx) -> ForeignHandlers:
    """Return what calls the handlers of one application."""
    return build_state(app).shared(ForeignHandlers, lambda: ForeignHandlers(app))


def config_inited(app: Sphinx, config: Config) -> None:
    """Leave the generated pages out of what others make of all sources.

    sphinx_llms_txt and sphinx_llm.txt go through the copied sources of documents, and
    those of generated pages are the repository's files. sphinx_llm_friendly writes
    doctrees as Markdown, and those of generated pages are almost empty. sphinx_gp_llms
    reads the sources themselves, which are stubs. sphinxcontrib.spelling would check
    the names of files. Changed later, the value would seem to have changed at the next
    build.
    """
    patterns = {"spelling_exclude_patterns": f"**{SUFFIX}"}
    if above := output(config):
        patterns |= dict.fromkeys(_LISTS, f"{above}/**")
    for name, pattern in patterns.items():
        if name in config.values:
            config[name] = [*config[name], pattern]


def builder_inited(app: Sphinx) -> None:
    """Have events about generated pages emitted with care."""
    vars(app.events)["emit"] = foreign_handlers(app).emit
