"""Which files of JavaScript others may import, as ``exports`` of ``package.json`` say.

See https://nodejs.org/api/packages.html#exports: what is not listed there cannot be
imported from outside of the package.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from posixpath import dirname, join
from typing import Final

from ...analysis.languages.registry import family_of
from ...analysis.project.module_paths import EXPORTED, PACKAGE
from ...links.tree_paths import folders_above
from ...model.grouped import grouped
from ..code_map import CodeMap

#: How many patterns of a package are looked at; with more, it may export anything.
_MOST_PATTERNS: Final = 100
#: Stands behind all characters of a path.
_LAST: Final = chr(0x10FFFF)
#: What is exported besides modules.
_NO_MODULES: Final = (".json", ".css", ".scss", ".less", ".wasm")


def files_kept_inside(code: CodeMap, paths: Collection[str]) -> frozenset[str]:
    """Return the files of JavaScript of which no package offers anything to others.

    A package of which an export is not in the tree, as one that a build makes may be,
    and one that says nothing of exports offer all of their files.

    :param paths: the files of the tree.
    """
    modules = sorted(path for path in paths if family_of(path) == "javascript")
    entries: set[str] = set()
    packages: dict[str, bool] = {}
    for path in paths:
        if path.rpartition("/")[2] == PACKAGE and code.facts(path).module_paths:
            offered = list(_entries(code, path, modules))
            packages[dirname(path)] = bool(offered) and all(offered)
            entries.update(*offered)
    if True not in packages.values():
        return frozenset()
    reached = _reached(code, entries)
    return frozenset(
        path
        for path in modules
        if path not in reached
        and next((packages[it] for it in folders_above(path) if it in packages), False)
    )


def _entries(
    code: CodeMap, package: str, modules: Sequence[str]
) -> Iterator[Collection[str]]:
    """Yield for each export of a package the files that it may mean.

    :param modules: the files of JavaScript, sorted.
    """
    folder = dirname(package)
    find = partial(code.import_resolver.find_module, join(folder, "index.js"))
    rows = [
        row
        for row in code.facts(package).module_paths
        if row[0].startswith(EXPORTED) and not row[1].endswith(_NO_MODULES)
    ]
    with_patterns = sum("*" in where for _, where in rows) <= _MOST_PATTERNS
    for targets in grouped(rows).values():
        files = {find(f"./{target}", 0) for target in targets}
        for target in targets:
            start, star, end = join(folder, target).partition("*")
            if star and with_patterns:
                first = bisect_left(modules, start)
                below = modules[first : bisect_left(modules, f"{start}{_LAST}")]
                files.update(path for path in below if path.endswith(end))
        yield files - {""}


def _reached(code: CodeMap, entries: Iterable[str]) -> set[str]:
    """Return some files with those from which they export something."""
    reached, waiting = set[str](), list(entries)
    while waiting:
        if (path := waiting.pop()) not in reached and family_of(path) == "javascript":
            reached.add(path)
            modules = set(_exported_from(code, path))
            waiting += (code.import_resolver.find_module(path, it, 0) for it in modules)
    return reached


def _exported_from(code: CodeMap, path: str) -> Iterator[str]:
    """Yield the modules of which a file exports something."""
    names = code.import_resolver.names(path)
    for row in chain(names.stars, *names.imports.values()):
        yield row.module
    references = code.identifiers(path)
    for _, number in references.exports:
        if (spec := references.specs[number]).kind == "module":
            yield spec.base
