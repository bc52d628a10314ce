"""Facts of small sources; `sources/*.txt` show those of the files beside them.

Run as a program, this writes the `.txt` files anew.
"""

from __future__ import annotations

import codecs
import gc
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from astroid import nodes
from astroid.manager import AstroidManager

from sphinxcontrib_kwindex.analysis.analyse import analyse, facts_key
from sphinxcontrib_kwindex.analysis.python.module_facts import parse
from sphinxcontrib_kwindex.model.codec import decode, encode
from sphinxcontrib_kwindex.model.facts import Definition, FileFacts, Import

SOURCES = Path(__file__).parent / "sources"


def shown(facts: FileFacts) -> str:
    """Return facts as text: what is not empty, a field a line."""
    lines = []

    def show(thing: object, indent: str) -> None:
        for field in fields(thing):  # type: ignore[arg-type]
            value = getattr(thing, field.name)
            if value == field.default or field.name in {"lines", "name", "references"}:
                continue
            if field.name == "definitions":
                for definition in value:
                    at = ", ".join(map(str, definition.lines))
                    lines.append(f"{definition.kind} {definition.qualname} @ {at}")
                    show(definition, "    ")
            elif field.name == "imports":
                for one in value:
                    flags = ("type_checking", "guarded", "lazy")
                    said = [flag for flag in flags if getattr(one, flag)]
                    words = ["import", one.written, "as", one.bound, "@", str(one.line)]
                    lines.append(" ".join([*words, *said]))
            elif field.name not in {"kind", "qualname"}:
                text = value if isinstance(value, str) else repr(value)
                lines.append(f"{indent}{field.name}: {text}".replace("\n", "\\n"))

    show(facts, "")
    return "\n".join(lines) + "\n"


def python(source: str | bytes) -> FileFacts:
    facts = analyse("m.py", source if isinstance(source, bytes) else source.encode())
    assert facts.problem is None
    return facts


def definitions(source: str) -> dict[str, Definition]:
    return {one.qualname: one for one in python(source).definitions}


def names(source: str) -> list[str]:
    return [f"{one.kind} {one.qualname}" for one in python(source).definitions]


VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"


@pytest.mark.parametrize(
    "path", sorted(SOURCES.glob("*.py")), ids=lambda path: path.name
)
def test_sources(path: Path) -> None:
    expected = path.with_suffix(".txt").read_text("utf-8")
    expected = expected.replace("Python 3.NN", f"Python {VERSION}")
    assert shown(analyse(path.name, path.read_bytes())) == expected


# What is not imported, opened, kept


def test_nothing_is_imported_or_opened() -> None:
    program = """
import sys
from astroid.raw_building import InspectBuilder
from sphinxcontrib_kwindex.analysis.analyse import analyse

analyse("warm.py", b"from a import b\\nclass C:\\n  def f(self): self.x = 1\\n")
seen = []
sys.addaudithook(
    lambda event, args: event in {"import", "open"} and seen.append((event, args))
)
facts = analyse("builtins.py", b'''
from torch import *
from _ctypes import *
from os.path import *
from os import path
class C(Base):
    def __init__(self):
        self.x = "\\\\d" is 1
''')
# Nor are the built-in names looked up, which are for inference.
print(facts.problem, len(facts.imports), seen, InspectBuilder.bootstrapped)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
        check=False,
    )
    assert done.stdout.strip() == "None 4 [] False", done.stderr
    assert done.stderr == ""


def test_astroid_keeps_nothing() -> None:
    python("x = 1")
    before = dict(AstroidManager().astroid_cache)
    assert analyse("builtins.py", b"class int: pass").definitions
    assert analyse("m.py", b"class (").problem
    assert AstroidManager().astroid_cache == before


@pytest.mark.usefixtures("own_garbage")
@pytest.mark.parametrize("source", [b"class A:\n    def f(self): ...", b"class ("])
def test_no_tree_is_kept(source: bytes) -> None:
    def modules() -> list[int]:
        gc.collect()
        found = (one for one in gc.get_objects() if isinstance(one, nodes.Module))
        return sorted(map(id, found))

    analyse("m.py", b"")
    before = modules()
    analyse("m.py", source)
    assert modules() == before


def test_parse_keeps_imported_names() -> None:
    module = parse("from a import b as c\nfrom d import *\nx = 1\n")
    assert sorted(set(module.locals) - set(parse("").locals)) == ["c", "x"]


# Definitions


def test_global_definitions_have_bare_names() -> None:
    source = "def f():\n def g():\n  global h, C\n  def h(): pass\n  class C: x = 1\n"
    assert names(source) == [
        "function f",
        "function f.<locals>.g",
        "function h",
        "class C",
        "attribute C.x",
    ]


def test_data_is_bound_at_module_level_only() -> None:
    source = """
