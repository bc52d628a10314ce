"""Which names are named where one is not there."""

from __future__ import annotations

import random
import string
import time

from sphinxcontrib_kwindex.codemap.names.similar_names import (
    NameIndex,
    did_you_mean,
    lines,
)


def test_what_is_written_most_alike_comes_first() -> None:
    known = ["gallop", "Gallop", "gallops", "trot", "walk", "pollag", "x"]
    names = NameIndex(lines(known))
    assert names.similar("galop", 2) == ["Gallop", "gallop"]
    assert names.similar("TROT", 5) == ["trot"]
    assert names.similar("y", 5, 3)
    assert names.similar("", 5, 3)
    assert names.similar("zzzzzz", 5) == []
    assert len(names.similar("zzzzzz", 5, 3)) == 3
    assert NameIndex(lines([])).similar("gallop", 5, 3) == []
    # A file may have a line end in its name.
    assert NameIndex(lines(["gal\nlop", "gallops"])).similar("gal", 1, 1) == ["gallops"]
    assert NameIndex("Straße\nİstanbul\nWeg").similar("strasse", 1) == ["Straße"]
    assert NameIndex("Straße\nİstanbul\nWeg").similar("weg", 1) == ["Weg"]
    assert did_you_mean("galop", known, "known:") == "did you mean 'Gallop'?"
    assert did_you_mean("zzzzzz", ["b", "a"], "known:") == "known: b, a"


def test_many_names_take_no_longer_than_few() -> None:
    chance = random.Random(1)
    letters = string.ascii_lowercase[:12] + "__"
    some = {"".join(chance.choices(letters, k=14)) for _ in range(100_000)}
    names = NameIndex(lines({*some, "gallop_over_fences"}))
    before = time.process_time()
    for _ in range(10):
        assert names.similar("gallop_over_fence", 5)[0] == "gallop_over_fences"
    # To compare with each of them takes ten times as long, each time.
    assert time.process_time() - before < 10
