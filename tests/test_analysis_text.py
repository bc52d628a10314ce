"""Types, encodings, headings and first sentences."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.plugin import find_plugin_lexers

from sphinxcontrib_kwindex.analysis import file_types
from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.first_sentence import first_sentence, summary_of
from sphinxcontrib_kwindex.analysis.lexers import ALL_LEXERS, fits


@pytest.mark.parametrize(
    ("name", "type_", "language"),
    [
        ("a.py", "Python", "python"),
        ("a.PYI", "Python", "python"),
        ("README.MD", "Markdown", "markdown"),
        ("a.rst", "reStructuredText", "restructuredtext"),
        ("Dockerfile", "Docker", "docker"),
        ("CMakeLists.txt", "CMake", "cmake"),
        ("notes.txt", "Text", "text"),
        ("LICENSE", "Text", "text"),
        ("a.unknown", "Text", "text"),
        ("", "Text", "text"),
        (".gitignore", "Text", "text"),
        ("a.json", "JSON", "json"),
    ],
)
def test_types(name: str, type_: str, language: str) -> None:
    facts = analyse(name, b"x = 1\n")
    assert (facts.type, facts.language, facts.lines) == (type_, language, 1)


@pytest.mark.parametrize(
    ("name", "text", "type_"),
    [
        ("a.pl", "use strict;\nmy $x = 1;\n", "Perl"),
        ("a.pl", "parent(tom, bob).\n:- initialization(main).\n", "Prolog"),
        ("a.pl", "", "Perl"),
        ("a.go.tmpl", "{{.DocInfo.Comment}}\n", "Text"),
        ("_helpers.tpl", '{{- define "a" -}}\n{{- end }}\n', "Text"),
        ("a.tpl", "{if $a}b{/if}\n{include file='b.tpl'}\n", "Smarty"),
        ("a.def", "OPCODE(add, 2)\n", "Text"),
        ("a.cls", "public class A { }\n", "Text"),
        ("a.inc", "db 1, 2\n", "Text"),
        ("a.pro", "-keep class A { *; }\n", "Text"),
        ("a.inc", "<?php\nf();\n", "PHP"),
        ("a.fs", "let x = 1\n", "F#"),
        (
            "a.cl",
            "// One.\n__kernel void f(__global int* a) { a[0] = 1; }\n",
            "OpenCL C",
        ),
        ("a.cl", ";;; One.\n(defun f (x) (+ x 1))\n", "Common Lisp"),
        ("boot.S", ".text\n.globl start\n", "GAS"),
        ("a.m", "@interface A : B\n@end\n", "Objective-C"),
        ("a.m", "#import <A.h>\n\nvoid f(void) {}\n", "Objective-C"),
        ("a.m", "\n#  include <a.h>\nint x;\n", "Objective-C"),
        ("a.m", "% Adds two numbers.\nx = [1, 2];\n", "MATLAB"),
        ("a.m", "function y = f (x)\n  y = [x size(x)];\nend\n", "MATLAB"),
        ("a.m", "##\n## -*- texinfo -*-\ny = [f g: 1];\n", "Octave"),
        ("a.r", "x <- c(1, 2)\n", "R"),
        ("a.R", "x <- c(1, 2)\n", "R"),
        ("a.v", "Proof. reflexivity. Qed.\n", get_lexer_by_name("coq").name),
        ("a.v", "module m; wire w; endmodule\n", "Verilog"),
        ("run", "#!/usr/bin/env python3\nx = 1\n", "Python"),
        ("run", "#!/usr/bin/perl -w\n", "Perl"),
        ("run", "#!/bin/sh\n", "Bash"),
        ("run", "#!/usr/bin/nothing-known\n", "Text"),
        ("run", "#!\n", "Text"),
        ("App.csproj", '<Project Sdk="A">\n</Project>\n', "XML"),
        ("a.odd", '<?xml version="1.0"?>\n<a/>\n', "XML"),
        ("a.jsonc", "{\n// One.\n}\n", "JSON"),
        ("light.glsl", "void main() {}\n", "GLSL"),
        ("Cargo.lock", "version = 3\n", "TOML"),
        ("composer.lock", "{}\n", "JSON"),
    ],
)
def test_types_that_the_content_tells(name: str, text: str, type_: str) -> None:
    facts = analyse(name, text.encode())
    assert facts.type == type_
    assert facts.source == (type_ == "Python")


@pytest.mark.parametrize(
    ("name", "type_"),
    [
        ("SConstruct", "Python"),
        *((n, "Starlark") for n in ("BUILD", "WORKSPACE", "a.bzl")),
    ],
)
def test_what_is_like_python_is_no_python_source(name: str, type_: str) -> None:
    facts = analyse(name, b"x = 1\n")
    assert (facts.type, facts.language) == (type_, "python")
    assert not facts.python


@pytest.mark.parametrize(
    ("data", "encoding", "lines"),
    [
        (b"", "utf-8", 0),
        (b"a\nb", "utf-8", 2),
        (b"a\r\nb\rc\x0cd\n", "utf-8", 3),
        (b"\xff\xe9", "unknown-8bit", 1),
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


def test_a_word_beside_badges_is_no_summary() -> None:
    text = "[![MySQL](a.svg)](b)\n& more!\n\n# Axios\n\nAsks servers.\n"
    assert analyse("a.md", text.encode()).summary == "Asks servers."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "# Axios\n\nUsing npm:\n\n```\nnpm i\n```\n\nAsks servers.\n"),
        ("a.rst", "Axios\n=====\n\nUsing npm::\n\n  npm i\n\n\n\nAsks servers.\n"),
        ("a.md", "# Axios\n\nUsing npm:\n\n`npm i`\n\n\n\nAsks servers.\n"),
        ("a.rst", "Axios\n=====\n\nFirst:\n\n``npm i``\n\n\n\nAsks servers.\n"),
    ],
)
def test_what_leads_to_something_below_is_no_summary(name: str, text: str) -> None:
    facts = analyse(name, text.encode())
    assert (facts.summary, facts.docstring_line) == ("Asks servers.", 9 + ("r" in name))


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("package.json", '{\n  "name": "a",\n  "description": "Asks now. More."\n}', 3),
        ("package.json", '{"name": "a", "description": "Asks now."}', 1),
        ("Cargo.toml", '[package]\nname = "a"\ndescription = "Asks now. More."\n', 3),
        ("pyproject.toml", '# About\n\n[project]\ndescription = "Asks now."\n', 4),
        ("pyproject.toml", '[tool.poetry]\ndescription = "Asks now."\n', 2),
    ],
)
def test_description_of_a_project(name: str, text: str, line: int) -> None:
    facts = analyse(name, text.encode())
    assert (facts.summary, facts.docstring_line) == ("Asks now.", line)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"description": {"a": "Asks."}}'),
        ("package.json", '{"description": "Asks."'),
        ("package.json", '["description"]'),
        ("pyproject.toml", "# For tools.\n\n[project]\ndescription = 1\n"),
        ("other.json", '{"description": "Asks."}'),
        ("package.json", '{"name": "@a/b", "description": "@a/b"}'),
    ],
)
def test_no_description_of_a_project(name: str, text: str) -> None:
    assert not analyse(name, text.encode()).summary


@pytest.mark.parametrize(
    ("name", "text", "summary"),
    [
        (
            "a.py",
            'def name(a):\n    """name(a) -> str\n\n    Names.\n    """\n',
            "Names.",
        ),
        (
            "a.py",
            'class A:\n    def name(self):\n        """A.name() Names."""\n',
            "A.name() Names.",
        ),
        ("a.ts", "/** @internal */\nexport function name() {}\n", ""),
        (
            "a.ts",
            "/**\n * @deprecated\n *\n * Names.\n */\nexport function name() {}\n",
            "Names.",
        ),
        ("a.java", "/** @hide */\nclass A {}\n", ""),
    ],
)
def test_neither_signatures_nor_tags_are_summaries(
    name: str, text: str, summary: str
) -> None:
    assert analyse(name, text.encode()).definitions[-1].summary == summary


def test_asciidoc() -> None:
    text = (
        '= Box image:https://x.org/b.svg["B", link="https://x.org"]\nAnn <a@x.org>\n'
        ":docs: https://x.org/\n\n// Hidden.\n[NOTE]\n====\nNo text.\n====\n\n"
        "Box keeps link:{docs}a.html[things^] as <<b,others>> do.\nIt is `small`.\n\n"
        "== Install\n\n. Run it:\n+\n[source,xml]\n----\n== No title\n----\n"
    )
    facts = analyse("README.adoc", text.encode())
    assert facts.summary == "Box keeps things as others do."
    assert facts.docstring_line == 11
    titles = [(row.text, row.line, row.level) for row in facts.headings]
    assert titles == [("Box", 1, 1), ("Install", 14, 2)]
    # Titles may be underlined, as they are in the manual of Git.
    text = "box-add(1)\n==========\n\nNAME\n----\nbox-add - Adds things\n"
    titles = [row.text for row in analyse("add.adoc", text.encode()).headings]
    assert titles == ["box-add(1)", "NAME"]


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
This
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
    assert (facts.summary, facts.docstring_line) == ("This that goes", 21)


@pytest.mark.parametrize(
    ("docstring", "sentence"),
    [
        ("Deprecated. Use another one.", "Deprecated. Use another one."),
        ("*Simple. Fast. Pick two.*\n\nMore.", "Simple. Fast. Pick two."),
        ("Word.\n\nMore of it.", "Word."),
        ("!!! FIXME: It does nothing. Mend it.\n\nAdds.", "Adds."),
        ("TODO: say it.", ""),
        ("Todo lists of a user.", "Todo lists of a user."),
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
        ("Parameters\n----------\nx : int\n\nIt is real. Text", "It is real."),
        (":param x: y.\n:type x: z", ""),
        (".. note:: A.\n\n   B.\n\nIt is real. Text", "It is real."),
        ("Args:\n    x: y.\n\nIt is real. Text", "It is real."),
        ("Do it.\n:param x: y", "Do it."),
        ("Do it\n:param x: y", "Do it"),
        (">>> f()\n1\n\nText", "Text"),
        ("Use :class:`~a.b.C`, :func:`f <t.u>`, ``**k``.", "Use C, f, **k."),
        (r"Has :class:`A`\s, `b`\ s, ``c``\s and ``d``\.", r"Has As, bs, cs and d\."),
        ("Pass *args and **kwargs on.", "Pass *args and **kwargs on."),
        ("Very *b* and **c d** `e`, `f <g>`_.", "Very b and c d e, f."),
        ("See [the docs](http://x.y/z). Z", "See the docs."),
        ("``a. b`` is. C", "a. b is."),
        ("Wait... what? Yes", "Wait... what?"),
        ('Say "hello." Then', 'Say "hello."'),
        ("Usage::\n\n    code", "Usage:"),
        ("1. First. Second", "1. First."),
        ("-----", ""),
        ("*Simple. Fast. Pick two.* More", "Simple. Fast. Pick two."),
        ("**Note.** The rest. More", "Note. The rest."),
        ("See [*the* docs](http://x.y/z). Z", "See the docs."),
        ("Use {func}`~a.f`, {doc}`that <x>`. Z", "Use f, that."),
        ("Released 2026-02-18\n\nReal.", "Real."),
        ("Copyright (c) 2020 X\n\nReal.", "Real."),
        ("(c) X\nAll rights reserved.\n\nRedistribution and use in source is.", ""),
        ("Created on Sat Nov 13 12:48:37 2021\n\nReal.", "Real."),
        ("| This file is part of X\n| Copyrighted by Y\n\nReal.", "Real."),
        ("Created 2 objects.", "Created 2 objects."),
        ("Releases the lock of 2 files.", "Releases the lock of 2 files."),
        ("Update the build.", "Update the build."),
        ("Is it x? Of y.", "Is it x?"),
        # The name of the module says nothing of it.
        ("models.py.\n\nWhat is stored. More.", "What is stored."),
        ('The "Copy..." function copies. More', 'The "Copy..." function copies.'),
        ("pkg.models\n~~~~~~~~~~\n\nWhat is stored. More.", "What is stored."),
        ("pkg/models.py\n-------------\n\n:copyright: me", "pkg/models.py"),
        ("Models\n======\n\nWhat is stored.", "Models"),
        ("Party\n\n:status: new\n\nWho is there. More.", "Who is there."),
        ("Party\n\n:status: new", "Party"),
        ("x" * 400, "x" * 299 + "…"),
        # MkDocs and mkdocstrings
        ('!!! abstract "Usage"\n    [A](../a.md)\n\nA base. B', "A base."),
        ("??? note\n\n    A.\n\nB.", "B."),
        ("Do it.\n!!! warning\n    Now.", "Do it."),
        ("!!! Never call it.", "Never call it."),
        ("As [`Field`][a.b.Field] or [x y][a-b]. C", "As Field or x y."),
        ("As [`Field`][] or [a.Model][]. C", "As Field or a.Model."),
        ("Take x[0][a.b] of [u][v].", "Take x[0][a.b] of [u][v]."),
        ("compat\n======\n\nFor old versions.", "For old versions."),
        ("Home: https://x.org/a Forum: https://y.org/b\n\nDraws.", "Draws."),
        # Initials, examples, lists
        ("Written by David M. Gay. More", "Written by David M. Gay."),
        ("J. R. Smith's sort. More", "J. R. Smith's sort."),
        ("Is written in C. More", "Is written in C."),
        ("For Objective C. runs", "For Objective C."),
        ("Flags can be combined, e.g.", "Flags can be combined."),
        ("Tell the size\nE.g. 1230 is 1.2 kB", "Tell the size."),
        ("Mends the file\n 1. Convert it.\n 2. Write it.", "Mends the file"),
        ("# Art\n\nA library for art. More", "A library for art."),
        ("Four approaches:\nA. One.\nB. Two.", "Four approaches:"),
        (
            "Has all for search:\n- distances\n- sums",
            "Has all for search: - distances - sums",
        ),
        (
            "Has all it takes to search:\n- distances\n- sums",
            "Has all it takes to search.",
        ),
        ("Is a small server, that:\n- shares\n- syncs", "Is a small server."),
        ("Is a small server which lets you:\n- sync", "Is a small server."),
        # Who wrote a file, and when
        ("Ann de Lee, 13 August 2015\n\nThe layer.", "The layer."),
        ("Ann Lee, 07 février 2016\n\nThe layer.", "The layer."),
        ("Ann Lee <ann@x.org>, 2016-02-07\n\nThe layer.", "The layer."),
        ("Ann Lee (2016)\n\nThe layer.", "The layer."),
        ("a.py\n  2 May 2016, Ann Lee <ann@x.org>\n\nThe layer.", "The layer."),
        # What a shell runs
        ('":\nif [ -n "$1" ]; then\n    shift\nfi\n', ""),
        ('exec\' python "$0" "$@"\n', ""),
        ("execpython$0$@", ""),
        ("exec'd by the shell.", "exec'd by the shell."),
        (
            'Join [us](b){:target="_blank"} if you [can](c){ .wide }.',
            "Join us if you can.",
        ),
        ("Ann de Lee, ann.lee@x.org\n\nThe layer.", "The layer."),
        ("Ann Lee <ann@x.org> and Bob (bob@y.co.uk)\n\nThe layer.", "The layer."),
        ("Sends ann@x.org a letter.", "Sends ann@x.org a letter."),
        ("Follows RFC 822, 13 August 1982", "Follows RFC 822, 13 August 1982"),
        ("Tests saving, 1 May 2016", "Tests saving, 1 May 2016"),
        ("A new line\n- and a dash.", "A new line - and a dash."),
        ("Implementation of:\n- hover", "Implementation of: - hover"),
        ("# Art", "Art"),
        ("Of [_The Rust Book_][trpl]. More", "Of The Rust Book."),
        (
            "[![a]](b)&ensp;[![c][d]](e)\n\n[a]: f\n\n<br>\n\nOf [`g::h`][g].",
            "Of g::h.",
        ),
        (
            "A _very fast_ one of _names_ in a_b c_d. More",
            "A very fast one of _names_ in a_b c_d.",
        ),
        ('***"Get your mail."***', '"Get your mail."'),
        ("**Is for *ser*ializing data.** More", "Is for serializing data."),
        (" __  _  __\n| |/ // |/ /\n| V  V/ \\_/ /|\n\nShows it.", "Shows it."),
        ("For ***ser***ializing x*y*z, *args.", "For serializing x*y*z, *args."),
        ("> Parses *arguments*\n\nMore.", "Parses arguments"),
        ("- At once\n- Later\n\nRuns it.", "Runs it."),
        ("- At once\n\nRuns it.", "- At once"),
        ("Defines [arguments][Arg].", "Defines arguments."),
        ("Defines [arguments][`Arg`].", "Defines arguments."),
        ("Has the shape [N][M].", "Has the shape [N][M]."),
        ("a.py - It does X\nCopyright 2020, Y\n\nMore.", "a.py - It does X"),
        ("pkg.a -- It does X\nSends Y.", "pkg.a -- It does X"),
        ("a.py - It does X and\nsends Y.", "a.py - It does X and sends Y."),
        (
            "a.py - It does what takes as many words as there is place for in a\nSQL.",
            "a.py - It does what takes as many words as there is place for in a SQL.",
        ),
        ("Usage: python a.py FILE\n\nIt does X.", "It does X."),
        ("Usage: a.py [options] FILE", ""),
        ("Usage: a.py FILE\nIt does X.", ""),
        ("Usage of the disk.", "Usage of the disk."),
        ("A file (do not edit! - see a_b).", "A file (do not edit! - see a_b)."),
        (
            "A file (do not edit! Ever. Really) of x. More.",
            "A file (do not edit! Ever. Really) of x.",
        ),
        ("Open (always. More.", "Open (always."),
        (
            "Bazel) as well as Python. This means (as ever) that.",
            "This means (as ever) that.",
        ),
        ("a) The first. b) The second.", "a) The first."),
        ("Nice :) and small.", "Nice :) and small."),
        ("Source code: Lib/a.py\n\nReads it.", "Reads it."),
        ("From [0, high). More (of it).", "From [0, high)."),
        ("From (0, high]. More (of it).", "From (0, high]."),
        ("DEBUG\n  build with -g\n\nCC\n  the compiler\n\nBuilds it.", "Builds it."),
        ("USE_CUDA=0\n    disables CUDA", ""),
        ("As :rfc:`6455` and {pep}`8` say.", "As RFC 6455 and PEP 8 say."),
        (":rfc:`Title <1>`, :rfc:`2324#section-1`.", "Title, RFC 2324."),
        # A heading of Markdown ends with its line.
        ("### Match\nAn interface. More.", "An interface."),
        ("# Match\n## Use\nmatch(it)", "Match"),
        ("# How it is all done\nIt is.", "How it is all done"),
    ],
)
def test_first_sentence(docstring: str, sentence: str) -> None:
    assert first_sentence(docstring) == sentence


def test_references_to_targets_in_the_same_docstring() -> None:
    text = "Solr_ is like my-search_, and takes class_.\n\n.. _Solr: https://x.org\n"
    assert first_sentence(text) == "Solr is like my-search_, and takes class_."
    text += "   .. _My-Search : https://y.org"
    assert first_sentence(text) == "Solr is like my-search, and takes class_."


def _summary(name: str, text: str) -> str:
    return analyse(name, text.encode()).summary


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("A [WSGI] server.\n\n[WSGI]: https://x.org/w", "A WSGI server."),
        ("See [`my` c][x], [y][], [z].\n\n[x]: a.md\n[Y]: b.md", "See my c, y, [z]."),
        ("Takes `a[0]`.\n\n[0]: a.md", "Takes a[0]."),
        ("An ![i](a)<b>i</b> or [![b][i]][x]text.\n\n[x]: a\n[i]: b", "An i or text."),
        ("[A](x) | [B](y)\n\nReal.", "Real."),
        ("# 1.0\n\nReleased 2026-02-18\n\n- b", ""),
        ("# Tea\n\nBack to [the index](a.md)\n\nA plant.", ""),
        ("# Tea\n\n$$\n\\begin{a} x & = y \\end{a}\n$$\n\nA plant.", "A plant."),
        ("# Tea\n\nTea can be put into\n\n- A\n- B", "Tea can be put into…"),
        (
            "![b](c)\n\n---\n\nTea is a plant that has two very old uses:\n- A\n\nNo.",
            "Tea is a plant that has two very old uses.",
        ),
        ("Where to go:\n- A\n\nTea is a plant.", "Tea is a plant."),
        ("## Table of Contents\n\nContents:\n\nReal.", "Real."),
        (":::{warning}\nBeware.\n:::\n\nReal.", "Real."),
        ("Welcome to X. It does y.", "It does y."),
        ("Eager to start? This is how.", "This is how."),
        ("Ready?", "Ready?"),
        ("Text.[^1]\n\n[^1]: Note.", "Text."),
        ("# T\n\nAs `a/<org>/<name>.yaml`<br>.", "As a/<org>/<name>.yaml."),
        ('# T\n\n??? api "API"\n    [a.B][a.B]<br>\n\nA [`B`][a.B] is.', "A B is."),
        ('=== "pip"\n\n    ```\n    pip\n    ```\n\nReal.', "Real."),
        (
            '<h1>A</h1>\n\n<p align="center">Fast client &amp; more</p>\n\nRun it.',
            "Fast client & more",
        ),
        ("<h1>A</h1>\n<h3>A map of all it has</h3>\n\nX.", "A map of all it has"),
        ("<h1>A</h1>\n<h3><img> Gold sponsors <br></h3>\n\nReal.", "Real."),
        ("<div>\n<sup>They pay for all of it.</sup>\n</div>\n\n> A is.\n\nX.", "A is."),
        ("<h1>A</h1>\n\n> “Any will do.”\n\nReal.", "Real."),
        ("<p>\n  <b>A small library.</b>\n</p>\n\nText.\n", "A small library."),
        ("<p>A <a href='x'>link</a> of it</p>\n\nText.\n", "Text."),
        ("<p><a href='x'>A link to it all</a></p>\n\nText.\n", "Text."),
        ("<p><a href='x'>A link</a> to it all</p>\n\nText.\n", "Text."),
        ("<p><a><img src='y'><br/>\n</a>\n Simple charts\n</p>", "Simple charts"),
        (
            "<p>\n <a><i></a>\n</p>\n<p a='b'>\n <em>Makes things.</em>\n</p>\n\nText.",
            "Makes things.",
        ),
        (
            "**Docs**: [x.org](x)\n\n**Source Code**: <https://y.org>\nLog: http://x\n\nReal.",
            "Real.",
        ),
        ("Of <https://x.org> and <b>it</b>.", "Of https://x.org and it."),
        ("# A\n\n> **Does it `all`**\n\nIt is useful.", "Does it all"),
        ("# A\n\n[![b](c)](d)\n> Does it.\n\nIt is useful.", "Does it."),
        ("# A\n\nText.\n\n[![b](c)](d)\n\n> Does it.\n\nMore.", "Text."),
        ("# A\n\n> **Some notice**: it is old\n\nIt is useful.", "It is useful."),
        ("# A\n\n> [!TIP]\n> Do.\n\nIt is useful.", "It is useful."),
        ("# A\n\n> One.\n>\n> Two.\n\nIt is useful.", "It is useful."),
        ("Docs: see [these](https://x.org).", "Docs: see these."),
        ("_Black_ is _very fast_ (_so_).", "Black is very fast (so)."),
        ("A `_a_ b`, a_b_c, _x and y_.", "A _a_ b, a_b_c, x and y."),
        ("An [_a_](/_b_/) of __init__.", "An a of __init__."),
        ("# A\n\n## Sponsors\n\nX.\n\n### Y\n\nY.\n\n## B\n\nThis is.", "This is."),
        ("# A\n\n## Sponsors\n\nA is a thing that they pay for.\n", ""),
        ("# Sponsors\n\nThis X pays.\n", "This X pays."),
        ("# A\n\n## Latest news\n\nA 2 is here.\n\n## B\n\nA is a map.", "A is a map."),
        # What stands above the paragraph that says it
        ("[![b](https://b.org/x)][b]\n\nReal.\n\n[b]: https://b.org", "Real."),
        ("# T\n\n[![b d]][b]\n\nIt is.\n\n[b]: https://x\n[b d]: x.svg", "It is."),
        ("[![b](https://b.org/xx)](https://b.org)\n" * 60 + "\nReal.", "Real."),
        ("[A](x) / [B](y) \u2013 [C](z)\n\nReal.", "Real."),
        ("**Note**: The branch is old.\n\nReal.", "Real."),
        ("**Note**: The branch is old.", "Note: The branch is old."),
        ("🔥 **NEW: A 4.0 is out!**\n\nReal.", "Real."),
        ("We are happy to announce A 4.\n\nReal.", "Real."),
        ("Announcements are read aloud.\n\nMore.", "Announcements are read aloud."),
        ("_(If you [look](x) for it.)_\n\nThis is it.", "This is it."),
        ("# A\n\n## A 2\n\n_A 2 - Aug 2026_\n\nThis is.", "This is."),
        ("# A 2\n\n_A 2 - Aug 2026_\n\nReal.", "Real."),
        ("[![b]][c]\n[![d][e]](\nf)\n\nReal.\n\n[b]: x\n[c]: y\n[e]: z", "Real."),
        ("**[A](x)** |\n[[B](y)]\n\nReal.", "Real."),
        ("&nbsp;\n\nReal &amp; true.", "Real & true."),
        ("# A\n\n**Update Nov 2025** It is old. Take B.\n\nThis is.", "This is."),
        # Where none stands below the title
        ("# A\n\n## Install\n\nDo.\n\n## What is A?\n\nA is.", "A is."),
        ("This README is short.\n\nWhat is A?\n---\n\nA is.", "A is."),
        ("# A\n\nThis README says how.", "This README says how."),
        ("# A\n\nA is a store, with a focus on being:\n\n* B", "A is a store."),
        ("# A\n\nA is a store (of b), that:\n\n* Cs", "A is a store (of b)."),
        ("# A\n\nA is a store which lets you:\n\n* c", "A is a store."),
        ("# A\n\nA is a b, of c:\n\n* B\n", "A is a b, of c."),
        ("# A\n\n## Questions?\n\nAsk.\n\n## Use\n\nThis is.", "This is."),
        ("# A\n\n## Install\n\nDo.\n\n### 2\n\nDo.\n\n## Use\n\nThis is.", "This is."),
        ("# A\n\n## Building from source\n\nDo.\n\n## License\n\nMIT, as is.", ""),
        ("# A\n\n## Supported Python versions\n\n3.\n\n## Running tests\n\nDo.", ""),
        ("# A\n\n## Developer Guide\n\nThis is.\n\n## Use\n\nIt.", "This is."),
        ("# A\n\n## Local Setup\n\nDo.\n\n## Use\n\nThis is.", "This is."),
        # What tells the reader what to do
        ("# A\n\n## Use\n\nOpen `x` and change y.", ""),
        ("# A\n\n## Use\n\n### End\n\nStop and remove the containers", ""),
        ("# A\n\nRun the server.\n\nMaps are drawn.\n\nThis is it.", "This is it."),
        ("# A\n\nYou need B.", ""),
        ("# A\n\nOpen source maps.", "Open source maps."),
        ("# A\n\nHi folks,\n\nA is a map.", "A is a map."),
        ("# A\n\n## B\n\n`<NO>` is a number.\n\n## C\n\nA is a map.", "A is a map."),
        ("# A\n\n## Use\n\nThe map module draws A.", "The map module draws A."),
        ("# A\n\n## Use\n\nThe following command draws A.", ""),
        ("# A\n\n## Use\n\nDraws the map.", "Draws the map."),
        ("# Installation\n\nDo.\n\n## Use\n\nIt.", "Do."),
        ("# A\n\nPlease see [the docs](x) for all.\n\nReal.", "Real."),
        ("# A\n\nLearn more about it:\nhttps://x.y\n\nReal.", "Real."),
        ("# A\n\nFor more information, see [it](x).\n\nReal.", "Real."),
        ("# A\n\nSee [the docs](x).", "See the docs."),
        ("# A: the map of it\n\n## Install\n\nDo.", "A: the map of it"),
        ("# A - the map of it\n\n## Questions\n\nAsk.", "A - the map of it"),
        ("# A: the map of it\n\nReal.", "Real."),
        # A colon leads to what shows it
        ("# A\n\nA is for:\n\n- x\n\nReal.", "Real."),
        ("# A\n\nInstall it:\n\n```\nx\n```\n\nReal.", "Real."),
        # A release is not the project
        ("# Changes\n\n## 1.2.0 (2026-01-02)\n\nThis release is quick.", ""),
        ("# jq 1.8.2 (Jan 2nd)\n\nReal.", "Real."),
        ("# [Unreleased]\n\nThis is new.\n\n# v1.0-rc1\n\nThis was.", ""),
        ("# A\n\n## 1.2 The map of it\n\nThis is it.", "This is it."),
        # Front matter
        ("---\ntitle: A\nabout: 'Draws it. More'\n---\n\nHere.", "Draws it."),
        ("---\ndescription: A template\n---\n\nDo it.", "A template"),
        ("---\ndescription: >\n  More\n---\n\nReal.", "Real."),
        ("+++\ntitle = 'A'\ndate = 1\n+++\n\nReal.", "Real."),
        ('+++\ndescription = "Draws it."\n+++\n\nHere.', "Draws it."),
        ("+++ b\n\nReal. +++", "+++ b"),
        ("---\ndescription: [a\n---\n\nReal.", "Real."),
        ("[TOC]\n\nReal.", "Real."),
        ("# A\n\nA map.<br/>Really<br />", "A map."),
        ("# A\n\nA map<br/>of it", "A map of it"),
        ("# A\n\n## Use\n\nThis should open it.", ""),
        ("# A\n\nYes. It does.\n\nA is a map.", "A is a map."),
        # What is led on to
        ("To run the tests, do:\n\ncd tests/\npython run.py\n", ""),
        ("A is written in:\n\n  b.html\n\nIt's also like that.\n", ""),
        # What goes on from something
        ("# A\n\nUse `a`:\n\n```\na\n```\n\nIt also runs.\n\nReal.", "Real."),
        ("# A\n\nIt runs.", "It runs."),
        ("# A\n\n## Use\n\n```\na\n```\n\nThis starts a map of it.", ""),
        ("# A\n\n## Use\n\nDo:\n\n```\na\n```\n\nThis command draws a map.", ""),
        ("# A\n\n```\na\n```\n\nThis is a map.", "This is a map."),
        ("# A\n\n```\na\n```\n\n## B\n\nThis is a map.", "This is a map."),
        ('{% ref url="a.md" %}\n[a](a.md)\n{% endref %}\n\nReal.', "Real."),
        ("*March 8, 2021* | *Ann Lee and Bob R. Ray*\n\nReal.", "Real."),
        ("{{< note file=a >}}\nx = true\n{{< /note >}}\n\nReal.", "Real."),
        ("@AGENTS.md\n\nReal.", "Real."),
        # HTML
        ("<p>A <b>small</b> map, <i>free</i>.</p>\n\nText.", "A small map, free."),
        ("<p>\n<img src='x'>\n</p>\nA small\nmap.\n\n## B\n\nText.", "A small map."),
        ("<p>\n <img><br>\n <a><img></a><br>\n A small map.\n</p>", "A small map."),
        ("<div><h1>A map of it</h1><br></div>\n\nText.", "Text."),
        ("<table><tr><td>A map of it</td></tr></table>\n\nText.", "Text."),
        ("<p><a href='x'>Key <b>features</b></a> • <a>More</a></p>\n\nText.", "Text."),
        ("1. One:\n```\na\n```\nor\n```\nb\n```\n\nReal.", "Real."),
    ],
)  # fmt: skip
def test_summary_of_markdown(text: str, summary: str) -> None:
    assert _summary("a.md", text) == summary


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        ("For Sphinx_ and b_.\n\n.. _Sphinx: https://x.org", "For Sphinx and b_."),
        ("For `my own`_.\n\n.. _My own: https://x.org", "For my own."),
        ("For `it <x_>`_.\n\n.. _x: https://x.org", "For it."),
        ("For ``a_`` here_.\n\n.. _here:\n\n.. _a: x", "For a_ here."),
        ("Of x |version|, |n| |o|.\n\n.. |n| replace:: for you", "Of x , for you |o|."),
        ("Version 3.1\n-----------\n\nReleased 2026-02-18\n\n- b", ""),
        ("Unreleased\n\nReal.", "Real."),
        ("Release date: 18 November 2008\n\nReal.", "Real."),
        ("{{ objname | escape }}\n\nReal.", "Real."),
        ("Tea\n===\n\n``lang`` :\n  The language.\n\nReal.", "Real."),
        ("Last updated: May 3rd 2020\n\nReal.", "Real."),
        ("Docs: https://x.org\nCode: `A <https://y.org>`_, `b <b>`_\n\nReal.", "Real."),
        ("Version 2 of the format is here.", "Version 2 of the format is here."),
        ("Donate\n======\n\nPlease do.\n\nWhat?\n=====\n\nReal.", "Real."),
        ("Map\n===\n\nPlease note it.\n\nWhat is A?\n----------\n\nA is.", "A is."),
        ("=====  =====\nTitle  Words\n=====  =====\n\nT\n===\n\nReal.", "Real."),
        ("===== =====\nTitle Words\n===== =====\n\nReal.", "Real."),
        ("For enterprise\n==============\n\nPay.\n\nMore\n====\n\nReal.", "Real."),
        ("Tea\n===\n\nBy Koen van de Sande.\n\nHow to brew.", "How to brew."),
        ("Tea\n===\n\nBy default it is green.", "By default it is green."),
        ("IN NO EVENT SHALL THE AUTHORS OR HOLDERS BE LIABLE FOR ANY OF THIS.", ""),
        ("Tea\n===\n\nThis is a free software tool.", "This is a free software tool."),
        ("Changes from 3.1.0 to 3.1.1\n===========\n\n- A\n\nTea is a plant.", ""),
        ("Tea\n===\n\nA\n---\n\nB\n~~~\n\nThis class brews a tea.", ""),
        ("Tea\n===\n\nA\n---\n\nB\n~~~\n\nThis is implemented in 2.", ""),
        ("Tea\n===\n\nA\n---\n\nB\n~~~\n\nThis is a tea.", "This is a tea."),
    ],
)  # fmt: skip
def test_summary_of_restructuredtext(text: str, summary: str) -> None:
    assert _summary("a.rst", text) == summary


def test_what_leads_to_a_list_is_not_in_the_paragraph() -> None:
    text = b"# A\n\nA is a map (of all).\nIt draws. It has\nthese:\n\n* B\n"
    assert analyse("README.md", text).docstring == "A is a map (of all).\nIt draws."


def test_references_are_links_in_the_paragraph() -> None:
    markdown = analyse("a.md", b"A [WSGI] server.\n\n[WSGI]: https://x.org/a(b)")
    assert markdown.docstring == "A [WSGI](https://x.org/a%28b%29) server."
    rest = analyse("a.rst", b"A WSGI_ server.\n\n.. _WSGI: https://x.org")
    assert rest.docstring == "A `WSGI <https://x.org>`__ server."


def test_names_fit_patterns_as_fnmatch_has_it() -> None:
    patterns = {one for _, _, patterns, _ in ALL_LEXERS for one in patterns}
    patterns |= {"*", "", "a?", "[ab].c", "*.[ch]", "a*", "**.c", "*.c*"}
    names = {"", ".c", "a.c", "a.C", "ab", "*.c", "x.h", "a\nb.c", "Makefile"}
    asked = {
        (name, one) for one in patterns for name in {*names, one.replace("*", "a")}
    }
    fitting = {pair for pair in asked if fits(*pair)}
    assert len(fitting) > len(patterns)
    assert fitting == {pair for pair in asked if fnmatchcase(*pair)}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.toml", "a = 1"),
        ("a.coco", "a"),
        ("script", "#!/usr/bin/env bats\n"),
        ("a.ipynb", '{"cells": [], "metadata": {"kernelspec": {"language": "coco"}}}'),
    ],
)
def test_lexers_of_other_packages_are_not_loaded(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    # Some change those of Pygments, by which the host colours its own pages.
    def loaded(*_: object) -> None:
        raise AssertionError

    monkeypatch.setitem(find_plugin_lexers.__globals__, "iter_entry_points", loaded)
    for cached in (
        file_types._patterns,
        file_types._type_of_key,
        file_types._claimants,
    ):
        cached.cache_clear()
    assert analyse(name, text.encode()).problem is None


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.service", "# Of it.\n[Unit]\nDescription=User Login\n", ("User Login", 3)),
        ("a.timer.in", "[Unit]\nDescription = Runs %I daily\n", ("Runs %I daily", 2)),
        ("a.service", "[Service]\nExecStart=a\n", ("", 0)),
        ("action.yml", "name: A\ndescription: 'Checks it'\n", ("Checks it", 2)),
        ("Chart.yaml", "description: >\n  Runs it.\n", ("", 0)),
        (
            "a.desktop",
            "[Desktop Entry]\nName=A\nComment=Shows pictures\n",
            ("Shows pictures", 3),
        ),
        (
            "a.xml",
            "<refentry>\n<refpurpose>Runs &amp; stops</refpurpose>\n</refentry>\n",
            ("Runs & stops", 2),
        ),
        (
            "a.1",
            ".TH A 1\n.SH NAME\na, b \\- runs \\fBall\\fR\n.SH SYNOPSIS\n",
            ("runs all", 3),
        ),
        ("a.8", ".Dd May\n.Sh NAME\n.Nm a\n.Nd stop it\n", ("stop it", 4)),
        (
            "a.html",
            '<html><head>\n<meta name="description" content="All of it.">\n',
            ("All of it.", 2),
        ),
        ("a.html", '<meta name="description" content="{{ text }}">\n', ("", 0)),
    ],
)
def test_what_formats_have_a_place_for(
    name: str, text: str, said: tuple[str, int]
) -> None:
    facts = analyse(name, text.encode())
    assert (facts.summary, facts.docstring_line) == said


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.c", "/** Reads all of these:\n *\n * - a\n */\nvoid f(void) {}\n"),
        ("a.proto", "// Reads all of these:\n//\n// - a\nmessage f {}\n"),
        ("a.go", "package a\n\n// f reads all of these:\n//\n//   - a\nfunc f() {}\n"),
    ],
)
def test_a_summary_of_any_language_announces_nothing(name: str, text: str) -> None:
    (definition,) = (d for d in analyse(name, text.encode()).definitions if d.summary)
    assert definition.summary.lower().removeprefix("f ") == "reads all of these."


def test_a_module_announces_nothing() -> None:
    facts = analyse("a.py", b'"""Reads all of these:\n\n- a\n"""\n')
    assert facts.summary == "Reads all of these."


def test_a_summary_announces_nothing() -> None:
    assert summary_of("Has the following tree:\n\n    A > B", "f") == (
        "Has the following tree."
    )
    assert summary_of("The names are:\n\n    A, B", "f") == "The names are:"
