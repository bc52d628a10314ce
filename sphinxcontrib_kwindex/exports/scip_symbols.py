"""Symbols of the SCIP format: how an index names definitions, here and elsewhere.

Those of Python are what scip-python gives them, so that the indexes of several
repositories fit together. Those of other languages begin with the path of their file.

The grammar is a comment in
https://github.com/sourcegraph/scip/blob/main/scip.proto
"""

from __future__ import annotations

import builtins
import re
import sys
import tomllib
from contextlib import suppress
from functools import cache, lru_cache
from typing import Final

from ..analysis.languages.registry import is_of_python
from ..codemap.code_map import CodeMap
from ..codemap.distributions import distribution_names
from ..links.expressions.method_resolution import known_class
from ..links.languages.python import is_source_folder, is_stub, stubbed, without_stubs
from ..model.kinds import CALLABLES, KINDS, MEMBERS, TYPES, WITH_BODY
from ..model.names import enclosing, last_part, parts_of
from ..model.rows import ReferenceRow
from ..store.import_queries import imported_modules

_PYTHON: Final = "scip-python python"
_OTHERS: Final = "kwindex ."
_SIMPLE: Final = re.compile(r"[A-Za-z0-9_+$-]+")
#: What a part of a symbol ends with, by the kind of what it names.
_ENDS: Final = {
    **dict.fromkeys(TYPES, "#"),
    **dict.fromkeys(CALLABLES, "()."),
    "macro": "!",
    "namespace": "/",
}
_TERM: Final = "."
_MODULE: Final = "__init__:"
_PROJECT: Final = "pyproject.toml"
_ANNOTATED: Final = re.compile(r"^(\w+)\s*:", re.MULTILINE)


