; What is mended of broken text may be white space; a variable in the name of an image
; is looked at by itself.
(from_instruction) @define
(arg_instruction) @define
(env_pair) @define
(copy_instruction (param) @import)
(comment) @comment
((from_instruction (image_spec name: (image_name) @name)) (#match? @name "^[^$\\s]+$"))
((expansion (variable) @name) (#match? @name "^\\S+$"))
[(shell_fragment) (heredoc_line)] @shell
