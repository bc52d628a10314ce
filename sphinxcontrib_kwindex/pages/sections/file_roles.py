"""Roles of a file that the project gives it: what calls it, what it configures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from docutils import nodes

from ...analysis.project.project_files import project_role, telling_name
from ...analysis.project.settings_files import configuration
from ...codemap.code_map import CodeMap
from ...codemap.distributions import ProjectEntryPoint
from ...i18n import at_line, figure, group_words, say
from ...model.facts import Definition, FileFacts, Import
from ..nodes import Entry, Part, entries, link
from ..page_context import Context, counted, joined, sentence, told

#: So many names are written out in a sentence.
NAMED: Final = 12
_PACKAGE: Final = frozenset({"__init__.py", "__init__.pyi"})
_SCRIPTS: Final = frozenset({"console_scripts", "gui_scripts"})
_ROOT_SUFFIXES: Final = (".rst", ".md", ".txt", ".ipynb")


def roles_shows(code: CodeMap, path: str) -> object:
    """Return what :func:`roles` shows beside the facts of the file."""
    name = path.rpartition("/")[2]
    return (
        code.distributions.entry_points_to(path),
        code.distributions.entry_points_in(path),
        reexports(code, path) if name in _PACKAGE else None,
        _root_document(code, path) if name == "conf.py" else "",
        _runs_as(code, path) if name == "__main__.py" else "",
    )


def roles(context: Context, path: str) -> list[nodes.Node]:
    """Return a sentence for each role."""
    code = context.code
    name = path.rpartition("/")[2]
    found: list[nodes.Node | None] = []
    if name in _PACKAGE:
        found.append(_reexports(context, path))
    if name == "__main__.py" and (command := _runs_as(code, path)):
        shown = nodes.literal(command, command)
        found.append(sentence(*told("{command} runs it.", command=shown)))
    found += _callers(context, path)
    if code.facts(path).python:
        if name in _PYTHON_FILES:
            found.append(_PYTHON_FILES[name](context, path, code.facts(path)))
    elif not code.facts(path).binary:
        found.append(_configures(context, path))
        found.append(_asks(context, path))
    return [one for one in found if one is not None]


# Packages


@dataclass(frozen=True, slots=True)
class Reexports:
    """What a package offers of what others define."""

    number: int
    named: tuple[tuple[str, str, str], ...]
    """Name, path and id of those that most files import."""
    stars: tuple[tuple[str, int], ...]
    """The modules of which ``*`` is imported, with the lines that do."""
    complete: bool
    """Whether there are no others."""


def reexports(code: CodeMap, path: str) -> Reexports | None:
    """Return what an ``__init__`` module imports to offer it.

    That is what ``__all__`` has; without one, what it imports from below its folder
    under a public name.
    """
    targets: dict[int, tuple[str, str, int]] = {
        ordinal: (target, qualname, uses)
        for ordinal, target, qualname, uses in code.store.select(
            "SELECT ordinal, target, qualname, (SELECT count(DISTINCT other.path)"
            " FROM link AS other WHERE other.target = link.target"
            " AND other.qualname = link.qualname)"
            " FROM link WHERE path = ? AND category = 'file'",
            (path,),
        )
    }
    if not targets:
        return None
    facts = code.facts(path)
    below = path.rpartition("/")[0]
    offered: dict[str, tuple[str, str, int]] = {}
    stars: dict[str, int] = {}
    for ordinal, one in enumerate(facts.imports):
        if ordinal not in targets or one.lazy or one.type_checking:
            continue
        target, qualname, _ = targets[ordinal]
        inside = not below or target.startswith(f"{below}/")
        if one.name == "*" and inside and facts.exports is None:
            stars.setdefault(target, one.line)
        elif qualname and _offers(facts, one, inside=inside):
            offered.setdefault(one.bound, targets[ordinal])
    best = sorted(offered, key=lambda name: (-offered[name][2], name))[:NAMED]
    named = []
    for name in best:
        target, qualname, _ = offered[name]
        rows = code.store.definitions("path = ? AND qualname = ?", (target, qualname))
        anchor = next((row.anchor for row in rows), "")
        named.append((name, target, anchor))
    return Reexports(
        len(offered),
        tuple(named),
        tuple(stars.items()),
        facts.exports is None or facts.exports_complete,
    )


def _offers(facts: FileFacts, one: Import, *, inside: bool) -> bool:
    if facts.exports is not None:
        return one.bound in facts.exports
    return inside and not one.bound.startswith("_")


def _reexports(context: Context, path: str) -> nodes.Node | None:
    found = reexports(context.code, path)
    if found is None or not (found.number or found.stars):
        return None
    named: list[nodes.Node | str] = []
    if found.number:
        shown = [
            link(name, context.href("docs", target, anchor), literal=True)
            for name, target, anchor in found.named
        ]
        text = "{number}: {names}" if found.complete else "at least {number}: {names}"
        names: list[nodes.Node | str] = [*joined(shown), *_rest(found.number)]
        named = told(text, number=counted(found.number, "name"), names=names)
    stars: list[nodes.Node | str] = []
    for number, (target, line) in enumerate(found.stars):
        where = link(at_line(line), context.line(path, line))
        stars += [", " if number else "", context.file(target), " (", where, ")"]
    if not stars:
        return sentence(*told("It re-exports {names}.", names=named))
    one = len(found.stars) == 1
    if not named:
        text = "It re-exports all that {files} export."
        if one:
            text = "It re-exports all that {files} exports."
    else:
        text = "It re-exports {names}; all that {files} export."
        if one:
            text = "It re-exports {names}; all that {files} exports."
    return sentence(*told(text, names=named, files=stars))


def _rest(number: int) -> list[str]:
    if number <= NAMED:
        return []
    return [say(", and {number} more", number=figure(number - NAMED))]


# What calls it


def _runs_as(code: CodeMap, path: str) -> str:
    """Return the command that runs a ``__main__`` module, if it is in a package."""
    folder = path.rpartition("/")[0]
    package = code.modules.name(path).rpartition(".")[0]
    return f"python -m {package}" if package and folder in code.modules.packages else ""


def _callers(context: Context, path: str) -> list[nodes.Node]:
    callers = context.code.distributions.entry_points_to(path)
    found: list[nodes.Node] = []
    for one in callers[:NAMED]:
        parts: list[nodes.Node | str] = [nodes.literal(one.point.name, one.point.name)]
        if one.point.group not in _SCRIPTS:
            parts.append(f" ({one.point.group})")
        where = link(
            f"{one.path}, {at_line(one.point.line)}",
            context.line(one.path, one.point.line),
        )
        name = one.point.attribute
        target: nodes.Node | None = nodes.literal(name, name) if name else None
        if one.qualname:
            target = _target(context, one)
        script = one.point.group in _SCRIPTS
        if target is None:
            text = "{name} in {where} refers to it."
            if script:
                text = "{name} in {where} calls it."
            found.append(sentence(*told(text, name=parts, where=where)))
            continue
        text = "{name} in {where} refers to its {target}."
        if script:
            text = "{name} in {where} calls its {target}."
        found.append(sentence(*told(text, name=parts, where=where, target=target)))
    if len(callers) > NAMED:
        points = counted(len(callers) - NAMED, "more entry point")
        found.append(sentence(say("{points} as well.", points=points)))
    return found


def _target(context: Context, one: ProjectEntryPoint) -> nodes.Node:
    uri = context.href("docs", one.target, one.anchor) if one.target else ""
    point = one.point
    written = f"{point.module}:{point.attribute}" if point.attribute else point.module
    return link(one.qualname or written, uri, literal=True)


# What it configures


def _configures(context: Context, path: str) -> nodes.Node | None:
    kind = configuration(path)
    if kind is None:
        return None
    try:
        found = kind.parts(context.code.source(path))
    except OSError:
        return None
    if not found:
        return None
    number = len(found)
    lead = f"{say(kind.lead)} "
    if kind.noun:
        verb = say(kind.verbs[number > 1])
        lead += f"{counted(number, kind.noun)}{f' {verb}' if verb else ''}: "
    shown = [
        link(part.text, context.line(path, part.line), literal=True)
        for part in found[:NAMED]
    ]
    return sentence(lead, *joined(shown), *_rest(number), ".")


def _asks(context: Context, path: str) -> nodes.Node | None:
    """Return how many distributions it asks for, and what it lets call."""
    facts = context.code.facts(path)
    groups: dict[str, set[str]] = {}
    for one in facts.requirements:
        groups.setdefault(one.group, set()).add(one.name.lower())
    parts: list[nodes.Node | str] = []
    if groups:
        numbers = ", ".join(
            f"{figure(len(names))} {_when(group)}"
            for group, names in sorted(groups.items())[:NAMED]
        )
        total = counted(len(set().union(*groups.values())), "distribution")
        many = len(groups) > 1 or "" not in groups
        text = say("requires {distributions}", distributions=total)
        parts.append(f"{text}{f': {numbers}' if many else ''}")
        if len(groups) > NAMED:
            rest = figure(len(groups) - NAMED)
            parts.append(say(", and in {number} more groups", number=rest))
    if calls := context.code.distributions.entry_points_in(path):
        points = counted(len(calls), "entry point")
        lead = say("has {points}: ", points=points)
        shown: list[nodes.Node] = []
        for call in calls[:NAMED]:
            name = call.point.name
            shown += [nodes.literal(name, name), _target(context, call)]
        pairs = [
            nodes.inline("", "", name, nodes.Text(" → "), target)
            for name, target in zip(shown[::2], shown[1::2], strict=True)
        ]
        parts += [
            say("; it ") if parts else "",
            lead,
            *joined(pairs),
            *_rest(len(calls)),
        ]
    return sentence(say("It "), *parts, ".") if parts else None


# Python files that configure


def _setup_py(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    for one in facts.imports:
        top = one.module.partition(".")[0]
        if top in {"setuptools", "distutils", "skbuild"} and not one.level:
            where = link(at_line(one.line), context.line(path, one.line))
            tool = nodes.literal(top, top)
            text = "It builds the distribution with {tool} ({line})."
            return sentence(*told(text, tool=tool, line=where))
    return None


def _noxfile(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    sessions = [
        one
        for one in facts.definitions
        if one.kind == "function"
        and any(
            text.partition("(")[0].strip() in {"nox.session", "session"}
            for text in one.decorators
        )
    ]
    if not sessions:
        return None
    shown = _definitions(context, path, sessions)
    number = counted(len(sessions), "session")
    text = "nox runs {sessions}: {names}."
    return sentence(*told(text, sessions=number, names=shown))


def _conftest(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    marked = {one.qualname for one in facts.patterns if one.name == "pytest fixture"}
    functions = [
        one
        for one in facts.definitions
        if one.kind == "function" and "." not in one.qualname
    ]
    fixtures = [one for one in functions if one.qualname in marked]
    hooks = [one for one in functions if one.qualname.startswith("pytest_")]
    parts: list[nodes.Node | str] = []
    for word, found in (("fixture", fixtures), ("hook", hooks)):
        if found:
            parts += [say(" and ")] if parts else []
            parts.append(f"{counted(len(found), word)} (")
            parts += [*_definitions(context, path, found), ")"]
    if not parts:
        return None
    folder = path.rpartition("/")[0]
    text = "pytest uses {what} from it in {folder}."
    return sentence(*told(text, what=parts, folder=context.folder(folder)))


def _conf_py(context: Context, path: str, facts: FileFacts) -> nodes.Node | None:
    root = _root_document(context.code, path)
    named = {
        one.qualname: one
        for one in facts.definitions
        if one.kind == "data" and "." not in one.qualname
    }
    if not root or "extensions" not in named:
        return None
    shown = _definitions(context, path, [named["extensions"]])
    text = "It configures Sphinx for {file}, with {names}."
    return sentence(*told(text, names=shown, file=context.file(root)))


def _root_document(code: CodeMap, path: str) -> str:
    """Return the root document beside a ``conf.py``, or an empty string."""
    folder = path.removesuffix("conf.py")
    name = "index"
    for one in code.facts(path).definitions:
        if one.qualname in {"root_doc", "master_doc"} and one.value[:1] in {"'", '"'}:
            name = one.value.strip("'\"")
    for suffix in _ROOT_SUFFIXES:
        if code.store.file_key(f"{folder}{name}{suffix}") is not None:
            return f"{folder}{name}{suffix}"
    return ""


_PYTHON_FILES: Final = {
    "setup.py": _setup_py,
    "noxfile.py": _noxfile,
    "conftest.py": _conftest,
    "conf.py": _conf_py,
}


def _definitions(
    context: Context, path: str, found: Sequence[Definition]
) -> list[nodes.Node]:
    rows = context.code.definitions(path)
    anchors = {row.qualname: row.anchor for row in rows}
    shown = [
        link(
            one.qualname,
            context.href("docs", path, anchors.get(one.qualname, "")),
            literal=True,
        )
        for one in found[:NAMED]
    ]
    return [*joined(shown), *(nodes.Text(text) for text in _rest(len(found)))]


# The overview of the project's files


def project_overview(context: Context, path: str) -> list[nodes.Node]:
    """Return what a file of the project asks for and what it lets call, as lists."""
    if not project_role(telling_name(path)):
        return []
    facts = context.code.facts(path)
    found: list[nodes.Node] = []
    if facts.requirements:
        found.append(_rubric(say("Requirements"), len(facts.requirements)))
        found.append(
            entries(
                Entry(
                    one.name,
                    context.line(path, one.line),
                    kind=group_words(one.group),
                    where=at_line(one.line),
                    where_uri=context.line(path, one.line),
                    summary=_versions(one.specifier, one.marker),
                )
                for one in facts.requirements
            )
        )
    if calls := context.code.distributions.entry_points_in(path):
        found.append(_rubric(say("Entry points"), len(calls)))
        found.append(entries(called_entry(context, one) for one in calls))
    return found


def _when(group: str) -> str:
    return f"({group_words(group)})" if group else say("at run time")


def _versions(specifier: str, marker: str) -> str:
    condition = say("if {condition}", condition=marker) if marker else ""
    return ", ".join(part for part in (specifier, condition) if part)


def called_entry(context: Context, one: ProjectEntryPoint) -> Entry:
    """Return the line of a list for an entry point of the project."""
    point = one.point
    written = f"{point.module}:{point.attribute}" if point.attribute else point.module
    uri = context.href("docs", one.target, one.anchor) if one.target else ""
    return Entry(
        point.name,
        context.line(one.path, point.line),
        kind=point.group,
        where=at_line(point.line),
        where_uri=context.line(one.path, point.line),
        parts=(Part(written, uri, literal=True),),
    )


def _rubric(title: str, number: int) -> nodes.rubric:
    text = f"{title} ({figure(number)})"
    return nodes.rubric(text, text)
