"""How long things on the documentation of a file are told, and in which order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import Build, Project

from sphinxcontrib_kwindex.analysis.ruff import find_ruff

Make = Callable[..., Project]


def section(build: Build, docname: str, title: str) -> str:
    """Return the markup of a section of a page."""
    found = re.search(
        rf'(?s)<section [^>]*id="{title}">(.*?)</section>', build.text(docname)
    )
    assert found is not None
    return found[1]


def words(markup: str) -> str:
    """Return the text of markup, blanks folded."""
    return " ".join(re.sub(r"<[^>]*>", "", markup).split())


# Dependencies


def test_names_of_one_statement_share_a_line(make_project: Make) -> None:
    built = make_project(
        {
            "pkg/__init__.py": "from .a import one, two\n",
            "pkg/a.py": "one = two = 1\n",
            "pkg/b.py": (
                "from pkg import one, two as zwei\n"
                "from .a import one\n"
                "from . import a, gone\n"
                "import os, sys\n"
                "from os import path, sep\n"
                "try:\n    from .a import (\n        two,\n        one,\n    )\n"
                "except ImportError:\n    pass\n"
            ),
        }
    ).build()
    markup = section(built, "code/pkg/b.py_docs", "dependencies")
    said = words(markup)
    assert "pkg line 1 one from pkg/a.py, two as zwei from pkg/a.py" in said
    assert ".a.one line 2" in said
    assert ".a line 7 in a try statement two, one" in said
    assert "os line 4 sys line 4 os line 5 path, sep" in said
    assert ". line 3 a, gone" in said
    assert "This repository (7)" in said
    assert 'href="__init__.py_docs.html"' in markup
    assert 'href="a.py_docs.html#def-two"' in markup
    built.check_links()


def test_a_long_list_of_the_standard_library_is_folded(make_project: Make) -> None:
    modules = [name for name in sorted(sys.stdlib_module_names) if name[0] == "c"][:10]
    text = "".join(f"import {module}\n" for module in modules)
    files = {"many.py": text, "few.py": "import ast\nimport csv\n"}
    built = make_project(files).build()
    many, few = (
        section(built, f"code/{name}.py_docs", "dependencies")
        for name in ("many", "few")
    )
    assert re.search(r"<details[^>]*><summary>Standard library \(10\)</summary>", many)
    assert "open" not in many.partition("<summary>Standard")[0]
    assert ">Standard library (2)</p>" in few


def test_imports_are_grouped_by_module(make_project: Make) -> None:
    built = make_project(
        {
            "pkg/__init__.py": "",
            "pkg/a.py": "one = two = three = 1\n",
            "pkg/b.py": (
                "from .a import one as one\nfrom .a import two\nimport os\n\n\n"
                "def f():\n    from .a import three\n    from .a import two\n"
                "    import os\n\n\ndef g():\n    import os\n"
                "from .a import three\nfrom .a import two as b\nfrom .a import one\n"
            ),
        }
    ).build()
    for page, title in (("docs", "dependencies"), ("kw", "keywords-imports")):
        said = words(section(built, f"code/pkg/b.py_{page}", title))
        names = "one, two, three, two as b"
        assert f".a lines 1, 2, 14\N{EN DASH}16 {names}" in said
        assert ".a lines 7, 8 inside a function three, two" in said
        assert "os line 3" in said
        assert "os lines 9, 13 inside a function" in said
    built.check_links()


def test_a_stub_says_where_imports_of_its_module_lead(make_project: Make) -> None:
    built = make_project(
        {
            "a.py": "x = 1\n",
            "a.pyi": "x: int\n",
            "b.py": "import a\nimport only\n",
            "only.pyi": "y: int\n",
        }
    ).build()
    said = words(section(built, "code/a.pyi_docs", "dependencies"))
    assert "Imports of this module lead to a.py." in said
    assert "No file imports it" not in said
    for path in ("a.py", "only.pyi"):
        said = words(section(built, f"code/{path}_docs", "dependencies"))
        assert "Imported by (1 file) b.py" in said
    built.check_links()


def test_a_package_shows_what_it_offers_and_from_where(make_project: Make) -> None:
    files = {
        "pkg/__init__.py": "from .a import one as first, _no\nfrom .b import *\n"
        "from . import c\nimport os\n",
        "pkg/a.py": 'def one():\n    """Do one thing."""\n\n\n_no = 1\n',
        "pkg/b.py": "from .c import Deep\nimport json\n\n\nclass Here:\n    pass\n",
        "pkg/c.py": 'class Deep:\n    """It is deep."""\n',
        "own/__init__.py": "from .a import x\n\n\ndef f(): ...\ndef g(): ...\n",
        "own/a.py": "x = 1\n",
    }
    built = make_project(files).build()
    said = words(section(built, "code/pkg/__init__.py_docs", "high-level-overview"))
    assert (
        "Re-exports (3 names)"
        " pkg/a.py 1 name first function Do one thing. defined as one"
        " pkg/b.py 2 names Here class by import *"
        " Deep class It is deep. from pkg/c.py, by import *"
    ) in said
    own = section(built, "code/own/__init__.py_docs", "high-level-overview")
    assert "Offered" not in own
    built.check_links()


def test_many_statements_are_folded(make_project: Make) -> None:
    text = "".join(f"from m{number} import x, y\n" for number in range(40))
    built = make_project({"a.py": text}).build()
    markup = section(built, "code/a.py_docs", "dependencies")
    assert '<details class="kw-more kw-rest"><summary>10 more</summary>' in markup
    assert "m39 line 40 x, y" in words(markup)


# What the file is


def test_a_file_without_docstring_is_what_most_of_it_is(make_project: Make) -> None:
    large = 'class Large:\n    """Does it all."""\n' + "    x = 1\n" * 20
    built = make_project(
        {
            "a.py": f"import os\n\n{large}\ndef small():\n    pass\n",
            "said.py": f'"""A docstring."""\n{large}',
            "even.py": "".join(f"def f{number}(): ...\n" for number in range(9)),
            "test_it.py": "def test_it():\n    assert 1\n",
            "licensed.py": "#\n# License: MIT\n" * 40 + f"import os\n\n{large}",
            "named.py": large.replace("Does it all", "Large"),
            "Makefile": "FILES = a b\n",
        }
    ).build()
    said = words(section(built, "code/licensed.py_docs", "file-purpose"))
    assert said.endswith("Class: Large · 21% of the lines · “Does it all.”")
    named = words(section(built, "code/named.py_docs", "file-purpose"))
    assert named.endswith("Class: Large · 100% of the lines")
    said = words(section(built, "code/a.py_docs", "file-purpose"))
    assert said.endswith("Class: Large · 81% of the lines · “Does it all.”")
    for other in ("said", "test_it"):
        text = words(section(built, f"code/{other}.py_docs", "file-purpose"))
        assert "of the lines" not in text
    nothing = words(section(built, "code/even.py_docs", "file-purpose"))
    assert "Checked for: a docstring" in nothing
    assert "classes and functions that make up a quarter of the file" in nothing
    nothing = words(section(built, "code/Makefile_docs", "file-purpose"))
    assert "targets and macros that make up a quarter of the file" in nothing
    built.check_links()


def test_a_file_without_a_purpose_is_what_others_use_of_it(make_project: Make) -> None:
    files = {
        "a.py": "".join(f"def f{number}(): ...\n" for number in range(9)) + "f3 = f3\n",
        "b.py": "from a import f1, f3\nf1(f3)\n",
        "c.py": "from a import f3\nf3()\n",
    }
    project = make_project(files, kwindex_sections=["File Purpose"])
    said = words(section(project.build(), "code/a.py_docs", "file-purpose"))
    assert said.endswith(
        "Function: f3 · used in 2 other files Function: f1 · used in 1 other file"
    )
    project.write(dict.fromkeys(("b.py", "c.py"), "from a import f5\nf5()\n"))
    built = project.build()
    said = words(section(built, "code/a.py_docs", "file-purpose"))
    assert said.endswith("Function: f5 · used in 2 other files")


def test_a_folder_index_says_what_a_file_without_docstring_mainly_is(
    make_project: Make,
) -> None:
    large = 'class Large:\n    """Does it all."""\n' + "    x = 1\n" * 20
    many = "def _hidden():\n    return [\n        1,\n    ]\n"
    many += "def small(): ...\nclass Big:\n    x = 1\n"
    many += "def f(): ...\ndef f(): ...\ndef g(): ...\ndef h(): ...\n"
    few = "def __getattr__(name):\n    return name\n"
    project = make_project({"p/a.py": large, "p/b.py": few, "p/c.py": many})
    said = words(project.build().text("code/p/index"))
    assert (
        "a.py 2 definitions Large: Does it all. b.py 1 definition "
        "c.py 7 definitions Big, small, f, g, …"
    ) in said
    project.write({"p/a.py": large.replace("it all", "nothing")})
    built = project.build()
    assert "Large: Does nothing." in words(built.text("code/p/index"))
    project.write({"p/a.py": f"# It is large.\n{large.replace('it all', 'nothing')}"})
    assert "code/p/index" not in project.build().written


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "__init__.py",
            "from ._a import a, b as c, _d\nfrom .b import *\n",
            "keywords a, c",
        ),
        (
            "__init__.py",
            "from . import a\nfrom ..b import c\nimport os\n",
            "keywords a",
        ),
        (
            "__init__.py",
            "from p.a import a, b, c\nfrom .b import d\n__all__ = ['b', 'a', 'e']\n",
            "1 definition a, b",
        ),
        ("__init__.py", "from .a import a, b, c, d, e\n", "keywords a, b, c, d, …"),
        ("__init__.py", "from .a import a\ndef f(): ...\n", "1 definition f"),
        (
            "__init__.py",
            "if TYPE_CHECKING:\n    from .a import a\ndef f():\n    from .b import b\n",
            "1 definition f",
        ),
        ("a.py", "from .b import b\n", "keywords"),
        # The name of a file says nothing that the file does not.
        (
            "on_it.py",
            "class _OnIt:\n    x = 1\n    y = 2\ndef f(): ...\non_it = _OnIt()\n",
            "5 definitions f",
        ),
        ("on_it.py", "class OnIt:\n    x = 1\n    y = 2\n", "3 definitions"),
        # That it offers names is not what it offers.
        ("__init__.py", "__all__ = ['a']\n__getattr__ = lazily({})\n", "2 definitions"),
        ("a.py", "__all__ = ['ANY']\nANY = 1\n", "2 definitions ANY"),
        (
            "__init__.py",
            "if TYPE_CHECKING:\n    from .a import a, b\n__all__ = ['a']\n",
            "1 definition a",
        ),
        # Its own names are better than none.
        (
            "a.py",
            "def _f(): ...\ndef _g():\n    pass\n    pass\n" + "_h\n" * 9,
            "2 definitions _g, _f",
        ),
        ("a.py", "A = 1\ndef _f(): ...\n" + "_f()\n" * 9, "2 definitions A"),
    ],
)
def test_a_folder_index_says_what_a_package_re_exports(
    make_project: Make, path: str, text: str, expected: str
) -> None:
    built = make_project({f"p/{path}": text, "p/z.py": "def g(): ...\n"}).build()
    said = words(built.text("code/p/index"))
    assert f"{path} {expected} z.py" in said


def test_a_folder_index_says_what_files_with_the_same_comment_mainly_are(
    make_project: Make,
) -> None:
    told = "# We are pleased to offer this library to the community.\n\n"
    files = {f"p/{name}.py": f"{told}def {name}{name}(): ...\n" for name in "abcde"}
    project = make_project(files | {"q/x.py": "x = 1\n"})
    said = words(project.build().text("code/p/index"))
    assert "a.py 1 definition aa b.py 1 definition bb c.py" in said
    assert "p/ 5 files, 5 definitions aa, bb, cc, dd, …" in words(
        project.build().text("code/index")
    )
    project.write({"p/e.py": "def ee(): ...\n"})
    said = words(project.build().text("code/p/index"))
    assert "a.py 1 definition We are pleased to offer" in said
    assert "e.py 1 definition ee" in said
    assert "p/ 5 files, 5 definitions ee" in words(project.build().text("code/index"))


GLANCE = {
    "pkg/a.py": (
        "class First:\n"
        '    """The first."""\n'
        "    def told(self):\n"
        '        """Tell it."""\n'
        "    def silent(self): ...\n"
        "    def third(self): ...\n"
        "    def fourth(self): ...\n"
        "    def _hidden(self):\n"
        '        """Hide it."""\n'
        "def used(): ...\n"
        "def unused(): ...\n"
        "def listed():\n"
        '    """List it."""\n'
        "def _private(): ...\n"
        "class _Private: ...\n"
        "__all__ = ['listed']\n"
    ),
    "pkg/few.py": "def f(): ...\n",
    "pkg/b.py": "from pkg.a import used\nused()\n",
    "pkg/__init__.py": "",
}


def test_public_names_at_a_glance(make_project: Make) -> None:
    project = make_project(GLANCE)
    built = project.build()
    said = words(section(built, "code/pkg/a.py_docs", "high-level-overview"))
    assert said.partition("Public classes and functions (4) ")[2] == (
        "listed function List it. used function used in 1 other file"
        " First class The first. 4 public methods unused function"
        " Public methods of First (4) told Tell it. silent third fourth"
    )
    few = words(section(built, "code/pkg/few.py_docs", "high-level-overview"))
    assert "Public" not in few
    built.check_links()


def test_of_many_methods_a_glance_has_the_first(make_project: Make) -> None:
    methods = "".join(f"    def m{number:02}(self): ...\n" for number in range(17))
    built = make_project({"a.py": f"class Long:\n{methods}"}).build()
    markup = section(built, "code/a.py_docs", "high-level-overview")
    said = words(markup)
    assert "m13 m14 and 2 more" in said
    assert '<a href="#def-Long">and 2 more</a>' in markup


def test_a_glance_follows_the_users(make_project: Make) -> None:
    project = make_project(GLANCE)
    project.build()
    project.write({"pkg/c.py": "from pkg.a import unused, used\nunused()\nused()\n"})
    built = project.build()
    said = words(section(built, "code/pkg/a.py_docs", "high-level-overview"))
    assert "unused function used in 1 other file" in said
    project.write({"pkg/c.py": "from pkg.a import unused, used\nused()\n"})
    built = project.build()
    said = words(section(built, "code/pkg/a.py_docs", "high-level-overview"))
    assert "unused function Public methods" in said
    project.write({"pkg/few.py": "def g(): ...\n"})
    assert not any("a.py" in name for name in project.build().written)


# The outline

LONG = (
    "class Box:\n"
    '    """First.\n\n    Second.\n\n    ' + "Third. " * 300 + '\n    """\n'
    "    def _a(self): ...\n"
    "    def shown(self): ...\n"
    "    def _b(self): ...\n"
    "    def seen(self):\n        def inside(): ...\n"
    "    def __init__(self):\n        self._c = 1\n"
    "def _d(): ...\n"
    "def _e(): ...\n"
)


def test_a_page_says_first_what_the_file_is_for(make_project: Make) -> None:
    files = {"pkg/a.py": '"""It adds."""\nA = 1\nB = 2\n'}
    body = make_project(files).build().body("code/pkg/a.py_docs")
    assert 0 < body.index("It adds.") < body.index("3 lines")


def test_the_name_of_a_definition_leads_to_it(make_project: Make) -> None:
    project = make_project({"a.py": "def go(): pass\n"})
    link = '<a class="sig-name" href="#def-go">go</a>'
    assert link in project.build().text("code/a.py_docs")
    project.configure(html_permalinks=False)
    page = project.build().text("code/a.py_docs")
    assert '<span class="sig-name">go</span>' in page


def test_definitions_beside_one_another_are_one_list(make_project: Make) -> None:
    public = "class A:\n    def f(self): pass\n\n    def g(self): pass\n\n"
    private = "".join(f"def _{name}(): pass\n" for name in "abc")
    project = make_project({"a.py": f"{public}def b(): pass\n{private}"})
    page = project.build().text("code/a.py_docs")
    outer, fold = page.split("<summary>private: 3 functions</summary>\n")
    # One for all, one for the members of the class, one in the fold.
    assert outer.count('<dl class="kw-definition">') == 2
    assert fold.count('<dl class="kw-definition">') == 1
    assert page.count('<dt class="sig sig-object"') == 7
    assert page.count("<dl") == page.count("</dl>")
    assert page.count("<dd>") == page.count("</dd>")


def test_private_members_are_folded_behind_public_ones(make_project: Make) -> None:
    built = make_project({"a.py": LONG}).build()
    markup = section(built, "code/a.py_docs", "detailed-analysis")
    summary = "<summary>private: 2 methods, 1 attribute</summary>"
    shown, fold, rest = markup.partition(summary)
    assert fold
    assert 'id="def-Box.shown"' in shown
    assert 'id="def-Box.__init__"' in shown
    inside, end, behind = rest.partition("</details>")
    assert end
    assert re.findall(r'id="def-Box\.(\w+)"', inside) == ["_a", "_b", "_c"]
    # Two functions are not worth a fold.
    assert "<details" not in behind
    assert 'id="def-_e"' in behind
    assert markup.count("<details") == markup.count("</details>") == 2
    built.check_links()


def test_nothing_is_folded_without_something_shown(make_project: Make) -> None:
    text = "".join(f"def _f{number}(): ...\n" for number in range(9))
    built = make_project({"a.py": text, "b.py": 'def f():\n    """Short."""\n'}).build()
    for name in "ab":
        markup = section(built, f"code/{name}.py_docs", "detailed-analysis")
        assert "<details" not in markup


def test_more_than_what_is_shown_is_not_folded(make_project: Make) -> None:
    go = "package a\n\ntype Box struct {\n\tSize int\n%s}\n\n"
    go += "".join(f"func f{name}() {{}}\n" for name in "abc")
    files = {"few.go": go % "", "many.go": go % "\tWidth, Height int\n"}
    built = make_project(files).build()
    few = section(built, "code/few.go_docs", "detailed-analysis")
    assert "<details" not in few
    assert re.findall(r'id="def-(\w+)"', few) == ["Box", "fa", "fb", "fc"]
    many = section(built, "code/many.go_docs", "detailed-analysis")
    # With its fields the structure is the larger part.
    assert "<summary>not public: 3 functions</summary>" in many
    assert many.count("<details") == 1


def test_long_docstrings_are_folded_behind_their_start(make_project: Make) -> None:
    built = make_project({"a.py": LONG}).build()
    markup = section(built, "code/a.py_docs", "detailed-analysis")
    shown, _, rest = markup.partition("<summary>rest of the documentation</summary>")
    assert "<p>Second.</p>" in shown
    assert "Third." not in shown
    inside, _, behind = rest.partition("</details>")
    assert "Third." in inside
    assert 'id="def-Box.shown"' in behind


def test_other_builders_show_everything(make_project: Make) -> None:
    project = make_project({"a.py": LONG})
    text = project.build("text").text("code/a.py_docs.txt")
    outline = text.partition("Detailed Analysis")[2]
    assert "Third." in outline
    assert outline.index("shown") < outline.index("_a") < outline.index("_b")


def test_what_is_deprecated_is_marked(make_project: Make) -> None:
    text = (
        "import warnings\nfrom typing_extensions import deprecated\n"
        "@deprecated('Use b.')\ndef a(): ...\n"
        "def b():\n    warnings.warn('b is old', FutureWarning)\n"
        'class C:\n    """See D.\n\n    .. deprecated:: 1.2\n    """\n'
        'class D:\n    """New.\n\n    :param x: one.\n\n'
        '        .. deprecated:: 1.2\n    """\n'
        "    def f(self):\n        warnings.warn('take care', UserWarning)\n"
        + "".join(f"def f{number}(): ...\n" for number in range(9))
    )
    built = make_project({"a.py": text}).build()
    markup = section(built, "code/a.py_docs", "detailed-analysis")
    said = {
        name: labels
        for name, head in re.findall(
            r'(?s)<dt [^>]* id="def-([^"]*)">(.*?)</dt>', markup
        )
        if (labels := re.findall(r'<span class="kw-kind">([^<]*)<', head))
    }
    # The decorator of a, which stands above it, says so.
    assert said == {
        "b": ["issues a deprecation warning"],
        "C": ["deprecated"],
    }
    overview = words(section(built, "code/a.py_docs", "high-level-overview"))
    assert (
        "a function deprecated b function issues a deprecation warning C class"
        in overview
    )
    idioms = words(section(built, "code/a.py_docs", "code-patterns-idioms"))
    assert "deprecation warning warnings.warn(&#x27;b is" in idioms


