"""Python: source, stubs, and Jupyter notebooks, whose cells of code are Python."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Final

from ...model.facts import FileFacts
from ...model.name_rule import NameRule
from ...model.python_suffixes import PYTHON as SUFFIXES
from ..python.source.encoding import decode_python
from .language import Language

_VERSION: Final = f"{sys.version_info[0]}.{sys.version_info[1]}"


def _analyse(text: str, facts: FileFacts, rules: Sequence[NameRule]) -> FileFacts:
    # astroid takes long to import; a build that knows all files needs it not.
    from ..python.module_facts import module_facts

    try:
        return module_facts(text, facts, rules)
    except SyntaxError as error:
        # Of another version it may be right. Behind a full stop is what to do instead.
        what = str(error.msg).partition(". ")[0]
        error.msg = f"{what} in Python {_VERSION}"
        raise


PYTHON: Final = Language(
    name="Python",
    analyse=_analyse,
    # Other grammars and trees give other facts.
    version=f"{_VERSION} {version('astroid')} {version('tree-sitter-python')}",
    suffixes=SUFFIXES,
    interpreters=("python", "pypy"),
    lexer="python",
    found_by="folders",
    decode=decode_python,
)


#: Those of other kernels have definitions by the language of their cells.
NOTEBOOK: Final = replace(
    PYTHON,
    name="Jupyter notebook",
    suffixes=(".ipynb",),
    interpreters=(),
    lexer="python3",
    family=PYTHON.name,
    decode=None,
)
