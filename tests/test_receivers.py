"""What expressions are, over small trees: where their attributes lead."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from test_identifiers import Tree
from trees import surveyed

TARGET = """\
class A:
    x = 1
    def again(self): return self
class B:
    x = 1
"""


@pytest.fixture
def lead(tmp_path: Path):
    """Return where a name of the last line of ``use.py`` leads."""

    def lead(source: str, name: str = "x", **files: str) -> str:
        texts = {f"{stem}.py": text for stem, text in files.items()}
        tree = Tree(tmp_path / "tree", {"m.py": TARGET, **texts, "use.py": source})
        return tree.lead("use.py", name)

    return lead


@pytest.mark.parametrize(
    ("base", "use"),
    [
        ("def f(self): return self", "Sub().f().x"),
        ("def f(self) -> 'Base': return self", "Sub().f().own"),
        ("def f(self): return type(self)()", "Sub().f().x"),
        ("def f(self): return self.__class__()", "Sub().f().x"),
        ("def f(self): return self.g()\n    def g(self): return self", "Sub().f().x"),
        ("def f(self):\n        c = self.f()\n        return self", "Sub().f().x"),
        (
            (
                "def f(self):\n        c = object()\n"
                "        c.__class__ = self.__class__\n        return c"
            ),
            "Sub().f().x",
        ),
        ("@classmethod\n    def f(cls): return cls()", "Sub.f().x"),
        ("@property\n    def f(self): return self", "Sub().f.x"),
        ("def __enter__(self): return self", "with Sub() as s: s.x"),
        ("def f(self): return self", "Sub().f().f().f().x"),
    ],
)
def test_methods_give_what_they_were_called_on(lead, base: str, use: str) -> None:
    source = f"from b import Base\nclass Sub(Base):\n    x = 1\n{use}\n"
    found = lead(
        source,
        "own" if "own" in use else "x",
        b=f"class Base:\n    own = 1\n    {base}\n",
    )
    assert found == ("b.py::Base.own" if "own" in use else "use.py::Sub.x")


def test_self_as_an_annotation(lead) -> None:
    base = """\
    from typing import Self
    class Base:
        def f(self) -> Self: ...
        @classmethod
        def make(cls) -> "Self": ...
    """
    source = "from b import Base\nclass Sub(Base): x = 1\n"
    assert lead(source + "Sub().f().x\n", b=base) == "use.py::Sub.x"
    assert lead(source + "Sub.make().f().x\n", b=base) == "use.py::Sub.x"


@pytest.mark.parametrize(
    "use",
    [
        "def f(a: list[A]): a[0].x",
        "def f(a: 'list[A]'): a.pop().x",
        "def f(a: list[A]):\n    for one in a: one.x",
        "def f(a: dict[str, A]): a['k'].x",
        "def f(a: dict[str, A]): a.get('k').x",
        "def f(a: dict[str, A]):\n    for key, one in a.items(): one.x",
        "def f(a: dict[str, A]):\n    for one in a.values(): one.x",
        "def f(a: tuple[B, A]): a[1].x",
        "def f(a: tuple[A, ...]): a[5].x",
        "def f(a: tuple[B, A]):\n    b, c = a\n    c.x",
        "def f(a: list[list[A]]): a[0][0].x",
        "def f(a: list[A]): [one.x for one in a]",
        "def f(a: Iterator[A]): next(a).x",
        "def f(a: list[A]):\n    for n, one in enumerate(a): one.x",
        "def f(a: list[A]):\n    for one in sorted(a): one.x",
        "def f(a: type[A]): a().x",
        "def f(a: Callable[[int], A]): a().x",
        "def f(a: A | None): a.x",
        "def f(a: Optional[A]): a.x",
        "async def f(a: Awaitable[A]): (await a).x",
    ],
)
def test_containers(lead, use: str) -> None:
    imports = (
        "from collections.abc import Awaitable, Callable, Iterator\n"
        "from typing import Optional\nfrom m import A, B\n"
    )
    assert lead(f"{imports}{use}\n") == "m.py::A.x"


def test_unions(lead) -> None:
    source = "import third\nfrom m import A, B\nclass C: y = 1\n"
    both = lead(f"{source}def f(a: A | B): a.x\n")
    assert both == "m.py::A.x, m.py::B.x"
    assert lead(f"{source}def f(a: A | C): a.x\n") == "m.py::A.x"
    assert lead(f"{source}def f(a: A | third.T): a.x\n") == "m.py::A.x"
    assert lead(f"{source}def f(a: A | unknown): a.x\n") == "nothing"
    either = "def g(z):\n    if z:\n        return A()\n    return B()\n"
    assert lead(f"{source}{either}g(1).x\n") == both


def test_what_a_statement_asks_of_one_of_a_union(lead) -> None:
    source = """\
import third
from m import A, B
class One:
    def __enter__(self) -> B: ...
class Other:
    async def __aenter__(self) -> A: ...
    def __getitem__(self, key) -> A: ...
    def __call__(self) -> A: ...
class Unsure(third.C): pass
class Empty: pass
"""
    with_both = "async def f(c: One | Other):\n    {}\n"
    for use in ("async with c as a: a.x", "c[1].x", "for a in c: a.x", "c().x"):
        assert lead(source + with_both.format(use)) == "m.py::A.x", use
        unsure = with_both.format(use).replace("One", "Unsure")
        assert lead(source + unsure) == "nothing", use
    assert (
        lead(f"{source}def f(c: One | Other):\n    with c as a: a.x\n") == "m.py::B.x"
    )
    assert lead(f"{source}async def f(c: Empty):\n    (await c).x\n") == "nothing"


def test_what_new_makes_has_the_attributes_that_it_is_given(lead) -> None:
    source = """\
    from m import A
    class C:
        def __new__(cls):
            made = {}
            made.a = A()
        def f(self): self.a.x
    """
    source = textwrap.dedent(source)
    assert lead(source.format("super().__new__(cls)")).endswith("A.x")
    assert not lead(source.format("super().__new__(A)")).endswith("A.x")


def test_methods_may_be_made_static_behind_them(lead) -> None:
    source = "from m import A\nclass C:\n    def make(a): a.a = A()\n{}"
    source += "    def f(self): self.a.x\n"
    assert lead(source.format("")).endswith("A.x")
    static = "    make = staticmethod(make)\n"
    assert not lead(source.format(static)).endswith("A.x")


def test_two_decorators_of_one_last_name(lead) -> None:
    source = """\
    from m import A, B
    class D:
        def wrap(f) -> B: ...
    class E:
        def wrap(f) -> A: ...
    @D.wrap
    @E.wrap
    def f(): ...
    f.x
    """
    assert lead(textwrap.dedent(source)).endswith("B.x")


def test_exceptions_may_be_swallowed(lead) -> None:
    source = """\
    from contextlib import suppress
    from m import A, B
    def f():
        a = A()
        with suppress(ValueError):
            a = B()
        a.x
    """
    both = lead(textwrap.dedent(source))
    assert "A.x" in both
    assert "B.x" in both
    assert lead(textwrap.dedent(source).replace("suppress(", "open(")).endswith("B.x")


def test_groups_of_exceptions_are_none_of_these(lead) -> None:
    source = "from m import A\ntry: ...\nexcept{} A as a:\n    a.x\n"
    assert lead(source.format("")).endswith("A.x")
    assert not lead(source.format("*")).endswith("A.x")


@pytest.mark.parametrize(
    ("shadow", "use"),
    [
        ("", "def f(a: A, type): type(a).x"),
        ("def next(a) -> B: ...", "def f(a: list[A]): next(a).x"),
        ("def sorted(a) -> list[B]: ...", "def f(a: list[A]): sorted(a)[0].x"),
        ("from m import B as max", "def f(a: list[A]): max(a).x"),
        ("def list(): ...", "def f(): a = list(); a.append(A()); a[0].x"),
        ("def min(*a, key): ...", "def f(a: list[A]): min(a, key=lambda b: b.x)"),
    ],
)
def test_what_has_the_name_of_a_builtin_is_none(lead, shadow, use) -> None:
    assert not lead(f"from m import A, B\n{shadow}\n{use}\n").endswith("A.x")
    if shadow:
        taken = "from six.moves import max, min, next, sorted"
        assert lead(f"from m import A\n{taken}\n{use}\n").endswith("A.x")


def test_aliases_of_builtin_containers(lead) -> None:
    head = "from m import A\n"
    assert lead(f"{head}Many = list[A]\ndef f(a: Many):\n    a[0].x").endswith("A.x")
    use = "def f(a: Map):\n    a['k'].x"
    assert lead(f"{head}Map = dict[str, A]\n{use}").endswith("A.x")
    # That is no type.
    shadowed = "list = {A: 1}\nMany = list[A]\ndef f(a: Many):\n    a[0].x"
    assert not lead(head + shadowed).endswith("A.x")


@pytest.mark.parametrize("new", [False, True])
def test_generic_classes(lead, new: bool) -> None:
    box = """\
    from typing import Any, Generator, Generic, TypeVar
    T = TypeVar("T")
    class Box(Generic[T]):
        inner: T
        def __await__(self) -> Generator[Any, None, T]: ...
        def get(self) -> T: ...
        def all(self) -> "list[T]": ...
        def __iter__(self) -> "Iterator[T]": ...
    """
    if new:
        box = box.replace('T = TypeVar("T")', "").replace("(Generic[T])", "[T]")
    source = """\
    from box import Box
    from m import A, B
    class Repo(Box[A]): pass
    async def f(b: Box[A], r: Repo, n: Box):
        {}
    """
    for use in ("b.get().x", "b.inner.x", "r.get().x", "r.all()[0].x", "r.inner.x"):
        assert lead(source.format(use), box=box) == "m.py::A.x", use
    assert lead(source.format("(await b).x"), box=box) == "m.py::A.x"
    assert lead(source.format("n.get().x"), box=box) == "nothing"
    source = source.replace("A]", "Some]").replace("import A", "import A as Some")
    for use in ("Box[Some](n).get().x", "c = Box[Some](); c.all()[0].x"):
        assert lead(source.format(use), box=box) == "m.py::A.x", use


@pytest.mark.parametrize(
    ("body", "use"),
    [
        ("def __getitem__(self, key) -> A: ...", "C()[1].x"),
        ("def __getitem__(self, key) -> A: ...", "for a in C(): a.x"),
        ("def __call__(self) -> A: ...", "C()().x"),
        ("def __enter__(self) -> A: ...", "with C() as a: a.x"),
        ("def __next__(self) -> A: ...", "next(C()).x"),
        (
            "def __next__(self) -> A: ...\n    def __iter__(self): return self",
            "for a in C(): a.x",
        ),
        ("async def m(self) -> A: ...", "async def f(): (await C().m()).x"),
        (
            "async def __aenter__(self) -> A: ...",
            "async def f():\n    async with C() as a: a.x",
        ),
        # What has both is asked for the one that the statement wants.
        (
            "def __enter__(self) -> B: ...\n    async def __aenter__(self) -> A: ...",
            "async def f():\n    async with C() as a: a.x",
        ),
        (
            "def __enter__(self) -> A: ...\n    async def __aenter__(self) -> B: ...",
            "with C() as a: a.x",
        ),
        (
            (
                "def __iter__(self) -> Iterator[B]: ...\n"
                "    def __aiter__(self) -> AsyncIterator[A]: ..."
            ),
            "async def f():\n    async for a in C(): a.x",
        ),
        (
            (
                "def __iter__(self) -> Iterator[A]: ...\n"
                "    def __aiter__(self) -> AsyncIterator[B]: ..."
            ),
            "for a in C(): a.x",
        ),
        (
            "def __await__(self) -> Generator[int, None, A]: ...",
            "async def f(): (await C()).x",
        ),
        (
            (
                "async def m(self) -> A: ...\n"
                "    def __await__(self): return self.m().__await__()"
            ),
            "async def f(): (await C()).x",
        ),
        (
            "@contextmanager\n    def m(self) -> Iterator[A]: ...",
            "with C().m() as a: a.x",
        ),
        ("@property\n    def m(self) -> A: ...", "C().m.again().x"),
        ("m = A()", "C().m.x"),
        ("def __init__(self): self.m = A()", "C().m.x"),
        ("def __init__(self, a: A): self.m = a", "C().m.x"),
    ],
)
def test_members_of_classes(lead, body: str, use: str) -> None:
    imports = (
        "from contextlib import contextmanager\n"
        "from typing import AsyncIterator, Generator, Iterator\n"
        "from m import A, B\n"
    )
    assert lead(f"{imports}class C:\n    {body}\n{use}\n") == "m.py::A.x"


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("for first, second in all_of(): second.x", "m.py::A.x"),
        ("def f(p: Pair): p[1].x", "m.py::A.x"),
        ("def f(p: Low): p[1].x", "m.py::A.x"),
        ("def f(p: Pair): p[2].x", "nothing"),
    ],
)
def test_items_of_named_tuples(lead, use: str, expected: str) -> None:
    source = f"""\
from typing import NamedTuple
from m import A, B
class Pair(NamedTuple):
    first: B
    second: A
    def other(self): ...
class Low(Pair):
    third: B
def all_of() -> list[Pair]: ...
{use}
"""
    assert lead(source) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("importlib.import_module('m').A.x", "m.py::A.x"),
        ("importlib.import_module('.m', __package__).A.x", "m.py::A.x"),
        ("importlib.import_module('.m', other).A.x", "nothing"),
        ("importlib.import_module(f'{m}').A.x", "nothing"),
        ("importlib.import_module('not a module').A.x", "nothing"),
        ("pytest.importorskip('m', reason='').A.x", "m.py::A.x"),
        ("either().A.x", "m.py::A.x"),
    ],
)
def test_modules_that_functions_import(lead, call: str, expected: str) -> None:
    source = f"""\
