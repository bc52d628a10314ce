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
