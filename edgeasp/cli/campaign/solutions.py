"""`edgeasp campaign solutions`."""

from __future__ import annotations

from pathlib import Path

from edgeasp.cli import console
from edgeasp.cli.app import examples
from edgeasp.cli.campaign.campaign_options import Folder
from edgeasp.cli.shared_options import output_option
from edgeasp.formats import files

EPILOG = examples("edgeasp campaign solutions campaign -o solutions")


def solutions(
    folder: Folder,
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="Write sol_1.sol, sol_2.sol, ... to DIR."),
) -> None:
    """Write the solutions that a campaign has found so far."""
    from edgeasp.batch.campaign import statement
    from edgeasp.batch.campaign.run import read_progress

    stated = statement.read(folder)
    progress = read_progress(stated)
    files.make_folder(output)
    for number, board in enumerate(progress.boards, 1):
        files.write_text(str(Path(output) / f"sol_{number}.sol"), board)
    console.note(f"{len(progress.boards):,} solution{'s' * (len(progress.boards) != 1)} written to {output}")
