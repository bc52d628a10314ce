"""Docstrings become the nodes that their authors meant, and nothing else."""

from __future__ import annotations

import ast
import inspect
import pickle
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.parsers.rst import directives, roles, states
from sphinx import addnodes
from sphinx.testing.util import SphinxTestApp

from sphinxcontrib_kwindex.sphinx_wiring.docstrings.docstring_reader import (
    DocstringReader,
    dialect,
)
from sphinxcontrib_kwindex.sphinx_wiring.docstrings.mkdocs import without_mkdocs
from sphinxcontrib_kwindex.sphinx_wiring.docstrings.plain_text import plain_paragraphs
from sphinxcontrib_kwindex.sphinx_wiring.docstrings.restructuredtext_parser import (
    RestructuredText,
)
from sphinxcontrib_kwindex.sphinx_wiring.fast_lane.docstring_states import new_machine

Read = Callable[..., list[nodes.Node]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SphinxTestApp]:
    """Give a project in the middle of reading its document ``index``."""
    source = tmp_path_factory.mktemp("project")
    (source / "conf.py").write_text("")
    (source / "index.rst").write_text("Title\n=====\n")
    app = SphinxTestApp("html", srcdir=source)
    app.build()
    app.env.current_document.docname = "index"
    yield app
    app.cleanup()


@pytest.fixture(scope="module")
def read(app: SphinxTestApp) -> Read:
    """Read a docstring, with its indentation taken off."""
    reader = DocstringReader(app.env)

    def read(docstring: str, **options: Any) -> list[nodes.Node]:
        return reader.read(textwrap.dedent(docstring).strip("\n"), **options)

    return read


def shape(found: list[nodes.Node]) -> str:
    """Return the nodes as text without attributes and white space at line ends."""
    lines: list[str] = []

    def add(node: nodes.Node, depth: int) -> None:
        if isinstance(node, nodes.Text):
            texts = [line.rstrip() for line in str(node).splitlines()]
            lines.extend(" " * depth + line for line in texts if line)
            return
        lines.append(f"{' ' * depth}<{node.tagname}>")
        for child in node.children:
            add(child, depth + 2)

    for node in found:
        add(node, 0)
    return "\n".join(lines)


def assert_shape(found: list[nodes.Node], expected: str) -> None:
    assert shape(found) == textwrap.dedent(expected).strip()


def text(found: list[nodes.Node]) -> str:
    return "\n".join(node.astext() for node in found)


def every(found: list[nodes.Node], kind: type[Any] = nodes.Element) -> list[Any]:
    return [node for top in found for node in top.findall(kind)]


def is_plain(found: list[nodes.Node]) -> bool:
    return len(found) == 1 and "kw-plain" in found[0]["classes"]


STDLIB = (
    *("argparse.py", "ast.py", "asyncio/base_events.py", "asyncio/streams.py"),
    *("difflib.py", "doctest.py", "email/message.py", "functools.py", "inspect.py"),
    *("logging/__init__.py", "os.py", "pickle.py", "shutil.py", "statistics.py"),
    *("subprocess.py", "tarfile.py", "textwrap.py", "threading.py", "typing.py"),
)


@cache
def of_stdlib() -> list[str]:
    """Return the docstrings of some modules of the standard library."""
    library = Path(inspect.__file__).parent
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        docstring
        for name in STDLIB
        for node in ast.walk(ast.parse((library / name).read_bytes()))
        if isinstance(node, kinds) and (docstring := ast.get_docstring(node))
    ]


