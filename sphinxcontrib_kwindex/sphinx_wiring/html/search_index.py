"""Has the search index end as that of a clean build, whatever was built before.

Sphinx loads the index of the last build, takes out what is written again, and writes
it with what is left. Two things it does not keep: the entries of its own index
(``index`` directives, described objects) of documents that are not written again are
lost, also where nothing is written at all; and words that no document has any more
stay as empty lists. Both are mended in what is written, at the cost of one look at
each word. The format that the builder loads and dumps with is the place: what passes
there is what stands in the file. :mod:`.search_ranking` says what stands there of the
map.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder

from ..documents.domain import kw_domain
from ..documents.toctrees import map_entries
from ..setup.build_state import BuildState, InventoryItem, build_state
from ..setup.guarded_handlers import fence
from .search_ranking import MapInIndex, feed, less_important, without_suffix

#: What an index has to have; in another form it is left alone.
_KNOWN: Final = frozenset(
    {
        *("docnames", "envversion", "indexentries", "terms", "titleterms"),
        *("alltitles", "objects", "objnames", "objtypes"),
    }
)


class MendedFormat:
    """A format of the search index that keeps what Sphinx loses.

    :param builder: the builder that loads and dumps with it; its own format is used.
    """

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._format = builder.indexer_format
        self._builder = builder
        self._before: Any = None
        self.map: MapInIndex | None = None
        """What is put into the index when it is written."""

    def load(self, stream: Any) -> Any:
        """Return the index of the last build, and keep it until the next is written."""
        self._before = self._format.load(stream)
        if isinstance(self._before, dict) and self._before.keys() >= _KNOWN:
            self._before["terms"] = without_suffix(self._before["terms"])
        return self._before

    def dump(self, data: Any, stream: Any) -> None:
        """Write an index as a clean build has it."""
        # The documents that were written, with their entries.
        written = getattr(self._builder.indexer, "_index_entries", None)
        before, self._before = self._before, None
        if isinstance(data, dict) and data.keys() >= _KNOWN:
            for words in ("terms", "titleterms"):
                data[words] = {
                    word: documents
                    for word, documents in data[words].items()
                    if documents != []
                }
            if (
                isinstance(written, dict)
                and isinstance(before, dict)
                and before.keys() >= _KNOWN
                and before["envversion"] == data["envversion"]
            ):
                data["indexentries"] = _all_entries(before, data, written)
            if self.map:
                whole = dict(data)
                state = build_state(self._builder.env)
                with fence(state, "put the map into the search index"):
                    self.map.put_into(whole)
                    data = whole
        self._format.dump(data, stream)

    def __getattr__(self, name: str) -> Any:
        """Be what the format is in all else: themes have them dump other things."""
        # Before it is set: an object that is being unpickled has no format.
        if name == "_format":
            raise AttributeError(name)
        return getattr(self._format, name)


def _all_entries(
    before: Mapping[str, Any], data: Mapping[str, Any], written: Collection[str]
) -> dict[str, list[Any]]:
    """Return entries with their places, by document as in a clean build.

    :param before: the index of the last build.
    :param data: that of this build, with the entries of *written* alone.
    :param written: the documents whose entries are not taken from *before*.
    """
    numbers = {docname: number for number, docname in enumerate(data["docnames"])}
    kept = {
        number: numbers[docname]
        for number, docname in enumerate(before["docnames"])
        if docname in numbers and docname not in written
    }
    entries = defaultdict(list)
    for entry, places in before["indexentries"].items():
        for number, name, main in places:
            # Those of the map have no id, and are put there again.
            if name and number in kept:
                entries[entry].append((kept[number], name, main))
    for entry, places in data["indexentries"].items():
        entries[entry] += places
    return {
        entry: sorted(places, key=itemgetter(0)) for entry, places in entries.items()
    }


def _is_sphinxs(app: Sphinx) -> bool:
    """Return whether the index is Sphinx's own, and not what a theme makes of it."""
    builder = app.builder
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and isinstance(builder.indexer_format, MendedFormat)
        and type(builder.indexer).__module__ == "sphinx.search"
    )


def _objects(
    state: BuildState,
    collect: Callable[[dict[str, int]], dict[str, Any]],
    objects: Callable[[], Iterable[InventoryItem]],
    numbers: dict[str, int],
) -> dict[str, Any]:
    """Collect the objects for the index: it lists and sorts all that a domain has."""
    state.listed = objects
    try:
        return collect(numbers)
    finally:
        state.listed = None


def doctree_resolved(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Say what is fed to the index, before the first document is."""
    state = build_state(app)
    if state.code is None or not _is_sphinxs(app):
        return
    indexer = app.builder.indexer  # type: ignore[attr-defined]
    if "feed" not in vars(indexer):
        entries = partial(map_entries, app)
        indexer.feed = partial(feed, indexer.feed, state.pages, entries)


def html_collect_pages(app: Sphinx) -> tuple[()]:
    """Say what of the map is in the index, just before it is written."""
    indexer = getattr(app.builder, "indexer", None)
    domain = kw_domain(app.env)
    if domain.code is None or not isinstance(indexer, IndexBuilder):
        return ()
    objects: Callable[[], Iterable[InventoryItem]] = tuple
    if _is_sphinxs(app):
        builder = app.builder
        assert isinstance(builder, StandaloneHTMLBuilder)
        builder.indexer_format.map = map_in_index = MapInIndex(builder, domain)
        map_in_index.choose_documents(indexer)
    else:
        objects = partial(less_important, list(domain.get_objects()))
    indexer.get_objects = partial(  # type: ignore[method-assign]
        _objects, domain.state, indexer.get_objects, objects
    )
    return ()


def builder_inited(app: Sphinx) -> None:
    """Put the format in the place of the builder's own."""
    # A name would stand for a format that Sphinx looks up itself.
    if isinstance(app.builder, StandaloneHTMLBuilder) and not isinstance(
        app.builder.indexer_format, str
    ):
        app.builder.indexer_format = MendedFormat(app.builder)