import importlib, pytest
def either():
    if windows:
        return
    return importlib.import_module("m")
{call}
"""
    assert lead(source) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("load('m')", "m.py::A.x"),
        ("load(name='m', package=None)", "m.py::A.x"),
        ("load('a_package.with_a_long_name.inside')", "INSIDE::A.x"),
        ("load('.inside', 'a_package.with_a_long_name')", "INSIDE::A.x"),
        ("load('.inside', package='a_package.with_a_long_name')", "INSIDE::A.x"),
        ("load('.inside', package=other)", "nothing"),
        ("load('.inside')", "nothing"),
        ("load(other)", "nothing"),
        ("load('json')", "nothing"),
        ("load_here('.inside', 'a_package.with_a_long_name')", "INSIDE::A.x"),
        ("other('m')", "nothing"),
        # It makes a module, or imports another one.
        ("made('a_package.with_a_long_name.inside')", "nothing"),
        ("below('a_package.with_a_long_name.inside')", "nothing"),
    ],
)
def test_modules_that_functions_of_the_tree_import(
    tmp_path, call: str, expected: str
) -> None:
    inside = "a_package/with_a_long_name/inside.py"
    files = {
        "m.py": "class A:\n    x = 1\n",
        "a_package/__init__.py": "",
        "a_package/with_a_long_name/__init__.py": "",
        inside: "class A:\n    x = 1\n",
        "lazy.py": """\
import importlib, types
def load(name: str, package: str | None = None) -> types.ModuleType:
    return importlib.import_module(name, package)
def other(name: str) -> str:
    return name
def made(name: str) -> types.ModuleType:
    return types.ModuleType(name)
def below(name: str) -> types.ModuleType:
    return importlib.import_module("plugins." + name)
""",
        "use.py": f"""\
import types
from lazy import below, load, made, other
def load_here(name, package) -> types.ModuleType: return load(name, package)
module = {call}
module.A.x
""",
    }
    found = Tree(tmp_path, files).lead("use.py", "x")
    assert found == expected.replace("INSIDE", inside)


def test_what_stands_in_for_a_class_that_type_checkers_see(lead) -> None:
    source = """\
    from typing import TYPE_CHECKING
    class Lazy:
        def __getattr__(self, name): return load(name)
    if TYPE_CHECKING:
        import m
    else:
        m = Lazy("m")
    def f(a: m.A): a.x
    """
    assert lead(source) == "m.py::A.x"


def test_what_stands_in_for_what_type_checkers_see_in_another_file(lead) -> None:
    source = "from c import app\napp.items[0].x"
    checked = """\
    import flask
    from m import A
    from typing import TYPE_CHECKING
    class App:
        def __init__(self): self.items = [A()]
    if TYPE_CHECKING:
        app: App = flask.app
        other = App()
    else:
        app = flask.app
        other = flask.app
    """
    checked = textwrap.dedent(checked)
    assert lead(source, c=checked) == "m.py::A.x"
    source = source.replace("app", "other")
    assert lead(source, c=checked) == "m.py::A.x"


@pytest.mark.parametrize(
    "failing", ["from . import local", "from .local import a as local"]
)
def test_what_an_import_gets_where_another_one_fails(tmp_path, failing: str) -> None:
    source = f"""\
    try:
        {failing}
    except ImportError:
        from . import default as local
    local.a.x
    """
    files = {
        "p/__init__.py": "",
        "p/default.py": "from m import A\na = A()\n",
        "p/use.py": textwrap.dedent(source),
        "m.py": TARGET,
    }
    tree = Tree(tmp_path / "tree", files)
    assert tree.lead("p/use.py", "a") == "p/default.py::a"
    assert tree.lead("p/use.py", "x") == "m.py::A.x"


def test_classes_of_one_name_in_branches(lead) -> None:
    source = """\
    from m import A, B
    if len:
        class X(A):
            def own(self): return A()
    else:
        class X(B):
            def other(self): ...
            def own(self): return B()
    """
    source = textwrap.dedent(source)
    # Which of them it derives from is not known.
    assert lead(source + "X().again", "again") == "nothing"
    assert lead(source + "X().x") == "nothing"
    assert lead(source + "X().other", "other") == "use.py::X.other"
    assert lead(source + "X().own().x") == "m.py::A.x, m.py::B.x"
    same = source.replace("X(B)", "X(A, B)")
    assert lead(same + "X().again", "again") == "m.py::A.again"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("A() if given is None else given", "m.py::A.x"),
        ("given if given else A()", "m.py::A.x"),
        ("given or A()", "m.py::A.x"),
        ("A() if z else given", "nothing"),
        ("z or given", "nothing"),
        ("A() or given", "nothing"),
        ("A() if z else z", "nothing"),
        ("A() if z else None", "m.py::A.x"),
        ("A() if z else B()", "m.py::A.x, m.py::B.x"),
    ],
)
def test_what_is_given_where_a_test_does_not_ask(lead, value: str, found: str) -> None:
    use = f"from m import A, B\ndef f(z, given=None):\n    y = {value}\n    y.x\n"
    assert lead(use) == found


def test_descriptors_and_metaclasses(lead) -> None:
    source = """\
    from enum import Enum
    from m import A
    class Descriptor:
        x = 1
        def __get__(self, instance, owner) -> A: ...
    class Other:
        x = 1
        def __get__(self, instance, owner): return unknown()
    class C:
        known = Descriptor()
        unknown = Other()
    class Meta(type): pass
    class M(metaclass=Meta):
        made = A()
        _own = A()
    class Colour(Enum):
        RED = A()
        def own(self): ...
    {}
    """
    assert lead(source.format("C().known.x")) == "m.py::A.x"
    assert lead(source.format("C().unknown.x")) == "nothing"
    assert lead(source.format("M().made.x")) == "nothing"
    assert lead(source.format("M()._own.x")) == "m.py::A.x"
    assert lead(source.format("Colour.RED.x")) == "nothing"


def test_what_a_class_has_by_its_metaclass(lead) -> None:
    source = """\
    from m import A
    from outside import Base
    class Meta(type):
        @property
        def first(cls) -> A: ...
        def second(cls) -> A: ...
        def own(cls) -> A: ...
    class C(metaclass=Meta):
        first = second = None
    class Sub(C): pass
    class Other(Base, metaclass=Meta): pass
    {}
    """
    assert lead(source.format("Sub.first.x")) == "m.py::A.x"
    assert lead(source.format("Other.first.x")) == "m.py::A.x"
    assert lead(source.format("Sub.own().x")) == "m.py::A.x"
    assert lead(source.format("Sub.own"), "own") == "use.py::Meta.own"
    assert lead(source.format("Sub.second"), "second") == "use.py::C.second"
    assert lead(source.format("Sub().first"), "first") == "use.py::C.first"
    assert lead(source.format("Sub().own"), "own") == "nothing"
    assert lead(source.format("Other.own"), "own") == "external outside.Base.own"


def test_what_a_base_declares_that_a_class_body_makes(lead) -> None:
    source = """\
    from m import A
    class Meta(type): pass
    class Config:
        x = 1
        def copy(self) -> "Config": ...
    class Base(metaclass=Meta):
        config: Config
        other = Config()
    class C(Base):
        config = Config().copy()
        other = Config().copy()
    class Own:
        @property
        def config(self) -> A: ...
    class Sub(Own):
        config = unknown()
    {}
    """
    assert lead(source.format("C.config.x")) == "use.py::Config.x"
    assert lead(source.format("C.other.x")) == "nothing"
    assert lead(source.format("Sub().config.x")) == "nothing"


def test_a_metaclass_that_says_what_its_classes_are(lead) -> None:
    source = """\
    from typing import Generic, TypeVar
    from m import A
    from outside import Other
    T = TypeVar("T", bound="Model")
    class Several(Generic[T]):
        def get(self) -> T: ...
    class Meta(Other):
        @property
        def objects(cls: type["T"]) -> "Several[T]": ...
        def make(cls: type[T]) -> T: ...
        def __getitem__(cls: type[T], key: str) -> T: ...
    class Below(Meta): pass
    class Model(metaclass=Below):
        x = 1
    class C(Model):
        y = A()
    {}
    """
    assert lead(source.format("C.objects.get().y"), "y") == "use.py::C.y"
    assert lead(source.format("Model.objects.get().x")) == "use.py::Model.x"
    assert lead(source.format("C.make().y"), "y") == "use.py::C.y"
    assert lead(source.format("C.make().x")) == "use.py::Model.x"


def test_instances_of_modules_and_re_exports(lead) -> None:
    files = {
        "conf": "class Settings:\n    debug = 1\nsettings = Settings()\n",
        "api": "from conf import settings as s\n",
    }
    assert (
        lead("from api import s\ns.debug\n", "debug", **files)
        == "conf.py::Settings.debug"
    )


def test_stubs_beside_the_source(tmp_path: Path) -> None:
    found = Tree(
        tmp_path / "tree",
        {
            "a.py": "class A: x = 1\ndef make(): return compiled()\nheld = make()\n",
            "a.pyi": "class A: x: int\ndef make() -> A: ...\nheld: A\n",
            "only.pyi": "from a import A\ndef f() -> A: ...\n",
            "use.py": "import a, only\na.make().x, a.held.x\nonly.f().x\n",
        },
    )
    assert found.lead("use.py", "make", 2) == "a.py::make"
    assert found.lead("use.py", "x", 2) == "a.py::A.x"
    assert found.lead("use.py", "x", 3) == "a.py::A.x"
    assert found.lead("use.py", "f", 3) == "only.pyi::f"


def test_keyword_that_only_the_stub_declares(tmp_path: Path) -> None:
    files = {
        "a.py": "def f(y=1, **more): ...\nclass C:\n    def m(self, **more): ...\n",
        "a.pyi": "def f(y=1, *, x=1): ...\nclass C:\n    def m(self, *, x=1): ...\n",
        "use.py": "import a\na.f(y=1)\na.f(x=1)\na.C().m(x=1)\na.f(z=1)\n",
    }
    found = Tree(tmp_path / "tree", files)
    assert found.lead("use.py", "y", 2) == "a.py::f(y)"
    assert found.lead("use.py", "x", 3) == "a.pyi::f(x)"
    assert found.lead("use.py", "x", 4) == "a.pyi::C.m(x)"
    assert found.lead("use.py", "z", 5) == "nothing"


def test_stubs_in_a_package_of_their_own(tmp_path: Path) -> None:
    found = Tree(
        tmp_path / "tree",
        {
            "src/a.py": "class A: x = 1\ndef make(): return compiled()\n",
            "src/a-stubs/__init__.pyi": "class A: x: int\ndef make() -> A: ...\n",
            "src/p/__init__.py": "",
            "src/p/m.py": "from a import A\ndef held(): return compiled()\n",
            "src/p-stubs/m.pyi": "from a import A\ndef held() -> A: ...\n",
            "use.py": "import a, p.m\na.make().x\np.m.held().x\n",
        },
    )
    assert found.lead("use.py", "x", 2) == "src/a.py::A.x"
    assert found.lead("use.py", "x", 3) == "src/a.py::A.x"


def test_what_a_stub_leaves_open_its_source_says(tmp_path: Path) -> None:
    files = {
        "a.py": "class A: x = 1\ndef make(): return A()\nheld = A()\n",
        "a.pyi": (
            "from typing import Any\nfrom _typeshed import Incomplete\n"
            "class A: x: int\ndef make() -> Any: ...\nheld: Incomplete\n"
        ),
        "use.py": "import a\na.make().x, a.held\na.held.x\n",
    }
    found = Tree(tmp_path / "tree", files)
    assert found.lead("use.py", "x", 2) == "a.py::A.x"
    assert found.lead("use.py", "x", 3) == "a.py::A.x"


def test_classes_below_a_bound_may_have_more(lead) -> None:
    source = """\
    from typing import TypeVar
    from outside import Base
    class C(Base):
        x = 1
    T = TypeVar("T", bound=C)
    def f(given: T, plain: C):
        {}
    """
    assert lead(source.format("given.x")) == "use.py::C.x"
    assert lead(source.format("given.more"), "more") == "nothing"
    assert lead(source.format("plain.more"), "more") == "external outside.Base.more"


@pytest.mark.parametrize(
    "function",
    [
        "T = TypeVar('T', A, 'B')\ndef f(given: T) -> T:",
        "def f[T: (A, B)](given: T) -> T:",
    ],
)
def test_type_variables_that_stand_for_one_of_some_types(lead, function: str) -> None:
    first = f"from typing import TypeVar\nfrom m import A, B\n{function}\n    "
    both = "m.py::A.x, m.py::B.x"
    assert lead(f"{first}given.x\n") == both
    assert lead(f"{first}return given\nf(B()).x\n") == "m.py::B.x"
    assert lead(f"{first}given.other\n", "other") == "nothing"


def test_circles_have_what_is_known(lead) -> None:
    source = """\
    from m import A
    def f(n):
        if n:
            return g(n)
        return A()
    def g(n):
        return f(n - 1)
    def h(n):
        return h(n)
    {}
    """
    for use in ("f(1).x", "g(1).x"):
        assert lead(source.format(use)) == "m.py::A.x"
    assert lead(source.format("h(1).x")) == "nothing"


def test_a_loop_that_follows_its_own_variable(lead) -> None:
    source = """\
    class C:
        def x(self): ...
        def more(self, *others):
            if others:
                found = self
                for one in others:
                    found = found.more(one)
                return found
            return C()
    C().more(1).x
    """
    assert lead(source) == "use.py::C.x"


def test_long_chains(lead) -> None:
    chain = "".join(f"def f{n}(): return f{n + 1}()\n" for n in range(600))
    source = f"from m import A\n{chain}def f600(): return A()\nf0().x\n"
    assert lead(source) == "m.py::A.x"
    circle = source.replace("return A()", "return f0()")
    assert lead(circle) == "nothing"


def test_classes_that_type_arguments_say(lead) -> None:
    box = """\
    from typing import Any, Generic, TypeVar
    T = TypeVar("T")
    class Box(Generic[T]):
        cls: type[T]
    """
    source = "from typing import Any\nfrom box import Box\nfrom m import A\n"
    assert lead(source + "def f(b: Box[A]): b.cls().x", box=box) == "m.py::A.x"
    assert lead(source + "def f(b: Box[A]): b.cls.x", box=box) == "m.py::A.x"
    unknown = "def f(b: Box[Any]): b.cls.__name__"
    assert lead(source + unknown, "__name__", box=box) == "nothing"


def test_growing_type_arguments(lead) -> None:
    box = """\
    from typing import Generic, TypeVar
    T = TypeVar("T")
    class Box(Generic[T]):
        x = 1
        def more(self) -> "Box[Box[T]]": return self.more().more()
    def f(b: Box[int]): b.more().more().more().more().more().x
    """
    assert lead(box) == "use.py::Box.x"


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("make(A).x", "m.py::A.x"),
        ("make(cls=B, n=1).x", "m.py::B.x"),
        ("make(A().again).x", "m.py::A.x"),
        ("make(made).x", "m.py::B.x"),
        ("make(unknown).x", "nothing"),
        ("Maker().make(B).x", "m.py::B.x"),
        ("either(A).x", "nothing"),
        ("other(A).x", "nothing"),
        ("rebound(A).x", "nothing"),
        ("generator(A).x", "nothing"),
    ],
)
def test_functions_that_return_what_a_call_of_their_parameter_gives(
    lead, use: str, expected: str
) -> None:
    source = f"""\
    from m import A, B
    from other import of, unknown
    def make(cls, n=2):
        if n > 3:
            return None
        made = cls(n)
        made.n = n
        return made
    def made(): return B()
    class Maker:
        def make(self, cls): return cls()
    def either(cls, n=2):
        if n:
            return of(n)
        return cls()
    def other(cls):
        made = cls()
        made = of(made)
        return made
    def rebound(cls):
        cls = of(cls)
        return cls()
    def generator(cls):
        yield 1
        return cls()
    {use}
    """
    assert lead(textwrap.dedent(source)) == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("Pair._make([1]).x", "use.py::Pair.x"),
        ("Model.model_validate({}).x", "use.py::Model.x"),
        ("Model().model_copy().x", "use.py::Model.x"),
        ("Model.parse_obj({}).more().x", "use.py::Model.x"),
        ("Model.model_dump().x", "nothing"),
        ("def f(b: Box[A]): b.model_copy().held.x", "m.py::A.x"),
        ("Own.model_validate(1).x", "m.py::B.x"),
    ],
)
def test_methods_of_other_projects_that_return_their_class(
    lead, use: str, expected: str
) -> None:
    source = f"""\
    from typing import Generic, NamedTuple, TypeVar
    from pydantic import BaseModel
    from m import A, B
    T = TypeVar("T")
    class Pair(NamedTuple):
        x: int
    class Model(BaseModel):
        x: int
        @classmethod
        def more(cls): return cls.model_construct()
    class Box(BaseModel, Generic[T]):
        held: T
    class Own(Model):
        @classmethod
        def model_validate(cls, given) -> B: ...
    {use}
    """
    assert lead(textwrap.dedent(source)) == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("M.objects.get(pk=1).x", "use.py::M.x"),
        ("M.objects.filter(y=1).order_by('y').first().x", "use.py::M.x"),
        ("for one in M.objects.all()[:3]: one.x", "use.py::M.x"),
        ("M._default_manager.get_or_create(y=1)[0].x", "use.py::M.x"),
        ("M.objects.values('x')[0].x", "nothing"),
        ("Own.objects.get(1).x", "nothing"),
        ("M().other.x", "m.py::B.x"),
        ("def f(m: Own): m.one.other.x", "m.py::B.x"),
        ("M().user.x", "nothing"),
        ("M().named.x", "nothing"),
        ("def f(q: models.QuerySet[M]): q.exclude(y=1)[0].x", "use.py::M.x"),
        ("async def f(): (await M.objects.aget(pk=1)).x", "use.py::M.x"),
    ],
)
def test_models_of_django(lead, use: str, expected: str) -> None:
    source = f"""\
    from django.conf import settings
    from django.db import models
    from m import B
    class M(models.Model):
        x = models.TextField()
        other = models.ForeignKey(B, on_delete=models.CASCADE)
        user = models.ForeignKey(settings.USER, models.CASCADE)
        named = models.ForeignKey("app.Model", on_delete=models.CASCADE)
    class Manager:
        def get(self, pk) -> B: ...
    class Own(M):
        one = models.OneToOneField(to=M, on_delete=models.CASCADE)
        objects = Manager()
    {use}
    """
    assert lead(textwrap.dedent(source)) == expected


def test_manager_of_a_model_of_django_is_what_django_calls_so(lead) -> None:
    source = (
        "from django.db import models\nclass M(models.Model): pass\nM.objects.all()\n"
    )
    assert lead(source, "objects") == "external django.db.models.Model.objects"
    assert lead(source, "all") == "external django.db.models.Manager.all"


# Keyword arguments


@pytest.mark.parametrize(
    ("defined", "call", "expected"),
    [
        ("def f(x): ...", "f(x=1)", "use.py::f(x)"),
        ("def f(y, **x): ...", "f(x=1)", "nothing"),
        ("class C:\n    def __init__(self, x): ...", "C(x=1)", "use.py::C.__init__(x)"),
        ("class C:\n    def f(self, x): ...", "C().f(x=1)", "use.py::C.f(x)"),
        (
            "class C:\n    def __call__(self, x): ...",
            "C()(x=1)",
            "use.py::C.__call__(x)",
        ),
        ("class C:\n    def __new__(cls, x): ...", "C(x=1)", "use.py::C.__new__(x)"),
        ("@dataclass\nclass C:\n    x: int = 0", "C(x=1)", "use.py::C.x"),
        (
            "@dataclass\nclass B:\n    x: int = 0\n@dataclass\nclass C(B): pass",
            "C(x=1)",
            "use.py::B.x",
        ),
        ("class C(NamedTuple):\n    x: int", "C(x=1)", "use.py::C.x"),
        ("class C(NamedTuple):\n    x: int", "C(1)._replace(x=1)", "use.py::C.x"),
        ("class C(NamedTuple):\n    x: int", "C(1)._replace(y=1).x", "use.py::C.x"),
        ("class C(NamedTuple):\n    x: int", "C(1).index(x=1)", "nothing"),
        ("class C(Model):\n    x: int", "C.model_construct(x=1)", "use.py::C.x"),
        ("@dataclass\nclass C:\n    x: int = 0", "replace(C(), x=1)", "use.py::C.x"),
        ("@dataclass\nclass C:\n    x: int = 0", "made(C(), x=1)", "nothing"),
        ("class C(Model):\n    x: int", "C(x=1)", "use.py::C.x"),
        ("class C(Model):\n    x = Field()", "C(x=1)", "use.py::C.x"),
        ("class C(Form):\n    x = Field()", "C(x=1)", "nothing"),
        ("class C:\n    x: int", "C(x=1)", "nothing"),
        ("@made\nclass C:\n    x: int", "C(x=1)", "use.py::C.x"),
        ("@made\nclass C:\n    x: int", "C()(x=1)", "nothing"),
        (
            "class M(type): ...\nclass C(metaclass=M):\n    x: int",
            "C(x=1)",
            "use.py::C.x",
        ),
        (
            """\
