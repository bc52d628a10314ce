"""Builds after edits of every kind end as a clean build does, byte by byte."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable

import pytest
from projects import Project, assert_same

from check_incremental import Editor  # isort: skip - on the path by projects

FILES = {
    "pyproject.toml": (
        '[project]\nname = "shop"\nversion = "1"\n'
        'dependencies = [\n  "docutils>=0.1",\n  "requests>=2",\n]\n\n'
        '[project.scripts]\nshop = "shop.main:main"\n'
    ),
    "README.md": "# Shop\n\nSells [things](shop/things.py).\n\n## Use\n\nRun it.\n",
    "notes/plan.rst": "Plan\n====\n\nSee `the shop <../shop/main.py>`__.\n",
    "shop/__init__.py": (
        '"""A shop."""\n\nfrom .things import Thing, price\n\n'
        '__all__ = ["Thing", "price"]\n'
    ),
    "shop/things.py": (
        '"""Things to sell."""\n\nimport enum\nfrom functools import cache\n\n\n'
        'class Kind(enum.Enum):\n    """Kinds of things."""\n\n    BIG = 1\n\n\n'
        'class Thing:\n    """A thing."""\n\n    def __init__(self, kind):\n'
        "        self.kind = kind\n\n"
        '    def big(self):\n        """Tell whether it is big."""\n'
        "        return self.kind is Kind.BIG\n\n\n"
        '@cache\ndef price(thing):\n    """Return what it costs.\n\n    >>> price(1)\n'
        '    2\n    """\n    return 2 if thing else 1\n'
    ),
    "shop/main.py": (
        '"""Sell something."""\n\nimport requests\n\nfrom shop import Thing, price\n'
        "from shop.basket import Basket\n\n\n"
        'def main():\n    """Sell it."""\n    basket = Basket()\n'
        "    basket.add(Thing(None))\n"
        "    for thing in basket.things:\n        for one in basket.things:\n"
        "            print(price(thing), price(one))\n    return requests\n\n\n"
        'if __name__ == "__main__":\n    main()\n'
    ),
    "shop/basket.py": (
        '"""What somebody buys."""\n\nfrom . import main\n'
        "from .things import Thing\n\n\nclass Basket(Thing):\n"
        '    """Holds things."""\n\n    def __init__(self):\n'
        "        self.things = []\n\n"
        '    def add(self, thing):\n        """Put one in."""\n'
        "        self.things.append(thing)\n        return main\n"
    ),
    "shop/far/deep.py": (
        "from shop.things import Thing, price\n\n\nclass Deep(Thing):\n"
        "    def cost(self):\n        return price(self)\n"
    ),
    "tests/conftest.py": (
        "import pytest\n\nfrom shop import Thing\n\n\n@pytest.fixture\ndef thing():\n"
        '    """Give a thing."""\n    return Thing(1)\n'
    ),
    "tests/test_things.py": (
        "from shop.things import price\n\n\ndef test_price(thing):\n"
        "    assert price(thing) == 2\n"
    ),
}


@pytest.mark.parametrize("seed", range(2))
def test_edits_of_every_kind(built_project: Callable[..., Project], seed: int) -> None:
    project = built_project(FILES)
    editor = Editor(project.repo, random.Random(seed), "docs")
    # Each kind once over all seeds; some builds are compared with a clean one.
    kinds = list(editor.kinds)[seed::2]
    for first in range(0, len(kinds), 3):
        done = []
        for kind in kinds[first : first + 3]:
            done.append(editor.edit(kind))
            built = project.build()
            if kind == "body":
                assert len(built.read) < len(built.env.all_docs) / 4, done
        fresh = project.base / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        clean = project.copy(fresh).build()
        assert_same(built.outdir, clean.outdir)
        built.check_links()
        assert built.read <= clean.read, done
