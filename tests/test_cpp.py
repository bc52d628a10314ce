"""C and C++: what pages show of their files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project, assert_same
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.languages.c_macros import macros
from sphinxcontrib_kwindex.model.definition_heads import written

Make = Callable[..., Project]

FILES = {
    "inc/add.h": (
        "namespace at { namespace native {\n"
        "/// A base.\n"
        "struct Base { int x; virtual int get() const; };\n"
        "int add(int a, int b);\n"
        "class Derived : public Base {\n"
        " public:\n"
        "  int get() const override { return x + add(1, 2); }\n"
        "};\n"
        "}}\n"
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
    ),
    "src/add.cpp": (
        '#include "../inc/add.h"\n'
        "#include <vector>\n"
        "namespace at::native {\n"
        "int add(int a, int b) { return MAX(a, b) + a; }\n"
        "int Base::get() const { return x; }\n"
        "}\n"
        "int main() { at::native::Derived d; return at::native::add(1, 2); }\n"
    ),
    "src/kernel.cu": (
        '#include "../inc/add.h"\n'
        "template <typename T>\n"
        "__global__ void scale(T* x, int n) { x[0] *= n; }\n"
        "void run(float* x) { scale<float><<<1, 32>>>(x, 2); }\n"
    ),
    "src/other.cpp": "int lonely() { return MAX(1, 2) + faked(3); }\n",
    "tests/fake.cpp": "int faked(int a) { return a; }\n",
    "tests/other.cpp": "int tried() { return faked(4); }\n",
}


@pytest.fixture(scope="module")
def built(make_shared: Make) -> Build:
    build = make_shared(FILES).build()
    assert build.warnings == ""
    build.check_links()
    return build


def test_definitions(built: Build) -> None:
    header = built.text("code/inc/add.h_docs")
    for anchor in ("at.native", "at.native.Base", "at.native.Base.x", "MAX"):
        assert f'id="def-{anchor}"' in header, anchor
    assert "A base." in built.body("code/inc/add.h_kw")
    assert "struct" in built.body("code/inc/add.h_docs")


def test_c_has_names_that_cpp_reserves() -> None:
    text = b"struct s { int class, template; char operator; };\nint typename;\n"
    names = [one.qualname for one in analyse("a.c", text).definitions]
    assert names == ["s", "s::class", "s::template", "s::operator", "typename"]
    # Of a macro before it C++ makes the type of a field.
    text = b"class A {\n  EXPORT class B;\n  int x;\n};\n"
    assert "A::class" not in [
        one.qualname for one in analyse("a.cpp", text).definitions
    ]


def test_who_may_use_a_base_says_nothing_of_members() -> None:
    text = (
        b"class A : public B {\n  int own;\npublic:\n  int x;\n#if Y\nprotected:\n"
        b"  int y;\n#endif\n};\nstruct C : private B { int z; };\n"
    )
    rows = analyse("a.cpp", text).definitions
    found = {row.qualname: row.modifiers for row in rows if row.kind == "field"}
    assert found == {
        "A::own": ("private",),
        "A::x": (),
        "A::y": ("protected",),
        "C::z": (),
    }


@pytest.mark.parametrize("name", ["a.cpp", "a.c"])
def test_enumerators_may_have_attributes(name: str) -> None:
    text = (
        b'enum E {\n  A = 1,\n  B [[deprecated("x")]],\n  C [[maybe_unused]] = 3,\n'
        b"  D [[a, b]]\n};\n"
    )
    rows = analyse(name, text).definitions
    assert [(row.kind, row.name) for row in rows] == [
        ("enum", "E"),
        *(("constant", name) for name in "ABCD"),
    ]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("int x = 1, y = 2, z;", {"x": "1", "y": "2", "z": ""}),
        ("int a, *b = 3, c;", {"a": "", "b": "3", "c": ""}),
        ("Box v{1, 2}, w{3};", {"v": "{1, 2}", "w": "{3}"}),
    ],
)
def test_each_field_of_several_has_its_own_value(
    text: str, values: dict[str, str]
) -> None:
    rows = analyse("a.cpp", f"struct S {{ {text} }};".encode()).definitions
    assert {row.name: row.value for row in rows if row.kind == "field"} == values


def test_what_a_namespace_is_named_with_is_a_function() -> None:
    text = (
        b"namespace a {\nint f();\nstruct K { void m(); };\n}\n"
        b"int a::f() { return 1; }\nvoid a::K::m() {}\n"
    )
    rows = analyse("a.cpp", text).definitions
    assert [(row.kind, row.qualname, row.lines) for row in rows] == [
        ("namespace", "a", (1,)),
        ("class", "a::K", (3,)),
        ("function", "a::f", (5,)),
        ("method", "a::K::m", (6,)),
    ]


def test_fields_by_a_macro_may_follow_a_comment() -> None:
    text = (
        b"struct a {\n  int x; /* One. */\n  A_FIELDS\n};\nAPI int f(int);\n"
        b"struct b {\n  int y;\n  /* private */\n  B_FIELDS\n};\nAPI int g(int);\n"
        b"struct c {\n  A_FIELDS\n  B_FIELDS\n  C_FIELDS\n};\nAPI int h(int);\n"
    )
    found = [(one.kind, one.qualname) for one in analyse("a.h", text).definitions]
    assert found == [
        *(("class", "a"), ("field", "a::x"), ("function", "f")),
        *(("class", "b"), ("field", "b::y"), ("function", "g")),
        *(("class", "c"), ("function", "h")),
    ]


def test_functions_of_c_may_have_white_space_before_their_parameters() -> None:
    text = b"U32 f (U32 a)\n{ int n; }\nstatic\nHANDLE g (char *b, int c) {}\n"
    rows = analyse("a.c", text + b"API b_t (*h) (int d);\n").definitions
    found = [(one.kind, one.qualname) for one in rows]
    assert found == [("function", "f"), ("function", "g"), ("data", "h")]


def test_an_operator_is_shown_with_its_name_once() -> None:
    text = (
        "auto operator << (A& a, B b) -> A&;\n"
        "struct C {\n  int operator () (int x);\n};"
    )
    shown = [
        written(row, python=False, longest=30)
        for row in analyse("a.cpp", text.encode()).definitions
    ]
    assert shown == [
        *("auto operator<< (A& a, B b) -> A&;", "struct C"),
        "int operator() (int x);",
    ]


def test_a_name_is_shown_once_where_it_stands() -> None:
    texts = {
        "Makefile": "clean:: all\n\trm -f *\n",
        "a.cpp": "namespace a::inline b {\n}\nFoo::Foo(int) {}\n",
        "a.js": "class A {\n  'two words' = 1;\n  get 'a b'() {}\n}\n",
    }
    shown = [
        written(row, python=False, longest=30)
        for name, text in texts.items()
        for row in analyse(name, text.encode()).definitions
    ]
    assert shown == [
        *("clean:: all", "namespace a::inline b", "Foo::Foo(int)"),
        *("class A", "['two words'] = 1", "get ['a b']()"),
    ]


def test_a_macro_is_shown_with_what_it_stands_for() -> None:
    text = (
        "#define A 512 // x\n#  define B(x) (x + 1)\n#define C \\\n  1\n"
        '#if X\n#define D 1\n#else\n#define D 2\n#endif\n#define E "a//b" /* c */\n'
        "#define F\n"
    )
    rows = analyse("a.c", text.encode()).definitions
    assert [written(row, python=False, longest=20) for row in rows] == [
        *("#define A 512", "#define B(x)", "#define C", "#define D"),
        *('#define E "a//b"', "#define F"),
    ]


def test_a_macro_may_make_the_name_of_a_function() -> None:
    text = (
        "#define PREFIX(name) utf8_ ## name\n"
        "static int PREFIX(other)(int a);\n"
        "static int PREFIX(scan)(int a) { return PREFIX(other)(a); }\n"
        "int (area)(int side) { return side; }\n"
    )
    for name in ("a.c", "a.cpp"):
        rows = analyse(name, text.encode()).definitions
        assert [(row.kind, row.qualname) for row in rows] == [
            ("macro", "PREFIX"),
            ("function", "PREFIX(other)"),
            ("function", "PREFIX(scan)"),
            ("function", "area"),
        ]


def test_a_macro_by_the_name_of_an_enumerator_stands_for_it() -> None:
    """expat's header has them, for those who ask by ``#ifdef``."""
    text = (
        "enum status { ERROR,\n#define ERROR ERROR\n"
        "OK = 1,\n#define OK OK\nLAST = 2\n#define LAST LAST\n};\n"
        "enum other { FIRST\n#define FIRST FIRST\n};\n"
    )
    rows = analyse("a.h", text.encode()).definitions
    assert [(row.kind, row.qualname, row.line) for row in rows] == [
        *(("enum", "status", 1), ("constant", "ERROR", 1), ("constant", "OK", 3)),
        *(("constant", "LAST", 5), ("enum", "other", 8), ("constant", "FIRST", 8)),
    ]


def test_pointers_to_parameters_of_templates_may_be_to_anything(
    make_project: Make,
) -> None:
    text = (
        "struct Other { int get_it(); };\n"
        "template <typename T>\nint run(T* t, T const& r, std::mutex* m) {\n"
        "  return t->get_it() + r.get_it() + m->get_it();\n}\n"
    )
    code = make_project({"a.hpp": text}).build().listing("a.hpp")
    assert code.count('href="#src-Other.get_it" title="by name only"') == 2


def test_members_may_be_macros(make_project: Make) -> None:
    files = {
        "a.h": "struct a { struct { int flags; } inner; };\n"
        "#define a_flags inner.flags\n",
        "b.c": '#include "a.h"\nint f(struct a *a) { return a->a_flags; }\n',
        "c.c": "int f(struct a *a) { return a->a_flags; }\n",
    }
    build = make_project(files).build()
    link = '<a href="a.h_docs.html#src-a_flags" title="by name only">a_flags</a>'
    assert link in build.listing("b.c")
    assert "a_flags</a>" not in build.listing("c.c")