class B(Model):
    def __init__(self, **more): super().__init__(**more)
class C(B):
    x: int""",
            "C(x=1)",
            "use.py::C.x",
        ),
        (
            """\
class B(dict):
    def __init__(self, **more): super().__init__(**more)
class C(B):
    x: int""",
            "C(x=1)",
            "nothing",
        ),
        (
            """\
class B:
    def __init__(self, x): ...
@made
class C(B):
    x: int""",
            "C(x=1)",
            "use.py::B.__init__(x)",
        ),
        (
            "class C:\n    x: int\n    def __init__(self, **more): ...",
            "C(x=1)",
            "nothing",
        ),
        (
            """\
@dataclass_transform(kw_only_default=True)
class B:
    def __init__(self, **more): ...
class C(B):
    x: int""",
            "C(x=1)",
            "use.py::C.x",
        ),
        (
            """\
class B:
    def __init__(self, x): ...
class C(B):
    def __init__(self): super().__init__(x=1)""",
            "C()",
            "use.py::B.__init__(x)",
        ),
    ],
)
def test_keyword_arguments(lead, defined: str, call: str, expected: str) -> None:
    imports = (
        "from dataclasses import dataclass, replace\nfrom typing import NamedTuple\n"
        "from pydantic import BaseModel as Model\nfrom other import Field, Form, made\n"
    )
    source = f"{imports}{defined}\n"
    if call != "C()":
        source += f"{call}\n"
    assert lead(source) == expected


@pytest.mark.parametrize(
    ("declared", "call", "expected"),
    [
        ("dict[str, type[C]]", "t['c'](x=1)", "use.py::C.__init__(x)"),
        ("list[Type[C]]", "[c(x=1) for c in t]", "use.py::C.__init__(x)"),
        (
            "dict[str, type[C | D]]",
            "t['c'](x=1)",
            "use.py::C.__init__(x), use.py::D.__init__(x)",
        ),
        ("dict[str, type]", "t['c'](x=1)", "nothing"),
        ("dict[str, type[Any]]", "t['c'](x=1)", "nothing"),
        ("dict[str, C]", "t['c'](x=1)", "nothing"),
    ],
)
def test_keyword_arguments_of_classes_in_containers(
    lead, declared: str, call: str, expected: str
) -> None:
    source = (
        "from typing import Any, Type\n"
        "class C:\n    def __init__(self, x): ...\n"
        "class D:\n    def __init__(self, x): ...\n"
        f"def f(t: {declared}): {call}"
    )
    assert lead(source) == expected


PASSED = """\
from typing import TypedDict
class Y:
    y = 1
class T(TypedDict):
    x: Y
class V(TypedDict):
    x: int
class B:
    def __init__(self, x): ...
    def g(self, x): ...
def g(a=0, x=1): ...
def h(x): ...
"""


def test_modules_of_a_package_that_may_be_those_of_another(lead) -> None:
    compat = (
        "try:\n    __import__('other')\nexcept ImportError:\n    import m as base\n"
        "else:\n    import other.base as base\n"
    )
    source = "import compat\ncompat.base.A.x\n"
    assert lead(source, "A", compat=compat) == "m.py::A"
    assert lead(source, "x", compat=compat) == "m.py::A.x"


@pytest.mark.parametrize(
    ("defined", "call", "expected"),
    [
        ("def f(**k): g(**k)", "f(x=1)", "m.py::g(x)"),
        ("def f(a, **k): return g(a, **k).y", "f(1, x=1)", "m.py::g(x)"),
        ("def f(x, **k): g(x=x, **k)", "f(x=1)", "use.py::f(x)"),
        # Another value has the name there.
        ("def f(**k): g(x=k.pop('x'), **k)", "f(x=1)", "nothing"),
        ("def f(**k):\n    k.pop('x', 1)\n    g(**k)", "f(x=1)", "nothing"),
        ("def f(**k):\n    del k['x']\n    g(**k)", "f(x=1)", "nothing"),
        ("def f(**k):\n    k = other(k)\n    g(**k)", "f(x=1)", "nothing"),
        ("def f(**k):\n    k.setdefault('x', 1)\n    g(**k)", "f(x=1)", "m.py::g(x)"),
        ("def f(k, **more): g(**k)", "f(x=1)", "nothing"),
        ("def f(**k):\n    h(**k)\n    g(**k)", "f(x=1)", "m.py::h(x), m.py::g(x)"),
        ("def f(**k):\n    unknown(**k)\n    g(**k)", "f(x=1)", "m.py::g(x)"),
        ("def f(**k):\n    def inner(): g(**k)", "f(x=1)", "m.py::g(x)"),
        ("def f(**k): f(**k)", "f(x=1)", "nothing"),
        (
            "def f(**k): e(**k)\ndef e(**k):\n    f(**k)\n    g(**k)",
            *("f(x=1)", "m.py::g(x)"),
        ),
        (
            "class C(B):\n    def __init__(self, **k): super().__init__(**k)",
            *("C(x=1)", "m.py::B.__init__(x)"),
        ),
        (
            "class C(B):\n    @classmethod\n    def f(cls, **k): return cls(**k)",
            *("C.f(x=1)", "m.py::B.__init__(x)"),
        ),
        (
            "class C(B):\n    def f(self, **k): self.g(**k)\n    def g(self, x): ...",
            *("C().f(x=1)", "use.py::C.g(x)"),
        ),
        (
            "class C(B):\n    def f(self, **k): self.g(**k)",
            "C().f(x=1)",
            "m.py::B.g(x)",
        ),
        (
            "class C(str):\n    def __new__(cls, *, x): ...",
            *("C(x=1)", "use.py::C.__new__(x)"),
        ),
        (
            "class C(str):\n    x: int\n    def __new__(cls, y): ...",
            *("C(x=1)", "nothing"),
        ),
        ("def f(**k: Unpack[T]): ...", "f(x=1)", "m.py::T.x"),
        ("def f(**k: Unpack[T]): g(**k)", "f(x=1)", "m.py::T.x"),
        ("def f(**k: 'Unpack[T]'): g(**k)", "f(x=1)", "m.py::g(x)"),
        ("def f(**k: Unpack[T]): k['x'].y", "", "m.py::Y.y"),
        (
            "@overload\ndef f(**k: Unpack[T]): ...\ndef f(y=1, **k: Unpack[T]): ...",
            *("f(x=1)", "m.py::T.x"),
        ),
        # Of overloads it is not known which is meant.
        (
            "@overload\ndef f(**k: Unpack[T]): ...\ndef f(**k: Unpack[V]): ...",
            *("f(x=1)", "nothing"),
        ),
    ],
)
def test_keyword_arguments_that_are_passed_on(
    lead, defined: str, call: str, expected: str
) -> None:
    source = (
        "from m import B, T, V, g, h\nfrom typing import Unpack, overload\n" + defined
    )
    if call:
        source += f"\n{call}"
    assert lead(f"{source}\n", "x" if call else "y", m=PASSED) == expected


OVERLOADS = "".join(
    f"@overload\ndef f(a: C{number}) -> 'Sub[C{number}]': ...\n" for number in range(12)
)


@pytest.mark.parametrize(
    ("before", "use"),
    [
        (
            (
                "from typing import Generic, TypeVar\nT = TypeVar('T', bound='A')\n"
                "class C(Generic[T]):\n    def f(self) -> T: ..."
            ),
            "C().f().x",
        ),
        (
            (
                "from typing import TypeVar\nT = TypeVar('T', bound=A)\n"
                "def f(a: T):\n    return a"
            ),
            "f(1).x",
        ),
        (
            (
                "from typing import Generic, TypeVar, overload\nT = TypeVar('T')\n"
                "class Sub(A, Generic[T]): pass\n"
                f"{OVERLOADS}def f(a): ..."
            ),
            "f(1).x",
        ),
        (
            (
                "class Sub(A):\n    @classmethod\n    def make(cls):\n"
                "        made = object.__new__(cls)\n        return made"
            ),
            "Sub.make().x",
        ),
        (
            "from typing import Union\nEither = Union[A, None]\ndef f() -> Either: ...",
            "f().x",
        ),
        (
            "class C:\n    @lazy.memoized_property\n    def f(self): return A()",
            "C().f.x",
        ),
        (
            (
                "class Get:\n    def __get__(self, instance, owner) -> A: ...\n"
                "class C:\n    held: Get"
            ),
            "C().held.x",
        ),
        ("from typing import Any\ndef f() -> A | Any: ...", "f().x"),
        ("class C:\n    @reify\n    def f(self) -> A: ...", "C().f.x"),
        (
            (
                "from typing import Generic, TypeVar\nT = TypeVar('T')\n"
                "class G(A, Generic[T]): ...\nH = G[int]\nclass C(H): ..."
            ),
            "C().x",
        ),
        ("from typing import cast\ndef f(a): return cast('A', a)", "f(1).x"),
        ("import typing as t", "t.cast('list[A] | None', 1)[0].x"),
        ("def f(a):\n    from typing import cast as _cast", "    _cast(A, a).x"),
        # What comes from elsewhere does not have it.
        (
            (
                "from collections.abc import Sized\nfrom threading import Thread\n"
                "class C(Sized, Thread, A): ..."
            ),
            "C().x",
        ),
    ],
)
def test_declared_types(lead, before: str, use: str) -> None:
    assert lead(f"from m import A\n{before}\n{use}\n") == "m.py::A.x"


@pytest.mark.parametrize(
    ("alias", "use"),
    [
        ("Maybe = A | None", "def g(p: Maybe): p.x"),
        ("Maybe = A | list[A]", "def g(p: Maybe): p.x"),
        ("Maybe = A | int", "def g(p: Maybe): p.x"),
        ("Pair = tuple[T, T]", "def g(p: Pair[A]): p[0].x"),
        ("Maybe = T | None", "def g(p: 'Maybe[A]'): p.x"),
        ("Maybe = Optional[T]", "def g(p: Maybe[A]): p.x"),
        ("Maybe = Union[T, list[T]]", "def g(p: Maybe[A]): p.x"),
        ("Map = dict[str, T]", "def g(p: Map[A]): p['a'].x"),
        ("Make = Callable[..., T]", "def g(p: Make[A]): p().x"),
        pytest.param("type Maybe[T] = T | None", "def g(p: Maybe[A]): p.x"),
        pytest.param(
            "type Make[**P, T] = Callable[P, T]", "def g(p: Make[[int], A]): p().x"
        ),
        pytest.param("type Map[T, U] = dict[U, T]", "def g(p: Map[A, B]): p[1].x"),
    ],
)
def test_aliases_of_types(lead, alias: str, use: str) -> None:
    first = "from typing import Callable, Optional, TypeVar, Union\n"
    first += "from m import A, B\nT = TypeVar('T')\n"
    assert lead(f"{first}{alias}\n{use}\n") == "m.py::A.x"


@pytest.mark.parametrize(
    ("assigned", "use", "expected"),
    [
        ("Box[First]", "def f(a: Made): a.first().x", "m.py::A.x"),
        ("Box[First]", "Made().first().x", "m.py::A.x"),
        ("Box[None]", "def f(a: Made): a.last().x", "m.py::B.x"),
        ("Box['First']", "def f(a: Made): a.first().x", "m.py::A.x"),
        # An item, and no type.
        ("Kind['ONE']", "Made.x", "use.py::Kind.x"),
        ("Kind[NAME]", "Made.x", "use.py::Kind.x"),
        ("all_kinds[Kind]", "Made.x", "use.py::Kind.x"),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_aliases_of_generic_classes(
    lead, assigned: str, use: str, expected: str, inside: bool
) -> None:
    alias = (
        f"class Types:\n    Made = {assigned}\n" if inside else f"Made = {assigned}\n"
    )
    source = f"""\
