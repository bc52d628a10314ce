"""Who in a tree uses a definition, or still asks for one that is gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache

from ...analysis.languages.registry import is_of_python
from ...links.expressions.expression_targets import IdentifierResolver
from ...links.languages.python import is_package_file
from ...links.places import Instance, Target
from ...links.tree_paths import folder_distance
from ...model.facts import FileFacts
from ...model.grouped import grouped
from ...model.names import last_part
from ...model.references import IMPORTED, MENTION, Spec, names_around
from ...model.rows import UseRow
from ...store.change_queries import requested_names
from ...store.use_queries import uses_with_lines
from ..code_map import CodeMap
from .version import Version, work_tree


class LostMembers:
    """Looks for what asks for members where none is found.

    Only what is surely an object of a class counts, if all bases of that are known and
    no class below it has the member.

    :param names: those of the members.
    """

    def __init__(self, version: Version, names: Collection[str]) -> None:
        code = version.code
        self._version = version
        self._names = frozenset(names)
        self._resolver = IdentifierResolver(code.import_resolver)
        self._uses: defaultdict[str, list[tuple[Target, UseRow]]] = defaultdict(list)
        for path, requested in requested_names(code.store).items():
            if is_of_python(path) and not self._names.isdisjoint(requested.split()):
                self._read(path, code.store.all_facts_of(path))

    def users(self, owner: Target, name: str) -> Iterator[UseRow]:
        """Yield what asks a class, or one below it, for a member that is not there.

        :param owner: the class that had it.
        """
        for cls, row in self._uses[name]:
            if owner in self._resolver.mro(cls):
                yield row

    def _read(self, path: str, facts: FileFacts) -> None:
        classes = {
            number: cls
            for number, spec in enumerate(facts.references.specs)
            if spec.steps[-1:]
            and spec.steps[-1] in self._names
            and (cls := self._asked_class(path, spec))
        }
        last = max((block.last for block in facts.references.blocks), default=0)
        around = names_around(facts.references.blocks, last)
        seen = set()
        for reference in facts.references.iterate() if classes else ():
            line, cls = reference.line, classes.get(reference.spec)
            name = facts.references.specs[reference.spec].steps[-1:]
            if cls is None or (line, name) in seen:
                continue
            seen.add((line, name))
            where = around[line] if line <= last else ""
            row = UseRow(
                *("", name[0], path, where, False, "", "", MENTION, 1, line, "", "")
            )
            self._uses[name[0]].append((cls, row))

    def _asked_class(self, path: str, spec: Spec) -> Target | None:
        """Return the class that is asked for something that it has not."""
        if self._resolver.resolve(path, spec):
            return None
        unknown = self._resolver.asked_of_unknown(path, spec)
        if unknown is None:
            return None
        this = Target(path, spec.base)
        of_self = unknown.of_self and spec.kind == "this"
        cls = this if of_self else next(iter(unknown.classes), None)
        return cls if cls and self._lacks(cls, unknown.name) else None

    def _lacks(self, cls: Target, name: str) -> bool:
        """Tell whether neither a class nor one below it has a member."""
        order = self._resolver.mro(cls)
        members = self._resolver.member(Instance(cls), name, order, cls)
        below = self._version.code.class_hierarchy.below([cls])
        return (
            None not in order
            and members == ()
            and not any(self._version.names.member(sub, name) for sub in below)
        )


class Users:
    """Looks for users in a version of a tree.

    :param lost: the members that classes had in an older one.
    """

    def __init__(self, version: Version, lost: Iterable[Target] = ()) -> None:
        self._version = version
        self._lost = frozenset(last_part(where.qualname) for where in lost)
        self._of_file = lru_cache(64)(self._read)

    def of(self, where: Target) -> tuple[UseRow, ...]:
        """Return the sure uses of a definition outside of itself, nearest first."""
        return tuple(self._of_file(where.path).get(where.qualname, ()))

    def _read(self, path: str) -> dict[str, list[UseRow]]:
        def is_own(row: UseRow) -> bool:
            inside = f"{row.around}.".startswith(f"{row.qualname}.")
            return row.path == path and inside

        rows = uses_with_lines(self._version.code.store, path)
        sure = [row for row in rows if not (row.by_name or is_own(row))]
        sure.sort(key=lambda row: (folder_distance(path, row.path), row.path, row.line))
        return grouped((row.qualname, row) for row in sure)

    def asking_for(self, names: Iterable[str]) -> tuple[UseRow, ...]:
        """Return the imports that ask for dotted names which lead nowhere."""
        rows = {row: None for name in names for row in self._unanswered.get(name, ())}
        return tuple(rows)

    def asking_of(self, owner: Target, name: str) -> tuple[UseRow, ...]:
        """Return what asks a class, or one below it, for a member that is gone."""
        return tuple(self._lost_members.users(owner, name))

    @cached_property
    def _lost_members(self) -> LostMembers:
        return LostMembers(self._version, self._lost)

    @cached_property
    def _unanswered(self) -> dict[str, list[UseRow]]:
        """The imports that lead to nothing, by the dotted names that they ask for."""
        code = self._version.code
        modules = code.modules
        unanswered: defaultdict[str, list[UseRow]] = defaultdict(list)
        for row in code.store.imports():
            if not is_of_python(row.path) or row.name == "*":
                continue
            link = code.links(row.path)[row.ordinal]
            answered = link.qualname or (not row.name and link.module)
            if answered or link.category in {"third party", "standard library"}:
                continue
            if row.name and link.target != link.module:
                continue
            module = row.module
            if row.level:
                package = modules.name(row.path).split(".")
                up = row.level - is_package_file(row.path)
                base = package[: len(package) - up] if up else package
                module = ".".join([*base, *filter(None, [row.module])])
            names = [f"{module}.{row.name}", module] if row.name else [module]
            line = code.facts(row.path).imports[row.ordinal].line
            text = f"import {module}"
            if row.name:
                text = f"from {module} import {row.name}"
            for name in names:
                unanswered[name].append(
                    UseRow(
                        *("", name, row.path, "", False, "", "", IMPORTED),
                        *(1, line, text, ""),
                    )
                )
        return dict(unanswered)


def still_importing(code: CodeMap, path: str) -> list[str]:
    """Return the files that still import a module of Python that is gone."""
    if not is_of_python(path):
        return []
    rows = Users(work_tree(code)).asking_for([code.modules.name(path)])
    return sorted({row.path for row in rows})
