"""Everything that the files of the tree say together, in its order.

Each step is a function that reads the store and yields rows of one table. All of
them run whenever files came or went: that may change what any identifier means. After
edits of some files they do less (:func:`~.link_edits.link_edits`).
"""

from __future__ import annotations

from pathlib import Path

from ..store.database import Store
from .call_excerpts import excerpt_rows
from .identifier_targets import IdentifierResolver
from .import_graph import cycle_rows
from .imports import ImportResolver, package_name
from .inheritance import base_rows
from .references import (
    MapFunction,
    Use,
    link_identifiers,
    read_interfaces,
    reference_rows,
)
from .related_files import related_rows
from .test_collection_rules import collected_test_rows
from .text_links import text_link_rows


def link_tree(
    store: Store, root: Path, root_name: str, map_files: MapFunction = map
) -> None:
    """Find out what the files of the tree mean to each other, and keep it.

    :param root: where the files are.
    :param root_name: the name of the root folder.
    :param map_files: calls a function for each file, perhaps in several processes.
    """
    name = package_name(store, root_name)
    imports = ImportResolver(store, name)
    identifiers = IdentifierResolver(imports, read_interfaces(store))
    # Before the transaction: processes are not to inherit it.
    linked = link_identifiers(store, identifiers, map_files=map_files)
    uses: list[Use] = []
    with store.transaction():
        store.set_meta("root name", name)
        store.replace("link", imports.link_rows())
        store.replace("reference", reference_rows(linked, uses))
        store.replace("use", sorted(uses))
        uses.clear()
        store.replace("excerpt", excerpt_rows(store, root))
        store.replace("base", base_rows(store, identifiers))
        store.replace("test", collected_test_rows(store, imports))
        store.replace("cycle", cycle_rows(store))
        store.replace("pointer", text_link_rows(store))
        # Behind the steps that fill "use" and "pointer", which it reads.
        store.replace("related", related_rows(store))
