"""What the imports of JavaScript and TypeScript mean, over the paths of a tree.

A path is that of a file, with or without its suffix, or of a folder with an ``index``;
``x.js`` may stand for the ``x.ts`` that it is made of. A name is what a configuration
above the importing file says, or a package of the tree by its ``package.json``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from posixpath import dirname, join, normpath
from typing import Final

from ...analysis.project.module_paths import (
    EXPORTED,
    EXTENDS,
    PACKAGE,
    has_module_paths,
)
from ...store.database import Store
from ..tree_paths import folders_above
from .import_rules import Find, ImportRules

_TYPESCRIPT: Final = (".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts")
_JAVASCRIPT: Final = (".js", ".jsx", ".mjs", ".cjs")
_OTHERS: Final = (".json", ".vue", ".svelte", ".astro")
#: What a file is made of, by the suffix that it is imported with.
_MADE_OF: Final = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts", ".d.cts"),
}
#: Folders that are made of others, and these.
_MADE: Final = ("dist", "lib", "build", "out", "esm", "cjs", "es")
_MADE_FROM: Final = ("src", "lib")
_MOST_EXTENDED: Final = 5
#: The modules of Node.js: https://nodejs.org/api/
_NODE_NAMES: Final = """
assert async_hooks buffer child_process cluster console constants crypto dgram
diagnostics_channel dns domain events fs http http2 https inspector module net
os path perf_hooks process punycode querystring readline repl stream
string_decoder sys timers tls trace_events tty url util v8 vm wasi
worker_threads zlib
"""
_NODE: Final = frozenset(_NODE_NAMES.split())
#: What begins a path, or the name of a module of the project itself: ``~/a``, ``@/a``.
#: No package of npm is called so.
_NO_PACKAGES: Final = (".", "#", "/", "~/", "~~/", "@/", "@@/", "$lib")
_NUXT: Final = ("app", "src", "")
#: Where names lead below a folder with a file of such a stem, whatever that says:
#: https://svelte.dev/docs/kit/$lib, https://nuxt.com/docs/api/nuxt-config#alias,
#: https://cli.vuejs.org/guide/webpack.html
_CUSTOMS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "svelte.config": {"$lib": ("src/lib",)},
    "nuxt.config": {
        **dict.fromkeys(("~", "@"), _NUXT),
        **dict.fromkeys(("~~", "@@"), ("",)),
        "#shared": ("shared",),
    },
    "vue.config": {"@": ("src",)},
}

Paths = defaultdict[str, list[str]]
"""Where modules may be, by what they are called."""


class ModuleRules(ImportRules):
    """Where imports lead."""

    def __init__(self, store: Store, files: Collection[str]) -> None:
        self._files = files
        self._configured: dict[str, Paths] = {}
        """By folder, those that a configuration there says."""
        self._packages: defaultdict[str, Paths] = defaultdict(lambda: defaultdict(list))
        """The same of packages, by their names."""
        self._mains: dict[str, list[str]] = {}
        """Where the module may be that a folder with a package is."""
        said: dict[str, list[tuple[str, str]]] = {}
        for path in sorted(files):
            name = path.rpartition("/")[2]
            if not name.endswith(".json") or not has_module_paths(name):
                continue
            rows = store.facts_of(path).module_paths
            said[path] = [
                (called, where if called == EXTENDS else join(dirname(path), where))
                for called, where in rows
                if not called.startswith(EXPORTED)
            ]
        for path in said:
            self._add(path, said)
        for path in files:
            folder, _, name = path.rpartition("/")
            stem, _, suffix = name.rpartition(".")
            if stem not in _CUSTOMS or f".{suffix}" not in (*_JAVASCRIPT, *_TYPESCRIPT):
                continue
            paths = self._configured.setdefault(folder, defaultdict(list))
            for called, places in _CUSTOMS[stem].items():
                for rest in ("", "/*"):
                    paths[f"{called}{rest}"] += [
                        join(folder, f"{place}{rest}".lstrip("/")) for place in places
                    ]

    def _add(self, path: str, said: dict[str, list[tuple[str, str]]]) -> None:
        folder, _, name = path.rpartition("/")
        paths = self._configured.setdefault(folder, defaultdict(list))
        if name != PACKAGE:
            for called, where in _extended(path, said):
                paths[called].append(where)
            return
        own: Paths = defaultdict(list)
        for called, where in said[path]:
            (paths if called.startswith("#") else own)[called].append(where)
        for called, places in own.items():
            # A workspace may be called as one of its packages.
            self._packages[_package(called)][called] += places
            if called == _package(called):
                self._mains[folder] = places

    def find(self, importer: str, module: str, _level: int) -> str:
        """Return the path of the file that an import means; empty if none does.

        :param module: empty for the importing file, which reads what it exports itself.
        """
        if not module:
            return importer
        module = module.partition("?")[0]
        if module.startswith("."):
            return self._file(join(dirname(importer), module), importer)
        for folder in folders_above(importer):
            if file := self._named(self._configured.get(folder), module, importer):
                return file
        return self._named(
            self._packages.get(_package(module)), module, importer
        ) or self._below(importer, module)

    def _below(self, importer: str, module: str) -> str:
        """Return the file of a path from a folder above, as loaders take it.

        A name alone may be that of a package.
        """
        first, slash, _ = module.partition("/")
        if not slash or not first.isidentifier():
            return ""
        for folder in folders_above(importer):
            if file := self._file(join(folder, module), importer):
                return file
        return ""

    def _named(self, paths: Paths | None, module: str, importer: str) -> str:
        """Return the path of the file that some paths have for a module."""
        for where in _matching(paths or {}, module):
            if file := self._file(where, importer):
                return file
        return ""

    def _file(self, path: str, importer: str) -> str:
        """Return the file that a path without a suffix, or that of a folder, means."""
        return next(self.files_of(path, importer), "")

    def files_of(self, path: str, importer: str) -> Iterator[str]:
        """Yield the files that such a path may mean, the likeliest first."""
        path = normpath(path)
        if path.startswith(".."):
            return
        mains = self._mains.get("" if path == "." else path, ())
        # Node.js reads a folder's package before its "index", which may declare types.
        typed = importer.endswith(_TYPESCRIPT)
        for place in (path, *mains) if typed else (*mains, path):
            for base in (place, *_sources(place)):
                for name in _names(base, importer):
                    if name in self._files:
                        yield name

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what a module is that is not in the tree."""
        if module.startswith("node:") or module.partition("/")[0] in _NODE:
            return "standard library"
        if module.startswith(_NO_PACKAGES) or _package(module) in self._packages:
            return "missing"
        return "third party"


