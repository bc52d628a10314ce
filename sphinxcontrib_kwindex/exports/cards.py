"""Writes what cards show of definitions, for each file that has some.

Lines of other files stand in them, so an edit writes those of the files whose
definitions the edited file uses, too. Which these are is told by digests: what a page
shows has one already, and with that of each file that uses the definitions it tells
all that the data is made of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from ..codemap.code_map import CodeMap
from ..codemap.possible_uses import PossibleUses, possible_uses
from ..codemap.testing.files_with_tests import holds_tests
from ..codemap.testing.tests_of_definitions import (
    TESTED,
    DefinitionTests,
    definition_tests,
)
from ..links.places import Target
from ..links.tree_paths import folder_distance
from ..model.anchors import definition_anchor
from ..model.definition_heads import annotation_and_value, shown_signature
from ..model.digests import digest
from ..model.facts import Definition
from ..model.grouped import grouped
from ..model.named_tuple import NamedTuple
from ..model.rows import Page, UseRow
from ..pages.keyword_parts import part_with_name
from ..pages.page_context import LISTING_ID, OUTLINE_ID
from ..pages.sections.dependencies import SECTION as DEPENDENCIES
from ..pages.sections.possible_uses import uses_anchor
from ..scan.own_folders import OUTPUT_RECORD, keep_record, read_record, remove_all
from ..store.change_queries import state_of_files, users_by_file
from ..store.counterpart_queries import Counterpart
from ..store.definition_queries import files_with_definitions
from ..store.use_queries import uses_with_lines
from .palette_data import place_address
from .script_data import DATA, write_data

#: What the keys of the files begin with.
PAGES: Final = "pages"
#: To be raised when the same tree gives other data.
VERSION: Final = "3"
#: Of so many definitions that use another the places are told, nearest files first.
MOST: Final = 1000
#: Most files named that declare or define the same.
_NAMED: Final = 3
#: Characters of a signature.
_LONGEST: Final = 400
#: What is told of a definition besides its kind.
_LABELS: Final = frozenset(
    {"async", "property", "staticmethod", "classmethod", "abstractmethod"}
)
_RECORD: Final = f"{OUTPUT_RECORD}-cards"
_BY_NAME: Final = 8

Address = Callable[[str], str]
"""Returns the address of a document below the root of the output."""
_Derived = defaultdict[str, dict[str, list[Target]]]
"""What derives from classes through others, by their file and their name."""


class _Record(NamedTuple):
    """What was written into an output directory."""

    state: str
    """Of the tree, if all was written."""
    digests: dict[str, str]
    """By key what the data was made of; empty while that is written."""


def data_key(address: str) -> str:
    """Return the key of the data of a page, as scripts find it, from its address."""
    return f"{PAGES}/{unquote(address).removesuffix('.html').removesuffix('/')}"


def write_cards(code: CodeMap, outdir: Path, address: Address) -> None:
    """Write the data that is not there yet, and delete that of pages that are gone.

    :raises OSError: if that is not possible.
    """
    record = _read(outdir)
    state = digest(VERSION, code.state, len(code.pages), address("index"))
    there = all(_file(outdir, key).is_file() for key in record.digests)
    if there and record.state == state:
        return
    derived = _derived_further(code)
    wanted = dict(_wanted(code, derived, address))
    digests = {key: wanted_digest for key, (_, wanted_digest) in wanted.items()}
    new = [
        key
        for key, wanted_digest in digests.items()
        if record.digests.get(key) != wanted_digest or not _file(outdir, key).is_file()
    ]
    if not wanted and not record.digests:
        return
    # The build may be killed while they are written.
    _save(outdir, "", {**record.digests, **dict.fromkeys(new, "")})
    cards = _Cards(code, derived, address)
    for key in new:
        write_data(outdir, key, cards.of_file(wanted[key][0]))
    _remove(outdir, record.digests.keys() - digests.keys(), digests)
    _save(outdir, state, digests)


def remove_cards(outdir: Path) -> None:
    """Delete all data, where there is no code to make it of any more.

    :raises OSError: if that is not possible.
    """
    _remove(outdir, _read(outdir).digests)
    _save(outdir, "", {})


def _derived_further(code: CodeMap) -> _Derived:
    """Return what derives from classes through others, the nearest files first."""
    derived: _Derived = defaultdict(dict)
    hierarchy = code.class_hierarchy
    for base, below in hierarchy.classes_below():
        direct = hierarchy.subclasses_of(base)
        further = [cls for cls in below if cls not in direct and code.class_anchor(cls)]
        if further:
            further.sort(key=lambda cls: (folder_distance(base.path, cls.path), cls))
            derived[base.path][base.qualname] = further
    return derived


def _wanted(
    code: CodeMap, derived: _Derived, address: Address
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the keys of all data, with the file each is about, and a digest."""
    states = state_of_files(code.store)
    users = users_by_file(code.store)

    @cache
    def state_of(path: str) -> str:
        shown = place_address(code, path, "docs", address), holds_tests(code, path)
        return digest(states.get(path), shown)

    shared = digest(VERSION, address("index"))
    for path in files_with_definitions(code.store):
        if page := code.page("docs", path):
            used_in = [state_of(user) for user in sorted(users.get(path, ()))]
            below = [
                (
                    cls,
                    place_address(code, cls.path, "docs", address),
                    code.class_anchor(cls),
                )
                for classes in derived.get(path, {}).values()
                for cls in classes
            ]
            made_of = digest(shared, page.digest, used_in, below)
            yield data_key(address(page.docname)), (path, made_of)


