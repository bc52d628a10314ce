"""What a file is for, each role with what shows it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from docutils import nodes

from ...analysis.leading_comments import NOT_IN
from ...codemap.code_map import CodeMap
from ...codemap.collected_tests import collected_tests
from ...i18n import at_line, figure, noun, say
from ...links.text_links import TEXT_TYPES
from ...model.facts import FileFacts
from ..nodes import checks, link
from ..page_context import Context, counted, joined, sentence, told
from .composition import mainly
from .file_roles import roles, roles_shows

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
    return [
        (one.path, one.at, one.runners) for one in collected_tests(code, path).tests
    ]


def file_purpose(context: Context, path: str) -> list[nodes.Node]:
    """The roles of the file, each with what shows it."""
    facts = context.code.facts(path)
    found: list[nodes.Node] = []
    if facts.problem:
        found.append(_problem(context, path, facts))
    if facts.summary:
        said = link(say("It says"), context.line(path, facts.docstring_line))
        found.append(sentence(said, f": {quoted(facts.summary)}"))
    if facts.generated:
        where = link(say("It is generated"), context.line(path, facts.generated.line))
        found.append(sentence(where, f": {quoted(facts.generated.text)}"))
    name = path.rpartition("/")[2]
    folder = path.rpartition("/")[0]
    if name in {"__init__.py", "__init__.pyi"}:
        text = "It makes {folder} a package."
        found.append(sentence(*told(text, folder=context.folder(folder))))
    if name.endswith(".pyi"):
        found.append(_stub(context, path))
    if facts.main_line:
        where = link(at_line(facts.main_line), context.line(path, facts.main_line))
        text = "It can be run as a script: {line} tests for {name}."
        found.append(sentence(*told(text, line=where, name=_main())))
    found += roles(context, path)
    tests = _tests(context, path)
    found += tests
    if facts.python and not facts.summary and not tests:
        found += mainly(context, path)
    if not found:
        found.append(_silent(facts))
    return found


def _silent(facts: FileFacts) -> nodes.Node:
    """Say what was looked for in a file that says nothing of itself."""
    if facts.withheld:
        return sentence(say("Its content was not looked at."))
    if facts.binary:
        return sentence(say("The file is binary, and its content was not read."))
    looked = [say("a line by which a program says that it wrote the file")]
    if facts.type in TEXT_TYPES:
        looked.insert(0, say("a paragraph of text"))
    elif facts.language not in NOT_IN:
        looked.insert(0, say("a comment at its top"))
    if facts.python:
        looked = [
            say("a docstring"),
            say("a comment at its top"),
            say("the name of a package, stub or test"),
            say('an if __name__ == "__main__" block'),
            say("classes and functions that are a quarter of the file"),
        ]
    return checks(say("The file does not say what it is for."), *looked)


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    return say("“{text}”", text=text)


def _main() -> nodes.Node:
    return nodes.literal("__main__", "__main__")


def _problem(context: Context, path: str, facts: FileFacts) -> nodes.Node:
    assert facts.problem is not None
    parts: list[nodes.Node | str] = [facts.problem.message]
    if line := facts.problem.line:
        parts += [" (", link(at_line(line), context.line(path, line)), ")"]
    if facts.python:
        text = (
            "It could not be parsed: {reason}."
            " Nothing is known of its definitions and imports."
        )
    else:
        text = "It could not be parsed: {reason}. Nothing is known of its content."
    return nodes.warning("", sentence(*told(text, reason=parts)))


def _stub(context: Context, path: str) -> nodes.Node:
    module = path.removesuffix("i")
    if context.code.store.file_key(module) is None:
        return sentence(say("It is a type stub; its module is not in the tree."))
    text = "It is the type stub of {module}."
    return sentence(*told(text, module=context.file(module)))


def _tests(context: Context, path: str) -> list[nodes.Node]:
    """Say how many tests are collected from a file, by whom, and where they begin."""
    found: dict[tuple[int, int], list[str]] = {}
    tests = collected_tests(context.code, path)
    for runner in tests.runners:
        lines = [one.at for one in tests.tests if runner in one.runners]
        found.setdefault((len(lines), min(lines)), []).append(runner)
    patterns = context.code.facts(path).patterns
    once = any(one.name == "parametrised test" for one in patterns)
    parts: list[nodes.Node | str] = []
    for (number, line), runners in found.items():
        if parts:
            more = say(
                "; {runner} {number}, ", runner=runners[0], number=figure(number)
            )
            parts.append(more)
        else:
            tested = counted(number, "test")
            if once:
                tested += say(" (parametrised ones once)")
            text = noun(
                len(runners),
                "{runners} collects {tests} from it, ",
                "{runners} collect {tests} from it, ",
            )
            both = say(" and ").join(runners)
            parts.append(text.format(runners=both, tests=tested))
        parts.append(say("at ") if number == 1 else say("the first at "))
        parts.append(link(at_line(line), context.line(path, line)))
    others = Counter(one.path for one in tests.tests if one.path != path)
    if others:
        shown = [context.file(other) for other, _ in others.most_common(_OTHERS)]
        text = say("; {number} of them defined in ", number=figure(others.total()))
        parts += [text, *joined(shown)]
        if left := len(others) - len(shown):
            parts.append(say(" and {files}", files=counted(left, "more file")))
    return [sentence(*parts, ".")] if parts else []
