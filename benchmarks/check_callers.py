"""Check who is said to call much-used methods, by a text search for their names.

Every place that ``.name(`` matches in the Python files of a tree is looked up: it leads
to the method surely, by its name alone, to another definition, out of the tree, or
nowhere; or it is shown as a use of any of the definitions with that name. What leads
nowhere is shown with the cause, and what leads to the method surely is shown to be
read: of that nothing may be false. Matches in strings and comments are counted apart.

Without ``--methods`` the tree is Django's, and the methods are twenty of it of various
sorts: overridden often, called on results of calls, of a name that is common, called by
the framework alone.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bindings_by_ast import Bindings
from linked_tree import Answer, Goal, LinkedTree
from results import table

from sphinxcontrib_kwindex.analysis.python.source.encoding import decode_python

#: Methods of Django, as path and qualified name.
METHODS: Final = (
    # Called on managers, on results of calls, and in chains.
    "db/models/query.py::QuerySet.bulk_create",
    "db/models/query.py::QuerySet.select_related",
    "db/models/query.py::QuerySet.values_list",
    "db/models/manager.py::BaseManager.db_manager",
    # Overridden in many classes.
    "db/models/fields/__init__.py::Field.contribute_to_class",
    "db/models/fields/__init__.py::Field.deconstruct",
    "db/models/manager.py::BaseManager.get_queryset",
    "db/backends/base/operations.py::BaseDatabaseOperations.quote_name",
    # Forms and sets of forms have methods of the same names.
    "db/models/base.py::Model.full_clean",
    "forms/forms.py::BaseForm.is_valid",
    # Called on attributes of attributes, of parameters and of loop variables.
    "db/models/options.py::Options.get_field",
    "db/models/sql/query.py::Query.get_compiler",
    "db/models/sql/compiler.py::SQLCompiler.execute_sql",
    "apps/registry.py::Apps.get_model",
    "template/base.py::Parser.compile_filter",
    "http/request.py::HttpRequest.get_host",
    "contrib/admin/sites.py::AdminSite.each_context",
    # Called by the framework alone, or on itself.
    "core/management/base.py::BaseCommand.add_arguments",
    "db/models/base.py::Model.save_base",
    # So common a name that little can be sure.
    "db/models/query.py::QuerySet.filter",
)

SURE: Final = "sure"
BY_NAME: Final = "by name"
ANY: Final = "any"
ANOTHER: Final = "another"
OUTSIDE: Final = "outside"
NEITHER: Final = "neither"
TEXT: Final = "in text"
VERDICTS: Final = (SURE, BY_NAME, ANY, ANOTHER, OUTSIDE, NEITHER, TEXT)


@dataclass
class Found:
    """The places that a text search finds."""

    count: Counter[str] = field(default_factory=Counter)
    shown: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The places by what they lead to; those that lead nowhere by the cause."""


class Search:
    """Looks for calls in the texts of a tree."""

    def __init__(self, root: Path, tree: LinkedTree) -> None:
        self._tree = tree
        self._texts = {
            path: decode_python((root / path).read_bytes()).text for path in tree.paths
        }
        self._parsed: dict[str, Bindings] = {}

    def goal(self, method: str) -> Goal | None:
        """Return the method of the tree that is meant, whichever folder it is in."""
        path, _, qualname = method.partition("::")
        for one in self._tree.paths:
            there = f"/{one}".endswith(f"/{path}")
            if there and qualname in self._tree.definitions(one):
                return Goal(one, qualname)
        return None

    def calls(self, goal: Goal) -> Found:
        """Return what a search for the calls of a method finds."""
        found = Found()
        name = goal.qualname.rpartition(".")[2]
        of_any = self._tree.users_of_any(name)
        pattern = re.compile(rf"\.\s*({name})\s*\(")
        for path, text in self._texts.items():
            if name not in text:
                continue
            if path not in self._parsed:
                self._parsed[path] = Bindings(text)
            own = self._parsed[path]
            for number, line in enumerate(text.split("\n"), 1):
                for match in pattern.finditer(line):
                    column = match.start(1)
                    answer = self._tree.answer(path, number, column)
                    in_code = own.has(number, column)
                    verdict = _verdict(answer, goal) if in_code else TEXT
                    if verdict == NEITHER:
                        around = self._tree.around(path, number)
                        verdict = ANY if (path, around) in of_any else NEITHER
                    found.count[verdict] += 1
                    place = f"{path}:{number}: {line.strip()}"
                    if verdict == NEITHER:
                        verdict += f", {own.cause(number, column)}"
                    elif verdict == ANOTHER:
                        place += f" -> {answer}"
                    found.shown[verdict].append(place)
        return found


def _verdict(answer: Answer, goal: Goal) -> str:
    if goal in answer.goals:
        return BY_NAME if answer.by_name else SURE
    if answer.goals:
        return ANOTHER
    return OUTSIDE if answer.external else NEITHER


def main() -> int:
    """Return 0 if the tree has every method, else 1; what is said of them one reads."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path, help="a package, or its parent")
    parser.add_argument("--methods", nargs="*", default=METHODS, help="path::qualname")
    parser.add_argument("--cache", type=Path, help="keeps facts between runs")
    parser.add_argument("--shown", type=int, default=20, help="places of a sort")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    with tempfile.TemporaryDirectory() as folder:
        tree = LinkedTree(root, Path(folder), arguments.cache)
        search = Search(root, tree)
        goals = [search.goal(method) for method in arguments.methods]
        found = {goal: search.calls(goal) for goal in goals if goal}
        tree.store.close()
    for goal, places in found.items():
        print(f"\n# {goal.path}::{goal.qualname}")
        for sort, ones in sorted(places.shown.items()):
            if sort != TEXT:
                print(f"\n{sort}: {len(ones):,}", *ones[: arguments.shown], sep="\n  ")
    rows = [
        [goal.qualname, *(f"{places.count[one]:,}" for one in VERDICTS)]
        for goal, places in found.items()
    ]
    print(f"\n{table(['method', *VERDICTS], rows)}")
    missing = [
        method
        for method, goal in zip(arguments.methods, goals, strict=True)
        if not goal
    ]
    print("".join(f"\nnot in the tree: {method}" for method in missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
