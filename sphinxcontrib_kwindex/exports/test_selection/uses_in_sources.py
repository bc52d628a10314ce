"""What may use methods in ways that the store does not keep: sources are searched.

That is what asks something unknown for members that texts, lists, sets and numbers
have, too, because most of that asks for those of Python; and what calls methods by
operators and statements: ``+`` is ``__add__``. What asks for objects of a class calls a
method of its metaclass.
"""

from __future__ import annotations

import ast
import io
import re
from collections import defaultdict
from collections.abc import (
    Callable,
    Container,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
    Set,
)
from functools import partial
from typing import Final

from ...analysis.python.source.syntax_trees import module_tree
from ...codemap.code_map import CodeMap
from ...model.facts import Definition, FileFacts
from ...model.kinds import WITH_BODY
from ...model.names import Symbol, last_part, split_name
from ...model.python_suffixes import SOURCE
from ...model.references import BASE, CALLED, MENTION
from ...model.rows import UseRow


def _members(*classes: type) -> set[str]:
    names = {name for cls in classes for name in dir(cls)}
    return {name for name in names if not name.startswith("_")}


#: Of those of mappings what libraries seldom call.
_OF_MAPPINGS: Final = frozenset({"clear", "copy", "fromkeys", "popitem", "setdefault"})
#: Libraries call those of files and mappings, whoever has them.
_NAMES: Final = _OF_MAPPINGS | _members(str, bytes, int, float, list, set) - _members(
    dict, io.BufferedRWPair, io.TextIOWrapper
)
#: A name that more places ask for says little.
MOST: Final = 60


_ASKING: Final = re.compile(rf"""(?:\.\s*|["'])({"|".join(sorted(_NAMES))})\b""")


def asking_for(code: CodeMap, name: str) -> Set[Symbol] | None:
    """Return the definitions of Python that ask for a member by a name.

    :return: ``None`` if that says little.
    """
    if name not in _NAMES:
        return None
    # Whoever asks for one name asks for many, and each file is read once.
    places = code.once(_all_that_ask)[name]
    return places if len(places) <= MOST else None


def _all_that_ask(code: CodeMap) -> defaultdict[str, set[Symbol]]:
    return places_by_name(code, _asked)


def _asked(text: str) -> Iterator[tuple[str, int]]:
    return _named(_ASKING, text)


def _named(name: re.Pattern[str], text: str) -> Iterator[tuple[str, int]]:
    line, done = 1, 0
    for match in name.finditer(text):
        line += text.count("\n", done, match.start())
        done = match.start()
        yield match[1], line


def places_by_name(
    code: CodeMap, named: Callable[[str], Iterable[tuple[str, int]]], most: int = MOST
) -> defaultdict[str, set[Symbol]]:
    """Return the definitions around names in sources.

    :param named: returns the names in a source, with their lines.
    :param most: how many places of a name are enough to say little; there is at most
        one more.
    """
    by_name: defaultdict[str, set[Symbol]] = defaultdict(set)
    for row in code.files_in():
        text = code.text(row.path) if row.path.endswith(SOURCE) else ""
        for name, line in named(text):
            if len(places := by_name[name]) <= most:
                around = innermost(code.facts(row.path).definitions, line, line)
                places.add((row.path, around.qualname if around else ""))
    return by_name


def innermost(
    definitions: Iterable[Definition], start: int, end: int
) -> Definition | None:
    """Return the definition whose body has some lines; ``None`` for the module."""
    around = (
        definition
        for definition in definitions
        if definition.line <= start and end <= definition.end_line
    )
    bodies = (definition for definition in around if definition.kind in WITH_BODY)
    return max(bodies, key=lambda body: body.line, default=None)


def bound_at(
    definitions: Iterable[Definition], row: UseRow, source: Callable[[], str]
) -> list[str]:
    """Return the variables that get their values where something is used: of a module,
    or of a class that no base, metaclass or decorator looks into.

    :param source: returns the text of the file, in which the name is looked for where
        it is used in several places.
    """
    kind, lines = "data", {row.line}
    if row.around:
        kind = "attribute"
        made = [it for it in definitions if it.qualname == row.around]
        if row.role != MENTION or row.count > 1 or not all(map(_is_plain, made)):
            return []
    elif row.count > 1:
        named = re.compile(rf"\b{re.escape(last_part(row.qualname))}\b")
        text = enumerate(source().split("\n"), 1)
        lines.update(number for number, line in text if named.search(line))
    return [
        it.qualname
        for it in definitions
        if it.kind == kind
        and not lines.isdisjoint(range(it.line, max(it.end_line, it.line) + 1))
        and split_name(it.qualname)[0] == row.around
    ]


def asking_for_set(code: CodeMap, row: UseRow) -> Iterator[Symbol]:
    """Yield what asks for a member that is set where a module runs.

    :param row: a use of what it is set to: ``A.run = staticmethod(f)``.
    """
    if row.around or row.role not in {MENTION, CALLED} or not row.path.endswith(SOURCE):
        return
    name = re.escape(last_part(row.qualname))
    set_to = rf"(?m)^\s*\w[\w.]*\.(\w+) *= *(?:\w+\()?{name}\)?$"
    for member in re.findall(set_to, code.text(row.path)):
        asking = partial(_named, re.compile(rf"\.({member})\b"))
        yield from places_by_name(code, asking)[member]


def _is_plain(cls: Definition) -> bool:
    derives = set(cls.signatures) - {"", "()"}
    return cls.kind == "class" and not derives and not cls.decorators


#: What calls the first thing that it is given, and arguments that are called.
_CALLERS: Final = (
    r"\b(?:map|filter|filterfalse|starmap|takewhile|dropwhile|reduce|partial"
    r"|partialmethod|defaultdict|iter|submit)\(|\b(?:key|default_factory|target)="
    r"|\b(?:assertRaises|assertWarns|raises|warns)\([^(),]+,"
)