CLASSES = {
    "pkg/__init__.py": "",
    "pkg/base.py": (
        "import enum\n"
        "class Root:\n    def run(self): ...\n    def stop(self): ...\n"
        "    def __hidden(self): ...\n    mark = 1\n"
        "class Base(Root):\n    def __init__(self):\n        self.state = 0\n"
        "    def run(self): ...\n"
    ),
    "pkg/a.py": (
        "from .base import Base\n"
        "class Own(Base):\n    def __init__(self): ...\n    def run(self): ...\n"
        "    def stop(self): ...\n    def __hidden(self): ...\n"
        "    def mark(self): ...\n"
        "class Other:\n    def run(self): ...\n"
    ),
    "pkg/b.py": "def run(): ...\n",
}


def outlined(build: Build, docname: str) -> str:
    """Return the text of the outline."""
    return words(section(build, docname, "detailed-analysis"))


def test_what_methods_override_and_classes_inherit(make_project: Make) -> None:
    project = make_project(CLASSES)
    built = project.build()
    markup = section(built, "code/pkg/a.py_docs", "detailed-analysis")
    said = words(markup)
    assert "class Own(Base) line 2 inherits 1 attribute from Base" in said
    assert re.findall(r"def (\w+)\(self\) line \d+ overrides (\S+)", said) == [
        ("__init__", "Base.__init__"),
        ("run", "Base.run"),
        ("stop", "Root.stop"),
        ("mark", "Root.mark"),
    ]
    assert 'href="base.py_docs.html#def-Base.run"' in markup
    base = outlined(built, "code/pkg/base.py_docs")
    assert "class Base(Root) line 7 inherits 1 method," in base
    assert "1 method, 1 attribute from Root" in base
    assert re.findall(r"overridden in ([\w.]+(?:, [\w.]+)*)", base) == [
        "Base",
        "Own",
        "Own",
        "Own",
        "Own",
    ]
    assert "overrides Root.run; overridden in Own" in base
    built.check_links()


