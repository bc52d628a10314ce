"""Check where identifiers lead, with jedi and basedpyright as independent judges.

From each of the roots files are drawn at random, from each file identifiers. A judge is
asked where each leads, and so is this package, from the links of the tree: no site is
built. What a judge follows to something of the tree counts in one of three groups:
*definitions* have an entry in the map, *locals* are parameters and variables of
functions, *keywords* are the names of keyword arguments.

Of what a judge follows, *recall* is the part that a sure link leads to as well; of the
sure links that a judge knows something of, *precision* is the part that leads to the
same: the same definition, or the same line of a local name. Links by nothing but a name
are counted apart. Judges err, too: a link is *against all* if no judge confirms it.

Each identifier that is missed or wrong is shown with the cause, as far as it can be
computed from the file alone (what it hangs on, and how that is bound).
"""

from __future__ import annotations

import argparse
import io
import json
import keyword
import random
import re
import sys
import tempfile
import tokenize
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from bindings_by_ast import ENTRY, PARAMETER, Bindings
from judges import JUDGES, Answers, Place
from linked_tree import Answer, Goal, LinkedTree, key_of
from results import table

from sphinxcontrib_kwindex.analysis.python.source.encoding import decode_python
from sphinxcontrib_kwindex.links.languages.python import is_stub, stubbed

DEFINITIONS: Final = "definitions"
LOCALS: Final = "locals"
KEYWORDS: Final = "keywords"
GROUPS: Final = (DEFINITIONS, LOCALS, KEYWORDS)

RIGHT: Final = "right"
BY_NAME: Final = "right by name"
MISSED: Final = "missed"
WRONG: Final = "wrong"
WRONG_BY_NAME: Final = "wrong by name"
ELSEWHERE: Final = "elsewhere"
"""A link into the tree that the judge follows out of it, or to no entry."""
NOT_KNOWN: Final = ""
ANY: Final = "any"
_ALIAS: Final = re.compile(r"\b(\w+)\s+as\s+(\w+)")


@dataclass(frozen=True)
class Judged:
    """What a judge says of an identifier."""

    shown: str
    group: str
    """Empty if the judge follows it to nothing that has an entry."""
    verdict: str


@dataclass(frozen=True)
class Asked:
    """An identifier, what we say and what the judges say."""

    place: str
    """Path, line and column."""
    name: str
    ours: str
    cause: str
    judged: dict[str, Judged]


