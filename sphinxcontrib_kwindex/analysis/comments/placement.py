"""Which comment documents which definition.

Rules of the tools: Doxygen's manual ("Documenting the code"), the TypeScript compiler
and Javadoc for ``/** … */``, the Rust reference ("Doc comments"), ``go doc`` ("Go Doc
Comments"). In C and C++ a comment without Doxygen's mark counts, too, where it stands
directly above; most projects have no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ...model.facts import Remark
from ...model.named_tuple import NamedTuple
from ..boilerplate import is_legal
from ..file_header import says_generated
from .comment_text import comment_text

_NOTHING: Final = re.compile(r"(?!)")


class Comment(NamedTuple):
    """A comment of a file: one node of the syntax tree."""

    text: str
    """As in the source, with its marks."""
    line: int
    """Its first line."""

    @property
    def end_line(self) -> int:
        """Its last line; some grammars count the line end in."""
        return self.line + self.text.rstrip("\n").count("\n")

    @property
    def stands_alone(self) -> bool:
        """Whether no other comment is read as one with it."""
        return self.text.startswith("/*")


#: That there is none; what documents a definition has no marks and no indentation.
_UNDOCUMENTED: Final = Remark("", 0)


@dataclass(frozen=True, slots=True)
class _Rules:
    """What counts as documentation in a language."""

    marked: re.Pattern[str]
    """The beginning of a comment that is documentation wherever it stands."""
    plain: bool = False
    """Whether any other counts directly above a definition."""
    behind: re.Pattern[str] = _NOTHING
    """The beginning of one that documents what stands before it."""
    inside: re.Pattern[str] = _NOTHING
    """The beginning of one that documents what it stands in."""


_JAVADOC: Final = re.compile(r"/\*\*(?![*/])")
_RULES: Final = {
    "doxygen": _Rules(
        re.compile(r"/\*\*(?![*/<])|/\*!(?!<)|///(?![/<])|//!(?!<)"),
        plain=True,
        behind=re.compile(r"/\*[*!]<|//[/!]<"),
    ),
    **dict.fromkeys(("jsdoc", "phpdoc", "kdoc", "javadoc"), _Rules(_JAVADOC)),
    "rustdoc": _Rules(
        re.compile(r"/\*\*(?![*/])|///(?!/)"), inside=re.compile(r"/\*!|//!")
    ),
    "xmldoc": _Rules(re.compile(r"/\*\*(?![*/])|///(?!/)")),
    **dict.fromkeys(("godoc", "rdoc", ""), _Rules(_NOTHING, plain=True)),
}

#: A line for a program, without its mark.
_DIRECTIVE: Final = re.compile(
    r"""\s* (?: NOLINT | clang-(?:format|tidy)\b | (?:es|js|ts)lint\b | prettier-ignore
      | @ts-(?:ignore|expect-error|nocheck|check)\b | (?:istanbul|c8|v8)[ ]ignore
      | cppcheck-suppress | LCOV_EXCL | GCOVR?_EXCL | IWYU[ ]pragma | NOSONAR | nolint\b
      | (?:coverity|fall-?through|lint)\b[^ ]*\s*$ | CHECKSTYLE | noinspection\b
      | </?editor-fold | [#]?(?:region|endregion|pragma)\b | @formatter:
      | shellcheck[ ][a-z]+= | (?:private|public):\s*(?:\*/\s*)?\Z
      | frozen_string_literal:\s*(?:true|false)\b | (?:en)?coding:\s*[\w.-]+\s*\Z )""",
    re.VERBOSE,
)
#: Of Go: https://go.dev/doc/comment#syntax.
_GO_DIRECTIVE: Final = re.compile(
    r"//(?:line |extern |export |[ ]?\+build |[a-z0-9]+:[a-z0-9])"
)
#: A line that parts a file, without its mark: ``-----``, ``=== Helpers ===``.
_SEPARATOR: Final = re.compile(r"\s*([-=*#~/+_])\1{3,}")
#: A line of code.
_CODE: Final = re.compile(
    r".*(?:[;{}]|\)\s*,|\\)\s*$|\s*(?:\#\s*(?:include|define|if|else|endif)\b|\}|@\w+\()"
)
#: A line that declares a function.
_PROTOTYPE: Final = re.compile(r"[ \t]*[^\W\d][\w *&:<>,]*\(.*\)[ \w]*;\s*")
#: A heading of what is defined in that file.
_FILE_NAME: Final = re.compile(r"[\w.+*-]+\.[A-Za-z]\w{0,4}")
#: What a comment is about that is not about the code below it.
_ELSEWHERE: Final = re.compile(
    r"""\s*(?: [\\@](?:file|fileoverview|packageDocumentation|module|mainpage|page|dir
      |defgroup|addtogroup|weakgroup|license|preserve|cc_on|namespace)\b
      | [\\@][{}] | [\\@](?:cond|endcond|endif|if)\b )""",
    re.VERBOSE,
)
#: What has a group of members stand below a heading; JSDoc has a name for it.
_HEADING: Final = re.compile(r"\s*[\\@]name\b")
#: In JavaScript the same wherever it stands: it declares a type.
_TYPE: Final = re.compile(r"^\s*@(?:typedef|callback)\b", re.MULTILINE)
#: Lines that a tag begins.
_TAGS: Final = re.compile(
    r"^\s*[\\@](?!licen[cs]e|copyright|preserve).*$", re.MULTILINE
)
#: What documents a file.
_OF_FILE: Final = re.compile(
    r"^\s*[\\@](?:file|fileoverview|packageDocumentation|module|mainpage)\b",
    re.MULTILINE,
)
#: The group that the definitions of a file are in: its name, its title, what it is.
_GROUP: Final = re.compile(
    r"\s*[\\@]defgroup\s+\w+[ \t]+(?P<title>[^\n]+)"
    r"(?P<text>(?:\n(?!\s*[\\@](?:[{}]|\w+group\b)).*)*)"
)
#: An attribute of Rust on a line of its own, which may stand below documentation.
_ATTRIBUTE: Final = re.compile(r"\s*#!?\[.*\]\s*(?://.*)?\Z")
#: The first line of one on several, and how many these are at most.
_LONG_ATTRIBUTE: Final = re.compile(r"\s*#!\[\w+\([^\]]*\Z")
_MOST_LINES: Final = 50
#: Comments of a file that are looked through for the one about the file.
_AT_TOP: Final = 10


class FileComments:
    """The comments of a file, asked for those that document a definition.

    :param comments: in the order of the file.
    :param lines: the lines of the file.
    :param dialect: ``doxygen``, ``jsdoc``, ``javadoc``, ``rustdoc``, ``godoc``, or
        empty for a language in which any comment directly above documents.
    """

    def __init__(
        self, comments: Iterable[Comment], lines: Sequence[str], dialect: str
    ) -> None:
        self._rules = _RULES[dialect]
        self._lines = lines
        self._is_go = dialect == "godoc"
        self._is_jsdoc = dialect == "jsdoc"
        self._skips_attributes = dialect == "rustdoc"
        # The first line of a script is for the system.
        self._comments = [
            one for one in comments if one.line > 1 or not one.text.startswith("#!")
        ]
        #: Those that nothing stands before, by their last line and by their first.
        self._ending: dict[int, Comment] = {}
        self._first: dict[int, Comment] = {}
        self._behind: dict[int, Comment] = {}
        #: What documents the definitions of a line from above.
        self._known: dict[int, Remark] = {}
        #: Those before code on their last line.
        self._before: dict[int, Comment] = {}
        for comment in self._comments:
            text, line = comment
            if lines[line - 1].lstrip().startswith(text[:3].rstrip()):
                end, last = comment.end_line, text.rstrip("\n").rpartition("\n")[2]
                goes_on = lines[end - 1].strip() != last.strip()
                ending = self._before if goes_on else self._ending
                ending[end] = comment
                self._first.setdefault(line, comment)
            else:
                self._behind.setdefault(line, comment)

    def documentation(
        self, line: int, end_line: int = 0, *, member: bool = False
    ) -> Remark:
        """Return what documents a definition.

        :param line: the first line of all of it: template head, attributes, annotations
            and decorators included; 0 if what is above is about something else.
        :param end_line: its last line, or the last of its declaration, if a comment
            behind it may document it.
        :param member: whether it is a field, an enumerator or a constant: where nothing
            else documents it, any comment that ends its line does (not where only
            marked ones count).
        """
        above = self._known.get(line)
        if above is None:
            # A line may have thousands of definitions.
            run = self._above(line) if self._ending or self._before else []
            above = self._known[line] = _read(run)
        if above is _UNDOCUMENTED and end_line in self._behind:
            return _read(self._after(self._behind[end_line], member=member))
        return above

    def inside(self, line: int) -> Remark:
        """Return what documents the definition whose body it begins (Rust).

        :param line: the line on which the body opens; 0 for the file. The comments of
            a body begin on the next.
        """
        run: list[Comment] = []
        at = line + 1
        if line and at not in self._first:
            return _UNDOCUMENTED
        while at <= len(self._lines):
            comment = self._first.get(at)
            if comment is None:
                # Blank lines, licences and attributes may stand above it.
                if self._lines[at - 1].strip() and not self._passes(at):
                    at = self._end_of_attribute(at)
                if not at:
                    break
                at += 1
                continue
            if self._rules.inside.match(comment.text):
                run.append(comment)
            elif run:
                break
            at = max(comment.end_line, at) + 1
        return _read(run)

    def of_file(self) -> Remark:
        """Return the comment that says of itself that it is about the file.

        Else, of Doxygen's, the one about the group that is defined at its top.
        """
        if self._rules.inside is not _NOTHING:
            return self.inside(0)
        group = _UNDOCUMENTED
        for comment in list(self._first.values())[:_AT_TOP]:
            if self._is_marked(comment):
                remark = _read(self._run_below(comment))
                if _OF_FILE.search(remark.text):
                    return remark
                if group is _UNDOCUMENTED and (about := _GROUP.match(remark.text)):
                    text = f"{about['title']}\n\n{about['text'].strip()}".rstrip()
                    group = Remark(text, remark.line)
        return group

    def _passes(self, line: int) -> bool:
        return self._skips_attributes and bool(_ATTRIBUTE.match(self._lines[line - 1]))

    def _end_of_attribute(self, line: int) -> int:
        """Return the last line of an attribute on several; 0 if none begins there."""
        if not self._skips_attributes or not _LONG_ATTRIBUTE.match(
            self._lines[line - 1]
        ):
            return 0
        lines = self._lines[line : line + _MOST_LINES]
        ends = (at for at, text in enumerate(lines) if text.rstrip().endswith(")]"))
        return line + 1 + next(ends, -line - 1)

    def _above(self, line: int) -> list[Comment]:
        """Return the comments above a line that document what begins there."""
        ending, lines = self._ending, self._lines
        before = self._before.get(line)
        if before is not None and self._is_marked(before):
            return [before]
        at = line - 1
        if self._skips_attributes:
            while at >= 1 and self._passes(at) and at not in ending:
                at -= 1
        blank = 0
        while True:
            while at >= 1 and at not in ending and not lines[at - 1].strip():
                at -= 1
                blank += 1
            comment = ending.get(at)
            if comment is None or self._rules.behind.match(comment.text):
                return []
            if self._is_marked(comment):
                run = self._run_above(comment, is_marked=True)
                return [] if self._is_elsewhere(run) else self._brief(run[0]) + run
            if self._rules.plain and not blank:
                run = self._run_above(comment, is_marked=False)
                above = ending.get(run[0].line - 1)
                # A remark between the documentation and the definition.
                if above is None or not self._is_marked(above):
                    return [] if self._is_title(run, line) else self._prose(run)
            if blank or self._rules.marked is _NOTHING:
                return []
            at = comment.line - 1

    def _is_title(self, run: Sequence[Comment], line: int) -> bool:
        """Tell whether a comment of one line stands above several prototypes.

        It is about all of them then, and says nothing of the first alone.
        """
        if len(run) > 1 or "\n" in run[0].text or self._is_go:
            return False
        below = self._lines[line - 1 : line + 2]
        return len(below) == 3 and all(map(_PROTOTYPE.fullmatch, below))

    def _after(self, comment: Comment, *, member: bool) -> list[Comment]:
        """Return the comments that begin behind a definition with one on its line."""
        text, behind = comment.text, self._rules.behind
        if behind.match(text):
            run = [comment]
            # It may go on below.
            while below := self._first.get(run[-1].end_line + 1):
                if not behind.match(below.text):
                    break
                run.append(below)
            return run
        is_plain = member and self._rules.plain and not self._is_directive(text)
        return [comment] if is_plain and not _CODE.match(comment_text(text)) else []

    def _is_marked(self, comment: Comment) -> bool:
        return bool(self._rules.marked.match(comment.text))

    def _run_above(self, last: Comment, *, is_marked: bool) -> list[Comment]:
        """Return the comments that are read as one with that above a definition."""
        run = [last]
        while not run[0].stands_alone:
            above = self._ending.get(run[0].line - 1)
            if (
                above is None
                or self._is_marked(above) != is_marked
                or above.stands_alone
                or self._rules.inside.match(above.text)
                or self._rules.behind.match(above.text)
            ):
                break
            run.insert(0, above)
        return run

    def _brief(self, first: Comment) -> list[Comment]:
        """Return the marked lines right above a block, which goes on with the details.

        Doxygen's manual has it: ``//! Brief.`` above ``/*! The details. */``.
        """
        above = self._ending.get(first.line - 1) if first.stands_alone else None
        if above is None or above.stands_alone or not self._is_marked(above):
            return []
        run = self._run_above(above, is_marked=True)
        return [] if self._is_elsewhere(run) else run

    def _run_below(self, first: Comment) -> list[Comment]:
        run = [first]
        while not run[-1].stands_alone:
            below = self._first.get(run[-1].end_line + 1)
            if below is None or not self._is_marked(below):
                break
            run.append(below)
        return run

    def _is_directive(self, text: str) -> bool:
        if self._is_go and _GO_DIRECTIVE.match(text):
            return True
        return bool(_DIRECTIVE.match(text.lstrip("/*#! \t")))

    def _is_elsewhere(self, run: Sequence[Comment]) -> bool:
        """Tell whether marked comments are about something else than what follows."""
        text = comment_text(comment.text for comment in run)
        # Of authors and versions the tags say something of a class, too.
        special = _TYPE.search(text) if self._is_jsdoc else _HEADING.match(text)
        if special or _ELSEWHERE.match(text):
            return True
        return run[0] is self._comments[0] and _is_head(_TAGS.sub("", text))

    def _prose(self, run: Iterable[Comment]) -> list[Comment]:
        """Return those of some comments without a mark that document what follows."""
        kept: list[Comment] = []
        for comment in run:
            text = comment.text
            if "\n" not in text.strip() and _SEPARATOR.match(text[2:]):
                # Between two of them stands a heading of what follows.
                kept = []
            elif not self._is_directive(text):
                kept.append(comment)
        if not kept:
            return []
        text = comment_text(comment.text for comment in kept)
        if _FILE_NAME.fullmatch(text):
            return []
        lines = [line for line in text.split("\n") if line]
        if 2 * sum(bool(_CODE.match(line)) for line in lines) > len(lines):
            return []
        return [] if kept[0] is self._comments[0] and _is_head(text) else kept


def _is_head(text: str) -> bool:
    """Tell whether the comment at the top of a file is a licence, or by a generator."""
    return any(is_legal(line) or says_generated(line) for line in text.split("\n"))


def _read(run: Sequence[Comment]) -> Remark:
    """Return what comments say that are read as one."""
    text = comment_text(comment.text for comment in run)
    return Remark(text, run[0].line) if text else _UNDOCUMENTED
