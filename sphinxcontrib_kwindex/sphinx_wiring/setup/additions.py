"""What other packages and ``conf.py`` add to one build: sections, detectors, exports.

Each belongs to the application that it was added to. One that is wrong, or that fails,
is a warning with its name, and the pages are built without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ConfigError

from ...exports.export import EXPORTS, Export
from ...model.errors import described
from ...model.facts import FileFacts
from ...model.name_rule import NameRule
from ...pages.page_context import Context
from ...pages.sections import SECTIONS
from ...pages.sections.section import Section, own_facts
from .build_state import build_state
from .messages import Subtype, warn

T = TypeVar("T")

_PACKAGE: Final = "sphinxcontrib_kwindex"


@dataclass
class Additions:
    """What was added to one application."""

    sections: dict[str, Section] = field(default_factory=dict)
    """By id."""
    detectors: list[NameRule] = field(default_factory=list)
    exports: dict[str, Export] = field(
        default_factory=lambda: {export.name: export for export in EXPORTS}
    )
    """By name, with our own."""


def additions(app: Sphinx) -> Additions:
    """Return what was added to an application."""
    # An extension may be loaded before this one.
    app.setup_extension(_PACKAGE)
    return build_state(app).shared(Additions, Additions)


def add_section(app: Sphinx, section: Section) -> None:
    """Add a section to the documentation of files, behind those that are there.

    What is no section, or has the title of another one, is a warning.

    :param app: the application, in the ``setup`` of an extension or of ``conf.py``.
    :param section: what is added.
    """
    added = additions(app).sections
    if not isinstance(section, Section):
        _refuse(f"{section!r} is not a Section", subtype="section")
    elif not section.id or section.id in SECTIONS or section.id in added:
        _refuse(f"section {section.title!r} already exists", subtype="section")
    else:
        added[section.id] = _guarded(section)


def add_detector(app: Sphinx, detector: Mapping[str, object]) -> None:
    """Add an idiom that is looked for, as a row of ``kwindex_idioms`` does.

    A row that is wrong is a warning.

    :param app: the application, in the ``setup`` of an extension or of ``conf.py``.
    :param detector: a ``name``, and ``bases``, ``decorators`` or ``calls``: lists of
        dotted names.
    """
    try:
        additions(app).detectors.append(name_rule(detector, "add_detector"))
    except ConfigError as error:
        _refuse(str(error), subtype="detector")


def add_export(app: Sphinx, export: Export) -> None:
    """Add an export, which runs where ``kwindex_exports`` names it.

    What is no export, or has the name of another one, is a warning.

    :param app: the application, in the ``setup`` of an extension or of ``conf.py``.
    :param export: what is added.
    """
    added = additions(app).exports
    if not isinstance(export, Export):
        _refuse(f"{export!r} is not an Export", subtype="export")
    elif export.name in added:
        _refuse(f"export {export.name!r} already exists", subtype="export")
    else:
        added[export.name] = export


def _refuse(reason: str, *, subtype: Subtype) -> None:
    warn(f"{reason}; it is not added", subtype=subtype)


def name_rule(row: object, origin: str) -> NameRule:
    """Return a detector as a row of the table of patterns.

    :param origin: where it was given, for a message.
    :raises ConfigError: for anything but a name with bases, decorators or calls.
    """
    lists = ("bases", "decorators", "calls")
    if (
        not isinstance(row, Mapping)
        or not row.get("name")
        or row.keys() - {"name", *lists}
        or not any(row.get(key) for key in lists)
        or not all(_are_texts(row.get(key, ())) for key in lists)
    ):
        raise ConfigError(
            f"{origin}: {row!r} is not a dictionary with a 'name' and lists of names:"
            " 'bases', 'decorators' or 'calls'"
        )
    bases, decorators, calls = (tuple(row.get(key, ())) for key in lists)
    return NameRule(str(row["name"]), bases, decorators, calls)


def _are_texts(given: object) -> bool:
    return isinstance(given, list | tuple) and all(
        isinstance(item, str) for item in given
    )


def _guarded(section: Section) -> Section:
    """Return a section that is left out where it fails, with one warning."""
    warned: set[str] = set()

    def guard(call: Callable[..., T], otherwise: Callable[[], T]) -> Callable[..., T]:
        def guarded(*args: Any) -> T:
            try:
                return call(*args)
            except Exception as error:
                if not warned:
                    about = args[-1]
                    path = about.type if isinstance(about, FileFacts) else about
                    warned.add(path)
                    warn(
                        f"the section {section.title!r} failed for {path}"
                        f" ({described(error)}); pages are built without it",
                        subtype="section",
                    )
                return otherwise()

        return guarded

    def body(context: Context, path: str) -> list[nodes.Node]:
        # What has no inputs would not be made again.
        section.inputs(context.code, path)
        # Other things than nodes would fail later.
        return list(nodes.container("", *section.body(context, path)).children)

    inputs = section.inputs
    if inputs is not own_facts:
        inputs = guard(inputs, lambda: "failed")
    applies = guard(section.applies, bool)
    return replace(section, applies=applies, inputs=inputs, body=guard(body, list))
