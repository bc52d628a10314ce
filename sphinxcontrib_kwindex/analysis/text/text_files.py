"""The facts of files that no language reads.

A file is text or, by Git's rule, binary. Of text the type is known from its name
and the number of lines from its content; documents also have headings, a first
paragraph and, but for AsciiDoc, places that name other files, TOML, YAML and JSON have
keys, and some files say what a project asks for. A notebook is read as its cells.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...model.facts import FileFacts, Mention, Problem, Remark
from ..common_facts import common_facts, problem_of
from ..decoding import Source, decode_text, line_count
from ..file_header import generated, licence
from ..file_types import JSON, NOTEBOOK, TEXT, text_type
from ..first_sentence import first_sentence
from ..leading_comments import NOTHING, leading_comment, leading_docstring
from ..named_paths import named_paths
from ..names_in_text import names_in_prose, names_in_text
from ..project.descriptions import project_description
from ..project.module_names import crate_paths, module_names
from ..project.module_paths import module_paths
from ..project.package_folders import package_folders
from ..project.project_files import read_project
from .asciidoc import asciidoc_outline
from .description_fields import described_in_field
from .headings import Outline, markdown_outline, rst_outline
from .keys import keys
from .markdown_mentions import markdown_mentions
from .rst_mentions import rst_mentions

_OUTLINES = {
    "AsciiDoc": asciidoc_outline,
    "Markdown": markdown_outline,
    "reStructuredText": rst_outline,
}
#: A file with more characters a line, on average, is taken for minified; the rule of
#: https://github.com/github-linguist/linguist/blob/main/lib/linguist/generated.rb
_LONG_LINES: Final = 110
#: What has fewer blanks is no sentence, where nothing tells titles from text.
_FEWEST: Final = 2
_MENTIONS = {"Markdown": markdown_mentions, "reStructuredText": rst_mentions}


def analyse_text(name: str, data: bytes) -> FileFacts:
    """Return the facts of a file that is not Python.

    :param name: its base name.
    :param data: its content.
    """
    source = decode_text(data)
    if not source.encoding:
        return FileFacts(type="Binary", language="", size=len(data))
    kind = text_type(name, source.text)
    if kind is NOTEBOOK:
        return _notebook(source, len(data))
    outline, mentions, problem = _read_markup(kind.name, source.text)
    project = read_project(name, source.text)
    # Where nothing names the markup, titles and paragraphs look as in Markdown.
    is_plain = kind == TEXT and name.lower() == "readme"
    top = markdown_outline(source.text) if is_plain else outline
    sentence = first_sentence(top.paragraph, questions=False)
    comment = Remark(sentence, top.line)
    if is_plain and (not sentence[:1].isalnum() or sentence.count(" ") < _FEWEST):
        comment = NOTHING
    sentences: tuple[Remark, ...] = ()
    if kind.name in _OUTLINES:
        quoted = names_in_prose(source.text)
    else:
        # Neither lists of requirements nor scripts of a rare interpreter have a lexer.
        marked = source.text.startswith("#!") or project.requirements
        language = "bash" if kind == TEXT and marked else kind.alias
        described = project_description(name, source.text)
        described = described or described_in_field(name, source.text)
        if language == "python":
            described = described or leading_docstring(source.text)
        if described is None:
            sentences = leading_comment(source.text, language)
        comment = described or next(iter(sentences), comment)
        quoted = names_in_text(kind.name, source.text)
    facts = common_facts(kind, source, len(data))
    return replace(
        facts,
        docstring=outline.paragraph,
        summary=comment.text,
        docstring_line=comment.line,
        sentences=sentences,
        headings=outline.headings or keys(kind.name, source.text),
        licence=licence(source.text),
        generated=generated(source.text),
        minified=kind.name == "CSS"
        and len(source.text) > _LONG_LINES * line_count(source.text),
        mentions=mentions or named_paths(facts, source.text),
        quoted=quoted,
        module_names=module_names(name, source.text),
        module_paths=(
            *module_paths(name, source.text),
            *crate_paths(name, source.text),
            *package_folders(name, source.text),
        ),
        **project._replace(problem=problem or project.problem)._asdict(),
    )


def _read_markup(
    markup: str, text: str
) -> tuple[Outline, tuple[Mention, ...], Problem | None]:
    """Return the outline of a document, and the places that name other files.

    :return: nothing of a file that is no document, or of which they cannot be read.
    """
    outline = Outline()
    mentions: tuple[Mention, ...] = ()
    try:
        if markup in _OUTLINES:
            outline = _OUTLINES[markup](text)
        if markup in _MENTIONS:
            mentions = _MENTIONS[markup](text)
    except Exception as error:  # noqa: BLE001, RUF100
        return outline, mentions, problem_of(error)
    return outline, mentions, None


def _notebook(source: Source, size: int) -> FileFacts:
    from .notebooks import analyse_notebook

    try:
        return analyse_notebook(source, size)
    except ValueError as error:
        facts = common_facts(JSON, source, size)
        return replace(facts, blank=False, problem=Problem(str(error)))
