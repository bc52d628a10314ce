"""What names and paths of Python files mean: modules, packages, stubs.

Imports are resolved as the import system would find them if the right folders were on
its path, and never by ``sys.path``.

*Roots* are the folders from which absolute imports start. For a file these are,
in this order: the folder that holds its outermost package, the folders above that
folder up to the root of the tree, and then the roots of all other packages in the
tree, nearest first (``src`` layouts, several distributions in one repository). From
outside of a folder of examples, a package in it is imported only if a module of it is
named. Folders with a ``conftest.py`` that are no packages are roots of what is in them,
as pytest has them. Where none of them has it, and the file is in a package, what stands
beside it may be meant, or beside a script in a folder above: Python puts the folder of
the file that it runs first on its path. A package that imports show to be on the path
itself is the last root of what is in it. Where a file of the project says in which
folder a package is, that is the package, whatever it is called. A folder of another
distribution may be put into a package when both are installed: each has what the other
lacks.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, cached_property
from itertools import chain
from posixpath import basename, dirname, splitext
from typing import Final

from ...model.names import ends_with
from ...model.python_suffixes import CYTHON, SOURCE, STUB
from ...scan.test_paths import example_folder, is_test
from ..tree_paths import by_base_name, folder_distance, folders_above
from .import_rules import Find, ImportRules

#: Modules that Python has before it looks for any, whatever a file is called.
_LOADED_AT_THE_START: Final = frozenset({"__main__", "builtins", "sys"})
#: What an import leads to.
_SUFFIXES: Final = (SOURCE, STUB)
_PACKAGE_FILES: Final = tuple(f"__init__{suffix}" for suffix in _SUFFIXES)
#: How the path goes on behind the name of a package that has stubs of another.
_STUB_PACKAGE: Final = "-stubs/"
#: Names of folders that hold modules, and not only packages, to be imported from.
_SOURCE_FOLDERS: Final = frozenset({"src", "lib", "python"})


def is_stub(path: str) -> bool:
    """Tell whether a file is a stub."""
    return path.endswith(STUB)


def stub_of(path: str) -> str:
    """Return the path of the stub that may stand beside a source; empty if none may."""
    base, suffix = splitext(path)
    return f"{base}{STUB}" if suffix in {SOURCE, CYTHON} else ""


def stubbed(path: str) -> str:
    """Return the path of the source in Python that a stub beside it is of."""
    return path.removesuffix("i")


def stubbed_source(path: str, is_there: Callable[[str], bool]) -> str:
    """Return the source, in Python or in Cython, that a stub is of.

    It stands beside it, or in the package ``a`` if that is in ``a-stubs`` (PEP 561).

    :param is_there: tells of a path whether there is a file.
    :return: an empty string if none is, and for other files.
    """
    base = path.removesuffix(STUB)
    bases = [base]
    if _STUB_PACKAGE in base:
        base = base.replace(_STUB_PACKAGE, "/")
        bases += base, base.removesuffix("/__init__")
    sources = (f"{stem}{suffix}" for stem in bases for suffix in (SOURCE, CYTHON))
    return next(filter(is_there, sources), "") if is_stub(path) else ""


def stubs_of(path: str) -> Iterator[str]:
    """Yield the paths that a stub of a source may have, that beside it first."""
    if stub := stub_of(path):
        yield stub
        base = stub.removesuffix(STUB)
        for folder in folders_above(path):
            if folder:
                yield f"{folder}{_STUB_PACKAGE}{stub.removeprefix(f'{folder}/')}"
        yield f"{base}{_STUB_PACKAGE}__init__{STUB}"


def without_stubs(paths: list[str]) -> list[str]:
    """Return paths without those of stubs that stand beside the source."""
    return [path for path in paths if not (is_stub(path) and stubbed(path) in paths)]


def is_package_file(path: str) -> bool:
    """Tell whether a file makes its folder a package."""
    return path.rpartition("/")[2] in _PACKAGE_FILES


def package_files(folder: str) -> tuple[str, ...]:
    """Return the paths of the files that make a folder a package."""
    return tuple(f"{folder}/{name}".lstrip("/") for name in _PACKAGE_FILES)


def source_stem(path: str) -> str:
    """Return the base name of a source without its suffix; empty for other files."""
    name = path.rpartition("/")[2]
    return name.removesuffix(SOURCE) if name.endswith(SOURCE) else ""


def module_paths(name: str) -> list[str]:
    """Return the paths that a module's name, or its path, may end in."""
    path = name.strip("/")
    if path.endswith(_SUFFIXES):
        return [path]
    path = path if "/" in path else path.replace(".", "/")
    return [f"{path}{end}{suffix}" for end in ("", "/__init__") for suffix in _SUFFIXES]


