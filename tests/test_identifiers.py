"""What identifiers mean, first within a file and then over a tree."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

import astroid
import pytest
from astroid import nodes
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.python.identifiers.bindings import BindingWalk
from sphinxcontrib_kwindex.analysis.python.identifiers.resolve_names import references
from sphinxcontrib_kwindex.analysis.python.module_facts import parse
from sphinxcontrib_kwindex.links.expressions.expression_targets import (
    IdentifierResolver,
)
from sphinxcontrib_kwindex.links.imports.import_resolver import ImportResolver
from sphinxcontrib_kwindex.links.places import External, Parameter, Target
from sphinxcontrib_kwindex.model.references import References, packed

PACKAGE = Path(__file__).parents[1] / "sphinxcontrib_kwindex"


def read(text: str) -> References:
    facts = analyse("m.py", text.encode())
    assert facts.problem is None
    return references(BindingWalk(parse(text), text), facts.definitions)


def said(source: str, *, local: bool = False) -> list[str]:
    """Return each reference of a source as its line, identifier and meaning."""
    text = textwrap.dedent(source)
    lines = text.split("\n")
    found = read(text)
    return [
        f"{line} {lines[line - 1][column : column + length]}: " + meaning(found, spec)
        for line, column, length, spec, _ in found.iterate()
        if (found.specs[spec].kind == "local") is local
    ]


def meaning(found: References, number: int) -> str:
    """Return a spec and its parts as text."""
    if number < 0:
        return "?"
    kind, base, steps, parts = found.specs[number]
    inner = [" | ".join(meaning(found, part) for part in parts)] if parts else []
    return " ".join(
        [kind, *filter(None, [base]), *(f"({one})" for one in inner), *steps]
    )


def of_name(source: str, name: str, *, local: bool = False) -> list[str]:
    """Return what `name` means, at each place where it means something."""
    return [
        f"{line.partition(' ')[0]} {line.partition(': ')[2]}"
        for line in said(source, local=local)
        if line.partition(":")[0].split(" ")[1] == name
    ]


# Scopes


def test_name_defined_later() -> None:
    assert said("def f():\n    return g()\ndef g(): pass\n") == ["2 g: def g"]


def test_stores_at_the_definition_are_left_out() -> None:
    assert said("x = 1\nx = 2\nx += x\n") == ["2 x: def x", "3 x: def x", "3 x: def x"]


def test_what_is_only_annotated_is_no_other_of_its_name() -> None:
    source = """\
    def repr(x): ...
    class C:
        repr: int
        open: repr
        def f(self):
            return repr, open
    """
    assert said(source) == [
        "3 int: builtin int",
        "4 repr: def repr",
        "6 repr: def repr",
        "6 open: builtin open",
    ]


def test_parameters_and_locals_shadow() -> None:
    source = """\
    x = y = z = v = w = 1
    def f(x, *y, z=z, **v):
        w = 1
        return x, y, z, v, w
    """
    assert said(source) == ["2 z: def z"]


def test_local_names_lead_to_the_line_where_they_get_their_value() -> None:
    source = """\
    def f(x, *y, z=1, **v):
        w = 1
        twice = 1
        twice = 2
        def inner():
            nonlocal w2
            return x, w
        w2 = 3
        for one, other in y:
            print([one + n for n in z], other, twice, w2, v)
        with open(x) as file:
            return file
    class C:
        def m(self, x):
            return self, lambda x: x
    """
    assert said(source, local=True) == [
        "6 w2: local 8 variable w2",
        "7 x: local 1 parameter x",
        "7 w: local 2 variable w",
        "9 y: local 1 parameter y",
        "10 one: local 9 variable one",
        "10 n: local 10 variable n",
        "10 z: local 1 parameter z",
        "10 other: local 9 variable other",
        "10 twice: local 4 variable twice",
        "10 w2: local 8 variable w2",
        "10 v: local 1 parameter v",
        "11 x: local 1 parameter x",
        "12 file: local 11 variable file",
        "15 self: local 14 parameter self",
        "15 x: local 15 parameter x",
    ]


def test_local_names_of_other_kinds() -> None:
    source = """\
    def f(a):
        global g
        g = a
        try:
            pass
        except E as exc:
            print(exc)
        match a:
            case [first, *rest] if first:
                print(rest)
        del a
        if (n := 3):
            return g, n
    """
    assert said(source, local=True) == [
        "3 a: local 1 parameter a",
        "7 exc: local 6 variable exc",
        "8 a: local 1 parameter a",
        "9 first: local 9 variable first",
        "10 rest: local 9 variable rest",
        "11 a: local 1 parameter a",
        "13 n: local 12 variable n",
    ]


def test_lambda() -> None:
    assert said("x = y = 1\nf = lambda x, z=x: (x, y, z)\n") == [
        "2 x: def x",
        "2 y: def y",
    ]


def test_class_scope_is_not_seen_in_functions() -> None:
    source = """\
    x = 1
    class C:
        x = x
        y = x
        def f(self, a=x) -> x:
            return x
        g = lambda: x
    """
    assert said(source) == [
        "3 x: def x",
        "4 x: def C.x",
        "5 x: def C.x",
        "5 x: def C.x",
        "6 x: def x",
        "7 x: def x",
    ]


def test_class_body_sees_what_is_bound_so_far() -> None:
    source = """\
    def list(): pass
    class C:
        a: list
        def list(self): pass
        b: list
        del list
        c: list
    """
    assert of_name(source, "list") == [
        "3 def list",
        "5 def C.list",
        "6 def C.list",
        "7 def list",
    ]


def test_comprehensions() -> None:
    source = """\
    x = xs = 1
    class C:
        xs = 1
        a = [x for x in xs if x]
        b = {x: xs for _ in xs}
        c = [x for y in x for x in y]
        d = [(lambda: xs)() for y in xs]
    print([x for x in x], x)
    """
    assert said(source) == [
        "4 xs: def C.xs",
        "5 x: def x",
        "5 xs: def xs",
        "5 xs: def C.xs",
        "6 x: def x",
        "7 xs: def xs",
        "7 xs: def C.xs",
        "8 print: builtin print",
        "8 x: def x",
        "8 x: def x",
    ]


def test_walrus_in_a_comprehension_binds_outside() -> None:
    source = """\
    any((x := y) for y in [])
    x
    def f():
        any((x := y) for y in [])
        return x
    """
    assert of_name(source, "x") == ["2 def x"]


@pytest.mark.parametrize(
    ("test", "inside", "behind"),
    [
        ("a and (m := f())", "4", "2,4"),
        ("(m := f()) and a", "4", "4"),
        ("a or (m := f())", "2,4", "2,4"),
        ("not (a and (b and (m := f())))", "2,4", "2,4"),
        ("any((m := f()) for _ in a)", "2,4", "2,4"),
        ("((m := f()) if a else b)", "2,4", "2,4"),
        ("((m := f()) if a else (m := b))", "4", "4"),
        ("(m := f()) if a else (a and (m := b))", "2,4", "2,4"),
    ],
)
def test_walrus_that_may_not_be_evaluated(test: str, inside: str, behind: str) -> None:
    source = f"""\
    def g(a, b, f):
        m = f
        while b:
            if {test}:
                m
            m
            return m
    """
    assert of_name(source, "m", local=True) == [
        f"5 local {inside} variable m",
        f"6 local {behind} variable m",
        f"7 local {behind} variable m",
    ]


def test_walrus_behind_a_test() -> None:
    source = """\
    def g(a, f):
        m = f
        if not (a and (m := f())):
            return m
        m
        assert a or not (m := f()), m
        m
        while a and (m := f()):
            m
        return m
    """
    assert of_name(source, "m", local=True) == [
        "4 local 2,3 variable m",
        "5 local 3 variable m",
        "6 local 3,6 variable m",
        "7 local 3,6 variable m",
        "9 local 8 variable m",
        "10 local 3,6,8 variable m",
    ]


def test_global_and_nonlocal() -> None:
    source = """\
    x = 1
    def f():
        global x
        x = 2
        def x_again():
            return x
        class C:
            x = x
    def g():
        x = 1
        def h():
            nonlocal x
            x = 2
            return x
        return x
    """
    # The class body looks into `f`, which has no `x` of its own.
    assert of_name(source, "x") == ["3 def x", "4 def x", "6 def x", "8 def x"]


def test_except_as_with_and_for() -> None:
    source = """\
    e = 1
    try: pass
    except e as e: print(e)
    def f():
        with e as e: e
    def g():
        for e in []: e
    """
    assert of_name(source, "e") == ["3 def e"]


def test_match() -> None:
    source = """\
    class C: a = 1
    x = y = z = 1
    def f(v):
        match v:
            case C(a=x): return x
            case [y, *z]: return y, z
            case {"k": C.a, **x}: return x
            case C() as y: return y
    """
    assert said(source) == [
        "5 C: def C",
        "5 a: def C.a",
        "7 C: def C",
        "7 a: def C.a",
        "8 C: def C",
    ]


def test_decorators_defaults_annotations_and_bases_are_outside() -> None:
    source = """\
    class A: pass
    def d(v): return v
    @d
    class C(A, metaclass=A):
        A = d = 1
    @d
    def f(A: A = A, *d: A, k: A = A) -> A: ...
    """
    assert of_name(source, "A") == ["4 def A"] * 2 + ["7 def A"] * 6
    assert of_name(source, "d") == ["3 def d", "6 def d"]


def test_nested_functions_and_classes() -> None:
    source = """\
    def f():
        def g(): return g
        class C:
            def m(self): return self.m, C
        return g, C.m
    """
    assert said(source) == [
        "2 g: def f.<locals>.g",
        "4 m: def f.<locals>.C.m",
        "4 C: def f.<locals>.C",
        "5 g: def f.<locals>.g",
        "5 C: def f.<locals>.C",
        "5 m: def f.<locals>.C.m",
    ]


def test_what_is_bound_twice() -> None:
    source = """\
    from a import x, y
    x = x(1)
    def f(): return x, y, z
    try:
        from a import z
    except ImportError:
        z = None
    def y(): pass
    """
    assert of_name(source, "x")[1:] == ["2 module a x", "3 def x"]
    assert of_name(source, "y")[1:] == ["3 def y"]
    assert of_name(source, "z")[0] == "3 either (module a z | def z)"


def test_local_imports_with_something_in_their_place() -> None:
    source = """\
    def f():
        try:
            from a import b
        except ImportError:
            b = None
        b.c
    """
    assert of_name(source, "b") == ["3 module a b", "6 module a b"]
    assert of_name(source, "c") == ["6 module a b c"]


def test_class_of_the_name_of_its_import() -> None:
    source = """\
    from a import C
    class C(C):
        x = C
    C
    """
    assert of_name(source, "C")[1:] == ["2 module a C", "3 module a C", "4 def C"]


def test_conditional_definitions_are_one() -> None:
    source = "if len:\n    def f(): pass\nelse:\n    def f(): pass\nf\n"
    assert said(source) == ["1 len: builtin len", "5 f: def f"]


def test_deleted_names() -> None:
    # The project's builtins may have it.
    assert said("x = 1\ndel x\nx\n") == ["2 x: def x", "3 x: star x"]
    assert said("x = 1\ndef f():\n    x = 1\n    del x\n    x\n") == []


def test_type_parameters() -> None:
    source = """\
    T = B = 1
    class C[T: B](B[T]):
        x: T
        B = 1
        def f[U: B](self, u: U, t: T, b: B) -> B: return T, B
    type A[T] = B[T]
    A, T
    """
    assert of_name(source, "T") == ["7 def T"]
    assert of_name(source, "B") == ["2 def B"] * 2 + ["5 def C.B"] * 3 + [
        "5 def B",
        "6 def B",
    ]


def test_builtins_and_stars() -> None:
    assert said("len(unknown)\nstr.join\n") == [
        "1 len: builtin len",
        "1 unknown: star unknown",
        "2 str: builtin str",
        "2 join: builtin str join",
    ]
    assert said("from a import *\nlen, x.y\n") == [
        "1 a: module a",
        "2 len: star len",
        "2 x: star x",
        "2 y: star x y",
    ]


# Imports


def test_imports() -> None:
    source = """\
    import a.b, c as d  # import e
    from .f.g import (h,  # h
        i as j)
    from . import k; import l
    from m \\
        import n
    a.b.c, d, h, i, j, k.x
    """
    assert said(source) == [
        "1 a: module a",
        "1 b: module a.b",
        "1 c: module c",
        "1 d: module c",
        "2 f: module .f",
        "2 g: module .f.g",
        "2 h: module .f.g h",
        "3 i: module .f.g i",
        "3 j: module .f.g i",
        "4 k: module . k",
        "4 l: module l",
        "5 m: module m",
        "6 n: module m n",
        "7 a: module a",
        "7 b: module a b",
        "7 c: module a b c",
        "7 d: module c",
        "7 h: module .f.g h",
        "7 i: star i",
        "7 j: module .f.g i",
        "7 k: module . k",
        "7 x: module . k x",
    ]


# Members


def test_self_and_cls() -> None:
    source = """\
    class C:
        def f(self, other):
            self.x = self.y = other.x
            self.x = 2
            self.f, self.inherited, other.f
            (lambda: self.f, [self.f for _ in ()])
            def g(self): return self.f
        @classmethod
        def h(cls): return cls.f, cls().f, C.f, C().f
        @staticmethod
        def i(self): return self.f
        def j(self):
            self = None
            return self.f
        def __new__(cls): return cls.inherited
    """
    assert of_name(source, "f") == (
        ["5 def C.f", "5 member f"]
        + ["6 def C.f"] * 2
        + ["7 member f"]
        + ["9 def C.f"] * 4
        + ["11 member f", "14 member f"]
    )
    assert of_name(source, "x") == ["3 member x", "4 def C.x"]
    assert of_name(source, "inherited") == [
        "5 this C inherited",
        "15 this C __class__ inherited",
    ]


def test_super() -> None:
    source = """\
    class C(B):
        def f(self):
            super().f(), super(C, self).f(), super(B, self).f()
            def g(): return super().g
    def f(super): super().f()
    """
    assert of_name(source, "f") == ["3 super C f"] * 2 + ["3 member f", "5 member f"]
    assert of_name(source, "g") == ["4 super C g"]


def test_known_values() -> None:
    source = """\
    from a import A
    def f(a: A, b: "A", c: A | None, d: Optional[A], e: A | B, *g: A):
        x = A()
        y = A
        z = A() if a else 1
        z = 2
        a.m, b.m, c.m, d.m, e.m, g.m, x.m, y.m, z.m
        c = 1
    """
    assert of_name(source, "m") == [
        *["7 module a A () m"] * 4,
        "7 either (module a A () | star B ()) m",
        "7 generic (builtin tuple | module a A | builtin Ellipsis) () m",
        "7 module a A () m",
        "7 module a A m",
        "7 builtin int () m",
    ]


def values(source: str) -> dict[str, str]:
    found = read(textwrap.dedent(source))
    return {name: meaning(found, spec) for name, spec in found.values}


def test_values_of_definitions() -> None:
    source = """\
    from a import A
    one = A()
    two = A
    three = A(); three = 3
    class C:
        four: A
        five = A()
        six = A
        def __init__(self, x: A, y):
            self.seven = x
            self.eight = None
            self.nine = y
            self.ten: "A" = y
            self.eleven, b = A(), A()
        def set(self):
            self.eight = A()
        @property
        def twelve(self) -> A: ...
        @twelve.setter
        def twelve(self, value): ...
        def thirteen(self) -> "A": ...
        async def fourteen(self) -> A: ...
        @decorated
        def fifteen(self) -> A: ...
    """
    made = "module a A ()"
    assert values(source) == {
        "one": made,
        "two": "module a A",
        "three": "either (module a A () | builtin int ())",
        "C.four": made,
        "C.five": made,
        "C.six": "module a A",
        "C.seven": made,
        "C.eight": made,
        "C.ten": made,
        "C.eleven": made,
        "C.twelve": made,
        "C.thirteen": made,
        # Awaited; that it is `async` the definition says.
        "C.fourteen": made,
        "C.fifteen": f"decorated ({made} | star decorated ())",
        "C.fifteen(@)": (
            "called 0 (star decorated |"
            " generic (module typing Callable | ? | module a A () __class__) ())"
        ),
    }


def test_annotations_that_leave_the_type_to_the_value() -> None:
    source = """\
    import typing
    from typing import ClassVar, Final
    from a import A
    x: typing.Final = A()
    class C:
        y: ClassVar = A()
        def __init__(self):
            self.z: Final = A()
            z: Final = A()
            z.m
    """
    a = "module a A ()"
    assert values(source) == {"x": a, "C.y": a, "C.z": a}
    assert of_name(source, "m") == [f"10 {a} m"]


@pytest.mark.parametrize("cls", ["self.__class__", "type(self)"])
def test_instances_of_ones_own_class_made_of_something(cls: str) -> None:
    source = f"""\
    class C:
        owner = None
        def f(self, a: "C"):
            c = {cls}(a)
            c.owner = self
    """
    assert values(source)["C.owner"] == "this C"


def test_type_variables_that_stand_for_the_type_of_self() -> None:
    source = """\
    from typing import Optional, Type, TypeVar
    T = TypeVar("T", bound="C")
    class C:
        def a(self: T) -> Optional[T]: ...
        @classmethod
        def b(cls: Type[T]) -> T: ...
        def c(self: "C") -> T: ...
        def d(self: Type) -> Type: ...
        def e(self, other: T) -> T: ...
        def f(self: "T") -> T: ...
        @classmethod
        def g(cls: "Type[T]") -> "T": ...
        def h(metaclass_of_c: Type[T]) -> T: ...
    """
    variable = "def T ()"
    assert {name: what for name, what in values(source).items() if "." in name} == {
        "C.a": "this C",
        "C.b": "this C",
        "C.c": variable,
        "C.d": "module typing Type ()",
        "C.e": f"solved 0:other ({variable} | {variable})",
        "C.e(other)": variable,
        "C.f": "this C",
        "C.g": "this C",
        "C.h": "this C ()",
    }
    for name, what in {"T": "this C", "Base": "module m Base ()"}.items():
        source = (
            f"from m import {name}\nclass C:\n    def a(self: {name}) -> {name}: ...\n"
        )
        assert values(source)["C.a"] == what


def test_what_is_defined_by_itself() -> None:
    assert values("x = x\ny = z\nz = y\n") == {"y": "def z", "z": "def y"}
    assert said("def f():\n    x = x.a\n    return x.b\n") == [
        "2 a: member a",
        "3 b: member b",
    ]


def test_annotations_in_strings() -> None:
    source = """\
    import a
    x: "a.B | Dict[a.C]"
    y: Literal["a"]
    z: Annotated[a.D, "a"]
    """
    assert said(source)[1:] == [
        "2 a: module a",
        "2 B: module a B",
        "2 Dict: star Dict",
        "2 a: module a",
        "2 C: module a C",
        "3 Literal: star Literal",
        "4 Annotated: star Annotated",
        "4 a: module a",
        "4 D: module a D",
    ]


def roles(source: str) -> dict[str, str]:
    """Return the roles of the places of each identifier."""
    names = ["mention", "called", "decorator", "base", "annotation"]
    names += ["imported", "stored"]
    text = textwrap.dedent(source)
    lines = text.split("\n")
    found: dict[str, str] = {}
    for line, column, length, _, role in read(text).iterate():
        name = lines[line - 1][column : column + length]
        found[name] = f"{found.get(name, '')} {names[role]}".strip()
    return found


def test_a_class_with_type_arguments_is_called() -> None:
    source = """\
    import a
    a.Box[int](1)
    def f(): Pair[a.b.Key, int]()
    TABLE[a]()
    """
    assert roles(source) == {
        "a": "imported mention mention mention",
        "Box": "called",
        "int": "annotation annotation",
        "Pair": "called",
        "b": "mention",
        "Key": "annotation",
        "TABLE": "mention",
    }


def test_roles() -> None:
    source = """\
    import a
    from a import b as c, B, d, e, f
    @a.d(e)
    @c
    class C(a.B, Generic[f], metaclass=a.M):
        @e
        def m(self, x: a.X = f(), y: "list[a.Y]" = f):
            self.v = self.m(a.g.h()())
            self.v += 1
    """
    assert roles(source) == {
        "a": "imported imported" + " mention" * 6,
        "b": "imported",
        "c": "imported decorator",
        "B": "imported base",
        "Generic": "base",
        "d": "imported decorator",
        "e": "imported mention decorator",
        "f": "imported annotation called mention",
        "M": "mention",
        "X": "annotation",
        "list": "annotation",
        "Y": "annotation",
        "self": "mention mention mention",
        "v": "stored",
        "m": "called",
        "g": "mention",
        "h": "called",
    }


def test_lines_of_definitions_and_statements() -> None:
    source = """\
    @d(
        1)
    @d
    async def f(
        a,  # x
        b,
    ):
        # The body
        '''Doc'''
        if (a and
            b):
            x = [
              1]
        elif a: pass
        match a:
            case [1,
                  2]:
                pass
        try:
            pass
        except (A,
            B):
            pass
        class C:
            pass
    """
    found = read(textwrap.dedent(source))
    assert found.blocks == ((1, 25, "f"), (24, 25, "f.<locals>.C"))
    assert found.spans == ((1, 2), (4, 7), (10, 11), (12, 13), (16, 17), (21, 22))


# Ways


def locals_of(source: str, name: str) -> list[str]:
    """Return for each line that reads a local name the lines that bind it."""
    found = said(source, local=True)
    return [
        f"{line.split()[0]}: {line.split()[3]}"
        for line in found
        if line.split()[1] == f"{name}:"
    ]


def test_branches_that_reach_a_use() -> None:
    source = """\
    def f(a):
        if a:
            x = 1
        elif a.b:
            x = 2
            return x
        else:
            x = 3
        print(x)
        x = 4
        print(x)
        try:
            x = 5
            a()
        except E:
            print(x)
            raise
        else:
            x = 6
        finally:
            print(x)
        return x
    """
    assert locals_of(source, "x") == [
        "6: 5",
        "9: 3,8",
        "11: 10",
        "16: 10,13",
        "21: 10,13,19",
        "22: 19",
    ]


def test_handlers_that_end_reach_what_is_done_finally() -> None:
    source = """\
    def f(a):
        x = y = 1
        try:
            a()
        except E:
            x = 2
            return
        except F:
            x = 3
            x.a = x = 4
            raise
        else:
            y = 5
            y = a(6)
            return
        finally:
            print(x, y)
        return x, y
    """
    assert locals_of(source, "x")[-2:] == ["17: 2,6,9,10", "18: 2"]
    assert locals_of(source, "y")[-2:] == ["17: 2,13,14", "18: 2"]


def test_loops_that_reach_a_use() -> None:
    source = """\
    def f(a):
        x = 1
        for y in a:
            print(x, z)
            if y:
                x = 2
                continue
            if a:
                x = 3
                break
            x = z = 4
        else:
            print(x)
        print(x)
        while True:
            x = 5
            if x:
                break
        return x, y
    """
    assert locals_of(source, "x") == [
        "4: 2,6,11",
        "13: 2,6,11",
        "14: 2,6,9,11",
        "17: 16",
        "19: 16",
    ]
    assert locals_of(source, "z") == ["4: 11"]
    assert locals_of(source, "y") == ["5: 3", "19: 3"]


def test_exceptions_come_between_what_is_bound() -> None:
    source = """\
    def f(a):
        x = 1
        try:
            if a:
                x = 2
                raise E
            while True:
                x = 3
                a()
                x = 4
        except E:
            print(x)
        finally:
            print(x)
    """
    assert locals_of(source, "x") == ["12: 2,5,8,10", "14: 2,5,8,10"]


def test_what_earlier_turns_bound_is_there_behind_a_loop() -> None:
    source = """\
    def f(a):
        x = y = z = 1
        while True:
            if a:
                y = 2
            z = 3
            if a.b:
                break
            x = 4
            y = 5
            z = 6
        return x, y, z
    """
    assert locals_of(source, "x") == ["12: 2,9"]
    assert locals_of(source, "y") == ["12: 2,5,10"]
    assert locals_of(source, "z") == ["12: 6"]


def test_what_is_done_finally_is_done_before_a_loop_is_left() -> None:
    source = """\
    def f(a):
        x = y = 1
        for b in a:
            print(y)
            try:
                if b:
                    x = 2
                    break
                y = 3
                continue
            finally:
                x = y = 4
            x = 5
        return x
    """
    assert locals_of(source, "y") == ["4: 2,12"]
    assert locals_of(source, "x") == ["14: 2,12"]


def test_what_tests_say_of_a_value() -> None:
    source = """\
    from a import A, B
    def f(x, y, z: A):
        if isinstance(x, A) and x.m:
            x.m
        elif isinstance(x, (A, B)):
            x.m
        x.m
        if not isinstance(y, B):
            return
        y.m
        match z:
            case B():
                z.m
        z.m
        assert isinstance(z, B)
        z.m
    """
    a, b = "module a A () m", "module a B () m"
    assert of_name(source, "m") == [
        f"3 {a}",
        f"4 {a}",
        "6 either (module a A () | module a B ()) m",
        "7 member m",
        f"10 {b}",
        f"13 {b}",
        f"14 {a}",
        f"16 {b}",
    ]


def test_what_patterns_say_of_attributes() -> None:
    source = """\
    from a import A, B
    def f(x):
        match x.y:
            case A(b=(B() | None), c = c, d=A(e=e)):
                x.y.m
                c.m, e.m
        x.y.m
    """
    a = "module a A ()"
    assert of_name(source, "b") == [f"4 {a} b"]
    assert of_name(source, "c") == [f"4 {a} c"]
    assert of_name(source, "m") == [
        f"5 {a} m",
        f"6 {a} c m",
        f"6 {a} e m",
        "7 member m",
    ]


def test_others_may_use_astroid() -> None:
    # Literals have attributes of their classes then.
    astroid.extract_node("1")
    source = "from a import A, B\nif isinstance(x.a, (A, B)):\n    x.a.m\n"
    assert of_name(f"def f(x):\n{textwrap.indent(source, '    ')}", "m") == [
        "4 either (module a A () | module a B ()) m"
    ]


def test_what_tests_say_of_an_attribute() -> None:
    source = """\
    from a import A, B
    class C:
        def f(self, x, y):
            if isinstance(x.a, A) and x.a.m:
                x.a.m
                x.b.m
            elif isinstance(x.a.b, (A, B)):
                x.a.b.m
            x.a.m
            if not isinstance(self.a, B):
                return
            self.a.m
            y(self.a.m, x)
            self.a.m
            self.f(1)
            self.a.m
            assert isinstance(self.a, A)
            self.a = y
            self.a.m
            assert isinstance(x.a, A)
            y(x)
            x.a.m
            assert isinstance(x.a, A)
            for x in y:
                x.a.m
            assert isinstance(y.a, A)
            while y:
                y.a.m
                y.a = x
            assert isinstance(y.a, list)
            y.a.m
    """
    a, b = "module a A () m", "module a B () m"
    assert of_name(source, "m") == [
        f"4 {a}",
        f"5 {a}",
        "6 member m",
        "8 either (module a A () | module a B ()) m",
        "9 member m",
        f"12 {b}",
        f"13 {b}",
        f"14 {b}",
        "16 def C.a m",
        "19 def C.a m",
        *(f"{line} member m" for line in (22, 25, 28, 31)),
    ]


def test_what_tests_say_of_an_item() -> None:
    source = """\
    from a import A
    class C:
        def f(self, x, y, z):
            if isinstance(x[0], A) and isinstance(self.c["k"], A):
                x[0].m
                x[1].m
                self.c["k"].m
                self.c["k"] = y
                self.c["k"].m
            assert isinstance(x[-1].a[2], A)
            x[-1].a[2].m
            x[1].a[2].m
            x.pop()
            x[-1].a[2].m
            assert isinstance(y[0], A)
            y[z] = x
            y[0].m
            assert isinstance(y[0], A)
            del y[z]
            y[0].m
            assert isinstance(y[z], A)
            y[z].m
    """
    a, unknown = "module a A () m", "member m"
    assert of_name(source, "m") == [
        *(f"5 {a}", f"6 {unknown}", f"7 {a}", "9 this C c ['k'] m"),
        *(f"11 {a}", f"12 {unknown}"),
        *(f"{line} {unknown}" for line in (14, 17, 20, 22)),
    ]


def test_what_is_put_into_an_attribute_that_a_test_says_something_of() -> None:
    source = """\
    from a import A, B, L
    class C:
        def __init__(self):
            self.a = []
        def f(self):
            self.a.append(A())
            if isinstance(self.a, L):
                self.a.append(B())
    """
    found = read(textwrap.dedent(source))
    assert meaning(found, dict(found.values)["C.a"]) == (
        "generic (builtin list | either "
        "(module a A () __class__ | module a B () __class__)) ()"
    )


def test_what_stands_in_for_a_parameter_that_is_left_out() -> None:
    source = """\
    class C:
        def use(self): pass
    def make():
        return C()
    class User:
        def __init__(self, a=None, /, b=None, *, c=None):
            if a is None:
                a = C()
            elif isinstance(a, str):
                a = C()
            a.use()
            self.b = b or make()
            c = c if c is not None else make()
            c.use()
        def run(self, b=None, d=None, e=1, f=None):
            (lambda g=None: (g or C()).use())()
            b.use()
            self.d = d
            e = e or C()
            e.use()
            if f:
                return f
            return C()
        def result(self, h=None):
            return h or make()
        def other(self):
            self.d = C()
        def branches(self, i=None, j=None, k=None, m=None):
            if i is None:
                self.i = local = C()
            else:
                self.i = local = i
            local.use()
            self.j = j
            if not j:
                self.j = make()
            self.k = k
            self.m = m
            if m is None:
                self.m = unknown()
    """
    use, unknown = "def C.use", "member use"
    assert of_name(source, "use") == [
        f"11 {use}",
        "14 def make () use",
        f"16 {use}",
        f"17 {unknown}",
        f"20 {unknown}",
        f"33 {use}",
    ]
    found = read(textwrap.dedent(source))
    assert {name: meaning(found, spec) for name, spec in found.values} == {
        "make": "def C ()",
        "User.b": "def make ()",
        "User.result": "def make ()",
        "User.i": "def C ()",
        "User.j": "def make ()",
        "User.m": "star unknown ()",
    }


def test_what_stands_in_for_a_keyword_that_is_left_out() -> None:
    source = """\
    class C:
        def use(self): pass
    class User:
        def __init__(self, options, **kwargs):
            a = kwargs.get("a")
            if a is None:
                a = C()
            a.use()
            self.b = kwargs.pop("b", None) or C()
            self.c = kwargs.get("c", None)
            if self.c is None:
                self.c = C()
            d = kwargs.pop("d", 1) or C()
            d.use()
            e = options.get("e") or C()
            e.use()
    def typed(**kwargs: C):
        f = kwargs.get("f")
        f.use()
    """
    use, unknown = "def C.use", "member use"
    shown = of_name(source, "use")
    assert shown[:3] == [f"8 {use}", f"14 {unknown}", f"16 {unknown}"]
    assert shown[3] != f"19 {unknown}"
    assert values(source) == {"User.b": "def C ()", "User.c": "def C ()"}


def test_what_tests_that_fail_say_of_a_value() -> None:
    source = """\
    from a import A, B, C
    def f(x: A | B | C, y: A | B):
        if isinstance(x, A):
            pass
        elif isinstance(x, B | None):
            pass
        else:
            x.m
        x.m
        if isinstance(y, (A, C)) or not y:
            return
        y.m
    """
    a, b, c = "module a A ()", "module a B ()", "module a C ()"
    classes = [one.removesuffix(" ()") for one in (a, b, c)]
    x = f"either ({a} | {b} | {c})"
    assert of_name(source, "m") == [
        f"8 without ({x} | {classes[0]} | {classes[1]}) m",
        f"9 {x} m",
        f"12 without (either ({a} | {b}) | {classes[0]} | {classes[2]}) m",
    ]


def test_what_a_test_says_outlasts_those_within_it() -> None:
    source = """\
    from a import A, B, C
    def f(x: A, y):
        if isinstance(x, B):
            if isinstance(x, C):
                x.m
            x.m
            for z in y:
                x.m if isinstance(x, C) and x.m else x.m
                x.m
            x.m
            if y:
                x = A()
            elif isinstance(x, C):
                pass
            x.m
        x.m
    """
    a, b, c = "module a A ()", "module a B ()", "module a C ()"
    shown = [line.removesuffix(" m").split(" ", 1) for line in of_name(source, "m")]
    assert [(int(line), value) for line, value in shown[:-2]] == [
        (5, c),
        (6, b),
        (8, c),
        (8, c),
        (8, b),
        (9, b),
        (10, b),
    ]
    assert all(b not in value and c not in value for _, value in shown[-2:])
    assert a in shown[-2][1]


def test_what_tests_say_of_a_value_of_an_earlier_turn() -> None:
    source = """\
    from a import A, B, C
    def f(x: A | B):
        while True:
            if isinstance(x, A):
                x.m
                continue
            x.m
            x = C()
    """
    a, b, c = "module a A", "module a B", "module a C"
    x = f"either ({a} () | {b} ())"
    assert of_name(source, "m") == [
        f"5 {a} () m",
        f"7 either (without ({x} | {a}) | without (or ({c} () | {x}) | {a})) m",
    ]
    assert locals_of(source, "x") == ["4: 2,8", "5: 2,8", "7: 2,8"]


def test_values_of_expressions() -> None:
    source = """\
    from a import A, f
    async def g(xs: "list[A]", more: "dict[str, 'A']"):
        for x in xs:
            x.m
        for k, v in more.items():
            v.m
        with f() as w:
            w.m
        (await f()).m
        p, q = f()
        q.m
        (A() if p else None).m
        [A()][0].m
        (p or A()).m
        type(x).m
        f(k=A().m)
    """
    known = "generic (builtin list | module a A) ()"
    assert of_name(source, "m") == [
        f"4 {known} iter() m",
        "6 generic (builtin dict | builtin str | module a A) () items () iter() [1] m",
        "8 module a f () enter() m",
        "9 module a f () await() m",
        "11 module a f () [1] m",
        "12 module a A () m",
        "13 generic (builtin list | module a A () __class__) () [0] m",
        "14 either (module a f () [0] | module a A ()) m",
        f"15 {known} iter() __class__ m",
        "16 module a A () m",
    ]
    assert of_name(source, "k")[-1:] == ["16 keyword k (module a f)"]


def test_what_functions_choose_or_copy() -> None:
    source = """\
    import copy, dataclasses as d
    from copy import deepcopy
    from .copy import copy as other
    from a import A
    def f(xs: list[A], x: A, y: A):
        min(xs).m, max(xs, key=len).m, max(x, y).m
        for one in filter(None, xs): one.m
        next(map(A, xs)).m
        copy.copy(x).m
        deepcopy(xs)[0].m
        d.replace(x, a=1).m
        other(x).m
        str.replace(x).m
    """
    known = "generic (builtin list | module a A) ()"
    assert of_name(source, "m") == [
        *[f"6 {known} iter() m"] * 2,
        "6 module a A () m",
        f"7 generic (module typing Iterator | {known} iter() __class__) () iter() m",
        "8 generic (module typing Iterator | module a A () __class__) () iter() m",
        "9 module a A () m",
        f"10 {known} [0] m",
        "11 module a A () m",
        "12 called 0 (module .copy copy | module a A ()) m",
        "13 builtin str replace () m",
    ]


def test_declarations_bind_nothing() -> None:
    source = """\
    x: int
    from . import x, y
    y: int
    z: int
    x.a, y.b, z
    from . import y as x
    x.a
    def f(): return x.a
    """
    assert of_name(source, "a") == [
        "5 module . x a",
        "7 module . y a",
        "8 module . y a",
    ]
    assert of_name(source, "b") == ["5 module . y b"]
    assert of_name(source, "z") == ["5 def z"]


def test_results_of_functions() -> None:
    source = """\
    from a import A
    def f(x):
        if x:
            return A()
        return None
    def g(x):
        return x
    class C:
        def m(self):
            return self
        def n(self):
            yield A()
    """
    assert values(source) == {
        "f": "module a A ()",
        "g": "solved 0:x (def :<0> () | def :<0> ())",
        ":<0>": "module typing TypeVar ()",
        "C.m": "this C",
        "C.n": "generic (module typing Iterator | module a A () __class__) ()",
    }


# Places


def test_columns_are_characters() -> None:
    source = "x = 1\ny = 'äöü€', x, 'ß'.join(x), x\nif x:\n\tprint('ä', x)\n"
    assert [place[:2] for place in read(source).iterate() if place.line in {2, 4}] == [
        (2, 12),
        (2, 19),
        (2, 24),
        (2, 28),
        (4, 1),
        (4, 12),
    ]


def test_identifiers_that_are_not_ascii() -> None:
    # U+FB01 is a ligature, which Python reads as two letters: it is left out.
    source = "größe = fi = 1\ngröße.größe, \ufb01, größe\n"
    places = {place[:3] for place in read(source).iterate()}
    assert {(2, 0, 5), (2, 16, 5)} <= places
    assert (2, 13, 1) not in places


def test_attributes_over_several_lines() -> None:
    source = "import a\n(a\n  .b  # b\n  .\n  c)\n"
    assert [place[:2] for place in read(source).iterate()][1:] == [
        (2, 1),
        (3, 3),
        (5, 2),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "x = 1\nf'{x} x'\n",
        "x = 1\nf'''\nx {x!r:>{x}}\n x { x }'''\n",
        "x = 1\nf'ä {x}' 'x' f'x{x}'\n",
        'x = 1\n"x"\n("x"\n f"x {x}")\n',
    ],
)
def test_f_strings(source: str) -> None:
    lines = source.split("\n")
    places = [place for place in read(source).iterate() if place.line > 1]
    assert places
    for line, column, length, *_ in places:
        assert lines[line - 1][column : column + length] == "x"
        # It stands in braces, not among the words.
        assert "{" in lines[line - 1][max(column - 2, 0) : column]


def test_positions_are_packed() -> None:
    places = [(1, 4, 2, 0, 0), (1, 9, 70_000, 1, 5), (300, 0, 1, 0, 1)]
    assert list(References(positions=packed(places)).iterate()) == places
    assert list(References().iterate()) == []


@pytest.mark.parametrize(
    "name",
    [
        "store/database.py",
        "analysis/python/identifiers/bindings.py",
        "links/imports/import_resolver.py",
    ],
)
def test_astroid_agrees(name: str) -> None:
    """Names mean what astroid's own lookup says, which goes by the same rules."""
    text = (PACKAGE / name).read_text("utf-8")
    tree = parse(text)
    found = read(text)
    known = {place[:2]: found.specs[place.spec] for place in found.iterate()}
    for node in tree.nodes_of_class(nodes.Name):
        scope, statements = node.lookup(node.name)
        spec = known.get((node.lineno, node.col_offset))
        kinds = {type(statement.statement()) for statement in statements}
        if scope.root() is not tree:
            assert spec is None or spec.kind == "builtin"
        elif kinds & {nodes.Import, nodes.ImportFrom}:
            assert spec is not None
            assert spec.kind == "module"
        elif isinstance(scope, nodes.Module | nodes.ClassDef):
            assert spec is not None, node
            assert spec.kind == "def"
            assert spec.base.rpartition(".")[2] == node.name
        elif spec is not None and spec.kind == "local":
            assert spec.steps[1] == node.name
            # astroid 3 gives no line to "*args" and "**more".
            lines = {one.lineno for one in statements} - {None}
            # It knows less of the ways that lead to a place.
            assert not lines or lines & set(map(int, spec.base.split(","))), node
        elif kinds & {nodes.FunctionDef, nodes.ClassDef}:
            assert spec is None or spec.base.endswith(f"<locals>.{node.name}")
        else:
            assert spec is None, node


