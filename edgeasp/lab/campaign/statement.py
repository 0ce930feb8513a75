"""The statement of a campaign: a folder with a puzzle, its clues and options. None of them ever changes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast, get_args

from edgeasp.encoding.render import EncodingRequest
from edgeasp.formats import document, files, plain
from edgeasp.lab.campaign.ledger import Ledger
from edgeasp.parallel.split import SplitPlan
from edgeasp.puzzle.clues import Source
from edgeasp.puzzle.model import Puzzle, Solution
from edgeasp.search.cubes import Order, SearchFingerprint, fingerprint, require_splittable
from edgeasp.search.task import Task, make_task
from edgeasp.solvers.clingo.options import MOST_SEED, MOST_THREADS, ClaspOptions
from edgeasp.system import writing
from edgeasp.system.errors import InputError, OptionError, OutputError
from edgeasp.system.limits import MOST_CONFLICTS, MOST_SOLUTIONS
from edgeasp.system.writing import make_folder

STATEMENT, PUZZLE, CLUES = "campaign.json", "puzzle.puz", "clues.sol"
"""The files of a campaign, besides its ledger."""

VERSION = 1
"""Of the folder; another version of edgeasp may read it as long as this is the same."""


@dataclass(frozen=True)
class CampaignStatement:
    """The task and the options of a campaign.

    Attributes:
        folder: of the campaign.
        puzzle: the puzzle.
        clues: placements that every solution keeps.
        request: what was asked of the encoding.
        up_to_rotation: whether one of the solutions that are rotations of one another is enough.
        limit: the number of solutions after which the campaign is answered; 0 for all.
        counts: whether solutions are counted only.
        options: of clasp, in every worker.
        plan: how the search is split.
        made_of: the versions and the program that every worker must have.
        seal: the SHA-256 of the three files.
    """

    folder: Path
    puzzle: Puzzle
    clues: Solution
    request: EncodingRequest
    up_to_rotation: bool
    limit: int
    counts: bool
    options: ClaspOptions
    plan: SplitPlan
    made_of: SearchFingerprint
    seal: str

    def task(self) -> Task:
        """The task that is searched."""
        return make_task(self.puzzle, [Source(CLUES, self.clues)], self.request, up_to_rotation=self.up_to_rotation)


def write(
    folder: str,
    task: Task,
    request: EncodingRequest,
    options: ClaspOptions,
    plan: SplitPlan,
    *,
    limit: int = 0,
    counts: bool = False,
) -> CampaignStatement:
    """Make the folder of a campaign, whose task follows from this request.

    Raises:
        EncodingError: the search cannot be split.
        OptionError: clasp does not accept an option, or solutions are to be counted, but not all of them.
        OutputError: the folder holds something already, or cannot be written.
    """
    if counts and limit:
        # The ledger has the number of a cube that is complete, or boards.
        raise OptionError("-n asks for solutions, and --count for their number: leave out one of them")
    require_splittable(task)
    options.arguments()
    place = Path(folder)
    make_folder(folder)
    if any(place.iterdir()):
        raise OutputError(f"{folder}: expected a new or an empty folder for the campaign, found files in it")
    content: dict[str, Any] = {
        "format": "edgeasp-campaign",
        "version": VERSION,
        "question": {"number": limit, "count": counts, "up_to_rotation": task.up_to_rotation},
        "encoding": asdict(request),
        "clasp": asdict(options),
        "split": asdict(plan),
        "made_of": asdict(fingerprint(task)),
    }
    texts = {
        STATEMENT: json.dumps(content, indent=1) + "\n",
        PUZZLE: plain.write_puz(task.puzzle),
        CLUES: plain.write_sol(task.clues),
    }
    writing.write_text(str(place / PUZZLE), texts[PUZZLE])
    writing.write_text(str(place / CLUES), texts[CLUES])
    Ledger.create(place, _seal(texts))
    # Last, because a folder without it is no campaign yet.
    writing.write_text(str(place / STATEMENT), texts[STATEMENT])
    return read(folder)


def read(folder: str) -> CampaignStatement:
    """The statement of a campaign.

    Raises:
        InputError: the folder is no campaign, or a file in it is not what it should be.
    """
    place = Path(folder)
    path = place / STATEMENT
    if not path.exists():
        raise InputError(folder, None, "expected the folder of a campaign, see edgeasp campaign new")
    texts = {name: files.read_text(str(place / name)) for name in (STATEMENT, PUZZLE, CLUES)}
    content = document.load(texts[STATEMENT], str(path))
    if (content.get("format"), content.get("version")) != ("edgeasp-campaign", VERSION):
        raise InputError(str(path), None, f"expected a campaign of version {VERSION}, found another format or version")
    puzzle = plain.read_puz(texts[PUZZLE], str(place / PUZZLE))
    question, split, made_of = (content.member(name) for name in ("question", "split", "made_of"))
    order = split.member("order")
    if order.text() not in get_args(Order):
        raise order.error(" or ".join(get_args(Order)))
    return CampaignStatement(
        place,
        puzzle,
        plain.read_sol(texts[CLUES], puzzle, str(place / CLUES)),
        _request(content.member("encoding")),
        question.member("up_to_rotation").flag(),
        question.member("number").number(high=MOST_SOLUTIONS),
        question.member("count").flag(),
        _options(content.member("clasp")),
        SplitPlan(
            split.member("cubes").number(1), split.member("share").number(1, MOST_CONFLICTS), cast(Order, order.text())
        ),
        SearchFingerprint(*(made_of.member(name).text() for name in ("edgeasp", "clingo", "program"))),
        _seal(texts),
    )


def _request(content: document.Value) -> EncodingRequest:
    """The encoding that was asked for."""

    def names(key: str) -> tuple[str, ...] | None:
        return None if content.get(key) is None else content.member(key).texts()

    return EncodingRequest(
        None if content.get("variants") is None else content.member("variants").text(),
        names("redundant"),
        content.member("formulation").text(),
        names("symmetry"),
        content.member("heuristic").text(),
    )


def _options(content: document.Value) -> ClaspOptions:
    """The options of clasp."""
    return ClaspOptions(
        content.member("seed").number(high=MOST_SEED),
        content.member("threads").number(1, MOST_THREADS),
        content.member("configuration").text(),
        content.member("guided").flag(),
        content.member("extra").texts(),
    )


def _seal(texts: dict[str, str]) -> str:
    return hashlib.sha256("\0".join(texts[name] for name in (STATEMENT, PUZZLE, CLUES)).encode()).hexdigest()
