"""What the files say together does not depend on the order of sets.

That order is another one in each run of Python, and pages of later builds have to be
those of a clean one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import json, sys
from pathlib import Path
from trees import surveyed

root = Path(sys.argv[1])
code = surveyed(root, json.loads(Path(sys.argv[2]).read_text()))
tables = "link reference use base test cycle pointer related".split()
rows = {
    name: sorted(map(repr, code.store.select(f"SELECT * FROM {name}")))
    for name in tables
}
assert all(rows.values()), [name for name in tables if not rows[name]]
print(json.dumps(rows))
"""
# Two files that share names with the first one: as many, each with as many users, so
# that they are as near and only the last bit of a sum could tell them apart.
SHARED = (3, 5, 7, 9, 11, 13)


def _files() -> dict[str, str]:
    sides = {"left": "b_left", "right": "c_right"}
    names = [f"{side}_{number}" for side in sides for number in SHARED]
    files = {
        "app/__init__.py": '"""Offers names."""\nfrom .names import *\n',
        "app/names.py": "".join(f"def {name}(): ...\n" for name in names),
        "app/a.py": f"from app.names import {', '.join(names)}\n"
        + "".join(f"{name}()\n" for name in names),
        "app/loop.py": "import app.round\n\n\nclass Loop(app.round.Round): ...\n",
        "app/round.py": "import app.loop\n\n\nclass Round: ...\n",
        "app/test_app.py": "from app.round import Round\n\n\n"
        "def test_round():\n    Round()\n",
        "README.md": "See [names](app/names.py).\n",
    }
    for side, path in sides.items():
        own = [f"{side}_{number}" for number in SHARED]
        files[f"app/{path}.py"] = f"from app.names import {', '.join(own)}\n" + "".join(
            f"{name}()\n" for name in own
        )
        for number in SHARED:
            name = f"{side}_{number}"
            for more in range(number - 2):
                text = f"from app.names import {name}\n{name}()\n"
                files[f"users/{name}_{more}.py"] = text
    return files


def test_two_runs_say_the_same(tmp_path: Path) -> None:
    files = tmp_path / "files.json"
    files.write_text(json.dumps(_files()))
    said = set()
    paths = [str(Path(__file__).parent), str(Path(__file__).parents[1])]
    for seed in range(2):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(tmp_path / str(seed)), str(files)],
            check=True,
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "PYTHONHASHSEED": str(seed),
                "PYTHONPATH": os.pathsep.join(paths),
            },
        )
        said.add(run.stdout)
    assert len(said) == 1