def test_what_is_assigned_to_a_property_is_no_attribute(make_project: Make) -> None:
    base = "class Base:\n    @property\n    def colour(self): ...\n"
    sub = "from base import Base\nclass Sub(Base):\n    def __init__(self):\n"
    sub += "        self.colour = 1\n        self.size = 1\n"
    sub += "    def show(self): return self.colour\n"
    built = make_project({"base.py": base, "sub.py": sub}).build()
    said = outlined(built, "code/sub.py_docs")
    assert "class Sub(Base) line 2 inherits 1 method from Base" in said
    assert "colour = 1 line 4 assigned to the property Base.colour size" in said
    assert "size = 1 line 5 set on the instance" in said
    assert "Sub.show sub.py def show" in outlined(built, "code/base.py_docs")
    built.check_links()


def test_other_builders_say_it_too(make_project: Make) -> None:
    project = make_project(CLASSES)
    text = project.build("text").text("code/pkg/a.py_docs.txt")
    assert 'overrides "Base.run"' in " ".join(text.split())
    pytest.importorskip("sphinx_markdown_builder")
    built = project.build("markdown")
    markdown = Path(built.outdir, "code/pkg/a.py_docs.md").read_text("utf-8")
    assert "overrides [`Base.run`](base.py_docs.md#def-Base.run)" in markdown


