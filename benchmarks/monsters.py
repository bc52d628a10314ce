r"""Files that no parser likes: broken, enormous, deep, or made to be slow.

A table of names and contents. ``python benchmarks/monsters.py FOLDER`` writes one file
for each into a folder, to be built as any other tree; the tests take them smaller.
"""

from __future__ import annotations

import argparse
import codecs
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

Maker = Callable[[int], bytes]
"""Makes a content of about so many pieces."""

#: The content of small files: what is wrong with them is no matter of size.
SMALL: dict[str, bytes] = {
    # Python that is none
    "syntax.py": b"def f(:\n    pass\n",
    "unclosed.py": b'x = (1,\n\n\ndef f():\n    """never ends\n',
    "indent.py": b"def f():\n        a = 1\n    b = 2\n",
    "tabs.py": b"if 1:\n\ta = 1\n        b = 2\n",
    "python2.py": (
        b"import urllib2\nprint 'hello'\ntry:\n    pass\nexcept Exception, e:\n"
        b"    raise ValueError, 'x'\nexec 'a' in b\nx = 0777 + 10L\n`x`\nu = ur'x'\n"
    ),
    "python2_tabs.py": b"class A:\n    def f(self):\n\tprint `self`\n",
    "only_colon.py": b":",
    "bytes_at_end.py": b"x = 1\n\\",
    "return_outside.py": b"return 1\nyield 2\nawait x\nbreak\n",
    "nonlocal.py": b"nonlocal x\ndef f(a):\n    global a\n    global a, a\n",
    "star.py": b"*a, *b = c\nprint(*)\ndel ()\n(yield) = 1\n",
    "conflict.py": b"<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n",
    "template.py": b"class {{ name }}({{ base }}):\n    {% block body %}\n",
    "surrogates.py": b"x = '\\ud800'\n# \xed\xa0\x80\n",
    "surrogate_docstring.py": b'"""A \\ud800 in \\udfff it."""\nx = "\\udc80"\n',
    "nul_docstring.py": b'"""A \\0 in \\x07 the \\x1b docstring."""\nx = "\\0"\n',
    "newer.py": b"type X[T: int = str] = list[T]\nmatch x:\n    case {**rest}: ...\n"
    b"t = t'{x}'\ntry: ...\nexcept* A, B: ...\n",
    # Encodings
    "latin1.py": "# -*- coding: latin-1 -*-\nname = 'Größe'\n".encode("latin-1"),
    "vim.py": "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '€'\n".encode(
        "cp1252"
    ),
    "koi8.py": "# coding=koi8-r\nЖ = 'мир'\n".encode("koi8-r"),
    "shift_jis.py": "# coding: shift_jis\nx = '表示'\n".encode("shift_jis"),
    "euc_jp.py": "# coding: euc-jp\nx = '表示'\n".encode("euc-jp"),
    "gb18030.py": "# coding: gb18030\nx = '文档𠀀'\n".encode("gb18030"),
    "big5.py": "# coding: big5\nx = '文件'\n".encode("big5"),
    "iso2022.py": "# coding: iso-2022-jp\nx = '表示'\n".encode("iso-2022-jp"),
    "utf7.py": b"# coding: utf-7\nx = '+AOQ-'\n",
    "utf16_cookie.py": b"# coding: utf-16\nx = 1\n",
    "utf32_cookie.py": b"# coding: utf-32\nx = 1\n",
    "idna.py": b"# coding: idna\nx = 1\n",
    "punycode.py": b"# coding: punycode\nx = 1\n",
    "unicode_escape.py": b"# coding: unicode_escape\nx = 1 \\u000a y = 2\\x\n",
    "raw_unicode_escape.py": b"# coding: raw_unicode_escape\nx = '\\u00e4'\n",
    "rot13.py": b"# coding: rot13\nk = 1\n",
    "hex.py": b"# coding: hex\n78 3d 31\n",
    "base64.py": b"# coding: base64\neCA9IDE=\n",
    "zlib.py": b"# coding: zlib\nx = 1\n",
    "mbcs.py": b"# coding: mbcs\nx = 1\n",
    "undefined.py": b"# coding: undefined\nx = 1\n",
    "unknown.py": b"# coding: klingon\nx = 1\n",
    "long_cookie.py": b"# coding: " + b"a" * 100_000 + b"\nx = 1\n",
    "odd_cookie.py": b"# coding: ../../etc/passwd\nx = 1\n",
    "second_line.py": b"#!/usr/bin/env python\n# -*- coding: ascii -*-\nx = '\xe4'\n",
    "third_line.py": b"\n\n# coding: latin-1\nx = '\xe4'\n",
    "two_cookies.py": "# coding: utf-8\n# coding: latin-1\nx = 'ä'\n".encode(),
    "cookie_is_wrong.py": "# coding: utf-8\nx = 'ä'\n".encode("latin-1"),
    "cookie_and_bom.py": codecs.BOM_UTF8 + b"# coding: latin-1\nx = 1\n",
    "cookie_agrees.py": codecs.BOM_UTF8 + "# coding: utf-8\nx = 'ä'\n".encode(),
    "bom.py": codecs.BOM_UTF8 + b'"""Doc."""\nclass Bom: ...\n',
    "two_boms.py": codecs.BOM_UTF8 * 2 + b"x = 1\n",
    "only_bom.py": codecs.BOM_UTF8,
    "utf16le.py": codecs.BOM_UTF16_LE + "x = 1\n".encode("utf-16-le"),
    "utf16be.py": codecs.BOM_UTF16_BE + "x = 1\n".encode("utf-16-be"),
    "utf32le.py": codecs.BOM_UTF32_LE + "x = 1\n".encode("utf-32-le"),
    "utf32be.py": codecs.BOM_UTF32_BE + "x = 1\n".encode("utf-32-be"),
    "utf16_without.py": "x = 1\n".encode("utf-16-le"),
    "utf16le.md": codecs.BOM_UTF16_LE + "# Title\n".encode("utf-16-le"),
    "utf16be.txt": codecs.BOM_UTF16_BE + "text\n".encode("utf-16-be"),
    "utf16_odd.txt": codecs.BOM_UTF16_LE + b"a\0b\0c",
    "utf16_surrogate.txt": codecs.BOM_UTF16_LE + b"\x00\xd8\x00\xd8",
    "utf32le.txt": codecs.BOM_UTF32_LE + "text\n".encode("utf-32-le"),
    "utf32be.txt": codecs.BOM_UTF32_BE + "text\n".encode("utf-32-be"),
    "bom.toml": codecs.BOM_UTF8 + b"[a]\nb = 1\n",
    "bom.md": codecs.BOM_UTF8 + b"# Title\n",
    "invalid_utf8.py": b"x = 1\ny = '\xff\xfe\xc3'\n",
    "overlong.py": b"x = '\xc0\xaf\xf4\x90\x80\x80'\n",
    "invalid_utf8.md": b"# T\xff\n\nText \xc3\x28\n",
    "null.py": b"x = 1\n\0\ny = 2\n",
    "null_in_string.py": b"x = 'a\0b'\n",
    "null.txt": b"text\0text\n",
    "only_null.py": b"\0",
    "late_null.txt": b"text\n" * 2000 + b"\0\n",
    "binary.py": bytes(range(256)) * 4,
    "pyc.py": b"\xa7\r\r\n\0\0\0\0\0\0\0\0\0\0\0\0\xe3\0\0\0",
    # Lines
    "cr.py": b"x = 1\ry = 2\rdef f():\r    return 1\r",
    "crlf.py": b"x = 1\r\ndef f():\r\n    '''Doc.\r\n\r\n    More.\r\n    '''\r\n",
    "mixed.py": b"a = 1\rb = 2\r\nc = 3\nd = '''\r\n\r\r\n'''\n\rdef f(): ...\n",
    "form_feed.py": b"x = 1\n\x0c\nclass A:\n    \x0cy = 1\n\x0c\x0cdef f(): ...\n",
    "vertical_tab.py": b"x = 1 # \x0b\x1c\x1d\x1e\x85\ny = 2\n",
    "separators.py": (
        "x = 'a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i'\n\n"
        '# \u2028 y = 2\n"""\x0b\x0c\x1c\x85\u2028\u2029"""\nclass A: ...\n'
    ).encode(),
    "separators_outside.py": "x = 1\u2028y = 2\n".encode(),
    "separators.md": "# A\u2028B\x0cC\n\n[l](separators\x1c.py)\n".encode(),
    "separators.rst": "A\u2028B\n=====\n\nText\x0bmore\x1c.\x85\n".encode(),
    "no_end.py": b"x = 1",
    "blank.py": b"\n" * 1000,
    "spaces.py": b" ",
    "empty.py": b"",
    "empty.md": b"",
    "empty.rst": b"",
    "empty.toml": b"",
    "pyproject.toml": b"",
    "bidi.py": "x = '\u202e\u2066// \u2069\u2066'\n# \u200f\u061c\n".encode(),
    "controls.py": b"# \x00".replace(b"\0", bytes(range(1, 9)))
    + b"\nx = '\x7f\x1b[31m'\n",
    # Comments of types
    "type_comments.py": (
        b"x = 1  # type: (((\ny = 2 # type: ignore[\nfor a in b:  # type: 1 +\n"
        b"    pass\ndef f(a):\n    # type: (\n    pass\ndef g(\n    a,  # type: *\n):\n"
        b"    # type: (...) -> (\n    pass\nwith a as b:  # type:\n    pass\n"
        b"# type:\n# type: \xc3\xa4\n#type:ignore\n"
    ),
    "type_comment_twice.py": b"def f(\n    a,  # type: int\n):\n"
    b"    # type: (int) -> int\n    pass\n\nasync def g():  # type: () -> int\n    1\n",
    # Other formats
    "broken/pyproject.toml": b"[project\nname = 'x'\n",
    "odd/pyproject.toml": (
        b"project = 1\ntool = []\n[build-system]\nrequires = {a = 1}\n"
        b"[dependency-groups]\na = [1, {b = 2}, '']\n"
    ),
    "types/pyproject.toml": (
        b"[project]\ndependencies = 'a'\noptional-dependencies = [1]\nscripts = 'x'\n"
        b"[project.entry-points]\na = 1\n[tool.poetry]\ndependencies = [1]\n"
        b"extras = {a = 1}\ngroup = {b = 1}\nscripts = {a = [1]}\n"
    ),
    "digits/pyproject.toml": b"[tool.a]\nb = " + b"9" * 10_000 + b"\n",
    "date/pyproject.toml": b"a = 2024-02-31\n",
    "nul/pyproject.toml": b"a = '\\u0000'\nb = \"\\ud800\"\n",
    "broken/setup.cfg": b"x = 1\n[options]\n [more\n",
    "odd/setup.cfg": (
        b"[options]\ninstall_requires =\n    a;;b\n    %(x)s\n = 1\n[]\n[a]]\n[a]]\n"
    ),
    "twice/setup.cfg": b"[options]\na = 1\na = 2\n[options]\n",
    "separators/setup.cfg": "[options]\na = 1\x0c\x1c\u2028b\n c\x85d\n".encode(),
    "separators/requirements.txt": "a==1\x0c\x1c\u2028b\n\\\n\\\n-r x\n".encode(),
    "broken/requirements.txt": b"a ===\n-r ../../etc/passwd\n@@@ @ @\nb[\n c ;(\n",
    "tox.ini": b"[tox\n[testenv]\n\xff\n",
    ".pre-commit-config.yaml": b"repos: [{hooks: [&a [*a]]}, !!python/name:os.x y",
    ".github/workflows/a.yml": b"jobs: &a\n  <<: *a\n  ? [a]\n  : b\n",
    "Makefile": b"%:\n\t$(shell touch x)\n:=\n::\n \\\n",
    "Dockerfile": b"FROM\nFROM --x --y\nFROM a AS\n",
    "front.md": b"---\n&a [*a\n---\n# T\n",
    "broken.json": b"{",
    "broken.html": b"<!-- <p <a href='",
    "broken.svg": b"<svg",
}


