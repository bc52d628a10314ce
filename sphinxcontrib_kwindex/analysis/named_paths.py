"""The paths of files that code, templates and settings name.

``render(request, "shop/cart.html")``, ``{% extends "base.html" %}``, ``bash
scripts/test.sh``: what they mean, the tree tells (:mod:`~.links.text_links`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import Final

from ..model.facts import FileFacts, Mention

#: The ends of names of files: of languages, templates, settings, data and pictures.
_SUFFIX: Final = re.compile(
    r"""\.(?:
        bat|c|cc|cfg|cjs|cmake|conf|cpp|cs|css|csv|cu|cuh|cxx|gif|go|gql|graphql|h|hh
      | hpp|html?|ico|in|ini|ipynb|j2|java|jinja2?|jpe?g|jsx?|json|kts?|less|lua|mako|md
      | mjs|mk|php|phtml|pl|png|po|pot|proto|ps1|pug|pxd|py|pyi|pyx|r|rb|rs|rst|s?css
      | sh|sql|svelte|svg|tmpl|toml|tpl|tsv|tsx?|ttf|twig|txt|vue|webp|woff2?|xml|xsl
      | ya?ml
    )(?![\w/-]|\.\w)""",
    re.VERBOSE,
)
_OF_PATHS: Final = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@+./-"
)
#: A longer one is none.
_LONGEST: Final = 200
_QUOTES: Final = frozenset("\"'`")
#: What stands before the end of something longer, of which only a run knows the rest.
_CUT: Final = frozenset("}*$%>:\\#?&~")
#: Types of files in which words without quotes name files, as no members are there.
_PLAIN: Final = re.compile(r"Bash|Batchfile|CMake|Docker|INI|Makefile|TOML|YAML")
#: Where the files of Django's commands are in an application, and what calls one.
COMMANDS: Final = "management/commands/"
_COMMAND: Final = re.compile(r"""\bcall_command\(\s*["'](\w+)["']""")
#: What begins a line of Go that names the files of a program.
_EMBEDS: Final = "//go:embed "
#: Types of other files, of no language, in which quotes stand around paths.
_QUOTING: Final = re.compile(r"CSS|LESS|SCSS|XML|Mako|.*(?:Jinja|HTML).*")


def named_paths(facts: FileFacts, text: str) -> tuple[Mention, ...]:
    """Return what may name other files in code, a template or settings.

    :param facts: what else is known of the file. What it imports is known already.
    """
    plain = _PLAIN.fullmatch(facts.type) is not None
    if not (facts.source or plain or _QUOTING.fullmatch(facts.type)):
        return ()
    imported = {
        line
        for row in facts.imports
        for line in range(row.line, max(row.line, row.end_line) + 1)
    }
    mentions = tuple(_mentions(text, imported, plain=plain))
    if any(row.module.startswith("django.core.management") for row in facts.imports):
        mentions += tuple(_commands(text))
    return mentions


def _mentions(text: str, imported: Set[int], *, plain: bool) -> Iterator[Mention]:
    line, beginning, counted = 1, 0, 0
    for match in _SUFFIX.finditer(text):
        at = match.start()
        line += text.count("\n", counted, at)
        beginning = max(beginning, text.rfind("\n", counted, at) + 1)
        counted = at
        before = text[max(beginning, at - _LONGEST) : at]
        path = f"{before[len(before.rstrip(_OF_PATHS)) :]}{match[0]}"
        start = match.end() - len(path)
        mark = text[start - 1] if start > beginning else ""
        quoted = mark in _QUOTES and text.startswith(mark, match.end())
        bare = plain or text.startswith(_EMBEDS, beginning)
        if (
            line not in imported
            and (quoted or bare or "/" in path)
            and _is_path(path, mark)
        ):
            yield Mention(path, line, start - beginning, len(path), "path")


def _commands(text: str) -> Iterator[Mention]:
    """Yield the commands of Django that are called by their names."""
    for match in _COMMAND.finditer(text):
        start, name = match.start(1), match[1]
        line = text.count("\n", 0, start) + 1
        column = start - text.rfind("\n", 0, start) - 1
        yield Mention(f"{COMMANDS}{name}.py", line, column, len(name), "path")


def _is_path(path: str, before: str) -> bool:
    """Tell whether a word may name a file.

    :param before: the character before it.
    """
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return (
        bool(stem) and len(path) < _LONGEST and "//" not in path and before not in _CUT
    )
