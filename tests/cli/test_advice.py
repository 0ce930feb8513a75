"""What people type wrong: each gets a message from which alone it can be put right."""

from __future__ import annotations

from edgeasp.cli.advice import RENAMED, SYNONYMS, advice, parsed
from edgeasp.system.limits import size
from tests.support import laboratory
from tests.support.running import COMMANDS


def test_names_of_other_programs_lead_to_options_and_are_none_themselves() -> None:
    every = {name for command in COMMANDS.values() for param in command.params for name in param.opts}
    # Some are options of the laboratory alone.
    assert set(SYNONYMS) <= every or not laboratory.HERE
    for command, known in COMMANDS.items():
        own = {name for param in known.params for name in (*param.opts, *param.secondary_opts)}
        for name, others in SYNONYMS.items():
            for other in set(others) - own if name in own else ():
                said = advice([*command.split(), "x.puz", other], f"No such option: {other}")
                assert said is not None, (command, other)


def test_old_names_lead_to_options_that_are_there_and_are_none_themselves() -> None:
    for words in laboratory.known(RENAMED):
        names = RENAMED[words]
        own = {name for param in COMMANDS[words].params for name in (*param.opts, *param.secondary_opts)}
        for old, new in names.items():
            assert new in own, (words, old)
            assert old not in own, (words, old)
            assert advice([*words.split(), old], f"No such option: {old}") == f"{old} is now {new}"


@laboratory.needed
def test_a_line_is_taken_apart() -> None:
    line = parsed(["campaign", "new", "p.puz", "--clue", "a.sol", "-q", "-o", "c", "x"])
    assert (line.command, line.files) == ("campaign new", ("p.puz", "x"))
    assert line.options == ("--clue", "a.sol", "-q", "-o", "c")
    assert parsed([]).command == parsed(["nonsense"]).command == ""


def test_an_amount_of_memory_has_the_units_of_people() -> None:
    assert [size(text) for text in ("2G", "2GB", "2 GiB", "500m", "2000")] == [2 * 10**9] * 3 + [5 * 10**8, 2000]
