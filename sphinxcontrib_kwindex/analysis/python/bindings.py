"""The bindings of a module: a walk over every identifier.

To the statements with blocks (:mod:`.branches`) it adds those that bind: it enters
scopes and leaves them, evaluates what Python evaluates outside (decorators, defaults,
annotations, bases), notes what each name is bound to, and keeps what is known of
values: ``x = a.b()`` says what a local `x` is, ``x: C`` that it is an instance of `C`.
"""

from __future__ import annotations

import re
from typing import Final

from astroid import nodes

from ...model.names import type_parameter
from ...model.references import BASE, CALL, DECORATOR, ELEMENT, SLICE, Block
from .annotations import (
    annotated_parameters,
    as_given,
    is_of_another_class,
    of_generic,
    sent_to,
    type_arguments,
    variable_of_self,
    visit_annotated,
    visit_assigned,
    visit_call,
    visit_type,
    visit_type_parameter,
)
from .branches import Branches
from .decorators import bound_parameter, keeps_result, modifiers_of, not_keeping
from .expressions import dotted_name
from .filled import ALL, Put
from .import_statements import ImportWord, import_words
from .occurrence import Known, Results, keyword_parameters
from .overridden_parameters import OverriddenParameters, given
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
    Scope,
)
from .type_comments import commented_parameters, declared_result, visit_comment
from .type_variables import implied_base, of_arguments
from .values import (
    GIVEN,
    NONE,
    UNKNOWN,
    Combined,
    Filled,
    Root,
    Step,
    Value,
    builtin,
    either,
    instance,
    item,
    step,
    typing,
    unless_known,
)

_NAMED: Final = {nodes.AssignName, nodes.AssignAttr}