#: A docstring with everything: what is allowed, what is not, what is broken.
EVERYTHING = r"""
Summary with *emphasis*, ``literal``, `default`, :class:`Foo`, :ref:`r`, :any:`a`,
:term:`t`, :doc:`d`, :option:`-o`, :envvar:`PATH`, :c:func:`f`, :kbd:`Ctrl+C`,
:file:`/usr/{x}`, :samp:`a{b}`, :guilabel:`&File`, :menuselection:`A --> B`,
:abbr:`LIFO (last in)`, :command:`rm`, :dfn:`word`, :pep:`8`, :rfc:`2324#section-1`,
:index:`entry <pair; x>`, :download:`f <x.zip>`, :numref:`fig`, :eq:`euler`,
:math:`x^2`, :sub:`a`, :sup:`b`, :manpage:`ls(1)`, :cve:`2020-1`, :pep:`bad`,
:unknown:`text`, :raw:`html`, :code:`x = 1`, :external:py:class:`int`.

.. _target:

Section
-------

See target_, `link <https://example.org/x>`_, `bad <javascript:alert(1)>`_, anon__,
named_, |sub| and |nope| and |img|, [1]_ [#]_ [#name]_ [*]_ [CIT2020]_, *unclosed,
add_ and a@b.org.

__ https://anon.example/
.. _named: https://named.example/
.. |sub| replace:: replaced *text*
.. |img| image:: logo.png
.. [1] Footnote.

   Its second paragraph.
.. [#] Automatic.
.. [#name] Automatic with a name.
.. [*] Symbol.
.. [CIT2020] Citation.
.. a comment

Deeper
~~~~~~

----

.. index:: single: foo
.. note:: A note.
   :name: noted
.. note::
   :class: special

   Another.
.. admonition:: Its title

   Body
.. math:: e = mc^2
   :label: euler

.. math::
   :nowrap:

   \begin{eqnarray} y \end{eqnarray}
.. code-block:: python
   :name: listing
   :caption: Caption *x*
   :emphasize-lines: 9

   x = 1 ?
.. code-block:: nosuchlexer

   foo
.. code:: c

   int i = $;
.. versionadded:: 1.2
   Yes.
.. deprecated:: 2.0
.. seealso:: :func:`x`
.. todo:: later
.. unknown:: argument
   :option: 1

   content *x*
.. function:: f(x)

   Describes.
.. py:module:: os
.. include:: /etc/passwd
.. literalinclude:: /etc/passwd
.. raw:: html

   <b>raw</b>
.. toctree::

   index
.. image:: x.png
   :alt: Alternative
.. figure:: y.png
   :name: fig

   Caption of figure

   Legend.
.. table:: Title of table

   == ==
   a  b
   == ==
   1  2
   == ==
.. csv-table:: Title
   :file: /etc/passwd
.. csv-table:: Title

   a,b
.. list-table::

   * - a
     - b
.. hlist::

   * a
   * b
.. hlist::

   no list
.. topic:: Topic

   text
.. sidebar:: Sidebar

   text
.. rubric:: Rubric
.. centered:: Centered
.. epigraph:: To be.

   -- Somebody
.. parsed-literal::

   a *b* c
.. container:: box

   contained
.. rst-class:: special

   classy
.. role:: mine
.. default-role:: any
.. highlight:: c
.. testcode::

   print(1)
.. note::
.. list-table::

   * uneven

:param x: about x

    more

    - list
:type x: int or None
:param y: about y
:raises ValueError: if
:returns: thing
:rtype: list[int]
:Authors: me

Literal::

    foo bar ? $

>>> 1 + 1
2

| line
|   block

-v  option

term : classifier
    definition

+---+---+
| a | b |
+---+---+

1. one

   #. two

    quoted
"""


# -- the fast path ----------------------------------------------------------


def test_plain_paragraphs_are_recognised():
    found = plain_paragraphs("Return the name_of it.\n\nSee 'that': (not) it's.")
    assert_shape(
        found,
        """
        <paragraph>
          Return the name_of it.
        <paragraph>
          See 'that': (not) it's.
        """,
    )


@pytest.mark.parametrize(
    "docstring",
    [
        *("a *b*", "a `b`", "a |b|", "a\\b", "a_ b", "a [1]_", "http://a.b", "a@b.c"),
        *("mailto:x", "a::", "- a", "* a", "1. a", "(a) b", "iv. a", "#. a", "A. b"),
        *(":a: b", ">>> a", "a\n  b", "a\n---", "+--+", "==", "| a", ".. a", "-o a"),
        *("/V a", "a\tb", "a \nb", "a\x0bb", "\u2022 a", "a\x85b", "__ a", "\u2028a"),
    ],
)
def test_what_may_be_markup_goes_the_whole_way(docstring):
    assert plain_paragraphs(docstring) is None


def test_fast_path_gives_what_the_parser_gives(app):
    parser = RestructuredText(app.env)
    plain = [one for one in of_stdlib() if plain_paragraphs(one)]
    assert len(plain) > 500
    for docstring in plain:
        assert dialect(docstring) == "restructuredtext"
        parsed = parser.parse(docstring)
        assert parsed is not None
        fast = plain_paragraphs(docstring)
        assert [n.pformat() for n in parsed] == [n.pformat() for n in fast]


#: All that opens a machine in a machine: lists in lists, fields, quotes, tables, lines.
NESTED = """\
Text *with* markup, `x`, name_, [1]_, https://a.b/c, me@a.b and a\\ b: ::

    code

* one

  1. first
  2. second

     term : kind
         What *it* is.

:field one: body
:other:
    - a
    - b

    | line
    |   line

-o, --option  what it does

    A quote.

    -- Somebody

=====  =====
a      b
=====  =====
*c*    - d
=====  =====

>>> 1
1

.. note:: Inside.

   * list

.. [1] Footnote.

.. _name: https://d.e
"""


