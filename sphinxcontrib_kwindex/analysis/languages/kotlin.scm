(package_header) @import
(import) @import
(class_declaration) @define @scope
(object_declaration) @define @scope
(companion_object) @define
(object_literal) @define
(function_declaration) @define @scope
(secondary_constructor) @define @scope
(property_declaration) @define
(class_parameter) @define
(enum_entry) @define
(type_alias) @define
(source_file (annotated_expression) @misread)
(source_file (assignment (annotated_expression) @misread))
(explicit_delegation (_) @misread .)
(line_comment) @comment
(block_comment) @comment
(lambda_literal) @scope
(anonymous_function) @scope
(anonymous_initializer) @scope
(getter) @scope
(setter) @scope
(block) @scope
(for_statement) @scope
(catch_block) @scope
(when_expression) @scope
(when_entry) @scope
(type_parameter (identifier) @local)
(parameter . (identifier) @local)
((class_parameter (identifier) @local) @_all
  (#not-match? @_all "^[^:]*(val|var)[ \\t\\n]"))
(catch_block . (identifier) @local)
(setter (identifier) @local)
(lambda_parameters (variable_declaration (identifier) @local))
(lambda_parameters (multi_variable_declaration (variable_declaration (identifier) @local)))
(when_subject (variable_declaration (identifier) @local))
(for_statement (variable_declaration (identifier) @local))
(for_statement (multi_variable_declaration (variable_declaration (identifier) @local)))
(block (property_declaration (variable_declaration (identifier) @local)))
(block (property_declaration
  (multi_variable_declaration (variable_declaration (identifier) @local))))
(lambda_literal (property_declaration (variable_declaration (identifier) @local)))
(lambda_literal (property_declaration
  (multi_variable_declaration (variable_declaration (identifier) @local))))
(class_parameter [(user_type) (nullable_type) (function_type)]) @typed
(parameter) @typed
(variable_declaration [(user_type) (nullable_type)]) @typed
(property_declaration (variable_declaration . (identifier) .)) @typed
(function_declaration [(user_type) (nullable_type)]) @typed
(catch_block) @typed
(navigation_expression . [
  (call_expression) (parenthesized_expression (as_expression)) (unary_expression)]) @typed
; "user.apply { greet() }", "with(user) { greet() }"
(call_expression . (navigation_expression (identifier) @_of .)
  (annotated_lambda (lambda_literal) @receiving) (#any-of? @_of "apply" "run"))
(call_expression . (call_expression . (identifier) @_of)
  (annotated_lambda (lambda_literal) @receiving) (#eq? @_of "with"))
(function_declaration (user_type (identifier) @qualifier) . name: (_))
; The arguments of a constructor are properties, mostly.
((call_expression . (identifier) @_made
  (value_arguments (value_argument . (identifier) @member . (_)))) @typed
  (#match? @_made "^[A-Z]"))
((call_expression . (_) @_called
  (value_arguments (value_argument . (identifier) @opaque . (_))))
  (#not-match? @_called "^[A-Z][A-Za-z0-9_]*$"))
(constructor_invocation
  (value_arguments (value_argument . (identifier) @opaque . (_))))
(enum_entry (value_arguments (value_argument . (identifier) @opaque . (_))))
((identifier) @opaque (#eq? @opaque "it"))
(return_expression label: (identifier) @opaque)
(navigation_expression (_) . (identifier) @member)
; "$name", which the grammar takes for text.
(string_literal
  (string_content) @_dollar . (string_content) @word (#eq? @_dollar "$"))
(multiline_string_literal
  (string_content) @_dollar . (string_content) @word (#eq? @_dollar "$"))
(user_type (identifier) @type)
(identifier) @name
