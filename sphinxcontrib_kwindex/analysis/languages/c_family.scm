(struct_specifier) @define
(union_specifier) @define
(enum_specifier) @define
(enumerator) @define
(function_definition) @define
(translation_unit (declaration) @define)
(declaration_list (declaration) @define)
(preproc_if (declaration) @define)
(preproc_ifdef (declaration) @define)
(preproc_else (declaration) @define)
(preproc_elif (declaration) @define)
(ERROR (declaration) @define)
(translation_unit
  (expression_statement (call_expression)) . (compound_statement) @define)
(preproc_if
  (expression_statement (call_expression)) . (compound_statement) @define)
(preproc_ifdef
  (expression_statement (call_expression)) . (compound_statement) @define)
(preproc_else
  (expression_statement (call_expression)) . (compound_statement) @define)
(preproc_elif
  (expression_statement (call_expression)) . (compound_statement) @define)
(field_declaration) @define
(type_definition) @define
(preproc_def) @define
(preproc_function_def) @define
(ERROR "#define" @define)
(preproc_include) @import
; Among enumerators, values and members.
(ERROR "#include" @import)
(preproc_directive) @import
; "#ifndef LIMIT" before "#define LIMIT 5" uses nothing.
(preproc_ifdef "#ifndef" name: (identifier) @opaque
  . (comment)* . [
    (preproc_def name: (identifier) @_defined)
    (preproc_function_def name: (identifier) @_defined)
    (preproc_if [
      (preproc_def name: (identifier) @_defined)
      (preproc_function_def name: (identifier) @_defined)])
    (preproc_ifdef [
      (preproc_def name: (identifier) @_defined)
      (preproc_function_def name: (identifier) @_defined)])]
  (#eq? @opaque @_defined))
(comment) @comment
(function_definition) @scope
(compound_statement) @scope
(for_statement) @scope
(preproc_function_def) @scope
(preproc_params (identifier) @local)
(preproc_function_def value: (preproc_arg) @text)
(preproc_def value: (preproc_arg) @text)
(parameter_declaration declarator: (identifier) @local)
(declaration declarator: (identifier) @local)
(init_declarator declarator: (identifier) @local)
(pointer_declarator declarator: (identifier) @local)
(array_declarator declarator: (identifier) @local)
; What a function declares that is defined elsewhere.
(compound_statement (declaration (storage_class_specifier) @_word declarator: [
  (identifier) @opaque
  (array_declarator declarator: (identifier) @opaque)
  (pointer_declarator declarator: (identifier) @opaque)]
  (#eq? @_word "extern")))
(identifier) @name
; They may be defined, as they are in no header of C.
([(true) (false)] @name (#any-of? @name "TRUE" "FALSE"))
(type_identifier) @type
(field_identifier) @member
; Members that macros get by their names: those of queue(3), Linux, Wayland.
((call_expression function: (identifier) @_macro
  arguments: (argument_list (identifier) @member .)) @typed
  (#match? @_macro "^(S?LIST|S?TAILQ|SIMPLEQ|CIRCLEQ)_(FOREACH(_REVERSE|_FROM|_PREVPTR)?$|NEXT$|PREV$|INSERT_|REMOVE|REPLACE$|CONCAT$|SWAP$)|(^|_)container_of$|^CONTAINER_OF$|^(h?list|rb)_(\\w+_)?entry(_|$)|^wl_list_for_each"))
((call_expression function: (identifier) @_macro
  arguments: (argument_list (identifier) @member . (_) .)) @typed
  (#match? @_macro "^(S?LIST|S?TAILQ|SIMPLEQ)_FOREACH_(REVERSE_|FROM_)?SAFE$"))
; A word more than a declaration has, which is a macro.
(declaration (ERROR)) @broken
(declaration (init_declarator (ERROR (identifier)))) @broken
(declaration declarator: (function_declarator
  declarator: (function_declarator))) @misread
(field_declaration (ERROR)) @broken
; A list that is lost with what it begins with.
(ERROR (ERROR "#define" @misread))
