"""How listings are coloured: as Pygments does it, faster, and the text kept."""

from __future__ import annotations

import ast
import asyncio
import codecs
import dataclasses
import gc
import html
import inspect
import re
import textwrap
import tokenize
import tracemalloc
import typing
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import pytest
import tree_sitter_python
from projects import Project

from sphinxcontrib_kwindex.pages.nodes import LinkTarget, SourceLink
from sphinxcontrib_kwindex.sphinx_wiring.html.highlighting import (
    highlighted_lines,
    python,
)
from sphinxcontrib_kwindex.sphinx_wiring.html.highlighting.c_tokens import c_ranges
from sphinxcontrib_kwindex.sphinx_wiring.html.highlighting.highlighted_lines import (
    highlight,
)
from sphinxcontrib_kwindex.sphinx_wiring.html.highlighting.python import python_ranges
from sphinxcontrib_kwindex.sphinx_wiring.html.highlighting.with_pygments import (
    Range,
    pygments_ranges,
)

Make = Callable[..., Project]
MODULES: Sequence[ModuleType] = (
    *(ast, asyncio.base_events, codecs, dataclasses, inspect, re, textwrap),
    *(tokenize, typing, highlighted_lines),
)
TAG = re.compile(r'<span class="(\w+)">|</span>|<a [^>]*>|</a>')


def text_of(lines: Sequence[str]) -> str:
    return html.unescape(re.sub("<[^>]*>", "", "".join(lines)))


def classes(ranges: Sequence[Range], text: str) -> list[str]:
    """Return the class of each character."""
    found = [""] * len(text)
    done = 0
    for start, end, css in ranges:
        if start >= done:
            found[start:end] = [css] * (end - start)
            done = end
    return found


def pieces(text: str, language: str = "python") -> list[tuple[str, str]]:
    """Return classes with their texts, line by line."""
    markup = "".join(highlight(text, language))
    found = re.findall(r'<span class="(\w+)">(.*?)</span>', markup)
    return [(css, html.unescape(piece)) for css, piece in found]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_as_pygments_does(module: ModuleType) -> None:
    assert module.__file__
    text = Path(module.__file__).read_text("utf-8")
    ranges = python_ranges(text)
    assert ranges is not None
    ours = classes(ranges, text)
    theirs = classes(pygments_ranges(text, "python"), text)
    shown = [n for n, char in enumerate(text) if not char.isspace()]
    differ = sum(ours[n] != theirs[n] for n in shown)
    assert differ <= 0.01 * len(shown)
    assert text_of(highlight(text, "python")) == text


def test_lazy_imports() -> None:
    text = 'lazy import os\n"""\nlazy import x\n"""\nif 1:\n\tlazy from a import b\n'
    assert pieces(text) == [
        *(("kn", "lazy import"), ("nn", "os")),
        *(("sd", '"""'), ("sd", "lazy import x"), ("sd", '"""')),
        *(("k", "if"), ("mi", "1")),
        *(("kn", "lazy from"), ("nn", "a"), ("kn", "import")),
    ]


def test_what_has_which_class() -> None:
    text = '''\
        #!/usr/bin/env python
        """Doc."""
        import os.path as p, sys
        from ..a import (b as c)  # é

        @p.wraps
        class Né(Exception):
            async def __init__(self, x: int = 0x1F, *, y=1.5) -> None:
                yield from x.id
                return not self.__class__ and id(x) is None

        def f(): return f"{x!r:>{y}} {{" rb'\\x00\\d' "%s {} \\n"
        '''
    found = pieces(textwrap.dedent(text))
    assert found[:2] == [("ch", "#!/usr/bin/env python"), ("sd", '"""Doc."""')]
    expected = """\
        kn:import nn:os.path nn:p nn:sys kn:from nn:..a k:as nd:@p nc:Né
        ne:Exception fm:__init__ nb:int mh:0x1F mf:1.5 kc:None
        ow:not vm:__class__ nb:id ow:is nf:f sa:f s2:" si:{ si:!r si:: s2:> si:} se:{{
        sa:rb s1:'\\x00\\d' si:%s si:{} se:\\n
        """
    for pair in expected.split():
        css, _, piece = pair.partition(":")
        assert any(css == one and piece in whole for one, whole in found), piece
    assert ("c1", "# é") in found
    assert ("k", "yield from") in found
    # An attribute is no built-in.
    assert found.count(("nb", "id")) == 1


