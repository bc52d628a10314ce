"""What the tree is compared with: the version that ``kwindex_changes_since`` names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

from ...codemap.code_map import CodeMap
from ...codemap.comparison.kept import keep
from ...model.facts import Definition
from ...scan.git import GitError, commit
from ...scan.git_revision import MissingContentError
from ...store.database import Store
from .config import ingest_options, store_path
from .messages import inform, warn

#: The store of that version, beside that of the tree.
_NAME: Final = "kwindex-since.sqlite"


def past_path(app: Sphinx) -> Path:
    """Return where the store of the version is."""
    return store_path(app).with_name(_NAME)


class Past:
    """The version, as far as the clone reaches."""

    def __init__(self, app: Sphinx, root: Path) -> None:
        self._app = app
        self._name = app.config.kwindex_changes_since
        self.commit = ""
        """Its name; empty if there is none to compare with."""
        if self._name:
            try:
                self.commit = commit(root, self._name)
            except GitError as error:
                self._warn(error)

    def keep_changes(
        self, code: CodeMap, skip: Callable[[str, Definition], bool], digest: str | None
    ) -> bool:
        """Have the changes in the store of the tree.

        :param skip: whether a definition of a path is not to be shown.
        :param digest: of what decides that, as :func:`.ingest` takes it.
        :return: whether they are others than before.
        """
        if not self.commit:
            return keep(code, None)
        # It takes long to import, and few builds need it.
        from ...codemap.comparison.past import keep_changes
        from ...codemap.comparison.version import Rules

        config = self._app.config
        options = ingest_options(self._app, code.settings, {}, self._warn)
        included = config.kwindex_include, config.kwindex_exclude
        rules = Rules(*included, skip, digest, options)
        store = Store(past_path(self._app), inform)
        try:
            return keep_changes(code, self.commit, store, rules)
        except MissingContentError as error:
            self._warn(f"the clone does not have the files of {self._name!r} ({error})")
        except (GitError, OSError) as error:
            self._warn(error)
        finally:
            store.close()
        return keep(code, None)

    def _warn(self, reason: object) -> None:
        text = f"kwindex_changes_since: {reason}; there is no page of changes"
        warn(text, subtype="changes")