# The tree


class Tree:
    """Where the identifiers of a small tree lead."""

    def __init__(self, root: Path, files: dict[str, str], root_name: str = "p") -> None:
        codemap = surveyed(root, files, root_name=root_name)
        self.texts = {path: textwrap.dedent(text) for path, text in files.items()}
        facts = {path: codemap.store.all_facts_of(path) for path in files}
        assert not any(one.problem for one in facts.values())
        self.references = {path: one.references for path, one in facts.items()}
        self.resolver = IdentifierResolver(ImportResolver(codemap.store, root_name))

    def lead(self, path: str, name: str, line: int = -1) -> str:
        """Return where `name` leads, on the last line or another."""
        lines = self.texts[path].rstrip("\n").split("\n")
        line = line % (len(lines) + 1)
        found = self.references[path]
        for place in found.iterate():
            end = place.column + place.length
            if place.line == line and lines[line - 1][place.column : end] == name:
                return shown(self.resolver.resolve(path, found.specs[place.spec]))
        return "no reference"


def shown(targets: Sequence[Target | External | Parameter]) -> str:
    return ", ".join(map(_shown, targets)) or "nothing"


def _shown(target: Target | External | Parameter) -> str:
    if isinstance(target, External):
        return f"external {target.dotted}"
    if isinstance(target, Parameter):
        return f"{target.path}::{target.qualname}({target.name})"
    return f"{target.path}::{target.qualname}" if target.qualname else target.path


