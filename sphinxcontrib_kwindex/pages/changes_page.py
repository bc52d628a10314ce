"""The page about what changed since a version that the configuration names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docutils import nodes

from ..codemap.code_map import CodeMap
from ..codemap.comparison.changes import (
    ADDED,
    CHANGED,
    REMOVED,
    RENAMED,
    RULES,
    Change,
    shortened,
)
from ..codemap.comparison.changes_since import changes_since
from ..i18n import counted, mark, say
from ..model.kinds import MEMBERS
from .control_characters import printable
from .nodes import SHOWN, ListEntry, Part, entries
from .page_context import Context, paragraph
from .quantities import kind_word

#: Its kind, and what its docname ends in.
CHANGES: Final = "changes"
#: Characters of a signature or a value.
_LONGEST: Final = 200
#: What is no kind of definitions.
_KINDS: Final = {"file": mark("file"), "import": mark("import")}
#: What is said of what breaks its users.
_GONE: Final = {REMOVED: mark("removed"), RENAMED: mark("moved or renamed")}
_TITLES: Final = {
    "breaking": (mark("Breaking Changes"), "breaking"),
    "mild": (mark("Changed Defaults, Results and Values"), "mild"),
    REMOVED: (mark("Removed"), "removed"),
    RENAMED: (mark("Moved or Renamed"), "renamed"),
    CHANGED: (mark("Changed Signatures"), "signatures"),
    ADDED: (mark("Added"), "added"),
}


def changes_inputs(code: CodeMap, _: str) -> object:
    """Return what the page shows."""
    comparison = changes_since(code)
    if comparison is None:
        return None
    places = {
        where.path: list(code.anchors(where.path).get(where.qualname, {}).values())
        for change in comparison.changes
        if (where := change.new)
    }
    users = {
        row.path: code.page("docs", row.path) is not None
        for change in comparison.changes
        for row in change.users
    }
    return comparison, places, users


def changes_body(context: Context, _: str) -> list[nodes.Node]:
    """Return the body of the page."""
    comparison = changes_since(context.code)
    if comparison is None:
        return []
    version = context.code.settings.changes_since
    text = say("Public names compared with {version}.", version=printable(version))
    body: list[nodes.Node] = [paragraph(text)]
    for part, changes in comparison.parts():
        if changes:
            title, name = _TITLES[part]
            rows = [_entry(context, change) for change in changes]
            body += context.heading(title, name, "", [entries(rows, shown=SHOWN)])
    if len(body) == 1:
        body.append(paragraph(say("No public name changed.")))
    return body


def _entry(context: Context, change: Change) -> ListEntry:
    """Return the entry of a change, with both signatures where these differ."""
    new, old = change.new, change.old
    where = change.place
    if new and new.qualname:
        uri = context.definition_uri(new.path, new.qualname)
    else:
        uri = context.href("docs", new.path) if new else ""
    name = change.public[0] if change.public else where.qualname or where.path
    told = _GONE.get(change.what) if change.breakages else None
    parts = [Part(say(told))] if told else []
    if change.what == RENAMED and new and change.breakages:
        # The entry has the name that others import it by, which is the old one.
        parts.append(Part(say("now {name}", name=printable(new.name)), uri))
    elif change.what == RENAMED and old:
        parts.append(Part(say("was {name}", name=printable(old.name))))
    parts += _users(context, change)
    before = after = ""
    if change.what in {CHANGED, RENAMED} and change.before != change.after:
        before, after = shortened(change.before, change.after, _LONGEST)
    return ListEntry(
        printable(name),
        uri,
        kind=say(_KINDS.get(change.kind, kind_word(change.kind))),
        where=where.path,
        where_uri=context.href("docs", where.path) if new else "",
        summary="; ".join(_sentences(change, name)),
        code="\n".join(
            f"{sign} {printable(text)}"
            for sign, text in (("-", before), ("+", after))
            if text
        ),
        parts=tuple(parts),
    )


def _sentences(change: Change, name: str) -> Iterator[str]:
    for breakage in change.sentences():
        if (breakage.rule, breakage.name) == ("removed", name):
            # The entry says so.
            continue
        shown = breakage.values(_LONGEST)
        values = {key: printable(value) for key, value in shown.items()}
        yield say(RULES[breakage.rule], **values)


def _users(context: Context, change: Change) -> Iterator[Part]:
    if not change.users or not change.breakages:
        return
    number = len(change.users)
    if change.is_gone and change.kind not in MEMBERS:
        where = counted(
            number,
            "still imported in {number} file",
            "still imported in {number} files",
        )
    else:
        where = counted(number, "used in {number} file", "used in {number} files")
    yield Part(where)
    for row in change.users:
        yield Part(row.path, context.href("docs", row.path), literal=True)
