(create_table) @define
(create_view) @define
(create_materialized_view) @define
(create_type) @define
(create_function) @define
(create_procedure) @define
(create_trigger) @define
(column_definition) @define
(comment) @comment
(marginalia) @comment
(object_reference schema: (identifier) @name)
(object_reference name: (identifier) @name)
; "REFERENCES orgs (id)" calls nothing.
(column_definition (object_reference) @matched)
(constraint (object_reference) @matched)
(insert (object_reference) @matched)
(create_index (object_reference) @matched)
