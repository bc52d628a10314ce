"""The whole text of a file, its identifiers linked."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...codemap.code_map import CodeMap
from ...i18n import mark, say
from ...model.anchors import parameter_anchor
from ...model.facts import FileFacts
from ...model.references import Spec
from ...model.rows import ReferenceRow
from ..nodes import SourceLink, kw_source
from ..page_context import Context, paragraph, translated_paragraph
from ..quantities import kind_word, pluralize
from .section import Section
from .text_links import path_links

#: What a local name is.
_LOCAL: Final = {"parameter": mark("parameter"), "variable": mark("variable")}
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
        return [
            paragraph(say("The file could not be read: {reason}.", reason=exc.strerror))
        ]
    settings = context.code.settings
    return [
        *_cells(facts),
        kw_source(
            "",
            text=text,
            language=facts.language,
            links=_source_links(context, path, facts),
            prefix=context.prefix(path),
            path=path,
            original=() if facts.notebook else settings.original_lines(path),
        ),
    ]


def _cells(facts: FileFacts) -> list[nodes.Node]:
    """Say what of a notebook is shown below."""
    notebook = facts.notebook
    if notebook is None:
        return []
    text = "Shown as a script: {code} and {text}."
    if notebook.outputs:
        text = "Shown as a script: {code} and {text}; {outputs} omitted."
    parts = {
        "code": pluralize(notebook.code, "code cell"),
        "text": pluralize(notebook.text, "text cell"),
        "outputs": pluralize(notebook.outputs, "output"),
    }
    return [translated_paragraph(text, **parts)]


def _source_links(context: Context, path: str, facts: FileFacts) -> list[SourceLink]:
    """Return the identifiers of a file that lead to their definitions.

    Of a text file it is the paths that lead to other files.
    """
    references = context.code.identifiers(path)
    if not references.specs:
        return path_links(context, path, facts)
    rows = zip(references.specs, context.code.references(path), strict=True)
    targets = [
        _local(context, path, spec) if spec.kind == "local" else _target(context, row)
        for spec, row in rows
    ]
    links: list[SourceLink] = [
        (line, column, length, target)
        for line, column, length, spec, _ in zip(*references.columns(), strict=True)
        if (target := targets[spec])
    ]
    for function, parameters in references.parameters:
        for name, line, column in parameters:
            anchor = context.anchor(path, parameter_anchor(function, name))
            links.append((line, column, len(name), ("", anchor)))
    return sorted(links)


def _local(context: Context, path: str, spec: Spec) -> tuple[str, ...]:
    """Return where a local name leads: to the first line that gives it its value."""
    what, name = spec.steps
    lines = spec.base.split(",")
    title = f"{say(_LOCAL[what])} {name}"
    if len(lines) > 1:
        title = say("{name}: lines {lines}", name=title, lines=", ".join(lines))
    return context.line(path, int(lines[0])), title


def _target(context: Context, row: ReferenceRow | None) -> tuple[str, ...] | None:
    """Return where an identifier leads, if that has a page."""
    if row is None:
        return None
    if row.kind == "external":
        return context.external(row.qualname)
    kind = "index" if row.kind == "folder" else "docs"
    uri = context.href(kind, row.path, row.anchor)
    if not uri:
        return None
    word = _LOCAL.get(row.kind)
    title = f"{say(word) if word else kind_word(row.kind)} {row.qualname or row.path}"
    if row.more:
        others = ", ".join(one.qualname or one.path for one in row.more)
        title = say("{name}, or {others}", name=title, others=others)
    if not row.by_name:
        return uri, title
    return uri, say("{name}, by name only", name=title), "kw-byname"


SECTION: Final = Section("Original Source", original_source, original_source_inputs)
