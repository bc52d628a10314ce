"""Which files pytest looks into, and what it takes for a test there.

As pytest does it: what counts for a file is the nearest configuration in its folder or
above it (``rootdir`` in its reference). Where that names ``testpaths``, tests are
looked for there alone; on the way down folders are left out by ``norecursedirs``,
``--ignore`` among ``addopts``, and the lists ``collect_ignore`` of ``conftest.py`` as
far as they are literals. The classes and functions of the files are chosen by name; or
classes by a hook of the tree, ``pytest_pycollect_makeitem``, that makes collectors of
them. A ``conftest.py`` above has it: defines or imports it, or takes all names of a
module that is not found in the tree.
"""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Iterator, Mapping, Set
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import PurePosixPath
from typing import Final

from ...analysis.project.pytest_options import CONFIGURATIONS
from ...analysis.python.source.syntax_trees import expression_tree
from ...model.facts import Definition, FileFacts, PytestOption
from ...model.named_tuple import NamedTuple
from ...model.python_suffixes import SOURCE
from ...model.record import Record
from ...store.definition_queries import definitions_named
from ..imports.import_resolver import ImportResolver
from ..tree_paths import folders_above, is_within, parts_fit


class Rule(NamedTuple):
    """What decides what is collected, and where that is said."""

    name: str
    """An option of pytest, a list in ``conftest.py``, or a hook."""
    values: tuple[str, ...]
    path: str = ""
    """Empty for pytest's default."""
    line: int = 0


#: Those of pytest's reference, as far as they change what is collected.
_DEFAULTS: Final[Mapping[str, tuple[str, ...]]] = {
    "python_files": ("test_*.py", "*_test.py"),
    "python_classes": ("Test",),
    "python_functions": ("test",),
    "norecursedirs": (
        *("*.egg", ".*", "_darcs", "build", "CVS", "dist", "node_modules"),
        *("venv", "{arch}"),
    ),
}
#: The text files that pytest reads for doctests where it is not told which.
_DOCTEST_FILES: Final = Rule("--doctest-glob", ("test*.txt",))
#: Lists in ``conftest.py`` of what is not collected.
IGNORE_LISTS: Final = ("collect_ignore", "collect_ignore_glob")
_HOOK: Final = "pytest_pycollect_makeitem"
#: Hooks that decide what is collected.
HOOKS: Final = (
    *("pytest_ignore_collect", "pytest_collect_file", "pytest_pycollect_makemodule"),
    *(_HOOK, "pytest_collection_modifyitems"),
)
#: Definitions that say what is collected from other files.
RULE_NAMES: Final = frozenset({*IGNORE_LISTS, *HOOKS})


class Configuration(Record, frozen=True):
    """The rules for the files of a folder and below.

    :param path: the file with the options; empty without one.
    """

    path: str = ""
    options: tuple[PytestOption, ...] = ()

    @property
    def folder(self) -> str:
        """The folder that paths are relative to."""
        return self.path.rpartition("/")[0]

    def rule(self, name: str) -> Rule:
        """Return an option, or pytest's default of it."""
        for option in self.options:
            if option.name == name:
                return Rule(name, option.values, self.path, option.line)
        return Rule(name, _DEFAULTS.get(name, ()))

    def chooses(self, name: str, option: str) -> bool:
        """Tell whether a class or function is chosen by its name.

        :param option: ``python_classes`` or ``python_functions``.
        """
        return any(
            name.startswith(value) or fnmatchcase(name, value)
            for value in self.rule(option).values
        )

    @property
    def takes_imported(self) -> bool:
        """Whether tests that are imported into a file are collected from it."""
        values = self.rule("collect_imported_tests").values
        return values not in {("False",), ("false",)}

    def added(self, names: Set[str]) -> Iterator[Rule]:
        """Yield options of the command line that take values, each with these."""
        _, words, path, line = self.rule("addopts")
        for number, word in enumerate(words):
            name, separator, value = word.partition("=")
            if name in names:
                values = (value,) if separator else words[number + 1 : number + 2]
                yield Rule(name, values, path, line)

    def running_doctests(self, path: str) -> Rule | None:
        """Return the option by which files that are called so are read for doctests.

        As of pytest, and of its plugin pytest-doctestplus.
        """
        if path.endswith(SOURCE):
            if path.rpartition("/")[2] in {"setup.py", "__main__.py"}:
                return None
            return self._switch("--doctest-modules", "--doctest-plus")
        globs = list(self.added({"--doctest-glob"})) or [_DOCTEST_FILES]
        fitting = (rule for rule in globs for glob in rule.values if _fits(path, glob))
        rst = self._switch("--doctest-rst") if path.endswith(".rst") else None
        return next(fitting, rst)

    def _switch(self, *names: str) -> Rule | None:
        """Return the first of some switches that is set."""
        added = self.rule("addopts")
        for name in names:
            if name in added.values:
                return added._replace(name=name, values=())
            option = self.rule(name.lstrip("-").replace("-", "_"))
            if option.values == ("enabled",):
                return option
        return None