def _extended(
    path: str, said: dict[str, list[tuple[str, str]]]
) -> Iterator[tuple[str, str]]:
    """Yield what a configuration says, and then what it extends."""
    for _ in range(_MOST_EXTENDED):
        above = ""
        for called, where in said.get(path, ()):
            if called == EXTENDS:
                above = normpath(join(dirname(path), where))
            else:
                yield called, where
        if not above:
            return
        path = above if above in said else f"{above}.json"


def _package(module: str) -> str:
    """Return the name of the package that a module is of."""
    parts = module.split("/")
    return "/".join(parts[: 2 if module.startswith("@") else 1])


def _matching(paths: dict[str, list[str]], module: str) -> Iterator[str]:
    """Yield where a module may be: by its name, then by the longest beginning."""
    yield from paths.get(module, ())
    for called in sorted(
        (path for path in paths if "*" in path), key=len, reverse=True
    ):
        start, _, end = called.partition("*")
        if module.startswith(start) and module.endswith(end):
            rest = module[len(start) : len(module) - len(end)]
            yield from (where.replace("*", rest, 1) for where in paths[called])


def _sources(path: str) -> Iterator[str]:
    """Yield paths of what a file may be made of, beside the folder that is made.

    Bundlers give what they make of ``x.ts`` suffixes of their own.
    """
    parts = path.split("/")
    for at, part in enumerate(parts):
        if part in _MADE:
            end = at + 1
            while end < len(parts) - 1 and parts[end] in _MADE:
                end += 1
            for source in _MADE_FROM:
                made_of = "/".join((*parts[:at], source, *parts[end:]))
                yield made_of
                if made_of.endswith((".mjs", ".cjs")):
                    yield f"{made_of[:-4]}.js"
            return


def _names(path: str, importer: str) -> Iterator[str]:
    """Yield the paths of the files that a path may mean, the likeliest first."""
    yield path
    stem, dot, suffix = path.rpartition(".")
    if dot and "/" not in suffix:
        yield from (stem + ending for ending in _MADE_OF.get(dot + suffix, ()))
    suffixes = (*_TYPESCRIPT, *_JAVASCRIPT, *_OTHERS)
    if importer.endswith(_JAVASCRIPT):
        suffixes = (*_JAVASCRIPT, *_TYPESCRIPT, *_OTHERS)
    folder = "" if path == "." else f"{path}/"
    for start in (path, f"{folder}index"):
        yield from (start + ending for ending in suffixes)
