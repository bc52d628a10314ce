"""The parts of a documentation comment: prose, parameters, notes.

Doxygen, JSDoc and Javadoc have the same shape: prose, then sections that a command at
the beginning of a line opens, most of them with the same names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ...model.named_tuple import NamedTuple


class Part(NamedTuple):
    """A part of a comment."""

    kind: str
    """``text``, ``rst``; one of :data:`FIELDS` or :data:`NOTES`; else the name of a
    section as the author wrote it."""
    text: str
    """Markdown; of ``rst`` reStructuredText."""
    name: str = ""
    """What a field is about: a parameter, an exception."""
    type: str = ""
    """Its type or direction, as written."""


#: Sections whose entries have a name, and their names.
NAMED: Final = {
    **dict.fromkeys(("param", "params", "parameter", "argument"), "param"),
    **dict.fromkeys(("typeparam", "typeParam", "template"), "typeparam"),
    **dict.fromkeys(("throws", "throw", "exception", "raises"), "throws"),
    **dict.fromkeys(("property", "prop"), "property"),
    **dict.fromkeys(("property-read", "property-write"), "property"),
    "field": "field",
    "tparam": "tparam",
    "retval": "retval",
}
#: Sections without names.
UNNAMED: Final = {
    **dict.fromkeys(("return", "returns", "result"), "returns"),
    **dict.fromkeys(("yields", "yield"), "yields"),
}
FIELDS: Final = frozenset({*NAMED.values(), *UNNAMED.values()})
#: Sections that stand out.
NOTES: Final = {
    **dict.fromkeys(("note", "remark", "remarks"), "note"),
    **dict.fromkeys(("warning", "attention", "important", "tip", "todo"), ""),
    **dict.fromkeys(("see", "sa", "seealso"), "seealso"),
    "deprecated": "deprecated",
}
#: Sections whose text is that of the comment.
PROSE: Final = frozenset(
    {"brief", "short", "details", "description", "desc", "summary", "classdesc"}
)


def kind_of(name: str) -> str:
    """Return the kind of the section that a command opens."""
    if name in PROSE:
        return "text"
    if name in NOTES:
        return NOTES[name] or name
    return NAMED.get(name) or UNNAMED.get(name) or name


@dataclass(slots=True)
class Passage:
    """A section of a comment, while its lines are read."""

    command: str = ""
    """The name of the command that opens it; empty for the text before all."""
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text without blank lines around."""
        return "\n".join(self.lines).strip("\n")
