(function_declaration) @define
(method_declaration) @define
(type_spec) @define
(type_alias) @define
(source_file (const_declaration (const_spec) @define))
(source_file (var_declaration (var_spec) @define))
(source_file (var_declaration (var_spec_list (var_spec) @define)))
(field_declaration) @define
(method_elem) @define
(package_clause (package_identifier) @opaque) @import
(import_spec) @import
(comment) @comment
(function_declaration) @scope
(method_declaration) @scope
(func_literal) @scope
(method_elem) @scope
(type_spec type_parameters: (_)) @scope
(block) @scope
(if_statement) @scope
(for_statement) @scope
(expression_switch_statement) @scope
(type_switch_statement) @scope
(expression_case) @scope
(type_case) @scope
(communication_case) @scope
(parameter_declaration name: (identifier) @local)
; "func f(client client.Client)"
(parameter_declaration) @late
(variadic_parameter_declaration name: (identifier) @local)
(type_parameter_declaration name: (identifier) @local)
(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) @local))
(short_var_declaration left: (_) @late)
(range_clause left: (_) @late)
(receive_statement left: (expression_list (identifier) @local))
(type_switch_statement alias: (expression_list (identifier) @local))
(var_spec name: (identifier) @local)
(const_spec name: (identifier) @local)
(statement_list (type_declaration (type_spec name: (type_identifier) @local)))
(statement_list (type_declaration (type_alias name: (type_identifier) @local)))
(field_declaration name: (field_identifier) @opaque)
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments
    (type_elem (type_identifier) @local)))
  (pointer_type (generic_type type_arguments: (type_arguments
    (type_elem (type_identifier) @local))))])))
(parameter_declaration) @typed
(var_spec) @typed
(const_spec) @typed
(field_declaration) @typed
(type_alias) @typed
(type_spec) @typed
(short_var_declaration) @typed
(range_clause) @typed
(type_case) @typed
(composite_literal) @typed
(function_declaration) @typed
(method_declaration) @typed
(method_elem) @typed
(selector_expression operand: [
  (call_expression) (index_expression) (parenthesized_expression)]) @typed
(variadic_parameter_declaration) @typed
(identifier) @name
(package_identifier) @name
(type_identifier) @type
(field_identifier) @member
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @qualifier
  (generic_type type: (type_identifier) @qualifier)
  (pointer_type (type_identifier) @qualifier)
  (pointer_type (generic_type type: (type_identifier) @qualifier))])))
