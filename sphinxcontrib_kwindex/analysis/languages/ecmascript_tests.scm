; Calls that may be tests, with "test.only(…)" and "test.each(…)(…)".
((call_expression function: (identifier) @_called) @define
  (#any-of? @_called "describe" "context" "suite"
    "it" "test" "specify"))
((call_expression function: (member_expression object: (identifier) @_called)) @define
  (#any-of? @_called "describe" "context" "suite"
    "it" "test" "specify" "Deno"))
((call_expression function: (call_expression
  function: (member_expression object: (identifier) @_called))) @define
  (#any-of? @_called "describe" "context" "suite"
    "it" "test" "specify"))
