"""By which names others import what a tree defines.

In Python a definition is public if no part of its dotted name begins with an underscore
and its module has it in ``__all__``, where there is such a list, else if it does not
stand behind ``if __name__ == "__main__":``; and what a public module imports and lists
in ``__all__``, or a package imports from its own modules, is public by that name, too.
Tests, examples and scripts outside of packages or without a suffix are nobody's
interface, nor are hidden files and what builds a project. In other languages the
language says what is for all, and of JavaScript the package (:mod:`.package_exports`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Final

from ...analysis.languages.registry import family_of, is_of_python, language_of
from ...links.expressions.method_resolution import known_attributes
from ...links.languages.includes import SOURCES
from ...links.languages.python import (
    is_package_file,
    is_source_folder,
    is_stub,
    stubbed,
)
from ...links.places import GETATTR, External, Target
from ...model.facts import is_private
from ...model.kinds import VALUES
from ...model.named_tuple import NamedTuple
from ...scan.test_paths import is_test_or_example
from ..code_map import CodeMap
from ..testing.files_with_tests import holds_tests
from .package_exports import files_kept_inside

#: The languages of what only those run who work on a project.
_BUILDERS: Final = frozenset({"Makefile", "Docker"})
#: What tools read that build, check or test a project, as in JavaScript.
_CONFIGURATION: Final = re.compile(r"\.config\.[cm]?[jt]s$|(?:^|/)\.")
#: What setuptools, nox and Sphinx run, where it is in no package.
_RUN: Final = re.compile(r"(?:^|/)(?:setup|noxfile|conf)\.py$")
#: A name by which JavaScript says that something is its own; ``_`` alone is a library.
_OWN: Final = re.compile(r"(?:^|\.)_+[^\W_]")
#: What a class may have a member of whose base nothing is known.
_UNKNOWN: Final = "a base that is not known"
#: What every class has. Of the first method, callers see what it takes.
_OF_ALL: Final = frozenset(vars(object)) - {"__init__", "__new__"}
#: What may give it at run time.
_DYNAMIC: Final = "__getattr__()"


class Found(NamedTuple):
    """What a dotted name leads to."""

    where: Target | None = None
    """``None`` for something of another project."""
    perhaps: str = ""
    """What has to be known for that to be sure: a class of another project."""

    @property
    def sure(self) -> bool:
        """Whether it is surely there."""
        return not self.perhaps


class PublicNames:
    """The names by which what a tree defines is imported from outside."""

    def __init__(self, code: CodeMap) -> None:
        self._code = code
        rows = {row.path: row for row in code.files_in()}
        self.files = {
            path: row
            for path, row in rows.items()
            if not (is_stub(path) and stubbed(path) in rows)
        }
        """All but stubs beside the source, which defines the same."""
        self.is_public = cache(self._is_public)
        self._of_program = cache(self._find_of_program)
        self._private = cache(self._find_private)
        self._offered: dict[str, dict[str, Target | None]] = {}

    def names(self, where: Target) -> tuple[str, ...]:
        """Return the names by which a definition is public, that of its module first.

        :param where: a definition, or a file of Python.
        """
        if not is_of_python(where.path):
            hidden = where.qualname in self._private(where.path)
            own = where.path in self.files and self._is_for_others(where.path)
            return (where.qualname,) if own and where.qualname and not hidden else ()
        top, _, inside = where.qualname.partition(".")
        # What a class has slots for, others ask it for by the names of these.
        if is_private(inside) or inside.rpartition(".")[2] == "__slots__":
            return ()
        rest = f".{inside}" if inside else ""
        names = []
        if self.is_public(where.path) and (not top or self._lists(where.path, top)):
            module = self._code.modules.name(where.path)
            names.append(f"{module}.{where.qualname}" if top else module)
        others = self._elsewhere.get(Target(where.path, top), ()) if top else ()
        return (*names, *(f"{name}{rest}" for name in others))

    def _is_public(self, path: str) -> bool:
        """Tell whether a file of Python is a public module."""
        modules = self._code.modules
        known = is_of_python(path) and path in self.files
        if not known or is_private(modules.name(path)):
            return False
        in_package = path.rpartition("/")[0] in modules.packages
        if modules.packages and not in_package:
            in_package = is_source_folder(modules.root_of(path))
        if not in_package and (modules.packages or _RUN.search(path)):
            return False
        return self._is_for_others(path)

    def offered(self, path: str) -> dict[str, Target | None]:
        """Return what a module imports and offers as its own, by name.

        ``None`` stands for something of another project.
        """
        if path not in self._offered:
            # Modules may import each other with a star.
            self._offered[path] = {}
            self._offered[path] = dict(self._find_offered(path))
        return self._offered[path]

    def find(self, dotted: str) -> Found | None:
        """Return what a dotted name leads to; ``None`` if that is not there."""
        module, rest = self._code.modules.beginning(dotted.split("."))
        return self._in_module(module, rest) if module else None

    def leads(self, dotted: str) -> bool:
        """Tell whether a dotted name surely leads to something."""
        end = self.find(dotted)
        return end is not None and end.sure

    def is_outside(self, dotted: str) -> bool:
        """Tell whether a dotted name surely leads to something of another project."""
        end = self.find(dotted)
        return end is not None and end.sure and end.where is None

    def _in_module(self, module: str, rest: list[str]) -> Found | None:
        """Return what stands in a module, by the names that lead there."""
        if not rest:
            return Found(Target(module, ""))
        several = self._code.import_resolver.find_definitions(module, rest[0])
        inside = [(path, name) for path, name in several if path]
        if not inside:
            return self._from_outside(module, rest[0])
        path, name = inside[0]
        if name == GETATTR != rest[0]:
            return Found(None, _DYNAMIC)
        if self._is_fallback(path, name):
            return Found()
        return self._inside(Target(path, name), rest[1:])

    def member(self, cls: Target, name: str) -> Found | None:
        """Return where a class has a member, its own or an inherited one."""
        members = self._code.class_members
        if name in members.of_class(cls):
            return Found(cls.member(name))
        if owner := members.inherited_from(*cls, name):
            return Found(owner.member(name))
        above = self._code.class_hierarchy.ancestors_of(*cls)
        perhaps = "" if above.complete else _UNKNOWN
        if name in _OF_ALL:
            return Found()
        if "__getattr__" in members.of_class(cls):
            perhaps = _DYNAMIC
        for base in (ancestor.base for ancestor in above.classes):
            if isinstance(base, External):
                known = known_attributes(base.dotted)
                if known is None:
                    perhaps = base.dotted
                elif name in known:
                    return Found()
            elif name in (inherited := members.of_class(base)):
                # It is there, whatever comes before it.
                return Found(base.member(name))
            elif "__getattr__" in inherited:
                perhaps = _DYNAMIC
        return Found(None, perhaps) if perhaps else None

    def _is_fallback(self, path: str, name: str) -> bool:
        """Tell whether data stands for something of another project without that."""
        if path not in self.files:
            return False
        own = self._code.import_resolver.names(path)
        if name not in own.imports or own.definitions.get(name) != 1:
            return False
        outside = self._from_outside(path, name)
        return outside is not None and outside.sure

    def _from_outside(self, path: str, name: str) -> Found | None:
        """Return what gives a module a name that nothing in the tree defines."""
        links = self._code.import_resolver
        waiting, seen, perhaps = [(path, name)], set[tuple[str, str]](), ""
        while waiting:
            module, wanted = asked = waiting.pop()
            if module not in self.files or asked in seen:
                continue
            seen.add(asked)
            own = links.names(module)
            if "__getattr__" in own.definitions:
                perhaps = perhaps or _DYNAMIC
            stub = is_stub(module)
            taken = [row for row in own.imports.get(wanted, ()) if row.runs or stub]
            for row in (*taken, *own.stars):
                is_star = row.name == "*"
                target = links.find_module(row.path, row.module, row.level)
                if not target:
                    where = links.category(row.path, row.module, row.level)
                    # What a build makes is missing, and is there where it must be.
                    if not is_star and (where != "missing" or not row.branch):
                        return Found()
                    if where != "missing" and not wanted.startswith("_"):
                        perhaps = perhaps or row.module
                elif is_star and links.is_exported(target, wanted):
                    waiting.append((target, wanted))
                elif row.name and not is_star:
                    waiting.append((target, row.name))
        return Found(None, perhaps) if perhaps else None

    def _inside(self, where: Target, rest: list[str]) -> Found | None:
        """Return what stands in something, by the names that lead there."""
        if not rest or not where.path:
            return Found(where if where.path else None)
        if not where.qualname:
            if is_of_python(where.path):
                return self.find(".".join([self._code.modules.name(where.path), *rest]))
            # An extension module is not found by its name.
            return self._in_module(where.path, rest)
        end: Found | None = Found(where)
        for name in rest:
            if end is None or end.where is None:
                return end
            cls = self.class_meant(end.where)
            rows = self._code.definitions_called(*cls)
            if rows and all(row.kind in VALUES for row in rows):
                # Nothing is known of what a value has.
                return Found(None, end.where.qualname)
            end = self.member(cls, name)
        return end

    def class_meant(self, where: Target) -> Target:
        """Return the class that a value is another name for, else the value."""
        values = {
            definition.value
            for definition in self._code.facts(where.path).definitions
            if definition.qualname == where.qualname and definition.kind in VALUES
        }
        for value in values if len(values) == 1 else ():
            place = self._code.import_resolver.find_definition(where.path, value)
            rows = self._code.definitions_called(*place) if place else ()
            if place and rows and all(row.kind == "class" for row in rows):
                return Target(*place)
        return where

    def _find_offered(self, path: str) -> Iterator[tuple[str, Target | None]]:
        exports = self.files[path].exports
        if exports is None and not is_package_file(path):
            return
        links = self._code.links(path)
        folder = path.rpartition("/")[0]
        below = f"{folder}/" if folder else ""
        own = self._code.import_resolver.names(path).definitions or ()
        # Then imports for type checkers tell what is there.
        told = is_stub(path) or (exports is not None and "__getattr__" in own)
        for row in self._code.store.imports(path):
            link = links[row.ordinal]
            if row.lazy or not (row.runs or told):
                continue
            target = Target(link.target, link.qualname) if link.qualname else None
            if row.name == "*":
                if target is None and link.target in self.files:
                    yield from self._from_star(path, link.target)
            elif exports is not None:
                if row.bound in exports and (target or not link.target):
                    yield row.bound, target
            elif target and target.path.startswith(below) and not is_private(row.bound):
                yield row.bound, target

    def _from_star(self, path: str, module: str) -> Iterator[tuple[str, Target]]:
        """Yield what a star import takes, as far as its module offers that."""
        own = [(row.qualname, module) for row in self._code.definitions(module)]
        names = {name: Target(where, name) for name, where in own if "." not in name}
        exports = self.files[path].exports
        for name, target in {**names, **self.offered(module)}.items():
            taken = self._code.import_resolver.is_exported(module, name)
            if target and taken and (exports is None or name in exports):
                yield name, target

    @cached_property
    def _elsewhere(self) -> dict[Target, list[str]]:
        """The names by which modules offer what others define."""
        names: defaultdict[Target, list[str]] = defaultdict(list)
        for path in filter(self.is_public, self.files):
            module = self._code.modules.name(path)
            for name, target in self.offered(path).items():
                if target is not None:
                    names[target].append(f"{module}.{name}")
        return dict(names)

    def _lists(self, path: str, name: str) -> bool:
        exports = self.files[path].exports
        if exports is not None:
            return name in exports
        return not is_private(name) and name not in self._of_program(path)

    def _find_of_program(self, path: str) -> frozenset[str]:
        """Return what only who runs a file has: it stands behind the main guard."""
        start = self.files[path].main_line
        known = self._code.facts(path).definitions if start else ()
        early = {definition.qualname for definition in known if definition.line < start}
        return frozenset(definition.qualname for definition in known) - early

    def _is_for_others(self, path: str) -> bool:
        language = language_of(path)
        # What has no suffix is run, and never imported.
        is_run = language is None or language.name in _BUILDERS
        is_run |= _CONFIGURATION.search(path) is not None
        # Only what is below the folder around it imports from there.
        is_run |= path.endswith(".go") and (
            "/internal/" in f"/{path}" or self._code.facts(path).package == "main"
        )
        is_read = holds_tests(self._code, path) or is_test_or_example(path)
        # A generated header is included; what Cython writes is not.
        is_written = path.endswith(SOURCES) and self.files[path].reason == "generated"
        return not (is_run or is_read or is_written or path in self._kept_inside)

    @cached_property
    def _kept_inside(self) -> frozenset[str]:
        return files_kept_inside(self._code, self.files)

    def _find_private(self, path: str) -> frozenset[str]:
        facts = self._code.facts(path)
        # Macros of Rust are seen in all of their crate, and outside if they say so.
        macros = {
            macro.qualname
            for macro in facts.definitions
            if (facts.language, macro.kind) == ("rust", "macro")
            and "pub" not in macro.modifiers
        }
        own = set[str]()
        if family_of(path) == "javascript":
            own = {
                row.qualname for row in facts.definitions if _OWN.search(row.qualname)
            }
        return facts.private_names() | macros | own
