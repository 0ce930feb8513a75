"""Diagnosis of wrong programs, as text with the lines to blame.

If answers are wrong, clingo computes every condition that some answer violates (brave consequences): first for the
program, then for the program without a constraint, for each of its constraints. The conditions that are violated only
without the constraint are the conditions that it enforces. If a board is missing, clingo computes a smallest correction
set: the fewest constraints whose removal makes the board an answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from itertools import zip_longest

from edgeasp.encoding.facts import Atom
from edgeasp.encoding.own_rules import UserRules
from edgeasp.lab.teach.grading import ExamResult, Fault, Finding, board_rules, inspection_rules
from edgeasp.puzzle.model import Puzzle, Solution, Square, degrees
from edgeasp.search.interpretations import INTERPRETATIONS, Interpretation, check_atoms, is_valid_under
from edgeasp.search.profile import find_endless_rules, profile_grounding
from edgeasp.solvers.clingo.control import TooManyRules
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.probes import Reason, Switch, SwitchableProgram, explain_atom, make_switchable
from edgeasp.solvers.clingo.syntax import (
    ANSWER,
    INPUT,
    Signature,
    Statement,
    StatementKind,
    missing_answer_predicates,
    parse_files,
    signature_text,
)
from edgeasp.system.limits import Deadline, LimitReached, Limits

# ---- lines of a user program that concern answers ----

MOST_PLACES = 6
"""Largest number of lines that a finding names."""

# Predicate to blame for a fault in the structure of an answer.
_PREDICATE_OF_FAULT = {
    "crowded": "chosenTile",
    "empty": "chosenTile",
    "unturned": "chosenRotation",
    "twisted": "chosenRotation",
}

_ROTATIONS = {"90", "180", "270", "360", "\\"}
_SIDE_OR_ROTATION = re.compile(r"\b(top|right|bottom|left|90|180|270|360)\b|\\")
# Pattern of rules and facts that rotate sides.
_TURNED = re.compile(r"\b(90|180|270|360)\b|\\|\b(top|right|bottom|left)\b.*\b(top|right|bottom|left)\b")

_SIDES = ("tileSide", 3)

# Pattern of a statement that shows a predicate.
_SHOWN = re.compile(r"#show -?(\w+)/(\d+)\.")


class ProgramLines:
    """Index of a user program, to find the lines to blame.

    Methods return lines as text such as `x.lp:3`, at most `MOST_PLACES` of them.

    Attributes:
        statements: statements of the program, file by file.
        reads: predicates that occur in bodies and conditions.
    """

    def __init__(self, own: UserRules) -> None:
        self.statements: Sequence[Statement] = parse_files(own.files)
        self.reads = {name for statement in self.statements for name in statement.reads}

    def find_definitions(self, names: Iterable[Signature], depth: int = 9, *, choices: bool = False) -> tuple[str, ...]:
        """List the lines that define predicates and their dependencies.

        Args:
            names: predicates to start from.
            depth: number of levels of dependencies, including the predicates themselves.
            choices: whether to look for choice rules. At the first level that has any, only these are listed, and the
                search ends.
        """
        places: dict[str, None] = {}
        level, seen = set(names), set(INPUT)
        while level - seen and depth:
            seen |= level
            giving = [statement for statement in self.statements if _defined_predicates(statement) & level]
            wanted = (
                [statement for statement in giving if statement.kind is StatementKind.CHOICE] if choices else giving
            )
            places |= {statement.place: None for statement in wanted or giving}
            level = {name for statement in giving for name in statement.reads} if not (choices and wanted) else set()
            depth -= 1
        return tuple(places)[:MOST_PLACES]

    def find_body_definitions(self, statements: Sequence[Statement]) -> tuple[str, ...]:
        """List lines that define the predicates in statements' bodies.

        The lines of the statements themselves are omitted.
        """
        own = {statement.place for statement in statements}
        reads = {name for statement in statements for name in statement.reads}
        return tuple(place for place in self.find_definitions(reads, 1) if place not in own)

    def find_structure_lines(self, faults: Sequence[str]) -> tuple[str, ...]:
        """List the lines to blame for malformed answers.

        The lines define the predicates of answers, or are constraints on a single such predicate or its dependency.

        Args:
            faults: faults in the structure of answers, by their keys in `_STRUCTURE`.
        """
        about = [
            name for name in sorted(ANSWER) if name[0] in {_PREDICATE_OF_FAULT.get(fault, name[0]) for fault in faults}
        ]
        behind = {name for predicate in about for name in self._dependencies(predicate)}
        constraints = [
            statement.place
            for statement in self.statements
            if statement.kind is StatementKind.CONSTRAINT
            and len(statement.reads - INPUT) == 1
            and statement.reads & behind
        ]
        giving = self.find_definitions(ANSWER)[: MOST_PLACES - min(2, len(constraints))]
        return tuple(dict.fromkeys((*giving, *constraints)))[:MOST_PLACES]

    @property
    def show_statements(self) -> list[Statement]:
        """`#show` statements of the program."""
        return [statement for statement in self.statements if statement.kind is StatementKind.SHOW]

    def hidden_predicates(self) -> list[Signature]:
        """List the predicates of answers that `#show` statements hide."""
        words = {match.groups() for statement in self.show_statements if (match := _SHOWN.match(statement.text))}
        names = {(name, int(arity)) for name, arity in words} | {
            name for one in self.show_statements for name in _defined_predicates(one)
        }
        return sorted(ANSWER - names) if self.show_statements else []

    def concerns_tiles_only(self, statement: Statement) -> bool:
        """Whether a statement is a constraint on chosen tiles only."""
        return statement.kind is StatementKind.CONSTRAINT and statement.reads - INPUT <= self._dependencies(
            ("chosenTile", 3)
        )

    def _dependencies(self, predicate: Signature) -> set[Signature]:
        behind, waiting = {predicate}, [predicate]
        for name in waiting:
            reads = {
                other
                for statement in self.statements
                if name in _defined_predicates(statement)
                for other in statement.reads
            }
            waiting += reads - behind - INPUT
            behind |= reads - INPUT
        return behind

    def find_interpretation_lines(self, reading: Interpretation) -> tuple[str, ...]:
        """List the lines that decide how to interpret an answer.

        An interpretation is e.g. the direction of rows or rotations, or the order of arguments.
        """
        if reading.permutes_arguments:
            return tuple(statement.place for statement in self.statements if _defined_predicates(statement) & ANSWER)
        words: dict[str, set[str]] = {}
        for statement in self.statements:
            if statement.gives:
                used = (match[0] for match in _SIDE_OR_ROTATION.finditer(statement.text))
                words.setdefault(statement.place, set()).update(used)
        if reading.mirrors:
            steps = [statement.place for statement in self.statements if _NEXT.search(statement.text)]
            words = {place: words[place] for place in steps if words.get(place)} or words
        return tuple(place for place, used in words.items() if len(used) > 1 or used & _ROTATIONS)[:MOST_PLACES]

    def find_rotation_lines(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """List the lines that rotate tiles.

        The lines are tables of rotated sides, and rules that read such a table together with the sides of tiles.

        Args:
            numbers: rotations in degrees. Tables that contain one of them come first.
        """
        tables = [statement for statement in self.statements if statement.gives and _TURNED.search(statement.text)]
        table_predicates = {name for table in tables for name in _defined_predicates(table)}
        readers = [
            statement
            for statement in self.statements
            if statement.gives and statement.reads & table_predicates and _SIDES in statement.reads
        ]
        named = [table for table in tables if any(re.search(rf"\b{number}\b", table.text) for number in numbers)]
        return tuple(dict.fromkeys(statement.place for statement in (*named, *readers, *tables)))[:MOST_PLACES]


def _defined_predicates(statement: Statement) -> set[Signature]:
    return {name for name, _ in statement.gives}


# ---- faults of a user program ----


def diagnose(
    own: UserRules,
    outcomes: Sequence[ExamResult],
    limits: Limits = Limits(seconds=20),
    on_tick: Callable[[], None] = lambda: None,
) -> list[Finding]:
    """Diagnose a program from its results on some puzzles.

    Even a correct program gets findings if it hides the predicates of answers, or if its ground program is very large.
    """
    faulty = [outcome for outcome in outcomes if outcome.faults]
    lines = ProgramLines(own)
    remarks = [
        Finding(
            f"no #show names {signature_text(name)}: clingo alone prints answers without it",
            tuple(statement.place for statement in lines.show_statements)[:MOST_PLACES],
        )
        for name in lines.hidden_predicates()
    ]
    heavy = any((outcome.rules or 0) > _HEAVY * (outcome.question.rules or 0) for outcome in outcomes)
    if not faulty and not heavy:
        return remarks
    diagnosis = _Diagnosis(own, lines, Deadline(limits, on_tick, ends_process=False), _sort_puzzles_by_size(outcomes))
    try:
        for finding in diagnosis.find_causes(faulty) if faulty else diagnosis.find_large_statements():
            if finding not in remarks:
                remarks.append(finding)
    except LimitReached:
        pass
    return remarks


_STRUCTURE = {
    "range": "an answer may name a square, a tile or a rotation that does not exist",
    "crowded": "a square may hold two tiles",
    "empty": "a square may hold no tile",
    "unturned": "a tile may have no rotation",
    "twisted": "a tile may have two rotations",
}
_WHERE = {"right": "between columns", "bottom": "between rows"}

# Pattern of a term for the next column or row.
_NEXT = re.compile(r"[A-Z]\w*\s*[+-]\s*1\b")

# Pattern of clingo's message about an atom that no rule defines.
_HEADLESS = re.compile(r"(?P<place>.*?:\d+): (?P<text>atom does not occur in any rule head: -?(?P<name>_*[a-z]\w*).*)")

# Number of violations from which rotations are blamed, if each involves a rotated tile. One in 16 would not, by chance.
_MANY_VIOLATIONS = 80

# Factor by which a correct program must have more ground rules than edgeasp's encoding to get a finding.
_HEAVY = 10

_LARGEST = 2
# Number of ground instances from which a statement is reported as large.
_MANY_INSTANCES = 1_000

# Preferences among the sets of constraints whose removal makes a board an answer.
#
# The smallest set comes first. Among equals, an identical tile must not replace another, the bounds of choices are
# kept, and the disabled constraints are violated in few places: other violations have nothing to do with the fault.
_FEWEST = """
:~ _off(K). [1@4,K]
:~ chosenTile(X,Y,T), chosenTile(U,V,T), (X,Y) < (U,V). [1@3,T,X,Y,U,V]
:~ _off(K), _bound(K). [1@2,K]
:~ _hit(K,V). [1@1,K,V]
#defined _bound/1.
"""

# Conflict limit of each search for a diagnosis, which then takes some three seconds.
_CONFLICTS = 20_000

Violations = frozenset[tuple[str, str, int, int]]
"""Violated conditions: name, side, column and row of each."""


class _Diagnosis:
    """Search for the lines of a program that cause its faults."""

    def __init__(self, own: UserRules, lines: ProgramLines, deadline: Deadline, puzzles: Sequence[Puzzle]) -> None:
        self._own, self._lines, self._deadline, self._puzzles = own, lines, deadline, puzzles
        self._program: SwitchableProgram = make_switchable(own.files)

    def find_causes(self, faulty: Sequence[ExamResult]) -> Iterator[Finding]:
        yield from self._report_messages(dict.fromkeys(note for outcome in faulty for note in outcome.notes))
        if nameless := list(missing_answer_predicates(self._lines.statements)):
            yield from (Finding(text, places[:MOST_PLACES]) for text, places in nameless)
            return
        if misshown := _find_wrong_show(self._own, self._lines, faulty):
            yield misshown
            return
        if convention := self._find_interpretation(faulty):
            yield convention
            return
        yield from self._blame_for_conditions(faulty)
        if double := [outcome for outcome in faulty if Fault.DOUBLE in outcome.faults]:
            yield from self._explain_repeated_answers(double[0])
        if slow := [outcome for outcome in faulty if Fault.TOO_SLOW in outcome.faults]:
            # A program that was ground has a finite grounding.
            unground = any(outcome.rules is None for outcome in slow)
            endlessly = find_endless_rules(self._lines.statements) if unground else ()
            yield from list(self.find_large_statements()) or [Finding(text, (place,)) for text, place in endlessly]

    def _blame_for_conditions(self, faulty: Sequence[ExamResult]) -> list[Finding]:
        """Find the causes of wrong answers and missing boards."""
        many, few = list[Finding](), list[Finding]()
        wrong = [outcome for outcome in faulty if Fault.TOO_MANY in outcome.faults]
        with suppress(LimitReached):
            for finding in self._explain_wrong_answers(wrong[0]) if wrong else ():
                many.append(finding)
            for finding in self._explain_missing_boards([outcome for outcome in faulty if outcome.missing]):
                few.append(finding)
        # A constraint that forbids a board is wrong, while a wrong answer may have several causes. Sometimes only the
        # wrong answer leads to the line to blame, so it comes second at the latest.
        cores = {finding.places[:1] for finding in few}
        first = [finding for finding in many if finding.places[:1] in cores]
        rest = [finding for finding in many if finding not in first]
        pairs = zip_longest(rest, few) if first else zip_longest(few, rest)
        return first + [finding for pair in pairs for finding in pair if finding is not None]

    def find_large_statements(self) -> Iterator[Finding]:
        """Find one or two statements that cause most ground instances."""
        with suppress(TooManyRules):
            if not self._puzzles:
                return
            counted = profile_grounding(self._own, self._puzzles, deadline=self._deadline)
            largest = sorted(counted.statements, key=lambda growth: -growth.numbers[-1])[:_LARGEST]
            most = largest[: 1 + (2 * largest[0].numbers[-1] <= counted.instances)]
            number = sum(growth.numbers[-1] for growth in most)
            if 2 * number > counted.instances and number > _MANY_INSTANCES:
                cols, rows = counted.boards[-1]
                text = f"{number:,} of {counted.instances:,} ground instances on {cols} x {rows} squares come from here"
                places = tuple(dict.fromkeys(growth.statement.place for growth in most))
                yield Finding(f"{text}: edgeasp ground --profile says more", places)

    def _report_messages(self, notes: Iterable[str]) -> Iterator[Finding]:
        """Yield clingo's messages as findings.

        Messages about atoms that no rule defines are merged for each predicate name. The finding also has the lines
        that define a predicate of this name with another arity.
        """
        places: dict[str, list[str]] = {}
        texts: dict[str, str] = {}
        for note in notes:
            if match := _HEADLESS.fullmatch(note):
                places.setdefault(match["name"], []).append(match["place"])
                texts.setdefault(match["name"], match["text"])
            else:
                yield Finding(note)
        for name, lines in places.items():
            signatures = {one for statement in self._lines.statements for one, _ in statement.gives if one[0] == name}
            yield Finding(
                texts[name], tuple(dict.fromkeys([*lines, *self._lines.find_definitions(signatures, 1)]))[:MOST_PLACES]
            )

    # Interpretations of answers.

    def _find_interpretation(self, faulty: Sequence[ExamResult]) -> Finding | None:
        """Find an interpretation that makes all wrong answers correct."""
        wrong = [outcome for outcome in faulty if outcome.samples][:4]
        if not wrong or any(Fault.TOO_MANY not in outcome.faults for outcome in faulty):
            return None
        for reading in INTERPRETATIONS:
            self._deadline.check()
            if all(
                is_valid_under(reading, outcome.question.task(), atoms)
                for outcome in wrong
                for atoms in outcome.samples[:10]
            ):
                return Finding(
                    f"the answers are right if {reading.words}", self._lines.find_interpretation_lines(reading)
                )
        return None

    # Wrong answers.

    def _explain_wrong_answers(self, outcome: ExamResult) -> Iterator[Finding]:
        """Find violated conditions and the constraints to blame."""
        structure = sorted({what for what, *_ in self._find_violated_conditions(outcome)[0]} & set(_STRUCTURE))
        if structure:
            yield Finding(
                "; ".join(_STRUCTURE[what] for what in structure), self._lines.find_structure_lines(structure)
            )
        usual, _ = self._find_violated_conditions(outcome, whole=True)
        # Wrong rotations would cause violations in both directions.
        if {"right", "bottom"} <= {side for what, side, *_ in usual if what == "adjoining"}:
            yield from self._find_wrong_rotations(outcome)
        roles: dict[Switch, Violations | None] = {}
        for switch in self._program.switches:
            # Conditions that this constraint alone enforces. None if it forbids nothing at all.
            broken, hit = self._find_violated_conditions(outcome, switch, whole=True)
            roles[switch] = broken - usual if hit else None
        for what in ("tile", "adjoining", "boundary"):
            if broken_here := frozenset(broken for broken in usual if broken[0] == what):
                yield self._blame_for_condition(outcome.question.puzzle, what, broken_here, roles)

    def _find_wrong_rotations(self, outcome: ExamResult) -> Iterator[Finding]:
        """Find rotations that all violations involve."""
        rotations = []
        for atoms in outcome.samples:
            board, report, _ = check_atoms(outcome.question.task(self._own), atoms)
            on = board.by_square() if board else {}
            for violation in report.violations if report else ():
                if violation.side is not None:
                    beyond = outcome.question.puzzle.grid.neighbour(violation.square, violation.side)
                    rotations.append({degrees(on[square].rot) for square in (violation.square, beyond) if square in on})
        if len(rotations) < _MANY_VIOLATIONS or {0} in rotations:
            return
        common = sorted(set.intersection(*rotations))
        other = f"!= {common[0]}" if common else "= 0"
        by = f" by {common[0]} degrees" if common else ""
        if (
            self._has_rotated_sides(outcome, other, broken=False)
            and self._has_rotated_sides(outcome, other, broken=True) is False
        ):
            yield Finding(f"sides are wrong only where a tile is rotated{by}", self._lines.find_rotation_lines(common))

    def _has_rotated_sides(self, outcome: ExamResult, rotation: str, *, broken: bool) -> bool | None:
        """Whether some answer has a side between suitably rotated tiles.

        The side is between two tiles whose rotations satisfy the condition, or between such a tile and the boundary.

        Args:
            outcome: result on a puzzle.
            rotation: condition on the rotation in degrees, e.g. `= 0` or `!= 90`.
            broken: whether the side must also violate a condition of the puzzle.

        Returns:
            whether there is such an answer, or None if the search reaches its conflict limit.
        """
        task = outcome.question.task(self._own)
        wrong = "_broken((adjoining;boundary),S,X,Y), " if broken else ""
        rules = f"""
            _other(X,Y) :- chosenRotation(X,Y,R), R {rotation}.
            _seen :- {wrong}_meets(X,Y,S,U,V,_), _other(X,Y), _other(U,V).
            _seen :- {wrong}_outside(X,Y,S,_), _other(X,Y).
            :- not _seen.
            :- _broken({";".join(_STRUCTURE)},_,_,_).
            #defined _off/1.
            #defined _meets/6.
        """
        asked = inspection_rules(task.puzzle, framed=task.encoding.framed)
        program = self._ground(task.facts() + self._program.text + asked + rules)
        if any(True for _ in program.answers(1, _CONFLICTS)):
            return True
        return False if program.exhausted else None

    def _blame_for_condition(
        self, puzzle: Puzzle, what: str, breach: Violations, roles: Mapping[Switch, Violations | None]
    ) -> Finding:
        """Describe a violated condition and the constraints to blame.

        Args:
            puzzle: puzzle with violations.
            what: condition: `tile`, `adjoining` or `boundary`.
            breach: violations of the condition.
            roles: for each constraint, the violations that it alone prevents. None if it forbids nothing.
        """
        text = f"{self._describe_violation(puzzle, what, breach)}; "
        keepers = [switch for switch, role in roles.items() if any(broken[0] == what for broken in role or ())]
        if what == "tile":
            # Any constraint that forbids boards forbids some with a tile on two squares.
            keepers = [switch for switch in keepers if self._lines.concerns_tiles_only(switch.statement)]
        weak = [switch for switch, role in roles.items() if role == frozenset() and not switch.is_bound]
        idle = [
            switch
            for switch, role in roles.items()
            if role is None and (puzzle.framed or ("frame", 1) not in switch.statement.reads)
        ]
        if keepers:
            role = frozenset().union(*(roles[switch] or () for switch in keepers))
            kept = f"{_join_places(keepers)} forbids that {_role_text(role, what)}"
            idle = [switch for switch in idle if not switch.is_bound]
            # A constraint for another direction, or the bound of a choice, is not to blame.
            right = not {at[1] for at in role} & {at[1] for at in breach} or all(one.is_bound for one in keepers)
            if idle and right:
                text += f"{_join_places(idle)} forbids nothing here, while {kept}"
                keepers = [*idle, *keepers]
            else:
                text += kept + (f", and {_join_places(idle)} forbids nothing here" if idle else "")
        elif weak:
            text += f"{_join_places(weak)} forbids too little"
        elif idle:
            text += f"{_join_places(idle)} forbids nothing here"
        else:
            text += "no constraint forbids it"
        concerned = [switch.statement for switch in (keepers or weak) + ([] if weak and not keepers else idle)]
        # A constraint whose body never holds is more to blame than one that works.
        reads = self._lines.find_body_definitions([switch.statement for switch in idle]) if idle and keepers else ()
        places = dict.fromkeys(
            (*(statement.place for statement in concerned), *reads, *self._lines.find_body_definitions(concerned))
        )
        return Finding(text, tuple(places)[:MOST_PLACES])

    def _describe_violation(self, puzzle: Puzzle, what: str, breach: Violations) -> str:
        sides = sorted({side for _, side, *_ in breach})
        if what == "tile":
            _, at, x, y = min(breach)
            return f"a tile may be on two squares, such as ({x},{y}) and {at.removeprefix('(at').removesuffix(')')}"
        where = _places_text([broken[2:] for broken in breach], _squares_of_condition(puzzle, what, sides))
        if what == "adjoining":
            return f"adjacent sides {' and '.join(_WHERE[side] for side in sides)} may differ{where}"
        at = "on the outside" if len(sides) == 4 else f"on the outside, at {' and '.join(sides)},"
        text = f"sides {at} may have another colour than frame/1 says{where}"
        if ("frame", 1) not in self._lines.reads:
            text += "; the program does not read frame/1 (--encoding decision grades it without)"
        return text

    def _find_violated_conditions(
        self, outcome: ExamResult, off: Switch | None = None, *, whole: bool = False
    ) -> tuple[Violations, bool]:
        """Compute which conditions answers violate without a constraint.

        Args:
            outcome: result on a puzzle.
            off: constraint to disable, None to keep all.
            whole: whether to consider only answers with one tile and one rotation on every square.

        Returns:
            the violated conditions, and whether some answer violates the disabled constraint.
        """
        task = outcome.question.task(self._own)
        text = [task.facts(), self._program.text, inspection_rules(task.puzzle, framed=task.encoding.framed)]
        text += ["#show _broken/4.\n#show _hit/2.\n#defined _off/1.\n#defined _hit/2.\n"]
        text += [f"_off({off.number}).\n{off.violation_rule}\n"] if off else []
        if whole:
            text.append(f":- _broken({';'.join(_STRUCTURE)},_,_,_).\n")
        atoms = self._ground("".join(text)).brave_consequences(0, _CONFLICTS, partly=True) or []
        broken = frozenset(atom.arguments for atom in atoms if atom.name == "_broken")
        return broken, any(atom.name == "_hit" for atom in atoms)  # type: ignore[return-value]

    # Missing boards.

    def _explain_missing_boards(self, outcomes: Sequence[ExamResult]) -> Iterator[Finding]:
        """Find why boards are missing: forbidden, or not derived."""
        costs = [statement.place for statement in self._lines.statements if statement.text.startswith(":~")]
        if costs and outcomes:
            yield Finding("only answers of least cost count", tuple(dict.fromkeys(costs))[:MOST_PLACES])
            return
        remarks: Counter[str] = Counter()
        first: dict[str, Finding] = {}
        for outcome in outcomes[:4]:
            boards = outcome.missing
            for board in boards[:: max(1, len(boards) // 2)][:2]:
                remark = self._explain_forbidden_board(outcome, board)
                key = remark.places[0] if remark.places else remark.text
                remarks[key] += 1
                first.setdefault(key, remark)
        for key, _ in remarks.most_common(2):
            yield first[key]

    def _explain_forbidden_board(self, outcome: ExamResult, board: Solution) -> Finding:
        """Explain which constraint excludes a board, and why."""
        task, switches = outcome.question.task(self._own), self._program.switches
        hits = "".join(f"{switch.violation_rule}\n" for switch in switches)
        bounds = "".join(f"_bound({switch.number}).\n" for switch in switches if switch.is_bound)
        offs = f"{{ _off(1..{len(switches)}) }}.\n{_FEWEST}{bounds}" if switches else "#defined _off/1.\n"
        best = self._find_best_answer(task.facts() + self._program.text + hits + offs + board_rules(task.puzzle, board))
        if best is None:
            return self._explain_underived_board(outcome, board)
        off = [switches[int(str(atom.arguments[0])) - 1] for atom in best if atom.name == "_off"]
        name = outcome.question.name
        if not off:
            return Finding(f"a board of {name} is missing")
        # A ground constraint says more than a ground choice.
        first = min(off, key=lambda switch: switch.is_bound)
        instances = [
            str(atom.arguments[1]) for atom in best if atom.name == "_hit" and atom.arguments[0] == first.number
        ]
        text, reasons = (
            f"a board of {name} is forbidden: {first.instance_text(instances[0]).removeprefix('#false ')}",
            [],
        )
        causes: list[Reason] = []
        atoms = [str(atom) for atom in best if not atom.name.startswith("_")]
        for absent in first.atoms_of_instance(instances[0], negated=True):
            reasons = explain_atom(self._own.files, atoms, absent, holds=False)
            text += f" {absent} does not hold{_reason_text(reasons)}"
        for present in first.atoms_of_instance(instances[0], negated=False):
            causes += explain_atom(self._own.files, atoms, present, holds=True)
        concerned = [switch.statement for switch in sorted(off, key=lambda switch: switch is not first)]
        # Missing atoms are more to blame than true ones, and choices that the board decides less than rules.
        blamed = sorted([*reversed(reasons), *causes], key=_is_unchosen)
        places = [statement.place for statement in concerned]
        for reason in blamed:
            # A comparison fails by its values, which other atoms of the body give.
            places += [reason.statement.place, *self._lines.find_definitions(reason.compared, 1)]
        return Finding(
            text, tuple(dict.fromkeys([*places, *self._lines.find_body_definitions(concerned)]))[:MOST_PLACES]
        )

    def _explain_underived_board(self, outcome: ExamResult, board: Solution) -> Finding:
        """Explain which placement of a board no rule derives.

        Call this if a board is missing even when all constraints are disabled.
        """
        task, switches = outcome.question.task(self._own), self._program.switches
        offs = f"_off(1..{len(switches)}).\n" if switches else "#defined _off/1.\n"
        text = task.facts() + self._program.text + offs + board_rules(task.puzzle, board, softly=True)
        best = self._find_best_answer(text + ":~ _miss(X,Y). [1,X,Y]\n") or []
        atoms = [str(atom) for atom in best if not atom.name.startswith("_")]
        for atom in best:
            if atom.name != "_miss":
                continue
            x, y = (int(str(argument)) for argument in atom.arguments)
            placement = board.by_square()[Square(x - 1, y - 1)]
            goals = [f"chosenTile({x},{y},{placement.tile + 1})", f"chosenRotation({x},{y},{degrees(placement.rot)})"]
            chains = [explain_atom(self._own.files, atoms, goal, holds=False) for goal in goals if goal not in atoms]
            if chains:
                reasons = max(chains, key=len)
                text = f"no answer for {outcome.question.name} has {' and '.join(goals)}{_reason_text(reasons)}"
                places = dict.fromkeys(reason.statement.place for reason in reversed(reasons))
                return Finding(text, tuple(places)[:MOST_PLACES])
        return Finding(f"a board of {outcome.question.name} is missing, whichever constraints are left out")

    def _find_best_answer(self, text: str) -> list[Atom] | None:
        # Returns None if no answer is found within the conflict limit.
        program = self._ground(text)
        with closing(program.best_batches(1, _CONFLICTS, by_level=True)) as batches:
            for _ in batches:
                break
        return program.atoms_in(program.best.answer) if program.best else None

    # Repeated answers.

    def _explain_repeated_answers(self, outcome: ExamResult) -> Iterator[Finding]:
        """Find predicates that differ between answers with the same board."""
        task = outcome.question.task(self._own)
        for board in list(outcome.question.boards.values())[:10]:
            program = self._ground(
                task.facts() + self._program.text + "#defined _off/1.\n" + board_rules(task.puzzle, board)
            )
            seen: dict[frozenset[Atom], frozenset[Atom]] = {}
            for shown in program.answers(200):
                atoms = frozenset(atom for atom in shown if not atom.name.startswith("_"))
                answer = frozenset(atom for atom in atoms if (atom.name, len(atom.arguments)) in ANSWER)
                if answer in seen and seen[answer] != atoms:
                    differ = {(atom.name, len(atom.arguments)) for atom in seen[answer] ^ atoms}
                    example = min(map(str, seen[answer] ^ atoms))
                    names = ", ".join(map(signature_text, sorted(differ)))
                    yield Finding(
                        f"an answer comes several times, with other atoms of {names}, such as {example}",
                        self._lines.find_definitions(sorted(differ), choices=True),
                    )
                    return
                seen[answer] = atoms
        yield Finding("an answer comes several times")

    def _ground(self, text: str) -> GroundProgram:
        self._deadline.check()
        return GroundProgram(text, deadline=self._deadline)


def _find_wrong_show(own: UserRules, lines: ProgramLines, faulty: Sequence[ExamResult]) -> Finding | None:
    """Find `#show` statements whose terms do not describe a board.

    If there are any, nothing else is reported, since the answers cannot be interpreted.
    """
    giving = [statement.place for statement in lines.show_statements if _defined_predicates(statement) & ANSWER]
    for outcome in faulty if giving else ():
        for atoms in outcome.samples:
            board, _, text = check_atoms(outcome.question.task(own), atoms)
            if board is None:
                return Finding(f"the shown atoms are not a board: {text}", tuple(dict.fromkeys(giving))[:MOST_PLACES])
    return None


def _sort_puzzles_by_size(outcomes: Sequence[ExamResult]) -> list[Puzzle]:
    ended = [outcome.question.puzzle for outcome in outcomes if Fault.TOO_SLOW not in outcome.faults]
    puzzles = {len(puzzle.tiles): puzzle for puzzle in ended}
    return [puzzles[size] for size in sorted(puzzles)]


def _role_text(role: Violations, what: str) -> str:
    sides = sorted({side for w, side, *_ in role if w == what})
    if what == "adjoining":
        return " and ".join(_WHERE[side] for side in sides)
    return "at " + " and ".join(sides) if what == "boundary" else "elsewhere"


def _join_places(switches: Sequence[Switch]) -> str:
    return ", ".join(switch.statement.place for switch in switches)


def _squares_of_condition(puzzle: Puzzle, what: str, sides: Sequence[str]) -> list[tuple[int, int]]:
    if what == "adjoining":
        return [(one.col + 1, one.row + 1) for one, side, _ in puzzle.grid.pairs if side.word in sides]
    if what == "boundary":
        return [
            (square.col + 1, square.row + 1)
            for square in puzzle.grid.squares
            for side in puzzle.grid.outer_sides(square)
            if side.word in sides
        ]
    return []


def _places_text(some: Sequence[tuple[int, int]], every: Sequence[tuple[int, int]]) -> str:
    if not every or len(some) >= len(every):
        return ""
    for index, name in enumerate(("column", "row")):
        if len(values := {at[index] for at in some}) == 1:
            return f" in {name} {values.pop()}"
    return f" at {len(some)} of {len(every)} places, such as column {some[0][0]}, row {some[0][1]}"


def _is_unchosen(reason: Reason) -> bool:
    """Whether an atom is missing only because a choice omitted it."""
    return reason.statement.kind is StatementKind.CHOICE and not reason.holds and reason.literal is None


def _reason_text(reasons: Sequence[Reason]) -> str:
    if not reasons:
        return ": no rule derives it"
    last = [reason for reason in reasons if not reason.holds][-1]
    text = f": {last.statement.place} does not derive {last.goal}"
    return text if last.literal is None else f"{text}, as {last.missing or last.literal} does not hold"
