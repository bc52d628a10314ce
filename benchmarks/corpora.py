"""Trees of Python files that have a name, so that figures can be had again.

A corpus is made of source releases and wheels with pinned versions, of which the
Python files alone are unpacked; nothing is installed. Wheels are asked for by the tag
of one platform, whatever machine asks, so that the files are the same everywhere. The
digest of a tree (:func:`digest`) says whether two figures are of the same one.

For the question what a file costs in a large tree there are samples of a corpus
(:func:`samples`), one within the other, that differ in nothing but their size.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from build import MEGA, python_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

#: What the wheels are for; of a wheel without compiled parts there is one only.
PLATFORMS = ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "manylinux2014_x86_64")
PYTHON = "3.11"
#: How many folders a sample chooses the next one from.
CHOICE = 300


@dataclass(frozen=True)
class Package:
    """A distribution of the package index."""

    name: str
    version: str
    source: bool = False
    """Whether the source release is taken, with its tests, and not the wheel."""


@dataclass(frozen=True)
class Corpus:
    """A tree of Python files."""

    packages: tuple[Package, ...]
    """One, or several, each of which has a folder of its own then."""
    part: str = ""
    """The folder that is the tree; all unless told."""
    files: int | None = None
    """How many files at most: the first in the order of their paths."""
    importable: bool = True
    """Whether a Python that has what it requires can import it from its source."""
    prepare: str = ""
    """What has to run before it is imported."""


DJANGO = Package("django", "5.2.19", source=True)
CONTRIB = (
    "admin",
    "admindocs",
    "auth",
    "contenttypes",
    "flatpages",
    "humanize",
    "messages",
    "redirects",
    "sessions",
    "sitemaps",
    "sites",
    "staticfiles",
    "syndication",
)
#: No translations: their catalogues are no Python files. A module of the package gives
#: roles to docutils when it is imported, which end any build that meets one of them.
PREPARE_DJANGO = f"""
import django.conf
django.conf.settings.configure(
    INSTALLED_APPS=["django.contrib." + name for name in {CONTRIB}],
    SITE_ID=1,
    STATIC_URL="static/",
    ROOT_URLCONF="django.contrib.auth.urls",
    USE_I18N=False,
)
django.setup()
import django.contrib.admindocs.utils
import docutils.parsers.rst.roles
for name in django.contrib.admindocs.utils.ROLES:
    docutils.parsers.rst.roles._role_registry.pop(name)
"""
CORPORA = {
    "django": Corpus((DJANGO,), "django", prepare=PREPARE_DJANGO),
    "torch": Corpus((Package("torch", "2.13.0"),), "torch", importable=False),
    "many": Corpus(
        (
            Package("ansible-core", "2.19.14"),
            DJANGO,
            Package("matplotlib", "3.11.2"),
            Package("networkx", "3.6.1"),
            Package("numpy", "2.4.6"),
            Package("pandas", "3.1.1"),
            Package("scikit-learn", "1.9.1"),
            Package("scipy", "1.17.1"),
            Package("sqlalchemy", "2.1.9"),
            Package("sympy", "1.14.0"),
            Package("twisted", "26.10.0"),
        ),
        files=10_000,
        importable=False,
    ),
}


@dataclass(frozen=True)
class Tree:
    """A corpus, or another folder, on disk."""

    name: str
    root: Path

    @property
    def files(self) -> list[Path]:
        """Its Python files."""
        return python_files(self.root)

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of each file, by its path from the root."""
        files = self.files
        return {p.relative_to(self.root).as_posix(): p.stat().st_size for p in files}

    @property
    def importable(self) -> bool:
        """Whether it can be imported as it is: a package, with nothing to compile."""
        known = self.name not in CORPORA or CORPORA[self.name].importable
        return known and (self.root / "__init__.py").exists()

    @property
    def prepare(self) -> str:
        """What has to run before it is imported."""
        return CORPORA[self.name].prepare if self.name in CORPORA else ""

    def __str__(self) -> str:
        files = self.files
        size = sum(path.stat().st_size for path in files) / MEGA
        told = f"{len(files):,} Python files, {size:.1f} MB"
        return f"{self.name}: {told}, digest {digest(self.root, files)}"


# Making them


