"""C++."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from . import c, c_family, c_types
from .c_python import read_file

_QUERY: Final = f"""{c_family.QUERY}{c_types.CPP_QUERY}
(class_specifier) @define
(namespace_definition) @define
(access_specifier) @define
(alias_declaration) @define
(concept_definition) @define
(template_declaration (declaration) @define)
(field_declaration_list (declaration) @define)
(linkage_specification (declaration) @define)
(friend_declaration (declaration) @define)
(declaration_list
  (expression_statement (call_expression)) . (compound_statement) @define)
(using_declaration) @import
(namespace_alias_definition) @import
(lambda_expression) @scope
(for_range_loop) @scope
(template_declaration) @scope
(catch_clause) @scope
(field_declaration) @scope
(template_declaration (declaration) @scope)
(compound_statement (declaration declarator: (function_declarator
  declarator: (identifier) @local
  parameters: (parameter_list . (parameter_declaration
    type: [(type_identifier) (qualified_identifier)] !declarator)))))
(optional_parameter_declaration declarator: (identifier) @local)
(reference_declarator (identifier) @local)
(variadic_declarator (identifier) @local)
(for_range_loop declarator: (identifier) @local)
(structured_binding_declarator (identifier) @local)
(type_parameter_declaration (type_identifier) @local)
(variadic_type_parameter_declaration (type_identifier) @local)
(optional_type_parameter_declaration name: (type_identifier) @local)
(namespace_identifier) @name
"""
GRAMMAR: Final = replace(
    c.GRAMMAR,
    package="tree-sitter-cpp",
    query=_QUERY,
    define=c_family.define,
    typed=c_types.typed_in_cpp,
)
CPP: Final = replace(
    c.C,
    name="C++",
    analyse=partial(read_file, GRAMMAR),
    version=GRAMMAR.version,
    requires=(GRAMMAR.package,),
    suffixes=(
        *(".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++"),
        *(".inl", ".ipp", ".tpp", ".tcc", ".txx", ".cppm", ".ixx", ".ino"),
        # As GCC has it, where others tell no capitals from small letters.
        *(".C", ".H"),
    ),
    lexer="cpp",
    program=("function", "main"),
)
