"""The audit of certificates: what it accepts, independence, and strangers' certificates."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgeasp.lab.certificate import claim as names
from edgeasp.lab.certificate.check import verification
from edgeasp.lab.certificate.check.audit import AuditedClause, AuditError, FormulaAudit
from edgeasp.lab.certificate.check.verification import verify
from edgeasp.lab.certificate.claim import find_anchor, is_in_cube, readme_text
from edgeasp.lab.certificate.views import Conditions
from edgeasp.lab.cnf import cnf, dimacs
from edgeasp.lab.cnf.cnf import ENCODINGS, Clause, Formula
from edgeasp.puzzle.model import Placement, Puzzle, Solution, Square
from edgeasp.system.errors import InputError
from tests.lab.support.certificates import boards_of, certified, change, sign
from tests.support import boards
from tests.support.answers import answered, require_same, unescaped
from tests.support.counting import some_clues
from tests.support.lanes import thinned
from tests.support.solving import as_clues
from tests.test_architecture import LARGE, imported_by

# ---- audits ----

KEYS = [
    *("golden", "framed 2x3", "framed 3x3", "framed 2x2 partly signed", "surplus 2x3 signed"),
    *("twins with and without sign", "half-turn symmetric twins", "unframed 3x2 partly signed"),
]
"""Boards of every sort that have solutions."""


def text(formula: Formula, *more: Clause) -> list[str]:
    return "".join(dimacs.formula_text(formula, more)).splitlines(keepends=True)


def audited(formula: Formula, *more: Clause, known: list[Solution] | None = None) -> list[AuditedClause]:
    conditions = Conditions(formula.puzzle, formula.clues)
    return list(FormulaAudit(conditions, known or []).audit_clauses(text(formula, *more)))


@pytest.mark.sample(4)
@thinned("name", list(boards.various()), boards.kind, every=3)
def test_every_clause_of_every_encoding_follows(name: str) -> None:
    puzzle = boards.various()[name]
    for encoding in ENCODINGS:
        formula = Formula(puzzle, encoding=encoding)
        assert [each.literals for each in audited(formula)] == list(formula.clauses())
    for clues in some_clues(name, puzzle):
        formula = Formula(puzzle, as_clues(clues, puzzle), "direct")
        assert [each.literals for each in audited(formula)] == list(formula.clauses())


@cache
def models(puzzle: Puzzle) -> list[frozenset[int]]:
    """The true variables for each board, from what the encoder says that they mean."""
    variables = Formula(puzzle, encoding="direct").variables
    squares, found = variables.candidates.squares, []
    for board in boards_of(puzzle):
        true = set()
        for each in board:
            square = squares.index(each.square)
            true |= {variables.tile[each.tile][square], variables.placement[square][each.tile, each.rot]}
            for side, diamond in enumerate(variables.candidates.diamonds_around[square]):
                if diamond is not None:
                    true.add(variables.colour[diamond][puzzle.sides(each)[side]])
        if variables.plus is not None:
            sign = next(each for each in board if puzzle.tiles[each.tile].sign is not None)
            if (puzzle.tiles[sign.tile].sign.value == "+") == sign.square.even:  # type: ignore[union-attr]
                true.add(variables.plus)
        found.append(frozenset(true))
    return found


def holds(clause: Clause, true: frozenset[int]) -> bool:
    return any((abs(each) in true) == (each > 0) for each in clause)


@pytest.mark.parametrize("name", KEYS)
def test_the_meaning_makes_every_board_a_model(name: str) -> None:
    """What the next tests rely on."""
    formula = Formula(boards.various()[name], encoding="direct")
    clauses = list(formula.clauses())
    assert models(formula.puzzle)
    assert all(holds(clause, true) for true in models(formula.puzzle) for clause in clauses)


@pytest.mark.parametrize("name", KEYS)
def test_a_clause_that_is_one_literal_too_strong_is_refused(name: str) -> None:
    """Unless every board happens to make it true; then only the audit's three reasons decide."""
    puzzle = boards.various()[name]
    formula = Formula(puzzle, encoding="direct")
    clauses = list(formula.clauses())
    rng, refused = random.Random(name), 0
    audit = FormulaAudit(Conditions(puzzle), [])
    list(audit.audit_clauses(text(formula)))
    for clause in rng.sample(clauses, min(150, len(clauses))):
        gone = rng.randrange(len(clause)) if clause else 0
        stronger = clause[:gone] + clause[gone + 1 :]
        if all(holds(stronger, true) for true in models(puzzle)):
            continue
        refused += 1
        with pytest.raises(AuditError, match="expected a clause that"):
            audit._find_reason(1, stronger)
    assert refused > 5


