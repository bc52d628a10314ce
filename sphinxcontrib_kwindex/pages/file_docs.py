"""The documentation of a file: its sections, in their order.

A section is a function from a context and a path to nodes, and a row of
:data:`SECTIONS` with its title and the files it applies to. To add a section is to
add a function and its row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from docutils import nodes

from ..analysis.references import References
from ..facts import KINDS, FileFacts
from .context import Context, counted, joined, section_id, sentence
from .dependencies import dependencies
from .idioms import idioms
from .linting import performance, security
from .nodes import Entry, Part, SourceLink, entries, fields, kw_source, link
from .outline import outline
from .surroundings import cross_references

#: How a number of definitions of each kind is called.
PLURALS: Final = {
    "class": "classes",
    "function": "functions",
    "method": "methods",
    "attribute": "attributes",
    "data": "variables",
}
_SINGULARS: Final = {"data": "variable"}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page, under a heading."""

    title: str
    applies: Callable[[FileFacts], bool]
    body: Callable[[Context, str], list[nodes.Node]]

    @property
    def id(self) -> str:
        """The id of its heading."""
        return section_id(self.title)


def count_kinds(facts: FileFacts) -> list[str]:
    """Return how many definitions of each kind a file has, without zeros."""
    numbers = Counter(one.kind for one in facts.definitions)
    return [
        counted(numbers[kind], _SINGULARS.get(kind, kind), PLURALS[kind])
        for kind in KINDS
        if numbers[kind]
    ]


def file_metadata(context: Context, path: str) -> list[nodes.Node]:
    """Path, size, lines, type, module name and encoding."""
    facts = context.code.facts(path)
    name = path.rpartition("/")[2]
    original = context.code.settings.original(path)
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


def file_purpose(context: Context, path: str) -> list[nodes.Node]:
    """The roles of the file, each with what shows it."""
    facts = context.code.facts(path)
    found: list[nodes.Node] = []
    if facts.problem:
        found.append(_problem(context, path, facts))
    if facts.summary:
        said = link("It says", context.line(path, facts.docstring_line))
        found.append(sentence(said, f": “{facts.summary}”"))
    if facts.generated:
        where = link("A program wrote it", context.line(path, facts.generated.line))
        found.append(sentence(where, f": “{facts.generated.text}”"))
    name = path.rpartition("/")[2]
    folder = path.rpartition("/")[0]
    if name in {"__init__.py", "__init__.pyi"}:
        found.append(sentence("It makes ", context.folder(folder), " a package."))
    if name.endswith(".pyi"):
        found.append(_stub(context, path))
    if facts.main_line:
        where = link(f"line {facts.main_line}", context.line(path, facts.main_line))
        found.append(
            sentence("It can be run as a script: ", where, " asks for ", _main(), ".")
        )
    if tests := _tests(name, facts):
        number, line = tests
        where = link(f"line {line}", context.line(path, line))
        found.append(
            sentence(
                f"pytest collects {counted(number, 'test')} from it, at ", where, "."
            )
        )
    if not found:
        checks = "a docstring"
        if facts.python:
            checks += ", __init__, a stub, a __main__ guard, tests by pytest's names"
        found.append(sentence(f"Nothing in it says so. Looked for: {checks}."))
    return found


def _main() -> nodes.Node:
    return nodes.literal("__main__", "__main__")


def _problem(context: Context, path: str, facts: FileFacts) -> nodes.Node:
    assert facts.problem is not None
    parts: list[nodes.Node | str] = [f"It could not be parsed: {facts.problem.message}"]
    if line := facts.problem.line:
        parts += [" (", link(f"line {line}", context.line(path, line)), ")"]
    parts.append(". Nothing is known of its definitions and imports.")
    return nodes.warning("", sentence(*parts))


def _stub(context: Context, path: str) -> nodes.Node:
    module = path.removesuffix("i")
    if context.code.store.file_key(module) is None:
        return sentence("It is a type stub; its module is not in the tree.")
    return sentence("It is the type stub of ", context.file(module), ".")


def _tests(name: str, facts: FileFacts) -> tuple[int, int] | None:
    """Return the number of tests that pytest collects by name, and the first line.

    The rules are pytest's defaults: ``python_files``, ``python_functions`` and
    ``python_classes`` of its configuration reference.
    """
    stem = name.removesuffix(".py")
    if stem == name or not (stem.startswith("test_") or stem.endswith("_test")):
        return None
    classes = {
        one.qualname
        for one in facts.definitions
        if one.kind == "class"
        and (
            one.name.startswith("Test")
            or any(base.rpartition(".")[2].endswith("TestCase") for base in one.bases)
        )
    }
    lines = [
        one.line
        for one in facts.definitions
        if one.name.startswith("test")
        and (
            (one.kind == "function" and "." not in one.qualname)
            or (one.kind == "method" and one.qualname.rpartition(".")[0] in classes)
        )
    ]
    return (len(lines), lines[0]) if lines else None


