"""The bindings of a module: a walk over every identifier.

To the other statements (:mod:`.assignments`, :mod:`.branches`) it adds the definitions:
it enters scopes and leaves them, evaluates what Python evaluates outside (decorators,
defaults, annotations, bases), and notes what functions return.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from astroid import nodes

from ....model.names import type_parameter
from ....model.references import (
    BASE,
    BY_IMPORT,
    CALL,
    CALLED,
    DECORATED_BY,
    DECORATOR,
    ELEMENT,
    FIXTURE,
    METACLASS,
    Block,
)
from ..definitions.decorators import bound_parameter, keeps_function, modifiers_of
from ..expressions import called, decorators_of, last_name, positional, with_metaclass
from ..scopes import (
    CLASS,
    DEFINED,
    FUNCTION,
    LOCAL,
    MODULE,
    TYPE_PARAMETERS,
    Binding,
    Scope,
)
from ..values import (
    NONE,
    UNKNOWN,
    Combined,
    Root,
    Step,
    Value,
    callable_returning,
    either,
    instance,
    step,
    typing,
    unless_known,
)
from .annotations import (
    annotated_parameters,
    as_given,
    of_generic,
    type_arguments,
    variable_of_self,
    visit_annotation,
    visit_type,
    visit_type_parameter,
)
from .branches import Branches
from .fixtures import Fixtures, fixture_value, is_fixture
from .known_calls import is_enumeration, visit_call
from .occurrence import Known, Results, keyword_parameters
from .overridden_parameters import OverriddenParameters, given
from .private_parameters import passed_values
from .type_variables import (
    OF_WHAT_IS_GIVEN,
    as_it_is_given,
    implied_base,
    of_arguments,
    of_constructor,
)


class BindingWalk(Branches):
    """The occurrences and the bindings of a module.

    :param module: the tree.
    :param text: the text that it was parsed from, with LF line ends.
    """

    def __init__(self, module: nodes.Module, text: str) -> None:
        super().__init__(module, text)
        self.parameters: Final[dict[str, dict[str, nodes.AssignName]]] = {}
        """The parameters of each function that a keyword argument can name."""
        self.bases: Final[dict[str, list[Value]]] = {}
        """The bases of each class."""
        self.made_by: Final[dict[str, Value]] = {}
        """Metaclasses and decorators, as in :attr:`.References.values`."""
        self.type_parameters: Final[list[str]] = []
        """A qualified name for each, which no definition has."""
        self.overridden: Final = OverriddenParameters(text)
        self._fixtures: Final = Fixtures(module, text)
        self._results = Results()
        self._overloaded: Final[set[str]] = set()
        self._of_what_is_given = False
        self.visit_block(module.body)
        if self._of_what_is_given:
            self.type_parameters.append(OF_WHAT_IS_GIVEN)
            self.values.append(Known(OF_WHAT_IS_GIVEN, instance(typing("TypeVar"))))
        for scope, name, binding in self.nonlocal_bindings:
            outer: Scope | None = scope
            while outer is not None:
                if outer.kind == FUNCTION and name in outer.bindings:
                    outer.late.setdefault(name, []).append(binding)
                    break
                outer = outer.parent

    def _decorators(self, node: nodes.NodeNG) -> list[tuple[str, Value]]:
        """Note the names in decorators, and return each one's last name and value."""
        values: list[tuple[str, Value]] = []
        for decorator in decorators_of(node):
            name = last_name(called(decorator))
            value = self.visit_as(decorator, DECORATOR)
            values.append((name, value))
            if name == "parametrize":
                self._fixtures.note_listed(decorator, value)
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
            self.target(parameter.name, Root("def", qualname))
        return outer

    def _visit_ClassDef(self, node: nodes.ClassDef) -> Value:
        self._decorators(node)
        qualname = self.scope.qualify(node.name)
        self._block(node, qualname)
        outer = self._type_parameters(node, qualname)
        mark = self.flow.mark()
        self.bind_by_stars(node.name)
        bases = [value for base in node.bases for value in self._bases(base, qualname)]
        self.flow.undo(mark)
        if node.type_params:
            bases.append(implied_base(qualname, len(node.type_params)))
        before = self.bases.setdefault(qualname, bases)
        if before is not bases:
            # Of two classes of one name either may be meant.
            pairs = zip_longest(before, bases, fillvalue=Root("builtin", "object"))
            self.bases[qualname] = [either(pair) for pair in pairs]
        for keyword in node.keywords:
            self.visit(keyword.value)
        # astroid keeps it apart, where no walk comes by.
        if node._metaclass is not None:
            self.made_by[qualname + METACLASS] = self.visit(node._metaclass)
        mark = self.flow.mark()
        if is_enumeration(node, self.scope):
            self.enumerations.add(f"{qualname}.")
        self.scope = Scope(CLASS, self.scope, f"{qualname}.", node=node)
        self.visit_block(node.body)
        if self.scope.parent is not None and self.scope.parent.kind != MODULE:
            self.flow.forget(mark)
        self.scope = outer
        self.bind(node.name, Binding(DEFINED, qualname))
        return UNKNOWN

    def _bases(self, node: nodes.NodeNG, qualname: str) -> list[Value]:
        """Return what a class derives from by one of its bases.

        :param qualname: that of the class.
        """
        metaclass, *bases = with_metaclass(node) or [None]
        if metaclass is None:
            return [self._base(node)]
        self.visit_as(node.func, CALLED)
        self.made_by[qualname + METACLASS] = self.visit(metaclass)
        return [self._base(base) for base in bases] or [Root("builtin", "object")]

    def _base(self, node: nodes.NodeNG) -> Value:
        if type(node) is not nodes.Subscript:
            return self.visit_as(node, BASE)
        base = self.visit_as(node.value, BASE)
        return of_generic(base, type_arguments(self, node.slice))

    def _bind_import(self, bound: str, module: str, name: str = "") -> None:
        super()._bind_import(bound, module, name)
        if self.scope.kind == CLASS and bound not in self.scope.global_names:
            key = self.scope.qualify(bound) + BY_IMPORT
            root = Root("module", module)
            value = step(root, name) if name else root
            # Of two of a name either may be meant.
            self.made_by[key] = value if key not in self.made_by else UNKNOWN

    def _visit_TypeAlias(self, node: nodes.TypeAlias) -> Value:
        outer = self._type_parameters(node, self.scope.qualify(node.name.name))
        value = visit_type(self, node.value)
        self.scope = outer
        self.target(node.name, value)
        return UNKNOWN

    def _visit_FunctionDef(self, node: nodes.FunctionDef) -> Value:
        """Bind a function, and read its head and, as a scope of its own, its body."""
        decorators = self._decorators(node)
        names = [name for name, _ in decorators]
        arguments = node.args
        self.visit_all(arguments.defaults)
        self.visit_all(arguments.kw_defaults)
        qualname = self.scope.qualify(node.name)
        outer = self._type_parameters(node, qualname)
        method = outer.kind == CLASS
        modifiers = modifiers_of(node)
        of_object = method and "staticmethod" not in modifiers
        bound = bound_parameter(node, modifiers) if method else None
        self.type_of_self = (
            variable_of_self(node, self.scope, is_instance=bound[1]) if bound else ""
        )
        annotations = annotated_parameters(self, arguments)
        self.passed_on.declare(qualname, arguments, annotations)
        if bound and bound[1]:
            self.made_by_self = variable_of_self(node, self.scope, is_instance=False)
        result = as_given(node, node.returns and visit_annotation(self, node.returns))
        self.made_by_self = ""
        if result is None and not is_fixture(names):
            result = as_it_is_given(node, of_object=of_object)
            if type(result) is Combined:
                self._of_what_is_given = True
        result = of_arguments(
            *(node, result, annotations, self.scope),
            overload="overload" in modifiers,
            of_object=of_object,
        )
        if method and node.name == "__init__" and "overload" not in modifiers:
            result = of_constructor(node, annotations, outer) or result
        around, self.scope = self.scope, outer
        self._block(node, qualname)
        self.bind(node.name, Binding(DEFINED, qualname))

        owner = outer.prefix[:-1] if method else ""
        self.scope = Scope(FUNCTION, around, f"{qualname}.<locals>.", owner, node)
        self.scope.annotated.update(annotations)
        known = self.overridden.values(node, outer, annotations)
        passed = passed_values(node, outer, names, of_object=of_object)
        for name, value in passed.items():
            known[name] = unless_known(known.get(name, UNKNOWN), value)
        known |= self._fixtures.values(node, outer) | annotations
        # Of several functions of one name, as of overloads, all count.
        named = self.parameters.setdefault(qualname, {})
        named |= keyword_parameters(node.args, of_object=of_object) | named
        results = self._body_of_function(node, known, owner, bound)
        self.scope = outer
        self._returned(node, qualname, decorators, result, results)
        return UNKNOWN

    def _body_of_function(
        self,
        node: nodes.FunctionDef,
        known: dict[str, Value],
        owner: str,
        bound: tuple[str, bool] | None,
    ) -> Results:
        """Read the body of a function, in its scope; return what it gives.

        :param known: what is known of its parameters.
        :param owner: the class that a method is in.
        :param bound: the parameter that is given the object or its class.
        """
        flow = self.flow
        state = flow.mark(), flow.dead, flow.loops, flow.tries, self._results
        flow.dead, flow.loops, flow.tries = False, [], []
        results = self._results = Results()
        self._parameters(node.args, known)
        if bound:
            name, is_instance = bound
            this: Value = Root("this", owner)
            value = this if is_instance else Step(this, "__class__")
            for binding in self.scope.bindings.pop(name):
                self.bind(name, binding._replace(value=value))
        self.visit_block(node.body)
        mark, flow.dead, flow.loops, flow.tries, self._results = state
        flow.forget(mark)
        return results

    def _visit_Call(self, node: nodes.Call) -> Value:
        return visit_call(self, node)

    def _visit_Lambda(self, node: nodes.Lambda) -> Value:
        self.visit_all(node.args.defaults)
        self.visit_all(node.args.kw_defaults)
        outer = self.scope
        mark, loops = self.flow.mark(), self.flow.loops
        self.flow.loops = []
        self.scope = Scope(FUNCTION, outer, outer.prefix, node=node)
        known = given(node.args)
        if node.args.args and node in self.lambdas:
            known[node.args.args[0].name] = self.lambdas[node]
        self._parameters(node.args, known)
        result = self.visit(node.body)
        self.scope, self.flow.loops = outer, loops
        self.flow.forget(mark)
        if result in {UNKNOWN, NONE}:
            return UNKNOWN
        return callable_returning(result, is_coroutine=False)

    def _parameters(self, arguments: nodes.Arguments, known: dict[str, Value]) -> None:
        several = (*positional(arguments), *arguments.kwonlyargs)
        places = [(argument.name, argument) for argument in several]
        places.append((arguments.vararg, arguments.vararg_node))
        places.append((arguments.kwarg, arguments.kwarg_node))
        for name, node in places:
            if name:
                value, line = known.get(name, UNKNOWN), node.lineno
                self.bind(name, Binding(LOCAL, "", "", value, line, True))

    def _visit_Return(self, node: nodes.Return) -> Value:
        value = NONE if node.value is None else self.visit(node.value)
        self._results.returned.append(value)
        self.flow.dead = True
        return UNKNOWN

    def _visit_Yield(self, node: nodes.Yield | nodes.YieldFrom) -> Value:
        value = NONE if node.value is None else self.visit(node.value)
        if type(node) is nodes.YieldFrom:
            value = step(value, ELEMENT)
        self._results.yielded.append(value)
        return UNKNOWN

    def _returned(
        self,
        node: nodes.FunctionDef,
        qualname: str,
        decorators: list[tuple[str, Value]],
        declared: Value | None,
        results: Results,
    ) -> None:
        """Note what a function returns, or what a property is."""
        names = [name for name, _ in decorators]
        if "overload" in names:
            self._overloaded.add(qualname)
        elif qualname in self._overloaded:
            # What implements them all says less.
            return
        if not {"setter", "deleter"}.isdisjoint(names):
            return
        is_async = type(node) is nodes.AsyncFunctionDef
        if is_fixture(names):
            given = fixture_value(declared, results, is_async=is_async)
            self.overridden.declared[qualname + FIXTURE] = given
        result = results.value(is_async=is_async) if declared is None else declared
        making = [value for name, value in decorators if not keeps_function(name)]
        key = qualname + DECORATED_BY
        is_outermost = bool(making) and not keeps_function(names[0])
        # Of several functions of one name nothing is said.
        is_known = is_outermost and key not in self.made_by
        self.made_by[key] = UNKNOWN
        if is_known and making[0] != UNKNOWN:
            given = UNKNOWN if making[1:] else result
            is_coroutine = is_async and not results.yielded
            function = callable_returning(given, is_coroutine=is_coroutine)
            self.made_by[key] = Combined("called", "0", (making[0], function))
        others = [step(value, CALL) for value in making]
        if UNKNOWN in others:
            result = UNKNOWN
        elif others and result not in {UNKNOWN, NONE}:
            result = Combined("decorated", "", (result, *others))
        self.values.append(Known(qualname, result, declared is not None))
