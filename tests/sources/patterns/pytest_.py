"""Fixtures and parametrised tests."""

import pytest
from pytest import fixture, mark


@pytest.fixture
def plain():  # is: pytest fixture
    return 1


@fixture(scope="module")
def called():  # is: pytest fixture; generator
    yield 1


@pytest.mark.parametrize("x", [1, 2])
@mark.parametrize("y", [3])
def test_both(x, y):  # is: parametrised test; parametrised test
    assert x < y


@pytest.mark.skip
def test_plain():  # not: parametrised test
    pass


class TestLocal:
    def fixture(self):
        return "pytest.fixture"

    mark = None


def local(fixture):
    @fixture
    def not_one():  # not: pytest fixture
        return 1

    return not_one
