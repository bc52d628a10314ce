"""What a file is for a reader, by its name, the repository's word, and its content."""

from __future__ import annotations

import pytest

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.scan.file_classes import (
    FileClassifier,
    WithPages,
    class_by_content,
)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.py", "code"),
        ("a.pyi", "code"),
        ("src/a.cpp", "code"),
        ("templates/a.html", "code"),
        ("Makefile", "code"),
        ("conf.py-tpl", "code"),
        ("README.md", "prose"),
        ("docs/a.rst", "prose"),
        ("LICENSE", "prose"),
        ("AUTHORS", "prose"),
        ("notes.txt", "prose"),
        ("requirements.txt", "configuration"),
        ("requirements-dev.in", "configuration"),
        ("pyproject.toml", "configuration"),
        ("tox.ini", "configuration"),
        (".gitignore", "configuration"),
        ("data.json", "configuration"),
        (".github/workflows/ci.yml", "configuration"),
        ("logo.png", "data image"),
        ("logo.svg", "data image"),
        ("logo.dxf", "data image"),
        ("font.woff2", "data font"),
        ("a.zip", "data archive"),
        ("locale/de/LC_MESSAGES/django.po", "data catalogue"),
        ("locale/de/LC_MESSAGES/django.mo", "data catalogue"),
        ("app/translations/de.json", "data catalogue"),
        ("locales/pt-BR/common.json", "data catalogue"),
        ("config/locales/devise.zh-Hans.yml", "data catalogue"),
        ("lang/en_GB.properties", "data catalogue"),
        ("lib/l10n/app_es_419.arb", "data catalogue"),
        ("src/i18n/fil.json", "data catalogue"),
        ("lang/php.json", "configuration"),
        ("i18n/package.json", "configuration"),
        ("packages/i18n/src/tsconfig.json", "configuration"),
        ("l10n/app.yml", "configuration"),
        ("i18n/web-api.yml", "configuration"),
        ("locale/de/app.json", "data catalogue"),
        ("i18n/index-en.json", "data catalogue"),
        ("i18n/settings.yml", "configuration"),
        ("locale/de/messages.py", "code"),
        ("data/de.json", "configuration"),
        ("poetry.lock", "data lock"),
        ("uv.lock", "data lock"),
        ("pylock.dev.toml", "data lock"),
        ("Cargo.lock", "data lock"),
        ("package-lock.json", "data lock"),
        ("pnpm-lock.yaml", "data lock"),
        ("go.sum", "data lock"),
        ("js/app.min.js", "data minified"),
        ("css/app.min.css", "data minified"),
        ("js/app.js.map", "data minified"),
        ("a.csv", "data table"),
        ("vendor/a.js", "data vendored"),
        ("pip/_vendor/packaging/version.py", "data vendored"),
        ("third_party/x.cc", "data vendored"),
        ("static/jquery-3.7.1.js", "data vendored"),
        ("dist/esm/app.js", "data generated"),
        ("pkg/dist/app.cjs", "data generated"),
        ("src/own.egg-info/SOURCES.txt", "data generated"),
        ("dist/app.py", "code"),
        ("dist.js", "code"),
        ("vendoring.py", "code"),
        ("lock.py", "code"),
    ],
)
def test_classes_by_name(path: str, expected: str) -> None:
    found = FileClassifier().classify(path)
    assert f"{found.name} {found.reason}".strip() == expected


def test_what_is_installed_is_not_read() -> None:
    classes = FileClassifier()
    assert classes.classify("vendor/a.js").read
    installed = classes.classify("web/node_modules/@a/b/c.js")
    assert (installed.reason, installed.read) == ("vendored", False)


def test_no_pattern_takes_a_power_of_the_path() -> None:
    """Backtracking, each would take longer than anybody waits."""
    patterns = [f"{'*a' * 9}*b", f"{'*[!b]?' * 9}*b", f"{'**/a/' * 9}b", "*" * 40 + "b"]
    rules = "".join(f"{pattern} linguist-generated\n" for pattern in patterns)
    path = f"{'a/' * 400}{'a' * 200}.py"
    assert FileClassifier([("", rules)]).classify(path)[0] == "code"


def test_the_repository_has_the_last_word() -> None:
    classes = FileClassifier(
        [
            ("", "*.pb.go linguist-generated\nvendor/ours/** -linguist-vendored\n"),
            ("", "# *.py linguist-generated\ngen/* linguist-generated=true"),
            ("", "[z-a] linguist-generated"),
            ("", "docs/** linguist-documentation\nsub linguist-vendored"),
            ("sub/", "*.c linguist-vendored\nown.c linguist-vendored=false"),
            # What is unspecified again is as if nobody had said it.
            ("vendor/theirs/", "* -linguist-vendored\n*.py !linguist-vendored"),
        ]
    )
    found = {
        path: classes.classify(path)[:2]
        for path in (
            "a.pb.go",
            "vendor/ours/a.py",
            "vendor/a.py",
            "vendor/theirs/a.py",
            "a.py",
            "gen/a.py",
            "docs/x.js",
            "sub/a.c",
            "sub/own.c",
            "sub/a.py",
        )
    }
    assert found == {
        "a.pb.go": ("data", "generated"),
        "vendor/ours/a.py": ("code", ""),
        "vendor/a.py": ("data", "vendored"),
        "vendor/theirs/a.py": ("data", "vendored"),
        "a.py": ("code", ""),
        "gen/a.py": ("data", "generated"),
        "docs/x.js": ("prose", ""),
        "sub/a.c": ("data", "vendored"),
        "sub/own.c": ("code", ""),
        "sub/a.py": ("code", ""),
    }