def test_enumerators_may_be_named_with_their_enumeration(make_project: Make) -> None:
    files = {
        "a.h": "namespace n {\nenum Color { red };\nenum class Size { big };\n"
        "constexpr int other = 1;\n}\nenum Top { first };\n",
        "b.cpp": '#include "a.h"\n'
        "int x = f(n::Color::red, n::Size::big, Top::first, n::Size::red);\n",
    }
    code = make_project(files).build().listing("b.cpp")
    for name in ("n.red", "n.Size.big", "first"):
        assert code.count(f'href="a.h_docs.html#src-{name}">') == 1


def test_to_ask_whether_a_macro_lacks_a_default_uses_it_not(make_project: Make) -> None:
    built = make_project(
        {
            "a.c": (
                "#ifndef LIMIT\n#define LIMIT 5\n#endif\n"
                "#ifndef MOST\nint most;\n#define MOST 6\n#endif\n"
                "#ifndef MEAN\n// By system.\n#if A\n#define MEAN(a) a\n#else\n"
                "#define MEAN(a) 1\n#endif\n#endif\n"
                "int least(void) { return LIMIT; }\n"
            )
        }
    ).build()
    code = built.listing("a.c")
    assert code.count('href="#src-LIMIT"') == 1
    assert code.count('href="#src-MOST"') == 1
    assert 'href="#src-MEAN"' not in code


def test_the_guard_of_a_header_is_no_macro_of_it() -> None:
    text = (
        "/* A. */\n#pragma once\n#if !defined(A_H)\n// Once.\n#define A_H\n"
        '#if HAS("x.h") || HAS(<fcntl.h>)\n#define FCNTL 1\n#endif\n'
        "END_NAMESPACE\n#endif  // A_H\n"
    )
    rows = analyse("a.h", text.encode()).definitions
    assert [row.qualname for row in rows] == ["FCNTL"]
    for more in ("int a;\n", "#if B\n#endif\n"):
        rows = analyse("a.h", (text + more).encode()).definitions
        assert "A_H" in [row.qualname for row in rows], more


def test_fields_stand_below_a_structure_that_is_named_behind_them(
    make_project: Make,
) -> None:
    text = (
        "int a;\ntypedef struct {\n  int x;\n  struct { int y; } inner;\n} Point;\n"
        "void move(Point *p) { p->x++; }\n"
    )
    page = make_project({"point.c": text}).build().text("code/point.c_docs")
    outline = page.partition('class="kw-side"')[2].partition("</details>")[0]
    shown = re.findall(r'href="#src-([\w.]+)"', outline)
    assert shown[:3] == ["a", "Point", "Point.x"]
    assert 'src-Point">Point</a><ul>' in outline
    assert shown[-1] == "move"


def test_a_type_of_the_name_of_its_structure_is_its_declaration(
    make_project: Make,
) -> None:
    header = "/* A shape. */\ntypedef struct shape shape;\nint area(shape *one);\n"
    source = "struct shape { int side; };\nint area(shape *one) { return one->side; }\n"
    files = {"shape.h": header, "shape.c": f'#include "shape.h"\n{source}'}
    built = make_project(files).build()
    page = built.body("code/shape.h_docs")
    assert "typedef struct shape shape; line 2 declaration defined in shape.c" in page
    assert "used in 3 places in 2 files" in built.body("code/shape.c_docs")


def test_names_lead_by_scopes_and_includes(built: Build) -> None:
    code = built.listing("src/add.cpp")
    header = "../inc/add.h_docs.html"
    assert f'href="{header}">' in code
    for name in ("at.native.Base", "at.native.Base.x", "at.native.Derived", "MAX"):
        assert f'href="{header}#src-{name}"' in code, name
    assert 'href="#src-at.native.add"' in code
    # The parameter is nobody else's.
    assert "(a)</a>" not in code


def test_members_are_those_of_declared_types(make_project: Make) -> None:
    header = (
        "namespace shop {\n"
        "struct Item { int price; Item(int p); int cost() const; };\n"
        "struct Gift : Item { int wrapped; };\n"
        "struct Other { int price; int cost() const; };\n"
        "}\n"
    )
    source = (
        '#include "shop.h"\n'
        "using namespace shop;\n"
        "int pay(const Item& item, Gift *gift, int price) {\n"
        "  Other other{}; auto any = other;\n"
        "  return item.price + gift->cost() + other.price + any.cost() + price;\n"
        "}\n"
    )
    built = make_project({"shop.h": header, "pay.cpp": source}).build()
    assert built.warnings == ""
    code = built.listing("pay.cpp").partition("return<")[2]
    assert code.count('href="shop.h_docs.html#src-shop.Item.price"') == 1
    assert 'href="shop.h_docs.html#src-shop.Item.cost"' in code
    assert 'href="shop.h_docs.html#src-shop.Other.price"' in code
    # Of what its type is not known several may be meant.
    assert 'href="shop.h_docs.html#src-shop.Item.cost" title="by name only"' in code
    # A class is meant by its name, and not its constructor.
    assert 'href="shop.h_docs.html#src-shop.Item"' in built.listing("pay.cpp")


def test_methods_see_their_class_in_a_namespace_that_is_opened(
    make_project: Make,
) -> None:
    header = (
        "namespace net {\n"
        "class Base { protected: int fd_; };\n"
        "class Link : Base { enum class State { Up }; int retry_; State state_;\n"
        "void run(); };\n"
        "}\n"
    )
    source = (
        '#include "link.h"\n'
        "using namespace net;\n"
        "void Link::run() { retry_ = 1; state_ = State::Up; fd_ = 2; }\n"
    )
    built = make_project({"link.h": header, "link.cpp": source}).build()
    code = built.listing("link.cpp")
    for name in ("Link.retry_", "Link.state_", "Link.State.Up", "Base.fd_"):
        assert f'href="link.h_docs.html#src-net.{name}">' in code, name


@pytest.mark.parametrize(
    "source",
    [
        'enum A {\n  FIRST,\n#define OP(n) n,\n#include "op.h"\n  LAST\n};\n',
        'static int list[] = {\n#define OP(n) {n},\n#include "op.h"\n#undef OP\n};\n',
        'struct f list[] = {\n#include "op.h"\n};\n',
        'struct A {\n#define OP(n) int n;\n#include "op.h"\n#undef OP\n  int x;\n};\n',
    ],
)
def test_a_list_may_be_included(make_project: Make, source: str) -> None:
    files = {"op.h": "OP(a)\nOP(b)\n", "a.c": source, "b.cpp": source}
    built = make_project(files).build()
    for name in ("a.c", "b.cpp"):
        page = built.body(f"code/{name}_docs").partition("Dependencies")[2]
        assert "This repository (1) #include &quot;op.h&quot; line" in page
        assert 'href="op.h_docs.html"' in built.listing(name)


def test_what_makes_a_list_names_nothing_else() -> None:
    source = b"""\
int name, define;
enum A {
#define OP(name, _) OP_##name,
#include "op.h"
#undef OP
};
"""
    places = analyse("a.c", source).references.iterate()
    assert [place.line for place in places] == [4]


def test_macros_around_a_list_in_a_class() -> None:
    text = (
        b"class A : public B<A> {\n public:\n  METHOD_LIST_BEGIN\n"
        b'  METHOD_ADD(A::get, "/{1}", Get);\n  // More.\n  ADD_TO(A::put, "", Put);\n'
        b"  METHOD_LIST_END\n  void get(const R &r);\n  void put();\n};\n"
        b"enum E {\n  E_BEGIN,\n  E_END\n};\n"
    )
    names = [one.qualname for one in analyse("a.h", text).definitions]
    assert names == ["A", "A::get", "A::put", "E", "E_BEGIN", "E_END"]


def test_a_namespace_may_be_inline_in_another() -> None:
    text = (
        b"namespace a::inline b::c {\nclass D {};\n}\nnamespace e::inline f {int g();}"
    )
    names = [one.qualname for one in analyse("a.hpp", text).definitions]
    assert names == ["a::c", "a::c::D", "e", "e::g"]


def test_modules_of_cpp_export_what_they_define() -> None:
    text = (
        "module;\n#include <a>\nexport module foo.b:part;\nexport import bar;\n"
        "import :other;\nimport <vector>;\nnamespace n {\nexport class A { int x; };\n"
        "  export template <class T> T f(T a) { return a; }\n}\n"
        "export namespace m { int g(); }\nexport int h();\nexport using X = int;\n"
        "module :private;\nint own;\n"
    )
    assert [row.qualname for row in analyse("a.ixx", text.encode()).definitions] == [
        *("n", "n::A", "n::A::x", "n::f", "m", "m::g", "h", "X", "own"),
    ]


def test_a_header_opens_namespaces_for_who_includes_it(
    follow_edits: Callable[..., None], make_project: Make
) -> None:
    files = {
        f"n/{name}.h": f"namespace n {{ class Base; class {name}; }}\n"
        for name in "abcd"
    }
    files |= {
        "n/base.h": "namespace n { class Base { public: void go(); }; }\n",
        "app.h": '#include "n/base.h"\nusing namespace n;\nclass App : Base {};\n',
        "app.cc": '#include "app.h"\nvoid run(Base& base) { base.go(); }\n',
        "other.cc": '#include "n/base.h"\nvoid other(Base* base);\n',
    }
    built = make_project(files).build()
    assert 'href="n/base.h_docs.html#src-n.Base">' in built.listing("app.cc")
    assert 'href="n/base.h_docs.html#src-n.Base.go">' in built.listing("app.cc")
    assert 'src-n.Base" title="by name only">' in built.listing("other.cc")
    header = files["app.h"]
    follow_edits(files, {"app.h": header.replace("using", "// ")}, {"app.h": header})


def test_before_colons_stands_no_value(make_project: Make) -> None:
    files = {
        "lib.h": "namespace tool { class Tool { public: void run(); enum {ON}; }; }\n",
        "use.cc": '#include "lib.h"\nstruct Own {\n  void go();\n'
        "  tool::Tool tool;\n};\n"
        "void Own::go() { tool.run(); int on = tool::Tool::ON; }\n",
    }
    # What is not included may not be it.
    lost = files["use.cc"].partition("\n")[2]
    files["lost.cc"] = lost.replace("tool::Tool", "kit::Tool").replace(
        " tool;", " kit;"
    )
    built = make_project(files).build()
    assert built.warnings == ""
    listing = built.listing("use.cc")
    for name in ("run", "ON"):
        assert f'href="lib.h_docs.html#src-tool.Tool.{name}">' in listing


