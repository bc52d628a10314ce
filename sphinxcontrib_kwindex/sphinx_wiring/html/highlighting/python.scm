; Captures have the class for their name; those with another name are looked at. Of
; two that are equal the class that comes first in the alphabet holds. No pattern is
; about a node in which there can be many like it: each would wait for its end.
(identifier) @name
(string) @string
(comment) @comment
(integer) @integer
(float) @mf
[(true) (false) (none)] @kc
["and" "in" "is" "not" "or"] @ow
["assert" "async" "await" "break" "case" "continue" "def" "class" "del" "elif" "else"
 "except" "finally" "for" "global" "if" "lambda" "match" "nonlocal" "pass" "raise"
 "return" "try" "type" "while" "with" "yield" "as" "_"] @k
"import" @kn
"from" @from
"@" @at
(function_definition name: (identifier) @function)
(class_definition name: (identifier) @nc)
(import_statement name: (dotted_name) @module)
(import_statement name: (aliased_import name: (dotted_name) @module))
(import_statement name: (aliased_import alias: (identifier) @nn))
(import_from_statement module_name: (dotted_name) @module)
(import_prefix "." @nn)
(relative_import (dotted_name) @module)
(future_import_statement "__future__" @nn)