def test_operators_and_ellipses_of_what_is_cut_are_no_elements() -> None:
    assert pieces("…x, a.b = c.d(…", "python") == []
    for language, code in (
        ("python", "self.a = cls.b @ -c[...] <= d\n"),
        ("c", "a->b <<= -c ? d : e;\n"),
        ("rust", "a..b += c"),
    ):
        assert pieces(code, language) == []
    # These are words.
    assert pieces("a in b\n") == [("ow", "in")]


def test_where_pygments_is_left() -> None:
    """A name that follows "from", soft keywords, and complex numbers."""
    assert ("nn", "e") not in pieces("raise E from e\n")
    assert pieces("match.x\n") == []
    assert pieces("type X = 1j\n") == [("k", "type"), ("mi", "1j")]
    assert pieces("a @b\n") == []
    assert ("si", "=") not in pieces('f"{x=}"\n')


@pytest.mark.parametrize(
    "text",
    [
        "if x\n",
        "print 'a'\nexec 'b' in c\nraise E, 'a'\nx = 0777L\n",
        "try: pass\nexcept A, e: pass\n",
        "x = 1\0\ny = '\0'\n",
        "\x0cx = '\x1c'\n\x0bé = \"\u2028\" # \x85\n\tä = 'a\x1cb'\n",
        '"""a\n\n  <b>&\n"""',
        "x = '''a\\\nb%\\\n'''\n'a\\\nb'\n",
        "from a.\\\n  b import c\nif a not \\\n  in b: pass\n",
        "x = '&amp; <b> \x80\x81\x82'\n",
        "f'{x:{'é' + f'{y}'}}' '\\N{DASH}' f'\\N{DASH}{z}' rf'\\N{z}'\n",
        "",
        "\n",
        "\n\n",
        "x",
        "\\",
        '"',
    ],
)
def test_the_text_stays(text: str) -> None:
    for language in ("python", "pyi", "python2", "text", "c", "rst", "no such"):
        lines = highlight(text, language)
        assert text_of(lines) == text
        assert len(lines) == text.count("\n") + (text[-1:] not in ("", "\n"))
        for line in lines:
            assert line.count("<span") == line.count("</span>")


@pytest.mark.parametrize(
    "text",
    [
        "x = [" + "1, " * 50_000 + "]\n",
        "x = " + "(" * 10_000 + ")" * 10_000 + "\n",
        "x = " + "(" * 10_000,
        "x = " + 'f"{' * 3_000 + '}"' * 3_000 + "\n",
        "x = '" + "\\N{" * 50_000 + "'\n",
        "x = '" + "{a[" * 50_000 + "'\n",
        "x = '%" + "0" * 200_000 + "'\n",
        "def f():\n    x\n" + "# a\n" * 20_000 + "y\n",
        "print (a) >> " * 10_000 + "b\n",
        'x = ["""a""", ' + '"""a""", ' * 20_000 + "]\n",
        "a.b" + "(a.b" * 5_000 + ")" * 5_000 + "\n",
    ],
    ids=str.split(
        "line nested open fields names braces zeros comments chain doc calls"
    ),
)
def test_hostile_text(text: str) -> None:
    """Each of these would take minutes if time grew with the square."""
    assert text_of(highlight(text, "python")) == text


C_SOURCE = """\
#include <vector>
# include "a.h"
#define MAX(a, b) \\
  ((a) > (b) ? (a) : "x")
#pragma don't
#if defined(X) && 1
/* long
   one */ int i = 0x1F'FFu + 1'000 - 1.5e-3f; // until \\
   here
#endif
namespace a::b {
template <typename T>
class TORCH_API Tensor final : public Base {
  const char *s = u8"a\\"b" "open
  auto r = R"d(*/ )" // " )d", c = L'\\'';
  Tensor(size_t n) noexcept { p->x <<= n; };
};
enum class Kind { A };
enum COLOUR { RED };
}
"""


