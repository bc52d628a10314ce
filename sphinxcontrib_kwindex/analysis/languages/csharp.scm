(using_directive) @import
(namespace_declaration name: (_) @import)
(file_scoped_namespace_declaration name: (_) @import)
(class_declaration) @define
(interface_declaration) @define
(struct_declaration) @define
(record_declaration) @define
(enum_declaration) @define
(enum_member_declaration) @define
(delegate_declaration) @define
(method_declaration) @define
(constructor_declaration) @define
(property_declaration) @define
(operator_declaration) @define
(conversion_operator_declaration) @define
(event_declaration) @define
(field_declaration) @define
(event_field_declaration) @define
(local_function_statement) @define
(indexer_declaration) @define
(destructor_declaration) @define
(comment) @comment
(method_declaration) @scope
(constructor_declaration) @scope
(local_function_statement) @scope
(operator_declaration) @scope
(indexer_declaration) @scope
; "~A()" uses no A.
(destructor_declaration name: (identifier) @opaque) @scope
(accessor_declaration) @scope
(property_declaration) @scope
(lambda_expression) @scope
(anonymous_method_expression) @scope
(block) @scope
(for_statement) @scope
(foreach_statement) @scope
(using_statement) @scope
(catch_clause) @scope
(class_declaration) @scope
(interface_declaration) @scope
(struct_declaration) @scope
(record_declaration) @scope
(type_parameter name: (identifier) @local)
(parameter name: (identifier) @local)
(lambda_expression parameters: (implicit_parameter) @local)
(local_declaration_statement
  (variable_declaration (variable_declarator name: (identifier) @local)))
(for_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(recursive_pattern type: (_) @matched)
(argument name: (identifier) @opaque)
(labeled_statement (identifier) @opaque)
(goto_statement (identifier) @opaque)
(variable_declaration type: (implicit_type)) @typed
(member_access_expression expression: [
  (invocation_expression) (object_creation_expression)
  (parenthesized_expression [(cast_expression) (as_expression)])]) @typed
(object_creation_expression initializer: (_)) @typed
(implicit_object_creation_expression (initializer_expression)) @typed
(with_expression (with_initializer (identifier) @member)) @typed
(recursive_pattern (property_pattern_clause)) @typed
(member_access_expression name: (identifier) @member)
(member_access_expression name: (generic_name (identifier) @member))
(member_binding_expression name: (identifier) @member)
(_ type: (identifier) @type)
(_ type: (generic_name (identifier) @type))
(_ returns: (identifier) @type)
(_ returns: (generic_name (identifier) @type))
(base_list (identifier) @type)
(base_list (generic_name (identifier) @type))
(type_argument_list (identifier) @type)
(type_argument_list (generic_name (identifier) @type))
(as_expression right: (identifier) @type)
(attribute name: (identifier) @type @decorator)
(attribute name: (qualified_name name: (identifier) @type @decorator))
(identifier) @name
