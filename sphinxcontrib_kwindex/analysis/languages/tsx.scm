(jsx_opening_element attribute: (_)) @typed
(jsx_self_closing_element attribute: (_)) @typed
(jsx_attribute (property_identifier) @key)
(class_declaration (class_heritage)) @typed
