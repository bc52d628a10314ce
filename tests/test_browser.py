"""The pages in browsers: runs the tests in ``browser``, over a site that is built here.

``npm install`` and a browser are asked for by those who change scripts; where one is
missing, nothing runs. For a single file: ``KWINDEX_SITE=… node --test FILE``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from projects import Build, make_project

ROOT = Path(__file__).parents[1]
TESTS = sorted(Path(__file__).with_name("browser").glob("*.test.mjs"))
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox-esr", "firefox")

FILES = {
    "README.md": "# Shop\n\nSells things.\n\n## How to buy\n\nAsk us.\n",
    "prices.md": "# Prices\n\n| "
    + " | ".join(f"price_number_{n}" for n in range(12))
    + " |\n|"
    + " - |" * 12
    + "\n\n```text\n"
    + "wide " * 60
    + "\n```\n\n```text\nnarrow\n```\n",
    "shop/__init__.py": '"""A shop."""\n',
    "shop/cart.py": '''"""What is bought."""

from shop.money import Amount, add_all

#: Nobody buys more.
MAXIMUM = 99


class Cart:
    """A cart."""

    size = 0

    def put_into(self, name: str, price: Amount) -> None:
        """Put something into the cart.

        :param name: what it is.
        """
        self.content = {name: price}

    def total_amount(self) -> Amount:
        """Return what is to be paid."""
        return add_all(self.content.values())

    def __repr__(self) -> str:
        return "a cart"


class BigCart(Cart):
    """A cart with more room."""

    def put_into(self, name: str, price: Amount) -> None:
        """Put something into it."""
        super().put_into(name, price)


def empty_cart() -> Cart:
    """Return a new cart."""

    def inner() -> None: ...

    return Cart()


def _private() -> None: ...
''',
    "shop/money.py": '''"""Money."""

from dataclasses import dataclass


@dataclass
class Amount:
    """An amount of money."""

    cents: int = 0


def add_all(amounts):
    """Add amounts up."""
    return Amount(sum(amount.cents for amount in amounts))


'''
    + "\n".join(f"rate_{n} = {n}" for n in range(400)),
    "shop/many.py": '"""Uses."""\n\nfrom shop.cart import empty_cart\n\n\n'
    + "\n\n".join(f"def use_{n}():\n    empty_cart()\n" for n in range(14)),
    "shop/turns.py": '"""Turns."""\n\n\n'
    + "".join(f"class Turn{n}:\n    def spin_round(self): ...\n\n\n" for n in range(5))
    + "def turn_all(some):\n    for one in some:\n        one.spin_round()\n\n\n"
    + "def emulated_types_of_some_big_cart(): ...\n\n\n"
    + "class EmulatedKind:\n    def draw(self): ...\n\n\ndef emulated(): ...\n",
    "shop/long.py": "def long_way():\n"
    + "    # It goes on.\n" * 2000
    + "    return 1\n",
    "shop/hostile.py": '''"""Names that are no harm."""

__proto__ = 1
constructor = 2


def хорошо(x="</script><img src=x onerror=alert(1)>"):
    """<img src=x onerror=alert(2)> is a text."""


def calls():
    return хорошо("</script><img src=x onerror=alert(3)>")


class Hübsch:
    def __proto__(self): ...
''',
    "shop/parts/__init__.py": "",
    "shop/shop.parts.md": "# Parts\n",
    "shop/parts/wheel.py": "class Wheel:\n    def turn(self): ...\n",
    "wheels.py": "class Rim:\n    def turn(self): ...\n\n\nclass PartsWheelbase: ...\n",
    "shop/parts/<img src=x onerror=alert(1)>.py": "def in_a_hostile_file(): ...\n",
    "shop/parts/\u202eyp.fdp.py": "def in_a_turned_file(): ...\n",
    "shop/fast.c": "/* Fast. */\nint shop_fast(int x) {\n\tif (x)\n\t\treturn x;\n}\n",
    "tests/test_cart.py": '''"""Tests of carts."""

from shop.cart import BigCart, Cart, empty_cart
from shop.money import Amount


def test_total_amount():
    cart = empty_cart()
    cart.put_into("apple", Amount(3))
    assert cart.total_amount() == Amount(3)


def test_big_cart():
    assert isinstance(BigCart(), Cart)
''',
}
FILES["kwindex_moved.toml"] = """\
[files]
"shop/purse.py" = "shop/money.py"

[definitions]
"shop/cart.py::Basket" = "shop/parts/wheel.py::Wheel"
"shop/purse.py::Coin" = "shop/cart.py::Cart"
"""
DOCS = {"page.rst": "Page\n====\n\n.. kwfile:: shop/parts/wheel.py\n"}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The site that the tests look at."""
    folder = tmp_path_factory.mktemp("site")
    return make_project(
        folder,
        FILES,
        DOCS,
        html_theme="alabaster",
        kwindex_source_link="https://github.com/shop/shop/blob/main/{path}#L{line}",
    ).build()


def missing() -> str:
    """Return what browser tests lack here, empty for nothing."""
    if not shutil.which("node"):
        return "no node"
    if not (ROOT / "node_modules").is_dir():
        return "no node_modules: npm install"
    return "" if any(map(shutil.which, BROWSERS)) else "no browser"


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("file", TESTS, ids=lambda path: path.name)
def test_in_browsers(file: Path, site: Build) -> None:
    # On a busy machine a browser may be late; what is wrong is wrong twice.
    for _ in range(2):
        done = subprocess.run(
            ["node", "--test", str(file)],
            env=os.environ | {"KWINDEX_SITE": str(site.outdir)},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        if not done.returncode:
            return
    pytest.fail(done.stdout + done.stderr)
