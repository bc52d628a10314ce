"""The identifiers in expressions: the base of the walk over a module.

An *occurrence* is an identifier at a place, as a name in a scope or as an attribute
of a value. What they mean is resolved when all names are bound (:mod:`.resolve_names`).
Every visitor of an expression returns its value (:mod:`.values`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Final

from astroid import nodes
from astroid.const import Context

from ....model.references import (
    ASYNC_ELEMENT,
    AWAIT,
    CALL,
    CALLED,
    ELEMENT,
    ITEM,
    SLICE,
    SUBCLASSES,
    Block,
    ComputedName,
)
from ...names_in_text import names_in_string
from ..blocks import FIELDS
from ..expressions import (
    annotating_names,
    dotted_name,
    is_like_type,
    item_key,
    literals,
    name_of,
    numbers,
    own_name,
)
from ..scopes import COMPREHENSION, MODULE, Bindings, Scope
from ..values import (
    NONE,
    UNKNOWN,
    Combined,
    Filled,
    Generic,
    Root,
    Step,
    Value,
    builtin,
    call,
    container,
    either,
    instance,
    operation,
    returned,
    step,
)
from ..visitors import Visitors
from .composed_strings import affixes
from .filled_containers import PUTTING, Put
from .flow import Branch
from .narrowing import TESTS, Narrowing
from .occurrence import Keyword, Occurrence
from .passed_keywords import PassedOn
from .private_parameters import Call

_DEFINITIONS: Final = {nodes.ClassDef, nodes.FunctionDef, nodes.AsyncFunctionDef}
_INIT_SUBCLASS: Final = ".__init_subclass__.<locals>."
#: Functions that set nothing on a class.
_ASKING: Final = {"getattr", "hasattr", "issubclass", "repr", "super", "type", "vars"}
#: Fields of Django's models that hold an object of the class that they are given.
_KEYS: Final = {"ForeignKey", "OneToOneField"}
#: Builtin types whose instances are empty that are made of nothing.
_EMPTY: Final = {"list", "set", "dict"}
#: Builtin functions that compare items by what a function makes of them.
_COMPARING: Final = {"max", "min", "sorted"}
#: So many operators, one after the other, are followed.
_OPERATORS: Final = 4
_NO_CODE: Final = re.compile(r"\s*(#|$)")
_CONSTANTS: Final[dict[type, Value]] = {
    type(None): NONE,
    type(...): UNKNOWN,
    **{
        kind: builtin(kind.__name__) for kind in (bool, int, float, complex, str, bytes)
    },
}
_MADE: Final = {
    nodes.ListComp: "list",
    nodes.SetComp: "set",
    # As an annotation says it: something to iterate over.
    nodes.GeneratorExp: "typing.Iterator",
}


class Occurrences(Narrowing):
    """The identifiers in expressions, in the order of execution.

    What binds names is for :class:`~.bindings.BindingWalk`.

    :param module: the tree.
    :param text: the text that it was parsed from, with LF line ends.
    """

    def __init__(self, module: nodes.Module, text: str) -> None:
        self.occurrences: Final[list[Occurrence]] = []
        self.means: Final[list[Bindings | None]] = []
        """Of each occurrence of a name what it is bound to, as far as that is known
        before the end."""
        self.keywords: Final[list[Keyword]] = []
        self.passed_on: Final = PassedOn()
        self.lambdas: Final[dict[nodes.Lambda, Value]] = {}
        """What functions without names are called with, as far as that is known."""
        self.calls: Final[defaultdict[str, list[Call]]] = defaultdict(list)
        """The calls of names and of what is private, by the last parts of the names."""
        self.puts: Final[list[Put]] = []
        """What is put into containers."""
        self.lines: Final = text.split("\n")
        super().__init__(module)
        self.type_of_self = ""
        """The type variable that stands for the type of ``self``, if one does."""
        self.made_by_self = ""
        """The same for what ``self`` makes that is called, in a metaclass."""
        self.roles: Final[dict[int, int]] = {}
        """What occurrences are there for, if it is not a mere mention."""
        self.blocks: Final[list[Block]] = []
        """The classes and functions."""
        self.spans: Final[list[tuple[int, int]]] = []
        """First and last line of what takes several; see :class:`.References`."""
        self.quoted: Final[Counter[str]] = Counter()
        """The names in strings, and how often they stand there."""
        self.computed: Final[set[ComputedName]] = set()
        """See :attr:`.FileFacts.computed`."""
        self.visitors: Final = Visitors(self, self._visit_children)

    def visit(self, node: nodes.NodeNG) -> Value:
        """Note the identifiers of a node, and return its value."""
        value: Value = self.visitors[type(node)](node)
        return value

    def visit_all(self, several: list[nodes.NodeNG] | None) -> None:
        """Note the identifiers of nodes; ``None`` stands for a missing node."""
        visitors = self.visitors
        for node in several or ():
            if node is not None:
                visitors[type(node)](node)

    def visit_block(self, body: list[nodes.NodeNG]) -> None:
        """Note the identifiers of the statements of a block."""
        visitors = self.visitors
        for node in body:
            if node.end_lineno and node.end_lineno > node.lineno:
                kind = type(node)
                if kind in FIELDS:
                    self.note_header(node.lineno, getattr(node, FIELDS[kind][1][0])[0])
                elif kind not in _DEFINITIONS:
                    self.spans.append((node.lineno, node.end_lineno))
            visitors[type(node)](node)

    def note_header(self, line: int, behind: nodes.NodeNG) -> None:
        """Note the lines of the header of a block, which begins with `behind`."""
        decorators = getattr(behind, "decorators", None)
        # The cases of a `match` have no line of their own.
        first = decorators or getattr(behind, "pattern", behind)
        last = first.lineno - 1
        if first is behind and self.lines[last][: behind.col_offset].strip():
            # It begins on the last line of the header: "…) -> None: ...".
            last += 1
        while last > line and _NO_CODE.match(self.lines[last - 1]):
            last -= 1
        if last > line:
            self.spans.append((line, last))

    def visit_as(self, node: nodes.NodeNG, role: int) -> Value:
        """Note the identifiers of an expression, the last of them in a role."""
        value = self.visit(node)
        named = value.of if isinstance(value, Step) and value.name == CALL else value
        if isinstance(named, Combined):
            named = named.parts[0]
        if isinstance(named, int) and named >= 0:
            self.roles[named] = role
        return value

    def note(self, name: str, line: int, column: int, *, store: bool = False) -> int:
        """Note an occurrence of a name in the scope of now, and return its number."""
        number = len(self.occurrences)
        self.occurrences.append(
            Occurrence(UNKNOWN, name, line, column, self.scope, False, store)
        )
        now = self.scope.now(name)
        self.means.append(now and self.flow.read(now[0], name, now[1], number))
        return number

    def note_attribute(
        self, of: Value, name: str, line: int, column: int, *, store: bool = False
    ) -> int:
        """Note an occurrence of an attribute, and return its number."""
        self.occurrences.append(
            Occurrence(of, name, line, column, self.scope, True, store)
        )
        self.means.append(None)
        return len(self.occurrences) - 1

    # Expressions

    def _visit_children(self, node: nodes.NodeNG) -> Value:
        visitors = self.visitors
        for child in node.get_children():
            visitors[type(child)](child)
        return UNKNOWN

    def _visit_Const(self, node: nodes.Const) -> Value:
        if type(node.value) is str:
            for name in names_in_string(node.value):
                self.quoted[name] += 1
        return _CONSTANTS.get(type(node.value), UNKNOWN)

    def _visit_Expr(self, node: nodes.Expr) -> Value:
        value = node.value
        # A string by itself is documentation.
        return UNKNOWN if type(value) is nodes.Const else self.visit(value)

    def _visit_JoinedStr(self, node: nodes.JoinedStr) -> Value:
        self._visit_children(node)
        return _CONSTANTS[str]

    def _visit_Name(self, node: nodes.Name) -> Value:
        return self.note(node.name, node.lineno, node.col_offset)

    def _visit_Await(self, node: nodes.Await) -> Value:
        return step(self.visit(node.value), AWAIT)

    def _visit_Attribute(self, node: nodes.Attribute) -> Value:
        expression = node.expr
        of = self.visitors[type(expression)](expression)
        name = node.attrname
        number = self.note_attribute(of, name, node.end_lineno, node.end_col_offset)
        return self.tested(node, number) if name in self.tested_parts else number

    def call(self, node: nodes.Call) -> Value:
        """Note the identifiers of a call, and return its value."""
        function = node.func
        if type(function) is nodes.Subscript and is_like_type(function.value):
            called, named = self.applied_class(function)
        else:
            called = named = self.visitors[type(function)](function)
        if type(named) is int and named >= 0:
            self.roles[named] = CALLED
        if type(function) is nodes.Name and function.name in TESTS and node.args:
            arguments = self.test(node)
        else:
            arguments = [self.visit(argument) for argument in node.args]
        given = dict(zip(numbers(node.args), arguments, strict=False))
        given |= self._keyword_arguments(node, called, arguments)
        if self.scope.prefix.endswith(_INIT_SUBCLASS):
            self._note_handed_on(node)
        for passed in (getattr(function, "expr", None), *node.args):
            if (bound := name_of(passed)) in self.tested_parts:
                self.bound(bound)
        name = own_name(function)
        if type(called) is int and (type(function) is nodes.Name or name[:1] == "_"):
            self.calls[name].append(Call(called, given))
        if "subclass" in name and name != "issubclass":
            self._note_searched(getattr(function, "expr", None), *node.args)
        result: Value | None = None
        if type(function) is nodes.Name:
            result = self._call_of_name(node, name, arguments)
        elif type(function) is nodes.Attribute:
            if name == "__new__":
                return instance(arguments[0]) if arguments else UNKNOWN
            if name in PUTTING and type(called) is int:
                into = self.occurrences[called].of
                self.puts.append(Put(into, name, tuple(arguments)))
        if name in _KEYS and type(other := given.get("to", given.get("0"))) is int:
            called = Generic(called, (other,))
        return call(name, called, given, literals(node)) if result is None else result

    def _keyword_arguments(
        self, node: nodes.Call, called: Value, arguments: list[Value]
    ) -> dict[str, Value]:
        """Note the identifiers of keyword arguments, and return these."""
        given: dict[str, Value] = {}
        for keyword in node.keywords:
            value = keyword.value
            if keyword.arg == "key" and type(value) is nodes.Lambda:
                self.lambdas[value] = self._compared(node.func, called, arguments)
            known = self.visit(value)
            if keyword.arg is None:
                self.passed_on.note(self.scope, node, value, called)
            elif called != UNKNOWN:
                given[keyword.arg] = known
                self.keywords.append(
                    Keyword(keyword.lineno, keyword.col_offset, keyword.arg, called)
                )
        return given

    def _call_of_name(
        self, node: nodes.Call, name: str, arguments: list[Value]
    ) -> Value | None:
        """Return what a call of a builtin gives, ``None`` for a call like others."""
        if name == "getattr" and len(node.args) > 1:
            self._note_computed(*node.args[:2])
        if name == "issubclass":
            self._note_searched(*node.args[1:])
        is_module = self.scope.kind == MODULE and not node.args
        if name == "globals" or (is_module and name in {"locals", "vars"}):
            self.computed.add(ComputedName(""))
        if not self.scope.is_builtin(name):
            return None
        if name == "super":
            return self._super(node)
        if name == "type" and len(node.args) == 1:
            return step(arguments[0], "__class__")
        if name in _EMPTY and not (arguments or node.keywords):
            return Filled(name, node.lineno, node.col_offset)
        plain = len([*numbers(node.args)])  # Behind a star there may be more.
        arguments[plain:] = [UNKNOWN] * (len(arguments) - plain)
        result = returned(name, arguments)
        return None if result == UNKNOWN else result

    def _compared(
        self, function: nodes.NodeNG, called: Value, arguments: list[Value]
    ) -> Value:
        """Return what a call gives the ``lambda`` that is its argument `key`."""
        name = own_name(function)
        if isinstance(called, int) and name == "sort" and not arguments:
            return step(self.occurrences[called].of, ELEMENT)
        is_builtin = type(function) is nodes.Name and self.scope.is_builtin(name)
        if name not in _COMPARING or not (is_builtin and arguments):
            return UNKNOWN
        return either(arguments) if arguments[1:] else step(arguments[0], ELEMENT)

    def _note_computed(self, of: nodes.NodeNG, name: nodes.NodeNG) -> None:
        """Note whose attributes are looked up by names that are not written down."""
        if type(name) is nodes.Const:
            return
        around, parts = self.scope.qualname, affixes(name)
        if type(of) is nodes.Name:
            own = self._class_around() if of.name in {"self", "cls"} else ""
            named = [own] if own else [of.name, *annotating_names(of)]
            self.computed.update(ComputedName(owner, around, *parts) for owner in named)
        elif any(parts) or type(of) is nodes.Attribute:
            self.computed.add(ComputedName(dotted_name(of) or "()", around, *parts))

    def _note_searched(self, *classes: nodes.NodeNG) -> None:
        """Note that classes below some may be looked for, by whatever name."""
        for cls in classes:
            several = cls.elts if isinstance(cls, nodes.Tuple) else [cls]
            own = self._class_around() if own_name(cls) == "cls" else ""
            names = filter(None, [own] if own else map(dotted_name, several))
            self.computed.update(ComputedName(name + SUBCLASSES) for name in names)

    def _note_handed_on(self, node: nodes.Call) -> None:
        """Note that a call gets the class that is made, and may set anything on it."""
        given = "cls" in map(name_of, node.args)
        if given and name_of(node.func) not in _ASKING:
            self.computed.add(ComputedName(self.scope.qualname))

    def _class_around(self) -> str:
        """Return the qualified name of the class that ``super()`` means here."""
        scope: Scope | None = self.scope
        while scope is not None and not scope.owner:
            scope = scope.parent
        return scope.owner if scope is not None else ""

    def _super(self, node: nodes.Call) -> Value:
        owner = self._class_around()
        if not owner:
            return UNKNOWN
        if node.args:
            first = node.args[0]
            own = owner.rpartition(".")[2]
            if dotted_name(first) not in {own, "__class__", "self.__class__"}:
                return UNKNOWN
        return Root("super", owner)

    def _visit_Subscript(self, node: nodes.Subscript) -> Value:
        value = self.visit(node.value)
        index = node.slice
        self.visit(index)
        if name_of(index) == "__name__" and dotted_name(node.value) == "sys.modules":
            # Whoever has the module as an object may look up anything of it.
            self.computed.add(ComputedName("", self.scope.qualname))
        if type(index) is nodes.Slice:
            return step(value, SLICE)
        if node.ctx is not Context.Load:
            self.bound(own_name(node.value))
        key = item_key(node)
        item = step(value, key or ITEM)
        return self.tested(node, item) if key in self.tested_parts else item

    def _visit_BinOp(self, node: nodes.BinOp) -> Value:
        left = self.visit(node.left)
        self.visit(node.right)
        # There may be thousands, one after the other.
        first, more = node.left, _OPERATORS
        while type(first) is nodes.BinOp and more:
            first, more = first.left, more - 1
        return operation(left, node.op) if more else UNKNOWN

    def _visit_IfExp(self, node: nodes.IfExp) -> Value:
        self.visit(node.test)
        values: list[Value] = []
        branches: list[Branch | None] = []
        mark = self.flow.mark()
        for branch, outcome in ((node.body, True), (node.orelse, False)):
            self.narrow(node.test, outcome)
            values.append(self._or_default(branch, node.test))
            self.widen(mark)
            branches.append(self.flow.end_branch(mark))
        self.flow.join(branches)
        return either(values)

    def _visit_BoolOp(self, node: nodes.BoolOp) -> Value:
        mark = always = self.flow.mark()
        values: list[Value] = []
        for value in node.values:
            is_last = value is node.values[-1]
            values.append(
                self.visit(value) if is_last else self._or_default(value, value)
            )
            if len(values) == 1:
                always = self.flow.mark()
            self.narrow(value, node.op == "and")
        self.widen(mark)
        if bound := self.flow.skip(always):
            self.evaluated[node] = bound
        # What is false is asked for nothing.
        return values[-1] if node.op == "and" else either(values)

    def _or_default(self, node: nodes.NodeNG, test: nodes.NodeNG) -> Value:
        """Note the identifiers of one of several expressions, and return its value.

        What is given for a parameter is mostly what stands for it where a test says
        that nothing is. Where the test is of something else it may be anything.
        """
        value = self.visit(node)
        if not self.is_given(node):
            return value
        names = {name.name for name in node.nodes_of_class(nodes.Name)}
        tested = {name.name for name in test.nodes_of_class(nodes.Name)}
        return value if names.isdisjoint(tested) else NONE

    def _visit_List(self, node: nodes.List | nodes.Set) -> Value:
        if not node.elts:
            return Filled("list", node.lineno, node.col_offset)
        elements = [self.visit(element) for element in node.elts]
        return container("list" if type(node) is nodes.List else "set", elements)

    def _visit_Tuple(self, node: nodes.Tuple) -> Value:
        elements = [self.visit(element) for element in node.elts]
        if any(type(element) is nodes.Starred for element in node.elts):
            return builtin("tuple")
        return container("tuple", *([element] for element in elements))

    def _visit_Dict(self, node: nodes.Dict) -> Value:
        if not node.items:
            return Filled("dict", node.lineno, node.col_offset)
        keys: list[Value] = []
        values: list[Value] = []
        for key, value in node.items:
            keys.append(self.visit(key))
            values.append(self.visit(value))
            if type(key) is nodes.DictUnpack:
                values[-1] = UNKNOWN
        return container("dict", keys, values)

    def _visit_ListComp(self, node: nodes.ListComp) -> Value:
        first = node.generators[0]
        iterated = self.visit(first.iter)
        outer = self.scope
        mark = self.flow.mark()
        self.scope = Scope(COMPREHENSION, outer, outer.prefix, node=node)
        for generator in node.generators:
            if generator is not first:
                iterated = self.visit(generator.iter)
            item = ASYNC_ELEMENT if generator.is_async else ELEMENT
            self.assign(generator.target, step(iterated, item))
            for test in generator.ifs:
                self.visit(test)
                self.narrow(test, True)
        if isinstance(node, nodes.DictComp):
            key, value = self.visit(node.key), self.visit(node.value)
            made = container("dict", [key], [value])
        else:
            element = self.visit(node.elt)
            made = container(_MADE[type(node)], [element])
        self.widen(mark)
        self.flow.skip(mark)
        self.scope = outer
        return made

    def assign(self, target: nodes.NodeNG, value: Value) -> None:
        """Bind a target to a value."""
        raise NotImplementedError

    def applied_class(self, node: nodes.Subscript) -> tuple[Value, Value]:
        """Note the names in ``Class[type]``; return its value, and the class's."""
        raise NotImplementedError
