"""Which names are named where one is not there."""

from __future__ import annotations

import random
import string
import time

from sphinxcontrib_kwindex.codemap.similar_names import Similar


def test_what_is_written_most_alike_comes_first() -> None:
    names = Similar(["gallop", "Gallop", "gallops", "trot", "walk", "pollag", "x"])
    assert names.most("galop", 2) == ["Gallop", "gallop"]
    assert names.most("TROT", 5) == ["trot"]
    assert names.most("y", 5)
    assert names.most("", 5)
    assert len(names.most("zzzzzz", 5)) == 3
    assert Similar([]).most("gallop", 5) == []


def test_many_names_take_no_longer_than_few() -> None:
    chance = random.Random(1)
    letters = string.ascii_lowercase[:12] + "__"
    some = {"".join(chance.choices(letters, k=14)) for _ in range(100_000)}
    names = Similar({*some, "gallop_over_fences"})
    before = time.process_time()
    for _ in range(10):
        assert names.most("gallop_over_fence", 5)[0] == "gallop_over_fences"
    # To compare with each of them takes ten times as long, each time.
    assert time.process_time() - before < 10
