"""Files whose links an edit affects.

To follow an identifier is to ask for names, one after the other: those that the file
says, those of the imports on the way, and those of the values, results and bases that
are met (:mod:`.expression_targets`). An identifier of which none of them stands for
something else leads where it led. So this begins with the names that the edited files
define, bind or offer otherwise than before. An import of one of them binds a name that
may stand for something else, too; and so does a value, a result or a class of any file
that asks for such a name. Whether it does is not looked up: a few files more are linked
again. Another include is seen by its file and by all that include that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import partial
from typing import Final

from ...analysis.languages.language import NO_LANGUAGE
from ...analysis.languages.registry import language_named
from ...model.extension_names import INIT
from ...model.facts import FileFacts
from ...model.grouped import grouped
from ...model.kinds import NOT_PUBLIC
from ...model.names import last_part, outer_name, split_name
from ...model.outermost_definitions import size_of
from ...model.reachable import reached
from ...model.references import ALL_KEYWORDS, Spec
from ...model.rows import ImportRow
from ...store import change_queries
from ...store.database import Store
from ...store.definition_queries import exposed_by
from ...store.file_rows import has_own_metaclass, import_rows
from ..expressions.expression_steps import Steps
from ..imports.made_up_names import may_import
from ..module_interface import ModuleInterface, bound_later
from ..places import GETATTR
from ..testing.pytest_configuration import collection_rule
from ..testing.test_collection_rules import FIXTURE
from ..uses.identifier_links import requested_names

#: Where more files ask for some of the names, and they are a larger part of the tree,
#: the whole of it is linked as fast.
_MANY: Final = 50
_PART: Final = 0.4
#: So many names are looked for one by one.
_FEW: Final = 10
#: Stands for the file as a whole among its names, as ``*`` for its star imports.
_FILE: Final = ""


Specs = Iterator[tuple[str, tuple[Spec | None, ...]]]
"""What some names ask for."""
Said = Iterator[tuple[str, object]]
"""What a file says, by the qualified names that it is about."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The facts of a file before an edit and now."""

    before: FileFacts
    after: FileFacts
    came_or_went: bool = False
    """Whether the file was not there before, or is not there now."""

    @classmethod
    def of(cls, before: FileFacts | None, after: FileFacts | None) -> Edit:
        """Return the edit of a file that may come or go.

        :param before: or after: ``None`` where it is not there.
        """
        some = before or after
        assert some
        nothing = FileFacts(
            *(some.type, some.language, 0),
            line_kinds=some.line_kinds,
            notebook=some.notebook,
            source=some.source,
            problem=some.problem,
            package=some.package,
            constraint=some.constraint,
            exports=None if some.exports is None else (),
            exports_complete=some.exports_complete,
        )
        came_or_went = before is None or after is None
        return cls(before or nothing, after or nothing, came_or_went)

    @property
    def imports_changed(self) -> bool:
        """Whether an import changed, or its place among the others."""
        return _imports(self.before) != _imports(self.after)

    @property
    def aliases_changed(self) -> bool:
        """Whether imports have other aliases; ``a as a`` offers what ``a`` may not."""
        before, after = self.before.imports, self.after.imports
        return [row.alias for row in before] != [row.alias for row in after]

    @property
    def run_changed(self) -> bool:
        """Whether it is a script of Python now and was none, or the other way round."""
        return _is_script(self.before) != _is_script(self.after)

    @property
    def includes_changed(self) -> bool:
        """Whether the file, and who includes it, may see other files than before."""
        return _includes(self.before) != _includes(self.after)

    def changed_names(self) -> set[str] | None:
        """Return the names that others may now find otherwise.

        :return: ``None`` if more than names may have changed for them.
        """
        names = _changed_keys(_visible(self.before), _visible(self.after))
        if self.includes_changed:
            # What they are is said in words that may mean something else.
            names.update(_dependent_names(ModuleInterface.of(self.after)))
        return names if names.isdisjoint({_FILE, "*"}) else None

    def redefined_names(self) -> set[str]:
        """Return the qualified names that are defined otherwise."""
        return _changed_keys(_kinds(self.before), _kinds(self.after))

    @property
    def redescribed(self) -> set[str]:
        """The qualified names of definitions with another first sentence."""
        return _changed_keys(_summaries(self.before), _summaries(self.after))

    @property
    def resized(self) -> bool:
        """Whether the file or a definition in it has more lines or fewer."""
        return _sizes(self.before) != _sizes(self.after)

    def declared_otherwise(self) -> set[str]:
        """Return the qualified names of what may be declared in another way.

        With a class its methods are: where these are defined, it is named.
        """
        names = self.redefined_names() | self.redescribed
        return names | {
            definition.qualname
            for definition in (*self.before.definitions, *self.after.definitions)
            if definition.kind == "method" and outer_name(definition.qualname) in names
        }


