"""File Purpose: the summary of a file and its roles, with evidence."""

from __future__ import annotations

from collections import Counter
from typing import Final

from docutils import nodes

from ...analysis.leading_comments import NOT_IN
from ...codemap.code_map import CodeMap
from ...codemap.declared_documentation import implemented_types
from ...codemap.testing.collected_tests import collected_tests, count_cases
from ...codemap.testing.files_with_tests import holds_tests, is_in_tests
from ...i18n import counted, figure, noun, say
from ...links.languages.python import is_package_file, is_stub, stubbed_source
from ...links.text_links import TEXT_TYPES
from ...model.facts import FileFacts
from ...scan.test_paths import is_test
from ..nodes import link, literal
from ..page_context import (
    Context,
    joined,
    nothing_found,
    paragraph,
    translated_paragraph,
)
from ..quantities import pluralize
from .file_roles import roles, roles_inputs
from .main_definitions import largest_definitions, most_used_definitions
from .rendered_text import is_rendered
from .section import Section

#: Most other files named that define tests of a file.
_OTHERS: Final = 3


def purpose_inputs(code: CodeMap, path: str) -> object:
    """Return what the section reads besides the facts of the file."""
    return (
        stubbed_source(path, code.has_file),
        roles_inputs(code, path),
        _test_inputs(code, path),
        implemented_types(code, path),
    )


def _test_inputs(code: CodeMap, path: str) -> object:
    """Return what the sentence on tests is made of."""
    collected = collected_tests(code, path)
    tests = [(test.path, test.at, test.runners) for test in collected.tests]
    return tests, collected.inherits_more


def file_purpose(context: Context, path: str) -> list[nodes.Node]:
    """The roles of the file, each with what shows it."""
    facts = context.code.facts(path)
    body: list[nodes.Node] = []
    if facts.problem:
        body.append(_problem(context, path, facts))
    shown = context.in_twin if is_rendered(context, path) else list
    if facts.summary:
        label = link(say("Summary"), context.line(path, facts.docstring_line))
        body += shown([paragraph(label, f": {quoted(facts.summary)}")])
    if facts.generated:
        where = link(say("Generated file"), context.line(path, facts.generated.line))
        body.append(paragraph(where, f": {quoted(facts.generated.text)}"))
    folder = path.rpartition("/")[0]
    if is_package_file(path):
        text = "It makes {folder} a package."
        body.append(translated_paragraph(text, folder=context.folder(folder)))
    if is_stub(path):
        body.append(_stub(context, path))
    if facts.main_line:
        where = context.line_link(path, facts.main_line)
        if facts.python:
            text = "It can be run as a script: {line} checks for {name}."
            named = literal("__main__")
            body.append(translated_paragraph(text, line=where, name=named))
        else:
            text = "A program starts at {line}."
            body.append(translated_paragraph(text, line=where))
    body += roles(context, path)
    tests = _tests(context, path)
    if facts.source and not facts.summary and not (tests and is_test(path)):
        lines = _test_lines(context.code, path)
        body += largest_definitions(context, path, without=lines)
    if not body and not (tests and holds_tests(context.code, path)):
        body += most_used_definitions(context, path) or shown([_no_purpose(facts)])
    return body + tests


def _test_lines(code: CodeMap, path: str) -> set[int]:
    """Return the lines of a file's tests, in Rust of the modules that hold them."""
    begins = {test.at for test in collected_tests(code, path).tests}
    only_tests = holds_tests(code, path)
    return {
        line
        for definition in code.facts(path).definitions
        if definition.line in begins
        or (not only_tests and is_in_tests(code, path, definition.qualname))
        for line in range(definition.line, definition.end_line + 1)
    }