def test_standard_library(app):
    """All docstrings of some modules: nothing raised, nothing said.

    The shortcuts give what docutils gives.
    """
    before = app.warning.getvalue()
    texts = [NESTED, *of_stdlib()]
    assert len(texts) > 800

    def read(*machine: Any) -> list[list[nodes.Node]]:
        reader = DocstringReader(app.env, *machine)
        return [reader.read(textwrap.dedent(text).strip("\n")) for text in texts]

    def shown(found: list[list[nodes.Node]]) -> list[str]:
        return ["".join(node.pformat() for node in one) for one in found]

    plain = read()
    assert all(plain)
    assert sum(map(is_plain, plain)) < len(plain) / 100
    assert app.warning.getvalue() == before
    right = shown(plain)
    assert "<option_list" in right[0]
    assert shown(read(new_machine)) == right


def test_references_to_standards_are_found_where_the_manual_has_them_found(app):
    app.env.settings["rfc_references"] = True
    try:
        [paragraph] = RestructuredText(app.env).parse("As RFC 1945 says")
    finally:
        del app.env.settings["rfc_references"]
    assert paragraph.next_node(nodes.reference)["refuri"].endswith("rfc1945.html")


# -- dialects ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("docstring", "docformat", "expected"),
    [
        ("Text.", "", "restructuredtext"),
        ("Args:\n    x: one", "", "google"),
        ("Args: none", "", "restructuredtext"),
        ("Args:\n    x: one", "restructuredtext en", "restructuredtext"),
        ("Args:\n    x: one", "google", "google"),
        ("Parameters\n----------\nx : int", "", "numpy"),
        ("Parameters\n----------\nx : int", "reStructuredText", "numpy"),
        ("Other words\n-----------\nx : int", "", "restructuredtext"),
        ("Text.", "markdown", "markdown"),
        ("A [link](https://a.b).", "", "markdown"),
        ("A [link](https://a.b) and :func:`x`.", "", "restructuredtext"),
        ("Code:\n\n```\nx\n```", "", "markdown"),
        ("Args:\n    x: one\n\n```\nx\n```", "", "google"),
        ("# Title\n\n## Part", "", "markdown"),
        ("# just a comment", "", "restructuredtext"),
        ("Text `x`.", "epytext", "plaintext"),
        ("Text `x`.", "plaintext", "plaintext"),
        ("Text `x`.", "unheard of", "restructuredtext"),
    ],
)
def test_dialect(docstring, docformat, expected):
    assert dialect(docstring, docformat) == expected


def test_google(read):
    found = read(
        """
        Summary.
        Args:
            *args: positional
            name_ (str, optional): trailing

                More.
            **kwargs: others

        Returns:
            bool: the result

        Example::

            >>> f(1)

        Methods:
            run(x): Runs.
        """
    )
    assert not is_plain(found)
    assert_shape(
        found,
        """
        <paragraph>
          Summary.
        <field_list>
          <field>
            <field_name>
              Parameters
            <field_body>
              <bullet_list>
                <list_item>
                  <paragraph>
                    <literal_strong>
                      *args
                     \N{EN DASH} positional
                <list_item>
                  <paragraph>
                    <literal_strong>
                      name_
                     (
                    <pending_xref>
                      <literal_emphasis>
                        str
                    <literal_emphasis>
                      ,
                    <pending_xref>
                      <literal_emphasis>
                        optional
                    ) \N{EN DASH} trailing
                  <paragraph>
                    More.
                <list_item>
                  <paragraph>
                    <literal_strong>
                      **kwargs
                     \N{EN DASH} others
          <field>
            <field_name>
              Returns
            <field_body>
              <paragraph>
                the result
          <field>
            <field_name>
              Return type
            <field_body>
              <paragraph>
                <pending_xref>
                  bool
        <paragraph>
          Example:
        <literal_block>
          >>> f(1)
        <definition_list>
          <definition_list_item>
            <term>
              <literal>
                run(x)
            <definition>
              <paragraph>
                Runs.
        """,
    )


def test_what_speaks_to_doctest_is_not_shown(app, read):
    docstring = """
        Do it::

            >>> f()  # doctest: +SKIP

        >>> f(
        ... )  # doctest: +ELLIPSIS
        <BLANKLINE>
        1

        .. code-block:: python

           f()  # doctest: said
        """
    shown = [block.astext() for block in every(read(docstring), nodes.FixedTextElement)]
    assert shown == [">>> f()", ">>> f(\n... )\n\n1", "f()  # doctest: said"]
    app.config.trim_doctest_flags = False
    try:
        assert "# doctest: +ELLIPSIS\n<BLANKLINE>" in text(read(docstring))
    finally:
        app.config.trim_doctest_flags = True


def test_marks_of_click_are_not_shown(read):
    found = read("Do it.\n\n\b\nOne.\nTwo.\n\n  \b\n  Three.\n")
    assert text(found).split() == ["Do", "it.", "One.", "Two.", "Three."]


