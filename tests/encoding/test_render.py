"""Templates and rendered programs."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import clingo
import pytest
from clingo import ast
from hypothesis import assume, given

from edgeasp.encoding import facts, render
from edgeasp.encoding.own_rules import RulesFile
from edgeasp.encoding.render import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, EncodingRequest, EncodingSpec
from edgeasp.encoding.render import render as render_program
from edgeasp.formats import plain
from edgeasp.generate import Planted, Recipe, generate
from edgeasp.puzzle.expected import expected_fitting_tiles
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square, Tile
from edgeasp.search.orders import growth_order
from edgeasp.search.solve import Session
from edgeasp.solvers.clingo.ground_program import GroundProgram, ground_to_text
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.clingo.syntax import parse_files
from tests.support import boards, brute
from tests.support.lanes import thinned
from tests.support.running import run
from tests.support.solving import all_answers, as_atoms, searched, task_for
from tests.support.strategies import planted as any_planted

# ---- templates ----

TEMPLATES = sorted(render.templates_folder().rglob("*.lp"))


def relative(path: Path) -> str:
    return path.relative_to(render.templates_folder()).as_posix()


def without_includes(path: Path) -> str:
    return re.sub("^#include .*\n", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)


def every_encoding() -> list[EncodingSpec]:
    found = []
    for framed, formulation, heuristic in product((True, False), FORMULATIONS, HEURISTICS):
        for symmetry in (
            ("tile-rotations", "identical-tiles"),
            ("tile-rotations", "identical-tiles", "board-rotations"),
            ("tile-rotations", "identical-tiles", "polarity"),
        ):
            ideas = tuple(idea.name for idea in REDUNDANT if framed or "framed" not in idea.needs)
            request = EncodingRequest("signed", ideas, formulation.name, symmetry, heuristic.name)
            found.append(request.resolve(framed=framed, signed=True))
    return found


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_a_template_parses_as_asp_before_it_is_rendered(path: Path) -> None:
    ast.parse_string(without_includes(path), lambda _: None)


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_plain_clingo_reads_every_file(path: Path) -> None:
    """Instructions are comments to clingo, so its rules may not depend on them."""
    clingo.Control().load(str(path))
    instructions = re.findall("^%: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert [each for each in instructions if not each.startswith(("filter ", "endfilter"))] == []


def test_a_program_that_states_its_rules_needs_no_jinja2() -> None:
    """Jinja2 renders the same text, if some condition has the mode that it has anyway."""
    for encoding in every_encoding():
        for placements, added, narrowed in product((False, True), repeat=3):
            ours, theirs = (
                render._render_files(encoding, modes, placements=placements, added=added, narrowed=narrowed)
                for modes in ({}, {"tile": render.RuleMode.STATED})
            )
            assert ours == theirs


def test_the_guide_says_how_to_run_the_rules_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    for name in ("instances", "asp"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    puzzle = plain.read_puz(Path("instances/planted-4x4.puz").read_text(encoding="utf-8"), "x")
    ours = sorted(map(sorted, all_answers(task_for(puzzle))))
    compared = 0
    for command, *words in (shlex.split(line) for block in blocks for line in block.splitlines()):
        if command == "edgeasp":
            assert run(*words).status == 0
        else:
            assert command == "clingo"
            assert sorted(map(sorted, stand_alone(*(Path(word) for word in words if word != "0")))) == ours
            compared += 1
    assert compared == 2


ROOT = Path(__file__).parents[2]
PROGRAMS = [*TEMPLATES, *(ROOT / "docs" / "lesson").rglob("*.lp"), *(ROOT / "tests" / "search").rglob("*.lp")]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_no_variable_is_anonymous_behind_not(path: Path) -> None:
    """clingo 6 takes such a variable for an unsafe one."""
    found: list[str] = []

    class Negative(ast.Transformer):
        def visit_Literal(self, node: ast.AST) -> ast.AST:  # noqa: N802
            if node.sign != ast.Sign.NoSign and re.search(r"\b_\b", str(node.atom)):
                found.append(str(node))
            return node

    statements: list[ast.AST] = []
    ast.parse_string(without_includes(path), statements.append)
    for statement in statements:
        Negative().visit(statement)
    assert found == []


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_a_template_says_what_it_is_and_no_line_is_long(path: Path) -> None:
    text = render.read_rules(relative(path))
    assert re.match(r"% ---- [a-z ]+(: .+)? -+\n", text)
    assert max(map(len, text.splitlines())) <= 110


def test_every_file_is_part_of_some_encoding() -> None:
    """But for steps of `edgeasp best`, the map of `edgeasp explain` and regions, and for questions of the page."""
    rendered = "\n".join(render.render(encoding).text for encoding in every_encoding())
    rendered += render.render(EncodingSpec(framed=True), placements=True, added=True).text
    rendered += render.render(EncodingSpec(framed=True), narrowed=True).text
    rendered += render.render_violations(EncodingSpec(framed=True, signed=True)).text
    rendered += render.render_relaxed(EncodingSpec(framed=True, signed=True), guarded=render.RELAXABLE).text
    rules = [
        line
        for path in TEMPLATES
        if not relative(path).startswith(
            ("best/", "explain/", "grade/", "narrow/region.lp", "table/", "edge-matching", "needed")
        )
        for line in render.read_rules(relative(path)).splitlines()
        if line and not line.startswith(("%", " "))
    ]
    assert "#include" not in rendered
    assert [rule for rule in rules if rule.partition(" :-")[0].removeprefix(":- ") not in rendered] == []


def test_no_rule_is_of_no_use() -> None:
    """clingo has no warning about any rendered program: no atom is used that nothing defines."""
    puzzle = boards.planted(1, 3, 3, 3, framed=True, signs=0.5)
    for encoding in every_encoding():
        if not encoding.framed:
            continue
        messages: list[str] = []
        control = clingo.Control(logger=lambda _, message, into=messages: into.append(message))  # type: ignore[misc]
        control.add("base", [], facts.write_facts(puzzle) + render.render(encoding).text)
        control.ground([("base", [])])
        assert messages == []


def test_the_hash_changes_exactly_with_the_text() -> None:
    programs = [render.render(encoding) for encoding in every_encoding()]
    assert len({each.hash for each in programs}) == len({each.text for each in programs}) == len(programs)
    assert render.render(EncodingSpec()) == render.render(EncodingSpec())
    assert re.fullmatch("[0-9a-f]{12}", programs[0].hash)


def test_a_program_says_what_it_is_made_of() -> None:
    text = render.render(EncodingSpec(framed=True, redundant=("seam-balance",))).text
    assert text.splitlines()[1] == (
        "% framed+redundant; formulation halves; redundant seam-balance; "
        "symmetry tile-rotations,identical-tiles; heuristic outward"
    )


def stand_alone(*files: Path) -> list[frozenset[str]]:
    """The answers of the stand-alone solver, from its JSON."""
    output = plain_clingo("--outf=2", "0", *files).stdout
    return [frozenset(witness["Value"]) for witness in json.loads(output)["Call"][0].get("Witnesses", [])]


def plain_clingo(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the stand-alone solver; its exit status is always 0."""
    command = [sys.executable, "-m", "clingo", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.sample(2)
@thinned(
    "name, formulation",
    list(
        product(
            ["golden", "frame 3x3", "framed 3x4 partly signed", "surplus 2x3", "unframed 3x3 partly signed"],
            ["halves", "heule"],
        )
    ),
    every=3,  # of two formulations, so each is solved
)
def test_the_stand_alone_solver_gives_the_same_answers(name: str, formulation: str, tmp_path: Path) -> None:
    puzzle = boards.various()[name]
    task = task_for(puzzle, request=EncodingRequest(formulation=formulation))
    (tmp_path / "facts.lp").write_text(facts.write_facts(puzzle))
    (tmp_path / "program.lp").write_text(render.render(task.encoding).text)
    ours = all_answers(task)
    theirs = stand_alone(tmp_path / "facts.lp", tmp_path / "program.lp")
    assert sorted(map(sorted, theirs)) == sorted(map(sorted, ours))
    assert len(theirs) > 0
    searched = GroundProgram("".join(task.search_program())).answers(0)
    assert {frozenset(map(str, facts.expand_placements(atoms))) for atoms in searched} == set(ours)


@pytest.mark.parametrize("chosen", ["output", "formulation/halves", "formulation/heule"])
def test_a_selection_of_files_is_completed(chosen: str, tmp_path: Path) -> None:
    """clingo says UNSATISFIABLE if rules are missing, so a file includes the rules that it needs."""
    puzzle = boards.FRAME_3X3
    (tmp_path / "facts.lp").write_text(facts.write_facts(puzzle))
    ours = sorted(map(sorted, all_answers(task_for(puzzle))))
    names = re.findall(r'"(.+)"', (render.templates_folder() / "needed.lp").read_text(encoding="utf-8"))
    shown = ("output.lp",) if chosen == "formulation/halves" else ()  # else all atoms are shown
    for part in (names[:0], names[::2], names[1::2], names):
        words = [render.templates_folder() / name for name in (f"{chosen}.lp", *shown, *part)]
        assert sorted(map(sorted, stand_alone(tmp_path / "facts.lp", *words))) == ours
    for path in TEMPLATES:
        assert "#include" not in render.read_rules(relative(path)) or relative(path) in (
            "edge-matching.lp",
            "needed.lp",
        )


@pytest.mark.long
def test_no_placement_is_projected() -> None:
    """An anonymous variable beside `place` would make gringo ground another atom and rule for each placement."""
    puzzle = boards.planted(1, 3, 3, 3, framed=True, signs=0.5)
    for encoding in every_encoding():
        if encoding.framed and encoding.formulation == "halves":
            rules = ground_to_text(facts.write_facts(puzzle) + render.render(encoding, placements=True).text)
            assert "place(" in rules
            assert "#p_place(" not in rules


FOREIGN = """
% An encoding that knows the class and nothing else.
1 { chosenTile(X,Y,T) : tile(T) } 1 :- col(X), row(Y).
1 { chosenTile(X,Y,T) : col(X), row(Y) } 1 :- tile(T).
1 { chosenRotation(X,Y,R) : rotation(R) } 1 :- col(X), row(Y).
turn(top,0). turn(right,90). turn(bottom,180). turn(left,270).
seen(X,Y,S,C) :- chosenTile(X,Y,T), chosenRotation(X,Y,R), side(S), turn(S,D), turn(Q,(D-R+360)\\360), tileSide(T,Q,C).
:- seen(X,Y,right,C), col(X+1), not seen(X+1,Y,left,C).
:- seen(X,Y,bottom,C), row(Y+1), not seen(X,Y+1,top,C).
#show chosenTile/3.
#show chosenRotation/3.
"""


@pytest.mark.parametrize("name", ["golden", "foursquares", "framed 2x2 signed", "unframed 2x2 spoilt"])
def test_an_encoding_that_knows_only_the_class_runs_on_our_facts(name: str) -> None:
    puzzle = boards.various()[name]
    plain = Puzzle(puzzle.cols, puzzle.rows, tuple(Tile(tile.sides) for tile in puzzle.tiles))
    theirs = {frozenset(map(str, atoms)) for atoms in GroundProgram(facts.write_facts(puzzle) + FOREIGN).answers(0)}
    bare = {
        frozenset(map(str, atoms))
        for atoms in GroundProgram(facts.write_facts(puzzle, class_only=True) + FOREIGN).answers(0)
    }
    assert theirs == bare == {as_atoms(plain, each) for each in brute.solve(plain, framed=False).raw}


COMMENTS = re.compile(r"^%\*! (\w+)(?:\(([^()]*)\))?", re.MULTILINE)
EXPLAINED = {
    f"{name}/{len(terms.split(',')) if terms else 0}"
    for path in TEMPLATES
    for name, terms in COMMENTS.findall(path.read_text(encoding="utf-8"))
}
"""Predicates that a comment in some file explains."""

GUIDE = (render.templates_folder() / "README.md").read_text(encoding="utf-8")


def test_the_guide_lists_every_file() -> None:
    rows = re.findall(r"^\| `([a-z/*-]+\.lp)` \| .+ \|$", GUIDE, re.MULTILINE)
    folders = tuple(row.removesuffix("*.lp") for row in rows if row.endswith("*.lp"))
    names = {relative(path) for path in TEMPLATES}
    assert {name for name in names if not name.startswith(folders)} == {row for row in rows if "*" not in row}


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_the_head_of_a_file_has_what_it_needs_and_gives_and_the_comments_what_that_means(path: Path) -> None:
    text = without_includes(path)
    statements = parse_files([RulesFile(path.name, text)])
    given = {f"{name}/{arity}" for each in statements for (name, arity), _ in each.gives}
    reads = {f"{name}/{arity}" for each in statements for name, arity in each.reads}
    steered = " ".join(each.text for each in statements if each.text.startswith(("#heuristic", "#project")))
    needs, gives = (
        set(re.findall(r"\w+/\d", " ".join(re.findall(rf"^% {word} (.*)$", text, re.MULTILINE))))
        for word in ("needs", "gives")
    )
    assert gives <= given
    assert reads - given <= needs
    assert {atom for atom in needs - reads if not re.search(rf"\b{atom[:-2]}[(/]", steered)} == set()
    explained = {f"{name}/{len(terms.split(',')) if terms else 0}" for name, terms in COMMENTS.findall(text)}
    # What several files give is explained where it is given first.
    assert gives <= explained | EXPLAINED


def test_no_rule_gives_what_facts_give() -> None:
    facts_ = {f"{name}/{len(terms.split(','))}" for name, terms in COMMENTS.findall(render.read_rules("input.lp"))}
    assert {"tile/1", "rim/2", "clue/4"} <= facts_
    for path in TEMPLATES:
        statements = parse_files([RulesFile(path.name, without_includes(path))])
        assert facts_.isdisjoint(f"{name}/{arity}" for each in statements for (name, arity), _ in each.gives), path


def test_the_guide_tells_the_defaults_needs_and_figures_of_every_idea() -> None:
    for idea in (*REDUNDANT, *SYMMETRY):
        row = re.search(rf"^\| `{idea.name}` \| (on|off) \| (.*)$", GUIDE, re.MULTILINE)
        assert row, idea.name
        assert (row[1] == "on") == idea.default
        assert all(f"`{need}`" in row[2] for need in idea.needs if idea in REDUNDANT)
    for idea in REDUNDANT:
        assert re.search(
            rf"^\| `{idea.name}` \| [0-9.]+ \([0-9.]+ to [0-9.]+\) \| [0-9.]+ \| [0-9.]+ \|$", GUIDE, re.MULTILINE
        )


ENCODING = EncodingRequest().resolve(framed=True, signed=False)


def test_without_some_of_its_rules_it_is_another_program() -> None:
    assert render.render(ENCODING, ["diamond"]) != render.render(ENCODING)


# ---- decision heuristic ----

Levels = dict[tuple[int, int, str], set[int]]


def levels(puzzle: Puzzle, clues: Solution = Solution(), request: EncodingRequest = EncodingRequest()) -> Levels:
    """By half of a diamond, on squares from (1,1): the levels on which its colours are decided."""
    heard = Heard()
    control = ground(puzzle, clues, request, heard)
    found: Levels = {}
    for half in control.symbolic_atoms.by_signature("half", 4):
        x, y, side, _ = half.symbol.arguments
        for level in heard.levels.get(half.literal, ()):
            found.setdefault((x.number, y.number, side.name), set()).add(level)
    return found


def ground(
    puzzle: Puzzle, clues: Solution, request: EncodingRequest = EncodingRequest(), *observers: clingo.Observer
) -> clingo.Control:
    """The program of a task, ground by clingo itself."""
    control = clingo.Control()
    for observer in observers:
        control.register_observer(observer)
    control.add("base", [], task_for(puzzle, clues, request).program())
    control.ground([("base", [])])
    return control


class Heard(clingo.Observer):
    """The levels that atoms are given by statements of clingo's heuristic with priority 0."""

    def __init__(self) -> None:
        self.levels: dict[int, set[int]] = {}

    def heuristic(
        self, atom: int, type_: clingo.HeuristicType, bias: int, priority: int, condition: Sequence[int]
    ) -> None:
        if (type_, priority) == (clingo.HeuristicType.Level, 0):
            self.levels.setdefault(atom, set()).add(bias)


def hidden(generated: Planted) -> dict[Square, Placement]:
    """The solution that was planted, by square."""
    assert generated.solution is not None
    return generated.solution.by_square()


def expected(puzzle: Puzzle, origins: list[tuple[int, int]]) -> Levels:
    """The same by the guide to the encodings: a square grows around each origin; each diamond has its own level."""
    cols, rows = puzzle.cols, puzzle.rows
    squares = [
        (min(place(x, y, a, b) for a, b in origins), x, y) for x in range(1, cols + 1) for y in range(1, rows + 1)
    ]
    corners = [Square(a - 1, b - 1) for a, b in origins]
    order = growth_order([Square(x - 1, y - 1) for _, x, y in squares], corners)
    assert order == [Square(x - 1, y - 1) for _, x, y in sorted(squares)]
    wanted: Levels = {}
    for before, (_, x, y) in enumerate(sorted(squares)):
        if y < rows:
            wanted[x, y, "bottom"] = {2 * (cols * rows - before)}
        if x < cols:
            wanted[x, y, "right"] = {2 * (cols * rows - before) - 1}
    return wanted


def place(x: int, y: int, a: int, b: int) -> tuple[int, ...]:
    """Where (x, y) comes as a square grows around (a, b): a column at either side, then a row above and below."""
    beside, above = abs(x - a), abs(y - b)
    return (beside, 0, x, above) if beside > above else (above, 1, y, beside)


def test_what_is_filled_is_always_a_square_or_a_column_and_a_row_more() -> None:
    puzzle = generate(Recipe(6, 6, 9, 3)).puzzle
    found = {(x, y): max(level) for (x, y, _), level in levels(puzzle).items()}
    order = sorted(found, key=lambda square: -found[square])
    for size in range(2, 6):
        assert set(order[: size * size]) == {(x, y) for x in range(1, size + 1) for y in range(1, size + 1)}
        column = order[size * size : size * size + size]
        assert column == [(size + 1, y) for y in range(1, size + 1)]


@pytest.mark.parametrize(
    "recipe",
    [Recipe(6, 6, 9, 3), Recipe(7, 4, 8, 3), Recipe(4, 4, 9), Recipe(4, 4, 5, 2)],
    ids=lambda recipe: f"{recipe.cols}x{recipe.rows}-{recipe.inner}-{recipe.border}",
)
def test_without_a_clue_the_search_begins_in_a_corner(recipe: Recipe) -> None:
    puzzle = generate(recipe).puzzle
    assert levels(puzzle) == expected(puzzle, [(1, 1)])


def test_with_clues_it_begins_around_them() -> None:
    recipe = Recipe(8, 7, 11, 3)
    planted = generate(recipe)
    by_square = hidden(planted)
    clues = Solution((by_square[Square(7, 0)], by_square[Square(3, 4)]))
    assert levels(planted.puzzle, clues) == expected(planted.puzzle, [(8, 1), (4, 5)])


@pytest.mark.parametrize("corner", [(0, 0), (2, 1), (4, 3)])
@pytest.mark.parametrize("size", [3, 4])
def test_a_block_of_clues_is_grown_around_as_all_of_its_clues_say(corner: tuple[int, int], size: int) -> None:
    planted = generate(Recipe(8, 7, 11, 3))
    left, top = corner
    squares = [Square(x, y) for x in range(left, left + size) for y in range(top, min(7, top + size))]
    by_square = hidden(planted)
    clues = Solution(tuple(by_square[square] for square in squares))
    origins = [(square.col + 1, square.row + 1) for square in squares]
    assert levels(planted.puzzle, clues) == expected(planted.puzzle, origins)


def test_clues_are_ground_for_the_squares_around_them_only() -> None:
    """All squares for all clues would be 13,310 pairs."""
    planted = generate(Recipe(11, 11, 20, 6))
    by_square = hidden(planted)
    clues = Solution(tuple(by_square[Square(x, y)] for x in range(10) for y in range(11)))
    assert len(levels(planted.puzzle, clues)) == 220
    grown = ground(planted.puzzle, clues)
    # 38 clues have an empty square or the outside beside them; eleven squares are empty.
    assert len(list(grown.symbolic_atoms.by_signature("away", 3))) <= 110 + 11 * 38


@given(any_planted())
def test_where_colours_are_few_or_uneven_the_solver_is_left_alone(planted: tuple[Puzzle, Solution]) -> None:
    """Guided while at most one tile and a half are expected to fit beside two neighbours, which whole numbers round."""
    puzzle, _ = planted
    assume(not 1.45 < expected_fitting_tiles(puzzle) < 1.6)
    assert bool(levels(puzzle)) == (expected_fitting_tiles(puzzle) <= 1.5)


@pytest.mark.parametrize(
    ("recipe", "guided"),
    [
        (Recipe(6, 6, 9, 3), True),
        (Recipe(6, 6, 6, 3), False),
        (Recipe(4, 4, 9), True),
        (Recipe(4, 4, 6), False),
        (Recipe(40, 40, 2, 2), False),  # no number is too large for clingo
        (Recipe(2, 5, 3, 2), True),  # no tile is inside
    ],
    ids=lambda value: f"{value.cols}x{value.rows}-{value.inner}" if isinstance(value, Recipe) else str(value),
)
def test_how_many_colours_are_few(recipe: Recipe, guided: bool) -> None:
    puzzle = generate(recipe).puzzle
    assert (expected_fitting_tiles(puzzle) <= 1.5) == guided
    program = clingo.Control()
    encoding = render_program(EncodingSpec(framed=True)).text
    rule = encoding[encoding.index("on_frame(T,S) :-") : encoding.index("nearest(X,Y,P) :-")]
    sides = "clockwise(top,right). clockwise(right,bottom). clockwise(bottom,left). clockwise(left,top)."
    program.add(
        "base", [], task_for(puzzle).facts() + rule + sides + "tile(T) :- tileSide(T,_,_). meet(C,C) :- colour(C)."
    )
    program.ground([("base", [])])
    assert bool(list(program.symbolic_atoms.by_signature("sparse", 0))) == guided


@pytest.mark.parametrize(
    ("recipe", "options", "contraction", "restarts"),
    [
        (Recipe(6, 6, 8, 3), ClaspOptions(), "40,decisionSeq", "0"),
        (Recipe(6, 6, 6, 3), ClaspOptions(), "250,no", "d,50,0.7"),
        (Recipe(6, 6, 8, 3), ClaspOptions(extra=("--contraction=99",)), "99,no", "0"),
        (Recipe(6, 6, 8, 3), ClaspOptions(extra=("--restarts=x,9,1.5",)), "40,decisionSeq", "x,9,1.5,0"),
        (Recipe(6, 6, 8, 3), ClaspOptions(configuration="tweety"), "no", "l,60"),
    ],
    ids=["guided", "left alone", "clauses chosen", "restarts chosen", "another configuration"],
)
def test_where_the_order_is_fixed_long_clauses_are_shortened_and_nothing_restarts(
    recipe: Recipe, options: ClaspOptions, contraction: str, restarts: str
) -> None:
    program = Session(task_for(generate(recipe).puzzle), options).ground()
    solver: Any = program._control.configuration.solver
    assert solver.contraction == contraction
    assert solver.restarts.lower() == restarts


def test_it_can_be_left_out() -> None:
    puzzle = generate(Recipe(5, 5, 8, 3)).puzzle
    assert levels(puzzle)
    assert levels(puzzle, request=EncodingRequest(heuristic="none")) == {}


@pytest.mark.long
def test_it_finds_the_same_with_fewer_conflicts() -> None:
    """With one thread and a seed a search is determined, so this measures no machine."""
    conflicts = {"none": 0, "outward": 0}
    for seed in (1, 2):
        planted = generate(Recipe(8, 8, 15, 4, seed=seed))
        corner = Solution((hidden(planted)[Square(0, 0)],))
        boards_found: dict[str, set[tuple[Placement, ...]]] = {}
        for name in conflicts:
            search = searched(
                task_for(planted.puzzle, corner, EncodingRequest(heuristic=name)), options=ClaspOptions(1)
            )
            boards_found[name] = {tuple(each.placements) for each in search.solutions}
            assert search.result.exhausted
            assert search.result.statistics is not None
            conflicts[name] += search.result.statistics.conflicts or 0
        assert boards_found["none"] == boards_found["outward"] != set()
    assert conflicts["outward"] < conflicts["none"]