try:
    a = 1
except E as b:
    c = 1
def f(p=(d := 1)):
    e = 1
[(g := h) for h in x]
lambda: (i := 1)
match x:
    case [j] if (k := j):
        l = 1
for m, [n] in x: pass
import o
del a
"""
    found = [one.qualname for one in python(source).definitions]
    assert found == ["a", "c", "d", "f", "g", "k", "l", "m", "n"]


def test_attributes_of_classes_bound_on_the_class_are_not_of_instances() -> None:
    found = definitions(
        """
class C:
    def __new__(cls): cls.a = 1
    def __init_subclass__(cls): cls.b = 1
    @classmethod
    def make(cls): cls.c = 1
    def f(self): self.c = self.d = self.e.no = 1
    async def g(this, /): this.e = 1
    def h(*args): args.no = 1
"""
    )
    instance = {name: one.modifiers for name, one in found.items() if len(name) == 3}
    assert instance == {
        "C.a": ("unbound", "class"),
        "C.b": ("unbound", "class"),
        "C.c": ("unbound", "class"),
        "C.d": ("instance", "unbound"),
        "C.e": ("instance", "unbound"),
        "C.f": (),
        "C.g": ("async",),
        "C.h": (),
    }
    assert found["C.c"].lines == (6, 7)


@pytest.mark.parametrize(
    ("decorators", "modifiers"),
    [
        ("@t.overload\n@staticmethod", ("overload", "staticmethod")),
        ("@abc.abstractproperty", ("property", "abstractmethod")),
        ("@classmethod\n@abstractmethod", ("classmethod", "abstractmethod")),
        ("@Base.f.setter", ("property",)),
        ("@signal.setter", ()),
        ("@functools.cached_property\n\n# why\n", ("property",)),
        ("@property()", ()),
    ],
)
def test_modifiers(decorators: str, modifiers: tuple[str, ...]) -> None:
    found = definitions(f"{decorators}\ndef f(a): pass\n")["f"]
    assert found.modifiers == modifiers
    assert found.signatures == ("(a)",)
    assert found.line == decorators.count("\n") + 2


@pytest.mark.parametrize(
    ("header", "signature"),
    [
        ("def f(): pass", "()"),
        ("def f ( a ) : pass", "( a )"),
        ("def f(a=':', b={'x': 1}[0:1]) -> 'x: y': pass", None),
        ("def f(a, *, b=lambda: 0) -> (lambda: 1): pass", None),
        ("def f(a, *, b=lambda: 0) -> lambda: 1: pass", None),
        ("def f(\n    a,  # one (\n    b='#',\n) -> int: pass", "(a, b='#') -> int"),
        ("def f(\n    a=(\n        1,\n    ),\n): pass", "(a=(1,))"),
        ("def f(a, b=[\n    1,\n    2,\n], *c): pass", "(a, b=[1, 2], *c)"),
        ("def f(a: x[\n    1,\n] = g(\n  1,\n)): pass", "(a: x[1,] = g(1))"),
        ("def f(a='é', b='''x\n  y'''): pass", "(a='é', b='''x\\n  y''')"),
        ("def \\\n  f(\\\n  a): pass", "(a)"),
        ("def f(a=f'{x!r:{y}}}}' f\"{'}'}\",\n b=1): pass", None),
        (
            'def f(a: A[int, Doc("""\n    One.\n    Two.\n  """)] = 1): pass',
            '(a: A[int, Doc("""One.…""")] = 1)',
        ),
        (
            'def f(a: A[int, Doc("""\n  One.\n""")], b: A[C(r"""\n""")]): pass',
            '(a: A[int, Doc("""One.""")], b: A[C(r"""""")])',
        ),
        ("async  def f(a)->b.c[d]:\n  pass", "(a)->b.c[d]"),
        ("def é(a\n=1):\n  'doc'", "(a =1)"),
    ],
)
def test_signatures(header: str, signature: str | None) -> None:
    if signature is None:
        signature = (
            header.replace("\n", "").removeprefix("def f").removesuffix(": pass")
        )
    (found,) = python(header).definitions
    assert found.signatures == (signature,)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("x = 'é', y", "'é', y"),
        ("é = 'é'; x = [ 'a' ]", "[ 'a' ]"),
        ("x = (  # why\n  'a'\n  'b'\n)", "'a' 'b'"),
        ("x = (a\n    .b()\n    .c)", "a.b().c"),
        ("x = a if b in (\n  1,\n) else c", "a if b in (1,) else c"),
        ("x = '" + "a" * 300 + "'", "'" + "a" * 198 + "…"),
        ("x = [\n" + "  1,\n" * 300 + "]", "[" + "1, " * 65 + "1,…"),
        ("x, y = f()", ""),
        ("x, y = 1, 2", "1"),
        ("x += 1", ""),
        ("for x in y: pass", ""),
        ("x = '''\\\n a\n'''", "''' a\\n'''"),
    ],
)
def test_values(source: str, value: str) -> None:
    assert definitions(source)["x"].value == value


def test_branches_of_a_name_are_as_the_first_one_is() -> None:
    found = definitions(
        """
