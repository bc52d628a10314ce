"""When a handler is called among those of Sphinx, themes and other extensions.

Handlers of one priority are called in the order in which they were connected.
"""

from __future__ import annotations

import sys
from typing import Final

#: Before everybody else.
FIRST: Final = -sys.maxsize
#: Before most others.
EARLY: Final = 100
#: Among most others: Sphinx's own priority where none is given.
NORMAL: Final = 500
#: Behind most others.
LATE: Final = 900
#: Behind everybody else.
LAST: Final = sys.maxsize