def _sizes(facts: FileFacts) -> tuple[int, list[tuple[str, int]]]:
    return facts.lines, [(row.qualname, size_of(row)) for row in facts.definitions]


def _summaries(facts: FileFacts) -> dict[str, str]:
    return {row.qualname: row.summary for row in facts.definitions}


def _changed_keys(
    before: Mapping[str, object], after: Mapping[str, object]
) -> set[str]:
    keys = before.keys() | after.keys()
    return {key for key in keys if before.get(key) != after.get(key)}


def _imports(facts: FileFacts) -> list[tuple[ImportRow, bool, bool]]:
    """Return what others know of the imports of a file, in their order."""
    is_script = _is_script(facts)
    return [
        (row, statement.type_checking, is_script)
        for row, statement in zip(import_rows("", facts), facts.imports, strict=True)
    ]


def _is_script(facts: FileFacts) -> bool:
    is_run = facts.python and facts.main_line > 0
    return is_run and not any(import_.level for import_ in facts.imports)


def _includes(facts: FileFacts) -> set[str]:
    """Return what a file includes, whose names it sees by that, and what it opens."""
    if not (language_named(facts.type) or NO_LANGUAGE).includes:
        return set()
    return {row.module for row in facts.imports if row.name == "*"} | {*facts.opened}


def _visible(facts: FileFacts) -> Mapping[str, list[object]]:
    """Return what a file tells others by name, but for its lines.

    Others ask for the last part of a qualified name at last.
    """
    return grouped(
        (last_part(name), (name, what))
        for rule in VISIBLE
        for name, what in rule(facts)
    )


def _file(facts: FileFacts) -> Said:
    """Yield what others ask of a file as a whole."""
    yield _FILE, (facts.type, facts.python, facts.problem, facts.package)
    yield _FILE, facts.constraint


def _star(facts: FileFacts) -> Said:
    """Yield whether a star import takes what is public, or what is listed."""
    yield _FILE, (facts.exports is None, facts.exports_complete)


def _project(facts: FileFacts) -> Said:
    """Yield what a file says of the project, of which others name the lines."""
    yield _FILE, (facts.requirements, facts.entry_points, facts.pytest_options)
    yield _FILE, facts.include_folders
    yield _FILE, facts.module_names
    yield _FILE, facts.module_paths


def _of_language(facts: FileFacts) -> Said:
    """Yield what only languages such as that of a file let others see."""
    yield from (language_named(facts.type) or NO_LANGUAGE).visible(facts)


def _extension(facts: FileFacts) -> Said:
    """Yield what Python may use of a source of C or Rust."""
    modules = [row.name for row in facts.definitions if row.name.startswith(INIT)]
    yield _FILE, modules
    for exposed in facts.exposed:
        yield exposed.name, exposed.qualname


def _definitions(facts: FileFacts) -> Said:
    """Yield what identifiers lead to."""
    for definition in facts.definitions:
        # The tests of a file may be those of a class in another file.
        rule = collection_rule(facts, definition)
        what = definition.kind, definition.modifiers, definition.is_declaration
        # Classes below have what this sets.
        sets = has_own_metaclass(definition) or (
            definition.name == "__init_subclass__"
            and definition.qualname in {name.of for name in facts.computed}
        )
        yield definition.qualname, (what, definition.may_be, rule, sets)


