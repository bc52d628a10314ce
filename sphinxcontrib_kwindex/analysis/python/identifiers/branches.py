"""Control flow of compound statements: the ways through their blocks."""

from __future__ import annotations

import re
from typing import Any

from astroid import nodes

from ....model.references import ASYNC_ELEMENT, ASYNC_ENTER, ELEMENT, ENTER
from ..expressions import dotted_name, swallows_exceptions, type_checking
from ..scopes import DELETED, Binding
from ..values import UNKNOWN, Value, builtin, either, instance, step
from .assignments import Assignments
from .flow import Branch


class Branches(Assignments):
    """A walk that goes the ways that a program can take."""

    def _visit_Raise(self, node: nodes.NodeNG) -> Value:
        self._visit_children(node)
        self.flow.dead = True
        return UNKNOWN

    def _visit_Break(self, _node: nodes.Break) -> Value:
        self.flow.leave(for_good=True)
        return UNKNOWN

    def _visit_Continue(self, _node: nodes.Continue) -> Value:
        self.flow.leave(for_good=False)
        return UNKNOWN

    def _visit_Assert(self, node: nodes.Assert) -> Value:
        self._visit_children(node)
        self.narrow(node.test, True)
        return UNKNOWN

    def _branch(
        self, body: list[nodes.NodeNG], test: nodes.NodeNG, outcome: bool
    ) -> Branch | None:
        mark = self.flow.mark()
        self.narrow(test, outcome)
        self.visit_block(body)
        return self.flow.end_branch(mark)

    def _visit_If(self, node: nodes.If) -> Value:
        dead = self.flow.dead
        self.visit(node.test)
        branches: list[Branch | None] = []
        blocks = (node.body, True), (node.orelse, False)
        # What type checkers see says more than what stands for it at run time.
        checked = type_checking(node.test)
        for (body, outcome), other in zip(blocks, checked[::-1], strict=True):
            self.stands_in += other
            branches.append(self._branch(body, node.test, outcome))
            self.stands_in -= other
        self.flow.join(branches)
        self.flow.dead |= dead
        return UNKNOWN

    # Loops

    def _visit_While(self, node: nodes.While) -> Value:
        flow = self.flow
        dead = flow.dead
        flow.dead = False
        loop = flow.begin_loop()
        self.visit(node.test)
        tested = flow.changes(loop.mark)
        self.narrow(node.test, True)
        self.visit_block(node.body)
        head = {**flow.end_loop(self.means), **tested}
        endless = type(node.test) is nodes.Const and bool(node.test.value)
        self._behind_loop(node, loop.breaks, None if endless else head)
        flow.dead |= dead
        return UNKNOWN

    def _visit_For(self, node: nodes.For) -> Value:
        flow = self.flow
        dead = flow.dead
        iterated = self.visit(node.iter)
        flow.dead = False
        loop = flow.begin_loop()
        is_async = type(node) is nodes.AsyncFor
        element = ASYNC_ELEMENT if is_async else ELEMENT
        self.assign(node.target, step(iterated, element))
        self.visit_block(node.body)
        self._behind_loop(node, loop.breaks, flow.end_loop(self.means))
        flow.dead |= dead
        return UNKNOWN

    def _behind_loop(
        self, node: nodes.For | nodes.While, breaks: list[Branch], head: Branch | None
    ) -> None:
        flow = self.flow
        mark = flow.mark()
        flow.apply(head or {})
        if type(node) is nodes.While:
            self.narrow(node.test, False)
        self.visit_block(node.orelse)
        flow.dead |= head is None
        flow.join([flow.end_branch(mark), *breaks])

    # Others

    def _visit_With(self, node: nodes.With) -> Value:
        enter = ASYNC_ENTER if type(node) is nodes.AsyncWith else ENTER
        for expression, target in node.items:
            value = self.visit(expression)
            if target is not None:
                self.assign(target, step(value, enter))
        if not swallows_exceptions(node):
            self.visit_block(node.body)
            return UNKNOWN
        flow = self.flow
        dead, flow.dead = flow.dead, False
        mark = flow.mark()
        flow.begin_try()
        self.visit_block(node.body)
        flow.join([flow.end_branch(mark), flow.end_try()])
        flow.dead |= dead
        return UNKNOWN

    def _visit_Try(self, node: nodes.Try) -> Value:
        flow = self.flow
        dead = flow.dead
        flow.dead = False
        mark = flow.mark()
        known = [(ways, len(ways)) for loop in flow.loops[-1:] for ways in loop.ways]
        flow.begin_try()
        self.visit_block(node.body)
        raised = flow.raised()
        self.visit_block(node.orelse)
        branches = [flow.end_branch(mark)]
        for handler in node.handlers:
            flow.apply(raised)
            self.visit(handler)
            branches.append(flow.end_branch(mark))
        left = flow.end_try()
        flow.join(branches)
        if node.finalbody:
            changes = self._finally(node.finalbody, left)
            for ways, count in known:
                for way in ways[count:]:
                    way.update(changes)
        flow.dead |= dead
        return UNKNOWN

    def _finally(self, body: list[nodes.NodeNG], left: Branch) -> Branch:
        """Visit a block that is run on all ways, and return what it changes.

        :param left: what may hold where these ways leave early.
        """
        flow = self.flow
        dead, flow.dead = flow.dead, False
        mark = flow.mark()
        for key, held in left.items():
            flow.put(key, flow.merge([held, key[0].held.get(key[1])]))
        inner = flow.mark()
        self.visit_block(body)
        changes, ends = flow.changes(inner), flow.dead
        flow.undo(mark)
        flow.apply(changes)
        flow.dead = dead or ends
        return changes

    def _visit_ExceptHandler(self, node: nodes.ExceptHandler) -> Value:
        if node.lineno is not None and node.body:
            self.note_header(node.lineno, node.body[0])
        value: Value = UNKNOWN
        if node.type is not None:
            value = self._exception(node.type)
            if type(node.parent) is nodes.TryStar:
                value = builtin("ExceptionGroup")
        if node.name is None:
            self.visit_block(node.body)
            return UNKNOWN
        name = node.name.name
        key = self.scope, name
        before = self.scope.held.get(name)
        self.bind_local(name, node.name.lineno, value)
        self.visit_block(node.body)
        # Behind the handler the name is gone, or what it was without an exception.
        if before is not None:
            self.flow.put(key, before)
        else:
            self.flow.bind(*key, (Binding(DELETED),))
        return UNKNOWN

    def _exception(self, node: nodes.NodeNG) -> Value:
        if type(node) is not nodes.Tuple:
            return instance(self.visit(node))
        return either([instance(self.visit(elt)) for elt in node.elts])

    # Patterns

    def _visit_Match(self, node: nodes.Match) -> Value:
        flow = self.flow
        dead = flow.dead
        self.visit(node.subject)
        subject = dotted_name(node.subject)
        branches: list[Branch | None] = []
        for case in node.cases:
            pattern = case.pattern
            self.note_header(pattern.lineno, case.body[0])
            mark = flow.mark()
            value = self.visit(pattern)
            if subject:
                self.narrow_name(subject, value)
            if case.guard is not None:
                self.visit(case.guard)
                self.narrow(case.guard, True)
            self.visit_block(case.body)
            branches.append(flow.end_branch(mark))
        last = node.cases[-1]
        if last.guard or getattr(last.pattern, "pattern", last) is not None:
            branches.append({})
        flow.join(branches)
        flow.dead |= dead
        return UNKNOWN

    def _visit_MatchAs(self, node: Any) -> Value:
        value: Value = UNKNOWN
        for child in reversed(list(node.get_children())):
            if type(child) is nodes.AssignName:
                continue
            value = self.visit(child)
        for child in node.get_children():
            if type(child) is nodes.AssignName:
                is_whole = type(node) is nodes.MatchAs
                self.bind_local(
                    child.name, child.lineno, value if is_whole else UNKNOWN
                )
        return value if type(node) is nodes.MatchAs else UNKNOWN

    def _visit_MatchClass(self, node: nodes.MatchClass) -> Value:
        """Note the names in a pattern, those of the attributes it asks for, too."""
        made = instance(self.visit(node.cls))
        self.visit_all(node.patterns)
        for name, pattern in zip(node.kwd_attrs, node.kwd_patterns, strict=True):
            line, column = pattern.lineno, pattern.col_offset
            before = self.lines[line - 1].encode("utf-8", "surrogatepass")[:column]
            match = re.search(rf"\b({name})\s*=[\s(]*$".encode(), before)
            place = (line, match.end(1)) if match else (0, 0)
            value = self.note_attribute(made, name, *place)
            if type(pattern) is nodes.MatchAs and pattern.pattern is None:
                if pattern.name is not None:
                    self.bind_local(pattern.name.name, line, value)
            else:
                self.visit(pattern)
        return made

    def _visit_MatchOr(self, node: nodes.MatchOr) -> Value:
        return either([self.visit(pattern) for pattern in node.patterns])