def test_c() -> None:
    found = pieces(C_SOURCE, "cpp")
    expected = """\
        cp:#include cpf:<vector> cp:# s:"a.h" cp:MAX s:"x" cp:#if mi:1 mh:0x1F'FFu
        mi:1'000 mf:1.5e-3f kt:int nn:a k:template k:class nc:Tensor nc:Kind nc:COLOUR
        k:noexcept kt:size_t sc:L'\\''
        """
    for pair in expected.split():
        css, _, piece = pair.partition(":")
        assert any(css == one and piece in whole for one, whole in found), piece
    assert ("cp", "#pragma don't") in found
    assert ("cm", "/* long") in found
    assert ("cm", "   one */") in found
    assert ("c1", "   here") in found
    assert ("s", 'R"d(*/ )" // " )d"') in found
    assert ("s", 'u8"a\\"b" "open') in found
    words = " ".join(piece for _, piece in found)
    assert not {"TORCH_API", "RED", "->", "Base"} & set(words.split())
    assert text_of(highlight(C_SOURCE, "cpp")) == C_SOURCE


def test_c_as_pygments_does() -> None:
    """But for what stands in directives."""
    text = (
        re.sub("(?m)^ *#.*(\\\\\n.*)*", "", C_SOURCE)
        .replace("'FF", "")
        .replace("1'0", "10")
    )
    groups = {"kt": "k", "kr": "k", "mf": "m", "mi": "m", "mh": "m", "cm": "c"}
    groups |= {"c1": "c", "se": "s", "sa": "s", "nn": "", "nc": "", "nf": "", "sc": "s"}
    groups |= {"sd": "s", "dl": "s", "nb": "k", "kc": "k"}
    ours = classes(c_ranges(text, "cpp"), text)
    theirs = classes(pygments_ranges(text, "cpp"), text)
    for at, char in enumerate(text):
        if not char.isspace():
            one, other = (groups.get(css, css) for css in (ours[at], theirs[at]))
            assert one == other, (text[at - 20 : at + 20], ours[at], theirs[at])


@pytest.mark.parametrize(
    "text",
    [
        *(
            "/*\n",
            "/*/",
            'R"x(\n',
            'R"(',
            '"\n',
            "'\n",
            '"\\',
            "//\\\n",
            "#define a\\\n",
        ),
        *("a ", "0.", "0e+", "<", "->", "#include <", "class A ", "# ", "\\", " \t#"),
    ],
)
def test_hostile_c(text: str) -> None:
    text *= 50_000
    assert text_of(highlight(text, "c")) == text
    text = text.replace("\n", "")
    assert text_of(highlight(text, "c")) == text


@pytest.mark.parametrize("unit", ["+ = ", "~ =\n"])
def test_what_takes_a_parser_too_long(unit: str) -> None:
    """Without a limit these take minutes."""
    assert python_ranges(unit * 15_000, seconds=0.1) is None
    # What was stopped does not go on with the next text.
    assert pieces("if x: pass\n") == [("k", "if"), ("k", "pass")]


def test_what_is_no_python_is_left_to_pygments() -> None:
    assert "<span" not in "".join(highlight("match.x\n", "python"))
    assert "<span" in "".join(highlight("match.x\n", "python", correct=False))


def link(text: str, name: str, number: int = 0) -> SourceLink:
    at = [found.start() for found in re.finditer(re.escape(name), text)][number]
    line = text.count("\n", 0, at)
    column = at - (text.rfind("\n", 0, at) + 1)
    return line + 1, column, len(name), LinkTarget(f"#{name}", f"<{name}>")


@pytest.mark.parametrize(
    ("text", "name", "markup"),
    [
        ("é = '🐍', wé\n", "wé", "|"),
        ("\t\x0cx = name\n", "name", "|"),
        ("@a.b\ndef f(): pass\n", "a", '<span class="nd">@|</span>.b'),
        ("import a.b.c\n", "b", '<span class="nn">a.|.c</span>'),
        ("class A: pass\n", "A", "nc|"),
        ("x = f'é{name}'\n", "name", "|"),
        ("x = 'a name'\n", "name", "<span class=\"s1\">'a |'</span>"),
        ("'''\né\n  name\n'''\n", "name", '<span class="sd">  |</span>'),
        ("print 'é', name\nif\n", "name", "|"),
        ("x = a\\\n  < name", "name", "|"),
    ],
)
def test_links(text: str, name: str, markup: str) -> None:
    lines = highlight(text, "python", [link(text, name)])
    # A link that is a whole piece is one element with it.
    css = f' class="{markup[:-1]}"' if markup == "nc|" else ""
    markup = "|" if css else markup
    tag = f'<a{css} href="#{name}" title="&lt;{name}&gt;">{name}</a>'
    assert html.unescape(markup.replace("|", tag)) in html.unescape("".join(lines))
    assert text_of(lines) == text
    # The same with another link on each side.
    several = [(1, 0, 1, LinkTarget("#")), link(text, name), link(text, text[-2])]
    assert text_of(highlight(text, "python", several)) == text


