"""What well-known configuration files in YAML set up, with the lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import yaml

from ...model.facts import Remark
from ..decoding import one_line

#: What PyYAML raises, the last two for what is not of the type that its tag says.
_INVALID: Final = (
    *(yaml.YAMLError, ValueError, RecursionError),
    *(LookupError, AttributeError),
)


def hooks(text: str) -> Iterator[Remark]:
    """Yield the hooks of pre-commit that a text sets up.

    :raise ValueError: it is not valid.
    """
    for repository in _items(_get(_root(text), "repos")):
        for hook in _items(_get(repository, "hooks")):
            name = _get(hook, "id")
            if isinstance(name, yaml.ScalarNode):
                yield _remark(name)


def names_in(text: str, key: str) -> Iterator[Remark]:
    """Yield the names in the mapping that a text has under a key.

    :raise ValueError: the text is not valid.
    """
    node = _get(_root(text), key)
    if isinstance(node, yaml.MappingNode):
        for name, _ in node.value:
            yield _remark(name)


def yaml_mapping(text: str) -> dict[object, object]:
    """Return the mapping that a text is; an empty one for any other."""
    try:
        data = yaml.safe_load(text)
    except _INVALID:
        return {}
    return data if isinstance(data, dict) else {}


def _root(text: str) -> yaml.Node | None:
    try:
        return yaml.compose(text, yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _get(node: yaml.Node | None, key: str) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value == key:
                return value
    return None


def _items(node: yaml.Node | None) -> list[yaml.Node]:
    return node.value if isinstance(node, yaml.SequenceNode) else []


def _remark(node: yaml.Node) -> Remark:
    return Remark(one_line(str(node.value)), node.start_mark.line + 1)
