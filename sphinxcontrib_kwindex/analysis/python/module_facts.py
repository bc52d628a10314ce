"""The facts of Python source, from astroid's tree.

astroid is asked for the tree alone. Its own builder goes on to infer what
``self`` is and to look up star imports on ``sys.path``, importing C extensions
on the way; :class:`_TreeBuilder` leaves both out, so nothing but the text given
is read. The tree is then walked over its statements
(:mod:`.definitions`), seldom over expressions:
nothing that is a fact stands inside an expression.
"""

from __future__ import annotations

import contextlib
import re
import tokenize
import warnings
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, Final

from astroid import nodes
from astroid.builder import AstroidBuilder
from astroid.exceptions import AstroidError
from astroid.manager import AstroidManager
from astroid.raw_building import InspectBuilder
from msgspec.structs import replace

from ...model.facts import Definition, FileFacts
from ...model.name_rule import NameRule
from ..first_sentence import first_sentence, without_colon
from ..patterns.walk import patterns
from .builtin_names import BUILTINS
from .definitions.module_definitions import DefinitionWalk
from .definitions.published_names import with_published_names
from .identifiers.bindings import BindingWalk
from .identifiers.fixtures import named_plugins
from .identifiers.resolve_names import references
from .source.jinja_tags import known_definitions, known_imports, without_tags
from .source.line_kinds import python_lines

# Every tree gets this name, so that no file can stand for another module
# (`builtins.py`!) in the cache of modules that astroid keeps.
_MODULE_NAME: Final = "_kwindex_source"

_TYPE_COMMENT: Final = re.compile(r"#\s*type:")


class _TreeBuilder(AstroidBuilder):  # type: ignore[misc]  # astroid is untyped
    """astroid's builder without inference and without looking at other modules."""

    def __init__(self, manager: AstroidManager) -> None:
        # Not the builder's own: it makes a tree of all built-in names, which is for
        # inference alone, and takes as long as to read some thousand lines.
        InspectBuilder.__init__(self, manager)
        self._apply_transforms = False

    def delayed_assattr(self, node: nodes.AssignAttr) -> None:
        """Leave out what would infer the object of each ``x.y = …``."""

    def add_from_names_to_locals(self, node: nodes.ImportFrom, *args: Any) -> None:
        """Add imported names, but not those that a star import stands for."""
        # astroid 3 passes the node only, astroid 4 also the names that a
        # `global` statement declares. A star comes alone (PEP 328).
        if all(name != "*" for name, _ in node.names):
            super().add_from_names_to_locals(node, *args)


def parse(text: str) -> nodes.Module:
    """Return astroid's tree of a Python source *text* with LF line ends.

    Syntax of other Pythons than the one that runs is parsed as well, as far as
    :mod:`.other_pythons` knows it, and what Jinja's tags leave (:mod:`.jinja_tags`).

    Nothing is imported, opened, inferred or kept. Lines of nodes are counted from
    1, their columns are bytes in UTF-8 from 0.

    :raises astroid.AstroidError: for what Python does not parse;
        ``AstroidSyntaxError.error`` is then Python's own exception.
    :raises RecursionError: for what is nested too deeply.
    :raises MemoryError: as well.
    :raises ValueError: for lone surrogates.
    """
    return _parse(text)[0]


def _parse(text: str) -> tuple[nodes.Module, bool]:
    """Do what :func:`parse` does, and tell whether it is Python 2."""
    try:
        return _build(text), False
    except AstroidError as error:
        if not isinstance(getattr(error, "error", None), SyntaxError):
            raise
        # astroid has Python parse type comments and parses again without them
        # if the error is on a line with a type comment. It misses some.
        if _TYPE_COMMENT.search(text):
            with contextlib.suppress(AstroidError):
                return _build(_without_type_comments(text)), False
        from .source.other_pythons import parse_other

        with contextlib.suppress(AstroidError):
            return parse_other(text, _build)
        if (untagged := without_tags(text)) != text:
            with contextlib.suppress(AstroidError):
                return _build(untagged), False
        raise


def _build(text: str) -> nodes.Module:
    manager = AstroidManager()
    builder = _TreeBuilder(manager)
    try:
        # Of invalid escapes and the like; printing a warning would open files.
        with warnings.catch_warnings(action="ignore"):
            module = builder.string_build(text, modname=_MODULE_NAME)
        return with_published_names(module)
    finally:
        manager.astroid_cache.pop(_MODULE_NAME, None)
        # What astroid knows of all classes keeps the class that was read last, and
        # its tree with it; read off the type itself it lets go.
        nodes.ClassDef.special_attributes  # noqa: B018


def _without_type_comments(text: str) -> str:
    """Turn ``# type:`` comments into plain ones, every place staying the same."""
    lines = text.split("\n")
    try:
        for token in tokenize.generate_tokens(StringIO(text).readline):
            if token.type == tokenize.COMMENT and _TYPE_COMMENT.match(token.string):
                row, column = token.start
                comment = token.string.replace("type:", "type ", 1)
                lines[row - 1] = lines[row - 1][:column] + comment
    except (SyntaxError, tokenize.TokenError):
        return text
    return "\n".join(lines)


def _parsed(text: str) -> tuple[nodes.Module, bool]:
    try:
        return _parse(text)
    except AstroidError as error:
        cause = getattr(error, "error", None)
        raise (cause if isinstance(cause, Exception) else error) from None


def module_facts(text: str, facts: FileFacts, rules: Sequence[NameRule]) -> FileFacts:
    """Add to the facts of a Python file what its tree says.

    :raises SyntaxError: for what Python does not parse; :func:`parse` raises others.
    """
    module, python_2 = _parsed(text)
    bindings = BindingWalk(module, text)
    walk = DefinitionWalk(bindings.scope, text)
    pattern_facts = patterns(bindings.scope, walk.imports, rules)
    definitions = known_definitions(walk.definitions(), text)
    resolved = references(bindings, definitions)
    return replace(
        facts,
        language="python2" if python_2 else facts.language,
        docstring=walk.docstring,
        summary=without_colon(first_sentence(walk.docstring, legal=False)),
        docstring_line=walk.docstring_line,
        docformat=walk.docformat,
        definitions=definitions,
        imports=known_imports(walk.imports, text),
        exports=walk.exports.names,
        exports_complete=walk.exports.complete,
        main_line=walk.main_line,
        line_kinds=python_lines(text, walk.docstrings),
        patterns=pattern_facts.patterns,
        bases=pattern_facts.bases,
        measures=pattern_facts.measures,
        quoted=_looked_up(bindings, definitions),
        computed=tuple(sorted(bindings.computed)),
        pytest_options=named_plugins(module),
        references=resolved,
    )


def _looked_up(walk: BindingWalk, definitions: Iterable[Definition]) -> tuple[str, ...]:
    """Return the names by which definitions may be looked up, sorted.

    Of those in strings not the own name of what is told it: ``T = TypeVar("T")``. With
    them are names that nothing in the file binds: whoever runs it may put them there.
    """
    quoted = walk.quoted
    for definition in definitions:
        name = definition.name
        if quoted[name] and re.search(f"""["']{name}["']""", definition.value):
            quoted[name] -= 1
    top = walk.scope.module
    unbound = {
        name
        for scope, name in dict.fromkeys(
            (occurrence.scope, occurrence.name)
            for occurrence, means in zip(walk.occurrences, walk.means, strict=True)
            if means is None and not occurrence.is_attribute
        )
        if not (name in top.bindings or name in BUILTINS or name.startswith("__"))
        and not scope.lookup(name)
    }
    return tuple(sorted(unbound.union(+quoted)))
