"""Check where identifiers lead, with jedi as an independent judge.

From each of the roots twenty files (or as many as `--files` says, over all roots)
are drawn at random, from each file so many identifiers. jedi is asked where each
leads (`goto`, imports followed), and so is this package, from facts alone: no site
is built. A link is right if jedi names the same definition, that is the same file
and one of its lines; precision is the part of the links judged that are right. Of
the identifiers that jedi follows to something that has an entry in the map (a
definition or a file of the tree), recall is the part that is linked, to wherever.

Local names count as well: they lead to the line where they get their value. Not counted
are identifiers that are the definition themselves. Needs jedi beside the package.
"""

from __future__ import annotations

import argparse
import io
import keyword
import random
import sys
import tempfile
import time
import tokenize
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import jedi

from sphinxcontrib_kwindex.analysis.analyse import analyse, facts_key
from sphinxcontrib_kwindex.analysis.python.bindings import BindingWalk
from sphinxcontrib_kwindex.analysis.python.encoding import decode_python
from sphinxcontrib_kwindex.analysis.python.module_facts import parse
from sphinxcontrib_kwindex.analysis.python.resolve_names import references
from sphinxcontrib_kwindex.links.identifier_targets import (
    External,
    IdentifierResolver,
    ModuleInterface,
    Target,
)
from sphinxcontrib_kwindex.links.imports import ImportResolver
from sphinxcontrib_kwindex.model.facts import FileFacts
from sphinxcontrib_kwindex.model.references import Reference, References
from sphinxcontrib_kwindex.store.database import Store


class Tree:
    """The facts of all Python files below a folder."""

    def __init__(self, root: Path, store: Path) -> None:
        self.root = root
        self.facts: dict[str, FileFacts] = {}
        self.texts: dict[str, str] = {}
        self.references: dict[str, References] = {}
        rows = Store(store, print)
        with rows.transaction():
            for file in sorted([*root.rglob("*.py"), *root.rglob("*.pyi")]):
                path = file.relative_to(root).as_posix()
                data = file.read_bytes()
                facts = analyse(file.name, data)
                self.facts[path] = facts
                key = facts_key(file.name, data)
                rows.add_file(path, key, facts, lambda _path, _definition: False)
                text = decode_python(data).text
                self.texts[path] = text
                if facts.problem is None:
                    bindings = BindingWalk(parse(text), text)
                    self.references[path] = references(bindings, facts.definitions)
        links = ImportResolver(rows, root.name)
        self.full_names = {
            f"{links.modules.name(path)}.{one.qualname}": Target(path, one.qualname)
            for path, facts in self.facts.items()
            for one in facts.definitions
        }
        self.resolver = IdentifierResolver(links, self._outline)
        rows.close()

    def _outline(self, path: str) -> ModuleInterface:
        found = self.references.get(path, References())
        return ModuleInterface.of(self.facts[path].definitions, found)

    def lead(self, path: str, reference: Reference) -> Target | External | None:
        """Return where a reference leads."""
        spec = self.references[path].specs[reference.spec]
        return self.resolver.resolve(path, spec)

    def entry(self, path: str, line: int, name: str) -> Target | None:
        """Return the definition that jedi means by a line and a name."""
        for one in self.facts[path].definitions:
            if one.name == name and line in one.lines:
                return Target(path, one.qualname)
        return None


@dataclass
class Score:
    """What the judge said."""

    asked: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    unjudged: int = 0
    """Links of which jedi knows nothing, or nothing in the tree."""
    external: int = 0
    """Identifiers that lead out of the tree, by our account."""
    local: int = 0
    """Identifiers that jedi follows to what has no entry."""
    elsewhere: list[str] = field(default_factory=list)
    """Links into the tree that jedi follows out of it or to a local name."""
    failures: Counter[str] = field(default_factory=Counter)
    """The exceptions that jedi itself raised; not counted as asked."""


def identifiers(text: str) -> list[tuple[int, int, str]]:
    """Return line, column and name of all identifiers of a source text."""
    return [
        (*token.start, token.string)
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string)
    ]


