"""`edgeasp` and `python -m edgeasp`."""

from __future__ import annotations

import gc
import os
import threading
import time

from edgeasp.cli import signals

_FEW_COLLECTIONS = 50_000
"""Objects made between two collections of garbage. Modules make seventy thousand, and all of them stay."""


def main() -> None:
    """Run the command line."""
    begun = time.monotonic()
    signals.install()
    gc.set_threshold(_FEW_COLLECTIONS)
    # Numpy's library for linear algebra, which edgeasp does not use, starts a thread for each core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from edgeasp.cli import clock, console

    clock.start(begun)
    console.open_streams()
    console.show_warnings()
    from edgeasp.cli.commands import app, leave

    try:
        app(prog_name="edgeasp")
    except SystemExit as ended:
        # After an error, clingo may still be grounding in a thread, for which the interpreter would wait.
        others = (thread for thread in threading.enumerate() if thread is not threading.main_thread())
        if ended.code and isinstance(ended.code, int) and not all(thread.daemon for thread in others):
            leave(ended.code)
        raise
    finally:
        # The interpreter looks for garbage as it ends, several times, in all that the process leaves to the system.
        gc.freeze()


if __name__ == "__main__":
    main()
