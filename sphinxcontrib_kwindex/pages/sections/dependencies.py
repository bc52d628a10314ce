"""Dependencies: what a file imports, by origin, and what imports it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Final

from docutils import nodes
from msgspec.structs import replace

from ...analysis.linter_rules import UNUSED_IMPORT
from ...codemap.code_map import CodeMap
from ...codemap.distributions import PACKAGE_FILES, RequirementLine
from ...codemap.file_users import indirect_users
from ...i18n import at_line, at_lines, figure, group_words, mark, say
from ...links.languages.python import stubbed_source, submodule_paths
from ...model.facts import FileFacts, Import
from ...model.grouped import grouped
from ...model.rows import LinkRow
from ..external_names import external_uri
from ..nodes import FOLDED, ListEntry, Part, entries, rubric
from ..page_context import (
    Context,
    counted_list,
    none_found,
    nothing_found,
    translated_paragraph,
)
from .import_words import import_words, importer_words, may_be_imported, may_import
from .section import Section
from .text_links import (
    files_under,
    mentioned_in_list,
    named_files,
    text_links,
    text_links_inputs,
)

#: What many files import and few readers look for: a long list of it is folded.
_LIBRARY: Final = ("standard library",)
_GROUPS: Final = (
    (mark("This repository"), ("file", "folder")),
    (mark("Standard library"), _LIBRARY),
    (mark("Third party"), ("third party",)),
    (mark("One of several files of the source tree"), ("ambiguous",)),
    (mark("Not in the source tree"), ("missing",)),
)
#: Modules of a group that are shown at first.
ROWS: Final = 30
_Row = tuple[Import, LinkRow]
"""An import, and what it means."""
#: The names of a statement of Rust.
_IN_BRACES: Final = re.compile(r"::\{([^{}]*)\}$")
#: Where projects ask for what files of a language import; empty for those of Python.
_ASKED_IN: Final = {"Python": "", "Cython": "", **PACKAGE_FILES}
_UNUSED: Final = re.compile(r"`(.+)` imported but unused")


def dependencies_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    if code.language_of(path) is None:
        return text_links_inputs(code, path)
    return (
        code.links(path),
        code.import_targets(path),
        asked_for(code, path),
        unused_imports(code, path),
        stubbed_source(path, code.has_file),
        code.importers(path),
        _is_in_imported_package(code, path),
        indirect_users(code, path),
        code.resolved_mentions(path),
        code.mentioned_in(path),
    )


def dependencies(context: Context, path: str) -> list[nodes.Node]:
    """Return the imports of a file in groups, and the files that import it."""
    facts = context.code.facts(path)
    if not facts.source:
        return text_links(context, path)
    words = import_words(path)
    links = context.code.links(path)
    body: list[nodes.Node] = []
    pairs = zip(facts.imports, links, strict=True)
    groups = grouped((pair[1].category, pair) for pair in pairs)
    for title, categories in _GROUPS:
        rows = [pair for category in categories for pair in groups[category]]
        if rows:
            heading = f"{say(title)} ({figure(len(rows))})"
            asked = asked_for(context.code, path)
            listed = [*import_entries(context, path, rows, asked)]
            if categories == _LIBRARY and len(listed) >= FOLDED:
                body.append(entries(listed, title=heading))
            else:
                body += [rubric(heading), entries(listed, shown=ROWS)]
    body += _unused(context, path, facts)
    body += named_files(context, path)
    importers = context.code.importers(path)
    body += files_under(context, importer_words(path, importers).by_files, importers)
    users = indirect_users(context.code, path)
    used_by = mark("Used indirectly by ({files})")
    if not facts.python:
        # What is of one package needs no import.
        used_by = (
            mark("Also used by ({files})") if importers else mark("Used by ({files})")
        )
    body += files_under(context, used_by, users)
    body += mentioned_in_list(context, path)
    missing: list[tuple[str, ...]] = []
    # Of a file that could not be parsed no imports are known.
    if not facts.imports and facts.problem is None and may_import(path):
        missing.append((say(words.nothing),))
    if source := stubbed_source(path, context.code.has_file):
        text = "Imports of this module lead to {file}."
        body.append(translated_paragraph(text, file=context.file(source)))
    elif not (
        importers or users or _is_in_imported_package(context.code, path)
    ) and may_be_imported(path):
        checks = [say("imports of it, including re-exports")] * facts.python
        missing.append((say(words.no_file), *checks))
    context.counts["used"] = len(importers) + len(users)
    context.counts["imports"] = len(facts.imports)
    if body or missing:
        return [*body, *none_found(missing)]
    return [nothing_found(say("No mentions found."), say("paths in other files"))]


def _is_in_imported_package(code: CodeMap, path: str) -> bool:
    """Tell whether files import what the package of a file has, in this one or others.

    That is all of it, an extension of Kotlin that several files define, or what a macro
    of Rust makes modules of.
    """
    language = code.language_of(path)
    folder = path.rpartition("/")[0]
    in_packages = language is not None and language.found_by != "folders"
    return in_packages and folder != "" and bool(code.importers(folder))


def _numbers(lines: Sequence[int]) -> str:
    """Return lines in words, three and more in a row as a range."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and runs[-1][-1] == line - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return ", ".join(
        f"{run[0]}\N{EN DASH}{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))
        for run in runs
    )


