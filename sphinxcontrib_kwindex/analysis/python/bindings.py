"""The bindings of a module: a walk over every identifier.

To the occurrences of :mod:`.identifier_walk` it adds the statements: it enters scopes
and leaves them, evaluates what Python evaluates outside (decorators, defaults,
annotations, bases), notes what each name is bound to and when, and keeps what is known
of values: ``x = a.b()`` makes a local `x` another name for that path, ``x: C`` an
instance of `C`, ``self`` an instance of its class.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from astroid import nodes

from ...model.references import BASE, CALL, DECORATOR, Block
from .annotations import NONE, visit_annotation
from .blocks import FIELDS
from .decorators import bound_parameter, modifiers_of
from .expressions import dotted_name
from .identifier_walk import Occurrences
from .import_statements import ImportWord, import_words
from .scopes import (
    CLASS,
    COMPREHENSION,
    DATA,
    DEFINED,
    DELETED,
    FUNCTION,
    IMPORTED,
    LOCAL,
    MODULE,
    TYPE_PARAMETERS,
    Binding,
    Local,
    Scope,
)

# Decorators that leave alone what a function returns.
_KEEP_RESULT: Final = {
    *("property", "cached_property", "staticmethod", "classmethod"),
    *("abstractmethod", "override", "final", "lru_cache", "cache"),
}


class Value(NamedTuple):
    """What is known of what a definition holds, from one of its bindings."""

    owner: int | str
    """The occurrence that is bound, or a qualified name."""
    value: int
    """The occurrence that it is bound to; -1 if unknown, and for ``None``
    :data:`NONE`."""
    annotated: bool = False


class BindingWalk(Occurrences):
    """The occurrences and the bindings of a module.

    :param module: the tree.
    :param text: the text that it was parsed from, with LF line ends.
    """

    def __init__(self, module: nodes.Module, text: str) -> None:
        super().__init__(module, text)
        self.import_words: Final[list[ImportWord]] = []
        self.values: Final[list[Value]] = []
        self.bases: Final[dict[str, list[int]]] = {}
        """The bases of each class."""
        self.stars = False
        """Whether there are star imports."""
        self._conditional = False
        self._outer_names: Final[list[tuple[Scope, str]]] = []
        self.visitors.update(
            {
                nodes.AssignAttr: self._stored_attribute,
                nodes.AssignName: self._target,
                nodes.DelName: self._deleted,
                nodes.Assign: self._assign,
                nodes.AugAssign: self._augmented,
                nodes.AnnAssign: self._annotated,
                nodes.NamedExpr: self._walrus,
                nodes.FunctionDef: self._function,
                nodes.AsyncFunctionDef: self._function,
                nodes.Lambda: self._lambda,
                nodes.ClassDef: self._class,
                nodes.TypeAlias: self._type_alias,
                nodes.Import: self._import,
                nodes.ImportFrom: self._import_from,
                nodes.Global: self._global,
                nodes.Nonlocal: self._nonlocal,
                nodes.If: self._branches,
                nodes.While: self._branches,
                nodes.For: self._for,
                nodes.AsyncFor: self._for,
                nodes.With: self._with,
                nodes.AsyncWith: self._with,
                nodes.Try: self._branches,
                nodes.TryStar: self._branches,
                nodes.ExceptHandler: self._handler,
                nodes.Match: self._branches,
                nodes.MatchCase: self._case,
                nodes.MatchAs: self._capture,
                nodes.MatchStar: self._capture,
                nodes.MatchMapping: self._capture,
            }
        )
        self.visit_block(module.body)
        self._bind_outer_names()

    def _bind_outer_names(self) -> None:
        end = len(self.occurrences)
        for scope, name in self._outer_names:
            outer: Scope | None = scope
            while outer is not None:
                if outer.kind == FUNCTION and name in outer.bindings:
                    outer.bind(name, Binding(end, True, LOCAL))
                    break
                outer = outer.parent

    def _bind(self, name: str, kind: int, target: str = "", /, **more: Any) -> None:
        scope: Scope = self.scope
        conditional = self._conditional
        if name in scope.global_names and scope.kind != MODULE:
            scope, conditional = scope.module, True
        elif name in scope.nonlocal_names:
            return
        scope.bind(
            name, Binding(len(self.occurrences), conditional, kind, target, **more)
        )

    def _target(
        self, node: nodes.AssignName, value: int = -1, annotated: bool = False
    ) -> int:
        """Bind a name, as an assignment does."""
        name = node.name
        kind = self.scope.kind
        if kind in {MODULE, CLASS} or name in self.scope.global_names:
            qualname = self.scope.qualify(name)
            self._bind(name, DATA, qualname)
            # Descriptors and metaclasses make something else of what is bound in
            # a class.
            if kind == CLASS and value >= 0 and not annotated:
                value = -1 if self.occurrences[value].name == CALL else value
            self.values.append(Value(qualname, value, annotated))
        else:
            self._bind(name, LOCAL, value=value)
            self._place(name, node.lineno)
        # Behind the binding: this is what is bound.
        return self.note(-1, name, node.lineno, node.col_offset, True)

    def _deleted(self, node: nodes.DelName) -> int:
        self.note(-1, node.name, node.lineno, node.col_offset)
        self._bind(node.name, DELETED)
        return -1

    def _stored_attribute(self, node: nodes.AssignAttr) -> int:
        parent = self.path(self.visit(node.expr))
        if parent == -1:
            return -1
        number = self.note(
            parent, node.attrname, node.end_lineno, node.end_col_offset, True
        )
        self.values.append(Value(number, -1))
        return number

    def _assign(self, node: nodes.Assign) -> int:
        value = self._value(node.value)
        for target in node.targets:
            self._assigned(target, value)
        return -1

    def _value(self, node: nodes.NodeNG) -> int:
        """Visit what is bound; return its occurrence, or :data:`NONE`."""
        if type(node) is nodes.Const and node.value is None:
            return NONE
        return self.path(self.visit(node))

    def _assigned(
        self, target: nodes.NodeNG, value: int, annotated: bool = False
    ) -> None:
        if type(target) is nodes.AssignName:
            self._target(target, value, annotated)
        elif type(target) is nodes.AssignAttr:
            if self._stored_attribute(target) >= 0:
                self.values[-1] = self.values[-1]._replace(
                    value=value, annotated=annotated
                )
        else:
            self.visit(target)

    def _augmented(self, node: nodes.AugAssign) -> int:
        self.visit(node.value)
        self.visit(node.target)
        return -1

    def _annotated(self, node: nodes.AnnAssign) -> int:
        value = visit_annotation(self, node.annotation)
        if node.value is not None:
            self.visit(node.value)
        self._assigned(node.target, value, True)
        return -1

    def _walrus(self, node: nodes.NamedExpr) -> int:
        value = self._value(node.value)
        inner = self.scope
        while self.scope.kind == COMPREHENSION and self.scope.parent is not None:
            self.scope = self.scope.parent
        self._target(node.target, value)
        self.scope = inner
        return -1

    def _import(self, node: nodes.Import) -> int:
        self.import_words.extend(import_words(node, self.lines))
        for module, alias in node.names:
            top = module.partition(".")[0]
            self._bind(alias or top, IMPORTED, module if alias else top)
        return -1

    def _import_from(self, node: nodes.ImportFrom) -> int:
        self.import_words.extend(import_words(node, self.lines))
        module = "." * (node.level or 0) + (node.modname or "")
        for name, alias in node.names:
            if name == "*":
                self.stars = True
            else:
                self._bind(alias or name, IMPORTED, module, name=name)
        return -1

    def _global(self, node: nodes.Global) -> int:
        self.scope.global_names.update(node.names)
        return -1

    def _nonlocal(self, node: nodes.Nonlocal) -> int:
        self.scope.nonlocal_names.update(node.names)
        if self.scope.parent is not None:
            self._outer_names.extend((self.scope.parent, name) for name in node.names)
        return -1

    # Statements with blocks

    def _branches(self, node: nodes.NodeNG) -> int:
        outer = self._conditional
        self._conditional = True
        expressions, blocks = FIELDS[type(node)]
        self.visit_all([getattr(node, name) for name in expressions])
        for name in blocks:
            self.visit_block(getattr(node, name))
        self._conditional = outer
        return -1

    def _for(self, node: nodes.For) -> int:
        self.visit(node.iter)
        self.visit(node.target)
        outer = self._conditional
        self._conditional = True
        self.visit_block(node.body)
        self.visit_block(node.orelse)
        self._conditional = outer
        return -1

    def _with(self, node: nodes.With) -> int:
        for expression, target in node.items:
            self.visit(expression)
            if target is not None:
                self.visit(target)
        self.visit_block(node.body)
        return -1

    def _handler(self, node: nodes.ExceptHandler) -> int:
        if node.type is not None:
            self.visit(node.type)
        if node.name is None:
            self.visit_block(node.body)
            return -1
        name = node.name.name
        bindings = self.scope.bindings.get(name)
        before = bindings.at(-1) if bindings is not None else None
        self._bind_surely(name)
        self._place(name, node.name.lineno)
        self.visit_block(node.body)
        # Behind the handler the name is gone, or what it was without an exception.
        self.scope.bind(
            name,
            (before or Binding(0, False, DELETED))._replace(
                time=len(self.occurrences), conditional=False
            ),
        )
        return -1

    def _case(self, node: nodes.MatchCase) -> int:
        self.note_header(node.pattern.lineno, node.body[0])
        self.visit_all([node.pattern, node.guard])
        self.visit_block(node.body)
        return -1

    def _capture(self, node: nodes.MatchAs) -> int:
        for child in node.get_children():
            if type(child) is nodes.AssignName:
                self._bind_surely(child.name)
                self._place(child.name, child.lineno)
            else:
                self.visit(child)
        return -1

    def _place(self, name: str, line: int, *, parameter: bool = False) -> None:
        """Note where a local name gets a value."""
        if name not in self.scope.nonlocal_names:
            places = self.scope.locals.setdefault(name, [])
            places.append(Local(line, parameter))

    def _bind_surely(self, name: str) -> None:
        """Bind something local that nothing outside of the branch can mean."""
        outer = self._conditional
        self._conditional = False
        self._bind(name, LOCAL)
        self._conditional = outer

    # Functions and classes

    def _enter(self, scope: Scope) -> tuple[Scope, bool]:
        outer = self.scope, self._conditional
        self.scope, self._conditional = scope, False
        return outer

    def _decorators(self, node: nodes.NodeNG) -> list[nodes.NodeNG]:
        decorators = node.decorators.nodes if node.decorators is not None else []
        for decorator in decorators:
            self.visit_as(decorator, DECORATOR)
            if decorator.end_lineno > decorator.lineno:
                self.spans.append((decorator.lineno, decorator.end_lineno))
        return decorators

    def _block(self, node: nodes.NodeNG, qualname: str) -> None:
        """Note the lines of a class or a function."""
        first = (node.position or node).lineno
        self.blocks.append(Block(first, node.end_lineno, qualname))
        self.note_header(first, node.doc_node or node.body[0])

    def _type_parameters(self, node: nodes.NodeNG) -> Scope:
        """Enter the scope of type parameters, if there are any; return the outer."""
        outer = self.scope
        if node.type_params:
            self.scope = Scope(TYPE_PARAMETERS, outer, outer.prefix)
            self.visit_all(node.type_params)
        return outer

    def _class(self, node: nodes.ClassDef) -> int:
        self._decorators(node)
        qualname = self.scope.qualify(node.name)
        self._block(node, qualname)
        outer = self._type_parameters(node)
        bases = [self._base(base) for base in node.bases]
        # Of two classes of one name, both count.
        self.bases.setdefault(qualname, []).extend(bases)
        for keyword in node.keywords:
            self.visit(keyword.value)
        # astroid keeps it apart, where no walk comes by.
        metaclass = node._metaclass
        if metaclass is not None:
            self.visit(metaclass)
        around = self._enter(Scope(CLASS, self.scope, f"{qualname}.", node=node))
        self.visit_block(node.body)
        self._conditional = around[1]
        self.scope = outer
        self._bind(node.name, DEFINED, qualname)
        return -1

    def _base(self, node: nodes.NodeNG) -> int:
        if type(node) is not nodes.Subscript:
            return self.path(self.visit_as(node, BASE))
        base = self.path(self.visit_as(node.value, BASE))
        self.visit(node.slice)
        return base

    def _type_alias(self, node: nodes.TypeAlias) -> int:
        self._target(node.name)
        outer = self._type_parameters(node)
        self.visit(node.value)
        self.scope = outer
        return -1

    def _function(self, node: nodes.FunctionDef) -> int:
        decorators = self._decorators(node)
        arguments = node.args
        self.visit_all(arguments.defaults)
        self.visit_all(arguments.kw_defaults)
        outer = self._type_parameters(node)
        annotations = [
            -1 if annotation is None else visit_annotation(self, annotation)
            for annotation in (
                *(arguments.posonlyargs_annotations or ()),
                *(arguments.annotations or ()),
                *(arguments.kwonlyargs_annotations or ()),
            )
        ]
        for annotation in (arguments.varargannotation, arguments.kwargannotation):
            if annotation is not None:
                visit_annotation(self, annotation)
        result = (
            visit_annotation(self, node.returns) if node.returns is not None else -1
        )
        around, self.scope = self.scope, outer
        qualname = self.scope.qualify(node.name)
        self._block(node, qualname)
        self._returned(node, qualname, decorators, result)
        self._bind(node.name, DEFINED, qualname)
        self.scope = around

        method = outer.kind == CLASS
        owner = outer.prefix[:-1] if method else ""
        state = self._enter(
            Scope(FUNCTION, self.scope, f"{qualname}.<locals>.", owner, node)
        )
        self._parameters(arguments, annotations)
        if method:
            self._first_parameter(node, owner)
        self.visit_block(node.body)
        self._conditional = state[1]
        self.scope = outer
        return -1

    def _lambda(self, node: nodes.Lambda) -> int:
        self.visit_all(node.args.defaults)
        self.visit_all(node.args.kw_defaults)
        outer = self._enter(Scope(FUNCTION, self.scope, self.scope.prefix, node=node))
        self._parameters(node.args, [])
        self.visit(node.body)
        self.scope, self._conditional = outer
        return -1

    def _parameters(self, arguments: nodes.Arguments, annotations: list[int]) -> None:
        several = [
            *arguments.posonlyargs,
            *(arguments.args or ()),
            *arguments.kwonlyargs,
        ]
        if len(annotations) != len(several):
            annotations = [-1] * len(several)
        for argument, annotation in zip(several, annotations, strict=True):
            self._bind(argument.name, LOCAL, value=annotation)
            self._place(argument.name, argument.lineno, parameter=True)
        for name, node in (
            (arguments.vararg, arguments.vararg_node),
            (arguments.kwarg, arguments.kwarg_node),
        ):
            if name:
                self._bind(name, LOCAL)
                self._place(name, node.lineno, parameter=True)

    def _first_parameter(self, node: nodes.FunctionDef, owner: str) -> None:
        """Say what ``self`` or ``cls`` is."""
        if bound := bound_parameter(node, modifiers_of(node)):
            name, is_instance = bound
            what = CALL if is_instance else ""
            self.scope.rebind(name, Binding(0, False, LOCAL, owner, what))

    def _returned(
        self,
        node: nodes.FunctionDef,
        qualname: str,
        decorators: list[nodes.NodeNG],
        result: int,
    ) -> None:
        """Note what a function returns, or what a property is."""
        names = [
            dotted_name(
                decorator.func if isinstance(decorator, nodes.Call) else decorator
            ).rpartition(".")[2]
            for decorator in decorators
        ]
        if any(name in {"setter", "deleter"} for name in names):
            return
        certain = type(node) is nodes.FunctionDef and _KEEP_RESULT.issuperset(names)
        self.values.append(Value(qualname, result if certain else -1))
