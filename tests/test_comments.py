"""Documentation comments become what their authors meant, in each dialect.

For each file in ``sources/comments`` the file ``.txt`` beside it has what documents
which line and how that reads. With ``KWINDEX_UPDATE_SNAPSHOTS=1`` in the environment
they are written anew.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from docutils import nodes
from sphinx.testing.util import SphinxTestApp

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.comments.comment_text import comment_text
from sphinxcontrib_kwindex.analysis.comments.dialects import (
    DIALECTS,
    comment_summary,
)
from sphinxcontrib_kwindex.analysis.comments.javadoc import javadoc_markdown
from sphinxcontrib_kwindex.analysis.comments.placement import Comment, FileComments
from sphinxcontrib_kwindex.sphinx_wiring.docstrings.docstring_reader import (
    DocstringReader,
)

UPDATE = os.environ.get("KWINDEX_UPDATE_SNAPSHOTS") == "1"
SOURCES = Path(__file__).with_name("sources") / "comments"
FILES = sorted(path.name for path in SOURCES.glob("*") if path.suffix != ".txt")

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DocstringReader]:
    source = tmp_path_factory.mktemp("project")
    (source / "conf.py").write_text("")
    (source / "index.rst").write_text("Title\n=====\n")
    app = SphinxTestApp("html", srcdir=source)
    app.build()
    app.env.current_document.docname = "index"
    yield DocstringReader(app.env)
    app.cleanup()


def comments_of(text: str, dialect: str) -> FileComments:
    """Return the comments of a text, as a grammar would give them."""
    found = [
        Comment(match[0], text.count("\n", 0, match.start()) + 1)
        for match in _TOKEN.finditer(text)
        if match[0][0] in "/#"
    ]
    return FileComments(found, text.split("\n"), dialect)


def definitions(text: str) -> Iterator[int]:
    """Yield the lines that are neither blank nor a comment."""
    code = _TOKEN.sub(
        lambda match: (
            match[0] if match[0][0] == '"' else re.sub(r"[^\n]", "", match[0])
        ),
        text,
    )
    for number, line in enumerate(code.split("\n"), 1):
        if line.strip(" });{"):
            yield number


def written(found: list[nodes.Node]) -> str:
    """Return nodes as text, a line for each block, with marks for what is inline."""
    lines: list[str] = []

    def inline(node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return str(node)
        text = "".join(map(inline, node.children))
        tag = node.tagname
        marks = {"literal": "`", "emphasis": "*", "strong": "**", "math": "$"}
        marks |= {"literal_strong": "**", "literal_emphasis": "*"}
        if tag == "reference":
            return f"[{text}]({node['refuri']})"
        if tag == "pending_xref":
            return f"[{text}]"
        return f"{marks[tag]}{text}{marks[tag]}"

    def add(node: nodes.Node, depth: int) -> None:
        indent = "  " * depth
        if isinstance(node, (nodes.paragraph, nodes.rubric, nodes.title)) or (
            node.tagname == "field_name"
        ):
            text = "".join(map(inline, node.children)).replace("\n", f"\n{indent}")
            mark = "" if isinstance(node, nodes.paragraph) else f"{node.tagname}: "
            lines.append(f"{indent}{mark}{text}")
        elif isinstance(node, (nodes.literal_block, nodes.math_block)):
            language = node.get("language", "math")
            lines.append(f"{indent}{language}:")
            lines.extend(f"{indent}  | {line}" for line in node.astext().split("\n"))
        else:
            lines.append(f"{indent}{node.tagname}:")
            for child in node.children:
                add(child, depth + 1)

    for node in found:
        add(node, 1)
    return "\n".join(line.rstrip() for line in lines)


@pytest.mark.parametrize("name", FILES)
def test_what_documents_what(name: str, reader: DocstringReader) -> None:
    text = (SOURCES / name).read_text()
    dialect = name.partition(".")[0]
    comments = comments_of(text, dialect)
    lines = text.split("\n")
    shown: list[str] = []

    def show(line: int, source: str, found: str) -> None:
        shown.append(f"{line}: {source.strip()}")
        shown.append(f"  => {comment_summary(found, dialect)}")
        shown.append(written(reader.read(found, docformat=dialect)) + "\n")

    of_file = comments.of_file()
    if of_file.text:
        show(of_file.line, "the file", of_file.text)
    for number in definitions(text):
        line = lines[number - 1]
        found = comments.documentation(
            number, number, member=line.rstrip().endswith((",", "third", "first"))
        )
        if found.text:
            show(number, line, found.text)
        if line.startswith("mod "):
            show(number, "inside", comments.inside(number).text)
    expected = (SOURCES / name).with_suffix(".txt")
    result = "\n".join(shown)
    if UPDATE:
        expected.write_text(result)
    assert result == expected.read_text()


def test_documents_begin_as_myst_begins_them(
    reader: DocstringReader,
) -> None:
    reader = DocstringReader(reader._env)
    text = "# A\n\n*x*\n\n### B\n\n- `y`\n\n# A\n\n[z](https://example.org)"
    # MyST begins the first, as it alone knows what there is to be set.
    first, *fast = [written(reader.read(text, docformat="rustdoc")) for _ in range(4)]
    renderer = reader._comments._prose("rustdoc")._markdown
    assert vars(renderer._parser.renderer)["_is_known"]
    assert fast == [first] * 3


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("/**\n * Foo\n *\n *   - a\n *     b\n */", "Foo\n\n  - a\n    b"),
        ("/** Foo\n    bar\n      baz */", "Foo\nbar\n  baz"),
        ("/*! <b>Foo</b>\n\tbar */", "<b>Foo</b>\nbar"),
        ("/// Foo\n///\n///     code\n/// bar", "Foo\n\n    code\nbar"),
        (["/// Foo\n", "///   bar\n"], "Foo\n  bar"),
        ("/*********\n * Box\n *********/", "Box"),
        ("// -----\n// Title\n// -----", "Title"),
        ("// Title\n// -----\n// text", "Title\n-----\ntext"),
        ("/**\n  *emphasis* and *more*\n*/", "*emphasis* and *more*"),
        ("/**\n *@param x\n */", "@param x"),
        ("///< behind", "behind"),
        ("/*****\n**\n**  Box.\n**\n*****/", "Box."),
        ("/**\n**kwargs here\n*/", "**kwargs here"),
        ("/**< behind */", "behind"),
        ("# a\n#  b", "a\n b"),
        ("-- SQL", "SQL"),
        ("/**/", ""),
        ("/***/", ""),
        ("//", ""),
        ("/* open", "open"),
    ],
)
def test_marks(raw: str | list[str], expected: str) -> None:
    assert comment_text(raw) == expected


@pytest.mark.parametrize(
    ("dialect", "text", "expected"),
    [
        ("doxygen", "Ignored? No.\n@brief Short @c x.\nMore.", "Short x."),
        ("doxygen", "@file foo.h\n@param x y", ""),
        ("doxygen", "aten::f(Tensor self, *, Generator? g=None)", None),
        ("doxygen", "@returns the length. Or so.", "the length."),
        ("jsdoc", "Has {@link Foo | a foo}.\n@param x", "Has a foo."),
        (
            "javadoc",
            "A <code>List&lt;T&gt;</code> &amp; *so* on.",
            "A List<T> & *so* on.",
        ),
        ("doxygen", "Holds it. <br>\nLong.", "Holds it."),
        ("doxygen", "Holds<br>it.", "Holds it."),
        ("jsdoc", "@deprecated by {@link x}.", "Deprecated: by x."),
        ("javadoc", "Use &#64;{@link Captor} #1.", "Use @Captor #1."),
        ("rustdoc", "See [`Foo`] and a[0].", "See Foo and a[0]."),
        ("rustdoc", "Of [`Foo`]s.\n\n[`Foo`]: x.html", "Of Foos."),
        ("rustdoc", "Of [`Foo`][a::Foo]s.", "Of Foos."),
        ("rustdoc", "Of [`a::Foo`][Foo]s.", "Of a::Foos."),
        (
            "rustdoc",
            "[![a]](b)\n\n[a]: c\n\n<br>\n\nOf [`Foo`][f].\n\n[f]: d",
            "Of Foo.",
        ),
        ("godoc", "Foo <x> https://a.b/c_d is.", "Foo <x> https://a.b/c_d is."),
        ("rdoc", "Has +x+ and <tt>y_z</tt>, {A}[http://a.b].", "Has x and y_z, A."),
        ("rdoc", "= Title\n\nFirst *bold* {Foo#bar}.\n@api x", "First *bold* Foo#bar."),
        ("rdoc", "== Title\nText.", "Text."),
        ("rdoc", "@return [Set<String>] the names", "the names"),
        ("rdoc", "--\nhidden\n++\nShown.", "Shown."),
        ("doxygen", "call-seq:\n  a.b -> c\n\nGives c.", "Gives c."),
        ("", "Plain `x`.", "Plain x."),
    ],
)
def test_summary(dialect: str, text: str, expected: str | None) -> None:
    assert comment_summary(text, dialect) == (text if expected is None else expected)


def test_comments_of_ruby_have_lists_code_and_tags() -> None:
    text = (
        "Says +it+.\n\n== Options\n\nIt takes:\n\n  * +far+: how far\n"
        "    it goes\n* near\n\nSo:\n\n  @user = find(1) # that is it\n"
        "  @user.say\n\n@param name [String] its *name*\n@param [Integer, nil] size\n"
        "@option opts [Boolean] :deep whether\n  all\n@raise [Gone] if so\n"
        "@return [Array<Hash>]\n@see Other#say\n@example Short\n  say(1)\n@api private"
    )
    assert [tuple(part) for part in DIALECTS["rdoc"](text)] == [
        (
            "text",
            (
                "Says `it`.\n\n### Options\n\nIt takes:\n\n- `far`\\: how far\n"
                "  it goes\n- near\n\nSo:\n\n```\n@user = find(1) # that is it\n"
                "@user.say\n```"
            ),
            *("", ""),
        ),
        ("param", "its \\*name\\*", "name", "String"),
        ("param", "", "size", "Integer, nil"),
        ("param", "whether\nall", ":deep", "Boolean"),
        ("throws", "if so", "Gone", ""),
        ("returns", "", "", "Array<Hash>"),
        ("seealso", "`Other#say`", "", ""),
        ("text", "Example: Short:\n\n```\nsay(1)\n```", "", ""),
        ("api", "private", "", ""),
    ]


def test_what_is_for_rdoc_is_no_text() -> None:
    text = ":call-seq:\n  A.new(b)\n\n:category: X\n\nMakes one.\n:include: c.txt"
    ((kind, shown, *_),) = DIALECTS["rdoc"](text)
    assert (kind, shown) == ("text", "```\nA.new(b)\n```\n\nMakes one.")
    assert comment_summary(text, "rdoc") == "Makes one."


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        # Members of a group stand below its heading.
        (
            "a.h",
            (
                "/// @name Ones\n/// @{\nint a; ///< one\n/// @}\n"
                "/** @name Twos */\n//@{\nint b;\n//@}\n"
            ),
            {"a": "one", "b": ""},
        ),
        # "private:" is for what reads the comments of Linux.
        (
            "a.c",
            "struct a {\n\t/* private: */\n\tint b;\n\t/* Two. */\n\tint c;\n};\n",
            {"a": "", "a::b": "", "a::c": "Two."},
        ),
        (
            "a.rs",
            "mod a {\n    //! Inner.\n\n    fn b() {\n        //! Deep.\n    }\n}\n",
            {"a": "Inner.", "a::b": "Deep."},
        ),
        (
            "a.rb",
            (
                "# frozen_string_literal: true\n# encoding: utf-8\n# One.\nclass A\n"
                "=begin\nTwo.\n=end\n  def b; end\nend\n"
            ),
            {"A": "One.", "A::b": "Two."},
        ),
    ],
)
def test_what_documents_definitions(
    name: str, text: str, expected: dict[str, str]
) -> None:
    if name.endswith(".rb"):
        pytest.importorskip("tree_sitter_ruby")
    rows = analyse(name, text.encode()).definitions
    assert {row.qualname: row.docstring for row in rows} == expected


def test_comments_of_csharp_may_be_elsewhere() -> None:
    text = (
        '<summary>S.</summary>\n<inheritdoc cref="X"/>\n<remarks><list><item>'
        "<term>t</term>\n<description>two</description></item></list></remarks>"
    )
    shown = [part.text for part in DIALECTS["xmldoc"](text)]
    assert shown == ["S.", "- **t** – two"]  # noqa: RUF001
    assert DIALECTS["xmldoc"]("<inheritdoc/>") == []


@pytest.mark.parametrize(
    ("dialect", "text", "parts"),
    [
        ("kdoc", "@throws a.E if so", [("throws", "if so", "a.E", "")]),
        (
            "kdoc",
            "@exception [E]\n@throws If",
            [("throws", "", n, "") for n in ["E", "If"]],
        ),
        ("rdoc", "@yield [a, b] two", [("yields", "two", "", "a, b")]),
        ("rdoc", "@note [a] one", [("note", "\\[a\\] one", "", "")]),
        (
            "godoc",
            "At http://x.org/a_(b). (http://x.org/a.)",
            [("text", "At <http://x.org/a_(b)>. (<http://x.org/a>.)", "", "")],
        ),
    ],
)
def test_parts(dialect: str, text: str, parts: list[tuple[str, ...]]) -> None:
    assert [tuple(part) for part in DIALECTS[dialect](text)] == parts


def test_properties_of_php_have_a_type_and_a_name() -> None:
    text = "@property int $a the a\n@property-read ?string $b"
    assert [tuple(part) for part in DIALECTS["phpdoc"](text)] == [
        ("property", "the a", "a", "int"),
        ("property", "", "b", "?string"),
    ]


def test_plain_comments_count_only_directly_above() -> None:
    lines = ["# Install.", "install:", "", "# Section", "", "clean:"]
    comments = [Comment(lines[0], 1), Comment(lines[3], 4)]
    found = FileComments(comments, lines, "")
    assert found.documentation(2).text == "Install."
    assert not found.documentation(6).text


def test_a_block_may_begin_with_a_line_of_its_mark_alone() -> None:
    for name in ("a.c", "a.go", "a.php"):
        begin = {"go": "package a\n", "php": "<?php\n"}.get(name[2:], "int b;\n")
        word = {"c": "void", "go": "func", "php": "function"}[name[2:]]
        text = f"{begin}\n/*\n * Frees all.\n */\n{word} f() {{}}\n"
        rows = analyse(name, text.encode()).definitions
        told = [row.summary for row in rows if row.name == "f"]
        assert told == ["" if name == "a.php" else "Frees all."], name


def test_title_of_several_prototypes_documents_none() -> None:
    text = "/* Objects */\nvoid take(obj *o);\nint drop(obj *o);\nobj *make(void);\n"
    assert not comments_of(text, "doxygen").documentation(2).text
    for other in (
        text.replace("\nint", "\n\nint"),
        text.replace("/* Obj", "/** Obj"),
        text.replace("(obj *o);\nint", "(obj *o) { }\nint"),
        text.replace("Objects", "Takes\nan object."),
    ):
        line = 3 if "Takes" in other else 2
        assert comments_of(other, "doxygen").documentation(line).text


def test_name_of_a_file_documents_nothing() -> None:
    text = "/* drop.c */\nint drop(obj *o);\n#endif\n"
    assert not comments_of(text, "doxygen").documentation(2).text
    several = text.replace("drop.c", "drop-*.c")
    assert not comments_of(several, "doxygen").documentation(2).text
    text = text.replace("drop.c", "In drop.c")
    assert comments_of(text, "doxygen").documentation(2).text


def test_what_declares_a_type_documents_nothing_below() -> None:
    text = (
        "/**\n * @interface Item\n * @typedef {object} Item\n */\n\nexport default {};"
    )
    assert not comments_of(text, "jsdoc").documentation(6).text
    text = "/** Calls back.\n * @callback F\n * @param {number} a\n */\nfunction g() {}"
    assert not comments_of(text, "jsdoc").documentation(5).text
    text = "/** Of a typedef.\n * @param {number} a\n */\nfunction g() {}"
    assert comments_of(text, "jsdoc").documentation(4).text


def test_nothing_acts(reader: DocstringReader) -> None:
    """No directive acts, no file is read, no link is made that docstrings must not."""
    for dialect in DIALECTS:
        text = (
            "[a](javascript:alert(1)) <a href='javascript:alert(1)'>b</a> "
            "<script>alert(1)</script> <img src=x onerror=alert(1) alt='c'> "
            "![d](https://example.org/d.png) \\htmlonly <b id='x'> \\endhtmlonly\n\n"
            "```{include} /etc/passwd\n```\n\n.. include:: /etc/passwd\n\n"
            "@rst\n.. include:: /etc/passwd\n\n.. raw:: html\n\n   <b>\n@endrst\n\n"
            "@f$\\href{javascript:alert(1)}{x}@f$ {@link javascript:alert(1) e}"
        )
        for node in reader.read(text, docformat=dialect):
            for child in node.findall():
                assert not isinstance(child, (nodes.raw, nodes.image))
                assert "root:" not in child.astext()
                assert not child.astext().startswith("\\href") or not isinstance(
                    child, nodes.math
                )
                if isinstance(child, nodes.reference):
                    assert child["refuri"].startswith("https:")


PIECES = (
    *("<summary>", "</summary>", '<param name="x">', '<see cref="x"/>', "@return X<"),
    *("@param ", "\\param[in] x ", "@code\n", "@endcode", "@f$", "\\f[", "\\f]", "@c "),
    *(
        '@ref x "',
        "@link x ",
        "<b>",
        "</b>",
        "<ul>",
        "<li>",
        "</ul>",
        "<pre>",
        "</pre>",
    ),
    *(
        "<table>",
        "<td>",
        "</table>",
        '<a href="http://x">',
        "</a>",
        "{@link ",
        "{@code ",
    ),
    *("}", "{", "`", "``", "```\n", "~~~\n", "*", "**", "_", "__a__", "[", "](", "[x]"),
    *(
        "[`A`]",
        "<",
        "<!--",
        "-->",
        "&lt;",
        "http://x.y/",
        "$`",
        "#",
        "# h\n",
        "\n",
        "\n\n",
    ),
    *(
        "    ",
        "- ",
        "1. ",
        "|",
        "\\",
        "@",
        '"',
        "é",
        "\0",
        "\u2028",
        "a",
        "word ",
        "@rst\n",
    ),
    *(
        "@endrst",
        "<caption>",
        "(",
        ")",
        "=====\n",
        "@example\n",
        "%x",
        "@{",
        "\\li ",
        "/*",
    ),
)


@pytest.mark.parametrize("seed", range(4))
def test_any_text_is_read(seed: int, reader: DocstringReader) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        text = "".join(rng.choices(PIECES, k=rng.randrange(1, 60)))
        for raw in (text, f"/*{text}*/", text.replace("\n", "\n//")):
            comment_text(raw)
        for dialect in DIALECTS:
            comment_summary(text, dialect)
            for node in reader.read(comment_text(f"/**{text}*/"), docformat=dialect):
                assert node.parent is None


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_text_takes_long(dialect: str) -> None:
    """Eight times the text takes about eight times the time, and never the square."""

    def taken(text: str) -> float:
        start = time.process_time()
        DIALECTS[dialect](text)
        return time.process_time() - start

    for piece in PIECES:
        long = piece * (12_000 // len(piece))
        # Most take too little to be compared.
        if taken(long) < 32 * 0.002:
            continue
        short = piece * (1_500 // len(piece))
        most = 32 * max(0.002, min(taken(short) for _ in range(3)))
        assert min(taken(long) for _ in range(3)) < most, piece


def test_entities_of_numbers_stay() -> None:
    assert (
        javadoc_markdown("Use &#64;{@link Captor}, # 1.") == "Use &#64;`Captor`, \\# 1."
    )


def test_group_at_the_top_says_what_a_file_is_for() -> None:
    source = (
        "/* License: MIT */\n#include <b.h>\n/**\n@defgroup imgproc Image Processing\n"
        "\nFilters.\n\n@{\n  @defgroup imgproc_f Image Filtering\n\n  More.\n@}\n*/\n"
        "/** @addtogroup imgproc\n * @{ */\nvoid f();\n/** @} */\n"
    )
    facts = analyse("a.hpp", source.encode())
    assert (facts.docstring, facts.docstring_line) == (
        "Image Processing\n\nFilters.",
        3,
    )
    about_itself = f"/** @file\n * Of the file. */\n{source}"
    assert analyse("a.hpp", about_itself.encode()).docstring.endswith("Of the file.")


def test_a_licence_is_not_what_a_file_is_for() -> None:
    lines = ["@file a.h", "", "Copyright 2018, An Tao. All rights reserved."]
    lines += [
        "https://a.org/b",
        "Use of this source code is governed by a BSD license",
        "",
    ]
    for said, summary in (("Trantor", ""), ("Reads all of it.", "Reads all of it.")):
        text = "\n".join(f" * {line}".rstrip() for line in (*lines, said))
        facts = analyse("a.h", f"/**\n{text}\n */\nint f();\n".encode())
        assert facts.summary == summary


def test_summaries_without_the_marks_of_links() -> None:
    text = (
        "//! # [Shop]: goods by their weight\n//!\n//! See [the list] and [others].\n"
        "//!\n//! [the list]: a.md\n\n/// Holds a [`Lid`] of [Tin] or [x].\n///\n"
        "/// [`Lid`]: crate::Lid\n/// [Tin]: https://example.org\npub struct Box;\n"
    )
    facts = analyse("a.rs", text.encode())
    assert facts.definitions[0].summary == "Holds a Lid of Tin or [x]."
    # A heading in several words says more than what follows it.
    assert facts.summary == "[Shop]: goods by their weight"
    short = text.replace(": goods by their weight", "")
    assert analyse("a.rs", short.encode()).summary == "See the list and [others]."


def test_an_attribute_on_several_lines_above_the_comment_about_a_file() -> None:
    text = b"// Flags.\n#![doc(\n    a = 1,\n)]\n//! Sells things.\nfn a() {}\n"
    facts = analyse("a.rs", text)
    assert (facts.summary, facts.docstring_line) == ("Sells things.", 5)
