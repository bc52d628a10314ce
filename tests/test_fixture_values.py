"""What the parameters of tests stand for, by the fixtures that they ask for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from test_declared_types import callers
from trees import surveyed

FILES = {
    "shop.py": "class Shop:\n    def unlock(self): ...\n    def close(self): ...\n"
    "class Other:\n    def unlock(self): ...\n",
    "tests/conftest.py": """
        import pytest
        from collections.abc import Iterator
        from shop import Other, Shop
        @pytest.fixture
        def shop(): return Shop()
        @pytest.fixture
        def yielded() -> Iterator[Shop]:
            yield Shop()
        @pytest.fixture(name="renamed")
        def with_name(shop): return shop
        @pytest.fixture
        def mocked(): return Shop()
        def no_fixture(): return Shop()
    """,
    "tests/inner/conftest.py": """
        import pytest
        from unittest.mock import Mock
        @pytest.fixture
        def mocked(): return Mock()
    """,
    "tests/inner/test_shop.py": """
        import pytest
        from unittest import mock
        from shop import Other, Shop
        from helper import Base
        @pytest.fixture
        def own():
            shop = Shop()
            yield shop
            shop.close()
        @pytest.fixture
        def handed(own): return own
        @pytest.fixture
        async def waiting():
            yield Shop()
        @pytest.fixture
        def shop(shop):
            shop.unlock()
            return Other()
        def test_own(own): own.unlock()
        def test_handed(handed): handed.unlock()
        async def test_waiting(waiting): waiting.unlock()
        def test_yielded(yielded): yielded.unlock()
        def test_asked_of_other(mocked): mocked.unlock()
        def test_mine(shop): shop.unlock()
        def test_no_fixture(no_fixture): no_fixture.unlock()
        def test_annotated(own: Other): own.unlock()
        def test_default(own=None): own.unlock()
        def helper(own): own.unlock()
        @pytest.mark.parametrize("own, other", [])
        def test_given(own, yielded): own.unlock() or yielded.unlock()
        @pytest.mark.parametrize(NAMES, [])
        def test_given_unknown(own): own.unlock()
        @mock.patch("shop.Shop")
        def test_patched(own): own.unlock()
        class TestIt:
            @pytest.fixture
            def own(self): return Other()
            def test_of_class(self, own, yielded): own.unlock() or yielded.unlock()
        class TestBelow(Base):
            def test_above(self, of_base, yielded): of_base.unlock() or yielded.unlock()
    """,
    "tests/inner/helper.py": """
        import pytest
        from shop import Other
        class Base:
            @pytest.fixture
            def of_base(self): return Other()
    """,
}


def test_parameters_are_what_fixtures_give(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", FILES)
    by_name = {
        *("test_asked_of_other?", "test_no_fixture?", "test_default?", "helper?"),
        *("test_given?", "test_given_unknown?", "test_patched?"),
    }
    sure = {
        *("test_own", "test_handed", "test_waiting", "test_yielded", "shop"),
        "test_given",
        *("TestIt.test_of_class", "TestBelow.test_above"),
    }
    assert callers(code, "shop.py", "Shop.unlock") == sure | by_name
    others = {"test_mine", "test_annotated"}
    others |= {"TestIt.test_of_class", "TestBelow.test_above"}
    assert callers(code, "shop.py", "Other.unlock") == others | by_name


@pytest.mark.parametrize(
    ("decorator", "sure"),
    [
        ('("own", [Shop(), Shop()])', True),
        ('("n, own", [(1, Shop()), (2, Shop())])', True),
        ('(("own", "n"), [[Shop(), 1]])', True),
        ('(["own"], [(Shop(),), (Shop(),)])', True),
        ('(["own"], [Shop()])', False),
        ('(argnames="own", argvalues=[Shop()])', False),
        ('("own", argvalues=[Shop()], ids=str)', True),
        ('("own", SHOPS)', True),
        ('("own", [Shop(), pytest.param(Shop(), id="x")])', False),
        ('("own", [Shop()], indirect=True)', False),
        ('("own", [Shop(), unknown()])', False),
        ('("made", [Shop])', True),
    ],
)
def test_parameters_are_what_is_listed(
    tmp_path: Path, decorator: str, sure: bool
) -> None:
    source = (
        "import pytest\nfrom shop import Shop\nSHOPS = [Shop()]\n"
        '@pytest.mark.parametrize("other", [])\n'
        f"@pytest.mark.parametrize{decorator}\n"
        "def test_listed(own, made, other):\n    own.unlock()\n"
    )
    if "made" in decorator:
        source = source.replace("own.", "made().")
    code = surveyed(tmp_path / "tree", {**FILES, "tests/test_it.py": source})
    found = callers(code, "shop.py", "Shop.unlock")
    assert found & {"test_listed", "test_listed?"} == {"test_listed" + "?" * (not sure)}


def test_decorators_are_those_that_imports_say(tmp_path: Path) -> None:
    source = (
        "from pytest import fixture as fixture, mark as m\nfrom shop import Shop\n"
        "@fixture\ndef own(): return Shop()\n"
        "@fixture\ndef other(own): own.unlock()\n"
        "@m.slow\n@m.parametrize('n', [1])\ndef test_it(own, n): own.unlock()\n"
    )
    code = surveyed(tmp_path / "tree", {**FILES, "tests/test_it.py": source})
    found = callers(code, "shop.py", "Shop.unlock")
    assert {"other", "test_it"} <= found


PLUGINS = {
    **FILES,
    "plugins/near.py": """
        import pytest
        from shop import Shop
        @pytest.fixture
        def near(): return Shop()
    """,
    "plugins/far.py": """
        import pytest
        from shop import Shop
        @pytest.fixture
        def near(): return 1
        @pytest.fixture
        def far(): return Shop()
    """,
    "pyproject.toml": "[project.entry-points.pytest11]\nfar = 'plugins.far'\n",
    "tests/test_it.py": "def test_near(near): near.unlock()\n"
    "def test_far(far): far.unlock()\n",
}
NAMED = {
    "tests/conftest.py": FILES["tests/conftest.py"].rstrip(" ")
    + "        pytest_plugins = ['elsewhere', 'plugins.near']\n"
}


def test_fixtures_of_plugins(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", {**PLUGINS, **NAMED})
    names = {"test_near", "test_near?", "test_far", "test_far?"}
    found = callers(code, "shop.py", "Shop.unlock") & names
    assert found == {"test_near", "test_far"}


def test_edits_of_plugins(follow_edits: Callable[..., None]) -> None:
    follow_edits(
        PLUGINS,
        NAMED,
        {"plugins/near.py": None},
        {"plugins/near.py": PLUGINS["plugins/near.py"]},
        {"pyproject.toml": ""},
        {"pyproject.toml": PLUGINS["pyproject.toml"]},
        {"tests/conftest.py": FILES["tests/conftest.py"]},
    )


def test_edits_of_fixtures(follow_edits: Callable[..., None]) -> None:
    nearest = "tests/inner/conftest.py"
    other = FILES["tests/conftest.py"].replace("yield Shop()", "yield Other()")
    follow_edits(
        FILES,
        {nearest: FILES[nearest] + "    yielded = 1\n"},
        {nearest: None},
        {"tests/conftest.py": other},
        {nearest: FILES[nearest]},
        {"tests/conftest.py": other.replace("def yielded", "def other")},
    )
