"""Each row with base classes, told through a class of another file, and not told."""

from __future__ import annotations

from pathlib import Path

import pytest
from trees import surveyed

from sphinxcontrib_kwindex.analysis.patterns.name_rules import NAME_RULES

BASES = [(rule, base) for rule in NAME_RULES for base in rule.bases]
# The rows that have classes of Python itself and no line in the table.
BASES_OF_PYTHON = [("exception", "KeyError"), ("metaclass", "abc.ABCMeta")]


def _files(base: str) -> dict[str, str]:
    module, _, name = base.rpartition(".")
    lead = f"import {module}\n" if module else ""
    return {
        "kit/__init__.py": "",
        "kit/base.py": f"{lead}class Near({base}): ...\n",
        "kit/middle.py": "from .base import Near as Renamed\n"
        "class Middle(Renamed): ...\n",
        # What has the name and the look of it.
        "kit/own.py": f"# class {name}({base})\nclass {name}:\n    '''{base}'''\n",
        "kit/use.py": "from . import middle\nfrom .own import *\n"
        f"class Far(middle.Middle): ...\nclass Not({name}): ...\n"
        f"class Text(str):\n    '''class Text({base})'''\n    {name} = 'Near'\n",
    }


@pytest.mark.parametrize(
    ("row", "base", "direct"),
    [(row.name, base, row.direct) for row, base in BASES]
    + [(*pair, False) for pair in BASES_OF_PYTHON],
)
def test_rows_of_bases_hold_through_other_files(
    tmp_path: Path, row: str, base: str, direct: bool
) -> None:
    code = surveyed(tmp_path / "tree", _files(base))
    said = {
        (one.name, one.qualname)
        for one in code.inherited_patterns.of_file("kit/use.py")
    }
    # What counts only in the class statement itself is not inherited.
    assert said == (set() if direct else {(row, "Far")})
    assert {one.name for one in code.inherited_patterns.of_file("kit/middle.py")} == (
        set() if direct else {row}
    )
    assert code.inherited_patterns.of_file("kit/own.py") == ()


def test_every_such_row_is_tried() -> None:
    assert {rule.name for rule in NAME_RULES if rule.bases} == {
        rule.name for rule, _ in BASES
    }
    assert len(BASES) > 30
