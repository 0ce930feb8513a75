"""Change the product in small wrong ways, one at a time, and see whether a test fails: `make mutants`.

Each mutant names the file, the text to replace, its replacement, and the tests that should notice.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COPIED = (
    "edgeasp",
    "asp",
    "tests",
    "instances",
    "docs",
    "examples",
    "studies",
    "pyproject.toml",
    "README.md",
    "Makefile",
)
JOBS = 2
PATIENCE = 60
LONG_PATIENCE = 900
"""Seconds for each test, and for each long one: a mutant may make one run for ever."""


class Mutant(NamedTuple):
    """A wrong change: `tests` are paths below `tests`, divided by blanks."""

    path: str
    old: str
    new: str
    tests: str


class Survivor(NamedTuple):
    """A mutant that no test can notice, with the reason."""

    mutant: Mutant
    reason: str


CHECKER, COUNTING = "edgeasp/puzzle/checker.py", "edgeasp/puzzle/counting.py"
MASS = "edgeasp/puzzle/mass_checker.py"
SYMMETRY, CLUES = "edgeasp/puzzle/identity.py", "edgeasp/puzzle/clues.py"
PLAN, ENGINES = "edgeasp/search/plan.py", "edgeasp/search/engines.py"
HINT_TESTS = "lab/certificate/test_proof_checkers.py"
CUBE_SCAN, CUBE_SCAN_TESTS = "edgeasp/search/estimates.py", "search/test_cube_scans.py"
SHARED, PARTITION = "edgeasp/solvers/clingo/shared_program.py", "edgeasp/puzzle/expected.py"
CHECKED = "edgeasp/search/answers.py"
IN_TURN = "edgeasp/search/session.py"
ANSWERS, SESSION, TASK = "edgeasp/encoding/facts.py", "edgeasp/search/session.py", "edgeasp/search/task.py"
GROUND, LIMITS = "edgeasp/solvers/clingo/ground_program.py", "edgeasp/system/limits.py"
BOARDS, SUPPLY = "edgeasp/puzzle/estimate.py", "edgeasp/puzzle/counting.py"
FEWEST_TESTS = "puzzle/test_fewest_mismatches.py"
ESTIMATE, MODEL = "edgeasp/puzzle/estimate.py", "edgeasp/puzzle/model.py"
CANDIDATES = "edgeasp/puzzle/candidates.py"
REFUTER = "edgeasp/lab/certificate/refuter/refuter.c"
REPAIR, VALIDATION = "edgeasp/generate/planting.py", "edgeasp/generate/recipes.py"
PROOF, CHECK = "edgeasp/lab/certificate/", "edgeasp/lab/certificate/check/"
AUDIT_TESTS = "lab/certificate/test_audit.py lab/certificate/test_tampering.py"
SPLIT, FRONTIER = "edgeasp/parallel/split.py", "edgeasp/parallel/split.py"
SPLIT_TESTS = "parallel/test_split_state.py"
CROWD, CROWD_TESTS = "edgeasp/search/best/crowd.py", "search/best/test_crowd.py"
COMPILED = "edgeasp/search/best/crowd.c"
RANKING = "edgeasp/search/best/ranking.py"
BEST, BEST_TESTS = "edgeasp/parallel/best.py", "parallel/test_best_state.py"
FILES, POOL = "edgeasp/system/writing.py", "edgeasp/parallel/processes.py"

MUTANTS = (
    # puzzle
    Mutant(CHECKER, "tiles.items() if len(item[1]) > 1", "tiles.items() if len(item[1]) > 2", "puzzle/test_checker.py"),
    Mutant(
        CHECKER, "squares.items() if len(item[1]) > 1", "squares.items() if len(item[1]) > 2", "puzzle/test_checker.py"
    ),
    Mutant(CHECKER, "if not puzzle.has_placement(placement)", "if False", "puzzle/test_checker.py"),
    Mutant(CHECKER, "violations += _signs(puzzle, on)", "pass", "puzzle/test_checker.py"),
    Mutant(CHECKER, "violations += _clues(puzzle, on, clues)", "pass", "puzzle/test_checker.py"),
    Mutant(
        CHECKER,
        "if puzzle.framed or puzzle.rim:\n        violations",
        "if False:\n        violations",
        "puzzle/test_checker.py",
    ),
    Mutant(MASS, "(used.sum(axis=0) == size) & ", "", "puzzle/test_mass_checker.py"),
    Mutant(MASS, " & (lying >= 0).all(axis=0)", "", "puzzle/test_mass_checker.py"),
    Mutant(MASS, "self._meet[one, other]", "self._meet[one, one]", "puzzle/test_mass_checker.py"),
    Mutant(MASS, "else one == other", "else one == one", "puzzle/test_mass_checker.py"),
    Mutant(MASS, "good &= self._shown[side][lying[here]] == FRAME", "pass", "puzzle/test_mass_checker.py"),
    Mutant(MASS, "| (agree <= 0).all(axis=0)", "", "puzzle/test_mass_checker.py"),
    Mutant(MASS, "good &= lying[here] // self._rots == tile", "pass", "puzzle/test_mass_checker.py"),
    Mutant(COUNTING, "puzzle.zeros < outside", "puzzle.zeros <= outside", "puzzle/test_counting.py"),
    Mutant(COUNTING, "left.total() > free", "left.total() >= free", "puzzle/test_counting.py"),
    Mutant(COUNTING, '(2, "corner"), (1, "side")', '(2, "corner")', "puzzle/test_counting.py"),
    Mutant(SYMMETRY, "tile.period == 4 and", "tile.period > 1 and", "puzzle/test_symmetry.py"),
    Mutant(SYMMETRY, "if there < here:", "if there > here:", "puzzle/test_symmetry.py"),
    Mutant(SYMMETRY, "sum(odd) == 1 or", "sum(odd) == 2 or", "puzzle/test_symmetry.py"),
    Mutant(SYMMETRY, "factorial(len(group))", "len(group)", "puzzle/test_symmetry.py"),
    Mutant(CLUES, "every[first - 1]", "every[-1]", "puzzle/test_clues.py"),
    Mutant(CLUES, "if other is not None:", "if False:", "puzzle/test_clues.py"),
    Mutant(ESTIMATE, "* 4**centre", "* 2**centre", "puzzle/test_estimate.py"),
    Mutant(SUPPLY, '("ring", True) if Side', '("ring", False) if Side', FEWEST_TESTS),
    Mutant(COUNTING, "lonely(puzzle, others).total()) // 2", "lonely(puzzle, others).total() - 1) // 2", FEWEST_TESTS),
    Mutant(COUNTING, "min(one[0] - one[1], other[0] - other[1])", "one[0] - one[1]", FEWEST_TESTS),
    Mutant(COUNTING, "return len(among.violations) +", "return", FEWEST_TESTS),
    Mutant(BOARDS, "pairs) * orders**pairs", "pairs)", "puzzle/test_expected_boards.py"),
    Mutant(SUPPLY, "side in (Side.WEST, Side.NORTH)", "side in (Side.WEST,)", "puzzle/test_expected_boards.py"),
    Mutant(BOARDS, "(-1) ** (chosen - matches)", "1", "puzzle/test_expected_boards.py"),
    Mutant(
        ESTIMATE,
        "rounded = _quotient(fraction, digits)",
        "rounded = _quotient(fraction, 20)",
        "puzzle/test_estimate.py",
    ),
    Mutant(MODEL, "90 * ((4 - rot) % 4)", "90 * (rot % 4)", "puzzle/test_puzzle.py"),
    Mutant(MODEL, "self.alike(placement.tile, placement.rot)[0]", "placement.rot", "puzzle"),
    Mutant(MODEL, "for side in (Side.NORTH, Side.EAST))", "for side in (Side.NORTH,))", "puzzle"),
    Mutant(CANDIDATES, "and (surplus or bits == outside)", "", "lab/sat solvers/test_row_scan.py"),
    Mutant(CANDIDATES, "if not self.puzzle.framed or bits in fits", "if bits in fits", "lab/sat"),
    # generate
    Mutant(REPAIR, "board.kinds[places[side - 1]]", "board.kinds[places[side]]", "generate"),
    Mutant(REPAIR, "recipe.grid.squares[square].even", "0", "generate"),
    Mutant(REPAIR, "self._count[sides] > 1", "self._count[sides] > 2", "generate"),
    Mutant(REPAIR, "rng.random() >= _ACCEPT_WORSE", "rng.random() < _ACCEPT_WORSE", "generate"),
    Mutant(REPAIR, "symmetric = north == south and east == west", "symmetric = north == south", "generate"),
    Mutant(VALIDATION, "(inner**4 + inner**2 + 2 * inner) // 4", "(inner**4 + inner**2) // 4", "generate"),
    Mutant(VALIDATION, "min(cols, rows) < 7", "min(cols, rows) < 6", "generate"),
    Mutant(VALIDATION, "centre = Square((cols - 1) // 2", "centre = Square(cols // 2", "generate"),
    Mutant(REPAIR, "* len(squares) + 0.5)", "* len(squares))", "generate"),
    # encoding and the rules
    Mutant(ANSWERS, "1 <= t <= len(puzzle.tiles)", "1 <= t", "encoding/test_answers.py"),
    Mutant(ANSWERS, "!= value:", "< 0:", "encoding/test_answers.py"),
    Mutant(ANSWERS, "if missing:", "if False:", "encoding/test_answers.py"),
    Mutant("asp/base/framed.lp", "framed(T,R,S,1)       :-", "framed(T,R,S,0)       :-", "encoding/test_counts.py"),
    Mutant("asp/base/framed.lp", "takes(X,Y,K) :- wants(X,Y,K), exact.", "", "encoding/test_counts.py"),
    Mutant("asp/base/framed.lp", "A>=I, B>=J, C>=K, D>=L, not exact", "A=I, B=J, C=K, D=L, not exact", "encoding"),
    Mutant("asp/clues.lp", "slot(X,Y,pin(X,Y)) :- taken(X,Y).", "", "encoding/test_variants.py"),
    Mutant("asp/clues.lp", "wanted(X,Y,T,R)    :-", "other(X,Y,T,R)    :-", "encoding/test_variants.py"),
    Mutant("asp/redundant/colour-supply.lp", "spare(C,N-2*L)", "spare(C,N-L)", "encoding/test_redundant.py"),
    Mutant(
        "asp/redundant/sign-kinds.lp",
        "rim(X,Y,N), not even(X,Y)",
        "rim(X,Y,N), even(X,Y)",
        "encoding/test_redundant.py",
    ),
    Mutant(
        "asp/formulation/halves.lp",
        ":- half(X,Y,S,C), meets(X,Y,S,U,V,Z), meet(C,D), not half(U,V,Z,D).",
        ":- half(X,Y,S,C), meets(X,Y,S,U,V,Z), meet(C,D), not half(U,V,Z,C).",
        "lab/test_peculiar_puzzles.py",
    ),
    Mutant(
        "edgeasp/puzzle/model.py",
        "return self.partner(north), east, south, self.partner(west)",
        "return self.partner(north), east, south, west",
        "puzzle/test_peculiar.py",
    ),
    Mutant(
        "edgeasp/lab/certificate/views.py",
        "return puzzle.partner(north), east, south, puzzle.partner(west)",
        "return north, east, south, west",
        "lab/test_peculiar_puzzles.py",
    ),
    Mutant(
        "asp/redundant/ring-balance.lp",
        "clockwise(Q,S), tileSide(T,Q,C), C != F.",
        "clockwise(S,Q), tileSide(T,Q,C), C != F.",
        "encoding/test_redundant.py",
    ),
    Mutant(
        "asp/redundant/seam-balance.lp",
        "opposite(S,Q), tileSide(T,Q,C).",
        "clockwise(S,Q), tileSide(T,Q,C).",
        "encoding/test_redundant.py",
    ),
    Mutant(
        "asp/symmetry/identical-tiles.lp", "V > T, not pinned(V) }, tile", "V > T }, tile", "encoding/test_variants.py"
    ),
    Mutant("asp/symmetry/polarity.lp", "flips :- last(W,W), W\\2 = 0.", "", "encoding/test_variants.py"),
    Mutant(
        "asp/symmetry/board-rotations.lp", "begin(T,R), last(W,H), W != H", "begin(T,R)", "encoding/test_variants.py"
    ),
    Mutant(
        "asp/symmetry/tile-rotations.lp", "R,Q), (360-Q)\\360 <", "R,Q), (360-Q)\\360 >", "encoding/test_variants.py"
    ),
    Mutant("asp/signs.lp", "misses(odd,M), N <= M", "misses(odd,M), N < M", "encoding/test_violations.py"),
    Mutant(
        "asp/formulation/heule.lp",
        "opposite(S,Q), not half(X,Y,Q,D)",
        "clockwise(S,Q), not half(X,Y,Q,D)",
        "encoding/test_variants.py",
    ),
    Mutant("asp/heuristic/outward.lp", "150*S/(4*N)*S", "100*S/(4*N)*S", "encoding/test_outward.py"),
    Mutant("asp/heuristic/outward.lp", "ring(T,S)     :- rim(T,Q), clockwise(S,Q).", "", "encoding/test_outward.py"),
    Mutant(ENGINES, "if over and not answered:", "if False:", "search/test_trials.py"),
    Mutant(ENGINES, "if len(kept) >= enough:", "if False:", "search/test_trials.py"),
    Mutant(ENGINES, "if kept and (answered or over):", "if kept and answered:", "search/test_trials.py"),
    Mutant(ENGINES, "program.exhausted or len(kept) >= limit > 0", "True", "search/test_trials.py"),
    Mutant(IN_TURN, "self.exhausted or (self.is_enough and not", "(self.is_enough and not", "search cli/solve"),
    Mutant(IN_TURN, "if self._omits_rotations and not single:", "if False:", "search/test_narrowing.py"),
    Mutant(IN_TURN, "spent + by_narrowing >= conflicts", "by_narrowing > conflicts", "search/test_narrowing.py"),
    Mutant(PLAN, "order is Guidance.TRY_WITHOUT and not job.assumptions", "order is Guidance.TRY_WITHOUT", "search"),
    Mutant(PLAN, "job.limit > 0 and guidance", "guidance", "search/test_sharing.py"),
    Mutant(
        PLAN, "except LimitReached:\n        return job, 1", "except LimitReached:\n        return job, 2", "search"
    ),
    Mutant(PLAN, "if observed:", "if False:", "search"),
    Mutant(
        "edgeasp/search/estimates.py", "settings.few_fit < tiles_that_fit(task) <=", "tiles_that_fit(task) <=", "search"
    ),
    Mutant(
        "edgeasp/search/plan.py",
        "if not is_guided(self._task, self._options, self._settings):",
        "if False:",
        "search/test_narrowing.py",
    ),
    Mutant(SHARED, "answers == limit > 0", "False", "solvers/test_shared_program.py"),
    Mutant(SHARED, "if not program.exhausted:", "if False:", "solvers/test_shared_program.py search/test_sharing.py"),
    Mutant(SHARED, "if self._over.is_set():", "if False:", "solvers/test_shared_program.py"),
    Mutant(PARTITION, "for side in (Side.SOUTH, Side.EAST)", "for side in (Side.EAST, Side.SOUTH)", "puzzle search"),
    Mutant(
        SHARED,
        "self._over.set()\n                self._check()\n        finally:\n            self._over.set()",
        "self._over.set()\n        finally:\n            self._over.set()",
        "solvers/test_shared_program.py",
    ),
    Mutant(
        SHARED, "max(0, conflicts - ((self.statistics - before)", "max(0, conflicts - ((self.statistics)", "solvers"
    ),
    Mutant(PLAN, "job.limit == 1 or job.assumptions", "job.assumptions", "search/test_sharing.py"),
    Mutant(PLAN, "if processes == 1 or job.assumptions:", "if processes == 1:", "search/test_narrowing.py"),
    Mutant(ENGINES, "every |= {clue.square: ", "_ = {clue.square: ", "search/test_sharing.py"),
    Mutant(PARTITION, ", reverse=True", "", "puzzle/test_partition.py"),
    Mutant("asp/rotation.lp", "clockwise(left,top).", "clockwise(left,bottom).", "encoding/test_counts.py"),
    # solvers
    Mutant(GROUND, "if left is not None and left <= 0", "if left is not None and left < 0", "solvers search"),
    Mutant(GROUND, "else -symbolic.literal", "else symbolic.literal", "solvers/test_ground_program.py search"),
    Mutant(GROUND, "bool(stream.result.exhausted)", "True", "solvers search cli/solve"),
    Mutant(GROUND, "slice_ *= 2", "return", "solvers search cli/solve"),
    Mutant(
        LIMITS,
        "(memory_in_use() or 0) > limits.memory",
        "(memory_in_use() or 0) < limits.memory",
        "system/test_limits.py",
    ),
    Mutant(LIMITS, "self.conflicts <= MOST_CONFLICTS", "self.conflicts", "solvers cli/solve"),
    Mutant("edgeasp/solvers/clingo/options.py", "if match and name in ALLOWED", "if match", "solvers cli/solve"),
    Mutant("edgeasp/encoding/cnf.py", "step = 2 if opposite else 1", "step = 1", "encoding/sat"),
    Mutant(
        "edgeasp/encoding/cnf.py",
        "OPPOSITE, colour, shows)",
        "NEIGHBOURS, colour, shows)",
        "lab/sat",
    ),
    Mutant("edgeasp/encoding/cnf.py", "yield -colours[colour], *showing", "yield from ()", "encoding/sat"),
    Mutant(
        "edgeasp/encoding/cnf.py",
        "tiles.setdefault(square, tile) != tile",
        "tiles.setdefault(square, tile) is None",
        "lab/sat",
    ),
    Mutant(
        "edgeasp/puzzle/rng.py",
        "replace(clue, tile=place[clue.tile])",
        "replace(clue, tile=clue.tile)",
        "lab/sat/test_sat_search.py",
    ),
    Mutant(
        "edgeasp/lab/bench/peers.py",
        "int((sign is Sign.PLUS) == even)",
        "int(sign is Sign.PLUS)",
        "lab/bench/test_cp_sat.py lab/sat",
    ),
    Mutant(
        "edgeasp/lab/bench/peers.py",
        "fit.rot) == (clue.tile, clue.rot)",
        "fit.rot) == (clue.tile, 0)",
        "lab/bench/test_cp_sat.py lab/sat",
    ),
    Mutant(
        REFUTER,
        "other < tile ? square >= r->square_of[c]",
        "other < tile ? square > r->square_of[c] + 1",
        "lab/certificate/test_refuter.py",
    ),
    Mutant(REFUTER, "learn(r, r->variables)", "learn(r, 0)", "lab/certificate/test_refuter.py"),
    Mutant(REFUTER, "if (seen->at[at] != number)", "if (seen->at[at] < number - 1)", "lab/certificate/test_refuter.py"),
    Mutant(
        REFUTER,
        "r->lemma[used].last_use != r->cursor",
        "r->lemma[used].last_use < 0",
        "lab/certificate/test_refuter.py",
    ),
    Mutant(
        "edgeasp/solvers/row_scan/scan.c",
        "+ (uint32_t)of[1 + table[3]]",
        "",
        "solvers/test_row_scan.py lab/sat",
    ),
    Mutant(
        "edgeasp/solvers/row_scan/scan.c",
        "!= shown(scan->first + here->from[j]",
        "< shown(scan->first + here->from[j]",
        "solvers/test_row_scan.py",
    ),
    Mutant("edgeasp/solvers/row_scan/scan.c", "(most - rest)", "(most - rest - 1)", "solvers/test_row_scan.py"),
    Mutant("edgeasp/puzzle/expected.py", "known[beyond] += 1", "known[beyond] -= 1", "puzzle/test_scan_order.py"),
    Mutant("edgeasp/puzzle/expected.py", "beside[square] + ", "", "puzzle/test_scan_order.py"),
    Mutant("edgeasp/solvers/row_scan/scan.c", "own == scan->met++", "met++ >= 0", "search/test_scans.py"),
    Mutant(
        "edgeasp/solvers/row_scan/scan.c",
        "scan->free[i] = board->tiles[i] > 0",
        "scan->free[i] |= scan->nodes == 0 && board->tiles[i] > 0",
        "solvers/test_row_scan.py",
    ),
    Mutant("edgeasp/solvers/row_scan/scan.c", "below(last + 1, &seed)", "last", "solvers/test_row_scan.py"),
    Mutant("edgeasp/search/engines.py", "0 < self._longest < (self.laid or 0)", "False", "search/test_scans.py"),
    Mutant("edgeasp/search/plan.py", "job.limit == 1 and has_many(scan", "has_many(scan", "search/test_scans.py"),
    Mutant("edgeasp/solvers/row_scan/scan.c", "own < scan->met", "own <= scan->met", "search/test_scans.py"),
    Mutant(
        "edgeasp/solvers/row_scan/__init__.py",
        "self._library.scan_restart(self.state, number)",
        "self._library.scan_restart(self.state, 1)",
        "solvers/test_row_scan.py",
    ),
    Mutant("edgeasp/solvers/row_scan/__init__.py", "laid[kind, every] += 1", "pass", "solvers/test_row_scan.py"),
    Mutant("edgeasp/solvers/row_scan/__init__.py", "lying[at, copy]", "lying[at, 0]", "solvers/test_row_scan.py"),
    Mutant("edgeasp/puzzle/identity.py", "np.array(after)[turns[left]]", "turns[left]", "puzzle/test_symmetry.py"),
    Mutant(
        "edgeasp/search/estimates.py",
        "(min(fillings[-1], log(limit)) if limit else fillings[-1])",
        "fillings[-1]",
        "search/test_scans.py",
    ),
    Mutant("edgeasp/search/estimates.py", "log_sum([length, output])", "length", "search/test_scans.py"),
    Mutant(
        "edgeasp/search/engines.py",
        "solutions[: limit - reached] if limit else solutions",
        "solutions",
        "search/test_scans.py",
    ),
    Mutant("edgeasp/search/answers.py", "if task.up_to_rotation:", "if False:", "search/test_scans.py"),
    Mutant(
        "edgeasp/search/plan.py",
        "or job.limits.conflicts is not None",
        "",
        "search/test_scans.py",
    ),
    Mutant(CUBE_SCAN, "if asked[:2] not in known", "", CUBE_SCAN_TESTS),
    Mutant(CUBE_SCAN, ' or "board-rotations" in task.encoding.symmetry', "", CUBE_SCAN_TESTS),
    Mutant(CUBE_SCAN, " or (placement and placement.tile in numbered)", "", CUBE_SCAN_TESTS),
    Mutant(CUBE_SCAN, "side.opposite, met[0]", "side.opposite, colour", CUBE_SCAN_TESTS),
    Mutant("edgeasp/search/session.py", "if scan.given_up and plan.cube", "if False", CUBE_SCAN_TESTS),
    Mutant(
        "edgeasp/parallel/split.py",
        "job.scan and limits.conflicts is None",
        "job.scan",
        "parallel/test_split_search.py",
    ),
    # formats
    Mutant("edgeasp/formats/plain.py", "high=puzzle.cols - 1", "high=puzzle.cols", "formats"),
    Mutant(
        "edgeasp/formats/plain.py",
        '"a rotation", high=puzzle.rots[-1]',
        '"a rotation", high=puzzle.rots[-1] + 1',
        "formats",
    ),
    Mutant(
        "edgeasp/formats/plain.py",
        "require_count(lines, cols, rows, header, beyond.spare, len(holes))",
        "pass",
        "formats",
    ),
    Mutant("edgeasp/formats/plain.py", "not 4 <= len(record.words) <= 5", "len(record.words) < 4", "formats"),
    Mutant(FILES, "os.link(part, target)", "part.replace(target)", "system/test_writing_files.py"),
    Mutant(
        FILES,
        "except FileExistsError:\n            raise",
        "except FileExistsError:\n            pass",
        "system/test_writing_files.py",
    ),
    Mutant(
        FILES,
        "stack.callback(_close, stream)",
        "stack.enter_context(stream)",
        "system/test_writing_files.py",
    ),
    Mutant("edgeasp/formats/links.py", "not (pieces and pieces[index])", "not pieces", "formats"),
    Mutant("edgeasp/formats/links.py", "if root < 2 or", "if root < 1 or", "formats"),
    Mutant("edgeasp/formats/programs.py", "and short > 1", "and short > 0", "formats/test_heule.py"),
    Mutant(
        "edgeasp/formats/programs.py",
        "hint.tile + 1} {reversed_turns(hint.rot)}",
        "hint.tile + 1} {hint.rot}",
        "formats",
    ),
    Mutant("edgeasp/formats/programs.py", "len(tiles), 0))", "len(tiles), 1))", "formats"),
    Mutant("edgeasp/formats/programs.py", "Square(x, rows - 1 - y)", "Square(x, y)", "formats"),
    Mutant("edgeasp/formats/plain.py", "if FRAME in tile.sides:", "if False:", "formats"),
    Mutant("edgeasp/formats/recognition.py", "if own and origin.stream:", "if own:", "formats"),
    Mutant("edgeasp/formats/recognition.py", "origin.suffix not in reading[0].suffixes", "False", "formats"),
    Mutant("edgeasp/formats/dimacs.py", "if puzzle:", "if True:", "formats"),
    # search
    Mutant(CHECKED, "if not (report.solved or", "if False and not (report.solved or", "search/test_session.py"),
    Mutant(ENGINES, "(0 if filtered else limit)", "limit", "puzzle/test_symmetry.py search cli/solve"),
    Mutant(
        SESSION,
        "Question(job.limit, job.limits.conflicts, 0, job.assumptions, bound, job.counts)",
        "Question(job.limit, job.limits.conflicts)",
        "search",
    ),
    Mutant(TASK, 'if "polarity" in names and not clued:', "if False:", "puzzle/test_symmetry.py"),
    Mutant(TASK, "if self.puzzle.signed and not self.encoding.signed:", "if False:", "search cli/solve encoding"),
    Mutant("edgeasp/api/solving.py", "    if stopped:", "    if False:", "api"),
    # draw
    Mutant(
        "edgeasp/draw/view.py",
        "Mismatch(violation.square, violation.side,",
        "Mismatch(violation.square, violation.side.opposite,",
        "draw",
    ),
    Mutant("edgeasp/draw/page/html.py", "return 4 * (placement", "return 2 * (placement", "draw/test_html.py"),
    Mutant("edgeasp/draw/view.py", "mismatches: bool = True", "mismatches: bool = False", "draw"),
    Mutant("edgeasp/draw/palette.py", "> 0.179 else", "> 0.25 else", "draw/test_palette.py"),
    Mutant("edgeasp/draw/palette.py", "+ again) % len(MOTIFS)", ") % len(MOTIFS)", "draw/test_palette.py"),
    Mutant("edgeasp/draw/shapes.py", "_path([points])[:-1]", "_path([points])", "draw"),
    Mutant("edgeasp/draw/terminal.py", "turns[-field.placement.rot % 4]", "turns[field.placement.rot % 4]", "draw"),
    Mutant(
        "edgeasp/draw/terminal.py",
        "(width - self.left) // self.pitch",
        "width // self.pitch",
        "draw/test_terminal.py",
    ),
    Mutant("edgeasp/draw/shapes.py", "{round(value, 2) + 0.0:.2f}", "{round(value, 2):.2f}", "draw/test_svg.py"),
    # certificates
    Mutant(CHECK + "audit.py", "if placements == self._views.whole[view]:", "if placements:", AUDIT_TESTS),
    Mutant(CHECK + "audit.py", "if not all(self._views.whole):", "if False:", AUDIT_TESTS),
    Mutant(CHECK + "audit.py", "if tile not in self._clues:", "if True:", AUDIT_TESTS),
    Mutant(CHECK + "audit.py", "if looks not in self._known:", "if False:", AUDIT_TESTS),
    Mutant(
        CHECK + "audit.py",
        "if all(len(looks) == 1 for looks in seen) else None",
        "if all(looks for looks in seen) else None",
        AUDIT_TESTS,
    ),
    Mutant(CHECK + "audit.py", "if len(occurring) < len(literals):", "if False:", AUDIT_TESTS),
    Mutant(CHECK + "audit.py", "if clauses != expected:", "if clauses > expected:", AUDIT_TESTS),
    Mutant(CHECK + "audit.py", "if self._open(covered) in self._cubes:", "if covered:", AUDIT_TESTS),
    Mutant(CHECK + "audit.py", "or words in self._meanings", "", AUDIT_TESTS),
    Mutant(CHECK + "audit.py", "if set(self._words) != set(range(1, self.variables + 1)):", "if False:", AUDIT_TESTS),
    Mutant(
        PROOF + "views.py",
        "if number == anchored and rot not in rotations:",
        "if number == anchored and rot in rotations:",
        "lab/certificate/test_small_puzzles.py",
    ),
    Mutant(
        PROOF + "views.py",
        "(number in used or square in taken) and placement not in clues",
        "number in used and placement not in clues",
        "lab/certificate/test_small_puzzles.py lab/certificate/test_audit.py",
    ),
    Mutant(
        PROOF + "views.py",
        "zeros_inside or colour != FRAME",
        "True",
        "lab/certificate/test_small_puzzles.py lab/certificate/test_audit.py",
    ),
    Mutant(
        PROOF + "views.py",
        "(sign is Sign.PLUS) == square.even",
        "sign is Sign.PLUS",
        "lab/certificate/test_small_puzzles.py lab/certificate/test_audit.py",
    ),
    Mutant(CHECK + "proof.py", "return not left", "return True", HINT_TESTS),
    Mutant(CHECK + "proof.py", "return not left", "return False", HINT_TESTS),
    Mutant(CHECK + "proof.py", "false.add(same(-literal, -literal))", "pass", HINT_TESTS),
    Mutant(
        CHECK + "proof.py",
        "if self._clauses.pop(number, None) is None:",
        "if self._clauses.get(number, None) is None:",
        "lab/certificate/test_proof_checkers.py",
    ),
    Mutant(
        CHECK + "proof.py",
        "if len(occurring) < len(lemma.literals):",
        "if False:",
        "lab/certificate/test_proof_checkers.py",
    ),
    Mutant(
        CHECK + "proof.py",
        "if lemma.number != number:",
        "if lemma.number < number:",
        "lab/certificate/test_proof_checkers.py",
    ),
    Mutant(CHECK + "proof.py", "beside.require(step.drat)", "pass", "lab/certificate/test_proof_checkers.py"),
    Mutant(CHECK + "proof.py", "beside.require_end()", "pass", "lab/certificate/test_proof_checkers.py"),
    Mutant(
        CHECK + "proof.py",
        '(lemma := live.pop(clause, "")).count(" ") > 1',
        '(lemma := live.pop(clause, ""))',
        "lab/certificate/test_proof_checkers.py lab/certificate/test_small_puzzles.py",
    ),
    Mutant(CHECK + "verification.py", "if number not in excluded:", "if False:", "lab/certificate/test_tampering.py"),
    Mutant(
        CHECK + "verification.py",
        'self._require_size("clauses", reasons.total(), claim.clauses)',
        "pass",
        "lab/certificate",
    ),
    Mutant(
        CHECK + "verification.py",
        'self._require_size("lemmas", hints.lemmas, claim.lemmas)',
        "pass",
        "lab/certificate",
    ),
    Mutant(
        CHECK + "verification.py", "if cube.anchor != whole.anchor:", "if False:", "lab/certificate/test_divided.py"
    ),
    Mutant(
        CHECK + "verification.py",
        "        if other != folder:\n",
        "        if False:\n",
        "lab/certificate/test_divided.py",
    ),
    Mutant(CHECK + "verification.py", "if not report.solved:", "if False:", "lab/certificate/test_tampering.py"),
    Mutant(
        CHECK + "verification.py",
        "if not names.lies_in(conditions, ",
        "if False and not names.lies_in(conditions, ",
        "lab/certificate/test_divided.py",
    ),
    Mutant(CHECK + "verification.py", "if other != path.name:", "if False:", "lab/certificate/test_tampering.py"),
    Mutant(
        PROOF + "claim.py",
        "len(outer) == 2 and all(",
        "len(outer) > 0 and all(",
        "lab/certificate/test_small_puzzles.py",
    ),
    Mutant(
        PROOF + "claim.py",
        "return not conditions.clues.placements and unique and",
        "return unique and",
        "lab/certificate/test_small_puzzles.py lab/certificate/test_tampering.py",
    ),
    # parallel
    Mutant(POOL, "self._peak > memory:", "self._peak < 0:", "parallel/test_executor.py"),
    Mutant(POOL, "work.threads <= free", "True", "parallel/test_executor.py"),
    Mutant(POOL, "value.memory <= self._memory:", "True:", "parallel/test_pool.py"),
    Mutant(
        "edgeasp/parallel/processes.py", "os._exit(1 if failure else 0)", "os._exit(0)", "parallel/test_executor.py"
    ),
    Mutant("edgeasp/parallel/processes.py", "once.acquire(blocking=False)", "False", "parallel/test_executor.py"),
    Mutant("edgeasp/parallel/processes.py", '"-P", "-c"', '"-c"', "parallel"),
    Mutant(SPLIT, "-= len(early[cube])", "-= 0", SPLIT_TESTS),
    Mutant(SPLIT, "self.spent += event.outcome", "self.spent = event.outcome", SPLIT_TESTS),
    Mutant(SPLIT, "there >= plan.cubes", "there > plan.cubes", SPLIT_TESTS),
    Mutant(SPLIT, "conflicts=self._at_most(plan.trial)", "conflicts=plan.trial", SPLIT_TESTS),
    Mutant(SPLIT, "solutions=BATCH)", "solutions=0)", SPLIT_TESTS),
    Mutant(SPLIT, "self._limits.conflicts - self.spent)", "self._limits.conflicts)", SPLIT_TESTS),
    Mutant(SPLIT, "self._again.add(self._waiting.pop(cube, ()))", "self._waiting.pop(cube, ())", SPLIT_TESTS),
    Mutant(SPLIT, "self.solutions.pop(self._key(answer), None)", "pass", SPLIT_TESTS),
    Mutant(
        SPLIT,
        "if given_up:\n            self._again.add(solutions)",
        "if given_up:\n            pass",
        SPLIT_TESTS,
    ),
    Mutant(
        SPLIT,
        "if not given_up:\n            orders += self._count",
        "if True:\n            orders += self._count",
        SPLIT_TESTS,
    ),
    Mutant(SPLIT, "self._again.remove(waiting)", "pass", SPLIT_TESTS),
    Mutant(SPLIT, "+= max(number, self._given_up.get(path, 0))", "+= number", SPLIT_TESTS),
    Mutant(SPLIT, "within[None] - sum(self._again.values())", "within[None]", SPLIT_TESTS),
    Mutant(SPLIT, "self.spent >= limit and not self._is_at_rest:", "self.spent >= limit:", SPLIT_TESTS),
    Mutant(SPLIT, "splits=event.call.splits", "splits=True", SPLIT_TESTS),
    Mutant(SPLIT, "(self._ready.job.limit or self.found + number)", "(self.found + number)", SPLIT_TESTS),
    Mutant(SPLIT, "CubeEnd.ENOUGH if 0 < call", "CubeEnd.ENOUGH if 0 > call", SPLIT_TESTS),
    Mutant(FRONTIER, "self.done += 0.0 if parts else cube.share", "self.done += 0.0", SPLIT_TESTS),
    Mutant(FRONTIER, "splits=end is CubeEnd.GIVEN_UP", "splits=False", SPLIT_TESTS),
    Mutant(FRONTIER, "(not waiting.splits, -waiting.cube", "(waiting.splits, -waiting.cube", SPLIT_TESTS),
    Mutant(FRONTIER, "if self.open.get(waiting.cube.text) is waiting:", "if True:", "lab/campaign/test_run.py"),
    Mutant(CROWD, "== 0)[0]", "== 1)[0]", CROWD_TESTS),
    Mutant(CROWD, "costs <= spot.most", "costs < spot.most", CROWD_TESTS),
    Mutant(CROWD, "- ends + number, within)", "- ends, within)", CROWD_TESTS),
    Mutant(COMPILED, "most < spot->most ? most : spot->most", "most", CROWD_TESTS),
    Mutant(COMPILED, "&& !cost_of(", "&& 9 > cost_of(", CROWD_TESTS),
    Mutant(COMPILED, "some.fours |= some.twos & two;", ";", CROWD_TESTS),
    Mutant(COMPILED, "& ~some.fours\n", "\n", CROWD_TESTS),
    Mutant(COMPILED, "& spot->fitting[at]", "", CROWD_TESTS),
    Mutant(COMPILED, "score += look->dear[placement];", ";", CROWD_TESTS),
    Mutant(COMPILED, "ring = sum & FIELD;", "ring = 0;", CROWD_TESTS),
    Mutant(COMPILED, "before - tiles->have);", "before);", CROWD_TESTS),
    Mutant(COMPILED, "fitting < beyond && !fitting->cost", "fitting < beyond", CROWD_TESTS),
    Mutant(COMPILED, "met(after, tiles, then, i,", "met(after, tiles, spot, i,", CROWD_TESTS),
    Mutant(COMPILED, "end += way < cut;", "end += way <= cut + 999;", CROWD_TESTS),
    Mutant(COMPILED, "+ amount[j]);", ");", CROWD_TESTS),
    Mutant(COMPILED, "end += way <= least;", "end += way < least;", CROWD_TESTS),
    Mutant(COMPILED, "shift = shift < DIGIT ? 0 : shift - DIGIT;", "break;", CROWD_TESTS),
    Mutant(COMPILED, "while (counted[digit] < left)", "while (counted[digit] <= left)", CROWD_TESTS),
    Mutant(COMPILED, "sorted[at - 1] > way", "sorted[at - 1] > way + ONE", CROWD_TESTS),
    Mutant(COMPILED, ">> DIGIT || number", ">> 40 || number", CROWD_TESTS),
    Mutant(COMPILED, "(crowd->row < after->row ? crowd->row : after->row) / 8;", "crowd->words;", CROWD_TESTS),
    Mutant(COMPILED, "fitting += then->lengths", "fitting = then->lengths", CROWD_TESTS),
    Mutant(CROWD, "finalize(taken, self._free.append, room)", "finalize(room, self._free.append, room)", CROWD_TESTS),
    Mutant(CROWD, "np.sort(ways) if look.spot.most else ways", "np.sort(ways)", CROWD_TESTS),
    Mutant(
        "edgeasp/system/processes.py",
        "(PurePosixPath(path), *PurePosixPath(path).parents)",
        "(PurePosixPath(path),)",
        "system/test_machine.py",
    ),
    Mutant(RANKING, "(inner + ring) * ONE + least", "least", "search/best/test_ranking.py"),
    Mutant(RANKING, "shown * self.have - left", "shown * self.have", "search/best/test_ranking.py"),
    Mutant(BEST, "number != self._turn:", "False:", BEST_TESTS),
    Mutant(BEST, "(score, -source) <=", "(score, source) <=", BEST_TESTS),
    Mutant(BEST, "if better:", "if True:", BEST_TESTS),
    Mutant(BEST, "self._turn = min(self._waiting)", "self._turn = max(self._waiting)", BEST_TESTS),
    Mutant(BEST, "elif not self._under_way:", "else:", BEST_TESTS),
    Mutant(BEST, 'if ended.killed == "memory":', "if ended.killed:", BEST_TESTS),
    Mutant(BEST, "self.score == self.bound", "self.score is not None", BEST_TESTS),
    Mutant("edgeasp/lab/suite/passes.py", "if result.exhausted and missing:", "if False:", "lab/suite"),
    Mutant("edgeasp/lab/suite/passes.py", "if key in known:", "if False:", "lab/suite"),
    Mutant("edgeasp/lab/bench/benchmark.py", "if run.key not in known", "if True", "lab/bench"),
    Mutant("edgeasp/lab/bench/benchmark.py", "0 < seconds < math.inf", "0 <= seconds", "lab/bench"),
    Mutant("edgeasp/lab/bench/table.py", "2 * row.time_limit", "row.time_limit", "lab/bench"),
    Mutant("edgeasp/lab/bench/table.py", '(label.partition(":")[0] != "edgeasp", label)', "label", "lab/bench"),
    Mutant("edgeasp/lab/bench/table.py", 'text[: text.rfind("\\n") + 1]', "text", "lab/bench/test_table.py"),
    Mutant(
        "edgeasp/lab/bench/benchmark.py",
        "if not job.every:\n            clues = Solution()",
        "if False:\n            pass",
        "lab/bench/test_runs.py",
    ),
    Mutant(
        "edgeasp/lab/suite/passes.py",
        "board.place.cols * board.place.rows, board.place)",
        "board.place)",
        "lab/suite",
    ),
    Mutant("edgeasp/lab/suite/passes.py", "open=len(numbers) - done", "open=len(boards) - done", "lab/suite"),
    Mutant(
        "edgeasp/system/writing.py",
        "fcntl.LOCK_EX | fcntl.LOCK_NB",
        "fcntl.LOCK_SH | fcntl.LOCK_NB",
        "system/test_lock.py",
    ),
    # cli
    Mutant("edgeasp/cli/commands.py", "TERMINATED = 143", "TERMINATED = 130", "cli/commands/test_help.py"),
    Mutant("edgeasp/api/summary.py", '"" if result.exhausted else "at least "', '""', "cli/solve"),
    Mutant("edgeasp/cli/console.py", "if seconds < 90 * 60:", "if seconds < 60 * 60:", "cli/test_progress.py"),
    Mutant("edgeasp/cli/solve.py", 'if number > 1 else "\\n  "', 'if number > 2 else "\\n  "', "cli/solve"),
    Mutant("edgeasp/cli/solve.py", "if unique and number is not None:", "if False:", "cli/solve"),
    Mutant("edgeasp/system/writing.py", '(Content.PAGE, (".html", ".htm"))', '(Content.PAGE, (".html",))', "cli/solve"),
    Mutant("edgeasp/cli/console.py", "map(printable, text.split", "map(str, text.split", "cli/test_console.py"),
    Mutant("edgeasp/cli/signals.py", "library.signal(int(kind), None)", "pass", "cli/test_signals.py"),
    Mutant("edgeasp/cli/signals.py", "signal.SIG_IGN if waits", "signal.SIG_DFL if waits", "cli/test_signals.py"),
    Mutant("edgeasp/api/summary.py", "set_int_max_str_digits(0)", "set_int_max_str_digits(4300)", "cli/solve"),
)

SURVIVORS = (
    Survivor(
        Mutant(
            IN_TURN,
            "engine.program.exhausted and not left_out",
            "engine.program.exhausted",
            "search/test_narrowing.py",
        ),
        "rotations are omitted for one solution only, and clasp does not say then that there are no others",
    ),
    Survivor(
        Mutant(CHECK + "audit.py", "tile < later and square >= other", "tile < later and square > other", AUDIT_TESTS),
        "a clause against two tiles on one square follows from the square as well",
    ),
    Survivor(
        Mutant(
            PROOF + "views.py",
            "for square, side in ((place, towards), (place.neighbour(towards), towards.opposite))",
            "for square, side in ((place, towards),)",
            "lab/certificate/test_divided.py lab/certificate/test_audit.py",
        ),
        "it allows more placements, so the audit accepts fewer clauses; none that the encoder writes needs it",
    ),
)


def stale(mutant: Mutant) -> str:
    """Why a mutant cannot be made; empty if it can."""
    count = (ROOT / mutant.path).read_text(encoding="utf-8").count(mutant.old)
    absent = [each for each in mutant.tests.split() if not (ROOT / "tests" / each).exists()]
    if count != 1:
        return f"{mutant.path} has {mutant.old!r} {count} times, not once"
    return f"there is no tests/{absent[0]}" if absent else ""


def passes(tests: str, mutant: Mutant | None = None, *, long: bool = False) -> bool:
    """Whether the tests, or the long ones of them, pass on a copy, perhaps with a mutant; one that hangs does not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in COPIED:
            source = ROOT / each
            if source.is_dir():
                shutil.copytree(source, folder / each, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / each)
        if mutant is not None:
            path = folder / mutant.path
            path.write_text(path.read_text(encoding="utf-8").replace(mutant.old, mutant.new), encoding="utf-8")
        options = ["-m", "long", "--timeout", str(LONG_PATIENCE)] if long else ["--timeout", str(PATIENCE)]
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *options]
        done = subprocess.run(
            [*command, *(f"tests/{each}" for each in tests.split())],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": name, "CI": "true"},  # the same examples each time
            capture_output=True,
            check=False,
        )
        # 1: a test failed; 2: a module could not be imported; 5: there is no test of that kind.
        # A mutant in C may end the process.
        assert done.returncode in (0, 1, 2, 5) or done.returncode < 0, done.stdout.decode()[-2000:]
        return done.returncode in (0, 5)


