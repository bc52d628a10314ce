"""Records and named tuples: what dataclasses and typing offer works with them, too."""

from __future__ import annotations

import pickle
from dataclasses import asdict, fields, is_dataclass, replace
from typing import get_type_hints

import pytest

from sphinxcontrib_kwindex.model.facts import Definition, FileFacts
from sphinxcontrib_kwindex.model.named_tuple import NamedTuple
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


class _Row(NamedTuple):
    """What is seen."""

    horse: str
    legs: int = 4

    @property
    def name(self) -> str:
        return self.horse.title()

    @classmethod
    def of(cls, *values: str | int) -> _Row:
        return cls._make(values)


def test_named_tuples_are_those_of_typing() -> None:
    row = _Row("grey")
    assert (row, row.name, row.legs) == (("grey", 4), "Grey", 4)
    assert isinstance(row, _Row)
    assert _Row.of("bay", 3) == _Row(legs=3, horse="bay")
    assert repr(row) == "_Row(horse='grey', legs=4)"
    assert row._replace(legs=3)._asdict() == {"horse": "grey", "legs": 3}
    assert pickle.loads(pickle.dumps(row)) == row
    assert (_Row.__doc__, _Row.__module__) == ("What is seen.", __name__)
    assert _Row.__qualname__ == "_Row"
    assert get_type_hints(_Row) == {"horse": str, "legs": int}
    with pytest.raises(TypeError):
        _Row()  # type: ignore[call-arg]
