"""The names in ``__all__``.

``__all__`` is a list that a module builds while it runs, mostly in one literal,
sometimes in a few steps. The steps that type checkers agree on (typing
documentation, *Library interface*) are followed here; a part that is no literal
is left out, and the list is then incomplete.
"""

from __future__ import annotations

from typing import Final

from astroid import nodes

from ...decoding import valid_text
from ..expressions import name_of, operands

#: What returns the names that it is given.
_KEEPING: Final = {"sorted", "list", "tuple", "set", "frozenset"}


class Exports:
    """The names in ``__all__``, as the statements on it are met."""

    def __init__(self) -> None:
        self._names: dict[str, None] = {}
        self._bound = False
        self.complete = self._was_complete = True

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names in their order, each once; ``None`` without ``__all__``."""
        return tuple(self._names) if self._bound else None

    def assign(self, value: nodes.NodeNG | None, *, conditional: bool) -> None:
        """Follow ``__all__ = value``; without a value it is only declared.

        :param conditional: whether it may not be run (the branches of an ``if``);
            then what was there before stays.
        """
        if value is None:
            return
        before = self._names
        self._names = dict(before) if conditional else {}
        self._was_complete = self.complete
        self.complete = self.complete or not conditional
        self._add(value, before)

    def extend(self, value: nodes.NodeNG) -> None:
        """Follow ``__all__ += value`` and ``__all__.extend(value)``."""
        self._add(value, dict(self._names))

    def call(self, node: nodes.Call) -> None:
        """Follow a call of a method of ``__all__``."""
        method = node.func.attrname if isinstance(node.func, nodes.Attribute) else ""
        if len(node.args) != 1 or node.keywords:
            self.complete = self.complete and method in {"sort", "reverse"}
        elif method == "extend":
            self.extend(node.args[0])
        elif method == "append":
            self._add_item(node.args[0], {})
        elif method == "remove" and (name := _string(node.args[0])) is not None:
            self._names.pop(name, None)
        else:
            self.complete = False

    def _add(self, value: nodes.NodeNG, before: dict[str, None]) -> None:
        self._bound = True
        for part in map(_listed, operands(value, "+")):
            if isinstance(part, nodes.List | nodes.Tuple):
                for item in part.elts:
                    self._add_item(item, before)
            elif name_of(part) == "__all__":
                self._names.update(before)
                self.complete = self.complete and self._was_complete
            else:
                self.complete = False

    def _add_item(self, item: nodes.NodeNG, before: dict[str, None]) -> None:
        self._bound = True
        if isinstance(item, nodes.Starred):
            self._add(item.value, before)
        elif (name := _string(item)) is None:
            self.complete = False
        else:
            self._names[name] = None


def _listed(value: nodes.NodeNG) -> nodes.NodeNG:
    """Return what ``sorted(set(value))`` and its like are given."""
    while (
        isinstance(value, nodes.Call)
        and name_of(value.func) in _KEEPING
        and len(value.args) == 1
    ):
        value = value.args[0]
    return value


def _string(node: nodes.NodeNG) -> str | None:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        return valid_text(node.value)
    return None
