"""The findings of ``kwindex check``: dead links, broken contracts, unused names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from ...analysis.project.moved_file import ObjectName
from ...codemap.code_map import CodeMap
from ...codemap.comparison.public_names import PublicNames
from ...codemap.declared_documentation import declared_summaries
from ...codemap.import_contracts import folders_with_contracts, judgements
from ...codemap.names.lookup import ROLES, find_objects, similar_objects
from ...codemap.names.moved_places import exists, moved_to
from ...links.expressions.method_resolution import known_attributes
from ...links.places import Target
from ...links.tree_paths import is_within
from ...model.kinds import CALLABLES, DERIVING, VALUES
from ...model.names import LOCALS, last_part, outer_name, split_name
from ...model.record import Record
from ...scan.file_classes import DATA
from ...scan.test_paths import is_test_or_example
from ...store.import_queries import files_in_cycles

#: The kinds of what is to be documented.
_DOCUMENTED: Final = CALLABLES | set(DERIVING)
#: Suffixes of texts in which roles may stand.
_RST: Final = (".rst", ".txt")
_MARKDOWN: Final = (".md", ".markdown")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,}|:{3,})\s*(\S*)")
#: Directives that hold no text.
_CODE: Final = "(?:code|code-block|code-cell|sourcecode|parsed-literal|math|literal)"
_LITERAL: Final = re.compile(rf"(?!\s*\.\.\s)(?=.*\S).*::\s*$|\s*\.\. {_CODE}::")
#: What stands behind the fence of a directive in Markdown that holds text.
_TEXT: Final = re.compile(rf"\{{(?!{_CODE}\}})")
_RST_ROLE: Final = re.compile(r"(?<![`\w]):kw:(\w+):`(?!`)([^`]+)`")
_MARKDOWN_ROLE: Final = re.compile(r"(?<!`)\{kw:(\w+)\}`(?!`)([^`]+)`")
#: What stands between the files of a cycle.
_STEP: Final = " -> "
#: What begins each line of a quotation in Markdown.
_QUOTE: Final = re.compile(r"^ *(?:> ?)+")
_INLINE_LITERAL: Final = re.compile(r"(?s)``.+?``(?!`)")
_TITLED: Final = re.compile(r"(?s).*<([^<>]+)>\s*\Z")
Key = tuple[str, str, str]
"""By which a finding is known again: its path, its rule, and a name."""


class Finding(Record, frozen=True, order=True):
    """Something that is not in order."""

    path: str
    line: int
    """0 where it is about no line."""
    rule: str
    """One of :data:`RULES`."""
    name: str
    """What it is about; the same from run to run, wherever lines move."""
    message: str

    @property
    def key(self) -> Key:
        """What tells it from others, whatever moves."""
        return self.path, self.rule, self.name


def findings(code: CodeMap, rules: Collection[str]) -> list[Finding]:
    """Return what is not in order, by path and line.

    :param rules: which of :data:`RULES` to look at.
    """
    unsorted = (
        finding for rule in RULES if rule in rules for finding in RULES[rule](code)
    )
    return sorted(set(unsorted))


def _dead_links(code: CodeMap) -> Iterator[Finding]:
    """Yield roles of hand-written texts that lead nowhere."""
    for row in code.files_in():
        markdown = row.path.endswith(_MARKDOWN)
        if not markdown and not row.path.endswith(_RST):
            continue
        text = code.text(row.path)
        if "kw:" not in text:
            continue
        role = _MARKDOWN_ROLE if markdown else _RST_ROLE
        prose = (_markdown_prose if markdown else _rst_prose)(text)
        for first, words in _paragraphs(prose):
            line, at = first, 0
            for match in role.finditer(words):
                line += words.count("\n", at, match.start())
                at = match.start()
                yield from _dead_link(code, row.path, line, match[1], match[2])


def _dead_link(
    code: CodeMap, path: str, line: int, role: str, written: str
) -> Iterator[Finding]:
    titled = _TITLED.match(written)
    target = " ".join((titled[1] if titled else written).split()).lstrip("!~")
    kinds = ROLES.get(role)
    if kinds is None or target.startswith("\\"):
        return
    objects = find_objects(code, target, kinds)
    if len(objects) == 1:
        return
    if objects:
        names = ", ".join(object_.name for object_ in objects[:3])
        text = f"{target!r} may be any of {names}"
    else:
        near = [
            name
            for name in similar_objects(code, target, kinds)[:3]
            if get_close_matches(last_part(target), [last_part(name.split("::")[-1])])
        ]
        hint = f"; did you mean {near[0]!r}?" if near else ""
        text = f"{target!r} leads nowhere{hint}"
    yield Finding(path, line, "dead-link", f"{role} {target}", text)


def _paragraphs(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield what stands in lines without a blank one between, with the first number."""
    paragraph: list[str] = []
    first = 0
    for number, line in (*lines, (0, "")):
        # Of a table each row is for itself.
        ends = not line.strip() or line.lstrip().startswith("|")
        if paragraph and (ends or number != first + len(paragraph)):
            yield first, _INLINE_LITERAL.sub(_line_ends, "\n".join(paragraph))
            paragraph = []
        if line.strip():
            first = first if paragraph else number
            paragraph.append(line)