def _no_purpose(facts: FileFacts) -> nodes.Node:
    """Say what was looked for in a file that says nothing of itself."""
    if facts.withheld:
        return paragraph(say("Its content was not read."))
    if facts.binary:
        return paragraph(say("The file is binary; its content was not read."))
    looked = [say("a line that marks it as generated")]
    if facts.type in TEXT_TYPES:
        looked.insert(0, say("a paragraph of text"))
    elif facts.language not in NOT_IN:
        looked.insert(0, say("a leading comment"))
        if facts.source:
            looked += _definitions(facts.type)
    if facts.python:
        looked = [
            say("a docstring"),
            say("a leading comment"),
            say("a file name of a package, stub or test"),
            say("a __main__ guard"),
            *_definitions(facts.type),
        ]
    return nothing_found(say("The file does not state its purpose."), *looked)


def _definitions(type_: str) -> list[str]:
    """Return what was looked for among the definitions of a file.

    :param type_: its :attr:`.FileFacts.type`.
    """
    if type_ == "Makefile":
        large = say("targets and macros that make up a quarter of the file")
    else:
        large = say("classes and functions that make up a quarter of the file")
    return [
        large,
        say("definitions that other files use"),
    ]


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    return say("“{text}”", text=text)


def _problem(context: Context, path: str, facts: FileFacts) -> nodes.Node:
    assert facts.problem is not None
    parts: list[nodes.Node | str] = [facts.problem.message]
    if line := facts.problem.line:
        parts += [" (", context.line_link(path, line), ")"]
    if facts.requirements:
        text = "What cannot be read is left out: {reason}."
    elif facts.source:
        text = (
            "The file could not be analysed: {reason}."
            " Nothing is known about its definitions and imports."
        )
    else:
        text = (
            "The file could not be analysed: {reason}."
            " Nothing is known about its content."
        )
    return nodes.warning("", translated_paragraph(text, reason=parts))


def _stub(context: Context, path: str) -> nodes.Node:
    module = stubbed_source(path, context.code.has_file)
    if not module:
        return paragraph(
            say("It is a type stub; its module is not in the source tree.")
        )
    text = "It is the type stub of {module}."
    return translated_paragraph(text, module=context.file(module))


def _tests(context: Context, path: str) -> list[nodes.Node]:
    """Say how many tests are collected from a file, by whom, and where they begin."""
    groups: dict[tuple[int, int], list[str]] = {}
    tests = collected_tests(context.code, path)
    for runner in tests.runners:
        lines = [test.at for test in tests.tests if runner in test.runners]
        groups.setdefault((len(lines), min(lines)), []).append(runner)
    if tests.tests and not tests.runners:
        held = pluralize(count_cases(context.code, path, tests.tests), "test")
        first = context.line_link(path, tests.tests[0].at)
        text = "It holds {tests}, the first at {line}."
        return [translated_paragraph(text, tests=nodes.Text(held), line=first)]
    patterns = context.code.facts(path).patterns
    once = any(pattern.name == "parametrised test" for pattern in patterns)
    parts: list[nodes.Node | str] = []
    for (number, line), runners in groups.items():
        if parts:
            more = say(
                "; {runner} {number}, ", runner=runners[0], number=figure(number)
            )
            parts.append(more)
        else:
            tested = pluralize(number, "test")
            if tests.inherits_more:
                tested = say("at least {number}", number=tested)
            if once:
                tested += say(" (parametrised tests counted once)")
            text = noun(
                len(runners),
                "{runners} collects {tests} from it, ",
                "{runners} collect {tests} from it, ",
            )
            both = say(" and ").join(runners)
            parts.append(text.format(runners=both, tests=tested))
        parts.append(say("at ") if number == 1 else say("the first at "))
        parts.append(context.line_link(path, line))
    others = Counter(test.path for test in tests.tests if test.path != path)
    if others:
        shown = [context.file(other) for other, _ in others.most_common(_OTHERS)]
        text = counted(
            others.total(), "; {number} is defined in ", "; {number} are defined in "
        )
        parts += [text, *joined(shown)]
        if left := len(others) - len(shown):
            parts.append(say(" and {files}", files=pluralize(left, "more file")))
    return [paragraph(*parts, ".")] if parts else []


SECTION: Final = Section("File Purpose", file_purpose, purpose_inputs)