def test_numpy(read):
    found = read(
        """
        Summary.

        Parameters
        ----------
        x : int
            The x.

        Notes
        -----
        Text [1]_.

        References
        ----------
        .. [1] Somebody.
        """
    )
    assert_shape(
        found,
        """
        <paragraph>
          Summary.
        <field_list>
          <field>
            <field_name>
              Parameters
            <field_body>
              <paragraph>
                <literal_strong>
                  x
                 (
                <pending_xref>
                  <literal_emphasis>
                    int
                ) \N{EN DASH} The x.
        <rubric>
          Notes
        <paragraph>
          Text [1].
        <rubric>
          References
        <paragraph>
          [1] Somebody.
        """,
    )


def test_markdown(read):
    found = read(
        """
        # Title

        A **b** [link](https://a.b) [other](x.md) <b>html</b>\x20\x20
        ![pic](p.png)

        <div>block</div>

        ```python
        x = 1
        ```

        ```{include} /etc/passwd
        ```

        | a |
        |---|
        | 1 |
        """,
        docformat="markdown",
    )
    assert_shape(
        found,
        """
        <rubric>
          Title
        <paragraph>
          A
          <strong>
            b
          <reference>
            link
           other <b>html</b>
          <inline>
            pic
        <paragraph>
          <div>block</div>
        <literal_block>
          x = 1
        <literal_block>
          ```{include} /etc/passwd
          ```
        <table>
          <tgroup>
            <colspec>
            <thead>
              <row>
                <entry>
                  <paragraph>
                    a
            <tbody>
              <row>
                <entry>
                  <paragraph>
                    1
        """,
    )


@pytest.mark.parametrize(
    "entries",
    [
        "    x: one\n    y (int): two",
        "     x: one\n    y (int): two",
        "    x - one\n    y (int): two",
        "    x -- one\n\n    y (int): two",
        "    - x: one\n    - y (int): two",
        "    * `x`: one\n    * y (int): two",
    ],
)
def test_entries_as_people_write_them(read, entries):
    found = read(f"Args:\n{entries}")
    names = [node.astext() for node in every(found, addnodes.literal_strong)]
    assert [name.strip("`") for name in names] == ["x", "y"]
    assert text(found).replace(" \N{EN DASH} ", " ").split() == [
        *("Parameters", names[0], "one", "y", "(int)", "two")
    ]


@pytest.mark.parametrize("name", ["Params", "Arguments", "Parameters"])
def test_parameters_by_other_names(read, name):
    found = read(
        f"Run.\n\n{name}:\n    x: one\n    y: two\n\nRaises:\n    OSError: never"
    )
    names = [node.astext() for node in every(found, addnodes.literal_strong)]
    assert names[:2] == ["x", "y"]
    assert "Parameters" in text(found)


def test_lines_that_go_on_with_an_entry(read):
    found = read("Args:\n    x: one\n    or (two) more,\n    y: three")
    names = [node.astext() for node in every(found, addnodes.literal_strong)]
    assert names == ["x", "y"]
    assert "one\nor (two) more," in text(found)


def test_section_without_entries(read):
    assert_shape(
        read("Raises:\n    Whatever *f* raises."),
        """
        <rubric>
          Raises
        <paragraph>
          Whatever
          <emphasis>
            f
           raises.
        """,
    )


def test_no_word_is_lost_to_napoleon(read):
    found = read("Args:\n    y: another\n    x (int) the first: one")
    assert {"another", "the", "first", "one"} <= set(re.findall(r"\w+", text(found)))


def test_type_without_its_entry_stays(read):
    assert text(read(":type x: int\n:param y: why\n:type y: str")).split() == [
        *("Parameters", "x", "\N{EN DASH}", "int", "y", "(str)", "\N{EN DASH}", "why")
    ]


def test_directive_with_one_colon(read):
    found = read("Text.\n\n.. note:\n    Mind *this*.")
    assert_shape(
        found[1:],
        """
        <note>
          <paragraph>
            Mind
            <emphasis>
              this
            .
        """,
    )


def test_backslashes_of_those_who_write_no_markup(read):
    found = read(
        r"At \r\n, C:\dir, \*this*, *a\b*, ``\d``, :math:`\alpha`, \\x, **x**\ s."
    )
    assert text(found) == r"At \r\n, C:\dir, *this*, a\b, \d, \alpha, \x, xs."


def test_fence_in_other_dialects(read):
    found = read(
        """
        Text:
        ```py
        a *b*

        c
        ```
        :param x: about
        """
    )
    block = every(found, nodes.literal_block)[0]
    assert block.astext() == "a *b*\n\nc"
    assert block["language"] == "py"
    assert every(found, nodes.field_list)


def test_field_straight_below_text(read):
    assert every(read("Return it.\n:param x: this\n:type x: int"), nodes.field_list)


def test_plain_text_by_declaration(read):
    found = read("A L{link} and *more*.\n  Indented.", docformat="epytext en")
    assert is_plain(found)
    assert text(found) == "A L{link} and *more*.\n  Indented."


# -- what acts --------------------------------------------------------------


