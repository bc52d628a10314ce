"""Numbers in words: how many of what, and how large."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from ..i18n import counted, figure, mark, noun, say
from ..model.facts import FileFacts
from ..model.kinds import KINDS, SORTS

#: How a number of definitions of each kind is called.
PLURALS: Final = {
    **{kind: f"{kind}s" for kind in KINDS},
    "class": "classes",
    "data": "variables",
}
_T = TypeVar("_T")
#: Of each kind first what is of no other sort.
_ORDER: Final = {
    sort: (KINDS.index(SORTS.get(sort, sort)), number)
    for number, sort in enumerate((*KINDS, *SORTS))
}
_SINGULARS: Final = {"data": "variable"}
#: How many types of files are named; of several others the number is said.
TYPES: Final = 12
#: How many sorts of definitions are named where others are said together.
_SORTS: Final = 8
#: What is said of a definition that is defined elsewhere.
DECLARED: Final = mark("declaration")

_SIZE_UNITS: Final = ("kB", "MB", "GB", "TB")


def pluralize(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 class``, ``2 classes``."""
    return f"{figure(number)} {noun(number, singular, plural or f'{singular}s')}"


def files_and_definitions(files: int, definitions: int) -> str:
    """Return ``3 files, 12 definitions``, without what there is none of."""
    parts = [pluralize(files, "file")]
    if definitions:
        parts.append(pluralize(definitions, "definition"))
    return ", ".join(parts)


def by_sort(numbers: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return numbers of definitions in the order in which sorts are listed."""
    return tuple((sort, numbers[sort]) for sort in ordered_sorts(numbers))


def most_first(numbers: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return numbers of what has a name, the largest first."""
    return tuple(sorted(numbers.items(), key=lambda item: (-item[1], item[0])))


def file_size(size: int) -> str:
    """Return a size in bytes as a reader likes it: ``812 bytes``, ``12.3 kB``."""
    if size < 1000:
        return pluralize(size, "byte")
    power = next((n for n in range(1, len(_SIZE_UNITS)) if size < 999.95 * 1000**n), 4)
    rounded = f"{size / 1000**power:.1f}"
    if figure(1000) == "1.000":
        # Where a point stands between thousands, a comma stands before fractions.
        rounded = rounded.replace(".", ",")
    return f"{rounded} {_SIZE_UNITS[power - 1]}"


def exact_size(size: int) -> str:
    """Return a size to the byte: ``812 bytes``, ``12,345 bytes (12.3 kB)``."""
    if size < 1000:
        return file_size(size)
    return say("{number} bytes ({size})", number=figure(size), size=file_size(size))


def kind_word(kind: str) -> str:
    """Return what a kind is called in the language of the build, or a sort of class."""
    singular = _SINGULARS.get(kind, kind)
    return noun(1, singular, PLURALS.get(kind, f"{singular}s"))


def count_kinds(facts: FileFacts, *, declared: bool | None = None) -> list[str]:
    """Return how many definitions of each sort a file has, without zeros.

    :param declared: whether to count what is only declared, or the rest; else all.
    """
    return counts_by_sort(
        Counter(
            definition.sort
            for definition in facts.definitions
            if declared in {None, definition.declaration}
        )
    )


def counts_by_sort(numbers: Mapping[str, int]) -> list[str]:
    """Return numbers of definitions by their sorts in words, without zeros."""
    return [
        pluralize(numbers[sort], _SINGULARS.get(sort, sort), PLURALS.get(sort, ""))
        for sort in ordered_sorts(numbers)
    ]


def most_by_sort(numbers: Mapping[str, int]) -> list[str]:
    """Return numbers of definitions as :func:`counts_by_sort`, of few sorts as one."""
    ordered = sorted(ordered_sorts(numbers), key=lambda sort: -numbers[sort])
    shown, left = named_and_others(ordered, _SORTS)
    counts = counts_by_sort({sort: numbers[sort] for sort in shown})
    if rest := sum(numbers[sort] for sort in left):
        counts.append(
            counted(rest, "{number} other definition", "{number} other definitions")
        )
    return counts


def named_and_others(
    items: Sequence[_T], number: int
) -> tuple[Sequence[_T], Sequence[_T]]:
    """Return what is named, and what is only counted, which is never a single one."""
    end = number + (len(items) == number + 1)
    return items[:end], items[end:]


def ordered_sorts(sorts: Iterable[str]) -> list[str]:
    """Return kinds, and sorts of them, in the order in which pages have them."""
    return sorted(sorts, key=_ORDER.__getitem__)


def declares_sentence(files: int, kinds: Sequence[str]) -> str:
    """Say what files only declare, nothing where there is nothing.

    :param kinds: the numbers of declarations in words.
    """
    if not kinds:
        return ""
    text = noun(files, "It declares {kinds}.", "They declare {kinds}.")
    return text.format(kinds=", ".join(kinds))


def files_and_tests(files: int, tests: int) -> str:
    """Return both numbers in words, or the one that is not 0."""
    if not tests:
        return pluralize(files, "file")
    in_tests = pluralize(tests, "test file")
    if not files:
        return in_tests
    return say("{files} and {tests}", files=pluralize(files, "file"), tests=in_tests)


def files_of_types(numbers: Iterable[int]) -> str:
    """Return how many files of how many other types there are.

    :param numbers: those of the files of each type.
    """
    counts = tuple(numbers)
    text = noun(len(counts), "{files} of {number} type", "{files} of {number} types")
    return text.format(files=pluralize(sum(counts), "file"), number=len(counts))
