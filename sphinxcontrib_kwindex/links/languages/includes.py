"""What the includes of C, C++ and CUDA mean, over the paths of a tree.

A compiler looks beside the file, if the path stands in quotation marks, and then in the
folders that it was told. Where the tree has a ``compile_commands.json`` these are
known. Otherwise a file of the tree is meant if its path ends with what is included; of
several the nearest, as the folders around the includer and those called ``include``
are what compilers are told mostly. A path that leads upwards begins in one of these.

A file sees the names of all files that it includes, perhaps through others. That is
kept for each file as the bits of a number: of nine thousand headers that are 10 MB.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from posixpath import dirname, join, normpath
from typing import Final

from ...store.database import Store
from ..strongly_connected import components
from ..tree_paths import by_base_name, folder_distance, folder_endings, folders_above
from .import_rules import Find, ImportRules
from .include_folders import FoldersTold
from .standard_headers import is_standard

#: The suffixes of what nobody includes.
SOURCES: Final = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cu")
#: Folders that headers are looked for in, below those around a file.
_FOLDERS: Final = ("include", "inc", "src")
_UPWARDS: Final = "../"
#: What the names of templates add to those of the files that are made of them.
_TEMPLATES: Final = ("", ".in", ".src")


class IncludeRules(ImportRules):
    """Where includes lead, and which files see each other by them."""

    def __init__(self, store: Store, files: Collection[str]) -> None:
        self._store = store
        self._files = files
        self._told = FoldersTold(store, files)
        self._named = by_base_name(files)
        self._seen = _Closure(self._included)

    def find(self, importer: str, module: str, _level: int = 0) -> str:
        """Return the path of the file that an include means; empty if none does.

        :param module: the path as written, with ``<>`` if it stands in these.
        """
        header = _header(module)
        if header == module:
            beside = normpath(join(dirname(importer), header))
            if beside in self._files:
                return beside
        for folder in self._told.of(importer):
            path = normpath(join(folder, header))
            if path in self._files:
                return path
        return self._likely(importer, normpath(header), quoted=header == module)

    def _likely(self, importer: str, header: str, *, quoted: bool) -> str:
        """Return the nearest file whose path ends with that of a header."""
        standard = is_standard(header, quoted=quoted)
        around = (
            join(folder, name) if name else folder
            for folder in folders_above(importer)
            for name in ("", *_FOLDERS)
        )
        if header.startswith(_UPWARDS):
            paths = (normpath(join(folder, header)) for folder in around)
            return next((path for path in paths if path in self._files), "")
        name = header.rpartition("/")[2]
        for template in _TEMPLATES:
            if name + template in self._named:
                header += template
                break
        else:
            return ""
        roots = [
            path[: -len(header)].rstrip("/")
            for path in self._named[header.rpartition("/")[2]]
            if path.endswith(f"/{header}") or path == header
        ]
        roots = [*filter(self._is_looked_in, roots)]
        if not roots:
            return ""
        if len(roots) == 1 and not standard:
            return join(roots[0], header)
        if standard:
            # Only who writes such a library has its own.
            around = (folder for folder in around if folder.endswith(_FOLDERS[0]))
            return next((join(root, header) for root in around if root in roots), "")
        first = next((folder for folder in around if folder in roots), None)
        if first is not None:
            return join(first, header)
        distances = [folder_distance(importer, f"{root}/") for root in roots]
        nearest = min(distances)
        if distances.count(nearest) > 1:
            return ""
        return join(roots[distances.index(nearest)], header)

    def _is_looked_in(self, _folder: str) -> bool:
        """Tell whether files are found by their paths from a folder."""
        return True

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what an include is that means no file of the tree surely.

        One in quotation marks, or of a folder of the tree, is missing there, for it may
        be generated, or is one of several files.
        """
        header = _header(module)
        if is_standard(header):
            return "standard library"
        folder = dirname(header)
        if folder and not header.startswith(_UPWARDS):
            is_own = folder in self._folder_endings
        else:
            is_own = header == module
        return self._missing(header) if is_own else "third party"

    def _missing(self, header: str) -> str:
        """Return whether there are no files, or several, that may be meant."""
        # A way upwards can mean one file only.
        return "ambiguous" if self.ending(normpath(header)) else "missing"

    def ending(self, path: str) -> list[str]:
        """Return the files with paths that end as one does."""
        named = self._named.get(path.rpartition("/")[2], ())
        return [file for file in named if f"/{file}".endswith(f"/{path}")]

    @cached_property
    def _folder_endings(self) -> set[str]:
        return folder_endings(self._files)

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file includes another, perhaps through others."""
        return self._seen.has(path, other)

    def _included(self, path: str) -> Iterator[str]:
        for row in self._store.imports(path):
            if target := self.find(path, row.module):
                yield target


class ScriptRules(IncludeRules):
    """As for includes, of scripts and interfaces that name others by their paths.

    Nothing is known of what is not in the tree.
    """

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return that a file is not in the tree, or which it is not known."""
        return self._missing(_header(module))


class _Closure:
    """The files that files lead to, found out as far as it is asked for.

    What a file leads to are the bits of a number; files that lead to each other lead to
    the same.

    :param successors: returns the files that a file leads to at once.
    """

    def __init__(self, successors: Callable[[str], Iterable[str]]) -> None:
        self._successors = successors
        self._bits: dict[str, int] = {}
        """By file the number of its bit, in the order in which they are met."""
        self._reached: dict[str, int] = {}

    def has(self, path: str, other: str) -> bool:
        """Tell whether a file leads to another; each leads to itself."""
        if path not in self._reached:
            self._search(path)
        bit = self._bits.get(other)
        return bit is not None and bool(self._reached[path] >> bit & 1)

    def _search(self, root: str) -> None:
        others: dict[str, list[str]] = {}

        def unknown(path: str) -> list[str]:
            others[path] = list(self._successors(path))
            return [other for other in others[path] if other not in self._reached]

        for component in components([root], unknown):
            reached = 0
            for path in component:
                reached |= 1 << self._bits.setdefault(path, len(self._bits))
                for other in others.pop(path):
                    reached |= self._reached.get(other, 0)
            self._reached.update(dict.fromkeys(component, reached))


def _header(module: str) -> str:
    return module.strip("<>").replace("\\", "/")
