"""The way in to the analysis: from the bytes of one file to its facts.

:func:`analyse` is a pure function: the base name decides the type, the bytes
decide the rest, and no other file, no ``sys.path`` and no import is looked at.
So facts can be kept by content: :func:`facts_key` is the same wherever and
whenever two files of one type hold the same bytes, and differs as soon as
anything that could change the answer does.

Python files go to :mod:`.languages.python`, everything else to :mod:`.text.text_files`.
No content makes either fail: what cannot be parsed is a
:class:`~sphinxcontrib_kwindex.model.facts.Problem` in the facts.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

import pygments

from ..model.facts import FileFacts, Problem
from .common_facts import common_facts, problem_of
from .file_text import file_text
from .file_types import file_type, is_python, type_key
from .project.project_files import project_role

if TYPE_CHECKING:
    from .patterns.detectors import NameRule

__all__ = ["ANALYSER_VERSION", "analyse", "facts_key", "without_analysis"]

#: To be raised with every change that gives other facts for the same bytes.
ANALYSER_VERSION: Final[int] = 13

#: Characters of the message of a problem.
MESSAGE_LIMIT: Final = 300


# Other Python grammars, trees and lexers give other facts.
_VERSIONS: Final = (
    f"{ANALYSER_VERSION} {sys.version_info[0]}.{sys.version_info[1]} "
    f"{version('astroid')} {pygments.__version__}"
)


def facts_key(name: str, data: bytes, rules: Sequence[NameRule] = ()) -> str:
    """Return the key under which the facts of a file may be kept.

    :param name: the base name of the file (:func:`.project_files.analysed_name`).
    :param data: its content.
    :param rules: the user's rules of the patterns.
    :return: 32 hexadecimal digits. Equal keys mean equal facts.
    """
    # "\n" cannot be in a version, and the length says where the type ends.
    kind = type_key(name).encode("utf-8", "surrogateescape")
    if role := project_role(name):
        kind += f"\n{role}".encode()
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
        read or parsed. Never raises for any content.
    """
    try:
        # Parsers take long to import; a build that knows all files needs none.
        if is_python(name):
            from .languages.python import analyse_python

            return _with_short_message(analyse_python(data, rules))
        from .text.text_files import analyse_text

        return _with_short_message(analyse_text(name, data))
    except Exception as error:  # noqa: BLE001, RUF100
        facts = without_analysis(name, data, problem_of(error))
        return _with_short_message(facts)


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
    facts = common_facts(file_type(name), file_text(name, data), len(data))
    return replace(facts, problem=problem)
