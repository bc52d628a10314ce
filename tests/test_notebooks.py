"""Jupyter notebooks are read as their cells."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from projects import Project, assert_same, make_project

from sphinxcontrib_kwindex.analysis.analyse import analyse
from sphinxcontrib_kwindex.analysis.file_text import file_text

PICTURE = "iVBORw0KGgoAAAANSUhEUg"
CELLS: list[dict[str, Any]] = [
    {
        "cell_type": "markdown",
        "metadata": {},
        "source": ["# Fitting a *line*\n", "\n", "Shows how it is done. And more."],
    },
    {
        "cell_type": "code",
        "execution_count": 1,
        "metadata": {},
        "source": ["import numpy as np\n", "x = np.arange(3)"],
        "outputs": [
            {"output_type": "display_data", "data": {"image/png": PICTURE}},
            {"output_type": "stream", "name": "stdout", "text": ["streamed\n"]},
        ],
    },
    {"cell_type": "code", "metadata": {}, "source": "", "outputs": []},
    {"cell_type": "raw", "metadata": {}, "source": "as it is"},
    {"cell_type": "markdown", "metadata": {}, "source": "## The end"},
]
SCRIPT = """\
# %% [markdown]
# # Fitting a *line*
#
# Shows how it is done. And more.

# %%
import numpy as np
x = np.arange(3)

# %%

# %% [raw]
# as it is