from enum import Enum
from typing import Generic, TypeVar
from m import A as First, B
T = TypeVar("T", bound=B)
class Box(Generic[T]):
    def first(self) -> T: ...
    def last(self) -> B: ...
class Kind(Enum):
    ONE = 1
    x = 2
NAME = "ONE"
all_kinds: dict[type, Kind] = {{}}
{alias}{use.replace("Made", "Types.Made") if inside else use}
"""
    assert lead(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "def f(): ...\nBoth = f | None\nBoth.x",
        "One = A()\nOther = A()\nBoth = One | Other\nBoth.x",
        "T = TypeVar('T')\nMap = dict[str, T]\ndef g(p: Map[A]):\n    for q in p: q.x",
    ],
)
def test_what_is_no_union_of_types(lead, source: str) -> None:
    first = "from typing import TypeVar\nfrom m import A\n"
    assert lead(f"{first}{source}\n") == "nothing"


@pytest.mark.parametrize(
    ("before", "use"),
    [
        ("class C[T: A]:\n    def f(self) -> T: ...", "C().f().x"),
        ("class C[T: 'A']:\n    def f(self) -> T: ...", "C().f().x"),
        ("class C[T, U]:\n    def f(self) -> U: ...", "def g(c: C[B, A]): c.f().x"),
        ("class B1[T]:\n    def f(self) -> T: ...\nclass C(B1[A]): ...", "C().f().x"),
        (
            "class B1[T]:\n    def f(self) -> T: ...\nclass C[T](B1[T]): ...",
            "def g(c: C[A]): c.f().x",
        ),
        (
            "class B1[T]:\n    def f(self) -> T: ...\nclass C[U](B1[list[U]]): ...",
            "def g(c: C[A]): c.f()[0].x",
        ),
        (
            "class C[T]:\n    class D[U]:\n        def f(self) -> U: ...",
            "def g(d: C.D[A]): d.f().x",
        ),
        (
            (
                "class C[T]:\n    def f[U](self, a: U) -> U: ...\n"
                "    def g(self) -> T: ..."
            ),
            "def g(c: C[B]): c.f(A()).x",
        ),
        ("class C(A):\n    def f[S](self: S) -> S: ...", "C().f().x"),
        ("class C(A):\n    def f[S: A](self: S) -> S: ...", "C().f().x"),
        (
            (
                "from typing import Callable\n"
                "def keep[**P, R](f: Callable[P, R]) -> Callable[P, R]: ...\n"
                "@keep\ndef f() -> A: ..."
            ),
            "f().x",
        ),
        ("def keep[F](f: F) -> F: ...\n@keep\ndef f() -> A: ...", "f().x"),
        ("T = B\ndef f[T](a: T) -> T: ...", "f(A()).x"),
    ],
)
def test_type_parameters(lead, before: str, use: str) -> None:
    assert lead(f"from m import A, B\n{before}\n{use}\n") == "m.py::A.x"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("def f(a: A):\n    a = unknown()\n    a.x", "m.py::A.x"),
        ("def f(a: A, b):\n    a = b.c[1]\n    a.x", "m.py::A.x"),
        ("def f(a: A):\n    a = given()\n    a.x", "m.py::A.x"),
        ("def f():\n    a: A | None = None\n    a = given()\n    a.x", "m.py::A.x"),
        ("def f(a: A):\n    a = B()\n    a.x", "m.py::B.x"),
        ("def f(a: A):\n    a = a.again()\n    a.x", "m.py::A.x"),
        ("def f(a: A):\n    for a in a.all: a.x", "m.py::A.x"),
        ("def f(a: A):\n    while a:\n        a = a.up\n        a.x", "m.py::A.x"),
        ("def f(a: A):\n    while 1: a = a.up(a)\n    a.x", "m.py::A.x"),
        ("def f(a: A):\n    a = []\n    a.append", "external list.append"),
        ("def f(a: list[A] | None, n):\n    a = [n]\n    a[0].x", "nothing"),
        (
            (
                "def f(a: list[A] | None, n):\n    if a is None:\n        a = []\n"
                "        a.append(n.other())\n    for one in a: one.x"
            ),
            "m.py::A.x",
        ),
        ("def f(a: A):\n    a = []\n    a.x", "nothing"),
    ],
)
def test_variable_is_what_it_is_declared_as(lead, body: str, expected: str) -> None:
    source = "from m import A, B\ndef given(): return other()\n"
    name = body.rpartition(".")[2]
    assert lead(f"{source}{body}\n", name) == expected


def test_cast_of_another_module(lead) -> None:
    source = "from m import A\nfrom n import cast\ncast(A, 1).x\n"
    other = "from m import B\ndef cast(a, b): return B()\n"
    assert lead(source, n=other) == "m.py::B.x"


def test_members_in_literal_types(lead) -> None:
    source = (
        "from e import E\nfrom typing import Literal\ndef f(a: Literal[E.one]): ...\n"
    )
    found = lead(source, "one", e="import enum\nclass E(enum.Enum):\n    one = 1\n")
    assert found == "e.py::E.one"


def test_name_that_a_module_imports_when_it_is_asked_for(lead) -> None:
    lazy = """\
    def __getattr__(name):
        if name == "A":
            from m import A
            return A
    """
    assert lead("import lazy\nlazy.A.x\n", lazy=lazy) == "m.py::A.x"


def test_submodule_that_a_star_import_has_too(lead) -> None:
    files = {
        "p/__init__": "from p.q import *\nfrom p import s\n",
        "p/s": "x = 1\n",
        "p/q/__init__": "from p.q.s import *\n",
        "p/q/s": "y = 1\n",
    }
    assert lead("import p\np.s.x\n", **files) == "p/s.py::x"


def test_name_that_a_call_of_public_binds(lead) -> None:
    files = {
        "p/__init__": """\
            from public import public
            from p.config import Config
            class Kept: y = 1
            public(config=Config(), Kept=Kept)
            """,
        "p/config": "class Config: x = 1\n",
    }
    assert lead("from p import config\nconfig.x\n", **files) == "p/config.py::Config.x"
    use = "from p import config\nconfig\n"
    assert lead(use, "config", **files) == "p/__init__.py::config"
    assert lead("from p import Kept\nKept.y\n", "y", **files) == "p/__init__.py::Kept.y"
    # A function of another project that has the name.
    files["p/__init__"] = files["p/__init__"].replace("from public", "from other")
    assert lead(use, "config", **files) == "p/config.py"


def test_keyword_of_a_class_that_a_function_may_replace(lead) -> None:
    source = """\
    class C:
        def __new__(cls, x=1): ...
    if docs:
        def C(**more): ...
    C(x=1)
    """
    assert lead(source) == "use.py::C.__new__(x)"


BY_NAME = """\
from typing import Protocol, TypeVar
class Base: pass
class Below(Base):
    def below(self): ...
    def keys(self): ...
    def __below__(self): ...
class Apart:
    def __init__(self):
        self._only = 1
        self._own = 1
        self._shared = 1
    def other(self): ...
    def called(self): ...
    def same(self, other): return other._shared
class Another:
    def __init__(self):
        self._own = 1
class Lazy:
    def __getattr__(self, name): ...
lazy = Lazy()
class Fluent:
    def __getattr__(self, name): return self
fluent = Fluent()
def base() -> Base: ...
T = TypeVar("T", bound=Base)
def any_base() -> T: ...
class Like(Protocol):
    def like(self): ...
