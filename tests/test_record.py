"""Records: what dataclasses offer works with them, too."""

from __future__ import annotations

import pickle
from dataclasses import asdict, fields, is_dataclass, replace

import pytest

from sphinxcontrib_kwindex.model.facts import Definition, FileFacts
from sphinxcontrib_kwindex.model.record import Record


class _More(Definition, frozen=True):
    more: str = "more"


def test_functions_of_dataclasses_take_records() -> None:
    one = Definition("function", "gallop", (3,), 4)
    longer = replace(one, end_line=9)
    assert (longer.end_line, longer.qualname, one.end_line) == (9, "gallop", 4)
    facts = FileFacts("Toy", "text", 12, definitions=(one,))
    assert replace(facts, definitions=(longer,)).definitions == (longer,)
    assert asdict(facts)["definitions"][0]["lines"] == (3,)
    assert is_dataclass(one)
    with pytest.raises(TypeError):
        replace(one, colour="grey")


def test_fields_have_names_types_and_defaults() -> None:
    known = {field.name: (field.type, field.default) for field in fields(FileFacts)}
    assert known["lines"] == ("int", 0)
    assert known["definitions"] == ("tuple[Definition, ...]", ())
    assert list(known)[:3] == ["type", "language", "size"]
    assert [field.name for field in fields(_More)][-1] == "more"
    assert fields(Record) == ()


def test_records_are_values() -> None:
    one = Definition("function", "gallop", (3,), 4)
    assert one == Definition("function", "gallop", (3,), 4)
    assert len({one, pickle.loads(pickle.dumps(one))}) == 1
    with pytest.raises(AttributeError):
        one.qualname = "trot"  # type: ignore[misc]
