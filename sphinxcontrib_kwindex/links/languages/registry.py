"""Which rules a language's imports follow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from ...store.database import Store
from .csharp import CSharpRules
from .cython import CythonRules
from .go import GoRules
from .import_rules import ImportRules
from .includes import IncludeRules, ScriptRules
from .java import JavaRules
from .javascript import ModuleRules
from .php import PhpRules
from .ruby import RubyRules
from .rust import RustRules

#: The rules by the names of languages, made of the store and the paths of the tree.
RULES: Final[Mapping[str, Callable[[Store, Collection[str]], ImportRules]]] = {
    **dict.fromkeys(("C", "C++", "C/C++ header", "CUDA"), IncludeRules),
    **dict.fromkeys(("Bash", "CMake", "Makefile", "Protocol Buffer"), ScriptRules),
    **dict.fromkeys(("JavaScript", "TSX", "TypeScript"), ModuleRules),
    **dict.fromkeys(("Vue", "Svelte", "Astro"), ModuleRules),
    **dict.fromkeys(("Java", "Kotlin"), JavaRules),
    "C#": CSharpRules,
    "Cython": CythonRules,
    "Go": GoRules,
    "PHP": PhpRules,
    "Ruby": RubyRules,
    "Rust": RustRules,
}
