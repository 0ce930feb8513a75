"""From a task, from a puzzle with its boards, or from cubes, to a certificate."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from edgeasp._version import __version__
from edgeasp.encoding import cnf
from edgeasp.encoding.cnf import Clause, Formula
from edgeasp.formats import files, plain
from edgeasp.lab.certificate import folder as names
from edgeasp.lab.certificate.claim import ClaimRecord, anchored, lies_in, record
from edgeasp.lab.certificate.folder import page
from edgeasp.lab.certificate.make.proving import Proof, ProofOptions, prove
from edgeasp.lab.certificate.make.refuting import can_refute, refute
from edgeasp.lab.certificate.views import Conditions, looks_of
from edgeasp.puzzle import identity
from edgeasp.puzzle.checker import check
from edgeasp.puzzle.model import Solution
from edgeasp.search.session import Session
from edgeasp.search.task import Task
from edgeasp.solvers.interface import Statistics
from edgeasp.system import writing
from edgeasp.system.errors import CheckError, InputError, OptionError, OutputError, os_reason
from edgeasp.system.limits import LimitReached
from edgeasp.system.writing import make_folder

_UNFINISHED = """\
This certificate is not finished: there is no claim.
Another call of edgeasp certify may replace what is in this folder.
"""


@dataclass(frozen=True, slots=True)
class Made:
    """A certificate that was made.

    Attributes:
        claim: what is proved; None if there is another board.
        other: that board.
        written: the number of lemmas that the solver wrote.
        statistics: of the solver.
    """

    claim: ClaimRecord | None
    other: Solution | None
    written: int
    statistics: Statistics


def conforming(conditions: Conditions, boards: Iterable[tuple[str, Solution]]) -> list[Solution]:
    """Boards by the names of their sources, each once, turned as the anchor wants them, identical tiles in order.

    Raises:
        InputError: one of them is no solution, or does not keep the conditions.
    """
    puzzle = conditions.puzzle
    kept: dict[object, Solution] = {}
    for name, board in boards:
        report = check(puzzle, board, conditions.clues)
        if not report.solved:
            broken = report.violations[0].text if report.violations else f"{len(report.missing)} squares hold no tile"
            raise InputError(name, None, f"expected a solution of the puzzle, but {broken}")
        turned = (identity.in_order(puzzle, rotated, conditions.clues) for rotated in _rotations(conditions, board))
        ordered = next((rotated for rotated in turned if lies_in(conditions, rotated.by_square())), None)
        if ordered is None:
            raise InputError(name, None, "expected a solution in the cube, found another one")
        kept.setdefault(looks_of(puzzle, ordered), ordered)
    return list(kept.values())


def _rotations(conditions: Conditions, board: Solution) -> Iterator[Solution]:
    """The board as it is, or turned such that the anchor has one of its rotations."""
    if conditions.anchor is None:
        yield board
        return
    tile, rotations = conditions.anchor
    for quarters in range(0, 4, 4 // identity.turns(conditions.puzzle)):
        turned = identity.turned_solution(conditions.puzzle, board, quarters)
        if any(placement.tile == tile and placement.rot in rotations for placement in turned):
            yield turned


def formula_of(
    conditions: Conditions, boards: Sequence[Solution], cubes: Iterable[Conditions] = ()
) -> tuple[Formula, list[Clause]]:
    """The formula of a puzzle, and more clauses: for the anchor, for the cube, and for all boards that are known.

    The boards are as `conforming` gives them; those in other cubes are known as well.
    """
    formula = Formula(conditions.puzzle, conditions.clues, "direct")
    variables, more = formula.variables, list[Clause]()
    if conditions.anchor is not None:
        more += cnf.rotations_of(variables, *conditions.anchor)
    more += cnf.within(_literals(formula, conditions))
    for cube in cubes:
        more += cnf.outside(_literals(formula, cube))
    more += (cnf.another_board(variables, board) for board in boards)
    return formula, more


def _literals(formula: Formula, cube: Conditions) -> list[int] | None:
    return cnf.cube(formula.variables, cube.colours, cube.placements)


def prepare(folder: str, *, divided: bool = False) -> None:
    """Make the folder, which must be new, or empty, or left behind by a certificate that was not finished.

    Cubes that are in the folder of a divided certificate stay.

    Raises:
        OutputError: it holds something else, or cannot be written.
    """
    path = Path(folder)
    finished = (path / names.CLAIM).exists()
    stray = path.is_dir() and any(path.iterdir()) and not (path / names.UNFINISHED).exists()
    if finished or stray or (not divided and (path / names.CUBES).exists()):
        there = names.CLAIM if finished else "other files"
        raise OutputError(f"{files.shown_name(folder)}: expected a new or an empty folder, found {there} in it")
    make_folder(folder)
    writing.write_text(str(path / names.UNFINISHED), _UNFINISHED)
    make_folder(str(path / (names.CUBES if divided else names.BOARDS)))
    for name in (names.CLUES, names.FORMULA, names.HINTED, names.PLAIN, names.WORDS):
        while (old := names.existing(path, name)) is not None:
            _remove(old)
    for old in names.boards(path):
        _remove(old)


def reopen(folder: Path) -> None:
    """Take back the claim of a certificate, so that `prepare` accepts its folder."""
    writing.write_text(str(folder / names.UNFINISHED), _UNFINISHED)
    _remove(folder / names.CLAIM)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(f"{path}: cannot be removed: {os_reason(error)}") from None


def write_boards(conditions: Conditions, boards: Sequence[Solution], folder: str) -> None:
    """Write the puzzle, the clues and the boards: what there is without a proof."""
    path = Path(folder)
    writing.write_text(str(path / names.PUZZLE), plain.write_puz(conditions.puzzle))
    if conditions.clues.placements:
        writing.write_text(str(path / names.CLUES), plain.write_sol(conditions.clues))
    for number, board in enumerate(boards, start=1):
        writing.write_text(str(path / names.BOARDS / f"sol_{number}.sol"), plain.write_sol(board), settled=False)
    if boards:
        writing.settle(str(path / names.BOARDS))


def make(conditions: Conditions, boards: Sequence[Solution], folder: str, options: ProofOptions) -> Made:
    """Write a certificate that these are all boards; the claim comes last, so that a folder with it is complete.

    Args:
        conditions: what the boards keep.
        boards: as `conforming` gives them.
        folder: as `prepare` has made it.
        options: how the proof is made.

    Raises:
        LimitReached: a limit is reached; there is no claim then.
        OptionError: PySAT is not installed.
        OutputError: a file cannot be written.
    """
    write_boards(conditions, boards, folder)
    formula, path = Formula(conditions.puzzle, conditions.clues, "direct"), Path(folder)
    if can_refute(formula, options):
        known = {looks_of(conditions.puzzle, board) for board in boards}
        others: list[Solution] = []

        def take(board: Solution) -> bool:
            others.extend([] if looks_of(conditions.puzzle, board) in known else [board])
            return not others

        proof = refute(conditions, formula, path, options, take)
        if others:
            return Made(None, _checked(conditions, others[0]), 0, Statistics())
        if proof is not None:
            return _claimed(conditions, len(boards), 0, path, options, formula, proof)
    return _made(conditions, len(boards), 0, path, options, formula_of(conditions, boards))


def make_divided(
    conditions: Conditions,
    cubes: Sequence[Conditions],
    boards: int,
    folder: str,
    options: ProofOptions,
    certify_cubes: Callable[[Statistics], object],
) -> Made:
    """Write a certificate that all boards lie in cubes, which have so many of them; otherwise as `make`.

    `certify_cubes` makes the certificates of the cubes, in the folders that `folder.cube` names, once it is proved that
    every board lies in one of them; it is given the statistics of that proof.
    """
    write_boards(conditions, (), folder)
    about = formula_of(conditions, (), cubes)
    return _made(conditions, boards, len(cubes), Path(folder), options, about, certify_cubes)


def _made(
    conditions: Conditions,
    boards: int,
    cubes: int,
    path: Path,
    options: ProofOptions,
    about: tuple[Formula, list[Clause]],
    on_proof: Callable[[Statistics], object] = lambda statistics: None,
) -> Made:
    formula, more = about
    proof = prove(formula, more, path, options)
    if proof.model is not None:
        other = _checked(conditions, formula.meaning.solution(proof.model, conditions.puzzle))
        return Made(None, other, 0, proof.statistics)
    on_proof(proof.statistics)
    return _claimed(conditions, boards, cubes, path, options, formula, proof)


def _claimed(
    conditions: Conditions,
    boards: int,
    cubes: int,
    path: Path,
    options: ProofOptions,
    formula: Formula,
    proof: Proof,
) -> Made:
    """Write the page of words, and then the claim."""
    claim = record(
        conditions,
        boards,
        cubes,
        variables=formula.variables.count,
        clauses=proof.clauses,
        lemmas=proof.kept,
        written_by=versions(proof.solver),
        files={},
    )
    writing.write_text(str(path / names.WORDS), page(claim, proof.ending))
    claim = replace(claim, files=dict(names.digests(path)))
    options.deadline.check()
    writing.write_text(str(path / names.CLAIM), json.dumps(asdict(claim), indent=1) + "\n")
    _remove(path / names.UNFINISHED)
    return Made(claim, None, proof.written, proof.statistics)


def _checked(conditions: Conditions, board: Solution) -> Solution:
    if not check(conditions.puzzle, board, conditions.clues).solved:
        raise CheckError("the solver's model is not a solution; this is a fault in edgeasp or in the solver")
    return board


def versions(solver: str) -> str:
    """The programs that make a certificate; the solver of the proof has no name if it is edgeasp's own search."""
    from importlib.metadata import version

    return ", ".join([f"edgeasp {__version__}", f"clingo {version('clingo')}", *([solver] if solver else [])])


