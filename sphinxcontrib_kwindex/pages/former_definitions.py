"""What was on a page before, and where it is now: a note with the old anchors."""

from __future__ import annotations

from docutils import nodes

from ..codemap.moved_places import departed
from ..i18n import say
from ..model.anchors import former_anchors
from .nodes import ListEntry, entries, rubric
from .page_context import Context

#: How many are shown at first.
_SHOWN = 5


def former_definitions(context: Context, path: str) -> list[nodes.Node]:
    """Return the definitions that left a file, each where its old address leads."""
    listed = [
        ListEntry(
            qualname,
            kind=say("moved to"),
            where=new.name,
            where_uri=context.definition_uri(new.path, new.qualname),
            anchors=tuple(
                context.anchor(path, name) for name in former_anchors(qualname)
            ),
        )
        for qualname, new in departed(context.code, path)
    ]
    if not listed:
        return []
    title = rubric(say("What was here"))
    return [
        nodes.container("", title, entries(listed, shown=_SHOWN), classes=["kw-moved"])
    ]
