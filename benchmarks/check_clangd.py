"""Judge links of C and C++ between files by clangd.

    python benchmarks/check_clangd.py ROOT [--clangd PROGRAM] [-I FOLDER] [--sample 300]

ROOT need not be configured: clangd is told the folders with ``-I`` and the standard of
the language. Files are drawn at random, and from these identifiers, of two kinds.

*links*: those that lead surely to a definition of another file. One is right if clangd
names a line of that definition, or of its declaration. It exits with 1 if less than
98 % of those that clangd follows are right.

*names*: any that clangd follows to another file of the tree. How many of them have a
sure link, or one by nothing but the name, is *recall*; of that nothing is asked.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    # The checkout that this script stands in is what is checked.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from judges import Ask, LanguageServer, Place
from linked_tree import Answer, LinkedTree

from sphinxcontrib_kwindex.model.names import last_part

SUFFIXES: Final = (".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx")
PATTERNS: Final = (*(f"*{suffix}" for suffix in SUFFIXES), "*.inc", "*.inl", "*.in")
WANTED: Final = 0.98
_KEYWORDS: Final = frozenset(
    {"auto", "class", "const", "decltype", "default", "delete", "enum", "explicit"}
    | {"final", "inline", "operator", "override", "static", "struct", "template"}
    | {"this", "typename", "union", "using", "virtual"}
)
_IDENTIFIER: Final = re.compile(r"\b[A-Za-z_]\w*")
_NO_NAMES: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|^[ \t]*#[ \t]*include[^\n]*",
    re.DOTALL | re.MULTILINE,
)

#: Line, column and the identifier there.
Asked = tuple[int, int, str]


def identifiers(text: str) -> Iterator[Asked]:
    """Yield the words of a file outside of comments, strings and includes."""
    blank = _NO_NAMES.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for number, line in enumerate(blank.split("\n"), 1):
        for found in _IDENTIFIER.finditer(line):
            if found[0] not in _KEYWORDS:
                yield number, found.start(), found[0]


class Check:
    """What one tree has of each verdict.

    :param sample: how many identifiers are drawn of each kind.
    """

    def __init__(self, tree: LinkedTree, seed: int, sample: int) -> None:
        self._tree = tree
        self._draw = random.Random(seed)
        self._sample = sample
        self.links: Counter[str] = Counter()
        self.names: Counter[str] = Counter()

    def run(self, judge: LanguageServer, files: int) -> None:
        """Ask for identifiers of files that are drawn."""
        paths = [one for one in self._tree.store.file_keys() if one.endswith(SUFFIXES)]
        paths = self._draw.sample(sorted(paths), min(files, len(paths)))
        places = [
            (path, *place) for path in paths for place in identifiers(self._text(path))
        ]
        answers = {place: self._tree.answer(*place[:3]) for place in places}
        links = [one for one in places if self._is_sure_elsewhere(one[0], answers[one])]
        drawn = set(self._draw.sample(links, min(self._sample, len(links))))
        names = set(self._draw.sample(places, min(2 * self._sample, len(places))))
        for path in paths:
            text = self._text(path)
            with judge.opened(path, text) as ask:
                for place in [one for one in places if one[0] == path]:
                    if place in drawn:
                        self._link(ask, place, answers[place])
                    if place in names:
                        self._name(ask, place, answers[place])

    def _is_definition(self, place: tuple[str, int, int, str]) -> bool:
        path, line, _, name = place
        return any(
            line in one.lines and last_part(one.qualname) == name
            for one in self._tree.facts(path).definitions
        )

    def _text(self, path: str) -> str:
        return (self._tree.root / path).read_text("utf-8", "replace")

    def _is_sure_elsewhere(self, path: str, answer: Answer) -> bool:
        return not answer.by_name and any(
            goal.qualname and goal.path != path for goal in answer.goals
        )

    def _told(self, ask: Ask, place: tuple[str, int, int, str]) -> list[Place]:
        """Return where clangd says that a name is defined.

        What it tells of something else with errors around, or of a constructor that is
        called without being named, does not have the name. Namespaces are everywhere.
        """
        path, line, _, name = place
        try:
            told = ask(*place[1:])
        except TimeoutError:
            return []
        return [one for one in told if self._is_told(one, path, line, name)]

    def _is_told(self, one: Place, path: str, line: int, name: str) -> bool:
        if not one.path or not one.line:
            return bool(one.line)
        words = set(_IDENTIFIER.findall(self._text(one.path).split("\n")[one.line - 1]))
        is_here = (one.path, one.line) == (path, line)
        return name in words and "namespace" not in words and not is_here

    def _link(self, ask: Ask, place: tuple[str, int, int, str], answer: Answer) -> None:
        told = self._told(ask, place)
        verdict = "right" if self._confirms(told, answer) else "wrong"
        self.links[verdict if told else "clangd knows nothing"] += 1
        if told and verdict == "wrong":
            self._show("wrong", place, answer, told)

    def _name(self, ask: Ask, place: tuple[str, int, int, str], answer: Answer) -> None:
        told = self._told(ask, place)
        if not any(one.path and one.path != place[0] for one in told):
            return
        if self._is_definition(place):
            return
        if not answer.leads_inside:
            verdict = "missed"
        else:
            verdict = "right" if self._confirms(told, answer) else "wrong"
            verdict += " by name" if answer.by_name else ""
        self.names[verdict] += 1
        if verdict != "right":
            self._show(verdict, place, answer, told)

    def _confirms(self, told: list[Place], answer: Answer) -> bool:
        """Tell whether a definition that clangd names is what a link leads to."""
        names = {goal.qualname for goal in answer.goals}
        return any(
            one.path
            and any(
                one.line in definition.lines
                and not names.isdisjoint((definition.qualname, *definition.may_be))
                for definition in self._tree.facts(one.path).definitions
            )
            for one in told
            if not one.path or self._tree.store.file_key(one.path)
        )

    def _show(
        self,
        verdict: str,
        place: tuple[str, int, int, str],
        answer: Answer,
        told: list[Place],
    ) -> None:
        path, line, column, name = place
        text = self._text(path).split("\n")[line - 1].strip()
        goals = " ".join(f"{one.path or 'outside'}:{one.line}" for one in told)
        print(f"{verdict} {path}:{line}:{column} {name}: {answer}; clangd: {goals}")
        print(f"      {text}")


def main() -> int:
    """Judge a sample of the identifiers of a tree."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--clangd", default="clangd")
    parser.add_argument("-I", dest="folders", type=Path, action="append", default=[])
    parser.add_argument("--standard", default="c++20")
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    flags = [f"-I{folder.resolve()}" for folder in (root, *arguments.folders)]
    flags.append("-ferror-limit=0")
    if arguments.standard:
        flags += ["-xc++", f"-std={arguments.standard}"]
    command = [arguments.clangd, "--background-index=false", "-j=2", "--log=error"]
    with tempfile.TemporaryDirectory() as folder:
        tree = LinkedTree(root, Path(folder), patterns=PATTERNS)
        check = Check(tree, arguments.seed, arguments.sample)
        judge = LanguageServer(root, command, "cpp", {"fallbackFlags": flags})
        with closing(judge):
            check.run(judge, arguments.files)
    links, names = check.links, check.names
    known = links["right"] + links["wrong"]
    print(f"links: {links['right']:,} of {known:,} right; {dict(links)}")
    print(f"names: {names['right']:,} of {names.total():,} surely; {dict(names)}")
    return int(links["right"] < WANTED * known)


if __name__ == "__main__":
    sys.exit(main())
