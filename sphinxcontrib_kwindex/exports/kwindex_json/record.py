"""What a record of ``kwindex.json`` is.

A record is a JSON object, a class derived from :class:`Record` here; fields that have
their default are left out. Of these classes and the texts below their fields the schema
is made that lies beside this file (``kwindex.schema.json``); with
``KWINDEX_UPDATE_SNAPSHOTS=1`` in the environment, ``tests/test_json_export.py`` writes
it anew. Who changes more than adding a field raises :data:`.document.FORMAT`.

Texts and numbers of which the default is not empty or 0 have none here: msgspec leaves
out only what is the same object.
"""

from __future__ import annotations

from msgspec import Struct


class Record(Struct, omit_defaults=True):
    """A JSON object of the export."""
