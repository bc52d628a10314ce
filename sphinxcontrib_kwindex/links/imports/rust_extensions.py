"""What Rust defines of the extension modules that Python imports (PyO3).

A module of Rust is meant by the last part of its name in Python: where it is installed,
the names before that part say. What a class has may stand in several files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Final

from ...model.extension_names import EXPORTED, ITSELF
from ...model.named_tuple import NamedTuple
from ...model.names import Symbol, last_part, outer_name, split_name
from ...store.database import Store
from ...store.definition_queries import exposed_as, is_any_exposed
from ..languages.python import is_stub, stubbed
from ..languages.rust import SUFFIX
from ..tree_paths import folder_distance


class Offered(NamedTuple):
    """What has a name in Python."""

    path: str
    qualname: str
    """In Rust."""
    name: str
    """In Python, after that of its class."""


class RustExtensions:
    """What extension modules in Rust have.

    :param find_module: returns the file that a path of Rust means in a file.
    :param find_definition: returns where a name of a file is defined.
    """

    def __init__(
        self,
        store: Store,
        find_module: Callable[[str, str, int], str],
        find_definition: Callable[[str, str], Symbol | None],
    ) -> None:
        self._store = store
        self._find_module = find_module
        self._find_definition = find_definition
        self._places = cache(self._read_places)
        self._content = cache(self._read_content)
        self.child: Final = cache(self._find_child)
        self._any = is_any_exposed(store, SUFFIX)

    def module(self, importer: str, name: str) -> Offered | None:
        """Return the module that the last part of a dotted name means, if one does."""
        last = last_part(name)
        near = sorted(
            (folder_distance(importer, path), path, qualname)
            for path, qualname in self._places(last)
            if ITSELF in self._exports(path, qualname)
        )
        if not near or (len(near) > 1 and near[0][0] == near[1][0]):
            return None
        return Offered(near[0][1], near[0][2], last)

    def named(self, path: str, name: str) -> Symbol | None:
        """Return what a module of a file in Rust calls so."""
        if not self._any or not path.endswith(SUFFIX):
            return None
        places = {
            (at.path, at.qualname)
            for row in self._store.facts_of(path).exposed
            if row.name.endswith(EXPORTED)
            and row.qualname == ITSELF
            and (at := self.child(Offered(path, row.name[: -len(EXPORTED)], ""), name))
        }
        return places.pop() if len(places) == 1 else None

    def implemented(self, path: str, qualname: str, module: str) -> Symbol | None:
        """Return the definition that one of a stub stands for, if Rust has it.

        :param module: the dotted name of the stub.
        """
        if not self._any or not is_stub(path) or not qualname:
            return None
        parts = module.split(".")
        names = qualname.split(".")
        for number in range(len(parts), 0, -1):
            at = self.module(path, parts[number - 1])
            if at and (place := self._below(at, [*parts[number:], *names])):
                return place
        # The source beside it may take all of its names from a module.
        for row in self._store.imports(stubbed(path)):
            at = self.module(path, row.module)
            if at and (place := self._below(at, names)):
                return place
        return None

    def _below(self, at: Offered | None, names: Sequence[str]) -> Symbol | None:
        for name in names:
            at = at and self.child(at, name)
        return at and (at.path, at.qualname)

    def _find_child(self, owner: Offered, name: str) -> Offered | None:
        """Return what a class or a module has by a name, if it is known."""
        members = self._members(owner, name)
        if len(members) == 1:
            return Offered(*members[0], f"{owner.name}.{name}")
        if name == "__init__":
            return self.child(owner, "__new__")
        places = self._places(name)
        content = self._content(owner.path, owner.qualname) if places else ()
        fits = [place for place in places if place in content]
        return Offered(*fits[0], name) if len(fits) == 1 else None

    def _members(self, owner: Offered, name: str) -> list[Symbol]:
        """Return what a class has by a name, in its own file or in others."""
        of = last_part(owner.qualname)
        named = (self._places(f"{cls}.{name}") for cls in {owner.name, of})
        members = [
            (path, qualname, outer_name(qualname)) for path, qualname in chain(*named)
        ]
        here = [member[:2] for member in members if (member[0], member[2]) == owner[:2]]
        return here or [
            (path, qualname)
            for path, qualname, outer in members
            # There may be another class by its name.
            if last_part(outer) == of and (path, outer) not in self._places(of)
        ]

    def _read_content(self, path: str, qualname: str) -> frozenset[Symbol]:
        """Return what a module may have, and what it is filled by."""
        content: set[Symbol] = set()
        waiting = [(path, qualname)]
        while waiting:
            path, qualname = waiting.pop()
            for written in self._exports(path, qualname):
                for place in set(self._meant(path, written)) - content:
                    content.add(place)
                    if exports := self._exports(*place):
                        # It is filled by a function that is given it.
                        waiting += [place] if ITSELF not in exports else []
        return frozenset(content)

    def _meant(self, path: str, written: str) -> Iterator[Symbol]:
        """Yield what a path may mean in a file."""
        outer, last = split_name(written)
        several = [(outer, last)]
        if not outer or written.startswith(f"{ITSELF}::"):
            yield path, written.removeprefix(f"{ITSELF}::")
        if not outer:
            several = [
                (row.module, last if row.name == "*" else row.name)
                for row in self._store.imports(path)
                if row.bound == last or row.name == "*"
            ]
        for module, name in several:
            file = self._find_module(path, module, 0)
            if file and (definition := self._find_definition(file, name)):
                yield definition

    def _exports(self, path: str, qualname: str) -> list[str]:
        places = self._places(f"{qualname}{EXPORTED}")
        return [written for file, written in places if file == path]

    def _read_places(self, name: str) -> tuple[Symbol, ...]:
        rows = exposed_as(self._store, name)
        return tuple(row for row in rows if row[0].endswith(SUFFIX))
