"""Which paragraph of a document says what it is about.

The first one does, mostly. Badges, notes, news, questions and who pays for a project
stand above it in many a README.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from html import unescape
from typing import Final

from ...model.facts import Heading
from ..boilerplate import is_filler, is_note
from ..first_sentence import PROSE_LIMIT, first_sentence, plain, without_list
from ..project.yaml_settings import yaml_mapping

#: The titles of sections about who pays for a project, what is new in it, and where to
#: ask.
_ASIDE: Final = re.compile(
    r"\W*(?:(?:our|special|corporate|financial|gold|silver|bronze|platinum)\s+)*"
    r"(?:donat(?:e|ions?|ing)|sponsor(?:s|ed\s+by|ing|ship)?|(?:our\s+)?backers"
    r"|funding|supporters|support\s+(?:us|(?:the|this)\s+project)"
    r"|(?:available\s+)?for\s+enterprise|become\s+a\s+(?:sponsor|backer)"
    r"|(?:backers|sponsors)\s+(?:&|and)\s+(?:backers|sponsors)"
    r"|(?:(?:recent|latest)\s+)?(?:announcements?|news|updates|changes)"
    r"|(?:(?:got|have)\s+(?:a\s+|any\s+)?)?questions?|(?:(?:getting|need)\s+)?help"
    r"|hot\s+topics|what.?s\s+new|change\s?log)\W*",
    re.IGNORECASE,
)
#: The titles of sections that say how to come by a thing, what it needs, or how to work
#: on it, and not what it is.
_TO_OBTAIN: Final = re.compile(
    r"\W*(?:(?:how\s+to\s+)?(?:install(?:ing|ation)?|build(?:ing)?|compil(?:e|ing|ation))"
    r"\b.*|(?:pre-?)?requi(?:rement|site)s?|dependencies|preparations?"
    r"|(?:\w+\s+){0,2}set[\s-]?up(?:\s.*)?"
    r"|licen[cs](?:e|ing)|(?:running\s+|unit\s+)?test(?:s|ing)?|known\s+issues"
    r"|(?:supported\s+)?(?:\w+\s+)?versions?(?:\s+support(?:ed)?)?|support(?:ed\s.*)?"
    r"|contribut(?:e|ing|ors|ions)|development|troubleshooting)\W*",
    re.IGNORECASE,
)
#: The titles of sections about one release; the name of the project may stand in front.
_RELEASE: Final = re.compile(
    r"\W*(?:unreleased|tb[ad]|changes\s+(?:from|in|since)\s.*|(?P<name>[\w-]+\s+)?(?:version\s*|release\s*|v)?"
    r"\d+(?:\.\d+)+[\w.+-]*(?:\W+(?:\d+(?:st|nd|rd|th)?|released?|date|on|unreleased"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b)*)\W*",
    re.IGNORECASE,
)
#: Characters of one; the expression may need the cube of them.
_LONGEST_RELEASE: Final = 60
#: What front matter says a document is about; ``about`` is that of GitHub's templates.
_DESCRIBED: Final = re.compile(
    r"^(description|about|summary)(?::[ \t]+|[ \t]*=[ \t]*)(\S.{0,999})$", re.MULTILINE
)
#: The titles of sections that say what the document is about.
_INTRODUCTION: Final = re.compile(
    r"\W*(?:about|description|intro(?:duction)?|overview|summary|what(?:\s+is|.?s)\s.*)\W*",
    re.IGNORECASE,
)
#: How a sentence begins that says what something is or does, and how one that tells the
#: reader what to do. Where the second kind stood before, or far from the title, only
#: the first is taken.
_STATEMENT: Final = re.compile(
    r"\W*(?:(?:this|these)\s(?!will|should|may|might|class|function|method|option"
    r"|(?:is|are)\s(?:\w+\s)?\w+ed\s)|the\s(?!above|following)(?:\S+\s){1,3}[a-z]{3,}s\s|(?![\x00-\x7f])\w"
    r"|\S+(?:\s\S+){0,2}\s(?:(?:is|are)\s(?:an?|the)|[-–—])\s"  # noqa: RUF001
    r"|[a-z]+s\s(?:an?|the|all|how|if)\s)",
    re.IGNORECASE,
)
_TO_READER: Final = re.compile(
    r"\W*(?:(?:you|to|if|when|hello|hi|thanks?|execute|check\s+out|(?:go|back)\s+to"
    r"|first,|(?:yes|no)[.,])(?![\w-])|visit\s|(?:run|open|start|stop|click|install|use|view|connect)"
    r"\s(?:the|this|these|it|with|docs|on|to|https?:)\b)",
    re.IGNORECASE,
)
#: How a sentence begins that goes on from another.
_GOES_ON: Final = re.compile(
    r"(?:it|they|then|also|but|and|however|next|finally|similarly|there"
    r"|otherwise|additionally)(?:'\w{1,2})?\s",
    re.IGNORECASE,
)
#: How a sentence begins that says what the code above it does.
_OF_CODE: Final = re.compile(
    r"(?:this\s(?:[a-z]+s|command|code|example|snippet)|these\s(?:are|commands))\s",
    re.IGNORECASE,
)
_ENDS: Final = (".", "!", "?", ":")
#: What a program puts something in the place of: a shortcode of Hugo, a tag of Jekyll.
_SHORTCODE: Final = re.compile(r"\{\{[<%]|\{%")
#: A title that says what its thing is: ``Mypy: Static Typing for Python``.
_TELLING: Final = re.compile(
    r"\w[\w.+#-]*(?: \w[\w.+#-]*){0,2}(?::| [-–—])"  # noqa: RUF001
    r"(?: +[^\s<>`*_\[\]\\#|~$]+){3,}"
)
#: What a list goes on with, behind the last comma.
_BEFORE_LIST: Final = re.compile(
    r",[^,.]*\b(?:being|to\s+be|are|is|by|with|in|on|of|for)\Z"
)
#: What leads somewhere, perhaps with a label: ``**Source Code**: https://…``; code.
_LINK: Final = re.compile(
    r"(?:[*_]*[A-Z](?:[\w-]| (?! )){0,30}[*_]*:[*_]*\s*)?"
    r"(?:\[[^\]]*\]\([^)]*\)|`[^`<]*<[^`>]*>`__?|<?https?://\S+)"
    r"|(?<![:`])(``?)[^`]+\1(?![`_])"
)
_BETWEEN_LINKS: Final = " \n|/·•,-–—[]*_"  # noqa: RUF001
#: A line of pictures, which may lead somewhere: all of it, since that of a badge may be
#: in its address.
_PICTURES: Final = re.compile(
    r"(?:\s*+\[?+!\[[^\]]*+\](?:\([^)]*+\)|\[[^\]]*+\])?+"
    r"(?:\](?:\([^)]*+\)|\[[^\]]*+\]))?+)++\s*+"
)
#: The fewest words of a sentence beside pictures.
_SENTENCE: Final = 3
#: What ends a paragraph and leads on to a list below it: "… for Rails. It:"
_LEADS_ON: Final = re.compile(r"(?<=[.!?])\s[^.!?]{1,200}:\s*\Z")
_TAG: Final = re.compile(r"(</?[A-Za-z][^<>]*>)")
#: Where text goes on, text is a title or a link, and no paragraph is.
_INLINE_TAGS: Final = frozenset({"b", "em", "i", "strong", "small", "code"})
_TITLES: Final = frozenset({"a", "h1"})
#: Below the first, a heading of as many words is what is said of the project.
_TAGLINE: Final = re.compile(r"(?:\S+\s+){5,}\S+")
_HEADINGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6"})
_NO_PROSE_TAGS: Final = frozenset(
    {"table", "details", "script", "style", "ul", "ol", "kbd", "figure", "sup", "sub"}
)
#: Text that means the same in Markdown.
_PLAIN: Final = re.compile(r"[^<>`*_\[\]\\#|~$]{12,500}")


#: What a sentence above all headings is about.
_A_NAME: Final = r"[A-Z]\S*(?: [A-Z]\S*)?"


class _Rank(IntEnum):
    """How likely a paragraph says what its document is about; the lowest is taken."""

    FIRST = 0
    """It stands right below the title."""
    INTRODUCTION = 1
    TITLE = 2
    """It is the title itself."""
    SECTION = 3
    ASIDE = 4
    NEVER = 5


class Paragraphs:
    """Keeps the paragraph that says most likely what its document is about."""

    def __init__(self) -> None:
        self.first = ""
        self.line = 0
        self._rank: _Rank | None = None
        self._strict = False
        """Whether something else than a statement stood before."""
        self._passed = False
        """Whether any prose stood before."""
        self._led_on = False
        """Whether the paragraph before led on to something."""
        self._code = -1
        """How many headings stand above the code that is right above."""
        self._below: tuple[int, _Rank] = 0, _Rank.FIRST
        """The rank of what stands below some headings, and how many these are."""

    def wants_more(self, headings: Sequence[Heading]) -> bool:
        """Tell whether a paragraph below some headings may be a better one."""
        return self._rank is None or (
            self._rank > _Rank.FIRST and self._rank_below(headings) < self._rank
        )

    def describe(self, front_matter: str) -> None:
        """Take what a document's front matter says it is about, on one line.

        A string on one line is the same in TOML and in YAML.
        """
        if match := _DESCRIBED.search(front_matter):
            text = yaml_mapping(f"{match[1]}: {match[2]}").get(match[1])
            if isinstance(text, str) and first_sentence(text):
                self.first, self._rank = text, _Rank.FIRST
                self.line = front_matter.count("\n", 0, match.start()) + 2

    def note_code(self, headings: Sequence[Heading]) -> None:
        """Note that what comes next stands below code."""
        self._code = len(headings)

    def add(self, paragraph: str, line: int, headings: Sequence[Heading]) -> None:
        """Take a paragraph if it says something, and more than the one before."""
        if _only_links(paragraph) or _SHORTCODE.match(paragraph):
            return
        sentence = first_sentence(paragraph)
        title = headings[-1].text if headings else ""
        # Nothing tells commands from text where a file has no markup.
        told, self._led_on = self._led_on, sentence.endswith(":")
        below_code, self._code = told or self._code == len(headings), -1
        if told and not _STATEMENT.match(sentence) and not sentence.endswith(_ENDS):
            return
        if sentence.endswith(":"):
            # "Sinatra is a DSL for web applications:"
            names = "|".join(re.escape(heading.text) for heading in headings[:3])
            names = names or _A_NAME
            if not re.match(rf"(?:{names}) (?:is an?|is the|are) ", sentence):
                self._passed = True
                return
            # "… for the most critical data, with a focus on being:"
            whole = paragraph.rstrip().removesuffix(":")
            paragraph = without_list(_BEFORE_LIST.sub("", whole))
        elif leads_on := _LEADS_ON.search(paragraph):
            paragraph = paragraph[: leads_on.start()]
        if (
            not sentence
            # "<NAME> is the name" says what stands for something.
            or sentence.startswith(("$$", "<"))
            or is_filler(sentence.removeprefix(title))
            or (sentence.isupper() and len(sentence) > _LONGEST_RELEASE)
            # A title without its marks.
            or (sentence.isascii() and sentence.isalpha())
        ):
            return
        rank = self._rank_below(headings)
        if rank is _Rank.NEVER:
            return
        if _TO_READER.match(sentence):
            self._strict = self._passed = True
            return
        if self._passed and _GOES_ON.match(sentence):
            return
        is_statement = _STATEMENT.match(sentence)
        if rank >= _Rank.SECTION and below_code and _OF_CODE.match(sentence):
            is_statement = None
        if (self._strict or rank >= _Rank.SECTION) and not is_statement:
            return
        aside = is_note(sentence) or is_filler(plain(paragraph))
        if aside or sentence[0] + sentence[-1] == "()":
            rank = _Rank.ASIDE
        if self._rank is None or rank < self._rank:
            self.first, self.line, self._rank = paragraph, line, rank

    def end(self, headings: Sequence[Heading]) -> None:
        """Take the title if that says more than what has been found."""
        rank = _Rank.ASIDE if self._rank is None else self._rank
        if rank > _Rank.TITLE and headings and _TELLING.fullmatch(headings[0].text):
            self.first, self.line = headings[0].text, headings[0].line

    def _rank_below(self, headings: Sequence[Heading]) -> _Rank:
        if self._below[0] != len(headings):
            self._below = len(headings), _rank_below(headings)
        return self._below[1]


def _rank_below(headings: Sequence[Heading]) -> _Rank:
    """Return the rank of a paragraph below some headings."""
    level = 0
    for heading in reversed(headings):
        # The last, and those around it.
        if not level or heading.level < level:
            level = heading.level
            title = heading is headings[0]
            if _ASIDE.fullmatch(heading.text):
                return _Rank.ASIDE if title else _Rank.NEVER
            if not title and _TO_OBTAIN.fullmatch(heading.text):
                return _Rank.NEVER
            release = _RELEASE.fullmatch(heading.text[:_LONGEST_RELEASE])
            if release and not (title and release["name"]):
                return _Rank.NEVER
    levels = {heading.level for heading in headings[:3]}
    if len(headings) < 2 or (len(headings) == 2 and len(levels) == 1):
        return _Rank.FIRST
    if _INTRODUCTION.fullmatch(headings[-1].text):
        return _Rank.INTRODUCTION
    return _Rank.SECTION


def _only_links(content: str) -> bool:
    """Tell whether a paragraph is a row of links or of code, or nothing."""
    if len(content) > PROSE_LIMIT:
        return False
    return not _LINK.sub("", content).strip(_BETWEEN_LINKS)


def without_pictures(paragraph: str) -> str:
    """Take the lines off a paragraph of Markdown that are nothing but pictures.

    A word or two that are left belong to these: "and more!"
    """
    if "![" not in paragraph:
        return paragraph
    if _PICTURES.fullmatch(paragraph):
        return ""
    lines = paragraph.split("\n")
    left = [line for line in lines if not _PICTURES.fullmatch(line)]
    text = "\n".join(left)
    return "" if len(left) < len(lines) and len(text.split()) < _SENTENCE else text


def html_paragraphs(block: str) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a block of HTML that are text without links.

    :return: the text, and how many lines of the block stand before it.
    """
    text, begin, line = "", 0, 0
    titles = heading = False
    only_text = True
    for part in (*_TAG.split(block), "<p>"):
        is_tag = _TAG.fullmatch(part) is not None
        name = _tag_name(part) if is_tag else ""
        if name in _NO_PROSE_TAGS:
            return
        if not is_tag:
            if not text.strip():
                begin = line + part[: len(part) - len(part.lstrip())].count("\n")
            text += part
            only_text &= not (titles and part.strip())
        elif name in _TITLES:
            titles = part[1] != "/"
        if is_tag and name != "a" and name not in _INLINE_TAGS:
            piece = unescape(text).strip()
            shaped = _TAGLINE if heading else _PLAIN
            heading = part[1] != "/" if name in _HEADINGS else heading
            if only_text and _PLAIN.fullmatch(piece) and shaped.fullmatch(piece):
                yield piece, begin
            text, only_text = "", True
        line += part.count("\n")


def _tag_name(tag: str) -> str:
    return re.split(r"[^a-z0-9]", tag.lower().strip("</"), maxsplit=1)[0]