@pytest.fixture
def tree(tmp_path: Path):
    return lambda files, **more: Tree(tmp_path / "tree", files, **more)


def test_what_remains_when_a_test_fails(tree) -> None:
    found = tree(
        {
            "a.py": """\
                class A:
                    def m(self): ...
                class B(A):
                    def m(self): ...
                class C:
                    def m(self): ...
                class D(dict):
                    def m(self): ...
                """,
            "b.py": """\
                from collections.abc import Mapping
                from typing import Dict, Union
                from a import A, B, C, D
                One = Union[B, C, Dict[str, str]]
                def else_(x: One):
                    if isinstance(x, dict):
                        return
                    if isinstance(x, A):
                        pass
                    else:
                        x.m
                def with_subclass(x: Union[A, C]):
                    if not isinstance(x, B):
                        x.m
                def all_gone(x: One):
                    if not isinstance(x, (A, C, Mapping)):
                        x.m
                def of_builtin(x: Union[D, C]):
                    for _ in x:
                        if isinstance(x, Mapping):
                            continue
                        x.m
                def of_class(x: Union[type[A], C]):
                    if isinstance(x, type):
                        x.m
                    else:
                        x.m
                def loop(x: One):
                    while isinstance(x, (A, dict)):
                        pass
                    x.m
                class Held:
                    def __init__(self, x: One):
                        if isinstance(x, B):
                            self.one = A()
                        else:
                            self.one = x
                    def ask(self):
                        self.one.m
                """,
        }
    )
    assert found.lead("b.py", "m", 11) == "a.py::C.m"
    assert found.lead("b.py", "m", 14) == "a.py::A.m, a.py::C.m"
    assert found.lead("b.py", "m", 17) == "nothing"
    assert found.lead("b.py", "m", 22) == "a.py::C.m"
    assert found.lead("b.py", "m", 27) == "a.py::C.m"
    assert found.lead("b.py", "m", 31) == "a.py::C.m"
    assert found.lead("b.py", "m", 39) == "a.py::A.m, a.py::C.m"


