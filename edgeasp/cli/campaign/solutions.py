"""`edgeasp campaign solutions`."""

from __future__ import annotations

from pathlib import Path

from edgeasp.cli import console
from edgeasp.cli.app import examples
from edgeasp.cli.shared_options import CampaignFolder, output_option
from edgeasp.formats import endings, files
from edgeasp.system import writing
from edgeasp.system.errors import OutputError

EPILOG = examples("edgeasp campaign solutions campaign -o solutions")


def solutions(
    folder: CampaignFolder,
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="Write sol_1.sol, sol_2.sol, ... to DIR."),
) -> None:
    """Write the solutions that a campaign has found so far.

    Later, the same command adds those that were found since. Other solutions in DIR are not written over.
    """
    from edgeasp.batch.campaign import statement
    from edgeasp.batch.campaign.run import read_progress

    stated = statement.read(folder)
    progress = read_progress(stated)
    endings.make_folder(output)
    boards = {str(Path(output) / f"sol_{number}.sol"): board for number, board in enumerate(progress.boards, 1)}
    new = {path: board for path, board in boards.items() if not Path(path).exists()}
    for path in boards.keys() - new.keys():
        if files.read_text(path) != boards[path]:
            raise OutputError(f"{path}: holds another solution: expected a folder for those of this campaign alone")
    for path, board in new.items():
        writing.write_text(path, board)
    console.note(f"{len(progress.boards):,} solution{'s' * (len(progress.boards) != 1)} written to {output}")