def test_links_that_do_not_fit() -> None:
    text = "ab = 'cd'\nef\n"
    for place in (*((1, 4, 3), (1, 8, 4), (2, 1, 2), (9, 0, 1), (3, 0, 1), (1, 3, 9)),):
        lines = highlight(text, "python", [(*place, LinkTarget("#"))])
        assert "<a " not in "".join(lines)
        assert text_of(lines) == text
    twice = [(2, 0, 2, LinkTarget("#1")), (2, 1, 1, LinkTarget("#2", anchor="x"))]
    # Others lead to what has an id.
    assert highlight(text, "python", twice)[1:] == [
        '<a href="#1">ef</a><a id="x" data-to=""></a>\n'
    ]
    crossing = [(1, 4, 3, LinkTarget("#", anchor="x"))]
    (line, _) = highlight(text, "python", crossing)
    assert line.count("x") == 1
    assert '<a id="x" data-to=""></a>' in line
    nowhere = [(2, 0, 0, LinkTarget(anchor="x"))]
    assert highlight(text, "python", nowhere)[1:] == ['<a id="x" data-to=""></a>ef\n']


def test_a_link_with_a_class_of_its_own_has_that_of_its_piece() -> None:
    sure = LinkTarget("#b", "or c", "kw-sure")
    (line,) = highlight("class A(b): x", "python", [(1, 6, 1, sure), (1, 8, 1, sure)])
    assert '<a class="nc kw-sure" href="#b" title="or c">A</a>' in line
    assert '(<a class="kw-sure" href="#b" title="or c">b</a>)' in line


def test_neighbours_are_one_element() -> None:
    assert pieces("x is not y\n") == [("ow", "is not")]
    assert pieces("'a'  'b'\n") == [("s1", "'a'"), ("s1", "'b'")]
    assert pieces("pass\npass\n") == [("k", "pass"), ("k", "pass")]


def test_a_grammar_that_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def language() -> int:
        raise ValueError("incompatible version")

    monkeypatch.setattr(tree_sitter_python, "language", language)
    python._parsing.cache_clear()
    try:
        assert pieces("if x: pass\n") == [("k", "if"), ("k", "pass")]
    finally:
        monkeypatch.undo()
        python._parsing.cache_clear()


def test_targets_and_links_by_name() -> None:
    by_name = LinkTarget("a.html#x", "method C.x, by name only")
    links: list[SourceLink] = [
        (1, 4, 1, LinkTarget("#def-f", anchor="src-f", last="9")),
        (1, 6, 1, LinkTarget(anchor="src-f.x")),
        (1, 10, 1, by_name),
    ]
    (line,) = highlight("def f(x): x", "python", links)
    assert '<a class="nf" id="src-f" data-to="9" href="#def-f">f</a>' in line
    assert '<a id="src-f.x" data-to="">x</a>' in line
    assert '<a href="a.html#x" title="method C.x, by name only">x</a>' in line


@pytest.mark.usefixtures("own_garbage")
@pytest.mark.parametrize("lines", [1, 1_000])
def test_hardly_anything_stays_of_a_text_that_was_parsed(lines: int) -> None:
    """A tree has thousands of listings, and many more lines that are shown apart."""
    text = "".join(f"value_{number} = {number}\n" for number in range(lines))
    assert python_ranges(text)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(10):
            assert python_ranges(text)
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert kept < 10 * 500


def test_the_id_of_a_line_stands_in_no_text(make_project: Make) -> None:
    text = make_project({"a.py": "<b href='c'\n"}).build().text("code/a.py_docs")
    assert """&lt;b href=<span class="s1" id="L1">'c'</span>""" in text


def test_tabs_that_only_indent_are_narrow(make_project: Make) -> None:
    files = {
        "a.go": "package a\n\nfunc f() {\n\tg(\n\t\t1,\n\t)\n}\n",
        # The width of a tab is part of what these look like.
        "aligned.c": "int a;\t/* one */\nint abc;\t/* two */\n",
        "mixed.c": "int f()\n{\n    if (1)\n\treturn 1;\n}\n",
        "none.py": "def f():\n    return 1\n",
    }
    built = make_project(files).build()
    narrow = [
        name for name in files if "kw-indented" in built.text(f"code/{name}_docs")
    ]
    assert narrow == ["a.go"]
