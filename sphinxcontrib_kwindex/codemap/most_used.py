"""The names and the files of each folder that most other files use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Sequence
from heapq import nsmallest
from itertools import groupby
from typing import Final

from ..analysis.languages.registry import row_of
from ..links.tree_paths import folders_above
from ..model.kinds import KINDS, MEMBERS
from ..model.named_tuple import NamedTuple
from ..model.names import letters, outer_name
from ..model.rows import MostUsed
from ..scan.test_paths import counts_in, is_test
from ..store import definition_queries, file_queries, use_queries
from .code_map import CodeMap

#: Most names and files of a folder.
NAMES: Final = 10
FILES: Final = 30
#: Names of a folder that its own files use so many times as much as others do are what
#: it is about, whoever uses it.
_HARDLY: Final = 4
#: The end of files of which none is imported, even where one stands for the folder.
_OF_PACKAGE: Final = ".go"
#: What says what a folder is for: neither what a class has nor what holds everything.
_KINDS: Final = [kind for kind in KINDS if kind not in {*MEMBERS, "namespace"}]


class RankedFiles(NamedTuple):
    """Files, each with the numbers of other files and of tests that import it, the
    most first; what tests import other tests from counts as a file.
    """

    files: tuple[tuple[str, int, int], ...] = ()
    imported: bool = True
    """Whether they are imported; where most files of a folder are not, as in languages
    that import packages, those are counted that use something of it."""

    def first(self, number: int) -> RankedFiles:
        """Return no more than some of them."""
        return self._replace(files=self.files[:number])


class MostUsedOfFolder(NamedTuple):
    """What of a folder most other files use."""

    names: tuple[MostUsed, ...] = ()
    """Files outside of it count, or all others where hardly any outside uses it."""
    files: RankedFiles = RankedFiles()


def most_used(code: CodeMap, folder: str) -> MostUsedOfFolder:
    """Return the names and files of a folder that most other files surely use.

    A use of a name counts in whatever way the file came by it: ``models.CharField`` as
    well as what is imported by its own name; an import alone counts, too. What tests
    define counts in folders of tests, and what is vendored or generated does not. How
    many tests use a name decides between those that equally many other files use.
    Private names, ``__version__`` and such as ``_`` stand behind all others.
    """
    return code.once(_by_folder).get(folder, MostUsedOfFolder())


def summary_of(code: CodeMap, name: MostUsed) -> str:
    """Return the first sentence on a definition, empty where nothing is said of it."""
    definitions = code.facts(name.path).definitions
    summaries = (
        definition.summary
        for definition in definitions
        if definition.qualname == name.qualname
    )
    return next(filter(None, summaries), "")


def _by_folder(code: CodeMap) -> dict[str, MostUsedOfFolder]:
    """Return the most used names and files of each folder, which are read at once."""
    anchors, private = _anchors(code)
    outside: defaultdict[str, list[MostUsed]] = defaultdict(list)
    anywhere: defaultdict[str, list[MostUsed]] = defaultdict(list)
    files: defaultdict[str, list[_FileUse]] = defaultdict(list)
    rows = use_queries.users_of_definitions(code.store)
    # They are imported for what else their folder has.
    empty = {
        path for path, lines in file_queries.code_lines(code.store, "") if not lines
    }

    def counted(path: str, qualname: str, users: Sequence[str]) -> MostUsed:
        anchor = anchors[path, qualname]
        return MostUsed(path, qualname, anchor, *_numbers(path, users))

    for path, of_file in groupby(rows, lambda row: row[0]):
        folders = [above for above in folders_above(path) if counts_in(above, path)]
        importers: list[str] = []
        users_of_file: set[str] = set()
        for qualname, of_name in groupby(of_file, lambda row: row[1]):
            if not qualname and path.endswith(_OF_PACKAGE):
                continue
            users = [user for _, _, user in of_name]
            users_of_file.update(users)
            if not qualname:
                importers = users
            if (path, qualname) not in anchors:
                continue
            name = counted(path, qualname, users)
            for folder in folders:
                anywhere[folder].append(name)
                inside = f"{folder}/" if folder else ""
                users = [user for user in users if not user.startswith(inside)]
                if users:
                    used = counted(path, qualname, users)._replace(outside=True)
                    outside[folder].append(used)
        if users_of_file and path not in empty:
            use = _FileUse(
                path, _numbers(path, importers), _numbers(path, users_of_file)
            )
            for folder in folders:
                files[folder].append(use)

    return {
        folder: MostUsedOfFolder(
            _names(anywhere[folder], outside[folder], private), _files(used)
        )
        for folder, used in files.items()
    }


def _anchors(code: CodeMap) -> tuple[dict[tuple[str, str], str], set[tuple[str, str]]]:
    """Return the ids of definitions by path and qualified name; which are private."""
    anchors: dict[tuple[str, str], str] = {}
    private: set[tuple[str, str]] = set()
    rows = definition_queries.anchors_of_kinds(code.store, _KINDS)
    for path, kind, qualname, anchor, is_private in rows:
        if kind == "constant" and (path, outer_name(qualname)) in anchors:
            continue
        anchors.setdefault((path, qualname), anchor)
        # "__version__" is for all, as "_" is: it says of no project what it is about.
        if is_private or qualname.startswith("__") or not letters(qualname):
            private.add((path, qualname))
    return anchors, private


def _names(
    anywhere: Sequence[MostUsed],
    outside: Sequence[MostUsed],
    private: Container[tuple[str, str]],
) -> tuple[MostUsed, ...]:
    """Return the most used names of a folder.

    :param anywhere: its names, counted with their uses in the folder.
    :param outside: those that are used elsewhere, counted without these.
    """

    def rank(name: MostUsed) -> tuple[bool, int, int, str, str]:
        hidden = name[:2] in private
        return hidden, -name.users, -name.tests, name.qualname, name.path

    few = _most(outside) * _HARDLY < _most(anywhere)
    # What a package of Go defines for each platform has one of them.
    once: dict[tuple[str, str], MostUsed] = {}
    for name in anywhere if few or not outside else outside:
        other = once.setdefault(_place(name), name)
        if other is not name and rank(name) < rank(other):
            once[_place(name)] = name
    return tuple(nsmallest(NAMES, once.values(), key=rank))


def _place(name: MostUsed) -> tuple[str, str]:
    """Return where a name is: in a package of Go, or else in a file."""
    in_package = name.path.endswith(_OF_PACKAGE)
    where = name.path.rpartition("/")[0] if in_package else name.path
    return where, name.qualname


def _most(names: Iterable[MostUsed]) -> int:
    """Return by how many files that are no tests the most used of some names is."""
    return max((name.users for name in names), default=0)


def _numbers(path: str, users: Collection[str]) -> tuple[int, int]:
    """Return how many other files and how many tests use something of a file."""
    tests = 0 if is_test(path) else sum(map(is_test, users))
    return len(users) - tests, tests


class _FileUse(NamedTuple):
    path: str
    importers: tuple[int, int]
    users: tuple[int, int]


def _files(uses: Iterable[_FileUse]) -> RankedFiles:
    used = list(uses)
    imported = [(file.path, *file.importers) for file in used if any(file.importers)]
    # What a package has its own files use without an import.
    needing_none = sum(
        row_of(file.path).found_by == "packages" or file.path.endswith(_OF_PACKAGE)
        for file in used
    )
    by_imports = 2 * max(needing_none, len(used) - len(imported)) <= len(used)
    ranked = imported if by_imports else [(file.path, *file.users) for file in used]
    first = nsmallest(FILES, ranked, key=lambda row: (-row[1], -row[2], row[0]))
    return RankedFiles(tuple(first), by_imports)
