"""What the mentions of files mean: files and folders of the tree.

In a text a target is relative to the folder of the file that names it. Below a
``conf.py`` Sphinx's rules hold as well: what begins with a slash begins in the folder
of that file, and the entries of a ``toctree`` are docnames.

In code, templates and settings a path may begin in any folder around the file, or in
one of templates beside these; a name alone beside the file, or in one of templates.
Else the one file is meant whose path is that below any such folder; other ends of paths
say nothing, as what a test writes for itself is called like what many trees have.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from functools import cache, cached_property
from itertools import chain
from posixpath import basename, dirname, join, normpath
from typing import Final
from urllib.parse import unquote

from ..analysis.named_paths import COMMANDS
from ..model.facts import Heading, Mention
from ..model.grouped import grouped
from ..scan.test_paths import is_test
from ..store.database import Store
from ..store.file_queries import FileContent, file_contents
from ..store.link_rows import TextLinkRow
from .languages.python import Modules
from .tree_paths import folders_above

#: The types of files that are read for what they name, as Pygments calls them.
TEXT_TYPES: Final = frozenset({"Markdown", "reStructuredText"})
#: What docnames may stand for, in the order in which Sphinx would look.
DOCUMENTS: Final = (".rst", ".md", ".txt", ".ipynb")
#: What folders are called in which programs look for templates, what they serve, pages
#: and modules.
_SEARCHED: Final = (
    *("templates", "static", "public", "views", "assets", "jinja2"),
    *("resources", "docs", "src"),
)
_LINES: Final = re.compile(r"L(\d{1,9})(?:C\d+)?(?:-L\d+(?:C\d+)?)?")


def text_link_rows(
    store: Store, paths: Container[str] | None = None
) -> Iterator[TextLinkRow]:
    """Yield a row for each mention that means something in the tree.

    :param paths: the files that name others; by default all.
    """
    resolver = TextLinkResolver(store)
    for path, key, _, _ in resolver.files.values():
        if paths is not None and path not in paths:
            continue
        for ordinal, mention in enumerate(store.get_facts(key).mentions):
            target, fragment = split_target(mention)
            file = resolver.resolve(path, mention.kind, target)
            if file is not None:
                line = resolver.line(file, fragment)
                yield TextLinkRow(path, ordinal, file, fragment, line)


def split_target(mention: Mention) -> tuple[str, str]:
    """Return the path and the fragment of a target."""
    if mention.kind not in {"link", "image"}:
        # A name of a file, and no URL.
        return mention.target, ""
    target, _, fragment = mention.target.partition("#")
    return target.partition("?")[0], unquote(fragment)


def begins_above(path: str, target: str, file: str) -> bool:
    """Tell whether a path leads to a file from the folder of another, or one above."""
    name = target.lstrip("/")
    return any(normpath(join(folder, name)) == file for folder in folders_above(path))


def _end_of(path: str) -> str:
    """Return the name of a file with that of its folder."""
    return "/".join(path.split("/")[-2:])


def _folders_for(path: str, target: str) -> Iterator[str]:
    """Yield the folders in which a path that a file of code names may begin."""
    if target.startswith("."):
        yield from (dirname(path), "")
        return
    if target.startswith("/"):
        yield ""
    else:
        yield from folders_above(path) if "/" in target else (dirname(path),)
    for folder in folders_above(path):
        yield from (join(folder, searched) for searched in _SEARCHED)


def resolve_path(path: str, target: str) -> str | None:
    """Return what a relative path means in the folder of a file.

    :return: a path from the root, empty for the root itself; ``None`` where it
        leaves the root.
    """
    resolved = normpath(join(dirname(path), target.lstrip("/") or "."))
    if resolved == ".." or resolved.startswith(("../", "/")):
        return None
    return "" if resolved == "." else resolved


class TextLinkResolver:
    """Finds files and folders by what text files call them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.files: dict[str, FileContent] = {
            file.path: file for file in file_contents(store)
        }
        """All files of the tree by path, in their order."""
        self._heading_lines = cache(self._read_heading_lines)

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset({"", *chain.from_iterable(map(folders_above, self.files))})

    def resolve(self, path: str, kind: str, target: str) -> str | None:
        """Return the file or folder that a target means, ``None`` for none.

        :param path: the file that names it.
        :param kind: that of the :class:`~.facts.Mention`.
        """
        if not target:
            return path
        if kind in {"module", "definition"}:
            return self._documented(target, is_module=kind == "module")
        if kind == "path":
            return self._named(path, target)
        sphinx_root = self._sphinx_root(path)
        start = path
        if target.startswith("/"):
            # Of the tree, or of the folder with a "conf.py".
            start = "" if kind == "link" else join(sphinx_root or "", "conf.py")
        for name in dict.fromkeys((target, unquote(target))):
            if (resolved := resolve_path(start, name)) is None:
                continue
            if kind == "link" and resolved in self._folders:
                return resolved
            sources = [f"{resolved}{suffix}" for suffix in DOCUMENTS]
            candidates = [] if name.endswith("/") else [resolved]
            if kind == "document":
                candidates = (
                    [resolved, *sources] if resolved.endswith(DOCUMENTS) else sources
                )
            elif kind == "link" and sphinx_root is not None:
                candidates += sources
            if found := next(filter(self.files.__contains__, candidates), None):
                return found
        return None

    def _named(self, path: str, target: str) -> str | None:
        """Return the other file that a path in code, a template or settings means."""
        name = normpath(target.lstrip("/"))
        paths = (normpath(join(folder, name)) for folder in _folders_for(path, target))
        found = next(filter(self.files.__contains__, paths), None)
        if found is None and "/" in name and not target.startswith("."):
            ending = [
                file
                for file in self._by_end.get(_end_of(name), ())
                if file.endswith(f"/{name}")
                and (
                    name.startswith(COMMANDS)
                    or basename(file.removesuffix(f"/{name}")) in _SEARCHED
                )
            ]
            found = ending[0] if len(ending) == 1 else None
        if found is None or found == path:
            return None
        if "/" not in name and dirname(found) != dirname(path):
            # In a folder that is searched, "docs" say: what is around that and around
            # the file may as well be meant, as what a Dockerfile copies is.
            around = dirname(dirname(found))
            nearer = (at for at in folders_above(path) if len(at) >= len(around))
            named = (normpath(join(at, name)) for at in nearer)
            if next(filter(self.files.__contains__, named), found) != found:
                return None
        # A test that names another writes that itself, as a rule.
        return None if is_test(path) and is_test(basename(found)) else found

    @cached_property
    def _by_end(self) -> dict[str, list[str]]:
        return grouped((_end_of(path), path) for path in self.files)

    def _documented(self, dotted: str, *, is_module: bool) -> str | None:
        """Return the module that a dotted name means, or is a definition of."""
        module, rest = self._modules.beginning(dotted.split("."))
        return module if module in self.files and bool(rest) != is_module else None

    @cached_property
    def _modules(self) -> Modules:
        return Modules(self.files, "")

    def _sphinx_root(self, path: str) -> str | None:
        """Return the nearest folder above a file that has a ``conf.py``."""
        above = folders_above(path)
        return next((at for at in above if join(at, "conf.py") in self.files), None)

    def line(self, path: str, fragment: str) -> int:
        """Return the line of a file that a fragment means, 0 where none is meant."""
        if not fragment or path not in self.files:
            return 0
        _, _, type_, lines = self.files[path]
        if numbered := _LINES.fullmatch(fragment):
            number = int(numbered[1])
            return number if number <= lines else 0
        if type_ not in TEXT_TYPES:
            return 0
        return self._heading_lines(path).get(fragment.lower(), 0)

    def _read_heading_lines(self, path: str) -> dict[str, int]:
        _, key, type_, _ = self.files[path]
        headings = self._store.get_facts(key).headings
        return heading_lines(headings, docutils_ids=type_ == "reStructuredText")


def heading_lines(
    headings: tuple[Heading, ...], *, docutils_ids: bool = False
) -> dict[str, int]:
    """Return the line of each heading by the fragment that GitHub gives it.

    That is the text in lower case, without punctuation and with hyphens for blanks,
    and a number for all but the first of the same.

    :param docutils_ids: whether the ids that docutils gives hold too.
    """
    lines: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for heading in headings:
        slug = re.sub(r"[^\w\- ]", "", heading.text.lower()).replace(" ", "-")
        number = counts[slug]
        counts[slug] += 1
        lines.setdefault(f"{slug}-{number}" if number else slug, heading.line)
    for heading in headings if docutils_ids else ():
        slug = re.sub("[^a-z0-9]+", "-", heading.text.lower()).strip("-")
        lines.setdefault(slug, heading.line)
    return lines
