"""Compare `verify` with drat-trim and lrat-check on random small certificates, and on proofs that were changed.

`python -m tests.lab.tools.certificates --number 2000` needs both programs, or their sources: see
`tests.lab.support.checkers`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate import make
from edgeasp.lab.certificate.check.proof import Deletion, HintChecker, Lemma, ProofError, StepError, read_steps
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import find_anchor
from edgeasp.lab.certificate.make import ProofOptions
from edgeasp.lab.certificate.views import Conditions
from edgeasp.puzzle.model import Puzzle, Side, Solution, Square
from edgeasp.system.errors import InputError
from edgeasp.system.limits import Deadline
from tests.lab.support import checkers
from tests.lab.support.certificates import boards_of, divided
from tests.support import boards, brute
from tests.support.solving import as_clues

SORTS = ("unframed", "framed", "surplus", "spoilt", "peculiar", "upright", "partners")
MOST_BOARDS = 60
CHANGES = 3
"""Changed proofs for each certificate."""

RIGHT = "right"


def puzzle_of(rng: random.Random) -> tuple[str, Puzzle]:
    """A small puzzle with its sort: with few colours, or with many."""
    sort, number = rng.choice(SORTS), rng.randrange(10**9)
    if sort == "peculiar":
        return sort, boards.peculiar(number)
    cols, rows = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (2, 5)])
    colours = rng.choice([2, 3, 4, 6, 9, 20, 60][max(0, cols * rows - 6) :])
    framed = sort in ("framed", "surplus") or rng.random() < 0.3
    signs = rng.choice([0.0, 0.0, 0.4, 1.0])
    puzzle = boards.planted(number, cols, rows, colours, framed=framed, surplus=sort == "surplus", signs=signs)
    if sort == "spoilt":
        puzzle = boards.spoilt(number, puzzle)
    if sort == "upright":
        puzzle = replace(puzzle, turning=False)
    if sort == "partners":
        puzzle = replace(puzzle, partners=tuple(zip(puzzle.colours[::2], puzzle.colours[1::2], strict=False)))
    return sort, puzzle


def certify(folder: Path, rng: random.Random) -> str | None:
    """Make a random certificate: its sort; None if the puzzle has too many boards."""
    sort, puzzle = puzzle_of(rng)
    clues: brute.Clues = {}
    found = brute.solve(puzzle)
    if len(found.pictures) > MOST_BOARDS or len(found.assignments) > 10 * MOST_BOARDS:
        return None
    known = sorted(found.assignments)
    condition = rng.choice(["", "", "clues", "anchor", "cubes"])
    order = list(puzzle.grid.squares)
    rng.shuffle(order)
    # Half of them by an order of the squares that `certify` does not have.
    growth = patch.object(make, "growth", lambda *_: order) if rng.random() < 0.5 else patch.dict({})
    with growth:
        if condition == "cubes":
            return f"{sort} in cubes" if divided(folder, Conditions(puzzle), _cubes(puzzle, rng)) else None
        if condition == "clues" and known:
            board = dict(
                zip(((square.col, square.row) for square in puzzle.grid.squares), rng.choice(known), strict=True)
            )
            clues = {place: board[place] for place in rng.sample(sorted(board), rng.randrange(1, 3))}
        symmetry = find_anchor(puzzle, Solution()) if condition == "anchor" else None
        anchor = None if symmetry is None else (symmetry.tile, symmetry.rotations)
        conditions = Conditions(puzzle, as_clues(clues, puzzle), anchor)
        listed = make.normalise_boards(conditions, [("brute force", board) for board in boards_of(puzzle, clues)])
        options = ProofOptions(Deadline(), own_search=rng.random() < 0.7)
        make.prepare_folder(str(folder))
        made = make.write_certificate(conditions, listed, str(folder), options)
    assert made.claim is not None, "brute force lacks a board"
    return " ".join([sort, *(["clues"] if clues else []), *(["anchor"] if anchor else [])])


def _cubes(puzzle: Puzzle, rng: random.Random) -> list[Conditions]:
    """All colours of the side between two squares."""
    square = Square(rng.randrange(puzzle.cols - 1), rng.randrange(puzzle.rows))
    colours = sorted({0, *puzzle.colours} if puzzle.framed else puzzle.colours)
    return [Conditions(puzzle, colours=((square, Side.EAST, colour),)) for colour in colours]


def accepts(name: str, formula: str, hinted: str, plain: str) -> bool:
    """Whether a program of others finds a proof right."""
    return checkers.accepts(name, formula, plain if name == "drat-trim" else hinted)


def own_verdict(formula: str, hinted: str, plain: str) -> str:
    """What edgeasp's own checker says of a proof, and where it ends if it is wrong."""
    head, *clauses = [line for line in formula.splitlines() if line[0] != "c"]
    checker = HintChecker()
    for clause in clauses:
        checker.add_clause(tuple(map(int, clause.split()))[:-1])
    lemmas, without = (text.splitlines(keepends=True) for text in (hinted, plain))
    step: Lemma | Deletion | None = None
    try:
        for step in read_steps(lemmas, without, len(clauses), int(head.split()[2])):
            if isinstance(step, Lemma):
                checker.check_lemma(step.literals, step.hints)
            else:
                checker.delete_clauses(step.clauses)
    except StepError:
        return "another form"
    except ProofError:
        # lrat-check does not ask for a conflict there: see `test_lrat_check_takes_an_empty_clause_without_a_conflict`.
        last = isinstance(step, Lemma) and not step.literals
        return "the empty clause does not follow" if last else "wrong"
    return RIGHT if checker.refuted else "wrong"


