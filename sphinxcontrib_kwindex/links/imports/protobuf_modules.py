"""Which file in Protocol Buffers a module of Python is made of.

``protoc`` writes ``a/b_pb2.py`` for ``a/b.proto``, mostly where git does not see it,
and ``a/b_pb2_grpc.py``, where a service ``X`` is two classes, ``XStub`` and
``XServicer``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from posixpath import basename, dirname
from typing import Final

from ...store.database import Store
from ..languages.python import source_stem
from ..tree_paths import nearest_alone

_SUFFIX: Final = ".proto"
_OF_SERVICE: Final = re.compile(r"(?<=\w)(?:Stub|Servicer)\Z")
_MODULE: Final = re.compile(r"(?P<folders>(?:.*\.)?)(?P<name>\w+?)_pb2(?:_grpc)?")


class ProtobufModules:
    """The files of a tree that modules are made of."""

    def __init__(self, store: Store, paths: Iterable[str]) -> None:
        self._store = store
        self._package = cache(self._read_package)
        self._files: defaultdict[str, list[str]] = defaultdict(list)
        for path in paths:
            if path.endswith(_SUFFIX):
                name = path.rpartition("/")[2].removesuffix(_SUFFIX)
                # "a-b.proto" gives "a_b_pb2".
                self._files[name.replace("-", "_")].append(path)

    def find(self, importer: str, module: str, level: int) -> str:
        """Return the path of the file that a module is made of; empty if none is known.

        Of several it is the one in the folders of the module's name, or the nearest.
        """
        match = _MODULE.fullmatch(module) if self._files else None
        if match is None:
            return ""
        own = basename(dirname(importer)) if level else ""
        folder = f"/{own}/{match['folders'].replace('.', '/')}".replace("//", "/")
        paths = self._files.get(match["name"], ())
        fitting = [path for path in paths if folder in f"/{path}"]
        return nearest_alone(importer, fitting or paths)

    def source(self, path: str) -> str:
        """Return the path of the file that a module of the tree is made of, or none.

        Since 2022 ``protoc`` writes no names into it: they are set as it runs.
        """
        stem = source_stem(path)
        return self.find(path, stem, 1) if "_pb2" in stem else ""

    def definition(self, path: str, name: str) -> tuple[str, str] | None:
        """Return the path and the qualified name of what a module calls so.

        The package of a file is no part of names in Python; a service has two classes.
        """
        if not path.endswith(_SUFFIX):
            return None
        package, kinds = self._package(path)
        prefix = f"{package}." if package else ""
        if f"{prefix}{name}" in kinds:
            return path, f"{prefix}{name}"
        service = f"{prefix}{_OF_SERVICE.sub('', name)}"
        return (path, service) if kinds.get(service) == "interface" else None

    def _read_package(self, path: str) -> tuple[str, dict[str, str]]:
        rows = self._store.facts_of(path).definitions
        package = next((row.qualname for row in rows if row.kind == "namespace"), "")
        return package, {row.qualname: row.kind for row in rows}
