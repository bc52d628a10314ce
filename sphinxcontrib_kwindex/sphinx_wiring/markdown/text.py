"""Texts, names, links and listings as GitHub-flavoured Markdown.

The rules are those of the `GitHub Flavored Markdown Spec
<https://github.github.com/gfm/>`__: section 2.4 for escapes, 4.5 for fences, 6.3 for
code spans, 6.6 for links.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from ...pages.control_characters import printable
from ...pages.nodes import TwinUri

#: What means something anywhere in a line, ``_`` between letters and digits left out.
_SPECIAL: Final = re.compile(r"[\\`*\[\]<|~$]|&(?=[#\w])|(?<![^\W_])_|_(?![^\W_])")
#: What means something at the beginning of a line.
_OPENING: Final = re.compile(r"^(\s*)([#>+=-]|\d{1,9}(?=[.)](?:\s|$)))", re.MULTILINE)
_BACKTICKS: Final = re.compile("`+")
#: What a URI may hold beside letters and digits; parentheses would end a link.
_URI_SAFE: Final = "/#?=&%:@+,;~!$'*-._[]"
#: What most URIs are, and what stays as it is.
_PLAIN: Final = re.compile(r"(?:https?:)?[A-Za-z0-9_./#%-]*")
#: An ampersand that a reader would take for the beginning of a character.
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")
#: What ends a line otherwise than ``\n``, or a paragraph.
_LINE_END: Final = re.compile(r"[\r\n](?:[ \t]*[\r\n])+|\r")
_ENDING_SPACE: Final = re.compile(r"(?<![ \t])[ \t]+(?=\n)")
_SCHEME: Final = re.compile(r"\s*([A-Za-z][\w+.-]*):")
#: The last is that which sphinx-llm gives to links until it moves the files.
_SCHEMES: Final = frozenset(
    {"http", "https", "mailto", "ftp", "ftps", "irc", "news", "sphinx-llm"}
)
#: Where Linguist, which colours code on GitHub, has another name than Pygments.
_LANGUAGES: Final = {
    **dict.fromkeys(("default", "ipython3", "python3"), "python"),
    **dict.fromkeys(("none", "output"), ""),
    "docker": "dockerfile",
    "make": "makefile",
    "py3tb": "pytb",
    "pycon3": "pycon",
    "restructuredtext": "rst",
    "yaml+jinja": "yaml",
}
_LANGUAGE: Final = re.compile(r"[\w+#.-]+")


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Return a text with all that would be markup escaped."""
    text = _SPECIAL.sub(r"\\\g<0>", _LINE_END.sub("\n", printable(text)))
    return _OPENING.sub(_opened, text)


def escape_text(text: str) -> str:
    """Return a text of several lines so that nothing in it means anything."""
    # Two spaces at the end of a line would break it.
    return escape(_ENDING_SPACE.sub("", text) if "\n" in text else text)


def _opened(match: re.Match[str]) -> str:
    space, mark = match.groups()
    # Of a number the dot behind it is what makes it a list.
    return f"{space}{mark}\\" if mark.isdigit() else f"{space}\\{mark}"


def code(text: str, *, cell: bool = False) -> str:
    """Return a name or a piece of code as a code span.

    :param cell: whether it stands in the cell of a table.
    """
    text = " ".join(printable(text).splitlines())
    if not text.strip():
        return escape(text)
    if cell:
        text = text.replace("|", "\\|")
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    marks = "`" * (longest + 1)
    if text[0] == "`" or text[-1] == "`" or (text[0] == " " == text[-1]):
        text = f" {text} "
    return f"{marks}{text}{marks}"


def fence(text: str, language: str = "") -> str:
    """Return a text as a fenced code block."""
    text = printable(text)
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    marks = "`" * max(3, longest + 1)
    language = _LANGUAGES.get(language, language)
    if not _LANGUAGE.fullmatch(language):
        language = ""
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{marks}{language}\n{text}{end}{marks}"


def uri(target: str) -> str:
    """Return a URI quoted for a link; empty if its scheme is not safe."""
    if _PLAIN.fullmatch(target):
        return target
    scheme = _SCHEME.match(target)
    if scheme and scheme[1].lower() not in _SCHEMES:
        return ""
    return _ENTITY.sub("&amp;", quote(target, safe=_URI_SAFE))


def link(markup: str, target: str) -> str:
    """Return a link around finished markup, or only the markup without a target."""
    if isinstance(target, TwinUri):
        target = target.twin()
    where = uri(target) if target else ""
    return f"[{markup}]({where})" if where else markup


def anchor(name: str) -> str:
    """Return the HTML anchor for links to ``#name``."""
    for raw, escaped in (("&", "&amp;"), ('"', "&quot;"), ("<", "&lt;"), (">", "&gt;")):
        name = name.replace(raw, escaped)
    return f'<a id="{name}"></a>'