def test_what_is_not_included_is_by_name(built: Build) -> None:
    code = built.listing("src/other.cpp")
    assert 'href="../inc/add.h_docs.html#src-MAX" title="by name only"' in code
    # What tests define other tests may mean.
    assert "#src-faked" not in code
    code = built.listing("tests/other.cpp")
    assert 'href="fake.cpp_docs.html#src-faked" title="by name only"' in code


def test_includes_are_told_both_ways(built: Build) -> None:
    assert "#include &lt;vector&gt;" in built.text("code/src/add.cpp_docs")
    imported = built.text("code/inc/add.h_docs").partition("Included by (2 files)")[2]
    assert 'href="../src/add.cpp_docs.html"' in imported


def test_kernels_of_cuda_are_functions_that_launches_lead_to(built: Build) -> None:
    code = built.listing("src/kernel.cu")
    assert "__global__" in built.body("code/src/kernel.cu_docs")
    assert 'href="#src-scale">scale</a>' in code
    assert 'href="../inc/add.h_docs.html">' in code


#: Source, and what it defines: kind, qualified name, line.
DEFINED = {
    # Macros that stand where a type could.
    "class API_EXPORT A final {};\nAPI_EXPORT int f(int);": "class A 1, function f 2",
    "struct A {\n  PyObject_HEAD\n  int x;\n  HOST_DEVICE\n  A() : x(0) {}\n};": (
        "class A 1, field A::x 3, method A::A 5"
    ),
    "X_BEGIN_NAMESPACE\nREGISTER(a, b)\nFoo<T> NO_INLINE\ng() {}": "function g 4",
    "FILE *f;\nHANDLE open_it(int x);": "data f 1, function open_it 2",
    # Conversions that are defined outside of their classes.
    "inline\nA::operator B() const {}\ntemplate <class T> API_INLINE\n"
    "n::C<T>::operator D<T>() {}\nconstexpr A::operator bool() const {}": (
        "method A::operator B 2, method n::C::operator D<T> 4, "
        "method A::operator bool 5"
    ),
    "template <class T>\ntemplate <std::convertible_to<T> S>\ninline\n"
    "R<T>::operator R<S>() const {}": "method R::operator R<S> 4",
    "struct A {\n  [[nodiscard]] constexpr operator T() const;\n"
    "  [[nodiscard]] operator U*() { return a; }\n"
    '  [[deprecated("b")]] [[nodiscard]] explicit(true) operator V();\n'
    "  inline constexpr operator W() const;\n"
    "  template<class X> __host__ __device__ operator X();\n};": (
        "class A 1, method A::operator T 2, method A::operator U* 3, "
        "method A::operator V 4, method A::operator W 5, method A::operator X 6"
    ),
    "template<class T> struct box { box(T); };\n"
    "template<class T>\nbox(T) -> box<T>;\nauto f() -> int;": (
        "class box 1, method box::box 1, function f 4"
    ),
    "struct __align__(8) A { int x; };\nunion __builtin_align__(16) B {};": (
        "class A 1, field A::x 1, class B 2"
    ),
    "static void printflike(3, 4)\nf(char *a, ...)\n{\n  g(3, 4);\n}\n"
    "A * like_printf (1,2) *h(const char *, ...);\nint i = f(1) + g(2);": (
        "function f 2, function h 6, data i 7"
    ),
    "class AN_API A MAY_BE_FINAL : public B { int x; };": "class A 1, field A::x 1",
    "struct A {\n  UC const* a;\n  API const int* b;\n  MEMBERS\n};\nclass B {};": (
        "class A 1, field A::a 2, field A::b 3, class B 6"
    ),
    "#define F(T) \\\n  U<X( \\\n T)>::R f() {}\nint g();": "macro F 1, function g 4",
    "#define F(a, \\\n /* b */ c) \\\n  { a; /* 'd' \\\n */ c }\nint g();": (
        "macro F 1, function g 5"
    ),
    "#define F(a) a /* It\n is last. */\n#define G 1 /* b */\nint g();": (
        "macro F 1, macro G 3, function g 4"
    ),
    "class API [[nodiscard]] A {};\nclass [[nodiscard]] API_ B final : public A {};\n"
    'class __attribute__((visibility("default"))) CD final : public A { int x; };': (
        "class A 1, class B 2, class CD 3, field CD::x 3"
    ),
    "enum class Method { GET };\nint f();": (
        "enum Method 1, constant Method::GET 1, function f 2"
    ),
    "typedef REMOVE_CONST(T) U;\ntypedef decltype(x) V;\n"
    "static const char * FORMAT_ARG(3)\nf(char *a) {}": (
        "type U 1, type V 2, function f 4"
    ),
    'extern "C" __declspec(dllimport) int __stdcall f();\nnamespace n {}': (
        "function f 1, namespace n 2"
    ),
    "struct A {\n  int f() const NO_THROW override;\n  int g() PURE = 0;\n};\n"
    "A::A() {\n  // So.\n  A_TRY {\n    f();\n  }\n  A_CATCH\n}\nint A::g() {}": (
        "class A 1, method A::f 2, method A::A 5, method A::g 3 12"
    ),
    "namespace n {}\nWARNING_POP\n\nWARNING_PUSH\nBEGIN_IT(n)\n\nstruct A {\n"
    "  PyObject_HEAD\n  /// B.\n  union {\n    int b;\n  };\n};\nWARNING_POP\n"
    "// C.\nstatic_assert(C(1), D);\nEND_IT(n)\nBOOL\nWINAPI f(int) {}": (
        "namespace n 1, class A 7, field A::b 11, function f 19"
    ),
    "struct A {\n PRIVATE_BUT_FOR_TESTS:\n  using B = int;\n PROTECTED_IF: // C.\n"
    "  int f() const\n  {\n    if (a)\n    {\n      A_TRY\n      {\n"
    "        return b(c->at(d));\n      }\n      A_CATCH (...) {\n        throw 1;\n"
    "      }\n    }\n    else\n    {\n      throw 2;\n    }\n  }\n"
    "  int g() const\n  {\n    return 1;\n  }\n};\nclass D : public\nE\n{\n};": (
        "class A 1, type A::B 3, method A::f 5, method A::g 22, class D 27"
    ),
    'int f() {}\n//*****\n// About g.\n//*****\nint g() { h("/*"); }\nint i() {}': (
        "function f 1, function g 5, function i 6"
    ),
    "static int\nour_function\nf (int a)\n{\n}\nstatic CONST\nint\ng (int a)\n{\n}": (
        "function f 3, function g 8"
    ),
    "struct A : B {\n  int f() override { OVERRIDE(int, B, f, ); }\n"
    "  C &g() override { OVERRIDE(const n::C &, B, f); }\n};\nstruct D {};": (
        "class A 1, method A::f 2, method A::g 3, class D 5"
    ),
    "class A : public B<C> {\n  A_METHODS\n};\nenum D { EE };\nint f() {}": (
        "class A 1, enum D 4, constant EE 4, function f 5"
    ),
    "EXTERN ALLOC ALLOC_SIZE(1)\n  void *f(int);\nBOOL WINAPI g(int x) {}\n"
    "typedef BOOL (PASCAL FAR * H)(int);\nint (WINAPI *i)(void);": (
        "function f 2, function g 3, type H 4, data i 5"
    ),
    "static my_inline void\nf(int *a)\n{\n}\n\nchar * my_cdecl\ng(char *a, ...)\n{\n}\n"
    "int h() {\n  goto out;\n#if A\nout:\n#endif\n  return 1;\n}\nint i() {}": (
        "function f 2, function g 7, function h 10, function i 17"
    ),
    "struct A {\n  template <class T>\n  void f(B<T, 1>* = nullptr) {}\n"
    "  void g(int * = nullptr);\n};\nint h() {}": (
        "class A 1, method A::f 3, method A::g 4, function h 6"
    ),
    # An object of a type that is told to be one.
    "namespace n {\ntemplate <class O> void f() {\n  if (typename O::keep()) {\n"
    "    for (;;) {}\n  } else {}\n}\nvoid g(typename A<int>::B (*h)());\n}": (
        "namespace n 1, function n::f 2, function n::g 7"
    ),
    # Enumerators that a macro makes of what is included.
    'typedef enum {\n#define OP(a, b) OP_##a,\n#include "op.h"\n#undef OP\n} Code;\n'
    'enum E { A,\n#define X(a) \\\n  E_##a,\n#include "e.h"\n#undef X\n  B, C\n};': (
        "enum Code 5, enum E 6, constant A 6, constant C 11"
    ),
    "enum E {\n  OPTION(A, LONG, 1),\n  OPTION(B, FLAG | LONG, 2),\n  C\n};\n"
    "int x[] = {\n  1,\n#define D 2\n#define F (D - 1)\n  D\n};": (
        "enum E 1, constant A 2, constant B 3, constant C 4, data x 6, macro D 8, "
        "macro F 9"
    ),
    "typedef A (CALLP FP) (int x);\nstruct B {\n  A* ALIAS next;\n"
    "  void swap(A* NONNULL other);\n  int c = d * E;\n};": (
        "type FP 1, class B 2, field B::next 3, method B::swap 4, field B::c 5"
    ),
    "#if __has_include(<a/b.h>) && __has_cpp_attribute(clang::x)\nnamespace n {\n"
    "int f() { __asm { mov eax, 1 } return 1; }\n}\n#endif\nint g();": (
        "namespace n 2, function n::f 3, function g 6"
    ),
    "A x[] = {\n  B(1), /* C */\n#define OP(a) {N(#a), B(a)},\n#define D 2 /* E */\n"
    '  B(D),\n};\nint f() { g(QL("a") "b" QL("c") " d"); }\nint h() {}': (
        "data x 1, macro OP 3, macro D 4, function f 7, function h 8"
    ),
    "struct A { int a; } __packed;\nstruct B { int b; } __aligned(8);\n"
    "static const struct A c[] __initconst = { 1 };\n"
    "static int __init f(void) { return 1; }\n__hidden T g(void) { return 1; }": (
        "class A 1, field A::a 1, class B 2, field B::b 2, constant c 3, "
        "function f 4, function g 5"
    ),
    # Branches whose brackets match in none.
    "int f() {\n#if A\n  if (x) {\n#else\n  if (y) {\n#endif\n  }\n}\nint g() {}": (
        "function f 1, function g 9"
    ),
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint f();\n#ifdef A\n}\n#endif': (
        "function f 4"
    ),
    # Branches in the midst of a list or an expression.
    "struct A {\n  A(int x)\n      :\n#if !defined(N)\n        a(x),\n#endif\n"
    "        b(x) {\n    g();\n  }\n  void f();\n"
    "#if B\n  int b;\n#endif\n};\nvoid A::f() {}": (
        "class A 1, method A::A 2, method A::f 15, field A::b 12"
    ),
    "struct A {\n  A() : b{1},\n#if A\n c{2}\n#else\n c{3}\n#endif\n  {}\n};\n"
    "int d() {}": ("class A 1, method A::A 2, function d 10"),
    "A::A()\n  : b(1)\n#ifdef X\n  , c(2)\n#endif\n{}\nvoid A::f() {}": (
        "method A::A 1, method A::f 7"
    ),
    "int f(int a,\n#ifdef X\n int b,\n#endif\n int c) { return a &&\n#if X\n b &&\n"
    "#endif\n  c; }\nint x =\n#if A\n  1;\n#else\n  2;\n#endif\nvoid g() {}": (
        "function f 1, data x 10, function g 16"
    ),
    # Among values, of which no grammar reads conditions, and among enumerators.
    "class A {\n  struct L l_{\n    &a,\n#ifdef X\n    &b,\n#endif\n  };\n  void f();\n"
    "};\nenum E { A,\n#ifdef X\n B,\n#else\n C,\n#endif\n D };\nvoid A::f() {}": (
        "class A 1, field A::l_ 2, method A::f 17, enum E 10, constant A 10, "
        "constant B 12, constant C 14, constant D 16"
    ),
    # Heads of one function, and what stands behind the parameters of a template.
    "#if A\nint f(int a)\n#else\nint f(long a) // B.\n#endif\n{\n  return 1;\n}\n"
    "#if B\nint b;\n#endif\nint g() {}": "function f 2, data b 10, function g 12",
    '#if A\n__attribute__((a("b"))) static u64\n#else\nINLINE u64\n#endif\n'
    "f(u64 a) { return a; }\nAPI\n#if A\n#define B 1\n#else\n#define B 2\n#endif\n"
    "g(int a) { return a; }": "function f 6, macro B 9 11, function g 13",
    # Attributes by macros in small letters behind prototypes.
    "int f(int a) _a_hidden_;\nint g(char *a, ...) _a_format_(1, 2) _a_hidden_;\n"
    "int h() { return f(1) + _b_; }": "function f 1, function g 2, function h 3",
    # Attributes by macros with arguments, one behind the other.
    "A_NONNULL A_READS(1, 3) A_WRITES(2, 3)\nsize_t f(char* restrict a, int b);\n"
    "#ifndef B\nint g(void);\n#endif\nint h(void) { return 1; }": (
        "function f 2, function g 4, function h 6"
    ),
    # What a condition names stands before no declaration.
    "#if defined A_B\nTEST(a, b) {\n}\n#endif\nvoid f() {\n}": (
        "function a.b 2, function f 5"
    ),
    "namespace n {\ntemplate <class T>\nAPI INLINE\n#ifdef A\n"
    "const B<typename C<T>::D>\n#else\nconst B<T>\n#endif\n"
    "C<T>::f(E e)\n{\n  return 1;\n}\n#ifdef A\n#include <x>\n#endif\nint g() {}\n}": (
        "namespace n 1, method n::C::f 9, function n::g 16"
    ),
    "struct A {\n public:\n  template <class T>\n#if A\n  constexpr\n#endif\n"
    "  int f(T t) const { return 1; }\n  template <class T,\n#if B\n  int N = 1,\n"
    "#endif\n  class U>\n  int g(U u) { return 1; }\n};\ntemplate <class T>\n#if A\n"
    "void h(T t) {}\n#else\nint i(T t) {}\n#endif\nint j() {}": (
        "class A 1, method A::f 7, method A::g 13, function h 17, function i 19, "
        "function j 21"
    ),
    "void f() {\n  if (a) {\n  }\n#if A\n  else if (b) {\n  }\n#endif\n  else {\n"
    "  }\n}\nvoid g() {}": "function f 1, function g 11",
    # Directives that go on in comments.
    "int f() {\n#if A\n  return 1;\n#else /* !(A ||\n  B) */\n  return g(2);\n"
    "#endif /* A ||\n defined(C) { */\n}\nint h() {}": "function f 1, function h 10",
    "template <class F, class I>\nconstexpr bool f() {\n  return\n"
    "#if defined(A) && (B < 9) && !defined(C)\n"
    "      (!std::is_same_v<F, long double> || !std::is_same_v<I, uint64_t>) &&\n"
    "#endif\n      std::l<F>::digits <= std::l<I>::digits;\n}\n"
    "template <class F>\nstruct A { int x; };\ntemplate <class F>\nvoid g() {}": (
        "function f 2, class A 10, field A::x 10, function g 12"
    ),
    "enum E {\n  A,\n#if X\n  B = 1,\n#else\n  C = (1),\n#endif\n  D,\n};": (
        "enum E 1, constant A 2, constant B 4, constant C 6, constant D 8"
    ),
    # Several by the same name, which are no declarations of each other.
    "struct A {\n  A(int);\n  A(A&) = delete;\n  void f() {}\n  void f(int);\n};": (
        "class A 1, method A::A 2 3, method A::f 4 5"
    ),
    "struct A {\n  A(int);\n  A() = default;\n};\nA::A(int) {}\nint f();\nint f() {}": (
        "class A 1, method A::A 5, function f 7"
    ),
    # Names.
    "namespace a::b { inline namespace v1 { struct C {}; } }": (
        "namespace a::b 1, namespace a::b::v1 1, class a::b::C 1"
    ),
    "template <class T> void A<T>::f() {}\ntemplate <> void A<int>::g() {}": (
        "method A::f 1, method A<int>::g 2"
    ),
    "struct A { operator  bool() const; bool operator ==(A) const; ~A(); };": (
        "class A 1, method A::operator bool 1, method A::operator== 1, method A::~A 1"
    ),
    "namespace n { class A { friend void swap(A, A) {} }; }": (
        "namespace n 1, class n::A 1, function n::swap 1"
    ),
    "typedef struct { int x; } P, *Q;\nstruct { int y; } s;": (
        "class P 1, type Q 1, field P::x 1, data s 2, field s::y 2"
    ),
    # The tag and the type of one name are one.
    "typedef struct A { int x; } A, *P;\ntypedef enum E { F } E;": (
        "class A 1, type P 1, field A::x 1, enum E 2, constant F 2"
    ),
    "typedef union A A;\ntypedef struct B B;\nstruct B {};": "class A 1, class B 3",
    "typedef struct A *A;\ntypedef struct B C;": "type A 1, class B 2, type C 2",
    "struct A { typedef n::B B; typedef V<int> V; };": (
        "class A 1, type A::B 1, type A::V 1"
    ),
    "int (*f)(int), *g, h(int);\n#define M(x) x": (
        "data f 1, data g 1, function h 1, macro M 2"
    ),
    "API int (f) (int);\nchar *(g)(void);\nchar *(*h)(void);": (
        "function f 1, function g 2, data h 3"
    ),
    "struct A {\n  F C::* a;\n  int B<T>::*b = nullptr;\n  int (B::*m)(int);\n};": (
        "class A 1, field A::a 2, field A::b 3, field A::m 4"
    ),
    'int f() { return g("(#define B or)", 1); }\nint v() { return 0; }': (
        "function f 1, function v 2"
    ),
    "struct A {\n  virtual int f() const A_NOEXCEPT A_OVERRIDE;\n"
    "  virtual ~A() A_NOEXCEPT A_OVERRIDE A_FINAL {}\n};": (
        "class A 1, method A::f 2, method A::~A 3"
    ),
    "struct A {\n  int f() const { return 1; }\n  A &f(int a);\n"
    "  A(const A &) = delete;\n  A(int a);\n};\n"
    "A &A::f(int a) { return *this; }\nA::A(int a) {}": (
        "class A 1, method A::f 2 7, method A::A 8"
    ),
    "namespace A_EXPORT a { namespace b {\nstruct A { int f(); };\n}}\n"
    'namespace __attribute__((visibility("default"))) c { struct B {}; }\n'
    "namespace d::e A_VISIBILITY(default)\n{\nA_BEGIN_VERSION\nstruct C {};\n}\n"
    "namespace A_SPACE { struct D {}; }": (
        "namespace a 1, namespace a::b 1, class a::b::A 2, method a::b::A::f 2, "
        "namespace c 4, class c::B 4, namespace d::e 5, class d::e::C 8, "
        "namespace A_SPACE 10, class A_SPACE::D 10"
    ),
    "class A : public B {\n  Q_OBJECT\n  // Told others.\n"
    "  Q_PROPERTY(int a READ a\n             WRITE b)\n  /* Off */\n\n"
    "private:\n  int x;\nsignals:\n  void changed(int a);\n"
    "private slots:\n  void save();\n};": (
        "class A 1, field A::x 9, method A::changed 11, method A::save 13"
    ),
    # What the grammars do not know.
    "void f() {\n  A_THROW([[maybe_unused]] const auto &a = b<const int &>(), C);\n"
    "  A_OK(auto d = e());\n  if (typeid(int) == typeid(*g.operator->()))\n    h();\n"
    "  i(static_cast<void (J::*)(int)>(&J::k));\n  forever {\n    l();\n  }\n}\n"
    "template <>\nstruct n::M<int> final {\n"
    "  [[nodiscard]] static A_CONSTEVAL int f() noexcept { return 1; }\n};": (
        "function f 1, class n::M<int> 12, method n::M<int>::f 13"
    ),
    "void f() {\n  if (a)\n    A_CHECK(b)\n  // C.\n  else {\n    A_CHECK(c);\n  }\n"
    "  if (d)\n    A_FAIL(e)\n}\nint g() {}": "function f 1, function g 11",
    "void f() {\n  A_TRY()\n  {\n    if (!a(b))\n      A_FAIL(C)\n  }\n\n"
    "  A_CATCH(d)\n  A_CHECK(e)\n  ;\n  return 1;\n}\nint g() {}": (
        "function f 1, function g 13"
    ),
    "size_t __attribute_const__ f(void) {}\nuint32_t a[] A_ALIGN(4) = {\n  1,\n"
    "#if B\n  C(0),\n#endif\n};\nstruct D d A_ALIGN(4) = {\n  .e.f = G,\n};\n"
    "int h() {}": ("function f 1, data a 2, data d 8, function h 11"),
    "bool __in_ram_func(f)(int a) { return g(a)(b); }\nint __in_ram_func(i)(void);\n"
    "void __attribute__((a, b)) __printflike(1, 0) p(const char *c, ...) {}\n"
    "static inline void * __attribute__ ((malloc)) m(long s) {}": (
        "function f 1, function i 2, function p 3, function m 4"
    ),
    "namespace n {\nA_NO_WARNINGS\n/** " + 500 * "b" + "*/\ntemplate <int C>\n"
    "A_KERNEL void f(int a) {\n  int d;\n}\n}": "namespace n 1, function n::f 5",
    'TEMPLATE_TEST_CASE_SIG(\n  "a b", "",\n  ((typename K, int B), K, B),\n'
    "  (int32_t, n::A<1>))\n{\n  K k;\n}\nint g() {}": (
        'function TEMPLATE_TEST_CASE_SIG("a b") 1, function g 8'
    ),
    "void f() {\n  for (auto a : b(\n           c))\n    A_CHECK(a)\n  d();\n}\n"
    "#if defined(A)\nA_MAKE(int, b)\n#endif\nint g() {}": "function f 1, function g 10",
    # Branches that begin within a question, or end with a label or an "else".
    "void f() {\n  if (a) {\n    b();\n#if C\n#if D\n  } else if (c) {\n#else\n"
    "  } else if (d) {\n#endif\n    e();\n#endif\n  }\n}\nint g() {}": (
        "function f 1, function g 14"
    ),
    'static A_COMMAND(a, "b");\nint f() {}\nextern ATOMIC(int) c;\nstruct M {\n'
    "  inline static MAYBE_ATOMIC(Type) d{};\n  ATOMIC(n::T<int>) e = 1;\n};": (
        "function f 2, data c 3, class M 4, field M::d 5, field M::e 6"
    ),
    "int f() {\n  A a;\n#if B\n  C_HERE\n#endif\n\n  a = 1;\n}\nint g() {}": (
        "function f 1, function g 9"
    ),
    # A block, and an "else" before one, in branches behind the question.
    "namespace n {\nvoid f(int a) {\n#if A\n  if (a)\n#endif\n#if B\n  {\n    b();\n"
    "  }\n#endif\n#if A\n  else\n#endif\n#if C\n  {\n    c();\n  }\n#endif\n}\n"
    "int g() {}\n}": ("namespace n 1, function n::f 2, function n::g 20"),
    "A_INLINE A::A() A_NOEXCEPT : a_(nullptr), b_(1) {}\ntemplate <class E>\n"
    "A_INLINE B<E>::B(zero) A_NOEXCEPT_IF((c))\n  : v(0)\n{\n}\nint f() {\n"
    "  A_LOCK(x)\nA_FAILED:\n  undo(x);\n}\ntemplate <class T>\n"
    "typename std::enable_if<n::count<T>::value == 1, bool>::type\n"
    "A_INLINE A::g(T t) {}": (
        "method A::A 1, method B::B 3, function f 7, method A::g 14"
    ),
    "struct A {\n  inline friend A &operator<<(A &a, B const &b) {\n    return a;\n"
    "  }\n  constexpr inline friend void swap(A &a, A &b) {}\n  template <class T>\n"
    "  A_IF_RETURN((n::Is<T>), (bool)) operator!=(const T &t) const {}\n};": (
        "class A 1, function operator<< 2, function swap 5, method A::operator!= 7"
    ),
    "int f() {\n#if A\n  a();\nagain:\n#endif\n#if B\n  if (b) {\n    return 1;\n"
    "  } else\n#endif\n  {\n    return 2;\n  }\n}\nint g() {}": (
        "function f 1, function g 15"
    ),
    'TEST(Add, Works) { int x; }\nTEST_CASE("adds") {}\nLIBRARY(a) { f(); }': (
        'function Add.Works 1, function TEST_CASE("adds") 2'
    ),
}


