"""A file for what an attempt prints."""

import io
from collections.abc import Callable
from typing import Any

from svmlib.exercises.running._limits import MAX_PRINTED, REST_NOT_SHOWN


class Printed(io.TextIOWrapper):
    """A file that hands on what is written to it, up to a bound."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._bounded = _Bounded(send)
        super().__init__(self._bounded, "utf-8", "backslashreplace", write_through=True)

    def fall_silent(self) -> None:
        """Hand on nothing more."""
        self._bounded.is_enough = True


class _Bounded(io.RawIOBase):
    name = "<stdout>"

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send, self._left, self.is_enough = send, MAX_PRINTED, False

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        if not self.is_enough:
            text = bytes(data[: self._left]).decode(errors="replace")
            self._left -= len(data)
            self.is_enough = self._left < 0
            self._send(text + REST_NOT_SHOWN * self.is_enough)
        return len(data)
