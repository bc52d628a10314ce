"""Equations as MathML, which browsers show without a script.

MathJax is loaded from wherever ``mathjax_path`` says, by default from another host. A
manual decides that for itself; the command ``kwindex`` has nobody to ask, and makes
pages that ask nobody for anything.
"""

from __future__ import annotations

import html
from typing import Final

import docutils
from docutils import nodes
from docutils.utils.math import latex2mathml, unichar2tex
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.writers.html5 import HTML5Translator

#: The name of the renderer, as ``html_math_renderer`` has it.
RENDERER: Final = "kwindex-mathml"
#: Until docutils 0.21 the second parameter meant the opposite.
_BLOCK_IS_TRUE: Final = docutils.__version_info__ >= (0, 21)


def mathml(tex: str, *, block: bool) -> str:
    """Return an equation as MathML, or as code if it is not understood."""
    try:
        text = tex.translate(unichar2tex.uni2tex_table)
        return str(latex2mathml.tex2mathml(text, block == _BLOCK_IS_TRUE))
    except Exception:
        # It is in a docstring: nobody can do anything about it here.
        tag = "pre" if block else "code"
        return f"<{tag}>{html.escape(tex)}</{tag}>"


def visit_math(self: HTML5Translator, node: nodes.math | nodes.math_block) -> None:
    """Write an equation, in a line or of its own."""
    block = isinstance(node, nodes.math_block)
    tag, end = ("div", "\n") if block else ("span", "")
    opened = self.starttag(node, tag, "", CLASS="math notranslate nohighlight")
    self.body.append(f"{opened}{mathml(node.astext(), block=block)}</{tag}>{end}")
    raise nodes.SkipNode


def config_inited(app: Sphinx, config: Config) -> None:
    """Register the renderer if it is asked for.

    Where there is a renderer beside MathJax, Sphinx takes it for what the user wants.
    """
    if config.html_math_renderer == RENDERER:
        app.add_html_math_renderer(
            RENDERER,
            inline_renderers=(visit_math, None),
            block_renderers=(visit_math, None),
        )
