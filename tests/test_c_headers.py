"""Headers called ``.h``: their content tells whether they are of C or of C++."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.store.use_queries import uses_by

IN_C = """\
/* class Shape { public: }; std::string */
#ifndef SHAPE_H
#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif
#error "virtual memory isn't supported, use std::vector"
typedef struct shape { int new; unsigned this : 1; } shape;
int area(const shape *new, int delete);
static inline int flag(shape *one) { return (one->new & 3) && one->new; }
#ifdef __cplusplus
}
#endif
"""


def test_header_of_c() -> None:
    facts = analyse("shape.h", IN_C.encode())
    assert (facts.type, facts.language) == ("C", "c")
    names = {row.qualname for row in facts.definitions}
    assert {"area", "flag", "shape::new", "shape::this"} <= names


def test_what_is_static_in_a_header_is_for_all_that_include_it() -> None:
    text = "static inline int twice(int a) { return 2 * a; }\nstatic const int A = 1;\n"
    cpp = f"class B {{ static int a; static int b(); }};\n{text}"
    assert analyse("a.h", text.encode()).private_names() == set()
    assert analyse("a.h", cpp.encode()).private_names() == {"B::a", "B::b"}
    assert analyse("a.c", text.encode()).private_names() == {"twice", "A"}


def test_header_of_c_with_a_part_for_cpp() -> None:
    part = (
        "#if defined(__cplusplus) && __cplusplus >= 201103L\n"
        "#include <cstdint>\nusing namespace shapes;\ntemplate <int N> int twice();\n"
        "#endif\nint area(int sides);\n"
    )
    facts = analyse("shape.h", part.encode())
    assert (facts.type, facts.language) == ("C", "c")
    assert {row.qualname for row in facts.definitions} == {"twice", "area"}


@pytest.mark.parametrize(
    "line",
    [
        "namespace shapes { int area(); }",
        "class Shape;",
        "#include <QMap>",
        "/// Named.\nMap<Text, List<Text>> shapes();",
        "enum Shape : SIDES { NONE, CIRCLE };",
        "struct Circle : Shape { int radius; };",
        "struct Circle { virtual int area() = 0; };",
        "struct Circle { bool operator==(Circle other); };",
        "int area(const Shape& shape);",
        "template <int N> struct Fixed { };",
        "using Area = int;",
        "std::string name(int shape);",
        "#include <vector>",
        "constexpr int sides = 3;",
    ],
)
def test_header_of_cpp(line: str) -> None:
    facts = analyse("shape.h", f"#ifndef A_H\n{line}\n#endif\n".encode())
    assert (facts.type, facts.language) == ("C++", "cpp")


def test_header_of_objective_c_is_neither() -> None:
    text = "#import <UIKit/UIKit.h>\n@interface Shape : NSObject\n@end\n"
    facts = analyse("Shape.h", text.encode())
    assert (facts.type, facts.definitions) == ("Objective-C", ())


def test_header_of_cpp_may_declare_classes_of_objective_c_ahead() -> None:
    text = "@class NSWindow;\n\nclass Window {\n  void raise();\n  NSWindow *of;\n};\n"
    names = [row.qualname for row in analyse("window.h", text.encode()).definitions]
    assert names == ["NSWindow", "Window", "Window::raise", "Window::of"]


def test_what_one_line_declares_twice() -> None:
    facts = analyse("shape.h", b"int side, side;\nint side;\n")
    assert [row.lines for row in facts.definitions] == [(1, 2)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/* X */\n#ifndef A_H\n#define A_H\n#include <x.h>\n#endif // A_H\n", []),
        ("#if !defined(A_H)\n// Y\n#define A_H 1\nint f();\n#endif\n", ["f"]),
        ("#pragma once\n#ifndef A\n#define A\nint f();\n#endif\n", ["f"]),
        # A default, which stands alone; other code; another question.
        ("#ifndef A\n#define A\n#endif\n", ["A"]),
        ("#ifndef A\n#define A 1\n#define B A\n#endif\nint f();\n", ["A", "B", "f"]),
        ("#ifdef A\n#define A\nint f();\n#endif\n", ["A", "f"]),
        ("#if defined(A)\n#define A\nint f();\n#endif\n", ["A", "f"]),
        ("#ifndef A\n#define B\nint f();\n#endif\n", ["B", "f"]),
    ],
)
def test_what_keeps_a_header_from_being_included_twice_is_no_definition(
    text: str, found: list[str]
) -> None:
    for name in ("a.h", "a.hpp", "a.c"):
        facts = analyse(name, text.encode())
        assert [row.qualname for row in facts.definitions] == found, name


def test_a_header_of_many_macros_is_read_at_once() -> None:
    lines = "".join(f"#define UNIT_{number} {number}u\n" for number in range(16_000))
    text = f"#ifndef UNITS_H\n#define UNITS_H\n{lines}#endif\n"
    begun = time.process_time()
    facts = analyse("units.h", text.encode())
    assert time.process_time() - begun < 6
    # That which keeps it from being included twice is none of them.
    assert len(facts.definitions) == 16_000


def test_a_long_list_of_names_is_no_head_of_each() -> None:
    names = [f"a{number}" for number in range(20_000)]
    begun = time.process_time()
    facts = analyse("a.h", f"typedef int {', '.join(names)};".encode())
    assert time.process_time() - begun < 10
    assert [row.name for row in facts.definitions] == names
    assert len(facts.definitions[-1].head) == 300


def test_no_program_begins_in_a_header() -> None:
    text = b"#ifdef SHOW\nint main(void) { return 0; }\n#endif\n"
    assert analyse("a.c", text).main_line == 2
    assert not analyse("a.h", text).main_line


def test_a_head_has_the_first_branch_of_a_condition() -> None:
    source = "class A\n#if X\n  : public B\n#else\n  : public C\n#endif\n{\n};\n"
    head = "int f(int a\n#ifdef Y\n    , int b\n#endif\n);\n"
    rows = analyse("a.hpp", (source + head).encode()).definitions
    assert [row.head for row in rows] == ["class A : public B", "int f(int a, int b);"]


def test_a_tag_of_c_may_be_called_like_a_function(
    tmp_path: Path, follow_edits: Callable[..., None]
) -> None:
    files = {
        "a.h": (
            "struct value { int x; };\nenum kind { A };\nstruct stat;\n"
            "typedef struct value value_t;\n"
            "int value(struct value *v);\nstruct value *kind(void);\n"
        ),
        "a.c": (
            '#include "a.h"\nint value(struct value *v) { return v->x; }\n'
            "struct value *kind(void) { return 0; }\n"
        ),
        "b.c": (
            '#include "a.h"\n#include <sys/stat.h>\n'
            "int one(void) {\n  struct value v;\n  enum kind k = A;\n"
            "  return value(&v);\n}\n"
            "int two(void) {\n  int (*f)(struct value *) = value;\n"
            '  return kind()->x + stat("a", 0) + f(0);\n}\n'
            "value_t (*three)(void);\n"
        ),
    }
    code = surveyed(tmp_path / "tags", files)
    used = {
        (row.anchor, row.line)
        for row in uses_by(code.store, ["b.c"])
        if row.qualname in {"value", "kind", "stat", "value_t"}
    }
    assert used == {
        ("def-value", 4),
        ("def-kind", 5),
        ("def-value-function", 6),
        ("def-value", 9),
        ("def-kind-function", 10),
        ("def-value_t", 12),
    }
    follow_edits(
        files,
        {"a.c": '#include "a.h"\nint value(struct value *v) { return 1; }\n'},
        {"a.h": files["a.h"].replace("struct value { int x; };\n", "")},
        {"a.h": files["a.h"]},
    )
