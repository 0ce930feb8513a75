"""`edgeasp` and `python -m edgeasp`."""

from __future__ import annotations

from edgeasp.cli import signals


def main() -> None:
    """Run the command line."""
    signals.install()
    from edgeasp.cli import console

    console.open_streams()
    console.show_warnings()
    from edgeasp.cli.commands import app

    app(prog_name="edgeasp")


if __name__ == "__main__":
    main()