def _patterns(facts: FileFacts) -> Said:
    """Yield what decides which tests others collect."""
    for pattern in facts.patterns:
        if pattern.name == FIXTURE:
            yield pattern.qualname, pattern.name


def _imported_names(facts: FileFacts) -> Said:
    """Yield what a file imports, and so may be imported from it.

    Includes are no names, see :attr:`Edit.includes_changed`.
    """
    includes = _includes(facts)
    for row, *how in _imports(facts):
        if row.name == "*" and row.module in includes:
            continue
        name = row.name if row.name == "*" else last_part(row.bound)
        yield name, (row._replace(ordinal=0), *how)


def _bound_later(facts: FileFacts) -> Said:
    """Yield the imported names of which the value that follows is meant."""
    return ((name, "value") for name in bound_later(facts))


def _bases(facts: FileFacts) -> Said:
    """Yield by which classes an attribute may come into another class."""
    interface = ModuleInterface.of(facts)
    members = _members(interface)
    for name, bases in interface.bases.items():
        what = [base and interface.unfolded(base) for base in bases]
        for qualname in (name, *members[name]):
            yield qualname, what
    for definition in facts.definitions:
        if definition.bases:
            yield definition.qualname, definition.bases


def _values(facts: FileFacts) -> Said:
    """Yield values and results, whose attributes others ask for."""
    interface = ModuleInterface.of(facts)
    for name, value in (*interface.values.items(), *interface.exports.items()):
        yield _asked_for(interface, name), (name, interface.unfolded(value))


def _special(facts: FileFacts) -> Said:
    """Yield what calls, loops and the like ask a class for without naming it."""
    for definition in facts.definitions:
        owner, name = split_name(definition.qualname)
        if owner and name.startswith("__") and name.endswith("__"):
            yield owner, (name, definition.kind)


def _traits(facts: FileFacts) -> Said:
    """Yield what is special about a definition besides its kind."""
    interface = ModuleInterface.of(facts)
    yield from interface.traits.items()
    for name in interface.rebound:
        yield name, "rebound"


def _parameters(facts: FileFacts) -> Said:
    """Yield what keyword arguments lead to."""
    for function, parameters in ModuleInterface.of(facts).parameters.items():
        for name in parameters:
            yield name, function


def _exports(facts: FileFacts) -> Said:
    """Yield what a star import may take."""
    for name in facts.exports or ():
        yield name, "__all__"


def _made_up(facts: FileFacts) -> Said:
    """Yield what a module may give that it has not."""
    if any(definition.qualname == GETATTR for definition in facts.definitions):
        imported = facts.quoted if may_import(facts) else ()
        for name in facts.quoted:
            yield name, (GETATTR, imported)


#: What others may ask of a file, each with the names by which they do.
VISIBLE: Final = (
    *(_file, _star, _project, _of_language, _extension, _definitions),
    *(_imported_names, _bound_later, _bases, _values, _exports, _made_up),
    *(_patterns, _special, _traits, _parameters),
)


def _kinds(facts: FileFacts) -> Mapping[str, object]:
    """Return what lists say of definitions, beside their first sentences."""
    kinds: defaultdict[str, list[object]] = defaultdict(list)
    private = facts.private_names()
    for definition in facts.definitions:
        words = NOT_PUBLIC.intersection(definition.modifiers)
        what = (
            definition.kind,
            definition.sort,
            definition.declaration,
            definition.qualname in private,
            words,
        )
        for name in (definition.qualname, *definition.may_be):
            kinds[name].append(what)
    return kinds