if x:
    @sync_to_async
    def sent(): pass
    async def first(): pass
else:
    async def sent(): pass
    def first(): pass
"""
    )
    assert found["sent"].modifiers == ()
    assert found["sent"].decorators == ("sync_to_async",)
    assert found["first"].modifiers == ("async",)


def test_decorators_are_as_long_as_values_at_most() -> None:
    found = definitions(f"@document({'x' * 300!r})\ndef f(): pass\n")["f"]
    (decorator,) = found.decorators
    assert decorator.startswith("document('xxx")
    assert len(decorator) == 200
    assert decorator.endswith("…")


def test_documentation_of_data() -> None:
    found = definitions(
        """
#: Above.
#:   indented
a = b = 1

c = 1  #: Behind.
d: int
'''Literal.

    More.
'''
e = 1  # plain
f: int

'''Of the file, or of what follows.'''
g = 1
class C:
    x = 1
    'Of x.'
    def f(self):
        self.y = 1
        'no docstring here'
"""
    )
    assert found["a"].docstring == found["b"].docstring == "Above.\n  indented"
    assert found["c"].docstring == "Behind."
    assert found["d"].docstring == "Literal.\n\nMore."
    assert found["C.x"].summary == "Of x."
    assert found["e"].docstring == found["C.y"].docstring == ""
    assert found["f"].docstring == found["g"].docstring == ""


def test_new_syntax() -> None:
    found = definitions(
        'type X[T] = list[\n  T\n]\ndef f[T: (int, str)](a=f"{x["y"]}",\n b=1): ...\n'
        "class C[*Ts](B): type Y = int\n"
    )
    assert (found["X"].kind, found["X"].value) == ("data", "list[T]")
    assert found["f"].signatures == ('[T: (int, str)](a=f"{x["y"]}", b=1)',)
    assert found["C"].signatures == ("[*Ts](B)",)
    assert found["C.Y"].kind == "attribute"


@pytest.mark.parametrize(
    "statement",
    [
        'a = f"{name["x"]} {"".join(name)}"',
        "a = f'{f'{f'{name}'}'}' 'b'",
        "a = f\"{'\\n'.join(name)}\"",
        'a = f"""{\n  name  # what\n}"""',
        'a = f"{\n  name\n}"',
        'a = t"{name} {"x"}"',
        'a = b(t"x")',
        "try: a = b\nexcept A, B: ...",
        "a = [*b for b in name]",
        "a = f(*b for b in name)",
        "class a[\n  T,\n  U: (int,\n  str),\n]: ...",
        'def a[T](x: T = \'é\', y: str = f"é{x["é"]}"): ...',
    ],
)
def test_syntax_newer_than_the_python_that_runs(statement: str) -> None:
    source = f"{statement}\ndef last(): ...\n"
    facts = analyse("m.py", source.encode())
    assert facts.problem is None
    found = {definition.qualname: definition for definition in facts.definitions}
    assert {"a", "last"} <= found.keys()
    assert found["last"].line == source.count("\n")
    # What is wrong in every version is an error of the version that runs.
    wrong = analyse("m.py", f"{source}def (\n".encode())
    assert wrong.problem is not None
    assert f"in Python {VERSION}" in wrong.problem.message