class Explicit(Like): ...
def like() -> Like: ...
def explicit() -> Explicit: ...
"""


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        # Nothing is known of `a`.
        ("a.other()", "Apart.other"),
        ("a._shared", "Apart._shared"),
        ("a._own", ""),
        ("a._only", "Apart._only"),
        ("a.__below__()", "Below.__below__"),
        ("a.__mangled", ""),
        ("a.keys()", ""),
        # What is declared as a class may be one that is derived from it.
        ("base().below()", "Below.below"),
        ("base().other()", ""),
        ("any_base().below()", "Below.below"),
        ("any_base().other()", ""),
        # It is of any class that has what the protocol names.
        ("like().other()", "Apart.other"),
        ("explicit().other()", ""),
        ("lazy.LIMIT", "LIMIT"),
        ("lazy.other()", "Apart.other"),
        ("lazy.Apart()", "Apart"),
        ("lazy.lazy", ""),
        ("fluent.other()", "Apart.other"),
        ("fluent.x.other()", "Apart.other"),
        ("a.Apart()", ""),
        ("a.LIMIT", ""),
        # What a module has not is put there when it runs.
        ("settings.made.Apart()", "Apart"),
        ("settings.made.other()", "Apart.other"),
        ("mock.made.Apart()", ""),
        # It is something else, too: a number has no such method.
        ("{'limit': 1, 'apart': None}['apart'].other()", "Apart.other"),
        ("{'limit': 1, 'apart': None}['apart'].real", ""),
        ("dict(limit=1).other()", "Apart.other"),
        ("object().other()", "Apart.other"),
        ("Outside().other()", ""),
        # What it is asked for another program gives.
        ("ServerProxy('url').other()", "Apart.other"),
        ("ServerProxy('url').__enter__", ""),
        # It stands in for anything, and has a few methods of its own.
        ("MagicMock().other()", "Apart.other"),
        ("mock.Mock().other.called", "Apart.other"),
        ("mock.Mock()(1).other().assert_called()", "Apart.other"),
        ("mock.Mock().called", ""),
        # A decorator makes something else of it.
        ("made.other()", "Apart.other"),
        ("made(1).other()", "Apart.other"),
    ],
)
def test_by_name(tmp_path: Path, use: str, expected: str) -> None:
    imports = (
        "from b import any_base, base, explicit, fluent, lazy, like\n"
        "from elsewhere import Outside\n"
    )
    imports += "import mock, settings\nfrom unittest.mock import MagicMock\n"
    imports += "from xmlrpc.client import ServerProxy\n"
    made = "@mock.task\ndef made(): ...\n"
    source = f"{imports}{made}def f(a):\n    {use}\n"
    files = {"b.py": BY_NAME, "settings.py": "LIMIT = 1\n", "use.py": source}
    code = surveyed(tmp_path / "tree", files)
    rows = [row for row in code.store.references("use.py") if row and row.by_name]
    assert [row.qualname for row in rows] == ([expected] if expected else [])


@pytest.mark.parametrize("stars", ["", "from near import *\n", "from numpy import *\n"])
def test_a_name_that_a_file_uses_without_binding_it(tmp_path: Path, stars: str) -> None:
    """As a script does that a program runs with names of its own."""
    use = f"{stars}Text(1)\nTwice()\nLIMIT\nfill()\nMade()\nTested()\nlen\nIts()\n"
    files = {
        "kinds.py": "class Text: ...\nclass Twice: ...\ndef fill(): ...\nLIMIT = 1\n"
        "def Made(): ...\nclass Outer:\n    class Its: ...\n    def Text(self): ...\n",
        "near.py": "class Twice: ...\n",
        "tests/test_kinds.py": "class Tested: ...\nclass Text: ...\n",
        "scripts/schema.py": use,
    }
    code = surveyed(tmp_path / "tree", files)
    rows = list(filter(None, code.store.references("scripts/schema.py")))
    found = [row.qualname for row in rows if row.by_name]
    assert found == ([] if "numpy" in stars else ["Text", "LIMIT", "Made"])


def test_what_tests_define_is_meant_by_tests_alone(tmp_path: Path) -> None:
    fake = "class Fake{0}:\n    def priced(self): ...\n    def faked(self): ...\n"
    use = "def f(a):\n    a.priced()\n    a.faked()\n"
    files = {
        "cart.py": "class Cart:\n    def priced(self): ...\n",
        "use.py": use,
        "tests/test_use.py": use,
        **{f"tests/fakes_{n}.py": fake.format(n) for n in "ab"},
    }
    code = surveyed(tmp_path / "tree", files)

    def offered(path: str) -> list[list[str]]:
        rows = [row for row in code.store.references(path) if row and row.by_name]
        return [[row.qualname, *(more.qualname for more in row.more)] for row in rows]

    assert offered("use.py") == [["Cart.priced"]]
    assert offered("tests/test_use.py") == [
        ["Fakea.priced", "Fakeb.priced", "Cart.priced"],
        ["Fakea.faked", "Fakeb.faked"],
    ]


def test_of_several_by_name_the_nearest_comes_first(tmp_path: Path) -> None:
    has = "class {0}:\n    def priced(self): ...\n    def sold(self): ...\n"
    use = "def f(a):\n    a.priced()\n"
    files = {
        "any/__init__.py": "from .made.deep import Deep\n",
        "any/made/deep.py": has.format("Deep"),
        "any/first.py": has.format("First"),
        "shop/cart.py": has.format("Cart"),
        "shop/near.py": use,
        "shop/imports.py": f"from any import Deep\n{use}",
        "any/alone.py": use,
    }
    code = surveyed(tmp_path / "tree", files)

    def offered(path: str) -> list[str]:
        (row,) = (row for row in code.store.references(path) if row and row.more)
        return [row.qualname, *(more.qualname for more in row.more)]

    cart, deep, first = (f"{name}.priced" for name in ("Cart", "Deep", "First"))
    assert offered("shop/near.py") == [cart, first, deep]
    # What its class is imported from is likelier than what lies beside it.
    assert offered("shop/imports.py") == [deep, cart, first]
    assert offered("any/alone.py") == [first, deep, cart]


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("import harness\nharness.Run().check()", ["Run", "Base.check"]),
        ("from harness import Run, VERBOSE", ["Run", "VERBOSE"]),
        ("import harness\nharness.missing", []),
        # Another project is likelier to be meant than what an example is called.
        ("import client\nclient.Run()", []),
        ("import queue\nqueue.Run()", []),
        ("import twice\ntwice.Run()", []),
    ],
)
def test_modules_that_only_a_program_finds_are_meant_by_name(
    tmp_path: Path, use: str, expected: list[str]
) -> None:
    files = {
        "testing/lib_of_tests/base.py": "class Base:\n    def check(self): ...\n",
        "testing/lib_of_tests/harness.py": (
            "from base import Base\nVERBOSE = 1\nclass Run(Base): ...\n"
        ),
        **dict.fromkeys(
            ("examples/client.py", "tools/queue.py", "a/twice.py", "b/twice.py"),
            "class Run: ...\n",
        ),
        "test/deep/use.py": f"{use}\n",
    }
    code = surveyed(tmp_path / "tree", files)
    rows = [row for row in code.store.references("test/deep/use.py") if row]
    assert [row.qualname for row in rows if row.path] == expected
    assert all(row.by_name for row in rows if row.path)


HIDDEN = """\
from outside import Widget
from typing import TypeVar
B = TypeVar("B", bound="Both")
class Mixin:
    def helped(self): ...
    def register(self): ...
    def get(self): ...
    def setUp(self): ...
    def __init__(self): self.drawn = A()
class A:
    def paint(self): ...
class Both(Widget, Mixin):
    def use(self, b: B, cls: type[B]):
        {use}
class First(Mixin, Widget): ...
both = Both()
"""


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("self.helped()", "Mixin.helped?"),
        ("super().helped()", "Mixin.helped?"),
        ("both.helped()", "Mixin.helped?"),
        ("b.helped()", "Mixin.helped?"),
        ("cls.helped()", "Mixin.helped?"),
        ("First().helped()", "Mixin.helped"),
        # Classes of Python's own have these, which says nothing of "Widget".
        ("Both.register()", "Mixin.register?"),
        ("self.get()", "Mixin.get?"),
        # Any class may have these: those of the class outside come first.
        ("self.setUp()", ""),
        ("super().__init__()", ""),
        ("self.other()", ""),
        # What a method assigns is on the instance itself.
        ("self.drawn", "Mixin.drawn"),
        ("both.drawn", "Mixin.drawn"),
        ("cls.drawn", "Mixin.drawn?"),
    ],
)
def test_behind_a_class_of_another_project(
    tmp_path: Path, use: str, expected: str
) -> None:
    code = surveyed(tmp_path / "tree", {"use.py": HIDDEN.format(use=use)})
    rows = [
        row.qualname + "?" * row.by_name
        for row in code.store.references("use.py")
        if row and row.qualname.startswith("Mixin.")
    ]
    assert rows == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        (
            "from pluggy import PluginManager\nPluginManager('app').hook.on_start()",
            True,
        ),
        ("def use(pm):\n    pm.hook.on_start()", True),
        # No function is meant that is no hook.
        ("def use(pm):\n    pm.hook.plain()", False),
    ],
)
def test_calls_of_hooks_lead_to_their_specifications(
    tmp_path: Path, use: str, expected: bool
) -> None:
    hooks = (
        "import pluggy\nhookspec = pluggy.HookspecMarker('app')\n"
        "@hookspec(firstresult=True)\ndef on_start(): ...\ndef plain(): ...\n"
    )
    code = surveyed(tmp_path / "tree", {"hooks.py": hooks, "use.py": f"{use}\n"})
    rows = [row for row in code.store.references("use.py") if row and row.path]
    shown = [(row.path, row.qualname, row.by_name) for row in rows]
    assert shown == [("hooks.py", "on_start", True)] * expected


def test_what_is_behind_a_class_of_another_project_is_asked(tmp_path: Path) -> None:
    source = """\
    from outside import Widget, make
    class Mixin:
        held = make()
    class Held:
        def unlike(self): ...
        def gone(self): ...
    class Both(Widget, Mixin):
        def use(self):
            self.held.unlike()
            self.drawn.gone()
    """
    code = surveyed(tmp_path / "tree", {"use.py": source})
    rows = [row for row in code.store.references("use.py") if row and row.by_name]
    # Nothing of the tree is "drawn".
    assert [row.qualname for row in rows] == ["Mixin.held", "Held.unlike"]


def test_what_super_does_not_find(tmp_path: Path) -> None:
    source = """\
    class Mixin:
        def unlike(self):
            super().unlike()
        def alone(self):
            super().alone()
    class Below(Mixin):
        def unlike(self):
            super().unlike()
    class Other:
        def unlike(self): ...
    """
    code = surveyed(tmp_path / "tree", {"use.py": source})
    rows = [row for row in code.store.references("use.py") if row and row.by_name]
    assert [(row.qualname, row.more) for row in rows] == [("Other.unlike", ())]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("found = list[Am]()\n    found[0].x", "A"),
        ("found = dict[str, Am](n=n)\n    found['a'].x", "A"),
        ("Table[n](A()).x", ""),
        ("found = []\n    found.append(A())\n    found[0].x", "A"),
        ("found = list()\n    found.append(A())\n    for a in found: a.x", "A"),
        ("found = set()\n    found.add(A())\n    for a in found: a.x", "A"),
        ("found = []\n    found.extend([A()])\n    for a in found: a.x", "A"),
        ("found = []\n    found += [A()]\n    for a in found: a.x", "A"),
        ("found = []\n    found.insert(0, A())\n    found.pop().x", "A"),
        ("found = {}\n    found['a'] = A()\n    found['a'].x", "A"),
        ("found = {}\n    found[n] = A()\n    for a in found.values(): a.x", "A"),
        ("found = {}\n    found.setdefault(n, A())\n    found[n].x", "A"),
        ("found = [] if n else [A()]\n    found[0].x", "A"),
        ("found = n and [A()]\n    for a in found or []: a.x", "A"),
        ("found = []\n    if n: found = [A()]\n    for a in found: a.x", "A"),
        ("found = []\n    found.append(A())\n    found.append(n)\n    found[0].x", ""),
        ("found = []\n    found.append(A())\n    found = n\n    found[0].x", ""),
        ("found = []\n    found.append(found[0])\n    found[0].x", ""),
        ("found = []\n    def g(): found.append(A())\n    found[0].x", "A"),
        ("global data\n    data.append(A())\n    data[0].x", ""),
    ],
)
def test_what_is_put_into_empty_containers(lead, body: str, expected: str) -> None:
    source = f"from m import A, B, A as Am\ndata = []\ndef f(n):\n    {body}\n"
    assert lead(source) == ("m.py::A.x" if expected else "nothing")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def g(): _f(A())\ndef _f(a): a.x", "A"),
        ("def g(): _f(1, a=A())\ndef _f(n, *, a): a.x", "A"),
        ("def g(): _f(A()), _f(a=A().again())\ndef _f(a): a.x", "A"),
        ("def g(): return _C(A())\nclass _C:\n    def __init__(self, a): a.x", "A"),
        ("class C:\n    def g(self): self._f(A())\n    def _f(self, a): a.x", "A"),
        ("class C:\n    def g(self): self.__f(A())\n    def __f(self, a): a.x", "A"),
        ("def g(n): n._f(A())\nclass C:\n    def _f(self, a): a.x", "A"),
        (
            "def g(): C._f(A())\nclass C:\n    @staticmethod\n    def _f(a): a.x",
            "A",
        ),
        ("def _f(a, n):\n    _f(a, 1)\n    _f(A(), 2)\n    a.x", "A"),
        (
            (
                "from b import B\nclass C(B):\n"
                "    def g(self) -> None: self._f(A())\n    def _f(self, a): a.x"
            ),
            "A",
        ),
        # Others may call it with something else, or do.
        ("def g(): f(A())\ndef f(a): a.x", ""),
        ("def g(n): _f(A()), _f(n)\ndef _f(a): a.x", ""),
        ("def g(n): _f(A()), n._f(n)\ndef _f(a): a.x", ""),
        ("def g(n): _f(A()), _f(*n)\ndef _f(a): a.x", ""),
        ("def g(n): _f(A()), map(_f, n)\ndef _f(a): a.x", ""),
        ("def g(n): _f(A()), getattr(n, '_f')\ndef _f(a): a.x", ""),
        ("def g(n): _f(A())\n@wraps\ndef _f(a): a.x", ""),
        ("def g(): C._f(C(), A())\nclass C:\n    def _f(self, a): a.x", ""),
        (
            (
                "def g(): _C(A())\nclass D(_C): ...\n"
                "class _C:\n    def __init__(self, a): a.x"
            ),
            "",
        ),
    ],
)
def test_what_a_file_gives_its_private_functions(
    lead, source: str, expected: str
) -> None:
    source = f"from m import A\n{source}\n"
    assert lead(source, b="class B: ...\n") == (
        f"m.py::{expected}.x" if expected else "nothing"
    )


def test_private_functions_of_one_name(lead) -> None:
    source = """
        from m import A, B
        def g():
            def f(a): ...
            f(B())
        class D:
            def f(self, a): self._f(B())
            def _f(self, b): ...
        class C:
            def g(self):
                self._f(A())
                def f(a): self._f(a)
                f(A())
            def _f(self, a): a.x
    """
    assert lead(textwrap.dedent(source)) == "m.py::A.x"


@pytest.mark.parametrize(
    "source",
    [
        "class C:\n    def get(self): return A()\n    a = property(get)\nC().a.x",
        "def get(n): return A()\nclass C:\n    a = staticmethod(get)\nC().a(1).x",
        "class C(six.with_metaclass(M, A)): ...\nC().x",
        "class C(with_metaclass(M, N, A)): ...\nC.x",
        "def f(several: list[A]):\n    for one in several[1:]: one.x",
        f"[{'A(), ' * 20}][0].x",
        f"for a, n in [{'(A(), 1), ' * 20}]: a.x",
        f"{{{', '.join(f'{n}: A()' for n in range(20))}}}[1].x",
        "def f(several: tuple[A, A, B]):\n    several[:2][0].x",
        "class C(A):\n    def f(self):\n        super(self.__class__, self).x",
        "class C:\n    def __add__(self, other): return A()\n(C() + 1).x",
        "class C:\n    def __sub__(self, other): return A()\nc = C() - n\nc.x",
        "class C:\n    def __sub__(self, other): return A()\nc = C()\nc -= n\nc.x",
        (
            "class C:\n    def __iadd__(self, other): return A()\n"
            "    def __add__(self, other): return B()\nc = C()\nc += n\nc.x"
        ),
        (
            "class C(A):\n    def __iadd__(self, other): return self\n"
            "def f():\n    c = C()\n    c += n\n    return c\nf().x"
        ),
        (
            "class C(A):\n    def __add__(self, other): return self\n"
            "def f(n):\n    if n:\n        c = f(0) + f(0)\n"
            "    else:\n        c = C()\n    return c\nf(n).x"
        ),
    ],
)
def test_more_that_says_what_is_there(lead, source: str) -> None:
    made = (
        "import six\nfrom six import with_metaclass\nclass M(type): ...\nclass N: ...\n"
    )
    found = lead(f"from m import A, B\n{made}{source}\n")
    assert found in {"m.py::A.x", "m.py::A.x, m.py::B.x"}


def test_one_function_with_other_arguments_each_time(lead) -> None:
    calls = "".join(f"    if n == {n}: return make({n})\n" for n in range(9))
    source = f"from n import make\ndef f(n):\n{calls}f(1).x\n"
    assert lead(source, n="from m import A\ndef make(n): return A()\n") == "m.py::A.x"


def test_what_an_operator_assigns_that_the_class_has_not(lead) -> None:
    source = "from m import A\nclass C(A): ...\nc = C()\nc += n\nc.x\n"
    assert lead(source) == "nothing"
    method = "    def __iadd__(self, other): return self\n"
    source = f"from m import A\nclass C(A):\n{method}c = C()\nc += n\nc.x\n"
    assert lead(source) == "m.py::A.x"
    assert lead(source.replace("c += n", "c += n\n" * 3_000)) == "nothing"


def test_what_with_metaclass_puts_together(lead) -> None:
    made = (
        "from six import with_metaclass\nfrom m import A\nclass M(type):\n    y = 1\n"
    )
    source = f"{made}class C(with_metaclass(M)): ...\n"
    assert lead(f"{source}C.y\n", "y") == "use.py::M.y"
    assert lead(f"{source}C.x\n") == "nothing"
    assert (
        lead(f"{made}class C(with_metaclass(M, *A.__bases__)): ...\nC.x\n") == "nothing"
    )
    assert lead(f"{made}class C(with_metaclass(M, A)): ...\n", "A") == "m.py::A"


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("K().run().x", "m.py::A.x"),
        ("K().ran", "runs.py::run"),
        ("Below().run", "runs.py::run"),
        ("K().run(n=1).held", "runs.py::R.held"),
        ("K.A.x", "m.py::A.x"),
        ("K().either", "nothing"),
        ("K().gone", "external other.gone"),
        ("def f(k: K): k.run(n=1)", "runs.py::run(n)"),
    ],
)
def test_what_the_body_of_a_class_imports(lead, use: str, expected: str) -> None:
    source = """\