class _Cards:
    """Makes the data of files, as lists: see ``static/kwindex-card.js``."""

    def __init__(self, code: CodeMap, derived: _Derived, address: Address) -> None:
        self._code = code
        self._derived = derived
        self._address = address
        # Many have the same names.
        self._part = cache(partial(part_with_name, code))

    def of_file(self, path: str) -> list[object]:
        """Return the data of a file.

        Its path, whether pages have ids for lines (1) and descriptions (2), the files
        named, the definitions,
        and the files that import it or a name of it.
        """
        code = self._code
        files: dict[str, int] = {}
        users = _nearest_first(path, uses_with_lines(code.store, path))
        uses = grouped((row.anchor, row) for row in users if row.anchor)
        tests: dict[str, DefinitionTests] = {}
        possible: dict[str, PossibleUses] = {}
        others: Mapping[str, list[Counterpart]] = {}
        if code.settings.has_section(OUTLINE_ID):
            # Else what the page shows, and its digest, says nothing of them.
            tests, possible = definition_tests(code, path), possible_uses(code, path)
            others = grouped((row.own, row) for row in code.counterparts(path))
        anchors, unused = code.anchors(path), code.unused[path]
        made = []
        facts = code.facts(path)
        private = facts.private_names()
        for definition in facts.definitions:
            anchor = anchors[definition.qualname][definition.kind]
            rows = uses[anchor]
            by = definition.qualname if definition.kind in TESTED else ""
            made.append(
                [
                    definition.kind,
                    definition.qualname,
                    "" if anchor == definition_anchor(definition.qualname) else anchor,
                    definition.line,
                    (definition.qualname not in private)
                    + 2 * (definition.qualname in unused),
                    " ".join(word for word in definition.modifiers if word in _LABELS),
                    _signature(definition),
                    definition.summary,
                    list(_by_file(rows[:MOST], files)),
                    sum(row.count for row in rows[MOST:]),
                    _tests(tests.get(by), files),
                    [
                        *self._elsewhere(path, others.get(anchor, ())),
                        *self._possible(possible.get(anchor)),
                    ],
                    list(self._below(path, definition, files)),
                    *([definition.head] if definition.head else []),
                ]
            )
        importers = []
        if code.settings.has_section(DEPENDENCIES.id):
            # Else the page and its digest say nothing of them.
            importers = [
                files.setdefault(user, len(files)) for user in code.all_importers(path)
            ]
        listed = []
        for file in files:
            address = place_address(code, file, "docs", self._address)
            listed.append([file, address, int(holds_tests(code, file))])
        has = code.settings.has_section
        return [path, has(LISTING_ID) + 2 * has(OUTLINE_ID), listed, made, importers]

    def _below(
        self, path: str, definition: Definition, files: dict[str, int]
    ) -> Iterator[list[object]]:
        """Yield what derives from a class through others: its file, name and id.

        The id is empty where it follows from the name.
        """
        if definition.kind == "class":
            for cls in self._derived.get(path, {}).get(definition.qualname, ()):
                anchor = self._code.class_anchor(cls)
                plain = anchor == definition_anchor(cls.qualname)
                number = files.setdefault(cls.path, len(files))
                yield [number, cls.qualname, "" if plain else anchor]

    def _elsewhere(
        self, path: str, rows: Iterable[Counterpart]
    ) -> Iterator[list[object]]:
        """Yield the nearest files that define it or whose declaration is used, in how
        many places that is, and where to look.
        """
        near = sorted(rows, key=lambda row: (folder_distance(path, row.path), row.path))
        for row in near[:_NAMED]:
            where = self._where(self._code.page("docs", row.path), row.anchor)
            if row.places:
                how = "definition" if row.own_declares else "declaration"
                yield [how, row.path, row.places, where]
            elif row.own_declares:
                yield ["defined", row.path, 0, where]

    def _where(self, page: Page | None, anchor: str) -> str:
        return f"{self._address(page.docname)}#{anchor}" if page else ""

    def _possible(self, possible: PossibleUses | None) -> Iterator[list[object]]:
        """Yield names, in how many places they are used (0: many), and where to look.

        First those of base classes, then that of receivers that are not known.
        """
        if possible is None:
            return
        code = self._code
        for uses in possible.through:
            where = self._where(code.page("docs", uses.path), uses.anchor)
            yield ["base", uses.name, uses.places, where]
        if name := possible.of_name:
            page = code.page("keywords", self._part(name.name))
            where = self._where(page, uses_anchor(name.name))
            yield ["name", name.name, name.places, where]


