"""Check what overrides what, and what derives from what, with Python itself as judge.

The packages are imported by the interpreter that has them, every module that can be
imported. Of each class of theirs its method resolution order and the names in its body
are taken (`__mro__`, `vars`), and compared with what the pages are made of: which
definition a name of a class redefines, and what derives from a class. What differs is
told by its cause. Only classes of which both know are compared. A ``TypedDict`` has
lost its bases by then; that it has their keys tells them. Where a decorator returned a
class of C in place of that in the source, what derives from it is counted apart.

    python benchmarks/check_overrides.py --python .venv/bin/python sympy twisted

Django's models need settings with its applications, and ``DJANGO_SETTINGS_MODULE``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

if __name__ == "__main__":
    # The checkout that this script stands in is what is checked.
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sphinxcontrib_kwindex.codemap.class_members import OF_EACH_CLASS, is_mangled
from sphinxcontrib_kwindex.codemap.code_map import CodeMap
from sphinxcontrib_kwindex.links.inheritance import Base, OneOf, Unresolved
from sphinxcontrib_kwindex.links.link_all import link_tree
from sphinxcontrib_kwindex.links.places import External, Target
from sphinxcontrib_kwindex.scan.scan import SourceFile
from sphinxcontrib_kwindex.store.database import Store
from sphinxcontrib_kwindex.store.ingest import ingest

#: Runs in the interpreter that has the package, and prints what that knows.
_ASK: Final = r"""
import contextlib, gc, importlib, io, json, os, pathlib, sys, warnings
warnings.simplefilter("ignore")
name, answer = sys.argv[1:]
package = importlib.import_module(name)
root = pathlib.Path(package.__file__).parent
if os.environ.get("DJANGO_SETTINGS_MODULE"):
    importlib.import_module("django").setup()
files, places, failed = {}, {}, []
for file in sorted(root.rglob("*.py")):
    path = file.relative_to(root)
    parts = [name, *path.with_suffix("").parts]
    if parts[-1] == "__init__":
        parts.pop()
    module = ".".join(parts)
    if parts[-1] in {"__main__", "conftest"}:
        continue
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            importlib.import_module(module)
        except BaseException:
            failed.append(module)
    found = pathlib.Path(getattr(sys.modules.get(module), "__file__", None) or "")
    # Compiled, it stands beside its source: "a.cpython-311-x86_64-linux-gnu.so".
    if (found.parent, found.name.partition(".")[0]) == (file.parent, file.stem):
        files[module] = places[str(file)] = path.as_posix()
classes = []
def key(cls):
    # Some name another module in __module__, or none; functions know where they stand.
    found = [files[cls.__module__]] if cls.__module__ in files else []
    for name, value in vars(cls).items():
        # What stands in for another may raise anything when it is asked.
        with contextlib.suppress(Exception):
            value = getattr(value, "__func__", getattr(value, "fget", value))
            if getattr(value, "__qualname__", "") == f"{cls.__qualname__}.{name}":
                file = getattr(getattr(value, "__code__", None), "co_filename", "")
                if file in places:
                    found.append(places[file])
    return [found, cls.__qualname__]
for cls in gc.get_objects():
    # What stands in for another says that it is an instance of that.
    if issubclass(type(cls), type) and vars(cls).get("__module__") in files:
        # Of a class that was replaced by a copy of it the copy counts.
        mro = [key(above) for above in cls.__mro__]
        bodies = [sorted(vars(above)) for above in cls.__mro__]
        bases = [key(base) for base in cls.__bases__]
        # Of the bases of a TypedDict only their annotations are kept.
        items = list(cls.__annotations__) if hasattr(cls, "__total__") else None
        classes.append([mro, bodies, bases, items])
