"""Facts that lists of definitions and files can be filtered by.

It is the attribute ``data-kw`` of an entry: letters, and what it is. That is the number
of a kind of definitions, or after a blank the type of a file.
"""

from __future__ import annotations

from typing import Final

from ..codemap.code_map import CodeMap
from ..codemap.testing.tests_of_definitions import is_tested
from ..model.facts import is_private
from ..model.kinds import KIND_NUMBERS

#: What the letters stand for is in ``static/kwindex-filter.js``, too.
PUBLIC: Final = "p"
DOCUMENTED: Final = "d"
TESTED: Final = "t"
NOT_TESTED: Final = "n"
UNUSED: Final = "u"
#: Stands where files have their types.
FOLDER: Final = "folder"


def definition_facts(
    code: CodeMap,
    path: str,
    kind: str,
    qualname: str,
    *,
    documented: bool,
    private: bool,
) -> str:
    """Return what is known of a definition, as letters and the number of its kind.

    Lists have it as an attribute, by which scripts filter them.

    :param kind: one of :data:`~sphinxcontrib_kwindex.model.kinds.KINDS`.
    :param documented: whether it has a first sentence.
    """
    tested = is_tested(code, path, kind, qualname)
    letters = (
        "" if private else PUBLIC,
        DOCUMENTED if documented else "",
        "" if tested is None else TESTED if tested else NOT_TESTED,
        UNUSED if qualname in code.unused[path] else "",
    )
    return f"{''.join(letters)}{KIND_NUMBERS[kind]}"


def place_facts(kind: str, name: str, summary: str) -> str:
    """Return what is known of a file or folder.

    :param kind: its type, or :data:`FOLDER`.
    """
    public = "" if is_private(name) else PUBLIC
    return f"{public}{DOCUMENTED if summary else ''} {kind}"