class Comparison:
    """Compares the links of a tree with what judges say."""

    def __init__(self, root: Path, tree: LinkedTree) -> None:
        self._root = root
        self._tree = tree
        self._modules: dict[str, str] | None = None

    def text(self, path: str) -> str:
        """Return the text of a file."""
        return decode_python((self._root / path).read_bytes()).text

    @lru_cache(256)  # noqa: B019
    def bindings(self, path: str) -> Bindings | None:
        """Return what a file binds; ``None`` if it cannot be parsed."""
        try:
            return Bindings(self.text(path))
        except (OSError, SyntaxError, ValueError, RecursionError):
            return None

    def identifiers(self, path: str) -> list[tuple[int, int, str]]:
        """Return line, column and name of the identifiers that stand for something."""
        own = self.bindings(path)
        try:
            tokens = list(
                tokenize.generate_tokens(io.StringIO(self.text(path)).readline)
            )
        except (tokenize.TokenError, SyntaxError):
            return []
        return [
            (*token.start, token.string)
            for token in tokens
            if token.type == tokenize.NAME
            and not keyword.iskeyword(token.string)
            and own is not None
            and not own.is_binding(*token.start, token.string)
        ]

    def judged(
        self,
        place: tuple[str, int, int],
        name: str,
        ours: Answer,
        found: list[Place] | None,
    ) -> Judged | None:
        """Return what a judge says; ``None`` if it is asked about a definition itself.

        :param place: path, line and column of the identifier.
        """
        path, line, column = place
        found = found or []
        own = self.bindings(path)
        is_keyword = own is not None and (line, column) in own.keywords
        if any((one.path, one.line, one.column) == place for one in found):
            return None
        if not name.startswith("__"):
            # What stands in for it: "__getattr__", "__call__".
            found = [one for one in found if not one.name.startswith("__")]
        else:
            # What every module has: "__name__" leads to no definition.
            found = [one for one in found if one.line or not one.path]
        # basedpyright says of a name unknown to it what is called around it.
        found = [one for one in found if self._may_mean(name, one)]
        # What binds nothing: jedi takes "name[0] = 1" for a value of the name.
        found = [one for one in found if self._binds(one)]
        if is_keyword:
            # Not what takes all that has no parameter of its own: "**options".
            found = [one for one in found if not one.path or one.name == name]
        goals: set[Goal] = set()
        lines: set[int] = set()
        shown: list[str] = []
        for one in found:
            shown.append(f"{one.path or one.full_name or 'outside'}:{one.line}")
            entries, line_there = self._entries(one, path, is_keyword=is_keyword)
            goals |= entries
            if line_there:
                lines.add(line_there)
        if is_keyword:
            group = KEYWORDS if goals else ""
        elif goals:
            group = DEFINITIONS
        else:
            group = LOCALS if lines else ""
        right = bool(goals.intersection(ours.goals) or lines & ours.lines)
        if not (right or is_keyword):
            right = any(self._is_at(one, path, ours) for one in found)
        verdict = _verdict(ours, inside=bool(group), right=right, found=bool(found))
        return Judged(", ".join(shown) or "nothing", group, verdict)

    def _is_at(self, found: Place, path: str, ours: Answer) -> bool:
        """Tell whether a link leads to the line of what a judge finds.

        Some lines bind a name twice: ``self.name = name = 1``.

        :param path: the file with the identifier.
        """
        if found.path == path and found.line in ours.lines:
            return True
        known = self._tree.definitions(found.path) if found.path else {}
        return any(
            goal.path == found.path and found.line in known[goal.qualname].lines
            for goal in ours.goals
            if goal.qualname in known
        )

    def _may_mean(self, name: str, found: Place) -> bool:
        """Tell whether a name is that of what a judge finds, or stands for it."""
        is_same = found.name == name or not found.path or not found.line
        return is_same or (found.name, name) in self._aliases

    @cached_property
    def _aliases(self) -> set[tuple[str, str]]:
        """The names that some import of the tree gives another name, and these."""
        texts = (self.text(path) for path in self._tree.paths)
        return {pair for text in texts for pair in _ALIAS.findall(text)}

    def _binds(self, found: Place) -> bool:
        there = self.bindings(found.path) if found.line else None
        return there is None or (found.line, found.name) in there.at

    def _entries(
        self, found: Place, path: str, *, is_keyword: bool
    ) -> tuple[set[Goal], int]:
        """Return the entries that a judge means, or the line of a local name.

        :param path: the file with the identifier.
        """
        if not found.path:
            # jedi brings stubs of Django along, whose lines are not Django's.
            goal = self._by_full_name(found.full_name)
            return ({goal} if goal else set()), 0
        if not found.line:
            return {Goal(found.path, "")}, 0
        there = self.bindings(found.path)
        if there is None:
            # Its syntax is newer than this Python.
            known = self._tree.definitions(found.path).values()
            named = [one for one in known if one.name == found.name]
            goals = {
                Goal(found.path, one.qualname)
                for one in named
                if found.line in one.lines
            }
            parameters = self._tree.facts(found.path).references.parameters
            if is_keyword:
                goals |= {
                    Goal(found.path, f"{function}.{one.name}")
                    for function, names in parameters
                    for one in names
                    if (one.name, one.line) == (found.name, found.line)
                }
            return goals, 0
        bound = there.at.get((found.line, found.name))
        if not bound:
            return set(), 0
        if bound.kind == ENTRY:
            known = bound.qualname in self._tree.definitions(found.path)
            if known:
                return {Goal(found.path, bound.qualname)}, 0
            # "except Error as error" at the top of a module.
            return set(), found.line if found.path == path else 0
        if is_keyword and bound.kind == PARAMETER:
            parameter = f"{bound.qualname}.{found.name}"
            goals = {Goal(found.path, bound.qualname), Goal(found.path, parameter)}
            owner, _, method = bound.qualname.rpartition(".")
            if method in {"__init__", "__new__"}:
                goals.add(Goal(found.path, owner))
            if is_stub(found.path):
                # The source has it, too, where a function stands in for the class.
                for name in (bound.qualname, f"{bound.qualname}.__new__"):
                    goals.add(Goal(stubbed(found.path), f"{name}.{found.name}"))
            return goals, found.line if found.path == path else 0
        return set(), found.line if found.path == path else 0

    def _by_full_name(self, dotted: str) -> Goal | None:
        if self._modules is None:
            self._modules = {}
            for path in self._tree.paths:
                module = path.rpartition(".")[0].replace("/", ".")
                module = f"{self._root.name}.{module}".removesuffix(".__init__")
                self._modules[module] = path
        module = dotted
        while module and module not in self._modules:
            module = module.rpartition(".")[0]
        if not module:
            return None
        path, qualname = self._modules[module], dotted[len(module) + 1 :]
        known = not qualname or qualname in self._tree.definitions(path)
        return Goal(path, qualname) if known else None


