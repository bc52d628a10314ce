"""Text that is the same in every dialect but Markdown: paragraphs without markup."""

from __future__ import annotations

import re
from typing import Final

from docutils import nodes

# A line that opens with a word, perhaps in quotes or brackets, is neither
# indented nor a list, a field, a table, a directive or an underline.
_PLAIN_LINE: Final = r"""
    (?! \(? (?: [0-9]+ | [a-zA-Z] | [ivxlcdmIVXLCDM]+ ) [.)] (?: \s | $ ) )
    ["'(\[{<]{0,3} _{0,2} [^\W_]
    (?:
        [^\\`*|_:@\x00-\x1f\x7f-\xa0\u2028\u2029]
      | _ (?= \w )              # inside a name, not behind a reference
      | : (?= [ \n] | \Z )      # neither an address nor a literal block
    )*
    (?<! \s )
"""

_PLAIN: Final = re.compile(
    rf"{_PLAIN_LINE} (?: \n+ {_PLAIN_LINE} )* \Z", re.VERBOSE | re.MULTILINE
)


_BLANK_LINES: Final = re.compile(r"\n\n+")
#: How many characters of plain text are within all limits of the parsers.
_SHORT: Final = 3_000


def plain_paragraphs(docstring: str) -> list[nodes.Node] | None:
    """Return the paragraphs of a text without any markup, else ``None``."""
    if len(docstring) > _SHORT or not is_plain(docstring):
        return None
    return [
        nodes.paragraph("", "", nodes.Text(text))
        for text in _BLANK_LINES.split(docstring)
    ]


def is_plain(docstring: str) -> bool:
    """Return whether a text is paragraphs without any markup, that of links too."""
    has_links = "](" in docstring or "][" in docstring
    return not has_links and _PLAIN.match(docstring) is not None
