"""Which dialect a docstring is written in, and what it is in reStructuredText.

Authors seldom say what they write in, so the marks of a dialect have to tell: a
NumPy section's name with its underline, Google's ``Args:`` with a block below,
what only Markdown has. Sections are rewritten with Sphinx's own Napoleon; what
is wrong in them more often than not, and would have it take prose for
parameters, is put right before.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any, Final

from sphinx.ext import napoleon
from sphinx.ext.napoleon.docstring import GoogleDocstring, NumpyDocstring

from ...analysis.comments.dialects import DIALECTS
from .limits import has_readable_sections
from .mkdocs import without_mkdocs

_NUMPY_SECTION: Final = re.compile(
    r"""^ (?: Parameters | Other[ ]Parameters | Returns | Yields | Receives
            | Raises | Warns | Warnings | See[ ]Also | Notes | References
            | Examples | Attributes | Methods )
        [ ]* \n -{3,} [ ]* $""",
    re.VERBOSE | re.MULTILINE,
)
#: Google's sections whose block has an entry a line.
_WITH_ENTRIES: Final = r"""
    Args | Arguments | Attributes | Keyword[ ][Aa]rg(?:ument)?s | Other[ ]Parameters
    | Params | Parameters | Raises? | Receives? | Warns?"""
_GOOGLE_SECTION: Final = re.compile(
    rf"""^ (?: {_WITH_ENTRIES} | Caution | Danger | Error | Examples? | Hint | Important
            | Methods | Notes? | Returns? | References | See[ ]Also | Tip | Todo
            | Warnings? | Yields? )
        : [ ]* \n (?: [ ]* \n )* [ ]+ \S""",
    re.VERBOSE | re.MULTILINE,
)
_ENTRIES: Final = re.compile(
    rf"""^ (?P<head>
            (?P<name> {_WITH_ENTRIES} ) : [ ]* \n (?: [ ]* \n )* )
        (?P<body> [ ]+ \S .* (?: \n [ ]+ \S .* | \n [ ]* (?= \n ) )* )""",
    re.VERBOSE | re.MULTILINE,
)
#: The beginning of an entry: names, perhaps a type, and a colon or nothing else.
_ENTRY: Final = re.compile(
    r"""(?: [*\\]* [\w.`'"\[\]-]+ | : [\w:.+-]+ : `[^`]+` )
        (?: [ ]* [,/|] [ ]* [*\\]* [\w.`'"\[\]-]+ )*
        (?: [ ]* \( .* \) )? [ ]* (?: : (?!:) | $ )""",
    re.VERBOSE,
)
_BULLET: Final = re.compile(r"^[-*+]\s+(?=\S)")
_DASH: Final = re.compile(r"^([*`\w]+)\s+--?\s+(?=\S)")
_WORD: Final = re.compile(r"\w+")
_SECTION_WORDS: Final = frozenset(
    _WORD.findall(
        """args arguments attributes caution danger error example examples hint
        important keyword methods note notes other parameters params receive receives
        return returns raise raises references see also tip todo warning warnings warn
        warns yield yields"""
    )
)
#: A line of text with a field straight below, which would be more of the text.
_FIELD_BELOW_TEXT: Final = re.compile(
    r"^ (?!:) \S .* \n (?= :(?:param|type|keyword|raises?|returns?|rtype)\b .* : )",
    re.VERBOSE | re.MULTILINE,
)
#: A directive with one colon, which makes it a comment that nobody would see.
_ONE_COLON: Final = re.compile(
    r"""^ ( [ ]* \.\.[ ] (?: attention | caution | danger | deprecated | error | hint
            | important | note | seealso | tip | todo | versionadded | versionchanged
            | warning | code-block | math ) ) : (?= \s )""",
    re.VERBOSE | re.MULTILINE,
)
_FENCE: Final = re.compile(
    r"""^ (?P<indent> [ ]* ) (?P<fence> ``` `* ) [ ]* (?P<language> [\w+#.-]* )
        [^\n`]* \n (?P<code> .*? ) ^ (?P=indent) (?P=fence) [ ]* $""",
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_MARKDOWN_LINK: Final = re.compile(r"\[[^\[\]\n]+\]\(https?://[^\s)]{1,999}\)")
_MARKDOWN_HEADING: Final = re.compile(r"^#{1,6} \S", re.MULTILINE)
_MARKDOWN_SUBHEADING: Final = re.compile(r"^#{2,6} \S", re.MULTILINE)
#: A directive, a field, a literal block, a role: marks that Markdown lacks.
_RST: Final = re.compile(
    r"^[ ]*\.\. \S | ^[ ]*:\w[^:\n]*:(?:[ ]|$) | ::$ | :\w+:`[^`]",
    re.VERBOSE | re.MULTILINE,
)


def dialect(docstring: str, docformat: str = "") -> str:
    """Return the dialect that a docstring is written in.

    :param docformat: the ``__docformat__`` of the module, which decides if
        :pep:`258` or the documentation tools know it.
    :return: ``restructuredtext``, ``numpy``, ``google``, ``markdown``,
        ``plaintext``, ``notebook``, or a name of
        :data:`~...analysis.comments.dialects.DIALECTS`.
    """
    declared = _DOCFORMATS.get(docformat.partition(" ")[0].lower())
    if declared == "restructuredtext" or declared is None:
        # NumPy's sections are reStructuredText by their own standard, so the
        # projects that have them declare just that.
        if _NUMPY_SECTION.search(docstring):
            return "numpy"
        if declared is None and _GOOGLE_SECTION.search(docstring):
            return "google"
        if declared is None and _is_markdown(docstring):
            return "markdown"
    return declared or "restructuredtext"


_DOCFORMATS: Final = {
    **dict.fromkeys(("restructured", "rst", "rest"), "restructuredtext"),
    "numpydoc": "numpy",
    "md": "markdown",
    "epytext": "plaintext",
    **{name: name for name in ("restructuredtext", "numpy", "google", "markdown")},
    # Of files in other languages; Epydoc knew the first.
    **{name: name for name in ("plaintext", "notebook", *DIALECTS)},
}


def _is_markdown(docstring: str) -> bool:
    if _RST.search(docstring):
        return False
    if "```" in docstring and _FENCE.search(docstring):
        return True
    if _MARKDOWN_LINK.search(docstring):
        return True
    # One ``# `` line alone may as well be a comment of Python.
    return bool(
        _MARKDOWN_SUBHEADING.search(docstring)
        and len(_MARKDOWN_HEADING.findall(docstring)) > 1
    )


def _code_block(fence: re.Match[str]) -> str:
    """Return a fenced block of Markdown as a directive.

    Docstrings that are otherwise Google's or reStructuredText have fences, too.
    """
    indent = fence["indent"]
    lines = [
        f"    {line}" if line.strip() else "" for line in fence["code"].split("\n")
    ]
    language = fence["language"] or "default"
    return "\n".join(["", f"{indent}.. code-block:: {language}", "", *lines, ""])


# Napoleon has a configuration class of its own and asks for Sphinx's in its types.
_NAPOLEON: Final[Any] = napoleon.Config(napoleon_use_ivar=True)


def as_restructuredtext(docstring: str, style: str) -> str:
    """Return a docstring in any dialect but Markdown as reStructuredText.

    :param style: the dialect, as :func:`dialect` gives it.
    """
    docstring = without_mkdocs(docstring)
    if "```" in docstring:
        docstring = _FENCE.sub(_code_block, docstring)
    if "\n:" in docstring:
        docstring = _FIELD_BELOW_TEXT.sub(r"\g<0>\n", docstring)
    if ".. " in docstring:
        docstring = _ONE_COLON.sub(r"\1::", docstring)
    if style == "restructuredtext" or not has_readable_sections(docstring):
        return docstring
    converted = _without_sections(docstring, style)
    # Napoleon drops what stands behind a type in parentheses. As it is, such a
    # docstring is a definition list, which drops nothing.
    return converted if _keeps_words(docstring, converted) else docstring


def _without_sections(docstring: str, style: str) -> str:
    """Return a NumPy or Google docstring as reStructuredText."""
    if style == "numpy":
        return str(NumpyDocstring(docstring, _NAPOLEON, what="object"))
    docstring = _ENTRIES.sub(_tidy_entries, docstring)
    # Many write ``Args:`` straight below a sentence. Napoleon sees the section,
    # but what it writes would go on with the sentence's paragraph.
    docstring = _GOOGLE_SECTION.sub(r"\n\g<0>", docstring)
    return str(GoogleDocstring(docstring, _NAPOLEON, what="object"))


def _tidy_entries(section: re.Match[str]) -> str:
    """Bring the entries of a section into the form that Napoleon knows.

    Napoleon takes every line that is not indented further for an entry. Here an
    entry may also be an item of a list, or have a dash for its colon; any other
    line goes on with the entry above. A section without entries is text with a
    heading.
    """
    lines = section["body"].split("\n")
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    lines[0] = " " * margin + lines[0].lstrip()
    seen = False
    for number, line in enumerate(lines):
        text = line[margin:]
        if not text or text[0] == " ":
            continue
        entry = _DASH.sub(r"\1: ", _BULLET.sub("", text))
        if _ENTRY.match(entry):
            seen = True
            lines[number] = line[:margin] + entry
        elif seen:
            lines[number] = f"{line[:margin]}    {text}"
    if seen:
        # mkdocstrings has a name more than Napoleon.
        head = section["head"].replace("Params", "Parameters")
        return head + "\n".join(lines)
    body = textwrap.dedent(section["body"])
    return f".. rubric:: {section['name']}\n\n{body}\n"


def _keeps_words(docstring: str, converted: str) -> bool:
    """Tell whether every word is still there, the names of sections left out."""
    lost = set(_WORD.findall(docstring)).difference(_WORD.findall(converted))
    return _SECTION_WORDS.issuperset(word.lower() for word in lost)
