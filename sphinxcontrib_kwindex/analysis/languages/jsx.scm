; Elements of HTML in JSX: a name in small letters is none of the program's.
((jsx_opening_element name: (identifier) @opaque) (#match? @opaque "^[a-z]"))
((jsx_closing_element name: (identifier) @opaque) (#match? @opaque "^[a-z]"))
((jsx_self_closing_element name: (identifier) @opaque) (#match? @opaque "^[a-z]"))
; An element calls its component.
(jsx_opening_element name: [(identifier) @called
  (member_expression property: (property_identifier) @called)])
(jsx_self_closing_element name: [(identifier) @called
  (member_expression property: (property_identifier) @called)])
; Its end says again which that is.
(jsx_closing_element name: [(identifier) @qualifier
  (member_expression property: (property_identifier) @qualifier)])