def test_lazy_imports() -> None:
    source = "lazy import a\nlazy from b import (\n  c,\n)\nimport lazy\nlazy = 1\n"
    found = analyse("m.py", source.encode()).imports
    assert [(one.bound, one.lazy) for one in found] == [
        *(("a", True), ("c", True), ("lazy", False)),
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "print",
        'print "a", b,',
        'print"a" % b',
        "print >>b, a",
        "print >>b",
        'exec "a" in b',
        'if b: raise b, "a"',
        "try: c = b\nexcept a, b: pass",
        "x = 0755, 10L, 0xFFL, 00, 0",
        "x = a <> b",
        "x = `a`, `a`",
        "x = ur'a', UR'a'",
        "def f(a, (b,\n c)): pass",
        "x = lambda (a, b): a",
    ],
)
def test_python_2(statement: str) -> None:
    source = f"def a(b):\n  return b\n{statement}\ndef last(): print 1\n"
    facts = analyse("m.py", source.encode())
    assert facts.problem is None
    assert facts.language == "python2"
    found = {definition.qualname: definition.line for definition in facts.definitions}
    assert (found["a"], found["last"]) == (1, source.count("\n"))
    wrong = analyse("m.py", f"{source}def (\n".encode())
    assert wrong.problem is not None
    assert wrong.language == "python"


def test_python_with_tags_of_jinja() -> None:
    found = analyse(
        "m.py",
        b"{%- if x == 'y' %}\nfrom {{ a.slug }}.b import c\nfrom d import e\n"
        b'{%- else %}\nimport f  # {{ a }}\n{% endif %}\nx = "{{ a }}"\n'
        b"y = {{ a }}\nclass {{ a }}(B): ...\n{# \xc3\xa9\n #}\n"
        b"def g(): return {{ a }}\n",
    )
    assert found.problem is None
    assert [one.module for one in found.imports] == ["d", "f"]
    assert [(one.qualname, one.line, one.value) for one in found.definitions] == [
        ("x", 7, '"{{ a }}"'),
        ("y", 8, "{{ a }}"),
        ("g", 12, ""),
    ]
    # A name without tags may be like one that stands for them.
    (lines,) = analyse("m.py", b"f_____g = 1\n").definitions
    assert lines.qualname == "f_____g"
    # Nor does it make something of what is wrong.
    assert analyse("m.py", b"{% if x %}\ndef (\n{% endif %}\n").problem


# Module facts


