"""Which directives and roles act in somebody else's docstring.

A docstring is written for its own project: it names directives of extensions that are
not loaded here, and directives that would define objects, read files or number
equations in *this* manual. So nothing acts but what is listed here, and
cross-references, which a later step resolves.

The directives are those that only present text: the standard ones of docutils and
Sphinx. Where Sphinx's own directive also notes something in the environment, a variant
stands here that does not. Directives without anything to show (``currentmodule``,
``index``) vanish; any other shows its own source, so that nothing is lost.

:class:`DocstringMarkup` puts these rules in force for the time of one parse,
the way Sphinx's own ``sphinx_domains`` does.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from itertools import count
from types import ModuleType
from typing import Any, ClassVar, Final, TypeAlias

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.directives import admonitions, body, images, misc, tables
from docutils.utils import Reporter, unescape
from sphinx import addnodes
from sphinx.directives import code, other, patches
from sphinx.domains import changeset
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole, code_role, generic_docroles, specific_docroles
from sphinx.util.docutils import CustomReSTDispatcher, SphinxDirective

from .cleaning import as_written, source_block
from .indentation import AS_WRITTEN


def _source(directive: Directive) -> list[nodes.Node]:
    return [source_block(directive.block_text.rstrip())]


class SourceText(Directive):
    """Shows the directive as it was written: it is unknown or not allowed."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the source as a literal block."""
        return _source(self)


class AsWritten(Directive):
    """Shows its content as it stands; written by :mod:`.indentation`."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the content as a literal block."""
        return [as_written("\n".join(self.content))]


class Nothing(Directive):
    """Shows nothing: the directive only speaks to the author's own build."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return no nodes."""
        return []


class ContentOnly(SphinxDirective):
    """Shows the content alone, for directives that only add style classes."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the parsed content."""
        return self.parse_content_to_nodes()


class _AnyOption(dict[str, Any]):
    """An option specification that takes every option as text."""

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, _name: str) -> Any:
        return directives.unchanged


class Description(SphinxDirective):
    """``.. method:: name(…)`` as a term and its definition; defines no object.

    Napoleon writes such directives for the sections "Methods" and "Attributes".
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = _AnyOption()

    def run(self) -> list[nodes.Node]:
        """Return a definition list with one item a signature."""
        described = nodes.definition_list()
        definition = nodes.definition()
        for signature in self.arguments[0].splitlines():
            text = signature.strip()
            if "type" in self.options:
                text += f": {self.options['type']}"
            term = nodes.term("", "", nodes.literal(text, text))
            definition = nodes.definition()
            described += nodes.definition_list_item("", term, definition)
        definition.extend(self.parse_content_to_nodes())
        return [described]


class SeeAlso(admonitions.BaseAdmonition):
    """Sphinx's ``seealso``."""

    node_class = addnodes.seealso


class Todo(admonitions.BaseAdmonition):
    """``todo``, which Google and NumPy docstrings have without any extension."""

    node_class = nodes.admonition

    def run(self) -> list[nodes.Node]:
        """Return an admonition with a title."""
        self.arguments = ["Todo"]
        return list(super().run())


class VersionChange(changeset.VersionChange):
    """``versionadded`` and its like, without the entry in the list of changes."""

    def run(self) -> list[nodes.Node]:
        """Return what Sphinx does, and take the entry back."""
        name = self.name.lower()
        self.name = _VERSION_ALIASES.get(name, name)
        changes: Any = self.env.get_domain("changeset")
        made = super().run()
        version = self.arguments[0]
        changes.changesets[version].pop()
        if not changes.changesets[version]:
            del changes.changesets[version]
        return made


_VERSION_ALIASES: Final = {
    "version-added": "versionadded",
    "version-changed": "versionchanged",
    "version-deprecated": "deprecated",
    "version-removed": "versionremoved",
}


class Math(patches.MathDirective):
    """``math`` without a label: it would number and register the equation."""

    def add_target(self, ret: list[nodes.Node]) -> None:
        """Forget the label instead."""
        for node in ret:
            if isinstance(node, nodes.math_block):
                node["label"] = None


class HList(other.HList):
    """``hlist``; what is not one list is shown as it is."""

    def run(self) -> list[nodes.Node]:
        """Return the columns or else the content."""
        return super().run() or self.parse_content_to_nodes()


class CSVTable(tables.CSVTable):
    """``csv-table`` with its rows in the docstring, never in a file."""

    def run(self) -> list[Any]:
        """Return the table, or its source where the rows are elsewhere."""
        if "file" in self.options or "url" in self.options:
            return _source(self)
        return list(super().run())


class TestCode(Directive):
    """``testcode`` and its like of :mod:`sphinx.ext.doctest`, as code."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = _AnyOption()

    def run(self) -> list[nodes.Node]:
        """Return the content as a literal block, nothing where it is hidden."""
        text = "\n".join(self.content)
        if not text or "hide" in self.options:
            return []
        language = _LANGUAGES[self.name.lower()]
        return [nodes.literal_block(text, text, language=language, force=True)]


_LANGUAGES: Final = {"doctest": "pycon", "testcode": "python", "testoutput": "none"}


def _named(directive: type[Directive], *names: str) -> dict[str, type[Directive]]:
    return dict.fromkeys(names, directive)


def _of(module: ModuleType, *names: str) -> dict[str, type[Directive]]:
    """Return the directives of a module whose classes are called as they are."""
    return {name: getattr(module, name.title().replace("-", "")) for name in names}


#: The directives that act, by name, a prefix of the Python domain left out.
DIRECTIVES: Final[dict[str, type[Directive]]] = {
    **_of(admonitions, "admonition", "attention", "caution", "danger", "error"),
    **_of(admonitions, "hint", "important", "note", "tip", "warning"),
    **_of(body, "compound", "container", "epigraph", "highlights", "line-block"),
    **_of(body, "parsed-literal", "pull-quote", "sidebar", "topic"),
    **_of(images, "figure", "image"),
    **_of(misc, "replace", "unicode"),
    **_of(patches, "code", "rubric"),
    "seealso": SeeAlso,
    "todo": Todo,
    "csv-table": CSVTable,
    "list-table": tables.ListTable,
    "table": tables.RSTTable,
    "math": Math,
    "centered": other.Centered,
    AS_WRITTEN: AsWritten,
    "hlist": HList,
    **_named(code.CodeBlock, "code-block", "sourcecode"),
    **_named(TestCode, *_LANGUAGES),
    **_named(VersionChange, *changeset.versionlabels, *_VERSION_ALIASES),
    **_named(ContentOnly, "cssclass", "rst-class"),
    **_named(
        Description,
        *("attribute", "class", "classmethod", "data", "decorator"),
        *("decoratormethod", "exception", "function", "method", "property"),
        *("staticmethod", "type"),
    ),
    **_named(
        Nothing,
        *("codeauthor", "contents", "currentmodule", "date", "default-domain"),
        *("default-role", "highlight", "index", "meta", "module", "moduleauthor"),
        *("program", "role", "sectionauthor", "sectnum", "tabularcolumns"),
        *("target-notes", "testcleanup", "testsetup", "title"),
    ),
}


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
    generic = (
        *("emphasis", "literal", "strong", "acronym", "abbreviation", "subscript"),
        *("superscript", "title-reference"),
    )
    table: dict[str, Any] = {
        name: roles.GenericRole(name, getattr(nodes, name.replace("-", "_")))
        for name in generic
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