def survives(mutant: Mutant) -> bool:
    """Whether no test notices a mutant: the short ones are asked first, then the long ones."""
    return passes(mutant.tests, mutant) and passes(mutant.tests, mutant, long=True)


def main() -> None:
    """Try the mutants in the files or folders that the arguments name, or all, and print what becomes of each.

    The status is 1 if one survives without a known reason, 2 if one cannot be made or a test fails without any.
    """
    known = {survivor.mutant: survivor.reason for survivor in SURVIVORS}
    chosen = sys.argv[1:] or [""]
    mutants = [each for each in (*MUTANTS, *known) if each.path.startswith(tuple(chosen))]
    faults = list(filter(None, map(stale, mutants)))
    tests = " ".join(sorted({each for mutant in mutants for each in mutant.tests.split()}))
    if not faults and not passes(tests):
        faults = [f"the tests fail without a mutant: {tests}"]
    if faults:
        print("\n".join(faults), file=sys.stderr)  # noqa: T201
        sys.exit(2)
    unexplained = 0
    with ThreadPoolExecutor(JOBS) as pool:
        for mutant, survived in zip(mutants, pool.map(survives, mutants), strict=True):
            reason = known.get(mutant, "no test notices it" if survived else "")
            unexplained += survived and mutant not in known
            fate = "survives" if survived else "killed"
            print(f"{fate:8}  {mutant.path}: {mutant.old!r} -> {mutant.new!r}  {reason}", flush=True)  # noqa: T201
    print(f"{len(mutants)} mutants, {unexplained} survive without a known reason")  # noqa: T201
    sys.exit(bool(unexplained))


if __name__ == "__main__":
    main()