@pytest.mark.parametrize("source", DEFINED)
def test_what_is_defined(source: str) -> None:
    rows = analyse("a.hpp", f"{source}\n".encode()).definitions
    found = [" ".join(map(str, (row.kind, row.qualname, *row.lines))) for row in rows]
    assert sorted(found) == sorted(DEFINED[source].split(", "))


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
def test_what_is_in_a_block_behind_a_macro_under_a_condition_is_local(
    name: str,
) -> None:
    text = (
        '#ifndef SMALL\nCORE_FN(count, "(count)", "The count.") {\n    check(1);\n'
        "#ifdef A\n    long result = get(1);\n#elif B\n    int other = 2;\n#endif\n}\n"
        "static int after(void) { return 0; }\n#endif\n"
    )
    rows = analyse(name, text.encode()).definitions
    assert [row.qualname for row in rows] == ["after"]


def test_numbers_behind_a_word_that_is_no_macro() -> None:
    text = (
        "__global__ void __launch_bounds__(64) f(int a) {\n"
        "  // It is from (16)\n  g(a);\n  #pragma omp parallel for collapse(2)\n"
        "  for (int i = 0; i < a; i++) g(i);\n}\n"
    )
    names = {spec.base for spec in analyse("a.cu", text.encode()).references.specs}
    assert names.isdisjoint({"__launch_bounds__", "from", "collapse"})


