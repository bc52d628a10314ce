"""What a file is: path, size, lines, type, module name, encoding, last change."""

from __future__ import annotations

from docutils import nodes

from ..codemap import CodeMap
from ..facts import FileFacts
from .context import Context
from .nodes import Part, fields


def metadata_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return code.modules.name(path), code.history(path)


def file_metadata(context: Context, path: str) -> list[nodes.Node]:
    """Path, size, lines, type, module name, encoding, licence, last change."""
    facts = context.code.facts(path)
    name = path.rpartition("/")[2]
    original = context.original(path)
    rows: list[tuple[str, str | Part]] = [
        ("Path", Part(path, original, literal=True)),
        ("Size", f"{facts.size:,} bytes ({facts.size / 1024:,.1f} KiB)"),
    ]
    if not facts.binary:
        rows.append(("Lines", _lines(facts)))
    rows.append(("Type", facts.type))
    if "." in name.lstrip("."):
        extension = f".{name.rpartition('.')[2]}"
        rows.append(("Extension", Part(extension, literal=True)))
    if facts.python:
        module = context.code.modules.name(path)
        rows.append(("Module", Part(module, literal=True)))
    if facts.encoding:
        rows.append(("Encoding", facts.encoding))
    if facts.licence:
        where = context.line(path, facts.licence.line)
        rows.append(("Licence", Part(facts.licence.text, where)))
    if history := context.code.history(path):
        date, revision, changes, more = history
        rows.append(("Last change", f"{date}, {revision}"))
        rows.append(("Changes", f"at least {changes:,}" if more else f"{changes:,}"))
    return [fields(rows)]


def _lines(facts: FileFacts) -> str:
    kinds = facts.line_kinds
    if kinds is None:
        return f"{facts.lines:,}"
    parts = [
        ("code", kinds.code),
        ("comment", kinds.comments),
        ("docstring", kinds.docstrings),
        ("blank", kinds.blank),
    ]
    named = ", ".join(f"{number:,} {name}" for name, number in parts if number)
    return f"{facts.lines:,} ({named})" if named else f"{facts.lines:,}"
