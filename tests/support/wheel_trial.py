"""Commands that need the programs in C, in this process, by whatever edgeasp this Python finds: run as a script.

It stands alone, for a Python that has the wheel and what that requires and nothing else. What the commands write goes
to the folder that is named; what it prints at the end is which libraries were used.
"""

from __future__ import annotations

import os
import sys

COMMANDS = (
    "generate --size 6 --colours 6 --seed 1 -o p.puz",
    "solve p.puz -o p.sol",
    "solve p.puz --number all -o all",
    "generate --size 4 --seed 1 -o q.puz",
    "certify q.puz -o c",
    "best p.puz --rounds 1 --seed 1 -o b.sol",
)


def main() -> None:
    """Carry them out, and a sweep of boards and a proof here; the first error ends it.

    With another word behind the folder it leaves out `best`, which starts a process: an emulated one may not.
    """
    import edgeasp
    from edgeasp.cli.commands import app
    from edgeasp.search.best.rounds import ImprovedBoard, Round, RoundKind, round_events
    from edgeasp.system import libraries

    folder, *alone = sys.argv[1:]
    os.chdir(folder)
    for command in COMMANDS:
        if command.startswith("best ") and alone:
            continue
        status = app(command.split(), prog_name="edgeasp", standalone_mode=False)
        if status not in (0, None, 1):  # 1: at the limit on rounds
            sys.exit(f"it ended with an error: {command}")
    swept, proved = (edgeasp.make_task(edgeasp.load(name).puzzle) for name in ("p.puz", "q.puz"))
    rounds = Round(0, RoundKind.SWEEP, swept, seed=1, width=300), Round(1, RoundKind.PROVE, proved, seed=1)
    with open("swept.txt", "w", encoding="utf-8") as stream:
        for round_ in rounds:
            for event in round_events(round_):
                if isinstance(event, ImprovedBoard):
                    stream.write(f"{event.board.placements!r}\n")
    for source, used in libraries._outcomes.items():
        sys.stdout.write(f"{source}: {getattr(used, '_name', used)}\n")


if __name__ == "__main__":
    main()