def test_what_stands_before_a_conversion() -> None:
    text = (
        "struct A {\n  /** Converts. */\n  template<class T>\n"
        "  [[nodiscard]] constexpr operator T() const { return 1; }\n};\n"
    )
    row = analyse("a.hpp", text.encode()).definitions[-1]
    assert (row.name, row.summary, row.modifiers) == (
        "operator T",
        "Converts.",
        ("constexpr",),
    )
    assert row.head == "template<class T> [[nodiscard]] constexpr operator T() const"


def test_one_method_of_several_is_declared() -> None:
    text = "class A {\n  // Reads.\n  A(int);\n  A(A&) = delete;\n  A() {}\n};\n"
    row = analyse("a.h", text.encode()).definitions[-1]
    assert row.declaration
    assert row.docstring == "Reads."
    assert row.signatures == ("(int)", "(A&)", "()")


def test_macros_of_a_file_in_c_are_its_own() -> None:
    text = b"#define SIZE 3\n"
    assert analyse("a.h", text).definitions[0].modifiers == ()
    assert analyse("a.c", text).definitions[0].modifiers == ("private",)


def test_comments_between_parameters_are_not_of_the_next_one() -> None:
    text = """\
int add(struct Jar *jar,
        const char *line,   /* the first character */
        char mark,          // what ends it
        int /* unused */,
        const int flags) /* all of them */
{ return 0; }
void one(int /* first */ a);
"""
    rows = analyse("a.c", text.encode()).definitions
    parameters = "struct Jar *jar, const char *line, char mark, int /* unused */"
    assert [row.signatures for row in rows] == [
        (f"({parameters}, const int flags)",),
        ("(int /* first */ a)",),
    ]


def test_a_type_declared_ahead_leads_to_its_definition(make_project: Make) -> None:
    built = make_project(
        {
            "box.h": "namespace n {\nclass Box { int size; };\n}\n",
            "lid.h": "namespace n {\nclass Box;\nclass Odd;\nBox* shut(Odd*);\n}\n",
            "use.cpp": '#include "lid.h"\nn::Box* get(n::Odd* a) { return shut(a); }\n',
            "odd.cpp": "namespace n { class Odd {}; }\n",
            "other.cpp": "namespace n { class Odd {}; }\n",
            "both.cpp": '#include "box.h"\nnamespace n { class Box; }\nn::Box* b;\n',
        }
    ).build()
    used = built.body("code/box.h_docs")
    assert re.search(r" in 3 files .*n as a type lid.h .*get as a type use", used)
    listing = built.text("code/use.cpp_docs")
    assert 'href="box.h_docs.html#src-n.Box"' in listing
    # Two define it, and what is declared says more than either.
    assert 'href="lid.h_docs.html#src-n.Odd"' in listing
    # Its own declaration says less than what it includes.
    listing = built.text("code/both.cpp_docs").partition('id="L3"')[2]
    assert 'href="box.h_docs.html#src-n.Box"' in listing


def test_an_overview_has_what_a_header_offers(make_project: Make) -> None:
    functions = "".join(f"int f{number}(Box*);\n" for number in range(10))
    built = make_project(
        {
            "box.h": "class Box { int size; };\n",
            "all.h": (
                "#ifndef LIB_ALL_H_\n#define LIB_ALL_H_\n#define LIMIT 3\n"
                f"class Box;\nclass Opaque;\n{functions}#endif\n"
            ),
        }
    ).build()
    body = built.body("code/all.h_docs").partition("Public definitions (12)")[2]
    listed = re.findall(r"(\S+) (?:macro|class|function)\b", body)
    assert listed[:3] == ["LIMIT", "Opaque", "f0"]


def test_a_static_function_is_declared_nowhere_else(make_project: Make) -> None:
    built = make_project(
        {
            "a.h": "int get(int);\nint put(int);\n",
            "a.cpp": '#include "a.h"\nint get(int a) { return a; }\n',
            "b.cpp": "static int get(char a) { return a; }\n"
            "namespace { int put(char a) { return get(a); } }\n",
        }
    ).build()
    assert "declared in" in built.body("code/a.cpp_docs")
    assert "declared in" not in built.body("code/b.cpp_docs")
    assert "b.cpp_docs.html#def-get" not in built.text("code/a.h_docs")
    assert "a.cpp_docs.html#def-get" in built.text("code/a.h_docs")


