"""The schema of the store: its files and tables."""

from __future__ import annotations

from pathlib import Path
from typing import Final

#: Increased by 1 whenever a table or the encoding of facts changes.
SCHEMA_VERSION: Final = 50
#: The statements that make the tables.
SCHEMA: Final = Path(__file__).with_suffix(".sql")