class BindingWalk(Branches):
    """The occurrences and the bindings of a module.

    :param module: the tree.
    :param text: the text that it was parsed from, with LF line ends.
    """

    def __init__(self, module: nodes.Module, text: str) -> None:
        super().__init__(module, text)
        self.import_words: Final[list[ImportWord]] = []
        self.values: Final[list[Known]] = []
        self.parameters: Final[dict[str, dict[str, nodes.AssignName]]] = {}
        """The parameters of each function that a keyword argument can name."""
        self.bases: Final[dict[str, list[Value]]] = {}
        self.metaclasses: Final[dict[str, Value]] = {}
        """The bases of each class."""
        self.stars = False
        """Whether there are star imports."""
        self.type_parameters: Final[list[str]] = []
        """A qualified name for each, which no definition has."""
        self.overridden: Final = OverriddenParameters(text)
        self._results = Results()
        self._overloaded: Final[set[str]] = set()
        self._nonlocal_bindings: Final[list[tuple[Scope, str, Binding]]] = []
        self.visitors.update(
            {
                nodes.Call: lambda node: visit_call(self, node),
                nodes.AssignAttr: self._attribute_target,
                nodes.AssignName: self._target,
                nodes.DelName: self._deleted,
                nodes.Assign: self._assign,
                nodes.AugAssign: self._augmented,
                nodes.AnnAssign: self._annotated,
                nodes.NamedExpr: self._walrus,
                nodes.FunctionDef: self._function,
                nodes.AsyncFunctionDef: self._function,
                nodes.Lambda: self._lambda,
                nodes.Return: self._return,
                nodes.Yield: self._yield,
                nodes.YieldFrom: self._yield,
                nodes.ClassDef: self._class,
                nodes.TypeAlias: self._type_alias,
                nodes.Import: self._import,
                nodes.ImportFrom: self._import_from,
                nodes.Global: self._declaration,
                nodes.Nonlocal: self._declaration,
            }
        )
        self.visit_block(module.body)
        for scope, name, binding in self._nonlocal_bindings:
            outer: Scope | None = scope
            while outer is not None:
                if outer.kind == FUNCTION and name in outer.bindings:
                    outer.late.setdefault(name, []).append(binding)
                    break
                outer = outer.parent

    # Names

    def _bind(self, name: str, binding: Binding) -> None:
        scope = self.scope
        if name in scope.global_names and scope.kind != MODULE:
            scope.module.late.setdefault(name, []).append(binding)
        elif name in scope.nonlocal_names:
            if scope.parent is not None:
                self._nonlocal_bindings.append((scope.parent, name, binding))
            self.flow.bind(scope, name, (binding,))
        else:
            scope.bindings.setdefault(name, []).append(binding)
            self.flow.bind(scope, name, (binding,))

    def bind_local(self, name: str, line: int, value: Value = UNKNOWN) -> None:
        """Bind a name as an assignment does, at a place that is no identifier."""
        self._bind(name, Binding(LOCAL, value=value, line=line))

    def _target(self, node: nodes.AssignName, value: Value = UNKNOWN) -> int:
        """Bind a name, as an assignment does."""
        name = node.name
        self._bind(name, self._binding(name, value, node.lineno))
        # Behind the binding: this is what is bound.
        return self.note(name, node.lineno, node.col_offset, store=True)

    def _binding(self, name: str, value: Value, line: int) -> Binding:
        scope = self.scope
        declared = scope.declared.get(name)
        if scope.kind in {MODULE, CLASS} or name in scope.global_names:
            qualname = scope.qualify(name)
            self.values.append(Known(qualname, value))
            return Binding(DATA, qualname, value=value)
        if declared is not None and declared.value != UNKNOWN:
            value = declared.value
        elif name in scope.annotated:
            value = unless_known(value, scope.annotated[name])
        return Binding(LOCAL, value=value, line=line)

    def _deleted(self, node: nodes.DelName) -> Value:
        self.note(node.name, node.lineno, node.col_offset)
        if node.name not in self.scope.global_names:
            self.flow.bind(self.scope, node.name, (Binding(DELETED),))
        return UNKNOWN

    def _attribute_target(
        self, node: nodes.AssignAttr, value: Value = UNKNOWN, annotated: bool = False
    ) -> int:
        of = self.visit(node.expr)
        number = self.note_attribute(
            of, node.attrname, node.end_lineno, node.end_col_offset, store=True
        )
        self.values.append(Known(number, value, annotated))
        if node.attrname == "__class__" and type(node.expr) is nodes.Name:
            self.narrow_name(node.expr.name, instance(value))
        return number

    def _assign(self, node: nodes.Assign) -> Value:
        value = visit_assigned(self, node.value)
        declared = visit_comment(self, node.type_annotation)
        if declared != UNKNOWN and type(node.targets[0]) in _NAMED:
            self._declare(node.targets[0], declared)
            return UNKNOWN
        if self.is_given(node.value):
            value = GIVEN
        for target in node.targets:
            self.assign(target, value)
        return UNKNOWN

    def assign(self, target: nodes.NodeNG, value: Value) -> None:
        """Bind a target to a value."""
        kind = type(target)
        if kind is nodes.AssignName:
            self._target(target, value)
        elif kind is nodes.AssignAttr:
            self._attribute_target(target, value)
        elif kind is nodes.Tuple or kind is nodes.List:
            known = True
            for number, element in enumerate(target.elts):
                if type(element) is nodes.Starred:
                    known = False
                    self.assign(element.value, builtin("list"))
                else:
                    self.assign(element, item(value, number) if known else UNKNOWN)
        else:
            of = self.visit(target)
            if type(of) is Step:
                is_item = of.name != SLICE
                put = ("setdefault", (UNKNOWN, value)) if is_item else (ALL, (value,))
                self.puts.append(Put(of.of, *put))

    def _augmented(self, node: nodes.AugAssign) -> Value:
        value = self.visit(node.value)
        target = node.target
        if type(target) is nodes.AssignName:
            held = self.scope.now(target.name)
            before = held[1].bindings if held is not None and held[1] else ()
            known = before[0].value if len(before) == 1 else UNKNOWN
            if type(known) is Filled:
                self.puts.append(Put(known, ALL, (value,)))
            elif known != value or type(value) is int:
                # "list += list" leaves the type alone.
                known = UNKNOWN
            self.assign(target, known)
        else:
            self.visit(target)
        return UNKNOWN

    def _annotated(self, node: nodes.AnnAssign) -> Value:
        value = visit_annotated(self, node)
        self._declare(node.target, value, is_given=node.value is not None)
        return UNKNOWN

    def _declare(
        self, target: nodes.NodeNG, value: Value, *, is_given: bool = True
    ) -> None:
        """Take what a target is declared as.

        :param is_given: whether it is bound, too.
        """
        if type(target) is nodes.AssignAttr:
            self._attribute_target(target, value, True)
        elif type(target) is nodes.AssignName:
            scope = self.scope
            before = len(self.values)
            binding = self._binding(target.name, value, target.lineno)
            del self.values[before:]
            if binding.kind == DATA:
                self.values.append(Known(binding.target, value, True))
            if is_given:
                self._bind(target.name, binding)
                scope.annotated[target.name] = value
            else:
                scope.declared.setdefault(target.name, binding)
            name, line, column = target.name, target.lineno, target.col_offset
            number = self.note(name, line, column, store=True)
            if not is_given:
                # What has the name elsewhere is not meant.
                self.means[number] = (binding,)
        else:
            self.visit(target)

    def _walrus(self, node: nodes.NamedExpr) -> Value:
        value = self.visit(node.value)
        inner = self.scope
        while self.scope.kind == COMPREHENSION and self.scope.parent is not None:
            self.scope = self.scope.parent
        self._target(node.target, value)
        self.scope = inner
        return value

    # Imports and declarations

    def _import(self, node: nodes.Import) -> Value:
        self.import_words.extend(import_words(node, self.lines))
        for module, alias in node.names:
            top = module.partition(".")[0]
            self._bind(alias or top, Binding(IMPORTED, module if alias else top))
        return UNKNOWN

    def _import_from(self, node: nodes.ImportFrom) -> Value:
        self.import_words.extend(import_words(node, self.lines))
        module = "." * (node.level or 0) + (node.modname or "")
        for name, alias in node.names:
            if name == "*":
                self.stars = True
            else:
                self._bind(alias or name, Binding(IMPORTED, module, name))
        return UNKNOWN

    def _declaration(self, node: nodes.Global | nodes.Nonlocal) -> Value:
        scope = self.scope
        is_global = type(node) is nodes.Global
        (scope.global_names if is_global else scope.nonlocal_names).update(node.names)
        line = self.lines[node.lineno - 1]
        for name in node.names:
            if found := re.search(rf"\b{name}\b", line):
                column = len(line[: found.start()].encode(errors="surrogatepass"))
                self.note(name, node.lineno, column)
        return UNKNOWN

    # Functions and classes

    def _decorators(self, node: nodes.NodeNG) -> dict[str, Value]:
        """Note the names in decorators, and return what each is by its last name."""
        values: dict[str, Value] = {}
        for decorator in node.decorators.nodes if node.decorators is not None else ():
            named = decorator.func if isinstance(decorator, nodes.Call) else decorator
            name = dotted_name(named).rpartition(".")[2]
            values[name] = self.visit_as(decorator, DECORATOR)
            if decorator.end_lineno > decorator.lineno:
                self.spans.append((decorator.lineno, decorator.end_lineno))
        return values

    def _block(self, node: nodes.NodeNG, qualname: str) -> None:
        """Note the lines of a class or a function."""
        first = (node.position or node).lineno
        top = node.decorators.lineno if node.decorators is not None else first
        self.blocks.append(Block(top, node.end_lineno, qualname))
        self.note_header(first, node.doc_node or node.body[0])

    def _type_parameters(self, node: nodes.NodeNG, owner: str) -> Scope:
        """Enter the scope of type parameters, if there are any; return the outer."""
        outer = self.scope
        if node.type_params:
            self.scope = Scope(TYPE_PARAMETERS, outer, outer.prefix)
        for number, parameter in enumerate(node.type_params):
            qualname = type_parameter(owner, number)
            self.type_parameters.append(qualname)
            self.values.append(Known(qualname, visit_type_parameter(self, parameter)))
            self._target(parameter.name, Root("def", qualname))
        return outer

    def _class(self, node: nodes.ClassDef) -> Value:
        self._decorators(node)
        qualname = self.scope.qualify(node.name)
        self._block(node, qualname)
        outer = self._type_parameters(node, qualname)
        bases = [self._base(base) for base in node.bases]
        if node.type_params:
            bases.append(implied_base(qualname, len(node.type_params)))
        # Of two classes of one name, both count.
        self.bases.setdefault(qualname, []).extend(bases)
        for keyword in node.keywords:
            self.visit(keyword.value)
        # astroid keeps it apart, where no walk comes by.
        metaclass = node._metaclass
        if metaclass is not None:
            self.metaclasses[qualname] = self.visit(metaclass)
        mark = self.flow.mark()
        self.scope = Scope(CLASS, self.scope, f"{qualname}.", node=node)
        self.visit_block(node.body)
        if self.scope.parent is not None and self.scope.parent.kind != MODULE:
            self.flow.forget(mark)
        self.scope = outer
        self._bind(node.name, Binding(DEFINED, qualname))
        return UNKNOWN

    def _base(self, node: nodes.NodeNG) -> Value:
        if type(node) is not nodes.Subscript:
            return self.visit_as(node, BASE)
        base = self.visit_as(node.value, BASE)
        return of_generic(base, type_arguments(self, node.slice))

    def _type_alias(self, node: nodes.TypeAlias) -> Value:
        outer = self._type_parameters(node, self.scope.qualify(node.name.name))
        value = visit_type(self, node.value)
        self.scope = outer
        self._target(node.name, value)
        return UNKNOWN

    def _function(self, node: nodes.FunctionDef) -> Value:
        decorators = self._decorators(node)
        arguments = node.args
        self.visit_all(arguments.defaults)
        self.visit_all(arguments.kw_defaults)
        qualname = self.scope.qualify(node.name)
        outer = self._type_parameters(node, qualname)
        method = outer.kind == CLASS
        self.type_of_self = variable_of_self(node, self.scope) if method else ""
        annotations = commented_parameters(self, node, method=method)
        annotations.update(annotated_parameters(self, arguments))
        self.passed_on.declare(qualname, arguments, annotations)
        modifiers = modifiers_of(node)
        result = as_given(node, declared_result(self, node))
        if result is None and keeps_result(node):
            result = instance(typing("TypeVar"))
        result = of_arguments(
            node, result, annotations, self.scope, modifiers, method=method
        )
        around, self.scope = self.scope, outer
        self._block(node, qualname)
        self._bind(node.name, Binding(DEFINED, qualname))

        owner = outer.prefix[:-1] if method else ""
        self.scope = Scope(FUNCTION, around, f"{qualname}.<locals>.", owner, node)
        state = self.flow.mark(), self.flow.dead, self.flow.loops, self._results
        self.flow.dead, self.flow.loops = False, []
        results = self._results = Results(sent_to(node.returns, result))
        self.scope.annotated.update(annotations)
        known = self.overridden.values(node, outer, annotations)
        self._parameters(arguments, known)
        # Of several functions of one name, as of overloads, all count.
        named = self.parameters.setdefault(qualname, {})
        named |= keyword_parameters(node, method=method) | named
        if method and (bound := bound_parameter(node, modifiers)):
            name, is_instance = bound
            this: Value = Root("this", owner)
            value = this if is_instance else Step(this, "__class__")
            if is_instance and is_of_another_class(node, owner):
                # So mixins say what they need.
                several = [this, annotations.get(name, UNKNOWN)]
                value = either(one for one in several if one != UNKNOWN)
            for binding in self.scope.bindings.pop(name):
                self._bind(name, binding._replace(value=value))
        self.visit_block(node.body)
        mark, self.flow.dead, self.flow.loops, self._results = state
        self.flow.forget(mark)
        self.scope = outer
        self._returned(node, qualname, decorators, result, results)
        return UNKNOWN

    def _lambda(self, node: nodes.Lambda) -> Value:
        self.visit_all(node.args.defaults)
        self.visit_all(node.args.kw_defaults)
        outer = self.scope
        mark, loops = self.flow.mark(), self.flow.loops
        self.flow.loops = []
        self.scope = Scope(FUNCTION, outer, outer.prefix, node=node)
        self._parameters(node.args, given(node.args))
        self.visit(node.body)
        self.scope, self.flow.loops = outer, loops
        self.flow.forget(mark)
        return UNKNOWN

    def _parameters(self, arguments: nodes.Arguments, known: dict[str, Value]) -> None:
        several = [
            *arguments.posonlyargs,
            *(arguments.args or ()),
            *arguments.kwonlyargs,
        ]
        places = [(argument.name, argument) for argument in several]
        places.append((arguments.vararg, arguments.vararg_node))
        places.append((arguments.kwarg, arguments.kwarg_node))
        for name, node in places:
            if name:
                value, line = known.get(name, UNKNOWN), node.lineno
                self._bind(name, Binding(LOCAL, "", "", value, line, True))

    def _return(self, node: nodes.Return) -> Value:
        value = NONE if node.value is None else self.visit(node.value)
        self._results.returned.append(value)
        self.flow.dead = True
        return UNKNOWN

    def _yield(self, node: nodes.Yield | nodes.YieldFrom) -> Value:
        value = NONE if node.value is None else self.visit(node.value)
        if type(node) is nodes.YieldFrom:
            value = step(value, ELEMENT)
        self._results.yielded.append(value)
        return self._results.sent if type(node) is nodes.Yield else UNKNOWN

    def _returned(
        self,
        node: nodes.FunctionDef,
        qualname: str,
        decorators: dict[str, Value],
        declared: Value | None,
        results: Results,
    ) -> None:
        """Note what a function returns, or what a property is."""
        if "overload" in decorators:
            self._overloaded.add(qualname)
        elif qualname in self._overloaded:
            # What implements them all says less.
            return
        if not decorators.keys().isdisjoint({"setter", "deleter"}):
            return
        is_async = type(node) is nodes.AsyncFunctionDef
        result = results.value(is_async=is_async) if declared is None else declared
        others = [step(decorators[name], CALL) for name in not_keeping(decorators)]
        if others and result not in {UNKNOWN, NONE}:
            result = (
                UNKNOWN
                if UNKNOWN in others
                else Combined("decorated", "", (result, *others))
            )
        self.values.append(Known(qualname, result, declared is not None))
