(function_item) @define
(function_signature_item) @define
(struct_item) @define
(union_item) @define
(enum_item) @define
(enum_variant) @define
(trait_item) @define
(impl_item) @define
(mod_item) @define
(const_item) @define
(static_item) @define
(type_item) @define
(associated_type) @define
(field_declaration) @define
(macro_definition) @define
(source_file (macro_invocation) @define)
(source_file (expression_statement (macro_invocation) @define))
(declaration_list (macro_invocation) @define)
(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
; A module for each file of a folder.
(macro_invocation
  macro: (scoped_identifier path: (identifier) @_crate name: (identifier) @_macro)
  (#eq? @_crate "automod") (#eq? @_macro "dir")) @import
(scoped_identifier path: [(crate) (super) (self)] @import)
(scoped_type_identifier path: [(crate) (super) (self)] @import)
(token_tree [(crate) (super)] @import)
; The name of an attribute in the arguments of a macro.
(token_tree "#" . (token_tree . (identifier) @opaque))
(inner_attribute_item) @opaque
; Of attributes paths, and what is derived. Other words are known to no one here.
(attribute . (identifier) @opaque)
(attribute value: (_) @opaque)
(attribute . (scoped_identifier) arguments: (_) @opaque)
((attribute . (identifier) @_word arguments: (_) @opaque) (#not-eq? @_word "derive"))
; What the standard library derives, whatever else has its name in the file.
((attribute . (identifier) arguments: (token_tree (identifier) @opaque)) (#any-of?
  @opaque "Clone" "Copy" "Debug" "Default" "Eq" "Hash" "Ord" "PartialEq" "PartialOrd"))
(lifetime) @opaque
(label) @opaque
(line_comment) @comment
(block_comment) @comment
(function_item) @scope
(function_signature_item) @scope
(struct_item) @scope
(union_item) @scope
(enum_item) @scope
(trait_item) @scope
(impl_item) @scope
(type_item) @scope
(associated_type) @scope
(closure_expression) @scope
(mod_item body: (declaration_list) @scope)
(block) @scope
(if_expression) @scope
(while_expression) @scope
(for_expression) @scope
(match_arm) @scope
(macro_definition) @scope
(parameter pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(let_declaration pattern: (_) @late)
(let_condition pattern: (_) @late)
(let_declaration pattern: (identifier) @local)
(for_expression pattern: (identifier) @local)
(mut_pattern (identifier) @local)
(ref_pattern (identifier) @local)
(reference_pattern (identifier) @local)
(captured_pattern . (identifier) @local)
(shorthand_field_identifier) @local
(type_parameter name: (type_identifier) @local)
(const_parameter name: (identifier) @local)
(identifier) @name
(type_identifier) @type
(field_identifier) @member
(parameter) @typed
(let_declaration) @typed
(field_declaration) @typed
(const_item) @typed
(static_item) @typed
(type_item) @typed
(function_item) @typed
(function_signature_item) @typed
(field_expression value: [(call_expression) (index_expression) (try_expression)])
  @typed
(for_expression) @typed
(let_condition) @typed
(struct_expression) @typed
(struct_pattern) @typed
(tuple_struct_pattern type: (_) @matched)

; Patterns of one name that is bound there, unless it is written as a constant is.
((tuple_pattern (identifier) @local) (#match? @local "^[a-z_]"))
((slice_pattern (identifier) @local) (#match? @local "^[a-z_]"))
((match_pattern . (identifier) @local) (#match? @local "^[a-z_]"))
((tuple_struct_pattern (identifier) @local) (#match? @local "^[a-z_]"))
((or_pattern (identifier) @local) (#match? @local "^[a-z_]"))
((field_pattern pattern: (identifier) @local) (#match? @local "^[a-z_]"))
((let_condition pattern: (identifier) @local) (#match? @local "^[a-z_]"))
(impl_item type: (type_identifier) @qualifier)
(impl_item type: (scoped_type_identifier) @qualifier)
(impl_item type: (generic_type type: (_) @qualifier))
