"""Recognises boilerplate at the top of files: licences, modelines, dates.

A date of release, a copyright line, a comment for an editor or a linter: whoever looks
for the purpose of a file reads on behind it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

#: How many lines are remembered: the files of a project begin alike.
_KEPT: Final = 1_000
_WORD: Final = re.compile(r"[^\W\d_]+")
#: What dates and versions are written with. A sentence of nothing else says nothing.
_OF_DATES: Final = frozenset(
    """
    alpha am and at beta build by candidate date dated development edition final last
    modified next not of on pm post pre pending published rc release released releases
    revision since snapshot st nd rd tba tbd th the to unknown unreleased update
    updated ver version versions yet
    january february march april may june july august september october november
    december jan feb mar apr jun jul aug sep sept oct nov dec
    monday tuesday wednesday thursday friday saturday sunday utc gmt
    """.split()  # noqa: SIM905
)
_MONTHS: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_FILLER: Final = re.compile(
    rf"""
      (?:last\s+)?(?:creat|releas|updat|modifi|dat|version)\w*\W+(?:\w+\W+){{0,3}}?
        (?:\d{{4}}[-./]\d|\d{{1,2}}[-./]\d{{1,2}}[-./]\d{{4}}|(?:{_MONTHS})[a-z]*\W+\d)
    | (?:table\s+of\s+)?contents\W*$ | _?toc_?\W*$
    | welcome\s+to\b.{{0,80}}$
    | (?:copyright\s+)?(?:\(c\)|©|copyright\s+(?:by\b|\d)) | all\s+rights\s+reserved
    | redistributions?\s+(?:and\s+use|of\s+source|in\s+binary)
    | permission\s+is\s+hereby\s+granted | this\s+software\s+is\s+provided
    | this\s+file\s+is\s+part\s+of\b | editorconfig\s+(?:helps|is\s+awesome)\b
    | this\s+is\s+an?\s+(?:python\s+)?(?:package|module)\W*$
    | [\w.]*__init__(?:\.py)?\W*$ | source(?:\s+code)?\s*:\s*\S+$
    | (?-i:By(?:\s(?:[A-Z][\w.-]*|v[ao]n|d[aei][rl]?|and))+\s*$)
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: Who wrote a file, and when: "Ann Lee <ann@x.org>, 13 August 2015".
_DATED_NAME: Final = re.compile(
    r"[A-Z][\w.'-]*(?:\s(?:d[aei]|v[ao]n|[A-Z][\w.'-]*)){1,4}(?:\s<[^<>\s]+@[^<>\s]+>)?"
    r"(?:,|\s\()\s?(?:\d{1,2}\.?\s[^\W\d]{3,10}\.?,?\s|[A-Z][^\W\d]{2,9}\s(?:\d{1,2},?\s)?)?"
    r"\d{4}(?:-\d\d){0,2}\)?"
)
_NAME_AND_ADDRESS: Final = (
    r"(?:[A-Z][\w.'-]*,?\s(?:(?:d[aei]|v[ao]n|[A-Z][\w.'-]*),?\s){0,4})?"
    r"[<(]?[^\s<>()@,]{1,60}@[^\s<>()@,]{1,60}\.[a-z]{2,10}[>)]?"
)
#: Who wrote a file: "Ann Lee, ann@x.org".
_ADDRESSES: Final = re.compile(
    rf"{_NAME_AND_ADDRESS}(?:(?:,\s|\sand\s|\s&\s){_NAME_AND_ADDRESS}){{0,9}}\.?"
)
#: The same behind the date, which may stand behind the name of the file.
_NAMED_DATE: Final = re.compile(
    rf"(?:[\w-]+\.\w{{1,5}}\s)?\d{{1,2}}\.?\s[^\W\d]{{3,10}}\.?,?\s\d{{4}},?\s{_NAME_AND_ADDRESS}"
)
#: A date and a name above a post of a blog: "March 8, 2021 | Ann Lee and Bob Ray".
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
_LEGAL: Final = re.compile(
    r"""
      © | \(c\)\s+\d{4} | \(c\)[^()<>]{1,60}<[^<>@\s]{1,60}@
    | all\s+rights\s+reserved | /licen[cs]es?\b | /copyleft/
    | \b(?:  # Of all places in a text most are in the midst of words.
      copyright | SPDX- | licen[cs]ed?\s+(?:under|by|to|as|block)\b
    | (?:under|see)\s+(?:the|a|an)\s.*licen[cs]e
    | (?:MIT|BSD|Apache|Public)\s+licen[cs]e | public\s+domain\b
    | free\s+software\b | hereby\s+granted\b | redistribution\b
    | used\s+freely\b | under\s+and\s+governed\s+by\b
    | use\s+of\s+this\s+source\b | applicable\s+law\b | warrant(?:y|ies)\b
    | (?:obtain|received)\s+a\s+copy\b | hope\s+that\s+it\s+will\b
    | without\s+modification | software\s+is\s+(?:being\s+)?provided\b
    | you\s+are\s+granted\b | source\s+code\s+form\b | original\s+code\s+is\b
    | (?:file|module|code)\s+(?:is|was)\s+part\s+of\b
    | (?:code|software|work)\s+(?:is|was)\s+(?:derived\s+from|contributed|donated
      |(?:developed|written)\s+by)\b
    | code\s+(?:has\s+been|is|was)\s+(?:originally\s+)?ported\s+from\b
    | original\s+(?:authors?|code\s+was)\b | find\s+the\s+original\b
    | voluntary\s+contributions\b | product\s+includes\s+software\b
    | (?:full\s+licen[cs]e|licen[cs]e\s+information)\b | in\s+no\s+event\b
    | neither\s+the\s+names?\s+of\b | permission\s+to\s+use\b)
    | ^(?:
      (?:distributed|published|released)\s+under\b
    | the\s+authors?\s+of\s+this\b | powered\s+by\b
    | @?(?:(?:date|file|last|latest|original|previous|program)\s+)?
      (?:authors?|maintainers?|contributors?|created|date|e-?mail|version|license|file(?:name)?
      |name|language|compiler|change|revision|module|package|url|website|homepage
      |provides|preserve)\b\s*(?:[:=]|@|$|\d)
    | (?:author|contributor)\(s\) | see\s+https?:
    | @(?:author|license|version|since|package|copyright|see|link|preserve)\b
    | (?:originally\s+)?
      (?:written|created|generated|contributed|maintained|adapted|inspired|taken)
      (?:\s+and\s+\w+)?\s+(?:by|from|on)\b
    | credits?\s*: | based\s+on\s.{0,60}\bby\s+(?-i:[A-Z])
    | begin\s+(?:init|licen[cs]e)\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)
#: A sentence has a letter among so many characters; a picture of characters has not.
_PICTURE: Final = 6
#: How a note begins, or news, or what leads elsewhere, or tells what to do.
_NOTE: Final = re.compile(
    r"\W*(?:note|warning|caution|important|attention|notice|tip|update|news?)\W{0,3}:"
    r"|\W*(?:please|make\s+sure|do\s+not|don.?t|note\s+(?:that|how)|be\s+(?:aware|careful)"
    r"|(?:create|register)\s+your\s+\w+\s+here)\b"
    r"|(?:compatible|tested)\s+(?:since|with|on|under)\b.{0,60}\d"
    r"|\W*(?:see|refer\s+to|this\s+readme)\s|(?:learn|read|find\s+out)\s+more\b"
    r"|for\s+(?:more|further|full|details?|a\s+detailed)\b"
    r"|changes\s+to\s+this\s+file\b"
    r"|this\s+(?:file|module|package)\s+(?:must|should|may)\s+not\b"
    r"|the\s+(?:canonical|latest|newest)\s+version\b.{0,60}\bfound\b"
    r"|we\b.{0,40}\bannounc(?:e|ing)\b"
    r"|\W*(?:to\s+)?(?:compile|build)\s*(?:(?:it|this)\s+)?(?:(?:with|using)\s*)?:",
    re.IGNORECASE,
)
#: ``eslint-disable``, ``pylint: disable=x``, ``ft=sh``, ``type: ignore``, ``-*-``.
_TOOL_COMMENT: Final = re.compile(
    r"""
      !
    | (?:see|uncomment)\b | usage\s*:
    | -\*-
    | (?:vim?|ex|kate|emacs)\s*:
    | [\w-]+(?:\s+[\w-]+)?\s*[:=]\s*(?:disable|enable|ignore|no|noqa|off|on|skip
      |true|false)\b
    | [\w@.$-]+[:=](?!:)\S
    | (?:eslint|jshint|jslint|tslint|stylelint|prettier|globals?|exported|istanbul
      |hadolint|shellcheck|yamllint|noqa|nosec|zizmor|pragma)\b(?:[\s:-]|$)
    | iwyu\s+pragma\b | resharper\s+(?:disable|restore)\b
    | clang-(?:format|tidy)\s+o(?:n|ff)\b | (?:nolint|cspell|biome-ignore)\b
    | (?:coding|cython|distutils|begin|end|sphinx|yaml-language-server|schema)\s*:
    | @(?!file(?:overview)?\b)
    """,
    re.VERBOSE | re.IGNORECASE,
)


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
    if "@" in sentence and (
        _ADDRESSES.fullmatch(sentence) or _NAMED_DATE.fullmatch(sentence)
    ):
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
