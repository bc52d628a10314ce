"""What is said of why a file is related to another."""

from __future__ import annotations

from typing import Final

from ..i18n import counted, mark, say
from ..store.related_queries import Reason

#: What is said of a related file, by the kind of reason.
_SAID: Final = {
    "stub": mark("type stub of this file"),
    "stubbed": mark("module of this stub"),
    "same name": mark("same name"),
    "imports": mark("imports this file"),
    "imported": mark("imported by this file"),
    "imports and imported": mark("imports this file and is imported by it"),
    "links": mark("mentions this file"),
    "linked": mark("mentioned in this file"),
    "imported together": mark("both imported by {number} files"),
    "names": mark("both use {names} from {path}"),
}


def reason_words(reason: Reason) -> str:
    """Return a reason in words, in the language of the build."""
    kind, number, names, path = reason
    said = say(_SAID[kind], number=number, names=", ".join(names), path=path)
    if kind in {"links", "linked"} and number > 1:
        said += say(" in {number} places", number=number)
    if names and number:
        said += counted(number, " and {number} more name", " and {number} more names")
    return said
