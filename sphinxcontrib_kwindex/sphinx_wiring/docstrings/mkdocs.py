"""What docstrings have that are written for MkDocs, in the markup of their dialect.

Whichever sections a project uses, mkdocstrings reads the text as Markdown with
Python-Markdown's admonitions, and links names as in ``[Field][package.Field]``. In
reStructuredText the one is a definition list and the other is text in brackets, which
in Markdown it is as well.
"""

from __future__ import annotations

import re
import textwrap
from typing import Final

#: One of them is in whatever is rewritten here.
_MARKS: Final = ("!!! ", "???", '=== "', "](", "][")
_CODE: Final = r"""
    ^ (?P<left> [ ]* ) (?P<fence> ``` `* ) (?: .* \n )*? (?P=left) (?P=fence) [ ]* $
    | ^ [ ]* >>> .* | ``.+?``(?!`)"""
#: A name, or the id of a heading; a link to another page or to the web.
_LINK: Final = r"""
    (?<! [\w\])`!\\] ) \[ (?P<text> [^\[\]<>\n]+ ) \]
    (?: \[ (?P<name> \w+ (?: [.-]\w+ )+ )? \]
      | \( (?: (?P<uri> https?://[^\s<>()]+ )
          | (?: [\w./-]*[\w-] \. (?: md | html ) )? (?: \#[\w.-]+ )? (?<! \( ) ) \) )"""
_INLINE: Final = re.compile(rf"{_CODE} | {_LINK}", re.VERBOSE | re.MULTILINE)
_ADMONITION: Final = re.compile(
    rf"""{_CODE}
        | ^ (?P<margin> [ ]* ) (?: (?: !!! | \?\?\?\+? ) [ ]? (?P<type> [A-Za-z-]+ )
            (?: [ ] (?:inline|end) )* (?: [ ]+ "? (?P<title> \w .*? ) "? )?
          | ===[!+]? [ ] "(?P<tab> .+? )" ) [ ]* \n
        (?P<body> (?: [ ]* \n )* (?P=margin) [ ]+ \S .*
            (?: \n (?: [ ]* $ | (?P=margin) [ ]+ \S .* ) )* )
        """,
    re.VERBOSE | re.MULTILINE,
)
#: The types that are directives of reStructuredText as well.
_DIRECTIVES: Final = frozenset(
    {
        *("attention", "caution", "danger", "error", "hint", "important", "note"),
        *("tip", "warning"),
    }
)


def without_mkdocs(docstring: str, *, markdown: bool = False) -> str:
    """Return a docstring with what only MkDocs knows rewritten.

    :param markdown: whether it is Markdown, and not reStructuredText.
    """
    if not any(mark in docstring for mark in _MARKS):
        return docstring
    docstring = _INLINE.sub(_code_span if markdown else _role, docstring)
    return _ADMONITION.sub(_quotation if markdown else _directive, docstring)


def _code_span(link: re.Match[str]) -> str:
    """Return a name as code; Markdown knows the other links."""
    return f"`{_name(link)}`" if _is_name(link) else link[0]


def _role(link: re.Match[str]) -> str:
    """Return a link in reStructuredText; what leads to a page is its text."""
    text = link["text"]
    if not text:
        return link[0]
    # What follows has to be told apart.
    behind = link.string[link.end() : link.end() + 1]
    end = "\\ " if behind.isalnum() or behind in {"_", "`"} else ""
    if link["uri"]:
        return f"`{_name(link)} <{link['uri']}>`__{end}"
    if not link[0].endswith("]"):
        return f"{text}{end}"
    if not _is_name(link):
        return link[0]
    if "-" in (link["name"] or ""):
        return f"``{_name(link)}``{end}" if "`" in text else text
    return f":py:obj:`{_name(link)} <{link['name'] or _name(link)}>`{end}"


def _is_name(link: re.Match[str]) -> bool:
    """Tell whether brackets are a link to a name: ``[x][]`` may be anything else."""
    text = link["text"] or ""
    code = text[:1] == text[-1:] == "`" or "." in text
    return link[0].endswith("]") and bool(link["name"] or code)


def _name(link: re.Match[str]) -> str:
    return str(link["text"]).replace("`", "")


def _title(admonition: re.Match[str]) -> str:
    return admonition["tab"] or admonition["title"] or admonition["type"].capitalize()


def _directive(admonition: re.Match[str]) -> str:
    margin, body = admonition["margin"], admonition["body"]
    if not body:
        return admonition[0]
    kind = (admonition["type"] or "").lower()
    if kind in _DIRECTIVES and not admonition["title"]:
        return f"\n{margin}.. {kind}::\n\n{body}\n"
    return f"\n{margin}.. admonition:: {_title(admonition)}\n\n{body}\n"


def _quotation(admonition: re.Match[str]) -> str:
    if not admonition["body"]:
        return admonition[0]
    body = textwrap.dedent(admonition["body"]).strip("\n")
    text = textwrap.indent(f"**{_title(admonition)}**\n\n{body}", "> ", lambda _: True)
    return textwrap.indent(text, admonition["margin"]) + "\n"
