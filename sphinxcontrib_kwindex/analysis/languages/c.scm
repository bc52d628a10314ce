; What has a type with a name.
(parameter_declaration type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]) @parameter
(declaration type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]) @typed
(field_declaration type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]) @typed
(type_definition type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]) @typed
(function_definition type:
  [(type_identifier) (struct_specifier) (union_specifier) (enum_specifier)]) @typed
(field_expression argument: (call_expression)) @typed
(offsetof_expression) @typed
(field_designator) @typed
; In C whatever has an index is a pointer or an array; in C++ it may be an object.
(field_expression argument: (subscript_expression)) @typed