def test_what_a_header_says_of_a_definition(make_project: Make) -> None:
    """It is where C and C++ are documented."""
    header = (
        "/** Returns %s. */\nint get(int);\n// Of both.\nint put(int);\nint own();\n"
    )
    project = make_project(
        {
            "a.h": header % "the first",
            "a.cpp": '#include "a.h"\nint get(int a) { return a; }\n'
            "// Of this.\nint put(int a) { return get(a); }\nint own() { return 1; }\n"
            + "".join(f"int f{number}() {{ return 1; }}\n" for number in range(8)),
        }
    )
    built = project.build()
    page = built.body("code/a.cpp_docs")
    assert "declared in a.h: “Returns the first.”" in page
    assert "declared in a.h Of this." in page
    assert "get function Returns the first." in page.partition("Public def")[2]
    assert "Returns the first." in built.body("code/a.cpp_kw")

    project.write({"a.h": header % "the last"})
    built = project.build()
    assert "“Returns the last.”" in built.body("code/a.cpp_docs")
    assert "Returns the last." in built.body("code/a.cpp_kw")
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


def test_a_source_says_which_classes_it_implements(make_project: Make) -> None:
    header = "// Holds %s.\nclass Box {\n public:\n  Box();\n  int get();\n};\n"
    project = make_project(
        {
            "box.h": header % "one",
            "box.cc": '#include "box.h"\nBox::Box() {\n}\nint Box::get() {\n'
            "  return 1;\n}\n",
        }
    )
    built = project.build()
    assert "box.cc 2 definitions Box box.h" in built.body("code/index")
    purpose = built.body("code/box.cc_docs").partition("File Purpose")[2]
    assert "Class: Box · 83% of the lines · 2 methods · “Holds one.”" in purpose
    assert "Implemented types (1) Box class box.h Holds one. 2 methods" in purpose
    assert "Implemented types" not in built.body("code/box.h_docs")
    built.check_links()

    project.write({"box.h": header % "two"})
    built = project.build()
    assert "“Holds two.”" in built.body("code/box.cc_docs")
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


OPENED = {
    "net/link.h": "namespace net { namespace io {\nclass Pipe { void cut(); };\n}\n"
    "// Holds one.\nclass Link {\n public:\n  /** Runs it. */\n  void run();\n"
    "  static int count;\n};\nclass Own { void run(); };\nvoid free();\n}\n",
    "net/link.cc": '#include "link.h"\nusing namespace net;\nusing namespace io;\n'
    "void Link::run() {\n  count = 2;\n}\nint Link::count = 1;\n"
    "void Pipe::cut() {}\nvoid free() {}\nclass Own { void run(); };\n"
    "void Own::run() {}\n",
    "net/in.cc": "namespace net {\nusing namespace io;\nusing namespace net::io;\n"
    "void Pipe::cut() {}\n}\n",
    "tests/link_test.cc": '#include "../net/link.h"\n#include <gtest/gtest.h>\n'
    "TEST(Link, Runs) { net::Link link; link.run(); }\n",
}


def test_a_source_opens_the_namespace_of_what_it_defines(make_project: Make) -> None:
    built = make_project(OPENED).build()
    page = built.body("code/net/link.cc_docs")
    assert "declared in net/link.h (used in at least 1 place in 1 file): “Runs" in page
    assert "net::Link class net/link.h Holds one. 1 method" in page
    assert "used directly by 1 test: Link.Runs tests/link_test.cc" in page
    assert page.count("declared in net/link.h") == 2  # Link::run and Pipe::cut
    header = built.text("code/net/link.h_docs")
    for page, name in (("link", "Link.run"), ("link", "Pipe.cut"), ("in", "net.Pipe")):
        assert f'href="{page}.cc_docs.html#def-{name}' in header, name
    assert "cc_docs.html#def-Own" not in header
    assert "cc_docs.html#def-free" not in header
    built.check_links()


def test_an_edit_of_what_is_opened_ends_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    source, header = OPENED["net/link.cc"], OPENED["net/link.h"]
    follow_edits(
        OPENED,
        {"net/link.cc": source.replace("using namespace net;\n", "\n")},
        {"net/link.cc": source},
        {"net/link.h": header.replace("Runs it", "Goes").replace("cut", "put")},
        {"net/other.h": "class Link { void run(); };\n"},
        {"tests/link_test.cc": "int x;\n"},
    )


def test_what_is_declared_is_not_defined(make_project: Make) -> None:
    """And a namespace is one, however many files open it."""
    built = make_project(
        {
            "n/a.h": "namespace n {\nclass Env;\nint put(Env*);\nstruct Box {};\n}\n",
            "n/b.h": "namespace n {\nclass Env;\nint put(Env*);\n}\n",
            "n/a.cc": '#include "a.h"\nnamespace n { int put(Env*) { return 1; } }\n',
        }
    ).build()
    page = built.body("code/n/a.h_docs")
    assert "Top-level names: 3 public" in page
    assert "not public" not in page
    assert "Defines: 1 namespace, 1 struct" in page
    assert "Declares: 1 class, 1 function" in page
    page = built.body("code/n/doc")
    assert "They define 1 namespace, 1 struct, 1 function." in page
    assert "They declare 1 class, 1 function." in page
    rows = built.body("code/n/index")
    assert "a.h 4 definitions put, Box b.h" in rows
    assert re.search(r"b\.h 3 definitions put(?!,)", rows)


def test_who_may_use_what() -> None:
    source = (
        "class A { int a; public: int b; protected: int c; };\n"
        "static int d;\nnamespace { int e; }\nstruct B { int f; };\n"
    )
    facts = analyse("a.cpp", source.encode())
    assert facts.private_names() == {"A::a", "A::c", "d", "e"}


def test_what_stands_in_the_class_says_who_may_use_a_method() -> None:
    """Wherever its body is: also in a namespace without a name."""
    source = (
        "class A { void f(); public: virtual void g(); };\n"
        "void A::f() {}\nnamespace {\nvoid A::g() {}\nvoid B::h() {}\n}\n"
    )
    facts = analyse("a.cpp", source.encode())
    assert {one.qualname: one.modifiers for one in facts.definitions} == {
        "A": (),
        "A::f": ("private",),
        "A::g": ("virtual",),
        "B::h": (),
    }


@pytest.mark.parametrize(
    "source", [*DEFINED, "#if A\n{", "class A { int f(", "a<b<", "int x; RUN() {}\n"]
)
def test_half_a_file_breaks_nothing(source: str) -> None:
    for end in range(0, len(source), 8):
        for text in (source[:end], source[end:], f"{source[:end]}/* {source}"):
            for name in ("a.h", "a.c"):
                assert analyse(name, text.encode()).problem is None


def test_an_edit_ends_as_a_clean_build(follow_edits: Callable[..., None]) -> None:
    follow_edits(
        FILES,
        {"inc/add.h": FILES["inc/add.h"].replace("int add(", "int minus(")},
        {"src/other.cpp": '#include "../inc/add.h"\n' + FILES["src/other.cpp"]},
    )


def test_comment_about_a_file_before_many_others() -> None:
    rest = "".join(f"/** Says {n}. */\nint f{n}();\n" for n in range(200))
    text = f"/** \\file\n * Adds numbers. */\n\n{rest}"
    assert analyse("add.h", text.encode()).summary == "Adds numbers."


def test_namespace_that_many_files_have(make_project: Make) -> None:
    headers = {
        f"many/{n}.h": f"namespace shop {{ int price_{n}(); }}\n" for n in range(25)
    }
    call = "return shop::price_3();"
    own = f"namespace shop {{ int pay() {{ {call} }} }}\n"
    other = f'#include "many/3.h"\nint buy() {{ {call} }}\n'
    built = make_project(headers | {"own.cpp": own, "other.cpp": other}).build()
    assert built.warnings == ""
    # It is meant where it stands, and otherwise that of no file.
    assert 'href="#src-shop"' in built.listing("own.cpp")
    code = built.listing("other.cpp")
    assert 'href="many/3.h_docs.html#src-shop.price_3"' in code
    assert 'src-shop"' not in code


def test_macros_may_have_types_as_arguments() -> None:
    source = (
        'ABSL_FLAG(int, size, 8, "log2(number of states)");\n'
        'ABSL_FLAG(bool, more, false, "more");\n'
        "namespace re2 {\n"
        "static int resets = 0;\n"
        "struct Hooks { Hooks() { f([](int x) { ++resets; }); } };\n"
        "TEST(RE2, Hex) {\n"
        "  ASSERT_HEX(unsigned long, 1234);\n"
        "  PARSE_FOR(int16_t, 0);\n"
        "}\n"
        "class Mock { MOCK_METHOD(void, Run, (const char*), (override)); int x; };\n"
        "void after() {}\n"
        "}\n"
    )
    facts = analyse("a.cc", source.encode())
    assert [row.qualname for row in facts.definitions] == [
        *("re2", "re2::resets", "re2::Hooks", "re2::Hooks::Hooks", "re2::RE2.Hex"),
        *("re2::Mock", "re2::Mock::x", "re2::after"),
    ]
    test = next(row for row in facts.definitions if "test" in row.modifiers)
    assert test.head == "TEST(RE2, Hex)"
    assert test.qualname in {block.qualname for block in facts.references.blocks}


def test_the_values_of_an_array_may_begin_with_a_condition() -> None:
    source = (
        "check checks[] = {\n#ifdef A\n    {.name = 1},\n#endif\n    {.name = 2}\n};\n"
        "int f(void) { return 1; }\n"
    )
    facts = analyse("a.c", source.encode())
    assert [row.qualname for row in facts.definitions] == ["checks", "f"]


