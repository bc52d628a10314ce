"""The keys that TOML, YAML and JSON files begin with, as an outline of them.

A file of many keys is a table of data, which no outline makes clearer.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Final

import yaml

from ...model.facts import Heading
from ..project.toml_lines import toml_lines

#: Longer texts, and those with more keys, are data.
_MOST_CHARACTERS: Final = 100_000
_MOST_KEYS: Final = 100
_JSON_TOKEN: Final = re.compile(r'(?P<string>"(?:\\.|[^"\\])*")(?P<key>\s*:)?|[{}\[\]]')
_YAML_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def keys(kind: str, text: str) -> tuple[Heading, ...]:
    """Return the keys of the first level, of TOML also the tables of the second.

    :param kind: the type of the file.
    :return: nothing of another type, for what is not valid, and for data.
    """
    read = _READERS.get(kind)
    if read is None or len(text) > _MOST_CHARACTERS:
        return ()
    try:
        headings = read(text)
    except (ValueError, RecursionError, yaml.YAMLError):
        return ()
    return tuple(headings) if len(headings) <= _MOST_KEYS else ()


def _toml(text: str) -> list[Heading]:
    document = tomllib.loads(text)
    lines = toml_lines(text)
    headings = []
    for first, value in document.items():
        headings.append(Heading(first, lines.get((first,), 1), 1))
        for second, inner in value.items() if isinstance(value, dict) else ():
            if isinstance(inner, dict):
                line = lines.get((first, second), 1)
                headings.append(Heading(f"{first}.{second}", line, 2))
    return sorted(headings, key=lambda heading: heading.line)


def _yaml(text: str) -> list[Heading]:
    return [
        Heading(str(key.value), key.start_mark.line + 1, 1)
        for node in yaml.compose_all(text, Loader=_YAML_LOADER)
        if isinstance(node, yaml.MappingNode)
        for key, _ in node.value
        if isinstance(key, yaml.ScalarNode)
    ]


def _json(text: str) -> list[Heading]:
    if not isinstance(json.loads(text), dict):
        return []
    headings = []
    depth, line, done = 0, 1, 0
    for match in _JSON_TOKEN.finditer(text):
        line += text.count("\n", done, match.start())
        done = match.start()
        if match["string"] is None:
            depth += 1 if match[0] in "{[" else -1
        elif depth == 1 and match["key"] is not None:
            headings.append(Heading(json.loads(match["string"]), line, 1))
    return headings


_READERS: Final = {"TOML": _toml, "YAML": _yaml, "JSON": _json}
