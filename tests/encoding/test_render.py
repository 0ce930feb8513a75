"""Templates and rendered programs: readable as ASP, documented, and the same for a stand-alone clingo."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import clingo
import pytest
from clingo import ast

from edgeasp.encoding import facts, render
from edgeasp.encoding.own_rules import RulesFile
from edgeasp.encoding.render import FORMULATIONS, HEURISTICS, REDUNDANT, SYMMETRY, EncodingRequest, EncodingSpec
from edgeasp.puzzle.model import Puzzle, Tile
from edgeasp.solvers.clingo.ground_program import GroundProgram, ground_rules
from edgeasp.solvers.clingo.syntax import read
from tests.support import boards, brute
from tests.support.lanes import thinned
from tests.support.solving import all_answers, as_atoms, task_for

TEMPLATES = sorted(render.folder().rglob("*.lp"))


def relative(path: Path) -> str:
    return str(path.relative_to(render.folder()))


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


def peculiar_encodings() -> list[EncodingSpec]:
    """The same with partners; where no rule uses rotations of the board, without turning."""
    turned = ("board-rotations", "polarity")
    return [
        each._replace(partners=True, turning=any(name in each.symmetry for name in turned)) for each in every_encoding()
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_a_template_parses_as_asp_before_it_is_rendered(path: Path) -> None:
    ast.parse_string(path.read_text(encoding="utf-8"), lambda _: None)


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
    ast.parse_string(path.read_text(encoding="utf-8"), statements.append)
    for statement in statements:
        Negative().visit(statement)
    assert found == []


@pytest.mark.parametrize("path", [path for path in TEMPLATES if path.name != "program.lp"], ids=relative)
def test_a_template_says_what_it_is_and_no_line_is_long(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.match(r"% ---- [a-z ]+(: .+)? -+\n", text)
    assert max(map(len, text.splitlines())) <= 110


def test_every_file_is_part_of_some_encoding() -> None:
    """But for steps of `edgeasp best`, the map of `edgeasp explain` and regions, and for questions of the page."""
    rendered = "\n".join(render.render(encoding).text for encoding in (*every_encoding(), *peculiar_encodings()))
    rendered += render.render(EncodingSpec(framed=True), placements=True, added=True).text
    rendered += render.render(EncodingSpec(framed=True), narrowed=True).text
    rendered += render.render_violations(EncodingSpec(framed=True, signed=True)).text
    rendered += render.render_relaxed(EncodingSpec(framed=True, signed=True), guarded=render.RELAXABLE).text
    rendered += render.render_relaxed(EncodingSpec(partners=True), guarded=["adjoining"]).text
    for more in (
        EncodingSpec(True, True, subset=True, open=True),
        EncodingSpec(True, open=True, outline=True, formulation="heule"),
        EncodingSpec(flips=True, formulation="heule"),
        EncodingSpec(partners=True, flips=True, only=True),
        EncodingSpec(only=True),
        EncodingSpec(partners=True, several=True),
    ):
        rendered += render.render(more).text
        rendered += render.render_violations(more._replace(formulation="halves")).text
    rendered += render.render(EncodingSpec(subset=True, formulation="heule")).text
    rendered += render.render(EncodingSpec(subset=True, symmetry=("board-rotations",))).text
    for formulation in ("halves", "heule"):
        rendered += render.render(EncodingSpec(True, open=True, rim=True, formulation=formulation)).text
        rendered += render.render(EncodingSpec(partners=True, several=True, formulation=formulation)).text
    rendered += render.render(EncodingSpec(only=True), added=True).text
    rules = [
        line
        for path in TEMPLATES
        if not relative(path).startswith(("best/", "explain/", "grade/", "narrow/region.lp", "table/"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith(("%", " "))
    ]
    assert [rule for rule in rules if rule.partition(" :-")[0].removeprefix(":- ") not in rendered] == []


def test_no_rule_is_of_no_use() -> None:
    """clingo has no warning about any rendered program: no atom is used that nothing defines."""
    puzzle = boards.planted(1, 3, 3, 3, framed=True, signs=0.5)
    for encoding in (*every_encoding(), *peculiar_encodings()):
        if not encoding.framed:
            continue
        messages: list[str] = []
        control = clingo.Control(logger=lambda _, message, into=messages: into.append(message))  # type: ignore[misc]
        control.add("base", [], facts.write(puzzle) + render.render(encoding).text)
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
    """The answers of the stand-alone solver, from its JSON; its exit status is always 0."""
    command = [sys.executable, "-m", "clingo", "--outf=2", "0", *map(str, files)]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return [frozenset(witness["Value"]) for witness in json.loads(output)["Call"][0].get("Witnesses", [])]


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
    (tmp_path / "facts.lp").write_text(facts.write(puzzle))
    (tmp_path / "program.lp").write_text(render.render(task.encoding).text)
    ours = all_answers(task)
    theirs = stand_alone(tmp_path / "facts.lp", tmp_path / "program.lp")
    assert sorted(map(sorted, theirs)) == sorted(map(sorted, ours))
    assert len(theirs) > 0
    searched = GroundProgram(facts.write(puzzle) + task.search_rules()).answers(0)
    assert {frozenset(map(str, facts.expand_placements(atoms))) for atoms in searched} == set(ours)


@pytest.mark.long
def test_no_placement_is_projected() -> None:
    """An anonymous variable beside `place` would make gringo ground another atom and rule for each placement."""
    puzzle = boards.planted(1, 3, 3, 3, framed=True, signs=0.5)
    for encoding in every_encoding():
        if encoding.framed and encoding.formulation == "halves":
            rules = ground_rules(facts.write(puzzle) + render.render(encoding, placements=True).text)
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
    theirs = {frozenset(map(str, atoms)) for atoms in GroundProgram(facts.write(puzzle) + FOREIGN).answers(0)}
    bare = {
        frozenset(map(str, atoms)) for atoms in GroundProgram(facts.write(puzzle, class_only=True) + FOREIGN).answers(0)
    }
    assert theirs == bare == {as_atoms(plain, each) for each in brute.solve(plain, framed=False).raw}


COMMENTS = re.compile(r"^%\*! (\w+)(?:\(([^()]*)\))?", re.MULTILINE)
EXPLAINED = {
    f"{name}/{len(terms.split(',')) if terms else 0}"
    for path in TEMPLATES
    for name, terms in COMMENTS.findall(path.read_text(encoding="utf-8"))
}
"""Predicates that a comment in some file explains."""

GUIDE = (render.folder() / "README.md").read_text(encoding="utf-8")


def test_the_guide_lists_every_file() -> None:
    rows = re.findall(r"^\| `([a-z/*-]+\.lp)` \| .+ \|$", GUIDE, re.MULTILINE)
    folders = tuple(row.removesuffix("*.lp") for row in rows if row.endswith("*.lp"))
    names = {relative(path) for path in TEMPLATES}
    assert {name for name in names if not name.startswith(folders)} == {row for row in rows if "*" not in row}


@pytest.mark.parametrize("path", TEMPLATES, ids=relative)
def test_the_head_of_a_file_has_what_it_needs_and_gives_and_the_comments_what_that_means(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    statements = read([RulesFile(path.name, text)])
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