class K:
    from m import A
    from runs import run, run as ran
    from other import gone
    try:
        from runs import run as either
    except ImportError:
        from m import B as either
class Below(K): ...
"""
    runs = (
        "from m import A\nclass R(A):\n    held = 1\ndef run(self, n=0): return R()\n"
    )
    name = "n" if use.endswith(")") else use.rpartition(".")[2]
    assert lead(f"{source}{use}\n", name, runs=runs) == expected


def test_operation_that_the_left_does_not_know(lead) -> None:
    source = "from m import A\nclass C: ...\ndef f(n):\n"
    body = "    a = C() + n if n else A()\n    a.x\n"
    assert lead(source + body) == "nothing"


def test_slice_of_what_gives_items(lead) -> None:
    given = "class L:\n    def __getitem__(self, index): return A()\n"
    assert lead(f"from m import A\n{given}L()[0].x\n") == "m.py::A.x"
    assert lead(f"from m import A\n{given}L()[1:].x\n") == "nothing"


OVERLOADED = """\
class Task:
    x = 1
class Other:
    x = 1
@overload
def task(f: Callable[P, F]) -> Task: ...
@overload
def task(*, n: int) -> Callable[[F], Other]: ...
"""


@pytest.mark.parametrize(
    ("decorator", "use", "expected"),
    [
        ("class task:\n    x = 1", "task", "d.py::task.x"),
        ("class Task:\n    x = 1\ndef task(f) -> Task: ...", "task", "d.py::Task.x"),
        (
            (
                "class Task:\n    x = 1\ndef task(n):\n    def made(f):\n"
                "        return Task()\n    return made"
            ),
            "task(1)",
            "d.py::Task.x",
        ),
        (OVERLOADED, "task", "d.py::Task.x"),
        (OVERLOADED, "task(n=1)", "d.py::Other.x"),
        (
            (
                "class Task(Generic[F]):\n    x = 1\nclass Made:\n    @overload\n"
                "    def __call__(self, f: Callable[P, list[F]]) -> Task[F]: ...\n"
                "    @overload\n"
                "    def __call__(self, f: Callable[P, F]) -> Task[F]: ...\n"
                "def task() -> Made: ..."
            ),
            "task()",
            "d.py::Task.x",
        ),
        # What it is given, and what another project makes of it.
        ("def task(f):\n    return f", "task", "nothing"),
        ("from other import task", "task", "nothing"),
    ],
)
@pytest.mark.parametrize("place", ["f.x", "use.f.x", "C.m.x", "C().m.x", "n.x"])
def test_attributes_of_what_decorators_make(
    lead, decorator: str, use: str, expected: str, place: str
) -> None:
    first = "from typing import Callable, Generic, overload, ParamSpec, TypeVar\n"
    first += "F = TypeVar('F')\nP = ParamSpec('P')\n"
    source = (
        f"import use\nfrom d import task\n@{use}\ndef f(): ...\n"
        f"class C:\n    @{use}\n    def m(self): ...\n"
        f"def outer():\n    @{use}\n    def n(): ...\n    {place}\n"
    )
    assert lead(source, d=f"{first}{decorator}\n") == expected


@pytest.mark.parametrize(
    ("decorator", "use", "expected"),
    [
        (
            (
                "class Task:\n    def __call__(self): return Result()\n"
                "class Result:\n    x = 1\ndef task(f): return Task()"
            ),
            *("f().x", "d.py::Result.x"),
        ),
        (
            (
                "class Result:\n    x = 1\n"
                "def task(f):\n    def g(*a): return Result()\n    return g"
            ),
            *("f().x", "d.py::Result.x"),
        ),
        (
            "def task(f: Callable[P, F]) -> Callable[P, list[F]]: ...",
            *("f()[0].x", "m.py::A.x"),
        ),
        (
            (
                "class Kept(Generic[F]):\n    def first(self) -> F: ...\n"
                "Given = Callable[..., Awaitable[F]]\nMade = Callable[..., Kept[F]]\n"
                "def task(f: Given[F]) -> Made[F]: ..."
            ),
            *("g().first().x", "m.py::A.x"),
        ),
        ("def task(f):\n    return [f]", "f().x", "nothing"),
    ],
)
def test_calls_of_what_decorators_make(
    lead, decorator: str, use: str, expected: str
) -> None:
    first = "from typing import Awaitable, Callable, Generic, ParamSpec, TypeVar\n"
    first += "F = TypeVar('F')\nP = ParamSpec('P')\n"
    source = "from d import task\nfrom m import A\n@task\ndef f() -> A: ...\n"
    source += f"@task\nasync def g() -> A: ...\n{use}\n"
    assert lead(source, d=f"{first}{decorator}\n") == expected


@pytest.mark.parametrize(
    ("function", "call", "expected"),
    [
        ("def f(a, b=1):\n    if a: return\n    return a\n", "f(A())", "m.py::A.x"),
        ("def f(a, b=1):\n    return b\n", "f(1, b=A())", "m.py::A.x"),
        ("def f(a, b=1):\n    return b\n", "f(A())", "nothing"),
        ("def f(a):\n    a = 1\n    return a\n", "f(A())", "nothing"),
        ("def f(a):\n    if a: return 1\n    return a\n", "f(A())", "nothing"),
        (
            "def f(a):\n    yield 1\n    return a\n",
            "f(A())",
            "nothing",
        ),
        ("def f(a: int):\n    return a\n", "f(A())", "nothing"),
        (
            (
                "def f(a):\n    def g():\n        nonlocal a\n        a = 1\n"
                "    return a\n"
            ),
            "f(A())",
            "nothing",
        ),
        (
            "class C:\n    def f(self, a):\n        return a\n",
            "C().f(A())",
            "m.py::A.x",
        ),
    ],
)
def test_functions_that_return_what_they_are_given(
    lead, function: str, call: str, expected: str
) -> None:
    assert lead(f"from m import A\n{function}{call}.x\n") == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("sorted([A()], key=lambda a: a.x)", "m.py::A.x"),
        ("max(A(), A(), key=lambda a: a.x)", "m.py::A.x"),
        ("[A()].sort(key=lambda a: a.x)", "m.py::A.x"),
        ("other([A()], key=lambda a: a.x)", "nothing"),
        ("other.sort(key=lambda a: a.x)", "nothing"),
        ("defaultdict(A)[some].x", "m.py::A.x"),
        ("defaultdict(f)[some].x", "m.py::A.x"),
        ("defaultdict(some)[some].x", "nothing"),
        ("weakref.proxy(A()).x", "m.py::A.x"),
        ("other.proxy(A()).x", "nothing"),
        ("partial(f, n=1)().x", "m.py::A.x"),
        ("partial(f, 1)().x", "nothing"),
        ("partial(A)().x", "m.py::A.x"),
        ("partial(A, 1)().x", "m.py::A.x"),
    ],
)
def test_functions_of_the_standard_library(lead, use: str, expected: str) -> None:
    source = """\
import weakref
from collections import defaultdict
from functools import partial
from m import A
def f(n): return A()
"""
    assert lead(f"{source}{use}\n") == expected


def test_names_of_arguments_that_are_given_before_a_call(lead) -> None:
    source = "from functools import partial\ndef f(a, x): ...\n"
    assert lead(f"{source}partial(f, x=1)\n") == "use.py::f(x)"
    assert lead(f"{source}other(f, x=1)\n") == "nothing"


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("one, two = (A() for _ in some)", "m.py::A.x"),
        ("one, two = made()", "m.py::A.x"),
        ("one, two = {A()}", "m.py::A.x"),
        ("two = C() + some + some", "m.py::A.x"),
        ("two = C() + some + some + some", "nothing"),
    ],
)
def test_what_comes_of_unpacking_and_of_operators(
    lead, use: str, expected: str
) -> None:
    source = """\
from m import A
def made(): yield A()
class D:
    def __add__(self, other): return A()
class C:
    def __add__(self, other): return D()
"""
    assert lead(f"{source}{use}\ntwo.x\n") == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("def f(p: tuple[A, B]): p[-1].x", "m.py::B.x"),
        ("def f(p: tuple[A, B]): p[-2].x", "m.py::A.x"),
        ("def f(p: tuple[A, B]): p[-3].x", "nothing"),
        ("def f(p: tuple[A, ...]): p[-3].x", "m.py::A.x"),
        ("def f(p: list[A]): p[-1].x", "m.py::A.x"),
        ("class N(NamedTuple):\n    a: A\n    b: B\ndef f(p: N): p[-1].x", "m.py::B.x"),
        ("class N(NamedTuple):\n    a: A\n    b: B\ndef f(p: N): p[-3].x", "nothing"),
        ("class C:\n    def __getitem__(self, n) -> A: ...\nC()[-1].x", "m.py::A.x"),
    ],
)
def test_items_from_the_end(lead, use: str, expected: str) -> None:
    assert (
        lead(f"from typing import NamedTuple\nfrom m import A, B\n{use}\n") == expected
    )


def test_the_last_of_several_counts_where_all_have_to_be_true(lead) -> None:
    start = "from m import A, B\ndef f(a: A, b: B):\n"
    assert lead(f"{start}    c = a and b\n    c.x\n") == "m.py::B.x"
    assert (
        lead(f"{start}    c = some(a) and b or a\n    c.x\n") == "m.py::B.x, m.py::A.x"
    )
    assert lead(f"{start}    c = a and some(b)\n    c.x\n") == "nothing"


def test_bounds_are_those_of_type_variables(lead) -> None:
    box = """\
from typing import Generic, TypeVar
from m import A, B
T = TypeVar("T")
class Box(Generic[T]):
    def __init__(self, of: type[T], bound): ...
    def get(self) -> T: ...
"""
    assert lead(f"{box}box = Box(bound=A, of=B)\nbox.get().x\n") == "m.py::B.x"
    assert lead(f"{box}box = Box(bound=A, of=c)\nbox.get().x\n") == "nothing"


@pytest.mark.parametrize(
    ("method", "use", "expected"),
    [
        ("__getattr__(self, name): return A()", "one.x", "m.py::A.x"),
        ("__getattr__(self, name): return self", "one.two.here", "use.py::C.here"),
        ("__getattr__(self, name): return self", "one", "nothing"),
        ("__getattr__(self, name): return self[name]", "one.x", "nothing"),
        ("__getattr__(self, name): return A", "x", "nothing"),
        ("__getattribute__(self, name): return A()", "one.x", "nothing"),
        ("__getattr__(self, name): return D()", "one().x", "nothing"),
    ],
)
def test_attributes_that_a_class_makes_up(
    lead, method: str, use: str, expected: str
) -> None:
    source = f"""\
from m import A
class D:
    def __getattr__(self, name): return A()
class C:
    here = 1
    def {method}
"""
    assert lead(f"{source}C().{use}\n", use.rpartition(".")[2]) == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("E.one.x", "use.py::E.x"),
        ("E.two.x", "use.py::E.x"),
        ("E.one.three.x", "use.py::E.x"),
        ("E.f.x", "nothing"),
        ("E._n.x", "nothing"),
        ("E.one.text.x", "nothing"),
        ("E['one'].x", "use.py::E.x"),
        ("E(1).x", "use.py::E.x"),
        ("next(iter(E)).x", "use.py::E.x"),
        ("N.one.x", "nothing"),
    ],
)
def test_members_of_enumerations(lead, use: str, expected: str) -> None:
    source = """\
import enum
from other import Enum
class E(enum.IntEnum):
    _n = 1
    one = 1
    two = enum.auto()
    three = one, two
    def __init__(self): self.text = ""
    def x(self): ...
    def f(self): ...
