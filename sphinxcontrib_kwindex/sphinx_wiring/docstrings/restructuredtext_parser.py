"""The parser for docstrings in reStructuredText.

It parses each text in a document of its own and returns the nodes that may
stand in another page. Docutils' parts are used directly, without its publisher
and without Sphinx's transforms: of those, only the ones that resolve links,
footnotes and substitutions inside the text have anything to do here, and only
where the text has such things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, Final, cast

from docutils import nodes
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList, string2lines
from docutils.transforms import Transform, references
from docutils.utils import new_document
from sphinx.domains.python import PyObject, PyTypedField  # type: ignore[attr-defined]
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.util.docfields import DocFieldTransformer, Field

from ..setup.docutils_settings import NEW_MACHINE, document_settings
from .allowed_markup import DocstringMarkup, ReadOnlyEnvironment
from .cleaning import ERROR_LEVEL, cleaned, keep_relative_links
from .indentation import AS_WRITTEN, repaired
from .limits import SUBSTITUTED, substitution_count

#: Settings of a document that opens no file and says nothing.
_QUIET: Final = {
    "_disable_config": True,
    "file_insertion_enabled": False,
    "halt_level": 6,
    # Names of directives and admonitions are English, whatever the manual is.
    "language_code": "en",
    "raw_enabled": False,
    "record_dependencies": None,
    "report_level": 5,
    "smart_quotes": False,
    "warning_stream": False,
}


#: The one structural error that can be repaired.
_UNEXPECTED: Final = "Unexpected indentation."

#: What speaks to doctest alone: what Sphinx takes out of examples, too.
_FLAGS: Final = re.compile(r"^\s*<BLANKLINE>|[ \t]*#\s*doctest:.+$", re.MULTILINE)

#: How often a text is parsed: a repair may bring another error to light.
_ATTEMPTS: Final = 4


def _trim_flags(document: nodes.document) -> None:
    """Take out of examples what the configuration value ``trim_doctest_flags`` says."""
    for block in document.findall(nodes.FixedTextElement):
        text = block.astext()
        if text == block.rawsource and text.startswith(">>>"):
            block.rawsource = _FLAGS.sub("", text)
            block[:] = [nodes.Text(block.rawsource)]


def quiet_settings(given: Mapping[str, Any]) -> Any:
    """Return docutils' settings for a docstring: as `given`, but for what acts."""
    settings = document_settings(Parser(), given)
    for name, value in _QUIET.items():
        setattr(settings, name, value)
    return settings


def _inliner() -> states.Inliner:
    r"""Return docutils' parser of inline markup for docstrings.

    It keeps the backslash of a ``\n`` or ``C:\dir`` that the author did not think of as
    markup: in front of a letter there is nothing to escape. That cannot be done in a
    subclass, because docutils takes its patterns from the attributes of the very class.
    """
    inliner = states.Inliner()
    parse = inliner.parse

    def parse_with_backslashes(text: str, lineno: int, memo: Any, parent: Any) -> Any:
        if "\\" in text:
            text = _BACKSLASH.sub(r"\g<0>\g<lone>", text)
        return parse(text, lineno, memo, parent)

    vars(inliner)["parse"] = parse_with_backslashes
    return inliner


#: A lone backslash in front of a letter or digit; or what has to be skipped to
#: find one: literals and roles, which read their backslashes in their own way.
_BACKSLASH: Final = re.compile(
    r"""``.+?``(?!`) | :[\w:.+-]{1,99}:`[^`]*` | `[^`]*`:[\w:.+-]{1,99}: | \\\\
      | (?P<lone> \\ ) (?= [^\W_] )""",
    re.VERBOSE | re.DOTALL,
)


class RestructuredText:
    """Parses docstrings in reStructuredText.

    :param env: the environment, which the docstrings see and do not change.
    :param new_machine: makes docutils' state machine for a text.
    """

    def __init__(
        self,
        env: BuildEnvironment,
        new_machine: Callable[[], states.RSTStateMachine] = NEW_MACHINE,
    ) -> None:
        self._env = env
        self._new_machine = new_machine
        given = {name: value for name, value in env.settings.items() if name != "env"}
        self._settings = quiet_settings(given)
        self._markup = DocstringMarkup(env)

    def parse(
        self,
        text: str,
        source: str = "<docstring>",
        line: int = 1,
        *,
        relative: bool = False,
    ) -> list[nodes.Node] | None:
        """Return the nodes of *text*, ``None`` if its structure is not valid.

        :param source: path of the file that the text is in.
        :param line: the text's first line there, counted from 1.
        :param relative: whether links by paths and fragments are kept.
        """
        lines = string2lines(text, tab_width=8, convert_whitespace=True)
        for attempt in range(_ATTEMPTS):
            document, errors = self._document(lines, source, line)
            if not errors:
                if (
                    attempt
                    and AS_WRITTEN in document.astext()
                    and AS_WRITTEN not in text
                ):
                    # One repair inside of another: what it wrote would be shown.
                    return None
                if self._env.config.trim_doctest_flags and _FLAGS.search(text):
                    _trim_flags(document)
                if relative:
                    keep_relative_links(document)
                return cleaned(document.children)
            if any(error[0].astext() != _UNEXPECTED for error in errors):
                return None
            repair = repaired(lines, [error["line"] - line for error in errors])
            if repair is None:
                return None
            lines = repair
        return None

    def _document(
        self, lines: list[str], source: str, line: int
    ) -> tuple[nodes.document, list[nodes.system_message]]:
        """Parse the lines; return the document and its structural errors."""
        self._settings.env = env = ReadOnlyEnvironment(self._env)
        document = new_document(source, self._settings)
        errors: list[nodes.system_message] = []
        document.reporter.attach_observer(
            lambda message: (
                errors.append(message) if message["level"] >= ERROR_LEVEL else None
            )
        )
        places = [(source, line - 1 + number) for number in range(len(lines))]
        inliner = _inliner()
        with self._markup:
            text = StringList(lines, items=places)
            self._new_machine().run(text, document, inliner=inliner)
            _resolve(document)
            self._describe_fields(document, env, inliner)
        return document, [error for error in errors if _is_structural(error)]

    def _describe_fields(
        self, document: nodes.document, env: Any, inliner: states.Inliner
    ) -> None:
        """Give ``:param x:`` and its like the form that they have in Sphinx."""
        transformer = None
        for field_list in list(document.findall(nodes.field_list)):
            fields = [name.astext() for name in field_list.findall(nodes.field_name)]
            if any(field.partition(" ")[0] in FIELD_TYPES for field in fields):
                keep_lone_types(field_list)
                transformer = transformer or DocFieldTransformer(
                    cast("Any", FieldContext(env, inliner))
                )
                transformer.transform(field_list)