def fetch(name: str, cache: Path) -> Tree:
    """Return a corpus, made in `cache` unless it is there."""
    corpus, tree = CORPORA[name], cache / name
    if not tree.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as temporary:
            made = Path(temporary, name)
            for package in corpus.packages:
                single = len(corpus.packages) == 1
                archive = download(package, Path(temporary, "archives", package.name))
                unpack(archive, made if single else made / package.name)
            for path in python_files(made)[corpus.files :] if corpus.files else ():
                path.unlink()
            drop_empty(made)
            made.rename(tree)
    return Tree(name, (tree / corpus.part).resolve())


def download(package: Package, folder: Path) -> Path:
    """Download a distribution with pip, without what it requires; return the file."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    if package.source:
        command += ["--no-binary", ":all:"]
    else:
        command += ["--only-binary", ":all:", "--python-version", PYTHON]
        command += ["--implementation", "cp"]
        command += [word for tag in PLATFORMS for word in ("--platform", tag)]
    command += ["--dest", str(folder), f"{package.name}=={package.version}"]
    print(f"download {package.name} {package.version}", file=sys.stderr, flush=True)
    subprocess.run(command, check=True, stdout=sys.stderr)
    (archive,) = folder.iterdir()
    return archive


def unpack(archive: Path, target: Path) -> None:
    """Write the Python files of a wheel or a source release below `target`; the folder
    that a source release stands in is left out.
    """
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                write(target, PurePosixPath(name), wheel.read(name))
        return
    with tarfile.open(archive) as release:
        for member in release:
            content = release.extractfile(member) if member.isfile() else None
            if content is not None:
                path = PurePosixPath(*PurePosixPath(member.name).parts[1:])
                write(target, path, content.read())


def write(target: Path, path: PurePosixPath, content: bytes) -> None:
    """Write a file of an archive, if it is Python's."""
    if path.suffix != ".py" or path.is_absolute() or ".." in path.parts:
        return
    file = target / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def drop_empty(folder: Path) -> None:
    """Delete the folders without files below a folder."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def digest(root: Path, files: Iterable[Path]) -> str:
    """Return a digest of paths and contents, twelve digits long."""
    whole = hashlib.sha256()
    for path in files:
        name = path.relative_to(root).as_posix()
        whole.update(f"{name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return whole.hexdigest()[:12]


def copy(root: Path, names: Iterable[str], target: Path) -> Path:
    """Copy files, named by their paths from `root`, to a new folder; return that."""
    for name in names:
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, file)
    return target


# Samples


def samples(
    sizes: Mapping[str, int], numbers: Sequence[int], seed: int = 0
) -> dict[int, list[str]]:
    """Choose so many files of a tree, the smaller choice within the larger one.

    :param sizes: bytes of each file, by its path from the root.
    :param numbers: how many files; not more than there are.
    :param seed: another one gives another choice.

    Files come by the folder, so that a small sample has not more folders to a file
    than a large one, and imports of neighbours hold in each. Of the next few folders in
    a random order, that one is taken with which the mean size of a file and the number
    of files in a folder stay closest to those of the whole tree.
    """
    folders: dict[PurePosixPath, list[str]] = {}
    for name in sorted(sizes):
        folders.setdefault(PurePosixPath(name).parent, []).append(name)
    if max(numbers) > len(sizes):
        raise ValueError(f"{max(numbers):,} of {len(sizes):,} files")
    order = list(in_balance(folders, sizes, random.Random(seed)))
    return {number: sorted(order[:number]) for number in numbers}


def in_balance(
    folders: Mapping[PurePosixPath, list[str]],
    sizes: Mapping[str, int],
    chance: random.Random,
) -> Iterator[str]:
    """Yield files, folder by folder, in an order that any beginning of is like all."""
    paths = {folder: {folder, *folder.parents} for folder in folders}
    weights = {
        folder: sum(sizes[name] for name in names) for folder, names in folders.items()
    }
    a_file = sum(weights.values()) / len(sizes) or 1
    a_folder = len(set().union(*paths.values())) / len(sizes)
    files, weight, seen = 0, 0, set[PurePosixPath]()

    def imbalance(folder: PurePosixPath) -> float:
        number = files + len(folders[folder])
        of_files = (weight + weights[folder]) / (number * a_file)
        of_folders = (len(seen) + len(paths[folder] - seen)) / (number * a_folder)
        return abs(of_files - 1) + abs(of_folders - 1)

    waiting = sorted(folders)
    chance.shuffle(waiting)
    while waiting:
        folder = min(waiting[:CHOICE], key=imbalance)
        waiting.remove(folder)
        yield from folders[folder]
        files += len(folders[folder])
        weight += weights[folder]
        seen |= paths[folder]
