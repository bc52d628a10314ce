"""Which definition of the tree a documented name means.

Somebody's API reference describes objects by the names that users import them by:
``package.Name``, which may well be defined in ``package/_names.py``, and a method by
the class that has it from another one. Only full names are followed, from the module
that they begin with; endings would be guesses.
"""

from __future__ import annotations

from typing import Final

from ..model.rows import DefinitionRow
from .code_map import CodeMap

#: The kinds of definitions that an object type of the Python domain stands for,
#: where a name has several.
_KINDS: Final = {
    "class": ("class",),
    "exception": ("class",),
    "data": ("data",),
    "function": ("function",),
    "decorator": ("function",),
    "attribute": ("attribute", "method"),
    "property": ("method", "attribute"),
    "type": ("data", "class"),
}
_METHOD: Final = ("method", "attribute")


class Documented:
    """Finds definitions by documented names.

    :param code: the tree that they are in.
    """

    def __init__(self, code: CodeMap) -> None:
        self._code = code

    def find(self, dotted: str, objtype: str) -> DefinitionRow | None:
        """Return the definition that a documented object is, if that is clear.

        :param dotted: its full name, with the module.
        :param objtype: its type in the Python domain, such as ``function``.
        """
        parts = dotted.split(".")
        for number in range(len(parts) - 1, 0, -1):
            modules = self._code.files_by_module.get(".".join(parts[:number]), ())
            places = {self._follow(path, parts[number:]) for path in modules} - {None}
            rows = [
                row
                for place in places
                if place
                for row in self._rows(*place) or self._inherited(*place)
            ]
            paths = {row.path for row in rows}
            if len(paths) > 1:
                # The stub (.pyi) of a module is not its source.
                paths = {path for path in paths if path.endswith(".py")}
            if len(paths) > 1:
                return None
            kinds = _KINDS.get(objtype, _METHOD)
            found = [row for row in rows if row.path in paths]
            if found:
                return min(
                    found, key=lambda row: (row.kind not in kinds, row.line, row.kind)
                )
        return None

    def _follow(self, path: str, names: list[str]) -> tuple[str, str] | None:
        """Return path and qualified name of what is in a module by these names."""
        place: tuple[str, str] | None = (path, "")
        for name in names:
            if place is None:
                return None
            at, qualname = place
            if qualname:
                place = at, f"{qualname}.{name}"
            else:
                place = self._code.import_resolver.find_definition(at, name)
        return place

    def _rows(self, path: str, qualname: str) -> list[DefinitionRow]:
        where = "path = ? AND qualname = ?"
        return list(self._code.store.definitions(where, (path, qualname)))

    def _inherited(self, path: str, qualname: str) -> list[DefinitionRow]:
        """Return what a class has by a name from a class above it."""
        owner, _, name = qualname.rpartition(".")
        return self._code.inherited_members(path, owner, name) if owner else []