class PytestConfigurations:
    """The configurations of pytest in a tree.

    :param imports: what imports mean.
    """

    def __init__(self, imports: ImportResolver) -> None:
        self._store = store = imports.store
        self._imports = imports
        self._keys = store.file_keys()
        self._by_folder: dict[str, Configuration] = {}
        # The first of them counts, and comes last.
        ranks = {name: rank for rank, name in enumerate(reversed(CONFIGURATIONS))}
        named = [path for path in self._keys if posixpath.basename(path) in ranks]
        for path in sorted(named, key=lambda path: ranks[posixpath.basename(path)]):
            options = store.get_facts(self._keys[path]).pytest_options
            if options is not None:
                self._by_folder[path.rpartition("/")[0]] = Configuration(path, options)
        self._of_folder = cache(self._find)
        self._globs = cache(self._existing_testpaths)
        self._ignore_lists = cache(self._read_ignore_lists)
        self._hooks_of_folder = cache(self._find_hooks)
        facts = store.all_facts_of
        self._makes_collectors = cache(lambda path: _makes_collectors(facts(path)))
        self.leaving_out: Final = cache(self._leaving_out)
        """Returns the rule by which pytest does not look into a Python file, if any."""

    def of(self, path: str) -> Configuration:
        """Return the configuration that counts for a file."""
        return self._of_folder(path.rpartition("/")[0])

    def running_doctests(self, path: str) -> Rule | None:
        """Return the option by which pytest runs the doctests of a file, if it does."""
        configuration = self.of(path)
        running = configuration.running_doctests(path)
        against = self.leaving_out(path) if running else None
        if against and against.name == "python_files":
            against = self._ignoring(path, configuration)
        return None if against else running

    def module_name(self, path: str) -> str:
        """Return the name by which pytest imports a file for its doctests."""
        modules = self._imports.modules
        name, configuration = modules.name(path), self.of(path)
        added = " ".join(configuration.rule("addopts").values).replace("=", " ")
        if "." in name or "--import-mode importlib" not in added:
            return name
        place = _relative(path, configuration.folder).removesuffix(SOURCE)
        return place.removesuffix("/__init__").replace("/", ".")

    def _find(self, folder: str) -> Configuration:
        options = map(self._by_folder.get, folders_above(f"{folder}/"))
        return next(filter(None, options), Configuration())

    def _leaving_out(self, path: str) -> Rule | None:
        """Return the rule by which pytest does not look into a Python file, if any."""
        configuration = self.of(path)
        root = configuration.folder
        places = [path, *(it for it in folders_above(path) if is_within(it, root))]
        starts = [root]
        if globs := self._globs(configuration):
            starts = [
                place
                for place in places
                if any(_matches(_relative(place, root), glob) for glob in globs)
            ]
            if not starts:
                return configuration.rule("testpaths")
        # What is named itself is looked into, whatever it is called.
        below = places[: places.index(starts[0])]
        for place in reversed(below[1:]):
            rule = configuration.rule("norecursedirs")
            if any(_fits(place, pattern) for pattern in rule.values):
                return rule
            if ignoring := self._ignoring(place, configuration):
                return ignoring
        rule = configuration.rule("python_files")
        if not below or any(_fits(path, pattern) for pattern in rule.values):
            return self._ignoring(path, configuration)
        return rule

    def _ignoring(self, place: str, configuration: Configuration) -> Rule | None:
        """Return the rule by which a file or folder is ignored, if any."""
        for rule in configuration.added({"--ignore", "--ignore-glob"}):
            if _is_listed(place, configuration.folder, rule):
                return rule
        for name in IGNORE_LISTS:
            # The nearest list counts.
            for folder in folders_above(place):
                listed = self._ignore_lists(folder).get(name)
                if listed and _is_listed(place, folder, listed):
                    return listed
                if listed:
                    break
        return None

    def _read_ignore_lists(self, folder: str) -> dict[str, Rule]:
        path = f"{folder}/conftest.py".lstrip("/")
        rules = {}
        if path in self._keys:
            for definition in self._store.get_facts(self._keys[path]).definitions:
                if definition.qualname in IGNORE_LISTS:
                    name, values = definition.qualname, _literals(definition.value)
                    rules[name] = Rule(name, values, path, definition.line)
        return rules

    def class_hook(self, path: str) -> Rule | None:
        """Return the hook that takes classes of a file for tests, if there is one."""
        hooks = (rule for rule in self._hooks_above(path) if rule.name == _HOOK)
        nearest = next(hooks, None)
        return nearest if nearest and self._makes_collectors(nearest.path) else None

    def may_change(self, path: str) -> tuple[Rule, ...]:
        """Return what may change which tests are collected from a file.

        That are hooks of its project, and lists of what is ignored that are no literals
        alone, where the name of the file stands in a string beside.
        """
        return (*self._hooks_above(path), *self._lists_that_may_name(path))

    def _hooks_above(self, path: str) -> Iterator[Rule]:
        """Yield the hooks for a file, the nearest first."""
        folders = folders_above(path) if self._hooks else ()
        rules = (rule for folder in folders for rule in self._hooks_of_folder(folder))
        yield from dict.fromkeys(rules)

    def _find_hooks(self, folder: str) -> tuple[Rule, ...]:
        """Return the hooks of a ``conftest.py``."""
        conftest = f"{folder}/conftest.py".lstrip("/")
        if conftest not in self._keys:
            return ()
        if self._takes_unknown_names(conftest):
            return tuple(self._hooks.values())
        targets = (
            (self._imports.find_definition(conftest, hook), hook) for hook in HOOKS
        )
        places = [(target[0], name) for target, name in targets if target]
        return tuple(self._hooks[place] for place in places if place in self._hooks)

    @cached_property
    def _hooks(self) -> dict[tuple[str, str], Rule]:
        """The hooks of the tree by file and name."""
        return {
            (row.path, name): Rule(name, (), row.path, row.line)
            for name in HOOKS
            for row in definitions_named(self._store, name, ["function"])
        }

    def _lists_that_may_name(self, path: str) -> Iterator[Rule]:
        stem = PurePosixPath(path).stem
        for folder in folders_above(path):
            for rule in self._ignore_lists(folder).values():
                if stem in self._store.get_facts(self._keys[rule.path]).quoted:
                    yield rule._replace(values=())

    def _takes_unknown_names(self, path: str) -> bool:
        return any(
            row.name == "*"
            and not self._imports.find_module(path, row.module, row.level)
            for row in self._store.imports(path)
        )

    def _existing_testpaths(self, configuration: Configuration) -> tuple[str, ...]:
        """Return ``testpaths``; nothing where none of them exists, as pytest does."""
        root = configuration.folder
        globs = tuple(map(posixpath.normpath, configuration.rule("testpaths").values))
        places = set(self._keys) if globs else set()
        places.update(above for path in list(places) for above in folders_above(path))
        exists = any(
            _matches(_relative(place, root), glob)
            for place in places
            if is_within(place, root)
            for glob in globs
        )
        return globs if exists else ()


