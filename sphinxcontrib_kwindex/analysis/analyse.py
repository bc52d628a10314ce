"""Analyses a file: from its bytes to its facts.

:func:`analyse` is a pure function: the base name decides the type, or the first line
of a script without a suffix, the bytes decide the rest, and no other file, no
``sys.path`` and no import is looked at. So facts can be kept by content:
:func:`facts_key` is the same wherever and whenever two files of one type hold the same
bytes, and differs as soon as anything that could change the answer does.

Source goes to its language (:mod:`.languages`), everything else to
:mod:`.text.text_files`. No content makes either fail: what cannot be parsed is a
:class:`~sphinxcontrib_kwindex.model.facts.Problem` in the facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import pygments
from msgspec.structs import replace

from ..model.codec import EncodedFacts, encode
from ..model.facts import POINTER, FileFacts, Problem
from ..model.name_rule import NameRule
from .common_facts import common_facts, problem_of
from .decoding import decode_text, one_line
from .deep_stack import with_deep_stack
from .file_header import generated, licence
from .file_text import file_text
from .file_types import file_type, is_notebook, type_key
from .languages.language import Language, LanguageError
from .languages.python import NOTEBOOK
from .languages.registry import language_of, language_of_lexer
from .leading_comments import NOTHING, leading_comment
from .lfs_pointers import is_lfs_pointer
from .named_paths import named_paths
from .names_in_text import names_in_text
from .project.descriptions import DESCRIBING
from .project.package_folders import package_folders
from .project.project_files import SETUP_PY, project_role, read_project
from .text.description_fields import places_by_name

#: To be raised with every change that gives other facts for the same bytes.
ANALYSER_VERSION: Final[int] = 66

#: Characters of the message of a problem.
MESSAGE_LIMIT: Final = 300

# Other lexers give other facts.
_VERSIONS: Final = f"{ANALYSER_VERSION} {pygments.__version__}"


def facts_key(name: str, data: bytes, rules: Sequence[NameRule] = ()) -> str:
    """Return the key under which the facts of a file may be kept.

    :param name: the base name of the file (:func:`.project_files.analysed_name`).
    :param data: its content.
    :param rules: the user's rules of the patterns.
    :return: 32 hexadecimal digits. Equal keys mean equal facts.
    """
    # "\n" cannot be in a version, and the length says where the type ends.
    kind = type_key(name).encode("utf-8", "surrogateescape")
    if language := language_of(name, data):
        kind += f"\n{language.name} {language.version}".encode()
    if role := project_role(name) or name * (name in DESCRIBING):
        kind += f"\n{role}".encode()
    if places := places_by_name(name):
        kind += f"\n{places}".encode()
    if rules:
        kind += repr(rules).encode()
    digest = blake2b(f"{_VERSIONS}\n{len(kind)}\n".encode(), digest_size=16)
    digest.update(kind)
    digest.update(data)
    return digest.hexdigest()


def analyse(name: str, data: bytes, rules: Sequence[NameRule] = ()) -> FileFacts:
    """Return what a file says about itself.

    :param name: the base name of the file (:func:`.project_files.analysed_name`).
    :param data: its content.
    :param rules: the user's rules of the patterns.
    :return: the facts; with a problem in them where the content could not be
        read or parsed.
    :raises LanguageError: if a language of another package fails, or a grammar does
        not load. No content makes anything else raise.
    """
    if is_lfs_pointer(data):
        return FileFacts(type=POINTER, language="", size=len(data))
    try:
        if is_notebook(name):
            facts = _analyse_notebook(name, data, rules)
        elif language := language_of(name, data):
            facts = _analyse_source(language, name, data, rules)
        else:
            # Parsers take long to import; a build that knows all files needs none.
            from .text.text_files import analyse_text

            facts = analyse_text(name, data)
    except LanguageError:
        raise
    except Exception as error:  # noqa: BLE001, RUF100
        facts = without_analysis(name, data, problem_of(error))
    return _with_short_message(facts)


def encoded_facts(
    name: str, data: bytes, rules: Sequence[NameRule]
) -> EncodedFacts | str:
    """Return what :func:`analyse` does as bytes, or why its language has failed."""
    try:
        return encode(analyse(name, data, rules))
    except LanguageError as error:
        return str(error)


def _analyse_source(
    language: Language, name: str, data: bytes, rules: Sequence[NameRule]
) -> FileFacts:
    """Return the facts of a file of a language.

    What cannot be parsed has a problem in its facts, and no definitions.
    """
    source = file_text(name, data)
    if not source.encoding:
        return FileFacts(type="Binary", language="", size=len(data))
    facts = common_facts(file_type(name, data), source, len(data))
    known = facts.python or source.problem is not None
    facts = replace(
        facts,
        licence=licence(source.text),
        generated=generated(source.text),
        problem=source.problem,
        quoted=() if known else names_in_text(facts.type, source.text),
    )
    if source.problem is not None:
        return facts
    try:
        analysed = _analysed(language, source.text, facts, rules)
    except LanguageError:
        raise
    except SyntaxError as error:
        # An error at the end is on the line behind the last line.
        line = min(error.lineno or 0, max(facts.lines, 1))
        return replace(facts, problem=Problem(one_line(str(error.msg)), line))
    except Exception as error:  # noqa: BLE001, RUF100
        return replace(facts, problem=problem_of(error))
    if name == SETUP_PY:
        project = read_project(name, source.text)
        analysed = replace(
            analysed,
            requirements=project.requirements,
            entry_points=project.entry_points,
            module_paths=package_folders(name, source.text),
        )
    analysed = replace(analysed, mentions=named_paths(analysed, source.text))
    if language.program:
        analysed = replace(analysed, main_line=language.program(analysed))
    if analysed.docstring:
        return analysed
    # What is said of a definition is not said of the file.
    said = {definition.summary for definition in analysed.definitions}
    leading = leading_comment(source.text, language.lexer)
    sentences = tuple(remark for remark in leading if remark.text not in said)
    first = next(iter(sentences), NOTHING)
    return replace(
        analysed, summary=first.text, docstring_line=first.line, sentences=sentences
    )


def _analysed(
    language: Language, text: str, facts: FileFacts, rules: Sequence[NameRule]
) -> FileFacts:
    try:
        return language.analyse(text, facts, rules)
    except RecursionError:
        return with_deep_stack(lambda: language.analyse(text, facts, rules))


def _analyse_notebook(name: str, data: bytes, rules: Sequence[NameRule]) -> FileFacts:
    """Return the facts of a notebook; of its code by the language of its kernel."""
    from .text.notebooks import code_of
    from .text.text_files import analyse_text

    facts = analyse_text(name, data)
    language = language_of_lexer(facts.language)
    if facts.notebook is None or language is None:
        return facts
    facts = replace(facts, source=True)
    is_python = language.name == NOTEBOOK.name
    text = code_of(decode_text(data), is_python=is_python)
    try:
        analysed = _analysed(language, text, facts, rules)
    except Exception as error:  # noqa: BLE001, RUF100
        return replace(facts, problem=problem_of(error))
    if not is_python:
        # What its names stand for is asked by the rules of Python.
        return replace(facts, definitions=analysed.definitions)
    return replace(
        analysed,
        docstring=facts.docstring,
        summary=facts.summary,
        docstring_line=facts.docstring_line,
        docformat=facts.docformat,
        # Most of its lines are text.
        line_kinds=None,
    )


def _with_short_message(facts: FileFacts) -> FileFacts:
    """Cut the middle out of a message that quotes half of a file."""
    problem = facts.problem
    if problem is None or len(problem.message) <= MESSAGE_LIMIT:
        return facts
    half = MESSAGE_LIMIT // 2
    message = f"{problem.message[:half]} … {problem.message[-half:]}"
    return replace(facts, problem=Problem(message, problem.line))


def without_analysis(name: str, data: bytes, problem: Problem) -> FileFacts:
    """Return the facts of a file that could not be analysed.

    :param problem: why.
    """
    facts = common_facts(file_type(name, data), file_text(name, data), len(data))
    return replace(facts, problem=problem)
