"""The table of neighbours: what each needs to have something to do.

A row is a theme or an extension with the configuration and the documents that bring
it to work. Another neighbour is another row; what is not installed is skipped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any


@dataclass(frozen=True)
class Neighbour:
    """A theme or an extension, and how a host uses it."""

    name: str
    """The theme, or the extension as ``extensions`` names it."""
    conf: Mapping[str, Any] = field(default_factory=dict)
    feature: str = ""
    """What is added to the document ``docs/feature.rst``."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Files by path from the root of the repository."""
    also: tuple[str, ...] = ()
    """Extensions that it is used with."""

    @property
    def installed(self) -> bool:
        """Whether it can be imported."""
        module = self.name
        try:
            return find_spec(module) is not None
        except ModuleNotFoundError:
            return False


THEMES = (
    Neighbour("alabaster"),
    Neighbour("furo"),
    Neighbour("sphinx_rtd_theme"),
    Neighbour("pydata_sphinx_theme"),
    Neighbour(
        "sphinx_book_theme",
        {
            "html_theme_options": {
                "repository_url": "https://github.com/me/host",
                "path_to_docs": "docs",
                "use_source_button": True,
                "use_edit_page_button": True,
                "use_issues_button": True,
                "use_repository_button": True,
            }
        },
    ),
    Neighbour(
        "sphinx_immaterial",
        # It would fetch one.
        {"html_theme_options": {"font": False}},
        also=("sphinx_immaterial",),
    ),
    Neighbour("sphinxawesome_theme"),
    Neighbour("shibuya"),
)

_NOTEBOOK: dict[str, Any] = {
    "cells": [
        {
            "cell_type": "raw",
            "metadata": {"raw_mimetype": "text/restructuredtext"},
            "source": ["Notebook\n", "========\n"],
        },
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "outputs": [{"name": "stdout", "output_type": "stream", "text": ["2\n"]}],
            "source": ["print(1 + 1)"],
        },
    ],
    "metadata": {
        "kernelspec": {"display_name": "Python", "language": "python", "name": "p"},
        "language_info": {"name": "python"},
    },
    "nbformat": 4,
    "nbformat_minor": 4,
}
_WITH_MARKDOWN = _NOTEBOOK | {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Notebook\n"]},
        _NOTEBOOK["cells"][1],
    ]
}
_DOXYGEN_INDEX = """\
<?xml version="1.0" encoding="UTF-8"?>
<doxygenindex version="1.9.1" xml:lang="en-US">
  <compound refid="classLid" kind="class"><name>Lid</name></compound>
</doxygenindex>
"""
_DOXYGEN_CLASS = """\
<?xml version="1.0" encoding="UTF-8"?>
<doxygen version="1.9.1" xml:lang="en-US">
  <compounddef id="classLid" kind="class" language="C++" prot="public">
    <compoundname>Lid</compoundname>
    <briefdescription><para>Closes a box.</para></briefdescription>
    <detaileddescription></detaileddescription>
    <location file="lid.hpp" line="1" column="1"/>
  </compounddef>
</doxygen>
"""
_LEADS_TO = "\n.. toctree::\n\n   {}\n"

#: Part of Sphinx itself: they are always there.
BUILT_IN = (
    Neighbour(
        "sphinx.ext.autosummary",
        {"autosummary_generate": True},
        "\n.. autosummary::\n   :toctree: generated\n\n   pkg.core.Box\n"
        "   pkg.core.fill\n",
        also=("sphinx.ext.autodoc",),
    ),
    Neighbour(
        "sphinx.ext.napoleon",
        {},
        "\n.. automodule:: pkg.core\n   :members:\n   :no-index:\n",
        also=("sphinx.ext.autodoc",),
    ),
    Neighbour(
        "sphinx.ext.viewcode",
        {},
        "\n.. automodule:: pkg.core\n   :members:\n   :no-index:\n",
        also=("sphinx.ext.autodoc",),
    ),
    Neighbour("sphinx.ext.intersphinx", {"intersphinx_mapping": {}}),
    Neighbour("sphinx.ext.duration"),
    Neighbour("sphinx.ext.graphviz", {}),
    Neighbour(
        "sphinx.ext.todo",
        {"todo_include_todos": True},
        "\n.. todo:: Something.\n\n.. todolist::\n",
    ),
    Neighbour("sphinx.ext.coverage"),
    Neighbour("sphinx.ext.doctest", {}, "\n.. doctest::\n\n   >>> 1 + 1\n   2\n"),
    Neighbour("sphinx.ext.ifconfig", {}, "\n.. ifconfig:: True\n\n   Shown.\n"),
    Neighbour(
        "sphinx.ext.extlinks",
        {"extlinks": {"bug": ("https://example.org/%s", "bug %s")}},
        "\nSee :bug:`3`.\n",
    ),
    Neighbour("sphinx.ext.mathjax", {}, "\nAs :math:`a^2` shows.\n"),
    Neighbour("sphinx.ext.githubpages", {"html_baseurl": "https://example.org/d/"}),
    Neighbour("sphinx.ext.inheritance_diagram", {}),
    Neighbour("sphinx.ext.autosectionlabel", {}, "\n:ref:`Feature`\n"),
    Neighbour("sphinx.ext.linkcode", {"kwindex_source_buttons": True}),
)

