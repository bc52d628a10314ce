"""Definitions for which no use is found in the tree.

Nothing in the tree names them outside of themselves, not even by name alone
(:class:`.ReferenceRow`), and no method of that name is read off anything. That says
little of what is used without being named, so this is left out: what other files
import, as packages do that offer it as their own; what is in ``__all__``; what is
decorated, since the decorator may register it; special methods; methods of a name that
a class above or below has too, or where a class above is of another project or not
known; attributes; tests; and what is looked up by its name
(:data:`LOOKED_UP`). Access by a string (``getattr``) is not seen.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ..scan.test_paths import is_test
from ..store import definition_queries, import_queries, test_queries, use_queries
from ..store.database import Store
from ..store.definition_queries import PythonDefinition
from ..store.link_rows import UnusedRow
from .identifier_targets import EMPTY_BASES, External, Target
from .inheritance import ClassHierarchy

#: ``__init__``, and what is named to be thrown away.
_SPECIAL: Final = re.compile(r"__\w+__|_+")
_KINDS: Final = frozenset({"class", "function", "method", "data"})


class LookedUp(NamedTuple):
    """Names that programs look up, in whichever file has them."""

    names: str
    """A regular expression for the whole qualified name."""
    paths: str
    """A regular expression for the end of the path."""
    source: str
    """Where that is documented."""


LOOKED_UP: Final = tuple(
    LookedUp(*row)
    for row in (
        (
            r"(\w+\.)*(setUp|tearDown)(Class|Module|TestData)?|load_tests",
            r"",
            "https://docs.python.org/3/library/unittest.html",
        ),
        (
            r"pytest_\w+|(\w+\.)*(setup|teardown)_(module|function|class|method)",
            r"",
            "https://docs.pytest.org/en/stable/reference/reference.html#hooks",
        ),
        (
            r"(\w+\.)*(visit|depart|leave)_\w+",
            r"",
            "https://docs.python.org/3/library/ast.html#ast.NodeVisitor",
        ),
        (
            r"(\w+\.)*do_\w+",
            r"",
            "https://docs.python.org/3/library/cmd.html#cmd.Cmd",
        ),
        (
            r"urlpatterns|app_name|handler(400|403|404|500)|(\w+\.)*Meta",
            r"",
            "https://docs.djangoproject.com/en/stable/ref/urls/",
        ),
        (
            r"Migration",
            r"/migrations/\w+\.py",
            "https://docs.djangoproject.com/en/stable/topics/migrations/",
        ),
        (
            r"Command",
            r"/management/commands/\w+\.py",
            "https://docs.djangoproject.com/en/stable/howto/custom-management-commands/",
        ),
        (
            r"application",
            r"[aw]sgi\.py",
            "https://docs.djangoproject.com/en/stable/howto/deployment/",
        ),
        (
            r"[A-Z][A-Z0-9_]*",
            r"settings\w*\.py|settings/\w+\.py",
            "https://docs.djangoproject.com/en/stable/topics/settings/",
        ),
        (
            r"\w+Config",
            r"(^|/)apps\.py",
            "https://docs.djangoproject.com/en/stable/ref/applications/",
        ),
        (
            r"\w+",
            r"(^|/)conf\.py",
            "https://www.sphinx-doc.org/en/master/usage/configuration.html",
        ),
        (
            r"setup",
            r"",
            "https://www.sphinx-doc.org/en/master/extdev/index.html",
        ),
    )
)
_LOOKED_UP: Final = [
    (re.compile(row.names), re.compile(f"(?:{row.paths})$")) for row in LOOKED_UP
]


def unused_rows(store: Store) -> Iterator[UnusedRow]:
    """Yield the definitions that nothing is found to use, file by file.

    Of a class that nothing uses its members are not among them.

    :param store: with imports, uses, bases and tests.
    """
    known = set(use_queries.used_definitions(store))
    known.update(import_queries.imported_definitions(store))
    offering_all = set(import_queries.files_imported_with_star(store))
    testing = set(test_queries.files_with_tests(store))
    rows = list(definition_queries.python_definitions(store))
    # Off what they are read is mostly not known.
    read = {name for names in use_queries.requested_names(store) for name in names}
    known.update(_related_members(ClassHierarchy(store), rows))
    unused: set[tuple[str, str]] = set()
    for path, kind, qualname, decorated, exports in rows:
        outer, _, name = qualname.rpartition(".")
        place = path, qualname
        offered = not outer and (
            name in json.loads(exports or "[]")
            or (path in offering_all and not name.startswith("_"))
        )
        if not (
            kind not in _KINDS
            or decorated
            or offered
            or place in known
            or place in unused
            or (kind == "method" and name in read)
            or (path, outer.removesuffix(".<locals>")) in unused
            or _SPECIAL.fullmatch(name)
            or path in testing
            or is_test(path)
            or path.endswith(".pyi")
            or _is_looked_up(path, qualname)
        ):
            unused.add(place)
            yield UnusedRow(*place)


def _related_members(
    hierarchy: ClassHierarchy, rows: Iterable[PythonDefinition]
) -> Iterator[tuple[str, str]]:
    """Yield the members that a class above or below may have too, by file and name."""
    members: defaultdict[Target, set[str]] = defaultdict(set)
    for row in rows:
        outer, _, name = row.qualname.rpartition(".")
        if row.kind in {"method", "attribute"}:
            members[Target(row.path, outer)].add(name)
    for cls, names in members.items():
        ancestors = hierarchy.ancestors_of(*cls)
        above = [base for base, _ in ancestors.classes]
        if not ancestors.complete or any(_is_foreign(base) for base in above):
            yield from ((cls.path, f"{cls.qualname}.{name}") for name in names)
        for base in above:
            if isinstance(base, Target):
                for name in names & members.get(base, set()):
                    yield cls.path, f"{cls.qualname}.{name}"
                    yield base.path, f"{base.qualname}.{name}"


def _is_foreign(base: Target | External) -> bool:
    """Tell whether a class is of another project, and may call what is below it."""
    return (
        isinstance(base, External)
        and base.dotted.removeprefix("builtins.") not in EMPTY_BASES
    )


def _is_looked_up(path: str, qualname: str) -> bool:
    return any(
        names.fullmatch(qualname) and paths.search(path) for names, paths in _LOOKED_UP
    )
