(function_definition) @define
((command name: (command_name) @command) @import (#any-of? @command "." "source"))
(comment) @comment
(command_name (word) @name @called)