@given(st.data())
def test_what_the_audit_accepts_is_true_of_every_board(data: st.DataObject) -> None:
    """Clauses at random, in part from a clause of the formula."""
    puzzle = boards.various()[data.draw(st.sampled_from(KEYS))]
    formula = Formula(puzzle, encoding="direct")
    literals = st.integers(1, formula.variables.count).flatmap(lambda each: st.sampled_from([each, -each]))
    base = data.draw(st.sampled_from(list(formula.clauses())))
    kept = data.draw(st.lists(st.sampled_from(base or (1,)), max_size=len(base)))
    audit = FormulaAudit(Conditions(puzzle), [])
    list(audit.audit_clauses(text(formula)))
    for added in data.draw(st.lists(st.lists(literals, max_size=3), min_size=5, max_size=20)):
        clause = (*kept, *added)
        try:
            audit._find_reason(1, clause)
        except AuditError:
            continue
        assert all(holds(clause, true) for true in models(puzzle))


@pytest.mark.parametrize("name", KEYS)
def test_an_excluding_clause_excludes_its_board_and_no_other(name: str) -> None:
    from edgeasp.lab.certificate.make import build_formula

    puzzle = boards.various()[name]
    known = boards_of(puzzle)
    formula, more = build_formula(Conditions(puzzle), known)
    found = [each for each in audited(formula, *more, known=known) if each.reason == "board"]
    assert [each.board for each in found] == list(range(len(known)))
    for number, clause in enumerate(more):
        assert [holds(clause, true) for true in models(puzzle)] == [each != number for each in range(len(known))]


def test_the_clause_that_excludes_a_board_by_its_colours_is_accepted_as_well() -> None:
    for name in KEYS:
        puzzle = boards.various()[name]
        formula = Formula(puzzle, encoding="heule-all")
        for board, true in list(zip(boards_of(puzzle), models(puzzle), strict=True))[:3]:
            own = frozenset(each for each in true if each <= formula.variables.count)
            [*_, last] = audited(formula, formula.exclude_shown_board(own), known=[board])
            assert (last.reason, last.board) == ("board", 0)


@given(st.data())
def test_a_clause_that_excludes_cubes_is_true_of_all_other_boards(data: st.DataObject) -> None:
    """Clauses as the encoder writes them for cubes, with literals more or less."""
    puzzle = boards.various()[data.draw(st.sampled_from(KEYS))]
    formula = Formula(puzzle, encoding="direct")
    on = [board.by_square() for board in boards_of(puzzle)]
    sides = list(puzzle.grid.pairs)
    cubes = []
    for _ in range(data.draw(st.integers(1, 3))):
        seen = data.draw(st.sampled_from(on))
        pairs = data.draw(st.lists(st.sampled_from(sides), max_size=3))
        colours = tuple((square, side, puzzle.sides(seen[square])[side]) for square, side, _ in pairs)
        squares = data.draw(st.lists(st.sampled_from(list(puzzle.grid.squares)), max_size=2))
        cubes.append(Conditions(puzzle, colours=colours, placements=tuple(seen[square] for square in squares)))
    audit = FormulaAudit(Conditions(puzzle), [], cubes)
    list(audit.audit_clauses(text(formula)))
    for cube in cubes:
        [clause] = cnf.exclude_cube(cnf.cube_variables(formula.variables, cube.colours, cube.placements))
        assert audit._find_reason(1, clause).reason in ("cube", "square", "tile")
        some = st.integers(1, formula.variables.count).flatmap(lambda each: st.sampled_from([each, -each]))
        kept = tuple(data.draw(st.lists(st.sampled_from(clause or (1,)), max_size=len(clause))))
        for changed in (clause, kept, (*kept, data.draw(some))):
            try:
                audit._find_reason(1, changed)
            except AuditError:
                continue
            outside = [
                true
                for true, seen in zip(models(puzzle), on, strict=True)
                if not any(is_in_cube(each, seen) for each in cubes)
            ]
            assert all(holds(changed, true) for true in outside)


TABLE = Path(__file__).parent / "formulas.txt"