def _verdict(ours: Answer, *, inside: bool, right: bool, found: bool) -> str:
    if right:
        return BY_NAME if ours.by_name else RIGHT
    if not ours.leads_inside:
        return MISSED if inside else NOT_KNOWN
    if ours.by_name:
        return WRONG_BY_NAME if found else NOT_KNOWN
    if inside:
        return WRONG
    return ELSEWHERE if found else NOT_KNOWN


def ask(
    comparison: Comparison,
    tree: LinkedTree,
    path: str,
    drawn: list[tuple[int, int, str]],
    judges: list[Answers],
) -> list[Asked]:
    """Ask about identifiers of a file."""
    text = comparison.text(path)
    own = comparison.bindings(path)
    answers = {judge.judge: judge.of_file(path, text, drawn) for judge in judges}
    asked = []
    for number, (line, column, name) in enumerate(drawn):
        ours = tree.answer(path, line, column)
        judged: dict[str, Judged] = {}
        for judge, found in answers.items():
            place = path, line, column
            said = comparison.judged(place, name, ours, found[number])
            if said is None:
                break
            judged[judge] = said
        else:
            cause = own.cause(line, column) if own else "newer syntax"
            shown = f"{path}:{line}:{column}"
            asked.append(Asked(shown, name, str(ours), cause, judged))
    return asked


def with_any(one: Asked) -> Asked:
    """Return what is asked with a judge more, which says what any of them says."""
    order = (RIGHT, BY_NAME, WRONG, WRONG_BY_NAME, MISSED, ELSEWHERE, NOT_KNOWN)
    best = min(one.judged.values(), key=lambda said: order.index(said.verdict))
    group = best.group or max(said.group for said in one.judged.values())
    judged = one.judged | {ANY: Judged("", group, best.verdict)}
    return Asked(one.place, one.name, one.ours, one.cause, judged)


def report(name: str, asked: list[Asked], judges: list[str], shown: int) -> bool:
    """Print the numbers of a tree, the causes and the identifiers.

    :return: whether the numbers are good enough.
    """
    rows = []
    for judge in judges:
        for group in GROUPS:
            count = counted(asked, judge, group)
            judged = count[RIGHT] + count[WRONG] + count[ELSEWHERE]
            said = (one.judged.get(judge) for one in asked)
            followed = sum(one is not None and one.group == group for one in said)
            by_name = f"{count[BY_NAME]} of {count[BY_NAME] + count[WRONG_BY_NAME]}"
            rows.append(
                [
                    *(judge, group, share(count[RIGHT], judged), f"{judged:,}"),
                    *(share(count[RIGHT], followed), f"{followed:,}", by_name),
                ]
            )
    print(f"\n# {name}: {len(asked):,} identifiers\n")
    head = ["judge", "group", "precision", "judged", "recall", "followed", "by name"]
    print(table(head, rows))
    print(f"\nFound of what any judge follows:\n\n{found_by_each(asked, judges)}")
    _print_causes(asked, judges[-1], shown)
    wrong = counted(asked, judges[-1], DEFINITIONS)
    return wrong[RIGHT] >= 0.99 * (wrong[RIGHT] + wrong[WRONG] + wrong[ELSEWHERE])


