"""`edgeasp` and `python -m edgeasp`."""

from __future__ import annotations

import os
import sys

from edgeasp.cli import signals


def main() -> None:
    """Run the command line."""
    signals.install()
    # Somebody may have closed them; what is meant for files gets there all the same.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        from edgeasp.cli.commands import app

        app(prog_name="edgeasp")
    except KeyboardInterrupt as interrupt:
        from edgeasp.cli.app import leave

        leave(signals.status_of(interrupt))


if __name__ == "__main__":
    main()
