"""What types of C++ and Rust that hold others are called."""

from __future__ import annotations

from typing import Final

_SMART: Final = (
    *("unique_ptr", "shared_ptr", "weak_ptr", "optional", "scoped_refptr"),
    *("intrusive_ptr", "not_null", "reference_wrapper", "scoped_ptr", "RefPtr"),
    *("ComPtr", "TSharedPtr", "TUniquePtr", "TWeakPtr", "TObjectPtr", "TSharedRef"),
)
_OF_QT: Final = (
    *("QPointer", "QSharedPointer", "QScopedPointer", "QWeakPointer"),
    *("QSharedDataPointer", "QExplicitlySharedDataPointer"),
)
_BOXES: Final = ("Box", "Rc", "Arc")
#: What may fail or be missing in Rust.
_RESULTS: Final = ("Option", "Result")
#: What has the members of what it points to.
SMART_POINTERS: Final = frozenset((*_SMART, *_OF_QT, *_BOXES))
#: The members that such a type has itself.
OF_POINTERS: Final = {
    **dict.fromkeys(
        _SMART,
        frozenset(
            {"get", "reset", "release", "swap", "use_count", "unique", "expired"}
            | {"value", "value_or", "has_value", "emplace", "owner_before", "lock"}
        ),
    ),
    **dict.fromkeys(
        _OF_QT,
        frozenset({"data", "get", "reset", "isNull", "clear", "swap", "take", "lock"})
        | {"toStrongRef", "toWeakRef", "constData", "create"},
    ),
    **dict.fromkeys(
        _BOXES,
        frozenset({"clone", "as_ref", "as_mut", "into", "borrow", "eq", "cmp", "fmt"}),
    ),
}
#: What holds values by keys.
MAPS: Final = frozenset(
    {"map", "unordered_map", "multimap", "unordered_multimap", "flat_hash_map"}
    | {"node_hash_map", "btree_map", "flat_map", "TMap", "QMap", "QHash"}
    | {"QMultiMap", "QMultiHash"}
)
_SEQUENCES: Final = (
    *("vector", "array", "deque", "list", "forward_list", "set", "multiset"),
    *("unordered_set", "span", "initializer_list", "stack", "queue"),
    *("InlinedVector", "SmallVector", "small_vector", "flat_hash_set"),
    *("TArray", "TSet"),
    *("QList", "QVector", "QSet", "QStack", "QQueue", "QVarLengthArray"),
)
#: By the last part of its name which type argument says what each holds.
CONTAINERS: Final = {
    **dict.fromkeys((*_SMART, *_OF_QT, *_SEQUENCES), 0),
    **dict.fromkeys((*_BOXES, *_RESULTS, "Vec", "VecDeque"), 0),
    **dict.fromkeys(MAPS, 1),
}
_UNWRAP: Final = ("unwrap", "expect", "unwrap_or_default", "unwrap_or_else")
#: The methods of each that return what it holds.
TAKING: Final = {
    **dict.fromkeys(_SMART, frozenset({"get", "value", "lock"})),
    **dict.fromkeys(_OF_QT, frozenset({"data", "get", "lock", "take", "toStrongRef"})),
    **dict.fromkeys(
        _SEQUENCES,
        frozenset({"front", "back", "at", "top", "first", "last", "value", "takeFirst"})
        | {"takeLast", "takeAt", "constFirst", "constLast", "dequeue", "head"},
    ),
    **dict.fromkeys(MAPS, frozenset({"at", "value", "take"})),
    **dict.fromkeys(_RESULTS, frozenset({*_UNWRAP, "unwrap_or"})),
}