def makes_object(
    row: UseRow, kinds_in: Callable[[str], Container[str]], method: str
) -> bool:
    """Tell whether the use of a class makes an object by one of its methods: by a call,
    by what it is handed to (``map(Number, texts)``), or in a class below that defines
    none of its own.

    :param kinds_in: returns what a file defines.
    """
    if row.role == BASE:
        return f"{row.around}.{method}" not in kinds_in(row.path)
    name = rf"(?:\w+\.)*{re.escape(last_part(row.qualname))}"
    handed = row.role == MENTION and re.search(
        rf"(?:{_CALLERS})\s*{name}\s*[,)]", row.text
    )
    return row.role == CALLED or bool(handed)


def as_program(facts: FileFacts, row: UseRow) -> bool:
    """Tell whether something is used behind ``if __name__ == "__main__":``."""
    python = not row.around and row.path.endswith(SOURCE)
    return python and 0 < facts.main_line < row.line


#: Where methods are not named as the grammar of Python names their operators.
_RENAMED: Final = {
    "mult": "mul",
    "matmult": "matmul",
    "div": "truediv",
    "uadd": "pos",
    "usub": "neg",
}


def _stem(operator: type[ast.operator | ast.unaryop]) -> str:
    """Return what the methods of an operator are called after."""
    name = operator.__name__.lower().removeprefix("bit")
    return _RENAMED.get(name, name)


#: By the names of methods without underscores what they are called for.
_CALLED_FOR: Final = {
    **{
        (stem := _stem(operator)): stem
        for kind in (ast.operator, ast.unaryop)
        for operator in kind.__subclasses__()
    },
    **dict.fromkeys(("enter", "exit", "aenter", "aexit"), "with"),
    **dict.fromkeys(("delattr", "delitem"), "del"),
    **dict.fromkeys(("copy", "deepcopy", "reduce", "reduce_ex"), "copy"),
    **dict.fromkeys(("getstate", "setstate", "getnewargs", "getnewargs_ex"), "copy"),
}
#: By the names of functions what they do without saying so.
_FUNCTIONS: Final = {
    **dict.fromkeys(("sum", "accumulate"), "add"),
    **dict.fromkeys(("enter_context", "enter_async_context"), "with"),
    # Those of mappings delete by it.
    **dict.fromkeys(("delattr", "delitem", "pop", "popitem", "clear"), "del"),
    **dict.fromkeys(("deepcopy", "asdict", "astuple"), "copy"),
    **dict.fromkeys(("Pickler", "Unpickler", "submit", "Pool", "Process"), "copy"),
}
#: Likewise of modules, and of functions that are not asked for as members.
_ALONE: Final = {
    **dict.fromkeys(("copy", "pickle", "cPickle", "dill", "cloudpickle"), "copy"),
    **dict.fromkeys(("joblib", "shelve", "dump", "dumps", "load", "loads"), "copy"),
}
_ANNOTATIONS: Final = frozenset({"annotation", "returns"})


def using_operator(code: CodeMap, method: str) -> Set[Symbol] | None:
    """Return the definitions of Python that use what a special method is called for.

    :return: ``None`` for other methods, and if nothing does or many do.
    """
    if not (name := _operator(method)):
        return None
    places = code.once(_all_that_use)[name]
    return places if 0 < len(places) <= MOST else None


def _operator(method: str) -> str:
    """Return what a method is called for; ``__radd__`` and ``__iadd__`` for ``add``."""
    name = method.strip("_")
    name = name if name in _CALLED_FOR else name[1:]
    return _CALLED_FOR.get(name, "")


def _all_that_use(code: CodeMap) -> defaultdict[str, set[Symbol]]:
    return places_by_name(code, _operators)


def _operators(text: str) -> Iterator[tuple[str, int]]:
    """Yield the operators that a source uses outside of annotations, with the lines."""
    tree = module_tree(text)
    nodes: list[ast.AST] = [] if tree is None else [tree]
    while nodes:
        node = nodes.pop()
        name = ""
        if isinstance(node, ast.BinOp | ast.AugAssign | ast.UnaryOp):
            name = _stem(type(node.op))
        elif isinstance(node, ast.With | ast.AsyncWith):
            name = "with"
        elif isinstance(node, ast.Delete):
            name = "del"
        elif isinstance(node, ast.Name):
            name = _FUNCTIONS.get(node.id) or _ALONE.get(node.id, "")
        elif isinstance(node, ast.Attribute):
            of_module = isinstance(node.value, ast.Name) and node.value.id == "operator"
            name = _operator(node.attr) if of_module else _FUNCTIONS.get(node.attr, "")
        if name:
            yield name, getattr(node, "lineno", 0)
        for field, value in ast.iter_fields(node):
            if field not in _ANNOTATIONS:
                values = value if isinstance(value, list) else [value]
                nodes += (child for child in values if isinstance(child, ast.AST))


def checking(
    code: CodeMap,
    uses_in: Callable[[str], Mapping[str, Sequence[UseRow]]],
    path: str,
    meta: str,
) -> Iterator[Symbol]:
    """Yield what may ask for objects of the classes that have a metaclass.

    Libraries do for annotations.

    :param uses_in: returns what uses the definitions of a file, by qualified name.
    """
    named = re.compile(rf"\bmetaclass=[\w.]*\b{re.escape(last_part(meta))}\b")
    for file in sorted({path, *(row.path for row in uses_in(path).get(meta, ()))}):
        for definition in code.facts(file).definitions:
            if any(map(named.search, definition.signatures)):
                rows = uses_in(file).get(definition.qualname, ())
                yield from ((row.path, row.around) for row in rows if row.around)
