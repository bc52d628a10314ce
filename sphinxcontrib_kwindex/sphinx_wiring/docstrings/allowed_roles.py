"""The roles without a domain that act in somebody else's docstring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from docutils import nodes
from docutils.parsers.rst import roles
from docutils.utils import unescape
from sphinx.roles import XRefRole, code_role, generic_docroles, specific_docroles

RoleResult: TypeAlias = tuple[list[nodes.Node], list[nodes.system_message]]
Role: TypeAlias = Callable[..., RoleResult]


def literal_role(_name: str, rawtext: str, text: str, *_context: object) -> RoleResult:
    """Show the text of a role that is unknown or not allowed."""
    return [nodes.literal(rawtext, unescape(text))], []


def index_role(_name: str, _rawtext: str, text: str, *_context: object) -> RoleResult:
    """Show the text of ``:index:`` and make no entry."""
    explicit = XRefRole.explicit_title_re.match(text)
    return [nodes.Text(unescape(explicit[1] if explicit else text))], []


def _standard_roles() -> dict[str, Role]:
    """Return the roles of docutils and Sphinx that belong to no domain."""
    generic: dict[str, type[nodes.Element]] = {
        "emphasis": nodes.emphasis,
        "literal": nodes.literal,
        "strong": nodes.strong,
        "acronym": nodes.acronym,
        "abbreviation": nodes.abbreviation,
        "subscript": nodes.subscript,
        "superscript": nodes.superscript,
        "title-reference": nodes.title_reference,
    }
    table: dict[str, Any] = {
        name: roles.GenericRole(name, node_class)
        for name, node_class in generic.items()
    }
    for name, node_class in generic_docroles.items():
        base: Any = roles.GenericRole(name, node_class)
        table[name] = roles.CustomRole(name, base, {"classes": [name]})
    table |= specific_docroles
    table |= {"code": code_role, "math": roles.math_role, "index": index_role}
    aliases = {
        "ac": "acronym",
        "sub": "subscript",
        "sup": "superscript",
        "t": "title-reference",
        "title": "title-reference",
        "pep-reference": "pep",
        "rfc-reference": "rfc",
    }
    for alias, name in aliases.items():
        table[alias] = table[name]
    # There is no file to download, and Sphinx's collector would look for it.
    table["download"] = literal_role
    return table


STANDARD_ROLES: Final = _standard_roles()
