"""The page of words in a certificate: what is claimed, and how to check each part with the tools of others."""

from __future__ import annotations

from edgeasp.search.certificate.claim import ClaimRecord


def page(claim: ClaimRecord, ending: str) -> str:
    """The text, in Markdown; the ending is that of compressed files, empty if they are not compressed."""
    symmetry = f"\n{claim.symmetry.reason}\n" if claim.symmetry else ""
    clues = "`clues.sol` has the clues in the same form as the boards.\n" if claim.clues else ""
    unpack = f"gunzip --keep formula.cnf{ending} proof.drat{ending} proof.lrat{ending}\n" if ending else ""
    return f"""\
# A certificate

{claim.claim}

{claim.counted}
{symmetry}
## How to check all of it

```sh
edgeasp verify .
edgeasp verify . --puzzle your-puzzle.puz
```

The second line also makes sure that the certificate is about your puzzle. Nothing of what made this folder is trusted:
neither the encoder, nor the solver, nor `claim.json`.

## How to check each part with other programs

1. **The puzzle.** `puzzle.puz` is a line with the number of columns and rows, then a line for each tile, from 0: its
   colours to the north, east, south and west, and perhaps a sign. 0 is the frame. {clues}
2. **The boards.** Each file in `boards` has a line for each tile: its number, column, row, and anticlockwise quarter
   turns, all from 0, counted from the top left. Their number is {claim.boards:,}. Any program that knows the rules of
   the puzzle can check them.
3. **The formula.** `formula.cnf{ending}` is in DIMACS form, and comments `c map` say what its {claim.variables:,}
   variables mean. Each of its {claim.clauses:,} clauses has to follow from the rules of the puzzle, but for those that
   exclude the boards: such a clause says that some tile of the board is not on its square. `edgeasp verify` decides
   that for each clause, with no line of the code that wrote the formula, and names the first line that does not follow.
4. **The proof.** The formula has no model, so there are no other boards. `proof.drat{ending}` is the proof,
   `proof.lrat{ending}` the same with hints, {claim.lemmas:,} lemmas each:

```sh
{unpack}drat-trim formula.cnf proof.drat
lrat-check formula.cnf proof.lrat
cake_lpr formula.cnf proof.lrat
```

drat-trim and lrat-check are programs of Marijn Heule, cake_lpr is a checker that is itself proved correct.

Written by: {claim.written_by}.
"""