def judge(
    tree: Tree, path: str, sample: int, dice: random.Random, score: Score
) -> None:
    """Ask jedi about some identifiers of a file."""
    text = tree.texts[path]
    known = {(one.line, one.column): one for one in tree.references[path].iterate()}
    try:
        places = identifiers(text)
    except (tokenize.TokenError, SyntaxError):
        return
    base = tree.root.parent
    project = jedi.Project(base, sys_path=[str(base)], smart_sys_path=False)
    script = jedi.Script(text, path=tree.root / path, project=project)
    defined = {
        (one.line, one.column)
        for one in script.get_names(all_scopes=True, definitions=True)
        if one.type != "module" and one.is_definition()
    }
    for line, column, name in dice.sample(places, min(sample, len(places))):
        reference = known.get((line, column))
        ours: Target | External | None = None
        if reference is not None:
            spec = tree.references[path].specs[reference.spec]
            if spec.kind == "local":
                ours = Target(path, f"line {spec.base}")
            else:
                ours = tree.lead(path, reference)
        score.external += isinstance(ours, External)
        try:
            found = script.goto(line, column, follow_imports=True)
        except Exception as exc:
            score.failures[type(exc).__name__] += 1
            continue
        score.asked += 1
        inside: list[Target] = []
        itself, local = (line, column) in defined, False
        for one in found:
            if one.module_path is None or not one.module_path.is_relative_to(tree.root):
                # jedi brings stubs of Django along, whose lines are not Django's.
                if one.full_name in tree.full_names:
                    inside.append(tree.full_names[one.full_name])
                continue
            there = one.module_path.relative_to(tree.root).as_posix()
            if one.type == "module":
                inside.append(Target(there, ""))
            elif there in tree.facts and one.line is not None:
                if (there, one.line, one.column) == (path, line, column):
                    itself = True
                if entry := tree.entry(there, one.line, one.name):
                    inside.append(entry)
                else:
                    local = True
                    inside.append(Target(there, f"line {one.line}"))
        place = f"{path}:{line}:{column} {name}: {_shown(ours)}, jedi "
        place += ", ".join(_shown(one) for one in inside) or ", ".join(
            f"{one.module_name}:{one.line} {one.full_name}" for one in found
        )
        if isinstance(ours, Target):
            if ours in inside:
                score.right += 1
            elif inside:
                score.wrong.append(place)
            elif found and not itself:
                score.elsewhere.append(place)
            else:
                score.unjudged += 1
        elif inside and not itself:
            score.missed.append(place)
        elif local:
            score.local += 1


def _shown(place: Target | External | None) -> str:
    if place is None:
        return "nothing"
    return place.dotted if isinstance(place, External) else "::".join(place)


def report(name: str, score: Score) -> None:
    """Print the numbers, and what is disagreed on."""
    judged = score.right + len(score.wrong) + len(score.elsewhere)
    linked = score.right + len(score.wrong)
    inside = linked + len(score.missed)
    print(f"\n{name}: {score.asked:,} identifiers asked about")
    print(f"  precision {score.right / max(judged, 1):.2%} of {judged:,} links judged")
    print(f"  recall {linked / max(inside, 1):.2%} of {inside:,} that jedi follows")
    print(
        f"  {score.unjudged:,} links unknown to jedi, {score.external:,} lead out of "
        f"the tree, {score.local:,} local names, jedi failed {dict(score.failures)}"
    )
    for title, places in (
        ("other definition", score.wrong),
        ("not in the tree, or local, for jedi", score.elsewhere),
        ("not linked", score.missed),
    ):
        print(f"  {title}: {len(places):,}")
        for place in places:
            print(f"    {place}")


def main() -> int:
    """Return 0 where precision is 99 % and recall 85 %, else 1."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("roots", nargs="+", type=Path)
    parser.add_argument("--files", type=int, default=40, help="over all roots")
    parser.add_argument("--sample", type=int, default=60, help="identifiers a file")
    parser.add_argument("--seed", default="kwindex")
    parser.add_argument("--minutes", type=float, default=10)
    arguments = parser.parse_args()
    good = True
    for root in arguments.roots:
        dice = random.Random(arguments.seed)
        with tempfile.TemporaryDirectory() as folder:
            tree = Tree(root.resolve(), Path(folder, "store.sqlite"))
        paths = [path for path in sorted(tree.references) if tree.texts[path].strip()]
        count = max(1, arguments.files // len(arguments.roots))
        drawn = dice.sample(paths, min(count, len(paths)))
        deadline = time.monotonic() + arguments.minutes * 60 / len(arguments.roots)
        score = Score()
        done = 0
        for path in drawn:
            if time.monotonic() > deadline:
                break
            judge(tree, path, arguments.sample, dice, score)
            done += 1
        report(f"{root.name}, {done} of {len(drawn)} files drawn", score)
        right, judged = score.right, len(score.wrong) + len(score.elsewhere)
        linked = right + len(score.wrong)
        good &= right >= 0.99 * (right + judged)
        good &= linked >= 0.85 * (linked + len(score.missed))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
