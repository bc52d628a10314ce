"""Has the search index end as that of a clean build, whatever was built before.

Sphinx loads the index of the last build, takes out what is written again, and writes
it with what is left. Two things it does not keep: the entries of its own index
(``index`` directives, described objects) of documents that are not written again are
lost, also where nothing is written at all; and words that no document has any more
stay as empty lists. Both are mended in what is written, at the cost of one look at
each word. The format that the builder loads and dumps with is the place: what passes
there is what stands in the file.

Half of the index would be ids of definitions, in which their names stand once more. It
has a short form for an id that is made of an object's type and name; it is used.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from operator import itemgetter
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from .domain import KwDomain

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
            if data.keys() >= {"objects", "objnames"}:
                _shorten_ids(data)
        self._format.dump(data, stream)


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


def _shorten_ids(data: dict[str, Any]) -> None:
    """Say ids of definitions in the index's own short form.

    For ``-`` its script takes the second of the type's three names, a hyphen and the
    object's name; it shows the third one only.
    """
    kinds = {
        number: names
        for number, names in data["objnames"].items()
        if names[0] == KwDomain.name
    }
    short = {number: (names[0], "def", names[2]) for number, names in kinds.items()}
    data["objnames"] = {**data["objnames"], **short}
    for prefix, rows in data["objects"].items():
        start = f"def-{prefix}." if prefix else "def-"
        rows[:] = [
            (*row[:3], "-", row[4])
            if row[1] in kinds and row[3] == f"{start}{row[4]}"
            else row
            for row in rows
        ]


def builder_inited(app: Sphinx) -> None:
    """Put the format in the place of the builder's own."""
    # A name would stand for a format that Sphinx looks up itself.
    if isinstance(app.builder, StandaloneHTMLBuilder) and not isinstance(
        app.builder.indexer_format, str
    ):
        app.builder.indexer_format = MendedFormat(app.builder)


def setup_search_index(app: Sphinx) -> None:
    """Register the handler."""
    app.connect("builder-inited", builder_inited)
