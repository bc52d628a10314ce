"""Definitions that nothing in the tree is found to use."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from projects import Project
from trees import surveyed

Make = Callable[..., Project]


def unused(root: Path, files: dict[str, str]) -> dict[str, list[str]]:
    """Return the names without a known use by their files."""
    code = surveyed(root, files)
    return {path: sorted(names) for path, names in code.unused.items()}


def test_what_nothing_names(tmp_path: Path) -> None:
    files = {
        "a.py": (
            "LIMIT = 1\n_SIZE = 2\n\n\ndef used(): return _SIZE\n\n\n"
            "def again(n): return n and again(n - 1)\n\n\n"
            "class Lost:\n    def run(self): pass\n\n\n"
            "class Found:\n    x = 1\n\n    def lost(self): pass\n\n"
            "    def found(self): pass\n\n    def __len__(self): return 1\n"
        ),
        "b.py": "import a\n\na.used()\na.Found.found(a.Found())\n",
    }
    # Of a class that is not used the members go without saying; attributes are none.
    assert unused(tmp_path, files) == {"a.py": ["Found.lost", "LIMIT", "Lost", "again"]}


def test_what_may_be_used_all_the_same(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "from .a import offered\n",
        "pkg/a.py": "def offered(): pass\n\n\ndef lost(): pass\n",
        "exports.py": "__all__ = ['f']\n\n\ndef f(): pass\n\n\ndef g(): pass\n",
        "star.py": "from starred import *\n",
        "starred.py": "def f(): pass\n\n\ndef _g(): pass\n",
        "plugin.py": (
            "from registry import register\n\n\n@register\ndef f(): pass\n\n\n"
            "@staticmethod\ndef g(): pass\n\n\ndef pytest_configure(config): pass\n"
        ),
        "classes.py": (
            "import threading\n\n\n"
            "class Base:\n    def hook(self): pass\n\n    def lost(self): pass\n\n\n"
            "class Derived(Base):\n    def hook(self): pass\n\n\n"
            "class Worker(threading.Thread):\n    def run(self): pass\n\n\n"
            "Derived()\nWorker()\n"
        ),
        "tests/test_a.py": "def helper(): pass\n\n\ndef test_it(): pass\n",
        "site/settings.py": "DEBUG = True\n",
        "site/hook-pkg.sub.py": "datas = []\nother = []\n",
        "site/urls.py": "urlpatterns = []\nothers = []\n",
        "pyproject.toml": (
            '[project]\nname = "x"\n[project.scripts]\nx = "script:main"\n'
        ),
        "script.py": "def main(): pass\n\n\ndef other(): pass\n",
    }
    assert unused(tmp_path, files) == {
        "classes.py": ["Base.lost"],
        "exports.py": ["g"],
        "pkg/a.py": ["lost"],
        "plugin.py": ["g"],
        "script.py": ["other"],
        "site/hook-pkg.sub.py": ["other"],
        "site/urls.py": ["others"],
        "starred.py": ["_g"],
    }


def test_what_cannot_be_told(tmp_path: Path) -> None:
    files = {
        "backend.py": "class Wrapper: pass\n\n\nclass Lost: pass\n",
        "load.py": "module = __import__('back' + 'end')\nmodule.Wrapper()\n",
        "local.py": (
            "def f(x):\n    if x:\n        def g(): pass\n"
            "    else:\n        g = x.g\n    return g\n\n\nf(1)\n"
        ),
    }
    found = unused(tmp_path, files)
    assert found == {"backend.py": ["Lost"]}


def test_what_an_import_may_bind_instead(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/fast.pyi": "def mask(data: bytes) -> bytes: ...\n",
        "pkg/a.py": (
            "def _slow(data): return data\n\n\n"
            "try:\n    from pkg.fast import mask as _mask\n"
            "except ImportError:\n    _mask = _slow\n"
            "_LOST = 1\n\n\ndef f():\n    from pkg.fast import mask as _LOST\n"
        ),
        "pkg/b.py": "from pkg.a import _mask\n\nprint(_mask(b''))\n",
    }
    # What b.py imports is either.
    assert unused(tmp_path, files) == {"pkg/a.py": ["_LOST", "f"]}


def test_what_a_file_uses_without_binding_it(tmp_path: Path) -> None:
    files = {
        "models/shared.py": "MODE = 1\nLOST = 2\n\n\ndef shared(): pass\n",
        "controllers/page.py": "if MODE:\n    shared()\n\n\ndef page(LOST): LOST\n",
    }
    # What runs them has them share their names.
    assert unused(tmp_path, files) == {
        "models/shared.py": ["LOST"],
        "controllers/page.py": ["page"],
    }


def test_what_a_string_may_name(tmp_path: Path) -> None:
    files = {
        "a.py": (
            '"""Docstrings say lost_by_docstring() only."""\n\n'
            "from typing import TypeVar\n\n"
            'Lost = TypeVar("Lost")\n\n\n'
            "def by_getattr(): pass\n\n\ndef by_source(): pass\n\n\n"
            "def by_template(): pass\n\n\ndef by_settings(): pass\n\n\n"
            "def lost_by_docstring(): pass\n\n\ndef word(): pass\n"
        ),
        "b.py": (
            'print(f"Some word of {__name__}")\n'
            'exec(f"x = by_source({1})")\n'
            'getattr(object(), "by_getattr")\n'
        ),
        "page.html": "<p>{{ value|by_template }}</p>\n",
        "setup.cfg": "[tool]\nhook = a:by_settings\n",
    }
    found = unused(tmp_path, files)
    assert found == {"a.py": ["Lost", "lost_by_docstring", "word"]}


def test_what_a_script_without_a_suffix_uses(tmp_path: Path) -> None:
    files = {
        "tool.py": "def release(): pass\n\n\ndef build_all(): pass\n\n\n"
        "SOME_PATHS = []\n\n\ndef lost(): pass\n",
        "release": "#!/usr/bin/env python3\nfrom tool import build_all, release\n"
        "import tool\n\nbuild_all(tool.SOME_PATHS, release)\n",
    }
    assert unused(tmp_path, files) == {"tool.py": ["lost"]}


def test_what_is_asked_of_modules_that_a_program_imports(tmp_path: Path) -> None:
    hook = "def inputhook(): pass\n\n\ndef lost(): pass\n\n\nNAME = 1\n"
    files = {
        "hooks/qt.py": hook,
        "load.py": "import importlib\n\n\ndef load(name):\n"
        "    module = importlib.import_module('hooks.' + name)\n"
        "    return module.inputhook, module.NAME\n\n\nload('qt')\n",
    }
    assert unused(tmp_path / "a", files) == {"hooks/qt.py": ["lost"]}
    # Elsewhere objects are no modules.
    files["load.py"] = "def load(x):\n    return x.inputhook\n\n\nload(1)\n"
    assert unused(tmp_path / "b", files) == {
        "hooks/qt.py": ["NAME", "inputhook", "lost"]
    }


def test_what_is_asked_of_one_of_several_modules(tmp_path: Path) -> None:
    back = "def remove(db): pass\n\n\ndef lost(db): pass\n"
    files = {
        "backs/__init__.py": "def chosen(name): return __import__('back_' + name)\n",
        "backs/back_a.py": back,
        "backs/back_b.py": f"{back}\n\nlost(1)\n",
        "use.py": "from backs import chosen\n\nchosen('a').remove(1)\n",
    }
    assert unused(tmp_path / "a", files) == {"backs/back_a.py": ["lost"]}
    del files["backs/back_b.py"]
    assert unused(tmp_path / "b", files) == {"backs/back_a.py": ["lost", "remove"]}


def test_what_builds_servers_flask_and_zope_ask_for(tmp_path: Path) -> None:
    files = {
        "wikiconfig.py": "SESSION_COOKIE_HTTPONLY = True\nother = 1\n",
        "builder.py": "def build_wheel(to): pass\n\n\ndef build(to): pass\n",
        "web/wsgi.py": "app = 1\nother = 1\n",
        "Products/Box/__init__.py": "def initialize(context): pass\n",
        "a.py": "def initialize(context): pass\n",
    }
    assert unused(tmp_path, files) == {
        "a.py": ["initialize"],
        "builder.py": ["build"],
        "web/wsgi.py": ["other"],
        "wikiconfig.py": ["other"],
    }


def test_what_alembic_and_jupyter_call(tmp_path: Path) -> None:
    migration = (
        'revision = "1"\ndown_revision = None\nbranch_labels = None\n\n\n'
        "def upgrade(): pass\n\n\ndef downgrade(): pass\n\n\ndef lost(): pass\n"
    )
    files = {
        "app/migrations/versions/1_first.py": migration,
        "a.py": "def downgrade(): pass\n\n\ndef load_ipython_extension(x): pass\n\n\n"
        "def _jupyter_labextension_paths(): pass\n",
    }
    assert unused(tmp_path, files) == {
        "a.py": ["downgrade"],
        "app/migrations/versions/1_first.py": ["lost"],
    }


def test_what_mypy_asks_a_plugin_for(tmp_path: Path) -> None:
    files = {
        "app/mypy.py": "def plugin(version): pass\n\n\ndef lost(): pass\n",
        "mypy_app/main.py": "def plugin(version): pass\n",
        "app/a.py": "def plugin(version): pass\n",
    }
    assert unused(tmp_path, files) == {"app/a.py": ["plugin"], "app/mypy.py": ["lost"]}


def test_what_asv_runs(tmp_path: Path) -> None:
    files = {
        "benchmarks/suite.py": "class Suite:\n    def setup(self): pass\n\n"
        "    def time_it(self): pass\n\n\ndef track_size(): pass\n",
        "asv_bench/benchmarks/io/csv.py": "class Csv:\n    def mem_it(self): pass\n",
        "a.py": "class Suite:\n    def time_it(self): pass\n",
    }
    assert unused(tmp_path, files) == {"a.py": ["Suite"]}


def test_what_servers_call_by_the_name_of_a_command(tmp_path: Path) -> None:
    files = {
        "a.py": "class Rest:\n    def on_get(self): pass\n\n"
        "    def on_post_all(self): pass\n\n    def on_paste(self): pass\n\n"
        "    def process_resource(self): pass\n\n    def process_all(self): pass\n\n\n"
        "class Mail:\n    def handle_RCPT(self): pass\n\n"
        "    def handle_mail(self): pass\n\n\n"
        "class Of:\n    def phash(self): pass\n\n\n"
        "def on_get(): pass\n\n\ndef phash(): pass\n\n\nprint(Rest, Mail, Of)\n",
    }
    assert unused(tmp_path, files) == {
        "a.py": [
            *("Mail.handle_mail", "Rest.on_paste", "Rest.process_all", "on_get"),
            "phash",
        ]
    }


def test_what_parsers_and_servers_are_configured_with(tmp_path: Path) -> None:
    files = {
        "grammar.py": 't_PLUS = r"\\+"\nt_start = 1\n\n\ndef p_sum(p): pass\n\n\n'
        "class Lexer:\n    def t_error(self, t): pass\n\n    def t_more(self): pass\n",
        "deploy/gunicorn.conf.py": "workers = 2\n\n\ndef post_fork(server, w): pass\n",
        "app/gunicorn_config.py": "workers = 2\n",
        "app/gunicorn_app.py": "workers = 2\n",
    }
    assert unused(tmp_path, files) == {
        "app/gunicorn_app.py": ["workers"],
        "grammar.py": ["Lexer", "t_start"],
    }


def test_what_a_manual_may_name(tmp_path: Path) -> None:
    files = {
        "docs/shown.py": "def shown(): pass\n\n\ndef lost(): pass\n",
        "docs/hooks.py": "def on_pre_build(config): pass\n\n\ndef on_x(): pass\n",
        "a.py": (
            "class A:\n    def method(self): pass\n\n    def lost(self): pass\n\n\n"
            "def f(): pass\n\n\ndef g(): pass\n\n\ndef h(): pass\n\n\n"
            "def prose(): pass\n\n\nclass Bee: pass\n\n\nclass Sea: pass\n\n\n"
            "class Dee: pass\n\n\nclass Eff: pass\n"
        ),
        "docs/a.rst": (
            ".. literalinclude:: shown.py\n   :pyobject: shown\n\n"
            ".. autoclass :: a.A\n\n   .. py:method:: method(x)\n\nSo prose is.\n\n"
            ".. automodule:: a\n   :members: Bee,\n             Sea\n   :noindex:\n"
            "   :private-members:\n      Dee\n\nEff\n"
        ),
        "docs/b.md": "::: a.f\n\n```{autofunction} a.g\n```\n\n.. function:: h()\n",
    }
    found = unused(tmp_path, files)
    assert found == {
        "a.py": ["A.lost", "Eff", "prose"],
        "docs/hooks.py": ["on_x"],
        "docs/shown.py": ["lost"],
    }


def test_what_the_roles_of_a_manual_document(tmp_path: Path) -> None:
    names = (
        *("titled", "wrapped", "short", "called", "in_domain", "by_path", "in_myst"),
        *("in_text", "in_long_text", "literal", "in_title", "in_other_role"),
    )
    files = {
        "a.py": "".join(f"def {name}(): pass\n\n\n" for name in names),
        "docs/a.rst": (
            "* :func:`in_title <a.titled>`, :func:`over\n  lines <a.wrapped>`\n"
            "* :func:`~a.short`, :func:`called()`, :py:func:`in_domain`\n"
            "* :kw:func:`a.py::by_path`, ``literal``, :ref:`in_other_role`\n"
        ),
        "docs/b.md": "See {py:func}`a.in_myst` and `literal`.\n",
        "docs/c.txt": "See :func:`a.in_text`.\n",
        "docs/d.rst": "See :func:`a.in_long_text`.\n\n" + "More words.\n" * 10_000,
    }
    lost = ["in_other_role", "in_title", "literal"]
    assert unused(tmp_path, files) == {"a.py": lost}


def test_what_an_example_uses(tmp_path: Path) -> None:
    files = {
        "a.py": "".join(
            f"def {name}(): pass\n\n\n"
            for name in (
                *("in_rst", "in_text", "continued", "in_doctest", "said", "fenced"),
                *("in_myst", "in_block", "in_c", "behind", "after", "python"),
            )
        ),
        "README.md": (
            "```python\na.fenced()\n```\nbehind\n\n"
            "```{code-block} python\na.in_myst()\n```\n\n```c\nin_c();\n```\n"
        ),
        "docs/b.rst": (
            ".. code-block:: python\n   :linenos:\n\n   x = 1\n\n   a.in_block(x)\n\n"
            "after\n"
        ),
        "docs/a.rst": "Try it::\n\n    >>> a.in_rst()\n    said\n",
        "docs/a.txt": ">>> for x in a.in_text():\n...     continued(x)\nsaid\n",
        "tests/a.doctest": "Test\n====\n\n>>> in_doctest()\nsaid\n",
    }
    lost = ["after", "behind", "in_c", "python", "said"]
    assert unused(tmp_path, files) == {"a.py": lost}


def test_what_the_decorator_of_a_class_may_call(tmp_path: Path) -> None:
    body = "    def pause(self): pass\n\n\n"
    files = {
        "a.py": (
            "from dataclasses import dataclass\n\n"
            "from attrs import define\nfrom zope.interface import implementer\n\n"
            "from twisted.web.iweb import IBodyProducer\n\n\n"
            f"@implementer(IBodyProducer)\nclass Producer:\n{body}"
            f"@dataclass\nclass Plain:\n{body}@define\nclass Defined:\n{body}"
            "Producer()\nPlain()\nDefined()\n"
        ),
    }
    assert unused(tmp_path, files) == {"a.py": ["Defined.pause", "Plain.pause"]}


def test_what_the_class_above_may_register(tmp_path: Path) -> None:
    files = {
        "a.py": (
            "from abc import ABCMeta\n\n\nclass Registry(type): pass\n\n\n"
            "class Component(metaclass=Registry): pass\n\n\n"
            "class Plugin:\n    def __init_subclass__(cls): pass\n\n\n"
            "class Plain(metaclass=ABCMeta): pass\n"
        ),
        "b.py": (
            "from a import Component, Plain, Plugin\n\n\n"
            "class Macro(Component): pass\n\n\n"
            "class Own(Plugin):\n    def lost(self): pass\n\n\n"
            "class Lost(Plain): pass\n"
        ),
    }
    assert unused(tmp_path, files) == {"b.py": ["Lost", "Own.lost"]}


def test_what_a_class_of_another_project_may_know(tmp_path: Path) -> None:
    files = {
        "a.py": (
            "import threading\nfrom typing import Protocol\n\n"
            "from typing_extensions import TypedDict\n\n"
            "from framework import Extension\nfrom . import missing\n\n\n"
            "class Registered(Extension): pass\n\n\n"
            "class Below(Registered): pass\n\n\n"
            "class Unknown(missing.Base): pass\n\n\n"
            "class Error(Exception): pass\n\n\n"
            "class Worker(threading.Thread): pass\n\n\n"
            "class Options(TypedDict): pass\n\n\n"
            "class Like(Protocol): pass\n"
        )
    }
    lost = ["Error", "Like", "Options", "Worker"]
    assert unused(tmp_path, files) == {"a.py": lost}


def test_what_is_looked_for_below_a_class(tmp_path: Path) -> None:
    files = {
        "base.py": "class A: pass\n\n\nclass B: pass\n\n\nclass C: pass\n",
        "find.py": (
            "import base\nfrom base import B\n\n\ndef load(module):\n"
            "    for found in vars(module).values():\n"
            "        if issubclass(found, (base.A, dict)):\n"
            "            yield found\n    yield from B.__subclasses__()\n\n\n"
            "load(1)\n"
        ),
        "plugin.py": (
            "from base import A, B, C\n\n\nclass One(A): pass\n\n\n"
            "class Two(B): pass\n\n\nclass Three(C): pass\n"
        ),
    }
    assert unused(tmp_path, files) == {"plugin.py": ["Three"]}


def test_what_a_function_looks_for_below_the_class_that_it_is_given(
    tmp_path: Path,
) -> None:
    files = {
        "find.py": (
            "def all_subclasses(cls):\n    for found in cls.__subclasses__():\n"
            "        yield found\n        yield from all_subclasses(found)\n\n\n"
            "def lookup_subclass(module, cls):\n    return module, cls\n"
        ),
        "base.py": (
            "from find import all_subclasses, lookup_subclass\n\n\nclass A: pass\n\n\n"
            "class D: pass\n\n\nlookup_subclass(1, D)\n\n\n"
            "class B: pass\n\n\nclass C:\n    @classmethod\n    def all(cls):\n"
            "        return cls.__subclasses__()\n\n\n"
            "print(all_subclasses(A), B, C.all())\n"
        ),
        "plugin.py": (
            "from base import A, B, C, D\n\n\nclass One(A): pass\n\n\n"
            "class Two(B): pass\n\n\nclass Three(C): pass\n\n\nclass Four(D): pass\n"
        ),
    }
    assert unused(tmp_path, files) == {"plugin.py": ["Two"]}


def test_tests_for_classes_of_tests(tmp_path: Path) -> None:
    files = {
        "kit/mixin.py": (
            "class Used:\n    def test_it(self): pass\n\n    def other(self): pass\n"
            "\n\nclass Own:\n    def test_it(self): pass\n\n\nOwn()\n"
        ),
        "tests/test_it.py": "import kit.mixin\n\n\nclass TestIt(kit.mixin.Used): ...\n",
    }
    assert unused(tmp_path, files) == {"kit/mixin.py": ["Own.test_it", "Used.other"]}


def test_what_a_template_of_any_kind_names(tmp_path: Path) -> None:
    files = {
        "card.py": (
            "class Card:\n    @property\n    def title(self): pass\n\n"
            "    def fields(self): pass\n\n    def lost(self): pass\n\n\nCard()\n"
        ),
        "templates/card.md": "# {{ card.title }}\n{% for f in card.fields() %}lost",
    }
    assert unused(tmp_path, files) == {"card.py": ["Card.lost"]}


def test_what_a_computed_name_may_mean(tmp_path: Path) -> None:
    files = {
        "base.py": (
            "class Base:\n"
            "    def run(self, name): return getattr(self, f'on{name}')()\n"
            "\n    def on_start(self): pass\n"
        ),
        "derived.py": (
            "from base import Base\n\n\n"
            "class Derived(Base):\n    def on_end(self): pass\n\n\n"
            "class Other:\n    def on_end_of_other(self): pass\n\n\n"
            "Derived().run('_end')\nOther()\n"
        ),
        "handlers.py": "def on_click(): pass\n",
        "own.py": "def found(): pass\n\n\ndef get(x): return globals()[x]\n",
        "itself.py": (
            "import sys\n\n\ndef make_it(): pass\n\n\n"
            "getattr(sys.modules[__name__], '{}_it'.format(sys.argv[1]))()\n"
        ),
        "run.py": "place = 'here'\nprint('run {place}'.format(**locals()))\n",
        "call.py": "import handlers\n\ngetattr(handlers, handlers.__name__)()\n",
        "typed.py": (
            "class One:\n    def go_one(self): pass\n\n\n"
            "class Two(One):\n    def go_two(self): pass\n\n\n"
            "class Three:\n    def go_three(self): pass\n\n\n"
            "def call(it: One | None, other: Three, begin, name):\n"
            "    key = begin + name\n    return getattr(it, key)(other)\n\n\n"
            "call(Two(), Three(), 'go_', 'two')\n"
        ),
    }
    assert unused(tmp_path, files) == {
        "derived.py": ["Other.on_end_of_other"],
        "typed.py": ["Three.go_three"],
    }


def test_what_a_computed_name_may_mean_of_any_object(tmp_path: Path) -> None:
    files = {
        "shells.py": (
            "class Shells:\n    def enter_zsh(self): pass\n\n"
            "    def exit_zsh(self): pass\n\n    def _own(self): pass\n\n\nShells()\n"
        ),
        "commands/add.py": "class AddCommand: pass\n\n\nclass Adder: pass\n",
        "a.py": (
            "from importlib import import_module\n\n\n"
            "class A:\n    def run(self, name):\n"
            "        getattr(self.shells, f'enter_{name}')()\n"
            "        getattr(self.shells, '_' + name)()\n\n\n"
            "def load(name):\n    module = import_module('commands.' + name)\n"
            "    return getattr(module, name.title() + 'Command')\n\n\n"
            "A().run(load('add'))\n"
        ),
    }
    # What only begins with an underscore says too little.
    assert unused(tmp_path, files) == {
        "commands/add.py": ["Adder"],
        "shells.py": ["Shells._own", "Shells.exit_zsh"],
    }


def test_what_a_computed_name_may_mean_of_a_class_that_is_handed_over(
    tmp_path: Path,
) -> None:
    files = {
        "reader.py": (
            "class Reader:\n    def __init__(self, cls):\n        self.cls = cls\n\n"
            "    def read(self, line):\n        made = self.made = self.cls()\n"
            "        getattr(self.made, line.lower())(made)\n\n\n"
            "def run(cls, line):\n    return getattr(cls, line)()\n\n\n"
            "def check(cls):\n    return cls\n"
        ),
        "users.py": (
            "from reader import Reader, check, run\n\n\n"
            "class Base:\n    def key(self, made): pass\n\n\n"
            "class Creator(Base):\n    def user(self, made): pass\n\n\n"
            "class Job:\n    def start(self): pass\n\n\n"
            "class Made:\n    def lost(self): pass\n\n\n"
            "class Checked:\n    def lost(self): pass\n\n\n"
            "class Apart:\n    def lost(self): pass\n\n\n"
            "def load(line):\n    Reader(Creator).read(line)\n\n\n"
            "def work(line):\n    made = Made(), Apart\n    print(made)\n"
            "    return run(\n        Job,\n        line,\n    ), made\n\n\n"
            "def look():\n    return check(Checked)\n\n\n"
            "load(work(look()))\n"
        ),
    }
    assert unused(tmp_path, files) == {
        "users.py": ["Apart.lost", "Checked.lost", "Made.lost"]
    }


def marked(html: str) -> int:
    """Return how many entries of lists are marked as without a known use."""
    return len(re.findall(r'data-kw="[a-t]*u', html))


FILES = {
    "pkg/__init__.py": "",
    "pkg/a.py": "def used(): pass\n\n\ndef lost(): pass\n",
    "pkg/b.py": "from pkg.a import used\n\n\ndef run():\n    used()\n\n\nrun()\n",
    "pkg/sub/__init__.py": "",
    "pkg/sub/c.py": (
        "from pkg import a\n\n\ndef lonely():\n    a.used()\n    a.used()\n"
    ),
}


def test_pages_say_so(make_project: Make) -> None:
    project = make_project(FILES)
    built = project.build()
    html = built.text("code/pkg/a.py_kw")
    assert re.findall(r'data-kw="(.*?)"', html) == ["pn1", "pnu1"]
    assert "lost no use found line 4" in built.body("code/pkg/a.py_kw")
    assert marked(built.text("code/keywords"))
    assert marked(built.text("code/pkg/sub_"))
    outline = built.text("code/pkg/a.py_docs")
    assert '<div class="kw-users">no use found</div>' in outline
    folder = built.body("code/pkg/doc")
    assert "a caller and what it calls. b.py a.py (1) sub/ a.py (1)" in folder
    assert "getattr with computed names. public names in packages" in folder
    assert "other projects may use a.py lost sub/c.py lonely" in folder
    built.check_links()
    markdown = project.build("markdown").text("code/pkg/doc.md")
    assert "- [`sub/`](sub/index.md) — [a.py (1)](a.py_docs.md)\n" in markdown
    assert "- [`a.py`](a.py_docs.md) — [`lost`](a.py_docs.md#def-lost)\n" in markdown


def test_what_others_wrote_is_neither_unused_nor_a_start(make_project: Make) -> None:
    guard = "def lost(): pass\n\n\nif __name__ == '__main__':\n    print()\n"
    project = make_project(FILES | {"pkg/_vendor/other.py": guard, "run.py": guard})
    built = project.build()
    folder = built.body("code/pkg/doc")
    assert "a.py lost" in folder
    assert "other.py lost" not in folder
    assert "__main__ guard" not in folder
    assert "has a __main__ guard" in built.body("code/index")


def test_an_edit_is_noticed(make_project: Make) -> None:
    project = make_project(FILES)
    project.build()
    project.write({"pkg/b.py": FILES["pkg/b.py"] + "from pkg.a import lost\nlost()\n"})
    built = project.build()
    assert not marked(built.text("code/pkg/a.py_kw"))
    assert "no use found" not in built.body("code/pkg/a.py_docs")
    assert "a.py lost" not in built.body("code/pkg/doc")
    project.write({"pkg/b.py": FILES["pkg/b.py"]})
    assert "a.py lost" in project.build().body("code/pkg/doc")


def test_other_edits_that_count(make_project: Make) -> None:
    project = make_project({"a.py": "def lost():\n    pass\n", "b.py": "y = 1\n"})
    page = "code/a.py_kw"
    assert marked(project.build().text(page))
    project.write({"a.py": "import x\n\n\n@x.register\ndef lost():\n    pass\n"})
    assert not marked(project.build().text(page))
    project.write({"a.py": "__all__ = ['lost']\n\n\ndef lost():\n    pass\n"})
    assert not marked(project.build().text(page))
    project.write({"a.py": "# Moved.\ndef lost():\n    pass\n"})
    assert marked(project.build().text(page))
    project.write({"b.py": "y = 1\n\n\ndef more():\n    pass\n"})
    assert marked(project.build().text("code/b.py_kw")) == 2
    project.write({"a.py": "def lost():\n    pass\n", "b.py": "y = 'lost'\n"})
    assert not marked(project.build().text(page))