def collection_rule(facts: FileFacts, definition: Definition) -> object:
    """Return what a definition says of what is collected; ``None`` for nothing."""
    if definition.name == "__test__":
        return definition.value
    if definition.qualname in IGNORE_LISTS:
        return definition.value, definition.line, facts.quoted
    if definition.qualname == _HOOK:
        return _makes_collectors(facts), definition.line
    if definition.qualname in HOOKS:
        return definition.line
    return has_abc_meta(definition) or None


def has_abc_meta(definition: Definition) -> bool:
    """Tell whether a class says that it may have abstract methods."""
    written = "".join(definition.signatures) if definition.kind == "class" else ""
    return "ABCMeta" in written


def _makes_collectors(facts: FileFacts) -> bool:
    """Tell whether the hook of a file makes collectors: of ``pytest.Class``."""
    hook = next(item for item in facts.definitions if item.qualname == _HOOK)
    specs = facts.references.specs
    return any(
        hook.line <= reference.line <= hook.end_line
        and "Class" in (specs[reference.spec].base, *specs[reference.spec].steps)
        for reference in facts.references.iterate()
    )


def _relative(place: str, folder: str) -> str:
    return place.removeprefix(folder).lstrip("/") or "."


def _matches(place: str, glob: str) -> bool:
    """Tell whether a place fits a pattern of :mod:`glob`, part by part."""
    return parts_fit(place.split("/"), glob.split("/"), fnmatchcase, least=0)


def _fits(place: str, pattern: str) -> bool:
    """Tell whether a place fits a pattern as ``python_files`` has them.

    With a slash it is about the end of the path, else about the name.
    """
    if "/" in pattern:
        return fnmatchcase(f"/{place}", f"*/{pattern}")
    return fnmatchcase(posixpath.basename(place), pattern)


def _is_listed(place: str, folder: str, rule: Rule) -> bool:
    """Tell whether a rule lists a place, by paths or patterns from a folder."""
    paths = [posixpath.normpath(f"{folder or '.'}/{value}") for value in rule.values]
    if "glob" in rule.name:
        return any(fnmatchcase(place, path) for path in paths)
    return place in paths


def _literals(value: str) -> tuple[str, ...]:
    """Return the texts of a list that is a literal."""
    # A long value is cut, and then no expression.
    tree = expression_tree(value)
    try:
        listed = ast.literal_eval(tree) if tree else ()
    except (ValueError, MemoryError, RecursionError):
        return ()
    if not isinstance(listed, (list, tuple, set)):
        return ()
    return tuple(item for item in listed if isinstance(item, str))