def _nearest_first(path: str, rows: Iterable[UseRow]) -> list[UseRow]:
    # Many uses are in few files.
    distance = cache(partial(folder_distance, path))

    def order(row: UseRow) -> tuple[bool, int, str, int, str]:
        return row.path != path, distance(row.path), row.path, row.line, row.around

    return sorted(rows, key=order)


def _signature(definition: Definition) -> str:
    signature = shown_signature(definition) or annotation_and_value(definition)
    return signature if len(signature) <= _LONGEST else f"{signature[:_LONGEST]}…"


def _by_file(rows: list[UseRow], files: dict[str, int]) -> Iterator[list[object]]:
    """Yield the number of each file, and its places.

    A place is the definition around it, its line, its statement, its role (with 8 if
    nothing but the name is known), and how many such places are there.
    """
    for path, group in groupby(rows, attrgetter("path")):
        places = []
        for row in group:
            role = row.role + _BY_NAME * row.by_name
            places.append([row.around, row.line, row.text, role, row.count])
        yield [files.setdefault(path, len(files)), places]


def _tests(tests: DefinitionTests | None, files: dict[str, int]) -> list[object]:
    """Return in how many tests a definition ran, and tests that use it by others."""
    if tests is None:
        return [0, []]
    return [
        tests.measured,
        [
            [files.setdefault(path, len(files)), name, [last for _, last in way]]
            for (path, name), way, _ in tests.nearest
            if way
        ],
    ]


def _file(outdir: Path, key: str) -> Path:
    return outdir / DATA / f"{key}.js"


def _remove(outdir: Path, gone: Iterable[str], kept: Iterable[str] = ()) -> None:
    """Delete files of data, and folders that are empty then."""
    files = (_file(outdir, key) for key in gone)
    ours = [file for file in files if file.is_relative_to(outdir / DATA / PAGES)]
    remove_all(ours, (_file(outdir, key) for key in kept), outdir)


def _save(outdir: Path, state: str, digests: dict[str, str]) -> None:
    keep_record(outdir / _RECORD, digests and _Record(state, digests))


def _read(outdir: Path) -> _Record:
    known = read_record(outdir / _RECORD, tuple[str, dict[str, str]])
    return _Record(*(known or ("", {})))
