(class_specifier) @define
(namespace_definition) @define
; That of a base says nothing of what a class has itself.
(field_declaration_list (access_specifier) @define)
(preproc_if (access_specifier) @define)
(preproc_ifdef (access_specifier) @define)
(preproc_else (access_specifier) @define)
(preproc_elif (access_specifier) @define)
(ERROR (access_specifier) @define)
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

; What has a type with a name.
(parameter_declaration type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]) @parameter
(declaration type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]) @typed
(field_declaration type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]) @typed
(type_definition type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]) @typed
(function_definition type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]) @typed
(optional_parameter_declaration type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]) @parameter
(for_range_loop type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)
    (class_specifier) (qualified_identifier) (template_type)]) @typed
(field_expression argument: (call_expression)) @typed
(offsetof_expression) @typed
(field_designator) @typed
(for_range_loop type: (placeholder_type_specifier)) @typed
(alias_declaration) @typed
(declaration type: (placeholder_type_specifier)) @typed
(field_expression argument: (subscript_expression)) @typed
(field_expression argument: (parenthesized_expression)) @typed
; "connect(button, SIGNAL(pressed()), this, SLOT(save()))" of Qt.
((call_expression function: (identifier) @_qt
  arguments: (argument_list . (identifier))) @typed
  (#any-of? @_qt "SIGNAL" "SLOT"))
