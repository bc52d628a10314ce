"""Has the search index end as that of a clean build, whatever was built before.

Sphinx loads the index of the last build, takes out what is written again, and writes
it with what is left. Two things it does not keep: the entries of its own index
(``index`` directives, described objects) of documents that are not written again are
lost, also where nothing is written at all; and words that no document has any more
stay as empty lists. Both are mended in what is written, at the cost of one look at
each word. The format that the builder loads and dumps with is the place: what passes
there is what stands in the file.

Half of the index would be ids of definitions, in which their names stand once more. It
has a short form for an id that is made of an object's type and name: for ``-`` its
script takes the second of the type's three names, of which it shows the third only, a
hyphen and the object's name. It is used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from operator import itemgetter
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder

from .domain import KwDomain, kw_domain

#: What the ids of definitions begin with.
_ID: Final = "def"
#: What has to be there, or the index is none that is known, and it is left alone.
_KNOWN: Final = frozenset(
    {"docnames", "envversion", "indexentries", "terms", "titleterms"}
)


class MendedFormat:
    """A format of the search index that keeps what Sphinx loses.

    :param builder: the builder that loads and dumps with it; its own format is used.
    """

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._format = builder.indexer_format
        self._builder = builder
        self._before: Any = None

    def load(self, stream: Any) -> Any:
        """Return the index of the last build, and keep it until the next is written."""
        self._before = self._format.load(stream)
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
            if "objnames" in data:
                _name_ids(data)
        self._format.dump(data, stream)

    def __getattr__(self, name: str) -> Any:
        """Be what the format is in all else: themes have them dump other things."""
        # Before there is one: nothing is asked of what is being unpickled.
        if name == "_format":
            raise AttributeError(name)
        return getattr(self._format, name)


def _all_entries(
    before: Mapping[str, Any], data: Mapping[str, Any], written: Collection[str]
) -> dict[str, list[Any]]:
    """Return entries with their places, by document as in a clean build.

    :param before: the index of the last build.
    :param data: that of this build, with the entries of *written* alone.
    """
    numbers = {docname: number for number, docname in enumerate(data["docnames"])}
    kept = {
        number: numbers[docname]
        for number, docname in enumerate(before["docnames"])
        if docname in numbers and docname not in written
    }
    entries = defaultdict(list)
    for entry, places in before["indexentries"].items():
        for number, *place in places:
            if number in kept:
                entries[entry].append((kept[number], *place))
    for entry, places in data["indexentries"].items():
        entries[entry] += places
    return {
        entry: sorted(places, key=itemgetter(0)) for entry, places in entries.items()
    }


def _name_ids(data: dict[str, Any]) -> None:
    """Say what short ids of definitions begin with."""
    data["objnames"] = {
        number: (names[0], _ID, names[2]) if names[0] == KwDomain.name else names
        for number, names in data["objnames"].items()
    }


_Object = tuple[str, str, str, str, str, int]


def _searched(objects: Iterable[_Object]) -> Iterator[_Object]:
    """Yield the objects that are searched for, their ids in short where they can be."""
    for name, shown, kind, docname, anchor, priority in objects:
        if priority >= 0:
            short = "-" if anchor == f"{_ID}-{shown}" else anchor
            yield name, shown, kind, docname, short, priority


def _objects(
    domain: KwDomain,
    collect: Callable[[dict[str, int]], dict[str, Any]],
    numbers: dict[str, int],
) -> dict[str, Any]:
    """Collect the objects for the index: it lists and sorts all that a domain has."""
    every = domain.get_objects
    domain.get_objects = lambda: _searched(every())  # type: ignore[method-assign]
    try:
        return collect(numbers)
    finally:
        del domain.get_objects


def html_collect_pages(app: Sphinx) -> tuple[()]:
    """Have the index take what it needs of our objects, just before it is written."""
    indexer = getattr(app.builder, "indexer", None)
    if isinstance(indexer, IndexBuilder):
        indexer.get_objects = partial(  # type: ignore[method-assign]
            _objects, kw_domain(app.env), indexer.get_objects
        )
    return ()


def builder_inited(app: Sphinx) -> None:
    """Put the format in the place of the builder's own."""
    # A name would stand for a format that Sphinx looks up itself.
    if isinstance(app.builder, StandaloneHTMLBuilder) and not isinstance(
        app.builder.indexer_format, str
    ):
        app.builder.indexer_format = MendedFormat(app.builder)


def setup_search_index(app: Sphinx) -> None:
    """Register the handlers."""
    app.connect("builder-inited", builder_inited)
    app.connect("html-collect-pages", html_collect_pages)
