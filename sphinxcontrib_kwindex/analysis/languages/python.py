"""The facts of Python source, from astroid's tree.

astroid is asked for the tree alone. Its own builder goes on to infer what
``self`` is and to look up star imports on ``sys.path``, importing C extensions
on the way; :class:`_TreeBuilder` leaves both out, so nothing but the text given
is read. The tree is then walked over its statements
(:mod:`~sphinxcontrib_kwindex.analysis.python.definitions`), seldom over expressions:
nothing that is a fact stands inside an expression.
"""

from __future__ import annotations

import re
import tokenize
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from threading import Thread
from typing import Any, Final, TypeVar

from astroid import nodes
from astroid.builder import AstroidBuilder
from astroid.exceptions import AstroidError
from astroid.manager import AstroidManager

from ...model.facts import FileFacts, Problem, References
from ..common_facts import common_facts, problem_of
from ..decoding import Source, decode_python, line_count, one_line
from ..file_header import generated, licence
from ..file_types import PYTHON
from ..first_sentence import first_sentence
from ..leading_comments import LeadingComment, leading_comment
from ..patterns.detectors import NameRule, patterns
from ..python.bindings import BindingWalk
from ..python.definitions import DefinitionWalk, cleaned
from ..python.line_kinds import python_lines
from ..python.resolve_names import references

_Result = TypeVar("_Result")

# Every tree gets this name, so that no file can stand for another module
# (`builtins.py`!) in the cache of modules that astroid keeps.
_MODULE_NAME: Final = "_kwindex_source"

_TYPE_COMMENT: Final = re.compile(r"#\s*type:")


class _TreeBuilder(AstroidBuilder):  # type: ignore[misc]  # astroid is untyped
    """astroid's builder without inference and without looking at other modules."""

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

    Nothing is imported, opened, inferred or kept. Lines of nodes are counted from
    1, their columns are bytes in UTF-8 from 0.

    :raises astroid.AstroidError: for what Python does not parse;
        ``AstroidSyntaxError.error`` is then Python's own exception.
    :raises RecursionError: for what is nested too deeply.
    :raises MemoryError: as well.
    :raises ValueError: for lone surrogates.
    """
    try:
        return _build(text)
    except AstroidError:
        # astroid has Python parse type comments and parses again without them
        # if the error is on a line with a type comment. It misses some.
        if not _TYPE_COMMENT.search(text):
            raise
        untyped = _without_type_comments(text)
        if untyped == text:
            raise
        return _build(untyped)


def _build(text: str) -> nodes.Module:
    manager = AstroidManager()
    builder = _TreeBuilder(manager, apply_transforms=False)
    try:
        with warnings.catch_warnings():
            # Of invalid escapes and the like; printing a warning would open files.
            warnings.simplefilter("ignore")
            return builder.string_build(text, modname=_MODULE_NAME)
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


def analyse_python(data: bytes, rules: Sequence[NameRule] = ()) -> FileFacts:
    """Return the facts of a Python file with the content *data*.

    Never raises: what cannot be parsed has a problem in its facts, and no
    definitions.
    """
    source = decode_python(data)
    problem = source.problem
    if problem is None and "\0" in source.text:
        # Python's own messages for this differ, and name no line.
        line = source.text.count("\n", 0, source.text.index("\0")) + 1
        problem = Problem("source code cannot contain null bytes", line)
    facts = replace(
        common_facts(PYTHON, source, len(data)),
        licence=licence(source.text),
        generated=generated(source.text),
        problem=problem,
    )
    if problem is not None:
        return facts
    try:
        try:
            return _analysed(source, facts, rules)
        except RecursionError:
            # How deep the stack was already is no fact of the file.
            return _on_new_stack(lambda: _analysed(source, facts, rules))
    except Exception as error:  # noqa: BLE001, RUF100
        return replace(facts, problem=_problem(error, source))


def _analysed(source: Source, facts: FileFacts, rules: Sequence[NameRule]) -> FileFacts:
    """Add to the facts of a file what its tree says."""
    module = parse(source.text)
    bindings = BindingWalk(module, source.text)
    walk = DefinitionWalk(bindings.scope, source.text)
    pattern_facts = patterns(bindings.scope, walk.imports, rules)
    docstring = cleaned(module.doc_node)
    line = (module.doc_node.lineno or 0) if module.doc_node else 0
    comment = LeadingComment(first_sentence(docstring), line)
    if not docstring:
        comment = leading_comment(source.text, PYTHON.alias)
    definitions = walk.definitions()
    try:
        resolved = references(bindings, definitions)
    except RecursionError:
        # The rest of the facts is none the worse for it.
        resolved = References()
    return replace(
        facts,
        docstring=docstring,
        summary=comment.summary,
        docstring_line=comment.line,
        docformat=walk.docformat,
        definitions=definitions,
        imports=tuple(walk.imports),
        exports=walk.exports.names,
        exports_complete=walk.exports.complete,
        main_line=walk.main_line,
        line_kinds=python_lines(source.text, walk.docstrings),
        patterns=pattern_facts.patterns,
        bases=pattern_facts.bases,
        measures=pattern_facts.measures,
        references=resolved,
    )


def _problem(error: Exception, source: Source) -> Problem:
    """Return what to say about an exception, without names of files."""
    cause = getattr(error, "error", None)
    if isinstance(cause, Exception):
        error = cause
    if isinstance(error, SyntaxError):
        # An error at the end is on the line behind the last line.
        line = min(error.lineno or 0, max(line_count(source.text), 1))
        return Problem(one_line(str(error.msg)), line)
    return problem_of(error)


def _on_new_stack(function: Callable[[], _Result]) -> _Result:
    """Call *function* where nothing is on the stack, and return what it does."""
    results: list[_Result] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(function())
        except Exception as error:  # noqa: BLE001, RUF100
            errors.append(error)

    thread = Thread(target=run, name="kwindex-analysis")
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
