"""The check of a certificate: its parts in lines, and all of it as JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Literal

from edgeasp.certificate.check.verification import Part, Verified
from edgeasp.certificate.claim import boards_in_all
from edgeasp.system.errors import InputError
from edgeasp.system.limits import LimitReached

_WIDEST = 100


@dataclass(frozen=True, slots=True)
class VerifyPart:
    """A part of a certificate that was found right."""

    name: Annotated[
        Literal["puzzle", "boards", "formula", "proof", "cubes", "files"],
        "The part; `cubes` takes the place of `boards` in a divided certificate.",
    ]
    found: Annotated[str, "What was found, in words."]
    checker: Annotated[str, "What checked it, in words."]


@dataclass(frozen=True, slots=True)
class VerifyRefusal:
    """The first thing that is wrong."""

    file: Annotated[str, "The file or the folder."]
    line: Annotated[int | None, "The line, from 1; null if it concerns the file as a whole."]
    message: Annotated[str, "What was expected, and what was found."]


@dataclass(frozen=True, slots=True)
class VerifyRecord:
    """The object that `edgeasp verify --format json` prints."""

    schema: Annotated[Literal["edgeasp.verify"], "The name of this schema."]
    schema_version: Annotated[Literal[1], "Grows when a field changes its meaning or goes."]
    certificate: Annotated[str, "The folder, as the user named it."]
    verified: Annotated[bool, "Whether all of it was checked and is right."]
    claim: Annotated[str | None, "What is proved, in one sentence; null if that is not proved."]
    boards: Annotated[int | None, "The number of boards; null if that is not proved."]
    boards_in_all: Annotated[
        int | None, "The number of boards with those for which they stand by symmetry; null if that is not proved."
    ]
    parts: Annotated[tuple[VerifyPart, ...], "The parts that were found right, in the order of the check."]
    refusal: Annotated[VerifyRefusal | None, "Why the certificate is refused; null if it is not."]
    stopped: Annotated[str | None, "The limit that ended the check, in words; null if none did."]


def json_text(folder: str, parts: Sequence[Part], outcome: Verified | InputError | LimitReached) -> str:
    """The outcome of the check of a folder, as JSON."""
    verified = outcome if isinstance(outcome, Verified) else None
    refused = outcome if isinstance(outcome, InputError) else None
    boards = len(verified.boards) if verified else None
    record = VerifyRecord(
        schema="edgeasp.verify",
        schema_version=1,
        certificate=folder,
        verified=verified is not None,
        claim=verified.claim if verified else None,
        boards=boards,
        boards_in_all=boards_in_all(verified.conditions, len(verified.boards)) if verified else None,
        parts=tuple(VerifyPart(part.name, part.found, part.checker) for part in parts),  # type: ignore[arg-type]
        refusal=VerifyRefusal(refused.source, refused.line, refused.message) if refused else None,
        stopped=str(outcome) if isinstance(outcome, LimitReached) else None,
    )
    return json.dumps(asdict(record), indent=1) + "\n"


def part_text(part: Part, width: int) -> str:
    """A part that is right, and by what it was checked."""
    words, narrow = f"{part.found} ({part.checker})", min(width, _WIDEST)
    return textwrap.fill(words, narrow, initial_indent=f"{part.name:<9}", subsequent_indent=" " * 9) + "\n"