def test_imported_names(tree) -> None:
    found = tree(
        {
            "p/__init__.py": "from .a import f as g\nfrom .b import *\n",
            "p/a.py": "def f(): pass\nx = 1\n",
            "p/b.py": "from os import path\nclass C: pass\n",
            "use.py": """\
            import p.a, os.path
            from p import g, C as D, path, missing, a as q
            from p.b import *
            g, D, p.a.x, q.f, C, os.path.join, p.missing.x, path, p.nowhere
            """,
        }
    )
    assert found.lead("use.py", "p", 1) == "p/__init__.py"
    assert found.lead("use.py", "a", 1) == "p/a.py"
    assert found.lead("use.py", "C", 2) == "p/b.py::C"
    assert found.lead("use.py", "b", 3) == "p/b.py"
    leads = {
        "g": "p/a.py::f",
        "D": "p/b.py::C",
        "p": "p/__init__.py",
        "a": "p/a.py",
        "x": "p/a.py::x",
        "q": "p/a.py",
        "f": "p/a.py::f",
        "C": "p/b.py::C",
        "join": "external os.path.join",
        "missing": "nothing",
        "nowhere": "nothing",
    }
    assert {name: found.lead("use.py", name) for name in leads} == leads


def test_relative_imports(tree) -> None:
    found = tree(
        {
            "p/__init__.py": "",
            "p/a.py": "x = 1\n",
            "p/s/__init__.py": "",
            "p/s/b.py": "from ..a import x\nfrom .. import a, z\nx, a, z\n",
        }
    )
    assert found.lead("p/s/b.py", "x") == "p/a.py::x"
    assert found.lead("p/s/b.py", "a") == "p/a.py"
    assert found.lead("p/s/b.py", "z") == "nothing"


