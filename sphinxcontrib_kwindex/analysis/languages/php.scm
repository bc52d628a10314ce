(namespace_definition name: (_) @import)
(namespace_use_declaration) @import
[(include_expression) (include_once_expression)
  (require_expression) (require_once_expression)] @import
(class_declaration) @define
(interface_declaration) @define
(trait_declaration) @define
(enum_declaration) @define
(enum_case) @define
(function_definition) @define
(method_declaration) @define
(property_declaration) @define
(property_promotion_parameter) @define
(const_declaration) @define
(anonymous_class) @define
((function_call_expression function: (name) @_call
  arguments: (arguments . (argument [(string) (encapsed_string)]))) @define
  (#any-of? @_call "define" "DEFINE"))
(comment) @comment
(function_call_expression function: (name) @name)
(function_call_expression function: (qualified_name (name) @name))
(member_call_expression name: (name) @member)
(nullsafe_member_call_expression name: (name) @member)
(member_access_expression name: (name) @member)
(nullsafe_member_access_expression name: (name) @member)
; "A\B\Foo", a class by its path.
[(base_clause (qualified_name) @path)
  (class_interface_clause (qualified_name) @path)
  (use_declaration (qualified_name) @path)
  (named_type (qualified_name) @path)
  (object_creation_expression (qualified_name) @path)
  (scoped_call_expression scope: (qualified_name) @path)
  (scoped_property_access_expression scope: (qualified_name) @path)
  (class_constant_access_expression . (qualified_name) @path)
  (binary_expression "instanceof" (qualified_name) @path)
  (attribute (qualified_name) @path)]
(scoped_call_expression scope: (name) @type)
(scoped_call_expression scope: (relative_scope) @type)
(scoped_call_expression name: (name) @member)
(scoped_property_access_expression scope: (name) @type)
(scoped_property_access_expression scope: (relative_scope) @type)
(scoped_property_access_expression name: (variable_name (name) @member))
(class_constant_access_expression . (name) @type)
(class_constant_access_expression . (relative_scope) @type)
; Others are expressions in braces.
((class_constant_access_expression (_) (name) @member) (#match? @member "^[^{ ]+$"))
(object_creation_expression (name) @type)
(named_type (name) @type)
(base_clause (name) @type)
(class_interface_clause (name) @type)
(use_declaration (name) @type)
(binary_expression "instanceof" (name) @type)
(attribute (name) @type)
; Constants.
(argument (name) @name)
(array_element_initializer (name) @name)
(assignment_expression right: (name) @name)
(augmented_assignment_expression right: (name) @name)
(binary_expression left: (name) @name)
(binary_expression right: (name) @name)
(case_statement value: (name) @name)
(conditional_expression (name) @name)
(const_element (_) (name) @name)
(echo_statement (name) @name)
(match_conditional_expression (name) @name)
(parenthesized_expression (name) @name)
(property_element default_value: (name) @name)
(return_statement (name) @name)
(sequence_expression (name) @name)
(simple_parameter default_value: (name) @name)
(subscript_expression (name) @name)
(unary_op_expression (name) @name)
(program) @scope
(function_definition) @scope
(method_declaration) @scope
(anonymous_function) @scope
(arrow_function) @scope
(simple_parameter name: (variable_name) @local)
(variadic_parameter name: (variable_name) @local)
(assignment_expression left: (variable_name) @local)
(augmented_assignment_expression left: (variable_name) @local)
(reference_assignment_expression left: (variable_name) @local)
(list_literal (variable_name) @local)
(foreach_statement (_) . (variable_name) @local)
(foreach_statement (pair (variable_name) @local))
(by_ref (variable_name) @local)
(catch_clause name: (variable_name) @local)
(static_variable_declaration name: (variable_name) @local)
(global_declaration (variable_name) @local)
((member_call_expression object: (variable_name) @name) (#not-eq? @name "$this"))
((nullsafe_member_call_expression object: (variable_name) @name)
  (#not-eq? @name "$this"))
((member_access_expression object: (variable_name) @name) (#not-eq? @name "$this"))
((nullsafe_member_access_expression object: (variable_name) @name)
  (#not-eq? @name "$this"))
(simple_parameter type: (_)) @typed
(property_promotion_parameter type: (_)) @typed
(property_declaration type: (_)) @typed
(method_declaration return_type: (_)) @typed
(function_definition return_type: (_)) @typed
(catch_clause) @typed
(assignment_expression left: (variable_name) right: [(object_creation_expression)
  (member_call_expression) (nullsafe_member_call_expression)
  (scoped_call_expression) (function_call_expression)]) @typed
(member_call_expression object: [(member_call_expression)
  (nullsafe_member_call_expression) (scoped_call_expression)
  (function_call_expression) (parenthesized_expression)]) @typed
(member_access_expression object: [(member_call_expression)
  (nullsafe_member_call_expression) (scoped_call_expression)
  (function_call_expression) (parenthesized_expression)]) @typed
(nullsafe_member_call_expression object: (_)) @typed
(nullsafe_member_access_expression object: (_)) @typed
