"""The sections of file documentation, one file each, and what several of them share.

What comes in: the code map and the path of a file. What goes out: the nodes of one
section, and the data of other files that it is made of.
"""

from typing import Final

#: The ids of the sections, in their order.
SECTION_IDS: Final = (
    "file-metadata",
    "file-purpose",
    "original-source",
    "high-level-overview",
    "detailed-analysis",
    "architecture-design",
    "dependencies",
    "code-patterns-idioms",
    "performance-considerations",
    "security-safety",
    "testing-usage",
    "related-files",
    "cross-references",
)
