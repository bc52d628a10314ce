"""TeX in docstrings is shown as an equation only where it can do nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from projects import Project

from sphinxcontrib_kwindex.sphinx_wiring.docstrings.equations import is_equation


@pytest.mark.parametrize(
    "text",
    [
        r"x^2 + \sqrt{\frac{\alpha}{2}}",
        r"\mathbb{R}^{n \times m} \to \left\{ 0, 1 \right\} \; \text{where $n > 0$}",
        "\\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}\n\n\\operatorname{rank} A",
        r"\begin{align*} a &= b \\ \notag c &= \%d \end{align*}",
    ],
)
def test_equations(text: str) -> None:
    assert is_equation(text)


@pytest.mark.parametrize(
    "text",
    [
        r"\input{/etc/hostname}",
        r"\write18{id}",
        r"\csname input\endcsname",
        r"\catcode`\|=0 |input{x}",
        r"\directlua{os.execute()}",
        r"^^5cinput{x}",
        r"\begin{filecontents}{x} \end{filecontents}",
        r"\begin {document}",
        r"\begin\input",
        r"x} \frac{1",
        r"\) \[",
        r"\bbox[position:fixed;background:url(//x)]{y}",
        r"\href{javascript:alert(1)}{x}",
        r"\label{eq:1}",
        r"\newcommand{\x}{y}",
        "\\",
    ],
)
def test_no_equations(text: str) -> None:
    assert not is_equation(text)


def test_a_book_runs_no_tex_of_a_docstring(
    make_project: Callable[..., Project],
) -> None:
    docstring = (
        "An equation :math:`\\input{a}`, and :math:`\\alpha`.\n\n"
        ".. math::\n   :no-wrap:\n\n   \\input{b}\n"
    )
    project = make_project(
        {"a.py": f'def f() -> None:\n    r"""{docstring}"""\n'}, kwindex_books=True
    )
    written = next(project.build("latex").outdir.glob("*.tex")).read_text("utf-8")
    assert r"\input{a}" not in written
    assert r"\input{b}" not in written
    assert r"\(\alpha\)" in written
