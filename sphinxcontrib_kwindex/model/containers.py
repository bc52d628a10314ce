"""What types of C++ that hold others are called."""

from __future__ import annotations

from typing import Final

#: What has the members of what it points to.
SMART_POINTERS: Final = frozenset(
    {"unique_ptr", "shared_ptr", "weak_ptr", "optional", "scoped_refptr"}
    | {"intrusive_ptr", "not_null", "reference_wrapper"}
)
#: The members that it has itself.
OF_POINTERS: Final = frozenset(
    {"get", "reset", "release", "swap", "use_count", "unique", "expired", "lock"}
    | {"value", "value_or", "has_value", "emplace", "owner_before", "get_deleter"}
)
#: What holds values by keys.
MAPS: Final = frozenset(
    {"map", "unordered_map", "multimap", "unordered_multimap", "flat_hash_map"}
    | {"node_hash_map", "btree_map", "flat_map"}
)
#: By the last part of its name which type argument says what each holds.
CONTAINERS: Final = {
    **dict.fromkeys(SMART_POINTERS, 0),
    **dict.fromkeys(MAPS, 1),
    **dict.fromkeys(
        (
            *("vector", "array", "deque", "list", "forward_list", "set", "multiset"),
            *("unordered_set", "span", "initializer_list", "stack", "queue"),
            *("InlinedVector", "SmallVector", "small_vector", "flat_hash_set"),
        ),
        0,
    ),
}
#: Methods that return what they hold.
TAKING: Final = frozenset({"front", "back", "at", "get", "value", "top", "lock"})
