"""The pages that hold the keywords from A to Z.

They are parted by the beginning of the name, one character more as long as there are
too many, and a name that alone has too many by path, folder by folder; subfolders are
parted by the beginnings of their names in the same way. Where so many begin alike that
all others fit on a page, only those are parted further. What a part holds is told by
its key alone, so that its bounds stay where they are when a name comes or goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from ..codemap.code_map import CodeMap
from ..model.anchors import slug
from ..model.rows import DefinitionRow

#: A page lists no more entries than this.
LIMIT: Final = 1000


def parts(code: CodeMap) -> list[str]:
    """Return the keys of the pages that hold the keywords from A to Z.

    The first is that of the page where a reader begins: it holds everything, or
    lists the others. A key is the beginning of a casefolded name; that, a tab and the
    first and last of the characters that may follow (or only a tab, for names that end
    there or go on with anything but a letter); that, a tab, ``-`` and a longer
    beginning, which the names do not have; a casefolded name and a line feed (that name
    alone); or that and the path of a folder, with a final ``/`` for the files in the
    folder itself, or with ``//`` and the beginning of the casefolded names of
    subfolders, as of definitions.
    """
    rows = code.definitions_by_folded_name()
    if sum(count for _, count in rows) <= LIMIT:
        return [""]
    of_name = partial(_parts_of_name, code)
    keys = [""]
    for _, group in _by_character(rows, 0):
        keys += _parts(group, 1, lambda start: [start], of_name)
    return keys


def _by_character(
    rows: Sequence[tuple[str, int]], at: int
) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    for character, group in groupby(sorted(rows), lambda row: row[0][at : at + 1]):
        yield character, list(group)


def _parts(
    rows: list[tuple[str, int]],
    length: int,
    of_start: Callable[[str], Iterable[str]],
    of_name: Callable[[str], Iterable[str]],
) -> Iterator[str]:
    """Yield the keys for names that agree in their first *length* characters.

    :param rows: each name with its number of entries.
    :param of_start: returns the keys for names with a beginning.
    :param of_name: returns the keys for a name that alone has too many.
    """
    if sum(count for _, count in rows) <= LIMIT:
        yield from of_start(rows[0][0][:length])
        return
    word, begun = _common(rows, length)
    if len(begun) < len(rows):
        yield from of_start(f"{rows[0][0][:length]}\t-{word}")
        yield from _parts(begun, len(word), of_start, of_name)
        return
    # By a few ranges, whose bounds never move, before single characters: of these there
    # are dozens with a name or two.
    start = rows[0][0][:length]
    # What is in none of them may come before and after: "b1", "bé".
    ordered = sorted(rows, key=lambda row: (_range(row[0], length), row))
    for letters, group in groupby(ordered, lambda row: _range(row[0], length)):
        some = list(group)
        if sum(count for _, count in some) <= LIMIT:
            yield from of_start(f"{start}\t{letters}")
            continue
        for character, names in _by_character(some, length):
            if character:
                yield from _parts(names, length + 1, of_start, of_name)
            else:
                yield from of_name(names[0][0])


def _common(
    rows: list[tuple[str, int]], length: int
) -> tuple[str, list[tuple[str, int]]]:
    """Return what most names begin with, and those that do: all others fit on a page.

    :param length: the number of characters in which all agree.
    """
    left = LIMIT
    begun = rows
    while True:
        sizes = Counter[str]()
        for name, count in begun:
            sizes[name[length : length + 1]] += count
        [(character, most)] = sizes.most_common(1)
        left -= sizes.total() - most
        if not character or most <= LIMIT or left < 0:
            return begun[0][0][:length], begun
        begun = [row for row in begun if row[0][length : length + 1] == character]
        length += 1


#: Letters that share a page where there are few names with them.
_RANGES: Final = ("ae", "fj", "ko", "pt", "uz")


def _range(name: str, at: int) -> str:
    """Return which of the ranges a character of a name is in; empty for none."""
    character = name[at : at + 1]
    return next(
        (letters for letters in _RANGES if letters[0] <= character <= letters[1]), ""
    )


def _parts_of_name(code: CodeMap, name: str, folder: str = "") -> Iterator[str]:
    """Yield the keys for a casefolded name, as it stands below a folder."""
    paths = [row.path for row in code.definitions_folded(name, folder)]
    if len(paths) <= LIMIT:
        yield f"{name}\n{folder}"
        return
    above = f"{folder}/" if folder else ""
    parts = [path[len(above) :].partition("/") for path in paths]
    if any(not below for _, below, _ in parts):
        yield f"{name}\n{folder}/"
    subfolders: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    for subfolder, below, _ in parts:
        if below:
            subfolders.setdefault(subfolder.casefold(), set()).add(subfolder)
            counts[subfolder.casefold()] += 1

    def of_subfolder(folded: str) -> Iterator[str]:
        for written in sorted(subfolders[folded]):
            yield from _parts_of_name(code, name, f"{above}{written}")

    def of_subfolders(start: str) -> Iterable[str]:
        held = [folded for folded in counts if _begins(start, folded)]
        several = len(held) > 1
        return [f"{name}\n{folder}//{start}"] if several else of_subfolder(held[0])

    if counts:
        yield from _parts(sorted(counts.items()), 0, of_subfolders, of_subfolder)


def part_docname(key: str) -> str:
    """Return the last part of the docname of a page of keywords."""
    if not key:
        return "keywords"
    name, exact, place = key.partition("\n")
    if not exact:
        return f"keywords-{_slug_of_start(name)}"
    if not place:
        return f"keywords-{slug(name)}.all"
    folder, among, start = place.partition("//")
    ending = ".files" if folder.endswith("/") else ""
    if among:
        ending = f".in-{_slug_of_start(start)}"
    return f"keywords-{slug(name)}.{slug(folder.rstrip('/'))}{ending}"


def _slug_of_start(key: str) -> str:
    start, parted, letters = key.partition("\t")
    words = [slug(start)] if start else []
    if letters.startswith("-"):
        words.append(f"not-{slug(letters[1:])}")
    elif parted:
        words.append("-".join(letters) or "other")
    return ".".join(words) or "all"


def part_rows(code: CodeMap, key: str) -> Iterator[DefinitionRow]:
    """Iterate over the definitions that the part with a key holds."""
    name, exact, place = key.partition("\n")
    if not exact:
        start, parted, letters = name.partition("\t")
        if letters.startswith("-"):
            begun = letters[1:], f"{letters[1:]}\U0010ffff"
            return code.definitions_between(start, f"{start}\U0010ffff", without=begun)
        first, end = f"{start}{letters[:1]}", f"{start}{letters[-1:]}\U0010ffff"
        if letters or not parted:
            return code.definitions_between(first, end)
        others = f"{start}a", f"{start}z\U0010ffff"
        return code.definitions_between(first, end, without=others)
    folder, among, start = place.partition("//")
    inside = folder.endswith("/")
    rows = code.definitions_folded(name, folder.rstrip("/"), inside=inside)
    return (
        (row for row in rows if _is_among(row.path, folder, start)) if among else rows
    )


def _is_among(path: str, folder: str, start: str) -> bool:
    """Tell whether a file stands in a subfolder whose name begins in a way."""
    subfolder, below, _ = path[len(folder) + 1 if folder else 0 :].partition("/")
    return bool(below) and _begins(start, subfolder.casefold())


def part_with_name(code: CodeMap, name: str) -> str:
    """Return the key of the page that holds a name, or the first of several."""
    folded = name.casefold()
    return next((key for key in code.keywords[1:] if _holds(key, folded)), "")


def _holds(key: str, folded: str) -> bool:
    """Tell whether a part holds definitions with a casefolded name."""
    name, exact, _ = key.partition("\n")
    return folded == name if exact else _begins(name, folded)


def _begins(key: str, folded: str) -> bool:
    """Tell whether a casefolded name has the beginning that a key tells."""
    start, parted, letters = key.partition("\t")
    if letters.startswith("-"):
        return folded.startswith(start) and not folded.startswith(letters[1:])
    return folded.startswith(start) and (
        not parted or _range(folded, len(start)) == letters
    )
