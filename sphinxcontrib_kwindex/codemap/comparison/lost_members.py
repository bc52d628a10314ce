"""Who still asks objects of a class for members that it has no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from ...analysis.languages.registry import is_of_python
from ...links.identifier_targets import IdentifierResolver
from ...links.places import Instance, Target
from ...model.facts import FileFacts
from ...model.references import MENTION, Spec, names_around
from ...model.rows import UseRow
from ...store.change_queries import requested_names
from .version import Version


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