def test_fields_with_the_lock_that_guards_them() -> None:
    text = (
        "#define GUARDED_BY(x) __attribute__((guarded_by(x)))\n"
        "class A {\n"
        "  B* one_ GUARDED_BY(mutex_);\n"
        "  std::deque<B*> two_ ABSL_GUARDED_BY(mutex_);\n"
        "  int three_ PT_GUARDED_BY(mutex_) = 0;\n"
        "  int four_[2] GUARDED_BY(mutex_);\n"
        "  Mutex mutex_ ACQUIRED_BEFORE(other_);\n"
        "  // int five_ GUARDED_BY(mutex_);\n"
        "  void run() EXCLUSIVE_LOCKS_REQUIRED(mutex_);\n"
        "};\n"
    )
    facts = analyse("a.cc", text.encode())
    rows = facts.definitions
    assert not any(one.line == 8 for one in facts.references.iterate())
    names = ["one_", "two_", "three_", "four_", "mutex_"]
    assert [row.name for row in rows if row.kind == "field"] == names
    assert [row.name for row in rows if row.kind == "macro"] == ["GUARDED_BY"]
    assert [row.name for row in rows if row.kind == "method"] == ["run"]


def test_members_of_what_is_declared_ahead(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "box.h": "class Box { public: void open(); };\n",
            "user.h": "class Box;\nstruct User { Box* box_; Box* make(); };\n",
            "user.cc": '#include "box.h"\n#include "user.h"\n'
            "void f(User* u) { u->box_->open(); u->make()->open(); }\n",
        },
    )
    found = code.incoming_uses("box.h")
    (use,) = [use for use in found if use.qualname == "Box::open"]
    assert (use.count, use.by_name) == (2, 0)


