"""Command `campaign`: long searches that can be stopped, resumed and checked."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from edgeasp.api.plain import json_document
from edgeasp.api.solving import parse_clasp_options
from edgeasp.cli import clock, commands, console, shared_options, signals
from edgeasp.cli.commands import end_search, examples, exit_at_once, run_search
from edgeasp.cli.console import ProgressLine, format_duration
from edgeasp.cli.delivery import content_type, deliver, deliver_wrapped_text, json_text, require_writable
from edgeasp.cli.shared_options import ClusterOptions, output_option, question_option, search_option
from edgeasp.formats import files
from edgeasp.lab.plots import require_plottable
from edgeasp.system import writing
from edgeasp.system.errors import OutputError
from edgeasp.system.limits import LimitReached
from edgeasp.system.lines import with_noun
from edgeasp.system.writing import make_folder

if TYPE_CHECKING:
    from edgeasp.lab.campaign.certification import CampaignCertification
    from edgeasp.lab.campaign.status import CampaignRun, CampaignStatus


@examples(
    "edgeasp campaign status campaign",
    "edgeasp campaign status campaign --format json",
    "edgeasp campaign status campaign --plot campaign.svg",
)
def status(
    folder: shared_options.CampaignFolder,
    form: shared_options.ReportFormat = output_option("--format", "Print text or JSON.", "text"),
    output: shared_options.OutputFile = None,
    picture: Path | None = output_option("--plot FILE", "Also draw a plot to FILE, an .svg or .png."),
) -> None:
    """Print the progress of a campaign and its expected end.

    You can use this command at any time, even during a run. Progress is measured by cubes, on the assumption that each
    split divides a cube evenly. The remaining time is estimated from the cubes searched so far, with a 95 % range. The
    range is wide if cubes were split late, since their parts are harder.
    """
    from edgeasp.lab.campaign.ledger import FILES, read_statement
    from edgeasp.lab.campaign.status import campaign_status, read_progress

    require_plottable(picture)
    require_writable(output, content_type(form), [str(Path(folder) / name) for name in FILES])
    stated = read_statement(folder)
    progress = read_progress(stated)
    now = campaign_status(stated, progress)
    if form == "json":
        deliver(json_text(json_document(now)), output)
    else:
        deliver_wrapped_text("\n".join(_status_lines(now, counts=stated.counts)) + "\n", output)
    if picture is not None:
        from edgeasp.lab import plots

        plots.plot_campaign(progress, picture)


def summary_line(now: CampaignStatus, *, counts: bool) -> str:
    """Summarise a campaign in one line."""
    solutions = with_noun(now.found, "solution") + (" counted" if counts else "")
    if now.complete:
        return f"complete: {solutions}, and no others; {now.cubes_done:,} cubes searched"
    state = "answered" if now.answered else "open"
    return f"{state}: {solutions} so far, {now.done:.1%} done, {with_noun(now.cubes_open, 'cube')} open"


def _status_lines(now: CampaignStatus, *, counts: bool) -> list[str]:
    cols, rows = now.size
    laid = f", {now.tiles:,} placements" if now.tiles else ""
    return [
        f"campaign    {now.campaign}: {cols} x {rows} squares",
        f"state       {summary_line(now, counts=counts)}",
        f"cubes       {now.cubes_done:,} searched, {now.cubes_refuted:,} refuted, {now.cubes_open:,} open",
        f"work        {now.conflicts:,} conflicts{laid}, {format_duration(now.cpu_seconds)} of processor time",
        f"workers     {len(now.workers):,} so far",
        f"left        {_remaining_work_text(now)}",
    ]


def _remaining_work_text(now: CampaignStatus) -> str:
    if now.complete:
        return "nothing"
    if (rest := now.rest) is None:
        return "too little is done to say"
    spread = f"{_rough_duration(rest.cpu_seconds_low)} to {_rough_duration(rest.cpu_seconds_high)}"
    pace = "" if rest.wall_seconds is None else f"; {_rough_duration(rest.wall_seconds)} at the pace of the last cubes"
    return f"about {_rough_duration(rest.cpu_seconds)} of processor time ({spread}){pace}"


def _rough_duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 9.5 else format_duration(seconds)


@examples("edgeasp campaign solutions campaign -o solutions")
def solutions(
    folder: shared_options.CampaignFolder,
    output: Annotated[str, output_option("-o --output DIR", "Write sol_1.sol, sol_2.sol, ... to DIR.")],
) -> None:
    """Write the solutions that a campaign has found so far.

    Run the command again later to add the solutions found since. Other solutions in DIR are not overwritten.
    """
    from edgeasp.lab.campaign.ledger import read_statement
    from edgeasp.lab.campaign.status import read_progress

    stated = read_statement(folder)
    progress = read_progress(stated)
    make_folder(output)
    boards = {str(Path(output) / f"sol_{number}.sol"): board for number, board in enumerate(progress.boards, 1)}
    new = {path: board for path, board in boards.items() if not Path(path).exists()}
    for path in boards.keys() - new.keys():
        if files.read_text(path) != boards[path]:
            raise OutputError(f"{path}: holds another solution: name a folder for this campaign only")
    for path, board in new.items():
        writing.write_new_text(path, board)
    writing.flush_files(output)
    console.note(f"{with_noun(len(progress.boards), 'solution')} written to {output}")


@examples("edgeasp campaign simulate campaign --workers 1,2,24,1024")
def simulate(
    folder: shared_options.CampaignFolder,
    workers: str = search_option("--workers LIST", "Numbers of workers, e.g. 24,1024.", "1,24,128,1024,10000"),
    start: float = search_option("--start-up TIME", "Time from the start of a worker to its first cube.", 2.0, min=0),
    hand_over: float = search_option("--hand-over TIME", "Time to hand over one cube.", 0.002, min=0),
    form: shared_options.Form = "text",
) -> None:
    """Simulate a campaign with other numbers of workers.

    The schedule is simulated event by event, with the recorded processor times of all cubes. An open cube is assumed to
    need as much time for its size as a finished cube chosen at random. One process hands out the cubes, one after
    another.
    """
    from edgeasp.lab.campaign import status
    from edgeasp.lab.campaign.ledger import LEDGER, read_statement
    from edgeasp.lab.campaign.status import read_progress
    from edgeasp.system import lines

    numbers = lines.parse_numbers(workers, "numbers of workers such as 24,1024", 1, 10**6)
    stated = read_statement(folder)
    progress = read_progress(stated)
    costs = status.worker_overheads(progress, start, hand_over)
    simulated = status.simulate(progress, numbers, costs, str(stated.folder / LEDGER))
    if form == "json":
        console.write(json_text(json_document(simulated)))
        return
    console.print_line(
        f"start {costs.start:g} s, grounding {costs.ground:g} s, handing over a cube {costs.hand_over:g} s"
    )
    console.print_line("workers      wall time  efficiency")
    for run in simulated.runs:
        console.print_line(f"{run.workers:>7,}  {format_duration(run.wall_seconds):>13}  {run.efficiency:>10.3f}")
    console.flush()


@examples("edgeasp campaign check campaign")
def check(
    folder: shared_options.CampaignFolder,
    head: str | None = search_option(
        "--head HEAD", "Also check that the ledger up to HEAD, as printed by an earlier check, is unaltered."
    ),
    form: shared_options.Form = "text",
) -> None:
    """Check the ledger of a campaign against its puzzle.

    The check shares no code with the search. It proves that the leaves of the tree of cubes cover the whole search and
    do not overlap, that each board is a solution, is in the cube it was found in, and occurs once, and that no entry
    was altered or removed by accident. It trusts the solver that a searched cube has no other solutions. The printed
    head is a hash of all entries. If you keep the head elsewhere and pass it with --head, the check also detects
    entries that were altered on purpose or removed from the end. Exits 1 if cubes are open. Exits 2 if something is
    wrong, and prints the first wrong entry.
    """
    from edgeasp.lab.campaign import ledger_audit
    from edgeasp.lab.campaign.ledger import Ledger, LedgerHead, read_statement

    noted = None if head is None else LedgerHead.parse(head)
    stated = read_statement(folder)
    with Ledger(stated.folder, stated.seal) as ledger:
        audited = ledger_audit.audit_ledger(stated, ledger.entries(), str(ledger.path))
        if noted is not None:
            ledger.require_head(noted)
        last = ledger.head
    if form == "json":
        console.write(json_text(json_document(audited, entries=last.number, head=str(last))))
    else:
        leaves = audited.searched + audited.refuted + audited.open
        console.print_line(
            f"{leaves:,} leaves of {audited.splits:,} splits cover the search, and none overlaps another one"
        )
        parts = f"{audited.refuted:,} refuted when they were made, {audited.open:,} open"
        console.print_line(f"{audited.searched:,} leaves searched, {parts}")
        if audited.solutions is not None:
            boards = with_noun(audited.solutions, "board")
            often = "occurs once" if "tile-rotations" in stated.task().encoding.symmetry else "has its assignments once"
            console.print_line(f"{boards}: each is a solution, is in its cube, and {often}")
        console.print_line(f"head {last}" + (f"; as noted up to entry {noted.number:,}" if noted else ""))
    console.flush()
    raise typer.Exit(commands.UNANSWERED if audited.open else commands.ANSWERED)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCampaignOptions:
    """Options of `campaign new`: the task, and how to split it."""

    number: int = question_option(
        "-n --number N|all", "Find N solutions, or all. Default: all.", 0, min=0, show_default=False
    )
    count: shared_options.Count = False
    up_to_rotation: shared_options.UpToRotation = False
    encoding: shared_options.EncodingOptions = shared_options.EncodingOptions()
    seed: shared_options.Seed = 1
    config: shared_options.Configuration = "auto"
    split: Literal["outward", "corners"] = search_option(
        "--split",
        "Split by the colours of edges, nearest to the clues first, or first by the tiles in the corners.",
        "outward",
    )
    cubes: int = search_option("--cubes N", "Make N cubes before the search starts.", 200, min=1, max=10**7)
    share: int = search_option(
        "--share N", "Split a cube again if it takes N conflicts or more.", 50_000, min=1, max=2**32 - 1
    )
    output: Annotated[str, output_option("-o --output DIR", "The folder for the campaign, new or empty.")]


@examples(
    "edgeasp campaign new puzzle.puz -o campaign",
    "edgeasp campaign new puzzle.puz --clue corner.clue --count -o campaign",
    "edgeasp campaign new puzzle.puz --split corners -o campaign",
)
def new(puzzle: shared_options.PuzzleFile, options: shared_options.PuzzleOptions, wanted: NewCampaignOptions) -> None:
    """Create a campaign: its task and how to split it.

    The search itself begins with edgeasp campaign run. It is split into cubes, each with fixed colours on some edges. A
    cube that takes long is split again, so that no straggler delays the end.
    """
    from edgeasp.lab.campaign import ledger
    from edgeasp.parallel.split import SplitPlan

    clasp, request = parse_clasp_options(wanted.seed, wanted.config), wanted.encoding.make_request()
    task = options.make_task(puzzle, request, up_to_rotation=wanted.up_to_rotation)
    split = SplitPlan(wanted.cubes, wanted.share, wanted.split)
    ledger.new_campaign(wanted.output, task, request, clasp, split, limit=wanted.number, counts=wanted.count)
    size = f"{task.puzzle.cols} x {task.puzzle.rows} squares"
    console.note(f"{wanted.output}: {size}, nothing searched yet: edgeasp campaign run {shlex.quote(wanted.output)}")


@examples(
    "edgeasp campaign run campaign",
    "edgeasp campaign run campaign --jobs 2 --time-limit 1h",
    "edgeasp campaign run campaign --scheduler tcp://127.0.0.1:8786",
)
def run(
    folder: shared_options.CampaignFolder,
    jobs: shared_options.Jobs = None,
    cluster: ClusterOptions = ClusterOptions(),
    scan: bool = search_option(
        "--scan/--no-scan", "Use the compiled search for a cube if it is expected to be faster than clingo.", True
    ),
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
) -> None:
    """Run a campaign until the end or a limit.

    A cube is recorded with all its solutions when it is done, so a run may be killed at any time. The next run repeats
    unfinished cubes. Exits 1 if cubes remain open, unless the requested number of solutions has been found.
    """
    from edgeasp.lab.campaign import status as campaign_run
    from edgeasp.lab.campaign.ledger import read_statement
    from edgeasp.lab.campaign.status import campaign_status, replay_ledger

    cluster.require_no_jobs(jobs)
    caps = limits.limits()
    line = ProgressLine()
    going: CampaignRun | None = None

    def show_progress() -> None:
        """Update the progress line, and stop at a signal."""
        signals.raise_pending()
        if going is not None and (search := going.search) is not None and line.due:
            boards = going.before.found + search.found
            solutions = f", {boards:,} found" if boards else ""
            pace = f", {search.pace:,.0f} conflicts/s" if search.pace else ""
            pace = f", {search.placements_per_second:,.0f} tiles/s" if search.placements_per_second else pace
            line.show(f"{len(search.open_cubes.open):,} cubes wait{solutions}{pace}", share=search.open_cubes.done)

    deadline = clock.make_deadline(caps, show_progress)
    stated = read_statement(folder)
    signals.defer()
    with campaign_run.open_ledger(stated, show_progress) as ledger:
        executor, number = cluster.connect_executor(jobs)
        going = campaign_run.CampaignRun(stated, ledger, deadline, executor, number)

        def search_cubes() -> None:
            for _ in going.new_solutions(caps, scan=scan):
                pass

        interrupt = run_search(search_cubes, line.clear)
        result = going.result()
        now = campaign_status(stated, replay_ledger(ledger.entries(), str(ledger.path), stated.limit))
    interrupt = interrupt or signals.pending()
    start = "interrupted: " if interrupt else f"{result.stopped}: " if result and result.stopped else ""
    console.note(f"{start}{summary_line(now, counts=stated.counts)}; {deadline.seconds():.1f} s")
    end_search(interrupt, answered=now.answered, stopped=False)


@examples(
    "edgeasp campaign certify campaign -o certificate",
    "edgeasp campaign certify campaign -o certificate --jobs 2 --compress",
    "edgeasp campaign certify campaign -o proof --scheduler tcp://host:8786",
)
def certify(
    folder: shared_options.CampaignFolder,
    *,
    jobs: shared_options.Jobs = None,
    cluster: ClusterOptions = ClusterOptions(),
    limits: shared_options.LimitOptions = shared_options.LimitOptions(),
    output: Annotated[str, output_option("-o --output DIR", "Write the certificate to DIR.")],
    compress: bool = output_option("--compress", "Compress formulas and proofs (.gz).", False),
) -> None:
    """Certify cube by cube that a campaign found all boards.

    A proof shows that every board is in one of the searched cubes. Each cube gets a certificate of its own that can be
    checked separately, on any machine. edgeasp verify checks all certificates, or a single one. The ledger of the
    campaign is not trusted. Workers of a cluster need access to DIR under the same path. To continue after an
    interruption, repeat the command: finished certificates with unchanged files are kept. Exits 1 if a limit is
    reached.
    """
    from edgeasp.lab.campaign import certification
    from edgeasp.lab.campaign.certification import read_finished_campaign
    from edgeasp.lab.campaign.ledger import read_statement
    from edgeasp.lab.certificate import make
    from edgeasp.lab.certificate.make import ProofOptions

    cluster.require_no_jobs(jobs)
    caps = limits.limits()
    stated = read_statement(folder)
    # Missing PySAT is reported now, rather than after the ledger was read and the first cube was grounded.
    make.require_solver()
    line = ProgressLine()
    going: CampaignCertification | None = None

    def show_progress() -> None:
        """Update the progress line."""
        if line.due:
            number = len(going.campaign.cubes) if going else 0
            share = going.done / number if going and number else None
            certified = going.made if going else 0
            pace = f"{60 * certified / deadline.seconds():,.1f} cubes a minute" if certified else ""
            line.show(_certified_cubes_text(going), pace, share=share, at_most=deadline.seconds_left())

    deadline = clock.make_deadline(caps, show_progress)
    try:
        divided = read_finished_campaign(stated, deadline)
        with make.open_folder(output, divided.digest):
            executor, number = cluster.connect_executor(jobs)
            # A worker may have been started in another folder.
            place = str(Path(output).absolute()) if executor is not None else output
            going = certification.CampaignCertification(divided, place, caps, number, executor)
            certificate = going.run(ProofOptions(deadline, caps.conflicts, compress=compress))
    except LimitReached as reached:
        _exit_uncertified(line, f"stopped by the {reached}", going, commands.UNANSWERED)
    except KeyboardInterrupt as interrupt:
        _exit_uncertified(line, "interrupted", going, signals.exit_status(interrupt))
    finally:
        line.clear()
    assert certificate.claim is not None
    console.print_line(certificate.claim.claim)
    there = f", {going.done - going.made:,} cubes were certified before" if going.done > going.made else ""
    console.note(
        f"certified; {deadline.seconds():.2f} s, {going.conflicts:,} conflicts{there}; to check it: edgeasp verify "
        f"{shlex.quote(output)}"
    )


def _exit_uncertified(line: ProgressLine, why: str, going: CampaignCertification | None, status: int) -> NoReturn:
    line.clear()
    console.note(f"{why}: there is no certificate yet; {_certified_cubes_text(going)}; the same command goes on")
    exit_at_once(status)  # clingo may still be grounding


def _certified_cubes_text(going: CampaignCertification | None) -> str:
    done, number = (going.done, len(going.campaign.cubes)) if going else (0, 0)
    return f"{done:,} of {number:,} cubes are certified" if number else "no cube is certified"


COMMANDS = (new, run, status, check, solutions, certify, simulate)
"""The commands of the group, in the order of its help."""


def campaign() -> None:
    """Search for hours or weeks: stop, resume, move and check.

    A campaign is a folder. In it, puzzle.puz and clues.sol are the puzzle, campaign.json has the options, and
    ledger.sqlite records each part of the search. Nothing else is needed to continue on another machine.
    """
