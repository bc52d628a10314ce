(field_definition) @define
(field_definition value: (_)) @typed
(formal_parameters (identifier) @local)

(formal_parameters (array_pattern (identifier) @local))
(formal_parameters (object_pattern (shorthand_property_identifier_pattern) @local))
(formal_parameters (object_pattern (object_assignment_pattern
  (shorthand_property_identifier_pattern) @local)))

(assignment_expression left: (identifier) @changed)
(augmented_assignment_expression left: (identifier) @changed)
(assignment_expression left: (array_pattern (identifier) @changed))
(assignment_expression
  left: (object_pattern (shorthand_property_identifier_pattern) @changed @name))
(for_in_statement !kind left: (identifier) @changed)
((assignment_expression
  left: (member_expression object: (this) property: (_) @changed) right: (_) @_value)
  (#not-match? @_value "^(null|undefined|false)$"))