def asked_for(code: CodeMap, path: str) -> dict[int, tuple[RequirementLine, ...]]:
    """Return by which lines the project asks for what a file imports.

    :return: to the ordinal of each import that it asks for.
    """
    language = code.language_of(path)
    kind = _ASKED_IN.get(language.family or language.name) if language else None
    if kind is None:
        return {}
    lines_for = partial(code.distributions.requirement_lines, path, kind=kind)
    return {
        row.ordinal: lines
        for row in code.imports_of(["third party"], path)
        if (lines := lines_for(row.module, row.name))
    }


def unused_imports(code: CodeMap, path: str) -> list[tuple[str, int]]:
    """Return name and line of what a file imports and never uses, as Ruff has it."""
    unused = []
    for finding in code.findings(path)[0]:
        if finding.rule == UNUSED_IMPORT:
            match = _UNUSED.match(finding.message)
            unused.append((match[1] if match else finding.message, finding.line))
    return unused


def import_entries(
    context: Context,
    path: str,
    rows: Iterable[_Row],
    requirement_lines: Mapping[int, Sequence[RequirementLine]] | None = None,
) -> Iterator[ListEntry]:
    """Yield a line of a list for each module: the names imported from it share one.

    What is imported under other circumstances, as in a function, has a line of its own.

    :param requirement_lines: :func:`asked_for`, to say it in the lines.
    """
    groups: defaultdict[object, list[_Row]] = defaultdict(list)
    for imported, row in rows:
        # "import a.b as c" asks for a name no more than "import a.b" does.
        what = (True, "") if imported.name else (False, imported.alias)
        key = imported.level, imported.module, what, *_circumstances(imported)
        groups[key].append((imported, row))
    asked = requirement_lines or {}
    told = set[RequirementLine]()
    modules: defaultdict[str, set[str]] = defaultdict(set)
    for import_ in context.code.facts(path).imports:
        modules[import_.text].add(import_.module)
    for group in groups.values():
        required = dict.fromkeys(
            line for _, row in group for line in asked.get(row.ordinal, ())
        )
        texts = {imported.text for imported, _ in group}
        if len(texts) > 1 or (any(texts) and len(modules[texts.pop()]) > 1):
            # Of several statements, or modules, no statement says what it is.
            group = [(_without_text(imported), row) for imported, row in group]
        entry = _module_entry(context, path, group)
        # What the lines above say of a distribution is not said again.
        one_name = len({line.requirement.name for line in required}) == 1
        beside = entry.text if one_name and not entry.parts else ""
        more = tuple(
            distribution_part(context, line, short=line in told, beside=beside)
            for line in required
            if line not in told or line.requirement.name not in beside
        )
        told.update(required)
        yield entry._replace(parts=entry.parts + more)


def _without_text(imported: Import) -> Import:
    """Return an import that is named by its path, not by its statement."""
    # In Rust what is imported in a block is bound by no name elsewhere.
    alias = "" if imported.alias == "_" else imported.alias
    return replace(imported, text="", alias=alias) if imported.text else imported