def conditions_of(task: Task, *, up_to_rotation: bool, option: str) -> Conditions:
    """The conditions that the boards keep.

    Raises:
        OptionError: boards may be rotations of one another, and no tile tells these apart; the message names the option
            that wants that.
    """
    if task.needs_symmetry_filter and task.clues.placements:
        raise OptionError(f"{option}: a rotation of the board maps these clues to themselves: leave it out")
    if not up_to_rotation or task.clues.placements:
        return Conditions(task.puzzle, task.clues)
    symmetry = anchored(task.puzzle, task.clues)
    if symmetry is None:
        raise OptionError(f"{option} needs a tile that occurs once and has four different rotations: leave it out")
    return Conditions(task.puzzle, anchor=(symmetry.tile, symmetry.rotations))


def certify(
    task: Task, conditions: Conditions, wanted: Sequence[Solution] | None, folder: str, options: ProofOptions
) -> Made:
    """Write a certificate to a folder that `prepare` has made.

    Args:
        task: the puzzle and its clues.
        conditions: what the boards keep.
        wanted: all boards, as `conforming` gives them; they are searched for if None.
        folder: of the certificate.
        options: how the proof is made; its limits hold for the search as well.

    Raises:
        CheckError: there is a board that the search did not find.
        LimitReached: a limit is reached; the boards that were found by then are in the folder.
        OptionError: PySAT is not installed.
        OutputError: a file cannot be written.
    """
    if wanted is not None:
        return make(conditions, wanted, folder, options)
    formula, path = Formula(conditions.puzzle, conditions.clues, "direct"), Path(folder)
    session = Session(task, deadline=options.deadline)
    named = list[tuple[str, Solution]]()
    proof = None

    def take(board: Solution) -> bool:
        named.append(("the search", board))
        return True

    try:
        if can_refute(formula, options):
            proof = refute(conditions, formula, path, options, take)
        if proof is None:
            named.clear()
            for answer in session.solve(0, conflicts=options.conflicts):
                named.append(("clingo", answer.solution))
            if session.stopped:
                raise LimitReached(session.stopped)
    except (LimitReached, KeyboardInterrupt):
        write_boards(conditions, conforming(conditions, named), folder)
        raise
    boards = conforming(conditions, named)
    if proof is not None:
        write_boards(conditions, boards, folder)
        return _claimed(conditions, len(boards), 0, path, options, formula, proof)
    spent = session.statistics.conflicts or 0 if session.statistics else 0
    # The search that is its own proof has not come to an end.
    options = replace(options, spent=options.spent + spent, own_search=False)
    certificate = make(conditions, boards, folder, options)
    if certificate.claim is None:
        raise CheckError("the SAT solver finds a board that clingo does not: please report it")
    return certificate
