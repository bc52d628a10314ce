"""Makes one formatter of Pygments for all pieces of code with the same options.

A formatter makes its style sheet when it is made, also where nobody asks for that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import ExitStack
from typing import Any, Final

from pygments.formatter import Formatter
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge

from .shortcut import Shortcut, makes_html, replace


def install(app: Sphinx, undo: ExitStack) -> None:
    """Have the builder's bridges to Pygments remember their formatters."""
    for name in ("highlighter", "dark_highlighter"):
        bridge = getattr(app.builder, name, None)
        if isinstance(bridge, PygmentsBridge):
            made = _remembering(bridge.get_formatter)
            replace(undo, bridge, "get_formatter", made)


def _remembering(make: Callable[..., Formatter[str]]) -> Callable[..., Formatter[str]]:
    """Return what makes one formatter for the same options."""
    known: dict[Hashable, Formatter[str]] = {}

    def get_formatter(**options: Any) -> Formatter[str]:
        # Lines to emphasise are a list; they are rare.
        if not all(isinstance(one, Hashable) for one in options.values()):
            return make(**options)
        key = frozenset(options.items())
        if key not in known:
            known[key] = make(**options)
        return known[key]

    return get_formatter


CODE_FORMATTERS: Final = Shortcut(
    "code_formatters",
    "making a formatter of Pygments, and its style sheet, for each piece of code",
    (
        "sphinx.highlighting:PygmentsBridge.get_formatter(self, kwargs)",
        "builder.highlighter",
    ),
    install,
    makes_html,
    saves="less than 1 %",
    upstream="Sphinx: ``PygmentsBridge.get_formatter`` keeps the formatters by their"
    " options. Pygments: ``HtmlFormatter`` makes its style sheet when it is asked for.",
)