def test_a_page_follows_the_classes_above(make_project: Make) -> None:
    project = make_project(CLASSES)
    project.build()
    text = CLASSES["pkg/base.py"].replace(
        "def run(self): ...\n    def stop", "def stop"
    )
    project.write({"pkg/base.py": text.replace("    def run(self): ...\n", "")})
    built = project.build()
    assert "code/pkg/a.py_docs" in built.written
    assert "code/pkg/b.py_docs" not in built.written
    assert "overrides Base.run" not in outlined(built, "code/pkg/a.py_docs")


def test_test_cases_do_not_say_what_they_inherit(make_project: Make) -> None:
    files = {
        **CLASSES,
        "tests/test_a.py": "from pkg.base import Base\nclass A(Base): 1\n",
    }
    said = outlined(make_project(files).build(), "code/tests/test_a.py_docs")
    assert "inherits" not in said


# Nothing twice


def test_a_context_manager_is_not_a_generator_as_well(make_project: Make) -> None:
    text = (
        "from contextlib import contextmanager\n"
        "@contextmanager\ndef opened():\n    yield 1\n"
        "def numbers():\n    yield 1\n"
    )
    built = make_project({"a.py": text}).build()
    said = words(section(built, "code/a.py_docs", "code-patterns-idioms"))
    assert "context manager contextlib.contextmanager opened" in said
    assert "generator numbers" in said


