"""What functions pass their keyword arguments on to: ``**kwargs`` in a call.

``def get(url, **kwargs): return request(url, **kwargs)`` takes by name what `request`
takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from astroid import nodes

from ....model.references import ALL_KEYWORDS, Spec
from ..expressions import is_unpacked, name_of, string_of
from ..scopes import FUNCTION, Scope
from ..values import UNKNOWN, Step, Value


class PassedOn:
    """The calls of a file that get all keyword arguments of the function around."""

    def __init__(self) -> None:
        self._declared: dict[str, list[Value]] = {}
        self._called: dict[str, dict[Value, None]] = {}
        self._kept: dict[str, set[str]] = {}

    def declare(
        self, function: str, arguments: nodes.Arguments, values: Mapping[str, Value]
    ) -> None:
        """Note the class whose items ``**kwargs: Unpack[C]`` says that there are.

        :param values: what parameters are by their annotations.
        """
        if is_unpacked(arguments.kwargannotation):
            value = values[arguments.kwarg]
            cls = value.of if type(value) is Step else UNKNOWN
            self._declared.setdefault(function, []).append(cls)

    def note(
        self, scope: Scope, call: nodes.Call, given: nodes.NodeNG, called: Value
    ) -> None:
        """Note what stands behind ``**`` in a call.

        :param scope: the one that it stands in.
        :param called: what is called.
        """
        name = name_of(given)
        owner = scope.binding_scope(name)
        if owner is None or owner.kind != FUNCTION or owner.node is None:
            return
        function = owner.node
        if function.args.kwarg != name or len(function.locals[name]) > 1:
            return
        if owner.qualname not in self._kept:
            self._kept[owner.qualname] = set(_taken_out(function, name))
        self._called.setdefault(owner.qualname, {})[called] = None
        self._kept[owner.qualname].update(
            keyword.arg for keyword in call.keywords if keyword.arg
        )

    def specs(
        self, spec_of: Callable[[Value], int], number: Callable[[Spec], int]
    ) -> dict[str, int]:
        """Return by qualified names, with what stands for ``**``, the numbers of specs.

        :param spec_of: returns the number of the spec of a value, negative for none.
        :param number: returns the number of a spec.
        """
        numbers: dict[str, int] = {}
        for function in self._called.keys() | self._declared.keys():
            declared = {*map(spec_of, self._declared.get(function, ()))}
            if len(declared) > 1:
                # Overloads: which of them is meant is not known.
                continue
            called = declared or dict.fromkeys(map(spec_of, self._called[function]))
            parts = [part for part in called if part >= 0]
            if parts:
                kept = ",".join(sorted(self._kept.get(function, ())))
                spec = Spec("passed", kept, (), tuple(parts))
                numbers[function + ALL_KEYWORDS] = number(spec)
        return dict(sorted(numbers.items()))


def _taken_out(function: nodes.FunctionDef, name: str) -> Iterator[str]:
    """Yield the keys that a function takes out of a dictionary."""
    for node in function.nodes_of_class((nodes.Call, nodes.Delete)):
        if type(node) is nodes.Delete:
            several = [
                (target.value, target.slice)
                for target in node.targets
                if type(target) is nodes.Subscript
            ]
        elif type(node.func) is nodes.Attribute and node.func.attrname == "pop":
            several = [(node.func.expr, key) for key in node.args[:1]]
        else:
            continue
        for of, key in several:
            if name_of(of) == name and (taken := string_of(key)):
                yield taken
