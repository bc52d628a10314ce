"""The fixed words of the pages in other languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from string import Formatter

import catalogue
import pytest
from babel.messages.pofile import read_po
from docutils import nodes
from projects import Build, Project

from sphinxcontrib_kwindex import i18n as words
from sphinxcontrib_kwindex.i18n import figure, say, set_language
from sphinxcontrib_kwindex.pages.page_context import translated_nodes
from sphinxcontrib_kwindex.pages.quantities import pluralize

Make = Callable[..., Project]

FILES = {
    "README.md": "# Tree\n\nSee [a module](pkg/mod.py).\n",
    "pyproject.toml": (
        '[project]\nname = "tree"\ndependencies = ["requests"]\n'
        '[project.scripts]\ngo = "pkg.mod:go"\n'
    ),
    "pkg/__init__.py": '"""A package."""\n\nfrom .mod import Box, go\n',
    "pkg/mod.py": (
        '"""A module."""\n\nimport os\nimport requests\n\n'
        "__all__ = ['Box', 'go']\n\n\n"
        'class Box:\n    """Holds."""\n\n    def inner(self):\n'
        "        self.size = 1\n\n\n"
        'def go(x=0):\n    """Go."""\n    yield Box()\n\n\n'
        'if __name__ == "__main__":\n    go()\n'
    ),
    "pkg/sub/__init__.py": "from ..mod import Box\n\n\nclass Small(Box):\n    pass\n",
    "pkg/broken.py": "def f(:\n",
    "tests/test_mod.py": (
        "import pytest\nfrom pkg.mod import Box, go\n\n\n"
        "@pytest.fixture\ndef box():\n    return Box()\n\n\n"
        "def test_go(box):\n    assert go(1)\n"
    ),
    "big.txt": "x\n" * 1500,
    "data.bin": bytes(range(256)),
}
DOCS = {"index.rst": "Manual\n======\n\n.. kwfile:: pkg/mod.py\n"}


@pytest.fixture(scope="module")
def project(make_shared: Make) -> Project:
    quiet = ["kwindex.syntax"]
    return make_shared(FILES, DOCS, suppress_warnings=quiet)


@pytest.fixture(scope="module")
def english(project: Project) -> Build:
    return project.build()


@pytest.fixture(scope="module")
def german(project: Project, english: Build) -> Build:
    return project.build(
        outdir=project.base / "de", doctrees=project.base / "de-trees", language="de"
    )


# The mechanism


def test_english_without_a_catalogue() -> None:
    assert say("Imported by") == "Imported by"
    assert say("line {line}", line=1234) == "line 1234"
    assert pluralize(1, "file") == "1 file"
    assert pluralize(1234, "class", "classes") == "1,234 classes"
    assert say("") == ""
    assert say("{as it is}") == "{as it is}"


def test_nodes_in_a_translated_sentence() -> None:
    class Turned(NullTranslations):
        def gettext(self, message: str) -> str:
            return {"{a} makes {b}.": "{b} von {a}!"}.get(message, message)

    set_language(Turned())
    made = nodes.literal("x", "x")
    assert translated_nodes("{a} makes {b}.", a="y", b=[made]) == [
        made,
        " von ",
        "y",
        "!",
    ]


def test_german_numbers() -> None:
    set_language(_catalogue("de"))
    assert figure(1234567) == "1.234.567"
    assert pluralize(1, "file") == "1 Datei"
    assert pluralize(0, "file") == "0 Dateien"
    assert pluralize(2345, "class", "classes") == "2.345 Klassen"
    assert say("") == ""


def _catalogue(language: str) -> GNUTranslations:
    path = catalogue.LOCALE / language / "LC_MESSAGES" / "kwindex.mo"
    with path.open("rb") as stream:
        return GNUTranslations(stream)


# The catalogues

#: It reads the whole package.
messages = cache(catalogue.messages)


def test_template_has_all_messages() -> None:
    """Otherwise ``python tests/catalogue.py`` was not run."""
    with catalogue.TEMPLATE.open("rb") as stream:
        kept = [one.id for one in read_po(stream) if one.id]
    assert set(kept) == set(messages())


@pytest.mark.parametrize("language", ["de"])
def test_translation_is_complete(language: str) -> None:
    path = catalogue.LOCALE / language / "LC_MESSAGES" / "kwindex.po"
    with path.open("rb") as stream:
        translated = {one.id: one.string for one in read_po(stream) if one.id}
    compiled = _catalogue(language)
    assert translated.keys() == set(messages())
    for message, string in translated.items():
        assert catalogue.all_of(string), message
        if isinstance(message, str):
            assert compiled.gettext(message) == string
            assert _fields(message) == _fields(string)
            # What is joined to other words begins and ends as the original does.
            if message[:1] != ",":
                assert message[:1].isspace() == string[:1].isspace(), message
            assert message[-1:].isspace() == string[-1:].isspace(), message
        else:
            assert compiled.ngettext(*message, 1) == string[0]
            assert compiled.ngettext(*message, 2) == string[1]
            for one, other in zip(message, string, strict=True):
                assert _fields(one) == _fields(other)


def _fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


def test_pages_ask_for_nothing_that_is_not_in_the_template(
    project: Project,
) -> None:
    asked: set[str] = set()

    class Listener(NullTranslations):
        def gettext(self, message: str) -> str:
            asked.add(message)
            return message

        def ngettext(self, one: str, many: str, number: int) -> str:
            asked.add(one)
            return one if number == 1 else many

    project.build(
        outdir=project.base / "asked",
        doctrees=project.base / "asked-trees",
        setup=lambda _: set_language(Listener()),
    )
    known = {one if isinstance(one, str) else one[0] for one in messages()}
    others = {one for one in asked if len(one) > 1} - known
    # What is said of other programs, in their words.
    assert {one for one in others if not one.startswith("invalid syntax")} == set()
    assert len(asked & known) > 150


# Pages


def test_german_pages(german: Build) -> None:
    assert german.warnings == ""
    docs = german.body("code/pkg/mod.py_docs")
    for text in (
        "mod.py",
        "Metadaten der Datei",
        "Pfad: pkg/mod.py",
        "Zusammenfassung: „A module.“",
        "Die Datei kann als Skript ausgeführt werden: Zeile 21 fragt __main__ ab.",
        "go in pyproject.toml, Zeile 5, ruft go aus dieser Datei auf.",
        "Definiert: 1 Klasse, 1 Funktion, 1 Methode, 1 Attribut, 1 Variable",
        "Exportiert: Box · go",
        "verwendet an 2 Stellen in 2 Dateien (1 mit Tests)",
        "an der Instanz gesetzt",
        "Klassenhierarchie",
        "Box Unterklasse Small",
        "Standardbibliothek (1)",
        "Importiert von (3 Dateien)",
        "Gesucht: Cache, Thread, Prozess, Sperre, Ereignisschleife",
        "Querverweise",
    ):
        assert text in docs, text
    kw = german.body("code/pkg/mod.py_kw")
    assert "Schlüsselwortverzeichnis: mod.py" in kw
    assert "Klassen" in kw
    assert "Quelltext 22 Zeilen" in kw
    index = german.body("code/index")
    assert "9 Dateien, 4 Ordner; darin definiert: 2 Klassen, 3 Funktionen" in index
    assert "Codekarte" in index
    assert "1.500" in german.body("code/big.txt_docs")
    assert "3.000 Bytes (3,0 kB)" in german.body("code/big.txt_docs")
    related = german.body("code/pkg/sub/__init__.py_docs")
    assert "von dieser Datei importiert" in related
    broken = german.body("code/pkg/broken.py_docs")
    assert "Über ihre Definitionen und Importe ist nichts bekannt." in broken
    assert "data.bin Binary 256 Bytes" in index
    assert "Metadaten der Datei" in german.body("index")


def test_local_contents_in_german(make_project: Make) -> None:
    files = {"a.py": "def f(): pass\n"}
    built = make_project(files, html_theme="furo", language="de").build()
    page = built.text("code/a.py_docs")
    link = '<a class="reference internal" href="#{}">{}</a>'
    assert link.format("detailed-analysis", "Analyse im Einzelnen") in page
    assert link.format("security-safety", "Sicherheit") in page


def test_names_and_anchors_are_those_of_english(english: Build, german: Build) -> None:
    assert german.env.all_docs.keys() == english.env.all_docs.keys()
    for docname in english.env.all_docs:
        ids = re.findall(r'\bid="([^"]*)"', english.text(docname))
        assert re.findall(r'\bid="([^"]*)"', german.text(docname)) == ids, docname
    german.check_links()
    name = "objects.inv"
    assert (german.outdir / name).stat().st_size > 0


def test_nothing_but_the_words_is_english(english: Build, german: Build) -> None:
    """Headings and labels, which are few enough to look at all of them."""
    pattern = r"<(h[2-6]|dt|summary|p class=\"rubric\")>(.*?)<(?!code)"
    both: set[str] = set()
    for docname in english.env.all_docs:
        if not docname.startswith("code/"):
            continue
        own = {text for _, text in re.findall(pattern, english.text(docname))}
        other = {text for _, text in re.findall(pattern, german.text(docname))}
        both |= own & other
    same = {re.sub(r"<[^>]*>|\(\d+\)", "", one).strip() for one in both}
    # Words that both languages have, the theme's own, and Pygments' names of types.
    allowed = {"Links", "Fixtures", "Tests", "Navigation", "Related Topics"}
    allowed |= {"Python", "Markdown", "Text"}
    assert {one for one in same - allowed if re.search("[a-z]{3}", one)} == set()


@pytest.mark.parametrize("language", ["en", "de_AT", "xx"])
def test_languages_after_each_other(make_project: Make, language: str) -> None:
    """A language without a catalogue is English, also after German."""
    project = make_project({"a.py": "x = 1\n"})
    project.build(language="de")
    built = project.build(language=language)
    title = "Dokumentation" if language == "de_AT" else "Documentation"
    assert f"<title>{title}: a.py " in built.text("code/a.py_docs")


def test_change_of_language_makes_all_pages_again(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n", "b.py": "import a\n"})
    project.build()
    assert project.build().read == set()
    changed = project.build(language="de")
    assert changed.written >= {"code/a.py_docs", "code/b.py_docs", "code/index"}
    assert "Dateien mit gleichem Namen" not in changed.body("code/b.py_docs")
    assert "von dieser Datei importiert" in changed.body("code/b.py_docs")
    assert project.build(language="de").written == set()
    back = project.build()
    assert "imported by this file" in back.body("code/b.py_docs")


def test_a_title_of_ones_own_is_not_translated(make_project: Make) -> None:
    project = make_project({"a.py": "x = 1\n"}, kwindex_title="Index", language="de")
    assert project.build().env.titles["code/index"].astext() == "Index"


@pytest.mark.parametrize("builder", ["text", "latex", "man", "epub"])
def test_other_builders_in_german(project: Project, builder: str) -> None:
    built = project.build(
        builder,
        doctrees=project.base / "de-trees",
        language="de",
        version="1",
        copyright="me",
    )
    assert built.warnings == ""


def test_catalogues_are_in_the_package() -> None:
    assert (catalogue.PACKAGE / "locale/de/LC_MESSAGES/kwindex.mo").is_file()
    assert words.CATALOGUE == "kwindex"
