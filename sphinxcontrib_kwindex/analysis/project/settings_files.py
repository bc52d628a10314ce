"""What well-known configuration files set up, with the lines.

Which file it is, its path tells.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ...model.facts import Remark
from ..decoding import valid_text
from .ini_lines import ini_sections
from .module_names import MODULE
from .toml_lines import toml_lines

#: The characters of a file that are read: YAML is slow.
_LONGEST: Final = 200_000

_Reader = Callable[[str], Iterable[Remark]]
"""Returns what a text sets up; raises ``ValueError`` for one that is not valid."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A kind of configuration files."""

    paths: re.Pattern[str]
    reader: _Reader
    lead: str
    """Words before what it sets up."""
    noun: str = ""
    """What that is, in the singular."""

    def parts(self, text: str) -> tuple[Remark, ...]:
        """Return what a file sets up, with the lines, in the order of the file.

        What cannot be read, or is too long for its parsers, sets up nothing.

        :param text: its content with LF line ends.
        """
        try:
            parts = self.reader(text) if len(text) <= _LONGEST else ()
            return tuple(Remark(valid_text(part.text), part.line) for part in parts)
        except (ValueError, RecursionError):
            return ()


def configuration(path: str) -> Configuration | None:
    """Return what a file configures, ``None`` if its path is none of the well-known.

    :param path: the path from the root of the tree.
    """
    return next((kind for kind in _FILES if kind.paths.fullmatch(path)), None)


def _toml_tables(text: str) -> Iterator[Remark]:
    tomllib.loads(text)
    for path, line in toml_lines(text).items():
        if path[0] == "tool" and len(path) == 2:
            yield Remark(f"tool.{path[1]}", line)


def _ini(text: str) -> Iterator[Remark]:
    for section in ini_sections(text)[0]:
        # They describe the project (setuptools, "Configuring setuptools").
        if section.name.partition(".")[0] not in {"metadata", "options"}:
            yield Remark(section.name, section.line)


def _hooks(text: str) -> Iterable[Remark]:
    # A YAML parser takes long to import.
    from .yaml_settings import hooks

    return hooks(text)


def _names_in(key: str) -> _Reader:
    """Return what reads the names in a mapping of YAML, or of JSON."""

    def names(text: str) -> Iterable[Remark]:
        from .yaml_settings import names_in

        # JSON may be indented with tabs, and has none in texts.
        return names_in(text.replace("\t", " ") if text[:1] == "{" else text, key)

    return names


def _patterns(text: str) -> Iterator[Remark]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.startswith("#"):
            yield Remark(line.strip(), number)


def _owned(text: str) -> Iterator[Remark]:
    for pattern in _patterns(text):
        # Those of GitLab have headings.
        if not pattern.text.startswith(("[", "^[")):
            yield Remark(pattern.text.split()[0], pattern.line)


def _go_module(text: str) -> Iterator[Remark]:
    if match := MODULE.search(text):
        line = text.count("\n", 0, match.start(1)) + 1
        yield Remark(match[1].strip('"`'), line)


_FROM: Final = re.compile(
    r"\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?\s*", re.IGNORECASE
)
#: What is behind the tag of an image.
_DIGEST: Final = re.compile(r"(?<=[\w.-])@sha256:[0-9a-f]+\Z")


def _images(text: str) -> Iterator[Remark]:
    # A later stage may begin with what an earlier one made, or with the same image.
    known = set()
    for number, line in enumerate(text.split("\n"), 1):
        if match := _FROM.fullmatch(line):
            if match[1].lower() not in known:
                yield Remark(_DIGEST.sub("", match[1]), number)
            known |= {match[1].lower(), (match[2] or "").lower()}


def _file(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:.*/)?{pattern}")


_FILES: Final = (
    Configuration(_file(r"pyproject\.toml"), _toml_tables, "It configures"),
    Configuration(_file(r"(?:setup\.cfg|tox\.ini)"), _ini, "It configures"),
    Configuration(
        _file(r"\.pre-commit-config\.yaml"), _hooks, "pre-commit runs", "hook"
    ),
    Configuration(
        re.compile(r"\.github/workflows/[^/]+\.ya?ml"),
        _names_in("jobs"),
        "GitHub Actions runs",
        "job",
    ),
    Configuration(
        _file(r"(?:Dockerfile|Dockerfile\.[^/]+|[^/]+\.Dockerfile)"),
        _images,
        "Docker builds from",
        "image",
    ),
    Configuration(
        _file(r"(?:docker-)?compose(?:\.[^/]+)?\.ya?ml"),
        _names_in("services"),
        "Docker Compose runs",
        "service",
    ),
    Configuration(_file(r"package\.json"), _names_in("scripts"), "npm runs", "script"),
    Configuration(_file(r"go\.mod"), _go_module, "Its folder is the Go module"),
    Configuration(_file(r"\.gitignore"), _patterns, "Git ignores", "pattern"),
    Configuration(_file(r"\.dockerignore"), _patterns, "Docker ignores", "pattern"),
    Configuration(
        re.compile(r"(?:(?:\.github|\.gitlab|docs)/)?CODEOWNERS"),
        _owned,
        "It names code owners for",
        "pattern",
    ),
)
