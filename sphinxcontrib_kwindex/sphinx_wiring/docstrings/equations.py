"""Which TeX of a docstring is an equation and nothing else.

Sphinx's LaTeX builder and ``sphinx.ext.imgmath`` run it as a program, which can read
and write files, and MathJax makes links and styles of it. So only what is known to be
mathematics passes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from docutils.utils.math import tex2unichar

_MACRO: Final = re.compile(r"\\(?:([A-Za-z]+)|(.?))", re.DOTALL)
_ENVIRONMENT: Final = re.compile(r"\\(?:begin|end)[ \t]{0,9}\{([A-Za-z]{1,40})\*?\}")
_BRACE: Final = re.compile(r"\\.|[{}]", re.DOTALL)
#: What ends the equation, or writes a character by its number.
_NEVER: Final = frozenset("()[]")
_BY_NUMBER: Final = "^^"
#: Of LaTeX and of the packages of the American Mathematical Society.
_ENVIRONMENTS: Final = frozenset(
    """align aligned alignat alignedat array bmatrix Bmatrix cases dcases eqnarray
    equation flalign gather gathered matrix multline pmatrix smallmatrix split subarray
    vmatrix Vmatrix""".split()  # noqa: SIM905
)
_LAYOUT: Final = frozenset(
    """begin end frac dfrac tfrac cfrac over choose binom dbinom tbinom sqrt
    root of left right middle big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm
    biggl biggr biggm Biggl Biggr Biggm limits nolimits displaystyle textstyle
    scriptstyle scriptscriptstyle substack stackrel overset underset overline
    underline overbrace underbrace overrightarrow overleftarrow
    overleftrightarrow underrightarrow underleftarrow xrightarrow xleftarrow
    widehat widetilde vec bar hat tilde dot ddot mathstrut prime boxed phantom
    hphantom vphantom smash mathop mathbin mathrel mathord mathopen mathclose
    mathpunct operatorname operatornamewithlimits text textrm textbf textit
    texttt textsf textnormal mbox hbox mathrm mathbf mathit mathtt mathsf mathbb
    mathcal mathscr mathfrak mathnormal boldsymbol bm bf rm it cal tt sf pmb
    quad qquad enspace enskip hspace hskip kern mkern mskip thinspace medspace
    thickspace negthinspace negmedspace negthickspace nonumber notag tag hline
    cr newline dots ldots cdots dotsc dotsb dotsm dotsi dotso mod bmod pmod pod
    not arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom
    inf injlim ker lg lim liminf limsup ln log max min Pr projlim sec sin sinh
    sup tan tanh varinjlim varliminf varlimsup varprojlim le ge ne leq geq neq
    lt gt to gets land lor lnot iff implies impliedby mathrlap mathllap mathclap
    rlap llap rule cancel colon lvert rvert lVert rVert lbrace rbrace backslash
    ast star cdot cdotp ldotp infty emptyset varnothing degree checkmark dagger
    ddagger ell hbar imath jmath partial nabla sum prod int oint iint iiint
    argmax argmin sgn sign tr Tr rank diag""".split()  # noqa: SIM905
)


@cache
def _names() -> frozenset[str]:
    """Return the names of macros that make characters or arrange them."""
    tables = (table for name, table in vars(tex2unichar).items() if name[0] != "_")
    symbols = (name for table in tables if isinstance(table, dict) for name in table)
    return _LAYOUT | frozenset(filter(str.isalpha, symbols))


def is_equation(text: str) -> bool:
    """Return whether a text in TeX can do nothing but show an equation."""
    if _BY_NUMBER in text or not _is_balanced(text):
        return False
    for macro in _MACRO.finditer(text):
        word, sign = macro[1], macro[2]
        if sign in _NEVER if sign else word not in _names():
            return False
        if word in {"begin", "end"}:
            environment = _ENVIRONMENT.match(text, macro.start())
            if environment is None or environment[1] not in _ENVIRONMENTS:
                return False
    return True


def _is_balanced(text: str) -> bool:
    """Return whether braces stand in pairs: one too many ends what is around."""
    depth = 0
    for brace in _BRACE.finditer(text):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth < 0:
            return False
    return not depth
