"""The page of words in a certificate: what is claimed, and how to check each part with the tools of others."""

from __future__ import annotations

from edgeasp.certificate.claim import ClaimRecord
from edgeasp.puzzle.model import Square, place_name


def page(claim: ClaimRecord, ending: str) -> str:
    """The text, in Markdown; the ending is that of compressed files, empty if they are not compressed."""
    symmetry = f"\n{claim.symmetry.reason}\n" if claim.symmetry else ""
    clues = "`clues.sol` has the clues in the same form as the boards.\n" if claim.clues else ""
    unpack = f"gunzip --keep formula.cnf{ending} proof.drat{ending} proof.lrat{ending}\n" if ending else ""
    excluded = (
        "exclude the cubes: such a clause says that something that makes the cube is not so."
        if claim.cubes
        else "exclude the boards: such a clause says that some tile of the board is not on its square."
    )
    mine = "edgeasp verify . --puzzle your-puzzle.puz" + (" --clue your-clues.clue" if claim.clues else "")
    meaning = "every board lies in one of the cubes" if claim.cubes else "there are no other boards"
    return f"""\
# A certificate

{claim.claim}

{claim.counted}
{symmetry}{_cube(claim)}
## How to check all of it

```sh
edgeasp verify .
{mine}
```

The second line also makes sure that the certificate is about your puzzle and your clues. Nothing of what made this
folder is trusted: neither the encoder, nor the solver, nor `claim.json`.

## How to check each part with other programs

1. **The puzzle.** `puzzle.puz` is a line with the number of columns and rows, then a line for each tile, from 0: its
   colours to the north, east, south and west, and perhaps a sign. 0 is the frame. {clues}
{_boards(claim)}
3. **The formula.** `formula.cnf{ending}` is in DIMACS form, and comments `c map` say what its {claim.variables:,}
   variables mean. Each of its {claim.clauses:,} clauses has to follow from the rules of the puzzle, but for those that
   {excluded} `edgeasp verify` decides
   that for each clause, with no line of the code that wrote the formula, and names the first line that does not follow.
   It also refuses numbers and lines that other programs could read otherwise.
4. **The proof.** The formula has no model, so {meaning}. `proof.drat{ending}` is the proof,
   `proof.lrat{ending}` the same with hints, {claim.lemmas:,} lemmas each:

```sh
{unpack}drat-trim formula.cnf proof.drat
lrat-check formula.cnf proof.lrat
cake_lpr formula.cnf proof.lrat
```

drat-trim and lrat-check are programs of Marijn Heule, cake_lpr is a checker that is itself proved correct.

Written by: {claim.written_by}.
"""


def _cube(claim: ClaimRecord) -> str:
    """What makes the cube, if the claim is about one."""
    made_by = [
        *(f"{_at(col, row)} has the colour {colour} on its {side}" for col, row, side, colour in claim.colours),
        *(f"tile {tile} lies on {_at(col, row)}, turned {rot} times" for tile, col, row, rot in claim.placements),
    ]
    if not made_by:
        return ""
    lines = "".join(f"- {each}\n" for each in made_by)
    return f"""
The boards of the cube are those of which all this is true. A square is named by its row, A at the top, and its column,
1 at the left; a tile by its number in `puzzle.puz`, from 0; turns are quarters, anticlockwise. Identical tiles lie in
the order of the squares, row by row:

{lines}"""


def _at(col: int, row: int) -> str:
    return place_name(Square(col, row))


def _boards(claim: ClaimRecord) -> str:
    if claim.cubes:
        return f"""\
2. **The cubes.** Each of the {claim.cubes:,} folders in `cubes` is a certificate like this one, of the boards in a part
   of the search. It can be checked by itself, and its page says which part that is. No board is in two of them, so
   there are {claim.boards:,} in all."""
    return f"""\
2. **The boards.** Each file in `boards` has a line for each tile: its number, column, row, and anticlockwise quarter
   turns, all from 0, counted from the top left. Their number is {claim.boards:,}. Any program that knows the rules of
   the puzzle can check them."""
