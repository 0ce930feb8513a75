"""`edgeasp campaign`: searches that last hours or weeks, can be stopped, resumed and moved, and are checked."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NoReturn

from edgeasp.cli import console, exit_status, shared_options, signals
from edgeasp.cli.app import end_search, examples, leave, run_search
from edgeasp.cli.cluster_options import ClusterOptions
from edgeasp.cli.console import ProgressLine
from edgeasp.cli.shared_options import CampaignFolder, output_option, question_option, search_option
from edgeasp.lab.campaign import reports
from edgeasp.system.limits import Deadline, LimitReached

if TYPE_CHECKING:
    from edgeasp.lab.campaign.certification import Certification
    from edgeasp.lab.campaign.run import CampaignRun


@dataclass(frozen=True, slots=True, kw_only=True)
class NewOptions:
    """Options on the task, and on how it is split."""

    number: int = question_option(
        0,
        "-n",
        "--number",
        metavar="N|all",
        min=0,
        show_default=False,
        help="Find N solutions, or all. All if not given.",
    )
    count: shared_options.Count = False
    up_to_rotation: shared_options.UpToRotation = False
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions()
    seed: shared_options.Seed = 1
    config: shared_options.Configuration = "auto"
    split: Literal["outward", "corners"] = search_option(
        "outward",
        "--split",
        help="By the colours of diamonds, those near the clues first; or first by what lies in the corners.",
    )
    cubes: int = search_option(
        200, "--cubes", metavar="N", min=1, max=10**7, help="Make so many cubes before the first is searched."
    )
    share: int = search_option(
        50_000, "--share", metavar="N", min=1, max=2**32 - 1, help="Split a cube again that takes N conflicts, or more."
    )
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="The folder of the campaign, new or empty.")


@examples(
    "edgeasp campaign new puzzle.puz -o campaign",
    "edgeasp campaign new puzzle.puz --clue corner.clue --count -o campaign",
    "edgeasp campaign new puzzle.puz --split corners -o campaign",
)
@shared_options.with_groups
def new(
    puzzle: shared_options.PuzzleFile,
    options: shared_options.PuzzleOptions,
    wanted: NewOptions,
) -> None:
    """Make a campaign: say what is searched, and how it is split.

    Nothing is searched yet: edgeasp campaign run does that. The search is split into cubes, each of all boards on which
    some diamonds have certain colours. A cube that takes long is split again, so that no straggler decides when the
    campaign ends.
    """
    from edgeasp.lab.campaign import statement
    from edgeasp.parallel.split import SplitPlan

    clasp, request = shared_options.clasp_options(wanted.seed, wanted.config), wanted.encoding.request()
    task = options.task(puzzle, request, up_to_rotation=wanted.up_to_rotation)
    split = SplitPlan(wanted.cubes, wanted.share, wanted.split)
    statement.write(wanted.output, task, request, clasp, split, limit=wanted.number, counts=wanted.count)
    size = f"{task.puzzle.cols} x {task.puzzle.rows} squares"
    console.note(f"{wanted.output}: {size}, nothing searched yet: edgeasp campaign run {shlex.quote(wanted.output)}")


@examples(
    "edgeasp campaign run campaign",
    "edgeasp campaign run campaign --jobs 2 --time-limit 1h",
    "edgeasp campaign run campaign --slurm cluster.toml --dry-run",
)
@shared_options.with_groups
def run(
    folder: CampaignFolder,
    jobs: shared_options.Jobs = None,
    cluster: ClusterOptions = ClusterOptions(),
    scan: bool = search_option(
        True,
        "--scan/--no-scan",
        help="Let a program in C try the tiles of a cube square by square, in place of clingo, if that is faster.",
    ),
    dry_run: bool = search_option(False, "--dry-run", help="Print the job script for SLURM, and do nothing."),
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
) -> None:
    """Carry on a campaign, from where it is to the end or to a limit.

    What is found is recorded at once, so a run may be killed at any time, and what was under way is done again. The
    exit status is 1 if cubes are left.
    """
    from edgeasp.lab.campaign import run as campaign_run
    from edgeasp.lab.campaign.run import replay
    from edgeasp.lab.campaign.statement import read as read_statement
    from edgeasp.lab.campaign.status import campaign_status

    cluster.require_alone(jobs)
    if dry_run:
        console.out(cluster.script())
        return
    caps = limits.limits()
    line = ProgressLine()
    going: CampaignRun | None = None

    def tick() -> None:
        signals.raise_pending()
        if going is not None and (search := going.search) is not None and line.due:
            boards = going.before.found + search.found
            solutions = f", {boards:,} found" if boards else ""
            pace = f", {search.pace:,.0f} conflicts/s" if search.pace else ""
            line.show(f"{len(search.frontier.open):,} cubes wait{solutions}{pace}", share=search.frontier.done)

    deadline = Deadline(caps, tick)
    stated = read_statement(folder)
    signals.defer()
    with campaign_run.opened(stated, tick) as ledger, cluster.executor(jobs) as (executor, number):
        going = campaign_run.CampaignRun(stated, ledger, deadline, executor, number)

        def search() -> None:
            for _ in going.carry_on(caps, scan=scan):
                pass

        interrupt = run_search(search, line.clear)
        result = going.result()
        record = campaign_status(stated, replay(ledger.entries(), str(ledger.path), stated.limit))
    interrupt = interrupt or signals.pending()
    start = "interrupted: " if interrupt else f"{result.stopped}: " if result and result.stopped else ""
    console.note(f"{start}{reports.summary(record, counts=stated.counts)}; {deadline.seconds():.1f} s")
    end_search(interrupt, answered=record.answered, stopped=False)


@examples(
    "edgeasp campaign certify campaign -o certificate",
    "edgeasp campaign certify campaign -o certificate --jobs 2 --compress",
    "edgeasp campaign certify campaign -o certificate --slurm cluster.toml",
)
@shared_options.with_groups
def certify(
    folder: CampaignFolder,
    jobs: shared_options.Jobs = None,
    cluster: ClusterOptions = ClusterOptions(),
    dry_run: bool = search_option(False, "--dry-run", help="Print the job script for SLURM, and do nothing."),
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
    output: str = output_option(..., "-o", "--output", metavar="DIR", help="The folder of the certificate."),
    compress: bool = output_option(False, "--compress", help="Compress formulas and proofs, as .gz."),
) -> None:
    """Certify that the boards of a complete campaign are all there are, cube by cube.

    A proof says that every board lies in one of the cubes that were searched, and each cube gets a certificate of its
    own, which can be checked alone, on any machine; edgeasp verify checks all of them, or one. Nothing of the campaign
    is believed. Workers of a cluster need the folder under the same name. If it is stopped or killed, the same call
    goes on: certificates of cubes that are there and have the files that they were written with are not made again.
    The exit status is 1 if a limit is reached.
    """
    from edgeasp.lab.campaign import certification
    from edgeasp.lab.campaign.certification import divide
    from edgeasp.lab.campaign.statement import read as read_statement
    from edgeasp.lab.certificate import prover
    from edgeasp.lab.certificate.make.proving import ProofOptions

    cluster.require_alone(jobs)
    if dry_run:
        console.out(cluster.script())
        return
    caps = limits.limits()
    stated = read_statement(folder)
    prover.require()
    line = ProgressLine()
    going: Certification | None = None

    def tick() -> None:
        if line.due:
            number = len(going.division.cubes) if going else 0
            share = going.done / number if going and number else None
            certified = going.made if going else 0
            pace = f"{60 * certified / deadline.seconds():,.1f} cubes a minute" if certified else ""
            line.show(_so_far(going), pace, share=share, at_most=deadline.left())

    deadline = Deadline(caps, tick)
    try:
        divided = divide(stated, deadline)
        with certification.opened(output), cluster.executor(jobs) as (executor, number):
            # A worker may have been started in another folder.
            place = str(Path(output).absolute()) if cluster.given else output
            going = certification.Certification(divided, place, caps, number, executor)
            certificate = going.run(ProofOptions(deadline, caps.conflicts, compress=compress))
    except LimitReached as reached:
        _stop(line, f"stopped by the {reached}", going, exit_status.UNANSWERED)
    except KeyboardInterrupt as interrupt:
        _stop(line, "interrupted", going, signals.status_of(interrupt))
    finally:
        line.clear()
    assert certificate.claim is not None
    console.line(certificate.claim.claim)
    there = f", {going.done - going.made:,} cubes were certified before" if going.done > going.made else ""
    console.note(
        f"certified; {deadline.seconds():.2f} s, {going.conflicts:,} conflicts{there}; to check it: edgeasp verify "
        f"{shlex.quote(output)}"
    )


def _stop(line: ProgressLine, why: str, going: Certification | None, status: int) -> NoReturn:
    line.clear()
    console.note(f"{why}: there is no certificate yet; {_so_far(going)}; the same command goes on")
    leave(status)  # clingo may still be grounding


def _so_far(going: Certification | None) -> str:
    done, number = (going.done, len(going.division.cubes)) if going else (0, 0)
    return f"{done:,} of {number:,} cubes are certified" if number else "no cube is certified"


COMMANDS = (
    new,
    run,
    reports.status,
    reports.check,
    reports.solutions,
    certify,
    reports.simulate,
)
"""The commands of the group, in the order of its help."""


def campaign() -> None:
    """Search for hours or weeks: stop, kill, resume, move, and check what was done.

    A campaign is a folder. In there puzzle.puz and clues.sol are what is searched, campaign.json says how, and
    ledger.sqlite records what came of each part of the search. Nothing else is needed to go on on another machine.
    """
