"""What the configuration says of the contents of pages."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from msgspec.structs import replace

from ..analysis.linter_rules import Rules
from ..model.name_rule import NameRule
from ..model.record import Record


class CoverageFile(Record, frozen=True):
    """A file with data of coverage.py."""

    digest: str
    """Of its content."""
    location: Path

    def __repr__(self) -> str:
        """Return what pages depend on: where it lies is nothing of it."""
        return f"CoverageFile({self.digest!r})"


class Settings(Record, frozen=True):
    """The part of the configuration that decides what pages show."""

    title: str = "Code map"
    rules: Rules = Rules()
    """Which rules of the linter run."""
    idioms: tuple[NameRule, ...] = ()
    """The user's rows for the table of patterns."""
    source_link: str = ""
    """A URL with ``{path}`` and ``{line}``, where the original files can be seen."""
    language: str = ""
    """The language of the fixed words."""
    sections: tuple[str, ...] | None = None
    """The ids of the sections that file documentation has; ``None`` for all."""

    changes_since: str = ""
    """The version that pages compare with, as the configuration names it."""
    coverage: CoverageFile | None = None
    """What coverage.py measured."""
    added_sections: tuple[object, ...] = ()
    """The rows of sections that others added (:class:`~.sections.section.Section`)."""

    def has_section(self, name: str) -> bool:
        """Tell whether file documentation may have the section with an id."""
        return self.sections is None or name in self.sections

    def original(self, path: str, line: int = 0) -> str:
        """Return the URL of an original file, or an empty string if none is known.

        :param line: the line to lead to, 0 for the file as a whole.
        """
        if not self.source_link:
            return ""
        url, _, fragment = self.source_link.partition("#")
        if fragment and (line or "{path}" in fragment):
            url = self.source_link
        return url.format(path=quote(path), line=line or 1)

    def original_at(self, path: str, page: str) -> str:
        """Return the URL of another page that GitHub and its like have of a path.

        :param page: ``tree`` or ``edit``.
        :return: empty where there is none.
        """
        start, _, end = self.source_link.partition("{path}")
        project, blob, revision = start.rpartition("/blob/")
        other = f"{project}/{page}/{revision}{{path}}{end}"
        return replace(self, source_link=other).original(path) if blob else ""

    def original_lines(self, path: str) -> tuple[str, str]:
        """Return the URL of a line of an original file, and what a range adds.

        With ``{line}`` and ``{last}`` in them; empty where that is not known.
        """
        start, mark, end = self.source_link.partition("{line}")
        if not mark or "#" not in start:
            return "", ""
        url = start.format(path=quote(path)) + mark + end.format(path=quote(path))
        if end or not start.endswith(("#L", "#lines-")):
            return url, ""
        # GitHub and Gitea name both lines, GitLab and Bitbucket their numbers.
        after = "-" if "/-/blob/" in start else "-L"
        return url, f"{':' if start.endswith('#lines-') else after}{{last}}"
