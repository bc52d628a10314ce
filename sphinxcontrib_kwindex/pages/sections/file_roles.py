"""Roles of a file that the project gives it: what calls it, what it configures."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from docutils import nodes

from ...analysis.project.project_files import analysed_name, project_role
from ...analysis.project.settings_files import configuration
from ...codemap.code_map import CodeMap
from ...codemap.distributions import PACKAGE_FILES, ProjectEntryPoint
from ...codemap.offers import offers
from ...i18n import at_line, figure, group_words, mark, say
from ...links.languages.python import is_package_file
from ...links.text_links import DOCUMENTS
from ...links.tree_paths import is_within
from ...model.facts import Definition, FileFacts
from ...model.names import last_part
from ...model.record import Record
from ..nodes import ListEntry, Part, link, literal
from ..page_context import (
    LISTING_ID,
    OUTLINE_ID,
    Context,
    counted_list,
    joined,
    paragraph,
    section_id,
    translated_nodes,
    translated_paragraph,
)
from ..quantities import pluralize

#: Most names written out in a sentence.
NAMED: Final = 12
_SCRIPTS: Final = frozenset({"console_scripts", "gui_scripts", "bin"})
#: What the function ``setup`` of a distribution is taken from.
_BUILDERS: Final = frozenset({"setuptools", "distutils", "skbuild"})
_OVERVIEW: Final = section_id("High-Level Overview")
_LICENCES: Final = re.compile(r"(?:un)?licen[cs]e|copying", re.IGNORECASE)


def roles_inputs(code: CodeMap, path: str) -> object:
    """Return what :func:`roles` shows beside the facts of the file."""
    name = path.rpartition("/")[2]
    return (
        code.distributions.entry_points_to(path),
        code.distributions.entry_points_in(path),
        reexports(code, path) if is_package_file(path) else None,
        _root_document(code, path) if name == "conf.py" else "",
        _runs_as(code, path) if name == "__main__.py" else "",
        _passed_on(code, path),
    )


def roles(context: Context, path: str) -> list[nodes.Node]:
    """Return a sentence for each role."""
    code = context.code
    name = path.rpartition("/")[2]
    body: list[nodes.Node | None] = []
    if is_package_file(path):
        body.append(_reexports(context, path))
    if name == "__main__.py" and (command := _runs_as(code, path)):
        shown = literal(command)
        body.append(translated_paragraph("{command} runs it.", command=shown))
    body += _callers(context, path)
    if files := _passed_on(code, path):
        body.append(_passes_on(context, files))
    elif code.facts(path).python:
        if name in _PYTHON_FILES:
            body.append(_PYTHON_FILES[name](context, path, code.facts(path)))
    elif code.is_text(path):
        body.append(_licence(context, path))
        body.append(_configures(context, path))
        body.append(_requirements_and_entry_points(context, path))
    return [node for node in body if node is not None]


# Packages


class Reexports(Record, frozen=True):
    """What a package offers of what others define."""

    number: int
    named: tuple[tuple[str, str, str], ...]
    """Name, path and id of those that most other files use."""
    stars: tuple[tuple[str, int], ...]
    """The modules of which ``*`` is imported, with the lines that do."""
    complete: bool
    """Whether there are no others."""


def reexports(code: CodeMap, path: str) -> Reexports:
    """Return what an ``__init__`` module imports to offer it."""
    facts = code.facts(path)
    below = path.rpartition("/")[0]
    stars: dict[str, int] = {}
    for imported, row in zip(facts.imports, code.links(path), strict=True):
        others = row.category == "file" and row.target != path
        inside = others and is_within(row.target, below)
        executed = not (imported.lazy or imported.type_checking)
        if imported.name == "*" and executed and inside and facts.exports is None:
            stars.setdefault(row.target, imported.line)
    names, for_itself = offers(code, path)
    offered = {
        offered_name.name: offered_name
        for offered_name in names
        if not offered_name.star or facts.exports is not None
    }
    users = {
        name: code.count_users_of_definition(offered_name.target, offered_name.qualname)
        for name, offered_name in offered.items()
    }
    best = sorted(offered, key=lambda name: (-users[name], name))[:NAMED]
    named = []
    for name in best:
        offered_name = offered[name]
        rows = code.definitions_called(offered_name.target, offered_name.qualname)
        named.append((name, offered_name.target, rows[0].anchor if rows else ""))
    return Reexports(
        len(offered),
        tuple(named),
        tuple(stars.items()),
        facts.exports_complete and not for_itself,
    )


def _reexports(context: Context, path: str) -> nodes.Node | None:
    """Return a sentence on what a file offers of others; nothing without any."""
    exported = reexports(context.code, path)
    if not (exported.number or exported.stars):
        return None
    named: list[nodes.Node | str] = []
    if exported.number:
        shown = [
            link(name, context.href("docs", target, anchor), literal=True)
            for name, target, anchor in exported.named
        ]
        text = "{number}: {names}"
        if not exported.complete:
            text = "at least {number}: {names}"
        number = pluralize(exported.number, "name")
        uri = context.href("kw", path) or context.href("docs", path, LISTING_ID)
        names: list[nodes.Node | str] = [*joined(shown), *_rest(exported.number, uri)]
        named = translated_nodes(text, number=number, names=names)
    stars = joined(
        _inline(context.file(target), " (", context.line_link(path, line), ")")
        for target, line in exported.stars
    )
    text = "It re-exports {names}; also everything exported by {files}."
    if not stars:
        text = "It re-exports {names}."
    elif not named:
        text = "It re-exports everything exported by {files}."
    return translated_paragraph(text, names=named, files=stars)


def _passed_on(code: CodeMap, path: str) -> tuple[str, ...]:
    """Return the files whose names a file exports, if it does no more.

    A file of JavaScript does so with ``export``, a module of Python that holds imports
    of names, and maybe ``__all__``.
    """
    # For facts, which are large, a page is planned without most of them.
    if any(row.qualname != "__all__" for row in code.definitions(path)):
        return ()
    facts = code.facts(path)
    statements = (imported.text for imported in facts.imports)
    exports = all(text.startswith("export ") for text in statements)
    if not exports and (is_package_file(path) or not _only_imports(code, path, facts)):
        return ()
    rows = (row for row in code.links(path) if row.category == "file")
    return tuple(dict.fromkeys(row.module for row in rows if row.module))


def _only_imports(code: CodeMap, path: str, facts: FileFacts) -> bool:
    """Tell whether a module of Python only imports names of other files."""
    for imported, row in zip(facts.imports, code.links(path), strict=True):
        named = row.category == "file" and (row.qualname or imported.name == "*")
        if not named and imported.module != "__future__":
            return False
    text = code.text(path) if facts.line_kinds else ""
    lines = text.split("\n")
    spans = [(one.line, one.end_line) for one in facts.imports]
    spans += [(one.line, one.end_line) for one in facts.definitions]
    held = {
        line
        for first, last in spans
        for line in range(first, last + 1)
        if lines[line - 1 : line] and not lines[line - 1].lstrip().startswith("#")
    }
    # Behind a semicolon is another statement.
    found = facts.line_kinds and facts.line_kinds.code == len(held)
    return bool(found) and ";" not in text


def _passes_on(context: Context, files: Sequence[str]) -> nodes.Node:
    shown = joined(map(context.file, files[:NAMED]))
    if len(files) > NAMED:
        more = pluralize(len(files) - NAMED, "more file")
        shown.append(nodes.Text(say(" and {files}", files=more)))
    return translated_paragraph("It only re-exports names from {files}.", files=shown)


def _inline(*parts: nodes.Node | str) -> nodes.inline:
    return nodes.inline("", "", *paragraph(*parts).children)


def _rest(number: int, uri: str) -> list[nodes.Node]:
    """Return how many more there are than are named, and where they are."""
    if number <= NAMED:
        return []
    return [link(say(", and {number} more", number=figure(number - NAMED)), uri)]


# What calls it


def _runs_as(code: CodeMap, path: str) -> str:
    """Return the command that runs a ``__main__`` module, if it is in a package."""
    folder = path.rpartition("/")[0]
    package = code.modules.name(path).rpartition(".")[0]
    return f"python -m {package}" if package and folder in code.modules.packages else ""


def _callers(context: Context, path: str) -> Iterator[nodes.Node]:
    """Yield a sentence for each entry point of the project that leads to a file."""
    callers = context.code.distributions.entry_points_to(path)
    for caller in callers:
        point = caller.point
        script = point.group in _SCRIPTS
        name: list[nodes.Node] = [literal(point.name)]
        if not script:
            name.append(nodes.Text(f" ({point.group})"))
        place = f"{caller.path}, {at_line(point.line)}"
        where = context.line_link(caller.path, point.line, place)
        if not (caller.qualname or point.attribute):
            text = "{name} in {where} refers to it."
            if script:
                text = "{name} in {where} calls it."
            yield translated_paragraph(text, name=name, where=where)
            continue
        text = "{name} in {where} refers to its {target}."
        if script:
            text = "{name} in {where} calls its {target}."
        target: nodes.Node = literal(point.attribute)
        if caller.qualname:
            target = _target(context, caller)
        yield translated_paragraph(text, name=name, where=where, target=target)


def _target(context: Context, entry_point: ProjectEntryPoint) -> nodes.Node:
    part = _written_target(context, entry_point)
    return link(entry_point.qualname or part.text, part.uri, literal=True)


def _written_target(context: Context, entry_point: ProjectEntryPoint) -> Part:
    """Return what an entry point leads to, as the file of the project has it."""
    point, target = entry_point.point, entry_point.target
    written = f"{point.module}:{point.attribute}" if point.attribute else point.module
    uri = context.href("docs", target, entry_point.anchor) if target else ""
    return Part(written, uri, literal=True)


# What it configures


def _licence(context: Context, path: str) -> nodes.Node | None:
    said = context.code.facts(path).licence
    if not said or not _LICENCES.match(path.rpartition("/")[2]):
        return None
    named = link(said.text, context.line(path, said.line))
    return translated_paragraph(
        "It is the text of a licence: {licence}.", licence=named
    )


def _configures(context: Context, path: str) -> nodes.Node | None:
    kind = configuration(path)
    parts = kind.parts(context.code.text(path)) if kind else ()
    if not kind or not parts:
        return None
    number = len(parts)
    lead = f"{say(kind.lead)} "
    if kind.noun:
        lead += f"{pluralize(number, kind.noun)}: "
    listing = context.href("docs", path, LISTING_ID)
    shown = [
        link(part.text, context.line(path, part.line), literal=True)
        for part in parts[:NAMED]
    ]
    return paragraph(lead, *joined(shown), *_rest(number, listing), ".")


def _requirements_and_entry_points(context: Context, path: str) -> nodes.Node | None:
    """Return how many distributions a file requires, and what it lets call."""
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for requirement in context.code.facts(path).requirements:
        groups[requirement.group].add(requirement.name.lower())
    parts: list[nodes.Node | str] = []
    if groups:
        of_python = analysed_name(path) not in PACKAGE_FILES.values()
        number = len(set().union(*groups.values()))
        total = (
            pluralize(number, "distribution")
            if of_python
            else pluralize(number, "package")
        )
        (group, *others) = groups
        if group and not others:
            total += f" {_group_in_words(group)}"
        parts.append(say("requires {distributions}", distributions=total))
        if others:
            numbers = (
                f"{figure(len(names))} {_group_in_words(group)}"
                for group, names in sorted(groups.items())
            )
            parts.append(f": {', '.join(numbers)}")
    if calls := context.code.distributions.entry_points_in(path):
        points = pluralize(len(calls), "entry point")
        pairs = joined(
            _inline(literal(call.point.name), " → ", _target(context, call))
            for call in calls[:NAMED]
        )
        uri = context.href("docs", path, _OVERVIEW)
        parts += [say("; it ")] if parts else []
        parts += [say("has {points}: ", points=points), *pairs, *_rest(len(calls), uri)]
    return paragraph(say("It "), *parts, ".") if parts else None


# Python files that configure


def _setup_py(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    for imported in facts.imports:
        top = imported.module.partition(".")[0]
        # A module of that name may take something else of them.
        builds = last_part(imported.written) in {"setup", "core", "*", top}
        if top in _BUILDERS and not imported.level and builds:
            text = "It builds the distribution with {tool} ({line})."
            where = context.line_link(path, imported.line)
            return translated_paragraph(text, tool=literal(top), line=where)
    return None


def _noxfile(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    sessions = [
        definition
        for definition in facts.definitions
        if definition.kind == "function"
        and any(
            text.partition("(")[0].strip() in {"nox.session", "session"}
            for text in definition.decorators
        )
    ]
    if not sessions:
        return None
    shown = _definitions(context, path, sessions)
    number = pluralize(len(sessions), "session")
    text = "nox runs {sessions}: {names}."
    return translated_paragraph(text, sessions=number, names=shown)


def _conftest(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    marked = {
        pattern.qualname
        for pattern in facts.patterns
        if pattern.name == "pytest fixture"
    }
    functions = [
        definition
        for definition in facts.definitions
        if definition.kind == "function" and "." not in definition.qualname
    ]
    fixtures = [function for function in functions if function.qualname in marked]
    hooks = [
        function for function in functions if function.qualname.startswith("pytest_")
    ]
    parts: list[nodes.Node | str] = []
    for word, definitions in (("fixture", fixtures), ("hook", hooks)):
        if definitions:
            parts += [say(" and ")] if parts else []
            parts.append(f"{pluralize(len(definitions), word)} (")
            parts += [*_definitions(context, path, definitions), ")"]
    if not parts:
        return None
    folder = path.rpartition("/")[0]
    text = "pytest uses its {what} in {folder}."
    return translated_paragraph(text, what=parts, folder=context.folder(folder))


def _conf_py(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    root = _root_document(context.code, path)
    named = {
        definition.qualname: definition
        for definition in facts.definitions
        if definition.kind == "data" and "." not in definition.qualname
    }
    if not root or "extensions" not in named:
        return None
    shown = _definitions(context, path, [named["extensions"]])
    text = "It configures Sphinx for {file}; see {names}."
    return translated_paragraph(text, names=shown, file=context.file(root))


def _root_document(code: CodeMap, path: str) -> str:
    """Return the root document beside a ``conf.py``, or an empty string."""
    folder = path.removesuffix("conf.py")
    name = "index"
    for definition in code.facts(path).definitions:
        is_text = definition.value.startswith(("'", '"'))
        if definition.qualname in {"root_doc", "master_doc"} and is_text:
            name = definition.value.strip("'\"")
    for suffix in DOCUMENTS:
        if code.has_file(f"{folder}{name}{suffix}"):
            return f"{folder}{name}{suffix}"
    return ""


_PYTHON_FILES: Final = {
    "setup.py": _setup_py,
    "noxfile.py": _noxfile,
    "conftest.py": _conftest,
    "conf.py": _conf_py,
}


def _definitions(
    context: Context, path: str, definitions: Sequence[Definition]
) -> list[nodes.Node]:
    names = [definition.qualname for definition in definitions[:NAMED]]
    shown = [
        link(name, context.definition_uri(path, name), literal=True) for name in names
    ]
    outline = context.href("docs", path, OUTLINE_ID)
    return [*joined(shown), *_rest(len(definitions), outline)]


# The overview of the project's files


def project_overview(context: Context, path: str) -> list[nodes.Node]:
    """Return what a file of the project asks for and what it lets call, as lists."""
    if not project_role(analysed_name(path)):
        return []
    facts = context.code.facts(path)
    requirements = (
        ListEntry(
            requirement.name,
            context.line(path, requirement.line),
            kind=group_words(requirement.group),
            where=at_line(requirement.line),
            where_uri=context.line(path, requirement.line),
            summary=_versions(requirement.specifier, requirement.marker),
        )
        for requirement in facts.requirements
    )
    calls = context.code.distributions.entry_points_in(path)
    points = (entry_point_entry(context, call) for call in calls)
    return [
        *counted_list(mark("Requirements"), requirements),
        *counted_list(mark("Entry points"), points),
    ]


def _group_in_words(group: str) -> str:
    return f"({group_words(group)})" if group else say("at run time")


def _versions(specifier: str, marker: str) -> str:
    condition = say("if {condition}", condition=marker) if marker else ""
    return ", ".join(part for part in (specifier, condition) if part)


def entry_point_entry(context: Context, entry_point: ProjectEntryPoint) -> ListEntry:
    """Return the line of a list for an entry point of the project."""
    point = entry_point.point
    return ListEntry(
        point.name,
        context.line(entry_point.path, point.line),
        kind=point.group,
        where=at_line(point.line),
        where_uri=context.line(entry_point.path, point.line),
        parts=(_written_target(context, entry_point),),
    )
