"""What a comparison finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from posixpath import commonprefix
from typing import Final

from ...i18n import mark
from ...model.named_tuple import NamedTuple
from ...model.names import full_name
from ...model.record import Record
from ...model.rows import UseRow

#: What a change may be, in the order of lists.
REMOVED, RENAMED, CHANGED, ADDED = "removed", "renamed", "changed", "added"
WHATS: Final = (REMOVED, RENAMED, CHANGED, ADDED)

#: What a change of a public definition may break, with the sentence that says so.
RULES: Final = {
    "removed": mark("{name} is gone"),
    "perhaps-removed": mark("{name} is gone, unless {after} has it"),
    "other-header": mark("{name} is declared in {after} now"),
    "kind": mark("its kind was {before} and is {after}"),
    "base-removed": mark("it no longer derives from {name}"),
    "member-removed": mark("it no longer has the inherited {name}"),
    "parameter-removed": mark("the parameter {name} is gone"),
    "parameter-added": mark("the new parameter {name} is required"),
    "parameter-required": mark("the parameter {name} is required now"),
    "parameter-renamed": mark("the parameter {name} was renamed to {after}"),
    "parameter-named": mark("it takes {after} in place of {name}"),
    "parameter-moved": mark("the parameter {name} moved to another position"),
    "parameter-kind": mark("the parameter {name} was {before} and is {after}"),
    "parameters-moved": mark("the parameters {name} moved to other positions"),
    "parameters-kind": mark("the parameters {name} were {before} and are {after}"),
    "parameter-default": mark("the default of {name} was {before} and is {after}"),
    "return-type": mark("it returned {before} and returns {after}"),
    "value": mark("its value was {before} and is {after}"),
}
#: What is said of several parameters at once.
_OF_SEVERAL: Final = {
    "parameter-moved": "parameters-moved",
    "parameter-kind": "parameters-kind",
}
#: Most parameters of them that are named.
_MOST_NAMED: Final = 5
#: Those after which what others wrote still runs, but may do something else.
MILD: Final = frozenset(
    {"parameter-default", "parameter-renamed", "return-type", "value"}
)


class Breakage(NamedTuple):
    """What a change does to those who use a definition."""

    rule: str
    """One of :data:`RULES`."""
    name: str = ""
    """The name or the parameter that it is about."""
    before: str = ""
    after: str = ""

    @property
    def mild(self) -> bool:
        """Whether what others wrote still runs."""
        return self.rule in MILD

    def values(self, longest: int) -> dict[str, str]:
        """Return what the sentence of its rule names, long texts shortened."""
        before, after = shortened(self.before, self.after, longest)
        return self._replace(before=before, after=after)._asdict()


def shortened(before: str, after: str, longest: int) -> tuple[str, str]:
    """Return two texts on a line each, and of long ones where they begin to differ.

    :param longest: characters of a text that are kept.
    """
    before, after = (" ".join(text.split()) for text in (before, after))
    begin = len(commonprefix([before, after])) - longest // 3
    if begin <= 0 or max(len(before), len(after)) <= longest:
        begin = 0
    elif (comma := before.rfind(", ", max(begin - longest // 3, 0), begin)) >= 0:
        begin = comma + 2
    start = "…" if begin else ""
    texts = (text[begin:] for text in (before, after))
    first, second = (
        f"{start}{text[:longest]}{'…' if len(text) > longest else ''}" for text in texts
    )
    return first, second


class Where(NamedTuple):
    """Where a definition is, or a file."""

    path: str
    qualname: str = ""
    """Empty for a file."""
    line: int = 0

    @property
    def name(self) -> str:
        """Its name in the inventory."""
        return full_name(self.path, self.qualname)


#: The rules of what is not there any more.
_GONE: Final = frozenset({"removed", "perhaps-removed", "other-header"})


class Change(Record, frozen=True):
    """What happened to a definition or a file."""

    what: str
    """One of :data:`WHATS`."""
    kind: str
    """That of the definition; ``file``; ``import`` for a name that a module imports
    and offers as its own."""
    old: Where | None = None
    new: Where | None = None
    public: tuple[str, ...] = ()
    """The dotted names by which others import it, in other languages than Python its
    qualified name; empty if it is not public."""
    before: str = ""
    """Its signature, or its annotation and value."""
    after: str = ""
    breakages: tuple[Breakage, ...] = ()
    """Empty for what is not public."""
    inside: int = 0
    """How many definitions in it came or went with it."""
    users: tuple[UseRow, ...] = ()
    """What surely uses it in the newer tree, the files that do by their paths; of what
    is gone, or has another name, the imports that still ask for it, and what still
    asks objects for a member."""

    @property
    def place(self) -> Where:
        """Where it is, or was."""
        where = self.new or self.old
        assert where is not None
        return where

    @property
    def breaks(self) -> bool:
        """Whether what others wrote may not run any more."""
        return any(not breakage.mild for breakage in self.breakages)

    def sentences(self) -> Iterator[Breakage]:
        """Yield what it breaks, with what holds of several parameters said once.

        Two values are said by :attr:`before` and :attr:`after`, where these differ.
        """
        alike = groupby(self.breakages, key=lambda breakage: breakage._replace(name=""))
        for nameless, group in alike:
            names = [breakage.name for breakage in group]
            if nameless.rule == "value" and self.before != self.after:
                continue
            if len(names) > 1 and nameless.rule in _OF_SEVERAL:
                more = ["…"] * (len(names) > _MOST_NAMED)
                name = ", ".join([*names[:_MOST_NAMED], *more])
                yield nameless._replace(rule=_OF_SEVERAL[nameless.rule], name=name)
            else:
                yield from (nameless._replace(name=name) for name in names)

    @property
    def is_gone(self) -> bool:
        """Whether those that import it by its name find nothing."""
        return any(breakage.rule in _GONE for breakage in self.breakages)


class Comparison(Record, frozen=True):
    """The changes between two versions, by what they are, path and line."""

    changes: tuple[Change, ...] = ()

    def of(self, what: str, *, public: bool | None = None) -> Iterator[Change]:
        """Yield the changes of one sort, of public names only or of others only."""
        for change in self.changes:
            if change.what == what and public in {None, bool(change.public)}:
                yield change

    def parts(self) -> Iterator[tuple[str, list[Change]]]:
        """Yield what is public: what breaks, what is mild, the rest of each sort."""
        yield "breaking", [change for change in self.breaking if change.breaks]
        yield "mild", [change for change in self.breaking if not change.breaks]
        for what in WHATS:
            changes = self.of(what, public=True)
            yield what, [change for change in changes if not change.breakages]

    @property
    def breaking(self) -> list[Change]:
        """The changes that break what others wrote, first what may not even run."""
        changes = [change for change in self.changes if change.breakages]
        return sorted(changes, key=lambda change: not change.breaks)
