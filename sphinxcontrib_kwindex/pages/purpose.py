"""What a file is for, each role with what shows it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from docutils import nodes

from ..codemap import CodeMap
from ..facts import FileFacts
from ..pointers import TEXTS
from ..testcases import collected
from .context import Context, counted, joined, sentence
from .glance import mainly
from .nodes import link
from .roles import roles, roles_shows

#: So many other files are named that define tests of a file.
_OTHERS: Final = 3


def purpose_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return (
        code.store.file_key(path.removesuffix("i")) is None,
        roles_shows(code, path),
        _tests_show(code, path),
    )


def _tests_show(code: CodeMap, path: str) -> object:
    """Return what the sentence on tests is made of."""
    return [(one.path, one.at, one.runners) for one in collected(code, path).tests]


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
    found += roles(context, path)
    tests = _tests(context, path)
    found += tests
    if facts.python and not facts.summary and not tests:
        found += mainly(context, path)
    if not found:
        found.append(sentence(_silent(facts)))
    return found


def _silent(facts: FileFacts) -> str:
    """Say what was looked for in a file that says nothing of itself."""
    if facts.binary:
        return "Its content is binary and was not looked at."
    checks = "a line by which a program says that it wrote it"
    if facts.python:
        checks = "a docstring, __init__, a stub, tests, a __main__ guard, a large part"
    elif facts.type in TEXTS:
        checks = f"a paragraph of text, {checks}"
    return f"Nothing in it says so. Looked for: {checks}."


def _main() -> nodes.Node:
    return nodes.literal("__main__", "__main__")


def _problem(context: Context, path: str, facts: FileFacts) -> nodes.Node:
    assert facts.problem is not None
    parts: list[nodes.Node | str] = [f"It could not be parsed: {facts.problem.message}"]
    if line := facts.problem.line:
        parts += [" (", link(f"line {line}", context.line(path, line)), ")"]
    lost = "definitions and imports" if facts.python else "content"
    parts.append(f". Nothing is known of its {lost}.")
    return nodes.warning("", sentence(*parts))


def _stub(context: Context, path: str) -> nodes.Node:
    module = path.removesuffix("i")
    if context.code.store.file_key(module) is None:
        return sentence("It is a type stub; its module is not in the tree.")
    return sentence("It is the type stub of ", context.file(module), ".")


def _tests(context: Context, path: str) -> list[nodes.Node]:
    """Say how many tests are collected from a file, by whom, and where they begin."""
    found: dict[tuple[int, int], list[str]] = {}
    tests = collected(context.code, path)
    for runner in tests.runners:
        lines = [one.at for one in tests.tests if runner in one.runners]
        found.setdefault((len(lines), min(lines)), []).append(runner)
    patterns = context.code.facts(path).patterns
    once = any(one.name == "parametrised test" for one in patterns)
    parts: list[nodes.Node | str] = []
    for (number, line), runners in found.items():
        at = "at" if number == 1 else "the first at"
        if parts:
            parts.append(f"; {runners[0]} {number:,}, {at} ")
        else:
            verb = "collects" if len(runners) == 1 else "collect"
            tested = counted(number, "test") + once * " (parametrised ones once)"
            parts.append(f"{' and '.join(runners)} {verb} {tested} from it, {at} ")
        parts.append(link(f"line {line}", context.line(path, line)))
    others = Counter(one.path for one in tests.tests if one.path != path)
    if others:
        shown = [context.file(other) for other, _ in others.most_common(_OTHERS)]
        parts += [f"; {others.total():,} of them defined in ", *joined(shown)]
        if more := len(others) - len(shown):
            parts.append(f" and {counted(more, 'more file')}")
    return [sentence(*parts, ".")] if parts else []
