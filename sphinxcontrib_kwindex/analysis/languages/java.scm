(package_declaration [(identifier) (scoped_identifier)] @import)
(module_declaration "module" @import)
(class_declaration) @define @scope
(interface_declaration) @define @scope
(enum_declaration) @define
(record_declaration) @define @scope
(annotation_type_declaration) @define
(method_declaration) @define @scope
(constructor_declaration) @define @scope
(compact_constructor_declaration) @define
(annotation_type_element_declaration) @define
(field_declaration) @define
(constant_declaration) @define
(enum_constant) @define
(import_declaration) @import
(line_comment) @comment
(block_comment) @comment
(object_creation_expression (class_body) @scope)
(enum_constant body: (class_body) @scope)
(static_initializer) @scope
(block) @scope
(constructor_body) @scope
(for_statement) @scope
(enhanced_for_statement) @scope
(try_with_resources_statement) @scope
(catch_clause) @scope
(lambda_expression) @scope
(switch_block_statement_group) @scope
(switch_rule) @scope
(type_parameter . (type_identifier) @local)
(formal_parameter name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(catch_formal_parameter name: (identifier) @local)
(resource name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(enhanced_for_statement name: (identifier) @local)
(instanceof_expression name: (identifier) @local)
(type_pattern (identifier) @local)
(record_pattern_component (identifier) @local)
(local_variable_declaration (variable_declarator name: (identifier) @local))
(block (class_declaration name: (identifier) @local))
(block (interface_declaration name: (identifier) @local))
(block (enum_declaration name: (identifier) @local))
(block (record_declaration name: (identifier) @local))
(object_creation_expression
  (class_body (field_declaration (variable_declarator name: (identifier) @local))))
(block (class_declaration
  (class_body (field_declaration (variable_declarator name: (identifier) @local)))))
(labeled_statement (identifier) @opaque)
(break_statement (identifier) @opaque)
(continue_statement (identifier) @opaque)
(element_value_pair key: (identifier) @opaque)
(method_invocation object: (_) name: (identifier) @member)
(field_access field: (identifier) @member)
(method_reference (_) (identifier) @member)
(marker_annotation name: (identifier) @type)
(annotation name: (identifier) @type)
(record_pattern (identifier) @type)
(record_pattern (identifier) @matched)
(method_invocation object: [
  (method_invocation) (object_creation_expression)
  (parenthesized_expression (cast_expression))]) @typed
(field_access object: [
  (method_invocation) (object_creation_expression)
  (parenthesized_expression (cast_expression))]) @typed
(local_variable_declaration) @typed
(object_creation_expression (class_body)) @typed
(identifier) @name
(type_identifier) @type
