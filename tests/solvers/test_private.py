"""The interfaces of clingo and other libraries, documented and private."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import clingo
import pytest
from clingo import _internal
from clingo import ast as asp
from jinja2 import Environment, TemplateError

import edgeasp
from edgeasp.encoding import render
from edgeasp.puzzle.model import Placement, Square
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo import control, private, public
from edgeasp.solvers.clingo.control import Answer, search_counters, symbol_numbers
from edgeasp.solvers.clingo.ground_program import GroundProgram
from edgeasp.solvers.clingo.options import ClaspOptions
from edgeasp.solvers.interface import ProblemSize, Statistics
from edgeasp.system.errors import OptionError
from tests.support import boards
from tests.support.sources import imported_names
from tests.support.waiting import PATIENCE, await_work, needs_proc

# ---- private ----

# If one of these fails with a new release of clingo, `edgeasp/solvers/clingo/private.py` is the one module to change,
# and `public.py` stands in for it. With the variable EDGEASP_PUBLIC_CLINGO all tests run that way.

WAYS = pytest.mark.parametrize("way", [private, public], ids=["private", "public"])

SUBSETS = '{ a(1..3) }. b(X,Y) :- a(X), a(Y). #show a/1. #show f(X,"two words",-X) : b(X,Y), X < Y.'
"""Eight answers, which show from no symbol to five."""


@pytest.fixture
def chosen(way: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Models and statistics are read in one of the two ways."""
    monkeypatch.setattr(control, "_access_module", lambda: way)


@WAYS
def test_the_numbers_are_those_of_the_symbols_of_every_model(way: Any) -> None:
    control = clingo.Control(["0", "--seed=3", "--rand-freq=1"])
    control.add("base", [], SUBSETS)
    control.ground([("base", [])])
    shown, answers, expected = way.ShownSymbols(), list[Answer](), list[list[clingo.Symbol]]()

    def take(model: clingo.Model) -> None:
        answers.append(shown.numbers_of(model))
        expected.append(list(model.symbols(shown=True)))

    control.solve(on_model=take)
    assert len(answers) == 8
    assert {len(each) for each in expected} == {0, 1, 3, 5}
    assert [[way.symbol_of(number) for number in symbol_numbers(answer)] for answer in answers] == expected


PIGEONS = "1 { in(P,1..5) } 1 :- P = 1..6. :- in(P,H), in(Q,H), P < Q."
LOOP = "{ a; b; c }. d :- e, a. e :- d. e :- b, c. d :- c. :- not d, not c."


def solved(text: str, *arguments: str) -> clingo.Control:
    control = clingo.Control(list(arguments))
    control.add("base", [], text)
    control.ground([("base", [])])
    control.solve()
    return control


def expected(control: clingo.Control) -> tuple[Statistics, ProblemSize]:
    everything: dict[str, Any] = control.statistics
    count, program = everything["solving"]["solvers"], everything["problem"]["lp"]
    solver = everything["problem"]["generator"]
    statistics = Statistics(int(count["conflicts"]), int(count["choices"]), int(count["restarts"]))
    size = ProblemSize(
        int(solver["vars"]),
        int(solver["constraints"] + solver["constraints_binary"] + solver["constraints_ternary"]),
        int(program["rules"]),
        int(program["atoms"]),
        tight=program["sccs"] == 0,
    )
    return statistics, size


@WAYS
@pytest.mark.usefixtures("chosen")
@pytest.mark.parametrize("text", ["a.", "{a}. :- a. :- not a.", PIGEONS, LOOP])
@pytest.mark.parametrize("arguments", [[], ["0"], ["--stats=2", "--restarts=F,2"]])
def test_the_numbers_are_those_of_all_statistics(text: str, arguments: list[str]) -> None:
    control = solved(text, *arguments)
    assert search_counters(control) == expected(control)


def test_each_number_is_seen_apart_from_the_others() -> None:
    """Else the comparison above would hold for numbers in each other's place."""
    statistics, size = expected(solved(PIGEONS, "--restarts=F,2"))
    assert len({statistics.conflicts, statistics.choices, statistics.restarts, 0}) == 4
    assert len({size.variables, size.constraints, size.rules, size.atoms}) == 4
    assert [expected(solved(text))[1].tight for text in (PIGEONS, LOOP)] == [True, False]


