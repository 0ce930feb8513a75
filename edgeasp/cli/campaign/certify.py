"""`edgeasp campaign certify`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, NoReturn

from edgeasp.cli import console, exit_status, shared_options, signals
from edgeasp.cli.app import examples, leave
from edgeasp.cli.progress import Progress
from edgeasp.cli.shared_options import CampaignFolder, output_option
from edgeasp.system.limits import Deadline, LimitReached

if TYPE_CHECKING:
    from edgeasp.batch.campaign.certification import Certification

EPILOG = examples(
    "edgeasp campaign certify campaign -o certificate",
    "edgeasp campaign certify campaign -o certificate --jobs 2 --compress",
)


@shared_options.with_groups
def certify(
    folder: CampaignFolder,
    jobs: shared_options.Jobs = None,
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="The folder of the certificate."),
    compress: bool = output_option(False, "--compress", help="Compress formulas and proofs, as .gz."),
) -> None:
    """Certify that the boards of a complete campaign are all there are, cube by cube.

    A proof says that every board lies in one of the cubes that were searched, and each cube gets a certificate of its
    own, which can be checked alone, on any machine; edgeasp verify checks all of them, or one. Nothing of the campaign
    is believed. If it is stopped or killed, the same call goes on: certificates of cubes that are there and have the
    files that they were written with are not made again. The exit status is 1 if a limit is reached.
    """
    from edgeasp.batch.campaign import certification, statement
    from edgeasp.batch.campaign.certification import divide
    from edgeasp.certificate.make.proving import ProofOptions
    from edgeasp.solvers.sat import prover

    caps = limits.limits()
    stated = statement.read(folder)
    prover.require()
    line = Progress()
    going: Certification | None = None

    def tick() -> None:
        if line.due:
            number = len(going.division.cubes) if going else 0
            share = going.done / number if going and number else None
            line.show(_so_far(going), share=share, at_most=deadline.left())

    deadline = Deadline(caps, tick)
    try:
        divided = divide(stated, deadline)
        with certification.opened(output):
            going = certification.Certification(divided, output, caps, jobs or 1)
            made = going.run(ProofOptions(deadline, caps.conflicts, compress=compress))
    except LimitReached as reached:
        _stop(line, f"stopped by the {reached}", going, exit_status.UNANSWERED)
    except KeyboardInterrupt as interrupt:
        _stop(line, "interrupted", going, signals.status_of(interrupt))
    finally:
        line.clear()
    assert made.claim is not None
    console.line(made.claim.claim)
    there = f", {going.done - going.made:,} cubes were certified before" if going.done > going.made else ""
    console.note(
        f"certified; {deadline.seconds():.2f} s, {going.conflicts:,} conflicts{there}; to check it: edgeasp verify "
        f"{shlex.quote(output)}"
    )


def _stop(line: Progress, why: str, going: Certification | None, status: int) -> NoReturn:
    line.clear()
    console.note(f"{why}: there is no certificate yet; {_so_far(going)}; the same command goes on")
    leave(status)  # clingo may still be grounding


def _so_far(going: Certification | None) -> str:
    done, number = (going.done, len(going.division.cubes)) if going else (0, 0)
    return f"{done:,} of {number:,} cubes are certified" if number else "no cube is certified"
