"""Original Source: the text of a file, its identifiers linked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import mark, say
from ...model.anchors import parameter_anchor, source_anchor
from ...model.definition_heads import KEYWORDS
from ...model.facts import FileFacts
from ...model.kinds import WITH_BODY
from ...model.names import full_name
from ...model.references import Spec
from ...model.rows import ReferenceRow
from ..control_characters import CONTROLS
from ..nodes import LinkTarget, SourceLink, kw_source
from ..page_context import LISTING_ID, Context, paragraph
from .notebook_cells import notebook_cells
from .rendered_text import rendered_text
from .section import Section
from .text_links import path_links

#: CSS class of links in the tree that have a title and do not go by the name alone:
#: these are few.
_SURE: Final = "kw-sure"
#: Of a local name that gets its value no more lines away, a reader sees it.
NEAR: Final = 30
#: Names of what methods are called on.
RECEIVERS: Final = ("self", "cls")
#: Why the content of a file is withheld.
HOLDS_CREDENTIALS: Final = mark(
    "Its name suggests that it holds credentials, so its content is not shown."
)


def original_source_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return code.references_digest(path), code.resolved_mentions(path)


def original_source(context: Context, path: str) -> list[nodes.Node]:
    """Show the whole file, highlighted, with an anchor on each line."""
    facts = context.code.facts(path)
    if facts.withheld:
        return [paragraph(say(HOLDS_CREDENTIALS))]
    if facts.binary:
        return [paragraph(say("{type} content is not shown.", type=facts.type))]
    try:
        text = context.code.source(path)
    except OSError as exc:
        reason = say("The file could not be read: {reason}.", reason=exc.strerror)
        return [paragraph(reason)]
    links = _source_links(context, path, facts, text.split("\n"))
    before = [*_made_by(context, path), *_controls_in(text)]
    if facts.notebook is not None:
        return before + notebook_cells(context, path, facts, text, links)
    rendered = rendered_text(context, path, facts)
    return [
        *before,
        *filter(None, [rendered]),
        kw_source(
            "",
            text=text,
            language=facts.language,
            links=links,
            prefix=context.prefix(path, LISTING_ID),
            path=path,
            original=context.code.settings.original_lines(path),
            correct=facts.problem is None,
            folded=say("Source") if rendered else "",
        ),
    ]


def _made_by(context: Context, path: str) -> list[nodes.Node]:
    """Say whose index the links of the listing are taken from."""
    precise = context.code.precise_references(path)
    if precise is None:
        return []
    return [paragraph(say("Links in the listing: {tool}.", tool=precise.tool))]


def _controls_in(text: str) -> list[nodes.Node]:
    """Say which characters of a text are not seen, or change the order of others."""
    # Form feeds part the pages of a printed source.
    controls = sorted({*CONTROLS.findall(text)} - {"\f"})
    if not controls:
        return []
    codes = ", ".join(f"U+{ord(control):04X}" for control in controls)
    return [paragraph(say("Control characters in it: {codes}.", codes=codes))]


def _source_links(
    context: Context, path: str, facts: FileFacts, lines: Sequence[str]
) -> list[SourceLink]:
    """Return the identifiers of a file that lead to their definitions, and these.

    So do paths that name other files.
    """
    references = context.code.identifiers(path)
    links = [*_definitions(context, path, facts, lines)]
    links += path_links(context, path, facts)
    if not references.specs:
        return sorted(links)
    taken = {target.anchor for *_, target in links}
    rows = zip(references.specs, context.code.references(path), strict=True)
    targets = [
        _local(context, path, spec) if spec.kind == "local" else _target(context, row)
        for spec, row in rows
    ]
    values = [
        [*map(int, spec.base.split(","))] if spec.kind == "local" else ()
        for spec in references.specs
    ]
    links += [
        (line, column, length, target)
        for line, column, length, spec, _ in zip(*references.columns(), strict=True)
        if (target := targets[spec])
        and not (values[spec] and any(abs(line - at) <= NEAR for at in values[spec]))
    ]
    for function, parameters in references.parameters:
        for name, line, column in parameters:
            anchor = context.anchor(path, parameter_anchor(function, name))
            if anchor not in taken:
                links.append((line, column, len(name), LinkTarget(anchor=anchor)))
    return sorted(links)


def _definitions(
    context: Context, path: str, facts: FileFacts, lines: Sequence[str]
) -> Iterator[SourceLink]:
    """Yield the names of definitions where they are defined.

    They lead to their descriptions; of several definitions of one name others lead to
    the first.
    """
    anchors = context.code.anchors(path)
    for definition in facts.definitions:
        anchor = anchors.get(definition.qualname, {}).get(definition.kind, "")
        if not anchor:
            continue
        keyword = KEYWORDS.get(definition.kind, "") if facts.python else ""
        uri = context.part(path, anchor)
        for line in dict.fromkeys(definition.lines):
            own, last = "", ""
            if line == definition.line:
                own = context.anchor(path, source_anchor(anchor))
                last = str(definition.end_line) if definition.kind in WITH_BODY else ""
                # Something has to have the id.
                line = min(line, len(lines))
            elif line > len(lines):
                continue
            column = _find_name(lines[line - 1], definition.name, keyword)
            if column >= 0:
                target = LinkTarget(uri, anchor=own, last=last)
                yield line, column, len(definition.name), target
            elif own:
                yield line, 0, 0, LinkTarget(anchor=own, last=last)


def _find_name(line: str, name: str, keyword: str) -> int:
    """Return where a name stands in a line, at first behind a keyword; -1 if nowhere.

    :param keyword: what stands before it, with a blank.
    """
    places = [*words(line, name)]
    behind = (place for place in places if line.endswith(keyword, 0, place))
    return next(behind if keyword else iter(places), next(iter(places), -1))


def words(line: str, name: str, start: int = 0) -> Iterator[int]:
    """Yield where a line has a name that is not a part of another one."""
    place = line.find(name, start) if name else -1
    while place >= 0:
        end = place + len(name)
        beside = line[max(place - 1, 0) : place] + line[end : end + 1]
        if not any(char.isalnum() or char == "_" for char in beside):
            yield place
        place = line.find(name, end)


def _local(context: Context, path: str, spec: Spec) -> LinkTarget | None:
    """Return where a local name leads: to the first line that gives it its value."""
    name = spec.steps[-1]
    if name in RECEIVERS:
        return None
    lines = spec.base.split(",")
    title = ""
    if len(lines) > 1:
        title = say("{name}: lines {lines}", name=name, lines=", ".join(lines))
    return _sure(context.line(path, int(lines[0])), title)


def _target(context: Context, row: ReferenceRow | None) -> LinkTarget | None:
    """Return where an identifier leads, if that has a page."""
    if row is None:
        return None
    if row.kind == "external":
        external = context.external(row.qualname)
        if external or not row.more:
            return external and LinkTarget(*external)
        row, *_ = row.more
    if row.kind == "note":
        return LinkTarget(title=row.qualname)
    if row.kind == "folder":
        uri = context.href("index", row.path)
    elif row.kind == "line":
        uri = context.line(row.path, int(row.anchor[1:]))
    else:
        uri = context.in_source(row.path, row.anchor)
    if not uri:
        return None
    # An address says the rest.
    if row.by_name:
        return LinkTarget(uri, say("by name only"))
    title = ""
    if row.more:
        others = ", ".join(_name(other, beside=row) for other in row.more)
        title = say("or {others}", others=others)
    return _sure(uri, title)


def _sure(uri: str, title: str) -> LinkTarget:
    return LinkTarget(uri, title, _SURE if title else "")


def _name(row: ReferenceRow, beside: ReferenceRow) -> str:
    """Return what else an identifier may lead to, in words."""
    if row.kind == "line":
        return f"{row.path}:{row.anchor[1:]}"
    if row.qualname == beside.qualname and row.path:
        return full_name(row.path, row.qualname)
    return row.qualname or row.path


SECTION: Final = Section("Original Source", original_source, original_source_inputs)
