"""Functions and classes that C and C++ export to Python in extension modules.

An extension module is a file that defines ``PyInit_name`` (:pep:`489`), which pybind11,
nanobind and Boost.Python do by a macro. Its names are those of its table of functions
(:c:type:`PyMethodDef`), or those that ``m.def("name", &function)`` and
``py::class_<Class>(m, "Name")`` say. What ``TORCH_LIBRARY(space, m)`` registers Python
calls as ``torch.ops.space.name``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from ...model.extension_names import INIT, OPERATOR_ROOT, OPERATORS
from ...model.facts import Definition, Exposed, FileFacts
from ...model.kinds import CALLABLES, TYPES
from ...model.names import ends_with
from ..grammars import read_file as grammars
from ..grammars.grammar import Grammar
from .c_tests import with_tests

#: The macros that define the function that begins a module.
MODULES: Final = frozenset({"PYBIND11_MODULE", "NB_MODULE", "BOOST_PYTHON_MODULE"})
_LIBRARY: Final = re.compile(
    r"\bTORCH_LIBRARY(?:_FRAGMENT|_IMPL)?\s*\(\s*(\w+)\s*,(?:\s*\w+\s*,)?\s*(\w+)\s*\)"
)
#: ``m.impl("name", key, TORCH_FN(function))``: the variable, strings, the function.
_OPERATOR: Final = re.compile(
    r"\b(\w+)\s*\.\s*(?:def|impl)\s*\(\s*(?:\w+\s*\(\s*)?"
    r'((?:"[^"\n]*"\s*+)++)(?:\)\s*)?,\s*(?:\{[^{}]*\}\s*,\s*)?'
    r"(?:torch::dispatch\s*\(\s*)?(?:[\w:]*(?:DispatchKey::|::k)\w+\s*,\s*)?"
    r"(?:\w+\s*\(\s*)?&?\s*([\w:]+)"
)
_SCHEMA: Final = re.compile(r'"(?:(\w+)::)?(\w+)')
_BOUND_MODULE: Final = re.compile(r"\b(?:PYBIND11|NB)_MODULE\s*\(\s*\w+\s*,\s*(\w+)")
_FUNCTION: Final = re.compile(
    r'(?:\b(\w+)\s*)?\.\s*def\s*\(\s*"(\w+)"\s*,\s*&\s*([\w:]+)\s*[,)]'
)
_CLASS: Final = re.compile(
    r'\bclass_\s*<\s*([\w:]+)[^;"]*?>\s*\w*\s*\(\s*(\w+)\s*,\s*"(\w+)"'
)
_TABLE: Final = re.compile(
    r"\bPyMethodDef\s+(\w+)\s*\[[^\]]*\]\s*=\s*\{(.*?)\}\s*;", re.DOTALL
)
#: The function is the last word, behind casts or in one.
_ROW: Final = re.compile(r'\{\s*"(\w+)"\s*,[^,"]*?(\w+)\s*\)*\s*,')
_MODULE: Final = re.compile(r"\bPyModuleDef\s+\w+\s*=\s*\{(.*?)\}\s*;", re.DOTALL)


def read_file(grammar: Grammar, text: str, facts: FileFacts) -> FileFacts:
    """Return the facts of a file of C or C++, as :attr:`.Language.analyse` does."""
    facts = grammars.read_file(grammar, text, facts)
    facts = replace(facts, definitions=with_tests(facts.definitions, text))
    offered: set[tuple[str, str]] = set()
    # To look into the text takes less than to look through the definitions.
    may_define = INIT in text or any(name in text for name in MODULES)
    if may_define and any(row.name.startswith(INIT) for row in facts.definitions):
        offered.update(_by_tables(text), _by_calls(text))
    if OPERATORS[0] in text:
        offered.update(_by_registration(text))
    if not offered:
        return facts
    exposed = (
        Exposed(name, qualname)
        for name, function in sorted(offered)
        if (qualname := _qualname(facts.definitions, function))
    )
    return replace(facts, exposed=tuple(exposed))


def _by_tables(text: str) -> Iterator[tuple[str, str]]:
    """Yield the functions of the tables that modules have, not of those of types."""
    modules = " ".join(match[1] for match in _MODULE.finditer(text))
    words = set(re.findall(r"\w+", modules))
    for table in _TABLE.finditer(text):
        if table[1] in words:
            for row in _ROW.finditer(table[2]):
                yield row[1], row[2]


def _by_calls(text: str) -> Iterator[tuple[str, str]]:
    """Yield what is said of the variable that stands for the module."""
    modules = set(_BOUND_MODULE.findall(text))
    variable = ""
    for match in _FUNCTION.finditer(text):
        # "m.def(…).def(…)"
        variable = match[1] or variable
        if variable in modules:
            yield match[2], match[3]
    for match in _CLASS.finditer(text):
        if match[2] in modules:
            yield match[3], match[1]


def _by_registration(text: str) -> Iterator[tuple[str, str]]:
    """Yield the operators of PyTorch that a function implements."""
    libraries = list(_LIBRARY.finditer(text))
    ends = [*(match.start() for match in libraries[1:]), len(text)]
    # There may be none: a comment may name the macro.
    for library, end in zip(libraries, ends, strict=False):
        for operator in _OPERATOR.finditer(text, library.end(), end):
            schema = _SCHEMA.match(operator[2])
            if schema and operator[1] == library[2]:
                space = schema[1] or library[1]
                yield f"{OPERATOR_ROOT}.{space}.{schema[2]}", operator[3]


def _qualname(rows: Sequence[Definition], name: str) -> str:
    """Return the qualified name of what a name means, empty if it may mean several.

    What is defined elsewhere has the name that is written.
    """
    fits = [
        row.qualname
        for row in rows
        if row.kind in CALLABLES | TYPES
        and (row.qualname == name or ends_with(row.qualname, name))
    ]
    return fits[0] if len(fits) == 1 else "" if fits else name