@pytest.mark.skipif(bool(find_ruff().problem), reason="Ruff cannot be run here")
def test_what_ruff_finds_too_complex_is_not_told_twice(make_project: Make) -> None:
    text = "def f(x):\n" + "    if x: x += 1\n" * 12 + "    return x\n"
    text += text.replace("def f(x):", "def g(x):  # noqa: C901")
    built = make_project({"a.py": text}).build()
    said = words(section(built, "code/a.py_docs", "performance-considerations"))
    assert "Most complex functions g line 15 complexity 13 Findings" in said
    assert said.endswith("f line 1 C901 too complex (13 &gt; 10)")


@pytest.mark.skipif(bool(find_ruff().problem), reason="Ruff cannot be run here")
def test_what_ruff_counts_of_a_function_is_one_row(make_project: Make) -> None:
    lines = "".join(f"        if x: return {number}\n" for number in range(13))
    text = f"class A:\n    def f(self, x):\n{lines}def g(items):\n"
    text += "    a = []\n    for x in items:\n        a.append(x + 1)\n    return a\n"
    built = make_project({"a.py": text}).build()
    said = words(section(built, "code/a.py_docs", "performance-considerations"))
    counted = (
        "A.f line 2 C901 too complex (14 &gt; 10),"
        " PLR0911 too many return statements (13 &gt; 6),"
        " PLR0912 too many branches (13 &gt; 12)"
    )
    assert counted in said
    assert "PERF401" in said.split(counted)[1]


