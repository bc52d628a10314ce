"""The bindings by assignments, imports and the like: the base of the walk that binds.

It notes what each name is bound to, and keeps what is known of values: ``x = a.b()``
says what a local `x` is, ``x: C`` that it is an instance of `C`.
"""

from __future__ import annotations

import re
from typing import Final

from astroid import nodes

from ....model.references import ELEMENT, QUALIFIER, SLICE
from ..expressions import name_of
from ..scopes import (
    CLASS,
    COMPREHENSION,
    DATA,
    DELETED,
    IMPORTED,
    LOCAL,
    MODULE,
    Binding,
    Scope,
)
from ..values import (
    GIVEN,
    NONE,
    UNKNOWN,
    Filled,
    Root,
    Step,
    Value,
    assigned_in_place,
    container,
    instance,
    item,
    step,
    unless_known,
)
from .annotations import (
    are_types,
    of_generic,
    type_arguments,
    visit_annotated,
    visit_assigned,
)
from .filled_containers import ALL, Put
from .identifier_walk import Occurrences
from .import_statements import ImportWord, import_words
from .occurrence import Known


class Assignments(Occurrences):
    """The occurrences of a module, and what statements without blocks bind.

    :param module: the tree.
    :param text: the text that it was parsed from, with LF line ends.
    """

    def __init__(self, module: nodes.Module, text: str) -> None:
        super().__init__(module, text)
        self.import_words: Final[list[ImportWord]] = []
        self.values: Final[list[Known]] = []
        self.enumerations: Final[set[str]] = set()
        """The classes whose names are instances of them, each with a dot behind."""
        self.stands_in = 0
        """In how many blocks that run in place of one for type checkers."""
        self.stars: Final[list[str]] = []
        """The modules of star imports."""
        self.nonlocal_bindings: Final[list[tuple[Scope, str, Binding]]] = []

    def bind(self, name: str, binding: Binding) -> None:
        """Bind a name in the scope of now."""
        scope = self.scope
        if name in self.tested_parts:
            self.bound(name)
        if name in scope.global_names and scope.kind != MODULE:
            scope.module.late.setdefault(name, []).append(binding)
        elif name in scope.nonlocal_names:
            if scope.parent is not None:
                self.nonlocal_bindings.append((scope.parent, name, binding))
            self.flow.bind(scope, name, (binding,))
        else:
            scope.bindings.setdefault(name, []).append(binding)
            self.flow.bind(scope, name, (binding,))

    def _is_attribute(self, value: Value) -> bool:
        """Tell whether it is an attribute, which is not called like a class."""
        used = self.occurrences[value] if type(value) is int and value >= 0 else None
        return used is not None and used.is_attribute and used.name.islower()

    def bind_local(self, name: str, line: int, value: Value) -> None:
        """Bind a name as an assignment does, at a place that is no identifier."""
        self.bind(name, Binding(LOCAL, value=value, line=line))

    def target(self, node: nodes.AssignName, value: Value = UNKNOWN) -> int:
        """Bind a name, as an assignment does."""
        name = node.name
        self.bind(name, self._binding(name, value, node.lineno))
        # Behind the binding: this is what is bound.
        return self.note(name, node.lineno, node.col_offset, store=True)

    def _visit_AssignName(self, node: nodes.AssignName) -> Value:
        return self.target(node)

    def _binding(self, name: str, value: Value, line: int) -> Binding:
        scope = self.scope
        declared = scope.declared.get(name)
        if scope.kind in {MODULE, CLASS} or name in scope.global_names:
            qualname = scope.qualify(name)
            known = value
            if scope.prefix in self.enumerations and name[0] != "_":
                known = instance(Root("def", scope.qualname))
            if self.stands_in and name in scope.bindings and self._is_attribute(value):
                # What type checkers see says more.
                known = NONE
            self.values.append(Known(qualname, known))
            return Binding(DATA, qualname, value=NONE if self.stands_in else value)
        if declared is not None and declared.value != UNKNOWN:
            value = declared.value
        elif name in scope.annotated:
            value = unless_known(value, scope.annotated[name])
        return Binding(LOCAL, value=value, line=line)

    def _visit_DelName(self, node: nodes.DelName) -> Value:
        self.note(node.name, node.lineno, node.col_offset)
        if node.name not in self.scope.global_names:
            self.flow.bind(self.scope, node.name, (Binding(DELETED),))
        return UNKNOWN

    def _visit_AssignAttr(
        self, node: nodes.AssignAttr, value: Value = UNKNOWN, annotated: bool = False
    ) -> int:
        of = self.visit(node.expr)
        number = self.note_attribute(
            of, node.attrname, node.end_lineno, node.end_col_offset, store=True
        )
        if node.attrname in self.tested_parts:
            self.bound(node.attrname)
        self.values.append(Known(number, value, annotated))
        if node.attrname == "__class__" and type(node.expr) is nodes.Name:
            self.narrow_name(node.expr.name, instance(value))
        return number

    def bind_by_stars(self, name: str) -> None:
        """Bind a name of the module that is read before anything else binds it."""
        if self.stars and self.scope.kind == MODULE and name not in self.scope.held:
            several = (Binding(IMPORTED, module, name) for module in self.stars)
            self.flow.bind(self.scope, name, tuple(several))

    def _visit_Assign(self, node: nodes.Assign) -> Value:
        if self.stars:
            read = set(map(name_of, node.value.nodes_of_class(nodes.Name)))
            for target in node.targets:
                if (name := getattr(target, "name", "")) in read:
                    self.bind_by_stars(name)
        value = visit_assigned(self, node.value)
        if self.is_given(node.value):
            value = GIVEN
        for target in node.targets:
            self.assign(target, value)
        return UNKNOWN

    def assign(self, target: nodes.NodeNG, value: Value) -> None:
        """Bind a target to a value."""
        kind = type(target)
        if kind is nodes.AssignName:
            self.target(target, value)
        elif kind is nodes.AssignAttr:
            self._visit_AssignAttr(target, value)
        elif kind is nodes.Tuple or kind is nodes.List:
            known = True
            for number, element in enumerate(target.elts):
                if type(element) is nodes.Starred:
                    known = False
                    rest = container("list", [step(value, ELEMENT)])
                    self.assign(element.value, rest)
                else:
                    self.assign(element, item(value, number) if known else UNKNOWN)
        else:
            of = self.visit(target)
            if type(of) is Step:
                is_item = of.name != SLICE
                put = ("setdefault", (UNKNOWN, value)) if is_item else (ALL, (value,))
                self.puts.append(Put(of.of, *put))

    def applied_class(self, node: nodes.Subscript) -> tuple[Value, Value]:
        """Note the names in what may be a class with type arguments."""
        if not are_types(node):
            value = self.visit(node)
            return value, value.of if isinstance(value, Step) else value
        cls = self.visit(node.value)
        return of_generic(cls, type_arguments(self, node.slice)), cls

    def _visit_AugAssign(self, node: nodes.AugAssign) -> Value:
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
                known = assigned_in_place(known, node.op)
            self.assign(target, known)
        else:
            self.visit(target)
        return UNKNOWN

    def _visit_AnnAssign(self, node: nodes.AnnAssign) -> Value:
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
            self._visit_AssignAttr(target, value, True)
        elif type(target) is nodes.AssignName:
            scope = self.scope
            before = len(self.values)
            binding = self._binding(target.name, value, target.lineno)
            del self.values[before:]
            if binding.kind == DATA:
                self.values.append(Known(binding.target, value, True))
            if is_given:
                self.bind(target.name, binding)
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

    def _visit_NamedExpr(self, node: nodes.NamedExpr) -> Value:
        value = self.visit(node.value)
        inner = self.scope
        while self.scope.kind == COMPREHENSION and self.scope.parent is not None:
            self.scope = self.scope.parent
        self.target(node.target, value)
        self.scope = inner
        return value

    # Imports and declarations

    def _visit_Import(self, node: nodes.Import) -> Value:
        self.import_words.extend(import_words(node, self.lines))
        for module, alias in node.names:
            top = module.partition(".")[0]
            self._bind_import(alias or top, module if alias else top)
        return UNKNOWN

    def _visit_ImportFrom(self, node: nodes.ImportFrom) -> Value:
        self.import_words.extend(import_words(node, self.lines))
        module = "." * (node.level or 0) + (node.modname or "")
        for name, alias in node.names:
            if name == "*":
                self.stars.append(module)
            else:
                self._bind_import(alias or name, module, name)
        return UNKNOWN

    def _bind_import(self, bound: str, module: str, name: str = "") -> None:
        self.bind(bound, Binding(IMPORTED, module, name))
        if bound in self.scope.global_names and self.scope.kind != MODULE:
            # What the module holds so far is mostly ``None``.
            root = Root("module", module)
            self.values.append(Known(bound, step(root, name) if name else root))

    def _visit_Global(self, node: nodes.Global | nodes.Nonlocal) -> Value:
        scope = self.scope
        is_global = type(node) is nodes.Global
        (scope.global_names if is_global else scope.nonlocal_names).update(node.names)
        line = self.lines[node.lineno - 1]
        for name in node.names:
            if match := re.search(rf"\b{name}\b", line):
                column = len(line[: match.start()].encode(errors="surrogatepass"))
                self.roles[self.note(name, node.lineno, column)] = QUALIFIER
        return UNKNOWN
