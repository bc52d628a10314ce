"""The table of event handlers is whole, and nothing of Sphinx holds what we know."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pytest
from projects import Project
from sphinx.events import core_events

import sphinxcontrib_kwindex
from sphinxcontrib_kwindex.sphinx_wiring.event_handlers import BEHIND_THEMES, HANDLERS

Make = Callable[..., Project]
PACKAGE: Final = Path(sphinxcontrib_kwindex.__file__).parent
WIRING: Final = PACKAGE / "sphinx_wiring"
EVENTS: Final = {*core_events, "html-page-context", "html-collect-pages"}
#: What is put in the place of something of Sphinx's, by file: the list in the docstring
#: of build_state.py. The fast lane takes back whatever it replaces.
REPLACED: Final = {
    "documents/books_without_map.py": {
        *("builder.write", "builder.get_outdated_docs", "builder.get_relative_uri"),
        "builder.load_indexer",
    },
    "documents/generated_documents.py": {
        *("app.project", "app.env.project", "env.current_document.reading_started_at"),
        "project.docnames",
    },
    "html/navigation.py": {"vars(app.builder)"},
    "html/rendered_pages.py": {"vars(templates)"},
    "html/search_index.py": {
        *("app.builder.indexer_format", "indexer.feed", "indexer.get_objects"),
    },
    "setup/build_state.py": {"vars(app.events)"},
    "setup/extension_errors.py": {"vars(app.events)", "vars(transformer)"},
    "setup/garbage_collection.py": {"vars(app.builder)"},
    "setup/parallel_jobs.py": {"app.builder.write_doc"},
}
#: Of our own: a parser of docstrings, and the environment that it sees.
OWN: Final = {"vars(inliner)", "self.current_document.highlight_language"}
#: What may be Sphinx's ends so.
_SPHINX: Final = re.compile(
    r".*\b_?(app|env|builder|domain|events|indexer|project|current_document)|vars\(.*"
)


def rows() -> Iterator[tuple[str, Callable[..., Any]]]:
    for table in (HANDLERS, BEHIND_THEMES):
        for event, handlers in table.items():
            for _, handler in handlers:
                yield event, handler


def sources() -> Iterator[tuple[str, Path]]:
    for path in sorted(WIRING.rglob("*.py")):
        yield path.relative_to(WIRING).as_posix(), path


@pytest.mark.parametrize("event", HANDLERS)
def test_handlers_stand_in_the_order_in_which_they_are_called(event: str) -> None:
    priorities = [priority for priority, _ in HANDLERS[event]]
    assert priorities == sorted(priorities)


def test_handlers_have_the_name_of_their_event() -> None:
    for event, handler in rows():
        assert handler.__name__.startswith(event.replace("-", "_"))


def test_every_function_with_the_name_of_an_event_is_in_the_table() -> None:
    names = re.compile(rf"({'|'.join(EVENTS)})(_.*)?".replace("-", "_"))
    found = []
    for name, path in sources():
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and names.fullmatch(node.name):
                module = f"{WIRING.name}/{name}".removesuffix(".py").replace("/", ".")
                module = f"{sphinxcontrib_kwindex.__name__}.{module}"
                found.append(getattr(import_module(module), node.name))
    listed = [handler for _, handler in rows()]
    assert sorted(map(id, found)) == sorted(map(id, listed))


def test_handlers_are_connected_in_two_places_only() -> None:
    places = [name for name, path in sources() if "app.connect(" in path.read_text()]
    assert places == ["event_handlers.py", "fast_lane/shortcut.py"]


def test_they_are_called_in_the_order_of_the_table(make_project: Make) -> None:
    built = make_project({"a.py": ""}).build(kwindex_fast_lane=False)
    for event, handlers in HANDLERS.items():
        listeners = built.app.events.listeners[event]
        ordered = sorted(listeners, key=attrgetter("priority"))
        # Each stands behind a fence.
        called = [getattr(one.handler, "__wrapped__", None) for one in ordered]
        for table in (handlers, BEHIND_THEMES.get(event, ())):
            ours = [handler for _, handler in table]
            assert [handler for handler in called if handler in ours] == ours


def _set_in(path: Path) -> Iterator[str]:
    """Yield what a module sets of objects that may be Sphinx's."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            owner, name = ast.unparse(node.value), f".{node.attr}"
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            owner, name = ast.unparse(node.value), ""
            if not owner.startswith("vars("):
                continue
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "setattr":
            owner, name = ast.unparse(node.args[0]), ast.unparse(node.args[1])
        else:
            continue
        if _SPHINX.fullmatch(owner):
            yield f"{owner}{name}"


def test_nothing_is_kept_in_objects_of_sphinx() -> None:
    found = {
        name: set(_set_in(path)) - OWN
        for name, path in sources()
        if not name.startswith("fast_lane/")
    }
    assert {name: targets for name, targets in found.items() if targets} == REPLACED
