"""Which directives and roles act in somebody else's docstring.

A docstring is written for its own project: it names directives of extensions that are
not loaded here, and directives that would define objects, read files or number
equations in *this* manual. So nothing acts but what :mod:`.allowed_markup` lists, and
cross-references, which a later step resolves.

:class:`DocstringMarkup` puts these rules in force for the time of one parse,
the way Sphinx's own ``sphinx_domains`` does.
"""

from __future__ import annotations

import copy
from functools import cache
from itertools import count
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.roles import XRefRole
from sphinx.util.docutils import CustomReSTDispatcher

from .allowed_markup import (
    DIRECTIVES,
    STANDARD_ROLES,
    Role,
    SourceText,
    literal_role,
)

if TYPE_CHECKING:
    from docutils.utils import Reporter
    from sphinx.environment import BuildEnvironment

#: A warning tells of each ``numref`` to something without a number, whatever
#: the reference says of warnings.
_ROLES_THAT_WARN: Final = frozenset({"numref"})


class ReadOnlyEnvironment:
    """The build environment as a docstring's roles and directives see it.

    They may look at everything, but what they note about the document that is
    being read (serial numbers, dependencies, the current module) goes nowhere.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        # A docstring knows nothing of the ``currentmodule`` of the page that
        # shows it.
        self.ref_context: dict[str, Any] = {}
        self._serial = count()
        self.current_document = copy.copy(env.current_document)
        self.current_document.highlight_language = ""
        self.temp_data = self.current_document

    def new_serialno(self, category: str = "") -> int:
        """Return a number that no other call for this docstring got."""
        return next(self._serial)

    def __getattr__(self, name: str) -> Any:
        """Look up everything else in the environment proper."""
        if name.startswith("note_"):
            return lambda *_args, **_options: None
        return getattr(self._env, name)


class DocstringMarkup(CustomReSTDispatcher):
    """Puts the rules of this module in force; a context manager.

    :param env: the environment whose domains give the cross-reference roles.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__()
        self._env = env
        self._found_role = cache(self._find_role)

    def directive(
        self, directive_name: str, language_module: ModuleType, document: nodes.document
    ) -> tuple[type[Directive] | None, list[nodes.system_message]]:
        """Return what acts under this name; never nothing."""
        name = directive_name.lower().removeprefix("py:")
        return DIRECTIVES.get(name, SourceText), []

    def role(
        self,
        role_name: str,
        language_module: ModuleType,
        lineno: int,
        reporter: Reporter,
    ) -> tuple[Any, list[nodes.system_message]]:
        """Return the role of this name; never nothing."""
        return self._found_role(role_name.lower()), []

    def _find_role(self, name: str) -> Role:
        if not name:  # text in single backquotes
            default = self._env.config.default_role
            return self._find_role(default or "title-reference")
        if name.startswith(("external:", "external+")):
            # Intersphinx warns of what it does not find; a plain reference is
            # looked up there too.
            name = name.partition(":")[2]
        domain, _, role = name.rpartition(":")
        if domain:
            return self._cross_reference(domain, role) or literal_role
        return STANDARD_ROLES.get(name) or self._unqualified(name) or literal_role

    def _unqualified(self, name: str) -> Role | None:
        """Return the cross-reference role of a name without a domain.

        Python's come first, whatever the manual's primary domain: this is a
        docstring.
        """
        for domain in ("py", "std", "math", self._env.config.primary_domain or ""):
            if role := self._cross_reference(domain, name):
                return role
        return None

    def _cross_reference(self, domain_name: str, name: str) -> Role | None:
        if name in _ROLES_THAT_WARN or domain_name not in self._env.domains:
            return None
        domain = self._env.domains[domain_name]
        if isinstance(domain.roles.get(name), XRefRole):
            return domain.role(name)
        return None
