"""The pages that hold the keywords from A to Z.

They are parted by the beginning of the name, one character more as long as there are
too many, and a name that alone has too many by path. What a part holds is told by its
key alone, so that its bounds stay where they are when a name comes or goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    there or go on with anything but a letter); a casefolded name and a line feed (that
    name alone); or that and the path of a folder, with a final ``/`` for the files in
    the folder itself.
    """
    rows = code.definitions_by_folded_name()
    if sum(count for _, count in rows) <= LIMIT:
        return [""]
    return [
        "",
        *(key for _, group in _by_character(rows, 0) for key in _part(code, group, 1)),
    ]


def _by_character(
    rows: Sequence[tuple[str, int]], at: int
) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    for character, group in groupby(sorted(rows), lambda row: row[0][at : at + 1]):
        yield character, list(group)


def _part(code: CodeMap, rows: list[tuple[str, int]], length: int) -> Iterator[str]:
    """Yield the keys for names that agree in their first *length* characters."""
    if sum(count for _, count in rows) <= LIMIT:
        yield rows[0][0][:length]
        return
    # By a few ranges, whose bounds never move, before single characters: of these there
    # are dozens with a name or two.
    start = rows[0][0][:length]
    # What is in none of them may come before and after: "b1", "bé".
    ordered = sorted(rows, key=lambda row: (_range(row[0], length), row))
    for letters, group in groupby(ordered, lambda row: _range(row[0], length)):
        some = list(group)
        if sum(count for _, count in some) <= LIMIT:
            yield f"{start}\t{letters}"
            continue
        for character, names in _by_character(some, length):
            if character:
                yield from _part(code, names, length + 1)
            else:
                yield from _part_of_name(code, names[0][0], "")


#: Letters that share a page where there are few names with them.
_RANGES: Final = ("ae", "fj", "ko", "pt", "uz")


def _range(name: str, at: int) -> str:
    """Return which of the ranges a character of a name is in; empty for none."""
    character = name[at : at + 1]
    return next(
        (letters for letters in _RANGES if letters[0] <= character <= letters[1]), ""
    )


def _part_of_name(code: CodeMap, name: str, folder: str) -> Iterator[str]:
    paths = [row.path for row in code.definitions_folded(name, folder)]
    if len(paths) <= LIMIT:
        yield f"{name}\n{folder}"
        return
    start = len(folder) + 1 if folder else 0
    subfolders = sorted(
        {path[: path.index("/", start)] for path in paths if "/" in path[start:]}
    )
    if any("/" not in path[start:] for path in paths):
        yield f"{name}\n{folder}/"
    for subfolder in subfolders:
        yield from _part_of_name(code, name, subfolder)


def part_docname(key: str) -> str:
    """Return the last part of the docname of a page of keywords."""
    if not key:
        return "keywords"
    name, exact, folder = key.partition("\n")
    if not exact:
        start, parted, letters = name.partition("\t")
        among = f".{'-'.join(letters) or 'other'}" if parted else ""
        return f"keywords-{slug(start)}{among}"
    if not folder:
        return f"keywords-{slug(name)}.all"
    files = ".files" if folder.endswith("/") else ""
    return f"keywords-{slug(name)}.{slug(folder.rstrip('/'))}{files}"


def part_rows(code: CodeMap, key: str) -> Iterator[DefinitionRow]:
    """Iterate over the definitions that the part with a key holds."""
    name, exact, folder = key.partition("\n")
    if not exact:
        start, parted, letters = name.partition("\t")
        first, end = f"{start}{letters[:1]}", f"{start}{letters[-1:]}\U0010ffff"
        if letters or not parted:
            return code.definitions_between(first, end)
        others = f"{start}a", f"{start}z\U0010ffff"
        return code.definitions_between(first, end, without=others)
    inside = folder.endswith("/")
    return code.definitions_folded(name, folder.rstrip("/"), inside=inside)


def part_with_name(code: CodeMap, name: str) -> str:
    """Return the key of the page that holds a name, or the first of several."""
    folded = name.casefold()
    return next((key for key in code.keywords[1:] if _holds(key, folded)), "")


def _holds(key: str, folded: str) -> bool:
    """Tell whether a part holds definitions with a casefolded name."""
    name, exact, _ = key.partition("\n")
    if exact:
        return folded == name
    start, parted, letters = name.partition("\t")
    in_range = not parted or _range(folded, len(start)) == letters
    return folded.startswith(start) and in_range
