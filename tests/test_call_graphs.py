"""Pictures of calls: two steps each way, and what is left out."""

from __future__ import annotations

from pathlib import Path

from test_class_trees import in_context
from test_pictures import SVG, check_svg
from trees import surveyed

from sphinxcontrib_kwindex.pages.nodes import kw_entries
from sphinxcontrib_kwindex.pages.pictures.call_graph import (
    CallGraph,
    call_graph,
    call_picture,
)
from sphinxcontrib_kwindex.sphinx_wiring.html.svg import svg

CALLS = {
    "app.py": (
        "from lib import parse\n\n\n"
        "def main():\n    load()\n\n\n"
        "def load():\n    return parse('x')\n\n\n"
        "def begin():\n    main()\n"
    ),
    "lib.py": (
        "def parse(text):\n    split(text)\n    text.munge()\n"
        "\n\ndef split(text):\n    return strip(text)\n"
        "\n\ndef strip(text):\n    return lower(text)\n"
        "\n\ndef lower(text):\n    return text\n"
        "\n\nclass Box:\n    def munge(self):\n        lower('x')\n"
        "\n\nparse('y')\n"
    ),
}


def calls(graph: CallGraph | None) -> set[tuple[str, str, bool]]:
    assert graph is not None
    names = [one.qualname or one.path for one in graph.definitions]
    return {
        (names[caller], names[called], sure) for caller, called, sure in graph.calls
    }


def test_two_steps_each_way(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", CALLS)
    graph = call_graph(code, "lib.py", "parse")
    assert calls(graph) == {
        ("main", "load", False),
        ("load", "parse", False),
        ("lib.py", "parse", False),
        ("parse", "split", False),
        ("parse", "Box.munge", True),
        ("split", "strip", False),
    }
    assert graph is not None
    assert graph.definitions[0].qualname == "parse"
    assert call_graph(code, "lib.py", "Box") is None


def test_many_callers_are_condensed(tmp_path: Path) -> None:
    files = {
        "low.py": "def low(): ...\n",
        **{
            f"user{n:02}.py": f"from low import low\n\ndef f{n}():\n    low()\n"
            for n in range(30)
        },
        "test_low.py": "from low import low\n\ndef test_it():\n    low()\n",
    }
    code = surveyed(tmp_path / "repo", files)
    graph = call_graph(code, "low.py", "low")
    assert graph is not None
    callers = [one.qualname for one in graph.definitions[1:]]
    assert len(callers) + graph.definitions[0].callers == 31
    assert callers[0] == "f0"
    # Tests come last.
    assert "test_it" not in callers


def test_calls_in_circles(tmp_path: Path) -> None:
    source = "def a():\n    b()\n    a()\n\n\ndef b():\n    a()\n"
    code = surveyed(tmp_path / "repo", {"a.py": source})
    graph = call_graph(code, "a.py", "a")
    assert calls(graph) == {("a", "b", False), ("b", "a", False)}
    assert graph is not None
    check_svg(svg(call_picture(in_context(code), graph)["picture"]))


def test_picture_and_text(tmp_path: Path) -> None:
    code = surveyed(tmp_path / "repo", CALLS)
    graph = call_graph(code, "lib.py", "parse")
    assert graph is not None
    node = call_picture(in_context(code), graph)
    markup = svg(node["picture"])
    root = check_svg(markup)
    assert {one.text for one in root.iter(f"{SVG}text")} >= {"load", "app.py", "split"}
    assert "kw-edge kw-dashed" in markup
    assert node["legend"]
    (text,) = node.children
    assert isinstance(text, kw_entries)
    assert [(entry.level, entry.text, entry.kind) for entry in text["entries"]] == [
        (0, "Called by", ""),
        (1, "lib.py", ""),
        (1, "load", ""),
        (2, "main", ""),
        (0, "Calls", ""),
        (1, "split", ""),
        (2, "strip", ""),
        (1, "Box.munge", "by name"),
    ]