def test_members_over_the_tree(tree) -> None:
    found = tree(
        {
            "base.py": """\
            class Root:
                shared = 1
                def __init__(self): self.given = 1
                @property
                def prop(self): ...
                def _own(self): ...
                def __mangled(self): ...
            """,
            "between.py": "import base as b\nOther = b.Root\n",
            "use.py": """\
            from between import Other
            class C(Other):
                def f(self): self.shared, self.given, self.prop, self.__mangled
                def g(self): super().__init__(), super().f
                @classmethod
                def h(cls): cls.shared
            class D(C):
                shared = 1
                def f(self): super().f, super().shared, self.unknown
            D().given, D.shared, D.f, C.shared, C.h.x
            """,
        }
    )
    assert found.lead("use.py", "Other", 2) == "between.py::Other"
    assert found.lead("use.py", "shared", 3) == "base.py::Root.shared"
    assert found.lead("use.py", "given", 3) == "base.py::Root.given"
    assert found.lead("use.py", "prop", 3) == "base.py::Root.prop"
    assert found.lead("use.py", "__mangled", 3) == "nothing"
    assert found.lead("use.py", "__init__", 4) == "base.py::Root.__init__"
    assert found.lead("use.py", "f", 4) == "nothing"
    assert found.lead("use.py", "shared", 6) == "base.py::Root.shared"
    assert found.lead("use.py", "f", 9) == "use.py::C.f"
    assert found.lead("use.py", "shared", 9) == "base.py::Root.shared"
    assert found.lead("use.py", "unknown", 9) == "nothing"
    assert found.lead("use.py", "given") == "base.py::Root.given"
    assert found.lead("use.py", "shared") == "use.py::D.shared"


