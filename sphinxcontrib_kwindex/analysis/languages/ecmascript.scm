(class_declaration) @define
(class) @define
(function_declaration) @define
(generator_function_declaration) @define
(method_definition) @define
(variable_declarator) @define
(pair value: [
  (function_expression) (arrow_function) (parenthesized_expression) (object)]) @define
(assignment_expression left: (member_expression)) @define
(assignment_expression left: (subscript_expression index: (string))) @define
(export_statement value: (_)) @define
(return_statement (object) @define)
(call_expression function: (identifier) @_amd
  arguments: (arguments (_ body: (statement_block (return_statement) @define)))
  (#eq? @_amd "define"))
(call_expression
  function: [(identifier) (member_expression)] @_extend
  arguments: (arguments . [(identifier) (member_expression)]) @define
  (#match? @_extend "(^|\\.)(extend|assign|mixin|inherits|setPrototypeOf)$"))

(import_statement) @import
(export_statement source: (_)) @import
(export_statement (export_clause)) @import
(export_statement "default" @import)
(variable_declarator "=" @import value: (object))
(variable_declarator "=" @import value: (call_expression function: (member_expression)
  @_assign) (#eq? @_assign "Object.assign"))
(variable_declarator "=" @import value: [(identifier) (member_expression)] @_exports
  (#any-of? @_exports "exports" "module.exports"))
(variable_declarator name: (object_pattern) "=" @import value: (identifier))
(call_expression function: (identifier) @_require
  arguments: (arguments . (string) @import) (#eq? @_require "require"))
(call_expression function: (identifier) @_amd arguments: (arguments (array) @import)
  (#any-of? @_amd "define" "require" "requirejs"))
(call_expression function: (identifier) @_amd
  arguments: (arguments (_ body: (statement_block (return_statement "return" @import))))
  (#eq? @_amd "define"))
; What is in it is used there.
(return_statement (object "{" @import))
(call_expression function: (import) arguments: (arguments . (string) @import))
(assignment_expression left: (member_expression) @import
  (#match? @import "^(module\\.)?exports\\b"))
(assignment_expression left: (member_expression object: (identifier) @_of) "=" @import
  right: (identifier) (#not-any-of? @_of "module" "exports" "window" "global"))

(export_statement) @module
(comment) @comment

(function_declaration) @scope
(generator_function_declaration) @scope
(function_expression) @scope
(generator_function) @scope
(arrow_function) @scope
(method_definition) @scope
(class_declaration) @scope
(class) @scope
(class_static_block) @scope
(if_statement) @block
(for_statement) @block
(for_in_statement) @block
(while_statement) @block
(do_statement) @block
(try_statement) @block
(catch_clause) @block
(switch_statement) @block
(switch_case (statement_block) @block)
(switch_default (statement_block) @block)
(statement_block (statement_block) @block)
(program (statement_block) @block)

(function_declaration name: (identifier) @named)
(generator_function_declaration name: (identifier) @named)
(class_declaration name: (_) @named)
(function_expression name: (identifier) @local)
(generator_function name: (identifier) @local)
(class name: (_) @local)
(variable_declaration (variable_declarator name: (identifier) @wide))
(lexical_declaration (variable_declarator name: (identifier) @local))
(arrow_function parameter: (identifier) @local)
(assignment_pattern left: (identifier) @local)
(rest_pattern (identifier) @local)
(pair_pattern value: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement kind: _ left: (identifier) @local)

(identifier) @name
(shorthand_property_identifier) @name
(member_expression property: (property_identifier) @member)
(assignment_expression
  left: (member_expression object: [
    (identifier) @qualifier
    (member_expression property: (property_identifier) @qualifier)
  ] property: (property_identifier) @_prototype)
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression object: (member_expression
    object: [
      (identifier) @qualifier
      (member_expression property: (property_identifier) @qualifier)
    ] property: (property_identifier) @_prototype))
  (#eq? @_prototype "prototype"))
(private_property_identifier) @member

; Patterns with the names that they bind, unless they stand in an assignment.
(variable_declarator (array_pattern (identifier) @local))
(variable_declarator (object_pattern (shorthand_property_identifier_pattern) @local))
(variable_declarator (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))
(for_in_statement (array_pattern (identifier) @local))
(for_in_statement (object_pattern (shorthand_property_identifier_pattern) @local))
(for_in_statement (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))
(catch_clause (array_pattern (identifier) @local))
(catch_clause (object_pattern (shorthand_property_identifier_pattern) @local))
(catch_clause (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))
(rest_pattern (array_pattern (identifier) @local))
(rest_pattern (object_pattern (shorthand_property_identifier_pattern) @local))
(rest_pattern (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))
(array_pattern (array_pattern (identifier) @local))
(array_pattern (object_pattern (shorthand_property_identifier_pattern) @local))
(array_pattern (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))
(pair_pattern (array_pattern (identifier) @local))
(pair_pattern (object_pattern (shorthand_property_identifier_pattern) @local))
(pair_pattern (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))
(assignment_pattern (array_pattern (identifier) @local))
(assignment_pattern (object_pattern (shorthand_property_identifier_pattern) @local))
(assignment_pattern (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))

(variable_declarator name: (identifier) value: (_)) @typed
(function_declaration) @typed
(method_definition) @typed
(assignment_expression left: (member_expression object: (this))
  right: (new_expression)) @typed
(member_expression object:
  [(call_expression) (new_expression) (parenthesized_expression)]) @typed
(variable_declarator name: (object_pattern)
  value: [(identifier) (call_expression) (await_expression)]) @typed
