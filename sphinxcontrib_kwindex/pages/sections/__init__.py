"""The sections of file documentation, one file each, and what several of them share.

What comes in: the code map and the path of a file. What goes out: the nodes of one
section, and the data of other files that it is made of. To add a section is to add a
file with its row (:class:`.section.Section`) as ``SECTION``, and its line here.

Internal: what others may rely on is in :mod:`sphinxcontrib_kwindex.api`.
"""

from typing import Final

#: The sections in their order: their ids, and the files here that have their rows. The
#: files are imported when the first page is made; the ids are asked for before.
SECTIONS: Final = {
    "file-metadata": "file_metadata",
    "file-purpose": "file_purpose",
    "original-source": "original_source",
    "high-level-overview": "overview",
    "detailed-analysis": "detailed_analysis",
    "architecture-design": "architecture",
    "dependencies": "dependencies",
    "code-patterns-idioms": "code_patterns",
    "performance-considerations": "performance",
    "security-safety": "security",
    "testing-usage": "testing",
    "related-files": "related_files",
    "cross-references": "cross_references",
}