def affected_files(
    steps: Steps, edits: Mapping[str, Edit], names: set[str], includers: Iterable[str]
) -> set[str] | None:
    """Return the files with identifiers that may lead elsewhere than before edits.

    :param steps: knows the interfaces of files as they are now; its store has the
        references as they were before.
    :param names: those that the edited files have otherwise; all others that may stand
        for something else are put into it.
    :param includers: files with includes that mean something else.
    :return: the edited files among them; ``None`` if they are too many.
    """
    store, interface = steps.imports.store, steps.interface
    requested = change_queries.requested_names(store)
    bound = _bound_names(store)
    # Of what is not there all names changed.
    gone = {path for path in edits if store.file_key(path) is None}
    files = set(edits)
    files |= _including(store, [p for p, e in edits.items() if e.includes_changed])
    seeing = _including(store, includers) - gone
    files |= seeing
    # What they are is said in words that may mean something else.
    names |= {name for path in seeing for name in _dependent_names(interface(path))}
    new = set(names)
    most = max(_MANY, _PART * len(requested))
    if len(files) > most:
        return None
    while new:
        files.update(asking_for(new, requested))
        if len(files) > most:
            return None
        new = set[str]().union(*(bound.get(name, ()) for name in new))
        for path in files - gone:
            new.update(_dependent_names(interface(path), names))
            new.update(_exposed_names(store, path, names))
        new -= names
        names |= new
    return files


def asking_for(names: Set[str], requested: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that ask for one of some names.

    :param requested: what files ask for, with blanks around each name.
    """
    words = [f" {name} " for name in names]
    for path, text in requested.items():
        if len(words) > _FEW:
            is_asking = not names.isdisjoint(text.split())
        else:
            is_asking = any(word in text for word in words)
        if is_asking:
            yield path


def _including(store: Store, paths: Iterable[str]) -> set[str]:
    """Return some files, and those that include them, perhaps through others."""
    return set(reached(paths, partial(change_queries.files_importing_from, store)))


def _bound_names(store: Store) -> Mapping[str, list[str]]:
    """Return what imports of a name call it."""
    return grouped({(row.name, last_part(row.bound)) for row in store.imports()})


def _dependent_names(
    interface: ModuleInterface, names: set[str] | None = None
) -> Iterator[str]:
    """Yield the names of a file whose value, result or bases ask for some names.

    :param names: by default any.
    """
    for rule in DEPENDENT:
        for qualname, specs in rule(interface):
            if names is None or not names.isdisjoint(
                requested_names(filter(None, specs))
            ):
                yield last_part(qualname)


def _exposed_names(store: Store, path: str, names: set[str]) -> Iterator[str]:
    """Yield what Python calls the functions of some names that a file offers."""
    for name, qualname in exposed_by(store, path):
        if last_part(qualname) in names:
            yield last_part(name)


def _value_specs(interface: ModuleInterface) -> Specs:
    for name, spec in (*interface.values.items(), *interface.exports.items()):
        yield _asked_for(interface, name), interface.unfolded(spec)


def _asked_for(interface: ModuleInterface, name: str) -> str:
    """Return what is asked for to know a value: for that of a parameter the method.

    What a constructor passes on or makes is asked of its class, and what that makes up.
    """
    if last_part(name) in {GETATTR, "__init__"}:
        return outer_name(name) or name
    if name[-1:] != ")" or name in interface.kinds:
        return name
    name, _, parameter = name.partition("(")
    is_called = f"({parameter}" == ALL_KEYWORDS and last_part(name).startswith("__")
    return outer_name(name) if is_called else name


def _base_specs(interface: ModuleInterface) -> Specs:
    members = _members(interface)
    for name, bases in interface.bases.items():
        specs = tuple(
            spec for base in bases if base for spec in interface.unfolded(base)
        )
        for qualname in (name, *members[name]):
            yield qualname, specs


def _members(interface: ModuleInterface) -> Mapping[str, list[str]]:
    """Return the names of what each class has.

    What is declared as a class above it is asked for them, by nothing but the name.
    """
    return grouped((outer_name(qualname), qualname) for qualname in interface.kinds)


#: What of a file may stand for something else because of what it asks for.
DEPENDENT: Final = (_value_specs, _base_specs)
