"""Which files hold credentials, by their names.

The content of such a file must not be shown, so it is not even read: the file is
listed, and nothing more. The names are those that programs look for when they log in
somewhere, and those that gitleaks, GitHub's ``.gitignore`` templates and Gitrob's
signatures warn of. To add a name is to add it to ``credential_names.toml``.

No name of source code stands there, and no wildcard lets one in: ``credentials.py`` is
code about credentials.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from .input_filter import names_itself, patterns_of

#: A part of a name that says so.
_TO_BE_FILLED_IN: Final = re.compile(
    r"(?:^|[._-])(?:example|sample|template|dist|tmpl|tpl)s?(?:[._-]|$)"
)
#: What editors and people put behind the name of a copy.
_COPY: Final = re.compile(r"(?:~|\.(?:bak|backup|copy|old|orig|save|swp))$")


_Matcher = Callable[[str], object]
"""Finds whether a path, with a slash before it, fits one of some names."""


@cache
def _matchers() -> tuple[_Matcher, _Matcher, _Matcher]:
    """Return what finds the names of each list of ``credential_names.toml``."""
    text = Path(__file__).with_name("credential_names.toml").read_text("utf-8")
    always, filled_in, never = map(_matcher, tomllib.loads(text).values())
    return always, filled_in, never


def _matcher(names: Iterable[str]) -> _Matcher:
    parts = (
        re.escape(name).replace(r"\*", "[^/]*").replace(r"\?", "[^/]") for name in names
    )
    # It begins at a slash, and there are few; the names in a row would else be tried
    # at each character.
    return re.compile(f"/(?:{'|'.join(parts)})$").search


def holds_credentials(path: str) -> bool:
    """Return whether a file holds credentials, by its name.

    :param path: POSIX path from the root; the last folders in it may tell.
    """
    path = _COPY.sub("", f"/{path}".casefold())
    always, filled_in, never = _matchers()
    if always(path):
        return not never(path)
    if filled_in(path):
        name = path.rpartition("/")[2]
        return not (_TO_BE_FILLED_IN.search(name) or never(path))
    return False


def named_by(patterns: Sequence[str]) -> Callable[[str], bool]:
    """Return a function that tells whether one of *patterns* names a file.

    A pattern names the files that it matches themselves, if its last part is more than
    wildcards. A pattern that matches a folder above, or anything (``*``,
    ``/deploy/**``), was not written with such a file in mind.

    :param patterns: those of ``.gitignore``, all valid.
    """
    specs = [
        pattern
        for text in patterns
        if re.search(r"\w", re.sub(r"\[[^]]*]", "", text.rstrip().rpartition("/")[2]))
        for pattern in patterns_of(text)
        if pattern.include
    ]

    @cache
    def names(path: str) -> bool:
        return any(names_itself(pattern, path) for pattern in specs)

    return names
