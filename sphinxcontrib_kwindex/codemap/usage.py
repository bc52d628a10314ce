"""Who uses what a file defines: the files that surely do, and examples of calls."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Final

from ..links.tree_paths import folder_distance
from ..model.named_tuple import NamedTuple
from ..model.names import is_inside
from ..model.python_suffixes import PYTHON
from ..model.rows import UseRow
from ..scan.test_paths import example_folder, is_test
from ..store import use_queries
from ..store.test_queries import tests_outside_python
from ..store.use_queries import UserRow
from .code_map import CodeMap

#: How many calls of a definition are shown, and of how many definitions of a file.
EXAMPLES: Final = 3
DEFINITIONS: Final = 10


class Example(NamedTuple):
    """A call of a definition in another file."""

    qualname: str
    path: str
    around: str
    """The qualified name of the definition around it; see :class:`.UseRow`."""
    anchor: str
    """The id of that on the page of its file."""
    text: str


def holds_tests(code: CodeMap, path: str) -> bool:
    """Tell whether a file is a test by its name, or by what is in it.

    One of code that has tests inside it is none.
    """
    return is_test(path) or (
        path in code.test_files
        and not (_has_tests_inside(path) and path in code.once(_tests_inside))
    )


def _tests_inside(code: CodeMap) -> dict[str, set[str]]:
    """Return what holds the tests of files of code, by the files: modules, and tests
    that stand in none.
    """
    by_file: defaultdict[str, set[str]] = defaultdict(set)
    alone: set[str] = set()
    for path, qualname in tests_outside_python(code.store):
        if _has_tests_inside(path):
            holder, inside, _ = qualname.partition("::")
            by_file[path].add(holder)
            if not inside:
                alone.add(path)
    return {
        path: holders
        for path, holders in by_file.items()
        if path not in alone or _offers_something(code, path)
    }


def _offers_something(code: CodeMap, path: str) -> bool:
    """Tell whether a file has a definition that others may name, or a program."""
    return any(
        not row.private or row.qualname == "main" for row in code.definitions(path)
    )


def _has_tests_inside(path: str) -> bool:
    if path.endswith(PYTHON):
        # It takes a while to import the others, and answers are to come at once.
        return False
    from ..analysis.languages.registry import language_of

    language = language_of(path)
    return language is not None and language.tests_inside


def is_in_tests(code: CodeMap, path: str, qualname: str) -> bool:
    """Tell whether a definition is one of tests, or what stands in it is."""
    inside = _has_tests_inside(path) and any(
        qualname == module or is_inside(qualname, module)
        for module in code.once(_tests_inside).get(path, ())
    )
    return inside or holds_tests(code, path)


def sure_users(code: CodeMap, path: str) -> Iterator[UserRow]:
    """Yield which other files surely use a file, also as another declares it."""
    yield from code.sure_users(path)
    for other in code.counterparts(path):
        if not other.own_declares and other.places:
            for row in code.sure_users(other.path, other.qualname, other.anchor):
                if row.path != path:
                    yield row._replace(anchor=other.own)


def indirect_users(code: CodeMap, path: str) -> list[str]:
    """Return the files that surely use what a file defines and do not import it."""
    users = (row.path for row in code.sure_users(path))
    return use_queries.indirect_users(code.store, path, users)


def count_users(code: CodeMap, path: str) -> Counter[str]:
    """Return how many other files surely use each definition of a file, by its id."""
    used = {(row.anchor, row.path) for row in sure_users(code, path)}
    return Counter(anchor for anchor, _ in used)


def examples(code: CodeMap, path: str) -> list[Example]:
    """Return the shortest calls of the definitions of a file, the most used first.

    Those in tests, examples and documentation are preferred, one from each file. Who
    calls what another file declares calls what is defined here.
    """
    calls: defaultdict[str, list[UseRow]] = defaultdict(list)
    declared: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for other in code.counterparts(path):
        if not other.own_declares:
            declared[other.path][other.qualname] = other.own_name
    for row in chain(code.examples_of(path), *map(code.examples_of, declared)):
        if row.target == path:
            calls[row.qualname].append(row)
        elif name := declared[row.target].get(row.qualname):
            calls[name].append(row)
    most_used = sorted(calls, key=lambda name: (-len(calls[name]), name))
    shown = []
    for name in most_used[:DEFINITIONS]:
        by_text: dict[str, UseRow] = {}
        for row in sorted(calls[name], key=_order):
            by_text.setdefault(row.example, row)
        shown += [
            Example(name, row.path, row.around, row.around_anchor, text)
            for text, row in list(by_text.items())[:EXAMPLES]
        ]
    return shown


def _order(row: UseRow) -> tuple[bool, int, int, str]:
    distance = folder_distance(row.target, row.path)
    return not is_to_be_read(row.path), len(row.text), distance, row.path


def lexer_of(code: CodeMap, path: str) -> str:
    """Return the alias of Pygments' lexer for a source file of the tree."""
    language = code.language_of(path)
    return language.lexer if language else "text"


def is_to_be_read(path: str) -> bool:
    """Tell whether a file is a test, an example or documentation, by its path."""
    return is_test(path) or bool(example_folder(path))


def private_names(code: CodeMap, path: str) -> frozenset[str]:
    """Return the definitions of a file that are private and not offered to Python."""
    private = {row.qualname for row in code.definitions(path) if row.private}
    return frozenset(private.difference(it.qualname for it in code.facts(path).exposed))