pathlib.Path(answer).write_text(json.dumps([str(root), failed, classes]))
sys.stdout.flush()
os._exit(0)
"""


class Judge(NamedTuple):
    """A class as Python knows it."""

    order: tuple[Target, ...]
    """Its method resolution order; the path is empty where it is of others."""
    bodies: tuple[frozenset[str], ...]
    """The names in these classes."""
    bases: tuple[Target, ...]
    items: frozenset[str] | None
    """The keys of a ``TypedDict``."""


def ask(python: Path, package: str) -> tuple[Path, list[str], list[list[list[Any]]]]:
    """Return where a package is, which of its modules fail, and its classes."""
    with tempfile.NamedTemporaryFile(suffix=".json") as answer:
        subprocess.run(
            [python, "-c", _ASK, package, answer.name], check=True, timeout=1800
        )
        root, failed, classes = json.loads(Path(answer.name).read_bytes())
    return Path(root), failed, classes


def code_map(root: Path, folder: Path) -> CodeMap:
    """Return what is known of a tree from its source."""
    store = Store(folder / "store.sqlite", print)
    files = [
        SourceFile(path.relative_to(root).as_posix(), path)
        for path in sorted([*root.rglob("*.py"), *root.rglob("*.pyi")])
    ]
    ingest(
        store,
        files,
        skip=lambda _path, _definition: False,
        skip_digest="",
        progress=iter,
    )
    link_tree(store, root, root.name)
    return CodeMap(store, root)


class Comparison:
    """What the pages say of a package beside what Python says."""

    def __init__(self, code: CodeMap, classes: list[list[list[Any]]]) -> None:
        self._code = code
        self._definitions = {
            Target(path, one.qualname): one
            for path in sorted(code.parsed)
            for one in code.facts(path).definitions
            if one.kind == "class"
        }
        self._judged: defaultdict[Target, list[Judge]] = defaultdict(list)
        for order, bodies, bases, items in classes:
            above: dict[Target, None] = {}
            for cls in order:
                # What a call makes may have the name of the class that it is a base of.
                target = self._target(*cls)
                above[Target("", str(len(above))) if target in above else target] = None
            judge = Judge(
                tuple(above),
                tuple(map(frozenset, bodies)),
                tuple(self._target(*base) for base in bases),
                None if items is None else frozenset(items),
            )
            self._judged[judge.order[0]].append(judge)
        self.counts: Counter[str] = Counter()
        self.wrong: defaultdict[str, list[str]] = defaultdict(list)
        self.missed: defaultdict[str, list[str]] = defaultdict(list)

    def _target(self, paths: list[str], qualname: str) -> Target:
        """Return where a class is defined, of the files in which it may be."""
        targets = [Target(path, qualname) for path in paths]
        defined = [target for target in targets if target in self._definitions]
        return next(iter(defined or targets), Target("", qualname))

    def compare(self) -> None:
        """Compare all classes that are defined once."""
        definitions = self._definitions
        for cls, several in sorted(self._judged.items()):
            if cls not in definitions:
                self.counts["classes without a class statement"] += 1
            elif len(several) > 1 or len(definitions[cls].lines) > 1:
                self.counts["classes of one name"] += 1
            else:
                self.counts["classes"] += 1
                self._overrides(cls, several[0])
                self._subclasses(cls, several[0], known=definitions)

    def _overrides(self, cls: Target, judge: Judge) -> None:
        said = self._code.class_members.redefined(cls)
        own = self._code.class_members.of_class(cls)
        for name in sorted({*said, *judge.bodies[0]} - OF_EACH_CLASS):
            if is_mangled(name):
                continue
            expected = next(
                (
                    above
                    for above, body in zip(
                        judge.order[1:], judge.bodies[1:], strict=True
                    )
                    if name in body
                ),
                None,
            )
            if name not in judge.bodies[0]:
                cause, expected = "not in the class at run time", None
            elif name not in own or not own[name].bound:
                # A metaclass or a decorator made it, and nothing is said of it.
                self.counts["names made at run time"] += bool(
                    expected and expected.path
                )
                continue
            else:
                cause = self._cause(cls, name, judge, expected)
            redefined = said.get(name)
            here = redefined.base if redefined else None
            if expected is not None and not expected.path:
                expected = None
            self.counts["overrides"] += expected is not None
            if redefined and redefined.conditional:
                self.counts["said to depend on a condition"] += 1
            elif here != expected:
                if self._is_replaced(judge, here):
                    self.counts["names of classes that others replace"] += 1
                    continue
                text = f"{_shown(cls)}.{name}: {_shown(here)}, not {_shown(expected)}"
                (self.missed if here is None else self.wrong)[cause].append(text)

    def _cause(
        self, cls: Target, name: str, judge: Judge, expected: Target | None
    ) -> str:
        order = self._code.class_hierarchy.order_of_lookup(*cls)
        known = len(list(self._code.class_hierarchy.known_ancestors(*cls)))
        if known < len(order) - 1:
            # What comes after the first that is not known does not matter.
            before = order[1 : known + 2]
            return _why(before, "a class of another project comes before")
        in_tree = [base for base in order if isinstance(base, Target)]
        if in_tree != [base for base in judge.order if base.path]:
            return _why(order, "another order")
        if expected:
            there = self._code.class_members.of_class(expected).get(name)
            if there is None or not there.bound:
                return "made at run time in the class above"
        return "other"

    def _subclasses(self, cls: Target, judge: Judge, known: dict[Target, Any]) -> None:
        """Compare the classes above; those below are the same seen from there."""
        hierarchy = self._code.class_hierarchy
        order = hierarchy.order_of_lookup(*cls)
        cause = _why(order, "other")
        for what, said, expected in (
            ("bases", hierarchy.bases_of(*cls), judge.bases),
            ("ancestors", order[1:], judge.order[1:]),
        ):
            here = {base for base in said if isinstance(base, Target)}
            there = {base for base in expected if base in known}
            self.counts[what] += len(there)
            for base in here - there:
                if self._is_replaced(judge, base):
                    self.counts[f"{what} that others replace"] += 1
                    continue
                if judge.items is not None and self._has_items_of(judge, base):
                    self.counts[f"{what} of a TypedDict, by its keys"] += 1
                    continue
                self.wrong[f"{what}: {cause}"].append(f"{_shown(cls)}: {_shown(base)}")
            for base in there - here:
                self.missed[f"{what}: {cause}"].append(f"{_shown(cls)}: {_shown(base)}")

    def _is_replaced(self, judge: Judge, base: Target | None) -> bool:
        """Tell whether Python has another class than that of the source above a class.

        Its decorator returned one of the same name that is written in C. What is above
        that is missing, too.
        """
        hierarchy = self._code.class_hierarchy
        written = {cls.qualname for cls in judge.order if cls in self._definitions}
        replaced = {cls.qualname for cls in judge.order[1:]} - written
        return base is not None and any(
            cls.qualname in replaced
            and self._definitions[cls].decorators
            and base in (cls, *hierarchy.order_of_lookup(*cls))
            for cls in hierarchy.order_of_lookup(*judge.order[0])
            if isinstance(cls, Target) and cls in self._definitions
        )

    def _has_items_of(self, judge: Judge, base: Target) -> bool:
        """Tell whether a ``TypedDict`` has what another has, which Python says is none
        of its bases.
        """
        return all(
            other.items is not None
            and judge.items is not None
            and other.items <= judge.items
            for other in self._judged[base]
        )

    def tell(self, most: int) -> Iterator[str]:
        """Yield the lines of a report."""
        yield ", ".join(f"{count:,} {what}" for what, count in self.counts.items())
        for title, found in (("wrong", self.wrong), ("not said", self.missed)):
            for cause, cases in sorted(found.items()):
                yield f"{title}, {cause}: {len(cases)}"
                yield from (f"    {case}" for case in cases[:most])


def _why(order: Iterable[Base], other: str) -> str:
    """Return why the classes above a class may be others."""
    if External("typing.TypedDict") in order:
        return "TypedDict, whose bases are gone at run time"
    if any(isinstance(base, OneOf) for base in order):
        return "branches bind a base differently"
    if any(isinstance(base, Unresolved) for base in order):
        return "a base is unknown"
    return other


def _shown(cls: Target | None) -> str:
    return f"{cls.path}::{cls.qualname}" if cls else "nothing"


def main() -> None:
    """Compare the packages that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument(
        "--most", type=int, default=20, help="cases shown of each cause"
    )
    parser.add_argument("packages", nargs="+")
    options = parser.parse_args()
    for package in options.packages:
        root, failed, judged = ask(options.python, package)
        with tempfile.TemporaryDirectory() as folder:
            comparison = Comparison(code_map(root, Path(folder)), judged)
            comparison.compare()
        print(f"{package}: {len(failed)} modules fail: {' '.join(failed)}")
        print("\n".join(comparison.tell(options.most)), flush=True)


if __name__ == "__main__":
    main()
