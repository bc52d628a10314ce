"""Which distribution an import is of, and what calls a file, by the project's own word.

What an import is called and what is asked for need not have the same name. Two
names that are alike after :pep:`503` are taken for one; for the well-known others
there is :data:`WELL_KNOWN`. Nothing that is installed here has a say, and nothing is
said where no file of the tree asks.

For a file those files count that stand in its own folder, else those in the nearest
folder above it: ``pyproject.toml``, ``setup.cfg``, requirements files beside them or in
a folder ``requirements`` there.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from packaging.utils import canonicalize_name

from ..analysis.project.project_files import (
    PYPROJECT,
    REQUIREMENTS,
    SETUP_CFG,
    project_role,
    telling_name,
)
from ..links.imports import Modules
from ..model.facts import EntryPoint, Requirement
from ..store.database import Store

#: Packages that several distributions share: the name alone is none of them.
_NAMESPACES: Final = frozenset(
    {"azure", "backports", "collective", "google", "google.cloud", "jaraco"}
    | {"plone", "repoze", "ruamel", "sphinxcontrib", "zc", "zope"}
)

#: To an import the distributions that bring it along, where the names differ. Each is
#: what the distribution's own documentation tells to install and to import.
WELL_KNOWN: Final[dict[str, tuple[str, ...]]] = {
    name: tuple(distributions.split())
    for name, _, distributions in (
        line.strip().partition(" ")
        for line in """
        Crypto pycryptodome pycrypto
        Cryptodome pycryptodomex
        IPython ipython
        Levenshtein levenshtein python-levenshtein
        MySQLdb mysqlclient
        OpenGL pyopengl
        OpenSSL pyopenssl
        PIL pillow
        Xlib python-xlib
        _pytest pytest
        allauth django-allauth
        argon2 argon2-cffi
        attr attrs
        bs4 beautifulsoup4
        bson pymongo
        corsheaders django-cors-headers
        cv2 opencv-python opencv-python-headless opencv-contrib-python
        dateutil python-dateutil
        debug_toolbar django-debug-toolbar
        decouple python-decouple
        django_filters django-filter
        dns dnspython
        docx python-docx
        dotenv python-dotenv
        faiss faiss-cpu faiss-gpu
        fitz pymupdf
        git gitpython
        github pygithub
        gitlab python-gitlab
        google.protobuf protobuf
        gridfs pymongo
        jose python-jose
        jwt pyjwt
        kafka kafka-python
        ldap python-ldap
        magic python-magic
        markdown_it markdown-it-py
        memcache python-memcached
        mpl_toolkits matplotlib
        multipart python-multipart
        mysql mysql-connector-python
        nacl pynacl
        onnxruntime onnxruntime onnxruntime-gpu
        pkg_resources setuptools
        pptx python-pptx
        psycopg psycopg psycopg-binary psycopg-c
        psycopg2 psycopg2 psycopg2-binary
        pylab matplotlib
        pythoncom pywin32
        rest_framework djangorestframework
        serial pyserial
        skimage scikit-image
        sklearn scikit-learn
        slugify python-slugify
        snappy python-snappy
        socks pysocks
        telegram python-telegram-bot
        tensorflow tensorflow tensorflow-cpu tensorflow-gpu
        tlz toolz
        usb pyusb
        win32api pywin32
        win32con pywin32
        win32gui pywin32
        wx wxpython
        xdist pytest-xdist
        yaml pyyaml
        zmq pyzmq
        """.strip().split("\n")
    )
}

_RANKS: Final = {PYPROJECT: 0, SETUP_CFG: 0, REQUIREMENTS: 3}
_GROUP_RANKS: Final = {"": 0, "extra": 1, "group": 2, "optional": 2, "build": 4}


@dataclass(frozen=True, slots=True)
class Asked:
    """A line by which the project asks for a distribution."""

    path: str
    """The file of the project."""
    requirement: Requirement

    @property
    def _rank(self) -> tuple[int, int]:
        """What comes first where several lines ask for one distribution."""
        file = _RANKS.get(project_role(telling_name(self.path)), 0)
        group = self.requirement.group.partition(" ")[0]
        return max(file, _GROUP_RANKS.get(group, 2)), self.requirement.line


@dataclass(frozen=True, slots=True)
class Called:
    """A name by which something of the tree is called from outside."""

    path: str
    """The file of the project that says so."""
    point: EntryPoint
    target: str = ""
    """The file that it leads to; empty where that is not in the tree."""
    qualname: str = ""
    """The qualified name there; empty where a module is meant, or is all that is
    known."""
    anchor: str = ""
    """The id of that name."""


class Distributions:
    """What the files of the project say of the files of the tree.

    :param store: with all links.
    :param modules: how the files are imported.
    """

    def __init__(self, store: Store, modules: Modules) -> None:
        self._store = store
        self._modules = modules
        self._points: list[tuple[str, EntryPoint]] = []
        found: defaultdict[str, defaultdict[str, list[Asked]]]
        found = defaultdict(lambda: defaultdict(list))
        for path, key in store.keys().items():
            name = telling_name(path)
            if not project_role(name):
                continue
            facts = store.get_facts(key)
            folder = path.removesuffix(name).rstrip("/")
            for one in facts.requirements:
                found[folder][canonicalize_name(one.name)].append(Asked(path, one))
            self._points += [(path, one) for one in facts.entry_points]
        self._asked = found

    def asked(self, path: str, module: str, name: str = "") -> tuple[Asked, ...]:
        """Return by which lines the project asks for what a file imports.

        They are those of the nearest folder, and of one file and group: several where
        each has its condition.

        :param path: the file.
        :param module: what it imports, dotted.
        :param name: what it imports from there.
        """
        if not self._asked:
            return ()
        names = distribution_names(module, name)
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            asked = self._asked.get(folder)
            if asked is None:
                continue
            for one in names:
                if lines := asked.get(one):
                    best = min(lines, key=lambda line: (line._rank, line.path))
                    group = best.requirement.group
                    return tuple(
                        line
                        for line in lines
                        if line.path == best.path and line.requirement.group == group
                    )
        return ()

    @cached_property
    def called(self) -> list[Called]:
        """The entry points of the project, in the order of their files and lines."""
        points = sorted(self._points, key=lambda one: (one[0], one[1].line))
        return [self._resolved(path, one) for path, one in points]

    @cached_property
    def _by_target(self) -> dict[str, list[Called]]:
        found: defaultdict[str, list[Called]] = defaultdict(list)
        for one in self.called:
            found[one.target].append(one)
        return found

    @cached_property
    def _by_path(self) -> dict[str, list[Called]]:
        found: defaultdict[str, list[Called]] = defaultdict(list)
        for one in self.called:
            found[one.path].append(one)
        return found

    def calls_of(self, path: str) -> list[Called]:
        """Return the entry points that a file of the project has, in its order."""
        return self._by_path.get(path, [])

    def callers_of(self, path: str) -> list[Called]:
        """Return the entry points that lead to a file of the tree."""
        return self._by_target.get(path, [])

    def showing(self) -> set[str]:
        """Return the files whose pages show entry points, or would with other names."""
        found = set()
        for path, point in self._points:
            module = self._modules.absolute(path, point.module)
            found |= {path, module}
            found.update(target for target, _ in self._meant(module, point.attribute))
        return found

    def _resolved(self, path: str, point: EntryPoint) -> Called:
        folder = path.removesuffix(telling_name(path))
        module = self._modules.absolute(path, point.module)
        # A project has no say beyond its own folder.
        if module not in self._modules.files or not module.startswith(folder):
            return Called(path, point)
        for target, qualname in self._meant(module, point.attribute):
            where = "path = ? AND qualname = ?"
            for row in self._store.definitions(where, (target, qualname)):
                return Called(path, point, target, qualname, row.anchor)
        return Called(path, point, module)

    def _meant(self, module: str, attribute: str) -> list[tuple[str, str]]:
        """Return what an attribute of a module may mean, the module's own first."""
        if not attribute:
            return []
        first, _, rest = attribute.partition(".")
        rows = self._store.select(
            "SELECT target, link.qualname FROM link JOIN import USING (path, ordinal)"
            " WHERE path = ? AND bound = ? AND lazy = 0 AND link.qualname <> ''"
            " ORDER BY ordinal",
            (module, first),
        )
        imported = [
            (target, f"{qualname}.{rest}" if rest else qualname)
            for target, qualname in rows
        ]
        return [(module, attribute), *imported]


def distribution_names(module: str, name: str = "") -> list[str]:
    """Return the names of distributions that an import may be of, best first.

    :param module: what is imported, dotted.
    :param name: what is imported from there.
    :return: names after :pep:`503`.
    """
    parts = [*module.split("."), *([name] if name and name != "*" else [])]
    found: dict[str, None] = {}
    for length in range(min(len(parts), 4), 0, -1):
        dotted = ".".join(parts[:length])
        found |= dict.fromkeys(WELL_KNOWN.get(dotted, ()))
        above = ".".join(parts[: length - 1])
        shared = length == 1 or above in _NAMESPACES
        if shared and dotted not in _NAMESPACES:
            found[canonicalize_name(dotted)] = None
    return list(found)