def said(_: str, lines: tuple[str, ...]) -> Iterator[str]:
    """Audit a formula of formulas.txt for the golden puzzle, up to the first line that is refused."""
    try:
        for clause in FormulaAudit(Conditions(boards.GOLDEN), []).audit_clauses(
            unescaped(lines).splitlines(keepends=True)
        ):
            yield f"{' '.join(map(str, clause.literals))}: {clause.reason}"
    except AuditError as error:
        yield f"formula.cnf:{error.line}: {error.message}"


def test_what_is_wrong_is_named_by_its_line() -> None:
    written = TABLE.read_text(encoding="utf-8")
    require_same(written, answered(written, said))


def test_a_clue_on_one_of_identical_tiles_lies_where_it_lies() -> None:
    """It has no place in their order, so no clause may say that it has."""
    puzzle = boards.various()["all alike"]
    conditions = Conditions(puzzle, as_clues({(1, 1): (0, 0)}, puzzle))
    audit = FormulaAudit(conditions, [])
    list(audit.audit_clauses(text(Formula(puzzle, conditions.clues, "direct"))))
    variables = Formula(puzzle, conditions.clues, "direct").variables
    squares = variables.candidates.squares
    first, last = squares.index(Square(0, 0)), squares.index(Square(1, 1))
    with pytest.raises(AuditError, match="expected a clause that"):
        audit._find_reason(1, (-variables.tile[0][last], -variables.tile[1][first]))


def test_where_nothing_fits_every_clause_follows() -> None:
    """There is no board that a clause could exclude."""
    clues = as_clues({(0, 0): (4, 0)}, boards.FRAME_3X3)
    [clause] = FormulaAudit(Conditions(boards.FRAME_3X3, clues), []).audit_clauses(["p cnf 0 1\n", "0\n"])
    assert clause.reason == "square"


def test_comments_in_several_lines_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "_MOST_SQUARES", 2)
    for name in ("unframed 3x2", "framed 3x4"):
        formula = Formula(boards.various()[name], encoding="direct")
        lines = "".join(dimacs.formula_text(formula)).splitlines(keepends=True)
        assert len(list(FormulaAudit(Conditions(formula.puzzle), []).audit_clauses(lines))) > 50


# ---- independence ----

AUDIT = {
    *(
        "edgeasp",
        "edgeasp._version",
        "edgeasp.puzzle",
        "edgeasp.puzzle.checker",
        "edgeasp.puzzle.model",
        "edgeasp.lab",
        "edgeasp.lab.certificate",
    ),
    *("edgeasp.lab.certificate.check", "edgeasp.lab.certificate.check.audit", "edgeasp.lab.certificate.views"),
}


def ours(module: str, folder: Path) -> set[str]:
    """The modules of edgeasp that a module imports, in turn as well."""
    modules = imported_by(f"import {module}", folder)
    assert not modules & (LARGE | {"typer"})
    return {name for name in modules if name.partition(".")[0] == "edgeasp"}


def test_the_audit_imports_the_model_the_checker_and_nothing_else(tmp_path: Path) -> None:
    assert ours("edgeasp.lab.certificate.check.audit", tmp_path) == AUDIT


def test_the_encoder_shares_the_model_and_the_checker_with_the_audit(tmp_path: Path) -> None:
    encoder = ours("edgeasp.lab.cnf.dimacs", tmp_path)
    names = {
        "edgeasp",
        "edgeasp._version",
        "edgeasp.lab",
        "edgeasp.puzzle",
        "edgeasp.puzzle.checker",
        "edgeasp.puzzle.model",
    }
    assert encoder & AUDIT == names


def test_the_checker_of_hints_imports_nothing_of_edgeasp(tmp_path: Path) -> None:
    own = "edgeasp.lab.certificate.check.proof"
    assert ours(own, tmp_path) == {
        "edgeasp",
        "edgeasp._version",
        "edgeasp.lab",
        "edgeasp.lab.certificate",
        "edgeasp.lab.certificate.check",
        own,
    }


PAGE = Path(__file__).parents[3] / "docs" / "certificates.md"


