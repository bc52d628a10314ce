"""Which files of Go may be in one build: https://pkg.go.dev/cmd/go#hdr-Build_constraints.

A constraint is kept as cases, of which one has to hold: each says of some tags whether
they are set. What is too long, or none of Go, excludes nothing.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache, reduce
from typing import Final

#: The systems on which ``unix`` is set, and others.
_UNIX: Final = frozenset(
    (
        *("aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos"),
        *("ios", "linux", "netbsd", "openbsd", "solaris"),
    )
)
_SYSTEMS: Final = _UNIX | {"js", "nacl", "plan9", "wasip1", "windows", "zos"}
#: The systems on which another's tag is set, too.
_IMPLIED: Final = {"android": "linux", "illumos": "solaris", "ios": "darwin"}
_PROCESSORS: Final = frozenset(
    (
        *("386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le"),
        *("mipsle", "ppc64", "ppc64le", "riscv64", "s390x", "wasm"),
    )
)
#: The tags that are set on some systems alone.
_OF_ONE: Final = {"unix": _UNIX, "wasm": frozenset({"js", "nacl", "wasip1"})}
#: What ends the name of a file that is built for one system, or processor, only.
_SUFFIXES: Final = re.compile(
    rf"(?:_({'|'.join(_SYSTEMS)}))?(?:_({'|'.join(_PROCESSORS)}))?(?:_test)?\.go$"
)
_TOKENS: Final = re.compile(r"&&|\|\||[!()]|[\w.]+")
_BINDS: Final = {"(": 0, "||": 1, "&&": 2, "!": 3}
#: How many cases are kept.
_MOST: Final = 50

Cases = frozenset[frozenset[tuple[str, bool]]]
Builds = tuple[Cases, Cases]
"""The cases in which a constraint holds, and those in which it does not."""
_ALL: Final[Builds] = frozenset({frozenset()}), frozenset()


def builds_of(path: str, constraint: str) -> Builds:
    """Return when a file is built, by its name and its constraint."""
    match = _SUFFIXES.search(path)
    builds = [_tag(tag) for tag in match.groups() if tag] if match else []
    with suppress(IndexError, ValueError):
        builds += [_parsed(constraint)] if constraint else []
    return reduce(_both, builds, _ALL)


@lru_cache(10_000)
def together(some: Cases, others: Cases) -> Cases:
    """Return the cases in which two constraints hold; empty if there are none."""
    return frozenset(
        case for one in some for other in others if _may_be(case := one | other)
    )


def _both(one: Builds, other: Builds) -> Builds:
    return together(one[0], other[0]), one[1] | other[1]


def _parsed(constraint: str) -> Builds:
    """Return when a constraint holds.

    :raises IndexError: and :exc:`ValueError` if it is none, or one of too many cases.
    """
    values: list[Builds] = []
    waiting = ["("]

    def apply() -> None:
        sign, last = waiting.pop(), values.pop()
        if sign == "&&":
            last = _both(values.pop(), last)
        elif sign == "||":
            last = _both(values.pop()[::-1], last[::-1])[::-1]
        else:
            last = last[::-1]
        if len(last[0]) > _MOST or len(last[1]) > _MOST:
            raise ValueError(constraint)
        values.append(last)

    for token in (*_TOKENS.findall(constraint), ")"):
        if token == ")":
            while waiting[-1] != "(":
                apply()
            waiting.pop()
        elif token in _BINDS:
            while token in {"&&", "||"} and _BINDS[waiting[-1]] >= _BINDS[token]:
                apply()
            waiting.append(token)
        else:
            values.append(_tag(token))
    if waiting or len(values) > 1:
        raise ValueError(constraint)
    return values[0]


def _tag(name: str) -> Builds:
    """Return when a tag is set, and when not; ``ignore`` never is, by custom."""
    unset = frozenset({frozenset({(name, False)})})
    is_set = frozenset() if name == "ignore" else frozenset({frozenset({(name, True)})})
    return is_set, unset


def _may_be(case: frozenset[tuple[str, bool]]) -> bool:
    """Tell whether tags may be set and not set so in one build."""
    tags = {name for name, is_set in case if is_set}
    systems = tags & _SYSTEMS
    systems -= {_IMPLIED.get(name, "") for name in systems}
    if len(systems) > 1 or len(tags & _PROCESSORS) > 1:
        return False
    if any(systems - others and name in tags for name, others in _OF_ONE.items()):
        return False
    implied = {_IMPLIED.get(name, "") for name in systems}
    implied |= {"unix"} if systems & _UNIX else set()
    return not any((name, False) in case for name in tags | implied)
