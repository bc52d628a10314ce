"""What Ruby requires, over the paths of a tree."""

from __future__ import annotations

import re
from collections.abc import Collection
from posixpath import basename, dirname, normpath
from typing import Final

from ...store.database import Store
from ..tree_paths import folders_above
from .import_rules import Find
from .includes import ScriptRules

#: What names of Ruby's own library begin with
#: (https://docs.ruby-lang.org/en/master/standard_library_md.html).
_STANDARD: Final = frozenset(
    {"English", "abbrev", "base64", "benchmark", "bigdecimal", "bundler", "cgi"}
    | {"coverage", "csv", "date", "delegate", "did_you_mean", "digest", "drb", "erb"}
    | {"error_highlight", "etc", "expect", "fcntl", "fiddle", "fileutils", "find"}
    | {"forwardable", "getoptlong", "io", "ipaddr", "irb", "json", "logger", "matrix"}
    | {"minitest", "monitor", "mutex_m", "net", "nkf", "objspace", "observer"}
    | {"open-uri", "open3", "openssl", "optparse", "ostruct", "pathname", "pp"}
    | {"prettyprint", "prime", "pstore", "psych", "pty", "racc", "rake", "rbconfig"}
    | {"rdoc", "readline", "reline", "resolv", "rinda", "ripper", "rubygems"}
    | {"securerandom", "set", "shellwords", "singleton", "socket", "stringio"}
    | {"strscan", "syslog", "tempfile", "test", "time", "timeout", "tmpdir", "tracer"}
    | {"tsort", "un", "uri", "weakref", "yaml", "zlib"}
)
#: How a path begins that is looked up beside the file.
_BESIDE: Final = ("./", "../")
_LIBRARY: Final = "lib"
#: The folders of a gem that paths begin in.
_LOOKED_IN: Final = frozenset({_LIBRARY, "features", "spec", "test", "tests"})
#: The folders of a gem or an application whose files are loaded with it, or when a
#: constant of theirs is asked for, which is there for all then
#: (https://guides.rubyonrails.org/autoloading_and_reloading_constants.html).
_LOADED: Final = frozenset({"app", _LIBRARY})
#: By custom all of a folder of tests below this is loaded by what these require:
#: ``Dir["spec/support/**/*.rb"].each { |file| require file }``.
_FOR_TESTS: Final = re.compile(r"((?:.*/)?(?:features|spec|test|tests)/)support/")


class RubyRules(ScriptRules):
    """Which files are required, and which files see each other by that."""

    def __init__(self, store: Store, files: Collection[str]) -> None:
        super().__init__(store, files)
        self._projects = {
            dirname(folder)
            for folder in {dirname(path) for path in files if path.endswith(".rb")}
            for folder in folders_above(f"{folder}/")
            if basename(folder) == _LIBRARY
        }

    def find(self, importer: str, module: str, level: int = 0) -> str:
        """Return the path of the file that is required; empty if none of the tree is.

        ``require "json"`` in a gem with a ``lib/gem/json.rb`` means another file.
        """
        name = module if module.endswith(".rb") else f"{module}.rb"
        if module.startswith(_BESIDE):
            return super().find(importer, name, level)
        return self._likely(importer, normpath(name), quoted=True)

    def _is_looked_in(self, folder: str) -> bool:
        """Tell whether it may be on the load path: of a gem not all in it are."""
        is_known = folder in self._projects or basename(folder) in _LOOKED_IN
        return is_known or self._projects.isdisjoint(folders_above(folder))

    def category(self, _importer: str, module: str, _level: int, _find: Find) -> str:
        """Return what is required that is not in the tree."""
        if module.startswith(_BESIDE):
            return "missing"
        first = module.partition("/")[0].removesuffix(".rb")
        return "standard library" if first in _STANDARD else "third party"

    def sees(self, path: str, other: str) -> bool:
        """Tell whether a file requires another, or the other is loaded for all."""
        is_loaded = not _LOADED.isdisjoint(other.split("/")[:-1])
        if not is_loaded and (helps := _FOR_TESTS.match(other)):
            is_loaded = path.startswith(helps[1])
        return (is_loaded and other.endswith(".rb")) or super().sees(path, other)
