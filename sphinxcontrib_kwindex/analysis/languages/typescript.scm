(abstract_class_declaration) @define
(public_field_definition) @define
(abstract_method_signature) @define
(interface_body (method_signature) @define)
(interface_body (property_signature) @define)
(class_body (method_signature) @define)
(type_alias_declaration value: (object_type (method_signature) @define))
(type_alias_declaration value: (object_type (property_signature) @define))
(intersection_type (object_type [(method_signature) (property_signature)] @define))
(function_signature) @define
(interface_declaration) @define
(type_alias_declaration) @define
(enum_declaration) @define
(enum_body name: (_) @define)
(enum_assignment) @define
(internal_module) @define
(module) @define

(import_alias) @import
(export_statement "=" @import)

(abstract_class_declaration) @scope
(abstract_method_signature) @scope
(method_signature) @scope
(function_signature) @scope
(call_signature) @scope
(construct_signature) @scope
(function_type) @scope
(constructor_type) @scope
(conditional_type) @scope
(index_signature) @scope
(interface_declaration) @scope
(type_alias_declaration) @scope

(abstract_class_declaration name: (_) @named)
(function_signature name: (_) @named)
(interface_declaration name: (_) @named)
(type_alias_declaration name: (_) @named)
(enum_declaration name: (_) @local)
(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(type_parameter name: (_) @local)
(infer_type . (type_identifier) @local)
(mapped_type_clause name: (_) @local)
(index_signature name: (_) @local)

(type_identifier) @type
(nested_identifier property: (_) @member)

(required_parameter (array_pattern (identifier) @local))
(required_parameter (object_pattern (shorthand_property_identifier_pattern) @local))
(required_parameter (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))
(optional_parameter (array_pattern (identifier) @local))
(optional_parameter (object_pattern (shorthand_property_identifier_pattern) @local))
(optional_parameter (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))

(variable_declarator name: (identifier) type: (_)) @typed
(required_parameter pattern: (identifier) type: (_)) @typed
(optional_parameter pattern: (identifier) type: (_)) @typed
(public_field_definition) @typed
(property_signature type: (_)) @typed
(type_alias_declaration) @typed
(required_parameter pattern: (object_pattern) type: (_)) @typed
(variable_declarator name: (object_pattern) type: (_)) @typed
(as_expression . (object)) @typed
(satisfies_expression . (object)) @typed
(arrow_function return_type: (_) body: (parenthesized_expression (object))) @typed
(call_expression arguments: (arguments (object (pair)))) @typed
(new_expression arguments: (arguments (object (pair)))) @typed
(method_signature) @typed
(function_signature) @typed
(abstract_method_signature) @typed

; The names in "[line: number, ...rest: string[]]" stand for nothing.
(tuple_type (_ name: (identifier) @opaque))
(tuple_type (_ name: (rest_pattern (identifier) @opaque)))
