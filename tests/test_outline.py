"""What stands in the outline beside a listing."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from projects import Project

Make = Callable[..., Project]

RUST = """\
pub struct Box { size: u8 }
pub struct Bag;
impl Box {
    pub fn new() -> Box { Box { size: 1 } }
    pub fn width(&self) -> u8 { self.size }
}
impl Bag {
    pub fn new() -> Bag { Bag }
}
"""
GO = """\
package a
func new() {}
type Stack struct {}
func (s *Stack) pop() {}
func (q *Queue) pop() {}
func (s *Stack) push() {}
func (s Size) String() {}
type Size int
"""
ENUMS = """\
namespace n {
enum Mode { ONE, TWO };
enum class Kind { A };
const int LAST = 1;
int f();
}
enum { X };
"""
CPP = """\
#include "box.h"
Box::Box() {}
int Box::size() { return 1; }
int free_function() { return 2; }
"""


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        (
            "a.rs",
            RUST,
            [
                "Box #src-Box",
                "- size #src-Box.size",
                "- new #src-Box.new",
                "- width #src-Box.width",
                "Bag #src-Bag",
                "- new #src-Bag.new",
            ],
        ),
        (
            "a.go",
            GO,
            [
                "new #src-new",
                "Stack #src-Stack",
                "- pop #src-Stack.pop",
                "- push #src-Stack.push",
                "Queue #L5",
                "- pop #src-Queue.pop",
                "Size #src-Size",
                "- String #src-Size.String",
            ],
        ),
        (
            "box.cpp",
            CPP,
            [
                "Box #L2",
                "- Box #src-Box.Box",
                "- size #src-Box.size",
                "free_function #src-free_function",
            ],
        ),
        (
            "a.hpp",
            ENUMS,
            [
                "n #src-n",
                "- Mode #src-n.Mode",
                "- - ONE #src-n.ONE",
                "- - TWO #src-n.TWO",
                "- Kind #src-n.Kind",
                "- - A #src-n.Kind.A",
                "- LAST #src-n.LAST",
                "- f #src-n.f",
                "X #src-X",
            ],
        ),
        (
            "a.py",
            "class Box:\n    class Lid:\n        a = 1\n\n    b = 2\n",
            [
                "Box #src-Box",
                "- Lid #src-Box.Lid",
                "- - a #src-Box.Lid.a",
                "- b #src-Box.b",
            ],
        ),
    ],
)
def test_members_stand_below_the_name_of_their_class(
    make_project: Make, name: str, text: str, shown: list[str]
) -> None:
    page = make_project({name: text}).build().text(f"code/{name}_docs")
    outline = page.partition('<ul class="kw-outline">')[2].partition("</nav>")[0]
    depth = 0
    rows = []
    for tag, uri, label in re.findall(
        r'<(/?ul|a)(?: href="([^"]*)")?>(?:(.*?)</a>)?', outline
    ):
        depth += {"ul": 1, "/ul": -1, "a": 0}[tag]
        if tag == "a":
            rows.append("- " * depth + f"{label.replace('<wbr/>', '')} {uri}")
    assert rows == shown


def test_a_name_deep_in_an_outline_breaks_between_its_words(make_project: Make) -> None:
    pytest.importorskip("tree_sitter_cpp")
    text = "namespace a { namespace b {\nclass C {\n  int CODE_IO_WAIT_READ;\n};\n}}\n"
    page = make_project({"a.hpp": text + "int CODE_IO_WAIT_READ;\n"}).build()
    outline = page.text("code/a.hpp_docs").partition('"kw-outline"')[2]
    assert ">CODE_IO_<wbr/>WAIT_READ<" in outline
    assert ">CODE_IO_WAIT_READ<" in outline


def test_sections_in_which_nothing_was_found_are_no_links(make_project: Make) -> None:
    files = {"a.py": "import b\n\n\ndef f(): ...\n", "b.py": "x = 1\n"}
    page = make_project(files).build().text("code/a.py_docs")
    ways = page.partition('<ul class="kw-ways">')[2].partition("</ul>")[0]
    assert re.findall(r">([^<]+)</a>", ways) == [
        "1 import",
        "High-Level Overview",
        "1 definition",
        "Architecture &amp; Design",
        "Related Files",
        "Cross-References",
    ]
    # They are there, with what was looked for.
    assert '<h2>Code Patterns &amp; Idioms<a class="headerlink"' in page