def dotted_name(name: str) -> str:
    """Return the dotted name that a module's name or path is like."""
    return name.replace("/", ".").removesuffix(SOURCE)


def executed_module(name: str, module: str, target: str, qualname: str) -> str:
    """Return the module that an import executes, as far as it names it.

    :param name: the imported name, empty in ``import module``.
    :param module: and what follows: as in :class:`~.rows.LinkRow`.
    """
    executed = submodule_paths(module, name)[:2]
    return target if not qualname and target in executed else module


def submodule_paths(module: str, name: str) -> list[str]:
    """Return the paths that a submodule may have, sources before stubs.

    :param module: the path of the package, a file or a folder.
    """
    folder = module.rpartition("/")[0] if module.endswith(_SUFFIXES) else module
    inside = f"{folder}/{name}".lstrip("/")
    ends = (f"{end}{suffix}" for suffix in _SUFFIXES for end in ("", "/__init__"))
    return [f"{inside}{end}" for end in ends]


class Modules(ImportRules):
    """Which file a module name means, by path."""

    def __init__(
        self,
        paths: Iterable[str],
        root_name: str,
        namespaces: Iterable[str] = (),
        scripts: Iterable[str] = (),
        extended: Iterable[str] = (),
        on_path: Iterable[str] = (),
        declared: Collection[tuple[str, str]] = (),
    ) -> None:
        paths = list(paths)
        self.files = {path for path in paths if path.endswith(_SUFFIXES)}
        self._compiled = {path for path in paths if path.endswith(CYTHON)}
        self._sources = {folder for name, folder in declared if not name}
        self.packages = {
            path.rpartition("/")[0]
            for path in self.files
            if path.endswith(_PACKAGE_FILES) and is_package_file(path)
        } - self._sources  # By its project's word such a folder holds packages.
        self.namespaces = frozenset(namespaces)
        """The folders that are packages by what imports say, and no file makes them
        packages (PEP 420)."""
        self._on_path = frozenset(on_path)
        """As :func:`~.modules_on_path.modules_on_path` finds them."""
        self._declared = [(name, folder) for name, folder in declared if name]
        """The packages that have another folder than their names say, as
        :func:`~.package_folders.package_folders` finds them."""
        of = dict(self._declared)
        self._around = {of[name]: of.get(name.rpartition(".")[0]) for name in of}
        self._scripts = frozenset(scripts)
        self._script_folders = {
            dirname(path)
            for path in self._scripts
            if not (basename(path) == f"__main__{SOURCE}" or is_test(path))
        }
        self._extended = set(map(dirname, filter(is_package_file, extended)))
        """The packages that give their ``__path__`` a value: they have modules of
        other folders, too."""
        self.root_name = root_name if "" in self.packages else ""
        self._root_of_folder = cache(self._find_root)

    @cached_property
    def folders(self) -> set[str]:
        """The folders with Python files in them, or further below."""
        with_files = {path.rpartition("/")[0] for path in self.files}
        return {
            above for file in with_files for above in folders_above(f"{file}/") if above
        }

    @cached_property
    def _roots(self) -> dict[str, list[str]]:
        """The folders from which modules are imported, by their top names."""
        roots = defaultdict(list)
        for package in sorted(self.packages):
            parent, _, name = package.rpartition("/")
            if package and parent not in self.packages:
                roots[name].append(parent)
        sources = set(filter(self._is_source, self.folders))
        for folder in sorted(self.folders - self.packages):
            parent, _, name = folder.rpartition("/")
            inside = parent in self.namespaces or parent in self.packages
            if parent in sources or (folder in self.namespaces and not inside):
                roots[name].append(parent)
        for file in sorted(self.files) if sources else ():
            parent, _, name = file.rpartition("/")
            if parent in sources and parent not in self.packages:
                roots[name.rpartition(".")[0]].append(parent)
        return roots

    def root_of(self, path: str) -> str:
        """Return the folder from which a file is imported.

        It holds the outermost package around the file, with or without a file that
        makes it one, or is a source folder (what stands in such a folder without being
        a package is a namespace package), or is the file's own.
        """
        return self._root_of_folder(path.rpartition("/")[0])

    def _find_root(self, own: str) -> str:
        root = own
        for folder in folders_above(f"{own}/"):
            if folder in self.packages or folder in self.namespaces:
                root = folder.rpartition("/")[0]
            elif self._is_source(folder):
                return folder
        return root

    def _is_source(self, folder: str) -> bool:
        return folder in self._sources or is_source_folder(folder)

    def name(self, path: str) -> str:
        """Return the name by which a Python file of the tree is imported."""
        root = self.root_of(path)
        for name, folder in self._declared:
            if path.startswith(f"{folder}/"):
                path = f"{root}/{name}{path.removeprefix(folder)}"
        dotted = splitext(path[len(root) :].strip("/"))[0].replace("/", ".")
        if not root and self.root_name:
            dotted = f"{self.root_name}.{dotted}"
        return dotted.removesuffix(".__init__") or dotted

    def beginning(self, parts: list[str]) -> tuple[str, list[str]]:
        """Return the module that most parts of a dotted name lead to, and the others.

        :return: an empty path where none leads to any.
        """
        for length in range(len(parts), 0, -1):
            if module := self.find("", ".".join(parts[:length]), 0):
                return module, parts[length:]
        return "", parts

    def called(self, name: str) -> list[str]:
        """Return the files that are imported by a name: a source, its stub, others."""
        paths = self._by_last_name.get(name.rpartition(".")[2], ())
        return [path for path in paths if self.name(path) == name]

    def ending(self, name: str) -> list[str]:
        """Return the files that are imported by a name with such an end."""
        paths = self._by_last_name.get(name.rpartition(".")[2], ())
        return [path for path in paths if ends_with(self.name(path), name)]

    @cached_property
    def _by_last_name(self) -> dict[str, list[str]]:
        files: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted(self.files):
            stem = path.rpartition(".")[0].removesuffix("/__init__")
            base = stem.rpartition("/")[2]
            # At the root it has the name of that.
            name = self.name(path) if base == "__init__" else base
            files[name.rpartition(".")[2]].append(path)
        return files

    def locate(self, folder: str, parts: list[str], *, stub: bool = False) -> str:
        """Return the path of the module *parts* in *folder*.

        Of one in Cython the source counts as soon as it has a stub, which says that it
        is a module.

        :param stub: whether a stub (``.pyi``) is preferred.
        :return: the path of a file, that of a folder for a namespace package, or
            an empty string.
        """
        base = "/".join([folder, *parts]) if folder else "/".join(parts)
        file = self._file_of(base, stub) or self._elsewhere(base, stub)
        return file or (base if base in self.folders else "")

    def _file_of(self, base: str, stub: bool) -> str:
        suffixes = _SUFFIXES[::-1] if stub else _SUFFIXES
        for tail in ("/__init__", ""):
            for suffix in suffixes:
                path = f"{base}{tail}{suffix}".lstrip("/")
                if path in self.files:
                    if stub:
                        return path
                    return stubbed_source(path, self._compiled.__contains__) or path
        return ""

    def _elsewhere(self, base: str, stub: bool) -> str:
        """Return the module that a package has in the other folder of its name."""
        for package in folders_above(base) if self._extended else ():
            if package in self._extended:
                inside = base.removeprefix(package)
                folders = self._folders_by_name[basename(package)]
                files = {self._file_of(f"{folder}{inside}", stub) for folder in folders}
                if len(files := files - {""}) == 1:
                    return files.pop()
        return ""

    @cached_property
    def _folders_by_name(self) -> dict[str, list[str]]:
        return by_base_name(self.folders)

    def find(self, importer: str, module: str, level: int) -> str:
        """Return the path of the module that *importer* names, or an empty string.

        :param level: the number of dots before it.
        """
        if level:
            return self._relative(importer, module, level)
        return self.absolute(importer, module)

    def category(self, importer: str, module: str, level: int, find: Find) -> str:
        """Return what a module is that is not in the tree."""
        top = module.partition(".")[0]
        if level or find(importer, top, 0) in self.files:
            return "missing"
        is_stdlib = top in sys.stdlib_module_names or top in _LOADED_AT_THE_START
        return "standard library" if is_stdlib else "third party"

    def submodule(self, path: str, name: str) -> str:
        """Return the path of a module of the package that a path means.

        :param path: that of an ``__init__`` file, or of a folder.
        :return: an empty string without one.
        """
        if path in self.folders:
            folder = path
        elif is_package_file(path):
            folder = path.rpartition("/")[0]
        else:
            return ""
        # The parts of a namespace package are in several folders, and other
        # distributions of the tree may put modules into a package.
        others = (it for it in self._of_other_roots(folder) if it in self.folders)
        folders = [folder, *(it for it in others if it not in self.packages)]
        stub = is_stub(path)
        paths = [self.locate(folder, [name], stub=stub) for folder in folders]
        modules = filter(self.files.__contains__, paths)
        return next(chain(modules, filter(None, paths)), "")

    def package_over(self, folder: str) -> str:
        """Return the file of the package that a folder without one is put into.

        :return: an empty string if no package of the tree has its name, or several.
        """
        parts = self._of_other_roots(folder) if folder in self.namespaces else ()
        packages = [part for part in parts if part in self.packages]
        return self._file_of(packages[0], stub=False) if len(packages) == 1 else ""

    def _of_other_roots(self, folder: str) -> Iterator[str]:
        """Yield the folders of other roots that a name may mean instead of one."""
        root = self.root_of(f"{folder}/")
        inside = folder[len(root) :].strip("/")
        for other in self._nearest_roots(root, inside.partition("/")[0]):
            part = f"{other}/{inside}".strip("/")
            is_open = is_test(f"{folder}/") or not is_test(f"{part}/")
            if is_open and part != folder:
                yield part

    def absolute(self, importer: str, module: str) -> str:
        """Return the path of the module that *importer* names, or an empty string."""
        parts = module.split(".")
        stub = is_stub(importer)
        if parts[0] in _LOADED_AT_THE_START and not stub:
            return ""
        if self.root_name and f"{module}.".startswith(f"{self.root_name}."):
            inside = module[len(self.root_name) + 1 :]
            return self.locate("", inside.split(".") if inside else [], stub=stub)
        is_stdlib = parts[0] in sys.stdlib_module_names
        own, beside = self.root_of(importer), importer.rpartition("/")[0]
        roots = self._roots_of(importer, "" if is_stdlib else parts[0])
        # A namespace package never hides a regular package further down the path, nor
        # does a folder hide the standard library module of its name.
        namespace = itself = ""
        others = iter(()) if is_stdlib else self._nearest_roots(own, parts[0])
        for root in chain(roots, others):
            path = self.locate(root, parts, stub=stub)
            hidden = is_stdlib or beside in self.namespaces or root in self.packages
            if path == importer and hidden:
                continue
            # A script may be called like the package that it is of.
            if path == importer and beside == own and not is_package_file(path):
                itself = path
            if itself and not is_package_file(path):
                continue
            if len(parts) == 1 and not importer.startswith(example_folder(f"{root}/")):
                # An example of how to use a project may well be called after it.
                continue
            if path in self.files:
                return path
            # Of a folder of which nothing is imported by its name another project is
            # meant, which it may be about.
            if parts[1:] or path in self.namespaces or self._is_source(dirname(path)):
                namespace = namespace or path
            if namespace in self.namespaces and importer.startswith(f"{namespace}/"):
                # The package that the file is in, and no module beside it.
                break
        for name, folder in self._declared:
            if f"{module}.".startswith(f"{name}."):
                rest = module.removeprefix(name).split(".")[1:]
                if path := self.locate(folder, rest, stub=stub):
                    return path
        if is_stdlib:
            return ""
        return self._beside(importer, parts, stub) or itself or namespace

    def _roots_of(self, importer: str, top: str) -> list[str]:
        """Return the folders in which Python looks for what a file imports, in order.

        :param top: the name of the outermost module, empty for one of Python's own:
            no other may stand beside a script, or in a package that is on the path.
        """
        own, beside = self.root_of(importer), importer.rpartition("/")[0]
        roots = [root for root in folders_above(f"{own}/") if root not in self.packages]
        is_script = beside not in self.packages or example_folder(importer)
        if is_script and beside != own and top:
            # Python puts a script's own folder first, but this may be a package.
            roots.append(beside)
        above = list(folders_above(importer))
        # pytest imports from them, and some may be namespace packages as well.
        tested = [
            folder
            for folder in above
            if f"{folder}/conftest.py" in self.files and folder not in self.packages
        ]
        roots = tested + roots if top == "conftest" else roots + tested
        if self._on_path and top:
            roots += [
                folder
                for folder in above
                if not self._on_path.isdisjoint((f"{folder}/", f"{folder}/{top}"))
            ]
        return roots

    def _beside(self, importer: str, parts: list[str], stub: bool) -> str:
        """Return the module beside a file in a package, if a program is run there.

        That is known of a script, and of what names a module of a package in its
        folder, or in a folder above that holds a script. A module alone is more often
        called after the project that it is about (``backends/redis.py``). The module
        ``conftest`` is that of the nearest folder.
        """
        if parts == ["conftest"]:
            places = (self.locate(folder, parts) for folder in folders_above(importer))
            return next((place for place in places if place and place != importer), "")
        folders = [importer.rpartition("/")[0]]
        if len(parts) > 1:
            above = folders_above(folders[0])
            folders += [folder for folder in above if folder in self._script_folders]
            # A module may name the package that it is in.
            importer = ""
        elif importer not in self._scripts:
            return ""
        places = (self.locate(folder, parts, stub=stub) for folder in folders)
        return next(
            (place for place in places if place in self.files and place != importer), ""
        )

    def _nearest_roots(self, own: str, top: str) -> Iterator[str]:
        """Yield the roots of other packages with a name, nearest to a root first."""

        def distance(root: str) -> tuple[int, int, str]:
            # Of two that are as far away the deeper one shares more folders.
            return folder_distance(f"{own}/", f"{root}/"), -len(root.split("/")), root

        yield from sorted(self._roots.get(top, []), key=distance)

    def _relative(self, importer: str, module: str, level: int) -> str:
        folder = dirname(importer)
        for _ in range(level - 1):
            if not folder:
                return ""
            folder = self._around.get(folder) or dirname(folder)
        parts = [*filter(None, module.split("."))]
        return self.locate(folder, parts, stub=is_stub(importer))


def is_source_folder(folder: str) -> bool:
    """Tell whether a folder is one that modules are imported from, by its name."""
    return folder.rpartition("/")[2] in _SOURCE_FOLDERS
