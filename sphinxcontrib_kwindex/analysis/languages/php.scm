(namespace_definition name: (_) @import)
(namespace_use_declaration) @import
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
(comment) @comment
(function_call_expression function: (name) @name)
(function_call_expression function: (qualified_name (name) @name))
(member_call_expression name: (name) @member)
(nullsafe_member_call_expression name: (name) @member)
(member_access_expression name: (name) @member)
(nullsafe_member_access_expression name: (name) @member)
(scoped_call_expression scope: (name) @type)
(scoped_call_expression scope: (relative_scope) @type)
(scoped_call_expression name: (name) @member)
(scoped_property_access_expression scope: (name) @type)
(class_constant_access_expression . (name) @type)
(class_constant_access_expression . (relative_scope) @type)
; Others are expressions in braces.
((class_constant_access_expression (_) (name) @member) (#match? @member "^[^{ ]+$"))
(object_creation_expression (name) @type)
(object_creation_expression (qualified_name (name) @type))
(named_type (name) @type)
(named_type (qualified_name (name) @type))
(base_clause (name) @type)
(base_clause (qualified_name (name) @type))
(class_interface_clause (name) @type)
(class_interface_clause (qualified_name (name) @type))
(use_declaration (name) @type)
(use_declaration (qualified_name (name) @type))
(binary_expression right: (name) @type)
(attribute (name) @type)
