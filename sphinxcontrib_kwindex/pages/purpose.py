"""What a file is for, each role with what shows it."""

from __future__ import annotations

from docutils import nodes

from ..codemap import CodeMap
from ..facts import FileFacts
from ..pointers import TEXTS
from .context import Context, counted, sentence
from .nodes import link


def purpose_shows(code: CodeMap, path: str) -> object:
    """Return what the section shows beside the facts of the file."""
    return code.store.file_key(path.removesuffix("i")) is None


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
        found.append(sentence(_silent(facts)))
    return found


def _silent(facts: FileFacts) -> str:
    """Say what was looked for in a file that says nothing of itself."""
    if facts.binary:
        return "Its content is binary and was not looked at."
    checks = "a line by which a program says that it wrote it"
    if facts.python:
        checks = (
            "a docstring, __init__, a stub, a __main__ guard, tests by pytest's names"
        )
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