@WAYS
@pytest.mark.usefixtures("chosen")
def test_the_numbers_are_those_of_the_last_search() -> None:
    control = solved(PIGEONS)
    first, _ = search_counters(control)
    control.solve(assumptions=[(clingo.parse_term("in(1,1)"), True)])
    assert search_counters(control)[0] == expected(control)[0] != first


@pytest.mark.parametrize("name", ["_lib", "_ffi", "_handle_error"])
def test_the_layer_has_what_is_taken_from_it(name: str) -> None:
    assert hasattr(_internal, name), f"clingo {clingo.__version__} has no clingo._internal.{name}"


@pytest.mark.parametrize(
    ("function", "takes"),
    [
        ("clingo_model_symbols", "struct clingo_model *, unsigned int, uint64_t *, size_t"),
        ("clingo_model_symbols_size", "struct clingo_model *, unsigned int, size_t *"),
        ("clingo_control_statistics", "struct clingo_control *, struct clingo_statistic * *"),
        ("clingo_statistics_root", "struct clingo_statistic *, uint64_t *"),
        ("clingo_statistics_map_at", "struct clingo_statistic *, uint64_t, char *, uint64_t *"),
        ("clingo_statistics_value_get", "struct clingo_statistic *, uint64_t, double *"),
    ],
)
def test_the_functions_take_what_they_are_given_and_say_whether_they_failed(function: str, takes: str) -> None:
    layer: Any = _internal
    assert layer._ffi.typeof(getattr(layer._lib, function)).cname == f"_Bool(*)({takes})"


def test_a_control_and_a_model_have_their_representation() -> None:
    layer: Any = _internal
    control: Any = solved("a.")
    kinds: list[str] = []
    control.solve(on_model=lambda model: kinds.append(layer._ffi.typeof(model._rep).cname))
    assert (layer._ffi.typeof(control._rep).cname, kinds) == ("struct clingo_control *", ["struct clingo_model *"])


@WAYS
def test_a_failure_is_raised(way: Any) -> None:
    """And not taken for a number."""
    with pytest.raises(RuntimeError, match="nothing of that name"):
        way.SearchStatistics(solved("a.")).read_counter("problem", "nothing of that name")


def test_what_is_private_is_used_unless_it_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    way = control._access_module.__wrapped__
    monkeypatch.delenv("EDGEASP_PUBLIC_CLINGO", raising=False)
    assert way() is private
    monkeypatch.setenv("EDGEASP_PUBLIC_CLINGO", "1")
    assert way() is public


@pytest.mark.parametrize("name", ["_lib", "_ffi", "_handle_error"])
def test_what_is_private_is_not_used_if_a_release_lacks_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EDGEASP_PUBLIC_CLINGO", raising=False)
    monkeypatch.delattr(_internal, name)
    assert control._access_module.__wrapped__() is public


def test_both_ways_give_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for way in (private, public):
        monkeypatch.setattr(control, "_access_module", lambda way=way: way)
        program = GroundProgram(SUBSETS)
        found.append((list(program.answers(0)), program.statistics, program.size))
    assert found[0] == found[1]


def test_whole_searches_find_the_same_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick part of what all tests show with the variable set: one by one, in masses, by cores."""
    alike = boards.planted(8, 4, 3, 3, framed=True)
    found = []
    for way in (private, public):
        monkeypatch.setattr(control, "_access_module", lambda way=way: way)
        result = edgeasp.solve_all(boards.FRAME_3X3).result
        searched = (result.found, result.statistics, result.size)
        clash = edgeasp.explain(alike, [Placement(tile, Square(col, 1), 0) for col, tile in enumerate((2, 0), 1)])
        found.append(
            (
                set(edgeasp.solve(alike)),
                edgeasp.count(alike),
                searched,
                clash.lines,
            )
        )
    assert found[0] == found[1]
    assert len(found[0][0]) == found[0][1] > 1


def test_no_other_module_goes_beneath_the_interface() -> None:
    package = Path(edgeasp.__file__).parent
    beneath = re.compile(r"\bclingo import _|\bclingo\._[a-z]|\._rep\b|_internal\b")
    found = {path.relative_to(package) for path in package.rglob("*.py") if beneath.search(path.read_text("utf-8"))}
    assert found == {Path("solvers/clingo/private.py")}


# ---- documented ----

CHECKOUT = Path(__file__).parents[2]
# Twelve pigeons in eleven holes: nothing that is solved before somebody has looked.
HARD = "{ in(P,1..11) } = 1 :- P = 1..12. :- in(P,H), in(Q,H), P < Q."
HARDER = HARD.replace("12", "15").replace("11", "14")


def grounded(text: str, *options: str) -> clingo.Control:
    control = clingo.Control(list(options), logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    return control


def python(code: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run code in a new process."""
    return subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, check=False, timeout=PATIENCE)


