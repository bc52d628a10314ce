"""Contracts of import-linter: their modules in bands, and what breaks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from docutils import nodes

from ...codemap.import_contracts import Judgement, Violation
from ...i18n import mark, say
from ...model.record import Record
from ..nodes import ListEntry, Part, entries, literal, picture, rubric
from ..page_context import Context, paragraph, translated_paragraph
from .drawing import NAME_WIDTH, Box, Drawing, GraphNode, Label, Line, wide

_WIDTH: Final = 640
_HEIGHT: Final = 28
_GAP: Final = 12
_BAND_GAP: Final = 26
_LABEL: Final = 16
#: Chains of imports that are listed.
_SHOWN: Final = 15
#: What the bands of a contract are.
_BANDS: Final = {
    "forbidden": (mark("these modules"), mark("may not import these")),
    "protected": (mark("only these modules"), mark("may import these")),
    "independence": (mark("none may import any other"),),
    "acyclic_siblings": (mark("no import cycle may lead through these"),),
}


def contracts_body(
    context: Context, judgements: Sequence[Judgement]
) -> list[nodes.Node]:
    """Return contracts, each with a picture and what breaks it."""
    body: list[nodes.Node] = []
    for judged in judgements:
        contract = judged.contract
        body.append(rubric(contract.name or contract.type))
        where = context.line_link(
            judged.path, contract.line, f"{judged.path}:{contract.line}"
        )
        kind = literal(contract.type)
        if judged.unjudged:
            why = say(judged.unjudged, name=judged.about)
            text = "{type} in {file}: cannot be checked: {why}."
            body.append(translated_paragraph(text, type=kind, file=where, why=why))
            continue
        broken = len(judged.violations) + len(judged.undeclared)
        text = "{type} in {file}: kept." if not broken else "{type} in {file}: broken."
        body.append(translated_paragraph(text, type=kind, file=where))
        body.append(_picture(context, judged))
        if judged.undeclared:
            names = ", ".join(judged.undeclared)
            body.append(paragraph(say("Not in any layer: {names}", names=names)))
        if judged.violations:
            rows = [_row(context, violation) for violation in judged.violations]
            body.append(entries(rows, shown=_SHOWN))
    return body


def _picture(context: Context, judged: Judgement) -> nodes.Node:
    """Return the picture of a contract, and its bands as a list."""
    bands = tuple(
        tuple(GraphNode(name, _uri(context, name)) for name in band)
        for band in judged.bands
    )
    title = judged.contract.name or judged.contract.type
    marks = dict.fromkeys((row.importer, row.imported) for row in judged.violations)
    labels = tuple(say(text) for text in _BANDS.get(judged.contract.type, ()))
    legend = ""
    if judged.contract.type == "layers":
        legend = say("Higher layers may import lower layers.")
    if marks:
        legend += " " + say("Marked arrows are imports that break the contract.")
    listed = entries(
        ListEntry(
            labels[number] if labels else say("layer {number}", number=number + 1),
            prose=True,
            parts=tuple(Part(place.label, place.uri, literal=True) for place in band),
        )
        for number, band in enumerate(bands)
    )
    return picture(
        ContractPicture(title, bands, labels, tuple(marks)),
        listed,
        legend=legend.strip(),
    )


def _row(context: Context, violation: Violation) -> ListEntry:
    """Return the line of a list for a chain of imports, with the place of each."""
    modules = [violation.steps[0].module, *(step.imported for step in violation.steps)]
    return ListEntry(
        " → ".join(modules),
        parts=tuple(
            Part(f"{step.path}:{step.line}", context.line(step.path, step.line))
            for step in violation.steps
        ),
    )


def _uri(context: Context, module: str) -> str:
    for path in context.code.modules.called(module):
        folder, _, name = path.rpartition("/")
        if name.startswith("__init__."):
            return context.folder_href(folder)
        return context.href("docs", path)
    return ""


class ContractPicture(Record, frozen=True):
    """Bands of modules one below the other, and arrows for what is wrong."""

    title: str
    bands: tuple[tuple[GraphNode, ...], ...]
    labels: tuple[str, ...]
    marks: tuple[tuple[str, str], ...]
    """Pairs of modules: the first imports the second."""

    def drawing(self) -> Drawing:
        """Return the bands with a box for each module."""
        boxes: list[Box] = []
        labels: list[Label] = []
        places: dict[str, Box] = {}
        y = 1.0
        for number, band in enumerate(self.bands):
            top = y
            if self.labels:
                labels.append(Label(_WIDTH / 2, y + 13, self.labels[number]))
                y += _LABEL
            rows = list(_rows(band))
            for row in rows:
                for x, width, place in row:
                    places[place.label] = Box(
                        *(x, y + _GAP / 2, width, _HEIGHT), place.label, place.uri
                    )
                y += _HEIGHT + _GAP
            boxes.append(Box(1, top, _WIDTH - 2, y - top, kind="group"))
            y += _BAND_GAP
        lines = [
            Line(_route(places[start], places[end]), "marked")
            for start, end in self.marks
            if start in places and end in places
        ]
        height = max(y - _BAND_GAP, 1) + 1
        return Drawing(_WIDTH, height, [*boxes, *places.values()], lines, labels)


def _rows(band: Sequence[GraphNode]) -> Iterator[list[tuple[float, float, GraphNode]]]:
    """Yield the places of a band in rows, with their left sides and widths."""
    row: list[tuple[float, float, GraphNode]] = []
    x = float(_GAP)
    for place in band:
        width = min(wide(place.label) * NAME_WIDTH + 16, _WIDTH - 2 * _GAP)
        if row and x + width > _WIDTH - _GAP:
            yield row
            row, x = [], float(_GAP)
        row.append((x, width, place))
        x += width + _GAP
    if row:
        yield row


def _route(start: Box, end: Box) -> list[tuple[float, float]]:
    """Return the way of an arrow between boxes, from side to side."""
    tail, head = start.x + start.width / 2, end.x + end.width / 2
    if abs(start.y - end.y) < 1:
        # It goes round what stands between them.
        below = start.y + _HEIGHT + _GAP / 2 + 8
        foot = start.y + _HEIGHT
        return [(tail, foot), (tail, below), (head, below), (head, foot)]
    if start.y > end.y:
        return [(tail, start.y), (head, end.y + _HEIGHT)]
    return [(tail, start.y + _HEIGHT), (head, end.y)]
