"""Types, encodings, headings and first sentences."""

from __future__ import annotations

import pytest

from sphinxcontrib_kwindex.analysis import analyse
from sphinxcontrib_kwindex.analysis.sentence import first_sentence


@pytest.mark.parametrize(
    ("name", "type_", "language"),
    [
        ("a.py", "Python", "python"),
        ("a.PYI", "Python", "python"),
        ("README.MD", "Markdown", "markdown"),
        ("a.rst", "reStructuredText", "restructuredtext"),
        ("Dockerfile", "Docker", "docker"),
        ("CMakeLists.txt", "CMake", "cmake"),
        ("notes.txt", "Text only", "text"),
        ("LICENSE", "Text only", "text"),
        ("a.unknown", "Text only", "text"),
        ("", "Text only", "text"),
        (".gitignore", "Text only", "text"),
        ("a.json", "JSON", "json"),
    ],
)
def test_types(name: str, type_: str, language: str) -> None:
    facts = analyse(name, b"x = 1\n")
    assert (facts.type, facts.language, facts.lines) == (type_, language, 1)


def test_what_is_like_python_is_no_python_source() -> None:
    facts = analyse("BUILD", b"x = 1\n")
    assert facts.type == "Python"
    assert not facts.python


@pytest.mark.parametrize(
    ("data", "encoding", "lines"),
    [
        (b"", "utf-8", 0),
        (b"a\nb", "utf-8", 2),
        (b"a\r\nb\rc\x0cd\n", "utf-8", 3),
        (b"\xff\xe9", "utf-8", 1),
        (b"\xef\xbb\xbfa\n", "utf-8-sig", 1),
        ("é\n".encode("utf-16"), "utf-16", 1),
        (b"a" * 8000 + b"\0", "utf-8", 1),
    ],
)
def test_text(data: bytes, encoding: str, lines: int) -> None:
    facts = analyse("a.txt", data)
    assert (facts.encoding, facts.lines, facts.size) == (encoding, lines, len(data))


@pytest.mark.parametrize("data", [b"\0", b"a" * 7999 + b"\0", b"\xff\xfe\0\0"])
def test_binary(data: bytes) -> None:
    facts = analyse("a.md", data)
    assert (facts.type, facts.encoding, facts.lines) == ("Binary", "", 0)
    assert facts.binary


def test_markdown() -> None:
    facts = analyse(
        "a.md",
        b"""---
title: front matter
---

[![badge](https://x.y/z.svg)](https://x.y)
<!-- comment -->

# The `title` of [it](x)

First **paragraph**, e.g. this.
Its second sentence.

```
# no heading
```

Sub
---
> ## quoted

### Deep ###
""",
    )
    assert [(h.text, h.line, h.level) for h in facts.headings] == [
        ("The title of it", 8, 1),
        ("Sub", 17, 2),
        ("Deep", 21, 3),
    ]
    assert facts.docstring_line == 10
    assert facts.summary == "First paragraph, e.g. this."


def test_restructuredtext() -> None:
    facts = analyse(
        "a.rst",
        b""".. comment

   No title
   ========

=======
 Title
=======

:Author: me

.. image:: x

The first ``paragraph``::

    Literal
    -------

Sec
---
Text
that goes
~~~~~~~~~
on

Deep
~~~~
----------

Sec 2
-----
== ==
a  b
== ==
""",
    )
    assert [(h.text, h.line, h.level) for h in facts.headings] == [
        ("Title", 7, 1),
        ("Sec", 19, 2),
        ("Deep", 26, 3),
        ("Sec 2", 30, 2),
    ]
    assert (facts.summary, facts.docstring_line) == ("The first paragraph:", 14)


@pytest.mark.parametrize(
    ("docstring", "sentence"),
    [
        ("", ""),
        ("Return x, e.g. y. Then z.", "Return x, e.g. y."),
        (
            "Use i.e. a, etc. and b vs. c, cf. d. E",
            "Use i.e. a, etc. and b vs. c, cf. d.",
        ),
        ("Version 1.2.3 of a.b.c works!  Really?", "Version 1.2.3 of a.b.c works!"),
        ("Over two\nlines. More.", "Over two lines."),
        ("Title\n=====\n\nText.", "Title"),
        ("=====\nTitle\n=====\n\nText.", "Title"),
        ("Parameters\n----------\nx : int\n\nReal. Text.", "Real."),
        (":param x: y.\n:type x: z", ""),
        (".. note:: A.\n\n   B.\n\nReal. Text", "Real."),
        ("Args:\n    x: y.\n\nReal. Text", "Real."),
        ("Do it.\n:param x: y", "Do it."),
        ("Do it\n:param x: y", "Do it"),
        (">>> f()\n1\n\nText", "Text"),
        ("Use :class:`~a.b.C`, :func:`f <t.u>`, ``**k``.", "Use C, f, **k."),
        ("Pass *args and **kwargs on.", "Pass *args and **kwargs on."),
        ("Very *b* and **c d** `e`, `f <g>`_.", "Very b and c d e, f."),
        ("See [the docs](http://x.y/z). Z", "See the docs."),
        ("``a. b`` is. C", "a. b is."),
        ("Wait... what? Yes", "Wait... what?"),
        ('Say "hello." Then', 'Say "hello."'),
        ("Usage::\n\n    code", "Usage:"),
        ("1. First. Second", "1. First."),
        ("-----", ""),
        ("x" * 400, "x" * 299 + "…"),
    ],
)
def test_first_sentence(docstring: str, sentence: str) -> None:
    assert first_sentence(docstring) == sentence
