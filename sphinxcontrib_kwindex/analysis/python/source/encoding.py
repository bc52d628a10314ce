"""How Python source is encoded: it says so itself (PEP 263)."""

from __future__ import annotations

from io import BytesIO
from tokenize import detect_encoding

from ....model.facts import Problem
from ...decoding import Source, lf_lines, line_count, one_line, valid_text


def decode_python(data: bytes) -> Source:
    """Decode Python source after PEP 263.

    The codec that it names may be one of another package, which raises whatever it
    likes.
    """
    try:
        # Python 3.14 refuses null bytes here, before their line is known.
        encoding, _ = detect_encoding(BytesIO(data.replace(b"\0", b" ")).readline)
    except SyntaxError as error:
        # Either the cookie names no encoding, or without a cookie the first lines
        # are not UTF-8; then the place of the wrong byte is known.
        return _invalid(data, "utf-8", str(error.msg))
    except Exception as error:  # noqa: BLE001, RUF100
        # Python 3.14 decodes the first lines with `hex`, too.
        return _invalid(data, "utf-8", str(error))
    try:
        text = data.decode(encoding)
    except Exception as error:  # noqa: BLE001, RUF100
        # `hex` is a codec, but does not turn bytes into text.
        return _invalid(data, encoding, str(error))
    text = lf_lines(valid_text(text))
    if "\0" in text:
        # Python's own messages for this differ, and name no line.
        line = text.count("\n", 0, text.index("\0")) + 1
        problem = Problem("source code cannot contain null bytes", line)
        return Source(text, encoding, problem)
    return Source(text, encoding)


def _invalid(data: bytes, encoding: str, message: str) -> Source:
    """Return *data*, which its encoding does not fit, as well as it can be read."""
    # Where no byte is wrong, it is the cookie, in one of the first two lines.
    line = 1 if b"coding" in data.split(b"\n", 1)[0] else 2
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        line = line_count(lf_lines(data[: error.start].decode("latin-1")) + "?")
        message = (
            f"byte 0x{data[error.start]:02x} is not valid {encoding}: {error.reason}"
        )
    except Exception:  # noqa: BLE001, RUF100
        encoding = "utf-8"
    try:
        text = data.decode(encoding, "replace")
    except Exception:  # noqa: BLE001, RUF100
        text = ""
    # Some codecs give up, or give nothing.
    text = text or data.decode("utf-8", "replace")
    return Source(
        lf_lines(valid_text(text)), encoding, Problem(one_line(message), line)
    )
