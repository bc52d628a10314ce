"""The licence that the head of a file names, and its mark of a generated file."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ..model.facts import Remark

#: The number of lines at the top that are looked at.
HEAD: Final = 40
#: How many lines are remembered: the files of a project begin alike.
_KEPT: Final = 1_000

_SPDX: Final = re.compile(r"SPDX-License-Identifier:\s*([\w.+() -]*[\w.+)])")
# The words by which licences name themselves in the headers that they recommend,
# with their SPDX identifiers.
_LICENCES: Final = tuple(
    (re.compile(words, re.IGNORECASE), name)
    for words, name in (
        (
            r"License(d|s this file to you) under the Apache License,? Version 2\.0",
            "Apache-2.0",
        ),
        # The head of its own text.
        (r"^\s*Version 2\.0, January 2004", "Apache-2.0"),
        (r"GNU Affero General Public License", "AGPL"),
        (r"GNU Lesser General Public License", "LGPL"),
        (r"GNU General Public License", "GPL"),
        (r"Mozilla Public License,? v\.? ?2\.0", "MPL-2.0"),
        (
            r"(released|licensed|distributed) under the (terms of the )?MIT license",
            "MIT",
        ),
        (r"Permission is hereby granted, free of charge, to any person", "MIT"),
        (r"BSD-style license", "BSD style"),
        (r"Redistribution and use in source and binary forms", "BSD style"),
    )
)
#: One of them stands in each of the above: few texts need a look at every line.
_LICENCE_WORDS: Final = (
    *("license", "licence", "permission is hereby granted", "redistribution and use"),
)
# As generators write it; the first is GitHub's and Phabricator's mark.
_GENERATED: Final = re.compile(
    r"@generated\b|\b(auto-?generated|automatically generated|generated (by|from|file|"
    r"code|automatically))\b[^\n]*|do not (edit|modify)\b",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"\s*(#|//|/\*|\*|--|;|%|\.\.|<!--|\"\"\"|''')")


def licence(text: str) -> Remark | None:
    """Return the licence that the head of a file names, and the line."""
    head = text.split("\n", HEAD)[:HEAD]
    lowered = "\n".join(head).lower()
    if not any(words in lowered for words in _LICENCE_WORDS):
        return None
    for number, line in enumerate(head, 1):
        if match := _SPDX.search(line):
            return Remark(match[1], number)
    for number, line in enumerate(head, 1):
        if name := _named_licence(line):
            return Remark(name, number)
    return None


@lru_cache(_KEPT)
def _named_licence(line: str) -> str:
    return next((name for words, name in _LICENCES if words.search(line)), "")


@lru_cache(_KEPT)
def says_generated(line: str) -> bool:
    """Tell whether a program says in a line that it wrote the file."""
    return bool(_GENERATED.search(line))


def generated(text: str) -> Remark | None:
    """Return the line in the head of a file by which a program says that it wrote it.

    Only a comment that begins the file counts; a sentence further down may be
    about another file.
    """
    for number, line in enumerate(text.split("\n", HEAD)[:HEAD], 1):
        if line.strip() and not _COMMENT.match(line):
            return None
        if says_generated(line):
            return Remark(line.strip().lstrip("#/*-;%. ").strip(), number)
    return None
