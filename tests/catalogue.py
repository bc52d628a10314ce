"""The message catalogue: ``python tests/catalogue.py`` brings it up to date.

It collects what the modules mark for translation into ``kwindex.pot``, merges that
into the catalogue of each language, and compiles those.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sphinxcontrib_kwindex.analysis.patterns.pattern_names import NAMES
from sphinxcontrib_kwindex.analysis.project.settings_files import _FILES
from sphinxcontrib_kwindex.model.kinds import KINDS, SORTS
from sphinxcontrib_kwindex.pages.folder_rows import DATA_WORDS
from sphinxcontrib_kwindex.pages.quantities import PLURALS

PACKAGE = Path(__file__).parents[1] / "sphinxcontrib_kwindex"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "kwindex.pot"
Message = str | tuple[str, str]

#: By the name of a function, the number of the argument that is translated.
_SINGLE = {
    "say": 0,
    "translated_nodes": 0,
    "translated_paragraph": 0,
    "mark": 0,
    "heading": 0,
    "part": 0,
    "Section": 0,
}


def messages() -> list[Message]:
    """Return what is translated, in the order of the modules."""
    found: dict[Message, None] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        found.update(dict.fromkeys(_in(ast.parse(path.read_text("utf-8")))))
    found.update(dict.fromkeys(_from_tables()))
    plurals = {one[0] for one in found if isinstance(one, tuple)}
    # One message, also where only the singular is asked for.
    return [one for one in found if one not in plurals]


def _in(tree: ast.AST) -> Iterator[Message]:
    texts = _texts(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = [list(_values(argument, texts)) for argument in node.args]
        if name in _SINGLE and given:
            yield from given[_SINGLE[name]]
        elif name in {"noun", "counted"} and len(given) == 3:
            yield from zip(given[1], given[2], strict=True)
        elif name == "pluralize" and len(given) > 1:
            many = given[2] if len(given) > 2 else [f"{one}s" for one in given[1]]
            yield from zip(given[1], many, strict=False)


def _texts(tree: ast.AST) -> dict[str, set[str]]:
    """Return the literal values of names, of ``text = "…"`` before ``say(text)``."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values = found.setdefault(node.targets[0].id, set())
            values.update(_values(node.value, {}))
    return found


def _values(node: ast.AST, texts: dict[str, set[str]]) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _values(node.body, texts)
        yield from _values(node.orelse, texts)
    elif isinstance(node, ast.Name) and node.id in {"text", "title", "said"}:
        yield from sorted(one for one in texts.get(node.id, ()) if " " in one)


def _from_tables() -> Iterator[Message]:
    for kind in KINDS:
        yield ("variable" if kind == "data" else kind), PLURALS[kind]
        yield PLURALS[kind].title()
    yield from ((sort, f"{sort}s") for sort in SORTS)
    yield from DATA_WORDS.values()
    yield "folder", "folders"
    yield "include", "includes"
    yield "fixture", "fixtures"
    yield "hook", "hooks"
    # What Sphinx's Python domain has beside our kinds.
    yield from ("data", "classmethod", "staticmethod", "type")
    for names in NAMES.values():
        yield from names
    for one in _FILES:
        yield one.lead
        if one.noun:
            yield one.noun, f"{one.noun}s"


def template() -> Catalog:
    """Return the catalogue without translations."""
    catalogue = Catalog(
        project="sphinxcontrib-kwindex",
        copyright_holder="the sphinxcontrib-kwindex authors",
        fuzzy=False,
    )
    for one in messages():
        catalogue.add(one)
    return catalogue


def translations() -> Iterator[Path]:
    """Yield the catalogues of the languages."""
    yield from sorted(LOCALE.glob("*/LC_MESSAGES/kwindex.po"))


def main() -> None:
    """Write everything."""
    new = template()
    if not TEMPLATE.exists() or messages() != _ids(TEMPLATE):
        with TEMPLATE.open("wb") as stream:
            write_po(stream, new, width=0, omit_header=False)
    for path in translations():
        with path.open("rb") as stream:
            catalogue = read_po(stream, locale=path.parts[-3])
        catalogue.update(new, no_fuzzy_matching=True, update_creation_date=False)
        with path.open("wb") as stream:
            write_po(stream, catalogue, width=0, ignore_obsolete=True)
        with path.with_suffix(".mo").open("wb") as stream:
            write_mo(stream, catalogue)
        empty = [one.id for one in catalogue if one.id and not all_of(one.string)]
        print(path, f"{len(catalogue)} messages,", "missing:", empty)


def all_of(string: str | tuple[str, ...]) -> bool:
    """Tell whether a message is translated, in all its forms."""
    return all(string) if isinstance(string, tuple) else bool(string)


def _ids(path: Path) -> list[Message]:
    with path.open("rb") as stream:
        return [one.id for one in read_po(stream) if one.id]


if __name__ == "__main__":
    main()