def original_source(context: Context, path: str) -> list[nodes.Node]:
    """Show the whole file, highlighted, with an anchor on each line."""
    facts = context.code.facts(path)
    if facts.binary:
        return [sentence(f"{facts.type} content is not shown.")]
    try:
        text = context.code.source(path)
    except OSError as exc:
        return [sentence(f"The file could not be read: {exc.strerror}.")]
    return [
        kw_source(
            "",
            text=text,
            language=facts.language,
            links=_source_links(context, path, facts),
            prefix=context.prefix(path),
            path=path,
        )
    ]


def _source_links(context: Context, path: str, facts: FileFacts) -> list[SourceLink]:
    """Return the identifiers of a file that lead to their definitions."""
    if not facts.references:
        return []
    found = References.loads(facts.references)
    targets: list[tuple[str, str] | None] = []
    for row in context.code.store.references(path):
        if row is None:
            targets.append(None)
            continue
        kind = "index" if row.kind == "folder" else "docs"
        word = "variable" if row.kind == "data" else row.kind
        uri = context.href(kind, row.path, row.anchor)
        targets.append((uri, f"{word} {row.qualname or row.path}") if uri else None)
    return [
        SourceLink(one.line, one.column, one.length, *target)
        for one in found.iterate()
        if (target := targets[one.spec])
    ]


def overview(context: Context, path: str) -> list[nodes.Node]:
    """Show the docstring, and count what the file defines and exports."""
    facts = context.code.facts(path)
    found: list[nodes.Node] = []
    if facts.docstring:
        rendered = context.docstrings.get(path, {}).get(("", ""), [])
        found.extend(node.deepcopy() for node in rendered)
    kinds = count_kinds(facts)
    if kinds:
        analysis = link(", ".join(kinds), context.href("docs", path, OUTLINE_ID))
        found.append(sentence("It defines ", analysis, "."))
    if facts.exports is not None:
        found.append(_exports(context, path, facts))
    if facts.headings:
        found.append(
            entries(
                Entry(
                    one.text,
                    context.line(path, one.line),
                    where=f"line {one.line}",
                    prose=True,
                )
                for one in facts.headings
            )
        )
    if not found:
        found.append(sentence(_nothing_known(facts)))
    return found


def _nothing_known(facts: FileFacts) -> str:
    if facts.problem or facts.binary:
        return "Nothing is known of its content."
    if facts.python:
        return "It has no docstring and defines nothing at its top."
    if facts.type in {"Markdown", "reStructuredText"}:
        return "It has no heading and no paragraph."
    return f"Of a file of the type {facts.type} no definitions are read."


def _exports(context: Context, path: str, facts: FileFacts) -> nodes.Node:
    assert facts.exports is not None
    rows = context.code.store.definitions("path = ? AND name = qualname", (path,))
    anchors = {row.qualname: row.anchor for row in rows}
    names: list[nodes.Node] = []
    for name in facts.exports:
        anchor = anchors.get(name)
        uri = context.href("docs", path, anchor) if anchor else ""
        names.append(link(name, uri, literal=True))
    start = f"__all__ exports {counted(len(names), 'name')}"
    end = "." if facts.exports_complete else ", and others that are computed."
    if not names:
        return sentence(start, end)
    return sentence(start, ": ", *joined(names), end)


def _always(_: FileFacts) -> bool:
    return True


def _parsed(facts: FileFacts) -> bool:
    return facts.python and facts.problem is None


#: The sections of a file documentation. Others go between Detailed Analysis and
#: Cross-References, in the order of the page set.
SECTIONS: Final = (
    Section("File Metadata", _always, file_metadata),
    Section("File Purpose", _always, file_purpose),
    Section("Original Source", _always, original_source),
    Section("High-Level Overview", _always, overview),
    Section("Detailed Analysis", lambda facts: bool(facts.definitions), outline),
    Section("Dependencies", _parsed, dependencies),
    Section("Code Patterns & Idioms", _parsed, idioms),
    Section("Performance Considerations", _parsed, performance),
    Section("Security & Safety", _parsed, security),
    Section("Cross-References", _always, cross_references),
)
OUTLINE_ID: Final = section_id("Detailed Analysis")


def sections_of(facts: FileFacts) -> list[Section]:
    """Return the sections that the documentation of a file has."""
    return [section for section in SECTIONS if section.applies(facts)]


def file_documentation(context: Context, path: str) -> list[nodes.Node]:
    """Return the body of a file documentation."""
    found: list[nodes.Node] = []
    for section in sections_of(context.code.facts(path)):
        body = section.body(context, path)
        found.extend(context.heading(section.title, section.id, path, body))
    return found
