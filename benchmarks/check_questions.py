"""Check that every question of a page is covered by a rule of what an edit touches.

Parts of a tree are copied and edited at random, as ``check_edits.py`` does. Before and
after each edit all questions are noted that each page asks of the store and of the
files while its digest and its body are made, with their answers. A page that shows
something else must be among those that the rules of
:mod:`~sphinxcontrib_kwindex.pages.affected_pages` name, and have another digest. What
is not is told with its questions whose answers differ, and with the rules that follow
what was asked. The rows of the links must be those of a tree linked from nothing.
"""

from __future__ import annotations

import argparse
import copy
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

if __name__ == "__main__":
    # The checkout that this script stands in is what is checked.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check_edits import SHOWN, USUAL, Followed
from check_incremental import Editor, copy_parts

from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.links.edits import affected_files, link_edits
from sphinxcontrib_kwindex.model.digests import digest
from sphinxcontrib_kwindex.model.rows import Page
from sphinxcontrib_kwindex.pages import affected_pages
from sphinxcontrib_kwindex.pages.affected_pages import PageKey
from sphinxcontrib_kwindex.pages.page_context import Context
from sphinxcontrib_kwindex.pages.page_kinds import PAGE_KINDS, page_body, page_digest
from sphinxcontrib_kwindex.store.database import Store

_TABLE: Final = re.compile(r"\b(?:FROM|JOIN) (\w+)")
#: The longest part of a question that is printed.
_WIDTH: Final = 200

Question = tuple[str, tuple[Any, ...]]
"""A statement of SQL and its values."""
Answers = dict[Question, str]
"""Digests of answers."""


class _Answer:
    """The rows that a statement found, as a cursor gives them."""

    def __init__(self, rows: Sequence[Any]) -> None:
        self._rows = iter(rows)

    def __iter__(self) -> Iterator[Any]:
        return self._rows

    def fetchone(self) -> Any:
        """Return the next row."""
        return next(self._rows, None)


class NotedStore(Store):
    """A store that nobody writes to, and that notes what it is asked.

    :ivar asked: questions and answers.
    """

    def __init__(self, path: Path) -> None:
        self.asked: Answers = {}
        self._known: dict[Question, tuple[list[Any], str]] = {}
        super().__init__(path, print)

    @property
    def _database(self) -> Any:
        # Of a connection nothing else is asked by what reads.
        return self

    def execute(self, query: str, values: Sequence[Any] = ()) -> _Answer:
        """Run a statement."""
        question = query, tuple(values)
        if question not in self._known:
            rows = list(super()._database.execute(query, values))
            self._known[question] = rows, digest(rows)
        rows, self.asked[question] = self._known[question]
        return _Answer(rows)


class _NotedCode(CodeMap):
    """A code map that notes which files it reads, and which pages it looks for."""

    def source(self, path: str) -> str:
        """Return the text of a file."""
        text = super().source(path)
        self._note("the text of", path, answer=text)
        return text

    def page(self, kind: str, path: str) -> Page | None:
        """Return a page."""
        page = super().page(kind, path)
        self._note("the page", kind, path, answer=page and page.docname)
        return page

    def _note(self, asked: str, *values: str, answer: object) -> None:
        assert isinstance(self.store, NotedStore)
        self.store.asked[asked, values] = digest(answer)


@dataclass(slots=True)
class NotedPage:
    """What a page is made of, and what was made."""

    page: Page
    answers: Answers
    digest: str
    """Of what it shows, as its inputs say."""
    body: str

    def changed(self, other: NotedPage) -> list[Question]:
        """Return the questions whose answers differ, or that one alone asks."""
        both = self.answers.keys() | other.answers.keys()
        return sorted(
            (one for one in both if self.answers.get(one) != other.answers.get(one)),
            key=repr,
        )


def noted_pages(
    followed: Followed, only: Collection[str] | None = None
) -> dict[str, NotedPage]:
    """Make all pages of a tree, and return by docname what each asked.

    :param only: the docnames of some pages.
    """
    store = NotedStore(followed.store.path)
    planned = CodeMap(store, followed.root)
    planned.set_pages(store.pages())
    noted = {}
    for page in planned.pages.values():
        if only is not None and page.docname not in only:
            continue
        # Each asks for itself what is kept of a tree.
        code = _NotedCode(store, followed.root, planned.settings)
        code.pages, code.keywords = planned.pages, planned.keywords
        vars(code).update(by_docname=planned.by_docname, neighbours=planned.neighbours)
        store.asked = {}
        shown = page_digest(code, page)
        body = page_body(Context(code, page.docname, _uri), page)
        text = "".join(node.pformat() for node in body)
        # What is rendered when the page is read.
        for path in PAGE_KINDS[page.kind].docstrings(code, page.path):
            text += code.facts(path).docstring
        noted[page.docname] = NotedPage(page, store.asked, shown, text)
    store.close()
    return noted