def stand_alone(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "clingo", *options, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=PATIENCE)


VERSION = tuple(map(int, version("clingo").split(".")))


def test_the_pinned_clingo_is_installed() -> None:
    assert (5, 8) <= VERSION < (5, 9)


# ---- atoms that the ground program does not have ----


def test_an_unknown_atom_is_looked_up_as_none() -> None:
    assert grounded("{a}.").symbolic_atoms[clingo.Function("ghost")] is None


misread = pytest.mark.skipif(
    VERSION < (5, 8, 3), reason="before 5.8.3 clingo misreads an unknown atom; edgeasp gives it literals alone"
)


@misread
def test_an_assumption_over_an_unknown_atom_takes_it_for_false() -> None:
    ghost = clingo.Function("ghost")
    assert grounded("{a}.").solve(assumptions=[(ghost, False)]).satisfiable is True
    assert grounded("{a}.").solve(assumptions=[(ghost, True)]).satisfiable is False


@misread
@pytest.mark.parametrize(("value", "models"), [(False, 4), (True, 1)])
def test_a_clause_over_an_unknown_atom_takes_it_for_false(value: bool, models: int) -> None:
    """`ghost` adds nothing to a clause, and `not ghost` fulfils it; once it was read as the first literal."""
    found, control = 0, grounded("{a; b}.", "0")
    with control.solve(yield_=True) as handle:
        for model in handle:
            if not found:
                model.context.add_clause([(clingo.Function("ghost"), value)])
            found += 1
    assert found == models


# ---- searching in the background ----


