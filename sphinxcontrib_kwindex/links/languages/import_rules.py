"""How the imports of a language are resolved, over the paths of a tree."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ...analysis.languages.language import Language

Find = Callable[[str, str, int], str]
""":meth:`ImportRules.find` of whatever language an importer is of."""


class ImportRules(Protocol):
    """The rules of one language for one tree."""

    def find(self, importer: str, module: str, level: int) -> str:
        """Return the path of the file or folder that an import means, else nothing."""

    def category(self, importer: str, module: str, level: int, find: Find) -> str:
        """Return the category of what is not in the tree (:class:`.LinkRow`)."""

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file sees the names of another without importing them."""


class RulesOfRow:
    """The rules of a language that has no more than :attr:`.Language.resolve`."""

    def __init__(self, language: Language | None, files: Collection[str]) -> None:
        self._resolve = language.resolve if language else None
        self._files = files

    def find(self, importer: str, module: str, level: int) -> str:
        """Return the path of the file that an import means, or an empty string."""
        if self._resolve is None:
            return ""
        return self._resolve(importer, "." * level + module, self._files) or ""

    def sees(self, *_: object) -> bool:
        """Return that no file sees another's names by itself."""
        return False

    def category(self, *_: object) -> str:
        """Return that nothing is known of what is not in the tree."""
        return "missing"
