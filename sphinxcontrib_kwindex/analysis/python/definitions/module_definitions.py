"""The definitions, imports and exports of a module: a walk over its statements.

Every fact of a Python file is a statement or stands at its beginning, so
the walk goes from block to block and looks into an expression only for what it
binds. On its way it knows the scope it is in: what qualified names begin with
there (PEP 3155), which names are instances of which class, and whether it is
under ``if TYPE_CHECKING``, in a ``try`` or in a function.

Each binding is a :class:`DefinitionSite`; those of one name and one kind become one
:class:`~sphinxcontrib_kwindex.model.facts.Definition` at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import cleandoc
from typing import Final

from astroid import nodes

from ....model.facts import VALUE_LIMIT, Definition, Import
from ...decoding import valid_text
from ..expressions import (
    decorators_of,
    dotted_name,
    is_main,
    literal_names,
    name_of,
    named_expressions,
    parts,
    positional,
    string_of,
    swallows_exceptions,
    type_checking,
)
from ..scopes import CLASS, FUNCTION, MODULE, Scope
from ..source.source_segments import SourceLines
from ..visitors import Visitors
from .decorators import bound_parameter, modifiers_of
from .dunder_all import Exports
from .merge_definitions import DefinitionSite, merge


def cleaned(node: nodes.Const | None) -> str:
    """Return the docstring that a string literal holds."""
    return valid_text(cleandoc(str(node.value))) if node is not None else ""


def _written(value: nodes.NodeNG) -> str:
    """Return the docstring that an expression is, if it is a string literal."""
    return cleaned(value) if string_of(value) else ""


def _documented_name(target: nodes.NodeNG) -> str:
    """Return ``a.b`` for the target ``a.b.__doc__``, else nothing."""
    is_doc = isinstance(target, nodes.AssignAttr) and target.attrname == "__doc__"
    return dotted_name(target.expr) if is_doc else ""


class DefinitionWalk:
    """What the statements of a module define, import and export.

    :param scope: that of the module.
    :param text: the text that it was parsed from.
    """

    def __init__(self, scope: Scope, text: str) -> None:
        module = scope.node
        assert module is not None
        self.imports: Final[list[Import]] = []
        self.exports: Final = Exports()
        self.docstrings: Final[list[nodes.Const]] = []
        """The nodes of the docstrings of module, classes and functions."""
        if module.doc_node:
            self.docstrings.append(module.doc_node)
        self.docstring = cleaned(module.doc_node)
        """What the module says of itself, by ``__doc__ = "…"``, too."""
        self.docstring_line = getattr(module.doc_node, "lineno", None) or 0
        self.docformat = ""
        self.main_line = 0

        self._sites: Final[list[DefinitionSite]] = []
        #: The qualified names of what classes bind by ``__slots__``.
        self._slots: Final[set[str]] = set()
        self._source: Final = SourceLines(text)
        # Most files have neither.
        self._has_doc_comments: Final = "#:" in text
        self._has_walrus: Final = ":=" in text

        self._scope = scope
        #: The names that are instances here, or classes: to each the prefix of the
        #: names of its class, and whether it is an instance.
        self._instances: dict[str, tuple[str, bool]] = {}
        #: Whether string literals behind ``self.x = …`` are docstrings.
        self._documents_self = False
        self._type_checking = False
        self._guarded = False
        self._lazy = False
        self._conditional = False
        self._condition = 0
        self._next: nodes.NodeNG | None = None
        self._visitors: Final = Visitors(self, lambda _: None)
        self._block(module.body)

    def definitions(self) -> tuple[Definition, ...]:
        """Return the definitions, by their first line and their qualified name."""
        for site in self._sites:
            if site.qualname in self._slots:
                site.modifiers.discard("unbound")
        return merge(self._sites)

    # Blocks

    def _block(self, body: list[nodes.NodeNG]) -> None:
        visitors = self._visitors
        walrus = self._has_walrus and self._scope.kind != FUNCTION
        last = len(body) - 1
        for number, node in enumerate(body):
            self._next = body[number + 1] if number < last else None
            visitors[type(node)](node)
            if walrus:
                self._walrus(node)

    @contextmanager
    def _inside(self, node: nodes.NodeNG) -> Iterator[None]:
        """Be in the body of a class or a function."""
        outer = self._scope, self._instances, self._documents_self
        flags = self._guarded, self._lazy, self._conditional, self._condition
        self._scope = self._scope.of(node)
        self._documents_self = False
        if self._scope.kind == FUNCTION:
            # Who calls the function is not in its `try`.
            self._guarded, self._lazy, self._condition = False, True, 0
        yield
        self._scope, self._instances, self._documents_self = outer
        self._guarded, self._lazy, self._conditional, self._condition = flags

    def _visit_If(self, node: nodes.If) -> None:
        outer, conditional = self._type_checking, self._conditional
        if self._scope.kind == MODULE and is_main(node.test):
            # An earlier one prepares what follows it, as a patch of a library.
            self.main_line = node.lineno or 0
        self._conditional = True
        checking, otherwise = type_checking(node.test)
        condition = self._condition
        if not (checking or otherwise):
            self._condition = node.lineno or 0
        start = len(self._sites)
        self._type_checking = outer or checking
        self._block(node.body)
        middle = len(self._sites)
        self._type_checking = outer or otherwise
        self._block(node.orelse)
        if self._scope.kind != FUNCTION and not (checking or otherwise):
            self._mark_conditional(self._sites[start:middle], self._sites[middle:])
        self._type_checking, self._conditional = outer, conditional
        self._condition = condition

    def _mark_conditional(
        self, first: list[DefinitionSite], other: list[DefinitionSite]
    ) -> None:
        """Note what one branch in a class or module binds and the other does not.

        Of a module only data: its classes and functions count in any case.
        """
        sure = [
            {site.qualname for site in branch if "conditional" not in site.modifiers}
            for branch in (first, other)
        ]
        inside = self._scope.prefix.count(".")
        for site in (*first, *other):
            in_all = site.qualname in sure[0] and site.qualname in sure[1]
            is_own = site.qualname.count(".") == inside
            if is_own and not in_all and (inside or site.kind == "data"):
                site.modifiers.add("conditional")

    def _visit_For(self, node: nodes.For) -> None:
        self._bind(node.target, node.target)
        self._visit_While(node)

    def _visit_While(self, node: nodes.For | nodes.While) -> None:
        self._branches(node.body, node.orelse)

    def _branches(self, *blocks: list[nodes.NodeNG]) -> None:
        """Go through blocks that may not be run."""
        conditional, self._conditional = self._conditional, True
        for block in blocks:
            self._block(block)
        self._conditional = conditional

    def _visit_With(self, node: nodes.With) -> None:
        for _, target in node.items:
            if target is not None:
                self._bind(target, target)
        if not swallows_exceptions(node):
            self._block(node.body)
            return
        guarded, self._guarded = self._guarded, True
        self._branches(node.body)
        self._guarded = guarded

    def _visit_Try(self, node: nodes.Try | nodes.TryStar) -> None:
        guarded = self._guarded
        self._guarded = guarded or bool(node.handlers)
        handled = (handler.body for handler in node.handlers)
        self._branches(node.body, *handled, node.orelse)
        self._guarded = guarded
        self._branches(node.finalbody)

    def _visit_Match(self, node: nodes.Match) -> None:
        for case in node.cases:
            self._branches(case.body)
            if self._has_walrus and self._scope.kind != FUNCTION:
                self._walrus(case)

    # Classes and functions

    def _visit_ClassDef(self, node: nodes.ClassDef) -> None:
        self._definition(node, "class")
        with self._inside(node):
            self._block(node.body)

    def _visit_FunctionDef(self, node: nodes.FunctionDef) -> None:
        scope = self._scope
        method = scope.kind == CLASS
        self._definition(node, "method" if method else "function")
        arguments = node.args
        parameters = {arguments.vararg, arguments.kwarg} | {
            argument.name
            for argument in (*positional(arguments), *arguments.kwonlyargs)
        }
        instances = {
            name: owner
            for name, owner in self._instances.items()
            if name not in parameters
        }
        bound = bound_parameter(node, self._sites[-1].modifiers) if method else None
        if bound is not None:
            name, is_instance = bound
            instances = {**instances, name: (scope.prefix, is_instance)}
        with self._inside(node):
            self._instances = instances
            self._documents_self = method and node.name == "__init__"
            self._block(node.body)

    def _definition(self, node: nodes.ClassDef | nodes.FunctionDef, kind: str) -> None:
        """Note a class or a function."""
        source = self._source
        line = source.header_line(node)
        modifiers = modifiers_of(node)
        if isinstance(node, nodes.AsyncFunctionDef):
            modifiers.add("async")
        if self._type_checking:
            modifiers.add("unbound")
        if node.doc_node:
            self.docstrings.append(node.doc_node)
        self._sites.append(
            DefinitionSite(
                kind=kind,
                qualname=self._scope.qualify(node.name),
                line=line,
                end_line=node.end_lineno or line,
                signature=source.signature(node, line),
                decorators=tuple(
                    source.node(decorator, VALUE_LIMIT)
                    for decorator in decorators_of(node)
                ),
                bases=tuple(map(source.node, getattr(node, "bases", ()))),
                docstring=cleaned(node.doc_node),
                modifiers=modifiers,
            )
        )

    # Bindings

    def _visit_Assign(self, node: nodes.Assign) -> None:
        for target in node.targets:
            self._bind(target, node, value=node.value)
        for target in node.targets:
            if isinstance(target, nodes.AssignName):
                self._special(target.name, node.value)
                if self._scope.kind == FUNCTION and (made := self._made(node.value)):
                    self._instances[target.name] = made
            elif self._scope.kind != FUNCTION and (name := _documented_name(target)):
                self._document(self._scope.qualify(name), node.value)

    def _made(self, value: nodes.NodeNG) -> tuple[str, bool] | None:
        """Return whose instance it is that ``….__new__(cls)`` makes, as of a name."""
        match value:
            case nodes.Call(
                func=nodes.Attribute(attrname="__new__"),
                args=[nodes.Name(name=cls), *_],
            ):
                prefix, is_instance = self._instances.get(cls, ("", True))
                return None if is_instance else (prefix, True)
        return None

    def _document(self, qualname: str, value: nodes.NodeNG) -> None:
        """Give what is bound last under a name its docstring, if it has none."""
        for site in reversed(self._sites):
            if site.qualname == qualname:
                site.docstring = site.docstring or _written(value)
                return

    def _visit_AnnAssign(self, node: nodes.AnnAssign) -> None:
        self._bind(node.target, node, value=node.value, annotation=node.annotation)
        if isinstance(node.target, nodes.AssignName):
            self._special(node.target.name, node.value)

    def _visit_AugAssign(self, node: nodes.AugAssign) -> None:
        if not isinstance(node.target, nodes.AssignName):
            return
        self._bind(node.target, node)
        if self._scope.kind == MODULE and node.target.name == "__all__":
            if node.op == "+=":
                self.exports.extend(node.value)
            else:
                self.exports.complete = False

    def _visit_TypeAlias(self, node: nodes.TypeAlias) -> None:
        self._bind(node.name, node, value=node.value)

    def _walrus(self, node: nodes.NodeNG) -> None:
        for expression in named_expressions(node):
            self._bind(expression.target, expression, value=expression.value)

    def _special(self, name: str, value: nodes.NodeNG | None) -> None:
        """Read what a few names of modules and classes are for."""
        if name == "__doc__" and value is not None:
            if self._scope.kind == CLASS:
                self._document(self._scope.qualname, value)
            elif self._scope.kind == MODULE and not self.docstring:
                self.docstring = _written(value)
                self.docstring_line = value.lineno if self.docstring else 0
        elif self._scope.kind == CLASS and name == "__slots__" and value is not None:
            self._slots.update(map(self._scope.qualify, literal_names(value)))
        elif self._scope.kind != MODULE:
            return
        elif name == "__all__":
            self.exports.assign(value, conditional=self._conditional)
        elif name == "__docformat__" and (written := string_of(value)):
            self.docformat = valid_text(written)

    def _bind(
        self,
        target: nodes.NodeNG,
        binding: nodes.NodeNG,
        *,
        value: nodes.NodeNG | None = None,
        annotation: nodes.NodeNG | None = None,
    ) -> None:
        """Note the names that *target* binds.

        :param binding: the statement or expression that binds it, to its end.
        """
        kind = type(target)
        if kind is nodes.Starred:
            self._bind(target.value, binding)
        elif kind is nodes.Tuple or kind is nodes.List:
            values = parts(value, target.elts)
            for element, part in zip(target.elts, values, strict=True):
                self._bind(element, binding, value=part)
        elif (bound := self._bound(target)) is not None:
            definition_kind, qualname, modifiers = bound
            declared = value is None and annotation is not None
            if not modifiers and (declared or self._type_checking):
                modifiers.add("unbound")
            source = self._source
            self._sites.append(
                DefinitionSite(
                    kind=definition_kind,
                    qualname=qualname,
                    line=target.lineno or 0,
                    end_line=binding.end_lineno or target.lineno or 0,
                    annotation="" if annotation is None else source.node(annotation),
                    value="" if value is None else source.node(value, VALUE_LIMIT),
                    docstring=self._documentation(binding),
                    modifiers=modifiers,
                )
            )

    def _bound(self, target: nodes.NodeNG) -> tuple[str, str, set[str]] | None:
        """Return kind, qualified name and modifiers of what a single target defines."""
        scope = self._scope
        if type(target) is nodes.AssignName and scope.kind != FUNCTION:
            of_class = scope.kind == CLASS and target.name not in scope.global_names
            kind = "attribute" if of_class else "data"
            return kind, scope.qualify(target.name), set()
        if type(target) is nodes.AssignAttr and type(target.expr) is nodes.Name:
            owner = self._instances.get(target.expr.name)
            if owner is not None:
                prefix, instance = owner
                modifiers = {"unbound", "instance" if instance else "class"}
                return "attribute", prefix + target.attrname, modifiers
        return None

    def _documentation(self, binding: nodes.NodeNG) -> str:
        """Return the string literal behind a statement or its ``#:`` comment.

        Behind a blank line a literal is about what follows, or about the file.
        """
        if type(binding) not in {nodes.Assign, nodes.AnnAssign, nodes.TypeAlias}:
            return ""
        counts = self._scope.kind != FUNCTION or self._documents_self
        behind = self._next if counts else None
        if isinstance(behind, nodes.Expr) and behind.lineno <= binding.end_lineno + 1:
            written = _written(behind.value)
            if written:
                return written
        return doc_comment(self._source, binding) if self._has_doc_comments else ""

    # Everything else

    def _visit_Expr(self, node: nodes.Expr) -> None:
        call = node.value
        if (
            self._scope.kind == MODULE
            and isinstance(call, nodes.Call)
            and name_of(getattr(call.func, "expr", None)) == "__all__"
        ):
            self.exports.call(call)

    def _visit_ImportFrom(self, node: nodes.ImportFrom) -> None:
        self._visit_Import(node)

    def _visit_Import(self, node: nodes.Import | nodes.ImportFrom) -> None:
        is_from = isinstance(node, nodes.ImportFrom)
        self.imports.extend(
            Import(
                module=(node.modname or "") if is_from else name,
                line=node.lineno or 0,
                name=name if is_from else "",
                alias=alias or "",
                level=(node.level or 0) if is_from else 0,
                type_checking=self._type_checking,
                guarded=self._guarded,
                lazy=self._lazy or bool(getattr(node, "is_lazy", 0)),
                end_line=node.end_lineno or node.lineno or 0,
                condition=self._condition,
            )
            for name, alias in node.names
        )


def doc_comment(source: SourceLines, binding: nodes.NodeNG) -> str:
    """Return the ``#:`` comment of the statement *binding*, without the marks.

    As Sphinx's autodoc has them, they stand on the lines directly above, or behind the
    statement on its last line.
    """
    end_line, end_column = binding.end_lineno, binding.end_col_offset
    if binding.lineno is None or end_line is None or end_column is None:
        return ""
    behind = source.after(end_line, end_column).lstrip(" \t)]};")
    if behind.startswith("#:"):
        return behind[2:].strip()
    above = []
    # No part of the list is copied, which may be long.
    for number in range(binding.lineno - 2, -1, -1):
        comment = source.lines[number].lstrip()
        if not comment.startswith("#:"):
            break
        above.append(comment[2:].removeprefix(" ").rstrip())
    return "\n".join(reversed(above)).strip()