def _is_structural(error: nodes.system_message) -> bool:
    """Tell whether an error concerns more than the place where it is shown.

    An inline error leaves its text there, an error in a directive or a table its
    source, as a literal block.
    """
    if error["backrefs"]:
        return False
    shows_source = any(isinstance(child, nodes.literal_block) for child in error)
    return error.parent is None or not shows_source


def _resolve(document: nodes.document) -> None:
    """Resolve what the text says of itself, in docutils' own order."""
    needed: list[type[Transform]] = []
    if document.substitution_defs:
        if substitution_count(document) > SUBSTITUTED:
            raise ValueError("substitutions that multiply")
        needed.append(references.Substitutions)
    if document.refnames or _has_anonymous_links(document):
        needed.append(references.PropagateTargets)
        needed.append(references.AnonymousHyperlinks)
        needed.append(references.IndirectHyperlinks)
    if document.footnotes or document.autofootnotes or document.symbol_footnotes:
        needed.append(references.Footnotes)
    if document.refnames:
        needed.append(references.ExternalTargets)
    for transform in needed:
        transform(document).apply()
    _restore_names(document)


def _restore_names(document: nodes.document) -> None:
    """Turn what only looks like a link, as the name ``add_`` does, into text."""
    for name, links in document.refnames.items():
        if name in document.nameids:
            continue
        for link in links:
            if isinstance(link, nodes.reference) and "refname" in link:
                written = link.rawsource
                text = link.astext() if "`" in written else written
                link.parent.replace(link, nodes.Text(text))


def _has_anonymous_links(document: nodes.document) -> bool:
    links = document.findall(nodes.reference)
    return any(link.get("anonymous") for link in links)


class FieldContext:
    """What Sphinx's transformer of fields asks of the object's directive."""

    domain = "py"

    def __init__(self, env: Any, inliner: states.Inliner) -> None:
        self.env = env
        self.state = SimpleNamespace(inliner=inliner, document=inliner.document)

    def get_field_type_map(self) -> dict[str, tuple[Field, bool]]:
        """Return the fields by name, and whether the name stands for a type."""
        return FIELD_TYPES


def _field_types() -> dict[str, tuple[Field, bool]]:
    """Return the fields of a Python object.

    They are Sphinx's own with Napoleon's "Keyword Arguments", which Sphinx has
    only if the manual loads Napoleon.
    """
    keyword = PyTypedField(
        "keyword",
        label=_("Keyword Arguments"),
        names=("keyword", "kwarg", "kwparam"),
        typerolename="class",
        typenames=("kwtype",),
        can_collapse=True,
    )
    others = (field for field in PyObject.doc_field_types if field.name != keyword.name)
    types: dict[str, tuple[Field, bool]] = {}
    # Sphinx has the names of keywords among those of parameters: later ones count.
    for field in (*others, keyword):
        types |= dict.fromkeys(field.names, (field, False))
        types |= dict.fromkeys(getattr(field, "typenames", ()), (field, True))
    return types


FIELD_TYPES: Final = _field_types()


def keep_lone_types(field_list: nodes.field_list) -> None:
    """Make an entry of a type without entry: Sphinx shows a type only in its entry."""
    names = list(field_list.findall(nodes.field_name))
    words = [name.astext().split() for name in names]
    entries = {
        (FIELD_TYPES[first][0], rest[-1])
        for first, *rest in filter(None, words)
        if rest and first in FIELD_TYPES and not FIELD_TYPES[first][1]
    }
    for name, (first, *rest) in zip(names, words, strict=True):
        field, is_type = FIELD_TYPES.get(first, (None, False))
        if field and is_type and (field, " ".join(rest)) not in entries:
            name.children = []
            name += nodes.Text(" ".join([field.names[0], *rest]))