def _module_entry(context: Context, path: str, group: Sequence[_Row]) -> ListEntry:
    """Return the line of a list for what is imported from one module."""
    imported, row = group[0]
    lines = sorted({import_.line for import_, _ in group})
    names = {
        (import_.name, *_renamed(import_, at), at.target, at.qualname): (import_, at)
        for import_, at in group
    }
    circumstances = _circumstances(imported)
    if len(names) == 1:
        # Its name leads to the definition.
        language = context.code.language_of(path)
        text = imported.written
        if language and not imported.text and language.separator != ".":
            text = language.separator.join(
                filter(None, (imported.module, imported.name))
            )
        uri = target_uri(context, row) or external_uri(context, imported, row)
        summary = [*_renamed(imported, row), *circumstances]
        parts: tuple[Part, ...] = ()
    else:
        text = _without_names(imported, {import_.name for import_, _ in group})
        kind = "docs" if context.code.language_of(row.module) else "index"
        uri = context.href(kind, row.module) if row.module else ""
        summary = circumstances
        parts = tuple(
            Part(
                " ".join([import_.name, *_renamed(import_, at)]),
                target_uri(context, at) or external_uri(context, import_, at),
                literal=True,
            )
            for import_, at in names.values()
        )
    return ListEntry(
        text,
        uri,
        where=at_lines(_numbers(lines), len(lines) > 1),
        where_uri=context.line(path, lines[0]),
        summary=", ".join(summary),
        parts=parts,
    )


def _without_names(imported: Import, names: Set[str]) -> str:
    """Return a statement as it is written, without the names listed beside it."""
    text = replace(imported, name="", alias="").written
    found = _IN_BRACES.search(text)
    if found and names == {name.strip() for name in found[1].split(",")} - {""}:
        return text[: found.start()]
    return text


def distribution_part(
    context: Context, line: RequirementLine, *, short: bool = False, beside: str = ""
) -> Part:
    """Return what is asked for and where, linked to the line that does.

    :param short: whether its name is enough.
    :param beside: what stands before it; a name in it is not said again.
    """
    requirement = line.requirement
    uri = context.line(line.path, requirement.line)
    if short:
        return Part(requirement.name, uri)
    versions = requirement.specifier
    # Python's versions begin with an operator.
    space = "" if versions.startswith(tuple("<>=!~")) else " "
    name = "" if requirement.name in beside else f"{requirement.name}{space}"
    words = [*filter(None, [f"{name}{versions}".rstrip()])]
    if requirement.marker:
        words.append(say("if {condition}", condition=requirement.marker))
    if requirement.group:
        words.append(group_words(requirement.group))
    words.append(f"{line.path}, {at_line(requirement.line)}")
    return Part(", ".join(words), uri)


def _unused(context: Context, path: str, facts: FileFacts) -> list[nodes.Node]:
    guarded = {
        (import_.line, import_.written) for import_ in facts.imports if import_.guarded
    }
    listed = [
        ListEntry(
            name,
            where=at_line(line),
            where_uri=context.line(path, line),
            summary=say("in a try statement") if (line, name) in guarded else "",
        )
        for name, line in unused_imports(context.code, path)
    ]
    return counted_list(mark("Unused imports"), listed)


def target_uri(context: Context, row: LinkRow) -> str:
    """Return where what an import means is documented, or an empty string."""
    if row.category == "folder":
        return context.href("index", row.target)
    if row.category != "file":
        return ""
    if row.qualname:
        for anchor in context.code.anchors(row.target).get(row.qualname, {}).values():
            return context.href("docs", row.target, anchor)
    return context.href("docs", row.target)


def _renamed(imported: Import, row: LinkRow) -> list[str]:
    """Return what is to be said of one of the names of a statement."""
    remarks = []
    # "import a as a" says that others may import it from here.
    # A statement as written has it already.
    if imported.alias and imported.alias != imported.name and not imported.text:
        remarks.append(say("as {name}", name=imported.alias))
    own = row.target in {row.module, *submodule_paths(row.module, imported.name)}
    if row.target and not own:
        remarks.append(say("from {path}", path=row.target))
    return remarks


def _circumstances(imported: Import) -> list[str]:
    """Return what is to be said of a statement."""
    remarks = []
    if imported.type_checking:
        remarks.append(say("for type checking only"))
    if imported.condition:
        remarks.append(say("conditional (line {line})", line=imported.condition))
    if imported.guarded:
        remarks.append(say("in a try statement"))
    if imported.lazy:
        remarks.append(say("inside a function"))
    return remarks


SECTION: Final = Section("Dependencies", dependencies, dependencies_inputs)
