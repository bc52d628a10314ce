"""Everything that the files of the tree say together, in its order.

Each step is a function that reads the store and yields rows of one table. All of
them run whenever files came or went: that may change what any identifier means. After
edits of some files they do less (:func:`~.incremental.link_edits`).
"""

from __future__ import annotations

from pathlib import Path

from ..store.database import Store
from .identifiers import ReferenceResolver, Spread, link_references, outlines, parted
from .import_graph import cycles
from .imports import ImportResolver, package_name
from .inheritance import link_bases
from .related_files import related_files
from .test_collection import link_tests
from .text_links import link_pointers
from .usage import Row, link_excerpts, uses_of


def link_tree(store: Store, root: Path, root_name: str, spread: Spread = map) -> None:
    """Find out what the files of the tree mean to each other, and keep it.

    :param root: where the files are.
    :param root_name: the name of the root folder.
    :param spread: calls a function for each file, perhaps in several processes.
    """
    name = package_name(store, root_name)
    links = ImportResolver(store, name)
    resolver = ReferenceResolver(links, outlines(store))
    # Before the transaction: processes are not to inherit it.
    references = link_references(store, resolver, uses_of, spread=spread)
    uses: list[Row] = []
    with store.transaction():
        store.set_meta("root name", name)
        store.replace("link", links.links())
        store.replace("reference", parted(references, uses))
        store.replace("use", sorted(uses))
        uses.clear()
        store.replace("excerpt", link_excerpts(store, root))
        store.replace("base", link_bases(store, resolver))
        store.replace("test", link_tests(store, links))
        store.replace("cycle", cycles(store))
        store.replace("pointer", link_pointers(store))
        # Behind the steps that fill "use" and "pointer", which it reads.
        store.replace("related", related_files(store))
