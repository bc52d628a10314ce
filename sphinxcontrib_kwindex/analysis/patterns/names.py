"""The table of what is told by name.

A row says: a class with one of these bases, a definition with one of these
decorators, a call of one of these is a *name*. The names are dotted, as imports
give them, so a row holds however a file imports and renames. To add a row is to add
a line here, or to configure one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

#: The groups of rows: a section of the page each.
IDIOM: Final = "idiom"
PERFORMANCE: Final = "performance"


@dataclass(frozen=True, slots=True)
class Row:
    """What tells a pattern by names.

    Names are dotted. One without a dot is a built-in name (``eval``), one that ends
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
    """Names of which a call must have one as an argument; empty for any call."""
    group: str = IDIOM


def _below(module: str, names: str) -> tuple[str, ...]:
    return tuple(f"{module}.{name}" for name in names.split())


ROWS: Final = (
    # Idioms
    Row("dataclass", decorators=("dataclasses.dataclass",)),
    Row(
        "attrs class",
        decorators=_below("attr", "s attrs attributes dataclass define mutable frozen")
        + _below("attrs", "define mutable frozen"),
    ),
    Row(
        "Pydantic model",
        bases=_below("pydantic", "BaseModel RootModel main.BaseModel v1.BaseModel")
        + _below("pydantic", "BaseSettings generics.GenericModel")
        + ("pydantic_settings.BaseSettings",),
        decorators=("pydantic.dataclasses.dataclass",),
    ),
    Row(
        "enum",
        bases=_below("enum", "Enum IntEnum StrEnum ReprEnum Flag IntFlag"),
        calls=_below("enum", "Enum IntEnum StrEnum Flag IntFlag"),
    ),
    Row(
        "named tuple",
        bases=("typing.NamedTuple", "typing_extensions.NamedTuple"),
        calls=("collections.namedtuple", "typing.NamedTuple"),
        direct=True,
    ),
    Row(
        "typed dictionary",
        bases=("typing.TypedDict", "typing_extensions.TypedDict"),
        calls=("typing.TypedDict", "typing_extensions.TypedDict"),
    ),
    Row(
        "protocol",
        bases=("typing.Protocol", "typing_extensions.Protocol"),
        direct=True,
    ),
    Row("context manager", decorators=("contextlib.contextmanager",)),
    Row("async context manager", decorators=("contextlib.asynccontextmanager",)),
    Row(
        "property",
        decorators=("property", "abc.abstractproperty"),
        calls=("property",),
        assigned=True,
    ),
    Row(
        "single dispatch",
        decorators=_below("functools", "singledispatch singledispatchmethod"),
    ),
    Row(
        "deprecated",
        decorators=("warnings.deprecated", "typing_extensions.deprecated"),
    ),
    Row(
        "deprecation warning",
        calls=("warnings.warn", "warnings.warn_explicit"),
        arguments=(
            *("DeprecationWarning", "PendingDeprecationWarning", "FutureWarning"),
            "django.utils.deprecation.*",
        ),
    ),
    Row("overload", decorators=("typing.overload", "typing_extensions.overload")),
    Row(
        "command-line parser",
        bases=_below("argparse", "ArgumentParser")
        + _below("optparse", "OptionParser")
        + _below("django.core.management", "BaseCommand base.BaseCommand"),
        decorators=_below("click", "command group"),
        calls=(
            "argparse.ArgumentParser",
            "optparse.OptionParser",
            "typer.Typer",
            "typer.run",
            "docopt.docopt",
            "fire.Fire",
        ),
    ),
    Row("pytest fixture", decorators=("pytest.fixture", "pytest_asyncio.fixture")),
    Row("parametrised test", decorators=("pytest.mark.parametrize",)),
    # Frameworks
    Row(
        "unittest case",
        bases=_below("unittest", "TestCase IsolatedAsyncioTestCase case.TestCase")
        + _below("django.test", "SimpleTestCase TestCase TransactionTestCase")
        + _below("django.test", "LiveServerTestCase testcases.TestCase")
        + _below("django.test.testcases", "SimpleTestCase TransactionTestCase")
        + ("torch.testing._internal.common_utils.TestCase",),
    ),
    Row(
        "torch.nn.Module",
        bases=_below("torch.nn", "Module Sequential ModuleList ModuleDict Linear")
        + _below("torch.nn.modules", "Module module.Module"),
    ),
    Row(
        "torch.autograd.Function",
        bases=_below("torch.autograd", "Function function.Function"),
    ),
    Row("Django model", bases=_below("django.db.models", "Model base.Model")),
    # Performance
    Row(
        "cache",
        decorators=_below("functools", "cache lru_cache cached_property")
        + _below("django.utils.functional", "cached_property"),
        calls=_below("functools", "cache lru_cache cached_property"),
        group=PERFORMANCE,
    ),
    Row(
        "thread",
        bases=("threading.Thread",),
        calls=_below("threading", "Thread Timer")
        + _below("concurrent.futures", "ThreadPoolExecutor thread.ThreadPoolExecutor")
        + ("multiprocessing.pool.ThreadPool", "multiprocessing.dummy.Pool")
        + ("asyncio.to_thread", "_thread.start_new_thread"),
        group=PERFORMANCE,
    ),
    Row(
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
    Row(
        "lock",
        calls=_below(
            "threading", "Lock RLock Condition Semaphore BoundedSemaphore Barrier"
        )
        + _below("multiprocessing", "Lock RLock Condition Semaphore Barrier")
        + _below("asyncio", "Lock Condition Semaphore BoundedSemaphore Barrier"),
        group=PERFORMANCE,
    ),
    Row(
        "event loop",
        calls=_below("asyncio", "run Runner create_task ensure_future gather wait_for")
        + _below("asyncio", "TaskGroup new_event_loop get_event_loop get_running_loop")
        + _below("asyncio", "run_coroutine_threadsafe as_completed wait")
        + ("trio.run", "anyio.run", "uvloop.run", "uvloop.install"),
        group=PERFORMANCE,
    ),
    Row(
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
    Row(
        "device code",
        decorators=("numba.cuda.jit", "triton.jit"),
        calls=("torch.cuda.*", "numba.cuda.*"),
        group=PERFORMANCE,
    ),
)


def among(row: Row, dotted: str) -> bool:
    """Tell whether a dotted name is one of those that a call's arguments may be."""
    return any(
        dotted.startswith(name.removesuffix("*"))
        if name.endswith(".*")
        else dotted == absolute(name)
        for name in row.arguments
    )


class Index:
    """Rows by the names that tell them."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.bases: dict[str, list[Row]] = {}
        self.decorators: dict[str, list[Row]] = {}
        self.calls: dict[str, list[Row]] = {}
        for row in rows:
            for table, names in (
                (self.bases, row.bases),
                (self.decorators, row.decorators),
                (self.calls, row.calls),
            ):
                for name in names:
                    table.setdefault(absolute(name), []).append(row)


def absolute(name: str) -> str:
    """Return a name of a row with its module: ``eval`` is ``builtins.eval``."""
    return name if "." in name else f"builtins.{name}"


def matching(table: dict[str, list[Row]], dotted: str) -> list[Row]:
    """Return the rows of a table of an :class:`Index` that a dotted name tells."""
    rows = table.get(dotted, [])
    while dotted:
        dotted = dotted.rpartition(".")[0]
        if below := table.get(f"{dotted}.*"):
            rows = rows + below
    return rows
