"""What stands before the name of a definition, and behind it, where it is shown."""

from __future__ import annotations

import re
from typing import Final

from .facts import Definition
from .kinds import CALLABLES, WITH_BODY
from .references import DEFAULT

#: What stands before the names of definitions of Python.
KEYWORDS: Final = {"class": "class ", "function": "def ", "method": "def "}


def is_call(definition: Definition) -> bool:
    """Tell whether a test is a call, named by its title: ``it("works")``."""
    return "test" in definition.modifiers and definition.name.endswith('")')


def heads(definition: Definition, *, python: bool) -> list[tuple[str, str]]:
    """Return what stands before the name of a definition and behind it, of each."""
    if is_call(definition):
        return [("", "")]
    keyword = KEYWORDS.get(definition.kind, "") if python else ""
    if definition.head:
        at = name_in_head(definition)
        if at >= 0:
            end = at + len(definition.name)
            behind = definition.head[end:] + _macro_value(definition)
            return [(definition.head[:at], behind)]
        if definition.name.startswith("["):
            # "'two words' = 1" is what "['two words'] = 1" is.
            before, quoted, behind = definition.head.partition(definition.name[1:-1])
            return [(before, behind if quoted else "")]
        if definition.name == DEFAULT:
            # "module.exports = function (a) {…}" names nothing.
            return [("", f": {definition.head}")]
        keyword = f"{definition.head} "
    if "async" in definition.modifiers and keyword and python:
        keyword = f"async {keyword}"
    if definition.kind in WITH_BODY:
        # A property and its setter, and branches of an "if" often look alike.
        signatures = tuple(dict.fromkeys(definition.signatures))
        return [(keyword, signature) for signature in signatures or ("",)]
    return [(keyword, annotation_and_value(definition))]


def _macro_value(definition: Definition) -> str:
    """Return what a macro stands for, if that is one thing on its line."""
    is_plain = definition.kind == "macro" and definition.lines == (definition.end_line,)
    return f" {definition.value}" if is_plain and definition.value else ""


def annotation_and_value(definition: Definition) -> str:
    """Return what is written behind the name of a variable."""
    annotation = f": {definition.annotation}" if definition.annotation else ""
    value = f" = {definition.value}" if definition.value else ""
    return annotation + value


def shown_signature(definition: Definition) -> str:
    """Return the signature of a definition where only one is shown.

    Of overloads that is the last, what implements them: it takes whatever they take.
    """
    if not definition.signatures:
        return ""
    return definition.signatures[-1 if "overload" in definition.modifiers else 0]


def name_in_head(definition: Definition) -> int:
    """Return where the name of a definition stands in its head, -1 if nowhere."""
    name = re.escape(definition.name)
    matches = list(re.finditer(rf"(?<![\w~]){name}(?!\w)", definition.head))
    # "Foo::Foo(int)", but "clean:: all" and "namespace a::inline b"
    places = [
        match for match in matches if not definition.head.startswith("::", match.end())
    ] or matches
    if definition.kind in CALLABLES:
        # "Foo make(Foo other)" is looked for by what is behind a name.
        rests = ((place, definition.head[place.end() :].lstrip()) for place in places)
        called = [place for place, rest in rests if rest.startswith("(")]
        places = called or places
    return places[0].start() if places else -1


def written(definition: Definition, *, python: bool, longest: int) -> str:
    """Return a definition as it is written, on one line.

    :param longest: characters behind the name that are kept.
    """
    before, after = heads(definition, python=python)[0]
    if python and not definition.head and definition.kind in WITH_BODY:
        after = shown_signature(definition)
    cut = after if len(after) <= longest else f"{after[:longest]}…"
    return f"{before}{definition.name}{cut}"
