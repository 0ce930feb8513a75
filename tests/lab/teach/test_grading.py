"""Programs of users are graded right, and what is wrong with them is said in words that lead to its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import edgeasp
from edgeasp.encoding.facts import Atom
from edgeasp.encoding.own_rules import RulesFile, UserRules
from edgeasp.lab.teach.diagnosis import diagnose
from edgeasp.lab.teach.exam import SETTING, Exam, Grade, puzzle_folder
from edgeasp.lab.teach.grading import ExamQuestion, ExamResult, Fault, examine
from edgeasp.puzzle.model import Solution
from edgeasp.search.interpretations import INTERPRETATIONS, describe_likely_mistake
from edgeasp.search.profile import endless_rule_texts
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.probes import explain_atom, make_switchable
from edgeasp.system.errors import InputError
from edgeasp.system.limits import Limit, LimitReached, Limits, Stopped
from tests.search.faulty_programs import DECISION, FAULTY, HELD_OUT, RIGHT, STUDENTS, Faulty
from tests.support import boards, brute
from tests.support.lanes import represented
from tests.support.running import INSTANCES

EXAM = Exam()
QUESTIONS = EXAM.questions(signed=False)
LIMITS = Limits(seconds=60)
REFUSED = {"an unsafe variable", "a missing full stop"}
FAST = {
    "a rotation is not guessed",
    "columns and rows exchanged in the answer",
    "a constraint too many",
    "a predicate that is none",
    "an idle choice",
    "a small letter",
    "rows do not meet",
    "quarters from one",
    "one rotation at least",
    "matched one way",
}
GRADED = [each for each in FAULTY if each.name not in REFUSED]


def outcomes(own: UserRules, number: int = len(SETTING), limits: Limits = LIMITS) -> list[ExamResult]:
    return [examine(own, question, limits) for question in QUESTIONS[:number]]


def rules(text: str) -> UserRules:
    return UserRules((RulesFile("mine.lp", text),), relaxed=True)


def test_the_packaged_puzzles_are_those_of_the_folder() -> None:
    assert {path.stem for path in puzzle_folder().iterdir()} == set(SETTING)


@pytest.mark.sample(4)
@pytest.mark.parametrize("question", EXAM.questions(signed=True), ids=lambda each: each.name)
def test_all_boards_of_a_packaged_puzzle_are_known(question: ExamQuestion) -> None:
    assert len(question.boards) == len(brute.solve(question.puzzle).pictures)
    assert question.complete


def test_the_packaged_puzzles_are_of_every_kind() -> None:
    puzzles = [question.puzzle for question in QUESTIONS]
    assert {(each.cols > each.rows) - (each.cols < each.rows) for each in puzzles} == {-1, 0, 1}
    assert {each.framed for each in puzzles} == {True, False}
    assert any(question.puzzle.signed for question in EXAM.questions(signed=True))
    assert any(each.framed and each.zeros > each.grid.outside for each in puzzles)
    assert {tile.period for each in puzzles for tile in each.tiles} == {1, 2, 4}
    assert any(each.identical_tiles() for each in puzzles)
    assert any(not question.boards for question in QUESTIONS)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["cells", "lines", "5-one-colour"])
def test_a_right_program_is_right_on_small_puzzles(name: str) -> None:
    own = rules(RIGHT[name].read_text(encoding="utf-8"))
    found = outcomes(own, 4)
    assert [each.faults for each in found] == [()] * 4
    assert diagnose(own, found) == []


@pytest.mark.long
@pytest.mark.parametrize("name", RIGHT)
def test_every_right_program_is_right(name: str) -> None:
    own = rules(RIGHT[name].read_text(encoding="utf-8"))
    assert [each.faults for each in outcomes(own)] == [()] * len(SETTING)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "fault", [each for each in (*GRADED, *HELD_OUT) if each.name in FAST], ids=lambda each: each.name
)
def test_some_faults_are_named_from_small_puzzles(fault: Faulty) -> None:
    own = fault.rules()
    found = outcomes(own, 2)
    assert any(each.faults for each in found)
    remarks = diagnose(own, found, LIMITS)
    assert fault.led_to(remarks), remarks


def is_led_to(fault: Faulty) -> bool:
    """Whether a fault is graded wrong on all puzzles, and the remarks lead to it."""
    own = fault.rules()
    endless = fault.name == "without end"
    found = outcomes(own, 1 if endless else len(SETTING), Limits(seconds=5) if endless else Limits(seconds=30))
    assert any(each.faults for each in found), fault.name
    return fault.led_to(diagnose(own, found, LIMITS))


@pytest.mark.long
def test_most_faults_are_named_in_words_that_lead_to_their_lines() -> None:
    missed = [each.name for each in GRADED if not is_led_to(each)]
    assert len(missed) <= 2, missed


@pytest.mark.long
def test_most_faults_of_later_programs_are_named_as_well() -> None:
    assert len(HELD_OUT) == 34
    missed = [each.name for each in HELD_OUT if not is_led_to(each)]
    assert len(missed) <= 3, missed


@pytest.mark.parametrize(
    ("name", "refusal"), [("an unsafe variable", "mine.lp:36: "), ("a missing full stop", "mine.lp:29: ")]
)
def test_a_refused_program_is_graded_as_such(name: str, refusal: str, tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    [fault] = [each for each in FAULTY if each.name == name]
    (tmp_path / "mine.lp").write_text(fault.text, encoding="utf-8")
    *_, found = EXAM.grade("mine.lp")
    assert isinstance(found, Grade)
    assert (found.verdict, found.outcomes) == ("refused", ())
    assert found.refused.startswith(refusal)


def test_signs_count_for_a_program_that_reads_them() -> None:
    [signed] = [each for each in EXAM.questions(signed=True) if each.name == "signed-4x3"]
    own = rules(RIGHT["cells"].read_text(encoding="utf-8"))
    assert Fault.TOO_MANY in examine(own, signed, LIMITS).faults
    knows = """
    #defined tileSign/2.
    holds(I,S) :- in(I,T,_), tileSign(T,S).
    { even(plus;minus) } = 1.
    :- holds(I,S), even(P), S != P, size(W,_), (I \\ W + I / W) \\ 2 = 0.
    :- holds(I,S), even(S), size(W,_), (I \\ W + I / W) \\ 2 = 1.
    """
    own = rules(own.program[0].text + knows)
    assert examine(own, signed, LIMITS).faults == ()


@pytest.mark.long
def test_a_program_that_knows_no_frame_is_right_where_none_counts() -> None:
    [framed] = [each for each in QUESTIONS if each.name == "framed-3x3"]
    own = next(each for each in FAULTY if each.name == "no boundary").rules()
    assert examine(own, framed, LIMITS).faults == (Fault.TOO_MANY,)
    assert examine(own, ExamQuestion("without", framed.puzzle, framed=False), LIMITS).faults == ()


def test_an_answer_that_was_read_in_another_way_is_suspected() -> None:
    exchanged = next(each for each in FAULTY if each.name.startswith("columns and rows"))
    found = examine(exchanged.rules(), QUESTIONS[1], LIMITS)
    task = make_task(QUESTIONS[1].puzzle, own=exchanged.rules())
    assert "row, column, tile" in describe_likely_mistake(task, found.samples[0])


def test_sides_exchanged_in_pairs_are_named_with_their_lines() -> None:
    fault = next(each for each in FAULTY if each.name.startswith("right and bottom"))
    [only] = diagnose(fault.rules(), [examine(fault.rules(), question, LIMITS) for question in QUESTIONS[:4]])
    assert only.text.startswith("the answers are right if right and bottom are exchanged, and left and top;")
    assert [place.rpartition(":")[2] for place in only.places] == ["18", "19"]


def test_a_switched_off_constraint_allows_what_it_forbade() -> None:
    program = make_switchable([RulesFile("mine.lp", "{ a; b } 1.\n:- a, not b.\n#show a/0.\n:~ b. [1]\n")])
    assert [(each.number, each.statement.line, each.is_bound) for each in program.switches] == [
        (1, 1, True),
        (2, 2, False),
    ]
    assert "#show" not in program.text
    assert ":~" not in program.text


def test_why_an_atom_is_missing_is_followed_from_rule_to_rule() -> None:
    text = "q(1..3).\nr(X) :- q(X), X < 3.\np(X,Y) :- r(X), q(Y), X != Y.\n"
    reasons = explain_atom(
        [RulesFile("mine.lp", text)], ["q(1)", "q(2)", "q(3)", "r(1)", "r(2)"], "p(3,1)", holds=False
    )
    assert [(each.statement.line, each.literal, each.missing) for each in reasons] == [
        (3, "r(X)", "r(3)"),
        (2, "X < 3", None),
    ]


def test_why_an_atom_holds_is_followed_to_facts_and_to_what_another_rule_lacks() -> None:
    text = "q(1..3).\nr(X) :- q(X), not s(X,_).\ns(X,Y) :- q(X), q(Y), Y = X + 1.\np(X) :- r(X), q(_).\n"
    atoms = ["q(1)", "q(2)", "q(3)", "s(1,2)", "s(2,3)", "r(3)", "p(3)"]
    reasons = explain_atom([RulesFile("mine.lp", text)], atoms, "p(3)", holds=True)
    assert {(each.statement.line, each.goal, each.holds) for each in reasons} >= {
        (4, "p(3)", True),
        (2, "r(3)", True),
        (1, "q(3)", True),
        (3, "s(3,_)", False),
    }
    # What stands behind `not` and is there is followed as well.
    reasons = explain_atom([RulesFile("mine.lp", text)], atoms, "r(1)", holds=False)
    assert [(each.statement.line, each.goal, each.present) for each in reasons[:2]] == [
        (2, "r(1)", "s(1,2)"),
        (3, "s(1,2)", None),
    ]


def test_a_rotation_that_does_not_exist_is_no_other_way_to_count() -> None:
    [reading] = [each for each in INTERPRETATIONS if each.words.startswith("180 degrees are added")]
    assert reading.translate(Atom("chosenRotation", (1, 1, 360)), boards.FOURSQUARES) is None
    assert reading.translate(Atom("chosenRotation", (1, 1, 270)), boards.FOURSQUARES) == Atom(
        "chosenRotation", (1, 1, 90)
    )


def test_a_board_that_is_never_an_answer_is_missing_where_answers_are_many() -> None:
    """Then boards are asked for one by one; terms that are only shown are atoms there as well."""
    twice = next(each for each in FAULTY if each.name == "a tile twice")
    found = examine(twice.rules(), QUESTIONS[0], LIMITS)
    assert found.faults == (Fault.TOO_MANY,)
    never = rules(twice.text + ":- put(X,Y,1,R).\n")
    assert examine(never, QUESTIONS[0], LIMITS).faults == (Fault.TOO_MANY, Fault.TOO_FEW)


def test_a_program_without_an_answer_misses_all_boards() -> None:
    found = examine(rules(":- 1 < 2.\n" + RIGHT["cells"].read_text(encoding="utf-8")), QUESTIONS[0], LIMITS)
    assert found.faults == (Fault.TOO_FEW,)
    assert len(found.missing) == len(brute.solve(boards.FOURSQUARES).pictures)


@pytest.mark.parametrize("shown", ["r(R)", "R+1", "(R,1)"])
def test_terms_that_are_shown_of_atoms_of_their_own_name_have_an_end(shown: str) -> None:
    """As rules they would give one another without end."""
    text = RIGHT[DECISION].read_text(encoding="utf-8")
    assert "#show chosenRotation/3." in text
    own = rules(text.replace("#show chosenRotation/3.", f"#show chosenRotation(X,Y,{shown}) : chosenRotation(X,Y,R)."))
    question = next(question for question in QUESTIONS if question.name == "turning-3x2")
    found = examine(own, question, LIMITS)
    assert (found.faults, found.stopped, found.missing) == ((Fault.TOO_MANY,), "", ())
    assert any("the shown atoms are not a board" in str(remark) for remark in diagnose(own, [found]))


def test_a_limit_while_boards_are_looked_for_is_not_that_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: object, board: Solution) -> bool:
        raise LimitReached(Stopped(Limit.TIME))

    question = next(question for question in QUESTIONS if question.name == "turning-3x2")
    monkeypatch.setattr("edgeasp.lab.teach.grading._ProgramGrading._accepts_board", never)
    shown = "#show chosenRotation(X,Y,r(R)) : chosenRotation(X,Y,R)."
    own = rules(RIGHT[DECISION].read_text(encoding="utf-8").replace("#show chosenRotation/3.", shown))
    found = examine(own, question, LIMITS)
    assert (found.faults, found.stopped) == ((Fault.TOO_MANY,), "")
    assert found.unasked == len(question.boards)


def test_a_program_that_is_too_slow_is_led_to_the_line_that_explodes() -> None:
    """Counted on small boards: the large ones are those that were left."""
    six = "row(A,B,C,D,E) :- tile(A), tile(B), tile(C), tile(D), tile(E), A != B.\n"
    text = RIGHT[DECISION].read_text(encoding="utf-8") + six
    own = rules(text)
    small, large = (
        next(question for question in QUESTIONS if question.name == name) for name in ("wide-3x2", "framed-4x4")
    )
    outcomes = [ExamResult(small, ()), ExamResult(large, (Fault.TOO_SLOW,), stopped="the time limit")]
    [remark] = diagnose(own, outcomes)
    assert str(remark).startswith(f"mine.lp:{text.count(chr(10))}: 6,480 of ")


@pytest.mark.parametrize(
    ("rule", "counts_on"),
    [
        ("reach(X,Z) :- reach(X,Y), next(Y,Z).", False),
        ("next(N+1) :- next(N).", True),
        ("p(Y) :- p(X), Y = X+1.", True),
        ("p(Y) :- p(X), Y = X+1, Y <= 9.", False),
        ("p(X+1) :- p(X), not q(X).", True),
        ("p(X+1) :- p(X), col(X+1).", False),
        ("p(X+1) :- p(X), X < 9.", False),
        ("p(X*2) :- p(X), X = 1..4.", False),
        ("p(X*2) :- p(X), 1..4 = X.", False),
        ("p(X+Y) :- p(X), tile(Y).", True),
        ("steps(Y,D+1) :- steps(X,D), next(X,Y).", True),
        ("turned((R+90)\\360) :- turned(R).", False),
        ("turned(T,Z,C,R+90) :- turned(T,S,C,R), next(S,Z), rotation(R+90).", False),
        ("p(s(X)) :- p(X).", True),
        ("p((X,Y)) :- p((Y,X)).", False),
        ("{ p(X+1) } :- p(X).", False),
    ],
)
def test_a_rule_counts_on_where_nothing_bounds_its_terms(rule: str, counts_on: bool) -> None:
    remarks = endless_rule_texts(rules(rule))
    assert bool(remarks) == counts_on
    assert all("grounding never ends" in remark for remark in remarks)


@pytest.mark.parametrize("line", [":- .", "#false.", ":- #true."])
def test_a_constraint_without_a_condition_is_named(line: str) -> None:
    text = RIGHT[DECISION].read_text(encoding="utf-8")
    remarks = [*map(str, diagnose(rules(f"{text}{line}\n"), outcomes(rules(f"{text}{line}\n"), 1)))]
    assert remarks[0].startswith(f"mine.lp:{text.count(chr(10)) + 1}: a board of "), remarks


@pytest.mark.parametrize("line", ["#minimize { T : chosenTile(1,1,T) }.", ":~ chosenTile(1,1,T). [T]"])
def test_where_answers_have_to_be_of_least_cost_that_is_said(line: str) -> None:
    text = RIGHT[DECISION].read_text(encoding="utf-8")
    own = rules(f"{text}{line}\n")
    [remark] = map(str, diagnose(own, outcomes(own, 1)))
    assert remark == f"mine.lp:{text.count(chr(10)) + 1}: only answers of least cost count"


def test_a_program_that_was_ground_is_not_one_without_end() -> None:
    """Whatever looks as if it counted on: the search took the time."""
    question = QUESTIONS[0]
    endless = rules(RIGHT[DECISION].read_text(encoding="utf-8") + "p(1). p(X+1) :- p(X).\n")
    for ground_rules in (None, 900):
        slow = ExamResult(question, (Fault.TOO_SLOW,), rules=ground_rules, stopped="the time limit")
        remarks = map(str, diagnose(endless, [slow]))
        assert any("grounding never ends" in remark for remark in remarks) == (ground_rules is None)


_WRITTEN = """\
{ place(X,Y,T,R) : tile(T), rotation(R) } = 1 :- col(X), row(Y).
:- place(X,Y,T,_), place(U,V,T,_), (X,Y) < (U,V).
next(top,right). next(right,bottom). next(bottom,left). next(left,top).
turned(T,S,C,0) :- tileSide(T,S,C).
turned(T,Z,C,R+90) :- turned(T,S,C,R), next(S,Z), R < 270.
outside(X,Y,left) :- row(Y), col(X), not col(X-1).
outside(X,Y,right) :- row(Y), col(X), not col(X+1).
outside(X,Y,top) :- row(Y), col(X), not row(Y-1).
outside(X,Y,bottom) :- row(Y), col(X), not row(Y+1).
:- frame(F), outside(X,Y,S), place(X,Y,T,R), not turned(T,S,F,R).
:- place(X,Y,T,R), place(X,Y+1,U,Q), turned(T,bottom,C,R), turned(U,top,D,Q), C != D.
:- place(X,Y,T,R), place(X+1,Y,U,Q), turned(T,right,C,R), turned(U,left,D,Q), C != D.
chosenTile(X,Y,T) :- place(X,Y,T,_).
chosenRotation(X,Y,R) :- place(X,Y,_,R).
"""


@represented("step", ["X+2", "X-2"])
def test_a_constraint_that_forbids_nothing_comes_before_those_that_hold(step: str) -> None:
    own = rules(_WRITTEN.replace("X+1,Y,U", f"{step},Y,U"))
    first = diagnose(own, [examine(own, question, LIMITS) for question in QUESTIONS[:3]])[0]
    assert first.places[0] == "mine.lp:12"
    assert "may differ; mine.lp:12 forbids nothing here, while " in first.text


@pytest.mark.long
def test_a_right_program_is_told_which_lines_are_heavy() -> None:
    own = rules(_WRITTEN)
    outcomes = [examine(own, question, LIMITS) for question in QUESTIONS if question.name in ("tall-2x3", "framed-4x4")]
    assert not any(outcome.faults for outcome in outcomes)
    assert diagnose(own, outcomes[:1]) == []
    [remark] = diagnose(own, outcomes[1:])
    assert set(remark.places) == {"mine.lp:11", "mine.lp:12"}
    assert "ground instances on 4 x 4 squares come from here" in remark.text


@pytest.mark.sample(4)
@pytest.mark.parametrize("fault", STUDENTS, ids=lambda each: each.name)
def test_each_of_fourteen_slips_of_students_is_led_to(fault: Faulty) -> None:
    """By its line, or in words that name the cause, from puzzles of four and six squares alone."""
    assert len(STUDENTS) == 14
    own, by_name = fault.rules(), {question.name: question for question in QUESTIONS}
    stopped = ExamResult(by_name["framed-4x4"], (Fault.TOO_SLOW,), stopped="the time limit")
    match fault.name:
        case "a variable without a value" | "a full stop forgotten":
            with pytest.raises(InputError) as caught:
                examine(own, QUESTIONS[0], LIMITS)
            assert {caught.value.line, (caught.value.line or 0) - 1} & fault.lines
            return
        case "a recursion without a bound":
            found = [stopped]
        case "six tiles in a row":
            found = [examine(own, by_name["wide-3x2"], LIMITS), stopped]
        case "all pairs of placements":
            found = [examine(own, by_name["framed-3x3"], LIMITS)]
            assert not found[0].faults
        case "the frame forgotten":
            found = [examine(own, by_name["framed-3x3"], LIMITS)]
        case _:
            found = outcomes(own, 3)
    remarks = diagnose(own, found, LIMITS)
    assert fault.led_to(remarks), remarks


def test_of_a_program_without_end_one_puzzle_is_enough(tmp_path: Path) -> None:
    [fault] = [each for each in STUDENTS if each.name == "a recursion without a bound"]
    (tmp_path / "mine.lp").write_text(fault.text, encoding="utf-8")
    *found, grade = Exam(limits=Limits(seconds=0.2)).grade(str(tmp_path / "mine.lp"))
    assert isinstance(grade, Grade)
    assert (len(found), grade.verdict, grade.outcomes) == (1, "wrong", tuple(found))
    assert "grounding never ends" in grade.texts[0]


_STUDENT = """\
1 { chosenTile(X,Y,T) : tile(T) } 1 :- col(X), row(Y).
:- chosenTile(X,Y,T), chosenTile(U,V,T), (X,Y) < (U,V).
1 { chosenRotation(X,Y,R) : rotation(R) } 1 :- col(X), row(Y).
idx(top,0). idx(right,1). idx(bottom,2). idx(left,3).
seen(X,Y,S,C) :- chosenTile(X,Y,T), chosenRotation(X,Y,R), tileSide(T,B,C), idx(B,I), idx(S,(I+R/90)\\4).
:- seen(X,Y,right,C), seen(X+1,Y,left,D), C != D.
:- seen(X,Y,bottom,C), seen(X,Y+1,top,D), C != D.
:- frame(F), seen(1,Y,left,C), C != F.
:- frame(F), seen(X,1,top,C), C != F.
:- frame(F), seen(X,Y,right,C), not col(X+1), C != F.
:- frame(F), seen(X,Y,bottom,C), not row(Y+1), C != F.
#show chosenTile/3.
#show chosenRotation/3.
"""


def said_of(text: str) -> list[str]:
    """The remarks on a program, from a puzzle with a frame."""
    question = next(each for each in QUESTIONS if each.name == "framed-3x3")
    own = rules(text)
    return [str(finding) for finding in diagnose(own, [examine(own, question, LIMITS)])]


def test_of_a_program_that_states_all_but_one_condition_no_line_is_blamed_for_that() -> None:
    assert said_of(_STUDENT) == []
    [remark] = said_of("".join(line for line in _STUDENT.splitlines(keepends=True) if "(U,V)" not in line))
    assert remark.endswith("; no constraint forbids it")


@pytest.mark.parametrize("shown", ["X,Y,R/90", "X-1,Y-1,R"])
def test_what_is_shown_and_lies_on_no_board_is_named_alone(shown: str) -> None:
    wrong = _STUDENT.replace("#show chosenRotation/3.", f"#show chosenRotation({shown}) : chosenRotation(X,Y,R).")
    [remark] = said_of(wrong)
    assert remark.startswith("mine.lp:13: the shown atoms are not a board: expected a ")


def test_of_a_right_program_it_is_said_what_its_answers_hide() -> None:
    hidden = "mine.lp:12: no #show names chosenRotation/3: clingo alone prints answers without it"
    assert said_of(_STUDENT.replace("#show chosenRotation/3.", "")) == [hidden]
    assert said_of(_STUDENT.partition("#show")[0]) == []


# ---- from Python ----


def test_puzzles_to_grade_on_come_from_any_iterable_or_alone() -> None:
    name = INSTANCES / "frame-3x3.puz"
    for puzzles in (str(name), name, iter([str(name)]), [name]):
        graded = edgeasp.grade(":- tile(1).", puzzles)
        assert [outcome.question.name for outcome in graded.outcomes] == ["frame-3x3"]
        assert (graded.verdict, graded.right) == ("wrong", 0)
        assert graded.texts
