"""The ids of what stands on pages: definitions, rows of folders, lines.

They are part of addresses that others keep, so they do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .facts import Definition
from .kinds import KINDS
from .names import LOCALS

#: Of what is not in a name of Python, each has a number of its own; so has what pages
#: show as another character.
_ESCAPED: Final = re.compile(
    r"[\x00-\x2d/\x3a-\x40\x5b-\x5e`\x7b-\x9f\s"
    r"\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)


def _id(qualname: str) -> str:
    """Return a qualified name as a part of an id; so does ``kwindex.js``."""
    if qualname.isidentifier():
        return qualname
    dotted = qualname.replace(f".{LOCALS}.", "..").replace("::", ".")
    return _ESCAPED.sub(lambda match: f"-{ord(match[0]):x}-", dotted)


def definition_anchor(qualname: str) -> str:
    """Return the id that a definition has unless another one has it already.

    ``..`` stands for ``.<locals>.``, ``.`` for ``::``.
    """
    return f"def-{_id(qualname)}"


def definition_anchors(definitions: Iterable[Definition]) -> dict[tuple[str, str], str]:
    """Give each definition an id that is its own on the page of its file.

    The prefix keeps names such as ``L12`` or ``content`` apart from the ids of lines
    and of themes. Where one name has several kinds, the first of
    :data:`.KINDS` has the plain id. No id has white space, ``:``, ``<``,
    ``>`` or quotes.
    """
    anchors: dict[tuple[str, str], str] = {}
    taken = set()
    for definition in sorted(
        definitions, key=lambda definition: KINDS.index(definition.kind)
    ):
        anchor = definition_anchor(definition.qualname)
        # "a::b" and "a.b" may be of one kind.
        while anchor in taken:
            anchor = f"{anchor}-{definition.kind}"
        taken.add(anchor)
        anchors[definition.kind, definition.qualname] = anchor
    return anchors


def source_anchor(anchor: str) -> str:
    """Return the id of a definition in the listing of its file.

    :param anchor: the id of its description; parameters have none, but this one.
    """
    if anchor.startswith("src-"):
        return anchor
    return f"src-{anchor.removeprefix('def-')}"


def parameter_anchor(function: str, name: str) -> str:
    """Return the id of a parameter in the listing of its file.

    :param function: its qualified name.
    """
    return f"src-{_id(function)}.{_id(name)}"


def former_anchors(qualname: str) -> tuple[str, str]:
    """Return the ids that a definition had on a page, its entry's first."""
    name = _id(qualname)
    return f"def-{name}", f"src-{name}"


def id_prefix(path: str, written: str, *, single: bool, serial: int = 0) -> str:
    """Return what stands before the ids of a file's parts on a page.

    :param written: the docname of a hand-written page; empty on a generated page.
    :param single: whether all documents are on one page.
    :param serial: how often the document showed the same before.
    """
    if not written:
        return f"{slug(path)}-" if single else ""
    where = f"{slug(written)}..." if single else ""
    return f"{where}{slug(path)}-{f'{serial}-' if serial else ''}"


def row_id(folder: str, path: str) -> str:
    """Return the id of a row in the index of a folder.

    :param path: the file or folder below it that the row is about; the folder itself
        stands for its files of data.
    """
    if path == folder:
        return "row-."
    return f"row-{slug(path.removeprefix(f'{folder}/') if folder else path)}"


def slug(path: str) -> str:
    """Return a path as a part of an id: no white space, no ``:``, no two alike."""
    return re.sub(
        r"[^\w.]",
        lambda match: "--" if match[0] == "/" else f"-{ord(match[0]):x}-",
        path or ".",
    )