@pytest.mark.long
@needs_proc
def test_a_blocking_search_hears_no_interrupt() -> None:
    """Therefore every search runs in the background, and waiting has bounds."""
    code = f"""
import clingo
control = clingo.Control()
control.add("base", [], {HARDER!r})
control.ground([("base", [])])
print("begun", flush=True)
try:
    control.solve()
except KeyboardInterrupt:
    print("heard", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout
        assert process.stdout.readline() == b"begun\n"
        await_work(process, 0.3)  # by then clasp has begun
        process.send_signal(signal.SIGINT)
        await_work(process, 0.5)
        assert process.poll() is None
        process.kill()
        assert process.stdout.read() == b""


def test_a_search_in_the_background_can_be_cancelled_and_still_has_a_result_and_statistics() -> None:
    """`wait` gives control back while clasp is busy; `cancel` ends it without a claim."""
    control = grounded(HARD)
    handle = control.solve(async_=True, yield_=True)
    handle.resume()
    assert handle.wait(0.2) is False
    handle.cancel()
    result = handle.get()
    assert result.satisfiable is None
    assert not result.exhausted
    assert control.statistics["solving"]["solvers"]["conflicts"] > 0


def test_there_are_no_statistics_while_a_search_is_running() -> None:
    """So conflicts per second cannot be shown before the search has ended."""
    control = grounded(HARD)
    with control.solve(async_=True) as handle:
        assert handle.wait(0.2) is False
        with pytest.raises(RuntimeError, match="statistics not"):
            _ = control.statistics
        handle.cancel()


def test_statistics_count_the_program_once_a_search_has_begun() -> None:
    """So the size of a ground program costs the beginning of a search."""
    before, after = grounded("{a}. b :- a."), grounded("{a}. b :- a.")
    after.solve()
    assert before.statistics["problem"]["lp"]["rules"] == 0
    assert after.statistics["problem"]["lp"]["rules"] == 2


def test_an_exception_in_on_model_surfaces_as_a_runtime_error_when_the_result_is_taken() -> None:
    def fail(_: clingo.Model) -> None:
        raise ValueError("not this one")

    control = grounded("{a}.")
    with control.solve(on_model=fail, async_=True) as handle:
        assert handle.wait(30)
        with pytest.raises(RuntimeError, match="not this one"):
            handle.get()


def test_on_model_runs_in_another_thread_if_the_search_is_in_the_background() -> None:
    """So edgeasp takes models from the handle, in the thread that asks for them."""
    seen: list[threading.Thread] = []
    control = grounded("a.")
    with control.solve(on_model=lambda _: seen.append(threading.current_thread()), async_=True) as handle:
        handle.get()
    assert len(seen) == 1
    assert seen[0] is not threading.current_thread()


def test_a_conflict_limit_leaves_the_question_open() -> None:
    control = grounded(HARD)
    control.configuration.solve.solve_limit = "10,umax"  # type: ignore[union-attr]
    result = control.solve()
    assert (result.satisfiable, result.exhausted) == (None, False)
    assert control.statistics["solving"]["solvers"]["conflicts"] == 10


# ---- what crosses the border of a process ----


def test_a_symbol_pickles_and_then_crashes_whoever_unpickles_it() -> None:
    """So only numbers, strings and dataclasses go to other processes."""
    sent = python("import clingo, pickle, sys; sys.stdout.buffer.write(pickle.dumps(clingo.Function('a')))")
    assert sent.returncode == 0
    assert len(sent.stdout) > 0
    received = python("import clingo, pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))", sent.stdout)
    assert received.returncode < 0, "symbols survive pickling now: they may cross processes"
    assert received.stdout == b""


def test_a_model_is_dead_when_its_callback_has_returned() -> None:
    """Looking at it later crashes, or shows something else; so edgeasp copies plain values out at once."""
    late = python(
        "import clingo\n"
        "control = clingo.Control(['0'], message_limit=0)\n"
        "control.add('base', [], '1 { p(1..5) } 1.')\n"
        "control.ground([('base', [])])\n"
        "kept, shown = [], []\n"
        "control.solve(on_model=lambda model: (kept.append(model), shown.append(str(model))))\n"
        "del control\n"
        "assert [str(model) for model in kept] == shown\n"
    )
    assert late.returncode != 0, "models may be kept now"


# ---- models ----


def test_with_optn_improving_models_are_shown_too_and_are_marked() -> None:
    # The sign makes the search begin with the worst.
    seen: list[bool] = []
    control = grounded(
        "{a; b}. :- not a, not b. #minimize { 2,a: a; 3,b: b }.", "0", "--opt-mode=optN", "--sign-def=pos"
    )
    control.solve(on_model=lambda model: seen.append(model.optimality_proven))
    assert seen.count(True) == 1
    assert False in seen


@pytest.mark.parametrize(("models", "exhausted"), [(1, False), (2, True), (0, True)])
def test_one_model_of_one_does_not_exhaust(models: int, exhausted: bool) -> None:
    """So uniqueness means asking for two."""
    result = grounded("a.", str(models)).solve()
    assert (result.satisfiable, result.exhausted) == (True, exhausted)


# ---- options ----


@pytest.mark.parametrize("option", ["--time-limit=1", "--outf=2", "-q", "--text", "--lemma-out=x", "--fast-exit"])
def test_options_of_the_application_are_refused(option: str) -> None:
    with pytest.raises(RuntimeError, match="unknown option"):
        grounded("a.", option)


@pytest.mark.parametrize("option", ["--seed=1", "--sat-prepro=2"])
def test_an_option_may_be_given_once(option: str) -> None:
    """So the options of a user take the place of ours."""
    with pytest.raises(RuntimeError, match="multiple occurrences"):
        grounded("a.", option, option)


def test_single_shot_restores_preprocessing() -> None:
    """`Control()` expects to be grounded again, and so keeps what preprocessing would do away with."""
    text = make_task(boards.planted(5, 5, 5, 4, framed=True)).program()

    def eliminated(*options: str) -> float:
        control = grounded(text, "--sat-prepro=2", *options)
        control.solve()
        return float(control.statistics["problem"]["generator"]["vars_eliminated"])

    assert eliminated() == 0
    assert eliminated("--single-shot") > 0


def test_single_shot_is_searched_once() -> None:
    control = grounded("{a}.", "--single-shot")
    control.solve()
    with pytest.raises(RuntimeError, match="not supported"):
        control.solve()


GUIDED = "{a; b}. #heuristic a. [1,true]"


def test_guided_search_in_many_configurations_fails_from_15_threads_on() -> None:
    assert grounded(GUIDED, "--heuristic=Domain", "-t14,compete").solve().satisfiable
    with pytest.raises(RuntimeError, match="lookback"):
        grounded(GUIDED, "--heuristic=Domain", "-t15,compete").solve()


def test_that_failure_is_a_message_and_ours_does_not_fail() -> None:
    with pytest.raises(OptionError, match="heuristic 'none'"):
        GroundProgram(GUIDED, ClaspOptions(threads=15, configuration="many", guided=True))
    assert list(GroundProgram(GUIDED, ClaspOptions(threads=14, configuration="many", guided=True)).answers())
    assert list(GroundProgram(GUIDED, ClaspOptions(threads=15, guided=True)).answers())


# ---- the stand-alone program ----


@pytest.mark.parametrize("text", ["a.", ":- .", "{a}.", "a :-", "nonsense"])
def test_the_stand_alone_program_exits_with_0_whatever_happens(text: str) -> None:
    """So nobody reads its exit status."""
    assert stand_alone(text).returncode == 0


@pytest.mark.parametrize(("text", "result", "models"), [("a.", "SATISFIABLE", 1), (":- .", "UNSATISFIABLE", 0)])
def test_the_json_of_the_stand_alone_program_says_what_happened(text: str, result: str, models: int) -> None:
    said = json.loads(stand_alone(text, "--outf=2", "0").stdout)
    assert (said["Result"], said["Models"]["Number"]) == (result, models)
    assert len(said["Call"][0].get("Witnesses", [])) == models


# ---- templates ----


@pytest.mark.parametrize("rule", ["a. {% a block for jinja2, a comment for clingo\n", "a. {# the same #}\n"])
def test_the_delimiters_of_jinja2_collide_with_comments_of_asp(rule: str) -> None:
    with pytest.raises(TemplateError):
        Environment().from_string("p(1).\n" + rule.replace("#}", "")).render()


def test_ours_do_not() -> None:
    """A template parses as ASP as it stands, and what looks like jinja2 in a rule or a comment is left alone."""
    text = "% {# a #} {% b %}\n%: if on\n{ a }. %{{ c }}\n%: endif\n"
    asp.parse_string(text, lambda _: None)
    assert render._template_environment().from_string(text).render(on=True) == "% {# a #} {% b %}\n{ a }. %{{ c }}\n"


# ---- the command line ----


def outside(folder: str, name: str) -> list[str]:
    """The files that import from a package."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((CHECKOUT / folder).rglob("*.py"))}
    assert texts
    naming = [path for path, text in texts.items() if name in text]
    return [
        str(path.relative_to(CHECKOUT))
        for path in naming
        if any(imported.partition(".")[0] == name for imported in imported_names(path))
    ]


def test_nothing_imports_click() -> None:
    """Typer brings its own; another one may be installed, or none."""
    assert outside("edgeasp", "click") == []


def test_only_the_solver_imports_clingo() -> None:
    found = outside("edgeasp", "clingo")
    assert found
    assert [path for path in found if not path.startswith("edgeasp/solvers/clingo/")] == []


def test_the_solver_hands_out_plain_values_only() -> None:
    def plain(value: Any) -> bool:
        return type(value) in (int, str)

    [atoms] = GroundProgram('p(1,a,"b",f(c),#sup). -q.').answers()
    assert sorted(map(str, atoms)) == ["-q", 'p(1,a,("b"),(f(c)),(#sup))']
    assert all(plain(argument) for atom in atoms for argument in (atom.name, *atom.arguments))
