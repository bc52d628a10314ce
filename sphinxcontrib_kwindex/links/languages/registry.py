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
    "C": IncludeRules,
    "C#": CSharpRules,
    "C++": IncludeRules,
    "C/C++ header": IncludeRules,
    "CUDA": IncludeRules,
    "Go": GoRules,
    "Java": JavaRules,
    "JavaScript": ModuleRules,
    "Kotlin": JavaRules,
    "Rust": RustRules,
    "Bash": ScriptRules,
    "CMake": ScriptRules,
    "Cython": CythonRules,
    "Makefile": ScriptRules,
    "PHP": PhpRules,
    "Protocol Buffer": ScriptRules,
    "Ruby": RubyRules,
    "TSX": ModuleRules,
    "TypeScript": ModuleRules,
    "Vue": ModuleRules,
    "Svelte": ModuleRules,
    "Astro": ModuleRules,
}
