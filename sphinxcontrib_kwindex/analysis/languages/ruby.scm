(class) @define
(module) @define
(singleton_class) @define
(method) @define
(singleton_method) @define
(alias) @define
(assignment left: (constant)) @define
(body_statement (identifier) @define
  (#any-of? @define "private" "protected" "public" "module_function"))
(body_statement (call !receiver method: (identifier)) @define)
([(then (call !receiver method: (identifier) @_made) @define)
  (else (call !receiver method: (identifier) @_made) @define)
  (if_modifier body: (call !receiver method: (identifier) @_made) @define)
  (unless_modifier body: (call !receiver method: (identifier) @_made) @define)]
  (#match? @_made "^([cm]?attr_|alias_method$|define_method$)"))
(body_statement (call !receiver arguments: (argument_list
  (call !receiver method: (identifier)) @define)))
; Tests of RSpec, Minitest and Rails.
((call !receiver method: (identifier) @_it arguments: (argument_list . (string))
    block: (_)) @define
  (#any-of? @_it "it" "specify" "example" "scenario" "test"))
((call !receiver method: (identifier) @_word) @import
  (#any-of? @_word "autoload" "require" "require_relative"))
(program (call !receiver method: (identifier) @_word (#eq? @_word "load")) @import)
((comment) @comment (#not-match? @comment "^# *:nodoc:"))
(method) @scope
(singleton_method) @scope
(program) @scope
(block) @block
(do_block) @block
(lambda) @block
(call method: (identifier) @_of block: (_) @receiving (#any-of? @_of
  "instance_eval" "instance_exec" "class_eval" "class_exec" "module_eval"))
(class) @scope
(module) @scope
(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (identifier) @local)
(keyword_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(hash_splat_parameter name: (identifier) @local)
(block_parameter name: (identifier) @local)
(assignment left: (identifier) @assigned)
(operator_assignment left: (identifier) @assigned)
(left_assignment_list (identifier) @assigned)
(exception_variable (identifier) @assigned)
(for pattern: (identifier) @assigned)
(call receiver: (_) method: (identifier) @member)
; What Rails calls by its name.
(call !receiver method: (identifier) @_when
  arguments: (argument_list (simple_symbol) @member)
  (#match? @_when "^((skip_|prepend_|append_)?(before|after|around)_|validate$|helper_method$)"))
(call !receiver arguments: (argument_list
  (pair key: (hash_key_symbol) @_if value: (simple_symbol) @member))
  (#any-of? @_if "if" "unless" "with"))
(assignment left: (identifier) right: (call)) @typed
(call receiver: [(call) (constant) (scope_resolution)] method: (identifier)) @typed
(identifier) @name
(constant) @name
; With arguments or without, in brackets or without.
(call method: (identifier) @called)
(assignment left: (call method: (identifier) @matched))
(operator_assignment left: (call method: (identifier) @matched))