class N(Enum):
    one = 1
    def x(self): ...
"""
    assert lead(f"{source}{use}\n") == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("(await asyncio.wait_for(g(), 1)).x", "m.py::A.x"),
        ("(await asyncio.create_task(g())).x", "m.py::A.x"),
        ("asyncio.ensure_future(g()).result().x", "m.py::A.x"),
        ("(await asyncio.gather(g(), g()))[1].x", "m.py::A.x"),
        ("(await asyncio.gather(*[g() for _ in '12'])).pop().x", "m.py::A.x"),
        ("(await asyncio.gather(g(), return_exceptions=True))[0].x", "nothing"),
        ("(await asyncio.gather(g(), *other))[0].x", "nothing"),
        # A task has no such attribute.
        ("asyncio.create_task(g()).x", "nothing"),
        ("asyncio.create_task(g()).cancel", "external asyncio.Task.cancel"),
        ("asyncio.run(g()).x", "m.py::A.x"),
        ("loop.run_until_complete(g()).x", "m.py::A.x"),
        ("own.run_until_complete(g()).end", "use.py::Own.end"),
        ("(await asyncio.to_thread(A)).x", "m.py::A.x"),
        ("(await loop.run_in_executor(None, A, 1)).x", "m.py::A.x"),
        ("asyncio.run_coroutine_threadsafe(g(), 1).result().x", "m.py::A.x"),
        ("(await loop.create_connection(lambda: A(), 1))[1].x", "m.py::A.x"),
        ("(await loop.create_connection(A, 1))[0].x", "nothing"),
    ],
)
def test_tasks(lead, use: str, expected: str) -> None:
    source = (
        "import asyncio\nfrom m import A\nasync def g(): return A()\nclass Own:\n"
        "    end = 1\n    def run_until_complete(self, it): return self\nown = Own()\n"
    )
    name = use.rpartition(".")[2]
    assert lead(f"{source}async def f():\n    {use}\n", name) == expected


@pytest.mark.parametrize(
    "use",
    [
        "for v in itertools.chain(a, a): v.x",
        "for v in itertools.chain.from_iterable([a]): v.x",
        "for v in chain.from_iterable([a]): v.x",
        "for v in itertools.islice(a, 3): v.x",
        "for v in itertools.takewhile(bool, a): v.x",
        "for k, g in itertools.groupby(a, key=len):\n    for v in g: v.x",
        "for v in itertools.groupby(a, key=lambda v: v.x): ...",
        "for _, v in itertools.zip_longest([1], a): v.x",
        "for _, v in itertools.product([1], a): v.x",
        "for *_, v in itertools.combinations(a, 2): ...\nfor v, w in pairwise(a): w.x",
        "functools.reduce(len, a).x",
        "heapq.heappop(a).x",
        "heapq.nlargest(3, a)[0].x",
        "random.choice(a).x",
        "random.sample(a, k=2)[0].x",
        "with contextlib.closing(A()) as v: v.x",
        "for v in tqdm(a, leave=False): v.x",
        "first, *rest = a\nrest[0].x",
        "map(lambda v: v.x, a)",
        "for v in filter(lambda v: v.x, a): ...",
        "for v in map(lambda n: A(), '12'): v.x",
        "make = lambda: A()\nmake().x",
        "many = defaultdict(lambda: A())\nmany['a'].x",
        "(a + a)[0].x",
        "getattr(Box(), 'a').x",
        "getattr(Box(), 'a', None).x",
        "getattr(Box(), 'a', A()).x",
    ],
)
def test_what_the_standard_library_makes_of_what_it_is_given(lead, use: str) -> None:
    source = """\
import contextlib, functools, heapq, itertools, random
from collections import defaultdict
from itertools import chain, pairwise
from tqdm.auto import tqdm
from m import A
class Box: a = A()
def f() -> list[A]: ...
a = f()
"""
    assert lead(f"{source}{use}\n") == "m.py::A.x"


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("functools.reduce(B, a).x", "m.py::B.x"),
        ("functools.reduce(lambda v, w: B(), a).x", "m.py::B.x"),
        ("for v, w in zip(a, *several): v.x", "m.py::A.x"),
        # The number of what a star stands for is not known.
        ("for v, w in zip(*several, a): w.x", "nothing"),
        ("for v in zip(*several, a): v[1].x", "nothing"),
    ],
)
def test_what_is_made_of_elements(lead, use: str, expected: str) -> None:
    source = "import functools\nfrom m import A, B\na = [A()]\nseveral = [[B()]]\n"
    assert lead(f"{source}{use}\n") == expected


def test_super_of_a_mixin_asks_the_class_behind_it_in_the_object(lead) -> None:
    source = """\
from m import A
class Base:
    def get(self): return A()
class Mixin:
    def get(self): return super().get()
class Both(Mixin, Base): ...
"""
    assert lead(f"{source}Both().get().x\n") == "m.py::A.x"
    assert lead(f"{source}Mixin().get().x\n") == "nothing"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if issubclass(c, A):\n        c.x", "m.py::A.x"),
        ("if issubclass(c, A):\n        c().x", "m.py::A.x"),
        ("if not issubclass(c, A):\n        return\n    c.x", "m.py::A.x"),
        ("if not issubclass(c, A):\n        c.x", "nothing"),
        ("if issubclass(*c):\n        c.x", "nothing"),
    ],
)
def test_classes_that_are_below_others(lead, body: str, expected: str) -> None:
    assert lead(f"from m import A\ndef f(c):\n    {body}\n") == expected


@pytest.mark.parametrize(
    ("above", "own", "expected"),
    [
        ("@property\n        def a(self) -> A: ...", "self.a = a", "m.py::A.x"),
        ("a: A", "self.a = a", "m.py::A.x"),
        ("a: A", "self.a = B()", "m.py::B.x"),
        ("a: A", "self.a = B() if a else a", "m.py::A.x"),
        ("def a(self) -> A: ...", "self.a = a", "nothing"),
        ("a = A()", "self.a = a", "nothing"),
    ],
)
def test_attributes_that_a_class_above_declares(
    lead, above: str, own: str, expected: str
) -> None:
    source = f"""\
    from typing import Generic
    from m import A, B, T
    class Base:
        {above}
    class Middle(Generic[T], Base): ...
    class C(Middle):
        def __init__(self, a):
            {own}
        def use(self):
            self.a.x
    """
    assert lead(source) == expected


def test_what_a_class_body_has_in_the_place_of_a_property(lead) -> None:
    source = """\
    from m import A
    class Base:
        @property
        def a(self) -> A: ...
    class C(Base):
        a = None
    C().a.x
    """
    assert lead(source) == "nothing"


@pytest.mark.parametrize(
    ("above", "body", "expected"),
    [
        ("@property\n    def x(self): ...", "", "b.py::Base.x"),
        ("def __init__(self): self.x = 1", "", "use.py::C.x"),
        ("x = 1", "", "use.py::C.x"),
        ("def x(self): ...", "", "use.py::C.x"),
        # What the class has itself comes first.
        ("@property\n    def x(self): ...", "x = 1", "use.py::C.x"),
        ("@property\n    def x(self): ...", "__slots__ = ('x',)", "use.py::C.x"),
    ],
)
@pytest.mark.parametrize("use", ["self.x", "self.x = 1", "C().x"])
def test_properties_get_what_methods_below_assign(
    lead, above: str, body: str, expected: str, use: str
) -> None:
    source = f"""\
from b import Middle
class C(Middle):
    {body}
    def __init__(self):
        self.x = 1
    def use(self):
        {use}
"""
    files = {"b": f"class Base:\n    {above}\nclass Middle(Base): ...\n"}
    assert lead(source, **files) == expected


@pytest.mark.parametrize("base", ["asyncio.Protocol", "logging.Handler"])
def test_classes_behind_those_that_python_brings_along(lead, base: str) -> None:
    module = base.partition(".")[0]
    source = f"import {module}\nfrom m import A\nclass C({base}, A): ...\nC().x\n"
    assert lead(source) == "m.py::A.x"


def test_attributes_that_the_stub_of_a_class_has(tmp_path: Path) -> None:
    texts = {
        "m.py": "class A:\n    def __getattr__(self, name): ...\nclass B(A): ...\n",
        "m.pyi": "class C:\n    y: int\nclass A:\n    x: C\nclass B(A): ...\n",
        "use.py": "from m import B\nB().x.y\n",
    }
    tree = Tree(tmp_path, texts)
    assert tree.lead("use.py", "x") == "m.pyi::A.x"
    assert tree.lead("use.py", "y") == "m.pyi::C.y"


@pytest.mark.parametrize(
    ("function", "use", "expected"),
    [
        ("def f(n, a: T) -> T: ...", "f(1, Sub()).x", "Sub"),
        ("def f(n, a: T) -> T: ...", "f(1, a=Sub()).x", "Sub"),
        ("def f(n, *, a: T) -> T: ...", "f(1, a=Sub()).x", "Sub"),
        ("def f(n, a: T) -> T: ...", "f(*n, Sub()).x", "Sub?"),
        ("def f(a: T) -> T: ...", "f(n).x", "Sub?"),
        ("def f(a: T) -> T: ...", "f(n).rare", "Sub.rare?"),
        ("def f() -> T: ...", "f().x", "A"),
        ("def f(a: type[T]) -> T: ...", "f(Sub).x", "Sub"),
        ("def f(a: type[T]) -> type[T]: ...", "f(Sub).x", "Sub"),
        ("def f(a: type[T] | None = None) -> T | None: ...", "f(Sub).x", "Sub"),
        ("def f(a: T | str) -> T: ...", "f(Sub() if n else '').x", "Sub"),
        ("def f(a: list[T]) -> T: ...", "f([Sub()]).x", "Sub"),
        ("def f(a: Iterable[T]) -> list[T]: ...", "f([Sub()])[0].x", "Sub"),
        ("def f(a: Iterable[T]) -> T: ...", "f(Many()).x", "Sub"),
        ("def f(a: Callable[[], T]) -> T: ...", "f(make).x", "Sub"),
        ("def f(a: Box[T]) -> T: ...", "def g(b: Box[Sub]): f(b).x", "Sub"),
        ("def f(a: Box[T]) -> T: ...", "def g(b: Box): f(b).x", "Sub?"),
        ("async def f(a: T) -> T: ...", "async def g(): (await f(Sub())).x", "Sub"),
        (
            (
                "@overload\ndef f(a: type[T]) -> T: ...\n@overload\n"
                "def f(a: int) -> B: ...\ndef f(a): ..."
            ),
            "f(Sub).rare",
            "Sub.rare",
        ),
        ("def f(a: 'list[T]') -> 'T': ...", "f([Sub()]).x", "Sub"),
        (
            (
                "@overload\ndef f(a, *, b: 'T') -> 'Box[T]': ...\n@overload\n"
                "def f(a) -> 'B': ...\ndef f(a, **kw): ..."
            ),
            "f(1).x",
            "B",
        ),
        ("class C:\n    def f(self, a: T) -> T: ...", "C().f(Sub()).x", "Sub"),
        ("class C:\n    def f(self, a: T) -> T: ...", "C.f(C(), Sub()).x", ""),
        (
            (
                "class C:\n    def f(self, a: T) -> T: ...\n"
                "    def g(self): self.a = self.f(Sub())"
            ),
            "C().a.x",
            "Sub",
        ),
    ],
)
@pytest.mark.parametrize("new", [False, True])
def test_arguments_say_what_type_variables_are(
    tmp_path: Path, function: str, use: str, expected: str, new: bool
) -> None:
    defined = (
        "from typing import Callable, Generic, Iterable, Iterator\n"
        "from typing import TypeVar, overload\n"
        "from m import A, B\nT = TypeVar('T', bound=A)\n"
        "class Sub(A):\n    x = 1\n    rare = 1\n"
        "class Box(Generic[T]): ...\n"
        "class Many:\n    def __iter__(self) -> Iterator[Sub]: ...\n"
        f"def make() -> Sub: ...\n{function}\n"
    )
    if new:
        defined = defined.replace("T = TypeVar('T', bound=A)", "")
        defined = defined.replace("(Generic[T])", "[T: A]")
        defined = defined.replace("def f(", "def f[T: A](")
    names = "Box, C, Many, Sub, f, make" if "C()" in use else "Box, Many, Sub, f, make"
    names = names.replace(" f,", "") if "C()" in use else names
    files = {"m.py": TARGET, "d.py": defined}
    files["use.py"] = f"from d import {names}\n{use}\n"
    code = surveyed(tmp_path / "tree", files)
    rows = [row for row in code.store.references("use.py") if row is not None]
    found = [
        row.qualname.removesuffix(".x") + "?" * row.by_name
        for row in rows
        if row.qualname.endswith((".x", ".rare")) and row.kind == "attribute"
    ]
    assert found == ([expected] if expected else []), rows


SIGNATURES = """\
from collections.abc import Callable, Sequence
from typing import Literal, ParamSpec, TypeVar, overload
P = ParamSpec("P")
R = TypeVar("R")
from m import A, B
class Sub(A): ...
class Reader(A):
    @overload
    def take(self, one: int) -> A: ...
    @overload
    def take(self, one: str) -> B: ...
@overload
def kind(of: Literal["a", "one"]) -> A: ...
@overload
def kind(of: Literal["b"]) -> B: ...
@overload
def kind(of: int, *, many: Literal[True]) -> list[A]: ...
@overload
def coded(of: Literal[200, "a b"]) -> A: ...
@overload
def coded(of: Literal[404, "c d", 1]) -> B: ...
@overload
def plain(of: str) -> A: ...
@overload
def plain(of: int | A) -> B: ...
@overload
def plain(of: Sequence[A]) -> Reader: ...
@overload
def same(of: str) -> A: ...
@overload
def same(of: int) -> Sub: ...
@overload
def only(of: int) -> A: ...
def only(of): ...
@overload
def deco(of: Callable[P, R]) -> A: ...
@overload
def deco(of: None = None) -> Callable[[Callable[P, R]], B]: ...
def make(): return 1
class Deco:
    @overload
    def __call__(self, of: Callable[P, R]) -> A: ...
    @overload
    def __call__(self, of: None = None) -> Callable[[Callable[P, R]], B]: ...