# %% [markdown]
# ## The end
"""


def notebook(cells: object = CELLS, **more: object) -> str:
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document | more, indent=1)


def test_the_text_is_the_script_of_the_cells() -> None:
    data = notebook().encode()
    assert file_text("a.ipynb", data).text == SCRIPT
    facts = analyse("A.IPYNB", data)
    assert (facts.type, facts.language) == ("Jupyter notebook", "python3")
    assert facts.python
    assert facts.lines == SCRIPT.count("\n")
    assert facts.summary == "Shows how it is done."
    assert facts.docstring_line == 4
    assert [(one.text, one.line, one.level) for one in facts.headings] == [
        ("Fitting a line", 2, 1),
        ("The end", 16, 2),
    ]
    assert facts.notebook is not None
    assert (facts.notebook.code, facts.notebook.text) == (2, 3)
    assert facts.notebook.outputs == 2
    assert facts.problem is None


def test_a_heading_speaks_for_a_notebook_without_a_paragraph() -> None:
    cells = [{"cell_type": "markdown", "source": "# Only a title"}]
    assert analyse("a.ipynb", notebook(cells).encode()).summary == "Only a title"
    assert analyse("a.ipynb", notebook([]).encode()).summary == ""


@pytest.mark.parametrize(
    ("metadata", "language"),
    [
        ({"language_info": {"name": "python"}}, "python3"),
        ({"kernelspec": {"language": "julia"}}, "julia"),
        ({"language_info": {"name": "C++"}}, "cpp"),
        ({"language_info": {"name": "unheard-of"}}, "text"),
        ({"language_info": 1, "kernelspec": {"language": None}}, "python3"),
        ([], "python3"),
    ],
)
def test_language(metadata: object, language: str) -> None:
    data = notebook(metadata=metadata).encode()
    assert analyse("a.ipynb", data).language == language


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ("{", "Expecting property name"),
        ("[]", "its JSON is not an object"),
        ("{}", "it has no cells"),
        ('{"cells": [1]}', "cell 1 is not an object"),
        ('{"cells": [{}, {"source": [1]}]}', "cell 2 has no text"),
        ("[" * 100_000, "nested too deeply"),
        ('{"cells": ' + "1" * 5_000 + "}", "Exceeds the limit"),
        ("<<<<<<< HEAD\n{}", "Expecting value"),
    ],
)
def test_what_is_no_notebook_is_shown_as_json(text: str, reason: str) -> None:
    facts = analyse("a.ipynb", text.encode())
    assert (facts.type, facts.language) == ("JSON", "json")
    assert facts.problem is not None
    assert facts.problem.message.startswith("not a notebook: ")
    assert reason in facts.problem.message
    assert file_text("a.ipynb", text.encode()).text == text


def test_what_no_page_can_hold_is_replaced() -> None:
    cells = [{"cell_type": "code", "source": "\ud800 \0"}]
    text = file_text("a.ipynb", notebook(cells).encode()).text
    assert text == "# %%\n\ufffd \ufffd\n"


def test_pages(tmp_path: Path) -> None:
    project = make_project(
        tmp_path,
        {"fit.ipynb": notebook(), "broken.ipynb": '{"cells": 3}', "a.py": "x = 1\n"},
        kwindex_source_link="https://example.org/{path}#L{line}",
    )
    built = project.build()
    page = built.text("code/fit.ipynb_docs")
    listings = re.findall(r"(?s)<pre [^>]*>(.*?)</pre>", page)
    assert "Shown as 2 code cells and 3 text cells; 2 outputs omitted." in (
        built.body("code/fit.ipynb_docs")
    )
    assert "module fit" not in built.body("code/fit.ipynb_docs")
    assert 'id="L7" data-line="7">' in page
    assert " style=" not in page
    assert '<p class="kw-h1 rubric" id="L2">Fitting a <em>line</em></p>' in page
    assert page.count('class="kw-cell') == 2
    assert (
        "The end" in built.body("code/fit.ipynb_docs").split("High-Level Overview")[-1]
    )
    assert PICTURE not in page
    assert "streamed" not in page
    code, raw = (re.sub("<[^>]*>", "", listing) for listing in listings)
    assert code.strip() == "import numpy as np\nx = np.arange(3)"
    assert raw.strip() == "as it is"
    assert '<span class="kn">import</span>' in listings[0]
    assert "Shows how it is done." in built.body("code/index")
    assert "https://example.org/fit.ipynb" in page
    assert "https://example.org/fit.ipynb#L" not in page
    original = built.outdir / "_sources/code/fit.ipynb.txt"
    assert original.read_text("utf-8") == notebook()
    assert "Fitting a line" in built.body("code/fit.ipynb_docs")
    assert "broken.ipynb: not a notebook: it has no cells" in built.warnings
    assert built.warnings.count("WARNING") == 1
    assert '{"cells": 3}' in built.body("code/broken.ipynb_docs").replace("&quot;", '"')
    built.check_links()
    text = project.build("markdown").text("code/fit.ipynb_docs.md")
    assert "x = np.arange(3)" in text
    assert "Fitting a *line*\n" in text
    assert "#L7" not in text


def test_headings_have_what_the_cells_below_them_define_below_them(
    tmp_path: Path,
) -> None:
    cells = [
        {"cell_type": kind, "metadata": {}, "source": text}
        for kind, text in (
            ("code", "a = 1"),
            ("markdown", "# One"),
            ("code", "class C:\n    def m(self): ...\n"),
            ("markdown", "### Deeper"),
            ("code", "def f(): ..."),
            ("markdown", "# Two"),
        )
    ]
    built = make_project(tmp_path, {"n.ipynb": notebook(cells)}).build()
    page = built.text("code/n.ipynb_docs")
    (outline,) = re.findall(r'(?s)<ul class="kw-outline">.*?</nav>', page)
    marks = re.findall(r"<(/?ul)|>([^<>\s]+)</a>", outline)
    assert (
        "".join({"ul": "(", "/ul": ")"}.get(tag, f" {name} ") for tag, name in marks)
        == "( a  One ( C ( m ) Deeper ( f )) Two )"
    )


PROSE = """\
Of $x^2$ and $$y$$, <b>bold</b><br>and <img src="a.png" alt="a picture">, [here](a.md).

$$
\\sum x
$$

<div><script>alert(1)</script> inside </div>

```python
print("<a>")
```

<script>alert(2)</script>

