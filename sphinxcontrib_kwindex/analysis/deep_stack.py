"""Calls a function with a stack deep enough for deep recursion.

What generates code writes hundreds of ``elif`` in a row, or one string as the sum of a
thousand lines. Each of them is nested in the one before, and what walks a tree calls
itself for each level.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

#: The calls that may be under way at a time; 1,000 by default.
_CALLS: Final = 20_000
#: Bytes of the stack. The system provides what is used of it.
_STACK: Final = 256 << 20
_SETTINGS: Final = threading.Lock()

_Result = TypeVar("_Result")


def with_deep_stack(function: Callable[[], _Result]) -> _Result:
    """Return what *function* returns, called in a thread with a stack of its own.

    So nothing depends on how deep the caller's stack is. Python's limit is one for all
    threads; it is put back at the end.

    :raises RecursionError: for what is nested too deeply even so.
    """
    with _SETTINGS:
        calls = sys.getrecursionlimit()
        stack = threading.stack_size(_STACK)
        sys.setrecursionlimit(max(calls, _CALLS))
        try:
            with ThreadPoolExecutor(1, "kwindex-analysis") as executor:
                return executor.submit(function).result()
        finally:
            threading.stack_size(stack)
            sys.setrecursionlimit(calls)