def changed(formula: str, hinted: str, rng: random.Random) -> tuple[str, str, str]:
    """A formula and a proof with one change, with hints and without."""
    clauses, lemmas = formula.splitlines(), [line.split() for line in hinted.splitlines()]
    first = next(number for number, line in enumerate(clauses) if line[0] == "p") + 1
    number = rng.randrange(first, len(clauses))
    literals = clauses[number].split()[:-1]
    match rng.randrange(6):
        case 0 if literals:  # a clause with a literal less
            del literals[rng.randrange(len(literals))]
            clauses[number] = " ".join([*literals, "0"])
        case 1 if literals:  # a clause with another sign
            place = rng.randrange(len(literals))
            literals[place] = str(-int(literals[place]))
            clauses[number] = " ".join([*literals, "0"])
        case 2:  # a clause once more in place of another one
            clauses[number] = rng.choice(clauses[first:])
        case 3:  # a literal or a hint less
            line = rng.choice(lemmas)
            places = [place for place, word in enumerate(line) if place and word not in "0d"]
            if places:
                del line[rng.choice(places)]
        case 4:  # a hint in another place
            line = rng.choice([line for line in lemmas if line[1] != "d"])
            begin = line.index("0", 1) + 1
            hints = line[begin:-1]
            rng.shuffle(hints)
            line[begin:-1] = hints
        case _:  # a hint more
            line = rng.choice([line for line in lemmas if line[1] != "d"])
            line.insert(rng.randrange(line.index("0", 1) + 1, len(line)), str(rng.randrange(1, int(line[0]))))
    return "\n".join(clauses) + "\n", "".join(" ".join(line) + "\n" for line in lemmas), _plain(lemmas)


def _plain(lemmas: list[list[str]]) -> str:
    """The proof without hints."""
    lines, literals = [], dict[str, str]()
    for number, *words in lemmas:
        if words[0] == "d":
            lines += [f"d {literals[clause]} 0" for clause in words[1:-1] if " " in literals.get(clause, "")]
        else:
            literals[number] = " ".join(words[: words.index("0")])
            lines.append(f"{literals[number]} 0".lstrip())
    return "".join(f"{line}\n" for line in lines)


def compare(seed: int) -> Iterator[str]:
    """What came out for one certificate and for changes of its proof; what must not be begins with WRONG."""
    rng = random.Random(f"certificate {seed}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "proved"
        sort = certify(folder, rng)
        if sort is None:
            yield "left out: too many boards"
            return
        yield f"certificate: {sort}"
        try:
            verify(str(folder))
        except InputError as error:
            yield f"WRONG: verify refuses certificate {seed}: {error}"
        for part in (folder, *names.cube_folders(folder)):
            formula, hinted, plain = ((part / name).read_text() for name in (names.FORMULA, names.HINTED, names.PLAIN))
            for name in checkers.BUILT:
                agrees = accepts(name, formula, hinted, plain)
                yield f"{name} agrees" if agrees else f"WRONG: {name} refuses certificate {seed}"
            for _ in range(CHANGES):
                yield from _compare_changed(seed, *changed(formula, hinted, rng))


def _compare_changed(seed: int, formula: str, hinted: str, plain: str) -> Iterator[str]:
    own = own_verdict(formula, hinted, plain)
    others = [RIGHT if accepts(name, formula, hinted, plain) else "wrong" for name in checkers.BUILT]
    said = ", ".join(f"{name} {words}" for name, words in zip(checkers.BUILT, others, strict=True))
    yield f"changed: {own}; {said}"
    if own == RIGHT and set(others) != {RIGHT}:
        yield f"WRONG: a changed proof of certificate {seed} is accepted: {said}"
    if own == "wrong" and set(others) == {RIGHT}:
        yield f"WRONG: a changed proof of certificate {seed} is refused before its empty clause: {said}"


def run(first: int, number: int) -> Counter[str]:
    """What came out for so many certificates."""
    counts, seed, made = Counter[str](), first, 0
    for name in checkers.BUILT:
        checkers.require(name)
    while made < number:
        verdicts = list(compare(seed))
        counts.update(verdicts)
        made += verdicts[0].startswith("certificate")
        seed += 1
    return counts


def main() -> None:
    """Print what came out; the status is 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=2000, help="certificates")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    counts = run(chosen.first, chosen.number)
    for words in sorted(counts):
        sys.stdout.write(f"{counts[words]:7,} {words}\n")
    sys.exit(any(words.startswith("WRONG") for words in counts))


if __name__ == "__main__":
    main()
