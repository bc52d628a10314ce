"""The class of a file: code, prose, configuration, or data.

The class decides whether a file has pages. *Data* is what is not read line by line:
binary files, images, translation catalogues, lock files, and what is minified,
generated, vendored or too large. It is listed with its type and size.

Most classes follow from the name, by :mod:`identify`, by Pygments' lexers, and by the
attributes ``linguist-generated``, ``linguist-vendored`` and ``linguist-documentation``
that `GitHub reads <https://github.com/github-linguist/linguist/blob/main/docs/
overrides.md>`__ in ``.gitattributes``. Those that follow from the content are added
when the file is read (:func:`class_by_content`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from identify.identify import tags_from_filename
from pathspec.pattern import Pattern

from ..model.facts import POINTER, FileFacts
from ..model.named_tuple import NamedTuple
from .git import QUOTED, unescaped
from .input_filter import compiled, names_itself, patterns_of

CODE: Final = "code"
PROSE: Final = "prose"
CONFIGURATION: Final = "configuration"
DATA: Final = "data"
#: The classes of files.
CLASSES: Final = (CODE, PROSE, CONFIGURATION, DATA)
#: Those whose files have pages, unless the user wants others.
WITH_PAGES: Final = (CODE, PROSE, CONFIGURATION)

#: Configuration of more bytes is data: fixtures, dumps, recorded responses.
LARGE_CONFIGURATION: Final = 100_000


class FileClass(NamedTuple):
    """The class of a file, and why it is data."""

    name: str
    """One of :data:`CLASSES`."""
    reason: str = ""
    """Why it is data, as ``image`` or ``generated``; empty for other classes."""
    read: bool = True
    """Whether there is anything to find out from the content."""
    declared: bool = False
    """Whether the repository itself says it (``.gitattributes``) or it is a readme: the
    content does not matter then."""
    guessed: bool = False
    """Whether the name says nothing: then it is code if the content is."""


#: The class of a file without a name to judge by.
BY_DEFAULT: Final = FileClass(CODE)

#: The reason by a tag of :mod:`identify`; the first that fits.
_REASONS_BY_TAG: Final = {
    "image": {"image", "icon", "bitmap", "eps"},
    "media": {"audio", "video", "wav", "swf"},
    "font": {"eot", "otf", "ttf", "woff", "woff2"},
    "archive": {"bzip2", "bzip3", "gzip", "jar", "tar", "wheel", "zip"},
    "catalogue": {"pofile", "xliff"},
    "lock": {"cargo-lock", "go-sum", "pipfile-lock", "poetry-lock"},
    "table": {"avro-schema", "csv", "fits", "geojson", "tsv", "kml", "gpx"},
    "binary": {"binary"},
}
#: The reason by a suffix that neither library knows.
_REASONS_BY_SUFFIX: Final = {
    suffix: reason
    for reason, suffixes in {
        "catalogue": "arb mo gmo qm pot",
        "minified": "map",
        "image": "ai bmp dwg dxf heic psd",
        "media": "avi flac m4a mkv mov mp3 mp4 ogg webm",
        "archive": "7z rar tgz whl xz zst",
        "binary": "db npy npz onnx parquet pickle pkl pt pth pyc sqlite sqlite3",
    }.items()
    for suffix in suffixes.split()
}
_LOCKS: Final = re.compile(
    r"(package-lock|npm-shrinkwrap|packages\.lock|composer-lock)\.json"
    r"|(pnpm-lock|conda-lock)\.ya?ml|pixi\.lock|[\w.-]+\.lock(b|file|\.json)?"
    # Of PEP 751 the second.
    r"|go\.(work\.)?sum|pylock(\.[^.]+)?\.toml",
    re.IGNORECASE,
)
_MINIFIED: Final = re.compile(
    r".+[.-]min\.(js|mjs|cjs|css)|.+\.bundle\.js", re.IGNORECASE
)
# Of linguist's vendor.yml what holds in every repository.
_VENDORED: Final = re.compile(
    r"(^|/)(_?vendor(s|ed)?|third[-_]?party|3rd[-_]?party|externs?|externals"
    r"|node_modules|bower_components|jspm_packages)/"
    r"|(^|/)(jquery|bootstrap|mathjax|modernizr|prettify|underscore)"
    r"([-.]\d[\w.-]*)?\.(js|css)$",
    re.IGNORECASE,
)
#: What a package manager installs, whoever commits it: many files of other projects.
_INSTALLED: Final = re.compile(
    r"(^|/)(node_modules|bower_components|jspm_packages)/", re.IGNORECASE
)
# Where bundlers write, as linguist has it for all files, and setuptools.
_WRITTEN: Final = re.compile(
    r"(^|/)(dist/(.*/)?[^/]+\.[cm]?jsx?$|[^/]+\.egg-info/)", re.IGNORECASE
)
#: Folders with texts by language: ``locales/de.json``, ``i18n/zh_Hans/menu.json``,
#: ``translations/messages.pt-BR.yml``.
_BY_LANGUAGE: Final = re.compile(
    r"(?:.*/)?(?:locales?|translations?|i18n|l10n|langs?|nls)/(.+)\.\w+", re.IGNORECASE
)
#: What follows the language in its tag (BCP 47): script, region.
_SUBTAG: Final = re.compile(r"[a-z]{2}|[a-z]{4}|\d{3}", re.IGNORECASE)
_PROSE: Final = frozenset(
    {"asciidoc", "markdown", "mdx", "myst", "plain-text", "quarto", "rst", "tex"}
)
_CONFIGURATION: Final = frozenset(
    {
        *("dotenv", "editorconfig", "gitattributes", "gitignore", "gitmodules", "ini"),
        *("java-properties", "json", "json5", "jsonld", "manifest", "plist", "toml"),
        *("xml", "yaml"),
    }
)
#: Plain text by its suffix, and configuration of a tool.
_TOOL_FILES: Final = re.compile(
    r"(requirements|constraints)[\w.-]*\.(txt|in|pip)|cmakelists\.txt|manifest\.in"
    r"|\.?(coveragerc|dockerignore|eslintignore|flake8|gitkeep|mailmap|npmignore"
    r"|prettierignore|pylintrc|python-version)|codeowners",
    re.IGNORECASE,
)


@lru_cache(maxsize=1 << 16)
def _by_base_name(name: str) -> FileClass:
    tags = tags_from_filename(name)
    suffix = name.rpartition(".")[2].lower() if "." in name else ""
    if _LOCKS.fullmatch(name):
        return FileClass(DATA, "lock", read=False)
    if _MINIFIED.fullmatch(name):
        return FileClass(DATA, "minified", read=False)
    if "python" in tags or "pyi" in tags:
        return FileClass(CODE)
    for reason, tags_of_reason in _REASONS_BY_TAG.items():
        if tags & tags_of_reason:
            return FileClass(DATA, reason, read=False)
    if reason := _REASONS_BY_SUFFIX.get(suffix, ""):
        return FileClass(DATA, reason, read=False)
    if _TOOL_FILES.fullmatch(name):
        return FileClass(CONFIGURATION)
    if tags & _PROSE:
        return FileClass(PROSE)
    if "jupyter" in tags:
        return FileClass(CODE)
    if tags & _CONFIGURATION:
        return FileClass(CONFIGURATION)
    if tags - {"text"} or "." in name:
        return FileClass(CODE)
    return FileClass(PROSE, guessed=not tags)


def _is_catalogue(path: str) -> bool:
    """Tell whether a file has the texts of a language, by its name or a folder's."""
    match = _BY_LANGUAGE.fullmatch(path)
    names = match[1].split("/") if match else ()
    return any(_ends_with_language(re.split(r"[._-]", name)) for name in names)