@pytest.mark.parametrize(
    ("source", "exports", "complete"),
    [
        ("", None, True),
        ("__all__: list[str]", None, True),
        ("__all__ = ()", (), True),
        ("__all__ = ['a', *x, 'b']", ("a", "b"), False),
        ("__all__ = x.__all__ + ['a'] + ('b',)", ("a", "b"), False),
        ("__all__ = ['a']\n__all__ = __all__ + ['b']", ("a", "b"), True),
        ("__all__ = ['a']\n__all__ = [*__all__, 'b', 'a']", ("a", "b"), True),
        ("__all__ = ['a']\n__all__ = sorted(set(__all__))", ("a",), True),
        ("__all__ = list(('a', 'b'))", ("a", "b"), True),
        ("__all__ = ['a', *x]\n__all__ = sorted(__all__)", ("a",), False),
        ("__all__ = sorted(['a'], key=f)", ("a",), True),
        ("__all__ = set(x)", (), False),
        ("__all__ = sorted()", (), False),
        ("__all__ = ['a']\n__all__ = ['b']", ("b",), True),
        ("if x:\n __all__ = ['a']\nelse:\n __all__ = ['b']", ("a", "b"), True),
        ("__all__ = ['a', 'b']\n__all__.remove('a')", ("b",), True),
        ("__all__ = []\nfor x in y: __all__.append(x)", (), False),
        ("__all__ = [f.__name__]", (), False),
        ("class C:\n __all__ = ['a']", None, True),
    ],
)
def test_exports(source: str, exports: tuple[str, ...] | None, complete: bool) -> None:
    facts = python(source)
    assert (facts.exports, facts.exports_complete) == (exports, complete)


@pytest.mark.parametrize(
    ("source", "docstring", "line"),
    [
        ('import a\n__doc__ = """\nOf it.\n"""\n', "Of it.", 2),
        ('if a:\n    __doc__ = "Of it."\n', "Of it.", 2),
        ('"""Own."""\n__doc__ = "Other."\n', "Own.", 1),
        ("__doc__ = a\n", "", 0),
        ("def f():\n    __doc__ = 'Of f.'\n", "", 0),
    ],
)
def test_a_module_may_assign_its_docstring(
    source: str, docstring: str, line: int
) -> None:
    facts = python(source)
    assert (facts.docstring, facts.docstring_line) == (docstring, line)
    assert facts.summary == docstring


def test_docstrings_that_are_assigned() -> None:
    found = definitions(
        "def a(): ...\na.__doc__ = 'Of a.'\n\n\n"
        "def b():\n    '''Own.'''\n\nb.__doc__ = 'Of b.'\n\n\n"
        "class D:\n    def e(self): ...\n    e.__doc__ = 'Of e.'\n"
        "    def f(self): ...\n\nD.f.__doc__ = 'Of f.'\n"
        "g = make()\ng.__doc__ = ('Of ' 'g.')\n"
        "def h(): ...\nh.__doc__ = a.__doc__ + 'more'\n"
        "def i(): ...\ndef j():\n    i.__doc__ = 'Later.'\n"
        "class K:\n    __doc__ = 'Of K.'\n"
    )
    docstrings = {name: one.docstring for name, one in found.items() if one.docstring}
    assert docstrings == {
        "a": "Of a.",
        "b": "Own.",
        "D.e": "Of e.",
        "D.f": "Of f.",
        "g": "Of g.",
        "K": "Of K.",
    }


@pytest.mark.filterwarnings("error")
def test_warnings_about_annotations_are_for_their_authors() -> None:
    facts = python("class A: pass\na: \"A['\\\\d']\"\n")
    assert [spec.base for spec in facts.references.specs] == ["A"]


def test_conditions_of_imports() -> None:
    facts = python(
        """
if t.TYPE_CHECKING and x:
    import a
elif y:
    import b
if not TYPE_CHECKING:
    import c
else:
    import d
try:
    import e
    def f(): import g
except* E:
    import h
else:
    import i
try: import j
finally: pass
with suppress(ImportError):
    import k
with x: import l
"""
    )

    def conditions(one: Import) -> str:
        flags = {"T": one.type_checking, "G": one.guarded, "L": one.lazy}
        return one.module + "".join(flag for flag, holds in flags.items() if holds)

    assert [conditions(one) for one in facts.imports] == (
        ["aT", "b", "c", "dT", "eG", "gL", "hG", "iG", "j", "kG", "l"]
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("x = 1\nif __name__ == '__main__': pass", 2),
        ("if '__main__' == __name__: pass", 1),
        ("if x:\n  if __name__ == '__main__': pass", 2),
        ("if __name__ != '__main__': pass", 0),
        ("def f():\n  if __name__ == '__main__': pass", 0),
    ],
)
def test_main_line(source: str, line: int) -> None:
    assert python(source).main_line == line


