"""Judges what ``kwindex diff`` says of two versions, by griffe and by importing them.

    python benchmarks/check_diff.py REPOSITORY OLD NEW PACKAGE [--source src]

OLD and NEW are revisions. What griffe's check finds is looked for among the changes
that the map tells; what the map says is gone is looked for in both versions, which are
imported (in processes of their own), so use this for code that you trust. Needs griffe
and what the package imports. griffe compares a class with all that it inherits, and
gives up where an alias leads out of a module, so it is asked module by module; what it
says is gone although both versions have it is counted apart.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import griffe

_IMPORT = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
exec(sys.argv[2])
def look(parts):
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError as error:
            if ".".join(parts[:end]).startswith(error.name or "?"):
                continue
            return "cannot be imported"
        except (Exception, SystemExit):
            return "cannot be imported"
        try:
            for part in parts[end:]:
                found = getattr(found, part)
        except AttributeError:
            return "gone"
        return "there"
    return "gone"
print(json.dumps({name: look(name.split(".")) for name in json.load(sys.stdin)}))
"""


def claims(root: Path, old: str, new: str, cache: Path) -> list[dict[str, Any]]:
    """Return the changes that the map tells."""
    command = [sys.executable, "-m", "sphinxcontrib_kwindex", "diff", old, new]
    command += ["--json", "-C", str(root), "--cache", str(cache)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    changes: list[dict[str, Any]] = json.loads(done.stdout)["changes"]
    return changes


def found_by_griffe(old: Path, new: Path, package: str) -> Iterator[tuple[str, str]]:
    """Yield kind and dotted name of what griffe says breaks."""
    before, after = (load(folder, package) for folder in (old, new))
    pairs = []
    pending = [before]
    while pending:
        module = pending.pop()
        pending += [it for it in module.members.values() if is_module(it)]
        other = after
        try:
            for part in module.path.split(".")[1:]:
                other = other.members[part]
            pairs.append((module, other))
        except KeyError:
            yield "module removed", module.path
    for module, other in pairs:
        for side in (module, other):
            for name, member in list(side.members.items()):
                if is_module(member) or not resolves(member):
                    del side.members[name]
    for module, other in pairs:
        with suppress(griffe.AliasResolutionError):
            for one in griffe.find_breaking_changes(module, other):
                yield one.kind.value, one.obj.path


def load(folder: Path, package: str) -> Any:
    """Return a package as griffe sees it."""
    loader = griffe.GriffeLoader(search_paths=[folder])
    try:
        loaded = loader.load(package)
    except griffe.AliasResolutionError:
        sys.exit(f"griffe cannot read {package}")
    loader.resolve_aliases(implicit=True, external=False)
    return loaded


def is_module(member: Any) -> bool:
    """Tell whether a member is a module of its own."""
    return not member.is_alias and member.is_module


def resolves(member: Any) -> bool:
    """Tell whether it is known what a member is."""
    with suppress(griffe.AliasResolutionError, griffe.CyclicAliasError):
        return not member.is_alias or bool(member.final_target)
    return False


def imported(folder: Path, names: list[str], first: str) -> dict[str, str]:
    """Return of each name whether it can be had from a version.

    :param first: code that is run before.
    """
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _IMPORT, str(folder), first],
        input=json.dumps(names),
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def told(changes: list[dict[str, Any]], source: str) -> set[str]:
    """Return the dotted names that changes are told of."""
    names: set[str] = set()
    for change in changes:
        names.update(change["public"])
        for side in filter(None, (change["old"], change["new"])):
            path = side["path"].removeprefix(f"{source}/").removesuffix(".py")
            module = path.replace("/", ".").removesuffix(".__init__")
            names.add(f"{module}.{side['qualname']}".rstrip("."))
            if change["kind"] == "class" and change["breakages"]:
                # What its fields make of it.
                names.add(f"{module}.{side['qualname']}.__init__")
            names.update(
                f"{module}.{side['qualname']}.{one['name']}"
                for one in change["breakages"]
            )
    return names


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("root", "old", "new", "package"):
        parser.add_argument(name)
    parser.add_argument("--source", default=".")
    parser.add_argument("--first", default="", help="code to run before importing")
    arguments = parser.parse_args()
    root, revisions = Path(arguments.root), (arguments.old, arguments.new)
    with tempfile.TemporaryDirectory() as scratch:
        folders = [Path(scratch) / side for side in ("old", "new")]
        for folder, revision in zip(folders, revisions, strict=True):
            folder.mkdir()
            archive = ["git", "-C", str(root), "archive", revision]
            content = subprocess.run(archive, capture_output=True, check=True).stdout
            subprocess.run(["tar", "x", "-C", folder], input=content, check=True)
        old, new = (folder / arguments.source for folder in folders)
        changes = claims(root, *revisions, Path(scratch) / "cache")
        known = told(changes, arguments.source)
        theirs = sorted(set(found_by_griffe(old, new, arguments.package)))
        names = [name for _, name in theirs]
        gone = sorted(
            one["name"]
            for change in changes
            for one in change["breakages"]
            if one["rule"] == "removed"
        )
        asked = sorted({*names, *gone})
        sides = [imported(it, asked, arguments.first) for it in (old, new)]
    outcome: Counter[str] = Counter()
    for kind, name in theirs:
        state = tuple(side[name] for side in sides)
        if name in known or any(name.startswith(f"{it}.") for it in gone):
            outcome["told"] += 1
        elif "removed" in kind and state == ("there", "there"):
            outcome["in both versions"] += 1
        else:
            outcome["not told"] += 1
            print(f"not told: {name}: {kind} ({state[0]}, {state[1]})")
    print(f"griffe's {len(theirs)}: {dict(outcome)}")
    states = Counter(tuple(side[name] for side in sides) for name in gone)
    for name in gone:
        if [side[name] for side in sides] == ["there", "there"]:
            print(f"not gone: {name}")
    print(f"said to be gone: {len(gone)}: {dict(states)}")


if __name__ == "__main__":
    main()
