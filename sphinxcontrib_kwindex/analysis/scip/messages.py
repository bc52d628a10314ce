"""The messages of the SCIP format that are read and written, as protobuf's classes.

They are made from a description of their fields when they are asked for: what
``protoc`` generates works with one or two major versions of protobuf only. Fields that
are not described here are skipped.

https://github.com/sourcegraph/scip/blob/main/scip.proto
"""

from __future__ import annotations

from typing import Any, Final

from ...model.data_files import data_beside

#: By message the fields, each with its number and its type.
_FIELDS: Final = data_beside(__file__)


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
        for name, (number, kind) in rows.items():
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
