"""The doctests of a tree that pytest runs, and what their examples use.

It runs them where the configuration of a project says so
(:meth:`~.pytest_configuration.PytestConfigurations.running_doctests`): those of
the docstrings of a module, each by itself, and those of a text file together. A name in
an example is one of the module, or what an example before it imports; what is neither
(a fixture may give it), and a member of anything else, is known by its name alone.
"""

from __future__ import annotations

import ast
import doctest
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Final

from ...analysis.python.builtin_names import BUILTINS
from ...analysis.python.source.syntax_trees import module_tree
from ...links.imports.import_resolver import ImportResolver
from ...model.facts import FileFacts
from ...model.kinds import WITH_BODY
from ...model.named_tuple import NamedTuple
from ...model.names import Symbol
from ...model.python_suffixes import SOURCE
from ...store.definition_queries import definitions_named
from ..code_map import CodeMap

_PROMPT: Final = ">>>"
#: Longer docstrings and texts are not read.
_MOST_CHARACTERS: Final = 1_000_000


User = tuple[Symbol, bool]
"""A doctest that uses something, and whether nothing but the name says so."""


class Doctest(NamedTuple):
    """The examples of a docstring, or of a text file."""

    path: str
    name: str
    """What pytest prints behind the path."""
    qualname: str = ""
    """Of what the docstring documents; empty for a module, and in a text file."""
    examples: str = ""
    """The source of each, one after the other."""

    @property
    def place(self) -> Symbol:
        """What stands for it where uses are followed: no definition is called so."""
        return self.path, f"<doctest {self.qualname}>"


class Doctests:
    """The doctests of a tree."""

    def __init__(self, code: CodeMap) -> None:
        """Find them."""
        self._code = code
        self.every: Final = tuple(_doctests(code))
        """Those of a file in its order."""

    @cached_property
    def _uses(self) -> tuple[Mapping[Symbol, list[User]], Mapping[str, list[Symbol]]]:
        users: defaultdict[Symbol, list[User]] = defaultdict(list)
        by_name: defaultdict[str, list[Symbol]] = defaultdict(list)
        only = cache(self._only)
        for test in self.every:
            names = _Names(self._code.import_resolver, test)
            sure = {(test.path, test.qualname), *names.places}
            for place in sure:
                users[place].append((test.place, False))
            for likely in set(map(only, names.unbound)) - {None, *sure}:
                assert likely
                users[likely].append((test.place, True))
            for name in dict.fromkeys(names.members):
                by_name[name].append(test.place)
        return users, by_name

    def _only(self, name: str) -> Symbol | None:
        """Return what a name means that a fixture may give to doctests."""
        rows = definitions_named(self._code.store, name, sorted(WITH_BODY))
        places = {
            (row.path, name)
            for row in rows
            if row.qualname == name and row.path.endswith(SOURCE)
        }
        return places.pop() if len(places) == 1 else None

    def users(self, place: Symbol) -> Iterable[User]:
        """Return the doctests that document or name a definition, or a module."""
        return self._uses[0].get(place, ())

    def naming(self, member: str) -> Iterable[Symbol]:
        """Return the doctests that ask something unknown for a member."""
        return self._uses[1].get(member, ())


class _Names:
    """What the examples of a doctest name."""

    def __init__(self, imports: ImportResolver, test: Doctest) -> None:
        self._imports = imports
        self._of_module = test.path.endswith(SOURCE)
        # A text imports what a module in its place would.
        self._path = test.path if self._of_module else f"{test.path}{SOURCE}"
        self._bound: dict[str, Symbol | None] = {}
        self.places: list[Symbol] = []
        self.members: list[str] = []
        self.unbound: set[str] = set()
        tree: ast.AST = module_tree(test.examples) or ast.Module([], [])
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self._bound[node.id] = None
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                self._bound[node.name] = None
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self._import_from(node)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.name if alias.asname else alias.name.partition(".")[0]
                    self._bound[alias.asname or name] = self._module(name)
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                place = self._named(node.id)
                self._add(place)
                if place is None and node.id not in self._bound:
                    self.unbound.add(node.id)
            elif isinstance(node, ast.Attribute):
                place = self._member(node)
                self._add(place)
                if place is None:
                    self.members.append(node.attr)
        self.unbound -= BUILTINS

    def _add(self, place: Symbol | None) -> None:
        if place:
            self.places.append(place)

    def _import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        source = self._imports.find_module(self._path, module, node.level)
        for alias in node.names if source else ():
            place = self._imports.find_definition(source, alias.name)
            self._bound[alias.asname or alias.name] = place
            self._add(place)

    def _named(self, name: str) -> Symbol | None:
        if name in self._bound:
            return self._bound[name]
        place = None
        if self._of_module:
            place = self._imports.find_definition(self._path, name)
        # A fixture may give it to all.
        return place or self._module(name)

    def _module(self, name: str) -> Symbol | None:
        module = self._imports.find_module(self._path, name, 0)
        return (module, "") if module else None

    def _member(self, node: ast.Attribute) -> Symbol | None:
        """Return what a member of a module is."""
        names = [node.attr]
        value = node.value
        while isinstance(value, ast.Attribute):
            names.append(value.attr)
            value = value.value
        place = self._named(value.id) if isinstance(value, ast.Name) else None
        while place and not place[1] and names:
            place = self._imports.find_definition(place[0], names.pop())
        return None if names else place


def _doctests(code: CodeMap) -> Iterator[Doctest]:
    """Yield the doctests of a tree that pytest runs."""
    for row in code.files_in():
        if code.pytest.running_doctests(row.path) is None:
            continue
        if not row.path.endswith(SOURCE):
            if sources := examples_in(code.text(row.path)):
                name = row.path.rpartition("/")[2]
                yield Doctest(row.path, name, "", "".join(sources))
        elif row.path in code.parsed:
            module = code.pytest.module_name(row.path)
            for qualname, sources in dict(examples_of(code.facts(row.path))).items():
                name = f"{module}.{qualname}" if qualname else module
                yield Doctest(row.path, name, qualname, "".join(sources))


def examples_of(facts: FileFacts) -> Iterator[tuple[str, list[str]]]:
    """Yield the sources of the examples in docstrings in which doctest looks for them.

    :return: each after the name of what it documents, empty for the module.
    """
    docstrings = [("", facts.docstring)]
    docstrings += [
        (definition.qualname, definition.docstring)
        for definition in facts.definitions
        if definition.kind in WITH_BODY and "<locals>" not in definition.qualname
    ]
    for name, text in docstrings:
        if sources := examples_in(text):
            yield name, sources


def examples_in(text: str) -> list[str]:
    """Return the sources of the examples in a text."""
    if _PROMPT not in text or len(text) > _MOST_CHARACTERS:
        return []
    try:
        examples = doctest.DocTestParser().get_examples(text)
    except ValueError:
        # Of examples that are indented unevenly doctest runs none.
        return []
    return [example.source for example in examples]
