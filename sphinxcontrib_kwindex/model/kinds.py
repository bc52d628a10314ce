"""The kinds of definitions, and which of them have something in common."""

from __future__ import annotations

from typing import Final

#: Kinds of definitions, in the order in which pages group them. ``class`` covers
#: struct, union and trait, and what else has members: a table, a message.
KINDS: Final = (
    *("namespace", "class", "interface", "enum", "type"),
    *("function", "method", "macro", "target"),
    *("field", "attribute", "constant", "data"),
)
#: The kinds that Python has.
PYTHON_KINDS: Final = ("class", "function", "method", "attribute", "data")
#: The number of a kind in pages and data, which stays where others are added.
KIND_NUMBERS: Final = {
    kind: number
    for number, kind in enumerate(
        (*PYTHON_KINDS, *(kind for kind in KINDS if kind not in PYTHON_KINDS))
    )
}
#: What is called with arguments.
CALLABLES: Final = frozenset({"function", "method", "macro"})
#: What has members that are named with it.
CONTAINERS: Final = frozenset({"namespace", "class", "interface", "enum"})
#: What has values that are of it.
TYPES: Final = frozenset({"class", "interface", "enum", "type"})
#: What holds a value.
VALUES: Final = frozenset({"field", "attribute", "constant", "data"})
#: What may derive from others.
DERIVING: Final = ("class", "interface", "enum")
#: What stands in types only, besides other types.
MEMBERS: Final = frozenset({"method", "attribute", "field"})
#: What a file is about.
MAIN_KINDS: Final = frozenset(
    {"class", "interface", "enum", "type", "function", "macro", "target"}
)
#: What has lines of its own.
WITH_BODY: Final = CONTAINERS | CALLABLES | {"target"}

#: The modifier of what is defined for a class outside of it.
EXTENSION: Final = "extension"
#: Modifiers that say which sort of its kind something is.
SORTS: Final[dict[str, str]] = {
    "module": "namespace",
    **dict.fromkeys(("struct", "union", "trait", "record", "protocol"), "class"),
    **dict.fromkeys(("impl", "message", "object", "table", "view"), "class"),
    **dict.fromkeys(("annotation", "service"), "interface"),
    "stage": "target",
    "test": "function",
    "variant": "constant",
    EXTENSION: "method",
}
#: The modifier of what is run before or after tests.
AROUND_TESTS: Final = "around tests"
#: The modifier of what is defined elsewhere: a prototype, a forward declaration.
DECLARATION: Final = "declaration"
#: That of what is declared in some of its forms, and defined in others at once.
OVERLOADED: Final = "overloaded"
#: Tags of comments by which authors say that a name is not for all. Other files of the
#: tree may use it all the same.
TAGGED: Final = frozenset(
    {"@private", "@protected", "@internal", "@package", "@hidden", "@ignore"}
)
#: Modifiers by which languages other than Python say that a name is not for all.
NOT_PUBLIC: Final = frozenset(
    {"private", "protected", "internal", "fileprivate", "package-private", *TAGGED}
)
