"""What C, C++ and Rust call what Python imports of them."""

from __future__ import annotations

from typing import Final

#: What the name of the function begins with that begins a module.
INIT: Final = "PyInit_"
#: The macros that register operators of PyTorch, of which the first argument is the
#: space of their names: https://docs.pytorch.org/docs/stable/library.html
OPERATORS: Final = ("TORCH_LIBRARY", "TORCH_LIBRARY_FRAGMENT", "TORCH_LIBRARY_IMPL")
#: What Python calls operators by.
OPERATOR_ROOT: Final = "torch.ops"
#: What stands behind the qualified name of a module of Rust, or of a function that adds
#: to one, where its exports are paths.
EXPORTED: Final = ".*"
#: The path that each module has among them.
ITSELF: Final = "self"