| a | b |
|---|---|
| 1 | costs $5 or $6 |
"""


def test_prose_is_as_its_author_meant_it(tmp_path: Path) -> None:
    cells = [{"cell_type": "markdown", "source": PROSE}]
    many = [{"cell_type": "markdown", "source": "<? $ " * 400}]
    files = {"a.ipynb": notebook(cells), "many.ipynb": notebook(many)}
    built = make_project(tmp_path, files).build()
    assert built.warnings == ""
    built.check_links()
    page = built.text("code/a.ipynb_docs").partition('class="kw-cell')[2]
    page = page.partition("</section>")[0]
    assert page.count(" math notranslate") == 3
    assert "<td><p>costs $5 or $6</p></td>" in page
    assert '<p>, bold\nand <span class="kw-image">a picture</span>, here.</p>' in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(2)" in page
    assert "&lt;? $ &lt;?" in built.text("code/many.ipynb_docs")


MAGICS = [
    {"cell_type": "markdown", "source": "# Magics"},
    {
        "cell_type": "code",
        "source": "%matplotlib inline\nfrom lib import thing\nfiles = !ls \\\n  -l\n"
        "if files:\n    %time thing(1)\nthing?\n",
    },
    {"cell_type": "code", "source": "%%bash\ndef () { ls; }\n"},
    {"cell_type": "code", "source": "%%time\ndef f(a):\n    return thing(a)\n"},
    {"cell_type": "code", "source": "def broken(:\n"},
    {"cell_type": "code", "source": "y = (3\n  %f(1))\nawait y\n"},
]


def test_definitions_of_the_cells_that_are_python() -> None:
    facts = analyse("a.ipynb", notebook(MAGICS).encode())
    assert [(one.qualname, one.line) for one in facts.definitions] == [
        ("files", 7),
        ("f", 19),
        ("y", 26),
    ]
    assert [(one.module, one.line) for one in facts.imports] == [("lib", 6)]
    assert facts.problem is None


def test_cells_of_a_newer_python_are_python() -> None:
    cells = [
        {"cell_type": "code", "source": source}
        for source in (
            'def f(name): return f"{name["x"]}"',
            "def g[T](a: T) -> T: ...",
            "no python at all",
        )
    ]
    facts = analyse("a.ipynb", notebook(cells).encode())
    assert [one.qualname for one in facts.definitions] == ["f", "g"]


def test_definitions_of_another_kernel() -> None:
    cells = [{"cell_type": "code", "source": "int add(int a) { return a; }"}]
    metadata = {"language_info": {"name": "C++"}}
    facts = analyse("a.ipynb", notebook(cells, metadata=metadata).encode())
    assert [(one.qualname, one.line) for one in facts.definitions] == [("add", 2)]
    assert not facts.python
    unknown = {"language_info": {"name": "unheard-of"}}
    assert not analyse("a.ipynb", notebook(cells, metadata=unknown).encode()).source


def test_links_of_cells(tmp_path: Path) -> None:
    files = {"fit.ipynb": notebook(MAGICS), "lib.py": "def thing(a):\n    return a\n"}
    project = make_project(tmp_path, files)
    built = project.build()
    assert built.warnings == ""
    built.check_links()
    page = built.text("code/fit.ipynb_docs")
    assert page.count('href="lib.py_docs.html#src-thing"') >= 2
    assert "return thing(a)" in built.body("code/lib.py_docs")
    assert "Ruff" not in page
    assert "no use found" not in built.body("code/fit.ipynb_kw")
    _check_edit(project, {"lib.py": "def things(a):\n    return a\n"})
    _check_edit(project, {"fit.ipynb": notebook(MAGICS[:2])})


def _check_edit(project: Project, changed: dict[str, str]) -> None:
    project.write(changed)
    built = project.build()
    fresh = project.base / "fresh"
    project.build(outdir=fresh, doctrees=project.base / "fresh-doctrees")
    assert_same(built.outdir, fresh)


def test_without_cells(tmp_path: Path) -> None:
    """It is listed, and breaks nothing."""
    files = {"empty.ipynb": notebook([]), "a.py": "x = 1\n"}
    built = make_project(tmp_path, files).build()
    assert built.warnings == ""
    assert "empty.ipynb" in built.body("code/index")


def test_a_heading_of_a_part_does_not_speak_for_a_notebook() -> None:
    headings = ("## Load libraries", "x = 1", "## Load data", "### Once")
    cells = [
        {"cell_type": "code" if "=" in text else "markdown", "source": text}
        for text in headings
    ]
    facts = analyse("a.ipynb", notebook(cells).encode())
    assert (facts.problem, facts.summary) == (None, "")
