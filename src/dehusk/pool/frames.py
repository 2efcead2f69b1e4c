"""Messages on a pipe: bytes with their length before them."""

from __future__ import annotations

from typing import IO

_LENGTH_BYTES = 8


def send_frame(stream: IO[bytes], data: bytes) -> None:
    """Write one message.

    >>> import io
    >>> stream = io.BytesIO()
    >>> send_frame(stream, b"tea")
    >>> stream.getvalue()
    b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03tea'
    """
    stream.write(len(data).to_bytes(_LENGTH_BYTES))
    stream.write(data)
    stream.flush()


def receive_frame(stream: IO[bytes]) -> bytes:
    """Read one message; EOFError if the other end is gone.

    >>> import io
    >>> receive_frame(io.BytesIO(b"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03tea"))
    b'tea'
    """
    header = stream.read(_LENGTH_BYTES)
    if len(header) < _LENGTH_BYTES:
        raise EOFError
    size = int.from_bytes(header)
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data