def test_the_page_names_every_file_that_has_to_be_trusted(tmp_path: Path) -> None:
    """All that the check imports of edgeasp, but for the empty modules of packages; and no solver.

    Processes are imported only where several of them check the cubes.
    """
    imported = ours("edgeasp.lab.certificate.check.verification", tmp_path)
    processes = ours("edgeasp.parallel.processes", tmp_path)
    assert "edgeasp.parallel.processes" not in imported
    imported |= processes
    files = {Path(f"{name.replace('.', '/')}.py") for name in imported - {"edgeasp._version"}}
    modules = {path.as_posix() for path in files if (PAGE.parents[1] / path).exists()}
    text = PAGE.read_text(encoding="utf-8")
    trusted = text[text.index("## What remains to be trusted") : text.index("are not trusted")]
    named = set(re.findall(r"\]\(\.\./(edgeasp/[a-z_/]+\.py)\)", trusted))
    assert not [path for path in modules if path.startswith("edgeasp/solvers/")]
    assert named == modules


@pytest.mark.parametrize(("name", "most"), [("check/audit", 260), ("views", 176), ("check/proof", 240)])
def test_what_has_to_be_trusted_is_read_in_one_sitting(name: str, most: int) -> None:
    import edgeasp.lab.certificate as package

    text = (Path(package.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= most


def test_the_audit_shares_the_model_and_the_checker_with_what_splits_a_search(tmp_path: Path) -> None:
    """So what says that the cubes have all boards knows nothing of how they came about."""
    base = {"edgeasp", "edgeasp._version", "edgeasp.puzzle", "edgeasp.puzzle.model", "edgeasp.lab"}
    base |= {"edgeasp.puzzle.checker"}
    splitter = imported_by("import edgeasp.search.cubes, edgeasp.lab.campaign.status", tmp_path)
    assert splitter & AUDIT == base


# ---- strangers ----


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("strangers") / "proved"
    assert certified(folder, Conditions(boards.FRAME_3X3), boards_of(boards.FRAME_3X3))
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    shutil.copytree(original, tmp_path / "copy")
    return tmp_path / "copy"


def refusal(folder: Path) -> str:
    """Why a certificate is refused, with the names of files as they are in its folder."""
    with pytest.raises(InputError) as caught:
        verify(str(folder))
    return str(caught.value).replace(f"{folder}/", "")


def edit_claim(folder: Path, **fields: object) -> None:
    path = folder / names.CLAIM
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | fields), encoding="utf-8")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["formula.cnf", "proof.lrat", "proof.drat"])
def test_a_line_without_end_is_not_read_to_its_end(name: str, folder: Path) -> None:
    """Some kilobytes that unpack to a line of 100 MB: a tenth of it is never in memory."""
    (folder / name).unlink()
    with gzip.open(folder / f"{name}.gz", "wb") as stream:
        for _ in range(100):
            stream.write(b" " * 10**6)
    tracemalloc.start()
    try:
        assert refusal(folder).startswith(f"{name}.gz:1: expected ")
        assert tracemalloc.get_traced_memory()[1] < 10 * 10**6
    finally:
        tracemalloc.stop()


@pytest.mark.long
def test_a_file_that_unpacks_without_end_is_given_up(folder: Path) -> None:
    """Each line is right, but there are a hundred times as many as the size of the file allows for."""
    (folder / "formula.cnf").unlink()
    with gzip.open(folder / "formula.cnf.gz", "wb") as stream:
        for _ in range(30):
            stream.write(b"c comment\n" * 10**5)
    assert refusal(folder) == "formula.cnf.gz: expected a file that unpacks to at most 100 times its size, found more"


@pytest.mark.parametrize(
    "name", [names.PUZZLE, names.FORMULA, names.HINTED, names.PLAIN, names.CLAIM, "boards/sol_1.sol"]
)
def test_a_pipe_is_not_waited_for(name: str, folder: Path) -> None:
    path = folder / name
    path.unlink()
    os.mkfifo(path)
    assert refusal(folder) == f"{name}: expected a plain file, found something else"


