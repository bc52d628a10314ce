"""How many definitions of each kind a file has, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from ..i18n import noun
from ..model.facts import KINDS, FileFacts
from .page_context import pluralize

#: How a number of definitions of each kind is called.
PLURALS: Final = {
    "class": "classes",
    "function": "functions",
    "method": "methods",
    "attribute": "attributes",
    "data": "variables",
}
_SINGULARS: Final = {"data": "variable"}


def kind_word(kind: str) -> str:
    """Return what a kind is called in the language of the build."""
    one = _SINGULARS.get(kind, kind)
    return noun(1, one, PLURALS.get(kind, f"{one}s"))


def count_kinds(facts: FileFacts) -> list[str]:
    """Return how many definitions of each kind a file has, without zeros."""
    return counts_by_kind(Counter(one.kind for one in facts.definitions))


def counts_by_kind(numbers: Mapping[str, int]) -> list[str]:
    """Return numbers of definitions by their kinds in words, without zeros."""
    return [
        pluralize(numbers[kind], _SINGULARS.get(kind, kind), PLURALS[kind])
        for kind in KINDS
        if numbers.get(kind)
    ]