def test_cross_references(read):
    found = read(
        "See :class:`A`, :py:meth:`~a.B.c`, :ref:`t <x>`, :external:c:func:`f`"
    )
    references = every(found, addnodes.pending_xref)
    assert [(r["refdomain"], r["reftype"], r["reftarget"]) for r in references] == [
        ("py", "class", "A"),
        ("py", "meth", "a.B.c"),
        ("std", "ref", "x"),
        ("c", "func", "f"),
    ]
    for reference in references:
        assert reference["kw_docstring"] is True
        assert reference["refwarn"] is False
        assert reference["refdoc"] == "index"
    assert text(found) == "See A, c(), t, f()"


def test_context_of_the_page_stays_out(app, read):
    app.env.ref_context["py:module"] = "page"
    try:
        reference = every(read("See :class:`A`."), addnodes.pending_xref)[0]
    finally:
        del app.env.ref_context["py:module"]
    assert reference["py:module"] is None


@pytest.mark.parametrize(
    "role", ["unknown", "raw", "x:y", "download", "numref", "cpp:expr", "py:nothing"]
)
def test_other_roles_are_literals(read, role):
    found = read(f"A :{role}:`text <t>`.")
    assert_shape(
        found,
        """
        <paragraph>
          A
          <literal>
            text <t>
          .
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        ".. unknown:: a\n   :b: 1\n\n   content *x*",
        ".. include:: /etc/passwd",
        ".. literalinclude:: /etc/passwd",
        ".. raw:: html\n\n   <script></script>",
        ".. toctree::\n\n   index",
        ".. only:: html\n\n   x",
        ".. c:function:: int f(int)",
        ".. csv-table:: T\n   :file: /etc/passwd",
        ".. automodule:: os\n   :members:",
        ".. restructuredtext-test-directive::",
        ".. note::",  # lacks its content
        ".. versionadded::",
    ],
)
def test_other_directives_show_their_source(read, source):
    found = read(f"Text.\n\n{source}\n\nMore *text*.")
    assert text(found[:1]) == "Text."
    assert text(found[-1:]) == "More text."
    (block,) = found[1:-1]
    assert isinstance(block, nodes.literal_block)
    assert block.astext() == source
    assert block["language"] == "none"


@pytest.mark.parametrize(
    "source",
    [
        ".. index:: a",
        ".. currentmodule:: os",
        ".. py:module:: os",
        ".. codeauthor:: Me",
        ".. role:: mine(raw)\n   :format: html",
        ".. default-role:: any",
        ".. highlight:: c",
        ".. contents::",
        ".. a comment",
        ".. _target:",
    ],
)
def test_what_shows_nothing(read, source):
    assert_shape(
        read(f"Text.\n\n{source}\n\nMore."),
        """
        <paragraph>
          Text.
        <paragraph>
          More.
        """,
    )


def test_version_change(read):
    found = read(
        """
        Text.

        .. versionchanged:: 1.2 By *this*.
        .. deprecated:: 2.0

           - a
        """
    )
    assert_shape(
        found[1:],
        """
        <versionmodified>
          <paragraph>
            <inline>
              Changed in version 1.2:
            By
            <emphasis>
              this
            .
        <versionmodified>
          <paragraph>
            <inline>
              Deprecated since version 2.0:
          <bullet_list>
            <list_item>
              <paragraph>
                a
        """,
    )


def test_default_role_is_the_manuals(tmp_path):
    (tmp_path / "conf.py").write_text("default_role = 'py:obj'")
    (tmp_path / "index.rst").write_text("Title\n=====\n")
    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.env.prepare_settings("index")
        found = DocstringReader(app.env).read("See `a.b`.")
    finally:
        app.cleanup()
    reference = every(found, addnodes.pending_xref)[0]
    assert (reference["reftype"], reference["reftarget"]) == ("obj", "a.b")


def test_dispatch_is_restored(app, read):
    before = directives.directive, roles.role, dict(roles._roles)
    read(EVERYTHING)
    read(".. code-block::\n   :nosuch: option\n\n   x")
    assert (directives.directive, roles.role, roles._roles) == before


def snapshot(app: SphinxTestApp) -> dict[str, bytes]:
    env = app.env
    state = {
        name: value
        for name, value in vars(env).items()
        if name not in {"app", "_app", "_builder_cls", "config", "events", "project"}
        and name not in {"domains", "settings", "_registry", "_tags", "version"}
    }
    current = state.pop("current_document", None)
    if current is not None:
        names = [name for name in current.__slots__ if name != "_parser"]
        state["current"] = {name: getattr(current, name) for name in names}
    return {name: pickle.dumps(value) for name, value in state.items()}


def test_nothing_is_left_behind(app, read):
    read("warm *up*")
    before = snapshot(app)
    assert {"domaindata", "metadata", "dependencies", "included"} <= before.keys()
    read(EVERYTHING, source="a.py", line=3)
    read("# T\n\n## S\n\n[a](https://b.c)", docformat="markdown")
    assert snapshot(app) == before
    assert "env" in app.env.settings


def test_nothing_is_said(app, read, capfd, recwarn):
    before = app.warning.getvalue(), app.status.getvalue()
    read(EVERYTHING)
    read("a ` b [x_ `y", docformat="markdown")
    read("Parameters\n----------\nx : {'a', int\n    Unclosed.")
    assert (app.warning.getvalue(), app.status.getvalue()) == before
    assert capfd.readouterr() == ("", "")
    assert not list(recwarn)


# -- what is left -----------------------------------------------------------


def test_sections_become_rubrics(read):
    found = read("Text\n\nPart *one*\n----------\n\nA\n\nPart\n~~~~\n\nB")
    assert [n.tagname for n in found] == [
        *("paragraph", "rubric", "paragraph", "rubric", "paragraph")
    ]
    assert text(found) == "Text\nPart one\nA\nPart\nB"


def test_links(read):
    found = read(
        """
        See target_, `a <https://a.b>`_, `b <javascript:x()>`_, `c <x.html>`_, d__, e_,
        `g <target_>`_, add_, `no such`_, http://g.h, m@n.org, file:///etc/passwd.

        .. _target:

        Text.

        __ https://d.e
        .. _e: f_
        .. _f: ftp://f.g
        """
    )
    references = every(found, nodes.reference)
    assert [(r.astext(), r["refuri"]) for r in references] == [
        ("a", "https://a.b"),
        ("d", "https://d.e"),
        ("e", "ftp://f.g"),
        ("http://g.h", "http://g.h"),
        ("m@n.org", "mailto:m@n.org"),
    ]
    assert text(found[:1]).replace("\n", " ") == (
        "See target, a, b, c, d, e, g, add_, no such, http://g.h, m@n.org,"
        " file:///etc/passwd."
    )


def test_notes_and_substitutions(read):
    found = read(
        """
        A [1]_, [#]_, [C1]_, |s|, |i|, |nope|, _`target`, *open.

        .. [1] One.

           Two.
        .. [#] Auto.
        .. [C1] Citation.
        .. |s| replace:: *so*
        .. |i| image:: dir/logo.png
        """
    )
    assert_shape(
        found,
        """
        <paragraph>
          A [1], [2], [C1],
          <emphasis>
            so
          ,
          <inline>
            i
          , |nope|, target, *open.
        <paragraph>
          [1] One.
        <paragraph>
          Two.
        <paragraph>
          [2] Auto.
        <paragraph>
          [C1] Citation.
        """,
    )


def test_images_and_figures(read):
    found = read(
        """
        Text

        .. image:: a/b.png
        .. image:: c.png
           :alt: Other
           :target: https://x.y
        .. image:: data:image/png;base64,AAAA
        .. figure:: d.png

           Caption *c*

           Legend
        """
    )
    assert_shape(
        found[1:],
        """
        <paragraph>
          <inline>
            b.png
        <paragraph>
          <reference>
            <inline>
              Other
        <paragraph>
          <inline>
            d.png
        <paragraph>
          Caption
          <emphasis>
            c
        <paragraph>
          Legend
        """,
    )


def test_tables_and_listings_without_numbers(read):
    found = read(
        """
        .. table:: Title *t*

           = =
           a b
           = =

        .. code-block:: c
           :caption: Caption
           :name: x

           int i;
        """
    )
    kinds = [node.tagname for node in found]
    assert kinds == ["paragraph", "table", "paragraph", "literal_block"]
    assert not every(found, nodes.title)
    assert text(found[:1]) == "Title t"


def test_transitions_only_separate(read):
    found = read("----\n\na\n\n----\n\nPart\n====\n\nb\n\n----")
    assert [node.tagname for node in found] == [
        *("paragraph", "transition", "rubric", "paragraph")
    ]


@pytest.mark.parametrize(
    ("docstring", "language", "force"),
    [
        ("::\n\n  a ? b", "default", False),
        (".. code-block:: python\n\n   a ? b", "python", True),
        (".. code-block:: nosuchlexer\n\n   a", "none", True),
        (".. code-block::\n\n   a", "default", False),
    ],
)
def test_languages(read, docstring, language, force):
    (block,) = read(docstring)
    assert (block["language"], block["force"]) == (language, force)


def test_parsed_literal_keeps_its_markup(read):
    (block,) = read(".. parsed-literal::\n\n   a *b*")
    assert block.rawsource != block.astext()
    assert every([block], nodes.emphasis)


def test_nodes_are_on_their_own(app, read):
    found = read(EVERYTHING, source="/machine/path/a.py", line=3)
    for node in every(found, nodes.Node):
        assert node.document is None
        assert node.source is None
        if isinstance(node, nodes.Element):
            for name in ("ids", "names", "dupnames", "backrefs"):
                assert not node.get(name), node
    unwanted = (
        *(nodes.section, nodes.target, nodes.comment, nodes.raw, nodes.image),
        *(nodes.system_message, nodes.problematic, nodes.pending, addnodes.index),
        *(nodes.footnote, nodes.citation, nodes.substitution_definition, nodes.label),
    )
    assert not [node for node in every(found) if isinstance(node, unwanted)]
    dumped = pickle.dumps(found)
    assert b"/machine" not in dumped
    assert str(app.srcdir).encode() not in dumped
    assert pickle.loads(dumped)[0].pformat() == found[0].pformat()
    assert len(pickle.dumps(read("A *short* one."))) < 700


def test_what_a_target_names_does_not_keep_its_document(read):
    found = read("""
    The `way out`_.

    .. _way out:
    https://example.org/way
    """)
    assert text(found).endswith("https://example.org/way")
    assert len(pickle.dumps(found)) < 1_000


# -- broken markup ----------------------------------------------------------


def test_broken_structure_is_plain_text(read):
    docstring = "A\n\n::\n\n> quoted\n* not quoted\n\n   *b*"
    found = read(docstring)
    assert is_plain(found)
    assert found[0]["language"] == "none"
    assert found[0].rawsource == found[0].astext() == docstring


def test_broken_title_shows_its_source(read):
    found = read("*A*\n\n=======\nno underline\n\n*B*")
    assert_shape(
        found,
        """
        <paragraph>
          <emphasis>
            A
        <literal_block>
          =======
          no underline
        <paragraph>
          <emphasis>
            B
        """,
    )


def test_list_straight_below_text(read):
    found = read("Either of\n- this,\n  long\n- that.\nAfter.")
    assert [node.tagname for node in found] == ["paragraph", "bullet_list", "paragraph"]


def test_example_straight_below_text(read):
    found = read("*First*.\n\nUse it\nlike this\n    f(*x)\nand so on.\n\n*Last*.")
    assert text(found[1:2]) == "Use it\nlike this\n    f(*x)\nand so on."
    assert is_plain(found[1:2])
    assert len(every(found, nodes.emphasis)) == 2


def test_indentation_in_a_field(read):
    found = read("Args:\n    x: about\n        more, as in\n            f(x)\n    y: z")
    assert not is_plain(found)
    (block,) = every(found, nodes.line_block)[:1]
    assert block.astext().split() == ["about", "more,", "as", "in", "f(x)"]
    assert "z" in text(found)


def test_broken_table_shows_its_source(read):
    found = read("*a*\n\n+---+\n| abc |\n+---+\n\nb")
    assert [node.tagname for node in found] == [
        "paragraph",
        "literal_block",
        "paragraph",
    ]
    assert found[1].astext() == "+---+\n| abc |\n+---+"


@pytest.mark.parametrize("error", [ValueError, RecursionError, KeyError])
def test_exceptions_give_plain_text(app, monkeypatch, error):
    def fail(*_arguments: object, **_options: object) -> None:
        raise error

    reader = DocstringReader(app.env)
    with monkeypatch.context() as patch:
        patch.setattr(states.RSTStateMachine, "run", fail)
        assert is_plain(reader.read("a *b*"))
    assert_shape(reader.read("a"), "<paragraph>\n  a")
    assert not is_plain(reader.read("a *b*"))


def test_endless_nesting_is_plain_text(read):
    docstring = "\n".join(" " * depth + "- a\n" for depth in range(0, 2000, 2))
    assert is_plain(read(docstring)[-1:])
    assert not is_plain(read("a *b*"))


@pytest.mark.parametrize("docstring", ["", " ", "\n\n", "\x00", "`", "*", "..", "::"])
def test_next_to_nothing(read, docstring):
    read(docstring)
    assert read("") == []


# -- in a page --------------------------------------------------------------

CONF = """
from docutils import nodes
from docutils.parsers.rst import Directive
from sphinxcontrib_kwindex.sphinx_wiring.docstrings import docstring_reader

class Show(Directive):
    has_content = True

    def run(self):
        reader = docstring_reader.DocstringReader(self.state.document.settings.env)
        return reader.read("\\n".join(self.content))

def resolve(app, env, node, contnode):
    if node.get("kw_docstring"):
        return contnode

def setup(app):
    app.add_directive("show", Show)
    app.connect("missing-reference", resolve)

extensions = ["sphinx.ext.mathjax"]
nitpicky = True
numfig = True
math_number_all = True
latex_elements = {}
"""

SAMPLES = (
    EVERYTHING,
    "Broken\n\n   =======\n",
    "Args:\n    x (int): y\n\n        z\n\nReturns:\n    int: n\n\nNote:\n    n",
    "Parameters\n----------\nx : int\n    The x.\n\nSee Also\n--------\nf : g\n",
    "# T\n\n## S\n\n[a](https://b.c) ![d](e.png)\n\n> q\n\n***\n\n| a |\n|---|\n| b |",
)


@pytest.mark.parametrize("builder", ["html", "singlehtml", "text", "latex", "xml"])
def test_every_builder_writes_it_without_a_word(tmp_path, builder):
    """As with ``-n -W``: no construct gives a warning in any writer."""
    page = ["Title", "=====", "", ".. default-role:: any", ""]
    for sample in SAMPLES:
        page += [
            ".. show::",
            "",
            textwrap.indent(sample.strip(), "   "),
            "",
            "Next.",
            "",
        ]
    page += [
        ".. default-role::",
        "",
        ".. math:: x",
        "   :label: euler",
        "",
        ":eq:`euler`",
    ]
    (tmp_path / "conf.py").write_text(CONF)
    (tmp_path / "index.rst").write_text("\n".join(page))
    app = SphinxTestApp(builder, srcdir=tmp_path, warningiserror=True)
    try:
        app.build()
        # The application of the module has registered Sphinx's nodes already.
        warnings = [
            line
            for line in app.warning.getvalue().splitlines()
            if "is already registered" not in line
        ]
        assert warnings == []
        written = next(app.outdir.glob("[ip]*.[hltx]*")).read_text()
    finally:
        app.cleanup()
    for expected in ("Alternative", "Caption of figure", ":option: 1"):
        assert expected in written
    assert "root:" not in written


def test_markdown_that_skips_a_heading_level(read):
    found = read("Title\n\n## A\n\n*x*\n\n#### B\n\ny\n", docformat="markdown")
    assert not any(isinstance(node, nodes.literal_block) for node in found)
    assert [node.astext() for node in found] == ["Title", "A", "x", "B", "y"]


def test_a_repair_inside_of_another_is_not_shown(read: Read) -> None:
    found = read(
        """
        For example:
        Input: {
            "": qconfig,
            "object_type": [
              (add, qconfig)
            ],
            "module_name": [
              ("conv", qconfig)
            ],
        }
        """
    )
    text = "\n".join(node.astext() for node in found)
    assert "kw-as-written" not in text
    assert '("conv", qconfig)' in text


MKDOCS = """
!!! abstract "Usage Documentation"
    [The `Model`](../concepts/models.md#a-b_c)

A base with [`Field`][a.fields.Field]s and [aliases][types-alias].

??? Warning Deprecated
    Not [a.Model][] or ``[x][a.b]``.

    See [the site](https://x.org/a_b).

{more}
"""


@pytest.mark.parametrize(
    "more", [":param x: y", "Args:\n    x: As [`X`][a.X], see [A](b.md)."]
)
def test_mkdocs_in_restructuredtext_and_sections(read, more):
    found = read(MKDOCS.format(more=more))
    shown = shape(found)
    for mark in ("!!!", "???", "](", "`"):
        assert mark not in shown
    title, (link,) = every(found, nodes.title), every(found, nodes.reference)
    assert [one.astext() for one in title] == ["Usage Documentation", "Deprecated"]
    assert link["refuri"] == "https://x.org/a_b"
    assert "Not a.Model or [x][a.b].\n\nSee the site." in text(found)
    targets = {ref["reftarget"] for ref in every(found, addnodes.pending_xref)}
    assert targets == {"a.fields.Field", "a.Model", *(["a.X"] if "X" in more else [])}
    assert "A base with Fields and aliases." in text(found)


def test_a_link_is_all_the_markup_that_a_sentence_has(read):
    found = read("All [pages][site.pages.Page] of the site, see [A](b.md).")
    (link,) = every(found, addnodes.pending_xref)
    assert (link["reftarget"], link.astext()) == ("site.pages.Page", "pages")
    assert text(found) == "All pages of the site, see A."


def test_mkdocs_in_markdown(read):
    found = read(MKDOCS.format(more="```python\nx = [1][a.b]\n!!! note\n    x\n```"))
    assert_shape(
        found,
        """
        <block_quote>
          <paragraph>
            <strong>
              Usage Documentation
          <paragraph>
            The
            <literal>
              Model
        <paragraph>
          A base with
          <literal>
            Field
          s and
          <literal>
            aliases
          .
        <block_quote>
          <paragraph>
            <strong>
              Deprecated
          <paragraph>
            Not
            <literal>
              a.Model
             or
            <literal>
              [x][a.b]
            .
          <paragraph>
            See
            <reference>
              the site
            .
        <literal_block>
          x = [1][a.b]
          !!! note
              x
        """,
    )


@pytest.mark.parametrize(
    "docstring",
    [
        "Take x[i][j.k] and f(a)[0](b.md).",
        "An axis [batch][] or [0][1].",
        ">>> [x][a.b]\n3",
        "!!! DEPRECATED",
        "=== x",
    ],
)
def test_what_only_looks_like_mkdocs(docstring):
    assert without_mkdocs(docstring) == docstring