class Symbols:
    """The symbols of a tree."""

    def __init__(self, code: CodeMap) -> None:
        self._code = code
        self._package = _package(code)
        self.kinds = lru_cache(512)(self._kinds)
        self._owners = lru_cache(512)(self._find_owners)
        self._annotated = lru_cache(512)(self._find_annotated)
        self._beginning = lru_cache(512)(self._find_beginning)
        self.outside = cache(self._outside)
        self.of_definition = lru_cache(1 << 14)(self._of_definition)
        self._modules = frozenset(imported_modules(code.store))
        self._tops = {name.partition(".")[0] for name in self._modules}

    def of_file(self, path: str) -> str:
        """Return the symbol of a file as a whole."""
        module = _MODULE if is_of_python(path) else ""
        return f"{self._beginning(path)}{module}"

    def _of_definition(self, path: str, qualname: str, kind: str) -> str:
        """Return the symbol of a definition."""
        end = _escaped(last_part(qualname)) + _ENDS.get(kind, _TERM)
        if not (owner := self._owners(path).get(qualname) or enclosing(qualname)):
            twice = is_of_python(path) and qualname in self._annotated(path)
            return self._beginning(path) + end * (1 + twice)
        is_in_class = is_of_python(path) or kind in MEMBERS
        unknown = "class" if is_in_class else "namespace"
        outer = self.kinds(path).get(owner, unknown)
        return self.of_definition(path, owner, outer) + end

    def of_parameter(self, path: str, function: str, name: str) -> str:
        """Return the symbol of a parameter; empty if its function is not shown."""
        kind = self.kinds(path).get(function)
        if kind is None:
            return ""
        return f"{self.of_definition(path, function, kind)}({_escaped(name)})"

    def of_row(self, row: ReferenceRow) -> str:
        """Return the symbol of what an identifier leads to.

        It is empty for what has none: a folder, a line, a note.
        """
        if row.kind == "file":
            return self.of_file(row.path)
        if row.kind == "parameter":
            function, _, name = row.qualname.rpartition(".")
            return self.of_parameter(row.path, function, name)
        if row.path and row.qualname and row.kind in KINDS:
            return self.of_definition(row.path, row.qualname, row.kind)
        return ""

    def _kinds(self, path: str) -> dict[str, str]:
        """Return the kinds of the definitions of a file by qualified name.

        Of several of one name that of which others are a part.
        """
        kinds: dict[str, str] = {}
        for row in self._code.definitions(path):
            if row.qualname not in kinds or row.kind in WITH_BODY:
                kinds[row.qualname] = row.kind
        return kinds

    def _find_owners(self, path: str) -> dict[str, str]:
        """Return by which classes functions in methods of Python are named.

        scip-python leaves the method out. Of two that would have one name, nobody
        could tell which is meant; these are named with it.
        """
        kinds = self.kinds(path) if is_of_python(path) else {}
        named: dict[tuple[str, str], list[str]] = {}
        for qualname in (name for name, kind in kinds.items() if kind in CALLABLES):
            owner = enclosing(qualname)
            while kinds.get(owner) in CALLABLES:
                owner = enclosing(owner)
            named.setdefault((owner, last_part(qualname)), []).append(qualname)
        return {
            names[0]: owner
            for (owner, _), names in named.items()
            if owner and len(names) == 1
        }

    def _find_annotated(self, path: str) -> frozenset[str]:
        """Return the variables of a module that its lines annotate, which scip-python
        names twice.
        """
        return frozenset(_ANNOTATED.findall(self._code.text(path)))

    def _find_beginning(self, path: str) -> str:
        if not is_of_python(path):
            return f"{_OTHERS} {self._package} {_escaped(path)}/"
        return f"{_PYTHON} {self._package} {_escaped(self._module(path))}/"

    def _module(self, path: str) -> str:
        """Return the name of a module, which no other file of the tree has.

        It is named by its path where it is imported from neither the root nor a folder
        such as ``src``, or another one has its name.
        """
        modules = self._code.modules
        name, root = modules.name(path), modules.root_of(path)
        called = without_stubs(self._code.modules.called(name))
        # No module is called as ".py".
        own = {path, stubbed(path) if is_stub(path) else path}
        is_first = not own.isdisjoint(called[:1])
        if is_first and (not root or is_source_folder(root)):
            return name
        stem = path.rpartition(".")[0].removesuffix("/__init__")
        if modules.root_name:
            stem = f"{modules.root_name}/{stem}"
        return stem.replace("/", ".")

    def _outside(self, dotted: str, *, python: bool) -> str:
        """Return the symbol of what belongs to another project.

        Of a class that Python brings along it is known that it is one.
        """
        if not python:
            *above, name = parts_of(dotted)
            spaces = "".join(f"{_escaped(part)}/" for part in above)
            return f"{_OTHERS} . . {spaces}{_escaped(name)}{_TERM}"
        parts = dotted.split(".")
        if parts[0] not in self._tops and hasattr(builtins, parts[0]):
            parts.insert(0, "builtins")
        count = len(parts)
        while count > 1 and ".".join(parts[:count]) not in self._modules:
            count -= 1
        module = ".".join(parts[:count])
        if parts[0] in sys.stdlib_module_names:
            package = "python-stdlib"
        else:
            package = next(iter(distribution_names(module)), parts[0])
        symbol = f"{_PYTHON} {_spaced(package)} . {_escaped(module)}/"
        if count == len(parts):
            return symbol + _MODULE
        for number in range(count, len(parts)):
            symbol += _escaped(parts[number]) + _end(".".join(parts[: number + 1]))
        return symbol


def _end(dotted: str) -> str:
    if known_class(dotted):
        return "#"
    owner, _, name = dotted.rpartition(".")
    holder = builtins if owner == "builtins" else known_class(owner)
    return "()." if holder and callable(getattr(holder, name, None)) else _TERM


def _escaped(name: str) -> str:
    if _SIMPLE.fullmatch(name):
        return name
    return f"`{name.replace('`', '``')}`"


def _spaced(text: str) -> str:
    """Return a part of a symbol in front of the descriptors."""
    return text.replace(" ", "  ") or "."


def _package(code: CodeMap) -> str:
    """Return name and version of the package that a tree is, as far as it says so."""
    project: object = None
    if code.has_file(_PROJECT):
        with suppress(OSError, ValueError, RecursionError):
            text = (code.root / _PROJECT).read_text("utf-8")
            project = tomllib.loads(text).get("project")
    values = project if isinstance(project, dict) else {}
    known = (values.get(key) for key in ("name", "version"))
    name, version = (text if isinstance(text, str) else "" for text in known)
    name = name or valid_unicode(code.root.name)
    return f"{_spaced(name)} {_spaced(version)}"


def valid_unicode(text: str) -> str:
    """Return a text that can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")
