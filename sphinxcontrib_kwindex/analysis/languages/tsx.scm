(jsx_opening_element attribute: (_)) @typed
(jsx_self_closing_element attribute: (_)) @typed
(class_declaration (class_heritage)) @typed