def _lines(pattern: str, number: int) -> bytes:
    return "".join(pattern.replace("%d", str(one)) for one in range(number)).encode()


def _nested(opening: str, closing: str, number: int, inner: str = "1") -> bytes:
    return f"x = {opening * number}{inner}{closing * number}\n".encode()


def _blocks(header: str, number: int, last: str = "pass") -> bytes:
    lines = [f"{' ' * depth}{header}" for depth in range(number)]
    return "\n".join([*lines, " " * number + last]).encode() + b"\n"


def _doc(text: str) -> bytes:
    """Return Python with a docstring."""
    return f"def f():\n    r'''{text}'''\n".encode()


#: What grows: the number of pieces that the promise names, and the maker.
GROWING: dict[str, tuple[int, Maker]] = {
    # Large
    "large.py": (100_000_000, lambda n: b"x = 1\n" * (n // 6)),
    "large.bin": (100_000_000, bytes),
    "large.txt": (100_000_000, lambda n: b"text\n" * (n // 5)),
    "below_limit.py": (9_900_000, lambda n: b"x = 1\n" * (n // 6)),
    "below_limit.txt": (9_900_000, lambda n: b"some words\n" * (n // 11)),
    "below_limit.json": (9_900_000, lambda n: b'{"a": [1, 2]}\n' * (n // 14)),
    "below_limit.md": (9_900_000, lambda n: b"# T\n\n[a](b)\n\n" * (n // 13)),
    "below_limit.rst": (9_900_000, lambda n: b"T\n=\n\n`a <b>`_\n\n" * (n // 16)),
    "long_line.py": (5_000_000, lambda n: b"x = '" + b"a" * n + b"'\n"),
    "long_line_list.py": (5_000_000, lambda n: b"x = [" + b"1," * (n // 2) + b"]\n"),
    "long_line_names.py": (1_000_000, lambda n: b"x = (" + b"a, " * (n // 3) + b")\n"),
    "long_line_broken.py": (5_000_000, lambda n: b"x = [" + b"1," * (n // 2)),
    "long_line.js": (5_000_000, lambda n: b"f(1);" * (n // 5)),
    "long_line.css": (2_000_000, lambda n: b"a{b:c}" * (n // 6)),
    "long_line.json": (5_000_000, lambda n: b"[" + b"1," * (n // 2) + b"1]"),
    "long_line.md": (5_000_000, lambda n: b"word " * (n // 5)),
    "long_line.rst": (5_000_000, lambda n: b"word " * (n // 5)),
    "long_line.html": (2_000_000, lambda n: b"<a b=c>" * (n // 7)),
    "long_line.xml": (2_000_000, lambda n: b"<a>" * (n // 3)),
    "long_line.yaml": (500_000, lambda n: b"[" * n),
    "long_name.py": (
        1_000_000,
        lambda n: b"a" * n + b" = 1\ndef f" + b"b" * n + b"(): 1\n",
    ),
    "long_comment.py": (5_000_000, lambda n: b"#" + b" x" * (n // 2) + b"\n"),
    "comments.py": (500_000, lambda n: b"# x\n" * n),
    "definitions.py": (200_000, lambda n: _lines("def f%d(): ...\n", n)),
    "same_definitions.py": (200_000, lambda n: b"def f(): ...\n" * n),
    "classes.py": (50_000, lambda n: _lines("class C%d(Base): ...\n", n)),
    "chain_of_classes.py": (
        20_000,
        lambda n: (
            b"class C0: ...\n"
            + "".join(f"class C{i + 1}(C{i}): ...\n" for i in range(n)).encode()
        ),
    ),
    "one_class.py": (
        50_000,
        lambda n: b"class A:\n" + _lines("    def f%d(self): ...\n", n),
    ),
    "variables.py": (200_000, lambda n: _lines("v%d = 1\n", n)),
    "attributes.py": (
        50_000,
        lambda n: b"class A:\n def f(self):\n" + _lines("  self.a%d = 1\n", n),
    ),
    "imports.py": (50_000, lambda n: _lines("import m%d\n", n)),
    "import_names.py": (
        50_000,
        lambda n: b"from m import (" + _lines("n%d, ", n) + b")\n",
    ),
    "docstrings.py": (
        20_000,
        lambda n: _lines(
            "def f%d():\n    '''Return `x` of *this*.\n\n    :param a: b\n    '''\n", n
        ),
    ),
    "all_names.py": (50_000, lambda n: b"__all__ = [" + _lines("'n%d', ", n) + b"]\n"),
    "parameters.py": (20_000, lambda n: b"def f(" + _lines("a%d=1, ", n) + b"): ...\n"),
    "bases.py": (5_000, lambda n: b"class A(" + _lines("B%d, ", n) + b"): ...\n"),
    "locals.py": (50_000, lambda n: b"def f():\n" + _lines(" v%d = v%d\n", n)),
    "calls.py": (50_000, lambda n: b"def g(): ...\n" + b"g()\n" * n),
    "tests/test_many.py": (20_000, lambda n: _lines("def test_%d(): assert 1\n", n)),
    "findings.py": (
        20_000,
        lambda n: b"import os\n" + b"os.system(x)\nassert x\n" * (n // 2),
    ),
    "branches.py": (5_000, lambda n: b"def f(x):\n" + b"    if x: x += 1\n" * n),
    "overloads.py": (
        5_000,
        lambda n: (
            b"from typing import overload\nclass A:\n"
            + b"    @overload\n    def f(self): ...\n" * n
        ),
    ),
    # Deep
    "brackets.py": (10_000, lambda n: _nested("(", ")", n)),
    "lists.py": (10_000, lambda n: _nested("[", "]", n)),
    "lists_199.py": (199, lambda n: _nested("[", "]", n)),
    "dicts.py": (10_000, lambda n: _nested("{1:", "}", n)),
    "dicts_99.py": (99, lambda n: _nested("{1:", "}", n)),
    "calls_deep.py": (10_000, lambda n: _nested("f(", ")", n)),
    "open_brackets.py": (10_000, lambda n: b"x = " + b"[" * n),
    "many_open_brackets.py": (100_000, lambda n: b"x = " + b"[(" * n),
    "subscripts.py": (10_000, lambda n: b"x = a" + b"[0]" * n + b"\n"),
    "call_chain.py": (5_000, lambda n: b"x = a" + b".b()" * n + b"\n"),
    "call_chain_900.py": (900, lambda n: b"x = a" + b".b()" * n + b"\n"),
    "call_chain_80.py": (80, lambda n: b"x = a" + b".b()" * n + b"\n"),
    "called.py": (5_000, lambda n: b"x = a" + b"()" * n + b"\n"),
    "attribute_chain.py": (5_000, lambda n: b"x = a" + b".b" * n + b"\n"),
    "attribute_chain_lines.py": (5_000, lambda n: b"x = (a" + b"\n.b" * n + b")\n"),
    "sum.py": (5_000, lambda n: b"x = " + b"a + " * n + b"1\n"),
    "sum_900.py": (900, lambda n: b"x = " + b"a + " * n + b"1\n"),
    "sum_of_strings.py": (5_000, lambda n: b"x = " + b"'a' + " * n + b"'b'\n"),
    "strings.py": (50_000, lambda n: b"x = (" + b"'a'\n" * n + b")\n"),
    "power.py": (5_000, lambda n: b"x = " + b"2 ** " * n + b"1\n"),
    "and.py": (5_000, lambda n: b"x = " + b"a and " * n + b"1\n"),
    "and_or.py": (5_000, lambda n: b"x = " + b"a and b or " * n + b"1\n"),
    "compare.py": (5_000, lambda n: b"x = " + b"a < " * n + b"1\n"),
    "not.py": (10_000, lambda n: b"x = " + b"not " * n + b"1\n"),
    "minus.py": (10_000, lambda n: b"x = " + b"-" * n + b"1\n"),
    "minus_2000.py": (2_000, lambda n: b"x = " + b"-" * n + b"1\n"),
    "tilde.py": (100_000, lambda n: b"x = " + b"~" * n + b"1\n"),
    "await.py": (5_000, lambda n: b"async def f():\n  " + b"await " * n + b"x\n"),
    "lambda.py": (5_000, lambda n: b"x = " + b"lambda: " * n + b"1\n"),
    "ternary.py": (5_000, lambda n: b"x = " + b"a if b else " * n + b"1\n"),
    "assign.py": (10_000, lambda n: b"a = " * n + b"1\n"),
    "walrus.py": (5_000, lambda n: _nested("(a := ", ")", n)),
    "comprehension.py": (2_000, lambda n: b"x = [a" + b" for a in b" * n + b"]\n"),
    "generators.py": (90, lambda n: _nested("(a for a in ", ")", n)),
    "fstrings.py": (5_000, lambda n: b"x = " + b"f'{" * n + b"1" + b"}'" * n + b"\n"),
    "fstring_fields.py": (50_000, lambda n: b"x = f'" + b"{a}" * n + b"'\n"),
    "fstring_open.py": (50_000, lambda n: b"x = f'" + b"{{{" * n + b"'\n"),
    "format_fields.py": (
        100_000,
        lambda n: b"x = '" + b"%(a" * n + b"{a.b" * n + b"'\n",
    ),
    "escapes.py": (200_000, lambda n: b"x = '" + b"\\N{" * n + b"'\n"),
    "backslashes.py": (100_000, lambda n: b"x = 1" + b"\\\n" * n + b"\n"),
    "backslashes_in_string.py": (1_000_000, lambda n: b"x = '" + b"\\\\" * n + b"'\n"),
    "quotes.py": (500_000, lambda n: b"x = " + b"'" * n + b"\n"),
    "triple_quotes.py": (300_000, lambda n: b"x = " + b"'''" * n + b"\n"),
    "if.py": (10_000, lambda n: _blocks("if x:", n)),
    "if_90.py": (90, lambda n: _blocks("if x:", n)),
    "elif.py": (10_000, lambda n: b"if a: 1\n" + b"elif b: 2\n" * n),
    "elif_500.py": (500, lambda n: b"if a: 1\n" + b"elif b: 2\n" * n),
    "try.py": (90, lambda n: _blocks("for x in y:", n)),
    "except.py": (10_000, lambda n: b"try: 1\n" + b"except A: 2\n" * n),
    "nested_functions.py": (10_000, lambda n: _blocks("def f():", n)),
    "nested_functions_90.py": (90, lambda n: _blocks("def f():", n, "return f")),
    "nested_classes_90.py": (90, lambda n: _blocks("class A:", n, "x = 1")),
    "with.py": (5_000, lambda n: b"with " + b"a as b, " * n + b"c: pass\n"),
    "match.py": (5_000, lambda n: b"match x:\n" + b"  case A(b=C()): 1\n" * n),
    "match_deep.py": (
        5_000,
        lambda n: b"match x:\n case " + b"[" * n + b"]" * n + b": 1\n",
    ),
    "annotation.py": (
        5_000,
        lambda n: b"x: " + b"List[" * n + b"int" + b"]" * n + b"\n",
    ),
    "annotation_90.py": (
        90,
        lambda n: b"x: " + b"List[" * n + b"int" + b"]" * n + b"\n",
    ),
    "union.py": (5_000, lambda n: b"def f(a: " + b"int | " * n + b"str): ...\n"),
    "dedents.py": (90, lambda n: _blocks("if x:", n) * 50),
    "decorators.py": (1_000, lambda n: b"@a.b(1)\n" * n + b"def f(): ...\n"),
    "decorators_10000.py": (10_000, lambda n: b"@a\n" * n + b"class A: ...\n"),
    "digits.py": (
        10_000,
        lambda n: b"x = " + b"9" * n + b"\ndef f(a=" + b"1" * n + b"): ...\n",
    ),
    "hex_digits.py": (100_000, lambda n: b"x = 0x" + b"f" * n + b"\n"),
    "float_digits.py": (
        100_000,
        lambda n: b"x = 1." + b"9" * n + b"e" + b"9" * n + b"\n",
    ),
    "exponents.py": (100, lambda n: b"x = " + b"9 ** " * n + b"9\ny = 1 << 10 ** 10\n"),
    "multiplied.py": (1, lambda _: b"x = 'a' * 10 ** 10\ny = [0] * 10 ** 12\n"),
    "huge_lists.py": (300_000, lambda n: b"x = [\n" + b"  [1, 'a'],\n" * n + b"]\n"),
    "huge_dict.py": (
        200_000,
        lambda n: b"x = {\n" + _lines("  'k%d': 1,\n", n) + b"}\n",
    ),
    "long_string.py": (
        9_000_000,
        lambda n: b"x = '''" + b"text\n" * (n // 5) + b"'''\n",
    ),
    "type_comments_many.py": (50_000, lambda n: b"x = 1  # type: int\n" * n),
    "type_comments_wrong.py": (50_000, lambda n: b"x = 1  # type: (\n" * n),
    "indents.py": (
        500,
        lambda n: b"if 1:\n" + b"".join(b" " * i + b"x\n" for i in range(n, 0, -1)),
    ),
    "semicolons.py": (200_000, lambda n: b"x;" * n + b"\n"),
    "mutual.py": (
        2_000,
        lambda n: "".join(
            f"class A{i}(A{(i + 1) % n}): ...\n" for i in range(n)
        ).encode(),
    ),
    "diamonds.py": (
        60,
        lambda n: (
            b"class X0: ...\nclass Y0: ...\n"
            + "".join(
                f"class X{i + 1}(X{i}, Y{i}): ...\nclass Y{i + 1}(Y{i}, X{i}): ...\n"
                for i in range(n)
            ).encode()
        ),
    ),
    "aliases.py": (
        2_000,
        lambda n: "".join(f"a{i} = a{i + 1}\n" for i in range(n)).encode(),
    ),
    # Docstrings
    "doc_quotes.py": (
        1_000,
        lambda n: _doc("\n".join("  " * i + "x\n" for i in range(n))),
    ),
    "doc_quotes_40.py": (
        40,
        lambda n: _doc("\n".join("  " * i + "x\n" for i in range(n))),
    ),
    "doc_bullets.py": (
        1_000,
        lambda n: _doc("\n".join("  " * i + "- x\n" for i in range(n))),
    ),
    "doc_dashes.py": (1_000, lambda n: _doc("- " * n + "x")),
    "doc_enumerated.py": (1_000, lambda n: _doc("(a) " * n + "x")),
    "doc_links.py": (20_000, lambda n: _doc("[a](" * n)),
    "doc_links_md.py": (
        20_000,
        lambda n: b"__docformat__ = 'markdown'\n" + _doc("[a](" * n),
    ),
    "doc_brackets_md.py": (
        50_000,
        lambda n: b"__docformat__ = 'markdown'\n" + _doc("[" * n + "]" * n),
    ),
    "doc_images_md.py": (
        20_000,
        lambda n: b"__docformat__ = 'markdown'\n" + _doc("![a](" * n),
    ),
    "doc_stars_md.py": (
        10_000,
        lambda n: b"__docformat__ = 'markdown'\n" + _doc("*a **b " * n),
    ),
    "doc_ticks_md.py": (
        2_000,
        lambda n: (
            b"__docformat__ = 'markdown'\n"
            + _doc(" ".join("`" * i for i in range(n // 10)))
        ),
    ),
    "doc_quotes_md.py": (
        10_000,
        lambda n: b"__docformat__ = 'markdown'\n" + _doc(">" * n + " x"),
    ),
    "doc_lists_md.py": (
        10_000,
        lambda n: b"__docformat__ = 'markdown'\n" + _doc("- " * n + "x"),
    ),
    "doc_html_md.py": (
        20_000,
        lambda n: b"__docformat__ = 'markdown'\n" + _doc("<!-- " * n + "<a " * n),
    ),
    "doc_table_md.py": (
        2_000,
        lambda n: (
            b"__docformat__ = 'markdown'\n"
            + _doc("|a" * n + "|\n" + "|-" * n + "|\n" + "|b|\n" * n)
        ),
    ),
    "doc_references_md.py": (
        5_000,
        lambda n: (
            b"__docformat__ = 'markdown'\n"
            + _doc("".join(f"[a{i}]: b{i}\n" for i in range(n)) + "[a0] " * n)
        ),
    ),
    "doc_fences.py": (5_000, lambda n: _doc("```\n" * n + "x")),
    "doc_fences_open.py": (
        5_000,
        lambda n: _doc("".join("`" * (3 + i % 50) + "\nx\n" for i in range(n))),
    ),
    "doc_backquotes.py": (10_000, lambda n: _doc("`" * n)),
    "doc_backquotes_apart.py": (10_000, lambda n: _doc("`a " * n)),
    "doc_literals.py": (10_000, lambda n: _doc("``a " * n)),
    "doc_roles.py": (10_000, lambda n: _doc(":class:`a` " * n)),
    "doc_roles_open.py": (10_000, lambda n: _doc(":class:`a " * n)),
    "doc_asterisks.py": (10_000, lambda n: _doc("*" * n)),
    "doc_asterisks_apart.py": (10_000, lambda n: _doc("*a " * n)),
    "doc_strong.py": (10_000, lambda n: _doc("**a " * n)),
    "doc_underscores.py": (10_000, lambda n: _doc("_" * n)),
    "doc_references.py": (10_000, lambda n: _doc("a_ " * n)),
    "doc_targets.py": (
        5_000,
        lambda n: _doc("".join(f".. _a{i}: a{i + 1}_\n" for i in range(n))),
    ),
    "doc_anonymous.py": (5_000, lambda n: _doc("a__ " * n + "\n\n" + "__ b\n" * n)),
    "doc_bars.py": (10_000, lambda n: _doc("|a " * n)),
    "doc_substitutions.py": (
        3_000,
        lambda n: _doc(
            "|a0|\n\n"
            + "".join(f".. |a{i}| replace:: |a{i + 1}| |a{i + 1}|\n" for i in range(n))
        ),
    ),
    "doc_bomb.py": (
        25,
        lambda n: _doc(
            "|a0|\n\n"
            + "".join(f".. |a{i}| replace:: |a{i + 1}| |a{i + 1}|\n" for i in range(n))
            + f".. |a{n}| replace:: boom\n"
        ),
    ),
    "doc_footnotes.py": (
        5_000,
        lambda n: _doc("[#]_ " * n + "\n\n" + ".. [#] x\n" * n),
    ),
    "doc_symbols.py": (2_000, lambda n: _doc("[*]_ " * n + "\n\n" + ".. [*] x\n" * n)),
    "doc_citations.py": (
        5_000,
        lambda n: _doc("".join(f".. [a{i}] x\n" for i in range(n))),
    ),
    "doc_addresses.py": (10_000, lambda n: _doc("http://a.b/" * n)),
    "doc_at.py": (100_000, lambda n: _doc("a@" * n)),
    "doc_megabyte.py": (1_000_000, lambda n: _doc("word `x` *y*\n    " * (n // 17))),
    "doc_megabyte_plain.py": (1_000_000, lambda n: _doc("word " * (n // 5))),
    "doc_megabyte_lines.py": (1_000_000, lambda n: _doc("word\n    " * (n // 9))),
    "doc_paragraphs.py": (20_000, lambda n: _doc("a *b*\n\n    " * n)),
    "doc_table.py": (
        2_000,
        lambda n: _doc(
            "=" * 5 + " =====\n    " + "a     b\n    " * n + "=" * 5 + " =====\n    "
        ),
    ),
    "doc_grid.py": (
        1_000,
        lambda n: _doc("+---+---+\n    " + "| a | b |\n    +---+---+\n    " * n),
    ),
    "doc_grid_wide.py": (
        500,
        lambda n: _doc(
            "+---" * n + "+\n    " + "| a " * n + "|\n    " + "+---" * n + "+\n"
        ),
    ),
    "doc_titles.py": (
        2_000,
        lambda n: _doc("".join(f"T{i}\n    ====\n\n    " for i in range(n))),
    ),
    "doc_fields.py": (
        5_000,
        lambda n: _doc("".join(f":param a{i}: b\n    " for i in range(n))),
    ),
    "doc_google.py": (
        5_000,
        lambda n: _doc(
            "Do.\n\n    Args:\n" + _lines("        a%d (int): b\n", n).decode()
        ),
    ),
    "doc_google_sections.py": (
        3_000,
        lambda n: _doc("Do.\n\n" + "    Args:\n        a: b\n\n" * n),
    ),
    "doc_google_blank.py": (
        20_000,
        lambda n: _doc("Args:\n" + "    \n" * n + "x"),
    ),
    "doc_google_spaces.py": (100_000, lambda n: _doc("Args:\n" + " " * n)),
    "doc_google_open.py": (20_000, lambda n: _doc("Args:\n        " + "a, " * n)),
    "doc_numpy.py": (
        3_000,
        lambda n: _doc(
            "Do.\n\n    Parameters\n    ----------\n"
            + _lines("    a%d : int\n        b\n", n).decode()
        ),
    ),
    "doc_numpy_dashes.py": (100_000, lambda n: _doc("Parameters\n    " + "-" * n)),
    "doc_doctest.py": (20_000, lambda n: _doc(">>> x\n    1\n    " * n)),
    "doc_directives.py": (
        500,
        lambda n: _doc("".join("   " * i + ".. note::\n\n" for i in range(n)) + "x"),
    ),
    "doc_notes.py": (5_000, lambda n: _doc(".. note:: x\n\n    " * n)),
    "doc_versions.py": (5_000, lambda n: _doc(".. deprecated:: 1\n\n    " * n)),
    "doc_indented.py": (
        2_000,
        lambda n: _doc("x\n      y\n    z\n        w\n    " * n),
    ),
    "doc_colons.py": (100_000, lambda n: _doc(":" * n)),
    "doc_colon_words.py": (50_000, lambda n: _doc(":a" * n)),
    "doc_dots.py": (50_000, lambda n: _doc(".. " * n)),
    "doc_spaces.py": (200_000, lambda n: _doc("a" + " " * n + "b")),
    "doc_newlines.py": (200_000, lambda n: _doc("a" + "\n" * n + "b *c*")),
    "doc_tabs.py": (100_000, lambda n: _doc("\t" * n + "b *c*")),
    "doc_math.py": (5_000, lambda n: _doc(":math:`a` " * n)),
    "doc_lines.py": (1_000, lambda n: _doc("| a\n    " * n)),
    "doc_lines_deep.py": (
        500,
        lambda n: _doc("\n".join("    |" + " " * (i + 1) + "a" for i in range(n))),
    ),
    "doc_options.py": (5_000, lambda n: _doc("-a  b\n    --long=x  c\n    " * n)),
    "doc_definitions.py": (
        500,
        lambda n: _doc("\n".join("  " * i + f"t{i}" for i in range(n))),
    ),
    "doc_backslashes.py": (50_000, lambda n: _doc("\\a" * n)),
    "doc_parens.py": (50_000, lambda n: _doc("(" * n + ")" * n + ".")),
    "doc_sentence.py": (50_000, lambda n: _doc("e.g. " * n)),
    "doc_stops.py": (200_000, lambda n: _doc("." * n)),
    "doc_stops_closed.py": (100_000, lambda n: _doc(".'" * n + "x")),
    # Texts
    "links.md": (20_000, lambda n: b"[a](" * n),
    "images.md": (20_000, lambda n: b"![a](" * n),
    "badges.md": (20_000, lambda n: b"[![a](b)" * n),
    "brackets.md": (50_000, lambda n: b"[" * n + b"]" * n),
    "tags.md": (20_000, lambda n: b"<a " * n),
    "closing_tags.md": (50_000, lambda n: b"</a" * n),
    "href.md": (20_000, lambda n: b"<a href=" * n),
    "comments.md": (20_000, lambda n: b"<!--" * n),
    "comments_text.md": (20_000, lambda n: b"a <!-- " * n),
    "heading_comments.md": (20_000, lambda n: b"# " + b"<!--" * n),
    "heading_ticks.md": (20_000, lambda n: b"# " + b"`a" * n),
    "heading_long.md": (100_000, lambda n: b"# " + b"[" * n),
    "hashes.md": (100_000, lambda n: b"# a" + b" #" * n),
    "quotes.md": (10_000, lambda n: b">" * n + b" x\n"),
    "quotes_lines.md": (500, lambda n: b"".join(b">" * i + b" x\n" for i in range(n))),
    "lists.md": (10_000, lambda n: b"- " * n + b"x\n"),
    "lists_lines.md": (
        1_000,
        lambda n: b"".join(b"  " * i + b"- x\n" for i in range(n)),
    ),
    "ticks.md": (5_000, lambda n: b" ".join(b"`" * (i % 500) for i in range(n))),
    "fences.md": (20_000, lambda n: b"```{note}\n" * n),
    "fences_deep.md": (
        200,
        lambda n: b"".join(b"`" * (n + 3 - i) + b"{note}\n" for i in range(n)),
    ),
    "colons.md": (20_000, lambda n: b":::{note}\n" * n),
    "stars.md": (20_000, lambda n: b"*a **b " * n),
    "table.md": (
        2_000,
        lambda n: b"|a" * n + b"|\n" + b"|-" * n + b"|\n" + b"|b|\n" * n,
    ),
    "table_cells.md": (2_000, lambda n: b"|a|\n|-|\n" + b"|[a](b)|\n" * n),
    "definitions.md": (20_000, lambda n: b"[a]: b\n" * n),
    "definition_open.md": (20_000, lambda n: b"[a\\" * n + b"]: "),
    "entities.md": (50_000, lambda n: b"&a" * n),
    "front_open.md": (50_000, lambda n: b"---\n" + b"a: b\n" * n),
    "backslashes.md": (50_000, lambda n: b"\\" * n),
    "spaces.md": (100_000, lambda n: b"a" + b" " * n + b"b"),
    "quotes.rst": (1_000, lambda n: b"".join(b"  " * i + b"x\n\n" for i in range(n))),
    "backquotes.rst": (50_000, lambda n: b"`" * n),
    "backquotes_apart.rst": (50_000, lambda n: b"`a " * n),
    "phrases.rst": (20_000, lambda n: b"`a <b" * n),
    "roles.rst": (20_000, lambda n: b":doc:`a <" * n),
    "colons.rst": (100_000, lambda n: b":a" * n),
    "directives.rst": (
        2_000,
        lambda n: b"".join(b"   " * (i % 200) + b".. note::\n\n" for i in range(n)),
    ),
    "targets.rst": (20_000, lambda n: b".. _a: b\n" * n),
    "footnotes.rst": (5_000, lambda n: b"[#]_ " * n + b"\n\n" + b".. [#] x\n" * n),
    "titles.rst": (20_000, lambda n: _lines("T%d\n====\n\n", n)),
    "bullets.rst": (50_000, lambda n: b"- " * n + b"x\n"),
    "adornments.rst": (20_000, lambda n: b"====\n" * n),
    "dots.rst": (100_000, lambda n: b".. " * n),
    "literal.rst": (20_000, lambda n: b"a::\n\n" * n),
    "tabs.rst": (100_000, lambda n: b"\t" * n + b"x\n"),
    "toctree.rst": (20_000, lambda n: b".. toctree::\n\n" + b"   a <b\n" * n),
    "deep/pyproject.toml": (10_000, lambda n: b"a = " + b"[" * n + b"]" * n),
    "deep_tables/pyproject.toml": (5_000, lambda n: b"[" + b"a." * n + b"b]\n"),
    "deep_inline/pyproject.toml": (
        500,
        lambda n: b"a = " + b"{a=" * n + b"1" + b"}" * n,
    ),
    "many/pyproject.toml": (
        20_000,
        lambda n: (
            b"[project]\ndependencies = [\n" + _lines("  'p%d>=1',\n", n) + b"]\n"
        ),
    ),
    "tables/pyproject.toml": (20_000, lambda n: _lines("[tool.t%d]\na = 1\n", n)),
    "arrays/pyproject.toml": (20_000, lambda n: b"[[tool.a]]\nb = 1\n" * n),
    "strings/pyproject.toml": (100_000, lambda n: b"a = '''" + b"''x" * n + b"'''\n"),
    "strings2/pyproject.toml": (100_000, lambda n: b'a = "' + b"\\\\" * n + b'"\n'),
    "long_key/pyproject.toml": (1_000_000, lambda n: b"a" * n + b" = 1\n"),
    "many/setup.cfg": (
        20_000,
        lambda n: b"[options]\ninstall_requires =\n" + _lines("  p%d>=1\n", n),
    ),
    "sections/setup.cfg": (20_000, lambda n: _lines("[s%d]\na = 1\n", n)),
    "options/setup.cfg": (20_000, lambda n: b"[a]\n" + _lines("o%d = 1\n", n)),
    "brackets/setup.cfg": (50_000, lambda n: b"[" * n + b"]" * n + b"\n"),
    "spaces/setup.cfg": (50_000, lambda n: b"[a]\nb" + b" " * n + b"c\n"),
    "many/requirements.txt": (20_000, lambda n: _lines("p%d>=1\n", n)),
    "continued/requirements.txt": (20_000, lambda n: b"a \\\n" * n),
    "hashes/requirements.txt": (20_000, lambda n: b"a " + b"--hash=sha256:00 " * n),
    "spaces/requirements.txt": (50_000, lambda n: b"a" + b" " * n + b"b\n"),
    "words/requirements.txt": (50_000, lambda n: b"a/" * n + b" b\n"),
    "markers/requirements.txt": (
        2_000,
        lambda n: b"a ; " + b"(" * n + b"os_name=='a'" + b")" * n,
    ),
    "versions/requirements.txt": (20_000, lambda n: b"a" + b">=1," * n + b"<2\n"),
    "extras/requirements.txt": (20_000, lambda n: b"a[" + b"b," * n + b"c]\n"),
    "nested/tox.ini": (20_000, lambda n: _lines("[s%d]\na = 1\n b\n", n)),
    "anchors/.pre-commit-config.yaml": (
        30,
        lambda n: "".join(
            [
                "a0: &a0 [x]\n",
                *(f"a{i + 1}: &a{i + 1} [*a{i}, *a{i}]\n" for i in range(n)),
                f"repos: *a{n}\n",
            ]
        ).encode(),
    ),
    "deep/.pre-commit-config.yaml": (5_000, lambda n: b"repos: " + b"[" * n + b"]" * n),
    "deep/Makefile": (50_000, lambda n: b"a" * n + b" " * n + b"=\n"),
    "targets/Makefile": (20_000, lambda n: _lines("t%d: x\n", n)),
    "deep/Dockerfile": (20_000, lambda n: b"FROM " + b"--a " * n + b"\n"),
    "spaces/Dockerfile": (50_000, lambda n: b" " * n + b"FROM " + b" " * n + b"\n"),
    "many/.gitignore": (5_000, lambda n: _lines("never%d\n", n)),
    "deep.json": (50_000, lambda n: b"[" * n + b"]" * n),
    "deep.c": (50_000, lambda n: b"{" * n),
    "deep.xml": (50_000, lambda n: b"<a>" * n),
    "macros.c": (50_000, lambda n: b"#define \\\n" * n),
    "open_comment.c": (50_000, lambda n: b"/*" * n),
    "open_string.js": (50_000, lambda n: b"`${" * n),
    "regexes.js": (50_000, lambda n: b"/[" * n),
    "slashes.js": (50_000, lambda n: b"/" * n),
    "words.sh": (50_000, lambda n: b"$(" * n),
    "heredoc.sh": (20_000, lambda n: b"<<A" * n),
    "open.php": (20_000, lambda n: b"<?php " * n),
    "quotes.pl": (50_000, lambda n: b"q{" * n),
    "quotes.rb": (50_000, lambda n: b"%w(" * n),
    "numbers.css": (50_000, lambda n: b"1" * n),
    "words.tex": (50_000, lambda n: b"\\a{" * n),
    "words.sql": (50_000, lambda n: b"a." * n),
    "words.cpp": (50_000, lambda n: b"a<" * n),
    "spaces.cpp": (50_000, lambda n: b"a " + b" " * n + b"("),
    "spaces.java": (50_000, lambda n: b"a " + b" " * n + b"("),
    "names.cs": (20_000, lambda n: b"a " * n),
    "names.c": (20_000, lambda n: b"a " * n),
    "names.java": (20_000, lambda n: b"a " * n),
    "long_word.c": (100_000, lambda n: b"a" * n),
    "long_word.java": (100_000, lambda n: b"a" * n),
}


def contents(scale: float = 1.0, limit: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield paths and contents.

    :param scale: by what the number of pieces is multiplied.
    :param limit: the number of pieces that none exceeds; 0 for none.
    """
    yield from SMALL.items()
    for name, (number, make) in GROWING.items():
        pieces = max(int(number * scale), 1)
        yield name, make(min(pieces, limit) if limit else pieces)


def write(folder: Path, scale: float = 1.0, limit: int = 0) -> None:
    """Write a file for each."""
    for name, content in contents(scale, limit):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def main() -> int:
    """Write them all."""
    parser = argparse.ArgumentParser(description="Write files that are hard to read.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="their size, 1.0")
    arguments = parser.parse_args()
    write(arguments.folder, arguments.scale)
    return 0


if __name__ == "__main__":
    sys.exit(main())
