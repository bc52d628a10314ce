"""What Django gives the classes that are its models."""

from __future__ import annotations

from typing import Final

from ...model.names import last_part
from ..places import External, Instance, Member, Places, Target, dotted_of, instance

#: The attributes that ask the database for others of the class.
MANAGERS: Final = frozenset({"objects", "_default_manager", "_base_manager"})
_MANAGER: Final = External("django.db.models.Manager")
#: The fields that hold an object of another model.
_KEYS: Final = frozenset(
    {"django.db.models.ForeignKey", "django.db.models.OneToOneField"}
)


def manager(attribute: Member) -> Places:
    """Return the manager that an attribute of a model is; nothing if it is none."""
    target = attribute.target
    is_one = (
        isinstance(target, External)
        and target.dotted.startswith("django.")
        and last_part(target.dotted) in MANAGERS
    )
    return (instance(_MANAGER, [(attribute.receiver,)]),) if is_one else ()


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