def test_constructors_initialise_members_and_bases(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.h": """
                struct Base { Base(int); int of_base; };
                namespace n { struct A : Base { A(int one, int two); int one, two; }; }
                struct Other { int one; int two; };
            """,
            "a.cc": """
                #include "a.h"
                n::A::A(int one, int two)
                    : Base(one), one(one),
                      // The second
                      two{two} {}
            """,
        },
    )
    uses = {
        use.qualname: (use.around, use.by_name) for use in code.incoming_uses("a.h")
    }
    for name in ("Base", "n::A::one", "n::A::two"):
        assert uses[name] == ("n::A::A", False), name
    called = [qualname for _, _, qualname, _ in code.calls_by("a.cc")]
    assert called == ["Base"]
    assert "Other::one" not in uses
    assert "Other::two" not in uses


@pytest.mark.parametrize("suffix", [".c", ".cc"])
def test_c_uses_what_its_macros_and_functions_name(tmp_path: Path, suffix: str) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.h": """
                #define LIMIT 5
                int twice(int a);
                struct box { int width; };
                extern int said, joined;
                enum { FALSE, TRUE };
                """,
            f"a{suffix}": """
                #include "a.h"
                #define MORE(twice) (twice + LIMIT) // said in a comment
                #define TEXT "said" 'L' #joined joined ## a
                #define WIDTH(b) \\
                    do { \\
                        struct box *c = b; \\
                        twice((b)->width); \\
                    } while (0)
                int f(void) { extern int said; return said ? TRUE : 0; }
                """,
        },
    )
    uses = {(use.qualname, use.around) for use in code.incoming_uses("a.h")}
    assert uses == {
        ("LIMIT", "MORE"),
        ("joined", "TEXT"),
        ("box", "WIDTH"),
        ("twice", "WIDTH"),
        ("box::width", "WIDTH"),
        ("said", "f"),
        ("TRUE", "f"),
    }


def test_signals_and_slots_of_qt(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.h": """
                class Door : public QObject {
                    Q_OBJECT
                protected:
                    int x;
                Q_SIGNALS:
                    void opened(int a, const QString& b);
                    void closed();
                };
                class House : public QObject {
                    Q_OBJECT
                public slots:
                    void light(int a, const QString& b);
                    void lock();
                    void shut();
                signals:
                    void closed();
                private:
                    QPointer<Door> door_;
                    Door* make();
                };
            """,
            "a.cc": """
                #include "a.h"
                void House::lock() {
                    connect(door_, SIGNAL(opened(int, const QString&)),
                            this, SLOT(light(int, const QString&)));
                    connect(this->door_, SIGNAL(closed()), SLOT(shut()));
                    connect(make(), SIGNAL(closed()), SLOT(shut()));
                    emit closed();
                    if (door_) Q_EMIT door_->opened(1, text);
                }
            """,
        },
    )
    uses = {
        use.qualname: (use.count, use.by_name)
        for use in code.incoming_uses("a.h")
        if use.around == "House::lock"
    }
    assert uses == {
        "House::door_": (4, 0),
        "Door::opened": (2, 0),
        "Door::closed": (2, 0),
        "House::light": (1, 0),
        "House::make": (1, 0),
        "House::shut": (2, 0),
        "House::closed": (1, 0),
    }
    facts = analyse("a.h", Path(tmp_path, "tree", "a.h").read_bytes())
    hidden = [row.qualname for row in facts.definitions if "protected" in row.modifiers]
    assert hidden == ["Door::x"]


def test_members_of_what_containers_of_qt_hold(tmp_path: Path) -> None:
    text = """
        struct Door { void shut(); };
        struct House {
            QPointer<Door> front;
            QList<Door*> doors;
            QHash<int, QSharedPointer<Door>> byNumber;
            void f() {
                front->shut();
                front.data()->shut();
                doors.first()->shut();
                byNumber.value(1)->shut();
                for (auto* door : doors) door->shut();
                front.clear();
            }
        };
        struct Other { void shut(); void clear(); };
    """
    code = surveyed(tmp_path / "tree", {"a.cc": text})
    uses = {
        use.qualname: (use.count, use.by_name)
        for use in code.incoming_uses("a.cc")
        if use.around == "House::f"
    }
    assert uses["Door::shut"] == (5, 0)
    assert "Other::clear" not in uses


def test_a_test_may_name_its_class_by_another_name(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "box.h": """
                template <class T> struct Box : testing::Test { void fill(); int x; };
                typedef Box<int> Small;
                Box<int> f();
            """,
            "a.cc": """
                #include "box.h"
                using Big = Box<long>;
                struct Huge : Big { void g() { fill(); } };
                TEST_F(Small, Works) { fill(); }
                TEST_P(Big, Works) { this->fill(); ++x; }
                TEST(f, Works) { fill(); }
            """,
        },
    )
    uses = {
        (use.qualname, use.around)
        for use in code.incoming_uses("box.h")
        if use.qualname in {"Box::fill", "Box::x"}
    }
    assert uses == {
        ("Box::fill", "Huge::g"),
        ("Box::fill", "Small.Works"),
        ("Box::fill", "Big.Works"),
        ("Box::x", "Big.Works"),
    }


def test_a_class_is_not_used_where_its_methods_are_defined(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "a.h": """
                namespace n { struct A { A(); ~A(); A* f(); static int x; }; }
                template <class T> struct B { T g(); };
            """,
            "a.cc": """
                #include "a.h"
                n::A::A() {}
                n::A::~A() {}
                n::A* n::A::f() { return new n::A(); }
                int n::A::x = 1;
                template <class T> T B<T>::g() { return T(); }
            """,
        },
    )
    uses = [use for use in code.incoming_uses("a.h") if use.qualname in {"n::A", "B"}]
    # What its method is declared to return, and returns, and what it makes.
    assert [(use.qualname, use.around, use.count) for use in uses] == [
        ("n::A", "n::A", 1),
        ("n::A", "n::A::f", 2),
    ]


def test_attributes_in_a_condition_are_of_the_function_behind_it() -> None:
    text = (
        "int\n#if A && B\n__attribute__((noinline))\n#endif\n"
        "f(int a, void (*g)(int))\n{\n  return a;\n}\n\nint h() {}\n"
    )
    found = [row.qualname for row in analyse("a.c", text.encode()).definitions]
    assert found == ["f", "h"]


@pytest.mark.parametrize(
    "name", ["a.tcc", "a.txx", "a.cppm", "a.ixx", "a.ino", "a.hip"]
)
def test_suffixes_of_other_customs(name: str) -> None:
    facts = analyse(name, b"template <class T> void f(T t) {}\n")
    assert [row.qualname for row in facts.definitions] == ["f"]


def test_of_branches_before_an_else_the_first_stands_for_all() -> None:
    text = "if (a)\n#if X\nb();\n#else\nc();\n#endif\nelse d();\n"
    shown = text
    for start, end in reversed(macros(text)):
        shown = shown[:start] + shown[end:]
    assert shown.split() == ["if", "(a)", "b();", "else", "d();"]


def test_of_a_declaration_the_first_branches_stand_for_all() -> None:
    text = """
    namespace n {
    struct S {
    #ifdef A
      virtual
    #else
      MAYBE_VIRTUAL
    #endif
          bool
          f() const
    #ifdef B
      {
        return x;
      }
    #else
          ;
    #endif
      int x;
    };
    }
    """
    assert [row.qualname for row in analyse("a.h", text.encode()).definitions] == [
        "n",
        "n::S",
        "n::S::f",
        "n::S::x",
    ]


@pytest.mark.parametrize(
    ("dead", "names"),
    [
        ("#if 0\nfor copying\nthis_one\n#endif", ["n", "n::f"]),
        (
            "#if 0 // Don't.\nIt isn't {\n#else\nint g() {}\n#endif",
            ["n", "n::g", "n::f"],
        ),
        ("#if 0\nint g() {}\n#endif", ["n", "n::g", "n::f"]),
    ],
)
def test_a_text_that_is_never_compiled_is_none(dead: str, names: list[str]) -> None:
    text = f"namespace n {{\n{dead}\nint f() {{}}\n}}\n"
    assert [row.qualname for row in analyse("a.cc", text.encode()).definitions] == names


def test_a_macro_stands_before_the_constructor_of_a_class_in_a_template() -> None:
    text = """
    template <typename T>
    inline A_HOST_DEVICE
    box<T>::part::part(const T& x)
      : _x(x)
    {
    }
    """
    assert [row.qualname for row in analyse("a.cuh", text.encode()).definitions] == [
        "box::part::part"
    ]


def test_what_is_deleted_describes_no_other() -> None:
    text = """
    class A {
     public:
      /// No copies.
      A(const A&) = delete;
      /// Makes one.
      explicit A(int x);
      /// Takes nothing.
      A(A&&) = delete;
      A(char x);
      /// No use.
      void f(int) = delete;
    };
    """
    rows = {row.qualname: row for row in analyse("a.hpp", text.encode()).definitions}
    assert rows["A::A"].docstring == "Makes one."
    assert rows["A::A"].head == "explicit A(int x);"
    assert len(rows["A::A"].lines) == 4
    assert rows["A::f"].docstring == "No use."


def test_all_forms_of_a_method_are_meant(tmp_path: Path) -> None:
    code = surveyed(
        tmp_path / "tree",
        {
            "app.h": """
                class App {
                  void add(int);
                  template <class T> void add(T &, int) { }
                  void run();
                };
                #include "app-inl.h"
            """,
            "app-inl.h": "void App::add(int) {}\nvoid App::run() {}\n",
            "main.cpp": '#include "app.h"\nvoid f(App &a) { a.add(1); a.run(); }\n',
        },
    )
    names = {
        path: {use.qualname for use in code.incoming_uses(path) if use.path[0] == "m"}
        for path in ("app.h", "app-inl.h")
    }
    assert names == {
        "app.h": {"App", "App::add"},
        "app-inl.h": {"App::add", "App::run"},
    }


def test_defaults_in_braces_and_commas_in_types() -> None:
    text = """template <typename Char, typename OutputIt, typename T,
          FMT_ENABLE_IF(std::is_same<T, bool>::value)>
FMT_CONSTEXPR auto write(OutputIt out, T value,
                         const Specs<Char>& specs = {},
                         locale_ref = {}) -> OutputIt {
  return specs.type != text::none &&
                 specs.type != text::string
             ? write(out, value ? 1 : 0, specs, {})
             : bytes(out, value ? "true" : "false", specs);
}

template <typename Context, typename T>
constexpr auto has(T*)
    -> decltype(typename Context::template formatter_type<T>().format(
                    std::declval<const T&>(), std::declval<Context&>()),
                true) {
  return true;
}
"""
    found = analyse("a.hpp", text.encode()).definitions
    assert [(row.qualname, row.end_line) for row in found] == [
        *(("write", 10), ("has", 18)),
    ]


def test_capitals_behind_struct_may_be_its_name() -> None:
    text = (
        "struct A_T { int a; };\nextern struct B_T b;\nstruct A_T c;\n"
        "struct D_API d;\nextern struct A_T *e;\n"
    )
    found = [row.qualname for row in analyse("a.h", text.encode()).definitions]
    assert found == ["A_T", "A_T::a", "b", "c", "d", "e"]
    assert text[slice(*macros(text)[0])] == "D_API"
    assert len(macros(text)) == 1


def test_capitals_behind_struct_are_no_name_of_several() -> None:
    source = (
        "#define AN_ATTR __attribute__((packed))\n"
        "typedef struct AN_ATTR {\n  union {\n"
        "    struct AN_ATTR {\n      int low;\n    } bits;\n  };\n} a_t;\n"
        "typedef struct AN_ATTR { int b; } b_t;\n"
        "#if A\nstruct REGS { int c; };\n#else\nstruct REGS { int d; };\n#endif\n"
        "typedef struct ONE { int e; } e_t;\n"
    )
    for name, text in (("a.h", source), ("b.c", source.replace("AN_ATTR", "PACKED"))):
        assert [
            f"{row.kind} {row.qualname}"
            for row in analyse(name, text.encode()).definitions
            if row.kind == "class"
        ] == ["class a_t", "class b_t", "class REGS", "class ONE"]
    once = "typedef struct PACKED { int a; } a_t;\n"
    assert [row.qualname for row in analyse("c.c", once.encode()).definitions] == [
        "a_t",
        "a_t::a",
    ]


def test_macros_in_small_letters_before_integers_are_no_types() -> None:
    text = (
        "typedef struct {\n  volatile align_it uint16_t addr;\n"
        "  _va32 uint8_t CTL[4];\n  unsigned int plain;\n} t;\n"
        "typedef uint16_t name_t;\nstatic an_attr size_t *count = 0;\n"
        "/* What\n   the uint8_t value; is */\n"
        "int run(int a, __unused key_code key) { return key; }\n"
    )
    facts = analyse("a.c", text.encode())
    found = [row.qualname for row in facts.definitions]
    assert found == ["t::addr", "t::CTL", "t::plain", "t", "name_t", "count", "run"]
    specs = {facts.references.specs[one.spec] for one in facts.references.iterate()}
    assert {spec.base for spec in specs if spec.kind == "name"} == {
        *("align_it", "_va32", "an_attr", "__unused", "key_code"),
    }


@pytest.mark.parametrize("suffix", ["c", "cpp"])
def test_macros_around_the_names_of_variables_are_not_their_names(suffix: str) -> None:
    text = (
        "struct box {\n  off_t size ALIGN64;\n  int x PACKED;\n  char *const K;\n"
        "  struct lid *all[3] ALIGNED(4);\n  unsigned long U;\n};\n"
        "api List first;\napi Info one, two;\nextern api char *key;\n"
        "api Read read = other;\napi int (*hook) (void);\nstatic int y USED = 1;\n"
        "static void f(void) {\n  foo_t a UNUSED;\n  return;\n}\n"
        "api const struct box made = {1};\n"
    )
    rows = analyse(f"a.{suffix}", text.encode()).definitions
    assert [row.qualname for row in rows] == [
        *("box", "box::size", "box::x", "box::K", "box::all", "box::U"),
        *("first", "one", "two", "key", "read", "hook", "y", "f", "made"),
    ]


@pytest.mark.parametrize("suffix", ["c", "cpp"])
def test_lists_may_begin_with_a_macro_that_makes_lists(suffix: str) -> None:
    text = (
        "static Member all[] = {\n#define M(x) {#x, offsetof(K, x), \\\n  #x}\n"
        "    M(key),\n    M(text),\n    {NULL},\n#undef M\n};\nint f(void);\n"
    )
    rows = analyse(f"a.{suffix}", text.encode()).definitions
    listed = [(row.kind, row.qualname, row.line, row.end_line) for row in rows]
    assert listed == [
        ("data", "all", 1, 8),
        ("macro", "M", 2, 2),
        ("function", "f", 9, 9),
    ]


def test_capitals_are_names_where_something_else_is_misread() -> None:
    text = (
        "extern const box_t BOX @;\nextern const struct lid LID @;\n"
        "static uint8_t SIZE @;\nuint8_t const all[] @ = {1};\n"
    )
    rows = analyse("a.c", text.encode()).definitions
    assert [row.qualname for row in rows] == ["BOX", "LID", "SIZE", "all"]


def test_an_assignment_may_begin_in_a_branch() -> None:
    text = (
        "int a(int b) {\n    int c;\n#ifdef D\n    c =\n#endif\n        e(b);\n"
        "    if (b) { return 1; }\n    return c;\n}\nint f(void) { return 2; }\n"
    )
    rows = analyse("a.c", text.encode()).definitions
    assert [(row.qualname, row.end_line) for row in rows] == [("a", 9), ("f", 10)]


def test_macros_may_make_the_types_of_functions() -> None:
    text = (
        "API(void)\nset(Parser parser, void *data);\n\nAPI(const Char *)\n"
        "get(Parser parser);\n\nAPI(enum Status)\nstatus(void);\n\n"
        "API(void *)\nA_MALLOC\nA_SIZE(2)\nmake(Parser parser);\n\n"
        "API(int)\nput(Parser parser) {\n  return 1;\n}\n"
    )
    found = analyse("a.h", text.encode()).definitions
    assert [(row.kind, row.qualname, row.line) for row in found] == [
        *(("function", "set", 2), ("function", "get", 5)),
        *(("function", "status", 8), ("function", "make", 13)),
        ("function", "put", 16),
    ]


def test_rows_follow_what_sources_implement(follow_edits: Callable[..., None]) -> None:
    header = "class Box {\n public:\n  int get();\n};\n"
    files = {
        "lib/box.h": header,
        "src/box.cc": '#include "../lib/box.h"\nint Box::get() {\n  return 1;\n}\n',
        "src/other.cc": "int other() { return 1; }\n",
    }
    follow_edits(
        files,
        {"lib/box.h": header.replace("Box", "Lid")},
        {"lib/box.h": "\n\n" + header},
        {"lib/box.h": None},
    )


PROGRAMS = {
    f"{name}/{file}": text.replace("N", name)
    for name in ("home", "net")
    for file, text in {
        "manager.h": "int manager_new(int N);\n",
        "manager.c": '#include "manager.h"\nint manager_new(int N) {\n}\n',
        "main.c": '#include "manager.h"\nint main(void) {\n  manager_new(1);\n}\n',
        "quick.c": "int manager_new(int N);\n",
        "other.c": '#include "manager.h"\nint N_other(void) {\n'
        "  return manager_new(2);\n}\n",
    }.items()
}


def test_definitions_belong_to_the_header_that_they_include(
    make_project: Make, follow_edits: Callable[..., None]
) -> None:
    built = make_project(PROGRAMS).build()
    page = built.body("code/net/manager.c_docs")
    assert "declared in net/manager.h (used in 2 places in 2 files)" in page
    assert "home/manager.h" not in page
    assert "in 2 files), net/quick.c" in page
    page = built.body("code/net/manager.h_docs")
    assert "defined in net/manager.c" in page
    assert "home/manager.c" not in page
    text = PROGRAMS["net/manager.c"]
    follow_edits(
        {path: PROGRAMS[path] for path in PROGRAMS if "/manager" in path},
        {"net/manager.c": text.partition("\n")[2]},
        {"net/manager.c": text.replace("manager.h", "../home/manager.h")},
        {"home/manager.h": None},
        {"net/manager.c": text},
        {"home/manager.h": PROGRAMS["home/manager.h"]},
    )


def test_a_field_of_nothing_is_no_name_elsewhere(tmp_path: Path) -> None:
    # What stands around it was not read.
    files = {
        "a.h": "template <class T> class value BROKEN( { \n union {\n"
        "  view<T> text;\n };\n",
        "b.cpp": '#include "a.h"\nint f() { return text(1); }\n',
    }
    found = analyse("a.h", files["a.h"].encode()).definitions
    assert ("field", "text") in {(row.kind, row.qualname) for row in found}
    code = surveyed(tmp_path / "tree", files)
    uses = code.incoming_uses("a.h")
    assert not [use for use in uses if not use.by_name]
