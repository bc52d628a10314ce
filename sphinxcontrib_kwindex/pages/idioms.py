"""The idioms that a file uses, each with the definition that shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from docutils import nodes

from ..analysis.patterns import IDIOM, NAMES
from ..codemap import CodeMap
from ..facts import Pattern
from .context import Context, sentence
from .nodes import Entry, entries


def idioms_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return None


def idioms(context: Context, path: str) -> list[nodes.Node]:
    """Return the idioms in the order of the table, or which were looked for."""
    own = tuple(row.name for row in context.code.settings.idioms)
    names = tuple(dict.fromkeys((*NAMES[IDIOM], *own)))
    found = [one for one in context.code.facts(path).patterns if one.name in names]
    if not found:
        return [sentence(f"None of {len(names)} was found: {', '.join(names)}.")]
    return [pattern_list(context, path, found, names)]


def pattern_list(
    context: Context, path: str, found: Iterable[Pattern], names: Iterable[str]
) -> nodes.Node:
    """Return patterns as a list, in the order of *names*; what is alike only once."""
    rows = context.code.store.definitions("path = ?", (path,))
    anchors = {row.qualname: row.anchor for row in rows}
    groups: defaultdict[str, dict[tuple[str, str], list[int]]] = defaultdict(dict)
    for one in found:
        groups[one.name].setdefault((one.qualname, one.detail), []).append(one.line)
    listed = []
    for name in names:
        for (qualname, detail), lines in groups.get(name, {}).items():
            anchor = anchors.get(qualname, "")
            shown = ", ".join(str(line) for line in dict.fromkeys(lines))
            listed.append(
                Entry(
                    qualname or "module",
                    context.href("docs", path, anchor) if anchor else "",
                    kind=name,
                    where=f"{'line' if len(lines) == 1 else 'lines'} {shown}",
                    where_uri=context.line(path, lines[0]),
                    summary=detail,
                    prose=not qualname,
                )
            )
    return entries(listed)
