"""C++."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from . import c, c_family, c_types
from .c_declarations import RESERVED_IN_CPP
from .c_python import read_file
from .programs import c_program

GRAMMAR: Final = replace(
    c.GRAMMAR,
    bare_members=True,
    tags=False,
    package="tree-sitter-cpp",
    queries=("c_family", "cpp"),
    define=c_family.define,
    typed=c_types.typed_in_cpp,
    reserved=RESERVED_IN_CPP,
)
CPP: Final = replace(
    c.C,
    name="C++",
    analyse=GRAMMAR.analysis(read_file),
    version=GRAMMAR.version,
    requires=(GRAMMAR.package,),
    suffixes=(
        *(".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++"),
        *(".inl", ".ipp", ".tpp", ".tcc", ".txx", ".cppm", ".ixx", ".ino"),
        # As GCC has it, where others tell no capitals from small letters.
        *(".C", ".H"),
    ),
    lexer="cpp",
    program=c_program,
)
