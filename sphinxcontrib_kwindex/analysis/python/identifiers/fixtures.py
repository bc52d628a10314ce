"""Parameters of tests and fixtures that pytest provides values for.

A parameter has one of the values that ``parametrize`` lists for it, or is called like
the fixture whose value it gets: one of the class, of those above it, of the file, or of
a ``conftest.py`` in a folder around it. Where a decorator may hand over something else,
nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from astroid import nodes

from ....model.facts import PytestOption
from ....model.references import ASYNC_ELEMENT, ELEMENT, FIXTURE
from ...patterns.imported_names import dotted_names
from ...project.pytest_options import PLUGINS
from ..expressions import (
    called,
    decorators_of,
    dotted_name,
    own_name,
    string_of,
    with_defaults,
)
from ..scopes import CLASS, MODULE, Scope
from ..values import UNKNOWN, Combined, Or, Root, Step, Value, either, item, step
from .occurrence import Results

#: What decorators begin with that hand over nothing but fixtures.
_OF_PYTEST: Final = ("pytest.", "pytest_asyncio.")


def named_plugins(module: nodes.Module) -> tuple[PytestOption, ...] | None:
    """Return the plugins that a file names, as an option; ``None`` for none."""
    for node in module.locals.get(PLUGINS, ()):
        listed = getattr(node.parent, "value", None)
        names = map(string_of, getattr(listed, "elts", [listed]))
        values = tuple(part for name in names for part in name.split(",") if part)
        return (PytestOption(PLUGINS, values, node.lineno),)
    return None


def is_fixture(decorators: Collection[str]) -> bool:
    """Tell by the names of its decorators whether a function is a fixture."""
    return any(name.endswith("fixture") for name in decorators)


def fixture_value(declared: Value | None, results: Results, *, is_async: bool) -> Value:
    """Return what those get who ask for a fixture.

    :param declared: what it is annotated to return.
    """
    if declared is None:
        return either(results.yielded or results.returned)
    if not results.yielded:
        return declared
    return step(declared, ASYNC_ELEMENT if is_async else ELEMENT)


class Fixtures:
    """The fixtures of a file, and who asks for some."""

    def __init__(self, module: nodes.Module, text: str) -> None:
        self._bound = module.locals
        self._own: Final[dict[tuple[str, str], str]] = {}
        """Their qualified names by their class and the name that is asked for."""
        if "fixture" in text:
            self._add_from(module, "")
        self._functions: Final = frozenset(self._own.values())
        self._listed: Final[dict[nodes.NodeNG, Value]] = {}
        """What each decorator ``parametrize`` has values from, if that is known."""

    def note_listed(self, decorator: nodes.NodeNG, value: Value) -> None:
        """Note what a decorator ``parametrize`` gives.

        :param value: that of the decorator.
        """
        if type(value) is Combined and value.kind == "called":
            given = dict(zip(value.base.split(","), value.parts[1:], strict=True))
            listed = given.get("1", given.get("argvalues"))
            if listed is not None and not _is_marked(decorator):
                self._listed[decorator] = listed

    def _add_from(self, node: nodes.NodeNG, prefix: str) -> None:
        """Note the fixtures in a module, a class or a statement of them."""
        for child in node.get_children():
            if isinstance(child, nodes.ClassDef):
                self._add_from(child, f"{prefix}{child.name}.")
            elif isinstance(child, nodes.If):
                self._add_from(child, prefix)
            elif isinstance(child, nodes.FunctionDef):
                for decorator in decorators_of(child):
                    if dotted_name(called(decorator)).endswith("fixture"):
                        keywords = getattr(decorator, "keywords", None) or ()
                        given = {keyword.arg: keyword.value for keyword in keywords}
                        named = given.get("name")
                        asked = child.name if named is None else string_of(named)
                        self._own[prefix[:-1], asked] = prefix + child.name

    def values(self, function: nodes.FunctionDef, outer: Scope) -> dict[str, Value]:
        """Return what the parameters of a test or a fixture are.

        :param outer: where it is defined.
        """
        if outer.kind not in {CLASS, MODULE}:
            return {}
        own = outer.qualify(function.name)
        decorators = list(_decorators(function, outer))
        if not (own in self._functions or function.name.startswith("test")):
            return {}
        if not all(name.startswith(_OF_PYTEST) for name, _ in decorators):
            return {}
        if outer.node is not None and outer.kind == CLASS:
            decorators += _decorators(outer.node, outer)
        listed: dict[str, Value] = {}
        for name, decorator in decorators:
            if name.endswith(".parametrize"):
                names = _parametrized(decorator)
                if not names:
                    return {}
                given = step(self._listed.get(decorator, UNKNOWN), ELEMENT)
                values = [item(given, number) for number in range(len(names))]
                is_one = not names[1:] and string_of(decorator.args[0])
                listed |= zip(names, [given] if is_one else values, strict=True)
        return listed | {
            name: self._given(name, own, outer)
            for name in _required(function)[outer.kind == CLASS :]
            if name not in listed
        }

    def _given(self, name: str, asking: str, outer: Scope) -> Value:
        """Return what the fixture of a name gives to a function."""
        owner = outer.prefix.rstrip(".")
        fixture = self._own.get((owner, name), asking)
        if fixture == asking:
            fixture = self._own.get(("", name), asking)
        if fixture != asking:
            value: Value = Step(Root("def", fixture), FIXTURE)
        elif name in self._bound and asking != name:
            value = UNKNOWN
        else:
            value = Step(Root("fixture", name), FIXTURE)
        bases = outer.node.bases if outer.node is not None and owner else ()
        if not bases or (owner, name) in self._own:
            return value
        above = Step(Step(Root("this", owner), name), FIXTURE)
        return Or(above, value)


def _decorators(node: nodes.NodeNG, scope: Scope) -> Iterator[tuple[str, nodes.NodeNG]]:
    """Yield the decorators of a function or a class, with their names.

    :param scope: what they are evaluated in.
    """
    for decorator in decorators_of(node):
        written = called(decorator)
        names = dotted_names(written, scope)
        yield names[0] if names else dotted_name(written), decorator


def _required(function: nodes.FunctionDef) -> list[str]:
    """Return the parameters of a function that have no default."""
    pairs = with_defaults(function.args)
    return [parameter.name for parameter, default in pairs if default is None]


def _parametrized(decorator: nodes.NodeNG) -> list[str]:
    """Return the parameters that a decorator gives values; none if unknown."""
    named = decorator.args[0] if getattr(decorator, "args", None) else None
    if isinstance(named, nodes.List | nodes.Tuple):
        names = [string_of(elt) for elt in named.elts]
    else:
        names = re.split(r"[\s,]+", string_of(named).strip(" ,"))
    return [] if "" in names else names


def _is_marked(decorator: nodes.NodeNG) -> bool:
    """Tell whether what ``parametrize`` lists is not what the parameters are.

    Fixtures get it (``indirect``), or it is made up of values (``pytest.param``).
    """
    if any(keyword.arg in {"indirect", None} for keyword in decorator.keywords):
        return True
    listed = [*decorator.args[1:2], *(one.value for one in decorator.keywords)]
    return any(
        isinstance(value, nodes.Call) and own_name(value.func) == "param"
        for several in listed
        for value in getattr(several, "elts", ())
    )
