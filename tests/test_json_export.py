"""``kwindex.json``: its schema, and that what pages show can be had from it."""

from __future__ import annotations

import ast
import inspect
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sphinxcontrib_kwindex.exports import json_files, json_format

SCHEMA = Path(json_files.__file__).with_name(json_format.SCHEMA_FILE)


# The schema


def described(module: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the fields of the records of a module, each with what is said of it."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            for one, after in zip(node.body, [*node.body[1:], None], strict=True):
                if isinstance(one, ast.AnnAssign) and isinstance(after, ast.Expr):
                    assert isinstance(one.target, ast.Name)
                    assert isinstance(after.value, ast.Constant)
                    yield node.name, one.target.id, plain(after.value.value)


def plain(text: str) -> str:
    return (
        inspect.cleandoc(text)
        .replace("``", "`")
        .replace("\n\n", "\0")
        .replace("\n", " ")
        .replace("\0", "\n\n")
    )


def made_schema() -> dict[str, Any]:
    """Return the schema that the records have."""
    made = msgspec.json.schema(json_format.Document)
    records = made["$defs"]
    for name, record in records.items():
        kind = getattr(json_format, name)
        record["description"] = plain(kind.__doc__)
    for name, field, text in described(json_format):
        if name in records:
            field = {"schema": "$schema"}.get(field, field)
            records[name]["properties"][field]["description"] = text
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": json_format.SCHEMA_ID,
        "title": json_files.NAME,
        **made,
    }


def test_the_schema_is_that_of_the_records() -> None:
    text = json.dumps(made_schema(), indent=1, ensure_ascii=False) + "\n"
    if os.environ.get("KWINDEX_UPDATE_SNAPSHOTS"):
        SCHEMA.write_text(text, "utf-8", newline="\n")
    assert SCHEMA.read_text("utf-8") == text