def test_where_no_test_uses_a_file_it_says_so(make_project: Make) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/a.py": "def f(): ...\n",
        "pkg/b.py": "from pkg.a import f\nf()\n",
    }
    built = make_project(files).build()
    said = words(section(built, "code/pkg/a.py_docs", "testing-usage"))
    assert "No tests found. Checked for: imports and sure uses in test files." in said
    assert "Calls from other files f pkg/b.py" in said


def test_what_is_cut_leads_to_the_rest(make_project: Make) -> None:
    many = range(30)
    names = [f"make_{n}" for n in many]
    functions = "".join(f"def {name}(): pass\n" for name in names)
    calls = "".join(f"    {name}()\n" for name in names)
    derived = "".join(f"class D{n}(Base):\n    def run(self): pass\n" for n in many)
    tests = "".join(f"def test_{name}():\n    {name}()\n" for name in names)
    case = "".join(f"    def test_{n}(self): pass\n" for n in many)
    built = make_project(
        {
            "pkg/__init__.py": f"from .all import {', '.join(names)}\n",
            "pkg/all.py": f"{functions}def call():\n{calls}\n__all__ = {names}\n",
            "pkg/base.py": f"class Base:\n    def run(self): pass\n{derived}",
            "tests/test_all.py": f"from pkg.all import *\n{tests}class TestA:\n{case}",
        }
    ).build()
    cut = []
    for docname in (
        "pkg/__init__.py",
        "pkg/all.py",
        "pkg/base.py",
        "tests/test_all.py",
    ):
        markup = built.text(f"code/{docname}_docs")
        cut += re.findall(r"<([^\s<>]+)[^<>]*>(?:, )?(?:and )?\d+ more", markup)
    # A link, or what opens.
    assert set(cut) == {"a", "summary"}
    built.check_links()


