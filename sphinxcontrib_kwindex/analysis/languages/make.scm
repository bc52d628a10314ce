; What is mended of broken text may be white space.
(rule) @define
(variable_assignment) @define
(define_directive) @define
(include_directive) @import
(comment) @comment
((prerequisites (word) @name) (#match? @name "^\\S+$"))
((variable_reference (word) @name) (#match? @name "^\\S+$"))
