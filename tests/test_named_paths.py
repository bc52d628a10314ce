"""The files that code, templates and settings name by their paths."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build
from trees import surveyed

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.codemap.testing import tests_of_files

FILES = {
    "shop/views.py": (
        'import json\n\n\ndef cart(request):\n    """See shop/prices.json."""\n'
        '    json.load(open("data/prices.json"))\n'
        '    render(request, "shop/cart.html")\n'
        '    render(request, "index.html")\n'
        '    open("prices.json"), open("other.json"), open(f"{request}/prices.json")\n'
        '    return "http://example.org/shop/prices.json"\n'
    ),
    "shop/prices.json": "{}\n",
    "shop/templates/index.html": "<p>\n",
    "shop/templates/shop/base.html": "<p>\n",
    "shop/templates/shop/cart.html": (
        '{% extends "shop/base.html" %}\n<script src="/js/cart.js"></script>\n'
        "<a href=cart.html>\n"
    ),
    "shop/static/js/cart.js": (
        'const w = new Worker(new URL("./worker.js", import.meta.url));\n'
        'import "./other.js";\nconst v = o.worker.js;\n'
    ),
    "shop/static/js/worker.js": "let a = 1;\n",
    "shop/static/js/other.js": "let b = 1;\n",
    "src/main.go": (
        "package main\n\n//go:embed page.html\nvar page string\n\n"
        "func main() { println(page) }\n"
    ),
    "src/page.html": "<p>\n",
    "src/lib.rs": 'const QUERY: &str = include_str!("all.sql");\n',
    "src/all.sql": "SELECT 1;\n",
    "Dockerfile": "FROM scratch\nADD tools/run.sh needs.txt /\n",
    "tools/run.sh": "./tools/more.sh\nbash more.sh\n. ./lib.sh\n",
    "tools/more.sh": "true\n",
    "tools/lib.sh": "true\n",
    "needs.txt": "json\n",
    # Of a file above and one that a folder above holds neither is sure.
    "image/Dockerfile": "FROM scratch\nCOPY needs.txt hints.txt /\n",
    "docs/needs.txt": "json\n",
    "docs/hints.txt": "json\n",
    "elsewhere/other.json": "{}\n",
    "web/templates/mail/sent.txt": "\n",
    "tests/trees/one/pkg/core.py": "\n",
    # What a test writes is none of the tree.
    "tests/test_mail.py": (
        'seen("mail/sent.txt")\nwrite("pkg/core.py", "")\n'
        'write("conftest.py", "")\nread("tests/mail.json")\n'
    ),
    "shop/management/commands/sell.py": "class Command: ...\n",
    "tests/test_commands.py": (
        "from django.core.management import call_command\n\n\ndef test_it():\n"
        "    call_command('sell', 1)\n    call_command(\n        \"sell\"\n    )\n"
        "    call_command('migrate')\n    call_command(sell)\n"
    ),
    "tests/test_other.py": "from other import call_command\ncall_command('sell')\n",
    "tests/conftest.py": "\n",
    "tests/mail.json": "{}\n",
}
NAMED = {
    "shop/views.py": [
        (5, "shop/prices.json"),
        (7, "shop/templates/shop/cart.html"),
        (8, "shop/templates/index.html"),
        (9, "shop/prices.json"),
    ],
    "shop/templates/shop/cart.html": [
        (1, "shop/templates/shop/base.html"),
        (2, "shop/static/js/cart.js"),
    ],
    "shop/static/js/cart.js": [(1, "shop/static/js/worker.js")],
    "src/main.go": [(3, "src/page.html")],
    "src/lib.rs": [(1, "src/all.sql")],
    "Dockerfile": [(2, "tools/run.sh"), (2, "needs.txt")],
    "image/Dockerfile": [(2, "docs/hints.txt")],
    "tools/run.sh": [(1, "tools/more.sh"), (2, "tools/more.sh")],
    "tests/test_mail.py": [
        (1, "web/templates/mail/sent.txt"),
        (4, "tests/mail.json"),
    ],
    "tests/test_commands.py": [
        (5, "shop/management/commands/sell.py"),
        (7, "shop/management/commands/sell.py"),
    ],
}


def test_paths_lead_to_files(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", FILES)
    named = {
        path: [
            (code.facts(path).mentions[row.ordinal].line, row.target) for row in rows
        ]
        for path in FILES
        if (rows := code.resolved_mentions(path))
    }
    assert named == NAMED
    assert code.mentioned_in("shop/prices.json") == ["shop/views.py"]


def test_places_of_paths() -> None:
    text = "x = 1\n\ny = 'é', 'a/b.py', \"c.toml\", d.toml, 'e.toml '\nz = '.json'\n"
    facts = analyse("a.py", text.encode())
    assert [(row.target, row.line, row.column) for row in facts.mentions] == [
        ("a/b.py", 3, 10),
        ("c.toml", 3, 20),
    ]
    lines = text.split("\n")
    for row in facts.mentions:
        assert lines[row.line - 1][row.column :].startswith(row.target)


@pytest.mark.parametrize("word", ["a/", "a.js", "a/.js", "./", ".js "])
def test_many_paths_on_one_line_are_read_at_once(word: str) -> None:
    analyse("a.css", (word * 200_000).encode())


def test_edits_of_what_paths_lead_to_end_as_a_clean_build(
    follow_edits: Callable[..., None],
) -> None:
    follow_edits(
        FILES,
        {"shop/templates/shop/cart.html": None},
        {"shop/views.py": FILES["shop/views.py"].replace("index.html", "base.html")},
        {"templates/base.html": "<p>\n", "shop/data/prices.json": "{}\n"},
        {"tests/test_commands.py": "def test_it(): ...\n"},
        {"tests/test_commands.py": FILES["tests/test_commands.py"]},
        {"shop/management/commands/migrate.py": "class Command: ...\n"},
        {"needs.txt": None},
        {"hints.txt": "\n", "needs.txt": "json\n"},
    )


def test_tests_of_commands(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "tree", FILES)
    tests = tests_of_files.tests_of_file(
        code, "shop/management/commands/sell.py", through=True
    )
    assert [use.path for use in tests] == ["tests/test_commands.py"]


def test_pages_show_the_files_that_are_named(build: Callable[..., Build]) -> None:
    built = build(FILES)
    text = built.body("code/shop/views.py_docs")
    assert "Mentions (3) shop/prices.json lines 5, 9 shop/templates/shop/" in text
    listing = built.listing("shop/views.py")
    assert '.html_docs.html" title="by name only">shop/cart.html</a>' in listing
    assert 'prices.json_docs.html">prices.json</a>' in listing
    text = built.body("code/shop/templates/shop/cart.html_docs")
    assert "Mentioned in (1 file) shop/views.py" in text
    assert "mentioned in this file" in text
    assert "No mentions found. Checked for: paths in other files." in built.body(
        "code/elsewhere/other.json_docs"
    )
