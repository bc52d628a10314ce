"""Which directives and roles act in somebody else's docstring.

A docstring is written for its own project: it names directives of extensions
that are not loaded here, and directives that would define objects, read files
or number equations in *this* manual. So nothing acts that is not listed here.
Listed are those that only present text: the standard ones of docutils and
Sphinx, and cross-references, which a later step resolves. Where Sphinx's own
directive also notes something in the environment, a variant stands here that
does not. Directives without anything to show (``currentmodule``, ``index``)
vanish; any other shows its own source, and an unknown role shows its text as a
literal, so that nothing is lost.

:class:`DocstringMarkup` puts these rules in force for the time of one parse,
the way Sphinx's own ``sphinx_domains`` does.
"""

from __future__ import annotations

import copy
from itertools import count
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from docutils.parsers.rst.directives import admonitions, body, images, misc, tables
from docutils.utils import unescape
from sphinx import addnodes
from sphinx.directives import code, other, patches
from sphinx.domains.changeset import versionlabel_classes, versionlabels
from sphinx.roles import XRefRole, code_role, generic_docroles, specific_docroles
from sphinx.util.docutils import CustomReSTDispatcher, SphinxDirective

from .cleaning import as_written, source_block
from .repair import AS_WRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from docutils.utils import Reporter
    from sphinx.environment import BuildEnvironment

    RoleResult = tuple[list[nodes.Node], list[nodes.system_message]]
    Role = Callable[..., RoleResult]


class BystanderEnvironment:
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
        if hasattr(env, "current_document"):  # Sphinx 8.2 and later
            self.current_document = copy.copy(env.current_document)
            self.current_document.highlight_language = ""
            self.temp_data: Any = self.current_document
        else:
            self.temp_data = dict(env.temp_data)
            self.temp_data.pop("highlight_language", None)

    def new_serialno(self, category: str = "") -> int:
        """Return a number that no other call for this docstring got."""
        return next(self._serial)

    def __getattr__(self, name: str) -> Any:
        """Look up everything else in the environment proper."""
        if name.startswith("note_"):
            return _note_nothing
        return getattr(self._env, name)


def _note_nothing(*_args: object, **_options: object) -> None:
    pass


# -- directives -------------------------------------------------------------


def _source(directive: Directive) -> list[nodes.Node]:
    return [source_block(directive.block_text.rstrip())]


class SourceText(Directive):
    """Shows the directive as it was written: it is unknown or not allowed."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the source as a literal block."""
        return _source(self)


class AsWritten(Directive):
    """Shows its content as it stands; written by :mod:`.repair`."""

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


class VersionChange(SphinxDirective):
    """``versionadded`` and its like, without the entry in the list of changes."""

    has_content = True
    required_arguments = 1
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a ``versionmodified`` node that opens with its label."""
        name = self.name.lower()
        name = _VERSION_ALIASES.get(name, name)
        node = addnodes.versionmodified()
        node["type"], node["version"] = name, self.arguments[0]
        messages: list[nodes.system_message] = []
        if len(self.arguments) == 2:
            inline, messages = self.parse_inline(self.arguments[1], lineno=self.lineno)
            node += nodes.paragraph("", "", *inline)
        node.extend(self.parse_content_to_nodes())
        label = str(versionlabels[name]) % self.arguments[0]
        first = node[0] if node.children else None
        if isinstance(first, nodes.paragraph):
            label += ": "
        else:
            label += ":" if node.children else "."
            first = nodes.paragraph()
            node.insert(0, first)
        classes = ["versionmodified", versionlabel_classes[name]]
        first.insert(0, nodes.inline("", label, classes=classes))
        return [node, *messages]


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
        language = _TEST_LANGUAGES[self.name.lower()]
        return [nodes.literal_block(text, text, language=language, force=True)]


_TEST_LANGUAGES: Final = {
    "doctest": "pycon",
    "testcode": "python",
    "testoutput": "none",
}


def _named(directive: type[Directive], *names: str) -> dict[str, type[Directive]]:
    return dict.fromkeys(names, directive)


#: The directives that act, by name, a prefix of the Python domain left out.
DIRECTIVES: Final[dict[str, type[Directive]]] = {
    "admonition": admonitions.Admonition,
    "attention": admonitions.Attention,
    "caution": admonitions.Caution,
    "danger": admonitions.Danger,
    "error": admonitions.Error,
    "hint": admonitions.Hint,
    "important": admonitions.Important,
    "note": admonitions.Note,
    "tip": admonitions.Tip,
    "warning": admonitions.Warning,
    "seealso": SeeAlso,
    "todo": Todo,
    "compound": body.Compound,
    "container": body.Container,
    "epigraph": body.Epigraph,
    "highlights": body.Highlights,
    "line-block": body.LineBlock,
    "parsed-literal": body.ParsedLiteral,
    "pull-quote": body.PullQuote,
    "rubric": patches.Rubric,
    "sidebar": body.Sidebar,
    "topic": body.Topic,
    "csv-table": CSVTable,
    "list-table": tables.ListTable,
    "table": tables.RSTTable,
    "figure": images.Figure,
    "image": images.Image,
    "replace": misc.Replace,
    "unicode": misc.Unicode,
    "math": Math,
    "code": patches.Code,
    "centered": other.Centered,
    AS_WRITTEN: AsWritten,
    "hlist": HList,
    **_named(code.CodeBlock, "code-block", "sourcecode"),
    **_named(TestCode, *_TEST_LANGUAGES),
    **_named(VersionChange, *versionlabels, *_VERSION_ALIASES),
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

# -- roles ------------------------------------------------------------------


def literal_role(
    _name: str,
    rawtext: str,
    text: str,
    _lineno: int,
    _inliner: object,
    _options: dict[str, Any] | None = None,
    _content: Sequence[str] | None = None,
) -> RoleResult:
    """Show the text of a role that is unknown or not allowed."""
    return [nodes.literal(rawtext, unescape(text))], []


def index_role(
    _name: str,
    _rawtext: str,
    text: str,
    _lineno: int,
    _inliner: object,
    _options: dict[str, Any] | None = None,
    _content: Sequence[str] | None = None,
) -> RoleResult:
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

#: A warning tells of each ``numref`` to something without a number, whatever
#: the reference says of warnings.
_ROLES_THAT_WARN: Final = frozenset({"numref"})


class DocstringMarkup(CustomReSTDispatcher):
    """Puts the rules of this module in force; a context manager.

    :param env: the environment whose domains give the cross-reference roles.
    """

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__()
        self._env = env
        self._roles: dict[str, Role] = {}

    def directive(
        self,
        directive_name: str,
        language_module: ModuleType,
        document: nodes.document,
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
        name = role_name.lower()
        if name not in self._roles:
            self._roles[name] = self._find_role(name)
        return self._roles[name], []

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
