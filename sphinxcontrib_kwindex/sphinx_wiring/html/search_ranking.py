"""Has Sphinx's search find what the host wrote first, then definitions, then files.

The scorer is the host's, and so is what it makes of a hit. This module chooses where in
the index the map stands, and that is where a hit counts least:

- no title of a generated page is searched: a short title would equal the host's;
- words of docstrings count as much as the host's. Between equal scores Sphinx goes by
  the title, and the title of a generated page begins with a character that is not seen
  and comes after others;
- definitions have the lowest priority. A definition whose name is the query would still
  come before a page of the host with that word in its text, so where the host has the
  word, such a character ends the name, and the name only contains the query;
- files and folders are entries of the index that are not its main entries, which Sphinx
  shows behind everything else. An entry is shown by the title of its page, so a file or
  folder that is a row of a page is an object, behind all definitions.

Sphinx looks for parts of words only where no whole word matches: where a docstring has
``config``, nobody would find the host's ``configuration`` by it any more. Such a word
is kept with the same character behind it, and the search finds both.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import sphinx
from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder

from ...codemap.names.lookup import PLACES
from ...model.kinds import KINDS, MAIN_KINDS
from ...model.named_tuple import NamedTuple
from ...model.names import last_part
from ...model.rows import Page
from ...pages.titles import path_title
from ...store.definition_queries import private_objects
from ..documents.domain import KwDomain
from ..documents.placeholder import kw_placeholder
from ..setup.build_state import InventoryItem
from .line_breaks import MAY_BREAK, breakable_text

#: Takes no room, is part of no word, and is sorted behind the letters of all scripts.
SORTED_LAST: Final = "\ufeff"
#: What the ids of definitions begin with.
_ID: Final = "def"
#: Sphinx's name for results of which there are better ones.
_UNIMPORTANT: Final = 2
#: Words that are not longer are not looked for in others.
_SHORT: Final = 2
#: Longer names do not fit on a line of a phone.
_LINE: Final = 36
_WORD: Final = re.compile(r"\w+")


class MapObject(NamedTuple):
    """A file, a folder or a definition, and where it is shown."""

    name: str
    """A qualified name, or a path."""
    kind: str
    docname: str
    anchor: str
    private: bool = False


@cache
def takes_titles_for_html() -> bool:
    """Return whether the search of this Sphinx does not escape titles itself.

    Up to 8.2 its ``searchtools.js`` makes HTML of them. A file may be called
    ``<img src=x onerror=…>``.
    """
    script = Path(sphinx.__file__).parent / "themes/basic/static/searchtools.js"
    try:
        return "innerHTML = title" in script.read_text("utf-8")
    except OSError:
        return True


def _shown(text: str) -> str:
    """Return a text as the search has to have it to show it."""
    return html.escape(text) if takes_titles_for_html() else text


def searched(domain: KwDomain) -> tuple[list[MapObject], list[MapObject]]:
    """Return the definitions that are searched for, and the files and folders."""
    definitions, places = [], []
    private = set(private_objects(domain.tree.store))
    for name, shown, kind, docname, anchor, priority in domain.get_objects():
        item = MapObject(shown, kind, docname, anchor, name in private)
        if kind in PLACES:
            # The words of the start page lead to the root.
            places += [item] if shown != "." else []
        elif priority >= 0 and "<locals>" not in shown:
            definitions.append(item)
    return definitions, places


def less_important(objects: Iterable[InventoryItem]) -> Iterator[InventoryItem]:
    """Yield objects that are searched for as less important than those of the host.

    For an index that is not Sphinx's own, of which nothing else is known.
    """
    for name, shown, kind, docname, anchor, priority in objects:
        if priority >= 0 and "<locals>" not in shown:
            yield name, shown, kind, docname, anchor, _UNIMPORTANT


def feed(
    add: Callable[..., None],
    pages: Mapping[str, Page],
    entries_in: Callable[[str, nodes.Element], list[nodes.reference]],
    docname: str,
    filename: str,
    title: str,
    doctree: nodes.Element,
) -> None:
    """Feed a document to the index; of a generated page the words of its docstrings.

    Of another page that has the map among its contents, what that is called is no word.

    :param add: what Sphinx does with a document.
    :param entries_in: returns the links to the map in the contents of a document.
    """
    if docname in pages:
        doctree = next(doctree.findall(kw_placeholder), doctree)
        add(docname, filename, title, doctree)
        return
    entries = entries_in(docname, doctree)
    words = [entry.children for entry in entries]
    for entry in entries:
        entry.children = []
    try:
        add(docname, filename, title, doctree)
    finally:
        for entry, children in zip(entries, words, strict=True):
            entry.children = children


class Parts:
    """Texts that others are looked for in, as the search does: small, as parts.

    To look through all words of a host for each of a map's takes 10 s where the map has
    60,000 and the host 35,000. Here what follows each character of a word is sorted.
    """

    #: As much of what follows is sorted; a longer text is looked for in all.
    _SORTED = 32

    def __init__(self, texts: Iterable[str]) -> None:
        self._text = "\n".join(texts).lower()
        self._words = words = "\n".join(sorted(set(_WORD.findall(self._text))))
        self._starts = sorted(
            range(len(words)), key=lambda start: words[start : start + self._SORTED]
        )

    def contain(self, part: str) -> bool:
        """Return whether what is in lower case is a part of one of the texts."""
        words, starts, length = self._words, self._starts, len(part)
        if length > self._SORTED or not _WORD.fullmatch(part):
            return part in self._text
        at = bisect_left(starts, part, key=lambda start: words[start : start + length])
        return at < len(starts) and words.startswith(part, starts[at])


class MapInIndex:
    """What stands of the map in the index of one build.

    :param builder: it is about to write the index.
    """

    def __init__(self, builder: StandaloneHTMLBuilder, domain: KwDomain) -> None:
        assert builder.indexer is not None
        self._domain = domain
        self.pages = domain.tree.by_docname
        """The generated pages by docname."""
        self._start = domain.tree.settings.title
        self._stem = builder.indexer.lang.stem
        self._definitions, self._places = searched(domain)

    def choose_documents(self, indexer: IndexBuilder) -> None:
        """Have those generated documents in the index that a search may lead to."""
        docnames = {item.docname for item in (*self._definitions, *self._places)}
        for documents in indexer._mapping.values():
            docnames |= documents
        for docname, page in self.pages.items():
            if docname in docnames:
                title = SORTED_LAST + _shown(
                    breakable_text(path_title(self._start, page))
                )
                indexer._titles[docname] = title
                # Nobody asks for it, and it is a third of the data about a document.
                indexer._filenames[docname] = ""
                indexer._all_titles[docname] = []
            else:
                indexer._titles.pop(docname, None)
                indexer._filenames.pop(docname, None)
                indexer._all_titles.pop(docname, None)

    def put_into(self, data: dict[str, Any]) -> None:
        """Put the map behind what the host has in an index."""
        numbers = {docname: number for number, docname in enumerate(data["docnames"])}
        generated = {numbers[docname] for docname in self.pages if docname in numbers}
        host_words = [
            word for word, at in data["terms"].items() if not _within(at, generated)
        ]
        names = [*host_words, *data["titleterms"], *data["alltitles"]]
        names += [label for _, _, label in data["objnames"].values()]
        names += [
            f"{prefix}.{row[4]}"
            for prefix, rows in data["objects"].items()
            for row in rows
        ]
        data["terms"] = _with_suffix(data["terms"], generated, Parts(host_words))
        self._put_objects(data, numbers, Parts(names))
        for place in self._places:
            if not place.anchor:
                name = _base_name(place.name).lower()
                at = numbers[place.docname], "", False
                data["indexentries"].setdefault(name, []).append(at)

    def _put_objects(
        self, data: dict[str, Any], numbers: Mapping[str, int], host_names: Parts
    ) -> None:
        """Add to the objects the definitions, and places that have no page.

        :param host_names: the words and names by which a search finds the host's pages.
        """
        # Places of the same name may be shown in one row.
        rows = dict.fromkeys(
            place._replace(name=_base_name(place.name))
            for place in self._places
            if place.anchor
        )
        objects = [*self._definitions, *rows]
        kinds = {item.kind for item in objects}
        types: dict[str, int] = {
            kind: number
            for number, kind in enumerate(
                (kind for kind in (*KINDS, *PLACES) if kind in kinds),
                len(data["objtypes"]),
            )
        }
        domain = self._domain
        data["objtypes"] = dict(data["objtypes"])
        data["objnames"] = dict(data["objnames"])
        for kind, number in types.items():
            label = str(domain.get_type_name(domain.object_types[kind]))
            data["objtypes"][number] = f"{domain.name}:{kind}"
            # The second field begins ids; only the third is shown.
            data["objnames"][number] = (domain.name, _ID, label)

        @cache
        def has(name: str) -> bool:
            """Return whether the host has a name, at least as a part of another."""
            return host_names.contain(name) or host_names.contain(
                self._stem(name).lower()
            )

        for item in objects:
            name = SORTED_LAST * _rank(item) + item.name
            # What follows the last point of a file's name is not its name.
            if item.kind in PLACES or has(last_part(item.name).lower()):
                name += SORTED_LAST
            shown = _shown(name)
            # Half of the index would be ids in which the names stand once more.
            short = shown == item.name and item.anchor == f"{_ID}-{shown}"
            prefix, _, last = shown.rpartition(".")
            if len(item.name) > _LINE and prefix:
                # Before the point: what is behind it is compared with the query.
                prefix, short = f"{prefix}{MAY_BREAK}", False
            data["objects"].setdefault(prefix, []).append(
                (
                    numbers[item.docname],
                    types[item.kind],
                    _UNIMPORTANT,
                    "-" if short else item.anchor,
                    last,
                )
            )


def _base_name(path: str) -> str:
    return path.rpartition("/")[2]


def _within(documents: int | list[int], generated: set[int]) -> bool:
    """Return whether a word is in generated documents alone."""
    if isinstance(documents, int):
        return documents in generated
    return generated.issuperset(documents)


def _rank(item: MapObject) -> int:
    """Return how many others come first: by their kinds, and if it is private."""
    if item.kind in PLACES:
        return 4
    return 2 * item.private + (item.kind not in MAIN_KINDS)


def _with_suffix(
    terms: Mapping[str, Any], generated: set[int], host_words: Parts
) -> dict[str, int | list[int]]:
    """Return words, with a suffix for those that would keep longer ones from hits."""
    return {
        f"{word}{SORTED_LAST}"
        if len(word) > _SHORT and _within(at, generated) and host_words.contain(word)
        else word: at
        for word, at in terms.items()
    }


def without_suffix(terms: Mapping[str, Any]) -> dict[str, Any]:
    """Return words without what :meth:`MapInIndex.put_into` wrote behind some."""
    return {word.removesuffix(SORTED_LAST): at for word, at in terms.items()}
