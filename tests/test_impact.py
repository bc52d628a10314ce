"""Which names edits change for others, and that no link elsewhere stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import projects  # noqa: F401
import pytest
from trees import write

from sphinxcontrib_kwindex.links.edits.link_edits import LinkChanges

from check_edits import Followed  # isort: skip - on the path by projects

Follow = Callable[..., Followed]

BASE = """
    class Base:
        size = 1

        def go(self):
            return self.size


    def make() -> Base:
        return Base()
"""
FILES = {
    "p/__init__.py": "from .base import make as build\n",
    "p/base.py": BASE,
    "p/middle.py": """
        from .base import Base, make

        made = make()


        class Middle(Base):
            pass
    """,
    "p/user.py": """
        import p
        from p import build
        from p.middle import Middle, made

        made.go()
        Middle().go()
        build().size
        p.build
    """,
    "p/other.py": "import os\n\nname = os.name\n",
    "tests/test_middle.py": """
        from unittest import TestCase

        from p.middle import Middle


        class TestMiddle(Middle, TestCase):
            pass
    """,
}


@pytest.fixture
def followed(follow: Follow) -> Followed:
    return follow(FILES)


def edit(followed: Followed, path: str, text: str) -> LinkChanges:
    """Edit a file, and return what was linked again, which must be enough."""
    write(followed.root, {path: text})
    followed.follow()
    assert list(followed.differences()) == []
    assert followed.links is not None
    return followed.links


@pytest.mark.parametrize(
    ("path", "text", "names", "asking"),
    [
        pytest.param("p/base.py", f"\n{BASE}", set(), set(), id="lines"),
        pytest.param(
            "p/base.py",
            BASE.replace("def go", "def run"),
            {"go", "run"},
            {"p/user.py"},
            id="method",
        ),
        pytest.param(
            "p/base.py",
            BASE.replace("size", "length"),
            # It is what "go" returns.
            {"size", "length", "go"},
            {"p/user.py"},
            id="attribute",
        ),
        pytest.param(
            "p/base.py",
            BASE.replace("-> Base", "-> int"),
            # "build" is how the package calls it, "made" what it returned.
            {"make", "build", "made"},
            {"p/__init__.py", "p/middle.py", "p/user.py"},
            id="result",
        ),
        pytest.param(
            "p/base.py",
            BASE.replace("Base", "Root"),
            {
                *("Base", "Root", "size", "go", "make"),
                *("Middle", "TestMiddle", "build", "made"),
            },
            {"p/__init__.py", "p/middle.py", "p/user.py", "tests/test_middle.py"},
            id="class",
        ),
        pytest.param(
            "p/__init__.py",
            "from .base import make as create\n",
            {"build", "create"},
            {"p/user.py"},
            id="import",
        ),
        pytest.param(
            "p/other.py",
            "import os\n\nname = os.getcwd\n",
            {"name"},
            set(),
            id="nobody asks",
        ),
        pytest.param(
            "p/base.py",
            BASE.replace("def go", "def test_go"),
            # The test that comes has a name that nobody says.
            {"go", "test_go"},
            {"p/user.py"},
            id="inherited test",
        ),
    ],
)
def test_names_that_others_find_otherwise(
    followed: Followed, path: str, text: str, names: set[str], asking: set[str]
) -> None:
    links = edit(followed, path, text)
    assert links.names == names
    assert {row[0] for row in links.reference} - {path} <= asking


def test_names_listed_for_others(followed: Followed) -> None:
    write(followed.root, {"p/more.py": "from p.listed import *\n\none\ntwo\n"})
    write(followed.root, {"p/listed.py": "__all__ = ['one']\none = two = 1\n"})
    followed.follow()
    links = edit(followed, "p/listed.py", "__all__ = ['two']\none = two = 1\n")
    assert links.names == {"one", "two"}
    assert "p/more.py" in {row[0] for row in links.reference}


@pytest.mark.parametrize(("number", "found"), [(90, 2), (150, 1)])
def test_a_long_chain_of_classes(tmp_path: Path, number: int, found: int) -> None:
    classes = "class C0:\n    def go(self): pass\n"
    classes += "".join(
        f"class C{one}(C{one - 1}):\n    def m{one}(self): self.go()\n"
        for one in range(1, number)
    )
    use = f"from chain import C{number - 1}\n\nC{number - 1}().go()\n"
    # The first file asks for the last class before any other is known.
    files = {"a_use.py": use, "chain.py": classes}
    followed = Followed(write(tmp_path / "tree", files), tmp_path)
    # What is more than a hundred classes above is known by its name alone.
    query = "SELECT qualname FROM use WHERE path = 'a_use.py' AND NOT by_name"
    uses = followed.store.select(query)
    assert len([*uses]) == found
    assert not edit(followed, "a_use.py", f"\n{use}").names
