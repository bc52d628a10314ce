"""Tables that are data, in files beside the modules that read them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def data_beside(module: str) -> dict[str, Any]:
    """Return what the file in TOML says that is called as a module.

    :param module: the path of the module, its ``__file__``.
    """
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))
