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
from .codemap.names.lookup import DomainObject, find_objects
from .command.messages import BuildError, UsageError
from .command.open_tree import open_tree
from .exports.answers.file import FileAnswer, FileDefinition, Related, describe_file
from .exports.answers.folder import (
    FolderAnswer,
    FolderFile,
    FolderName,
    Subfolder,
    describe_folder,
)
from .exports.answers.lookup import (
    Explanation,
    Found,
    Match,
    Place,
    TestOf,
    Use,
    explain,
    find,
    uses,
)
from .exports.answers.map import MapDefinition, MapFile, RepositoryMap, repository_map
from .exports.answers.where import NameMatch, where
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
    "BuildError",
    "CodeMap",
    "Context",
    "Definition",
    "DefinitionRow",
    "DomainObject",
    "Explanation",
    "Export",
    "FileAnswer",
    "FileDefinition",
    "FileFacts",
    "Folder",
    "FolderAnswer",
    "FolderFile",
    "FolderName",
    "Found",
    "Import",
    "LinkRow",
    "ListEntry",
    "MapDefinition",
    "MapFile",
    "Match",
    "NameMatch",
    "Part",
    "Place",
    "Related",
    "RepositoryMap",
    "Section",
    "Subfolder",
    "TestOf",
    "UsageError",
    "Use",
    "UseRow",
    "add_detector",
    "add_export",
    "add_section",
    "analyse",
    "describe_file",
    "describe_folder",
    "entries",
    "explain",
    "fields",
    "find",
    "find_objects",
    "open_tree",
    "repository_map",
    "uses",
    "where",
]
