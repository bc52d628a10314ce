"""The messages of the SCIP format that are read and written, as protobuf's classes.

They are made from a description of their fields when they are asked for: what
``protoc`` generates works with one or two major versions of protobuf only. Fields that
are not described here are skipped.

https://github.com/sourcegraph/scip/blob/main/scip.proto
"""

from __future__ import annotations

from typing import Any, Final

#: By message the fields: number, name, and type. A type that ends with ``*`` is
#: repeated.
_FIELDS: Final = {
    "Index": (
        (1, "metadata", "Metadata"),
        (2, "documents", "Document*"),
        (3, "external_symbols", "SymbolInformation*"),
    ),
    "Metadata": (
        (2, "tool_info", "ToolInfo"),
        (3, "project_root", "string"),
        (4, "text_document_encoding", "int32"),
    ),
    "ToolInfo": ((1, "name", "string"), (2, "version", "string")),
    "Document": (
        (1, "relative_path", "string"),
        (2, "occurrences", "Occurrence*"),
        (3, "symbols", "SymbolInformation*"),
        (4, "language", "string"),
        (5, "text", "string"),
        (6, "position_encoding", "int32"),
    ),
    "Occurrence": (
        (1, "range", "int32*"),
        (2, "symbol", "string"),
        (3, "symbol_roles", "int32"),
        (7, "enclosing_range", "int32*"),
    ),
    "SymbolInformation": (
        (1, "symbol", "string"),
        (3, "documentation", "string*"),
        (4, "relationships", "Relationship*"),
        (5, "kind", "int32"),
        (6, "display_name", "string"),
        (7, "signature_documentation", "Document"),
    ),
    "Relationship": (
        (1, "symbol", "string"),
        (2, "is_reference", "bool"),
        (3, "is_implementation", "bool"),
    ),
}


def message_classes() -> dict[str, Any]:
    """Return the classes of the messages by name.

    :raises ImportError: if protobuf is not installed.
    """
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    field = descriptor_pb2.FieldDescriptorProto
    types = {"string": field.TYPE_STRING, "int32": field.TYPE_INT32}
    types["bool"] = field.TYPE_BOOL
    file = descriptor_pb2.FileDescriptorProto(
        name="scip.proto", package="scip", syntax="proto3"
    )
    for message, rows in _FIELDS.items():
        described = file.message_type.add(name=message)
        for number, name, kind in rows:
            plain = kind.rstrip("*")
            described.field.add(
                name=name,
                number=number,
                type=types.get(plain, field.TYPE_MESSAGE),
                type_name=None if plain in types else f".scip.{plain}",
                label=field.LABEL_REPEATED if plain != kind else field.LABEL_OPTIONAL,
            )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(
            pool.FindMessageTypeByName(f"scip.{name}")
        )
        for name in _FIELDS
    }
