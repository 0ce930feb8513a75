"""`edgeasp` and `python -m edgeasp`."""

from __future__ import annotations

from edgeasp.cli import signals


def main() -> None:
    """Run the command line."""
    signals.install()
    try:
        from edgeasp.cli.commands import app

        app(prog_name="edgeasp")
    except KeyboardInterrupt as interrupt:
        from edgeasp.cli.app import leave

        leave(signals.status_of(interrupt))


if __name__ == "__main__":
    main()