def _uri(docname: str, anchor: str) -> str:
    return f"{docname}#{anchor}"


def uncovered(
    before: dict[str, NotedPage],
    after: dict[str, NotedPage],
    affected: Collection[PageKey] | None,
) -> Iterator[str]:
    """Yield what no rule covers: pages, their questions and the rules in question.

    :param affected: the pages that the rules name; ``None`` for all.
    """
    for docname in before.keys() & after.keys():
        old, new = before[docname], after[docname]
        key = new.page.kind, new.page.path
        if old.digest == new.digest and old.body != new.body:
            said = "shows something else, and no input of it says so"
        elif old.digest != new.digest and affected is not None and key not in affected:
            said = "shows something else, and no rule names it"
        else:
            continue
        yield "\n".join(
            [
                f"{key[0]} page of {key[1]!r} {said}",
                *(f"    asked: {_readable(one)}" for one in old.changed(new)),
                *(f"    rules: {rule}" for rule in _rules(old.changed(new))),
            ]
        )


def _readable(question: Question) -> str:
    query, values = question
    return f"{query[:_WIDTH]} {values}"


def _rules(questions: Collection[Question]) -> Iterator[str]:
    """Yield the rules that follow changes of what some questions are about."""
    tables = {table for query, _ in questions for table in _TABLE.findall(query)}
    for table in sorted(tables & affected_pages.SHOWN_BY.keys()):
        yield f"the columns {affected_pages.SHOWN_BY[table]} of {table}"
    for table, rules in affected_pages.RULES.items():
        if table in tables or table == "edits":
            yield from map(_described, rules)


def _with_rules(difference: str) -> str:
    """Return a row that is not as a clean build has it, with the rules in question."""
    rules = link_edits.RULES.get(difference.partition(":")[0], affected_files.VISIBLE)
    return "\n".join(
        [difference, *(f"    rules: {_described(rule)}" for rule in rules)]
    )


def _described(rule: Callable[..., object]) -> str:
    return f"{rule.__name__}: {(rule.__doc__ or '').partition(chr(10))[0]}"


#: Edits after which files are still the same files: for others all pages are planned.
KINDS: Final = (
    *USUAL,
    *("rename here", "rename everywhere", "import", "drop import", "base"),
    *("link in a text", "finding", "package", "offer", "fixture", "script"),
)


class Questions:
    """A tree that is edited, with what each page asked.

    :param root: the tree.
    :param base: where the store is.
    :param pages: how many pages are looked at, chosen at random; 0 for all.
    """

    def __init__(
        self,
        root: Path,
        base: Path,
        chance: random.Random | None = None,
        pages: int = 0,
    ) -> None:
        chance = chance or random.Random(0)
        self.editor = Editor(root, chance)
        self.followed = Followed(root, base)
        names = [page.docname for page in self.followed.store.pages()]
        self.only = chance.sample(names, pages) if 0 < pages < len(names) else None
        self.before: dict[str, NotedPage] = {}
        """What each page asked and showed before the last edit."""
        self.after = noted_pages(self.followed, self.only)
        """The same behind it."""

    def copied(self, base: Path) -> Questions:
        """Return the same over a copy of the tree, which may be edited.

        :param base: where it is, and its store.
        """
        other = copy.copy(self)
        other.followed = self.followed.copied(base)
        other.editor = Editor(other.followed.root, random.Random(0))
        return other

    def __len__(self) -> int:
        """Return how many different questions were asked."""
        return len({one for page in self.after.values() for one in page.answers})

    def problems(self) -> list[str]:
        """Follow an edit, and return what no rule covers."""
        self.followed.follow()
        self.before, self.after = self.after, noted_pages(self.followed, self.only)
        return [
            *uncovered(self.before, self.after, self.followed.affected),
            *map(_with_rules, self.followed.differences()),
        ]


def main() -> int:
    """Return 0 where rules cover everything, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("parts", nargs="*", help="files and folders of it; all if none")
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--pages", type=int, default=0, help="so many; all if none")
    parser.add_argument("--kinds", nargs="*", default=KINDS, help="of edits")
    parser.add_argument("--seed", default="kwindex")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    ways: Counter[str] = Counter()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        copy = copy_parts(arguments.root.resolve(), arguments.parts, base)
        questions = Questions(copy, base, chance, arguments.pages)
        print(f"{len(questions):,} different questions", flush=True)
        for number in range(1, arguments.edits + 1):
            done = questions.editor.edit(chance.choice(arguments.kinds))
            found = questions.problems()
            ways[questions.followed.way] += 1
            bad += bool(found)
            if found:
                print(f"{number}, {questions.followed.way}: {done}", flush=True)
                print(*found[:SHOWN], sep="\n", flush=True)
    print(*(f"{way}: {count} times" for way, count in ways.items()), sep=", ")
    print(f"{bad} of {arguments.edits} edits were not covered")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
