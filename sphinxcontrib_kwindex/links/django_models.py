"""What Django gives the classes that are its models."""

from __future__ import annotations

from typing import Final

from .places import External, Instance, Places, Target, dotted_of, instance

#: The attributes that ask the database for others of the class.
_MANAGERS: Final = frozenset({"objects", "_default_manager", "_base_manager"})
_MANAGER: Final = External("django.db.models.Manager")
#: The fields that hold an object of another model.
_KEYS: Final = frozenset(
    {"django.db.models.ForeignKey", "django.db.models.OneToOneField"}
)


def manager(base: External, name: str, model: Instance) -> Places:
    """Return the manager that a model has under a name; nothing if it has none.

    :param base: the first class above the model that Django may define.
    """
    is_one = name in _MANAGERS and base.dotted.startswith("django.")
    return (instance(_MANAGER, [(model,)]),) if is_one else ()


def is_key(place: Instance) -> bool:
    """Tell whether it is a field that holds an object of another model."""
    return dotted_of(place.cls) in _KEYS


def object_of_key(key: Instance) -> Places | None:
    """Return what such a field holds, where that is a class of the tree."""
    held = key.arguments[0] if key.arguments else None
    is_known = held and all(
        isinstance(one, Instance) and isinstance(one.cls, Target) for one in held
    )
    return held if is_known else None
