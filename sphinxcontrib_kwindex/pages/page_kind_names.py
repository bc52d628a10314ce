"""The kinds of pages and what they are called.

Their contents are in :mod:`.page_kinds`; a build that writes nothing needs none of it.
"""

from __future__ import annotations

from typing import Final

from ..i18n import mark
from ..model.named_tuple import NamedTuple


class KindNames(NamedTuple):
    """What a page of one kind is called."""

    title: str
    """Its title."""
    of_root: str = ""
    """Its title if it is about the root folder, which has no name."""
    tab: str = ""
    """What it is called beside other pages about the same path."""
    folder: bool = False
    """Whether it is about a folder."""
    named_as_path: bool = False
    """Whether its heading is the name alone: it is what a reader comes to first."""
    leads: bool = False
    """Whether that of the root folder may stand for all pages in a ``toctree``."""


KIND_NAMES: Final = {
    "docs": KindNames(
        mark("Documentation: {path}"), tab=mark("Documentation"), named_as_path=True
    ),
    "kw": KindNames(mark("Keyword Index: {path}"), tab=mark("Keywords")),
    "index": KindNames(
        mark("Folder Index: {path}"),
        tab=mark("Index"),
        folder=True,
        named_as_path=True,
        leads=True,
    ),
    "doc": KindNames(
        mark("Folder Documentation: {path}"),
        mark("Root Folder Documentation"),
        mark("Documentation"),
        folder=True,
        leads=True,
    ),
    "sub": KindNames(
        mark("Subtree Keyword Index: {path}"),
        mark("Subtree Keyword Index"),
        mark("Subtree keywords"),
        folder=True,
    ),
    "keywords": KindNames(
        mark("Keywords: {path}"), mark("Keywords A to Z"), leads=True
    ),
    "changes": KindNames(mark("Changes"), mark("Changes")),
}
#: Those about a folder, and those about a file.
FOLDER_KINDS: Final = tuple(kind for kind, row in KIND_NAMES.items() if row.folder)
FILE_KINDS: Final = tuple(
    kind for kind, row in KIND_NAMES.items() if row.tab and not row.folder
)
#: Those about the whole tree.
TREE_KINDS: Final = tuple(kind for kind, row in KIND_NAMES.items() if not row.tab)
#: Those of the root folder that may stand for all pages in a ``toctree``.
BOOK_LEADERS: Final = tuple(kind for kind, row in KIND_NAMES.items() if row.leads)
