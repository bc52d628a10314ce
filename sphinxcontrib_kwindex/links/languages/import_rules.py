"""How the imports of a language are resolved, over the paths of a tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...analysis.languages.language import Language

Find = Callable[[str, str, int], str]
""":meth:`ImportRules.find` of whatever language an importer is of."""


def beginnings(names: Iterable[str], separator: str) -> frozenset[str]:
    """Return names and what they begin with: ``a``, ``a.b`` and ``a.b.c``."""
    return frozenset(
        separator.join(parts[:number])
        for parts in {tuple(name.split(separator)) for name in names}
        for number in range(1, len(parts) + 1)
    )


class ImportRules(ABC):
    """The rules of one language for one tree."""

    needs_outer_modules: bool = True
    """Whether what imports a module out of another needs that, too."""
    offers_imported: bool = False
    """Whether a module offers what it imports, with the names of its parts: to those
    in it all of that."""
    loads_one: bool = False
    """Whether a run has one of the files alone that define the same: which imports say
    so, or nobody knows."""

    @abstractmethod
    def find(self, importer: str, module: str, level: int) -> str:
        """Return the path of the file or folder that an import means, else nothing."""

    def category(self, _importer: str, _module: str, _level: int, _find: Find) -> str:
        """Return the category of what is not in the tree (:class:`.LinkRow`).

        By default nothing is known of it.
        """
        return "missing"

    def is_within(self, _path: str, _module: str) -> bool:
        """Tell whether a file is a module, or in that."""
        return False

    def sees(self, _path: str, _other: str) -> bool:
        """Tell whether a file sees the names of another without importing them."""
        return False

    def built_with(self, _path: str, others: Collection[str]) -> Collection[str]:
        """Return which files that define the same may be in one build with a file."""
        return others

    def opens(self, _path: str, _space: str, _other: str) -> bool:
        """Tell whether a file may have opened a namespace of another, or a type.

        By default what it opens says so by itself.
        """
        return True

    def offers_macros_of(self, _module: str, _other: str) -> bool:
        """Tell whether the macros of a file are imported from another module."""
        return False

    def names_in(self, _file: str, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of what is imported of a file, as the file has them."""
        return names

    def holds(self, _path: str, _space: str, _other: str) -> bool:
        """Tell whether a file has its definitions in a namespace that another names.

        :param _path: the file that names it.
        """
        return False


class RulesOfRow(ImportRules):
    """The rules of a language that has no more than :attr:`.Language.resolve`."""

    def __init__(self, language: Language, files: Collection[str]) -> None:
        self._resolve = language.resolve
        self._files = files

    def find(self, importer: str, module: str, level: int) -> str:
        """Return the path of the file that an import means, or an empty string."""
        if self._resolve is None:
            return ""
        return self._resolve(importer, "." * level + module, self._files) or ""