def test_a_device_is_not_read(folder: Path) -> None:
    (folder / "proof.lrat").unlink()
    (folder / "proof.lrat").symlink_to("/dev/zero")
    assert refusal(folder) == "proof.lrat: expected a plain file, found something else"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"claim": ' * 100_000, '{"x": ' + "[" * 100_000])
def test_a_claim_that_is_nested_deeply(text: str, folder: Path) -> None:
    (folder / "claim.json").write_text(text, encoding="utf-8")
    assert "expected JSON, found deeply nested lists" in refusal(folder)


def test_a_claim_of_numbers_without_end(folder: Path) -> None:
    path = folder / names.CLAIM
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"cols": 3', f'"cols": {"9" * 100_000}'), encoding="utf-8")
    assert "expected numbers of at most 4000 digits" in refusal(folder)
    edit_claim_text(path, text, '"cols": 3', '"cols": NaN')
    assert refusal(folder) == "claim.json: expected JSON, found NaN"


def edit_claim_text(path: Path, text: str, old: str, new: str) -> None:
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cubes": "0"}, "expected 'cubes' to be a number"),
        ({"cubes": 0.9}, "expected 'cubes' to be a number"),
        ({"cubes": False}, "expected 'cubes' to be a number"),
        ({"boards": 16.0}, "expected 'boards' to be a number"),
        ({"boards": -1}, "expected 'boards' to be a number"),
        ({"schema_version": True}, "expected 'schema_version' to be 1"),
        ({"schema_version": 1.0}, "expected 'schema_version' to be 1"),
        ({"claim": None}, "expected 'claim' to be a string"),
        ({"colours": {}}, "expected 'colours' to be a list"),
        ({"colours": [[0, 0, "NORTH", 1]]}, "to be north, east, south or west"),
        ({"placements": [[0, 0, 0]]}, "to be a list of four"),
        ({"symmetry": []}, "to be an object"),
        ({"files": {"puzzle.puz": "0"}}, "to be a SHA-256"),
        ({"note": "There is no board."}, "expected no key 'note'"),
        ({"written_by": "a person who says that there is no board"}, "to be programs with their versions"),
        ({"written_by": ""}, "to be programs with their versions"),
        ({"variables": 10**9}, "expected as many variables as a formula of the puzzle can have"),
    ],
)
def test_a_claim_is_what_its_schema_wants(fields: dict[str, object], message: str, folder: Path) -> None:
    edit_claim(folder, **fields)
    assert refusal(folder).startswith("claim.json: ")
    assert message in refusal(folder)


def test_a_key_that_is_there_twice(folder: Path) -> None:
    """Another reader, or a person, sees the first."""
    path = folder / names.CLAIM
    text = path.read_text(encoding="utf-8")
    path.write_text(f'{{"boards": 99, {text.strip()[1:]}', encoding="utf-8")
    assert refusal(folder) == "claim.json: expected each key once, found 'boards' again"


def test_a_page_that_says_the_opposite(folder: Path) -> None:
    change(folder, "README.md", lambda _: "This puzzle has NO solution at all.\n")
    assert refusal(folder) == "README.md: expected the page that follows from claim.json, found another text"
    # Of another version the words are not known; then it is said that they were not compared.
    written = json.loads((folder / names.CLAIM).read_text(encoding="utf-8"))["written_by"]
    edit_claim(folder, written_by="edgeasp 0.0.1," + written.partition(",")[2])
    [said] = [part.found for part in verify(str(folder)).parts if part.name == "files"]
    assert said.endswith("; README.md, of another version of edgeasp, says more, which was not compared")


def test_hidden_and_other_boards_are_no_boards(folder: Path) -> None:
    shutil.copy(folder / "boards" / "sol_4.sol", folder / "boards" / ".sol_4.sol")
    sign(folder)
    assert (
        refusal(folder)
        == "boards/.sol_4.sol: expected sol_1.sol to sol_17.sol alone, found another name and no sol_17.sol"
    )


def test_a_formula_that_is_there_twice(folder: Path) -> None:
    """Whoever unpacks it reads the other one."""
    (folder / "formula.cnf.gz").write_bytes(gzip.compress(b"p cnf 0 0\n"))
    sign(folder)
    assert refusal(folder) == "formula.cnf.gz: expected formula.cnf once, found it compressed and as it is"


def test_numbers_have_one_form_everywhere(folder: Path) -> None:
    change(folder, "puzzle.puz", lambda text: text.replace("0 0 1 1", "0 0 01 1"))
    assert refusal(folder) == "puzzle.puz:2: expected the file as edgeasp writes it, found another form"
    change(folder, "puzzle.puz", lambda text: text.replace("0 0 01 1", "0 0 1 1"))
    change(folder, "boards/sol_2.sol", lambda text: text.replace(" ", "  ", 1))
    assert refusal(folder) == "boards/sol_2.sol:1: expected the file as edgeasp writes it, found another form"


