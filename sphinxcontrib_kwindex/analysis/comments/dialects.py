"""The dialects of documentation comments, by the name that facts have for them."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from ..first_sentence import first_sentence
from .comment_text import KEPT
from .doxygen import doxygen_parts
from .godoc import godoc_parts
from .javadoc import javadoc_parts
from .jsdoc import jsdoc_parts, kdoc_parts, phpdoc_parts
from .kernel_doc import as_doxygen
from .parts import Part
from .rdoc import rdoc_parts
from .rustdoc import rustdoc_parts
from .xmldoc import xmldoc_parts

#: Returns the parts of the text of a comment.
Reader = Callable[[str], list[Part]]

DIALECTS: Final[dict[str, Reader]] = {
    "doxygen": doxygen_parts,
    "jsdoc": jsdoc_parts,
    "phpdoc": phpdoc_parts,
    "kdoc": kdoc_parts,
    "javadoc": javadoc_parts,
    "rustdoc": rustdoc_parts,
    "godoc": godoc_parts,
    "xmldoc": xmldoc_parts,
    "rdoc": rdoc_parts,
}
#: Characters at the head of a comment that its first sentence is looked for in.
_HEAD: Final = 3_000
#: A character without which a text is the same in all dialects.
_MARKUP: Final = re.compile(r"[@\\<{\[&#%$`*~_](?:(?<!_)|(?!\w))")
#: The same of Ruby's, of which there is much at the beginning of lines.
_RDOC: Final = re.compile(r"[@{`+<\[&#*_\\]|^(?:=| |--)", re.MULTILINE)
#: What Markdown takes for a character, and an address in angle brackets.
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_ADDRESS: Final = re.compile(r"<((?:https?|ftp|mailto):[^<>\s]+)>")
_CODE: Final = re.compile(r"`(?<![`\\]`)([^`\n]{1,400})`(?!`)")
#: What a link shows whose address stands below, or is that of what is named.
_SHOWN: Final = re.compile(r"\[(?<![\w\]\\!]\[)(`[^`\n\[\]]{1,400}`)\](?![\[(:])")
#: A label of Markdown where its address is, and a link by it in a sentence.
_LABEL: Final = re.compile(r"^[ \t]{0,3}\[([^\]\n]{1,200})\]:", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\[\]]{1,200})\](?![\[(:])")
#: A tag that no dialect knows: ``@internal``.
_TAG: Final = re.compile(r"@\w+")
#: What is said of a definition where nothing else is.
_SAYING: Final = ("returns", "deprecated", "note", "seealso")


@lru_cache(KEPT)
def comment_summary(text: str, dialect: str, *, legal: bool = True) -> str:
    """Return the first sentence of a comment as plain text on one line.

    Doxygen's ``@brief`` is it where there is one.

    :param text: that of the comment, as :func:`.comment_text.comment_text` returns it.
    :param dialect: a name of :data:`DIALECTS`, or empty for text.
    :param legal: as of :func:`.first_sentence`.
    """
    sentence = _first_of(text[:_HEAD], dialect, legal=legal)
    if "[" not in sentence:
        return sentence
    labels = {label.replace("`", "").lower() for label in _LABEL.findall(text)}
    return _LINK.sub(
        lambda link: link[1] if link[1].lower() in labels else link[0], sentence
    )


def _first_of(head: str, dialect: str, *, legal: bool) -> str:
    """Return the first sentence of the beginning of a comment."""
    if dialect == "doxygen":
        head = as_doxygen(head)
    read = DIALECTS.get(dialect)
    markup = _RDOC if dialect == "rdoc" else _MARKUP
    if read is None or not markup.search(head):
        return first_sentence(head, legal=legal)
    if dialect == "doxygen" and (brief := _BRIEF.search(head)):
        head = head[brief.end() :]
    parts = read(head)
    for kinds in (("text", "rst"), _SAYING):
        for part in parts:
            if part.kind not in kinds:
                continue
            if (sentence := _sentence(part, legal=legal)) and not _TAG.fullmatch(
                sentence
            ):
                # Its tag may be a part of the sentence.
                goes_on = part.kind == "deprecated" and sentence[0].islower()
                return f"Deprecated: {sentence}" if goes_on else sentence
    return ""


def is_prose(text: str, dialect: str) -> bool:
    """Tell whether a text without markup is the same in a dialect.

    :param text: one that is paragraphs without any markup of reStructuredText.
    """
    if dialect == "rdoc":
        return not _RDOC.search(text)
    if dialect == "godoc" and ("\n\n" in text or text.startswith("Deprecated:")):
        return False
    if dialect == "doxygen" and as_doxygen(text) != text:
        return False
    return not _MARKUP.search(text)


def _sentence(part: Part, *, legal: bool) -> str:
    if part.kind == "rst":
        return first_sentence(part.text, legal=legal)
    # "`list<int>`" has a target in reStructuredText, a literal has none; what is
    # escaped is no markup, nor is the break of a line.
    text = part.text
    if "`" in text:
        text = _CODE.sub(r"``\1``", _SHOWN.sub(r"\1", text))
    if "\\" in text:
        text = text.replace("\\\n", "\n")
        text = _ESCAPED.sub(_hidden, text)
    sentence = first_sentence(text, legal=legal)
    if not sentence.isascii():
        sentence = _HIDDEN.sub(_shown, sentence)
    if "&" in sentence:
        sentence = html.unescape(sentence)
    return _ADDRESS.sub(r"\1", sentence) if "<" in sentence else sentence


def _hidden(escape: re.Match[str]) -> str:
    return chr(_PRIVATE + ord(escape[1]))


def _shown(character: re.Match[str]) -> str:
    return chr(ord(character[0]) - _PRIVATE)


#: Where Unicode has characters for private use: here those of ASCII.
_PRIVATE: Final = 0xE000
_HIDDEN: Final = re.compile("[\ue021-\ue07e]")
_BRIEF: Final = re.compile(r"(?:^|(?<=\s))[\\@](?:brief|short)\b:?[ \t]*")