def test_order_of_bases(tree) -> None:
    found = tree(
        {
            "m.py": """\
            class A:
                x = y = 1
            class B(A): pass
            class C(A):
                x = 1
            class D(B, C):
                def f(self): self.x, self.y
            """
        }
    )
    assert found.lead("m.py", "x") == "m.py::C.x"
    assert found.lead("m.py", "y") == "m.py::A.y"


def test_impossible_and_circular_bases(tree) -> None:
    found = tree(
        {
            "m.py": """\
            class A(B): x = 1
            class B(A): y = 1
            class C(A, B): pass
            class X: x = 1
            class Y(X): pass
            class Z(X, Y):
                def f(self): self.x
            C.x
            """
        }
    )
    for _ in range(2):
        assert found.lead("m.py", "x", 7) == "m.py::X.x"
        assert found.lead("m.py", "x") == "m.py::A.x"


def test_circles_look_alike_from_everywhere(tree) -> None:
    files = {
        "a.py": "from b import B\nclass A(B): x = 1\nA.x, A.y, A.z\n",
        "b.py": "from a import A\nclass B(A): y = 1\nB.x, B.y, B.z\n",
    }
    asked = [(path, name) for path in files for name in "xyz"]
    first, second = tree(files), tree(files)
    leads = [first.lead(*one) for one in asked]
    assert leads == [second.lead(*one) for one in reversed(asked)][::-1]
    assert leads[:3] == ["a.py::A.x", "b.py::B.y", "nothing"]


