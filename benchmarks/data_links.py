"""The addresses that scripts make of the data below ``_kwindex/``.

What they do is repeated here on purpose: ``kwindex-names.js`` makes addresses of names,
``kwindex-uses.js`` those of cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

DATA = "_kwindex"
_CALL = re.compile(r"kwindexData\((.*)\);\s*", re.DOTALL)


def data_links(site: Path) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield for each link its data file, the page, and ids of which the page has one.

    Pages are paths below *site*, or of a folder. Without ids the page has to be there.
    """
    for file in sorted(filter(Path.is_file, (site / DATA).rglob("*.js"))):
        name = file.relative_to(site).as_posix()
        key, value = data(file)
        if name != f"{DATA}/{key}.js":
            yield name, f"{DATA}/{key}.js", ()
        if key == "names":
            for part, _ in value[1]:
                yield name, f"{DATA}/{part}.js", ()
        links = ()
        if key.startswith("names/"):
            links = _names(value)
        elif key.startswith("pages/"):
            links = _card(site, key.removeprefix("pages/"), value)
        for address, *ids in links:
            page, sign, fragment = address.partition("#")
            wanted = (unquote(fragment),) if fragment else () if sign else tuple(ids)
            yield name, unquote(page), wanted


def data(file: Path) -> tuple[str, Any]:
    """Return key and value of a file of data."""
    call = _CALL.fullmatch(file.read_text("utf-8"))
    if call is None:
        raise ValueError(f"{file} is no call of kwindexData")
    key, value = json.loads(f"[{call[1]}]")
    return key, value


def page_of(site: Path, key: str) -> str:
    """Return the page to which data belong: its path, or that of its folder."""
    return f"{key}.html" if (site / f"{key}.html").is_file() else f"{key}/"


def id_of(qualname: str) -> str:
    """Return the id of a definition, without what stands before it."""
    plain = qualname.replace(".<locals>.", "..").replace("::", ".")
    return re.sub(
        r"[^\w.\xa0-\U0010ffff]|[\s\u2028-\u202e\u2066-\u2069\U000e0000-\U000e007f]",
        lambda found: f"-{ord(found[0]):x}-",
        plain,
    )


def _names(rows: Any) -> Iterator[tuple[str, ...]]:
    for _, address, definitions, *documentation in rows:
        yield (address,)
        yield from ((one,) for one in documentation)
        for definition in definitions:
            entry, anchor = (
                (definition, "") if isinstance(definition, str) else definition
            )
            entry = anchor or f"def-{id_of(re.sub('^[0-9]+[+-]', '', entry))}"
            # kwindex.js goes on to the description where there is no such place.
            yield address, entry.replace("def-", "src-"), entry


def _card(site: Path, key: str, value: Any) -> Iterator[tuple[str, ...]]:
    _, has, files, definitions, importers = value
    lines = has & 1

    def described(entry: str) -> tuple[str, ...]:
        return (entry if has & 2 else entry.replace("def-", "src-"),) if has else ()

    page = page_of(site, key)
    yield (page,)
    if any(not 0 <= file < len(files) for file in importers):
        raise ValueError(f"{key}: a file that imports it is not there")
    for _, address, _ in files:
        if address:
            yield (address,)
    for definition in definitions:
        _, qualname, anchor, line, *more = definition[:13]
        uses, _, (_, tests), possible, derived = more[-5:]
        yield page, *described(anchor or f"def-{id_of(qualname)}")
        if lines:
            yield page, f"L{line}"
        for file, places in uses:
            if address := files[file][1]:
                for around, number, *_ in places:
                    entry = described(f"def-{id_of(around)}") if around else ()
                    yield address, *((f"L{number}",) if lines else entry)
        for file, name, _ in tests:
            if address := files[file][1]:
                yield address, *described(f"def-{id_of(name)}")
        for *_, address in possible:
            if address:
                yield (address,)
        for file, name, other in derived:
            if address := files[file][1]:
                yield address, *described(other or f"def-{id_of(name)}")
