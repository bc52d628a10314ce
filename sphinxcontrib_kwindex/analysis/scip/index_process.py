"""Starts the process that reads an index, with limits of size and time."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

from ...scan.overdue_process import killed_after
from ..worker_pool import import_path, isolated_python
from .read_index import Document, End, ExternalSymbol, Message, Tool

#: What brings the library that reads indexes.
EXTRA: Final = "scip"
#: Bytes that an index may have.
LARGEST: Final = 2 << 30
_PROGRAM: Final = (
    "import sys; index = sys.argv.pop(1); sys.path.extend(sys.argv[1:]);"
    " sys.argv[1:] = [index];"
    f" from {__package__}.read_index import main; main()"
)
_decoder = msgspec.json.Decoder(Message)


class ScipError(Exception):
    """An index cannot be used; why, in a sentence."""


def read(index: Path, timeout: float) -> Iterator[Tool | Document | ExternalSymbol]:
    """Yield what an index says.

    :param timeout: the seconds that it may take; 0 for no limit.
    :raises ScipError: if it cannot be read to its end.
    """
    protobuf = _find_protobuf()
    if index.stat().st_size > LARGEST:
        raise ScipError(f"it has more than {LARGEST:,} bytes")
    process = subprocess.Popen(  # noqa: S603
        [*isolated_python(), "-c", _PROGRAM, str(index), *import_path(()), protobuf],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout
    with killed_after(process, timeout) as overdue:
        try:
            for line in process.stdout:
                message = _decoder.decode(line)
                if isinstance(message, End):
                    if message.problem:
                        raise ScipError(message.problem)
                    return
                yield message
        except msgspec.DecodeError:
            pass  # it ended within a line
        finally:
            process.kill()
            process.stdout.close()
            process.wait()
    if not overdue.is_set():
        raise ScipError("the process that read it ended early")
    raise ScipError(f"reading it took more than {timeout:g} seconds")


def _find_protobuf() -> str:
    """Return the folder in which protobuf is installed.

    :raises ScipError: if it is not.
    """
    try:
        spec = find_spec("google.protobuf")
    except ModuleNotFoundError:
        spec = None
    if spec is None or spec.origin is None:
        raise ScipError(
            "protobuf is not installed; install it with: pip install"
            f" 'sphinxcontrib-kwindex[{EXTRA}]'"
        )
    return str(Path(spec.origin).resolve().parents[2])
