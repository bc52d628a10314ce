"""Has the lists for programs written, ``llms.txt``."""

from __future__ import annotations

from sphinx.application import Sphinx

from ..documents.twins import LIST, twins_of
from ..setup.build_state import build_state
from ..setup.messages import warn


def build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the lists, when all others have written theirs."""
    twins, code = twins_of(app.env), build_state(app).code
    if exception is not None or twins is None or code is None:
        return
    # It takes long to import; most builds have no twins.
    from .llms_lists import write_lists

    try:
        write_lists(app, twins, code)
    except OSError as error:
        warn(f"{LIST} could not be written: {error}", subtype="export")