def test_other_files_are_counted(folder: Path) -> None:
    (folder / "notes.txt").write_text("mine\n", encoding="utf-8")
    [said] = [part.found for part in verify(str(folder)).parts if part.name == "files"]
    assert said == "21 that claim.json names; 1 other file in the folder, not read"


def test_a_file_that_is_cut_off_or_followed_by_something(folder: Path) -> None:
    text = (folder / "proof.lrat").read_bytes()
    (folder / "proof.lrat").unlink()
    packed = folder / "proof.lrat.gz"
    packed.write_bytes(gzip.compress(text)[:-9])
    assert refusal(folder).startswith("proof.lrat.gz: cannot be read: ")
    packed.write_bytes(gzip.compress(text)[:30] + b"\xff" * 30)
    assert refusal(folder).startswith("proof.lrat.gz")


def test_no_certificate_is_told_from_a_wrong_one(tmp_path: Path) -> None:
    def said() -> str:
        with pytest.raises(InputError) as caught:
            verification.require_certificate(tmp_path / "x")
        return caught.value.message

    assert "not found" in said()
    (tmp_path / "x").mkdir()
    assert said() == "expected the folder of a certificate, found no claim.json in it"
    (tmp_path / "x" / names.UNFINISHED).write_text("", encoding="utf-8")
    assert said() == "expected a certificate, found one that is not finished: it has no claim.json yet"
    (tmp_path / "x" / names.CLAIM).write_text("", encoding="utf-8")
    assert verification.require_certificate(tmp_path / "x") == tmp_path / "x"


@pytest.mark.parametrize("name", ["variables", "clauses", "lemmas"])
def test_a_claim_of_another_size(name: str, folder: Path) -> None:
    """Also if the page of words says the same."""
    stated = verification.read_claim(folder)
    wrong = replace(stated, **{name: getattr(stated, name) + 1})
    (folder / names.WORDS).write_text(readme_text(wrong, ""), encoding="utf-8")
    edit_claim(folder, **{name: getattr(wrong, name)})
    sign(folder)
    assert refusal(folder) == (
        f"claim.json: expected {name} {getattr(stated, name)}, as the files have it, found {getattr(wrong, name)}"
    )


def test_a_board_that_no_clause_excludes(folder: Path) -> None:
    """Its clause is gone, and the sizes are right; the proof could not refute the rest."""

    def without_one(text: str) -> str:
        lines = text.splitlines(keepends=True)
        excluding = [line for line in lines if re.fullmatch("(-[0-9]+ ){9}0\n", line)]
        assert len(excluding) == 16
        lines.remove(excluding[-1])
        head = next(index for index, line in enumerate(lines) if line.startswith("p cnf"))
        _, _, variables, clauses = lines[head].split()
        lines[head] = f"p cnf {variables} {int(clauses) - 1}\n"
        return "".join(lines)

    change(folder, "formula.cnf", without_one)
    edit_claim(folder, clauses=verification.read_claim(folder).clauses - 1)
    sign(folder)
    refused = r"formula\.cnf: expected a clause that excludes the board of sol_[0-9]+\.sol, found none"
    assert re.fullmatch(refused, refusal(folder))


def test_an_anchor_beside_a_clue_leaves_no_rotation_of_each_board(tmp_path: Path) -> None:
    """So a claim up to rotation would be about too few boards."""
    puzzle = boards.FRAME_3X3
    symmetry = find_anchor(puzzle, Solution())
    assert symmetry is not None
    known = next(board for board in boards_of(puzzle) if on_tile(board, symmetry.tile).rot in symmetry.rotations)
    clue = next(placement for placement in known if placement.tile != symmetry.tile)
    clues = Solution((clue,))
    kept = [
        board
        for board in boards_of(puzzle, {(clue.square.col, clue.square.row): (clue.tile, clue.rot)})
        if on_tile(board, symmetry.tile).rot in symmetry.rotations
    ]
    assert certified(tmp_path / "x", Conditions(puzzle, clues, (symmetry.tile, symmetry.rotations)), kept)
    assert refusal(tmp_path / "x") == "claim.json: expected a symmetry that the puzzle has, found another one"


def on_tile(board: Solution, tile: int) -> Placement:
    return next(placement for placement in board if placement.tile == tile)


if __name__ == "__main__":
    TABLE.write_text(answered(TABLE.read_text(encoding="utf-8"), said), encoding="utf-8")
