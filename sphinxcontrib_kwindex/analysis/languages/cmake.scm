(function_def) @define
(macro_def) @define
((normal_command (identifier) @command) @define (#match? @command
  "^([aA][dD][dD]_([lL][iI][bB][rR][aA][rR][yY]|[eE][xX][eE][cC][uU][tT][aA][bB][lL][eE]|[cC][uU][sS][tT][oO][mM]_[tT][aA][rR][gG][eE][tT])|[oO][pP][tT][iI][oO][nN])$"))
((normal_command (identifier) @command) @import (#match? @command
  "^([iI][nN][cC][lL][uU][dD][eE]|[aA][dD][dD]_[sS][uU][bB][dD][iI][rR][eE][cC][tT][oO][rR][yY])$"))
(line_comment) @comment
(bracket_comment) @comment
(normal_command (identifier) @name)
((argument (unquoted_argument) @name) (#match? @name "^[A-Za-z_][A-Za-z0-9_:+-]*$"))