class Below(Deco): ...
class Other:
    def __call__(self, of: Callable[P, R]) -> B: ...
@overload
def decos(many: bool = False) -> Deco: ...
@overload
def decos(many: str = "") -> Below: ...
@overload
def others(many: bool = False) -> Deco: ...
@overload
def others(many: str = "") -> Other: ...
@overload
def some() -> A: ...
@overload
def some(of, *, more: int = 0) -> B: ...
@overload
def some(*several: str) -> A: ...
@overload
def none(of: None) -> A: ...
@overload
def none(of: str) -> B: ...
"""


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("kind('a').x", "A"),
        ("kind(of='one').x", "A"),
        ("kind('b').x", "B"),
        ("kind(1, many=True)[0].x", "A"),
        ("kind(given).x", "A? B?"),
        ("coded(1).x", "B"),
        # Only their types are kept.
        ("coded(404).x", "A? B?"),
        ("coded('c d').x", "A? B?"),
        ("plain('a b').x", "A"),
        ("plain(1).x", "B"),
        ("plain(A()).x", "B"),
        ("plain(Sub()).x", "B"),
        ("plain(given).x", "A? B?"),
        ("def f(of: int): plain(of).x", "B"),
        ("Reader().take('a b').x", "B"),
        ("Reader().take(of).x", "A? B?"),
        # Whichever is meant, it is the same attribute.
        ("same(given).x", "A"),
        # It has but one, whatever that is given.
        ("only('a b').x", "A"),
        ("none(None).x", "A"),
        ("none('a').x", "B"),
        ("@deco\ndef f(): ...\nf.x", "A"),
        ("deco(make).x", "A"),
        ("deco(of=None)(make).x", "B"),
        ("held = Deco()\nheld(make).x", "A"),
        ("held = Deco()\nheld()(make).x", "B"),
        # Whichever makes it, it is called the same.
        ("@decos()\ndef f(): ...\nf.x", "A"),
        ("@decos(given)\n@Other()\ndef f(): ...\nf.x", "A"),
        ("others(given)(make).x", "A? B?"),
        ("some('a', 'b', 'c').x", "A"),
        ("some('a').x", "A? B?"),
        ("some(more=1).x", "B"),
    ],
)
@pytest.mark.parametrize("inside", [False, True])
def test_arguments_choose_a_signature(
    tmp_path: Path, use: str, expected: str, inside: bool
) -> None:
    names = "A, B, Deco, Other, Reader, Sub, coded, deco, decos, kind, make, none"
    names += ", only, others, plain, same, some"
    start = SIGNATURES if inside else f"from d import {names}\n"
    files = {"m.py": TARGET, "d.py": SIGNATURES}
    files["use.py"] = f"{start}from other import given\n{use}\n"
    code = surveyed(tmp_path / "tree", files)
    row = list(filter(None, code.store.references("use.py")))[-1]
    found = [
        one.qualname.removesuffix(".x") + "?" * one.by_name for one in (row, *row.more)
    ]
    assert " ".join(found) == expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("hashlib.new('md5').digest()", []),
        ("new('md5').digest()", []),
        ("email.message_from_string('').digest()", []),
        ("email.message_from_string('', m.Sum).digest()", ["m.py"]),
        ("h = hashlib.new('md5'); h.update(b''); h.digest()", []),
        ("class C:\n    def f(self): self.h = new('md5'); self.h.digest()", []),
        ("h = new('md5') if made else m.Sum(); h.digest()", ["m.py"]),
        # It may give back what it was given.
        ("functools.reduce(f, made).digest()", ["m.py"]),
        ("other.new('md5').digest()", ["m.py"]),
    ],
)
def test_what_python_itself_gives_is_nothing_of_the_tree(
    tmp_path: Path, use: str, expected: list[str]
) -> None:
    start = "import email, functools, hashlib, m, other\nfrom hashlib import new\n"
    files = {"m.py": "class Sum:\n    def digest(self): ...\n"}
    files["use.py"] = f"{start}from other import made\n{use}\n"
    code = surveyed(tmp_path / "tree", files)
    rows = [row for row in code.store.references("use.py") if row is not None]
    assert [row.path for row in rows if row.qualname == "Sum.digest"] == expected
    assert not [row for row in rows if "()" in row.qualname]


ABOVE = """\
from m import A
class Base:
    def f(self, a: A, b: int, c: A = None) -> None: ...
    def __init__(self, a: A) -> None: ...
class Between(Base):
    def f(self, a, b, c=None) -> None: ...
"""


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("def f(self, a): a.x", "m.py::A.x"),
        ("def f(self, *, a): a.x", "m.py::A.x"),
        ("async def f(self, a, more=1): a.x", "m.py::A.x"),
        ("def f(self, a):\n        self.a = a\n        self.a.x", "m.py::A.x"),
        ("def f(self, a): a.again().x", "m.py::A.x"),
        ("def f(self, a): a = 1; a.x", "nothing"),
        ("def f(self, a: B): a.x", "m.py::B.x"),
        ("def f(self, other): other.x", "nothing"),
        ("def g(self, a): a.x", "nothing"),
        # What is called by its own name need not be called as the one above.
        ("def __init__(self, a): a.x", "nothing"),
        ("def f(self, a):\n        def g(a): a.x\n        return g", "nothing"),
    ],
)
@pytest.mark.parametrize("base", ["Base", "Between"])
def test_parameters_of_what_overrides(
    lead, method: str, expected: str, base: str
) -> None:
    source = "from above import *\nfrom m import B\ndef typed() -> None: ...\n"
    source += f"class Sub({base}):\n    {method}\n"
    found = lead(source.replace("        return g\n", ""), above=ABOVE)
    assert found == expected


def test_parameters_of_what_overrides_something_outside(lead) -> None:
    source = (
        "from above import Base\nfrom outside import Other\n"
        "class Sub({}):\n    def f(self, a) -> None: a.x\n"
    )
    assert lead(source.format("Base, Other"), above=ABOVE) == "m.py::A.x"
    assert lead(source.format("Other, Base"), above=ABOVE) == "nothing"


def test_parameters_with_type_variables_of_the_class_above(lead) -> None:
    above = """\
    from typing import Generic, TypeVar
    T = TypeVar("T")
    class Base(Generic[T]):
        def f(self, value: T) -> None: ...
    """
    source = "from above import Base\nfrom m import A\nclass Sub(Base[A]):\n"
    source += "    def f(self, value) -> None: value.x\n"
    assert lead(source, above=above) == "m.py::A.x"


@pytest.mark.parametrize(
    ("own", "expected"),
    [("a, b: int", "m.py::A.x"), ("a, b", "nothing"), ("a, *, b: int", "m.py::A.x")],
)
def test_parameters_are_asked_for_in_files_with_annotations(
    lead, own: str, expected: str
) -> None:
    source = f"from above import Base\nclass Sub(Base):\n    def f(self, {own}): a.x\n"
    assert lead(source, above=ABOVE) == expected


def test_what_a_function_imports_for_its_module(lead) -> None:
    flat = (
        "A = None\nm = None\ndef start():\n    global A, m\n"
        "    from m import A\n    import m\n"
    )
    use = "from flat import A, m\nclass C(A):\n    def f(self): self.x\n"
    assert lead(use, flat=flat) == "m.py::A.x"
    assert lead("import flat\nflat.A().again().x\n", flat=flat) == "m.py::A.x"
    assert lead("import flat\nflat.m.A.x\n", flat=flat) == "m.py::A.x"


@pytest.mark.parametrize(
    ("base", "use", "expected"),
    [
        ("web.App", "self.app.go()", [("get", True)]),
        ("other.App", "self.app.go()", []),
        ("web.App", "web.app.go()", []),
    ],
)
def test_what_a_framework_hands_its_classes(
    tmp_path: Path, base: str, use: str, expected: list[tuple[str, bool]]
) -> None:
    files = {
        "app.py": f"import other, web\nclass App({base}):\n    def go(self): ...\n",
        "page.py": f"import web\nclass P(web.Page):\n    def get(self): {use}\n",
    }
    uses = surveyed(tmp_path / "tree", files).incoming_uses("app.py")
    assert [(use.around.rpartition(".")[2], use.by_name) for use in uses] == expected


def test_what_sqlalchemy_maps_is_taken_by_the_constructor(lead) -> None:
    models = """\
        from sqlalchemy.orm import (
            DeclarativeBase, as_declarative, declarative_base, relationship)
        import sqlalchemy as sa
        from outside import base_of, field
        Base = declarative_base()
        class New(DeclarativeBase): ...
        class A(Base):
            a = sa.Column(sa.String)
            many = relationship("B")
            other = field()
            plain = 1
        class B(New):
            b = sa.Column(sa.String)
        class C(base_of("c")):
            c = sa.Column(sa.String)
        def versioned(name):
            @as_declarative(metadata=Base.metadata)
            class Versioned: ...
            return Versioned
        OwnBase = versioned("e")
        class E(OwnBase):
            e = sa.Column(sa.String)
        class D(Base):
            d = sa.Column(sa.String)
            def __init__(self, **more): ...
            def __call__(self): ...
        """
    models = textwrap.dedent(models)

    def keyword(cls: str, name: str) -> str:
        use = f"from models import A, B, C, D, E\n{cls}({name}=1)\n"
        return lead(use, name, models=models)

    assert keyword("A", "a") == "models.py::A.a"
    assert keyword("A", "many") == "models.py::A.many"
    assert keyword("B", "b") == "models.py::B.b"
    assert keyword("C", "c") == "models.py::C.c"
    assert keyword("E", "e") == "models.py::E.e"
    for cls, name in [("A", "other"), ("A", "plain"), ("A()", "a"), ("D", "d")]:
        assert keyword(cls, name) == "nothing", name


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("A() if c else other.d", "nothing"),
        ("A() if c else d", "nothing"),
        ("A() if c else None", "m.py::A.x"),
        ("A() if c else B()", "m.py::A.x, m.py::B.x"),
        ("A() if c else other.D()", "m.py::A.x"),
        ("A if c else other.D", "m.py::A.x"),
    ],
)
@pytest.mark.parametrize(
    "use",
    [
        "def f(c):\n    v = {}\n    v.x\n",
        "def f(c):\n    return {}\nf(1).x\n",
        "class F:\n    def f(self, c):\n        self.v = {}\n        self.v.x\n",
    ],
)
def test_a_name_of_another_project_may_be_anything(
    lead, use: str, value: str, expected: str
) -> None:
    start = "import other\nfrom m import A, B\nfrom other import d\n"
    assert lead(start + use.format(value)) == expected


def test_what_may_be_anything_leads_by_its_name(tmp_path: Path) -> None:
    use = "import b, m\ndef f(c):\n    x = m.A() if c else b.d\n    x.again()\n"
    uses = surveyed(tmp_path / "tree", {"m.py": TARGET, "use.py": use}).incoming_uses(
        "m.py"
    )
    found = {use.qualname: use.by_name for use in uses}
    assert found == {"A": False, "A.again": True}


BOX = """\
from dataclasses import dataclass, field
from pydantic import BaseModel
from typing import Callable, ClassVar, Generic, TypeVar
from m import A, B
T = TypeVar("T", bound=A)
U = TypeVar("U")
class Base(Generic[T]):
    def get(self) -> T: ...
class Box(Base[T]):
    def __init__(self, item: T | None = None, *, several: list[T] = ()):
        self.item = item
class Sub(Box[T]): ...
class Pair(Generic[T, U]):
    def __init__(self, cls: type[T], make: Callable[[], U]) -> None: ...
    def one(self) -> T: ...
    def other(self) -> U: ...
class New[V]:
    def __init__(self, item: V): self.item = item
class Of[V]:
    def __init__(self, cls: type[V]): ...
    def get(self) -> V: ...
class Below[W](Of[W]): ...
class Counted:
    made: int
@dataclass
class Data(Counted, Generic[T, U]):
    total: ClassVar[int]
    count: int
    item: T
    more: list[U] = field(default_factory=list)
@dataclass
class Wider(Data[T, U]):
    last: T | None = None
class Model(BaseModel, Generic[U]):
    item: U
def make() -> B: ...
def unknown(): return x
"""


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("Box(B()).get()", "m.py::B.x"),
        ("Box(item=B()).item", "m.py::B.x"),
        ("Box(several=[B()]).get()", "m.py::B.x"),
        ("Box().get()", "m.py::A.x"),
        ("Box(None).get()", "m.py::A.x"),
        ("Box(unknown()).get()", "m.py::A.x"),
        ("Box(B() if make else A()).get()", "m.py::B.x, m.py::A.x"),
        ("Sub(B()).get()", "m.py::B.x"),
        ("Pair(B, make).one()", "m.py::B.x"),
        ("Pair(A, make).other()", "m.py::B.x"),
        ("New(B()).item", "m.py::B.x"),
        ("New(1).item", "nothing"),
        ("Of(B).get()", "m.py::B.x"),
        ("Below(B).get()", "m.py::B.x"),
        ("Data(1, B()).item", "m.py::B.x"),
        ("Data(1, item=B()).item", "m.py::B.x"),
        ("Data(1, B(), [A()]).more[0]", "m.py::A.x"),
        ("Data(1, unknown()).item", "m.py::A.x"),
        ("Wider(1, B()).item", "m.py::B.x"),
        ("Wider(1, last=B()).last", "m.py::B.x"),
        ("Model(item=B()).item", "m.py::B.x"),
        ("Model(unknown()).item", "nothing"),
        ("Model(B()).item", "nothing"),
    ],
)
def test_type_arguments_that_a_constructor_is_given(
    lead, made: str, expected: str
) -> None:
    start = "from m import A, B\nfrom box import *\n"
    assert lead(f"{start}{made}.x\n", box=BOX) == expected
    assert lead(f"{start}v = {made}\nv.x\n", box=BOX) == expected
    assert lead(f"{BOX}{made}.x\n") == expected


def test_declared_type_arguments_come_before_given_ones(lead) -> None:
    use = "from m import A, B\nfrom box import Box\nv: Box[A] = Box(B())\nv.get().x\n"
    assert lead(use, box=BOX) == "m.py::A.x"