def test_bases_that_cannot_be_told(tree) -> None:
    found = tree(
        {
            "m.py": """\
            import third, typing
            class A: x = y = 1
            class B(third.T, A): pass
            class C(make(), A): pass
            class D(A, make()): pass
            class E(typing.Generic[T], object, A): pass
            class F(third.T):
                def f(self): self.own, super().f
                own = 1
            B.x
            C.x
            D.x
            E.x
            D.z
            """
        }
    )
    assert found.lead("m.py", "x", 10) == "external third.T.x"
    assert found.lead("m.py", "x", 11) == "nothing"
    assert found.lead("m.py", "x", 12) == "m.py::A.x"
    assert found.lead("m.py", "x", 13) == "m.py::A.x"
    assert found.lead("m.py", "z", 14) == "nothing"
    assert found.lead("m.py", "own", 8) == "m.py::F.own"
    assert found.lead("m.py", "f", 8) == "external third.T.f"


def test_values_over_the_tree(tree) -> None:
    found = tree(
        {
            "a.py": """\
            class A:
                def again(self) -> "A": ...
                x = 1
            default = A()
            def make() -> A: ...
            """,
            "use.py": """\
            import a
            from a import default
            class C:
                def __init__(self, given: a.A): self.given = given
                @property
                def prop(self) -> a.A: ...
                def f(self): self.given.x, self.prop.again().x
            class D(C): pass
            default.x
            a.make().again().again().x
            D(1).given.x
            a.make.x, a.default().x
            """,
        }
    )
    for line in (7, 9, 10, 11):
        assert found.lead("use.py", "x", line) == "a.py::A.x"
    assert found.lead("use.py", "given", 11) == "use.py::C.given"
    assert found.lead("use.py", "again", 7) == "a.py::A.again"
    assert found.lead("use.py", "x", 12) == "nothing"


def test_values_that_go_in_circles(tree) -> None:
    found = tree(
        {
            "a.py": "from b import y\nx = y\nx.z\n",
            "b.py": "from a import x\ny = x\n",
        }
    )
    assert found.lead("a.py", "x") == "a.py::x"
    assert found.lead("a.py", "z") == "nothing"


def test_conditional_imports(tree) -> None:
    found = tree(
        {
            "fast.py": "def f(): pass\n",
            "use.py": """\
            from typing import TYPE_CHECKING
            try:
                from fast import f
            except ImportError:
                f = None
            if TYPE_CHECKING:
                import fast
            def g(x: "fast.f"): return f
            """,
        }
    )
    assert found.lead("use.py", "f") == "fast.py::f"
    assert found.lead("use.py", "fast") == "fast.py"


def test_what_stands_in_for_a_compiled_module(tree) -> None:
    text = """\
        try:
            from p import _fast
        except ImportError:
            _fast = None
        def g(): return _fast.f
        """
    found = tree({"p/__init__.py": "", "p/m.py": text})
    assert found.lead("p/m.py", "_fast") == "p/m.py::_fast"
    assert found.lead("p/m.py", "f") == "nothing"


def test_what_a_module_makes_up(tree) -> None:
    found = tree(
        {
            "p/__init__.py": """\
            class Old: ...
            class Found:
                def go(self): ...
            def __getattr__(name: str) -> Found:
                if name in {"LAZY", "Found"}:
                    return Found()
                raise AttributeError(name)
            """,
            "p/outside.py": """\
            def __getattr__(name):
                return {"up": 1, "inner": 2}[name]
            """,
            "p/inner.py": "",
            "use.py": """\
            import p, p.outside
            from p import LAZY as here
            x = p.LAZY.go
            y = p.LAZY().go
            z = here.go
            a = p.Found.go
            b = p.other
            c = p.__getattr__("LAZY").go
            d = p.outside.up
            """,
        }
    )
    assert found.lead("use.py", "LAZY", 2) == "p/__init__.py::__getattr__"
    assert found.lead("use.py", "LAZY", 3) == "p/__init__.py::__getattr__"
    # It is called for the name, so what is called here is something else.
    assert found.lead("use.py", "go", 3) == "nothing"
    assert found.lead("use.py", "go", 4) == "nothing"
    assert found.lead("use.py", "go", 5) == "nothing"
    assert found.lead("use.py", "go", 6) == "p/__init__.py::Found.go"
    assert found.lead("use.py", "other", 7) == "nothing"
    assert found.lead("use.py", "go", 8) == "p/__init__.py::Found.go"
    assert found.lead("use.py", "up", 9) == "p/outside.py::__getattr__"


@pytest.mark.parametrize(
    "making",
    [
        """\
        from importlib import import_module
        TABLE = {"Cart": "cart", "Tax": "deep.tax"}
        def __getattr__(name):
            return getattr(import_module(f"{__name__}.{TABLE[name]}"), name)
        """,
        """\
        import lazy_loader as lazy
        __getattr__, __dir__, __all__ = lazy.attach(
            __name__, submod_attrs={"cart": ["Cart"], "deep.tax": ["Tax"]}
        )
        """,
        """\
        from .lazy import table
        __getattr__ = table({"Cart": "shop.cart", "Tax": (".deep.tax", "Tax")})
        """,
    ],
)
def test_what_a_package_imports_when_it_is_asked_for_it(tree, making: str) -> None:
    made = "TWICE = 'Twice', 'cart', 'deep', 'unlike'\n"
    found = tree(
        {
            "shop/__init__.py": making + made,
            "shop/cart.py": "class Cart:\n    def pay(self): ...\nclass Twice: ...\n",
            "shop/deep/__init__.py": "class Twice: ...\n",
            "shop/deep/tax.py": "class Tax: ...\nclass Other: ...\n",
            "shop/hidden.py": "class Unlike: ...\n",
            "use.py": """\
            import shop
            from shop import Cart, Tax, Twice
            shop.Cart().pay()
            Cart().pay()
            shop.unlike, shop.Other
            """,
        }
    )
    assert found.lead("use.py", "Cart", 2) == "shop/cart.py::Cart"
    assert found.lead("use.py", "Tax", 2) == "shop/deep/tax.py::Tax"
    # It is not known which of them is meant.
    assert found.lead("use.py", "Twice", 2) == "shop/__init__.py::__getattr__"
    assert found.lead("use.py", "pay", 3) == "shop/cart.py::Cart.pay"
    assert found.lead("use.py", "pay", 4) == "shop/cart.py::Cart.pay"
    assert found.lead("use.py", "unlike", 5) == "shop/__init__.py::__getattr__"
    assert found.lead("use.py", "Other", 5) == "nothing"


