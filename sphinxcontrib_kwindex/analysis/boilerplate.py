"""Text at the head of files that does not say what they are for.

A date of release, a copyright line, a comment for an editor or a linter: whoever looks
for the purpose of a file reads on behind it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..model.data_files import data_beside

#: How many lines are remembered: the files of a project begin alike.
_KEPT: Final = 1_000
_WORD: Final = re.compile(r"[^\W\d_]+")
_TABLE: Final = data_beside(__file__)
_OF_DATES: Final = frozenset(_TABLE["of_dates"].split())
_MONTHS: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_FILLER, _LEGAL, _NOTE, _TOOL_COMMENT = (
    re.compile(_TABLE[name], re.VERBOSE | re.IGNORECASE)
    for name in ("filler", "legal", "note", "tool_comment")
)
#: Who wrote a file, and when: "Ann Lee <ann@x.org>, 13 August 2015".
_DATED_NAME: Final = re.compile(
    r"[A-Z][\w.'-]*(?:\s(?:d[aei]|v[ao]n|[A-Z][\w.'-]*)){1,4}(?:\s<[^<>\s]+@[^<>\s]+>)?"
    r"(?:,|\s\()\s?(?:\d{1,2}\.?\s[^\W\d]{3,10}\.?,?\s|[A-Z][^\W\d]{2,9}\s(?:\d{1,2},?\s)?)?"
    r"\d{4}(?:-\d\d){0,2}\)?"
)
#: The same above a post of a blog: "March 8, 2021 | Ann Lee and Bob Ray".
_DATED_POST: Final = re.compile(
    rf"(?i:{_MONTHS})[a-z]*\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}}\s*[|·•–—-]\s*"  # noqa: RUF001
    r"(?:[Bb]y\s)?[A-Z][\w.'-]*,?(?:\s(?:and|&|d[aei]|v[ao]n|[A-Z][\w.'-]*),?){0,20}"
)
#: What a program puts in the place of ``{{ x }}``, and addresses, are no words.
_NO_WORDS: Final = re.compile(r"\{[{%].*?[}%]\}|\bhttps?://\S+", re.DOTALL)
#: A tag, or what includes a file.
_TAG: Final = re.compile(r"[@:]\S+")
#: What stands in front of addresses.
_LABELS: Final = re.compile(r"(?:\s*[\w-]+:)+\s*")
#: A sentence has a letter among so many characters; a picture of characters has not.
_PICTURE: Final = 6


def is_filler(sentence: str) -> bool:
    """Tell whether a sentence, without markup, says a date, a version or nothing.

    So does a picture made of characters. A conjunction by itself stands between two
    examples.
    """
    wordless = "{" in sentence or "://" in sentence
    text = _NO_WORDS.sub("", sentence) if wordless else sentence
    words = [word.lower() for word in _WORD.findall(text)]
    if _TAG.fullmatch(sentence) or (wordless and _LABELS.fullmatch(text)):
        return True
    if sum(map(len, words)) * _PICTURE < len(sentence) - sentence.count(" "):
        return True
    if not words or words in (["see"], ["or"], ["and"], ["then"]):
        return True
    dated = any(map(str.isdigit, text)) or words[0] == "unreleased"
    if dated and all(word in _OF_DATES or len(word) == 1 for word in words):
        return True
    if _DATED_NAME.fullmatch(sentence) or _DATED_POST.fullmatch(sentence):
        return True
    return bool(_FILLER.match(sentence.lstrip(" *#:~|[-")))


def is_note(sentence: str) -> bool:
    """Tell whether a sentence tells readers something, but not what they read."""
    return bool(_NOTE.match(sentence))


@lru_cache(_KEPT)
def is_legal(text: str) -> bool:
    """Tell whether a line is about copyright, licences or who wrote the file."""
    return bool(_LEGAL.search(text))


def is_tool_comment(line: str) -> bool:
    """Tell whether a line of a comment, without its marks, is for a program."""
    return bool(_TOOL_COMMENT.match(line))