def test_names_in_the_hierarchy_are_one_element(make_project: Make) -> None:
    files = {
        "a.py": "class A: pass\n\n\nclass B(A): pass\n",
        "b.py": "from a import B\n\n\nclass C(B): pass\n",
    }
    markup = section(
        make_project(files).build(), "code/a.py_docs", "architecture-design"
    )
    base = '<span class="kw-kind">base</span> <a href="#def-A">A</a>'
    assert f'<p><a href="#def-B">B</a> {base}' in markup
    assert '<li><a href="b.py_docs.html#def-C">C</a> b.py</li>' in markup


def test_many_classes_with_one_base_are_folded(make_project: Make) -> None:
    files = {
        "a.py": "class A: pass\n" + "".join(f"class B{n}(A): 0\n" for n in range(40))
    }
    built = make_project(files).build()
    shown = section(built, "code/a.py_docs", "architecture-design")
    assert "40 classes base A B0, B1, B2, …" in words(shown)
    assert re.search(r"<summary>B0, B1, B2, …</summary>\s*<ul[^>]*>\s*<li><a", shown)


def test_labels_say_what_a_signature_does_not(make_project: Make) -> None:
    built = make_project({"a.c": "static int a;\nextern int b;\n"}).build()
    heads = re.findall(r"(?s)<dt [^>]*>(.*?)</dt>", built.text("code/a.c_docs"))
    said = [words(head) for head in heads if "kw-where" in head]
    assert said == [
        "static int a; line 1 variable private",
        "extern int b; line 2 variable declaration",
    ]
    text = "pub fn f() {}\nconst A: u8 = 1;\nimpl B { fn g() {} }\nenum C { D }\n"
    page = make_project({"a.rs": text}).build().text("code/a.rs_docs")
    heads = re.findall(r"(?s)<dt [^>]*>(.*?)</dt>", page)
    assert [words(head) for head in heads if "kw-where" in head] == [
        "pub fn f() line 1",
        "const A: u8 = 1; line 2 private",
        "fn g() line 3 private",
        "enum C line 4 private",
        "D line 4 variant",
    ]


def test_no_label_repeats_the_decorator_above_it(make_project: Make) -> None:
    text = (
        "import abc\nfrom functools import cached_property\n\n\nclass A:\n"
        "    @staticmethod\n    def f(): ...\n\n"
        "    @property\n    @abc.abstractmethod\n    def g(self): ...\n\n"
        "    @cached_property\n    def h(self): ...\n"
    )
    page = make_project({"a.py": text}).build().text("code/a.py_docs")
    heads = re.findall(r"(?s)<dt [^>]*>(.*?)</dt>", page)
    assert [words(head) for head in heads if "kw-where" in head][1:] == [
        "@staticmethoddef f() line 7",
        "@property@abc.abstractmethoddef g(self) line 11",
        "@cached_propertydef h(self) line 14 property",
    ]


def test_a_line_of_a_signature_ends_behind_an_arrow(make_project: Make) -> None:
    text = "def collect_the_entries_of(all_folders: list[str]) -> int: ...\n"
    built = make_project({"a.py": f"{text}\n\ndef f() -> int: ...\n"}).build()
    page = built.text("code/a.py_docs")
    assert '(all_folders: list[str]) <span class="kw-whole">-&gt;</span> int<' in page
    # That fits.
    assert "() -&gt; int<" in page
