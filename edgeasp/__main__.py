"""Entry point of `edgeasp` and `python -m edgeasp`."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time

from edgeasp.cli import signals

# New objects before the next garbage collection. Imports create seventy thousand objects that stay, so checking them is
# wasted time.
_FEW_COLLECTIONS = 50_000


def main() -> None:
    """Run the `edgeasp` command line."""
    begun = time.monotonic()
    # Before the imports below, so that Ctrl-C ends them cleanly too.
    signals.install_handlers()
    gc.set_threshold(_FEW_COLLECTIONS)
    # Numpy's linear algebra library, unused here, would start a thread per core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if "_EDGEASP_COMPLETE" in os.environ:
        # Without rich, typer prints plain text, which suffices here. Importing rich takes half the time of a
        # completion.
        sys.modules["rich"] = None  # type: ignore[assignment]
    from edgeasp.cli import clock, console

    clock.start_clock(begun)
    console.open_streams()
    console.show_warnings()
    from edgeasp.cli.commands import app, exit_at_once

    try:
        app(prog_name="edgeasp")
    except SystemExit as ended:
        # After an error, clingo may still be grounding in a thread that the interpreter would wait for.
        others = (thread for thread in threading.enumerate() if thread is not threading.main_thread())
        if ended.code and isinstance(ended.code, int) and not all(thread.daemon for thread in others):
            exit_at_once(ended.code)
        raise
    finally:
        # The interpreter would run several useless collections as it exits.
        gc.freeze()


if __name__ == "__main__":
    main()
