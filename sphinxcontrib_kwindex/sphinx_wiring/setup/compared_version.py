"""What the tree is compared with: the version that ``kwindex_changes_since`` names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.application import Sphinx

from ...codemap.code_map import CodeMap
from ...codemap.comparison.changes_since import keep
from ...model.older_version import ExportError, is_export
from ...scan.git import GitError, commit
from ...scan.git_commit_files import MissingContentError
from ...store.database import Store
from ...store.ingest import Skip
from .analysis_warnings import warn_of_executor
from .config import conf_path, ingest_options, store_path
from .messages import inform, warn

if TYPE_CHECKING:
    from ...codemap.comparison.version import Version

#: The store of that version, beside that of the tree.
_NAME: Final = "kwindex-since.sqlite"


def past_path(app: Sphinx) -> Path:
    """Return where the store of the version is."""
    return store_path(app).with_name(_NAME)


class Past:
    """The version, as far as the clone reaches, or as an export has it."""

    def __init__(self, app: Sphinx, root: Path) -> None:
        self._app = app
        self._root = root
        self._name = app.config.kwindex_changes_since
        self.state = ""
        """The name of its commit, or a digest of its export; empty if there is none to
        compare with."""
        if self._name:
            self.state = self._read_state()

    def _read_state(self) -> str:
        try:
            if not is_export(self._name):
                return commit(self._root, self._name)
            # It takes long to import, and few builds need it.
            from ...exports.kwindex_json.read import export_state

            return export_state(self._export)
        except (GitError, ExportError) as error:
            self._warn(error)
            return ""

    @property
    def _export(self) -> Path:
        return conf_path(self._app, self._name)

    def keep_changes(self, code: CodeMap, skip: Skip, digest: str | None) -> bool:
        """Have the changes in the store of the tree.

        :param skip: which definitions are not to be shown.
        :param digest: of what decides that, as :func:`.ingest` takes it.
        :return: whether they are others than before.
        """
        if not self.state:
            return keep(code, None)
        from ...codemap.comparison.compare import compare
        from ...codemap.comparison.version import work_tree

        store = Store(past_path(self._app), inform)
        try:
            past = self._version(code, store, skip, digest)
            return keep(code, compare(past, work_tree(code)))
        except MissingContentError as error:
            self._warn(f"the clone does not have the files of {self._name!r} ({error})")
        except (GitError, OSError, ExportError) as error:
            self._warn(error)
        finally:
            store.close()
        return keep(code, None)

    def _version(
        self, code: CodeMap, store: Store, skip: Skip, digest: str | None
    ) -> Version:
        from ...codemap.comparison.version import Rules, version_of_commit
        from ...exports.kwindex_json.read import version_of_export

        if is_export(self._name):
            return version_of_export(self._export, code.root, store)
        config = self._app.config
        options = ingest_options(self._app, code.settings, {}, warn_of_executor)
        included = config.kwindex_include, config.kwindex_exclude
        rules = Rules(*included, skip, digest, options)
        known = [code.store.path]
        return version_of_commit(code.root, self.state, store, rules=rules, facts=known)

    def _warn(self, reason: object) -> None:
        text = f"kwindex_changes_since: {reason}; there is no page of changes"
        warn(text, subtype="changes")
