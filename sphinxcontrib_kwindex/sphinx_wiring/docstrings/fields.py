"""The fields of a docstring, ``:param x:`` and its like, as Sphinx describes them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

from docutils import nodes
from docutils.parsers.rst import states
from sphinx.domains.python import (  # type: ignore[attr-defined]
    PyObject,
    PyTypedField,
)
from sphinx.locale import _
from sphinx.util.docfields import Field


class FieldContext:
    """What Sphinx's transformer of fields asks of the object's directive."""

    domain = "py"

    def __init__(self, env: Any, inliner: states.Inliner) -> None:
        self.env = env
        self.state = SimpleNamespace(inliner=inliner, document=inliner.document)

    def get_field_type_map(self) -> dict[str, tuple[Field, bool]]:
        """Return the fields by name, and whether the name stands for a type."""
        return FIELD_TYPES


def _field_types() -> dict[str, tuple[Field, bool]]:
    """Return the fields of a Python object.

    They are Sphinx's own with Napoleon's "Keyword Arguments", which Sphinx has
    only if the manual loads Napoleon.
    """
    keyword = PyTypedField(
        "keyword",
        label=_("Keyword Arguments"),
        names=("keyword", "kwarg", "kwparam"),
        typerolename="class",
        typenames=("kwtype",),
        can_collapse=True,
    )
    others = (field for field in PyObject.doc_field_types if field.name != keyword.name)
    types: dict[str, tuple[Field, bool]] = {}
    # Sphinx has the names of keywords among those of parameters: later ones count.
    for field in (*others, keyword):
        types |= dict.fromkeys(field.names, (field, False))
        types |= dict.fromkeys(getattr(field, "typenames", ()), (field, True))
    return types


FIELD_TYPES: Final = _field_types()


def keep_lone_types(field_list: nodes.field_list) -> None:
    """Make an entry of a type without entry: Sphinx shows a type only in its entry."""
    names = list(field_list.findall(nodes.field_name))
    words = [name.astext().split() for name in names]
    entries = {
        (FIELD_TYPES[first][0], rest[-1])
        for first, *rest in filter(None, words)
        if rest and first in FIELD_TYPES and not FIELD_TYPES[first][1]
    }
    for name, (first, *rest) in zip(names, words, strict=True):
        field, is_type = FIELD_TYPES.get(first, (None, False))
        if field and is_type and (field, " ".join(rest)) not in entries:
            name.children = []
            name += nodes.Text(" ".join([field.names[0], *rest]))
