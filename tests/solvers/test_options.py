"""Which of clasp's options a user may set: those that leave the set of answers as it is, written out."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import clingo
import pytest

from edgeasp.encoding.render import EncodingRequest
from edgeasp.search.task import make_task
from edgeasp.solvers.clingo.options import ALLOWED, RESERVED, ClaspOptions
from edgeasp.system.errors import OptionError
from tests.support import boards

VALUES = {
    "--acyc-prop": "0",
    "--block-restarts": "5,2.0,0",
    "--contraction": "5,allUIP",
    "--counter-restarts": "3,10",
    "--del-cfl": "F,1",
    "--del-estimate": "3",
    "--del-glue": "2,1",
    "--del-grow": "1.1,20.0",
    "--del-init": "20.0,1,1",
    "--del-max": "1,1",
    "--del-on-restart": "100",
    "--deletion": "sort,100,lbd",
    "--distribute": "all,global,4",
    "--eq": "-1",
    "--forget-on-step": "lemmas",
    "--global-restarts": "5,L,100",
    "--heuristic": "Berkmin,3",
    "--init-watches": "rnd",
    "--integrate": "all,10,ring",
    "--lookahead": "hybrid,5",
    "--loops": "distinct",
    "--otfs": "2",
    "--partial-check": "50",
    "--rand-freq": "0.5",
    "--rand-prob": "5,10",
    "--reset-restarts": "repeat",
    "--restarts": "x,1,1.5",
    "--reverse-arcs": "3",
    "--sat-prepro": "3,iter=20,occ=25",
    "--save-progress": "0",
    "--score-other": "all",
    "--score-res": "multiset",
    "--share": "all",
    "--shuffle": "1,1",
    "--sign-def": "rnd",
    "--sign-def-disj": "neg",
    "--strengthen": "recursive,binary,no",
    "--trans-ext": "all",
    "--update-lbd": "glucose,3",
    "--update-mode": "conflict",
    "--vsids-progress": "80,2,100",
}
"""A value for each option that takes one, far from the default."""


@cache
def described() -> dict[str, str]:
    """Every long option in clasp's and gringo's help, and its short form or nothing."""
    done = subprocess.run([sys.executable, "-m", "clingo", "--help=3"], capture_output=True, text=True, check=False)
    found = {}
    for no, name, short in re.findall(
        r"^ {2}--(\[no-\])?([a-z-]+)[^\n]*?(?:,(-[a-zA-Z]))?(?: .*)?:", done.stdout, re.M
    ):
        found[f"--{name}"] = short
        found |= {f"--no-{name}": ""} if no else {}
    return found


def accepted(option: str) -> bool:
    try:
        ClaspOptions(extra=(option,)).arguments()
    except OptionError:
        return False
    return True


def unknown_to_clasp(option: str) -> bool:
    """Whether clasp has no option of that name, nor one that begins with it."""
    try:
        clingo.Control([option], logger=lambda *_: None)
    except RuntimeError as error:
        return "unknown option" in str(error)
    return False


def test_the_help_lists_the_options_and_their_short_forms() -> None:
    options = described()
    assert len(options) > 100
    assert {"-e", "-n", "-t", "-c", "-r", "-d"} <= set(options.values())
    assert {*ALLOWED, *RESERVED} <= set(options)
    assert not ALLOWED & set(RESERVED)


def test_only_what_is_allowed_is_accepted_in_whatever_form() -> None:
    """clasp itself accepts every prefix of a name that fits no other, and short forms with their value."""
    for name, short in described().items():
        assert accepted(name) == accepted(f"{name}=1") == (name in ALLOWED), name
        prefixes = {name[:length] for length in range(len("--x"), len(name))} - ALLOWED
        assert not any(accepted(prefix + value) for prefix in prefixes for value in ("", "=1")), name
        if short:
            assert not any(accepted(form) for form in (short, f"{short}1", f"{short}=1"))


@pytest.mark.parametrize(
    "word", ["0", "no", "", "-", "--", "--restarts =no", "--restarts=", "--restarts=\x1b", "--eq=\xb2"]
)
def test_words_that_are_no_options(word: str) -> None:
    with pytest.raises(OptionError) as caught:
        ClaspOptions(extra=("--eq=0", word)).arguments()
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()


def test_a_name_that_clasp_takes_for_another_is_refused() -> None:
    """The guard has the last word: what it lets through is the name of an option, not a prefix of one."""
    assert not any(map(unknown_to_clasp, ALLOWED))
    for prefix in ("--enum-mod", "--proj", "--mod", "--solve", "--conf"):
        assert not unknown_to_clasp(prefix)
        assert not accepted(prefix)


PUZZLES = {
    "signed": (boards.planted(1, 4, 3, 3, framed=True, signs=0.5), EncodingRequest("framed+signed+redundant")),
    "framed": (boards.planted(3, 3, 3, 3, framed=True), EncodingRequest(symmetry=("tile-rotations",))),
    "unframed": (boards.planted(0, 3, 2, 8), EncodingRequest()),
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, list[str]]]:
    """The ground programs, which clasp's options do not change, each with its answers."""
    folder = tmp_path_factory.mktemp("programs")
    made = {}
    for name, (puzzle, request) in PUZZLES.items():
        task = make_task(puzzle, request=request)
        file = folder / f"{name}.aspif"
        file.write_text(task.ground_text(aspif=True), encoding="utf-8")
        control = clingo.Control(["0"])
        control.add("base", [], task.program())
        control.ground([("base", [])])
        made[name] = file, answers(control)
    return made


def answers(control: clingo.Control) -> list[str]:
    """All answers, sorted."""
    found: list[str] = []
    control.solve(on_model=lambda model: found.append(" ".join(sorted(map(str, model.symbols(shown=True))))))
    return sorted(found)


def answers_with(options: ClaspOptions, program: Path) -> list[str]:
    control = clingo.Control(["0", *options.arguments()], logger=lambda *_: None)
    control.load_aspif([str(program)])
    return answers(control)


@pytest.mark.sample(4)
@pytest.mark.parametrize("option", sorted(ALLOWED))
def test_what_is_allowed_keeps_the_answers(option: str, programs: dict[str, tuple[Path, list[str]]]) -> None:
    extra = (f"{option}={VALUES[option]}" if option in VALUES else option,)
    for program, expected in programs.values():
        assert len(expected) > 1
        assert answers_with(ClaspOptions(guided=True, extra=extra), program) == expected
    program, expected = programs["framed"]
    assert answers_with(ClaspOptions(threads=2, extra=extra), program) == expected


def test_options_of_a_user_take_the_place_of_ours() -> None:
    assert ClaspOptions().arguments() == [
        *["--configuration=frumpy", "--restarts=D,50,0.7", "--sign-def=pos", "--heuristic=Vsids,98", "--seed=1"]
    ]  # fmt: skip
    own = ClaspOptions(seed=3, threads=2, guided=True, extra=("--restarts=no", "--eq=0")).arguments()
    assert own == [
        *["--configuration=frumpy", "--sign-def=pos", "--heuristic=Domain,98", "--parallel-mode=2", "--seed=3"],
        *["--restarts=no", "--eq=0"],
    ]
    assert ClaspOptions(configuration="tweety").arguments() == ["--configuration=tweety", "--seed=1"]
