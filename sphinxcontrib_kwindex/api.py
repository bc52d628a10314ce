"""What extensions, ``conf.py`` and programs may rely on; everything else is internal.

Provisional: until two later features of the package itself use nothing else, a release
may change what is here, which its changelog says then. Paths are relative to the root,
with ``/``; lines are counted from 1.

What a language of another package needs is in :mod:`.analysis.languages.language`,
:mod:`.model.facts` and :mod:`.model.references`: the processes that analyse load it,
and never Sphinx.
"""

from .analysis.analyse import analyse
from .codemap.code_map import CodeMap
from .codemap.folders import Folder
from .codemap.lookup import DomainObject, find_objects
from .command.open_tree import open_tree
from .exports.export import Export
from .model.facts import Definition, FileFacts, Import
from .model.rows import DefinitionRow, LinkRow, UseRow
from .pages.nodes import ListEntry, Part, entries, fields
from .pages.page_context import Context
from .pages.sections.section import Section
from .sphinx_wiring.setup.additions import add_detector, add_export, add_section
from .sphinx_wiring.setup.pipeline import SKIP_EVENT

__all__ = [
    "SKIP_EVENT",
    "CodeMap",
    "Context",
    "Definition",
    "DefinitionRow",
    "DomainObject",
    "Export",
    "FileFacts",
    "Folder",
    "Import",
    "LinkRow",
    "ListEntry",
    "Part",
    "Section",
    "UseRow",
    "add_detector",
    "add_export",
    "add_section",
    "analyse",
    "entries",
    "fields",
    "find_objects",
    "open_tree",
]
