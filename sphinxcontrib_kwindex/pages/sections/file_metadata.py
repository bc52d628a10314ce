"""File Metadata: path, size, lines, type, module, encoding, last change."""

from __future__ import annotations

from typing import Final

from docutils import nodes

from ...analysis.decoding import UNKNOWN_ENCODING
from ...analysis.languages.registry import (
    language_of,
    language_of_lexer,
    may_be_script,
    row_of,
)
from ...codemap.code_map import CodeMap
from ...i18n import figure, mark, say
from ...model.facts import FileFacts
from ..nodes import Part, fields
from ..page_context import Context
from ..quantities import exact_size, file_size, pluralize
from .section import Section

#: Encodings of which nothing is said before it is asked for.
_USUAL: Final = ("utf-8", "ascii", "us-ascii")


def metadata_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return code.modules.name(path), code.history(path)


def file_metadata(context: Context, path: str) -> list[nodes.Node]:
    """Path, size, lines, type, module name, encoding, licence, last change."""
    facts = context.code.facts(path)
    name = path.rpartition("/")[2]
    original = context.original(path)
    rows: list[tuple[str, str | Part]] = [
        (say("Path"), Part(path, original, literal=True)),
        (say("Size"), exact_size(facts.size)),
    ]
    if not facts.binary:
        rows.append((say("Lines"), _lines(facts)))
    rows.append((say("Type"), _type(facts, path)))
    if "." in name.lstrip("."):
        extension = f".{name.rpartition('.')[2]}"
        rows.append((say("Extension"), Part(extension, literal=True)))
    if module := _module(context, path, facts):
        rows.append((say("Module"), Part(module, literal=True)))
    if facts.package:
        is_space = row_of(path).package_word == "namespace"
        what = say("Namespace") if is_space else say("Package")
        rows.append((what, Part(facts.package, literal=True)))
    if facts.encoding:
        rows.append((say("Encoding"), _encoding(facts)))
    if facts.licence:
        where = context.line(path, facts.licence.line)
        rows.append((say("Licence"), Part(facts.licence.text, where)))
    if history := context.code.history(path):
        date, revision, changes, more = history
        rows.append((say("Last change"), f"{date}, {revision}"))
        commits = figure(changes)
        if more:
            commits = say("at least {number}", number=commits)
        rows.append((say("Commits"), commits))
    return [fields(rows, line=_line(context, path, facts))]


def _type(facts: FileFacts, path: str) -> str:
    """Return the type, and of what files names are read where not of this one."""
    language = None if facts.source else language_of_lexer(facts.language)
    # Svelte is highlighted as HTML, but no page of HTML is one of its files.
    if language is None or language.name != facts.type or facts.notebook is not None:
        return facts.type
    if language_of(path) is language:
        # It defines nothing.
        return facts.type
    files = ", ".join(
        (*(f"*{suffix}" for suffix in language.suffixes), *language.names)
    )
    return say(
        "{type} (listing only: names are read from {files})",
        type=facts.type,
        files=files,
    )


def _line(context: Context, path: str, facts: FileFacts) -> str:
    """Return what is asked first, and what is unusual, in a line."""
    said = ["Python 2" if facts.language == "python2" else facts.type]
    if not facts.binary:
        lines = pluralize(facts.lines, "line")
        if facts.line_kinds and facts.line_kinds.code:
            code = say("{number} code", number=figure(facts.line_kinds.code))
            lines = f"{lines} ({code})"
        said.append(lines)
    said.append(file_size(facts.size))
    if module := _module(context, path, facts):
        said.append(say("module {name}", name=module))
    if facts.encoding and facts.encoding.lower() not in _USUAL:
        known = facts.encoding != UNKNOWN_ENCODING
        said.append(facts.encoding if known else say("not UTF-8"))
    if facts.licence:
        said.append(facts.licence.text)
    return " · ".join(said)


def _encoding(facts: FileFacts) -> str:
    if facts.encoding != UNKNOWN_ENCODING:
        return facts.encoding
    return say("not UTF-8; \ufffd stands for what could not be read")


def _module(context: Context, path: str, facts: FileFacts) -> str:
    """Return the name that a file has as a module of Python; empty for none."""
    if not facts.python or facts.notebook is not None or may_be_script(path):
        return ""
    return context.code.modules.name(path)


def _lines(facts: FileFacts) -> str:
    kinds = facts.line_kinds
    if kinds is None:
        return figure(facts.lines)
    parts = [
        (mark("{number} code"), kinds.code),
        (mark("{number} comment"), kinds.comments),
        (mark("{number} docstring"), kinds.docstrings),
        (mark("{number} blank"), kinds.blank),
    ]
    named = ", ".join(say(text, number=figure(lines)) for text, lines in parts if lines)
    total = figure(facts.lines)
    return f"{total} ({named})" if named else total


SECTION: Final = Section("File Metadata", file_metadata, metadata_inputs)