#: Each is installed for itself.
OTHERS = (
    Neighbour(
        "numpydoc",
        {"numpydoc_show_class_members": True},
        "\n.. autoclass:: pkg.core.Box\n   :no-index:\n",
        also=("sphinx.ext.autodoc",),
    ),
    Neighbour(
        "myst_parser", {}, _LEADS_TO.format("more"), {"docs/more.md": "# More\n"}
    ),
    Neighbour("sphinx_copybutton"),
    Neighbour("sphinx_design", {}, "\n.. card:: Title\n\n   Body.\n"),
    Neighbour(
        "sphinx_tabs.tabs",
        {},
        "\n.. tabs::\n\n   .. tab:: One\n\n      First.\n",
    ),
    Neighbour(
        "sphinxext.opengraph",
        {"ogp_site_url": "https://example.org/", "ogp_social_cards": {"enable": False}},
    ),
    Neighbour("sphinx_sitemap", {"html_baseurl": "https://example.org/"}),
    Neighbour("notfound.extension"),
    Neighbour("sphinx_last_updated_by_git"),
    Neighbour("sphinx_codeautolink", also=("sphinx.ext.autodoc",)),
    Neighbour("sphinx_llms_txt"),
    Neighbour("sphinx_llm.txt"),
    Neighbour("sphinx_llm_friendly"),
    Neighbour(
        "sphinx_gallery.gen_gallery",
        {"sphinx_gallery_conf": {"examples_dirs": "../examples"}},
        files={
            "examples/README.rst": "Examples\n========\n",
            "examples/plot_one.py": '"""\nOne\n===\n"""\nprint(1)\n',
        },
    ),
    Neighbour(
        "breathe",
        {"breathe_projects": {"host": "xml"}, "breathe_default_project": "host"},
        "\n.. doxygenclass:: Lid\n   :members:\n",
        {"docs/xml/index.xml": _DOXYGEN_INDEX, "docs/xml/classLid.xml": _DOXYGEN_CLASS},
    ),
    Neighbour("autoapi.extension", {"autoapi_dirs": ["../pkg"]}),
    Neighbour(
        "autodoc2",
        {"autodoc2_packages": ["../pkg"], "autodoc2_render_plugin": "rst"},
        _LEADS_TO.format("apidocs/index"),
    ),
    Neighbour(
        "sphinxcontrib.mermaid", {}, "\n.. mermaid::\n\n   graph TD;\n   A-->B;\n"
    ),
    Neighbour("sphinx_reredirects", {"redirects": {"old": "api.html"}}),
    Neighbour("sphinx_togglebutton", {}, "\n.. toggle::\n\n   Hidden.\n"),
    Neighbour("hoverxref.extension", {"hoverxref_auto_ref": True}),
    Neighbour(
        "sphinxcontrib.bibtex",
        {"bibtex_bibfiles": ["all.bib"]},
        "\n:cite:`one`\n\n.. bibliography::\n",
        {"docs/all.bib": "@book{one, title={One}, author={Me}, year={2000}}\n"},
    ),
    Neighbour("sphinx_issues", {"issues_github_path": "me/host"}, "\n:issue:`3`\n"),
    Neighbour("sphinx_favicon", {"favicons": ["https://example.org/icon.svg"]}),
    Neighbour(
        "myst_nb",
        {"nb_execution_mode": "off"},
        _LEADS_TO.format("note"),
        {"docs/note.ipynb": json.dumps(_WITH_MARKDOWN)},
    ),
    Neighbour(
        "nbsphinx",
        {"nbsphinx_execute": "never"},
        _LEADS_TO.format("note"),
        {"docs/note.ipynb": json.dumps(_NOTEBOOK)},
    ),
    Neighbour(
        "sphinx_click",
        {},
        "\n.. click:: pkg.cli:main\n   :prog: main\n",
        {
            "pkg/cli.py": (
                'import click\n\n\n@click.command()\ndef main():\n    """Do it."""\n'
            )
        },
    ),
    Neighbour(
        "sphinx_autodoc_typehints",
        {},
        "\n.. autofunction:: pkg.core.fill\n   :no-index:\n",
        also=("sphinx.ext.autodoc",),
    ),
    Neighbour("sphinx_inline_tabs", {}, "\n.. tab:: One\n\n   First.\n"),
    Neighbour(
        "sphinx_external_toc",
        {},
        files={
            "docs/_toc.yml": (
                "root: index\nentries:\n- file: guide/index\n  entries:\n"
                "  - file: guide/first\n- file: api\n- file: feature\n"
            ),
            "docs/index.rst": "Host\n====\n\nA manual that somebody wrote.\n",
            "docs/guide/index.rst": "Guide\n=====\n\nRead on.\n",
        },
    ),
    Neighbour("sphinxcontrib.programoutput", {}, "\n.. program-output:: echo Hello\n"),
    Neighbour("sphinx-prompt", {}, "\n.. prompt:: bash\n\n   ls\n"),
    Neighbour("sphinx_remove_toctrees", {"remove_from_toctrees": ["guide/first.rst"]}),
    Neighbour("sphinx_thebe", {"thebe_config": {}}),
    Neighbour("sphinx_automodapi.automodapi", also=("sphinx.ext.autodoc",)),
    Neighbour("sphinx_needs", {}, "\n.. req:: Fill it\n   :id: R_1\n\n   Wholly.\n"),
    Neighbour("sphinx_tags", {"tags_create_tags": True}, "\n.. tags:: one, two\n"),
    Neighbour("sphinx_paramlinks", also=("sphinx.ext.autodoc",)),
    Neighbour("sphinx_toolbox.code"),
    Neighbour("sphinx_multiversion"),
    Neighbour("sphinx_substitution_extensions"),
    Neighbour("sphinxcontrib.httpdomain", {}, "\n.. http:get:: /boxes\n\n   All.\n"),
    Neighbour("sphinxcontrib.apidoc", {"apidoc_module_dir": "../pkg"}),
    Neighbour("sphinxcontrib.autodoc_pydantic", also=("sphinx.ext.autodoc",)),
    Neighbour("sphinxcontrib.video"),
    Neighbour("sphinxcontrib.youtube"),
    Neighbour("sphinxcontrib.jquery"),
    Neighbour("versionwarning.extension"),
    Neighbour("sphinxarg.ext"),
    Neighbour("ablog", {"blog_path": "news"}),
    Neighbour(
        "autodocsumm",
        {"autodoc_default_options": {"autosummary": True}},
        "\n.. automodule:: pkg.core\n   :members:\n   :no-index:\n",
        also=("sphinx.ext.autodoc",),
    ),
    Neighbour("changelog", {}, "\n.. changelog::\n   :version: 1.0\n"),
    Neighbour("sphinx_collapse", {}, "\n.. collapse:: More\n\n   Text.\n"),
    Neighbour("sphinx_comments", {"comments_config": {"hypothesis": True}}),
    Neighbour("sphinx_exercise", {}, "\n.. exercise:: One\n\n   Do it.\n"),
    Neighbour(
        "sphinx_jinja",
        {"jinja_contexts": {"one": {"x": 1}}},
        "\n.. jinja:: one\n\n   {{ x }}\n",
    ),
    Neighbour("sphinx_math_dollar", {}, "\nGiven $x^2$.\n"),
    Neighbour(
        "sphinx_mdinclude",
        {"source_suffix": {".rst": "restructuredtext", ".md": "markdown"}},
        _LEADS_TO.format("note"),
        {"docs/note.md": "# Note\n\nText.\n"},
    ),
    Neighbour("sphinx_minify"),
    Neighbour("sphinx_new_tab_link", {}, "\n`x <https://example.org/>`__\n"),
    Neighbour("sphinx_rerediraffe", {"rediraffe_redirects": {"old": "api"}}),
    Neighbour("sphinx_simplepdf"),
    Neighbour("sphinxcontrib.katex", {}, "\n:math:`x^2`\n"),
    Neighbour("sphinxcontrib.spelling"),
    Neighbour("sphinxcontrib.budoux", {"budoux_targets": ["p"]}),
    Neighbour(
        "sphinxcontrib.datatemplates",
        {},
        "\n.. datatemplate:json:: box.json\n   :template: box.tmpl\n",
        {"docs/box.json": '{"size": 3}', "docs/_templates/box.tmpl": "{{ data.size }}"},
    ),
    Neighbour("sphinxcontrib.fulltoc"),
    Neighbour(
        "sphinxcontrib.globalsubs",
        {"global_substitutions": {"what": "a **box**"}},
        "\nIt is |what|.\n",
    ),
    Neighbour("sphinxcontrib.moderncmakedomain", {}, "\n.. cmake:command:: box\n"),
    Neighbour(
        "sphinxcontrib.typer",
        {},
        "\n.. typer:: pkg.cli.app\n   :prog: box\n",
        {
            "pkg/cli.py": (
                "import typer\n\napp = typer.Typer()\n\n\n@app.command()\n"
                'def main(name: str) -> None:\n    """Do it."""\n'
            )
        },
    ),
    Neighbour(
        "sphinx_docsearch",
        {
            "docsearch_app_id": "box",
            "docsearch_api_key": "key",
            "docsearch_index_name": "boxes",
        },
    ),
    Neighbour("sphinx_exec_code", {}, "\n.. exec_code::\n\n   print(1 + 1)\n"),
    Neighbour("sphinx_github_style", {"linkcode_url": "https://github.com/me/host"}),
    Neighbour(
        "sphinx-jsonschema",
        {},
        "\n.. jsonschema:: box.json\n",
        {"docs/box.json": '{"title": "Box", "type": "object"}'},
    ),
    Neighbour("sphinx_proof", {}, "\n.. prf:theorem:: One\n\n   It is so.\n"),
    Neighbour("sphinxext.rediraffe", {"rediraffe_redirects": {"old": "api"}}),
)
