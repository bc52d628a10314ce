"""The first sentence of a docstring, as plain text.

Lists show one line for a definition, whoever wrote its docstring and in whichever
markup: reStructuredText with Sphinx's roles, Google and NumPy sections, Epytext,
Markdown. None is parsed here. What matters is to find the first paragraph that
is prose, where its first sentence ends, and to take the inline markup off; each
is a regular expression or two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Final

from .boilerplate import is_filler, is_legal

#: Characters of a sentence that are kept.
SENTENCE_LIMIT: Final = 300
#: Characters of a paragraph, or of a heading, that are looked at: the expressions
#: below may need the square of it.
PROSE_LIMIT: Final = 2_000

_ADORNMENT: Final = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")
_SECTION: Final = re.compile(
    r"(?:Args|Arguments|Attributes|Examples?|Keyword Args|Keyword Arguments|Notes?"
    r"|Parameters|Params|Raises|References|Returns?|See Also|Todo|Usage|Warns|Yields?"
    r"|Methods|Other Parameters):\s*"
)
# Directives, comments, targets; fields, but not roles; Epytext; doctests; tables;
# admonitions and tabs of MkDocs; targets and breaks of Markdown; what is to be typed.
_NO_PROSE: Final = re.compile(
    r"\.\.(?:\s|$)|:[A-Za-z][^:`]*:(?:\s|$)|@[a-z]+\b.*:|@[A-Za-z]+\s*$|>>>|\+[-=]{3}|```|~~~|<!--"
    r"|(?:!!!|\?\?\?\+?) ?[A-Z]?[a-z-]+(?: (?:inline|end))*(?: +\".*\")?\s*$"
    r"|===[!+]? \".*\"\s*$|\[[^\]]+\]:\s+\S+$|<br ?/?>\s*$"
    r"|(?:Usage|USAGE|usage):\s+\S"
)
_SIGNATURE: Final = re.compile(r"(?:\w+\.)*(?P<name>\w+)\s*\(.*\)\s*(?:->.*)?:?\s*")
_NAME: Final = re.compile(r"`*\w+(?:[./]\w+)+`*")
_TERM: Final = re.compile(r"[A-Z\d_]+(?:=\S*)?")
#: "shop.py - Sells things", the title of a file that may go on at once.
_NAMED_TITLE: Final = re.compile(_NAME.pattern + r"\s+(?:-{1,3}|[–—:])\s+\S.*")  # noqa: RUF001
#: Where a line is shorter with the word behind it, a new one was begun on purpose.
_WIDTH: Final = 70
_HEADING: Final = re.compile(r"#{1,6}\s+")
#: Those of a heading that says what something does, and is more than its name.
_MANY_BLANKS: Final = 3

#: Each begins with one of a few characters, which most of a text are not.
_INLINE: Final = re.compile(
    r"""(?=[`:{!\[&_*\\<])(?:
      (?:
        ``(?P<literal>.+?)``(?!`)
      | (?:(?::[A-Za-z][\w.+-]*)+:|\{[A-Za-z][\w.:+-]*\})`(?P<role>[^`]+)`
      | `(?P<interpreted>[^`]+)`(?:__?(?!\w))?
      )(?:\\\s?(?=\w))?
    | (?P<image>!\[[^\]]*\]\([^)\s]*(?:\s[^)]*)?\)
      | \[!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?\](?:\([^)]*\)|\[[^\]]*\])
      | &(?:nbsp|e[nm]sp|thinsp);)
    | \[(?P<link>[^\]]+)\]\([^)\s]*(?:\s[^)]*)?\)
        (?:\{:?\s?[\w.#][^{}\n]{0,200}\})?  # attributes, as kramdown has them
    | (?<![\w\])])\[(?P<reference>[^\[\]]+)\]\[
        (?:\w+(?:(?:[.-]|::)\w+)+|`?[A-Z]\w*[a-z]\w*`?)\]
    | (?<![\w\])])\[(?P<name>``?[^`\[\]]+``?|\w+(?:\.\w+)+(?=\]\[\]))\]\[[^\[\]]*\]
    | (?<![\w\])])\[(?P<titled>[^\[\]]*\s[^\[\]]*)\]\[[^\[\]]*\]
    | (?<!\w)_(?P<underlined>[^\s_][^_]*\s(?:[^_]*[^\s_])?)_(?!\w)
    | (?<![\w*])\*\*(?P<strong>[^\s*](?:(?:[^*]|(?<!\*)\*(?!\*))*[^\s*])?)\*\*(?![\w*])
    | (?<![\w*])\*{3}(?P<both>[^\s*](?:[^*]*[^\s*])?)\*{3}(?![\w*])
    | (?<![\w*])(?P<stars>\*{1,3})(?P<part>[^\W\d_]{2,})(?P=stars)(?=[^\W\d_]{2})
    | (?<![\w*])\*(?P<emphasis>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])
    | \\(?P<escaped>[*`_|\\])
    | <(?P<url>https?://[^<>\s]+)>)
    """,
    re.VERBOSE | re.DOTALL,
)
#: Roles that show their own name before a number.
_NUMBERED: Final = re.compile(r"[:{](rfc|pep|cve|cwe)[:}]`")
#: What may hold more markup.
_AROUND_TEXT: Final = frozenset(
    {"link", "reference", "name", "titled", "underlined", "strong", "both", "emphasis"}
)
#: A target of reStructuredText, and a word that may be a reference to one.
_NAMED_TARGET: Final = re.compile(r"^[ \t]*\.\. _([^\s:`]+) ?:\s", re.MULTILINE)
_WORD_REFERENCE: Final = re.compile(r"(?<![\w`.+-])(\w[\w.+-]*?)_(?![\w`])")
#: One of them is in all inline markup, and in few sentences.
_MARK: Final = re.compile(r"[`*\[\\<&_](?:(?<!_)|(?<!\w_))")
_TARGET: Final = re.compile(r"\s*<[^<>]*>$")

# Where a sentence may end: before white space or the end, quotes and brackets
# in between; ideographic full stops end it anywhere.
_END: Final = re.compile(r"[.!?]['*\")\]»”’]*(?=\s|$)|[。！？]")  # noqa: RUF001
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(\[\"'/,;])(?:e\.\s?g|i\.\s?e|eg|ie|etc|vs|cf|viz|resp|incl|approx|aka"
    r"|a\.k\.a|w\.r\.t|et al|[Ff]igs?|[Ee]qs?|[Ss]ec|pp?|[Dd]r|[Mm]rs?|[Ss]t)\.$"
    r"|^\d+\.$"
)
#: A bracket, but of an interval, that nothing closes.
_OPENED: Final = re.compile(r"\([^()\]]*$")
_INITIALS: Final = re.compile(r"(?:^|\b[A-Z][a-z]+\s)(?:[A-Z]\.\s?)+$")
#: How a sentence ends that an example or a list goes on with.
_BEFORE_EXAMPLE: Final = re.compile(r"[,;]?\s+(?:[Ee]\.\s?g|[Ii]\.\s?e)\.[:,]?\Z")
#: How it ends where a list or a picture goes on with it.
_BEFORE_MORE: Final = re.compile(r"( (?:an?|and|by|from|into|of|or|the|with))\Z")
_COLON: Final = re.compile(r"(?<=\w\w)(?<!\bis)(?<!\bare)(?<!\bto):\Z")
#: The first item of a list, and what is a sentence without one.
_FIRST_ITEM: Final = re.compile(r"\s*(?:(?:1|[Aa])[.)]|(?P<dash>[-*+•]))\s")
_POINT: Final = re.compile(r"\s*[-*+•]\s")
_BEFORE_LIST: Final = re.compile(
    r"(?!.*\b(?:following|below|these|is|are|to|by|e\.g\.):\Z)((?:\S+\s+){4,}\S+):",
    re.DOTALL,
)
#: What a list goes on with is a clause of its own: "a server, that can:".
_BEFORE_CLAUSES: Final = re.compile(r",?\s(?:that|which)(?:\s\w+){0,3}\Z")
#: What begins a note on what is to be done, or how a method of Ruby is called, which
#: says nothing of what is there.
_TO_DO: Final = re.compile(r"\W*(?:(?:FIXME|XXX)\b|TODO\s*[:(]|call-seq:)")
#: What a shell runs of a file that it takes for its own script.
_SHELL: Final = re.compile(r"""["']:\s|exec[^\n]*\$[@0*]""")
#: The end of what began in brackets elsewhere.
_REST: Final = re.compile(r"[^()\[]*+\)(?<=\w\w\))")
_ONE_WORD: Final = re.compile(r"[A-Za-z-]+[.!]")
#: The number of sentences of a paragraph that are tried.
_PASSED_OVER: Final = 5
#: None of them is longer, with what stands before it.
_ABBREVIATION_LIMIT: Final = 20


def plain(text: str) -> str:
    """Take the inline markup off *text* and put it on one line.

    ```` ``x`` ````, ``**x**``, ``:role:`x``` and MyST's ``{role}`x``` become ``x``,
    ``:rfc:`1``` becomes ``RFC 1``, the last part of a target with a tilde, the title of
    a link, which may be one of mkdocstrings (``[x][package.x]``), and ``<https://…>``
    what is in it; images go, and what parts markup from an ending; ``*args`` stays. Cut
    at :data:`PROSE_LIMIT` characters with ``…`` at its end.
    """
    shown = limited(text, PROSE_LIMIT)
    if _MARK.search(shown):
        shown = _INLINE.sub(_without_markup, shown)
    return " ".join(shown.split())


def _without_markup(match: re.Match[str]) -> str:
    content = match[match.lastgroup] if match.lastgroup else match[0]
    if match.lastgroup == "image":
        return ""
    if match.lastgroup in {"role", "interpreted"}:
        titled = _TARGET.sub("", content)
        if titled and titled != content:
            return titled
        if content.startswith("~"):
            return content[1:].rpartition(".")[2]
        if numbered := _NUMBERED.match(match[0]):
            return f"{numbered[1].upper()} {content.partition('#')[0]}"
        return content.removeprefix("!")
    if match.lastgroup in _AROUND_TEXT:
        return _INLINE.sub(_without_markup, content)
    return content


def first_sentence(
    docstring: str, *, questions: bool = True, legal: bool = True
) -> str:
    """Return the first sentence of a cleaned docstring as plain text.

    A title at its head counts as the sentence; dates, versions and copyright lines do
    not. What follows a sentence of one word goes with it (``Deprecated. Use x.``).
    Empty where there is no prose; cut at :data:`SENTENCE_LIMIT` characters with ``…``
    at its end.

    :param questions: whether a question counts where more follows.
    :param legal: whether what is about copyright and licences counts.
    """
    if ".. _" in docstring:
        docstring = _without_references(docstring)
    if _SHELL.match(docstring):
        return ""
    for paragraph in _paragraphs(docstring):
        if _TO_DO.match(paragraph):
            continue
        begun = ""
        for written, more in islice(_sentences(paragraph), _PASSED_OVER):
            sentence = plain(begun + written)
            if more and _ONE_WORD.fullmatch(plain(written)):
                begun += written
                continue
            begun = ""
            asks = more and not questions and sentence.endswith("?")
            if asks or _REST.match(sentence) or (not legal and is_legal(sentence)):
                continue
            if not is_filler(sentence):
                sentence = _BEFORE_EXAMPLE.sub(".", sentence)
                return limited(_BEFORE_MORE.sub(r"\1…", sentence), SENTENCE_LIMIT)
    return ""


def _without_references(docstring: str) -> str:
    """Take the underscore off words that refer to targets in the same docstring."""
    targets = {name.lower() for name in _NAMED_TARGET.findall(docstring)}
    return _WORD_REFERENCE.sub(
        lambda match: match[1] if match[1].lower() in targets else match[0], docstring
    )


def summary_of(docstring: str, name: str) -> str:
    """Return the first sentence of the docstring of what is called *name*.

    A signature on its first line is none, as for autodoc's
    ``autodoc_docstring_signature``.
    """
    first, _, rest = docstring.partition("\n")
    signature = _SIGNATURE.fullmatch(first)
    if signature and signature["name"] == name:
        docstring = rest
    return without_colon(first_sentence(docstring))


def without_colon(sentence: str) -> str:
    """Return a sentence with a full stop for a colon that announces what follows it.

    That is not shown.
    """
    return _COLON.sub(".", sentence)


def limited(text: str, limit: int) -> str:
    """Cut *text* so that with ``…`` at its end it has *limit* characters."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def without_list(text: str) -> str:
    """Return the text above a list, without its colon, as a sentence of its own."""
    return f"{_BEFORE_CLAUSES.sub('', text)}."


def _paragraphs(docstring: str) -> Iterator[str]:
    """Yield the prose of a docstring by paragraphs, markup and line ends included.

    A title that is a name, as of the module, or a short one of Markdown, comes last; so
    does a word by itself. A list ends a paragraph, and is none.
    """
    skipping_body = False
    name = ""
    for number, lines in enumerate(_blocks(docstring)):
        if skipping_body and lines[0][0] in " \t":
            continue
        skipping_body = False
        title = _title(lines)
        if title is not None:
            # "Parameters" with its underline is a section of NumPy's.
            if number == 0 and title and not _SECTION.fullmatch(f"{title}:"):
                if (
                    (_HEADING.match(lines[0]) and title.count(" ") < _MANY_BLANKS)
                    or _NAME.fullmatch(title)
                    or (title.isidentifier() and title.islower())
                ):
                    name = title
                else:
                    yield title
            if number or not _HEADING.match(lines[0]) or not lines[1:]:
                continue
            # One of Markdown ends with its line.
            lines.pop(0)
            if _title(lines) is not None:
                continue
        if sum(map(bool, map(_POINT.match, lines))) > 1 and _POINT.match(lines[0]):
            continue
        if lines[1:] and _TERM.fullmatch(lines[0]) and lines[1][0].isspace():
            # The first of a list of terms, each with its definition.
            continue
        if number == 0 and _is_named_title(lines):
            yield lines.pop(0)
        prose: list[str] = []
        for line in map(_unquoted, lines):
            if _NO_PROSE.match(line.lstrip()) or _SECTION.fullmatch(line):
                # The indented blocks behind it are its body.
                skipping_body = True
                break
            if prose and (item := _FIRST_ITEM.match(line)):
                whole = _BEFORE_LIST.fullmatch("\n".join(prose))
                if whole or not item["dash"]:
                    prose = [without_list(whole[1])] if whole else prose
                    break
            prose.append(line)
        text = "\n".join(prose)
        if number == 0 and (text.isidentifier() or _NAME.fullmatch(text.rstrip("."))):
            name = text
        elif text:
            yield re.sub(r"::\s*$", ":", limited(text, PROSE_LIMIT))
    if name:
        yield name


def _is_named_title(lines: Sequence[str]) -> bool:
    """Tell whether the first of some lines is a title behind the name of the file."""
    if not lines[1:] or not _NAMED_TITLE.fullmatch(lines[0]):
        return False
    word = lines[1].split(maxsplit=1)[0]
    return word[0].isupper() and len(lines[0]) + len(word) < _WIDTH


def _unquoted(line: str) -> str:
    """Take the mark of Markdown's quotations off."""
    return line.lstrip()[2:] if line.lstrip().startswith("> ") else line


def _blocks(docstring: str) -> Iterator[list[str]]:
    """Yield the lines of each block between blank lines."""
    for blank, lines in groupby(docstring.split("\n"), lambda line: not line.strip()):
        if not blank:
            yield list(lines)


def _title(lines: list[str]) -> str | None:
    """Return the title that a block begins with, or ``None``.

    Empty for a rule without a title.
    """
    if _ADORNMENT.fullmatch(lines[0]) and not lines[0].startswith(
        ("```", ">>>", "...")
    ):
        return lines[1].strip() if len(lines) > 1 else ""
    if len(lines) > 1 and _ADORNMENT.fullmatch(lines[1].strip()):
        return lines[0].strip()
    heading = _HEADING.match(lines[0])
    return lines[0][heading.end() :].rstrip("#").rstrip() if heading else None


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the sentences of a paragraph, markup included, and whether more follows."""
    start = 0
    # What a literal or a link holds is not the sentence's.
    masked = _INLINE.sub(_masked, text) if _MARK.search(text) else text
    for end in _END.finditer(masked):
        stop = end.start() + 1
        begin = max(0, stop - _ABBREVIATION_LIMIT)
        if _ABBREVIATION.search(masked, begin, stop):
            continue
        behind = masked[end.end() :].lstrip()
        if _OPENED.search(masked, start, end.end()) and ")" in behind:
            continue
        if behind[:1].isupper() and _INITIALS.search(masked, begin, stop):
            continue
        # The rest of "self, *, Generator? generator" is no sentence either.
        goes_on = (
            masked[end.start()] in "?!" or "..." in masked[end.start() - 2 : end.end()]
        )
        if goes_on and behind[:1].islower():
            continue
        yield text[start : end.end()], bool(behind)
        start = end.end()
    if text[start:].strip():
        yield text[start:], False


def _masked(match: re.Match[str]) -> str:
    if match.lastgroup == "escaped":
        return match[0]
    content = match[match.lastgroup] if match.lastgroup else ""
    if match.lastgroup in {"strong", "emphasis"} and content.count(" ") > 1:
        # A sentence may end with it, but not within.
        end = len(match[0]) - (2 if match.lastgroup == "strong" else 1) - 1
        return "x" * end + match[0][end:]
    return "x" * len(match[0])
