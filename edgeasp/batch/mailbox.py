"""Messages from other threads, with the ticks of a clock between them."""

from __future__ import annotations

import queue
import time
from typing import Generic, TypeVar

TICK = 0.05
"""Seconds between two ticks."""

_Message = TypeVar("_Message")


class Mailbox(Generic[_Message]):
    """Hands over what other threads put in."""

    def __init__(self) -> None:
        # No SimpleQueue: in Python 3.11, a signal handler that outlasts its timeout makes it wait for ever.
        self._messages: queue.Queue[_Message] = queue.Queue()
        self._next_tick = time.monotonic() + TICK

    def put(self, message: _Message) -> None:
        """Put in a message, from any thread."""
        self._messages.put(message)

    def receive(self) -> _Message | None:
        """Wait for the next message; None is a tick, which comes in time however many messages wait."""
        left = self._next_tick - time.monotonic()
        if left > 0:
            try:
                return self._messages.get(timeout=left)
            except queue.Empty:
                pass
        self._next_tick = time.monotonic() + TICK
        return None