def found_by_each(asked: list[Asked], judges: list[str]) -> str:
    """Return a table of what we and each judge find of what any judge follows."""
    judges = [name for name in judges if name != ANY]
    rows = []
    for group in GROUPS:
        some = [one for one in asked if one.judged[ANY].group == group]
        verdicts = [one.judged[ANY].verdict for one in some]
        sure = verdicts.count(RIGHT)
        found = [sure, sure + verdicts.count(BY_NAME)]
        found += [sum(bool(one.judged[name].group) for one in some) for name in judges]
        shares = (share(count, len(some)) for count in found)
        rows.append([group, f"{len(some):,}", *shares])
    head = ["group", "followed", "we, surely", "with by name", *judges]
    return table(head, rows)


def counted(asked: list[Asked], judge: str, group: str) -> Counter[str]:
    """Return how often a judge gave each verdict in a group."""
    count: Counter[str] = Counter()
    for one in asked:
        said = one.judged.get(judge)
        # What a judge follows to no entry is among the definitions.
        if said and said.verdict and (said.group or DEFINITIONS) == group:
            count[said.verdict] += 1
    return count


def share(part: int, whole: int) -> str:
    """Return a percentage."""
    return f"{part / whole:.1%}" if whole else "-"


def _print_causes(asked: list[Asked], judge: str, shown: int) -> None:
    for verdict in (WRONG, ELSEWHERE, WRONG_BY_NAME, MISSED):
        for group in GROUPS:
            places: dict[str, list[Asked]] = defaultdict(list)
            for one in asked:
                said = one.judged.get(judge)
                if not said or said.verdict != verdict:
                    continue
                if (said.group or DEFINITIONS) == group:
                    places[one.cause].append(one)
            total = sum(map(len, places.values()))
            if not total:
                continue
            print(f"\n{verdict}, {group}: {total:,}")
            for cause, ones in sorted(places.items(), key=lambda row: -len(row[1])):
                print(f"  {len(ones):4} {cause}")
                for one in ones[:shown]:
                    judged = "; ".join(
                        f"{name} {said.shown}"
                        for name, said in one.judged.items()
                        if name != ANY
                    )
                    print(f"         {one.place} {one.name}: {one.ours}; {judged}")


def as_json(asked: list[Asked]) -> list[dict[str, Any]]:
    """Return what was asked as JSON has it."""
    return [
        {
            "place": one.place,
            "name": one.name,
            "ours": one.ours,
            "cause": one.cause,
            "judged": {
                judge: [said.group, said.verdict, said.shown]
                for judge, said in one.judged.items()
            },
        }
        for one in asked
    ]


def main() -> int:
    """Return 0 where precision is good enough over all roots, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "roots", nargs="+", type=Path, help="packages, or their parents"
    )
    parser.add_argument("--judges", default="jedi", help=f"of {', '.join(JUDGES)}")
    parser.add_argument("--files", type=int, default=30, help="of each root")
    parser.add_argument("--sample", type=int, default=10, help="identifiers a file")
    parser.add_argument("--seed", default="kwindex")
    parser.add_argument("--cache", type=Path, help="keeps facts and judges' answers")
    parser.add_argument("--shown", type=int, default=3, help="places for each cause")
    parser.add_argument("--json", type=Path, help="write all identifiers there")
    arguments = parser.parse_args()
    names = arguments.judges.split(",")
    good, every = True, {}
    if arguments.cache:
        arguments.cache.mkdir(parents=True, exist_ok=True)
    for root in (root.resolve() for root in arguments.roots):
        dice = random.Random(arguments.seed)
        judges = [Answers(name, root, key_of(root), arguments.cache) for name in names]
        with tempfile.TemporaryDirectory() as folder:
            tree = LinkedTree(root, Path(folder), arguments.cache)
            comparison = Comparison(root, tree)
            drawn = dice.sample(tree.paths, min(arguments.files, len(tree.paths)))
            asked: list[Asked] = []
            for path in drawn:
                places = comparison.identifiers(path)
                some = dice.sample(places, min(arguments.sample, len(places)))
                asked += ask(comparison, tree, path, sorted(some), judges)
            tree.store.close()
        for judge in judges:
            judge.close()
        asked = list(map(with_any, asked))
        shown = [*names, ANY] if len(names) > 1 else names
        good &= report(root.name, asked, shown, arguments.shown)
        every[str(root.name)] = as_json(asked)
    if arguments.json:
        arguments.json.write_text(json.dumps(every, indent=1), "utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