# What is wrong with files


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"x = 1\n\0\n", 2, "source code cannot contain null bytes"),
        (b"def f(:\n", 1, f"invalid syntax in Python {VERSION}"),
        (b"(a b)\n", 1, f"invalid syntax in Python {VERSION}"),
        (b"x = 1\ny = 2\n# \xe9", 3, "byte 0xe9 is not valid utf-8"),
        (b"\xe9", 1, "byte 0xe9 is not valid utf-8"),
        (b"#!x\n# coding: foo\n", 2, "unknown encoding"),
        (b"# coding: hex\n", 1, "'hex' is not a text encoding"),
        (b"# coding: punycode\n", 1, ""),
        (b"\xef\xbb\xbf# coding: latin-1\n", 1, "encoding problem"),
        (b"\xff\xfex\0", 1, "byte 0xff is not valid utf-8"),
        (b"(" * 500 + b")" * 500, 1, "too many nested parentheses"),
        (b"x = " + b"a + " * 50_000 + b"a", 0, "nested too deeply"),
        (b"x = " + b"-" * 50_000 + b"a", 0, ""),
        (b"x" + b".a" * 50_000, 0, ""),
        (b"if a: pass\n" + b"elif a: pass\n" * 20_000, 0, "too complex to be parsed"),
        (b"if 1:\n x\n  y", 3, "unexpected indent"),
    ],
)
def test_problems(data: bytes, line: int, message: str) -> None:
    facts = analyse("m.py", data)
    assert facts.problem is not None
    assert facts.problem.message.startswith(message)
    assert (facts.problem.line, facts.definitions) == (line, ())
    assert "\n" not in facts.problem.message
    assert (facts.type, facts.size) == ("Python", len(data))
    assert facts.lines == data.count(b"\n") + (not data.endswith(b"\n"))


def test_a_codec_of_another_package_that_fails() -> None:
    def fails(*_: object) -> tuple[str, int]:
        raise RuntimeError("cannot decode")

    def search(name: str) -> codecs.CodecInfo | None:
        made = codecs.CodecInfo(lambda *_: (b"", 0), fails, name=name)
        return made if name.replace("-", "_") == "kw_fails" else None

    codecs.register(search)
    try:
        facts = analyse("m.py", b"# coding: kw-fails\nx = 1\n")
    finally:
        codecs.unregister(search)
    assert facts.problem is not None
    assert "cannot decode" in facts.problem.message
    assert (facts.problem.line, facts.lines) == (1, 2)


@pytest.mark.parametrize(
    "lines", ["a = a.lower()", "b = a.lower()\n    a = b.replace('-', '_')"]
)
def test_a_name_that_is_made_of_itself(lines: str) -> None:
    source = f"def f(self, a):\n    {lines}\n    return getattr(self, a)()\n"
    facts = analyse("m.py", source.encode())
    assert facts.problem is None
    assert [row.qualname for row in facts.definitions] == ["f"]


@pytest.mark.parametrize(
    "nested",
    [
        "    if x:\n        pass\n" + "    elif x:\n        pass\n" * 1_000,
        "    return " + "x + " * 3_000 + "x\n",
        "    return x" + ".f()" * 1_000 + "\n",
    ],
)
def test_what_generated_code_nests(nested: str) -> None:
    limit = sys.getrecursionlimit()
    facts = analyse("m.py", f"def f(x):\n{nested}def g():\n    f(1)\n".encode())
    assert facts.problem is None
    assert [row.qualname for row in facts.definitions] == ["f", "g"]
    assert sys.getrecursionlimit() == limit


def test_facts_do_not_depend_on_the_stack() -> None:
    source = b"x = " + b"a + " * 300 + b"a"

    def deeper(levels: int) -> FileFacts:
        return deeper(levels - 1) if levels else analyse("m.py", source)

    assert deeper(500) == analyse("m.py", source)
    assert deeper(500).problem is None


