"""A test to run for what changed: which come first, and which may be left out.

Tests with fewer steps that are only likely, and then with fewer steps, come first.
Behind all others come those that execute it only because a module that they import runs
it (if that fails, every test that imports the module tells), and those that lack an
object of a class on the way (:mod:`.needed_objects`) or name no key of a table there
(:mod:`.keyed_entries`).
"""

from __future__ import annotations

from typing import Final

from ...model.names import Symbol
from ...model.record import Record

#: What a step costs that is sure, and one that is only likely.
SURE: Final = 1
LIKELY: Final = 16
#: A way is long with three likely steps, or with two and four sure ones.
_LONG: Final = 36
Test = tuple[str, str, str]
"""The file that a test is collected from, the class there or nothing, and its name."""


class TestToRun(Record, frozen=True, order=True):
    """A test that may execute what changed."""

    at_import: bool
    """Whether it does so only because a module that is no test is imported."""
    no_object: bool
    """Whether each way is over a method of a class that it comes to no use of, or a
    table of which its file does not name the key."""
    distance: int
    """How many steps there are, those that are only likely counted 16 times."""
    file: str
    """The file that it is collected from."""
    owner: str
    """The class there that it belongs to; empty for a function."""
    name: str
    way: tuple[Symbol, ...]
    """What the test uses, up to what changed: paths and qualified names (empty for a
    module as a whole)."""
    measured: bool = False
    """Whether coverage.py measured that it ran what changed."""

    @property
    def node_id(self) -> str:
        """Its name for pytest, which is none of its options."""
        owners = self.owner.split(".") if self.owner else ()
        name = "::".join(filter(None, (self.file, *owners, self.name)))
        return f"./{name}" if name.startswith("-") else name

    @property
    def is_far(self) -> bool:
        """Whether only a long way leads from it to what changed."""
        return not self.measured and self.distance >= _LONG

    @property
    def may_be_left_out(self) -> bool:
        """Whether it seldom executes what changed, as :mod:`.tests_naming_it` says."""
        return self.at_import or self.no_object or self.is_far

    @property
    def sure(self) -> bool:
        """Whether all steps are sure, or it was measured."""
        return self.measured or self.distance < LIKELY


def order(test: TestToRun) -> tuple[bool, TestToRun]:
    """Return by what tests are sorted: what was measured is first."""
    return not test.measured, test