def test_stars_of_branches(tree) -> None:
    found = tree(
        {
            "slow.py": "def f(): ...\ndef slow(): ...\n",
            "fast.py": "def f(): ...\n",
            "faster.py": "def f(): ...\n",
            "p.py": """\
            import sys
            from slow import *
            if sys.platform == "linux":
                from fast import *
            elif sys.platform == "win32":
                from faster import *
            """,
            "use.py": "import p\nfrom p import f\nf, p.slow\nf\n",
            "settled.py": "from p import *\nfrom slow import *\n",
            "other.py": "from settled import f\nf\n",
        }
    )
    # Any of them may be what runs.
    assert found.lead("use.py", "f") == "slow.py::f, fast.py::f, faster.py::f"
    assert found.lead("use.py", "slow", 3) == "slow.py::slow"
    assert found.lead("other.py", "f") == "slow.py::f"


def test_what_is_read_before_it_is_bound_comes_by_a_star_import(tree) -> None:
    found = tree(
        {
            "base.py": """\
            class View:
                def show(self): ...
            PARTS = [1]
            OWN = 1
            """,
            "use.py": """\
            from base import *
            class View(View):
                def again(self) -> View: self.show()
            PARTS = PARTS + [2]
            print(PARTS)
            View().show()
            class Gone(Gone): ...
            """,
        }
    )
    assert found.lead("use.py", "View", 2) == "base.py::View"
    assert found.lead("use.py", "View", 3) == "use.py::View"
    assert found.lead("use.py", "show", 3) == "base.py::View.show"
    assert found.lead("use.py", "PARTS", 4) == "base.py::PARTS"
    assert found.lead("use.py", "PARTS", 5) == "use.py::PARTS"
    assert found.lead("use.py", "show", 6) == "base.py::View.show"
    assert found.lead("use.py", "Gone", 7) == "nothing"


def test_namespace_packages_and_stars_of_elsewhere(tree) -> None:
    found = tree(
        {
            "space/mod.py": "x = 1\n",
            "use.py": "import space.mod\nfrom numpy import *\nspace.mod.x, arr, len\n",
        }
    )
    assert found.lead("use.py", "space") == "space"
    assert found.lead("use.py", "mod") == "space/mod.py"
    assert found.lead("use.py", "x") == "space/mod.py::x"
    assert found.lead("use.py", "arr") == "nothing"
    # It may be numpy's.
    assert found.lead("use.py", "len") == "nothing"


def test_aliases_of_types(tree) -> None:
    found = tree(
        {
            "a.py": """\
            import typing as t
            from typing_extensions import TypeAlias
            class A:
                def hit(self): ...
            class B:
                def other(self): ...
            Named: t.TypeAlias = "dict[str, A]"
            Either: TypeAlias = A | B
            """,
            "use.py": """\
            from a import Either, Named
            def f(one: Either, several: Named):
                one.hit()
                several.values
                several["a"].hit()
            """,
        }
    )
    assert found.lead("use.py", "hit", 3) == "a.py::A.hit"
    assert found.lead("use.py", "values", 4) == "external dict.values"
    assert found.lead("use.py", "hit", 5) == "a.py::A.hit"


def test_items_of_typed_dictionaries(tree) -> None:
    found = tree(
        {
            "a.py": """\
            from typing import NotRequired, TypedDict
            class A:
                def hit(self): ...
            class Base(TypedDict):
                one: A
            class Options(Base, total=False):
                several: NotRequired[list[A]]
            """,
            "use.py": """\
            from a import A, Options
            def f(options: Options, plain: dict[str, A], two: tuple[A, int], *more: A):
                options["one"].hit()
                options["several"][0].hit()
                for one in options["several"]: one.hit()
                plain["one"].hit()
                two[0].hit()
                more[7].hit()
                options["other"].hit()
            """,
        }
    )
    for line in range(3, 9):
        assert found.lead("use.py", "hit", line) == "a.py::A.hit"
    assert found.lead("use.py", "hit", 9) == "nothing"


def test_type_statements(tree) -> None:
    found = tree(
        {
            "use.py": """\
            class A:
                def hit(self): ...
            type Tree = A | list[Tree]
            type Named = dict[str, A]
            def f(named: Named): named["a"].hit()
            """
        }
    )
    assert found.lead("use.py", "hit") == "use.py::A.hit"


def test_type_arguments_that_go_deep(tree) -> None:
    found = tree(
        {
            "use.py": """\
            from collections.abc import Callable
            class C:
                def hit(self): ...
            pairs: list[tuple[C, list[list[list[int]]]]] = read()
            waiting: dict[str, list[tuple[C, Callable[..., bool]]]] = {}
            deep: list[list[list[list[C]]]] = []
            pairs[0][0].hit
            waiting["a"][0][0].hit
            deep[0][0][0][0].hit
            """
        }
    )
    assert found.lead("use.py", "hit", 7) == "use.py::C.hit"
    assert found.lead("use.py", "hit", 8) == "use.py::C.hit"
    # As deep as that nothing is kept.
    assert found.lead("use.py", "hit", 9) == "nothing"


def test_builtins_beside_stars_of_the_tree(tree) -> None:
    use = """\
        from a import *
        class C(object):
            def m(self): ...
        class Mixed(C, Base): ...
        class E(ValueError): ...
        Mixed().later, len, filter, E().with_traceback
        """
    found = tree(
        {
            "a.py": "from b import *\nfrom outer import filter\n",
            "b.py": "class Base:\n    def later(self): ...\n",
            "use.py": use,
            "far.py": use.replace("from a", "from far_above"),
            "far_above.py": "from a import *\nfrom numpy import *\n",
            "circle.py": "from use import *\nfrom circle import *\nlen\n",
        }
    )
    assert found.lead("use.py", "len") == "external len"
    assert found.lead("use.py", "ValueError", 5) == "external ValueError"
    assert found.lead("use.py", "filter") == "external outer.filter"
    assert found.lead("use.py", "later") == "b.py::Base.later"
    assert found.lead("circle.py", "len") == "external len"
    # It may be numpy's, but nobody has another "object".
    assert found.lead("far.py", "len") == "nothing"
    assert found.lead("far.py", "later") == "b.py::Base.later"


def test_what_a_module_has_from_another_project(tree) -> None:
    found = tree(
        {
            "helpers.py": """\
                import unittest
                from outside import thing
                try:
                    import orjson as json
                except ImportError:
                    import json
                """,
            "more.py": "from helpers import *\n",
            "use.py": """\
                import helpers
                import more
                from helpers import json, thing, unittest
                class Case(unittest.TestCase): ...
                class Other(more.unittest.TestCase): ...
                helpers.unittest.mock, json.dumps, thing.part, helpers.gone
                """,
        }
    )
    case = "external unittest.TestCase"
    assert found.lead("use.py", "TestCase", 4) == case
    assert found.lead("use.py", "TestCase", 5) == case
    assert found.lead("use.py", "mock") == "external unittest.mock"
    assert found.lead("use.py", "dumps") == "external orjson.dumps"
    assert found.lead("use.py", "part") == "external outside.thing.part"
    assert found.lead("use.py", "gone") == "nothing"