def _ends_with_language(words: Sequence[str]) -> bool:
    return any(
        _is_language(word) and all(map(_SUBTAG.fullmatch, words[number:]))
        for number, word in enumerate(words, 1)
    )


@lru_cache(4096)
def _is_language(word: str) -> bool:
    """Tell whether a word is the code of a language, as CLDR has them."""
    # Few trees need it.
    from babel import localedata

    return len(word) in {2, 3} and localedata.exists(word.lower())


class FileClassifier:
    """The classes of files by their names and by the attributes of the repository.

    :param attributes: the ``.gitattributes`` files: the folder of each, as a path with
        a final slash (empty for the top of the work tree), and its text.
    :param base: the root, as such a path.
    """

    def __init__(
        self, attributes: Iterable[tuple[str, str]] = (), base: str = ""
    ) -> None:
        self._base = base
        # A deeper file overrides the others, and in a file the last line.
        self._rules = [
            rule
            for folder, text in sorted(attributes, key=lambda file: file[0].count("/"))
            for line in text.splitlines()
            if (rule := _rule(folder, line))
        ]

    def classify(self, path: str) -> FileClass:
        """Return the class of a file, as far as its name tells.

        :param path: POSIX path from the root.
        """
        attributes = self._attributes(path)
        name = path.rpartition("/")[2]
        by_name = _by_base_name(name)
        for reason in ("generated", "vendored"):
            if attributes.get(reason):
                # Python among it is read all the same: its names stay in the index.
                return FileClass(DATA, reason, by_name.read, declared=True)
        if attributes.get("documentation") and (
            by_name.name == CODE or by_name.guessed
        ):
            by_name = FileClass(PROSE)
        by_hand = attributes.get("generated") is False
        if by_name.reason == "minified" and by_hand:
            return FileClass(CODE, declared=True)
        if by_name.name == DATA:
            return by_name
        if attributes.get("vendored") is None and _VENDORED.search(path):
            read = by_name.read and not _INSTALLED.search(path)
            return FileClass(DATA, "vendored", read)
        if by_name.name == CONFIGURATION and _is_catalogue(path):
            return FileClass(DATA, "catalogue", read=False)
        if not by_hand and _WRITTEN.search(path):
            return FileClass(DATA, "generated", read=False)
        # That of a project is what it says of itself, whoever writes it.
        is_readme = by_name.name == PROSE and name.lower().startswith("readme.")
        return by_name._replace(declared=by_hand or is_readme)

    def _attributes(self, path: str) -> dict[str, bool | None]:
        attributes: dict[str, bool | None] = {}
        path = self._base + path
        for pattern, folder, values in self._rules:
            if path.startswith(folder) and names_itself(pattern, path[len(folder) :]):
                attributes |= values
        return attributes


