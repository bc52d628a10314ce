"""Two clean builds are the same, wherever and however they are made."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from projects import Project, assert_same, contents

FILES: dict[str, str | bytes] = {
    "README.md": "# Shop\n\nSells [things](shop/part0.py).\n",
    "data.bin": bytes(range(256)),
    "pyproject.toml": '[project]\nname = "shop"\ndependencies = ["b", "a>=1"]\n',
    **{
        f"shop/part{number}.py": (
            f'"""Part {number}."""\n\nimport abc\nimport os\n'
            f"from shop.part{(number + 1) % 5} import f as g\n\n\n"
            f"class C{number}(abc.ABC):\n    def m(self):\n        return g, os\n\n\n"
            'def f():\n    """Return `m` of a thing."""\n    return {"b", "a"}\n'
        )
        for number in range(5)
    },
    "tests/test_shop.py": (
        "import pytest\n\nfrom shop.part0 import C0\nfrom shop.part1 import f\n\n\n"
        "@pytest.fixture\ndef c():\n    return C0()\n\n\n"
        "def test_f(c):\n    assert f()\n"
    ),
}
DOCS = {
    "index.rst": (
        "Manual\n======\n\n.. index:: shop, Shop\n\n.. kwfile:: shop/part0.py\n\n"
        ":kw:class:`C1` and :kw:folder:`shop`.\n"
    )
}
PROGRAM = """
import sys
from sphinx.cmd.build import build_main
docs, base, jobs = sys.argv[1:]
for builder in ("html", "markdown"):
    arguments = ["-q", "-b", builder, "-j", jobs, "-d", base + "/doctrees"]
    if build_main([*arguments, docs, f"{base}/out/{builder}"]):
        sys.exit(1)
"""


def test_clean_builds_are_the_same(
    make_project: Callable[..., Project], tmp_path: Path
) -> None:
    outs = []
    for number, (seed, jobs) in enumerate([("1", "1"), ("333", "4")]):
        # The name of the folder does not count, where that is no package.
        root = make_project(FILES, DOCS).repo.rename(tmp_path / f"checkout{seed}")
        base = tmp_path / ("deeper/" * number) / f"base{seed}"
        work = tmp_path / f"work{seed}"
        work.mkdir()
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "SOURCE_DATE_EPOCH": "1600000000",
            "PYTHONPATH": str(Path(__file__).resolve().parents[1]),
            "TZ": ["UTC", "Asia/Tokyo"][number],
        }
        command = [sys.executable, "-c", PROGRAM, root / "docs", base, jobs]
        subprocess.run(command, check=True, cwd=work, env=environment)
        outs.append(base / "out")
    assert len(contents(outs[0])) > 60
    for out in outs[1:]:
        assert_same(out, outs[0])