@pytest.mark.parametrize(
    "source",
    [
        "x = 1 # type: rubbish !\n",
        "x = f(a, #type: int\n b)\n",
        "def x(\n a, # type: int\n # type: more\n):\n # type: (...) -> [\n pass\n",
    ],
)
def test_type_comments_break_nothing(source: str) -> None:
    assert definitions(source)["x"].line == 1


@pytest.mark.parametrize(
    ("data", "encoding", "lines", "value"),
    [
        (b"", "utf-8", 0, None),
        (b"# coding: latin-1\nx = '\xe9'\n", "iso-8859-1", 2, "'é'"),
        (b"\xef\xbb\xbfx = '\xc3\xa9'", "utf-8-sig", 1, "'é'"),
        (b"\r\nx = [\r\n1]\r\n", "utf-8", 3, "[1]"),
        (b"y = 1\rx = 2\r", "utf-8", 2, "2"),
        (b"y = 1\n\x0c\nx = 2 # \xe2\x80\xa8\n", "utf-8", 3, "2"),
    ],
)
def test_encodings(data: bytes, encoding: str, lines: int, value: str | None) -> None:
    facts = python(data)
    assert (facts.encoding, facts.lines) == (encoding, lines)
    found = {one.qualname: one for one in facts.definitions}
    assert (found["x"].value if value else None) == value


def test_lone_surrogates_are_replaced() -> None:
    facts = python('"""\\ud800"""\n__all__ = ["\\udfff"]\n')
    assert facts.docstring == "\ufffd"
    assert facts.exports == ("\ufffd",)


SURROGATES = r'''
"\ud800 doc"
__all__ = ["\ud801", "a"]
__docformat__ = "\ud800 rst"
X = "\ud800"
"\ud800 attribute"
@functools.lru_cache(maxsize="\ud800")
def a(x="\ud800") -> "\ud800":
    "\ud800"
    importlib.import_module("\ud800.x")
    setattr(x, "\udcff", getattr(x, "\ud800"))
class A("\ud800", metaclass="\ud800"):
    """\ud800."""
    __slots__ = ("\ud800",)
T = TypeVar("\ud800")
N = namedtuple("\ud800", "\ud800 b")
E = Enum("\ud800", ["\ud801"])
'''


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.py", SURROGATES.encode()),
        ("setup.py", rb'setup(name="\ud800", install_requires=["\ud800"])'),
        ("x.md", b"# \xed\xa0\x80 [a](\xed\xa0\x80)\n"),
        ("x.rst", b"\xed\xa0\x80\n===\n"),
        ("setup.cfg", b"[options]\ninstall_requires = \xed\xa0\x80\n"),
    ],
)
def test_facts_with_lone_surrogates_can_be_kept(name: str, data: bytes) -> None:
    facts = analyse(name, data)
    assert facts.problem is None
    assert decode(*encode(facts)) == facts


# Keys


def test_facts_key() -> None:
    key = facts_key("a.py", b"x")
    assert len(key) == 32
    assert key == facts_key("b.py", b"x")
    assert key != facts_key("a.pyi", b"x")
    assert key != facts_key("a.py", b"y")
    assert facts_key("README.MD", b"x") == facts_key("index.md", b"x")
    assert facts_key("a.txt", b"x") != facts_key("CMakeLists.txt", b"x")
    assert facts_key("a.toml", b"x") != facts_key("Cargo.toml", b"x")
    assert facts_key("Dockerfile", b"x") != facts_key("Makefile", b"x")
    assert facts_key("a\udcff.\udcff", b"x")
    for name, other, data in [
        ("composer.json", "a.json", b'{"description": "Sends mails to all."}'),
        ("action.yml", "a.yml", b"description: Sends mails to all.\n"),
        ("a.service.in", "a.in", b"[Unit]\nDescription=Sends mails to all.\n"),
    ]:
        assert analyse(name, data).summary == "Sends mails to all."
        assert facts_key(name, data) != facts_key(other, data), name


if __name__ == "__main__":
    for source in sorted(SOURCES.glob("*.py")):
        facts = analyse(source.name, source.read_bytes())
        source.with_suffix(".txt").write_text(shown(facts), "utf-8")
