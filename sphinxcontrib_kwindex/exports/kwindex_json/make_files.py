"""Makes the records of ``kwindex.json``: of folders and of files.

They hold what the pages show, of the same answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

import msgspec

from ...analysis.languages.registry import may_be_script
from ...analysis.linter_rules import PERFORMANCE, SECURITY
from ...analysis.project.settings_files import configuration
from ...codemap.code_map import CodeMap
from ...codemap.import_contracts import Judgement, judgements
from ...codemap.most_used import most_used
from ...codemap.offers import offers
from ...codemap.testing.collected_tests import CollectedTests, collected_tests
from ...codemap.testing.pytest_fixtures import fixtures_of
from ...codemap.usage_examples import examples
from ...links.languages.python import is_package_file
from ...links.uses.by_name import ANY_MEMBER
from ...model.facts import FileFacts
from ...model.names import full_name
from ...model.references import ROLE_NAMES, Spec
from ...model.rows import FileRow, ReferenceRow
from ...pages.folder_pages import BEST, calls_between
from ...pages.sections.definition_uses import calls_of_definitions
from ...pages.sections.dependencies import asked_for, unused_imports
from ...pages.sections.original_source import RECEIVERS
from ...pages.sections.performance import SECTION as PERFORMANCE_SECTION
from ...pages.sections.security import SECTION as SECURITY_SECTION
from ...pages.sections.testing import run_command
from ...store.use_queries import uses_by
from . import document
from . import file_record as out
from .definition_record import Record
from .make_definitions import definition_records, fields_of, object_ids

#: The sections that show the findings of a group.
_SECTIONS: Final = {SECURITY: SECURITY_SECTION, PERFORMANCE: PERFORMANCE_SECTION}
_Record = TypeVar("_Record", bound=Record)


def make_folder(code: CodeMap, path: str) -> document.Folder:
    """Return the record of a folder."""
    folder = code.folders[path]
    described_by = code.describing_file(path)
    used = most_used(code, path)
    important = used.files.first(BEST)
    return document.Folder(
        path or ".",
        folder.subfolders,
        folder.files,
        summary=code.summary(path),
        described_by=described_by.path if described_by else "",
        only_data=folder.only_data,
        pages=_pages(code, path, "index", "doc", "sub"),
        most_used_names=tuple(
            document.Ranked(full_name(row.path, row.qualname), row.users + row.tests)
            for row in used.names
        ),
        most_imported_files=tuple(
            document.Ranked(path, users + tests)
            for path, users, tests in (important.files if important.imported else ())
        ),
        calls=tuple(
            document.Called(caller, target, number)
            for caller, targets in calls_between(code, path)
            for target, number in targets
        ),
        contracts=tuple(map(_contract, judgements(code, path))),
    )


def _contract(judged: Judgement) -> document.Contract:
    return document.Contract(
        **fields_of(judged, "path", "bands", "undeclared"),
        **fields_of(judged.contract, "line", "name", "type"),
        violations=_all_as(document.Violation, judged.violations),
        unjudged=judged.unjudged.format(name=judged.about),
    )


def _pages(code: CodeMap, path: str, *kinds: str) -> out.Pages | None:
    pages = {kind: page.docname for kind in kinds if (page := code.page(kind, path))}
    return out.Pages(**pages) if pages else None


def make_file(code: CodeMap, row: FileRow) -> out.File:
    """Return the record of a file."""
    path, facts = row.path, code.facts(row.path)
    calls = {
        around: object_ids((call.path, call.qualname) for call in several)
        for around, several in calls_of_definitions(code, path).items()
    }
    history = code.history(path)
    is_module = facts.python and not may_be_script(path)
    return out.File(
        path,
        facts.type,
        row.category,
        reason=row.reason,
        document=row.document,
        content=row.key,
        source=facts.source,
        module=code.modules.name(path) if is_module else "",
        history=out.History(*history) if history else None,
        pages=_pages(code, path, "docs", "kw"),
        url=code.settings.original(path),
        configures=tuple(_configured(code, path)),
        entry_points=tuple(_entry_points(code, path)),
        definitions=tuple(definition_records(code, path, calls)),
        calls=calls.get("", ()),
        unresolved=tuple(_unresolved(code, path)),
        patterns=tuple(_patterns(code, path, facts)),
        references=_references(code, path),
        examples=tuple(
            out.Example(full_name(path, name), full_name(user, around), text)
            for name, user, around, _, text in examples(code, path)
        ),
        **_own(facts),
        **_connections(code, path, facts),
        **_tests(code, path),
        **_findings(code, path, facts),
    )


def _own(facts: FileFacts) -> dict[str, Any]:
    """Return what a file says of itself, and what has the same fields here."""
    names = (
        *("size", "lines", "language", "encoding", "package", "summary", "docstring"),
        *("docstring_line", "docformat", "main_line", "exports", "exports_complete"),
    )
    return {
        **fields_of(facts, *names),
        "line_kinds": _as(out.LineKinds, facts.line_kinds),
        "licence": _as(out.Remark, facts.licence),
        "generated": _as(out.Remark, facts.generated),
        "problem": _as(out.Problem, facts.problem),
        "notebook": _as(out.Notebook, facts.notebook),
        "headings": _all_as(out.Heading, facts.headings),
        "requirements": _all_as(out.Requirement, facts.requirements),
    }


def _as(kind: type[_Record], value: object) -> _Record | None:
    """Return a record with the fields of a part of the facts."""
    if value is None:
        return None
    return msgspec.convert(value, kind, from_attributes=True)


def _all_as(kind: type[_Record], values: Iterable[object]) -> tuple[_Record, ...]:
    return tuple(msgspec.convert(value, kind, from_attributes=True) for value in values)


def _configured(code: CodeMap, path: str) -> Iterator[out.Remark]:
    kind = configuration(path)
    if kind is not None and code.is_text(path):
        yield from _all_as(out.Remark, kind.parts(code.text(path)))


def _entry_points(code: CodeMap, path: str) -> Iterator[out.EntryPoint]:
    for row in code.distributions.entry_points_in(path):
        target = full_name(row.target, row.qualname) if row.target else ""
        point = fields_of(row.point, "name", "line", "group", "module", "attribute")
        yield out.EntryPoint(**point, target=target)


def _connections(code: CodeMap, path: str, facts: FileFacts) -> dict[str, Any]:
    """Return what a file has to do with others."""
    return {
        "imports": tuple(_imports(code, path, facts)),
        "unused_imports": tuple(out.Remark(*row) for row in unused_imports(code, path)),
        "offers": tuple(_offers(code, path)),
        "imported_by": tuple(code.importers(path)),
        "imported_through": tuple(code.indirect_importers(path)),
        "cycle": code.import_cycle(path),
        "text_links": tuple(_text_links(code, path, facts)),
        "mentioned_in": tuple(code.mentioned_in(path)),
        "related": tuple(_related(code, path)),
    }


def _imports(code: CodeMap, path: str, facts: FileFacts) -> Iterator[out.Import]:
    asked = asked_for(code, path) if facts.imports else {}
    for row in code.links(path):
        written = facts.imports[row.ordinal]
        names = "line", "end_line", "module", "level", "name", "alias", "text"
        how = "type_checking", "guarded", "lazy", "condition"
        yield out.Import(
            category=row.category,
            file=row.module,
            target=full_name(row.target, row.qualname) if row.target else "",
            required_by=tuple(
                out.Place(line.path, line.requirement.line)
                for line in asked.get(row.ordinal, ())
            ),
            **fields_of(written, *names, *how),
        )


def _related(code: CodeMap, path: str) -> Iterator[out.Related]:
    for row in code.related_files(path):
        reasons = tuple(
            out.Reason(kind, number, tuple(names), where)
            for kind, number, names, where in row.reasons
        )
        yield out.Related(row.path, reasons)


def _offers(code: CodeMap, path: str) -> Iterator[out.Offer]:
    if is_package_file(path):
        for row in offers(code, path).names:
            target = full_name(row.target, row.qualname)
            yield out.Offer(row.name, target, row.module, row.star)


def _text_links(code: CodeMap, path: str, facts: FileFacts) -> Iterator[out.TextLink]:
    for row in code.resolved_mentions(path):
        written = facts.mentions[row.ordinal]
        yield out.TextLink(
            **fields_of(written, "line", "column", "length", "kind"),
            written=written.target,
            target=row.target or ".",
            fragment=row.fragment,
        )


def _unresolved(code: CodeMap, path: str) -> Iterator[out.Unresolved]:
    for row in uses_by(code.store, [path]):
        if not row.target:
            by = full_name(path, row.around)
            yield out.Unresolved(
                row.qualname, by, row.line, ROLE_NAMES[row.role], row.count, row.text
            )


def _patterns(code: CodeMap, path: str, facts: FileFacts) -> Iterator[out.Pattern]:
    for row in facts.patterns:
        yield out.Pattern(row.name, row.qualname, row.line, row.detail)
    shown = code.anchors(path)
    for inherited in code.inherited_patterns.of_file(path):
        if inherited.qualname in shown:
            above = full_name(*inherited.by)
            names = inherited.name, inherited.qualname
            yield out.Pattern(*names, detail=inherited.detail, inherited_from=above)


def _findings(code: CodeMap, path: str, facts: FileFacts) -> dict[str, Any]:
    """Return what Ruff says of a file of Python, as far as pages show it."""
    if not facts.python:
        return {}
    rows, not_linted = code.findings(path)
    findings = []
    for row in rows:
        group = code.settings.rules.group(row.rule)
        section = _SECTIONS.get(group)
        if section and code.settings.has_section(section.id):
            place = row.line, row.end_line
            findings.append(out.Finding(row.rule, row.message, *place, group, row.url))
    return {"findings": tuple(findings), "not_linted": not_linted}


def _tests(code: CodeMap, path: str) -> dict[str, Any]:
    """Return which tests a file holds."""
    collected: CollectedTests = collected_tests(code, path)
    command, folder = run_command(code, path, collected)
    return {
        "collected": tuple(
            out.Test(
                full_name(row.path, row.qualname),
                **fields_of(row, "line", "at", "owner", "runners"),
            )
            for row in collected.tests
        ),
        "collection_rules": tuple(out.Rule(*row) for row in collected.rules),
        "run_tests": command,
        "run_tests_in": folder,
        "fixtures": tuple(
            out.Fixture(
                id=full_name(row.path, row.qualname) if row.path else "",
                **fields_of(row, "name", "line", "autouse"),
            )
            for row in fixtures_of(code, path, collected)
        ),
    }


def _references(code: CodeMap, path: str) -> out.References | None:
    """Return what the identifiers of a file stand for, as far as that is known."""
    references = code.identifiers(path)
    rows = zip(references.specs, code.references(path), strict=True)
    targets: dict[object, out.Target] = {}
    keys: list[object] = []
    for spec, row in rows:
        target = _local(path, spec) if spec.kind == "local" else _target(row)
        keys.append(spec if spec.kind == "local" else row)
        if target:
            targets[keys[-1]] = target
    if not targets:
        return None
    numbers = {key: number for number, key in enumerate(targets)}
    return out.References(
        tuple(targets.values()),
        tuple(
            (line, column, length, numbers[keys[spec]], use)
            for line, column, length, spec, use in references.iterate()
            if keys[spec] in numbers
        ),
    )


def _local(path: str, spec: Spec) -> out.Target | None:
    if spec.steps[-1] in RECEIVERS:
        return None
    return out.Target("line", path, lines=tuple(map(int, spec.base.split(","))))


def _target(row: ReferenceRow | None) -> out.Target | None:
    """Return what an identifier stands for, if that is one thing or a few."""
    if row is None or row.kind in {"note", ANY_MEMBER}:
        return None
    also = tuple(filter(None, map(_target, row.more)))
    target = out.Target(row.kind, by_name=bool(row.by_name), also=also)
    if row.kind == "external":
        target.dotted = row.qualname
    elif row.kind == "line":
        target.id, target.lines = row.path, (int(row.anchor[1:]),)
    else:
        target.id, target.anchor = full_name(row.path, row.qualname), row.anchor
    return target