def _line_ends(literal: re.Match[str]) -> str:
    return " " + "\n" * literal[0].count("\n")


def _markdown_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text in Markdown that are no code, with their numbers."""
    # The fences around a line, each with whether there is text in it.
    fences: list[tuple[str, bool]] = []
    for number, line in enumerate(text.split("\n"), 1):
        mark = _FENCE.match(line)
        around, is_text = fences[-1] if fences else ("", True)
        if mark and around and mark[1].startswith(around) and not mark[2]:
            fences.pop()
        elif is_text:
            if mark:
                is_div = mark[1].startswith(":") and not mark[2].startswith("{")
                is_text = is_div or bool(_TEXT.match(mark[2]))
                fences.append((mark[1], is_text))
            if is_text:
                yield number, _QUOTE.sub("", line)


def _rst_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text that are no literal block, with their numbers."""
    literal: int | None = None
    for number, line in enumerate(text.split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        if literal is not None:
            if not line.strip() or indent > literal:
                continue
            literal = None
        if _LITERAL.match(line):
            literal = indent
        yield number, line


def _contracts(code: CodeMap) -> Iterator[Finding]:
    """Yield the import contracts that are broken."""
    for folder in folders_with_contracts(code):
        for judgement in judgements(code, folder):
            name = judgement.contract.name
            for broken in judgement.violations:
                first = broken.steps[0]
                steps = [first.module, *(step.imported for step in broken.steps)]
                text = f"breaks the contract {name!r}: {_STEP.join(steps)}"
                about = f"{name}: {broken.importer} -> {broken.imported}"
                yield Finding(first.path, first.line, "contract", about, text)


def is_of(key: Key, below: str) -> bool:
    """Tell whether a finding is of a file or folder; a cycle is of all of its files."""
    path, rule, name = key
    files = name.split(_STEP) if rule == "cycle" else [path]
    return any(is_within(file, below) for file in files)


def _cycles(code: CodeMap) -> Iterator[Finding]:
    """Yield the cycles of imports, each once; not those of data alone."""
    seen: set[frozenset[str]] = set()
    for path in files_in_cycles(code.store):
        cycle = code.import_cycle(path)
        if not cycle or frozenset(cycle) in seen or all(_is_data(code, cycle)):
            continue
        seen.add(frozenset(cycle))
        path, chain = _told_cycle(cycle)
        yield Finding(path, 0, "cycle", chain, f"imports itself: {chain}")


def _told_cycle(cycle: Sequence[str]) -> tuple[str, str]:
    """Return the first file of a cycle and its chain, wherever it is seen from."""
    first = min(range(len(cycle)), key=cycle.__getitem__)
    turned = (*cycle[first:], *cycle[:first])
    return turned[0], _STEP.join((*turned, turned[0]))


def _is_data(code: CodeMap, paths: Collection[str]) -> Iterator[bool]:
    """Yield whether each file is data, as what others wrote or a program made is."""
    rows = map(code.file, paths)
    return (row is not None and row.category == DATA for row in rows)


def _undocumented(code: CodeMap) -> Iterator[Finding]:
    """Yield public definitions of which nothing is said, in a base class neither."""
    public = PublicNames(code)
    for row in code.definitions_below(""):
        name = last_part(row.qualname)
        if (
            row.kind in _DOCUMENTED
            and not (row.documented or row.declaration)
            and not (name.startswith("__") and name.endswith("__"))
            and LOCALS not in row.qualname
            and public.names(Target(row.path, row.qualname))
            and not any(_is_data(code, [row.path]))
            and row.anchor not in declared_summaries(code, row.path)
            and not _is_in_value(code, row.path, row.qualname)
            and not _is_told_above(code, public, row.path, row.qualname)
        ):
            text = f"the {row.kind} {row.qualname} has no documentation"
            yield Finding(row.path, row.line, "undocumented", row.qualname, text)


def _is_in_value(code: CodeMap, path: str, qualname: str) -> bool:
    """Tell whether a function stands in a value that a class or a function has.

    So do defaults (``Widget.defaultProps``), which nobody calls by their names.
    """
    value = outer_name(qualname)
    kinds = code.anchors(path)
    return not VALUES.isdisjoint(kinds.get(value, ())) and not _DOCUMENTED.isdisjoint(
        kinds.get(outer_name(value), ())
    )


def _is_told_above(
    code: CodeMap, public: PublicNames, path: str, qualname: str
) -> bool:
    """Tell whether a class above has the documentation, or is to have it.

    :func:`inspect.getdoc` takes it from there. Python's own classes have it.
    """
    outer, name = split_name(qualname)
    for base in code.class_hierarchy.known_ancestors(path, outer):
        if isinstance(base, Target):
            same = base.member(name)
            above = code.definitions_called(*same)
            if any(row.documented or public.names(same) for row in above):
                return True
        elif name in (known_attributes(base.dotted) or ()):
            return True
    return False


def _unused(code: CodeMap) -> Iterator[Finding]:
    """Yield public definitions that nothing is found to use."""
    for row in code.definitions_below(""):
        unused = row.qualname in code.unused[row.path]
        if unused and not row.private and not is_test_or_example(row.path):
            text = f"no use of the {row.kind} {row.qualname} is found"
            yield Finding(row.path, row.line, "unused", row.qualname, text)


def moved_key(code: CodeMap, key: Key) -> Key:
    """Return the key of a finding of before, by what ``kwindex_moved.toml`` says."""
    path, rule, name = key
    if rule == "cycle" and (cycle := name.split(_STEP)[:-1]):
        ends = [_now(code, ObjectName(step)).path for step in cycle]
        first, chain = _told_cycle(ends)
        return first, rule, chain
    if rule in {"undocumented", "unused"}:
        end = _now(code, ObjectName(path, name))
        return end.path, rule, end.qualname
    return _now(code, ObjectName(path)).path, rule, name


def _now(code: CodeMap, old: ObjectName) -> ObjectName:
    """Return where something is now, if it went; else the same place."""
    return old if exists(code, old) else moved_to(code, old) or old


#: What is looked at, by name.
RULES: Final[Mapping[str, Callable[[CodeMap], Iterator[Finding]]]] = {
    "dead-link": _dead_links,
    "contract": _contracts,
    "cycle": _cycles,
    "undocumented": _undocumented,
    "unused": _unused,
}