def test_attributes_hold_below_the_folder_of_their_file() -> None:
    classes = FileClassifier([("", "src/gen/* linguist-generated")], "src/")
    assert classes.classify("gen/a.py").reason == "generated"
    assert classes.classify("src/gen/a.py").reason == ""


def test_attributes_of_names_in_quotes() -> None:
    """As in git: "If the pattern starts with a double quote, it is quoted as in C"."""
    lines = [r'"a b.py"', r'"d\303\251\"e.py"', '"not closed.py', '"#f.py"', r'"\q.py"']
    text = "".join(f" {line} linguist-generated\n" for line in lines)
    classes = FileClassifier(
        [("", f'{text}#g.py linguist-generated\n"" linguist-vendored')]
    )
    names = (
        "a b.py",
        'dé"e.py',
        '"not',
        "#f.py",
        "a",
        "b.py",
        "q.py",
        "#g.py",
        "closed.py",
    )
    assert [name for name in names if classes.classify(name).name == "data"] == [
        "a b.py",
        'dé"e.py',
        '"not',
        "#f.py",
    ]


def by_content(name: str, content: str, attributes: str = "") -> str:
    facts = analyse(name, content.encode())
    found = class_by_content(FileClassifier([("", attributes)]).classify(name), facts)
    return f"{found.name} {found.reason}".strip()


def test_classes_by_content() -> None:
    assert by_content("a.py", "# DO NOT EDIT. By x.\nA = 1\n") == "data generated"
    written = "/* Generated by Cython 3.0.8 */\n\nint a;\n"
    assert (
        by_content("a.c", written) == by_content("a.cpp", written) == "data generated"
    )
    made = "<!-- Auto-generated from a template. -->\n# A\n"
    assert (by_content("README.md", made), by_content("a.md", made)) == (
        "prose",
        "data generated",
    )
    assert by_content("a.js", "/* @generated */\nx = 1;\n") == "data generated"
    migration = "# Generated by Django 5.2 on 2025-01-01 10:00\nA = 1\n"
    assert by_content("a.py", migration) == "code"
    assert by_content("a.js", f"{'x' * 400}\n{'y' * 400}\n") == "data minified"
    assert by_content("a.py", f"A = '{'x' * 400}'\n") == "code"
    assert by_content("a.xyz", "a\0b") == "data binary"
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n"
    assert by_content("a.py", pointer) == "data pointer"
    assert by_content("a.ipynb", pointer) == "data pointer"
    assert by_content("a.json", f"[{'1, ' * 40_000}1]") == "data large"
    assert by_content("a.json", "[1]") == "configuration"
    # Qt's have the suffix of TypeScript.
    texts = '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS language="de"></TS>\n'
    assert by_content("app_de.ts", texts) == "data catalogue"
    assert by_content("app_de.ts", f"\ufeff{texts}") == "data catalogue"
    assert by_content("app_de.ts", "<!DOCTYPE TS><TS></TS>\n") == "data catalogue"
    assert by_content("a.ts", "let a = 1;\n") == "code"
    assert by_content("a.train", "label\tsize\n" + "1\t-0.2e-7\n" * 200) == "data table"
    assert by_content("a.txt", "1 nan:2\n" * 200) == "data table"
    assert by_content("a.txt", "1 bird\n" * 200) == "prose"
    assert by_content("a.txt", "1.2\n") == "prose"
    assert by_content("a.txt", "#....\n" * 200) == "prose"
    script = "#!/usr/bin/env python3\n"
    assert by_content("tool", script) == "code"
    assert by_content("tool", "#!/bin/sh\nexec x\n") == "code"
    assert by_content("tool", "Once upon a time\n") == "prose"
    assert by_content("tool", script, "tool linguist-documentation") == "prose"


def test_what_the_repository_wrote_by_hand_is_not_judged_by_content() -> None:
    generated = "# DO NOT EDIT. By x.\nA = 1\n"
    assert by_content("a.py", generated, "*.py -linguist-generated") == "code"
    script = FileClassifier([("", "*.js linguist-generated=false")]).classify(
        "a.min.js"
    )
    assert script.name == "code"


def test_pages_are_chosen_by_class_and_pattern() -> None:
    chosen = WithPages(["code", "*.csv", "!prose", "!tests/", "tests/kept.py"])
    assert chosen("a.py", "code")
    assert chosen("a.csv", "data")
    assert not chosen("README.md", "prose")
    assert not chosen("pyproject.toml", "configuration")
    assert not chosen("tests/a.py", "code")
    assert chosen("tests/kept.py", "code")
    with pytest.raises(ValueError, match="pattern"):
        WithPages(["code", "!"])
