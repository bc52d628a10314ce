"""The rules that recognise a pattern by name.

A rule says: a class with one of these bases, a definition with one of these
decorators, a call of one of these is a *name*. The names are dotted, as imports
give them, so a rule holds however a file imports and renames. To add a rule is to add
a line to this file, or to configure a rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

#: The groups of rules: a section of the page each.
IDIOM: Final = "idiom"
PERFORMANCE: Final = "performance"


@dataclass(frozen=True, slots=True)
class NameRule:
    """A pattern and the names that stand for it.

    Names are dotted. A name without a dot is built in (``eval``), a name that ends
    with ``.*`` stands for everything below.
    """

    name: str
    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    direct: bool = False
    """Whether only a base in the class statement itself counts: a class that
    implements a protocol is none."""
    assigned: bool = False
    """Whether a call counts only as the value of a name of the module or of a class:
    ``x = property(f)``."""
    arguments: tuple[str, ...] = ()
    """Names of which a call must have one as an argument; empty for any call. Behind
    a ``*`` stands a part of the last name."""
    group: str = IDIOM


def _below(module: str, names: str) -> tuple[str, ...]:
    return tuple(f"{module}.{name}" for name in names.split())


NAME_RULES: Final = (
    # Idioms
    NameRule("dataclass", decorators=("dataclasses.dataclass",)),
    NameRule(
        "attrs class",
        decorators=_below("attr", "s attrs attributes dataclass define mutable frozen")
        + _below("attrs", "define mutable frozen"),
    ),
    NameRule(
        "Pydantic model",
        bases=_below("pydantic", "BaseModel RootModel main.BaseModel v1.BaseModel")
        + _below("pydantic", "BaseSettings generics.GenericModel")
        + ("pydantic_settings.BaseSettings",),
        decorators=("pydantic.dataclasses.dataclass",),
    ),
    NameRule(
        "enum",
        bases=_below("enum", "Enum IntEnum StrEnum ReprEnum Flag IntFlag"),
        calls=_below("enum", "Enum IntEnum StrEnum Flag IntFlag"),
    ),
    NameRule(
        "named tuple",
        bases=("typing.NamedTuple", "typing_extensions.NamedTuple"),
        calls=("collections.namedtuple", "typing.NamedTuple"),
        direct=True,
    ),
    NameRule(
        "typed dictionary",
        bases=("typing.TypedDict", "typing_extensions.TypedDict"),
        calls=("typing.TypedDict", "typing_extensions.TypedDict"),
    ),
    NameRule(
        "protocol",
        bases=("typing.Protocol", "typing_extensions.Protocol"),
        direct=True,
    ),
    NameRule("context manager", decorators=("contextlib.contextmanager",)),
    NameRule("async context manager", decorators=("contextlib.asynccontextmanager",)),
    NameRule(
        "property",
        decorators=("property", "abc.abstractproperty"),
        calls=("property",),
        assigned=True,
    ),
    NameRule(
        "single dispatch",
        decorators=_below("functools", "singledispatch singledispatchmethod"),
    ),
    NameRule(
        "deprecated",
        decorators=("warnings.deprecated", "typing_extensions.deprecated"),
    ),
    NameRule(
        "deprecation warning",
        calls=("warnings.warn", "warnings.warn_explicit"),
        arguments=(
            *("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning"),
            "django.utils.deprecation.*",
            # Projects have categories of their own: ScrapyDeprecationWarning,
            # PydanticDeprecatedSince20, RemovedInSphinx10Warning.
            *("*Deprecat", "*RemovedIn"),
        ),
    ),
    NameRule("overload", decorators=("typing.overload", "typing_extensions.overload")),
    NameRule(
        "command-line parser",
        bases=_below("argparse", "ArgumentParser")
        + _below("optparse", "OptionParser")
        + _below("django.core.management", "BaseCommand base.BaseCommand"),
        decorators=_below("click", "command group"),
        calls=(
            *("argparse.ArgumentParser", "optparse.OptionParser", "typer.Typer"),
            *("typer.run", "docopt.docopt", "fire.Fire"),
        ),
    ),
    NameRule("pytest fixture", decorators=("pytest.fixture", "pytest_asyncio.fixture")),
    NameRule("parametrised test", decorators=("pytest.mark.parametrize",)),
    # Frameworks
    NameRule(
        "unittest case",
        bases=_below("unittest", "TestCase IsolatedAsyncioTestCase case.TestCase")
        + _below("django.test", "SimpleTestCase TestCase TransactionTestCase")
        + _below("django.test", "LiveServerTestCase testcases.TestCase")
        + _below("django.test.testcases", "SimpleTestCase TransactionTestCase")
        + ("torch.testing._internal.common_utils.TestCase",),
    ),
    NameRule(
        "torch.nn.Module",
        bases=_below("torch.nn", "Module Sequential ModuleList ModuleDict Linear")
        + _below("torch.nn.modules", "Module module.Module"),
    ),
    NameRule(
        "torch.autograd.Function",
        bases=_below("torch.autograd", "Function function.Function"),
    ),
    NameRule("Django model", bases=_below("django.db.models", "Model base.Model")),
    # Performance
    NameRule(
        "cache",
        decorators=_below("functools", "cache lru_cache cached_property")
        + _below("django.utils.functional", "cached_property"),
        calls=_below("functools", "cache lru_cache cached_property"),
        group=PERFORMANCE,
    ),
    NameRule(
        "thread",
        bases=("threading.Thread",),
        calls=_below("threading", "Thread Timer")
        + _below("concurrent.futures", "ThreadPoolExecutor thread.ThreadPoolExecutor")
        + ("multiprocessing.pool.ThreadPool", "multiprocessing.dummy.Pool")
        + ("asyncio.to_thread", "_thread.start_new_thread"),
        group=PERFORMANCE,
    ),
    NameRule(
        "process",
        bases=("multiprocessing.Process", "torch.multiprocessing.Process"),
        calls=_below("multiprocessing", "Process Pool Manager pool.Pool")
        + _below("torch.multiprocessing", "Process Pool Manager spawn start_processes")
        + _below(
            "concurrent.futures", "ProcessPoolExecutor process.ProcessPoolExecutor"
        )
        + _below("subprocess", "run Popen call check_call check_output")
        + _below("subprocess", "getoutput getstatusoutput")
        + _below("asyncio", "create_subprocess_exec create_subprocess_shell")
        + _below("os", "fork forkpty system popen posix_spawn posix_spawnp"),
        group=PERFORMANCE,
    ),
    NameRule(
        "lock",
        calls=_below(
            "threading", "Lock RLock Condition Semaphore BoundedSemaphore Barrier"
        )
        + _below("multiprocessing", "Lock RLock Condition Semaphore Barrier")
        + _below("asyncio", "Lock Condition Semaphore BoundedSemaphore Barrier"),
        group=PERFORMANCE,
    ),
    NameRule(
        "event loop",
        calls=_below("asyncio", "run Runner create_task ensure_future gather wait_for")
        + _below("asyncio", "TaskGroup new_event_loop get_event_loop get_running_loop")
        + _below("asyncio", "run_coroutine_threadsafe as_completed wait")
        + ("trio.run", "anyio.run", "uvloop.run", "uvloop.install"),
        group=PERFORMANCE,
    ),
    NameRule(
        "compiled code",
        bases=("torch.jit.ScriptModule",),
        decorators=_below("numba", "jit njit vectorize guvectorize cfunc stencil")
        + _below("numba.experimental", "jitclass")
        + _below("torch.jit", "script script_method")
        + ("torch.compile", "jax.jit"),
        calls=_below("numba", "jit njit vectorize guvectorize cfunc stencil")
        + _below("torch.jit", "script trace trace_module freeze load")
        + _below("torch.utils.cpp_extension", "load load_inline")
        + ("torch.compile", "jax.jit"),
        group=PERFORMANCE,
    ),
    NameRule(
        "device code",
        decorators=("numba.cuda.jit", "triton.jit"),
        calls=("torch.cuda.*", "numba.cuda.*"),
        group=PERFORMANCE,
    ),
)


def has_argument(rule: NameRule, dotted: str) -> bool:
    """Tell whether a dotted name is one of the arguments that a rule requires."""
    last = dotted.rpartition(".")[2]
    return any(
        name[1:] in last
        if name.startswith("*")
        else dotted.startswith(name.removesuffix("*"))
        if name.endswith(".*")
        else dotted == absolute(name)
        for name in rule.arguments
    )


class RuleIndex:
    """Rules by the names that they look for."""

    def __init__(self, rules: Iterable[NameRule]) -> None:
        self.bases: dict[str, list[NameRule]] = {}
        self.decorators: dict[str, list[NameRule]] = {}
        self.calls: dict[str, list[NameRule]] = {}
        for rule in rules:
            for table, names in (
                (self.bases, rule.bases),
                (self.decorators, rule.decorators),
                (self.calls, rule.calls),
            ):
                for name in names:
                    table.setdefault(absolute(name), []).append(rule)


def absolute(name: str) -> str:
    """Return a name of a rule with its module: ``eval`` is ``builtins.eval``."""
    return name if "." in name else f"builtins.{name}"


def matching(table: dict[str, list[NameRule]], dotted: str) -> list[NameRule]:
    """Return the rules of a :class:`RuleIndex` table that a dotted name matches."""
    rules = table.get(dotted, [])
    while dotted:
        dotted = dotted.rpartition(".")[0]
        if below := table.get(f"{dotted}.*"):
            rules = rules + below
    return rules
