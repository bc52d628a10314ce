"""Badges of a definition: deprecated, abstract, complex, and so on."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from ...codemap.code_map import CodeMap
from ...codemap.comparison.changes_since import labels
from ...i18n import mark, say
from ..control_characters import printable

#: The labels of the patterns that are marks.
_LABELS: Final = {
    "deprecated": mark("deprecated"),
    "deprecation warning": mark("issues a deprecation warning"),
}
# Indented, it is about a parameter or an example.
_DIRECTIVE: Final = re.compile(r"^\.\. deprecated::", re.MULTILINE)


def badges(code: CodeMap, path: str) -> dict[str, tuple[str, ...]]:
    """Return labels by qualified name: what is deprecated, and what warns of it.

    Of what an extension module offers its name in Python is said, too, and what is new
    or has another signature since the version that pages compare with.
    """
    facts = code.facts(path)
    labels_by_name: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for definition in facts.definitions:
        if _DIRECTIVE.search(definition.docstring):
            labels_by_name[definition.qualname][say("deprecated")] = None
    for pattern in facts.patterns:
        if label := _LABELS.get(pattern.name):
            labels_by_name[pattern.qualname][say(label)] = None
    for exposed in facts.exposed:
        label = say("{name} in Python", name=exposed.name)
        labels_by_name[exposed.qualname][label] = None
    version = printable(code.settings.changes_since)
    for qualname, text in labels(code, path).items():
        labels_by_name[qualname][say(text, version=version)] = None
    return {qualname: tuple(several) for qualname, several in labels_by_name.items()}
