"""What a build says of its progress."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from projects import Project
from sphinx.application import Sphinx

Make = Callable[..., Project]

FILES = {f"m{number}.py": f"def f{number}(): ...\n" for number in range(20)}


def ours(status: str) -> list[str]:
    return [
        line
        for line in status.splitlines()
        if re.match("analysing code|reading generated", line)
    ]


@pytest.mark.parametrize("processes", [1, 2])
def test_log_has_a_line_for_each_part_of_the_work(
    make_project: Make, processes: int
) -> None:
    built = make_project(FILES).build(parallel=processes)
    code, pages = ours(built.status)
    assert code == "analysing code... 20 files"
    assert re.fullmatch(r"reading generated pages\.\.\. \d+ files", pages)


def test_log_names_all_where_that_is_wanted(make_project: Make) -> None:
    def verbose(app: Sphinx) -> None:
        app.verbosity = 1

    named = ours(make_project(FILES).build(setup=verbose).status)
    assert len(named) > 2 * len(FILES)
    assert "analysing code... [100%] m9.py" in named
