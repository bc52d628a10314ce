"""What Markdown and reStructuredText have in common where they name other files.

Which text may be a path, which directives take a path, and the entries of a
``toctree``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ...model.facts import Mention
from ...model.named_tuple import NamedTuple

# Schemes (and drives), templates, other hosts.
_NO_PATH: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*:|//|\\\\|.*(?:\{[{%]|[}%]\}|\$\{)"
)
# As Sphinx has it: no blank is needed before the target.
TITLED: Final = re.compile(r"(?s)[^<].*<([^<>]+)>\Z")

#: Directives with a path as their argument, and what it is for.
PATH_DIRECTIVES: Final = {
    "include": "include",
    "literalinclude": "include",
    "image": "image",
    "figure": "image",
}
#: Directives whose content is text like that around them.
TEXT_DIRECTIVES: Final = frozenset(
    """
    admonition attention caution danger error hint important note seealso tip todo
    warning versionadded versionchanged versionremoved deprecated topic sidebar rubric
    container compound epigraph highlights pull-quote only ifconfig figure table
    list-table hlist glossary centered rst-class dropdown card grid grid-item
    grid-item-card tab tabs tab-set tab-item margin aside div
    function class method staticmethod classmethod attribute property data exception
    decorator decoratormethod module option program envvar describe object confval
    """.split()  # noqa: SIM905
)


class Span(NamedTuple):
    """Where a target stands."""

    line: int
    column: int = 0
    length: int = 0
    """Both are 0 where they are not known."""


def mention(target: str, place: Span, kind: str) -> Iterator[Mention]:
    """Yield what a target is, if it may be a path."""
    if target and target.isprintable() and not _NO_PATH.match(target):
        yield Mention(target, *place, kind)


OPTION: Final = re.compile(r"\s*:[\w-]+:(?:\s|$)")


class Target(NamedTuple):
    """A target in the text of a paragraph."""

    target: str
    start: int
    end: int
    kind: str


def role_target(role: str, inner: str, at: int) -> Target | None:
    """Return the target of ``:doc:`` or ``:download:``.

    :param at: where *inner* begins.
    """
    if inner.startswith("!"):
        return None
    titled = TITLED.match(inner)
    start, end = titled.span(1) if titled else (0, len(inner))
    kind = "document" if role == "doc" else "download"
    return Target(inner[start:end], at + start, at + end, kind)


def named_by_directive(
    name: str, argument: str, content: Sequence[str]
) -> Iterator[tuple[str, int, str]]:
    """Yield the targets that a directive itself names: its argument, entries, options.

    Each comes with the number of its line below the directive, and with its kind.
    """
    if kind := PATH_DIRECTIVES.get(name):
        if argument and not argument.startswith("<"):
            yield argument, 0, kind
    elif name.startswith("auto") and (code := _DOTTED.match(argument)):
        is_module = name == "automodule"
        yield code[0], 0, "module" if is_module else "definition"
    elif name == "toctree":
        for target, at in _toctree_entries(content):
            yield target, at + 1, "document"


#: What autodoc's directives take.
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def _toctree_entries(content: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the entries of a ``toctree``, each with the index of its line."""
    globbing = False
    options = True
    fenced = bool(content) and content[0].strip() == "---"
    for number, line in enumerate(content):
        entry = line.strip()
        if fenced:
            # Options as YAML.
            globbing = globbing or entry.startswith("glob")
            fenced = number == 0 or entry != "---"
            continue
        options = options and bool(OPTION.match(line))
        if options:
            globbing = globbing or entry.startswith(":glob:")
            continue
        if not entry or entry == "self" or entry.startswith(".."):
            continue
        if titled := TITLED.match(entry):
            entry = titled[1].strip()
        if not (globbing and re.search(r"[*?\[]", entry)):
            yield entry, number