_ATTRIBUTE: Final = re.compile(
    r"(?P<no>[-!]?)linguist-(?P<name>generated|vendored|documentation)"
    r"(=(?P<value>\w+))?"
)
_Rule = tuple[Pattern, str, dict[str, bool | None]]


def _rule(folder: str, line: str) -> _Rule | None:
    """Return a line of a ``.gitattributes`` file as pattern, folder and values.

    See https://git-scm.com/docs/gitattributes: a pattern is written as in
    ``.gitignore`` files, but is never negative, and a pattern that names a folder
    holds for no file in it.
    """
    pattern, rest = _pattern_and_rest(line)
    values: dict[str, bool | None] = {}
    for word in rest.split()[:20]:
        if match := _ATTRIBUTE.fullmatch(word):
            off = match["no"] or match["value"] in {"false", "0", "no"}
            values[match["name"]] = None if match["no"] == "!" else not off
    if not values or pattern.startswith(("!", "[attr]")) or pattern.endswith("/"):
        return None
    # What is a comment, or not looked at, in .gitignore files only.
    pattern = re.sub(r"^(?=#)|(?= $)", r"\\", pattern)
    try:
        (compiled_pattern,) = patterns_of(pattern)
    except ValueError:
        return None
    return compiled_pattern, folder, values


def _pattern_and_rest(line: str) -> tuple[str, str]:
    """Return the pattern that a line begins with, and what follows; or nothing."""
    line = line.lstrip(" \t")
    if quoted := QUOTED.match(text := line.encode("utf-8", "replace")):
        name, rest = unescaped(quoted[1]), text[quoted.end() :]
        return name.decode("utf-8", "replace"), rest.decode("utf-8", "replace")
    pattern, *rest_of_line = re.split(r"[ \t]", line, maxsplit=1)
    return ("", "") if line.startswith("#") else (pattern, "".join(rest_of_line))


#: Why a file is data whose content is none to read, by its type.
_BINARY: Final = {"Binary": "binary", POINTER: "pointer"}
_DATA_BY_TYPE: Final = {"Numbers": "table", "Qt Linguist": "catalogue"}
#: What a generator writes so that nobody edits the file. That something was "generated
#: by" a program stands also in files that are edited then, such as migrations; what
#: Cython writes is none of them.
_NOT_TO_EDIT: Final = re.compile(
    r"@generated\b|auto-?generated|automatically generated"
    r"|\bdo not (manually )?(edit|modify|change)\b|\bgenerated by cython \d",
    re.IGNORECASE,
)


def class_by_content(by_name: FileClass, facts: FileFacts) -> FileClass:
    """Return the class of a file of which the content is known.

    :param by_name: what :meth:`FileClassifier.classify` returned.
    """
    if facts.withheld:
        return FileClass(DATA, "withheld")
    if by_name.name == DATA:
        return by_name
    if facts.type == "Unreadable":
        return FileClass(DATA, "unreadable")
    if facts.binary:
        return FileClass(DATA, _BINARY.get(facts.type, "large"))
    if by_name.declared:
        return by_name
    if reason := _DATA_BY_TYPE.get(facts.type):
        return FileClass(DATA, reason)
    if facts.generated and _NOT_TO_EDIT.search(facts.generated.text):
        return FileClass(DATA, "generated")
    if facts.minified:
        return FileClass(DATA, "minified")
    if by_name.guessed and facts.language not in {"", "text"}:
        return FileClass(CODE)
    if by_name.name == CONFIGURATION and facts.size > LARGE_CONFIGURATION:
        return FileClass(DATA, "large")
    return by_name


class WithPages:
    """Decides which files have pages: by class, and by patterns of the user.

    :param chosen: names of classes, and patterns as in ``.gitignore``; the last
        pattern that applies decides, and ``!`` before it says that there is no page.
    :raises ValueError: for what is neither.
    """

    def __init__(self, chosen: Sequence[str] = WITH_PAGES) -> None:
        self._classes = {
            name: not entry.startswith("!")
            for entry in chosen
            if (name := entry.lstrip("!")) in CLASSES
        }
        patterns = [entry for entry in chosen if entry.lstrip("!") not in CLASSES]
        self._patterns = compiled(patterns, "pages")

    def __call__(self, path: str, name: str) -> bool:
        """Return whether a file of a class is to have pages."""
        if self._patterns is not None:
            included = self._patterns.check_file(path).include
            if included is not None:
                return included
        return self._classes.get(name, False)
